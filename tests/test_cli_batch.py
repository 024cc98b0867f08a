"""``chouma batch``: files in, files out; whole or not at all, whatever happens."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from strategies import random_case

import chouma
from chouma.cli import main
from chouma.riichi.rules import rules
from chouma.tiles import NAMES

pa = pytest.importorskip("pyarrow", reason="the extra chouma[batch] isn't installed")
import pyarrow.parquet as pq  # noqa: E402

from chouma.batch import score_table  # noqa: E402
from chouma.batch.files import json_lines  # noqa: E402
from chouma.batch.tables import ANSWERS  # noqa: E402

PINFU = {"hand": "234m 345678p 6634s +5s", "seat": "S", "round": "E"}
LISTS = ("flags", "dora_indicators", "ura_indicators")
FORMATS = ("parquet", "csv", "jsonl")


def sample(n: int, seed: int = 1) -> list[dict[str, Any]]:
    random, found = Random(seed), []
    for i in range(n):
        case = random_case(random, rules("tenhou"))
        shown = {key: [NAMES[tile] for tile in case.keywords[key]] for key in LISTS[1:]}
        found.append({"id": f"hand {i:03}", "hand": chouma.write(case.hand), **case.keywords, **shown})
    return found


ROWS = sample(80)


def table_of(rows: Sequence[dict[str, Any]]) -> Any:
    return pa.table({key: pa.array([row.get(key) for row in rows], pa.list_(pa.string()) if key in LISTS else None) for key in rows[0]})


def write(path: Path, rows: Sequence[dict[str, Any]]) -> Path:
    """Rows as a file, by its ending."""
    if path.suffix == ".parquet":
        pq.write_table(table_of(rows), path, row_group_size=30)
    elif path.suffix == ".csv":
        with path.open("w", newline="", encoding="utf8") as stream:
            writer = csv.DictWriter(stream, list(rows[0]))
            writer.writeheader()
            writer.writerows({key: " ".join(value) if isinstance(value, list) else value for key, value in row.items()} for row in rows)
    else:
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf8")
    return path


def read(path: Path | bytes, format: str = "") -> list[dict[str, Any]]:
    """Rows of a file in one form: names sorted, what isn't there None."""
    data = path.read_bytes() if isinstance(path, Path) else path
    format = format or (path.suffix[1:] if isinstance(path, Path) else "")
    if format == "parquet":
        rows = pq.read_table(io.BytesIO(data)).to_pylist()
    elif format == "csv":
        rows = list(csv.DictReader(io.StringIO(data.decode())))
        for row in rows:
            for key, value in row.items():
                scored = row.get("state", "scored") == "scored"
                if key == "problems" or (key == "yaku" and scored):
                    row[key] = value.split()
                elif key in ANSWERS and key not in ("state", "limit"):
                    row[key] = int(value) if value else None
                elif key == "limit":
                    row[key] = value if scored else None
    else:
        rows = [json.loads(line) for line in data.decode().splitlines()]
    for row in rows:
        for key in ("yaku", "problems"):
            row[key] = sorted(row[key]) if row.get(key) is not None else None
    return rows


def right(rows: Sequence[dict[str, Any]], **asked: Any) -> list[dict[str, Any]]:
    found = score_table(table_of(rows), **asked).to_pylist()
    for row in found:
        for key in ("yaku", "problems"):
            if key in row:
                row[key] = sorted(row[key]) if row[key] is not None else None
    return found


RIGHT = right(ROWS, rules="tenhou")


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """The command in this process: its status, and what it printed on each stream."""

    def run_here(*args: object) -> tuple[int, str, str]:
        status = main(["batch", *map(str, args)])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run_here


def command(*args: object, **more: Any) -> subprocess.CompletedProcess[bytes]:
    """The real command; never a traceback."""
    done = subprocess.run([sys.executable, "-m", "chouma", "batch", *map(str, args)], capture_output=True, timeout=60, **more)
    assert b"Traceback" not in done.stderr and b"a fault of ours" not in done.stderr, done.stderr
    return done


# ------------------------------------------------------------------------------------------------ formats


@pytest.mark.parametrize("into", FORMATS)
@pytest.mark.parametrize("out", FORMATS)
def test_any_format_to_any_other(tmp_path: Path, here: Any, into: str, out: str) -> None:
    source, target = write(tmp_path / f"in.{into}", ROWS), tmp_path / f"out.{out}"
    status, printed, told = here(source, target, "--rules", "tenhou", "--batch-size", "17")
    assert (status, printed) == (0, "")
    assert read(target) == RIGHT
    n_scored = sum(row["state"] == "scored" for row in RIGHT)
    assert told.startswith(f"80 hands: {n_scored} scored, {80 - n_scored} no win or no yaku, 0 refused; ") and told.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted({source.name, target.name})


@pytest.mark.parametrize("format", FORMATS)
def test_columns_are_picked(tmp_path: Path, here: Any, format: str) -> None:
    source, target = write(tmp_path / f"in.{format}", ROWS), tmp_path / f"out.{format}"
    assert here(source, target, "--rules", "tenhou", "--columns", "hand,points,id", "--threads", "1")[0] == 0
    rows = pq.read_table(target).to_pylist() if format == "parquet" else None
    if format == "csv":
        cells = csv.DictReader(io.StringIO(target.read_text()))
        rows = [{**row, "points": int(row["points"]) if row["points"] else None} for row in cells]
    elif format == "jsonl":
        rows = [json.loads(line) for line in target.read_text().splitlines()]
    wanted = [{"hand": row["hand"], "points": good["points"], "id": row["id"]} for row, good in zip(ROWS, RIGHT, strict=True)]
    assert rows == wanted and list(rows[0]) == ["hand", "points", "id"]


def test_switches_and_rules_of_the_file(tmp_path: Path, here: Any) -> None:
    # 4 han 30 fu: riichi, pinfu, tanyao and the dora 3p
    row = {**PINFU, "flags": ["riichi"], "dora_indicators": ["2p"]}
    plain = write(tmp_path / "plain.jsonl", [row])
    named = write(tmp_path / "named.jsonl", [{**row, "rules": {"base": "tenhou", "kiriage_mangan": True}}])
    out = tmp_path / "out.jsonl"
    for source, words, points in (
        (plain, (), 7700),
        (plain, ("--set", "kiriage_mangan=true"), 8000),
        (plain, ("--kiriage-mangan",), 8000),
        (plain, ("--rules", "mleague"), 8000),
        (named, (), 8000),
    ):
        assert here(source, out, *words)[0] == 0
        assert read(out)[0]["points"] == points
    status, _, told = here(named, out, "--rules", "wrc")
    assert status == 2 and "several rule sets" in told


def test_standard_input_and_output(tmp_path: Path) -> None:
    for format in ("csv", "jsonl"):
        data = write(tmp_path / f"in.{format}", ROWS).read_bytes()
        done = command("-", "-", "--format", format, "--rules", "tenhou", input=data)
        assert done.returncode == 0
        assert read(done.stdout, format) == RIGHT
        assert done.stderr.count(b"\n") == 1 and b"\x1b" not in done.stderr
    assert read(command(tmp_path / "in.csv", "-", "--format", "jsonl", "--rules", "tenhou").stdout, "jsonl") == RIGHT


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    write(tmp_path / "in.csv", ROWS * 200)
    words = f"{sys.executable} -m chouma batch {tmp_path / 'in.csv'} - --format jsonl --batch-size 100"
    script = words + ' | head -n 1; exit "${PIPESTATUS[0]}"'
    done = subprocess.run(["bash", "-c", script], capture_output=True, timeout=60)
    assert done.returncode == 0 and done.stdout.count(b"\n") == 1 and b"Traceback" not in done.stderr


def test_no_rows(tmp_path: Path, here: Any) -> None:
    (tmp_path / "in.csv").write_text("hand,seat,round,id\n")
    (tmp_path / "in.jsonl").write_text("\n")
    pq.write_table(pa.table({key: pa.array([], pa.string()) for key in ("hand", "seat", "round", "id")}), tmp_path / "in.parquet")
    for into in FORMATS:
        for out in FORMATS:
            status, _, told = here(tmp_path / f"in.{into}", tmp_path / f"out.{out}")
            assert status == 0 and told.startswith("0 hands: "), told
            assert read(tmp_path / f"out.{out}") == []


def test_a_csv_cell_is_carried_along_as_it_stands(tmp_path: Path, here: Any) -> None:
    text = '\ufeffid,hand,note,seat,round\r\n007,234m 345678p 6634s +5s,"two\nlines, ""quoted""",S,E\r\n1e5,1m,,S,E\r\n'
    (tmp_path / "in.csv").write_bytes(text.encode())
    assert here(tmp_path / "in.csv", tmp_path / "out.csv", "--columns", "id,note,points", "--batch-size", "1")[0] == 3
    rows = list(csv.reader(io.StringIO((tmp_path / "out.csv").read_bytes().decode(), newline="")))
    assert rows == [["id", "note", "points"], ["007", 'two\nlines, "quoted"', "2000"], ["1e5", "", ""]]


def test_json_of_every_sort_of_value() -> None:
    batch = pa.record_batch({
        "text": ['a"\\\n', "\u2028é", None],
        "list": [["x", None], [], None],
        "dictionary": pa.array(["mangan", None, ""]).dictionary_encode(),
        "number": [1, -(2**62), None],
        "float": [0.5, None, 1e300],
        "flag": [True, None, False],
        "nested": [{"a": [1]}, None, {"a": None}],
    })
    assert [json.loads(line) for line in json_lines(batch).decode().split("\n")[:-1]] == batch.to_pylist()
    for part in (batch.slice(1), batch.slice(1, 1), batch.slice(0, 0)):
        assert [json.loads(line) for line in json_lines(part).decode().split("\n")[:-1]] == part.to_pylist()


# ------------------------------------------------------------------------------------------------ bad rows


def test_a_bad_json_line_costs_itself_only(tmp_path: Path, here: Any) -> None:
    good = json.dumps({**PINFU, "id": 1})
    lines = {
        "{": ["json"],
        "[1]": ["wrong_type"],
        '{"hand": "1m", "hand": "2m"}': ["duplicate_key"],
        json.dumps({**PINFU, "honba": 1.5}): ["wrong_type"],
        json.dumps({**PINFU, "honba": "1", "flags": ["riichi", "double_riichi"]}): ["wrong_type"],
        json.dumps({**PINFU, "seat": 1}): ["wrong_type"],
        json.dumps({**PINFU, "flags": ["no_such"]}): ["unknown_flag"],
        json.dumps({"hand": "\ud800", "seat": "S"}): ["missing_key", "text"],
        json.dumps({**PINFU, "id": "x"}): ["wrong_type"],
        json.dumps({**PINFU, "hnad": "x"}): ["unknown_key"],
        json.dumps({**PINFU, "dora_indicators": ["5s"] * 4}): ["fifth_copy"],
        json.dumps({**PINFU, "honba": -1, "flags": ["haitei"]}): ["bad_value", "haitei_by_ron"],
        '{"hand": "\x01"}': ["json"],
        '{"id": NaN}': ["json"],
    }
    # among the first rows, whose types the others follow, and far behind them
    far = "\n".join([*[good] * 200, "", *lines, good])
    for data, batch_size in ((far, "40"), (far, "100000")):
        (tmp_path / "in.jsonl").write_text(data)
        status, _, told = here(tmp_path / "in.jsonl", tmp_path / "out.jsonl", "--batch-size", batch_size)
        rows = read(tmp_path / "out.jsonl")
        assert status == 3 and len(rows) == 201 + len(lines)
        assert {row["state"] for row in [*rows[:200], rows[-1]]} == {"scored"}
        if batch_size == "40":
            assert [row["problems"] for row in rows[200:-1]] == list(lines.values())
            assert f"{len(lines)} refused" in told


def test_a_bad_csv_line_costs_itself_only(tmp_path: Path, here: Any) -> None:
    good = f"{PINFU['hand']},S,E,,1,7"
    lines = {
        f"{PINFU['hand']},S,E": ["missing_key"],
        f"{good},8,9": ["unknown_key"],
        f"{PINFU['hand']},S,E,,x,7": ["wrong_type"],
        f"{PINFU['hand']},S,E,,-1,7": ["bad_value"],
        f"{PINFU['hand']},S,E,riichi no_such,1,7": ["unknown_flag"],
        f",S,E,,,{'x' * 1000}": ["missing_key"],
        f"{PINFU['hand']},Q,E,,,": ["bad_value"],
        "234m 345678p 66634s +5s,S,E,ippatsu,0,1": ["ippatsu_without_riichi", "tile_count"],
    }
    (tmp_path / "in.csv").write_text("\n".join(["hand,seat,round,flags,honba,id", good, *lines, good]))
    for size in ("1", "100000"):
        assert here(tmp_path / "in.csv", tmp_path / "out.csv", "--batch-size", size)[0] == 3
        rows = read(tmp_path / "out.csv")
        assert [row["problems"] for row in rows] == [[], *lines.values(), []]
        assert rows[0]["total"] == rows[-1]["total"] == 2300 and rows[0]["id"] == "7"


def test_bytes_that_are_no_text(tmp_path: Path, here: Any) -> None:
    (tmp_path / "in.csv").write_bytes(b"hand,seat,round\n\xff\xfe,S,E\n234m 345678p 6634s +5s,S,E\n")
    (tmp_path / "in.jsonl").write_bytes(b'{"hand": "\xff", "seat": "S", "round": "E"}\n' + json.dumps(PINFU).encode())
    for name, problem in (("in.csv", "text"), ("in.jsonl", "json")):
        assert here(tmp_path / name, tmp_path / "out.jsonl")[0] == 3
        assert [row["problems"] for row in read(tmp_path / "out.jsonl")] == [[problem], []]


# ------------------------------------------------------------------------------------------ bad usage and files


def test_usage(tmp_path: Path, here: Any) -> None:
    source = write(tmp_path / "in.csv", ROWS)
    (tmp_path / "link.csv").symlink_to(source)
    os.link(source, tmp_path / "same.csv")
    before = source.read_bytes()
    for words, told in (
        ((source, source), "is the file that is read"),
        ((source, tmp_path / "link.csv"), "is the file that is read"),
        ((source, tmp_path / "same.csv"), "is the file that is read"),
        ((source, tmp_path / "out.xlsx"), "name its format with --format"),
        ((source, "-"), "- takes --format csv or jsonl"),
        ((source, "-", "--format", "parquet"), "Parquet can't be piped"),
        ((source, tmp_path / "out.csv", "--format", "xml"), "parquet csv jsonl"),
        ((source, tmp_path / "out.csv", "--columns", "pionts"), "did you mean points"),
        ((source, tmp_path / "out.csv", "--columns", "han,han"), "asked for twice"),
        ((source, tmp_path / "out.csv", "--rules", "no_such"), "no_such"),
        ((source, tmp_path / "out.csv", "--set", "no_such=1"), "no_such"),
        ((source, tmp_path / "out.csv", "--threads", "0"), "a whole number, 1 or more"),
        ((source, tmp_path / "out.csv", "--batch-size", "many"), "a whole number, 1 or more"),
        ((source, tmp_path / "no" / "out.csv"), "No such file"),
        ((tmp_path / "absent.csv", tmp_path / "out.csv"), "No such file"),
        ((tmp_path, tmp_path / "out.csv", "--format", "csv"), "Is a directory"),
        ((source,), "OUT"),
    ):
        status, out, error = here(*words)
        assert (status, out) == (2, "") and told in error, (words, error)
        assert not (tmp_path / "out.csv").exists() and source.read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 3


def test_files_that_cannot_be_read(tmp_path: Path, here: Any) -> None:
    whole = write(tmp_path / "whole.parquet", ROWS * 50).read_bytes()
    scored = pa.table({**{key: [value] for key, value in PINFU.items()}, "han": [3]})
    pq.write_table(scored, tmp_path / "scored.parquet")
    broken = {
        "empty.parquet": b"",
        "half.parquet": whole[: len(whole) // 2],
        "text.parquet": b"hand,seat,round\n",
        "spoilt.parquet": whole[:200] + b"\x00" * 5000 + whole[5200:],
        "empty.csv": b"",
        "other.csv": b"name,points\na,1\n",
        "twice.csv": b"hand,hand,seat,round\n1m,1m,S,E\n",
        "scored.parquet": (tmp_path / "scored.parquet").read_bytes(),
    }
    (tmp_path / "out.csv").write_text("what was there")
    for name, data in broken.items():
        (tmp_path / name).write_bytes(data)
        status, _, told = here(tmp_path / name, tmp_path / "out.csv")
        assert status == 2 and told, name
        assert "fault of ours" not in told, told
        assert (tmp_path / "out.csv").read_text() == "what was there"
    assert not [path.name for path in tmp_path.iterdir() if path.name.endswith(".part")]


def test_a_column_that_nearly_has_the_name_of_one_is_told(tmp_path: Path, here: Any) -> None:
    source = write(tmp_path / "in.jsonl", [{**PINFU, "dora_indicator": ["2p"]}])
    status, _, told = here(source, tmp_path / "out.jsonl")
    assert status == 0 and "the column dora_indicator is not read: did you mean dora_indicators?" in told


def test_the_extra_that_is_missing_is_named(tmp_path: Path) -> None:
    write(tmp_path / "in.csv", ROWS)
    for module in ("pyarrow", "numpy"):
        code = f"import sys; sys.modules[{module!r}] = None; from chouma.cli import main; sys.exit(main(sys.argv[1:]))"
        words = [sys.executable, "-c", code, "batch", tmp_path / "in.csv", tmp_path / "out.csv"]
        done = subprocess.run(words, capture_output=True, text=True, timeout=60)
        assert done.returncode == 2 and "pip install 'chouma[batch]'" in done.stderr and "Traceback" not in done.stderr
        assert done.stderr.count("\n") == 1


def test_a_device_is_written_as_it_stands(tmp_path: Path) -> None:
    source = write(tmp_path / "in.csv", ROWS)
    assert command(source, "/dev/null", "--format", "csv").returncode == 0
    assert not Path("/dev/null").is_file()
    (tmp_path / "link.csv").symlink_to(tmp_path / "real.csv")
    assert command(source, tmp_path / "link.csv").returncode == 0
    assert (tmp_path / "link.csv").is_symlink() and (tmp_path / "real.csv").is_file()


# ------------------------------------------------------------------------------------------------ interrupted


@pytest.mark.parametrize("out", FORMATS)
@pytest.mark.parametrize(("sent", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 128 + signal.SIGTERM)])
def test_an_interrupted_run_leaves_nothing(tmp_path: Path, out: str, sent: signal.Signals, status: int) -> None:
    target = tmp_path / f"out.{out}"
    target.write_text("what was there")
    words = [sys.executable, "-m", "chouma", "batch", "-", str(target), "--format", "jsonl", "--batch-size", "10"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin and process.stderr
        process.stdin.write("".join(json.dumps(row) + "\n" for row in ROWS).encode())
        process.stdin.flush()
        deadline = time.monotonic() + 40
        while not [path for path in tmp_path.iterdir() if path.name.endswith(".part")]:
            assert time.monotonic() < deadline and process.poll() is None
            time.sleep(0.02)
        time.sleep(0.3)
        process.send_signal(sent)
        _, told = process.communicate(timeout=30)
    assert process.returncode == status, told
    assert b"Traceback" not in told
    assert [path.name for path in tmp_path.iterdir()] == [target.name] and target.read_text() == "what was there"


# ------------------------------------------------------------------------------------------------ progress


def test_progress_is_for_terminals_alone(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty", reason="no terminals here")
    data = write(tmp_path / "in.jsonl", ROWS)
    ours, theirs = pty.openpty()
    words = [sys.executable, "-m", "chouma", "batch", str(data), "-", "--format", "jsonl", "--rules", "tenhou"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=theirs, env=environment) as process:
        os.close(theirs)
        out = process.communicate(timeout=60)[0]
    told = b""
    try:
        while more := os.read(ours, 4096):
            told += more
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    assert process.returncode == 0 and read(out, "jsonl") == RIGHT
    assert b"a second" in told and b"\x1b[" in told and "━".encode() in told
