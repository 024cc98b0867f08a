"""Games in a file: what is kept, and that a killed process loses at most the event it was writing."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import games
import pytest
from games import NAMES
from hypothesis import given, settings
from hypothesis import strategies as st

from chouma import yaku
from chouma.families import rules
from chouma.game import Game, GameError
from chouma.game import store as store_module
from chouma.game.store import APPLICATION, Store, StoreError

RON = {"wins": [{"seat": "Bob", "from": "Anna", "han": 3, "fu": 40}]}
DRAW = {"draw": {"kind": "exhaustive", "tenpai": ["Bob"]}}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def new(house: Any = "tenhou") -> Game:
    return Game.new(house, NAMES)


def test_what_is_kept_is_what_was_played(path: Path) -> None:
    with Store(path) as store:
        store.new("friday", new())
        a = store.add("friday", RON)
        b = store.add(None, DRAW)
        c = store.correct("friday", 1, DRAW)
        d = store.remove("FRIDAY", 2)
        e = store.undo()
        f = store.redo()
    assert [game.state.scores[1] for game in (a, b, c, d, e, f)] == [30200, 33200, 31000, 28000, 31000, 28000]
    with Store(path, create=False) as store:
        assert store.game() == f and store.game().steps == f.steps
        assert store.game("friday").undo() == e
        (row,) = store.games()
        assert (row.name, row.players, row.changes) == ("friday", NAMES, 6)
    rows = sqlite3.connect(path).execute("SELECT n, change, number, kind, event FROM log ORDER BY n").fetchall()
    assert [row[:4] for row in rows[:3]] == [(0, "add", None, "wins"), (1, "add", None, "draw"), (2, "correct", 1, "draw")]
    assert json.loads(rows[0][4]) == RON


def test_what_is_refused_is_not_kept(path: Path) -> None:
    with Store(path) as store:
        store.new("friday", new())
        for event in ({"riichi": ["Zoe"]}, {"adjust": {"Anna": 1}}):
            with pytest.raises(GameError):
                store.add("friday", event)
        with pytest.raises(GameError):
            store.undo("friday")
        assert store.games()[0].changes == 0 and store.add("friday", RON).line


@settings(max_examples=15)
@given(game=games.games(), data=st.data())
def test_any_game_reads_back(game: Game, data: st.DataObject) -> None:
    with Store(":memory:") as store:
        found = store.new("a game", Game.new(game.rules, game.names))
        for event in game.line:
            found = store.add("a game", event.fields)
            if data.draw(st.booleans()):
                found = store.undo("a game")
                found = store.redo("a game")
        assert found.steps == game.steps
        again = store.game("a game")
        assert again == found and again.rules == game.rules


def test_a_game_that_has_begun_may_be_kept(path: Path) -> None:
    with Store(path) as store:
        kept = store.new("friday", new().add(RON).add(DRAW))
        assert len(kept.line) == len(kept.back) == 2 and store.undo().state == new().add(RON).state


def test_rules_are_kept_with_every_value(path: Path) -> None:
    club = rules("tenhou").but(name="club", red_fives=0, chips=2000)
    with Store(path) as store:
        store.new("club", new(club))
        store.new("evening", new("ningbo"))
        assert store.game("club").rules == club and store.game("evening").rules is rules("ningbo")
        kept = json.loads(sqlite3.connect(path).execute("SELECT rules FROM games WHERE name = 'club'").fetchone()[0])
        assert set(club.switches) < set(kept) and kept["honba_points"] == 300
        # a preset of a later chouma that differs doesn't change a game that was played
        changed = {**kept, "base": "tenhou", "honba_points": 1500}
        del changed["name"]
        with store._change():
            store._connection.execute("UPDATE games SET rules = ? WHERE name = 'club'", (json.dumps(changed),))
        assert store.game("club").rules.honba_points == 1500


def test_rules_with_own_yaku_stay_in_python(path: Path) -> None:
    hands = {"hits": ["222333444m 55p 66s +6s"], "misses": ["222333m 555p 66s 77z +6s"]}

    @yaku(id="sanrenkou_here", closed=2, open=2, source="local", **hands)
    def sanrenkou_here(h: Any) -> Any:
        "Three triplets of one suit, in a row."
        from chouma.lang import any_suit

        return any_suit(h.triplets.in_a_row(3))

    with Store(path) as store, pytest.raises(StoreError, match="Python"):
        store.new("friday", new(rules("tenhou").adding(sanrenkou_here)))


def test_names_of_games(path: Path) -> None:
    with Store(path) as store:
        with pytest.raises(StoreError, match="no game in"):
            store.game()
        store.new("friday", new())
        for name, part in (("Friday", "already"), ("", "1 to 80"), ("a:b", "no colon"), ("x" * 81, "1 to 80"), ("a\nb", "visible")):
            with pytest.raises(StoreError, match=part):
                store.new(name, new())
        with pytest.raises(StoreError, match="did you mean friday"):
            store.add("fryday", RON)
        assert [one.name for one in store.games()] == ["friday"]


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("no database at all, but long enough to be looked at " * 40, encoding="utf8")
    with pytest.raises(StoreError, match="no file of games"):
        Store(text)
    other = tmp_path / "other.db"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE things (id)")
    connection.commit()
    with pytest.raises(StoreError, match="something else"):
        Store(other)
    newer = tmp_path / "newer.db"
    connection = sqlite3.connect(newer)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute("PRAGMA user_version = 99")
    connection.commit()
    with pytest.raises(StoreError, match="layout 99"):
        Store(newer)
    with pytest.raises(StoreError, match="no file"):
        Store(tmp_path / "absent.db", create=False)
    assert not (tmp_path / "absent.db").exists()
    with pytest.raises(StoreError, match="can't be opened"):
        Store(tmp_path / "no folder" / "games.db")


def test_two_who_write_at_once_both_keep_what_they_wrote(path: Path) -> None:
    with Store(path) as one, Store(path) as other:
        one.new("friday", new())
        other.add("friday", RON)
        one.add("friday", DRAW)
        assert other.game("friday").line == new().add(RON).add(DRAW).line


def test_a_locked_file_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "_PATIENCE", 0.05)
    with Store(path) as one, Store(path) as other:
        one.new("friday", new())
        with one._change(), pytest.raises(StoreError, match="can't be written"):
            other.add("friday", RON)
        assert other.add("friday", RON).line


def test_the_file_is_written_ahead_and_to_the_disk(path: Path) -> None:
    with Store(path) as store:
        settings_of = {name: store._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")}
    assert settings_of == {"journal_mode": "wal", "synchronous": 2}


# ------------------------------------------------------------------------------------------- killed

#: what the process writes, for ever and always the same; it says how far it has come after each
WRITER = """
import itertools, sys
from chouma.game.store import Store
from tests_events import event

with Store(sys.argv[1], create=False) as store:
    for n in itertools.count(int(sys.argv[2])):
        store.add("friday", event(n))
        print(n + 1, flush=True)
"""
EVENTS = '''
def event(n):
    """The events of a long game: somebody always gets back what was lost."""
    one, other = ("Anna", "Bob") if n % 2 else ("Bob", "Anna")
    return {"adjust": {one: 100 + n, other: -100 - n}, "note": "x" * 500}
'''


@pytest.mark.skipif(os.name != "posix", reason="killing a process at once takes POSIX signals")
def test_a_killed_process_loses_at_most_the_event_it_was_writing(path: Path, tmp_path: Path) -> None:
    (tmp_path / "tests_events.py").write_text(EVENTS, encoding="utf8")
    scope: dict[str, Any] = {}
    exec(EVENTS, scope)
    event = scope["event"]
    chance = random.Random(5)
    with Store(path) as store:
        expected = store.new("friday", new())
    kept = 0
    for _ in range(5):
        told = _killed_writer(path, tmp_path, kept, n=chance.randint(1, 8), seconds=chance.uniform(0, 0.02))
        with Store(path, create=False) as store:
            assert store._connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            found = store.game("friday")
        assert told <= len(found.line) <= told + 1, "what was answered is there, and one more at the most"
        for n in range(kept, len(found.line)):
            expected = expected.add(event(n))
        assert found == expected and found.steps == expected.steps
        kept = len(found.line)
    assert kept >= 5


def _killed_writer(path: Path, folder: Path, start: int, n: int, seconds: float) -> int:
    """Let a process write some events, kill it a moment later, and say how many it had told of."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *(one for one in sys.path if one)])}
    command = [sys.executable, "-c", WRITER, str(path), str(start)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as writer:
        assert writer.stdout is not None
        told = start
        for _ in range(n):
            told = int(writer.stdout.readline())
        time.sleep(seconds)
        writer.send_signal(signal.SIGKILL)
        rest = writer.stdout.read().split()
        writer.wait()
    # the last line may have been cut by the kill
    return max([told, *map(int, rest)])
