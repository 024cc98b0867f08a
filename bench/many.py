"""Columns: a million hands at a time, in every way that chouma has, beside the public scorers on samples of the same hands.

Each way scores its hands once before it is timed, and its points are compared with those of the first way. Then all ways take turns,
round by round, and each round gives one ratio; so a busy moment of the machine hits all alike.
"""

from __future__ import annotations

import gc
import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import columns
import numpy as np
import peers
import texts
from one_hand import spread

import chouma
from chouma.batch import Columns, Given, compiled, score_given, score_table
from chouma.batch.arrays import NUMPY_CHUNK, Runner
from chouma.classical.engine import engine as classical_engine
from chouma.lang import any_suit
from chouma.riichi.engine import engine_of

RULES = "tenhou"
CLASSICAL_RULES = "ningbo"
#: hands that others, or slower ways, are given: the first of the same set
SAMPLES = {"uncompiled": 2_000, "mahjong": 500, "riichienv": 2_000, "mahjax": 20_000}
NO_POINTS, NOT_COMPARED = -1, -2
N_THREADS = 2


@chouma.yaku(closed=2, open=2, source="the benchmark", hits=["222333444m 66p 78s +9s"], misses=["222333m 444p 66p 78s +9s"])
def three_in_a_row(h):
    """Three triplets of one suit, in a row: a yaku such as a user adds, of which no compiled part knows."""
    return any_suit(h.triplets.in_a_row(3))


@dataclass
class Way:
    """One way to score the first hands of the set.

    Attributes
    ----------
    name : str
    n : int
        How many hands it is given.
    run : callable
        Scores them with so many threads.
    points : callable
        Points of each hand from what `run` gave, `NO_POINTS` where it doesn't win, `NOT_COMPARED` where its rules are others.
    threaded : bool
        Whether two threads are timed too.
    cpu, wall : list of float
        Nanoseconds a hand with one thread, one figure a round: CPU time of the whole process, and by the clock.
    two : list of float
        By the clock with two threads.
    differs : int
        Hands whose points are not those of the first way.
    """

    name: str
    n: int
    run: Callable[[int], Any]
    points: Callable[[Any], np.ndarray]
    threaded: bool = False
    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)
    two: list[float] = field(default_factory=list)
    differs: int = 0


@dataclass(frozen=True)
class Found:
    """All that is known of columns; `ways` begins with the one that ratios are to, `absent` tells which could not be run, and why."""

    hands: str
    ways: tuple[Way, ...]
    absent: dict[str, str]

    @property
    def own_differences(self) -> int:
        """Hands on which chouma's own ways, or `mahjong`, differ: there should be none."""
        return sum(way.differs for way in self.ways if not way.name.startswith(("`riichienv", "`mahjax")))


def measure(n: int, rounds: int) -> Found:
    """Compare, then time."""
    if not compiled():
        n = min(n, SAMPLES["uncompiled"])
    hands = columns.hands(n)
    ways = own_ways(hands)
    others, absent = peer_ways(hands)
    ways += others
    if not compiled():
        absent = {"emitted C": "the compiled part isn't built", **absent}
    right = ways[0].points(ways[0].run(1))
    for way in ways:
        theirs = way.points(way.run(1))
        way.differs = int(((theirs != right[: way.n]) & (theirs != NOT_COMPARED)).sum())
    for turn in range(rounds):
        first = turn % len(ways)
        for way in (*ways[first:], *ways[:first]):
            _time(way)
    return Found(described(hands, right), tuple(ways), absent)


def _time(way: Way) -> None:
    gc.collect()
    cpu, wall = time.process_time(), time.perf_counter()
    way.run(1)
    way.cpu.append((time.process_time() - cpu) / way.n * 1e9)
    way.wall.append((time.perf_counter() - wall) / way.n * 1e9)
    if way.threaded:
        wall = time.perf_counter()
        way.run(N_THREADS)
        way.two.append((time.perf_counter() - wall) / way.n * 1e9)


# ------------------------------------------------------------------------------------------------ ways


def _points(found: Columns) -> np.ndarray:
    return np.where(found.state == 0, found.points, NO_POINTS)


def _points_but_own(found: Columns) -> np.ndarray:
    return np.where(found.has("three_in_a_row"), NOT_COMPARED, _points(found))


def own_ways(hands: Given) -> list[Way]:
    """The ways that chouma has; the fastest that is there comes first."""
    usual = engine_of(RULES)
    own = engine_of(chouma.rules(RULES).adding(three_in_a_row))
    table = texts.table(hands)
    few = hands.part(0, SAMPLES["uncompiled"])

    def scored_table(threads: int) -> Any:
        return score_table(table, rules=RULES, threads=threads)

    ways = [
        Way("emitted C", hands.n, lambda n: score_given(hands, usual, threads=n), _points, threaded=True),
        Way("NumPy formulas, a user's yaku added", hands.n, lambda n: score_given(hands, own, threads=n), _points_but_own, threaded=True),
        Way("text in Arrow to a table of scores", hands.n, scored_table, lambda found: found["points"].fill_null(NO_POINTS).to_numpy()),
        _classical(hands),
        Way("nothing compiled", few.n, lambda n: score_given(few, usual, threads=n, use_compiled=False), _points),
    ]
    return ways if compiled() else ways[1:]


def _classical(hands: Given) -> Way:
    """Classical hands, winners and losers in one; they have no points to be compared."""
    given = columns.classical(hands)
    ready = classical_engine(chouma.rules(CLASSICAL_RULES))
    name = f"classical hands ({CLASSICAL_RULES}), one in four won"

    def nothing(found: Any) -> np.ndarray:
        return np.full(found.n, NOT_COMPARED)

    return Way(name, given.n, lambda n: score_given(given, ready, threads=n), nothing, threaded=True)


def peer_ways(hands: Given) -> tuple[list[Way], dict[str, str]]:
    """The public scorers, on the first hands of the set, and why some can't be run here."""
    scorers, absent = peers.present()
    ways = [_one_by_one(scorer, hands.part(0, SAMPLES[scorer.name])) for scorer in scorers if scorer.name in SAMPLES]
    absent = {f"`{name}`": why for name, why in absent.items()}
    try:
        ways.append(_by_jax(hands.part(0, SAMPLES["mahjax"])))
    except ImportError:
        absent["`mahjax`"] = "not installed: it has its own extra, `bench-jax`"
    except Exception as fault:  # a peer that breaks is told of, and the rest is measured
        absent["`mahjax`"] = f"failed: {type(fault).__name__}: {fault}"[:120].replace("\n", " ").replace("|", "/")
    return ways, absent


def _one_by_one(scorer: peers.Scorer, part: Given) -> Way:
    cases = texts.cases(part)
    prepared = [scorer.prepare(case) for case in cases]

    def points(results: Sequence[Any]) -> np.ndarray:
        found = [scorer.points(result, case) for result, case in zip(results, cases, strict=True)]
        return np.array([NO_POINTS if one is None else one for one in found], np.int64)

    name = f"`{scorer.name}` {scorer.version()}, hand by hand"
    return Way(name, part.n, lambda threads: [scorer.score(one) for one in prepared], points)


def _by_jax(part: Given) -> Way:
    from peer_mahjax import Mahjax

    scorer = Mahjax()
    prepared = scorer.prepare(part)
    scorer.score(prepared)  # compiles, or fails
    name = f"`{scorer.name}` {scorer.version()}, in columns"
    return Way(name, part.n, lambda threads: scorer.score(prepared), lambda result: scorer.points(result, part))


# -------------------------------------------------------------------------------------------- the report


def rows_a_hand(hands: Given) -> float:
    """How many readings and placements of the winning tile a hand has, on average."""
    runner = Runner(engine_of(RULES), compiled())
    scratch = runner.module.Scratch(min(NUMPY_CHUNK, hands.n))
    first = n_rows = 0
    while first < hands.n:
        first += runner.core.read(hands, scratch, first, min(first + NUMPY_CHUNK, hands.n))
        n_rows += scratch.n_rows
    return n_rows / hands.n


def described(hands: Given, points: np.ndarray) -> str:
    """The set of hands in one sentence."""
    melded, riichi = (hands.melds != columns.NONE).any(axis=1).mean(), (hands.flags & 1).mean()
    scored = (points != NO_POINTS).mean()
    return (
        f"{hands.n:,} hands of `bench/columns.py` (seed 1): {melded:.1%} with melds, {rows_a_hand(hands):.2f} rows (readings) a "
        f"hand, {riichi:.0%} riichi,\none to five indicators, red fives, counters; {scored:.1%} are scored, the others have no yaku. "
        "Tenhou rules."
    )


def report(found: Found) -> Iterator[str]:
    """Lines of Markdown."""
    yield from (
        "## Columns",
        "",
        found.hands,
        "Everything on: yaku, dora, yakuman, fu, limits, payments, best reading. Peers get the first hands of the same set.",
        "",
        f"Nanoseconds a hand, one thread, CPU time of the whole process: median and range of {len(found.ways[0].cpu)} rounds, all in turn;",
        "a million hands a second of one core; the ratio to the first line, round by round (median and range); the hands on which",
        "the points differ from the first line's.",
        "",
        "| way | hands | ns a hand | range | M hands/s a core | ratio | range | differs |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    )
    for way in found.ways:
        ratios = [theirs / ours for theirs, ours in zip(way.cpu, found.ways[0].cpu, strict=True)]
        ns = statistics.median(way.cpu)
        ratio = f"x{statistics.median(ratios):,.2f}"
        numbers = (f"{ns:,.1f}", spread(way.cpu), f"{1e3 / ns:.3g}", ratio, spread(ratios, 2), str(way.differs))
        yield f"| {way.name} | {way.n:,} | {' | '.join(numbers)} |"
    for name, why in found.absent.items():
        yield f"| {name} | {why} | | | | | | |"
    yield from ("", *_notes(found), "", *_threads(found))


def _notes(found: Found) -> Iterator[str]:
    for way in found.ways:
        if way.name.startswith("text"):
            yield f"A million hands of text: {statistics.median(way.cpu) / 1e3:.2f} s of one core. The text is canonical, flags and"
            yield "indicators are lists of text; the answer has all columns."
        if way.name.startswith("NumPy"):
            yield "Hands that have the added yaku are not compared; nor are classical hands, which have other scores."
        if way.name.startswith("`mahjax"):
            wall = statistics.median(way.wall)
            yield f"`mahjax` may use all cores, and its CPU time is that of all; by the clock it took {wall:,.1f} ns a hand."
            yield "Compiling is not timed."


def _threads(found: Found) -> Iterator[str]:
    yield f"### {N_THREADS} threads"
    yield ""
    cores = os.cpu_count() or 1
    if cores < N_THREADS:
        yield "Not measured: there is one core."
        yield ""
        return
    yield "Nanoseconds a hand by the clock, and how many times faster, round by round (median and range)."
    yield "A busy machine has no second core to give."
    yield ""
    yield f"| way | 1 thread | {N_THREADS} threads | faster | range |"
    yield "|---|--:|--:|--:|--:|"
    for way in found.ways:
        if way.threaded:
            gains = [one / two for one, two in zip(way.wall, way.two, strict=True)]
            medians = (f"{statistics.median(way.wall):.1f}", f"{statistics.median(way.two):.1f}", f"x{statistics.median(gains):.2f}")
            yield f"| {way.name} | {' | '.join(medians)} | {spread(gains, 2)} |"
    yield ""
