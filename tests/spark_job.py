"""What `test_spark.py` runs on a cluster of separate processes: records judged slowly, hands scored, and the command.

A program of its own, so that all it starts ends with it.
"""

from __future__ import annotations

import os
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa

from chouma import spark
from chouma.cli import main

MASTER = "local-cluster[2,1,1024]"


def run(records: Path, hands: Path, begun: Path, out: Path, more: list[str]) -> None:
    session = spark.session(MASTER, quiet=True)

    def slow(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Reads files, leaves a mark for each, and takes its time, so that whoever does it can be ended at it."""
        for batch in batches:
            for path in batch.column("path").to_pylist():
                (begun / f"{os.getpid()}-{uuid.uuid4()}").touch()
                time.sleep(0.25)
                yield pa.record_batch({"path": [path], "content": pa.array([Path(path).read_bytes()], pa.binary())})

    rows = session.sparkContext.parallelize([(str(path),) for path in sorted(records.iterdir())], 6)
    paths = session.createDataFrame(rows, "path string")
    judged = spark.audit(session, paths.mapInArrow(slow, "path string, content binary"))
    print(spark.write(judged, out / "slow"), flush=True)
    spark.score(session.read.parquet(str(hands)), rules="tenhou").write.parquet(str(out / "scores"))
    # the command takes the session that is at hand, and ends it
    status = main(["audit", str(records), *more, "--engine", "spark", "--master", MASTER, "--lang", "en", "--out", str(out / "command")])
    print(f"status {status}")


if __name__ == "__main__":
    run(*map(Path, sys.argv[1:5]), sys.argv[5:])  # type: ignore[arg-type]
