"""The language that rules are written in: declaring, tracing, checking, evaluating and printing formulas.

A rule is a plain Python function over named features of a hand::

    def pinfu(h):
        return (h.n_runs == 4) & (h.pair_fu == 0) & (h.wait == RYANMEN)

It is called once, with symbols instead of numbers, when it is declared. What comes back is a *tree* of
plain tuples, and that tree is the rule: it is printed as Python for one hand, as NumPy or C for columns,
and as words for the reader. Nothing else ever calls the function.

The symbols come in sorts, so that slips are found at import, not at the table:

* `Cond`: true or false. Joined by ``&``, ``|``, ``~``; ``and``, ``or``, ``not``, ``if`` and chained
  comparisons can't be traced and are refused.
* `Number`: a whole number with a known range, 0 to 255 at the most. A comparison that can never (or
  always) hold, a difference that could fall below 0 and a sum that could pass 255 are refused.
* `Bits`: a small set, such as the ranks at which runs start.
* `Tallies`: how often each of several things occurs, such as each of the 21 runs.
* `Choice`: a switch of the rule set with named values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from typing import Any, NamedTuple

from .errors import RuleError, UnknownNameError

#: ``(operator, operand, …)``; the leaves are ``("feature", name)``, ``("rule", switch)``, ``("const", value)``
Tree = tuple

#: the largest number in a formula: in columns a number is a byte
MOST = 255


def const(value: int | bool | str | tuple[int, ...]) -> Tree:
    """The leaf of a value that is known."""
    return ("const", value)


class Symbol:
    """What a formula gets instead of a value; the base of all sorts."""

    __slots__ = ("tree",)
    sort = "a value"

    def __init__(self, tree: Tree):
        self.tree = tree

    def __bool__(self) -> bool:
        raise RuleError(
            f"{describe(self.tree)} is used with and, or, not, if or a chained comparison: join conditions with & | ~, "
            "each comparison in its own brackets, and choose numbers with when(condition, number)"
        )

    __hash__ = None  # type: ignore[assignment]

    def _refuse(self, operator: str, other: object, mend: str) -> RuleError:
        shown = describe(other.tree) if isinstance(other, Symbol) else repr(other)
        return RuleError(f"{describe(self.tree)} {operator} {shown}: {mend}")

    def __and__(self, other: object) -> Any:
        raise self._refuse("&", other, f"& joins conditions, and {describe(self.tree)} is {self.sort}: put each comparison in brackets")

    def __or__(self, other: object) -> Any:
        raise self._refuse("|", other, f"| joins conditions, and {describe(self.tree)} is {self.sort}: put each comparison in brackets")

    def __invert__(self) -> Any:
        raise RuleError(f"~ {describe(self.tree)}: ~ turns a condition round, and this is {self.sort}")

    def _no_order(self, other: object) -> Any:
        raise self._refuse("compared with", other, f"{self.sort} can't be compared in size")

    def _no_sum(self, other: object) -> Any:
        raise self._refuse("+, - or * with", other, f"{self.sort} can't be added up: use when(condition, number)")

    __lt__ = __le__ = __gt__ = __ge__ = _no_order
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _no_sum

    def __rand__(self, other: object) -> Any:
        return self.__and__(other)

    def __ror__(self, other: object) -> Any:
        return self.__or__(other)


class Cond(Symbol):
    """A condition."""

    __slots__ = ()
    sort = "a condition"

    def _joined(self, operator: str, other: object) -> Cond:
        if not isinstance(other, Cond):
            raise self._refuse("&" if operator == "and" else "|", other, "only conditions can be joined: put each comparison in brackets")
        parts: list[Tree] = []
        for tree in (self.tree, other.tree):
            parts += tree[1:] if tree[0] == operator else [tree]
        return Cond((operator, *parts))

    def __and__(self, other: object) -> Cond:
        return self._joined("and", other)

    def __or__(self, other: object) -> Cond:
        return self._joined("or", other)

    def __invert__(self) -> Cond:
        return Cond(self.tree[1] if self.tree[0] == "not" else ("not", self.tree))

    def __eq__(self, other: object) -> Any:
        raise self._refuse("==", other, "a condition is not compared: write it alone, or ~ before it")

    __ne__ = __eq__


class Number(Symbol):
    """A whole number from `lo` to `hi`."""

    __slots__ = ("lo", "hi")
    sort = "a number"

    def __init__(self, tree: Tree, lo: int, hi: int):
        super().__init__(tree)
        self.lo, self.hi = lo, hi
        if lo < 0:
            raise RuleError(f"{describe(tree)} could be {lo}: numbers in formulas don't go below 0; compare instead of taking away")
        if hi > MOST:
            raise RuleError(f"{describe(tree)} could be {hi}: numbers in formulas go up to {MOST}")

    def _other(self, operator: str, other: object) -> Number:
        if isinstance(other, Number):
            return other
        if isinstance(other, int) and not isinstance(other, bool):
            if other < 0:
                raise self._refuse(operator, other, "numbers in formulas don't go below 0")
            return Number(const(int(other)), int(other), int(other))
        raise self._refuse(operator, other, "a number goes with a number; a condition becomes one with when(condition, number)")

    def _compared(self, op: str, sign: str, other: object, holds: Callable[[int, int], bool]) -> Cond:
        number = self._other(sign, other)
        # with ranges (not exact values) a comparison is decided when all four corners agree and, for equality, the ranges are disjoint
        if op in ("eq", "ne"):
            decided = self.hi < number.lo or number.hi < self.lo or self.lo == self.hi == number.lo == number.hi
        else:
            decided = len({holds(a, b) for a in (self.lo, self.hi) for b in (number.lo, number.hi)}) == 1
        if decided:
            ever = "always" if holds(self.lo, number.lo) else "never"
            raise self._refuse(sign, other, f"{describe(self.tree)} is {self.lo} to {self.hi}, so this {ever} holds")
        return Cond((op, self.tree, number.tree))

    def __eq__(self, other: object) -> Cond:  # type: ignore[override]
        return self._compared("eq", "==", other, lambda a, b: a == b)

    def __ne__(self, other: object) -> Cond:  # type: ignore[override]
        return self._compared("ne", "!=", other, lambda a, b: a != b)

    def __lt__(self, other: object) -> Cond:
        return self._compared("lt", "<", other, lambda a, b: a < b)

    def __le__(self, other: object) -> Cond:
        return self._compared("le", "<=", other, lambda a, b: a <= b)

    def __gt__(self, other: object) -> Cond:
        return self._compared("gt", ">", other, lambda a, b: a > b)

    def __ge__(self, other: object) -> Cond:
        return self._compared("ge", ">=", other, lambda a, b: a >= b)

    def __add__(self, other: object) -> Number:
        number = self._other("+", other)
        return Number(("add", self.tree, number.tree), self.lo + number.lo, self.hi + number.hi)

    def __sub__(self, other: object) -> Number:
        number = self._other("-", other)
        return Number(("sub", self.tree, number.tree), self.lo - number.hi, self.hi - number.lo)

    def __rsub__(self, other: object) -> Number:
        return self._other("-", other) - self

    def __mul__(self, other: object) -> Number:
        number = self._other("*", other)
        return Number(("mul", self.tree, number.tree), self.lo * number.lo, self.hi * number.hi)

    def __radd__(self, other: object) -> Number:
        return self + other

    def __rmul__(self, other: object) -> Number:
        return self * other


class Bits(Symbol):
    """A set of ranks, 1 to `width`."""

    __slots__ = ("width",)
    sort = "a set of ranks"

    def __init__(self, tree: Tree, width: int):
        super().__init__(tree)
        self.width = width

    def _mask(self, ranks: tuple[int, ...]) -> int:
        for rank in ranks:
            if not isinstance(rank, int) or not 1 <= rank <= self.width:
                raise RuleError(f"{describe(self.tree)} holds ranks 1 to {self.width}, never {rank!r}")
        return sum({1 << rank - 1 for rank in ranks})

    def __and__(self, other: object) -> Bits:
        if not isinstance(other, Bits):
            raise self._refuse("&", other, "a set of ranks meets another one; ask .has(), .any() or .count() for a condition or number")
        return Bits(("meet", self.tree, other.tree), self.width)

    def __or__(self, other: object) -> Bits:
        if not isinstance(other, Bits):
            raise self._refuse("|", other, "a set of ranks joins another one; ask .has(), .any() or .count() for a condition or number")
        return Bits(("join", self.tree, other.tree), self.width)

    def __eq__(self, other: object) -> Any:
        raise self._refuse("==", other, "ask a set with .has(), .any(), .none() or .count()")

    __ne__ = __eq__

    def of(self, *ranks: int) -> Bits:
        """Those of the ranks named that the set holds."""
        return Bits(("meet", self.tree, const(self._mask(ranks))), self.width)

    def has(self, *ranks: int) -> Cond:
        """Whether the set holds every rank named."""
        return Cond(("has", self.tree, const(self._mask(ranks))))

    def any(self, *ranks: int) -> Cond:
        """Whether the set holds any rank (of those named)."""
        return Cond(("any", self.of(*ranks).tree if ranks else self.tree))

    def none(self, *ranks: int) -> Cond:
        """Whether the set holds no rank (of those named)."""
        return ~self.any(*ranks)

    def count(self) -> Number:
        """How many ranks the set holds."""
        return Number(("count", self.tree), 0, self.width)

    def single(self) -> Cond:
        """Whether the set holds one rank and no more."""
        return Cond(("single", self.tree))

    def in_a_row(self, n: int) -> Cond:
        """Whether it holds `n` ranks in a row."""
        rows = [Bits(("shift", self.tree, const(i)) if i else self.tree, self.width) for i in range(n)]
        return reduce(lambda a, b: a & b, rows).any()


class Tallies(Symbol):
    """How often each of several things occurs, 0 to 4 times."""

    __slots__ = ("width",)
    sort = "a list of tallies"
    FIELD = 3  # bits a tally

    def __init__(self, tree: Tree, width: int):
        super().__init__(tree)
        self.width = width

    __eq__ = __ne__ = Symbol._no_order

    def repeated(self, n: int) -> Cond:
        """Whether one of them occurs at least `n` times, 2 to 4."""
        low = Bits(const(sum(1 << self.FIELD * i for i in range(self.width))), 64)
        ones, twos, fours = (Bits(("shift", self.tree, const(i)) if i else self.tree, 64) for i in range(self.FIELD))
        choices = {2: twos | fours, 3: (ones & twos) | fours, 4: fours}
        if n not in choices:
            raise RuleError(f"repeated({n!r}): it is asked for 2, 3 or 4")
        return (choices[n] & low).any()


class Choice(Symbol):
    """A switch with named values."""

    __slots__ = ("choices",)
    sort = "a switch with named values"

    def __init__(self, tree: Tree, choices: tuple[str, ...]):
        super().__init__(tree)
        self.choices = choices

    def __eq__(self, other: object) -> Cond:  # type: ignore[override]
        if other not in self.choices:
            raise self._refuse("==", other, f"its values are {', '.join(self.choices)}")
        return Cond(("eq", self.tree, const(other)))

    def __ne__(self, other: object) -> Cond:  # type: ignore[override]
        return ~(self == other)


class Suited(NamedTuple):
    """One set of ranks for each suit: ``h.runs``, ``h.triplets``."""

    m: Bits
    p: Bits
    s: Bits

    def has(self, *ranks: int) -> PerSuit:
        return PerSuit(*(bits.has(*ranks) for bits in self))

    def in_a_row(self, n: int) -> PerSuit:
        return PerSuit(*(bits.in_a_row(n) for bits in self))


class PerSuit(NamedTuple):
    """One condition for each suit."""

    m: Cond
    p: Cond
    s: Cond


def any_suit(conditions: PerSuit) -> Cond:
    """Whether the condition holds in one of the suits."""
    return conditions.m | conditions.p | conditions.s


def same_rank_in_every_suit(ranks: Suited) -> Cond:
    """Whether one rank occurs in all three suits."""
    return (ranks.m & ranks.p & ranks.s).any()


def when(condition: Cond, number: Number | int, otherwise: Number | int = 0) -> Number:
    """A number where a condition holds, another one (0) elsewhere."""
    if not isinstance(condition, Cond):
        raise RuleError(f"when({getattr(condition, 'tree', condition)!r}, …): the first thing is a condition")
    numbers = [n if isinstance(n, Number) else Number(const(n), n, n) for n in (number, otherwise)]
    tree = ("when", condition.tree, numbers[0].tree, numbers[1].tree)
    return Number(tree, min(n.lo for n in numbers), max(n.hi for n in numbers))


def at_most(number: Number, most: Number | int) -> Number:
    """The smaller of two numbers."""
    bound = number._other("at_most", most)
    return Number(("min", number.tree, bound.tree), min(number.lo, bound.lo), min(number.hi, bound.hi))


def round_up(number: Number, step: int) -> Number:
    """A number rounded up to a multiple of `step`."""
    return Number(("ceil", number.tree, const(step)), -(-number.lo // step) * step, -(-number.hi // step) * step)


class Names:
    """What a formula gets as ``h`` or ``r``: symbols by name; an unknown name is refused with the nearest."""

    def __init__(self, what: str, symbols: Mapping[str, Any]):
        self.__dict__.update(_what=what, _symbols=symbols)

    def __getattr__(self, name: str) -> Any:
        try:
            return self._symbols[name]
        except KeyError:
            raise UnknownNameError(self._what, name, self._symbols) from None

    def __setattr__(self, name: str, value: object) -> None:
        raise RuleError(f"a formula changes nothing: {name} can't be set")


def trace(function: Callable[..., Any], h: Names, r: Names | None = None, *, sort: type[Symbol] = Cond) -> Tree:
    """Call a formula once with symbols and keep what it says.

    Parameters
    ----------
    function : callable
        Takes ``h``, the features of a hand, and perhaps ``r``, the switches of a rule set.
    h, r : Names
    sort : type
        What the formula must give: `Cond` or `Number`.

    Raises
    ------
    RuleError
        With the function's name, its place and the mend.
    """
    code = getattr(function, "__code__", None)
    place = f"{function.__name__} ({code.co_filename}:{code.co_firstlineno})" if code else repr(function)
    try:
        wants = code.co_argcount if code else 0
        if wants not in (1, 2) or (wants == 2 and r is None):
            raise RuleError("a formula takes h, the hand, and perhaps r, the rules")
        result = function(*(h, r)[:wants])
        if sort is Number and isinstance(result, int) and not isinstance(result, bool):
            result = Number(const(result), result, result)
        if not isinstance(result, sort):
            shown = result.sort if isinstance(result, Symbol) else f"{result!r}: it reads no feature"
            shown = "nothing: is a return missing" if result is None else shown
            raise RuleError(f"it must give {sort.sort}, and gives {shown}")
    except RuleError as error:
        raise RuleError(f"{place}: {error}") from None
    except TypeError as error:
        raise RuleError(f"{place}: {error}; formulas are made of features, numbers and & | ~ + - * == < when()") from None
    return result.tree


# ---------------------------------------------------------------------------------------------------------
# what can be done with a tree


def leaves(tree: Tree, kind: str) -> Iterator[str]:
    """The names of the features (``feature``) or switches (``rule``) that a tree reads."""
    if tree[0] == kind:
        yield tree[1]
    elif tree[0] not in ("feature", "rule", "const"):
        for part in tree[1:]:
            yield from leaves(part, kind)


_OPERATORS: dict[str, Callable[..., Any]] = {
    "and": lambda *parts: all(parts),
    "or": lambda *parts: any(parts),
    "not": lambda a: not a,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "min": min,
    "ceil": lambda a, step: -(-a // step) * step,
    "when": lambda c, a, b: a if c else b,
    "meet": lambda a, b: a & b,
    "join": lambda a, b: a | b,
    "shift": lambda a, n: a >> n,
    "has": lambda a, mask: a & mask == mask,
    "any": lambda a: a != 0,
    "count": lambda a: a.bit_count(),
    "single": lambda a: a.bit_count() == 1,
}


def evaluate(tree: Tree, value: Callable[[str, str], Any]) -> Any:
    """The value of a tree for one hand.

    Parameters
    ----------
    tree : tuple
    value : callable
        Gives the value of ``("feature", name)`` or ``("rule", name)``.
    """
    op = tree[0]
    if op == "const":
        return tree[1]
    if op in ("feature", "rule"):
        return value(op, tree[1])
    # what decides stands early: the rest isn't asked for
    if op == "and":
        return all(evaluate(part, value) for part in tree[1:])
    if op == "or":
        return any(evaluate(part, value) for part in tree[1:])
    if op == "when":
        return evaluate(tree[2 if evaluate(tree[1], value) else 3], value)
    return _OPERATORS[op](*[evaluate(part, value) for part in tree[1:]])


def fold(tree: Tree, known: Mapping[tuple[str, str], Any]) -> Tree:
    """The tree with what is known put in and worked out as far as it goes.

    Parameters
    ----------
    tree : tuple
    known : mapping of (str, str) to value
        Values of some leaves, such as ``("rule", "kuitan"): True``. A value may itself be a tree.
    """
    op = tree[0]
    if op == "const":
        return tree
    if op in ("feature", "rule"):
        if tree[1:] and (op, tree[1]) in known:
            value = known[op, tree[1]]
            return fold(value, known) if isinstance(value, tuple) and value and isinstance(value[0], str) else const(value)
        return tree
    parts = [fold(part, known) for part in tree[1:]]
    if op in ("and", "or"):
        decisive = op == "or"
        if const(decisive) in parts:
            return const(decisive)
        parts = [part for part in parts if part[0] != "const"]
        return parts[0] if len(parts) == 1 else (op, *parts) if parts else const(not decisive)
    if op == "when" and (parts[0][0] == "const" or parts[1] == parts[2]):
        return parts[1] if parts[0] == const(True) or parts[1] == parts[2] else parts[2]
    if op in ("any", "has", "single") and parts[0] == const(0):
        return const(False)
    if op in ("meet", "mul") and const(0) in parts:
        return const(0)
    if op == "add" and const(0) in parts:
        return parts[1 - parts.index(const(0))] if parts != [const(0), const(0)] else const(0)
    if all(part[0] == "const" for part in parts):
        return const(_OPERATORS[op](*(part[1] for part in parts)))
    return (op, *parts)


_PYTHON = {
    "eq": "{} == {}",
    "ne": "{} != {}",
    "lt": "{} < {}",
    "le": "{} <= {}",
    "gt": "{} > {}",
    "ge": "{} >= {}",
    "in": "{} in {}",  # made by printers only
    "add": "{} + {}",
    "sub": "{} - {}",
    "mul": "{} * {}",
    "when": "({1} if {0} else {2})",
    "not": "not {}",
    "meet": "{} & {}",
    "join": "{} | {}",
    "shift": "{} >> {}",
    "has": "{0} & {1} == {1}",
    "any": "{} != 0",
    "count": "{}.bit_count()",
    "single": "{}.bit_count() == 1",
    "min": "min({}, {})",
    "ceil": "-(-{0} // {1}) * {1}",
}


def python(tree: Tree, leaf: Callable[[str, str], str]) -> str:
    """A tree as a Python expression for one hand; a condition comes out as something true or false.

    Parameters
    ----------
    tree : tuple
    leaf : callable
        Gives the source text of a leaf.
    """
    op = tree[0]
    if op == "const":
        return repr(tree[1])
    if op in ("feature", "rule"):
        return leaf(op, tree[1])
    if op == "any":  # the set itself says it
        return f"({python(tree[1], leaf)})"
    parts = [python(part, leaf) for part in tree[1:]]
    return f"({f' {op} '.join(parts)})" if op in ("and", "or") else f"({_PYTHON[op].format(*parts)})"


_WORDS = {
    "eq": "{} = {}",
    "ne": "{} ≠ {}",
    "lt": "{} < {}",
    "le": "{} ≤ {}",
    "gt": "{} > {}",
    "ge": "{} ≥ {}",
    "add": "{} + {}",
    "sub": "{} − {}",
    "mul": "{} × {}",
    "when": "({1} when {0}, else {2})",
    "not": "not {}",
    "meet": "{} ∩ {}",
    "join": "{} ∪ {}",
    "shift": "{} moved by {}",
    "has": "{} has {}",
    "any": "{}: any",
    "count": "number of {}",
    "single": "{}: just one",
    "min": "the smaller of {} and {}",
    "ceil": "{} rounded up to {}",
}


def describe(tree: Tree, label: Callable[[Tree, Any], str] | None = None) -> str:
    """A tree in words, for messages and for the reader.

    Parameters
    ----------
    tree : tuple
    label : callable, optional
        Names a constant beside the tree that it is compared with (``wait = ryanmen``).
    """
    op = tree[0]
    if op == "const":
        return str(tree[1])
    if op in ("feature", "rule"):
        return tree[1]
    if op in ("and", "or"):
        return "(" + f" {op} ".join(describe(part, label) for part in tree[1:]) + ")"
    if op == "when" and tree[3] == const(0):
        return f"{describe(tree[2], label)} when {describe(tree[1], label)}"
    parts = [describe(part, label) for part in tree[1:]]
    if op in ("eq", "ne") and tree[2][0] == "const" and label:
        parts[1] = label(tree[1], tree[2][1])
    if op in ("has", "meet") and tree[2][0] == "const":
        parts[1] = " ".join(str(i + 1) for i in range(64) if tree[2][1] >> i & 1)
    return _WORDS[op].format(*parts)


def clauses(tree: Tree) -> tuple[Tree, ...]:
    """The conditions that must all hold, one by one: what *why not* looks through."""
    return tree[1:] if tree[0] == "and" else (tree,)
