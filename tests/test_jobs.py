"""Records judged by several processes, and findings as columns: the same as by one, whoever is ended on the way."""

from __future__ import annotations

import contextlib
import gzip
import io
import itertools
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import records_made as made
from fatal import Fatal, Unstartable

import chouma
from chouma.cli import main
from chouma.errors import ChoumaError
from chouma.records import jobs, mjai, mjlog
from chouma.records.formats import Text, texts
from chouma.records.jobs import Judge, Judged, judged
from chouma.records.sources import Document, Share, Unread, documents, shared

pa = pytest.importorskip("pyarrow", reason="columns need PyArrow")
parquet = pytest.importorskip("pyarrow.parquet")
from chouma.records import columns  # noqa: E402 - it needs PyArrow


@cache
def right() -> str:
    return made.mjlog(made.game())


@cache
def wrong() -> str:
    """60 fu and 3 han by self-draw cost 7900, and it says 8000: one finding."""
    return made.mjlog(made.changed(lambda one: one["hands"][1]["wins"][0].update(points=8000)))


def stream(n: int, name: str = "made") -> Iterator[Text | Unread]:
    """Records, every seventh with a finding, every eleventh unreadable."""
    for i in range(n):
        if i % 11 == 10:
            yield Unread(f"{name}{i}", "it is broken")
        else:
            yield Text(f"{name}{i}", "xml", (wrong() if i % 7 == 3 else right()).encode())


def told(found: list[Judged]) -> list[tuple[Any, ...]]:
    return [(*one[:-1], [finding.text() for finding in one.findings]) for one in found]


@cache
def expected(n: int) -> list[tuple[Any, ...]]:
    return told([*judged(stream(n), Judge())])


# ------------------------------------------------------------------------------------------------ processes


def test_one_process_tells_what_is_in_each_record() -> None:
    found = [*judged(stream(12), Judge())]
    assert [one.record for one in found] == [f"made{i}" for i in range(12)]
    assert [len(one.findings) for one in found] == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0]
    assert [one.unreadable for one in found] == [0] * 10 + [1, 0]
    assert {one[1:6] for one in found} == {("mjlog", 4, 4, 3, 1), ("", 0, 0, 0, 0)}


@pytest.mark.parametrize("n", [2, 3])
def test_several_processes_tell_the_same_in_the_same_order(n: int) -> None:
    assert told([*judged(stream(300), Judge(), n)]) == expected(300)


def test_their_number_is_that_of_the_cores_once_there_are_more_than_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "cores", lambda: 2)
    found = judged(stream(60), Judge(), None)
    few = [next(found) for _ in range(jobs.FEW)]
    assert not multiprocessing.active_children()
    few.append(next(found))
    assert len(multiprocessing.active_children()) == 2
    assert told([*few, *found]) == expected(60)
    assert not multiprocessing.active_children()


def test_details_and_other_languages_come_along() -> None:
    (one,) = (one for one in judged(stream(4), Judge(), 2) if one.findings)
    (here,) = (one for one in judged(stream(4), Judge()) if one.findings)
    lines = one.findings[0].explain("ja")
    assert lines is not None and lines == here.findings[0].explain("ja")
    assert one.findings[0].text("zh-Hans") == here.findings[0].text("zh-Hans") != one.findings[0].text()


def test_rules_are_handed_on() -> None:
    by = Judge(chouma.rules("tenhou").but(kiriage_mangan=True), (("red_fives", 0),))
    assert told([*judged(stream(8), by, 2)]) == told([*judged(stream(8), by)])


def test_no_more_is_read_ahead_than_a_few_parts() -> None:
    read = 0

    def endless() -> Iterator[Text | Unread]:
        nonlocal read
        for i in itertools.count():
            read += 1
            yield Text(f"made{i}", "xml", right().encode())

    with contextlib.closing(judged(endless(), Judge(), 2)) as found:
        taken = [next(found) for _ in range(200)]
    assert len(taken) == 200
    assert read <= 200 + jobs.MOST_TEXTS * jobs._AHEAD * 2 + jobs.MOST_TEXTS


@pytest.mark.parametrize("at", [0, 20, 150])
def test_a_process_that_is_killed_costs_nothing(at: int) -> None:
    said: list[str] = []
    found = judged(stream(300), Judge(), 2, said.append)
    taken = [next(found) for _ in range(at + 1)]
    for child in multiprocessing.active_children()[:1]:
        os.kill(child.pid or 0, signal.SIGKILL)
    assert told([*taken, *found]) == expected(300)
    assert all("ended by signal 9" in one for one in said)


def test_a_record_that_ends_every_process_costs_itself_alone() -> None:
    records = [*stream(40)]
    records[17] = Text("fatal", "xml", b"")
    said: list[str] = []
    found = told([*judged(iter(records), Fatal(), 2, said.append)])
    assert len(said) == 3
    assert found[17] == ("fatal", "", 0, 0, 0, 0, ["fatal: can't be read: the process that read it was ended by signal 9"])
    assert found[:17] + found[18:] == expected(40)[:17] + expected(40)[18:]


def test_where_no_process_starts_it_is_told() -> None:
    with pytest.raises(ChoumaError, match=r"ended with status 7\): --jobs 1 does without"):
        list(judged(stream(5), Unstartable(), 2))
    assert not multiprocessing.active_children()


def test_a_fault_of_the_program_is_no_fault_of_the_record() -> None:
    with pytest.raises(KeyError, match="nonsense"):
        list(judged(iter([Text("made", "nonsense", b"")]), Judge(), 2))


def test_records_of_every_format_are_handed_on(tmp_path: Path) -> None:
    deep = b"[" * 900 + b"]" * 900
    one = json.dumps(made.tenhou6(made.game())).encode()
    lines = [one, deep, b'{"a": 1}', b"[" * 100_000, one]
    (tmp_path / "many.json").write_bytes(b"\n".join(lines * 20))
    game = mjlog.read(made.mjlog(made.game()))
    (tmp_path / "many.mjson").write_text(mjai.write(game) * 30)
    here = told([*judged(texts(documents([tmp_path])), Judge())])
    assert [one[1] for one in here] == ["tenhou6", "", "", "", "tenhou6"] * 20 + ["mjai"] * 30
    assert told([*judged(texts(documents([tmp_path])), Judge(), 2)]) == here


# ------------------------------------------------------------------------------------------------ shares


def _folder(path: Path) -> Path:
    path.mkdir()
    for i in range(5):
        (path / f"{i}.mjlog").write_text(wrong())
    return path


def _stream(path: Path) -> Path:
    path.write_text(right() * 20 + "<oops" + right() * 30 + "<mjloggm>")
    return path


def _gzip(path: Path, cut: int = 0) -> Path:
    packed = gzip.compress((wrong() * 70).encode())
    path.write_bytes(packed[: len(packed) - cut])
    return path


def _zip(path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for i in range(11):
            archive.writestr(f"{i}.mjlog", wrong() * (i % 3))
    return path


def _tar(path: Path) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for i in range(11):
            data = (wrong() * (i % 3)).encode()
            info = tarfile.TarInfo(f"{i}.mjlog")
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return path


def _broken(path: Path) -> Path:
    path.write_bytes(_zip(path).read_bytes()[:-30])
    return path


SOURCES: dict[str, Callable[[Path], Path]] = {
    **{"stream": _stream, "gzip": _gzip, "cut off": lambda path: _gzip(path, 50), "zip": _zip, "tar": _tar, "broken zip": _broken},
    **{"absent": lambda path: path, "empty": lambda path: (path.write_bytes(b"") and path) or path},
    "other": lambda path: (path.write_bytes(b"hello") and path) or path,
}


@pytest.mark.parametrize("kind", SOURCES)
@pytest.mark.parametrize("n", [2, 7])
def test_shares_come_to_the_whole(tmp_path: Path, kind: str, n: int) -> None:
    path = str(SOURCES[kind](tmp_path / "file"))
    whole = [*texts(documents([path]))]
    parts = [one for at in range(n) for one in texts(shared(path, Share(at, n)))]
    assert whole and sorted(map(repr, parts)) == sorted(map(repr, whole))


def test_a_share_can_have_another_name(tmp_path: Path) -> None:
    path = str(_zip(tmp_path / "file"))
    assert {one.name.partition(":")[0] for one in texts(shared(path, name="club"))} == {"club"}
    assert [one.name for one in shared(str(tmp_path / "none"), name="club")] == ["club"]


# ------------------------------------------------------------------------------------------------ columns


def test_findings_are_rows(tmp_path: Path) -> None:
    folder = str(_folder(tmp_path / "records"))
    (Path(folder) / "6.mjlog").write_text(right())
    found = pa.Table.from_batches(columns.audit_batches(folder), columns.FINDINGS).to_pylist()
    assert found == [finding.to_dict() for finding in chouma.audit(folder)] and len(found) == 5
    assert found[0] == {
        **{"record": f"{folder}/0.mjlog", "round": "E1.1", "seat": "South", "topic": "points", "told": "8000", "computed": "7900"},
        "why": "3 han 60 fu cost 7900",
    }
    by_name = pa.Table.from_batches(columns.audit_batches(Path(folder), lang="ja"), columns.FINDINGS).to_pylist()
    assert by_name == [finding.to_dict("ja") for finding in chouma.audit(folder)] != found


def test_games_are_rows() -> None:
    given = [Document("a", io.BytesIO(wrong().encode())), Document("b", io.BytesIO(right().encode())), Document("c", io.BytesIO(b"?"))]
    (batch,) = columns.game_batches(given)
    assert batch.schema == columns.JUDGED
    assert columns.games_of(batch).to_pylist() == [
        dict(zip(columns.GAMES.names, row, strict=True))
        for row in (("a", "mjlog", 4, 4, 3, 1, 1, 0), ("b", "mjlog", 4, 4, 3, 1, 0, 0), ("c", "", 0, 0, 0, 0, 0, 1))
    ]
    assert columns.findings_of(batch).column("record").to_pylist() == ["a", "c"]
    assert columns.findings_of(batch.slice(1, 1)).num_rows == 0
    assert columns.findings_of(batch.slice(2, 1)).column("topic").to_pylist() == ["unreadable"]


def test_batches_are_never_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns, "MOST_GAMES", 10)
    monkeypatch.setattr(columns, "MOST_FINDINGS", 3)
    batches = [*columns.rows(judged(stream(40), Judge()))]
    assert max(batch.num_rows for batch in batches) <= 10 and sum(batch.num_rows for batch in batches) == 40
    assert max(columns.findings_of(batch).num_rows for batch in batches) == 3


def test_a_table_of_documents_is_judged_as_they_are(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "records")
    whole = [row for batch in columns.game_batches(folder) for row in batch.to_pylist()]
    paths = sorted(map(str, folder.iterdir()))
    contents = [Path(path).read_bytes() for path in paths]
    for table in ({"path": paths}, {"path": paths, "content": contents}, {"path": paths, "bytes": contents, "length": [1] * 5}):
        batches = pa.table(table).to_batches(max_chunksize=2)
        assert [row for batch in columns.audit_arrow(batches) for row in batch.to_pylist()] == whole
    called = pa.record_batch({"path": paths, "record": [*"abcde"], "part": [0, 1, 0, 0, 0], "parts": [1, 2, 1, 1, 1]})
    assert [row["record"] for batch in columns.audit_arrow([called]) for row in batch.to_pylist()] == [*"acde"]
    with pytest.raises(ChoumaError, match="the table has the columns file, and no path"):
        list(columns.audit_arrow([pa.record_batch({"file": paths})]))


def test_a_name_that_is_no_text_is_a_row_too(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path / "x") + b"\xff"
    Path(os.fsdecode(name)).write_text(wrong())
    (row,) = (row for batch in columns.audit_batches(os.fsdecode(name)) for row in batch.to_pylist())
    assert row["record"] == f"{tmp_path}/x\\udcff"


# ------------------------------------------------------------------------------------------------ the command


def command(*words: Any, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "chouma", "audit", *map(str, words)], capture_output=True, text=True, timeout=120, **options
    )


@pytest.fixture
def many(tmp_path: Path) -> Path:
    path = tmp_path / "many.mjlog"
    path.write_text((right() + wrong()) * 40 + "<oops")
    return path


def test_the_command_tells_the_same_with_any_number_of_processes(many: Path) -> None:
    one, two, all_cores = (command(many, "--lang", "en", *more) for more in (["--jobs", "1"], ["--jobs", "2"], []))
    assert one.stdout.count("\n") == 41 and one.stdout.startswith(f"{many}#2 E1.1 South:")
    assert one.stdout == two.stdout == all_cores.stdout
    assert one.stderr == two.stderr == "80 games, 240 wins, 80 draws, 40 findings, 1 part can't be read\n"
    assert one.returncode == two.returncode == 3


def test_findings_and_games_as_files(many: Path, tmp_path: Path) -> None:
    found, games = tmp_path / "found.parquet", tmp_path / "games.parquet"
    done = command(many, "--format", "parquet", "--out", found, "--games", games, "--jobs", "2")
    assert (done.returncode, done.stdout) == (3, ""), done.stderr
    rows = [row for batch in columns.game_batches(many) for row in batch.to_pylist()]
    assert parquet.read_schema(found) == columns.FINDINGS and parquet.read_schema(games) == columns.GAMES
    assert parquet.read_table(found).to_pylist() == [{"record": row["record"], **one} for row in rows for one in row["found"]]
    assert parquet.read_table(games).to_pylist() == [{name: row[name] for name in columns.GAMES.names} for row in rows]
    for format in ("text", "json", "csv"):
        target = tmp_path / f"found.{format}"
        assert command(many, "--format", format, "--out", target).stdout == ""
        assert target.read_text() == command(many, "--format", format).stdout


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--format", "parquet"], "Parquet is no text: name a file for it with --out FILE"),
        (["--jobs", "0"], "a whole number, 1 or more"),
        (["--jobs", "two"], "a whole number, 1 or more"),
        (["--out", "no/such/folder/f.txt"], "no/such/folder/f.txt: No such file or directory"),
        (["--engine", "dask"], "one of spark"),
        (["--master", "local"], "--master goes with --engine spark"),
        (["--engine", "spark"], "--out FOLDER"),
        (["--engine", "spark", "--out", "x", "--format", "csv"], "--out FOLDER"),
        (["--engine", "spark", "--out", "x", "--jobs", "2"], "--jobs doesn't go with --engine spark"),
    ],
)
def test_what_does_not_go_together_is_told(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "nowhere.mjlog", "--lang", "en", *words]) == 2
    shown = capsys.readouterr()
    assert why in shown.err and shown.out == "" and shown.err.count("\n") == 1


def test_without_java_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    assert main(["audit", "nowhere.mjlog", "--lang", "en", "--engine", "spark", "--out", "found"]) == 2
    assert "Spark needs Java 17 or later, which isn't found: install it, such as" in capsys.readouterr().err


@pytest.mark.parametrize(("sent", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 128 + signal.SIGTERM)])
@pytest.mark.parametrize("format", ["parquet", "csv"])
def test_an_interrupted_audit_leaves_nothing(tmp_path: Path, format: str, sent: signal.Signals, status: int) -> None:
    target = tmp_path / "out"
    target.write_text("what was there")
    words = [*("audit", "-", "--jobs", "2", "--format", format, "--out", str(target))]
    program = [sys.executable, "-m", "chouma", *words]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin
        process.stdin.write((wrong() * 100).encode())
        process.stdin.flush()
        deadline = time.monotonic() + 40
        while len(children(process.pid)) < 2:
            assert time.monotonic() < deadline and process.poll() is None
            time.sleep(0.02)
        started = children(process.pid)
        time.sleep(0.5)
        process.send_signal(sent)
        _, shown = process.communicate(timeout=30)
    assert process.returncode == status, shown
    assert b"Traceback" not in shown
    assert [path.name for path in tmp_path.iterdir()] == ["out"] and target.read_text() == "what was there"
    while left := [pid for pid in started if alive(pid)]:
        assert time.monotonic() < deadline, left
        time.sleep(0.02)


def children(pid: int) -> list[int]:
    """The processes that a process started to judge."""
    psutil = pytest.importorskip("psutil", reason="it tells which processes were started")
    return [one.pid for one in psutil.Process(pid).children() if "spawn_main" in " ".join(one.cmdline())]


def alive(pid: int) -> bool:
    psutil = pytest.importorskip("psutil")
    return psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE


def test_nobody_is_left_when_the_program_is_killed(tmp_path: Path) -> None:
    program = [sys.executable, "-m", "chouma", "audit", "-", "--jobs", "2"]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        assert process.stdin
        process.stdin.write((right() * 100).encode())
        process.stdin.flush()
        deadline = time.monotonic() + 40
        while len(started := children(process.pid)) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        process.kill()
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
    while left := [pid for pid in started if alive(pid)]:
        assert time.monotonic() < deadline, left
        time.sleep(0.02)
