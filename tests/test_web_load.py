"""Many clients at once: every answer is right, none fails, and the server's memory stays flat. How fast it is, `bench/served.py` says."""

from __future__ import annotations

import asyncio
import json
import os
import time

import pytest

pytest.importorskip("uvicorn", reason="the API needs the extra web")
pytest.importorskip("pyarrow", reason="uploads need PyArrow")
psutil = pytest.importorskip("psutil", reason="it tells how much memory the server has")
import served  # noqa: E402 - it needs these
import workload  # noqa: E402

CLIENTS = 64
#: seconds; a minute with `CHOUMA_LOAD_SECONDS=60`
SECONDS = float(os.environ.get("CHOUMA_LOAD_SECONDS", "5"))
#: what allocators may keep for themselves, once the caches of the scores and of every thread are warm
MOST_GROWTH = 32 << 20
#: so many rounds in a row bring no more than `SETTLED` of memory when they are; a leak of a few bytes a hand never comes to rest
AT_REST, SETTLED, MOST_ROUNDS = 4, 4 << 20, 60


def test_many_clients_at_once_cost_no_error_and_no_memory() -> None:
    cases = [served.request_of(case) for case in workload.generate(200, seed=3)]
    bodies = [served.post("/api/score", json.dumps(one).encode()) for one in cases]
    own = [{**one, "rules": {"base": "tenhou", "start_points": 100 * n}} for n, one in enumerate(cases)]
    bodies += [served.post("/api/score", json.dumps(one).encode()) for one in own]
    bodies += [served.post("/api/waits", json.dumps({"hand": "234m345678p6634s", "seat": "S", "round": "E"}).encode())] * 4
    rows = b"\n".join(json.dumps({key: value for key, value in one.items() if key != "rules"}).encode() for one in cases * 20)
    upload = served.post("/api/batch?rules=tenhou", rows, "application/x-ndjson")
    with served.server() as (port, process):

        def memory() -> int:
            assert asyncio.run(served.clients(port, bodies, CLIENTS)) == 0
            assert asyncio.run(served.client(port, [upload])) == 0
            return process.memory_info().rss

        taken = [memory() for _ in range(AT_REST + 1)]
        while max(taken[-AT_REST:]) - max(taken[:-AT_REST]) > SETTLED:
            assert len(taken) < MOST_ROUNDS, f"the memory never came to rest: {[n >> 20 for n in taken]} MiB"
            taken.append(memory())
        ends = time.monotonic() + SECONDS
        later = [memory()]
        while time.monotonic() < ends:
            later.append(memory())
        assert later[-1] - max(taken) < MOST_GROWTH, f"{[n >> 20 for n in taken + later]} MiB"
