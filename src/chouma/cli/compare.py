"""``chouma compare``: one hand under several rule sets."""

from __future__ import annotations

from typing import Any

from ..compare import Comparison, compare
from ..hand import BITS_OF
from . import BAD_INPUT, NOT_PAID, SCORED, words
from .commands import Parsed
from .score import whole_number
from .streams import show, show_json, tell
from .tongue import for_json, tongue


def run(parsed: Parsed) -> int:
    """Show what several rule sets make of a hand.

    Returns
    -------
    int
        The exit status: 1 if none of them pays for it, 2 if all refuse it.
    """
    given = parsed.given
    how: dict[str, Any] = {name: given[name] for name in ("seat", "round", "notation") if name in given}
    t = tongue(given)
    how["lang"] = for_json(given) if given.get("json") else t.lang
    how["flags"] = [name for name in BITS_OF if given.get(name.replace("_", "-"))]
    for option in ("dora", "ura"):
        if option in given:
            how[f"{option}_indicators"] = " ".join(given[option])  # type: ignore[arg-type]
    for option in ("honba", "deposits"):
        if option in given:
            how[option] = whole_number(given, option, 0)
    won = "dealt" if given.get("dealt") else not given.get("lost")
    if "seen" in given:
        how["seen"] = " ".join(given["seen"])  # type: ignore[arg-type]
    named = ",".join(given.get("rules", ())) or "ningbo,general"  # type: ignore[arg-type]
    found = compare(" ".join(parsed.words), named, won=won, strict=not given.get("no-strict"), **how)
    if given.get("json"):
        show_json(found.to_dict())
    else:
        show(words.table_rows(found.text(bool(given.get("differing")))), not given.get("no-color"))
        if not {"seat", "round"} <= given.keys():
            tell(words.assumed("seat" in given, "round" in given, t))
    return _status(found)


def _status(found: Comparison) -> int:
    if any(side.answer for side in found.sides):
        return SCORED
    return NOT_PAID if any(side.answer is not None for side in found.sides) else BAD_INPUT
