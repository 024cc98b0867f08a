"""The value of any feature in one reading of one hand: what explanations ask."""

from __future__ import annotations

from typing import Any

from .facts import Facts
from .features import ADDED, FEATURES
from .hand import BITS_OF
from .lang import evaluate


class Values:
    """Looks features up in a reading; called as ``values(kind, name)`` by `chouma.lang.evaluate`.

    Parameters
    ----------
    sums, marks : int
        Of the reading.
    facts : Facts
        Of the hand.
    rules : object, optional
        Has the switches as attributes.
    more : dict, optional
        Names beside the vocabulary, such as ``fu_raw``.
    """

    def __init__(self, sums: int, marks: int, facts: Facts, rules: Any = None, **more: Any):
        self.sums, self.marks, self.facts, self.rules, self.more = sums, marks, facts, rules, more

    def __call__(self, kind: str, name: str) -> Any:
        return getattr(self.rules, name) if kind == "rule" else self[name]

    def __getitem__(self, name: str) -> Any:
        if name in self.more:
            return self.more[name]
        feature = FEATURES[name]
        if feature.tree is not None:
            return evaluate(feature.tree, self)
        if feature.of is not None and feature.lane is not None:
            value = (self.sums if feature.origin == ADDED else self.marks) >> feature.lane.shift & feature.lane.mask
            return bool(value) if feature.is_condition else value
        if name in BITS_OF:
            return bool(self.facts.flags & BITS_OF[name])
        value = getattr(self.facts, name)
        return bool(value) if feature.is_condition else value
