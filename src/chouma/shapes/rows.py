"""The readings of a whole hand, one suit at a time.

The suits of a hand are read apart and put together: the readings of a hand are all combinations of the
readings of its suits. What a suit reads as is worked out once (`divisions`, `placements`, `words`) and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from struct import Struct
from typing import Any, NamedTuple

from ..features import group_words, words
from ..groups import SINGLE, TANKI, TWIN, Group
from ..hand import CLOSED_QUAD, OPEN_QUAD, RON, TSUMO, Hand, Meld
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


# in the state of a suit
_MANY, _NONE = 8, 64


# What the concealed tiles of one suit read as: its state, the sums and the marks of its first reading (all there is of most), and
# every reading. The state is how many pairs the suit holds, 0 or 1, and `_MANY` where there may be several readings, `_NONE` where it
# can't be read: so the states of four suits, added up, tell at once whether a hand has one reading and no more.
# A plain tuple, as named ones are slower to take apart.
_Suit = tuple[int, int, int, tuple[Row, ...]]

_UNREADABLE: _Suit = (_NONE, 0, 0, ())


class _Suits(dict[bytes, _Suit]):
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

    def __missing__(self, counts: bytes) -> _Suit:
        if len(self) >= self.LIMIT:
            self.clear()
        rows = tuple(Row(*words(groups), groups) for groups in self._readings(counts))
        # 223344 may be three of seven pairs too
        several = len(rows) > 1 or (sum(counts) > 2 and set(counts) == {0, 2})
        value = ((sum(counts) % 3 == 2) + several * _MANY, rows[0].sums, rows[0].marks, rows) if rows else _UNREADABLE
        self[counts] = value
        return value


_Tables = tuple[_Suits, _Suits, _Suits, _Suits]


def _by_tile(ron: bool, twins: bool = False) -> tuple[_Tables, ...]:
    """The tables of the four suits by the winning tile: its suit is read with it."""
    plain = [_Suits(suit, twins=twins) for suit in range(4)] if twins else _PLAIN
    won = [_Suits(kind // 9, kind % 9, ron, twins) for kind in range(N_KINDS)]
    kinds = [tuple(table if suit == table.suit else plain[suit] for suit in range(4)) for table in won]
    return tuple(kinds[KIND_OF[tile]] for tile in range(FIRST_FLOWER))


_PLAIN = [_Suits(suit) for suit in range(4)]
_TABLES = {RON: _by_tile(True), TSUMO: _by_tile(False)}
_TWINS = _by_tile(False, twins=True)

#: the counts of the four suits, out of those of a hand
split_suits = Struct(f"9s9s9s7s{N_TILES - N_KINDS}x").unpack


class _Melds(dict[int, tuple[int, int, int, int, Row]]):
    """What melds are by the number of their group: sums, marks, whether open, whether a quad, and the group with its words."""

    def __missing__(self, number: int) -> tuple[int, int, int, int, Row]:
        group = Group.of_number(number)
        sums, marks = group_words(group)
        value = self[number] = (sums, marks, int(number < CLOSED_QUAD), int(number >= OPEN_QUAD), Row(sums, marks, (group,)))
        return value


_MELDS = _Melds()
#: open melds and quads of a hand without melds
NO_CALLS = (0, 0)


def melded(melds: tuple[Meld, ...]) -> tuple[int, int, int, int, int]:
    """What melds add to a hand: counts of their tiles, sums, marks, how many are open, how many are quads."""
    counts = sums = marks = n_calls = n_quads = 0
    for meld in melds:
        more, or_more, call, quad, _ = _MELDS[meld[5]]
        counts += meld[6]
        sums += more
        marks |= or_more
        n_calls += call
        n_quads += quad
    return counts, sums, marks, n_calls, n_quads


def _suits(tables: _Tables, held: bytes) -> list[_Suit]:
    return [table[counts] for table, counts in zip(tables, split_suits(held), strict=True)]


@lru_cache(maxsize=len(ORPHANS))
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
        sums, marks, groups = sums + suit[1], marks | suit[2], groups + suit[3][0].groups
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
    melds = [_MELDS[meld.group][4:] for meld in hand.melds]
    found = _combined([*(suit[3] for suit in suits), *melds]) if sum(suit[0] for suit in suits) % _MANY == 1 else []
    if not hand.melds:
        if not hand.counts & _NOT_TWO:  # 14 tiles, two of each: seven different pairs
            found.append(_twins(hand, held))
        elif hand.counts & KINDS_MASK in _orphan_rows():
            found.append(_orphan_rows()[hand.counts & KINDS_MASK])
    return found


def row_words(hand: Hand) -> list[tuple[int, int]]:
    """The sums and marks of every reading, in the order of `rows`: the same without the groups, for speed."""
    held = hand.counts.to_bytes(N_TILES, "little")
    return words_of(held, hand.win, hand.by, *melded(hand.melds)[1:3], hand)  # type: ignore[arg-type]


def _odd_words(held: bytes, hand: tuple[Any, ...]) -> list[tuple[int, int]]:
    """The sums and marks of a hand that has no pair, or more than one, beside its groups: seven pairs, orphans, or nothing."""
    counts, melds, _, _, win, _ = hand
    if melds:
        return []
    if not counts & _NOT_TWO:
        table_m, table_p, table_s, table_z = _TWINS[win]
        m, p, s, z = split_suits(held)
        _, sums_m, marks_m, _ = table_m[m]
        _, sums_p, marks_p, _ = table_p[p]
        _, sums_s, marks_s, _ = table_s[s]
        _, sums_z, marks_z, _ = table_z[z]
        return [(sums_m + sums_p + sums_s + sums_z, marks_m | marks_p | marks_s | marks_z)]
    orphans = _orphan_rows().get(counts & KINDS_MASK)
    return [orphans[:2]] if orphans else []


def words_of(held: bytes, win: int, by: str, sums: int, marks: int, hand: tuple[Any, ...]) -> list[tuple[int, int]]:
    """The sums and marks of every reading, as `row_words` gives them, of a hand that is taken apart already.

    Parameters
    ----------
    held : bytes
        The counts of its concealed tiles.
    win, by
        As in `Hand`.
    sums, marks : int
        Of its melds.
    hand : tuple
        The fields of the `Hand`.
    """
    table_m, table_p, table_s, table_z = _TABLES[by][win]
    m, p, s, z = split_suits(held)
    state_m, sums_m, marks_m, rows_m = table_m[m]
    state_p, sums_p, marks_p, rows_p = table_p[p]
    state_s, sums_s, marks_s, rows_s = table_s[s]
    state_z, sums_z, marks_z, rows_z = table_z[z]
    state = state_m + state_p + state_s + state_z
    if state == 1:
        return [(sums + sums_m + sums_p + sums_s + sums_z, marks | marks_m | marks_p | marks_s | marks_z)]
    if state % _MANY != 1 or state >= _NONE:
        return _odd_words(held, hand)
    found = [
        (sums + row_m[0] + row_p[0] + row_s[0] + row_z[0], marks | row_m[1] | row_p[1] | row_s[1] | row_z[1])
        for row_m in rows_m
        for row_p in rows_p
        for row_s in rows_s
        for row_z in rows_z
    ]
    if not (hand[1] or hand[0] & _NOT_TWO):  # 112233m 112233p 11s is seven pairs too
        found += _odd_words(held, hand)
    return found


def suit_rows(suit: int, counts: bytes, win_rank: int | None, ron: bool, twins: bool) -> list[tuple[int, int]]:
    """The sums and marks of every reading of one suit, for the compiled part to learn.

    Parameters
    ----------
    suit : int
    counts : bytes
        Nine counts, seven of honours.
    win_rank : int or None
        The rank, from 0, of the winning tile if it fell into this suit.
    ron, twins : bool
        By ron; as pairs of seven pairs.
    """
    tables = (_TWINS if twins else _TABLES[RON if ron else TSUMO])[9 * suit + (win_rank or 0)]
    table = _Suits(suit, twins=twins) if win_rank is None else tables[suit]
    return [row[:2] for row in table[counts][3]]


def orphan_words(pair: int) -> tuple[int, int]:
    """The sums and marks of thirteen orphans, by the kind that is paired."""
    return _orphan_row(pair)[:2]


def meld_words(number: int) -> tuple[int, int]:
    """The sums and marks of a meld, by the number of its group."""
    return _MELDS[number][:2]
