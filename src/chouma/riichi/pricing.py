"""From the readings of a hand to the one that pays most."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..facts import Facts
from ..lang import evaluate
from ..values import Values
from .engine import Engine, Entry
from .limits import MANGAN, MANGAN_HAN, YAKUMAN


class Price(NamedTuple):
    """What one reading comes to.

    Readings are compared by `rank`; the first of equals wins.

    Attributes
    ----------
    base : int
        Base points.
    han : int
        With dora; 0 for yakuman.
    fu_raw, fu : int
        Before and after rounding; 0 for yakuman.
    hits : int
        Bits of the yaku, as `Entry.bit` has them.
    limit : str
    yakuman : int
        How many yakuman.
    fixed : bool
        Whether a yaku stands in place of everything else, at a mangan.
    """

    base: int
    han: int
    fu_raw: int
    fu: int
    hits: int
    limit: str = ""
    yakuman: int = 0
    fixed: bool = False


def price(engine: Engine, sums: int, marks: int, facts: Facts) -> Price | None:
    """What one reading comes to; None if it has no yaku."""
    found, _ = best_price(engine, [(sums, marks)], facts)
    return None if found is None else Price._make(found)


def best_price(engine: Engine, readings: list[tuple[int, int]], facts: tuple[Any, ...]) -> tuple[tuple[Any, ...] | None, int]:
    """The best price among some readings, and the place of its reading; None if none of them has a yaku.

    Parameters
    ----------
    engine : Engine
    readings : list of (int, int)
        Sums and marks.
    facts : tuple
        `Facts`, or their values.

    Returns
    -------
    tuple or None, int
        A `Price` as a plain tuple, which is quicker to make.
    """
    evaluate = engine.printed[facts[:2]]
    best, chosen, place = None, 0, -1
    for sums, marks in readings:
        place += 1
        hits, han, fu_raw, fu = evaluate(sums, marks, facts)
        if not hits:
            continue
        if hits & engine.special_bits:
            known = engine.yakuman_prices.get(hits)
            found: tuple[Any, ...] = known or special_price(engine, Price(0, han, fu_raw, fu, hits), sums, marks, Facts._make(facts))
        else:
            base, limit = engine.tallies[han, fu]
            found = (base, han, fu_raw, fu, hits, limit, 0, False)
        if best is None or rank(found) > rank(best):
            best, chosen = found, place
    return best, chosen


def special_price(engine: Engine, ordinary: Price, sums: int, marks: int, facts: Facts) -> Price:
    """The price of a yakuman, or of a yaku that stands in place of everything else."""
    hits = ordinary.hits
    if hits & engine.yakuman_bits:
        counted = {entry: multiple(entry, Values(sums, marks, facts)) for entry in engine.in_order if hits & entry.bit}
        by_hits_alone = not any(entry.doubled and entry.yaku.double for entry in counted)
        if not engine.rules.yakuman_stacking:
            highest = max(counted, key=lambda entry: counted[entry])  # on a tie the first of the table
            counted = {highest: counted[highest]}
        n = sum(counted.values())
        found = Price(YAKUMAN * n, 0, 0, 0, sum(entry.bit for entry in counted), "yakuman", n)
        if by_hits_alone:  # else another hand with the same hits may come to something else
            engine.yakuman_prices[hits] = found
        return found
    rest = hits & ~engine.fixed_bits
    if rest:
        base, limit = engine.tallies[ordinary.han, ordinary.fu]
        if base > MANGAN:
            return ordinary._replace(base=base, limit=limit, hits=rest)
    return Price(MANGAN, MANGAN_HAN, 0, 0, hits & engine.fixed_bits, "mangan", fixed=True)


def multiple(entry: Entry, values: Values) -> int:
    """How many yakuman an entry of the table counts in one reading."""
    twice = entry.doubled and (entry.yaku.double is None or evaluate(entry.yaku.double, values))
    return entry.worth.yakuman * (2 if twice else 1)


def rank(price: tuple[Any, ...]) -> tuple[int, int, int, int]:
    """What readings are compared by: base points, then yakuman, then han, then fu before rounding.

    A yakuman has no han, and beside it nothing else counts: where a hand reads as one and as thirteen han too
    (2233344455888s with riichi and three dora, drawing 2s), it is the yakuman.
    """
    return price[0], price[6], price[1], price[2]
