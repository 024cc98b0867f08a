"""Points x 2^doubles under limits: the one arithmetic of both families.

Riichi counts fu x 2^(han + 2), limited in steps; the classical rules fu x 2^fan, limited once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Limit(NamedTuple):
    """A ceiling.

    Attributes
    ----------
    id : str
        Its name, such as ``mangan``.
    value : int
        What a hand is worth that reaches it (riichi: base points).
    doubles : int or None
        So many doubles reach it whatever the points; None: by value alone.
    reached_at : int or None
        The value from which on it is reached, where that is less than its own.
    """

    id: str
    value: int
    doubles: int | None = None
    reached_at: int | None = None


class Tally(NamedTuple):
    """What points and doubles come to.

    Attributes
    ----------
    value : int
    limit : str
        The id of the limit that was reached, or empty.
    """

    value: int
    limit: str = ""


def tally(points: int, doubles: int, limits: Iterable[Limit] = (), extra_doubles: int = 0) -> Tally:
    """What points and doubles come to under some limits.

    Parameters
    ----------
    points : int
        Fu.
    doubles : int
        Han or fan.
    limits : iterable of Limit
        From the highest to the lowest; the first that is reached counts.
    extra_doubles : int
        Doubles that every hand has (riichi: 2); limits don't count them.

    Examples
    --------
    >>> tally(40, 3, [Limit("limit", 200)])
    Tally(value=200, limit='limit')
    """
    value = points << doubles + extra_doubles
    for limit in limits:
        by_doubles = limit.doubles is not None and doubles >= limit.doubles
        by_value = limit.doubles is None and value >= (limit.value if limit.reached_at is None else limit.reached_at)
        if by_doubles or by_value:
            return Tally(limit.value, limit.id)
    return Tally(value)
