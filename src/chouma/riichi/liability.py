"""Who is liable (pao): read off the sources of the winner's groups.

A player is liable who gave the last group that shows a yakuman on the table: the third of dragons, the fourth of winds, the
fourth kan. Groups stand in a hand in the order in which they were called.
"""

from __future__ import annotations

from typing import NamedTuple

from ..hand import KAKAN, MINKAN, Hand, Meld
from ..messages import says
from ..seats import Wind
from ..settlement import Said, said
from ..tiles import DRAGONS, WINDS
from .names import YAKU_NAMES

#: how far round the table from the winner each source sits; across, there is nobody where three play
_STEPS = {">": 1, "^": 2, "<": -1}


class Fed(NamedTuple):
    """What the groups tell of one yakuman.

    Attributes
    ----------
    seat : Wind or None
        Who is liable, None if nobody is or the groups don't tell.
    note : Said or None
        What is told about it.
    """

    seat: Wind | None = None
    note: Said | None = None


def seat_of(source: str, winner: Wind, players: int) -> Wind | None:
    """The seat that a called group came from, None where its mark doesn't tell.

    Examples
    --------
    >>> seat_of("<", Wind.E, 4).name, seat_of("<", Wind.E, 3).name, seat_of("", Wind.E, 4)
    ('N', 'W', None)
    """
    if source not in _STEPS or (players == 3 and source == "^"):
        return None
    return Wind((winner + _STEPS[source]) % players)


def fed(id: str, hand: Hand, winner: Wind, players: int) -> Fed:
    """Who fed a yakuman that the hand has.

    Parameters
    ----------
    id : str
        Of the yakuman; of those that are no matter of groups, nothing is told.
    hand : Hand
    winner : Wind
    players : int
    """
    shown = _groups_of(id, hand)
    if not shown:
        return Fed()
    last = shown[-1]
    # the fourth kan makes liable where it was called whole; one that was added to a triplet was drawn
    if not last.open or (id == "suukantsu" and last.type != MINKAN):
        return Fed()
    seat = seat_of(last.source, winner, players)
    name = YAKU_NAMES[id]
    if seat is None:
        return Fed(None, said(says("whoever gave {group} is liable for {yakuman}; its source isn't known"), group=str(last), yakuman=name))
    sentence = says("{seat} is liable for {yakuman}: gave {group}")
    if any(meld.source != last.source or not meld.open or meld.type == KAKAN for meld in shown[:-1]):
        sentence = says("{seat} is liable for {yakuman}: gave {group}, the last as the groups are written")
    return Fed(seat, said(sentence, seat=seat, yakuman=name, group=str(last)))


def _groups_of(id: str, hand: Hand) -> list[Meld]:
    """The groups on the table that show a yakuman, where they show the whole of it."""
    if id == "suukantsu":
        found, needed = [meld for meld in hand.melds if meld.is_quad], 4
    elif id in ("daisangen", "daisuushii"):
        kinds = DRAGONS if id == "daisangen" else WINDS
        found, needed = [meld for meld in hand.melds if meld.kind in kinds], len(kinds)
    else:
        return []
    return found if len(found) == needed else []
