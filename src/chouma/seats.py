"""Seats and winds."""

from __future__ import annotations

import enum

from .errors import Fault, HandError, Problem, show, worded


class Wind(enum.IntEnum):
    """A seat, or the wind of a round. East is the dealer."""

    E = 0
    S = 1
    W = 2
    N = 3

    @property
    def kind(self) -> int:
        """The wind's tile kind."""
        return 27 + self


#: the seats in words, and in whatever language is asked for
SEAT_WORDS = (worded("East"), worded("South"), worded("West"), worded("North"))

#: how winds are most often written
SPELLINGS = {
    spelling: wind
    for wind, spellings in zip(
        Wind, ("E east ton 東 东 1z", "S south nan 南 2z", "W west shaa 西 3z", "N north pei 北 4z"), strict=True
    )
    for spelling in spellings.split()
}


def wind(value: Wind | str, where: str = "seat") -> Wind:
    """Read a wind: ``E``, ``east``, ``東``, ``1z`` or a `Wind`.

    Raises
    ------
    HandError
        If it is none.
    """
    if value.__class__ is Wind:
        return value
    if value.__class__ is str:
        found = SPELLINGS.get(value)
        if found is not None:
            return found
    if isinstance(value, str):
        text = value.strip()
        for spelling in (text.upper(), text.lower()):
            if spelling in SPELLINGS:
                return SPELLINGS[spelling]
    raise HandError([Fault(Problem.BAD_VALUE, worded("{where} is {value}: it is E, S, W or N", where=where, value=show(value)), where)])
