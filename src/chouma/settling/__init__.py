"""Settling one hand, whatever the rules: from Python, and on the wire.

What is asked is read here. Who pays whom is told by `chouma.riichi.settle` and `chouma.classical.settle`, and what comes of it is a
`chouma.settlement.Ledger`.

>>> answer = settle_request({"rules": "ningbo", "false_win": "N"})
>>> answer["deltas"]
{'E': 400, 'S': 200, 'W': 200, 'N': -800}
>>> answer = settle_request({"rules": "tenhou", "wins": [{"seat": "S", "han": 3, "fu": 40, "from": "W"}], "honba": 1})
>>> answer["deltas"]
{'E': 0, 'S': 5500, 'W': -5500, 'N': 0}
"""

from .door import check, settle, settle_fields, settle_request
from .fields import DEFAULT, FIELDS, HAND_FIELDS, RIICHI_DEFAULT, WIN_FIELDS, refusal_of

__all__ = [
    "DEFAULT",
    "FIELDS",
    "HAND_FIELDS",
    "RIICHI_DEFAULT",
    "WIN_FIELDS",
    "check",
    "refusal_of",
    "settle",
    "settle_fields",
    "settle_request",
]
