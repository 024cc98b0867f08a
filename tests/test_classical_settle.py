"""Settling under the classical rules: four scores, and whole tables.

The right values are the worked example and the sums of the cases, and what the rules say by hand.
"""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chouma.classical.settle import false_win_value, next_dealer, transfers
from chouma.seats import Wind
from chouma.settlement import Ledger

E, S, W, N = Wind
CASES = Path(__file__).resolve().parent.parent.parent / "shared" / "cases" / "classical_settlements.json"

NINGBO = {
    "name": "ningbo",
    "wire": "ningbo",
    "limit": 200,
    "half_limit": 100,
    "limit_hand_value": 200,
    "payer": "all",
    "losers_settle": True,
    "east_factor": 2,
    "liable_losers_settle": True,
    "settle_on_draw": False,
    "draw_keeps_dealer": False,
    "false_win": "limit",
    "limit_on_difference": False,
    "multiple_winners": "nearest",
    "liability": ("full_flush", "four_winds", "big_three_dragons"),
}

AR_SII_AR = {"payer": "discarder", "losers_settle": False}


def rules(**switches: Any) -> Any:
    """The settling switches of `ningbo`, some of them changed."""
    return SimpleNamespace(**{**NINGBO, **switches})


def totals(scores: tuple[int, ...], winner: Wind | None, changed: dict[str, Any] | None = None, **how: Any) -> list[int]:
    """What each seat gains, E S W N."""
    return list(Ledger(transfers(dict(zip(Wind, scores, strict=True)), winner, rules(**(changed or {})), **how)).deltas.values())


# ------------------------------------------------------------------------------------------- four scores

#: scores, winner, totals, liable, changed switches: each sum can be done by hand
SETTLED = {
    "worked example": ((6, 40, 80, 2), S, [-220, 160, 186, -126], None, {}),
    "worked example, had West won": ((6, 16, 200, 2), W, [-412, -166, 800, -222], None, {}),
    "a limit": ((6, 0, 200, 2), W, [-380, -214, 800, -206], None, {}),
    "the dealer's limit": ((200, 10, 20, 0), E, [1200, -400, -370, -430], None, {}),
    "cheapest": ((0, 10, 0, 0), S, [-20, 40, -10, -10], None, {}),
    "losers that are equal": ((32, 96, 96, 96), S, [-448, 384, 32, 32], None, {}),
    "all equal": ((40, 40, 40, 40), N, [-80, -40, -40, 160], None, {}),
    "liable": ((6, 200, 80, 2), S, [-140, 800, -574, -86], W, {}),
    "liable, and the losers don't settle": ((6, 200, 80, 2), S, [0, 800, -800, 0], W, {"liable_losers_settle": False}),
    # E wins and W is liable: 2 x 100 for each of three; then W 30 and N 10 settle with S 20
    "liable to East": ((100, 20, 30, 10), E, [600, 0 + 10 - 10, 10 + 20 - 600, -10 - 20], W, {}),
    # a liable East pays 2 + 1 + 1; then W 30 - 0 twice from East, N 10 - 0 twice, W - N 20
    "East liable": ((0, 100, 30, 10), S, [-400 - 60 - 20, 400, 60 + 20, 20 - 20], E, {}),
    "no limit": ((608, 64, 400, 16), E, [3648, -1504, -496, -1648], None, {"limit": None}),
    "losers don't settle": ((6, 40, 80, 2), S, [-80, 160, -40, -40], None, {"losers_settle": False}),
    # differences of 592, 392, 200 (400 twice from E as a cap of 300): S wins 10
    "differences under the limit": ((8, 10, 600, 400), S, [-20 - 600 - 600, 40, -10 + 600 + 200, -10 + 600 - 200], None, {"limit": 300}),
}
SETTLED["differences under the limit"][4]["limit_on_difference"] = True


@pytest.mark.parametrize(("scores", "winner", "expected", "liable", "changed"), SETTLED.values(), ids=SETTLED)
def test_four_scores(scores: tuple[int, ...], winner: Wind, expected: list[int], liable: Wind | None, changed: dict[str, Any]) -> None:
    assert totals(scores, winner, changed, liable=liable, discarder=liable) == expected


@pytest.mark.skipif(not CASES.exists(), reason="the shared cases are not beside this project; their sums stand above")
def test_the_cases() -> None:
    cases = json.loads(CASES.read_text(encoding="utf8"))["cases"]
    assert len(cases) >= 11
    for case in cases:
        liable = Wind[case["liable"]] if "liable" in case else None
        assert totals(case["scores"], Wind[case["winner"]], case.get("options"), liable=liable) == case["totals"], case["id"]


def test_the_worked_example_payment_by_payment() -> None:
    found = transfers({E: 6, S: 40, W: 80, N: 2}, S, rules(), discarder=W)
    assert {(one.payer, one.receiver): one.amount for one in found} == {
        **{(E, S): 80, (W, S): 40, (N, S): 40},
        **{(E, W): 148, (N, E): 8, (N, W): 78},
    }
    assert [one.why for one in found] == ["win"] * 3 + ["difference"] * 3
    assert "West 80 less East 6 is 74, doubled as East is the dealer: 148" in found[3].explain()
    # who discarded doesn't matter where all pay
    assert found == transfers({E: 6, S: 40, W: 80, N: 2}, S, rules()) == transfers({E: 6, S: 40, W: 80, N: 2}, S, rules(), by="tsumo")


def test_liability_tells_whose_share_it_is() -> None:
    found = [one for one in transfers({E: 6, S: 200, W: 80, N: 2}, S, rules(), liable=W) if one.receiver is S]
    assert [(one.payer, one.amount, one.why) for one in found] == [(W, 400, "liability"), (W, 200, "win"), (W, 200, "liability")]
    assert "pays for East" in found[0].explain() and "pays for North" in found[2].explain()


def test_a_discarder_pays_for_all_where_the_rules_say_so() -> None:
    # a child is paid 4 x by whoever discards, East too; East 6 x
    assert totals((0, 60, 0, 0), S, AR_SII_AR, discarder=W) == [0, 240, -240, 0]
    assert totals((0, 60, 0, 0), S, AR_SII_AR, discarder=E) == [-240, 240, 0, 0]
    assert totals((60, 0, 0, 0), E, AR_SII_AR, discarder=N) == [360, 0, 0, -360]
    # by self-draw 2-1-1, or 2-2-2
    assert totals((0, 60, 50, 0), S, AR_SII_AR, by="tsumo") == [-120, 240, -60, -60]
    assert totals((60, 0, 50, 0), E, AR_SII_AR, by="tsumo") == [360, -120, -120, -120]


def test_a_false_win_is_paid_to_each() -> None:
    scores = (6, 40, 80, 2)
    assert totals(scores, None, false_win=S) == [400, -800, 200, 200]
    assert totals(scores, None, false_win=E) == [-1200, 400, 400, 400]
    assert totals(scores, None, {"false_win": "half_limit"}, false_win=N) == [200, 100, 100, -400]
    assert totals(scores, None, {"false_win": 300}, false_win=N) == [600, 300, 300, -1200]
    assert totals(scores, None, {"false_win": 0}, false_win=N) == [0, 0, 0, 0]
    assert false_win_value(rules(limit=None, limit_hand_value=500)) == 500
    assert {one.why for one in transfers({}, None, rules(), false_win=S)} == {"false_win"}


def test_a_draw() -> None:
    scores = (6, 40, 80, 2)
    assert transfers(dict(zip(Wind, scores, strict=True)), None, rules()) == ()
    # E: 34, 74 and 4, twice; S: 40 to W, 38 from N; W: 78 from N
    expected = [-68 - 148 + 8, 68 - 40 + 38, 148 + 40 + 78, -8 - 38 - 78]
    assert totals(scores, None, {"settle_on_draw": True}) == expected


@pytest.mark.parametrize(
    ("winner", "false_win", "keeps", "dealer"),
    [
        *((E, None, False, E), (S, None, False, S), (N, None, True, S)),
        *((None, None, False, S), (None, None, True, E)),
        *((None, E, True, S), (None, W, False, E)),
    ],
)
def test_who_deals_next(winner: Wind | None, false_win: Wind | None, keeps: bool, dealer: Wind) -> None:
    assert next_dealer(winner, rules(draw_keeps_dealer=keeps), false_win) is dealer


# ----------------------------------------------------------------------------------------------- the laws

SCORES = st.tuples(*[st.integers(0, 2000) | st.sampled_from((0, 2, 200))] * 4)
SWITCHES = st.fixed_dictionaries(
    {
        "limit": st.sampled_from((200, 300, None)),
        "payer": st.sampled_from(("all", "discarder")),
        "losers_settle": st.booleans(),
        "liable_losers_settle": st.booleans(),
        "settle_on_draw": st.booleans(),
        "limit_on_difference": st.booleans(),
        "false_win": st.sampled_from(("limit", "half_limit", 300)),
        "east_factor": st.sampled_from((1, 2, 3)),
    }
)


@st.composite
def outcomes(draw: st.DrawFn) -> dict[str, Any]:
    """How a hand ended: by discard (with liability or not), by self-draw, in a draw or a false win."""
    winner = draw(st.sampled_from((*Wind, None)))
    if winner is None:
        return {"winner": None, "false_win": draw(st.sampled_from((*Wind, None)))}
    giver = draw(st.sampled_from([seat for seat in Wind if seat is not winner] + [None]))
    if giver is None:
        return {"winner": winner, "by": "tsumo"}
    return {"winner": winner, "discarder": giver, "liable": draw(st.sampled_from((giver, None)))}


@given(SCORES, outcomes(), SWITCHES)
def test_payments_sum_to_nothing(scores: tuple[int, ...], how: dict[str, Any], changed: dict[str, Any]) -> None:
    found = totals(scores, changed=changed, **how)
    assert sum(found) == 0
    if how["winner"] is not None:
        assert found[how["winner"]] >= 0


@given(SCORES, outcomes(), SWITCHES)
def test_turning_the_seats_with_the_dealer_changes_nothing(scores: tuple[int, ...], how: dict[str, Any], changed: dict[str, Any]) -> None:
    found = totals(scores, changed=changed, **how)
    for turned in permutations((S, W, N)):
        to = dict(zip(Wind, (E, *turned), strict=True))
        moved = [0] * 4
        for seat in Wind:
            moved[to[seat]] = scores[seat]
        who = {name: to[value] if isinstance(value, Wind) else value for name, value in how.items()}
        again = totals(tuple(moved), changed=changed, **who)
        assert [again[to[seat]] for seat in Wind] == found


@given(SCORES, SCORES, outcomes().filter(lambda how: how["winner"] is not None), SWITCHES)
def test_the_winner_depends_on_his_score_alone(
    scores: tuple[int, ...], others: tuple[int, ...], how: dict[str, Any], changed: dict[str, Any]
) -> None:
    winner = how["winner"]
    factor = changed["east_factor"]
    shares = 3 * factor if winner is E else factor + 2
    mixed = tuple(scores[seat] if seat is winner else others[seat] for seat in Wind)
    assert totals(scores, changed=changed, **how)[winner] == totals(mixed, changed=changed, **how)[winner] == shares * scores[winner]


@given(SCORES, st.sampled_from(list(Wind)), SWITCHES, st.data())
def test_losers_who_swap_scores_swap_totals(scores: tuple[int, ...], winner: Wind, changed: dict[str, Any], data: st.DataObject) -> None:
    one, other = data.draw(st.sampled_from([pair for pair in permutations((S, W, N), 2) if winner not in pair]))
    swapped = list(scores)
    swapped[one], swapped[other] = scores[other], scores[one]
    how = {"winner": winner, "by": "tsumo"}
    found, again = totals(scores, changed=changed, **how), totals(tuple(swapped), changed=changed, **how)
    found[one], found[other] = found[other], found[one]
    assert again == found
