"""Groups of records: made once for all their numbers, as games repeat them."""

from __future__ import annotations

from functools import lru_cache

from ..errors import worded
from ..hand import ANKAN, CHI, KAKAN, MINKAN, PON, Meld
from .model import RecordError

#: whom a group came from, by the steps from its owner round the table
SOURCES = {4: ("", ">", "^", "<"), 3: ("", ">", "<")}


@lru_cache(maxsize=1 << 16)
def tenhou_meld(code: int, who: int, players: int, reds: bool) -> tuple[str, Meld | None, tuple[int, ...], int]:
    """Read a call of Tenhou.

    Parameters
    ----------
    code : int
        The number in the record.
    who : int
        Whose call it is.
    players : int
    reds : bool
        Whether the first fives of the suits are red.

    Returns
    -------
    str
        ``chi``, ``pon``, ``minkan``, ``kakan``, ``ankan`` or ``kita``.
    Meld or None
        None for a north.
    tuple of int
        Its physical tiles, 0 to 135.
    int
        The physical tile that was claimed, or that was added; -1 for a concealed kan.

    Raises
    ------
    RecordError
        If there is no such call.
    """
    if not 0 <= code < 1 << 16:
        raise RecordError(worded("a call has the number {code}: they go from 0 to 65535", code=code))
    steps = code & 3
    # seats are counted as at a table of four, even where three play
    giver = (who + steps) % 4
    if steps and giver >= players:
        raise RecordError(worded("a call comes from a player who isn't there: three play"))
    source = SOURCES[players][(giver - who) % players]
    if code & 4:
        return _run(code, source, players, reds)
    if code & 0x18:
        return _triplet(code, source, reds)
    if code & 0x20:
        tile = code >> 8
        if tile // 4 != 30 or steps:
            raise RecordError(worded("the call {code} declares a tile that is no north", code=code))
        return "kita", None, (tile,), tile
    tile = code >> 8
    if tile >= 136:
        raise _no_call(code)
    group = tuple(range(tile // 4 * 4, tile // 4 * 4 + 4))
    if not steps:
        return ANKAN, _meld(ANKAN, group, None, "", reds), group, -1
    return MINKAN, _meld(MINKAN, group, tile, source, reds), group, tile


def _run(code: int, source: str, players: int, reds: bool) -> tuple[str, Meld | None, tuple[int, ...], int]:
    place, claimed = divmod(code >> 10, 3)
    if place >= 21 or source != "<" or players == 3:
        raise _no_call(code)
    first = place // 7 * 9 + place % 7
    group = tuple(4 * (first + i) + (code >> 3 + 2 * i & 3) for i in range(3))
    return CHI, _meld(CHI, group, group[claimed], source, reds), group, group[claimed]


def _triplet(code: int, source: str, reds: bool) -> tuple[str, Meld | None, tuple[int, ...], int]:
    kind, claimed = divmod(code >> 9, 3)
    left_out = code >> 5 & 3
    if kind >= 34 or not source or code & 0x18 == 0x18:
        raise _no_call(code)
    group = tuple(4 * kind + i for i in range(4) if i != left_out)
    tile = group[claimed]
    if code & 8:
        return PON, _meld(PON, group, tile, source, reds), group, tile
    added = 4 * kind + left_out
    four = tuple(range(4 * kind, 4 * kind + 4))
    meld = _meld(KAKAN, four, tile, source, reds)
    return KAKAN, meld._replace(added=face(added, reds)), four, added


def _meld(type: str, group: tuple[int, ...], claimed: int | None, source: str, reds: bool) -> Meld:
    return Meld.of(type, [face(tile, reds) for tile in group], None if claimed is None else face(claimed, reds), source)


def _no_call(code: int) -> RecordError:
    return RecordError(worded("there is no call {code}", code=code))


_RED_COPIES = {16: 34, 52: 35, 88: 36}

#: physical tiles -> tiles, without and with red fives: the first copies of the fives are red
FACES = (tuple(tile // 4 for tile in range(136)), tuple(_RED_COPIES.get(tile, tile // 4) for tile in range(136)))


def face(tile: int, reds: bool) -> int:
    """The tile of a physical one.

    Examples
    --------
    >>> face(16, True), face(16, False), face(17, True), face(135, True)
    (34, 4, 4, 33)
    """
    return FACES[reds][tile]
