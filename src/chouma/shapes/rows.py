"""The readings of a whole hand, one suit at a time.

The suits of a hand are read apart and put together: the readings of a hand are all combinations of the
readings of its suits. What a suit reads as is worked out once (`divisions`, `placements`, `words`) and kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ..features import group_words, words
from ..groups import SINGLE, TANKI, TWIN, Group
from ..hand import RON, Hand, Meld
from ..tiles import HONOR_MASK, KIND_OF, KINDS_MASK, ORPHANS, SUIT_BITS, SUIT_MASK, count
from .reader import divisions, placements


class Row(NamedTuple):
    """What one reading, or part of one, is worth to the features.

    Attributes
    ----------
    sums, marks : int
        Lanes of the features that are added and or-ed: see `chouma.features`.
    groups : tuple of Group
    """

    sums: int
    marks: int
    groups: tuple[Group, ...]


# A key tells what a suit holds and what happened there: 9 bytes of counts, then these
_WIN_SHIFT = SUIT_BITS  # the rank of the winning tile from 1, if it fell into this suit
_RON = 1 << SUIT_BITS + 4
_TWINS = 1 << SUIT_BITS + 5  # read as pairs of seven pairs
_SUIT_SHIFT = SUIT_BITS + 6
_SUIT_TAGS = tuple(suit << _SUIT_SHIFT for suit in range(4))

#: (suit, what it adds to the key of that suit) for each winning tile by tsumo and by ron
_WIN_TAGS = {
    by: tuple((kind // 9, (kind % 9 + 1 << _WIN_SHIFT) + (_RON if by == RON else 0)) for kind in KIND_OF) for by in ("ron", "tsumo")
}


def _read_suit(key: int) -> tuple[int, tuple[Row, ...]]:
    """How many pairs a suit holds (0 or 1), and its readings."""
    suit, win = key >> _SUIT_SHIFT, (key >> _WIN_SHIFT & 15) - 1
    first = 9 * suit
    counts = (key & SUIT_MASK).to_bytes(9, "little")[: 7 if suit == 3 else 9]
    if key & _TWINS:
        found: Iterable[tuple[Group, ...]] = [
            tuple(Group(TWIN, first + i, wait=TANKI if i == win else 0) for i, n in enumerate(counts) if n)
        ]
    else:
        n_pairs, rest = divmod(sum(counts) % 3, 2)
        if rest:
            return 0, ()
        found = divisions(counts, first, n_pairs)
        if win >= 0:
            found = [placed for groups in found for placed in placements(groups, first + win, bool(key & _RON))]
    rows = tuple(Row(*words(groups), groups) for groups in found)
    return int(sum(counts) % 3 == 2), rows


class _Suits(dict[int, tuple[int, tuple[Row, ...]]]):
    """Readings by key, filled as hands come; emptied before it grows past all suits that hands are made of."""

    LIMIT = 200_000

    def __missing__(self, key: int) -> tuple[int, tuple[Row, ...]]:
        if len(self) >= self.LIMIT:
            self.clear()
        value = self[key] = _read_suit(key)
        return value


_SUITS = _Suits()


@lru_cache(maxsize=256)
def meld_row(meld: Meld) -> Row:
    """What a meld is worth to the features."""
    group = Group.of_meld(meld)
    return Row(*group_words(group), (group,))


def _orphan_row(pair: int) -> Row:
    groups = tuple(Group(SINGLE, kind) for kind in sorted((*ORPHANS, pair)))
    sums = marks = 0
    for group in groups:
        more, or_more = group_words(group)
        sums, marks = sums + more, marks | or_more
    return Row(sums, marks, groups)


@lru_cache(maxsize=1)
def _orphan_rows() -> dict[int, Row]:
    return {count((*ORPHANS, pair)): _orphan_row(pair) for pair in ORPHANS}


_ODD = sum(0x01 << 8 * kind for kind in range(34))
_FOUR = sum(0x04 << 8 * kind for kind in range(34))


def parts(hand: Hand) -> list[tuple[Row, ...]] | None:
    """The readings of each part of a hand as four groups and a pair: its suits, then its melds.

    None if there is no such reading. Every combination is a reading of the hand.
    """
    counts, melds, _, _, win, by = hand
    win_suit, win_tag = _WIN_TAGS[by][win]  # type: ignore[index]
    found = []
    n_pairs = 0
    for suit in range(4):
        key = counts & SUIT_MASK if suit < 3 else counts & HONOR_MASK
        counts >>= SUIT_BITS
        if key:
            key |= _SUIT_TAGS[suit]
            n, rows = _SUITS[key + win_tag if suit == win_suit else key]
            if not rows:
                return None
            n_pairs += n
            found.append(rows)
    for meld in melds:
        found.append((meld_row(meld),))
    return found if n_pairs == 1 else None


def _special(hand: Hand) -> Row | None:
    """The reading as seven pairs or as thirteen orphans."""
    if hand.melds:
        return None
    counts = hand.counts & KINDS_MASK
    if not counts & (_ODD | _FOUR):  # 14 tiles, and two of each: seven different pairs
        return _twin_row(hand)
    return _orphan_rows().get(counts)


def _twin_row(hand: Hand) -> Row:
    win_suit, win_tag = _WIN_TAGS[hand.by][hand.win]  # type: ignore[index]
    sums = marks = 0
    groups: tuple[Group, ...] = ()
    for suit in range(4):
        key = hand.counts >> SUIT_BITS * suit & (SUIT_MASK if suit < 3 else HONOR_MASK)
        if key:
            _, ((more, or_more, twins),) = _SUITS[key + _SUIT_TAGS[suit] + _TWINS + (win_tag if suit == win_suit else 0)]
            sums, marks, groups = sums + more, marks | or_more, groups + twins
    return Row(sums, marks, groups)


def _combined(standard: list[tuple[Row, ...]]) -> list[Row]:
    found = []
    for chosen in product(*standard):
        sums = marks = 0
        groups: tuple[Group, ...] = ()
        for more, or_more, some in chosen:
            sums += more
            marks |= or_more
            groups += some
        found.append(Row(sums, marks, groups))
    return found


def rows(hand: Hand) -> list[Row]:
    """Every reading of a hand that won.

    Parameters
    ----------
    hand : Hand
        14 tiles, a meld counting as three, with its winning tile.

    Returns
    -------
    list of Row
        As four groups and a pair, by suit, then as seven pairs or orphans. Empty if the hand doesn't win.
    """
    standard = parts(hand)
    found = _combined(standard) if standard is not None else []
    special = _special(hand)
    return found if special is None else [*found, special]


def row_words(hand: Hand) -> list[tuple[int, int]]:
    """The sums and marks of every reading, in the order of `rows`: the same without the groups, for speed."""
    standard = parts(hand)
    found = []
    if standard is not None:
        sums = marks = 0
        ways = 1
        for some in standard:
            ways *= len(some)
            more, or_more, _ = some[0]
            sums += more
            marks |= or_more
        found = [(sums, marks)] if ways == 1 else [row[:2] for row in _combined(standard)]
    special = _special(hand)
    if special is not None:
        found.append(special[:2])
    return found
