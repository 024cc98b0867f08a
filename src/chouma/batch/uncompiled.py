"""The same loops as the compiled part, hand by hand in Python: slower, equal, and needed only where nothing could be compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import HandError
from ..facts import facts_of
from ..features import FEATURES, WORD
from ..hand import FLAG_BITS, Hand, Win
from ..layout import N_HAND, N_MARKS, N_SUMS, N_WORDS, place, split
from ..riichi.emit import OUTPUTS
from ..riichi.fu import DORA
from ..score import MOST_COUNTERS
from ..shapes.rows import row_words
from ..tiles import KIND_OF, KINDS_MASK, ONE, REDS
from .hands import hand_at, win_at
from .price import FIRST_YAKUMAN, FU_STEPS

MOST_PLANES = 16

#: the kinds that have a red copy
FIVES = tuple(KIND_OF[red] for red in REDS)

#: what becomes of a hand, in the order of `chouma.batch.STATES`
SCORED, NOT_A_WIN, NO_YAKU, REFUSED = range(4)
NO_READING = 2  # beside 1 for a hand that can't be

_FIRST_HAND_WORD = N_SUMS + N_MARKS
_NOTHING = (0,) * _FIRST_HAND_WORD
_HAND_SHIFTS = {
    name: (place(feature).word - _FIRST_HAND_WORD) * WORD + place(feature).shift
    for name, feature in FEATURES.items()
    if feature.origin == "hand" and name not in FLAG_BITS
}
_FLAGS_SHIFT = min((place(FEATURES[f]).word - _FIRST_HAND_WORD) * WORD + place(FEATURES[f]).shift for f in FLAG_BITS)


def _hand_words(hand: Hand, win: Win, all_counts: int, players: int) -> tuple[int, ...]:
    facts = facts_of(hand, win, all_counts, players)
    packed = facts.flags << _FLAGS_SHIFT
    for name, shift in _HAND_SHIFTS.items():
        packed |= int(getattr(facts, name)) << shift
    return split(packed, N_HAND)


class Scratch:
    """Room for the rows of some hands."""

    def __init__(self, n_hands: int):
        self.n_hands, self.n = n_hands, 0
        self.start_array = np.zeros(n_hands + 1, np.int64)
        self.bad_array = np.zeros(n_hands, np.uint8)
        self.resize(0)

    def resize(self, n_rows: int) -> None:
        """Make room for some rows."""
        self.n_rows = n_rows
        self.word_arrays = np.zeros((N_WORDS, n_rows), np.uint64)
        self.plane_arrays = np.zeros((MOST_PLANES, n_rows), np.uint8)
        self.dora_arrays = np.zeros((len(DORA), n_rows), np.uint8)
        self.output_arrays = np.zeros((len(OUTPUTS), n_rows), np.uint8)

    def finish(self, prices: Any, given: Any, found: Any, first: int, pack: np.ndarray) -> None:
        """The best row of each hand that was read, and who pays what."""
        han, raw, fu, units, limits, _, any_yaku, refused = self.output_arrays
        for i in range(self.n):
            at, rows = first + i, range(self.start_array[i], self.start_array[i + 1])
            if self.bad_array[i] == 1 or refused[rows[0]]:
                found.state[at] = REFUSED
                continue
            if self.bad_array[i] == NO_READING:
                found.state[at] = NOT_A_WIN
                continue
            keys = {}
            for r in rows:
                if any_yaku[r]:
                    index = FIRST_YAKUMAN + int(units[r]) if limits[r] else int(han[r]) * FU_STEPS + int(fu[r]) // 5
                    beside = (0, 0) if limits[r] else (int(han[r]), int(raw[r]))
                    keys[r] = (int(prices.rank[index]), bool(limits[r]), *beside, -r, index)
            if not keys:
                found.state[at] = NO_YAKU
            else:
                best = max(keys, key=keys.__getitem__)
                self._take(best, keys[best][-1], prices, given, found, at, pack)

    def _take(self, best: int, index: int, prices: Any, given: Any, found: Any, at: int, pack: np.ndarray) -> None:
        han, raw, fu, units, limits, *_ = self.output_arrays[:, best]
        found.state[at] = SCORED
        found.han[at], found.limit[at], found.base[at] = han, prices.limit[index], prices.base[index]
        if limits:
            found.yakuman[at] = units
        else:
            found.fu[at], found.fu_raw[at] = fu, raw
            found.dora[at] = self.dora_arrays[:, best]
        for w in range(pack.shape[0]):
            found.yaku[at, w] = np.bitwise_or.reduce(pack[w, np.arange(pack.shape[1]), self.plane_arrays[: pack.shape[1], best]])
        east, tsumo = given.seat[at] == 0, bool(given.tsumo[at])
        points, discarder, dealer, each = (int(one) for one in prices.pays[2 * east + tsumo, index])
        extra = int(given.honba[at]) * (prices.tsumo_honba if tsumo else prices.ron_honba)
        found.points[at] = points
        if points < 0:
            return
        paid = 1000 * int(given.deposits[at])
        if not tsumo:
            found.discarder[at] = discarder + extra
            paid += discarder + extra
        else:
            found.each_nondealer[at] = each + extra
            paid += (prices.players - (1 if east else 2)) * (each + extra)
            if not east:
                found.dealer[at] = dealer + extra
                paid += dealer + extra
        found.total[at] = paid


class Core:
    """Reads hands into rows."""

    def __init__(self, players: int, room: int, high_bits: int):
        self.players, self.room, self.high_bits = players, room, high_bits

    def read(self, given: Any, scratch: Scratch, first: int, last: int) -> int:
        """Read hands `first` to `last` into rows; how many were read."""
        n = min(last - first, scratch.n_hands)
        rows: list[tuple[int, ...]] = []
        for i in range(n):
            scratch.start_array[i] = len(rows)
            found = self._rows(given, first + i)
            scratch.bad_array[i] = 1 if found is None else 0 if found[0][:_FIRST_HAND_WORD] != _NOTHING else NO_READING
            rows += found or []
        scratch.start_array[n], scratch.n = len(rows), n
        scratch.resize(len(rows))
        if rows:
            scratch.word_arrays[:] = np.array(rows, np.uint64).T
        return n

    def _rows(self, given: Any, at: int) -> list[tuple[int, ...]] | None:
        """The rows of one hand, None if it can't be."""
        try:
            hand, win = hand_at(given, at), win_at(given, at)
        except HandError:
            return None
        all_counts = hand.all_counts
        shown = all_counts + sum(ONE[tile] for tile in (*win.dora_indicators, *win.ura_indicators))
        wrong = (
            hand.size != 14
            or win.flags >> len(FLAG_BITS)
            or not hand.counts >> 8 * int(given.win[at]) & 255
            or max((hand.counts & KINDS_MASK).to_bytes(34, "little")) > 4
            or any(int(red) > all_counts >> 8 * five & 255 for red, five in zip(given.reds[at], FIVES, strict=True))
            or shown + self.room & self.high_bits
            or max(win.seat, win.round) >= self.players
            or not all(0 <= counters <= MOST_COUNTERS for counters in (win.honba, win.deposits))
            or len(win.ura_indicators) > len(win.dora_indicators)
            or (hand.norths and (self.players != 3 or hand.norths > 4))
            or (self.players == 3 and any(meld.type == "chi" for meld in hand.melds))
        )
        if wrong:
            return None
        words = _hand_words(hand, win, all_counts, self.players)
        found = [(*split(sums, N_SUMS), *split(marks, N_MARKS), *words) for sums, marks in row_words(hand)]
        return found or [(*_NOTHING, *words)]  # a row all the same, so that the flags are looked at
