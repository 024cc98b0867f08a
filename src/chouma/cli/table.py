"""``chouma table``: the quick tables of a rule set."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from ..errors import ChoumaError, RuleError, UnknownNameError
from ..families import rules as rules_of
from ..rulesets import RuleSet
from ..table import table
from . import SCORED, words
from .options import SWITCH_OPTIONS, Parsed
from .score import whole_number
from .streams import show, show_json

FORMATS = ("text", "markdown", "csv", "json")


def run(parsed: Parsed) -> int:
    """Print the quick tables, as text, Markdown, CSV or JSON."""
    given = parsed.given
    form = "json" if given.get("json") else str(given.get("format", "text"))
    if form not in FORMATS:
        raise ChoumaError(words.bad_option("format", form, ", ".join(FORMATS)))
    dealer = given.get("dealer")
    honba = whole_number(given, "honba", 0) or 0
    found = table(house(given), dealer=None if dealer is None else bool(dealer), honba=honba, lang=str(given.get("lang", "en")))
    if form == "json":
        show_json(found.to_dict())
    elif form == "text":
        show(words.table_rows(str(found)), not given.get("no-color"))
    else:
        sys.stdout.write((found.to_csv() if form == "csv" else found.to_markdown()) + "\n")
    return SCORED


def house(given: Mapping[str, Any]) -> RuleSet:
    """The rule set that the options name, of any family, with the switches that they change.

    Raises
    ------
    RuleError
        If there is no such rule set or switch, or a value is wrong: every reason at once.
    """
    found: RuleSet = rules_of(str(given.get("rules", "general")))
    told = [(name, given[option]) for name in SWITCH_OPTIONS if (option := name.replace("_", "-")) in given]
    for text in given.get("set", ()):
        name, equals, value = text.partition("=")
        told.append((name.strip().replace("-", "_"), value if equals else "true"))
    changes: dict[str, Any] = {}
    wrong: list[str] = []
    for name, value in told:
        try:
            if name not in found.switches:
                raise UnknownNameError("switch", name, found.switches)
            changes[name] = value if isinstance(value, bool) else found.switches[name].read(value)
        except RuleError as refused:
            wrong.append(str(refused))
    if wrong:
        raise RuleError("\n".join(wrong))
    return found.but(**changes) if changes else found
