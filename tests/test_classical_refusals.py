"""What can't be under classical rules is refused, with every reason at once; what can be is not."""

from __future__ import annotations

from typing import Any

import pytest

import chouma
from chouma.classical.refusals import REFUSALS
from chouma.classical.rules import ClassicalRules
from chouma.errors import HandError, Problem

_READY = "123m 678m 99s 234p 67s"  # wins on 5s and 8s
_KONGS = "67s 99m 234p [1111z] [2222m]"  # wins on 5s and 8s
_LOST = "147m 258p 369s 6661z"

Told = tuple[str, dict[str, Any]]

# problem -> a hand that has it and no other, and what the message names
ONE_PROBLEM: dict[Problem, list[tuple[str, dict[str, Any], str]]] = {
    Problem.TILE_COUNT: [
        ("123m 678m 99s 234p 6s +8s", {}, "add 1"),
        (_LOST + "1z", {"won": False}, "take away 1"),
        ("147m 258p 36s 1z [6666z]", {"won": False}, "did not win has 13: add 1"),
    ],
    Problem.FIFTH_COPY: [("11111m 9s 234p 67s 55z +8s", {}, "5 copies of 1m"), ("11111m 258p 369s 66z", {"won": False}, "5 copies of 1m")],
    Problem.RED_FIVES: [("05m 678m 9s 9s 234p 67s 5m +8s", {}, "0m")],
    Problem.NO_WINNING_TILE: [(_READY, {}, "no winning tile")],
    Problem.NORTH_WITH_FOUR: [(f"{_READY} {{4z}} +8s", {}, "declared north")],
    Problem.FLOWERS: [(f"{_READY} 1f +8s", {}, "1f is a flower"), (f"{_LOST} 1f", {"won": False}, "1f is a flower")],
    Problem.RINSHAN_BY_RON: [(f"{_KONGS} +8s", {"rinshan": True}, "rinshan by a discard")],
    Problem.RINSHAN_WITHOUT_KAN: [(f"{_READY} *8s", {"rinshan": True}, "without a kong")],
    Problem.CHANKAN_BY_TSUMO: [(f"{_READY} *8s", {"chankan": True}, "chankan by self-draw")],
    Problem.CHANKAN_OF_HELD_TILE: [("123m 678m 88s 234p 67s +8s", {"chankan": True}, "that the hand holds")],
    Problem.HAITEI_BY_RON: [(f"{_READY} +8s", {"haitei": True}, "haitei by a discard")],
    Problem.HAITEI_WITH_RINSHAN: [(f"{_KONGS} *8s", {"haitei": True, "rinshan": True}, "haitei with rinshan")],
    Problem.HOUTEI_BY_TSUMO: [(f"{_READY} *8s", {"houtei": True}, "houtei by self-draw")],
    Problem.HOUTEI_WITH_CHANKAN: [(f"{_READY} +8s", {"houtei": True, "chankan": True}, "houtei with chankan")],
    Problem.TENHOU_BY_RON: [(f"{_READY} +8s", {"tenhou": True, "seat": "E"}, "tenhou by a discard")],
    Problem.TENHOU_NOT_DEALER: [(f"{_READY} *8s", {"tenhou": True}, "not East")],
    Problem.CHIIHOU_BY_TSUMO: [(f"{_READY} *8s", {"chiihou": True}, "East's first discard")],
    Problem.CHIIHOU_BY_RON: [(f"{_READY} +8s", {"chiihou": True, "rules": "ar-sii-ar"}, "first draw")],
    Problem.CHIIHOU_DEALER: [(f"{_READY} +8s", {"chiihou": True, "seat": "E"}, "chiihou for East")],
    Problem.FIRST_TURN_WITH_MELD: [(f"{_KONGS} *8s", {"tenhou": True, "seat": "E"}, "declared set")],
    Problem.FIRST_TURN_LATE: [(f"{_READY} +8s", {"chiihou": True, "houtei": True}, "first turn")],
    Problem.KONG_ON_KONG_WITHOUT_KONGS: [
        ("67s 99m 234p 678m [1111z] *8s", {"rinshan": True, "kong_on_kong": True}, "two kongs"),
        (f"{_KONGS} *8s", {"kong_on_kong": True}, "without rinshan"),
    ],
    Problem.EAST_STREAK_NOT_DEALER: [(f"{_READY} +8s", {"east_streak": True}, "not East")],
    Problem.FLAG_OF_A_WIN: [(_LOST, {"won": False, "houtei": True}, "did not win")],
    Problem.NOT_A_LOSER: [("147m 258p 369s 666z +1z", {"won": False}, "winning tile 1z")],
    Problem.NOT_DEALT: [("27p157s16m123457z", {"won": "dealt"}, "less than three apart")],
    Problem.BAD_VALUE: [(f"{_READY} +8s", {"won": "perhaps"}, "won is"), (f"{_READY} +8s", {"honba": 1}, "know no honba")],
}

#: never alone: a first turn of both sorts is also one for the wrong seat or by the wrong way
NEVER_ALONE = {Problem.FIRST_TURN_TWICE: (f"{_READY} *8s", {"tenhou": True, "chiihou": True, "seat": "E"})}

#: of four hands together: tests/test_classical_settle.py has them
OF_A_TABLE = {
    *(Problem.MISSING_HAND, Problem.NO_WINNER, Problem.TWO_WINNERS, Problem.TWO_OUTCOMES),
    *(Problem.NO_DISCARDER, Problem.BAD_DISCARDER, Problem.BAD_LIABLE, Problem.NOT_ROBBED),
}


def refused(text: str, **how: Any) -> HandError:
    with pytest.raises(HandError) as caught:
        chouma.score(text, **{"rules": "ningbo", **how})
    return caught.value


@pytest.mark.parametrize(("problem", "case"), [(problem, case) for problem, cases in ONE_PROBLEM.items() for case in cases])
def test_one_problem(problem: Problem, case: tuple[str, dict[str, Any], str]) -> None:
    text, how, names = case
    error = refused(text, **how)
    assert [fault.problem for fault in error.faults] == [problem], error
    assert names in error.faults[0].message


def test_every_refusal_has_its_hand() -> None:
    assert {rule.problem for rule in REFUSALS} <= {*ONE_PROBLEM, *NEVER_ALONE}


@pytest.mark.parametrize("problem", NEVER_ALONE)
def test_two_at_once(problem: Problem) -> None:
    text, how = NEVER_ALONE[problem]
    assert problem in {fault.problem for fault in refused(text, **how).faults}


def test_all_problems_at_once() -> None:
    error = refused("11111m 99s 234p 67s 1f +8s", rinshan=True, haitei=True, tenhou=True, chiihou=True)
    assert {fault.problem for fault in error.faults} >= {Problem.FIFTH_COPY, Problem.FLOWERS}


def test_a_hypothetical_hand_says_what_was_waived() -> None:
    found = chouma.score(f"{_READY} *8s", rules="ningbo", rinshan=True, strict=False)
    # winning 10, self-draw 2, kong replacement 4
    assert found.win and found.score == 16
    assert [fault.problem for fault in found.waived] == [Problem.RINSHAN_WITHOUT_KAN]


def test_both_where_the_rules_allow() -> None:
    rules = ClassicalRules.family.rules("ningbo").but(last_tile_with_replacement="both")
    # winning 10, concealed kongs 32 and 16, self-draw 2, replacement 4, last tile 4
    assert chouma.score(f"{_KONGS} *8s", rules=rules, haitei=True, rinshan=True).score == 68


def test_flowers_where_the_rules_have_them() -> None:
    assert chouma.score(f"{_READY} 1f +8s", rules="dmjl").win
    assert refused(f"{_READY} 11f +8s", rules="dmjl").faults[0].problem == Problem.FIFTH_COPY


def test_a_dealt_hand_has_no_count() -> None:
    found = chouma.score("27p159s16m123457z", rules="ningbo", won="dealt")
    assert (found.score, found.fu, found.fan, found.fu_items, found.fans, found.limit) == (200, 0, 0, (), (), "limit")
