"""``chouma demo``."""

from __future__ import annotations

from ..score import score
from . import SCORED, words
from .commands import Parsed
from .streams import show, tell
from .tongue import tongue

HAND = "234m 345678p 6634s +5s"


def run(parsed: Parsed) -> int:
    """Score a first hand: yaku, fu item by item, payments, and where to go next."""
    t = tongue(parsed.given)
    answer = score(HAND, riichi=True, seat="S", round="E", rules="tenhou")
    show([*words.demo_head(HAND), *words.score_rows(answer, t, whole=True)], not parsed.given.get("no-color"))  # type: ignore[arg-type]
    tell(words.demo_next(t))
    return SCORED
