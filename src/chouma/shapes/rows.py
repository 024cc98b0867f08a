"""The readings of a whole hand, one suit at a time.

The suits of a hand are read apart and put together: the readings of a hand are all combinations of the
readings of its suits. What a suit reads as is worked out once (`divisions`, `placements`, `words`) and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from struct import Struct
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


#: in `Suit.state`: more than one reading, and none
_MANY, _NONE = 8, 64


class Suit(NamedTuple):
    """What the concealed tiles of one suit read as.

    Attributes
    ----------
    state : int
        How many pairs it holds, 0 or 1, and `_MANY` where it has several readings, `_NONE` where it can't be read: so that the
        states of a hand's four suits, added up, tell at once whether there is one reading and no more.
    sums, marks : int
        Of the first reading, all there is of most.
    rows : tuple of Row
        Every reading.
    """

    state: int
    sums: int
    marks: int
    rows: tuple[Row, ...]


_UNREADABLE = Suit(_NONE, 0, 0, ())


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
        value = Suit((sum(counts) % 3 == 2) + (len(rows) > 1) * _MANY, rows[0].sums, rows[0].marks, rows) if rows else _UNREADABLE
        self[counts] = value
        return value


_Tables = tuple[_Suits, _Suits, _Suits, _Suits]


def _by_tile(ron: bool, twins: bool = False) -> tuple[_Tables, ...]:
    """The tables of the four suits by the winning tile: its suit is read with it."""
    plain = [_Suits(suit, twins=twins) for suit in range(4)] if twins else _PLAIN
    kinds = [tuple(_Suits(suit, kind % 9, ron, twins) if suit == kind // 9 else plain[suit] for suit in range(4)) for kind in range(N_KINDS)]
    return tuple(kinds[KIND_OF[tile]] for tile in range(FIRST_FLOWER))  # type: ignore[misc]


_PLAIN = [_Suits(suit) for suit in range(4)]
_TABLES = {RON: _by_tile(True), TSUMO: _by_tile(False)}
_TWINS = _by_tile(False, twins=True)

# the counts of the four suits, out of those of a hand
_split = Struct(f"9s9s9s7s{N_TILES - N_KINDS}x").unpack


class _Melds(dict[int, Row]):
    """What melds are worth to the features, by the number of their group."""

    def __missing__(self, number: int) -> Row:
        group = Group.of_number(number)
        value = self[number] = Row(*group_words(group), (group,))
        return value


_MELDS = _Melds()


def _suits(tables: _Tables, held: bytes) -> list[Suit]:
    return [table[counts] for table, counts in zip(tables, _split(held), strict=True)]


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
    for suit in _suits(_TWINS[hand.win], held):  # type: ignore[index]
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
    suits = _suits(_TABLES[hand.by][hand.win], held)  # type: ignore[index]
    melds = [(_MELDS[meld.group],) for meld in hand.melds]
    found = _combined([*(suit.rows for suit in suits), *melds]) if sum(suit.state for suit in suits) % _MANY == 1 else []
    if not hand.melds:
        if not hand.counts & _NOT_TWO:  # 14 tiles, two of each: seven different pairs
            found.append(_twins(hand, held))
        elif hand.counts & KINDS_MASK in _orphan_rows():
            found.append(_orphan_rows()[hand.counts & KINDS_MASK])
    return found


def row_words(hand: Hand) -> list[tuple[int, int]]:
    """The sums and marks of every reading, in the order of `rows`: the same without the groups, for speed."""
    counts, melds, _, _, win, by = hand
    table_m, table_p, table_s, table_z = _TABLES[by][win]  # type: ignore[index]
    m, p, s, z = _split(counts.to_bytes(N_TILES, "little"))
    state_m, sums_m, marks_m, rows_m = table_m[m]
    state_p, sums_p, marks_p, rows_p = table_p[p]
    state_s, sums_s, marks_s, rows_s = table_s[s]
    state_z, sums_z, marks_z, rows_z = table_z[z]
    state = state_m + state_p + state_s + state_z
    if state % _MANY != 1 or state >= _NONE or not (melds or counts & _NOT_TWO):
        return [row[:2] for row in rows(hand)]
    sums = marks = 0
    for meld in melds:
        more, or_more, _ = _MELDS[meld[5]]
        sums += more
        marks |= or_more
    if state == 1:
        return [(sums + sums_m + sums_p + sums_s + sums_z, marks | marks_m | marks_p | marks_s | marks_z)]
    return [
        (sums + row_m[0] + row_p[0] + row_s[0] + row_z[0], marks | row_m[1] | row_p[1] | row_s[1] | row_z[1])
        for row_m in rows_m
        for row_p in rows_p
        for row_s in rows_s
        for row_z in rows_z
    ]
