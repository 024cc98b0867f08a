"""The 牌譜 of kobalab's programs: what it says is read, what is written says the same, and whatever is wrong is told."""

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
from chouma.records import kobalab, mjlog, tenhou6
from chouma.records.audit import audit_game
from chouma.records.formats import games
from chouma.records.model import STICK, Game, RecordError
from chouma.records.sources import Unread
from chouma.tiles import NAMES

Value = dict[str, Any]

YAKU = {"yakuhai_haku": "翻牌 白", "double_riichi": "ダブル立直", "tanyao": "断幺九", "kokushi": "国士無双"}
SIGNS = {1: "+", 2: "=", 3: "-"}


def letters(text: str) -> str:
    """Tiles with the suit before each digit: m1m2m3p0z7."""
    return "".join(name[::-1] for name in made.names_of(text))


def paipu(one: dict[str, Any], chair: int = 0) -> Value:
    """A made game; `chair` is the place of who deals first in the game's own lists."""
    names = ["Anna", "Bob", "Cleo", "Dan"]
    found: Value = {"title": "made", "player": turned(names, -chair), "qijia": chair}
    found["log"] = [hand_entries(hand) for hand in one["hands"]]
    if one["finals"]:
        found["defen"] = turned(one["finals"]["scores"], -chair)
        found["point"] = turned(one["finals"]["totals"], -chair)
    return found


def turned(told: list[Any], steps: int) -> list[Any]:
    steps %= len(told)
    return told[steps:] + told[:steps]


def hand_entries(hand: dict[str, Any]) -> list[Value]:
    dealer = hand["dealer"]
    about = {"zhuangfeng": 0, "jushu": dealer, "changbang": hand["honba"], "lizhibang": 0, "baopai": letters(hand["indicator"])}
    dealt = [letters(text) for text in hand["deal"]]
    found: list[Value] = [{"qipai": about | {"defen": turned(hand["scores"], dealer), "shoupai": turned(dealt, dealer)}}]
    drawn, star, kan = "", "", False
    melds: list[list[str]] = [[] for _ in range(4)]
    for step in hand["steps"]:
        wind, tile = (step.seat - dealer) % 4, step.tile[::-1]
        if step.what == "draw":
            found.append({"gangzimo" if kan else "zimo": {"l": wind, "p": tile}})
            drawn, kan = step.tile, False
        elif step.what == "discard":
            found.append({"dapai": {"l": wind, "p": tile + "_" * (step.tile == drawn) + star}})
            drawn = star = ""
        elif step.what == "riichi":
            star = "*"
        elif step.what == "dora":
            found.append({"kaigang": {"baopai": tile}})
        elif step.what != "stick":  # no entry tells of sticks
            melds[step.seat], text = call(step, melds[step.seat])
            found.append({"gang" if step.what in ("ankan", "kakan") else "fulou": {"l": wind, "m": text}})
            kan, drawn = step.what in ("ankan", "kakan"), ""
    found += [{"hule": hule(win, dealer, melds[win["seat"]])} for win in hand.get("wins", ())]
    if "draw" in hand:
        shown = [dealt[seat] if seat in hand["draw"]["tenpai"] else "" for seat in range(4)]
        found.append({"pingju": {"name": "荒牌平局", "shoupai": turned(shown, dealer), "fenpei": turned(hand["draw"]["deltas"], dealer)}})
    return found


def call(step: made.Step, melds: list[str]) -> tuple[list[str], str]:
    """The groups of the caller with one more, and the text of it: the claimed tile stands before the sign."""
    digits = [name[0] for name in made.names_of(step.tiles)]
    suit = step.tile[1]
    if step.what == "ankan":
        text = suit + "".join(digits)
        return [*melds, text], text
    if step.what == "kakan":
        pon = next(meld for meld in melds if meld[0] == suit and meld[1] in (step.tile[0], "0", "5"))
        return [meld + step.tile[0] if meld == pon else meld for meld in melds], pon + step.tile[0]
    sign = SIGNS[(step.giver - step.seat) % 4]
    digits.remove(step.tile[0])
    if step.what == "chi":
        text = suit + "".join(digit + sign * (digit == step.tile[0]) for digit in sorted([*digits, step.tile[0]]))
    else:
        text = suit + "".join(digits) + step.tile[0] + sign
    return [*melds, text], text


def hule(win: dict[str, Any], dealer: int, melds: list[str]) -> Value:
    yaku: list[Value] = [{"name": YAKU.get(id, kobalab.YAKU_NAMES[id].ja), "fanshu": han} for id, han in win["yaku"].items()]
    yakuman = [{"name": kobalab.YAKU_NAMES[id].ja, "fanshu": "*"} for id in win.get("yakuman", ())]
    if "pao" in win:
        yakuman[0]["baojia"] = SIGNS[(win["pao"] - win["seat"]) % 4]
    worth: Value = {"damanguan": 1} if yakuman else {"fanshu": sum(han for _, han in win["yaku"].items())}
    return {
        **{"l": (win["seat"] - dealer) % 4, "baojia": None if win["giver"] is None else (win["giver"] - dealer) % 4},
        **{"shoupai": ",".join([letters(win["concealed"]) + win["tile"][::-1] + "*" * bool(win["ura"]), *melds])},
        **{"fubaopai": [letters(win["ura"])] if win["ura"] else None, "fu": win["fu"], **worth, "defen": win["points"]},
        **{"hupai": yakuman or yaku, "fenpei": turned(win["deltas"], dealer)},
    }


MADE = {"game": made.game, "robbed": made.robbed}

# ------------------------------------------------------------------------------------------------ what is right


@pytest.mark.parametrize("chair", range(4))
@pytest.mark.parametrize("name", MADE)
def test_a_right_record_has_no_findings_and_says_what_tenhou_says(name: str, chair: int) -> None:
    one = MADE[name]()
    game = kobalab.read(paipu(one, chair), "made")
    report = audit_game(game)
    assert report.findings == () and game.problems == ()
    assert (report.wins, report.draws) == ((3, 1) if name == "game" else (1, 0))
    assert differences(game, mjlog.read(made.mjlog(one))) == []


@pytest.mark.parametrize(
    ("change", "topics"),
    [
        (lambda one: one["hands"][0]["wins"][0].update(fu=40), {"fu"}),
        (lambda one: one["hands"][0]["wins"][0].update(points=12000), {"points"}),
        (lambda one: one["hands"][0]["wins"][0].update(concealed="123m456p789s22s23s"), {"hand", "no_win"}),
        (lambda one: one["hands"][0]["wins"][0].update(yaku={"double_riichi": 2, "pinfu": 1}), {"yaku", "han"}),
        (lambda one: one["hands"][0]["wins"][0].update(yaku={"double_riichi": 2, "tanyao": 1, "pinfu": 1}), {"yaku"}),
        (lambda one: one["hands"][3]["wins"][0].update(yakuman=["kokushi"]), {"yaku"}),
        (lambda one: one["hands"][3]["wins"][0].pop("pao"), {"liable"}),
        (lambda one: one["hands"][0]["wins"][0].update(deltas=[12500, -11500, 0, 0]), {"deltas", "next"}),
        (lambda one: one["hands"][2]["draw"].update(tenpai=[0, 1], deltas=[1500, 1500, -1500, -1500]), {"tenpai", "deltas", "next"}),
        (lambda one: one["hands"][1].update(honba=2), {"deltas", "next"}),
        (lambda one: one["finals"].update(totals=["15.6", "-77.7", "80.3", "-18.2"]), {"final"}),
        (lambda one: one["finals"].update(totals=[15.6, -77.7, 80.3, -18.2]), {"final"}),
    ],
)
def test_what_is_wrong_is_found(change: Callable[[Any], Any], topics: set[str]) -> None:
    assert {finding.topic for finding in audit_game(kobalab.read(paipu(made.changed(change)))).findings} == topics


def test_rules_are_those_of_the_program() -> None:
    game = kobalab.read(paipu(made.game()))
    assert (game.rules.multiple_ron, game.rules.final_rounding, game.rules.red_fives) == ("double", "none", 3)
    assert "suuankou_tanki" in game.rules.double_yakuman
    whole = paipu(made.game())
    # 70.2 and what the others leave: 16 - 30 + 10, -28 - 30 - 20, 22 - 30 - 10, and the rest
    whole["point"] = [16, -78, 80, -18]
    rounded = kobalab.read(whole)
    assert rounded.rules.final_rounding == "thousands_up" and audit_game(rounded).findings == ()


def test_four_plain_fives_have_no_red_one_among_them() -> None:
    text = json.dumps({"log": [hand_entries(made.exhaustive(0, [25000] * 4))]})
    assert kobalab.read(json.loads(text)).rules.red_fives == 3
    for suit in "mps":
        text = text.replace(f"{suit}0", f"{suit}5")
    assert kobalab.read(json.loads(text)).rules.red_fives == 0


# ------------------------------------------------------------------------------------------------ groups, sticks, ends


@pytest.mark.parametrize(
    ("text", "type", "tiles", "called", "source", "added"),
    [
        ("s34-0", "chi", "340s", "4s", "<", None),
        ("m1-23", "chi", "123m", "1m", "<", None),
        ("p505=", "pon", "055p", "5p", "^", None),
        ("z777+", "pon", "777z", "7z", ">", None),
        ("m5550-", "minkan", "0555m", "0m", "<", None),
        ("s333=3", "kakan", "3333s", "3s", "^", "3s"),
        ("p555-0", "kakan", "0555p", "5p", "<", "0p"),
        ("z1111", "ankan", "1111z", None, "", None),
    ],
)
def test_groups(text: str, type: str, tiles: str, called: str | None, source: str, added: str | None) -> None:
    value = paipu(made.robbed())
    value["log"][0] = [value["log"][0][0], {"gang" if type in ("ankan", "kakan") else "fulou": {"l": 0, "m": text}}]
    [event] = kobalab.read(value).rounds[0].events
    meld = event.meld
    assert meld is not None
    name = {None: None} | dict(enumerate(NAMES))
    assert (meld.type, [NAMES[tile] for tile in meld.tiles]) == (type, made.names_of(tiles))
    assert (name[meld.called], meld.source, name[meld.added]) == (called, source, added)
    written = json.loads(kobalab.write(kobalab.read(value)))["log"][0][1]
    assert kobalab.read({**value, "log": [[value["log"][0][0], written]]}).rounds[0].events == (event,)


def ends(*last: Value) -> list[int]:
    """The seats whose sticks are laid where player 0 declares with the last discard."""
    entries = hand_entries(made.game()["hands"][0])[:3]
    return [event.seat for event in kobalab.read({"log": [[*entries, *last]]}).rounds[0].events if event.what == STICK]


def test_a_stick_is_laid_unless_somebody_wins_on_the_discard() -> None:
    assert ends() == [0]
    assert ends({"zimo": {"l": 1, "p": "m1"}}) == [0]
    assert ends({"pingju": {"name": "四家立直", "fenpei": [0] * 4}}) == [0]
    assert ends({"hule": {"l": 1, "baojia": 0}}) == []
    assert ends({"pingju": {"name": "三家和", "fenpei": [0] * 4}}) == []


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *(("荒牌平局", "exhaustive"), ("流局", "exhaustive"), ("流し満貫", "nagashi"), ("九種九牌", "kyuushu_kyuuhai")),
        *(("四風連打", "suufon_renda"), ("四家立直", "suucha_riichi"), ("四開槓", "suukan_sanra"), ("三家和", "sanchahou")),
        ("途中流局", "abortive"),
    ],
)
def test_hands_without_a_winner(name: str, kind: str) -> None:
    entries = hand_entries(made.game()["hands"][0])[:2]
    game = kobalab.read({"log": [[*entries, {"pingju": {"name": name, "shoupai": [""] * 4, "fenpei": [0] * 4}}]]})
    draw = game.rounds[0].draw
    assert draw is not None and (draw.kind, draw.tenpai, draw.hands) == (kind, (False,) * 4, (None,) * 4)
    assert differences(game, kobalab.read(json.loads(kobalab.write(game)))) == []


def test_hidden_tiles() -> None:
    value = paipu(made.game())
    for entries in value["log"]:
        dealer = entries[0]["qipai"]["jushu"]
        dealt = entries[0]["qipai"]["shoupai"]
        entries[0]["qipai"]["shoupai"] = [text if (wind + dealer) % 4 == 0 else "_" * 13 for wind, text in enumerate(dealt)]
        for entry in entries:
            if "zimo" in entry and (entry["zimo"]["l"] + dealer) % 4:
                entry["zimo"]["p"] = "_"
    game = kobalab.read(value)
    assert game.problems == () and game.rounds[0].deal[1:] == (None, None, None)
    assert audit_game(game).findings == ()
    assert differences(game, kobalab.read(json.loads(kobalab.write(game)))) == []


def test_three_players() -> None:
    """Self-draw 1 and straight 2, and the dealer's first draw at that: a yakuman of 16000 from each of two."""
    deal = ["p1p2p3p4p5p6p7p8p9s1s1s9s9", "m1m9p2p5p8s3s6s9z1z2z3z4z5", "m1m9p1p4p7s2s5s8z1z2z3z4z5"]
    value = {
        "player": ["Anna", "Bob", "Cleo"],
        "log": [[
            {"qipai": {"zhuangfeng": 0, "jushu": 0, "changbang": 0, "lizhibang": 0, "defen": [35000] * 3, "baopai": "z6", "shoupai": deal}},
            {"zimo": {"l": 0, "p": "s1"}},
            {"hule": {
                **{"l": 0, "shoupai": deal[0] + "s1", "baojia": None, "fubaopai": None, "damanguan": 1, "defen": 32000},
                **{"hupai": [{"name": "天和", "fanshu": "*"}], "fenpei": [32000, -16000, -16000]},
            }},
        ]],
    }
    game = kobalab.read(value)
    assert game.rules.players == 3 and audit_game(game).findings == () and audit_game(game).wins == 1
    assert differences(game, kobalab.read(json.loads(kobalab.write(game)))) == []


# ------------------------------------------------------------------------------------------------ files


def test_files_and_lists_of_records(tmp_path: Path) -> None:
    one, other = paipu(made.game()), paipu(made.robbed())
    texts = {
        "plain": json.dumps(one), "wide": json.dumps(one, indent=1, ensure_ascii=False), "list": json.dumps([one, other], indent=1),
        "lines": json.dumps(one) + "\n" + json.dumps(other), "mixed": json.dumps([other, made.tenhou6(made.game())]),
    }
    for name, text in texts.items():
        path = tmp_path / name
        path.write_bytes(gzip.compress(text.encode()) if name == "wide" else text.encode())
        found = list(games([path]))
        expected = {"plain": [4], "wide": [4], "list": [4, 1], "lines": [4, 1], "mixed": [1, 4]}[name]
        assert [isinstance(game, Game) and len(game.rounds) for game in found] == expected, name
    assert [game.format for game in games([tmp_path / "mixed"])] == ["kobalab", "tenhou6"]  # type: ignore[union-attr]


# ------------------------------------------------------------------------------------------------ what cannot be


def wrong_hand(place: int, key: str | None, value: Any) -> Value:
    """The first hand with something else in one entry, None for another entry altogether."""
    found = paipu(made.game())
    entry = found["log"][0][place]
    if key is None:
        found["log"][0][place] = value
    else:
        [about] = entry.values()
        about[key] = value
    return found


STRANGE: tuple[Any, ...] = (None, -1, 4.5, "x", "", [], {}, [None] * 4, ["m0"] * 4, True, 1e308, "m" * 100, [[1]] * 4)


@pytest.mark.parametrize(("place", "key"), [
    *((0, key) for key in ("zhuangfeng", "jushu", "defen", "baopai", "shoupai")), *((1, key) for key in ("l", "p")),
    *((2, key) for key in ("l", "p")), *((-1, key) for key in ("l", "fenpei", "hupai", "shoupai", "fubaopai")),
])
def test_wrong_types_cost_their_hand(place: int, key: str) -> None:
    bad = 0
    for strange in STRANGE:
        game = kobalab.read(wrong_hand(place, key, strange))
        assert {hand.index for hand in game.rounds} >= {1, 2, 3}
        assert [index for index, _ in game.problems] == [0] * (len(game.rounds) < 4)
        assert all(why and len(why) < 300 for _, why in game.problems)
        audit_game(game)
        bad += len(game.problems)
    assert bad >= len(STRANGE) // 2


NO_DISCARDS = ("m", "m1x", "m1**", "_", "z8", "m1__", "x1", "1m")
NO_GROUPS = ("", "m1", "m123", "m1-2-3", "m135-", "z123-", "m11111-", "m1111-1", "x111-", "m111?", "z888=")
NO_WINS = ({"baojia": 1}, {"baojia": 7}, {"shoupai": "m1"}, {"fu": -1}, {"fu": "30"}, {"fubaopai": "m1"})
NO_YAKU = ("立直", [1], [{"name": 1}], [{"name": "立直"}], [{"name": "立直", "fanshu": "***"}])
NO_DRAWS = ({"shoupai": [""]}, {"shoupai": [1] * 4}, {"fenpei": [1]}, {"shoupai": ["x"] * 4})


@pytest.mark.parametrize(
    "entry",
    [
        *(None, [], 1, {}, {"zimo": {}}, {"zimo": None}, {"zimo": {"l": 0, "p": "m1"}, "dapai": {}}, {"beibei": {"l": 0}}, {"qipai": {}}),
        *({"dapai": {"l": 0, "p": text}} for text in NO_DISCARDS),
        *({"fulou": {"l": 0, "m": text}} for text in NO_GROUPS),
        *({"kaigang": {"baopai": tile}} for tile in (None, "", "m", ["m1"])),
        *({"hule": {"l": 1, **more}} for more in NO_WINS),
        *({"hule": {"l": 1, "baojia": 0, "hupai": told}} for told in NO_YAKU),
        {"hule": {"l": 1, "hupai": [{"name": "大三元", "fanshu": "*", "baojia": "?"}]}},
        *({"pingju": {"name": name}} for name in (None, "", "?", [], "和了")),
        *({"pingju": {"name": "荒牌平局", **more}} for more in NO_DRAWS),
    ],
)
def test_entries_that_cannot_be(entry: Any) -> None:
    value = paipu(made.game())
    value["log"][0].insert(1, entry)
    game = kobalab.read(value)
    assert [index for index, _ in game.problems] == [0] and len(game.rounds) == 3


@pytest.mark.parametrize(
    "change",
    [{"log": None}, {"log": []}, {"log": {}}, {"log": 1}, {"qijia": 4}, {"qijia": "0"}, {"qijia": None}, {"log": [[]] * 1001}],
)
def test_games_that_cannot_be(change: Value) -> None:
    with pytest.raises(RecordError):
        kobalab.read(paipu(made.game()) | change)


@pytest.mark.parametrize(
    "change", [{"defen": [1]}, {"defen": "x"}, {"point": [1, 2, 3]}, {"point": ["a"] * 4}, {"point": [float("nan")] * 4}]
)
def test_a_wrong_final_count_is_told_alone(change: Value) -> None:
    game = kobalab.read(paipu(made.game()) | change)
    assert [index for index, _ in game.problems] == [None] and len(game.rounds) == 4


def test_players_of_any_kind() -> None:
    for players in (None, "x", [], [1, None], ["Anna"], {}, ["a"] * 100):
        assert len(kobalab.read(paipu(made.game()) | {"player": players}).names) == 4


HOSTILE: dict[str, bytes] = {
    "deep": b'{"qijia": 0, "log": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "half": json.dumps(paipu(made.game())).encode()[:-300],
    "no hands": b'{"qijia": 0, "log": []}',
    "no log": b'{"qijia": 0, "player": []}',
    "a million calls": json.dumps({"qijia": 0, "log": [[{"qipai": {}}, *[{"fulou": {"l": 0, "m": "m1"}}] * 300_000]]}).encode(),
    "too long": b'{"qijia": 0, "log": [[' + b'{"zimo":{"l":0,"p":"m1"}},' * 400_000 + b"{}]]}",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_cost_themselves_alone(name: str, tmp_path: Path) -> None:
    bad, good = tmp_path / "bad.json", tmp_path / "good.json"
    bad.write_bytes(HOSTILE[name])
    good.write_text(json.dumps(paipu(made.game())), encoding="utf8")
    *first, last = games([bad, good])
    assert isinstance(last, Game) and len(last.rounds) == 4
    assert len(first) == 1
    [one] = first
    assert one.why if isinstance(one, Unread) else one.problems and not one.rounds


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 200) | st.floats() | st.sampled_from(["", "_", "m1", "m0_*", "z1111", "s34-0", "m123p456"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["zimo", "dapai", "l", "p"]), inner, max_size=3),
    max_leaves=6,
)
PLAIN = paipu(made.game())
PLACES = [(hand, i) for hand, entries in enumerate(PLAIN["log"]) for i in range(len(entries)) if i < 8 or i > len(entries) - 4]
KEYS = sorted({key for entries in PLAIN["log"] for entry in entries for about in entry.values() for key in about})


@given(st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(KEYS), ANYTHING), min_size=1, max_size=4))
@example([((0, 0), "shoupai", ["m1" * 13] * 4)])
@example([((0, 0), "shoupai", ["m123p456z1122{44z}"] * 4)])
def test_whatever_stands_in_an_entry_is_told_or_read(changes: list[tuple[tuple[int, int], str, Any]]) -> None:
    value = copy.deepcopy(PLAIN)
    for (hand, place), key, other in changes:
        [about] = value["log"][hand][place].values()
        about[key] = other
    game = kobalab.read(value)
    audit_game(game)
    try:
        text = kobalab.write(game)
    except ChoumaError as wrong:
        assert str(wrong)
        return
    again = kobalab.read(json.loads(text))
    assert [hand.events for hand in again.rounds] == [hand.events for hand in game.rounds]


@given(ANYTHING, ANYTHING, st.lists(ANYTHING, max_size=3))
def test_any_value(one: Any, other: Any, log: list[Any]) -> None:
    for value in (one, {"log": one, "qijia": 0}, {"log": log, "qijia": 0}, {"log": [log], "player": other}, {"log": [[one, other, *log]]}):
        if kobalab.is_one(value):
            try:
                audit_game(kobalab.read(value))
            except ChoumaError as wrong:
                assert str(wrong)


# ------------------------------------------------------------------------------------------------ writing


@pytest.mark.parametrize("name", MADE)
def test_what_is_written_is_read_the_same(name: str) -> None:
    for game in (mjlog.read(made.mjlog(MADE[name]())), tenhou6.read(made.tenhou6(MADE[name]())), kobalab.read(paipu(MADE[name](), 2))):
        again = kobalab.read(json.loads(kobalab.write(game)))
        assert differences(game, again) == [] and audit_game(again).findings == ()


def test_a_game_as_it_is_written() -> None:
    written = json.loads(kobalab.write(mjlog.read(made.mjlog(made.game()))))
    mine = paipu(made.game())
    assert (written["player"], written["qijia"], written["defen"]) == (mine["player"], 0, mine["defen"])
    assert written["point"] == ["15.6", "-77.7", "80.2", "-18.1"] and written["rank"] == [2, 4, 1, 3]
    assert written["log"][0][1:3] == mine["log"][0][1:3]
    calls = [[entry for entry in entries if "fulou" in entry or "gang" in entry] for entries in (written["log"][3], mine["log"][3])]
    assert calls[0] == calls[1]
    won, plain = (entries[-1]["hule"] for entries in (written["log"][3], mine["log"][3]))
    assert won == plain | {"shoupai": "m123p44,z555=,z666+,z777-".replace("p44", "p4p4")}
    assert written["log"][0][-1]["hule"]["shoupai"] == "m123p23456s22789p4*"


def test_what_cannot_be_written_is_told() -> None:
    from test_records_mjai import three

    from chouma.records import mjai

    game = mjlog.read(made.mjlog(made.game()))
    with pytest.raises(RecordError, match="a game without a hand"):
        kobalab.write(game._replace(rounds=()))
    with pytest.raises(RecordError, match="E1 can't be written as kobalab: it has no place for declared norths"):
        kobalab.write(mjai.read(three()))
    last = game.rounds[3]
    unknown = tuple(event._replace(meld=event.meld._replace(source="")) if event.meld else event for event in last.events)
    with pytest.raises(RecordError, match=r"E3\.1 can't be written as kobalab: the record doesn't tell whose tile 555z took"):
        kobalab.write(game._replace(rounds=(last._replace(events=unknown),)))
    first = game.rounds[0]
    without = tuple(event for event in first.events if event.what != STICK)
    with pytest.raises(RecordError, match="a riichi stick is laid where the discard was won on, or not laid where it wasn't"):
        kobalab.write(game._replace(rounds=(first._replace(events=without),)))
    with pytest.raises(RecordError, match="riichi is declared and nothing discarded"):
        kobalab.write(game._replace(rounds=(first._replace(events=first.events[:2]),)))
