"""Hands to practise on: questions about fu, han and payments, each with its answer and the explanation.

>>> from chouma.practice import questions
>>> question = next(questions("fu", rules="tenhou", seed=1))
>>> question.check(question.answer), question.check(f"{question.answer} fu"), question.check("15")
(True, True, False)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from itertools import cycle
from typing import Any

from ..errors import ChoumaError, shorten, show
from ..families import rules as rules_named
from ..messages import Speaker, speaker
from ..rulesets import RuleSet
from .question import Question
from .wall import Dice

# one deal in two or so has a question; under rules that leave so few, there is none
_MOST_TRIES = 2000


def kinds(rules: RuleSet | str | Mapping[str, Any] = "general") -> tuple[str, ...]:
    """The kinds of questions that there are under some rules, the easiest first.

    Examples
    --------
    >>> kinds("tenhou")
    ('pair', 'set', 'wait', 'fu', 'han', 'price', 'payments')
    >>> kinds("ningbo")
    ('pair', 'set', 'wait', 'fu', 'fan', 'score', 'settle')
    """
    found = rules_named(rules)
    there: tuple[str, ...] = _family(found).kinds_of(found)
    return there


def questions(
    kind: str | Iterable[str] | None = None,
    *,
    rules: RuleSet | str | Mapping[str, Any] = "general",
    seed: int = 0,
    lang: str = "en",
) -> Iterator[Question]:
    """Questions without end, the same ones for the same seed.

    Parameters
    ----------
    kind : str or iterable of str, optional
        One of `kinds`, or several, which take turns; all of them if not given, from the easiest to the hardest and round again.
    rules : RuleSet, str or mapping
        Riichi or classical.
    seed : int
        0 or more.
    lang : str
        The language of the question and its explanation.

    Returns
    -------
    iterator of Question

    Raises
    ------
    ChoumaError
        If there is no such kind under these rules, no such language, or the seed is no such number.
        Later, from the iterator, if the rules are such that no hand has a question of that kind.
    """
    found = rules_named(rules)
    family, t = _family(found), speaker(lang, found.family.name)
    there: tuple[str, ...] = family.kinds_of(found)
    wanted = there if kind is None else (kind,) if isinstance(kind, str) else tuple(kind)
    for one in wanted or ("",):
        if one not in there:
            told = f"unknown kind of question {shorten(repr(one))}"
            raise ChoumaError(f"{told}: under the rules {found.name} there are {', '.join(there)}")
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise ChoumaError(f"seed is {show(seed)}: it is a whole number, 0 or more")
    dice = Dice(seed)
    return (_question(family, one, found, dice, t) for one in cycle(wanted))


def _family(rules: RuleSet) -> Any:
    """The module with the questions of a family of rules; those of the others aren't loaded."""
    return import_module(f"{__name__}.{rules.family.name}")


def _question(family: Any, kind: str, rules: RuleSet, dice: Dice, t: Speaker) -> Question:
    for _ in range(_MOST_TRIES):
        question: Question | None = family.try_question(kind, rules, dice, t)
        if question is not None:
            return question
    told = f"no question of the kind {kind} in {_MOST_TRIES} hands under the rules {rules.name}"
    raise ChoumaError(f"{told}: choose another kind, or other rules")


__all__ = ["Question", "kinds", "questions"]
