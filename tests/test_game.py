"""A whole game: what every event does, what can't happen, when it is over; laws over random games; real games hand by hand."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from typing import Any

import games
import pytest
from games import NAMES, RECORDS
from hypothesis import given, settings
from hypothesis import strategies as st

from chouma.errors import RuleError
from chouma.families import rules
from chouma.game import Game, GameError, State
from chouma.game.course import BANKRUPTCY, DEALER_STOP, LAST_HAND, STOPPED, SUDDEN_DEATH, after_hand, course_of
from chouma.game.events import FIELDS
from chouma.game.sheet import sheet, to_csv, to_dict
from chouma.seats import Wind

GENERAL = rules("general")
N_REAL = {4: 775, 3: 55}


def new(house: Any = "general", n: int = 4, **about: Any) -> Game:
    return Game.new(house, NAMES[:n], **about)


def ron(seat: str, giver: str, han: int = 3, fu: int | None = 40, **more: Any) -> dict[str, Any]:
    return {"wins": [{"seat": seat, "from": giver, "han": han, **({"fu": fu} if fu else {})}], **more}


def tsumo(seat: str, han: int = 3, fu: int | None = 40, **more: Any) -> dict[str, Any]:
    return {"wins": [{"seat": seat, "han": han, **({"fu": fu} if fu else {})}], **more}


def draw(*tenpai: str, kind: str = "exhaustive", **more: Any) -> dict[str, Any]:
    return {"draw": {"kind": kind, **({"tenpai": list(tenpai)} if tenpai else {})}, **more}


def reasons(game: Game, event: Any) -> dict[str, str]:
    """Why an event can't be: id -> message."""
    with pytest.raises(GameError) as refused:
        game.add(event)
    return {flaw.id: flaw.message for flaw in refused.value.flaws}


# ------------------------------------------------------------------------------------------- what events do


def test_a_game_hand_by_hand() -> None:
    game = new("tenhou")
    game = game.add({"riichi": ["Bob"]})
    assert game.state[:6] == ((25000, 24000, 25000, 25000), Wind.E, 0, 0, 1, (1,))
    # 3 han 40 fu of a non-dealer by ron are 5200
    game = game.add(ron("Bob", "Anna"))
    assert game.state[:6] == ((19800, 30200, 25000, 25000), Wind.E, 1, 0, 0, ())
    # two are tenpai, Bob deals and stays; Dan's stick lies on the table
    game = game.add(draw("Bob", "Dan", riichi=["Dan"]))
    assert game.state[:6] == ((18300, 31700, 23500, 25500), Wind.E, 1, 1, 1, ())
    # the dealer's 3 han 30 fu by self-draw: 2000 and a counter from each
    game = game.add(tsumo("Bob", 3, 30))
    assert game.state[:6] == ((16200, 39000, 21400, 23400), Wind.E, 1, 2, 0, ())
    # Cleo's 2 han 30 fu: Bob 1000, the others 500, two counters each
    game = game.add(tsumo("Cleo", 2, 30))
    assert game.state[:6] == ((15500, 37800, 24000, 22700), Wind.E, 2, 0, 0, ())
    assert [step.deltas for step in game.steps][1:3] == [(-5200, 6200, 0, 0), (-1500, 1500, -1500, 500)]
    assert [step.to_table for step in game.steps] == [1000, -1000, 1000, -1000, 0]


def test_seats_are_names_or_winds_of_the_hand() -> None:
    game = new().add(draw(kind="exhaustive"))
    assert game.state.at == "E2"
    named, by_wind = game.add(ron("Cleo", "Bob")), game.add(ron("S", "east"))
    assert named == by_wind and named.line[-1].fields["wins"][0]["seat"] == "Cleo"
    assert game.add(ron("cleo", "BOB")) == named


def test_two_rons_on_one_discard() -> None:
    event = {"wins": [{"seat": "Dan", "han": 2, "fu": 30}, {"seat": "Bob", "han": 3, "fu": 40}], "from": "Anna", "riichi": ["Cleo"]}
    # Bob is next after Anna and takes the stick: 5200 and 2000
    assert new("tenhou").add(event).state.scores == (17800, 31200, 24000, 27000)
    # head bump: Bob alone
    assert new("mleague").add(event).state.scores == (19800, 31200, 24000, 25000)


def test_a_hand_is_scored_with_what_the_game_knows() -> None:
    event = {"wins": [{"seat": "Bob", "hand": "234m 345678p 6634s +5s", "from": "Cleo"}], "riichi": ["Bob"]}
    game = new("tenhou").add(event)
    # riichi, pinfu, tanyao: 3 han 30 fu
    assert game.state.scores == (25000, 28900, 21100, 25000)
    assert game.steps[-1].ledger is not None and game.steps[-1].ledger.scores == {"S": 3900}
    without = new("tenhou").add({"wins": event["wins"]})
    assert without.state.scores == (25000, 27000, 23000, 25000)


def test_the_wind_of_the_round_is_the_game_s() -> None:
    win = {"seat": "Bob", "hand": "234m 345p 66s 67s (222z) +8s", "from": "Cleo"}
    east = new().add({"wins": [win]})
    south = new(events=[draw()] * 4)
    assert (south.state.at, south.state.honba) == ("S1", 4)
    after = south.add({"wins": [win]})
    # a pung of south is Bob's seat wind in E1, round wind and seat wind in S1: 1 han 30 fu, then 2 han and four counters
    assert east.state.scores[1] - 25000 == 1000 and after.state.scores[1] - 25000 == 2000 + 4 * 300


def test_draws() -> None:
    game = new()
    assert game.add(draw()).state[:4] == ((25000,) * 4, Wind.E, 1, 1)
    assert game.add(draw(*NAMES)).state[:4] == ((25000,) * 4, Wind.E, 0, 1)
    assert game.add(draw("Cleo")).state[:4] == ((24000, 24000, 28000, 24000), Wind.E, 1, 1)
    assert game.add(draw(kind="kyuushu_kyuuhai")).state[:4] == ((25000,) * 4, Wind.E, 0, 1)
    nagashi = {"draw": {"kind": "nagashi", "nagashi": ["Bob"], "tenpai": ["Anna"]}}
    # a mangan by self-draw; as a draw, a tenpai dealer stays
    assert game.add(nagashi).state[:4] == ((21000, 33000, 23000, 23000), Wind.E, 0, 1)
    assert new(GENERAL.but(nagashi_mangan="win")).add(nagashi).state[:4] == ((21000, 33000, 23000, 23000), Wind.E, 1, 0)


def test_four_riichi_is_a_draw() -> None:
    assert new().add(draw(kind="suucha_riichi", riichi=list(NAMES))).state[:5] == ((24000,) * 4, Wind.E, 0, 1, 4)
    told = reasons(new(), draw(kind="suucha_riichi", riichi=["Anna", "Bob", "Dan"]))
    assert list(told) == ["not_declared"] and "Cleo" in told["not_declared"]


def test_chombo_in_its_forms() -> None:
    # a mangan to the others, and the hand again; the sticks of the hand go back
    game = new().add(draw()).add({"riichi": ["Cleo"]}).add({"chombo": "Anna"})
    assert game.state[:6] == ((17000, 29000, 27000, 27000), Wind.E, 1, 1, 0, ())
    fined = new(GENERAL.but(chombo="points")).add({"chombo": {"seat": "Dan", "points": 9000}})
    assert fined.state.scores == (28000, 28000, 28000, 16000)
    later = new(GENERAL.but(chombo="after_uma")).add({"chombo": {"seat": "Dan"}})
    assert (later.state.scores, later.state.penalties) == ((25000,) * 4, (0, 0, 0, 20000))
    assert [row.total for row in later.final().rows] == [35000, 5000, -15000, -45000]


def test_points_that_change_hands_penalties_and_chips() -> None:
    game = new(GENERAL.but(chips=2000)).add({"adjust": {"Anna": 1000, "Bob": -1000}, "note": "miscounted"})
    game = game.add({"penalty": {"seat": "Cleo", "points": 5000}}).add(ron("Dan", "Bob", chips={"Dan": 2, "Bob": -2}))
    assert (game.state.scores, game.state.penalties, game.state.chips) == ((26000, 18800, 25000, 30200), (0, 0, 5000, 0), (0, -2, 0, 2))
    game = game.add({"chips": {"Anna": -1, "Cleo": 1}})
    assert game.state.chips == (-1, -2, 1, 2)
    # 30.2 - 30 + 40 + 4, 26 - 30 + 10 - 2, 25 - 30 - 10 + 2 - 5, 18.8 - 30 - 20 - 4
    assert [row.total for row in game.final().rows] == [44200, 4000, -18000, -35200]


def test_a_classical_evening() -> None:
    game = new("ningbo", length="east")
    texts = ("888s6779p(555m)(345s)", "13p555p99s(666z)(234m)+2p", "446p33z55z(777z)[1111z]", "6778m44z6z(789m)(123p)")
    game = game.add({"hands": dict(zip(NAMES, texts, strict=True)), "from": "Cleo"})
    assert (game.state.scores, game.state.at) == ((-220, 160, 186, -126), "E2")
    # the false win of another leaves the deal where it is, and a draw passes it: 100 to each, East's double
    game = game.add({"false_win": "Cleo"})
    assert (game.state.scores, game.state.at) == ((-20, 560, -614, 74), "E2")
    game = game.add({"draw": True}).add({"draw": True})
    assert (game.state.at, game.over) == ("E4", "")
    game = game.add({"draw": True})
    assert game.over == LAST_HAND and [row.player for row in game.final().rows] == [1, 3, 0, 2]
    assert reasons(new("ningbo"), {"riichi": ["Anna"]}) and reasons(new("ningbo"), ron("Anna", "Bob"))


# ------------------------------------------------------------------------------------------- what can't have happened


def test_every_reason_at_once() -> None:
    game = new("tenhou").add({"riichi": ["Bob"]})
    event = draw("Anna", riichi=["Cleo", "Bob"], dealer="Dan", at="S3", honba=2, deposits=0)
    told = reasons(game, event)
    assert set(told) == {"not_dealer", "other_hand", "riichi_twice", "wrong_tenpai"}
    assert told["not_dealer"] == "Dan is said to deal, and in E1 Anna does"
    with pytest.raises(GameError) as refused:
        game.add(event)
    messages = [flaw.message for flaw in refused.value.flaws]
    assert len(messages) == len(set(messages)) == 7
    assert "Bob has declared riichi in this hand: once is enough" in messages
    assert "Cleo declared riichi and isn't among the tenpai: add Cleo, or give the hand as a chombo" in messages
    assert "honba is 2, and on the table there are 0" in messages and "deposits is 0, and on the table there are 2" in messages


def test_riichi_takes_a_stick_unless_the_rules_let_one_owe_it() -> None:
    poor = {"adjust": {"Anna": -24300, "Bob": 24300}}
    told = reasons(new().add(poor), {"riichi": ["Anna"]})
    assert "Anna has 700 points" in told["no_points_for_riichi"]
    # P-25 of the reported faults: allowed where nobody goes bankrupt
    assert new(GENERAL.but(bankruptcy=False)).add(poor).add({"riichi": ["Anna"]}).state.scores[0] == -300
    assert new().add({"adjust": {"Anna": -24000, "Bob": 24000}}).add({"riichi": ["Anna"]}).state.scores[0] == 0


@pytest.mark.parametrize(
    ("event", "id", "part"),
    [
        ({"adjust": {"Anna": 1000, "Bob": -900}}, "not_zero_sum", "+100"),
        ({"adjust": {"Anna": 0}}, "bad_value", "moves nothing"),
        ({"adjust": {"Anna": 1000, "E": -1000}}, "duplicate_key", "twice"),
        ({"chips": {"Anna": 1, "Bob": -1}}, "no_chips", "without chips"),
        ({"penalty": {"seat": "Anna", "points": 0}}, "bad_value", "above 0"),
        ({"penalty": {"points": 300}}, "missing_key", "no seat"),
        ({"riichi": ["Zoe"]}, "unknown_player", "Zoe is no player"),
        ({"riichi": ["Ana"]}, "unknown_player", "did you mean Anna?"),
        ({"riichi": "Anna"}, "wrong_type", "riichi is"),
        ({"reach": ["Anna"]}, "unknown_key", "reach"),
        ({}, "missing_key", "nothing happens"),
        ({"note": "hello"}, "missing_key", "nothing happens"),
        ([], "wrong_type", "an event is an object"),
        ({"stop": True, "adjust": {"Anna": 1, "Bob": -1}}, "two_outcomes", "one after the other"),
        ({"riichi": ["Anna"], "adjust": {"Anna": 1, "Bob": -1}}, "two_outcomes", "riichi beside adjust"),
        ({"wins": [], "riichi": ["Anna"]}, "no_winner", "nobody won"),
        (ron("Anna", "Anna"), "bad_discarder", "discarded"),
        (ron("Anna", "Bob", 1, 20), "bad_value", "no hand"),
        ({"wins": [{"seat": "Anna", "han": 1, "fu": 30}], "draw": {"kind": "exhaustive"}}, "two_outcomes", "keep one"),
        ({"wins": [{"seat": "Bob", "hand": "234m 345678p 6634s +5s", "from": "Anna", "flags": ["riichi"]}]}, "not_declared", "add"),
        ({"draw": {"kind": "sanchahou", "tenpai": ["Anna"]}}, "bad_value", "pays nobody"),
        ({"chombo": {"seat": "Anna", "points": 100}}, "bad_value", "leave it out"),
        ({"hands": {"Anna": "123m"}}, "bad_value", "don't know hands"),
    ],
)
def test_what_cannot_have_happened(event: Any, id: str, part: str) -> None:
    game = new()
    with pytest.raises(GameError) as refused:
        game.add(event)
    assert any(flaw.id == id and part in flaw.message for flaw in refused.value.flaws), refused.value.flaws
    assert game == new()


_ATOMS = st.sampled_from(
    [None, True, 0, -1, 1.5, 10**25, "", "Anna", "E", "Zoe", "none", "exhaustive", "nagashi", "234m 345678p 6634s +5s"]
)
_KEYS = st.sampled_from(
    ["seat", "from", "han", "fu", "yakuman", "hand", "kind", "tenpai", "nagashi", "pao", "flags", "points", "riichi", "Anna"]
)
_VALUES = st.recursive(_ATOMS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=4), max_leaves=8)


@settings(max_examples=300)
@given(event=st.dictionaries(st.sampled_from([*FIELDS, "reach"]), _VALUES, max_size=4), house=st.sampled_from(["tenhou", "ningbo"]))
def test_whatever_is_given_is_played_or_refused(event: dict[str, Any], house: str) -> None:
    game = new(house)
    try:
        after = game.add(event)
    except GameError as refused:
        assert refused.flaws and all(flaw.id and flaw.message for flaw in refused.flaws)
    else:
        assert Game.new(house, NAMES, events=[after.line[-1].fields]).state == after.state and sheet(after)


def test_a_seat_that_nobody_has_where_three_play() -> None:
    assert "nobody sits N" in reasons(new("tenhou-sanma", 3), ron("N", "Anna"))["unknown_player"]


def test_nothing_happens_after_the_end() -> None:
    game = new().add({"stop": True})
    assert game.over == STOPPED
    for event in (ron("Anna", "Bob"), {"riichi": ["Anna"]}, {"stop": True}):
        assert list(reasons(game, event)) == ["game_over"]


@pytest.mark.parametrize(
    ("names", "part"),
    [
        (["Anna", "Bob", "Cleo"], "3 players"),
        (["Anna", "Bob", "Cleo", "anna"], "two players"),
        (["Anna", "Bob", "Cleo", "East"], "wind"),
        (["Anna", "Bob", "Cleo", "n"], "wind"),
        (["Anna", "Bob", "Cleo", ""], "1 to 40"),
        (["Anna", "Bob", "Cleo", "D:an"], "without"),
        (["Anna", "Bob", "Cleo", "D\x1b[1m"], "visible"),
    ],
)
def test_names_of_players(names: list[str], part: str) -> None:
    with pytest.raises(GameError, match=part):
        Game.new("general", names)


def test_lengths_and_rules() -> None:
    assert new(length="east").rules.length == "east" and new("ningbo", length="half").course.last is Wind.S
    with pytest.raises(RuleError):
        new("ningbo", length="long")
    with pytest.raises(RuleError):
        Game.new(GENERAL.but(uma=[10, 0, -10]))


# ------------------------------------------------------------------------------------------- undo, redo, corrections


def test_undo_and_redo_walk_over_every_change() -> None:
    a = new("tenhou").add(ron("Bob", "Anna"))
    b = a.add(draw("Anna"))
    c = b.corrected(1, ron("Bob", "Cleo"))
    d = c.removed(2)
    assert [game.state.scores[2] for game in (a, b, c, d)] == [25000, 24000, 18800, 19800]
    back = [d.undo(), d.undo().undo(), d.undo().undo().undo()]
    assert [game.line for game in back] == [c.line, b.line, a.line]
    assert [game.state for game in back] == [c.state, b.state, a.state]
    assert back[-1].redo().redo().redo() == d
    assert back[-1].add(draw()).forth == ()
    for game, change in ((new(), Game.undo), (d, Game.redo)):
        with pytest.raises(GameError, match="nothing"):
            change(game)


def test_a_correction_plays_everything_after_it_again() -> None:
    game = new("tenhou", events=[ron("Bob", "Anna"), draw("Bob", "Dan", riichi=["Dan", "Bob"]), tsumo("Cleo", 2, 30)])
    assert game.state.at == "E3"
    # had the dealer won, Anna would deal on: the later events are the same players'
    other = game.corrected(1, ron("Anna", "Bob"))
    assert [step.before.at for step in other.steps] == ["E1", "E1", "E2"]
    assert other.line[1:] == game.line[1:] and other.state == Game.new("tenhou", NAMES, events=other.line).state


def test_a_correction_that_makes_a_later_event_impossible_is_refused_with_its_number() -> None:
    game = new("tenhou", events=[ron("Bob", "Anna"), ron("Cleo", "Bob", at="E2")])
    with pytest.raises(GameError) as refused:
        game.corrected(1, ron("Anna", "Bob"))
    (flaw,) = refused.value.flaws
    assert flaw.message == "event 2: the event is said to belong to E2, and the game is in E1" and flaw.where == "events[2].at"
    for number in (0, 3, -1):
        with pytest.raises(GameError, match="there is no event"):
            game.corrected(number, draw())
        with pytest.raises(GameError, match="there is no event"):
            game.removed(number)


def test_errors_survive_pickling() -> None:
    with pytest.raises(GameError) as refused:
        new().add({"riichi": ["Zoe"]})
    assert pickle.loads(pickle.dumps(refused.value)).flaws == refused.value.flaws


# ------------------------------------------------------------------------------------------- when it is over

LEVEL = (25000, 25000, 25000, 25000)


def end(scores: tuple[int, ...], at: str, stays: bool = False, outcome: str = "ron", deposits: int = 0, **changes: Any) -> tuple[str, str]:
    """Why a game is over after a hand that left these scores, and which hand comes next."""
    house = GENERAL.but(**changes) if changes else GENERAL
    state = State(scores, Wind("ESWN".index(at[0])), int(at[1]) - 1, deposits=deposits)
    after = after_hand(state, stays, outcome, house, course_of(house))
    return after.over, after.at


def test_rounds_follow_one_another() -> None:
    assert end(LEVEL, "E1") == ("", "E2") and end(LEVEL, "E1", stays=True) == ("", "E1")
    assert end(LEVEL, "E4") == ("", "S1") and end(LEVEL, "S4") == ("", "W1")
    assert end(LEVEL, "E4", length="east", extension=False) == (LAST_HAND, "E4")
    assert end((40000, 20000, 20000, 20000), "S4", length="full") == ("", "W1")
    assert end(LEVEL, "N4", length="full") == (LAST_HAND, "N4")


def test_the_last_hand() -> None:
    lead = (31000, 23000, 23000, 23000)
    assert end(lead, "S3") == ("", "S4") and end(lead, "S4") == (LAST_HAND, "S4")
    assert end((30000, 24000, 23000, 23000), "S4") == (LAST_HAND, "S4"), "just the target is enough"
    assert end((29900, 24100, 23000, 23000), "S4") == ("", "W1")
    assert end(LEVEL, "S4", extension=False) == (LAST_HAND, "S4")
    assert end(LEVEL, "W4") == (LAST_HAND, "W4"), "one round more, not two"
    assert end(lead, "E4", length="east") == (LAST_HAND, "E4") and end(LEVEL, "E4", length="east") == ("", "S1")
    assert end(lead, "S4", outcome="kyuushu_kyuuhai", stays=True) == ("", "S4")
    assert end(lead, "S4", outcome="chombo", stays=True) == ("", "S4")


def test_the_dealer_stops_at_the_top() -> None:
    top = (23000, 23000, 23000, 31000)
    assert end(top, "S4", stays=True) == (DEALER_STOP, "S4")
    assert end(top, "S4", stays=True, outcome="exhaustive") == (DEALER_STOP, "S4")
    assert end(top, "S4", stays=True, dealer_stop=False) == ("", "S4")
    assert end((31000, 23000, 23000, 23000), "S4", stays=True) == ("", "S4"), "who doesn't lead plays on"
    assert end((31000, 19000, 19000, 31000), "S4", stays=True) == ("", "S4"), "of equals the earlier seat leads"
    assert end((31000, 19000, 19000, 31000), "S4", stays=True, ties="split") == ("", "S4")
    assert end((24000, 23500, 23500, 29000), "S4", stays=True) == ("", "S4"), "short of the target"
    assert end((24000, 23500, 23500, 29000), "S4", stays=True, extension=False) == (DEALER_STOP, "S4")
    assert end(top, "S3", stays=True) == ("", "S3")


def test_sudden_death() -> None:
    lead = (23000, 31000, 23000, 23000)
    assert end(lead, "W1") == (SUDDEN_DEATH, "W1") and end(lead, "W1", sudden_death=False) == ("", "W2")
    # as real games show: a dealer who stays plays on, unless leading
    assert end(lead, "W1", stays=True) == ("", "W1") and end(lead, "W2", stays=True) == (DEALER_STOP, "W2")
    assert end(lead, "W2", stays=True, sudden_death=False) == ("", "W2")
    assert end(lead, "W4", sudden_death=False) == (LAST_HAND, "W4")


def test_bankruptcy() -> None:
    broke = (40100, 30000, 30000, -100)
    assert end(broke, "E1", stays=True) == (BANKRUPTCY, "E1") and end(broke, "E1", bankruptcy=False) == ("", "E2")
    assert end((40000, 30000, 30000, 0), "E1") == ("", "E2"), "nothing left is not below nothing"


def test_deposits_and_the_target() -> None:
    near = (29500, 23500, 23000, 23000)
    assert end(near, "S4", deposits=1) == (LAST_HAND, "S4")
    assert end(near, "S4", deposits=1, deposits_before_target=False) == ("", "W1")
    assert end(near, "S4", deposits=1, leftover_deposits="lost") == ("", "W1")
    assert end(near, "S4", deposits=1, leftover_deposits="dealer") == ("", "W1")


def test_an_early_end_gives_deposits_as_the_rules_say() -> None:
    # P-16 of the reported faults: ended by hand, one stick a player on the table
    game = new(events=[draw(*NAMES, riichi=list(NAMES)), ron("Bob", "Anna", riichi=["Cleo"]), draw("Dan", riichi=["Dan"]), {"stop": True}])
    state, rows = game.state, game.final().rows
    assert state.deposits == 1 and rows[0].score == state.scores[rows[0].player] + 1000
    assert game.final().sum == 0


# ------------------------------------------------------------------------------------------- laws


@settings(max_examples=60)
@given(game=games.games())
def test_points_are_conserved_at_every_event(game: Game) -> None:
    total = State(game.steps[0].before.scores).total if game.steps else game.state.total
    assert total == game.rules.start_points * game.rules.players
    for step in game.steps:
        assert step.after.total == total
        assert sum(step.deltas) + step.to_table == 0
        if step.ledger is not None:
            assert sum(step.ledger.deltas.values()) == step.ledger.deposits
    final = game.final()
    assert final.sum == -final.lost - sum(game.state.penalties)


@settings(max_examples=40)
@given(game=games.games(least=1), n=st.integers(1, 20))
def test_undo_then_redo_is_the_identity(game: Game, n: int) -> None:
    found = game
    n = min(n, len(game.back))
    for _ in range(n):
        found = found.undo()
    assert found.line == game.line[: len(game.line) - n] and found.steps == game.steps[: len(game.line) - n]
    for _ in range(n):
        found = found.redo()
    assert found == game and found.steps == game.steps


@settings(max_examples=40)
@given(game=games.games(least=1), data=st.data())
def test_replaying_gives_the_same_states(game: Game, data: st.DataObject) -> None:
    again = Game.new(game.rules, game.names, length=None, events=game.line)
    assert again.steps == game.steps
    told = Game.new(game.rules, game.names, events=[event.fields for event in game.line])
    assert (told.line, told.state) == (game.line, game.state)
    number = data.draw(st.integers(1, len(game.line)))
    assert game.corrected(number, game.line[number - 1]).steps == game.steps
    assert game.corrected(number, game.line[number - 1].fields).undo().steps == game.steps


@settings(max_examples=20)
@given(game=games.games(least=1))
def test_every_row_of_a_sheet_sums_to_nothing(game: Game) -> None:
    told = to_dict(game)
    assert json.loads(json.dumps(told)) == told
    assert [row["sum"] for row in told["events"]] == [0] * len(game.line)
    rows = to_csv(game).split("\n")
    assert len(rows) == len(game.line) + 1
    text = sheet(game, "a game")
    assert all(name in text for name in game.names)
    assert (told["final"] is not None) == bool(game.over)


# ------------------------------------------------------------------------------------------- real games


@pytest.mark.skipif(not RECORDS.exists(), reason="the folder ../shared/records is not here: no real games to play through")
def test_real_games_hand_by_hand() -> None:
    """Every hand where the record has it, every score before and after it, and the end where the record ends."""
    ids = json.loads((RECORDS / "yaku_ids.json").read_text(encoding="utf8"))["yaku"]
    played: Counter[int] = Counter()
    ends: Counter[str] = Counter()
    for real in games.real_games():
        game = Game.new(real.house, NAMES[: real.house.players])
        for rows in real.hands:
            assert not game.over, (real.id, game)
            before = game
            game = game.add(games.real_event(rows, game, ids))
            laid = [before.state.scores[p] - 1000 * (NAMES[p] in game.line[-1].fields.get("riichi", ())) for p in range(len(game.names))]
            assert laid == rows[0]["before"], real.id
        assert game.over, real.id
        assert [row.score for row in sorted(game.final().rows)] == real.final, real.id
        played[len(game.names)] += 1
        ends[game.over] += 1
    assert played == N_REAL
    assert set(ends) == {LAST_HAND, BANKRUPTCY, DEALER_STOP, SUDDEN_DEATH}
