"""How any family declares its rules: numbers, and what is refused, traced with the switches of that family.

A formula takes ``h``, the features of a hand, and perhaps ``r``, the switches; its slips are refused as soon as it is declared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .errors import Problem
from .features import FEATURES, H
from .lang import Choice, Cond, Names, Number, Symbol, Tree, trace
from .switches import AMOUNT, HAND, ID_SET, MOST_FAN, WORTH, Switch, Worth


def symbols(switches: Mapping[str, Switch]) -> Names:
    """``r`` of a family's formulas: the switches that bear on one hand, but for lists and tables.

    A worth has two numbers, ``r.all_pungs.fu`` and ``r.all_pungs.fan``; a set has a condition for each of its names.
    """
    seen = {name: symbol for name, switch in switches.items() if switch.stage == HAND and (symbol := _symbol(name, switch)) is not None}
    return Names("switch", seen)


def _symbol(name: str, switch: Switch) -> Symbol | Names | None:
    """What a formula sees of a switch; None for the switches that hold points, lists and tables."""
    values, tree = switch.choices or (), ("rule", name)
    if switch.kind is AMOUNT:
        return Number(tree, switch.least, switch.most)
    if switch.kind is WORTH:
        most = {"fu": switch.most, "fan": MOST_FAN}
        return Names(f"part of {name}", {unit: Number(("rule", f"{name}.{unit}"), 0, most[unit]) for unit in switch.names if unit in most})
    if switch.kind is ID_SET:
        return Names(f"name in {name}", {id: Cond(("rule", f"{name}.{id}")) for id in switch.names})
    if values and all(isinstance(value, bool) for value in values):
        return Cond(tree)
    if values and all(isinstance(value, int) for value in values):
        return Number(tree, min(values), max(values))
    if values and all(isinstance(value, str) for value in values):
        return Choice(tree, values)
    return None


def parameters(rules: Any, r: Names) -> dict[tuple[str, str], Any]:
    """The switches of a rule set as `chouma.lang.fold` takes them: numbers, truths and words.

    Parameters
    ----------
    rules : RuleSet
    r : Names
        What formulas see, as `symbols` gives it.
    """
    return {("rule", path): _value(rules, path) for path in _paths(r)}


def _paths(r: Names) -> Iterator[str]:
    for name, symbol in r._symbols.items():
        yield from (f"{name}.{part}" for part in symbol._symbols) if isinstance(symbol, Names) else (name,)


def _value(rules: Any, path: str) -> Any:
    name, _, part = path.partition(".")
    value = getattr(rules, name)
    if not part:
        return value
    return getattr(value, part) if isinstance(value, Worth) else part in value


@dataclass(frozen=True, eq=False)
class Item:
    """A rule that gives a number: fu, or doubles that are no yaku (dora).

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


class Declaring:
    """The decorators of a family.

    Parameters
    ----------
    r : Names
        What its formulas see of the switches.
    """

    def __init__(self, r: Names):
        self.r = r

    def condition(self, function: Callable[..., Cond]) -> Tree:
        """The formula of a condition."""
        return trace(function, H, self.r)

    def item(self, function: Callable[..., Number]) -> Item:
        """Declare a rule that gives a number of fu or doubles."""
        tree = trace(function, H, self.r, sort=Number)
        by_group = tree[0] == "feature" and FEATURES[tree[1]].of is not None
        return Item(function.__name__, tree, (function.__doc__ or "").strip(), by_group)

    def refusal(self, problem: Problem, flag: str) -> Callable[[Callable[..., Cond]], Refusal]:
        """Declare a combination that is refused; the docstring is the message."""

        def declare(function: Callable[..., Cond]) -> Refusal:
            return Refusal(problem, self.condition(function), flag, (function.__doc__ or "").strip())

        return declare


def collect(namespace: Mapping[str, Any], kind: type) -> tuple[Any, ...]:
    """All declarations of one kind in a module, in the order in which they stand there."""
    return tuple(value for value in namespace.values() if isinstance(value, kind))
