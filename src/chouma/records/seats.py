"""What each seat made of each hand: one row a seat, from which statistics are counted, and which readers may have for themselves.

What the record tells comes first. Where it tells no yaku, fu, han or price of a win, the hand is played again and scored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from ..errors import HandError, shorten
from ..hand import RON, TSUMO, Hand
from ..result import Score
from ..riichi.draws import EXHAUSTIVE, NAGASHI
from ..riichi.engine import engine
from ..riichi.names import YAKU_NAMES
from ..riichi.rules import RiichiRules
from ..score import score_hand
from .model import CALL, DISCARD, KITA, RIICHI, Game, Round, ToldWin
from .replay import Table, replay

#: what a hand came to for a seat: it won, dealt into a win, paid for a self-draw, looked on while others won and paid, or nobody won
WON_BY_RON, WON_BY_TSUMO, DEAL_IN, PAID, OTHER, DRAWN = RESULTS = ("ron", "tsumo", "deal_in", "paid", "other", "draw")

#: the most that a hand can come to; a record that tells more is made up, and isn't counted
MOST_HAN, MOST_FU = 200, 200

#: bonuses by their ids, and as the rows call them
BONUSES = {"dora": "dora", "ura_dora": "ura", "aka_dora": "aka", "kita_dora": "kita"}

_NAME_WIDTH = 40


class Worth(NamedTuple):
    """What a win was worth.

    Attributes
    ----------
    yaku : tuple of str or None
        Ids of its yaku or yakuman, without dora; None where nobody knows.
    yakuman : bool
        Whether they are yakuman.
    bonuses : tuple of int or None
        Han by dora, ura dora, red fives and declared norths; Tenhou counts norths among the dora.
    han, fu : int or None
        None for yakuman, and where nobody knows.
    points : int or None
        What the others pay, without counters and deposits.
    limit : str or None
        Empty for none.
    """

    yaku: tuple[str, ...] | None = None
    yakuman: bool = False
    bonuses: tuple[int, int, int, int] | None = None
    han: int | None = None
    fu: int | None = None
    points: int | None = None
    limit: str | None = None


class SeatHand(NamedTuple):
    """One hand of a game as one seat had it.

    Attributes
    ----------
    record : str
        The file, and which game of it.
    hand : int
        Which hand of the game, from 0.
    round : str
        Such as E3.1 for the first counter of East 3.
    seat : int
        0 for who dealt first in the game.
    wind : str
        The seat's wind in this hand.
    player : str
        The name that the record has.
    before : int
        Points at the deal.
    end : str
        How the hand ended: ``ron``, ``double_ron``, ``triple_ron``, ``tsumo``, or a kind of draw.
    result : str
        One of `RESULTS`: what it came to for this seat.
    giver : str
        Whose discard a ron was won on, by the wind; empty for all other results.
    worth : Worth or None
        Of a win.
    lost : int or None
        What the wins cost that this seat dealt into, without counters; None where a price isn't known.
    delta : int or None
        What the seat won or lost at the end, the stick of its riichi not among it.
    turn : int or None
        Of a win: how manieth discard or draw of its player the winning tile was.
    riichi : int
        The turn in which riichi was declared; 0 for none.
    calls : int
        Chi, pon and minkan.
    kans : int
    tenpai, furiten : bool or None
        At an exhaustive draw; furiten by a discard of its own. None where nobody knows.
    """

    record: str
    hand: int
    round: str
    seat: int
    wind: str
    player: str
    before: int
    end: str
    result: str
    giver: str
    worth: Worth | None
    lost: int | None
    delta: int | None
    turn: int | None
    riichi: int
    calls: int
    kans: int
    tenpai: bool | None
    furiten: bool | None

    @property
    def dealer(self) -> bool:
        return self.wind == "E"


def seat_hands(game: Game, rules: RiichiRules | None = None) -> Iterator[SeatHand]:
    """The hands of a game, each seat by itself; a hand that was broken off is left out.

    Parameters
    ----------
    game : Game
    rules : RiichiRules, optional
        To compute by what the record doesn't tell; those of the record, if not given.
    """
    house = rules or game.rules
    names = game_names(game, house.players)
    for round in game.rounds:
        if round.wins or round.draw is not None:
            yield from _Hand(game.id, round, house, names).seats()


def game_names(game: Game, players: int) -> list[str]:
    """The names of a game's players, which may hold anything, as they can be shown: of a length, and without what a terminal obeys.

    Who has none is called by the empty name.
    """
    plain = ["".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in name[: _NAME_WIDTH + 1]) for name in game.names]
    return [shorten(name, _NAME_WIDTH) for name in (*plain, *[""] * players)[:players]]


class _Hand:
    """One hand, looked through once."""

    def __init__(self, record: str, round: Round, rules: RiichiRules, names: Sequence[str]):
        self.record, self.round, self.rules, self.names = record, round, rules, names
        n = round.players
        self.thrown, self.riichi, self.calls, self.kans = [0] * n, [0] * n, [0] * n, [0] * n
        self.robbed = False
        for event in round.events:
            what, seat = event.what, event.seat
            if what == DISCARD:
                self.thrown[seat] += 1
                self.robbed = False
            elif what == CALL and event.meld is not None:
                self.calls[seat] += event.meld.called is not None and event.meld.type != "kakan"
                self.kans[seat] += event.meld.is_quad
                self.robbed = event.meld.is_quad
            elif what == KITA:
                self.robbed = True
            elif what == RIICHI:
                self.riichi[seat] = self.thrown[seat] + 1

    @cached_property
    def table(self) -> Table:
        """The hand played again: only where something is computed."""
        return replay(self.round)

    def seats(self) -> Iterator[SeatHand]:
        """Each seat's row."""
        round = self.round
        winners = {win.seat: win for win in round.wins}
        worths = {win.seat: self._worth(win) for win in round.wins}
        givers = {win.giver for win in round.wins}
        prices = [worth.points for worth in worths.values()]
        cost = None if None in prices else sum(prices)  # type: ignore[arg-type]
        end, deltas = self._end(), round.deltas
        for seat in range(round.players):
            win = winners.get(seat)
            tenpai, furiten = self._at_draw(seat)
            yield SeatHand(
                record=self.record,
                hand=round.index,
                round=str(round),
                seat=seat,
                wind=round.seat_wind(seat).name,
                player=self.names[seat],
                before=round.scores[seat],
                end=end,
                result=_result(win, seat in givers, None in givers, bool(winners)),
                giver=round.seat_wind(win.giver).name if win is not None and win.giver is not None else "",
                worth=worths.get(seat),
                lost=cost if seat in givers else 0,
                delta=None if deltas is None else deltas[seat],
                turn=None if win is None else self._turn(win),
                riichi=self.riichi[seat],
                calls=self.calls[seat],
                kans=self.kans[seat],
                tenpai=tenpai,
                furiten=furiten,
            )

    def _end(self) -> str:
        wins = self.round.wins
        if not wins:
            return self.round.draw.kind if self.round.draw is not None else ""
        if wins[0].giver is None:
            return WON_BY_TSUMO
        return ("ron", "double_ron", "triple_ron")[min(len(wins), 3) - 1]

    def _turn(self, win: ToldWin) -> int | None:
        """How manieth tile of its player the winning tile was; a robbed kan comes in the turn of who declares it."""
        if not self.round.events:
            return None
        if win.giver is None:
            return self.thrown[win.seat] + 1
        return self.thrown[win.giver] + self.robbed

    def _at_draw(self, seat: int) -> tuple[bool | None, bool | None]:
        draw = self.round.draw
        if draw is None or self.round.wins or draw.kind not in (EXHAUSTIVE, NAGASHI):
            return None, None
        told = None if draw.tenpai is None else draw.tenpai[seat]
        waits = self.table.waits(seat)
        tenpai = told if told is not None else None if waits is None else bool(waits)
        return tenpai, self.table.furiten(seat) if tenpai else None

    # ------------------------------------------------------------------------------------------ what a win is worth

    def _worth(self, told: ToldWin) -> Worth:
        """What the record tells of a win, and what is computed where it tells nothing."""
        theirs = _told_worth(told)
        needed = (theirs.yaku, theirs.points) if theirs.yakuman else (theirs.yaku, theirs.points, theirs.han, theirs.fu, theirs.limit)
        if None not in needed:
            return theirs
        score = self._scored(told)
        if score is None:
            return theirs
        mine = _computed_worth(score)
        # fu and limits of another hand than the one that is told would go with no han of it
        if theirs.yaku is not None and (mine.yakuman != theirs.yakuman or (theirs.han is not None and theirs.han != mine.han)):
            return theirs
        kept = {name: value for name, value in theirs._asdict().items() if value is not None and name != "yakuman"}
        return mine._replace(**kept)

    def _scored(self, told: ToldWin) -> Score | None:
        played = self.table.won(told.seat, told.giver, told.tile)
        dora = played.how.dora_indicators if told.dora is None else told.dora
        how = played.how._replace(dora_indicators=dora, ura_indicators=told.ura or ())
        try:
            hand = played.hand or told_hand(told)
            found = None if hand is None else score_hand(hand, how, engine(self.rules))
        except HandError:
            return None
        return found if isinstance(found, Score) else None


def told_hand(told: ToldWin) -> Hand | None:
    """The winning hand as the record has it; None where it doesn't."""
    if told.concealed is None or told.tile is None:
        return None
    by = TSUMO if told.giver is None else RON
    return Hand.of(told.concealed, told.melds or (), win=told.tile, by=by, norths=told.norths or 0)


def _result(win: ToldWin | None, gave: bool, drawn: bool, won: bool) -> str:
    if win is not None:
        return WON_BY_TSUMO if win.giver is None else WON_BY_RON
    if not won:
        return DRAWN
    return DEAL_IN if gave else PAID if drawn else OTHER


def _told_worth(told: ToldWin) -> Worth:
    if told.yakuman:
        return Worth(_known(told.yakuman), True, None, None, None, told.points, "yakuman")
    # what records call a yakuman without naming one was counted
    limit = "counted_yakuman" if told.limit == "yakuman" and told.yaku else told.limit
    han, fu = _up_to(told.han, MOST_HAN), _up_to(told.fu, MOST_FU)
    if told.yaku is None:
        return Worth(han=han, fu=fu, points=told.points, limit=limit)
    worth: dict[str, int] = {}
    for id, n in told.yaku:
        if n:
            worth[id] = worth.get(id, 0) + n
    bonuses = tuple(worth.pop(id, 0) for id in BONUSES)
    return Worth(_known(worth), False, bonuses, han, fu, told.points, limit)  # type: ignore[arg-type]


def _computed_worth(score: Score) -> Worth:
    ids = tuple(hit.id for hit in score.yaku)
    limit = score.limit.removeprefix("kiriage_")
    if score.yakuman:
        return Worth(ids, True, None, None, None, score.points, "yakuman")
    return Worth(ids, False, tuple(score.dora), score.han, score.fu, score.points, limit)  # type: ignore[arg-type]


def _known(ids: Sequence[str] | dict[str, int]) -> tuple[str, ...]:
    """Yaku by their ids, each once; a record may tell names that are none."""
    return tuple(id for id in dict.fromkeys(ids) if id in YAKU_NAMES)


def _up_to(value: int | None, most: int) -> int | None:
    return value if value is not None and value <= most else None
