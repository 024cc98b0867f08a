"""How classical rules are declared: what gives fu, fan or a part of the limit, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..declaring import Declaring, symbols
from ..errors import RuleError
from ..lang import Cond, Tree
from .rules import LIMIT_HANDS, ClassicalRules

#: ``r`` of every formula: the switches that bear on one hand
R = symbols(ClassicalRules.family.switches)

declaring = Declaring(R)
item, refusal, condition = declaring.item, declaring.refusal, declaring.condition


@dataclass(frozen=True, eq=False)
class Pattern:
    """Something that a hand has or lacks, and that a rule set gives fu, fan or a part of the limit for.

    Attributes
    ----------
    id : str
        Also the name of the switch that says what it gives, or of a limit hand.
    tree : tuple
        The formula.
    doc : str
        One line for the reader.
    source : str
        Where the rule comes from.
    hits, misses : tuple of str
        Hands that have it and hands that just miss it, as `chouma.classical.examples` reads them.
    """

    id: str
    tree: Tree
    doc: str
    source: str
    hits: tuple[str, ...] = ()
    misses: tuple[str, ...] = ()

    @property
    def is_limit_hand(self) -> bool:
        """Whether it pays the limit or a part of it, where a rule set has it at all."""
        return self.id in LIMIT_HANDS


def pattern(*, source: str, hits: Iterable[str] = (), misses: Iterable[str] = ()) -> Callable[[Callable[..., Cond]], Pattern]:
    """Declare a pattern; its function is named like the switch that says what it gives, or like a limit hand.

    Parameters
    ----------
    source : str
        Where the rule comes from; every rule must say.
    hits, misses : iterable of str
        Hands that have it or just miss it, run as tests: hand text, then ``|`` and flags, ``seat=E``, ``lost``, ``rules=dmjl``.

    Raises
    ------
    RuleError
        If the formula can't be traced, or nothing has that name.
    """

    def declare(function: Callable[..., Cond]) -> Pattern:
        name = function.__name__
        if name not in ClassicalRules.family.switches and name not in LIMIT_HANDS:
            raise RuleError(f"pattern {name}: no switch says what it gives, and no limit hand has that name")
        return Pattern(name, condition(function), (function.__doc__ or "").strip(), source, tuple(hits), tuple(misses))

    return declare
