"""Time the API: scores a second with one request a hand, and hands a second by upload, from one server process.

The server's own CPU time is what counts, not the client's: each round gives one ratio to what the scorer `mahjong` takes for the same
hands, one at a time, so that the figure holds on a machine that others use too. ``python bench/served.py`` prints it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import peers
import psutil
import workload


class Found(NamedTuple):
    """What one run came to.

    Attributes
    ----------
    one : list of float
        CPU time of the server for one score, in microseconds, by round.
    mahjong : list of float
        That of `mahjong` for the same hands.
    upload : list of float
        CPU time of the server for one hand of an upload.
    seconds : list of float
        Wall time of each round of single requests.
    growth : int
        Bytes of memory that the server took between the first round and the last.
    failed : int
        Answers that were not 200.
    """

    one: list[float]
    mahjong: list[float]
    upload: list[float]
    seconds: list[float]
    growth: int
    failed: int


def request_of(case: workload.Case) -> dict[str, Any]:
    """A case on the wire.

    >>> {"hand", "seat", "round", "rules"} <= request_of(workload.generate(1)[0]).keys()
    True
    """
    told = peers.keywords(case)
    lists = {name: told.pop(name) for name in ("dora_indicators", "ura_indicators") if name in told}
    flags = [name for name, value in told.items() if value is True]
    plain = {name: value for name, value in told.items() if value is not True}
    indicators = {name: [f"{rank}{suit}" for rank, suit in peers.split(text)] for name, text in lists.items()}
    return {"hand": peers.canonical(case), **plain, **indicators, **({"flags": flags} if flags else {})}


def post(path: str, body: bytes, type: str = "application/json") -> bytes:
    """One request as it goes over the wire."""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {type}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


@contextmanager
def server() -> Iterable[tuple[int, psutil.Process]]:  # type: ignore[misc]
    """A server in a process of its own, on a free port."""
    command = [sys.executable, "-m", "chouma", "serve", "-p", "0"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert running.stdout is not None
        address = running.stdout.readline()
        yield int(address.rstrip("/\n").rpartition(":")[2]), psutil.Process(running.pid)
    finally:
        running.terminate()
        running.communicate()


async def answered(reader: asyncio.StreamReader) -> int:
    """Read one answer; its status."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0]
    if length:
        await reader.readexactly(int(length))
    else:
        while size := int(await reader.readuntil(b"\r\n"), 16):
            await reader.readexactly(size + 2)
        await reader.readexactly(2)
    return int(head.split(b" ", 2)[1])


async def client(port: int, requests: Sequence[bytes]) -> int:
    """Send requests over one connection, one after the other; how many failed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 24)
    failed = 0
    for request in requests:
        writer.write(request)
        failed += await answered(reader) != 200
    writer.close()
    return failed


async def clients(port: int, requests: Sequence[bytes], n: int) -> int:
    """Share requests among `n` clients at once; how many failed."""
    return sum(await asyncio.gather(*(client(port, requests[i::n]) for i in range(n))))


def cpu_of(process: psutil.Process) -> float:
    """CPU time that a process has taken, in seconds."""
    times = process.cpu_times()
    return float(times.user + times.system)


def measure(n: int, rounds: int, n_clients: int = 64, rows: int = 100_000) -> Found:
    """Time the server and `mahjong` in turn."""
    cases = workload.generate(n)
    wire = [request_of(case) for case in cases]
    requests = [post("/api/score", json.dumps(one).encode()) for one in wire]
    one_rule = [{key: value for key, value in one.items() if key != "rules"} for one in wire]
    lines = [json.dumps(one_rule[i % n]).encode() for i in range(rows)]
    upload = post("/api/batch?rules=tenhou", b"\n".join(lines), "application/x-ndjson")
    scorer = peers.Mahjong()
    prepared = [scorer.prepare(case) for case in cases]
    found = Found([], [], [], [], 0, 0)
    failed = grown = 0
    with server() as (port, process):
        asyncio.run(clients(port, requests, n_clients))  # warm
        asyncio.run(client(port, [upload]))
        before = process.memory_info().rss
        for _ in range(rounds):
            start, began = cpu_of(process), time.monotonic()
            failed += asyncio.run(clients(port, requests, n_clients))
            found.seconds.append(time.monotonic() - began)
            found.one.append((cpu_of(process) - start) / n * 1e6)
            own = time.process_time()
            for one in prepared:
                scorer.score(one)
            found.mahjong.append((time.process_time() - own) / n * 1e6)
            start = cpu_of(process)
            failed += asyncio.run(client(port, [upload]))
            found.upload.append((cpu_of(process) - start) / rows * 1e6)
        grown = process.memory_info().rss - before
    return found._replace(growth=grown, failed=failed)


def report(found: Found) -> str:
    """The figures in words."""
    ratios = [theirs / ours for ours, theirs in zip(found.one, found.mahjong, strict=True)]
    one, upload, mahjong = (statistics.median(taken) for taken in (found.one, found.upload, found.mahjong))
    return "\n".join(
        (
            f"one score a request: {one:.0f} us of CPU, {1e6 / one:,.0f} a second; "
            f"mahjong takes {mahjong:.0f} us a hand, {statistics.median(ratios):.2f} of it ({min(ratios):.2f} to {max(ratios):.2f})",
            f"an upload: {upload:.2f} us of CPU a hand, {1e6 / upload:,.0f} a second and core",
            f"{found.failed} failed; memory grew by {found.growth / 1e6:.1f} MB; rounds of {statistics.median(found.seconds):.2f} s",
        )
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    print(report(measure(args.hands, args.rounds)))
