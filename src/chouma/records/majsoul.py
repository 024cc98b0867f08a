"""Mahjong Soul: the JSON that record viewers and downloaders save.

They differ in where the play stands, in how its parts are called and in whether names have capitals; what they tell is one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from ..errors import ChoumaError, show, worded
from ..hand import ANKAN, CHI, KAKAN, MINKAN, PON, Meld
from ..riichi.draws import EXHAUSTIVE, NAGASHI
from ..riichi.names import YAKU_NAMES
from ..seats import Wind
from ..tiles import FIRST_FLOWER, KIND_OF, NORTH, NUMBERS, RED_OF
from .checked import amounts, listed_in, mapping, whole
from .majsoul_rules import field, inside, players_of, rules_of
from .melds import SOURCES
from .model import (
    CALL,
    DISCARDS,
    DRAWS,
    INDICATOR,
    KITA,
    RIICHI,
    STICK,
    Event,
    Finals,
    Game,
    RecordError,
    Round,
    ToldDraw,
    ToldWin,
)

FORMAT = "majsoul"

#: entries of a record; the longest real ones, with what the players pressed, have 3,000
MOST_ENTRIES = 100_000
MOST_EVENTS = 1000
MOST_ROUNDS = 200

_NEW_ROUND = "RecordNewRound"
_RECORD = re.compile(r"Record[A-Za-z]{1,40}")
#: where the play may stand in a record, and in what it is wrapped
_PLACES = ("records", "details", "actions", "data")

_TILES = {name: tile for name, tile in NUMBERS.items() if tile < FIRST_FLOWER}
_CALLS = {0: CHI, 1: PON, 2: MINKAN}
_KAKAN, _ANKAN = 2, 3
_ABORTED = {1: "kyuushu_kyuuhai", 2: "suufon_renda", 3: "suukan_sanra", 4: "suucha_riichi", 5: "sanchahou"}
_THREE_RONS = 5
_MELD = re.compile(r"(shunzi|kezi|gangzi|minggang|angang)\(([0-9][mpsz](?:,[0-9][mpsz]){2,3})\)")
_MELD_TYPES = {"shunzi": CHI, "kezi": PON, "gangzi": MINKAN, "minggang": MINKAN, "angang": ANKAN}
_LIMITS = ("", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
#: ends of the titles of old records, which are in Chinese
_TITLES = {"三倍满": "sanbaiman", "役满": "yakuman", "满贯": "mangan", "跳满": "haneman", "倍满": "baiman"}
#: names of old records that differ from those of our table
_ALIASES = {
    **{"役牌:门风牌": "seat_wind", "役牌:自风牌": "seat_wind", "役牌:场风牌": "round_wind", "断幺九": "tanyao", "红宝牌": "aka_dora"},
    **{"役牌白": "yakuhai_haku", "役牌发": "yakuhai_hatsu", "役牌發": "yakuhai_hatsu", "役牌中": "yakuhai_chun", "里宝牌": "ura_dora"},
    **{"门前清自摸和": "menzen_tsumo", "枪杠": "chankan", "海底摸月": "haitei", "海底捞月": "haitei", "河底捞鱼": "houtei"},
    **{"两立直": "double_riichi", "双立直": "double_riichi", "拔北宝牌": "kita_dora", "北宝牌": "kita_dora", "拔北": "kita_dora"},
}

Body = Mapping[str, Any]


def is_one(value: Any) -> bool:
    """Whether a JSON value looks like such a record."""
    if isinstance(value, list):
        return bool(value) and _called(value[0]) != ""
    if not isinstance(value, dict):
        return False
    if isinstance(value.get("head"), dict) and ("accounts" in value["head"] or "data" in value or "records" in value):
        return True
    return "GameDetailRecords" in str(value.get("name", "")) or any(
        isinstance(value.get(place), list) and any(_called(entry) for entry in value[place][:3]) for place in _PLACES
    )


def read(value: Any, id: str = "") -> Game:
    """Read one game.

    Parameters
    ----------
    value : dict or list
    id : str
        What to call it.

    Raises
    ------
    RecordError
        If it is none. What is wrong in one hand costs that hand alone: see `chouma.records.model.Game`.
    """
    head = inside(value, "head")
    hands = _hands(_entries(value))
    players = players_of(head) or _players(hands[0])
    house = rules_of(head, players)
    rounds: list[Round] = []
    problems: list[tuple[int | None, str]] = []
    for i, hand in enumerate(hands):
        try:
            rounds.append(_Reader(i, players, house.red_fives).read(hand))
        except ChoumaError as wrong:
            problems.append((i, wrong.parts[0]))
    words: dict[str, Any] = {name: head[name] for name in ("uuid", "start_time", "end_time", "config") if name in head}
    return Game(id, FORMAT, house, _names(head, players), tuple(rounds), _finals(head, players), tuple(problems), words)


# ------------------------------------------------------------------------------------------------- where the play stands


def _called(entry: Any) -> str:
    """The name of an entry, such as ``RecordDiscardTile``; empty where it is none of the play."""
    if not isinstance(entry, dict):
        return ""
    name = entry.get("name") or entry.get("@type") or entry.get("type_name")
    if not isinstance(name, str):
        return _called(entry["result"]) if isinstance(entry.get("result"), dict) else ""
    name = re.split(r"[./]", name)[-1]
    return name if _RECORD.fullmatch(name) else ""


def _entries(value: Any) -> list[tuple[str, Body]]:
    """All that was played: names and what they tell."""
    found = _list_of_play(value, 0)
    if found is None:
        raise RecordError(worded("the play isn't there as JSON: save the record with its actions (records) spelt out"))
    if len(found) > MOST_ENTRIES:
        raise RecordError(worded("the record has {n} entries: at most {most}", n=len(found), most=MOST_ENTRIES))
    entries: list[tuple[str, Body]] = []
    for entry in found:
        while isinstance(entry, dict) and isinstance(entry.get("result"), dict):
            entry = entry["result"]
        if name := _called(entry):
            body = entry.get("data", entry)
            entries.append((name, body if isinstance(body, dict) else {"": body}))
    return entries


def _list_of_play(value: Any, depth: int) -> list[Any] | None:
    if isinstance(value, list):
        return value if any(_called(entry) for entry in value) else None
    if isinstance(value, dict) and depth < 5:
        for place in _PLACES:
            found = _list_of_play(value.get(place), depth + 1)
            if found is not None:
                return found
    return None


def _hands(entries: Sequence[tuple[str, Body]]) -> list[list[tuple[str, Body]]]:
    found: list[list[tuple[str, Body]]] = []
    for entry in entries:
        if entry[0] == _NEW_ROUND:
            found.append([])
        if found:
            found[-1].append(entry)
    if not found:
        raise RecordError(worded("no hand of Mahjong Soul is in it: a hand begins with {name}", name=_NEW_ROUND))
    if len(found) > MOST_ROUNDS:
        raise RecordError(worded("the record has {n} hands: at most {most}", n=len(found), most=MOST_ROUNDS))
    return found


def _players(hand: Sequence[tuple[str, Body]]) -> int:
    scores = field(hand[0][1], "scores")
    three = isinstance(scores, list) and (len(scores) == 3 or not _dealt(hand[0][1], 3))
    return 3 if three else 4


def _dealt(body: Body, seat: int) -> Any:
    return body.get(f"tiles{seat}") or body.get(f"begin_tiles[{seat}]")


def _names(head: Body, players: int) -> tuple[str, ...]:
    """Computers that play have no account, and no name."""
    found = [""] * players
    accounts = field(head, "accounts", [])
    for account in accounts[:8] if isinstance(accounts, list) else ():
        if isinstance(account, dict):
            seat, name = field(account, "seat", 0), account.get("nickname")
            if type(seat) is int and 0 <= seat < players and isinstance(name, str):
                found[seat] = name
    return tuple(found)


def _finals(head: Body, players: int) -> Finals | None:
    told = field(inside(head, "result"), "players", [])
    if not isinstance(told, list) or len(told) != players or not all(isinstance(one, dict) for one in told):
        return None
    rows = [[field(one, name, 0) for name in ("seat", "part_point_1", "total_point")] for one in told]
    if any(type(number) is not int or abs(number) >= 10**8 for row in rows for number in row):
        return None
    rows.sort()
    if [row[0] for row in rows] != list(range(players)) or not any(row[1] for row in rows):
        return None
    return Finals(*(tuple(row[i] for row in rows) for i in (1, 2)))


# ------------------------------------------------------------------------------------------------- tiles


def tile_of(text: Any, where: str = "a tile") -> int:
    """The tile of a text such as 5m, or 0m for the red one.

    Raises
    ------
    RecordError
        If there is no such tile.
    """
    found = _TILES.get(text) if isinstance(text, str) else None
    if found is None:
        raise RecordError(worded("{where} is {value}: there is no such tile", where=where, value=show(text)))
    return found


def _tiles(value: Any, where: str, least: int, most: int) -> tuple[int, ...]:
    return tuple(tile_of(one, where) for one in listed_in(value, where, least, most))


# ------------------------------------------------------------------------------------------------- one hand


class _Reader:
    """One hand while it is read."""

    def __init__(self, index: int, players: int, red_fives: int):
        self.index, self.players, self.red_fives = index, players, red_fives
        self.events: list[Event] = []
        self.wins: tuple[ToldWin, ...] = ()
        self.draw: ToldDraw | None = None
        self.indicators = 1  # how many are turned
        self.pending = -1  # who declared riichi, until the discard has passed
        self.thrown = -1, -1  # the last discard: seat, tile
        self.held: list[list[int]] = []
        self.melds: list[list[Meld]] = [[] for _ in range(players)]

    def read(self, hand: Sequence[tuple[str, Body]]) -> Round:
        """The hand of its entries, the first of which is the deal."""
        deal = hand[0][1]
        table = [whole(field(deal, name, 0), name, 0, most) for name, most in (("chang", 3), ("ju", 3), ("ben", 1000), ("liqibang", 1000))]
        if table[1] >= self.players:
            raise RecordError(worded("there is no hand {n}", n=table[1]))
        dealer = table[1]
        scores = amounts(field(deal, "scores"), "the points", self.players)
        turned = field(deal, "doras") or [field(deal, "dora")]
        indicator = _tiles(turned, "the dora indicators", 1, 5)[0]
        dealt = [_tiles(_dealt(deal, seat), "a dealt hand", 13, 14 if seat == dealer else 13) for seat in range(self.players)]
        if len(dealt[dealer]) == 14:
            drawn = self._first_draw(dealer, dealt[dealer], hand[1:2])
            rest = list(dealt[dealer])
            rest.remove(drawn)
            dealt[dealer] = tuple(rest)
            self.events.append(DRAWS[dealer][drawn])
            self.held = [list(tiles) for tiles in dealt]
            self.held[dealer].append(drawn)
        else:
            self.held = [list(tiles) for tiles in dealt]
        for name, body in hand[1:]:
            self._entry(name, body)
        about = Round(self.index, Wind(table[0]), dealer, table[2], table[3], scores, tuple(dealt), indicator)
        return about._replace(events=tuple(self.events), wins=self.wins, draw=self.draw)

    def _first_draw(self, dealer: int, tiles: tuple[int, ...], following: Sequence[tuple[str, Body]]) -> int:
        """Which of the fourteen came last: the one that was thrown or won on at once, else the last that is written."""
        for name, body in following:
            told = None
            if name == "RecordDiscardTile" and field(body, "moqie"):
                told = field(body, "tile")
            elif name == "RecordHule" and isinstance(hules := field(body, "hules"), list) and hules and isinstance(hules[0], dict):
                told = field(hules[0], "hu_tile")
            tile = _TILES.get(told) if isinstance(told, str) else None
            if tile is not None and tile in tiles:
                return tile
        return tiles[-1]

    def _entry(self, name: str, body: Body) -> None:
        act = self._ACTS.get(name)
        if act is None:
            raise RecordError(worded("{name} isn't known: it is of no riichi game", name=name))
        if self.wins or self.draw:
            raise RecordError(worded("{name} comes after the end of the hand", name=name))
        if len(self.events) > MOST_EVENTS:
            raise RecordError(worded("more than {n} things happen in one hand", n=MOST_EVENTS))
        act(self, body)

    def _seat(self, body: Body, name: str = "seat") -> int:
        return whole(field(body, name, 0), "a seat", 0, self.players - 1)

    # ------------------------------------------------------------------------------------------ the play

    def _turned(self, body: Body) -> None:
        """Indicators that weren't turned before."""
        shown = _tiles(field(body, "doras", []), "the dora indicators", 0, 5)
        self.events += [Event(INDICATOR, -1, tile) for tile in shown[self.indicators :]]
        self.indicators = max(self.indicators, len(shown))

    def _passed(self, body: Body) -> None:
        """A declared riichi whose discard wasn't won on: its stick is laid, unless the record says that it wasn't."""
        if self.pending >= 0 and not field(inside(body, "liqi"), "failed"):
            self.events.append(Event(STICK, self.pending))
        self.pending = -1

    def _drawn(self, body: Body) -> None:
        self._passed(body)
        self._turned(body)
        seat, tile = self._seat(body), tile_of(field(body, "tile"))
        self.held[seat].append(tile)
        self.events.append(DRAWS[seat][tile])

    def _discard(self, body: Body) -> None:
        seat, tile = self._seat(body), tile_of(field(body, "tile"))
        if field(body, "is_liqi") or field(body, "is_wliqi"):
            self.events.append(Event(RIICHI, seat))
            self.pending = seat
        self.events.append(DISCARDS[bool(field(body, "moqie"))][seat][tile])
        self._out(seat, tile)
        self.thrown = seat, tile
        self._turned(body)

    def _out(self, seat: int, tile: int) -> None:
        """A tile leaves a hand; the replay tells where it wasn't in it."""
        if tile in self.held[seat]:
            self.held[seat].remove(tile)

    def _call(self, body: Body) -> None:
        self._passed(body)
        seat = self._seat(body)
        type = whole(field(body, "type", 0), "the type of a call", 0, 2)
        tiles = _tiles(field(body, "tiles"), "a call", 3, 4)
        froms = [whole(one, "a seat", 0, self.players - 1) for one in listed_in(field(body, "froms"), "froms", len(tiles), len(tiles))]
        given = [(giver, tile) for giver, tile in zip(froms, tiles, strict=True) if giver != seat]
        if len(given) != 1:
            raise RecordError(worded("a call takes {n} tiles of others: it takes one", n=len(given)))
        [(giver, called)] = given
        meld = Meld.of(_CALLS[type], tiles, called, SOURCES[self.players][(giver - seat) % self.players])
        own = list(tiles)
        own.remove(called)
        for tile in own:
            self._out(seat, tile)
        self.melds[seat].append(meld)
        self.events.append(Event(CALL, seat, meld=meld))
        self._turned(body)

    def _kan(self, body: Body) -> None:
        seat, type = self._seat(body), field(body, "type", 0)
        told = field(body, "tiles")
        tile = tile_of(told[0] if isinstance(told, list) and told else told)
        if type == _ANKAN:
            meld = Meld.of(ANKAN, self._four(seat, tile))
            self.melds[seat].append(meld)
            for one in meld.tiles:
                self._out(seat, one)
        elif type == _KAKAN:
            meld = self._added(seat, tile)
            self._out(seat, tile)
        else:
            raise RecordError(worded("a kan has the type {value}: {kakan} or {ankan}", value=show(type), kakan=_KAKAN, ankan=_ANKAN))
        self.events.append(Event(CALL, seat, meld=meld))
        self._turned(body)

    def _four(self, seat: int, tile: int) -> list[int]:
        """The tiles of a concealed kan: the record tells one, and the hand all."""
        kind = KIND_OF[tile]
        found = [one for one in self.held[seat] if KIND_OF[one] == kind]
        if len(found) == 4:
            return found
        red = RED_OF.get(kind) if self.red_fives else None
        return [kind] * 4 if red is None else [red, kind, kind, kind]

    def _added(self, seat: int, tile: int) -> Meld:
        for place, pon in enumerate(self.melds[seat]):
            if pon.type == PON and pon.kind == KIND_OF[tile]:
                meld = Meld.of(KAKAN, (*pon.tiles, tile), pon.called, pon.source, tile)
                self.melds[seat][place] = meld
                return meld
        raise RecordError(worded("a tile is added to a triplet that isn't there"))

    def _north(self, body: Body) -> None:
        seat = self._seat(body)
        self._out(seat, NORTH)
        self.events.append(Event(KITA, seat, NORTH))
        self._turned(body)

    # ------------------------------------------------------------------------------------------ ends

    def _won(self, body: Body) -> None:
        told = [mapping(one, "a win") for one in listed_in(field(body, "hules"), "hules", 1, 3)]
        before = amounts(field(body, "old_scores"), "the points before", self.players)
        paid = amounts(field(body, "delta_scores"), "the payments", self.players)
        liable = whole(field(body, "baopai", 0), "baopai", 0, self.players)
        wins = [self._win(one, before, liable) for one in told]
        self.wins = tuple(win._replace(deltas=part) for win, part in zip(wins, _parts(wins, paid), strict=True))

    def _win(self, told: Body, before: tuple[int, ...], liable: int) -> ToldWin:
        seat = self._seat(told)
        drawn = bool(field(told, "zimo"))
        giver = None if drawn else self._giver()
        if giver == seat:
            raise RecordError(worded("a win by ron on one's own discard"))
        yaku = tuple(self._yaku(told))
        yakuman = tuple(id for id, _ in yaku) if field(told, "yiman") else ()
        yaku = tuple((id, han) for id, han in yaku if han)
        pao = self._liable(told, liable) if yakuman else None
        melds = tuple(self._shown(seat, one) for one in listed_in(field(told, "ming", []), "ming", 0, 4))
        return ToldWin(
            seat,
            giver,
            tile_of(field(told, "hu_tile"), "the winning tile"),
            _tiles(field(told, "hand"), "the hand that won", 1, 13),
            melds,
            sum(event.what == KITA and event.seat == seat for event in self.events),
            _tiles(field(told, "doras", []), "the dora indicators", 0, 5),
            _tiles(field(told, "li_doras", []), "the ura indicators", 0, 5),
            None if yakuman else yaku,
            yakuman,
            whole(field(told, "fu", 0), "fu", 0, 1000) or None,
            None if yakuman else whole(field(told, "count", 0), "the han", 0, 200) or None,
            self._points(told, drawn),
            _limit(told),
            pao,
            before,
            words={key: value for key, value in told.items() if key not in ("hand", "ming")},
        )

    def _giver(self) -> int:
        """Whose discard it is; who robs a kan or a north wins on the last that was declared."""
        last = next((event for event in reversed(self.events) if event.what not in (INDICATOR, STICK)), None)
        if last is None or last.seat < 0:
            raise RecordError(worded("a win by ron before anything was discarded"))
        return last.seat

    def _liable(self, told: Body, liable: int) -> int | None:
        liable = whole(field(told, "baopai", liable), "baopai", 0, self.players) or liable
        return liable - 1 if liable else None

    def _yaku(self, told: Body) -> Iterator[tuple[str, int]]:
        for fan in listed_in(field(told, "fans", []), "fans", 0, 60):
            fan = mapping(fan, "a yaku")
            yield _yaku_id(fan.get("id"), fan.get("name")), whole(field(fan, "val", 0), "the han of a yaku", 0, 200)

    def _points(self, told: Body, drawn: bool) -> int | None:
        """What the others pay without counters."""
        ron, dealer, each = (
            whole(field(told, name, 0), name, 0, 10**8) for name in ("point_rong", "point_zimo_qin", "point_zimo_xian")
        )
        if not drawn:
            return ron or None
        if field(told, "qinjia"):
            return each * (self.players - 1) or None
        return (dealer + each * (self.players - 2) if each and dealer else 0) or None

    def _shown(self, seat: int, text: Any) -> Meld:
        """A group of a hand that won: as it was called, or else as it is written."""
        found = _MELD.fullmatch(text) if isinstance(text, str) else None
        if found is None:
            raise RecordError(worded("{value} is no group", value=show(text)))
        tiles = [tile_of(one) for one in found[2].split(",")]
        written = Meld.of(_MELD_TYPES[found[1]], tiles)
        return next((meld for meld in self.melds[seat] if meld.counts == written.counts and meld.open == written.open), written)

    def _no_tile(self, body: Body) -> None:
        self._passed(body)
        players = listed_in(field(body, "players"), "the players", self.players, 4)
        shown = [mapping(one, "a player") for one in players[: self.players]]
        paid = [mapping(one, "the payments") for one in listed_in(field(body, "scores", []), "the payments", 0, 4)]
        deltas = [0] * self.players
        for one in paid:
            if (moved := field(one, "delta_scores")) is not None:
                deltas = [a + b for a, b in zip(deltas, amounts(moved, "the payments", self.players), strict=True)]
        before = next((amounts(told, "the points before", self.players) for one in paid[:1] if (told := field(one, "old_scores"))), None)
        self.draw = ToldDraw(
            NAGASHI if field(body, "liujumanguan") else EXHAUSTIVE,
            tuple(bool(field(one, "tingpai")) for one in shown),
            tuple(_tiles(field(one, "hand"), "a hand", 1, 13) if field(one, "tingpai") and field(one, "hand") else None for one in shown),
            before,
            tuple(deltas),
            words=body,
        )

    def _aborted(self, body: Body) -> None:
        type = whole(field(body, "type", 0), "the type of a draw", 1, 5)
        if type == _THREE_RONS:
            self.pending = -1
        self._passed(body)
        self.draw = ToldDraw(_ABORTED[type], deltas=(0,) * self.players, words=body)

    _ACTS: ClassVar[dict[str, Callable[[_Reader, Body], None]]] = {
        **{"RecordDealTile": _drawn, "RecordDiscardTile": _discard, "RecordChiPengGang": _call, "RecordAnGangAddGang": _kan},
        **{"RecordBaBei": _north, "RecordHule": _won, "RecordNoTile": _no_tile, "RecordLiuJu": _aborted},
    }


def _parts(wins: Sequence[ToldWin], paid: tuple[int, ...]) -> list[tuple[int, ...]]:
    """What each winner's share of the payments is: they are told together, and sticks and counters are the first one's."""
    rest, found = list(paid), []
    for win in wins[1:]:
        part = [0] * len(paid)
        gained = paid[win.seat]
        part[win.seat] = gained
        if win.giver is not None:
            part[win.giver] -= gained
        rest = [a - b for a, b in zip(rest, part, strict=True)]
        found.append(tuple(part))
    return [tuple(rest), *found]


def _limit(told: Body) -> str | None:
    """The limit by its number, or by its title in old records; None where it doesn't tell."""
    number, title = field(told, "title_id"), field(told, "title")
    if type(number) is int and number >= 0:
        return _LIMITS[min(number, len(_LIMITS) - 1)]
    if isinstance(title, str) and title:
        return next((limit for end, limit in _TITLES.items() if title.endswith(end)), None)
    return None


@cache
def _yaku_by_number() -> dict[int, str]:
    return {name.majsoul: id for id, name in YAKU_NAMES.items() if name.majsoul is not None}


@cache
def _yaku_by_name() -> dict[str, str]:
    return {text: id for id, name in YAKU_NAMES.items() for text in (name.zh_hans, name.zh_hant, name.ja)} | _ALIASES


def _yaku_id(number: Any, name: Any) -> str:
    """The id of a yaku by its number, or by its name in old records."""
    if type(number) is int and number in _yaku_by_number():
        return _yaku_by_number()[number]
    if number is None and isinstance(name, str):
        plain = name.replace(" ", "").replace("\N{FULLWIDTH COLON}", ":")
        if plain in _yaku_by_name():
            return _yaku_by_name()[plain]
    raise RecordError(worded("there is no yaku {n}", n=show(name if number is None else number)))
