"""``chouma stats``: what any number of game records come to, as tables, as pictures and as rows."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import ChoumaError, worded
from ..lines import no_formula
from ..messages import Speaker
from ..riichi.rules import rules as riichi_rules
from . import SCORED, SOME_FAILED, words
from .commands import Parsed
from .streams import progress, show, standard_input, stopped_cleanly, tell, whole_file
from .tongue import for_json, tongue
from .words import FAINT, HEAD, NAME, NUMBER, Piece, Row

if TYPE_CHECKING:
    from ..records.seats import SeatHand
    from ..records.stats import Statistics
    from ..records.stats_text import Section

TEXT, JSON, CSV, PARQUET = FORMATS = ("text", "json", "csv", "parquet")
_ENDINGS = {".json": JSON, ".csv": CSV, ".parquet": PARQUET}
_CHARTS = (".svg", ".html")


class _Wish(NamedTuple):
    """What is asked for, once it is known that it can be done."""

    format: str
    out: str
    charts: str
    rows: str
    of: str


def run(parsed: Parsed) -> int:
    """Count the records of some paths.

    Returns
    -------
    int
        The exit status: 3 where something can't be read.
    """
    from ..records.stats import PLAYER, Counting, counted
    from ..records.stats_text import headline, unread_line

    given, t = parsed.given, tongue(parsed.given)
    wish = _wish(given, parsed.words)
    counting = Counting(str(given.get("by", PLAYER)), None if "rules" not in given else riichi_rules(str(given["rules"])))
    stdin = standard_input() if "-" in parsed.words else None
    if "-" in parsed.words and stdin is None:
        raise ChoumaError(worded("- reads standard input, and there is none: chouma stats - < game.mjlog"))
    with stopped_cleanly():
        with _rows(wish.rows) as each, progress(t) as step:
            for problems in counted(parsed.words, counting, stdin, each):
                for problem in problems:
                    tell(unread_line(problem, t.lang))
                step(counting.games, counting.hands)
            found = counting.result()
            found.of(wish.of)  # a name that nobody has is refused before any file is there
        if wish.charts:
            _draw(found, wish, t.lang)
        _write(found, wish, given, t)
    if wish.format != TEXT or wish.out:
        tell(headline(found, t.lang))
    return SOME_FAILED if found.unreadable else SCORED


# ------------------------------------------------------------------------------------------------ what is asked for


def _wish(given: Mapping[str, Any], paths: Sequence[str]) -> _Wish:
    """What is asked for; refused before the first record is read if it can't be."""
    out, charts, rows, of = (str(given.get(name, "")) for name in ("out", "charts", "rows", "of"))
    ending = _ENDINGS.get(os.path.splitext(out)[1].lower(), TEXT)
    format = str(given.get("format", JSON if given.get("json") else ending))
    if format not in FORMATS:
        raise ChoumaError(words.bad_option("format", format, worded("one of {names}", names=" ".join(FORMATS))))
    if given.get("json") and format != JSON:
        raise ChoumaError(worded("--json and --format {format} are two formats: choose one", format=format))
    if format == PARQUET and not out:
        raise ChoumaError(worded("Parquet is no text: name a file for it with --out FILE"))
    if charts and not charts.lower().endswith(_CHARTS):
        raise ChoumaError(words.bad_option("charts", charts, worded("a file that ends with {endings}", endings=" ".join(_CHARTS))))
    _files([name for name in (out, charts, rows) if name], paths)
    if charts:
        _needs(("altair", "vl_convert"), "stats --charts", "charts")
    if rows or format == PARQUET:
        _needs(("pyarrow",), "stats --rows" if rows else "stats --format parquet", "batch")
    return _Wish(format, out, charts, rows, of)


def _files(outs: Sequence[str], paths: Sequence[str]) -> None:
    """Each output is a file of its own, and none of those that are read."""
    for i, out in enumerate(outs):
        place = os.path.realpath(out)
        if any(os.path.realpath(other) == place for other in outs[:i]):
            raise ChoumaError(worded("{file} is named twice: each output takes a file of its own", file=out))
        if any(path != "-" and os.path.realpath(path) == place for path in paths):
            raise ChoumaError(worded("{file} is the file that is read: name another to write", file=out))
        if not os.path.isdir(os.path.dirname(place)):
            raise ChoumaError(worded("{file}: there is no folder {folder}", file=out, folder=os.path.dirname(out)))
        if os.path.isdir(place):
            raise ChoumaError(worded("{file} is a folder: name a file in it", file=out))


def _needs(modules: Sequence[str], command: str, extra: str) -> None:
    from importlib.util import find_spec

    for module in modules:
        if find_spec(module) is None:
            raise ChoumaError(words.extra_missing(module, command, extra))


# ------------------------------------------------------------------------------------------------ what is written


@contextlib.contextmanager
def _rows(path: str) -> Iterator[Callable[[SeatHand], None] | None]:
    """What gets every hand of every seat: a Parquet file that is there whole at the end, or not at all."""
    if not path:
        yield None
        return
    from ..records.rows import RowWriter

    with _told_of(path), whole_file(path) as stream, RowWriter(stream) as writer:
        yield writer.add


@contextlib.contextmanager
def _told_of(path: str) -> Iterator[None]:
    """What is wrong with a file to write, in one line with its name."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as wrong:
        raise ChoumaError(worded("{file}: {message}", file=path, message=wrong.strerror or str(wrong))) from None


def _draw(found: Statistics, wish: _Wish, lang: str) -> None:
    from ..records import charts

    picture = (charts.svg if wish.charts.lower().endswith(charts.SVG) else charts.html)(found, lang, wish.of)
    _whole(wish.charts, picture)


def _whole(path: str, text: str) -> None:
    with _told_of(path), whole_file(path) as stream:
        stream.write(text.encode("utf-8", "backslashreplace"))


def _write(found: Statistics, wish: _Wish, given: Mapping[str, Any], t: Speaker) -> None:
    """The tables, to standard output or to a file."""
    from ..records import stats_text

    lang = t.lang if wish.format == TEXT else for_json(given)
    if wish.format == PARQUET:
        _parquet(found, wish.out, lang)
    elif wish.format == TEXT and not wish.out:
        show(_text_rows(stats_text.headline(found, lang), stats_text.sections(found, lang, wish.of)), not given.get("no-color"))
    else:
        if wish.format == TEXT:
            text = found.text(lang, wish.of) + "\n"
        elif wish.format == JSON:
            text = json.dumps(found.to_dict(lang), ensure_ascii=not wish.out and not _is_utf8()) + "\n"
        else:
            text = _csv(stats_text.LONG, stats_text.long_rows(found, lang))
        if wish.out:
            _whole(wish.out, text)
        else:
            sys.stdout.write(text)


def _is_utf8() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def _csv(head: Sequence[str], rows: Iterator[Sequence[Any]]) -> str:
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([no_formula(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return written.getvalue()


def _parquet(found: Statistics, path: str, lang: str) -> None:
    """The one long table as Parquet."""
    import pyarrow as pa  # type: ignore[import-untyped]
    import pyarrow.parquet  # type: ignore[import-untyped]

    from ..records.stats_text import LONG, long_rows

    kinds = dict.fromkeys(LONG, pa.string()) | dict.fromkeys(("value", "share"), pa.float64())
    columns = zip(*long_rows(found, lang), strict=True)
    table = pa.table([pa.array(column, kinds[name]) for name, column in zip(LONG, columns, strict=True)], names=list(LONG))
    with _told_of(path), whole_file(path) as stream:
        pyarrow.parquet.write_table(table, stream, compression="zstd")


def _text_rows(head: str, sections: Iterator[Section]) -> list[Row]:
    """The tables for a terminal."""
    from ..lines import padded, width

    rows: list[Row] = [(Piece(head, HEAD),)]
    for section in sections:
        rows += [(), (Piece(section.title, HEAD),)]
        lines = [section.head, *section.rows] if section.head else list(section.rows)
        wide = [max(map(width, column)) for column in zip(*lines, strict=True)]
        for line in lines:
            first, second = (FAINT, FAINT) if line is section.head else (NAME, NUMBER)
            cells = [padded(cell, w, right=i > 0) for i, (cell, w) in enumerate(zip(line, wide, strict=True))]
            rows.append(tuple(Piece(f"  {cell}", second if i else first) for i, cell in enumerate(cells)))
    return rows
