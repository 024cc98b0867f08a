"""What scoring a classical hand gives. Frozen; details are worked out when asked for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ..answers import FuItem, Reading
from ..errors import Fault
from ..features import group_words, worth_of
from ..groups import PAIR, QUAD, Group
from ..hand import Hand, Win
from ..lang import evaluate
from ..shapes.distance import shanten
from ..shapes.rows import Row
from ..shapes.waits import kinds_in
from ..tiles import NAMES, name
from ..values import Values
from .engine import Engine, Entry
from .facts import Facts, waits_left
from .fan import FAN
from .fu import FU
from .pricing import Price, price, rank
from .readings import readings_of
from .rules import ClassicalRules

if TYPE_CHECKING:
    from ..lines import Explanation

SCHEMA = "chouma.score/1"
NOT_A_WIN, NOT_UNDER_RULES = "not_a_win", "not_under_rules"


class Fan(NamedTuple):
    """One thing that doubles.

    Attributes
    ----------
    id : str
    fan : int
    """

    id: str
    fan: int

    def to_dict(self) -> dict[str, Any]:
        return {"id": self.id, "fan": self.fan}


class _Given(NamedTuple):
    hand: Hand
    how: Win
    engine: Engine
    facts: Facts
    seen: int
    waived: tuple[Fault, ...] = ()
    calling: str = ""
    best: Price | None = None
    index: int = 0  # type: ignore[assignment]  # a place among the readings; nobody looks for something in this tuple


class _Result(_Given):
    @property
    def rules(self) -> ClassicalRules:
        """The rule set."""
        return self.engine.rules

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Every reading with what it is worth to the features."""
        return readings_of(self.hand, self.rules, self.facts)

    @cached_property
    def waits(self) -> tuple[str, ...]:
        """The kinds that would have completed a hand that won; none of one that did not."""
        if self.hand.win is None:
            return ()
        called = self.hand.all_counts - self.hand.counts
        bits = waits_left(self.hand.counts, called, self.hand.win, self.rules.wait_excludes, self.seen)
        return tuple(NAMES[kind] for kind in kinds_in(bits))

    def _values(self, row: Row, **more: Any) -> Values:
        return Values(row.sums, row.marks, self.facts, self.switches, **more)  # type: ignore[arg-type]

    @property
    def switches(self) -> Any:
        """The switches as formulas call them."""
        return _Switches(self.engine)


class _Switches:
    """Switches by the names that formulas have for them, such as ``pairs.own``."""

    def __init__(self, engine: Engine):
        self._known = engine.switches

    def __getattr__(self, name: str) -> Any:
        return self._known["rule", name]


class ClassicalScore(_Result):
    """What a classical hand is worth, won or not, and why.

    Attributes
    ----------
    hand : Hand
    how : Win
        Seat, round and flags.
    facts : Facts
        The features of the hand itself.
    waived : tuple of Fault
        What ``strict=False`` let pass.
    calling : str
        The limit hand that a hand that did not win was calling, where the rules pay for that.
    """

    win: Literal[True] = True

    @property
    def _price(self) -> Price:
        assert self.best is not None
        return self.best

    @property
    def won(self) -> bool:
        """Whether the hand won; the others score too."""
        return self.facts.won

    @property
    def is_dealt(self) -> bool:
        """Whether it wins as the thirteen tiles that were dealt (十三不搭)."""
        return self.facts.won and self.hand.win is None

    @property
    def score(self) -> int:
        """Points, at most the limit."""
        return self._price.score

    @property
    def fu(self) -> int:
        """Fu as they count."""
        return self._price.fu

    @property
    def fu_raw(self) -> int:
        """Fu as they add up."""
        return self._price.fu_raw

    @property
    def fan(self) -> int:
        """How often the fu are doubled."""
        return self._price.fan

    @property
    def limit(self) -> str:
        """``limit``, ``half_limit``, ``part_limit``, or empty."""
        return self._price.limit

    @property
    def paid_for(self) -> str:
        """The limit hand that the score is paid for, where it is."""
        return self._price.paid_for

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The patterns of the hand, as the rule set has them."""
        return tuple(entry for entry in self.engine.entries if self._price.hits & entry.bit)

    @property
    def hits(self) -> tuple[str, ...]:
        """The ids of the patterns, in the order of the tables."""
        return tuple(entry.id for entry in self.entries)

    @cached_property
    def fu_items(self) -> tuple[FuItem, ...]:
        """The fu, item by item; they add up to `fu_raw`. Empty for a hand that wins as dealt, which has no count."""
        if self.is_dealt:
            return ()
        row = self.rows[self.index]
        values, found = self._values(row), []
        for item in FU:
            amount = evaluate(item.tree, values)
            if amount and item.by_group:
                found += [one for group in row.groups if (one := _group_item(item.tree[1], group)).fu]
            elif amount and item.id == "pairs":
                found += self._pairs(row, item.tree, amount)
            elif amount:
                found.append(FuItem(item.id, amount, self._spoken_of(item.id)))
        return (*found, *(FuItem(entry.id, entry.worth.fu, self._spoken_of(entry.id)) for entry in self.entries if entry.worth.fu))

    def _pairs(self, row: Row, tree: tuple[Any, ...], amount: int) -> list[FuItem]:
        """The scoring pairs one by one, the best first, as far as they count."""
        found = []
        for group in row.groups:
            if group.form == PAIR and (fu := evaluate(tree, self._values(Row(*group_words(group), (group,))))):
                found.append(FuItem("pair", fu, name(group.kinds)))
        found.sort(key=lambda item: -item.fu)
        while sum(item.fu for item in found) > amount:
            found.pop()
        return found

    def _spoken_of(self, id: str) -> str:
        placed = next((group for group in self.reading.groups if group.wait), None)
        return name(placed.kinds) if placed and id.endswith("_wait") else ""

    @cached_property
    def fans(self) -> tuple[Fan, ...]:
        """What doubles; the fan add up to `fan`."""
        if self.is_dealt:
            return ()
        values = self._values(self.rows[self.index])
        added = [Fan(item.id, fan) for item in FAN if (fan := evaluate(item.tree, values))]
        return (*added, *(Fan(entry.id, entry.worth.fan) for entry in self.entries if entry.worth.fan))

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """Every way to read the hand, each with its price."""
        return tuple(Reading(row.groups, price(self.engine, row.sums, row.marks, self.facts)) for row in self.rows)

    @property
    def reading(self) -> Reading:
        """The reading that scores."""
        return Reading(self.rows[self.index].groups, self.best)

    @property
    def alternatives(self) -> tuple[Reading, ...]:
        """The other readings, best first."""
        others = [i for i in range(len(self.rows)) if i != self.index]
        ranks = {i: rank(found, self.rows[i].marks) if (found := self.readings[i].price) else (-1, 0, 0, 0) for i in others}
        return tuple(self.readings[i] for i in sorted(others, key=lambda i: ranks[i], reverse=True))

    def explain(self, lang: str = "en") -> Explanation:
        """The whole derivation, line by line; print it, or turn it into JSON with ``to_dict``."""
        from .explain import explain

        return explain(self, lang)

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """The score as the wire form ``chouma.score/1`` has it, its lines in a language."""
        return {
            "schema": SCHEMA,
            "ok": True,
            "win": True,
            "won": self.won,
            "rules": self.rules.wire,
            "fu": self.fu,
            "fu_raw": self.fu_raw,
            "fan": self.fan,
            "score": self.score,
            "limit": self.limit,
            "fu_items": [item.to_dict() for item in self.fu_items],
            "fans": [fan.to_dict() for fan in self.fans],
            "hits": list(self.hits),
            **({"paid_for": self.paid_for} if self.paid_for else {}),
            **({"calling": self.calling} if self.calling else {}),
            "reading": self.reading.to_dict(),
            "lines": self.explain(lang).to_dict(),
            **({"waived": [fault.to_dict(lang) for fault in self.waived]} if self.waived else {}),
        }

    def __repr__(self) -> str:
        limit = f", {self.limit.replace('_', ' ')}" if self.limit else ""
        return f"<ClassicalScore {self.fu} fu {self.fan} fan: {self.score}{limit}{'' if self.won else ', not won'}>"


def _group_item(feature: str, group: Group) -> FuItem:
    """The fu of one group, by the feature that adds them up."""
    kept = "concealed" if group.concealed else "exposed"
    what = "kong" if group.form == QUAD else "pung"
    return FuItem(f"{kept}_{what}", worth_of(group, feature), name(group.kinds))


class ClassicalNoScore(_Result):
    """A hand that was said to win and doesn't."""

    win: Literal[False] = False

    def __bool__(self) -> bool:
        return False

    @property
    def reason(self) -> str:
        """``not_a_win``, or ``not_under_rules``: too many chows, or too few points."""
        return NOT_UNDER_RULES if self.rows and any(row.groups for row in self.rows) and self.shanten < 0 else NOT_A_WIN

    @cached_property
    def shanten(self) -> int:
        """How many tiles must change before the hand is ready; -1 if it is four groups and a pair all the same."""
        return shanten(self.hand)

    @property
    def nearest(self) -> tuple[str, ...]:
        """The kinds that would have won."""
        return self.waits

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """The answer as the wire form has it."""
        return {
            "schema": SCHEMA,
            "ok": True,
            "win": False,
            "rules": self.rules.wire,
            "reason": self.reason,
            "shanten": self.shanten,
            "nearest": list(self.nearest),
        }

    def __repr__(self) -> str:
        return f"<ClassicalNoScore {self.reason}: {self.shanten} from ready>"

