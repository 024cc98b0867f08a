"""``chouma census``: what all complete hands are worth."""

from __future__ import annotations

import json
import time
from typing import Any

from ..errors import ChoumaError, RuleError, worded
from . import SCORED, words
from .commands import Parsed
from .options import RULE_OPTIONS
from .score import Task, whole_number
from .streams import progress, show, show_json, tell

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
        raise RuleError(*(flaw.message for flaw in task.flaws))
    sample, seed, threads = whole_number(given, "sample"), whole_number(given, "seed", 0) or 0, whole_number(given, "threads")
    rules: Any = task.rules
    path = str(given["check"]) if "check" in given else None
    before = None if path is None else _read(path, census.SCHEMA)
    if before is not None:
        if not given.keys() & set(RULE_OPTIONS):
            rules = before["rules"]
        if sample is None and before["sample"] is not None:
            sample, seed = before["sample"]["hands"], before["sample"]["seed"]
    began = time.monotonic()
    with progress(task.t) as step:  # each score is one step
        found = census.census(
            rules, sample=sample, seed=seed, threads=threads, progress=lambda done, total: step(done, done, total)
        )
    tell(words.rate(2 * found["hands"], 2 * found["hands"] / max(time.monotonic() - began, 1e-9), task.t))
    color = not given.get("no-color")
    if before is None or path is None:
        if given.get("json"):
            show_json(found)
        else:
            show(words.census_rows(found, task.t), color)
        return SCORED
    different = census.differences(*({name: one[name] for name in _COMPARED} for one in (before, found)))
    if given.get("json"):
        show_json({"schema": census.SCHEMA, "same": not different, "differences": [list(one) for one in different]})
    else:
        show(words.census_check_rows(found, path, different, task.t), color)
    return DIFFERENT if different else SCORED


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
        raise ChoumaError(worded("{file}: {message}", file=path, message=wrong.strerror or str(wrong))) from None
    except (ValueError, RecursionError):
        told = None
    sample = told.get("sample", {}) if isinstance(told, dict) else {}
    is_sample = sample is None or (isinstance(sample, dict) and all(type(sample.get(name)) is int for name in ("hands", "seed")))
    is_census = isinstance(told, dict) and told.get("schema") == schema and isinstance(told.get("rules"), str)
    if not (is_census and is_sample and all(name in told for name in _COMPARED)):
        raise ChoumaError(worded("{file} is no census: write one with chouma census --json > {file}", file=path))
    return dict(told)
