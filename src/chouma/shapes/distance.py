"""How far a hand is from winning (向聴), and which tiles bring it nearer, whatever rules and yaku.

The hand that is nearest keeps as many tiles as it can, and draws the others. So each suit tells how many of its tiles can be kept,
by how many groups are made of them, without the pair and with it; the four suits are put together so that the whole keeps most.
No kind is counted more than four times: 1111m 222333444s isn't ready, as it waits for a fifth 1m.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from ..hand import Hand
from ..tiles import FIRST_FLOWER, KINDS_MASK, N_KINDS, ORPHANS

_LENGTHS = (9, 9, 9, 7)
_GROUPS = 4
_COPIES = 4
_NONE = (0,) * (_GROUPS + 1)
# no group is made where none can be
_NEVER = (-100,) * (_GROUPS + 1)


class Kept(NamedTuple):
    """How many tiles can be kept, at most.

    Attributes
    ----------
    plain, headed : tuple of int
        In 0, 1, 2, 3 and 4 groups; and in so many and the pair. A group that keeps nothing can always be drawn.
    """

    plain: tuple[int, ...]
    headed: tuple[int, ...]


_NOTHING = Kept(_NONE, _NONE)


@lru_cache(maxsize=1 << 16)
def _ranks(counts: bytes, due: int, after: int) -> Kept | None:
    """What the ranks of a suit from one on can keep.

    Parameters
    ----------
    counts : bytes
        How many of this rank, of the next and so on.
    due, after : int
        How many runs begun below need this rank, and how many of them need the next, too.

    Returns
    -------
    Kept or None
        None if a run begun below finds no place.
    """
    if not counts:
        return None if due else _NOTHING
    held, rest = counts[0], counts[1:]
    ways: list[_Way] = []
    for begun in range(3):  # three runs alike are three triplets
        used = due + begun
        # a run that would keep nothing more is as good anywhere else
        if used > _COPIES or (begun and not (len(counts) > 2 and (held >= used or counts[1] >= after + begun or counts[2] >= begun))):
            break
        above = _ranks(rest, after + begun, begun)
        if above is not None:
            ways += _ways(above, held, used, begun)
    return _best(ways) if ways else None


_Way = tuple[tuple[int, ...], tuple[int, ...]]


def _ways(above: Kept, held: int, used: int, begun: int) -> Iterator[_Way]:
    """What the ranks above keep with the tiles of one rank more: in runs alone, or in a triplet or the pair too."""
    here = min(held, used)
    yield _with(above.plain, begun, here), _with(above.headed, begun, here)
    if held <= used:  # a triplet or pair would keep nothing more
        return
    if used + 3 <= _COPIES:
        here = min(held, used + 3)
        yield _with(above.plain, begun + 1, here), _with(above.headed, begun + 1, here)
    if used + 2 <= _COPIES:
        yield _NEVER, _with(above.plain, begun, min(held, used + 2))


def _best(ways: list[_Way]) -> Kept:
    """The best of several ways, for each number of groups."""
    if len(ways) == 1:
        return Kept(*ways[0])
    plain, headed = zip(*ways, strict=True)
    best = tuple(accumulate(map(max, *plain), max))
    return Kept(best, tuple(accumulate(map(max, best, *headed), max)))


@lru_cache(maxsize=1 << 10)
def _honors(counts: bytes) -> Kept:
    """The same for tiles that make no runs."""
    if not counts:
        return _NOTHING
    return _best([*_ways(_honors(counts[1:]), counts[0], 0, 0)])


def _with(above: tuple[int, ...], groups: int, here: int) -> tuple[int, ...]:
    """What the ranks above keep and `here` tiles of this one, with so many more groups."""
    shifted = _NEVER[:groups] + above[: len(above) - groups] if groups else above
    return tuple([n + here for n in shifted]) if here else shifted


@lru_cache(maxsize=1 << 17)
def _joined(one: Kept, other: Kept) -> Kept:
    """What two parts of a hand keep together; the pair is in either."""
    sizes = [range(n + 1) for n in range(_GROUPS + 1)]
    (a, a_headed), (b, b_headed) = one, other
    plain = tuple([max([a[i] + b[n - i] for i in size]) for n, size in enumerate(sizes)])
    headed = tuple([max([max(a[i] + b_headed[n - i], a_headed[i] + b[n - i]) for i in size]) for n, size in enumerate(sizes)])
    return Kept(plain, headed)


#: two empty ranks keep what is on either side apart, and more of them do no more
_GAP = re.compile(b"\0{3,}")


@lru_cache(maxsize=1 << 17)
def _suit(counts: bytes, runs: bool) -> Kept:
    """What the tiles of one suit keep: nine ranks, or honours, which make no runs."""
    if runs:
        alike = _GAP.sub(b"\0\0", counts)
        kept = _ranks(min(alike, alike[::-1]), 0, 0)
    else:
        kept = _honors(bytes(sorted(counts)).lstrip(b"\0"))
    assert kept is not None
    return kept


def _has_runs(suit: int, players: int) -> bool:
    # three players have no 2m to 8m
    return suit in (1, 2) or (suit == 0 and players > 3)


def _suits(held: bytes, players: int) -> tuple[Kept, Kept, Kept, Kept]:
    return _suit(held[:9], players > 3), _suit(held[9:18], True), _suit(held[18:27], True), _suit(held[27:], False)


def _standard(held: bytes, groups: int, players: int) -> int:
    m, p, s, z = _suits(held, players)
    return 3 * groups + 1 - _joined(_joined(m, p), _joined(s, z)).headed[groups]


def _standard_draws(held: bytes, groups: int, players: int) -> int:
    """The kinds, as bits, one of which more lets groups and a pair keep one tile more."""
    suits = _suits(held, players)
    m, p, s, z = suits
    first, last = _joined(m, p), _joined(s, z)
    most = _joined(first, last).headed[groups]
    found = 0
    for suit, others in enumerate((_joined(p, last), _joined(m, last), _joined(first, z), _joined(first, s))):
        at = 9 * suit
        counts = held[at : at + _LENGTHS[suit]]
        for rank, n in enumerate(counts):
            if n < _COPIES and (suit or players > 3 or rank in (0, 8)):
                more = _suit(counts[:rank] + _ONE_MORE[n] + counts[rank + 1 :], _has_runs(suit, players))
                if more is not suits[suit] and _joined(more, others).headed[groups] > most:
                    found |= 1 << at + rank
    return found


_ONE_MORE = [bytes([n + 1]) for n in range(_COPIES)]


class Distance(NamedTuple):
    """How many tiles must change before a hand is ready, by what it could become: 0 is ready, -1 has won.

    Attributes
    ----------
    standard : int
        Four groups and a pair.
    pairs, orphans : int or None
        Seven pairs, thirteen orphans; None where a meld rules them out.
    """

    standard: int
    pairs: int | None
    orphans: int | None

    @property
    def least(self) -> int:
        """The nearest of them."""
        return self.standard if self.pairs is None or self.orphans is None else min(self.standard, self.pairs, self.orphans)


def _held(hand: Hand) -> bytes:
    return (hand.counts & KINDS_MASK).to_bytes(FIRST_FLOWER, "little")[:N_KINDS]


def _pairs(held: bytes) -> int:
    kinds = N_KINDS - held.count(0)
    pairs = kinds - held.count(1)
    return 6 - pairs + max(0, 7 - kinds)


def _orphans(held: bytes) -> int:
    found = [held[kind] for kind in ORPHANS]
    return found.count(0) - (max(found) > 1)


def distance(hand: Hand, players: int = 4) -> Distance:
    """How many tiles must change before the hand is ready, by what it could become.

    Parameters
    ----------
    hand : Hand
        13 or 14 tiles, a meld counting as three. What the melds hold isn't counted among the four of a kind.
    players : int
        Three players have no 2m to 8m.
    """
    held = _held(hand)
    standard = _standard(held, _GROUPS - len(hand.melds), players)
    return Distance(standard, None, None) if hand.melds else Distance(standard, _pairs(held), _orphans(held))


def shanten(hand: Hand, players: int = 4) -> int:
    """How many tiles must change before the hand is ready: 0 is ready, -1 has won.

    Parameters
    ----------
    hand, players
        As in `distance`.

    Returns
    -------
    int
        The least over four groups and a pair, seven pairs and thirteen orphans.
    """
    return distance(hand, players).least


def improving(hand: Hand, players: int = 4) -> int:
    """The kinds that bring a hand nearer, as bits: one more of them, and it is one tile less away.

    Parameters
    ----------
    hand : Hand
        13 tiles, a meld counting as three.
    players : int

    Returns
    -------
    int
        Kinds of which the concealed tiles hold all four are not among them.

    Examples
    --------
    >>> from chouma import read
    >>> from chouma.shapes.waits import kinds_in
    >>> kinds_in(improving(read("123m456p789s11z23m")))  # ready for 1m and 4m
    (0, 3)
    """
    held, away = _held(hand), distance(hand, players)
    found = _standard_draws(held, _GROUPS - len(hand.melds), players) if away.standard == away.least else 0
    if away.pairs == away.least:
        # with seven kinds or more only a pair helps; else a kind that is new does too
        few = N_KINDS - held.count(0) < 7
        found |= sum(1 << kind for kind, n in enumerate(held) if n == 1 or (few and not n and (players > 3 or not 0 < kind < 8)))
    if away.orphans == away.least:
        paired = any(held[kind] > 1 for kind in ORPHANS)
        found |= sum(1 << kind for kind in ORPHANS if not held[kind] or not paired)
    return found
