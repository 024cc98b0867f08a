"""How riichi rules are declared: yaku here, fu, bonuses and what is refused as in every family.

Every rule is one declaration: a formula (see `chouma.lang`), what it is worth, where it comes from, and
hands that show it. A formula is traced, and its slips refused, as soon as it is declared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from ..declaring import Declaring, symbols
from ..errors import RuleError
from ..lang import Cond, Tree
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


#: ``r`` of every formula: the switches that bear on one hand
R = symbols(SWITCHES)

_DECLARING = Declaring(R)
item, refusal = _DECLARING.item, _DECLARING.refusal

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
            _DECLARING.condition(function),
            _checked_worth(id or function.__name__, closed, open, yakuman),
            (function.__doc__ or "").strip(),
            _checked_source(id or function.__name__, source),
            tuple(supersedes),
            *_checked_examples(id or function.__name__, tuple(hits), tuple(misses)),
            by_rules,
            _DECLARING.condition(double) if double else None,
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
