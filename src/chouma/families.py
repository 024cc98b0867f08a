"""Rule sets of all families by their names, which are one family's alone.

A family is imported when one of its rule sets is asked for: who scores a riichi hand doesn't wait for the others.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cached_property
from importlib import import_module
from typing import Any, TypeVar, overload

from .errors import UnknownNameError
from .rulesets import Family, RuleSet, Shelf, presets_in

#: family -> its class of rule sets; both are in the package of that name: its module ``rules`` and its folder ``presets``
FAMILIES = {"riichi": "RiichiRules", "classical": "ClassicalRules"}

RulesT = TypeVar("RulesT", bound=RuleSet)


class Families(Shelf[Any]):
    """Several families as one; the first has the rule set that is meant where none is named.

    Parameters
    ----------
    classes : mapping
        Family -> the name of its class of rule sets.
    package : str
        Where the families are.
    folder : str
        Of that package.
    """

    def __init__(self, classes: Mapping[str, str], package: str, folder: str):
        self.classes, self.package, self.folder = classes, package, folder

    def family(self, name: str) -> Family[Any]:
        """A family; it is imported if it isn't yet."""
        found: Family[Any] = getattr(import_module(f"{self.package}.{name}.rules"), self.classes[name]).family
        return found

    @cached_property
    def _family_of(self) -> dict[str, str]:
        """Preset -> family, by the files alone."""
        return {preset: name for name in self.classes for preset in presets_in(os.path.join(self.folder, name, "presets"))}

    @property
    def _first(self) -> Family[Any]:
        return self.family(next(iter(self.classes)))

    @property
    def default(self) -> str:  # type: ignore[override]
        """The first family's."""
        return self._first.default

    @property
    def example(self) -> Mapping[str, Any]:  # type: ignore[override]
        """The first family's."""
        return self._first.example

    @property
    def names(self) -> tuple[str, ...]:  # type: ignore[override]
        """The presets, family by family."""
        return tuple(preset for name in self.classes for preset in self.family(name).names)

    def preset(self, name: str, chain: tuple[str, ...] = ()) -> Any:
        """A rule set that comes with chouma, of the family that has it."""
        if name not in self._family_of:
            raise UnknownNameError("rule set", name, self._family_of)
        return self.family(self._family_of[name]).preset(name, chain)


ALL = Families(FAMILIES, __package__, os.path.dirname(__file__))


def made_ready(rules: RuleSet) -> Any:
    """The engine of a rule set: its formulas made ready to score hands, by its family's module ``engine``."""
    return import_module(f"{__package__}.{rules.family.name}.engine").engine(rules)


def preset_names(family: str | None = None) -> tuple[str, ...]:
    """The names of the rule sets that come with chouma, family by family, ``general`` first.

    Parameters
    ----------
    family : str, optional
        One family alone, such as ``riichi``.

    Raises
    ------
    UnknownNameError
        If there is no such family.
    """
    if family is None:
        return ALL.names
    if not isinstance(family, str) or family not in FAMILIES:
        raise UnknownNameError("family of rules", family, FAMILIES)
    return ALL.family(family).names


@overload
def rules(spec: RulesT, *, files: bool = True) -> RulesT: ...
@overload
def rules(spec: str | os.PathLike[str] | Mapping[str, Any] = "general", *, files: bool = True) -> Any: ...
def rules(spec: RuleSet | str | os.PathLike[str] | Mapping[str, Any] = "general", *, files: bool = True) -> Any:
    """A rule set of any family.

    Parameters
    ----------
    spec : RuleSet, str, path or mapping
        A rule set itself, a preset's name, a file (a path, or text that ends in ``.toml``), or a mapping
        with a ``base`` and switches, such as ``{"base": "tenhou", "kiriage_mangan": True}``. The base tells the family.
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
    return ALL.rules(spec, files=files)
