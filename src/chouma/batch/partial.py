"""What is looked up by the counts of suits and kinds: hands that did not win, and how many kinds complete one that did.

The tables, and the loops over them by NumPy. The compiled part has the same loops (``_partial.pxi``).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..layout import N_MARKS, N_SUMS, split
from ..shapes.partial import kind_words
from ..tiles import N_KINDS
from . import shapes

MOST_COPIES = 4
N_SUITS = 4

#: which kinds are no wait: none of them, those that the hand holds all of, those that are all seen
EXCLUDES = ("none", "own", "table")

# in the lack of a suit: two bits for the tiles beyond whole groups, one where it is whole, then the ranks that complete it
WHOLE, FIRST_RANK = 4, 3

_KINDS_A_KEY = 4
_POWERS = 5 ** np.arange(9)
_BIT_COUNT = np.array([i.bit_count() for i in range(512)], np.uint8)


class Lacks(NamedTuple):
    """What suits lack, by their counts in base 5, the lowest rank first: see `chouma.shapes.waits.SuitWaits`.

    Attributes
    ----------
    suit : ndarray of shape (5 ** 9,), uint16
    honors : ndarray of shape (5 ** 7,), uint16
    """

    suit: np.ndarray
    honors: np.ndarray


@lru_cache(maxsize=1)
def lacks() -> Lacks:
    """The table of what suits lack."""
    return Lacks(_lacks(9), _lacks(7))


def _lacks(n_ranks: int) -> np.ndarray:
    readable = shapes.suits(n_ranks).patterns[1:]
    digits = readable[:, None] // _POWERS[:n_ranks] % 5
    found = _rests(n_ranks)
    found[readable] |= WHOLE
    for rank in range(n_ranks):
        bit, one = np.uint16(1 << FIRST_RANK + rank), _POWERS[rank]
        found[readable[digits[:, rank] > 0] - one] |= bit
        for taken, most in _around(rank, n_ranks):  # a fifth copy completes a hand too, whether there is one or not
            before = digits + taken
            fits = (before[:, rank] == 5) & (np.delete(before, rank, axis=1) <= MOST_COPIES).all(axis=1)
            fits &= digits.sum(axis=1) % 3 <= most
            found[readable[fits] + taken @ _POWERS[:n_ranks] - one] |= bit
    return found


def _rests(n_ranks: int) -> np.ndarray:
    """Tiles beyond whole groups, of all patterns."""
    sums = np.zeros(1, np.uint8)
    for _ in range(n_ranks):
        sums = (np.arange(5, dtype=np.uint8)[:, None] + sums).reshape(-1)
    return (sums % 3).astype(np.uint16)


def _around(rank: int, n_ranks: int) -> list[tuple[np.ndarray, int]]:
    """The groups and the pair that a rank can be part of, each as counts, and how many tiles may be over beside it."""
    shapes_at = [({rank: 3}, 2), ({rank: 2}, 0)]
    if n_ranks == 9:
        shapes_at += [({low: 1, low + 1: 1, low + 2: 1}, 2) for low in range(max(0, rank - 2), min(rank, 6) + 1)]
    return [(np.array([shape.get(i, 0) for i in range(n_ranks)]), most) for shape, most in shapes_at]


@lru_cache(maxsize=2)
def kinds(undeclared_quads: bool = False) -> np.ndarray:
    """Words of some concealed tiles of one kind in a hand that did not win.

    Parameters
    ----------
    undeclared_quads : bool
        As for `chouma.shapes.partial.kind_groups`.

    Returns
    -------
    ndarray of shape (34, 5, N_READ), uint64
    """
    each = [[kind_words(kind, n, undeclared_quads) for n in range(MOST_COPIES + 1)] for kind in range(N_KINDS)]
    return np.array([[(*split(sums, N_SUMS), *split(marks, N_MARKS)) for sums, marks in one] for one in each], np.uint64)


@lru_cache(maxsize=2)
def _keyed(undeclared_quads: bool) -> np.ndarray:
    """The same for four kinds at a time, by their counts in base 5."""
    each = kinds(undeclared_quads)
    more = np.zeros((-N_KINDS % _KINDS_A_KEY, *each.shape[1:]), np.uint64)
    grouped = np.concatenate([each, more]).reshape(-1, _KINDS_A_KEY, *each.shape[1:])
    found = np.zeros((len(grouped), 1, each.shape[2]), np.uint64)
    for place in range(_KINDS_A_KEY):
        one = grouped[:, place, :, None]
        summed = one[..., :N_SUMS] + found[:, None, :, :N_SUMS]
        ored = one[..., N_SUMS:] | found[:, None, :, N_SUMS:]
        found = np.concatenate([summed, ored], axis=3).reshape(len(grouped), -1, each.shape[2])
    return found


@lru_cache(maxsize=1)
def meld_counts() -> np.ndarray:
    """The table `chouma.batch.shapes.meld_counts`, made once."""
    return shapes.meld_counts()


@lru_cache(maxsize=1)
def meld_words() -> np.ndarray:
    """The table `chouma.batch.shapes.meld_words`, made once."""
    return shapes.meld_words()


class Told(NamedTuple):
    """What the tiles of some hands tell; n of them, each ndarray of shape (n,), uint8.

    Attributes
    ----------
    bad : ndarray
        1: the tiles can't be.
    n_calls, n_quads, n_melds, n_waits : ndarray
        See `chouma.features`; melds are calls and concealed quads.
    keys : ndarray of shape (4, n), uint32
        The suits and the honours of the whole hand in base 5.
    """

    bad: np.ndarray
    n_calls: np.ndarray
    n_quads: np.ndarray
    n_melds: np.ndarray
    n_waits: np.ndarray
    keys: np.ndarray

    @classmethod
    def empty(cls, n: int) -> Told:
        """Room for some hands."""
        return cls._make((*(np.zeros(n, np.uint8) for _ in range(5)), np.zeros((N_SUITS, n), np.uint32)))


def look(counts: np.ndarray, melds: np.ndarray, win: np.ndarray, size: int, excludes: int, seen: np.ndarray | None, told: Told) -> None:
    """Check tiles, and look at what they tell.

    Parameters
    ----------
    counts, melds, win : ndarray
        As in `chouma.batch.classical.ClassicalGiven`; where nobody won, `win` isn't looked at.
    size : int
        14 for hands that won, 13 for the others.
    excludes : int
        Place in `EXCLUDES`.
    seen : ndarray of shape (n, 34), uint8, or None
    told : Told
        To be filled.
    """
    of_melds = meld_counts()[melds]
    told.n_melds[:], told.n_calls[:], told.n_quads[:] = of_melds[:, :, N_KINDS : N_KINDS + 3].sum(axis=1, dtype=np.uint8).T
    held = counts.astype(np.uint16) + of_melds[:, :, :N_KINDS].sum(axis=1, dtype=np.uint16)
    bad = (held > MOST_COPIES).any(axis=1) | (counts.sum(axis=1, dtype=np.uint16) + 3 * told.n_melds.astype(np.uint16) != size)
    bad |= of_melds[:, :, N_KINDS + 4].any(axis=1)
    told.keys[:] = _suit_keys(np.minimum(held, MOST_COPIES))
    if size == 14:
        bad |= win >= N_KINDS
        won = np.where(bad, 0, win)
        rows = np.arange(len(counts))
        bad |= counts[rows, won] == 0
        good = ~bad
        before = counts.copy()
        before[rows[good], won[good]] -= 1
        before[bad] = 0
        held[rows[good], won[good]] -= 1
        told.n_waits[:] = _n_waits(before, held, excludes, seen)
    told.bad[:] = bad


def too_many(counts: np.ndarray, melds: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """Whether hands and what lies on the table have more of a kind than there are: ndarray of shape (n,), bool."""
    held = counts.astype(np.uint16) + seen
    for i in range(melds.shape[1]):
        held += meld_counts()[:, :N_KINDS][melds[:, i]]
    return (held > MOST_COPIES).any(axis=1)


def _suit_keys(counts: np.ndarray) -> np.ndarray:
    parts = [counts[:, 9 * suit : 9 * suit + 9].astype(np.int64) for suit in range(N_SUITS)]
    return np.stack([part @ _POWERS[: part.shape[1]] for part in parts])


def _n_waits(counts: np.ndarray, held: np.ndarray, excludes: int, seen: np.ndarray | None) -> np.ndarray:
    """How many kinds complete concealed tiles."""
    keys = _suit_keys(counts)
    lack = np.stack([lacks().suit[keys[0]], lacks().suit[keys[1]], lacks().suit[keys[2]], lacks().honors[keys[3]]])
    rest, whole, ranks = lack & 3, (lack & WHOLE) != 0, lack >> FIRST_RANK
    if EXCLUDES[excludes] == "table" and seen is not None:
        held = held + seen
    gone = np.zeros_like(ranks)
    if EXCLUDES[excludes] != "none":
        gone = _suit_keys_of_bits(held >= MOST_COPIES)
    pairs, wholes = (rest == 2).sum(axis=0), whole.sum(axis=0)
    active = (rest > 0) & (wholes - whole == N_SUITS - 1) & (pairs - (rest == 2) == rest.astype(np.int8) - 1)
    return (_BIT_COUNT[ranks & ~gone] * active).sum(axis=0)


def _suit_keys_of_bits(marked: np.ndarray) -> np.ndarray:
    parts = [marked[:, 9 * suit : 9 * suit + 9].astype(np.uint16) for suit in range(N_SUITS)]
    return np.stack([part @ (1 << np.arange(part.shape[1], dtype=np.uint16)) for part in parts])


def words(counts: np.ndarray, melds: np.ndarray, undeclared_quads: bool, found: np.ndarray) -> None:
    """Words of hands that are grouped kind by kind.

    Parameters
    ----------
    counts, melds : ndarray
        As in `chouma.batch.classical.ClassicalGiven`.
    undeclared_quads : bool
    found : ndarray of shape (N_READ, n), uint64
        To be filled.
    """
    table, n = _keyed(undeclared_quads), len(counts)
    padded = np.zeros((n, len(table) * _KINDS_A_KEY), np.uint16)
    padded[:, :N_KINDS] = np.minimum(counts, MOST_COPIES)
    keys = padded.reshape(n, -1, _KINDS_A_KEY) @ _POWERS[:_KINDS_A_KEY].astype(np.uint16)
    parts = [table[i, keys[:, i]] for i in range(len(table))] + [meld_words()[melds[:, i]] for i in range(melds.shape[1])]
    found[:] = 0
    for part in parts:
        found[:N_SUMS] += part[:, :N_SUMS].T
        found[N_SUMS:] |= part[:, N_SUMS:].T
