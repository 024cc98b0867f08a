"""Hands that show a rule, in one line of text: ``123m 567p 33z 67s (222z) +8s | seat=W round=S``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..errors import RuleError, UnknownNameError, shorten
from ..hand import FLAGS
from ..notation import read, read_tiles
from ..seats import wind
from .rules import SWITCHES

_INDICATORS = {"dora": "dora_indicators", "ura": "ura_indicators"}
_WINDS = ("seat", "round")
_COUNTERS = ("honba", "deposits")
_RULE = "rules."
_WORDS = (*_WINDS, *_INDICATORS, *_COUNTERS)


class Example(NamedTuple):
    """A hand and how it was won, as `chouma.score` takes them: ``score(example.hand, **example.keywords)``.

    Attributes
    ----------
    hand : str
        Canonical text with the winning tile.
    keywords : mapping of str to object
        ``flags``, ``seat``, ``round``, ``dora_indicators``, ``ura_indicators``, ``honba``, ``deposits`` and
        ``rules`` (a mapping of switches), as far as they are told.
    """

    hand: str
    keywords: Mapping[str, Any]

    @classmethod
    def read(cls, text: str) -> Example:
        """Read an example.

        Parameters
        ----------
        text : str
            The hand; then, after ``|``, flags and words: ``seat=W``, ``round=S``, ``dora=4z``, ``ura=1m2m``,
            ``honba=2``, ``deposits=1`` and ``rules.kuitan=false`` for any switch.

        Raises
        ------
        UnknownNameError
            If a word is none of these; the message gives the nearest.
        RuleError
            If a word is given twice, or has a value that it can't have.
        HandError
            If the hand or a wind can't be read.

        Examples
        --------
        >>> Example.read("123m 567p 33z 67s (222z) +8s | seat=W round=S houtei")
        Example(hand='123m 567p 33z 67s (222z) +8s', keywords={'seat': <Wind.W: 2>, 'round': <Wind.S: 1>, 'flags': ('houtei',)})
        """
        hand, _, words = text.partition("|")
        read(hand.strip())
        keywords: dict[str, Any] = {}
        for word in words.split():
            name, equals, value = word.partition("=")
            if not equals:
                _add_flag(keywords, name)
            elif name.startswith(_RULE):
                _add(keywords.setdefault("rules", {}), *_switch(name.removeprefix(_RULE), value))
            else:
                _add(keywords, *_value(name, value))
        return cls(hand.strip(), keywords)

    def under(self, **switches: Any) -> Example:
        """The same example with more switches set: ``example.under(local_yaku={"sanrenkou": True})``."""
        return self._replace(keywords={**self.keywords, "rules": {**self.keywords.get("rules", {}), **switches}})


def _add(keywords: dict[str, Any], name: str, value: Any) -> None:
    if name in keywords:
        raise RuleError(f"{name} is given twice: keep one")
    keywords[name] = value


def _add_flag(keywords: dict[str, Any], name: str) -> None:
    flags = keywords.get("flags", ())
    if name not in FLAGS:
        raise UnknownNameError("word", name, (*FLAGS, *_WORDS))
    if name in flags:
        raise RuleError(f"{name} is given twice: keep one")
    keywords["flags"] = (*flags, name)


def _switch(name: str, value: str) -> tuple[str, Any]:
    if name not in SWITCHES:
        raise UnknownNameError("switch", name, SWITCHES)
    return name, SWITCHES[name].read(value)


def _value(name: str, value: str) -> tuple[str, Any]:
    if name in _WINDS:
        return name, wind(value, name)
    if name in _INDICATORS:
        return _INDICATORS[name], read_tiles(value, _INDICATORS[name])
    if name in _COUNTERS:
        if not (value.isascii() and value.isdigit()):
            raise RuleError(f"{name} is {shorten(value)!r}: a whole number")
        return name, int(value[:9])
    raise UnknownNameError("word", name, _WORDS)
