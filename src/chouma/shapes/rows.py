"""The readings of a whole hand, one suit at a time.

The suits of a hand are read apart and put together: the readings of a hand are all combinations of the
readings of its suits. What a suit reads as is worked out once (`divisions`, `placements`, `words`) and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ..features import group_words, words
from ..groups import SINGLE, TANKI, TWIN, Group
from ..hand import RON, TSUMO, Hand
from ..tiles import FIRST_FLOWER, KIND_OF, KINDS_MASK, N_KINDS, N_TILES, ORPHANS, count
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


class Suit(NamedTuple):
    """What the concealed tiles of one suit read as.

    Attributes
    ----------
    n_pairs : int
        0 or 1; far more where the tiles can't be read at all.
    n_ways : int
        How many readings there are.
    sums, marks : int
        Of the first reading, all there is of most.
    rows : tuple of Row
        Every reading.
    """

    n_pairs: int
    n_ways: int
    sums: int
    marks: int
    rows: tuple[Row, ...]


_UNREADABLE = Suit(99, 0, 0, 0, ())


class _Suits(dict[bytes, Suit]):
    """The readings of one suit by its counts, filled as hands come.

    Parameters
    ----------
    suit : int
    win : int or None
        The rank, from 0, of the winning tile if it fell into this suit.
    ron : bool
    twins : bool
        Whether to read pairs of seven pairs instead.
    """

    #: far more than the suits that hands are made of, so that only junk empties it
    LIMIT = 30_000

    def __init__(self, suit: int, win: int | None = None, ron: bool = False, twins: bool = False):
        super().__init__()
        self.suit, self.win, self.ron, self.twins = suit, win, ron, twins

    def _readings(self, counts: bytes) -> Iterable[tuple[Group, ...]]:
        first = 9 * self.suit
        if self.twins:
            return [tuple(Group(TWIN, first + i, wait=TANKI if i == self.win else 0) for i, n in enumerate(counts) if n)]
        n_pairs, rest = divmod(sum(counts) % 3, 2)
        if rest:
            return []
        found = divisions(counts, first, n_pairs)
        if self.win is None:
            return found
        win = first + self.win
        return (placed for groups in found for placed in placements(groups, win, self.ron))

    def __missing__(self, counts: bytes) -> Suit:
        if len(self) >= self.LIMIT:
            self.clear()
        rows = tuple(Row(*words(groups), groups) for groups in self._readings(counts))
        value = Suit(int(sum(counts) % 3 == 2), len(rows), rows[0].sums, rows[0].marks, rows) if rows else _UNREADABLE
        self[counts] = value
        return value


def _by_tile(ron: bool, twins: bool = False) -> tuple[_Suits, ...]:
    kinds = [_Suits(kind // 9, kind % 9, ron, twins) for kind in range(N_KINDS)]
    return tuple(kinds[KIND_OF[tile]] for tile in range(FIRST_FLOWER))


_PLAIN = tuple(map(_Suits, range(4)))
_WON = {RON: _by_tile(True), TSUMO: _by_tile(False)}
_PLAIN_TWINS = tuple(_Suits(suit, twins=True) for suit in range(4))
_WON_TWINS = _by_tile(False, twins=True)


class _Melds(dict[int, Row]):
    """What melds are worth to the features, by the number of their group."""

    def __missing__(self, number: int) -> Row:
        group = Group.of_number(number)
        value = self[number] = Row(*group_words(group), (group,))
        return value


_MELDS = _Melds()


def _suits(tables: Sequence[_Suits], won: _Suits, held: bytes) -> tuple[Suit, Suit, Suit, Suit]:
    """The four suits, each from its table: that of the winning tile in the suit where it fell."""
    m, p, s, z = tables
    suit = won.suit
    if suit == 0:
        m = won
    elif suit == 1:
        p = won
    elif suit == 2:
        s = won
    else:
        z = won
    return m[held[:9]], p[held[9:18]], s[held[18:27]], z[held[27:34]]


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


# in counts, what any number of tiles of a kind but two sets
_NOT_TWO = sum(0xFD << 8 * kind for kind in range(N_KINDS))


def _twins(hand: Hand, held: bytes) -> Row:
    sums = marks = 0
    groups: tuple[Group, ...] = ()
    for suit in _suits(_PLAIN_TWINS, _WON_TWINS[hand.win], held):  # type: ignore[index]
        sums, marks, groups = sums + suit.sums, marks | suit.marks, groups + suit.rows[0].groups
    return Row(sums, marks, groups)


def _combined(parts: Iterable[Sequence[Row]]) -> list[Row]:
    found = []
    for chosen in product(*parts):
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
    held = hand.counts.to_bytes(N_TILES, "little")
    suits = _suits(_PLAIN, _WON[hand.by][hand.win], held)  # type: ignore[index]
    melds = [(_MELDS[meld.group],) for meld in hand.melds]
    found = _combined([*(suit.rows for suit in suits), *melds]) if sum(suit.n_pairs for suit in suits) == 1 else []
    if not hand.melds:
        if not hand.counts & _NOT_TWO:  # 14 tiles, two of each: seven different pairs
            found.append(_twins(hand, held))
        elif hand.counts & KINDS_MASK in _orphan_rows():
            found.append(_orphan_rows()[hand.counts & KINDS_MASK])
    return found


def row_words(hand: Hand) -> list[tuple[int, int]]:
    """The sums and marks of every reading, in the order of `rows`: the same without the groups, for speed."""
    counts, melds, _, _, win, by = hand
    m, p, s, z = _suits(_PLAIN, _WON[by][win], counts.to_bytes(N_TILES, "little"))  # type: ignore[index]
    if m[0] + p[0] + s[0] + z[0] == 1 and m[1] * p[1] * s[1] * z[1] == 1:
        sums, marks = m[2] + p[2] + s[2] + z[2], m[3] | p[3] | s[3] | z[3]
        for meld in melds:
            more, or_more, _ = _MELDS[meld[5]]
            sums += more
            marks |= or_more
        if melds or counts & _NOT_TWO:
            return [(sums, marks)]
    return [row[:2] for row in rows(hand)]
