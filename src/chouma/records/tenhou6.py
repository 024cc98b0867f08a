"""The JSON of tenhou.net/6: what the viewer there shows, and many programs write.

Each player's draws and discards stand in lists of their own, so that the order of play has to be found: see `Interleaver`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from ..errors import ChoumaError, show, worded
from ..hand import ANKAN, CHI, KAKAN, MINKAN, PON, Meld
from ..riichi.draws import EXHAUSTIVE, NAGASHI
from ..riichi.names import YAKU_NAMES
from ..riichi.rules import RiichiRules, rules
from ..riichi.settle import SANCHAHOU
from ..seats import Wind
from ..tiles import NORTH, RED_5M
from .checked import amounts, listed_in, mapping, whole
from .melds import SOURCES
from .model import CALL, DISCARD, DISCARDS, DRAWS, KITA, RIICHI, STICK, Event, Finals, Game, RecordError, Round, ToldDraw, ToldWin

FORMAT = "tenhou6"

MOST_STEPS = 20_000
MOST_ITEMS = 60

JUST_DRAWN, NOTHING = 60, 0
LETTERS = {"c": CHI, "p": PON, "m": MINKAN, "k": KAKAN, "a": ANKAN}
#: by how many tiles stand before the letter: whom it came from, in seats to the right
FROM = {"c": {0: 3}, "p": {0: 3, 1: 2, 2: 1}, "k": {0: 3, 1: 2, 2: 1}, "m": {0: 3, 1: 2, 3: 1}, "a": dict.fromkeys(range(4), 0)}
_CALL = re.compile(r"((?:[0-9]{2}){0,3})([cpmka])((?:[0-9]{2}){1,4})")

ENDS = {
    **{"流局": EXHAUSTIVE, "全員聴牌": EXHAUSTIVE, "全員不聴": EXHAUSTIVE, "流し満貫": NAGASHI, "九種九牌": "kyuushu_kyuuhai"},
    **{"四家立直": "suucha_riichi", "四風連打": "suufon_renda", "四槓散了": "suukan_sanra", "三家和了": SANCHAHOU},
}
ALL_TENPAI = {"全員聴牌": True, "全員不聴": False}
WON = "和了"

_POINTS = re.compile(r"(?:([0-9]{1,3})符([0-9]{1,2})[飜翻])?(\D*)([0-9]{1,7})(?:-([0-9]{1,7}))?点(∀?)")
LIMITS = {"満貫": "mangan", "跳満": "haneman", "倍満": "baiman", "三倍満": "sanbaiman", "役満": "yakuman", "数え役満": "yakuman", "": ""}
#: names that differ from those of our table
_ALIASES = {
    **{"役牌:自風牌": "seat_wind", "役牌:場風牌": "round_wind", "両立直": "double_riichi", "断么九": "tanyao"},
    **{"混全帯么九": "chanta", "純全帯么九": "junchan", "純全帯幺九": "junchan", "対々和": "toitoi", "国士無双１３面": "kokushi_13"},
}
_YAKU = re.compile(r"(.{1,40})\((?:([0-9]{1,3})[飜翻]|(.*役満))\)", re.DOTALL)


def tile_of(number: Any, where: str = "a tile") -> int:
    """The tile of a number: 11 to 19 are 1m to 9m, 41 to 47 east to red, 51 to 53 the red fives.

    Raises
    ------
    RecordError
        If there is no such tile.
    """
    if type(number) is int:
        suit, rank = divmod(number, 10)
        if suit == 5 and 1 <= rank <= 3:
            return RED_5M + rank - 1
        if 1 <= suit <= 4 and 1 <= rank <= (7 if suit == 4 else 9):
            return 9 * (suit - 1) + rank - 1
    raise RecordError(worded("{where} is {value}: there is no such tile", where=where, value=show(number)))


def is_one(value: Any) -> bool:
    """Whether a JSON value looks like such a record."""
    return isinstance(value, dict) and isinstance(value.get("log"), list) and ("name" in value or "rule" in value)


def read(value: Any, id: str = "") -> Game:
    """Read one game.

    Parameters
    ----------
    value : dict
    id : str
        What to call it.

    Raises
    ------
    RecordError
        If it is none.
    """
    value = mapping(value, "the record")
    log = listed_in(value.get("log"), "log", 1, 200)
    names = [str(name) for name in value.get("name") or ()][:4] if isinstance(value.get("name"), list) else []
    players = _players(value, log)
    finals = _finals(value.get("sc"), players)
    house = _rules(value.get("rule"), players, finals)
    rounds: list[Round] = []
    problems: list[tuple[int | None, str]] = []
    for i, entry in enumerate(log):
        try:
            rounds.append(_round(entry, i, players))
        except ChoumaError as wrong:
            problems.append((i, wrong.parts[0]))
    return Game(id, FORMAT, house, tuple(names[:players]), tuple(rounds), finals, tuple(problems), _words(value))


def _words(value: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value[key] for key in ("title", "ref", "rule", "lobby", "dan", "rate") if key in value}


def _disp(rule: Any) -> str:
    return str(rule.get("disp", "")) if isinstance(rule, dict) else ""


def _players(value: Mapping[str, Any], log: Sequence[Any]) -> int:
    first = log[0]
    empty = isinstance(first, list) and len(first) > 15 and first[13:16] == [[], [], []]
    return 3 if empty or "三" in _disp(value.get("rule")) else 4


def _finals(told: Any, players: int) -> Finals | None:
    if not isinstance(told, list) or len(told) < 2 * players:
        return None
    if any(type(one) not in (int, float) or not abs(one) < 1e8 for one in told):
        return None
    scores, totals = told[: 2 * players : 2], told[1 : 2 * players : 2]
    return Finals(tuple(int(score) for score in scores), tuple(round(total * 1000) for total in totals))


def _rules(rule: Any, players: int, finals: Finals | None) -> RiichiRules:
    disp = _disp(rule)
    told = rule if isinstance(rule, dict) else {}
    majsoul = "の間" in disp or "Room" in disp
    reds = any(told.get(key) for key in ("aka", "aka51", "aka52", "aka53")) if told else True
    # the names of Tenhou's lobbies say 喰 where tanyao may be open
    kuitan = majsoul or not disp or "喰" in disp or not re.search("[東南]", disp)
    thousands = bool(finals and finals.totals and not any(t % 1000 for t in finals.totals) and any(s % 1000 for s in finals.scores))
    return _house(majsoul, players, reds, kuitan, "東" in disp, thousands and not majsoul)


@cache
def _house(majsoul: bool, players: int, reds: bool, kuitan: bool, east: bool, thousands: bool) -> RiichiRules:
    name = "majsoul" if majsoul else "tenhou-2021" if thousands and players == 4 else "tenhou"
    found = rules(name + ("-sanma" if players == 3 else ""))
    changes: dict[str, Any] = {}
    if thousands and players == 3:
        changes["final_rounding"] = "thousands"
    if not reds:
        changes["red_fives"] = 0
    if not kuitan:
        changes["kuitan"] = False
    if east:
        changes["length"] = "east"
    return found.but(**changes) if changes else found


# ------------------------------------------------------------------------------------------------- one hand


def _round(entry: Any, index: int, players: int) -> Round:
    entry = listed_in(entry, "a hand", 17, 20)
    table = [whole(one, "the number of the hand", 0, 1000) for one in listed_in(entry[0], "the number of the hand", 3, 3)]
    if table[0] % 4 >= players or table[0] >= 16:
        raise RecordError(worded("there is no hand {n}", n=table[0]))
    dealer = table[0] % 4
    scores = amounts(entry[1], "the points", players)
    dora = _tiles(entry[2], "the dora indicators", 1, 5)
    ura = _tiles(entry[3], "the ura indicators", 0, 5)
    hands = [_tiles(entry[4 + 3 * seat], "a dealt hand", 13, 13) for seat in range(players)]
    takes = [_items(entry[5 + 3 * seat], seat, players) for seat in range(players)]
    throws = [_items(entry[6 + 3 * seat], seat, players) for seat in range(players)]
    wins, draw = _end(entry[16], players, dora, ura)
    events = Interleaver(takes, throws, dealer, {win.giver for win in wins} if wins else _claimed_by_three(draw, players)).events()
    return Round(index, Wind(table[0] // 4), dealer, table[1], table[2], scores, tuple(hands), dora[0], events, wins, draw)


def _claimed_by_three(draw: ToldDraw | None, players: int) -> Collection[int]:
    """Who may have thrown the tile that three claimed: no stick is laid with it."""
    return range(players) if draw is not None and draw.kind == SANCHAHOU else ()


def _tiles(value: Any, where: str, least: int, most: int) -> tuple[int, ...]:
    return tuple(tile_of(one, where) for one in listed_in(value, where, least, most))


class Item(NamedTuple):
    """One entry of the lists of a player.

    Attributes
    ----------
    what : str
        ``tile``, ``drawn`` (the tile just drawn), ``nothing``, ``kita``, or the type of a call.
    tile : int
        Drawn or discarded; of a call the tile that was claimed.
    giver : int
        Whose tile was claimed.
    meld : Meld or None
    riichi : bool
    """

    what: str
    tile: int = -1
    giver: int = -1
    meld: Meld | None = None
    riichi: bool = False


def _items(value: Any, seat: int, players: int) -> list[Item]:
    return [
        _item(one, seat, players) if type(one) in (int, str) else _no_item(one)
        for one in listed_in(value, "a list of tiles", 0, MOST_ITEMS)
    ]


def _no_item(value: Any) -> Item:
    raise RecordError(worded("{value} is no draw, discard or call", value=show(value)))


@lru_cache(maxsize=1 << 14)
def _item(value: int | str, seat: int, players: int) -> Item:
    if isinstance(value, int):
        if value == JUST_DRAWN:
            return Item("drawn")
        return Item("nothing") if value == NOTHING else Item("tile", tile_of(value))
    if value.startswith("r") and value[1:].isdigit() and len(value) == 3:
        return _item(int(value[1:]), seat, players)._replace(riichi=True)
    if value == "f44":
        return Item(KITA, NORTH)
    found = _CALL.fullmatch(value)
    if not found:
        return _no_item(value)
    before, letter, after = found.groups()
    steps = FROM[letter].get(len(before) // 2)
    texts = [(before + after)[i : i + 2] for i in range(0, len(before + after), 2)]
    giver = (seat + (steps or 0)) % 4
    if steps is None or giver >= players or (letter == "c" and players == 3):
        return _no_item(value)
    called = tile_of(int(after[2:4] if letter == "k" and len(after) > 3 else after[:2]))
    type, tiles = LETTERS[letter], [tile_of(int(text)) for text in texts]
    source = SOURCES[players][(giver - seat) % players]
    if letter == "k":
        meld = Meld.of(type, tiles, called, source, tile_of(int(after[:2])))
    else:
        meld = Meld.of(type, tiles, None if letter == "a" else called, source)
    return Item(type, called, giver if letter in "cpm" else -1, meld)


class Interleaver:
    """The order of play, found from each player's own draws and discards.

    A discard may fit a call that its player made only on a later, equal discard: then both ways are tried, the call first, until
    everything is used up.

    Parameters
    ----------
    takes, throws : sequence of list of Item
        By seat: draws and calls; discards, and kans of one's own turn.
    dealer : int
    givers : collection of (int or None)
        Whose last discard was won on.
    """

    def __init__(self, takes: Sequence[list[Item]], throws: Sequence[list[Item]], dealer: int, givers: Collection[int | None]):
        self.takes, self.throws = takes, throws
        self.players = len(takes)
        self.n_items = sum(map(len, (*takes, *throws)))
        self.givers = givers
        self.found: list[Event] = []
        self.at = [0] * self.players
        self.thrown = [0] * self.players
        self.turn = dealer

    def events(self) -> tuple[Event, ...]:
        """All that happened.

        Raises
        ------
        RecordError
            If the lists don't go together.
        """
        ways: list[tuple[int, list[int], list[int], int]] = []  # where else it may go on: events, positions, whose turn
        for _ in range(MOST_STEPS):
            others = self._step()
            if others is None:
                if sum(self.at) + sum(self.thrown) == self.n_items:
                    return tuple(self.found)
                if not ways:
                    break
                n, at, thrown, self.turn = ways.pop()
                self.at, self.thrown = list(at), list(thrown)
                del self.found[n:]
                continue
            *later, self.turn = others
            ways += [(len(self.found), list(self.at), list(self.thrown), turn) for turn in later]
        raise RecordError(worded("draws and discards don't go together: no order of play uses them all"))

    def _step(self) -> list[int] | None:
        """One turn: who may be next, the likeliest last; None if it can't go on."""
        seat = self.turn
        if self.at[seat] >= len(self.takes[seat]):
            return None
        self._lay_stick()
        take = self.takes[seat][self.at[seat]]
        self.at[seat] += 1
        if take.what == "tile":
            self.found.append(DRAWS[seat][take.tile])
        elif take.meld is not None and self._was_thrown(take):
            self.found.append(Event(CALL, seat, meld=take.meld))
        else:
            return None
        if self.thrown[seat] >= len(self.throws[seat]):
            return None
        throw = self.throws[seat][self.thrown[seat]]
        self.thrown[seat] += 1
        if take.what == MINKAN:
            return [seat] if throw.what == "nothing" else None
        return self._throw(seat, take, throw)

    def _was_thrown(self, call: Item) -> bool:
        """Whether a call is of the tile that was thrown last."""
        last = next((event for event in reversed(self.found) if event.what != STICK), None)
        return last is not None and (last.what, last.seat, last.tile) == (DISCARD, call.giver, call.tile)

    def _throw(self, seat: int, take: Item, throw: Item) -> list[int] | None:
        if throw.what == KITA:
            self.found.append(Event(KITA, seat, NORTH))
            return [seat]
        if throw.what in (KAKAN, ANKAN):
            self.found.append(Event(CALL, seat, meld=throw.meld))
            return [seat]
        drawn = throw.what == "drawn"
        if throw.what not in ("tile", "drawn") or (drawn and take.what != "tile"):
            return None
        tile = take.tile if drawn else throw.tile
        if throw.riichi:
            self.found.append(Event(RIICHI, seat))
        self.found.append(DISCARDS[drawn][seat][tile])
        if self._over():
            return self._end(seat)
        following = (seat + 1) % self.players
        callers = sorted(self._callers(seat, tile), key=lambda caller: caller[0], reverse=True)
        return [following, *(caller for _, caller in callers)]

    def _callers(self, seat: int, tile: int) -> Iterator[tuple[bool, int]]:
        for other in range(self.players):
            place = self.at[other]
            if other != seat and place < len(self.takes[other]):
                item = self.takes[other][place]
                if item.giver == seat and item.tile == tile:
                    yield item.what == CHI, other

    def _over(self) -> bool:
        return sum(self.at) + sum(self.thrown) == self.n_items

    def _end(self, seat: int) -> None:
        """The last discard: its stick is laid, unless it was won on."""
        if seat not in self.givers:
            self._lay_stick()

    def _lay_stick(self) -> None:
        """Riichi is accepted once its discard has passed."""
        if len(self.found) > 1 and self.found[-2].what == RIICHI and self.found[-1].seat == self.found[-2].seat:
            self.found.append(Event(STICK, self.found[-2].seat))


# ------------------------------------------------------------------------------------------------- the end


def _end(value: Any, players: int, dora: tuple[int, ...], ura: tuple[int, ...]) -> tuple[tuple[ToldWin, ...], ToldDraw | None]:
    told = listed_in(value, "the end of a hand", 1, 8)
    kind = told[0]
    if kind == WON:
        return tuple(_wins(told[1:], players, dora, ura)), None
    if not isinstance(kind, str) or kind not in ENDS:
        raise RecordError(worded("a hand ends with {value}, which isn't known", value=show(kind)))
    deltas = amounts(told[1], "the payments", players) if len(told) > 1 else (0,) * players
    tenpai: tuple[bool | None, ...] | None = None
    if kind in ALL_TENPAI:
        tenpai = (ALL_TENPAI[kind],) * players
    elif ENDS[kind] == EXHAUSTIVE and any(deltas):
        tenpai = tuple(delta > 0 for delta in deltas)
    return (), ToldDraw(ENDS[kind], tenpai, None, None, deltas, words={"end": kind})


def _wins(told: Sequence[Any], players: int, dora: tuple[int, ...], ura: tuple[int, ...]) -> Iterator[ToldWin]:
    if not told or len(told) % 2:
        raise RecordError(worded("a win is payments and what they are for"))
    for paid, about in zip(told[::2], told[1::2], strict=True):
        yield _win(amounts(paid, "the payments", players), listed_in(about, "a win", 2, 40), dora, ura)


def _win(deltas: tuple[int, ...], about: list[Any], dora: tuple[int, ...], ura: tuple[int, ...]) -> ToldWin:
    players = len(deltas)
    seat, giver = (whole(one, "a seat", 0, players - 1) for one in about[:2])
    pao = about[2] if len(about) > 2 and type(about[2]) is int and 0 <= about[2] < players and about[2] != seat else None
    texts = [one for one in about[3:] if isinstance(one, str)]
    fu = points = limit = None
    if texts and (found := _POINTS.fullmatch(texts[0])):
        fu = int(found[1]) if found[1] else None
        points = _points(int(found[4]), int(found[5]) if found[5] else None, bool(found[6]), players)
        limit = LIMITS.get(found[3])
    named = [(_yaku_id(found[1]), found[2]) for text in texts[1:] if (found := _YAKU.fullmatch(text))]
    yakuman = tuple(id for id, han in named if han is None)
    yaku = tuple((id, int(han)) for id, han in named if han is not None and int(han))
    # the list of the hand is there for all its winners, and counts for those in riichi
    ready = bool(yakuman) or not named or any(id in ("riichi", "double_riichi") for id, _ in yaku)
    return ToldWin(
        seat,
        None if giver == seat else giver,
        dora=dora,
        ura=ura if ready else (),
        yaku=yaku if named and not yakuman else None,
        yakuman=yakuman,
        fu=fu,
        han=sum(han for _, han in yaku) if named and not yakuman else None,
        points=points,
        limit=limit,
        pao=pao,
        deltas=deltas,
        words={"texts": texts},
    )


def _points(first: int, dealer: int | None, each: bool, players: int) -> int:
    """All that the others pay: one number by ron, each player's by self-draw of the dealer, two by any other's."""
    if dealer is not None:
        return first * (players - 2) + dealer
    return first * (players - 1) if each else first


@cache
def _names() -> dict[str, str]:
    found: dict[str, str] = {}
    for id, name in YAKU_NAMES.items():
        for text in (name.ja, name.romaji, name.en):
            found.setdefault(text.lower(), id)
    return found | _ALIASES


def _yaku_id(text: str) -> str:
    """The id of a yaku by its name; what isn't known stays as it is."""
    for prefix, id in (("場風", "round_wind"), ("自風", "seat_wind")):
        if text.startswith(prefix):
            return id
    return _names().get(text.lower(), text)
