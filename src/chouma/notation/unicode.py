"""Tiles as Unicode pictures: ``🀙🀚🀛 (🀄🀄🀄) +🀇``.

Unicode orders the dragons red, green, white, and the bamboo before the dots. It has no red fives: 赤 stands before one, as in
print. Brackets and marks are those of canonical text. Variation selectors, which choose between picture and letter, mean nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import worded
from ..hand import Hand
from ..tiles import EAST, FIRST_FLOWER, GREEN, KIND_OF, NORTH, RED, REDS, WHITE
from .tokens import Alphabet, Piece, Token, assemble, check_text, compose, lex

EXAMPLE = "🀊🀌 🀁🀁 (🀛🀛🀛) [🀀🀀🀀🀀] +赤🀋"

_FIRST = 0x1F000
_ORDER = (
    *range(EAST, NORTH + 1),
    *(RED, GREEN, WHITE),
    *range(0, 9),
    *range(18, 27),
    *range(9, 18),
    # plum, orchid, bamboo, chrysanthemum: the third and the fourth flower change places
    *(FIRST_FLOWER + n for n in (0, 1, 3, 2, 4, 5, 6, 7)),
)
PICTURES = {chr(_FIRST + place): tile for place, tile in enumerate(_ORDER)}
_OF_TILE = {tile: picture for picture, tile in PICTURES.items()} | {red: "赤" + chr(_FIRST + _ORDER.index(KIND_OF[red])) for red in REDS}
#: the tile's back and the joker, known to be refused
BLOCK = frozenset(map(chr, range(_FIRST, _FIRST + 44)))

ALPHABET = Alphabet(
    name="unicode",
    digits={},
    suits={},
    singles=PICTURES,
    mend=worded("write tiles as pictures 🀀 to 🀩 only, and + or * before the winning tile"),
    red_before="赤紅红",
    ignored="\ufe0e\ufe0f",
)


def lex_text(text: str, where: str = "hand") -> list[Token]:
    """Tokens of a text, tiles and marks."""
    return lex(ALPHABET, check_text(text, where), where)


def read(text: str, where: str = "hand") -> Hand:
    """Read pictures of tiles.

    Examples
    --------
    >>> print(read("🀄🀅🀆🀆"))
    5567z
    """
    return assemble(lex_text(text, where), text, where)


def spell(pieces: Sequence[Piece]) -> str:
    """Tiles as pictures, with their marks."""
    return "".join(before + _OF_TILE[tile] + after for before, tile, after in pieces)


def write(hand: Hand) -> str:
    """Write a hand in pictures."""
    return compose(hand, spell)
