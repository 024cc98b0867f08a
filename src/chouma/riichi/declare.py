"""How riichi rules are declared: yaku, fu, bonuses, and what is refused.

Every rule is one declaration: a formula (see `chouma.lang`), what it is worth, where it comes from, and
hands that show it. A formula is traced, and its slips refused, as soon as it is declared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..errors import Problem, RuleError
from ..features import FEATURES, H
from ..lang import Choice, Cond, Names, Number, Symbol, Tree, trace
from .rules import SWITCHES, RiichiRules

MOST_YAKUMAN = 4


class Worth(NamedTuple):
    """What a yaku is worth under one rule set.

    Attributes
    ----------
    closed, open : int or None
        Han in a closed and in an open hand; None where the yaku doesn't exist there.
    yakuman : int
        How many yakuman it counts; `closed` and `open` then only say where it exists.
    fixed : bool
        Whether it stands in place of everything else, at a mangan, unless the hand is worth more.
    """

    closed: int | None = None
    open: int | None = None
    yakuman: int = 0
    fixed: bool = False

    def han(self, closed: bool) -> int | None:
        return self.closed if closed else self.open


@dataclass(frozen=True)
class Yaku:
    """One yaku: when a hand has it, what it is worth, and hands that show it.

    Attributes
    ----------
    id : str
        Hepburn romaji with long vowels doubled.
    tree : tuple
        The formula.
    worth : Worth
        As the tables have it.
    doc : str
        One line for the reader.
    source : str
        Where the rule comes from.
    supersedes : tuple of str
        Yaku that this one takes the place of.
    hits, misses : tuple of str
        Hands that have it and hands that just miss it, as `Example.read` reads them.
    by_rules : callable or None
        Gives the worth under a rule set where a switch changes it; None: not in these rules.
    double : tuple or None
        The formula of the case that counts twice where the rules double this yakuman; None: always.
    """

    id: str
    tree: Tree
    worth: Worth
    doc: str
    source: str
    supersedes: tuple[str, ...] = ()
    hits: tuple[str, ...] = ()
    misses: tuple[str, ...] = ()
    by_rules: Callable[[RiichiRules], Worth | None] | None = field(default=None, compare=False)
    double: Tree | None = None

    def worth_under(self, rules: RiichiRules) -> Worth | None:
        """What it is worth under a rule set, None where the rules don't have it."""
        return self.by_rules(rules) if self.by_rules else self.worth


def _switch_symbol(name: str, choices: Iterable[Any]) -> Symbol | None:
    """What a formula sees of a switch; None for the switches that hold lists and tables."""
    values, tree = tuple(choices), ("rule", name)
    if values and all(isinstance(value, bool) for value in values):
        return Cond(tree)
    if values and all(isinstance(value, int) for value in values):
        return Number(tree, min(values), max(values))
    if values and all(isinstance(value, str) for value in values):
        return Choice(tree, values)
    return None


#: ``r`` of every formula: the switches that bear on one hand
R = Names(
    "switch",
    {
        name: symbol
        for name, switch in SWITCHES.items()
        if switch.stage == "hand" and (symbol := _switch_symbol(name, switch.choices or ())) is not None
    },
)

_ID = re.compile(r"[a-z][a-z0-9_]{0,39}")


def yaku(
    *,
    closed: int | None = None,
    open: int | None = None,
    yakuman: int = 0,
    id: str | None = None,
    supersedes: Iterable[str] = (),
    source: str = "",
    hits: Iterable[str] = (),
    misses: Iterable[str] = (),
    by_rules: Callable[[RiichiRules], Worth | None] | None = None,
    double: Callable[..., Cond] | None = None,
) -> Callable[[Callable[..., Cond]], Yaku]:
    """Declare a yaku.

    Parameters
    ----------
    closed, open : int, optional
        Han in a closed and in an open hand. Without `open` the yaku exists in closed hands only.
    yakuman : int, optional
        How many yakuman it counts; it then exists in closed hands, and in open ones if `open` is given (as 0).
    id : str, optional
        The function's name, unless told.
    supersedes : iterable of str
        Yaku that this one takes the place of.
    source : str
        Where the rule comes from; every rule must say.
    hits, misses : iterable of str
        Hands that have it or just miss it, run as tests: hand text, then ``|`` and flags, ``seat=E``, ``round=S``, ``dora=4z``.

    Raises
    ------
    RuleError
        If the formula can't be traced, or the worth makes no sense; the message says how to mend it.

    Examples
    --------
    >>> @yaku(closed=1, source="a club of ours", hits=["1z1z1z 123m 456p 78s 99s *9s | seat=S"], misses=[])
    ... def east_in_hand(h):
    ...     "A concealed triplet of east."
    ...     return h.triplets_z.has(1) & (h.n_concealed_triplets > 0)
    >>> east_in_hand.id, east_in_hand.worth.closed, east_in_hand.worth.open
    ('east_in_hand', 1, None)
    """

    def declare(function: Callable[..., Cond]) -> Yaku:
        return Yaku(
            _checked_id(id or function.__name__),
            trace(function, H, R),
            _checked_worth(id or function.__name__, closed, open, yakuman),
            (function.__doc__ or "").strip(),
            _checked_source(id or function.__name__, source),
            tuple(supersedes),
            *_checked_examples(id or function.__name__, tuple(hits), tuple(misses)),
            by_rules,
            trace(double, H, R) if double else None,
        )

    return declare


def _checked_id(name: str) -> str:
    if not _ID.fullmatch(name):
        raise RuleError(f"yaku id {name!r}: small letters, digits and _ only, such as 'sanrenkou'")
    return name


def _checked_worth(name: str, closed: int | None, open: int | None, yakuman: int) -> Worth:
    for what, value, most in (("closed", closed, 26), ("open", open, 26), ("yakuman", yakuman, MOST_YAKUMAN)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most):
            raise RuleError(f"yaku {name}: {what}={value!r}: a whole number from 0 to {most}")
    if not yakuman and not closed and not open:
        raise RuleError(f"yaku {name} is worth nothing: give closed=, open= or yakuman=")
    return Worth(0 if yakuman and closed is None else closed, open, yakuman)


def _checked_source(name: str, source: str) -> str:
    if not source:
        raise RuleError(f"yaku {name} has no source: say where the rule comes from, source='…'")
    return source


def _checked_examples(name: str, hits: tuple[str, ...], misses: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if both := set(hits) & set(misses):
        raise RuleError(f"yaku {name}: {min(both)!r} is named as a hit and as a miss: it is one of the two")
    return hits, misses


@dataclass(frozen=True, eq=False)
class Item:
    """A rule that gives a number: fu, or han that are no yaku (dora).

    Attributes
    ----------
    id : str
    tree : tuple
    doc : str
    by_group : bool
        Whether the number is a sum over the groups, to be told group by group.
    """

    id: str
    tree: Tree
    doc: str
    by_group: bool = False


def item(function: Callable[..., Number]) -> Item:
    """Declare a rule that gives a number of fu or han."""
    tree = trace(function, H, R, sort=Number)
    by_group = tree[0] == "feature" and FEATURES[tree[1]].of is not None
    return Item(function.__name__, tree, (function.__doc__ or "").strip(), by_group)


@dataclass(frozen=True, eq=False)
class Refusal:
    """A combination of flags that can't be.

    Attributes
    ----------
    problem : Problem
    tree : tuple
        When it is refused.
    flag : str
        The flag at fault.
    message : str
        What is wrong and how to mend it.
    """

    problem: Problem
    tree: Tree
    flag: str
    message: str


def refusal(problem: Problem, flag: str) -> Callable[[Callable[..., Cond]], Refusal]:
    """Declare a combination that is refused; the docstring is the message."""

    def declare(function: Callable[..., Cond]) -> Refusal:
        return Refusal(problem, trace(function, H, R), flag, (function.__doc__ or "").strip())

    return declare


def collect(namespace: Mapping[str, Any], kind: type) -> tuple[Any, ...]:
    """All declarations of one kind in a module, in the order in which they stand there."""
    return tuple(value for value in namespace.values() if isinstance(value, kind))
