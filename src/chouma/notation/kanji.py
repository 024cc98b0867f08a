"""Tiles by their names: ``四六萬 南南 (三三三筒) [東東東東] +赤五萬``.

Numerals stand before one suit for all of them, ``一二三萬``, or each before its own; 赤 makes the five after it red. The forms of
Japan, of Taiwan and Hong Kong, and of the mainland are all read; the Japanese reader's 萬 筒 索 and 白 發 中 are written. Brackets
and marks are those of canonical text.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import worded
from ..hand import Hand
from ..tiles import NAMES, REDS
from .tokens import Alphabet, Piece, Token, assemble, check_text, compose, lex

EXAMPLE = "四六萬 南南 (三三三筒) [東東東東] +赤五萬"

_NUMERALS = "一二三四五六七八九"
_SUITS = {"m": "萬万", "p": "筒饼餅", "s": "索条條"}
_HONOURS = ("東东", "南", "西", "北", "白", "發発发", "中")
_FLOWERS = ("梅", "蘭兰", "菊", "竹", "春", "夏", "秋", "冬")

ALPHABET = Alphabet(
    name="kanji",
    digits={numeral: str(n) for n, numeral in enumerate(_NUMERALS, 1)} | {"伍": "5"} | {str(n): str(n) for n in range(1, 10)},
    suits={form: suit for suit, forms in _SUITS.items() for form in forms},
    singles={form: tile for tile, forms in (*enumerate(_HONOURS, 27), *enumerate(_FLOWERS, 37)) for form in forms},
    mend=worded("numerals 一 to 九 before 萬 筒 索, honours 東 南 西 北 白 發 中"),
    red_before="赤紅红",
)
#: what tells this notation from the others
CHARACTERS = frozenset(ALPHABET.digits) - frozenset("123456789") | frozenset(ALPHABET.suits) | frozenset(ALPHABET.singles)


def lex_text(text: str, where: str = "hand") -> list[Token]:
    """Tokens of a text, tiles and marks."""
    return lex(ALPHABET, check_text(text, where), where)


def read(text: str, where: str = "hand") -> Hand:
    """Read tiles by their names.

    Examples
    --------
    >>> [NAMES[tile] for tile in read("一二三万赤五筒发").concealed]
    ['1m', '2m', '3m', '0p', '6z']
    """
    return assemble(lex_text(text, where), text, where)


def _numeral(tile: int) -> str:
    return "赤五" if tile in REDS else _NUMERALS[int(NAMES[tile][0]) - 1]


def spell(pieces: Sequence[Piece]) -> str:
    """Tiles of one suit, with their marks."""
    suit = NAMES[pieces[0].tile][1]
    if suit in _SUITS:
        return "".join(before + _numeral(tile) + after for before, tile, after in pieces) + _SUITS[suit][0]
    names = [*_HONOURS] if suit == "z" else [*_FLOWERS]
    return "".join(before + names[int(NAMES[tile][0]) - 1][0] + after for before, tile, after in pieces)


def write(hand: Hand) -> str:
    """Write a hand by the names of its tiles."""
    return compose(hand, spell)
