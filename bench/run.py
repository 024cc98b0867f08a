"""Time chouma beside the public scorers: the same hands, one run, all in turn; writes `results.md`.

How to read it: times depend on the machine and on who else is using it, so read the ratios. Each round times every scorer once and gives
one ratio; the report has their median, and their range as spread. A ratio in whose range 1 lies is no difference. The load average
tells whether the cores were free: the benchmark itself makes about 1.

`one_hand` times single hands and cold starts, `many` columns, `shanten` how far hands are from ready,
`records` game records that are judged, `memory` a large file (only with ``--memory``, as it is slow).
"""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import many
import memory
import one_hand
import records
import shanten
import whole_games

from chouma.batch import compiled

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results.md"
HEAVY = 10_000_000


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


def load() -> str:
    """Processes that wanted a core, on average over the last minute."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def heading(load_before: str) -> list[str]:
    """Where and with what it was measured."""
    packages = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in ("chouma", "numpy", "pyarrow"))
    return [
        "# Benchmark",
        "",
        f"Written by `make bench`. Commit {commit()}, Python {platform.python_version()}, {processor()}, {os.cpu_count()} cores.",
        f"{packages}; the compiled part is {'in use' if compiled() else 'not there'}.",
        f"Load average {load_before} before, {load()} after: the benchmark itself makes about 1; above the number of cores the absolute",
        "times are too high. Ratios hold, as all take turns. How to read the tables is told at the top of `bench/run.py`.",
        "",
    ]


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print, write; 1 where `mahjong` or chouma's own ways don't agree on every hand."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--hands", type=int, default=2000, help="single hands (2000)")
    parser.add_argument("--rows", type=int, default=1_000_000, help="hands in columns (a million)")
    parser.add_argument("--distances", type=int, default=2000, help="hands whose distance from ready is told (2000)")
    parser.add_argument("--games", type=int, default=200, help="game records (200)")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seed", type=int, help="use generated single hands")
    parser.add_argument("--memory", type=int, nargs="?", const=HEAVY, metavar="HANDS", help="a large file too (ten million; slow)")
    parser.add_argument("--dry", action="store_true", help="print only, leave bench/results.md")
    args = parser.parse_args(argv)
    before = load()
    single = one_hand.measure(one_hand.source_of(args.seed), args.hands, args.rounds)
    wide = many.measure(args.rows, args.rounds)
    away = shanten.measure(args.distances, args.rounds)
    played = whole_games.measure(args.rounds)
    judged = records.measure(args.games, args.rounds)
    peaks = memory.measure(args.memory) if args.memory else []
    hands = [*one_hand.report(single), *many.report(wide), *shanten.report(away)]
    text = "\n".join([*heading(before), *hands, *whole_games.report(played), *records.report(judged), *memory.report(peaks)])
    print(text)
    wrong = single.differ.get("mahjong", [])
    for i, theirs, ours in wrong[:20]:
        print(f"case {i}: mahjong says {theirs}, chouma {ours}", file=sys.stderr)
    if wide.own_differences:
        print(f"columns: {wide.own_differences} hands differ", file=sys.stderr)
    if away.differ:
        print(f"shanten: {away.differ} hands differ", file=sys.stderr)
    if not args.dry:
        RESULTS.write_text(text, encoding="utf8")
    return 1 if wrong or wide.own_differences or away.differ else 0


if __name__ == "__main__":
    sys.exit(main())
