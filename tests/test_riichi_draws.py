"""Riichi hands without a winner: noten, nagashi mangan, abortive draws, chombo, and what they leave for the next hand."""

from __future__ import annotations

from itertools import chain, combinations
from typing import Any

import pytest

import chouma
from chouma.errors import HandError, RuleError
from chouma.riichi.draws import ABORTIVE_DRAWS, settle_chombo, settle_exhaustive
from chouma.riichi.rules import rules
from chouma.seats import Wind
from chouma.settling import settle_request

E, S, W, N = Wind


def settled(rule_set: Any = "general", **how: Any) -> tuple[list[int], str, int | None, int | None]:
    """What each seat gains, who deals next, counters and sticks left."""
    found = chouma.settle(rules=rule_set, **how)
    assert sum(found.deltas.values()) == found.deposits
    return list(found.deltas.values()), found.next_dealer.name, found.next_honba, found.deposits_left  # type: ignore[union-attr]


def problems(**request: Any) -> list[tuple[str, str]]:
    answer = settle_request({"rules": "tenhou", **request})
    assert not answer["ok"], answer
    return [(one["id"], one["where"]) for one in answer["problems"]]


# ------------------------------------------------------------------------------------------- noten


@pytest.mark.parametrize(
    ("tenpai", "expected"),
    [
        ("", [0, 0, 0, 0]),
        ("W", [-1000, -1000, 3000, -1000]),
        ("E, S", [1500, 1500, -1500, -1500]),
        ("EN", [1500, -1500, -1500, 1500]),
        ("SWN", [-3000, 1000, 1000, 1000]),
        ("ESWN", [0, 0, 0, 0]),
    ],
)
def test_noten_players_pay_3000_together(tenpai: str, expected: list[int]) -> None:
    dealer = "E" if "E" in tenpai else "S"
    assert settled(draw="exhaustive", tenpai=tenpai, honba=2, deposits=1) == (expected, dealer, 3, 1)
    seats = [seat for seat in "ESWN" if seat in tenpai]
    assert settled(draw={"kind": "exhaustive", "tenpai": seats}, honba=2, deposits=1) == (expected, dealer, 3, 1)


@pytest.mark.parametrize(
    ("tenpai", "expected"), [("", [0, 0, 0]), ("S", [-1000, 2000, -1000]), ("EW", [1000, -2000, 1000]), ("ESW", [0, 0, 0])]
)
def test_three_players_move_2000(tenpai: str, expected: list[int]) -> None:
    assert settled("tenhou-sanma", draw="exhaustive", tenpai=tenpai)[0] == expected


def test_other_points_are_shared_evenly_or_refused() -> None:
    assert settled(rules("general").but(noten_points=6000), draw="exhaustive", tenpai="E")[0] == [6000, -2000, -2000, -2000]
    assert settled(rules("general").but(noten_points=0), draw="exhaustive", tenpai="E")[0] == [0, 0, 0, 0]
    uneven = {"base": "general", "noten_points": 1000}
    assert problems(rules=uneven, draw={"kind": "exhaustive", "tenpai": ["E"]}) == [("bad_value", "rules.noten_points")]
    with pytest.raises(RuleError, match="noten_points is 1000"):
        settle_exhaustive({E}, rules(uneven))


@pytest.mark.parametrize("name", ["general", "tenhou", "tenhou-sanma", "majsoul-sanma"])
def test_noten_is_a_game_of_zero_for_every_set_of_seats(name: str) -> None:
    house = rules(name)
    seats = list(Wind)[: house.players]
    for tenpai in chain.from_iterable(combinations(seats, n) for n in range(len(seats) + 1)):
        ledger = chouma.settle(draw="exhaustive", tenpai=tenpai, rules=house)
        gains = [ledger.deltas[seat.name] for seat in seats]
        assert sum(gains) == 0
        assert sum(gain for gain in gains if gain > 0) == (house.noten_points if 0 < len(tenpai) < len(seats) else 0)
        assert all((gain > 0) == (seat in tenpai) for seat, gain in zip(seats, gains, strict=True) if gain)


# ------------------------------------------------------------------------------------------- nagashi mangan


def test_nagashi_as_a_draw() -> None:
    # no counters, the pot stays, and the dealer stays if ready
    assert settled("tenhou", draw="nagashi", nagashi="S", tenpai="E", honba=1, deposits=2) == ([-4000, 8000, -2000, -2000], "E", 2, 2)
    assert settled("tenhou", draw="nagashi", nagashi="S", honba=1, deposits=2) == ([-4000, 8000, -2000, -2000], "S", 2, 2)
    assert settled("tenhou", nagashi="E", honba=1) == ([12000, -4000, -4000, -4000], "S", 2, 0)
    # two have it: the dealer 12000 less 4000
    assert settled("tenhou", nagashi="ES", tenpai="W") == ([8000, 4000, -6000, -6000], "S", 1, 0)


def test_nagashi_as_a_win() -> None:
    club = rules("general").but(nagashi_mangan="win")
    assert settled(club, nagashi="S", tenpai="E", honba=1, deposits=2) == ([-4100, 10300, -2100, -2100], "S", 0, 0)
    assert settled(club, nagashi="E", honba=1, deposits=1) == ([13300, -4100, -4100, -4100], "E", 2, 0)
    found = chouma.settle(nagashi=["W", "S"], rules=club, honba=1)
    assert found.winners == (S, W) and found.outcome == "nagashi"
    # South: 8000 and a counter, less 2000 to West; West: 8000, less 2100
    assert list(found.deltas.values()) == [-8100, 6300, 5900, -4100]


@pytest.mark.parametrize(
    ("loss", "of_south", "of_east"),
    [("loss", [-4000, 6000, -2000], [8000, -4000, -4000]), ("split", [-5000, 8000, -3000], [12000, -6000, -6000])],
)
def test_nagashi_of_three(loss: str, of_south: list[int], of_east: list[int]) -> None:
    three = rules("tenhou-sanma").but(tsumo_loss=loss)
    assert settled(three, nagashi="S")[0] == of_south
    assert settled(three, nagashi="E")[0] == of_east


def test_nagashi_where_it_is_not_played_or_can_not_be() -> None:
    assert problems(rules="mleague", draw={"kind": "nagashi", "nagashi": ["S"]}) == [("bad_value", "draw.kind")]
    assert problems(draw={"kind": "nagashi"}) == [("no_winner", "draw.nagashi")]
    assert problems(draw={"kind": "exhaustive", "nagashi": ["S"]}) == [("two_outcomes", "draw.nagashi")]
    # a ron by a player with nothing but terminals and honours before him is a ron
    win = {"seat": "S", "han": 1, "fu": 30, "from": "W"}
    assert problems(wins=[win], draw={"kind": "nagashi", "nagashi": ["S"]}) == [("two_outcomes", "draw")]


# ------------------------------------------------------------------------------------------- abortive draws


@pytest.mark.parametrize("kind", ABORTIVE_DRAWS)
def test_a_hand_that_is_broken_off(kind: str) -> None:
    assert settled("tenhou", draw=kind, honba=2, deposits=3) == ([0, 0, 0, 0], "E", 3, 3)
    found = chouma.settle(draw=kind, rules="tenhou")
    assert (found.outcome, found.winners, found.transfers) == (kind, (), ())
    assert problems(draw={"kind": kind, "tenpai": ["E"]}) == [("bad_value", "draw.tenpai")]
    if ABORTIVE_DRAWS[kind] > 3:
        assert problems(rules="tenhou-sanma", draw={"kind": kind}) == [("bad_value", "draw.kind")]
    else:
        assert settled("tenhou-sanma", draw=kind)[0] == [0, 0, 0]


@pytest.mark.parametrize(
    ("draw", "expected"),
    [
        (True, [("wrong_type", "draw")]),
        ({"kind": "exhausted"}, [("bad_value", "draw.kind")]),
        ({"kind": 3}, [("wrong_type", "draw.kind")]),
        ({"kind": "exhaustive", "tenpai": "E"}, [("wrong_type", "draw.tenpai")]),
        ({"kind": "exhaustive", "tenpai": ["E", "Q"]}, [("bad_value", "draw.tenpai[1]")]),
        ({"kind": "exhaustive", "tenpai": ["E", "E"]}, [("bad_value", "draw.tenpai[1]")]),
        ({"kind": "exhaustive", "tenpay": []}, [("unknown_key", "draw.tenpay")]),
    ],
)
def test_draws_that_cannot_be(draw: Any, expected: list[tuple[str, str]]) -> None:
    assert problems(draw=draw) == expected
    assert problems(draw=draw, honba=-1) == [("bad_value", "honba"), *expected]


def test_seats_and_discarders_of_a_draw() -> None:
    assert problems(rules="tenhou-sanma", draw={"kind": "exhaustive", "tenpai": ["N"]}) == [("seat_not_in_game", "draw.tenpai")]
    assert problems(draw={"kind": "exhaustive"}, **{"from": "E"}) == [("bad_discarder", "from")]
    assert problems(rules="ningbo", draw={"kind": "exhaustive"})[0] == ("bad_value", "draw")
    with pytest.raises(HandError, match="tenpai"):
        chouma.settle(draw="exhaustive", tenpai="Q", rules="tenhou")


# ------------------------------------------------------------------------------------------- chombo


def test_a_mangan_to_the_others() -> None:
    assert settled(chombo="S", honba=2, deposits=1) == ([4000, -8000, 2000, 2000], "E", 2, 1)
    assert settled(chombo=E, honba=2) == ([-12000, 4000, 4000, 4000], "E", 2, 0)
    assert settled("tenhou-sanma", chombo="S")[0] == [4000, -6000, 2000]
    assert settled("tenhou-sanma", chombo="E")[0] == [-8000, 4000, 4000]


def test_sticks_of_the_hand_go_back() -> None:
    found = chouma.settle(chombo={"seat": "S", "riichi": "N, S"}, deposits=3, rules="tenhou")
    assert list(found.deltas.values()) == [4000, -7000, 2000, 3000]
    assert (found.deposits, found.deposits_left, found.outcome) == (2000, 1, "chombo")
    assert problems(chombo={"seat": "S", "riichi": ["N"]}) == [("bad_value", "deposits")]


def test_points_to_the_others_and_points_after_uma() -> None:
    club = rules("general").but(chombo="points")
    assert settled(club, chombo="S")[0] == [4000, -12000, 4000, 4000]
    assert settled(club, chombo={"seat": "E", "points": 9000})[0] == [-9000, 3000, 3000, 3000]
    assert problems(rules={"base": "general", "chombo": "points"}, chombo={"seat": "E", "points": 1000}) == [("bad_value", "chombo.points")]
    later = rules("general").but(chombo="after_uma")
    found = chouma.settle(chombo="W", rules=later, honba=1)
    assert (found.transfers, found.penalties, found.next_honba) == ((), {"W": 20000}, 1)
    assert found.to_dict()["penalties"] == {"W": 20000} and "taken off at the final count" in str(found.explain())
    assert chouma.settle(chombo={"seat": "W", "points": 30000}, rules=later).penalties == {"W": 30000}
    less = {"seat": "E", "points": -100}
    assert problems(rules={"base": "general", "chombo": "after_uma"}, chombo=less) == [("bad_value", "chombo.points")]


def test_chombo_that_cannot_be() -> None:
    assert problems(chombo="Q") == [("bad_value", "chombo.seat")]
    assert problems(chombo={}) == [("missing_key", "chombo.seat")]
    assert problems(chombo={"seat": "E", "point": 1}) == [("unknown_key", "chombo.point")]
    assert problems(chombo={"seat": "E", "points": 8000}) == [("bad_value", "chombo.points")]
    assert problems(chombo="E", draw={"kind": "exhaustive"}) == [("two_outcomes", "chombo")]
    assert problems(rules="tenhou-sanma", chombo="N") == [("seat_not_in_game", "chombo.seat")]
    with pytest.raises(RuleError):
        settle_chombo(E, rules("general"), points=1000)
