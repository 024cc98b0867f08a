"""The table of classical rules: what fu and fan come to, and what each pays for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..classical.cells import Cell, Paid, cell, paid
from ..classical.names import name_of
from ..classical.rules import ClassicalRules, half_limit_value, limit_value
from ..messages import CLASSICAL, Speaker, says, speaker
from . import SCHEMA
from .writing import Grid, Writer, as_csv, listed, markdown, plain, title

#: the table ends here: where a fan more reaches the limit, and where nothing does
_MOST_FU, _UNLIMITED_FAN = 100, 6
#: scores whose payments are told
_ROUND_SCORES = (10, 20, 30, 40, 50, 60, 80, 100, 150, 200, 250, 300, 400, 500, 1000)


class ClassicalRow(NamedTuple):
    """What so many fu come to, fan by fan."""

    fu: int
    cells: tuple[Cell, ...]


class _ClassicalTables(NamedTuple):
    rules: ClassicalRules
    dealer: bool | None
    lang: str
    rows: tuple[ClassicalRow, ...]


class ClassicalTables(_ClassicalTables):
    """The table of a classical rule set: what fu and fan come to, and what each pays for it.

    Attributes
    ----------
    rules : ClassicalRules
    dealer : bool or None
        Whether East is the winner of whom the payments tell; None: both.
    lang : str
    rows : tuple of ClassicalRow
    """

    @property
    def winners(self) -> tuple[bool, ...]:
        """The winners of whom the payments tell: True is East."""
        return (True, False) if self.dealer is None else (self.dealer,)

    def paid(self, score: int, east_wins: bool) -> Paid:
        """Who pays what for a score."""
        return paid(score, east_wins, self.rules)

    def to_dict(self) -> dict[str, Any]:
        """The table for JSON."""
        rows = [{"fu": row.fu, "cells": [self._cell_dict(one) for one in row.cells]} for row in self.rows]
        rules = self.rules
        limits = {"limit": rules.limit, "half_limit": half_limit_value(rules)}
        return {"schema": SCHEMA, "ok": True, "family": "classical", "rules": rules.wire, **limits, "rows": rows}

    def _cell_dict(self, one: Cell) -> dict[str, Any]:
        paid = {"east_wins" if east else "other_wins": self.paid(one.score, east).to_dict() for east in self.winners}
        return {"fan": one.fan, "score": one.score, "limit": one.limit, **paid}

    def to_csv(self) -> str:
        """Every cell a line for each winner, with a head."""
        lines: list[tuple[Any, ...]] = [("winner", "fu", "fan", "score", "limit", "east", "each", "total", "discarder")]
        for east in self.winners:
            for row in self.rows:
                for one in row.cells:
                    lines.append(("east" if east else "other", *one, *self.paid(one.score, east)))
        return as_csv(lines)

    def to_markdown(self) -> str:
        """The table as Markdown."""
        return _written(self, markdown)

    def __str__(self) -> str:
        return _written(self, plain)


def rows_of(rules: ClassicalRules) -> Iterator[ClassicalRow]:
    """The rows of a rule set, as far as its limit lets fu and fan tell apart."""
    step = max(2, rules.fu_rounding)
    most = _MOST_FU if rules.limit is None else min(_MOST_FU, rules.limit // 2)
    fan = _UNLIMITED_FAN
    if rules.limit is not None:  # to where the poorest winner reaches it
        fan = next(n for n in range(rules.limit.bit_length() + 1) if max(rules.win_fu, step) << n >= rules.limit)
    for fu in range(step, max(most, step) + 1, step):
        yield ClassicalRow(fu, tuple(cell(fu, n, rules) for n in range(fan + 1)))


def _written(tables: ClassicalTables, write: Writer) -> str:
    t, rules = speaker(tables.lang, CLASSICAL), tables.rules
    limit = t("at most {limit}", limit=rules.limit) if rules.limit is not None else t("without a limit")
    head_line = t("{rules}: fu x 2^fan, {limit}", rules=rules.name, limit=limit)
    head = (t("fu"), *(t("{n} fan", n=one.fan) for one in tables.rows[0].cells))
    grid: Grid = [head, *((str(row.fu), *(str(one.score) for one in row.cells)) for row in tables.rows)]
    parts = [title(head_line, write), write(grid, 1), write(_paid_grid(tables, t), 0)]
    return "\n\n".join([*parts, "\n".join(listed(_notes(rules, tables.lang), write))])


def _notes(rules: ClassicalRules, lang: str) -> list[str]:
    """What the figures alone don't tell."""
    t = speaker(lang)
    notes = []
    if rules.win_fu:
        notes.append(t("who wins has {fu} fu or more", fu=rules.win_fu))
    if rules.losers_settle:
        notes.append(t("the hands of the others score by the same table, and they settle by it among themselves"))
    if rules.payer == "discarder":
        notes.append(t("by a discard the discarder pays for all; by self-draw each pays a share"))
    for share in sorted(set(rules.limit_hands.values()), key=rules.value_of, reverse=True):
        hands = t(", ").join(name_of(id, lang) for id, one in rules.limit_hands.items() if one == share)
        least = share != (1, 1) and rules.earthly_floor == "at_least"
        said = says("{hands}: {value}, or the count where that is more") if least else says("{hands}: {value} whatever the count")
        notes.append(t(said, hands=hands, value=rules.value_of(share)))
    return notes


def _paid_grid(tables: ClassicalTables, t: Speaker) -> Grid:
    """What each pays for some round scores, and for the limits."""
    rules, winners = tables.rules, tables.winners
    head = [t("score")]
    for east in winners:
        head += [t("East wins: each pays"), t("in all")] if east else [t("another wins: East pays"), t("the others each"), t("in all")]
    limits = {half_limit_value(rules), limit_value(rules)}
    grid: Grid = [tuple(head)]
    for score in sorted({*(one for one in _ROUND_SCORES if rules.limit is None or one < rules.limit), *limits}):
        line = [score]
        for east in winners:
            paid = tables.paid(score, east)
            line += [paid.each, paid.total] if paid.east is None else [paid.east, paid.each, paid.total]
        grid.append(tuple(map(str, line)))
    return grid
