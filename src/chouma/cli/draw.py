"""``chouma draw``: riichi hands that nobody won."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .. import wire
from ..errors import worded
from ..riichi.rules import RiichiRules
from ..settling import RIICHI_DEFAULT
from ..settling.door import seat_list
from .commands import Parsed
from .settle import answer_fields, number, rules_of
from .streams import tell
from .tongue import tongue


def run(parsed: Parsed) -> int:
    """Settle a draw, or a chombo.

    Returns
    -------
    int
        The exit status.
    """
    given: dict[str, Any] = dict(parsed.given)
    flaws: list[wire.Flaw] = []
    rules = rules_of(given, flaws, RIICHI_DEFAULT)
    if rules is not None and not isinstance(rules, RiichiRules):
        told = worded("the rules {rules} are of the {family} family: a draw there is chouma settle --draw", **_about(rules))
        flaws.append(wire.Flaw("bad_value", told, "rules"))
        rules = None
    fields: dict[str, Any] = {"rules": rules or RIICHI_DEFAULT}
    fields |= {name: number(given, name, flaws) for name in ("honba", "deposits")}
    if "chombo" in given:
        fields["chombo"] = _chombo(given, flaws)
    if parsed.words or "chombo" not in given or any(name in given for name in ("tenpai", "nagashi")):
        fields["draw"] = _draw(parsed.words, given, flaws)
    return answer_fields(fields, flaws, given)


def _about(rules: Any) -> dict[str, str]:
    return {"rules": rules.name, "family": worded(rules.family.name)}


def _draw(kind: tuple[str, ...], given: dict[str, Any], flaws: list[wire.Flaw]) -> dict[str, Any]:
    draw: dict[str, Any] = {name: _seats(given[name]) for name in ("tenpai", "nagashi") if name in given}
    if "none" in draw.get("tenpai", ()):
        draw["tenpai"] = []
    elif not draw and not kind:
        tell(tongue(given)("assumed: nobody is tenpai (say otherwise with --tenpai E,S)"))
    for name in ("points", "riichi"):
        if name in given:
            flaws.append(wire.Flaw("bad_value", worded("--{option} goes with --chombo: take it away", option=name), name))
    return {"kind": kind[0], **draw} if kind else draw


def _chombo(given: dict[str, Any], flaws: list[wire.Flaw]) -> dict[str, Any]:
    chombo: dict[str, Any] = {"seat": given["chombo"]}
    if "points" in given:
        chombo["points"] = number(given, "points", flaws)
    if "riichi" in given:
        chombo["riichi"] = _seats(given["riichi"])
    return chombo


def _seats(told: Iterable[str]) -> list[str]:
    return [seat for text in told for seat in seat_list(text)]
