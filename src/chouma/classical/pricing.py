"""From the readings of a classical hand to the one that scores most."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ..features import FEATURES
from ..groups import KANCHAN, PENCHAN, TANKI, Group
from ..switches import Share
from ..tally import Limit, tally
from .engine import Engine, Entry
from .facts import Facts
from .rules import ClassicalRules

LIMIT, HALF_LIMIT, PART_OF_LIMIT = "limit", "half_limit", "part_limit"

#: between readings that score the same a single wait comes first, then a closed, then an edge wait
WAIT_ORDER = {TANKI: 3, KANCHAN: 2, PENCHAN: 1}


_lane = FEATURES["wait"].lane
assert _lane is not None
_WAIT = _lane


class Price(NamedTuple):
    """What one reading comes to.

    Attributes
    ----------
    score : int
        Points.
    fan : int
    fu : int
        Rounded, where the rules round.
    fu_raw : int
        As they add up.
    hits : int
        Bits of the patterns, as `chouma.classical.engine.Entry.bit` has them.
    limit : str
        ``limit``, ``half_limit``, ``part_limit`` or empty.
    paid_for : str
        The limit hand that the score is paid for, where it is.
    """

    score: int
    fan: int
    fu: int
    fu_raw: int
    hits: int
    limit: str = ""
    paid_for: str = ""


def price(engine: Engine, sums: int, marks: int, facts: Facts, shape: bool = True) -> Price | None:
    """What one reading comes to; None if it is no win under these rules.

    Parameters
    ----------
    engine : Engine
    sums, marks : int
        Of the reading.
    facts : Facts
    shape : bool
        Whether the reading is one of groups; if not, only a limit hand of another shape wins.
    """
    found = engine.printed[facts.won, facts.tsumo](sums, marks, facts)
    if found is None:
        return None
    raw, fan, hits = found
    rules = engine.rules
    if facts.won and (raw < rules.min_points or not (shape or hits & engine.shape_bits)):
        return None
    fu, value, limit = _counted(raw, fan, rules, facts.won)
    if hits & engine.limit_bits:
        return _limited(engine, Price(value, fan, fu, raw, hits, limit))
    return Price(value, fan, fu, raw, hits, limit)


def counted(raw: int, fan: int, rules: ClassicalRules, won: bool = True) -> tuple[int, int, str]:
    """What fu and fan come to: fu as they count, points, and the name of the limit if that was reached.

    Where the limit is on the differences that losers pay, their own scores have none.
    """
    fu = -(-raw // rules.fu_rounding) * rules.fu_rounding
    limited = rules.limit is not None and (won or not rules.limit_on_difference)
    return (fu, *tally(fu, fan, (Limit(LIMIT, rules.limit),) if limited else ()))  # type: ignore[arg-type]


_counted = lru_cache(maxsize=8192)(counted)


def part_name(share: Share) -> str:
    """How an answer calls a part of the limit."""
    return {(1, 1): LIMIT, (1, 2): HALF_LIMIT}.get(share, PART_OF_LIMIT)


class Part(NamedTuple):
    """What a pattern pays as a part of the limit.

    Attributes
    ----------
    value : int
        Points.
    limit : str
        How an answer calls it.
    at_least : bool
        Whether a hand that counts to as much is worth what it counts.
    """

    value: int
    limit: str
    at_least: bool


def part_of(entry: Entry, share: Share, rules: ClassicalRules) -> Part:
    """What a pattern pays as a part of the limit."""
    exactly = entry.id == "earthly" and rules.earthly_floor == "exactly"
    return Part(rules.value_of(share), part_name(share), share != (1, 1) and not exactly)


def _limited(engine: Engine, price: Price) -> Price:
    """The price of a reading that pays the limit or a part of it: the whole limit, or at the least that part."""
    share, entry = engine.share(price.hits)  # type: ignore[misc]
    part = part_of(entry, share, engine.rules)
    if part.at_least and price.score >= part.value:
        return price
    return price._replace(score=part.value, limit=part.limit, paid_for=entry.id)


def as_dealt(engine: Engine, price: Price) -> Price:
    """The price of a hand that wins as it was dealt: it has no count, so that it pays its part of the limit and no more."""
    share, entry = engine.share(price.hits)  # type: ignore[misc]
    part = part_of(entry, share, engine.rules)
    return Price(part.value, 0, 0, 0, price.hits, part.limit, entry.id)


def rank(price: Price, marks: int) -> tuple[int, int, int, int]:
    """What readings are compared by."""
    return price.score, price.fan, price.fu_raw, WAIT_ORDER.get(marks >> _WAIT.shift & _WAIT.mask, 0)


def wait_of(groups: tuple[Group, ...]) -> int:
    """The wait that the winning tile completed in a reading; 0 without one."""
    return next((group.wait for group in groups if group.wait), 0)
