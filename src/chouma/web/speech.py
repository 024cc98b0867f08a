"""Which language a request is answered in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from ..errors import UnknownNameError
from ..messages import LANGUAGES, known, speaker
from ..wire import Flaw

_MOST_HEADER = 500


@cache
def spoken() -> tuple[str, ...]:
    """The languages whose catalogues are here; a source tree that wasn't built has English alone."""
    return tuple(lang for lang in LANGUAGES if _is_here(lang))


def _is_here(lang: str) -> bool:
    try:
        speaker(lang)
    except FileNotFoundError:
        return False
    return True


def language(asked: Any, header: str, flaws: list[Flaw]) -> str:
    """The language that a request asks for; what is wrong with that goes to `flaws`.

    Parameters
    ----------
    asked : object
        What the key ``lang`` says, None if it isn't there.
    header : str
        Of ``Accept-Language``.
    flaws : list of Flaw

    Examples
    --------
    >>> language(None, "fr, en-GB;q=0.8, ja;q=0.1", [])
    'en'
    """
    if asked is not None:
        found = known(asked)
        if found is None:
            flaws.append(Flaw("unknown_language", UnknownNameError("language", asked, LANGUAGES).message, "lang"))
        return found if found in spoken() else LANGUAGES[0]
    return next((lang for lang in _preferred(header[:_MOST_HEADER]) if lang in spoken()), LANGUAGES[0])


def _preferred(header: str) -> Iterator[str]:
    """The languages of the header that chouma may speak, the dearest first."""
    wanted = []
    for part in header.split(","):
        tag, _, weight = part.partition(";")
        found = known(tag.strip())
        if found is not None:
            wanted.append((_weight(weight), found))
    yield from (lang for weight, lang in sorted(wanted, key=lambda one: -one[0]) if weight > 0)


def _weight(text: str) -> float:
    name, _, value = text.partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value[:5])
    except ValueError:
        return 0.0
