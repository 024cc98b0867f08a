"""A page for every pattern of the classical rules, and one for what gives fu and fan beside them."""

from __future__ import annotations

from typing import Any

from chouma.classical.declare import Pattern
from chouma.classical.engine import PATTERNS
from chouma.classical.examples import Example
from chouma.classical.fan import FAN, FAN_PATTERNS
from chouma.classical.fu import FU, FU_PATTERNS
from chouma.classical.limits import LIMITS
from chouma.classical.names import name_of
from chouma.families import preset_names
from chouma.families import rules as rule_set
from chouma.switches import Worth

from .text import alone, answer, block, code, formula, gives, link, page, plain, prose, shown_hand, table

PRESETS = preset_names("classical")
LANGUAGES = ("en", "ja", "zh-Hans", "zh-Hant")
_SECTIONS = (("Fu, in most rule sets", FU_PATTERNS), ("Fan", FAN_PATTERNS), ("Limit hands", LIMITS))


def pages() -> dict[str, str]:
    """One page for each pattern, the list of them, and what is added up beside them."""
    found = {f"patterns/{pattern.id}": _page(pattern) for pattern in PATTERNS}
    return found | {"patterns/index": _index(), "classical-fu": _items_page()}


def worth(pattern: Pattern, preset: str) -> str:
    """What a rule set gives for a pattern."""
    rules = rule_set(preset)
    found = Worth(limit=rules.limit_hands.get(pattern.id)) if pattern.is_limit_hand else getattr(rules, pattern.id)
    return gives(found)


def _page(pattern: Pattern) -> str:
    names = [name_of(pattern.id, lang) for lang in LANGUAGES]
    usual = worth(pattern, PRESETS[0])
    rows = [[link(code(PRESETS[0]), f"../presets/{PRESETS[0]}"), usual]]
    rows += [[link(code(name), f"../presets/{name}"), told] for name in PRESETS[1:] if (told := worth(pattern, name)) != usual]
    switch = "limit_hands" if pattern.is_limit_hand else pattern.id
    return alone(
        f"# {names[0].capitalize()} · {names[3]}\n\n{link('All patterns', 'index')} · its name in chouma is {code(pattern.id)}",
        prose(pattern.doc),
        table(["English", "日本語", "简体中文", "繁體中文"], [names]),
        "## What it gives",
        table(["rule set", "gives"], rows),
        f"The switch that says so is {link(code(switch), f'../switches/{switch}')}.",
        "## When a hand has it",
        formula(pattern.tree, "../"),
        "## Hands that have it",
        *(_shown(text, first=i == 0) for i, text in enumerate(pattern.hits)),
        "## Hands that just miss it",
        *(_shown(text) for text in pattern.misses),
        f"Source: {plain(pattern.source)}.",
    )


def example(text: str) -> Example:
    """An example as its page shows it: under the first classical rule set, where it names none."""
    read = Example.read(text)
    return read if "rules" in read.keywords else read.under(PRESETS[0])


def _shown(text: str, first: bool = False) -> str:
    one = example(text)
    found: Any = answer(one)
    return shown_hand(one, found) + (f"\n\n{block(found.explain())}" if first else "")


def _index() -> str:
    parts = []
    for head, patterns in _SECTIONS:
        rows = [[link(code(one.id), one.id), *(name_of(one.id, lang) for lang in LANGUAGES), worth(one, PRESETS[0])] for one in patterns]
        parts += [f"## {head}", table(["", "English", "日本語", "简体中文", "繁體中文", PRESETS[0]], rows)]
    return page(
        "# All classical patterns",
        f"What each gives in {link(code(PRESETS[0]), f'../presets/{PRESETS[0]}')}, the earliest rules; its page tells what the others "
        "give, what a hand needs for it, and shows hands that have it and hands that just miss it.",
        *parts,
    )


def _items_page() -> str:
    parts = []
    for head, items in (("Fu", FU), ("Fan", FAN)):
        parts.append(f"## {head}")
        for item in items:
            parts += [f"### {name_of(item.id).capitalize()}", prose(item.doc), formula(item.tree, "")]
    return page(
        "# Fu and fan of classical hands",
        "These are added up, beside the [patterns](patterns/index.md) that a rule set gives something for. "
        "The [guide](../guide/index.md) teaches them with hands; here are the formulas themselves.",
        *parts,
    )
