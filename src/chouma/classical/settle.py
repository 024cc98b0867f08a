"""Four scores to payments under the classical rules.

The winner is paid his score by each of the others and pays nobody; the losers settle among themselves by the difference of their
scores; whatever East pays or receives is doubled. Liability, a discarder who pays for all, false wins and draws are departures
from that, and the rule set says which of them there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Protocol

from ..messages import says
from ..seats import Wind
from ..settlement import Said, Transfer, said
from .rules import Limited, half_limit_value, limit_value

ALL, DISCARDER = "all", "discarder"
LIMIT, HALF_LIMIT = "limit", "half_limit"
DEALER = Wind.E

_SEATS = tuple(Wind)
_LOSERS = tuple(tuple(seat for seat in Wind if seat is not winner) for winner in Wind)


_COSTS = {
    LIMIT: says("a false win costs {seat} the limit of {points}"),
    HALF_LIMIT: says("a false win costs {seat} half the limit, {points}"),
}


class SettlingRules(Limited, Protocol):
    """What settling asks of a rule set; the switches of the classical rules say what each means."""

    @property
    def payer(self) -> str: ...
    @property
    def losers_settle(self) -> bool: ...
    @property
    def east_factor(self) -> int: ...
    @property
    def liable_losers_settle(self) -> bool: ...
    @property
    def settle_on_draw(self) -> bool: ...
    @property
    def draw_keeps_dealer(self) -> bool: ...
    @property
    def false_win(self) -> str | int: ...
    @property
    def limit_on_difference(self) -> bool: ...


def transfers(
    scores: Mapping[Wind, int],
    winner: Wind | None,
    rules: SettlingRules,
    *,
    discarder: Wind | None = None,
    liable: Wind | None = None,
    false_win: Wind | None = None,
    by: str = "ron",
) -> tuple[Transfer, ...]:
    """Who pays whom for four scores.

    Parameters
    ----------
    scores : mapping of Wind to int
        What each hand is worth, in points; not asked for after a false win.
    winner : Wind or None
        None for a draw or a false win.
    rules : object
        See `SettlingRules`.
    discarder : Wind, optional
        Who gave the winning tile, the robbed player too.
    liable : Wind, optional
        Who pays for all by liability.
    false_win : Wind, optional
        Who claimed a win that was none.
    by : str
        ``ron`` or ``tsumo``.

    Returns
    -------
    tuple of Transfer
        Nobody pays 0.
    """
    if false_win is not None:
        return _penalty(false_win, rules)
    if winner is None:
        return _differences(scores, _SEATS, rules) if rules.settle_on_draw else ()
    losers = _LOSERS[winner]
    if liable is not None:
        paid = _liable(scores[winner], winner, losers, liable, rules)
    elif rules.payer == DISCARDER and by == "ron" and discarder is not None:
        paid = _discarder_pays(scores[winner], winner, losers, discarder, rules)
    else:
        paid = tuple(_share(scores[winner], seat, winner, rules) for seat in losers)
    settle = rules.losers_settle and (liable is None or rules.liable_losers_settle)
    paid += _differences(scores, losers, rules) if settle else ()
    return tuple(one for one in paid if one.amount)


def next_dealer(winner: Wind | None, rules: SettlingRules, false_win: Wind | None = None) -> Wind:
    """Who deals next, by the seats of this hand.

    The dealer stays who wins; a draw passes the deal unless the rules keep it; a false win costs the dealer the deal, and
    another's leaves it where it is.
    """
    if false_win is not None:
        return Wind.S if false_win is DEALER else DEALER
    stays = rules.draw_keeps_dealer if winner is None else winner is DEALER
    return DEALER if stays else Wind.S


def false_win_value(rules: SettlingRules) -> int:
    """What a false win costs to each of the others before East's factor, in points."""
    named = {LIMIT: limit_value(rules), HALF_LIMIT: half_limit_value(rules)}
    return named[rules.false_win] if isinstance(rules.false_win, str) else rules.false_win


def _factor(one: Wind, other: Wind, rules: SettlingRules) -> int:
    return rules.east_factor if one is DEALER or other is DEALER else 1


def _times(told: Said, amount: int, factor: int) -> Said:
    """A sentence of an amount, and how East's factor makes of it what is paid."""
    if factor == 1:
        return told
    if factor == 2:
        return said(says("{told}, doubled as East is the dealer: {paid}"), told=told, paid=amount * factor)
    return said(says("{told}, times {factor} as East is the dealer: {paid}"), told=told, factor=factor, paid=amount * factor)


def _share(score: int, payer: Wind, winner: Wind, rules: SettlingRules) -> Transfer:
    factor = _factor(payer, winner, rules)
    won = said(says("{seat} wins {points}"), seat=winner, points=score)
    return Transfer(payer, winner, score * factor, "win", (_times(won, score, factor),))


def _liable(score: int, winner: Wind, losers: tuple[Wind, ...], liable: Wind, rules: SettlingRules) -> tuple[Transfer, ...]:
    """The shares of all, each with the factor of him who would have paid it, from the one who is liable."""
    found = []
    for seat in losers:
        own = _share(score, seat, winner, rules)
        if seat is not liable:
            line = said(says("{seat} is liable and pays for {other}: {why}"), seat=liable, other=seat, why=own.lines[0])
            own = Transfer(liable, winner, own.amount, "liability", (line,))
        found.append(own)
    return tuple(found)


def _discarder_pays(score: int, winner: Wind, losers: tuple[Wind, ...], discarder: Wind, rules: SettlingRules) -> tuple[Transfer, ...]:
    times = sum(_factor(seat, winner, rules) for seat in losers)
    sentence = says("{seat} wins {points}, and {giver} discarded and pays for all: {times} x {points} = {paid}")
    line = said(sentence, seat=winner, points=score, giver=discarder, times=times, paid=times * score)
    return (Transfer(discarder, winner, times * score, "win", (line,)),)


def _differences(scores: Mapping[Wind, int], seats: tuple[Wind, ...], rules: SettlingRules) -> tuple[Transfer, ...]:
    """Every two of some seats settle: the lower score pays the difference."""
    most = rules.limit if rules.limit_on_difference else None
    found = []
    for low, high in combinations(seats, 2):
        less, more = scores[low], scores[high]
        if less == more:
            continue
        if less > more:
            low, high, less, more = high, low, more, less
        difference = more - less
        factor = _factor(low, high, rules)
        line = said(says("{high} {more} less {low} {less} is {points}"), high=high, more=more, low=low, less=less, points=difference)
        if most is not None and difference > most:
            difference = most
            line = said(says("{told}, no more than the limit of {limit}"), told=line, limit=most)
        found.append(Transfer(low, high, difference * factor, "difference", (_times(line, difference, factor),)))
    return tuple(found)


def _penalty(false_win: Wind, rules: SettlingRules) -> tuple[Transfer, ...]:
    """A false win is paid to each of the others, and nothing else is."""
    amount = false_win_value(rules)
    sentence = _COSTS.get(str(rules.false_win), says("a false win costs {seat} {points}"))
    found = []
    for seat in _SEATS:
        if seat is not false_win and amount:
            factor = _factor(seat, false_win, rules)
            line = said(sentence, seat=false_win, points=amount)
            found.append(Transfer(false_win, seat, amount * factor, "false_win", (_times(line, amount, factor),)))
    return tuple(found)
