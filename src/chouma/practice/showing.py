"""What lies on the table, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..hand import RON, Hand, Win
from ..messages import Speaker, says
from ..seats import Wind
from ..settlement import SEAT_NAMES
from ..tiles import FIRST_FLOWER, NAMES, tiles_of

_FLAGS = {
    "riichi": says("riichi"),
    "double_riichi": says("double riichi"),
    "ippatsu": says("within a turn of riichi (ippatsu)"),
    "haitei": says("with the last tile of the wall"),
    "houtei": says("on the last discard"),
    "rinshan": says("with a replacement tile"),
    "chankan": says("robbing a kan"),
}


def seat_name(seat: Wind, t: Speaker) -> str:
    """A seat in words."""
    return t(SEAT_NAMES[seat])


def situation(hand: Hand, how: Win, t: Speaker, with_round: bool = True) -> str:
    """How a hand was won, or that it wasn't, and what lies on the table beside it.

    Parameters
    ----------
    hand : Hand
    how : Win
    t : Speaker
    with_round : bool
        Whether the wind of the round counts.
    """
    return t("; ").join(_parts(hand, how, t, with_round))


def _parts(hand: Hand, how: Win, t: Speaker, with_round: bool) -> Iterator[str]:
    seat = seat_name(how.seat, t)
    yield t("{seat} in the {round} round", seat=seat, round=seat_name(how.round, t)) if with_round else seat
    if hand.win is None:
        yield t("did not win")
    elif hand.by == RON:
        yield t("won on {tile} by ron", tile=NAMES[hand.win])
    else:
        yield t("won on {tile} by self-draw", tile=NAMES[hand.win])
    yield from (t(_FLAGS[flag]) for flag in how.flag_names)
    if how.dora_indicators:
        yield t.plural("dora indicator {tiles}", "dora indicators {tiles}", len(how.dora_indicators), tiles=_names(how.dora_indicators))
    if how.ura_indicators:
        yield t.plural("ura indicator {tiles}", "ura indicators {tiles}", len(how.ura_indicators), tiles=_names(how.ura_indicators))
    if hand.norths:
        yield t.plural("{n} north declared", "{n} norths declared", hand.norths)
    if hand.flowers:
        yield t("flowers {tiles}", tiles=_names(tile for tile in tiles_of(hand.flowers) if tile >= FIRST_FLOWER))
    if how.honba:
        yield t.plural("{n} counter", "{n} counters", how.honba)
    if how.deposits:
        yield t.plural("{n} riichi stick", "{n} riichi sticks", how.deposits)


def _names(tiles: Iterable[int]) -> str:
    return " ".join(NAMES[tile] for tile in tiles)
