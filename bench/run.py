"""Time chouma beside the public scorers: the same hands, one run, all in turn.

First every scorer scores every hand and the points are compared; then those on which all agree are timed. Times depend on the
machine and on who else is using it, so read the ratios.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import peers
import workload

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "bench" / "workload.jsonl"
RESULTS = ROOT / "bench" / "results.md"
HANDS_IN_TURN = 500  # far less, and each turn would time how fast the caches fill again after another scorer's
EXAMPLE = ["score", "234m 345678p 6634s +5s", "--riichi", "--seat", "S", "--round", "E", "--rules", "tenhou"]


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


def disagreements(scorers: Sequence[peers.Scorer], cases: Sequence[workload.Case]) -> dict[str, list[tuple[int, int | None, int | None]]]:
    """Where each scorer's points are not those of the first one: index of the case, theirs, the first one's."""
    found: dict[str, list[tuple[int, int | None, int | None]]] = {scorer.name: [] for scorer in scorers}
    for i, case in enumerate(cases):
        points = [scorer.points(scorer.score(scorer.prepare(case)), case) for scorer in scorers]
        for scorer, theirs in zip(scorers, points, strict=True):
            if theirs != points[0]:
                found[scorer.name].append((i, theirs, points[0]))
    return found


def fresh_first_pass(name: str, source: str, n: int) -> float:
    """The first pass over the hands, in a process of its own, so that no cache is warm."""
    code = "import run, sys; print(run.first_pass(*sys.argv[1:]))"
    command = [sys.executable, "-c", code, name, source, str(n)]
    return float(subprocess.run(command, cwd=ROOT / "bench", check=True, capture_output=True, text=True).stdout)


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
    for turn in range(repeats + 1):
        for name, args in commands.items():
            start = time.perf_counter()
            subprocess.run([sys.executable, *args], check=True, stdout=subprocess.DEVNULL)
            # the first turn writes byte code
            if turn:
                found[name].append((time.perf_counter() - start) * 1e3)
    return list(found.items())


def git(*args: str) -> str:
    """What git says, empty where there is none."""
    try:
        return subprocess.run(["git", "-C", str(ROOT), *args], check=True, capture_output=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def commit() -> str:
    """The commit that was measured, marked where the source has changes of its own."""
    changed = git("status", "--porcelain", "--", "src", "bench/*.py")
    return (git("rev-parse", "--short", "HEAD") or "unknown") + (" with changes" if changed else "")


def processor() -> str:
    """The processor's name, as far as the system tells."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf8").splitlines() if info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def spread(values: Sequence[float], digits: int = 1) -> str:
    """Least and most."""
    return f"{min(values):.{digits}f} – {max(values):.{digits}f}"


def report(timings: Sequence[Timing], cold: Sequence[tuple[str, list[float]]], hands: str) -> str:
    """The results as Markdown."""
    rows = [
        f"| `{t.name}` {t.version} | {t.median:.1f} | {spread(t.rounds)} | x{t.ratio:.2f} | {t.usual:.1f} | {t.first:.1f} | {t.disagrees} |"
        for t in timings
    ]
    starts = [f"| {name} | {statistics.median(ms):.0f} | {spread(ms, 0)} |" for name, ms in cold]
    return "\n".join(
        [
            "# Benchmark",
            "",
            f"Written by `make bench`. Commit {commit()}, Python {platform.python_version()}, {processor()}, {os.cpu_count()} cores.",
            "",
            "## One hand",
            "",
            hands,
            "chouma reads text and scores, in plain Python and as it is installed; the others build a hand from tile numbers and score.",
            "",
            f"Microseconds a hand. Mean over the hands, CPU time of one thread: median and range of {len(timings[0].rounds)} rounds,",
            f"{HANDS_IN_TURN} hands of each scorer in turn, and its ratio to chouma's, round by round (median). Then the median hand",
            "(wall time), the mean of the first pass of a fresh process, and the hands on which the points differ from chouma's.",
            "",
            "| scorer | mean | range | ratio | median hand | first pass | differs |",
            "|---|--:|--:|--:|--:|--:|--:|",
            *rows,
            "",
            "`riichienv` counts the double yakuman and can't read a hand with two kans through its public class; `first pass` and",
            "`differs` are over all hands, the times over those on which all agree.",
            "",
            "## Cold start",
            "",
            f"Wall time of a fresh process in milliseconds, {len(cold[0][1])} repeats.",
            "",
            "| what | median | range |",
            "|---|--:|--:|",
            *starts,
            "",
        ]
    )


def measure(source: str, n: int, rounds: int) -> tuple[list[Timing], str, dict[str, list[tuple[int, int | None, int | None]]]]:
    """Compare, then time."""
    cases = read_cases(source, n)
    scorers = [scorer() for scorer in peers.SCORERS]
    differ = disagreements(scorers, cases)
    apart = {i for rows in differ.values() for i, _, _ in rows}
    agreed = [case for i, case in enumerate(cases) if i not in apart]
    times, usual = time_all(scorers, agreed, rounds)
    own = times[scorers[0].name]
    timings = [
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
    ]
    origin = f"made by `bench/workload.py` ({source})" if source.startswith("seed ") else "of the shared `bench/workload.jsonl`"
    return timings, f"{len(agreed)} of {len(cases)} hands {origin}, rare ones over-represented, Tenhou rules.", differ


def main() -> int:
    """Measure, print, write; 1 where `mahjong` doesn't agree on every hand."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seed", type=int, help="use generated hands")
    parser.add_argument("--dry", action="store_true", help="print only, leave bench/results.md")
    args = parser.parse_args()
    source = str(SHARED) if args.seed is None and SHARED.exists() else f"seed {args.seed if args.seed is not None else 1}"
    timings, hands, differ = measure(source, args.hands, args.rounds)
    text = report(timings, cold_starts(9), hands)
    print(text)
    for i, theirs, ours in differ["mahjong"][:20]:
        print(f"case {i}: mahjong says {theirs}, chouma {ours}", file=sys.stderr)
    if not args.dry:
        RESULTS.write_text(text, encoding="utf8")
    return 1 if differ["mahjong"] else 0


if __name__ == "__main__":
    sys.exit(main())
