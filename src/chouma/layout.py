"""Where each feature lies in columns: the lanes of the one-hand path, in 64-bit words.

A row (one reading of one hand) is a few words: those of its sums, of its marks, and of its hand. Spread out, they are columns
of bytes: a number or a set has its own, conditions share one, a bit each. A set of more than eight ranks has two, tallies the word.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .features import ADDED, FEATURES, HAND, ORED, WORD, Feature
from .lang import Cond


def _n_words(origin: str) -> int:
    lanes = [feature.lane for feature in FEATURES.values() if feature.origin == origin and feature.lane]
    return max(lane.shift + lane.width - 1 for lane in lanes) // WORD + 1


N_SUMS, N_MARKS, N_HAND = (_n_words(origin) for origin in (ADDED, ORED, HAND))
#: words of a row: sums, marks, hand
N_WORDS = N_SUMS + N_MARKS + N_HAND
FIRST_WORD = {ADDED: 0, ORED: N_SUMS, HAND: N_SUMS + N_MARKS}


class Place(NamedTuple):
    """Where a feature lies.

    Attributes
    ----------
    word : int
        Of the row.
    byte : int
        The first of its bytes in that word.
    n_bytes : int
        1; 2 for a set of more than eight ranks; 8 for tallies.
    bit : int or None
        The bit of a condition in its byte.
    """

    word: int
    byte: int
    n_bytes: int
    bit: int | None

    @property
    def shift(self) -> int:
        """Bits before it in its word."""
        return 8 * self.byte + (self.bit.bit_length() - 1 if self.bit else 0)


def place(feature: Feature) -> Place:
    """Where a feature lies.

    Raises
    ------
    ValueError
        If it is derived, and lies nowhere.
    """
    if feature.lane is None:
        raise ValueError(f"{feature.name} is derived")
    shift, width = feature.lane
    word, at = FIRST_WORD[feature.origin] + shift // WORD, shift % WORD
    if isinstance(feature.symbol, Cond):
        return Place(word, at // 8, 1, 1 << at % 8)
    return Place(word, at // 8, width // 8, None)


def split(number: int, n_words: int) -> tuple[int, ...]:
    """Sums or marks as words."""
    return tuple(number >> WORD * i & (1 << WORD) - 1 for i in range(n_words))


def joined(words: Iterable[int]) -> int:
    """Words as sums or marks: the other way round."""
    return sum(word << WORD * i for i, word in enumerate(words))
