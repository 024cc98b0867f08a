"""The kinds of switch that riichi alone has: lists of yakuman, local yaku and their worth, uma."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import SEMICOLON, UnknownNameError, listed, worded
from ..switches import HAND, TABLE, Frozen, Kind, Switch, Wrong, itself, read_json, read_list, shown_value, switch_field
from .names import YAKU_NAMES, YakuName

#: yaku of the table that no finished hand can show
NOT_IN_A_HAND = {
    "nagashi_mangan": worded("it is a draw (see the switch nagashi_mangan)"),
    "shiisan_puutaa": worded("it is a dealt hand, not one that won"),
}


def _check_ids(switch: Switch, value: object) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple, set, frozenset)):
        raise Wrong
    for id in value:
        name = _yaku(id)
        if not (name.is_yakuman or name.category == "local"):
            raise Wrong(worded("{id} is no yakuman", id=id))
    if len(set(value)) < len(value):
        raise Wrong(worded("it names a yaku twice"))
    return tuple(sorted(value) if isinstance(value, (set, frozenset)) else value)


def _check_local(switch: Switch, value: object) -> Frozen:
    if not isinstance(value, Mapping):
        raise Wrong
    wrong = []
    found = {}
    for id, worth in value.items():
        try:
            name = _yaku(id)
            if id in NOT_IN_A_HAND:
                raise Wrong(worded("{id} can't be switched on for a finished hand: {why}", id=id, why=NOT_IN_A_HAND[id]))
            if name.category != "local":
                raise Wrong(worded("{id} is no local yaku, it needs no switching on", id=id))
            found[id] = _check_worth(id, worth)
        except Wrong as fault:
            wrong.append(fault.args[0] if fault.args else "")
    if wrong:
        raise Wrong(listed(wrong, separator=SEMICOLON))
    return Frozen(found)


def _check_worth(id: str, worth: object) -> bool | Frozen:
    if worth is True:
        return True
    if isinstance(worth, Mapping) and worth:
        if set(worth) == {"yakuman"} and type(worth["yakuman"]) is int and 1 <= worth["yakuman"] <= 6:
            return Frozen(worth)
        han = [worth.get("closed"), worth.get("open")]
        legal = all(n is None or (type(n) is int and 1 <= n <= 13) for n in han)
        if set(worth) <= {"closed", "open"} and legal and han != [None, None]:
            return Frozen({"closed": han[0], "open": han[1]})
    wrong = worded(
        "the worth of {id} is {value}: it is true, {some} with han from 1 to 13 (or null), or {yakuman} with 1 to 6",
        **{"id": id, "value": shown_value(worth), "some": '{"closed": 2, "open": 1}', "yakuman": '{"yakuman": 1}'},
    )
    raise Wrong(worded("{why}; leave it out to have it off", why=wrong) if worth is False else wrong)


def _check_uma(switch: Switch, value: object) -> tuple[int, ...] | Frozen:
    if isinstance(value, Mapping):
        named = {str(n): numbers for n, numbers in value.items()}
        if not named or not set(named) <= {"1", "2", "3"}:
            raise Wrong
        return Frozen({n: _check_uma_list(named[n]) for n in sorted(named)})
    return _check_uma_list(value)


def _check_uma_list(value: object) -> tuple[int, ...]:
    if not isinstance(value, (list, tuple)) or len(value) not in (3, 4):
        raise Wrong
    if any(type(n) is not int or abs(n) > 10_000 for n in value):
        raise Wrong
    if sum(value):
        raise Wrong(worded("its numbers add up to {n}: they must add up to 0", n=sum(value)))
    return tuple(value)


def _yaku(id: object) -> YakuName:
    if not isinstance(id, str):
        raise Wrong(worded("{value} is no yaku id", value=shown_value(id)))
    try:
        return YAKU_NAMES[id]
    except UnknownNameError as unknown:
        raise Wrong(unknown.message) from None


_IDS = Kind("ids", _check_ids, read_list, frozenset)  # a list of yaku has no order
_LOCAL_YAKU = Kind("local_yaku", _check_local, read_json, itself)
_UMA = Kind("uma", _check_uma, read_json, itself)


def yakuman_list(*default: str, doc: str, stage: str) -> Any:
    """A switch that lists yakuman."""
    return switch_field(_IDS, default, doc, stage, allowed=worded('a list of yakuman ids, such as ["daisuushii"]'))


def local_yaku_table(*, doc: str) -> Any:
    """A switch that holds local yaku and what each is worth."""
    allowed = worded("a mapping of local yaku to their worth, such as {example}", example='{"sanrenkou": true}')
    return switch_field(_LOCAL_YAKU, Frozen(), doc, HAND, allowed=allowed)


def uma_lists(*default: int, doc: str) -> Any:
    """A switch that holds the points by final place."""
    return switch_field(_UMA, default, doc, TABLE, allowed=worded('a list of 3 or 4 whole numbers, or such lists under "1", "2", "3"'))
