"""Text to hands and back: every notation, and which one a text is written in.

A new notation is one module with `read`, `write`, `lex_text` and an `EXAMPLE`, a line in `NOTATIONS`, and a line in `detect`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from ..errors import Fault, HandError, Problem, UnknownNameError, worded
from ..hand import Hand
from . import canonical, kanji, kobalab, mjai, mpsz, tenhou, unicode
from .tokens import Token, check_text, listed

__all__ = ["NOTATIONS", "Notation", "declares_riichi", "detect", "read", "read_tiles", "write"]


class Notation(NamedTuple):
    """One way to write hands.

    Attributes
    ----------
    name : str
    read : callable
        ``(text, where="hand") -> Hand``
    write : callable
        ``(hand) -> str``
    lex : callable
        ``(text, where) -> list of Token``, for texts that are nothing but tiles.
    example : str
        A hand in this notation.
    """

    name: str
    read: Callable[[str, str], Hand]
    write: Callable[[Hand], str]
    lex: Callable[[str, str], list[Token]]
    example: str


NOTATIONS: Mapping[str, Notation] = MappingProxyType(
    {
        name: Notation(name, module.read, module.write, lexer, module.EXAMPLE)
        for name, module, lexer in (
            ("canonical", canonical, canonical.lex_text),
            ("mpsz", mpsz, canonical.lex_text),
            ("tenhou", tenhou, tenhou.lex_text),
            ("kobalab", kobalab, kobalab.lex_text),
            ("mjai", mjai, mjai.lex_text),
            ("unicode", unicode, unicode.lex_text),
            ("kanji", kanji, kanji.lex_text),
        )
    }
)


def _named(name: str) -> Notation:
    found = NOTATIONS.get(name) if isinstance(name, str) else None
    if found is None:
        raise UnknownNameError("notation", name, NOTATIONS)
    return found


def detect(text: str) -> str:
    """The name of the notation that a text is written in.

    Whatever no other notation claims is canonical, and so is a row of plain MPSZ; mjai tokens without an honour or a red five read
    the same as canonical text, and count as that.

    Examples
    --------
    >>> detect("1m 2m 3m E E"), detect("m123z11"), detect("一二三萬"), detect("123m11z")
    ('mjai', 'kobalab', 'kanji', 'canonical')
    """
    check_text(text)
    if tenhou.MARKS_OF_ADDRESS.search(text):
        return "tenhou"
    characters = set(text)
    if characters & unicode.BLOCK:
        return "unicode"
    if characters & kanji.CHARACTERS:
        return "kanji"
    if kobalab.MARKS_OF_KOBALAB.match(text):
        return "kobalab"
    return "mjai" if mjai.MARKS_OF_MJAI.search(text) else "canonical"


def read(text: str, notation: str | None = None, where: str = "hand") -> Hand:
    """Read a hand.

    Parameters
    ----------
    text : str
        At most 500 characters. What is no part of a hand is left out: the riichi of a 牌姿 (see `declares_riichi`).
    notation : str, optional
        A name of `NOTATIONS`; without it the text itself tells.
    where : str
        What errors call the text.

    Raises
    ------
    TextError
        At the first character that is wrong.
    HandError
        If it is no text.
    UnknownNameError
        If there is no such notation.

    Examples
    --------
    >>> read("234m 345678p 6634s +5s") == read("m234p345678s3466+s5") == read("二三四萬三四五六七八筒三四六六索+五索")
    True
    """
    if notation is not None:
        return _named(notation).read(text, where)
    # most texts are canonical, and no other notation's text is taken for it by the quick path
    hand = canonical.read_quick(text)
    return hand if hand is not None else NOTATIONS[detect(check_text(text, where))].read(text, where)


def declares_riichi(text: str, notation: str | None = None) -> bool:
    """Whether a text says that riichi was declared: a 牌姿 can, with a ``*``. A `Hand` doesn't hold it.

    Examples
    --------
    >>> declares_riichi("m123p055s789z1117*"), declares_riichi("m123p055s789z1117")
    (True, False)
    """
    return "*" in text and (notation or detect(text)) == "kobalab" and kobalab.declares_riichi(text)


def write(hand: Hand, notation: str = "canonical") -> str:
    """Write a hand.

    Raises
    ------
    HandError
        If plain MPSZ can't carry it, or its winning tile is not among its tiles.
    UnknownNameError
        If there is no such notation.

    Examples
    --------
    >>> write(read("6m4m [1111z] 22z +0m"), "mjai")
    '4m 6m S S [E E E E] +5mr'
    """
    if not isinstance(hand, Hand):
        # who calls may have no types
        told = worded(  # type: ignore[unreachable]
            "what is written is a {type}: it is a Hand, as read gives it", type=type(hand).__name__
        )
        raise HandError([Fault(Problem.BAD_VALUE, told)])
    return _named(notation).write(hand)


def read_tiles(text: str, where: str = "hand", notation: str | None = None) -> tuple[int, ...]:
    """Read tiles alone, such as indicators or one winning tile, in the order given.

    Examples
    --------
    >>> read_tiles("2p 0s"), read_tiles("東"), read_tiles("C")
    ((10, 36), (27,), (33,))
    """
    return _read_tiles(check_text(text, where), where, notation if notation is None else _named(notation).name)


@lru_cache(maxsize=4096)
def _read_tiles(text: str, where: str, notation: str | None) -> tuple[int, ...]:
    return listed(NOTATIONS[notation or detect(text)].lex(text, where), text, where)
