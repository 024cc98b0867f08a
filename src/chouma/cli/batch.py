"""``chouma batch``: files of hands to files of scores."""

from __future__ import annotations

import contextlib
import difflib
import os
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

from ..errors import ChoumaError, RuleError, worded
from ..messages import Speaker
from . import SCORED, SOME_FAILED, words
from .commands import Parsed
from .options import RULE_OPTIONS
from .score import Task, whole_number
from .streams import progress, standard_input, stopped_cleanly, tell, whole_file

if TYPE_CHECKING:
    from ..batch.files import Source
    from ..batch.tables import Job

_LIKE_ONE = 0.8


def run(parsed: Parsed) -> int:
    """Score every hand of a file.

    Returns
    -------
    int
        The exit status.
    """
    try:
        from ..batch import files, tables
    except ImportError as missing:
        raise ChoumaError(words.extra_missing(str(missing.name))) from None
    given = parsed.given
    task = Task(parsed)
    if task.flaws:
        raise RuleError(*(flaw.message for flaw in task.flaws))
    asked = task.rules if given.keys() & set(RULE_OPTIONS) else None
    into, out = parsed.words
    named = str(given["format"]) if "format" in given else None
    if named not in (None, *files.FORMATS):
        raise ChoumaError(words.bad_option("format", str(named), worded("one of {names}", names=" ".join(files.FORMATS))))
    into_format, out_format = (files.format_of(path, named) for path in (into, out))
    n_rows, threads = whole_number(given, "batch-size") or tables.MOST_ROWS, whole_number(given, "threads")
    columns = str(given["columns"]).replace(",", " ").split() if "columns" in given else None
    if "-" not in (into, out) and os.path.exists(out) and os.path.samefile(into, out):
        raise ChoumaError(worded("{file} is the file that is read: name another to write", file=out))
    with stopped_cleanly(), _told_of(into), _opened(into) as stream:
        source = files.source(stream, into_format, n_rows)
        job = tables.Job(source.schema, asked, columns, threads, dictionaries=out_format == files.PARQUET)
        _look_alikes(job, task.t)
        job = job.narrowed()
        with _out(out) as output, files.Sink(output, out_format, job.schema) as sink:
            return _all(source, job, sink, task.t)


def _all(source: Source, job: Job, sink: Any, t: Speaker) -> int:
    """Score all blocks, and tell what became of them."""
    from ..batch import arrays

    counts, n = dict.fromkeys(("scored", "unpaid", "refused"), 0), 0
    began = time.monotonic()
    with progress(t, source.total) as step:
        for block in source.blocks(job.source):
            for found, states in job.answers(block.batch, block.faulty):
                n += found.num_rows
                counts["scored"] += int((states == arrays.SCORED).sum())
                counts["refused"] += int((states == arrays.REFUSED).sum())
                sink.write(found)
            step(block.done, n)
    counts["unpaid"] = n - counts["scored"] - counts["refused"]
    tell(words.batch_summary(n, counts["scored"], counts["unpaid"], counts["refused"], n / max(time.monotonic() - began, 1e-9), t))
    return SOME_FAILED if counts["refused"] else SCORED


def _look_alikes(job: Job, t: Speaker) -> None:
    """Tell of columns that are not read, but nearly have the name of one that is."""
    from ..batch.intake import READ

    for name in job.source.names:
        near = difflib.get_close_matches(name, READ, 1, _LIKE_ONE)
        if name not in READ and near:
            tell(t("the column {name} is not read: did you mean {nearest}?", name=name, nearest=near[0]))


# ------------------------------------------------------------------------------------------------ streams


@contextlib.contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    if path != "-":
        with open(path, "rb") as stream:
            yield stream
        return
    stdin = standard_input()
    if stdin is None:
        raise ChoumaError(worded("- reads standard input, and there is none: chouma batch - OUT < hands.jsonl"))
    yield stdin


@contextlib.contextmanager
def _out(path: str) -> Iterator[BinaryIO]:
    if path == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with whole_file(path) as stream:
        yield stream


@contextlib.contextmanager
def _told_of(path: str) -> Iterator[None]:
    """Faults of files in one line, with the file's name."""
    from ..batch.files import UnreadableError

    try:
        yield
    except UnreadableError as wrong:
        file = worded("standard input") if path == "-" else path
        raise ChoumaError(worded("{file}: {message}", file=file, message=str(wrong))) from None
    except BrokenPipeError:
        raise
    except OSError as wrong:
        raise ChoumaError(worded("{file}: {message}", file=wrong.filename or path, message=wrong.strerror or str(wrong))) from None
