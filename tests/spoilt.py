"""JSON values with something else in some places, for readers that must not fall."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

_ODD = [None, True, "", "0m", "9z", -1, 0, 3, 4, 60, 10**9, 1e308, float("nan"), [], {}, [[]], ["1m"] * 13, [11] * 13, "\ud800", "r60"]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in a JSON value."""
    yield path
    for key, one in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(one, (*path, key))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    """What stands there."""
    for key in path:
        value = value[key]
    return value


def spoilt(value: Any) -> st.SearchStrategy[Any]:
    """The value with one to four of its parts replaced: by something odd, by chance, or by another part of it."""
    known = [path for path in places(value) if path]
    other = st.one_of(
        st.sampled_from(_ODD),
        st.recursive(st.text(max_size=3) | st.integers(), lambda inner: st.lists(inner, max_size=4), max_leaves=5),
        st.sampled_from(known).map(lambda path: at(value, path)),
    )
    return st.lists(st.tuples(st.sampled_from(known), other), min_size=1, max_size=4).map(lambda changes: _changed(value, changes))


def _changed(value: Any, changes: list[tuple[tuple[Any, ...], Any]]) -> Any:
    found = copy.deepcopy(value)
    for path, other in changes:
        try:
            at(found, path[:-1])[path[-1]] = copy.deepcopy(other)
        except (TypeError, KeyError, IndexError):  # an outer part is gone already
            continue
    return found
