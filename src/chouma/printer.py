"""Formulas printed as one Python function for a single hand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache, reduce
from itertools import product
from math import prod
from operator import or_
from typing import Any, NamedTuple

from .errors import RuleError
from .facts import Facts
from .features import ADDED, FEATURES, WORD, Feature, reads
from .hand import BITS_OF, FLAG_BITS
from .lang import Tree, const, fold, leaves, python

#: what a printed function of riichi takes of the hand
ARGUMENTS = Facts._fields

_N_BYTES = max(feature.lane.shift + feature.lane.width for feature in FEATURES.values() if feature.lane) // 8


class Printer:
    """Prints formulas as lines of one Python function; what is used twice becomes a local variable.

    Conditions are single bits of a word, and are asked for together: no terminal and no honour is one test.

    Parameters
    ----------
    trees : iterable of tuple
        All that will be printed.
    own : iterable of str
        Names beside the vocabulary that the function sets itself, such as ``fu_raw``.
    arguments : tuple of str
        What the function takes of the hand, in that order: the facts of a family.
    """

    def __init__(self, trees: Iterable[Tree], own: Iterable[str] = (), arguments: tuple[str, ...] = ARGUMENTS):
        self.own = set(own)
        self.arguments = arguments
        self.uses: Counter[str] = Counter()
        waiting = [name for tree in trees for name in leaves(tree, "feature")]
        while waiting:
            name = waiting.pop()
            self.uses[name] += 1
            if self.uses[name] == 1 and name not in self.own and FEATURES[name].tree:
                waiting += leaves(FEATURES[name].tree, "feature")  # type: ignore[arg-type]

    def _is_local(self, feature: Feature) -> bool:
        return self.uses[feature.name] > 1 and feature.name not in self.arguments and not _bits(("feature", feature.name))

    def _source(self, feature: Feature) -> str:
        if feature.tree is not None:
            return self._short(feature.tree)
        if feature.of is None or feature.lane is None:
            return f"{feature.name}_"
        (shift, width), word = feature.lane, "sums" if feature.origin == ADDED else "marks"
        if width == WORD:
            return f"({word} >> {shift} & {feature.lane.mask})"
        return f"{word}_[{shift // 8}]" if width == 8 else f"({word}_[{shift // 8}] | {word}_[{shift // 8 + 1}] << 8)"

    def _short(self, tree: Tree) -> str:
        """A derived number, asked for only where it can be other than it is for most hands: no fu of a pair unless it is of honours."""
        for name in _MOSTLY_ZERO:
            if tree[0] == "add" and (usual := fold(tree, {("feature", name): 0}))[0] == "const":
                return f"({self(tree)} if {self._leaf('feature', name)} else {usual[1]})"
        return self(tree)

    def _leaf(self, kind: str, name: str) -> str:
        if kind == "rule":
            raise RuleError(f"switch {name} has no value here")
        if name not in FEATURES and name not in self.own:  # bits of a word
            return f"({name})"
        if name in self.own or self._is_local(FEATURES[name]):
            return f"{name}_"
        return self._source(FEATURES[name])

    def with_locals(self, lines: Iterable[str]) -> list[str]:
        """The lines with those that set the local variables: as late as may be, and only in blocks where no line outside needs them."""
        blocks = _blocks(lines)
        sources = {f"marks_{i}_": f"marks_[{i}]" for i in range(_N_BYTES)}
        sources |= {f"{feature.name}_": self._source(feature) for feature in FEATURES.values() if self._is_local(feature)}
        for word in reversed(sources):  # what others are made of comes earlier in the vocabulary
            line = f"{word} = {sources[word]}"
            using = [block for block in blocks if any(_uses(one, word) for one in block)]
            if any(_uses(block[0], word) for block in using):  # nearly every hand comes there: once and for all
                blocks.insert(next(i for i, block in enumerate(blocks) if block is using[0]), [line])
            else:
                for block in using:
                    block.insert(1, f"    {line}")
        found = [line for block in blocks for line in block]
        for name in ("sums", "marks"):  # bytes are quicker to take apart than long ints
            if any(f"{name}_[" in line for line in found):
                found.insert(0, f"{name}_ = {name}.to_bytes({_N_BYTES}, 'little')")
        return [f"{', '.join(f'{name}_' for name in self.arguments)} = facts", *found]

    def __call__(self, tree: Tree) -> str:
        return python(_joined(tree), self._leaf)


_words = re.compile(r"\w+").findall


def _uses(line: str, word: str) -> bool:
    return word in line and word in _words(line)


#: features of groups that are 0 in most hands
_MOSTLY_ZERO = ("pair_z",)


@lru_cache(maxsize=4096)
def _bits(tree: Tree) -> tuple[str, int] | None:
    """The word and the bits in it, where a tree asks whether any of some bits is set."""
    if tree[0] == "or":
        found = [_bits(part) for part in tree[1:]]
        words = {one[0] if one else None for one in found}
        return (found[0][0], reduce(or_, [one[1] for one in found])) if found[0] and len(words) == 1 else None  # type: ignore[index]
    if tree[0] != "feature" or tree[1] not in FEATURES:
        return None
    feature = FEATURES[tree[1]]
    if feature.name in BITS_OF:
        return "flags_", BITS_OF[feature.name]
    if feature.tree is not None:
        return _bits(feature.tree)
    if feature.of is None or feature.lane is None or not feature.is_condition:
        return None
    return f"marks_{feature.lane.shift // 8}_", 1 << feature.lane.shift % 8


def _asked(word: str, mask: int) -> Tree:
    """A leaf that asks for any of some bits; its name is its own source."""
    return ("feature", f"{word} & {mask}")


#: in a set of so few, one bit alone is soonest found among all there are
_FEW_BITS = 4


def _joined(tree: Tree) -> Tree:
    """A tree with bits of one word asked for together, and one number compared with several at once."""
    op = tree[0]
    if op in ("const", "rule"):
        return tree
    if found := _bits(tree):
        return _asked(*found)
    if op == "feature":
        return tree
    if op == "not" and (nots := _bits(expanded(tree[1]))):
        return ("not", _asked(*nots))
    if op == "single" and tree[1][0] == "feature" and (width := FEATURES[tree[1][1]].symbol.width) <= _FEW_BITS:  # type: ignore[attr-defined]
        return ("in", tree[1], const(tuple(1 << i for i in range(width))))
    parts = list(tree[1:])
    if op == "or" and all(part[0] == "eq" and part[1] == parts[0][1] and part[2][0] == "const" for part in parts):
        return ("in", _joined(parts[0][1]), const(tuple(part[2][1] for part in parts)))
    if op in ("and", "or"):
        parts = [part for whole in parts for part in (expanded(whole)[1:] if expanded(whole)[0] == op else [whole])]
        parts = _merged(parts, op)
    return (op, *map(_joined, parts)) if len(parts) > 1 or op not in ("and", "or") else _joined(parts[0])


def _merged(parts: Iterable[Tree], op: str) -> list[Tree]:
    """Parts of an *and* or *or*, those that ask for bits of one word made one part."""
    kept: list[Tree] = []
    masks: dict[str, list[Tree]] = {}
    for part in parts:
        asked = part[1] if op == "and" and part[0] == "not" else part if op == "or" else None
        found = _bits(asked) if asked else None
        if found is None:
            kept.append(part)
        else:
            masks.setdefault(found[0], []).append(asked)  # type: ignore[arg-type]
    found_parts = [parts[0] if len(parts) == 1 else ("or", *parts) for parts in masks.values()]
    return [*(("not", part) if op == "and" else part for part in found_parts), *kept]


def _blocks(lines: Iterable[str]) -> list[list[str]]:
    """Lines, each with those that stand indented under it."""
    blocks: list[list[str]] = []
    for line in lines:
        if line.startswith(" "):
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return blocks


def compiled(name: str, arguments: Iterable[str], lines: Iterable[str]) -> Callable[..., Any]:
    """Make a function of printed lines."""
    source = f"def {name}({', '.join(arguments)}):\n" + "\n".join(f"    {line}" for line in lines) + "\n"
    scope: dict[str, Any] = {}
    exec(compile(source, f"<printed: {name}>", "exec"), scope)
    scope[name].source = source
    return scope[name]


def expanded(tree: Tree) -> Tree:
    """The tree with derived features written out, one level after the other."""
    return fold(tree, _DERIVED)


_DERIVED = {("feature", name): feature.tree for name, feature in FEATURES.items() if feature.tree is not None}


_RUN_SETS = ("runs_m", "runs_p", "runs_s")
_TRIPLET_SETS = ("triplets_m", "triplets_p", "triplets_s", "triplets_z")
Values = tuple[Any, ...]


class Guard(NamedTuple):
    """A condition that most hands lack, so that the tests which fail without it can stand under one `if`.

    Attributes
    ----------
    condition : tuple
        Its formula.
    share : float
        The share of hands that have it, roughly: it decides only the order of tests.
    lacking : tuple of dict
        The values that features may have without it, case by case; which tests then fail, folding tells.
    """

    condition: Tree
    share: float
    lacking: tuple[dict[str, Values], ...]


def _any_of(*names: str) -> Tree:
    return ("or", *(("feature", name) for name in names)) if len(names) > 1 else ("feature", names[0])


def _no(*names: str) -> dict[str, Values]:
    return {name: (False if FEATURES[name].is_condition else 0,) for name in names}


def _unless(share: float, *names: str) -> Guard:
    """The guard that one of some conditions holds, or that one number isn't 0."""
    return Guard(_any_of(*names), share, (_no(*names),))


def _at_most_two(share: float, number: str, sets: tuple[str, ...], **others: Values) -> Guard:
    """The guard that there are three groups of a form: with two, one suit has none, and no suit has three."""
    few = {name: _up_to_two(FEATURES[name].symbol.width) for name in sets}  # type: ignore[attr-defined]
    cases = [{**few, suit: (0,), number: (0, 1, 2), **others} for suit in sets[:3]]
    return Guard(("gt", ("feature", number), const(2)), share, tuple(cases))


def _up_to_two(width: int) -> Values:
    return tuple(bits for bits in range(1 << width) if bits.bit_count() <= 2)


GUARDS = (
    _unless(0.5, *FLAG_BITS),
    _unless(0.2, *(flag for flag in FLAG_BITS if flag != "riichi")),
    _unless(0.01, "tenhou", "chiihou", "renhou"),
    _unless(0.05, "nine_gates", "seven_pairs", "orphans"),
    *(_unless(0.01, name) for name in ("nine_gates", "orphans")),
    _unless(0.2, "triplets_z"),
    _at_most_two(0.1, "n_triplets", _TRIPLET_SETS, n_concealed_triplets=(0, 1, 2), n_quads=(0, 1, 2)),
    _at_most_two(0.55, "n_runs", _RUN_SETS, n_same_runs=(0, 1)),
    Guard(("gt", ("feature", "n_concealed_triplets"), const(2)), 0.05, ({"n_concealed_triplets": (0, 1, 2)},)),
    Guard(("feature", "n_triplets"), 0.55, (_no("n_triplets", "n_concealed_triplets", "triplet_fu", *_TRIPLET_SETS),)),
    Guard(("feature", "n_runs"), 0.9, (_no("n_runs", "n_same_runs", "run_tally", *_RUN_SETS),)),
    *(_unless(0.05, name) for name in ("n_quads", "n_same_runs")),
    _unless(0.15, "one_suit"),
    *(Guard(("not", ("feature", name)), 0.1, ({name: (True,)},)) for name in ("has_simple", "has_inside")),
)


def _fails(tree: Tree, guard: Guard) -> bool:
    """Whether a test can't succeed where a guard doesn't hold."""
    if not _read_by(tree) & {name for lacking in guard.lacking for name in lacking}:
        return False
    return all(_fails_with(tree, lacking) for lacking in guard.lacking)


#: a test of so many features, or of features with so many values, is not tried with all of them
_MOST_TRIED = 100


def _fails_with(tree: Tree, lacking: dict[str, Values]) -> bool:
    """Whether a test fails whichever of some values its features have."""
    known = {("feature", name): values[0] for name, values in lacking.items() if len(values) == 1}
    rest = fold(expanded(fold(tree, known)), known)
    if rest[0] == "const":
        return rest == const(False)
    if rest[0] == "or":
        return all(_fails_with(part, lacking) for part in rest[1:])
    if rest[0] == "and" and any(_fails_with(part, lacking) for part in rest[1:]):
        return True
    names = sorted({name for name in leaves(rest, "feature") if name in lacking})
    if not names or prod(len(lacking[name]) for name in names) > _MOST_TRIED:
        return False
    features = [("feature", name) for name in names]
    tried = product(*(lacking[name] for name in names))
    return all(fold(rest, dict(zip(features, values, strict=True))) == const(False) for values in tried)


@lru_cache(maxsize=4096)
def _read_by(tree: Tree) -> frozenset[str]:
    return frozenset(reads(tree))


def guarded(
    tests: Iterable[tuple[Any, Tree]],
    show: Printer,
    test: Callable[[Any, Tree], str],
    blocked: Callable[[Any, Iterable[Any]], bool],
    guards: Iterable[Guard] = GUARDS,
) -> list[str]:
    """The lines of some tests, in an order and under conditions that let most hands skip most of them.

    Parameters
    ----------
    tests : iterable of (object, tuple)
        What is tested for, with its formula.
    show : Printer
    test : callable
        Gives the line of one test.
    blocked : callable
        Whether one test has to wait for some of the others.
    guards : iterable of Guard
    """
    trees = list(tests)
    waiting = list(range(len(trees)))
    falling = [(guard, [i for i in waiting if _fails(trees[i][1], guard)]) for guard in guards]
    lines = []

    def ready(under: list[int]) -> list[int]:
        chosen: list[int] = []
        for i in waiting:
            if i in under and not blocked(trees[i][0], [trees[other][0] for other in waiting if other not in chosen]):
                chosen.append(i)
        return chosen

    while waiting:
        groups = [(guard, ready(under)) for guard, under in falling]
        guard, chosen = max(groups, key=lambda group: len(group[1]) * (1 - group[0].share) if len(group[1]) > 1 else 0)
        if len(chosen) < 2:  # first a test that others wait for: they may then stand together
            open_to_all = ready(waiting)
            chosen = [i for i in open_to_all if any(blocked(trees[j][0], [trees[i][0]]) for j in waiting)][:1] or open_to_all[:1]
            lines.append(test(*trees[chosen[0]]))
        else:
            lines.append(f"if {show(guard.condition)}:")
            lines += [f"    {test(*trees[i])}" for i in chosen]
        waiting = [i for i in waiting if i not in chosen]
    return lines
