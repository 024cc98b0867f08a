"""One hand under one rule set of any family: the columns of a comparison."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ..asked import flag_names, hand_of, tiles_given, winning
from ..errors import Fault, HandError, Problem, RuleError, UnknownNameError, show
from ..families import rules as rules_of
from ..hand import BITS_OF, CLASSICAL_FLAGS, FLAGS, RON, TSUMO, Hand, Meld
from ..messages import Speaker
from ..notation import declares_riichi
from ..result import NO_YAKU, Score
from ..riichi.rules import RiichiRules
from ..rulesets import RuleSet
from ..score import score
from ..seats import Wind, wind
from ..tiles import KIND_OF, KINDS_MASK, REDS

if TYPE_CHECKING:
    from ..classical.result import ClassicalNoScore, ClassicalScore
    from ..result import NoScore

_SORTS_OF_RIICHI = ("riichi", "double_riichi", "open_riichi")


class How(NamedTuple):
    """How, when and where the hand was won, for rule sets of any family."""

    hand: Hand
    seat: Wind
    round: Wind
    flags: tuple[str, ...]
    dora_indicators: tuple[int, ...]
    ura_indicators: tuple[int, ...]
    honba: int
    deposits: int
    seen: Any
    won: bool | str
    strict: bool

    def flagged(self, *flags: str) -> How:
        """The same with more flags."""
        return self._replace(flags=(*self.flags, *flags))


@dataclass(frozen=True)
class Side:
    """What one rule set makes of the hand.

    Attributes
    ----------
    rules : RuleSet
    answer : Score, NoScore, ClassicalScore, ClassicalNoScore or None
        None if it refuses the hand.
    problems : tuple of Fault
        Why it does.
    notes : tuple of str
        What of the hand these rules don't know.
    how : How
    """

    rules: RuleSet
    answer: Score | NoScore | ClassicalScore | ClassicalNoScore | None
    how: How = field(repr=False)
    problems: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def is_riichi(self) -> bool:
        """Whether the rule set is one of riichi."""
        return isinstance(self.rules, RiichiRules)

    @property
    def reason(self) -> str:
        """Why nothing is paid: ``refused``, ``not_counted`` (riichi counts the winner alone), or as the answer has it; else empty."""
        if self.answer is None:
            return "refused" if self.how.won is True or not self.is_riichi else "not_counted"
        return "" if self.answer else str(getattr(self.answer, "reason", ""))

    @property
    def key(self) -> tuple[Any, ...]:
        """What two sides of one family are compared by."""
        found: Any = self.answer
        if not found:
            return (self.reason,)
        if self.is_riichi:
            return (found.payments, found.han, found.fu, found.yakuman, found.limit, found.yaku, found.dora)
        return (found.score, found.fu, found.fan, found.limit, found.hits)

    @cached_property
    def counted(self) -> Any:
        """The score; of a riichi hand without a yaku what is counted in it, as if it had one; None where there is nothing to count."""
        if self.answer or not self.is_riichi or self.reason != NO_YAKU:
            return self.answer or None
        # a yaku of luck changes neither fu nor dora
        return self._had_it("haitei" if self.how.hand.by == TSUMO else "houtei")

    @cached_property
    def with_riichi(self) -> Score | None:
        """The score of a hand without a yaku, had it declared riichi; None where it couldn't."""
        return self._had_it("riichi") if self.reason == NO_YAKU else None

    def _had_it(self, flag: str) -> Score | None:
        try:
            found = _riichi(self.rules, self.how.flagged(flag))  # type: ignore[arg-type]
        except HandError:
            return None
        return found if isinstance(found, Score) else None


def how_of(
    hand: str | Hand,
    *,
    win: str | int | None,
    by: str | None,
    seat: Wind | str,
    round: Wind | str,
    flags: str | Iterable[str],
    notation: str | None,
    dora_indicators: str | Iterable[str | int],
    ura_indicators: str | Iterable[str | int],
    won: bool | str,
    named: Mapping[str, Any],
    **more: Any,
) -> How:
    """How the hand was won, read once for all rule sets.

    Raises
    ------
    HandError
        If the hand can't be read, or a flag isn't known to any family.
    """
    if won not in (True, False, "dealt"):
        raise HandError([Fault(Problem.BAD_VALUE, f"won is {show(won)}: it is true, false or 'dealt'", "won")])
    taken = hand_of(hand, notation)
    if win is not None or by is not None:
        taken = taken.winning(*winning(win, by))
    told = flag_names(flags)
    for name in named:
        if name not in BITS_OF:
            raise TypeError(f"compare() got an {UnknownNameError('keyword or flag', name, BITS_OF).message}")
    told += [name for name, value in named.items() if value]
    faults = [Fault(Problem.BAD_VALUE, UnknownNameError("flag", name, BITS_OF).message, "flags") for name in told if name not in BITS_OF]
    if faults:
        raise HandError(faults)
    if isinstance(hand, str) and not set(told) & set(_SORTS_OF_RIICHI) and declares_riichi(hand, notation):
        told.append("riichi")
    dora, ura = tiles_given(dora_indicators, "dora_indicators"), tiles_given(ura_indicators, "ura_indicators")
    return How(taken, wind(seat), wind(round, "round"), tuple(dict.fromkeys(told)), dora, ura, won=won, **more)


def houses_of(rules: Any) -> list[RuleSet]:
    """The rule sets that are meant, of any family: several, or their names in one text with commas between them."""
    if isinstance(rules, RuleSet | Mapping) or not isinstance(rules, Iterable):
        return [rules_of(rules)]
    listed: list[Any] = rules.split(",") if isinstance(rules, str) else list(rules)
    return [rules_of(one.strip() if isinstance(one, str) else one) for one in listed]


def side(rules: RuleSet, how: How, t: Speaker) -> Side:
    """What one rule set makes of the hand.

    Parameters
    ----------
    rules : RuleSet
    how : How
    t : Speaker
    """
    if isinstance(rules, RiichiRules):
        fitted, notes = _for_riichi(rules, how, t)
        if how.won is not True:
            only = Fault(Problem.NOT_A_LOSER, t("only the hand that wins is paid"), "won")
            return Side(rules, None, fitted, (only,), notes)
        answer: Any = _riichi
    else:
        fitted, notes = _for_classical(rules, how, t)
        answer = _classical
    try:
        return Side(rules, answer(rules, fitted), fitted, (), notes)
    except HandError as refused:
        return Side(rules, None, fitted, refused.faults, notes)


def _riichi(rules: RiichiRules, how: How) -> Score | NoScore:
    found: Any = score(
        how.hand,
        seat=how.seat,
        round=how.round,
        flags=how.flags,
        dora_indicators=how.dora_indicators,
        ura_indicators=how.ura_indicators,
        honba=how.honba,
        deposits=how.deposits,
        rules=rules,
        strict=how.strict,
    )
    return found


def _classical(rules: Any, how: How) -> ClassicalScore | ClassicalNoScore:
    from ..classical.score import score as classical_score

    return classical_score(
        how.hand, won=how.won, seat=how.seat, round=how.round, rules=rules, flags=how.flags, seen=how.seen, strict=how.strict
    )


# ------------------------------------------------------------------- what of the hand a family doesn't know


def _for_riichi(rules: RiichiRules, how: How, t: Speaker) -> tuple[How, tuple[str, ...]]:
    """The hand as riichi has it: without flowers, red fives where there are none, and flags of the classical rules alone."""
    notes = []
    shown = (*how.dora_indicators, *how.ura_indicators)
    if not rules.red_fives and (how.hand.all_counts & ~KINDS_MASK or any(tile in REDS for tile in shown)):
        dora, ura = (tuple(KIND_OF[tile] for tile in tiles) for tiles in (how.dora_indicators, how.ura_indicators))
        how = how._replace(hand=_without_reds(how.hand), dora_indicators=dora, ura_indicators=ura)
        notes.append(t("red fives are plain fives"))
    hand = how.hand
    if hand.flowers:
        hand = hand._replace(flowers=0)
        notes.append(t("flowers are not in play"))
    kept, dropped = _sorted_flags(how, [flag for flag in FLAGS if flag != "chiihou" or hand.by == TSUMO])
    if dropped:
        notes.append(t("no counterpart here: {flags}", flags=", ".join(dropped)))
    return how._replace(hand=hand, flags=kept), tuple(notes)


def _for_classical(rules: Any, how: How, t: Speaker) -> tuple[How, tuple[str, ...]]:
    """The hand as the classical rules have it: without red fives, and without flags of riichi alone."""
    notes = []
    hand = how.hand
    if hand.all_counts & ~KINDS_MASK:
        hand = _without_reds(hand)
        notes.append(t("red fives are plain fives"))
    if hand.flowers and not rules.flowers:
        hand = hand._replace(flowers=0)
        notes.append(t("flowers are not in play"))
    earthly = RON if rules.earthly_on == "discard" else TSUMO
    kept, dropped = _sorted_flags(how, [flag for flag in CLASSICAL_FLAGS if flag != "chiihou" or hand.by == earthly])
    if dropped:
        notes.append(t("no counterpart here: {flags}", flags=", ".join(dropped)))
    return how._replace(hand=hand, flags=kept), tuple(notes)


def _sorted_flags(how: How, known: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The flags that are known, and the others."""
    have = set(known)
    return tuple(flag for flag in how.flags if flag in have), tuple(flag for flag in how.flags if flag not in have)


def _without_reds(hand: Hand) -> Hand:
    """The same hand with plain fives."""

    def plain(tile: int | None) -> int | None:
        return None if tile is None else KIND_OF[tile]

    melds = tuple(Meld.of(m.type, map(KIND_OF.__getitem__, m.tiles), plain(m.called), m.source, plain(m.added)) for m in hand.melds)
    return hand._replace(counts=hand.counts & KINDS_MASK, melds=melds, win=plain(hand.win))


# ------------------------------------------------------------------------------- what makes the difference


class Cause(NamedTuple):
    """A switch that changes the answer by itself.

    Attributes
    ----------
    switch : str
    rules, other : str
        The rule set that has `mine`, and the one that has `theirs`.
    mine, theirs : object
        Its values.
    instead : Side
        What the first rule set would make of the hand with the other's value.
    """

    switch: str
    rules: str
    other: str
    mine: Any
    theirs: Any
    instead: Side


def causes(one: Side, other: Side, t: Speaker) -> tuple[Cause, ...]:
    """The switches that, taken from another rule set of the family one by one, change what the first makes of the hand."""
    if one.key == other.key:
        return ()
    found = []
    for row in one.rules.diff(other.rules).rows:
        switch = one.rules.switches.get(row.switch)
        if switch is None or switch.stage != "hand":
            continue
        try:
            instead = side(one.rules.but(**{row.switch: row.theirs}), one.how, t)
        except RuleError:  # it doesn't go with the rest of the rule set
            continue
        if instead.key != one.key:
            found.append(Cause(row.switch, one.rules.name, other.rules.name, row.mine, row.theirs, instead))
    return tuple(found)
