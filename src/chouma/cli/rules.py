"""``chouma rules list``, ``show`` and ``diff``."""

from __future__ import annotations

from ..families import preset_names, rules
from ..switches import plain
from . import SCORED, words
from .commands import Parsed
from .streams import show, show_json
from .tongue import tongue


def run_list(parsed: Parsed) -> int:
    """List the rule sets that come with chouma."""
    found = [rules(name) for name in preset_names()]
    if parsed.given.get("json"):
        about = ("name", "base", "title", "note")
        told = [{name: getattr(one, name) for name in about} | {"players": words.players(one), "family": one.family.name} for one in found]
        show_json({"schema": "chouma.rules/1", "rules": told})
    else:
        show(words.rules_rows(found, tongue(parsed.given)), not parsed.given.get("no-color"))
    return SCORED


def run_show(parsed: Parsed) -> int:
    """Show every switch of a rule set, with its source."""
    found = rules(parsed.words[0] if parsed.words else "general")
    rows, t = found.describe(), tongue(parsed.given)
    if parsed.given.get("json"):
        switches = [{**row._asdict(), "value": plain(row.value)} for row in rows]
        head = {"name": found.name, "base": found.base, "title": found.title, "note": found.note}
        show_json({"schema": "chouma.rules/1", **head, "switches": switches})
    else:
        told = words.booklet_rows(found, t) if found.family.name == "classical" and not parsed.given.get("switches") else []
        show(told or words.switches_rows(found, rows, t), not parsed.given.get("no-color"))
    return SCORED


def run_diff(parsed: Parsed) -> int:
    """Show in what two rule sets differ."""
    mine, theirs = rules(parsed.words[0]), rules(parsed.words[1])
    diff = mine.diff(theirs)
    if parsed.given.get("json"):
        show_json({"schema": "chouma.rules/1", **diff.to_dict()})
    else:
        show(words.diff_rows(mine, theirs, diff, tongue(parsed.given)), not parsed.given.get("no-color"))
    return SCORED
