"""`mahjax`, which scores many hands at once by JAX: the one other batch scorer that Python can call.

It is large, so it has an extra of its own: ``pip install -e '.[bench-jax]'``.
"""

from __future__ import annotations

import importlib.metadata
from typing import Any

import numpy as np
import texts

from chouma.batch import Given
from chouma.hand import CLOSED_QUAD, FLAG_BITS, N_RUNS, OPEN_QUAD, TRIPLET

NONE = 255
NO_MELD = 0xFFFF
#: its numbers of actions: 37 + kind for a closed kan or one that was added, then these, the latter with a red five
PON, MINKAN, CHI = (75, 76), 77, (78, 79)
#: kinds that an indicator makes dora
DORA_OF = np.array([*(9 * suit + (rank + 1) % 9 for suit in range(3) for rank in range(9)), 28, 29, 30, 27, 32, 33, 31], np.uint8)


class Mahjax:
    """The batch call, on the processor."""

    name = "mahjax"

    def __init__(self) -> None:
        import jax
        import jax.numpy as jnp
        from mahjax.red_mahjong.yaku import Yaku

        def score(hand: Any, melds: Any, n: Any, win: Any, riichi: Any, ron: Any, round: Any, seat: Any, dora: Any, more: Any) -> Any:
            yaku, han, fu = Yaku.judge_hand_related(hand, melds, n, win, riichi, ron, round, seat, dora)
            # what the hand itself doesn't tell is added on top, as its environment does; without fu it is a yakuman
            han = han + jnp.where(fu == 0, 0, more)
            return yaku.any() | (more > 0), Yaku.score(han, fu)

        self._jax = jax
        self._score = jax.jit(jax.vmap(score))

    def version(self) -> str:
        return importlib.metadata.version(self.name)

    def prepare(self, hands: Given) -> tuple[np.ndarray, ...]:
        """Hands as the call takes them; not timed."""
        found = texts.laid(hands)
        tiles = np.zeros((hands.n, 37), np.int8)
        tiles[:, :34], tiles[:, 34:] = found.rest, found.red_rest
        for suit, five in enumerate(texts.FIVES):
            tiles[:, five] -= found.red_rest[:, suit]
        win = np.where(found.red_win, 34 + hands.win // 9, hands.win).astype(np.int8)
        more = sum(((hands.flags & FLAG_BITS[flag]) != 0).astype(np.int32) for flag in ("ippatsu", "haitei", "houtei"))
        return (
            *(tiles, melds(hands.melds, found.red_meld), (hands.melds != NONE).sum(axis=1).astype(np.int8), win),
            *((hands.flags & FLAG_BITS["riichi"]) != 0, hands.tsumo == 0),
            *(hands.round.astype(np.int32), hands.seat.astype(np.int32), dora(hands), more),
        )

    def score(self, prepared: tuple[np.ndarray, ...]) -> Any:
        return self._jax.block_until_ready(self._score(*prepared))

    def points(self, result: Any, hands: Given) -> np.ndarray:
        """What the others pay together, without counters; -1 where it finds no win or no yaku: ndarray of shape (N,)."""
        base = np.where(result[0], result[1], 0).astype(np.int64)
        dealer, tsumo = hands.seat == 0, hands.tsumo != 0
        one, two = _hundreds(base), _hundreds(2 * base)
        by_tsumo = np.where(dealer, 3 * two, two + 2 * one)
        return np.where(base <= 0, -1, np.where(tsumo, by_tsumo, _hundreds(np.where(dealer, 6, 4) * base)))


def _hundreds(points: np.ndarray) -> np.ndarray:
    return -(-points // 100) * 100


def melds(groups: np.ndarray, red: np.ndarray) -> np.ndarray:
    """Melds as its numbers: whom from, which tile, which action: ndarray of shape (N, 4), uint16."""
    group = groups.astype(np.int32)
    run, triplet = group < N_RUNS, (group >= TRIPLET) & (group < OPEN_QUAD)
    closed = group >= CLOSED_QUAD
    tile = np.where(run, group // 7 * 9 + group % 7, group - np.where(triplet, TRIPLET, np.where(closed, CLOSED_QUAD, OPEN_QUAD)))
    action = np.select([run, triplet, closed], [CHI[0] + red, PON[0] + red, 37 + tile], MINKAN)
    source = np.select([run, closed], [3, 0], 1)
    return np.where(group == NONE, NO_MELD, source << 13 | tile << 7 | action).astype(np.uint16)


def dora(hands: Given) -> np.ndarray:
    """How often each kind is dora, and ura dora: ndarray of shape (N, 2, 34), int8."""
    found = np.zeros((hands.n, 2, 34), np.int8)
    for k, shown in enumerate((hands.dora, hands.ura)):
        rows, places = np.nonzero(shown != NONE)
        np.add.at(found, (rows, k, DORA_OF[shown[rows, places]]), 1)
    return found
