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
from chouma.cli.commands import COMMANDS, quick
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


# ------------------------------------------------------------------------------------------- riichi

RIICHI_HAND = "234m 345678p 6634s +5s"


def totals(out: str) -> list[int]:
    """The last column of the matrix; the table pays, too, where deposits lay on it."""
    rows = [line.split() for line in out.splitlines()]
    start = next(i for i, row in enumerate(rows) if row and row[0] == "pays")
    end = next((i for i in range(start, len(rows)) if not rows[i]), len(rows))
    return [int(row[-1]) for row in rows[start + 1 : end]]


def test_a_win_by_han_and_fu(here: Any) -> None:
    status, out, err = here("--winner", "S", "--from", "N", "--han", "3", "--fu", "40", "--honba", "1", "--deposits", "2")
    assert status == 0 and "general" in err
    assert totals(out) == [0, 7500, 0, -5500, -2000]
    assert "South, who wins" in out and "3 han 40 fu" in out and "South deals next" in out
    assert here("--rules", "general", "S:3h40f", "--from", "N", "--honba", "1", "--deposits", "2")[:2] == (0, out)
    # drawn, without --from
    assert totals(here("--winner", "E", "--han", "5", "--rules", "tenhou")[1]) == [12000, -4000, -4000, -4000]
    assert totals(here("E:1y", "--rules", "tenhou-sanma")[1]) == [32000, -16000, -16000]


def test_hands_of_riichi(here: Any) -> None:
    status, out, err = here(f"S:{RIICHI_HAND}", "--from", "W", "--riichi", "--rules", "tenhou")
    assert (status, totals(out)) == (0, [0, 3900, -3900, 0]) and "round E" in err
    for told in ("riichi (Ready hand)", "pinfu (All sequences)", "tanyao (All simples)", "20 fu"):
        assert told in out
    assert "West pays South 3900: South wins 3900 by ron" in here(f"S:{RIICHI_HAND}", "--from", "W", "--riichi", "--explain")[1]
    # every hand is marked as a win: riichi is meant
    assert here(f"S:{RIICHI_HAND}", "--from", "W", "--riichi")[1] == out
    assert totals(here(f"S:{RIICHI_HAND}", "--from", "W", "--riichi", "--dora", "4p", "--round", "S")[1]) == [0, 7700, -7700, 0]


def test_two_winners_and_liability(here: Any) -> None:
    assert totals(here("S:3h40f", "N:5h", "--from", "W", "--rules", "tenhou", "--honba", "1")[1]) == [0, 5200, -13500, 8300]
    pao = ("--winner", "S", "--from", "N", "--yakuman", "daisangen,tsuuiisou", "--pao")
    assert totals(here(*pao, "W", "--rules", "tenhou")[1]) == [0, 64000, -32000, -32000]
    assert totals(here(*pao, "W:daisangen", "--rules", "general")[1]) == [0, 64000, -16000, -48000]
    assert totals(here(*pao, "none", "--rules", "tenhou")[1]) == [0, 64000, 0, -64000]
    assert totals(here("S:11s44s (7>77z) (5^55z) (6<66z) *1s", "--rules", "tenhou")[1]) == [-32000, 32000, 0, 0]


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("--winner", "S", "--han", "3", "--fu", "31"), ["no hand has 3 han 31 fu"]),
        (("--winner", "S", "--han", "x", "--honba", "y", "--fu", "30"), ["--han is 'x'", "--honba is 'y'"]),
        (("--han", "3", "--fu", "30"), ["without --winner"]),
        (("S:3h30f", "N:3h30f", "--from", "W", "--pao", "E"), ["2 hands win"]),
        (("S:3h30f", "--riichi"), ["take riichi away"]),
        (("S:3h30f", "--dealt", "S", "--rules", "tenhou"), ["know no --dealt"]),
        (("--rules", "tenhou", "--draw"), ["chouma draw"]),
        (("--rules", "ningbo", "--winner", "S", "--honba", "1"), ["know no --winner", "know no --honba"]),
        (("S:3h30f", "--from", "S", "--rules", "tenhou"), ["said to have discarded the tile"]),
        ((f"S:{RIICHI_HAND}", f"W:{RIICHI_HAND}", "--from", "E", "--ippatsu"), ["2 hands win, and flags"]),
    ],
)
def test_wins_that_cannot_be(here: Any, args: tuple[str, ...], told: list[str]) -> None:
    status, out, err = here(*args)
    assert status == 2 and out == ""
    assert all(text in err for text in told), err
    status, out, _ = here(*args, "--json")
    answer = json.loads(out)
    assert status == 2 and not answer["ok"] and answer["schema"] == "chouma.settlement/1"


def test_wins_on_the_wire() -> None:
    requests = [
        {"rules": "tenhou", "wins": [{"seat": "S", "han": 3, "fu": 40, "by": "ron", "from": "W"}], "honba": 1, "deposits": 2},
        {"rules": "tenhou", "draw": {"kind": "exhaustive", "tenpai": ["E", "S"]}, "dealer": "E"},
        {"rules": "tenhou", "draw": {"kind": "exhausted"}},
        REQUEST,
    ]
    done = run("settle", "--jsonl", given="".join(json.dumps(one) + "\n" for one in requests))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 3 and [one["ok"] for one in answers] == [True, True, False, True]
    assert [one["deltas"] for one in answers if one["ok"]] == [
        {"E": 0, "S": 7500, "W": -5500, "N": 0},
        {"E": 1500, "S": 1500, "W": -1500, "N": -1500},
        {"E": -220, "S": 160, "W": 186, "N": -126},
    ]


@pytest.mark.parametrize(
    ("args", "expected", "told"),
    [
        (("--tenpai", "E,S"), [1500, 1500, -1500, -1500], "East deals again"),
        (("--tenpai", "S", "--tenpai", "W"), [-1500, 1500, 1500, -1500], "South deals next"),
        (("--tenpai", "none", "--honba", "2", "--deposits", "1"), [0, 0, 0, 0], "1 deposit stays on the table"),
        (("--tenpai", "E", "--rules", "tenhou-sanma"), [2000, -1000, -1000], "1 counter for the next hand"),
        (("--nagashi", "W", "--tenpai", "E"), [-4000, -2000, 8000, -2000], "East deals again"),
        (("--nagashi", "W", "--set", "nagashi_mangan=win", "--honba", "1"), [-4100, -2100, 8300, -2100], "South deals next"),
        (("kyuushu_kyuuhai", "--honba", "1"), [0, 0, 0, 0], "2 counters for the next hand"),
        (("--chombo", "N", "--riichi", "S", "--deposits", "1"), [4000, 3000, 2000, -8000, -1000], "East deals again"),
        (("--chombo", "N", "--set", "chombo=points", "--points", "6000"), [2000, 2000, 2000, -6000], "East deals again"),
    ],
)
def test_draws_of_riichi(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], expected: list[int], told: str) -> None:
    assert main(["draw", *args]) == 0
    out, err = capsys.readouterr()
    assert totals(out) == expected and told in out and err == ""
    assert main(["draw", *args, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert list(answer["deltas"].values()) == expected[: len(answer["deltas"])]


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("exhausted",), "unknown kind of draw 'exhausted'"),
        (("--tenpai", "Q"), "draw.tenpai[0] is 'Q'"),
        (("--tenpai", "E", "--rules", "ningbo"), "chouma settle --draw"),
        (("--tenpai", "E", "--points", "3000"), "--points goes with --chombo"),
        (("--chombo", "N", "--tenpai", "E"), "keep one of them"),
        (("--tenpai", "E", "--rules", "tenhu"), "did you mean tenhou"),
        (("--tenpai", "E", "--honba", "-"), ""),
    ],
)
def test_draws_that_cannot_be(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], told: str) -> None:
    assert main(["draw", *args]) == 2
    out, err = capsys.readouterr()
    assert out == "" and told in err and "Traceback" not in err


def test_a_draw_without_a_word_says_what_it_took_for_granted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw"]) == 0
    out, err = capsys.readouterr()
    assert totals(out) == [0, 0, 0, 0] and "nobody is tenpai" in err
