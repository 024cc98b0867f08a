"""The kinds that complete a hand of groups and a pair, one suit at a time."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ..hand import Hand
from ..tiles import FIRST_FLOWER, KINDS_MASK, N_KINDS, ORPHANS
from .reader import divisions

_N_SUITS = 4
_LENGTHS = (9, 9, 9, 7)


class SuitWaits(NamedTuple):
    """What the tiles of one suit lack.

    Attributes
    ----------
    rest : int
        Tiles beyond whole groups: 0, 1 or 2.
    whole : bool
        Whether they are groups (`rest` 0), or groups and a pair (`rest` 2), as they are.
    completing : int
        Bits of the ranks, lowest first, each of which makes groups of them, or groups and a pair.
    """

    rest: int
    whole: bool
    completing: int


def _reads(counts: tuple[int, ...]) -> bool:
    n_pairs, over = divmod(sum(counts) % 3, 2)
    return not over and next(divisions(counts, 0, n_pairs), None) is not None


@lru_cache(maxsize=65536)
def suit_waits(counts: bytes) -> SuitWaits:
    """What the tiles of one suit lack.

    Parameters
    ----------
    counts : bytes
        How many of each rank: nine in a suit, seven of the honours.
    """
    held = tuple(counts)
    rest = sum(held) % 3
    tries = ((rank, (*held[:rank], n + 1, *held[rank + 1 :])) for rank, n in enumerate(held)) if rest else ()
    return SuitWaits(rest, rest != 1 and _reads(held), sum(1 << rank for rank, more in tries if _reads(more)))


def standard_waits(counts: int) -> int:
    """The kinds that complete concealed tiles to groups and a pair.

    Parameters
    ----------
    counts : int
        Counts of the concealed tiles, without the winning one: 1, 4, 7, 10 or 13 of them. Declared groups stay whole and don't matter.

    Returns
    -------
    int
        Bits of the kinds, however many of them are left: one that is held four times too.

    Examples
    --------
    >>> from chouma.tiles import count
    >>> bin(standard_waits(count([1, 1, 3, 3, 3, 4, 5])))  # 2244456m waits for 2m, 4m and 7m
    '0b1001010'
    """
    held = (counts & KINDS_MASK).to_bytes(FIRST_FLOWER, "little")
    parts = [suit_waits(held[9 * suit : 9 * suit + _LENGTHS[suit]]) for suit in range(_N_SUITS)]
    found = 0
    for suit, part in enumerate(parts):
        # 1 too many: the pair is made here, and the others are groups; 2 too many: the pair is whole in one other suit
        others = [other for i, other in enumerate(parts) if i != suit]
        pairs = sum(other.rest == 2 for other in others)
        if part.completing and pairs == part.rest - 1 and all(other.whole for other in others):
            found |= part.completing << 9 * suit
    return found


def complete_waits(hand: Hand) -> int:
    """The kinds that complete a hand of 13 to groups and a pair, to seven pairs or to orphans.

    Parameters
    ----------
    hand : Hand
        Without its winning tile.

    Returns
    -------
    int
        Bits of the kinds, however many of them are left.
    """
    found = standard_waits(hand.counts)
    if hand.melds:
        return found
    held = (hand.counts & KINDS_MASK).to_bytes(FIRST_FLOWER, "little")[:N_KINDS]
    if held.count(2) == 6 and held.count(1) == 1:
        found |= 1 << held.index(1)
    missing = [kind for kind in ORPHANS if not held[kind]]
    if not any(n for kind, n in enumerate(held) if kind not in ORPHANS) and len(missing) < 2:
        found |= sum(1 << kind for kind in missing or ORPHANS)
    return found


def kinds_in(bits: int) -> tuple[int, ...]:
    """The kinds whose bits are set."""
    return tuple(kind for kind in range(N_KINDS) if bits >> kind & 1)
