"""Hands without a winner under the riichi rules: exhaustive and abortive draws, nagashi mangan, and chombo."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from ..errors import RuleError, show, worded
from ..hand import TSUMO
from ..messages import says
from ..seats import Wind
from ..settlement import Said, Transfer, said
from .limits import MANGAN, payments
from .rules import RiichiRules
from .settle import CHOMBO, DEALER, SANCHAHOU, STICK, Settled, Won, deposits_for, drawn, next_dealer, win_transfers

EXHAUSTIVE, NAGASHI, ABORTIVE = "exhaustive", "nagashi", "abortive"

#: abortive draws -> how many players they take at the least
ABORTIVE_DRAWS = {ABORTIVE: 3, "kyuushu_kyuuhai": 3, "suukan_sanra": 3, "suufon_renda": 4, "suucha_riichi": 4, SANCHAHOU: 4}

#: every way in which a hand can end without a winner
KINDS = (EXHAUSTIVE, NAGASHI, *ABORTIVE_DRAWS)

#: what chombo costs where it is points to the others, to each of them, and where it is points off at the final count
POINTS_TO_EACH, POINTS_AFTER_UMA = 4000, 20_000

_SEATS = tuple(Wind)


def settle_exhaustive(tenpai: Collection[Wind], rules: RiichiRules, *, honba: int = 0, deposits: int = 0) -> Settled:
    """The wall is at its end: the noten players pay the tenpai players, and a tenpai dealer stays.

    Parameters
    ----------
    tenpai : collection of Wind
    rules : RiichiRules
    honba, deposits : int
        Counters and riichi sticks on the table, those of this hand too.

    Raises
    ------
    RuleError
        If the points can't be shared evenly.

    Examples
    --------
    >>> from chouma.riichi.rules import rules
    >>> for transfer in settle_exhaustive({Wind.E, Wind.S, Wind.N}, rules("tenhou")).transfers: print(transfer.explain())
    West pays East 1000: West is noten
    West pays South 1000: West is noten
    West pays North 1000: West is noten
    """
    return drawn(EXHAUSTIVE, DEALER in tenpai, honba, deposits, _noten(tenpai, rules))


def _noten(tenpai: Collection[Wind], rules: RiichiRules) -> Iterator[Transfer]:
    seats = _SEATS[: rules.players]
    noten = [seat for seat in seats if seat not in tenpai]
    pairs = len(noten) * (len(seats) - len(noten))
    if not pairs or not rules.noten_points:
        return
    if why := rules.why_noten_is_uneven():
        raise RuleError(why)
    for payer in noten:
        line = said(says("{seat} is noten"), seat=payer)
        for receiver in seats:
            if receiver in tenpai:
                yield Transfer(payer, receiver, rules.noten_points // pairs, "noten", (line,))


def settle_nagashi(
    seats: Collection[Wind], tenpai: Collection[Wind], rules: RiichiRules, *, honba: int = 0, deposits: int = 0
) -> Settled:
    """Nagashi mangan: paid as a mangan by self-draw, in place of what noten players pay.

    Where it is a draw, no counters are paid, deposits stay, and the dealer stays if tenpai. Where it counts as a win, counters and
    deposits go with it (to the first in turn from the dealer, if there are several), and the dealer stays who has it.

    Parameters
    ----------
    seats : collection of Wind
        Who has it.
    tenpai : collection of Wind
    rules : RiichiRules
    honba, deposits : int
    """
    order = tuple(sorted(seats))
    if rules.nagashi_mangan != "win":
        paid = [one for seat in order for one in _mangan(seat, rules)]
        return drawn(NAGASHI, DEALER in tenpai, honba, deposits, paid)
    paid = []
    for i, seat in enumerate(order):
        paid += _mangan(seat, rules, honba if i == 0 else 0)
        paid += deposits_for(seat, deposits) if i == 0 else ()
    stays = DEALER in order
    return Settled(NAGASHI, tuple(paid), order, next_dealer(stays), honba + 1 if stays else 0, 0)


def _mangan(seat: Wind, rules: RiichiRules, honba: int = 0) -> Iterator[Transfer]:
    line = said(says("nagashi mangan of {seat}"), seat=seat)
    for one in win_transfers(Won(seat, TSUMO, MANGAN), rules, honba):
        yield one._replace(why=NAGASHI, lines=(line,)) if one.why == "win" else one


def settle_abortive(kind: str, *, honba: int = 0, deposits: int = 0) -> Settled:
    """A hand that was broken off: nobody pays, the dealer stays, deposits too, and a counter is added."""
    return drawn(kind, True, honba, deposits)


def settle_chombo(
    seat: Wind,
    rules: RiichiRules,
    *,
    points: int | None = None,
    riichi: Iterable[Wind] = (),
    honba: int = 0,
    deposits: int = 0,
) -> Settled:
    """A grave fault, such as a win that is none: the penalty, and the hand is played again.

    Parameters
    ----------
    seat : Wind
        Whose fault it was.
    rules : RiichiRules
        Its switch ``chombo`` has three forms. ``reverse_mangan``: the others get what they would have paid for a mangan by
        self-draw. ``points``: each of the others gets as many. ``after_uma``: points are taken off at the final count.
    points : int, optional
        All that it costs, where it is points.
    riichi : iterable of Wind
        Who declared riichi in this hand: the sticks are given back.
    honba, deposits : int
        Counters and riichi sticks on the table, those of this hand too; they stay but for the sticks that go back.

    Raises
    ------
    RuleError
        If the points can't be, or the rules don't ask for any.

    Examples
    --------
    >>> from chouma.riichi.rules import rules
    >>> [(one.receiver.name, one.amount) for one in settle_chombo(Wind.W, rules("general")).transfers]
    [('E', 4000), ('S', 2000), ('N', 2000)]
    """
    others = [other for other in _SEATS[: rules.players] if other is not seat]
    paid: list[Transfer] = []
    penalties: tuple[tuple[Wind, int], ...] = ()
    notes: tuple[Said, ...] = ()
    if rules.chombo == "after_uma":
        penalty = POINTS_AFTER_UMA if points is None else points
        _check_penalty(penalty, 1)
        penalties = ((seat, penalty),)
        notes = (said(says("chombo of {seat}: {points} points are taken off at the final count"), seat=seat, points=penalty),)
    else:
        amounts = _penalties(seat, others, rules, points)
        line = said(says("chombo of {seat}"), seat=seat)
        paid = [Transfer(seat, other, amount, CHOMBO, (line,)) for other, amount in zip(others, amounts, strict=True)]
    back = [Transfer(None, one, STICK, "riichi", (said(says("the stick of this hand goes back")),)) for one in riichi]
    left = deposits - len(back)
    return Settled(CHOMBO, (*paid, *back), (), DEALER, honba, left, notes, penalties)


def _penalties(seat: Wind, others: list[Wind], rules: RiichiRules, points: int | None) -> list[int]:
    if rules.chombo == "points":
        total = POINTS_TO_EACH * len(others) if points is None else points
        _check_penalty(total, len(others))
        return [total // len(others)] * len(others)
    if points is not None:
        raise RuleError(worded("points is {points}: under these rules chombo is a mangan to the others, leave it out", points=show(points)))
    paid = payments(MANGAN, seat is DEALER, TSUMO, rules)
    return [(paid.dealer if other is DEALER else paid.each_nondealer) or 0 for other in others]


def _check_penalty(points: int, shares: int) -> None:
    if points <= 0 or points % (100 * shares):
        told = {"points": show(points), "n": shares}
        if shares == 1:
            raise RuleError(worded("points is {points}: chombo costs whole hundreds", **told))
        raise RuleError(worded("points is {points}: chombo costs whole hundreds, and {n} share it evenly", **told))
