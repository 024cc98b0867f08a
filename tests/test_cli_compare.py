"""``chouma compare``: what it prints, how it ends, and how it refuses."""

from __future__ import annotations

import json
import shlex
from typing import Any

import pytest

from chouma.cli import app, main
from chouma.cli.commands import quick

WORKED = "13p 555p 99s (666z) (234m) +2p"
EAST = ("--seat", "S", "--round", "E")


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str]) -> Any:
    """The command in this process: its status, and what it printed on each stream."""

    def run_here(*args: str) -> tuple[int, str, str]:
        status = main(list(args))
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run_here


def test_both_families(here: Any) -> None:
    status, out, err = here("compare", WORKED, *EAST, "--rules", "ningbo,majsoul")
    assert (status, err) == (0, "") and "\x1b" not in out
    for shown in ("20 x 2^1 = 40", "30 x 2^(1 + 2) = 240", "East 80, the others each 40", "kept: ", "changed: ", "added: ", "gone: "):
        assert shown in out
    # the two families, where no rule sets are named; and the words of a hand are joined
    assert here("compare", *WORKED.split(), *EAST)[1] == out.replace("majsoul", "general")


def test_one_family(here: Any) -> None:
    words = ("compare", "234m 345678p 6634s +5s", *EAST, "--riichi", "--dora", "2p")
    status, out, err = here(*words, "--rules", "tenhou,mleague")
    assert (status, err) == (0, "") and "7700" in out and "8000" in out and "kiriage_mangan=true (not false)" in out
    assert here(*words, "--rules", "tenhou", "--rules", "mleague")[1] == out
    short = here(*words, "--rules", "tenhou,mleague", "--differing")[1]
    assert "pinfu" in out and "pinfu" not in short and "8000" in short


def test_what_was_assumed_is_said(here: Any) -> None:
    assert "seat S" in here("compare", WORKED)[2] and here("compare", WORKED, *EAST)[2] == ""


def test_json(here: Any) -> None:
    status, out, err = here("compare", WORKED, "--rules", "ningbo,majsoul", "--json")
    told = json.loads(out)
    assert (status, err) == (0, "") and told["schema"] == "chouma.compare/1" and told["ok"]
    assert told["rules"] == ["ningbo", "majsoul"] and told["families"] == ["classical", "riichi"]
    assert [told["answers"][0]["score"], told["answers"][1]["points"]] == [40, 1000]
    (winning,) = (row for row in told["rows"] if row["id"] == "win")
    assert winning["became"] == "changed" and [cell["text"] for cell in winning["cells"]] == ["10 fu", "20 fu"]


def test_a_hand_that_did_not_win(here: Any) -> None:
    status, out, _ = here("compare", "446p33z55z(777z)[1111z]", "--lost", "--seat", "W", "--rules", "ningbo,tenhou")
    assert status == 0 and "80" in out and "not counted" in out


def test_the_status_tells_what_became_of_the_hand(here: Any) -> None:
    assert here("compare", "66p 78s (222m) (333m) (444m) +9s", "--rules", "tenhou,wrc")[0] == 1  # no yaku in either
    assert here("compare", "66p 78s (222m) (333m) (444m) +9s", "--rules", "tenhou,ningbo")[0] == 0
    status, out, _ = here("compare", f"{WORKED[:-3]} 1z +2p", "--rules", "tenhou,ningbo")  # 15 tiles
    assert status == 2 and "15 tiles" in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((WORKED, "--rules", "ningbo"), "give 2 to"),
        ((WORKED, "--rules", "ningbo,tenhuo"), "tenhou"),
        (("234x",), "not known here"),
        ((WORKED, "--seat", "Q"), "seat is"),
        ((WORKED, "--honba", "two"), "a whole number"),
        ((WORKED, "--lang", "fr"), "language"),
        ((WORKED, "--reach"), "reach"),
        ((), "no tiles"),
    ],
)
def test_what_is_wrong_is_said(here: Any, words: tuple[str, ...], told: str) -> None:
    status, out, err = here("compare", *words)
    assert (status, out) == (2, "") and told.lower() in err.lower() and "Traceback" not in err


@pytest.mark.parametrize(
    "words", [(WORKED,), (WORKED, "--rules", "a,b", "--rules", "c", "--riichi"), ("--seat=E", WORKED, "--dora", "2p", "--lost", "--json")]
)
def test_the_quick_reader_reads_what_cyclopts_reads(words: tuple[str, ...]) -> None:
    assert quick(["compare", *words]) == app.read(["compare", *words])


def test_help_opens_with_examples_that_run(here: Any) -> None:
    out = here("compare", "--help")[1]
    assert out.startswith("Examples:\n")
    examples = [shlex.split(line)[1:] for line in out.splitlines() if line.startswith("  chouma compare")]
    assert len(examples) >= 4 and all(here(*words)[0] == 0 for words in examples)
