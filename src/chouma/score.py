"""One hand under one rule set: `score`.

>>> s = score("234m 345678p 6634s +5s", riichi=True, seat="S", round="E", rules="tenhou")
>>> s.han, s.fu, s.points, [y.id for y in s.yaku]
(3, 30, 3900, ['riichi', 'pinfu', 'tanyao'])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from . import tiles
from .errors import Fault, HandError, Problem, UnknownNameError, shorten, show
from .facts import facts_of, values_of
from .hand import CHI, FLAG_BITS, FLAGS, TSUMO, Hand, Win, tile_faults
from .notation import declares_riichi, read, read_tiles
from .notation.canonical import parts_of
from .result import NO_YAKU, NOT_A_WIN, NoScore, Score
from .riichi.engine import BY_PRESET, Engine, engine_of
from .riichi.pricing import best_price
from .riichi.refusals import REFUSALS
from .riichi.rules import RiichiRules
from .seats import SPELLINGS, Wind, wind
from .shapes.rows import NO_CALLS, melded, words_of
from .tiles import KINDS_MASK, N_TILES, NORTH, NUMBERS, ONE

MOST_INDICATORS = 5
MOST_COUNTERS = 10_000
_UNUSUAL_COUNTERS = ~255  # more than games have: looked at with care
_ANY_RIICHI = FLAG_BITS["riichi"] | FLAG_BITS["double_riichi"] | FLAG_BITS["open_riichi"]
_new = tuple.__new__
_number_of = NUMBERS.__getitem__


def score(
    hand: str | Hand,
    *,
    win: str | int | None = None,
    by: str | None = None,
    seat: Wind | str = "S",
    round: Wind | str = "E",
    dora_indicators: str | Iterable[str | int] = (),
    ura_indicators: str | Iterable[str | int] = (),
    honba: int = 0,
    deposits: int = 0,
    rules: RiichiRules | str | Mapping[str, Any] = "general",
    flags: Iterable[str] = (),
    strict: bool = True,
    notation: str | None = None,
    **named: bool,
) -> Score | NoScore:
    """Score a hand.

    Parameters
    ----------
    hand : str or Hand
        In any notation (see `chouma.read`), with its winning tile: ``+5s`` by ron, ``*5s`` by self-draw. A 牌姿 may declare riichi.
    win, by : str, optional
        The winning tile, and ``ron`` or ``tsumo``, where `hand` holds the other tiles only.
    seat, round : Wind or str
        The winner's wind and the wind of the round: ``E``, ``S``, ``W``, ``N``. East is the dealer.
    dora_indicators, ura_indicators : str or iterable
        Indicators as shown on the table: ``"2p"``, ``"2p 0s"``, ``["2p", "0s"]``.
    honba, deposits : int
        Counters and riichi sticks on the table.
    rules : RiichiRules, str or mapping
        A rule set, the name of a preset, or ``{"base": "tenhou", "kiriage_mangan": True}``.
    flags : iterable of str
        See `chouma.hand.FLAGS`; each may also be given by name: ``riichi=True``.
    strict : bool
        False: score a hypothetical hand whatever its problems, and say what was waived.
    notation : str, optional
        Read `hand` as this notation and no other.

    Returns
    -------
    Score or NoScore
        A `NoScore` says why the hand isn't paid: it doesn't win, or has no yaku. It is false where a `Score` is true.

    Raises
    ------
    HandError, RuleError
        If the hand can't be: every reason at once, each naming the tile or flag and the mend; if there is no such rule set.
    """
    bits = _flag_bits(flags, named) if flags or named else 0
    taken = parts_of(hand) if notation is None else None  # type: ignore[arg-type]
    if taken is None:
        taken = _taken(hand, notation)
        bits = with_declared(bits, hand, notation)
    if win is not None or by is not None:
        taken = Hand._make(taken).winning(*_winning(win, by))
    shown, under = dora_indicators, ura_indicators  # as numbers as soon as they are read: they may be iterators
    try:  # most winds and tiles are given by their plain names
        seat_wind, round_wind = SPELLINGS[seat], SPELLINGS[round]
        if shown:
            shown = (NUMBERS[shown],) if type(shown) is str else tuple(map(_number_of, shown))  # type: ignore[index, arg-type]
        if under:
            under = (NUMBERS[under],) if type(under) is str else tuple(map(_number_of, under))  # type: ignore[index, arg-type]
    except (KeyError, TypeError):
        seat_wind, round_wind = wind(seat), wind(round, "round")
        shown = indicators(shown or (), "dora_indicators")
        under = indicators(under or (), "ura_indicators")
    how = seat_wind, round_wind, bits, shown or (), under or (), honba, deposits  # a `Win` as a plain tuple, quicker to make
    try:  # most rules by the name of a preset that is ready
        engine = BY_PRESET[rules]  # type: ignore[index]
    except (KeyError, TypeError):
        engine = engine_of(rules)
    return _scored(taken, how, engine, strict)


def _taken(hand: object, notation: str | None) -> Hand:
    """A hand as it was given, read if it is text."""
    if isinstance(hand, str):
        return read(hand, notation)
    if isinstance(hand, Hand):
        return hand
    raise HandError([Fault(Problem.BAD_VALUE, f"the hand is a {type(hand).__name__}: give text or a Hand")])


def with_declared(flags: int, hand: object, notation: str | None) -> int:
    """The flags, and riichi where the text of a hand declares it (a 牌姿 can) and no flag tells of another sort."""
    if isinstance(hand, str) and not flags & _ANY_RIICHI and declares_riichi(hand, notation):
        return flags | FLAG_BITS["riichi"]
    return flags


def score_hand(hand: Hand, win: Win, engine: Engine, *, strict: bool = True) -> Score | NoScore:
    """Score a hand that is read already; see `score`."""
    return _scored(hand[:], win[:], engine, strict)  # slices are plain tuples


def _scored(hand: tuple[Any, ...], win: tuple[Any, ...], engine: Engine, strict: bool) -> Score | NoScore:
    """The same of the fields of a `Hand` and of a `Win`, which are quicker to make and to take apart than those."""
    counts, melds, norths, flowers, tile, by = hand
    seat, round, flags, dora_indicators, ura_indicators, honba, deposits = win
    if tile is None or by is None:
        raise HandError(win_faults(Hand._make(hand), Win._make(win), engine))
    held = counts.to_bytes(N_TILES, "little")
    all_counts, sums, marks, calls = counts, 0, 0, NO_CALLS
    if melds:
        more, sums, marks, *calls = melded(melds)
        all_counts += more
    if norths:
        all_counts += norths * ONE[NORTH]
    players = engine.players
    facts, shown = values_of(held, all_counts, calls, norths, tile, by, seat, round, flags, dora_indicators, ura_indicators, players)
    waived: tuple[Fault, ...] = ()
    # quick, and never false where something is wrong
    if (
        not held[tile]  # a winning tile that the hand doesn't hold
        or (counts & KINDS_MASK) % 255 + 3 * len(melds) != 14  # a byte a kind: the sum of the bytes
        or shown + engine.room & engine.high_bits
        or flowers
        or ((norths or players == 3) and not _is_of_three(hand, win, engine))
        or not len(ura_indicators) <= len(dora_indicators) <= MOST_INDICATORS
        or type(honba) is not int
        or type(deposits) is not int
        or (honba | deposits) & _UNUSUAL_COUNTERS  # those below 0 have all high bits
        or (flags and (refused := engine.refusals[flags, not calls[0], by == TSUMO]) and refused(facts))
    ):
        waived = _settled(hand, win, engine, strict)
    readings = words_of(held, tile, by, sums, marks, hand)
    best, chosen = best_price(engine, readings, facts)
    if best is None:
        return _new(NoScore, (hand, win, engine, facts, waived, NO_YAKU if readings else NOT_A_WIN))
    return _new(Score, (hand, win, engine, facts, waived, best, chosen))


def _is_of_three(hand: tuple[Any, ...], win: tuple[Any, ...], engine: Engine) -> bool:
    """Whether nothing in a hand is against three players."""
    return engine.players == 3 and Wind.N not in win[:2] and not any(meld.type == CHI for meld in hand[1])


def _settled(parts: tuple[Any, ...], how: tuple[Any, ...], engine: Engine, strict: bool) -> tuple[Fault, ...]:
    """Refuse a hand with faults, unless it is hypothetical and can be counted all the same: then they are waived."""
    hand = Hand._make(parts)
    faults = win_faults(hand, Win._make(how), engine)
    if not faults:
        return ()
    if strict or hand.win is None or not hand.counts >> 8 * tiles.KIND_OF[hand.win] & 255:
        raise HandError(faults)
    if any(fault.problem in (Problem.TILE_COUNT, Problem.BAD_VALUE, Problem.FLOWERS) for fault in faults):
        raise HandError(faults)
    return tuple(faults)


def win_faults(hand: Hand, win: Win, engine: Engine) -> list[Fault]:
    """Everything that is wrong with a hand that is said to have won; empty where all is well.

    Parameters
    ----------
    hand : Hand
    win : Win
    engine : Engine
        The rule set made ready.
    """
    rules = engine.rules
    shown = {"dora_indicators": win.dora_indicators, "ura_indicators": win.ura_indicators}
    found = tile_faults(hand, shown, rules.stock)
    if rules.players == 3 and Wind.N in (win.seat, win.round):
        field = "seat" if win.seat == Wind.N else "round"
        found.append(Fault(Problem.SEAT_NOT_IN_GAME, f"{field} is N: three players sit E, S and W", field))
    for field, number in (("honba", win.honba), ("deposits", win.deposits)):
        if number.__class__ is not int or not 0 <= number <= MOST_COUNTERS:
            found.append(Fault(Problem.BAD_VALUE, f"{field} is {show(number)}: a whole number from 0 to {MOST_COUNTERS}", field))
    n_dora, n_ura = len(win.dora_indicators), len(win.ura_indicators)
    if n_dora > MOST_INDICATORS:
        told = f"{n_dora} dora indicators: there are at most {MOST_INDICATORS}"
        found.append(Fault(Problem.TOO_MANY_INDICATORS, told, "dora_indicators"))
    if n_ura > n_dora:
        found.append(
            Fault(Problem.URA_MORE_THAN_DORA, f"{n_ura} ura indicators under {n_dora} dora indicators: there are as many", "ura_indicators")
        )
    if hand.win is not None and hand.by is not None:
        facts = facts_of(hand, win, hand.all_counts, rules.players)
        bits = engine.refused(facts)
        found += [Fault(one.problem, one.message, f"flags.{_named(one.flag, win)}") for one in REFUSALS if bits & one.problem]
    return found


def _named(flag: str, win: Win) -> str:
    """The flag at fault as it was given: ``riichi`` stands for any sort, ``first_turn`` for tenhou, chiihou, renhou."""
    family = {"riichi": ("riichi", "double_riichi", "open_riichi"), "first_turn": ("tenhou", "chiihou", "renhou")}.get(flag, (flag,))
    return next((name for name in family if name in win.flag_names), flag)


def _winning(win: str | int | None, by: str | None) -> tuple[int, str]:
    if win is None:
        told = f"by={show(by)} without a winning tile: give win='5s', or write +5s in the hand"
        raise HandError([Fault(Problem.NO_WINNING_TILE, told, "win")])
    if by not in ("ron", "tsumo"):
        raise HandError([Fault(Problem.BAD_VALUE, f"by is {show(by)}: it is 'ron' or 'tsumo'", "by")])
    found = indicators([win], "win")
    return found[0], by


def _flag_bits(flags: Iterable[str], named: Mapping[str, Any]) -> int:
    """Or of the bits of some flags."""
    bits = 0
    for name, value in named.items():
        if name not in FLAG_BITS:
            raise TypeError(f"score() got an {UnknownNameError('keyword or flag', name, FLAGS).message}")
        if value:
            bits |= FLAG_BITS[name]
    if not flags:
        return bits
    if not isinstance(flags, Iterable):
        told = f"flags is {show(flags)}: give text such as 'riichi ippatsu' or a list"
        raise HandError([Fault(Problem.BAD_VALUE, told, "flags")])
    names = flags.replace(",", " ").split() if isinstance(flags, str) else [one if isinstance(one, str) else show(one) for one in flags]
    faults = [Fault(Problem.BAD_VALUE, UnknownNameError("flag", name, FLAGS).message, "flags") for name in names if name not in FLAG_BITS]
    if faults:
        raise HandError(faults)
    for name in names:
        bits |= FLAG_BITS[name]
    return bits


def indicators(given: str | Iterable[str | int], where: str) -> tuple[int, ...]:
    """Tiles given as one text, or as a list of texts or numbers.

    Raises
    ------
    HandError
        If one of them is no tile.
    """
    try:  # most are given by their plain names
        return (NUMBERS[given],) if given.__class__ is str else tuple(map(_number_of, given))  # type: ignore[index, arg-type]
    except (KeyError, TypeError):
        return _indicators(given, where)


def _indicators(given: Any, where: str) -> tuple[int, ...]:
    if isinstance(given, str):
        return read_tiles(given, where)
    if not isinstance(given, Iterable):
        raise HandError([Fault(Problem.BAD_VALUE, f"{where} is a {type(given).__name__}: give text such as '2p 0s' or a list", where)])
    found: list[int] = []
    for i, one in enumerate(given):
        if isinstance(one, str):
            read_one = read_tiles(one, f"{where}[{i}]")
            if len(read_one) != 1:
                raise HandError([Fault(Problem.BAD_VALUE, f"{shorten(one)!r} is not one tile: write one tile an entry", f"{where}[{i}]")])
            found += read_one
        elif isinstance(one, int) and not isinstance(one, bool) and 0 <= one < tiles.N_TILES:
            found.append(one)
        else:
            raise HandError([Fault(Problem.BAD_VALUE, f"{show(one)} is no tile", f"{where}[{i}]")])
    return tuple(found)
