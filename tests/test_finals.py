"""The final count: by hand, for every form of it, and as the platforms wrote it down."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from games import OWN_UMA, RECORDS
from hypothesis import given
from hypothesis import strategies as st

from chouma.families import rules
from chouma.game.placing import evenly, final_count, places, thousands, with_leftovers
from chouma.riichi.rules import RiichiRules

FINALS = RECORDS / "finals.jsonl"
N_FINALS = {("tenhou", 4): 788, ("tenhou", 3): 56, ("majsoul", 4): 1, ("majsoul", 3): 3}

GENERAL = rules("general")
NO_UMA = GENERAL.but(uma=[0, 0, 0, 0])


def points(scores: list[int], house: RiichiRules, **about: Any) -> list[float]:
    """The totals in thousands."""
    return [total / 1000 for total in final_count(scores, house, **about).totals]


# ------------------------------------------------------------------------------------------- by hand


def test_oka_is_what_the_others_are_short_of() -> None:
    # score less 30000, and four times 5000 for the first
    assert points([30000, 25000, 25000, 20000], NO_UMA) == [20, -5, -5, -10]


def test_uma_with_and_without_oka() -> None:
    level = [25000] * 4
    assert points(level, GENERAL.but(uma=[15, 5, -5, -15], return_points=25000)) == [15, 5, -5, -15]
    assert points(level, GENERAL.but(uma=[15, 5, -5, -15])) == [30, 0, -10, -20]


def test_places_follow_the_points_and_not_the_seats() -> None:
    # 24.9 - 30 - 10, 28.9 - 30 + 10, 14.8 - 30 - 20, 31.4 - 30 + 20 + 20
    assert points([24900, 28900, 14800, 31400], rules("tenhou")) == [-15.1, 8.9, -35.2, 41.4]
    assert [row.place for row in sorted(final_count([24900, 28900, 14800, 31400], rules("tenhou")).rows)] == [3, 2, 4, 1]


def test_three_players() -> None:
    # oka is 3 x 5000: 36.2 - 40 + 20 + 15, 35 - 40, 33.8 - 40 - 20
    assert points([36200, 33800, 35000], rules("tenhou-sanma")) == [31.2, -26.2, -5]


def test_rounded_to_thousands_away_from_zero_and_the_first_takes_the_rest() -> None:
    house = rules("tenhou-2021")
    # 26 - 30 + 10, 25 - 30 - 10, 16 - 30 - 20, and what is left
    assert points([25500, 24500, 15700, 34300], house) == [6, -15, -34, 43]
    # -1 - 30 - 20: half a thousand below zero goes down
    assert points([-500, 10499, 29501, 60500], house) == [-51, -30, 10, 71]


def test_rounded_to_thousands_half_up() -> None:
    house = rules("general").but(final_rounding="thousands_up")
    # 26 - 30 + 10, 25 - 30 - 10, 16 - 30 - 20, and what is left
    assert points([25500, 24500, 15700, 34300], house) == [6, -15, -34, 43]
    # 0 - 30 - 20: half a thousand below zero goes up; so does -1500
    assert points([-500, 10499, 29501, 60500], house) == [-50, -30, 10, 70]
    assert points([-1500, 20000, 30000, 51500], house)[0] == -51


def test_of_equals_the_earlier_seat_is_ahead() -> None:
    assert points([20000, 30000, 30000, 20000], GENERAL.but(start_points=25000, return_points=25000)) == [-15, 25, 15, -25]


def test_equals_share_uma() -> None:
    house = rules("wrc")
    assert house.ties == "split" and house.uma == (15, 5, -5, -15)
    # P-28 of the reported faults: 10, 10, -10, -10
    final = final_count([40000, 40000, 20000, 20000], house)
    assert [row.uma for row in sorted(final.rows)] == [10000, 10000, -10000, -10000]
    assert [row.place for row in sorted(final.rows)] == [1, 1, 3, 3]
    assert points([40000, 30000, 30000, 20000], house) == [25, 0, 0, -25]
    assert points([30000] * 4, house) == [0, 0, 0, 0]


def test_equals_share_oka_too() -> None:
    house = NO_UMA.but(ties="split")
    assert points([35000, 35000, 20000, 10000], house) == [15, 15, -10, -20]


def test_a_third_that_cannot_be_shared_to_the_point_goes_to_the_earlier_seats() -> None:
    house = GENERAL.but(ties="split", return_points=25000, uma=[20, 10, 0, -30])
    assert final_count([10000, 30000, 30000, 30000], house).totals == (-45000, 15000, 15000, 15000)
    odd = GENERAL.but(ties="split", return_points=25000, uma=[20, 0, 0, -20])
    assert final_count([10000, 30000, 30000, 30000], odd).totals == (-35000, 5000 + 6667, 5000 + 6667, 5000 + 6666)
    assert final_count([10000, 30000, 30000, 30000], odd).sum == 0


@pytest.mark.parametrize(
    ("scores", "uma"),
    [
        ([40000, 29900, 29000, 21100], [12, -1, -3, -8]),  # one has 30000
        ([40000, 30000, 29000, 21000], [8, 4, -4, -8]),  # two: just 30000 is enough
        ([35000, 33000, 32000, 20000], [8, 3, 1, -12]),  # three
        ([30000, 30000, 30000, 30000], [0, 0, 0, 0]),  # all four: none
    ],
)
def test_floating_uma(scores: list[int], uma: list[int]) -> None:
    final = final_count(scores, rules("jpml"))
    assert [row.uma / 1000 for row in sorted(final.rows)] == uma
    assert final.sum == 0


def test_uma_may_float_where_three_play() -> None:
    house = rules("tenhou-sanma").but(return_points=35000, uma={"1": [20, -5, -15], "2": [10, 5, -15]})
    assert points([40000, 34000, 31000], house) == [25, -6, -19]
    assert points([40000, 35000, 30000], house) == [15, 5, -20]


@pytest.mark.parametrize(
    ("who", "scores"),
    [("first", (26000, 32000, 24000, 18000)), ("dealer", (26000, 30000, 24000, 20000)), ("lost", (26000, 30000, 24000, 18000))],
)
def test_deposits_left_over(who: str, scores: tuple[int, ...]) -> None:
    left = [26000, 30000, 24000, 18000]
    house = GENERAL.but(leftover_deposits=who)
    assert with_leftovers(left, 2, 3, house) == scores
    final = final_count(left, house, deposits=2, dealer=3)
    assert tuple(row.score for row in sorted(final.rows)) == scores
    assert final.lost == (2000 if who == "lost" else 0) and final.sum == -final.lost


def test_those_who_lead_together_share_deposits_where_ties_are_shared() -> None:
    assert with_leftovers([31000, 31000, 30000, 25000], 3, 0, rules("wrc")) == (32500, 32500, 30000, 25000)
    assert with_leftovers([31000, 31000, 30000, 25000], 3, 0, GENERAL) == (34000, 31000, 30000, 25000)


def test_chips_and_penalties() -> None:
    house = GENERAL.but(chips=2000)
    final = final_count([25000] * 4, house, chips=[3, -1, -1, -1], penalties=[0, 20000, 0, 0])
    assert [total / 1000 for total in final.totals] == [20 - 5 + 20 + 6, 10 - 5 - 2 - 20, -10 - 5 - 2, -20 - 5 - 2]
    assert final.sum == -20000


def test_classical_points_are_the_total() -> None:
    final = final_count([-100, 60, 60, -20], rules("ningbo"))
    assert final.totals == (-100, 60, 60, -20) and [row.place for row in sorted(final.rows)] == [4, 1, 1, 3]


def test_thousands_in_words() -> None:
    assert [thousands(n) for n in (0, 100, -100, 12345, -50_000)] == ["0.0", "+0.1", "-0.1", "+12.345", "-50.0"]


# ------------------------------------------------------------------------------------------- laws


@given(amount=st.integers(-(10**6), 10**6), n=st.integers(1, 4))
def test_sharing_loses_nothing(amount: int, n: int) -> None:
    parts = evenly(amount, n)
    assert sum(parts) == amount and max(parts) - min(parts) <= 1 and parts == sorted(parts, reverse=True)


@given(data=st.data(), preset=st.sampled_from(["general", "tenhou", "tenhou-2021", "tenhou-sanma", "majsoul", "mleague", "wrc", "jpml"]))
def test_the_totals_sum_to_nothing_and_keep_the_order(data: st.DataObject, preset: str) -> None:
    house = rules(preset)
    n, total = house.players, house.start_points * house.players
    cuts = data.draw(st.lists(st.integers(-300, 900), min_size=n - 1, max_size=n - 1))
    scores = [cut * 100 for cut in cuts]
    scores.append(total - sum(scores))
    final = final_count(scores, house)
    assert final.sum == 0
    place = places(scores, house.ties == "split")
    by_place = [row.total for row in final.rows]
    if house.final_rounding == "none":
        assert by_place == sorted(by_place, reverse=True)
    assert [row.place for row in sorted(final.rows)] == place


# ------------------------------------------------------------------------------------------- real games


@pytest.mark.skipif(not FINALS.exists(), reason="the folder ../shared/records is not here: no real games to compare with")
def test_final_counts_of_real_games() -> None:
    compared: Counter[tuple[str, int]] = Counter()
    for row in map(json.loads, FINALS.read_text(encoding="utf8").splitlines()):
        house = rules(row["platform"] + ("-sanma" if row["players"] == 3 else ""))
        # until 2021 Tenhou wrote whole thousands
        if row["platform"] == "tenhou" and all(number == int(number) for number in row["points"]):
            assert not row["id"][:4].isdigit() or row["id"][:4] < "2022", row["id"]
            house = house.but(final_rounding="thousands")
        if row["id"] in OWN_UMA:
            house = house.but(**OWN_UMA[row["id"]])
        assert points(row["final"], house) == row["points"], row["id"]
        compared[row["platform"], row["players"]] += 1
    assert compared == N_FINALS
