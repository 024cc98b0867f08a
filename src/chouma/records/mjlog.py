"""Tenhou's own records: XML of one flat row of tags.

They are read by their tags alone. Nothing that XML has beyond that (entities, document types, comments, texts) is in them, and
nothing of it is ever followed: what isn't a tag with attributes is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from urllib.parse import unquote

from ..errors import ChoumaError, shorten, worded
from ..riichi.draws import EXHAUSTIVE, KINDS, NAGASHI
from ..riichi.names import YAKU_NAMES
from ..riichi.rules import RiichiRules, rules
from ..seats import Wind
from .melds import FACES, face, tenhou_meld
from .model import (
    CALL,
    DISCARDS,
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

FORMAT = "mjlog"

N_PHYSICAL = 136
MOST_EVENTS = 1000

#: bits of the type of a game
NO_REDS, NO_OPEN_TANYAO, SOUTH, THREE = 2, 4, 8, 16

LIMITS = ("", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
DRAW_KINDS = {
    **{"yao9": "kyuushu_kyuuhai", "kaze4": "suufon_renda", "reach4": "suucha_riichi", "ron3": "sanchahou"},
    **{"kan4": "suukan_sanra", "nm": NAGASHI},
}
assert set(DRAW_KINDS.values()) <= set(KINDS)

_ENDS = ("/>", "/", ">", "?>")
_NUMBERS = re.compile(r"[-+]?[0-9]{1,9}(?:,[-+]?[0-9]{1,9})*")
DRAW_TAGS, DISCARD_TAGS = "TUVW", "DEFG"
_TILE_TAGS = frozenset(DRAW_TAGS + DISCARD_TAGS + DISCARD_TAGS.lower())
_NO_TILE = -2
_SHORT = 4096  # a tag of which something is kept
_SEAT_OF = {str(seat): seat for seat in range(4)}
_SHORT_TILES = 200  # nobody holds more
_NUMBER_OF = {str(tile): tile for tile in range(N_PHYSICAL)}

Attributes = Mapping[str, str]


@lru_cache(maxsize=4)
def _plain(reds: bool, players: int) -> dict[str, tuple[Event, Event, int, int]]:
    """Draws and discards by their tags as they are always written: most tags of a game are read by one look.

    Each has its event, the event if the tile that was drawn last is thrown, that tile, and the tile that is drawn now.
    """
    found = {}
    for seat in range(players):
        for tile in range(N_PHYSICAL):
            shown = face(tile, reds)
            drawn, thrown, thrown_at_once = DRAWS[seat][shown], DISCARDS[0][seat][shown], DISCARDS[1][seat][shown]
            found[f"{DRAW_TAGS[seat]}{tile}/>"] = drawn, drawn, _NO_TILE, tile
            found[f"{DISCARD_TAGS[seat]}{tile}/>"] = thrown, thrown_at_once, tile, UNKNOWN
    return found


def read(text: str, id: str = "") -> Game:
    """Read one game.

    Parameters
    ----------
    text : str
        The XML of one game.
    id : str
        What to call it.

    Raises
    ------
    RecordError
        If it is none. What is wrong in one hand costs that hand alone: see `chouma.records.model.Game`.
    """
    return _Reader(id).read(text)


def _split(piece: str) -> tuple[str, dict[str, str]]:
    """The name of a tag and its attributes; what follows its opening bracket is given."""
    name, _, rest = piece.partition(" ")
    if not rest or rest[0] in "\r\n":
        name, rest = name.rstrip("\r\n\t ").removesuffix(">").removesuffix("/"), "/>"
    parts = rest.split('"')
    between = tuple(parts[::2])
    names = _names(between) if len(rest) < _SHORT else _names.__wrapped__(between)
    if names is None or len(between) == len(parts) - len(between):  # an odd number of quotes
        raise RecordError(worded("not a tag of Tenhou: {text}", text=shorten("<" + piece)))
    return name, dict(zip(names, parts[1::2], strict=True))


@lru_cache(maxsize=1024)
def _names(between: tuple[str, ...]) -> tuple[str, ...] | None:
    """The names of attributes, by what stands between their values: tags of one kind have the same; None where it is no tag."""
    names, end = [part.strip() for part in between[:-1]], between[-1].strip()
    if end not in _ENDS or not all(name[-1:] == "=" and name[:-1].isidentifier() for name in names):
        return None
    return tuple(name[:-1] for name in names)


def numbers(text: str, where: str, most: int = 200) -> list[int]:
    """Numbers with commas between them.

    Raises
    ------
    RecordError
        If they are none.
    """
    if not text:
        return []
    if not _NUMBERS.fullmatch(text) or text.count(",") >= most:
        raise RecordError(worded("{where} is {text}: numbers with commas between them", where=where, text=shorten(text)))
    return list(map(int, text.split(",")))


def _numbers(given: Attributes, name: str, tag: str, most: int) -> list[int]:
    """Numbers that can't be absent."""
    found = numbers(_need(given, name, tag), f"{name} of {tag}", most)
    if not found:
        raise RecordError(worded("{tag} has no {name}", tag=tag, name=name))
    return found


def _tiles(text: str, where: str) -> list[int]:
    if len(text) < _SHORT_TILES:
        try:
            return list(map(_NUMBER_OF.__getitem__, text.split(",")))
        except KeyError:
            pass  # numbers written otherwise, none, or no numbers
    found = numbers(text, where)
    if found and (min(found) < 0 or max(found) >= N_PHYSICAL):
        raise RecordError(worded("{where} has a tile that isn't from 0 to 135: {text}", where=where, text=shorten(text)))
    return found


def _need(given: Attributes, name: str, tag: str) -> str:
    if name not in given:
        raise RecordError(worded("{tag} has no {name}", tag=tag, name=name))
    return given[name]


def _seat(given: Attributes, name: str, players: int, tag: str) -> int:
    text = _need(given, name, tag)
    found = _SEAT_OF.get(text, players)
    if found >= players:
        raise RecordError(worded("{name} of {tag} is {text}: a seat from 0 to {last}", name=name, tag=tag, text=text, last=players - 1))
    return found


@lru_cache(maxsize=64)
def rules_of_type(type: int, whole_thousands: bool) -> RiichiRules:
    """The rules of a game by its type.

    Parameters
    ----------
    type : int
        Bits: 2 no red fives, 4 no open tanyao, 8 the south round is played, 16 three players.
    whole_thousands : bool
        Whether the final count is in whole thousands, as it was until 2021.
    """
    found = rules("tenhou-sanma" if type & THREE else "tenhou-2021" if whole_thousands else "tenhou")
    changes: dict[str, object] = {}
    if whole_thousands and type & THREE:
        changes["final_rounding"] = "thousands"
    if type & NO_REDS:
        changes["red_fives"] = 0
    if type & NO_OPEN_TANYAO:
        changes["kuitan"] = False
    if not type & SOUTH:
        changes["length"] = "east"
    return found.but(**changes) if changes else found


@lru_cache(maxsize=1)
def yaku_ids() -> dict[int, str]:
    """Tenhou's numbers of the yaku -> their ids; declared norths count among the dora."""
    found: dict[int, str] = {}
    for id, name in YAKU_NAMES.items():
        for number in name.tenhou:
            found.setdefault(number, id)
    return found


class _Reader:
    """One game while it is read."""

    def __init__(self, id: str):
        self.id = id
        self._set_type(1 | SOUTH)
        self.names: dict[int, str] = {}
        self.words: dict[str, str] = {}
        self.rounds: list[Round] = []
        self.problems: list[tuple[int | None, str]] = []
        self.finals: tuple[list[int], list[float]] | None = None
        self.round: dict[str, object] | None = None
        self.events: list[Event] = []
        self.ends: list[ToldWin | ToldDraw] = []
        self.drawn = UNKNOWN
        self.n_played = 0  # things that had happened when the hand ended first
        self.index = -1
        self.broken = False

    # ------------------------------------------------------------------------------------------ tags

    def read(self, text: str) -> Game:
        before, *pieces = text.split("<")
        if before.strip("\ufeff \t\r\n"):
            raise RecordError(worded("no record of Tenhou: it begins with {text}", text=shorten(before.strip())))
        if (n := text.count("<INIT")) > MOST_ROUNDS:
            raise RecordError(worded("the record has {n} hands: at most {most}", n=n, most=MOST_ROUNDS))
        type, drawn = self.type, UNKNOWN
        plain, happened = _plain(self.reds, self.players).get, self.events.append
        for piece in pieces:
            found = plain(piece)
            if found is not None:
                event, at_once, thrown, now = found
                happened(at_once if thrown == drawn else event)
                drawn = now
                continue
            self.drawn = drawn
            self._tag(piece)
            drawn, happened = self.drawn, self.events.append
            if self.type != type:
                type = self.type
                plain = _plain(self.reds, self.players).get
        self._close_round()
        if self.index < 0:
            raise RecordError(worded("no hand of Tenhou is in it: a hand begins with INIT"))
        return self._game()

    def _set_type(self, type: int) -> None:
        self.type = type
        self.players = 3 if type & THREE else 4
        self.reds = not type & NO_REDS

    def _tag(self, piece: str) -> None:
        name, attributes = _split(piece)
        try:
            if name in _TAGS:
                _TAGS[name](self, attributes)
            elif name[:1] in _TILE_TAGS and (name[1:].isdigit() or name in DRAW_TAGS):
                self._tile_tag(name[0], name[1:])
        except ChoumaError as wrong:
            self._break(wrong.parts[0])

    def _tile_tag(self, name: str, number: str) -> None:
        tile = int(number) if number and len(number) < 4 and number.isascii() else UNKNOWN
        if tile >= N_PHYSICAL or (number and tile == UNKNOWN):
            raise RecordError(worded("{tag} is no draw and no discard", tag=shorten(name + number)))
        shown = face(tile, self.reds) if number else UNKNOWN
        seat = (DRAW_TAGS if name in DRAW_TAGS else DISCARD_TAGS).index(name.upper())
        if seat >= self.players:
            raise RecordError(worded("{tag} is no draw and no discard: three play", tag=name + number))
        if name in DRAW_TAGS:
            self.events.append(DRAWS[seat][shown])
            self.drawn = tile
        else:
            drawn = name.islower() or (tile == self.drawn and tile != UNKNOWN)
            self.events.append(DISCARDS[drawn][seat][shown])
            self.drawn = UNKNOWN

    def _break(self, why: str) -> None:
        """A hand that can't be read is left out; what comes before the first hand costs the game."""
        if self.index < 0:
            raise RecordError(why)
        if not self.broken:
            self.problems.append((self.index, why))
        self.broken = True

    # ------------------------------------------------------------------------------------------ about the game

    def _go(self, given: Attributes) -> None:
        type = _numbers(given, "type", "GO", 1)[0]
        if self.index >= 0 and type != self.type:
            raise RecordError(worded("GO changes the game after its first hand"))
        self._set_type(type)
        self.words["type"] = given["type"]
        if "lobby" in given:
            self.words["lobby"] = given["lobby"]

    def _un(self, given: Attributes) -> None:
        for seat in range(4):
            if f"n{seat}" in given and seat not in self.names:
                self.names[seat] = unquote(given[f"n{seat}"], errors="replace")

    def _start(self, given: Attributes) -> None:
        if "log" in given:
            self.words["log"] = given["log"]

    # ------------------------------------------------------------------------------------------ hands

    def _init(self, given: Attributes) -> None:
        self._close_round()
        self.index += 1
        players = self.players
        # two dice stand in the middle, which some programs leave out
        seed = numbers(re.sub(",(?=,)", ",0", _need(given, "seed", "INIT")), "seed of INIT", 6)
        scores = _numbers(given, "ten", "INIT", 4)
        if len(seed) != 6 or not 0 <= seed[0] < 16 or not 0 <= seed[5] < N_PHYSICAL or min(seed[1:3]) < 0 or len(scores) < players:
            raise RecordError(worded("INIT is no deal: seed {seed}, ten {ten}", seed=given["seed"], ten=given["ten"]))
        deal: list[tuple[int, ...] | None] = [None] * players
        if "hai" in given:
            deal[0] = self._dealt(given["hai"], "hai")
        for seat in range(players):
            if given.get(f"hai{seat}"):
                deal[seat] = self._dealt(given[f"hai{seat}"], f"hai{seat}")
        dealer = _seat(given, "oya", players, "INIT")
        self.round = {
            **{"wind": Wind(seed[0] // 4), "dealer": dealer, "honba": seed[1], "deposits": seed[2]},
            **{"scores": tuple(100 * score for score in scores[:players]), "deal": tuple(deal), "indicator": face(seed[5], self.reds)},
        }

    def _dealt(self, text: str, where: str) -> tuple[int, ...]:
        found = _tiles(text, where)
        if len(set(found)) != 13:
            raise RecordError(worded("{where} of INIT has {n} tiles: 13 are dealt", where=where, n=len(set(found))))
        return tuple(map(FACES[self.reds].__getitem__, found))

    def _close_round(self) -> None:
        if self.round is not None and not self.broken:
            wins = tuple(end for end in self.ends if isinstance(end, ToldWin))
            draw = next((end for end in self.ends if isinstance(end, ToldDraw)), None)
            if len(self.events) > MOST_EVENTS:
                self.problems.append((self.index, worded("{n} things happen in one hand", n=len(self.events))))
            elif self.ends and (len(self.ends) != len(wins) + (not wins) or len(self.events) != self.n_played):
                self.problems.append((self.index, worded("something happens after the end of the hand")))
            else:
                self.rounds.append(Round(self.index, events=tuple(self.events), wins=wins, draw=draw, **self.round))  # type: ignore[arg-type]
        self.round, self.events, self.ends, self.drawn, self.broken = None, [], [], UNKNOWN, False

    def _call(self, given: Attributes) -> None:
        who = _seat(given, "who", self.players, "N")
        code = _numbers(given, "m", "N", 1)[0]
        _, meld, _, physical = tenhou_meld(code, who, self.players, self.reds)
        if meld is None:
            self.events.append(Event(KITA, who, face(physical, self.reds)))
        else:
            self.events.append(Event(CALL, who, meld=meld))
        self.drawn = UNKNOWN

    def _riichi(self, given: Attributes) -> None:
        who = _seat(given, "who", self.players, "REACH")
        self.events.append(Event(STICK if given.get("step") == "2" else RIICHI, who))

    def _indicator(self, given: Attributes) -> None:
        shown = _tiles(_need(given, "hai", "DORA"), "hai of DORA")
        self.events += [Event(INDICATOR, -1, face(tile, self.reds)) for tile in shown]

    # ------------------------------------------------------------------------------------------ ends

    def _win(self, given: Attributes) -> None:
        players, reds, faces = self.players, self.reds, FACES[self.reds]
        who, giver = _seat(given, "who", players, "AGARI"), _seat(given, "fromWho", players, "AGARI")
        tile = _tiles(_need(given, "machi", "AGARI"), "machi")
        held = _tiles(_need(given, "hai", "AGARI"), "hai")
        if len(tile) != 1:
            raise RecordError(worded("machi of AGARI is {text}: it is one tile", text=shorten(given["machi"])))
        worth = _numbers(given, "ten", "AGARI", 3)
        if len(worth) != 3 or not 0 <= worth[2] < len(LIMITS):
            raise RecordError(worded("ten of AGARI is {text}: fu, points, limit", text=shorten(given["ten"])))
        melds = [tenhou_meld(code, who, players, reds) for code in numbers(given.get("m", ""), "m of AGARI", 16)]
        told = numbers(given.get("yaku", ""), "yaku of AGARI")
        yaku = tuple((self._yaku(id), han) for id, han in zip(told[::2], told[1::2], strict=len(told) % 2 == 0) if han)
        yakuman = tuple(self._yaku(id) for id in numbers(given.get("yakuman", ""), "yakuman of AGARI"))
        self._over(ToldWin(
            who,
            None if giver == who else giver,
            face(tile[0], reds),
            tuple(faces[one] for one in held if one != tile[0]),
            tuple(meld for _, meld, _, _ in melds if meld is not None),
            sum(meld is None for _, meld, _, _ in melds),
            tuple(map(faces.__getitem__, _tiles(given.get("doraHai", ""), "doraHai"))),
            tuple(map(faces.__getitem__, _tiles(given.get("doraHaiUra", ""), "doraHaiUra"))),
            None if yakuman else yaku,
            yakuman,
            worth[0] or None,
            None if yakuman else sum(han for _, han in yaku),
            worth[1],
            LIMITS[worth[2]],
            _seat(given, "paoWho", players, "AGARI") if "paoWho" in given else None,
            *self._paid(given, "AGARI"),
            words=given,
        ))

    def _over(self, end: ToldWin | ToldDraw) -> None:
        if not self.ends:
            self.n_played = len(self.events)
        self.ends.append(end)

    def _yaku(self, number: int) -> str:
        if number not in yaku_ids():
            raise RecordError(worded("there is no yaku {n}", n=number))
        return yaku_ids()[number]

    def _paid(self, given: Attributes, tag: str) -> tuple[tuple[int, ...], tuple[int, ...], int, int]:
        """Points before, deltas, counters and sticks; the end of the game, where it is told."""
        players = self.players
        paid = _numbers(given, "sc", tag, 8)
        table = _numbers(given, "ba", tag, 2)
        if len(paid) < 2 * players or len(table) != 2:
            raise RecordError(worded("{tag} doesn't tell points and counters of all players", tag=tag))
        self._owari(given)
        before, deltas = (tuple(100 * n for n in paid[i : 2 * players : 2]) for i in (0, 1))
        return before, deltas, table[0], table[1]

    def _owari(self, given: Attributes) -> None:
        if not given.get("owari"):
            return
        parts = given["owari"].split(",")
        if len(parts) < 2 * self.players or not all(re.fullmatch(r"-?\d{1,7}(\.\d{1,3})?", part) for part in parts):
            raise RecordError(worded("owari is {text}: points and final count of each player", text=shorten(given["owari"])))
        scores, totals = ([float(part) for part in parts[i : 2 * self.players : 2]] for i in (0, 1))
        self.finals = [int(score * 100) for score in scores], totals

    def _draw(self, given: Attributes) -> None:
        if "sc" not in given:  # a game that was broken off
            return
        type = given.get("type", "")
        if type and type not in DRAW_KINDS:
            raise RecordError(worded("RYUUKYOKU has a type that isn't known: {text}", text=shorten(type)))
        kind = DRAW_KINDS[type] if type else EXHAUSTIVE
        hands = tuple(
            tuple(face(tile, self.reds) for tile in _tiles(given[f"hai{seat}"], "hai")) if f"hai{seat}" in given else None
            for seat in range(self.players)
        )
        before, deltas, honba, deposits = self._paid(given, "RYUUKYOKU")
        tenpai = tuple(hand is not None for hand in hands)
        self._over(ToldDraw(kind, tenpai, hands, before, deltas, honba, deposits, given))

    # ------------------------------------------------------------------------------------------ the whole

    def _game(self) -> Game:
        finals, whole = None, False
        if self.finals is not None:
            scores, totals = self.finals
            whole = all(total == int(total) for total in totals)
            finals = Finals(tuple(scores), tuple(round(total * 1000) for total in totals))
        # whole thousands are written whole only where they are rounded
        whole = whole and any(score % 1000 for score in (finals.scores if finals else ()))
        names = tuple(self.names.get(seat, "") for seat in range(self.players))
        house = rules_of_type(self.type, whole)
        return Game(self.id, FORMAT, house, names, tuple(self.rounds), finals, tuple(self.problems), self.words)


_TAGS = {
    **{"GO": _Reader._go, "UN": _Reader._un, "TAIKYOKU": _Reader._start, "INIT": _Reader._init, "N": _Reader._call},
    **{"REACH": _Reader._riichi, "DORA": _Reader._indicator, "AGARI": _Reader._win, "RYUUKYOKU": _Reader._draw},
}
