"""Answers as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec


def encoded(answer: Mapping[str, Any]) -> bytes:
    """An answer as JSON.

    Examples
    --------
    >>> encoded({"text": "\\ud800", "points": 2**80})
    b'{"text": "\\\\ud800", "points": 1208925819614629174706176}'
    """
    try:
        return msgspec.json.encode(answer)
    except (OverflowError, UnicodeEncodeError):  # without limits points grow beyond 64 bits; half a character is echoed
        return json.dumps(answer).encode()


def content_type(given: str) -> str:
    """A content type without its parameters.

    Examples
    --------
    >>> content_type("Text/CSV; charset=utf-8")
    'text/csv'
    """
    return given.partition(";")[0].strip().lower()
