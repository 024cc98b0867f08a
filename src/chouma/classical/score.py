"""One classical hand under one rule set: `score`.

>>> won = score("13p555p99s(666z)(234m)+2p", seat="S", rules="ningbo")
>>> won.fu, won.fan, won.score
(20, 1, 40)
>>> score("446p33z55z(777z)[1111z]", won=False, seat="W", rules="ningbo").score
80
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..asked import flag_bits, hand_of, tiles_given, winning
from ..errors import Fault, HandError, Problem, show, worded
from ..hand import BITS_OF, CLASSICAL_FLAGS, RON, Hand, Win, tile_faults
from ..seats import Wind, wind
from ..switches import Share
from ..tiles import KINDS_MASK, N_KINDS, ONE, copies, count, tiles_of
from .engine import Engine, engine, flag_faults
from .facts import Facts, facts_of, unconnected
from .pricing import Price, as_dealt, part_name, price, rank
from .readings import quick_words
from .result import ClassicalNoScore, ClassicalScore
from .rules import ClassicalRules

DEALT = "dealt"


def score(
    hand: str | Hand,
    *,
    won: bool | str = True,
    win: str | int | None = None,
    by: str | None = None,
    seat: Wind | str = "S",
    round: Wind | str = "E",
    rules: ClassicalRules | str | Mapping[str, Any] = "ningbo",
    flags: Iterable[str] = (),
    seen: str | Iterable[str | int] = (),
    strict: bool = True,
    notation: str | None = None,
    **named: bool,
) -> ClassicalScore | ClassicalNoScore:
    """Score a classical hand, one that won or one of the others.

    Parameters
    ----------
    hand : str or Hand
        In any notation, with its winning tile (``+5s`` by a discard or robbed, ``*5s`` by self-draw) if it won.
    won : bool or str
        False: a hand that did not win, of 13 tiles. ``"dealt"``: one that wins as the 13 tiles that were dealt (十三不搭).
    win, by : str, optional
        The winning tile, and ``ron`` or ``tsumo``, where `hand` holds the other tiles only.
    seat, round : Wind or str
        The player's wind, and the wind of the round where the rules have one. East deals.
    rules : ClassicalRules, str or mapping
        A rule set, the name of a preset, or ``{"base": "ningbo", "limit": 300}``.
    flags : iterable of str
        See `chouma.hand.CLASSICAL_FLAGS`; each may also be given by name: ``chankan=True``.
    seen : str or iterable
        Tiles on the table beside the hand (discards, the others' exposed sets), for rules that ask.
    strict : bool
        False: score a hypothetical hand whatever is wrong with its flags, and say what was waived.
    notation : str, optional
        Read `hand` as this notation and no other.

    Returns
    -------
    ClassicalScore or ClassicalNoScore
        A `ClassicalNoScore` is a hand that was said to win and doesn't. It is false where a score is true.

    Raises
    ------
    HandError, RuleError
        If the hand can't be: every reason at once; if there is no such rule set.
    """
    bits = flag_bits(flags, named, CLASSICAL_FLAGS) if flags or named else 0
    taken = hand_of(hand, notation)
    if win is not None or by is not None:
        taken = taken.winning(*winning(win, by))
    if won not in (True, False, DEALT):
        raise HandError([Fault(Problem.BAD_VALUE, f"won is {show(won)}: it is true, false or 'dealt'", "won")])
    how = Win(wind(seat), wind(round, "round"), bits)
    table = count(tiles_given(seen, "seen")) if seen else 0
    return score_hand(taken, how, engine(ClassicalRules.family.rules(rules)), won=won, seen=table, strict=strict)


def score_hand(
    hand: Hand, how: Win, engine: Engine, *, won: bool | str = True, seen: int = 0, strict: bool = True
) -> ClassicalScore | ClassicalNoScore:
    """Score a hand that is read already; see `score`.

    Parameters
    ----------
    hand : Hand
    how : Win
        Seat, round and flags.
    engine : Engine
        The rule set made ready.
    won : bool or str
    seen : int
        Counts of the tiles on the table.
    strict : bool
    """
    rules, wins = engine.rules, won is True
    if _looks_wrong(hand, wins, engine, seen) and (faults := tile_faults(hand, {"seen": tiles_of(seen)}, rules.stock, wins)):
        raise HandError(faults)
    dealt = won == DEALT
    if dealt and not unconnected(hand.counts):
        raise HandError([_not_dealt(hand)])
    facts = facts_of(hand, how, won=wins, dealt=dealt, special=engine.asks_special, excludes=rules.wait_excludes, seen=seen)
    waived: tuple[Fault, ...] = ()
    if how.flags and (found := flag_faults(engine, facts)):
        waived = tuple(Fault(problem, message, f"flags.{_given(flag, how)}") for problem, message, flag in found)
        if strict:
            raise HandError(waived)
    if not wins:
        return _others(hand, how, engine, facts, seen, waived)
    best, index = _best(engine, hand, facts)
    kind = ClassicalNoScore if best is None else ClassicalScore
    return kind(hand, how, engine, facts, seen, waived, "", best, index)


def _looks_wrong(hand: Hand, wins: bool, engine: Engine, seen: int) -> bool:
    """Quick, and never false where something is wrong with the tiles."""
    counts, melds, norths, flowers, tile, _ = hand
    total = counts + flowers + seen
    for meld in melds:
        total += meld[6]
    return bool(
        (tile is None) is wins
        or (counts & KINDS_MASK) % 255 + 3 * len(melds) != (14 if wins else 13)  # a byte a kind: the sum of the bytes
        or total + engine.room & engine.high_bits
        or norths
        or (tile is not None and not copies(counts, tile))
    )


def _not_dealt(hand: Hand) -> Fault:
    told = worded(
        "a hand that wins as dealt has no pair, and in no suit two tiles that are less than three apart: say won=False for any other"
    )
    return Fault(Problem.NOT_DEALT, told, "won")


def _given(flag: str, how: Win) -> str:
    """The flag at fault as it was given: ``first_turn`` stands for tenhou and chiihou, ``won`` for any flag of a winner."""
    family = {"first_turn": ("tenhou", "chiihou"), "won": CLASSICAL_FLAGS}.get(flag, (flag,))
    return next((name for name in family if name in how.flag_names and name != "calling"), flag)


def _best(engine: Engine, hand: Hand, facts: Facts) -> tuple[Price | None, int]:
    """The best price of a hand that won, and the place of its reading."""
    readings, shape = quick_words(hand, engine.rules, facts)
    best, place, highest = None, 0, (-1, 0, 0, 0)
    for i, (sums, marks) in enumerate(readings):
        found = price(engine, sums, marks, facts, shape)
        if found is not None and (ranked := rank(found, marks)) > highest:
            best, place, highest = found, i, ranked
    return best, place


def _others(hand: Hand, how: Win, engine: Engine, facts: Facts, seen: int, waived: tuple[Fault, ...]) -> ClassicalScore:
    """A hand that did not win, or that won as dealt: there is one best way to group it."""
    [(sums, marks)], _ = quick_words(hand, engine.rules, facts)
    best = price(engine, sums, marks, facts, shape=False)
    called = ""
    if best is None:  # won as dealt, under rules that don't have it
        told = worded("the rules {rules} have no hand that wins as dealt: say won=False", rules=engine.rules.name)
        raise HandError([Fault(Problem.NOT_DEALT, told, "won")])
    if facts.won:
        best = as_dealt(engine, best)
    elif how.flags & BITS_OF["calling"] and engine.rules.calling_share:
        best, called = _calling(hand, how, engine, best, seen)
    return ClassicalScore(hand, how, engine, facts, seen, waived, called, best, 0)


def _calling(hand: Hand, how: Win, engine: Engine, counted: Price, seen: int) -> tuple[Price, str]:
    """The score of a hand that was calling a limit hand, where the rules pay a share of it for that."""
    best, called = counted, ""
    silent = how._replace(flags=0)
    for kind in range(N_KINDS):
        if copies(hand.all_counts, kind) < 4:
            done = hand._replace(counts=hand.counts + ONE[kind], win=kind, by=RON)
            found = score_hand(done, silent, engine, seen=seen, strict=False)
            share = engine.share(found.best.hits) if found.best else None
            if share and (value := engine.rules.value_of(share[0]) * engine.rules.calling_share // 100) > best.score:
                best, called = counted._replace(score=value, limit=part_name(Share(0, 1)), paid_for=share[1].id), share[1].id
    return best, called
