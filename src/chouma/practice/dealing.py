"""Deals hands as they come at a table: closed and open, with kans, pinfu, seven pairs; each from a real wall.

A deal is only a try. Whoever asks scores it, and deals again where it has no yaku or no such question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..groups import PAIR, RUN, TRIPLET
from ..hand import ANKAN, CHI, FLAG_BITS, KAKAN, MINKAN, PON, RON, TSUMO, Hand, Meld, Stock, Win
from ..riichi.rules import RiichiRules
from ..seats import Wind
from ..tiles import DRAGONS, KIND_OF, N_KINDS, NORTH, ORPHANS, WINDS
from .wall import Dice, Wall

Shape = tuple[str, int]
_SIZES = {TRIPLET: 3, PAIR: 2}
_SIMPLES = tuple(kind for kind in range(N_KINDS) if kind not in ORPHANS)


class Style(NamedTuple):
    """What a hand is made of.

    Attributes
    ----------
    kinds : tuple of int
        Empty: one suit and honours.
    runs, open, quads, value_pair : float
        How many of the groups are runs; of such hands, open; of the triplets, kans; of the pairs, of honours.
    first : str
        Groups that the hand has beside those that come: ``value``, a triplet of value; ``straight``; ``three_suits``.
    """

    kinds: tuple[int, ...] = tuple(range(N_KINDS))
    runs: float = 0.7
    open: float = 0.0
    quads: float = 0.08
    value_pair: float = 0.3
    first: str = ""


PAIRS, THIRTEEN = "seven_pairs", "orphans"

STYLES: Mapping[str, Style] = {
    "plain": Style(),
    "pinfu": Style(runs=1.0, value_pair=0.1),
    "simple": Style(_SIMPLES, open=0.5, value_pair=0.0),
    "value": Style(open=0.6, quads=0.12, first="value"),
    "flush": Style((), runs=0.6, open=0.4),
    "triplets": Style(runs=0.0, open=0.7, quads=0.12),
    "kans": Style(runs=0.5, open=0.5, quads=0.5),
    "mixed": Style(runs=0.6, open=0.7, quads=0.12),
    "straight": Style(open=0.3, first="straight"),
    "three_suits": Style(open=0.3, first="three_suits"),
    PAIRS: Style(),
    THIRTEEN: Style(),
}


class Deal(NamedTuple):
    """A hand that may win, and how it would be won."""

    hand: Hand
    how: Win


# ------------------------------------------------------------------------------------------- groups


def _kinds_of(shape: Shape) -> list[int]:
    form, kind = shape
    return [kind, kind + 1, kind + 2] if form == RUN else [kind] * _SIZES[form]


def _first(style: Style, dice: Dice, seat: Wind, round_: Wind) -> list[Shape]:
    if style.first == "value":
        return [(TRIPLET, dice.pick((*DRAGONS, *DRAGONS, seat.kind, round_.kind)))]
    if style.first == "straight":
        suit = 9 * dice.below(3)
        return [(RUN, suit + start) for start in (0, 3, 6)]
    if style.first == "three_suits":
        rank = dice.below(7)
        return [(RUN, 9 * suit + rank) for suit in range(3)]
    return []


def _shape(form: str, kinds: Sequence[int], wall: Wall, dice: Dice) -> Shape | None:
    """One group of a form out of some kinds, of tiles that the wall still has; of any kinds if need be."""
    for among in (kinds, range(N_KINDS)):
        starts = [kind for kind in among if form != RUN or (kind < 27 and kind % 9 < 7 and kind + 2 in among)]
        there = [kind for kind in starts if wall.has(_kinds_of((form, kind)))]
        if there:
            return form, dice.pick(there)
    return None


def _melded(shape: Shape, tiles: list[int], style: Style, is_open: bool, stock: Stock, wall: Wall, dice: Dice) -> Meld | None:
    """The group as a meld; None where it stays concealed."""
    form, kind = shape
    if form == TRIPLET and dice.chance(style.quads) and wall.has([kind]):
        type = dice.pick((MINKAN, KAKAN, ANKAN)) if is_open else ANKAN
        return Meld.of(type, [*tiles, *wall.take([kind])])
    if not is_open or form == PAIR or dice.chance(0.55) or (form == RUN and stock.players == 3):
        return None
    return Meld.of(CHI if form == RUN else PON, tiles)


def _parts(style: Style, stock: Stock, wall: Wall, dice: Dice, seat: Wind, round_: Wind) -> tuple[list[int], list[Meld]] | None:
    """Four groups and a pair: the concealed tiles, and the melds. None where the wall lacks the tiles."""
    suit = 9 * dice.below(3)
    kinds = style.kinds or (*range(suit, suit + 9), *WINDS, *DRAGONS)
    is_open = dice.chance(style.open)
    planned = _first(style, dice, seat, round_)
    honours = dice.chance(style.value_pair)
    concealed: list[int] = []
    melds: list[Meld] = []
    for i in range(5):
        if i < len(planned):
            shape: Shape | None = planned[i]
        elif i < 4:
            shape = _shape(RUN if dice.chance(style.runs) else TRIPLET, kinds, wall, dice)
        else:
            shape = _shape(PAIR, (*WINDS, *DRAGONS, seat.kind, round_.kind) if honours else kinds, wall, dice)
        if shape is None or not wall.has(_kinds_of(shape)):
            return None
        tiles = wall.take(_kinds_of(shape))
        meld = _melded(shape, tiles, style, is_open, stock, wall, dice)
        if meld is None:
            concealed += tiles
        else:
            melds.append(meld)
    return concealed, melds


def _whole(name: str, stock: Stock, wall: Wall, dice: Dice, seat: Wind, round_: Wind) -> tuple[list[int], list[Meld]] | None:
    """All tiles of a hand of a style."""
    there = [kind for kind in range(N_KINDS) if wall.has([kind, kind])]
    if name == PAIRS:
        return wall.take(kind for kind in sorted(dice.shuffled(there)[:7]) for _ in range(2)), []
    if name == THIRTEEN:
        return wall.take([*ORPHANS, dice.pick(ORPHANS)]), []
    return _parts(STYLES[name], stock, wall, dice, seat, round_)


# -------------------------------------------------------------------------------------- riichi hands


def deal_riichi(rules: RiichiRules, styles: Mapping[str, int], dice: Dice, counters: bool = False) -> Deal | None:
    """A try at a riichi hand that wins.

    Parameters
    ----------
    rules : RiichiRules
    styles : mapping
        Style -> how often.
    dice : Dice
    counters : bool
        Whether counters may lie on the table.

    Returns
    -------
    Deal or None
        None where it came to nothing.
    """
    stock = rules.stock
    wall = Wall(stock, dice)
    seat = Wind(dice.below(stock.players))
    round_ = Wind(dice.weighted(((0, 3), (1, 2))))
    parts = _whole(dice.weighted(styles.items()), stock, wall, dice, seat, round_)
    if parts is None:
        return None
    concealed, melds = parts
    norths = 0
    if stock.players == 3 and dice.chance(0.4):
        while wall.has([NORTH]) and norths < 4 and dice.chance(0.5):
            norths += len(wall.take([NORTH]))
    by = TSUMO if dice.chance(0.45) else RON
    place = dice.below(len(concealed))
    win = concealed[place]
    hand = Hand.of([*concealed[:place], *concealed[place + 1 :]], melds, win=win, by=by, norths=norths)
    flags = _flags(hand, rules.ippatsu, wall, dice)
    n = 1 + sum(meld.is_quad for meld in melds) * rules.kan_dora
    shown = wall.draw(n)
    has_riichi = bool(flags & (FLAG_BITS["riichi"] | FLAG_BITS["double_riichi"]))
    under = wall.draw(n) if has_riichi and rules.ura_dora else []
    honba = dice.weighted(((0, 2), (1, 2), (2, 1))) if counters else 0
    return Deal(hand, Win(seat, round_, flags, tuple(shown), tuple(under), honba, int(has_riichi)))


def _flags(hand: Hand, ippatsu: bool, wall: Wall, dice: Dice) -> int:
    """Flags that can be together, and can be on this hand; what they need is taken from the wall."""
    found: list[str] = []
    win = KIND_OF[hand.win]  # type: ignore[index]
    drawn, kan = hand.by == TSUMO, any(meld.is_quad for meld in hand.melds)
    if drawn and (kan or hand.norths) and dice.chance(0.2):
        found.append("rinshan")
    elif not drawn and wall.has([win] * 3) and dice.chance(0.04):
        wall.take([win] * 3)  # the three that lie before him who adds the fourth
        found.append("chankan")
    elif dice.chance(0.03):
        found.append("haitei" if drawn else "houtei")
    if hand.closed and dice.chance(0.6):
        found.append("double_riichi" if not hand.melds and not hand.norths and dice.chance(0.03) else "riichi")
        if ippatsu and "rinshan" not in found and dice.chance(0.15):
            found.append("ippatsu")
    return sum(FLAG_BITS[flag] for flag in found)


# ----------------------------------------------------------------------------------- classical hands


def deal_classical(
    stock: Stock, styles: Mapping[str, int], dice: Dice, seat: Wind, round_: Wind, wall: Wall | None = None
) -> Deal | None:
    """A try at a classical hand that wins, from its own wall if none is given; None where it came to nothing."""
    wall = wall or Wall(stock, dice)
    parts = _whole(dice.weighted(styles.items()), stock, wall, dice, seat, round_)
    if parts is None:
        return None
    concealed, melds = parts
    place = dice.below(len(concealed))
    rest = [*concealed[:place], *concealed[place + 1 :]]
    by = TSUMO if dice.chance(0.4) else RON
    hand = Hand.of(rest, melds, win=concealed[place], by=by, flowers=_flowers(wall, dice))
    flags = 0
    if by == TSUMO and any(meld.is_quad for meld in melds) and dice.chance(0.2):
        flags = FLAG_BITS["rinshan"]
    elif by == TSUMO and dice.chance(0.04):
        flags = FLAG_BITS["haitei"]
    return Deal(hand, Win(seat, round_, flags))


def deal_loser(wall: Wall, dice: Dice) -> Hand | None:
    """A classical hand that did not win, at some stage; None where the wall lacks the tiles."""
    melds: list[Meld] = []
    concealed: list[int] = []
    everything = range(N_KINDS)
    for _ in range(dice.weighted(((0, 1), (1, 2), (2, 3), (3, 2)))):
        shape = _shape(RUN if dice.chance(0.35) else TRIPLET, everything, wall, dice)
        if shape is None:
            return None
        tiles = wall.take(_kinds_of(shape))
        if shape[0] == RUN:
            melds.append(Meld.of(CHI, tiles))
        elif wall.has([shape[1]]) and dice.chance(0.15):
            melds.append(Meld.of(dice.pick((MINKAN, ANKAN)), [*tiles, *wall.take([shape[1]])]))
        else:
            melds.append(Meld.of(PON, tiles))
    room = 13 - 3 * len(melds)
    for form, size, share in ((TRIPLET, 3, 0.4), (PAIR, 2, 0.7), (PAIR, 2, 0.4)):
        if room - len(concealed) >= size and dice.chance(share):
            shape = _shape(form, (*WINDS, *DRAGONS) if dice.chance(0.35) else everything, wall, dice)
            concealed += wall.take(_kinds_of(shape)) if shape else []
    concealed += wall.draw(room - len(concealed))
    return Hand.of(concealed, melds, flowers=_flowers(wall, dice))


def _flowers(wall: Wall, dice: Dice) -> list[int]:
    return wall.draw_flowers(dice.weighted(((0, 2), (1, 3), (2, 2))))
