"""A classical rule set made ready: its formulas, printed as one Python function for a single hand.

As in riichi, nothing here knows a pattern by name: a rule set gives each pattern fu, fan or a part of the limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ..declaring import parameters
from ..errors import UnknownNameError
from ..features import reads
from ..hand import BITS_OF, CLASSICAL_FLAGS
from ..lang import Tree, const, fold
from ..printer import Printer, compiled, expanded
from ..switches import Share, Worth
from .declare import Pattern, R
from .facts import Facts
from .fan import FAN, FAN_PATTERNS
from .fu import FU, FU_PATTERNS
from .limits import LIMITS
from .refusals import REFUSALS
from .rules import OPEN_TO_ALL, ClassicalRules

#: every pattern, in the order in which answers name them
PATTERNS: tuple[Pattern, ...] = (*FU_PATTERNS, *FAN_PATTERNS, *LIMITS)
BY_ID: Mapping[str, Pattern] = {pattern.id: pattern for pattern in PATTERNS}

#: limit hands of the thirteen tiles that were dealt
DEALT = ("unconnected", "dealt_orphans")

#: what counts fu for itself, and so isn't asked whether anything else does
_WINNING = ("win",)

# what a hand of these rules never has
_NEVER: dict[tuple[str, str], Any] = {("feature", "norths"): 0}
_WON: Tree = ("feature", "won")


@dataclass(frozen=True, eq=False)
class Entry:
    """A pattern as one rule set has it.

    Attributes
    ----------
    pattern : Pattern
    tree : tuple
        Its formula with the switches put in, and who may have it.
    worth : Worth
    bit : int
        Its bit in the set of patterns that a reading has.
    """

    pattern: Pattern
    tree: Tree
    worth: Worth
    bit: int

    @property
    def id(self) -> str:
        return self.pattern.id

    @cached_property
    def is_late(self) -> bool:
        """Whether it asks for the fu that all else gives."""
        return "fu_other" in reads(self.tree)


class Trees(NamedTuple):
    """All that a rule set says of a reading, as formulas with the switches put in.

    Attributes
    ----------
    hits : tuple of (Entry, tuple)
        The patterns, each with its formula; ``fu_other`` is the sum of `others` and of all that is not `Entry.is_late`.
    winning : tuple
        Fu for winning.
    others : tuple
        Fu that are no pattern, beside those for winning.
    fan : tuple
        Fan that are no pattern.
    groups : tuple
        Whether these groups and a pair may win; if not, only a limit hand of another shape does.
    """

    hits: tuple[tuple[Entry, Tree], ...]
    winning: Tree
    others: Tree
    fan: Tree
    groups: Tree


def _worth(pattern: Pattern, rules: ClassicalRules) -> Worth:
    if pattern.is_limit_hand:
        return Worth(limit=rules.limit_hands.get(pattern.id))
    found: Worth = getattr(rules, pattern.id)
    return found


def _open_to(pattern: Pattern) -> Tree:
    """Who may have a pattern: the winner, and others where the rule set says so."""
    if pattern.id not in OPEN_TO_ALL:
        return _WON
    calling = ("and", ("feature", "calling"), ("rule", f"calling_hands.{pattern.id}"))
    return ("or", _WON, ("rule", f"every_hand.{pattern.id}"), calling)


def total(trees: Iterable[Tree]) -> Tree:
    """The sum of some formulas."""
    found = const(0)
    for tree in trees:
        found = fold(("add", found, tree), {})
    return found


Evaluate = Callable[..., "tuple[int, int, int] | None"]


class Printed(dict[tuple[bool, bool], Evaluate]):
    """The formulas as functions, by whether the hand won and whether by self-draw.

    They give fu, fan and patterns of a reading, None for one that is no win under these rules.
    """

    def __init__(self, engine: Engine):
        super().__init__()
        self.engine = engine

    def __missing__(self, key: tuple[bool, bool]) -> Evaluate:
        value = self[key] = _printed(self.engine, *key)
        return value


@dataclass(frozen=True, eq=False)
class Engine:
    """A classical rule set made ready to score hands; get one with `engine`.

    Attributes
    ----------
    rules : ClassicalRules
    entries : tuple of Entry
        The patterns that it gives something for.
    room, high_bits : int
        Of the rules' `chouma.hand.Stock`.
    """

    rules: ClassicalRules
    entries: tuple[Entry, ...]

    def __reduce__(self) -> tuple[Any, ...]:
        return engine, (self.rules,)

    def __post_init__(self) -> None:
        # plain attributes: what every hand asks for is quickest to find there
        self.__dict__.update(room=self.rules.stock.room, high_bits=self.rules.stock.high_bits)

    if TYPE_CHECKING:
        room: int = field(init=False)
        high_bits: int = field(init=False)

    @cached_property
    def printed(self) -> Printed:
        """The formulas as Python functions."""
        return Printed(self)

    @cached_property
    def limit_bits(self) -> int:
        """The patterns that pay the limit or a part of it."""
        return sum(entry.bit for entry in self.entries if entry.worth.limit)

    @cached_property
    def shape_bits(self) -> int:
        """The limit hands that are no groups and a pair."""
        told = [entry for entry in self.entries if reads(entry.tree) & {"special", "orphans"} and "seven_pairs" not in reads(entry.tree)]
        return sum(entry.bit for entry in told)

    @cached_property
    def asks_special(self) -> bool:
        """Whether a hand that won is looked at for what it makes beside groups and a pair."""
        return any("special" in reads(entry.tree) for entry in self.entries if entry.id not in DEALT)

    def share(self, hits: int) -> tuple[Share, Entry] | None:
        """The largest part of the limit among some patterns; None without one."""
        found = [(entry.worth.limit, entry) for entry in self.entries if hits & entry.bit and entry.worth.limit]
        return max(found, key=lambda one: one[0].times / one[0].of) if found else None

    def entry(self, id: str) -> Entry | None:
        """A pattern of these rules, None if they give nothing for it.

        Raises
        ------
        UnknownNameError
            If there is no such pattern at all.
        """
        for entry in self.entries:
            if entry.id == id:
                return entry
        if id in BY_ID:
            return None
        raise UnknownNameError("pattern", id, BY_ID)

    @cached_property
    def switches(self) -> dict[tuple[str, str], Any]:
        """The switches as formulas take them."""
        return {**parameters(self.rules, R), **_NEVER}

    def folded(self, tree: Tree, known: Mapping[tuple[str, str], Any] | None = None) -> Tree:
        """A formula with the switches put in, and what is known of a hand."""
        return fold(tree, {**self.switches, **(known or {})})

    def trees(self, known: Mapping[tuple[str, str], Any]) -> Trees:
        """The formulas of hands of which something is known, such as whether they won."""

        def folded(tree: Tree) -> Tree:
            return self.folded(tree, known)

        most = self.rules.max_chows
        chows = [] if most is None else [("le", ("feature", "n_runs"), const(most))]
        return Trees(
            tuple((entry, folded(entry.tree)) for entry in self.entries),
            total(folded(item.tree) for item in FU if item.id in _WINNING),
            total(folded(item.tree) for item in FU if item.id not in _WINNING),
            total(folded(item.tree) for item in FAN),
            fold(("and", expanded(("feature", "standard")), *chows), {}),
        )

    @cached_property
    def refused(self) -> Callable[[Facts], int]:
        """The problems of a hand's flags, as one function."""
        tests = [(one.problem, tree) for one in REFUSALS if (tree := fold(expanded(self.folded(one.tree)), {})) != const(False)]
        show = Printer((tree for _, tree in tests), arguments=Facts._fields)
        lines = [f"if {show(tree)}: found |= {int(problem)}" for problem, tree in tests]
        found: Callable[[Facts], int] = compiled("refused", ("facts",), show.with_locals(["found = 0", *lines, "return found"]))
        return found


def _printed(engine: Engine, won: bool, tsumo: bool) -> Evaluate:
    trees = engine.trees({("feature", "won"): won, ("feature", "tsumo"): tsumo, ("feature", "ron"): not tsumo})
    tests = [(entry, tree) for entry, tree in trees.hits if tree != const(False)]
    show = Printer([*(tree for _, tree in tests), trees.winning, trees.others, trees.fan], own=["fu_other"], arguments=Facts._fields)

    def test(entry: Entry, tree: Tree) -> str:
        gives = [f"{name} += {n}" for name, n in (("fu", entry.worth.fu), ("fan", entry.worth.fan)) if n]
        return f"if {show(tree)}: " + "; ".join([f"hits |= {entry.bit}", *gives])

    show.uses.update(["n_runs"])
    may_win = [f"if not {show(trees.groups)} and not hits & {engine.shape_bits}: return None"] if won else []
    lines = [
        f"hits, fan, fu = 0, {show(trees.fan)}, {show(trees.others)}",
        *(test(entry, tree) for entry, tree in tests if not entry.is_late),
        "fu_other_ = fu",
        f"fu += {show(trees.winning)}",
        *(test(entry, tree) for entry, tree in tests if entry.is_late),
        *may_win,
        "return fu, fan, hits",
    ]
    name = f"evaluate_{'won' if won else 'lost'}_{'self_draw' if tsumo else 'discard'}"
    return compiled(name, ("sums", "marks", "facts"), show.with_locals(lines))


def _entries(rules: ClassicalRules) -> tuple[Entry, ...]:
    switches = {**parameters(rules, R), **_NEVER}
    found = []
    for i, pattern in enumerate(PATTERNS):
        worth = _worth(pattern, rules)
        tree = fold(("and", _open_to(pattern), pattern.tree), switches)
        if worth != Worth() and tree != const(False):
            found.append(Entry(pattern, tree, worth, 1 << i))
    return tuple(found)


@lru_cache(maxsize=256)
def engine(rules: ClassicalRules) -> Engine:
    """A rule set made ready; each is made once."""
    return Engine(rules, _entries(rules))


def flag_faults(engine: Engine, facts: Facts) -> Iterable[tuple[Any, str, str]]:
    """The problems of a hand's flags, each with its message and the flag at fault."""
    bits = engine.refused(facts)
    return [(one.problem, one.message, one.flag) for one in REFUSALS if bits & one.problem]


#: flags that these rules don't know, as bits
UNKNOWN_FLAGS = sum(bit for flag, bit in BITS_OF.items() if flag not in CLASSICAL_FLAGS)
