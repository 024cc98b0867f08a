"""What a hand of 13 waits for, and what each tile would be worth; how far it is from that, and what brings it nearer: `waits`.

>>> found = waits("234m 345678p 6634s", riichi=True, rules="tenhou")
>>> [(wait.tile, wait.left, wait.ron.points, wait.tsumo.points) for wait in found.waits]
[('2s', 4, 3900, 5200), ('5s', 3, 3900, 5200), ('0s', 1, 7700, 8000)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from .asked import flag_bits, hand_of, tiles_given
from .errors import Fault, HandError, Problem, worded
from .families import rules as rules_of
from .hand import BITS_OF, CLASSICAL_FLAGS, FLAGS, RON, TSUMO, Hand, Stock, Win, tile_faults
from .result import NO_YAKU, NOT_A_WIN, NoScore, Score
from .riichi.engine import engine_of
from .riichi.rules import RiichiRules
from .rulesets import RuleSet
from .score import score_hand, with_declared
from .seats import Wind, wind
from .shapes.distance import Distance, distance, improving
from .shapes.waits import complete_waits, kinds_in
from .tiles import FIRST_FLOWER, KIND_OF, N_KINDS, NAMES, ONE, RED_OF, REDS, copies, count

if TYPE_CHECKING:
    from .classical.result import ClassicalNoScore, ClassicalScore

    AnyScore = Score | NoScore | ClassicalScore | ClassicalNoScore

SCHEMA = "chouma.waits/1"
_COPIES = 4


class Draw(NamedTuple):
    """A kind that brings a hand nearer, and how many of it are left."""

    tile: str
    left: int

    def to_dict(self) -> dict[str, Any]:
        return self._asdict()


class Wait(NamedTuple):
    """A tile that completes a hand.

    Attributes
    ----------
    tile : str
        A red five is a tile of its own.
    left : int
        How many are neither in the hand nor seen.
    ron, tsumo : Score or NoScore, or what the classical rules have for them
        What it comes to by a discard and by self-draw; a `NoScore` says that a yaku is lacking, and which is nearest.
    """

    tile: str
    left: int
    ron: AnyScore
    tsumo: AnyScore

    @property
    def needs_yaku(self) -> bool:
        """Whether a discard of it isn't paid, as the hand has no yaku."""
        return isinstance(self.ron, NoScore) and self.ron.reason == NO_YAKU

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """The tile with both its scores as the wire form has them, their lines in a language."""
        worth = {"ron": _worth(self.ron, lang), "tsumo": _worth(self.tsumo, lang)}
        return {"tile": self.tile, "left": self.left, "needs_yaku": self.needs_yaku, **worth}


def _worth(score: AnyScore, lang: str) -> dict[str, Any]:
    return {key: value for key, value in score.to_dict(lang).items() if key not in ("schema", "ok", "rules")}


class Waits(NamedTuple):
    """What a hand of 13 tiles waits for; it is true if that is anything.

    Attributes
    ----------
    hand : Hand
    rules : RuleSet
    distance : Distance
        How many tiles must change before it is ready, as groups and a pair, as seven pairs and as orphans.
    waits : tuple of Wait
        Every tile that completes it.
    gone : tuple of str
        Kinds that would complete it, if the hand (with the indicators) didn't hold all four.
    draws : tuple of Draw
        The kinds that bring it nearer; for a hand that is ready those that complete it.
    furiten : tuple of str
        The waits among its own discards: it can't win by a discard, whatever the tile.
    left_out : tuple of pairs of str
        Flags that don't go with one way of winning, and the way: ``("haitei", "ron")``.
    """

    hand: Hand
    rules: RuleSet
    distance: Distance
    waits: tuple[Wait, ...]
    gone: tuple[str, ...]
    draws: tuple[Draw, ...]
    furiten: tuple[str, ...]
    left_out: tuple[tuple[str, str], ...]

    def __bool__(self) -> bool:
        return bool(self.waits)

    @property
    def shanten(self) -> int:
        """How many tiles must change before the hand is ready; 0 is ready."""
        return self.distance.least

    @property
    def left(self) -> int:
        """How many tiles there are that bring it nearer, or complete it."""
        return sum(draw.left for draw in self.draws)

    @property
    def pure(self) -> bool:
        """Whether one kind alone completes the concealed tiles, as the rules count waits; classical rules pay for that."""
        if not self.waits:
            return False
        facts = self.waits[0].ron.facts
        return getattr(facts, "n_waits", len(self.kinds)) == 1

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds that complete it: a red five with its plain ones."""
        return tuple(dict.fromkeys(NAMES[KIND_OF[NAMES.index(wait.tile)]] for wait in self.waits))

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """The answer as the wire form ``chouma.waits/1`` has it, its lines in a language."""
        return {
            "schema": SCHEMA,
            "ok": True,
            "ready": bool(self.waits),
            "rules": self.rules.wire,
            "shanten": self.shanten,
            "distance": self.distance._asdict(),
            "waits": [wait.to_dict(lang) for wait in self.waits],
            "pure": self.pure,
            "gone": list(self.gone),
            "draws": [draw.to_dict() for draw in self.draws],
            "left": self.left,
            "furiten": list(self.furiten),
            "left_out": [{"flag": flag, "by": by} for flag, by in self.left_out],
        }

    def text(self, lang: str = "en") -> str:
        """The answer in words, with prices, as aligned lines."""
        from .waits_text import waits_text

        return waits_text(self, lang)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        told = "waits for " + " ".join(wait.tile for wait in self.waits) if self.waits else f"{self.shanten} from ready"
        return f"<Waits {told}: {self.left} tiles>"


class Discard(NamedTuple):
    """A tile of a hand of 14 that could go, and what is left then.

    Attributes
    ----------
    tile : str
        A plain five where there is one beside the red.
    shanten : int
    draws : tuple of Draw
        The kinds that bring the other 13 nearer.
    """

    tile: str
    shanten: int
    draws: tuple[Draw, ...]

    @property
    def left(self) -> int:
        """How many tiles those are."""
        return sum(draw.left for draw in self.draws)

    def to_dict(self) -> dict[str, Any]:
        """The discard as the wire form has it."""
        return {"tile": self.tile, "shanten": self.shanten, "draws": [draw.to_dict() for draw in self.draws], "left": self.left}


class Discards(NamedTuple):
    """What a hand of 14 tiles could discard, best first.

    Attributes
    ----------
    hand : Hand
    rules : RuleSet
    distance : Distance
        Of the 14 tiles: -1 is complete.
    discards : tuple of Discard
        Those after which it is nearest come first, then those with more tiles that bring it nearer still.
    """

    hand: Hand
    rules: RuleSet
    distance: Distance
    discards: tuple[Discard, ...]

    @property
    def shanten(self) -> int:
        """How many tiles must change before the hand is ready; -1 if it is complete."""
        return self.distance.least

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """The answer as the wire form ``chouma.waits/1`` has it, its lines in a language."""
        return {
            "schema": SCHEMA,
            "ok": True,
            "ready": self.shanten <= 0,
            "rules": self.rules.wire,
            "shanten": self.shanten,
            "distance": self.distance._asdict(),
            "discards": [one.to_dict() for one in self.discards],
        }

    def text(self, lang: str = "en") -> str:
        """The answer in words, as aligned lines."""
        from .waits_text import discards_text

        return discards_text(self, lang)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Discards {self.shanten} from ready: best {' '.join(one.tile for one in self.discards[:3])}>"


def waits(
    hand: str | Hand,
    *,
    seat: Wind | str = "S",
    round: Wind | str = "E",
    dora_indicators: str | Iterable[str | int] = (),
    ura_indicators: str | Iterable[str | int] = (),
    honba: int = 0,
    deposits: int = 0,
    rules: RuleSet | str | Mapping[str, Any] = "general",
    flags: Iterable[str] = (),
    discards: str | Iterable[str | int] = (),
    seen: str | Iterable[str | int] = (),
    notation: str | None = None,
    **named: bool,
) -> Waits | Discards:
    """What a hand waits for, or how far it is from waiting for anything.

    Parameters
    ----------
    hand : str or Hand
        13 tiles, a meld counting as three, without a winning tile; or 14, to see what to discard.
    seat, round : Wind or str
        The player's wind and the wind of the round.
    dora_indicators, ura_indicators : str or iterable
        Indicators as shown on the table. The tiles that they are can't come any more.
    honba, deposits : int
        Counters and riichi sticks on the table.
    rules : RuleSet, str or mapping
        A rule set of any family, the name of a preset, or ``{"base": "tenhou", "kiriage_mangan": True}``.
    flags : iterable of str
        What holds when the hand wins, such as ``riichi``; each may also be given by name: ``riichi=True``. A flag that goes with
        self-draws alone, or with discards alone, is left out of the other score.
    discards : str or iterable
        The player's own discards: a wait among them is furiten.
    seen : str or iterable
        Other tiles on the table: the others' discards and melds.
    notation : str, optional
        Read `hand` as this notation and no other.

    Returns
    -------
    Waits or Discards
        `Waits` of 13 tiles, `Discards` of 14.

    Raises
    ------
    HandError, RuleError
        If the hand can't be: every reason at once; if there is no such rule set.

    Examples
    --------
    >>> waits("19m 19p 19s 1234567z").left
    39
    >>> best = waits("123m 456p 789s 11z 23m 9p").discards[0]
    >>> best.tile, best.shanten, best.draws
    ('9p', 0, (Draw(tile='1m', left=3), Draw(tile='4m', left=4)))
    """
    shown = {"dora_indicators": dora_indicators, "ura_indicators": ura_indicators, "discards": discards, "seen": seen}
    return _asked(hand, notation, seat, round, flags, named, shown, (honba, deposits), rules_of(rules))


def _asked(
    hand: Any,
    notation: str | None,
    seat: Any,
    round: Any,
    flags: Any,
    named: Mapping[str, Any],
    shown: Mapping[str, Any],
    counters: tuple[int, int],
    rules: RuleSet,
) -> Waits | Discards:
    given, known = _Given(), FLAGS if isinstance(rules, RiichiRules) else CLASSICAL_FLAGS
    bits = given.read(lambda: flag_bits(flags, named, known), 0)
    taken = given.read(lambda: hand_of(hand, notation), None)
    winds = given.read(lambda: wind(seat), Wind.S), given.read(lambda: wind(round, "round"), Wind.E)
    dora, ura, own, others = (given.tiles(tiles, where) for where, tiles in shown.items())
    if given.faults or taken is None:
        raise given.refusal()
    bits = with_declared(bits, hand, notation) if known is FLAGS else bits
    return find(taken, Win(*winds, bits, dora, ura, *counters), rules, discards=own, seen=others)


_T = TypeVar("_T")


class _Given:
    """Reads what was given, one thing after the other, and keeps what is wrong with each."""

    def __init__(self) -> None:
        self.faults: list[HandError] = []

    def read(self, read_one: Callable[[], _T], default: Any) -> _T:
        try:
            return read_one()
        except HandError as refused:
            self.faults.append(refused)
            return default

    def tiles(self, given: Any, where: str) -> tuple[int, ...]:
        """Tiles, as one text or one by one."""
        if isinstance(given, str) and not given.strip():
            return ()
        return self.read(lambda: tiles_given(given, where), ())

    def refusal(self) -> HandError:
        """Every reason; a single one as it was told, with its picture."""
        if len(self.faults) == 1:
            return self.faults[0]
        return HandError(fault for refused in self.faults for fault in refused.faults)


def find(hand: Hand, how: Win, rules: RuleSet, *, discards: tuple[int, ...] = (), seen: tuple[int, ...] = ()) -> Waits | Discards:
    """The same for a hand that is read already; see `waits`.

    Parameters
    ----------
    hand : Hand
    how : Win
        Seat, round, flags, indicators, counters and deposits.
    rules : RuleSet
    discards, seen : tuple of int
        Tiles.
    """
    stock: Stock = rules.stock  # type: ignore[attr-defined]
    table = _Table(hand, how, stock, discards, seen)
    faults = table.faults()
    if not isinstance(rules, RiichiRules):
        faults += [
            Fault(Problem.BAD_VALUE, worded("the rules {rules} know no {field}: take them away", rules=rules.name, field=name), name)
            for name in ("dora_indicators", "ura_indicators", "honba", "deposits")
            if getattr(how, name)
        ]
    if faults:
        raise HandError(faults)
    bare = hand._replace(win=None, by=None)
    if bare.size == 14:
        return _discards(bare, rules, table)
    return _waits(bare, how, rules, table)


class _Table:
    """The tiles that a hand and the table hold, and those that are left."""

    def __init__(self, hand: Hand, how: Win, stock: Stock, discards: tuple[int, ...], seen: tuple[int, ...]):
        self.hand, self.how, self.stock = hand, how, stock
        self.discards, self.seen = discards, seen
        self.shown = {"dora_indicators": how.dora_indicators, "ura_indicators": how.ura_indicators}
        #: what no winning tile can be
        self.held = hand.all_counts + count(how.dora_indicators + how.ura_indicators)
        self.out = self.held + count(discards + seen)

    def faults(self) -> list[Fault]:
        """Everything that is wrong with the tiles."""
        hand = self.hand
        found = tile_faults(hand._replace(win=None, by=None), self.shown, self.stock, won=False)
        found = [fault for fault in found if fault.problem != Problem.TILE_COUNT]
        if hand.win is not None and hand.by == RON:
            told = worded("a discard is no part of the hand: take +{tile} away to see what the hand waits for", tile=NAMES[hand.win])
            found.append(Fault(Problem.BAD_VALUE, told))
        elif hand.size not in (13, 14):
            mend = worded("take away {one} or {other}", one=hand.size - 13, other=hand.size - 14)
            if hand.size < 13:
                mend = worded("add {n}", n=13 - hand.size)
            told = worded("the hand has {n} tiles, a meld counting as three", n=hand.size)
            if hand.size == 1:
                told = worded("the hand has 1 tile")
            found.append(Fault(Problem.TILE_COUNT, worded("{told}: 13 wait, and 14 have one to discard: {mend}", told=told, mend=mend)))
        for where, tiles in (("discards", self.discards), ("seen", self.seen)):
            if any(tile >= FIRST_FLOWER for tile in tiles):
                found.append(Fault(Problem.BAD_VALUE, worded("{field} hold flowers: give the other tiles alone", field=where), where))
        if not found:
            found += [
                Fault(Problem.FIFTH_COPY, worded(
                    "{n} copies of {tile} in the hand and on the table: count each tile once",
                    n=n, tile=NAMES[tile],
                ), "seen")
                for tile in range(FIRST_FLOWER)
                if (n := copies(self.out, tile)) > self.stock.available(tile)
            ]
        return found

    def draws(self, kinds: int, held: int | None = None) -> tuple[Draw, ...]:
        """Some kinds, and how many are left; not those of which the hand has all."""
        has = self.held if held is None else held
        return tuple(Draw(NAMES[kind], self.left(kind)) for kind in kinds_in(kinds) if copies(has, kind) < self.stock.available(kind))

    def left(self, kind: int) -> int:
        """How many of a kind are left."""
        return self.stock.available(kind) - copies(self.out, kind)

    def left_of(self, tile: int) -> int:
        """How many of a tile are left: red fives and plain ones apart."""
        total, red = self.left(KIND_OF[tile]), RED_OF.get(KIND_OF[tile])
        n_red = min(total, self.stock.available(red) - copies(self.out, red)) if red is not None else 0
        return n_red if tile in REDS else total - n_red

    def tiles(self, kinds: int) -> list[int]:
        """The tiles of some kinds that could still win, a red five after its plain ones."""
        found = []
        for kind in kinds_in(kinds):
            for tile in (kind, RED_OF.get(kind)):
                if tile is not None and max(copies(self.held, one) + 1 - self.stock.available(one) for one in {tile, kind}) <= 0:
                    found.append(tile)
        return found


# ---------------------------------------------------------------------------------------------- 14 tiles


def _discards(hand: Hand, rules: RuleSet, table: _Table) -> Discards:
    players = table.stock.players
    found = []
    for kind in range(N_KINDS):
        n = copies(hand.counts, kind)
        if not n:
            continue
        red = RED_OF.get(kind)
        # the plain five goes before the red one
        tile = red if red is not None and copies(hand.counts, red) == n else kind
        rest = hand._replace(counts=hand.counts - ONE[tile])
        found.append(Discard(NAMES[tile], distance(rest, players).least, table.draws(improving(rest, players))))
    found.sort(key=lambda one: (one.shanten, -one.left, -len(one.draws)))
    return Discards(hand, rules, distance(hand, players), tuple(found))


# ---------------------------------------------------------------------------------------------- 13 tiles

_Scorer = Callable[[Hand, int], Any]


def _completes(score: AnyScore) -> bool:
    """Whether a tile completes the hand, even if the rules don't pay for it."""
    return bool(score) or score.reason != NOT_A_WIN  # type: ignore[union-attr]


def _waits(hand: Hand, how: Win, rules: RuleSet, table: _Table) -> Waits:
    players = table.stock.players
    away = distance(hand, players)
    in_game = sum(1 << kind for kind in range(N_KINDS) if table.stock.available(kind))
    shapes = complete_waits(hand) & in_game
    if isinstance(rules, RiichiRules):
        tried, scorer = shapes, _riichi(how, rules)
    else:
        tried, scorer = in_game, _classical(how, rules, count(table.discards + table.seen))
    ways = _Ways(scorer, how.flags)
    found = []
    for tile in table.tiles(tried):
        scores = [ways.score(hand, tile, by) for by in (RON, TSUMO)]
        if all(map(_completes, scores)):
            found.append(Wait(NAMES[tile], table.left_of(tile), *scores))
    ways.check()
    kinds = shapes | sum({1 << KIND_OF[NAMES.index(wait.tile)] for wait in found})
    gone = tuple(NAMES[kind] for kind in kinds_in(shapes) if copies(table.held, kind) >= table.stock.available(kind))
    draws = table.draws(kinds if found else improving(hand, players))
    thrown = {KIND_OF[tile] for tile in table.discards}
    furiten = tuple(NAMES[kind] for kind in kinds_in(kinds) if kind in thrown) if isinstance(rules, RiichiRules) else ()
    return Waits(hand, rules, away, tuple(found), gone, draws, furiten, ways.left_out)


def _riichi(how: Win, rules: RiichiRules) -> _Scorer:
    engine = engine_of(rules)
    return lambda hand, flags: score_hand(hand, how._replace(flags=flags), engine, strict=False)


def _classical(how: Win, rules: RuleSet, seen: int) -> _Scorer:
    from .classical import score  # here: who waits for a riichi hand doesn't wait for this
    from .classical.engine import engine

    ready = engine(rules)
    return lambda hand, flags: score.score_hand(hand, how._replace(flags=flags), ready, seen=seen, strict=False)


class _Ways:
    """Scores a hand by one tile and one way after the other, each with the flags that go with it."""

    def __init__(self, scorer: _Scorer, flags: int):
        self._scorer, self._flags = scorer, flags
        self._refused: dict[str, Fault] = {}
        self._taken = 0
        self._out: dict[tuple[str, str], None] = {}

    def score(self, hand: Hand, tile: int, by: str) -> Any:
        """The score, without the flags that are refused there."""
        done, flags, out = hand.winning(tile, by), self._flags, []
        while (score := self._scorer(done, flags)).waived:
            refused = {fault.where.removeprefix("flags."): fault for fault in score.waived}
            dropped = sum(BITS_OF.get(name, 0) for name in refused) & flags
            if not dropped:  # it's something else
                raise HandError(score.waived)
            self._refused = {**refused, **self._refused}
            out += [(name, by) for name in refused]
            flags &= ~dropped
        self._taken |= flags
        if _completes(score):
            self._out.update(dict.fromkeys(out))
        return score

    def check(self) -> None:
        """Refuse the flags that went with no tile and no way."""
        never = [fault for name, fault in self._refused.items() if not BITS_OF[name] & self._taken]
        if never:
            raise HandError(dict.fromkeys(never))

    @property
    def left_out(self) -> tuple[tuple[str, str], ...]:
        return tuple(self._out)
