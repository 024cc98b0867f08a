"""Prices to payments under the riichi rules: who pays whom for one win or several on one discard.

What a hand is worth to each payer is the business of `chouma.riichi.limits`; here are the seats, the counters and deposits on the
table, and the player who is liable for a yakuman (pao).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..hand import RON, TSUMO
from ..messages import says
from ..seats import Wind
from ..settlement import Said, Transfer, said
from .limits import YAKUMAN, honba_shares, hundred, payments
from .names import YAKU_NAMES, YakuName
from .rules import RiichiRules

DEALER = Wind.E
#: points of one riichi stick
STICK = 1000

SANCHAHOU = "sanchahou"
CHOMBO = "chombo"

_SEATS = tuple(Wind)


class Liable(NamedTuple):
    """A player who is liable (pao), and for what.

    Attributes
    ----------
    seat : Wind
    yakuman : tuple of str
        The ids of the yakuman that the player fed.
    worth : int
        How many yakuman those count.
    """

    seat: Wind
    yakuman: tuple[str, ...] = ()
    worth: int = 1


class Won(NamedTuple):
    """One win: all that its payments hang on.

    Attributes
    ----------
    seat : Wind
        The winner; East is the dealer.
    by : str
        ``ron`` or ``tsumo``.
    base : int
        Base points.
    giver : Wind or None
        Who discarded the winning tile or was robbed of it; None on a self-draw.
    liable : tuple of Liable
        Who is liable: nobody as a rule, two where two yakuman were fed by two players.
    """

    seat: Wind
    by: str
    base: int
    giver: Wind | None = None
    liable: tuple[Liable, ...] = ()


class Settled(NamedTuple):
    """How one hand ended, and what it leaves on the table.

    Attributes
    ----------
    outcome : str
        ``ron``, ``tsumo``, ``exhaustive``, ``nagashi``, ``chombo``, or the kind of an abortive draw.
    transfers : tuple of Transfer
    winners : tuple of Wind
        In turn; nobody after a draw.
    next_dealer : Wind
        By the seats of this hand: East again, or South.
    next_honba : int
        Counters of the next hand.
    deposits_left : int
        Riichi sticks that stay on the table.
    notes : tuple of Said
    penalties : tuple of (Wind, int)
        Points taken off at the final count.
    """

    outcome: str
    transfers: tuple[Transfer, ...]
    winners: tuple[Wind, ...]
    next_dealer: Wind
    next_honba: int
    deposits_left: int
    notes: tuple[Said, ...] = ()
    penalties: tuple[tuple[Wind, int], ...] = ()

    @property
    def deposits_taken(self) -> int:
        """Points that the table paid out."""
        return sum(one.amount for one in self.transfers if one.payer is None)


def in_turn(seats: Iterable[Wind], giver: Wind, players: int) -> tuple[Wind, ...]:
    """Seats in their turn after the discarder.

    Examples
    --------
    >>> [seat.name for seat in in_turn((Wind.E, Wind.S), Wind.N, 4)], [seat.name for seat in in_turn((Wind.E, Wind.W), Wind.S, 3)]
    (['E', 'S'], ['W', 'E'])
    """
    return tuple(sorted(seats, key=lambda seat: (seat - giver - 1) % players))


def settle_wins(wins: Iterable[Won], rules: RiichiRules, *, honba: int = 0, deposits: int = 0) -> Settled:
    """What one win, or several on one discard, move between the seats.

    Parameters
    ----------
    wins : iterable of Won
        One or more, in any order; several are won by ron from one seat.
    rules : RiichiRules
    honba : int
        Counters on the table.
    deposits : int
        Riichi sticks on the table, those of this hand too.

    Returns
    -------
    Settled
        Where three win and the rules make it a draw, that draw.

    Examples
    --------
    >>> from chouma.riichi.rules import rules
    >>> one = settle_wins([Won(Wind.S, "ron", 960, Wind.N)], rules("tenhou"), honba=2, deposits=1)
    >>> for transfer in one.transfers: print(transfer.explain())
    North pays South 3900: South wins 3900 by ron
    North pays South 600: 2 counters of 300
    the table pays South 1000: 1 deposit
    >>> one.next_dealer.name, one.next_honba
    ('S', 0)
    """
    claims = {won.seat: won for won in wins}
    giver = next(iter(claims.values())).giver
    order = tuple(claims) if giver is None else in_turn(claims, giver, rules.players)
    if len(order) > 2 and rules.multiple_ron == "double":
        return drawn(SANCHAHOU, True, honba, deposits, notes=(said(says("three win on one discard, which these rules make a draw")),))
    notes: tuple[Said, ...] = ()
    if len(order) > 1 and rules.multiple_ron == "head_bump":
        sentence = says("{first} is first in turn and alone is paid; {others} would have won too")
        notes = (said(sentence, first=order[0], others=order[1:]),)
        order = order[:1]
    paid: list[Transfer] = []
    for i, seat in enumerate(order):
        counters = honba if i == 0 or rules.honba_on_multiple_ron == "each" else 0
        paid += win_transfers(claims[seat], rules, counters)
        paid += deposits_for(seat, deposits) if i == 0 else ()
    stays = DEALER in order
    outcome = RON if giver is not None else TSUMO
    return Settled(outcome, tuple(paid), order, next_dealer(stays), honba + 1 if stays else 0, 0, notes)


def next_dealer(stays: bool) -> Wind:
    """Who deals next, by the seats of this hand."""
    return DEALER if stays else Wind.S


def drawn(
    kind: str, stays: bool, honba: int, deposits: int, transfers: Iterable[Transfer] = (), notes: Iterable[Said] = ()
) -> Settled:
    """A draw: a counter more, and the deposits stay on the table."""
    return Settled(kind, tuple(transfers), (), next_dealer(stays), honba + 1, deposits, tuple(notes))


def deposits_for(seat: Wind, deposits: int) -> tuple[Transfer, ...]:
    """The riichi sticks of the table, for one seat."""
    if not deposits:
        return ()
    line = said(says("1 deposit")) if deposits == 1 else said(says("{n} deposits"), n=deposits)
    return (Transfer(None, seat, deposits * STICK, "deposits", (line,)),)


def win_transfers(won: Won, rules: RiichiRules, honba: int = 0) -> tuple[Transfer, ...]:
    """What the others pay for one win.

    Parameters
    ----------
    won : Won
    rules : RiichiRules
    honba : int
        Counters that this winner gets.
    """
    found: list[Transfer] = []
    for base, liable in _parts(won, rules):
        found += _shares(won, base, rules) if liable is None else _liable_pays(won, base, liable, rules)
    return (*found, *_counters(won, rules, honba))


def _parts(won: Won, rules: RiichiRules) -> Iterator[tuple[int, Liable | None]]:
    """The base points of a hand, and who is liable for each part of them."""
    rest, parts = won.base, []
    for liable in won.liable:
        # without limits a yakuman is so many han among others, and has no price of its own
        parts.append(min(rest, YAKUMAN * liable.worth) if rules.aotenjou == "off" else rest)
        rest -= parts[-1]
    if parts and rules.pao_scope == "hand":
        parts[0] += rest
        rest = 0
    yield from ((part, liable) for part, liable in zip(parts, won.liable, strict=True) if part)
    if rest:
        yield rest, None


def _shares(won: Won, base: int, rules: RiichiRules) -> Iterator[Transfer]:
    """What each pays for himself."""
    paid = payments(base, won.seat is DEALER, won.by, rules)
    line = _worth_line(won, paid.points)
    if won.giver is not None:
        yield Transfer(won.giver, won.seat, paid.points, "win", (line,))
        return
    for seat in _others(won.seat, rules):
        yield Transfer(seat, won.seat, (paid.dealer if seat is DEALER else paid.each_nondealer) or 0, "win", (line,))


def _worth_line(won: Won, points: int) -> Said:
    sentence = says("{seat} wins {points} by ron") if won.by == RON else says("{seat} wins {points} by self-draw")
    return said(sentence, seat=won.seat, points=points)


def _liable_pays(won: Won, base: int, liable: Liable, rules: RiichiRules) -> Iterator[Transfer]:
    """A part for which a player is liable: the whole of a self-draw, half of a ron from another."""
    points = payments(base, won.seat is DEALER, won.by, rules).points
    values = {"seat": liable.seat, "yakuman": _names(liable.yakuman), "points": points}
    if won.giver is None or won.giver is liable.seat:
        line = said(says("{seat} is liable for {yakuman} and pays all {points}"), **values)
        yield Transfer(liable.seat, won.seat, points, "liability", (line,))
        return
    half = hundred(-(-points // 2))
    line = said(says("{seat} is liable for {yakuman} and pays half of {points}, {giver} the other half"), **values, giver=won.giver)
    yield Transfer(liable.seat, won.seat, half, "liability", (line,))
    yield Transfer(won.giver, won.seat, points - half, "win", (line,))


def _names(yakuman: tuple[str, ...]) -> tuple[YakuName | str, ...]:
    return tuple(YAKU_NAMES.get(id, id) for id in yakuman)


def _counters(won: Won, rules: RiichiRules, honba: int) -> Iterator[Transfer]:
    each = honba_shares(rules, won.by)
    if not honba or not each:
        return
    sentence = says("1 counter of {each}") if honba == 1 else says("{n} counters of {each}")
    line = said(sentence, n=honba, each=each)
    payers = [won.giver] if won.giver is not None else _others(won.seat, rules)
    if won.liable and (won.giver is None or rules.pao_honba == "liable"):
        liable = won.liable[0].seat
        if len(payers) > 1:
            line = said(says("{counters} from each, all paid by {seat}, who is liable"), counters=line, seat=liable)
        yield Transfer(liable, won.seat, honba * each * len(payers), "honba", (line,))
        return
    for seat in payers:
        yield Transfer(seat, won.seat, honba * each, "honba", (line,))


def _others(seat: Wind, rules: RiichiRules) -> list[Wind]:
    return [other for other in _SEATS[: rules.players] if other is not seat]
