"""Statistics: of records whose figures are counted by hand, and of real ones against a plain count of what they tell."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import records_made as made
from test_audit import BROKEN_TAGS, HOSTILE
from test_records import RECORDS, ids

import chouma
from chouma.cli import main
from chouma.errors import RuleError, UnknownNameError
from chouma.lines import width
from chouma.messages import LANGUAGES, speaker
from chouma.records import mjlog, stats, stats_text, tenhou6
from chouma.records.model import Game
from chouma.records.seats import SeatHand, seat_hands
from chouma.records.stats import Counting, Figures, Statistics
from chouma.riichi.names import YAKU_NAMES

FORMATS: dict[str, Callable[[Any], Any]] = {
    "mjlog": lambda one: mjlog.read(made.mjlog(one), "made"),
    "tenhou6": lambda one: tenhou6.read(made.tenhou6(one), "made"),
}


def of(*games: Game, by: str = "player") -> Statistics:
    """The statistics of some games."""
    counting = Counting(by)
    for game in games:
        assert counting.add(game) == []
    return counting.result()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The four hands and the one with a robbed kan, one after another."""
    path = tmp_path / "two.mjlog"
    path.write_text(made.mjlog(made.game()) + made.mjlog(made.robbed()), encoding="utf8")
    return path


# ------------------------------------------------------------------------------------------------ counted by hand

# game: E1   Anna deals, double riichi in turn 1, ron on Bob's first discard: 4 han 30 fu, 11600, a limit neither
#       E1.1 Anna deals, Bob draws after a closed kan in turn 1: 3 han 60 fu, 7900
#       E2   Bob deals, exhaustive, Anna alone is tenpai for 1p 4p 7p, and has thrown some of them: furiten
#       E3.1 Cleo deals, three calls, daisangen by self-draw, 48000; Cleo threw 9m 9s 1s 3s before, so it is turn 5
#       places: Cleo 70200, Anna 35600, Dan 21900, Bob -27700: busted
# robbed: E3 Cleo deals, pon and an added kan in turn 3, robbed by Anna, who declared riichi in turn 2: 3 han 40 fu, 5200; no end is told


def test_figures_counted_by_hand() -> None:
    found = of(FORMATS["mjlog"](made.game()), FORMATS["mjlog"](made.robbed()))
    assert (found.games, found.hands, found.unfinished, found.unreadable) == (2, 5, 0, 0)
    assert found.ends == {"ron": 2, "tsumo": 2, "exhaustive": 1}
    whole = found.whole
    assert (whole.hands, whole.dealer_hands, whole.wins, whole.ron, whole.tsumo) == (20, 5, 4, 2, 2)
    assert (whole.dealer_wins, whole.yakuman_wins) == (2, 1)
    assert (whole.known_price, whole.won_points) == (4, 11600 + 7900 + 48000 + 5200)
    assert (whole.deal_ins, whole.known_cost, whole.lost_points) == (2, 2, 11600 + 5200)
    assert (whole.known_turn, whole.turns) == (4, 1 + 1 + 5 + 3)
    assert (whole.riichi, whole.riichi_turns, whole.riichi_wins, whole.riichi_deal_ins) == (2, 1 + 2, 2, 0)
    assert (whole.called, whole.called_wins, whole.called_deal_ins) == (2, 1, 1), "a closed kan is no call"
    assert (whole.known_tenpai, whole.tenpai) == (4, 1)
    assert whole.yaku == {
        **{"ippatsu": 2, "menzen_tsumo": 1, "riichi": 1, "chankan": 1, "rinshan": 1, "pinfu": 1, "yakuhai_haku": 1},
        **{"double_riichi": 1, "daisangen": 1},
    }
    assert next(iter(whole.yaku)) == "ippatsu", "the most frequent is the first"
    assert (whole.han, whole.fu) == ({3: 2, 4: 1}, {30: 1, 40: 1, 60: 1})
    assert whole.limits == {"": 3, "yakuman": 1}
    assert whole.dora == {}
    assert (whole.games, whole.finished, whole.place_sum, whole.rentai, whole.busted, whole.totals) == (8, 4, 10, 2, 1, 0)


def test_players_counted_by_hand() -> None:
    found = of(FORMATS["mjlog"](made.game()), FORMATS["mjlog"](made.robbed()))
    assert list(found.groups) == ["Anna", "Bob", "Cleo", "Dan"]
    anna, bob, cleo, dan = found.groups.values()
    assert [one.hands for one in found.groups.values()] == [5] * 4
    assert [one.dealer_hands for one in found.groups.values()] == [2, 1, 2, 0]
    assert [(one.wins, one.deal_ins) for one in found.groups.values()] == [(2, 0), (1, 1), (1, 1), (0, 0)]
    assert (anna.won_points, anna.riichi, anna.tenpai, anna.places, anna.totals) == (16800, 2, 1, {2: 1}, 15600)
    assert (bob.won_points, bob.lost_points, bob.busted, bob.places, bob.totals) == (7900, 11600, 1, {4: 1}, -77700)
    assert (cleo.won_points, cleo.lost_points, cleo.called, cleo.called_wins, cleo.places) == (48000, 5200, 2, 1, {1: 1})
    assert (dan.rate("average_won"), dan.rate("average_place"), dan.rate("win_rate")) == (None, 3.0, 0.0)
    assert anna.rate("win_rate") == 2 / 5 and anna.rate("average_won") == 8400 and anna.rate("riichi_win_rate") == 1
    assert bob.rate("tsumo_rate") == 1 and bob.rate("average_lost") == 11600 and cleo.rate("average_turn") == 5


def test_all_is_the_sum_of_the_players_and_of_the_seats() -> None:
    games = [FORMATS["mjlog"](one()) for one in (made.game, made.robbed)]
    for by in ("player", "seat"):
        found = of(*games, by=by)
        for name in Figures._fields:
            parts = [getattr(one, name) for one in found.groups.values()]
            whole = getattr(found.whole, name)
            assert whole == (sum(parts) if isinstance(whole, int) else dict(sum(map(Counter, parts), Counter()))), name
    assert list(of(*games, by="seat").groups) == ["E", "S", "W", "N"]
    assert of(*games, by="all").groups == {} and of(*games, by="all").whole == found.whole


def test_both_formats_come_to_the_same() -> None:
    assert of(FORMATS["mjlog"](made.game())) == of(FORMATS["tenhou6"](made.game()))


def test_furiten_at_a_draw() -> None:
    # Anna waits for 1p 4p 7p; who threw one of them is known from the steps themselves
    thrown = {step.tile for step in made.game()["hands"][2]["steps"] if step.what == "discard" and step.seat == 0}
    found = of(FORMATS["mjlog"](made.game())).groups["Anna"]
    assert (found.known_furiten, found.furiten) == (1, bool(thrown & {"1p", "4p", "7p"}))


def test_two_win_on_one_discard() -> None:
    def twice(one: Any) -> None:
        one["hands"] = one["hands"][:1]
        one["finals"] = None
        hand = one["hands"][0]
        # Cleo waits for 1p and 4p with 123456789m 99s 23p; what the record tells of her win is counted as it is told
        hand["deal"] = ["123m456p789s22s23p", made.JUNK[0], "123456789m99s23p", "147p258s36s11224z"]
        first = hand["wins"][0]
        second = {"seat": 2, "giver": 1, "tile": "4p", "concealed": "", "ura": "", "fu": 30, "points": 3900, "limit": ""}
        hand["wins"] = [first, {**second, "yaku": {"pinfu": 1, "dora": 2}, "deltas": [0, -3900, 3900, 0]}]

    found = of(FORMATS["mjlog"](made.changed(twice)))
    assert found.ends == {"double_ron": 1}
    assert (found.whole.wins, found.whole.ron, found.whole.deal_ins, found.groups["Bob"].lost_points) == (2, 2, 1, 11600 + 3900)
    assert found.whole.dora == {"dora": 2}


def test_what_a_record_leaves_out_is_computed() -> None:
    told = FORMATS["mjlog"](made.game())
    rounds = tuple(
        one._replace(wins=tuple(win._replace(yaku=None, yakuman=(), han=None, fu=None, points=None, limit=None) for win in one.wins))
        for one in told.rounds
    )
    assert of(told._replace(rounds=rounds)) == of(told)
    # and what it tells stands, even where it is wrong
    wrong = told.rounds[0].wins[0]._replace(fu=50, points=8000, limit=None)
    found = of(told._replace(rounds=(told.rounds[0]._replace(wins=(wrong,)),), finals=None)).whole
    assert (found.fu, found.won_points, found.han, found.limits) == ({50: 1}, 8000, {4: 1}, {"": 1})


def test_what_nobody_knows_is_not_counted() -> None:
    told = FORMATS["mjlog"](made.game())
    bare = told.rounds[0].wins[0]._replace(
        **dict.fromkeys(("yaku", "han", "fu", "points", "limit", "concealed", "tile", "deltas")), yakuman=()  # type: ignore[arg-type]
    )
    round = told.rounds[0]._replace(wins=(bare,), deal=(None,) * 4, events=())
    found = of(told._replace(rounds=(round,), finals=None)).whole
    assert (found.wins, found.known_yaku, found.known_price, found.known_turn, found.deal_ins, found.known_cost) == (1, 0, 0, 0, 1, 0)
    assert found.yaku == found.han == found.fu == found.limits == {}
    assert found.rate("average_won") is found.rate("average_turn") is found.rate("average_place") is None


def test_a_hand_that_was_broken_off_is_not_counted() -> None:
    told = FORMATS["mjlog"](made.game())
    cut = told._replace(rounds=(*told.rounds[:1], told.rounds[1]._replace(wins=())), finals=None)
    found = of(cut)
    assert (found.hands, found.unfinished, found.whole.hands, found.whole.finished) == (1, 1, 4, 0)
    assert "1 hand without an end" in found.text()


def test_counted_apart_and_added_up() -> None:
    """What two processes counted comes to what one does."""
    parts = [Counting("all"), Counting("all")]
    games = [FORMATS["mjlog"](one()) for one in (made.game, made.robbed)]
    for part, game in zip(parts, games, strict=True):
        part.add(game)
    parts[0].whole.join(parts[1].whole)
    assert parts[0].whole.figures() == of(*games).whole


def test_names_are_anybodys() -> None:
    game = FORMATS["mjlog"](made.game())._replace(names=("\x1b[31mred\n", "x" * 1000, "=1+1", ""))
    found = of(game)
    assert list(found.groups) == sorted(found.groups) and all(len(name) <= 40 and name.isprintable() for name in found.groups)
    assert "\x1b" not in found.text() and "no name" in found.text()


def test_there_is_a_bound_of_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stats, "MOST_NAMES", 5)
    game = FORMATS["mjlog"](made.game())
    found = of(*(game._replace(names=tuple(f"{n}-{seat}" for seat in range(4))) for n in range(3)))
    assert len(found.groups) == 5 and found.others is not None
    assert found.others.hands == 7 * 4 and sum(one.hands for one in found.groups.values()) + found.others.hands == found.whole.hands
    assert "others" in found.text() and found.to_dict()["others"]["hands"] == 28


def test_what_can_not_be_counted_by() -> None:
    with pytest.raises(RuleError, match="counted by all player seat, not by name"):
        chouma.statistics([], by="name")
    with pytest.raises(UnknownNameError, match="Anna"):
        of(FORMATS["mjlog"](made.game())).text(of="Ana")
    with pytest.raises(UnknownNameError, match="win_rate"):
        of().whole.rate("win_rat")


def test_rules_for_others_are_refused_for_that_record(file: Path) -> None:
    found = chouma.statistics(file, rules="tenhou-sanma")
    assert (found.games, found.hands, found.unreadable) == (0, 0, 2)
    assert "4 play in the record" in found.problems[0]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_cost_themselves_alone(name: str, file: Path, tmp_path: Path) -> None:
    (tmp_path / "bad").write_bytes(HOSTILE[name])
    found = chouma.statistics([tmp_path / "bad", file])
    assert found.unreadable and found.whole == chouma.statistics(file).whole
    assert all(len(problem) < 1000 for problem in found.problems)


@pytest.mark.parametrize("tag", BROKEN_TAGS)
def test_a_broken_hand_costs_that_hand(tag: str) -> None:
    counting = Counting()
    counting.add(mjlog.read(made.mjlog(made.game()).replace(tag, BROKEN_TAGS[tag], 1), "made"))
    found = counting.result()
    assert found.games == 1 and found.whole.wins >= 2 and (found.unreadable or found.hands == 4)
    json.dumps(found.to_dict())


# ------------------------------------------------------------------------------------------------ how it is told


def test_names_of_players_are_never_translated() -> None:
    found = of(FORMATS["mjlog"](made.game()))
    named = found._replace(groups=dict(zip(("ron", "win", "East", "{n} han"), found.groups.values(), strict=True)))
    for lang in LANGUAGES:
        rows = next(section.rows for section in stats_text.sections(named, lang) if section.id == "groups")
        assert [row[0] for row in rows[1:]] == ["ron", "win", "East", "{n} han"]
        assert any(section.title.endswith("win") for section in stats_text.sections(named, lang, of="win"))



@pytest.mark.parametrize("lang", LANGUAGES)
def test_text_stands_in_columns(lang: str) -> None:
    found = of(FORMATS["mjlog"](made.game()), FORMATS["mjlog"](made.robbed()))
    text = found.text(lang)
    for block in text.split("\n\n")[1:]:
        title, *lines = block.split("\n")
        assert title and len(lines) >= 1
        assert len({width(line) for line in lines if line.endswith("%")}) <= 1, block
    for id in found.whole.yaku:
        assert (id.replace("_", " ") if lang == "en" else YAKU_NAMES[id].text(lang)) in text


def test_text_tells_of_one_player_at_length() -> None:
    text = of(FORMATS["mjlog"](made.game()), FORMATS["mjlog"](made.robbed())).text(of="Cleo")
    assert "Yaku, as shares of the wins: Cleo" in text and "How hands ended" not in text
    assert re.search(r"daisangen +1 +100\.00 %", text) and "pinfu" not in text
    assert re.search(r"  Anna +2 +5 +40\.0 % +0\.0 % +40\.0 % +0\.0 % +8,400 +- +2\.00\n", text), text


def test_json_and_columns_hold_the_same() -> None:
    found = of(FORMATS["mjlog"](made.game()), FORMATS["mjlog"](made.robbed()))
    told = json.loads(json.dumps(found.to_dict()))
    assert told["schema"] == "chouma.statistics/1" and told["whole"]["yaku"]["ippatsu"] == 2
    assert told["groups"]["Bob"]["rates"]["average_lost"] == 11600
    tables = found.tables()
    assert all(len({len(column) for column in table.values()}) == 1 for table in tables.values())
    rows = list(zip(*(tables["yaku"][name] for name in ("of", "yaku", "n", "share")), strict=True))
    assert [row for row in rows if row[0] == "Cleo"] == [("Cleo", "daisangen", 1, 1.0)]
    assert dict(zip(tables["figures"]["of"], tables["figures"]["wins"], strict=True)) == {"": 4, "Anna": 2, "Bob": 1, "Cleo": 1, "Dan": 0}
    assert tables["ends"]["share"] == [2 / 5, 2 / 5, 1 / 5]


def test_results_do_not_change() -> None:
    found = of(FORMATS["mjlog"](made.game()))
    for change in (lambda: setattr(found, "games", 9), lambda: found.groups.update(x=1), lambda: found.whole.yaku.update(x=1)):  # type: ignore[attr-defined]
        with pytest.raises(AttributeError):
            change()


# ------------------------------------------------------------------------------------------------ the command


def stats_of(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["stats", *words])
    told = capsys.readouterr()
    return code, told.out, told.err


def test_the_command_tells_text_json_and_csv(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text, err = stats_of(capsys, str(file), "--lang", "en")
    assert (code, err) == (0, "") and text == chouma.statistics(file).text() + "\n"
    code, text, err = stats_of(capsys, str(file), "--json")
    assert code == 0 and json.loads(text) == chouma.statistics(file).to_dict() and err == "2 games, 5 hands, 4 wins\n"
    code, text, err = stats_of(capsys, str(file), "--format", "csv", "--by", "seat")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert code == 0 and {(row["of"], row["value"]) for row in rows if row["key"] == "won_points"} == {
        ("", "72700"), ("E", "16800"), ("S", "7900"), ("W", "48000"), ("N", "0"),
    }
    for name in ("found.json", "found.csv", "found.txt"):
        code, text, err = stats_of(capsys, str(file), "--out", str(tmp_path / name))
        assert (code, text) == (0, "") and "2 games" in err
    assert json.loads((tmp_path / "found.json").read_text(encoding="utf8"))["hands"] == 5
    assert (tmp_path / "found.csv").read_text(encoding="utf8").startswith("of,table,key,name,value,share\n,figures,hands,hands,20,\n")
    assert (tmp_path / "found.txt").read_text(encoding="utf8") == chouma.statistics(file).text() + "\n"


def test_names_are_no_formulas_in_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.mjlog"
    path.write_text(made.mjlog(made.game()).replace("%41nna", "%3DHYPERLINK(1)"), encoding="utf8")
    _, text, _ = stats_of(capsys, str(path), "--format", "csv")
    assert "'=HYPERLINK(1)" in text and not re.search(r"^=", text, re.MULTILINE)


def test_parts_that_can_not_be_read_are_named(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.mjlog.gz").write_bytes(gzip.compress(b"<mjloggm>" * 100)[:-9])
    broken = made.mjlog(made.game()).replace('machi="', 'machi="1,2,', 1)
    (tmp_path / "half.mjlog").write_text(broken, encoding="utf8")
    code, text, err = stats_of(capsys, str(tmp_path), "--lang", "en")
    assert code == 3 and "3 games, 8 hands, 6 wins, 2 parts can't be read" in text
    assert re.search(r"^can't be read: .*bad\.mjlog\.gz: ", err, re.MULTILINE)
    assert re.search(r"^can't be read: .*half\.mjlog: hand 1: ", err, re.MULTILINE)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--format", "xml"), "it is one of text json csv parquet"),
        (("--format", "parquet"), "Parquet is no text: name a file for it with --out FILE"),
        (("--json", "--format", "csv"), "--json and --format csv are two formats: choose one"),
        (("--charts", "x.png"), "it is a file that ends with .svg .html"),
        (("--by", "name"), "games are counted by all player seat, not by name"),
        (("--of", "Ana"), "Anna"),
        (("--out", "{file}"), "is the file that is read"),
        (("--out", "{folder}/x.csv", "--rows", "{folder}/x.csv"), "is named twice"),
        (("--out", "{folder}/none/x.csv"), "there is no folder"),
        (("--out", "{folder}"), "is a folder"),
        (("--rules", "ningbo"), "ningbo"),
        (("--lang", "fr"), "fr"),
    ],
)
def test_what_the_command_refuses(words: tuple[str, ...], why: str, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = file.read_bytes()
    code, text, err = stats_of(capsys, str(file), *(word.format(file=file, folder=tmp_path) for word in words))
    assert (code, text) == (2, "") and why in err and "Traceback" not in err
    assert list(tmp_path.iterdir()) == [file] and file.read_bytes() == before


@pytest.mark.parametrize(("module", "words"), [("altair", ("--charts", "x.svg")), ("pyarrow", ("--rows", "x.parquet"))])
def test_what_is_not_installed_is_told_in_one_line(
    module: str, words: tuple[str, ...], file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import importlib.util as util

    found = util.find_spec
    monkeypatch.setattr(util, "find_spec", lambda name, *more: None if name == module else found(name, *more))
    code, text, err = stats_of(capsys, str(file), *words)
    extra = "charts" if module == "altair" else "batch"
    assert (code, text) == (2, "")
    assert err.strip().endswith(f"needs {module}, which isn't installed: pip install 'chouma[{extra}]'") and err.count("\n") == 1


def test_importing_chouma_loads_no_statistics() -> None:
    code = "import sys, chouma; print([name for name in sys.modules if name.startswith(('chouma.records', 'altair', 'pyarrow'))])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


# ------------------------------------------------------------------------------------------------ rows


def test_rows_are_what_every_seat_did(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pq = pytest.importorskip("pyarrow.parquet", reason="rows are written by PyArrow")
    out = tmp_path / "rows.parquet"
    code, text, _ = stats_of(capsys, str(file), "--rows", str(out), "--lang", "en")
    rows = pq.read_table(out).to_pylist()
    assert code == 0 and text == chouma.statistics(file).text() + "\n" and len(rows) == 20
    first, second = rows[:2]
    assert first == {
        **{"record": f"{file}#1", "hand": 0, "round": "E1", "seat": 0, "wind": "E", "player": "Anna", "before": 25000, "end": "ron"},
        **{"result": "ron", "giver": "S", "han": 4, "fu": 30, "points": 11600, "limit": "", "yaku": ["double_riichi", "ippatsu", "pinfu"]},
        **{"yakuman": False, "dora": 0, "ura": 0, "aka": 0, "kita": 0, "lost": 0, "delta": 12600, "turn": 1, "riichi": 1, "calls": 0},
        **{"kans": 0, "tenpai": None, "furiten": None},
    }
    assert (second["result"], second["lost"], second["delta"], second["yaku"], second["han"]) == ("deal_in", 11600, -11600, None, None)
    assert [row["result"] for row in rows] == [
        *("ron", "deal_in", "other", "other"), *("paid", "tsumo", "paid", "paid"), *["draw"] * 4, *("paid", "paid", "tsumo", "paid"),
        *("ron", "other", "deal_in", "other"),
    ]
    assert [row["tenpai"] for row in rows[8:12]] == [True, False, False, False]
    cleo = rows[14]
    assert (cleo["yaku"], cleo["yakuman"], cleo["han"]) == (["daisangen"], True, None)
    assert (cleo["points"], cleo["calls"], cleo["turn"]) == (48000, 3, 5)
    assert rows[18]["kans"] == 1 and rows[5]["kans"] == 1 and rows[5]["calls"] == 0


def test_numbers_of_made_up_records_fit_the_rows() -> None:
    rows = pytest.importorskip("chouma.records.rows", reason="rows are written by PyArrow")
    game = FORMATS["mjlog"](made.game())
    round = game.rounds[0]._replace(scores=(10**11, 0, 0, 0), wins=(game.rounds[0].wins[0]._replace(points=10**12, fu=10**9, han=10**9),))
    batch = rows.batch([row._replace(record="\udcff.mjlog") for row in seat_hands(game._replace(rounds=(round,)))])
    assert batch.num_rows == 4 and batch.column("before")[0].as_py() is None and batch.column("points")[0].as_py() is None
    assert batch.column("record")[0].as_py() == "\\udcff.mjlog"
    assert rows.batch([]).num_rows == 0


def test_an_interrupt_leaves_no_half_of_a_file(file: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="rows are written by PyArrow")
    folder = tmp_path / "out"
    folder.mkdir()
    command = [sys.executable, "-m", "chouma", "stats", "-", "--rows", str(folder / "rows.parquet"), "--out", str(folder / "x.json")]
    for end, codes in ((signal.SIGINT, (130, -2)), (signal.SIGTERM, (143, -15))):
        with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdin is not None and process.stderr is not None
            process.stdin.write(file.read_bytes())
            process.stdin.flush()
            deadline = time.monotonic() + 60
            while not list(folder.iterdir()):  # the file beside its place is there: the games are being counted
                assert time.monotonic() < deadline and process.poll() is None
                time.sleep(0.02)
            process.send_signal(end)
            process.wait(60)
            assert process.returncode in codes and b"Traceback" not in process.stderr.read()
        assert list(folder.iterdir()) == []


# ------------------------------------------------------------------------------------------------ pictures


@cache
def _drawn() -> Statistics:
    return of(FORMATS["mjlog"](made.game()), FORMATS["mjlog"](made.robbed()))


@pytest.fixture
def charts() -> Any:
    pytest.importorskip("altair", reason="pictures are drawn by Altair: pip install 'chouma[charts]'")
    pytest.importorskip("vl_convert", reason="pictures are drawn by vl-convert: pip install 'chouma[charts]'")
    from chouma.records import charts

    return charts


SHOWN = ("rates", "groups", "ends", "yaku", "limits", "han", "fu", "places")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pictures_as_svg_have_their_titles(charts: Any, lang: str) -> None:
    root = ElementTree.fromstring(charts.svg(_drawn(), lang))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    t = speaker(lang)
    assert {t(charts.TITLES[id]) for id in SHOWN} <= set(texts)
    yaku = "double riichi" if lang == "en" else YAKU_NAMES["double_riichi"].text(lang)
    assert {yaku, "Anna", "Dan"} <= set(texts)
    fonts = {text.get("font-family") for text in root.iter("{http://www.w3.org/2000/svg}text")}
    assert fonts == {charts.FONTS[lang]} and all("CJK" in font for font in fonts if font)
    for element in root.iter():
        assert not any(name.rpartition("}")[2] == "href" for name in element.attrib), "nothing is fetched"


def test_pictures_show_what_was_counted(charts: Any) -> None:
    spec = charts.spec(_drawn())
    found: dict[str, list[Any]] = {}

    def walk(part: Any) -> None:
        if isinstance(part, dict):
            values = part.get("data", {}).get("values") if isinstance(part.get("data"), dict) else None
            title = part.get("title")
            if values and isinstance(title, str):
                found[title] = values
            for one in part.values():
                walk(one)
        elif isinstance(part, list):
            for one in part:
                walk(one)

    walk(spec)
    yaku = found[charts.TITLES["yaku"]]
    assert (yaku[0]["name"], yaku[0]["n"], yaku[0]["share"]) == ("ippatsu", 2, 0.5)
    assert [one["n"] for one in yaku] == sorted((one["n"] for one in yaku), reverse=True)
    assert [(one["name"], one["n"]) for one in found[charts.TITLES["fu"]]] == [("30", 1), ("40", 1), ("60", 1)]
    assert {(one["name"], one["share"]) for one in found[charts.TITLES["groups"]] if one["what"] == "won"} == {
        ("Anna", 0.4), ("Bob", 0.2), ("Cleo", 0.2), ("Dan", 0.0),
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pictures_as_a_page_fetch_nothing(charts: Any, lang: str) -> None:
    page = charts.html(_drawn(), lang)
    assert f'<html lang="{lang}">' in page
    # whatever a program in it would ask for is forbidden, and nothing but programs asks
    assert "content=\"default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:\"" in page
    bare = re.sub(r"(<script[^>]*>).*?</script>", r"\1", page, flags=re.DOTALL)
    assert not re.search(r"\b(src|href|action)\s*=|@import|url\(|https?:", bare)
    assert bare.count("<script") == page.count("<script") == 2
    t = speaker(lang)
    assert all(json.dumps(t(charts.TITLES[id])) in page for id in SHOWN)


def test_a_name_ends_no_script(charts: Any) -> None:
    game = FORMATS["mjlog"](made.game())._replace(names=("</script><script>alert(1)", "<!--<script>", "c", "d"))
    page = charts.html(of(game))
    assert "<script>alert" not in page and "<!--<script>" not in page and page.count("</script") == 2
    [shown] = re.findall(r'<script type="application/json" id="shown">(.*?)</script>', page, re.DOTALL)
    assert "</script><script>alert(1)" in json.dumps(json.loads(shown)), "it is shown as it is"
    assert "<script" not in charts.svg(of(game))


def test_the_command_draws_pictures(charts: Any, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("anna.svg", "all.html"):
        more = ("--of", "Anna") if name == "anna.svg" else ()
        code, _, _ = stats_of(capsys, str(file), "--charts", str(tmp_path / name), "--lang", "en", *more)
        assert code == 0
    svg = (tmp_path / "anna.svg").read_text(encoding="utf8")
    assert "2 games, 5 hands, 4 wins: Anna" in svg and "double riichi" in svg and "daisangen" not in svg
    assert (tmp_path / "all.html").stat().st_size > 100_000


def test_nothing_counted_is_drawn_too(charts: Any) -> None:
    assert "0 games" in charts.svg(of())
    assert of().text() == "0 games, 0 hands, 0 wins"


# ------------------------------------------------------------------------------------------------ real records

real = pytest.mark.skipif(not RECORDS.exists(), reason="the folder ../shared/records is not here: no real games to compare with")

#: formats whose every file has its rows among the judges
READ = ("mjlog/", "tenhou6/")


def judge(name: str) -> Iterator[Any]:
    for row in map(json.loads, (RECORDS / name).read_text(encoding="utf8").splitlines()):
        if row["file"].startswith(READ):
            yield row


@cache
def files() -> tuple[str, ...]:
    return tuple(sorted({row["file"] for name in ("wins.jsonl", "draws.jsonl") for row in judge(name)}))


@cache
def real_rows() -> dict[tuple[str, int, int], SeatHand]:
    """What each seat did, by file, hand and seat."""
    from chouma.records.formats import games

    found = {}
    for file in files():
        [game] = games([RECORDS / file])
        assert isinstance(game, Game)
        found |= {(file, row.hand, row.seat): row for row in seat_hands(game)}
    return found


def place_of(row: Any) -> tuple[str, int]:
    return row["file"], int(row["id"].rpartition("#")[2].partition(".")[0])


@real
def test_yaku_ron_and_tsumo_are_a_plain_count_of_the_rows() -> None:
    plain: dict[str, Counter[Any]] = {name: Counter() for name in ("yaku", "way", "han", "fu", "limit", "dora", "points", "dealer")}
    ours: dict[str, Counter[Any]] = {name: Counter() for name in plain}
    dora = {"dora": "dora", "ura_dora": "ura", "aka_dora": "aka"}
    n = 0
    for row in judge("wins.jsonl"):
        n += 1
        mine = real_rows()[(*place_of(row), row["seat"])]
        assert mine.worth is not None
        yakuman = [ids()[str(one)] if isinstance(one, int) else one for one in row.get("yakuman") or ()]
        told = [(ids().get(str(id), id), han) for id, han, *more in row.get("yaku") or () if han and not more]
        for id in {id for id, _ in told if id in YAKU_NAMES and id not in dora and id != "kita_dora"} | set(yakuman):
            plain["yaku"][id] += 1
        ours["yaku"].update(mine.worth.yaku or ())
        plain["way"]["tsumo" if row["tsumo"] else "ron"] += 1
        ours["way"][mine.result] += 1
        plain["dealer"][row["seat_wind"] == "E"] += 1
        ours["dealer"][mine.dealer] += 1
        for id, han in told:
            if id in dora:
                plain["dora"][dora[id]] += han
        for name, han in zip(("dora", "ura", "aka"), mine.worth.bonuses or (), strict=False):
            ours["dora"][name] += han
        for name, value in (("han", mine.worth.han), ("fu", mine.worth.fu), ("points", mine.worth.points)):
            if row.get(name) is not None and not (yakuman and name != "points"):
                plain[name][row[name]] += 1
                ours[name][value] += 1
        limit = "counted_yakuman" if row["limit"] == "yakuman" and not yakuman else row["limit"]
        plain["limit"][limit] += 1
        ours["limit"][mine.worth.limit] += 1
    print(f"{n} wins counted again")
    assert n >= 7300
    for name, counts in plain.items():
        assert +ours[name] == +counts, name


@real
def test_draws_are_a_plain_count_of_the_rows() -> None:
    plain, ours, tenpai = Counter(), Counter(), Counter()
    for row in judge("draws.jsonl"):
        file, hand = place_of(row)
        seats = [real_rows()[file, hand, seat] for seat in range(row["players"])]
        plain[row["type"]] += 1
        ours[seats[0].end] += 1
        for one, told in zip(seats, row.get("tenpai") or (), strict=False):
            if row["type"] == "exhaustive" and told is not None:
                tenpai[told, one.tenpai] += 1
    assert sum(plain.values()) >= 1000 and ours == plain
    assert set(tenpai) == {(True, True), (False, False)}, tenpai


@real
def test_whole_folders_come_to_the_sums_of_their_rows() -> None:
    found = chouma.statistics([RECORDS / file for file in files()], by="seat")
    rows = real_rows().values()
    assert (found.games, found.unreadable) == (len(files()), 0)
    assert found.whole.hands == len(rows) and found.hands == sum(row.seat == 0 for row in rows)
    assert found.whole.wins == sum(row.result in ("ron", "tsumo") for row in rows)
    finals = Counter()
    for row in judge("finals.jsonl"):
        if row["file"] in files():
            # of equals who sat earlier is ahead, as Tenhou has it
            ranked = sorted(range(row["players"]), key=lambda seat: (-row["final"][seat], seat))
            finals.update((place, seat) for place, seat in enumerate(ranked, 1))
            finals["busted"] += sum(score < 0 for score in row["final"])
    assert found.whole.busted == finals.pop("busted")
    mine = {(place, seat): n for seat, wind in enumerate("ESWN") for place, n in found.groups[wind].places.items()}
    assert mine == finals


@real
def test_the_memory_is_that_of_one_game() -> None:
    """A hundred times the same file takes what ten times take."""
    import tracemalloc

    file = RECORDS / files()[0]
    peaks = []
    chouma.statistics([file])
    for times in (10, 100):
        tracemalloc.start()
        chouma.statistics([file] * times)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.2 * peaks[0], peaks
