"""What chouma says, in four languages.

Every sentence is written in English where it is said, as ``t("won on {tile} by self-draw", tile=…)``; `speaker` gives the ``t``
of a language. The other languages are catalogues of GNU gettext in ``locale/``, built from the same sentences
(``make messages``); a sentence that a catalogue lacks fails the tests.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from typing import Any

from .errors import UnknownNameError, Worded

#: the languages, English first
LANGUAGES = ("en", "zh-Hans", "zh-Hant", "ja")

#: what each is called in itself
LANGUAGE_NAMES = {"en": "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文", "ja": "日本語"}

#: what the classical rules say in words of their own
CLASSICAL = "classical"

_DOMAIN = "chouma"
_FOLDER = os.path.join(os.path.dirname(__file__), "locale")

# how systems write languages, beside our own tags
_TAGS = {
    **{"zh": "zh-Hans", "zh-cn": "zh-Hans", "zh-sg": "zh-Hans", "zh-hans": "zh-Hans"},
    **{"zh-tw": "zh-Hant", "zh-hk": "zh-Hant", "zh-mo": "zh-Hant", "zh-hant": "zh-Hant"},
}


class Speaker:
    """Says sentences in one language: call it with an English one and what stands in its brackets.

    Parameters
    ----------
    lang : str
        One of `LANGUAGES`.
    about : str
        `CLASSICAL` where the classical rules speak: Chinese players count 副 there, and 符 in riichi.
    catalogue : dict
        English sentence -> as it is said; nothing in English, which says itself.
    """

    def __init__(self, lang: str = "en", about: str = ""):
        self.lang, self.about = lang, about
        self.catalogue: dict[str, str] = {}
        self._said: Callable[[str], str] = str
        if lang != "en":
            import gettext  # here: who speaks English doesn't wait for it

            # where the catalogues weren't built it is English, as of a sentence that a catalogue lacks
            found = gettext.translation(_DOMAIN, _FOLDER, [lang.replace("-", "_")], fallback=True)
            self._said = _in_context(found, about) if about else found.gettext
            self.catalogue = getattr(found, "_catalog", {})

    def __call__(self, sentence: str, /, **values: Any) -> str:
        """A sentence in this language, with values in its brackets.

        Examples
        --------
        >>> Speaker()("limited to {limit}", limit=200)
        'limited to 200'
        """
        said = self._said(sentence)
        return said.format(**values) if values else said

    def of(self, about: str) -> Speaker:
        """Who says the same of something else, such as `CLASSICAL`."""
        return speaker(self.lang, about)

    def value(self, value: Any) -> Any:
        """What stands in a bracket, in this language: what has a ``text(lang)`` is asked for it, all else is as it is."""
        return value.text(self.lang) if hasattr(value, "text") else value

    def plural(self, one: str, many: str, n: int, /, **values: Any) -> str:
        """A sentence about a number of things; the number is ``{n}``. Each of the two has its own translation.

        Examples
        --------
        >>> Speaker().plural("{n} counter", "{n} counters", 2)
        '2 counters'
        """
        return self(one if n == 1 else many, n=n, **values)


def _in_context(catalogue: Any, about: str) -> Callable[[str], str]:
    def said(sentence: str) -> str:
        found: str = catalogue.pgettext(about, sentence)
        return catalogue.gettext(sentence) if found == sentence else found

    return said


@cache
def _speaker(lang: str, about: str) -> Speaker:
    return Speaker(lang, about)


def speaker(lang: str = "en", about: str = "") -> Speaker:
    """Who speaks a language.

    Parameters
    ----------
    lang : str
        One of `LANGUAGES`, or as systems write it: ``ja_JP.UTF-8``, ``zh_TW``.
    about : str
        See `Speaker`.

    Raises
    ------
    UnknownNameError
        If chouma doesn't speak it.
    """
    found = known(lang)
    if found is None:
        raise UnknownNameError("language", lang, LANGUAGES)
    return _speaker(found, about)


def known(lang: object) -> str | None:
    """The language that a name, tag or locale means; None if chouma doesn't speak it.

    Examples
    --------
    >>> known("zh_TW.UTF-8"), known("ja-JP"), known("fr_FR")
    ('zh-Hant', 'ja', None)
    """
    if not isinstance(lang, str):
        return None
    tag = lang.partition(".")[0].partition("@")[0].replace("_", "-").lower()
    for whole in (tag, "-".join(tag.split("-")[:2]), tag.partition("-")[0]):
        if whole in _TAGS:
            return _TAGS[whole]
        if whole in ("en", "ja"):
            return whole
    return None


def again(text: str, lang: str = "en") -> str:
    """A text of `chouma.errors.worded` in a language; a plain one, if the catalogues have it as it is.

    Examples
    --------
    >>> from chouma.errors import worded
    >>> again(worded("{n} yakuman", n=2), "en")
    '2 yakuman'
    """
    t = speaker(lang)
    if not isinstance(text, Worded):
        if hasattr(text, "text"):
            return str(text.text(t.lang))
        return t(text) if text else ""  # what catalogues have for nothing is their own head
    return t(text.sentence, **{name: t.value(value) for name, value in text.values.items()})


def says(sentence: str) -> str:
    """Marks a sentence that is said later, where it stands in a table: the catalogues know it by this."""
    return sentence
