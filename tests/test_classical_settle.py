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
from chouma.classical.table import settle
from chouma.errors import HandError, TextError
from chouma.notation import read
from chouma.seats import Wind
from chouma.settlement import Ledger
from chouma.settling import settle_request

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
    assert totals((60, 0, 50, 0), E, AR_SII_AR, by="tsumo", discarder=W) == [360, -120, -120, -120]


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


# ---------------------------------------------------------------------------------------------- whole tables

#: the worked example: the red dragons of W and the winds are exposed or declared, S wins on W's 2p
TABLE = {
    "E": "888s 6779p (555m) (345s)",
    "S": "13p 555p 99s (666z) (234m) +2p",
    "W": "446p 33z 55z (777z) [1111z]",
    "N": "6778m 44z 6z (789m) (123p)",
}
SOUTH = TABLE["S"].removesuffix(" +2p")


def refused(**given: Any) -> list[tuple[str, str, str]]:
    """What is wrong with the worked example, some of it changed: ids, places, messages."""
    with pytest.raises(HandError) as caught:
        settle(**{**TABLE, **given})
    return [(fault.problem.id, fault.where, fault.message) for fault in caught.value.faults]


def ids(**given: Any) -> list[str]:
    return [id for id, _, _ in refused(**given)]


def test_the_worked_example() -> None:
    ledger = settle(**TABLE, discarder="W", rules="ningbo")
    assert ledger.scores == {"E": 6, "S": 40, "W": 80, "N": 2}
    assert ledger.deltas == {"E": -220, "S": 160, "W": 186, "N": -126}
    assert ledger.matrix() == {
        "E": {"E": 0, "S": 80, "W": 148, "N": 0},
        "S": {"E": 0, "S": 0, "W": 0, "N": 0},
        "W": {"E": 0, "S": 40, "W": 0, "N": 0},
        "N": {"E": 8, "S": 40, "W": 78, "N": 0},
    }
    assert ledger.winner is S and ledger.next_dealer is S and ledger.rules == "ningbo"
    told = str(ledger.explain())
    for part in ("closed wait", "20 fu x 2^1", "East pays West 148", "74, doubled as East is the dealer: 148", "concealed kong"):
        assert part in told


def test_the_worked_example_had_west_won() -> None:
    # W wins on W by discard: 10 + 4 + 4 + 32 = 50 fu, 3 fan; S, not a winner, has 4 + 4 fu and a fan
    ledger = settle(**{**TABLE, "S": SOUTH, "W": "44p 456p 33z (777z) [1111z] +3z"}, discarder="N")
    assert ledger.scores == {"E": 6, "S": 16, "W": 200, "N": 2}
    assert ledger.deltas == {"E": -412, "S": -166, "W": 800, "N": -222}


def test_hands_are_texts_hands_or_mappings() -> None:
    ledger = settle(**TABLE, discarder="W")
    wire = {"hand": SOUTH, "win": "2p", "by": "ron", "won": True, "flags": []}
    for hand in (read(TABLE["S"]), wire, {"hand": TABLE["S"]}, {"hand": read(SOUTH), "win": "2p", "by": "ron"}):
        assert settle(**{**TABLE, "S": hand}, discarder=W) == ledger
    assert wire == {"hand": SOUTH, "win": "2p", "by": "ron", "won": True, "flags": []}


def test_a_self_draw_has_no_discarder() -> None:
    # 2 fu more, 2p closed: 22 fu, a fan
    ledger = settle(**{**TABLE, "S": f"{SOUTH} *2p"})
    assert ledger.scores["S"] == 44 and ledger.deltas["S"] == 4 * 44


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, ["no_discarder"]),
        ({"discarder": "S"}, ["bad_discarder"]),
        ({"discarder": "Q"}, ["bad_value"]),
        ({"S": SOUTH, "E": None, "false_win": "Q"}, ["bad_value"]),
        ({"discarder": "W", "E": None}, ["missing_hand"]),
        ({"discarder": "W", "E": None, "N": None}, ["missing_hand"] * 2),
        ({"S": SOUTH}, ["no_winner"]),
        ({"S": SOUTH, "discarder": "W"}, ["no_winner"]),
        ({"S": f"{SOUTH} *2p", "discarder": "W"}, ["bad_discarder"]),
        ({"discarder": "W", "draw": True}, ["two_outcomes"]),
        ({"discarder": "W", "false_win": "N"}, ["two_outcomes"]),
        ({"S": SOUTH, "draw": True, "false_win": "N"}, ["two_outcomes"]),
        ({"S": SOUTH, "draw": True, "discarder": "W"}, ["bad_discarder"]),
        ({"S": SOUTH, "false_win": "N", "discarder": "W"}, ["bad_discarder"]),
        ({"discarder": "W", "liable": "S"}, ["bad_liable"]),
        ({"discarder": "W", "liable": "N"}, ["bad_liable"]),
        ({"S": f"{SOUTH} *2p", "liable": "W"}, ["bad_liable"]),
        ({"S": SOUTH, "draw": True, "liable": "W"}, ["bad_liable"]),
        ({"discarder": "W", "liable": "W", "rules": {"base": "ningbo", "liability": []}}, ["bad_liable"]),
        ({"discarder": "W", "chankan": True}, ["not_robbed"]),
        ({"discarder": "W", "flags": "riichi"}, ["bad_value"]),
        ({"S": SOUTH, "flags": "rinshan", "draw": True}, ["no_winner"]),
        ({"discarder": "W", "round": "centre"}, ["bad_value"]),
        ({"discarder": "W", "rules": {"base": "ningbo", "round_wind": True}}, ["bad_value"]),
        ({"discarder": "W", "E": {"hand": TABLE["E"], "wn": True}}, ["bad_value"]),
        ({"discarder": "W", "E": {"hand": TABLE["E"], "won": "maybe"}}, ["bad_value"]),
        ({"discarder": "W", "E": {"hand": TABLE["E"], "win": "2p"}}, ["bad_value"]),
        ({"discarder": "W", "E": {"hand": TABLE["E"], "win": "2p3p", "by": "ron"}}, ["bad_value"]),
        ({"discarder": "W", "E": {"hand": TABLE["E"], "flags": ["reach"]}}, ["bad_value"]),
        ({"discarder": "W", "S": {"hand": TABLE["S"], "won": False}}, ["bad_value"]),
        ({"discarder": "W", "S": {"hand": SOUTH, "won": True}}, ["no_winning_tile"]),
        ({"discarder": "W", "E": 7}, ["bad_value"]),
    ],
)
def test_tables_that_cannot_be(given: dict[str, Any], expected: list[str]) -> None:
    assert ids(**given) == expected


def test_everything_wrong_is_told_at_once() -> None:
    told = refused(E="888x", N="6778m 44z (789m) (123p)", discarder="S", liable="S")
    assert [(id, where) for id, where, _ in told] == [
        ("text", "hands.E:4"),
        ("bad_discarder", "from"),
        ("bad_liable", "liable"),
        ("tile_count", "hands.N"),
    ]
    assert told[0][2].startswith("East: ") and told[3][2].startswith("North: ") and "12 tiles" in told[3][2]


def test_a_bad_text_alone_keeps_its_picture() -> None:
    with pytest.raises(TextError) as caught:
        settle(**{**TABLE, "N": "12q"}, discarder="W")
    assert caught.value.picture.splitlines()[1] == "  ^" and str(caught.value).startswith("North: ")


def test_of_two_winners_the_nearest_is_named() -> None:
    both = {**TABLE, "N": "678m 78m 44z (789m) (123p) +9m"}
    told = refused(**both, discarder="W")
    assert [id for id, _, _ in told] == ["two_winners"]
    # W discards, and N sits next to it
    assert "West, North" in told[0][2] and "South is a loser" in told[0][2] and "+2p" in told[0][2]
    assert "East, South" in refused(**both, discarder="E")[0][2]
    assert ids(**both) == ["two_winners", "no_discarder"]
    assert ids(**both, discarder="N") == ["two_winners", "bad_discarder"]


def test_copies_are_counted_over_the_whole_table() -> None:
    # S holds 555p, N has 55p: each hand can be, and both can't
    told = refused(N="55p 78m 44z 6z (789m) (123p)", discarder="W")
    assert [(id, where) for id, where, _ in told] == [("fifth_copy", "hands")]
    assert "5 copies of 5p" in told[0][2] and "South 3, North 2" in told[0][2]
    # five in one hand are that hand's own, told once
    told = refused(N="44z 22222s (789m) (456p)", discarder="W")
    assert [(id, where) for id, where, _ in told] == [("fifth_copy", "hands.N")]


def test_a_hand_that_does_not_win() -> None:
    told = refused(S=f"{SOUTH} +4p", discarder="W")
    assert [(id, where) for id, where, _ in told] == [("no_winner", "hands.S")] and "not a win" in told[0][2]


def test_a_false_win_needs_no_hands() -> None:
    ledger = settle(false_win="S")
    assert ledger.deltas == {"E": 400, "S": -800, "W": 200, "N": 200} and not ledger.scores
    # nor are they scored: the hand of a false win is often no hand
    assert settle(**{**TABLE, "S": "13p"}, false_win="S").deltas == ledger.deltas
    assert settle(false_win="E").next_dealer is S and settle(false_win="W").next_dealer is E


def test_draws() -> None:
    assert settle(draw=True).deltas == {"E": 0, "S": 0, "W": 0, "N": 0}
    hands = {**TABLE, "S": SOUTH}
    assert settle(**hands, draw=True).scores == {"E": 6, "S": 16, "W": 80, "N": 2}
    settling = {"base": "ningbo", "settle_on_draw": True, "draw_keeps_dealer": True}
    ledger = settle(**hands, draw=True, rules=settling)
    # E and S 10, E and W 74, E and N 4, all twice; S and W 64, S and N 14, W and N 78
    assert ledger.deltas == {"E": -20 - 148 + 8, "S": 20 - 64 + 14, "W": 148 + 64 + 78, "N": -8 - 14 - 78}
    assert ledger.next_dealer is E
    with pytest.raises(HandError, match="no hand for East"):
        settle(draw=True, rules=settling)


def test_a_robbed_kong_counts_as_the_pung_it_was() -> None:
    # E adds 5m to its pung, and S, who waits for it alone between 4m and 6m, robs it: 4 fu, and the 2 of the wait
    hands = {"E": "888s 6779p (555+5m) (345s)", "S": "46m 555p 99s (666z) (234m) +5m", "W": TABLE["W"], "N": "6778p 44z 6z (789m) (123p)"}
    ledger = settle(**hands, discarder="E", chankan=True)
    assert ledger.scores["E"] == 6  # 555m exposed 2, 888s concealed 4
    assert ledger.scores["S"] == (10 + 4 + 4 + 4 + 2) * 2
    assert any("robbed" in note and "555m" in note for note in ledger.notes)
    as_pung = settle(**{**hands, "E": TABLE["E"]}, discarder="E", flags=["chankan"])
    assert as_pung.deltas == ledger.deltas and not as_pung.notes
    # a kong of four tiles that were claimed at once can't be robbed, nor can a pung in hand
    for robbed in ("888s 6779p (5555m) (345s)", "555m 888s 6779p (345s)"):
        assert "not_robbed" in ids(**{**hands, "E": robbed}, discarder="E", chankan=True)
    assert ids(**hands, discarder="E", chankan=True, liable="E") == ["bad_liable"]


def test_hands_that_win_as_dealt() -> None:
    unconnected = {"hand": "27p159s16m 123457z", "won": "dealt"}
    hands = {"E": "123456789p 4448s", "S": unconnected, "W": "123456789p 7778m", "N": "333444555m 8889s"}
    ledger = settle(**hands)
    # concealed pungs of simples, 4 each: E one, W one, N four
    assert ledger.scores == {"E": 4, "S": 200, "W": 4, "N": 16}
    assert ledger.deltas == {"E": -400 - 24, "S": 800, "W": -200 - 12, "N": -200 + 24 + 12}
    assert ids(**hands, discarder="W") == ["bad_discarder"]
    two = refused(**{**hands, "E": {"hand": "27m159p16s 123456z", "won": "dealt"}})
    assert [id for id, _, _ in two] == ["two_winners"] and "from East on, East" in two[0][2]


# ------------------------------------------------------------------------------------------------- liability

#: three others who hold nothing that is in the way
OTHERS = {"E": "123456789p 1477s", "W": "123456789p 2588s", "N": "123456789p 3699s"}


def liable_notes(south: str, **given: Any) -> list[str]:
    ledger = settle(**{**OTHERS, "S": south, "discarder": "W", **given})
    assert sum(ledger.deltas.values()) == 0
    return [one.why for one in ledger.transfers if one.receiver is S and one.payer is W]


@pytest.mark.parametrize(
    ("south", "is_liable"),
    [
        # three sets of characters on the table, and a full flush
        ("55m 88m (123m) (456m) (777m) +8m", True),
        ("55m 88m (123m) (456m) [7777m] +8m", True),  # a concealed kong lies there too
        ("55m 78m (123m) (456m) (777m) +9m", True),
        ("55m 77788m (123m) (456m) +8m", False),  # two sets
        ("55z 88m (123m) (456m) (777m) +8m", False),  # a half flush
        ("5m (123m) (456m) (777m) (888m) +5m", True),  # four sets
        # three sets of winds, and four winds with South's own a set
        ("55m 44z (111z) (222z) (333z) +4z", True),
        ("567m 4z (111z) (222z) (333z) +4z", True),
        ("67m 44z (111z) (222z) (333z) +8m", False),  # the discard is no wind
        ("22z 55m (111z) (333z) (444z) +2z", True),
        ("567m 2z (111z) (333z) (444z) +2z", False),  # the pair is the own wind: no four winds
        ("55m 44z 222z (111z) (333z) +4z", False),  # two sets lay on the table
        # two sets of dragons, and big three dragons
        ("55m 234m 77z (555z) (666z) +7z", True),
        ("55m 234m 77z [5555z] (666z) +7z", True),
        ("55m 34m 777z (555z) (666z) +2m", False),  # the discard is no dragon
        ("234m 567m 7z (555z) (666z) +7z", False),  # a pair of the third
        ("55m 234m 777z 66z (555z) +6z", False),  # one set lay on the table
    ],
)
def test_liability_is_worked_out(south: str, is_liable: bool) -> None:
    whys = liable_notes(south)
    assert whys == (["liability", "win", "liability"] if is_liable else ["win"])
    # nobody is where it is said so, and where the rules have no such thing
    assert liable_notes(south, liable=None) == liable_notes(south, liable="none") == ["win"]
    assert liable_notes(south, rules={"base": "ningbo", "liability": []}) == ["win"]
    # who is named is taken at his word
    assert liable_notes(south, liable="W") == ["liability", "win", "liability"]


def test_each_liability_is_a_rule_of_its_own() -> None:
    flush = "55m 88m (123m) (456m) (777m) +8m"
    assert liable_notes(flush, rules={"base": "ningbo", "liability": ["four_winds", "big_three_dragons"]}) == ["win"]
    assert liable_notes(flush, rules={"base": "ningbo", "liability": ["full_flush"]}) == ["liability", "win", "liability"]


def test_nobody_is_liable_for_a_self_draw_or_a_robbed_kong() -> None:
    ledger = settle(**OTHERS, S="55m 88m (123m) (456m) (777m) *8m")
    assert {one.why for one in ledger.transfers if one.receiver is S} == {"win"}
    robbing = {**OTHERS, "S": "55m 79m (123m) (456m) (777m) +8m", "W": "456789p 2588s (888m)"}
    assert {one.why for one in settle(**robbing, discarder="W", chankan=True).transfers if one.receiver is S} == {"win"}
    assert {one.why for one in settle(**robbing, discarder="W").transfers if one.receiver is S} == {"liability", "win"}


def test_what_makes_liable_is_told() -> None:
    ledger = settle(**OTHERS, S="55m 88m (123m) (456m) (777m) +8m", discarder="W")
    assert any("West is liable" in note and "full flush" in note for note in ledger.notes)
    given = settle(**TABLE, discarder="W", liable="W")
    assert any("it was said so" in note for note in given.notes)


# ---------------------------------------------------------------------------------------------- the wire form

REQUEST = {"rules": "ningbo", "hands": {seat: {"hand": hand} for seat, hand in TABLE.items()}, "from": "W"}


def problems(**changed: Any) -> list[tuple[str, str]]:
    answer = settle_request({**REQUEST, **changed})
    assert answer["schema"] == "chouma.settlement/1" and answer["ok"] is False
    assert all(set(one) == {"id", "message", "where"} and one["message"] for one in answer["problems"])
    return [(one["id"], one["where"]) for one in answer["problems"]]


def test_a_request_is_a_table() -> None:
    answer = settle_request(REQUEST)
    assert answer == settle(**TABLE, discarder="W").to_dict()
    assert answer == settle_request(json.dumps(REQUEST)) == settle_request(json.dumps(REQUEST).encode())
    assert json.loads(json.dumps(answer)) == answer
    assert answer["deltas"] == {"E": -220, "S": 160, "W": 186, "N": -126}
    assert answer["hands"]["S"]["fu"] == 20 and answer["hands"]["S"]["fan"] == 1
    assert settle_request({**REQUEST, "hands": TABLE}) == answer
    assert settle_request({**REQUEST, "liable": None, "draw": False, "round": None}) == answer


def test_requests_without_a_winner() -> None:
    assert settle_request({"rules": "ningbo", "draw": True})["deltas"] == {"E": 0, "S": 0, "W": 0, "N": 0}
    rules_of_club = {"base": "ningbo", "false_win": 300}
    answer = settle_request({"rules": rules_of_club, "false_win": "S"})
    assert answer["deltas"] == {"E": 600, "S": -1200, "W": 300, "N": 300} and answer["rules"] == rules_of_club
    assert settle_request({"false_win": "E", "rules": {"false_win": 300}})["deltas"]["E"] == -1800


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"form": "W"}, [("unknown_key", "form")]),
        ({"from": 3}, [("wrong_type", "from")]),
        ({"hands": []}, [("wrong_type", "hands")]),
        ({"draw": "yes"}, [("wrong_type", "draw")]),
        ({"hands": {**TABLE, "E": {"hand": 3}}}, [("wrong_type", "hands.E.hand")]),
        ({"hands": {**TABLE, "E": {}}}, [("missing_key", "hands.E.hand")]),
        ({"hands": {**TABLE, "E": {"hand": TABLE["E"], "flag": []}}}, [("unknown_key", "hands.E.flag")]),
        ({"hands": {**TABLE, "E": {"hand": TABLE["E"], "flags": [1]}}}, [("wrong_type", "hands.E.flags")]),
        ({"hands": {**TABLE, "E": {"hand": TABLE["E"], "flags": ["x"] * 65}}}, [("wrong_type", "hands.E.flags")]),
        ({"hands": {**TABLE, "C": TABLE["E"]}}, [("bad_value", "hands.C")]),
        ({"hands": {**TABLE, "east": TABLE["E"]}}, [("bad_value", "hands.E")]),
        ({"rules": "ningpo"}, [("unknown_rules", "rules")]),
        ({"rules": "tenhou"}, [("bad_value", "hands")]),
        ({"rules": "club.toml"}, [("bad_rules", "rules")]),
        ({"rules": {"base": "ningbo", "limit": -1, "limt": 3}}, [("bad_rules", "rules.limit"), ("unknown_switch", "rules")]),
        ({"from": "S", "form": 1}, [("unknown_key", "form"), ("bad_discarder", "from")]),
    ],
)
def test_requests_that_cannot_be(changed: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert problems(**changed) == expected


@pytest.mark.parametrize(("text", "id"), [("[]", "wrong_type"), ("{", "json"), ('{"a": 1, "a": 2}', "duplicate_key"), (b"\xff", "json")])
def test_texts_that_are_no_request(text: str | bytes, id: str) -> None:
    assert [one["id"] for one in settle_request(text)["problems"]] == [id]


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from(("E", "dealt", "+2p", "123m")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("hand", "win", "by", "won", "flags", "E", "x")), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(("rules", "hands", "from", "liable", "false_win", "draw", "round", "x")), JUNK))
def test_nothing_makes_a_request_fail_otherwise(changed: dict[str, Any]) -> None:
    for request in (changed, {**REQUEST, **changed}):
        answer = settle_request(request)
        assert answer["ok"] or answer["problems"]
        json.dumps(answer)


def test_a_limit_on_differences_leaves_the_losers_scores_alone() -> None:
    """Harr limits what losers pay each other, not what their hands count."""
    # South: concealed kongs of the own wind, white and green are 96 fu, 3 fan: 768, and the limit of harr-1922 is 400
    hands = {
        "E": "147m258p369s1177z",
        "S": "14m78p [2222z] [5555z] [6666z]",
        "W": "13s 99m 234p (123m) (678p) +2s",
        "N": "147m258p369s3337z",
    }
    ledger = settle(**hands, discarder="E", rules="harr-1922")
    assert ledger.scores["S"] == 768
    # North: the concealed pung of west is a guest wind, 8 fu: 768 - 8 = 760, limited to 400
    north = [one for one in ledger.transfers if one.payer == Wind.N and one.receiver == Wind.S]
    assert [one.amount for one in north] == [400]
