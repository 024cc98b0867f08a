"""``chouma game``: whole games, kept in a file."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from .. import wire
from ..errors import ChoumaError, HandError, listed, shorten, worded
from ..game import Game, GameError
from ..game.play import SCHEMA
from ..game.sheet import final_lines, latest, sheet, to_csv, to_dict
from ..game.store import Store, StoreError
from ..hand import BITS_OF, CLASSICAL_FLAGS
from ..riichi.rules import RiichiRules
from ..settling.wins import with_flags
from ..wire import Flaw
from . import BAD_INPUT, SCORED, words
from .commands import Parsed
from .settle import number, refusal_lines, rules_of, win_of
from .streams import show, show_json, standard_input, tell
from .tongue import for_json, tongue
from .words import Piece

DEFAULT_FILE = "games.db"
FORMATS = ("csv", "json")

_COLON = re.compile(r"[：:=]")
_MARK_OPTIONS = ("draw", "tenpai", "nagashi", "kind", "chombo", "false-win", "adjust", "chips", "penalty", "riichi")


def run_new(parsed: Parsed) -> int:
    """Begin a game."""
    given: dict[str, Any] = dict(parsed.given)
    flaws: list[Flaw] = []
    rules = rules_of(given, flaws, "general")
    players = names_in(given["players"]) if "players" in given else None
    try:
        if flaws or rules is None:
            raise GameError(flaws)
        game = Game.new(rules, players, length=given.get("length"))
    except GameError as refused:
        return refuse(refused.flaws, given, SCHEMA)
    return _answer(parsed, lambda store, name: store.new(str(name), game), latest, create=True)


def run_add(parsed: Parsed) -> int:
    """Add an event, or put it in place of another."""

    def add(store: Store, name: str | None) -> Game:
        game = store.game(name)
        flaws: list[Flaw] = []
        event = _event(parsed, game, flaws)
        n = _number(parsed.given, "correct", flaws)
        if flaws:
            raise GameError([*flaws, *_more_flaws(game, event, n)])
        return store.add(name, event) if n is None else store.correct(name, n, event)

    return _answer(parsed, add, latest)


def run_undo(parsed: Parsed) -> int:
    """Take the last change back, or one event out."""

    def undo(store: Store, name: str | None) -> Game:
        flaws: list[Flaw] = []
        n = _number(parsed.given, "event", flaws)
        if flaws:
            raise GameError(flaws)
        return store.undo(name) if n is None else store.remove(name, n)

    return _answer(parsed, undo, latest)


def run_redo(parsed: Parsed) -> int:
    """Make the last undone change again."""
    return _answer(parsed, Store.redo, latest)


def run_show(parsed: Parsed) -> int:
    """Show a game."""
    return _answer(parsed, Store.game, None)


def run_finish(parsed: Parsed) -> int:
    """End a game if it goes on, and show the final count."""

    def finish(store: Store, name: str | None) -> Game:
        game = store.game(name)
        return game if game.over else store.add(name, {"stop": True})

    return _answer(parsed, finish, final_lines)


def run_export(parsed: Parsed) -> int:
    """Write a game as CSV or JSON."""
    form = "json" if parsed.given.get("json") else str(parsed.given.get("format", FORMATS[0]))
    if form not in FORMATS:
        raise ChoumaError(words.bad_option("format", form, listed(FORMATS)))
    with _store(parsed) as store:
        name = _name(parsed, store)
        game = store.game(name)
    if form == "json":
        show_json(to_dict(game, name))
    else:
        sys.stdout.write(to_csv(game) + "\n")
    return SCORED


def run_list(parsed: Parsed) -> int:
    """List the games of a file."""
    with _store(parsed) as store:
        games = store.games()
    if parsed.given.get("json"):
        show_json({"schema": SCHEMA, "ok": True, "games": [{**one._asdict(), "players": list(one.players)} for one in games]})
    else:
        from ..lines import aligned

        rows = [(one.name, one.made[:10], ", ".join(one.players)) for one in games]
        show(
            [
                (Piece(line),)
                for line in (aligned(rows) if rows else [tongue(parsed.given)("no games yet: begin one with chouma game new")])
            ],
            not parsed.given.get("no-color"),
        )
    return SCORED


# ------------------------------------------------------------------------------------------- the file


def _store(parsed: Parsed, create: bool = False) -> Store:
    return Store(str(parsed.given.get("file", DEFAULT_FILE)), create=create)


def _name(parsed: Parsed, store: Store) -> str:
    """The game that is meant: the first word, if it is no hand's, else the newest."""
    first = parsed.words[0] if parsed.words else ""
    return first if first and not _COLON.search(first) else store.newest()


def open_game(parsed: Parsed) -> Game:
    """The game that the words and options of a command mean."""
    with _store(parsed) as store:
        return store.game(_name(parsed, store))


def _answer(
    parsed: Parsed,
    change: Callable[[Store, str | None], Game],
    lines: Callable[[Game, str], Iterable[str]] | None,
    create: bool = False,
) -> int:
    """Do something with a game and show it, or tell every reason why it can't be."""
    given = parsed.given
    lang = tongue(given).lang
    try:
        with _store(parsed, create) as store:
            name = parsed.words[0] if create else _name(parsed, store)
            game = change(store, name)
    except GameError as refused:
        return refuse(refused.flaws, given, SCHEMA)
    except (StoreError, HandError) as refused:
        return refuse([Flaw("bad_value", one) for one in refused.args], given, SCHEMA)
    if given.get("json"):
        show_json(to_dict(game, name))
    else:
        told = sheet(game, name, lang).split("\n") if lines is None else lines(game, lang)
        show([(Piece(line),) for line in told], not given.get("no-color"))
    return SCORED


def refuse(flaws: Iterable[Flaw], given: Mapping[str, Any], schema: str) -> int:
    """Tell what can't be.

    Returns
    -------
    int
        The exit status.
    """
    if given.get("json"):
        show_json({**wire.Refusal(tuple(flaws)).to_dict(for_json(given)), "schema": schema})
    else:
        tell("\n".join(refusal_lines(flaws, tongue(given).lang)))
    return BAD_INPUT


# ------------------------------------------------------------------------------------------- the event


def names_in(told: Iterable[str]) -> list[str]:
    """Names with commas between them: a name may hold spaces."""
    return [name.strip() for text in told for name in text.replace("，", ",").replace("、", ",").split(",") if name.strip()]


def _event(parsed: Parsed, game: Game, flaws: list[Flaw]) -> dict[str, Any]:
    """The event that the command line tells, or that stands on standard input."""
    given: dict[str, Any] = dict(parsed.given)
    hands = _hands(parsed.words, flaws)
    if not hands and not any(name in given for name in _MARK_OPTIONS):
        piped = _piped(given, flaws)
        if piped is not None or flaws:
            return piped or {}
    event: dict[str, Any] = {}
    if isinstance(game.rules, RiichiRules):
        _riichi_end(event, hands, given, flaws)
    else:
        _classical_end(event, hands, given, flaws)
    for name in ("from", "note", "at", "liable"):
        if name in given:
            event[name] = given[name]
    if "riichi" in given:
        event["riichi"] = names_in(given["riichi"])
    for name in ("adjust", "chips"):
        if name in given:
            event[name] = _amounts(given[name], name, flaws)
    if "penalty" in given:
        event["penalty"] = {"seat": given["penalty"], "points": number(given, "points", flaws)}
    return event


def _piped(given: Mapping[str, Any], flaws: list[Flaw]) -> dict[str, Any] | None:
    stream = standard_input()
    text = stream.read(wire.MOST_BYTES + 1) if stream else b""
    if not text.strip():
        return None
    if not given.get("json"):
        flaws.append(Flaw("bad_value", words.request_unasked()))
        return None
    value = wire.decode(text)
    if isinstance(value, wire.Refusal):
        flaws += value.flaws
        return None
    return value if isinstance(value, dict) else {"": value}


def _hands(told: Sequence[str], flaws: list[Flaw]) -> dict[str, str]:
    """The hands by name: a word such as ``Bob:3h40f`` begins one, and words without a name go on with it."""
    found: dict[str, str] = {}
    current = ""
    for i, word in enumerate(told):
        name, *rest = _COLON.split(word, maxsplit=1)
        if rest and name:
            if name in found:
                flaws.append(Flaw("bad_value", worded("two hands for {seat}: each player has one", seat=shorten(name)), "hands"))
            current = name
            found[name] = rest[0]
        elif current:
            found[current] += f" {word}"
        elif i:
            told_of = {"word": repr(shorten(word)), "example": f"Bob:{shorten(word)}"}
            flaws.append(Flaw("bad_value", worded("{word} is the hand of nobody: write the name before it, {example}", **told_of), "hands"))
    return found


def _riichi_end(event: dict[str, Any], hands: Mapping[str, str], given: dict[str, Any], flaws: list[Flaw]) -> None:
    strange = [name for name in ("dealt", "calling", "liable", "false-win") if name in given]
    flaws += [Flaw("bad_value", worded("riichi rules know no --{option}: take it away", option=name), name) for name in strange]
    flags = [name for name in BITS_OF if given.get(name.replace("_", "-")) is True]
    if hands:
        wins = [win_of(name, text) for name, text in hands.items()]
        if given.get("notation"):
            wins = [_canonical(win, given["notation"], flaws) for win in wins]
        event["wins"] = with_flags(wins, flags, flaws) if flags else wins
        _pao(event["wins"], given.get("pao", ()), flaws)
        for name in ("dora", "ura"):
            if name in given:
                event[f"{name}_indicators"] = _tiles(given[name], name, flaws)
    elif flags or "pao" in given:
        name = "pao" if "pao" in given else flags[0]
        told = worded("--{option} is of a win: write it, {example}", option=name.replace("_", "-"), example="Bob:3h40f")
        flaws.append(Flaw("bad_value", told, name))
    if any(name in given for name in ("draw", "tenpai", "nagashi", "kind")):
        event["draw"] = _draw(given)
    if "chombo" in given:
        points = {"points": number(given, "points", flaws)} if "points" in given and "penalty" not in given else {}
        event["chombo"] = {"seat": given["chombo"], **points}


def _draw(given: Mapping[str, Any]) -> dict[str, Any]:
    draw: dict[str, Any] = {name: names_in(given[name]) for name in ("tenpai", "nagashi") if name in given}
    if [name.casefold() for name in draw.get("tenpai", ())] == ["none"]:
        draw["tenpai"] = []
    return {"kind": given.get("kind", "nagashi" if draw.get("nagashi") else "exhaustive"), **draw}


def _tiles(told: Iterable[str], name: str, flaws: list[Flaw]) -> list[str]:
    from ..notation import read_tiles
    from ..tiles import NAMES

    try:
        return [NAMES[tile] for tile in read_tiles(" ".join(told), name)]
    except HandError as refused:
        flaws += wire.flaws_of(refused)
        return []


def _canonical(win: dict[str, Any], notation: str, flaws: list[Flaw]) -> dict[str, Any]:
    """A win whose hand is kept in the canonical notation, whatever it was written in."""
    from ..notation import read

    if "hand" not in win:
        return win
    try:
        return {**win, "hand": str(read(win["hand"], notation=notation))}
    except ChoumaError as refused:
        flaws += wire.flaws_of(refused) if isinstance(refused, HandError) else [Flaw("unknown_notation", str(refused), "notation")]
        return win


def _pao(wins: list[dict[str, Any]], said: Iterable[str], flaws: list[Flaw]) -> None:
    """Who is liable goes into the only win: ``Anna``, ``Anna:daisangen``, ``none``."""
    texts = tuple(said)
    if not texts:
        return
    if len(wins) != 1:
        told = worded("--pao is of one win, and {n} hands win: write it with the win in an event (--json)", n=len(wins))
        flaws.append(Flaw("bad_value", told, "pao"))
        return
    if texts == ("none",):
        wins[0]["pao"] = "none"
        return
    found = []
    for text in texts:
        seat, _, yakuman = _COLON.sub(":", text).partition(":")
        found.append({"seat": seat, **({"yakuman": yakuman.replace(",", " ").split()} if yakuman else {})})
    wins[0]["pao"] = found


def _classical_end(event: dict[str, Any], hands: Mapping[str, str], given: Mapping[str, Any], flaws: list[Flaw]) -> None:
    strange = [name for name in ("tenpai", "nagashi", "kind", "chombo", "riichi", "pao", "dora", "ura") if name in given]
    flaws += [Flaw("bad_value", worded("classical rules know no --{option}: take it away", option=name), name) for name in strange]
    if hands:
        flags = [name for name in CLASSICAL_FLAGS if given.get(name.replace("_", "-")) is True]
        told = {name: _classical_hand(name, text, given, flags) for name, text in hands.items()}
        if given.get("notation"):
            told = {name: _canonical(hand, given["notation"], flaws) for name, hand in told.items()}
        event["hands"] = told
    if given.get("draw"):
        event["draw"] = True
    if "false-win" in given:
        event["false_win"] = given["false-win"]


def _classical_hand(name: str, text: str, given: Mapping[str, Any], flags: Sequence[str]) -> dict[str, Any]:
    from .settle import MARKED

    calling = names_in(given.get("calling", ()))
    hand: dict[str, Any] = {"hand": text}
    dealt = given.get("dealt") == name
    own = [*flags] if dealt or MARKED.search(text) else []
    own += ["calling"] if name in calling else []
    return {**hand, **({"won": "dealt"} if dealt else {}), **({"flags": own} if own else {})}


def _amounts(told: Iterable[str], option: str, flaws: list[Flaw]) -> dict[str, int]:
    """Numbers by name: ``Anna=1000``."""
    found: dict[str, int] = {}
    for text in [part for one in told for part in one.split(",")]:
        name, *rest = _COLON.split(text, maxsplit=1)
        if not rest or not re.fullmatch(r"[+-]?\d{1,9}", rest[0].strip(), re.ASCII):
            flaws.append(
                Flaw(
                    "bad_value",
                    words.bad_option(option, text, worded("a player and a whole number, such as {example}", example="Anna=1000")),
                    option,
                )
            )
        elif name.strip() in found:
            flaws.append(
                Flaw("bad_value", worded("--{option} names {seat} twice: once is enough", option=option, seat=shorten(name)), option)
            )
        else:
            found[name.strip()] = int(rest[0])
    return found


def _number(given: Mapping[str, Any], option: str, flaws: list[Flaw]) -> int | None:
    return number(given, option, flaws) if option in given else None


def _more_flaws(game: Game, event: Mapping[str, Any], n: int | None) -> list[Flaw]:
    """What the game itself finds wrong with an event that couldn't be read whole."""
    try:
        if n is None:
            game.add(event)
        else:
            game.corrected(n, event)
    except GameError as refused:
        return [flaw for flaw in refused.flaws if flaw.id != "missing_key"]
    return []
