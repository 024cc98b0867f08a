"""The ledger: what it adds up, what it refuses, and what it says, whatever the rules."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chouma.errors import ChoumaError, UnknownNameError
from chouma.riichi.names import YAKU_NAMES
from chouma.seats import Wind
from chouma.settlement import Ledger, Transfer, said, signed

E, S, W, N = Wind
WHY = "West 80 less East 6 is 74, doubled as East is the dealer: 148"
TWO = (Transfer(E, S, 80, "win"), Transfer(E, W, 148, "difference", (WHY,)))


@st.composite
def transfer_lists(draw: st.DrawFn, players: int = 4) -> list[Transfer]:
    seats = list(Wind)[:players]
    found = []
    for _ in range(draw(st.integers(0, 12))):
        payer, receiver = draw(st.permutations(seats))[:2]
        found.append(Transfer(payer, receiver, draw(st.integers(1, 10**6)), "win"))
    return found


def test_a_transfer_tells_how_it_came_about() -> None:
    assert TWO[1].explain() == f"East pays West 148: {WHY}"
    assert TWO[0].explain() == "East pays South 80"
    assert TWO[1].to_dict() == {"from": "E", "to": "W", "amount": 148, "why": "difference"}
    with pytest.raises(UnknownNameError):
        TWO[1].explain("tlh")


def test_a_ledger_adds_up() -> None:
    ledger = Ledger(TWO, {"E": 6, "S": 40, "W": 80, "N": 2}, winner=S, next_dealer=S)
    assert ledger.deltas == {"E": -228, "S": 80, "W": 148, "N": 0}
    assert ledger.matrix()["E"] == {"E": 0, "S": 80, "W": 148, "N": 0}
    assert repr(ledger) == "<Ledger E -228, S +80, W +148, N 0>"
    # two payments from one seat to another are one cell of the matrix
    assert Ledger((*TWO, Transfer(E, W, 2, "win"))).matrix()["E"]["W"] == 150


def test_the_matrix_stands_in_columns() -> None:
    lines = Ledger(TWO).table().splitlines()
    assert len({len(line) for line in lines}) == 1
    assert [line.split() for line in lines[1:]] == [
        ["East", "-", "80", "148", "0", "-228"],
        ["South", "0", "-", "0", "0", "+80"],
        ["West", "0", "0", "-", "0", "+148"],
        ["North", "0", "0", "0", "-", "0"],
    ]
    assert str(Ledger(TWO)) == Ledger(TWO).table()


def test_the_derivation_holds_every_part() -> None:
    ledger = Ledger(TWO, {"E": 6}, winner=S, next_dealer=S, notes=("the 2p was robbed",))
    told = str(ledger.explain())
    for part in ("East pays South 80", WHY, "-228", "the 2p was robbed", "South deals next"):
        assert part in told
    assert "nobody pays" in str(Ledger(()).explain()) and "East deals again" in str(Ledger((), next_dealer=E).explain())
    with pytest.raises(UnknownNameError):
        ledger.explain("tlh")


def test_the_wire_form() -> None:
    ledger = Ledger(TWO, {"E": 6, "S": 40}, rules="ningbo", winner=S, next_dealer=S)
    told = json.loads(json.dumps(ledger.to_dict()))
    assert told.pop("lines") == ledger.explain().to_dict()
    assert told == {
        "schema": "chouma.settlement/1",
        "ok": True,
        "rules": "ningbo",
        "winner": "S",
        "scores": {"E": 6, "S": 40},
        "hands": {},
        "transfers": [{"from": "E", "to": "S", "amount": 80, "why": "win"}, {"from": "E", "to": "W", "amount": 148, "why": "difference"}],
        "deltas": {"E": -228, "S": 80, "W": 148, "N": 0},
        "next_dealer": "S",
    }


@pytest.mark.parametrize("amount", [0, -5, True, 1.5, None])
def test_amounts_are_whole_and_above_nothing(amount: object) -> None:
    with pytest.raises(ChoumaError, match="whole number"):
        Ledger((Transfer(E, S, amount, "win"),))  # type: ignore[arg-type]


@pytest.mark.parametrize(("payer", "receiver"), [(E, E), (None, None), (E, None)])
def test_transfers_go_between_two_seats(payer: Wind | None, receiver: Wind | None) -> None:
    with pytest.raises(ChoumaError, match="two seats"):
        Ledger((Transfer(payer, receiver, 1, "win"),))  # type: ignore[arg-type]


def test_three_players_have_three_seats() -> None:
    ledger = Ledger((Transfer(E, S, 80, "win"),), players=3)
    assert ledger.deltas == {"E": -80, "S": 80, "W": 0}
    with pytest.raises(ChoumaError, match="two seats"):
        Ledger((Transfer(E, N, 80, "win"),), players=3)


def test_deposits_come_from_the_table() -> None:
    sticks = Transfer(None, W, 2000, "deposits")
    ledger = Ledger((*TWO, sticks), deposits=2000)
    assert sum(ledger.deltas.values()) == 2000 and ledger.deltas["W"] == 2148
    assert ledger.matrix()["table"] == {"E": 0, "S": 0, "W": 2000, "N": 0}
    assert "the table" in ledger.table() and sticks.to_dict()["from"] == "table"
    for transfers, deposits in ((TWO, 1000), ((*TWO, sticks), 0), ((*TWO, sticks), 1000)):
        with pytest.raises(ChoumaError, match="lay on the table"):
            Ledger(transfers, deposits=deposits)


def test_a_ledger_is_a_value() -> None:
    scores = {"E": 6}
    ledger = Ledger(list(TWO), scores)  # type: ignore[arg-type]
    scores["E"] = 7
    assert ledger == Ledger(TWO, {"E": 6}) == pickle.loads(pickle.dumps(ledger))
    assert hash(ledger) == hash(Ledger(TWO, {"E": 6})) and ledger != Ledger(TWO[:1], {"E": 6})
    ledger.deltas["E"] = 0
    assert ledger.deltas["E"] == -228
    with pytest.raises(AttributeError):
        ledger.transfers = ()  # type: ignore[misc]


def test_signs() -> None:
    assert [signed(n) for n in (3, -3, 0)] == ["+3", "-3", "0"]


@given(st.sampled_from((3, 4)).flatmap(lambda n: st.tuples(st.just(n), transfer_lists(n))))
def test_nothing_is_lost_between_the_seats(case: tuple[int, list[Transfer]]) -> None:
    players, transfers = case
    ledger = Ledger(tuple(transfers), players=players)
    matrix = ledger.matrix()
    assert sum(ledger.deltas.values()) == 0
    for seat, delta in ledger.deltas.items():
        assert delta == sum(paid[seat] for paid in matrix.values()) - sum(matrix[seat].values())
    assert sum(sum(paid.values()) for paid in matrix.values()) == sum(one.amount for one in transfers)


def test_sentences_are_said_when_they_are_asked_for() -> None:
    counters = said("{n} counters of {each}", n=2, each=300)
    assert said("{seats} pay {counters}", seats=(E, S), counters=counters).text() == "East, South pay 2 counters of 300"
    assert said("{yakuman}, {seat}", yakuman=YAKU_NAMES["daisangen"], seat=N).text("en") == "Big three dragons, North"
    one = Transfer(None, S, 1000, "deposits", (counters, "and a deposit"))
    assert one.explain() == "the table pays South 1000: 2 counters of 300; and a deposit"
    assert hash(one) == hash(pickle.loads(pickle.dumps(one)))
    with pytest.raises(UnknownNameError):
        counters.text("tlh")


def test_what_a_ledger_leaves_for_the_next_hand() -> None:
    plain = Ledger(TWO, winner=S)
    assert plain.winners == (S,) and not {"next_honba", "deposits_left", "penalties", "outcome"} & plain.to_dict().keys()
    ledger = Ledger(TWO, winner=S, winners=(S, W), outcome="ron", next_honba=2, deposits_left=1, penalties={"N": 20000})
    told = ledger.to_dict()
    assert (told["winners"], told["outcome"], told["next_honba"], told["deposits_left"]) == (["S", "W"], "ron", 2, 1)
    assert told["penalties"] == {"N": 20000}
    notes = [line.text for line in ledger.explain().lines if line.id == "note"]
    assert notes == ["2 counters for the next hand", "1 deposit stays on the table"]
