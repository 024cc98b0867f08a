"""Readings: counts that any reader must reproduce, and a slow reader of whole hands that must find just the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb, prod
from random import Random

import pytest
from strategies import random_hand

from chouma.groups import KANCHAN, PAIR, PENCHAN, QUAD, RUN, RYANMEN, SHANPON, SINGLE, TANKI, TRIPLET, TWIN, Group
from chouma.hand import Hand
from chouma.notation import read
from chouma.riichi.rules import rules
from chouma.shapes.distance import shanten
from chouma.shapes.reader import divisions
from chouma.shapes.rows import row_words, rows
from chouma.tiles import KIND_OF, ORPHANS

# ------------------------------------------------------------------------------------------- census


def patterns(ranks: int, most: int = 14) -> Iterator[tuple[int, ...]]:
    """Every way to hold up to four of each rank, `most` tiles at the most."""
    if not ranks:
        yield ()
        return
    for rest in patterns(ranks - 1, most):
        yield from ((*rest, n) for n in range(min(4, most - sum(rest)) + 1))


@cache
def readable(ranks: int, first_kind: int) -> Counter[int]:
    """How many patterns of a suit (9 ranks) or of the honours (7) our reader can divide, by the number of tiles."""
    found: Counter[int] = Counter()
    for counts in patterns(ranks):
        n_pairs, rest = divmod(sum(counts) % 3, 2)
        if not rest and next(divisions(counts, first_kind, n_pairs), None) is not None:
            found[sum(counts)] += 1
    return found


def test_suit_patterns() -> None:
    """What one suit can hold as part of a hand of 14: groups, and perhaps the pair; nothing at all is one of them."""
    assert sum(readable(9, 0).values()) == 21_743
    # honours make no runs: triplets of some of the seven, and perhaps a pair of another
    triplets = [comb(7, n) for n in range(5)]
    assert readable(7, 27) == {
        **{3 * n: triplets[n] for n in range(5)},
        **{3 * n + 2: triplets[n] * (7 - n) for n in range(5)},
    }


def test_complete_standard_hands() -> None:
    suits = [*[readable(9, 0)] * 3, readable(7, 27)]  # the suits are alike, as the tests of symmetry hold
    hands: Counter[int] = Counter({0: 1})
    for suit in suits:
        more: Counter[int] = Counter()
        for size, n in hands.items():
            for tiles, ways in suit.items():
                # sizes of 3n + 2 hold the one pair
                if size + tiles <= 14 and (size % 3 == 2) + (tiles % 3 == 2) < 2:
                    more[size + tiles] += n * ways
        hands = more
    assert hands[14] == 11_498_658


def winning(tiles: tuple[int, ...] | list[int]) -> Hand:
    return Hand.of(tiles[1:], win=tiles[0], by="tsumo")


def test_sets_of_seven_pairs() -> None:
    """In each suit any set of kinds may be pairs, so that sets of seven multiply out; each hand of one suit and honours is read."""
    per_suit = [[comb(9, n) for n in range(8)]] * 3 + [[comb(7, n) for n in range(8)]]
    total = sum(
        prod(suit[n] for suit, n in zip(per_suit, (a, b, c, 7 - a - b - c), strict=True))
        for a in range(8)
        for b in range(8 - a)
        for c in range(8 - a - b)
    )
    assert total == 5_379_616
    kinds = (*range(9, 18), *range(27, 34))
    for pairs in combinations(kinds, 7):
        twins = [row for row in rows(winning(pairs * 2)) if row.groups[0].form == TWIN]
        assert [sorted(group.kind for group in row.groups) for row in twins] == [list(pairs)]


def test_thirteen_orphans() -> None:
    found = [rows(winning([pair, *ORPHANS])) for pair in ORPHANS]
    assert len(found) == 13
    for pair, (row,) in zip(ORPHANS, found, strict=True):
        assert sorted(group.kind for group in row.groups) == sorted([*ORPHANS, pair])
        assert {group.form for group in row.groups} == {SINGLE}
    assert not rows(winning([1, *ORPHANS]))


# --------------------------------------------------------- a reader of whole hands, slow and simple


def slow_divisions(tiles: tuple[int, ...]) -> set[tuple[tuple[str, int], ...]]:
    """Four groups and a pair at the most: every set of groups that makes up the tiles, suits and tables unknown."""
    if not tiles:
        return {()}
    first = tiles[0]
    found = set()
    for form, kinds in ((PAIR, [first] * 2), (TRIPLET, [first] * 3), (RUN, [first, first + 1, first + 2])):
        if form == RUN and (first >= 27 or first % 9 > 6):
            continue
        rest = list(tiles)
        try:
            for kind in kinds:
                rest.remove(kind)
        except ValueError:
            continue
        found |= {tuple(sorted([(form, first), *others])) for others in slow_divisions(tuple(rest))}
    return {groups for groups in found if sum(form == PAIR for form, _ in groups) <= 1}


def slow_wait(form: str, kind: int, win: int) -> int:
    if form == RUN:
        rest = sorted({kind, kind + 1, kind + 2} - {win})
        if rest[1] - rest[0] == 2:
            return KANCHAN
        return PENCHAN if rest[0] % 9 == 0 or rest[1] % 9 == 8 else RYANMEN
    return SHANPON if form == TRIPLET else TANKI


def slow_readings(hand: Hand) -> set[tuple[Group, ...]]:
    """Every reading with every place of the winning tile, as a set of sorted groups."""
    win = KIND_OF[hand.win]  # type: ignore[index]
    tiles = tuple(sorted(KIND_OF[tile] for tile in (*hand.concealed, win)))
    forms = {"chi": RUN, "pon": TRIPLET}
    melds = [Group(forms.get(meld.type, QUAD), meld.kind, meld.type == "ankan", meld.type != "ankan") for meld in hand.melds]
    found = set()
    for groups in slow_divisions(tiles):
        if sum(form == PAIR for form, _ in groups) != 1 or len(groups) + len(melds) != 5:
            continue
        for i, (form, kind) in enumerate(groups):
            if win not in ((kind, kind + 1, kind + 2) if form == RUN else (kind,)):
                continue
            placed = Group(form, kind, concealed=not (form == TRIPLET and hand.by == "ron"), wait=slow_wait(form, kind, win))
            others = [Group(*group) for j, group in enumerate(groups) if j != i]
            found.add(tuple(sorted([placed, *others, *melds])))
    if not melds and len(set(tiles)) == 7 and all(tiles.count(kind) == 2 for kind in tiles):
        found.add(tuple(sorted(Group(TWIN, kind, wait=TANKI if kind == win else 0) for kind in set(tiles))))
    if not melds and set(tiles) == set(ORPHANS):
        found.add(tuple(sorted(Group(SINGLE, kind) for kind in tiles)))
    return found


@pytest.mark.parametrize("preset", ["general", "tenhou-sanma"])
def test_the_slow_reader_finds_the_same_readings(preset: str) -> None:
    random, house = Random(20_240_601), rules(preset)
    n_readings: Counter[int] = Counter()
    for _ in range(3_000):
        hand = random_hand(random, house)
        found = [tuple(sorted(row.groups)) for row in rows(hand)]
        assert len(found) == len(set(found)), hand
        assert set(found) == slow_readings(hand), hand
        assert row_words(hand) == [row[:2] for row in rows(hand)]
        assert (shanten(hand) == -1) == bool(found)
        n_readings[len(found)] += 1
    # hands that don't win, hands with one reading, and hands with many
    assert n_readings[0] and n_readings[1] and sum(n for readings, n in n_readings.items() if readings > 2) > 100


@pytest.mark.parametrize(
    ("hand", "away"),
    [
        ("123m 456p 789s 11z 23m +9p", 0),
        ("1133m 5577p 2288s 6z +7z", 0),  # one pair short
        ("1111m 5577p 2288s 6z +6z", 1),  # six pairs of six kinds: four of a kind are no two pairs
        ("119m 19p 19s 123456z +5m", 0),  # orphans: twelve and a pair
        ("19m 19p 19s 123456z 5m +5m", 1),  # twelve, and no pair among them
        ("19m 19p 19s 12345z 55m +5m", 2),
        ("147m 258p 369s 1234z +5z", 6),  # no two tiles go together: seven pairs from seven kinds
        ("123m 99s (789p) (111z) 5m +9m", 1),  # three groups and a pair, no half of a fourth
        ("123m 99s (789p) (111z) 8m +9m", 0),
        ("123456789m 23p 56p +8s", 1),  # three groups, and halves of two where one is wanted
        ("1559m 159p 159s 234z +5z", 3),  # ten orphans
    ],
)
def test_how_far_from_ready(hand: str, away: int) -> None:
    assert shanten(read(hand)) == away


def test_a_ready_hand_is_one_exchange_from_a_win() -> None:
    random, house = Random(3), rules("general")
    n_ready = Counter()
    for _ in range(400):
        hand = random_hand(random, house)
        lost, found = random.choice(hand.concealed or (hand.win,)), random.randrange(34)
        tiles = [*hand.concealed, hand.win]
        tiles.remove(lost)
        changed = Hand.of([*tiles[1:], found], hand.melds, win=tiles[0], by="tsumo")
        tiles = [*changed.concealed, changed.win]
        rests = [[*tiles[:i], *tiles[i + 1 :]] for i in range(len(tiles))]
        wins = any(rows(Hand.of(rest, changed.melds, win=kind, by="tsumo")) for rest in rests for kind in range(34))
        assert (shanten(changed) <= 0) == wins, changed
        n_ready[wins] += 1
    assert n_ready[True] > 100 and n_ready[False] > 5


def test_a_hypothetical_hand_of_eight_copies_is_no_seven_pairs() -> None:
    """What is scored with strict=False may hold more than there are; 11111111m 22p 33p 44p is still not seven pairs."""
    tiles = [0] * 8 + [10, 10, 11, 11, 12, 12]
    assert not [row for row in rows(winning(tiles)) if row.groups[0].form == TWIN]
    assert slow_readings(winning(tiles)) == {tuple(sorted(row.groups)) for row in rows(winning(tiles))}
