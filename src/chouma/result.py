"""What scoring gives: a `Score`, or a `NoScore` that says why not. Frozen; details are worked out when asked for."""

from __future__ import annotations

from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from .answers import FuItem, Reading
from .errors import Fault
from .facts import Facts, facts_of
from .features import worth_of
from .groups import PAIR, WAITS, Group
from .hand import Hand, Win
from .lang import evaluate
from .notation import read
from .riichi.engine import Engine, Entry
from .riichi.fu import DORA, FU
from .riichi.limits import Payments, payments
from .riichi.pricing import Price, multiple, price, rank
from .riichi.rules import RiichiRules
from .seats import Wind
from .shapes.distance import shanten
from .shapes.rows import Row, row_words, rows
from .tiles import N_KINDS, NAMES, ONE, copies, name
from .values import Values

if TYPE_CHECKING:
    from .lines import Explanation
    from .whynot import WhyNot

SCHEMA = "chouma.score/1"
NOT_A_WIN, NO_YAKU = "not_a_win", "no_yaku"
MOST_NEAREST = 3


class YakuHit(NamedTuple):
    """A yaku of a hand.

    Attributes
    ----------
    id : str
    han : int
        0 for a yakuman.
    yakuman : int
        How many yakuman it counts.
    """

    id: str
    han: int
    yakuman: int = 0

    def to_dict(self) -> dict[str, Any]:
        return {"id": self.id, "yakuman": self.yakuman} if self.yakuman else {"id": self.id, "han": self.han}


class Dora(NamedTuple):
    """Han that are no yaku: by indicators, ura indicators, red fives and declared norths."""

    dora: int = 0
    ura: int = 0
    aka: int = 0
    kita: int = 0


def _field(i: int) -> Any:
    return property(itemgetter(i))


class _Result(tuple):
    """What scores and refusals to score have in common; a tuple beneath, as nothing is made quicker or changes less."""

    engine: Engine = _field(2)
    waived: tuple[Fault, ...] = _field(4)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} doesn't change: {name} can't be set")

    def __eq__(self, other: object) -> bool:
        """Whether two answers are of the same hand, won in the same way under the same rules, however the hand was written."""
        if not isinstance(other, _Result):
            return NotImplemented
        return (self.hand, self.how, self.rules, self.waived) == (other.hand, other.how, other.rules, other.waived)

    def __ne__(self, other: object) -> bool:  # a tuple has one of its own
        return not self == other

    def __hash__(self) -> int:
        return hash((self.hand, self.how, self.rules))

    @cached_property
    def hand(self) -> Hand:
        """The hand, winning tile and melds included."""
        return Hand._make(self[0])

    @cached_property
    def how(self) -> Win:
        """Seat, round, flags, indicators, counters and deposits."""
        return Win._make(self[1])

    @cached_property
    def facts(self) -> Facts:
        """The features of the hand itself."""
        return Facts._make(self[3])

    @property
    def rules(self) -> RiichiRules:
        """The rule set."""
        return self.engine.rules

    @cached_property
    def _rows(self) -> list[Row]:
        return rows(self.hand)

    def _values(self, index: int, **more: Any) -> Values:
        row = self._rows[index]
        return Values(row.sums, row.marks, self.facts, self.rules, **more)

    def why_not(self, yaku: str, lang: str = "en") -> WhyNot:
        """Why the hand doesn't have a yaku: the first clause that fails, with its value.

        Parameters
        ----------
        yaku : str
            Its id.
        lang : str
            One of `chouma.messages.LANGUAGES`.

        Raises
        ------
        UnknownNameError
            If there is no such yaku.
        """
        from .whynot import why_not

        return why_not(self, yaku, lang)  # type: ignore[arg-type]  # a Score or a NoScore: it is made as nothing else


class Score(_Result):
    """What a hand is worth, and why.

    Attributes
    ----------
    hand : Hand
    how : Win
        Seat, round, flags, indicators, counters and deposits.
    facts : Facts
        The features of the hand itself.
    waived : tuple of Fault
        What ``strict=False`` let pass.
    """

    win: Literal[True] = True
    _index: int = _field(6)

    @cached_property
    def _price(self) -> Price:
        return Price._make(self[5])

    # ------------------------------------------------------------------------------- the figures

    @property
    def han(self) -> int | None:
        """Han with dora; None for a yakuman."""
        return None if self._price.yakuman else self._price.han

    @property
    def fu(self) -> int | None:
        """Fu as they count; None for a yakuman, and where a yaku stands in place of everything else."""
        return self._price.fu or None

    @property
    def fu_raw(self) -> int | None:
        """Fu before rounding; None where there are no fu."""
        return self._price.fu_raw or None

    @property
    def yakuman(self) -> int:
        """How many yakuman; 0 for a counted one."""
        return self._price.yakuman

    @property
    def limit(self) -> str:
        """The limit reached: ``mangan`` … ``yakuman``, or empty."""
        return self._price.limit

    @property
    def base(self) -> int:
        """Base points: what a non-dealer pays another non-dealer on a self-draw, before rounding."""
        return self._price.base

    @property
    def points(self) -> int:
        """What the others pay together, without counters and deposits."""
        return self.payments.points

    @cached_property
    def payments(self) -> Payments:
        """Who pays what, counters included."""
        how = self.how
        return payments(self.base, self.facts.seat_bit == 1, self.hand.by, self.rules, how.honba, how.deposits)

    @cached_property
    def yaku(self) -> tuple[YakuHit, ...]:
        """The yaku, in the order of the tables; dora are none."""
        hits, closed = self._price.hits, self.facts.n_calls == 0
        return tuple(self._hit(entry, closed) for entry in self.engine.in_order if hits & entry.bit)

    def _hit(self, entry: Entry, closed: bool) -> YakuHit:
        if self._price.yakuman:
            return YakuHit(entry.id, 0, multiple(entry, self._values(self._index)))
        return YakuHit(entry.id, self._price.han if self._price.fixed else entry.worth.han(closed) or 0)

    @cached_property
    def dora(self) -> Dora:
        """Han that are no yaku; none in a yakuman."""
        if self._price.yakuman or self._price.fixed:
            return Dora()
        values = Values(0, 0, self.facts, self.rules)  # the same in every reading
        return Dora(*(evaluate(item.tree, values) for item in DORA))

    @cached_property
    def fu_items(self) -> tuple[FuItem, ...]:
        """The fu, item by item; they add up to `fu_raw`. Empty where there are no fu."""
        if not self.fu:
            return ()
        values, found = self._values(self._index), []
        for item in FU:
            if item.by_group:
                found += [fu for group in self.reading.groups if (fu := _group_fu(item.tree[1], group)).fu]
            elif fu := evaluate(item.tree, values):
                id, spoken_of = self._named(item.id)
                found.append(FuItem(id, fu, spoken_of))
        return tuple(found)

    def _named(self, id: str) -> tuple[str, str]:
        """The id of an item and the tiles it speaks of: pairs by their tiles, waits by their name."""
        for group in self.reading.groups:
            if id == "pair" and group.form == PAIR:
                return id, name(group.kinds)
            if id == "wait" and group.wait:
                return WAITS[group.wait], name(group.kinds)
        return id, ""

    # ------------------------------------------------------------------------------- the readings

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """Every way to read the hand, each with its price."""
        return tuple(Reading(row.groups, price(self.engine, row.sums, row.marks, self.facts)) for row in self._rows)

    @property
    def reading(self) -> Reading:
        """The reading that is paid."""
        return self.readings[self._index]

    @property
    def alternatives(self) -> tuple[Reading, ...]:
        """The other readings, best first."""
        others = [reading for i, reading in enumerate(self.readings) if i != self._index]
        return tuple(sorted(others, key=lambda reading: rank(reading.price) if reading.price else (-1,), reverse=True))

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
            "rules": self.rules.wire,
            "han": self.han,
            "fu": self.fu,
            "fu_raw": self.fu_raw,
            "fu_items": [item.to_dict() for item in self.fu_items],
            "yaku": [hit.to_dict() for hit in self.yaku],
            "dora": self.dora._asdict(),
            "yakuman": self.yakuman,
            "limit": self.limit,
            "base": self.base,
            "points": self.points,
            "payments": self.payments.to_dict(),
            "reading": self.reading.to_dict(),
            "lines": self.explain(lang).to_dict(),
            **({"waived": [fault.to_dict(lang) for fault in self.waived]} if self.waived else {}),
        }

    def __repr__(self) -> str:
        worth = f"{self.yakuman} yakuman" if self.yakuman else f"{self.han} han" + (f" {self.fu} fu" if self.fu else "")
        limit = f", {self.limit.replace('_', ' ')}" if self.limit and self.limit != "yakuman" else ""
        return f"<Score {worth}{limit}: {self.points} points, {' '.join(hit.id for hit in self.yaku)}>"


class TextScore(Score):
    """The same, from the compiled part: hand, situation, facts and price are made of the text when they are asked for.

    The tuple beneath holds the text, the fields of `Win` with plain numbers for winds, the engine, None, no faults, the price as a
    plain tuple and the place of the reading.
    """

    @cached_property
    def hand(self) -> Hand:
        return read(self[0])

    @cached_property
    def how(self) -> Win:
        seat, round_, *rest = self[1]
        return Win(Wind(seat), Wind(round_), *rest)

    @cached_property
    def facts(self) -> Facts:
        return facts_of(self.hand, self.how, self.hand.all_counts, self.engine.players)

    @cached_property
    def _price(self) -> Price:
        return Price._make(self[5])


def _group_fu(feature: str, group: Group) -> FuItem:
    """The fu of one group, by the feature that adds them up."""
    kept = "concealed" if group.concealed else "open"
    return FuItem(f"{kept}_{group.form}", worth_of(group, feature), name(group.kinds))


class NoScore(_Result):
    """A hand that is read and isn't paid.

    Attributes
    ----------
    reason : str
        ``not_a_win`` or ``no_yaku``.
    hand, how, facts, waived
        As in `Score`.
    """

    win: Literal[False] = False

    reason: str = _field(5)

    def __bool__(self) -> bool:
        return False

    @cached_property
    def shanten(self) -> int:
        """How many tiles must change before the hand is ready; -1 if it wins and lacks a yaku."""
        return shanten(self.hand)

    @cached_property
    def nearest(self) -> tuple[str, ...]:
        """Without a yaku: the yaku that came nearest. Without a win: the tiles that would have won."""
        if self.reason == NO_YAKU:
            from .whynot import nearest_yaku

            return nearest_yaku(self, MOST_NEAREST)
        return tuple(NAMES[kind] for kind in winning_kinds(self.hand))

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
            **({"waived": [fault.to_dict(lang) for fault in self.waived]} if self.waived else {}),
        }

    def __repr__(self) -> str:
        told = f"{self.shanten} from ready" if self.shanten > 0 else "wins on " + (" ".join(self.nearest) or "nothing")
        return f"<NoScore {self.reason}: {'nearest ' + ' '.join(self.nearest) if self.reason == NO_YAKU else told}>"


def winning_kinds(hand: Hand) -> list[int]:
    """The kinds that would complete the hand in place of its winning tile."""
    rest = hand.counts - ONE[hand.win]  # type: ignore[index]
    held = hand.all_counts - ONE[hand.win]  # type: ignore[index]
    tries = (hand._replace(counts=rest + ONE[kind], win=kind) for kind in range(N_KINDS) if copies(held, kind) < 4)
    return [tried.win for tried in tries if row_words(tried)]  # type: ignore[misc]
