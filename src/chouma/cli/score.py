"""``chouma score``."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO

from .. import wire
from ..errors import ChoumaError, HandError, RuleError, UnknownNameError, worded
from ..families import rules
from ..hand import BITS_OF, FLAGS
from ..messages import Speaker
from ..result import NO_YAKU, NoScore, Score
from ..riichi.cells import WAYS, Cell, cell, worth, yakuman_worth
from ..riichi.rules import RiichiRules
from ..rulesets import RuleSet
from ..seats import Wind, wind
from . import BAD_INPUT, NOT_PAID, SCORED, SOME_FAILED, words
from .commands import Parsed
from .options import SWITCH_OPTIONS, read_switches, set_pairs
from .streams import answers_at_once, lines, show, show_json, standard_input, tell
from .tongue import for_json, tiles_of, tongue

#: han and fu, or yakuman, in place of a hand: 3h40f, 5han, 2y
HAN_FU = re.compile(r"(\d{1,4}) ?h(?:an)? ?(?:(\d{1,4}) ?f(?:u)?)?|(\d{0,4}) ?y(?:akuman)?", re.ASCII | re.IGNORECASE)
_MOST_LINE = 10_000
_COMMENT = b"#"
_SPACE = b" \t\r\n\v\f"


def run(parsed: Parsed) -> int:
    """Score what the command line holds, or what stands on standard input.

    Returns
    -------
    int
        The exit status.
    """
    given = parsed.given
    if given.get("jsonl"):
        return _requests(parsed)
    return _answered(Task(parsed), parsed)


def run_explain(parsed: Parsed) -> int:
    """Tell the whole derivation of each hand: the other readings too, and why yaku were missed.

    Returns
    -------
    int
        The exit status.
    """
    return _answered(Task(parsed, whole=True), parsed)


def _answered(task: Task, parsed: Parsed) -> int:
    if parsed.words:
        return task.one(" ".join(parsed.words))
    stream = standard_input()
    if stream is None:
        tell(words.no_hand(task.t))
        return BAD_INPUT
    return _piped(task, stream)


class Task:
    """What the options ask for, for one hand or for each of many."""

    def __init__(self, parsed: Parsed, whole: bool = False):
        self.given = parsed.given
        self.t = tongue(parsed.given)
        self.json_lang = for_json(parsed.given)
        self.whole = whole or bool(parsed.given.get("explain"))
        self.asked_why = tuple(parsed.given.get("why-not", ()))  # type: ignore[arg-type]
        self.explains = whole
        self.tiles = tiles_of(parsed.given)
        self.json = bool(parsed.given.get("json"))
        self.color = not parsed.given.get("no-color")
        self.flaws: list[wire.Flaw] = []
        self.rules = self._read_rules()
        self.fields = self._read_fields()
        self._told = False
        self._n_shown = 0

    def _read_fields(self) -> dict[str, Any]:
        given = self.given
        fields: dict[str, Any] = {name: given[name] for name in ("seat", "round") if name in given}
        fields["flags"] = [name for name in BITS_OF if given.get(name.replace("_", "-"))]
        fields["won"] = "dealt" if given.get("dealt") else not given.get("lost")
        if "seen" in given:
            fields["seen"] = " ".join(given["seen"])  # type: ignore[arg-type]
        for option in ("dora", "ura"):
            if option in given:
                fields[f"{option}_indicators"] = " ".join(given[option])  # type: ignore[arg-type]
        for option in ("honba", "deposits"):
            if option in given:
                fields[option] = self._number(option, str(given[option]))
        fields["strict"] = not given.get("no-strict")
        return fields

    def _number(self, option: str, text: str) -> int:
        if re.fullmatch(r"\d{1,9}", text, re.ASCII):
            return int(text)
        self.flaws.append(wire.Flaw("bad_value", words.bad_option(option, text, worded("a whole number, such as 1")), option))
        return 0

    def _read_rules(self) -> RuleSet | None:
        wrong: list[str] = []
        found: RuleSet | None = None
        try:
            found = rules(str(self.given.get("rules", "general")))
        except RuleError as refused:
            wrong += refused.reasons
        changes, refused_switches = read_switches(self._switches(), (found or rules()).switches)
        wrong += refused_switches
        try:
            if found is not None and not wrong:
                return found.but(**changes) if changes else found
        except RuleError as refused:
            wrong += refused.reasons
        self.flaws += [wire.Flaw("bad_rules", text, "rules") for text in wrong]
        return None

    def _switches(self) -> Iterator[tuple[str, bool | str]]:
        for name in SWITCH_OPTIONS:
            if (option := name.replace("_", "-")) in self.given:
                yield name, self.given[option]  # type: ignore[misc]
        yield from set_pairs(self.given.get("set", ()))  # type: ignore[arg-type]

    # ---------------------------------------------------------------------------------------- one hand

    def one(self, text: str, number: int | None = None) -> int:
        """Answer one text: a hand, or han and fu.

        Parameters
        ----------
        text : str
        number : int, optional
            The line that it stands on, where there are many.
        """
        found = HAN_FU.fullmatch(text.strip())
        if found:
            return self._cells(found, number)
        if "by" in self.given:
            return self.refuse((*self.flaws, wire.Flaw("bad_value", words.by_is_marked(), "by")), number)
        fields = {**self.fields, "hand": text} | ({"rules": self.rules} if self.rules else {})
        answer = wire.score_fields(fields, list(self.flaws), files=True, notation=self.given.get("notation"))  # type: ignore[arg-type]
        if isinstance(answer, wire.Refusal):
            return self.refuse(answer.flaws, number)
        why = self._why_not(answer)
        if isinstance(why, wire.Flaw):
            return self.refuse((why,), number)
        self._assume()
        if self.json:
            told = answer.to_dict(self.json_lang)
            show_json({**told, "why_not": [one.to_dict() for one in why]} if self.explains else told)
        else:
            self._show([*self._rows(answer), *words.why_not_rows(why)], text, number)
        if number is None and not self.json and sys.stdout.isatty() and sys.stderr.isatty():
            tell(words.where_next(["chouma", "score", f'"{text}"'], self.t))
        return SCORED if answer else NOT_PAID

    def refuse(self, flaws: tuple[wire.Flaw, ...], number: int | None = None) -> int:
        """Tell what is wrong with a text."""
        if self.json:
            show_json(wire.Refusal(flaws).to_dict(self.json_lang))
        else:
            told = words.refusal(flaws, self.t)
            tell(told if number is None else words.at_line(number, told, self.t))
        return BAD_INPUT

    def _why_not(self, answer: Any) -> list[Any] | wire.Flaw:
        """Why the hand lacks the yaku that were asked for; without a yaku, why it lacks those it came nearest to."""
        if not self.explains or not isinstance(answer, Score | NoScore):
            if self.asked_why:
                told = worded("the rules {rules} have no yaku: take --why-not away, or choose riichi rules", rules=answer.rules.name)
                return wire.Flaw("bad_value", told, "why-not")
            return []
        asked = [id for text in self.asked_why for id in text.replace(",", " ").split()]
        if not asked and isinstance(answer, NoScore) and answer.reason == NO_YAKU:
            asked = list(answer.nearest)
        try:
            return [answer.why_not(id, self.json_lang if self.json else self.t.lang) for id in asked]
        except UnknownNameError as unknown:
            return wire.Flaw("bad_value", unknown.message, "why-not")

    def _rows(self, answer: Any) -> list[words.Row]:
        if not answer.win:
            return words.no_score_rows(answer, self.t)
        rows = words.score_rows if isinstance(answer, Score) else words.classical_rows
        return rows(answer, self.t, self.whole, self.tiles)

    def _show(self, rows: list[words.Row], text: str, number: int | None) -> None:
        """Print an answer; of many, each under its text."""
        show(rows if number is None else [*words.line_head(text, not self._n_shown, self.t), *rows], self.color)
        self._n_shown += 1

    def _assume(self) -> None:
        round_told = "round" in self.given or not getattr(self.rules, "round_wind", True)
        if not self._told and not ("seat" in self.given and round_told):
            tell(words.assumed("seat" in self.given, round_told, self.t))
        self._told = True

    # -------------------------------------------------------------------------------------- han and fu

    def _cells(self, found: re.Match[str], number: int | None) -> int:
        flaws = [*self.flaws, *self._strange_with_han()]
        if self.rules is not None and not isinstance(self.rules, RiichiRules):
            flaws.append(wire.Flaw("bad_value", words.no_han(self.rules.name), "hand"))
        if flaws or not isinstance(self.rules, RiichiRules):
            return self.refuse(tuple(flaws), number)
        han, fu, yakuman = found.groups()
        try:
            known = worth(int(han), int(fu) if fu else None, self.rules) if han else yakuman_worth(int(yakuman or 1), self.rules)
        except RuleError as refused:
            return self.refuse((wire.Flaw("bad_value", refused.reasons[0], "hand"),), number)
        seats = (False, True) if "seat" not in self.given else (wind(str(self.given["seat"])) == Wind.E,)
        ways = WAYS if "by" not in self.given else (str(self.given["by"]),)
        honba, deposits = self.fields.get("honba", 0), self.fields.get("deposits", 0)
        lang = self.json_lang if self.json else self.t.lang
        cells = [cell(known, dealer, by, self.rules, honba, deposits, lang) for dealer in seats for by in ways]
        if not any(one.payments for one in cells):
            told = worded("no hand has {han} han {fu} fu: {reasons}", han=han, fu=fu, reasons=cells[0].reason)
            return self.refuse((wire.Flaw("bad_value", told, "hand"),), number)
        if self.json:
            show_json(_cells_dict(known._asdict(), cells, self.rules))
        else:
            self._show(words.cells_rows(known, cells, self.rules, self.t), found.string, number)
        return SCORED

    def _strange_with_han(self) -> Iterator[wire.Flaw]:
        """Options that say nothing beside han and fu, and seats and ways that are none."""
        of_a_hand = ("dora", "ura", *(name.replace("_", "-") for name in FLAGS))
        strange = [option for option in of_a_hand if option in self.given]
        if strange:
            told = worded("han and fu hold it already: take {options} away", options=" ".join(f"--{option}" for option in strange))
            yield wire.Flaw("bad_value", told, "hand")
        by = self.given.get("by")
        if by not in (None, *WAYS):
            yield wire.Flaw("bad_value", words.bad_option("by", str(by), worded("ron or tsumo")), "by")
        try:
            seat = wind(str(self.given.get("seat", "S")))
        except HandError as refused:
            yield from wire.flaws_of(refused)
        else:
            if getattr(self.rules, "players", 4) == 3 and seat == Wind.N:
                yield wire.Flaw("seat_not_in_game", worded("{field} is N: three players sit E, S and W", field="seat"), "seat")


def _cells_dict(known: Mapping[str, Any], cells: list[Cell], rule_set: RiichiRules) -> dict[str, Any]:
    return {"schema": "chouma.payments/1", "ok": True, "rules": rule_set.wire, **known, "cells": [one.to_dict() for one in cells]}


def whole_number(given: Mapping[str, Any], option: str, least: int = 1) -> int | None:
    """The number that an option gives, None where it isn't given.

    Raises
    ------
    ChoumaError
        If it is none, or less than `least`.
    """
    text = given.get(option)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 9 and int(text) >= least):
        raise ChoumaError(words.bad_option(option, text, worded("a whole number, {least} or more", least=least)))
    return int(text)


# --------------------------------------------------------------------------------------- many on standard input


class Count:
    """How many lines there were, and what became of them."""

    def __init__(self, t: Speaker) -> None:
        self.t = t
        self.n = self.n_scored = self.n_failed = 0

    def add(self, status: int) -> None:
        """Count one line."""
        self.n += 1
        self.n_scored += status == SCORED
        self.n_failed += status == BAD_INPUT

    def status(self) -> int:
        """The exit status of them all; a line on standard error if some of many failed."""
        if self.n_failed and self.n > 1:
            tell(words.some_failed(self.n_failed, self.n, self.t))
            return SOME_FAILED
        if self.n_failed:
            return BAD_INPUT
        return SCORED if self.n_scored or not self.n else NOT_PAID


def _piped(task: Task, stream: BinaryIO) -> int:
    """Hands one a line: blank lines and comments are passed over."""
    count = Count(task.t)
    at_once = answers_at_once(stream)
    most = wire.MOST_BYTES if task.json else _MOST_LINE  # a request may stand on one line
    for number, line in enumerate(lines(stream, most), 1):
        if line is not None and (not line.strip(_SPACE) or line.lstrip(_SPACE).startswith(_COMMENT)):
            continue
        if not count.n and line is not None and _opens_request(line):
            if not task.json:
                raise RuleError(words.request_unasked())
            return _whole_request(line, stream)
        if line is None:
            count.add(task.refuse((wire.Flaw("too_long", words.line_too_long(most)),), number))
        else:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8", "replace").strip()
            count.add(task.one(text, number))
        if at_once:
            sys.stdout.flush()
    if not count.n:
        tell(words.no_hand(task.t))
        return BAD_INPUT
    return count.status()


def _opens_request(line: bytes) -> bool:
    """Whether a line begins a JSON object, and not a hand that begins with declared norths."""
    return re.match(rb'(\xef\xbb\xbf)?\s*\{\s*("|\}|$)', line) is not None


def _whole_request(line: bytes, stream: BinaryIO) -> int:
    """One request, over as many lines as it likes."""
    text = line + stream.read(wire.MOST_BYTES + 1 - len(line))
    return _answer(text)


def _answer(text: bytes) -> int:
    answer = wire.score_request(text)
    show_json(answer)
    return BAD_INPUT if not answer["ok"] else SCORED if answer["win"] else NOT_PAID


def _requests(parsed: Parsed) -> int:
    """One request a line, one answer a line, in order."""
    return each_request(parsed, "chouma score --jsonl < requests.jsonl", _answer)


def each_line(stream: BinaryIO, most: int, answer: Callable[[bytes | None], int], t: Speaker, comments: bool = False) -> int:
    """Answer every line that holds something, and give the exit status of them all.

    Parameters
    ----------
    stream : binary file
    most : int
        The longest line, in bytes; None stands for a longer one.
    answer : callable
        Answers one line, and gives its exit status.
    t : Speaker
    comments : bool
        Whether lines that begin with ``#`` are passed over.
    """
    count, at_once = Count(t), answers_at_once(stream)
    for line in lines(stream, most):
        if line is not None and (not line.strip(_SPACE) or (comments and line.lstrip(_SPACE).startswith(_COMMENT))):
            continue
        count.add(answer(line))
        if at_once:
            sys.stdout.flush()
    return count.status()


def each_request(parsed: Parsed, example: str, answer: Callable[[bytes], int]) -> int:
    """Answer the requests that stand on standard input, one a line; each says everything itself.

    Raises
    ------
    RuleError
        If the command line says more, or there is no standard input.
    """
    strange = [f"--{name}" for name in parsed.given if name not in ("jsonl", "json", "no-color", "lang")]
    if strange or parsed.words:
        raise RuleError(words.says_itself(strange, worded("the hand") if parsed.words else None))
    stream = standard_input(terminal=True)
    if stream is None:
        raise RuleError(words.no_requests(example))

    def told(line: bytes | None) -> int:
        if line is not None:
            return answer(line)
        show_json(wire.Refusal((wire.too_long(),)).to_dict(for_json(parsed.given)))
        return BAD_INPUT

    return each_line(stream, wire.MOST_BYTES, told, tongue(parsed.given))
