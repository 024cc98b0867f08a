"""A group: one part of one reading of a hand."""

from __future__ import annotations

from typing import NamedTuple

from .hand import CLOSED_QUAD, N_RUNS, OPEN_QUAD
from .hand import TRIPLET as OPEN_TRIPLET
from .tiles import ORPHANS, suit_of

#: what a group can be; a twin is one of seven pairs, a single one of thirteen orphans; a loose tile of a hand that didn't win is none
RUN, TRIPLET, QUAD, PAIR, TWIN, SINGLE, LOOSE = FORMS = ("run", "triplet", "quad", "pair", "twin", "single", "loose")
SIZE = {RUN: 3, TRIPLET: 3, QUAD: 4, PAIR: 2, TWIN: 2, SINGLE: 1, LOOSE: 1}

#: how the winning tile completed its group; 0 for a group that it didn't complete
NO_WAIT, RYANMEN, KANCHAN, PENCHAN, TANKI, SHANPON = range(6)
WAITS = ("", "ryanmen", "kanchan", "penchan", "tanki", "shanpon")


class Group(NamedTuple):
    """One group, pair or single tile of a reading.

    Attributes
    ----------
    form : str
        One of `FORMS`.
    kind : int
        The kind of its lowest tile.
    concealed : bool
        Neither called nor completed by ron: what fu and concealed triplets go by. A concealed kan is.
    called : bool
        Whether it is an open meld.
    wait : int
        How the winning tile completed it; 0 if that tile went elsewhere.
    """

    form: str
    kind: int
    concealed: bool = True
    called: bool = False
    wait: int = NO_WAIT

    @classmethod
    def of_number(cls, number: int) -> Group:
        """The group of a meld, by its number: see `chouma.hand.N_RUNS`."""
        if number < N_RUNS:
            return cls(RUN, number // 7 * 9 + number % 7, concealed=False, called=True)
        if number >= CLOSED_QUAD:
            return cls(QUAD, number - CLOSED_QUAD)
        form, start = (QUAD, OPEN_QUAD) if number >= OPEN_QUAD else (TRIPLET, OPEN_TRIPLET)
        return cls(form, number - start, concealed=False, called=True)

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds of its tiles."""
        if self.form == RUN:
            return (self.kind, self.kind + 1, self.kind + 2)
        return (self.kind,) * SIZE[self.form]

    @property
    def suit(self) -> int:
        """0, 1, 2 for characters, dots, bamboo; 3 for honours."""
        return suit_of(self.kind)

    @property
    def is_outside(self) -> bool:
        """Whether it holds a 1, a 9 or an honour."""
        return self.kind in ORPHANS or (self.form == RUN and self.kind % 9 == 6)
