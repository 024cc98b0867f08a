"""A hand that did not win: its triplets and pairs, and the tiles that are left.

There is one best way to group such a hand: three of a kind are a triplet, two a pair; runs are worth nothing
to it. So each kind stands for itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ..features import group_words
from ..groups import LOOSE, PAIR, QUAD, TRIPLET, Group
from ..hand import Meld
from ..tiles import KINDS_MASK, N_KINDS
from .rows import Row, meld_words


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


def _held(counts: int) -> Iterator[tuple[int, int]]:
    return ((kind, n) for kind, n in enumerate((counts & KINDS_MASK).to_bytes(N_KINDS, "little")) if n)


def partial_words(counts: int, melds: tuple[Meld, ...], undeclared_quads: bool = False) -> tuple[int, int]:
    """The sums and marks of a hand that did not win.

    Parameters
    ----------
    counts : int
        Of the concealed tiles.
    melds : tuple of Meld
        Their tiles stay where they are: 777m in hand is no triplet if one 7m lies in a run.
    undeclared_quads : bool
    """
    sums = marks = 0
    for meld in melds:
        more, or_more = meld_words(meld.group)
        sums, marks = sums + more, marks | or_more
    for kind, n in _held(counts):
        more, or_more = kind_words(kind, n, undeclared_quads)
        sums += more
        marks |= or_more
    return sums, marks


def partial_row(counts: int, melds: tuple[Meld, ...], undeclared_quads: bool = False) -> Row:
    """The same with the groups."""
    groups = [group for kind, n in _held(counts) for group in kind_groups(kind, n, undeclared_quads)]
    return Row(*partial_words(counts, melds, undeclared_quads), (*groups, *(Group.of_number(meld.group) for meld in melds)))
