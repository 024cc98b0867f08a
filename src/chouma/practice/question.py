"""A question about a hand: what is shown, what is asked, the answer and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..hand import Hand, Win
from ..lines import Explanation
from .answers import agrees, readings


@dataclass(frozen=True)
class Question:
    """A question about a hand.

    Parameters
    ----------
    kind : str
        One of `chouma.practice.kinds`.
    hand : Hand
        The hand; of a whole table, the winner's.
    how : Win
        Seat, round, flags, indicators, counters and deposits.
    rules : str
        The name of the rule set.
    shown : tuple of str
        What lies on the table, line by line: the hand and how it was won, or the four hands.
    ask : str
        The question.
    answer : str
        As players write it: ``30``, ``2000/3900``, ``E -220, S +160, W +186, N -126``.
    unit : str
        What the answer is in: ``fu``, ``han``, ``fan``, ``points``, ``payments`` or ``settlement``.
    said : str
        The answer in words: ``30 fu``.
    explanation : Explanation
        How it comes about.
    request : mapping
        The hand as the wire form has it, for `chouma.wire.score_request`; a table for `chouma.settling.settle_request`.
    """

    kind: str
    hand: Hand
    how: Win
    rules: str
    shown: tuple[str, ...]
    ask: str
    answer: str
    unit: str
    said: str
    explanation: Explanation
    request: Mapping[str, Any] = field(hash=False, repr=False)

    def check(self, text: str) -> bool:
        """Whether an answer is right, as a player types it: ``30``, ``30 fu``, ``2000/3900``, ``2000-3900``, ``7,700``."""
        return agrees(text, self.answer, self.unit)

    def reads(self, text: str) -> bool:
        """Whether an answer can be read at all, right or wrong."""
        return bool(readings(text, self.unit))

    def to_dict(self) -> dict[str, Any]:
        """The question with its answer, for JSON."""
        return {
            **{name: getattr(self, name) for name in ("kind", "rules", "ask", "answer", "unit", "said")},
            "shown": list(self.shown),
            "request": dict(self.request),
            "explanation": self.explanation.to_dict(),
        }
