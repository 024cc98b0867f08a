"""What can't have happened in a game, beside what settling itself refuses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..errors import listed, shorten, show, worded
from ..messages import says
from ..riichi.draws import EXHAUSTIVE, NAGASHI
from ..riichi.rules import RiichiRules
from ..riichi.settle import STICK
from ..rulesets import RuleSet
from ..settlement import signed
from ..settling.fields import checked, missing
from ..wire import Flaw
from .events import PENALTY_FIELDS
from .state import State

_MOST_POINTS = 10**9


def place_flaws(fields: Mapping[str, Any], state: State, names: Sequence[str]) -> Iterator[Flaw]:
    """Where the event is said to belong, and the game isn't there."""
    at = fields.get("at")
    if at is not None and at.strip().upper() != state.at:
        told = worded("the event is said to belong to {hand}, and the game is in {at}", hand=shorten(at), at=state.at)
        yield Flaw("other_hand", told, "at")
    dealer = fields.get("dealer")
    if dealer is not None and dealer in names and dealer != names[state.dealer]:
        who = names[state.dealer]
        yield Flaw(
            "not_dealer", worded("{seat} is said to deal, and in {at} {dealer} does", seat=dealer, at=state.at, dealer=who), "dealer"
        )
    already = {names[player] for player in state.riichi}
    laid = {name for name in fields.get("riichi", ()) if name in names} - already
    for name, there in (("honba", state.honba), ("deposits", state.deposits + len(laid))):
        if fields.get(name) is not None and fields[name] != there:
            told = worded("{name} is {number}, and on the table there are {there}", name=name, number=show(fields[name]), there=there)
            yield Flaw("other_hand", told, name)


def declared_flaws(
    fields: Mapping[str, Any], declared: Sequence[int], state: State, names: Sequence[str], rules: RuleSet
) -> Iterator[Flaw]:
    """What is wrong with riichi: the sticks, and what comes of them in a draw."""
    if not isinstance(rules, RiichiRules):
        return
    for player in dict.fromkeys(declared):
        if player in state.riichi or declared.count(player) > 1:
            yield Flaw("riichi_twice", worded("{seat} has declared riichi in this hand: once is enough", seat=names[player]), "riichi")
        elif rules.bankruptcy and state.scores[player] < STICK:
            sentence = says("{seat} has {points} points, and riichi takes {stick}: under these rules nobody may fall below 0")
            told = worded(sentence, seat=names[player], points=state.scores[player], stick=STICK)
            yield Flaw("no_points_for_riichi", told, "riichi")
    draw = fields.get("draw")
    if not isinstance(draw, Mapping):
        return
    riichi = [names[player] for player in dict.fromkeys((*state.riichi, *declared))]
    kind = draw.get("kind", EXHAUSTIVE)
    tenpai = draw.get("tenpai") or ()
    if kind in (EXHAUSTIVE, NAGASHI) and isinstance(tenpai, list | tuple):
        for name in riichi:
            if name not in tenpai:
                told = worded("{seat} declared riichi and isn't among the tenpai: add {seat}, or give the hand as a chombo", seat=name)
                yield Flaw("wrong_tenpai", told, "draw.tenpai")
    if kind == "suucha_riichi" and len(riichi) < len(names):
        others = listed([name for name in names if name not in riichi])
        sentence = says("suucha_riichi is four riichi, and {seats} didn't declare: add riichi, or name another draw")
        told = worded(sentence, seats=others)
        yield Flaw("not_declared", told, "draw.kind")


def own_flaws(fields: Mapping[str, Any], names: Sequence[str], rules: RuleSet) -> Iterator[Flaw]:
    """What is wrong with points and chips that change hands, and with penalties."""
    for name in ("adjust", "chips"):
        if name not in fields:
            continue
        amounts = fields[name]
        total = sum(amounts.values())
        if total:
            told = worded("{name} sums to {total}: what one gets another gives, so that it sums to 0", name=name, total=signed(total))
            yield Flaw("not_zero_sum", told, name)
        elif not any(amounts.values()):
            yield Flaw("bad_value", worded("{name} moves nothing: leave it out, or say who gets what", name=name), name)
        if any(abs(amount) > _MOST_POINTS for amount in amounts.values()):
            yield Flaw("bad_value", worded("{name} holds more than {most}: that is a slip", name=name, most=_MOST_POINTS), name)
    if "chips" in fields and not (isinstance(rules, RiichiRules) and rules.chips):
        sentence = says("the rules {rules} play without chips: begin the game with chips=2000, or what one is worth")
        yield Flaw("no_chips", worded(sentence, rules=rules.name), "chips")
    if "penalty" in fields:
        penalty, flaws = checked(fields["penalty"], PENALTY_FIELDS, "penalty.")
        yield from flaws
        for name in PENALTY_FIELDS:
            if name not in fields["penalty"]:
                yield missing(name, PENALTY_FIELDS, "penalty")
        if not 0 < penalty.get("points", 1) <= _MOST_POINTS:
            told = worded("points is {points}: a penalty is a whole number above 0", points=show(penalty["points"]))
            yield Flaw("bad_value", told, "penalty.points")
