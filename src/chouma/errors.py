"""One tree of exceptions, and every way in which a hand can be wrong.

Everything that chouma refuses derives from `ChoumaError`. A hand that can't be is refused with all its
`Fault`s at once: each has an id, names the tile or the flag, and says how to mend it.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple


class Problem(enum.IntFlag):
    """Every way in which a hand can be wrong; a row's problems are the or of its bits."""

    TEXT = enum.auto()
    TILE_COUNT = enum.auto()
    FIFTH_COPY = enum.auto()
    RED_FIVES = enum.auto()
    TILE_NOT_IN_GAME = enum.auto()
    NO_WINNING_TILE = enum.auto()
    BAD_MELD = enum.auto()
    CHI_WITH_THREE = enum.auto()
    NORTH_WITH_FOUR = enum.auto()
    FLOWERS = enum.auto()
    SEAT_NOT_IN_GAME = enum.auto()
    BAD_VALUE = enum.auto()
    RIICHI_TWICE = enum.auto()
    RIICHI_OPEN = enum.auto()
    IPPATSU_WITHOUT_RIICHI = enum.auto()
    IPPATSU_WITH_RINSHAN = enum.auto()
    RINSHAN_BY_RON = enum.auto()
    RINSHAN_WITHOUT_KAN = enum.auto()
    CHANKAN_BY_TSUMO = enum.auto()
    CHANKAN_OF_HELD_TILE = enum.auto()
    HAITEI_BY_RON = enum.auto()
    HAITEI_WITH_RINSHAN = enum.auto()
    HOUTEI_BY_TSUMO = enum.auto()
    HOUTEI_WITH_CHANKAN = enum.auto()
    TENHOU_BY_RON = enum.auto()
    TENHOU_NOT_DEALER = enum.auto()
    CHIIHOU_BY_RON = enum.auto()
    CHIIHOU_DEALER = enum.auto()
    RENHOU_BY_TSUMO = enum.auto()
    RENHOU_DEALER = enum.auto()
    FIRST_TURN_WITH_MELD = enum.auto()
    FIRST_TURN_WITH_RIICHI = enum.auto()
    FIRST_TURN_TWICE = enum.auto()
    FIRST_TURN_LATE = enum.auto()
    TSUBAME_BY_TSUMO = enum.auto()
    KANBURI_BY_TSUMO = enum.auto()
    DISCARD_WITH_CHANKAN = enum.auto()
    PAARENCHAN_NOT_DEALER = enum.auto()
    TOO_MANY_INDICATORS = enum.auto()
    URA_MORE_THAN_DORA = enum.auto()
    CHIIHOU_BY_TSUMO = enum.auto()
    KONG_ON_KONG_WITHOUT_KONGS = enum.auto()
    EAST_STREAK_NOT_DEALER = enum.auto()
    FLAG_OF_A_WIN = enum.auto()
    NOT_A_LOSER = enum.auto()
    NOT_DEALT = enum.auto()
    MISSING_HAND = enum.auto()
    NO_WINNER = enum.auto()
    TWO_WINNERS = enum.auto()
    TWO_OUTCOMES = enum.auto()
    NO_DISCARDER = enum.auto()
    BAD_DISCARDER = enum.auto()
    BAD_LIABLE = enum.auto()
    NOT_ROBBED = enum.auto()

    @property
    def id(self) -> str:
        """The name on the wire, such as ``fifth_copy``."""
        return (self.name or "").lower()


class Worded(str):
    """An English text that knows its sentence and what stands in the brackets, so that it can be said again in another language.

    Attributes
    ----------
    sentence : str
        As the catalogues have it.
    values : dict
        What stands in its brackets; those that are `Worded` themselves, or have a ``text(lang)``, are said in that language too.
    """

    __slots__ = ("sentence", "values")
    sentence: str
    values: dict[str, Any]

    def text(self, lang: str = "en") -> str:
        """The text in a language of `chouma.messages.LANGUAGES`."""
        from .messages import again  # here: what is refused in English needs no catalogues

        return again(self, lang)

    def __reduce__(self) -> tuple[Any, ...]:
        return _worded_again, (self.sentence, self.values)


def worded(sentence: str, /, **values: Any) -> Worded:
    """A text to raise: English now, other languages when they are asked for.

    Examples
    --------
    >>> worded("{n} copies of {tile}: there are only {most}", n=5, tile="1m", most=4)
    '5 copies of 1m: there are only 4'
    """
    text = Worded(sentence.format(**values) if values else sentence)
    text.sentence, text.values = sentence, values
    return text


#: how two things are joined
AND, OR = worded("{one} and {other}"), worded("{one} or {other}")
_COMMA, SEMICOLON = worded("{one}, {other}"), worded("{one}; {other}")


def listed(parts: Sequence[str], last: Worded | None = None, separator: Worded = _COMMA) -> str:
    """Things as a list, commas between them; before the last stands `last`, such as `AND`."""
    text: str = parts[0] if parts else ""
    for place, part in enumerate(parts[1:], 2):
        joined = last if last is not None and place == len(parts) else separator
        text = worded(joined.sentence, one=text, other=part)
    return text


def unknown_key(key: object, near: Sequence[str], known: Iterable[str]) -> str:
    """What is told of a key that nothing has: the nearest ones, or all there are."""
    told = {"key": repr(shorten(str(key)))}
    if not near:
        return worded("unknown key {key}: keys are {keys}", **told, keys=", ".join(known))
    return worded("unknown key {key}: did you mean {nearest}?", **told, nearest=listed(near, OR))


def _worded_again(sentence: str, values: dict[str, Any]) -> Worded:
    return worded(sentence, **values)


def said_in(message: str, lang: str) -> str:
    """A message in a language: what has no other words stays as it is."""
    if lang == "en":
        return str(message)
    from .messages import again

    return again(message, lang)


class Fault(NamedTuple):
    """One reason why a hand is refused.

    Attributes
    ----------
    problem : Problem
        Which kind of fault.
    message : str
        What is wrong and how to mend it, naming the tile or the flag.
    where : str
        The part of the input: ``hand``, ``flags.haitei``, ``dora_indicators[2]`` …
    """

    problem: Problem
    message: str
    where: str = "hand"

    def text(self, lang: str = "en") -> str:
        """What is wrong and how to mend it, in a language."""
        return said_in(self.message, lang)

    def to_dict(self, lang: str = "en") -> dict[str, str]:
        """The fault as the wire form has it."""
        return {"id": self.problem.id, "message": self.text(lang), "where": self.where}


class ChoumaError(Exception):
    """Whatever chouma refuses."""

    def told(self, lang: str = "en") -> str:
        """Why, in a language; `str` gives the English."""
        return str(self) if lang == "en" else "\n".join(said_in(part, lang) for part in self.parts)

    @property
    def parts(self) -> tuple[str, ...]:
        """The reasons, each of which knows its words in other languages."""
        return self.args[:1]


class HandError(ChoumaError, ValueError):
    """A hand that can't be.

    Attributes
    ----------
    faults : tuple of Fault
        Every reason at once.
    """

    def __init__(self, faults: Iterable[Fault]):
        self.faults = tuple(faults)
        super().__init__("\n".join(fault.message for fault in self.faults))

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args, self.__dict__)

    @property
    def parts(self) -> tuple[str, ...]:
        """What each fault says."""
        return tuple(fault.message for fault in self.faults)

    @property
    def problems(self) -> Problem:
        """All problems as one set of flags."""
        found = Problem(0)
        for fault in self.faults:
            found |= fault.problem
        return found


class TextError(HandError):
    """Text that can't be read.

    Attributes
    ----------
    text : str
        What was given (long text is cut around the place).
    position : int
        The index of the character in the whole text, counted from 0.
    """

    def __init__(self, message: str, text: str, position: int, where: str = "hand"):
        self.position = position
        start = max(0, position - 40)
        self.text = text[start : position + 40]
        shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in self.text)
        self.picture = f"{'…' if start else ''}{shown}\n{' ' * (position - start + bool(start))}^"
        place = f"{where}:{position + 1}" if text else where
        told = worded("{message} (character {n})", message=message, n=position + 1) if text else message
        super().__init__([Fault(Problem.TEXT, told, place)])


class RuleError(ChoumaError, ValueError):
    """A formula, a yaku or a rule set that can't be; the message says how to mend it, each reason on a line of its own."""

    def __str__(self) -> str:
        return "\n".join(map(str, self.args))

    @property
    def reasons(self) -> tuple[str, ...]:
        """Every reason at once."""
        return self.args

    @property
    def parts(self) -> tuple[str, ...]:
        """Every reason at once."""
        return self.reasons


#: what can be unknown, for the catalogues
_KINDS = {
    str(kind): kind
    for kind in (
        *(worded("language"), worded("rule set"), worded("family of rules"), worded("switch"), worded("notation"), worded("yaku")),
        *(worded("flag"), worded("keyword or flag"), worded("pattern"), worded("column"), worded("name"), worded("way to write tiles")),
    )
}


class UnknownNameError(RuleError, KeyError):
    """A name that nothing has; the message gives the nearest ones."""

    message: str
    _among: tuple[str, ...] = ()

    def __init__(self, what: str, name: object, known: Iterable[str]):
        self.name = name if isinstance(name, str) else show(name)
        self.nearest = nearest(self.name, known)
        told = {"what": _KINDS.get(what, what), "name": repr(shorten(self.name))}
        if self.nearest:
            self.message = worded("unknown {what} {name}: did you mean {nearest}?", **told, nearest=listed(self.nearest, OR))
        else:
            self.message = worded("unknown {what} {name}", **told)
        super().__init__(self.message)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Every reason at once: it may be one of several."""
        return self._among or (self.message,)

    def among(self, reasons: Iterable[str]) -> UnknownNameError:
        """The same error, one of several reasons or told with more words."""
        self._among = tuple(reasons)
        self.message = "\n".join(self._among)
        return self

    def __str__(self) -> str:  # KeyError would print the repr
        return self.message

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[ChoumaError], args: tuple[Any, ...], fields: dict[str, Any]) -> ChoumaError:
    """An error from another process: what it says, not what it was made of."""
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(fields)
    return error


def nearest(name: str, known: Iterable[str], n: int = 2) -> list[str]:
    """The known names that look most like `name`, best first."""
    from difflib import get_close_matches  # slow to load, and seldom needed

    return get_close_matches(name[:80], list(known), n=n, cutoff=0.55)


def shorten(text: str, width: int = 60) -> str:
    """`text` cut to `width` characters, for messages about hostile input."""
    return text if len(text) <= width else text[: width - 1] + "…"


def show(value: object) -> str:
    """A value as it is written in Python, shortened; what can't be written is told: a number too long, a list in a list in a list."""
    try:
        return shorten(repr(value))
    except ValueError:
        return "a number of thousands of digits"
    except RecursionError:
        return f"{type(value).__name__}s nested a thousand deep"
