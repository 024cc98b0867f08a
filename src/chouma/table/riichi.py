"""The quick tables of riichi: who pays what for han and fu, with the cells that can't be and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from ..errors import RuleError
from ..hand import RON, TSUMO
from ..messages import Speaker, says, speaker
from ..riichi.cells import POSSIBLE_FU, Cell, KnownWorth, cell, yakuman_worth
from ..riichi.limits import COUNTED_HAN, LIMIT_WORDS, MANGAN_HAN, base_points
from ..riichi.rules import RiichiRules
from . import SCHEMA
from .writing import MARKS, Grid, Writer, as_csv, listed, markdown, plain, title

#: fu beyond this come with so many han that limits take over
_MOST_FU = 110
#: columns of han that stand side by side
_ABREAST = 4

#: what each limit is called
LIMIT_NAMES = {**LIMIT_WORDS, "kiriage_mangan": says("rounded up to mangan")}


class Square(NamedTuple):
    """What so many han and fu are worth: one place of a quick table.

    Attributes
    ----------
    fu : int or None
        None: whatever the fu.
    limit : str
        See `chouma.riichi.limits`.
    base : int
        Base points.
    ron, tsumo : Cell
        Who pays what, or why no hand is won so.
    """

    fu: int | None
    limit: str
    base: int
    ron: Cell
    tsumo: Cell

    def to_dict(self) -> dict[str, Any]:
        """The place for JSON."""
        ways = {by: {key: value for key, value in one.to_dict().items() if key not in ("dealer", "by")} for by, one in self._ways()}
        return {"fu": self.fu, "limit": self.limit, "base": self.base, **ways}

    def _ways(self) -> tuple[tuple[str, Cell], ...]:
        return (RON, self.ron), (TSUMO, self.tsumo)


class Row(NamedTuple):
    """The places of so many han, or of so many yakuman.

    Attributes
    ----------
    least, most : int or None
        Han, from and to; None in `most`: and more; None in both: yakuman.
    yakuman : int
    squares : tuple of Square
    """

    least: int | None
    most: int | None
    yakuman: int
    squares: tuple[Square, ...]

    def to_dict(self) -> dict[str, Any]:
        """The row for JSON."""
        worth = {"yakuman": self.yakuman} if self.yakuman else {"han": self.least, "han_to": self.most}
        return {**worth, "cells": [square.to_dict() for square in self.squares]}

    def label(self, t: Speaker) -> str:
        """How many han, in words."""
        if self.yakuman:
            return t.plural("yakuman", "{n} yakuman", self.yakuman)
        if self.most is None:
            return t("{han} han and more", han=self.least)
        return t("{han} han", han=self.least) if self.least == self.most else t("{least}-{most} han", least=self.least, most=self.most)


class Table(NamedTuple):
    """One quick table: that of the dealer, or that of the others."""

    dealer: bool
    rows: tuple[Row, ...]

    def to_dict(self) -> dict[str, Any]:
        """The table for JSON."""
        return {"dealer": self.dealer, "rows": [row.to_dict() for row in self.rows]}


class _Tables(NamedTuple):
    rules: RiichiRules
    honba: int
    lang: str
    tables: tuple[Table, ...]


class Tables(_Tables):
    """The quick tables of a riichi rule set: print them, or turn them into Markdown, CSV or JSON.

    Attributes
    ----------
    rules : RiichiRules
    honba : int
        Counters, which every payment includes.
    lang : str
    tables : tuple of Table
        The dealer's, the others', or both.
    """

    def cell(self, han: int, fu: int | None, dealer: bool) -> Square:
        """The place of so many han and fu.

        Raises
        ------
        RuleError
            If the table has no such place.
        """
        for row in (row for one in self.tables if one.dealer == dealer for row in one.rows):
            if row.least is not None and row.least <= han and (row.most is None or han <= row.most):
                for square in row.squares:
                    if square.fu in (None, fu):
                        return square
        raise RuleError(f"the table has no place of {han} han {fu} fu")

    def to_dict(self) -> dict[str, Any]:
        """The tables for JSON."""
        told = [one.to_dict() for one in self.tables]
        return {"schema": SCHEMA, "ok": True, "family": "riichi", "rules": self.rules.wire, "honba": self.honba, "tables": told}

    def to_csv(self) -> str:
        """Every cell a line, with a head."""
        head = ("winner", "yakuman", "han", "han_to", "fu", "by", "limit", "base")
        payers = ("points", "discarder", "dealer", "each_nondealer", "total")
        lines: list[tuple[Any, ...]] = [(*head, *payers, "reason")]
        for dealer, rows in self.tables:
            for row in rows:
                for square in row.squares:
                    for by, one in square._ways():
                        worth = (row.yakuman or None, row.least, row.most, square.fu, by, square.limit, square.base)
                        lines.append(("dealer" if dealer else "nondealer", *worth, *(one.payments or (None,) * 5), one.reason))
        return as_csv(lines)

    def to_markdown(self) -> str:
        """The tables as Markdown."""
        return _written(self, markdown)

    def __str__(self) -> str:
        return _written(self, plain)


def rows_of(rules: RiichiRules, dealer: bool, honba: int, lang: str) -> Iterator[Row]:
    """Han by han as long as fu count, then limit by limit, then the yakuman."""

    def square(known: KnownWorth) -> Square:
        ron, tsumo = (cell(known, dealer, by, rules, honba, lang=lang) for by in (RON, TSUMO))
        return Square(known.fu, known.limit, known.base, ron, tsumo)

    unlimited = rules.aotenjou != "off"
    most = COUNTED_HAN if unlimited else MANGAN_HAN - 1
    for han in range(1, most + 1):
        counted = [(fu, base_points(han, fu, rules)) for fu in POSSIBLE_FU if unlimited or fu <= _MOST_FU]
        yield Row(han, han, 0, tuple(square(KnownWorth(han, fu, 0, *found)) for fu, found in counted))
    if unlimited:
        return
    again = rules.counted_yakuman == "unlimited"  # the next step is told, and the rest left to the reader
    last = 3 * COUNTED_HAN - 1 if again else COUNTED_HAN
    for found, group in groupby(range(MANGAN_HAN, last + 1), lambda han: base_points(han, POSSIBLE_FU[0], rules)):
        hans = tuple(group)
        yield Row(hans[0], None if hans[-1] == last and not again else hans[-1], 0, (square(KnownWorth(hans[0], None, 0, *found)),))
    for n in (1, 2) if rules.yakuman_stacking or rules.double_yakuman else (1,):
        yield Row(None, None, n, (square(yakuman_worth(n, rules)),))


# ----------------------------------------------------------------------------------------------- the writing

class _Notes:
    """What stands below a table: each reason and each limit once, with the mark that cells have for it."""

    def __init__(self, t: Speaker):
        self.t = t
        self.reasons: dict[str, str] = {}
        self.limits: dict[str, str] = {}

    def reason(self, told: str) -> str:
        """The mark of a cell that can't be: a letter in brackets."""
        return self.reasons.setdefault(told, f"({chr(ord('a') + len(self.reasons))})")

    def limit(self, limit: str) -> str:
        """The mark of a cell that reaches a limit; a space where it reaches none."""
        return self.limits.setdefault(limit, MARKS[len(self.limits) % len(MARKS)]) if limit else " "

    def lines(self) -> list[str]:
        """The notes, line by line."""
        limits = [f"{mark} {self.t(LIMIT_NAMES[limit])}" for limit, mark in self.limits.items()]
        return [*limits, *(f"{mark} {reason}" for reason, mark in self.reasons.items())]


def _written(tables: Tables, write: Writer) -> str:
    t = speaker(tables.lang)
    parts = []
    for dealer, rows in tables.tables:
        notes = _Notes(t)
        head = t("the dealer wins") if dealer else t("a non-dealer wins")
        parts.append(title(t("{rules}: {title}", rules=tables.rules.name, title=head), write))
        parts.append(_how_told(tables, dealer, t))
        counted = [row for row in rows if len(row.squares) > 1]
        for start in range(0, len(counted), _ABREAST):
            parts.append(write(_grid(counted[start : start + _ABREAST], t, notes), 1))
        limited = [row for row in rows if len(row.squares) == 1]
        if limited:
            parts.append(write(_limits_grid(limited, t), 2))
        parts += ["\n".join(listed(notes.lines(), write))] if notes.lines() else []
        if tables.rules.aotenjou != "off":
            parts.append(t("no limits: a yakuman is 13 han, and fu always count"))
        elif tables.rules.counted_yakuman == "unlimited":
            parts.append(t("every 13 han count as one more yakuman"))
    return "\n\n".join(parts)


def _how_told(tables: Tables, dealer: bool, t: Speaker) -> str:
    """How payments are written."""
    drawn = t("by self-draw what each of the others pays") if dealer else t("by self-draw what a non-dealer pays / what the dealer pays")
    told = t("by ron what the discarder pays; {drawn}", drawn=drawn)
    if not tables.honba:
        return told
    with_counters = t.plural("{n} counter is in every payment", "{n} counters are in every payment", tables.honba)
    return f"{told}\n{with_counters}"


def _drawn(one: Cell) -> str:
    """What is paid for a self-draw."""
    paid = one.payments
    assert paid is not None
    return str(paid.each_nondealer) if paid.dealer is None else f"{paid.each_nondealer}/{paid.dealer}"


def _grid(rows: Sequence[Row], t: Speaker, notes: _Notes) -> Grid:
    """Some columns of han, each by ron and by self-draw, and the fu one under the other."""
    grid: Grid = [(t("fu"), *(text for row in rows for text in (row.label(t), t("self-draw"))))]
    for squares in zip(*(row.squares for row in rows), strict=True):
        line = [str(squares[0].fu)]
        for square in squares:
            ron, tsumo = square.ron, square.tsumo
            mark = notes.limit(square.limit)
            line.append(f"{ron.payments.discarder}{mark}" if ron.payments else f"{notes.reason(ron.reason)} ")
            line.append(_drawn(tsumo) if tsumo.payments else notes.reason(tsumo.reason))
        grid.append(tuple(line))
    return grid


def _limits_grid(rows: Sequence[Row], t: Speaker) -> Grid:
    grid: Grid = [(t("whatever the fu"), "", t("ron"), t("self-draw"))]
    for row in rows:
        (square,) = row.squares
        named = "" if row.yakuman else t(LIMIT_NAMES[square.limit])
        assert square.ron.payments is not None
        grid.append((row.label(t), named, str(square.ron.payments.discarder), _drawn(square.tsumo)))
    return grid
