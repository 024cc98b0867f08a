"""Why a classical hand is worth what it is: the derivation line by line."""

from __future__ import annotations

from collections.abc import Iterable

from ..groups import KANCHAN, PENCHAN, TANKI, Group
from ..hand import RON
from ..lines import Explanation, Line
from ..switches import Worth
from ..tiles import NAMES, name
from .names import name_of
from .pricing import wait_of
from .result import ClassicalScore, Reading

_WAITS = {TANKI: "single_wait", KANCHAN: "closed_wait", PENCHAN: "edge_wait"}


def explain(score: ClassicalScore, lang: str = "en") -> Explanation:
    """The derivation of a score.

    Parameters
    ----------
    score : ClassicalScore
    lang : str
        ``en``.
    """
    parts = [_reading_line(score)]
    if score.is_dealt:
        parts.append(_score_line(score, lang))
    else:
        parts += [_fu_lines(score, lang), _fan_lines(score, lang), _score_line(score, lang)]
    if score.alternatives:
        parts.append(Line("alternatives", "other readings", lines=tuple(_lost(reading) for reading in score.alternatives)))
    parts += [Line("note", note) for note in _notes(score, lang)]
    return Explanation(tuple(parts))


def _text(groups: Iterable[Group]) -> str:
    return " ".join(name(group.kinds) for group in groups)


def _reading_line(score: ClassicalScore) -> Line:
    groups = score.reading.groups
    if score.hand.win is None:
        counted = [group for group in groups if group.form != "loose"]
        loose = name(group.kind for group in groups if group.form == "loose")
        told = f"grouped as {_text(counted)}" if counted else "no sets and no pairs"
        return Line("reading", f"{told}{f', beside {loose}' if loose and counted else ''}{'' if score.won else ', not won'}")
    placed = next((group for group in groups if group.wait), None)
    how = "robbed" if "chankan" in score.how.flag_names else "by a discard" if score.hand.by == RON else "by self-draw"
    where = f", completing {name(placed.kinds)}" if placed else ""
    waits = f"; waited for {' '.join(score.waits)}" if score.waits else ""
    return Line("reading", f"read as {_text(groups)}, won on {NAMES[score.hand.win]} {how}{where}{waits}")


def _fu_lines(score: ClassicalScore, lang: str) -> Line:
    lines, total = [], 0
    for item in score.fu_items:
        total += item.fu
        text = name_of(item.id, lang)
        if item.id == "exposed_pung" and any(g.wait and not g.called and name(g.kinds) == item.tiles for g in score.reading.groups):
            text += ", completed by a discard"
        lines.append(Line(item.id, text, item.fu, "fu", total, item.tiles))
    if score.fu != total:
        lines.append(Line("rounding", "rounded up to ten", score.fu - total, "fu", score.fu))
    return Line("fu", "fu", score.fu, "fu", lines=tuple(lines))


def _fan_lines(score: ClassicalScore, lang: str) -> Line:
    lines, total = [], 0
    for fan in score.fans:
        total += fan.fan
        lines.append(Line(fan.id, name_of(fan.id, lang), fan.fan, "fan", total))
    return Line("fan", "fan, each doubling the fu", total, "fan", lines=tuple(lines))


def _score_line(score: ClassicalScore, lang: str) -> Line:
    if score.calling:
        part = f"{score.rules.calling_share}% of it"
        return Line("score", f"was calling {name_of(score.calling, lang)}, a limit hand: {part}", score.score, "points")
    counted = f"{score.fu} fu x 2^{score.fan} = {score.fu << score.fan}"
    if score.paid_for:
        share, entry = next((entry.worth.limit, entry) for entry in score.entries if entry.id == score.paid_for)
        what = Worth(limit=share).plain()
        beside = "" if not score.fu else f" ({counted} would be the plain count)"
        return Line("score", f"{name_of(entry.id, lang)} pays the {what}{beside}", score.score, "points")
    if score.limit:
        return Line("score", f"{counted}, which reaches the limit of {score.rules.limit}", score.score, "points")
    return Line("score", counted, score.score, "points")


def _lost(reading: Reading) -> Line:
    placed = next((group for group in reading.groups if group.wait), None)
    text = f"{reading}" + (f", completing {name(placed.kinds)}" if placed else "")
    if reading.price is None:
        return Line("alternative", f"{text}: no win under these rules")
    return Line("alternative", f"{text}: {reading.price.fu} fu, {reading.price.fan} fan", reading.price.score, "points")


def _notes(score: ClassicalScore, lang: str) -> list[str]:
    """What a reader may have expected to count and doesn't, and what was waived."""
    found = []
    id = _WAITS.get(wait_of(score.reading.groups))
    if id and score.rules.pure_waits and getattr(score.rules, id).fu and id not in score.hits and len(score.waits) > 1:
        found.append(f"no fu for the {name_of(id, lang)}: {' '.join(score.waits)} complete the hand, and it counts for one kind alone")
    return found + [f"waived: {fault.message}" for fault in score.waived]
