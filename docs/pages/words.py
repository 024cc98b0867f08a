"""The vocabulary: every word that a formula may use."""

from __future__ import annotations

from chouma.features import CLASSICAL, DERIVED, FEATURES, HAND, Feature
from chouma.lang import Bits, Number, describe

from .text import code, label, page, plain, table

_HEADS = {
    "groups": ("Of the groups", "How a hand is read decides them: another reading may have other values."),
    HAND: ("Of the hand", "The same in every reading."),
    CLASSICAL: ("Of the hand, for classical rules alone", "No riichi rule asks for these."),
    DERIVED: ("Worked out from others", "Each is a formula of its own."),
}


def pages() -> dict[str, str]:
    """The one page."""
    parts = []
    for origin, (head, said) in _HEADS.items():
        words = [word for word in FEATURES.values() if (word.origin if word.origin in _HEADS else "groups") == origin]
        heads = ["word", "meaning", "values"] + (["formula"] if origin == DERIVED else [])
        parts += [f"## {head}", said, table(heads, [_row(word) for word in words])]
    return {
        "words": page(
            "# The words of formulas",
            "A rule is a formula over these words: `h.n_runs == 4` asks how many runs a hand has. "
            "`h.runs` and `h.triplets` stand for the three words of the suits at once; see [how to add a yaku](../howto/yaku.md).",
            *parts,
        )
    }


def _row(word: Feature) -> list[str]:
    told = [code(word.name), plain(word.meaning), _values(word)]
    return told + ([code(describe(word.tree, label))] if word.tree else [])


def _values(word: Feature) -> str:
    if word.labels:
        return ", ".join(name or "none" for name in word.labels)
    if word.is_condition:
        return "yes or no"
    if isinstance(word.symbol, Number):
        return f"{word.symbol.lo} to {word.symbol.hi}"
    return f"a set of 1 to {word.symbol.width}" if isinstance(word.symbol, Bits) else "a count for each"
