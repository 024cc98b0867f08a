"""Rule sets of any family: one frozen value with a field for each switch, and where each value comes from.

A family derives its class from `RuleSet`; the fields are its switches (see `chouma.switches`), and the one truth about them:
the checks, the presets, the command's options and what a formula may ask are made of them. A preset is a TOML file that
names its base and holds the values it changes. Whatever holds presets by name is a `Shelf`: a `Family`, or several of them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from functools import cache, cached_property, lru_cache
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from .errors import RuleError, UnknownNameError, shorten, worded
from .switches import Frozen, Switch, plain, shown_value, toml, value_text

CHANGED_BY_USER = "changed by the user"
_MAX_FILE = 64 * 1024
_MAX_DEPTH = 16


class Origin(NamedTuple):
    """Where a value comes from: its source in words, whether it is unverified, and the rule set that says it."""

    source: str
    unverified: bool = False
    rules: str = ""


class Row(NamedTuple):
    """One line of a rule set as `RuleSet.describe` gives it."""

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


class RulesDiff(NamedTuple):
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


RulesT = TypeVar("RulesT", bound="RuleSet")


@dataclass(init=False, frozen=True, eq=False, repr=False)
class RuleSet:
    """A rule set: each switch is a plain attribute.

    Each switch is checked on construction; lists become tuples and mappings `Frozen`, so that a rule set can be a key.

    Attributes
    ----------
    name, title, note : str
    base : str or None
        The preset that it differs from, the family's first unless told; None for that one itself.
    origins : mapping
        Where the values come from that this rule set speaks of.
    is_preset : bool
        Whether it comes with chouma.
    """

    family: ClassVar[Family[Any]]
    #: what a rule set may have and no mapping can hold, with the mend
    unreadable: ClassVar[Mapping[str, str]] = {}

    name: str = ""
    base: str | None = ""
    title: str = ""
    note: str = ""
    origins: Mapping[str, Origin] = field(default=Frozen())
    is_preset: bool = False

    def __init__(self, **given: Any):  # by hand: to print one for 50 fields costs every start a millisecond
        known = {item.name: item.default for item in fields(self)}
        if strange := given.keys() - known.keys():
            raise TypeError(f"{type(self).__name__}() has no {', '.join(sorted(strange))}")
        values = known | given
        values |= _checked(self.switches, {name: values[name] for name in self.switches})
        for name, value in values.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "origins", Frozen(self.origins))
        if self.base == "":
            object.__setattr__(self, "base", self.family.default)
        if not self.name:
            object.__setattr__(self, "name", self._name_by_changes)

    @property
    def switches(self) -> dict[str, Switch]:
        """The switches of the family, by name."""
        return self.family.switches

    @property
    def additions(self) -> tuple[Any, ...]:
        """What was added beside the switches, each with an id; a family that takes such things says so."""
        return ()

    def _carried(self) -> dict[str, Any]:
        """The fields beside the switches that a changed rule set keeps."""
        return {}

    @cached_property
    def key(self) -> tuple[Any, ...]:
        """What two rule sets are compared by."""
        return (self.name, self.base, self.additions, *(switch.key(getattr(self, name)) for name, switch in self.switches.items()))

    @cached_property
    def _hash(self) -> int:
        return hash(self.key)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return self.key == other.key if isinstance(other, type(self)) else NotImplemented

    def __getstate__(self) -> dict[str, Any]:
        # what is cached stays behind: hashes of text differ from process to process
        return {item.name: self.__dict__[item.name] for item in fields(self)}

    def __repr__(self) -> str:
        changes = "".join(f", {name}={plain(value)!r}" for name, value in self.differences.items())
        return f"{type(self).__name__}({self.name!r}" + ("" if self.is_preset else f", base={self.base!r}{changes}") + ")"

    @cached_property
    def differences(self) -> dict[str, Any]:
        """The switches that differ from the base, with their values."""
        base = self.family.rules(self.base) if self.base else None
        return {
            name: value
            for name, switch in self.switches.items()
            if not switch.same(value := getattr(self, name), getattr(base, name) if base else switch.default)
        }

    def but(self: RulesT, name: str | None = None, **switches: Any) -> RulesT:
        """The same rule set with some switches changed.

        Parameters
        ----------
        name : str, optional
            What to call it; without one it is called after what changed.
        **switches
            New values.

        Raises
        ------
        RuleError
            If a value is wrong, all of them at once; `UnknownNameError` if there is no such switch.

        Examples
        --------
        >>> import chouma
        >>> chouma.rules("tenhou").but(name="club", red_fives=0)
        RiichiRules('club', base='tenhou', red_fives=0)
        """
        origin = Origin(CHANGED_BY_USER, False, name or "")
        return self.derived(switches, dict.fromkeys(switches, origin), name=name)

    def derived(
        self: RulesT, changes: Mapping[str, Any], origins: Mapping[str, Origin], *, name: str | None = None, **about: Any
    ) -> RulesT:
        """This rule set with changes; what comes of it stands on the nearest preset, so that it can be told on the wire.

        Parameters
        ----------
        changes : mapping
            New values of switches.
        origins : mapping
            Where they come from, and where others are confirmed.
        name : str, optional
        **about
            Other fields, such as `title`.
        """
        base = self if self.is_preset else self.family.rules(self.base or self.family.default)
        values = {switch: getattr(self, switch) for switch in self.switches} | _checked(self.switches, changes)
        origins = ({} if self.is_preset else dict(self.origins)) | dict(origins)
        for switch in [switch for switch, origin in origins.items() if origin.source == CHANGED_BY_USER]:
            if self.switches[switch].same(values[switch], getattr(base, switch)):
                del origins[switch]  # changed back
        called = "" if name is None else _checked_name(name)
        made = type(self)(**{**values, **self._carried(), **about}, name=called, base=base.name, origins=origins)
        if called in ("", base.name) and not made.differences and not made.additions:
            return base
        if not made.is_preset and made.name in self.family.names:
            if made.additions or made.diff(made.name):
                told = "{rules} is the name of a rule set that comes with chouma, and yours differs from it: give it another name"
                raise RuleError(worded(told, rules=made.name))
            return self.family.rules(made.name)
        return made

    @cached_property
    def _name_by_changes(self) -> str:
        """What a rule set without a name is called: its base and what it changes."""
        base = self.base or self.family.default
        changes = [f"{name}={value_text(value)}" for name, value in self.differences.items()] + [one.id for one in self.additions]
        listed = ", ".join(changes)
        if len(changes) > 3 or len(listed) > 80:
            listed = f"{len(changes)} changes"
        return f"{base} with {listed}" if changes else base

    @property
    def _is_named_after_changes(self) -> bool:
        return self.is_preset or self.name == self._name_by_changes

    def diff(self, other: RuleSet | str | Mapping[str, Any]) -> RulesDiff:
        """In what this rule set differs from another of its family."""
        theirs = self.family.rules(other)
        return RulesDiff(self.name, theirs.name, tuple(self._diff_rows(theirs)))

    def _diff_rows(self, theirs: Any) -> Iterator[DiffRow]:
        for name, switch in self.switches.items():
            if not switch.same(getattr(self, name), getattr(theirs, name)):
                yield DiffRow(name, getattr(self, name), getattr(theirs, name), switch.doc)

    def describe(self) -> tuple[Row, ...]:
        """Every switch: its value, what it decides, its source, whether it is unverified, and whether it differs from the base."""
        rows = []
        for name, switch in self.switches.items():
            origin = self.origin(name)
            rows.append(Row(name, getattr(self, name), switch.doc, origin.source, origin.unverified, name in self.differences))
        return tuple(rows)

    def origin(self, switch: str) -> Origin:
        """Where a value comes from, looked up through the bases."""
        if switch not in self.switches:
            raise UnknownNameError("switch", switch, self.switches)
        if switch in self.origins:
            return self.origins[switch]
        if switch in self.differences:
            return Origin(CHANGED_BY_USER, False, self.name)
        return self.family.rules(self.base).origin(switch) if self.base else Origin("the default")

    def source(self, switch: str) -> str:
        """The source of a value, in words."""
        return self.origin(switch).source

    @property
    def sources(self) -> dict[str, str]:
        """The source of every switch."""
        return {name: self.source(name) for name in self.switches}

    @property
    def unverified(self) -> tuple[str, ...]:
        """The switches whose values no good source confirms, inherited ones too."""
        return tuple(name for name in self.switches if self.origin(name).unverified)

    def to_dict(self) -> dict[str, Any]:
        """The wire form: a base and what differs. `rules` reads it back."""
        if self.is_preset:
            return {"base": self.name}
        told: dict[str, Any] = {} if self._is_named_after_changes else {"name": self.name}
        return told | {"base": self.base or self.family.default, **{name: plain(value) for name, value in self.differences.items()}}

    @property
    def wire(self) -> str | dict[str, Any]:
        """The shortest wire form: a preset's name, else `to_dict`."""
        return self.name if self.is_preset else self.to_dict()

    def to_toml(self) -> str:
        """The rule set as a file that `rules` reads: its base and each difference with its source."""
        head = {"name": self.name, "base": self.base or self.family.default, "title": self.title, "note": self.note}
        blocks = ["".join(f"{key} = {toml(value)}\n" for key, value in head.items() if value)]
        for name in [name for name in self.switches if name in self.differences or name in self.origins]:
            origin = self.origin(name)
            unverified = "unverified = true\n" if origin.unverified else ""
            blocks.append(f"[{name}]\nvalue = {toml(getattr(self, name))}\nsource = {toml(origin.source)}\n{unverified}")
        return "\n".join(blocks)


def _checked(switches: Mapping[str, Switch], values: Mapping[str, Any]) -> dict[str, Any]:
    """Frozen values of some switches, or every fault at once."""
    found: dict[str, Any] = {}
    wrong: list[str] = []
    unknown: UnknownNameError | None = None
    for name, value in values.items():
        try:
            if name not in switches:
                raise UnknownNameError("switch", name, switches)
            found[name] = switches[name].check(value)
        except RuleError as fault:
            wrong += fault.reasons
            unknown = unknown or (fault if isinstance(fault, UnknownNameError) else None)
    if unknown:
        raise unknown.among(wrong)
    if wrong:
        raise RuleError(*wrong)
    return found


def _checked_name(name: object) -> str:
    if not isinstance(name, str) or not name.strip() or len(name) > 100 or not name.isprintable():
        raise RuleError(worded("the name of a rule set is {value}: it is one line of 1 to 100 characters", value=shown_value(name)))
    return name.strip()


# --- finding rule sets


class Shelf(Generic[RulesT]):
    """Where rule sets are found by name.

    Attributes
    ----------
    default : str
        The preset that is meant where none is named.
    example : mapping
        A rule set as a mapping, for messages.
    names : tuple of str
        The presets, the default first.
    """

    default: str
    example: Mapping[str, Any]
    names: tuple[str, ...]

    def preset(self, name: str, chain: tuple[str, ...] = ()) -> RulesT:
        """A rule set that comes with chouma; `chain` are the files that are being read and stand on it."""
        raise NotImplementedError

    def rules(self, spec: object, *, files: bool = True) -> RulesT:
        """The rule set that is meant by a rule set, a preset's name, a file or a mapping.

        Parameters
        ----------
        spec : RuleSet, str, path or mapping
            A rule set itself, a preset's name, a file (a path, or text that ends in ``.toml``), or a mapping
            with a ``base`` and switches.
        files : bool
            False refuses files: for specs that come from strangers.

        Raises
        ------
        UnknownNameError
            If nothing has that name; the nearest names are given.
        RuleError
            If a value is wrong, or a file can't be read.
        """
        if isinstance(spec, RuleSet):
            return self._admitted(spec)
        if isinstance(spec, str):
            return self._from_file(spec) if files and spec.endswith(".toml") else self.preset(spec)
        if isinstance(spec, Mapping):
            return self._from_mapping(spec)
        if isinstance(spec, os.PathLike) and files:
            return self._from_file(os.fspath(spec))
        name, mapping = json.dumps(self.example["base"]), json.dumps(self.example)
        told = {"value": shown_value(spec), "name": name, "mapping": mapping}
        raise RuleError(worded("the rule set is {value}: it is a name such as {name}, or a mapping such as {mapping}", **told))

    def _admitted(self, rules: Any) -> RulesT:
        found: RulesT = rules
        return found

    def _from_mapping(self, spec: Mapping[Any, Any]) -> RulesT:
        try:
            text = _ENCODER.encode(spec)  # not the values themselves: 1 and true would be one key
        except (TypeError, ValueError, RecursionError):
            return self._build(spec)
        found: RulesT = _from_json(self, text)
        return found

    def _build(self, spec: Mapping[Any, Any]) -> RulesT:
        switches = dict(spec)
        base, name = switches.pop("base", self.default), switches.pop("name", None)
        if not isinstance(base, str):
            told = {"value": shown_value(base), "name": json.dumps(self.example["base"])}
            raise RuleError(worded("base is {value}: it is the name of a rule set, such as {name}", **told))
        parent = self.preset(base)
        if refused := [why for what, why in parent.unreadable.items() if what in switches]:
            raise RuleError(*refused)
        return parent.but(name, **{str(switch): value for switch, value in switches.items()})

    def _from_file(self, path: str | bytes, chain: tuple[str, ...] = ()) -> RulesT:
        file = _File(path, chain)
        with _said_of(file.shown):
            base = file.base or self.default
            if base.endswith(".toml"):
                parent = self._from_file(os.path.join(os.path.dirname(file.path), base), file.chain)
            else:
                parent = self.preset(base, file.chain)
            return file.upon(parent)


class Family(Shelf[RulesT]):
    """All rule sets of one family, and what they have in common; made by `family`."""

    def __init__(self, name: str, kind: type[RulesT], folder: str, default: str, example: Mapping[str, Any]):
        self.name, self.kind, self.folder, self.default, self.example = name, kind, folder, default, example
        #: name -> `Switch`, in the order of the fields
        self.switches: dict[str, Switch] = {
            item.name: item.metadata["switch"]._replace(name=item.name) for item in fields(kind) if "switch" in item.metadata
        }
        self.loaded: dict[str, RulesT] = {}

    @cached_property
    def names(self) -> tuple[str, ...]:  # type: ignore[override]
        """The names of its presets, the default first."""
        return tuple(sorted(presets_in(self.folder), key=lambda name: name != self.default))

    def preset(self, name: str, chain: tuple[str, ...] = ()) -> RulesT:
        """A rule set that comes with chouma; each is read once, at first use."""
        if name not in self.loaded:
            if name not in self.names:
                raise UnknownNameError("rule set", name, self.names)
            self.loaded[name] = self._shipped(os.path.join(self.folder, f"{name}.toml"), chain)
        return self.loaded[name]

    def _shipped(self, path: str, chain: tuple[str, ...]) -> RulesT:
        file = _File(path, chain)
        with _said_of(file.shown):
            if file.base:
                return file.upon(self.preset(file.base, file.chain), is_preset=True)
            values: dict[str, Any] = _checked(self.switches, file.values) | file.about
            return self.kind(**values, name=file.name, base=None, origins=file.origins, is_preset=True)

    def _admitted(self, rules: Any) -> RulesT:
        if not isinstance(rules, self.kind):
            told = {"rules": rules.name, "theirs": worded(rules.family.name), "mine": worded(self.name)}
            raise RuleError(worded("{rules} is of the {theirs} rules: the {mine} rules have other switches", **told))
        return rules


def family(name: str, *, folder: str, example: Mapping[str, Any], default: str) -> Callable[[type[RulesT]], type[RulesT]]:
    """Make a class of rule sets a family, with its switches and presets.

    Parameters
    ----------
    name : str
        The family's name, which is that of its package.
    folder : str
        Where its presets are.
    example : mapping
        A rule set as a mapping, for messages: a base and a switch.
    default : str
        The preset that has no base.
    """

    def declare(kind: type[RulesT]) -> type[RulesT]:
        kind.family = Family(name, kind, folder, default, example)
        return kind

    return declare


@cache
def presets_in(folder: str) -> tuple[str, ...]:
    """The names of the presets in a folder, sorted; none is read."""
    return tuple(sorted(file[:-5] for file in os.listdir(folder) if file.endswith(".toml")))


_ENCODER = json.JSONEncoder(sort_keys=True)


@lru_cache(maxsize=256)
def _from_json(shelf: Shelf[Any], text: str) -> Any:
    return shelf._build(json.loads(text))


# --- reading files


class _File:
    """What a file says, before it is known on what it stands."""

    def __init__(self, path: str | bytes, chain: tuple[str, ...]):
        self.path = path = os.fsdecode(path)
        self.shown = shown = _shown_path(path)
        place = os.path.realpath(path) if "\0" not in path else path
        if place in chain:
            raise RuleError(worded("{file} is, by its bases, a base of itself: break the circle", file=shown))
        if len(chain) >= _MAX_DEPTH:
            raise RuleError(worded("{file} stands on more than {most} bases: put them into fewer files", file=shown, most=_MAX_DEPTH))
        self.chain = (*chain, place)
        told = _read_toml(path, shown)
        about = {key: told.pop(key, "") for key in ("name", "base", "title", "source", "note")}
        for key, value in about.items():
            if not isinstance(value, str):
                raise RuleError(worded("{file}: {key} is {value}: it is text", file=shown, key=key, value=shown_value(value)))
        self.base = about["base"]
        self.name = about["name"] or os.path.basename(path).removesuffix(".toml")
        self.about = {"title": about["title"], "note": about["note"]}
        with _said_of(shown):
            self.values, self.origins = _own(told, about["source"] or f"the file {os.path.basename(path)}", self.name)

    def upon(self, parent: RulesT, is_preset: bool = False) -> RulesT:
        """The rule set, as differences from its base; a switch that is only confirmed must be there, too."""
        changes = self.values | {switch: None for switch in self.origins if switch not in parent.switches}
        return parent.derived(changes, self.origins, name=self.name, **self.about, is_preset=is_preset)


@contextmanager
def _said_of(shown: str) -> Iterator[None]:
    """Every fault begins with the file's name; that of an unknown name is the same error still."""
    try:
        yield
    except UnknownNameError as unknown:
        if not unknown.message.startswith(shown):
            raise unknown.among(_of_file(shown, unknown.reasons)) from None
        raise
    except RuleError as fault:
        raise RuleError(*_of_file(shown, fault.reasons)) from None


def _of_file(shown: str, reasons: Sequence[str]) -> list[str]:
    """What is wrong with a file, the first reason with its name."""
    return [worded("{file}: {message}", file=shown, message=reasons[0]), *reasons[1:]]


def _shown_path(path: str) -> str:
    """A path for a message; a long one keeps its end, where the name is."""
    text = path if len(path) <= 100 else "…" + path[-99:]
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def _read_toml(path: str, shown: str) -> dict[str, Any]:
    import tomllib  # here: who names a loaded preset need not wait for it

    try:
        if not os.path.isfile(path):
            raise RuleError(worded("no rule set in {file}: there is no such file", file=shown))
        with open(path, "rb") as file:
            data = file.read(_MAX_FILE + 1)
        if len(data) > _MAX_FILE:
            raise RuleError(worded("{file} is no rule set: it is larger than {n} KB", file=shown, n=_MAX_FILE // 1024))
        return tomllib.loads(data.decode())
    except UnicodeDecodeError:
        raise RuleError(worded("{file} is not UTF-8 text: save it as UTF-8", file=shown)) from None
    except RecursionError:
        raise RuleError(worded("{file} is nested too deep for a rule set", file=shown)) from None
    except tomllib.TOMLDecodeError as fault:
        raise RuleError(worded("{file} is not TOML: {why}", file=shown, why=shorten(str(fault), 200))) from None
    except OSError as fault:
        raise RuleError(worded("can't read {file}: {why}", file=shown, why=fault.strerror)) from None


def _own(told: Mapping[str, Any], source: str, name: str) -> tuple[dict[str, Any], dict[str, Origin]]:
    """A file's own values and their origins; a table without a value says where an inherited one is confirmed."""
    values, origins = {}, {}
    for switch, entry in told.items():
        entry = entry if isinstance(entry, dict) and entry.keys() & {"value", "source", "unverified"} else {"value": entry}
        if strange := entry.keys() - {"value", "source", "unverified"}:
            raise UnknownNameError(f"key in [{switch}]", min(strange), ("value", "source", "unverified"))
        if "value" in entry:
            values[switch] = entry["value"]
        where, unverified = entry.get("source", source), entry.get("unverified", False)
        if not isinstance(where, str) or not isinstance(unverified, bool):
            raise RuleError(worded("[{switch}]: source is text, and unverified is true or false", switch=switch))
        origins[switch] = Origin(where, unverified, name)
    return values, origins
