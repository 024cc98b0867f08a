"""The limits of riichi hands and what each player pays."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from ..hand import RON
from ..messages import says
from ..tally import Limit, Tally, tally
from .rules import RiichiRules

MANGAN, YAKUMAN = 2000, 8000
#: doubles that every riichi hand has, so that base points are fu x 2^(han + 2)
EXTRA_DOUBLES = 2
#: so many han are a mangan whatever the fu, and so many a counted yakuman
MANGAN_HAN, COUNTED_HAN = 5, 13

_STEPS = (
    *(Limit("sanbaiman", 6000, 11), Limit("baiman", 4000, 8), Limit("haneman", 3000, 6)),
    *(Limit("mangan", MANGAN, MANGAN_HAN), Limit("mangan", MANGAN)),
)
# 4 han 30 fu and 3 han 60 fu, 1920 base points, rounded up
_KIRIAGE = Limit("kiriage_mangan", MANGAN, reached_at=1920)


#: what each limit is called
LIMIT_WORDS = {
    "kiriage_mangan": says("kiriage mangan"),
    "mangan": says("mangan"),
    "haneman": says("haneman"),
    "baiman": says("baiman"),
    "sanbaiman": says("sanbaiman"),
    "counted_yakuman": says("counted yakuman"),
    "yakuman": says("yakuman"),
}


@cache
def _limits(counted: str, kiriage: bool) -> tuple[Limit, ...]:
    top = () if counted == "sanbaiman" else (Limit("counted_yakuman", YAKUMAN, COUNTED_HAN),)
    return (*top, *_STEPS, _KIRIAGE) if kiriage else (*top, *_STEPS)


def base_points(han: int, fu: int, rules: RiichiRules) -> Tally:
    """Base points of an ordinary hand, and the limit it reaches.

    Parameters
    ----------
    han, fu : int
        Han with dora; fu rounded.
    rules : RiichiRules

    Returns
    -------
    Tally
        Base points: what a non-dealer pays another non-dealer who draws the winning tile.

    Examples
    --------
    >>> from chouma.riichi.rules import rules
    >>> base_points(4, 30, rules("general")), base_points(4, 30, rules("mleague"))
    (Tally(value=1920, limit=''), Tally(value=2000, limit='kiriage_mangan'))
    """
    if rules.aotenjou != "off":
        return tally(fu, han, extra_doubles=EXTRA_DOUBLES)
    found = tally(fu, han, _limits(rules.counted_yakuman, rules.kiriage_mangan), EXTRA_DOUBLES)
    if rules.counted_yakuman == "unlimited" and han >= COUNTED_HAN:
        return found._replace(value=YAKUMAN * (han // COUNTED_HAN))
    return found


class Payments(NamedTuple):
    """Who pays what for one hand.

    Attributes
    ----------
    points : int
        What the others pay together, without counters and deposits.
    discarder : int or None
        By ron: what the discarder pays, counters included.
    dealer : int or None
        By self-draw of a non-dealer: what the dealer pays, counters included.
    each_nondealer : int or None
        By self-draw: what each other player pays, counters included.
    total : int
        All that the winner receives, deposits included.
    """

    points: int
    discarder: int | None
    dealer: int | None
    each_nondealer: int | None
    total: int

    def to_dict(self) -> dict[str, int]:
        """The payments as the wire form has them."""
        named = zip(("discarder", "dealer", "each_nondealer"), self[1:4], strict=True)
        return {**{name: value for name, value in named if value is not None}, "total": self.total}


def hundred(points: int) -> int:
    """Rounded up to a hundred, as every single payment is."""
    return -(-points // 100) * 100


def shares(base: int, dealer: bool, by: str, rules: RiichiRules) -> tuple[int | None, int | None, int | None]:
    """Single payments without counters, before rounding, doubled so that halves stay whole.

    Returns
    -------
    tuple
        Of the discarder, the dealer, each non-dealer; None for those who don't pay.
    """
    if by == RON:
        return base * (12 if dealer else 8), None, None
    if rules.players == 4 or rules.tsumo_loss == "loss":
        return (None, None, base * 4) if dealer else (None, base * 4, base * 2)
    if dealer:  # the absent player's share, or half of the ron price: three times the base each
        return None, None, base * 6
    return (None, base * 5, base * 3) if rules.tsumo_loss == "split" else (None, base * 4, base * 4)


def honba_shares(rules: RiichiRules, by: str) -> int:
    """What one counter adds to a single payment."""
    third = rules.honba_points // 3
    return third if by != RON else third * 2 if rules.players == 3 else rules.honba_points


@lru_cache(maxsize=65536)
def payments(base: int, dealer: bool, by: str, rules: RiichiRules, honba: int = 0, deposits: int = 0) -> Payments:
    """What each player pays for a hand.

    Parameters
    ----------
    base : int
        Base points.
    dealer : bool
        Whether the dealer won.
    by : str
        ``ron`` or ``tsumo``.
    rules : RiichiRules
    honba, deposits : int
        Counters and riichi sticks on the table.

    Examples
    --------
    >>> from chouma.riichi.rules import rules
    >>> payments(640, False, "tsumo", rules("general"), honba=1)
    Payments(points=2700, discarder=None, dealer=1400, each_nondealer=800, total=3000)
    """
    single = tuple(None if share is None else hundred(-(-share // 2)) for share in shares(base, dealer, by, rules))
    n_payers = (1, 1, rules.players - 1 if dealer else rules.players - 2)
    points = sum(share * n for share, n in zip(single, n_payers, strict=True) if share is not None)
    extra = honba * honba_shares(rules, by)
    paid = [None if share is None else share + extra for share in single]
    total = sum(share * n for share, n in zip(paid, n_payers, strict=True) if share is not None) + deposits * 1000
    discarder, of_dealer, of_each = paid
    return Payments(points, discarder, of_dealer, of_each, total)
