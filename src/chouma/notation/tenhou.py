"""The address of Tenhou's hand analyser: ``https://tenhou.net/2/?q=234m345678p6634s``.

The analyser knows concealed tiles only. Melds, declared norths and the winning tile are added as in canonical text, with the
characters that an address can't hold escaped. Whether the last of fourteen tiles is a winning tile the address doesn't say, so
without a mark none is.
"""

from __future__ import annotations

import re

from ..errors import TextError, worded
from ..hand import Hand
from . import canonical
from .tokens import Token, assemble, check_text, lex

EXAMPLE = "https://tenhou.net/2/?q=234m345678p3466s%2B5s"
MARKS_OF_ADDRESS = re.compile(r"tenhou\.net|(?<!\w)q=", re.IGNORECASE)

_ADDRESS = re.compile(r"\s*(?:(?:https?://)?(?:www\.)?tenhou\.net/2/)?\??(?:[^#&=]*=[^#&]*&)*?q=([^&#]*)", re.IGNORECASE)
_ESCAPE = re.compile("%([0-7][0-9a-fA-F])")


def lex_text(text: str, where: str = "hand") -> list[Token]:
    """Tokens of the ``q=`` of an address."""
    check_text(text, where)
    found = _ADDRESS.match(text)
    if found is None:
        raise TextError(worded("no q= of tenhou.net/2/ here: write https://tenhou.net/2/?q= and the tiles"), text, 0, where)
    # two spaces after an unescaped character keep every place what it is
    chars = text[: found.start(1)] + _ESCAPE.sub(lambda escape: chr(int(escape[1], 16)) + "  ", found[1])
    return lex(canonical.ALPHABET, text, where, chars=chars, span=found.span(1))


def read(text: str, where: str = "hand") -> Hand:
    """Read an address, or only its ``q=…``."""
    return assemble(lex_text(text, where), text, where)


def write(hand: Hand) -> str:
    """Write an address; the analyser itself looks at the concealed tiles only."""
    from urllib.parse import quote  # slow to load, and seldom needed

    return "https://tenhou.net/2/?q=" + quote(canonical.write(hand).replace(" ", ""), safe="()*")
