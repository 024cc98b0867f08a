"""Records of Mahjong Soul: every form is read alike, the rules are those of the head, and what can't be costs itself alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import majsoul_made
import pytest
import records_made as made
from hypothesis import given
from spoilt import spoilt

from chouma.errors import ChoumaError
from chouma.notation import read_tiles
from chouma.records import majsoul, mjlog
from chouma.records.audit import audit_game, reports
from chouma.records.formats import games
from chouma.records.model import Game
from chouma.records.replay import replay
from chouma.riichi.rules import rules

forms = pytest.mark.parametrize("form", majsoul_made.FORMS)


def read(form: str, one: dict[str, Any]) -> Game:
    return majsoul.read(json.loads(json.dumps(majsoul_made.FORMS[form](one))), "made")


# ------------------------------------------------------------------------------------------------ what is right


@forms
@pytest.mark.parametrize("one", [made.game, made.robbed], ids=lambda one: one.__name__)
def test_every_form_holds_the_game(form: str, one: Callable[[], Any]) -> None:
    mine, theirs = read(form, one()), mjlog.read(made.mjlog(one()))
    assert mine.problems == () and majsoul.is_one(json.loads(json.dumps(majsoul_made.FORMS[form](one()))))
    assert mine.names == (theirs.names if form != "bare" else ("",) * 4)
    for left, right in zip(mine.rounds, theirs.rounds, strict=True):
        assert [sorted(hand) for hand in left.deal if hand] == [sorted(hand) for hand in right.deal if hand]
        assert left.events == right.events
        assert left[1:6] == right[1:6] and left.indicator == right.indicator and left.deltas == right.deltas
        for win, other in zip(left.wins, right.wins, strict=True):
            # who leaves out what is 0 doesn't tell that there is no limit
            told = {"words": {}, "melds": None, "honba": None, "deposits": None, "limit": None}
            assert (win.limit or "") == other.limit and (form == "details" or win.limit is not None)
            assert win._replace(**told) == other._replace(**told, concealed=win.concealed)
            assert sorted(win.concealed or ()) == sorted(other.concealed or ())
            assert sorted(win.melds or ()) == sorted(other.melds or ())
        if left.draw and right.draw:
            assert (left.draw.kind, left.draw.tenpai, left.draw.deltas) == (right.draw.kind, right.draw.tenpai, right.draw.deltas)


@forms
@pytest.mark.parametrize("one", [made.game, made.robbed], ids=lambda one: one.__name__)
def test_a_right_record_has_no_findings(form: str, one: Callable[[], Any], tmp_path: Path) -> None:
    path = tmp_path / "made.json"
    path.write_text(json.dumps(majsoul_made.FORMS[form](one())), encoding="utf8")
    [report] = reports([path])
    assert report.game is not None and report.game.format == "majsoul"
    assert report.findings == ()
    assert (report.wins, report.draws) == ((3, 1) if one is made.game else (1, 0))


def test_the_end_of_the_game() -> None:
    game = read("details", made.game())
    # 35.6 - 25 + 5, -27.7 - 25 - 15, 70.2 - 25 + 15, 21.9 - 25 - 5
    assert game.finals == ((35600, -27700, 70200, 21900), (15600, -67700, 60200, -8100))
    assert game.rules == rules("majsoul")


def test_the_dealers_fourteenth_tile() -> None:
    """It is the one that is thrown or won on at once; where neither tells, the last that is written."""
    value = majsoul_made.wrapped(made.game())
    deal, thrown = (value["data"]["data"]["records"][i]["data"] for i in (0, 1))
    deal["tiles0"] = sorted(deal["tiles0"])
    assert thrown["moqie"] and deal["tiles0"][-1] != "9p"
    assert majsoul.read(value).rounds[0].events[0].tile == read_tiles("9p")[0]
    thrown["moqie"] = False
    assert majsoul.read(value).rounds[0].events[0].tile == read_tiles(deal["tiles0"][-1])[0]


def hules(*entries: tuple[str, dict[str, Any]], mode: int = 2, **detail: Any) -> dict[str, Any]:
    """A record of one hand of junk with these entries at its end."""
    players = 3 if mode > 10 else 4
    deal = {f"tiles{seat}": made.names_of(text) for seat, text in enumerate(("19m19p19s1234567z 1m", *made.JUNK)[:players])}
    first = {"chang": 0, "ju": 0, "ben": 0, "liqibang": 0, "scores": [25000] * players, "doras": ["6z"], **deal}
    records = [{"name": ".lq.RecordNewRound", "data": first}, *({"name": f".lq.{name}", "data": body} for name, body in entries)]
    return {"head": {"config": {"mode": {"mode": mode, "detail_rule": detail}}, "accounts": []}, "data": {"data": {"records": records}}}


def test_thirteen_orphans_of_the_dealer_as_dealt() -> None:
    """Heavenly hand 1 and thirteen waits 2: three yakuman, 48000 from each."""
    win = {
        **{"hand": made.names_of("19m19p19s1234567z"), "hu_tile": "1m", "seat": 0, "zimo": True, "qinjia": True, "doras": ["6z"]},
        **{"yiman": True, "count": 3, "fans": [{"id": 35, "val": 1}, {"id": 49, "val": 2}], "point_zimo_xian": 48000, "title_id": 7},
    }
    paid = {"hules": [win], "old_scores": [25000] * 4, "delta_scores": [144000, -48000, -48000, -48000]}
    game = majsoul.read(hules(("RecordHule", paid)))
    assert game.rounds[0].wins[0].yakuman == ("tenhou", "kokushi_13") and game.rounds[0].wins[0].limit == "yakuman"
    assert audit_game(game).findings == ()


def test_two_winners_are_told_apart() -> None:
    """Both win with pinfu alone on 9s; the counter and the stick on the table are the first's, who sits nearer to the one who threw it."""
    deal = ("147m258p369s1234z 9s", "123m456p78s44z345s", "234m567p78s22z456s", "258m147p369s1345z")
    first = {"chang": 0, "ju": 0, "ben": 1, "liqibang": 1, "scores": [24000, 25000, 25000, 25000], "doras": ["6z"]}
    first |= {f"tiles{seat}": made.names_of(text) for seat, text in enumerate(deal)}
    told = [
        {"hand": made.names_of(deal[seat]), "hu_tile": "9s", "seat": seat, "doras": ["6z"], "count": 1, "fans": [{"id": 14, "val": 1}]}
        | {"fu": 30, "point_rong": 1000}
        for seat in (1, 2)
    ]
    paid = {"hules": told, "old_scores": first["scores"], "delta_scores": [-2300, 2300, 1000, 0]}
    entries = [("RecordNewRound", first), ("RecordDiscardTile", {"tile": "9s", "moqie": True}), ("RecordHule", paid)]
    game = majsoul.read([{"name": name, "data": body} for name, body in entries])
    # 1000 and 300 for the counter and a stick; the discarder pays 1300 to the first and 1000 to the second
    assert [win.deltas for win in game.rounds[0].wins] == [(-1300, 2300, 0, 0), (-1000, 0, 1000, 0)]
    assert audit_game(game).findings == ()


def test_three_players() -> None:
    """A north is declared, and its replacement wins: self-draw 1, replacement 1, straight 2, half flush 3, white 1, north 1.

    Nine han of the dealer are a baiman: 8000 from each of the two others.
    """
    deal = ("123456789p14z55z 1z", "19m147p147s12346z", "19m258p258s23367z")
    first = {"scores": [35000] * 3, "doras": ["9m"], **{f"tiles{seat}": made.names_of(text) for seat, text in enumerate(deal)}}
    fans = {1: 1, 4: 1, 16: 2, 27: 3, 7: 1, 34: 1}
    win = {
        **{"hand": made.names_of("123456789p11z55z"), "hu_tile": "5z", "zimo": True, "qinjia": True, "doras": ["9m"], "count": 9},
        **{"fans": [{"id": id, "val": han} for id, han in fans.items()], "fu": 40, "point_zimo_xian": 8000, "title_id": 3},
    }
    paid = {"hules": [win], "old_scores": [35000] * 3, "delta_scores": [16000, -8000, -8000]}
    entries = [("RecordNewRound", first), ("RecordBaBei", {}), ("RecordDealTile", {"tile": "5z"}), ("RecordHule", paid)]
    players = [{"seat": seat, "part_point_1": score} for seat, score in enumerate((51000, 27000, 27000))]
    records = [{"name": f".lq.{name}", "data": body} for name, body in entries]
    head = {"config": {"mode": {"mode": 12}}, "accounts": [{"nickname": "Anna"}], "result": {"players": players}}
    game = majsoul.read({"head": head, "data": {"data": {"records": records}}})
    assert game.rules == rules("majsoul-sanma") and game.names == ("Anna", "", "") and game.problems == ()
    assert game.rounds[0].wins[0].norths == 1
    assert replay(game.rounds[0]).won(0, None).how.flag_names == ("rinshan",)
    assert [finding for finding in audit_game(game).findings if finding.topic != "final"] == []
    assert majsoul.read(records).rounds == game.rounds, "three play, where three are dealt to"


@pytest.mark.parametrize(
    ("type", "kind"), [(1, "kyuushu_kyuuhai"), (2, "suufon_renda"), (3, "suukan_sanra"), (4, "suucha_riichi"), (5, "sanchahou")]
)
def test_abortive_draws(type: int, kind: str) -> None:
    game = majsoul.read(hules(("RecordLiuJu", {"type": type, "seat": 0})))
    assert game.problems == () and game.rounds[0].draw is not None
    assert (game.rounds[0].draw.kind, game.rounds[0].deltas) == (kind, (0, 0, 0, 0))


@pytest.mark.parametrize(("type", "laid"), [(4, True), (5, False)])
def test_a_stick_is_laid_unless_three_claim_the_tile(type: int, laid: bool) -> None:
    game = majsoul.read(hules(("RecordDiscardTile", {"tile": "1m", "is_liqi": True}), ("RecordLiuJu", {"type": type})))
    assert [event.what for event in game.rounds[0].events] == ["draw", "riichi", "discard", *(["stick"] if laid else [])]


def test_payments_of_nagashi_are_added_up() -> None:
    """Two players have nagashi mangan: East 4000 from each, South 4000 from East and 2000 from the others."""
    scores = [{"seat": 0, "old_scores": [25000] * 4, "delta_scores": [12000, -4000, -4000, -4000]}]
    scores += [{"seat": 1, "delta_scores": [-4000, 8000, -2000, -2000]}]
    game = majsoul.read(hules(("RecordNoTile", {"liujumanguan": True, "players": [{}] * 4, "scores": scores})))
    assert game.rounds[0].draw is not None and game.rounds[0].draw.kind == "nagashi"
    assert game.rounds[0].deltas == (8000, 4000, -6000, -6000)


def test_names_of_yaku_in_old_records() -> None:
    win = {
        **{"hand": made.names_of("19m19p19s1234567z"), "hu_tile": "1m", "zimo": True, "qinjia": True, "title": "满贯", "count": 5},
        "fans": [{"name": name, "val": 1} for name in ("役牌:门风牌", "役牌 中", "红宝牌", "断幺九", "一发", "里宝牌")],
    }
    paid = {"hules": [win], "old_scores": [25000] * 4, "delta_scores": [0] * 4}
    found = majsoul.read(hules(("RecordHule", paid))).rounds[0].wins[0]
    assert [id for id, _ in found.yaku or ()] == ["seat_wind", "yakuhai_chun", "aka_dora", "tanyao", "ippatsu", "ura_dora"]
    assert found.limit == "mangan"


# ------------------------------------------------------------------------------------------------ the rules


@pytest.mark.parametrize(
    ("mode", "detail", "changes"),
    [
        (1, {}, {"length": "east"}),
        (2, {}, {}),
        # all that is 0 or false was filled in by who saved it
        (2, {"init_point": 0, "dora_count": 0, "shiduan": 0, "have_yifa": False}, {}),
        (12, {}, {}),
        (11, {}, {"length": "east"}),
        (2, {"init_point": 30000, "fandian": 40000, "dora_count": 0, "shiduan": 0},
         {"start_points": 30000, "return_points": 30000, "end_target": 40000, "red_fives": 0, "kuitan": False}),
        (2, {"initPoint": 25000, "doraCount": 4, "shiduan": 1}, {"red_fives": 4}),
        (12, {"init_point": 35000, "dora_count": 2}, {}),
        (2, {"init_point": 25000, "jingsuanyuandian": 30000, "dora_count": 3, "shiduan": 1, "have_yifa": True, "can_jifei": True,
             "have_liujumanguan": True, "have_qieshangmanguan": True, "have_gang_biao_dora": True, "have_li_dora": True,
             "have_helezhongju": True, "have_nanruxiru": False, "have_toutiao": True, "disable_multi_yukaman": True,
             "shunweima_2": 10, "shunweima_3": -10, "shunweima_4": -20},
         {"return_points": 30000, "kiriage_mangan": True, "extension": False, "multiple_ron": "head_bump", "double_yakuman": (),
          "yakuman_stacking": False, "uma": (20, 10, -10, -20)}),
    ],
)  # fmt: skip
def test_the_rules_are_those_of_the_head(mode: int, detail: dict[str, Any], changes: dict[str, Any]) -> None:
    game = majsoul.read(hules(("RecordLiuJu", {"type": 1}), mode=mode, **detail))
    house = rules("majsoul-sanma" if mode > 10 else "majsoul")
    assert game.problems == ()
    assert game.rules == (house.but(**changes) if changes else house), game.rules.diff(house)


def test_local_yaku_of_a_room() -> None:
    game = majsoul.read(hules(("RecordLiuJu", {"type": 1}), init_point=25000, dora_count=3, shiduan=1, guyi_mode=1))
    assert game.rules.renhou == "yakuman" and {"daisharin", "isshoku_sanjun", "daichisei"} <= set(game.rules.local_yaku)


@pytest.mark.parametrize("name", ["chuanma", "xuezhandaodi"])
def test_other_games_are_refused(name: str) -> None:
    with pytest.raises(ChoumaError, match=name):
        majsoul.read(hules(("RecordLiuJu", {"type": 1}), **{name: 1}))


# ------------------------------------------------------------------------------------------------ what can't be


HOSTILE: dict[str, bytes] = {
    "a head alone": b'{"head": {"accounts": []}}',
    "packed play": b'{"head": {"accounts": []}, "data": "ChUubHEuR2FtZURldGFpbFJlY29yZHM="}',
    "no hand": b'{"head": {"accounts": []}, "records": [{"name": ".lq.RecordDealTile", "data": {}}]}',
    "deep": b'{"head": {"accounts": ' + b"[" * 100_000 + b"]" * 100_000 + b"}}",
    "deep data": b'{"head": {"accounts": []}, "data": ' + b'{"data": ' * 400 + b"[]" + b"}" * 401,
    "truncated": json.dumps(majsoul_made.wrapped(made.game())).encode()[:-50],
    "a million calls": b'{"head": {"accounts": []}, "records": [{"name": "RecordNewRound", "data": {}}'
    + b', {"name": "RecordBaBei"}' * 300_000 + b"]}",
    "hands without end": b'[{"name": "RecordNewRound"}' + b', {"name": "RecordNewRound"}' * 5000 + b"]",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_cost_themselves_alone(name: str, tmp_path: Path) -> None:
    path, good = tmp_path / "bad.json", tmp_path / "good.json"
    path.write_bytes(HOSTILE[name])
    good.write_text(json.dumps(majsoul_made.wrapped(made.game())), encoding="utf8")
    bad, right = reports([path, good])
    assert bad.unreadable == 1 and right.wins == 3
    assert all(str(path) in str(finding) and len(str(finding)) < 1000 for finding in bad.findings)


def test_what_is_packed_is_named_with_the_mend() -> None:
    with pytest.raises(ChoumaError, match="save the record with its actions"):
        majsoul.read(json.loads(HOSTILE["packed play"]))


#: an entry of the first hand, one of its values, and what stands there instead
BROKEN = [
    ("RecordNewRound", "tiles0", ["1m"] * 15),
    ("RecordNewRound", "tiles1", ["1m"] * 12),
    ("RecordNewRound", "tiles1", ["8z"] * 13),
    ("RecordNewRound", "scores", [25000] * 3),
    ("RecordNewRound", "doras", ["0z"]),
    ("RecordNewRound", "ju", 4),
    ("RecordNewRound", "chang", 9),
    ("RecordDiscardTile", "tile", "10m"),
    ("RecordDiscardTile", "tile", None),
    ("RecordDiscardTile", "seat", 4),
    ("RecordDiscardTile", "seat", "1"),
    ("RecordHule", "hules", []),
    ("RecordHule", "hules", [{}]),
    ("RecordHule", "hules", [{"hand": ["1m"], "hu_tile": "2m", "fans": [{"id": 999}]}]),
    ("RecordHule", "hules", [{"hand": ["1m"], "hu_tile": "2m", "ming": ["kezi(1m,2m,9s)"]}]),
    ("RecordHule", "hules", [{"hand": ["1m"], "hu_tile": "2m", "ming": ["kezi(" * 9999]}]),
    ("RecordHule", "delta_scores", [1e30] * 4),
    ("RecordHule", "baopai", 9),
]


@pytest.mark.parametrize(("name", "field", "value"), BROKEN)
def test_a_broken_hand_costs_that_hand(name: str, field: str, value: Any) -> None:
    record = majsoul_made.wrapped(made.game())
    body = next(one["data"] for one in record["data"]["data"]["records"] if one["name"].endswith(name))
    body[field] = value
    game = majsoul.read(record)
    assert [index for index, _ in game.problems] == [0] and len(game.rounds) == 3


def test_an_entry_that_is_not_known_is_named() -> None:
    game = majsoul.read(hules(("RecordChangeTile", {})))
    assert [why for _, why in game.problems] == ["RecordChangeTile isn't known: it is of no riichi game"]


@pytest.mark.parametrize(
    "entry",
    [
        ("RecordChiPengGang", {"type": 1, "tiles": ["1m"] * 3, "froms": [0, 0, 0]}),
        ("RecordChiPengGang", {"type": 1, "tiles": ["1m"] * 3, "froms": [0, 0]}),
        ("RecordChiPengGang", {"type": 0, "tiles": ["1m", "2m", "4m"], "froms": [0, 0, 1]}),
        ("RecordChiPengGang", {"type": 7, "tiles": ["1m"] * 3, "froms": [0, 0, 1]}),
        ("RecordAnGangAddGang", {"type": 2, "tiles": "1m"}),
        ("RecordAnGangAddGang", {"type": 1, "tiles": "1m"}),
        ("RecordNoTile", {"players": [{}] * 9}),
        ("RecordLiuJu", {"type": 0}),
    ],
)
def test_calls_and_ends_that_cannot_be(entry: tuple[str, dict[str, Any]]) -> None:
    game = majsoul.read(hules(entry))
    assert [index for index, _ in game.problems] == [0] and game.rounds == ()


SMALL = majsoul_made.wrapped({**made.robbed(), "finals": {"scores": [31200, 25000, 18800, 25000], "totals": []}})


@given(spoilt(SMALL))
def test_whatever_stands_anywhere_is_told_or_read(value: Any) -> None:
    """Parts of a record are something else: it is read or refused, and the audit tells what it finds."""
    if not majsoul.is_one(value):
        return
    try:
        game = majsoul.read(value, "made")
    except ChoumaError as refused:
        assert refused.parts and refused.parts[0]
        return
    report = audit_game(game)
    assert all(finding.why or finding.told or finding.computed for finding in report.findings)


def test_lines_of_records_are_many_games(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join(json.dumps(majsoul_made.FORMS[form](made.robbed())) for form in majsoul_made.FORMS), encoding="utf8")
    found = list(games([path]))
    assert [isinstance(one, Game) and len(one.rounds) for one in found] == [1] * len(majsoul_made.FORMS)
