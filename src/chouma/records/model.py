"""What a game record holds, whatever its format: the deal, what was played, and what the record says of its end.

Seats are numbers here, 0 for who dealt first, as they stay the same for a whole game. Tiles are those of `chouma.tiles`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..errors import ChoumaError
from ..hand import Meld
from ..riichi.rules import RiichiRules
from ..seats import Wind
from ..tiles import FIRST_FLOWER

#: what happens at a table: a tile is drawn or discarded, a group is called, a north declared, riichi declared and its stick laid,
#: one more indicator is turned
DRAW, DISCARD, CALL, KITA, RIICHI, STICK, INDICATOR = ("draw", "discard", "call", "kita", "riichi", "stick", "indicator")

#: a tile that the record doesn't show
UNKNOWN = -1

#: tiles of the wall that can be drawn once all hands are dealt
WALL = {4: 136 - 14 - 4 * 13, 3: 108 - 14 - 3 * 13}

MOST_PLAYERS = 4
#: hands of one game; the longest known have forty
MOST_ROUNDS = 1000


class RecordError(ChoumaError, ValueError):
    """A record that can't be read: what is wrong, and where."""


class Event(NamedTuple):
    """One thing that happened.

    Attributes
    ----------
    what : str
        ``draw``, ``discard``, ``call``, ``kita``, ``riichi``, ``stick`` or ``indicator``.
    seat : int
        Who did it; -1 for an indicator.
    tile : int
        Drawn, discarded, declared or turned; `UNKNOWN` where the record doesn't show it.
    drawn : bool
        Whether a discard is the tile that was just drawn, as far as the record tells.
    meld : Meld or None
        The group of a call; a kakan is the whole of it.
    """

    what: str
    seat: int
    tile: int = UNKNOWN
    drawn: bool = False
    meld: Meld | None = None


def _of_every_tile(what: str, drawn: bool = False) -> tuple[dict[int, Event], ...]:
    tiles = range(UNKNOWN, FIRST_FLOWER)
    return tuple({tile: Event(what, seat, tile, drawn) for tile in tiles} for seat in range(MOST_PLAYERS))


# games are made of a thousand draws and discards, and there are few different ones: each is made once

#: by seat and tile
DRAWS = _of_every_tile(DRAW)
#: by whether it was just drawn, seat and tile
DISCARDS = (_of_every_tile(DISCARD), _of_every_tile(DISCARD, drawn=True))


class ToldWin(NamedTuple):
    """A win as the record tells it; None for what it leaves out.

    Attributes
    ----------
    seat : int
        Who won.
    giver : int or None
        Who discarded the tile; None for a self-draw.
    tile : int or None
        The winning tile.
    concealed : tuple of int or None
        The concealed tiles without the winning one.
    melds : tuple of Meld or None
        In the order of the record.
    norths : int or None
        Declared norths.
    dora, ura : tuple of int or None
        Indicators.
    yaku : tuple of (str, int) or None
        Yaku and dora with their han, by their ids; those of 0 han are none.
    yakuman : tuple of str
    fu, han : int or None
    points : int or None
        What the others pay, without counters.
    limit : str or None
        ``mangan`` … ``yakuman``, empty for none; records know neither counted nor rounded-up limits.
    pao : int or None
        Who is liable.
    before, deltas : tuple of int or None
        Points before, sticks of this hand already laid; what each seat won and lost.
    honba, deposits : int or None
        Counters and sticks that this winner gets.
    words : mapping
        The record's own words.
    """

    seat: int
    giver: int | None
    tile: int | None = None
    concealed: tuple[int, ...] | None = None
    melds: tuple[Meld, ...] | None = None
    norths: int | None = None
    dora: tuple[int, ...] | None = None
    ura: tuple[int, ...] | None = None
    yaku: tuple[tuple[str, int], ...] | None = None
    yakuman: tuple[str, ...] = ()
    fu: int | None = None
    han: int | None = None
    points: int | None = None
    limit: str | None = None
    pao: int | None = None
    before: tuple[int, ...] | None = None
    deltas: tuple[int, ...] | None = None
    honba: int | None = None
    deposits: int | None = None
    words: Mapping[str, Any] = {}


class ToldDraw(NamedTuple):
    """A hand that nobody won, as the record tells it.

    Attributes
    ----------
    kind : str
        One of `chouma.riichi.draws.KINDS`.
    tenpai : tuple of (bool or None) or None
        By seat; None where the record doesn't tell.
    hands : tuple of (tuple of int or None) or None
        The concealed tiles that were shown, by seat.
    before, deltas : tuple of int or None
        As in `ToldWin`.
    honba, deposits : int or None
        On the table when the hand ended.
    words : mapping
        The record's own words.
    """

    kind: str
    tenpai: tuple[bool | None, ...] | None = None
    hands: tuple[tuple[int, ...] | None, ...] | None = None
    before: tuple[int, ...] | None = None
    deltas: tuple[int, ...] | None = None
    honba: int | None = None
    deposits: int | None = None
    words: Mapping[str, Any] = {}


class Round(NamedTuple):
    """One hand of a game, from the deal to the payments.

    Attributes
    ----------
    index : int
        0 for the first hand of the game.
    wind : Wind
        Of the round.
    dealer : int
        Whose deal it is.
    honba, deposits : int
        Counters and riichi sticks on the table at the deal.
    scores : tuple of int
        Points at the deal, by seat.
    deal : tuple of (tuple of int or None)
        The 13 tiles of each seat, None where the record doesn't show them.
    indicator : int
        The first dora indicator.
    events : tuple of Event
    wins : tuple of ToldWin
        Nobody, or all who won on one tile.
    draw : ToldDraw or None
    """

    index: int
    wind: Wind
    dealer: int
    honba: int
    deposits: int
    scores: tuple[int, ...]
    deal: tuple[tuple[int, ...] | None, ...]
    indicator: int
    events: tuple[Event, ...] = ()
    wins: tuple[ToldWin, ...] = ()
    draw: ToldDraw | None = None

    @property
    def players(self) -> int:
        return len(self.scores)

    @property
    def number(self) -> int:
        """Which deal of the round it is, from 1: 3 in E3."""
        return self.dealer + 1

    @property
    def deltas(self) -> tuple[int, ...] | None:
        """What each seat won and lost at the end, as the record has it; None where it doesn't tell."""
        told = [end.deltas for end in (*self.wins, *((self.draw,) if self.draw else ()))]
        if not told or None in told:
            return None
        return tuple(map(sum, zip(*told, strict=True)))  # type: ignore[arg-type]

    def seat_wind(self, seat: int) -> Wind:
        """The wind of a seat in this hand."""
        return Wind((seat - self.dealer) % self.players)

    def __str__(self) -> str:
        return f"{self.wind.name}{self.number}" + (f".{self.honba}" if self.honba else "")


class Finals(NamedTuple):
    """The end of a game as the record tells it.

    Attributes
    ----------
    scores : tuple of int
        Points by seat, with deposits that were left over.
    totals : tuple of int or None
        The final count in points, by seat.
    """

    scores: tuple[int, ...]
    totals: tuple[int, ...] | None = None


class Game(NamedTuple):
    """A game.

    Attributes
    ----------
    id : str
        Of the file, or what the record calls itself.
    format : str
    rules : RiichiRules
        As far as the record tells them.
    names : tuple of str
        Of the players, by seat.
    rounds : tuple of Round
    finals : Finals or None
    problems : tuple of (int or None, str)
        What couldn't be read of it: the hand, None for the whole, and what is wrong. The rest is there.
    words : mapping
        The record's own words on the game.
    """

    id: str
    format: str
    rules: RiichiRules
    names: tuple[str, ...]
    rounds: tuple[Round, ...]
    finals: Finals | None = None
    problems: tuple[tuple[int | None, str], ...] = ()
    words: Mapping[str, Any] = {}
