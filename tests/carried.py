"""Two games compared in all that both carry: what one of them doesn't tell, or a format has no place for, is left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from chouma.hand import KAKAN
from chouma.records.model import STICK, Event, Game, Round, ToldDraw, ToldWin


def differences(one: Game, other: Game) -> list[tuple[Any, ...]]:
    """What differs: the hand, what, and both values."""
    found: list[tuple[Any, ...]] = []
    if one.names != other.names:
        found.append(("names", one.names, other.names))
    if one.finals and other.finals and one.finals.scores != other.finals.scores:
        found.append(("finals", one.finals, other.finals))
    if one.finals and other.finals and None not in (one.finals.totals, other.finals.totals) and one.finals != other.finals:
        found.append(("totals", one.finals, other.finals))
    if bool(one.finals) != bool(other.finals) or len(one.rounds) != len(other.rounds):
        found.append(("hands", len(one.rounds), len(other.rounds)))
    for mine, theirs in zip(one.rounds, other.rounds, strict=False):
        found += [(str(mine), *difference) for difference in _of_round(mine, theirs)]
    return found


def _of_round(one: Round, other: Round) -> Iterator[tuple[Any, ...]]:
    for name in ("wind", "dealer", "honba", "deposits", "scores", "indicator", "deltas"):
        if getattr(one, name) != getattr(other, name):
            yield name, getattr(one, name), getattr(other, name)
    if _sorted(one.deal) != _sorted(other.deal):
        yield "deal", one.deal, other.deal
    # sticks are told apart: kobalab's format doesn't say when they are laid, and no indicator's place among them
    for part in (_play, _sticks):
        mine, theirs = part(one), part(other)
        if mine != theirs:
            yield part.__name__, *next((pair for pair in zip(mine, theirs, strict=False) if pair[0] != pair[1]), (len(mine), len(theirs)))
    if len(one.wins) != len(other.wins) or (one.draw is None) != (other.draw is None):
        yield "ends", one.wins, other.wins
    for mine, theirs in zip(one.wins, other.wins, strict=False):
        yield from _of_end(mine, theirs)
        if mine.concealed is not None and theirs.concealed is not None:
            if sorted(mine.concealed) != sorted(theirs.concealed):
                yield "concealed", mine.concealed, theirs.concealed
            if mine.melds is not None and theirs.melds is not None and _melds(mine) != _melds(theirs):
                yield "melds", mine.melds, theirs.melds
    if one.draw is not None and other.draw is not None:
        yield from _of_draw(one.draw, other.draw)


def _of_end(one: ToldWin, other: ToldWin) -> Iterator[tuple[Any, ...]]:
    for name in ("seat", "giver", "tile", "norths", "ura", "yaku", "yakuman", "fu", "han", "points", "pao", "deltas"):
        mine, theirs = getattr(one, name), getattr(other, name)
        untold = name == "yakuman" and any(win.yaku is None and not win.yakuman for win in (one, other))
        if mine is None or theirs is None or untold:
            continue
        if name in ("yaku", "yakuman"):
            mine, theirs = sorted(mine), sorted(theirs)
        if mine != theirs:
            yield name, mine, theirs


def _of_draw(one: ToldDraw, other: ToldDraw) -> Iterator[tuple[Any, ...]]:
    if (one.kind, one.deltas) != (other.kind, other.deltas):
        yield "draw", one, other
    if None not in (one.tenpai, other.tenpai) and one.tenpai != other.tenpai:
        yield "tenpai", one.tenpai, other.tenpai
    for mine, theirs in zip(one.hands or (), other.hands or (), strict=False):
        if mine is not None and theirs is not None and sorted(mine) != sorted(theirs):
            yield "hands", mine, theirs


def _sorted(deal: tuple[tuple[int, ...] | None, ...]) -> list[list[int] | None]:
    return [None if dealt is None else sorted(dealt) for dealt in deal]


def _play(round: Round) -> list[Any]:
    return [_event(event) for event in round.events if event.what != STICK]


def _event(event: Event) -> Any:
    """An event; an added kan without whom its triplet came from, which stands in the call of the triplet."""
    meld = event.meld
    return event if meld is None or meld.type != KAKAN else (event.what, event.seat, meld.tiles, meld.added)


def _sticks(round: Round) -> list[int]:
    return [event.seat for event in round.events if event.what == STICK]


def _melds(win: ToldWin) -> list[Any]:
    return sorted((meld.type, meld.tiles, meld.called, meld.source) for meld in win.melds or ())


