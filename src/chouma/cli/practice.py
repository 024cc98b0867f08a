"""``chouma practice``: deals hands, asks, and tells why."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import SystemRandom

from ..errors import ChoumaError, worded
from ..lines import aligned
from ..messages import Speaker
from ..practice import Question, questions
from . import SCORED, words
from .commands import Parsed
from .score import Task, whole_number
from .streams import lines, show, show_json, tell
from .tongue import tongue
from .words import FAINT, HEAD, Piece, Row

_MOST_LINE = 1000
_MOST_QUESTIONS = 10_000
_SEEDS = 1_000_000


def run(parsed: Parsed) -> int:
    """Ask so many questions, or until there are no more answers; the count at the end.

    Returns
    -------
    int
        The exit status: 0 however many answers were right.
    """
    given = parsed.given
    task = Task(parsed)
    if task.flaws:
        raise ChoumaError("\n".join(flaw.message for flaw in task.flaws))
    t = tongue(given)
    n = whole_number(given, "n") or 10
    if n > _MOST_QUESTIONS:
        raise ChoumaError(words.bad_option("n", str(n), worded("a whole number, {most} at the most", most=_MOST_QUESTIONS)))
    seed = whole_number(given, "seed", 0)
    seed = SystemRandom().randrange(_SEEDS) if seed is None else seed
    named = " ".join(given.get("kind", ())).replace(",", " ").split()  # type: ignore[arg-type]
    asked = islice(questions(named or None, rules=task.rules or "general", seed=seed, lang=t.lang), n)
    if given.get("json"):
        rules = {} if task.rules is None else {"rules": task.rules.wire}
        show_json({"schema": "chouma.practice/1", **rules, "seed": seed, "questions": [one.to_dict() for one in asked]})
        return SCORED
    _Round(n, t, not given.get("no-color")).play(asked, seed)
    return SCORED


class _Round:
    """Questions one after the other, with what became of them."""

    def __init__(self, n: int, t: Speaker, color: bool):
        self.n, self.t, self.color = n, t, color
        self.asked: Counter[str] = Counter()
        self.right: Counter[str] = Counter()
        self.answers = typed() if sys.stdin is not None and sys.stdin.isatty() else piped()

    def play(self, asked: Iterator[Question], seed: int) -> None:
        """Ask all the questions; a player who leaves is told how it went all the same."""
        began = time.monotonic()
        try:
            for number, question in enumerate(asked, 1):
                self._show(self._question_rows(question, number))
                answer = self._answer(question)
                if answer is None:
                    self._show([()])
                    break
                self.asked[question.kind] += 1
                self.right[question.kind] += question.check(answer)
                self._show(self._answer_rows(question, answer))
        finally:
            self._show(self._count_rows())
            tell(self._aside(round(time.monotonic() - began), seed))

    def _show(self, rows: list[Row]) -> None:
        show(rows, self.color)
        sys.stdout.flush()

    def _answer(self, question: Question) -> str | None:
        """What the player says to it; None where there are no more answers. What can't be read may be said again at a terminal."""
        for answer in self.answers:
            if not sys.stdin.isatty() or not answer.strip() or question.reads(answer):
                return answer
            tell(self.t("That can't be read: answer such as {example}, or with an empty line.", example=_EXAMPLES[question.unit]))
        return None

    # ------------------------------------------------------------------------------------ the texts

    def _question_rows(self, question: Question, number: int) -> list[Row]:
        head = self.t("Question {number} of {n}, rules {rules}", number=number, n=self.n, rules=question.rules)
        return [(Piece(head, FAINT),), *((Piece(f"  {line}"),) for line in question.shown), (Piece(question.ask, HEAD),)]

    def _answer_rows(self, question: Question, answer: str) -> list[Row]:
        if question.check(answer):
            told = self.t("Right: {answer}", answer=question.said)
        elif not answer.strip():
            told = self.t("The answer: {answer}", answer=question.said)
        else:
            told = self.t("Not so: the answer is {answer}", answer=question.said)
        cells = [line[1:] for line in question.explanation.rows()]
        return [(Piece(told, HEAD),), *((Piece(f"  {line}"),) for line in aligned(cells, right={1})), ()]

    def _count_rows(self) -> list[Row]:
        t, n = self.t, self.asked.total()
        if not n:
            return [(Piece(t("No question was answered."), HEAD),)]
        rows: list[Row] = [(Piece(t("{right} of {n} right", right=self.right.total(), n=n), HEAD),)]
        if len(self.asked) > 1:
            cells = [(f"  {kind}", t("{right} of {n}", right=self.right[kind], n=self.asked[kind])) for kind in self.asked]
            rows += [(Piece(line),) for line in aligned(cells)]
        return rows

    def _aside(self, seconds: int, seed: int) -> str:
        t = self.t
        took = t("Time: {minutes} min {seconds} s", minutes=seconds // 60, seconds=seconds % 60)
        return "\n".join((took, t("The same questions again: --seed {seed}", seed=seed)))


#: an answer in each unit, for a player who wrote something else
_EXAMPLES = {
    "fu": "30",
    "han": "3",
    "fan": "1",
    "points": "7700",
    "payments": "2000/3900",
    "settlement": "E -220, S +160, W +186, N -126",
}


def typed() -> Iterator[str]:
    """Answers from a terminal, until its end of file."""
    while True:
        try:
            yield input("> ")
        except EOFError:
            print()
            return


def piped() -> Iterator[str]:
    """Answers from standard input, one a line, each written out so that what is printed reads as a whole."""
    if sys.stdin is None:
        return
    for line in lines(sys.stdin.buffer, _MOST_LINE):
        answer = "" if line is None else line.decode("utf8", errors="replace").strip()
        print(f"> {answer}".rstrip())
        yield answer
