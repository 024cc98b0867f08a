"""Values of JSON, taken out of records that may hold anything."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..errors import show, worded
from .model import RecordError

MOST_POINTS = 10**8
#: counters, sticks, fu and han: what is more is a mistake
MOST_COUNTED = 1000


def decoded(text: bytes | str) -> Any:
    """A JSON value.

    Raises
    ------
    RecordError
        If it is none, or lies too deep.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise RecordError(worded("the JSON lies too deep")) from None
    except ValueError as wrong:  # also numbers of thousands of digits, and bytes that are no UTF-8
        raise RecordError(worded("no JSON: {why}", why=show(str(wrong)))) from None


def listed_in(value: Any, where: str, least: int = 0, most: int = 1000) -> list[Any]:
    """A list.

    Raises
    ------
    RecordError
        If it is none, or has too few or too many.
    """
    if not isinstance(value, list):
        raise RecordError(worded("{where} is {value}: it is a list", where=where, value=show(value)))
    if not least <= len(value) <= most:
        raise RecordError(worded("{where} has {n} entries: {least} to {most}", where=where, n=len(value), least=least, most=most))
    return value


def whole(value: Any, where: str, least: int = 0, most: int = MOST_POINTS) -> int:
    """A whole number.

    Raises
    ------
    RecordError
        If it is none, or out of its range.
    """
    if type(value) is float and value.is_integer():
        value = int(value)
    if type(value) is not int or not least <= value <= most:
        told = {"where": where, "value": show(value), "least": least, "most": most}
        raise RecordError(worded("{where} is {value}: a whole number from {least} to {most}", **told))
    return value


def counted(given: Mapping[str, Any], key: str, most: int = MOST_COUNTED) -> int | None:
    """A number of an object, None where it isn't told.

    Raises
    ------
    RecordError
        If it is no whole number, or out of its range.
    """
    told = given.get(key)
    return None if told is None else whole(told, key, 0, most)


def amounts(value: Any, where: str, n: int) -> tuple[int, ...]:
    """The first `n` of a list of points, which may be below 0."""
    found = listed_in(value, where, n, 8)
    return tuple(whole(one, where, -MOST_POINTS) for one in found[:n])


def mapping(value: Any, where: str) -> dict[str, Any]:
    """An object.

    Raises
    ------
    RecordError
        If it is none.
    """
    if not isinstance(value, dict):
        raise RecordError(worded("{where} is {value}: it is an object", where=where, value=show(value)))
    return value
