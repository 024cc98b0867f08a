"""The 牌姿 of kobalab's programs: ``m123p456z1122,s340-,z111=1``.

The suit stands before its digits; melds follow after commas, each with a sign after its claimed tile (``-`` from the left, ``=``
across, ``+`` from the right), and a tile after the sign makes a kakan. Where the concealed tiles leave a remainder of two when
divided by three, the last is drawn: the winning tile, by self-draw; a comma at the end says that none is. ``*`` after the concealed
tiles declares riichi, which is no part of a hand: ask `declares_riichi`.

What 牌姿 can't say is added: ``+s5`` after the concealed tiles for a ron (``*s5`` for a self-draw where the numbers don't tell), ``f1``
for flowers, and after a comma the canonical text of declared norths and of open melds of unknown origin: ``,{44z}`` ``,(333p)``.
"""

from __future__ import annotations

import re

from ..errors import TextError, worded
from ..hand import ANKAN, CHI, KAKAN, RON, Hand, Meld
from ..tiles import NAMES, NORTH, tiles_of
from . import canonical
from .tokens import (
    CLOSE,
    MARK,
    OPEN,
    SOURCE,
    SPACES,
    TILE,
    Token,
    assemble,
    check_text,
    is_concealed,
    lex,
    parted,
    tile_of,
    unknown,
    with_drawn,
)

EXAMPLE = "m46z22+m0,p333=,s555-0,z1111"
MARKS_OF_KOBALAB = re.compile(r"\s*(?:[+*]?\s*[mpszf]\s*[0-9]|_|,)")

_SUITS = "mpszf"
_DIGITS = "0123456789"
_SIGNS = {"-": "<", "=": "^", "+": ">"}
_SIGN_OF = {source: sign for sign, source in _SIGNS.items()}
_MEND = worded("the suit stands first, m123; melds follow after commas, s340-")


def read(text: str, where: str = "hand") -> Hand:
    """Read a 牌姿.

    Examples
    --------
    >>> hand = read("m123p456z1122,s340-,z111=1")
    >>> [(meld.type, str(meld), meld.source) for meld in hand.melds]
    [('chi', '340s', '<'), ('kakan', '1111z', '^')]
    """
    check_text(text, where)
    ends = [at for at, char in enumerate(text) if char == ","]
    first = ends[0] if ends else len(text)
    tokens = _concealed(text, first, where)
    drawn = True
    for start, end in zip([at + 1 for at in ends], [*ends[1:], len(text)], strict=False):
        if not text[start:end].strip():
            if end < len(text):
                raise TextError(worded("no meld between two commas: take one away"), text, end, where)
            drawn = False
        elif text[start:end].lstrip()[0] in "([{":
            tokens += lex(canonical.ALPHABET, text, where, span=(start, end))
        else:
            tokens += _meld(text, start, end, where)
    concealed = [token for token in tokens if token.at < first]
    marked = any(token.kind == MARK for token in concealed)
    if drawn and not marked and sum(map(is_concealed, concealed)) % 3 == 2:
        tokens = with_drawn(concealed) + tokens[len(concealed) :]
    return assemble(tokens, text, where)


def declares_riichi(text: str) -> bool:
    """Whether a 牌姿 declares riichi: a ``*`` that no tile follows."""
    return text.partition(",")[0].rstrip().endswith("*")


def lex_text(text: str, where: str = "hand") -> list[Token]:
    """Tokens of concealed tiles alone, such as indicators: ``m1s0``."""
    check_text(text, where)
    return _concealed(text, len(text), where)


def _concealed(text: str, end: int, where: str) -> list[Token]:
    tokens: list[Token] = []
    suit, suit_at, used = "", 0, True
    for at in range(end):
        char = text[at]
        if char in _SUITS or char in "+*":
            if not used:
                raise TextError(worded("suit {suit} without a digit: write it after, such as {suit}5", suit=suit), text, suit_at, where)
            if char in _SUITS:
                suit, suit_at, used = char, at, False
            elif char == "+" or text[at + 1 : end].strip():
                suit = ""  # the winning tile names its own suit
                tokens.append(Token(MARK, char, at))
        elif char in _DIGITS:
            if not suit:
                raise TextError(worded("{char} without a suit: {mend}", char=char, mend=_MEND), text, at, where)
            tokens.append(Token(TILE, tile_of(char, suit, text, at, where), at))
            used = True
        elif char == "_":
            raise TextError(worded("_ is a tile face down: only tiles that are known can be read"), text, at, where)
        elif char not in SPACES:
            raise unknown(text, at, where, _MEND)
    if not used:
        raise TextError(worded("suit {suit} without a digit: write it after, such as {suit}5", suit=suit), text, suit_at, where)
    return tokens


def _meld(text: str, start: int, end: int, where: str) -> list[Token]:
    """Tokens of a meld such as ``s340-`` between two commas, brackets put around it."""
    suit, suit_at, signs = "", start, 0
    inside: list[Token] = []
    for at in range(start, end):
        char = text[at]
        if char in SPACES:
            continue
        if char in "mpsz" and not suit:
            suit, suit_at = char, at
        elif char in _DIGITS and suit:
            if signs and inside[-1].kind == SOURCE and len(inside) == 4 and _ends(text, at, end):
                inside.append(Token(MARK, "+", at))
            inside.append(Token(TILE, tile_of(char, suit, text, at, where), at))
        elif char in _SIGNS and inside and not signs:
            inside.append(Token(SOURCE, _SIGNS[char], at))
            signs += 1
        else:
            raise unknown(text, at, where, worded("a meld is one suit, its digits, and one of - = + after the claimed tile: s340-"))
    n_tiles = len(inside) - signs - sum(token.kind == MARK for token in inside)
    if not signs and n_tiles == 3:
        mend = worded("write - = + after the claimed tile, or {plain} where it is not known", plain=_plain(inside))
        raise TextError(worded("a meld without its origin: {mend}", mend=mend), text, suit_at, where)
    opening, closing = ("(", ")") if signs else ("[", "]")
    return [Token(OPEN, opening, suit_at), *inside, Token(CLOSE, closing, end - 1)]


def _ends(text: str, at: int, end: int) -> bool:
    """Whether nothing follows the character."""
    return not text[at + 1 : end].strip()


def _plain(inside: list[Token]) -> str:
    digits = "".join(NAMES[int(token.value)][0] for token in inside)
    return f"({digits}{NAMES[int(inside[0].value)][1]})"


def _named(found: list[int]) -> str:
    """Tiles with the suit before its digits."""
    parts: list[str] = []
    suit = ""
    for tile in found:
        if NAMES[tile][1] != suit:
            suit = NAMES[tile][1]
            parts.append(suit)
        parts.append(NAMES[tile][0])
    return "".join(parts)


def _spell_meld(meld: Meld) -> str:
    if meld.type == ANKAN:
        return _named(list(reversed(meld.tiles)))
    rest = list(meld.tiles)
    if meld.type == KAKAN and meld.added is not None:
        rest.remove(meld.added)
    if not meld.source or meld.called not in rest or (meld.type == KAKAN and meld.added is None):
        return canonical.write(Hand(0, (meld,)))
    sign = _SIGN_OF[meld.source]
    if meld.type == CHI:
        text = _named(rest)
        place = 2 + rest.index(meld.called)
        return text[:place] + sign + text[place:]
    rest.remove(meld.called)
    added = NAMES[meld.added][0] if meld.type == KAKAN and meld.added is not None else ""
    return _named([*reversed(rest), meld.called]) + sign + added


def write(hand: Hand) -> str:
    """Write a 牌姿."""
    concealed = parted(hand)
    parts = [_named([*tiles_of(hand.flowers), *concealed])]
    n_concealed = len(concealed) + (hand.win is not None)
    end = ""
    if hand.win is not None:
        by_numbers = hand.by != RON and n_concealed % 3 == 2
        parts[0] += ("" if by_numbers else "+" if hand.by == RON else "*") + NAMES[hand.win][1] + NAMES[hand.win][0]
    elif n_concealed % 3 == 2:
        end = ","
    parts += map(_spell_meld, hand.melds)
    if hand.norths:
        parts.append("{" + "4" * hand.norths + NAMES[NORTH][1] + "}")
    return ",".join(parts) + end
