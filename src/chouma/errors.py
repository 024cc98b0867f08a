"""One tree of exceptions, and every way in which a hand can be wrong.

Everything that chouma refuses derives from `ChoumaError`. A hand that can't be is refused with all its
`Fault`s at once: each has an id, names the tile or the flag, and says how to mend it.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
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

    def to_dict(self) -> dict[str, str]:
        """The fault as the wire form has it."""
        return {"id": self.problem.id, "message": self.message, "where": self.where}


class ChoumaError(Exception):
    """Whatever chouma refuses."""


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
        super().__init__([Fault(Problem.TEXT, f"{message} (character {position + 1})" if text else message, place)])


class RuleError(ChoumaError, ValueError):
    """A formula, a yaku or a rule set that can't be; the message says how to mend it."""


class UnknownNameError(RuleError, KeyError):
    """A name that nothing has; the message gives the nearest ones."""

    def __init__(self, what: str, name: object, known: Iterable[str]):
        self.name = name if isinstance(name, str) else show(name)
        self.nearest = nearest(self.name, known)
        hint = f": did you mean {' or '.join(self.nearest)}?" if self.nearest else ""
        self.message = f"unknown {what} {shorten(self.name)!r}{hint}"
        super().__init__(self.message)

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
    """A value as it is written in Python, shortened; numbers too long to be written are told."""
    try:
        return shorten(repr(value))
    except ValueError:
        return "a number of thousands of digits"
