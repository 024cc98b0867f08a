"""What the API refuses by itself, and with which status; a hand's problems have the ids of the library."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..wire import Flaw

SCHEMA = "chouma.problems/1"

#: problems of a request, and the status that they are answered with; all others are 422
STATUS = {
    "json": 400,
    "duplicate_key": 400,
    "cross_site": 403,
    "unknown_host": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "too_long": 413,
    "too_many_rows": 413,
    "unsupported_type": 415,
    "fault": 500,
    "busy": 503,
    "too_slow": 503,
}
#: what can't be
UNPROCESSABLE = 422


def status_of(answer: Mapping[str, Any]) -> int:
    """The status of an answer: 200, or that of its gravest problem.

    Examples
    --------
    >>> [status_of({"ok": False, "problems": [{"id": id}]}) for id in ("json", "fifth_copy")]
    [400, 422]
    """
    if answer["ok"]:
        return 200
    return next((STATUS[problem["id"]] for problem in answer["problems"] if problem["id"] in STATUS), UNPROCESSABLE)


class Refused(Exception):
    """A request that isn't answered.

    Attributes
    ----------
    flaws : tuple of Flaw
    headers : mapping
        More headers of the answer.
    """

    def __init__(self, flaws: Iterable[Flaw], headers: Mapping[str, str] | None = None):
        self.flaws, self.headers = tuple(flaws), dict(headers or {})
        super().__init__("; ".join(flaw.message for flaw in self.flaws))
