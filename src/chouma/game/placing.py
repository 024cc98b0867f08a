"""The final count: places, uma, oka, deposits that nobody won, chips and penalties.

All of it is in points, so that nothing is rounded on the way; `thousands` writes it as players read it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..riichi.rules import RiichiRules
from ..riichi.settle import STICK
from ..rulesets import RuleSet

THOUSAND = 1000


class Row(NamedTuple):
    """One player's final count.

    Attributes
    ----------
    player : int
        As they sat at first, East is 0.
    place : int
        1 is the first; players who share a place have the same.
    score : int
        Points at the end, with deposits that were left over.
    uma, oka, chips, penalty : int
        Points for the place, for the first, for chips, and off for grave faults.
    total : int
        What is written down: what the score has over the return points and all that.
    """

    player: int
    place: int
    score: int
    uma: int
    oka: int
    chips: int
    penalty: int
    total: int


class Final(NamedTuple):
    """The final count of a game.

    Attributes
    ----------
    rows : tuple of Row
        By place.
    lost : int
        Points of deposits that nobody gets.
    """

    rows: tuple[Row, ...]
    lost: int = 0

    @property
    def totals(self) -> tuple[int, ...]:
        """The totals in points, in the order of the players."""
        return tuple(row.total for row in sorted(self.rows))

    @property
    def sum(self) -> int:
        """What the totals come to together: 0, but for deposits that are lost, penalties, and uma that don't sum."""
        return sum(row.total for row in self.rows)

    def to_dict(self, names: Sequence[str]) -> list[dict[str, Any]]:
        """The final count for JSON, totals in thousands."""
        return [
            {"place": row.place, "player": names[row.player], "score": row.score, "uma": row.uma, "oka": row.oka}
            | {"chips": row.chips, "penalty": row.penalty, "points": row.total / THOUSAND}
            for row in self.rows
        ]


def thousands(points: int) -> str:
    """Points in thousands with a sign: one decimal, more only where they are needed.

    Examples
    --------
    >>> thousands(41400), thousands(-16000), thousands(0), thousands(-6667)
    ('+41.4', '-16.0', '0.0', '-6.667')
    """
    whole, part = divmod(abs(points), THOUSAND)
    decimals = f"{part:03}".rstrip("0") or "0"
    return f"{'-' if points < 0 else '+' if points else ''}{whole}.{decimals}"


def order(scores: Sequence[int]) -> list[int]:
    """Players by their points; of equals the one who sat earlier at first."""
    return sorted(range(len(scores)), key=lambda player: (-scores[player], player))


def places(scores: Sequence[int], shared: bool) -> list[int]:
    """The place of each player.

    Parameters
    ----------
    scores : sequence of int
    shared : bool
        Whether equals share a place; if not, the earlier seat is ahead.

    Examples
    --------
    >>> places([20000, 30000, 30000, 20000], shared=False), places([20000, 30000, 30000, 20000], shared=True)
    ([3, 1, 2, 4], [3, 1, 1, 3])
    """
    if shared:
        return [1 + sum(other > mine for other in scores) for mine in scores]
    found = [0] * len(scores)
    for i, player in enumerate(order(scores)):
        found[player] = i + 1
    return found


def shares_places(rules: RuleSet) -> bool:
    """Whether equals share a place; under classical rules places are worth nothing, and they do."""
    return not isinstance(rules, RiichiRules) or rules.ties == "split"


def evenly(amount: int, n: int) -> list[int]:
    """An amount in n whole parts; the earlier ones have what is left over.

    Examples
    --------
    >>> evenly(-20000, 3), evenly(1000, 3)
    ([-6666, -6667, -6667], [334, 333, 333])
    """
    part, rest = divmod(amount, n)
    return [part + (i < rest) for i in range(n)]


def with_leftovers(scores: Sequence[int], deposits: int, dealer: int, rules: RiichiRules) -> tuple[int, ...]:
    """Scores with the deposits that nobody won, as the rules give them.

    Parameters
    ----------
    scores : sequence of int
    deposits : int
        Riichi sticks.
    dealer : int
        Who dealt the last hand.
    rules : RiichiRules
    """
    found = list(scores)
    if not deposits or rules.leftover_deposits == "lost":
        return tuple(found)
    if rules.leftover_deposits == "dealer":
        getters = [dealer]
    else:
        place = places(scores, shares_places(rules))
        getters = [player for player in order(scores) if place[player] == 1]
    for player, part in zip(getters, evenly(deposits * STICK, len(getters)), strict=True):
        found[player] += part
    return tuple(found)


def final_count(
    scores: Sequence[int],
    rules: RuleSet,
    *,
    deposits: int = 0,
    dealer: int = 0,
    chips: Sequence[int] = (),
    penalties: Sequence[int] = (),
) -> Final:
    """The final count.

    Parameters
    ----------
    scores : sequence of int
        Points of each player, in the order in which they sat at first, East first.
    rules : RuleSet
        Under classical rules the points are the total, and equals share their place.
    deposits : int
        Riichi sticks that nobody won.
    dealer : int
        Who dealt the last hand.
    chips : sequence of int
        Chips that each player won or lost.
    penalties : sequence of int
        Points off.

    Examples
    --------
    >>> from chouma.families import rules
    >>> [thousands(total) for total in final_count([14800, 31400, 24900, 28900], rules("tenhou")).totals]
    ['-35.2', '+41.4', '-15.1', '+8.9']
    """
    n = len(scores)
    off = tuple(penalties) or (0,) * n
    if not isinstance(rules, RiichiRules):
        place = places(scores, shared=True)
        rows = [Row(player, place[player], scores[player], 0, 0, 0, off[player], scores[player] - off[player]) for player in order(scores)]
        return Final(tuple(rows))
    counted = with_leftovers(scores, deposits, dealer, rules)
    place = places(counted, shares_places(rules))
    uma, oka = _by_place(counted, place, rules)
    plain = _rounded(counted, place, uma, oka, rules)
    won = [rules.chips * n_chips for n_chips in (tuple(chips) or (0,) * n)]
    totals = [sum(parts) - points for *parts, points in zip(plain, won, off, strict=True)]
    columns = list(zip(range(n), place, counted, uma, oka, won, off, totals, strict=True))
    rows = [Row(*columns[player]) for player in order(counted)]
    lost = deposits * STICK if rules.leftover_deposits == "lost" else 0
    return Final(tuple(rows), lost)


def _by_place(scores: Sequence[int], place: Sequence[int], rules: RiichiRules) -> tuple[list[int], list[int]]:
    """Uma and oka of each player; who shares a place shares what the places are worth."""
    n = len(scores)
    at_return = sum(score >= rules.return_points for score in scores)
    uma_of_place = [worth * THOUSAND for worth in rules.uma_of(at_return)]
    oka_of_place = [(rules.return_points - rules.start_points) * n] + [0] * (n - 1)
    uma, oka = [0] * n, [0] * n
    for first in sorted(set(place)):
        equals = [player for player in range(n) if place[player] == first]
        held = slice(first - 1, first - 1 + len(equals))
        for worths, found in ((uma_of_place, uma), (oka_of_place, oka)):
            for player, part in zip(equals, evenly(sum(worths[held]), len(equals)), strict=True):
                found[player] = part
    return uma, oka


def _rounded(scores: Sequence[int], place: Sequence[int], uma: Sequence[int], oka: Sequence[int], rules: RiichiRules) -> list[int]:
    """What each has over the return points, with uma and oka, rounded if the rules ask for it."""
    if rules.final_rounding == "none":
        return [score - rules.return_points + a + b for score, a, b in zip(scores, uma, oka, strict=True)]
    rounded = _half_up if rules.final_rounding == "thousands_up" else _to_thousands
    found = [rounded(score) - rules.return_points + a + b for score, a, b in zip(scores, uma, oka, strict=True)]
    firsts = [player for player in range(len(scores)) if place[player] == 1]
    rest = -sum(total for player, total in enumerate(found) if player not in firsts)
    for player, part in zip(firsts, evenly(rest, len(firsts)), strict=True):
        found[player] = part
    return found


def _to_thousands(score: int) -> int:
    """Half a thousand goes away from zero."""
    rounded = (abs(score) + THOUSAND // 2) // THOUSAND * THOUSAND
    return -rounded if score < 0 else rounded


def _half_up(score: int) -> int:
    """Half a thousand goes up: -1500 is -1000."""
    return (score + THOUSAND // 2) // THOUSAND * THOUSAND
