"""The lines of a derivation: what every explanation is made of, whatever it explains."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from .messages import Speaker, says, speaker


def width(text: str) -> int:
    """How many cells of a terminal a text takes: East Asian characters two each, and of all tiles the red dragon alone.

    Examples
    --------
    >>> width("fu"), width("符"), width("🀄"), width("🀀")
    (2, 2, 2, 1)
    """
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width  # here: English doesn't wait for it

    return sum(0 if combining(one) else 2 if east_asian_width(one) in "WF" else 1 for one in text)


def padded(text: str, wide: int, right: bool = False) -> str:
    """A text with spaces after it, or before it, so that it takes `wide` cells."""
    room = " " * (wide - width(text))
    return room + text if right else text + room


#: points of several seats, each with its sign
_figures = re.compile(r"[-+\d ,.]*").fullmatch


def no_formula(text: str) -> str:
    """A cell that no spreadsheet takes for a formula: names of files and of players are anybody's; points with a sign stay as they are.

    Examples
    --------
    >>> no_formula("=1+1"), no_formula("+8000 -8000"), no_formula("-1+cmd|'/c calc'!A1")
    ("'=1+1", '+8000 -8000', "'-1+cmd|'/c calc'!A1")
    """
    risky = text[:1] in ("=", "@", "\t", "\r") or (text[:1] in ("+", "-") and not _figures(text))
    return f"'{text}" if risky else text


def aligned(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """Rows as lines whose columns stand one under the other.

    Parameters
    ----------
    rows : sequence of sequences of str
        Each of as many cells.
    right : collection of int
        The columns that stand at their right edge.

    Examples
    --------
    >>> aligned([("fu", "ron"), ("20", "1000"), ("110", "900")], right={1})
    ['fu    ron', '20   1000', '110   900']
    """
    wide = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(padded(cell, wide[c], c in right) for c, cell in enumerate(row)).rstrip() for row in rows]


class Line(NamedTuple):
    """One line of a derivation.

    Attributes
    ----------
    id : str
        The rule that it tells of.
    text : str
    amount : int or None
        What it adds.
    unit : str
        ``fu``, ``han``, ``yakuman`` or ``points``.
    total : int or None
        The running total.
    tiles : str
        The tiles it speaks of, group by group; a winning tile by itself has its mark, ``+5s`` or ``*5s``.
    lines : tuple of Line
        What it is made of.
    indicators : str
        The indicators that make dora of the tiles, one for each part of `tiles`.
    """

    id: str
    text: str
    amount: int | None = None
    unit: str = ""
    total: int | None = None
    tiles: str = ""
    lines: tuple[Line, ...] = ()
    indicators: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The line as the wire form has it; what it lacks is left out."""
        fields = {key: value for key, value in self._asdict().items() if value not in (None, "", ())}
        if self.lines:
            fields["lines"] = [line.to_dict() for line in self.lines]
        return fields

    def changed(self, change: Callable[[str], str]) -> Line:
        """The line, and those it is made of, with the tiles in its text changed."""
        return self._replace(text=change(self.text), lines=tuple(line.changed(change) for line in self.lines))


class Explanation(NamedTuple):
    """The derivation of a score: print it, or turn it into JSON.

    Attributes
    ----------
    lines : tuple of Line
    lang : str
        The language that they are in.
    about : str
        `chouma.messages.CLASSICAL` where they tell of classical rules.
    """

    lines: tuple[Line, ...]
    lang: str = "en"
    about: str = ""

    def __str__(self) -> str:
        return "\n".join(aligned([row[1:] for row in self.rows()], right={1}))

    def spelt(self, tiles: str) -> Explanation:
        """The same with its tiles as ``mpsz``, ``unicode`` or ``kanji``."""
        if tiles == "mpsz":
            return self
        from .notation.respell import respelt  # here: who reads MPSZ doesn't wait for it

        return self._replace(lines=tuple(line.changed(lambda text: respelt(text, tiles)) for line in self.lines))

    def rows(self) -> list[tuple[int, str, str, str]]:
        """The lines one under the other, as `flat` gives them."""
        return list(flat(self.lines, speaker(self.lang, self.about)))

    def to_dict(self) -> list[dict[str, Any]]:
        return [line.to_dict() for line in self.lines]


#: amounts with their unit
UNITS = {
    "": says("{n}"),
    "fu": says("{n} fu"),
    "fan": says("{n} fan"),
    "han": says("{n} han"),
    "yakuman": says("{n} yakuman"),
    "points": says("{n} points"),
}


def flat(lines: Iterable[Line], t: Speaker, depth: int = 0) -> Iterator[tuple[int, str, str, str]]:
    """Lines one under the other: how deep each stands, its text, its amount and the running total, empty where it lacks one."""
    for line in lines:
        label = "  " * depth + line.text
        amount = t(UNITS[line.unit], n=line.amount) if line.amount is not None else ""
        total = f"({line.total})" if line.total is not None and line.total != line.amount else ""
        yield depth, label, amount, total
        yield from flat(line.lines, t, depth + 1)
