"""The lines of a comparison, and how rule sets of one family stand beside each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..explain import fu_name
from ..hand import RON
from ..messages import Speaker, says
from ..riichi.names import YAKU_NAMES
from ..riichi.rules import RiichiRules
from ..seats import Wind
from ..table.riichi import LIMIT_NAMES
from .sides import Side

PRICE, FU, DOUBLES, SUM, PAID = "price", "fu", "doubles", "sum", "payments"

#: why nothing is paid
NOTHING = {
    "refused": says("refused"),
    "not_a_win": says("no win"),
    "no_yaku": says("no yaku"),
    "not_under_rules": says("no win here"),
    "not_counted": says("not counted"),
}

_DORA = {"dora": says("dora"), "ura": says("ura dora"), "aka": says("red fives"), "kita": says("declared norths")}


class Cell(NamedTuple):
    """What stands in one column of a line.

    Attributes
    ----------
    text : str
    value : int, str or None
        What cells are compared by, and what a program reads.
    """

    text: str
    value: int | str | None


class Row(NamedTuple):
    """One line of a comparison.

    Attributes
    ----------
    section : str
        ``price``, ``fu``, ``doubles``, ``sum`` or ``payments``.
    id : str
    label : str
    cells : tuple of Cell
        One for each rule set.
    became : str
        Where a classical rule set meets one of riichi: ``kept``, ``changed``, ``added`` or ``gone``; else empty.
    """

    section: str
    id: str
    label: str
    cells: tuple[Cell, ...]
    became: str = ""

    @property
    def differs(self) -> bool:
        """Whether its cells are not all the same, those left out that have nothing to tell."""
        return len({cell.value for cell in self.cells if cell.text}) > 1

    def to_dict(self) -> dict[str, Any]:
        """The line for JSON."""
        cells = [cell._asdict() for cell in self.cells]
        head = {"section": self.section, "id": self.id, "label": self.label, "cells": cells, "differs": self.differs}
        return {**head, "became": self.became} if self.became else head


EMPTY = Cell("-", None)
UNKNOWN = Cell("", None)


def number(value: int | None, told: str = "") -> Cell:
    """A number, as it is `told` with its unit; a dash where there is none."""
    return EMPTY if value is None else Cell(told or str(value), value)


def cells_of(sides: Iterable[Side], told: Callable[[Any, Side], Cell]) -> tuple[Cell, ...]:
    """A cell for each side that has a score, and an empty one for the others."""
    return tuple(told(side.answer, side) if side.answer else UNKNOWN for side in sides)


def united(tables: Sequence[Mapping[Any, Any]]) -> list[Any]:
    """The keys of several tables, each once, one that only a later table has after those it follows there."""
    found: list[Any] = []
    for one in tables:
        at = 0
        for key in one:
            if key in found:
                at = found.index(key) + 1
            else:
                found.insert(at, key)
                at += 1
    return found


def price_of(side: Side, t: Speaker) -> Cell:
    """What the hand is worth, or why it is worth nothing."""
    found: Any = side.answer
    if not found:
        return Cell(t(NOTHING[side.reason]), side.reason)
    return number(found.points if side.is_riichi else found.score)


def reading_of(answer: Any) -> Cell:
    """How the tiles were read."""
    text = str(answer.reading)
    return Cell(text, text)


# ------------------------------------------------------------------------------------------ rule sets of riichi


def yaku_word(id: str, lang: str) -> str:
    """A yaku by the word that players use; by its id where the user declared it."""
    return id.replace("_", " ") if lang == "en" or id not in YAKU_NAMES else YAKU_NAMES[id].text(lang)


def yaku_label(id: str, lang: str) -> str:
    """The same, in English with its meaning."""
    word = yaku_word(id, lang)
    if lang != "en" or id not in YAKU_NAMES or YAKU_NAMES[id].en.lower() == word:
        return word
    return f"{word} ({YAKU_NAMES[id].en})"


def dora_label(id: str, t: Speaker) -> str:
    """The name of a kind of dora."""
    return t(_DORA[id])


def riichi_rows(sides: Sequence[Side], t: Speaker) -> list[Row]:
    """What rule sets of riichi make of a hand, line by line."""
    rows = [
        Row(PRICE, "points", t("points"), tuple(price_of(side, t) for side in sides)),
        Row(PRICE, "han", t("han"), cells_of(sides, lambda one, _: number(one.han))),
        Row(PRICE, "fu", t("fu"), cells_of(sides, lambda one, _: number(one.fu))),
        Row(PRICE, "yakuman", t("yakuman"), cells_of(sides, lambda one, _: number(one.yakuman or None))),
        Row(PRICE, "limit", t("limit"), cells_of(sides, lambda one, _: Cell(t(LIMIT_NAMES[one.limit]), one.limit) if one.limit else EMPTY)),
        Row(PRICE, "reading", t("read as"), cells_of(sides, lambda one, _: reading_of(one))),
    ]
    rows += _yaku_rows(sides, t) + _fu_rows(sides, lambda id, tiles: f"{fu_name(id, t.lang)} {tiles}".rstrip(), t)
    payers = {"discarder": t("the discarder"), "dealer": t("the dealer"), "each_nondealer": t("each of the others"), "total": t("in all")}
    paid = [side.answer.payments.to_dict() if side.answer else {} for side in sides]  # type: ignore[union-attr]
    for id, label in payers.items():
        if any(id in one for one in paid):
            rows.append(Row(PAID, id, label, tuple(number(one.get(id)) if one else UNKNOWN for one in paid)))
    return [row for row in rows if any(cell not in (EMPTY, UNKNOWN) for cell in row.cells)]


def _yaku_rows(sides: Sequence[Side], t: Speaker) -> list[Row]:
    hits = [{hit.id: hit for hit in side.answer.yaku} if side.answer else {} for side in sides]  # type: ignore[union-attr]
    order = list(YAKU_NAMES)
    ids = sorted(united(hits), key=lambda id: order.index(id) if id in order else len(order))
    rows = []
    for id in ids:
        told = [one.get(id) for one in hits]
        cells = [EMPTY if hit is None else _hit_cell(hit, t) for hit in told]
        rows.append(Row(DOUBLES, id, yaku_label(id, t.lang), _known(sides, cells)))
    for id in _DORA:
        amounts = [getattr(side.answer.dora, id) if side.answer else 0 for side in sides]  # type: ignore[union-attr]
        if any(amounts):
            rows.append(Row(DOUBLES, id, dora_label(id, t), _known(sides, [number(n or None, t("{n} han", n=n)) for n in amounts])))
    return rows


def _hit_cell(hit: Any, t: Speaker) -> Cell:
    if hit.yakuman:
        return Cell(t.plural("yakuman", "{n} yakuman", hit.yakuman), hit.yakuman)
    return Cell(t("{n} han", n=hit.han), hit.han)


def _known(sides: Sequence[Side], cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """Cells, with nothing in the columns that have no score."""
    return tuple(cell if side.answer else UNKNOWN for side, cell in zip(sides, cells, strict=True))


def counted_items(answer: Any) -> tuple[Any, ...]:
    """The items of the fu, where fu count."""
    return tuple(answer.fu_items) if answer and answer.fu else ()


def _fu_rows(sides: Sequence[Side], named: Callable[[str, str], str], t: Speaker) -> list[Row]:
    """The fu item by item, and the rounding."""
    items = [{(item.id, item.tiles): item.fu for item in counted_items(side.answer)} for side in sides]
    rows = []
    for key in united(items):
        cells = _known(sides, [number(one.get(key)) for one in items])
        rows.append(Row(FU, ":".join(filter(None, key)), named(*key), cells))
    added: list[int] = [(side.answer.fu or 0) - (side.answer.fu_raw or 0) if side.answer else 0 for side in sides]  # type: ignore[union-attr]
    if any(added):
        rows.append(Row(FU, "rounding", t("rounded up"), _known(sides, [number(n or None) for n in added])))
    return rows


# ------------------------------------------------------------------------------------------ classical rule sets


def classical_rows(sides: Sequence[Side], t: Speaker) -> list[Row]:
    """What classical rule sets make of a hand, line by line."""
    from ..classical.names import name_of

    lang = t.lang
    rows = [
        Row(PRICE, "score", t("score"), tuple(price_of(side, t) for side in sides)),
        Row(PRICE, "fu", t("fu"), cells_of(sides, lambda one, _: number(one.fu))),
        Row(PRICE, "fan", t("fan"), cells_of(sides, lambda one, _: number(one.fan))),
        Row(PRICE, "limit", t("limit"), cells_of(sides, lambda one, side: limit_cell(one, side.rules, t))),
        Row(PRICE, "paid_for", t("paid for"), cells_of(sides, lambda one, _: _paid_for(one, lang))),
        Row(PRICE, "reading", t("read as"), cells_of(sides, lambda one, _: reading_of(one))),
    ]
    fans = [{fan.id: fan.fan for fan in side.answer.fans} if side.answer else {} for side in sides]  # type: ignore[union-attr]
    for id in united(fans):
        rows.append(Row(DOUBLES, id, name_of(id, lang), _known(sides, [number(one.get(id), t("{n} fan", n=one.get(id))) for one in fans])))
    rows += _fu_rows(sides, lambda id, tiles: f"{name_of(id, lang)} {tiles}".rstrip(), t)
    paid = [classical_paid(side) for side in sides]
    for id, label in {"discarder": t("the discarder"), "east": t("East"), "each": t("each of the others"), "total": t("in all")}.items():
        told = [None if one is None else one.get(id) for one in paid]
        if any(value is not None for value in told):
            cells = tuple(UNKNOWN if one is None else number(value) for one, value in zip(paid, told, strict=True))
            rows.append(Row(PAID, id, label, cells))
    return [row for row in rows if any(cell not in (EMPTY, UNKNOWN) for cell in row.cells)]


def limit_cell(answer: Any, rules: Any, t: Speaker) -> Cell:
    """The limit that a classical hand reached."""
    if not answer.limit:
        return EMPTY
    named = {"limit": t("the limit"), "half_limit": t("half the limit")}.get(answer.limit, t("a part of the limit"))
    return Cell(named, answer.limit)


def _paid_for(answer: Any, lang: str) -> Cell:
    from ..classical.names import name_of

    return Cell(name_of(answer.paid_for, lang), answer.paid_for) if answer.paid_for else EMPTY


def classical_paid(side: Side) -> dict[str, int] | None:
    """Who pays what for a classical hand; None for one that did not win."""
    from ..classical.cells import paid

    found: Any = side.answer
    if not found or not found.won:
        return None
    told = paid(found.score, found.how.seat == Wind.E, side.rules).to_dict()  # type: ignore[arg-type]
    alone = told.pop("discarder", None) is not None and found.hand.by == RON
    return {"discarder": told["total"], "total": told["total"]} if alone else told


def family_rows(sides: Sequence[Side], t: Speaker) -> list[Row]:
    """What rule sets of one family make of a hand."""
    return riichi_rows(sides, t) if isinstance(sides[0].rules, RiichiRules) else classical_rows(sides, t)
