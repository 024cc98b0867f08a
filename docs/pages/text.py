"""Pieces of Markdown that all pages are made of: tables, tiles, formulas in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import chouma
from chouma.errors import HandError
from chouma.families import ALL, FAMILIES
from chouma.features import FEATURES
from chouma.lang import Tree, clauses, describe, leaves
from chouma.seats import Wind
from chouma.switches import Switch, value_text
from chouma.switches import Worth as Gives
from chouma.tiles import NAMES

#: what stands at the head of a page that only tables link to: it isn't in the tree at the side, which would be endless
ALONE = "---\norphan: true\n---\n\n"


def code(text: object) -> str:
    """A span of code, as long as it may be.

    Examples
    --------
    >>> code("123m *3m")
    '`123m *3m`'
    """
    return f"`{text}`"


def link(text: str, path: str) -> str:
    """A link to another page of the same folder or one beside it."""
    return f"[{text}]({path}.md)"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; a cell's bars and line ends are no marks of it.

    Examples
    --------
    >>> print(table(["a", "b"], [["1|2", "3"]]))
    | a | b |
    | --- | --- |
    | 1\\|2 | 3 |
    """
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in line) + " |" for line in lines)


def block(text: object) -> str:
    """Lines as they stand."""
    return f"```text\n{text}\n```"


def page(*parts: str) -> str:
    """Parts with a line between them; empty ones are left out."""
    return "\n\n".join(part for part in parts if part) + "\n"


def alone(*parts: str) -> str:
    """A page that only tables link to."""
    return ALONE + page(*parts)


def prose(text: str) -> str:
    """A sentence of a declaration: its first letter large, its end a full stop, and no mark of Markdown in it.

    Examples
    --------
    >>> prose("kanchan, penchan or tanki")
    'Kanchan, penchan or tanki.'
    """
    kept = plain(text)
    kept = kept[:1].upper() + kept[1:]
    return kept if kept.endswith((".", ")")) else kept + "."


def plain(text: str) -> str:
    """A text without a mark of Markdown in it.

    Examples
    --------
    >>> plain("write *5s, or [1111z]")
    'write \\\\*5s, or \\\\[1111z\\\\]'
    """
    return "".join("\\" + c if c in "\\*_[]<>{}`#" else c for c in text)


# ------------------------------------------------------------------------------------------------ hands


def tiles(hand: str) -> str:
    """A hand in pictures; the red dragon as a letter like the others, not as the coloured picture that some fonts have for it."""
    pictures = chouma.write(chouma.read(hand), "unicode").replace("\N{MAHJONG TILE RED DRAGON}", "\N{MAHJONG TILE RED DRAGON}\ufe0e")
    return f'<span class="tiles">{pictures}</span>'


def told(keywords: Mapping[str, Any]) -> str:
    """How a hand was won, as its example tells it."""
    words = [str(flag) for flag in keywords.get("flags", ())]
    for name, value in keywords.items():
        if name == "flags":
            continue
        if name == "rules" and isinstance(value, Mapping):
            words += [f"{switch}={value_text(one)}" for switch, one in value.items()]
        elif name.endswith("indicators") or name == "seen":
            words.append(f"{name}={in_a_row(value)}")
        else:
            words.append(f"{name}={value.name if isinstance(value, Wind) else value_text(value)}")
    return ", ".join(map(code, words))


def in_a_row(numbers: Iterable[int]) -> str:
    """Tiles in a row, such as indicators."""
    return "".join(NAMES[number] for number in numbers)


def answer(example: Any) -> Any:
    """The score of an example, or the error that refuses it."""
    try:
        return chouma.score(example.hand, **example.keywords)
    except HandError as refused:
        return refused


def shown(found: Any) -> str:
    """What came of a hand, in a line."""
    if isinstance(found, HandError):
        return "refused: " + plain(str(found).replace("\n", "; "))
    kind, _, rest = repr(found)[1:-1].partition(" ")
    assert kind.endswith("Score")
    return plain(rest.replace("no_yaku", "no yaku").replace("not_a_win", "not a win"))


def shown_hand(example: Any, found: Any, more: str = "") -> str:
    """A hand with its tiles, its text and its score, as an entry of a list."""
    how = told(example.keywords)
    text = f"{code(example.hand)}{f' with {how}' if how else ''}"
    return f"- {tiles(example.hand)}\n\n  {text}\\\n  {shown(found)}" + (f"\\\n  *{more}*" if more else "")


# --------------------------------------------------------------------------------------------- formulas


def label(tree: Tree, value: Any) -> str:
    """The name of a value beside the feature that it is compared with: ``wait = ryanmen``."""
    return FEATURES[tree[1]].label(value) if tree[0] == "feature" and tree[1] in FEATURES else str(value)


def formula(tree: Tree, up: str) -> str:
    """A formula in words: what must hold, one by one; then its words and its switches with what they mean.

    Parameters
    ----------
    tree : tuple
    up : str
        The way to the folder of all pages, such as ``../``.
    """
    parts = clauses(tree)
    if len(parts) == 1:
        said = code(_bare(describe(parts[0], label)))
    else:
        said = "All of these hold:\n\n" + "\n".join(f"- {code(_bare(describe(part, label)))}" for part in parts)
    names = [name for name in dict.fromkeys(leaves(tree, "feature")) if name in FEATURES]
    words = [f"{link(code(name), f'{up}words')}: {plain(FEATURES[name].meaning)}" for name in names]
    rules = dict.fromkeys(name.partition(".")[0] for name in leaves(tree, "rule"))
    asked = [f"{link(code(name), f'{up}switches/{name}')}, a switch of the rule set: {plain(_switches()[name].doc)}" for name in rules]
    return page(said, "In it are" if words or asked else "", "\n".join(f"- {line}" for line in words + asked)).rstrip()


@cache
def _switches() -> dict[str, Switch]:
    """The switches of all families; no two have the same name."""
    return {name: switch for family in FAMILIES for name, switch in ALL.family(family).switches.items()}


def _bare(text: str) -> str:
    return text[1:-1] if text.startswith("(") and _closes_last(text) else text


def _closes_last(text: str) -> bool:
    depth = 0
    for place, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0:
            return place == len(text) - 1
    return False


def gives(worth: Gives) -> str:
    """What a pattern gives, as it is written in a rule set."""
    return worth.plain()
