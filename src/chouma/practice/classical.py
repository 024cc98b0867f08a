"""Questions about classical hands, of winners and losers, and about whole tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..classical.engine import engine
from ..classical.result import ClassicalScore
from ..classical.rules import ClassicalRules
from ..classical.score import score_hand
from ..classical.table import settle
from ..errors import HandError
from ..groups import PAIR
from ..hand import RON, Hand, Win
from ..lines import Explanation
from ..messages import Speaker
from ..seats import Wind
from ..settlement import LETTERS, signed
from ..tiles import NAMES, name
from . import answers
from .dealing import deal_classical, deal_loser
from .question import Question
from .riichi import Asked, Kind, chosen_group, in_fu, in_points, pair_asked, set_asked, wait_asked
from .showing import seat_name, situation
from .wall import Dice, Wall

SETTLE = "settle"

#: the kinds that ask of losers too, and how often
_LOSERS = {"fu": 0.35, "fan": 0.25, "score": 0.35}

# the items of the fu that are for the wait
_WAITS = ("single_wait", "closed_wait", "edge_wait", "only_place", "double_pung_wait", "pair_fill", "last_copy")
# the switches that give them; the last copy is seen on the table alone, which isn't shown
_WAIT_SWITCHES = (*_WAITS[:4], "double_pung_bonus", "pair_fill_minor", "pair_fill_major")
_SETS = tuple(f"{kept}_{form}" for kept in ("concealed", "exposed") for form in ("pung", "kong"))


def _plain(score: ClassicalScore) -> bool:
    """Whether nobody can read the hand otherwise, and it has four groups and a pair with fu of their own."""
    one_way = len(score.readings) == 1 and bool(score.fu_items) and not any(item.id == "doubled_sets" for item in score.fu_items)
    return one_way and any(group.form == PAIR for group in score.reading.groups)


def _pair(score: ClassicalScore, t: Speaker, dice: Dice) -> Asked | None:
    if not _plain(score):
        return None
    tiles = next(name(group.kinds) for group in score.reading.groups if group.form == PAIR)
    return pair_asked(tiles, sum(item.fu for item in score.fu_items if item.id == "pair"), t)


def _set(score: ClassicalScore, t: Speaker, dice: Dice) -> Asked | None:
    group = chosen_group(score, dice) if _plain(score) else None
    if group is None:
        return None
    tiles = name(group.kinds)
    return set_asked(tiles, sum(item.fu for item in score.fu_items if item.id in _SETS and item.tiles == tiles), t)


def _wait(score: ClassicalScore, t: Speaker, dice: Dice) -> Asked | None:
    if not _plain(score):
        return None
    return wait_asked(NAMES[score.hand.win], sum(item.fu for item in score.fu_items if item.id in _WAITS), t)  # type: ignore[index]


def _fu(score: ClassicalScore, t: Speaker, dice: Dice) -> Asked | None:
    if not score.fu:
        return None
    return Asked(t("How many fu does the hand have?"), str(score.fu), in_fu(score.fu, t))


def _fan(score: ClassicalScore, t: Speaker, dice: Dice) -> Asked | None:
    # most hands double nothing: one of those in three is enough
    if not score.fu or (not score.fan and dice.chance(0.7)):
        return None
    return Asked(t("How many fan double the fu of the hand?"), str(score.fan), t("{n} fan", n=score.fan))


def _score(score: ClassicalScore, t: Speaker, dice: Dice) -> Asked | None:
    return Asked(t("How many points does the hand score?"), str(score.score), in_points(score.score, t))


def _nothing(score: ClassicalScore, t: Speaker, dice: Dice) -> Asked | None:
    return None


_ALL = {"plain": 4, "pinfu": 3, "simple": 4, "value": 10, "flush": 6, "triplets": 5, "kans": 5, "mixed": 10}
_PARTS = ("reading", "fu", "alternatives", "note")

#: the kinds of questions, the easiest first
KINDS: Mapping[str, Kind] = {
    "pair": Kind(_pair, answers.FU, ("reading", "fu"), {"plain": 4, "simple": 1, "value": 5, "flush": 4, "mixed": 3}),
    "set": Kind(_set, answers.FU, ("reading", "fu"), {"value": 5, "kans": 5, "triplets": 3, "mixed": 4, "simple": 2}),
    "wait": Kind(_wait, answers.FU, ("reading", "fu", "note"), {"plain": 4, "pinfu": 2, "simple": 5, "value": 5, "mixed": 3}),
    "fu": Kind(_fu, answers.FU, _PARTS, _ALL),
    "fan": Kind(_fan, answers.FAN, ("reading", "fan", "alternatives", "note"), _ALL | {"flush": 12, "value": 14}),
    "score": Kind(_score, answers.POINTS, (*_PARTS, "fan", "score"), _ALL),
    SETTLE: Kind(_nothing, answers.SETTLEMENT, (), _ALL),
}


def kinds_of(rules: ClassicalRules) -> tuple[str, ...]:
    """The kinds of questions that there are under some rules: none of the wait where no wait is worth fu."""
    worth = [getattr(rules, switch) for switch in _WAIT_SWITCHES]
    waits = any(one if isinstance(one, int) else one.fu for one in worth)
    return tuple(kind for kind in KINDS if kind != "wait" or waits)


def try_question(kind: str, rules: ClassicalRules, dice: Dice, t: Speaker) -> Question | None:
    """Deal a hand, or four, and ask about it; None where it is no win, or has no such question."""
    return _try_table(rules, dice, t) if kind == SETTLE else _try_hand(kind, rules, dice, t)


def counts_round(rules: ClassicalRules) -> bool:
    """Whether the wind of the round bears on a hand."""
    return rules.round_wind or "round" in rules.pairs


def _round(rules: ClassicalRules, dice: Dice) -> Wind:
    return Wind(dice.below(4)) if counts_round(rules) else Wind.E


def _try_hand(kind: str, rules: ClassicalRules, dice: Dice, t: Speaker) -> Question | None:
    about, wall = KINDS[kind], Wall(rules.stock, dice)
    how = Win(Wind(dice.below(4)), _round(rules, dice))
    won = not dice.chance(_LOSERS.get(kind, 0.0))
    hand: Hand | None
    if won:
        deal = deal_classical(rules.stock, about.styles, dice, how.seat, how.round, wall)
        hand, how = deal or (None, how)
    else:
        hand = deal_loser(wall, dice)
    if hand is None:
        return None
    score = score_hand(hand, how, engine(rules), won=won)
    if not isinstance(score, ClassicalScore) or (asked := about.asks(score, t, dice)) is None:
        return None
    lines = [line for line in score.explain(t.lang).lines if line.id in about.parts]
    request: dict[str, Any] = {"hand": str(hand), "seat": how.seat.name, "flags": list(how.flag_names), "rules": rules.wire}
    request |= {"round": how.round.name} if counts_round(rules) else {}
    request |= {} if won else {"won": False}
    shown = (str(hand), situation(hand, how, t, counts_round(rules)))
    explanation = Explanation((*asked.lines, *lines), t.lang, t.about)
    return Question(kind, hand, how, rules.name, shown, asked.ask, asked.answer, about.unit, asked.said, explanation, request)


# ------------------------------------------------------------------------------------------ a table


def _try_table(rules: ClassicalRules, dice: Dice, t: Speaker) -> Question | None:
    wall = Wall(rules.stock, dice)
    winner, round_ = Wind(dice.below(4)), _round(rules, dice)
    deal = deal_classical(rules.stock, KINDS[SETTLE].styles, dice, winner, round_, wall)
    others = {seat: deal_loser(wall, dice) for seat in Wind if seat != winner}
    hands = {seat: deal.hand if deal and seat == winner else others.get(seat) for seat in Wind}
    if deal is None or any(hand is None for hand in hands.values()):
        return None
    by_ron = deal.hand.by == RON
    discarder = dice.pick([seat for seat in Wind if seat != winner]) if by_ron else None
    by_letter: dict[str, Any] = {LETTERS[seat]: hand for seat, hand in hands.items()}
    told = round_ if counts_round(rules) else None
    try:
        ledger = settle(**by_letter, round=told, discarder=discarder, rules=rules, flags=deal.how.flag_names)
    except HandError:  # what is marked as a win isn't one under these rules
        return None
    answer = ", ".join(f"{seat} {signed(amount)}" for seat, amount in ledger.deltas.items())
    texts: dict[str, Any] = {letter: str(hand) for letter, hand in by_letter.items()}
    shown = (*(f"{letter}: {text}" for letter, text in texts.items()), _told(deal.hand, deal.how, discarder, rules, t))
    if deal.how.flags:
        texts[LETTERS[winner]] = {"hand": texts[LETTERS[winner]], "flags": list(deal.how.flag_names)}
    request = {"rules": rules.wire, "hands": texts, **({"from": discarder.name} if discarder is not None else {})}
    request |= {} if told is None else {"round": told.name}
    ask = t("What does each seat win or lose?")
    return Question(SETTLE, *deal, rules.name, shown, ask, answer, answers.SETTLEMENT, answer, ledger.explain(t.lang), request)


def _told(hand: Hand, how: Win, discarder: Wind | None, rules: ClassicalRules, t: Speaker) -> str:
    found = situation(hand, how, t, counts_round(rules))
    return found if discarder is None else t("; ").join((found, t("{seat} discarded it", seat=seat_name(discarder, t))))
