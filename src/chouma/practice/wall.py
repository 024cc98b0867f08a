"""A wall of real tiles, and dice that fall alike everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

from ..hand import Stock
from ..tiles import FIRST_FLOWER, KIND_OF, N_KINDS, N_TILES, RED_OF

T = TypeVar("T")


class Dice:
    """Chance from a seed.

    Only ``random()`` gives the same numbers in every release of Python, so all choices are made of it here.

    Parameters
    ----------
    seed : int

    Examples
    --------
    >>> Dice(1).below(100), Dice(1).pick("ESWN")
    (13, 'E')
    """

    def __init__(self, seed: int):
        self._next = Random(seed).random

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        return int(self._next() * n)

    def chance(self, share: float) -> bool:
        """True in so many of all cases: 0 is never, 1 always."""
        return self._next() < share

    def pick(self, among: Sequence[T]) -> T:
        """One of several, all alike."""
        return among[self.below(len(among))]

    def weighted(self, among: Iterable[tuple[T, int]]) -> T:
        """One of several, each as often as its weight says."""
        pairs = list(among)
        left = self.below(sum(weight for _, weight in pairs))
        place = 0
        while left >= pairs[place][1]:
            left -= pairs[place][1]
            place += 1
        return pairs[place][0]

    def shuffled(self, among: Iterable[T]) -> list[T]:
        """All of them in any order."""
        found = list(among)
        for i in range(len(found) - 1, 0, -1):
            j = self.below(i + 1)
            found[i], found[j] = found[j], found[i]
        return found


class Wall:
    """The tiles of a game in the order in which they come; what is taken is gone, so that nothing is there five times.

    Parameters
    ----------
    stock : Stock
        The tiles that the rules play with, red fives among them.
    dice : Dice
    """

    def __init__(self, stock: Stock, dice: Dice):
        tiles: list[int] = []
        for kind in range(N_KINDS):
            red = stock.available(RED_OF[kind]) if kind in RED_OF else 0
            tiles += [RED_OF[kind]] * red if red else []
            tiles += [kind] * (stock.available(kind) - red)
        self._tiles = dice.shuffled(tiles)
        self._flowers = dice.shuffled(tile for tile in range(FIRST_FLOWER, N_TILES) if stock.available(tile))
        self._left = [0] * N_KINDS
        for tile in self._tiles:
            self._left[KIND_OF[tile]] += 1

    def has(self, kinds: Sequence[int]) -> bool:
        """Whether such tiles are left, a kind as often as it is named."""
        return all(self._left[kind] >= kinds.count(kind) for kind in kinds)

    def take(self, kinds: Iterable[int]) -> list[int]:
        """Tiles of some kinds, plain or red as they come."""
        return [self._take_at(next(i for i, tile in enumerate(self._tiles) if KIND_OF[tile] == kind)) for kind in kinds]

    def draw(self, n: int) -> list[int]:
        """The next tiles, whatever they are."""
        return [self._take_at(0) for _ in range(n)]

    def draw_flowers(self, n: int) -> list[int]:
        """Flowers and seasons, as far as the rules have some."""
        drawn, self._flowers = self._flowers[:n], self._flowers[n:]
        return drawn

    def _take_at(self, place: int) -> int:
        tile = self._tiles.pop(place)
        self._left[KIND_OF[tile]] -= 1
        return tile
