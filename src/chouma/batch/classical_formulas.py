"""What a classical rule set says of a row, by NumPy: the trees that the engine prints for a single hand, over columns."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from ..classical.engine import Engine, Entry, Trees
from ..classical.refusals import REFUSALS
from ..features import CLASSICAL, FEATURES, UNCONNECTED
from ..hand import CLASSICAL_FLAGS
from ..lang import Tree, const, fold
from .formulas import Program, sum_of, when_tree, wide_sum

#: what becomes of a hand
LOST, WON, DEALT = range(3)

#: what the tiles and the player tell of every hand, won or not
_OF_ALL = ("n_calls", "n_quads", "seat_bit", "round_bit")
#: features that are columns of their own for hands that won; the compiled part tells the others with the rows
_OF_WINNERS = (*(name for name, feature in FEATURES.items() if feature.origin == CLASSICAL), "tsumo")

_FLOWERS: dict[str, Any] = {"n_flowers": 0, "own_flower": False, "own_season": False, "all_flowers": False, "all_seasons": False}
_NO_WIN: dict[str, Any] = {"win_kind": 0, "n_win": 1, "win_in_meld": False, "n_waits": 0, "seen_of_win": 0, "tsumo": False}
_MOST_BYTE = 255


def _known(engine: Engine, what: int) -> dict[tuple[str, str], Any]:
    """What is known of all hands of one sort; the rare ones of which it isn't true are scored one by one."""
    known: dict[str, Any] = {"won": what != LOST}
    if not engine.rules.flowers:
        known |= _FLOWERS
    if what != WON:
        known |= {**_NO_WIN, "ron": True, "special": UNCONNECTED if what == DEALT else 0, **dict.fromkeys(CLASSICAL_FLAGS, False)}
    return {("feature", name): value for name, value in known.items()}


def _gives(hits: Iterable[tuple[Entry, Tree]], unit: str) -> list[tuple[Tree, int]]:
    return [(when_tree(hit, const(n)), n) for entry, hit in hits if (n := getattr(entry.worth, unit))]


def _fu(trees: Trees) -> tuple[Tree, list[tuple[Entry, Tree]]]:
    """The fu of a row, and its patterns with the other fu put in where they ask for them."""
    early = [(entry, hit) for entry, hit in trees.hits if not entry.is_late]
    others = [*((part, _MOST_BYTE) for part in _addends(trees.others)), *_gives(early, "fu")]
    known = {("feature", "fu_other"): wide_sum(others)}
    hits = [(entry, fold(hit, known) if entry.is_late else hit) for entry, hit in trees.hits]
    late = [(entry, hit) for entry, hit in hits if entry.is_late]
    return wide_sum([*others, (trees.winning, _MOST_BYTE), *_gives(late, "fu")]), hits


def _addends(tree: Tree) -> list[Tree]:
    return [part for side in tree[1:] for part in _addends(side)] if tree[0] == "add" else [tree]


@lru_cache(maxsize=128)
def program(engine: Engine, what: int) -> Program:
    """All that a rule set says of the rows of one sort of hand.

    Parameters
    ----------
    engine : Engine
    what : int
        `LOST`, `WON` or `DEALT`.

    Returns
    -------
    Program
        ``fu``, ``fan``, ``groups`` (see `chouma.classical.engine.Trees`), and ``plane0`` …: bits of the patterns, eight a plane.
    """
    trees = engine.trees(_known(engine, what))
    fu, hits = _fu(trees)
    fan = wide_sum([*((part, _MOST_BYTE) for part in _addends(trees.fan)), *_gives(hits, "fan")])
    planes = {
        f"plane{k}": sum_of(when_tree(hit, const(1 << i)) for i, (_, hit) in enumerate(hits[8 * k : 8 * k + 8]))
        for k in range(n_planes(engine))
    }
    return Program({"fu": fu, "fan": fan, "groups": trees.groups, **planes}, _OF_WINNERS if what == WON else (*_OF_WINNERS, *_OF_ALL))


def n_planes(engine: Engine) -> int:
    """How many bytes the patterns of a rule set take."""
    return -(-len(engine.entries) // 8)


@lru_cache(maxsize=128)
def refusals(engine: Engine) -> Program:
    """Whether the flags of a hand that won can't be: ``refused``."""
    trees = [engine.folded(refusal.tree, _known(engine, WON)) for refusal in REFUSALS]
    return Program({"refused": fold(("or", *trees), {})}, _OF_WINNERS)
