"""Formulas printed as one Python function for a single hand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from .errors import RuleError
from .facts import Facts
from .features import ADDED, FEATURES, WORD, Feature
from .hand import FLAG_BITS
from .lang import Tree, const, fold, leaves, python

#: what a printed function takes of the hand
ARGUMENTS = Facts._fields

_FLAGS_AT = ARGUMENTS.index("flags")
_N_BYTES = max(feature.lane.shift + feature.lane.width for feature in FEATURES.values() if feature.lane) // 8


class Printer:
    """Prints formulas as lines of one Python function; a feature used twice becomes a local variable."""

    def __init__(self, trees: Iterable[Tree], own: Iterable[str] = ()):
        self.own = set(own)
        self.uses: Counter[str] = Counter()
        waiting = [name for tree in trees for name in leaves(tree, "feature")]
        while waiting:
            name = waiting.pop()
            self.uses[name] += 1
            if self.uses[name] == 1 and name not in self.own and FEATURES[name].tree:
                waiting += leaves(FEATURES[name].tree, "feature")  # type: ignore[arg-type]

    def _is_local(self, feature: Feature) -> bool:
        return self.uses[feature.name] > 1

    def _source(self, feature: Feature) -> str:
        if feature.tree is not None:
            return python(feature.tree, self._leaf)
        if feature.name in FLAG_BITS:
            return f"(flags & {FLAG_BITS[feature.name]})"
        if feature.of is None or feature.lane is None:
            return f"facts[{ARGUMENTS.index(feature.name)}]"
        (shift, width), word = feature.lane, "sums" if feature.origin == ADDED else "marks"
        if feature.is_condition:
            return f"({word}_[{shift // 8}] & {1 << shift % 8})"
        if width == WORD:
            return f"({word} >> {shift} & {feature.lane.mask})"
        return f"{word}_[{shift // 8}]" if width == 8 else f"({word}_[{shift // 8}] | {word}_[{shift // 8 + 1}] << 8)"

    def _leaf(self, kind: str, name: str) -> str:
        if kind == "rule":
            raise RuleError(f"switch {name} has no value here")
        if name in self.own or self._is_local(FEATURES[name]):
            return f"{name}_"
        return self._source(FEATURES[name])

    def with_locals(self, lines: Iterable[str]) -> list[str]:
        """The lines with those before them that set the local variables; one used in a single block is set there."""
        blocks = _blocks(lines)
        names = [feature.name for feature in FEATURES.values() if self._is_local(feature)]
        for name in reversed(names):  # what others are made of comes earlier in the vocabulary
            used = [block for block in blocks if any(re.search(rf"\b{name}_\b", line) for line in block)]
            if not used:
                continue
            only = used[0] if len(used) == 1 and used[0][0].startswith("if ") and not re.search(rf"\b{name}_\b", used[0][0]) else None
            line = f"{name}_ = {self._source(FEATURES[name])}"
            if only is None:
                blocks.insert(0, [line])
            else:
                only.insert(1, f"    {line}")
        found = [line for block in blocks for line in block]
        for name in ("sums", "marks"):  # bytes are quicker to take apart than long ints
            if any(f"{name}_[" in line for line in found):
                found.insert(0, f"{name}_ = {name}.to_bytes({_N_BYTES}, 'little')")
        return [f"flags = facts[{_FLAGS_AT}]", *found]

    def guard(self, name: str) -> str:
        """A guard as source: ``flags``, a feature, or ``not`` and a feature."""
        head, _, feature = name.rpartition(" ")
        return name if name == "flags" else f"{head} {self._leaf('feature', feature)}".strip()

    def __call__(self, tree: Tree) -> str:
        return python(tree, self._leaf)


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


_RUNS = ("n_runs", "n_same_runs", "runs_m", "runs_p", "runs_s", "run_tally")
_TRIPLETS = ("n_triplets", "n_concealed_triplets", "triplet_fu", "triplets_m", "triplets_p", "triplets_s", "triplets_z")

# What most hands lack, and what is then known of their features. The tests that fail without it stand under one `if`, so that they
# cost such a hand nothing; which tests these are, folding tells.
GUARDS: tuple[tuple[str, dict[tuple[str, str], Any]], ...] = (
    ("flags", {("feature", flag): False for flag in FLAG_BITS}),
    ("triplets_z", {("feature", "triplets_z"): 0}),
    ("n_triplets", {("feature", name): 0 for name in _TRIPLETS}),
    ("n_runs", {("feature", name): 0 for name in _RUNS}),
    *((name, {("feature", name): 0}) for name in ("n_quads", "n_same_runs")),
    *((name, {("feature", name): False}) for name in ("nine_gates", "seven_pairs", "orphans")),
    *((f"not {name}", {("feature", name): True}) for name in ("has_simple", "has_inside")),
)

#: the same for each single flag
FLAG_GUARDS = tuple((flag, {("feature", flag): False}) for flag in FLAG_BITS)


def guarded(
    tests: Iterable[tuple[Any, Tree]],
    show: Printer,
    test: Callable[[Any, Tree], str],
    blocked: Callable[[Any, Iterable[Any]], bool],
    guards: Iterable[tuple[str, dict[tuple[str, str], Any]]] = GUARDS,
) -> list[str]:
    """The lines of some tests, under as few conditions as may be.

    Parameters
    ----------
    tests : iterable of (object, tuple)
        What is tested for, with its formula.
    show : Printer
    test : callable
        Gives the line of one test.
    blocked : callable
        Whether one test has to wait for some of the others.
    guards : iterable
    """
    trees = list(tests)
    falling = {name: [one for one, tree in trees if fold(expanded(tree), lacking) == const(False)] for name, lacking in guards}
    waiting = [one for one, _ in trees]
    by_id = {id(one): tree for one, tree in trees}
    lines = []

    def ready(under: list[Any]) -> list[Any]:
        chosen: list[Any] = []
        for one in waiting:
            if one in under and not blocked(one, [other for other in waiting if other not in chosen]):
                chosen.append(one)
        return chosen

    while waiting:
        name, chosen = max(((name, ready(under)) for name, under in falling.items()), key=lambda pair: len(pair[1]))
        if len(chosen) < 2:
            chosen = ready(waiting)[:1]
            lines.append(test(chosen[0], by_id[id(chosen[0])]))
        else:
            lines.append(f"if {show.guard(name)}:")
            lines += [f"    {test(one, by_id[id(one)])}" for one in chosen]
        waiting = [one for one in waiting if one not in chosen]
    return lines
