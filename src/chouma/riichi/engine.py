"""The rules of one rule set, printed as one Python function for a single hand.

All formulas of a rule set, with its switches put in as constants, become one function: from the sums and
marks of a reading and the features of the hand to the yaku it has, its han and its fu. Nothing here knows
a yaku by name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from ..errors import RuleError, UnknownNameError
from ..facts import Facts
from ..features import ADDED, FEATURES, Feature
from ..hand import FLAG_BITS
from ..lang import Tree, const, fold, leaves, python
from ..tally import Tally
from .declare import R, Worth, Yaku
from .fu import DORA, FU, ROUNDED_FU
from .limits import COUNTED_HAN, base_points
from .local import LOCAL
from .refusals import REFUSALS
from .rules import RiichiRules, preset_names
from .rules import rules as find_rules
from .yaku import YAKU
from .yakuman import YAKUMAN

#: every yaku that comes with chouma, in the order of the tables
DECLARED: tuple[Yaku, ...] = (*YAKU, *YAKUMAN, *LOCAL)
BY_ID: Mapping[str, Yaku] = {yaku.id: yaku for yaku in DECLARED}

SEVEN_PAIRS: Tree = ("feature", "seven_pairs")

#: what the printed functions take beside sums and marks
ARGUMENTS = Facts._fields


@dataclass(frozen=True)
class Entry:
    """A yaku as one rule set has it.

    Attributes
    ----------
    yaku : Yaku
    worth : Worth
    bit : int
        Its bit in the set of yaku that a reading has.
    dropped_by : int
        The bits of the yaku that take its place.
    doubled : bool
        Whether the rule set counts this yakuman twice.
    """

    yaku: Yaku
    worth: Worth
    bit: int
    dropped_by: int = 0
    doubled: bool = False

    @property
    def id(self) -> str:
        return self.yaku.id

    @property
    def limits(self) -> bool:
        """Whether it gives a limit (yakuman) rather than han."""
        return self.worth.yakuman > 0


def _local_worth(yaku: Yaku, value: Any) -> Worth:
    """The worth that ``local_yaku`` gives: True is the table's."""
    if value is True:
        return yaku.worth
    if "yakuman" in value:
        return yaku.worth._replace(closed=0, open=None if yaku.worth.open is None else 0, yakuman=value["yakuman"])
    return Worth(value.get("closed"), value.get("open"))


def worths(rules: RiichiRules) -> list[tuple[Yaku, Worth]]:
    """The yaku that a rule set has, with what they are worth."""
    found = [(yaku, worth) for yaku in (*YAKU, *YAKUMAN) if (worth := yaku.worth_under(rules)) is not None]
    found += [(yaku, _local_worth(yaku, rules.local_yaku[yaku.id])) for yaku in LOCAL if rules.local_yaku.get(yaku.id)]
    return found + [(yaku, yaku.worth) for yaku in rules.extra_yaku]


def entries(rules: RiichiRules) -> tuple[Entry, ...]:
    """The table of yaku of a rule set: those that take another's place come before it.

    Under aotenjou a yakuman is an ordinary yaku of 13 han, and takes no ordinary yaku's place (``all``) or does (``reduced``).
    """
    table = worths(rules)
    bits = {yaku.id: 1 << i for i, (yaku, _) in enumerate(table)}
    yakuman = {yaku.id for yaku, worth in table if worth.yakuman}
    kept = set() if rules.aotenjou != "all" else {(one, other) for one in yakuman for other in bits if other not in yakuman}
    found = []
    for yaku, worth in table:
        above = [other for other, _ in table if yaku.id in other.supersedes and (other.id, yaku.id) not in kept]
        doubled = yaku.id in rules.double_yakuman
        if rules.aotenjou != "off" and worth.yakuman:
            han = COUNTED_HAN * worth.yakuman * (2 if doubled else 1)
            worth = Worth(han, None if worth.open is None else han)
        found.append(Entry(yaku, worth, bits[yaku.id], sum(bits[one.id] for one in above), doubled))
    return _superseding_first(found)


def _superseding_first(table: Iterable[Entry]) -> tuple[Entry, ...]:
    waiting, ordered = list(table), []
    while waiting:
        ready = [entry for entry in waiting if not any(entry.dropped_by & other.bit for other in waiting)]
        if not ready:
            raise RuleError(f"yaku that take each other's place: {', '.join(entry.id for entry in waiting)}")
        ordered += ready
        waiting = [entry for entry in waiting if entry not in ready]
    return tuple(ordered)


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
        if feature.lane is not None:
            word = "sums" if feature.origin == ADDED else "marks"
            if feature.is_condition:
                return f"({word} & {1 << feature.lane.shift})"
            return f"({word} >> {feature.lane.shift} & {feature.lane.mask})"
        if feature.name in FLAG_BITS:
            return f"(flags & {FLAG_BITS[feature.name]})"
        if feature.tree is not None:
            return python(feature.tree, self._leaf)
        return f"facts[{ARGUMENTS.index(feature.name)}]"

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
        return [f"flags = facts[{ARGUMENTS.index('flags')}]", *(line for block in blocks for line in block)]

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


def _total(trees: Iterable[Tree]) -> Tree:
    total = const(0)
    for tree in trees:
        total = tree if total == const(0) else total if tree == const(0) else ("add", total, tree)
    return total


def switches(rules: RiichiRules) -> dict[tuple[str, str], Any]:
    """The switches of a rule set as `chouma.lang.fold` takes them."""
    return {("rule", name): getattr(rules, name) for name in R._symbols}


_RUNS = ("n_runs", "n_same_runs", "runs_m", "runs_p", "runs_s", "run_tally")
_TRIPLETS = ("n_triplets", "n_concealed_triplets", "triplet_fu", "triplets_m", "triplets_p", "triplets_s", "triplets_z")

# What most hands lack, and what is then known of their features. The tests that fail without it stand under one `if`, so that they
# cost such a hand nothing; which tests these are, folding tells.
_GUARDS: tuple[tuple[str, dict[tuple[str, str], Any]], ...] = (
    ("flags", {("feature", flag): False for flag in FLAG_BITS}),
    ("triplets_z", {("feature", "triplets_z"): 0}),
    ("n_triplets", {("feature", name): 0 for name in _TRIPLETS}),
    ("n_runs", {("feature", name): 0 for name in _RUNS}),
    *((name, {("feature", name): 0}) for name in ("n_quads", "n_same_runs")),
    *((name, {("feature", name): False}) for name in ("nine_gates", "seven_pairs", "orphans")),
    *((f"not {name}", {("feature", name): True}) for name in ("has_simple", "has_inside")),
)


def _guarded(tests: list[tuple[Entry, Tree]], show: Printer, test: Callable[[Entry, Tree], str]) -> Iterator[str]:
    """The lines that test for some yaku, those that take another's place before it, under as few conditions as may be."""
    guards = {name: [entry for entry, tree in tests if fold(expanded(tree), lacking) == const(False)] for name, lacking in _GUARDS}
    trees = {entry.bit: tree for entry, tree in tests}
    waiting = [entry for entry, _ in tests]
    while waiting:
        ready = {name: _ready(waiting, under) for name, under in guards.items()}
        name = max(ready, key=lambda guard: len(ready[guard]))
        chosen = ready[name]
        if len(chosen) < 2:
            name, chosen = "", _ready(waiting, waiting)[:1]
        else:
            yield f"if {show.guard(name)}:"
        for entry in chosen:
            yield ("    " if name else "") + test(entry, trees[entry.bit])
        waiting = [entry for entry in waiting if entry not in chosen]


def _ready(waiting: list[Entry], under: list[Entry]) -> list[Entry]:
    """Those of some yaku that can be tested one after the other, before all others that wait."""
    chosen: list[Entry] = []
    for entry in waiting:
        blocked = any(entry.dropped_by & other.bit for other in waiting if other not in chosen)
        if entry in under and not blocked:
            chosen.append(entry)
    return chosen


class Tallies(dict[tuple[int, int], Tally]):
    """Base points and limit by (han, fu), worked out when asked for."""

    def __init__(self, rules: RiichiRules):
        super().__init__()
        self.rules = rules

    def __missing__(self, key: tuple[int, int]) -> Tally:
        value = self[key] = base_points(*key, self.rules)
        return value


#: what is known of the features in a closed and in an open hand
_OPENNESS = {
    True: {("feature", "closed"): True, ("feature", "open"): False, ("feature", "n_calls"): 0},
    False: {("feature", "closed"): False, ("feature", "open"): True},
}


@dataclass(frozen=True, eq=False)
class Engine:
    """A rule set made ready to score hands.

    Attributes
    ----------
    rules : RiichiRules
    entries : tuple of Entry
    players : int
    room, high_bits : int
        Of the rules' `Stock`.
    """

    rules: RiichiRules
    entries: tuple[Entry, ...]
    players: int = field(init=False)
    room: int = field(init=False)
    high_bits: int = field(init=False)

    def __post_init__(self) -> None:
        stock = self.rules.stock
        self.__dict__.update(players=self.rules.players, room=stock.room, high_bits=stock.high_bits)

    @cached_property
    def by_bit(self) -> dict[int, Entry]:
        return {entry.bit: entry for entry in self.entries}

    @cached_property
    def in_order(self) -> tuple[Entry, ...]:
        """The yaku in the order of the tables."""
        return tuple(sorted(self.entries, key=lambda entry: entry.bit))

    @cached_property
    def yakuman_bits(self) -> int:
        return sum(entry.bit for entry in self.entries if entry.limits)

    @cached_property
    def fixed_bits(self) -> int:
        """Yaku that stand in place of everything else, at a mangan."""
        return sum(entry.bit for entry in self.entries if entry.worth.fixed)

    @cached_property
    def special_bits(self) -> int:
        """Yaku that a price of han and fu doesn't tell."""
        return self.yakuman_bits | self.fixed_bits

    @cached_property
    def yakuman_prices(self) -> dict[int, Any]:
        """Prices of yakuman by their bits, kept by `chouma.riichi.pricing`."""
        return {}

    @cached_property
    def tallies(self) -> Tallies:
        """Base points and limit by han and fu."""
        return Tallies(self.rules)

    def entry(self, id: str) -> Entry | None:
        """A yaku of these rules, None if they don't have it.

        Raises
        ------
        UnknownNameError
            If there is no such yaku at all.
        """
        for entry in self.entries:
            if entry.id == id:
                return entry
        if id in BY_ID:
            return None
        raise UnknownNameError("yaku", id, [*BY_ID, *(entry.id for entry in self.entries)])

    def folded(self, tree: Tree, closed: bool | None = None) -> Tree:
        """A formula with the switches put in, and what is known of a closed or an open hand."""
        return fold(tree, {**switches(self.rules), **_OPENNESS.get(closed, {})})  # type: ignore[arg-type]

    def _tests(self, closed: bool, limits: bool) -> list[tuple[Entry, Tree]]:
        existing = [entry for entry in self.entries if entry.limits == limits and entry.worth.han(closed) is not None]
        tests = [(entry, self.folded(entry.yaku.tree, closed)) for entry in existing]
        return [(entry, tree) for entry, tree in tests if tree != const(False)]

    def _printed(self, closed: bool) -> Callable[..., tuple[int, int, int, int]]:
        yakuman, ordinary = self._tests(closed, True), self._tests(closed, False)
        fu = _total(self.folded(item.tree, closed) for item in FU)
        rounded = self.folded(ROUNDED_FU, closed)
        dora = _total(self.folded(item.tree, closed) for item in DORA)
        show = Printer([*(tree for _, tree in (*yakuman, *ordinary)), fu, rounded, dora, SEVEN_PAIRS, SEVEN_PAIRS], own=["fu_raw"])

        def test(entry: Entry, tree: Tree) -> str:
            condition = f"{show(tree)} and not hits & {entry.dropped_by}" if entry.dropped_by else show(tree)
            han = entry.worth.han(closed)
            return f"if {condition}: hits |= {entry.bit}" + (f"; han += {han}" if han else "")

        def priced(seven_pairs: bool) -> list[str]:
            known = {("feature", "seven_pairs"): seven_pairs}
            return [f"fu_raw_ = {show(fold(fu, known))}", f"return hits, han + {show(dora)}, fu_raw_, {show(fold(rounded, known))}"]

        lines = [
            "hits = han = 0",
            *_guarded(yakuman, show, test),
            "if hits: return hits, 0, 0, 0",
            *_guarded(ordinary, show, test),
            "if not hits: return 0, 0, 0, 0",
        ]
        if closed:
            lines += ["if seven_pairs_:", *(f"    {line}" for line in priced(True))]
        lines += priced(False)
        return compiled(f"evaluate_{'closed' if closed else 'open'}", ("sums", "marks", "facts"), show.with_locals(lines))

    @cached_property
    def closed(self) -> Callable[..., tuple[int, int, int, int]]:
        """For a reading of a closed hand: yaku bits, han with dora, fu before rounding, fu; no han for yakuman."""
        return self._printed(True)

    @cached_property
    def open(self) -> Callable[..., tuple[int, int, int, int]]:
        """The same for an open hand."""
        return self._printed(False)

    @cached_property
    def refused(self) -> Callable[..., int]:
        """From the facts of a hand to the problems of its flags."""
        tests = [(refusal.problem, self.folded(refusal.tree)) for refusal in REFUSALS]
        show = Printer([tree for _, tree in tests])
        lines = ["found = 0", *(f"if {show(tree)}: found |= {int(problem)}" for problem, tree in tests), "return found"]
        return compiled("refused", ("facts",), show.with_locals(lines))


@lru_cache(maxsize=512)
def engine(rules: RiichiRules) -> Engine:
    """A rule set made ready; each is made once."""
    return Engine(rules, entries(rules))


_BY_PRESET: dict[str, Engine] = {}


def engine_of(spec: RiichiRules | str | Mapping[str, Any]) -> Engine:
    """The rule set that is meant, made ready: see `chouma.riichi.rules.rules`."""
    if spec.__class__ is str and spec in _BY_PRESET:
        return _BY_PRESET[spec]  # type: ignore[index]
    made = engine(find_rules(spec))
    if spec in preset_names():
        _BY_PRESET[spec] = made  # type: ignore[index]
    return made
