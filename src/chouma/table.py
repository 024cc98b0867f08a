"""The quick tables, from the formula: who pays what for han and fu, or for fu and fan, under any rule set.

>>> quick = table("general", dealer=False)
>>> quick.cell(4, 30, dealer=False).ron.payments.discarder, quick.cell(1, 25, dealer=False).ron.reason
(7700, 'seven pairs are 2 han already')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from .errors import RuleError, show
from .families import rules as rules_of
from .hand import RON, TSUMO
from .lines import aligned
from .messages import Speaker, says, speaker
from .riichi.cells import POSSIBLE_FU, Cell, KnownWorth, cell, yakuman_worth
from .riichi.limits import COUNTED_HAN, MANGAN_HAN, base_points
from .riichi.rules import RiichiRules
from .rulesets import RuleSet

if TYPE_CHECKING:
    from .classical.cells import Cell as ClassicalCell
    from .classical.cells import Paid
    from .classical.rules import ClassicalRules

SCHEMA = "chouma.table/1"
MOST_COUNTERS = 10_000

#: fu beyond this come with so many han that limits take over
_MOST_FU = 110
#: columns of han that stand side by side
_ABREAST = 4
#: marks of cells that reach a limit
_MARKS = "*+#"
#: classical tables end here: where a fan more reaches the limit, and where nothing does
_MOST_CLASSICAL_FU, _UNLIMITED_FAN = 100, 6
#: scores whose payments are told
_ROUND_SCORES = (10, 20, 30, 40, 50, 60, 80, 100, 150, 200, 250, 300, 400, 500, 1000)

#: what each limit is called
LIMIT_NAMES = {
    "kiriage_mangan": says("rounded up to mangan"),
    "mangan": says("mangan"),
    "haneman": says("haneman"),
    "baiman": says("baiman"),
    "sanbaiman": says("sanbaiman"),
    "counted_yakuman": says("counted yakuman"),
    "yakuman": says("yakuman"),
}


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
        return _csv(lines)

    def to_markdown(self) -> str:
        """The tables as Markdown."""
        return _written(self, _markdown)

    def __str__(self) -> str:
        return _written(self, _plain)


class ClassicalRow(NamedTuple):
    """What so many fu come to, fan by fan."""

    fu: int
    cells: tuple[ClassicalCell, ...]


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
        from .classical.cells import paid

        return paid(score, east_wins, self.rules)

    def to_dict(self) -> dict[str, Any]:
        """The table for JSON."""
        rows = [{"fu": row.fu, "cells": [self._cell_dict(one) for one in row.cells]} for row in self.rows]
        rules = self.rules
        limits = {"limit": rules.limit, "half_limit": rules.half_limit}
        return {"schema": SCHEMA, "ok": True, "family": "classical", "rules": rules.wire, **limits, "rows": rows}

    def _cell_dict(self, one: ClassicalCell) -> dict[str, Any]:
        paid = {"east_wins" if east else "other_wins": self.paid(one.score, east).to_dict() for east in self.winners}
        return {"fan": one.fan, "score": one.score, "limit": one.limit, **paid}

    def to_csv(self) -> str:
        """Every cell a line for each winner, with a head."""
        lines: list[tuple[Any, ...]] = [("winner", "fu", "fan", "score", "limit", "east", "each", "total", "discarder")]
        for east in self.winners:
            for row in self.rows:
                for one in row.cells:
                    lines.append(("east" if east else "other", *one, *self.paid(one.score, east)))
        return _csv(lines)

    def to_markdown(self) -> str:
        """The table as Markdown."""
        return _classical(self, _markdown)

    def __str__(self) -> str:
        return _classical(self, _plain)


def table(
    rules: RuleSet | str | Mapping[str, Any] = "general", *, dealer: bool | None = None, honba: int = 0, lang: str = "en"
) -> Tables | ClassicalTables:
    """The quick tables of a rule set.

    Parameters
    ----------
    rules : RuleSet, str or mapping
        Of any family.
    dealer : bool, optional
        The dealer's table alone, or the others' alone; both if not given.
    honba : int
        Counters, which every payment includes.
    lang : str
        The language of names and reasons.

    Returns
    -------
    Tables or ClassicalTables
        By the family of the rule set. Print it, or take ``to_markdown()``, ``to_csv()``, ``to_dict()``.

    Raises
    ------
    RuleError, UnknownNameError
        If there is no such rule set or language, or the counters are no number, or the rules have none.

    Examples
    --------
    >>> table("tenhou", dealer=True, honba=1).cell(3, 40, dealer=True).tsumo.payments.each_nondealer
    2700
    """
    house, lang = rules_of(rules), speaker(lang).lang
    if type(honba) is not int or not 0 <= honba <= MOST_COUNTERS:
        raise RuleError(f"honba is {show(honba)}: a whole number from 0 to {MOST_COUNTERS}")
    if isinstance(house, RiichiRules):
        winners = (True, False) if dealer is None else (bool(dealer),)
        return Tables(house, honba, lang, tuple(Table(winner, tuple(_rows(house, winner, honba, lang))) for winner in winners))
    if honba:
        raise RuleError(f"honba is {honba}: the rules {house.name} have no counters")
    return ClassicalTables(house, None if dealer is None else bool(dealer), lang, tuple(_classical_rows(house)))


# ------------------------------------------------------------------------------------------------ the figures


def _rows(rules: RiichiRules, dealer: bool, honba: int, lang: str) -> Iterator[Row]:
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


def _classical_rows(rules: ClassicalRules) -> Iterator[ClassicalRow]:
    from .classical.cells import cell as classical_cell

    step = max(2, rules.fu_rounding)
    most = _MOST_CLASSICAL_FU if rules.limit is None else min(_MOST_CLASSICAL_FU, rules.limit // 2)
    fan = _UNLIMITED_FAN
    if rules.limit is not None:  # to where the poorest winner reaches it
        fan = next(n for n in range(rules.limit.bit_length() + 1) if max(rules.win_fu, step) << n >= rules.limit)
    for fu in range(step, max(most, step) + 1, step):
        yield ClassicalRow(fu, tuple(classical_cell(fu, n, rules) for n in range(fan + 1)))


# ----------------------------------------------------------------------------------------------- the writing

Grid = list[tuple[str, ...]]
Writer = Callable[[Grid, int], str]


def _plain(grid: Grid, n_left: int) -> str:
    """A grid as aligned text; its first columns stand at the left."""
    return "\n".join(aligned(grid, range(n_left, len(grid[0]))))


def _markdown(grid: Grid, n_left: int) -> str:
    """A grid as a table of Markdown."""
    rule = [":--" if c < n_left else "--:" for c in range(len(grid[0]))]
    told = [[_escaped(text.strip()) for text in row] for row in grid]
    return "\n".join(f"| {' | '.join(row)} |" for row in (told[0], rule, *told[1:]))


def _escaped(text: str) -> str:
    """A text that Markdown shows as it is."""
    return "".join(f"\\{one}" if one in f"|{_MARKS}" else one for one in text)


def _csv(lines: Sequence[Sequence[Any]]) -> str:
    import csv
    import io

    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(lines)
    return written.getvalue().removesuffix("\n")


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
        return self.limits.setdefault(limit, _MARKS[len(self.limits) % len(_MARKS)]) if limit else " "

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
        parts.append(_title(f"{tables.rules.name}: {head}", write))
        parts.append(_how_told(tables, dealer, t))
        counted = [row for row in rows if len(row.squares) > 1]
        for start in range(0, len(counted), _ABREAST):
            parts.append(write(_grid(counted[start : start + _ABREAST], t, notes), 1))
        limited = [row for row in rows if len(row.squares) == 1]
        if limited:
            parts.append(write(_limits_grid(limited, t), 2))
        parts += ["\n".join(_listed(notes.lines(), write))] if notes.lines() else []
        if tables.rules.aotenjou != "off":
            parts.append(t("no limits: a yakuman is 13 han, and fu always count"))
        elif tables.rules.counted_yakuman == "unlimited":
            parts.append(t("every 13 han count as one more yakuman"))
    return "\n\n".join(parts)


def _title(text: str, write: Writer) -> str:
    return f"## {text}" if write is _markdown else text


def _listed(lines: list[str], write: Writer) -> list[str]:
    return [f"- {_escaped(line)}" for line in lines] if write is _markdown else lines


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


def _classical(tables: ClassicalTables, write: Writer) -> str:
    t, rules = speaker(tables.lang), tables.rules
    limit = t("at most {limit}", limit=rules.limit) if rules.limit is not None else t("without a limit")
    title = t("{rules}: fu x 2^fan, {limit}", rules=rules.name, limit=limit)
    head = (t("fu"), *(t("{n} fan", n=one.fan) for one in tables.rows[0].cells))
    grid: Grid = [head, *((str(row.fu), *(str(one.score) for one in row.cells)) for row in tables.rows)]
    parts = [_title(title, write), write(grid, 1), write(_paid_grid(tables, t), 0)]
    return "\n\n".join([*parts, "\n".join(_listed(_classical_notes(rules, tables.lang), write))])


def _classical_notes(rules: ClassicalRules, lang: str) -> list[str]:
    """What the figures alone don't tell."""
    from .classical.names import name_of

    t = speaker(lang)
    notes = []
    if rules.win_fu:
        notes.append(t("who wins has {fu} fu or more; the hands of the others score by the same table", fu=rules.win_fu))
    if rules.payer == "discarder":
        notes.append(t("by a discard the discarder pays for all; by self-draw each pays a share"))
    for share in sorted(set(rules.limit_hands.values()), key=rules.value_of, reverse=True):
        hands = ", ".join(name_of(id, lang) for id, one in rules.limit_hands.items() if one == share)
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
    limits = {rules.half_limit, rules.limit_hand_value if rules.limit is None else rules.limit}
    grid: Grid = [tuple(head)]
    for score in sorted({*(one for one in _ROUND_SCORES if rules.limit is None or one < rules.limit), *limits}):
        line = [score]
        for east in winners:
            paid = tables.paid(score, east)
            line += [paid.each, paid.total] if paid.east is None else [paid.east, paid.each, paid.total]
        grid.append(tuple(map(str, line)))
    return grid
