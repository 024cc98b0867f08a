"""Plain MPSZ, as most programs write it: tiles in a row, ``234m345678p66345s``.

Fourteen tiles without a mark are a hand that drew its last tile: it is the winning tile, by self-draw. A ron is marked as in
canonical text, ``234m345678p6634s+5s``. Melds and declared norths can't be told apart in a row of tiles: the reader and the writer
refuse them and name the canonical notation, of which this is a part; so detection never answers ``mpsz``.
"""

from __future__ import annotations

from ..errors import Fault, HandError, Problem, TextError, worded
from ..hand import RON, Hand
from ..tiles import name, tiles_of
from .canonical import lex_text
from .tokens import CLOSE, MARK, OPEN, assemble, is_concealed, parted, with_drawn

EXAMPLE = "234m345678p34665s"
_WHOLE = 14


def read(text: str, where: str = "hand") -> Hand:
    """Read a row of tiles; the last of fourteen is drawn.

    Examples
    --------
    >>> hand = read("234m345678p66345s")
    >>> hand.by, name([hand.win])
    ('tsumo', '5s')
    """
    tokens = lex_text(text, where)
    for token in tokens:
        if token.kind in (OPEN, CLOSE):
            told = worded("{char} in plain MPSZ, which has no melds: choose the canonical notation", char=token.value)
            raise TextError(told, text, token.at, where)
    marked = any(token.kind == MARK for token in tokens)
    if not marked and sum(map(is_concealed, tokens)) == _WHOLE:
        tokens = with_drawn(tokens)
    return assemble(tokens, text, where)


def write(hand: Hand) -> str:
    """Write a row of tiles, the winning tile last.

    Raises
    ------
    HandError
        If the hand has melds or declared norths, or fourteen tiles and no winning one: a row can't say so.
    """
    faults = []
    if hand.melds:
        melds = ", ".join(map(str, hand.melds))
        faults.append(Fault(Problem.BAD_MELD, worded("plain MPSZ has no melds ({melds}): choose the canonical notation", melds=melds)))
    if hand.norths:
        told = worded("plain MPSZ has no declared norths ({n}): choose the canonical notation", n=hand.norths)
        faults.append(Fault(Problem.NORTH_WITH_FOUR, told))
    concealed = parted(hand)
    if hand.win is None and len(concealed) == _WHOLE:
        message = worded("fourteen tiles without a winning one would read as self-drawn: choose the canonical notation")
        faults.append(Fault(Problem.NO_WINNING_TILE, message))
    if faults:
        raise HandError(faults)
    row = name([*tiles_of(hand.flowers), *concealed])
    if hand.win is None:
        return row
    mark = "+" if hand.by == RON else "" if len(concealed) + 1 == _WHOLE else "*"
    return row + mark + name([hand.win]) if mark else name([*tiles_of(hand.flowers), *concealed, hand.win])
