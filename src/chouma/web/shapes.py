"""The shapes of requests and answers, for the OpenAPI document: requests from the tables that read them, answers by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from ..messages import LANGUAGES
from ..settling.fields import CHOMBO_FIELDS, DRAW_FIELDS, HAND_FIELDS, PAO_FIELDS, WIN_FIELDS
from ..wire import Field

Shape = dict[str, Any]

TEXT: Shape = {"type": "string"}
WHOLE: Shape = {"type": "integer"}
YES: Shape = {"type": "boolean"}
ANY: Shape = {}


def ref(name: str) -> Shape:
    """A shape by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def or_null(shape: Shape) -> Shape:
    """A shape, or null."""
    return {"anyOf": [shape, {"type": "null"}]}


def list_of(shape: Shape) -> Shape:
    """A list of one shape."""
    return {"type": "array", "items": shape}


def record(always: Mapping[str, Shape], sometimes: Mapping[str, Shape] | None = None) -> Shape:
    """An object with keys that it always has, and some that it may have."""
    return {
        "type": "object",
        "properties": {**always, **(sometimes or {})},
        "required": list(always),
        "additionalProperties": False,
    }


def by_name(shape: Shape) -> Shape:
    """An object whose keys are names."""
    return {"type": "object", "additionalProperties": shape}


# ------------------------------------------------------------------------------------------------- requests


def request(fields: Mapping[str, Field], needed: Iterable[str]) -> Shape:
    """The shape of a request, with the language that every one may name."""
    found = _object(fields, needed)
    found["properties"]["lang"] = {"enum": list(LANGUAGES), "description": "the language of the answer"}
    return found


def _object(fields: Mapping[str, Field], needed: Iterable[str]) -> Shape:
    return {
        "type": "object",
        "properties": {name: {**_shape(field), "description": field.doc} for name, field in fields.items()},
        "required": list(needed),
        "additionalProperties": False,
    }


def _shape(field: Field) -> Shape:
    """What a value may be: objects within objects by their own tables, all else by its type."""
    return _WITHIN.get(field.name) or msgspec.json.schema(field.type)


#: keys whose values are objects of their own
_WITHIN: dict[str, Shape] = {
    "wins": {"type": "array", "items": ref("AskedWin")},
    "hands": {
        "type": "object",
        "properties": {seat: {"anyOf": [TEXT, ref("AskedHand")]} for seat in "ESWN"},
        "additionalProperties": False,
    },
    "draw": {"anyOf": [YES, ref("AskedDraw"), {"type": "null"}]},
    "chombo": {"anyOf": [TEXT, ref("AskedChombo"), {"type": "null"}]},
    "pao": {"anyOf": [TEXT, ref("AskedPao"), list_of(ref("AskedPao")), {"type": "null"}]},
}
_ASKED = {
    "AskedWin": _object(WIN_FIELDS, ("seat",)),
    "AskedHand": _object(HAND_FIELDS, ()),
    "AskedDraw": _object(DRAW_FIELDS, ("kind",)),
    "AskedChombo": _object(CHOMBO_FIELDS, ("seat",)),
    "AskedPao": _object(PAO_FIELDS, ("seat",)),
}


# -------------------------------------------------------------------------------------------------- answers

_HEAD = {"schema": TEXT, "ok": {"const": True}}
_PROBLEM = record({"id": TEXT, "message": TEXT, "where": TEXT})
_SPEC = {"anyOf": [TEXT, {"type": "object"}]}

_PAYMENTS = record({"total": WHOLE}, {"discarder": WHOLE, "dealer": WHOLE, "each_nondealer": WHOLE})
_GROUP = record({"form": TEXT, "tiles": TEXT, "concealed": YES, "called": YES}, {"wait": TEXT})
_LINE = record(
    {"id": TEXT, "text": TEXT},
    {"amount": WHOLE, "unit": TEXT, "total": WHOLE, "tiles": TEXT, "indicators": TEXT, "lines": list_of(ref("Line"))},
)
_WAIVED = {"waived": list_of(ref("Problem"))}
_FU = list_of(record({"id": TEXT, "fu": WHOLE}, {"tiles": TEXT}))

#: what a riichi hand is worth
_RIICHI_WORTH = {
    **{"han": or_null(WHOLE), "fu": or_null(WHOLE), "fu_raw": or_null(WHOLE), "fu_items": _FU},
    "yaku": list_of(record({"id": TEXT}, {"han": WHOLE, "yakuman": WHOLE})),
    "dora": record(dict.fromkeys(("dora", "ura", "aka", "kita"), WHOLE)),
    **{"yakuman": WHOLE, "limit": TEXT, "base": WHOLE, "points": WHOLE, "payments": ref("Payments")},
    **{"reading": list_of(ref("Group")), "lines": list_of(ref("Line"))},
}
_CLASSICAL_WORTH = {
    **{"won": YES, "fu": WHOLE, "fu_raw": WHOLE, "fan": WHOLE, "score": WHOLE, "limit": TEXT, "fu_items": _FU},
    "fans": list_of(record({"id": TEXT, "fan": WHOLE})),
    **{"hits": list_of(TEXT), "reading": list_of(ref("Group")), "lines": list_of(ref("Line"))},
}
_CLASSICAL_MORE = {"paid_for": TEXT, "calling": TEXT, **_WAIVED}
_UNPAID = {"reason": TEXT, "shanten": WHOLE, "nearest": list_of(TEXT)}
_WINS, _LOSES = {"win": {"const": True}}, {"win": {"const": False}}


def _scores(head: Mapping[str, Shape], lines: bool = True) -> Shape:
    """A score of either family, or why nothing is paid."""

    def told(worth: Mapping[str, Shape]) -> dict[str, Shape]:
        return {name: shape for name, shape in worth.items() if lines or name != "lines"}

    return {
        "anyOf": [
            record({**head, **_WINS, **told(_RIICHI_WORTH)}, _WAIVED),
            record({**head, **_WINS, **told(_CLASSICAL_WORTH)}, _CLASSICAL_MORE),
            record({**head, **_LOSES, **_UNPAID}, _WAIVED),
        ]
    }


_RULED = {**_HEAD, "rules": _SPEC}
_DRAWS = list_of(record({"tile": TEXT, "left": WHOLE}))
_DISTANCE = by_name(or_null(WHOLE))
_WAIT = record({"tile": TEXT, "left": WHOLE, "needs_yaku": YES, "ron": ref("Worth"), "tsumo": ref("Worth")})
_HAND = {
    **{"text": TEXT, "size": WHOLE, "closed": YES, "tiles": list_of(TEXT)},
    "melds": list_of(
        record({"type": TEXT, "tiles": list_of(TEXT), "called": or_null(TEXT), "source": TEXT, "added": or_null(TEXT), "text": TEXT})
    ),
    **{"win": or_null(TEXT), "by": or_null(TEXT), "norths": WHOLE, "flowers": list_of(TEXT), "written": by_name(or_null(TEXT))},
}
_ALTERNATIVE = record(
    {"reading": list_of(ref("Group")), "paid": YES},
    {**dict.fromkeys(("han", "fu", "fu_raw", "yakuman", "base", "fan", "score"), WHOLE), "limit": TEXT},
)
_WHY_NOT = record(
    {"yaku": TEXT, "name": TEXT, "has": YES, "reason": TEXT, "text": TEXT, "clause": TEXT, "values": by_name(TEXT)},
)
_ONE_MORE = record(
    {"han": WHOLE, "fu": or_null(WHOLE), "limit": TEXT, "base": WHOLE, "points": WHOLE, "payments": ref("Payments")}
)
_TRANSFER = record({"from": TEXT, "to": TEXT, "amount": WHOLE, "why": TEXT})
_CELL = {
    "anyOf": [
        record({"possible": {"const": True}, "points": WHOLE, "payments": ref("Payments")}),
        record({"possible": {"const": False}, "reason": TEXT}),
    ]
}
_SQUARE = record({"fu": or_null(WHOLE), "limit": TEXT, "base": WHOLE, "ron": _CELL, "tsumo": _CELL})
_ROW = record({"cells": list_of(_SQUARE)}, {"yakuman": WHOLE, "han": or_null(WHOLE), "han_to": or_null(WHOLE)})
_PAID = by_name(or_null(WHOLE))
_CLASSICAL_CELL = record({"fan": WHOLE, "score": WHOLE, "limit": TEXT}, {"east_wins": _PAID, "other_wins": _PAID})
_CLASSICAL_ROW = record({"fu": WHOLE, "cells": list_of(_CLASSICAL_CELL)})
_ABOUT = {
    **{"name": TEXT, "base": or_null(TEXT), "family": TEXT, "title": TEXT, "note": TEXT, "players": WHOLE, "is_preset": YES},
}
_SWITCH = record(
    {
        **{"switch": TEXT, "value": ANY, "default": ANY, "base_value": ANY, "doc": TEXT, "source": TEXT, "unverified": YES, "differs": YES},
        **{"stage": TEXT, "kind": TEXT, "choices": or_null(list_of(ANY)), "allowed": TEXT, "names": list_of(TEXT)},
        **dict.fromkeys(("least", "most", "step"), or_null(WHOLE)),
        **{"value_text": TEXT, "base_text": TEXT, "choice_texts": or_null(list_of(TEXT)), "name_texts": list_of(TEXT)},
    }
)
_BOOKLET = list_of(record({"head": TEXT, "lines": list_of(record({"text": TEXT, "gives": TEXT, "more": TEXT}))}))
_RULE_SET = {**_HEAD, **_ABOUT, "wire": _SPEC, "switches": list_of(_SWITCH), "booklet": or_null(_BOOKLET)}
_DIFF = list_of(record({"switch": TEXT, "mine": ANY, "theirs": ANY, "doc": TEXT}))
_NAMED = list_of(record({"id": TEXT, "name": TEXT}))
_COMPARE_CELL = record({"text": TEXT, "value": ANY})
_COMPARE_ROW = record(
    {"section": TEXT, "id": TEXT, "label": TEXT, "cells": list_of(_COMPARE_CELL), "differs": YES}, {"became": TEXT}
)
_SIDE = {"anyOf": [_scores(_RULED, lines=False), record({"ok": {"const": False}, "problems": list_of(ref("Problem"))})]}

_PRICE = record(
    {
        **{"yaku": or_null(list_of(record({"id": TEXT, "name": TEXT, "n": WHOLE}))), "yakuman": YES, "han": or_null(WHOLE)},
        **{"fu": or_null(WHOLE), "limit": or_null(TEXT), "points": or_null(WHOLE)},
    }
)
_SEAT_BOARD = record(
    {
        **{"wind": TEXT, "player": TEXT, "score": WHOLE, "told": or_null(WHOLE), "computed": or_null(WHOLE)},
        **{"concealed": or_null(list_of(TEXT)), "win": or_null(TEXT), "melds": list_of(TEXT), "norths": WHOLE, "riichi": YES},
        "discards": list_of(record({"tile": TEXT, "drawn": YES, "riichi": YES, "claimed": YES})),
    }
)
_WIN_BOARD = record(
    {
        **{"seat": TEXT, "giver": TEXT, "tile": or_null(TEXT), "told": _PRICE, "computed": or_null(_PRICE)},
        **{"differs": list_of(TEXT), "reading": list_of(ref("Group"))},
    }
)
_BOARD = record(
    {
        **{"round": TEXT, "wind": TEXT, "number": WHOLE, "honba": WHOLE, "deposits": WHOLE, "wall": WHOLE, "draw": TEXT},
        **{"indicators": list_of(TEXT), "ura": list_of(TEXT), "seats": list_of(_SEAT_BOARD), "wins": list_of(_WIN_BOARD)},
    }
)
_FOUND = record(
    {**dict.fromkeys(("seat", "wind", "topic", "title", "told", "computed", "why"), TEXT), "lines": list_of(ref("Line"))}
)
_AUDITED = {"schema": TEXT, "record": TEXT}
_COUNTED = dict.fromkeys(("rounds", "wins", "draws", "findings", "unreadable"), WHOLE)
_COMPLETE = {"complete": YES, "left_out": TEXT}
_TABLE = record({"id": TEXT, "title": TEXT, "head": list_of(TEXT), "rows": list_of(list_of(TEXT))})
_FIGURES = {"type": "object"}

#: every shape that has a name
SHAPES: dict[str, Shape] = {
    **_ASKED,
    "Problem": _PROBLEM,
    "Problems": {
        "type": "object",
        "properties": {"schema": TEXT, "ok": {"const": False}, "problems": {**list_of(ref("Problem")), "minItems": 1}},
        "required": ["schema", "ok", "problems"],
    },
    "Payments": _PAYMENTS,
    "Group": _GROUP,
    "Line": _LINE,
    "Score": _scores(_RULED),
    "Worth": _scores({}),
    "Explanation": record(
        {
            **{**_HEAD, "score": ref("Score"), "hand": record(_HAND), "alternatives": list_of(_ALTERNATIVE)},
            **{"why_not": list_of(_WHY_NOT), "one_more": or_null(_ONE_MORE)},
        }
    ),
    "Waits": {
        "anyOf": [
            record(
                {
                    **{**_RULED, "ready": YES, "shanten": WHOLE, "distance": _DISTANCE, "waits": list_of(_WAIT), "pure": YES},
                    **{"gone": list_of(TEXT), "draws": _DRAWS, "left": WHOLE, "furiten": list_of(TEXT)},
                    **{"left_out": list_of(record({"flag": TEXT, "by": TEXT})), "text": TEXT},
                }
            ),
            record(
                {
                    **{**_RULED, "ready": YES, "shanten": WHOLE, "distance": _DISTANCE, "text": TEXT},
                    "discards": list_of(record({"tile": TEXT, "shanten": WHOLE, "draws": _DRAWS, "left": WHOLE})),
                }
            ),
        ]
    },
    "Comparison": record(
        {
            **{**_HEAD, "hand": TEXT, "rules": list_of(_SPEC), "families": list_of(TEXT), "answers": list_of(_SIDE)},
            **{"rows": list_of(_COMPARE_ROW), "notes": list_of(TEXT)},
            "causes": list_of(record({"switch": TEXT, "rules": TEXT, "other": TEXT, "mine": ANY, "theirs": ANY, "instead": _SIDE})),
        }
    ),
    "Settlement": record(
        {
            **{**_RULED, "winner": or_null(TEXT), "scores": by_name(WHOLE), "hands": by_name({"type": "object"})},
            **{"transfers": list_of(_TRANSFER), "deltas": by_name(WHOLE), "next_dealer": or_null(TEXT), "lines": list_of(ref("Line"))},
        },
        {
            **{"winners": list_of(TEXT), "outcome": TEXT, "next_honba": or_null(WHOLE), "deposits_left": or_null(WHOLE)},
            "penalties": by_name({"type": "number"}),
        },
    ),
    "Tables": {
        "anyOf": [
            record(
                {
                    **{**_RULED, "family": {"const": "riichi"}, "honba": WHOLE},
                    "tables": list_of(record({"dealer": YES, "rows": list_of(_ROW)})),
                }
            ),
            record(
                {
                    **{**_RULED, "family": {"const": "classical"}, "limit": or_null(WHOLE), "half_limit": or_null(WHOLE)},
                    "rows": list_of(_CLASSICAL_ROW),
                }
            ),
        ]
    },
    "Game": record(
        {
            **{**_RULED, "length": TEXT, "players": list_of(TEXT), "state": {"type": "object"}, "events": list_of({"type": "object"})},
            **{"family": TEXT, "chips": WHOLE},
            **{"final": list_of({"type": "object"}), "undo": WHOLE, "redo": WHOLE, "needs": or_null(list_of({"type": "object"}))},
        }
    ),
    "Hand": record({**_HEAD, **_HAND, "notation": TEXT, "riichi": YES}),
    "AuditLine": {
        "anyOf": [
            record({**_AUDITED, "is": {"const": "game"}, "format": TEXT, "rules": TEXT, "players": WHOLE, **_COUNTED}),
            record({**_AUDITED, "is": {"const": "hand"}, "round": TEXT, "findings": list_of(_FOUND), "board": or_null(_BOARD)}),
            record({"schema": TEXT, "is": {"const": "summary"}, "games": WHOLE, **_COUNTED, **_COMPLETE}),
        ]
    },
    "Statistics": record(
        {
            **{**_HEAD, "by": TEXT, "games": WHOLE, "hands": WHOLE, "unfinished": WHOLE, "ends": by_name(WHOLE), "whole": _FIGURES},
            **{"groups": by_name(_FIGURES), "others": or_null(_FIGURES), "unreadable": WHOLE, "problems": list_of(TEXT)},
            **{"headline": TEXT, "tables": list_of(_TABLE), "svg": or_null(TEXT), **_COMPLETE},
        }
    ),
    "RuleSets": record({**_HEAD, "rules": list_of(record(_ABOUT))}),
    "RuleSet": record(_RULE_SET),
    "CheckedRules": record({**_RULE_SET, "against": TEXT, "diff": _DIFF, "toml": TEXT}),
    "Names": record(
        {
            **_HEAD,
            "lang": TEXT,
            "yaku": list_of(record({**dict.fromkeys(("id", "name", "romaji", "ja", "category"), TEXT), "is_yakuman": YES})),
            "flags": list_of(record({"id": TEXT, "name": TEXT, "families": list_of(TEXT)})),
            **dict.fromkeys(("patterns", "limits", "seats", "languages"), _NAMED),
        }
    ),
    "Messages": record({**_HEAD, "lang": TEXT, "messages": by_name(TEXT)}),
    "Health": record(_HEAD),
    "Version": record({**_HEAD, "version": TEXT, "languages": _NAMED, "limits": by_name(WHOLE), "page": YES}),
}
