"""Columns of hands: what is given, checked and brought into one form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..errors import Fault, HandError, Problem
from ..hand import ANKAN, CHI, CLOSED_QUAD, MINKAN, N_GROUPS, N_RUNS, OPEN_QUAD, PON, RON, TRIPLET, TSUMO, Hand, Meld, Win
from ..score import MOST_INDICATORS
from ..seats import Wind
from ..tiles import FIRST_FLOWER, KIND_OF, N_FLOWERS, N_KINDS, REDS, copies

NONE = 255
MOST_MELDS, MOST_TILES = 4, 14


class Given(NamedTuple):
    """Hands as columns; N of them.

    Attributes
    ----------
    counts : ndarray of shape (N, 34), uint8
        Concealed tiles by kind, the winning tile among them.
    win : ndarray of shape (N,), uint8
        The kind of the winning tile.
    tsumo : ndarray of shape (N,), uint8
        1: by self-draw.
    melds : ndarray of shape (N, 4), uint8
        Numbers of groups: see `chouma.hand.N_RUNS`; 255: none.
    seat, round : ndarray of shape (N,), uint8
        0 east to 3 north.
    flags : ndarray of shape (N,), uint16
        Or of `chouma.hand.FLAG_BITS`.
    dora, ura : ndarray of shape (N, 5), uint8
        Indicators as tiles, a red five as 34 to 36; 255: none.
    reds : ndarray of shape (N, 3), uint8
        How many of the fives, called ones too, are red.
    norths : ndarray of shape (N,), uint8
        Norths declared.
    honba, deposits : ndarray of shape (N,), int32
        Counters and riichi sticks.
    """

    counts: np.ndarray
    win: np.ndarray
    tsumo: np.ndarray
    melds: np.ndarray
    seat: np.ndarray
    round: np.ndarray
    flags: np.ndarray
    dora: np.ndarray
    ura: np.ndarray
    reds: np.ndarray
    norths: np.ndarray
    honba: np.ndarray
    deposits: np.ndarray

    @property
    def n(self) -> int:
        return len(self.win)

    def part(self, first: int, last: int) -> Given:
        """Some of the hands."""
        return Given(*(column[first:last] for column in self))


_WIDE = {"counts": N_KINDS, "seen": N_KINDS, "melds": MOST_MELDS, "dora": MOST_INDICATORS, "ura": MOST_INDICATORS, "reds": 3}
_TYPES = {"flags": np.uint16, "honba": np.int32, "deposits": np.int32}


def column(name: str, values: ArrayLike, n: int, types: Mapping[str, Any] = _TYPES) -> np.ndarray:
    """One column in the form of `Given`: contiguous, its type narrowed only if every value fits.

    Parameters
    ----------
    name : str
    values : array_like
    n : int
        How many hands there are.
    types : mapping of str to type
        Of the columns that are no bytes.

    Raises
    ------
    HandError
        If it has another length or shape, or holds what its type can't.
    """
    dtype, width = np.dtype(types.get(name, np.uint8)), _WIDE.get(name)
    array = np.asarray(values)
    if n == 0 and array.size == 0:  # of no hands NumPy can't tell the type, nor the width
        return np.zeros((0,) if width is None else (0, width), dtype)
    shape = (n,) if width is None else (n, width)
    if array.ndim == 0 or array.shape == (width,):
        array = np.broadcast_to(array, shape)
    if array.shape != shape:
        shown = " x ".join(map(str, array.shape))
        raise HandError([Fault(Problem.BAD_VALUE, f"{name} is {shown}: it takes {' x '.join(map(str, shape))}", name)])
    if array.dtype == dtype:
        return np.ascontiguousarray(array)
    if array.dtype.kind not in "biu":
        raise HandError([Fault(Problem.BAD_VALUE, f"{name} holds {array.dtype}: it takes whole numbers ({dtype})", name)])
    info = np.iinfo(dtype)
    if array.size and (int(array.min()) < info.min or int(array.max()) > info.max):
        told = f"{name} goes from {array.min()} to {array.max()}: it takes {info.min} to {info.max}"
        raise HandError([Fault(Problem.BAD_VALUE, told, name)])
    return np.ascontiguousarray(array.astype(dtype))


def counts_of(tiles: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Counts of hands that are given tile by tile.

    Parameters
    ----------
    tiles : array_like of shape (N, M)
        Concealed tiles, the winning tile among them, up to 14 of them; a red five as 34 to 36, 255: none.

    Returns
    -------
    counts : ndarray of shape (N, 34), uint8
    reds : ndarray of shape (N, 3), uint8

    Raises
    ------
    HandError
        If something is no tile.

    Examples
    --------
    >>> counts, reds = counts_of([[0, 0, 34, 255]])
    >>> int(counts[0, 0]), int(counts[0, 4]), reds[0].tolist()
    (2, 1, [1, 0, 0])
    """
    array = np.asarray(tiles)
    if array.size and (array.dtype.kind not in "iu" or array.min() < 0 or ((array > REDS[-1]) & (array != NONE)).any()):
        raise HandError([Fault(Problem.BAD_VALUE, "tiles go from 0 to 36, 255 where there is none", "tiles")])
    array = array.astype(np.intp)  # an empty list has no whole numbers of its own
    kinds = np.array([*KIND_OF[: REDS[-1] + 1], *[N_KINDS] * (NONE - REDS[-1])], np.uint8)[array]  # none: a kind of its own
    n = len(array)
    counts = np.zeros((n, N_KINDS + 1), np.uint8)
    np.add.at(counts, (np.arange(n)[:, None], kinds), 1)
    reds = np.stack([(array == red).sum(axis=1) for red in REDS], axis=1).astype(np.uint8)
    return np.ascontiguousarray(counts[:, :N_KINDS]), reds


def given(counts: ArrayLike, win: ArrayLike, **columns: ArrayLike) -> Given:
    """Hands as columns; what isn't given is as in most hands (no melds, no flags, south in the east round …)."""
    n = len(np.asarray(win)) if np.ndim(win) else len(np.asarray(counts)) if np.ndim(counts) > 1 else 1
    usual: dict[str, Any] = {
        **dict.fromkeys(("melds", "dora", "ura"), NONE),
        **dict.fromkeys(("tsumo", "round", "flags", "reds", "norths", "honba", "deposits"), 0),
        "seat": 1,
    }
    whole = {**usual, **columns, **counted(counts, columns.get("reds", 0), n), "win": win}
    return Given(**{name: column(name, whole[name], n) for name in Given._fields})


def counted(counts: ArrayLike, reds: ArrayLike, n: int) -> dict[str, ArrayLike]:
    """Counts and red fives of `n` hands, whether these are given as counts or tile by tile."""
    if np.ndim(counts) != 2 or np.shape(counts)[1] > MOST_TILES:
        return {"counts": counts, "reds": reds}
    found, held = counts_of(counts)
    if len(held) != n:
        column("counts", counts, n)  # which refuses them
    known = column("reds", reds, n).astype(np.uint16) + held
    return {"counts": found, "reds": np.minimum(known, NONE)}  # too many stay too many


def in_form(columns: Given) -> Given:
    """Columns that somebody put together, each in its form: what is compiled looks at no shape."""
    n = len(np.atleast_1d(columns.win))
    return Given(**{name: column(name, values, n) for name, values in zip(Given._fields, columns, strict=True)})


def _indicators(shown: np.ndarray) -> tuple[int, ...]:
    return tuple(int(tile) for tile in shown if tile != NONE)


def meld_of(number: int) -> Meld:
    """A meld by the number of its group: an open quad as a minkan, fives as plain ones.

    Raises
    ------
    HandError
        If there is no such group.
    """
    if number < N_RUNS:
        low = number // 7 * 9 + number % 7
        return Meld.of(CHI, (low, low + 1, low + 2))
    if number >= N_GROUPS:
        raise HandError([Fault(Problem.BAD_MELD, f"{number} is the number of no group: they go from 0 to {N_GROUPS - 1}", "melds")])
    if number >= CLOSED_QUAD:
        return Meld.of(ANKAN, (number - CLOSED_QUAD,) * 4)
    return Meld.of(MINKAN, (number - OPEN_QUAD,) * 4) if number >= OPEN_QUAD else Meld.of(PON, (number - TRIPLET,) * 3)


#: copies that are refused as surely as any more of them; melds and indicators beside them still fit into a byte
FAR_TOO_MANY = 100


def held_at(columns: Any, at: int) -> tuple[int, tuple[Meld, ...]]:
    """Counts of the concealed tiles of one of the hands, red fives among them, and its melds.

    Raises
    ------
    HandError
        If a meld is none.
    """
    counts = sum(min(int(n), FAR_TOO_MANY) << 8 * kind for kind, n in enumerate(columns.counts[at]))
    for red, n in zip(REDS, columns.reds[at], strict=True):
        counts += min(int(n), FAR_TOO_MANY) << 8 * red
    return counts, tuple(meld_of(int(number)) for number in columns.melds[at] if number != NONE)


def hand_at(columns: Given, at: int) -> Hand:
    """One of the hands, red fives among its concealed tiles.

    Raises
    ------
    HandError
        If a meld or the winning tile is none.
    """
    counts, melds = held_at(columns, at)
    win = int(columns.win[at])
    if win >= N_KINDS:
        raise HandError([Fault(Problem.NO_WINNING_TILE, f"the winning tile {win} is no kind: they go from 0 to 33", "win")])
    norths = min(int(columns.norths[at]), FAR_TOO_MANY)
    return Hand(counts, melds, norths, 0, win, TSUMO if columns.tsumo[at] else RON)


def win_at(columns: Given, at: int) -> Win:
    """How, when and where one of the hands was won."""
    for name in ("seat", "round"):
        if getattr(columns, name)[at] > Wind.N:
            raise HandError([Fault(Problem.BAD_VALUE, f"{name} is {getattr(columns, name)[at]}: 0 east to 3 north", name)])
    seat, round_ = Wind(int(columns.seat[at])), Wind(int(columns.round[at]))
    for shown in (columns.dora[at], columns.ura[at]):
        if any(NONE > tile > REDS[-1] for tile in shown) or any(shown[i] == NONE != shown[i + 1] for i in range(len(shown) - 1)):
            raise HandError([Fault(Problem.BAD_VALUE, "indicators are tiles from 0 to 36, none (255) last", "dora_indicators")])
    dora, ura = _indicators(columns.dora[at]), _indicators(columns.ura[at])
    return Win(seat, round_, int(columns.flags[at]), dora, ura, int(columns.honba[at]), int(columns.deposits[at]))


def flower_bits(hand: Hand) -> int:
    """The flowers and seasons of a hand as bits, 1f to 8f."""
    return sum(1 << i for i in range(N_FLOWERS) if copies(hand.flowers, FIRST_FLOWER + i))


def rows_of(hands: list[tuple[Hand, Win]]) -> Iterator[dict[str, Any]]:
    """Hands as rows of plain lists, as `Given` has them in columns."""
    for hand, win in hands:
        total = hand.all_counts
        yield {
            "counts": [hand.counts >> 8 * kind & 255 for kind in range(N_KINDS)],
            "win": NONE if hand.win is None else KIND_OF[hand.win],
            "tsumo": hand.by == TSUMO,
            "melds": [*(meld.group for meld in hand.melds), *[NONE] * (MOST_MELDS - len(hand.melds))],
            "seat": int(win.seat),
            "round": int(win.round),
            "flags": win.flags,
            "dora": [*win.dora_indicators, *[NONE] * (MOST_INDICATORS - len(win.dora_indicators))],
            "ura": [*win.ura_indicators, *[NONE] * (MOST_INDICATORS - len(win.ura_indicators))],
            "reds": [total >> 8 * red & 255 for red in REDS],
            "norths": hand.norths,
            "honba": win.honba,
            "deposits": win.deposits,
        }


def from_hands(hands: list[tuple[Hand, Win]]) -> Given:
    """Hands that were read one by one, as columns."""
    rows, n = list(rows_of(hands)), len(hands)
    shapes = {name: (n, _WIDE[name]) if name in _WIDE else (n,) for name in Given._fields}
    return Given(**{name: column(name, np.array([row[name] for row in rows], np.int64).reshape(shapes[name]), n) for name in shapes})
