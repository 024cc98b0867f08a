"""Chouma scores mahjong hands: how many han and fu, who pays what, and why.

>>> import chouma
>>> chouma.score("234m 345678p 6634s +5s", riichi=True, seat="S", round="E", rules="tenhou")
<Score 3 han 30 fu: 3900 points, riichi pinfu tanyao>
"""

import os as _os
from contextlib import suppress as _suppress
from typing import TYPE_CHECKING as _TYPE_CHECKING

from .compare import compare
from .errors import ChoumaError, Fault, HandError, Problem, RuleError, TextError, UnknownNameError
from .families import preset_names, rules
from .hand import Hand, Meld, Win
from .notation import read, write
from .result import NoScore, Score
from .riichi.declare import Yaku, yaku
from .riichi.rules import RiichiRules
from .score import score
from .seats import Wind
from .table import table
from .waits import waits

if _os.environ.get("CHOUMA_UNCOMPILED") != "1":
    with _suppress(ImportError):
        from ._one import score  # type: ignore[no-redef]  # the same for most hands, compiled

if _TYPE_CHECKING:
    from .classical.result import ClassicalNoScore, ClassicalScore
    from .classical.rules import ClassicalRules
    from .game.play import Game
    from .lines import Explanation
    from .records.audit import Finding, audit
    from .records.stats import Statistics, statistics
    from .settlement import Ledger, Transfer
    from .settling import settle
    from .whynot import WhyNot

__version__ = "0.1.0"

#: what is imported when it is first asked for: who scores a hand doesn't wait for it
_LATER = {
    "ClassicalNoScore": "classical.result",
    "ClassicalRules": "classical.rules",
    "ClassicalScore": "classical.result",
    "Explanation": "lines",
    "Finding": "records.audit",
    "Game": "game.play",
    "Ledger": "settlement",
    "Statistics": "records.stats",
    "Transfer": "settlement",
    "WhyNot": "whynot",
    "audit": "records.audit",
    "settle": "settling",
    "statistics": "records.stats",
}


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = globals()[name] = getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})


__all__ = [
    "ChoumaError",
    "ClassicalNoScore",
    "ClassicalRules",
    "ClassicalScore",
    "Explanation",
    "Fault",
    "Finding",
    "Game",
    "Hand",
    "HandError",
    "Ledger",
    "Meld",
    "NoScore",
    "Problem",
    "RiichiRules",
    "RuleError",
    "Score",
    "Statistics",
    "TextError",
    "Transfer",
    "UnknownNameError",
    "WhyNot",
    "Win",
    "Wind",
    "Yaku",
    "audit",
    "compare",
    "preset_names",
    "read",
    "rules",
    "score",
    "settle",
    "statistics",
    "table",
    "waits",
    "write",
    "yaku",
]
