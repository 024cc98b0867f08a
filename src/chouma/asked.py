"""What callers give, in whatever form they like: a hand, its winning tile, flags, tiles. Every family reads it here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from . import tiles
from .errors import Fault, HandError, Problem, UnknownNameError, shorten, show, worded
from .hand import BITS_OF, Hand
from .notation import read, read_tiles
from .tiles import NUMBERS

_number_of = NUMBERS.__getitem__


def hand_of(given: object, notation: str | None = None) -> Hand:
    """A hand as it was given, read if it is text.

    Raises
    ------
    HandError
        If it is neither text nor a hand, or the text can't be read.
    """
    if isinstance(given, str):
        return read(given, notation)
    if isinstance(given, Hand):
        return given
    raise HandError([Fault(Problem.BAD_VALUE, worded("the hand is a {type}: give text or a Hand", type=type(given).__name__))])


def winning(win: str | int | None, by: str | None) -> tuple[int, str]:
    """The winning tile and how it came, given beside the other tiles.

    Raises
    ------
    HandError
        If one of them is missing or is none.
    """
    if win is None:
        told = worded("by={by} without a winning tile: give win='5s', or write +5s in the hand", by=show(by))
        raise HandError([Fault(Problem.NO_WINNING_TILE, told, "win")])
    if by not in ("ron", "tsumo"):
        raise HandError([Fault(Problem.BAD_VALUE, worded("by is {by}: it is 'ron' or 'tsumo'", by=show(by)), "by")])
    found = tiles_given([win], "win")
    return found[0], by


def flag_bits(flags: Iterable[str], named: Mapping[str, Any], known: Iterable[str]) -> int:
    """Or of the bits of some flags.

    Parameters
    ----------
    flags : iterable of str
        Or one text with spaces or commas between them.
    named : mapping
        Flags that were given as keywords.
    known : iterable of str
        The flags of the family.

    Raises
    ------
    HandError
        If a flag isn't known; TypeError, as for any function, if a keyword isn't.
    """
    bits = 0
    for name, value in named.items():
        if name not in known:
            raise TypeError(f"score() got an {UnknownNameError('keyword or flag', name, known).message}")
        if value:
            bits |= BITS_OF[name]
    if not flags:
        return bits
    names = flag_names(flags)
    faults = [Fault(Problem.BAD_VALUE, UnknownNameError("flag", name, known).message, "flags") for name in names if name not in known]
    if faults:
        raise HandError(faults)
    for name in names:
        bits |= BITS_OF[name]
    return bits


def flag_names(flags: str | Iterable[str], where: str = "flags") -> list[str]:
    """Flags as a list of names; what is no name is shown in its place, so that it can be told which.

    Raises
    ------
    HandError
        If there can be no names in it.
    """
    if isinstance(flags, str):
        return flags.replace(",", " ").split()
    if not flags:
        return []
    if not isinstance(flags, Iterable):
        # who calls may have no types
        told = worded(  # type: ignore[unreachable]
            "flags is {flags}: give text such as 'riichi ippatsu' or a list", flags=show(flags)
        )
        raise HandError([Fault(Problem.BAD_VALUE, told, where)])
    return [one if isinstance(one, str) else show(one) for one in flags]


def tiles_given(given: str | Iterable[str | int], where: str) -> tuple[int, ...]:
    """Tiles given as one text, or as a list of texts or numbers.

    Raises
    ------
    HandError
        If one of them is no tile.
    """
    try:  # most are given by their plain names
        return (NUMBERS[given],) if given.__class__ is str else tuple(map(_number_of, given))  # type: ignore[arg-type]
    except (KeyError, TypeError):
        return _tiles_given(given, where)


def _tiles_given(given: Any, where: str) -> tuple[int, ...]:
    if isinstance(given, str):
        return read_tiles(given, where)
    if not isinstance(given, Iterable):
        told = worded("{where} is a {type}: give text such as '2p 0s' or a list", where=where, type=type(given).__name__)
        raise HandError([Fault(Problem.BAD_VALUE, told, where)])
    found: list[int] = []
    for i, one in enumerate(given):
        if isinstance(one, str):
            read_one = read_tiles(one, f"{where}[{i}]")
            if len(read_one) != 1:
                told = worded("{text} is not one tile: write one tile an entry", text=repr(shorten(one)))
                raise HandError([Fault(Problem.BAD_VALUE, told, f"{where}[{i}]")])
            found += read_one
        elif isinstance(one, int) and not isinstance(one, bool) and 0 <= one < tiles.N_TILES:
            found.append(one)
        else:
            raise HandError([Fault(Problem.BAD_VALUE, worded("{value} is no tile", value=show(one)), f"{where}[{i}]")])
    return tuple(found)
