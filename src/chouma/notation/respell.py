"""Tiles in a text that people read, written otherwise: ``won on 5s`` as ``won on 🀔`` or ``won on 五索``."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module

from ..errors import UnknownNameError
from ..tiles import NUMBERS
from .tokens import Piece

#: how tiles may be written, the usual way first
STYLES = ("mpsz", "unicode", "kanji")

# no letter or digit stands beside them: 30f in 4h30f are fu, no flowers
_TILES = re.compile(r"(?<![0-9A-Za-z.])([0-9]+)([mpszf])(?![0-9A-Za-z])", re.ASCII)


def respelt(text: str, style: str) -> str:
    """A text with its tiles written in a style.

    Parameters
    ----------
    text : str
        With tiles in MPSZ.
    style : str
        One of `STYLES`.

    Raises
    ------
    UnknownNameError
        If there is no such style.

    Examples
    --------
    >>> respelt("read as 234m 77z, won on 5s", "kanji")
    'read as 二三四萬 中中, won on 五索'
    >>> respelt("234m 77z", "unicode")
    '🀈🀉🀊 🀄🀄'
    """
    if style not in STYLES:
        raise UnknownNameError("way to write tiles", style, STYLES)
    if style == STYLES[0]:
        return text
    spell: Callable[..., str] = import_module(f"{__package__}.{style}").spell

    def spelt(found: re.Match[str]) -> str:
        digits, suit = found.groups()
        tiles = [NUMBERS.get(digit + suit) for digit in digits]
        return found[0] if None in tiles else spell([Piece("", tile) for tile in tiles if tile is not None])

    return _TILES.sub(spelt, text)
