"""Hands that show a classical rule, in one line of text: ``24p 99m 123m 678s (222z) +3p | seat=W rules=dmjl``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..errors import RuleError, UnknownNameError, shorten
from ..hand import CLASSICAL_FLAGS
from ..notation import read, read_tiles
from ..seats import wind
from .rules import ClassicalRules

_WINDS = ("seat", "round")
#: word -> what `chouma.classical.score.score` is told of a hand that did not win, or won as dealt
_WON = {"lost": False, "dealt": "dealt"}
_RULES = "rules="
_WORDS = (*CLASSICAL_FLAGS, *_WON, *_WINDS, "rules", "seen")


class Example(NamedTuple):
    """A hand and how it was won, as `chouma.classical.score.score` takes them: ``score(example.hand, **example.keywords)``.

    Attributes
    ----------
    hand : str
        Canonical text, with the winning tile if it won.
    keywords : mapping of str to object
        ``flags``, ``won``, ``seat``, ``round``, ``seen`` and ``rules`` (a preset's name or a mapping), as far as they are told.
    """

    hand: str
    keywords: Mapping[str, Any]

    @classmethod
    def read(cls, text: str) -> Example:
        """Read an example.

        Parameters
        ----------
        text : str
            The hand; then, after ``|``, flags and words: ``seat=W``, ``round=S``, ``lost`` (it did not win), ``dealt`` (it won as
            dealt), ``seen=1m1m``, and ``rules=dmjl`` or ``rules={"base":"dmjl","limit":300}``.

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
        >>> Example.read("123m 567p 33z 67s (222z) +8s | seat=W rules=dmjl houtei")
        Example(hand='123m 567p 33z 67s (222z) +8s', keywords={'seat': <Wind.W: 2>, 'rules': 'dmjl', 'flags': ('houtei',)})
        """
        hand, _, words = text.partition("|")
        read(hand.strip())
        keywords: dict[str, Any] = {}
        for word in _words(words.strip()):
            name, equals, value = word.partition("=")
            if not equals and name in CLASSICAL_FLAGS:
                if name in keywords.get("flags", ()):
                    raise RuleError(f"{name} is given twice: keep one")
                keywords["flags"] = (*keywords.get("flags", ()), name)
                continue
            key, told = ("won", _WON[name]) if not equals and name in _WON else (name, _value(name, value, bool(equals)))
            if key in keywords:
                raise RuleError(f"{name} is given twice: keep one")
            keywords[key] = told
        return cls(hand.strip(), keywords)

    def under(self, rules: ClassicalRules | str | Mapping[str, Any]) -> Example:
        """The same example under other rules."""
        return self._replace(keywords={**self.keywords, "rules": rules})


def _words(text: str) -> Iterator[str]:
    """The words of an example; rules told as JSON are one word, whatever spaces are in it."""
    while text:
        end = text.find(" ")
        if text.startswith(_RULES + "{"):
            end = _end_of_json(text)
        end = len(text) if end < 0 else end
        yield text[:end]
        text = text[end:].lstrip()


def _end_of_json(text: str) -> int:
    try:
        return len(_RULES) + json.JSONDecoder().raw_decode(text[len(_RULES) :])[1]
    except (ValueError, RecursionError):
        raise RuleError(f"{shorten(text)} is not JSON: write rules=dmjl, or a mapping such as {_shown()}") from None


def _shown() -> str:
    return json.dumps(ClassicalRules.family.example)


def _value(name: str, value: str, told: bool) -> Any:
    if name not in (*_WINDS, "rules", "seen") or not told:
        raise UnknownNameError("word", name, _WORDS)
    if name in _WINDS:
        return wind(value, name)
    if name == "seen":
        return read_tiles(value, name)
    return json.loads(value) if value.startswith("{") else value
