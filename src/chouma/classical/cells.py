"""From fu and fan straight to a score and to what each player pays: the cells of the classical quick table."""

from __future__ import annotations

from typing import NamedTuple

from .pricing import counted
from .rules import ClassicalRules

#: the three who didn't win, East among them unless East won
_OTHERS = 3


class Paid(NamedTuple):
    """What is paid for a score.

    Attributes
    ----------
    east : int or None
        What East pays; None if East won.
    each : int
        What each of the others pays.
    total : int
        All that the winner receives.
    discarder : int or None
        By a discard, where the discarder pays for all: the same as `total`.
    """

    east: int | None
    each: int
    total: int
    discarder: int | None = None

    def to_dict(self) -> dict[str, int]:
        """The payments for JSON; who doesn't pay is left out."""
        return {name: value for name, value in self._asdict().items() if value is not None}


def paid(score: int, east_wins: bool, rules: ClassicalRules) -> Paid:
    """Who pays what to a winner.

    Parameters
    ----------
    score : int
        Points, limited.
    east_wins : bool
    rules : ClassicalRules

    Examples
    --------
    >>> from chouma.classical.rules import ClassicalRules
    >>> ningbo = ClassicalRules.family.rules("ningbo")
    >>> paid(40, False, ningbo), paid(40, True, ningbo)
    (Paid(east=80, each=40, total=160, discarder=None), Paid(east=None, each=80, total=240, discarder=None))
    """
    doubled = score * rules.east_factor
    east, each = (None, doubled) if east_wins else (doubled, score)
    total = _OTHERS * each if east is None else east + (_OTHERS - 1) * each
    return Paid(east, each, total, total if rules.payer == "discarder" else None)


class Cell(NamedTuple):
    """One cell of the classical table.

    Attributes
    ----------
    fu, fan, score : int
    limit : str
        ``limit`` where the count reaches it.
    """

    fu: int
    fan: int
    score: int
    limit: str


def cell(fu: int, fan: int, rules: ClassicalRules) -> Cell:
    """What so many fu and fan come to.

    Examples
    --------
    >>> from chouma.classical.rules import ClassicalRules
    >>> ningbo = ClassicalRules.family.rules("ningbo")
    >>> cell(20, 1, ningbo).score, cell(52, 2, ningbo)
    (40, Cell(fu=52, fan=2, score=200, limit='limit'))
    """
    return Cell(fu, fan, *counted(fu, fan, rules)[1:])
