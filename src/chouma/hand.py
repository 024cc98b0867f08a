"""Melds, hands, and how, when and where a hand was won: frozen values, checked once.

A `Hand` keeps its concealed tiles as counts (one int, see `chouma.tiles`): the order in which tiles were
written can't matter, and the hand reads as fast as it adds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from . import tiles
from .errors import Fault, HandError, Problem, worded
from .seats import Wind
from .tiles import KIND_OF, NAMES, ONE, copies, count, tiles_of

CHI, PON, MINKAN, KAKAN, ANKAN = MELD_TYPES = ("chi", "pon", "minkan", "kakan", "ankan")

RON, TSUMO = "ron", "tsumo"

#: every flag of a win, in the order of their bits
FLAGS = (
    *("riichi", "double_riichi", "ippatsu", "haitei", "houtei", "rinshan", "chankan"),
    *("tenhou", "chiihou", "renhou", "open_riichi", "tsubame_gaeshi", "kanburi", "paarenchan"),
)
FLAG_BITS = {flag: 1 << bit for bit, flag in enumerate(FLAGS)}

#: the flags that hands of the classical rules know; those that riichi knows too have the same bits
CLASSICAL_FLAGS = (
    *("haitei", "houtei", "rinshan", "chankan", "tenhou", "chiihou"),
    *("original_call", "calling", "kong_on_kong", "east_streak"),
)
_OTHERS = tuple(flag for flag in CLASSICAL_FLAGS if flag not in FLAGS)

#: the bits of the flags of every family
BITS_OF = {**FLAG_BITS, **{flag: 1 << bit for bit, flag in enumerate(_OTHERS, len(FLAGS))}}

# A group is one number, so that a table can hold what each is worth:
# 0-20 runs by their lowest tile (7 a suit), then triplets, open quads, closed quads by kind
N_RUNS, TRIPLET, OPEN_QUAD, CLOSED_QUAD, N_GROUPS = 21, 21, 55, 89, 123


class Meld(NamedTuple):
    """A declared group; build it with `Meld.of`.

    Attributes
    ----------
    type : str
        ``chi``, ``pon``, ``minkan``, ``kakan`` or ``ankan``.
    tiles : tuple of int
        The three or four tiles, lowest first, a red five before its plain copies.
    called : int or None
        The tile that was claimed, where it is known.
    source : str
        Whom it came from, where it is known: ``<`` left, ``^`` across, ``>`` right.
    added : int or None
        The tile that made a kakan of a pon, where it is known.
    group : int
        The number of the group: see `N_RUNS`, `TRIPLET`, `OPEN_QUAD`, `CLOSED_QUAD`.
    counts : int
        Counts of its tiles.
    """

    type: str
    tiles: tuple[int, ...]
    called: int | None
    source: str
    added: int | None
    group: int
    counts: int

    @classmethod
    def of(
        cls,
        type: str,
        meld_tiles: Iterable[int],
        called: int | None = None,
        source: str = "",
        added: int | None = None,
    ) -> Meld:
        """Make a meld.

        Raises
        ------
        HandError
            If the tiles are no such meld, or the called tile isn't among them.
        """
        counts = count(given := tuple(meld_tiles))
        ordered = tiles_of(counts)
        group = _group(type, [KIND_OF[tile] for tile in ordered])
        if group is None:
            raise HandError([Fault(Problem.BAD_MELD, _no_meld(type, tiles.name(given)))])
        for tile in (called, added):
            if tile is not None and tile not in ordered:
                told = worded("{tile} is not in the {type} {tiles}", tile=NAMES[tile], type=type, tiles=tiles.name(ordered))
                raise HandError([Fault(Problem.BAD_MELD, told)])
        return cls(type, ordered, called, source, added, group, counts)

    @property
    def kind(self) -> int:
        """The kind of its lowest tile."""
        return KIND_OF[self.tiles[0]]

    @property
    def open(self) -> bool:
        """Whether it opens the hand: all melds but the ankan do."""
        return self.type != ANKAN

    @property
    def is_quad(self) -> bool:
        return len(self.tiles) == 4

    def __str__(self) -> str:
        return tiles.name(self.tiles)


def _no_meld(type: str, shown: str) -> str:
    takes = {CHI: worded("three tiles of a suit in a row"), PON: worded("three tiles of a kind")}
    told = {"tiles": shown or worded("nothing"), "type": type, "takes": takes.get(type, worded("four tiles of a kind"))}
    if type in MELD_TYPES:
        return worded("{tiles} is no {type}: it takes {takes}", **told)
    return worded("{tiles} is no {type}: it takes {takes} (melds: {types})", **told, types=", ".join(MELD_TYPES))


def _group(type: str, kinds: list[int]) -> int | None:
    """The number of a group, None if the kinds are no such group."""
    if not kinds or kinds[0] >= tiles.N_KINDS:
        return None
    first = kinds[0]
    if type == CHI:
        in_a_row = kinds == [first, first + 1, first + 2] and first < 27 and first % 9 < 7
        return first // 9 * 7 + first % 9 if in_a_row else None
    start, size = {PON: (TRIPLET, 3), MINKAN: (OPEN_QUAD, 4), KAKAN: (OPEN_QUAD, 4), ANKAN: (CLOSED_QUAD, 4)}.get(type, (0, 0))
    return start + first if size and kinds == [first] * size else None


class Hand(NamedTuple):
    """The tiles of a hand; build it with `Hand.of` or read it with `chouma.read`.

    Attributes
    ----------
    counts : int
        Counts of the concealed tiles, the winning tile among them.
    melds : tuple of Meld
        Declared groups.
    norths : int
        Norths declared (three players).
    flowers : int
        Counts of flowers and seasons.
    win : int or None
        The winning tile.
    by : str or None
        ``ron`` or ``tsumo``.
    """

    counts: int
    melds: tuple[Meld, ...] = ()
    norths: int = 0
    flowers: int = 0
    win: int | None = None
    by: str | None = None

    @classmethod
    def of(
        cls,
        concealed: Iterable[int],
        melds: Iterable[Meld] = (),
        *,
        win: int | None = None,
        by: str | None = None,
        norths: int = 0,
        flowers: Iterable[int] = (),
    ) -> Hand:
        """Make a hand of its concealed tiles (without the winning tile), its melds and its winning tile."""
        hand = cls(count(concealed), tuple(melds), norths, count(flowers))
        return hand if win is None else hand.winning(win, by or RON)

    def winning(self, tile: int, by: str) -> Hand:
        """The hand of 13 with its winning tile.

        Raises
        ------
        HandError
            If the hand has its winning tile already, or `by` is neither ron nor tsumo.
        """
        if self.win is not None:
            told = worded("the hand already holds its winning tile {tile}: give it once", tile=NAMES[self.win])
            raise HandError([Fault(Problem.TILE_COUNT, told, "win")])
        if by not in (RON, TSUMO):
            raise HandError([Fault(Problem.BAD_VALUE, worded("by is {by}: it is 'ron' or 'tsumo'", by=repr(by)), "by")])
        return self._replace(counts=self.counts + ONE[tile], win=tile, by=by)

    @property
    def concealed(self) -> tuple[int, ...]:
        """The concealed tiles in order, without the winning tile."""
        return tiles_of(self.counts - (ONE[self.win] if self.win is not None else 0))

    @property
    def size(self) -> int:
        """Concealed tiles, the winning one among them, and three for each meld: 14 in a hand that won."""
        return sum((self.counts & tiles.KINDS_MASK).to_bytes(tiles.N_KINDS, "little")) + 3 * len(self.melds)

    @property
    def all_counts(self) -> int:
        """Counts of every tile of the hand: concealed, melds, declared norths."""
        total = self.counts + self.norths * ONE[tiles.NORTH]
        for meld in self.melds:
            total += meld.counts
        return total

    @property
    def closed(self) -> bool:
        """No open meld (門前); a concealed kan keeps a hand closed."""
        return not any(meld.open for meld in self.melds)

    def __str__(self) -> str:
        from .notation.canonical import write

        return write(self)


class Win(NamedTuple):
    """How, when and where a hand was won.

    Attributes
    ----------
    seat, round : Wind
        The winner's wind (E is the dealer) and the wind of the round.
    flags : int
        Or of `BITS_OF`.
    dora_indicators, ura_indicators : tuple of int
        Tiles.
    honba, deposits : int
        Counters and riichi sticks on the table.
    """

    seat: Wind = Wind.S
    round: Wind = Wind.E
    flags: int = 0
    dora_indicators: tuple[int, ...] = ()
    ura_indicators: tuple[int, ...] = ()
    honba: int = 0
    deposits: int = 0

    @property
    def flag_names(self) -> tuple[str, ...]:
        return tuple(flag for flag, bit in BITS_OF.items() if self.flags & bit)


@dataclass(frozen=True, eq=False)
class Stock:
    """The tiles that a game is played with.

    Parameters
    ----------
    players : int
        Three players have no 2m to 8m, may declare norths and may not chi.
    red_fives : int
        0; 3: one a suit; 4: two of 5p. With three players there is no red 5m.
    flowers : bool
        Whether flowers and seasons are in play.
    """

    players: int = 4
    red_fives: int = 3
    flowers: bool = False

    def available(self, tile: int) -> int:
        """How many of a tile there are."""
        if tile >= tiles.FIRST_FLOWER:
            return int(self.flowers)
        if tile in tiles.REDS:
            n = (self.red_fives > 0) + (self.red_fives == 4 and tile == tiles.RED_5P)
            return 0 if self.players == 3 and tile == tiles.RED_5M else n
        return 0 if self.players == 3 and 0 < tile < 8 else 4

    @cached_property
    def room(self) -> int:
        """Added to counts, it sets the high bit of each byte that holds more than there are."""
        return sum(127 - self.available(tile) << 8 * tile for tile in range(tiles.N_TILES))

    @cached_property
    def high_bits(self) -> int:
        """The bits that say so."""
        return sum(128 << 8 * tile for tile in range(tiles.N_TILES))


@cache
def stock(players: int, red_fives: int, flowers: bool = False) -> Stock:
    """The one `Stock` of each kind."""
    return Stock(players, red_fives, flowers)


def tile_faults(hand: Hand, indicators: Mapping[str, tuple[int, ...]], stock: Stock, won: bool = True) -> list[Fault]:
    """Everything that is wrong with the tiles of a hand.

    Parameters
    ----------
    hand : Hand
    indicators : mapping of str to tuple of int
        Indicators by the name of their field, such as ``dora_indicators``; each shows a copy of its tile.
    stock : Stock
        The tiles in play.
    won : bool
        Whether it is said to have won. If not, it is of any stage, with 13 tiles and no winning one.
    """
    return [*_size_faults(hand, won), *_copy_faults(hand, indicators, stock), *_game_faults(hand, stock)]


def _size_faults(hand: Hand, won: bool) -> list[Fault]:
    found = []
    size = hand.size
    if not won:
        if hand.win is not None:
            told = worded(
                "the hand did not win, and has a winning tile {tile}: take the mark away, or say that it won",
                tile=NAMES[hand.win],
            )
            found.append(Fault(Problem.NOT_A_LOSER, told, "win"))
    elif hand.win is None:
        found.append(Fault(Problem.NO_WINNING_TILE, worded("no winning tile: write it last, +5s by ron or *5s by self-draw"), "win"))
    elif not copies(hand.counts, hand.win):
        found.append(Fault(Problem.NO_WINNING_TILE, worded("the winning tile {tile} is not among the tiles", tile=NAMES[hand.win]), "win"))
    want = 14 if won and hand.win is not None else 13
    if size != want:
        found.append(Fault(Problem.TILE_COUNT, _wrong_size(hand, size, want, won)))
    return found


def _wrong_size(hand: Hand, size: int, want: int, won: bool) -> str:
    mend = worded("take away {n}", n=size - want) if size > want else worded("add {n}", n=want - size)
    if won and hand.win is None and size == 14:
        mend = worded("mark the one that won")
    rule = worded("a hand that wins has 14 with its winning tile") if won else worded("a hand that did not win has 13")
    told = {"n": size, "rule": rule, "mend": mend, "extra": sum(meld.is_quad for meld in hand.melds)}
    if not told["extra"]:
        return worded("the hand has {n} tiles, {rule}: {mend}", **told)
    if told["extra"] == 1:
        return worded("the hand has {n} tiles (a kan counts as three: 1 of its tiles is extra), {rule}: {mend}", **told)
    return worded("the hand has {n} tiles (a kan counts as three: {extra} of its tiles are extra), {rule}: {mend}", **told)


def _copy_faults(hand: Hand, indicators: Mapping[str, tuple[int, ...]], stock: Stock) -> list[Fault]:
    total = hand.all_counts + hand.flowers + sum(count(shown) for shown in indicators.values())
    found = []
    for tile in range(tiles.N_TILES):
        n, most = copies(total, tile), stock.available(tile)
        if n <= most:
            continue
        name = NAMES[tile]
        told = {"n": n, "tile": name, "most": most}
        if any(tile in shown for shown in indicators.values()):
            told["tile"] = worded("{tile}, indicators counted", tile=name)
        if tile >= tiles.FIRST_FLOWER and not stock.flowers:
            found.append(Fault(Problem.FLOWERS, worded("{tile} is a flower: these rules play without them", tile=name)))
        elif tile in tiles.REDS:
            plain = NAMES[KIND_OF[tile]]
            if most:
                why = worded("{n} red fives {tile}: these rules have {most}; write the others as {plain}", **told, plain=plain)
            else:
                why = worded("{n} red fives {tile}: these rules play without it; write the others as {plain}", **told, plain=plain)
            found.append(Fault(Problem.RED_FIVES, why))
        elif most == 0:
            found.append(Fault(Problem.TILE_NOT_IN_GAME, worded(
                "{tile} is not in the game: three players play without 2m to 8m",
                tile=name,
            )))
        else:
            found.append(Fault(Problem.FIFTH_COPY, worded("{n} copies of {tile}: there are only {most}", **told)))
    return found


def _game_faults(hand: Hand, stock: Stock) -> list[Fault]:
    found = []
    if stock.players == 3:
        found += [
            Fault(Problem.CHI_WITH_THREE, worded("chi {meld}: three players can't call chi", meld=meld))
            for meld in hand.melds
            if meld.type == CHI
        ]
    elif hand.norths:
        told = worded("{n} declared north: only three players declare it; take {{}} away or choose rules for three", n=hand.norths)
        found.append(Fault(Problem.NORTH_WITH_FOUR, told))
    return found
