"""The tables that columns are read with, built from the reference reader's divisions and the vocabulary's words.

A suit is looked up by its counts as a number in base 5; what is found are its divisions, each with its words. Where the winning
tile went changes the words by a little that hangs on the group alone, so placements are a small table of differences.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

import numpy as np

from ..features import WORD, group_words, suit_words, words
from ..groups import PAIR, QUAD, RUN, TANKI, TRIPLET, TWIN, Group
from ..hand import N_GROUPS
from ..layout import N_MARKS, N_SUMS, split
from ..shapes import rows
from ..shapes.reader import placed
from ..tiles import N_KINDS, ORPHANS

#: words of a reading
N_READ = N_SUMS + N_MARKS

#: placements of the winning tile: 3 places in each of 7 runs, then 9 triplets, then 9 pairs
AT_TRIPLET, AT_PAIR, N_PLACEMENTS = 21, 30, 39

_FORMS = (TRIPLET, RUN, PAIR)


def _parts(n_ranks: int) -> tuple[tuple[int, str], ...]:
    """What a suit is divided into: (rank, form), in the order in which the reader takes them."""
    return tuple((rank, form) for rank in range(n_ranks) for form in _FORMS if form != RUN or (n_ranks == 9 and rank < 7))


def _part_groups(suit: int) -> tuple[Group, ...]:
    return tuple(Group(form, 9 * suit + rank) for rank, form in _parts(7 if suit == 3 else 9))


def suit_divisions(n_ranks: int = 9) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every division of every pattern of a suit that can be part of a hand.

    Yields
    ------
    counts, parts : tuple of int
        The pattern, and the division as places in `_parts`; those of one pattern come in the order of `chouma.shapes.reader.divisions`.
    """
    parts = _parts(n_ranks)
    takes = [{PAIR: (2,), TRIPLET: (3,), RUN: (1, 1, 1)}[form] for _, form in parts]
    is_pair = [form == PAIR for _, form in parts]

    def grow(start: int, counts: tuple[int, ...], taken: tuple[int, ...], pairs: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        yield counts, taken
        for i in range(start, len(parts)):
            if (pairs if is_pair[i] else len(taken) - pairs >= 4):
                continue
            more = list(counts)
            for at, n in enumerate(takes[i], parts[i][0]):
                more[at] += n
            if max(more) <= 4:
                yield from grow(i, tuple(more), (*taken, i), pairs + is_pair[i])

    yield from grow(0, (0,) * n_ranks, (), 0)


class Suits(NamedTuple):
    """Divisions of the patterns of a suit.

    Attributes
    ----------
    info : ndarray of shape (P,), uint32
        By pattern: first division << 4 | number of divisions << 1 | whether it holds a pair. Pattern 0 can't be read.
    masks : ndarray of shape (D,), uint32
        By division: ranks of runs (7 bits), of triplets (9 bits) << 7, of the pair (9 bits) << 16.
    patterns : ndarray of shape (P,), int64
        Counts of each pattern in base 5, the lowest rank first.
    divisions : tuple of tuple of int
        Each as places in `_parts`.
    """

    info: np.ndarray
    masks: np.ndarray
    patterns: np.ndarray
    divisions: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=2)
def suits(n_ranks: int = 9) -> Suits:
    """The divisions of a suit (9 ranks) or of the honours (7)."""
    by_pattern: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for counts, division in suit_divisions(n_ranks):
        by_pattern.setdefault(counts, []).append(division)
    info, patterns = [0], [-1]
    divisions: list[tuple[int, ...]] = []
    for counts, found in by_pattern.items():
        info.append(len(divisions) << 4 | len(found) << 1 | (sum(counts) % 3 == 2))
        patterns.append(sum(n * 5**i for i, n in enumerate(counts)))
        divisions += found
    first_bit = {RUN: 0, TRIPLET: 7, PAIR: 16}
    bits = [1 << rank + first_bit[form] for rank, form in _parts(n_ranks)]
    masks = [reduce(or_, (bits[part] for part in one), 0) for one in divisions]
    return Suits(np.array(info, np.uint32), np.array(masks, np.uint32), np.array(patterns, np.int64), tuple(divisions))


def _as_words(sums: int, marks: int) -> tuple[int, ...]:
    return (*split(sums, N_SUMS), *split(marks, N_MARKS))


def division_words(suit: int) -> np.ndarray:
    """Words of every division in one suit.

    Returns
    -------
    ndarray of shape (D, N_READ), uint64
    """
    divisions, groups = suits(7 if suit == 3 else 9).divisions, _part_groups(suit)
    table = np.array([*(_as_words(*group_words(group)) for group in groups), (0,) * N_READ], np.uint64)
    places = np.array([one + (-1,) * (5 - len(one)) for one in divisions])  # the last of the table stands for no group
    found = np.empty((len(divisions), N_READ), np.uint64)
    found[:, :N_SUMS] = table[places, :N_SUMS].sum(axis=1)
    found[:, N_SUMS:] = np.bitwise_or.reduce(table[places, N_SUMS:], axis=1)
    for i, one in enumerate(divisions):
        sums, marks = suit_words(tuple([groups[part] for part in one]))
        if sums or marks:  # few groups are worth more together
            more = np.array(_as_words(sums, marks), np.uint64)
            found[i, :N_SUMS] += more[:N_SUMS]
            found[i, N_SUMS:] |= more[N_SUMS:]
    return found


def _difference(plain: Group, won: Group) -> tuple[int, ...]:
    """What a placement adds to the sums, each word for itself, and what it adds to the marks."""
    before, after = _as_words(*group_words(plain)), _as_words(*group_words(won))
    return tuple((b - a) % (1 << WORD) if i < N_SUMS else b for i, (a, b) in enumerate(zip(before, after, strict=True)))


def placement_words(suit: int) -> np.ndarray:
    """What the winning tile changes in the words of one suit, by self-draw and by ron.

    Returns
    -------
    ndarray of shape (2, N_PLACEMENTS, N_READ), uint64
        To be added to the sums and or-ed to the marks.
    """
    found = np.zeros((2, N_PLACEMENTS, N_READ), np.uint64)
    n_ranks = 7 if suit == 3 else 9
    for ron in (0, 1):
        for rank in range(n_ranks):
            kind = 9 * suit + rank
            plain = [(AT_TRIPLET + rank, Group(TRIPLET, kind), kind), (AT_PAIR + rank, Group(PAIR, kind), kind)]
            if suit < 3 and rank < 7:
                plain += [(3 * rank + i, Group(RUN, kind), kind + i) for i in range(3)]
            for at, group, win in plain:
                found[ron, at] = _difference(group, placed(group, win, bool(ron)))
    return found


def twin_words(suit: int) -> np.ndarray:
    """Words of pairs of seven pairs in one suit, by the ranks that are paired, and what winning on a rank changes.

    Returns
    -------
    ndarray of shape (512 + 9, N_READ), uint64
    """
    found = np.zeros((512 + 9, N_READ), np.uint64)
    n_ranks = 7 if suit == 3 else 9
    for mask in range(1 << n_ranks):
        found[mask] = _as_words(*words(tuple(Group(TWIN, 9 * suit + i) for i in range(n_ranks) if mask >> i & 1)))
    for rank in range(n_ranks):
        twin = Group(TWIN, 9 * suit + rank)
        found[512 + rank] = _difference(twin, twin._replace(wait=TANKI))
    return found


def orphan_words() -> np.ndarray:
    """Words of thirteen orphans, by the kind that is paired.

    Returns
    -------
    ndarray of shape (34, N_READ), uint64
    """
    found = np.zeros((N_KINDS, N_READ), np.uint64)
    for pair in ORPHANS:
        found[pair] = _as_words(*rows.orphan_words(pair))
    return found


def meld_words() -> np.ndarray:
    """Words of every meld, by the number of its group; none for what is no group.

    Returns
    -------
    ndarray of shape (256, N_READ), uint64
    """
    found = np.zeros((256, N_READ), np.uint64)
    found[:N_GROUPS] = [_as_words(*rows.meld_words(number)) for number in range(N_GROUPS)]
    return found


def meld_counts() -> np.ndarray:
    """Tiles of every meld, by the number of its group, a byte a kind; and what it is, behind them.

    Returns
    -------
    ndarray of shape (256, 40), uint8
        34 counts, then 1 for: a meld, an open one, a quad, a chi; and 1 for a number that is neither a group nor 255.
    """
    found = np.zeros((256, 40), np.uint8)
    for number in range(N_GROUPS):
        group = Group.of_number(number)
        for kind in group.kinds:
            found[number, kind] += 1
        found[number, N_KINDS : N_KINDS + 4] = 1, group.called, group.form == QUAD, group.form == RUN
    found[N_GROUPS:255, N_KINDS + 4] = 1
    return found


LOW_RANKS = 4
#: of `Suits.info`: room for 65,536 divisions, and left for 4,096 rows
INFO_BITS = 20


#: far more places than rows that are laid over each other need
_MOST_PLACES = 1 << 17


class Index(NamedTuple):
    """From counts to what `Suits.info` says of them, in two steps: the ranks above `LOW_RANKS` are a row, those up to there a place in it.

    Rows have few patterns each, so they are laid over each other, where one has gaps for the other's patterns: the whole is small
    enough for a processor to keep at hand. A place names the row that it belongs to, as other rows' gaps lie there too.

    Attributes
    ----------
    starts : ndarray of shape (5 ** (n_ranks - LOW_RANKS),), uint32
        Where each row begins.
    places : ndarray of shape (M,), uint32
        The row << `INFO_BITS` | the info; the info is 0 where nothing lies.
    """

    starts: np.ndarray
    places: np.ndarray


def index(n_ranks: int = 9) -> Index:
    """The index of a suit (9 ranks) or of the honours (7)."""
    info, _, keys, _ = suits(n_ranks)
    width, rows = 5**LOW_RANKS, 5 ** (n_ranks - LOW_RANKS)
    by_row: dict[int, list[int]] = {}
    for key in keys[1:].tolist():
        by_row.setdefault(key // width, []).append(key % width)
    starts, taken, everywhere = np.zeros(rows, np.uint32), 0, (1 << _MOST_PLACES) - 1
    for row in sorted(by_row, key=lambda row: -len(by_row[row])):  # the full ones first, as nothing fits between them
        clash = reduce(or_, (taken >> place for place in by_row[row]))  # a bit a start
        free = everywhere & ~clash
        starts[row] = start = (free & -free).bit_length() - 1
        taken |= sum(1 << start + place for place in by_row[row])
    places = np.zeros(int(starts.max()) + width, np.uint32)
    row_of = (keys[1:] // width).astype(np.uint32)
    places[starts[row_of] + keys[1:] % width] = row_of << np.uint32(INFO_BITS) | info[1:]
    return Index(starts, places)
