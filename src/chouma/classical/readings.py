"""The readings of a classical hand: all divisions of one that won, the one best grouping of one that did not."""

from __future__ import annotations

from ..hand import TSUMO, Hand
from ..shapes.partial import partial_row, partial_words
from ..shapes.rows import Row, melded, rows, words_of
from ..tiles import N_TILES
from .facts import Facts
from .rules import ClassicalRules

KONG = "kong"


def _read_as(hand: Hand, rules: ClassicalRules) -> Hand:
    """A pung that a discard completed is exposed, unless the rules say otherwise: then it is read as if self-drawn."""
    return hand if rules.discard_pung_exposed else hand._replace(by=TSUMO)


def quick_words(hand: Hand, rules: ClassicalRules, facts: Facts) -> tuple[list[tuple[int, int]], bool]:
    """The sums and marks of every reading, in the order of `readings_of`; and whether they are groups and a pair, or seven pairs …"""
    held = hand.counts.to_bytes(N_TILES, "little")
    _, sums, marks, *_ = melded(hand.melds)
    if hand.win is None:
        return [partial_words(held, sums, marks, rules.undeclared_four == KONG)], False
    read_as = _read_as(hand, rules)
    found = words_of(held, hand.win, read_as.by, sums, marks, read_as[:])  # type: ignore[arg-type]
    if found or not facts.special:
        return found, True
    return [partial_words(held, sums, marks)], False


def readings_of(hand: Hand, rules: ClassicalRules, facts: Facts) -> tuple[Row, ...]:
    """The same with their groups."""
    if hand.win is None:
        return (partial_row(hand.counts, hand.melds, rules.undeclared_four == KONG),)
    found = tuple(rows(_read_as(hand, rules)))
    return found if found or not facts.special else (partial_row(hand.counts, hand.melds),)
