"""What can't have happened in a game, beside what settling itself refuses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..errors import shorten, show
from ..riichi.draws import EXHAUSTIVE, NAGASHI
from ..riichi.rules import RiichiRules
from ..riichi.settle import STICK
from ..rulesets import RuleSet
from ..settling.fields import checked
from ..wire import Flaw
from .events import PENALTY_FIELDS
from .state import State

_MOST_POINTS = 10**9


def place_flaws(fields: Mapping[str, Any], state: State, names: Sequence[str]) -> Iterator[Flaw]:
    """Where the event is said to belong, and the game isn't there."""
    at = fields.get("at")
    if at is not None and at.strip().upper() != state.at:
        yield Flaw("other_hand", f"the event is said to belong to {shorten(at)}, and the game is in {state.at}", "at")
    dealer = fields.get("dealer")
    if dealer is not None and dealer in names and dealer != names[state.dealer]:
        yield Flaw("not_dealer", f"{dealer} is said to deal, and in {state.at} {names[state.dealer]} does", "dealer")
    already = {names[player] for player in state.riichi}
    laid = {name for name in fields.get("riichi", ()) if name in names} - already
    for name, there, what in (("honba", state.honba, "counters"), ("deposits", state.deposits + len(laid), "riichi sticks")):
        if fields.get(name) is not None and fields[name] != there:
            yield Flaw("other_hand", f"{name} is {show(fields[name])}, and {there} {what} lie on the table", name)


def declared_flaws(
    fields: Mapping[str, Any], declared: Sequence[int], state: State, names: Sequence[str], rules: RuleSet
) -> Iterator[Flaw]:
    """What is wrong with riichi: the sticks, and what comes of them in a draw."""
    if not isinstance(rules, RiichiRules):
        return
    for player in dict.fromkeys(declared):
        if player in state.riichi or declared.count(player) > 1:
            yield Flaw("riichi_twice", f"{names[player]} has declared riichi in this hand: once is enough", "riichi")
        elif rules.bankruptcy and state.scores[player] < STICK:
            told = f"{names[player]} has {state.scores[player]} points, and riichi takes {STICK}: under these rules nobody may fall below 0"
            yield Flaw("no_points_for_riichi", told, "riichi")
    draw = fields.get("draw")
    if not isinstance(draw, Mapping):
        return
    riichi = [names[player] for player in dict.fromkeys((*state.riichi, *declared))]
    kind = draw.get("kind", EXHAUSTIVE)
    tenpai = draw.get("tenpai")
    if kind in (EXHAUSTIVE, NAGASHI):
        for name in riichi:
            if name not in (tenpai or ()):
                told = f"{name} declared riichi and isn't among the tenpai: add {name}, or give the hand as a chombo"
                yield Flaw("wrong_tenpai", told, "draw.tenpai")
    if kind == "suucha_riichi" and len(riichi) < len(names):
        missing = ", ".join(name for name in names if name not in riichi)
        told = f"suucha_riichi is four riichi, and {missing} hasn't declared: add riichi, or name another draw"
        yield Flaw("not_declared", told, "draw.kind")


def own_flaws(fields: Mapping[str, Any], names: Sequence[str], rules: RuleSet) -> Iterator[Flaw]:
    """What is wrong with points and chips that change hands, and with penalties."""
    for name in ("adjust", "chips"):
        if name not in fields:
            continue
        amounts = fields[name]
        total = sum(amounts.values())
        if total:
            yield Flaw("not_zero_sum", f"{name} sums to {total:+}: what one gets another gives, so that it sums to 0", name)
        elif not any(amounts.values()):
            yield Flaw("bad_value", f"{name} moves nothing: leave it out, or say who gets what", name)
        if any(abs(amount) > _MOST_POINTS for amount in amounts.values()):
            yield Flaw("bad_value", f"{name} holds more than {_MOST_POINTS}: that is a slip", name)
    if "chips" in fields and not (isinstance(rules, RiichiRules) and rules.chips):
        yield Flaw("no_chips", f"the rules {rules.name} play without chips: begin the game with chips=2000, or what one is worth", "chips")
    if "penalty" in fields:
        penalty, flaws = checked(fields["penalty"], PENALTY_FIELDS, "penalty.")
        yield from flaws
        for name, field in PENALTY_FIELDS.items():
            if name not in fields["penalty"]:
                yield Flaw("missing_key", f"no {name}: it is {field.allowed}", f"penalty.{name}")
        if not 0 < penalty.get("points", 1) <= _MOST_POINTS:
            yield Flaw("bad_value", f"points is {show(penalty['points'])}: a penalty is a whole number above 0", "penalty.points")


