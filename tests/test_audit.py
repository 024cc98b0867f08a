"""Game records that the tests write themselves: read alike in every format, found right, and every change to them found."""

from __future__ import annotations

import copy
import csv
import gzip
import io
import json
import re
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import records_made as made

import chouma
from chouma.cli import main
from chouma.errors import ChoumaError
from chouma.records import mjlog, tenhou6
from chouma.records.audit import Finding, audit_game, reports
from chouma.records.model import STICK, RecordError
from chouma.records.replay import replay

FORMATS: dict[str, Callable[[Any], Any]] = {
    "mjlog": lambda one: mjlog.read(made.mjlog(one), "made"),
    "tenhou6": lambda one: tenhou6.read(made.tenhou6(one), "made"),
}


def topics(one: Any, format: str) -> set[str]:
    return {finding.topic for finding in audit_game(FORMATS[format](one)).findings}


# ------------------------------------------------------------------------------------------------ what is right


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("one", [made.game, made.robbed], ids=lambda one: one.__name__)
def test_a_right_record_has_no_findings(one: Callable[[], Any], format: str) -> None:
    report = audit_game(FORMATS[format](one()))
    assert report.findings == ()
    assert (report.wins, report.draws) == ((3, 1) if one is made.game else (1, 0))


@pytest.mark.parametrize("one", [made.game, made.robbed], ids=lambda one: one.__name__)
def test_the_formats_hold_the_same_game(one: Callable[[], Any]) -> None:
    left, right = (FORMATS[format](one()) for format in ("mjlog", "tenhou6"))
    assert left.rules == right.rules and left.names == right.names == ("Anna", "Bob", "Cleo", "Dan") and left.finals == right.finals
    for mine, theirs in zip(left.rounds, right.rounds, strict=True):
        assert [sorted(hand) for hand in mine.deal if hand] == [sorted(hand) for hand in theirs.deal if hand]
        assert (mine.wind, mine.dealer, mine.honba, mine.scores, mine.deltas) == (
            *(theirs.wind, theirs.dealer, theirs.honba, theirs.scores, theirs.deltas),
        )
        # only Tenhou's own format tells when an indicator is turned
        assert [event for event in mine.events if event.what != "indicator"] == list(theirs.events)
        for win, other in zip(mine.wins, theirs.wins, strict=True):
            assert (win.seat, win.giver, win.yaku, win.yakuman, win.points, win.pao) == (
                *(other.seat, other.giver, other.yaku, other.yakuman, other.points, other.pao),
            )


def won(one: Any, hand: int) -> tuple[str, ...]:
    """The flags of the first win of a hand, by the play."""
    round = FORMATS["mjlog"](one).rounds[hand]
    told = round.wins[0]
    return replay(round).won(told.seat, told.giver, told.tile).how.flag_names


def test_flags_come_from_the_play() -> None:
    game = made.game()
    assert won(game, 0) == ("double_riichi", "ippatsu")
    assert won(game, 1) == ("rinshan",)
    assert won(made.robbed(), 0) == ("riichi", "ippatsu", "chankan")


@pytest.mark.parametrize(
    ("steps", "seat", "giver", "flags"),
    [
        ("0+9p", 0, None, ("tenhou",)),
        ("0+9p 0-9p 1+9p", 1, None, ("chiihou",)),
        ("0+9p 0-9p", 1, 0, ("renhou",)),
        ("0+9p 0-9p 1+9p 1-9p 2+9p 2-9p 3+6m 3-6m 0+7p 0-7p 1+8p", 1, None, ()),  # a turn later
        ("0+9p 0-9p 1+9p 1-9p 2+9p 2-9p 3+6m 3-6m 0+7p 0! 0-7p 0$ 1+8p 1-8p", 0, 1, ("riichi", "ippatsu")),
        ("0+9p 0! 0-9p 0$ 1+9p 1-9p 2+9p 2-9p 3+6m 3-6m 0+7p 0-7p 1+8p 1-8p", 0, 1, ("double_riichi",)),  # past the turn
        # somebody's call ends the turn of riichi, and makes a later riichi no double one
        ("0+9p 0! 0-9p 0$ 1+2p 1-3p 2chi1:345p 2-6m", 0, 2, ("double_riichi",)),
        ("0+9p 0-2p 1chi0:213p 1-2z", 2, 1, ()),
    ],
)
def test_first_turns_and_ippatsu(steps: str, seat: int, giver: int | None, flags: tuple[str, ...]) -> None:
    one = made.game()["hands"][0]
    deal = ["123m456p789s22s23p", "13p258m369p147s12z", "45p369m147p258s12z", "147m258p369s1234z"]
    text = made.mjlog({"hands": [one | {"deal": deal, "steps": made.turns(steps), "wins": []}], "type": 9, "finals": None})
    assert replay(mjlog.read(text).rounds[0]).won(seat, giver).how.flag_names == flags


def test_haitei_and_houtei() -> None:
    one = made.exhaustive(0, [25000] * 4)
    # the whole wall, and the last tile drawn but not thrown
    ends = ((0, 3, 1, "houtei"), (1, 1, None, "haitei"), (3, 0, None, None))
    for left, seat, giver, flag in ends:
        steps = one["steps"][: len(one["steps"]) - left]
        text = made.mjlog({"hands": [{**one, "steps": steps, "wins": [], "draw": one["draw"]}], "type": 9, "finals": None})
        assert replay(mjlog.read(text).rounds[0]).won(seat, giver).how.flag_names == ((flag,) if flag else ())


def test_furiten_waits_and_liability() -> None:
    game = FORMATS["mjlog"](made.game())
    first = replay(game.rounds[0])
    assert [chouma.tiles.NAMES[kind] for kind in first.waits(0) or ()] == ["1p", "4p", "7p"]
    assert first.furiten(0) is False
    assert replay(game.rounds[3]).liable(2, ["daisangen"]) == (("daisangen", 1),)
    thrown = made.game()["hands"][0]
    thrown["steps"] = made.turns("0+1p 0! 0-1p 0$ 1+4p 1-4p")
    assert replay(mjlog.read(made.mjlog({"hands": [thrown], "type": 9, "finals": None})).rounds[0]).furiten(0) is True


def test_a_riichi_that_is_won_on_lays_no_stick() -> None:
    one = made.game()
    one["hands"] = one["hands"][:1]
    one["finals"] = None
    hand = one["hands"][0]
    hand["steps"] = made.turns("0+9p 0! 0-9p")
    hand["wins"] = []
    round = tenhou6.read(made.tenhou6({**one, "hands": [hand | {"draw": {"tenpai": [], "deltas": [0] * 4}}]})).rounds[0]
    assert [event.seat for event in round.events if event.what == STICK] == [0]  # nobody won on it
    entry = made.tenhou6({**one, "hands": [hand | {"draw": {"tenpai": [], "deltas": [0] * 4}}]})
    entry["log"][0][16] = ["和了", [-1000, 1000, 0, 0], [1, 0, 1, "30符1飜1000点", "断幺九(1飜)"]]
    assert [event for event in tenhou6.read(entry).rounds[0].events if event.what == STICK] == []


# ------------------------------------------------------------------------------------------------ what is wrong


def set_win(hand: int, **fields: Any) -> Callable[[Any], None]:
    return lambda one: one["hands"][hand]["wins"][0].update(fields)


def set_hand(hand: int, **fields: Any) -> Callable[[Any], None]:
    return lambda one: one["hands"][hand].update(fields)


CHANGES: dict[str, tuple[Callable[[Any], Any], set[str]]] = {
    # what it costs stays right, so that the one figure alone is found
    "fu": (set_win(0, fu=40), {"fu"}),
    "points": (set_win(0, points=12000), {"points"}),
    "a yaku more": (set_win(0, yaku={"double_riichi": 2, "ippatsu": 1, "pinfu": 1, "tanyao": 1}), {"yaku", "han"}),
    "a yaku less": (set_win(0, yaku={"double_riichi": 2, "pinfu": 1}), {"yaku", "han"}),
    "another yaku": (set_win(0, yaku={"double_riichi": 2, "tanyao": 1, "pinfu": 1}), {"yaku"}),
    "another yakuman": (set_win(3, yakuman=["kokushi"]), {"yaku"}),
    "nobody liable": (lambda one: one["hands"][3]["wins"][0].pop("pao"), {"liable"}),
    "payments": (set_win(0, deltas=[12500, -11500, 0, 0]), {"deltas", "next"}),
    "tenpai": (lambda one: one["hands"][2]["draw"].update(deltas=[1500, 1500, -1500, -1500]), {"deltas", "next"}),
    "the next hand's points": (set_hand(1, scores=[36500, 13500, 25000, 25000]), {"next"}),
    "the next hand's counters": (set_hand(1, honba=2), {"next", "deltas"}),
    "final points": (lambda one: one["finals"].update(totals=["15.6", "-77.7", "80.3", "-18.2"]), {"final"}),
}
#: what a format tells beside that
MORE = {("tenpai", "tenhou6"): {"tenpai"}}
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", CHANGES)
def test_every_change_is_found(name: str, format: str) -> None:
    change, expected = CHANGES[name]
    assert topics(made.changed(change), format) == expected | MORE.get((name, format), set())


def test_tenpai_of_a_hand_that_is_not() -> None:
    one = made.changed(lambda one: one["hands"][2]["draw"].update(tenpai=[0, 1], deltas=[1500, 1500, -1500, -1500]))
    found = [finding for finding in audit_game(FORMATS["mjlog"](one)).findings if finding.topic == "tenpai"]
    assert [(one.seat, one.told, one.computed) for one in found] == [("East", "tenpai", "noten")]


def test_what_cannot_be_in_the_play() -> None:
    xml = made.mjlog(made.game())
    thrown = re.sub(r"<E\d+/>", "<E135/>", xml, count=1)  # a red dragon, which nobody has
    found = list(audit_game(mjlog.read(thrown, "made")).findings)
    assert any(finding.topic == "play" for finding in found), found


def test_a_finding_tells_itself_in_words_and_json() -> None:
    one = audit_game(FORMATS["mjlog"](made.changed(set_win(0, fu=40)))).findings[0]
    assert str(one) == "made E1 East: fu: the record says 40, computed 30: the fu are base 20, closed_ron 10"
    told = one.to_dict(explain=True)
    assert {"record": "made", "round": "E1", "seat": "East", "topic": "fu", "told": "40", "computed": "30"}.items() <= told.items()
    assert told["lines"]
    json.dumps(told)


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("ja", "made E1 東家：符：牌譜は 40、計算は 30：符は 副底 20、門前ロン 10"),
        ("zh-Hans", "made E1 东家：符：牌谱是 40，算得 30：符为 底符 20、门前清荣和 10"),
        ("zh-Hant", "made E1 東家：符：牌譜是 40，算得 30：符為 底符 20、門前清榮和 10"),
    ],
)
def test_a_finding_names_seats_and_fu_in_other_languages(lang: str, expected: str) -> None:
    one = audit_game(FORMATS["mjlog"](made.changed(set_win(0, fu=40)))).findings[0]
    assert one.text(lang) == expected and one.to_dict(lang)["why"] in expected


def test_a_finding_names_draws_in_other_languages() -> None:
    game = FORMATS["mjlog"](made.game())
    hands = list(game.rounds)
    hands[2] = hands[2]._replace(draw=hands[2].draw._replace(kind="suukan_sanra", deltas=(0, 0, 0, 0)))  # nobody declared a kan
    found = [one for one in audit_game(game._replace(rounds=tuple(hands))).findings if one.topic == "draw"]
    told = [[str(one.to_dict(lang)["told"]) for lang in ("en", "ja", "zh-Hans")] for one in found]
    assert told == [["suukan_sanra", "四開槓", "四杠散了"]]


def test_rules_can_be_overridden(tmp_path: Path) -> None:
    path = tmp_path / "game.mjlog"
    path.write_text(made.mjlog(made.game()), encoding="utf8")
    assert not list(chouma.audit(path))
    # with the counters at 1500 two hands cost more: the self-draws with one on the table
    dear = chouma.rules("tenhou").but(honba_points=1500)
    assert {finding.round for finding in chouma.audit(path, rules=dear) if finding.topic == "deltas"} == {"E1.1", "E3.1"}
    found = reports([path], changes={"honba_points": 1500})
    assert [finding.topic for report in found for finding in report.findings if finding.topic == "deltas"] == ["deltas"] * 2
    other = [finding.topic for finding in chouma.audit(path, rules="tenhou-sanma")]
    assert other == ["unreadable"]


# ------------------------------------------------------------------------------------------------ where records come from


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Records in every dress, all right: 11 games."""
    home = tmp_path / "records"
    (home / "more").mkdir(parents=True)
    xml, value = made.mjlog(made.game()), made.tenhou6(made.game())
    (home / "one.mjlog").write_text(xml, encoding="utf8")
    (home / "two.xml.gz").write_bytes(gzip.compress((xml + "\n" + made.mjlog(made.robbed())).encode()))
    (home / "more" / "one.json").write_text(json.dumps(value, indent=1), encoding="utf8")
    (home / "more" / "lines.txt").write_text(json.dumps(value) + "\n" + json.dumps(made.tenhou6(made.robbed())) + "\n", encoding="utf8")
    with zipfile.ZipFile(home / "some.zip", "w") as archive:
        archive.writestr("../outside.mjlog", xml)
        archive.writestr("a/inside.mjlog.gz", gzip.compress(xml.encode()))
    with tarfile.open(home / "some.tar.gz", "w:gz") as archive:
        for name in ("../../outside.mjlog", "/etc/outside.mjlog"):
            about = tarfile.TarInfo(name)
            about.size = len(xml.encode())
            archive.addfile(about, io.BytesIO(xml.encode()))
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("deep.mjlog", xml)
    with zipfile.ZipFile(home / "nested.zip", "w") as archive:
        archive.writestr("inner.zip", inner.getvalue())
    return home


def test_files_folders_and_archives(folder: Path) -> None:
    before = sorted(folder.parent.rglob("*"))
    found = list(reports([folder]))
    assert [report.findings for report in found if report.findings] == []
    assert len(found) == 11 and sum(report.wins for report in found) == 9 * 3 + 2
    names = {report.record.removeprefix(f"{folder}/") for report in found}
    assert {"one.mjlog", "two.xml.gz#1", "two.xml.gz#2", "some.zip:../outside.mjlog", "nested.zip:inner.zip:deep.mjlog"} <= names
    assert sorted(folder.parent.rglob("*")) == before, "nothing is written"


HOSTILE: dict[str, bytes] = {
    "empty": b"",
    "text": b"hello",
    "an entity bomb": b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><mjloggm>&c;</mjloggm>',
    "an external entity": b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><mjloggm ver="2.3"></mjloggm>',
    "an open tag": b"<mjloggm><INIT seed=",
    "a million brackets": b"<" * 1_000_000,
    "a truncated gzip": gzip.compress(made.mjlog(made.game()).encode())[:-900],
    "a gzip bomb": gzip.compress(bytes(200 << 20), 9),
    "a gzip bomb of one record": gzip.compress(b"<mjloggm>" + b"<T1/>" * (4 << 20), 9),
    "a bomb in a bomb": gzip.compress(gzip.compress(gzip.compress(gzip.compress(gzip.compress(b"<mjloggm/>"))))),
    "no gzip": b"\x1f\x8b" + bytes(50),
    "no zip": b"PK\x03\x04" + bytes(50),
    "no tar": bytes(257) + b"ustar" + bytes(300),
    "deep JSON": b'{"log":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "half a JSON": b'{"log": [',
    "a long number": b'{"name": [], "log": [' + b"9" * 100_000 + b"]}",
    "other JSON": b'{"a": 1}',
    "JSON of nothing": b"[]",
    "a log of nothing": b'{"log": [], "name": []}',
    "a log of numbers": b'{"log": [1, 2.5, null, "x", {}], "name": [1, null]}',
    "bytes": bytes(range(256)),
    "no UTF-8": b'{"name": ["\xff\xfe"], "log": [[]]}',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_cost_themselves_alone(name: str, tmp_path: Path) -> None:
    bad, good = tmp_path / "bad", tmp_path / "good.mjlog"
    bad.write_bytes(HOSTILE[name])
    good.write_text(made.mjlog(made.game()), encoding="utf8")
    found = list(reports([bad, good]))
    assert [report.unreadable > 0 for report in found[-1:]] == [False] and found[-1].wins == 3
    assert any(report.unreadable for report in found[:-1]), found
    assert all(finding.why and str(bad) in str(finding) for report in found for finding in report.findings)
    assert all(len(str(finding)) < 1000 for report in found for finding in report.findings)


#: a tag of the first hand -> what stands in its place
BROKEN_TAGS = {
    '<D': '<D136/><D',
    'who="0" step="1"': 'who="9" step="1"',
    'seed="0,0,0': 'seed="99,0,0',
    'hai0="': 'hai0="999,',
    'ten="30,': 'ten="x,',
    'yaku="21,': 'yaku="77,',
    'sc="': 'sc="1,',
    'machi="': 'machi="1,2,',
    'oya="0" h': 'oya="7" h',
}


@pytest.mark.parametrize("tag", BROKEN_TAGS)
def test_a_broken_hand_costs_that_hand(tag: str) -> None:
    xml = made.mjlog(made.game())
    assert tag in xml
    game = mjlog.read(xml.replace(tag, BROKEN_TAGS[tag], 1), "made")
    report = audit_game(game)
    assert report.unreadable or any(finding.topic in ("play", "deltas", "hand") for finding in report.findings)
    assert report.wins >= 2, "the other hands are there"


@pytest.mark.parametrize("code", [-1, 1 << 16, 7 | 63 << 10, 4, 0x18, 0xFFFF, 136 << 8, 0x20, 34 * 3 << 9 | 9, 5 | 20 << 10])
def test_calls_that_cannot_be(code: int) -> None:
    from chouma.records.melds import tenhou_meld

    with pytest.raises(ChoumaError):
        tenhou_meld(code, 0, 4, True)


@pytest.mark.parametrize(
    "item", ["c111213x", "x111111", "p48484848", "c111213c1", "r99", 48, 10, 0, 61, -1, None, [], 1.5, "", "k", "f45", "k484848"]
)
def test_items_that_cannot_be(item: Any) -> None:
    value = made.tenhou6(made.game())
    value["log"][0][5] = [item, *value["log"][0][5]]
    game = tenhou6.read(value)
    assert [index for index, _ in game.problems] == [0] and len(game.rounds) == 3


def test_wrong_types_everywhere_are_told() -> None:
    """Each part of a hand in turn is something else: no fall, and the other hands stay."""
    for place in range(17):
        for other in (None, 1, "x", {}, [], [[]], [None] * 4, -1, True, 1e308):
            value = copy.deepcopy(made.tenhou6(made.game()))
            value["log"][0][place] = other
            assert len(tenhou6.read(value).rounds) >= 3
    for key in ("name", "rule", "sc", "title"):
        for other in (None, 1, "x", {}, [], [[]], [None] * 8):
            audit_game(tenhou6.read({**made.tenhou6(made.game()), key: other}))


def test_lists_that_never_go_together_are_given_up() -> None:
    """Each of many equal discards may be the called one: the tries are counted."""
    value = made.tenhou6(made.game())
    entry = value["log"][0]
    for seat in range(4):
        entry[5 + 3 * seat] = [11, *(["1111p11"] * 20), *([11] * 20)]
        entry[6 + 3 * seat] = [11] * 40
    game = tenhou6.read(value)
    assert [index for index, _ in game.problems] == [0]


def test_a_million_calls_are_refused() -> None:
    xml = made.mjlog(made.game())
    many = xml.replace("<AGARI", '<REACH who="0" step="1"/>' * 100_000 + "<AGARI", 1)
    game = mjlog.read(many)
    assert [index for index, _ in game.problems] == [0] and len(game.rounds) == 3


# ------------------------------------------------------------------------------------------------ the command


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    status = main(list(argv))
    told = capsys.readouterr()
    return status, told.out, told.err


def test_the_command_says_what_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right, wrong, broken = tmp_path / "right.mjlog", tmp_path / "wrong.json", tmp_path / "broken"
    right.write_text(made.mjlog(made.game()), encoding="utf8")
    wrong.write_text(json.dumps(made.tenhou6(made.changed(set_win(0, points=12000)))), encoding="utf8")
    broken.write_text("?", encoding="utf8")
    assert run(capsys, "audit", str(right)) == (0, "", "1 game, 3 wins, 1 draw, 0 findings\n")
    status, out, err = run(capsys, "audit", str(right), str(wrong))
    assert (status, err) == (1, "2 games, 6 wins, 2 draws, 1 finding\n")
    assert out == f"{wrong} E1 East: points: the record says 12000, computed 11600: 4 han 30 fu cost 11600\n"
    assert run(capsys, "audit", str(wrong), "--exit-zero")[0] == 0
    assert run(capsys, "audit", str(broken), str(right), "--exit-zero")[0] == 3
    assert "each non-dealer" not in out and "11600" in run(capsys, "audit", str(wrong), "--explain")[1]
    assert run(capsys, "audit", str(wrong), "--format", "xml")[0] == 2
    assert run(capsys, "audit", str(wrong), "--set", "nothing=1")[0] == 2
    assert run(capsys, "audit", str(right), "--set", "honba_points=1500")[0] == 1


def test_the_command_writes_json_and_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = tmp_path / "=wrong.mjlog"
    wrong.write_text(made.mjlog(made.changed(set_win(0, fu=40, points=12000))), encoding="utf8")
    status, out, _ = run(capsys, "audit", str(wrong), "--format", "json")
    assert status == 1
    assert [json.loads(line)["topic"] for line in out.splitlines()] == ["fu", "points"]
    rows = list(csv.DictReader(io.StringIO(run(capsys, "audit", str(wrong), "--format", "csv")[1])))
    told = [(row["round"], row["seat"], row["told"], row["computed"]) for row in rows]
    assert told == [("E1", "East", "40", "30"), ("E1", "East", "12000", "11600")]
    assert set(rows[0]) == {field for field in Finding._fields if field != "detail"}


def test_readers_raise_what_is_theirs() -> None:
    for text in ("", "x", "<a>", "<mjloggm/>"):
        with pytest.raises(RecordError):
            mjlog.read(text)
    for value in (None, [], {}, {"log": 1}, {"log": []}):
        with pytest.raises(RecordError):
            tenhou6.read(value)
