"""``chouma game`` and ``chouma needs``: what they print, where, and how they end. The right values are sums by hand."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from chouma.cli import app, main
from chouma.cli.commands import COMMANDS, quick
from chouma.game import Game
from chouma.hand import FLAGS

NAMES = "Anna,Bob,Cleo,Dan"
TABLE = ["Anna:888s6779p(555m)(345s)", "Bob:13p555p99s(666z)(234m)+2p", "Cleo:446p33z55z(777z)[1111z]", "Dan:6778m44z6z(789m)(123p)"]


class Typed:
    """Standard input with something piped into it."""

    def __init__(self, text: str):
        self.buffer = io.BytesIO(text.encode())

    def isatty(self) -> bool:
        return False


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The command in this process and in a folder of its own: its status, and what it printed on each stream."""
    monkeypatch.chdir(tmp_path)

    def run_here(*args: str, given: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", Typed(given))
        status = main(list(args))
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err and "a fault of ours" not in captured.err, captured.err
        return status, captured.out, captured.err

    return run_here


@pytest.fixture
def friday(here: Any) -> Any:
    """A game of four that has begun."""
    assert here("game", "new", "friday", "--players", NAMES, "--rules", "tenhou")[0] == 0
    return here


def table_of(out: str, words: int) -> list[list[str]]:
    """The last numbers of every line that has so many."""
    found = [re.findall(r"(?<![\w.])[+-]?\d+(?![\w.h])", line) for line in out.splitlines()]
    return [numbers[-words:] for numbers in found if len(numbers) >= words]


def points(here: Any) -> dict[str, int]:
    return json.loads(here("game", "show", "--json")[1])["state"]["scores"]


# ------------------------------------------------------------------------------------------- a game


def test_a_game_from_the_first_hand_to_the_sheet(friday: Any) -> None:
    status, out, err = friday("game", "add", "Bob:3h40f", "--from", "Anna", "--riichi", "Bob")
    assert (status, err) == (0, "") and "\x1b" not in out
    # 5200 from Anna; Bob's stick comes back; deltas, table and sum, then the points
    assert table_of(out, 5)[:2] == [["+5200", "0", "0", "0", "0"], ["19800", "30200", "25000", "25000", "0"]]
    assert out.splitlines()[-1] == "E2, Bob deals"
    assert friday("game", "add", "--tenpai", "Anna,Bob,Dan", "--riichi", "Dan")[0] == 0
    # riichi, self-draw, pinfu, tanyao and one dora of 234m: 5 han, a dealer's mangan with a counter: 4100 from each
    assert friday("game", "add", "Bob:234m 345678p", "6634s *5s", "--riichi", "Bob", "--dora", "1m")[0] == 0
    assert points(friday) == {"Anna": 16700, "Bob": 44500, "Cleo": 17900, "Dan": 20900}
    status, out, err = friday("game", "show")
    assert (status, err) == (0, "") and out.startswith("friday: rules tenhou, east and south rounds\n")
    assert "3  E2.1  Bob by self-draw: 5 han 20 fu, 12000; riichi: Bob" in out
    assert [row[-1] for row in table_of(out, 6)[:3]] == ["0", "0", "0"]


def test_undo_redo_and_correct(friday: Any) -> None:
    friday("game", "add", "Bob:3h40f", "--from", "Anna")
    friday("game", "add", "--tenpai", "none")
    before = points(friday)
    assert friday("game", "undo", "friday")[0] == 0 and points(friday)["Bob"] == 30200
    assert friday("game", "redo")[0] == 0 and points(friday) == before
    assert friday("game", "add", "Bob:2h30f", "--from", "Anna", "--correct", "1")[0] == 0
    assert points(friday) == {"Anna": 23000, "Bob": 27000, "Cleo": 25000, "Dan": 25000}
    assert friday("game", "undo", "--event", "1")[0] == 0 and points(friday) == dict.fromkeys(NAMES.split(","), 25000)
    assert friday("game", "undo")[0] == 0 and points(friday)["Bob"] == 27000


def test_several_wins_draws_faults_and_agreements(friday: Any) -> None:
    friday("game", "add", "Dan:2h30f", "Bob:3h40f", "--from", "Anna")
    assert points(friday) == {"Anna": 17800, "Bob": 30200, "Cleo": 25000, "Dan": 27000}
    friday("game", "add", "--nagashi", "Cleo", "--tenpai", "Bob")
    assert points(friday) == {"Anna": 15800, "Bob": 26200, "Cleo": 33000, "Dan": 25000}
    friday("game", "add", "--draw", "--kind", "kyuushu_kyuuhai")
    friday("game", "add", "--adjust", "Anna=200", "--adjust", "Dan=-200", "--note", "miscounted")
    friday("game", "add", "--chombo", "Anna")
    assert points(friday) == {"Anna": 8000, "Bob": 30200, "Cleo": 35000, "Dan": 26800}
    status, out, _ = friday("game", "show")
    assert status == 0
    happened = ("nagashi mangan of Cleo", "nine terminals and honours, abortive draw", "points change hands; miscounted", "chombo of Anna")
    for told in happened:
        assert told in out
    friday("game", "add", "--penalty", "Cleo", "--points", "2000")
    status, out, _ = friday("game", "finish")
    # 35 - 30 + 40 - 2, 30.2 - 30 + 10, 26.8 - 30 - 10, 8 - 30 - 20
    assert [line.split()[-1] for line in out.splitlines()[1:6]] == ["+43.0", "+10.2", "-13.2", "-42.0", "-2.0"]


def test_yakuman_and_liability(friday: Any) -> None:
    assert friday("game", "add", "Bob:1y", "--from", "Cleo")[0] == 0
    friday("game", "undo")
    hand = "Bob:23m 44p (5<55z) (6^66z) (7>77z) +1m"
    status, _, err = friday("game", "add", hand, "--from", "Cleo", "--pao", "Dan:daisangen")
    assert (status, err) == (0, "") and points(friday) == {"Anna": 25000, "Bob": 57000, "Cleo": 9000, "Dan": 9000}
    assert friday("game", "undo")[0] == 0
    assert friday("game", "add", hand, "--from", "Cleo", "--pao", "none")[0] == 0 and points(friday)["Cleo"] == -7000
    assert "game is over: somebody fell below 0" in friday("game", "show")[1]


def test_a_classical_evening(here: Any) -> None:
    assert here("game", "new", "evening", "--players", NAMES, "--rules", "ningbo", "--length", "east")[0] == 0
    assert here("game", "add", "evening", *TABLE, "--from", "Cleo")[0] == 0
    assert points(here) == {"Anna": -220, "Bob": 160, "Cleo": 186, "Dan": -126}
    assert here("game", "add", "--draw")[0] == 0 and here("game", "add", "--false-win", "E")[0] == 0
    # Cleo deals: 400 to the others, 200 each and all doubled
    assert points(here) == {"Anna": 180, "Bob": 560, "Cleo": -1014, "Dan": 274}
    status, out, _ = here("game", "finish")
    assert status == 0 and [line.split()[1] for line in out.splitlines()[1:5]] == ["Bob", "Dan", "Anna", "Cleo"]
    assert here("needs")[0] == 2


def test_export(friday: Any) -> None:
    friday("game", "add", "Bob:3h40f", "--from", "Anna")
    status, out, _ = friday("game", "export", "friday")
    head, row = out.splitlines()
    assert status == 0 and head.split(",")[:7] == ["event", "hand", "honba", "kind", "what", "Anna", "Bob"]
    assert row.endswith(",-5200,5200,0,0,0,0,19800,30200,25000,25000,0")
    told = json.loads(friday("game", "export", "--format", "json")[1])
    assert told["schema"] == "chouma.game/1" and told["events"][0]["sum"] == 0
    assert told["events"][0]["transfers"] == [{"from": "Anna", "to": "Bob", "amount": 5200, "why": "win"}]
    again = Game.new(told["rules"], told["players"], events=[row["event"] for row in told["events"]])
    assert again.state.to_dict(again.names) == told["state"]
    assert friday("game", "export", "--format", "xml")[0] == 2


def test_an_event_as_json(friday: Any) -> None:
    event = {"wins": [{"seat": "Bob", "han": 3, "fu": 40, "from": "E"}], "riichi": ["S"]}
    status, out, _ = friday("game", "add", "--json", given=json.dumps(event))
    assert status == 0 and json.loads(out)["state"]["scores"]["Bob"] == 30200
    status, out, _ = friday("game", "add", "--json", given='{"wins": [], "riichi": ["Zoe"], "reach": 1}')
    told = json.loads(out)
    assert status == 2 and told["ok"] is False and {one["id"] for one in told["problems"]} >= {"unknown_key", "unknown_player"}
    assert friday("game", "add", given=json.dumps(event))[0] == 2
    assert friday("game", "add", "--json", given="[1]")[0] == 2 and friday("game", "add", "--json", given="{")[0] == 2


def test_files_and_lists(here: Any) -> None:
    assert here("game", "list")[0] == 2
    for name in ("friday", "saturday"):
        assert here("game", "new", name, "--file", "club.db")[0] == 0
    status, out, _ = here("game", "list", "--file", "club.db")
    assert status == 0 and [line.split()[0] for line in out.splitlines()] == ["friday", "saturday"]
    told = json.loads(here("game", "list", "--file", "club.db", "--json")[1])
    assert [one["players"] for one in told["games"]] == [list("ABCD")] * 2
    assert here("game", "add", "A:3h40f", "--file", "club.db")[0] == 0
    assert json.loads(here("game", "show", "friday", "--file", "club.db", "--json")[1])["events"] == []


# ------------------------------------------------------------------------------------------- what can't be


def test_every_reason_at_once(friday: Any) -> None:
    status, out, err = friday("game", "add", "--tenpai", "Anna", "--riichi", "Bob,Zoe", "--at", "S3", "--points", "x", "--penalty", "Dan")
    assert (status, out) == (2, "")
    for part in ("x", "Zoe is no player", "said to belong to S3", "Bob declared riichi and isn't among the tenpai"):
        assert part in err
    assert points(friday)["Anna"] == 25000


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (["Bob:3h40f", "Bob:2h30f"], "two hands for Bob"),
        (["friday", "3h40f"], "hand of nobody"),
        (["Bob:234m"], "tiles"),
        (["saturday", "Bob:3h40f"], "no game 'saturday'"),
        (["--adjust", "Anna"], "Anna=1000"),
        (["--adjust", "Anna=1000"], "sums to +1000"),
        (["--ippatsu"], "is of a win"),
        (["--liable", "Bob", "--draw"], "take it away"),
        (["Bob:3h40f", "Cleo:3h40f", "--from", "Anna", "--pao", "Dan"], "one win"),
        (["Bob:3h40f", "--correct", "x"], "correct"),
        (["Bob:3h40f", "--correct", "7"], "no event 7"),
        ([], "nothing happens"),
        (["Bob:234m345678p6634s5s", "--notation", "morse"], "morse"),
    ],
)
def test_what_cannot_be(friday: Any, args: list[str], part: str) -> None:
    status, out, err = friday("game", "add", *args)
    assert (status, out) == (2, "") and part in err, err


def test_bad_beginnings(here: Any) -> None:
    for args, part in (
        (["--players", "Anna,Bob"], "2 players"),
        (["--rules", "tenho"], "tenhou"),
        (["--length", "long"], "length"),
        (["--set", "bankrupcy=false"], "bankruptcy"),
        (["--file", "no/such/folder/games.db"], "can't be opened"),
    ):
        status, out, err = here("game", "new", "friday", *args)
        assert (status, out) == (2, "") and part in err, err
    assert here("game", "show")[0] == 2 and not Path("games.db").exists()


# ------------------------------------------------------------------------------------------- needs


def test_needs_of_a_game(friday: Any) -> None:
    friday("game", "add", "--adjust", "Anna=5000,Bob=2000,Cleo=-2000,Dan=-5000")
    status, out, err = friday("needs", "--seat", "Bob")
    assert (status, err) == (0, "") and out.startswith("Bob is in place 2 with 27000 points\n")
    # see tests/test_needs.py; Anna deals here, so that by self-draw the first pays two shares: 6 p > 3000 and 600 and 1100 aren't enough
    cells = [cell.rstrip("*") for cell in re.split(r"  +", out.splitlines()[2])]
    assert cells[0] == "1" and cells[1].startswith("1600*:") and cells[2].startswith("3200*:")
    everybody = friday("needs")[1]
    assert [line.split()[0] for line in everybody.splitlines() if " is in place " in line] == NAMES.split(",")
    assert friday("needs", "--seat", "Zoe")[0] == 2 and friday("needs", "--honba", "1")[0] == 2


def test_needs_of_scores(here: Any) -> None:
    # the seats of the last hand, which North of the first hand deals
    args = ("needs", "--scores", "20000,30000,27000,23000", "--seat", "W")
    status, out, _ = here(*args)
    assert status == 0 and out.startswith("W is in place 2 with 27000 points\n")
    told = json.loads(here(*args, "--json")[1])
    assert told["schema"] == "chouma.needs/1" and told["state"]["at"] == "S4"
    ways = told["players"][0]["needs"][0]["ways"]
    assert [(way["from"], way["points"]) for way in ways] == [("E", 3200), ("S", 1600), ("N", 3200), (None, 2700)]
    status, _, err = here("needs", "--scores", "20000,30000,27000,22000", "--seat", "W")
    assert status == 2 and "come to 99000" in err
    assert here("needs", "--scores", "20000,30000,27000,22000", "--deposits", "1", "--seat", "W", "--riichi")[0] == 0
    assert here("needs", "--scores", "40000,35000,30000", "--rules", "tenhou-sanma", "--at", "E1")[0] == 0
    for bad in (["--scores", "1,2"], ["--scores", "20000,30000,27000,23000", "--at", "Q9"], ["--scores", "x", "--rules", "ningbo"]):
        assert here("needs", *bad)[0] == 2


# ------------------------------------------------------------------------------------------- the command itself


def test_both_readers_read_alike() -> None:
    for line in (
        ["game", "new", "friday", "--players", NAMES, "--rules", "tenhou", "--set", "chips=2000"],
        ["game", "add", "Bob:3h40f", "--from", "Anna", "--riichi", "Bob", "--ippatsu"],
        ["game", "add", "--tenpai", "Anna,Bob", "--file", "club.db", "--json"],
        ["game", "undo", "--event", "4"],
        ["game", "export", "friday", "--format", "json"],
        ["needs", "--scores", "1,2,3,4", "--seat", "N", "--riichi"],
    ):
        assert quick(line) == app.read(line), line


@pytest.mark.parametrize("path", [path for path in COMMANDS if path[0] in ("game", "needs")], ids=" ".join)
def test_every_page_of_help_opens_with_examples_that_read(path: tuple[str, ...]) -> None:
    command = COMMANDS[path]
    assert command.examples.startswith("Examples:\n")
    lines = re.sub(r"\\\n\s*", "", command.examples).splitlines()[1:]
    import shlex

    for line in lines:
        words = shlex.split(line.partition(" > ")[0])
        assert words[0] == "chouma" and quick(words[1:]) is not None, line


def test_flags_of_a_hand_are_options_of_an_event() -> None:
    assert {name.replace("_", "-") for name in FLAGS} <= set(COMMANDS["game", "add"].options)


def test_the_real_command(tmp_path: Path) -> None:
    def run(*args: str) -> subprocess.CompletedProcess[str]:
        env = {**os.environ, "NO_COLOR": "1", "COLUMNS": "100", "PYTHONIOENCODING": "utf8"}
        command = [sys.executable, "-m", "chouma", *args]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=env, stdin=subprocess.DEVNULL, timeout=60)

    assert run("game", "new", "friday", "--players", NAMES).returncode == 0
    assert run("game", "add", "Bob:3h40f", "--from", "Anna").returncode == 0
    shown = run("game", "show")
    assert shown.returncode == 0 and "19800  30200  25000  25000" in shown.stdout
    page = run("game", "--help")
    assert page.returncode == 0 and "Whole games" in page.stdout and "finish" in page.stdout
