"""Prices as tables: base points, limit and payments by han and fu, filled by the rules that price a single hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..hand import RON, TSUMO
from ..riichi.cells import POSSIBLE_FU
from ..riichi.engine import Engine
from ..riichi.limits import YAKUMAN, base_points, honba_shares, payments
from ..tally import Tally

#: a price is found at han x FU_STEPS + fu / 5; yakuman stand behind, by how many they are
FU_STEPS = 36
MOST_HAN = 256
FIRST_YAKUMAN = MOST_HAN * FU_STEPS
N_PRICES = FIRST_YAKUMAN + 256

LIMITS = ("", "kiriage_mangan", "mangan", "haneman", "baiman", "sanbaiman", "counted_yakuman", "yakuman")

#: fu that hands have: 0 where there are none
_FU = (0, *POSSIBLE_FU)

#: what doesn't fit into 64 bits with its counters (aotenjou), and is not paid here
TOO_MUCH = 9 * 10**18


class Prices(NamedTuple):
    """Prices of one rule set.

    Attributes
    ----------
    rank : ndarray of shape (N_PRICES,), int32
        The order of base points: dearer hands have a higher rank, equal ones the same.
    base : ndarray of shape (N_PRICES,), int32, int64 under aotenjou
        Base points; -1 where they don't fit.
    limit : ndarray of shape (N_PRICES,), uint8
        Place in `LIMITS`.
    pays : ndarray of shape (4, N_PRICES, 4), as wide as `base`
        Points, and what discarder, dealer and each non-dealer pay, without counters, by 2 x (the dealer won) + (by self-draw).
    ron_honba, tsumo_honba : int
        What a counter adds to a single payment.
    players : int
    """

    rank: np.ndarray
    base: np.ndarray
    limit: np.ndarray
    pays: np.ndarray
    ron_honba: int
    tsumo_honba: int
    players: int


def _tallies(engine: Engine) -> Iterator[tuple[int, Tally]]:
    for han in range(1, MOST_HAN):
        for fu in _FU:
            yield han * FU_STEPS + fu // 5, base_points(han, fu, engine.rules)
    for n in range(1, 256):
        yield FIRST_YAKUMAN + n, Tally(YAKUMAN * n, "yakuman")


@lru_cache(maxsize=64)
def prices(engine: Engine) -> Prices:
    """The prices of a rule set, each worked out once."""
    rules = engine.rules
    found = dict(_tallies(engine))
    order = {base: i + 1 for i, base in enumerate(sorted({tally.value for tally in found.values()}))}
    rank, limit = np.zeros(N_PRICES, np.int32), np.zeros(N_PRICES, np.uint8)
    wide = np.int64 if rules.aotenjou != "off" else np.int32
    base, pays = np.zeros(N_PRICES, wide), np.zeros((4, N_PRICES, 4), wide)
    by_base: dict[int, list[tuple[int, ...]]] = {}
    for at, tally in found.items():
        rank[at], limit[at] = order[tally.value], LIMITS.index(tally.limit)
        fits = tally.value * 6 < TOO_MUCH
        base[at] = tally.value if fits else -1
        if tally.value not in by_base:
            by_base[tally.value] = [
                tuple(amount or 0 for amount in payments(tally.value, dealer, by, rules)[:4]) if fits else (-1, 0, 0, 0)
                for dealer in (False, True)
                for by in (RON, TSUMO)
            ]
        pays[:, at] = by_base[tally.value]
    return Prices(rank, base, limit, pays, honba_shares(rules, RON), honba_shares(rules, TSUMO), rules.players)
