"""The canonical text of a hand: ``46m 22z (333p) (555+0s) [1111z] +0m``.

Concealed tiles in MPSZ, ``0`` for a red five; ``( )`` open melds, where a ``+`` stands before the tile added to a triplet and
``< ^ >`` after the claimed tile tell whom it came from (left, across, right); ``[ ]`` a closed kan, ``{ }`` declared norths,
``1f`` to ``8f`` flowers and seasons; last the winning tile, ``+`` by ron or ``*`` by self-draw. Spaces are free, and the order of
tiles never matters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..errors import TextError, worded
from ..hand import Hand, Meld
from ..tiles import FIRST_FLOWER, NAMES, ONE
from .tokens import Alphabet, Piece, Token, assemble, check_text, compose, lex

EXAMPLE = "46m 22z (333p) (555+0s) [1111z] +0m"

ALPHABET = Alphabet(
    name="canonical",
    digits={digit: digit for digit in "0123456789"},
    suits={suit: suit for suit in "mpszf"},
    singles={},
    mend=worded("suits are m p s, honours are 1z to 7z, flowers 1f to 8f"),
)

# The quick path knows texts such as 345678p, (333p) or +5s by heart: it takes the spaces out, which are free anywhere, cuts what
# is left after each suit, or the bracket that closes after it, and adds up what it knows. A piece that can be read alone means the same in
# every text; whatever else a text holds goes to `parse`, which alone decides and explains.
_Meaning = int | Meld | tuple[int, int, str] | Hand
_KNOWN: dict[str, Any] = {}
_meaning_of = _KNOWN.__getitem__
_NO_WIN = (0, None, None)
_MOST_KNOWN = 1 << 16
_QUICK_LENGTH = 64  # no text of this length can hold more tiles than `parse` reads
_PLAIN = {name: tile for tile, name in enumerate(NAMES[:FIRST_FLOWER])}
_cut = re.compile(r"[^mpszf]*[mpszf][)\]}]?|.+", re.DOTALL).findall
_new = tuple.__new__


def read(text: str, where: str = "hand") -> Hand:
    """Read canonical text.

    Raises
    ------
    TextError
        At the first character that is wrong.
    HandError
        If it is no text at all.

    Examples
    --------
    >>> hand = read("46m 22z (333p) (555+0s) [1111z] +0m")
    >>> [meld.type for meld in hand.melds], hand.by
    (['pon', 'kakan', 'ankan'], 'ron')
    """
    return read_quick(text) or parse(text, where)


def read_quick(text: str) -> Hand | None:
    """Read what is written as most canonical texts are; None for all the rest, right or wrong."""
    parts = parts_of(text)
    return _new(Hand, parts) if parts else None


def parts_of(text: str) -> tuple[Any, ...] | None:
    """The same as a plain tuple, which is quicker to make and to take apart."""
    known = _KNOWN
    try:
        if len(text) > _QUICK_LENGTH:
            return None
        pieces = _cut(text.replace(" ", ""))
        won = known[last := pieces.pop()]
        if type(won) is not tuple:
            pieces.append(last)
            won = _NO_WIN
        counts, win, by = won
        if not (")" in text or "]" in text or "}" in text or "f" in text):
            return sum(map(_meaning_of, pieces), counts), (), 0, 0, win, by
        melds: tuple[Meld, ...] = ()
        norths = flowers = 0
        for piece in pieces:
            value = known[piece]
            if type(value) is int:
                counts += value
            elif type(value) is Meld:
                melds += (value,)
            else:
                norths += value.norths
                flowers += value.flowers
        return counts, melds, norths, flowers, win, by
    except KeyError:
        return parts_of(text) if _learn(_cut(text.replace(" ", ""))) else None
    except (TypeError, AttributeError, IndexError):  # no text, an empty one, or a winning tile that isn't the last
        return None


def _learn(pieces: list[str]) -> bool:
    """Learn what pieces of text stand for; False if one of them is out of the ordinary."""
    if len(_KNOWN) >= _MOST_KNOWN:
        _KNOWN.clear()
    try:
        for piece in pieces:
            if piece not in _KNOWN:
                value = _meaning(piece)
                if value is None:
                    return False
                _KNOWN[piece] = value
    except TextError:
        return False
    return True


def _meaning(piece: str) -> _Meaning | None:
    """What a piece stands for: counts, one meld, a winning tile, or norths and flowers; None if it is a mixture."""
    digits, suit = piece[:-1], piece[-1]
    try:
        return sum([ONE[_PLAIN[digit + suit]] for digit in digits]) or None
    except KeyError:
        hand = parse(piece)
    if hand.win is not None:
        alone = Hand(ONE[hand.win], win=hand.win, by=hand.by)
        return (hand.counts, hand.win, hand.by or "") if hand == alone else None
    if hand.melds:
        return hand.melds[0] if hand == Hand(0, hand.melds[:1]) else None
    if hand.counts:
        return hand.counts if hand == Hand(hand.counts) else None
    return hand


def parse(text: str, where: str = "hand") -> Hand:
    """Read canonical text with care and no memory: the judge of the quick path, and the one that explains."""
    return assemble(lex_text(text, where), text, where)


def lex_text(text: str, where: str = "hand") -> list[Token]:
    """Tokens of a text, tiles and marks."""
    return lex(ALPHABET, check_text(text, where), where)


def spell(pieces: Sequence[Piece]) -> str:
    """Tiles of one suit: digits, their marks, and the suit."""
    digits = "".join([before + NAMES[tile][0] + after for before, tile, after in pieces])
    return digits + NAMES[pieces[0].tile][1]


def write(hand: Hand) -> str:
    """Write a hand as canonical text.

    A claimed tile is written only where its source is known too, and a kakan whose added tile is not known
    is written with its last tile as the added one.

    Examples
    --------
    >>> write(read("22z64m[1111z]+0m"))
    '46m 22z [1111z] +0m'
    """
    return compose(hand, spell)
