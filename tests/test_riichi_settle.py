"""Settling wins of riichi: payments, counters, deposits, several winners, liability, and what the front door refuses.

The right values are sums by hand from the rules, and situations on which programs were once found wrong.
"""

from __future__ import annotations

import json
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chouma
from chouma.errors import HandError, UnknownNameError
from chouma.riichi.liability import fed, seat_of
from chouma.riichi.rules import rules
from chouma.riichi.settle import Liable, Won, in_turn, settle_wins, win_transfers
from chouma.riichi.table import by_yakuman
from chouma.seats import Wind
from chouma.settling import FIELDS, settle_request

E, S, W, N = Wind
#: big three dragons, the last dragon from the left of the winner
DRAGONS = "11s44s (7>77z) (5^55z) (6<66z)"
ALL_HONOURS = "33z 11z (7>77z) (5^55z) (6<66z)"
FOUR_KANS = "1m (1^111p) (2>222p) (3^333p) (4<444s)"


def deltas(wins: list[dict[str, Any]], rule_set: Any = "general", **about: Any) -> list[int]:
    """What each seat gains, in turn from East."""
    return list(chouma.settle(wins=wins, rules=rule_set, **about).deltas.values())


def win(seat: str, han: int, fu: int | None = None, giver: str | None = None) -> dict[str, Any]:
    return {"seat": seat, "han": han, **({"fu": fu} if fu else {}), **({"from": giver} if giver else {})}


def yakuman(seat: str, *ids: str, giver: str | None = None, pao: Any = None) -> dict[str, Any]:
    told = {"seat": seat, "yakuman": list(ids), "pao": pao or "none"}
    return told | ({"from": giver} if giver else {})


def problems(**request: Any) -> list[tuple[str, str]]:
    answer = settle_request({"rules": "tenhou", **request})
    assert not answer["ok"], answer
    assert answer["schema"] == "chouma.settlement/1" and all(one["message"] for one in answer["problems"])
    return [(one["id"], one["where"]) for one in answer["problems"]]


# ------------------------------------------------------------------------------------------- one winner


@pytest.mark.parametrize(
    ("one", "about", "expected"),
    [
        # 40 fu 3 han: 1280, 5120 and 7680 by ron, 1280 and 2560 by self-draw
        (win("S", 3, 40, "N"), {}, [0, 5200, 0, -5200]),
        (win("E", 3, 40, "N"), {}, [7700, 0, 0, -7700]),
        (win("S", 3, 40), {}, [-2600, 5200, -1300, -1300]),
        (win("E", 3, 40), {}, [7800, -2600, -2600, -2600]),
        (win("S", 3, 40, "E"), {"honba": 1, "deposits": 2}, [-5500, 7500, 0, 0]),
        # a non-dealer's 1000 and 2000 with two counters
        (win("W", 4, 25), {"honba": 2}, [-3400, -1800, 7000, -1800]),
        (win("W", 3, 30), {"honba": 2}, [-2200, -1200, 4600, -1200]),
        # the second dealer's mangan in a row
        (win("E", 5), {"honba": 1}, [12300, -4100, -4100, -4100]),
        (win("S", 5, None, "W"), {"honba": 3, "deposits": 1}, [0, 9900, -8900, 0]),
    ],
)
def test_one_winner(one: dict[str, Any], about: dict[str, int], expected: list[int]) -> None:
    assert deltas([one], **about) == expected


@pytest.mark.parametrize(
    ("points", "by_ron", "by_draw"),
    [(300, 8300, 4100), (1500, 9500, 4500), (0, 8000, 4000)],
)
def test_counters_of_any_worth(points: int, by_ron: int, by_draw: int) -> None:
    club = rules("general").but(honba_points=points)
    assert deltas([win("S", 5, None, "E")], club, honba=1) == [-by_ron, by_ron, 0, 0]
    assert deltas([win("S", 5)], club, honba=1)[0] == -by_draw
    # with three, two thirds of it on a ron
    three = rules("tenhou-sanma").but(honba_points=points)
    assert deltas([win("S", 5, None, "E")], three, honba=3)[0] == -8000 - 2 * points


@pytest.mark.parametrize(
    ("loss", "of_south", "of_east"),
    [
        ("loss", [-4000, 6000, -2000], [8000, -4000, -4000]),
        ("split", [-5000, 8000, -3000], [12000, -6000, -6000]),
        ("even", [-4000, 8000, -4000], [12000, -6000, -6000]),
    ],
)
def test_three_players(loss: str, of_south: list[int], of_east: list[int]) -> None:
    three = rules("tenhou-sanma").but(tsumo_loss=loss)
    assert deltas([win("S", 5)], three) == of_south
    assert deltas([win("E", 5)], three) == of_east
    assert deltas([win("S", 5)], three, honba=2, deposits=1) == [of_south[0] - 200, of_south[1] + 1400, of_south[2] - 200]


def test_small_hands_of_three_players_are_rounded_each() -> None:
    # 30 fu 1 han: 240 base points
    found = {loss: deltas([win("S", 1, 30)], rules("tenhou-sanma").but(tsumo_loss=loss)) for loss in ("loss", "split", "even")}
    assert found == {"loss": [-500, 800, -300], "split": [-600, 1000, -400], "even": [-500, 1000, -500]}


def test_a_hand_is_scored_on_the_way() -> None:
    hand = {"hand": "234m 345678p 6634s", "win": "5s", "by": "ron", "seat": "S", "from": "N", "flags": "riichi"}
    assert deltas([hand], "tenhou", honba=1, deposits=1) == [0, 5200, 0, -4200]
    # an ippatsu and two dora more are 6 han
    more = {**hand, "flags": ["riichi", "ippatsu"], "dora_indicators": "5p"}
    assert deltas([more], "tenhou") == [0, 8000, 0, -8000]
    assert deltas([{**hand, "flags": ()}], "tenhou", flags="riichi ippatsu", dora_indicators=["5p"]) == [0, 8000, 0, -8000]
    assert deltas([hand], "tenhou", ippatsu=True) == [0, 7700, 0, -7700]
    score = chouma.score("234m 345678p 6634s +5s", riichi=True, seat="S", round="E", rules="tenhou")
    ledger = chouma.settle(wins=[score], discarder="N", honba=1, deposits=1)
    assert list(ledger.deltas.values()) == [0, 5200, 0, -4200] and ledger.rules == "tenhou"
    assert ledger.details["S"] == score and ledger.scores == {"S": 3900}


def test_a_ledger_tells_what_comes_next() -> None:
    found = chouma.settle(wins=[win("S", 3, 40, "N")], honba=2, deposits=1, rules="tenhou")
    assert (found.outcome, found.winner, found.next_dealer, found.next_honba, found.deposits_left) == ("ron", S, S, 0, 0)
    found = chouma.settle(wins=[win("E", 3, 40)], honba=2, deposits=1, rules="tenhou")
    assert (found.outcome, found.winners, found.next_dealer, found.next_honba, found.deposits) == ("tsumo", (E,), E, 3, 1000)
    told = str(found.explain())
    for text in ("East, the dealer, who wins", "3 han 40 fu", "South pays East 2600", "2 counters of 100", "1 deposit", "East deals again"):
        assert text in told


# ------------------------------------------------------------------------------------------- several winners


def test_two_winners_and_the_first_in_turn() -> None:
    two = [win("S", 3, 40, "W"), win("N", 5, None, "W")]
    # after West comes North
    assert deltas(two, "tenhou", honba=1, deposits=2) == [0, 5200, -13500, 10300]
    assert deltas(two, "ema", honba=1, deposits=2) == [0, 5500, -13800, 10300]
    assert deltas(two, "mleague", honba=1, deposits=2) == [0, 0, -8300, 10300]
    told = str(chouma.settle(wins=two, rules="mleague").explain())
    assert "North is first in turn and alone is paid; South would have won too" in told


def test_three_winners() -> None:
    three = [win("S", 3, 40, "E"), win("N", 5, None, "E"), win("W", 2, 30, "E")]
    assert deltas(three, "general", honba=1, deposits=1) == [-15500, 6500, 2000, 8000]
    drawn = chouma.settle(wins=three, rules="tenhou", honba=1, deposits=1)
    assert (drawn.outcome, drawn.transfers, drawn.winners) == ("sanchahou", (), ())
    assert (drawn.next_dealer, drawn.next_honba, drawn.deposits_left) == (E, 2, 1)
    assert deltas(three, "wrc", honba=1, deposits=1) == [-5500, 6500, 0, 0]


def test_the_dealer_among_the_winners_deals_again() -> None:
    # the last hand of which only the last winner was looked at
    two = [win("E", 3, 40, "W"), win("N", 5, None, "W")]
    for order in permutations(two):
        found = chouma.settle(wins=order, rules="tenhou", honba=1)
        assert (found.next_dealer, found.next_honba, found.winners) == (E, 2, (N, E))
    # head bump: North alone
    assert chouma.settle(wins=two, rules="mleague", honba=1).next_dealer == S


def test_two_win_on_a_declared_north() -> None:
    ledger = chouma.settle(wins=[win("E", 5, None, "W"), win("S", 8, None, "W")], rules="tenhou-sanma")
    assert ledger.matrix()["W"] == {"E": 12000, "S": 16000, "W": 0}


def test_turns() -> None:
    assert in_turn((E, S, W), N, 4) == (E, S, W) and in_turn((N, E), W, 4) == (N, E) and in_turn((E, N, W), S, 4) == (W, N, E)


# ------------------------------------------------------------------------------------------- liability

WEST = {"seat": "W", "yakuman": ["daisangen"]}
BOTH = ("daisangen", "tsuuiisou")


@pytest.mark.parametrize(
    ("one", "rule_set", "about", "expected"),
    [
        # one yakuman: all of a self-draw, half of a ron from another, all of a ron from himself
        (yakuman("S", "daisangen", pao=WEST), "tenhou", {}, [0, 32000, -32000, 0]),
        (yakuman("S", "daisangen", giver="N", pao=WEST), "tenhou", {}, [0, 32000, -16000, -16000]),
        (yakuman("S", "daisangen", giver="W", pao=WEST), "tenhou", {}, [0, 32000, -32000, 0]),
        (yakuman("E", "daisangen", giver="N", pao=WEST), "general", {}, [48000, 0, -24000, -24000]),
        (yakuman("E", "daisangen", pao=WEST), "general", {}, [48000, 0, -48000, 0]),
        # counters
        (yakuman("S", "daisangen", giver="N", pao=WEST), "tenhou", {"honba": 2}, [0, 32600, -16600, -16000]),
        (yakuman("S", "daisangen", giver="N", pao=WEST), "jpml", {"honba": 2}, [0, 32600, -16000, -16600]),
        (yakuman("S", "daisangen", giver="W", pao=WEST), "jpml", {"honba": 2}, [0, 32600, -32600, 0]),
        (yakuman("S", "daisangen", pao=WEST), "jpml", {"honba": 2, "deposits": 1}, [0, 33600, -32600, 0]),
        # two yakuman: for his own alone, or for all of the hand
        (yakuman("S", *BOTH, giver="N", pao=WEST), "general", {}, [0, 64000, -16000, -48000]),
        (yakuman("S", *BOTH, giver="N", pao=WEST), "tenhou", {}, [0, 64000, -32000, -32000]),
        (yakuman("S", *BOTH, pao=WEST), "general", {}, [-16000, 64000, -40000, -8000]),
        (yakuman("S", *BOTH, pao=WEST), "tenhou", {"honba": 3}, [0, 64900, -64900, 0]),
        (yakuman("S", *BOTH, pao=WEST), "general", {"honba": 1}, [-16000, 64300, -40300, -8000]),
        # the liable player is the dealer, and pays his share of the rest doubled
        (yakuman("S", *BOTH, pao={"seat": "E"}), "general", {}, [-48000, 64000, -8000, -8000]),
        # four big winds count twice where the rules say so
        (yakuman("S", "daisuushii", "tsuuiisou", giver="N", pao={"seat": "W"}), "majsoul", {}, [0, 96000, -32000, -64000]),
        # with three the absent north's share is lost
        (yakuman("S", "daisangen", pao=WEST), "tenhou-sanma", {"honba": 1}, [0, 24200, -24200]),
        (yakuman("S", "daisangen", giver="E", pao=WEST), "tenhou-sanma", {"honba": 1}, [-16000, 32200, -16200]),
    ],
)
def test_liability(one: dict[str, Any], rule_set: str, about: dict[str, int], expected: list[int]) -> None:
    assert deltas([one], rule_set, **about) == expected


def test_two_players_may_be_liable() -> None:
    pao = [{"seat": "W", "yakuman": ["daisangen"]}, {"seat": "N", "yakuman": ["suukantsu"]}]
    one = yakuman("S", "daisangen", "suukantsu", pao=pao)
    assert deltas([one], "mleague") == [0, 64000, -32000, -32000]
    # a ron from East: half of each yakuman from him
    assert deltas([{**one, "from": "E"}], "mleague", honba=1) == [-32000, 64300, -16300, -16000]
    # liable for the whole hand: what is left goes to the first
    third = yakuman("S", "daisangen", "suukantsu", "tsuuiisou", pao=pao)
    assert deltas([third], rules("mleague").but(pao_scope="hand")) == [0, 96000, -64000, -32000]


def test_without_limits_liability_is_for_the_hand() -> None:
    one = {"hand": f"{DRAGONS} +1s", "seat": "S", "from": "W"}
    score = chouma.score(one["hand"], seat="S", rules={"base": "general", "aotenjou": "all"})
    ledger = chouma.settle(wins=[one], rules={"base": "general", "aotenjou": "all"})
    assert ledger.deltas["E"] == -ledger.deltas["S"] + -ledger.deltas["W"]
    assert ledger.deltas["E"] <= ledger.deltas["W"] < 0 and ledger.deltas["S"] == score.points  # type: ignore[union-attr]
    assert ledger.deltas["W"] - ledger.deltas["E"] in (0, 100)


def test_the_highest_yakuman_alone_and_its_liability() -> None:
    """EMA: big four winds and all honours are one yakuman, whichever is named; who fed the winds is liable."""
    hand = {"hand": "5z (1>11z) (2^22z) (3>33z) (4<44z) +5z", "seat": "S", "from": "N"}
    club = rules("ema").but(pao_honba="liable")
    assert deltas([hand], club, honba=1) == [-16300, 32300, 0, -16000]
    assert by_yakuman(["daisuushii", "tsuuiisou"], club).known.yakuman == 1
    # counted twice, all honours stand above, and nobody fed those
    assert deltas([hand], club.but(double_yakuman=["tsuuiisou"])) == [0, 64000, 0, -64000]


# -------------------------------------------------------------------- liability that the groups tell


@pytest.mark.parametrize(
    ("hand", "seat", "giver", "expected"),
    [
        # left of South sits East, across North, right West
        (f"{DRAGONS} *1s", "S", None, [-32000, 32000, 0, 0]),
        (f"{DRAGONS} +1s", "S", "N", [-16000, 32000, 0, -16000]),
        (f"{DRAGONS} +1s", "S", "E", [-32000, 32000, 0, 0]),
        ("11s44s (6<66z) (7>77z) (5^55z) *1s", "S", None, [0, 32000, 0, -32000]),
        ("11s44s (6<66z) (5^55z) (7>77z) *1s", "S", None, [0, 32000, -32000, 0]),
        # the deciding triplet was made a kan later, or was called as one
        ("11s44s (7>77z) (5^55z) (6<66+6z) *1s", "S", None, [-32000, 32000, 0, 0]),
        ("11s44s (7>77z) (5^55z) (6<66+6z) +1s", "S", "W", [-16000, 32000, -16000, 0]),
        ("11s44s [7777z] (5^55z) (6<666z) *1s", "S", None, [-32000, 32000, 0, 0]),
        # a concealed kan last, a concealed triplet, no sources: nobody is liable
        ("11s44s (7>77z) (5^55z) [6666z] *1s", "S", None, [-16000, 32000, -8000, -8000]),
        ("11s44s666z (7>77z) (5^55z) *1s", "S", None, [-16000, 32000, -8000, -8000]),
        ("11s44s (777z) (555z) (666z) *1s", "S", None, [-16000, 32000, -8000, -8000]),
        ("5p (1>11z) (2>22z) (4^44z) (3<33z) *5p", "S", None, [-32000, 32000, 0, 0]),
    ],
)
def test_who_is_liable_is_read_off_the_groups(hand: str, seat: str, giver: str | None, expected: list[int]) -> None:
    one = {"hand": hand, "seat": seat} | ({"from": giver} if giver else {})
    assert deltas([one], "tenhou") == expected
    assert deltas([{**one, "pao": "auto"}], "tenhou") == expected
    free = chouma.settle(wins=[{**one, "pao": "none"}], rules="tenhou")
    assert not [line for line in free.transfers if line.why == "liability"]


def test_four_kans_make_liable_where_the_rules_say_so() -> None:
    one = {"hand": f"{FOUR_KANS} *1m", "seat": "S"}
    assert deltas([one], "tenhou") == [-16000, 32000, -8000, -8000]
    assert deltas([one], "mleague") == [-32000, 32000, 0, 0]
    # the fourth was added to a triplet, or concealed: it was drawn
    for last in ("(4<44+4s)", "[4444s]"):
        assert deltas([{**one, "hand": one["hand"].replace("(4<444s)", last)}], "mleague") == [-16000, 32000, -8000, -8000]


def test_what_the_groups_leave_open_is_told() -> None:
    def notes(hand: str) -> str:
        ledger = chouma.settle(wins=[{"hand": hand, "seat": "S"}], rules="tenhou")
        return "\n".join(line.text for line in ledger.explain().lines if line.id == "note")

    assert "East is liable for Big three dragons: gave 666z, the last as the groups are written" in notes(f"{DRAGONS} *1s")
    assert "gave 666z\n" in notes("11s44s (7<77z) (5<55z) (6<66z) *1s")
    assert "whoever gave 666z is liable for Big three dragons; its source isn't known" in notes("11s44s (7<77z) (5<55z) (666z) *1s")
    assert "liable" not in notes("11s44s (7>77z) (5^55z) [6666z] *1s")


def test_seats_by_their_marks() -> None:
    assert [seat_of(mark, S, 4) for mark in "<^>"] == [E, N, W]
    # three sit round the table: nobody across
    assert [seat_of(mark, S, 3) for mark in "<^>"] == [E, None, W]
    assert fed("chuuren", chouma.read("1112345678999m +5m"), S, 4) == (None, None)


def test_three_players_and_the_groups() -> None:
    one = {"hand": "11s44s (7>77z) (5>55z) (6<66z) *1s", "seat": "E"}
    # left of East sits West
    assert deltas([one], "tenhou-sanma", honba=1) == [32200, 0, -32200]


# ------------------------------------------------------------------------------------------- what can't be

SOUTH = {"hand": "234m 345678p 6634s +5s", "seat": "S", "round": "E", "flags": ["riichi"]}


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        ({"wins": []}, [("no_winner", "wins")]),
        ({"wins": [SOUTH]}, [("no_discarder", "wins[0].from")]),
        ({"wins": [{**SOUTH, "from": "S"}]}, [("bad_discarder", "wins[0].from")]),
        ({"wins": [{**SOUTH, "from": "Q"}]}, [("bad_value", "wins[0].from")]),
        ({"wins": [{"seat": "S", "han": 3, "fu": 30, "by": "tsumo", "from": "E"}]}, [("bad_discarder", "wins[0].from")]),
        ({"wins": [{"seat": "S", "han": 3, "fu": 31}]}, [("bad_value", "wins[0].han")]),
        ({"wins": [{"seat": "S", "han": 1, "fu": 20}]}, [("bad_value", "wins[0].han")]),
        ({"wins": [{"seat": "S", "han": 3}]}, [("bad_value", "wins[0].han")]),
        ({"wins": [{"seat": "S", "han": 3, "fu": 30, "flags": ["riichi"]}]}, [("bad_value", "wins[0].flags")]),
        ({"wins": [{"seat": "S"}]}, [("missing_key", "wins[0].hand")]),
        ({"wins": [{"han": 3, "fu": 30}]}, [("missing_key", "wins[0].seat")]),
        ({"wins": [{**SOUTH, "from": "E", "han": 3}]}, [("bad_value", "wins[0].hand")]),
        ({"wins": [{"seat": "S", "yakuman": ["daisangem"]}]}, [("bad_value", "wins[0].yakuman")]),
        ({"wins": [{"seat": "S", "yakuman": []}]}, [("bad_value", "wins[0].yakuman")]),
        ({"wins": [{"seat": "S", "yakuman": ["suuankou", "suuankou_tanki"]}]}, [("bad_value", "wins[0].yakuman")]),
        ({"wins": [{**SOUTH, "from": "E", "hand": "234m 345678p 6634s +4s"}]}, [("no_winner", "wins[0].hand")]),
        ({"wins": [{**SOUTH, "from": "E", "hand": "234m 345678p 6634s"}]}, [("no_winning_tile", "wins[0].win")]),
        ({"wins": [{**SOUTH, "from": "E", "wni": "5s"}]}, [("unknown_key", "wins[0].wni")]),
        ({"wins": [{"hand": SOUTH["hand"], "seat": "S", "from": "E"}]}, [("missing_key", "wins[0].round")]),
        ({"wins": [{**SOUTH, "from": "E"}], "honba": -1, "deposits": 10**6}, [("bad_value", "honba"), ("bad_value", "deposits")]),
        ({"wins": [{**SOUTH, "from": "E"}], "dealer": "S"}, [("bad_value", "dealer")]),
        ({"wins": [{**SOUTH, "from": "E"}], "hands": {}, "draw": {"kind": "exhaustive"}}, [("two_outcomes", "draw")]),
        ({"wins": [win("S", 5, None, "W"), win("S", 5, None, "W")]}, [("two_winners", "wins")]),
        ({"wins": [win("S", 5, None, "W"), win("N", 5)]}, [("two_winners", "wins[1].by")]),
        ({"wins": [win("S", 5, None, "W"), win("N", 5, None, "E")]}, [("bad_discarder", "wins")]),
        ({"wins": [win("S", 5, None, "N"), win("N", 5, None, "W")]}, [("bad_discarder", "wins[0].from"), ("bad_discarder", "wins")]),
        ({"rules": "tenhou-sanma", "wins": [win("N", 5, None, "E")]}, [("seat_not_in_game", "wins[0].seat")]),
        ({"rules": "tenhou-sanma", "wins": [win("S", 5, None, "N")]}, [("seat_not_in_game", "wins[0].from")]),
        ({"rules": "ningbo", "wins": [SOUTH]}, [("bad_value", "wins")]),
        ({"hands": {"E": "123m"}}, [("bad_value", "hands")]),
        ({"rules": "tenhu", "wins": [{**SOUTH, "seat": "Q"}]}, [("unknown_rules", "rules"), ("bad_value", "wins[0].seat")]),
        ({"wins": [{**SOUTH, "from": 3}]}, [("wrong_type", "wins[0].from")]),
    ],
)
def test_requests_that_cannot_be(request_: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert problems(**request_) == expected


@pytest.mark.parametrize(
    ("pao", "told"),
    [
        ({"seat": "S"}, "South wins and is said to be liable"),
        ({"seat": "W", "yakuman": ["suukantsu"]}, "no liability for suukantsu, but for daisangen, daisuushii"),
        ({"seat": "W", "yakuman": ["daisuushii"]}, "holds no daisuushii"),
        ([{"seat": "W"}, {"seat": "N"}], "two players are liable: say for which"),
        ([WEST, {"seat": "N", "yakuman": ["daisangen"]}], "two players are said to be liable for daisangen"),
        ([WEST, WEST], "West is said to be liable twice"),
        ({"yakuman": ["daisangen"]}, "no seat"),
        ({"seat": "W", "yakumen": []}, "unknown key 'yakumen'"),
        ({"seat": "Q"}, "pao.seat is 'Q'"),
    ],
)
def test_liability_that_cannot_be(pao: Any, told: str) -> None:
    answer = settle_request({"rules": "tenhou", "wins": [yakuman("S", "daisangen", giver="N", pao=pao)]})
    assert not answer["ok"] and any(told in one["message"] for one in answer["problems"]), answer
    assert all(one["where"].startswith("wins[0].pao") for one in answer["problems"])


def test_liability_for_a_hand_that_is_no_yakuman() -> None:
    assert problems(wins=[{**win("S", 5, None, "N"), "pao": {"seat": "W"}}]) == [("bad_liable", "wins[0].pao")]


def test_what_two_hands_cannot_share() -> None:
    other = {**SOUTH, "seat": "W", "hand": "234m 345678p 6634s +2s"}
    assert problems(wins=[{**SOUTH, "from": "E"}, {**other, "from": "E"}])[0] == ("two_winners", "wins")
    # five copies of 6s: the discard is one, the pairs are of both
    triplet = {**SOUTH, "seat": "W", "hand": "234m 345p 66678s 34s +5s", "flags": ["riichi"]}
    assert problems(wins=[{**SOUTH, "from": "E"}, {**triplet, "from": "E"}]) == [("fifth_copy", "wins")]
    # two of 5s here, one there, and the discard, which lies there once: four
    here, there = {**SOUTH, "hand": "234m 345678p 5566s +5s"}, {**SOUTH, "seat": "W", "hand": "345678p 3344566s +5s"}
    assert settle_request({"rules": "tenhou", "wins": [{**here, "from": "E"}, {**there, "from": "E"}]})["ok"]


def test_the_front_door_refuses_in_python_too() -> None:
    score = chouma.score("234m 345678p 6634s +5s", riichi=True, seat="S", rules="tenhou")
    with pytest.raises(HandError, match="scored under the rules tenhou, and is settled under wrc"):
        chouma.settle(wins=[score], discarder="E", rules="wrc")
    with pytest.raises(HandError, match="know no hands"):
        chouma.settle(wins=[win("S", 5)], E="123m")
    with pytest.raises(HandError, match="2 hands win, and flags beside them are of one"):
        chouma.settle(wins=[{**SOUTH, "from": "E"}, {**SOUTH, "seat": "W", "from": "E"}], flags="ippatsu houtei")
    with pytest.raises(HandError, match="a win is 3"):
        chouma.settle(wins=[3])  # type: ignore[list-item]
    with pytest.raises(HandError, match="han and fu hold it already: take riichi away"):
        chouma.settle(wins=[win("S", 5)], riichi=True)
    with pytest.raises(TypeError, match="ippatu"):
        chouma.settle(wins=[win("S", 5)], ippatu=True)
    with pytest.raises(UnknownNameError):
        chouma.settle(wins=[win("S", 5)], rules="tenhu")
    with pytest.raises(HandError, match="honba is"):
        chouma.settle(wins=[win("S", 5)], honba=-1)


# ------------------------------------------------------------------------------------------- laws

houses = st.sampled_from(["general", "tenhou", "tenhou-sanma", "ema", "mleague", "majsoul", "majsoul-sanma", "jpml"]).map(rules)
worths = st.sampled_from([240, 320, 400, 480, 640, 800, 960, 1280, 1600, 1920, 2000, 3000, 4000, 6000, 8000])


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[Won], Any, int, int]:
    house = draw(houses)
    seats = draw(st.permutations(list(Wind)[: house.players]))
    giver = draw(st.sampled_from([None, seats[0]]))
    winners = seats[1 : 2 if giver is None else draw(st.integers(2, house.players))]
    wins = []
    for seat in winners:
        n = draw(st.integers(0, 2))
        liable = draw(st.sampled_from([other for other in seats if other is not seat]))
        paid = (Liable(liable, ("daisangen",), draw(st.integers(1, n))),) if n else ()
        wins.append(Won(seat, "tsumo" if giver is None else "ron", 8000 * n or draw(worths), giver, paid))
    return wins, house, draw(st.integers(0, 9)), draw(st.integers(0, 4))


@given(tables())
def test_nothing_is_lost_and_the_order_of_the_wins_never_matters(table: tuple[list[Won], Any, int, int]) -> None:
    wins, house, honba, deposits = table
    found = settle_wins(wins, house, honba=honba, deposits=deposits)
    assert settle_wins(wins[::-1], house, honba=honba, deposits=deposits) == found
    assert found.deposits_taken + 1000 * found.deposits_left == 1000 * deposits
    gains = dict.fromkeys(list(Wind)[: house.players], 0)
    for one in found.transfers:
        gains[one.receiver] += one.amount
        if one.payer is not None:
            gains[one.payer] -= one.amount
    assert sum(gains.values()) == found.deposits_taken
    assert all(gains[seat] > 0 for seat in found.winners) and all(one.receiver in found.winners for one in found.transfers)
    assert all(one.amount % 100 == 0 for one in found.transfers)


@given(tables())
def test_liability_changes_who_pays_and_never_what_is_won(table: tuple[list[Won], Any, int, int]) -> None:
    wins, house, honba, _ = table
    for won in wins:
        paid = win_transfers(won, house, honba)
        free = win_transfers(won._replace(liable=()), house, honba)
        assert sum(one.amount for one in paid) == sum(one.amount for one in free)


def test_the_wire_form_is_json_and_the_keys_are_known() -> None:
    request = {"rules": "tenhou", "wins": [{**SOUTH, "from": "W"}], "honba": 1, "deposits": 2}
    answer = settle_request(json.dumps(request))
    assert answer["deltas"] == {"E": 0, "S": 6200, "W": -4200, "N": 0}
    assert [(one["from"], one["to"], one["amount"], one["why"]) for one in answer["transfers"]] == [
        ("W", "S", 3900, "win"),
        ("W", "S", 300, "honba"),
        ("table", "S", 2000, "deposits"),
    ]
    assert (answer["winners"], answer["next_dealer"], answer["next_honba"], answer["deposits_left"]) == (["S"], "S", 0, 0)
    assert answer["hands"]["S"]["han"] == 3 and answer["scores"] == {"S": 3900}
    assert json.loads(json.dumps(answer)) == answer
    assert {"wins", "draw", "chombo", "honba", "deposits", "dealer", "from", "rules", "round"} <= FIELDS.keys()


# ------------------------------------------------------------------------------------------- every switch bites

TWO = {"wins": [win("S", 3, 40, "W"), win("N", 5, None, "W")], "honba": 1}
FED = {"wins": [yakuman("S", *BOTH, giver="N", pao=WEST)], "honba": 1}
FOUR = {"wins": [{"hand": f"{FOUR_KANS} *1m", "seat": "S"}]}


@pytest.mark.parametrize(
    ("switch", "other", "about"),
    [
        ("honba_points", 1500, TWO),
        ("tsumo_loss", "split", {"wins": [win("S", 5)]}),
        ("multiple_ron", "head_bump", TWO),
        ("multiple_ron", "double", {**TWO, "wins": [*TWO["wins"], win("E", 5, None, "W")]}),  # type: ignore[dict-item]
        ("honba_on_multiple_ron", "each", TWO),
        ("pao", ["suukantsu"], FOUR),
        ("pao_scope", "hand", FED),
        ("pao_honba", "discarder", FED),
        ("noten_points", 6000, {"draw": "exhaustive", "tenpai": "E"}),
        ("nagashi_mangan", "win", {"nagashi": "S", "honba": 1}),
        ("chombo", "points", {"chombo": "S"}),
        ("chombo", "after_uma", {"chombo": "S"}),
        ("yakuman_stacking", False, FED),
        ("double_yakuman", ["daisuushii"], {"wins": [yakuman("S", "daisuushii", giver="N")]}),
        ("kiriage_mangan", True, {"wins": [win("S", 4, 30, "E")]}),
    ],
)
def test_every_switch_of_settling_bites(switch: str, other: Any, about: dict[str, Any]) -> None:
    house = rules("majsoul-sanma" if switch == "tsumo_loss" else "general")
    if switch == "double_yakuman":
        house = house.but(double_yakuman=[])
    plain, changed = (chouma.settle(rules=one, **about) for one in (house, house.but(**{switch: other})))
    assert plain.deltas != changed.deltas


@pytest.mark.parametrize(
    ("about", "told"),
    [
        ({"chombo": 3, "rules": "tenhou"}, "chombo is 3"),
        ({"wins": [{**SOUTH, "from": "W", "dora_indicators": 3}]}, "dora_indicators is a int"),
        ({"wins": [{**SOUTH, "from": "W", "flags": 3}]}, "flags is 3"),
        ({"wins": [{"seat": "S", "han": 10**30}]}, "a hand that is paid has 1 to 200"),
        ({"wins": [{"seat": "S", "han": 5, "pao": {"seat": "E", "yakuman": 3}}]}, "pao.yakuman is 3"),
        ({"wins": [{"seat": "S", "han": 5, "pao": 3}]}, "pao is 3"),
        ({"draw": "exhaustive", "rules": "ningbo"}, "under classical rules it is True"),
        ({"draw": {"kind": "exhaustive", "tenpai": 3}}, "draw.tenpai is 3"),
    ],
)
def test_strange_values_are_told(about: dict[str, Any], told: str) -> None:
    with pytest.raises(HandError, match=told):
        chouma.settle(**about)


def test_values_of_our_own_are_taken_as_they_are() -> None:
    hand = chouma.read(SOUTH["hand"])
    one = {"hand": hand, "seat": S, "from": W, "flags": ("riichi",), "pao": None}
    assert chouma.settle(wins=[one], rules="tenhou") == chouma.settle(wins=[{**SOUTH, "from": "W"}], rules="tenhou")
    pao = ({"seat": W, "yakuman": ("daisangen",)},)
    assert deltas([{**yakuman("S", "daisangen", giver="N"), "pao": pao, "yakuman": ("daisangen",)}]) == [0, 32000, -16000, -16000]
    assert settle_request({"rules": "tenhou", "wins": [{**SOUTH, "from": "\ud800"}]})["problems"][0]["where"] == "wins[0].from"
