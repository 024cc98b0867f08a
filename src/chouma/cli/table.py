"""``chouma table``: the quick tables of a rule set."""

from __future__ import annotations

import sys

from ..errors import ChoumaError, RuleError
from ..table import table
from . import SCORED, words
from .commands import Parsed
from .score import Task
from .streams import show, show_json
from .tongue import for_json

FORMATS = ("text", "markdown", "csv", "json")


def run(parsed: Parsed) -> int:
    """Print the quick tables, as text, Markdown, CSV or JSON."""
    given = parsed.given
    form = "json" if given.get("json") else str(given.get("format", "text"))
    if form not in FORMATS:
        raise ChoumaError(words.bad_option("format", form, ", ".join(FORMATS)))
    task = Task(parsed)
    if task.flaws:
        raise RuleError(*(flaw.message for flaw in task.flaws))
    dealer = given.get("dealer")
    honba = task.fields.get("honba", 0)
    lang = for_json(given) if form == "json" else task.t.lang
    found = table(task.rules, dealer=None if dealer is None else bool(dealer), honba=honba, lang=lang)  # type: ignore[arg-type]
    if form == "json":
        show_json(found.to_dict())
    elif form == "text":
        show(words.table_rows(str(found)), not given.get("no-color"))
    else:
        sys.stdout.write((found.to_csv() if form == "csv" else found.to_markdown()) + "\n")
    return SCORED
