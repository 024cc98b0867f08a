"""How far a hand is from winning (向聴), whatever rules and yaku."""

from __future__ import annotations

from functools import lru_cache

from ..hand import Hand
from ..tiles import HONOR_MASK, KINDS_MASK, N_KINDS, ORPHANS, SUIT_BITS, SUIT_MASK, copies

#: tiles in a row that lack one of a run, as offsets
_PARTIALS = ((1, 1), (1, 0, 1))


@lru_cache(maxsize=65536)
def _blocks(counts: tuple[int, ...], runs: bool) -> frozenset[tuple[int, int, int]]:
    """What the tiles of a suit can be cut into: groups, pairs and halves of groups, heads (0 or 1)."""
    rank = next((i for i, n in enumerate(counts) if n), None)
    if rank is None:
        return frozenset({(0, 0, 0)})

    def without(*shape: int) -> tuple[int, ...] | None:
        rest = list(counts) + [0] * 2
        for i, n in enumerate(shape):
            rest[rank + i] -= n
        return tuple(rest[: len(counts)]) if min(rest) >= 0 else None

    cuts = [((3,), (1, 0, 0)), ((2,), (0, 1, 0)), ((2,), (0, 0, 1)), ((1,), (0, 0, 0))]
    if runs:
        cuts += [((1, 1, 1), (1, 0, 0)), *((shape, (0, 1, 0)) for shape in _PARTIALS)]
    found = set()
    for shape, (groups, halves, heads) in cuts:
        rest = without(*shape)
        if rest is not None:
            found |= {(groups + a, halves + b, heads + c) for a, b, c in _blocks(rest, runs) if heads + c <= 1}
    return frozenset(_best(found))


def _best(found: set[tuple[int, int, int]]) -> set[tuple[int, int, int]]:
    """Those that no other one betters in every way."""
    return {one for one in found if not any(other != one and all(o >= mine for o, mine in zip(other, one, strict=True)) for other in found)}


def _standard(hand: Hand) -> int:
    total = {(len(hand.melds), 0, 0)}
    for suit in range(4):
        part = hand.counts >> SUIT_BITS * suit & (SUIT_MASK if suit < 3 else HONOR_MASK)
        blocks = _blocks(tuple(part.to_bytes(9, "little")), suit < 3)
        total = _best({(a + d, b + e, c + f) for a, b, c in total for d, e, f in blocks if a + d <= 4 and c + f <= 1})
    return min(8 - 2 * groups - min(halves, 4 - groups) - heads for groups, halves, heads in total)


def shanten(hand: Hand) -> int:
    """How many tiles must change before the hand is ready: 0 is ready, -1 has won.

    Parameters
    ----------
    hand : Hand
        13 or 14 tiles, a meld counting as three.

    Returns
    -------
    int
        The least over four groups and a pair, seven pairs and thirteen orphans.
    """
    ways = [_standard(hand)]
    if not hand.melds:
        counts = [copies(hand.counts & KINDS_MASK, kind) for kind in range(N_KINDS)]
        pairs = sum(n >= 2 for n in counts)
        ways.append(6 - pairs + max(0, 7 - sum(n > 0 for n in counts)))
        ways.append(13 - sum(counts[kind] > 0 for kind in ORPHANS) - any(counts[kind] > 1 for kind in ORPHANS))
    return min(ways)
