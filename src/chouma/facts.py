"""What the hand itself tells, whatever the reading: the features of origin ``hand``."""

from __future__ import annotations

from typing import NamedTuple

from .hand import TSUMO, Hand, Win
from .tiles import KIND_OF, dora_of

_REDS_SHIFT, _REDS_MASK = 8 * 34, (1 << 8 * 3) - 1


class Facts(NamedTuple):
    """The features of the hand, in the order in which printed formulas take them.

    `flags` is the or of `chouma.hand.FLAG_BITS`; the others are named and meant as in `chouma.features`.
    """

    tsumo: bool
    n_calls: int
    n_quads: int
    norths: int
    seat_bit: int
    round_bit: int
    win_kind: int
    n_win: int
    win_in_meld: bool
    dora: int
    first_dora: int
    ura: int
    first_ura: int
    aka: int
    flags: int


def _dora(counts: int, indicators: tuple[int, ...], players: int) -> tuple[int, int]:
    """How often indicators make tiles dora: by all of them, by the first alone."""
    found = [counts >> 8 * dora_of(indicator, players) & 255 for indicator in indicators]
    return sum(found), found[0]


def facts_of(hand: Hand, win: Win, all_counts: int, players: int) -> Facts:
    """The facts of a hand that won.

    Parameters
    ----------
    hand : Hand
    win : Win
    all_counts : int
        `Hand.all_counts`, which the caller has at hand.
    players : int
    """
    counts, melds, norths, _, tile, by = hand
    seat, round, flags, dora_indicators, ura_indicators, _, _ = win
    kind = KIND_OF[tile]  # type: ignore[index]
    dora, first_dora = _dora(all_counts, dora_indicators, players) if dora_indicators else (0, 0)
    ura, first_ura = _dora(all_counts, ura_indicators, players) if ura_indicators else (0, 0)
    n_calls = n_quads = 0
    win_in_meld = False
    if melds:
        n_calls = sum(meld.open for meld in melds)
        n_quads = sum(meld.is_quad for meld in melds)
        win_in_meld = any(meld.counts >> 8 * kind & 255 for meld in melds)
    reds = all_counts >> _REDS_SHIFT & _REDS_MASK
    aka = reds % 255 if reds else 0  # a byte for each red five: the sum of the bytes
    return tuple.__new__(
        Facts,
        (
            *(by == TSUMO, n_calls, n_quads, norths, 1 << seat, 1 << round, kind, counts >> 8 * kind & 255, win_in_meld),
            *(dora, first_dora, ura, first_ura, aka, flags),
        ),
    )
