"""A table when the hand is over: what each of four hands scores, and who pays whom.

The quick tables of scores are `chouma.table`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from ..asked import flag_bits, flag_names
from ..errors import Fault, HandError, Problem, UnknownNameError, worded
from ..hand import CLASSICAL_FLAGS, RON, TSUMO, Hand, Win
from ..seats import SEAT_WORDS, Wind
from ..settlement import LETTERS, Ledger
from ..tiles import DRAGONS, WINDS, suit_of
from .engine import engine
from .result import NOT_A_WIN, NOT_UNDER_RULES, ClassicalNoScore, ClassicalScore
from .rules import ClassicalRules
from .score import DEALT, score_hand
from .seating import AUTO, NOBODY, Seating, faults_of, of_seat, seating, without_robbed_kong
from .settle import next_dealer, transfers

#: what makes a discarder liable -> the patterns that show that the win was one
_SHOWN_BY = {
    "full_flush": frozenset(("full_flush", "concealed_full_flush")),
    "four_winds": frozenset(("four_winds", "big_four_winds", "small_winds", "big_winds")),
    "big_three_dragons": frozenset(("big_three_dragons", "big_dragons")),
}

_LIABILITY_WORDS = {
    "full_flush": worded("three sets of its suit lay on the table, and the win is a full flush"),
    "four_winds": worded("three sets of winds lay on the table, and the win is four winds"),
    "big_three_dragons": worded("two sets of dragons lay on the table, and the win is big three dragons"),
}

_NOT_WON = {
    NOT_A_WIN: worded("the hand is marked as won, and doesn't win (not a win): mend it, or give it as a false win"),
    NOT_UNDER_RULES: worded("the hand is marked as won, and doesn't win (not under rules): mend it, or give it as a false win"),
}

#: what would have been told of a problem that something is missing
_ANSWERS = {
    Problem.MISSING_HAND: ("hands", "false_win", "draw"),
    Problem.NO_WINNER: ("hands", "false_win", "draw"),
}


def settle(
    *,
    E: str | Hand | Mapping[str, Any] | None = None,
    S: str | Hand | Mapping[str, Any] | None = None,
    W: str | Hand | Mapping[str, Any] | None = None,
    N: str | Hand | Mapping[str, Any] | None = None,
    discarder: Wind | str | None = None,
    rules: ClassicalRules | str | os.PathLike[str] | Mapping[str, Any] = "ningbo",
    round: Wind | str | None = None,
    liable: Wind | str | None = AUTO,
    false_win: Wind | str | None = None,
    draw: bool = False,
    flags: Iterable[str] = (),
    notation: str | None = None,
    **named_flags: bool,
) -> Ledger:
    """Score four hands under classical rules, and settle them.

    Parameters
    ----------
    E, S, W, N : str, Hand or mapping
        The hands; East is the dealer. The one with a winning tile won, ``+`` by discard or ``*`` by self-draw; the others have
        13 tiles, and one more for each kong. A mapping has the keys `chouma.classical.seating.HAND_KEYS`: ``"won": "dealt"`` wins as dealt.
    discarder : Wind or str, optional
        Who gave the winning tile; who was robbed of it, with ``chankan``.
    rules : ClassicalRules, str, path or mapping
    round : Wind or str, optional
        The wind of the round, where it counts.
    liable : Wind or str, optional
        Who pays for all: ``auto`` works it out from the winner's sets on the table; None or ``none`` is nobody.
    false_win : Wind or str, optional
        Who claimed a win that was none; hands need not be given then, nor in a draw that isn't settled.
    draw : bool
        Nobody won.
    flags : text or iterable of str
        The winner's, such as ``rinshan``; also by name, ``rinshan=True``.
    notation : str, optional
        Read texts as this notation and no other.

    Returns
    -------
    Ledger

    Raises
    ------
    HandError, RuleError
        If that can't be: every reason at once, each with its seat; if there are no such rules.
    """
    for name in named_flags:
        if name not in CLASSICAL_FLAGS:
            raise TypeError(f"settle() got an {UnknownNameError('keyword or flag', name, CLASSICAL_FLAGS).message}")
    given = tuple(flag_names(flags))
    given += tuple(name for name, is_set in named_flags.items() if is_set)
    found = rules_of(rules)
    about = {"discarder": discarder, "liable": liable, "false_win": false_win, "draw": draw, "round": round}
    table, wrong = seating({"E": E, "S": S, "W": W, "N": N}, flags=given, notation=notation, **about)  # type: ignore[arg-type]
    return settle_table(table, found, wrong)


def rules_of(spec: object, *, files: bool = True) -> ClassicalRules:
    """The classical rule set that is meant: see `chouma.rules`."""
    return ClassicalRules.family.rules(spec, files=files)


def settle_table(table: Seating, rules: ClassicalRules | None, wrong: Iterable[HandError] = ()) -> Ledger:
    """Settle a table that was read.

    Parameters
    ----------
    table : Seating
    rules : ClassicalRules or None
        None where they couldn't be read: then there is nothing to settle, and the table is refused with what is wrong all the same.
    wrong : iterable of HandError
        What couldn't be read.

    Raises
    ------
    HandError
        Everything that is wrong, at once.
    """
    ledger, refused = try_table(table, rules, wrong)
    if ledger is not None:
        return ledger
    if len(refused) == 1:
        raise refused[0]
    raise HandError(fault for one in refused for fault in one.faults)


def try_table(
    table: Seating, rules: ClassicalRules | None, wrong: Iterable[HandError] = (), places: Iterable[str] = ()
) -> tuple[Ledger | None, list[HandError]]:
    """The ledger of a table, or everything that is wrong with it; neither where nothing is wrong but there are no rules.

    `places` are parts of the input that are known to be wrong: nothing is told to be missing there.
    """
    refused = list(wrong)
    table, told = without_robbed_kong(table)
    given = {*places, *(fault.where for one in refused for fault in one.faults)}
    faults = faults_of(table, rules)
    if given:
        faults = [fault for fault in faults if given.isdisjoint(_ANSWERS.get(fault.problem, (fault.where,)))]
    if faults:
        refused.append(HandError(faults))
    scores = _scores(table, rules, refused) if rules is not None and table.false_win is None else {}
    if refused or rules is None:
        return None, refused
    return _ledger(table, rules, scores, [told] if told else []), []


def _scores(table: Seating, rules: ClassicalRules, refused: list[HandError]) -> dict[Wind, ClassicalScore]:
    """What each hand scores, by seat; what single hands have wrong goes to `refused`."""
    ready, round_wind = engine(rules), Wind.E if table.round is None else table.round
    found = {}
    for seat, (hand, won, flags) in table.hands.items():
        try:
            bits = flag_bits(flags, {}, CLASSICAL_FLAGS) if flags else 0
            answer = score_hand(hand, Win(seat, round_wind, bits), ready, won=won, seen=_seen(table, seat) if won is True else 0)
        except HandError as fault:
            refused.append(of_seat(fault, seat))
            continue
        if isinstance(answer, ClassicalNoScore):
            told = _NOT_WON[answer.reason]
            refused.append(of_seat(HandError([Fault(Problem.NO_WINNER, told)]), seat))
            continue
        found[seat] = answer
    return found


def _seen(table: Seating, seat: Wind) -> int:
    """Counts of what a player sees of the others' hands: the sets that they declared."""
    return sum(meld.counts for other, seated in table.hands.items() if other is not seat for meld in seated.hand.melds)


def _ledger(table: Seating, rules: ClassicalRules, answers: Mapping[Wind, ClassicalScore], notes: list[str]) -> Ledger:
    winner, liable = table.winner, None
    by = RON
    if winner is not None:
        by = table.hands[winner].hand.by or TSUMO  # as dealt, nobody gave the tile
        liable, why = _liable(table, rules, answers[winner])
        notes += [why] if why else []
    scores = {seat: answer.score for seat, answer in answers.items()}
    paid = transfers(scores, winner, rules, discarder=table.discarder, liable=liable, false_win=table.false_win, by=by)
    return Ledger(
        paid,
        {LETTERS[seat]: score for seat, score in scores.items()},
        rules=rules.wire,
        winner=winner,
        next_dealer=next_dealer(winner, rules, table.false_win),
        details={LETTERS[seat]: answer for seat, answer in answers.items()},
        notes=tuple(notes),
    )


# ------------------------------------------------------------------------------------------------ liability


def _liable(table: Seating, rules: ClassicalRules, answer: ClassicalScore) -> tuple[Wind | None, str]:
    """Who is liable, and why; a seat that was named is taken at its word, as the tiles don't tell all that a table saw."""
    if table.liable == NOBODY:
        return None, ""
    shown = next((id for id in rules.liability if _shows(id, table, answer)), None)
    if isinstance(table.liable, Wind):
        why = _LIABILITY_WORDS[shown] if shown else worded("it was said so, and the winner's sets on the table don't show it")
        return table.liable, worded("{seat} is liable: {why}", seat=SEAT_WORDS[table.liable], why=why)
    if shown is None or table.discarder is None:
        return None, ""
    return table.discarder, worded("{seat} is liable for its discard: {why}", seat=SEAT_WORDS[table.discarder], why=_LIABILITY_WORDS[shown])


def _shows(id: str, table: Seating, answer: ClassicalScore) -> bool:
    """Whether a win by discard is one that makes liable: sets lay on the table, and the discard was of their kind.

    A concealed kong lies on the table, too.
    """
    winner = table.winner
    if winner is None or table.robbed or table.hands[winner].won == DEALT:
        return False
    hand = table.hands[winner].hand
    if hand.win is None or hand.by != RON:
        return False
    if id == "full_flush":
        of_kind, needed = [suit_of(meld.kind) == suit_of(hand.win) for meld in hand.melds], 3
    else:
        kinds, needed = (WINDS, 3) if id == "four_winds" else (DRAGONS, 2)
        of_kind = [meld.kind in kinds and hand.win in kinds for meld in hand.melds]
    return sum(of_kind) >= needed and not _SHOWN_BY[id].isdisjoint(answer.hits)
