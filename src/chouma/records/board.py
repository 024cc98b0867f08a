"""A hand as it lies on the table at its end: what each seat holds, called and discarded, who won on what, and both scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ..answers import Reading
from ..errors import shorten
from ..hand import KAKAN, Hand, Meld
from ..messages import speaker
from ..result import Score
from ..riichi.limits import LIMIT_WORDS
from ..riichi.names import YAKU_NAMES
from ..riichi.rules import RiichiRules
from ..tiles import NAMES, tiles_of
from .audit import Finding, JudgedHand, Report, computed_han, told_han
from .model import CALL, DISCARD, INDICATOR, RIICHI, STICK, UNKNOWN, Round, ToldWin
from .replay import Table
from .seats import game_names
from .stats_text import end_title, yaku_title

#: more than any hand has of discards, melds, concealed tiles and indicators; what a made-up record has beyond them isn't drawn
MOST_DISCARDS, MOST_MELDS, MOST_TILES, MOST_INDICATORS = 40, 4, 14, 5

#: what two scores of one win may differ in
COMPARED = ("yaku", "han", "fu", "limit", "points")

_LONGEST = 40


class Discard(NamedTuple):
    """A discarded tile.

    Attributes
    ----------
    tile : int
    drawn : bool
        Whether it had just been drawn, as far as the record tells.
    riichi : bool
        Whether it declared riichi.
    claimed : bool
        Whether somebody called it, or won on it.
    """

    tile: int
    drawn: bool
    riichi: bool
    claimed: bool

    def to_dict(self) -> dict[str, Any]:
        """The discard for JSON."""
        return {**self._asdict(), "tile": _name(self.tile)}


class SeatBoard(NamedTuple):
    """One seat at the end of a hand.

    Attributes
    ----------
    wind : str
        ``E`` for the dealer.
    player : str
        The name that the record has.
    score : int
        Points at the deal.
    told, computed : int or None
        What it won or lost at the end, by the record and as settled again; None where that isn't known.
    concealed : tuple of int or None
        Its concealed tiles, without the one that it won with; None where they aren't known.
    win : int or None
        The tile that it won with.
    melds : tuple of Meld
        In the order of the calls.
    norths : int
        Declared norths.
    discards : tuple of Discard
    riichi : bool
    """

    wind: str
    player: str
    score: int
    told: int | None
    computed: int | None
    concealed: tuple[int, ...] | None
    win: int | None
    melds: tuple[Meld, ...]
    norths: int
    discards: tuple[Discard, ...]
    riichi: bool

    def to_dict(self) -> dict[str, Any]:
        """The seat for JSON; tiles are MPSZ, melds canonical text."""
        return {
            **self._asdict(),
            "concealed": None if self.concealed is None else [_name(tile) for tile in self.concealed],
            "win": None if self.win is None else _name(self.win),
            "melds": [_meld_text(meld) for meld in self.melds],
            "discards": [one.to_dict() for one in self.discards],
        }


class Price(NamedTuple):
    """What a win is worth, by the record or as computed; None for what isn't told.

    Attributes
    ----------
    yaku : tuple of (str, int) or None
        Yaku and dora with their han, or yakuman, by their ids.
    yakuman : bool
        Whether they are yakuman.
    han, fu : int or None
    limit : str or None
        ``mangan`` … ``yakuman``, empty for none; as records have it, neither counted nor rounded up.
    points : int or None
        What the others pay, without counters.
    """

    yaku: tuple[tuple[str, int], ...] | None = None
    yakuman: bool = False
    han: int | None = None
    fu: int | None = None
    limit: str | None = None
    points: int | None = None

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """The price for JSON, with names in a language."""
        t = speaker(lang)
        yaku = None if self.yaku is None else [{"id": id, "name": _yaku_name(id, t.lang), "n": n} for id, n in self.yaku]
        limit = self.limit and t(LIMIT_WORDS[self.limit])
        return {**self._asdict(), "yaku": yaku, "limit": limit}


class WinBoard(NamedTuple):
    """A win, with both its scores.

    Attributes
    ----------
    seat : str
        The wind of who won.
    giver : str
        The wind of whose tile it was; empty for a self-draw.
    tile : int or None
        What it was won with.
    told : Price
    computed : Price or None
        None where the hand is worth nothing.
    differs : tuple of str
        The fields of `COMPARED` that both have, and not alike.
    reading : Reading or None
        As it was computed: the groups of the hand.
    """

    seat: str
    giver: str
    tile: int | None
    told: Price
    computed: Price | None
    differs: tuple[str, ...]
    reading: Reading | None

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """The win for JSON, with names in a language."""
        computed = None if self.computed is None else self.computed.to_dict(lang)
        tile = None if self.tile is None else _name(self.tile)
        told = {"tile": tile, "told": self.told.to_dict(lang), "computed": computed, "differs": list(self.differs)}
        return {**self._asdict(), **told, "reading": [] if self.reading is None else self.reading.to_dict()}


class Board(NamedTuple):
    """A hand at its end.

    Attributes
    ----------
    round : str
        Such as E3.1 for the first counter of East 3.
    wind : str
        Of the round.
    number : int
        3 in E3.
    honba, deposits : int
        Counters at the deal, and sticks at the end.
    wall : int
        How many tiles were left.
    indicators, ura : tuple of int
        Dora indicators as they were turned, and those below that the record shows.
    seats : tuple of SeatBoard
        The dealer first.
    wins : tuple of WinBoard
    draw : str
        Which kind of draw; empty where somebody won.
    """

    round: str
    wind: str
    number: int
    honba: int
    deposits: int
    wall: int
    indicators: tuple[int, ...]
    ura: tuple[int, ...]
    seats: tuple[SeatBoard, ...]
    wins: tuple[WinBoard, ...]
    draw: str

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """The board for JSON, with names in a language."""
        return {
            **self._asdict(),
            **{"indicators": [_name(tile) for tile in self.indicators], "ura": [_name(tile) for tile in self.ura]},
            **{"seats": [seat.to_dict() for seat in self.seats], "wins": [win.to_dict(lang) for win in self.wins]},
            "draw": self.draw and end_title(self.draw, speaker(lang)),
        }


def board(round: Round, rules: RiichiRules, names: Sequence[str] = ()) -> Board:
    """A hand of a record as it lies at its end, with both scores of each win.

    Parameters
    ----------
    round : Round
    rules : RiichiRules
        By which it is computed; they are for as many players.
    names : sequence of str
        Of the players, by seat.
    """
    judged = JudgedHand("", round, rules)
    judged.findings()
    table = judged.table
    discards = _discards(round)
    wins = {win.seat: win for win in round.wins}
    deltas, paid = round.deltas, judged.paid
    seats = []
    for wind in range(round.players):
        seat = (round.dealer + wind) % round.players
        concealed, win, melds = _held(round, table, seat, wins.get(seat))
        seats.append(
            SeatBoard(
                wind=round.seat_wind(seat).name,
                player=names[seat] if seat < len(names) else "",
                score=round.scores[seat],
                told=None if deltas is None else deltas[seat],
                computed=None if paid is None else paid[seat],
                concealed=concealed,
                win=win,
                melds=melds[:MOST_MELDS],
                norths=min(table.norths[seat], 4),
                discards=tuple(discards[seat][:MOST_DISCARDS]),
                riichi=bool(table.riichi[seat]),
            )
        )
    ura = next((win.ura for win in round.wins if win.ura), ())
    return Board(
        round=str(round),
        wind=round.wind.name,
        number=round.number,
        honba=round.honba,
        deposits=judged.deposits,
        wall=max(table.wall, 0),
        indicators=tuple(table.indicators[:MOST_INDICATORS]),
        ura=ura[:MOST_INDICATORS],
        seats=tuple(seats),
        wins=tuple(_win(round, win, judged.scores.get(win.seat), seats) for win in round.wins),
        draw="" if round.wins or round.draw is None else round.draw.kind,
    )


def drawn(report: Report, rules: RiichiRules | None = None, most: int | None = None) -> Iterator[tuple[Board | None, tuple[Finding, ...]]]:
    """The hands of a judged game in which something differs, each drawn, with its findings.

    Parameters
    ----------
    report : Report
    rules : RiichiRules, optional
        By which it was judged; those of the record, if not given.
    most : int, optional
        How many are drawn.

    Yields
    ------
    Board or None, tuple of Finding
        No board for what is a matter of no hand that was read.
    """
    game = report.game
    groups: dict[str, list[Finding]] = {}
    for finding in report.findings:
        groups.setdefault(finding.round, []).append(finding)
    if game is None:
        yield from ((None, tuple(group)) for group in groups.values())
        return
    house = rules or game.rules
    rounds: dict[str, Round] = {}
    for round in game.rounds:
        rounds.setdefault(str(round), round)
    names = game_names(game, house.players)
    n = 0
    for at, group in groups.items():
        found = rounds.get(at)
        can_be = found is not None and found.players == house.players and (most is None or n < most)
        n += can_be
        yield board(found, house, names) if can_be and found is not None else None, tuple(group)


def _discards(round: Round) -> list[list[Discard]]:
    """What each seat discarded, in order."""
    found: list[list[Discard]] = [[] for _ in range(round.players)]
    declared = [False] * round.players
    last = -1  # whose discard it was that can be called
    for what, seat, tile, just_drawn, meld in round.events:
        if what == DISCARD:
            found[seat].append(Discard(tile, just_drawn, declared[seat], False))
            declared[seat], last = False, seat
        elif what == RIICHI:
            declared[seat] = True
        elif what not in (STICK, INDICATOR):
            called = what == CALL and meld is not None and meld.called is not None and meld.type != KAKAN
            if called and last not in (-1, seat):
                found[last][-1] = found[last][-1]._replace(claimed=True)
            last = -1
    if last >= 0 and any(win.giver == last for win in round.wins):
        found[last][-1] = found[last][-1]._replace(claimed=True)
    return found


def _held(round: Round, table: Table, seat: int, told: ToldWin | None) -> tuple[tuple[int, ...] | None, int | None, tuple[Meld, ...]]:
    """What a seat holds: concealed tiles, the one that it won with, melds."""
    melds = tuple(table.melds[seat])
    if told is not None:
        played = table.won(seat, told.giver, told.tile).hand
        if played is not None:
            return _some(played.concealed), played.win, melds
        return None if told.concealed is None else _some(told.concealed), told.tile, melds or told.melds or ()
    if table.seen[seat]:
        return _some(tiles_of(table.counts(seat))), None, melds
    shown = round.draw.hands[seat] if round.draw is not None and round.draw.hands is not None else None
    return None if shown is None else _some(shown), None, melds


def _some(tiles: Iterable[int]) -> tuple[int, ...]:
    return tuple(tiles)[:MOST_TILES]


def _win(round: Round, told: ToldWin, score: Score | None, seats: Sequence[SeatBoard]) -> WinBoard:
    wind = round.seat_wind(told.seat)
    giver = "" if told.giver is None else round.seat_wind(told.giver).name
    theirs = _told_price(told)
    ours = None if score is None else _computed_price(score, "kita_dora" in dict(told.yaku or ()))
    differs = () if ours is None else tuple(_differing(theirs, ours))
    return WinBoard(wind.name, giver, seats[wind].win, theirs, ours, differs, None if score is None else score.reading)


def _told_price(told: ToldWin) -> Price:
    if told.yakuman:
        return Price(tuple((id, 1) for id in told.yakuman), True, limit=told.limit, points=told.points)
    yaku = None if told.yaku is None else tuple(told_han(told.yaku).items())
    return Price(yaku, False, told.han, told.fu, told.limit, told.points)


def _computed_price(score: Score, norths_apart: bool) -> Price:
    limit = score.limit.removeprefix("kiriage_").removeprefix("counted_")
    if score.yakuman:
        return Price(tuple((hit.id, hit.yakuman) for hit in score.yaku), True, limit=limit, points=score.points)
    return Price(tuple(computed_han(score, norths_apart).items()), False, score.han, score.fu, limit, score.points)


def _differing(theirs: Price, ours: Price) -> Iterator[str]:
    for name in COMPARED:
        told, found = getattr(theirs, name), getattr(ours, name)
        if name == "yaku" and None not in (told, found):
            if theirs.yakuman or ours.yakuman:  # records don't tell how many times a yakuman counts
                told, found = (theirs.yakuman, sorted(dict(told))), (ours.yakuman, sorted(dict(found)))
            else:
                told, found = dict(told), dict(found)
        if told is not None and found is not None and told != found:
            yield name


# ----------------------------------------------------------------------------------------------------------- words


def _name(tile: int) -> str:
    return "" if tile == UNKNOWN else NAMES[tile]


def _meld_text(meld: Meld) -> str:
    """A meld as canonical text: ``(5<55z)``."""
    return str(Hand(0, (meld,)))


def _yaku_name(id: str, lang: str) -> str:
    return yaku_title(id, lang) if id in YAKU_NAMES else shorten(id, _LONGEST)
