"""Games written as lines of mjai."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from ..errors import worded
from ..hand import ANKAN, KAKAN, TSUMO, Hand
from ..riichi.settle import STICK as STICK_POINTS
from .melds import SOURCES
from .mjai_names import CALL_NAMES, DEALT, FORMAT, HIDDEN, REASONS, TILE_NAMES, YAKUMAN_FAN, yaku_name
from .model import DISCARD, DRAW, INDICATOR, KITA, RIICHI, STICK, UNKNOWN, Event, Game, RecordError, Round, ToldDraw, ToldWin
from .replay import Table, replay
from .shown import not_written, shown_hands, written_hand


def write(game: Game) -> str:
    """Write a game as lines of events.

    There is no place for rules beyond red fives and length, nor for limits, who is liable, and the final count in thousands.

    Raises
    ------
    RecordError
        If it can't be written: what, and in which hand.
    """
    if not game.rounds:
        raise RecordError(worded("a game without a hand can't be written as {format}", format=FORMAT))
    east = game.rules.length == "east"
    about = {"gametype": "tonpu" if east else "tonnan", "kyoku_first": 4 if east else 0, "aka_flag": bool(game.rules.red_fives)}
    lines: list[dict[str, Any]] = [{"type": "start_game", "names": list(game.names), **about}]
    for round in game.rounds:
        lines += _Writer(round).lines()
    lines.append({"type": "end_game", **({"scores": list(game.finals.scores)} if game.finals else {})})
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)


def _named(tiles: Sequence[int]) -> list[str]:
    return [TILE_NAMES[tile] for tile in tiles]


class _Writer:
    """One hand while it is written."""

    def __init__(self, round: Round):
        self.round = round
        self.scores = list(round.scores)

    def lines(self) -> Iterator[dict[str, Any]]:
        round = self.round
        yield {
            **{"type": "start_kyoku", "bakaze": round.wind.name, "kyoku": round.number, "honba": round.honba, "kyotaku": round.deposits},
            **{"oya": round.dealer, "dora_marker": TILE_NAMES[round.indicator], "scores": list(round.scores)},
            "tehais": [[HIDDEN] * DEALT if dealt is None else _named(dealt) for dealt in round.deal],
        }
        for event in round.events:
            yield self._event(event)
        table = replay(round) if round.wins or round.draw else None
        for win in round.wins:
            yield self._win(win, table)  # type: ignore[arg-type]
        if round.draw is not None:
            yield self._draw(round.draw, table)  # type: ignore[arg-type]
        yield {"type": "end_kyoku"}

    def _event(self, event: Event) -> dict[str, Any]:
        what, seat, tile, drawn, _ = event
        shown = HIDDEN if tile == UNKNOWN else TILE_NAMES[tile]
        if what == DRAW:
            return {"type": "tsumo", "actor": seat, "pai": shown}
        if what == DISCARD:
            return {"type": "dahai", "actor": seat, "pai": shown, "tsumogiri": drawn}
        if what == INDICATOR:
            return {"type": "dora", "dora_marker": shown}
        if what == KITA:
            return {"type": "nukidora", "actor": seat, "pai": shown}
        if what == RIICHI:
            return {"type": "reach", "actor": seat}
        if what == STICK:
            self.scores[seat] -= STICK_POINTS
            deltas = [-STICK_POINTS * (one == seat) for one in range(self.round.players)]
            return {"type": "reach_accepted", "actor": seat, "deltas": deltas, "scores": list(self.scores)}
        return self._call(event)

    def _call(self, event: Event) -> dict[str, Any]:
        meld, seat, players = event.meld, event.seat, self.round.players
        assert meld is not None
        about = {"type": CALL_NAMES[meld.type], "actor": seat}
        own = list(meld.tiles)
        if meld.type == ANKAN:
            return {**about, "consumed": _named(own)}
        tile = meld.added if meld.type == KAKAN else meld.called
        if tile is None or (meld.type != KAKAN and not meld.source):
            raise not_written(self.round, FORMAT, worded("the record doesn't tell whose tile {meld} took", meld=str(meld)))
        own.remove(tile)
        if meld.type != KAKAN:
            about["target"] = (seat + SOURCES[players].index(meld.source)) % players
        return {**about, "pai": TILE_NAMES[tile], "consumed": _named(own)}

    def _pay(self, deltas: Sequence[int] | None) -> dict[str, Any]:
        if deltas is None:
            return {}
        self.scores = [score + delta for score, delta in zip(self.scores, deltas, strict=True)]
        return {"deltas": list(deltas), "scores": list(self.scores)}

    def _win(self, told: ToldWin, table: Table) -> dict[str, Any]:
        found: dict[str, Any] = {"type": "hora", "actor": told.seat, "target": told.seat if told.giver is None else told.giver}
        hand = written_hand(told, table, FORMAT)
        if hand is not None and hand.win is not None:
            found |= {"pai": TILE_NAMES[hand.win], "hora_tehais": _hora_tehais(hand)}
        elif told.tile is not None:
            found["pai"] = TILE_NAMES[told.tile]
        if told.ura is not None:
            found["uradora_markers"] = _named(told.ura)
        if told.yakuman:
            found |= {"yakus": [[yaku_name(id), YAKUMAN_FAN] for id in told.yakuman], "fan": YAKUMAN_FAN * len(told.yakuman)}
        elif told.yaku is not None:
            found |= {"yakus": [[yaku_name(id), han] for id, han in told.yaku]}
        numbers = {"fu": told.fu, "fan": None if told.yakuman else told.han, "hora_points": told.points}
        return {**found, **{key: n for key, n in numbers.items() if n is not None}, **self._pay(told.deltas)}

    def _draw(self, told: ToldDraw, table: Table) -> dict[str, Any]:
        found: dict[str, Any] = {"type": "ryukyoku", "reason": REASONS[told.kind][0]}
        hands = shown_hands(told, table, FORMAT)
        if hands is not None:
            hidden = [[HIDDEN] * (DEALT - 3 * len(melds)) for melds in table.melds]
            found["tehais"] = [hidden[seat] if hand is None else _named(hand.concealed) for seat, hand in enumerate(hands)]
        if told.tenpai is not None and None not in told.tenpai:
            found["tenpais"] = list(told.tenpai)
        return {**found, **self._pay(told.deltas)}


def _hora_tehais(hand: Hand) -> list[str]:
    """The concealed tiles; the tile of a self-draw is the last of them."""
    return _named((*hand.concealed, hand.win) if hand.by == TSUMO and hand.win is not None else hand.concealed)
