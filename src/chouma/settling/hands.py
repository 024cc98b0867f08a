"""Four hands under classical rules: from the fields of a request to a ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..classical.rules import ClassicalRules
from ..classical.seating import AUTO, seating
from ..classical.table import try_table
from ..errors import Problem, shorten
from ..settlement import Ledger
from ..wire import Flaw, flaws_of
from .fields import HAND_FIELDS, checked, missing


def check_hands(hands: Mapping[Any, Any]) -> tuple[dict[str, dict[str, Any]], list[Flaw]]:
    """The hands of a request, whose fields have their type, and what is wrong with the others."""
    found, flaws = {}, []
    for seat, hand in hands.items():
        if isinstance(hand, str):
            found[seat] = {"hand": hand}
            continue
        where = f"hands.{shorten(str(seat))}"
        found[seat], wrong = checked(hand, HAND_FIELDS, f"{where}.")
        flaws += wrong
        if "hand" not in hand:
            flaws.append(missing("hand", HAND_FIELDS, where))
    return found, flaws


def settle_hands(fields: Mapping[str, Any], rules: ClassicalRules | None, found: list[Flaw], notation: str | None = None) -> Ledger | None:
    """The ledger; None where something is wrong, which goes to `found`."""
    liable, draw = fields.get("liable"), fields.get("draw") or False
    if not isinstance(draw, bool):
        found.append(Flaw("bad_value", "draw is an object: under classical rules a draw is true, nobody is paid for being ready", "draw"))
    table, wrong = seating(
        fields.get("hands", {}),
        discarder=fields.get("from"),
        liable=AUTO if liable is None else liable,
        false_win=fields.get("false_win"),
        draw=bool(draw),
        round=fields.get("round"),
        flags=fields.get("flags", ()),
        notation=notation,
    )
    places = {flaw.where for flaw in found}
    ledger, refused = try_table(table, rules, wrong, places)
    told = [flaw for one in refused for flaw in flaws_of(one)]
    # a hand without its text was told of already
    found += [flaw for flaw in told if not (flaw.id == Problem.TEXT.id and f"{flaw.where}.hand" in places)]
    return ledger
