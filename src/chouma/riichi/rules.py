"""Rule sets: one frozen value with a field for each switch, and where each value comes from.

The fields of `RiichiRules` are the one truth about switches: `SWITCHES` is made of them, and so are the
checks, the presets, the command's options, the pages of the documentation and what a formula may ask of
its rule set. A preset is a TOML file that names its base and holds the values it changes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache, cached_property, lru_cache
from typing import Any

from .. import hand
from ..errors import RuleError, UnknownNameError, shorten
from .names import YAKU_NAMES
from .switches import (
    HAND,
    TABLE,
    DiffRow,
    Frozen,
    Origin,
    Row,
    RulesDiff,
    Switch,
    flag,
    number,
    one_of,
    plain,
    shown_value,
    switch_field,
    toml,
    value_text,
    yakuman_list,
)

CHANGED_BY_USER = "changed by the user"
_MAX_FILE = 64 * 1024
_MAX_DEPTH = 16


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class RiichiRules:
    """A riichi rule set: each switch is a plain attribute.

    Get one with `rules`, change one with `but`. Each switch is checked on construction; lists become
    tuples and mappings `Frozen`, so that a rule set can be a key.

    Attributes
    ----------
    name, title, note : str
    base : str or None
        The preset that it differs from; None for ``general``.
    extra_yaku : tuple
        Yaku that the user declared and added.
    """

    players: int = one_of(4, 3, doc="how many play; three play without 2m to 8m, the dora after 1m is 9m, and north can be declared")
    red_fives: int = one_of(3, 0, 4, doc="how many red fives there are: one a suit, none, or one a suit and a second 5p")
    kuitan: bool = flag(True, "tanyao counts in an open hand")
    double_wind_pair_fu: int = one_of(4, 2, doc="fu of a pair that is both seat wind and round wind")
    pinfu_tsumo: bool = flag(True, "pinfu counts by self-draw, with 20 fu; if not, there are 2 fu for the self-draw and no pinfu")
    rinshan_tsumo_fu: bool = flag(True, "2 fu for the self-draw of a replacement tile; a pinfu there keeps its 20 fu")
    open_pinfu_ron_fu: int = one_of(30, 20, doc="fu of an open hand by ron that would have 20")
    chiitoitsu: str = one_of("25fu2han", "50fu1han", doc="fu and han of seven pairs")
    kiriage_mangan: bool = flag(False, "4 han 30 fu and 3 han 60 fu are rounded up to mangan")
    counted_yakuman: str = one_of(
        "yakuman", "sanbaiman", "unlimited", doc="13 han and more: one yakuman, no more than sanbaiman, or a yakuman for every 13 han"
    )
    double_yakuman: tuple[str, ...] = yakuman_list(doc="the yakuman that count twice", stage=HAND)
    yakuman_stacking: bool = flag(True, "different yakuman add up; if not, the highest alone counts")
    aotenjou: str = one_of(
        "off", "all", "reduced", doc="no limits: yakuman are 13 han each and drop no other yaku (all), or drop those they contain (reduced)"
    )
    renhou: str = one_of(
        "none",
        "mangan_fixed",
        "mangan_additive",
        "yakuman",
        doc="a ron before one's first draw: nothing, a mangan unless the hand is worth more, 5 han more, or a yakuman",
    )
    ippatsu: bool = flag(True, "ippatsu counts")
    ura_dora: bool = flag(True, "ura dora count")
    kan_dora: bool = flag(True, "every kan turns one more indicator; if not, the first indicator alone counts")
    kokushi_on_ankan: bool = flag(False, "thirteen orphans may rob a concealed kan")
    local_yaku: Mapping[str, Any] = switch_field(
        "local_yaku",
        Frozen(),
        "the local yaku that count, and what each is worth",
        HAND,
        allowed='a mapping of local yaku to their worth, such as {"sanrenkou": true}',
    )
    honba_points: int = number(300, "points that each counter adds to a ron; a third of it from each payer of a self-draw", HAND, step=300)
    tsumo_loss: str = one_of(
        "loss",
        "split",
        "even",
        doc="three players, self-draw: the absent north's share is lost, is split between the payers, or both pay half the price of a ron",
    )
    multiple_ron: str = one_of(
        "all",
        "double",
        "head_bump",
        doc="several ron on one discard: all win, two may win and three are a draw, or only the first in turn",
        stage=TABLE,
    )
    honba_on_multiple_ron: str = one_of(
        "first", "each", doc="several ron: counters go to the first winner in turn, or to each", stage=TABLE
    )
    pao: tuple[str, ...] = yakuman_list(
        "daisangen", "daisuushii", doc="the yakuman for which the player who fed the last group is liable", stage=TABLE
    )
    pao_scope: str = one_of("yakuman", "hand", doc="liable for that yakuman alone, or for every yakuman of the hand", stage=TABLE)
    pao_honba: str = one_of("liable", "discarder", doc="who pays the counters of a ron with a liable player", stage=TABLE)
    noten_points: int = number(3000, "points that move between the tenpai and the noten players at an exhaustive draw")
    nagashi_mangan: str = one_of(
        "draw", "win", "off", doc="nagashi mangan is paid as a draw, counts as a win, or is not played", stage=TABLE
    )
    start_points: int = number(25000, "points that each player starts with")
    return_points: int = number(30000, "points that the final count starts from; oka is return less start, from each player, for the first")
    end_target: int = number(30000, "points that somebody must have for the game to end without more rounds")
    final_rounding: str = one_of(
        "none",
        "thousands",
        doc="final points are exact, or rounded to thousands (half away from zero; the first takes the rest)",
        stage=TABLE,
    )
    length: str = one_of("half", "east", "full", doc="rounds of a game: east and south, east alone, or all four", stage=TABLE)
    extension: bool = flag(True, "one more round is played while nobody has the target", TABLE)
    sudden_death: bool = flag(True, "the extra round ends as soon as somebody has the target", TABLE)
    bankruptcy: bool = flag(True, "a player below 0 ends the game; if not, riichi with less than 1000 points is allowed", TABLE)
    dealer_stop: bool = flag(True, "in the last round a dealer who leads and wins or is tenpai ends the game", TABLE)
    deposits_before_target: bool = flag(True, "deposits left over go to the leader before the target is looked at", TABLE)
    chombo: str = one_of(
        "reverse_mangan",
        "points",
        "after_uma",
        doc="the penalty for a grave fault: a mangan paid to the others, points, or points taken off after uma",
        stage=TABLE,
    )
    chips: int = number(0, "points that a chip is worth", step=1)
    uma: tuple[int, ...] | Mapping[str, tuple[int, ...]] = switch_field(
        "uma",
        (20, 10, -10, -20),
        "thousands added by final place, or such lists by how many players (1, 2, 3) have the return points or more",
        TABLE,
        allowed='a list of 3 or 4 whole numbers, or such lists under "1", "2", "3"',
    )
    ties: str = one_of("seat", "split", doc="players with equal points: the earlier seat is ahead, or they share", stage=TABLE)
    leftover_deposits: str = one_of("first", "lost", "dealer", doc="who gets deposits that nobody won in the game", stage=TABLE)

    name: str = ""
    base: str | None = "general"
    title: str = ""
    note: str = ""
    extra_yaku: tuple[Any, ...] = ()
    origins: Mapping[str, Origin] = field(default=Frozen())
    is_preset: bool = False

    def __post_init__(self) -> None:
        for name, value in _checked({name: getattr(self, name) for name in SWITCHES}).items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "extra_yaku", tuple(self.extra_yaku))
        object.__setattr__(self, "origins", Frozen(self.origins))
        if not self.name:
            object.__setattr__(self, "name", _auto_name(self.base or "general", self.differences, self.extra_yaku))

    @cached_property
    def key(self) -> tuple[Any, ...]:
        """What two rule sets are compared by."""
        return (self.name, self.base, self.extra_yaku, *(switch.key(getattr(self, name)) for name, switch in SWITCHES.items()))

    @cached_property
    def _hash(self) -> int:
        return hash(self.key)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return self.key == other.key if isinstance(other, RiichiRules) else NotImplemented

    def __getstate__(self) -> dict[str, Any]:
        # what is cached stays behind: hashes of text differ from process to process
        return {item.name: self.__dict__[item.name] for item in fields(self)}

    def __repr__(self) -> str:
        changes = "".join(f", {name}={plain(value)!r}" for name, value in self.differences.items())
        return f"RiichiRules({self.name!r}" + ("" if self.is_preset else f", base={self.base!r}{changes}") + ")"

    @cached_property
    def stock(self) -> hand.Stock:
        """The tiles that the game is played with."""
        return hand.stock(self.players, self.red_fives)

    @cached_property
    def local(self) -> dict[str, Any]:
        """`local_yaku` as a dict of id to True or to its worth."""
        return dict(self.local_yaku)

    @cached_property
    def differences(self) -> dict[str, Any]:
        """The switches that differ from the base, with their values."""
        base = rules(self.base) if self.base else None
        return {
            name: value
            for name, switch in SWITCHES.items()
            if not switch.same(value := getattr(self, name), getattr(base, name) if base else switch.default)
        }

    def uma_of(self, at_return: int) -> tuple[int, ...]:
        """The uma by place, in thousands, when `at_return` players have the return points or more."""
        if isinstance(self.uma, Mapping):
            return self.uma.get(str(at_return), (0,) * self.players)
        return self.uma

    def for_table(self) -> RiichiRules:
        """The same rule set, if a whole game can be settled under it.

        Raises
        ------
        RuleError
            If uma or noten points don't fit the number of players.
        """
        wrong = []
        lists = self.uma.values() if isinstance(self.uma, Mapping) else [self.uma]
        if any(len(numbers) != self.players for numbers in lists):
            wrong.append(f"uma is {value_text(self.uma)}: with {self.players} players it has {self.players} numbers")
        step = 300 if self.players == 4 else 200
        if self.noten_points % step:
            wrong.append(
                f"noten_points is {self.noten_points}: with {self.players} players it is a multiple of {step}, so that they share evenly"
            )
        if wrong:
            raise RuleError("\n".join(wrong))
        return self

    def but(self, name: str | None = None, **switches: Any) -> RiichiRules:
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
        >>> rules("tenhou").but(name="club", red_fives=0)
        RiichiRules('club', base='tenhou', red_fives=0)
        """
        origin = Origin(CHANGED_BY_USER, False, name or "")
        return _derive(self, switches, dict.fromkeys(switches, origin), name=name)

    def adding(self, *yaku: Any, name: str | None = None) -> RiichiRules:
        """The same rule set with more yaku; one that has the id of an earlier addition takes its place.

        Raises
        ------
        RuleError
            If something isn't a declared yaku, or the rule set has one of that id itself.
        """
        added = {one.id: one for one in self.extra_yaku}
        for one in yaku:
            id = getattr(one, "id", None)
            if not isinstance(id, str):
                raise RuleError(f"{shown_value(one)} is no yaku: declare it with @chouma.yaku(...)")
            if id in self.local_yaku or (id in YAKU_NAMES and YAKU_NAMES[id].category != "local"):
                raise RuleError(f"the rule set has a yaku {id} already: give yours another id")
            added[id] = one
        return _derive(self, {}, {}, name=name or (None if self._is_named_after_changes else self.name), extra=tuple(added.values()))

    @property
    def _is_named_after_changes(self) -> bool:
        return self.is_preset or self.name == _auto_name(self.base or "general", self.differences, self.extra_yaku)

    def diff(self, other: RiichiRules | str | Mapping[str, Any]) -> RulesDiff:
        """In what this rule set differs from another."""
        theirs = rules(other)
        rows = [
            DiffRow(name, getattr(self, name), getattr(theirs, name), switch.doc)
            for name, switch in SWITCHES.items()
            if not switch.same(getattr(self, name), getattr(theirs, name))
        ]
        if set(self.extra_yaku) != set(theirs.extra_yaku):
            mine_ids, their_ids = (tuple(one.id for one in side.extra_yaku) for side in (self, theirs))
            rows.append(DiffRow("extra_yaku", mine_ids, their_ids, "yaku that the user added"))
        return RulesDiff(self.name, theirs.name, tuple(rows))

    def origin(self, switch: str) -> Origin:
        """Where a value comes from, looked up through the bases."""
        if switch not in SWITCHES:
            raise UnknownNameError("switch", switch, SWITCHES)
        if switch in self.origins:
            return self.origins[switch]
        if switch in self.differences:
            return Origin(CHANGED_BY_USER, False, self.name)
        return rules(self.base).origin(switch) if self.base else Origin("the default")

    def source(self, switch: str) -> str:
        """The source of a value, in words."""
        return self.origin(switch).source

    @property
    def sources(self) -> dict[str, str]:
        """The source of every switch."""
        return {name: self.source(name) for name in SWITCHES}

    @property
    def unverified(self) -> tuple[str, ...]:
        """The switches whose values no good source confirms, inherited ones too."""
        return tuple(name for name in SWITCHES if self.origin(name).unverified)

    def to_dict(self) -> dict[str, Any]:
        """The wire form: a base and what differs. `rules` reads it back."""
        if self.is_preset:
            return {"base": self.name}
        told: dict[str, Any] = {} if self._is_named_after_changes else {"name": self.name}
        told |= {"base": self.base or "general", **{name: plain(value) for name, value in self.differences.items()}}
        if self.extra_yaku:
            told["extra_yaku"] = [one.id for one in self.extra_yaku]
        return told

    @property
    def wire(self) -> str | dict[str, Any]:
        """The shortest wire form: a preset's name, else `to_dict`."""
        return self.name if self.is_preset else self.to_dict()

    def to_toml(self) -> str:
        """The rule set as a file that `rules` reads: its base and each difference with its source."""
        head = {"name": self.name, "base": self.base, "title": self.title, "note": self.note}
        blocks = ["".join(f"{key} = {toml(value)}\n" for key, value in head.items() if value)]
        for name in [name for name in SWITCHES if name in self.differences or name in self.origins]:
            origin = self.origin(name)
            unverified = "unverified = true\n" if origin.unverified else ""
            blocks.append(f"[{name}]\nvalue = {toml(getattr(self, name))}\nsource = {toml(origin.source)}\n{unverified}")
        return "\n".join(blocks)


#: name -> `Switch`, in the order of the fields
SWITCHES: dict[str, Switch] = {
    item.name: item.metadata["switch"]._replace(name=item.name) for item in fields(RiichiRules) if "switch" in item.metadata
}


def _checked(values: Mapping[str, Any]) -> dict[str, Any]:
    """Frozen values of some switches, or every fault at once."""
    found, wrong, unknown = {}, [], None
    for name, value in values.items():
        try:
            if name not in SWITCHES:
                raise UnknownNameError("switch", name, SWITCHES)
            found[name] = SWITCHES[name].check(value)
        except RuleError as fault:
            wrong.append(str(fault))
            unknown = unknown or (fault if isinstance(fault, UnknownNameError) else None)
    if unknown:
        unknown.message = "\n".join(wrong)
        raise unknown
    if wrong:
        raise RuleError("\n".join(wrong))
    return found


def _auto_name(base: str, differences: Mapping[str, Any], extra: tuple[Any, ...]) -> str:
    """What a rule set without a name is called: its base and what it changes."""
    changes = [f"{name}={value_text(value)}" for name, value in differences.items()] + [one.id for one in extra]
    listed = ", ".join(changes)
    if len(changes) > 3 or len(listed) > 80:
        listed = f"{len(changes)} changes"
    return f"{base} with {listed}" if changes else base


def _derive(
    parent: RiichiRules,
    changes: Mapping[str, Any],
    origins: Mapping[str, Origin],
    *,
    name: str | None = None,
    extra: tuple[Any, ...] | None = None,
    **about: Any,
) -> RiichiRules:
    """`parent` with changes; what comes of it stands on the nearest preset, so that it can be told on the wire."""
    base = parent if parent.is_preset else rules(parent.base or "general")
    values = {switch: getattr(parent, switch) for switch in SWITCHES} | _checked(changes)
    origins = ({} if parent.is_preset else dict(parent.origins)) | dict(origins)
    for switch in [switch for switch, origin in origins.items() if origin.source == CHANGED_BY_USER]:
        if SWITCHES[switch].same(values[switch], getattr(base, switch)):
            del origins[switch]  # changed back
    extra = parent.extra_yaku if extra is None else extra
    called = "" if name is None else _name(name)
    made = RiichiRules(**values, name=called, base=base.name, extra_yaku=extra, origins=origins, **about)
    if called in ("", base.name) and not made.differences and not extra:
        return base
    if not made.is_preset and made.name in preset_names():
        if extra or made.diff(made.name):
            raise RuleError(
                f"{made.name} is the name of a rule set that comes with chouma, and yours differs from it: give it another name"
            )
        return rules(made.name)
    return made


def _name(name: object) -> str:
    if not isinstance(name, str) or not name.strip() or len(name) > 100 or not name.isprintable():
        raise RuleError(f"the name of a rule set is {shown_value(name)}: it is one line of 1 to 100 characters")
    return name.strip()


# --- finding and reading rule sets

_PRESET_DIR = os.path.join(os.path.dirname(__file__), "presets")
_LOADED: dict[str, RiichiRules] = {}
_ENCODER = json.JSONEncoder(sort_keys=True)


@cache
def preset_names() -> tuple[str, ...]:
    """The names of the rule sets that come with chouma, ``general`` first."""
    names = sorted(file[:-5] for file in os.listdir(_PRESET_DIR) if file.endswith(".toml"))
    return tuple(sorted(names, key=lambda name: name != "general"))


def rules(spec: RiichiRules | str | os.PathLike[str] | Mapping[str, Any] = "general", *, files: bool = True) -> RiichiRules:
    """A riichi rule set.

    Parameters
    ----------
    spec : RiichiRules, str, path or mapping
        A rule set itself, a preset's name, a file (a path, or text that ends in ``.toml``), or a mapping
        with a ``base`` and switches, such as ``{"base": "tenhou", "kiriage_mangan": True}``.
    files : bool
        False refuses files: for specs that come from strangers.

    Raises
    ------
    UnknownNameError
        If nothing has that name; the nearest names are given.
    RuleError
        If a value is wrong, or a file can't be read.

    Examples
    --------
    >>> rules("tenhou").multiple_ron
    'double'
    >>> rules({"base": "wrc", "red_fives": 3}).name
    'wrc with red_fives=3'
    """
    if isinstance(spec, RiichiRules):
        return spec
    if isinstance(spec, str):
        if spec in _LOADED:
            return _LOADED[spec]
        return _from_file(spec, ()) if files and spec.endswith(".toml") else _preset(spec, ())
    if isinstance(spec, Mapping):
        return _from_mapping(spec)
    if isinstance(spec, os.PathLike) and files:
        return _from_file(os.fspath(spec), ())
    raise RuleError(
        f'the rule set is {shown_value(spec)}: it is a name such as "tenhou", or a mapping such as {{"base": "tenhou", "red_fives": 0}}'
    )


def _from_mapping(spec: Mapping[str, Any]) -> RiichiRules:
    try:
        text = _ENCODER.encode(spec)  # not the values themselves: 1 and true would be one key
    except (TypeError, ValueError, RecursionError):
        return _build(spec)
    return _from_json(text)


@lru_cache(maxsize=256)
def _from_json(text: str) -> RiichiRules:
    return _build(json.loads(text))


def _build(spec: Mapping[str, Any]) -> RiichiRules:
    switches = dict(spec)
    base, name = switches.pop("base", "general"), switches.pop("name", None)
    if not isinstance(base, str):
        raise RuleError(f'base is {shown_value(base)}: it is the name of a rule set, such as "tenhou"')
    if "extra_yaku" in switches:
        raise RuleError("extra_yaku can't be read: declare the yaku in Python and add them with .adding(...)")
    return _preset(base, ()).but(name, **{str(switch): value for switch, value in switches.items()})


def _preset(name: str, chain: tuple[str, ...]) -> RiichiRules:
    if name not in _LOADED:
        if name not in preset_names():
            raise UnknownNameError("rule set", name, preset_names())
        _LOADED[name] = _from_file(os.path.join(_PRESET_DIR, f"{name}.toml"), chain, shipped=True)
    return _LOADED[name]


def _from_file(path: str | bytes, chain: tuple[str, ...], shipped: bool = False) -> RiichiRules:
    path = os.fsdecode(path)
    shown = _shown_path(path)
    place = os.path.realpath(path) if "\0" not in path else path
    if place in chain:
        raise RuleError(f"{shown} is, by its bases, a base of itself: break the circle")
    if len(chain) >= _MAX_DEPTH:
        raise RuleError(f"{shown} stands on more than {_MAX_DEPTH} bases: put them into fewer files")
    told = _read_toml(path, shown)
    about = {key: told.pop(key, "") for key in ("name", "base", "title", "source", "note")}
    for key, value in about.items():
        if not isinstance(value, str):
            raise RuleError(f"{shown}: {key} is {shown_value(value)}: it is text")
    name = about["name"] or os.path.basename(path).removesuffix(".toml")
    try:
        values, origins = _own(told, about["source"] or f"the file {os.path.basename(path)}", name)
        more = {"title": about["title"], "note": about["note"], "is_preset": shipped}
        if shipped and not about["base"]:
            return RiichiRules(**_checked(values), name=name, base=None, origins=origins, **more)
        base = about["base"] or "general"
        if base.endswith(".toml") and not shipped:
            parent = _from_file(os.path.join(os.path.dirname(path), base), (*chain, place))
        else:
            parent = _preset(base, (*chain, place))
        return _derive(parent, values, origins, name=name, **more)
    except UnknownNameError as unknown:
        if not unknown.message.startswith(shown):
            unknown.message = f"{shown}: {unknown.message}"
        raise
    except RuleError as fault:
        raise RuleError(f"{shown}: {fault}") from None


def _shown_path(path: str) -> str:
    """A path for a message; a long one keeps its end, where the name is."""
    text = path if len(path) <= 100 else "…" + path[-99:]
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def _read_toml(path: str, shown: str) -> dict[str, Any]:
    import tomllib  # here: who names a loaded preset need not wait for it

    try:
        if not os.path.isfile(path):
            raise RuleError(f"no rule set in {shown}: there is no such file")
        with open(path, "rb") as file:
            data = file.read(_MAX_FILE + 1)
        if len(data) > _MAX_FILE:
            raise RuleError(f"{shown} is no rule set: it is larger than {_MAX_FILE // 1024} KB")
        return tomllib.loads(data.decode())
    except UnicodeDecodeError:
        raise RuleError(f"{shown} is not UTF-8 text: save it as UTF-8") from None
    except RecursionError:
        raise RuleError(f"{shown} is nested too deep for a rule set") from None
    except tomllib.TOMLDecodeError as fault:
        raise RuleError(f"{shown} is not TOML: {shorten(str(fault), 200)}") from None
    except OSError as fault:
        raise RuleError(f"can't read {shown}: {fault.strerror}") from None


def _own(told: Mapping[str, Any], source: str, name: str) -> tuple[dict[str, Any], dict[str, Origin]]:
    """A file's own values and their origins; a table without a value says where an inherited one is confirmed."""
    values, origins = {}, {}
    for switch, entry in told.items():
        entry = entry if isinstance(entry, dict) and entry.keys() & {"value", "source", "unverified"} else {"value": entry}
        if strange := entry.keys() - {"value", "source", "unverified"}:
            raise UnknownNameError(f"key in [{switch}]", min(strange), ("value", "source", "unverified"))
        if switch not in SWITCHES or "value" in entry:
            values[switch] = entry.get("value")
        where, unverified = entry.get("source", source), entry.get("unverified", False)
        if not isinstance(where, str) or not isinstance(unverified, bool):
            raise RuleError(f"[{switch}]: source is text, and unverified is true or false")
        origins[switch] = Origin(where, unverified, name)
    return values, origins


def describe(spec: RiichiRules | str | Mapping[str, Any]) -> tuple[Row, ...]:
    """Every switch of a rule set: its value, what it decides, its source, whether unverified, and whether it differs from the base."""
    described = rules(spec)
    rows = []
    for name, switch in SWITCHES.items():
        origin = described.origin(name)
        rows.append(Row(name, getattr(described, name), switch.doc, origin.source, origin.unverified, name in described.differences))
    return tuple(rows)
