"""``chouma waits``: what it prints, and how it ends. The values are those of test_waits.py, from the rules by hand."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from chouma.cli import app, main
from chouma.cli.commands import quick

HAND, EAST = "234m 345678p 6634s", ("--seat", "S", "--round", "E")
REQUEST = {"hand": HAND, "seat": "S", "round": "E", "flags": ["riichi"], "rules": "tenhou", "discards": ["5s"]}


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str]) -> Any:
    """The command in this process: its status, and what it printed on each stream."""

    def run_here(*args: str) -> tuple[int, str, str]:
        status = main(["waits", *args])
        captured = capsys.readouterr()
        assert "a fault of ours" not in captured.err
        return status, captured.out, captured.err

    return run_here


def piped(text: str, *args: str) -> subprocess.CompletedProcess[str]:
    """The real command with something on standard input."""
    env = {**os.environ, "PYTHONIOENCODING": "utf8", "COLUMNS": "100"}
    return subprocess.run(
        [sys.executable, "-m", "chouma", "waits", *args], input=text, capture_output=True, text=True, env=env, timeout=60
    )


def test_a_ready_hand(here: Any) -> None:
    status, out, err = here(HAND, "--riichi", *EAST, "--rules", "tenhou", "--discards", "5s")
    assert (status, err) == (0, "")
    head, columns, two, five, red, note = out.splitlines()
    assert head == "ready: waits for 2s 5s, 7 tiles are left"
    assert columns.split() == ["tile", "left", "by", "ron", "by", "self-draw"]
    assert two.startswith("2s       4  3 han 30 fu  3900") and "5200 (1300, dealer 2600)" in two
    assert five.split()[:2] == ["5s", "2"] and red.split()[:2] == ["0s", "1"]
    assert note.startswith("furiten: 5s")


def test_what_was_assumed_is_said(here: Any) -> None:
    assert "seat S" in here(HAND)[2] and here(HAND, *EAST)[2] == ""


def test_exit_statuses(here: Any) -> None:
    assert here("123m456p789s1147z", *EAST)[0] == 1  # not ready
    assert here("22z 333m 123p (567s) 34s", *EAST)[0] == 1  # nothing is paid
    assert here("22z 333m 123p 567s 34s", *EAST)[0] == 0  # a self-draw is
    assert here("123m 456p 789s 11z 23m 9p", *EAST)[0] == 0  # what to discard
    assert here("123m", *EAST)[0] == 2


def test_classical_rules(here: Any) -> None:
    hand = "13p555p99s(666z)(234m)"
    status, out, _ = here(hand, "--rules", "ningbo", *EAST)
    assert status == 0 and "a pure wait: 2p" in out
    assert " ".join(out.splitlines()[2].split()) == "2p 4 20 fu 1 fan 40 22 fu 1 fan 44"
    limited = here(hand, "--rules", "ningbo", "--set", "limit=30", *EAST)[1]
    assert " ".join(limited.splitlines()[2].split()) == "2p 4 20 fu 1 fan 30 22 fu 1 fan 30"
    assert here(HAND, "--rules", "tenhou", "--set", "kiriage_mangan=maybe")[0] == 2


def test_all_problems_are_told_at_once(here: Any) -> None:
    status, out, err = here("34x", "--seat", "Q", "--dora", "9x", "--rules", "tenho", "--honba", "x")
    assert (status, out) == (2, "")
    for told in ("'x' is not known", "seat is 'Q'", "did you mean tenhou", "--honba is 'x'"):
        assert told in err
    told = json.loads(here("34x", "--seat", "Q", "--json")[1])
    assert told["ok"] is False and {"seat"} <= {problem["where"] for problem in told["problems"]}


def test_json(here: Any) -> None:
    status, out, _ = here(HAND, "--riichi", *EAST, "--rules", "tenhou", "--json")
    told = json.loads(out)
    assert status == 0 and out.count("\n") == 1 and told["schema"] == "chouma.waits/1"
    found = [(one["tile"], one["left"], one["ron"]["points"]) for one in told["waits"]]
    assert found == [("2s", 4, 3900), ("5s", 3, 3900), ("0s", 1, 7700)]


def test_many_hands() -> None:
    done = piped(f"{HAND}\n# a comment\n\n123m\n", *EAST)
    assert done.returncode == 3 and done.stdout.count("hand: ") == 2 and "1 of 2 lines failed" in done.stderr


def test_requests() -> None:
    bad = [{"hand": 3}, {**REQUEST, "rules": "/etc/club.toml"}, {**REQUEST, "sean": []}, {**REQUEST, "seen": [1]}, []]
    done = piped("\n".join(json.dumps(one) for one in (REQUEST, *bad)) + "\nnothing\n", "--jsonl")
    first, *others = map(json.loads, done.stdout.splitlines())
    assert done.returncode == 3 and first["ok"] and first["furiten"] == ["5s"]
    assert [one["ok"] for one in others] == [False] * 6
    told = [{problem["id"] for problem in one["problems"]} for one in others]
    assert told[0] == {"wrong_type", "missing_key"}  # every reason at once, in whatever order
    assert told[1:] == [{"bad_rules"}, {"unknown_key"}, {"wrong_type"}, {"wrong_type"}, {"json"}]
    assert "Traceback" not in done.stderr
    assert piped("", "--jsonl", "--seat", "S").returncode == 2


def test_files_are_not_read_for_requests(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text('base = "tenhou"\n', encoding="utf8")
    done = piped(json.dumps({**REQUEST, "rules": str(file)}) + "\n", "--jsonl")
    assert done.returncode == 2 and not json.loads(done.stdout)["ok"]


def test_help_opens_with_examples(here: Any) -> None:
    status, out, _ = here("--help")
    assert status == 0 and out.startswith("Examples:\n  chouma waits ")


@pytest.mark.parametrize("line", [f"waits {HAND} --riichi --dora 2p --dora 3p --set red_fives=0", "waits 123m --discards 1z2z --json"])
def test_both_readers_agree(line: str) -> None:
    fast = quick(line.split())
    assert fast is not None
    slow = app.read(line.split())
    assert (fast.words, fast.given) == (slow.words, slow.given)
