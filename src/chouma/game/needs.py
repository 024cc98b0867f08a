"""What a player still needs: the cheapest win that reaches a place.

Every price comes from the formulas that settle a hand, and every place from the final count: here they are only asked, for one
hand after the other.

>>> from .play import Game
>>> from .state import State
>>> game = Game.new("tenhou")
>>> state = State((32000, 25000, 24000, 18000), Wind.S, 3, honba=1, deposits=1)
>>> for need in needs(state, 3, game.rules).rows[0].ways: print(need)
by ron from A: 2 han 70 fu, 6800 points
by ron from B: 6 han, 18000 points
by ron from C: 6 han, 18000 points
by self-draw: 3 han 50 fu, 9600 points
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ..errors import worded
from ..hand import RON, TSUMO
from ..messages import speaker
from ..riichi.cells import POSSIBLE_FU, KnownWorth, possible, worth, yakuman_worth
from ..riichi.limits import COUNTED_HAN, MANGAN_HAN, payments
from ..riichi.rules import RiichiRules
from ..riichi.settle import DEALER, STICK, Won, settle_wins
from ..seats import Wind
from ..wire import Flaw
from .course import after_hand, course_of
from .placing import places, shares_places
from .state import GameError, State

#: those of seven pairs, which nobody plans for: they are told where they are as cheap
SEVEN_PAIRS_FU = 25
#: no hand holds more yakuman, each counted as often as any rules count it
_MOST_YAKUMAN = 6
#: without limits every han doubles: more than so many are beyond any table
_MOST_HAN_WITHOUT_LIMITS = 30


class Need(NamedTuple):
    """The cheapest win that is enough, in one way of winning.

    Attributes
    ----------
    by : str
        ``ron`` or ``tsumo``.
    giver : int or None
        The player who discards; None for a self-draw.
    worths : tuple of KnownWorth
        What the hand may be worth, all at that price, the commonest first; empty if no hand is enough.
    choices : tuple of KnownWorth
        The fewest fu that are enough with so many han, from the fewest han on.
    points : int
        Its price: what the others pay, without counters and deposits.
    gain : int
        What the player gets in all.
    scores : tuple of int
        Points of all players after it.
    any_win : bool
        Whether the cheapest win there is is enough.
    over : str
        Why the game is over then; empty if it goes on.
    """

    by: str
    giver: int | None
    worths: tuple[KnownWorth, ...] = ()
    choices: tuple[KnownWorth, ...] = ()
    points: int = 0
    gain: int = 0
    scores: tuple[int, ...] = ()
    any_win: bool = False
    over: str = ""

    def text(self, names: Sequence[str] = "ABCD", lang: str = "en") -> str:
        """The need in words."""
        t = speaker(lang)
        way = t("by self-draw") if self.giver is None else t("by ron from {seat}", seat=names[self.giver])
        if not self.worths:
            return t("{way}: no hand is enough", way=way)
        return t("{way}: {worth}, {points} points", way=way, worth=worth_text(self.worths[0], lang), points=self.points)

    def __str__(self) -> str:
        return self.text()

    def to_dict(self, names: Sequence[str]) -> dict[str, Any]:
        """The need for JSON."""
        told: dict[str, Any] = {"by": self.by, "from": None if self.giver is None else names[self.giver], "possible": bool(self.worths)}
        if not self.worths:
            return told
        told |= {"hands": [_told(one) for one in self.worths], "choices": [_told(one) for one in self.choices], "points": self.points}
        after = dict(zip(names, self.scores, strict=True))
        return told | {"gain": self.gain, "any_win": self.any_win, "scores": after, "over": self.over}


class PlaceNeed(NamedTuple):
    """What reaches one place, or a better one.

    Attributes
    ----------
    place : int
    ways : tuple of Need
        From each of the others in turn, then by self-draw.
    """

    place: int
    ways: tuple[Need, ...]


class Needs(NamedTuple):
    """What a player needs for each place.

    Attributes
    ----------
    player : int
    place : int
        Where the player stands now.
    rows : tuple of PlaceNeed
        From the first place on; the last is reached anyhow.
    state : State
        The table before the hand is won.
    """

    player: int
    place: int
    rows: tuple[PlaceNeed, ...]
    state: State

    def to_dict(self, names: Sequence[str]) -> dict[str, Any]:
        """The answer for JSON."""
        rows = [{"place": row.place, "ways": [way.to_dict(names) for way in row.ways]} for row in self.rows]
        return {"player": names[self.player], "place": self.place, "needs": rows}


def _told(known: KnownWorth) -> dict[str, Any]:
    return {"han": known.han, "fu": known.fu, "yakuman": known.yakuman, "limit": known.limit}


def short(known: KnownWorth) -> str:
    """Han and fu as the command reads them: ``3h40f``, ``5h``, ``2y``."""
    if known.yakuman:
        return f"{known.yakuman if known.yakuman > 1 else ''}y"
    return f"{known.han}h{known.fu}f" if known.fu else f"{known.han}h"


def worth_text(known: KnownWorth, lang: str = "en") -> str:
    """Han and fu, or yakuman, in words.

    Examples
    --------
    >>> from chouma.riichi.rules import rules
    >>> worth_text(worth(3, 40, rules("general"))), worth_text(worth(5, None, rules("general")))
    ('3 han 40 fu', '5 han')
    """
    t = speaker(lang)
    if known.yakuman:
        return t.plural("{n} yakuman", "{n} yakuman", known.yakuman)
    if known.fu:
        return t("{han} han {fu} fu", han=known.han, fu=known.fu)
    return t("{han} han", han=known.han)


def needs(state: State, player: int, rules: RiichiRules, *, riichi: bool = False) -> Needs:
    """What a player needs to win in this hand, for each place, if the game ended with it.

    Parameters
    ----------
    state : State
        With the counters and the deposits of this hand.
    player : int
        Whose needs.
    rules : RiichiRules
    riichi : bool
        The player declares riichi first; the stick comes back with the win.

    Raises
    ------
    GameError
        If the game is over, or the riichi can't be.

    Returns
    -------
    Needs
        The places take ties into account as the rules do; each way says whether the game would be over.
    """
    if state.over:
        raise GameError([Flaw("game_over", worded("the game is over: nothing is needed any more"))])
    shared = shares_places(rules)
    place = places(state.scores, shared)[player]
    if riichi and player not in state.riichi:
        if rules.bankruptcy and state.scores[player] < STICK:
            told = worded("{points} points are not enough for riichi, which takes {stick}", points=state.scores[player], stick=STICK)
            raise GameError([Flaw("no_points_for_riichi", told, "riichi")])
        state = state.with_riichi([player])
    givers = [other for seat in Wind for other in [state.player_at(seat)] if seat < state.players and other != player]
    ladders = [list(_ladder(state, player, giver, rules)) for giver in (*givers, None)]
    rows = []
    for target in range(1, state.players):
        ways = [_cheapest(ladder, giver, player, target, shared) for ladder, giver in zip(ladders, (*givers, None), strict=True)]
        rows.append(PlaceNeed(target, tuple(ways)))
    return Needs(player, place, tuple(rows), state)


def _cheapest(ladder: Sequence[Need], giver: int | None, player: int, target: int, shared: bool) -> Need:
    least = min(known.fu for need in ladder for known in need.worths if known.fu and known.fu != SEVEN_PAIRS_FU)
    for i, need in enumerate(ladder):
        if places(need.scores, shared)[player] <= target:
            return need._replace(any_win=i == 0, choices=_choices(ladder[i:], least))
    return Need(TSUMO if giver is None else RON, giver)


def _choices(enough: Sequence[Need], least: int) -> tuple[KnownWorth, ...]:
    """The cheapest hand of each number of han, as long as each next one does with fewer fu; `least` fu every hand has."""
    found: dict[int, KnownWorth] = {}
    for known in (one for need in enough for one in need.worths if one.fu != SEVEN_PAIRS_FU):
        found.setdefault(known.han or COUNTED_HAN * known.yakuman, known)
    told: list[KnownWorth] = []
    for han in sorted(found):
        if told and ((told[-1].fu or 0) <= (found[han].fu or 0) or told[-1].fu == least):
            break
        told.append(found[han])
    return tuple(told)


def _ladder(state: State, player: int, giver: int | None, rules: RiichiRules) -> Iterator[Need]:
    """All wins in one way, from the cheapest on, and what the table looks like after each."""
    by = TSUMO if giver is None else RON
    seat, course = state.wind_of(player), course_of(rules)
    for worths in prices(by, rules):
        base = worths[0].base
        won = Won(seat, by, base, None if giver is None else state.wind_of(giver))
        settled = settle_wins([won], rules, honba=state.honba, deposits=state.deposits)
        scores = list(state.scores)
        for paid in settled.transfers:
            scores[state.player_at(paid.receiver)] += paid.amount
            if paid.payer is not None:
                scores[state.player_at(paid.payer)] -= paid.amount
        paid_state = state._replace(scores=tuple(scores), honba=settled.next_honba, deposits=settled.deposits_left)
        after = after_hand(paid_state, settled.next_dealer is DEALER, settled.outcome, rules, course)
        points = payments(base, seat is DEALER, by, rules).points
        gain = scores[player] - state.scores[player]
        yield Need(by, giver, worths, points=points, gain=gain, scores=tuple(scores), over=after.over)


@lru_cache(maxsize=256)
def prices(by: str, rules: RiichiRules) -> tuple[tuple[KnownWorth, ...], ...]:
    """Every price a hand can have when it is won in one way, from the cheapest on, each with the han and fu that come to it.

    Examples
    --------
    >>> from chouma.riichi.rules import rules
    >>> [[(one.han, one.fu) for one in worths] for worths in prices("ron", rules("general"))[:5]]
    [[(1, 30)], [(1, 40)], [(1, 50), (2, 25)], [(2, 30), (1, 60)], [(1, 70)]]
    """
    found: dict[int, list[KnownWorth]] = {}
    for known in _worths(by, rules):
        found.setdefault(known.base, []).append(known)
    return tuple(tuple(sorted(found[base], key=_commonness)) for base in sorted(found))


def _worths(by: str, rules: RiichiRules) -> Iterable[KnownWorth]:
    endless = rules.aotenjou != "off"
    for han in range(1, 1 + (_MOST_HAN_WITHOUT_LIMITS if endless else COUNTED_HAN)):
        if han >= MANGAN_HAN and not endless:
            yield worth(han, None, rules)
        else:
            yield from (worth(han, fu, rules) for fu in POSSIBLE_FU if by in possible(han, fu, rules))
    if not endless:
        yield from (yakuman_worth(n, rules) for n in range(1, 1 + (_MOST_YAKUMAN if rules.yakuman_stacking else 1)))


def _commonness(known: KnownWorth) -> tuple[bool, bool, int, int]:
    """The hand that comes most often first: few fu, and seven pairs after the others; of limit hands the one with the fewest han."""
    return bool(known.yakuman), known.fu == SEVEN_PAIRS_FU, known.fu or 0, known.han or 0
