"""A page for every switch of both families: what it decides, its values, and what each rule set has, with the source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import chouma.classical.engine as classical
import chouma.riichi.engine as riichi
from chouma.classical import fan as classical_fan
from chouma.classical import fu as classical_fu
from chouma.families import ALL, FAMILIES, preset_names
from chouma.families import rules as rule_set
from chouma.lang import Tree, leaves
from chouma.riichi import fu as riichi_fu
from chouma.switches import HAND, Switch, value_text

from .text import alone, code, link, page, plain, prose, table

_STAGES = {HAND: "It bears on the score of a hand.", "table": "It bears on settling, and on the game as a whole."}


def pages() -> dict[str, str]:
    """One page for each switch, and a list for each family."""
    found = {f"switches/{name}": _page(family, switch) for family in FAMILIES for name, switch in ALL.family(family).switches.items()}
    return found | {f"{family}-switches": _index(family) for family in FAMILIES}


def _page(family: str, switch: Switch) -> str:
    rows = []
    for name in preset_names(family):
        rules = rule_set(name)
        origin = rules.origin(switch.name)
        source = plain(origin.source) + (" (unverified: no good source confirms it)" if origin.unverified else "")
        rows.append([link(code(name), f"../presets/{name}"), code(value_text(getattr(rules, switch.name))), source])
    readers = list(_readers(family, switch))
    return alone(
        f"# {switch.name}\n\n{link(f'All {family} switches', f'../{family}-switches')}",
        prose(switch.doc),
        f"It is {plain(switch.allowed)}; {code(value_text(switch.default))} unless told. {_STAGES[switch.stage]}",
        "## In the rule sets that come with chouma",
        table(["rule set", "value", "source"], rows),
        "## What asks for it" if readers else "",
        "\n".join(f"- {line}" for line in readers),
    )


def _index(family: str) -> str:
    rows = [
        [link(code(name), f"switches/{name}"), code(value_text(switch.default)), plain(switch.doc)]
        for name, switch in ALL.family(family).switches.items()
    ]
    return page(
        f"# Switches of the {family} rules",
        f"Each rule set has a value for each of these; {code(preset_names(family)[0])} has the one that stands here. Your own rule set "
        "names those that differ: see [how to make one](../howto/preset.md).",
        table(["", "unless told", "what it decides"], rows),
    )


# ------------------------------------------------------------------------------------------- who reads a switch


def _readers(family: str, switch: Switch) -> Iterator[str]:
    """The rules whose formulas read a switch, and those that it changes the worth of."""
    told = _told_of_riichi() if family == "riichi" else _told_of_classical()
    for path, said, trees in told:
        if any(name.partition(".")[0] == switch.name for tree in trees for name in leaves(tree, "rule")):
            yield link(said, f"../{path}")
    if family == "riichi":
        yield from (f"{link(code(id), f'../yaku/{id}')}, which it changes the worth of" for id in _changed_in_worth(switch))
    elif switch.name in classical.BY_ID and not classical.BY_ID[switch.name].is_limit_hand:
        yield f"{link(code(switch.name), f'../patterns/{switch.name}')}, the pattern that it gives something for"


Told = Iterable[tuple[str, str, tuple[Tree, ...]]]


@cache
def _told_of_riichi() -> Told:
    yaku = [(f"yaku/{one.id}", code(one.id), (one.tree,)) for one in riichi.DECLARED]
    fu = ("riichi-fu", "the fu", (*(item.tree for item in riichi_fu.FU), riichi_fu.ROUNDED_FU))
    names = {"dora": "dora", "ura": "ura_dora", "aka": "aka_dora", "kita": "kita_dora"}
    dora = [(f"yaku/{names[item.id]}", code(names[item.id]), (item.tree,)) for item in riichi_fu.DORA]
    refused = ("problems", "what is refused", tuple(one.tree for one in riichi.REFUSALS))
    return (*yaku, *dora, fu, refused)


@cache
def _told_of_classical() -> Told:
    patterns = [(f"patterns/{one.id}", code(one.id), (one.tree,)) for one in classical.PATTERNS]
    added = tuple(item.tree for item in (*classical_fu.FU, *classical_fan.FAN))
    refused = ("problems", "what is refused", tuple(one.tree for one in classical.REFUSALS))
    return (*patterns, ("classical-fu", "fu and fan that are added up", added), refused)


def _changed_in_worth(switch: Switch) -> list[str]:
    """The yaku that are worth something else under another value of a switch."""
    general: Any = rule_set(preset_names("riichi")[0])
    usual = riichi.worths(general)
    found: dict[str, None] = {}
    for value in switch.choices or ():
        other = {yaku.id: worth for yaku, worth in riichi.worths(general.but(**{switch.name: value}))}
        found |= {yaku.id: None for yaku, worth in usual if other.get(yaku.id) != worth}
        found |= dict.fromkeys(other.keys() - {yaku.id for yaku, _ in usual})
    return sorted(found)
