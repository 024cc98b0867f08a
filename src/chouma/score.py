"""One hand under one rule set: `score`.

>>> s = score("234m 345678p 6634s +5s", riichi=True, seat="S", round="E", rules="tenhou")
>>> s.han, s.fu, s.points, [y.id for y in s.yaku]
(3, 30, 3900, ['riichi', 'pinfu', 'tanyao'])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from . import tiles
from .asked import flag_bits, hand_of, tiles_given, winning
from .errors import Fault, HandError, Problem, show, worded
from .facts import MOST_INDICATORS, facts_of, values_of
from .families import made_ready
from .families import rules as rules_of_any
from .hand import CHI, FLAG_BITS, FLAGS, TSUMO, Hand, Win, tile_faults
from .notation import declares_riichi
from .notation.canonical import parts_of
from .result import NO_YAKU, NOT_A_WIN, NoScore, Score
from .riichi.engine import BY_PRESET, Engine
from .riichi.pricing import best_price
from .riichi.refusals import REFUSALS
from .rulesets import RuleSet
from .seats import SPELLINGS, Wind, wind
from .shapes.rows import NO_CALLS, melded, words_of
from .tiles import KINDS_MASK, N_TILES, NORTH, NUMBERS, ONE

if TYPE_CHECKING:
    from .classical.result import ClassicalNoScore, ClassicalScore

RIICHI = "riichi"
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
    rules: RuleSet | str | Mapping[str, Any] = "general",
    flags: Iterable[str] = (),
    won: bool | str = True,
    seen: str | Iterable[str | int] = (),
    strict: bool = True,
    notation: str | None = None,
    **named: bool,
) -> Score | NoScore | ClassicalScore | ClassicalNoScore:
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
    rules : RuleSet, str or mapping
        A rule set, the name of a preset, or ``{"base": "tenhou", "kiriage_mangan": True}``; riichi or classical.
    flags : iterable of str
        See `chouma.hand.FLAGS` and, for classical rules, `chouma.hand.CLASSICAL_FLAGS`; each may also be given by name: ``riichi=True``.
    won : bool or str
        Classical rules: False for a hand that did not win, ``"dealt"`` for one that wins as it was dealt.
    seen : str or iterable
        Classical rules: tiles on the table beside the hand, where the rules ask.
    strict : bool
        False: score a hypothetical hand whatever its problems, and say what was waived.
    notation : str, optional
        Read `hand` as this notation and no other.

    Returns
    -------
    Score or NoScore
        A `NoScore` says why the hand isn't paid: it doesn't win, or has no yaku. It is false where a `Score` is true.
        Under classical rules a `ClassicalScore` or `ClassicalNoScore`.

    Raises
    ------
    HandError, RuleError
        If the hand can't be: every reason at once, each naming the tile or flag and the mend; if there is no such rule set.
    """
    try:  # most rules by the name of a preset that is ready
        engine = BY_PRESET[rules]  # type: ignore[index]
    except (KeyError, TypeError):
        engine = _made_ready(rules)
        if engine.rules.family.name != RIICHI:
            given = (dora_indicators, ura_indicators, honba, deposits)
            return _classical(hand, engine, given, win, by, seat, round, flags, named, won, seen, strict, notation)
    bits = flag_bits(flags, named, FLAGS) if flags or named else 0
    taken = parts_of(hand) if notation is None else None  # type: ignore[arg-type]
    if taken is None:
        taken = hand_of(hand, notation)
        bits = with_declared(bits, hand, notation)
    if win is not None or by is not None:
        taken = Hand._make(taken).winning(*winning(win, by))
    shown, under = dora_indicators, ura_indicators  # as numbers as soon as they are read: they may be iterators
    try:  # most winds and tiles are given by their plain names
        seat_wind, round_wind = SPELLINGS[seat], SPELLINGS[round]  # type: ignore[index]
        if shown:
            shown = (NUMBERS[shown],) if type(shown) is str else tuple(map(_number_of, shown))  # type: ignore[arg-type]
        if under:
            under = (NUMBERS[under],) if type(under) is str else tuple(map(_number_of, under))  # type: ignore[arg-type]
    except (KeyError, TypeError):
        seat_wind, round_wind = wind(seat), wind(round, "round")
        shown = tiles_given(shown or (), "dora_indicators")
        under = tiles_given(under or (), "ura_indicators")
    how = seat_wind, round_wind, bits, shown or (), under or (), honba, deposits  # a `Win` as a plain tuple, quicker to make
    if won is not True or seen:
        raise HandError([_unknown(engine, field) for field, given in (("won", won is not True), ("seen", seen)) if given])
    return _scored(taken, how, engine, strict)


def _made_ready(spec: RuleSet | str | Mapping[str, Any]) -> Any:
    """The engine of the rules that are meant, of either family; a preset's is kept where it is found at once."""
    found = rules_of_any(spec)
    engine = made_ready(found)
    if isinstance(spec, str) and found.is_preset and found.family.name == RIICHI:
        BY_PRESET[spec] = engine
    return engine


def _classical(
    hand: str | Hand, engine: Any, of_riichi: tuple[Any, ...], win: Any, by: Any, seat: Any, round: Any, flags: Any, named: Any, *more: Any
) -> ClassicalScore | ClassicalNoScore:
    """The same under classical rules, which have no dora and no counters."""
    from .classical.score import score as score_classical  # here: riichi hands don't wait for it

    names = ("dora_indicators", "ura_indicators", "honba", "deposits")
    if strange := [_unknown(engine, field) for field, given in zip(names, of_riichi, strict=True) if given]:
        raise HandError(strange)
    told = dict(zip(("won", "seen", "strict", "notation"), more, strict=True))
    return score_classical(hand, win=win, by=by, seat=seat, round=round, rules=engine.rules, flags=flags, **told, **named)


def _unknown(engine: Any, field: str) -> Fault:
    return Fault(Problem.BAD_VALUE, worded("the rules {rules} know no {field}: take it away", rules=engine.rules.name, field=field), field)


def with_declared(flags: int, hand: object, notation: str | None) -> int:
    """The flags, and riichi where the text of a hand declares it (a 牌姿 can) and no flag tells of another sort."""
    if isinstance(hand, str) and not flags & _ANY_RIICHI and declares_riichi(hand, notation):
        return flags | FLAG_BITS["riichi"]
    return flags


def score_hand(hand: Hand, win: Win, engine: Engine, *, strict: bool = True) -> Score | NoScore:
    """Score a hand that is read already; see `score`."""
    return _scored(hand[:], win[:], engine, strict)  # slices are plain tuples


def _scored(hand: tuple[Any, ...], win: tuple[Any, ...], engine: Engine, strict: bool) -> Score | NoScore:
    """Score a hand by the fields of a `Hand` and of a `Win`, which are quicker to make and to take apart than those."""
    counts, melds, norths, flowers, tile, by = hand
    seat, round, flags, dora_indicators, ura_indicators, honba, deposits = win
    if tile is None or by is None:
        told = worded("by is None: say whether the hand was won by ron or by tsumo")
        raise HandError(win_faults(Hand._make(hand), Win._make(win), engine) or [Fault(Problem.BAD_VALUE, told, "by")])
    held = counts.to_bytes(N_TILES, "little")
    if melds:
        more, sums, marks, *calls = melded(melds)  # type: ignore[assignment]  # a list of two does as well
        all_counts = counts + more
        concealed = 14 - 3 * len(melds)
    else:
        all_counts, sums, marks, calls, concealed = counts, 0, 0, NO_CALLS, 14
    if norths:
        all_counts += norths * ONE[NORTH]
    players = engine.players
    facts, shown = values_of(held, all_counts, calls, norths, tile, by, seat, round, flags, dora_indicators, ura_indicators, players)
    waived: tuple[Fault, ...] = ()
    # quick, and never false where something is wrong
    if (
        not held[tile]  # a winning tile that the hand doesn't hold
        or (counts & KINDS_MASK) % 255 != concealed  # a byte a kind: the sum of the bytes
        or shown + engine.room & engine.high_bits
        or flowers
        or ((norths or players == 3) and not _is_of_three(hand, win, engine))
        or type(honba) is not int
        or type(deposits) is not int
        or (honba | deposits) & _UNUSUAL_COUNTERS  # those below 0 have all high bits
        or (flags and (refused := engine.refusals[flags, not calls[0], by == TSUMO]) and refused(facts))
    ):
        waived = _waived(hand, win, engine, strict)
    readings = words_of(held, tile, by, sums, marks, hand)
    best, chosen = best_price(engine, readings, facts)
    if best is None:
        return _new(NoScore, (hand, win, engine, facts, waived, NO_YAKU if readings else NOT_A_WIN))
    return _new(Score, (hand, win, engine, facts, waived, best, chosen))


def _is_of_three(hand: tuple[Any, ...], win: tuple[Any, ...], engine: Engine) -> bool:
    """Whether nothing in a hand is against three players."""
    return engine.players == 3 and Wind.N not in win[:2] and not any(meld.type == CHI for meld in hand[1])


def _waived(parts: tuple[Any, ...], how: tuple[Any, ...], engine: Engine, strict: bool) -> tuple[Fault, ...]:
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
        found.append(Fault(Problem.SEAT_NOT_IN_GAME, worded("{field} is N: three players sit E, S and W", field=field), field))
    for field, number in (("honba", win.honba), ("deposits", win.deposits)):
        if number.__class__ is not int or not 0 <= number <= MOST_COUNTERS:
            told = worded("{field} is {value}: a whole number from 0 to {most}", field=field, value=show(number), most=MOST_COUNTERS)
            found.append(Fault(Problem.BAD_VALUE, told, field))
    n_dora, n_ura = len(win.dora_indicators), len(win.ura_indicators)
    if n_dora > MOST_INDICATORS:
        told = worded("{n} dora indicators: there are at most {most}", n=n_dora, most=MOST_INDICATORS)
        found.append(Fault(Problem.TOO_MANY_INDICATORS, told, "dora_indicators"))
    if n_ura > n_dora:
        told = worded("{n_ura} ura indicators under {n_dora} dora indicators: there are as many", n_ura=n_ura, n_dora=n_dora)
        found.append(Fault(Problem.URA_MORE_THAN_DORA, told, "ura_indicators"))
    if hand.win is not None and hand.by is not None:
        facts = facts_of(hand, win, hand.all_counts, rules.players)
        bits = engine.refused(facts)
        found += [Fault(one.problem, one.message, f"flags.{_named(one.flag, win)}") for one in REFUSALS if bits & one.problem]
    return found


def _named(flag: str, win: Win) -> str:
    """The flag at fault as it was given: ``riichi`` stands for any sort, ``first_turn`` for tenhou, chiihou, renhou."""
    family = {"riichi": ("riichi", "double_riichi", "open_riichi"), "first_turn": ("tenhou", "chiihou", "renhou")}.get(flag, (flag,))
    return next((name for name in family if name in win.flag_names), flag)
