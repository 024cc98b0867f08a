"""A derivation is derived: its amounts add up to the score, and a rule that changes changes its lines."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Case, cases, random_hand, rule_sets

import chouma
from chouma.hand import Hand
from chouma.lines import Line
from chouma.riichi.rules import rules as riichi_rules
from chouma.tiles import ONE

RIICHI, CLASSICAL = chouma.preset_names("riichi"), chouma.preset_names("classical")
_PLAIN = riichi_rules("general").but(red_fives=0)


def part(lines: tuple[Line, ...], id: str) -> Line | None:
    return next((line for line in lines if line.id == id), None)


def assert_adds_up(line: Line) -> None:
    """The amounts under a line come to its own, one running total after the other."""
    total = 0
    for below in line.lines:
        assert below.amount is not None and below.unit == line.unit
        total += below.amount
        assert below.total == total
    assert total == line.amount


def assert_riichi_adds_up(score: chouma.Score) -> None:
    lines = score.explain().lines
    yaku, fu, base, paid = (part(lines, id) for id in ("yaku", "fu", "base", "payments"))
    assert yaku and base and paid
    assert_adds_up(yaku)
    assert yaku.amount == (score.yakuman or score.han)
    if score.fu:
        assert fu
        assert_adds_up(fu)
        assert fu.amount == score.fu
    assert base.amount == score.base
    payers = {"discarder": 1, "dealer": 1, "each_nondealer": score.rules.players - (1 if score.facts.seat_bit == 1 else 2), "deposits": 1}
    assert sum((line.amount or 0) * payers[line.id] for line in paid.lines) == paid.amount == score.payments.total


@settings(max_examples=150)
@given(cases(rule_sets()))
def test_the_lines_of_riichi_add_up_to_the_score(case: Case) -> None:
    score = case.score()
    if score:
        assert_riichi_adds_up(score)


@pytest.mark.parametrize("preset", RIICHI)
@settings(max_examples=20)
@given(data=st.data())
def test_they_do_under_every_preset(preset: str, data: st.DataObject) -> None:
    score = data.draw(cases(st.just(riichi_rules(preset)))).score()
    if score:
        assert_riichi_adds_up(score)


def assert_classical_adds_up(score: Any) -> None:
    lines = score.explain().lines
    fu, fan, scored = (part(lines, id) for id in ("fu", "fan", "score"))
    assert scored and scored.amount == score.score
    if fu is None:
        assert score.limit and not score.fu
        return
    assert fan
    assert_adds_up(fu)
    assert_adds_up(fan)
    assert (fu.amount, fan.amount) == (score.fu, score.fan)
    if not score.limit and not score.calling:
        assert score.fu << score.fan == score.score


@pytest.mark.parametrize("preset", CLASSICAL)
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32), seat=st.sampled_from("ESWN"), won=st.booleans())
def test_the_lines_of_classical_rules_add_up_to_the_score(preset: str, seed: int, seat: str, won: bool) -> None:
    hand = random_hand(Random(seed), _PLAIN)
    if not won:
        hand = hand._replace(counts=hand.counts - ONE[hand.win], win=None, by=None)  # type: ignore[index]
    assert isinstance(hand, Hand)
    score: Any = chouma.score(hand, seat=seat, round="E", rules=preset, won=won)
    if score:
        assert_classical_adds_up(score)


# --------------------------------------------------------------------------------------------- a rule is flipped


def texts(score: Any, id: str) -> list[tuple[str, int | None]]:
    found = part(score.explain().lines, id)
    assert found
    return [(line.text, line.amount) for line in found.lines]


@pytest.mark.parametrize(("switch", "fu"), [(2, 2), (4, 4)])
def test_the_pair_of_a_double_wind_follows_its_switch(switch: int, fu: int) -> None:
    house = chouma.rules({"base": "general", "double_wind_pair_fu": switch})
    score = chouma.score("123m 456m 11z 678p 77s +7s", seat="E", round="E", riichi=True, rules=house)
    assert ("pair of a dragon or a wind of value  11z", fu) in texts(score, "fu")


def test_seven_pairs_follow_their_switch() -> None:
    hand = "1133m 5577p 2288s 6z +6z"
    one, other = (chouma.score(hand, rules={"base": "general", "chiitoitsu": how}) for how in ("25fu2han", "50fu1han"))
    assert texts(one, "fu") == [("seven pairs, fixed", 25)] and texts(other, "fu") == [("seven pairs, fixed", 50)]
    assert texts(one, "yaku") == [("chiitoitsu (Seven pairs)", 2)] and texts(other, "yaku") == [("chiitoitsu (Seven pairs)", 1)]


def test_a_yaku_of_ones_own_has_its_line() -> None:
    @chouma.yaku(id="five_of_dots", closed=2, source="a test", hits=[], misses=[])
    def five_of_dots(h):
        "Won on the 5 of dots."
        return h.win_kind == 13

    hand = "123m 456m 11z 678p 46p +5p"
    plain = chouma.score(hand, riichi=True)
    house = chouma.score(hand, riichi=True, rules=chouma.rules("general").adding(five_of_dots))
    assert [text for text, _ in texts(house, "yaku")] == [*(text for text, _ in texts(plain, "yaku")), "five_of_dots"]
    assert house.explain("ja").lines[1].lines[-1] == Line("five_of_dots", "five_of_dots", 2, "han", 3, "+5p")


@pytest.mark.parametrize(("worth", "fu", "fan"), [("4 fu", 4, None), ("10 fu", 10, None), ("1 fan", None, 1)])
def test_a_classical_pattern_follows_its_worth(worth: str, fu: int | None, fan: int | None) -> None:
    score: Any = chouma.score("88p 99m (222m) (444p) (666s) +9m", rules={"base": "ningbo", "all_pungs": worth}, round="E")
    assert (("all pungs", fu) in texts(score, "fu")) is (fu is not None)
    assert (("all pungs", fan) in texts(score, "fan")) is (fan is not None)


def test_the_limit_of_a_classical_rule_set_is_the_one_it_tells() -> None:
    told = []
    for limit in (100, 300):
        score: Any = chouma.score("55p 67s (555z) (666z) (777z) +8s", rules={"base": "ningbo", "limit": limit, "half_limit": 50}, round="E")
        line = part(score.explain().lines, "score")
        assert line and line.text.startswith("big three dragons pays the limit")
        told.append(line.amount)
    assert told == [100, 300]


# ---------------------------------------------------------------------------------------------- other readings


def test_the_readings_that_lose_say_by_how_much() -> None:
    score = chouma.score("222333444m 55p 67s +8s", riichi=True, seat="S", round="E")
    assert isinstance(score, chouma.Score)
    lost = part(score.explain().lines, "alternatives")
    assert lost
    # three concealed triplets: 4 han 50 fu, 2000; three like runs: riichi, pinfu, tanyao, iipeikou, 4 han 30 fu, 1920
    assert [line.text for line in lost.lines[0].lines] == ["lost: 80 base points less than the reading that counts"]
    assert score.base - (lost.lines[0].amount or 0) == 80
