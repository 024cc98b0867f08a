"""Ids that say their name in another language: in English, and in columns, they are the id itself."""

from __future__ import annotations

from ..explain import fu_name
from ..game.sheet import DRAW_NAMES
from ..messages import says, speaker
from ..riichi.names import YAKU_NAMES

#: ends of a hand as they are settled
_ENDS = {**DRAW_NAMES, "ron": says("ron"), "tsumo": says("self-draw"), "wins": says("win")}


class NamedYaku(str):
    """The id of a yaku.

    Examples
    --------
    >>> print(NamedYaku("pinfu"), NamedYaku("pinfu").text("ja"))
    pinfu 平和
    """

    __slots__ = ()

    def text(self, lang: str = "en") -> str:
        """The name."""
        return str(self) if lang == "en" or self not in YAKU_NAMES else YAKU_NAMES[self].text(lang)


class NamedFu(str):
    """The id of an item of the fu."""

    __slots__ = ()

    def text(self, lang: str = "en") -> str:
        """The name."""
        return str(self) if lang == "en" else fu_name(self, lang)


class NamedEnd(str):
    """How a hand ended: a kind of draw, or a win."""

    __slots__ = ()

    def text(self, lang: str = "en") -> str:
        """The name."""
        return str(self) if lang == "en" or self not in _ENDS else speaker(lang)(_ENDS[self])
