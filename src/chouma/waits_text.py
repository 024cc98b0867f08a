"""The answers of `chouma.waits` in words: aligned lines with prices."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .hand import RON
from .lines import aligned
from .messages import Speaker, says, speaker
from .result import NO_YAKU, NoScore, Score
from .riichi.names import YAKU_NAMES
from .riichi.rules import RiichiRules
from .table.riichi import LIMIT_NAMES

if TYPE_CHECKING:
    from .waits import AnyScore, Discards, Draw, Waits

#: what each limit is called, of both families
LIMITS = {
    **LIMIT_NAMES,
    "limit": says("limit"),
    "half_limit": says("half limit"),
    "part_limit": says("part of the limit"),
}


def waits_text(found: Waits, lang: str = "en") -> str:
    """What a hand of 13 waits for, or how far it is from that."""
    t = speaker(lang)
    return "\n".join([*(_ready(found, t) if found.waits else _not_ready(found, t)), *_notes(found, t)])


def _ready(found: Waits, t: Speaker) -> list[str]:
    kinds = " ".join(found.kinds)
    riichi = isinstance(found.rules, RiichiRules)
    lines = [
        t.plural("ready: waits for {kinds}, {n} tile is left", "ready: waits for {kinds}, {n} tiles are left", found.left, kinds=kinds),
        *aligned(
            [
                (t("tile"), t("left"), t("by ron") if riichi else t("by a discard"), "", t("by self-draw"), ""),
                *((one.tile, str(one.left), *_price(one.ron, t), *_price(one.tsumo, t)) for one in found.waits),
            ],
            right={1, 3},
        ),
    ]
    if not riichi:
        lines.append(t("a pure wait: {kinds} alone completes it", kinds=kinds) if found.pure else t("no pure wait"))
    return lines


def _price(score: AnyScore, t: Speaker) -> tuple[str, str]:
    """What a hand is worth, in two cells: how, and how much."""
    if isinstance(score, Score):
        return _worth(score, t), _points(score, t)
    if isinstance(score, NoScore):
        return t("no yaku"), "-"
    if not score:
        return t("no win under these rules"), "-"
    classical: Any = score
    limit = classical.paid_for and LIMITS.get(classical.limit)
    return t(limit) if limit else t("{fu} fu {fan} fan", fu=classical.fu, fan=classical.fan), str(classical.score)


def _worth(score: Score, t: Speaker) -> str:
    if score.yakuman:
        return t.plural("yakuman", "{n} yakuman", score.yakuman)
    worth = t("{han} han {fu} fu", han=score.han, fu=score.fu) if score.fu else t("{han} han", han=score.han)
    return t("{worth}, {limit}", worth=worth, limit=t(LIMITS[score.limit])) if score.limit else worth


def _points(score: Score, t: Speaker) -> str:
    paid = score.payments
    if score.hand.by == RON:
        return str(paid.total)
    if paid.dealer is None:
        return t("{total} ({each} from each)", total=paid.total, each=paid.each_nondealer)
    return t("{total} ({each}, dealer {dealer})", total=paid.total, each=paid.each_nondealer, dealer=paid.dealer)


def _not_ready(found: Waits, t: Speaker) -> list[str]:
    lines = [_away(found, t)]
    if not found.draws:
        return lines
    tiles = _draws(found.draws, t)
    lines.append(t.plural("{n} tile brings it nearer: {tiles}", "{n} tiles bring it nearer: {tiles}", found.left, tiles=tiles))
    return lines


def _away(found: Waits | Discards, t: Speaker) -> str:
    """How far it is, as what."""
    away, least = found.distance, found.distance.least
    if least < 0:
        return t("complete: the hand wins as it is, if it may")
    nearest = [
        shape
        for n, shape in (
            (away.standard, t("four groups and a pair")),
            (away.pairs, t("seven pairs")),
            (away.orphans, t("thirteen orphans")),
        )
        if n == least
    ]
    shapes = t("; or ").join(nearest)
    if not least:
        return t("ready: {shapes}", shapes=shapes)
    return t.plural("{n} tile from ready: {shapes}", "{n} tiles from ready: {shapes}", least, shapes=shapes)


def _draws(draws: Iterable[Draw], t: Speaker) -> str:
    return " ".join(t("{tile} ({n})", tile=draw.tile, n=draw.left) for draw in draws)


def _notes(found: Waits, t: Speaker) -> list[str]:
    lines = []
    if found.furiten:
        told = " ".join(found.furiten)
        lines.append(t("furiten: {tiles} was discarded, so no discard wins, whatever the tile; a self-draw does", tiles=told))
    lacking: dict[tuple[str, bool], list[str]] = {}
    for one in found.waits:
        if isinstance(one.ron, NoScore) and one.ron.reason == NO_YAKU:
            near = t(", ").join(YAKU_NAMES[id].text(t.lang) if id in YAKU_NAMES else id for id in one.ron.nearest)
            lacking.setdefault((near, bool(one.tsumo)), []).append(one.tile)
    for (near, drawn), tiles in lacking.items():
        lacks = {"tiles": " ".join(tiles), "yaku": near}
        if drawn:
            lines.append(t("{tiles}: without a yaku by ron; nearest are {yaku}", **lacks))
        else:
            lines.append(t("{tiles}: without a yaku both ways; nearest are {yaku}", **lacks))
    lines += [t("{tile} would complete it, but none can come: the hand and the indicators hold all four", tile=tile) for tile in found.gone]
    lines += [
        t("{flag} is left out by ron, where it can't be", flag=flag)
        if by == RON
        else t("{flag} is left out by self-draw, where it can't be", flag=flag)
        for flag, by in found.left_out
    ]
    return lines


def discards_text(found: Discards, lang: str = "en") -> str:
    """What a hand of 14 could discard, best first."""
    t = speaker(lang)
    rows = [(t("discard"), t("from ready"), t("left"), t("tiles that bring it nearer"))]
    rows += [(one.tile, str(one.shanten), str(one.left), _draws(one.draws, t)) for one in found.discards]
    return "\n".join([_away(found, t), *aligned(rows, right={1, 2})])
