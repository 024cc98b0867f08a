"""One hand at a time: chouma beside the public scorers, on the same hands.

First every scorer scores every hand and the points are compared; then those on which all agree are timed, all in turn.
"""

from __future__ import annotations

import gc
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import peers
import workload

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "bench" / "workload.jsonl"
HANDS_IN_TURN = 500  # far less, and each turn would time how fast the caches fill again after another scorer's
EXAMPLE = ["score", "234m 345678p 6634s +5s", "--riichi", "--seat", "S", "--round", "E", "--rules", "tenhou"]
Difference = tuple[int, int | None, int | None]


@dataclass(frozen=True)
class Timing:
    """What one scorer took; times in microseconds a hand."""

    name: str
    version: str
    disagrees: int
    first: float
    usual: float
    rounds: tuple[float, ...]
    ratio: float

    @property
    def median(self) -> float:
        return statistics.median(self.rounds)


@dataclass(frozen=True)
class Found:
    """All that is known of one hand at a time.

    Attributes
    ----------
    timings : tuple of Timing
    hands : str
        What was scored.
    differ : dict
        By the scorer's name where its points are others: index of the case, theirs, chouma's.
    absent : dict of str to str
        Scorers that could not be run, and why.
    starts : list
        Wall time of fresh processes, in milliseconds.
    """

    timings: tuple[Timing, ...]
    hands: str
    differ: dict[str, list[Difference]]
    absent: dict[str, str]
    starts: list[tuple[str, list[float]]]


def cpu_time(score: Callable[[Any], Any], prepared: Sequence[Any]) -> float:
    """CPU time of scoring some hands once, in microseconds."""
    start = time.process_time()
    for args in prepared:
        score(args)
    return (time.process_time() - start) * 1e6


def usual_hand(score: Callable[[Any], Any], prepared: Sequence[Any]) -> float:
    """The median hand, in microseconds: rare hands don't weigh on it, the clock's own 0.1 does."""
    taken = []
    for args in prepared:
        start = time.perf_counter_ns()
        score(args)
        taken.append(time.perf_counter_ns() - start)
    return statistics.median(taken) / 1e3


def disagreements(scorers: Sequence[peers.Scorer], cases: Sequence[workload.Case]) -> dict[str, list[Difference]]:
    """Where each scorer's points are not those of the first one: index of the case, theirs, the first one's."""
    found: dict[str, list[Difference]] = {scorer.name: [] for scorer in scorers}
    for i, case in enumerate(cases):
        points = [scorer.points(scorer.score(scorer.prepare(case)), case) for scorer in scorers]
        for scorer, theirs in zip(scorers, points, strict=True):
            if theirs != points[0]:
                found[scorer.name].append((i, theirs, points[0]))
    return found


def fresh_first_pass(name: str, source: str, n: int) -> float:
    """The first pass over the hands, in a process of its own, so that no cache is warm."""
    code = "import one_hand, sys; print(one_hand.first_pass(*sys.argv[1:]))"
    command = [sys.executable, "-c", code, name, source, str(n)]
    done = subprocess.run(command, cwd=ROOT / "bench", check=True, stdout=subprocess.PIPE, text=True, env=same_packages())
    return float(done.stdout)


def same_packages() -> dict[str, str]:
    """The environment for a fresh process that is to find what this one finds, wherever it runs."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def first_pass(name: str, source: str, n: str) -> float:
    """Score every hand once with caches as they are after one hand; microseconds a hand."""
    scorer = next(scorer for scorer in peers.SCORERS if scorer.name == name)()
    prepared = [scorer.prepare(case) for case in read_cases(source, int(n))]
    scorer.score(prepared[0])
    return cpu_time(scorer.score, prepared) / len(prepared)


def read_cases(source: str, n: int) -> list[workload.Case]:
    """The cases of a file, or of the generator where `source` is ``seed N``."""
    if source.startswith("seed "):
        return workload.generate(n, int(source.removeprefix("seed ")))
    return workload.load(Path(source))[:n]


def time_all(scorers: Sequence[peers.Scorer], cases: Sequence[workload.Case], rounds: int) -> tuple[dict[str, list[float]], ...]:
    """Time all scorers, a few hands each in turn, so that a busy moment of the machine hits all alike.

    Returns
    -------
    tuple of dict
        By the scorer's name, microseconds a hand, one figure a round: the mean over all hands, and the median hand.
    """
    prepared = {scorer.name: [scorer.prepare(case) for case in cases] for scorer in scorers}
    mean: dict[str, list[float]] = {scorer.name: [] for scorer in scorers}
    usual: dict[str, list[float]] = {scorer.name: [] for scorer in scorers}
    for scorer in scorers:
        cpu_time(scorer.score, prepared[scorer.name])
    for turn in range(rounds):
        gc.collect()
        first = turn % len(scorers)
        order = (*scorers[first:], *scorers[:first])
        total = dict.fromkeys(mean, 0.0)
        for start in range(0, len(cases), HANDS_IN_TURN):
            for scorer in order:
                total[scorer.name] += cpu_time(scorer.score, prepared[scorer.name][start : start + HANDS_IN_TURN])
        for scorer in order:
            mean[scorer.name].append(total[scorer.name] / len(cases))
            usual[scorer.name].append(usual_hand(scorer.score, prepared[scorer.name]))
    return mean, usual


def cold_starts(repeats: int) -> list[tuple[str, list[float]]]:
    """Wall time of fresh processes, in milliseconds; the bare interpreter is there to compare."""
    commands = {
        "bare interpreter": ["-c", "pass"],
        "`import chouma`": ["-c", "import chouma"],
        "`chouma score …`": ["-m", "chouma", *EXAMPLE],
    }
    found: dict[str, list[float]] = {name: [] for name in commands}
    # some machines are told to keep none, which no user's is
    writing = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for turn in range(repeats + 1):
        for name, args in commands.items():
            start = time.perf_counter()
            subprocess.run([sys.executable, *args], check=True, stdout=subprocess.DEVNULL, env=writing)
            # the first turn writes byte code
            if turn:
                found[name].append((time.perf_counter() - start) * 1e3)
    return list(found.items())


def source_of(seed: int | None) -> str:
    """Where the cases come from: the shared file where it is there and no seed is given."""
    return str(SHARED) if seed is None and SHARED.exists() else f"seed {seed if seed is not None else 1}"


def measure(source: str, n: int, rounds: int) -> Found:
    """Compare, then time."""
    cases = read_cases(source, n)
    scorers, absent = peers.present()
    differ = disagreements(scorers, cases)
    apart = {i for rows in differ.values() for i, _, _ in rows}
    agreed = [case for i, case in enumerate(cases) if i not in apart]
    times, usual = time_all(scorers, agreed, rounds)
    own = times[scorers[0].name]
    timings = tuple(
        Timing(
            name=scorer.name,
            version=scorer.version(),
            disagrees=len(differ[scorer.name]),
            first=fresh_first_pass(scorer.name, source, n),
            usual=statistics.median(usual[scorer.name]),
            rounds=tuple(times[scorer.name]),
            ratio=statistics.median(theirs / ours for theirs, ours in zip(times[scorer.name], own, strict=True)),
        )
        for scorer in scorers
    )
    origin = f"made by `bench/workload.py` ({source})" if source.startswith("seed ") else "of the shared `bench/workload.jsonl`"
    told = f"{len(agreed)} of {len(cases)} hands {origin}, rare ones over-represented, Tenhou rules."
    return Found(timings, told, differ, absent, cold_starts(rounds))


def spread(values: Sequence[float], digits: int = 1) -> str:
    """Least and most."""
    return f"{min(values):.{digits}f} – {max(values):.{digits}f}"


def report(found: Found) -> Iterator[str]:
    """Lines of Markdown."""
    yield from (
        "## One hand",
        "",
        found.hands,
        "chouma reads text and scores, in plain Python and as it is installed; the others build a hand from tile numbers and score.",
        "",
        f"Microseconds a hand. Mean over the hands, CPU time of one thread: median and range of {len(found.timings[0].rounds)} rounds,",
        f"{HANDS_IN_TURN} hands of each scorer in turn, and its ratio to chouma's, round by round (median). Then the median hand",
        "(wall time), the mean of the first pass of a fresh process, and the hands on which the points differ from chouma's.",
        "",
        "| scorer | mean | range | ratio | median hand | first pass | differs |",
        "|---|--:|--:|--:|--:|--:|--:|",
    )
    for t in found.timings:
        numbers = (f"{t.median:.2f}", spread(t.rounds, 2), f"x{t.ratio:.3f}", f"{t.usual:.2f}", f"{t.first:.1f}", str(t.disagrees))
        yield f"| `{t.name}` {t.version} | {' | '.join(numbers)} |"
    for name, why in found.absent.items():
        yield f"| `{name}` | {why} | | | | | |"
    yield from (
        "",
        "`riichienv` counts the double yakuman and can't read a hand with two kans through its public class; `first pass` and",
        "`differs` are over all hands, the times over those on which all agree.",
        "",
        "## Cold start",
        "",
        f"Wall time of a fresh process in milliseconds, {len(found.starts[0][1])} repeats.",
        "",
        "| what | median | range |",
        "|---|--:|--:|",
    )
    for name, ms in found.starts:
        yield f"| {name} | {statistics.median(ms):.0f} | {spread(ms, 0)} |"
    yield ""
