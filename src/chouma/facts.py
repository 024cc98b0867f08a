"""What the hand itself tells, whatever the reading: the features of origin ``hand``."""

from __future__ import annotations

from typing import Any, NamedTuple

from .hand import TSUMO, Hand, Win
from .shapes.rows import NO_CALLS, melded
from .tiles import FIRST_FLOWER, KIND_OF, KINDS_MASK, N_TILES, NORTH, ONE, RED_5M, RED_5P, RED_5S, dora_of


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

MOST_INDICATORS = 5
#: counts that no stock of tiles has
_TOO_MANY = int.from_bytes(bytes([127] * N_TILES), "little")


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
    held = counts.to_bytes(N_TILES, "little")
    calls = melded(melds)[3:] if melds else NO_CALLS
    situation = (win.seat, win.round, win.flags, win.dora_indicators, win.ura_indicators)
    return Facts._make(values_of(held, all_counts, calls, norths, tile, by, *situation, players)[0])  # type: ignore[arg-type]


def values_of(
    held: bytes,
    all_counts: int,
    calls: tuple[int, int],
    norths: int,
    tile: int,
    by: str,
    seat: int,
    round: int,
    flags: int,
    dora_indicators: tuple[int, ...],
    ura_indicators: tuple[int, ...],
    players: int,
) -> tuple[tuple[Any, ...], int]:
    """The fields of `Facts` as a plain tuple, which is quicker to make, of a hand that is taken apart.

    Parameters
    ----------
    held : bytes
        The counts of the concealed tiles.
    all_counts : int
        `Hand.all_counts`.
    calls : tuple of int
        Open melds and quads.
    norths, tile, by, seat, round, flags, dora_indicators, ura_indicators
        As in `Hand` and `Win`.
    players : int

    Returns
    -------
    tuple, int
        The facts, and the counts of every tile that shows: of the hand and of the indicators. Where there are more indicators
        than can be, there are more tiles than any stock has.
    """
    kind = KIND_OF[tile]
    n_win = held[kind]
    win_in_meld = False
    n_calls, n_quads = calls
    if calls is not NO_CALLS or norths:
        held = all_counts.to_bytes(N_TILES, "little")
        win_in_meld = held[kind] > n_win + (norths if kind == NORTH else 0)
    shown = all_counts
    if dora_indicators:
        makes = _DORA[players]
        indicator = dora_indicators[0]
        shown += ONE[indicator]
        dora = first_dora = held[makes[indicator]]
        if len(dora_indicators) > 1:
            for indicator in dora_indicators[1:]:
                shown += ONE[indicator]
                dora += held[makes[indicator]]
            if len(dora_indicators) > MOST_INDICATORS:
                shown |= _TOO_MANY
    else:
        dora = first_dora = 0
    if ura_indicators:
        makes = _DORA[players]
        indicator = ura_indicators[0]
        shown += ONE[indicator]
        ura = first_ura = held[makes[indicator]]
        if len(ura_indicators) > 1:
            for indicator in ura_indicators[1:]:
                shown += ONE[indicator]
                ura += held[makes[indicator]]
        if len(ura_indicators) > len(dora_indicators):
            shown |= _TOO_MANY
    else:
        ura = first_ura = 0
    # red fives are counted above the kinds
    aka = held[RED_5M] + held[RED_5P] + held[RED_5S] if all_counts > KINDS_MASK else 0
    return (
        by == TSUMO, n_calls, n_quads, norths, 1 << seat, 1 << round,
        kind, n_win, win_in_meld, dora, first_dora, ura, first_ura, aka, flags,
    ), shown
