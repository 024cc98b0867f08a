"""The course of a game: who deals after a hand, and whether the game is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..errors import OR, RuleError, listed, show, worded
from ..riichi.draws import ABORTIVE_DRAWS
from ..riichi.rules import RiichiRules
from ..riichi.settle import CHOMBO
from ..rulesets import RuleSet
from ..seats import Wind
from .placing import order, places, shares_places, with_leftovers
from .state import State

LAST_HAND, BANKRUPTCY, DEALER_STOP, SUDDEN_DEATH, STOPPED = "last_hand", "bankruptcy", "dealer_stop", "sudden_death", "stopped"

#: how many rounds a game has
ROUNDS = {"east": 1, "half": 2, "full": 4}
#: what a classical game is, if nothing else is said
CLASSICAL_LENGTH = "full"

#: the hand is played again, so that it can't have been the last
_PLAYED_AGAIN = frozenset((*ABORTIVE_DRAWS, CHOMBO))


class Course(NamedTuple):
    """Where a game ends.

    Attributes
    ----------
    length : str
        ``east``, ``half`` or ``full``.
    last : Wind
        The last round that is always played.
    extra : bool
        Whether one more may follow; after the north round there is none.
    """

    length: str
    last: Wind
    extra: bool


def course_of(rules: RuleSet, length: str | None = None) -> Course:
    """The course of a game under some rules.

    Parameters
    ----------
    rules : RuleSet
    length : str, optional
        For classical rules, which don't tell; all four rounds if not given. Riichi rules have a switch for it.

    Examples
    --------
    >>> from chouma.families import rules
    >>> course_of(rules("tenhou")), course_of(rules("ningbo"), "east")
    (Course(length='half', last=<Wind.S: 1>, extra=True), Course(length='east', last=<Wind.E: 0>, extra=False))
    """
    if isinstance(rules, RiichiRules):
        last = Wind(ROUNDS[rules.length] - 1)
        return Course(rules.length, last, rules.extension and last is not Wind.N)
    length = CLASSICAL_LENGTH if length is None else length
    if length not in ROUNDS:
        raise RuleError(worded("length is {length}: it is {known}", length=show(length), known=listed(tuple(ROUNDS), OR)))
    return Course(length, Wind(ROUNDS[length] - 1), False)


def after_hand(state: State, stays: bool, outcome: str, rules: RuleSet, course: Course) -> State:
    """The state that the next hand begins with, or in which the game is over.

    Parameters
    ----------
    state : State
        With the points paid, counters and deposits as the hand left them; round and dealer are still those of the hand.
    stays : bool
        Whether the dealer deals again.
    outcome : str
        How the hand ended; see `chouma.settlement.Ledger`.
    rules : RuleSet
    course : Course
    """
    state = state._replace(hands=state.hands + (outcome != CHOMBO), riichi=())
    if over := why_over(state, stays, outcome, rules, course):
        return state._replace(over=over)
    if stays:
        return state
    if state.dealer + 1 < state.players:
        return state._replace(dealer=state.dealer + 1)
    return state._replace(dealer=0, round=Wind(state.round + 1))


def why_over(state: State, stays: bool, outcome: str, rules: RuleSet, course: Course) -> str:
    """Why a game is over after a hand; empty if it goes on. The parameters are those of `after_hand`."""
    last_dealer = state.dealer == state.players - 1
    if not isinstance(rules, RiichiRules):
        return LAST_HAND if last_dealer and state.round == course.last and not stays else ""
    if rules.bankruptcy and min(state.scores) < 0:
        return BANKRUPTCY
    if outcome in _PLAYED_AGAIN or state.round < course.last:
        return ""
    counted: Sequence[int] = state.scores
    if rules.deposits_before_target:
        counted = with_leftovers(state.scores, state.deposits, state.dealer, rules)
    reached = not course.extra or max(counted) >= rules.end_target
    is_extra = state.round > course.last
    if not reached:
        return LAST_HAND if last_dealer and is_extra and not stays else ""
    if stays:  # who deals on plays on, unless the game was won with it
        may_stop = rules.dealer_stop and (last_dealer or (is_extra and rules.sudden_death))
        return DEALER_STOP if may_stop and leads(state.dealer, counted, rules) else ""
    if last_dealer:
        return LAST_HAND
    return SUDDEN_DEATH if is_extra and rules.sudden_death else ""


def leads(player: int, scores: Sequence[int], rules: RuleSet) -> bool:
    """Whether a player is first and nobody beside."""
    place = places(scores, shares_places(rules))
    return order(scores)[0] == player and place.count(1) == 1
