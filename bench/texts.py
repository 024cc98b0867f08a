"""The hands of `columns` written out: as tables of text, and as cases for the scorers that take one hand at a time.

A red five lies among the concealed tiles where there is a plain one to be red, else it is the winning tile, else in a meld.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from workload import FIVES, SITUATIONS, Case, name, text

from chouma.batch import Given
from chouma.hand import CLOSED_QUAD, FLAG_BITS, N_GROUPS, N_RUNS, OPEN_QUAD, TRIPLET

NONE = 255
NAMES = pa.array([name(kind) for kind in range(34)])


class Laid(NamedTuple):
    """Where the tiles of some hands lie; N hands.

    Attributes
    ----------
    rest : ndarray of shape (N, 34), uint8
        Concealed tiles without the winning one.
    red_rest : ndarray of shape (N, 3), bool
        Whether a red five is among them, by suit.
    red_win : ndarray of shape (N,), bool
    red_meld : ndarray of shape (N, 4), bool
    """

    rest: np.ndarray
    red_rest: np.ndarray
    red_win: np.ndarray
    red_meld: np.ndarray


def group_kinds(group: int) -> list[int]:
    """Kinds of the tiles of a group, by its number.

    >>> group_kinds(2), group_kinds(TRIPLET), group_kinds(CLOSED_QUAD + 33)
    ([2, 3, 4], [0, 0, 0], [33, 33, 33, 33])
    """
    if group < N_RUNS:
        low = group // 7 * 9 + group % 7
        return [low, low + 1, low + 2]
    start, n = next((start, n) for start, n in ((CLOSED_QUAD, 4), (OPEN_QUAD, 4), (TRIPLET, 3)) if group >= start)
    return [group - start] * n


def group_tiles(group: int, red: bool) -> list[int]:
    """Tiles of a group as `workload.text` takes them, one of its fives red if it should be."""
    tiles = group_kinds(group)
    if red:
        at, suit = next((tiles.index(five), suit) for suit, five in enumerate(FIVES) if five in tiles)
        tiles[at] = -1 - suit
    return tiles


def group_text(group: int, red: bool) -> str:
    """A meld in canonical text."""
    return f"[{text(group_tiles(group, red))}]" if group >= CLOSED_QUAD else f"({text(group_tiles(group, red))})"


def laid(hands: Given) -> Laid:
    """Lay out hands with at most one red five a suit."""
    assert not hands.n or hands.reds.max() <= 1
    rest = hands.counts.copy()
    rest[np.arange(hands.n), hands.win] -= 1
    red_rest = np.zeros((hands.n, 3), bool)
    red_win = np.zeros(hands.n, bool)
    red_meld = np.zeros((hands.n, 4), bool)
    holds = np.array([[five in group_kinds(group) for five in FIVES] for group in range(N_GROUPS)] + [[False] * 3] * (256 - N_GROUPS))
    for suit, five in enumerate(FIVES):
        red = hands.reds[:, suit] > 0
        red_rest[:, suit] = red & (rest[:, five] > 0)
        red = red & ~red_rest[:, suit]
        red_win |= red & (hands.win == five)
        red = red & (hands.win != five)
        for k in range(4):
            here = red & holds[hands.melds[:, k], suit]
            red_meld[:, k] |= here
            red = red & ~here
    return Laid(rest, red_rest, red_win, red_meld)


def _suit_texts(counts: np.ndarray, red: np.ndarray, first: int) -> pa.Array:
    """Text of one suit in every hand, each different one written once."""
    keys = counts.astype(np.int64) @ 5 ** np.arange(counts.shape[1]) * 2 + red
    _, where, back = np.unique(keys, return_index=True, return_inverse=True)
    written = []
    for at in where:
        tiles = [first + rank for rank, n in enumerate(counts[at]) for _ in range(n)]
        if red[at]:
            tiles[tiles.index(first + 4)] = -1 - first // 9
        written.append(text(tiles))
    return pa.array(written, pa.string()).take(pa.array(back))


def hand_texts(hands: Given) -> pa.Array:
    """Hands as canonical text.

    >>> from chouma.batch import given
    >>> counts = np.zeros((1, 34), np.uint8)
    >>> counts[0, [0, 1, 2, 13]] = 1, 1, 1, 2
    >>> hand_texts(given(counts, [13], melds=[[TRIPLET + 27, 2, CLOSED_QUAD + 8, NONE]], reds=[[1, 1, 0]])).to_pylist()
    ['123m0p(111z)(340m)[9999m]+5p']
    """
    found = laid(hands)
    plain = np.zeros(hands.n, bool)
    parts = [_suit_texts(found.rest[:, 9 * k : 9 * k + 9], found.red_rest[:, k] if k < 3 else plain, 9 * k) for k in range(4)]
    red_groups = [any(five in group_kinds(group) for five in FIVES) for group in range(N_GROUPS)]
    melds = pa.array([group_text(group, red and red_groups[group]) for group in range(N_GROUPS) for red in (False, True)] + [""])
    codes = np.where(hands.melds == NONE, 2 * N_GROUPS, 2 * np.minimum(hands.melds, N_GROUPS).astype(np.int32) + found.red_meld)
    parts += [melds.take(pa.array(codes[:, k])) for k in range(4)]
    wins = [name(kind) for kind in range(34)] + [name(-1 - suit) for suit in range(3)]
    win = np.where(found.red_win, 34 + hands.win // 9, hands.win).astype(np.int32)
    parts.append(pa.array([f"{mark}{tile}" for mark in "+*" for tile in wins]).take(pa.array(len(wins) * hands.tsumo + win)))
    return pc.binary_join_element_wise(*parts, "")


def _lists(shown: np.ndarray) -> pa.Array:
    """Indicators as lists of text."""
    there = shown != NONE
    ends = np.concatenate([[0], np.cumsum(there.sum(axis=1))]).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(ends), NAMES.take(pa.array(shown[there])))


def table(hands: Given) -> pa.Table:
    """Hands as a table of the wire form, everything in it as text or lists of text but the counters."""
    kinds, back = np.unique(hands.flags, return_inverse=True)
    flags = pa.array([[flag for flag, bit in FLAG_BITS.items() if kind & bit] for kind in kinds.tolist()], pa.list_(pa.string()))
    winds = pa.array(list("ESWN"))
    return pa.table(
        {
            "hand": hand_texts(hands),
            "seat": winds.take(pa.array(hands.seat)),
            "round": winds.take(pa.array(hands.round)),
            "flags": flags.take(pa.array(back)),
            "dora_indicators": _lists(hands.dora),
            "ura_indicators": _lists(hands.ura),
            "honba": hands.honba,
            "deposits": hands.deposits,
        }
    )


def cases(hands: Given) -> list[Case]:
    """Hands as cases, for the scorers that take one at a time.

    An indicator may be written as a red five: four plain ones there are not, and the dora is the same.
    """
    found = laid(hands)
    return [_case(hands, found, row) for row in range(hands.n)]


def _case(hands: Given, found: Laid, row: int) -> Case:
    tiles = [kind for kind, n in enumerate(found.rest[row].tolist()) for _ in range(n)]
    for suit, five in enumerate(FIVES):
        if found.red_rest[row, suit]:
            tiles[tiles.index(five)] = -1 - suit
    kind = int(hands.win[row])
    win = -1 - kind // 9 if found.red_win[row] else kind
    flags = int(hands.flags[row])
    shown = [name(kind) for kind in (*hands.dora[row].tolist(), *hands.ura[row].tolist()) if kind != NONE]
    for suit, five in enumerate(FIVES):
        if not hands.reds[row, suit] and name(five) in shown:
            shown[shown.index(name(five))] = name(-1 - suit)
    n_dora = int((hands.dora[row] != NONE).sum())
    melds = [(group, bool(red)) for group, red in zip(hands.melds[row].tolist(), found.red_meld[row], strict=True) if group != NONE]
    return {
        **{flag: bool(flags & FLAG_BITS[flag]) for flag in SITUATIONS},
        "closed": text([*tiles, win]),
        "win": name(win),
        "melds": [{"type": meld_type(group), "tiles": text(group_tiles(group, red))} for group, red in melds],
        "tsumo": bool(hands.tsumo[row]),
        "riichi": 2 if flags & FLAG_BITS["double_riichi"] else int(bool(flags & FLAG_BITS["riichi"])),
        "round": name(27 + int(hands.round[row])),
        "seat": name(27 + int(hands.seat[row])),
        "dora": shown[:n_dora],
        "ura": shown[n_dora:],
        "honba": int(hands.honba[row]),
        "kyoutaku": int(hands.deposits[row]),
    }


def meld_type(group: int) -> str:
    """What a meld is called, by the number of its group."""
    return next(type for type, start in (("ankan", CLOSED_QUAD), ("minkan", OPEN_QUAD), ("pon", TRIPLET), ("chi", 0)) if group >= start)
