"""How much memory ``chouma batch`` needs for a large file: Parquet in, Parquet out, the peak of its process.

It takes minutes and some gigabytes of disk for ten million hands, so it is only measured when it is asked for.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import columns
import pyarrow.parquet
import texts
from one_hand import same_packages

BENCH = Path(__file__).resolve().parent
PART = 250_000


@dataclass(frozen=True)
class Peak:
    """One file: hands, megabytes in, out and at the peak of memory, seconds by the clock."""

    n: int
    read: float
    written: float
    peak: float
    seconds: float


def write_hands(path: Path, n: int) -> None:
    """A Parquet file of `n` hands, all different draws, written part by part."""
    writer = None
    for seed, first in enumerate(range(0, n, PART)):
        part = texts.table(columns.hands(min(PART, n - first), seed=1 + seed))
        writer = writer or pyarrow.parquet.ParquetWriter(path, part.schema)
        writer.write_table(part)
    assert writer
    writer.close()


def peak_here() -> float:
    """The most memory that this process ever had, in megabytes."""
    status = Path("/proc/self/status")
    if status.exists():  # what `getrusage` tells may be the parent's, from before this program was loaded
        (line,) = (line for line in status.read_text(encoding="ascii").splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def batch(source: str, target: str) -> None:
    """``chouma batch`` in this process, then print its peak."""
    from chouma.cli import main

    status = main(["batch", source, target, "--rules", "tenhou"])
    if status:
        sys.exit(f"chouma batch ended with {status}")
    print(peak_here())


def measure(n: int) -> list[Peak]:
    """A tenth of the hands, then all of them: memory is flat where both need about the same."""
    found = []
    out = BENCH / "out"
    out.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out) as folder:
        for size in (max(1, n // 10), n):
            source, target = Path(folder, "hands.parquet"), Path(folder, "scores.parquet")
            write_hands(source, size)
            start = time.perf_counter()
            command = [sys.executable, "-c", "import memory, sys; memory.batch(*sys.argv[1:])", str(source), str(target)]
            done = subprocess.run(command, cwd=BENCH, check=True, stdout=subprocess.PIPE, text=True, env=same_packages())
            seconds = time.perf_counter() - start
            sizes = (path.stat().st_size / 1e6 for path in (source, target))
            found.append(Peak(size, *sizes, float(done.stdout.split()[-1]), seconds))
    return found


def report(found: list[Peak]) -> Iterator[str]:
    """Lines of Markdown."""
    yield "## Memory"
    yield ""
    if not found:
        yield "Not measured in this run: `make bench BENCH=--memory`."
        yield ""
        return
    yield "`chouma batch`, text in Parquet to scores in Parquet, all columns, all cores: peak of the process, and time by the clock."
    yield ""
    yield "| hands | in, MB | out, MB | peak, MB | seconds | M hands/s |"
    yield "|--:|--:|--:|--:|--:|--:|"
    for one in found:
        numbers = (f"{one.read:.1f}", f"{one.written:.1f}", f"{one.peak:.0f}", f"{one.seconds:.1f}", f"{one.n / one.seconds / 1e6:.2f}")
        yield f"| {one.n:,} | {' | '.join(numbers)} |"
    yield ""
