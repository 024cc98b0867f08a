"""Statistics over any number of game records: counted in one pass, however many there are.

Everything is a sum of counts, so that what was counted apart (by another process, on another machine) can be added up: see `Tally`.
Rates and averages are made of the counts by one table, `RATES`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import IO, Any, NamedTuple

from ..errors import RuleError, UnknownNameError, said_in, worded
from ..game.placing import final_count, places, shares_places
from ..messages import says
from ..riichi.limits import LIMIT_WORDS
from ..riichi.names import YAKU_NAMES
from ..riichi.rules import RiichiRules
from ..riichi.rules import rules as riichi_rules
from ..rulesets import RuleSet
from ..seats import SEAT_WORDS, Wind
from .formats import games
from .model import Game
from .seats import BONUSES, DEAL_IN, DRAWN, WON_BY_RON, WON_BY_TSUMO, SeatHand, game_names, seat_hands
from .sources import Unread

SCHEMA = "chouma.statistics/1"

#: by what the games are counted, beside all of them together
ALL, PLAYER, SEAT = BY = ("all", "player", "seat")

#: so many players have counts of their own; those who come later are counted together, so that the memory has a bound
MOST_NAMES = 10_000
#: so many parts that couldn't be read are kept by name; all are counted
MOST_PROBLEMS = 100

_ONE_COUNTS = (
    *("hands", "dealer_hands", "wins", "ron", "tsumo", "dealer_wins", "yakuman_wins", "known_yaku", "known_price", "won_points"),
    *("known_turn", "turns", "deal_ins", "known_cost", "lost_points", "riichi", "riichi_turns", "riichi_wins", "riichi_deal_ins"),
    *("called", "called_wins", "called_deal_ins", "known_tenpai", "tenpai", "known_furiten", "furiten"),
    *("games", "finished", "place_sum", "rentai", "busted", "totals"),
)
_MANY_COUNTS = ("yaku", "han", "fu", "limits", "dora", "places")


class Rate(NamedTuple):
    """A rate or an average: one count over another.

    Attributes
    ----------
    of, over : str
        Fields of `Figures`.
    title : str
        What it is called.
    percent : bool
        Whether it is a share; if not, an average.
    places : int
        Decimals that are worth showing.
    """

    of: str
    over: str
    title: str
    percent: bool = True
    places: int = 1


#: every rate and average, in the order in which they are shown
RATES = {
    "win_rate": Rate("wins", "hands", says("hands won")),
    "deal_in_rate": Rate("deal_ins", "hands", says("hands dealt in")),
    "riichi_rate": Rate("riichi", "hands", says("hands with riichi")),
    "call_rate": Rate("called", "hands", says("hands with calls")),
    "tsumo_rate": Rate("tsumo", "wins", says("wins by self-draw")),
    "dealer_win_rate": Rate("dealer_wins", "dealer_hands", says("hands won as dealer")),
    "average_won": Rate("won_points", "known_price", says("points of a win"), False, 0),
    "average_lost": Rate("lost_points", "known_cost", says("points of a deal-in"), False, 0),
    "average_turn": Rate("turns", "known_turn", says("turn of a win"), False, 2),
    "riichi_win_rate": Rate("riichi_wins", "riichi", says("hands with riichi that won")),
    "riichi_deal_in_rate": Rate("riichi_deal_ins", "riichi", says("hands with riichi that dealt in")),
    "average_riichi_turn": Rate("riichi_turns", "riichi", says("turn of riichi"), False, 2),
    "call_win_rate": Rate("called_wins", "called", says("hands with calls that won")),
    "call_deal_in_rate": Rate("called_deal_ins", "called", says("hands with calls that dealt in")),
    "tenpai_rate": Rate("tenpai", "known_tenpai", says("tenpai at exhaustive draws")),
    "furiten_rate": Rate("furiten", "known_furiten", says("furiten, of those tenpai")),
    "average_place": Rate("place_sum", "finished", says("average place"), False, 2),
    "rentai_rate": Rate("rentai", "finished", says("games as first or second")),
    "busted_rate": Rate("busted", "finished", says("games that ended below 0")),
    "average_total": Rate("totals", "finished", says("points of the final count"), False, 0),
}


class Figures(NamedTuple):
    """What was counted of all seats, or of one player: `rates` makes rates and averages of it.

    Attributes
    ----------
    hands, dealer_hands : int
        Hands dealt to those who are counted: four of each hand, where all four are.
    wins, ron, tsumo, dealer_wins, yakuman_wins : int
    known_yaku : int
        Wins whose yaku are known.
    known_price, won_points : int
        Wins whose price is known, and what they come to, without counters and deposits.
    known_turn, turns : int
        Wins whose turn is known, and the sum of the turns.
    deal_ins, known_cost, lost_points : int
        Hands that dealt into a win, and what those whose price is known cost.
    riichi, riichi_turns, riichi_wins, riichi_deal_ins : int
        Hands in which riichi was declared, and the sum of its turns.
    called, called_wins, called_deal_ins : int
        Hands with a chi, pon or minkan.
    known_tenpai, tenpai, known_furiten, furiten : int
        Of exhaustive draws.
    games, finished : int
        Games with such a seat, and those of them whose end the record tells.
    place_sum, rentai, busted, totals : int
        Of these: the sum of the places (from 1), first or second, below 0 points, and the sum of the final counts, in points.
    yaku : mapping of str to int
        Wins by yaku, most frequent first.
    han, fu, places : mapping of int to int
        Wins by han and by fu, yakuman apart; games by place.
    limits : mapping of str to int
        Wins by limit; empty for none.
    dora : mapping of str to int
        Han by ``dora``, ``ura``, ``aka`` and ``kita``.
    """

    hands: int
    dealer_hands: int
    wins: int
    ron: int
    tsumo: int
    dealer_wins: int
    yakuman_wins: int
    known_yaku: int
    known_price: int
    won_points: int
    known_turn: int
    turns: int
    deal_ins: int
    known_cost: int
    lost_points: int
    riichi: int
    riichi_turns: int
    riichi_wins: int
    riichi_deal_ins: int
    called: int
    called_wins: int
    called_deal_ins: int
    known_tenpai: int
    tenpai: int
    known_furiten: int
    furiten: int
    games: int
    finished: int
    place_sum: int
    rentai: int
    busted: int
    totals: int
    yaku: Mapping[str, int]
    han: Mapping[int, int]
    fu: Mapping[int, int]
    limits: Mapping[str, int]
    dora: Mapping[str, int]
    places: Mapping[int, int]

    @property
    def rates(self) -> dict[str, float | None]:
        """Every rate and average of `RATES`; None where there is nothing to make it of."""
        return {name: self.rate(name) for name in RATES}

    def rate(self, name: str) -> float | None:
        """One of `RATES`.

        Raises
        ------
        UnknownNameError
            If there is none of that name.
        """
        if name not in RATES:
            raise UnknownNameError("rate", name, RATES)
        over = getattr(self, RATES[name].over)
        return getattr(self, RATES[name].of) / over if over else None

    def to_dict(self) -> dict[str, Any]:
        """Counts, rates and averages for JSON."""
        told = self._asdict().items()
        plain = {name: {str(key): n for key, n in value.items()} if isinstance(value, Mapping) else value for name, value in told}
        return {"rates": self.rates, **plain}


class Tally:
    """Counts while they are made."""

    __slots__ = ("many", "n")

    def __init__(self) -> None:
        self.n = dict.fromkeys(_ONE_COUNTS, 0)
        self.many: dict[str, Counter[Any]] = {name: Counter() for name in _MANY_COUNTS}

    def add(self, row: SeatHand) -> None:
        """Count one hand of one seat."""
        n = self.n
        n["hands"] += 1
        n["dealer_hands"] += row.dealer
        riichi, called = row.riichi > 0, row.calls > 0
        n["riichi"] += riichi
        n["riichi_turns"] += row.riichi
        n["called"] += called
        if row.result in (WON_BY_RON, WON_BY_TSUMO):
            n["riichi_wins"] += riichi
            n["called_wins"] += called
            self._win(row)
        elif row.result == DEAL_IN:
            n["deal_ins"] += 1
            n["riichi_deal_ins"] += riichi
            n["called_deal_ins"] += called
            if row.lost is not None:
                n["known_cost"] += 1
                n["lost_points"] += row.lost
        elif row.result == DRAWN:
            for name, value in (("tenpai", row.tenpai), ("furiten", row.furiten)):
                if value is not None:
                    n[f"known_{name}"] += 1
                    n[name] += value

    def _win(self, row: SeatHand) -> None:
        n, many, worth = self.n, self.many, row.worth
        assert worth is not None
        n["wins"] += 1
        n[row.result] += 1
        n["dealer_wins"] += row.dealer
        n["yakuman_wins"] += worth.yakuman
        if row.turn is not None:
            n["known_turn"] += 1
            n["turns"] += row.turn
        if worth.points is not None:
            n["known_price"] += 1
            n["won_points"] += worth.points
        if worth.yaku is not None:
            n["known_yaku"] += 1
            many["yaku"].update(worth.yaku)
        for name, value in (("han", worth.han), ("fu", worth.fu), ("limits", worth.limit)):
            if value is not None:
                many[name][value] += 1
        for name, han in zip(BONUSES.values(), worth.bonuses or (), strict=False):
            if han:
                many["dora"][name] += han

    def place(self, place: int, score: int, total: int) -> None:
        """Count the end of a game."""
        n = self.n
        n["finished"] += 1
        n["place_sum"] += place
        n["rentai"] += place <= 2
        n["busted"] += score < 0
        n["totals"] += total
        self.many["places"][place] += 1

    def join(self, other: Tally) -> None:
        """Add what was counted apart."""
        for name, value in other.n.items():
            self.n[name] += value
        for name, counts in other.many.items():
            self.many[name].update(counts)

    def figures(self) -> Figures:
        """The counts as they stand, in their order."""
        order = {name: i for i, name in enumerate((*YAKU_NAMES, "", *LIMIT_WORDS, *BONUSES.values()))}
        found = {}
        for name, counts in self.many.items():
            if name == "yaku":
                rows = sorted(counts.items(), key=lambda one: (-one[1], order[one[0]]))
            else:
                rows = sorted(counts.items(), key=lambda one: order.get(one[0], one[0]))
            found[name] = MappingProxyType(dict(rows))
        return Figures(**self.n, **found)  # type: ignore[arg-type]


class Statistics(NamedTuple):
    """What some game records come to. It prints as tables.

    Attributes
    ----------
    by : str
        ``player``, ``seat`` (where they sat at first) or ``all``.
    games, hands : int
        Games read, and hands played to their end in them.
    unfinished : int
        Hands without an end, which aren't counted.
    ends : mapping of str to int
        How the hands ended: ``ron``, ``double_ron``, ``triple_ron``, ``tsumo``, and the kinds of draws.
    whole : Figures
        All seats together.
    groups : mapping of str to Figures
        By the names of the players, or ``E`` to ``N``; those with most hands first.
    others : Figures or None
        The players who came when `MOST_NAMES` had been counted, all together.
    unreadable : int
        How many parts couldn't be read.
    problems : tuple of str
        The first of them, and why.
    """

    by: str
    games: int
    hands: int
    unfinished: int
    ends: Mapping[str, int]
    whole: Figures
    groups: Mapping[str, Figures]
    others: Figures | None
    unreadable: int
    problems: tuple[str, ...]

    def of(self, name: str = "") -> Figures:
        """The figures of a player or seat; of all for an empty name.

        Raises
        ------
        UnknownNameError
            If there is none of that name.
        """
        if not name:
            return self.whole
        if name not in self.groups:
            raise UnknownNameError("player" if self.by == PLAYER else "seat", name, self.groups)
        return self.groups[name]

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """All of it for JSON: counts, rates and averages, of all and of each."""
        told = {name: getattr(self, name) for name in ("by", "games", "hands", "unfinished")}
        return {
            **{"schema": SCHEMA, **told, "ends": dict(self.ends), "whole": self.whole.to_dict()},
            "groups": {name: one.to_dict() for name, one in self.groups.items()},
            "others": None if self.others is None else self.others.to_dict(),
            **{"unreadable": self.unreadable, "problems": [said_in(one, lang) for one in self.problems]},
        }

    def tables(self, lang: str = "en") -> dict[str, dict[str, list[Any]]]:
        """Plain columns, for a frame of any library: ``pyarrow.table(found.tables()["yaku"])``.

        Returns
        -------
        dict of str to dict of str to list
            ``figures`` (a row for all and for each, counts and rates), ``ends``, ``yaku``, ``han``, ``fu``, ``limits``, ``dora`` and
            ``places``. The column ``of`` is empty for all together.
        """
        from .stats_text import tables

        return tables(self, lang)

    def text(self, lang: str = "en", of: str = "") -> str:
        """Tables as text.

        Parameters
        ----------
        lang : str
            One of `chouma.messages.LANGUAGES`.
        of : str
            The player or seat that is told of at length; all, if it is empty.
        """
        from .stats_text import text

        return text(self, lang, of)

    def __str__(self) -> str:
        return self.text()


def _finals(game: Game, rules: RiichiRules) -> list[tuple[int, int, int]]:
    """Place, points and final count of each seat; nobody's where the record doesn't tell the end."""
    finals = game.finals
    if finals is None or len(finals.scores) != rules.players:
        return []
    told = finals.totals is not None and len(finals.totals) == rules.players
    totals = finals.totals if told else final_count(finals.scores, rules).totals
    return list(zip(places(finals.scores, shares_places(rules)), finals.scores, totals or (), strict=True))


class Counting:
    """Statistics while they are counted.

    Parameters
    ----------
    by : str
        One of `BY`.
    rules : RiichiRules, optional
        See `statistics`.

    Raises
    ------
    RuleError
        If the games can't be counted by that.
    """

    def __init__(self, by: str = PLAYER, rules: RiichiRules | None = None):
        if by not in BY:
            raise RuleError(worded("games are counted by {names}, not by {by}", names=" ".join(BY), by=by))
        self.by, self.rules = by, rules
        self.games = self.hands = self.unfinished = self.unreadable = 0
        self.ends: Counter[str] = Counter()
        self.whole = Tally()
        self.groups: dict[str, Tally] = {}
        self.others: Tally | None = None
        self.problems: list[str] = []

    def add(self, one: Game | Unread, each: Callable[[SeatHand], None] | None = None) -> list[str]:
        """Count a game, or what couldn't be read.

        Parameters
        ----------
        one : Game or Unread
        each : callable, optional
            Gets every hand of every seat.

        Returns
        -------
        list of str
            What couldn't be read of it, and why.
        """
        problems = self._problems(one)
        self.unreadable += len(problems)
        self.problems += problems[: MOST_PROBLEMS - len(self.problems)]
        # a game of which no hand could be read is none
        if isinstance(one, Game) and {round.players for round in one.rounds} == {(self.rules or one.rules).players}:
            self._game(one, self.rules or one.rules, each)
        return problems

    def _problems(self, one: Game | Unread) -> list[str]:
        if isinstance(one, Unread):
            return [worded("{where}: {why}", where=one.name, why=one.why)]
        whys = [why if index is None else worded("hand {n}: {why}", n=index + 1, why=why) for index, why in one.problems]
        rules = self.rules or one.rules
        others = {round.players for round in one.rounds} - {rules.players}
        if others:
            told = {"n": max(others), "rules": rules.name, "players": rules.players}
            whys.append(worded("{n} play in the record, and the rules {rules} are for {players}", **told))
        return [worded("{where}: {why}", where=one.id, why=why) for why in whys]

    def _game(self, one: Game, rules: RiichiRules, each: Callable[[SeatHand], None] | None) -> None:
        self.games += 1
        names = enumerate(game_names(one, rules.players))
        tallies = [(self.whole,) if self.by == ALL else (self.whole, self._group(name, seat)) for seat, name in names]
        for tally in (tally for pair in tallies for tally in pair):
            tally.n["games"] += 1
        for row in seat_hands(one, rules):
            if each is not None:
                each(row)
            if not row.seat:
                self.hands += 1
                self.ends[row.end] += 1
            for tally in tallies[row.seat]:
                tally.add(row)
        self.unfinished += sum(not round.wins and round.draw is None for round in one.rounds)
        for seat, told in enumerate(_finals(one, rules)):
            for tally in tallies[seat]:
                tally.place(*told)

    def _group(self, player: str, seat: int) -> Tally:
        """The counts of a player or seat; of those who come too late, of all such together."""
        key = Wind(seat).name if self.by == SEAT else player
        found = self.groups.get(key)
        if found is None and len(self.groups) < MOST_NAMES:
            found = self.groups[key] = Tally()
        elif found is None:
            found = self.others = self.others or Tally()
        return found

    def result(self) -> Statistics:
        """What was counted by now."""
        names = sorted(self.groups, key=lambda name: (Wind[name], "") if self.by == SEAT else (-self.groups[name].n["hands"], name))
        groups = {name: self.groups[name].figures() for name in names}
        ends = dict(sorted(self.ends.items(), key=lambda one: -one[1]))
        return Statistics(
            *(self.by, self.games, self.hands, self.unfinished, MappingProxyType(ends), self.whole.figures(), MappingProxyType(groups)),
            *(None if self.others is None else self.others.figures(), self.unreadable, tuple(self.problems)),
        )


def counted(
    paths: Iterable[str | os.PathLike[str]],
    counting: Counting,
    stdin: IO[bytes] | None = None,
    each: Callable[[SeatHand], None] | None = None,
) -> Iterator[list[str]]:
    """Count the games of some paths, one after another.

    Parameters
    ----------
    paths : iterable of str or path
        Files, folders, archives; ``-`` for standard input.
    counting : Counting
        Where they are counted.
    stdin : binary stream, optional
    each : callable, optional
        Gets every hand of every seat.

    Yields
    ------
    list of str
        After each: what couldn't be read of it.
    """
    for one in games(paths, stdin):
        yield counting.add(one, each)


def statistics(
    path: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    rules: RuleSet | str | Mapping[str, Any] | None = None,
    by: str = PLAYER,
) -> Statistics:
    """Count the games of some records, in one pass and in the memory of one.

    What the records tell is counted as they tell it; where they tell no yaku, fu, han or price, it is computed from the play.

    Parameters
    ----------
    path : str, path or iterable of them
        Files, folders, zip and tar archives.
    rules : RuleSet, str or mapping, optional
        Riichi rules to compute by, in place of those that the records tell.
    by : str
        ``player``, ``seat`` (where they sat at first) or ``all``: what is counted apart, beside all together.

    Returns
    -------
    Statistics
        What can't be read is counted in ``unreadable`` and named in ``problems``.

    Raises
    ------
    RuleError
        If `rules` or `by` is none.

    Examples
    --------
    >>> import chouma
    >>> found = chouma.statistics("nowhere.mjlog")
    >>> found.games, found.problems
    (0, ('nowhere.mjlog: No such file or directory',))
    """
    paths = (path,) if isinstance(path, str | os.PathLike) else path
    counting = Counting(by, None if rules is None else riichi_rules(rules))  # type: ignore[arg-type]
    for _ in counted(paths, counting):
        pass
    return counting.result()


def group_title(by: str, name: str) -> str:
    """What a player or a seat is called, in English, and in whatever language is asked for."""
    if by == SEAT:
        return SEAT_WORDS[Wind[name]]
    return name or worded("no name")
