"""Why a classical hand is worth what it is: the derivation line by line."""

from __future__ import annotations

from collections.abc import Iterable

from ..about import tiles_about
from ..answers import Reading
from ..groups import KANCHAN, PENCHAN, TANKI, Group
from ..lines import Explanation, Line
from ..messages import CLASSICAL, Speaker, says, speaker
from ..switches import Worth
from ..tiles import NAMES, name
from .booklet import gives
from .fan import FAN
from .fu import FU
from .names import name_of
from .pricing import wait_of
from .result import ClassicalScore

_ADDED = {item.id: item.tree for item in (*FU, *FAN)}
_WAITS = {TANKI: "single_wait", KANCHAN: "closed_wait", PENCHAN: "edge_wait"}


_HOW = {
    "robbed": says("read as {reading}, won on {tile} robbed"),
    "ron": says("read as {reading}, won on {tile} by a discard"),
    "tsumo": says("read as {reading}, won on {tile} by self-draw"),
}


def explain(score: ClassicalScore, lang: str = "en") -> Explanation:
    """The derivation of a score.

    Parameters
    ----------
    score : ClassicalScore
    lang : str
        One of `chouma.messages.LANGUAGES`.
    """
    t = speaker(lang, CLASSICAL)
    parts = [_reading_line(score, t)]
    if score.limit and score.facts.won and not score.fu:
        parts.append(_score_line(score, t))
    else:
        parts += [_fu_lines(score, t), _fan_lines(score, t), _score_line(score, t)]
    if score.alternatives:
        parts.append(Line("alternatives", t("other readings"), lines=tuple(_lost(reading, score, t) for reading in score.alternatives)))
    parts += [Line("note", note) for note in _notes(score, t)]
    return Explanation(tuple(parts), t.lang, CLASSICAL)


def _text(groups: Iterable[Group]) -> str:
    return " ".join(name(group.kinds) for group in groups)


def _reading_line(score: ClassicalScore, t: Speaker) -> Line:
    groups = score.reading.groups
    if score.hand.win is None:
        counted = [group for group in groups if group.form != "loose"]
        loose = name(group.kind for group in groups if group.form == "loose")
        told = t("grouped as {groups}", groups=_text(counted)) if counted else t("no sets and no pairs")
        if loose and counted:
            told = t("{groups}, beside {tiles}", groups=told, tiles=loose)
        return Line("reading", told if score.won else t("{groups}, not won", groups=told))
    placed = next((group for group in groups if group.wait), None)
    how = "robbed" if "chankan" in score.how.flag_names else score.hand.by
    told = t(_HOW[str(how)], reading=_text(groups), tile=NAMES[score.hand.win])
    if placed:
        told = t("{won}, completing {group}", won=told, group=name(placed.kinds))
    return Line("reading", t("{won}; waited for {tiles}", won=told, tiles=" ".join(score.waits)) if score.waits else told)


def _fu_lines(score: ClassicalScore, t: Speaker) -> Line:
    lines, total = [], 0
    for item in score.fu_items:
        total += item.fu
        text = name_of(item.id, t.lang)
        if item.id == "exposed_pung" and any(g.wait and not g.called and name(g.kinds) == item.tiles for g in score.reading.groups):
            text = t("{pung}, completed by a discard", pung=text)
        lines.append(Line(item.id, item.named(text), item.fu, "fu", total, item.tiles or _tiles_of(item.id, score)))
    if score.fu != total:
        lines.append(Line("rounding", t("rounded up to ten"), score.fu - total, "fu", score.fu))
    return Line("fu", t("fu"), score.fu, "fu", lines=tuple(lines))


def _fan_lines(score: ClassicalScore, t: Speaker) -> Line:
    lines, total = [], 0
    for fan in score.fans:
        total += fan.fan
        lines.append(Line(fan.id, name_of(fan.id, t.lang), fan.fan, "fan", total, _tiles_of(fan.id, score)))
    return Line("fan", t("fan, each doubling the fu"), total, "fan", lines=tuple(lines))


def _tiles_of(id: str, score: ClassicalScore) -> str:
    """The tiles that a pattern, or a number that adds up, speaks of."""
    tree = next((entry.pattern.tree for entry in score.entries if entry.id == id), _ADDED.get(id))
    return tiles_about(tree, score.hand, score.reading.groups, score.facts, score.switches) if tree else ""


def _score_line(score: ClassicalScore, t: Speaker) -> Line:
    return Line("score", _score_text(score, t), score.score, "points", tiles=_tiles_of(score.paid_for, score))


def _score_text(score: ClassicalScore, t: Speaker) -> str:
    if score.calling:
        told = {"hand": name_of(score.calling, t.lang), "share": score.rules.calling_share}
        return t("was calling {hand}, a limit hand: {share}% of it", **told)
    counted = t("{fu} fu x 2^{fan} = {score}", fu=score.fu, fan=score.fan, score=score.fu << score.fan)
    if score.paid_for:
        share, entry = next((entry.worth.limit, entry) for entry in score.entries if entry.id == score.paid_for)
        told = {"hand": name_of(entry.id, t.lang), "what": gives(Worth(limit=share), t)}
        if not score.fu:
            return t("{hand} pays {what}", **told)
        return t("{hand} pays {what} ({counted} would be the plain count)", **told, counted=counted)
    if score.limit:
        return t("{counted}, which reaches the limit of {limit}", counted=counted, limit=score.rules.limit)
    return counted


def _lost(reading: Reading, score: ClassicalScore, t: Speaker) -> Line:
    """A reading that isn't paid, and why: of several the one that scores most counts."""
    placed = next((group for group in reading.groups if group.wait), None)
    told = str(reading)
    if placed:
        told = t("{reading}, completing {group}", reading=told, group=name(placed.kinds))
    price = reading.price
    if price is None:
        return Line("alternative", t("{reading}: no win under these rules", reading=told))
    text = t("{reading}: {fu} fu, {fan} fan", reading=told, fu=price.fu, fan=price.fan)
    if price.score < score.score:
        why = t("lost: {points} points less than the reading that counts", points=score.score - price.score)
    else:
        why = t("lost: as many points, and the reading with more fan, then more fu, then the better wait counts")
    return Line("alternative", text, price.score, "points", lines=(Line("lost", why),))


def _notes(score: ClassicalScore, t: Speaker) -> list[str]:
    """What a reader may have expected to count and doesn't, and what was waived."""
    found = []
    id = _WAITS.get(wait_of(score.reading.groups))
    if id and score.rules.pure_waits and getattr(score.rules, id).fu and id not in score.hits and len(score.waits) > 1:
        told = {"wait": name_of(id, t.lang), "tiles": " ".join(score.waits)}
        found.append(t("no fu for the {wait}: {tiles} complete the hand, and it counts for one kind alone", **told))
    return found + [t("waived: {fault}", fault=fault.text(t.lang)) for fault in score.waived]
