"""What a hand waits for, with prices: values by hand from the rules, and the tiles that `score` accepts."""

from __future__ import annotations

from random import Random

import pytest
from strategies import random_hand

import chouma
from chouma.hand import Hand
from chouma.riichi.rules import rules
from chouma.tiles import NAMES, ONE
from chouma.waits import Discards, Waits, waits

N_HANDS, N_FEW = 20_000, 600
HAND = "234m 345678p 6634s"


def test_every_tile_has_its_prices_and_what_is_left() -> None:
    found = waits(HAND, riichi=True, rules="tenhou", seen="2s 9p")
    # riichi, pinfu, tanyao: 3 han 30 fu is 3900; drawn 4 han 20 fu, 1300 and 2600; the red five a han more: 7700, and a mangan
    assert [(one.tile, one.left, one.ron.points, one.tsumo.points) for one in found.waits] == [
        ("2s", 3, 3900, 5200),
        ("5s", 3, 3900, 5200),
        ("0s", 1, 7700, 8000),
    ]
    assert found and found.kinds == ("2s", "5s") and found.left == 7 and found.shanten == 0
    assert isinstance(found.waits[0].ron, chouma.Score) and not found.pure


def test_a_red_five_in_the_hand_comes_only_once() -> None:
    found = waits("234m 345678p 123s 0s", rules="tenhou")
    assert [(one.tile, one.left) for one in found.waits] == [("5s", 3)]
    # 4555s waits for 3s, 4s and 6s; 555s 5s with three plain ones held: the fourth is the red one
    found = waits("234m 345678p 46s 55s 5s"[:-3], rules="tenhou")
    assert [(one.tile, one.left) for one in found.waits] == [("5s", 1), ("0s", 1)]


def test_without_a_yaku_it_says_what_is_lacking() -> None:
    # closed, no yaku by a discard; drawn it is menzen tsumo. The pair of south, the seat wind, is no pinfu
    found = waits("22z 333m 123p 567s 34s")
    for one in found.waits:
        assert one.needs_yaku and not one.ron and one.ron.nearest
        assert [hit.id for hit in one.tsumo.yaku] == ["menzen_tsumo"]
    opened = waits("22z 333m 123p (567s) 34s")
    assert opened.waits and not any(one.ron or one.tsumo for one in opened.waits)
    assert "without a yaku both ways" in str(opened) and "without a yaku by ron" in str(found)


def test_furiten_counts_all_waits_those_without_a_yaku_too() -> None:
    # 23s waits for 1s, which has no tanyao and so no yaku, and 4s
    hand = "(234m) (678m) 345p 66p 23s"
    found = waits(hand, discards="1s 9p")
    assert found.furiten == ("1s",)
    assert [one.needs_yaku for one in found.waits] == [True, False]
    assert waits(hand, discards="9p").furiten == ()
    assert "furiten: 1s" in str(found)
    # a red five thrown away counts as a five
    assert waits(HAND, discards="0s").furiten == ("5s",)
    # thrown tiles can't come
    assert [one.left for one in found.waits] == [3, 4]


def test_a_tile_that_the_hand_holds_four_times_is_gone() -> None:
    found = waits("1111m222333s444p")
    assert not found and found.gone == ("1m",) and found.shanten == 1 and "1m" not in [draw.tile for draw in found.draws]
    # an indicator holds a copy, too
    assert waits("111m 222333s 444p 1m", dora_indicators="9s").gone == ("1m",)
    assert waits("444m 56m 222333s 11z", dora_indicators="4m").gone == ("4m",)


def test_flags_go_with_the_way_of_winning_that_has_them() -> None:
    found = waits(HAND, riichi=True, haitei=True, rules="tenhou")
    assert found.left_out == (("haitei", "ron"),)
    assert all("haitei" in [hit.id for hit in one.tsumo.yaku] for one in found.waits)
    with pytest.raises(chouma.HandError, match="ippatsu without riichi"):
        waits(HAND, ippatsu=True)
    with pytest.raises(chouma.HandError, match="riichi on an open hand"):
        waits("234m 345678p (666s) 4s", riichi=True)


def test_not_ready_hands_tell_what_brings_them_nearer() -> None:
    found = waits("123m456p789s1147z")
    assert not found and found.shanten == 1
    assert [(draw.tile, draw.left) for draw in found.draws] == [("1z", 2), ("4z", 3), ("7z", 3)]
    assert str(found).startswith("1 tile from ready: four groups and a pair\n8 tiles bring it nearer: 1z (2) 4z (3) 7z (3)")


def test_fourteen_tiles_have_one_to_discard() -> None:
    found = waits("123m 456p 789s 11z 23m 9p", seen="4m")
    assert isinstance(found, Discards) and found.shanten == 0
    best, second = found.discards[:2]
    assert (best.tile, best.shanten, [draw._asdict() for draw in best.draws]) == (
        "9p",
        0,
        [{"tile": "1m", "left": 3}, {"tile": "4m", "left": 3}],
    )
    assert second.shanten == 1 and second.left >= found.discards[2].left
    # the plain five goes before the red one
    assert [one.tile for one in waits("123m 456p 789s 11z 5m 0m 9p").discards if one.tile in ("5m", "0m")] == ["5m"]
    assert "0m" in [one.tile for one in waits("123m 456p 789s 11z 0m 8m 9p").discards]
    assert waits("234m 345678p 6634s *5s").shanten == -1


def test_classical_hands() -> None:
    # South of the known table: 666z exposed 4, 555p concealed 4, closed wait 2, base 10 is 20 fu, a fan: 40; drawn 22 fu: 44
    found = waits("13p555p99s(666z)(234m)", rules="ningbo", seat="S")
    assert [(one.tile, one.left, one.ron.score, one.tsumo.score) for one in found.waits] == [("2p", 4, 40, 44)]
    assert found.pure and found.furiten == () and "a pure wait" in str(found)
    # 4p and 7p: a two-sided wait is not pure
    assert not waits("56p555s99s(666z)(234m)", rules="ningbo").pure
    with pytest.raises(chouma.HandError, match="know no dora_indicators"):
        waits("13p555p99s(666z)(234m)", rules="ningbo", dora_indicators="1m")


def test_three_players_wait_for_tiles_that_they_have() -> None:
    found = waits("19m 19p 19s 1234567z", rules="tenhou-sanma")
    assert len(found.waits) == 13
    assert all(draw.tile != "2m" for draw in waits("1m 1133p 5577p 2288s", rules="tenhou-sanma").draws)


@pytest.mark.parametrize(
    ("hand", "more", "told"),
    [
        ("123m", {}, "the hand has 3 tiles"),
        ("234m 345678p 6634s +5s", {}, r"take \+5s away"),
        (HAND, {"seen": "3333p"}, "5 copies of 3p"),
        (HAND, {"dora_indicators": "66s6s"}, "5 copies of 6s"),
        (HAND, {"discards": "1f"}, "flowers"),
        ("55555m 345678p 66s", {}, "5 copies of 5m"),
        (HAND, {"seat": "Q", "round": "X"}, "seat is 'Q'.*\n.*round is 'X'"),
        (7, {}, "a hand is|the hand is"),
    ],
)
def test_what_cannot_be_is_refused(hand: str, more: dict[str, str], told: str) -> None:
    with pytest.raises(chouma.HandError, match=told):
        waits(hand, **more)


def test_answers_become_json() -> None:
    told = waits(HAND, riichi=True, discards="5s").to_dict()
    assert (told["schema"], told["ok"], told["ready"], told["furiten"]) == ("chouma.waits/1", True, True, ["5s"])
    assert told["waits"][0]["ron"]["points"] == 3900 and told["waits"][0]["tsumo"]["payments"]["dealer"] == 2600
    assert waits("123m 456p 789s 11z 23m 9p").to_dict()["discards"][0]["tile"] == "9p"


def test_columns_stand_one_under_the_other() -> None:
    lines = str(waits(HAND, riichi=True)).split("\n")
    assert lines[0] == "ready: waits for 2s 5s, 8 tiles are left"
    assert len({line.index("3900") + 4 for line in lines[2:4]}) == 1


# ----------------------------------------------------------------------------- the tiles that score accepts


def accepted(hand: Hand, house: chouma.RiichiRules) -> set[str]:
    """The tiles with which a hand wins, paid or not, tried one by one."""
    found = set()
    for tile in range(37):
        try:
            score = chouma.score(hand.winning(tile, "ron"), rules=house, seat="S", round="E")
        except chouma.HandError:
            continue
        if score or score.reason == "no_yaku":
            found.add(NAMES[tile])
    return found


def check_accepted(n: int, seed: int) -> None:
    random, n_ready = Random(seed), 0
    for i in range(n):
        house = rules(("general", "tenhou", "wrc", "tenhou-sanma")[i % 4])
        won = random_hand(random, house)
        tile = won.win if i % 5 else random.choice(won.concealed or (won.win,))
        hand = won._replace(counts=won.counts - ONE[tile], win=None, by=None)
        found = waits(hand, rules=house, seat="S", round="E")
        assert isinstance(found, Waits)
        assert {one.tile for one in found.waits} == accepted(hand, house), (str(won), house.name)
        for one in found.waits:
            assert one.ron == chouma.score(hand.winning(NAMES.index(one.tile), "ron"), rules=house, seat="S", round="E")
        n_ready += bool(found)
    assert n_ready > n / 2


def test_waits_are_the_tiles_that_score_accepts() -> None:
    check_accepted(N_FEW, 31)


@pytest.mark.slow
def test_waits_of_twenty_thousand_hands_are_the_tiles_that_score_accepts() -> None:
    check_accepted(N_HANDS, 32)
