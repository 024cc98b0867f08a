"""The formulas by NumPy: the same trees as everywhere, over columns of bytes.

Used where the compiled part is missing, and for rule sets with a yaku of the user's own, of which no emitted C knows. All that a
rule set says of a row is put into one list of steps, each part once: a step is one call of NumPy on a whole column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, reduce
from typing import Any

import numpy as np

from ..features import FEATURES
from ..lang import Tree, const, fold
from ..layout import place
from ..riichi.emit import OUTPUTS
from ..riichi.engine import Engine, Entry
from ..riichi.fu import DORA, FU, ROUNDED_FU
from ..riichi.refusals import REFUSALS

_U8 = np.uint8
_TYPES = {1: np.uint8, 2: np.uint16, 8: np.uint64}
_BIT_COUNT = np.array([i.bit_count() for i in range(256)], _U8)


def _like(column: np.ndarray, other: Any) -> Any:
    """A constant in the type of a column, so that NumPy stays in it."""
    return column.dtype.type(other) if isinstance(other, int) else other


def _when(condition: np.ndarray, number: Any, otherwise: Any) -> np.ndarray:
    """A number where a condition holds, another one elsewhere: bytes times 0 or 1, as `np.where` is slow."""
    held = condition.view(_U8)
    chosen = held * (_U8(number) if isinstance(number, int) else number)
    if isinstance(otherwise, int):
        return chosen if otherwise == 0 else chosen + (held ^ _U8(1)) * _U8(otherwise)
    return chosen + (held ^ _U8(1)) * otherwise


_OPERATORS: dict[str, Callable[..., Any]] = {
    "and": lambda *parts: reduce(np.bitwise_and, parts),
    "or": lambda *parts: reduce(np.bitwise_or, parts),
    "not": np.logical_not,
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
    "add": lambda a, b: a + _like(a, b),
    "sub": lambda a, b: a - _like(a, b),
    "mul": lambda a, b: a * _like(a, b),
    "min": lambda a, b: np.minimum(a, _like(a, b)),
    "ceil": lambda a, step: (a + _U8(step - 1)) // _U8(step) * _U8(step),
    "when": _when,
    "meet": lambda a, b: a & _like(a, b),
    "join": lambda a, b: a | _like(a, b),
    "shift": lambda a, n: a >> a.dtype.type(n),
    "has": lambda a, mask: (a & _like(a, mask)) == _like(a, mask),
    "any": lambda a: a != 0,
    "count": lambda a: _BIT_COUNT[a],
    "single": lambda a: _BIT_COUNT[a] == 1,
    "wide": lambda a: a.astype(np.uint16),  # made by `wide_sum` only
}


def _given(name: str) -> Callable[..., np.ndarray]:
    """Takes a column that is there already."""
    return lambda words, columns: columns[name]


def _loader(name: str) -> Callable[..., np.ndarray]:
    """Takes the column of a feature out of the words: bool for a condition, as wide as it needs for a set."""
    at = place(FEATURES[name])
    kind, first, step = _TYPES[at.n_bytes], at.byte // at.n_bytes, 8 // at.n_bytes
    if at.bit is None:
        return lambda words, columns: np.ascontiguousarray(words[at.word].view(kind)[first::step])
    bit = _U8(at.bit)
    return lambda words, columns: (words[at.word].view(kind)[first::step] & bit) != 0


class Program:
    """Trees made into steps.

    Parameters
    ----------
    roots : mapping of str to tuple
        The trees, without switches, by the name of what they give.
    given : iterable of str
        Features that are columns of their own, whether they have a place in the words or not.

    Attributes
    ----------
    reads : set of str
        Which of these it takes.
    """

    def __init__(self, roots: Mapping[str, Tree], given: Iterable[str] = ()):
        self._given, self.reads = frozenset(given), set[str]()
        self._slots: dict[Tree, int] = {}
        self._values: list[Any] = []
        self._steps: list[tuple[Callable[..., Any], tuple[int, ...], int]] = []
        self.outputs = {name: self._slot(tree) for name, tree in roots.items()}
        self._freed = self._last_uses()

    def _slot(self, tree: Tree) -> int:
        """Where the value of a tree will be; the steps to it are added once."""
        if tree[0] == "feature" and FEATURES[tree[1]].tree is not None:
            return self._slot(FEATURES[tree[1]].tree)  # type: ignore[arg-type]
        if tree not in self._slots:
            value: Any
            step: tuple[Callable[..., Any], tuple[int, ...]] | None
            if tree[0] == "const":
                value, step = tree[1], None
            elif tree[0] == "feature" and tree[1] in self._given:
                self.reads.add(tree[1])
                value, step = None, (_given(tree[1]), ())
            elif tree[0] == "feature":
                value, step = None, (_loader(tree[1]), ())
            else:
                value, step = None, (_OPERATORS[tree[0]], tuple(self._slot(part) for part in tree[1:]))
            self._slots[tree] = len(self._values)
            self._values.append(value)
            if step:
                self._steps.append((*step, self._slots[tree]))
        return self._slots[tree]

    def _last_uses(self) -> list[list[int]]:
        """After each step the slots that no later one needs: their memory is used again while it is in the cache."""
        kept, freed = set(self.outputs.values()), []
        for _, arguments, out in reversed(self._steps):
            freed.append([slot for slot in {*arguments, out} - kept if self._values[slot] is None])
            kept |= {*arguments, out}
        return freed[::-1]

    def __call__(self, words: np.ndarray, columns: Mapping[str, np.ndarray] | None = None) -> dict[str, Any]:
        """The value of each tree in every row.

        Parameters
        ----------
        words : ndarray of shape (N_WORDS, rows), uint64
        columns : mapping of str to ndarray of shape (rows,), uint8 or bool
            Those that `reads` names.
        """
        values = list(self._values)
        for (function, arguments, out), freed in zip(self._steps, self._freed, strict=True):
            values[out] = function(*[values[slot] for slot in arguments]) if arguments else function(words, columns)
            for slot in freed:
                values[slot] = None
        return {name: values[slot] for name, slot in self.outputs.items()}


_OPEN: Tree = ("feature", "open")


def _all_of(parts: Iterable[Tree]) -> Tree:
    return fold(("and", *parts), {})


def sum_of(parts: Iterable[Tree]) -> Tree:
    """The sum of some formulas, in bytes."""
    return reduce(lambda total, part: fold(("add", total, part), {}), parts, const(0))


def _any_of(parts: Iterable[Tree]) -> Tree:
    return fold(("or", *parts), {})


def when_tree(condition: Tree, number: Tree) -> Tree:
    """A number where a condition holds, 0 elsewhere."""
    return fold(("when", condition, number, const(0)), {})


def wide_sum(parts: Iterable[tuple[Tree, int]]) -> Tree:
    """The sum of some formulas, each with the most that it can come to: in bytes as far as they hold it, and then in words of 16 bits."""
    found: list[list[Tree]] = []
    room = 0
    for tree, most in parts:
        if tree == const(0):
            continue
        if most > room:
            found.append([])
            room = 255
        found[-1].append(tree)
        room -= most
    sums = [sum_of(trees) for trees in found]
    return sum_of(sums if len(sums) < 2 else [("wide", one) if one[0] != "const" else one for one in sums])


def _by_openness(closed: int, opened: int) -> Tree:
    return const(closed) if closed == opened else ("when", _OPEN, const(opened), const(closed))


def _hit(engine: Engine, entry: Entry, hits: Mapping[int, Tree]) -> Tree:
    """When a row has a yaku: its formula, in hands where it exists, and none of those that take its place."""
    exists = {(True, True): (), (True, False): (("not", _OPEN),), (False, True): (_OPEN,)}
    where = exists.get((entry.worth.closed is not None, entry.worth.open is not None), (const(False),))
    above = [("not", hit) for bit, hit in hits.items() if entry.dropped_by & bit and hit != const(False)]
    return _all_of([engine.folded(entry.yaku.tree), *where, *above])


def _units(engine: Engine, entry: Entry) -> Tree:
    """How many yakuman one counts."""
    once = entry.worth.yakuman
    if not entry.doubled or entry.yaku.double is None:
        return const(2 * once if entry.doubled else once)
    return ("when", engine.folded(entry.yaku.double), const(2 * once), const(once))


@lru_cache(maxsize=128)
def program(engine: Engine) -> Program:
    """All that a rule set says of a row: outputs as the emitted C has them, dora by kind, planes of bits of the yaku."""
    hits: dict[int, Tree] = {}
    for entry in engine.entries:  # those that take another's place come first
        hits[entry.bit] = _hit(engine, entry, hits)
    limits = _any_of(hits[entry.bit] for entry in engine.entries if entry.limits)
    fixed = _any_of(hits[entry.bit] for entry in engine.entries if entry.worth.fixed)
    ordinary = [(hits[entry.bit], entry.worth) for entry in engine.entries if not entry.limits]
    han = sum_of(when_tree(hit, _by_openness(worth.closed or 0, worth.open or 0)) for hit, worth in ordinary)
    dora = [engine.folded(item.tree) for item in DORA]
    some = _any_of([("ne", han, const(0)), limits, fixed])
    fu_raw = sum_of(engine.folded(item.tree) for item in FU)
    rounded = fold(engine.folded(ROUNDED_FU), {("feature", "fu_raw"): fu_raw})
    refused = [engine.folded(refusal.tree) for refusal in REFUSALS]
    units = sum_of(when_tree(hits[entry.bit], _units(engine, entry)) for entry in engine.entries if entry.limits)
    values = (
        when_tree(_all_of([some, ("not", limits)]), sum_of([han, *dora])),
        *(fu_raw, rounded, units, limits, fixed, some, _any_of(refused)),
    )
    roots = dict(zip(OUTPUTS, values, strict=True)) | {f"dora{k}": tree for k, tree in enumerate(dora)}
    return Program(roots | {f"plane{k}": tree for k, tree in enumerate(_planes(engine, hits, limits))})


def _planes(engine: Engine, hits: Mapping[int, Tree], limits: Tree) -> list[Tree]:
    """Bits of the yaku, eight a plane; beside a yakuman only yakuman."""
    beside = fold(("not", limits), {})
    shown = {bit: hit if bit & engine.yakuman_bits else _all_of([hit, beside]) for bit, hit in hits.items()}
    n_planes = -(-len(engine.entries) // 8)
    return [
        sum_of(when_tree(hit, const(bit >> 8 * k)) for bit, hit in shown.items() if bit >> 8 * k & 255)
        for k in range(n_planes)
    ]


def rows(engine: Engine, words: np.ndarray, outputs: np.ndarray, dora: np.ndarray, planes: np.ndarray) -> None:
    """What each row is worth, as the emitted C gives it.

    Parameters
    ----------
    engine : Engine
    words : ndarray of shape (N_WORDS, rows), uint64
    outputs : ndarray of shape (len(OUTPUTS), rows), uint8
        To be filled.
    dora : ndarray of shape (len(DORA), rows), uint8
    planes : ndarray of shape (P, rows), uint8
    """
    found = program(engine)(words)
    for k, name in enumerate(OUTPUTS):
        outputs[k] = found[name]
    for k in range(len(DORA)):
        dora[k] = found[f"dora{k}"]
    for k in range(len(planes)):
        planes[k] = found[f"plane{k}"]
