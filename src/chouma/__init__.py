"""Chouma scores mahjong hands: how many han and fu, who pays what, and why.

>>> import chouma
>>> chouma.score("234m 345678p 6634s +5s", riichi=True, seat="S", round="E", rules="tenhou")
<Score 3 han 30 fu: 3900 points, riichi pinfu tanyao>
"""

import os as _os
from contextlib import suppress as _suppress

from .errors import ChoumaError, Fault, HandError, Problem, RuleError, TextError, UnknownNameError
from .explain import Explanation, WhyNot
from .families import preset_names, rules
from .hand import Hand, Meld, Win
from .notation import read, write
from .result import NoScore, Score
from .riichi.declare import Yaku, yaku
from .riichi.rules import RiichiRules
from .score import score
from .seats import Wind
from .waits import waits

if _os.environ.get("CHOUMA_UNCOMPILED") != "1":
    with _suppress(ImportError):
        from ._one import score  # the same for most hands, compiled

__version__ = "0.1.0"

__all__ = [
    "ChoumaError",
    "Explanation",
    "Fault",
    "Hand",
    "HandError",
    "Meld",
    "NoScore",
    "Problem",
    "RiichiRules",
    "RuleError",
    "Score",
    "TextError",
    "UnknownNameError",
    "WhyNot",
    "Win",
    "Wind",
    "Yaku",
    "preset_names",
    "read",
    "rules",
    "score",
    "waits",
    "write",
    "yaku",
]
