"""What the hand itself tells, whatever the reading: the features of origin ``hand``."""

from __future__ import annotations

from typing import Any, NamedTuple

from .hand import ANKAN, OPEN_QUAD, TSUMO, Hand, Win
from .tiles import FIRST_FLOWER, KIND_OF, KINDS_MASK, N_TILES, NORTH, RED_5M, RED_5P, RED_5S, dora_of


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


#: the kind that each indicator makes dora, by the number of players; a flower makes none, and is refused by whoever checks the tiles
_DORA = {players: (*(dora_of(tile, players) for tile in range(FIRST_FLOWER)), *range(FIRST_FLOWER, N_TILES)) for players in (3, 4)}


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
    return Facts._make(values_of(hand, win, all_counts, players))


def values_of(hand: tuple[Any, ...], win: tuple[Any, ...], all_counts: int, players: int) -> tuple[Any, ...]:
    """The same as a plain tuple, which is quicker to take apart."""
    counts, melds, norths, _, tile, by = hand
    seat, round, flags, dora_indicators, ura_indicators, _, _ = win
    held = all_counts.to_bytes(N_TILES, "little")
    kind = KIND_OF[tile]
    n_win = held[kind]
    dora = first_dora = ura = first_ura = aka = n_calls = n_quads = 0
    win_in_meld = False
    if dora_indicators:
        makes = _DORA[players]
        dora = first_dora = held[makes[dora_indicators[0]]]
        if len(dora_indicators) > 1:
            for indicator in dora_indicators[1:]:
                dora += held[makes[indicator]]
        if ura_indicators:
            ura = first_ura = held[makes[ura_indicators[0]]]
            if len(ura_indicators) > 1:
                for indicator in ura_indicators[1:]:
                    ura += held[makes[indicator]]
    if melds:
        n_win = counts >> 8 * kind & 255
        win_in_meld = held[kind] > n_win + (norths if kind == NORTH else 0)
        for meld in melds:
            if meld[0] != ANKAN:
                n_calls += 1
            if meld[5] >= OPEN_QUAD:
                n_quads += 1
    elif norths:
        n_win = counts >> 8 * kind & 255
    if all_counts > KINDS_MASK:  # red fives are counted above the kinds
        aka = held[RED_5M] + held[RED_5P] + held[RED_5S]
    tsumo, seat_bit, round_bit = by == TSUMO, 1 << seat, 1 << round
    return tsumo, n_calls, n_quads, norths, seat_bit, round_bit, kind, n_win, win_in_meld, dora, first_dora, ura, first_ura, aka, flags
