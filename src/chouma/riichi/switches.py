"""What a switch of a rule set is: its legal values, how one is checked and frozen, where it comes from, how it prints."""

from __future__ import annotations

import json
import reprlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..errors import RuleError, UnknownNameError, shorten
from .names import YAKU_NAMES, YakuName

HAND, TABLE = "hand", "table"

#: yaku of the table that no finished hand can show
NOT_IN_A_HAND = {"nagashi_mangan": "it is a draw (see the switch nagashi_mangan)", "shiisan_puutaa": "it is a dealt hand, not one that won"}


class Frozen(Mapping[str, Any]):
    """A mapping that can't change, and so can be a key; it reads like a dict."""

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, Any] | None = None):
        self._items = dict(items or {})

    def __getitem__(self, key: str) -> Any:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return repr(self._items)


class Switch(NamedTuple):
    """One switch of a rule set.

    Attributes
    ----------
    name : str
    kind : str
        ``choice``, ``number``, ``ids`` (of yaku), ``local_yaku`` or ``uma``.
    choices : tuple or None
        All legal values, the default first; None where they are no short list.
    default : object
        The value in the rule set ``general``.
    doc : str
        What it decides, in one line.
    stage : str
        ``hand``: it bears on the score of one hand; ``table``: on settling and on the final placing.
    allowed : str
        The legal values in words.
    least, most, step : int
        The range of a number.
    """

    name: str
    kind: str
    choices: tuple[Any, ...] | None
    default: Any
    doc: str
    stage: str
    allowed: str
    least: int = 0
    most: int = 0
    step: int = 1

    def check(self, value: object) -> Any:
        """The value in its frozen form.

        Raises
        ------
        RuleError
            If the switch can't have it; the message says what it can have.
        """
        try:
            return _CHECKS[self.kind](self, value)
        except _Wrong as wrong:
            raise RuleError(f"{self.name} is {shown_value(value)}: {str(wrong) or f'it is {self.allowed}'}") from None

    def read(self, text: str) -> Any:
        """The value that a text stands for, such as ``true``, ``2``, ``daisangen,daisuushii`` or JSON."""
        word = text.strip()
        if word.lower() in ("true", "yes", "on", "false", "no", "off") and self.choices and True in self.choices:
            return self.check(word.lower() in ("true", "yes", "on"))
        if self.choices and word in self.choices:
            return word
        try:
            value = json.loads(word)
        except (ValueError, RecursionError):
            value = [part.strip() for part in word.split(",") if part.strip() not in ("", "none")] if self.kind == "ids" else word
        return self.check([value] if self.kind == "ids" and isinstance(value, str) else value)

    def key(self, value: Any) -> Any:
        """What two values of this switch are compared by: a list of yaku has no order."""
        return frozenset(value) if self.kind == "ids" else value

    def same(self, one: Any, other: Any) -> bool:
        """Whether two values of this switch mean the same."""
        return bool(self.key(one) == self.key(other))


class _Wrong(Exception):
    """A value that a switch can't have; the text replaces the usual one where it knows more."""


def _check_choice(switch: Switch, value: object) -> object:
    for choice in switch.choices or ():
        if type(value) is type(choice) and value == choice:  # 1 is not true, 4.0 is not 4
            return choice
    raise _Wrong


def _check_number(switch: Switch, value: object) -> int:
    if type(value) is not int or not switch.least <= value <= switch.most or value % switch.step:
        raise _Wrong
    return value


def _check_ids(switch: Switch, value: object) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple, set, frozenset)):
        raise _Wrong
    for id in value:
        name = _yaku(id)
        if not (name.is_yakuman or name.category == "local"):
            raise _Wrong(f"{id} is no yakuman")
    if len(set(value)) < len(value):
        raise _Wrong("it names a yaku twice")
    return tuple(sorted(value) if isinstance(value, (set, frozenset)) else value)


def _check_local(switch: Switch, value: object) -> Frozen:
    if not isinstance(value, Mapping):
        raise _Wrong
    wrong = []
    found = {}
    for id, worth in value.items():
        try:
            name = _yaku(id)
            if id in NOT_IN_A_HAND:
                raise _Wrong(f"{id} can't be switched on for a finished hand: {NOT_IN_A_HAND[id]}")
            if name.category != "local":
                raise _Wrong(f"{id} is no local yaku, it needs no switching on")
            found[id] = _check_worth(id, worth)
        except _Wrong as fault:
            wrong.append(str(fault))
    if wrong:
        raise _Wrong("; ".join(wrong))
    return Frozen(found)


def _check_worth(id: str, worth: object) -> bool | Frozen:
    if worth is True:
        return True
    if isinstance(worth, Mapping) and worth:
        if set(worth) == {"yakuman"} and type(worth["yakuman"]) is int and 1 <= worth["yakuman"] <= 6:
            return Frozen(worth)
        han = [worth.get("closed"), worth.get("open")]
        legal = all(n is None or (type(n) is int and 1 <= n <= 13) for n in han)
        if set(worth) <= {"closed", "open"} and legal and han != [None, None]:
            return Frozen({"closed": han[0], "open": han[1]})
    hint = "; leave it out to have it off" if worth is False else ""
    raise _Wrong(
        f'the worth of {id} is {shown_value(worth)}: it is true, {{"closed": 2, "open": 1}} with han from 1 to 13 (or null), '
        f'or {{"yakuman": 1}} with 1 to 6{hint}'
    )


def _check_uma(switch: Switch, value: object) -> tuple[int, ...] | Frozen:
    if isinstance(value, Mapping):
        named = {str(n): numbers for n, numbers in value.items()}
        if not named or not set(named) <= {"1", "2", "3"}:
            raise _Wrong
        return Frozen({n: _check_uma_list(named[n]) for n in sorted(named)})
    return _check_uma_list(value)


def _check_uma_list(value: object) -> tuple[int, ...]:
    if not isinstance(value, (list, tuple)) or len(value) not in (3, 4):
        raise _Wrong
    if any(type(n) is not int or abs(n) > 10_000 for n in value):
        raise _Wrong
    if sum(value):
        raise _Wrong(f"its numbers add up to {sum(value)}: they must add up to 0")
    return tuple(value)


_CHECKS: dict[str, Any] = {
    "choice": _check_choice,
    "number": _check_number,
    "ids": _check_ids,
    "local_yaku": _check_local,
    "uma": _check_uma,
}


def _yaku(id: object) -> YakuName:
    if not isinstance(id, str):
        raise _Wrong(f"{shown_value(id)} is no yaku id")
    try:
        return YAKU_NAMES[id]
    except UnknownNameError as unknown:
        raise _Wrong(unknown.message) from None


def shown_value(value: object) -> str:
    """A value for a message: bounded, and as JSON and TOML write the truth."""
    if isinstance(value, bool):
        return "true" if value else "false"
    try:
        return shorten(reprlib.repr(value))
    except ValueError:  # an int of thousands of digits
        return "a huge number"


def switch_field(kind: str, default: Any, doc: str, stage: str, **more: Any) -> Any:
    """A field of a rule set that is a switch of some kind."""
    switch = Switch("", kind, more.pop("choices", None), default, doc, stage, **more)
    return field(default=default, metadata={"switch": switch})


def one_of(*choices: Any, doc: str, stage: str = HAND) -> Any:
    """A switch with named values, its default first."""
    words = [value_text(choice) for choice in choices]
    return switch_field("choice", choices[0], doc, stage, choices=choices, allowed=f"{', '.join(words[:-1])} or {words[-1]}")


def flag(default: bool, doc: str, stage: str = HAND) -> Any:
    """A switch that is on or off."""
    return one_of(default, not default, doc=doc, stage=stage)


def number(default: int, doc: str, stage: str = TABLE, *, step: int = 100, most: int = 1_000_000) -> Any:
    """A switch that holds a number of points or the like."""
    allowed = f"a whole number from 0 to {most}" + (f", a multiple of {step}" if step > 1 else "")
    return switch_field("number", default, doc, stage, allowed=allowed, most=most, step=step)


def yakuman_list(*default: str, doc: str, stage: str) -> Any:
    """A switch that lists yakuman."""
    return switch_field("ids", default, doc, stage, allowed='a list of yakuman ids, such as ["daisuushii"]')


def value_text(value: Any) -> str:
    """A value as people read it, the same as in JSON, but words without quotes."""
    if isinstance(value, str):
        return value
    return json.dumps(plain(value), ensure_ascii=False)


def plain(value: Any) -> Any:
    """A value of lists and dicts, for JSON."""
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    return list(value) if isinstance(value, tuple) else value


class Origin(NamedTuple):
    """Where a value comes from: its source in words, whether it is unverified, and the rule set that says it."""

    source: str
    unverified: bool = False
    rules: str = ""


class Row(NamedTuple):
    """One line of a rule set as `describe` gives it."""

    switch: str
    value: Any
    doc: str
    source: str
    unverified: bool
    differs: bool


class DiffRow(NamedTuple):
    """One switch that two rule sets have different."""

    switch: str
    mine: Any
    theirs: Any
    doc: str


@dataclass(frozen=True)
class RulesDiff:
    """In what two rule sets differ; false where they don't, and it prints as a table.

    Attributes
    ----------
    mine, theirs : str
        The names of the two.
    rows : tuple of DiffRow
    """

    mine: str
    theirs: str
    rows: tuple[DiffRow, ...]

    def __bool__(self) -> bool:
        return bool(self.rows)

    def to_dict(self) -> dict[str, Any]:
        """The differences for JSON."""
        rows = [{"switch": row.switch, "mine": plain(row.mine), "theirs": plain(row.theirs), "doc": row.doc} for row in self.rows]
        return {"mine": self.mine, "theirs": self.theirs, "rows": rows}

    def __str__(self) -> str:
        if not self.rows:
            return f"{self.mine} and {self.theirs} have the same rules"
        lines = [("switch", self.mine, self.theirs), *((row.switch, value_text(row.mine), value_text(row.theirs)) for row in self.rows)]
        widths = [max(len(line[column]) for line in lines) for column in range(3)]
        return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines)


def toml(value: Any) -> str:
    """A value as TOML; a mapping leaves out what is None."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(inner)}" for key, inner in value.items() if inner is not None) + "}"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
