"""A comparison as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ..lines import aligned, width
from ..messages import Speaker, says, speaker
from ..result import NO_YAKU
from ..switches import plain, value_text
from ..whynot import HONOURS
from .abreast import BECAME, by_fate, pair_of
from .rows import DOUBLES, FU, PAID, PRICE, SUM, Row, price_of, yaku_word

if TYPE_CHECKING:
    from . import Comparison
    from .sides import Cause, Side

_SECTIONS = {
    PRICE: says("The hand"),
    FU: says("Fu"),
    DOUBLES: says("Doubles"),
    SUM: says("How it multiplies"),
    PAID: says("Who pays"),
}
_OF_ONE_FAMILY = {True: {**_SECTIONS, DOUBLES: says("Yaku and dora")}, False: {**_SECTIONS, DOUBLES: says("Fan")}}
#: what became of a thing, in the summary
_SUMMARY = {
    "kept": says("kept: {things}"),
    "changed": says("changed: {things}"),
    "added": says("added: {things}"),
    "gone": says("gone: {things}"),
}
_FAMILIES = {False: says("classical"), True: says("riichi")}
#: labels and cells wider than this are broken; many columns get less
_LABEL, _WIDEST, _ALL, _LEAST = 34, 28, 72, 12
#: the fu of a pinfu by self-draw
PINFU_FU = 20
_PAGE = 98
_DIFFERS = "*"


def dict_of(found: Comparison) -> dict[str, Any]:
    """A comparison for JSON."""
    t = speaker(found.lang)
    return {
        "schema": "chouma.compare/1",
        "ok": any(side.answer is not None for side in found.sides),
        "hand": found.hand,
        "rules": [side.rules.wire for side in found.sides],
        "families": [side.rules.family.name for side in found.sides],
        "answers": [_answer(side, t.lang) for side in found.sides],
        "rows": [row.to_dict() for row in found.rows],
        "causes": [
            {
                **{"switch": one.switch, "rules": one.rules, "other": one.other},
                **{"mine": plain(one.mine), "theirs": plain(one.theirs), "instead": _answer(one.instead, t.lang)},
            }
            for one in found.causes
        ],
        "notes": _notes(found, t),
    }


def _answer(side: Side, lang: str) -> dict[str, Any]:
    if side.answer is None:
        return {"ok": False, "problems": [fault.to_dict(lang) for fault in side.problems]}
    told = side.answer.to_dict(lang)
    told.pop("lines", None)  # the rows tell it
    return told


def text_of(found: Comparison, differing: bool = False) -> str:
    """A comparison as text; `differing`: without the lines that are the same in all."""
    t = speaker(found.lang)
    mixed = found.both_families
    rows = [row for row in found.rows if row.differs or not differing]
    parts = [_title(found, t)]
    if not mixed and len(readings := {row for row in rows if row.id == "reading" and not row.differs}) == 1:
        rows = [row for row in rows if row not in readings]
    parts.append(_grid(found, rows, t))
    if mixed:
        fates = [t(_SUMMARY[fate], things=t(", ").join(things)) for fate, things in by_fate(found.rows).items()]
        parts.append("\n".join("\n  ".join(wrapped(fate, _PAGE)) for fate in fates))
    elif any(row.differs for row in found.rows):
        parts.append(t("{mark} the rule sets differ", mark=_DIFFERS))
    else:
        parts.append(t("the rule sets agree on this hand"))
    reasons = _reasons(found, t)
    parts += ["\n".join(reasons)] if reasons else []
    notes = _notes(found, t)
    parts += ["\n".join(notes)] if notes else []
    return "\n\n".join(part for part in parts if part)


def _title(found: Comparison, t: Speaker) -> str:
    how = found.sides[0].how
    seat, round_ = (wind.name if t.lang == "en" else t(HONOURS[wind]) for wind in (how.seat, how.round))
    where = t("{hand}, seat {seat}, round {round}", hand=found.hand, seat=seat, round=round_)
    told = f"{where}, {', '.join(how_flags(found))}" if how_flags(found) else where
    answered = next((side.counted for side in found.sides if side.counted), None)
    if found.both_families or answered is None or any(row.id == "reading" and row.differs for row in found.rows):
        return told
    return "\n".join((told, t("read as {reading}", reading=answered.reading)))


def how_flags(found: Comparison) -> tuple[str, ...]:
    """The flags that were given, whichever side knows them."""
    return tuple(dict.fromkeys(flag for side in found.sides for flag in side.how.flags))


# ----------------------------------------------------------------------------------------------- the grid


def _grid(found: Comparison, rows: Sequence[Row], t: Speaker) -> str:
    mixed = found.both_families
    most = max(_LEAST, min(_WIDEST, _ALL // len(found.sides)))
    names = _SECTIONS if mixed else _OF_ONE_FAMILY[found.sides[0].is_riichi]
    head = ["", *(side.rules.name for side in found.sides), ""]
    lines = _broken(head, most)
    if mixed:
        lines.append(["", *(t(_FAMILIES[side.is_riichi]) for side in found.sides), t("in riichi")])
    section = ""
    for row in rows:
        if row.section != section:
            section = row.section
            lines += [[""] * len(head), [t(names[section]), *[""] * (len(head) - 1)]]
        mark = t(BECAME[row.became]) if row.became else _DIFFERS if row.differs and not mixed else ""
        lines += _broken([f"  {row.label}", *(cell.text for cell in row.cells), mark], most)
    return "\n".join(aligned(lines))


def _broken(cells: Sequence[str], most: int) -> list[list[str]]:
    """A line whose cells are too wide, as several; what goes on stands two further in."""
    parts = [wrapped(cells[0], _LABEL), *(wrapped(cell, most) for cell in cells[1:])]
    n = max(map(len, parts))
    indent = "  " * (cells[0].startswith(" ") + 1) if len(parts[0]) > 1 else ""
    first = [parts[0][0], *(indent + part for part in parts[0][1:])]
    return [[first[i] if i < len(first) else "", *(part[i] if i < len(part) else "" for part in parts[1:])] for i in range(n)]


def wrapped(text: str, most: int) -> list[str]:
    """A text in parts of at most `most` cells, broken between words, or inside of a word that is longer or has none (Chinese, Japanese).

    Examples
    --------
    >>> wrapped("each rounded up to 100", 12)
    ['each rounded', 'up to 100']
    >>> wrapped("三人全員が払う", 6)
    ['三人全', '員が払', 'う']
    """
    if width(text) <= most:
        return [text]
    indent = len(text) - len(text.lstrip(" "))
    parts, line = [], " " * indent
    for word in text.split():
        joined = f"{line} {word}" if line.strip() else line + word
        if width(joined) <= most:
            line = joined
            continue
        if line.strip():
            parts.append(line)
        line = ""
        for one in word:
            if width(line + one) > most:
                parts.append(line)
                line = ""
            line += one
    return [*parts, line]


# ------------------------------------------------------------------------------------- reasons and notes


def _reasons(found: Comparison, t: Speaker) -> list[str]:
    """The switches that make the difference, with what each would change."""
    same: dict[tuple[str, str], list[Cause]] = {}
    for one in found.causes:
        same.setdefault((one.switch, value_text(one.theirs)), []).append(one)
    lines = [_cause(found, causes[0], [one.other for one in causes], t) for causes in same.values()]
    first = found.sides[0]
    told = {one.other for one in found.causes}
    for side in found.sides[1:]:
        differs = side.is_riichi is first.is_riichi and side.key != first.key
        if differs and side.rules.name not in told:
            lines.append(t("no single switch makes the difference between {one} and {other}", one=first.rules.name, other=side.rules.name))
    return lines


def _cause(found: Comparison, one: Cause, others: Sequence[str], t: Speaker) -> str:
    first = found.sides[0]
    before, after = (_worth(side, t) for side in (first, one.instead))
    return t(
        "{rules} with {switch}={theirs} (not {mine}), as in {others}: {after} (not {before})",
        rules=one.rules,
        switch=one.switch,
        theirs=value_text(one.theirs),
        others=t(", ").join(others),
        mine=value_text(one.mine),
        after=after,
        before=before,
    )


def _worth(side: Side, t: Speaker) -> str:
    """What a hand comes to, in few words."""
    answer: Any = side.answer
    if not answer:
        return price_of(side, t).text
    if not side.is_riichi:
        return t("{fu} fu {fan} fan, {score}", fu=answer.fu, fan=answer.fan, score=answer.score)
    if answer.yakuman:
        return t.plural("yakuman, {points}", "{n} yakuman, {points}", answer.yakuman, points=answer.points)
    if not answer.fu:
        return t("{han} han, {points}", han=answer.han, points=answer.points)
    return t("{han} han {fu} fu, {points}", han=answer.han, fu=answer.fu, points=answer.points)


def _notes(found: Comparison, t: Speaker) -> list[str]:
    """What the columns alone don't tell: refusals, hands that aren't paid, what a family doesn't know."""
    lines = []
    for side in found.sides:
        lines += [t("{rules}: {note}", rules=side.rules.name, note=note) for note in _about(side, t)]
    if found.both_families:
        lines += _about_both(found, t)
    return lines


def _about(side: Side, t: Speaker) -> Iterable[str]:
    yield from (fault.text(t.lang) for fault in side.problems)
    yield from side.notes
    answer: Any = side.answer
    if answer is None:
        return
    if answer and side.is_riichi and answer.yakuman:
        yield t("beside a yakuman nothing else counts")
    if side.reason == NO_YAKU:
        near = t(", ").join(yaku_word(id, t.lang) for id in answer.nearest)
        yield t("the hand wins, and without a yaku nothing is paid; nearest: {yaku}", yaku=near)
        had = side.with_riichi
        if had is not None:
            yield t("with riichi it would have been {worth}", worth=_worth(type(side)(side.rules, had, side.how), t))
    elif side.reason:
        yield t("the tiles are no win under these rules")
    yield from (fault.text(t.lang) for fault in answer.waived)


def _about_both(found: Comparison, t: Speaker) -> Iterable[str]:
    """What a player of one family who meets the other may wonder about."""
    mine, theirs = (found.sides[i] for i in pair_of(found.sides))
    ids = {row.id.partition(":")[0]: row for row in found.rows}
    waits = [ids[id] for id in ("single_wait", "closed_wait", "edge_wait") if id in ids and ids[id].became == "added"]
    if waits and getattr(mine.rules, "pure_waits", False) and mine.counted and len(mine.counted.waits) > 1:
        tiles = " ".join(mine.counted.waits)
        yield t("the wait: {tiles} all complete the hand, and classical rules count fu for a wait on one kind alone", tiles=tiles)
    if theirs.counted and theirs.counted.fu == PINFU_FU and "self_draw" in ids and ids["self_draw"].became == "gone":
        yield t("the self-draw: a pinfu has its {fu} fu and no more", fu=PINFU_FU)
