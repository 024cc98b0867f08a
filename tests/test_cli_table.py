"""``chouma table``: what it prints, in each form, and how it refuses."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from chouma.cli import app, main
from chouma.cli.commands import quick


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str]) -> Any:
    """The command in this process: its status, and what it printed on each stream."""

    def run_here(*args: str) -> tuple[int, str, str]:
        status = main(list(args))
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run_here


def test_both_tables_of_a_rule_set(here: Any) -> None:
    status, out, err = here("table", "--rules", "tenhou")
    assert (status, err) == (0, "") and out.startswith("tenhou: the dealer wins\n") and "tenhou: a non-dealer wins" in out
    for shown in ("1300/2600", "11600", "seven pairs are 2 han already", "13 han and more", "* mangan"):
        assert shown in out
    assert "\x1b" not in out


def test_one_table_alone(here: Any) -> None:
    dealer = here("table", "--dealer")[1]
    others = here("table", "--no-dealer")[1]
    assert "the dealer wins" in dealer and "a non-dealer wins" not in dealer
    assert "a non-dealer wins" in others and "the dealer wins" not in others
    assert f"{dealer}\n{others}" == here("table")[1]


def test_every_form(here: Any) -> None:
    words = ("table", "--rules", "mleague", "--dealer", "--honba", "1")
    assert here(*words, "--format", "markdown")[1].startswith("## mleague: the dealer wins\n")
    lines = list(csv.DictReader(io.StringIO(here(*words, "--format", "csv")[1])))
    (one,) = (line for line in lines if (line["han"], line["fu"], line["by"]) == ("4", "30", "ron"))
    assert (one["limit"], one["discarder"], one["points"]) == ("kiriage_mangan", "12300", "12000")
    told = json.loads(here(*words, "--format", "json")[1])
    assert told["schema"] == "chouma.table/1" and [table["dealer"] for table in told["tables"]] == [True]
    assert json.loads(here(*words, "--json")[1]) == told
    assert here(*words, "--format", "text") == here(*words)


def test_classical_rules(here: Any) -> None:
    status, out, err = here("table", "--rules", "ningbo", "--set", "limit=300")
    assert (status, err) == (0, "") and "at most 300" in out and "another wins: East pays" in out
    told = json.loads(here("table", "--rules", "ningbo", "--dealer", "--format", "json")[1])
    (cell,) = (one for row in told["rows"] if row["fu"] == 20 for one in row["cells"] if one["fan"] == 1)
    assert cell == {"fan": 1, "score": 40, "limit": "", "east_wins": {"each": 80, "total": 240}}


def test_switches(here: Any) -> None:
    by_option = here("table", "--rules", "tenhou", "--kiriage-mangan")[1]
    assert "rounded up to mangan" in by_option and by_option == here("table", "--rules", "tenhou", "--set", "kiriage-mangan")[1]
    assert "1300/1300" in here("table", "--rules", "tenhou-sanma", "--set", "tsumo_loss=even", "--no-dealer")[1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--rules", "tenhuo"), "tenhou"),
        (("--format", "xml"), "text, markdown, csv, json"),
        (("--honba", "two"), "a whole number"),
        (("--rules", "ningbo", "--honba", "1"), "no counters"),
        (("--rules", "ningbo", "--kuitan"), "kuitan"),
        (("--set", "limit=300", "--set", "kuitan=perhaps"), "unknown switch 'limit'"),
        (("--set", "limit=300", "--set", "kuitan=perhaps"), "kuitan is"),
        (("--lang", "fr"), "language"),
        (("234m",), "234m"),
        (("--honbas", "1"), "honba"),
    ],
)
def test_what_is_wrong_is_said(here: Any, words: tuple[str, ...], told: str) -> None:
    status, out, err = here("table", *words)
    assert (status, out) == (2, "") and told in err and "Traceback" not in err


@pytest.mark.parametrize(
    "words", [(), ("--dealer",), ("--no-dealer", "--honba", "2"), ("--rules=ningbo", "--format=csv", "--set", "limit=300")]
)
def test_the_quick_reader_reads_what_cyclopts_reads(words: tuple[str, ...]) -> None:
    assert quick(["table", *words]) == app.read(["table", *words])


def test_help_opens_with_examples_that_run(here: Any) -> None:
    out = here("table", "--help")[1]
    assert out.startswith("Examples:\n")
    examples = [line.split()[1:] for line in out.splitlines()[1:] if line.startswith("  chouma table")]
    assert len(examples) >= 6
    for words in examples:
        words = words[: words.index(">")] if ">" in words else words
        assert here(*words)[0] == 0
