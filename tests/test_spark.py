"""Records judged and hands scored on a Spark cluster of separate processes, one of which is killed: complete, and as on one machine.

Without Java or without PySpark the tests that need them are left out and say so; ``CHOUMA_REQUIRE_SPARK=1`` makes that a failure.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import pytest
import records_made as made

import chouma


def _left_out(why: str) -> NoReturn:
    if os.environ.get("CHOUMA_REQUIRE_SPARK") == "1":
        pytest.fail(why, pytrace=False)
    pytest.skip(f"Spark isn't tested: {why}", allow_module_level=True)


for module in ("pyspark", "pyarrow", "pandas", "psutil"):
    if importlib.util.find_spec(module) is None:
        _left_out(f"{module} isn't installed; `pip install 'chouma[spark]' psutil` does so")
if not shutil.which("java"):
    _left_out("there is no Java; `apt-get install default-jre-headless` brings it")

import psutil  # noqa: E402 - these are there now
import pyarrow as pa  # noqa: E402
import pyarrow.parquet as parquet  # noqa: E402
import pyspark  # noqa: E402

from chouma import spark  # noqa: E402
from chouma.batch import score_batches  # noqa: E402
from chouma.records import columns  # noqa: E402

HERE = Path(__file__).resolve().parent
REAL = HERE.parent.parent / "shared" / "records" / "mjlog" / "MahjongRepository+tenhou-python-bot"
EXECUTOR = "CoarseGrainedExecutorBackend"
SECONDS = 150
RECORDS = 24


class Run(NamedTuple):
    """What a run on the cluster left."""

    records: Path
    hands: Path
    out: Path
    begun: int
    printed: str
    errors: str


def write_records(folder: Path) -> None:
    """Files of one and of many games, an archive, two with what is no game: 30 games and 2 parts, 11 findings."""
    folder.mkdir()
    right, points = made.mjlog(made.game()), made.changed(lambda one: one["hands"][1]["wins"][0].update(points=8000))
    wrong = made.mjlog(points)
    for i in range(RECORDS - 3):
        (folder / f"{i:02}.mjlog").write_text(wrong * (1 + i % 2) if i % 3 == 0 else right)
    (folder / "broken.mjlog").write_text("no record")
    (folder / "cut.mjlog").write_text(right + "<oops")
    with zipfile.ZipFile(folder / "more.zip", "w") as archive:
        for i in range(5):
            archive.writestr(f"{i}.mjlog", wrong if i == 3 else right)


def hands() -> pa.Table:
    """Some hands, one that can't be, and a column that is carried along."""
    texts = ["234m 345678p 6634s +5s", "123m456p789s2223z +3z", "123m", "19m19p19s1234567z +1m"] * 500
    seats = [*"ESWN"] * 500
    return pa.table({"hand": texts, "seat": seats, "round": ["E"] * 2000, "id": range(2000)})


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """One run of `spark_job.py`, of whose two executors one is killed while it judges."""
    folder = tmp_path_factory.mktemp("spark")
    records, table, begun, out = (folder / name for name in ("records", "hands.parquet", "begun", "out"))
    write_records(records)
    parquet.write_table(hands(), table)
    for one in (begun, out):
        one.mkdir()
    more = [str(REAL)] if REAL.is_dir() else []
    program = [sys.executable, str(HERE / "spark_job.py"), *map(str, (records, table, begun, out)), *more]
    quick = {"JDK_JAVA_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}
    environment = {**os.environ, **quick, "PYTHONPATH": str(Path(chouma.__file__).resolve().parents[1])}
    with (folder / "errors").open("w+") as errors:
        with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment) as process:
            try:
                _kill_one(process, begun)
                printed, _ = process.communicate(timeout=SECONDS)
            finally:
                process.kill()
        errors.seek(0)
        told = errors.read()
    assert process.returncode == 0, told
    return Run(records, table, out, len([*begun.iterdir()]), printed, told)


def _kill_one(process: subprocess.Popen[str], begun: Path) -> None:
    """Kill the executor that began with some files and is at the next one; it is a child of what we started."""
    deadline = time.monotonic() + SECONDS
    while len(marks := sorted(begun.iterdir(), key=lambda mark: mark.stat().st_mtime_ns)) < 5:
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.02)
    above = psutil.Process(int(marks[-1].name.partition("-")[0])).parents()
    assert process.pid in [one.pid for one in above]
    executor = next(one for one in above if EXECUTOR in " ".join(one.cmdline()))
    os.kill(executor.pid, signal.SIGKILL)


def rows(folder: Path) -> list[dict[str, Any]]:
    return sorted(parquet.read_table(folder).to_pylist(), key=repr)


def here(*paths: Path) -> list[dict[str, Any]]:
    """The same on this machine alone."""
    return [row for batch in columns.game_batches(paths) for row in batch.to_pylist()]


def both(judged: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    games = [{name: row[name] for name in columns.GAMES.names} for row in judged]
    found = [{"record": row["record"], **one} for row in judged for one in row["found"]]
    return sorted(games, key=repr), sorted(found, key=repr)


def test_an_executor_that_is_killed_costs_nothing(run: Run) -> None:
    games, found = both(here(run.records))
    assert len(games) == 30 + 2 and len(found) == 11 + 2
    assert rows(run.out / "slow" / "games") == games
    assert rows(run.out / "slow" / "findings") == found
    assert run.begun > RECORDS, "nothing was begun again: nobody was killed at work"
    assert "Counts(games=30, wins=90, draws=30, findings=11, unreadable=2)" in run.printed


def test_the_command_writes_the_same(run: Run) -> None:
    games, found = both(here(run.records, *([REAL] if REAL.is_dir() else [])))
    assert rows(run.out / "command" / "games") == games
    assert rows(run.out / "command" / "findings") == found
    assert "status 3" in run.printed
    assert re.search(rf"^{sum(bool(row['format']) for row in games)} games, \d+ wins, .* 2 parts can't be read$", run.errors, re.MULTILINE)


def test_hands_are_scored_as_on_one_machine(run: Run) -> None:
    table = hands()
    alone = pa.Table.from_batches(score_batches(table, rules="tenhou", dictionaries=False)).to_pylist()
    assert {row["state"] for row in alone} == {"scored", "refused"}
    assert sorted(parquet.read_table(run.out / "scores").to_pylist(), key=lambda row: row["id"]) == alone


def test_nothing_is_left_behind(run: Run) -> None:
    assert sorted(path.name for path in run.out.iterdir()) == ["command", "scores", "slow"]
    assert not (Path(pyspark.__file__).parent / "work").exists()


# ------------------------------------------------------------------------------------------------ without a cluster


def test_files_are_cut_into_tasks_of_about_the_same_size() -> None:
    found = [("a", 10), ("b", 90), ("c", 400), ("d", 0), ("e", 300), ("f", 200)]
    # a quarter is 250: the middles lie at 5, 55, 300, 500, 650 and 900
    assert [[row[1] for row in cut] for cut in spark._sliced(found, 4)] == [["a", "b"], ["c"], ["d", "e"], ["f"]]
    assert {row[2:] for cut in spark._sliced(found, 4) for row in cut} == {(0, 1)}
    assert {row[0] for row in spark._sliced(found, 1)[0]} == {os.path.abspath(name) for name, _ in found}
    assert spark._sliced([], 4) == [[]]


def test_a_large_file_is_shared(tmp_path: Path) -> None:
    cut = spark._sliced([("large", 64 << 20), ("small", 1000)], 8)
    assert [[row[1:] for row in rows] for rows in cut] == [*([("large", i, 8)] for i in range(7)), [("large", 7, 8), ("small", 0, 1)]]
    assert len(spark._sliced([("large", 64 << 30)], 500)) == spark.MOST_SHARES
    archive = tmp_path / "large.zip"
    zipfile.ZipFile(archive, "w").close()
    assert len(spark._sliced([(str(archive), 64 << 30)], 500)) == 500


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    with pytest.raises(FileExistsError, match="it is there already: name a new folder"):
        spark.write(None, tmp_path)  # type: ignore[arg-type]
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
