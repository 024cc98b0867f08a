"""mjai: what it says is read, in all dialects; what is written says the same; and whatever is wrong is told."""

from __future__ import annotations

import copy
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import records_made as made
from carried import differences
from hypothesis import example, given
from hypothesis import strategies as st

from chouma.errors import ChoumaError
from chouma.notation import read_tiles
from chouma.records import kobalab, mjai, mjlog, tenhou6
from chouma.records.audit import audit_game
from chouma.records.formats import games
from chouma.records.model import Game, RecordError, Round, ToldDraw
from chouma.records.sources import MOST_GAME, Unread
from chouma.tiles import NAMES

Events = list[dict[str, Any]]

YAKU = {
    **{"menzen_tsumo": "menzenchin_tsumoho", "riichi": "reach", "double_riichi": "double_reach", "rinshan": "rinshankaiho"},
    **{"yakuhai_haku": "sangenpai", "tanyao": "tanyaochu", "kokushi": "kokushimuso"},
}
_NAMED = {f"{n + 1}z": name for n, name in enumerate("ESWNPFC")} | {f"0{suit}": f"5{suit}r" for suit in "mps"}


def named(text: str) -> list[str]:
    """Tokens of tiles such as 123m0p7z."""
    return [_NAMED.get(name, name) for name in made.names_of(text)]


def events(one: dict[str, Any]) -> Events:
    """A made game as lines."""
    found: Events = [{"type": "start_game", "names": ["Anna", "Bob", "Cleo", "Dan"]}]
    for hand in one["hands"]:
        found += hand_events(hand)
    finals = {"scores": one["finals"]["scores"]} if one["finals"] else {}
    return [*found, {"type": "end_game", **finals}]


def hand_events(hand: dict[str, Any]) -> Events:
    dealer = hand["dealer"]
    about = {"type": "start_kyoku", "bakaze": "E", "kyoku": dealer + 1, "honba": hand["honba"], "kyotaku": 0, "oya": dealer}
    found: Events = [about | {"dora_marker": named(hand["indicator"])[0], "scores": hand["scores"], "tehais": [*map(named, hand["deal"])]}]
    drawn = ""
    for step in hand["steps"]:
        tile = named(step.tile)[0] if step.tile else ""
        who = {"actor": step.seat}
        own = named(step.tiles)
        if step.tiles and step.what != "ankan":
            own.remove(tile)
        calls = {"chi": "chi", "pon": "pon", "kakan": "kakan"}
        if step.what == "draw":
            found.append({"type": "tsumo", **who, "pai": tile})
        elif step.what == "discard":
            found.append({"type": "dahai", **who, "pai": tile, "tsumogiri": step.tile == drawn})
        elif step.what in calls:
            giver = {} if step.what == "kakan" else {"target": step.giver}
            found.append({"type": step.what, **who, **giver, "pai": tile, "consumed": own})
        elif step.what == "ankan":
            found.append({"type": "ankan", **who, "consumed": own})
        else:
            name = {"riichi": "reach", "stick": "reach_accepted", "dora": "dora"}[step.what]
            found.append({"type": name, **({"dora_marker": tile} if name == "dora" else who)})
        drawn = step.tile if step.what == "draw" else drawn if step.what == "riichi" else ""
    for win in hand.get("wins", ()):
        found.append(hora(win))
    if "draw" in hand:
        tenpai = [seat in hand["draw"]["tenpai"] for seat in range(4)]
        found.append({"type": "ryukyoku", "reason": "fanpai", "tenpais": tenpai, "deltas": hand["draw"]["deltas"]})
    return [*found, {"type": "end_kyoku"}]


def hora(win: dict[str, Any]) -> dict[str, Any]:
    yaku = [[YAKU.get(id, id), han] for id, han in win["yaku"].items()]
    yaku += [[YAKU.get(id, id), 100] for id in win.get("yakuman", ())]
    return {
        **{"type": "hora", "actor": win["seat"], "target": win["seat"] if win["giver"] is None else win["giver"]},
        **{"pai": named(win["tile"])[0], "uradora_markers": named(win["ura"]), "hora_tehais": named(win["concealed"])},
        **{"yakus": yaku, "fu": win["fu"], "fan": sum(han for _, han in yaku), "hora_points": win["points"], "deltas": win["deltas"]},
    }


def text_of(found: Events) -> str:
    return "".join(json.dumps(event) + "\n" for event in found)


def read_all(data: bytes, tmp_path: Path) -> list[Game | Unread]:
    path = tmp_path / "record"
    path.write_bytes(data)
    return list(games([path]))


def read_text(text: str) -> Game:
    return mjai.read([json.loads(line) for line in text.splitlines()])


MADE = {"game": made.game, "robbed": made.robbed}

# ------------------------------------------------------------------------------------------------ what is right


@pytest.mark.parametrize("name", MADE)
def test_a_right_record_has_no_findings_and_says_what_tenhou_says(name: str) -> None:
    one = MADE[name]()
    game = mjai.read(events(one), "made")
    report = audit_game(game)
    assert report.findings == ()
    assert (report.wins, report.draws) == ((3, 1) if name == "game" else (1, 0))
    other = mjlog.read(made.mjlog(one))
    assert game.rules == other.rules
    assert differences(game, other) == []


@pytest.mark.parametrize(
    ("change", "topics"),
    [
        (lambda one: one["hands"][0]["wins"][0].update(fu=40), {"fu"}),
        (lambda one: one["hands"][0]["wins"][0].update(points=12000), {"points"}),
        (lambda one: one["hands"][0]["wins"][0].update(concealed="123m456p789s22s23s"), {"hand", "no_win"}),
        (lambda one: one["hands"][0]["wins"][0].update(yaku={"double_riichi": 2, "pinfu": 1}), {"yaku", "han"}),
        (lambda one: one["hands"][1]["wins"][0].update(yaku={"menzen_tsumo": 1, "yakuhai_haku": 1}), {"yaku", "han"}),
        (lambda one: one["hands"][3]["wins"][0].update(yakuman=["kokushi"]), {"yaku", "liable"}),
        (lambda one: one["hands"][2]["draw"].update(tenpai=[0, 1]), {"tenpai"}),
        (lambda one: one["hands"][1].update(scores=[36500, 13500, 25000, 25000]), {"next"}),
        (lambda one: one["finals"].update(scores=[35600, -27700, 70100, 22000]), {"final"}),
    ],
)
def test_what_is_wrong_is_found(change: Callable[[Any], Any], topics: set[str]) -> None:
    assert {finding.topic for finding in audit_game(mjai.read(events(made.changed(change)))).findings} == topics


# ------------------------------------------------------------------------------------------------ dialects


def without(*keys: str) -> Callable[[Events], Events]:
    return lambda found: [{key: value for key, value in event.items() if key not in keys} for event in found]


def is_self_draw(event: dict[str, Any]) -> bool:
    return event["type"] == "hora" and event["actor"] == event["target"]


def with_talk(found: Events) -> Events:
    said = [{"type": "hello", "protocol": "mjsonp"}, {"type": "join", "name": "a"}]
    return [*said * 8, *(one for event in found for one in ({"type": "none"}, {**event, "logs": ["x"] * 4, "meta": {}})), {"type": "error"}]


DIALECTS: dict[str, Callable[[Events], Events]] = {
    "no scores": lambda found: [event if event["type"] == "end_game" else without("scores")([event])[0] for event in found],
    "no hands at the end": without("hora_tehais", "pai of hora"),
    "no worth": without("yakus", "fu", "fan", "hora_points", "hora_tehais"),
    "no reasons": without("reason", "tenpais"),
    "no oya": without("oya"),
    "another name for ura": lambda found: [
        {("ura_markers" if key == "uradora_markers" else key): value for key, value in event.items()} for event in found
    ],
    "the tile of a self-draw among the hand": lambda found: [
        event | {"hora_tehais": [*event["hora_tehais"], event["pai"]]} if is_self_draw(event) else event for event in found
    ],
    "no target of a self-draw": lambda found: [without("target")([event])[0] if is_self_draw(event) else event for event in found],
    "talk of servers and players": with_talk,
    "no end of hands": lambda found: [event for event in found if event["type"] != "end_kyoku"],
    "a win is asked for": lambda found: [
        one for event in found for one in ([without("deltas")([event])[0], event] if event["type"] == "hora" else [event])
    ],
}


@pytest.mark.parametrize("name", DIALECTS)
def test_dialects(name: str) -> None:
    plain = mjai.read(events(made.game()))
    game = mjai.read(DIALECTS[name](events(made.game())))
    assert game.problems == () and audit_game(game).findings == ()
    assert differences(plain, game) == []
    assert game.rounds[2].draw is not None and game.rounds[2].draw.kind == "exhaustive"


def test_without_deltas_nothing_is_made_up() -> None:
    game = mjai.read(without("deltas", "scores")(events(made.game())))
    assert [hand.deltas for hand in game.rounds] == [None] * 4
    assert audit_game(game).findings == ()


def test_numbers_of_players_that_begin_elsewhere() -> None:
    """Who deals first is player 3: the same game, told by other numbers."""
    plain = events(made.game())
    turned = copy.deepcopy(plain)
    for event in turned:
        for key in ("actor", "target", "oya"):
            if key in event:
                event[key] = (event[key] + 3) % 4
        for key in ("names", "scores", "deltas", "tehais", "tenpais"):
            if key in event:
                event[key] = event[key][1:] + event[key][:1]
    game = mjai.read(turned)
    assert audit_game(game).findings == () and differences(mjai.read(plain), game) == []
    turned[-3]["target"] = 4  # and none is beyond the table
    assert mjai.read(turned).problems


@pytest.mark.parametrize(
    ("about", "reds", "length"),
    [
        ({}, 3, "half"),
        ({"aka_flag": False}, 0, "half"),
        ({"aka_flag": True, "kyoku_first": 4}, 3, "east"),
        ({"gametype": "tonpu"}, 3, "east"),
        ({"gametype": "tonnan"}, 3, "half"),
    ],
)
def test_rules_are_told(about: dict[str, Any], reds: int, length: str) -> None:
    found = events(made.robbed())
    found[0] |= about
    house = mjai.read(found).rules
    assert (house.red_fives, house.length, house.players) == (reds, length, 4)


def test_four_plain_fives_have_no_red_one_among_them() -> None:
    one = made.exhaustive(0, [25000] * 4)
    text = text_of(hand_events(one))
    assert mjai.read([json.loads(line) for line in text.splitlines()]).rules.red_fives == 3
    plain = text.replace("5mr", "5m").replace("5pr", "5p").replace("5sr", "5s")
    assert mjai.read([json.loads(line) for line in plain.splitlines()]).rules.red_fives == 0


def test_hidden_hands() -> None:
    found = events(made.game())
    for event in found:
        if event["type"] == "start_kyoku":
            event["tehais"] = [hand if seat == 0 else ["?"] * 13 for seat, hand in enumerate(event["tehais"])]
        if event["type"] == "tsumo" and event["actor"]:
            event["pai"] = "?"
    game = mjai.read(found)
    assert game.problems == () and game.rounds[0].deal[1:] == (None, None, None)
    assert audit_game(game).findings == ()
    assert differences(game, read_text(mjai.write(game))) == []


# ------------------------------------------------------------------------------------------------ three players


def three(kita: str = "nukidora", chair: bool = False) -> Events:
    """The dealer declares a north and draws the tile that wins: self-draw 1, after a kan 1, straight 2, north 1: a mangan, 4000 from each.

    The third player's share of four is nobody's. 20 + 2 (self-draw) + 8 (a closed triplet of terminals): 30 fu.
    """
    deal = [named(text) for text in ("123456789p1199s", "19m258p369s12356z", "19m147p258s12357z")]
    hidden = [["?"] * 13] if chair else []
    none = [0] if chair else []
    start = {"type": "start_kyoku", "bakaze": "E", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0, "dora_marker": "F"}
    return [
        {"type": "start_game", "names": ["Anna", "Bob", "Cleo", *([""] if chair else [])]},
        start | {"scores": [35000] * 3 + none, "tehais": deal + hidden},
        {"type": "tsumo", "actor": 0, "pai": "N"},
        {"type": kita, "actor": 0} | ({"pai": "N"} if kita == "nukidora" else {}),
        {"type": "tsumo", "actor": 0, "pai": "1s"},
        {
            **{"type": "hora", "actor": 0, "target": 0, "pai": "1s", "uradora_markers": [], "fu": 30, "fan": 5, "hora_points": 8000},
            "yakus": [["menzenchin_tsumoho", 1], ["rinshankaiho", 1], ["ikkitsukan", 2], ["nukidora", 1]],
            **{"hora_tehais": named("123456789p1199s"), "deltas": [8000, -4000, -4000, *none]},
        },
        {"type": "end_kyoku"},
    ]


@pytest.mark.parametrize("chair", [False, True])
@pytest.mark.parametrize("kita", ["nukidora", "kita"])
def test_three_players(kita: str, chair: bool) -> None:
    game = mjai.read(three(kita, chair))
    assert game.rules.name == "tenhou-sanma" and game.names == ("Anna", "Bob", "Cleo") and game.problems == ()
    [told] = game.rounds[0].wins
    assert told.norths == 1 and told.yaku is not None and dict(told.yaku)["kita_dora"] == 1
    report = audit_game(game)
    assert report.findings == () and report.wins == 1
    assert differences(game, read_text(mjai.write(game))) == []


def test_an_empty_chair_is_told_without_a_north() -> None:
    found = [event for event in three(chair=True) if event["type"] != "nukidora"]
    assert mjai.read(found).rules.players == 3


# ------------------------------------------------------------------------------------------------ why nobody won


def drawn_hand(deal: list[str], steps: str, deltas: list[int] | None = None, reason: str | None = None) -> Round:
    hand = made.hand(0, 0, [25000] * 4, deal, "6z", made.turns(steps), draw={"tenpai": [], "deltas": deltas or [0] * 4})
    found = hand_events(hand)
    end = next(event for event in found if event["type"] == "ryukyoku")
    del end["tenpais"], end["reason"]
    if reason:
        end["reason"] = reason
    game = mjai.read(found)
    assert game.problems == ()
    return game.rounds[0]


def kind_of(round: Round) -> str:
    assert isinstance(round.draw, ToldDraw)
    return round.draw.kind


def test_why_nobody_won_by_the_play() -> None:
    junk = ["147m258p369s1234z", "258m369p147s1234z", "369m147p258s1234z", "147m369p258s1234z"]
    assert kind_of(drawn_hand(["19m19p19s1234567z", *junk[:3]], "0+2m")) == "kyuushu_kyuuhai"
    assert kind_of(drawn_hand(junk, "0+5z 0-1z 1+5z 1-1z 2+5z 2-1z 3+6z 3-1z")) == "suufon_renda"
    turns = " ".join(f"{seat}+7z {seat}! {seat}-{seat + 1}z {seat}$" for seat in range(4))
    assert kind_of(drawn_hand(junk, turns)) == "suucha_riichi"
    kans = ["1111m2222m3333m4m", "1111p222p567z5p67s", *junk[2:]]
    assert kind_of(drawn_hand(kans, "0+4m 0ankan:1111m 0+4m 0ankan:2222m 0+4m 0ankan:3333m 0+9m 0ankan:4444m")) == "suukan_sanra"
    assert kind_of(drawn_hand(junk, "0+5z 0-5z")) == "exhaustive"  # nothing tells why: the audit finds it


@pytest.mark.parametrize(
    ("reason", "kind"),
    [
        ("kyushukyuhai", "kyuushu_kyuuhai"),
        ("kyushu_kyuhai", "kyuushu_kyuuhai"),
        ("sufonrenta", "suufon_renda"),
        ("suukansansen", "suukan_sanra"),
        ("SUUCHA_RIICHI", "suucha_riichi"),
        ("sanchaho", "sanchahou"),
        ("nagashimangan", "nagashi"),
        ("exhaustive_draw", "exhaustive"),
    ],
)
def test_reasons(reason: str, kind: str) -> None:
    round = drawn_hand(["147m258p369s1234z", *made.JUNK], "0+5z", reason=reason)
    assert kind_of(round) == kind


def test_nagashi_without_its_reason_moves_more_than_tenpai_does() -> None:
    one = made.exhaustive(0, [25000] * 4)
    for deltas, kind in (([3000, -1000, -1000, -1000], "exhaustive"), ([12000, -4000, -4000, -4000], "nagashi")):
        found = without("reason", "tenpais")(hand_events({**one, "draw": {"tenpai": [0], "deltas": deltas}}))
        assert kind_of(mjai.read(found).rounds[0]) == kind


# ------------------------------------------------------------------------------------------------ streams


def test_a_stream_of_many_games(tmp_path: Path) -> None:
    one, other = text_of(events(made.game())), text_of(events(made.robbed()))
    last = text_of(events(made.robbed())[:-3])  # it breaks off
    hello = text_of([{"type": "hello"}, {"type": "none"}])
    data = (hello + one + hello + other + one + last).encode()
    for found in (read_all(data, tmp_path), read_all(gzip.compress(data), tmp_path), read_all(b"\xef\xbb\xbf" + data, tmp_path)):
        assert [isinstance(game, Game) and len(game.rounds) for game in found] == [4, 1, 4, 1]
        assert [str(getattr(game, "id", "")).rpartition("#")[2] for game in found] == ["1", "2", "3", "4"]
        assert found[3].rounds[0].wins == ()  # type: ignore[union-attr]
    array = json.dumps(events(made.game()) + events(made.robbed()), indent=1).encode()
    assert [isinstance(game, Game) and len(game.rounds) for game in read_all(array, tmp_path)] == [4, 1]


def test_games_that_only_begin(tmp_path: Path) -> None:
    """Without end_game, the next start_game ends a game; other records may follow."""
    one = text_of(events(made.robbed())[:-1])
    found = read_all((one * 3 + json.dumps(made.tenhou6(made.game())) + "\n" + one).encode(), tmp_path)
    assert [game.format for game in found if isinstance(game, Game)] == ["mjai", "mjai", "mjai", "tenhou6", "mjai"]


def test_a_broken_line_costs_its_hand(tmp_path: Path) -> None:
    lines = text_of(events(made.game())).splitlines()
    place = next(i for i, line in enumerate(lines) if '"kyoku": 2' in line) + 2
    for broken in ('{"type": "dahai", "act', "[1, 2", "null", "17", '"x"', "{}", '{"type": 7}', '{"type": "mystery"}', "[]"):
        text = "\n".join([*lines[:place], broken, *lines[place:]])
        [game] = read_all(text.encode(), tmp_path)
        assert isinstance(game, Game)
        assert [index for index, _ in game.problems] == [2] and [hand.index for hand in game.rounds] == [0, 1, 3], broken


def test_a_stream_that_breaks_off(tmp_path: Path) -> None:
    data = text_of(events(made.game())).encode()
    for cut in (7, len(data) // 3, len(data) - 60):
        [game] = read_all(data[:cut], tmp_path)
        if isinstance(game, Game):
            assert [why for _, why in game.problems if why.startswith("no JSON")] and len(game.rounds) < 4 + (cut > len(data) - 99)
        else:
            assert game.why
    [game] = read_all(gzip.compress(data)[:-40], tmp_path)[-1:]
    assert isinstance(game, Unread) and game.why == "the gzip file ends too early"


# ------------------------------------------------------------------------------------------------ what cannot be


def with_event(at: int, **changes: Any) -> Events:
    found = events(made.game())
    found[at] = {key: value for key, value in (found[at] | changes).items() if value is not ...}
    return found


#: an event of the first hand with something else in it
WRONG = {
    **{f"tsumo of {pai!r}": (2, {"pai": pai}) for pai in ("0m", "10m", "5zr", "", None, 5, ["1m"], {}, "X")},
    **{f"actor {actor!r}": (2, {"actor": actor}) for actor in (-1, 4, "0", None, [], 1e308, True)},
    "dahai of a hidden tile": (4, {"pai": "?"}),
    "no dora marker": (1, {"dora_marker": ...}),
    "hidden dora marker": (1, {"dora_marker": "?"}),
    "twelve tiles": (1, {"tehais": [["1m"] * 12] * 4}),
    "two hands": (1, {"tehais": [["1m"] * 13] * 2}),
    "no hands": (1, {"tehais": None}),
    "no wind": (1, {"bakaze": "X"}),
    "a list for a wind": (1, {"bakaze": ["E"]}),
    "kyoku 5": (1, {"kyoku": 5}),
    "kyoku by name": (1, {"kyoku": "E1"}),
    "honba -1": (1, {"honba": -1}),
    "scores of words": (1, {"scores": ["x"] * 4}),
    "two scores": (1, {"scores": [1, 2]}),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_costs_its_hand(name: str) -> None:
    at, changes = WRONG[name]
    game = mjai.read(with_event(at, **changes))
    assert game.problems[0][0] == 0 and [hand.index for hand in game.rounds] == [1, 2, 3]
    assert all(len(why) < 300 for _, why in game.problems)


@pytest.mark.parametrize(
    "event",
    [
        {"type": "chi", "actor": 0, "target": 1, "pai": "1m", "consumed": ["2m", "4m"]},
        {"type": "chi", "actor": 0, "target": 0, "pai": "1m", "consumed": ["2m", "3m"]},
        {"type": "pon", "actor": 0, "target": 1, "pai": "1m", "consumed": ["1m"]},
        {"type": "pon", "actor": 0, "target": 1, "pai": "1m", "consumed": "1m1m"},
        {"type": "pon", "actor": 0, "target": 1, "consumed": ["1m", "1m"]},
        {"type": "pon", "actor": 0, "pai": "1m", "consumed": ["1m", "1m"]},
        {"type": "daiminkan", "actor": 0, "target": 1, "pai": "1m", "consumed": ["1m", "1m", "2m"]},
        {"type": "ankan", "actor": 0, "consumed": ["1m", "1m", "1m"]},
        {"type": "ankan", "actor": 0, "consumed": ["1m", "1m", "1m", "?"]},
        {"type": "kakan", "actor": 0, "pai": "2m", "consumed": ["1m", "1m", "1m"]},
        {"type": "reach"},
        {"type": "dora", "dora_marker": None},
        {"type": "nukidora", "actor": 3},
        {"type": "hora", "actor": 9},
        {"type": "hora", "actor": 1, "target": 0, "deltas": [1, 2]},
        {"type": "hora", "actor": 1, "target": 0, "deltas": "x"},
        {"type": "hora", "actor": 1, "target": 0, "yakus": [["reach"]]},
        {"type": "hora", "actor": 1, "target": 0, "yakus": [[1, 1]]},
        {"type": "hora", "actor": 1, "target": 0, "yakus": [["reach", "1"]]},
        {"type": "hora", "actor": 1, "target": 1, "pai": "1m", "hora_tehais": ["2m", "3m"]},
        {"type": "hora", "actor": 1, "target": 0, "fu": -1},
        {"type": "ryukyoku", "reason": "boredom"},
        {"type": "ryukyoku", "reason": ["fanpai"]},
        {"type": "ryukyoku", "tenpais": [True]},
        {"type": "ryukyoku", "tehais": [["1z"]] * 4},
    ],
)
def test_calls_and_ends_that_cannot_be(event: dict[str, Any]) -> None:
    found = events(made.game())
    found.insert(3, event)
    if event["type"] == "nukidora":
        # a north makes the table one of three, where four are dealt
        assert mjai.read(found).problems
        return
    game = mjai.read(found)
    assert game.problems[0][0] == 0 and len(game.rounds) == 3


def test_play_without_a_hand_is_told_once() -> None:
    found = events(made.game())
    play = [event for event in found if event["type"] in ("tsumo", "dahai")]
    game = mjai.read([found[0], *play, *found[1:]])
    assert game.problems == ((None, "tsumo happens before a hand begins or after it has ended"),) and len(game.rounds) == 4
    with pytest.raises(RecordError, match="before a hand begins"):
        mjai.read(play)
    with pytest.raises(RecordError, match="begins with start_kyoku"):
        mjai.read([{"type": "start_game"}])
    with pytest.raises(RecordError):
        mjai.read([])
    late = mjai.read([*found[:-1], *play])  # after the last end_kyoku
    assert [index for index, _ in late.problems] == [None] and len(late.rounds) == 4


def test_a_million_calls_and_a_game_without_an_end(tmp_path: Path) -> None:
    start = events(made.game())[:3]
    call = {"type": "pon", "actor": 1, "target": 0, "pai": "1m", "consumed": ["1m", "1m"]}
    short = mjai.read([*start, *[call] * 5000])
    assert short.problems == ((0, "1001 things happen in one hand"),) and short.rounds == ()
    line = (json.dumps(call) + "\n").encode()
    good = text_of(events(made.game())).encode()
    data = text_of(start).encode() + line * (MOST_GAME // len(line) + 1000) + good
    long, after = read_all(data, tmp_path)
    assert isinstance(long, Unread) and long.why == f"one game is longer than {MOST_GAME} bytes"
    assert isinstance(after, Game) and len(after.rounds) == 4


def test_deep_json_costs_its_hand(tmp_path: Path) -> None:
    lines = text_of(events(made.game())).splitlines()
    deep = '{"type": "tsumo", "actor": 0, "pai": ' + "[" * 100_000 + "]" * 100_000 + "}"
    [game] = read_all("\n".join([*lines[:3], deep, *lines[3:]]).encode(), tmp_path)
    assert isinstance(game, Game) and game.problems == ((0, "the JSON lies too deep"),)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 200) | st.floats() | st.sampled_from(["", "?", "1m", "E", "5mr", "x", "hora", "reach"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["type", "actor", "pai"]), inner, max_size=3),
    max_leaves=6,
)
PLAIN = events(made.game())
KEYS = sorted({key for event in PLAIN for key in event})


@given(st.lists(st.tuples(st.integers(0, len(PLAIN) - 1), st.sampled_from(KEYS), ANYTHING), min_size=1, max_size=4))
@example([(0, "names", {"a": 1})])
def test_whatever_stands_in_an_event_is_told_or_read(changes: list[tuple[int, str, Any]]) -> None:
    found = copy.deepcopy(PLAIN)
    for place, key, value in changes:
        found[place][key] = value
    try:
        game = mjai.read(found)
    except ChoumaError as wrong:
        assert str(wrong)
        return
    audit_game(game)
    check_written(game)


def check_written(game: Game) -> None:
    """What was read is written again the same, or refused with words."""
    try:
        text = mjai.write(game)
    except RecordError as wrong:
        assert str(wrong)
        return
    again = read_text(text)
    assert again.problems == () and [hand.events for hand in again.rounds] == [hand.events for hand in game.rounds]


@given(st.lists(st.integers(0, len(PLAIN) - 1), max_size=40), st.booleans())
def test_events_in_any_order(places: list[int], front: bool) -> None:
    found = [*(PLAIN[:3] if front else ()), *(PLAIN[place] for place in places)]
    try:
        audit_game(mjai.read(found))
    except ChoumaError as wrong:
        assert str(wrong)


@given(st.lists(ANYTHING | st.sampled_from(PLAIN), max_size=8))
def test_any_lines(tmp_path_factory: pytest.TempPathFactory, lines: list[Any]) -> None:
    path = tmp_path_factory.mktemp("any") / "lines"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf8")
    for one in games([path]):
        assert isinstance(one, Game) or one.why


# ------------------------------------------------------------------------------------------------ writing


@pytest.mark.parametrize("name", MADE)
def test_what_is_written_is_read_the_same(name: str) -> None:
    for game in (mjlog.read(made.mjlog(MADE[name]())), tenhou6.read(made.tenhou6(MADE[name]())), mjai.read(events(MADE[name]()))):
        again = read_text(mjai.write(game))
        assert differences(game, again) == []
        assert again.rules == game.rules and audit_game(again).findings == ()


def test_lines_as_they_are_written() -> None:
    lines = [json.loads(line) for line in mjai.write(mjlog.read(made.mjlog(made.game()))).splitlines()]
    mine = events(made.game())
    assert lines[0] == mine[0] | {"gametype": "tonnan", "kyoku_first": 0, "aka_flag": True}
    first = [event | {"tehais": [*map(sorted, event["tehais"])]} if "tehais" in event else event for event in (lines[1], mine[1])]
    assert first[0] == first[1]
    accepted = {"deltas": [-1000, 0, 0, 0], "scores": [24000, 25000, 25000, 25000]}
    assert lines[2:5] == mine[2:5] and lines[5] == mine[5] | accepted
    won = next(event for event in lines if event["type"] == "hora")
    plain = next(event for event in mine if event["type"] == "hora")
    assert won == plain | {"scores": [36600, 13400, 25000, 25000], "hora_tehais": sorted(plain["hora_tehais"], key=lambda name: name[::-1])}
    assert lines[-1] == {"type": "end_game", "scores": [35600, -27700, 70200, 21900]}


def test_what_cannot_be_written_is_told() -> None:
    game = mjlog.read(made.mjlog(made.game()))
    with pytest.raises(RecordError, match="a game without a hand"):
        mjai.write(game._replace(rounds=()))
    last = game.rounds[3]
    unknown = tuple(event._replace(meld=event.meld._replace(source="")) if event.meld else event for event in last.events)
    with pytest.raises(RecordError, match=r"E3\.1 can't be written as mjai: the record doesn't tell whose tile 555z took"):
        mjai.write(game._replace(rounds=(last._replace(events=unknown),)))


@pytest.mark.parametrize("write", [mjai.write, kobalab.write])
def test_a_win_of_too_few_tiles_is_not_written(write: Callable[[Game], str]) -> None:
    """Its winning tile couldn't be told from the others."""
    found = events(made.game())
    del next(event for event in found if event["type"] == "hora")["hora_tehais"][-1]
    with pytest.raises(RecordError, match=r"E1 can't be written as (mjai|kobalab): the winning hand .* has 12 concealed tiles"):
        write(mjai.read(found))


def test_names_of_tiles_are_those_of_the_notation() -> None:
    from chouma.records.mjai_names import TILES

    assert [NAMES[TILES[name]] for name in ("1m", "9s", "E", "N", "P", "F", "C", "5mr", "5sr")] == [
        *("1m", "9s", "1z", "4z", "5z", "6z", "7z", "0m", "0s"),
    ]
    assert read_tiles("0m") == (TILES["5mr"],)
