"""The tiles and their numbers: the numbering is decided here.

A *kind* is one of the 34 faces, 0 to 33: 1m to 9m, 1p to 9p, 1s to 9s, then east, south, west, north,
white, green, red. So ``kind // 9`` is its suit and ``kind % 9`` its place there: `suit_of` and `rank_of`
say so, and tight loops write it out. A *tile* is what a hand is written with: a kind, one of the three red
fives (34 to 36) or a flower or season (37 to 44). *Counts* are one int with a byte for each tile number, lowest first, so
that counts of hands, melds and indicators simply add up; a red five counts at its kind and once more at
its own number.
"""

from __future__ import annotations

from collections.abc import Iterable

N_KINDS = 34
RED_5M, RED_5P, RED_5S = REDS = (34, 35, 36)
FIRST_FLOWER = 37
N_TILES = 45
N_FLOWERS = N_TILES - FIRST_FLOWER

SUITS = "mpsz"
EAST, SOUTH, WEST, NORTH = WINDS = (27, 28, 29, 30)
WHITE, GREEN, RED = DRAGONS = (31, 32, 33)
TERMINALS = (0, 8, 9, 17, 18, 26)
ORPHANS = TERMINALS + WINDS + DRAGONS

#: MPSZ name of each tile: ``1m`` … ``7z``, ``0m 0p 0s``, ``1f`` … ``8f``
NAMES = (
    *(f"{kind % 9 + 1}{SUITS[kind // 9]}" for kind in range(N_KINDS)),
    *("0m", "0p", "0s"),
    *(f"{n + 1}f" for n in range(N_FLOWERS)),
)
NUMBERS = {name: tile for tile, name in enumerate(NAMES)}

#: the kind of each tile; flowers have none and stand for themselves
KIND_OF = (*range(N_KINDS), 4, 13, 22, *range(FIRST_FLOWER, N_TILES))
RED_OF = {KIND_OF[red]: red for red in REDS}

#: what one tile adds to counts
ONE = tuple(1 << 8 * KIND_OF[tile] | (1 << 8 * tile if tile in REDS else 0) for tile in range(N_TILES))

SUIT_BITS = 8 * 9
SUIT_MASK = (1 << SUIT_BITS) - 1
HONOR_MASK = (1 << 8 * 7) - 1
KINDS_MASK = (1 << 8 * N_KINDS) - 1


def suit_of(kind: int) -> int:
    """0, 1, 2 for characters, dots, bamboo; 3 for honours."""
    return kind // 9


def rank_of(kind: int) -> int:
    """1 to 9 in a suit; 1 to 7 for east … red."""
    return kind % 9 + 1


def count(tiles: Iterable[int]) -> int:
    """Counts of some tiles.

    Examples
    --------
    >>> counts = count([0, 0, RED_5M])
    >>> copies(counts, 0), copies(counts, 4), copies(counts, RED_5M)
    (2, 1, 1)
    """
    return sum(ONE[tile] for tile in tiles)


def copies(counts: int, tile: int) -> int:
    """How many of one kind (reds included), or of one red five, the counts hold."""
    return counts >> 8 * tile & 0xFF


def tiles_of(counts: int) -> tuple[int, ...]:
    """The tiles that the counts hold, in the order of kinds, a red five before its plain copies."""
    found: list[int] = []
    for tile, n in enumerate(counts.to_bytes(N_TILES, "little")):
        if not n or tile in REDS:
            continue
        red = RED_OF.get(tile, tile)
        n_red = 0 if red == tile else copies(counts, red)
        found += [red] * n_red + [tile] * (n - n_red)
    return tuple(found)


def name(tiles: Iterable[int]) -> str:
    """MPSZ text of some tiles, in the order given: ``123m0p``.

    Examples
    --------
    >>> name([0, 1, 2, RED_5P, 33])
    '123m0p7z'
    """
    parts: list[str] = []
    for tile in tiles:
        digit, suit = NAMES[tile][0], NAMES[tile][1]
        if parts and parts[-1] == suit:
            parts[-1:] = [digit, suit]
        else:
            parts += [digit, suit]
    return "".join(parts)


def dora_of(indicator: int, players: int = 4) -> int:
    """The kind that an indicator makes dora.

    With three players there are no 2m to 8m, so the dora after 1m is 9m.
    """
    kind = KIND_OF[indicator]
    if players == 3 and kind == 0:
        return 8
    if kind < 27:
        return kind - 8 if kind % 9 == 8 else kind + 1
    if kind in WINDS:
        return EAST if kind == NORTH else kind + 1
    return WHITE if kind == RED else kind + 1
