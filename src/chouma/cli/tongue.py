"""The language that the command speaks: what ``--lang`` says, else the locale, else English."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import UnknownNameError
from ..messages import Speaker, known, speaker

#: where the language of messages stands; the first that is there decides
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")


def tongue(given: Mapping[str, Any]) -> Speaker:
    """Who speaks, by the options that were given.

    Raises
    ------
    UnknownNameError
        If ``--lang`` names a language that isn't there.
    """
    return speaker(str(given["lang"]) if "lang" in given else of_locale(os.environ))


def tiles_of(given: Mapping[str, Any]) -> str:
    """How tiles are written, by the options that were given.

    Raises
    ------
    UnknownNameError
        If there is no such way.
    """
    style = str(given.get("tiles", "mpsz"))
    if style != "mpsz":
        from ..notation.respell import STYLES  # here: who reads MPSZ doesn't wait for it

        if style not in STYLES:
            raise UnknownNameError("way to write tiles", style, STYLES)
    return style


def of_locale(environ: Mapping[str, str]) -> str:
    """The language of the locale; English where chouma doesn't speak it.

    Examples
    --------
    >>> of_locale({"LANG": "ja_JP.UTF-8"}), of_locale({"LC_ALL": "C", "LANG": "ja_JP.UTF-8"}), of_locale({})
    ('ja', 'en', 'en')
    """
    return known(next((environ[name] for name in _LOCALE if environ.get(name)), "")) or "en"


def of_words(argv: Sequence[str]) -> str:
    """The language of a command line that couldn't be read to its end."""
    for place, word in enumerate(argv):
        name, equals, value = word.partition("=")
        if name == "--lang":
            return known(value if equals else next(iter(argv[place + 1 :]), "")) or of_locale(os.environ)
    return of_locale(os.environ)


def for_json(given: Mapping[str, Any]) -> str:
    """The language of what programs read: English wherever they run, unless they ask for another."""
    return tongue(given).lang if "lang" in given else "en"
