"""Columns of classical hands, winners and losers in one, to columns of scores.

Most hands go through the formulas a column at a time. The few that the columns don't hold (a hand that can't be, one that was calling
a limit hand, more fan than the tables have) are scored one by one, by the words that score a single hand: so a row means the same here
as there.
"""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ..classical.engine import UNKNOWN_FLAGS, Engine
from ..classical.facts import SNAKES, special_of, unconnected
from ..classical.pricing import HALF_LIMIT, LIMIT, PART_OF_LIMIT, WAIT_ORDER, counted, part_of
from ..classical.result import ClassicalScore
from ..errors import Problem, RuleError
from ..features import FEATURES
from ..groups import WAITS
from ..hand import BITS_OF, FLAGS
from ..layout import N_MARKS, N_SUMS, N_WORDS, place
from ..score import MOST_INDICATORS
from ..tiles import N_KINDS
from . import arrays, partial, uncompiled
from .classical_formulas import DEALT, LOST, WON, n_planes, program, refusals
from .classical_hands import ClassicalGiven, hand_at, in_form, score_at
from .hands import NONE, Given
from .partial import Told
from .uncompiled import NOT_A_WIN, REFUSED, SCORED

#: what `ClassicalColumns.limit` holds
LIMITS = ("", LIMIT, HALF_LIMIT, PART_OF_LIMIT)

#: hands that are worked on at a time: long enough to make up for NumPy's calls, short enough for the second cache
CHUNK = 32768

_N_READ = N_SUMS + N_MARKS
# rows that count to more are priced one by one
_MOST_FU, _MOST_FAN = 400, 24
_FLAG_BITS = (1 << len(FLAGS)) - 1
_CALLING = BITS_OF["calling"]
_BIT_COUNT = np.array([i.bit_count() for i in range(256)], np.uint8)
# in the number that readings are compared by: score, fan, fu, wait, and the first of equals
_POSITIONS, _BITS = 128, (7, 2, 9, 5)


class ClassicalColumns(NamedTuple):
    """Scores as columns, one row for each hand; N hands.

    Where a hand isn't scored all but `state` and `status` are 0, and `paid_for` is -1.

    Attributes
    ----------
    state : ndarray of shape (N,), uint8
        Place in `chouma.batch.STATES`: 0 scored (won or not), 1 said to win and doesn't, 3 refused.
    status : ndarray of shape (N,), uint64
        Problems of a hand that is refused, as bits of `chouma.Problem`.
    fu, fu_raw : ndarray of shape (N,), uint16
        As they count, and as they add up.
    fan : ndarray of shape (N,), uint16
    score : ndarray of shape (N,), int64
        Points; -1 where they don't fit, which only rules without a limit can reach.
    limit : ndarray of shape (N,), uint8
        Place in `LIMITS`.
    paid_for : ndarray of shape (N,), int16
        Place in `hit_names` of the limit hand that the score is paid for; -1: none.
    hits : ndarray of shape (N, W), uint64
        Bits of the patterns, in the order of `hit_names`, 64 a word.
    hit_names : tuple of str
        Ids of the patterns, by their bit.
    """

    state: np.ndarray
    status: np.ndarray
    fu: np.ndarray
    fu_raw: np.ndarray
    fan: np.ndarray
    score: np.ndarray
    limit: np.ndarray
    paid_for: np.ndarray
    hits: np.ndarray
    hit_names: tuple[str, ...]

    @property
    def n(self) -> int:
        return len(self.state)

    def has(self, pattern: str) -> np.ndarray:
        """Which hands have a pattern: ndarray of shape (N,), bool.

        Raises
        ------
        RuleError
            If the rules have no such pattern.
        """
        if pattern not in self.hit_names:
            raise RuleError(f"these rules give nothing for {pattern!r}")
        word, bit = divmod(self.hit_names.index(pattern), 64)
        return (self.hits[:, word] >> np.uint64(bit) & np.uint64(1)).astype(bool)

    def hits_of(self, row: int) -> tuple[str, ...]:
        """The patterns of one hand."""
        return tuple(name for i, name in enumerate(self.hit_names) if int(self.hits[row, i // 64]) >> i % 64 & 1)

    def paid_for_of(self, row: int) -> str:
        """The limit hand that the score of one hand is paid for, where it is."""
        return self.hit_names[self.paid_for[row]] if self.paid_for[row] >= 0 else ""

    def problems_of(self, row: int) -> tuple[str, ...]:
        """Ids of the problems of one hand."""
        return tuple(problem.id for problem in Problem if int(self.status[row]) & problem)


def empty(n: int, engine: Engine) -> ClassicalColumns:
    """Columns to be filled."""
    names = tuple(entry.id for entry in engine.entries)
    types = {"state": np.uint8, "status": np.uint64, "score": np.int64, "limit": np.uint8}
    columns = {name: np.zeros(n, types.get(name, np.uint16)) for name in ClassicalColumns._fields[:-3]}
    hits = np.zeros((n, max(1, -(-len(names) // 64))), np.uint64)
    return ClassicalColumns(**columns, paid_for=np.full(n, -1, np.int16), hits=hits, hit_names=names)


class _Best(NamedTuple):
    """The best row of each of some hands."""

    scored: np.ndarray
    fu: np.ndarray
    fu_raw: np.ndarray
    fan: np.ndarray
    score: np.ndarray
    limit: np.ndarray
    paid_for: np.ndarray
    hits: np.ndarray


class Prices(NamedTuple):
    """What fu and fan come to, at fu x `_MOST_FAN` + fan: fu as they count, points, place in `LIMITS`."""

    fu: np.ndarray
    score: np.ndarray
    limit: np.ndarray


@lru_cache(maxsize=64)
def prices(engine: Engine, won: bool) -> Prices:
    """The prices of a rule set, each worked out once, by the rules that price a single hand that won or one that didn't."""
    found = [counted(raw, fan, engine.rules, won) for raw in range(_MOST_FU) for fan in range(_MOST_FAN)]
    fu, score, limit = zip(*found, strict=True)
    return Prices(np.array(fu, np.uint16), np.array(score, np.int64), np.array([LIMITS.index(name) for name in limit], np.uint8))


# the place of each wait between readings that score the same, by its number
_WAIT_PLACE = np.array([WAIT_ORDER.get(wait, 0) for wait in range(len(WAITS))], np.int64)


class Runner:
    """A classical rule set made ready for columns.

    Parameters
    ----------
    engine : Engine
    module : module or None
        The compiled part; None: work without.
    core : object
        Reads hands that won into rows.
    """

    def __init__(self, engine: Engine, module: Any, core: Any):
        self.engine, self.module, self.core = engine, module, core
        self.chunk = CHUNK
        self.prices = {won: prices(engine, won) for won in (True, False)}
        self.excludes = partial.EXCLUDES.index(engine.rules.wait_excludes)
        shares = [(share.times / share.of, -i, share) for i, entry in enumerate(engine.entries) if (share := entry.worth.limit)]
        # the limit hands by their place in the rules, those that pay most last, and of these the first
        self.parts = [(-i, part_of(engine.entries[-i], share, engine.rules)) for _, i, share in sorted(shares)]
        self.limit_bits = self._words([entry.id for entry in engine.entries if entry.worth.limit])
        self.shape_bits = self._words([entry.id for entry in engine.entries if entry.bit & engine.shape_bits])
        self.shape_entries = bool(engine.shape_bits)
        self._kept = threading.local()

    def _words(self, ids: list[str]) -> np.ndarray:
        """Some patterns as words of `ClassicalColumns.hits`."""
        bits = sum(1 << i for i, entry in enumerate(self.engine.entries) if entry.id in ids)
        n_words = max(1, -(-len(self.engine.entries) // 64))
        return np.array([bits >> 64 * w & (1 << 64) - 1 for w in range(n_words)], np.uint64)

    def run(self, hands: ClassicalGiven, found: ClassicalColumns, first: int, last: int) -> None:
        """Score hands `first` to `last`."""
        for start in range(first, last, self.chunk):
            rows = slice(start, min(last, start + self.chunk))
            part = hands.part(rows)
            into = ClassicalColumns._make((*(column[rows] for column in found[:-1]), found.hit_names))
            odd = self._odd(part)
            for what, score in ((WON, self._winners), (LOST, self._others), (DEALT, self._others)):
                at = np.flatnonzero((part.won == what) & ~odd)
                if len(at):
                    chosen = part if len(at) == part.n else part.take(at)
                    score(chosen, what, at, into, odd)
            for row in np.flatnonzero(odd):
                self._singly(part, int(row), into)

    def _odd(self, part: ClassicalGiven) -> np.ndarray:
        """Hands whose columns hold what these loops don't look at."""
        odd = (part.won > DEALT) | (part.seat > 3) | (part.round > 3)
        if part.reds.any():
            odd |= part.reds.any(axis=1)
        if not self.engine.rules.flowers:
            odd |= part.flowers != 0
        if part.flags.any():
            odd |= part.flags >= 1 << len(BITS_OF)
            odd |= part.flags & np.uint32(UNKNOWN_FLAGS) != 0
            others = part.won != WON
            calling_counts = self.engine.rules.calling_share or self.engine.rules.calling_hands
            odd |= others & (part.flags & ~np.uint32(0 if calling_counts else _CALLING) != 0)
        odd |= (part.won != WON) & (part.win != NONE)
        if part.seen is not None:
            odd |= partial.too_many(part.counts, part.melds, part.seen)
        return odd

    # ------------------------------------------------------------------------------- hands that won

    def _winners(self, part: ClassicalGiven, what: int, at: np.ndarray, into: ClassicalColumns, odd: np.ndarray) -> None:
        told = self._look(part, 14)
        special = self._special(part, told) if self.engine.asks_special else np.zeros(part.n, np.uint8)
        read_as = self._read_as(part)
        scratch = self._scratch(part.n)
        first = 0
        while first < part.n:
            n = self.core.read(read_as, scratch, first, part.n)
            rows = slice(first, first + n)
            facts = Told._make((*(column[rows] for column in told[:-1]), told.keys[:, rows]))
            self._rows(part.part(rows), facts, special[rows], scratch, at[rows], into, odd)
            first += n

    def _rows(
        self, part: ClassicalGiven, told: Told, special: np.ndarray, scratch: Any, at: np.ndarray, into: ClassicalColumns, odd: np.ndarray
    ) -> None:  # fmt: skip
        """Price the rows of hands that were read."""
        n, n_rows = part.n, scratch.n_rows
        bad = (scratch.bad_array[:n] == 1) | (told.bad != 0)
        starts = scratch.start_array[: n + 1].astype(np.intp)
        each = np.diff(starts)
        owner = None if n_rows == n and (each == 1).all() else np.repeat(np.arange(n), each)
        words = scratch.word_arrays[:, :n_rows]
        shape = None
        unread = np.flatnonzero(scratch.bad_array[:n] == uncompiled.NO_READING)
        if len(unread):
            shape = np.ones(n_rows, bool)
            shape[starts[unread]] = False
            strange = unread[special[unread] != 0]
            if len(strange):
                some = part.take(strange)
                words[:_N_READ, starts[strange]] = self._partial(some.counts, some.melds, False)
        columns = self._columns(part, told, special)
        refused = self._refused(part, words, starts, columns, bad)
        formulas = program(self.engine, WON)
        values = formulas(words, {name: columns[name] if owner is None else columns[name][owner] for name in formulas.reads})
        best, outside = self._best(values, words, n_rows, starts, each, owner, shape)
        bad |= refused | outside
        odd[at[bad]] = True
        self._fill(into, at, best, bad, part.won)

    def _columns(self, part: ClassicalGiven, told: Told, special: np.ndarray) -> dict[str, np.ndarray]:
        """Features that are columns of their own, by hand."""
        names = program(self.engine, WON).reads | refusals(self.engine).reads
        seen = np.zeros(part.n, np.uint8) if part.seen is None else part.seen[np.arange(part.n), part.win % N_KINDS]
        found = {"tsumo": part.tsumo != 0, "n_waits": told.n_waits, "special": special, "seen_of_win": seen, **_flower_columns(part)}
        return found | {name: part.flags & np.uint32(BITS_OF[name]) != 0 for name in names if name in BITS_OF}

    def _refused(
        self, part: ClassicalGiven, words: np.ndarray, starts: np.ndarray, columns: dict[str, np.ndarray], bad: np.ndarray
    ) -> np.ndarray:
        """Hands whose flags can't be."""
        found = np.zeros(part.n, bool)
        flagged = np.flatnonzero((part.flags != 0) & ~bad)
        if len(flagged):
            formulas = refusals(self.engine)
            some = np.ascontiguousarray(words[:, starts[flagged]])
            found[flagged] = formulas(some, {name: columns[name][flagged] for name in formulas.reads})["refused"]
        return found

    def _read_as(self, part: ClassicalGiven) -> Given:
        """What the reader of hands takes; it knows the flags that riichi has too."""
        n, zeros = part.n, np.zeros(part.n, np.uint8)
        none = np.full((n, MOST_INDICATORS), NONE, np.uint8)
        # a pung that a discard completed is exposed, unless the rules say otherwise
        tsumo = part.tsumo if self.engine.rules.discard_pung_exposed else np.ones(n, np.uint8)
        flags = (part.flags & np.uint32(_FLAG_BITS)).astype(np.uint16)
        counters = np.zeros(n, np.int32)
        how = (part.seat, part.round, flags, none, none, part.reds, zeros, counters, counters)
        return Given(part.counts, part.win, tsumo, part.melds, *how)

    def _scratch(self, n: int) -> Any:
        scratch = getattr(self._kept, "scratch", None)
        if scratch is None or scratch.n_hands < n:
            scratch = self._kept.scratch = (self.module or uncompiled).Scratch(min(max(n, 256), self.chunk))
        return scratch

    def _special(self, part: ClassicalGiven, told: Told) -> np.ndarray:
        """What tiles make beside groups and a pair: few can be anything, and each of these is looked at."""
        m, p, s, z = told.keys
        alike = ((m == p) & (m > 0)) | ((p == s) & (p > 0)) | ((m == s) & (m > 0))
        outside = np.ones(part.n, bool)
        for key in (m, p, s):
            outside &= np.isin(key, _OUTSIDE_PAIRS)
        knitted = (z == 0) & alike
        snake = (z == 0) & (_in_snakes(m) | _in_snakes(p) | _in_snakes(s))
        found = np.zeros(part.n, np.uint8)
        for at in np.flatnonzero((snake | ((told.n_melds == 0) & (outside | knitted))) & (told.bad == 0)):
            hand = hand_at(part, int(at))
            found[at] = special_of(hand.counts, hand.melds, hand.all_counts)
        return found

    # ------------------------------------------------------------------- hands that didn't, or as dealt

    def _others(self, part: ClassicalGiven, what: int, at: np.ndarray, into: ClassicalColumns, odd: np.ndarray) -> None:
        told = self._look(part, 13)
        bad = told.bad != 0
        if what == DEALT:
            bad |= ~_unconnected(part.counts)
        words = np.zeros((N_WORDS, part.n), np.uint64)
        words[:_N_READ] = self._partial(part.counts, part.melds, self.engine.rules.undeclared_four == "kong")
        columns = {
            "n_calls": told.n_calls,
            "n_quads": told.n_quads,
            "seat_bit": _WIND_BIT[part.seat],
            "round_bit": _WIND_BIT[part.round],
            **_flower_columns(part),
        }
        formulas = program(self.engine, what)
        values = formulas(words, {name: columns[name] for name in formulas.reads})
        shape = np.zeros(part.n, bool) if what == DEALT else None
        starts = np.arange(part.n + 1)
        each = np.ones(part.n, np.intp)
        best, outside = self._best(values, words, part.n, starts, each, None, shape, lost=what == LOST, dealt=what == DEALT)
        bad |= outside
        if what == DEALT:
            bad |= ~best.scored
            best = best._replace(fu=np.zeros_like(best.fu), fan=np.zeros_like(best.fan), fu_raw=np.zeros_like(best.fu_raw))
        odd[at[bad]] = True
        self._fill(into, at, best, bad, part.won)

    def _partial(self, counts: np.ndarray, melds: np.ndarray, undeclared_quads: bool) -> np.ndarray:
        found = np.zeros((_N_READ, len(counts)), np.uint64)
        if self.module is None:
            partial.words(counts, melds, undeclared_quads, found)
        else:
            self.module.partial_words(counts, melds, partial.kinds(undeclared_quads), partial.meld_words(), found)
        return found

    def _look(self, part: ClassicalGiven, size: int) -> Told:
        told = Told.empty(part.n)
        given = (part.counts, part.melds, part.win, size, self.excludes, part.seen, told)
        if self.module is None:
            partial.look(*given)
        else:
            self.module.look(*given, partial.meld_counts(), partial.lacks())
        return told

    # ---------------------------------------------------------------------------------------- prices

    def _best(
        self, values: dict[str, Any], words: np.ndarray, n_rows: int, starts: np.ndarray, each: np.ndarray,
        owner: np.ndarray | None, shape: np.ndarray | None, lost: bool = False, dealt: bool = False,
    ) -> tuple[_Best, np.ndarray]:  # fmt: skip
        """The best row of each hand, and the hands that have a row which the tables don't hold."""
        rules = self.engine.rules
        raw, fan = (np.broadcast_to(np.asarray(values[name], np.uint16), (n_rows,)) for name in ("fu", "fan"))
        hits = self._hits(values, n_rows)
        far = (raw >= _MOST_FU) | (fan >= _MOST_FAN)
        index = np.where(far, 0, raw.astype(np.intp) * _MOST_FAN + fan)
        fu, score, limit = (column[index] for column in self.prices[not lost])
        paid_for = np.full(n_rows, -1, np.int16)
        self._pay_parts(hits, score, limit, paid_for, counts=not dealt)
        wins = None
        if not lost:
            wins = np.broadcast_to(np.asarray(values["groups"], bool), (n_rows,))
            shaped = (hits & self.shape_bits).any(axis=1) if self.shape_entries else np.zeros(n_rows, bool)
            if shape is not None:
                wins = wins & shape
            wins = wins | shaped
            if rules.min_points:
                wins = wins & (raw >= rules.min_points)
        if owner is None:
            return _Best(np.ones(n_rows, bool) if wins is None else wins, fu, raw, fan, score, limit, paid_for, hits), far
        chosen, scored = _chosen(score, fan, raw, _wait_places(words), wins, starts, each, owner)
        outside = np.zeros(len(each), bool)
        outside[owner[far]] = True
        return _Best(scored, *(column[chosen] for column in (fu, raw, fan, score, limit, paid_for, hits))), outside

    def _hits(self, values: dict[str, Any], n_rows: int) -> np.ndarray:
        """Patterns of rows, as `ClassicalColumns.hits` has them."""
        found = np.zeros((n_rows, 8 * len(self.limit_bits)), np.uint8)
        for k in range(n_planes(self.engine)):
            found[:, k] = values[f"plane{k}"]
        return found.view("<u8").astype(np.uint64, copy=False)

    def _pay_parts(self, hits: np.ndarray, score: np.ndarray, limit: np.ndarray, paid_for: np.ndarray, counts: bool) -> None:
        """Put in what limit hands pay, or more where they count to more; few rows have one."""
        rows = np.flatnonzero((hits & self.limit_bits).any(axis=1))
        if not len(rows):
            return
        best = np.full(len(rows), -1)
        for k, (i, _) in enumerate(self.parts):
            best[(hits[rows, i // 64] >> np.uint64(i % 64) & np.uint64(1)) != 0] = k
        for k, (i, part) in enumerate(self.parts):
            some = rows[best == k]
            if part.at_least and counts:
                some = some[score[some] < part.value]
            score[some], limit[some], paid_for[some] = part.value, LIMITS.index(part.limit), i

    def _fill(self, into: ClassicalColumns, at: np.ndarray, best: _Best, bad: np.ndarray, won: np.ndarray) -> None:
        scored = best.scored & ~bad
        if scored.all() and len(at) == into.n:
            for name in _Best._fields[1:]:
                getattr(into, name)[:] = getattr(best, name)
            return
        into.state[at[~scored]] = NOT_A_WIN
        rows = at[scored]
        for name in _Best._fields[1:]:
            column = getattr(best, name)
            getattr(into, name)[rows] = column if len(rows) == len(column) else column[scored]

    def _singly(self, part: ClassicalGiven, at: int, into: ClassicalColumns) -> None:
        """Score one hand by itself."""
        found = score_at(part, at, self.engine)
        if isinstance(found, Problem):
            into.state[at], into.status[at] = REFUSED, int(found)
        elif isinstance(found, ClassicalScore):
            into.state[at] = SCORED
            into.fu[at], into.fu_raw[at], into.fan[at], into.limit[at] = found.fu, found.fu_raw, found.fan, LIMITS.index(found.limit)
            into.score[at] = found.score if found.score < 1 << 63 else -1
            into.paid_for[at] = into.hit_names.index(found.paid_for) if found.paid_for else -1
            for id in found.hits:
                i = into.hit_names.index(id)
                into.hits[at, i // 64] |= np.uint64(1 << i % 64)
        else:
            into.state[at] = NOT_A_WIN


def _wait_places(words: np.ndarray) -> np.ndarray:
    at = place(FEATURES["wait"])
    return _WAIT_PLACE[words[at.word].view(np.uint8)[at.byte :: 8]]


def _chosen(
    score: np.ndarray, fan: np.ndarray, raw: np.ndarray, wait: np.ndarray, wins: np.ndarray | None, starts: np.ndarray, each: np.ndarray,
    owner: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """The best row of each hand, the first of equals; and which hands have one that wins."""
    place_bits, wait_bits, fu_bits, fan_bits = _BITS
    key = score << fan_bits | fan
    key = key << fu_bits | raw
    key = key << wait_bits | wait
    position = np.arange(len(owner)) - starts[owner]
    key = key << place_bits | (_POSITIONS - 1 - position)
    if wins is not None:
        key[~wins] = -1
    some = np.flatnonzero(each)
    highest = np.full(len(each), -1)
    highest[some] = np.maximum.reduceat(key, starts[some])
    scored = highest >= 0
    first = np.minimum(starts[:-1], len(owner) - 1)
    return np.where(scored, first + (_POSITIONS - 1 - (highest & _POSITIONS - 1)), first), scored


_WIND_BIT = np.array([1 << wind for wind in range(4)] + [0] * 252, np.uint8)
_SEAT_FLOWER = np.array([[flowers >> seat & 1 for flowers in range(256)] for seat in range(4)], bool)
_SEAT_SEASON = np.array([[flowers >> seat + 4 & 1 for flowers in range(256)] for seat in range(4)], bool)
_ALL_FLOWERS, _ALL_SEASONS = 0x0F, 0xF0


def _flower_columns(part: ClassicalGiven) -> dict[str, np.ndarray]:
    flowers = part.flowers
    if not flowers.any():
        none = np.zeros(part.n, bool)
        return {"n_flowers": none.view(np.uint8), **dict.fromkeys(("own_flower", "own_season", "all_flowers", "all_seasons"), none)}
    return {
        "n_flowers": _BIT_COUNT[flowers],
        "own_flower": _SEAT_FLOWER[part.seat & 3, flowers],
        "own_season": _SEAT_SEASON[part.seat & 3, flowers],
        "all_flowers": flowers & _ALL_FLOWERS == _ALL_FLOWERS,
        "all_seasons": flowers & _ALL_SEASONS == _ALL_SEASONS,
    }


def _keys_of(counts: list[int]) -> np.ndarray:
    """Counts of one suit, a byte a rank, in base 5."""
    return np.array([sum((one >> 8 * rank & 255) * 5**rank for rank in range(9)) for one in counts], np.uint32)


_SNAKE_KEYS = _keys_of(list(SNAKES))
_OUTSIDE_PAIRS = _keys_of([low | high << 64 for low in (0, 2) for high in (0, 2)])


def _in_snakes(keys: np.ndarray) -> np.ndarray:
    return np.isin(keys, _SNAKE_KEYS)


@lru_cache(maxsize=1)
def _unconnected_suits() -> np.ndarray:
    """Whether the ranks of one suit, none twice, are as far apart as they have to be, by their bits."""
    return np.array([unconnected(sum(1 << 8 * rank for rank in range(9) if ranks >> rank & 1)) for ranks in range(512)])


def _unconnected(counts: np.ndarray) -> np.ndarray:
    found = np.asarray((counts <= 1).all(axis=1))
    for suit in range(3):
        ranks = (np.minimum(counts[:, 9 * suit : 9 * suit + 9], 1).astype(np.uint16) << np.arange(9, dtype=np.uint16)).sum(axis=1)
        found &= _unconnected_suits()[ranks]
    return found


@lru_cache(maxsize=16)
def _runner(engine: Engine, use_compiled: bool) -> Runner:
    """A rule set is made ready once, not for every batch."""
    stock = engine.rules.stock
    if use_compiled:
        return Runner(engine, arrays._core, arrays._compiled_core(stock))
    return Runner(engine, None, uncompiled.Core(stock.players, stock.room, stock.high_bits))


def score_given(
    hands: ClassicalGiven, engine: Engine, *, threads: int | None = None, use_compiled: bool | None = None
) -> ClassicalColumns:  # fmt: skip
    """Score hands that are columns already; see `chouma.batch.score_arrays`."""
    hands = in_form(hands)
    found = empty(hands.n, engine)
    arrays.in_stretches(_runner(engine, arrays.with_compiled(use_compiled)), hands, found, threads)
    return found
