"""What a classical hand itself tells, whatever the reading."""

from __future__ import annotations

from typing import NamedTuple

from ..features import KNITTED_PAIRS, KNITTED_SETS, NOTHING_SPECIAL, OUTSIDE_PAIRS, SNAKE, UNCONNECTED
from ..hand import TSUMO, Hand, Win
from ..shapes.rows import melded
from ..shapes.waits import standard_waits
from ..tiles import FIRST_FLOWER, HONOR_MASK, KIND_OF, KINDS_MASK, N_KINDS, ONE, ORPHANS, SUIT_BITS, SUIT_MASK, copies


class Facts(NamedTuple):
    """The features of a classical hand, in the order in which printed formulas take them; see `chouma.features`."""

    tsumo: bool
    n_calls: int
    n_quads: int
    seat_bit: int
    round_bit: int
    win_kind: int
    n_win: int
    win_in_meld: bool
    won: bool
    n_waits: int
    special: int
    seen_of_win: int
    n_flowers: int
    own_flower: bool
    own_season: bool
    all_flowers: bool
    all_seasons: bool
    flags: int


# in counts, what has four or more of a kind
_FOURS = sum(4 << 8 * kind for kind in range(N_KINDS))
_FLOWERS, _SEASONS = (sum(1 << 8 * (FIRST_FLOWER + first + n) for n in range(4)) for first in (0, 4))
_ORPHAN_PAIRS = sum(2 << 8 * kind for kind in ORPHANS)
_ODD = sum(1 << 8 * kind for kind in range(N_KINDS))


def waits_left(counts: int, called: int, win: int, excludes: str, seen: int) -> int:
    """The kinds that would have completed the concealed tiles of a hand that won, as bits.

    Parameters
    ----------
    counts, called : int
        Counts of its concealed tiles, the winning one among them, and of its melds.
    win : int
        The winning tile.
    excludes : str
        ``own``: not those of which the hand held all four; ``table``: nor those of which everybody sees the others; ``none``.
    seen : int
        Counts of the tiles on the table beside the hand, all four players' declared sets and discards.
    """
    before = counts - ONE[win]
    waits = standard_waits(before)
    held = (before + called) & KINDS_MASK
    if excludes == "table":
        held += seen & KINDS_MASK
    if excludes != "none" and held & _FOURS:
        waits &= ~sum(1 << kind for kind in range(N_KINDS) if copies(held, kind) >= 4)
    return waits


def _suits(counts: int) -> tuple[int, int, int, int]:
    """The counts of the three suits and of the honours, each from its lowest rank."""
    m, p, s = (counts >> SUIT_BITS * suit & SUIT_MASK for suit in range(3))
    return m, p, s, counts >> SUIT_BITS * 3 & HONOR_MASK


def _ranks(digits: str) -> int:
    return sum(1 << 8 * (int(digit) - 1) for digit in digits)


SNAKES = tuple(_ranks("1112345678999" + pair) for pair in "258")


def unconnected(counts: int) -> bool:
    """Whether tiles have no pair, and in no suit two that are less than three apart.

    Examples
    --------
    >>> from chouma import read
    >>> [unconnected(read(text).counts) for text in ("27p159s16m123457z", "27p157s16m123457z")]
    [True, False]
    """
    if counts & ~_ODD & KINDS_MASK:
        return False
    return not any(suit & (suit << 8 | suit << 16) for suit in _suits(counts)[:3])


def _knitted(m: int, p: int, s: int, z: int) -> int:
    """Whether tiles are pairs of one rank in two suits, or sets of one rank in three and such a pair."""
    if z:
        return NOTHING_SPECIAL
    suits = [suit for suit in (m, p, s) if suit]
    if len(suits) == 2 and suits[0] == suits[1]:
        return KNITTED_PAIRS
    for lone, one, other in ((m, p, s), (p, m, s), (s, m, p)):  # the pair is of the two suits that are alike
        if lone and one == other and one - lone in _SINGLES:
            return KNITTED_SETS
    return NOTHING_SPECIAL


_SINGLES = {1 << 8 * rank for rank in range(9)}


def special_of(counts: int, melds: tuple[object, ...], all_counts: int) -> int:
    """What the tiles of a hand that won make beside groups and a pair: see `chouma.features.SPECIAL`.

    Parameters
    ----------
    counts : int
        Of the concealed tiles, the winning one among them.
    melds : tuple
        A snake may have some; the others are concealed.
    all_counts : int
        Of all tiles.
    """
    parts = _suits(all_counts & KINDS_MASK)
    if not parts[3] and max(parts) == sum(parts):
        return SNAKE if max(parts) in SNAKES else NOTHING_SPECIAL
    if melds:
        return NOTHING_SPECIAL
    if not counts & KINDS_MASK & ~_ORPHAN_PAIRS:
        return OUTSIDE_PAIRS
    return _knitted(*parts)


def facts_of(hand: Hand, how: Win, *, won: bool, dealt: bool, special: bool, excludes: str, seen: int) -> Facts:
    """The facts of a hand.

    Parameters
    ----------
    hand : Hand
    how : Win
        Seat, round and flags.
    won, dealt : bool
        Whether it won; whether it won as the thirteen tiles that were dealt.
    special : bool
        Whether the rules ask for hands that aren't groups and a pair.
    excludes : str
        See `waits_left`.
    seen : int
        Counts of the tiles on the table.
    """
    counts, melds, _, flowers, tile, by = hand
    seat, round, flags, *_ = how
    more, _, _, n_calls, n_quads = melded(melds)
    kind = n_waits = seen_of_win = what = n_flowers = 0
    n_win, in_meld = 1, False
    own_flower = own_season = all_flowers = all_seasons = False
    if dealt:
        what = UNCONNECTED if unconnected(counts) else NOTHING_SPECIAL
    elif won:
        kind = KIND_OF[tile]  # type: ignore[index]
        n_win, in_meld = copies(counts, kind), copies(more, kind) > 0
        n_waits = waits_left(counts, more, tile, excludes, seen).bit_count()  # type: ignore[arg-type]
        seen_of_win = copies(seen, kind) if seen else 0
        if special:
            what = special_of(counts, melds, counts + more)
    if flowers:
        n_flowers = flowers.bit_count()
        own_flower, own_season = (bool(copies(flowers, FIRST_FLOWER + seat + first)) for first in (0, 4))
        all_flowers, all_seasons = (flowers & four == four for four in (_FLOWERS, _SEASONS))
    return Facts(
        *(by == TSUMO, n_calls, n_quads, 1 << seat, 1 << round, kind, n_win, in_meld, won or dealt, n_waits, what, seen_of_win),
        *(n_flowers, own_flower, own_season, all_flowers, all_seasons, flags),
    )
