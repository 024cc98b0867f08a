"""mjai: one event of a game a line, as programs that play send and log them.

There are many dialects: points, deltas, hands at the end and ura indicators may all be left out, and a log may break off anywhere.
None has a place for who is liable: that is read off the calls, where the payments go with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, NamedTuple

from ..errors import ChoumaError, show, worded
from ..hand import ANKAN, KAKAN, PON, Meld
from ..riichi.draws import EXHAUSTIVE, NAGASHI
from ..riichi.names import YAKU_NAMES
from ..riichi.rules import RiichiRules, rules
from ..riichi.settle import STICK as STICK_POINTS
from ..seats import Wind
from ..tiles import DRAGONS, NORTH, copies
from .checked import MOST_COUNTED, MOST_POINTS, amounts, counted, decoded, listed_in, mapping, whole
from .melds import SOURCES
from .mjai_names import (
    CALL_NAMES,
    CALLS,
    DEALT,
    DRAGON,
    DRAGON_YAKU,
    FORMAT,
    HIDDEN,
    LEAST_YAKUMAN_FAN,
    TILE_NAMES,
    TILES,
    YAKU_IDS,
    reason_kind,
)
from .mjai_write import write
from .mjlog import MOST_EVENTS
from .model import (
    CALL,
    DISCARD,
    DISCARDS,
    DRAW,
    DRAWS,
    INDICATOR,
    KITA,
    MOST_ROUNDS,
    RIICHI,
    STICK,
    UNKNOWN,
    Event,
    Finals,
    Game,
    RecordError,
    Round,
    ToldDraw,
    ToldWin,
)
from .replay import Table, replay
from .shown import liable_seat, without_reds, won_hand
from .sources import MOST_GAME

__all__ = ["FORMAT", "Broken", "Gathered", "is_event", "read", "read_lines", "write"]

_WINDS = dict(zip("ESWN", Wind, strict=True))

#: what says nothing of the play: servers and players greet, wait and complain
_TALK = frozenset(("none", "hello", "join", "error", "end_kyoku", "end_game"))
_PLAY = frozenset(
    (*CALL_NAMES.values(), *("tsumo", "dahai", "reach", "reach_accepted", "dora", "nukidora", "kita", "hora", "ryukyoku"))
)
_TYPES = _TALK | _PLAY | {"start_game", "start_kyoku"}

class Broken(NamedTuple):
    """A line that can't be read, and why."""

    why: str


def is_event(value: Any) -> bool:
    """Whether a JSON value is an event of mjai."""
    return isinstance(value, dict) and isinstance(value.get("type"), str) and value["type"] in _TYPES


class Gathered:
    """The lines of a stream, gathered to games."""

    def __init__(self) -> None:
        self._lines: list[bytes] = []
        self._size = 0
        self._begun = self._said = False

    def __bool__(self) -> bool:
        return bool(self._lines)

    def add(self, event: Any, line: bytes) -> bytes:
        """Take one more.

        Parameters
        ----------
        event : dict or Broken
        line : bytes
            Its text.

        Returns
        -------
        bytes
            The lines of a game that is whole now; empty for none.
        """
        type = event.get("type") if isinstance(event, dict) else ""
        whole = self.rest() if type == "start_game" and self._begun else b""
        self._begun = self._begun or type in ("start_game", "start_kyoku")
        self._said = self._said or type not in _TALK
        if self._size <= MOST_GAME:  # one line beyond is enough to tell that it is too long
            self._lines.append(line)
            self._size += len(line)
        return whole or (self.rest() if type == "end_game" else b"")

    def rest(self) -> bytes:
        """The lines of a game that is at its end, as the stream is; empty if they say nothing of any play."""
        lines, said = self._lines, self._said
        self._lines, self._size, self._begun, self._said = [], 0, False, False
        return b"\n".join(lines) if said else b""


def read_lines(data: bytes) -> Game:
    """Read the lines of one game; one that is no JSON costs the hand in which it stands.

    Raises
    ------
    RecordError
        As `read`, and if the game is too long.
    """
    if len(data) > MOST_GAME:
        raise RecordError(worded("one game is longer than {n} bytes", n=MOST_GAME))
    return read([_event(line) for line in data.split(b"\n")])


def _event(line: bytes) -> Any:
    try:
        return decoded(line)
    except RecordError as wrong:
        return Broken(wrong.parts[0])


def read(value: Any, id: str = "") -> Game:
    """Read one game.

    Parameters
    ----------
    value : list of (dict or Broken)
        Its events.
    id : str
        What to call it.

    Raises
    ------
    RecordError
        If there is no hand in it. What is wrong in one hand costs that hand alone: see `chouma.records.model.Game`.
    """
    return _Reader(listed_in(value, "a game", 1, MOST_GAME), id).read()


# ------------------------------------------------------------------------------------------------- reading


def _tile(value: Any, where: str, hidden: bool = False) -> int:
    if hidden and value == HIDDEN:
        return UNKNOWN
    if not isinstance(value, str) or value not in TILES:
        raise RecordError(worded("{where} is {value}: tiles are 1m to 9s, 5mr 5pr 5sr, E S W N P F C", where=where, value=show(value)))
    return TILES[value]


def _tiles(value: Any, where: str, least: int, most: int) -> tuple[int, ...] | None:
    """Tiles; None if any is hidden."""
    found = [_tile(one, where, hidden=True) for one in listed_in(value, where, least, most)]
    return None if UNKNOWN in found else tuple(found)


@cache
def _house(players: int, reds: bool, length: str) -> RiichiRules:
    """The rules of a game: those of Tenhou, after which the first server was made, and most programs that play were taught."""
    found = rules("tenhou-sanma" if players == 3 else "tenhou")
    changes: dict[str, Any] = {} if reds else {"red_fives": 0}
    if length != found.length:
        changes["length"] = length
    return found.but(**changes) if changes else found


class _Reader:
    """One game while it is read."""

    def __init__(self, events: Sequence[Any], id: str):
        self.events, self.id = events, id
        self.start: Mapping[str, Any] = next((one for one in events if isinstance(one, dict) and one.get("type") == "start_game"), {})
        self.players = self._count_players()
        self.turn: int | None = None  # whose number the first dealer has
        self.scores: tuple[int, ...] | None = None
        self.rounds: list[Round] = []
        self.problems: list[tuple[int | None, str]] = []
        self.finals: Finals | None = None
        self.index = -1
        self.hand: dict[str, Any] | None = None
        self.broken = self.late = False
        self._clear()

    def _clear(self) -> None:
        self.found: list[Event] = []
        self.melds: list[list[Meld]] = [[] for _ in range(self.players)]
        self.wins: list[ToldWin] = []
        self.draw: ToldDraw | None = None
        self.reason: str | None = None

    def _count_players(self) -> int:
        starts = [one for one in self.events if isinstance(one, dict) and one.get("type") in ("start_game", "start_kyoku")]
        lists = [one.get(key) for one in starts for key in ("names", "scores", "tehais")]
        if any(isinstance(one, list) and len(one) == 3 for one in lists):
            return 3
        # some programs keep an empty chair, without tiles or points
        first: dict[str, Any] = next((one for one in starts if one["type"] == "start_kyoku"), {})
        chair = all(
            isinstance(told := first.get(key), list) and told[3:] == [empty] for key, empty in (("scores", 0), ("tehais", [HIDDEN] * DEALT))
        )
        kita = any(isinstance(one, dict) and one.get("type") in ("nukidora", "kita") for one in self.events)
        return 3 if chair or kita else 4

    def read(self) -> Game:
        n = sum(isinstance(one, dict) and one.get("type") == "start_kyoku" for one in self.events)
        if n > MOST_ROUNDS:
            raise RecordError(worded("the record has {n} hands: at most {most}", n=n, most=MOST_ROUNDS))
        for event in self.events:
            try:
                self._event(event)
            except ChoumaError as wrong:
                self._break(wrong.parts[0])
        self._close()
        if self.index < 0:
            raise RecordError(self.problems[0][1] if self.problems else worded("no hand of mjai is in it: a hand begins with start_kyoku"))
        first = self.turn or 0
        names = [one if isinstance(one, str) else "" for one in self._listed("names")]
        names = (names + [""] * self.players)[: self.players]
        words = {key: value for key, value in self.start.items() if key not in ("type", "names", "logs")}
        rounds, problems = tuple(self.rounds), tuple(self.problems)
        house = _house(self.players, self._reds(), self._length())
        return Game(self.id, FORMAT, house, tuple(names[first:] + names[:first]), rounds, self.finals, problems, words)

    def _listed(self, key: str) -> list[Any]:
        value = self.start.get(key)
        return value if isinstance(value, list) else []

    def _reds(self) -> bool:
        told = self.start.get("aka_flag")
        return told if isinstance(told, bool) else not without_reds(self.rounds)

    def _length(self) -> str:
        return "east" if self.start.get("gametype") == "tonpu" or self.start.get("kyoku_first") == 4 else "half"

    def _break(self, why: str) -> None:
        """A hand that can't be read is left out; what is outside of any hand is told alone."""
        if not self.broken:
            if len(self.problems) > MOST_ROUNDS:
                raise RecordError(worded("more than {n} lines of it can't be read: {why}", n=MOST_ROUNDS, why=why))
            self.problems.append((self.index if self.hand is not None else None, why))
        self.broken = self.hand is not None

    def _event(self, event: Any) -> None:
        if isinstance(event, Broken):
            raise RecordError(event.why)
        type = mapping(event, "an event").get("type")
        if type == "start_game" or (isinstance(type, str) and type in _TALK):
            if type == "end_game":
                self._ended(event)
            if type == "end_kyoku":
                self._close()
        elif type == "start_kyoku":
            self._deal(event)
        elif not isinstance(type, str) or type not in self._ACTS:
            if not self.broken:
                raise RecordError(worded("there is no event {type}", type=show(type)))
        elif self.hand is None:
            if not self.late:
                self.late = True
                raise RecordError(worded("{type} happens before a hand begins or after it has ended", type=type))
        elif not self.broken:
            if (self.wins or self.draw) and type != "hora":
                raise RecordError(worded("{type} happens after the hand has ended", type=type))
            if len(self.found) >= MOST_EVENTS:
                raise RecordError(worded("{n} things happen in one hand", n=len(self.found) + 1))
            self._ACTS[type](self, event)

    def _seat(self, given: Mapping[str, Any], key: str = "actor") -> int:
        return (whole(given.get(key), key, 0, self.players - 1) - (self.turn or 0)) % self.players

    def _turned(self, told: Sequence[Any]) -> tuple[Any, ...]:
        """What is told by their numbers, by our seats."""
        first = self.turn or 0
        return (*told[first : self.players], *told[:first])

    def _points(self, given: Mapping[str, Any], key: str) -> tuple[int, ...] | None:
        told = given.get(key)
        return None if told is None else self._turned(amounts(told, key, self.players))

    # ------------------------------------------------------------------------------------------ a hand

    def _deal(self, given: Mapping[str, Any]) -> None:
        self._close()
        self.index, self.hand, self.broken = self.index + 1, {}, False
        players = self.players
        wind = given.get("bakaze")
        if not isinstance(wind, str) or wind not in _WINDS:
            raise RecordError(worded("{where} is {value}: it is E, S, W or N", where="bakaze", value=show(wind)))
        dealer = whole(given.get("kyoku"), "kyoku", 1, players) - 1
        turn = (whole(given.get("oya", dealer), "oya", 0, players - 1) - dealer) % players
        if self.turn not in (None, turn):
            told = {"kyoku": dealer + 1, "oya": show(given.get("oya"))}
            raise RecordError(worded("kyoku {kyoku} and oya {oya} don't go with the hands before", **told))
        self.turn = turn
        hands = listed_in(given.get("tehais"), "tehais", players, 4)
        told_scores = self._points(given, "scores")
        self.scores = told_scores or self.scores or (_house(players, True, "half").start_points,) * players
        self.hand = {
            **{"wind": _WINDS[wind], "dealer": dealer, "honba": counted(given, "honba") or 0},
            **{"deposits": counted(given, "kyotaku") or 0, "scores": self.scores},
            "deal": self._turned([_tiles(one, "tehais", DEALT, DEALT) for one in hands[:players]]),
            "indicator": _tile(given.get("dora_marker"), "dora_marker"),
        }

    def _close(self) -> None:
        if self.hand and not self.broken:
            round = Round(self.index, events=tuple(self.found), wins=tuple(self.wins), draw=self.draw, **self.hand)
            self.rounds.append(self._completed(round))
        self.hand, self.broken = None, False
        self._clear()

    def _completed(self, round: Round) -> Round:
        """The hand with what its end leaves to the play: which dragons, who is liable, and why nobody won."""
        asks = any(
            win.yakuman or any(id == DRAGON for id, _ in win.yaku or ()) or (win.yaku is None and len(self.melds[win.seat]) > 2)
            for win in round.wins
        )
        if not asks and not (round.draw and self.reason is None):
            return round
        table = replay(round)
        if round.draw:
            return round._replace(draw=round.draw._replace(kind=_kind(round, round.draw, table)))
        known = _house(self.players, True, "half").pao
        wins = (win._replace(yaku=_dragons(win, table), pao=liable_seat(win, table, known)) for win in round.wins)
        return round._replace(wins=tuple(wins))

    def _drawn(self, given: Mapping[str, Any]) -> None:
        self.found.append(DRAWS[self._seat(given)][_tile(given.get("pai"), "pai", hidden=True)])

    def _thrown(self, given: Mapping[str, Any]) -> None:
        self.found.append(DISCARDS[given.get("tsumogiri") is True][self._seat(given)][_tile(given.get("pai"), "pai")])

    def _called(self, given: Mapping[str, Any]) -> None:
        type, n = CALLS[given["type"]]
        seat, giver, tile = self._seat(given), self._seat(given, "target"), _tile(given.get("pai"), "pai")
        if seat == giver:
            raise RecordError(worded("a player calls a tile of their own"))
        own = [_tile(one, "consumed") for one in listed_in(given.get("consumed"), "consumed", n, n)]
        self._meld(seat, Meld.of(type, [tile, *own], tile, SOURCES[self.players][(giver - seat) % self.players]))

    def _closed(self, given: Mapping[str, Any]) -> None:
        four = [_tile(one, "consumed") for one in listed_in(given.get("consumed"), "consumed", 4, 4)]
        self._meld(self._seat(given), Meld.of(ANKAN, four))

    def _added(self, given: Mapping[str, Any]) -> None:
        seat, tile = self._seat(given), _tile(given.get("pai"), "pai")
        group = [_tile(one, "consumed") for one in listed_in(given.get("consumed"), "consumed", 3, 3)]
        meld = Meld.of(KAKAN, [tile, *group], added=tile)
        pon = next((one for one in self.melds[seat] if one.type == PON and one.kind == meld.kind), None)
        if pon is not None:
            meld = meld._replace(called=pon.called, source=pon.source)
            self.melds[seat].remove(pon)
        self._meld(seat, meld)

    def _meld(self, seat: int, meld: Meld) -> None:
        self.melds[seat].append(meld)
        self.found.append(Event(CALL, seat, meld=meld))

    def _north(self, given: Mapping[str, Any]) -> None:
        if self.players != 3:
            raise RecordError(worded("a north is declared where four play"))
        self.found.append(Event(KITA, self._seat(given), NORTH))

    def _riichi(self, given: Mapping[str, Any]) -> None:
        self.found.append(Event(RIICHI, self._seat(given)))

    def _stick(self, given: Mapping[str, Any]) -> None:
        seat = self._seat(given)
        self.found.append(Event(STICK, seat))
        told = self._points(given, "scores")
        self.scores = told or tuple(score - STICK_POINTS * (one == seat) for one, score in enumerate(self.scores or ()))

    def _turned_up(self, given: Mapping[str, Any]) -> None:
        self.found.append(Event(INDICATOR, -1, _tile(given.get("dora_marker"), "dora_marker")))

    # ------------------------------------------------------------------------------------------ ends

    def _paid(self, given: Mapping[str, Any]) -> tuple[int, ...] | None:
        deltas, told = self._points(given, "deltas"), self._points(given, "scores")
        if told or deltas:
            self.scores = told or tuple(map(sum, zip(self.scores or (), deltas or (), strict=True)))
        return deltas

    def _won(self, given: Mapping[str, Any]) -> None:
        seat = self._seat(given)
        giver = self._seat(given, "target") if given.get("target") is not None else self._last_seat()
        tile = None if given.get("pai") is None else _tile(given["pai"], "pai")
        told = given.get("hora_tehais")
        concealed = None if told is None else _tiles(told, "hora_tehais", 1, 14)
        if concealed is not None and tile is not None and len(concealed) % 3 == 2:
            if tile not in concealed:
                raise RecordError(worded("the winning tile {tile} isn't among hora_tehais", tile=TILE_NAMES[tile]))
            place = concealed.index(tile)
            concealed = concealed[:place] + concealed[place + 1 :]
        ura = given.get("uradora_markers", given.get("ura_markers"))
        yaku, yakuman = _yaku(given.get("yakus"))
        asked = bool(self.wins) and self.wins[-1].seat == seat and self.wins[-1].deltas is None
        if asked:  # what the player said, to which the server answers
            self.wins.pop()
        if self.draw or any(win.seat == seat for win in self.wins):
            raise RecordError(worded("{type} happens after the hand has ended", type="hora"))
        self.wins.append(ToldWin(
            seat,
            None if giver == seat else giver,
            tile,
            concealed,
            None if concealed is None else tuple(self.melds[seat]),
            None if concealed is None else sum(event.what == KITA and event.seat == seat for event in self.found),
            ura=None if ura is None else _tiles(ura, "uradora_markers", 0, 5),
            yaku=yaku,
            yakuman=yakuman,
            fu=counted(given, "fu") or None,
            han=None if yakuman else counted(given, "fan"),
            points=counted(given, "hora_points", MOST_POINTS),
            deltas=self._paid(given),
            words={key: one for key, one in given.items() if key in ("yakus", "meta")},
        ))

    def _last_seat(self) -> int:
        last = next((event for event in reversed(self.found) if event.what in (DRAW, DISCARD, CALL, KITA)), None)
        if last is None:
            raise RecordError(worded("a hand is won before anything happens"))
        return last.seat

    def _nobody(self, given: Mapping[str, Any]) -> None:
        reason = given.get("reason")
        kind = EXHAUSTIVE if reason is None else reason_kind(reason) if isinstance(reason, str) else None
        if kind is None:
            raise RecordError(worded("a hand ends with {value}, which isn't known", value=show(reason)))
        self.reason = reason
        tenpai = given.get("tenpais")
        if tenpai is not None:
            tenpai = self._turned([bool(one) for one in listed_in(tenpai, "tenpais", self.players, 4)[: self.players]])
        hands = given.get("tehais")
        if hands is not None:
            hands = self._turned([_tiles(one, "tehais", 0, 14) for one in listed_in(hands, "tehais", self.players, 4)[: self.players]])
        self.draw = ToldDraw(kind, tenpai, hands, deltas=self._paid(given), words={"reason": reason})

    def _ended(self, given: Mapping[str, Any]) -> None:
        self._close()
        told = self._points(given, "scores")
        self.finals = Finals(told) if told else None

    _ACTS: ClassVar[dict[str, Callable[[_Reader, Mapping[str, Any]], None]]] = {
        **{"tsumo": _drawn, "dahai": _thrown, "chi": _called, "pon": _called, "daiminkan": _called, "ankan": _closed, "kakan": _added},
        **{"nukidora": _north, "kita": _north, "reach": _riichi, "reach_accepted": _stick, "dora": _turned_up},
        **{"hora": _won, "ryukyoku": _nobody},
    }


assert set(_Reader._ACTS) == _PLAY


def _yaku(told: Any) -> tuple[tuple[tuple[str, int], ...] | None, tuple[str, ...]]:
    """Yaku with their han, or the yakuman."""
    if told is None:
        return None, ()
    found: list[tuple[str, int]] = []
    for one in listed_in(told, "yakus", 0, 40):
        name, han = listed_in(one, "yakus", 2, 2)
        if not isinstance(name, str):
            raise RecordError(worded("{value} is no name of a yaku", value=show(name)))
        found.append((YAKU_IDS.get(name, name), whole(han, "yakus", 0, MOST_COUNTED)))
    yakuman = tuple(id for id, han in found if han >= LEAST_YAKUMAN_FAN and id in YAKU_NAMES and YAKU_NAMES[id].category != "bonus")
    return (None, yakuman) if yakuman else (tuple(found), ())


def _dragons(win: ToldWin, table: Table) -> tuple[tuple[str, int], ...] | None:
    """The yaku of a win, its dragons named where the hand shows which they are."""
    if win.yaku is None:
        return None
    told = sum(han for id, han in win.yaku if id == DRAGON)
    hand = won_hand(win, table)
    held = [] if hand is None else [DRAGON_YAKU[kind] for kind in DRAGONS if copies(hand.all_counts, kind) >= 3]
    if not told or told != len(held):
        return win.yaku
    return (*(one for one in win.yaku if one[0] != DRAGON), *((id, 1) for id in held))


def _kind(round: Round, draw: ToldDraw, table: Table) -> str:
    """Why nobody won, where the record doesn't say: by the play."""
    if not table.wall:
        # nagashi mangan alone moves more than all the points for tenpai
        return NAGASHI if draw.deltas and max(map(abs, draw.deltas)) > 3000 else EXHAUSTIVE
    if sum(map(bool, table.riichi)) == round.players == 4:
        return "suucha_riichi"
    if table.kans() >= 4:
        return "suukan_sanra"
    if round.players == 4 and table.same_winds():
        return "suufon_renda"
    last = table.last
    if last is not None and last.what == DRAW and not table.thrown[last.seat] and not table.calls:
        return "kyuushu_kyuuhai"
    return EXHAUSTIVE
