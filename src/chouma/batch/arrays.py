"""Columns of hands to columns of scores."""

from __future__ import annotations

import math
import os
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from importlib import import_module
from itertools import accumulate
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .. import families
from ..errors import HandError, Problem, RuleError
from ..facts import Facts
from ..features import FEATURES
from ..hand import FLAG_BITS, FLAGS, Stock
from ..layout import N_MARKS, N_SUMS, joined
from ..riichi.emit import N_PLANES, digest, parameters, plane_bits
from ..riichi.engine import DECLARED, Engine
from ..riichi.fu import DORA
from ..riichi.pricing import Price, special_price
from ..rulesets import RuleSet
from ..score import win_faults
from ..tiles import FIRST_FLOWER, N_KINDS, REDS, copies, dora_of
from . import formulas, uncompiled
from .hands import Given, given, hand_at, in_form, win_at
from .price import LIMITS, Prices, prices
from .uncompiled import FIVES, REFUSED, SCORED


def _compiled_part() -> ModuleType | None:
    """The compiled loops, if they are there, wanted, and made of these very rules."""
    if os.environ.get("CHOUMA_UNCOMPILED") == "1":
        return None
    try:
        built = import_module("._core", __package__)
    except ImportError:
        return None
    if built.made_of != digest():
        warnings.warn("the compiled part of chouma is older than its rules and is not used: install the package again", stacklevel=2)
        return None
    return built


_core = _compiled_part()

#: what `Columns.state` holds
STATES = ("scored", "not_a_win", "no_yaku", "refused")

#: hands that are worked on at a time: their rows stay in the second cache (emitted C), or make up for NumPy's calls
CHUNK, NUMPY_CHUNK = 4096, 65536

#: bytes between which columns begin
LINE = 64

MOST_YAKU = 8 * uncompiled.MOST_PLANES


class Columns(NamedTuple):
    """Scores as columns, one row for each hand; N hands.

    Where a hand isn't scored all but `state` and `status` are 0.

    Attributes
    ----------
    state : ndarray of shape (N,), uint8
        Place in `STATES`: 0 scored, 1 not a win, 2 no yaku, 3 refused.
    status : ndarray of shape (N,), uint64
        Problems of a hand that is refused, as bits of `chouma.Problem`.
    han : ndarray of shape (N,), uint8
        With dora; 0 for a yakuman.
    fu, fu_raw : ndarray of shape (N,), uint8
        Rounded, and before; 0 where there are none.
    yaku : ndarray of shape (N, W), uint64
        Bits of the yaku, in the order of `yaku_names`, 64 a word.
    yakuman : ndarray of shape (N,), uint8
        How many.
    limit : ndarray of shape (N,), uint8
        Place in `chouma.batch.LIMITS`.
    base : ndarray of shape (N,), int32, int64 under aotenjou
        Base points; -1 (`points` too, and nobody pays) where they don't fit, which only aotenjou can reach.
    points : ndarray of shape (N,), as wide as `base`
        What the others pay together, without counters and deposits.
    discarder, dealer, each_nondealer : ndarray of shape (N,), as wide as `base`
        Single payments, counters included; 0 for those who don't pay.
    total : ndarray of shape (N,), as wide as `base`
        All that the winner receives, deposits included.
    dora : ndarray of shape (N, 4), uint8
        Dora, ura dora, red fives, declared norths.
    yaku_names : tuple of str
        Ids of the yaku, by their bit.
    """

    state: np.ndarray
    status: np.ndarray
    han: np.ndarray
    fu: np.ndarray
    fu_raw: np.ndarray
    yaku: np.ndarray
    yakuman: np.ndarray
    limit: np.ndarray
    base: np.ndarray
    points: np.ndarray
    discarder: np.ndarray
    dealer: np.ndarray
    each_nondealer: np.ndarray
    total: np.ndarray
    dora: np.ndarray
    yaku_names: tuple[str, ...]

    @property
    def n(self) -> int:
        return len(self.state)

    def has(self, yaku: str) -> np.ndarray:
        """Which hands have a yaku: ndarray of shape (N,), bool.

        Raises
        ------
        RuleError
            If the rules have no such yaku.
        """
        if yaku not in self.yaku_names:
            raise RuleError(f"these rules have no yaku {yaku!r}")
        word, bit = divmod(self.yaku_names.index(yaku), 64)
        return (self.yaku[:, word] >> np.uint64(bit) & np.uint64(1)).astype(bool)

    def yaku_of(self, row: int) -> tuple[str, ...]:
        """The yaku of one hand."""
        return tuple(name for i, name in enumerate(self.yaku_names) if int(self.yaku[row, i // 64]) >> i % 64 & 1)

    def problems_of(self, row: int) -> tuple[str, ...]:
        """Ids of the problems of one hand."""
        return tuple(problem.id for problem in Problem if int(self.status[row]) & problem)


def compiled() -> bool:
    """Whether the compiled part is there."""
    return _core is not None


def score_arrays(
    counts: ArrayLike,
    win: ArrayLike,
    *,
    rules: RuleSet | str | Mapping[str, Any] = "general",
    threads: int | None = None,
    use_compiled: bool | None = None,
    **columns: ArrayLike,
) -> Any:
    """Score many hands, under riichi or classical rules.

    Parameters
    ----------
    counts : array_like of shape (N, 34), uint8
        Concealed tiles by kind (1m to 9m, 1p to 9p, 1s to 9s, east south west north white green red), the winning tile among them.
        Or the tiles themselves, of shape (N, 14): see `chouma.batch.hands.counts_of`; their red fives then count beside `reds`.
    win : array_like of shape (N,), uint8
        The kind of the winning tile, 0 to 33; 255 in a classical hand that did not win.
    rules : RuleSet, str or mapping
        As for `chouma.rules`: the rule set tells the family.
    threads : int, optional
        How many to use; all cores by default.
    use_compiled : bool, optional
        False: work without the compiled part.
    **columns : array_like
        ``tsumo`` (N,): 1 by self-draw. ``melds`` (N, 4): numbers of groups (`chouma.hand.N_RUNS`), 255 none. ``seat``, ``round`` (N,): 0
        east to 3 north; south and east by default. ``flags`` (N,), uint16: or of `chouma.hand.FLAG_BITS`. ``dora``, ``ura`` (N, 5):
        indicators as tiles, red fives 34 to 36, 255 none. ``reds`` (N, 3): how many of the fives are red. ``norths`` (N,): declared.
        ``honba``, ``deposits`` (N,), int32. A single number (or row) stands for all hands. Under classical rules the
        columns of `ClassicalGiven`, among them ``won`` (N,), 0 did not win, 1 won (as it is by default), 2 wins as dealt.

    Returns
    -------
    Columns or ClassicalColumns
        A hand that can't be costs its own row only: see `Columns.state` and `Columns.status`.

    Raises
    ------
    HandError
        If a column has the wrong shape, or holds what its type can't.
    RuleError
        If there is no such rule set.

    Examples
    --------
    >>> counts = np.zeros((1, 34), np.uint8)
    >>> counts[0, [1, 2, 3, 11, 12, 13, 14, 15, 16, 20, 21, 22]] = 1  # 234m 345678p 345s
    >>> counts[0, 23] = 2  # 66s
    >>> found = score_arrays(counts, [22], flags=[1], rules="tenhou")
    >>> int(found.han[0]), int(found.fu[0]), int(found.points[0]), found.yaku_of(0)
    (3, 30, 3900, ('riichi', 'pinfu', 'tanyao'))
    >>> score_arrays([[9, 9, 31, 31, 31, 2, 3, 4, 20, 21, 22, 24, 26]], 255, won=0, rules="ningbo").score.tolist()
    [16]
    """
    engine, family = _ready(rules)
    unknown = columns.keys() - set(family.fields)
    if unknown:
        raise TypeError(f"score_arrays() got unknown columns {', '.join(sorted(unknown))}: it takes {', '.join(family.fields)}")
    return score_given(family.given(counts, win, **columns), engine, threads=threads, use_compiled=use_compiled)


class _Family(NamedTuple):
    """What columns of one family of rules are made and scored by."""

    fields: tuple[str, ...]
    given: Callable[..., Any]


def is_classical(rules: Any) -> bool:
    """Whether a rule set is of the classical family."""
    return bool(rules.family.name == "classical")


def _ready(rules: RuleSet | str | Mapping[str, Any]) -> tuple[Any, _Family]:
    """The engine of a rule set of any family, and how its columns are made."""
    engine = any_engine(rules)
    if not is_classical(engine.rules):
        return engine, _Family(Given._fields, given)
    from . import classical_hands

    return engine, _Family(classical_hands.ClassicalGiven._fields, classical_hands.given)


def any_engine(rules: RuleSet | str | Mapping[str, Any]) -> Any:
    """The engine of a rule set of any family.

    Raises
    ------
    RuleError
        If there is no such rule set.
    """
    return families.made_ready(families.rules(rules))


def score_given(hands: Any, engine: Any, *, threads: int | None = None, use_compiled: bool | None = None) -> Any:
    """Score hands that are columns already, `Given` or `ClassicalGiven`; see `score_arrays`."""
    if is_classical(engine.rules):
        from . import classical

        return classical.score_given(hands, engine, threads=threads, use_compiled=use_compiled)
    hands = in_form(hands)
    found = _empty(hands.n, engine)
    in_stretches(_runner(engine, with_compiled(use_compiled)), hands, found, threads)
    return found


def with_compiled(asked: bool | None) -> bool:
    """Whether to use the compiled part: as asked, if it is there."""
    return compiled() if asked is None else asked and compiled()


def in_stretches(runner: Any, hands: Any, found: Any, threads: int | None) -> None:
    """Let a runner score all hands, a stretch of them at a time in each thread."""
    n_threads = max(1, threads if threads is not None else os.cpu_count() or 1)
    spans = list(_spans(hands.n, runner.chunk, n_threads))
    if len(spans) == 1:
        runner.run(hands, found, *spans[0])
    elif spans:
        with ThreadPoolExecutor(n_threads) as pool:
            for done in [pool.submit(runner.run, hands, found, *span) for span in spans]:
                done.result()


def _spans(n: int, chunk: int, n_threads: int) -> Iterator[tuple[int, int]]:
    """The hands of each thread: a few long stretches each, so that all end at about the same time."""
    if n_threads == 1 or n <= chunk:
        yield 0, n
        return
    step = max(chunk, -(-n // (4 * n_threads * chunk)) * chunk)
    for first in range(0, n, step):
        yield first, min(n, first + step)


def _empty(n: int, engine: Engine) -> Columns:
    names = tuple(entry.id for entry in engine.in_order)
    if len(names) > MOST_YAKU:
        raise RuleError(f"{len(names)} yaku: columns hold up to {MOST_YAKU}")
    width = prices(engine).base.dtype
    shapes: dict[str, tuple[tuple[int, ...], np.dtype[Any]]] = {
        "yaku": ((n, -(-len(names) // 64)), np.dtype(np.uint64)),
        **dict.fromkeys(("base", "points", "discarder", "dealer", "each_nondealer", "total"), ((n,), width)),
        "dora": ((n, len(DORA)), np.dtype(np.uint8)),
        **dict.fromkeys(("state", "han", "fu", "fu_raw", "yakuman", "limit"), ((n,), np.dtype(np.uint8))),
    }
    # most of `status` is never touched, and so costs no memory
    return Columns(**_side_by_side(shapes), status=np.zeros(n, np.uint64), yaku_names=names)


def _side_by_side(shapes: Mapping[str, tuple[tuple[int, ...], np.dtype[Any]]]) -> dict[str, np.ndarray]:
    """Columns of zeros in one stretch of memory, which the system gives in larger pages than it would give each of them."""
    sizes = {name: math.prod(shape) * width.itemsize for name, (shape, width) in shapes.items()}
    ends = list(accumulate((-(-size // LINE) * LINE for size in sizes.values()), initial=0))
    whole = np.zeros(ends[-1], np.uint8)
    return {
        name: whole[first : first + sizes[name]].view(width).reshape(shape)
        for first, (name, (shape, width)) in zip(ends, shapes.items(), strict=False)
    }


@lru_cache(maxsize=8)
def _compiled_core(stock: Stock) -> Any:
    makes = [dora_of(tile, stock.players) for tile in range(FIRST_FLOWER)]
    available = [stock.available(kind) for kind in range(N_KINDS)]
    assert _core is not None
    return _core.Core(stock.players, [stock.available(red) for red in REDS], available, makes)


class Runner:
    """A rule set made ready for columns.

    Parameters
    ----------
    engine : Engine
    use_compiled : bool
        Read hands and pick the best reading by the compiled part.
    """

    def __init__(self, engine: Engine, use_compiled: bool):
        self.engine = engine
        self.prices: Prices = prices(engine)
        stock = engine.rules.stock
        self.module: Any = _core if use_compiled else uncompiled
        self.core = _compiled_core(stock) if use_compiled else uncompiled.Core(stock.players, stock.room, stock.high_bits)
        self.emitted = use_compiled and not engine.rules.extra_yaku
        self.chunk = CHUNK if self.emitted else NUMPY_CHUNK
        self.parameters = _core.Rules(parameters(engine)) if self.emitted else None  # type: ignore[union-attr]
        self.pack = _declared_pack(engine) if self.emitted else _plain_pack(engine)
        self._kept = threading.local()
        self.must_look = bool(engine.fixed_bits) or not engine.rules.yakuman_stacking

    def run(self, hands: Given, found: Columns, first: int, last: int) -> None:
        """Score hands `first` to `last`."""
        size = min(self.chunk, last - first)
        scratch = getattr(self._kept, "scratch", None)
        if scratch is None or scratch.n_hands < size:
            scratch = self._kept.scratch = self.module.Scratch(size)
        while first < last:
            n = self.core.read(hands, scratch, first, last)
            self._rows(scratch)
            if self.must_look:
                self._look(scratch)
            scratch.finish(self.prices, hands, found, first, self.pack)
            self._say_why(hands, found, first, first + n)
            first += n

    def _rows(self, scratch: Any) -> None:
        """What each row is worth."""
        if self.emitted:
            scratch.formulas(self.parameters)
            return
        n = scratch.n_rows
        if n:
            n_planes = self.pack.shape[1]
            formulas.rows(
                *(self.engine, scratch.word_arrays[:, :n], scratch.output_arrays[:, :n]),
                *(scratch.dora_arrays[:, :n], scratch.plane_arrays[:n_planes, :n]),
            )

    def _look(self, scratch: Any) -> None:
        """Rows whose price han, fu and yakuman alone don't tell: the highest of several yakuman, a yaku in place of everything else."""
        n = scratch.n_rows
        han, raw, fu, units, limits, fixed, *_ = scratch.output_arrays[:, :n]
        looked_at = fixed != 0
        if not self.engine.rules.yakuman_stacking:  # of several yakuman the highest counts; most hands have one
            planes = scratch.plane_arrays[: self.pack.shape[1], :n]
            looked_at |= (limits != 0) & ((planes & (planes - 1) != 0).any(axis=0) | ((planes != 0).sum(axis=0) > 1))
        for row in np.flatnonzero(looked_at).tolist():
            hits = self._bits(scratch, row)
            known = _row_numbers(scratch.word_arrays[:, row])
            priced = special_price(self.engine, Price(0, int(han[row]), int(raw[row]), int(fu[row]), hits), *known)
            han[row], raw[row], fu[row], units[row] = priced.han, priced.fu_raw, priced.fu, priced.yakuman
            limits[row] = 255 if priced.yakuman else 0
            if priced.fixed:
                scratch.dora_arrays[:, row] = 0
            self._set_bits(scratch, row, priced.hits)

    def _bits(self, scratch: Any, row: int) -> int:
        """The yaku of a row, as bits of the engine."""
        planes = scratch.plane_arrays[: self.pack.shape[1], row]
        words = [np.bitwise_or.reduce(self.pack[w, np.arange(len(planes)), planes]) for w in range(self.pack.shape[0])]
        return sum(int(word) << 64 * w for w, word in enumerate(words))

    def _set_bits(self, scratch: Any, row: int, hits: int) -> None:
        planes = scratch.plane_arrays[:, row]
        planes[:] = 0
        for entry in self.engine.in_order:
            if hits & entry.bit:
                at = DECLARED.index(entry.yaku) if self.emitted else entry.bit.bit_length() - 1
                planes[at // 8] |= 1 << at % 8

    def _say_why(self, hands: Given, found: Columns, first: int, last: int) -> None:
        """The problems of the hands that are refused."""
        state = found.state[first:last]
        for at in first + np.flatnonzero(state == REFUSED):
            found.status[at] = int(problems_at(hands, int(at), self.engine))
            for column in found[2:-1]:
                column[at] = 0


@lru_cache(maxsize=16)
def _runner(engine: Engine, use_compiled: bool) -> Runner:
    """A rule set is made ready once, not for every batch."""
    return Runner(engine, use_compiled)


def problems_at(hands: Given, at: int, engine: Engine) -> Problem:
    """The problems of one of the hands, by the words that check a single one."""
    try:
        hand, win = hand_at(hands, at), win_at(hands, at)
    except HandError as error:
        return error.problems
    problems = Problem(0)
    for fault in win_faults(hand, win, engine):
        problems |= fault.problem
    held = hand.all_counts
    if any(int(red) > copies(held, five) for red, five in zip(hands.reds[at], FIVES, strict=True)):
        problems |= Problem.BAD_VALUE
    if int(hands.flags[at]) >> len(FLAGS):
        problems |= Problem.BAD_VALUE
    return problems


def _row_numbers(words: np.ndarray) -> tuple[int, int, Facts]:
    """The sums, the marks and the facts of a row."""
    numbers = words.tolist()
    of_hand = joined(numbers[N_SUMS + N_MARKS :])
    flags = sum(bit for name, bit in FLAG_BITS.items() if _in_lane(of_hand, name))
    facts = Facts._make([*(_in_lane(of_hand, name) for name in Facts._fields[:-1]), flags])  # flags come last
    return joined(numbers[:N_SUMS]), joined(numbers[N_SUMS : N_SUMS + N_MARKS]), facts


def _in_lane(number: int, name: str) -> int:
    lane = FEATURES[name].lane
    assert lane is not None
    return number >> lane.shift & lane.mask


def _declared_pack(engine: Engine) -> np.ndarray:
    """From planes of declared yaku to the bits of the engine."""
    names = len(engine.in_order)
    pack = np.zeros((-(-names // 64), N_PLANES, 256), np.uint64)
    for i, bit in plane_bits(engine):
        held = (np.arange(256) >> i % 8 & 1).astype(bool)
        pack[bit // 64, i // 8, held] |= np.uint64(1 << bit % 64)
    return pack


def _plain_pack(engine: Engine) -> np.ndarray:
    """From planes of the engine's bits to words of them."""
    n_planes = -(-len(engine.in_order) // 8)
    pack = np.zeros((-(-n_planes // 8), n_planes, 256), np.uint64)
    for plane in range(n_planes):
        pack[plane // 8, plane] = np.arange(256, dtype=np.uint64) << np.uint64(8 * (plane % 8))
    return pack


__all__ = ["LIMITS", "REFUSED", "SCORED", "STATES", "Columns", "compiled", "score_arrays", "score_given"]
