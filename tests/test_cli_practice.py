"""``chouma practice``: what it asks, what it makes of answers, and how it ends."""

from __future__ import annotations

import io
import json
import sys
from itertools import islice
from typing import Any

import pytest

from chouma.cli import app, main
from chouma.cli.commands import quick
from chouma.practice import questions


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """The command in this process with answers piped into it: its status, and what it printed on each stream."""

    def run_here(*args: str, answers: bytes | str = "") -> tuple[int, str, str]:
        raw = answers.encode() if isinstance(answers, str) else answers
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        status = main(["practice", *args])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run_here


def right(n: int, kind: str | None = None, **how: Any) -> list[str]:
    return [one.answer for one in islice(questions(kind, **how), n)]


@pytest.mark.parametrize("rules", ["tenhou", "ningbo"])
def test_all_right(here: Any, rules: str) -> None:
    answers = right(7, rules=rules, seed=4)
    status, out, err = here("--rules", rules, "--n", "7", "--seed", "4", answers="\n".join(answers))
    assert status == 0 and "7 of 7 right" in out and out.count("Right: ") == 7 and "Question 8" not in out
    assert f"Question 7 of 7, rules {rules}" in out and "--seed 4" in err and "Time: " in err and "\x1b" not in out
    assert "1 of 1" in out and all(f"> {answer}\n" in out for answer in answers)


def test_right_wrong_empty_and_unreadable(here: Any) -> None:
    answers = right(4, "fu", seed=4)
    status, out, _ = here("--kind", "fu", "--seed", "4", "--n", "4", answers=f"{answers[0]} fu\n1\n\nwho knows\n")
    assert status == 0 and "1 of 4 right" in out
    assert f"Right: {answers[0]} fu" in out and f"Not so: the answer is {answers[1]} fu" in out
    assert f"The answer: {answers[2]} fu" in out and f"Not so: the answer is {answers[3]} fu" in out
    assert "  fu  " not in out.splitlines()[-1], "one kind alone needs no table"


def test_the_end_of_the_input_ends_with_the_count(here: Any) -> None:
    answers = right(2, "han", seed=9)
    status, out, _ = here("--kind", "han", "--seed", "9", answers="\n".join(answers))
    assert status == 0 and out.endswith("2 of 2 right\n") and "Question 3 of 10" in out
    status, out, _ = here("--seed", "9")
    assert status == 0 and out.endswith("No question was answered.\n")


def test_no_bytes_are_too_strange(here: Any) -> None:
    status, out, _ = here("--n", "3", "--seed", "1", answers=b"\xff\xfe\n" + b"9" * 100_000 + b"\n\x00\n")
    assert status == 0 and "0 of 3 right" in out


def test_no_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["practice", "--seed", "1"]) == 0 and "No question was answered." in capsys.readouterr().out


class Terminal(io.StringIO):
    """Somebody types."""

    def isatty(self) -> bool:
        return True


def test_at_a_terminal_what_cant_be_read_may_be_said_again(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (answer,) = right(1, "fu", seed=4)
    monkeypatch.setattr(sys, "stdin", Terminal(f"3o\n{answer}\n\n"))
    assert main(["practice", "--kind", "fu", "--seed", "4", "--n", "3"]) == 0
    captured = capsys.readouterr()
    assert "1 of 2 right" in captured.out and captured.err.count("That can't be read: answer such as 30") == 1


def test_interrupted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr("builtins.input", interrupt)
    assert main(["practice", "--seed", "1"]) == 130
    assert "No question was answered." in capsys.readouterr().out


def test_json_asks_nothing(here: Any) -> None:
    status, out, err = here("--rules", "tenhou", "--seed", "7", "--n", "3", "--json", answers="30\n")
    found = json.loads(out)
    assert (status, err) == (0, "") and found["schema"] == "chouma.practice/1" and (found["rules"], found["seed"]) == ("tenhou", 7)
    assert [one["answer"] for one in found["questions"]] == right(3, rules="tenhou", seed=7)
    assert all(one["explanation"] and one["request"]["rules"] == "tenhou" and one["shown"] and one["ask"] for one in found["questions"])


def test_without_a_seed_the_hands_are_new(here: Any) -> None:
    one, other = (json.loads(here("--json", "--n", "5")[1]) for _ in range(2))
    assert one["seed"] != other["seed"] or one == other
    again = json.loads(here("--json", "--n", "5", "--seed", str(one["seed"]))[1])
    assert again == one


def test_several_kinds_take_turns(here: Any) -> None:
    for words in (("--kind", "price,payments"), ("--kind", "price", "--kind", "payments")):
        found = json.loads(here(*words, "--n", "4", "--seed", "1", "--json")[1])
        assert [one["kind"] for one in found["questions"]] == ["price", "payments"] * 2


def test_switches_bear_on_the_questions(here: Any) -> None:
    found = json.loads(here("--kind", "pair", "--double-wind-pair-fu", "2", "--n", "200", "--seed", "1", "--json")[1])
    assert {one["answer"] for one in found["questions"]} == {"0", "2"}
    found = json.loads(here("--kind", "pair", "--n", "200", "--seed", "1", "--json")[1])
    assert {one["answer"] for one in found["questions"]} == {"0", "2", "4"}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--rules", "tenhuo"), "tenhou"),
        (("--kind", "fan"), "there are pair, set, wait, fu, han, price, payments"),
        (("--kind", "fu,hand"), "'hand'"),
        (("--n", "0"), "--n is '0'"),
        (("--n", "ten"), "a whole number"),
        (("--n", "99999"), "10000 at the most"),
        (("--seed", "x"), "--seed is 'x'"),
        (("--lang", "fr"), "language"),
        (("--set", "kuitan=perhaps"), "kuitan is"),
    ],
)
def test_refusals(here: Any, words: tuple[str, ...], told: str) -> None:
    status, out, err = here(*words)
    assert (status, out) == (2, "") and told in err and "Traceback" not in err


def test_both_readers_of_the_command_line_agree() -> None:
    words = ["practice", "--kind", "fu", "--n", "5", "--seed", "3", "--rules", "tenhou", "--json"]
    parsed = quick(words)
    assert parsed is not None and app.read(words) == parsed


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["practice", "--help"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Examples:\n  chouma practice\n") and "--kind" in out and "130 interrupted" in out
