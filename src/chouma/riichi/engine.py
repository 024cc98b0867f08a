"""The rules of one rule set, printed as one Python function for a single hand.

All formulas of a rule set, with its switches put in as constants, become one function: from the sums and
marks of a reading and the features of the hand to the yaku it has, its han and its fu. Nothing here knows
a yaku by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from ..errors import RuleError, UnknownNameError
from ..hand import FLAG_BITS
from ..lang import Tree, const, fold
from ..printer import Printer, compiled, expanded, guarded
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

# far more sets of flags than games have
_MOST_KEPT = 1024

SEVEN_PAIRS: Tree = ("feature", "seven_pairs")


@dataclass(frozen=True, eq=False)
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
        if worth.yakuman and rules.aotenjou == "off":
            above = [other for other in above if other.id in yakuman]  # a yaku of a few han takes no yakuman's place
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


def _waits(entry: Entry, others: Iterable[Entry]) -> bool:
    """Whether some of the others take a yaku's place, and so are tested before it."""
    return any(entry.dropped_by & other.bit for other in others)


def _total(trees: Iterable[Tree]) -> Tree:
    total = const(0)
    for tree in trees:
        total = tree if total == const(0) else total if tree == const(0) else ("add", total, tree)
    return total


def switches(rules: RiichiRules) -> dict[tuple[str, str], Any]:
    """The switches of a rule set as `chouma.lang.fold` takes them."""
    return {("rule", name): getattr(rules, name) for name in R._symbols}


class Tallies(dict[tuple[int, int], tuple[int, str]]):
    """Base points and limit by (han, fu), worked out when asked for; not the `chouma.lang.Tallies` of formulas."""

    def __init__(self, rules: RiichiRules):
        super().__init__()
        self.rules = rules

    def __missing__(self, key: tuple[int, int]) -> tuple[int, str]:
        base, limit = base_points(*key, self.rules)
        value = self[key] = (base, limit)
        return value


# what is known of the features of a closed and of an open hand, and of one won by self-draw or by ron
_OPENNESS: dict[bool | None, dict[tuple[str, str], Any]] = {
    None: {},
    True: {("feature", "closed"): True, ("feature", "open"): False, ("feature", "n_calls"): 0},
    False: {("feature", "closed"): False, ("feature", "open"): True},
}
_DRAWN: dict[bool | None, dict[tuple[str, str], Any]] = {
    None: {},
    True: {("feature", "tsumo"): True, ("feature", "ron"): False},
    False: {("feature", "tsumo"): False, ("feature", "ron"): True},
}


class Printed(dict[tuple[bool, int], Callable[..., tuple[int, int, int, int]]]):
    """The formulas of a rule set as functions, by the first two facts of a hand: whether it was won by self-draw, and its open melds.

    Each is printed when it is first asked for, and gives for a reading: yaku bits, han with dora, fu before rounding, fu;
    no han for yakuman.
    """

    def __init__(self, engine: Engine):
        super().__init__()
        self.engine = engine

    def __missing__(self, key: tuple[bool, int]) -> Callable[..., tuple[int, int, int, int]]:
        tsumo, n_calls = key  # an open hand is an open hand, however many melds it has
        value = self[key] = self[tsumo, 1] if n_calls > 1 else _printed(self.engine, not n_calls, tsumo)
        return value


class Refusals(dict[tuple[int, bool, bool], Callable[[tuple[Any, ...]], int] | None]):
    """What is asked of a hand's flags, by the flags, whether the hand is closed and whether it was won by self-draw.

    Each is printed when it is first asked for, and gives the problems that a hand has; None where no hand has any.
    """

    def __init__(self, engine: Engine):
        super().__init__()
        self.engine = engine

    def __missing__(self, key: tuple[int, bool, bool]) -> Callable[[tuple[Any, ...]], int] | None:
        if len(self) >= _MOST_KEPT:
            self.clear()
        value = self[key] = _printed_refusals(self.engine, *key)
        return value


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
    special_bits : int
        Yaku that a price of han and fu doesn't tell.
    printed : Printed
        The formulas as Python functions.
    refusals : Refusals
        What is asked of a hand's flags.
    tallies : Tallies
        Base points and limit by han and fu.
    yakuman_prices : dict
        Prices of yakuman by their bits, kept by `chouma.riichi.pricing`.
    """

    rules: RiichiRules
    entries: tuple[Entry, ...]

    def __post_init__(self) -> None:
        # plain attributes: what every hand asks for is quickest to find there
        stock = self.rules.stock
        special = sum(entry.bit for entry in self.entries if entry.limits or entry.worth.fixed)
        self.__dict__.update(players=self.rules.players, room=stock.room, high_bits=stock.high_bits, special_bits=special)
        self.__dict__.update(printed=Printed(self), tallies=Tallies(self.rules), yakuman_prices={}, refusals=Refusals(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return engine_of, (self.rules,)  # made ready again, or the same where it is

    if TYPE_CHECKING:
        players: int = field(init=False)
        room: int = field(init=False)
        high_bits: int = field(init=False)
        special_bits: int = field(init=False)
        printed: Printed = field(init=False)
        tallies: Tallies = field(init=False)
        yakuman_prices: dict[int, Any] = field(init=False)
        refusals: Refusals = field(init=False)

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
        if isinstance(id, str) and id in BY_ID:
            return None
        raise UnknownNameError("yaku", id, [*BY_ID, *(entry.id for entry in self.entries)])

    def folded(self, tree: Tree, closed: bool | None = None, tsumo: bool | None = None) -> Tree:
        """A formula with the switches put in, and what is known of a closed or an open hand, of self-draw or ron."""
        return fold(tree, {**self._switches, **_OPENNESS[closed], **_DRAWN[tsumo]})

    @cached_property
    def _switches(self) -> dict[tuple[str, str], Any]:
        return switches(self.rules)

    def refused(self, facts: tuple[Any, ...]) -> int:
        """The problems of a hand's flags."""
        asked = self.refusals[facts[-1], not facts[1], facts[0]]
        return asked(facts) if asked else 0


def _printed_refusals(engine: Engine, flags: int, closed: bool, tsumo: bool) -> Callable[[tuple[Any, ...]], int] | None:
    given = {("feature", flag): bool(flags & bit) for flag, bit in FLAG_BITS.items()}
    folded = [(refusal.problem, engine.folded(fold(expanded(refusal.tree), given), closed, tsumo)) for refusal in REFUSALS]
    tests = [(problem, tree) for problem, tree in folded if tree != const(False)]
    if not tests:
        return None
    show = Printer(tree for _, tree in tests)
    lines = [f"if {show(tree)}: found |= {int(problem)}" for problem, tree in tests]
    return compiled("refused", ("facts",), show.with_locals(["found = 0", *lines, "return found"]))


def _tests(engine: Engine, closed: bool, tsumo: bool, limits: bool) -> list[tuple[Entry, Tree]]:
    existing = [entry for entry in engine.entries if entry.limits == limits and entry.worth.han(closed) is not None]
    tests = [(entry, engine.folded(entry.yaku.tree, closed, tsumo)) for entry in existing]
    return [(entry, tree) for entry, tree in tests if tree != const(False)]


def _printed(engine: Engine, closed: bool, tsumo: bool) -> Callable[..., tuple[int, int, int, int]]:
    yakuman, ordinary = _tests(engine, closed, tsumo, True), _tests(engine, closed, tsumo, False)
    fu = _total(engine.folded(item.tree, closed, tsumo) for item in FU)
    rounded = engine.folded(ROUNDED_FU, closed, tsumo)
    dora = _total(engine.folded(item.tree, closed, tsumo) for item in DORA)
    show = Printer([*(tree for _, tree in (*yakuman, *ordinary)), fu, rounded, dora], own=["fu_raw"])

    def test(entry: Entry, tree: Tree) -> str:
        condition = f"{show(tree)} and not hits & {entry.dropped_by}" if entry.dropped_by else show(tree)
        han = entry.worth.han(closed)
        return f"if {condition}: hits |= {entry.bit}" + (f"; han += {han}" if han else "")

    def priced(seven_pairs: bool) -> list[str]:
        known = {("feature", "seven_pairs"): seven_pairs, **({("feature", "wait_fu"): 0} if seven_pairs else {})}
        return [f"fu_raw_ = {show(fold(fu, known))}", f"return hits, han + {show(dora)}, fu_raw_, {show(fold(rounded, known))}"]

    lines = [
        "hits = han = 0",
        *guarded(yakuman, show, test, _waits),
        "if hits: return hits, 0, 0, 0",
        *guarded(ordinary, show, test, _waits),
        "if not hits: return 0, 0, 0, 0",
    ]
    if closed:
        lines += [f"if {show(SEVEN_PAIRS)}:", *(f"    {line}" for line in priced(True))]
    lines += priced(False)
    name = f"evaluate_{'closed' if closed else 'open'}_{'tsumo' if tsumo else 'ron'}"
    return compiled(name, ("sums", "marks", "facts"), show.with_locals(lines))


@lru_cache(maxsize=512)
def engine(rules: RiichiRules) -> Engine:
    """A rule set made ready; each is made once."""
    return Engine(rules, entries(rules))


#: rule sets that are ready, by the name of their preset
BY_PRESET: dict[str, Engine] = {}


def engine_of(spec: RiichiRules | str | Mapping[str, Any]) -> Engine:
    """The rule set that is meant, made ready: see `chouma.riichi.rules.rules`."""
    if spec.__class__ is str and spec in BY_PRESET:
        return BY_PRESET[spec]
    made = engine(find_rules(spec))
    if spec in preset_names():
        BY_PRESET[spec] = made  # type: ignore[index]
    return made
