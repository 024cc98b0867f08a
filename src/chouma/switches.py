"""What a switch of a rule set is: its kind, its legal values, how one is checked, frozen, read from text and shown.

A family declares its switches as the fields of its class of rule sets (see `chouma.rulesets`), each by one of the functions
here: `flag`, `one_of`, `number`, `amount`, `id_set`, `shares`, `worth`, or by a kind of its own.
"""

from __future__ import annotations

import json
import re
import reprlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from math import gcd
from typing import Any, NamedTuple

from .errors import AND, OR, SEMICOLON, RuleError, UnknownNameError, listed, shorten, worded

HAND, TABLE = "hand", "table"

#: what one thing may give; fu are few, as the fu of a whole hand must stay within what formulas can add up
MOST_FU, MOST_FAN = 20, 10


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


class Share(NamedTuple):
    """An exact part of the limit, as two whole numbers in lowest terms: (1, 2) is half of it."""

    times: int
    of: int = 1

    def plain(self) -> int | float | str:
        """As it is written: 1, 0.5, or ``"1/3"`` where tenths don't do."""
        if 10 % self.of:
            return f"{self.times}/{self.of}"
        return self.times if self.of == 1 else self.times / self.of


class Worth(NamedTuple):
    """What something gives: fu and fan (doubles), or a part of the limit, or nothing."""

    fu: int = 0
    fan: int = 0
    limit: Share | None = None

    def plain(self) -> str:
        """As it is written: ``4 fu``, ``1 fan``, ``10 fu + 3 fan``, ``limit``, ``half limit``, ``1/3 limit`` or ``none``."""
        if self.limit:
            return {(1, 1): "limit", (1, 2): "half limit"}.get(self.limit) or f"{self.limit.plain()} limit"
        return " + ".join(f"{n} {unit}" for n, unit in ((self.fu, "fu"), (self.fan, "fan")) if n) or "none"


class Kind(NamedTuple):
    """What the values of a switch are.

    Attributes
    ----------
    name : str
    check : callable
        Gives the frozen form of a value, or raises `Wrong`.
    read : callable
        Makes of a text what `check` can look at.
    key : callable
        What two values are compared by.
    """

    name: str
    check: Callable[[Switch, Any], Any]
    read: Callable[[str], Any]
    key: Callable[[Any], Any]


class Switch(NamedTuple):
    """One switch of a rule set.

    Attributes
    ----------
    name : str
    kind : Kind
    choices : tuple or None
        All legal values, the default first; None where they are no short list.
    default : object
        The value in the family's first rule set.
    doc : str
        What it decides, in one line.
    stage : str
        ``hand``: it bears on the score of one hand; ``table``: on settling and on the final placing.
    allowed : str
        The legal values in words.
    least, most, step : int
        The range of a number; the most fu of a worth.
    names : tuple of str
        The ids of a set or table, the units of a worth, the words that may stand for a number.
    """

    name: str
    kind: Kind
    choices: tuple[Any, ...] | None
    default: Any
    doc: str
    stage: str
    allowed: str
    least: int = 0
    most: int = 0
    step: int = 1
    names: tuple[str, ...] = ()

    def check(self, value: object) -> Any:
        """The value in its frozen form.

        Raises
        ------
        RuleError
            If the switch can't have it; the message says what it can have.
        """
        try:
            return self.kind.check(self, value)
        except Wrong as wrong:
            why = wrong.args[0] if wrong.args else worded("it is {allowed}", allowed=self.allowed)
            raise RuleError(worded("{switch} is {value}: {why}", switch=self.name, value=shown_value(value), why=why)) from None

    def read(self, text: str) -> Any:
        """The value that a text stands for, such as ``true``, ``2``, ``daisangen,daisuushii`` or JSON."""
        word = text.strip()
        if word.lower() in ("true", "yes", "on", "false", "no", "off") and self.choices and True in self.choices:
            return self.check(word.lower() in ("true", "yes", "on"))
        if self.choices and word in self.choices:
            return word
        return self.check(self.kind.read(word))

    def key(self, value: Any) -> Any:
        """What two values of this switch are compared by."""
        return self.kind.key(value)

    def same(self, one: Any, other: Any) -> bool:
        """Whether two values of this switch mean the same."""
        return bool(self.key(one) == self.key(other))


class Wrong(Exception):
    """A value that a switch can't have; the text replaces the usual one where it knows more."""


# --- what the kinds do


def read_json(text: str) -> Any:
    """What a text says as JSON, else the text."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def read_list(text: str) -> Any:
    """A list as JSON, or names with commas between them; ``none`` is the empty one."""
    found = read_json(text)
    if found is text:
        return [part.strip() for part in text.split(",") if part.strip() not in ("", "none")]
    return [found] if isinstance(found, str) else found


def itself(value: Any) -> Any:
    """The value: what most kinds are compared by."""
    return value


def _check_choice(switch: Switch, value: object) -> object:
    for choice in switch.choices or ():
        if type(value) is type(choice) and value == choice:  # 1 is not true, 4.0 is not 4
            return choice
    raise Wrong


def _check_number(switch: Switch, value: object) -> int | str | None:
    if "none" in switch.names and (value is None or value == "none"):
        return None
    if isinstance(value, str) and value in switch.names:
        return value
    if type(value) is not int or not switch.least <= value <= switch.most or value % switch.step:
        raise Wrong
    return value


def _check_id_set(switch: Switch, value: object) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple, set, frozenset)):
        raise Wrong
    wrong = [fault for one in value if (fault := _unknown(switch, one))]
    if wrong:
        raise Wrong(listed(wrong, separator=SEMICOLON))
    if len(set(value)) < len(value):
        raise Wrong(worded("it names something twice"))
    return tuple(name for name in switch.names if name in value)


def _check_shares(switch: Switch, value: object) -> Frozen:
    if not isinstance(value, Mapping):
        raise Wrong
    found, wrong = {}, []
    for id, share in value.items():
        fault = _unknown(switch, id)
        if not fault and not (known := as_share(share)):
            fault = worded('{id} is {value}: it is 1, tenths such as 0.5, or a fraction such as "1/3"', id=id, value=shown_value(share))
            if share in (0, False, "none"):
                fault = worded("{why}; leave it out to have it off", why=fault)
        if fault:
            wrong.append(fault)
        elif known:
            found[id] = known
    if wrong:
        raise Wrong(listed(wrong, separator=SEMICOLON))
    return Frozen({id: found[id] for id in switch.names if id in found})


def _check_worth(switch: Switch, value: object) -> Worth:
    found = value if isinstance(value, Worth) else _read_worth(value) if isinstance(value, str) else None
    if found is None:
        raise Wrong
    units = [unit for unit, part in zip(Worth._fields, found, strict=True) if part]
    if strange := [unit for unit in units if unit not in switch.names]:
        raise Wrong(worded("it can't be told in {units}: it is {allowed}", units=listed(strange, AND), allowed=switch.allowed))
    if not (0 <= found.fu <= switch.most and 0 <= found.fan <= MOST_FAN):
        raise Wrong(worded("there are at most {fu} fu and {fan} fan", fu=switch.most, fan=MOST_FAN))
    if found.limit and (found.fu or found.fan):
        raise Wrong
    return found


def _unknown(switch: Switch, id: object) -> str:
    """What is wrong with an id, empty if nothing is."""
    if not isinstance(id, str):
        return worded("{value} is no name", value=shown_value(id))
    return "" if id in switch.names else UnknownNameError("name", id, switch.names).message


def as_share(value: object) -> Share | None:
    """An exact part of the limit of 1, 0.5, ``"1/2"`` or a `Share`; None for what is none, or is more than the limit."""
    if isinstance(value, str):
        if not (parts := re.fullmatch(r"(\d{1,3})/(\d{1,3})", value, re.ASCII)):
            return None
        times, of = int(parts[1]), int(parts[2])
    elif isinstance(value, Share):
        times, of = value
    elif type(value) is int:
        times, of = value, 1
    elif isinstance(value, float) and 0 < value <= 1 and round(value * 10) / 10 == value:  # 0.33 is not what anybody means by a third
        times, of = round(value * 10), 10
    else:
        return None
    return Share(times // gcd(times, of), of // gcd(times, of)) if 0 < times <= of else None


def _read_worth(text: str) -> Worth | None:
    """A worth as `Worth.plain` writes it; None for another text."""
    told, named = " ".join(text.split()), {"none": Worth(), "limit": Worth(limit=Share(1)), "half limit": Worth(limit=Share(1, 2))}
    if told in named:
        return named[told]
    if told.endswith(" limit"):
        share = as_share(read_json(told.removesuffix(" limit")))
        return Worth(limit=share) if share else None
    parts = [re.fullmatch(r"([1-9]\d{0,2}) (fu|fan)", part.strip(), re.ASCII) for part in told.split("+", 2)]
    amounts = {part[2]: int(part[1]) for part in parts if part}
    return Worth(amounts.get("fu", 0), amounts.get("fan", 0)) if len(amounts) == len(parts) else None


CHOICE = Kind("choice", _check_choice, read_json, itself)
NUMBER = Kind("number", _check_number, read_json, itself)
#: a number of fu or fan, which formulas may read
AMOUNT = Kind("amount", _check_number, read_json, itself)
ID_SET = Kind("id_set", _check_id_set, read_list, itself)
SHARES = Kind("shares", _check_shares, read_json, itself)
WORTH = Kind("worth", _check_worth, itself, itself)


# --- declaring switches


def switch_field(kind: Kind, default: Any, doc: str, stage: str, **more: Any) -> Any:
    """A field of a rule set that is a switch of some kind; the default is in its frozen form."""
    switch = Switch("", kind, more.pop("choices", None), default, doc, stage, **more)
    return field(default=default, metadata={"switch": switch})


def _checked_field(kind: Kind, default: Any, doc: str, stage: str, **more: Any) -> Any:
    frozen = Switch("the default", kind, None, default, doc, stage, **more).check(default)
    return switch_field(kind, frozen, doc, stage, **more)


def one_of(*choices: Any, doc: str, stage: str = HAND) -> Any:
    """A switch with named values, its default first."""
    return switch_field(CHOICE, choices[0], doc, stage, choices=choices, allowed=listed([value_text(choice) for choice in choices], OR))


def flag(default: bool, doc: str, stage: str = HAND) -> Any:
    """A switch that is on or off."""
    return one_of(default, not default, doc=doc, stage=stage)


def number(
    default: int | str | None, doc: str, stage: str = TABLE, *, step: int = 100, most: int = 1_000_000, words: Iterable[str] = ()
) -> Any:
    """A switch that holds a number of points or the like, or one of some words; the word ``none`` (or null) is kept as None."""
    names = tuple(words)
    numbers = worded("a whole number from 0 to {most}", most=most)
    if step > 1:
        numbers = worded("a whole number from 0 to {most}, a multiple of {step}", most=most, step=step)
    allowed = listed([numbers, *names], OR)
    return switch_field(NUMBER, default, doc, stage, allowed=allowed, most=most, step=step, names=names)


def amount(default: int, doc: str, *, most: int = MOST_FU) -> Any:
    """A switch that holds a number of fu or fan; formulas can add and compare it."""
    return _checked_field(AMOUNT, default, doc, HAND, allowed=worded("a whole number from 0 to {most}", most=most), most=most)


def id_set(ids: Iterable[str], default: Iterable[str] = (), *, doc: str, stage: str = HAND) -> Any:
    """A switch that holds some of a few names, kept in the order in which they are declared; formulas ask ``r.pairs.own``."""
    names = tuple(ids)
    return _checked_field(ID_SET, tuple(default), doc, stage, allowed=worded(
        "a list of any of {names}",
        names=", ".join(names),
    ), names=names)


def shares(ids: Iterable[str], default: Mapping[str, Any] | None = None, *, doc: str, stage: str = HAND) -> Any:
    """A switch that gives some of a few names a part of the limit, such as ``{"knitting": 0.5}``; each is kept as a `Share`."""
    names = tuple(ids)
    allowed = worded("a mapping of names to parts of the limit, such as {example}", example=f'{{"{names[0]}": 0.5}}')
    return _checked_field(SHARES, default or {}, doc, stage, allowed=allowed, names=names)


def worth(default: str, doc: str, *, units: Iterable[str] = ("fu", "fan", "limit"), most_fu: int = MOST_FU) -> Any:
    """A switch that says what something gives; formulas read ``r.all_pungs.fu`` and ``r.all_pungs.fan``.

    Parameters
    ----------
    default : str
        ``4 fu``, ``1 fan``, ``10 fu + 3 fan``, ``limit``, ``half limit``, ``1/3 limit`` or ``none``.
    doc : str
        What it decides, in one line.
    units : iterable of str
        In what it can be told.
    most_fu : int
    """
    names = tuple(units)
    fan, both = worded('fan such as "1 fan"'), worded('fan such as "1 fan", or both, "10 fu + 3 fan"')
    shown = {"fu": worded('fu such as "4 fu"'), "fan": both if {"fu", "fan"} <= set(names) else fan}
    shown["limit"] = worded('"limit", "half limit" or a part such as "1/3 limit"')
    allowed = listed(['"none"', *(shown[name] for name in names)])
    return _checked_field(WORTH, default, doc, HAND, allowed=allowed, names=names, most=most_fu)


# --- showing values


def shown_value(value: object) -> str:
    """A value for a message: bounded, and as JSON and TOML write the truth."""
    if isinstance(value, bool):
        return "true" if value else "false"
    try:
        return shorten(reprlib.repr(value))
    except ValueError:  # an int of thousands of digits
        return "a huge number"


def value_text(value: Any) -> str:
    """A value as people read it, the same as in JSON, but words without quotes."""
    told = plain(value)
    if told is None:
        return "none"
    return told if isinstance(told, str) else json.dumps(told, ensure_ascii=False)


def plain(value: Any) -> Any:
    """A value of lists and dicts, for JSON."""
    if isinstance(value, (Share, Worth)):
        return value.plain()
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    return list(value) if isinstance(value, tuple) else value


def toml(value: Any) -> str:
    """A value as TOML, which has no null: a mapping leaves out what is None, and alone it is the word none."""
    if isinstance(value, (Share, Worth)):
        return toml(value.plain())
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(inner)}" for key, inner in value.items() if inner is not None) + "}"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps("none" if value is None else value, ensure_ascii=False)
