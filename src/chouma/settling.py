"""Settling on the wire: a table that a program wrote, in; a ledger that a program reads, out.

>>> answer = settle_request({"rules": "ningbo", "false_win": "N"})
>>> answer["deltas"]
{'E': 400, 'S': 200, 'W': 200, 'N': -800}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal

from .classical.rules import ClassicalRules
from .classical.seating import AUTO, seating
from .classical.table import try_table
from .errors import Problem, RuleError, UnknownNameError, nearest, shorten
from .families import rules as rules_named
from .hand import CLASSICAL_FLAGS
from .settlement import SCHEMA, Ledger
from .switches import shown_value
from .wire import MOST_LISTED, Field, Flaw, Refusal, decode, flaws_of

_MOST_PROBLEMS = 40
_MOST_RULES = 8192
_SEAT = "E, S, W or N"

#: the rule set that is meant where none is named
DEFAULT = ClassicalRules.family.default

#: every key of a table
FIELDS = {
    field.name: field
    for field in (
        Field("hands", dict[str, str | dict[str, Any]], 'an object such as {"E": {"hand": "…"}, …}', "the hands; E is the dealer"),
        Field("from", str | None, _SEAT, "who discarded the winning tile, or was robbed of it"),
        Field("liable", str | None, f"{_SEAT}, auto or none", "who pays for all; worked out if not given"),
        Field("false_win", str | None, _SEAT, "who claimed a win that was none"),
        Field("draw", bool, "true or false", "nobody won"),
        Field("round", str | None, _SEAT, "the wind of the round, where it counts"),
        Field("rules", str | dict[str, Any], 'a name, or an object such as {"base": "ningbo", "limit": 300}', "the rule set"),
    )
}

#: every key of one hand of a table
HAND_FIELDS = {
    field.name: field
    for field in (
        Field("hand", str, "text", "its tiles, with the winning tile of the hand that won, unless `win` gives it"),
        Field("win", str | None, "text, one tile", "the winning tile"),
        Field("by", Literal["ron", "tsumo"] | None, '"ron" or "tsumo"', "how it was won"),
        Field("won", bool | Literal["dealt"] | None, 'true, false or "dealt"', "whether it won; `dealt` for a hand that wins as dealt"),
        Field("flags", list[str], "a list of flags", f"any of {' '.join(CLASSICAL_FLAGS)}"),
    )
}


def settle_request(request: Mapping[str, Any] | bytes | str) -> dict[str, Any]:
    """Settle one table of the wire form.

    Parameters
    ----------
    request : mapping, bytes or str
        The request, or its JSON text.

    Returns
    -------
    dict
        The ledger, or ``{"ok": False, "problems": […]}`` with every reason at once.

    Examples
    --------
    >>> request = '{"rules": "ningbo", "hands": {"E": {"hand": "123m"}}, "form": "W", "draw": true}'
    >>> [(problem["id"], problem["where"]) for problem in settle_request(request)["problems"]][:2]
    [('unknown_key', 'form'), ('tile_count', 'hands.E')]
    """
    value = decode(request) if isinstance(request, bytes | str) else request
    if isinstance(value, Refusal):
        return refusal_of(value.flaws)
    if not isinstance(value, Mapping):
        return refusal_of((Flaw("wrong_type", "the request is no object: it is one, {…}"),))
    answer = settle_fields(*check(value))
    return refusal_of(answer.flaws) if isinstance(answer, Refusal) else answer.to_dict()


def refusal_of(flaws: tuple[Flaw, ...]) -> dict[str, Any]:
    """The answer to a table that can't be."""
    return {**Refusal(flaws).to_dict(), "schema": SCHEMA}


def check(value: Mapping[Any, Any]) -> tuple[dict[str, Any], list[Flaw]]:
    """The fields of a table that have their type, and what is wrong with the others."""
    fields, flaws = _checked(value, FIELDS, "")
    hands = {}
    for seat, hand in fields.get("hands", {}).items():
        if isinstance(hand, str):
            hands[seat] = {"hand": hand}
            continue
        where = f"hands.{shorten(str(seat))}"
        hands[seat], wrong = _checked(hand, HAND_FIELDS, f"{where}.")
        if "hand" not in hand:
            wrong.append(Flaw("missing_key", f"no hand: it is {HAND_FIELDS['hand'].allowed}", f"{where}.hand"))
        flaws += wrong
    if "hands" in fields:
        fields["hands"] = hands
    return fields, flaws


def _checked(value: Mapping[Any, Any], known: Mapping[str, Field], where: str) -> tuple[dict[str, Any], list[Flaw]]:
    import msgspec  # here: the command settles a table without it

    fields, flaws = {}, []
    for key, one in value.items():
        shown = shorten(str(key))
        if key not in known:
            near = nearest(str(key), known)
            hint = f"did you mean {' or '.join(near)}?" if near else f"keys are {', '.join(known)}"
            flaws.append(Flaw("unknown_key", f"unknown key {shown!r}: {hint}", where + shown))
            continue
        field = known[key]
        try:
            msgspec.convert(one, field.type)
        except (msgspec.ValidationError, RecursionError):
            flaws.append(Flaw("wrong_type", f"{where}{key} is {shown_value(one)}: it is {field.allowed}", where + key))
            continue
        if isinstance(one, list) and len(one) > MOST_LISTED:
            flaws.append(Flaw("wrong_type", f"{where}{key} has {len(one)} entries: no hand has more than {MOST_LISTED}", where + key))
            continue
        fields[key] = one
    return fields, flaws


def settle_fields(
    fields: Mapping[str, Any], flaws: list[Flaw] | None = None, *, files: bool = False, notation: str | None = None
) -> Ledger | Refusal:
    """Settle what a request asks for, once its fields have their types.

    Parameters
    ----------
    fields : mapping
        See `FIELDS`; rules may be a `ClassicalRules`.
    flaws : list of Flaw, optional
        What is wrong already.
    files : bool
        Whether `rules` may be a file: not for requests of strangers.
    notation : str, optional
        Read the hands as this notation and no other.

    Returns
    -------
    Ledger or Refusal
    """
    found = [] if flaws is None else flaws
    rules_known = not any(flaw.where.partition(".")[0] == "rules" for flaw in found)
    rules = read_rules(fields.get("rules", DEFAULT), found, files=files) if rules_known else None
    liable = fields.get("liable")
    hands = fields.get("hands", {})
    table, wrong = seating(
        hands,
        discarder=fields.get("from"),
        liable=AUTO if liable is None else liable,
        false_win=fields.get("false_win"),
        draw=fields.get("draw", False),
        round=fields.get("round"),
        flags=fields.get("flags", ()),
        notation=notation,
    )
    places = {flaw.where for flaw in found}
    ledger, refused = try_table(table, rules, wrong, places)
    told = [flaw for one in refused for flaw in flaws_of(one)]
    # a hand without its text was told of already
    found += [flaw for flaw in told if not (flaw.id == Problem.TEXT.id and f"{flaw.where}.hand" in places)]
    return ledger if ledger is not None and not found else _refuse(found)


def _refuse(flaws: list[Flaw]) -> Refusal:
    told = list(dict.fromkeys(flaws))
    if len(told) > _MOST_PROBLEMS:
        n = len(told) - _MOST_PROBLEMS
        told[_MOST_PROBLEMS:] = [Flaw("more", f"and {n} more problems, which are not told: mend these first")]
    return Refusal(tuple(told))


def read_rules(spec: Any, flaws: list[Flaw], *, files: bool = False) -> ClassicalRules | None:
    """The classical rule set that is meant; None where there is none, and what is wrong goes to `flaws`."""
    try:
        if isinstance(spec, Mapping):
            if len(json.dumps(spec, default=str)) > _MOST_RULES:
                raise RuleError(f"the rule set is longer than {_MOST_RULES} characters: give a base and what differs")
            spec = {"base": DEFAULT, **spec}
        found = rules_named(spec, files=files)
        if isinstance(found, ClassicalRules):
            return found
        raise RuleError(f"{found.name} is of the {found.family.name} rules: four hands are settled under classical ones, such as {DEFAULT}")
    except RuleError as refused:
        flaws += _rule_flaws(spec, refused)
    except (RecursionError, ValueError):
        flaws.append(Flaw("bad_rules", "the rule set can't be read: it is a name, or an object of a base and switches", "rules"))
    return None


def _rule_flaws(spec: Any, refused: RuleError) -> list[Flaw]:
    """One problem for each line of a refused rule set."""
    base = spec.get("base") if isinstance(spec, Mapping) else spec
    is_file = isinstance(base, str) and base.endswith(".toml")
    found = []
    for line in str(refused).split("\n"):
        if not is_file and isinstance(refused, UnknownNameError) and line.startswith("unknown rule set"):
            found.append(Flaw("unknown_rules", line, "rules" if isinstance(spec, str) else "rules.base"))
            continue
        switch = line.partition(" ")[0]
        id = "unknown_switch" if line.startswith("unknown switch") else "bad_rules"
        found.append(Flaw(id, line, f"rules.{switch}" if switch in ClassicalRules.family.switches else "rules"))
    return found


__all__ = ["DEFAULT", "FIELDS", "HAND_FIELDS", "check", "read_rules", "refusal_of", "settle_fields", "settle_request"]
