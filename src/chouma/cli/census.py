"""``chouma census``: what all complete hands are worth."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Iterator, Mapping
from typing import Any

from ..errors import ChoumaError
from . import SCORED, words
from .options import SWITCH_OPTIONS, Parsed
from .score import Task
from .streams import show, show_json, tell

DIFFERENT = 1
#: what two censuses are compared by
_COMPARED = ("hands", "sample", "tsumo", "ron")
_MOST_FILE = 1 << 20


def run(parsed: Parsed) -> int:
    """Count the hands of a rule set, and show the counts or compare them with those of a file.

    Returns
    -------
    int
        The exit status: 1 if they differ from the file's.
    """
    try:
        from ..batch import census
    except ImportError as missing:
        raise ChoumaError(words.extra_missing(str(missing.name), "census")) from None
    given = parsed.given
    task = Task(parsed)
    if task.flaws:
        raise ChoumaError("\n".join(flaw.message for flaw in task.flaws))
    sample, seed, threads = _number(given, "sample"), _number(given, "seed", 0) or 0, _number(given, "threads")
    rules: Any = task.rules
    path = str(given["check"]) if "check" in given else None
    before = None if path is None else _read(path, census.SCHEMA)
    if before is not None:
        if not _names_rules(given):
            rules = before["rules"]
        if sample is None and before["sample"] is not None:
            sample, seed = before["sample"]["hands"], before["sample"]["seed"]
    began = time.monotonic()
    with _progress() as progress:
        found = census.census(rules, sample=sample, seed=seed, threads=threads, progress=progress)
    tell(words.rate(2 * found["hands"], 2 * found["hands"] / max(time.monotonic() - began, 1e-9)))
    color = not given.get("no-color")
    if before is None or path is None:
        if given.get("json"):
            show_json(found)
        else:
            show(words.census_rows(found), color)
        return SCORED
    different = census.differences(*({name: one[name] for name in _COMPARED} for one in (before, found)))
    if given.get("json"):
        show_json({"schema": census.SCHEMA, "same": not different, "differences": [list(one) for one in different]})
    else:
        show(words.census_check_rows(found, path, different), color)
    return DIFFERENT if different else SCORED


def _names_rules(given: Mapping[str, Any]) -> bool:
    return bool({"rules", "set", *(name.replace("_", "-") for name in SWITCH_OPTIONS)} & given.keys())


def _number(given: Mapping[str, Any], option: str, least: int = 1) -> int | None:
    text = given.get(option)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 9 and int(text) >= least):
        raise ChoumaError(words.bad_option(option, text, f"a whole number, {least} or more"))
    return int(text)


def _read(path: str, schema: str) -> dict[str, Any]:
    """A census that was written with ``--json``.

    Raises
    ------
    ChoumaError
        If the file can't be read, or holds something else.
    """
    try:
        with open(path, "rb") as file:
            told = json.loads(file.read(_MOST_FILE))
    except OSError as wrong:
        raise ChoumaError(f"{path}: {wrong.strerror or wrong}") from None
    except (ValueError, RecursionError):
        told = None
    sample = told.get("sample", {}) if isinstance(told, dict) else {}
    is_sample = sample is None or (isinstance(sample, dict) and all(type(sample.get(name)) is int for name in ("hands", "seed")))
    is_census = isinstance(told, dict) and told.get("schema") == schema and isinstance(told.get("rules"), str)
    if not (is_census and is_sample and all(name in told for name in _COMPARED)):
        raise ChoumaError(f"{path} is no census: write one with chouma census --json > {path}")
    return dict(told)


@contextlib.contextmanager
def _progress() -> Iterator[Any]:
    """A bar with rate and time left on standard error, where that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    look = (BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[rate]}"), TimeRemainingColumn())
    began = time.monotonic()
    with Progress(*look, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=None, rate="")
        yield lambda done, total: bar.update(
            task, completed=done, total=total, rate=words.rate(done, done / max(time.monotonic() - began, 1e-9))
        )
