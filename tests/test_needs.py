"""What a player needs: by hand, and against games in which just that hand is won."""

from __future__ import annotations

from typing import Any

import games
import pytest
from games import NAMES
from hypothesis import given, settings
from hypothesis import strategies as st

from chouma.families import rules
from chouma.game import Game, GameError, State
from chouma.game.needs import Need, Needs, needs, prices
from chouma.game.placing import places
from chouma.game.sheet import needs_lines
from chouma.riichi.cells import KnownWorth
from chouma.riichi.rules import RiichiRules
from chouma.seats import Wind

GENERAL = rules("general")
CLOSE = (30000, 27000, 23000, 20000)


def asked(player: int, scores: tuple[int, ...] = CLOSE, house: RiichiRules = GENERAL, *, riichi: bool = False, **table: Any) -> Needs:
    """Needs in the last hand, which the last seat deals."""
    return needs(State(scores, Wind.S, len(scores) - 1, **table), player, house, riichi=riichi)


def told(found: Needs, place: int) -> list[tuple[int | None, int, tuple[tuple[int | None, int | None], ...]]]:
    """From whom, at what price, with which han and fu."""
    return [(way.giver, way.points, tuple((one.han, one.fu) for one in way.choices)) for way in found.rows[place - 1].ways]


# ------------------------------------------------------------------------------------------- by hand


def test_the_second_before_the_last_hand() -> None:
    found = asked(1)
    assert found.place == 2
    # from the first: twice the price passes 3000, so 1600; from another it passes 3000 alone: 3200.
    # by self-draw five shares pass 3000, with the dealer's two: 700 and 1300, which is 2700; 600 and 1200 only draws level
    assert told(found, 1) == [
        (3, 3200, ((1, 100), (2, 50), (3, 30))),
        (0, 1600, ((1, 50), (2, 30))),
        (2, 3200, ((1, 100), (2, 50), (3, 30))),
        (None, 2700, ((1, 80), (2, 40), (3, 20))),
    ]
    assert all(way.any_win for way in found.rows[1].ways)


def test_the_same_price_in_several_ways() -> None:
    worths = asked(1).rows[0].ways[1].worths
    assert [(one.han, one.fu) for one in worths] == [(1, 50), (2, 25)]


def test_equals_share_where_the_rules_say_so() -> None:
    shared = asked(1, house=GENERAL.but(ties="split"))
    # 600 and 1200 draw level with the first: 27000 + 2400 and 30000 - 600; 1500 from the first doesn't exist
    assert told(shared, 1)[3][:2] == (None, 2400) and told(shared, 1)[1][1] == 1600
    # of equals the earlier seat is ahead: level is enough for the first seat, not for the third
    level = (25000, 30000, 25000, 20000)
    assert asked(0, level).place == 2 and asked(2, level).place == 3


def test_counters_and_deposits() -> None:
    found = asked(1, (29500, 26500, 23000, 20000), honba=2, deposits=1)
    # from the first: price, counters twice and a stick pass 3000 with any hand; from another the price passes 1400
    assert told(found, 1)[1][1] == 1000 and found.rows[0].ways[1].any_win
    assert told(found, 1)[0][1] == told(found, 1)[2][1] == 1600
    # by self-draw: 4 p + 600 + 1000 + p + 200 > 3000, so p is 300
    assert told(found, 1)[3][1] == 1100 and found.rows[0].ways[3].any_win


def test_an_own_stick_comes_back() -> None:
    without, laid = asked(1), asked(1, riichi=True)
    assert [told(without, place) for place in (1, 2, 3)] == [told(laid, place) for place in (1, 2, 3)]
    assert laid.state.deposits == 1 and laid.state.scores[1] == 26000
    with pytest.raises(GameError, match="not enough for riichi"):
        asked(3, (50000, 30000, 19100, 900), riichi=True)
    owed = asked(3, (50000, 30000, 19100, 900), GENERAL.but(bankruptcy=False), riichi=True)
    assert owed.state.scores[3] == -100


def test_the_dealer() -> None:
    # from the first: the second's 27000 are to be passed too, and 6800 don't; from another 10000: 110 fu 2 han are 10560;
    # by self-draw four shares of 2600
    found = asked(3)
    assert [(giver, points) for giver, points, _ in told(found, 1)] == [(0, 7700), (1, 10600), (2, 10600), (None, 7800)]
    assert told(found, 1)[1][2] == ((2, 110), (3, 60), (4, 30))
    # a dealer who wins and leads with the target ends the game; else it goes on
    assert [way.over for way in found.rows[0].ways] == ["", "dealer_stop", "dealer_stop", ""]


def test_whether_the_game_would_end() -> None:
    assert all(way.over == "" for way in asked(1).rows[0].ways if way.giver is None), "29700 are short of the target"
    assert asked(1, house=GENERAL.but(extension=False)).rows[0].ways[1].over == "last_hand"


def test_no_hand_is_enough() -> None:
    far = (400_000, -100_000, -100_000, -100_000)
    found = needs(State(far, Wind.S, 3), 1, GENERAL.but(bankruptcy=False, yakuman_stacking=False))
    assert all(way.worths == () for way in found.rows[0].ways)
    lines = needs_lines(found, NAMES)
    assert lines[2].split() == ["1", "-", "-", "-", "-"] and "-: no hand is enough." in lines
    assert found.rows[0].ways[0].text(NAMES) == "by ron from Dan: no hand is enough"


def test_limits_and_yakuman() -> None:
    # 32000 behind: a yakuman from the first is more than enough, a sanbaiman is too; from another only several yakuman do
    found = asked(1, (60000, 20000, 10000, 10000), rules("tenhou"))
    assert told(found, 1)[1][1:] == (24000, ((11, None),))
    assert [(one.han, one.yakuman) for one in found.rows[0].ways[0].worths] == [(None, 2)]
    once = asked(1, (60000, 20000, 10000, 10000), rules("general").but(yakuman_stacking=False))
    assert once.rows[0].ways[0].worths == ()
    counted = asked(1, (60000, 20000, 10000, 10000), GENERAL.but(counted_yakuman="sanbaiman"))
    assert counted.rows[0].ways[1].points == 24000


def test_three_players_and_their_self_draws() -> None:
    level = (41000, 34000, 30000)
    # by self-draw the first pays b and the dealer 2 b: 4 b pass 7000 from 110 fu 2 han on, base 1760: 1800 and 3600
    found = asked(1, level, rules("tenhou-sanma"))
    assert told(found, 1)[-1] == (None, 5400, ((2, 110), (3, 60), (4, 30), (5, None))) and len(told(found, 1)) == 3
    # split: 1.5 b and 2.5 b, so that 5.5 b pass 7000: base 1280, 2000 and 3200
    split = asked(1, level, rules("tenhou-sanma").but(tsumo_loss="split"))
    assert told(split, 1)[-1][1] == 5200


def test_kiriage_and_aotenjou() -> None:
    kiriage = prices("ron", rules("mleague"))
    assert [(3, 60), (4, 30)] not in [[(one.han, one.fu) for one in worths] for worths in kiriage]
    assert any({(3, 60), (4, 30), (5, None)} <= {(one.han, one.fu) for one in worths} for worths in kiriage)
    endless = prices("tsumo", GENERAL.but(aotenjou="all"))
    assert not any(one.yakuman for worths in endless for one in worths) and endless[-1][0].han == 30


def test_nothing_is_needed_after_the_end() -> None:
    with pytest.raises(GameError, match="over"):
        needs(State(CLOSE, over="stopped"), 0, GENERAL)


def test_as_json() -> None:
    answer = asked(1).to_dict(NAMES)
    assert (answer["player"], answer["place"], [row["place"] for row in answer["needs"]]) == ("Bob", 2, [1, 2, 3])
    way = answer["needs"][0]["ways"][1]
    assert (way["from"], way["by"], way["possible"], way["points"], way["gain"]) == ("Anna", "ron", True, 1600, 1600)
    assert way["hands"][0] == {"han": 1, "fu": 50, "yakuman": 0, "limit": ""}
    assert way["scores"] == {"Anna": 28400, "Bob": 28600, "Cleo": 23000, "Dan": 20000}


# ------------------------------------------------------------------------------------------- against games


def played(game: Game, player: int, way: Need, known: KnownWorth, riichi: bool) -> tuple[int, ...]:
    """The scores after just that hand is won in a game."""
    worth = {"yakuman": known.yakuman} if known.yakuman else {"han": known.han, "fu": known.fu}
    win = {"seat": game.names[player], **worth} | ({} if way.giver is None else {"from": game.names[way.giver]})
    return game.add({"wins": [win]} | ({"riichi": [game.names[player]]} if riichi else {})).state.scores


@settings(max_examples=60)
@given(data=st.data(), house=st.sampled_from(games.HOUSES))
def test_the_hand_is_enough_and_the_next_cheaper_one_is_not(data: st.DataObject, house: RiichiRules) -> None:
    names = NAMES[: house.players]
    game = Game.new(house, names)
    for _ in range(data.draw(st.integers(0, 3))):
        game = game.add({"draw": {"kind": "exhaustive", "tenpai": list(names)}, "riichi": list(names[: data.draw(st.integers(0, 2))])})
    moved = [100 * data.draw(st.integers(-200, 200)) for _ in names[1:]]
    if any(moved):
        game = game.add({"adjust": dict(zip(names, (-sum(moved), *moved), strict=True))})
    player = data.draw(st.integers(0, house.players - 1))
    riichi = data.draw(st.booleans()) and game.state.scores[player] >= 1000
    found = needs(game.state, player, house, riichi=riichi)
    shared = house.ties == "split"
    for row in found.rows:
        way = data.draw(st.sampled_from(row.ways))
        ladder = prices(way.by, house)
        bases = [worths[0].base for worths in ladder]
        rung = bases.index(way.worths[0].base) if way.worths else len(ladder)
        for known in way.worths:
            scores = played(game, player, way, known, riichi)
            assert scores == way.scores and places(scores, shared)[player] <= row.place
        assert way.any_win == (rung == 0)
        if rung:
            assert places(played(game, player, way, ladder[rung - 1][0], riichi), shared)[player] > row.place
