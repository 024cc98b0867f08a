"""The tokens of mjai records: ``1m 5mr E S W N P F C``, where white is P, green F and red C.

A JSON list of tokens is read too. Melds, declared norths and the winning tile are written with the brackets and marks of canonical
text, ``(5m 5m< 5m +5mr)``; flowers, which mjai doesn't have, as ``1f`` to ``8f``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..errors import worded
from ..hand import Hand
from ..tiles import FIRST_FLOWER, KIND_OF, NAMES, REDS
from .tokens import Alphabet, Piece, Token, assemble, check_text, compose, lex

EXAMPLE = "4m 6m S S (3p 3p 3p) [E E E E] +5mr"
MARKS_OF_MJAI = re.compile(r"(?<![0-9])[ESWNPFC](?![A-Za-z])|[0-9][mps]r|\"")

_HONOURS = "ESWNPFC"
_NAMES = (*NAMES[:27], *_HONOURS, *(f"{NAMES[KIND_OF[red]]}r" for red in REDS), *NAMES[FIRST_FLOWER:])
_LIST = re.compile(r"\s*\[\s*\"[^\[\]()]*\]\s*")

ALPHABET = Alphabet(
    name="mjai",
    digits={digit: digit for digit in "123456789"},
    suits={suit: suit for suit in "mpsf"},
    singles={letter: 27 + n for n, letter in enumerate(_HONOURS)},
    mend=worded("tokens are 1m to 9s, 5mr 5pr 5sr for red fives, E S W N and P F C (white green red)"),
    red_after="r",
)


def lex_text(text: str, where: str = "hand") -> list[Token]:
    """Tokens of a text, tiles and marks."""
    check_text(text, where)
    if _LIST.fullmatch(text):
        # the brackets of a list are no closed kan
        return lex(ALPHABET, text, where, chars=text.translate(dict.fromkeys(map(ord, '[]",'), " ")))
    return lex(ALPHABET, text, where)


def read(text: str, where: str = "hand") -> Hand:
    """Read mjai tokens.

    Examples
    --------
    >>> [NAMES[tile] for tile in read("P F C 5sr").concealed]
    ['0s', '5z', '6z', '7z']
    """
    return assemble(lex_text(text, where), text, where)


def spell(pieces: Sequence[Piece]) -> str:
    """Tokens with their marks."""
    return " ".join(before + _NAMES[tile] + after for before, tile, after in pieces)


def write(hand: Hand) -> str:
    """Write a hand as tokens."""
    return compose(hand, spell)
