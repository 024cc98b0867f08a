"""How far hands are from ready, and what brings them nearer: by hand, by a search over whole hands, and beside the scorer `mahjong`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from chouma import read
from chouma.hand import Hand, Meld
from chouma.shapes.distance import distance, improving, shanten
from chouma.shapes.waits import complete_waits, kinds_in
from chouma.tiles import NAMES, copies, count

N_HANDS, N_FEW = 20_000, 1_500
MELDS = tuple(Meld.of("pon", (kind,) * 3) for kind in (27, 28, 29, 30))


def names(bits: int) -> str:
    return " ".join(NAMES[kind] for kind in kinds_in(bits))


@pytest.mark.parametrize(
    ("hand", "away", "nearer"),
    [
        ("123m456p789s11z23m", (0, 3, 9), "1m 4m"),
        ("1122m3344p5566s7z", (3, 0, 10), "7z"),
        ("19m19p19s1234567z", (8, 6, 0), "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"),
        # a fifth 1m can't come: it is one away, and any other tile is a new start for the pair
        ("1111m222333s444p", (1, 5, 11), None),
        # three groups and a pair, and no half of a fourth: 5m takes 3m to 7m, 7z another 7z
        ("123p99s5m7z(789p)(111z)", (1, None, None), "3m 4m 5m 6m 7m 9s 7z"),
        ("123m456p789s1147z", (1, 5, 7), "1z 4z 7z"),
        ("123m456p78s(111z)55p", (0, None, None), "6s 9s"),
    ],
)
def test_by_hand(hand: str, away: tuple[int | None, ...], nearer: str | None) -> None:
    found = read(hand)
    assert distance(found) == away
    assert shanten(found) == min(n for n in away if n is not None)
    if nearer is not None:
        assert names(improving(found)) == nearer


def test_no_kind_is_counted_more_than_four_times() -> None:
    hand = read("1111m222333s444p")
    assert names(complete_waits(hand)) == "1m"
    assert shanten(hand) == 1 and not improving(hand) & 1


def test_three_players_have_no_runs_of_characters() -> None:
    hand = read("1111m111122233z")
    assert (shanten(hand), shanten(hand, players=3)) == (1, 2)
    assert not improving(hand, players=3) & 0b011111110


def deal(random: Random, n: int, kinds: Sequence[int]) -> Hand:
    tiles = random.sample([kind for kind in kinds for _ in range(4)], n)
    return Hand(count(tiles), MELDS[: (14 - n) // 3])


STYLES = (tuple(range(34)), tuple(range(34)), tuple(range(9)), (*range(9), *range(27, 34)), tuple(range(18, 34)))


def dealt(random: Random, n: int) -> list[Hand]:
    """Hands of all stages, some of few kinds, some with melds, some near to ready."""
    found = []
    for i in range(n):
        kinds = random.sample(range(34), random.randint(4, 9)) if i % 6 == 5 else STYLES[i % 5]
        found.append(deal(random, random.choice((1, 4, 7, 10, 13, 13, 13)), kinds))
    return found


def test_nearer_is_one_tile_nearer() -> None:
    """What `improving` tells is what trying every kind tells, and one tile never counts for two."""
    for hand in dealt(Random(5), 400):
        away, nearer = shanten(hand), improving(hand)
        for kind in range(34):
            if copies(hand.counts, kind) < 4:
                more = shanten(hand._replace(counts=hand.counts + count([kind])))
                assert away - more == nearer >> kind & 1, (hand, NAMES[kind])
            else:
                assert not nearer >> kind & 1


def test_ready_hands_wait_for_what_brings_them_nearer() -> None:
    n_ready = 0
    for hand in dealt(Random(6), 3_000):
        left = sum(1 << kind for kind in kinds_in(complete_waits(hand)) if copies(hand.counts, kind) < 4)
        assert (shanten(hand) == 0) == bool(left), hand
        if left:
            n_ready += 1
            assert improving(hand) == left, hand
    assert n_ready > 300


def check_beside_mahjong(n: int, seed: int) -> None:
    module = pytest.importorskip("mahjong.shanten", reason="the scorer mahjong is not installed")
    theirs = module.Shanten.calculate_shanten
    wrong, stages = [], set()
    for hand in dealt(Random(seed), n):
        held = [copies(hand.counts, kind) for kind in range(34)]
        away, nearer = theirs(held), 0
        for kind in range(34):
            if held[kind] < 4:
                held[kind] += 1
                nearer |= (theirs(held) < away) << kind
                held[kind] -= 1
        stages.add((away, len(hand.melds)))
        if (shanten(hand), improving(hand)) != (away, nearer):
            wrong.append((hand, away, names(nearer)))
    assert not wrong, wrong[:5]
    assert {(n, 0) for n in range(6)} <= stages and {(0, n) for n in range(5)} <= stages


@pytest.mark.peer
def test_the_same_as_mahjong() -> None:
    check_beside_mahjong(N_FEW, 21)


@pytest.mark.peer
@pytest.mark.slow
def test_twenty_thousand_hands_the_same_as_mahjong() -> None:
    check_beside_mahjong(N_HANDS, 22)
