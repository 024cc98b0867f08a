"""The formulas by NumPy: the same trees as everywhere, over columns of bytes.

Used where the compiled part is missing, and for rule sets with a yaku of the user's own, of which no emitted C knows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from ..features import FEATURES
from ..lang import Tree, const
from ..riichi.engine import Engine, Entry
from ..riichi.fu import DORA, FU, ROUNDED_FU
from ..riichi.refusals import REFUSALS
from ..layout import place

_U8 = np.uint8
_TYPES = {1: np.uint8, 2: np.uint16, 8: np.uint64}


class Columns:
    """Features of some rows as columns, each taken out of the words when it is first asked for.

    Parameters
    ----------
    words : ndarray of shape (N_WORDS, rows), uint64
    known : dict, optional
        Columns beside the vocabulary, such as ``fu_raw``.
    """

    def __init__(self, words: np.ndarray, **known: np.ndarray):
        self._words, self._known = words, dict(known)
        self._kept: dict[Any, np.ndarray] = {}
        self.n = words.shape[1]

    def add(self, name: str, column: np.ndarray) -> None:
        """Give a column beside the vocabulary."""
        self._known[name] = column

    def _bytes(self, word: int, byte: int, n_bytes: int) -> np.ndarray:
        key = (word, byte, n_bytes)
        if key not in self._kept:
            kind = _TYPES[n_bytes]
            self._kept[key] = np.ascontiguousarray(self._words[word].view(kind)[byte // n_bytes :: 8 // n_bytes])
        return self._kept[key]

    def feature(self, name: str) -> np.ndarray:
        """The column of a feature: bool for a condition, uint8 for a number, as wide as it needs for a set."""
        if name in self._known:
            return self._known[name]
        feature = FEATURES[name]
        if feature.tree is not None:
            return self(feature.tree)
        word, byte, n_bytes, bit = place(feature)
        column = self._bytes(word, byte, n_bytes)
        return column if bit is None else (column & _U8(bit)) != 0

    def __call__(self, tree: Tree) -> Any:
        """The value of a tree in every row; columns that were worked out are shared, so never change one in place."""
        op = tree[0]
        if op == "const":
            return tree[1]
        if tree not in self._kept:
            self._kept[tree] = self.feature(tree[1]) if op == "feature" else _OPERATORS[op](*(self(part) for part in tree[1:]))
        return self._kept[tree]


def _folded(join: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def joined(*parts: Any) -> Any:
        found = parts[0]
        for part in parts[1:]:
            found = join(found, part)
        return found

    return joined


def _when(condition: Any, number: Any, otherwise: Any) -> Any:
    """A number where a condition holds: bytes times 0 or 1, as `np.where` is slow."""
    if isinstance(condition, bool):
        return number if condition else otherwise
    chosen = condition.view(_U8) * _U8(number) if isinstance(number, int) else condition.view(_U8) * number
    if isinstance(otherwise, int) and otherwise == 0:
        return chosen
    other = (~condition).view(_U8)
    return chosen + (other * _U8(otherwise) if isinstance(otherwise, int) else other * otherwise)


_BIT_COUNT = np.array([i.bit_count() for i in range(256)], _U8)

_OPERATORS: dict[str, Callable[..., Any]] = {
    "and": _folded(lambda a, b: a & b),
    "or": _folded(lambda a, b: a | b),
    "not": lambda a: ~a if isinstance(a, np.ndarray) else not a,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "min": np.minimum,
    "ceil": lambda a, step: (a + _U8(step - 1)) // _U8(step) * _U8(step),
    "when": _when,
    "meet": lambda a, b: a & _like(a, b),
    "join": lambda a, b: a | _like(a, b),
    "shift": lambda a, n: a >> a.dtype.type(n),
    "has": lambda a, mask: (a & _like(a, mask)) == mask,
    "any": lambda a: a != 0,
    "count": lambda a: _BIT_COUNT[a],
    "single": lambda a: _BIT_COUNT[a] == 1,
}


def _like(column: np.ndarray, other: Any) -> Any:
    return column.dtype.type(other) if isinstance(other, int) else other


@lru_cache(maxsize=128)
def _trees(engine: Engine) -> dict[str, Any]:
    """The formulas of a rule set with its switches put in."""
    return {
        "yaku": [(entry, engine.folded(entry.yaku.tree)) for entry in engine.entries],
        "double": {entry.bit: engine.folded(entry.yaku.double) for entry in engine.entries if entry.doubled and entry.yaku.double},
        "fu": [engine.folded(item.tree) for item in FU],
        "rounded": engine.folded(ROUNDED_FU),
        "dora": [engine.folded(item.tree) for item in DORA],
        "refused": [(refusal.problem, engine.folded(refusal.tree)) for refusal in REFUSALS],
    }


def _by_openness(opened: np.ndarray, entry: Entry, what: Callable[[bool], int]) -> Any:
    closed, in_open = what(True), what(False)
    return closed if closed == in_open else _when(opened, in_open, closed)


def rows(engine: Engine, columns: Columns, outputs: np.ndarray, dora: np.ndarray, planes: np.ndarray) -> None:
    """What each row is worth, as the emitted C gives it.

    Parameters
    ----------
    engine : Engine
    columns : Columns
    outputs : ndarray of shape (len(emit.OUTPUTS), rows), uint8
        To be filled: han with dora, fu before and after rounding, yakuman, and masks: yakuman, fixed, any yaku, refused.
    dora : ndarray of shape (len(DORA), rows), uint8
    planes : ndarray of shape (P, rows), uint8
        To be filled with the bits of the yaku, eight a plane.
    """
    trees = _trees(engine)
    n, opened = columns.n, columns.feature("open")
    han, units = np.zeros(n, _U8), np.zeros(n, _U8)
    found: dict[int, np.ndarray] = {}
    limits = fixed = np.zeros(n, bool)
    for entry, tree in trees["yaku"]:
        if tree == const(False):
            continue
        hit = columns(tree)
        if entry.worth.open is None or entry.worth.closed is None:
            hit = hit & (opened if entry.worth.closed is None else ~opened)
        for bit, above in found.items():
            if entry.dropped_by & bit:
                hit = hit & ~above
        found[entry.bit] = hit
        if entry.limits:
            limits = limits | hit
            twice = trees["double"].get(entry.bit)
            each = entry.worth.yakuman
            doubling = _when(columns(twice), 2 * each, each) if twice else each * (2 if entry.doubled else 1)
            units = units + (hit.view(_U8) * _U8(doubling) if isinstance(doubling, int) else hit.view(_U8) * doubling)
            continue
        if entry.worth.fixed:
            fixed = fixed | hit
        value = _by_openness(opened, entry, lambda closed, entry=entry: entry.worth.han(closed) or 0)
        if not (isinstance(value, int) and value == 0):
            han = han + (hit.view(_U8) * (_U8(value) if isinstance(value, int) else value))
    _fill_planes(found, engine.yakuman_bits, limits, planes)
    any_yaku = (han != 0) | limits | fixed
    bonus = [columns(tree) for tree in trees["dora"]]
    for k, column in enumerate(bonus):
        dora[k] = column
        han = han + dora[k]
    fu_raw = np.zeros(n, _U8)
    for tree in trees["fu"]:
        fu_raw = fu_raw + columns(tree)
    columns.add("fu_raw", fu_raw)
    outputs[0] = _when(any_yaku & ~limits, han, 0)
    outputs[1], outputs[2], outputs[3] = fu_raw, columns(trees["rounded"]), units
    outputs[4], outputs[5], outputs[6] = limits, fixed, any_yaku
    outputs[7] = _folded(lambda a, b: a | b)(*(columns(tree) for _, tree in trees["refused"]))


def _fill_planes(found: dict[int, np.ndarray], yakuman_bits: int, limits: np.ndarray, planes: np.ndarray) -> None:
    """Bits of the yaku of each row; beside a yakuman only yakuman."""
    planes[:] = 0
    for bit, hit in found.items():
        plane, place_ = divmod(bit.bit_length() - 1, 8)
        planes[plane] |= hit.view(_U8) * _U8(1 << place_)
    if limits.any():
        for plane in range(len(planes)):
            planes[plane] &= _when(limits, yakuman_bits >> 8 * plane & 255, 255)


def problems(engine: Engine, columns: Columns) -> np.ndarray:
    """Problems of the flags of each row, as bits of `chouma.Problem`.

    Returns
    -------
    ndarray of shape (rows,), uint64
    """
    found = np.zeros(columns.n, np.uint64)
    for problem, tree in _trees(engine)["refused"]:
        held = columns(tree)
        if not (isinstance(held, bool) and not held):
            found |= np.where(held, np.uint64(int(problem)), np.uint64(0))
    return found
