"""What each yaku is called: English, rōmaji, Japanese, Chinese, and its numbers on the platforms.

One row of ``yaku_names.tsv`` each. The order of the rows is the order of the yaku, by which a tie between
yakuman is settled. What a yaku is worth is not here: that stands on its declaration.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from ..errors import UnknownNameError

CATEGORIES = ("standard", "optional", "bonus", "draw", "local")

#: the languages of `YakuName.text` and the columns they are in
LANGUAGES = {"en": "en", "romaji": "romaji", "ja": "ja", "zh-Hans": "zh_hans", "zh-Hant": "zh_hant"}

_FIRST_YAKUMAN, _LAST_YAKUMAN = 37, 51  # Tenhou numbers the yakuman in one block


class YakuName(NamedTuple):
    """The names of one yaku.

    Attributes
    ----------
    id : str
        Hepburn rōmaji, long vowels doubled.
    category : str
        ``standard``, ``optional`` (renhou), ``bonus`` (dora), ``draw`` (nagashi mangan) or ``local``.
    en, romaji, ja, zh_hans, zh_hant : str
        Its names.
    tenhou : tuple of int
        Its Tenhou numbers: the winds have one for each wind.
    majsoul : int or None
        Its Mahjong Soul number.
    """

    id: str
    category: str
    en: str
    romaji: str
    ja: str
    zh_hans: str
    zh_hant: str
    tenhou: tuple[int, ...]
    majsoul: int | None

    @property
    def is_yakuman(self) -> bool:
        """Whether it is one of the standard yakuman; what a local yaku is worth is up to the rule set."""
        return any(_FIRST_YAKUMAN <= number <= _LAST_YAKUMAN for number in self.tenhou)

    def text(self, lang: str = "en") -> str:
        """The name in a language: ``en``, ``ja``, ``zh-Hans``, ``zh-Hant`` or ``romaji``.

        Raises
        ------
        UnknownNameError
            If there are no names in that language.

        Examples
        --------
        >>> YAKU_NAMES["pinfu"].text("ja")
        '平和'
        """
        column = LANGUAGES.get(lang) or (lang if lang in LANGUAGES.values() else None)
        if column is None:
            raise UnknownNameError("language", lang, LANGUAGES)
        return str(getattr(self, column))


class _YakuNames(Mapping[str, YakuName]):
    """The table, read at the first look into it."""

    @cached_property
    def _rows(self) -> dict[str, YakuName]:
        path = os.path.join(os.path.dirname(__file__), "yaku_names.tsv")
        with open(path, encoding="utf-8") as file:
            next(file)  # the heads of the columns
            return {row.id: row for row in map(_read_row, file)}

    def __getitem__(self, id: str) -> YakuName:
        try:
            return self._rows[id]
        except (KeyError, TypeError):
            raise UnknownNameError("yaku", id, self._rows) from None

    def __contains__(self, id: object) -> bool:
        return isinstance(id, str) and id in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        return f"<the names of {len(self)} yaku>"


def _read_row(line: str) -> YakuName:
    *names, tenhou, majsoul = line.rstrip("\n").split("\t")
    return YakuName(*names, tuple(map(int, tenhou.split())), int(majsoul) if majsoul else None)  # type: ignore[call-arg, arg-type]


#: id -> `YakuName`, in the order of the table
YAKU_NAMES: Mapping[str, YakuName] = _YakuNames()
