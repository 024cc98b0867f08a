"""What a record shows beyond what it tells, as formats leave out some things and want others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from ..errors import worded
from ..hand import RON, TSUMO, Hand
from ..tiles import RED_OF, REDS, tiles_of
from .model import DRAW, INDICATOR, RecordError, Round, ToldDraw, ToldWin
from .replay import Table

#: concealed tiles of a hand that has just drawn
MOST_CONCEALED = 14


def without_reds(rounds: Iterable[Round]) -> bool:
    """Whether no five is red: none is seen, and all four of a suit are plain in one hand."""
    plain = False
    for round in rounds:
        seen = Counter(tile for dealt in round.deal for tile in dealt or ())
        seen.update(event.tile for event in round.events if event.what in (DRAW, INDICATOR))
        seen[round.indicator] += 1
        if any(seen[red] for red in REDS):
            return False
        plain = plain or any(seen[five] == 4 for five in RED_OF)
    return plain


def won_hand(told: ToldWin, table: Table) -> Hand | None:
    """The hand of a win with its winning tile: as it is told or, where it isn't, as it was played.

    Parameters
    ----------
    told : ToldWin
    table : Table
        The hand played again.
    """
    played = table.won(told.seat, told.giver, told.tile).hand
    tile = told.tile if told.tile is not None else played.win if played else None
    if told.concealed is None or tile is None:
        return played
    melds, called = told.melds, tuple(table.melds[told.seat])
    if melds is None or sorted((meld.group, meld.tiles) for meld in melds) == sorted((meld.group, meld.tiles) for meld in called):
        melds = called  # in the order of the calls
    norths = told.norths if told.norths is not None else table.norths[told.seat]
    return Hand.of(told.concealed, melds, win=tile, by=TSUMO if told.giver is None else RON, norths=norths)


def written_hand(told: ToldWin, table: Table, format: str) -> Hand | None:
    """The hand of a win, to be written where its winning tile is told by the number of tiles.

    Raises
    ------
    RecordError
        If it has no number of tiles that a winning hand can have.
    """
    hand = won_hand(told, table)
    if hand is not None and (n := len(hand.concealed)) % 3 != 1:
        why = worded("the winning hand {hand} has {n} concealed tiles beside the winning one", hand=str(hand), n=n)
        raise not_written(table.round, format, why)
    return hand


def not_written(round: Round, format: str, why: str) -> RecordError:
    """The refusal to write a hand."""
    return RecordError(worded("{round} can't be written as {format}: {why}", round=str(round), format=format, why=why))


def shown_hands(told: ToldDraw, table: Table, format: str) -> tuple[Hand | None, ...] | None:
    """The hands that are shown when nobody won: as they are told or, where they aren't, those that are tenpai in the play.

    Returns
    -------
    tuple of (Hand or None) or None
        By seat; None for the whole where neither the record nor the play tells.

    Raises
    ------
    RecordError
        If one has more tiles than a hand can have.
    """
    found = _told_hands(told, table) if told.hands is not None else _tenpai_hands(told, table)
    for hand in found or ():
        if hand is not None and (n := len(tiles_of(hand.counts))) > MOST_CONCEALED:
            raise not_written(table.round, format, worded("the hand {hand} has {n} tiles", hand=str(hand), n=n))
    return found


def _told_hands(told: ToldDraw, table: Table) -> tuple[Hand | None, ...]:
    hands = enumerate(told.hands or ())
    return tuple(None if tiles is None else Hand.of(tiles, table.melds[seat], norths=table.norths[seat]) for seat, tiles in hands)


def _tenpai_hands(told: ToldDraw, table: Table) -> tuple[Hand | None, ...] | None:
    waits = [table.waits(seat) for seat in range(table.players)]
    if told.tenpai is None and None in waits:
        return None
    tenpai = [bool(waits[seat]) if told.tenpai is None else told.tenpai[seat] for seat in range(table.players)]
    return tuple(table.hand(seat) if tenpai[seat] else None for seat in range(table.players))


def liable_seat(told: ToldWin, table: Table, known: Collection[str]) -> int | None:
    """Who is liable for a yakuman, where a format has no place for it: who fed it, unless the payments show that they don't pay for it.

    Parameters
    ----------
    told : ToldWin
    table : Table
    known : collection of str
        The yakuman for which there is liability.
    """
    untold = told.yaku is None and not told.yakuman
    fed = table.liable(told.seat, [id for id in known if untold or id in told.yakuman])
    if not fed:
        return None
    seat = fed[0][1]
    if told.deltas is None or seat == told.giver:
        return seat
    lost = -told.deltas[seat]
    others = max(-delta for one, delta in enumerate(told.deltas) if one != seat)
    # a dealer pays twice what the others do, and with counters less than that
    return seat if lost > (0 if told.giver is not None else 2 * max(others, 0)) else None
