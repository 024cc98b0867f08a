"""Questions about riichi hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..families import made_ready
from ..groups import PAIR, RUN, WAITS
from ..hand import RON
from ..lines import Explanation, Line
from ..messages import Speaker
from ..result import Score
from ..riichi.rules import RiichiRules
from ..score import score_hand
from ..tiles import NAMES, name
from . import answers
from .dealing import PAIRS, THIRTEEN, Deal, deal_riichi
from .question import Question
from .showing import situation
from .wall import Dice


class Asked(NamedTuple):
    """What one kind of question asks of one hand.

    Attributes
    ----------
    ask, answer, said : str
        See `chouma.practice.Question`.
    lines : tuple of Line
        What the explanation says before the derivation.
    """

    ask: str
    answer: str
    said: str
    lines: tuple[Line, ...] = ()


class Kind(NamedTuple):
    """One kind of question.

    Attributes
    ----------
    asks : callable
        ``(score, t, dice)`` -> `Asked`, or None where the hand has no such question.
    unit : str
        Of `chouma.practice.answers`.
    parts : tuple of str
        The parts of a derivation that explain it, by their ids.
    styles : mapping
        Style -> how often it is dealt.
    """

    asks: Callable[[Any, Speaker, Dice], Asked | None]
    unit: str
    parts: tuple[str, ...]
    styles: Mapping[str, int]


def in_fu(n: int, t: Speaker) -> str:
    """An amount of fu."""
    return t("{n} fu", n=n)


def in_points(n: int, t: Speaker) -> str:
    """An amount of points."""
    return t.plural("{n} point", "{n} points", n)


def pair_asked(tiles: str, fu: int, t: Speaker) -> Asked:
    """What the pair is worth."""
    told = t("the pair {tiles}", tiles=tiles) if fu else t("the pair {tiles} is none that counts", tiles=tiles)
    return Asked(t("How many fu is the pair {tiles} worth?", tiles=tiles), str(fu), in_fu(fu, t), (Line("pair", told, fu, "fu"),))


def set_asked(tiles: str, fu: int, t: Speaker) -> Asked:
    """What one group is worth."""
    told = t("the set {tiles}", tiles=tiles) if fu else t("{tiles} is in a row, which is worth no fu", tiles=tiles)
    return Asked(t("How many fu is the set {tiles} worth?", tiles=tiles), str(fu), in_fu(fu, t), (Line("set", told, fu, "fu"),))


def wait_asked(tile: str, fu: int, t: Speaker) -> Asked:
    """What the wait is worth."""
    told = t("the wait for {tile}", tile=tile) if fu else t("the wait for {tile} is none that counts", tile=tile)
    return Asked(t("How many fu is the wait for {tile} worth?", tile=tile), str(fu), in_fu(fu, t), (Line("wait", told, fu, "fu"),))


def chosen_group(score: Any, dice: Dice) -> Any:
    """A group to ask about: a set of like tiles where there is one, now and then a run; None for a hand that has none."""
    groups = [group for group in score.reading.groups if group.form in (RUN, *_SETS)]
    sets = [group for group in groups if group.form in _SETS]
    if sets and not dice.chance(0.1):
        return dice.pick(sets)
    return dice.pick(groups) if groups and dice.chance(0.3) else None


_SETS = ("triplet", "quad")


# ----------------------------------------------------------------------------------------- the kinds


def _plain(score: Score) -> bool:
    """Whether nobody can read the hand otherwise, and it has four groups and a pair with fu."""
    return bool(score.fu) and len(score.readings) == 1 and any(group.form == PAIR for group in score.reading.groups)


def _pair(score: Score, t: Speaker, dice: Dice) -> Asked | None:
    if not _plain(score):
        return None
    tiles = next(name(group.kinds) for group in score.reading.groups if group.form == PAIR)
    return pair_asked(tiles, sum(item.fu for item in score.fu_items if item.id == "pair"), t)


def _set(score: Score, t: Speaker, dice: Dice) -> Asked | None:
    group = chosen_group(score, dice) if _plain(score) else None
    if group is None:
        return None
    tiles = name(group.kinds)
    return set_asked(tiles, sum(item.fu for item in score.fu_items if item.tiles == tiles and item.id.endswith(_SETS)), t)


def _wait(score: Score, t: Speaker, dice: Dice) -> Asked | None:
    if not _plain(score):
        return None
    return wait_asked(NAMES[score.hand.win], sum(item.fu for item in score.fu_items if item.id in WAITS), t)  # type: ignore[index]


def _fu(score: Score, t: Speaker, dice: Dice) -> Asked | None:
    if score.fu is None:
        return None
    return Asked(t("How many fu does the hand have?"), str(score.fu), in_fu(score.fu, t))


def _han(score: Score, t: Speaker, dice: Dice) -> Asked | None:
    if score.han is None:
        return None
    return Asked(t("How many han does the hand have, dora included?"), str(score.han), t("{n} han", n=score.han))


def _price(score: Score, t: Speaker, dice: Dice) -> Asked | None:
    told = Line("points", t("the others pay together"), score.points, "points")
    return Asked(t("How many points do the others pay together?"), str(score.points), in_points(score.points, t), (told,))


def _payments(score: Score, t: Speaker, dice: Dice) -> Asked | None:
    paid = score.payments
    if score.hand.by == RON:
        ask, answer = t("What does the discarder pay, counters included?"), str(paid.discarder)
        said = t("{points} from the discarder", points=answer)
    elif paid.dealer is None:
        ask, answer = t("What does each of the others pay, counters included?"), str(paid.each_nondealer)
        said = t("{points} from each", points=answer)
    else:
        ask, answer = t("What do a non-dealer and the dealer pay, counters included?"), f"{paid.each_nondealer}/{paid.dealer}"
        said = t("{points} from each non-dealer, {more} from the dealer", points=paid.each_nondealer, more=paid.dealer)
    return Asked(ask, answer, said, (Line("answer", t("who pays what: {answer}", answer=answer)),))


_ALL = {
    **{"plain": 8, "pinfu": 14, "simple": 16, "value": 18, "flush": 7, "triplets": 5},
    **{"kans": 5, "mixed": 4, "straight": 5, "three_suits": 5, PAIRS: 10},
}
_WHOLE = ("reading", "yaku", "fu", "base", "payments", "alternatives", "note")

#: the kinds of questions, the easiest first
KINDS: Mapping[str, Kind] = {
    "pair": Kind(_pair, answers.FU, ("reading", "fu"), {"plain": 4, "simple": 1, "value": 5, "flush": 4, "mixed": 3}),
    "set": Kind(_set, answers.FU, ("reading", "fu"), {"value": 5, "kans": 5, "triplets": 3, "mixed": 4, "simple": 2}),
    "wait": Kind(_wait, answers.FU, ("reading", "fu"), {"plain": 4, "pinfu": 2, "simple": 5, "value": 5, "three_suits": 1}),
    "fu": Kind(_fu, answers.FU, ("reading", "fu", "alternatives", "note"), _ALL | {"kans": 12, "mixed": 12, PAIRS: 4}),
    "han": Kind(_han, answers.HAN, ("reading", "yaku", "alternatives", "note"), _ALL),
    "price": Kind(_price, answers.POINTS, _WHOLE, _ALL | {THIRTEEN: 1}),
    "payments": Kind(_payments, answers.PAYMENTS, _WHOLE, _ALL),
}


def kinds_of(rules: RiichiRules) -> tuple[str, ...]:
    """The kinds of questions that there are under some rules."""
    return tuple(KINDS)


def try_question(kind: str, rules: RiichiRules, dice: Dice, t: Speaker) -> Question | None:
    """Deal a hand and ask about it; None where it is no win, or has no such question."""
    about = KINDS[kind]
    deal = deal_riichi(rules, about.styles, dice, counters=kind == "payments")
    if deal is None:
        return None
    score = score_hand(deal.hand, deal.how, made_ready(rules))
    if not isinstance(score, Score) or (asked := about.asks(score, t, dice)) is None:
        return None
    lines = [line for line in score.explain(t.lang).lines if line.id in about.parts]
    shown = (str(deal.hand), situation(deal.hand, deal.how, t))
    explanation, request = Explanation((*asked.lines, *lines), t.lang), _request(deal, rules)
    return Question(kind, *deal, rules.name, shown, asked.ask, asked.answer, about.unit, asked.said, explanation, request)


def _request(deal: Deal, rules: RiichiRules) -> dict[str, Any]:
    how = deal.how
    return {
        **{"hand": str(deal.hand), "seat": how.seat.name, "round": how.round.name, "flags": list(how.flag_names)},
        **{f"{which}_indicators": [NAMES[tile] for tile in getattr(how, f"{which}_indicators")] for which in ("dora", "ura")},
        **{"honba": how.honba, "deposits": how.deposits, "rules": rules.wire},
    }
