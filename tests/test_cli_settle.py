"""``chouma settle``: what it prints, where, and how it ends. The right values are those of the worked example, and sums by hand."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from chouma.classical.table import settle
from chouma.cli import app, main
from chouma.cli.options import COMMANDS, quick
from chouma.hand import CLASSICAL_FLAGS

TABLE = {"E": "888s6779p(555m)(345s)", "S": "13p555p99s(666z)(234m)+2p", "W": "446p33z55z(777z)[1111z]", "N": "6778m44z6z(789m)(123p)"}
WORDS = [f"{seat}:{hand}" for seat, hand in TABLE.items()]
TEXT = "# the worked example\n" + "".join(f"{seat}: {hand}\n" for seat, hand in TABLE.items())
REQUEST = {"rules": "ningbo", "hands": {seat: {"hand": hand} for seat, hand in TABLE.items()}, "from": "W"}
MATRIX = [
    ["pays", "to", "E", "to", "S", "to", "W", "to", "N", "total"],
    ["East", "-", "80", "148", "0", "-220"],
    ["South", "0", "-", "0", "0", "+160"],
    ["West", "0", "40", "-", "0", "+186"],
    ["North", "8", "40", "78", "-", "-126"],
]


def run(*args: str, given: bytes | str = b"", **env: str) -> subprocess.CompletedProcess[str]:
    """The real command, with something piped into it; never a traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "chouma", *args],
        input=given if isinstance(given, bytes) else given.encode(),
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "utf8", "COLUMNS": "100", **env},
        timeout=60,
    )
    shown = subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in shown.stderr and "a fault of ours" not in shown.stderr, shown.stderr
    return shown


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str]) -> Any:
    """The command in this process: its status, and what it printed on each stream."""

    def run_here(*args: str) -> tuple[int, str, str]:
        status = main(["settle", *args])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run_here


def matrix(out: str) -> list[list[str]]:
    lines = out.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("pays"))
    return [line.split() for line in lines[start : start + 5]]


# ------------------------------------------------------------------------------------------- the worked example


def test_the_worked_example(here: Any) -> None:
    status, out, err = here("--rules", "ningbo", *WORDS, "--from", "W")
    assert (status, err) == (0, "")
    assert matrix(out) == MATRIX
    heads = [line.split("  ")[0] for line in out.splitlines() if re.match(r"(East|South|West|North).* points$", line)]
    assert heads == ["East, the dealer", "South, who wins", "West", "North"]
    # every item that counts: 10 + 4 + 4 + 2, a fan; 4 + 32 + 2 + 2, a fan; 4 + 2; 2
    assert [int(n) for n in re.findall(r" (\d+) fu\b(?! x)", out)] == [4, 2, 10, 4, 4, 2, 4, 32, 2, 2, 2]
    assert re.findall(r"= \d+ +(\d+) points", out) == ["6", "40", "80", "2"]
    assert "South deals next" in out and "\x1b" not in out and "doubled" not in out


def test_the_whole_derivation(here: Any) -> None:
    status, out, _ = here(*WORDS, "--from", "W", "--explain")
    assert status == 0 and matrix(out) == MATRIX
    for told in (
        "East pays West 148: West 80 less East 6 is 74, doubled as East is the dealer: 148",
        "East pays South 80: South wins 40, doubled as East is the dealer: 80",
        "North pays East 8: East 6 less North 2 is 4, doubled as East is the dealer: 8",
        "won on 2p by a discard",
        "beside 69p",
    ):
        assert told in out


def test_hands_may_be_spread_over_words(here: Any) -> None:
    whole = here(*WORDS, "--from", "W")
    apart = ("E:", "888s", "6779p", "(555m) (345s)", "south:13p555p99s", "(666z)(234m)", "+2p", "西：446p33z55z(777z)[1111z]", WORDS[3])
    assert here(*apart, "--from", "w") == whole
    assert here(*(word.replace(":", "=") for word in WORDS), "--from=West") == whole


def test_json_is_the_wire_form(here: Any) -> None:
    status, out, err = here(*WORDS, "--from", "W", "--json")
    assert (status, err) == (0, "") and out.count("\n") == 1
    assert json.loads(out) == json.loads(json.dumps(settle(**TABLE, discarder="W").to_dict()))


def test_switches_and_files_of_rules(here: Any, tmp_path: Path) -> None:
    assert matrix(here(*WORDS, "--from", "W", "--set", "losers_settle=false")[1])[1:] == [
        ["East", "-", "80", "0", "0", "-80"],
        ["South", "0", "-", "0", "0", "+160"],
        ["West", "0", "40", "-", "0", "-40"],
        ["North", "0", "40", "0", "-", "-40"],
    ]
    file = tmp_path / "club.toml"
    file.write_text('base = "ningbo"\nfalse_win = 300\n', encoding="utf8")
    assert matrix(here("--false-win", "S", "--rules", str(file))[1])[2] == ["South", "600", "-", "300", "300", "-1200"]
    assert matrix(here("--false-win", "S", "--set", "false-win=half_limit")[1])[2] == ["South", "200", "-", "100", "100", "-400"]


def test_ends_without_a_winner(here: Any) -> None:
    status, out, _ = here("--false-win", "E")
    assert status == 0 and matrix(out)[1] == ["East", "-", "400", "400", "400", "-1200"] and "South deals next" in out
    status, out, _ = here("--draw")
    assert status == 0 and all(row[-1] == "0" for row in matrix(out)[1:])
    assert here("--false-win", "E", "--draw")[0] == 2


def test_flags_are_the_winners(here: Any) -> None:
    drawn = [WORDS[0], f"S:{TABLE['S'].replace('+', '*')}", *WORDS[2:]]
    # 22 fu by self-draw, 26 with the last tile, a fan
    assert "South, who wins" in here(*drawn)[1] and matrix(here(*drawn)[1])[2][-1] == f"+{4 * 44}"
    assert matrix(here(*drawn, "--haitei")[1])[2][-1] == f"+{4 * 52}"
    assert here(*WORDS, "--from", "W", "--chankan")[0] == 2
    for name in CLASSICAL_FLAGS:
        assert name.replace("_", "-") in COMMANDS["settle",].options


def test_who_wins_as_dealt_and_who_was_calling(here: Any) -> None:
    hands = ["E:123456789p4448s", "S:27p159s16m123457z", "W:123456789p7778m", "N:333444555m8889s"]
    assert matrix(here(*hands, "--dealt", "S")[1])[2][-1] == "+800"
    status, _, err = here(*hands, "--dealt", "Q", "--calling", "X")
    assert status == 2 and "dealt is 'Q'" in err and "calling is 'X'" in err
    assert here(*WORDS, "--from", "W", "--calling", "N") == here(*WORDS, "--from", "W")
    assert "no hand" in here("--draw", "--dealt", "S")[2]


def test_the_round_is_assumed_where_it_counts(here: Any) -> None:
    assert here(*WORDS, "--from", "W")[2] == ""
    status, out, err = here(*WORDS, "--from", "W", "--set", "round_wind=true")
    # West's concealed kong of E is a fan more: 40 fu, 2 fan
    assert status == 0 and "round E" in err and "160 points" in out
    assert "80 points" in here(*WORDS, "--from", "W", "--set", "round_wind=true", "--round", "S")[1]


# --------------------------------------------------------------------------------------------------- refusals


def test_everything_wrong_is_told_at_once(here: Any) -> None:
    options = "--from Q --liable Z --rules ningbo --set limt=3 --set limit=x"
    status, out, err = here("E:888x", "S:13p", "S:13p", *options.split())
    assert (status, out) == (2, "")
    for told in ("did you mean limit", "limit is 'x'", "two hands for South", "East: 'x' is not known", "from is 'Q'", "liable is 'Z'"):
        assert told in err, told
    for seat in ("West", "North"):
        assert f"no hand for {seat}" in err
    text, mark = err.splitlines()[err.splitlines().index("  888x") :][:2]
    assert text.index("x") == mark.index("^")


def test_refusals_as_json(here: Any) -> None:
    status, out, err = here(*WORDS[:3], "--json")
    assert (status, err) == (2, "")
    answer = json.loads(out)
    assert answer["schema"] == "chouma.settlement/1" and answer["ok"] is False
    assert [(one["id"], one["where"]) for one in answer["problems"]] == [("missing_hand", "hands.N"), ("no_discarder", "from")]


def test_a_hand_without_a_seat(here: Any) -> None:
    status, _, err = here("888s6779p(555m)(345s)", "--draw")
    assert status == 2 and "the hand of no seat" in err


@pytest.mark.parametrize("args", [["--from"], ["--form", "W"], ["--rules", "ningpo", "--draw"], ["--rules", "tenhou", "--draw"]])
def test_bad_usage(here: Any, args: list[str]) -> None:
    status, out, err = here(*args)
    assert (status, out) == (2, "") and err.strip()


# ----------------------------------------------------------------------------------------------- standard input


def test_a_table_on_standard_input() -> None:
    done = run("settle", "--from", "W", given=TEXT)
    assert (done.returncode, done.stderr) == (0, "") and matrix(done.stdout) == MATRIX
    empty = run("settle", given="\n# nothing\n")
    assert empty.returncode == 2 and "no hands" in empty.stderr and empty.stdout == ""


def test_a_request_on_standard_input() -> None:
    done = run("settle", "--json", given=json.dumps(REQUEST, indent=2))
    assert done.returncode == 0 and json.loads(done.stdout)["deltas"] == {"E": -220, "S": 160, "W": 186, "N": -126}
    unasked = run("settle", given=json.dumps(REQUEST))
    assert unasked.returncode == 2 and "--json" in unasked.stderr


def test_lines_in_and_lines_out() -> None:
    lines = [json.dumps(REQUEST), "", json.dumps({**REQUEST, "from": "S"}), "nonsense", json.dumps({"draw": True})]
    done = run("settle", "--jsonl", given="\n".join(lines))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["ok"] for answer in answers] == [True, False, False, True]
    assert answers[1]["problems"][0]["id"] == "bad_discarder" and answers[2]["problems"][0]["id"] == "json"
    assert done.returncode == 3 and "2 of 4" in done.stderr
    assert run("settle", "--jsonl", given=json.dumps(REQUEST)).returncode == 0
    assert run("settle", "--jsonl", given="[]").returncode == 2
    strange = run("settle", "--jsonl", "--from", "W", given=json.dumps(REQUEST))
    assert strange.returncode == 2 and "--from" in strange.stderr


# ------------------------------------------------------------------------------------------- looks and options


def test_colour_on_a_terminal_alone(here: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    plain = here(*WORDS, "--from", "W")[1]
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    coloured = here(*WORDS, "--from", "W")[1]
    assert "\x1b[" in coloured and re.sub(r"\x1b\[[\d;]*m", "", coloured).split() == plain.split()
    assert "\x1b" not in here(*WORDS, "--from", "W", "--no-color")[1]


def test_the_help_opens_with_examples() -> None:
    page = run("settle", "--help").stdout
    assert page.startswith("Examples:") and "--false-win" in page
    assert "settle" in run("--help").stdout


def test_the_quick_reader_and_cyclopts_read_alike() -> None:
    for options in ("--from W", "--false-win N --json", "--calling E --calling N --chankan --set limit=300"):
        argv = ["settle", *WORDS, *options.split()]
        assert quick(argv) == app.read(argv)
