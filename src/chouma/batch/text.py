"""Hands as text, a column of them at once.

The compiled part reads what is written as most canonical texts are. Whatever else there is, and all of it where nothing is compiled, is
read text by text, each distinct one once. What can't be read at all is left to whoever asked, who will tell why.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from ..errors import HandError
from ..hand import TSUMO, Hand
from ..notation import read
from ..notation.canonical import read_quick
from ..tiles import KIND_OF, N_KINDS, N_TILES, REDS
from .arrays import _core
from .hands import MOST_MELDS, NONE, flower_bits

_N_COUNTS = N_KINDS + len(REDS)
_RED_SHIFT = 8 * N_KINDS
_NO_MELDS = bytes([NONE]) * MOST_MELDS


class Told(NamedTuple):
    """What texts of hands hold; N of them.

    Attributes
    ----------
    counts : ndarray of shape (N, 34), uint8
        Concealed tiles by kind, the winning tile, where the text has one, among them.
    reds : ndarray of shape (N, 3), uint8
        How many of the fives, called ones too, are red.
    melds : ndarray of shape (N, 4), uint8
        Numbers of groups, 255 none.
    norths : ndarray of shape (N,), uint8
        Norths declared.
    win : ndarray of shape (N,), uint8
        The kind of the winning tile, 255 none.
    tsumo : ndarray of shape (N,), uint8
        1: by self-draw.
    flowers : ndarray of shape (N,), uint8
        Bits of 1f to 8f.
    unread : ndarray of shape (N,), bool
        Texts that are absent, wrong, or hold what these columns can't: their rows mean nothing.
    """

    counts: np.ndarray
    reds: np.ndarray
    melds: np.ndarray
    norths: np.ndarray
    win: np.ndarray
    tsumo: np.ndarray
    flowers: np.ndarray
    unread: np.ndarray

    def take(self, rows: np.ndarray) -> Told:
        """Some of them, in the order of `rows`."""
        return Told(*(column[rows] for column in self))


def read_texts(column: pa.Array) -> Told:
    """Read a column of hands in any notation.

    Parameters
    ----------
    column : pyarrow.Array
        Text, plain or as a dictionary.

    Returns
    -------
    Told
        Arrays of its own, which whoever asked may change.
    """
    if not pa.types.is_dictionary(column.type):
        return _read_plain(column)
    if len(column.dictionary) > len(column):  # a slice of something larger
        return _read_plain(column.dictionary_decode())
    each = _read_plain(pa.concat_arrays([column.dictionary, pa.nulls(1, column.dictionary.type)]))
    return each.take(column.indices.fill_null(len(column.dictionary)).to_numpy(zero_copy_only=False))


def _read_plain(column: pa.Array) -> Told:
    if pa.types.is_string_view(column.type):
        column = column.cast(pa.string())
    if _core is None or not len(column):
        return _read_distinct(column)
    told = _read_compiled(column, _core)
    careful = np.flatnonzero(told.unread)
    if len(careful):
        for filled, column_read in zip(told, _read_distinct(column.take(pa.array(careful))), strict=True):
            filled[careful] = column_read
    return told


def _read_distinct(column: pa.Array) -> Told:
    encoded = column.dictionary_encode()
    each = _read_each([*encoded.dictionary.to_pylist(), None])
    return each.take(encoded.indices.fill_null(len(encoded.dictionary)).to_numpy(zero_copy_only=False))


def _read_compiled(column: pa.Array, core: Any) -> Told:
    """Read by the compiled part; `unread` is all that is unusual."""
    n = len(column)
    _, offsets, data = column.buffers()
    width = np.int64 if pa.types.is_large_string(column.type) else np.int32
    ends = np.frombuffer(offsets, width)[column.offset : column.offset + n + 1]
    texts = np.frombuffer(data, np.uint8) if data is not None else np.zeros(1, np.uint8)
    wide = [np.empty((n, columns), np.uint8) for columns in (N_KINDS, len(REDS), MOST_MELDS)]
    norths, win, tsumo, careful = (np.empty(n, np.uint8) for _ in range(4))
    counts, reds, melds = wide
    core.read_text(texts, ends, counts, win, tsumo, melds, reds, norths, careful)
    careful[ends[1:] == ends[:-1]] = 1
    if column.null_count:
        careful[column.is_null().to_numpy(zero_copy_only=False)] = 1
    bare = np.flatnonzero((win == NONE) & (careful == 0))
    careful[bare[~counts[bare].any(axis=1) & (melds[bare, 0] == NONE) & (norths[bare] == 0)]] = 1  # of spaces alone
    return Told(counts, reds, melds, norths, win, tsumo, np.zeros(n, np.uint8), careful.astype(bool))  # flowers are read with care


def _read_each(texts: list[str | None]) -> Told:
    counts, reds, melds = bytearray(), bytearray(), bytearray()
    norths, win, tsumo, flowers, unread = bytearray(), bytearray(), bytearray(), bytearray(), []
    for at, text in enumerate(texts):
        hand = _read(text)
        if hand is None:
            unread.append(at)
            hand = Hand(0)
        held = total = hand.counts
        for meld in hand.melds:
            total += meld.counts
        counts += held.to_bytes(_N_COUNTS, "little")
        reds += (total >> _RED_SHIFT).to_bytes(len(REDS), "little")
        melds += bytes([meld.group for meld in hand.melds]).ljust(MOST_MELDS, b"\xff") if hand.melds else _NO_MELDS
        norths.append(hand.norths)
        win.append(NONE if hand.win is None else KIND_OF[hand.win])
        tsumo.append(hand.by == TSUMO)
        flowers.append(flower_bits(hand) if hand.flowers else 0)
    n, marks = len(texts), np.zeros(len(texts), bool)
    marks[unread] = True
    return Told(
        _bytes(counts, n, _N_COUNTS)[:, :N_KINDS],
        _bytes(reds, n, len(REDS)),
        _bytes(melds, n, MOST_MELDS),
        np.frombuffer(norths, np.uint8),
        np.frombuffer(win, np.uint8),
        np.frombuffer(tsumo, np.uint8),
        np.frombuffer(flowers, np.uint8),
        marks,
    )


def _bytes(found: bytearray, n: int, width: int) -> np.ndarray:
    return np.frombuffer(found, np.uint8).reshape(n, width)


def _read(text: str | None) -> Hand | None:
    """One hand, None if it is to be read with care."""
    if text is None:
        return None
    try:
        hand = read_quick(text) or read(text)
    except HandError:
        return None
    return None if max(hand.flowers.to_bytes(N_TILES, "little")) > 1 or len(hand.melds) > MOST_MELDS or hand.norths > MOST_MELDS else hand
