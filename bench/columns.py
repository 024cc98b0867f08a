"""Random hands that win, as columns: what batch speed is measured on. Seeded; a third have melds, all have indicators.

Groups are drawn at random (runs twice as often as triplets), a fifth of the closed hands is one suit and honours, so that several
readings occur; one in fifty is seven pairs. One to five indicators, ura under riichi, red fives, flags, seats and counters.
"""

from __future__ import annotations

import numpy as np

from chouma.batch import ClassicalGiven, Given, given
from chouma.hand import CLOSED_QUAD, FLAG_BITS, N_GROUPS, N_RUNS, OPEN_QUAD, TRIPLET

NONE = 255

#: flags of these hands that the classical rules know too
_CLASSICAL = FLAG_BITS["haitei"] | FLAG_BITS["houtei"]
#: tiles at most that a hand which didn't win had yet to change
_MOST_CHANGED = 8


def _group_tiles() -> np.ndarray:
    """Counts of each group by its number: ndarray of shape (123, 34), uint8."""
    tiles = np.zeros((N_GROUPS, 34), np.uint8)
    for number in range(N_RUNS):
        low = number // 7 * 9 + number % 7
        tiles[number, low : low + 3] = 1
    for start, n in ((TRIPLET, 3), (OPEN_QUAD, 4), (CLOSED_QUAD, 4)):
        tiles[np.arange(start, start + 34), np.arange(34)] = n
    return tiles


def hands(n: int, seed: int = 1) -> Given:
    """At least `n` draws; hands with a fifth copy are thrown away, so draw until there are enough."""
    rng = np.random.default_rng(seed)
    parts, have = [], 0
    while have < n:
        part = _draw(rng, max(1000, int((n - have) * 1.6)))
        parts.append(part)
        have += part.n
    return Given(*(np.concatenate(columns)[:n] for columns in zip(*parts, strict=True)))


def _draw(rng: np.random.Generator, n: int) -> Given:
    tiles = _group_tiles()
    is_run = rng.random((n, 4)) < 0.67
    narrow = rng.random(n) < 0.2
    suit = rng.integers(0, 3, n)[:, None]
    runs = np.where(narrow[:, None], suit * 7 + rng.integers(0, 7, (n, 4)), rng.integers(0, N_RUNS, (n, 4)))
    kinds = np.where(narrow[:, None], suit * 9 + rng.integers(0, 9, (n, 4)), rng.integers(0, 34, (n, 4)))
    groups = np.where(is_run, runs, TRIPLET + kinds)
    n_melds = np.where(rng.random(n) < 0.35, rng.integers(1, 4, n), 0)
    melded = np.arange(4) < n_melds[:, None]
    quad = melded & ~is_run & (rng.random((n, 4)) < 0.15)
    melds = np.where(quad, np.where(rng.random((n, 4)) < 0.5, OPEN_QUAD, CLOSED_QUAD) + groups - TRIPLET, groups)
    melds = np.where(melded, melds, NONE).astype(np.uint8)
    pair = np.where(narrow, suit[:, 0] * 9 + rng.integers(0, 9, n), rng.integers(0, 34, n))
    counts = np.zeros((n, 34), np.uint8)
    held = np.zeros((n, 34), np.uint8)
    for k in range(4):
        counts += np.where(melded[:, k : k + 1], 0, tiles[groups[:, k]])
        held += np.where(melded[:, k : k + 1], tiles[np.minimum(melds[:, k], N_GROUPS - 1)], 0)
    counts[np.arange(n), pair] += 2
    pairs = np.flatnonzero(rng.random(n) < 0.02)
    counts[pairs] = 0
    counts[pairs[:, None], rng.permuted(np.tile(np.arange(34), (len(pairs), 1)), axis=1)[:, :7]] = 2
    melds[pairs], held[pairs] = NONE, 0
    held += counts
    good = held.max(axis=1) <= 4
    return _situation(rng, counts[good], melds[good], held[good])


def _situation(rng: np.random.Generator, counts: np.ndarray, melds: np.ndarray, held: np.ndarray) -> Given:
    n = len(counts)
    rows = np.arange(n)
    win = (np.cumsum(counts, axis=1) > rng.integers(0, counts.sum(axis=1))[:, None]).argmax(axis=1).astype(np.uint8)
    closed = ((melds == NONE) | (melds >= CLOSED_QUAD)).all(axis=1)
    riichi = closed & (rng.random(n) < 0.5)
    tsumo = rng.random(n) < 0.4
    flags = riichi * np.uint16(FLAG_BITS["riichi"]) + (riichi & (rng.random(n) < 0.15)) * np.uint16(FLAG_BITS["ippatsu"])
    last = rng.random(n) < 0.01
    flags = flags + np.where(last, np.where(tsumo, FLAG_BITS["haitei"], FLAG_BITS["houtei"]), 0).astype(np.uint16)
    seen = held.copy()
    dora = np.full((n, 5), NONE, np.uint8)
    ura = np.full((n, 5), NONE, np.uint8)
    n_shown = np.minimum(1 + rng.geometric(0.8, n) - 1, 5)
    for k in range(5):
        for shown, wanted in ((dora, k < n_shown), (ura, (k < n_shown) & riichi)):
            tile = rng.integers(0, 34, n)
            tile = np.where(seen[rows, tile] < 4, tile, (seen < 4).argmax(axis=1))
            shown[wanted, k] = tile[wanted]
            seen[rows[wanted], tile[wanted]] += 1
    reds = ((held[:, [4, 13, 22]] > 0) & (rng.random((n, 3)) < held[:, [4, 13, 22]] / 4)).astype(np.uint8)
    return given(
        *(counts, win),
        tsumo=tsumo,
        melds=melds,
        seat=rng.integers(0, 4, n),
        round=rng.integers(0, 2, n),
        flags=flags,
        dora=dora,
        ura=ura,
        reds=reds,
        honba=rng.integers(0, 3, n),
        deposits=rng.integers(0, 2, n),
    )


def classical(hands: Given, seed: int = 1) -> ClassicalGiven:
    """The same hands under classical rules: one in four won; the others lack the winning tile, and some of theirs are changed for any."""
    rng, n = np.random.default_rng(seed), hands.n
    won = rng.random(n) < 0.25
    counts, win = hands.counts.copy(), hands.win.copy()
    lost = np.flatnonzero(~won)
    counts[lost, win[lost]] -= 1
    win[lost] = NONE
    groups = np.concatenate([_group_tiles(), np.zeros((NONE + 1 - N_GROUPS, 34), np.uint8)])
    in_melds = groups[hands.melds].sum(axis=1, dtype=np.uint8)
    n_changed = np.where(won, 0, rng.integers(0, _MOST_CHANGED + 1, n))
    for k in range(_MOST_CHANGED):
        rows = np.flatnonzero((n_changed > k) & counts.any(axis=1))
        old = (np.cumsum(counts[rows], axis=1) > rng.integers(0, counts[rows].sum(axis=1))[:, None]).argmax(axis=1)
        new = rng.integers(0, 34, len(rows))
        fits = counts[rows, new] + in_melds[rows, new] < 4
        counts[rows[fits], old[fits]] -= 1
        counts[rows[fits], new[fits]] += 1
    flags = np.where(won, hands.flags & _CLASSICAL, 0).astype(np.uint32)
    tsumo, none = np.where(won, hands.tsumo, 0).astype(np.uint8), np.zeros(n, np.uint8)
    return ClassicalGiven(
        *(counts, win, won.astype(np.uint8), tsumo, hands.melds, hands.seat, hands.round, flags, none, np.zeros_like(hands.reds))
    )
