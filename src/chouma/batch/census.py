"""Every complete hand of 14 tiles, once: numbered, as columns, and what all of them are worth.

A hand is a choice for each suit: a pattern that divides into groups and perhaps the pair, or pairs alone, or terminals and honours.
Choices of the right sizes multiply out, so that a hand is found by its number, and nothing need be kept.

Which tile won must be told by the tiles alone: put in order and numbered from 0 to 13, it is the one whose number is the sum of all
kinds (1m is 0, red is 33) modulo 14. Every hand is won by self-draw and by ron, by South in the east round, without flags,
indicators, red fives, declared norths or counters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from math import gcd
from typing import Any, NamedTuple

import numpy as np

from ..errors import RuleError
from ..hand import RON, TSUMO
from ..riichi.engine import Engine, engine_of
from ..riichi.rules import RiichiRules
from ..tiles import N_KINDS, ORPHANS
from . import shapes
from .arrays import SCORED, STATES, Columns, score_given
from .hands import given
from .price import LIMITS

SCHEMA = "chouma.census/1"
WAYS = (TSUMO, RON)
#: the ranks of characters that three players have
_OF_THREE = (0, 8)
_STEP = 1 << 18

#: the choices of one suit for a part of a hand: where they begin among its patterns, and how many they are
_Choices = tuple[int, int]


class Hands(NamedTuple):
    """Every complete hand, by number.

    Attributes
    ----------
    patterns : tuple of ndarray of shape (P, 9 or 7), uint8
        Counts of what each suit can hold, for each of the four suits.
    first, n_each : ndarray of shape (B, 4), int64
        By block of hands: where the choices of each suit begin among its patterns, and how many they are.
    starts : ndarray of shape (B + 1,), int64
        The number of the first hand of each block; the last is the number of all.
    """

    patterns: tuple[np.ndarray, ...]
    first: np.ndarray
    n_each: np.ndarray
    starts: np.ndarray

    @property
    def n(self) -> int:
        """How many there are."""
        return int(self.starts[-1])

    def counts(self, numbers: np.ndarray) -> np.ndarray:
        """Hands by their numbers.

        Parameters
        ----------
        numbers : ndarray of shape (N,), int64
            From 0 to `n` - 1.

        Returns
        -------
        ndarray of shape (N, 34), uint8
        """
        block = np.searchsorted(self.starts, numbers, side="right") - 1
        rest = numbers - self.starts[block]
        found = np.empty((len(numbers), N_KINDS), np.uint8)
        for suit in reversed(range(4)):
            rest, at = np.divmod(rest, self.n_each[block, suit])
            found[:, 9 * suit : 9 * suit + 9] = self.patterns[suit][self.first[block, suit] + at]
        return found


def _in_groups(suit: int, players: int) -> tuple[np.ndarray, np.ndarray]:
    """The patterns of a suit that divide into groups and perhaps the pair, and their places among those of five to the rank."""
    keys = shapes.suits(7 if suit == 3 else 9).patterns[1:]
    counts = (keys[:, None] // 5 ** np.arange(7 if suit == 3 else 9) % 5).astype(np.uint8)
    if suit == 0 and players == 3:
        kept = np.delete(counts, _OF_THREE, axis=1).sum(axis=1) == 0
        return counts[kept], keys[kept]
    return counts, keys


def _in_pairs(suit: int, players: int) -> tuple[np.ndarray, np.ndarray]:
    """The patterns of a suit that are pairs, none or more."""
    n_ranks = 7 if suit == 3 else 9
    masks = np.arange(1 << n_ranks)
    if suit == 0 and players == 3:
        masks = masks[masks & ~sum(1 << rank for rank in _OF_THREE) == 0]
    counts = ((masks[:, None] >> np.arange(n_ranks) & 1) * 2).astype(np.uint8)
    return counts, counts @ 5 ** np.arange(n_ranks)


def _of_orphans(suit: int) -> np.ndarray:
    """What a suit holds of thirteen orphans: one of each, then with each of them paired."""
    ranks = [kind - 9 * suit for kind in ORPHANS if kind // 9 == suit]
    one = np.zeros(7 if suit == 3 else 9, np.uint8)
    one[ranks] = 1
    return np.array([one, *(one + np.eye(len(one), dtype=np.uint8)[rank] for rank in ranks)])


class _Suit:
    """The patterns of one suit, those of a class together."""

    def __init__(self, suit: int, players: int):
        groups, keys = _in_groups(suit, players)
        pairs, pair_keys = _in_pairs(suit, players)
        divides = np.isin(pair_keys, keys)
        self.patterns: list[np.ndarray] = []
        #: by tiles; by pairs, and whether they divide into groups too; and orphans, with and without the pair
        self.of_groups = {n: self._class(groups[groups.sum(axis=1) == n]) for n in range(15)}
        self.of_pairs = {
            (n, both): self._class(pairs[(pairs.sum(axis=1) == 2 * n) & (divides == both)]) for n in range(8) for both in (False, True)
        }
        orphans = _of_orphans(suit)
        self.of_orphans = {False: self._class(orphans[:1]), True: self._class(orphans[1:])}

    def _class(self, patterns: np.ndarray) -> _Choices:
        start = sum(map(len, self.patterns))
        self.patterns.append(patterns)
        return start, len(patterns)


def _blocks(suits: list[_Suit]) -> Iterator[list[_Choices]]:
    """The choices of the four suits that make a hand together; each hand is in one block alone."""
    sizes = [n for n in range(15) if n % 3 != 1]
    for each in product(sizes, repeat=4):
        if sum(each) == 14 and sum(n % 3 == 2 for n in each) == 1:
            yield [suit.of_groups[n] for suit, n in zip(suits, each, strict=True)]
    kinds = [(n, divides) for n in range(8) for divides in (False, True)]
    for pairs in product(kinds, repeat=4):
        if sum(n for n, _ in pairs) != 7:
            continue
        # 223344m 556677p 99s are four groups and a pair too, and stand there already
        if not (all(divides for _, divides in pairs) and sum(2 * n % 3 == 2 for n, _ in pairs) == 1):
            yield [suit.of_pairs[one] for suit, one in zip(suits, pairs, strict=True)]
    for paired in range(4):
        yield [suit.of_orphans[i == paired] for i, suit in enumerate(suits)]


@lru_cache(maxsize=2)
def hands(players: int = 4) -> Hands:
    """Every complete hand of 14 tiles, each once, of four players' tiles or of three's.

    Examples
    --------
    >>> hands().n
    16873619
    """
    suits = [_Suit(suit, players) for suit in range(4)]
    blocks = [block for block in _blocks(suits) if all(n for _, n in block)]
    first, n_each = (np.array([[choices[i] for choices in block] for block in blocks], np.int64) for i in (0, 1))
    starts = np.concatenate([[0], np.cumsum(n_each.prod(axis=1))])
    return Hands(tuple(np.concatenate(suit.patterns) for suit in suits), first, n_each, starts)


def winning_kinds(counts: np.ndarray) -> np.ndarray:
    """The tile that won, told by the tiles alone: see the head of this module.

    Parameters
    ----------
    counts : ndarray of shape (N, 34), uint8
        14 tiles each.

    Returns
    -------
    ndarray of shape (N,), uint8

    Examples
    --------
    >>> counts = np.zeros((1, 34), np.uint8)
    >>> counts[0, [0, 33]] = 12, 2  # 66 = 4 x 14 + 10: the tile numbered 10, a 1m
    >>> winning_kinds(counts)
    array([0], dtype=uint8)
    """
    number = (counts.astype(np.float32) @ np.arange(N_KINDS, dtype=np.float32)).astype(np.int64) % 14
    below = np.cumsum(counts, axis=1, dtype=np.uint8)
    return (below > number.astype(np.uint8)[:, None]).argmax(axis=1).astype(np.uint8)


def sample_numbers(n: int, total: int, seed: int) -> np.ndarray:
    """Numbers of different hands, spread over all of them: the same on every machine.

    Parameters
    ----------
    n : int
        How many.
    total : int
        Of how many.
    seed : int
        Where to begin.

    Returns
    -------
    ndarray of shape (N,), int64
        In order.
    """
    stride = int(total * 0.6180339887498949)  # the golden ratio leaves no large gaps
    while gcd(stride, total) != 1:
        stride += 1
    return np.sort((np.arange(n, dtype=np.int64) * stride + seed * 7_919) % total)


# --------------------------------------------------------------------------------------------- histograms


class _Tally:
    """How often each yaku, han, fu, limit and price comes, added up over columns."""

    def __init__(self, engine: Engine):
        self.names = tuple(entry.id for entry in engine.in_order)
        self.yaku = np.zeros(len(self.names), np.int64)
        self.small = {name: np.zeros(256, np.int64) for name in ("state", "han", "fu", "limit", "yakuman")}
        self.points: dict[int, int] = {}

    def add(self, found: Columns) -> None:
        """Add some hands."""
        # each byte of the words of yaku on its own: a table of 256 then tells eight yaku
        bytes_ = found.yaku.astype("<u8").view(np.uint8).reshape(found.n, -1)
        for at in range(-(-len(self.names) // 8)):
            often = np.bincount(bytes_[:, at], minlength=256)
            for bit in range(8 * at, min(8 * at + 8, len(self.names))):
                self.yaku[bit] += often[(np.arange(256) >> bit % 8 & 1).astype(bool)].sum()
        scored = found.state == SCORED
        for name, tally in self.small.items():
            column = getattr(found, name)
            tally += np.bincount(column if name == "state" else column[scored], minlength=256)
        for points, n in zip(*np.unique(found.points[scored], return_counts=True), strict=True):
            self.points[int(points)] = self.points.get(int(points), 0) + int(n)

    def told(self) -> dict[str, Any]:
        """As plain values, what never comes left out."""
        state, han, fu, limit, yakuman = (self.small[name] for name in ("state", "han", "fu", "limit", "yakuman"))
        return {
            "states": {name: int(n) for name, n in zip(STATES, state, strict=False) if n},
            "yaku": {name: int(n) for name, n in zip(self.names, self.yaku, strict=True) if n},
            "han": _told(han),
            "fu": _told(fu),
            "limits": {name: int(limit[i]) for i, name in enumerate(LIMITS) if name and limit[i]},
            "yakuman": _told(yakuman),
            "points": {str(points): n for points, n in sorted(self.points.items())},
        }


def _told(tally: np.ndarray) -> dict[str, int]:
    return {str(i): int(n) for i, n in enumerate(tally) if i and n}


def census(
    rules: RiichiRules | str | Mapping[str, Any] = "general",
    *,
    sample: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    use_compiled: bool | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """What every complete hand is worth, as histograms.

    Parameters
    ----------
    rules : RiichiRules, str or mapping
        As for `chouma.score`.
    sample : int, optional
        So many hands, spread over all of them, rather than all.
    seed : int
        Which of them.
    threads : int, optional
        How many to use; all cores by default.
    use_compiled : bool, optional
        False: work without the compiled part.
    progress : callable, optional
        Called with how many scores are done, and of how many.

    Returns
    -------
    dict
        ``hands``, how many; then for ``tsumo`` and ``ron`` how many are scored and have no yaku (``states``), how many have each
        yaku, and how often each han, fu, limit, number of yakuman and price (``points``) comes. Han and fu are those of hands
        without yakuman.

    Raises
    ------
    RuleError
        If there is no such rule set, or `sample` is more than there are.
    """
    engine = engine_of(rules)
    every = hands(engine.players)
    if sample is not None and not 0 < sample <= every.n:
        raise RuleError(f"a sample of {sample}: there are {every.n} hands, and one at least is needed")
    n = sample or every.n
    tallies = {way: _Tally(engine) for way in WAYS}
    for done, numbers in _numbers(n, every.n, seed):
        counts = every.counts(numbers)
        win = winning_kinds(counts)
        for way, tally in tallies.items():
            tally.add(score_given(given(counts, win, tsumo=way == TSUMO), engine, threads=threads, use_compiled=use_compiled))
        if progress is not None:
            progress(done * len(WAYS), n * len(WAYS))
    asked = None if sample is None else {"hands": sample, "seed": seed}
    head = {"schema": SCHEMA, "rules": engine.rules.name, "players": engine.players, "hands": n, "sample": asked}
    return {**head, **{way: tally.told() for way, tally in tallies.items()}}


def _numbers(n: int, total: int, seed: int) -> Iterator[tuple[int, np.ndarray]]:
    """Numbers of hands, many at a time, and how many they are with those before them."""
    picked = None if n == total else sample_numbers(n, total, seed)
    for first in range(0, n, _STEP):
        last = min(n, first + _STEP)
        yield last, np.arange(first, last) if picked is None else picked[first:last]


def differences(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[tuple[str, Any, Any]]:
    """In what two censuses differ: the path of each number, such as ``ron.yaku.pinfu``, and the number in each, None where absent.

    Examples
    --------
    >>> differences({"ron": {"yaku": {"pinfu": 3}}}, {"ron": {"yaku": {"pinfu": 4, "tanyao": 1}}})
    [('ron.yaku.pinfu', 3, 4), ('ron.yaku.tanyao', None, 1)]
    """
    mine, theirs = dict(_leaves(one)), dict(_leaves(other))
    paths = [*mine, *(path for path in theirs if path not in mine)]
    return [(path, mine.get(path), theirs.get(path)) for path in paths if mine.get(path) != theirs.get(path)]


def _leaves(tree: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in tree.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value
