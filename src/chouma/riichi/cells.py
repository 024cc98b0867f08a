"""From han and fu straight to payments: the cells of the quick tables, and those that can't be."""

from __future__ import annotations

from typing import NamedTuple

from ..errors import RuleError, worded
from ..hand import RON, TSUMO
from ..messages import Speaker, speaker
from .limits import MANGAN_HAN, YAKUMAN, Payments, base_points, payments
from .rules import RiichiRules

WAYS = (RON, TSUMO)
#: beyond this a number of han or yakuman is a slip
MOST_HAN, MOST_YAKUMAN = 200, 20
#: the fu that hands have: seven pairs have 25, all others are rounded up to ten
POSSIBLE_FU = (20, 25, *range(30, 171, 10))
_MOST_WITHOUT_THREE_KANS, _MOST_WITHOUT_FOUR_KANS = 110, 140


def why_impossible(han: int, fu: int, by: str, rules: RiichiRules, lang: str = "en") -> str:
    """Why no hand has so many han and fu, won in that way; empty if one can.

    Parameters
    ----------
    han, fu : int
    by : str
        ``ron`` or ``tsumo``.
    rules : RiichiRules
    lang : str
        The language of the answer.

    Examples
    --------
    >>> from chouma.riichi.rules import rules
    >>> why_impossible(1, 25, "ron", rules("general"))
    'seven pairs are 2 han already'
    >>> why_impossible(2, 25, "ron", rules("general"))
    ''
    """
    t = speaker(lang)
    if han < 1:
        return t("a hand that is paid has 1 han or more")
    if fu not in POSSIBLE_FU:
        return t("fu are rounded up to ten (25, seven pairs, alone is not), from 20 to 170")
    if fu == 20:
        return _why_not_20(han, by, rules, t)
    if fu == 25:
        return _why_not_25(han, by, rules, t)
    if fu == _MOST_WITHOUT_THREE_KANS and han == 1 and by == TSUMO:
        # a closed hand needs kans of honours or terminals for it, and no third concealed triplet, so it has the ten of a ron
        return t("110 fu with 1 han can only be won by ron")
    if fu > _MOST_WITHOUT_FOUR_KANS and rules.aotenjou == "off":
        return t("more than {fu} fu take four kans, and those are a yakuman", fu=_MOST_WITHOUT_FOUR_KANS)
    if fu > _MOST_WITHOUT_THREE_KANS and han < 4:
        return t("more than {fu} fu take three kans, and with what comes with them 4 han or more", fu=_MOST_WITHOUT_THREE_KANS)
    return ""


def _why_not_20(han: int, by: str, rules: RiichiRules, t: Speaker) -> str:
    if by == RON:
        # a closed hand has ten fu for the ron
        return "" if rules.open_pinfu_ron_fu == 20 else t("20 fu are pinfu by self-draw: by ron a hand has 30 or more")
    if rules.players == 3 and not rules.rinshan_tsumo_fu:
        return ""  # the replacement tile of a declared north
    if not rules.pinfu_tsumo:
        return t("these rules count 2 fu for every self-draw, so none has 20")
    return t("20 fu are pinfu by self-draw, and those two are 2 han already") if han < 2 else ""


def _why_not_25(han: int, by: str, rules: RiichiRules, t: Speaker) -> str:
    if rules.chiitoitsu != "25fu2han":
        return t("25 fu are seven pairs, and these rules count 50 fu for them")
    if han < 2:
        return t("seven pairs are 2 han already")
    if han < 3 and by == TSUMO:
        return t("seven pairs by self-draw are 3 han already")
    return ""


def possible(han: int, fu: int, rules: RiichiRules) -> tuple[str, ...]:
    """The ways, ``ron`` and ``tsumo``, in which a hand can have so many han and fu.

    Examples
    --------
    >>> from chouma.riichi.rules import rules
    >>> possible(2, 20, rules("general")), possible(4, 30, rules("general")), possible(3, 35, rules("general"))
    (('tsumo',), ('ron', 'tsumo'), ())
    """
    return tuple(by for by in WAYS if not why_impossible(han, fu, by, rules))


class _Reasons(NamedTuple):
    """Why no hand has so many han and fu, in whatever way it is won."""

    han: int
    fu: int
    rules: RiichiRules

    def text(self, lang: str = "en") -> str:
        reasons = dict.fromkeys(why_impossible(self.han, self.fu, by, self.rules, lang) for by in WAYS)
        return "; ".join(reasons)

    def __format__(self, spec: str) -> str:
        return self.text()


class KnownWorth(NamedTuple):
    """A hand that is known by its han and fu alone, or by its yakuman.

    Attributes
    ----------
    han : int or None
        None for a yakuman.
    fu : int or None
        None where they don't matter.
    yakuman : int
    base : int
        Base points.
    limit : str
        See `chouma.riichi.limits`.
    """

    han: int | None
    fu: int | None
    yakuman: int
    base: int
    limit: str


def worth(han: int, fu: int | None, rules: RiichiRules) -> KnownWorth:
    """What han and fu are worth.

    Parameters
    ----------
    han : int
    fu : int or None
        None: not known, which is enough from five han on.
    rules : RiichiRules

    Raises
    ------
    RuleError
        If no hand has so many, in whatever way it is won, or fu are needed.

    Examples
    --------
    >>> from chouma.riichi.rules import rules
    >>> worth(4, 30, rules("general")).base, worth(5, None, rules("general")).limit
    (1920, 'mangan')
    """
    if not 1 <= han <= MOST_HAN:
        raise RuleError(worded("{han} han: a hand that is paid has 1 to {most}", han=han, most=MOST_HAN))
    if fu is None and (han < MANGAN_HAN or rules.aotenjou != "off"):
        always, below = worded("without limits fu always count"), worded("below {han} han fu count", han=MANGAN_HAN)
        why = always if rules.aotenjou != "off" else below
        raise RuleError(worded("{han} han alone are not enough: {why}, write {han}h30f", han=han, why=why))
    if fu is not None and not possible(han, fu, rules):
        raise RuleError(worded("no hand has {han} han {fu} fu: {reasons}", han=han, fu=fu, reasons=_Reasons(han, fu, rules)))
    base, limit = base_points(han, fu or 30, rules)
    return KnownWorth(han, fu, 0, base, limit)


def yakuman_worth(n: int, rules: RiichiRules) -> KnownWorth:
    """What so many yakuman are worth.

    Raises
    ------
    RuleError
        If that is no number of yakuman, or the rules know none.
    """
    if not 1 <= n <= MOST_YAKUMAN:
        raise RuleError(worded("{n} yakuman: a hand has 1 to {most}", n=n, most=MOST_YAKUMAN))
    if rules.aotenjou != "off":
        raise RuleError(worded("aotenjou knows no yakuman, they are 13 han each: write {han}h and the fu", han=13 * n))
    return KnownWorth(None, None, n, YAKUMAN * n, "yakuman")


class Cell(NamedTuple):
    """One cell of a quick table.

    Attributes
    ----------
    dealer : bool
        Whether the dealer won.
    by : str
        ``ron`` or ``tsumo``.
    payments : Payments or None
        None if no hand is won so.
    reason : str
        Why none is.
    """

    dealer: bool
    by: str
    payments: Payments | None
    reason: str = ""

    def to_dict(self) -> dict[str, object]:
        """The cell for JSON."""
        head: dict[str, object] = {"dealer": self.dealer, "by": self.by}
        if self.payments is None:
            return {**head, "possible": False, "reason": self.reason}
        return {**head, "possible": True, "points": self.payments.points, "payments": self.payments.to_dict()}


def cell(
    known: KnownWorth, dealer: bool, by: str, rules: RiichiRules, honba: int = 0, deposits: int = 0, lang: str = "en"
) -> Cell:
    """Who pays what for a hand that is known by its worth.

    Examples
    --------
    >>> from chouma.riichi.rules import rules
    >>> cell(worth(4, 30, rules("general")), True, "ron", rules("general")).payments.discarder
    11600
    """
    reason = why_impossible(known.han, known.fu, by, rules, lang) if known.han and known.fu else ""
    return Cell(dealer, by, None if reason else payments(known.base, dealer, by, rules, honba, deposits), reason)
