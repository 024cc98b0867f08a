"""What the items and patterns of the classical rules are called, in every language of chouma: one row of ``names.tsv`` each."""

from __future__ import annotations

import os
from functools import cache

from ..errors import UnknownNameError

#: the languages and the columns they are in
LANGUAGES = {"en": "en", "ja": "ja", "zh-Hans": "zh_hans", "zh-Hant": "zh_hant"}


@cache
def _table() -> dict[str, dict[str, str]]:
    with open(os.path.join(os.path.dirname(__file__), "names.tsv"), encoding="utf-8") as file:
        heads, *rows = (line.rstrip("\n").split("\t") for line in file)
    return {row[0]: dict(zip(heads, row, strict=True)) for row in rows}


def name_of(id: str, lang: str = "en") -> str:
    """The name of an item of the fu, of a fan or of a limit hand.

    Raises
    ------
    UnknownNameError
        If there is no such thing, or no such language.

    Examples
    --------
    >>> name_of("closed_wait"), name_of("closed_wait", "zh-Hant")
    ('closed wait', '嵌張')
    """
    if lang not in LANGUAGES:
        raise UnknownNameError("language", lang, LANGUAGES)
    if id not in _table():
        raise UnknownNameError("pattern", id, _table())
    return _table()[id][LANGUAGES[lang]]


def ids() -> tuple[str, ...]:
    """Everything that has a name, in the order of the table."""
    return tuple(_table())
