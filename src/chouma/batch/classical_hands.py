"""Columns of classical hands, won or not: what is given, checked and brought into one form."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..classical.engine import UNKNOWN_FLAGS, Engine
from ..classical.result import ClassicalNoScore, ClassicalScore
from ..classical.score import DEALT as DEALT_NAME
from ..classical.score import score_hand
from ..errors import Fault, HandError, Problem
from ..hand import BITS_OF, RON, TSUMO, Hand, Win
from ..seats import Wind
from ..tiles import FIRST_FLOWER, KIND_OF, N_FLOWERS, N_KINDS, REDS, copies
from .classical_formulas import DEALT, LOST, WON
from .hands import FAR_TOO_MANY, MOST_MELDS, NONE, column, counted, flower_bits, held_at

#: what ``won`` may be, by the number that stands for it
WON_VALUES: dict[int, bool | str] = {LOST: False, WON: True, DEALT: DEALT_NAME}

_TYPES = {"flags": np.uint32}
_FIVES = tuple(KIND_OF[red] for red in REDS)
_ALL_FLAGS = sum(BITS_OF.values())


class ClassicalGiven(NamedTuple):
    """Classical hands as columns; N of them.

    Attributes
    ----------
    counts : ndarray of shape (N, 34), uint8
        Concealed tiles by kind, the winning tile among them.
    win : ndarray of shape (N,), uint8
        The kind of the winning tile; 255 where there is none.
    won : ndarray of shape (N,), uint8
        0: did not win; 1: won; 2: wins as dealt.
    tsumo : ndarray of shape (N,), uint8
        1: by self-draw.
    melds : ndarray of shape (N, 4), uint8
        Numbers of groups: see `chouma.hand.N_RUNS`; 255: none.
    seat, round : ndarray of shape (N,), uint8
        0 east to 3 north.
    flags : ndarray of shape (N,), uint32
        Or of the bits in `chouma.hand.BITS_OF`.
    flowers : ndarray of shape (N,), uint8
        Bits: 1f to 8f.
    reds : ndarray of shape (N, 3), uint8
        How many of the fives are red: no classical rules have them.
    seen : ndarray of shape (N, 34), uint8, or None
        Tiles on the table beside the hand.
    """

    counts: np.ndarray
    win: np.ndarray
    won: np.ndarray
    tsumo: np.ndarray
    melds: np.ndarray
    seat: np.ndarray
    round: np.ndarray
    flags: np.ndarray
    flowers: np.ndarray
    reds: np.ndarray
    seen: np.ndarray | None = None

    @property
    def n(self) -> int:
        return len(self.win)

    def part(self, rows: slice) -> ClassicalGiven:
        """Some of the hands, in one stretch."""
        return ClassicalGiven._make(None if column is None else column[rows] for column in self)

    def take(self, rows: np.ndarray) -> ClassicalGiven:
        """Some of the hands, by their places."""
        return ClassicalGiven._make(None if column is None else column.take(rows, axis=0) for column in self)


def given(counts: ArrayLike, win: ArrayLike, **columns: Any) -> ClassicalGiven:
    """Hands as columns; what isn't given is as in most hands (won by a discard, no melds, no flags, south in the east round …)."""
    n = len(np.asarray(win)) if np.ndim(win) else len(np.asarray(counts)) if np.ndim(counts) > 1 else 1
    usual: dict[str, Any] = {**dict.fromkeys(("tsumo", "round", "flags", "flowers"), 0), "melds": NONE, "won": WON, "seat": 1}
    whole = {**usual, **columns, **counted(counts, columns.get("reds", 0), n), "win": win}
    if whole.get("seen") is None:
        whole.pop("seen", None)
    return ClassicalGiven(**{name: column(name, values, n, _TYPES) for name, values in whole.items()})


def in_form(columns: ClassicalGiven) -> ClassicalGiven:
    """Columns that somebody put together, each in its form: what is compiled looks at no shape."""
    n = len(np.atleast_1d(columns.win))
    fields = zip(ClassicalGiven._fields, columns, strict=True)
    return ClassicalGiven(**{name: column(name, values, n, _TYPES) for name, values in fields if values is not None})


def hand_at(columns: ClassicalGiven, at: int) -> Hand:
    """One of the hands.

    Raises
    ------
    HandError
        If a meld or the winning tile is none.
    """
    counts, melds = held_at(columns, at)
    flowers = sum(1 << 8 * (FIRST_FLOWER + i) for i in range(N_FLOWERS) if int(columns.flowers[at]) >> i & 1)
    win = int(columns.win[at])
    if win == NONE:
        return Hand(counts, melds, 0, flowers)
    if win >= N_KINDS:
        told = f"the winning tile {win} is no kind: they go from 0 to 33, 255 where there is none"
        raise HandError([Fault(Problem.NO_WINNING_TILE, told, "win")])
    return Hand(counts, melds, 0, flowers, win, TSUMO if columns.tsumo[at] else RON)


def _how_at(columns: ClassicalGiven, at: int) -> Win:
    for name in ("seat", "round"):
        if getattr(columns, name)[at] > Wind.N:
            raise HandError([Fault(Problem.BAD_VALUE, f"{name} is {getattr(columns, name)[at]}: 0 east to 3 north", name)])
    if int(columns.won[at]) not in WON_VALUES:
        raise HandError([Fault(Problem.BAD_VALUE, f"won is {columns.won[at]}: 0 lost, 1 won, 2 dealt", "won")])
    return Win(Wind(int(columns.seat[at])), Wind(int(columns.round[at])), int(columns.flags[at]))


def score_at(columns: ClassicalGiven, at: int, engine: Engine) -> ClassicalScore | ClassicalNoScore | Problem:
    """The score of one of the hands, by the words that score a single one; or its problems."""
    try:
        hand, how = hand_at(columns, at), _how_at(columns, at)
    except HandError as error:
        return error.problems
    problems = Problem(0)
    held = hand.all_counts
    if any(int(red) > copies(held, five) for red, five in zip(columns.reds[at], _FIVES, strict=True)):
        problems |= Problem.BAD_VALUE
    if how.flags & (UNKNOWN_FLAGS | ~_ALL_FLAGS):
        problems |= Problem.BAD_VALUE
    seen = 0 if columns.seen is None else sum(min(int(n), FAR_TOO_MANY) << 8 * kind for kind, n in enumerate(columns.seen[at]))
    try:
        found = score_hand(hand, how, engine, won=WON_VALUES[int(columns.won[at])], seen=seen)
    except HandError as error:
        return problems | error.problems
    return problems or found


def rows_of(hands: list[tuple[Hand, Win, bool | str]]) -> list[dict[str, Any]]:
    """Hands as rows of plain lists, as `ClassicalGiven` has them in columns."""
    numbers = {value: number for number, value in WON_VALUES.items()}
    return [
        {
            "counts": [hand.counts >> 8 * kind & 255 for kind in range(N_KINDS)],
            "win": NONE if hand.win is None else KIND_OF[hand.win],
            "won": numbers[won],
            "tsumo": hand.by == TSUMO,
            "melds": [*(meld.group for meld in hand.melds), *[NONE] * (MOST_MELDS - len(hand.melds))],
            "seat": int(how.seat),
            "round": int(how.round),
            "flags": how.flags,
            "flowers": flower_bits(hand),
            "reds": [hand.all_counts >> 8 * red & 255 for red in REDS],
        }
        for hand, how, won in hands
    ]


def from_hands(hands: list[tuple[Hand, Win, bool | str]]) -> ClassicalGiven:
    """Hands that were read one by one, each with how and whether it won (True, False or ``"dealt"``), as columns."""
    rows = rows_of(hands)
    names = rows[0] if rows else ClassicalGiven._fields[:-1]
    return ClassicalGiven(**{name: column(name, np.array([row[name] for row in rows], np.int64), len(rows), _TYPES) for name in names})
