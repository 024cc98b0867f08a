"""A hand that did not win: its triplets and pairs, and the tiles that are left.

There is one best way to group such a hand: three of a kind are a triplet, two a pair; runs are worth nothing
to it. So each kind stands for itself.
"""

from __future__ import annotations

from functools import lru_cache

from ..features import group_words
from ..groups import LOOSE, PAIR, QUAD, TRIPLET, Group
from ..hand import Meld
from ..tiles import N_KINDS, N_TILES
from .rows import Row, melded, split_suits


def kind_groups(kind: int, n: int, undeclared_quads: bool = False) -> tuple[Group, ...]:
    """What some concealed tiles of one kind are.

    Parameters
    ----------
    kind : int
    n : int
        How many; a fourth one is a loose tile beside a triplet.
    undeclared_quads : bool
        Four of them are a concealed quad all the same.
    """
    if n == 4 and undeclared_quads:
        return (Group(QUAD, kind),)
    groups = ((), (Group(LOOSE, kind),), (Group(PAIR, kind),), (Group(TRIPLET, kind),))
    return groups[n] if n < 4 else groups[3] + groups[1]


@lru_cache(maxsize=512)
def kind_words(kind: int, n: int, undeclared_quads: bool = False) -> tuple[int, int]:
    """The sums and marks of `kind_groups`."""
    sums = marks = 0
    for group in kind_groups(kind, n, undeclared_quads):
        more, or_more = group_words(group)
        sums, marks = sums + more, marks | or_more
    return sums, marks


class _Suits(dict[bytes, tuple[int, int]]):
    """The sums and marks of the concealed tiles of one suit, by its counts, filled as hands come."""

    #: far more than the suits that hands are made of, so that only junk empties it
    LIMIT = 30_000

    def __init__(self, suit: int, undeclared_quads: bool):
        super().__init__()
        self.suit, self.undeclared_quads = suit, undeclared_quads

    def __missing__(self, counts: bytes) -> tuple[int, int]:
        if len(self) >= self.LIMIT:
            self.clear()
        sums = marks = 0
        for rank, n in enumerate(counts):
            if n:
                more, or_more = kind_words(9 * self.suit + rank, n, self.undeclared_quads)
                sums, marks = sums + more, marks | or_more
        self[counts] = sums, marks
        return sums, marks


_TABLES = {quads: [_Suits(suit, quads) for suit in range(4)] for quads in (False, True)}


def partial_words(held: bytes, sums: int, marks: int, undeclared_quads: bool = False) -> tuple[int, int]:
    """The sums and marks of a hand that did not win.

    Parameters
    ----------
    held : bytes
        Counts of the concealed tiles.
    sums, marks : int
        Of its melds, whose tiles stay where they are: 777m in hand is no triplet if one 7m lies in a run.
    undeclared_quads : bool
    """
    for table, counts in zip(_TABLES[undeclared_quads], split_suits(held), strict=True):
        more, or_more = table[counts]
        sums += more
        marks |= or_more
    return sums, marks


def partial_row(counts: int, melds: tuple[Meld, ...], undeclared_quads: bool = False) -> Row:
    """The same with the groups, of counts of the concealed tiles and of melds."""
    held = counts.to_bytes(N_TILES, "little")
    kinds = [(kind, n) for kind, n in enumerate(held[:N_KINDS]) if n]
    groups = [group for kind, n in kinds for group in kind_groups(kind, n, undeclared_quads)]
    _, sums, marks, *_ = melded(melds)
    return Row(*partial_words(held, sums, marks, undeclared_quads), (*groups, *(Group.of_number(meld.group) for meld in melds)))
