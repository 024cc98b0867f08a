"""Games in a file: SQLite with a write-ahead log, and one transaction for each change.

What is kept is what was done: every event, undo, redo and correction is a row that is never changed, and the game is what comes of
playing them through. A process that is killed loses at most the change that it was writing.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, NamedTuple

from ..errors import OR, ChoumaError, listed, nearest, shorten, worded
from ..families import rules as rules_named
from ..messages import says
from ..rulesets import RuleSet
from ..switches import plain
from .events import Event
from .play import Game

#: tells a file of games from any other of SQLite, and how it is laid out
APPLICATION, LAYOUT = 0x43484F55, 1

_SCHEMA = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    made TEXT NOT NULL,
    rules TEXT NOT NULL,
    players TEXT NOT NULL,
    length TEXT NOT NULL
);
CREATE TABLE log (
    game INTEGER NOT NULL REFERENCES games (id),
    n INTEGER NOT NULL,
    made TEXT NOT NULL,
    change TEXT NOT NULL,
    number INTEGER,
    kind TEXT,
    event TEXT,
    PRIMARY KEY (game, n)
) WITHOUT ROWID;
"""

ADD, UNDO, REDO, CORRECT, REMOVE = "add", "undo", "redo", "correct", "remove"
_LONGEST_NAME, _MOST_NAMED = 80, 8
#: seconds that a writer waits for another
_PATIENCE = 10.0


class StoreError(ChoumaError, ValueError):
    """A file of games, or a game in it, that can't be."""


class Listed(NamedTuple):
    """One game of a file.

    Attributes
    ----------
    name : str
    made : str
        When it was begun, in universal time.
    players : tuple of str
    changes : int
        How many changes are kept.
    """

    name: str
    made: str
    players: tuple[str, ...]
    changes: int


class Store:
    """A file of games; use it with ``with``, or close it.

    Parameters
    ----------
    path : str or path
        Made where it isn't there, unless `create` is false.
    create : bool

    Raises
    ------
    StoreError
        If it is no file of games.

    Examples
    --------
    >>> with Store(":memory:") as store:
    ...     game = store.new("friday", Game.new("tenhou"))
    ...     game = store.add("friday", {"wins": [{"seat": "B", "from": "A", "han": 3, "fu": 40}]})
    ...     game = store.undo("friday")
    ...     store.game("friday") == game, game.state.scores
    (True, (25000, 25000, 25000, 25000))
    """

    def __init__(self, path: str | os.PathLike[str], *, create: bool = True):
        self.path = os.fspath(path)
        if not create and not os.path.exists(self.path):
            sentence = says("there is no file {path}: begin a game with chouma game new, or name the file with --file")
            raise StoreError(worded(sentence, path=shorten(self.path)))
        try:
            self._connection = sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None)
        except sqlite3.Error as fault:
            raise StoreError(worded("{path} can't be opened: {fault}", path=shorten(self.path), fault=fault)) from None
        try:
            self._prepare()
        except sqlite3.Error as fault:
            self.close()
            raise StoreError(worded("{path} is no file of games: {fault}", path=shorten(self.path), fault=fault)) from None
        except StoreError:
            self.close()
            raise

    def _prepare(self) -> None:
        run = self._connection.execute
        application, layout = (run(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
        if application == APPLICATION and layout != LAYOUT:
            sentence = says("{path} was written by another chouma, in layout {layout}: this one reads {known}")
            raise StoreError(worded(sentence, path=shorten(self.path), layout=layout, known=LAYOUT))
        if application != APPLICATION and (layout or run("SELECT count(*) FROM sqlite_master").fetchone()[0]):
            raise StoreError(worded("{path} is a file of something else: name another", path=shorten(self.path)))
        run("PRAGMA journal_mode = WAL")
        # what was answered is there, even if the power fails
        run("PRAGMA synchronous = FULL")
        run("PRAGMA foreign_keys = ON")
        if application != APPLICATION:
            with self._change():
                if not run("PRAGMA application_id").fetchone()[0]:
                    for statement in _SCHEMA.split(";"):
                        run(statement)
                    run(f"PRAGMA user_version = {LAYOUT}")
                    run(f"PRAGMA application_id = {APPLICATION}")

    @contextmanager
    def _change(self) -> Iterator[None]:
        """One transaction; nobody else writes meanwhile."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as fault:
            raise StoreError(worded("{path} can't be written: {fault}", path=shorten(self.path), fault=fault)) from None
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ------------------------------------------------------------------------------------------- games

    def games(self) -> list[Listed]:
        """The games of the file, the newest last."""
        asked = "SELECT name, games.made, players, count(log.n) FROM games LEFT JOIN log ON log.game = games.id GROUP BY games.id"
        return [Listed(name, made, tuple(json.loads(players)), n) for name, made, players, n in self._connection.execute(asked)]

    def newest(self) -> str:
        """The name of the game that was begun last.

        Raises
        ------
        StoreError
            If there is none.
        """
        row = self._connection.execute("SELECT name FROM games ORDER BY id DESC LIMIT 1").fetchone()
        if row is None:
            raise StoreError(worded("there is no game in {path}: begin one with chouma game new", path=shorten(self.path)))
        return str(row[0])

    def new(self, name: str, game: Game) -> Game:
        """Keep a game that begins; events that it has already are kept with it.

        Raises
        ------
        StoreError
            If there is a game of that name, or the rules can't be kept.
        """
        name = name.strip()
        if not name or len(name) > _LONGEST_NAME or not name.isprintable() or ":" in name:
            sentence = says("the name {name}: a game's name has 1 to {most} visible characters, and no colon")
            raise StoreError(worded(sentence, name=repr(shorten(name)), most=_LONGEST_NAME))
        if game.rules.additions:
            raise StoreError(worded("rules with yaku of one's own can't be kept in a file: they are Python, play the game there"))
        values = (name, _now(), _kept_rules(game.rules), json.dumps(game.names, ensure_ascii=False), game.course.length)
        with self._change():
            try:
                made = self._connection.execute("INSERT INTO games (name, made, rules, players, length) VALUES (?, ?, ?, ?, ?)", values)
            except sqlite3.IntegrityError:
                sentence = says("there is a game {name} in {path} already: choose another name")
                raise StoreError(worded(sentence, name=repr(name), path=shorten(self.path))) from None
            for n, event in enumerate(game.line):
                self._write(int(made.lastrowid or 0), n, ADD, None, event)
        return self.game(name)

    def game(self, name: str | None = None) -> Game:
        """A game, played through; the newest if no name is given."""
        return self._read(name)[1]

    def _read(self, name: str | None) -> tuple[int, Game, int]:
        """The number of a game in the file, the game, and how many changes it has."""
        name = self.newest() if name is None else name.strip()
        row = self._connection.execute("SELECT id, rules, players, length FROM games WHERE name = ?", (name,)).fetchone()
        if row is None:
            names = [one.name for one in self.games()]
            near = nearest(name, names)
            sentence = says("there is no game {name} in {path}: did you mean {known}?")
            if not near:
                sentence = says("there is no game {name} in {path}: it has {known}")
            known = listed(near, OR) if near else listed(names[-_MOST_NAMED:])
            raise StoreError(worded(sentence, name=repr(shorten(name)), path=shorten(self.path), known=known or "-"))
        number, rules, players, length = row
        game = Game.new(rules_named(json.loads(rules), files=False), json.loads(players), length=length)
        changes = self._connection.execute("SELECT change, number, kind, event FROM log WHERE game = ? ORDER BY n", (number,)).fetchall()
        return number, replayed(game, changes), len(changes)

    # ------------------------------------------------------------------------------------------- changes

    def add(self, name: str | None, event: Mapping[str, Any] | Event) -> Game:
        """Add an event to a game; see `Game.add`. What is refused isn't kept."""
        return self._changed(name, ADD, None, event)

    def undo(self, name: str | None = None) -> Game:
        """Take the last change back; see `Game.undo`."""
        return self._changed(name, UNDO)

    def redo(self, name: str | None = None) -> Game:
        """Make the last undone change again; see `Game.redo`."""
        return self._changed(name, REDO)

    def correct(self, name: str | None, number: int, event: Mapping[str, Any] | Event) -> Game:
        """Put another event in place of one; see `Game.corrected`."""
        return self._changed(name, CORRECT, number, event)

    def remove(self, name: str | None, number: int) -> Game:
        """Take an event out; see `Game.removed`."""
        return self._changed(name, REMOVE, number)

    def _changed(self, name: str | None, change: str, number: int | None = None, event: Mapping[str, Any] | Event | None = None) -> Game:
        # read and written in one transaction: of two who write at once, the second sees what the first wrote
        with self._change():
            id, game, n = self._read(name)
            after = _apply(game, change, number, event)
            kept = after.line[-1] if change == ADD else after.line[number - 1] if change == CORRECT and number else None
            self._write(id, n, change, number, kept)
        return after

    def _write(self, game: int, n: int, change: str, number: int | None, event: Event | None) -> None:
        values = (game, n, _now(), change, number, *(event or (None, None)))
        self._connection.execute("INSERT INTO log (game, n, made, change, number, kind, event) VALUES (?, ?, ?, ?, ?, ?, ?)", values)


def replayed(game: Game, changes: Iterable[tuple[str, int | None, str | None, str | None]]) -> Game:
    """A game with changes as they are kept, played through."""
    for change, number, kind, text in changes:
        game = _apply(game, change, number, None if kind is None or text is None else Event(kind, text))
    return game


def _apply(game: Game, change: str, number: int | None, event: Mapping[str, Any] | Event | None) -> Game:
    if change == ADD and event is not None:
        return game.add(event)
    if change == UNDO:
        return game.undo()
    if change == REDO:
        return game.redo()
    if change == CORRECT and number is not None and event is not None:
        return game.corrected(number, event)
    if change == REMOVE and number is not None:
        return game.removed(number)
    raise StoreError(worded("{change} is no change of a game that this chouma knows", change=shorten(change)))


def _kept_rules(rules: RuleSet) -> str:
    """A rule set with all its values, so that a game stays what it was when a preset of a later chouma differs."""
    values = {name: plain(getattr(rules, name)) for name in rules.switches}
    return json.dumps({**rules.to_dict(), **values}, ensure_ascii=False)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
