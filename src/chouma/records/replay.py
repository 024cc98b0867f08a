"""A hand played again from its record: what each seat holds, and how, when and where the winning tile came.

Nothing is taken from what the record says of the end: flags, hands and liability come from the play alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from ..errors import Worded, worded
from ..hand import ANKAN, FLAG_BITS, KAKAN, RON, TSUMO, Hand, Meld, Win
from ..riichi.liability import fed
from ..seats import SEAT_WORDS
from ..shapes.waits import complete_waits, kinds_in
from ..tiles import FIRST_FLOWER, KIND_OF, NAMES, NORTH, ONE, ORPHANS, WINDS, copies
from .model import CALL, DISCARD, DRAW, INDICATOR, KITA, RIICHI, STICK, UNKNOWN, WALL, Event, Round

_RIICHI, _DOUBLE = FLAG_BITS["riichi"], FLAG_BITS["double_riichi"]

#: so many kinds of terminals and honours allow kyuushu kyuuhai
NINE_KINDS = 9


class Played(NamedTuple):
    """One hand as it was won, by the play alone.

    Attributes
    ----------
    hand : Hand or None
        With its winning tile; None where the record doesn't show the play of this seat.
    how : Win
        Seat, round, flags and dora indicators; ura, counters and deposits are none of the play.
    """

    hand: Hand | None
    how: Win


class Table:
    """A hand while it is played again.

    Parameters
    ----------
    round : Round

    Attributes
    ----------
    problems : list of str
        What can't be in the play.
    """

    def __init__(self, round: Round):
        n = round.players
        self.round = round
        self.players = n
        self.seen = [dealt is not None for dealt in round.deal]
        # by seat how many of each tile, red fives apart: quicker than counts, as every draw and discard changes them
        self.tiles = [[0] * FIRST_FLOWER for _ in range(n)]
        for tiles, dealt in zip(self.tiles, round.deal, strict=True):
            for tile in dealt or ():
                tiles[tile] += 1
        self.melds: list[list[Meld]] = [[] for _ in range(n)]
        self.norths = [0] * n
        self.thrown: list[list[int]] = [[] for _ in range(n)]
        self.claimed = [False] * n  # whether somebody called one of the seat's discards
        self.riichi = [0] * n
        self.ippatsu = [False] * n
        self.sticks: list[int] = []
        self.indicators = [round.indicator]
        self.calls = 0  # calls and declared norths of all
        self.draws = [0] * n
        self.kan: Event | None = None  # a kan or a north whose replacement tile isn't drawn yet
        self.rinshan = False
        self.declares = -1  # who declares riichi with the next discard
        self.last: Event | None = None  # the last thing that was no indicator and no stick
        self.drawn = UNKNOWN
        self.problems: list[str] = []

    # ------------------------------------------------------------------------------------------ the play

    def play(self, events: Sequence[Event]) -> None:
        """Play some events."""
        tiles, thrown, ippatsu, draws, acts, seen = self.tiles, self.thrown, self.ippatsu, self.draws, self._ACTS, self.seen
        drawn, last, quiet = self.drawn, self.last, self._quiet
        for event in events:
            what, seat, tile, _, _ = event
            if what == DRAW:
                if not quiet and self.kan is not None:
                    self._replaced()
                draws[seat] += 1
                tiles[seat][tile] += 1
                drawn, last = tile, event
                if tile < 0:
                    seen[seat] = False
            elif what == DISCARD:
                held = tiles[seat]
                if not held[tile] and seen[seat]:
                    self._wrong(seat, worded("discards {tile}, which isn't in the hand", tile=NAMES[tile]))
                held[tile] -= 1
                thrown[seat].append(tile)
                if not quiet:
                    self.rinshan = ippatsu[seat] = False
                    if self.declares >= 0:
                        self._declared(seat)
                    quiet = self._quiet
                last = event
            else:
                self.last = last
                acts[what](self, event)
                last, quiet = self.last, self._quiet
        self.drawn, self.last = drawn, last
        if self.wall < 0:
            self.problems.append(worded("{n} tiles are drawn that the wall hasn't", n=-self.wall))

    @property
    def _quiet(self) -> bool:
        """Whether draws and discards change nothing but tiles: no riichi is declared or within its turn, and no kan to be replaced."""
        return self.kan is None and not self.rinshan and self.declares < 0 and True not in self.ippatsu

    @property
    def wall(self) -> int:
        """How many tiles can still be drawn."""
        return WALL[self.players] - sum(self.draws)

    def counts(self, seat: int) -> int:
        """Counts of the concealed tiles of a seat."""
        return sum(n * ONE[tile] for tile, n in enumerate(self.tiles[seat]) if n > 0)

    def _wrong(self, seat: int, what: Worded) -> None:
        self.problems.append(worded("{seat} {what}", seat=SEAT_WORDS[self.round.seat_wind(seat)], what=what))

    def _replaced(self) -> None:
        """The replacement tile is drawn, so that the kan wasn't robbed and stands."""
        self.kan, self.rinshan = None, True
        self.ippatsu[:] = [False] * self.players

    def _declared(self, seat: int) -> None:
        """The discard that declares riichi."""
        self.ippatsu[seat] = seat == self.declares
        self.declares = -1

    def _riichi(self, event: Event) -> None:
        seat = event.seat
        first = not self.thrown[seat] and not self.calls
        if self.riichi[seat]:
            self._wrong(seat, worded("declares riichi twice"))
        self.riichi[seat] = _DOUBLE if first else _RIICHI
        self.declares = seat
        if any(meld.open for meld in self.melds[seat]):
            self._wrong(seat, worded("declares riichi with an open hand"))

    def _stick(self, event: Event) -> None:
        if event.seat not in self.sticks:
            self.sticks.append(event.seat)

    def _indicator(self, event: Event) -> None:
        self.indicators.append(event.tile)

    def _north(self, event: Event) -> None:
        seat = event.seat
        if self.seen[seat] and not self.tiles[seat][NORTH]:
            self._wrong(seat, worded("declares a north that isn't in the hand"))
        self.tiles[seat][NORTH] -= 1
        self.norths[seat] += 1
        self.calls += 1
        self.kan = self.last = event

    def _call(self, event: Event) -> None:
        seat, meld = event.seat, event.meld
        assert meld is not None
        before, self.last = self.last, event
        self.calls += 1
        if meld.type == KAKAN:
            self._added(seat, meld)
        else:
            own = list(meld.tiles)
            if meld.called is not None:
                own.remove(meld.called)
            self._take(seat, own, meld)
            self.melds[seat].append(meld)
        if meld.is_quad:
            self.kan = event
        if meld.called is not None and meld.type != KAKAN:
            self._claimed(seat, meld, before)
            self.ippatsu[:] = [False] * self.players

    def _take(self, seat: int, own: Sequence[int], meld: Meld) -> None:
        tiles = self.tiles[seat]
        for tile in own:
            tiles[tile] -= 1
        if self.seen[seat] and min(tiles) < 0:
            self._wrong(seat, worded("calls {meld} without the tiles for it", meld=str(meld)))
            self.seen[seat] = False

    def _added(self, seat: int, meld: Meld) -> None:
        """A kakan takes the place of its pon, as liability goes by the order of the calls."""
        melds = self.melds[seat]
        place = next((i for i, one in enumerate(melds) if one.type == "pon" and one.kind == meld.kind), None)
        if place is None:
            self._wrong(seat, worded("adds a tile to a triplet that isn't there: {meld}", meld=str(meld)))
            self.seen[seat] = False
            return
        pon = melds[place]
        own = list(meld.tiles)
        for tile in pon.tiles:
            if tile in own:
                own.remove(tile)
        self._take(seat, own, meld)
        melds[place] = meld._replace(called=pon.called, source=pon.source)

    def _claimed(self, seat: int, meld: Meld, before: Event | None) -> None:
        if before is None or before.what != DISCARD or before.tile != meld.called or before.seat == seat:
            self._wrong(seat, worded("calls {meld}, and {tile} wasn't discarded", meld=str(meld), tile=NAMES[meld.called or 0]))
            return
        self.claimed[before.seat] = True

    _ACTS: ClassVar[dict[str, Callable[[Table, Event], None]]] = {
        **{RIICHI: _riichi, STICK: _stick, INDICATOR: _indicator, KITA: _north, CALL: _call},
    }

    # ------------------------------------------------------------------------------------------ how it ended

    def won(self, seat: int, giver: int | None, tile: int | None = None) -> Played:
        """A win at this point.

        Parameters
        ----------
        seat : int
        giver : int or None
            None for a self-draw.
        tile : int, optional
            The winning tile, where the play doesn't show it.
        """
        won_on: int | None = self._winning_tile(giver) if self.offered(seat, giver) else UNKNOWN
        won_on = tile if won_on == UNKNOWN else won_on
        how = Win(self.round.seat_wind(seat), self.round.wind, self._flags(seat, giver), tuple(self.indicators))
        if not self.seen[seat] or won_on is None or won_on == UNKNOWN:
            return Played(None, how)
        by = TSUMO if giver is None else RON
        counts = self.counts(seat) + (ONE[won_on] if giver is not None else 0)
        if not copies(counts, won_on):
            return Played(None, how)
        return Played(Hand(counts, tuple(self.melds[seat]), self.norths[seat], 0, won_on, by), how)

    def offered(self, seat: int, giver: int | None) -> bool:
        """Whether the last thing that happened lets a seat win: its own draw, or what the giver threw, added or declared."""
        last = self.last
        if last is None:
            return False
        if giver is None:
            return last.what == DRAW and last.seat == seat
        return last.what in (DISCARD, CALL, KITA) and last.seat == giver

    def _winning_tile(self, giver: int | None) -> int:
        if giver is None:
            return self.drawn
        last = self.last
        if last is None:
            return UNKNOWN
        if last.what == CALL and last.meld is not None:  # a robbed kan
            return last.meld.added if last.meld.added is not None else last.meld.tiles[-1]
        return last.tile

    def _flags(self, seat: int, giver: int | None) -> int:
        bits = self.riichi[seat]
        if self.ippatsu[seat]:
            bits |= FLAG_BITS["ippatsu"]
        if giver is None:
            if self.rinshan:
                bits |= FLAG_BITS["rinshan"]
            elif self.wall == 0:
                bits |= FLAG_BITS["haitei"]
            if not self.calls and self.draws[seat] == 1 and not self.thrown[seat]:
                bits |= FLAG_BITS["tenhou" if seat == self.round.dealer else "chiihou"]
            return bits
        if self.kan is not None:
            robbed = self.kan.meld
            return bits | (FLAG_BITS["chankan"] if robbed is not None and robbed.type in (KAKAN, ANKAN) else 0)
        if self.wall == 0:
            bits |= FLAG_BITS["houtei"]
        if not self.calls and not self.draws[seat] and seat != self.round.dealer:
            bits |= FLAG_BITS["renhou"]
        return bits

    # ------------------------------------------------------------------------------------------ hands without a winner

    def waits(self, seat: int) -> tuple[int, ...] | None:
        """The kinds that a seat waits for; None where its hand isn't known.

        A kind of which it holds all four itself is none: it can't come.
        """
        hand = self.hand(seat)
        if hand is None:
            return None
        all_held = hand.all_counts
        return tuple(kind for kind in kinds_in(complete_waits(hand)) if copies(all_held, kind) < 4)

    def hand(self, seat: int) -> Hand | None:
        """What a seat holds now; None where it isn't known."""
        if not self.seen[seat]:
            return None
        return Hand(self.counts(seat), tuple(self.melds[seat]), self.norths[seat])

    def furiten(self, seat: int) -> bool | None:
        """Whether a seat waits for a tile that it discarded itself; None where its hand isn't known."""
        waits = self.waits(seat)
        if waits is None:
            return None
        return bool({KIND_OF[tile] for tile in self.thrown[seat] if tile != UNKNOWN} & set(waits))

    def nagashi(self) -> tuple[int, ...]:
        """Who discarded terminals and honours alone, and had none of them called."""
        return tuple(
            seat
            for seat in range(self.players)
            if self.thrown[seat] and not self.claimed[seat] and all(KIND_OF[tile] in ORPHANS for tile in self.thrown[seat])
        )

    def orphan_kinds(self, seat: int) -> int | None:
        """How many kinds of terminals and honours a seat holds."""
        return sum(self.tiles[seat][kind] > 0 for kind in ORPHANS) if self.seen[seat] else None

    def same_winds(self) -> bool:
        """Whether everyone's first discard was the same wind, and nobody called."""
        firsts = {thrown[0] if len(thrown) == 1 else UNKNOWN for thrown in self.thrown}
        return not self.calls and len(firsts) == 1 and firsts <= set(WINDS)

    def kans(self) -> int:
        """How many kans were declared."""
        return sum(meld.is_quad for melds in self.melds for meld in melds)

    def liable(self, seat: int, yakuman: Sequence[str]) -> tuple[tuple[str, int], ...]:
        """Who fed each of some yakuman, as the calls tell.

        Returns
        -------
        tuple of (str, int)
            The yakuman, and the seat that is liable.
        """
        hand = Hand(self.counts(seat), tuple(self.melds[seat]), self.norths[seat])
        found = []
        for id in yakuman:
            wind = fed(id, hand, self.round.seat_wind(seat), self.players).seat
            if wind is not None:
                found.append((id, (self.round.dealer + wind) % self.players))
        return tuple(found)


def replay(round: Round) -> Table:
    """Play a hand again, to its end."""
    table = Table(round)
    table.play(round.events)
    return table
