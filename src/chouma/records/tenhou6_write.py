"""Games written as the JSON of tenhou.net/6: what its viewer shows, and editors take."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from ..errors import UnknownNameError, worded
from ..hand import ANKAN, KAKAN, MINKAN, PON, Meld
from ..riichi.draws import EXHAUSTIVE
from ..riichi.names import YAKU_NAMES
from ..tiles import NORTH, RED_5M, REDS
from . import tenhou6
from .carry import Carried, checked, filled_wins, refuse, tenpai_of, totals_of, whole_game
from .checked import decoded
from .melds import SOURCES
from .model import CALL, DISCARD, DRAW, INDICATOR, KITA, RIICHI, STICK, UNKNOWN, Event, Game, Round, ToldDraw, ToldWin
from .replay import Table, replay

TITLE = "tenhou.net/6 JSON"
_CARRIED = Carried(
    TITLE,
    # of a limit it has no fu, and of a yakuman ura dora are worth nothing
    ("seat", "giver", "dora", "yaku", "yakuman", "points", "limit", "pao", "deltas"),
    ("kind", "deltas"),
    indicators=False,
)

_SEATS = 4
_LETTERS = {type: letter for letter, type in tenhou6.LETTERS.items()}
#: whom a tile came from, in seats to the right -> how many tiles stand before the letter
_BEFORE = {type: {steps: before for before, steps in tenhou6.FROM[letter].items()} for type, letter in _LETTERS.items()}
_COUNTED = "数え役満"
_LIMITS = {limit: text for text, limit in reversed(tenhou6.LIMITS.items())}
_KINDS = {kind: text for text, kind in reversed(tenhou6.ENDS.items())}
_ALL_TENPAI = {tenpai: text for text, tenpai in tenhou6.ALL_TENPAI.items()}
#: names of Tenhou that differ from those of our table
_NAMES = {"double_riichi": "両立直", "kokushi_13": "国士無双１３面"}
_WINDS = "東南西北"
_WIND_YAKU = {"seat_wind": "自風", "round_wind": "場風"}


def write(game: Game) -> str:
    """Write one game.

    Parameters
    ----------
    game : Game

    Returns
    -------
    str
        The JSON. Of the rules it has players, red fives, open tanyao, length and whether they are Mahjong Soul's.

    Raises
    ------
    RecordError
        If tenhou.net/6 JSON can't carry it: what of which hand, and why.
    """
    whole_game(game, TITLE)
    names = [*game.names, *[""] * (_SEATS - len(game.names))]
    value: dict[str, Any] = {"title": ["", ""], "name": names, "rule": _rule(game)}
    value["log"] = [_Hand(game, round).entry() for round in game.rounds]
    totals = totals_of(game)
    if game.finals is not None and totals is not None:
        value["sc"] = [part for score, total in zip(game.finals.scores, totals, strict=True) for part in (score, total / 1000)]
        value["sc"] += [0, 0] * (_SEATS - len(totals))
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:  # half a letter in a name
        text = json.dumps(value, separators=(",", ":"))
    return checked(game, text, lambda text: tenhou6.read(decoded(text)), _CARRIED)


def _rule(game: Game) -> dict[str, Any]:
    rules = game.rules
    hall = "雀魂の間" if "majsoul" in (rules.base, rules.name) or rules.name.startswith("majsoul") else "般"
    parts = ("三" if rules.players == 3 else "", hall, "東" if rules.length == "east" else "南", "喰" if rules.kuitan else "")
    return {"disp": "".join(parts) + ("赤" if rules.red_fives else ""), "aka": int(bool(rules.red_fives))}


def number_of(tile: int) -> int:
    """The number of a tile there: 11 to 19 are 1m to 9m, 41 to 47 east to red, 51 to 53 the red fives.

    Examples
    --------
    >>> [number_of(tile) for tile in (0, 33, 34)]
    [11, 47, 51]
    """
    if tile in REDS:
        return 51 + tile - RED_5M
    suit, rank = divmod(tile, 9)
    return 10 * (suit + 1) + rank + 1


def _padded(points: Iterable[int]) -> list[int]:
    found = list(points)
    return found + [0] * (_SEATS - len(found))


class _Hand:
    """One hand while it is written."""

    def __init__(self, game: Game, round: Round):
        self.game, self.round, self.players = game, round, round.players
        self.takes: list[list[int | str]] = [[] for _ in range(_SEATS)]
        self.throws: list[list[int | str]] = [[] for _ in range(_SEATS)]
        self.indicators = [round.indicator]
        self.pons: list[dict[int, tuple[list[int], int, int]]] = [{} for _ in range(self.players)]  # own tiles, claimed, place
        self.declares = self.thrower = -1
        self.drawn = self.thrown = UNKNOWN

    def entry(self) -> list[Any]:
        """The hand as it stands in the log."""
        round = self.round
        if None in round.deal:
            raise refuse(TITLE, worded("a dealt hand isn't shown"), round)
        for event in round.events:
            self._ACTS[event.what](self, event)
        table = replay(round)
        end, dora, ura = self._end(table)
        head = [4 * round.wind + round.dealer, round.honba, round.deposits]
        lists: list[Any] = []
        for seat in range(_SEATS):
            dealt = round.deal[seat] or () if seat < self.players else ()
            lists += [[number_of(tile) for tile in dealt], self.takes[seat], self.throws[seat]]
        numbers = ([number_of(tile) for tile in tiles] for tiles in (dora, ura))
        return [head, _padded(round.scores), *numbers, *lists, end]

    # ------------------------------------------------------------------------------------------ the play

    def _draws(self, event: Event) -> None:
        if event.tile == UNKNOWN:
            raise refuse(TITLE, worded("a draw isn't shown"), self.round)
        self.drawn = event.tile
        self.takes[event.seat].append(number_of(event.tile))

    def _discards(self, event: Event) -> None:
        if event.tile == UNKNOWN:
            raise refuse(TITLE, worded("a discard isn't shown"), self.round)
        number = tenhou6.JUST_DRAWN if event.drawn and event.tile == self.drawn else number_of(event.tile)
        self.throws[event.seat].append(f"r{number}" if self.declares == event.seat else number)
        self.declares, self.drawn = -1, UNKNOWN
        self.thrower, self.thrown = event.seat, event.tile

    def _declared(self, event: Event) -> None:
        self.declares = event.seat

    def _laid(self, event: Event) -> None:
        """A stick lies where its discard has passed: the reader knows."""

    def _turned(self, event: Event) -> None:
        self.indicators.append(event.tile)

    def _north(self, event: Event) -> None:
        self.throws[event.seat].append("f44")
        self.thrower, self.thrown = event.seat, NORTH

    def _calls(self, event: Event) -> None:
        seat, meld = event.seat, event.meld
        assert meld is not None
        if meld.type == ANKAN:
            # a red five comes last, after the letter
            *own, last = sorted(meld.tiles)
            self.throws[seat].append(self._spelt([number_of(tile) for tile in own], f"a{number_of(last)}", 3))
        elif meld.type == KAKAN:
            self.throws[seat].append(self._added(seat, meld))
        else:
            self.takes[seat].append(self._claimed(seat, meld))
            if meld.type == MINKAN:
                self.throws[seat].append(tenhou6.NOTHING)
        self.drawn = UNKNOWN

    def _claimed(self, seat: int, meld: Meld) -> str:
        called = self.thrown if meld.called is None else meld.called
        own = list(meld.tiles)
        if called not in own or self.thrower in (-1, seat):
            raise refuse(TITLE, worded("{meld} is called, and its tile wasn't discarded", meld=str(meld)), self.round)
        own.remove(called)
        giver = (seat + SOURCES[self.players].index(meld.source)) % self.players if meld.source else self.thrower
        place = _BEFORE[meld.type].get((giver - seat) % _SEATS)
        if place is None:
            raise refuse(TITLE, worded("{meld} is called from a seat that it can't be called from", meld=str(meld)), self.round)
        numbers = [number_of(tile) for tile in own]
        if meld.type == PON:
            self.pons[seat][meld.kind] = numbers, number_of(called), place
        return self._spelt(numbers, f"{_LETTERS[meld.type]}{number_of(called)}", place)

    def _added(self, seat: int, meld: Meld) -> str:
        if meld.kind not in self.pons[seat]:
            raise refuse(TITLE, worded("a tile is added to a triplet that isn't there: {meld}", meld=str(meld)), self.round)
        numbers, called, place = self.pons[seat][meld.kind]
        left = [number_of(tile) for tile in meld.tiles]
        for number in (*numbers, called):
            if number in left:
                left.remove(number)
        if len(left) != 1:
            raise refuse(TITLE, worded("{meld} isn't made of its triplet", meld=str(meld)), self.round)
        return self._spelt(numbers, f"k{left[0]}{called}", place)

    @staticmethod
    def _spelt(own: Sequence[int], claimed: str, place: int) -> str:
        texts = list(map(str, own))
        texts.insert(place, claimed)
        return "".join(texts)

    _ACTS: ClassVar[dict[str, Callable[[_Hand, Event], None]]] = {
        **{DRAW: _draws, DISCARD: _discards, RIICHI: _declared, STICK: _laid, INDICATOR: _turned, KITA: _north, CALL: _calls},
    }

    # ------------------------------------------------------------------------------------------ ends

    def _end(self, table: Table) -> tuple[list[Any], Sequence[int], Sequence[int]]:
        """The end, and all indicators that lie on the table."""
        if self.round.draw is not None:
            return self._drawn_game(self.round.draw, table), self.indicators, ()
        if not self.round.wins:
            raise refuse(TITLE, worded("the hand has no end"), self.round)
        wins = filled_wins(self.round, table, self.game.rules, TITLE)
        end: list[Any] = [tenhou6.WON]
        for win in wins:
            end += [_padded(win.deltas or ()), self._win(win)]
        dora = max((win.dora or () for win in wins), key=len)
        return end, dora or self.indicators, max((win.ura or () for win in wins), key=len)

    def _win(self, win: ToldWin) -> list[Any]:
        giver = win.seat if win.giver is None else win.giver
        if win.yakuman:
            named = [f"{self._name(id, win)}(役満)" for id in win.yakuman]
        else:
            named = [f"{self._name(id, win)}({han}飜)" for id, han in win.yaku or ()]
        return [win.seat, giver, win.seat if win.pao is None else win.pao, self._price(win), *named]

    def _name(self, id: str, win: ToldWin) -> str:
        if id in _WIND_YAKU:
            wind = self.round.wind if id == "round_wind" else self.round.seat_wind(win.seat)
            return f"{_WIND_YAKU[id]} {_WINDS[wind]}"
        try:
            return _NAMES.get(id, YAKU_NAMES[id].ja)
        except UnknownNameError:  # a name that this format has, and our table hasn't
            return id

    def _price(self, win: ToldWin) -> str:
        """What the viewer shows: fu and han or the limit, and what is paid."""
        worth = _COUNTED if win.limit == "yakuman" and not win.yakuman else _LIMITS[win.limit or ""]
        if not worth and win.fu and win.han is not None:
            worth = f"{win.fu}符{win.han}飜"
        points = win.points or 0
        if win.giver is not None:
            return f"{worth}{points}点"
        if win.seat == self.round.dealer:
            each, rest = divmod(points, self.players - 1)
            if rest:
                raise refuse(TITLE, worded("the others don't pay {n} in equal parts", n=points), self.round)
            return f"{worth}{each}点∀"
        each = self._each(win, points)
        return f"{worth}{each}-{points - each * (self.players - 2)}点"

    def _each(self, win: ToldWin, points: int) -> int:
        """What each who isn't the dealer pays; the dealer pays the rest, which is about twice as much."""
        if win.pao is None and win.deltas is not None:
            counters = (win.honba or 0) * (self.game.rules.honba_points // 3)
            paid = {-win.deltas[seat] - counters for seat in range(self.players) if seat not in (win.seat, self.round.dealer)}
            if len(paid) == 1 and 0 < (each := paid.pop()) * (self.players - 2) < points:
                return each
        # a price has as many parts as there are players, the dealer's are two; each payment is rounded up to a hundred
        return -(-points // (100 * self.players)) * 100

    def _drawn_game(self, draw: ToldDraw, table: Table) -> list[Any]:
        deltas = draw.deltas
        if deltas is None:
            raise refuse(TITLE, worded("the payments aren't told"), self.round)
        if draw.kind == EXHAUSTIVE and not any(deltas):
            tenpai = set(tenpai_of(self.round, draw, table))
            return [_ALL_TENPAI[tenpai.pop()]] if len(tenpai) == 1 else [_KINDS[EXHAUSTIVE], _padded(deltas)]
        return [_KINDS[draw.kind], _padded(deltas)] if any(deltas) or draw.kind == EXHAUSTIVE else [_KINDS[draw.kind]]
