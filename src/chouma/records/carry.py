"""A game on its way into another format: what a win leaves out is filled in from the play, and what was written is read again.

Formats differ in what they hold. What a reader of the written text gets to know is what the game told, or the game is refused: in
its place nothing is made up, and nothing is dropped in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..errors import ChoumaError, worded
from ..game.placing import final_count
from ..hand import KAKAN, Meld
from ..riichi.draws import EXHAUSTIVE, NAGASHI
from ..riichi.rules import RiichiRules
from ..riichi.settle import STICK as STICK_POINTS
from ..tiles import tiles_of
from .model import DISCARD, INDICATOR, Event, Game, RecordError, Round, ToldDraw, ToldWin
from .replay import Table

#: base points of the limits, highest first
_LIMITS = ((8000, "yakuman"), (6000, "sanbaiman"), (4000, "baiman"), (3000, "haneman"), (2000, "mangan"))


class Carried(NamedTuple):
    """What a format holds.

    Attributes
    ----------
    title : str
        What to call it.
    win, draw : tuple of str
        The fields of `ToldWin` and `ToldDraw` that it holds.
    indicators : bool
        Whether it tells when further indicators are turned.
    """

    title: str
    win: tuple[str, ...]
    draw: tuple[str, ...]
    indicators: bool


def place(round: Round) -> str:
    """A hand in the words of a refusal."""
    return worded("hand {n} ({round})", n=round.index + 1, round=str(round))


def refuse(title: str, what: str, round: Round) -> RecordError:
    """The refusal of something in a hand."""
    return RecordError(worded("{format} can't carry {where}: {why}", format=title, where=place(round), why=what))


def whole_game(game: Game, title: str) -> None:
    """Whether all of a game was read.

    Raises
    ------
    RecordError
        If some of it wasn't, or there is no hand in it.
    """
    for index, why in game.problems:
        if index is None:
            raise RecordError(worded("a part of it can't be read: {why}", why=why))
        raise RecordError(worded("its hand {n} can't be read: {why}", n=index + 1, why=why))
    if not game.rounds:
        raise RecordError(worded("{format} can't carry a game without a hand", format=title))


# ------------------------------------------------------------------------------------------------- what is left out


def sticks(table: Table) -> tuple[int, ...]:
    """What each seat laid for riichi in a hand."""
    return tuple(STICK_POINTS * (seat in table.sticks) for seat in range(table.players))


def filled_wins(round: Round, table: Table, rules: RiichiRules, title: str) -> list[ToldWin]:
    """The wins of a hand with what the record leaves out, as far as the play tells it.

    Raises
    ------
    RecordError
        If the payments aren't told.
    """
    found = []
    before = tuple(score - laid for score, laid in zip(round.scores, sticks(table), strict=True))
    for nth, told in enumerate(round.wins):
        deltas = told.deltas
        if deltas is None:
            raise refuse(title, worded("the payments of a win aren't told"), round)
        # counters and sticks are the first winner's
        honba, deposits = (round.honba, round.deposits + len(table.sticks)) if not nth else (0, 0)
        honba = honba if told.honba is None else told.honba
        deposits = deposits if told.deposits is None else told.deposits
        points = told.points
        if points is None:
            counters = rules.honba_points if told.giver is not None else rules.honba_points // 3 * (round.players - 1)
            points = deltas[told.seat] - honba * counters - deposits * STICK_POINTS
        whole = told._replace(honba=honba, deposits=deposits, points=points, before=told.before or before)
        if told.limit is None:
            whole = whole._replace(limit=_limit(whole, round, rules))
        found.append(_with_hand(whole, table))
        before = tuple(score + delta for score, delta in zip(before, deltas, strict=True))
    return found


def _limit(win: ToldWin, round: Round, rules: RiichiRules) -> str:
    """The limit that a price stands for: below a mangan no price, however rounded up, comes to a limit's."""
    dealer, n = win.seat == round.dealer, round.players
    if win.giver is not None:
        parts = 6 if dealer else 4
    elif dealer:
        parts = 2 * (n - 1)
    else:
        parts = 3 if n == 3 and rules.tsumo_loss == "loss" else 4
    return next((limit for base, limit in _LIMITS if (win.points or 0) >= base * parts), "")


def _with_hand(win: ToldWin, table: Table) -> ToldWin:
    played = table.won(win.seat, win.giver, win.tile)
    dora = tuple(played.how.dora_indicators) if win.dora is None else win.dora
    win = win._replace(dora=dora, ura=win.ura or ())
    hand = played.hand
    if hand is None:
        return win
    concealed = list(tiles_of(hand.counts))
    if hand.win in concealed:
        concealed.remove(hand.win)
    return win._replace(
        tile=hand.win if win.tile is None else win.tile,
        concealed=tuple(concealed) if win.concealed is None else win.concealed,
        melds=hand.melds if win.melds is None else win.melds,
        norths=hand.norths if win.norths is None else win.norths,
    )


def tenpai_of(round: Round, told: ToldDraw, table: Table) -> list[bool]:
    """Who is tenpai at the end of a hand, as the record has it or else by the play."""
    if told.kind not in (EXHAUSTIVE, NAGASHI):
        return [bool(told.hands and told.hands[seat]) for seat in range(round.players)]
    found = []
    for seat in range(round.players):
        theirs = told.tenpai[seat] if told.tenpai is not None else None
        found.append(bool(table.waits(seat)) if theirs is None else theirs)
    return found


def totals_of(game: Game) -> tuple[int, ...] | None:
    """The final count in points, by seat: that of the record, or by the rules; None where no end is told."""
    if game.finals is None:
        return None
    return game.finals.totals or tuple(final_count(game.finals.scores, game.rules).totals)


# ------------------------------------------------------------------------------------------------- what was written, read again


def checked(game: Game, text: str, read: Callable[[str], Game], carried: Carried) -> str:
    """The text, if who reads it gets to know what the game told.

    Raises
    ------
    RecordError
        If not: what the format can't carry, and of which hand.
    """
    try:
        again = read(text)
    except ChoumaError as wrong:
        raise RecordError(worded("{format} can't carry it: {why}", format=carried.title, why=wrong.parts[0])) from None
    for index, why in again.problems:
        if index is not None and index < len(game.rounds):
            raise refuse(carried.title, why, game.rounds[index])
    if len(again.rounds) != len(game.rounds) or again.names != game.names:
        raise RecordError(worded("{format} can't carry it: hands or names would differ", format=carried.title))
    if game.finals is not None and (again.finals is None or not _same(tuple(game.finals), tuple(again.finals))):
        raise RecordError(worded("{format} can't carry it: the final points would differ", format=carried.title))
    for mine, theirs in zip(game.rounds, again.rounds, strict=True):
        if (found := _different(mine, theirs, carried)) is not None:
            raise refuse(carried.title, worded("{what} would differ", what=found), mine)
    return text


def _different(mine: Round, theirs: Round, carried: Carried) -> str | None:
    """What differs in a hand."""
    for field in ("wind", "dealer", "honba", "deposits", "scores", "deal", "indicator"):
        if not _same(getattr(mine, field), getattr(theirs, field)):
            return field
    if not _same_play(mine.events, theirs.events, carried.indicators):
        return worded("the order of play")
    if len(mine.wins) != len(theirs.wins) or (mine.draw is None) != (theirs.draw is None):
        return worded("the end")
    for win, other in zip(mine.wins, theirs.wins, strict=True):
        for field in carried.win:
            if not _SAME.get(field, _same)(getattr(win, field), getattr(other, field)):
                return field
    if mine.draw is not None:
        for field in carried.draw:
            if not _same(getattr(mine.draw, field), getattr(theirs.draw, field)):
                return field
    return None


def _same(told: Any, got: Any) -> bool:
    """Whether something told came back; what wasn't told may be anything, and what the other format leaves out is left out."""
    if told is None or got is None:
        return True
    if isinstance(told, tuple) and isinstance(got, tuple):
        return len(told) == len(got) and all(map(_same, told, got))
    return bool(told == got)


def _same_play(told: Sequence[Event], got: Sequence[Event], indicators: bool) -> bool:
    if not indicators:
        told = [event for event in told if event.what != INDICATOR]
    return len(told) == len(got) and all(map(_same_event, told, got))


def _same_event(told: Event, got: Event) -> bool:
    # a tile that comes and goes is the drawn one, if the hand holds no other like it, whether the record says so or not
    drawn = told.drawn == got.drawn or (told.what == DISCARD and got.drawn)
    return told[:3] == got[:3] and drawn and _same_meld(told.meld, got.meld)


def _same_meld(told: Meld | None, got: Meld | None) -> bool:
    if told is None or got is None:
        return told is got
    if _key(told) != _key(got) or _or(told.added, got.added) != got.added:
        return False
    # whom the pon of a kakan came from was told when it was called
    return told.type == KAKAN or (told.source or got.source, _or(told.called, got.called)) == (got.source, got.called)


def _or(told: int | None, got: int | None) -> int | None:
    return got if told is None else told


def _key(meld: Meld) -> tuple[str, int]:
    return meld.type, meld.counts


def _same_melds(told: Iterable[Meld] | None, got: Iterable[Meld] | None) -> bool:
    return told is None or got is None or sorted(map(_key, told)) == sorted(map(_key, got))


def _same_tiles(told: Iterable[int] | None, got: Iterable[int] | None) -> bool:
    return told is None or got is None or sorted(told) == sorted(got)


def _same_yaku(told: Iterable[tuple[str, int]] | None, got: Iterable[tuple[str, int]] | None) -> bool:
    return told is None or got is None or summed(told) == summed(got)


def summed(yaku: Iterable[tuple[str, int]]) -> Mapping[str, int]:
    """Yaku with their han; declared norths among the dora, as Tenhou has them."""
    found: dict[str, int] = {}
    for id, han in yaku:
        name = "dora" if id == "kita_dora" else id
        found[name] = found.get(name, 0) + han
    return found


_SAME: Mapping[str, Callable[[Any, Any], bool]] = {"melds": _same_melds, "concealed": _same_tiles, "yaku": _same_yaku}
