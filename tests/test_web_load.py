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
#: what allocators may keep for themselves
MOST_GROWTH = 32 << 20


def test_many_clients_at_once_cost_no_error_and_no_memory() -> None:
    cases = [served.request_of(case) for case in workload.generate(200, seed=3)]
    bodies = [served.post("/api/score", json.dumps(one).encode()) for one in cases]
    own = [{**one, "rules": {"base": "tenhou", "start_points": 100 * n}} for n, one in enumerate(cases)]
    bodies += [served.post("/api/score", json.dumps(one).encode()) for one in own]
    bodies += [served.post("/api/waits", json.dumps({"hand": "234m345678p6634s", "seat": "S", "round": "E"}).encode())] * 4
    rows = b"\n".join(json.dumps({key: value for key, value in one.items() if key != "rules"}).encode() for one in cases * 20)
    upload = served.post("/api/batch?rules=tenhou", rows, "application/x-ndjson")
    with served.server() as (port, process):
        for _ in range(2):  # until every cache is warm
            assert asyncio.run(served.clients(port, bodies, CLIENTS)) == 0
            assert asyncio.run(served.client(port, [upload])) == 0
        before, ends, n = process.memory_info().rss, time.monotonic() + SECONDS, 0
        while n < 2 or time.monotonic() < ends:
            assert asyncio.run(served.clients(port, bodies, CLIENTS)) == 0
            assert asyncio.run(served.client(port, [upload])) == 0
            n += 1
        assert process.memory_info().rss - before < MOST_GROWTH, f"after {n} rounds"
