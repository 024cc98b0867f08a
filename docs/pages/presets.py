"""A page for every rule set that comes with chouma: how it differs from its base, and where that is known from."""

from __future__ import annotations

from typing import Any

from chouma.classical.booklet import booklet
from chouma.families import FAMILIES, preset_names
from chouma.families import rules as rule_set
from chouma.switches import value_text

from .text import alone, code, link, page, plain, prose, table

_HEADS = {"riichi": "Riichi", "classical": "Classical Chinese"}


def pages() -> dict[str, str]:
    """One page for each rule set, and the list of them."""
    found = {f"presets/{name}": _page(rule_set(name)) for name in preset_names()}
    return found | {"presets/index": _index()}


def _index() -> str:
    parts = []
    for family in FAMILIES:
        rows = []
        for name in preset_names(family):
            rules = rule_set(name)
            base = link(code(rules.base), rules.base) if rules.base else "–"
            rows.append([link(code(name), name), plain(rules.title), base, str(len(rules.differences)), str(len(rules.unverified))])
        parts += [f"## {_HEADS[family]}", table(["", "", "stands on", "differences", "unverified"], rows)]
    return page(
        "# Rule sets",
        "A rule set stands on another one and says what differs, with a source for each value. What no good source confirms is marked "
        "as unverified. `chouma rules show NAME` and `chouma rules diff A B` tell the same at the shell.",
        *parts,
    )


def _page(rules: Any) -> str:
    family = rules.family.name
    base = f"It stands on {link(code(rules.base), rules.base)}." if rules.base else f"All other {family} rule sets stand on it."
    return alone(
        f"# {rules.name}: {plain(rules.title)}\n\n{link('All rule sets', 'index')}",
        f"{base} {prose(rules.note) if rules.note else ''}".rstrip(),
        *(_differences(rules) if rules.base else ()),
        *(_booklet(rules) if family == "classical" else ()),
        *_sourced(rules),
        f"In a program it is {code(f'chouma.rules({rules.name!r})')}, at the shell {code(f'--rules {rules.name}')}.",
    )


def _differences(rules: Any) -> list[str]:
    rows = []
    base = rule_set(rules.base)
    for name, value in rules.differences.items():
        rows.append([_switch(name), code(value_text(value)), code(value_text(getattr(base, name))), _source(rules, name)])
    said = table(["switch", rules.name, rules.base, "source"], rows) if rows else "In nothing: its sources confirm what its base has."
    rest = f"Whatever isn't named on this page is as in {link(code(rules.base), rules.base)}."
    return [f"## How it differs from {rules.base}", said, rest]


def _booklet(rules: Any) -> list[str]:
    """A classical rule set as a player would read it."""
    parts = ["## As a player reads it"]
    for section in booklet(rules):
        rows = [[plain(line.text), plain(line.gives), plain(line.more)] for line in section.lines]
        parts += [f"### {section.head}", table(["", "", ""], rows)]
    return parts


def _sourced(rules: Any) -> list[str]:
    """The switches that the rule set itself speaks of; of the others its base does."""
    named = [name for name in rules.switches if not rules.base or (name in rules.origins and name not in rules.differences)]
    if not named:
        return []
    head = f"## Where its sources agree with {rules.base}" if rules.base else "## Every switch"
    return [head, table(["switch", "value", "what it decides", "source"], [_row(rules, name) for name in named])]


def _row(rules: Any, name: str) -> list[str]:
    switch = rules.switches[name]
    return [_switch(name), code(value_text(getattr(rules, name))), plain(switch.doc), _source(rules, name)]


def _switch(name: str) -> str:
    return link(code(name), f"../switches/{name}")


def _source(rules: Any, name: str) -> str:
    origin = rules.origin(name)
    told = plain(origin.source) + (f" (from {code(origin.rules)})" if origin.rules not in ("", rules.name) else "")
    return told + (" **unverified**" if origin.unverified else "")
