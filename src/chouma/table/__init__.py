"""The quick tables, from the formula: who pays what for han and fu, or for fu and fan, under any rule set.

>>> quick = table("general", dealer=False)
>>> quick.cell(4, 30, dealer=False).ron.payments.discarder, quick.cell(1, 25, dealer=False).ron.reason
(7700, 'seven pairs are 2 han already')
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..errors import RuleError, show
from ..families import rules as rules_of
from ..messages import speaker
from ..riichi.rules import RiichiRules
from ..rulesets import RuleSet

if TYPE_CHECKING:
    from .classical import ClassicalTables
    from .riichi import Tables

SCHEMA = "chouma.table/1"
MOST_COUNTERS = 10_000


def table(
    rules: RuleSet | str | Mapping[str, Any] = "general", *, dealer: bool | None = None, honba: int = 0, lang: str = "en"
) -> Tables | ClassicalTables:
    """The quick tables of a rule set.

    Parameters
    ----------
    rules : RuleSet, str or mapping
        Of any family.
    dealer : bool, optional
        The dealer's table alone, or the others' alone; both if not given.
    honba : int
        Counters, which every payment includes.
    lang : str
        The language of names and reasons.

    Returns
    -------
    Tables or ClassicalTables
        By the family of the rule set. Print it, or take ``to_markdown()``, ``to_csv()``, ``to_dict()``.

    Raises
    ------
    RuleError, UnknownNameError
        If there is no such rule set or language, or the counters are no number, or the rules have none.

    Examples
    --------
    >>> table("tenhou", dealer=True, honba=1).cell(3, 40, dealer=True).tsumo.payments.each_nondealer
    2700
    """
    house, lang = rules_of(rules), speaker(lang).lang
    if type(honba) is not int or not 0 <= honba <= MOST_COUNTERS:
        raise RuleError(f"honba is {show(honba)}: a whole number from 0 to {MOST_COUNTERS}")
    if isinstance(house, RiichiRules):
        from .riichi import Table, Tables, rows_of

        winners = (True, False) if dealer is None else (bool(dealer),)
        return Tables(house, honba, lang, tuple(Table(winner, tuple(rows_of(house, winner, honba, lang))) for winner in winners))
    if honba:
        raise RuleError(f"honba is {honba}: the rules {house.name} have no counters")
    from .classical import ClassicalTables
    from .classical import rows_of as classical_rows

    winner = None if dealer is None else bool(dealer)
    return ClassicalTables(house, winner, lang, tuple(classical_rows(house)))  # type: ignore[arg-type]
