"""Everything that may be refused: each problem with a request that has it, and what is said then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import chouma
from chouma.errors import HandError, Problem
from chouma.settling import settle_request
from chouma.wire import PROBLEMS, encode, score_request

from .text import block, code, page, plain, table

_READY = "123m 678m 99s 234p 67s"
_KAN = "234m 67s 666p 99m [3333p]"
_OPEN = "678m 99s 234p 67s (123m)"
_LOST = "147m 258p 369s 6661z"
_SOUTH = {"seat": "S", "round": "E"}
_EAST = {"seat": "E", "round": "E"}
_NINGBO = {"seat": "S", "rules": "ningbo"}
_TABLE = {"E": "888s6779p(555m)(345s)", "S": "13p555p99s(666z)(234m)+2p", "W": "446p33z55z(777z)[1111z]", "N": "6778m44z6z(789m)(123p)"}


def _one(hand: str, *flags: str, **more: Any) -> dict[str, Any]:
    """A request for one score; a South player's in the East round, unless it says otherwise."""
    return {"hand": hand, **_SOUTH, **({"flags": list(flags)} if flags else {}), **more}


def _four(**more: Any) -> dict[str, Any]:
    """A request to settle the table of the guide, with something wrong."""
    told = {"rules": "ningbo", "hands": _TABLE, "from": "W", **more}
    return {key: value for key, value in told.items() if value is not None}


#: problem -> a request that has it, perhaps beside others that can't be without it
REQUESTS: Mapping[Problem, dict[str, Any]] = {
    Problem.TEXT: _one("123q 99s +9s"),
    Problem.TILE_COUNT: _one("123m 678m 99s 234p 6s +8s"),
    Problem.FIFTH_COPY: _one("11111m 9s 234p 67s 55z +8s"),
    Problem.RED_FIVES: _one("055m 678m 99s 234p 67s +8s", rules={"base": "tenhou", "red_fives": 0}),
    Problem.TILE_NOT_IN_GAME: _one("222m 99s 234p 67s 111z +8s", rules="tenhou-sanma"),
    Problem.NO_WINNING_TILE: _one(_READY),
    Problem.CHI_WITH_THREE: _one("99s 234p 67s 111z (123p) +8s", rules="tenhou-sanma"),
    Problem.NORTH_WITH_FOUR: _one(f"{_READY} {{4z}} +8s"),
    Problem.FLOWERS: _one(f"{_READY} 1f +8s"),
    Problem.SEAT_NOT_IN_GAME: _one("999m 99s 234p 67s 111z +8s", seat="N", rules="tenhou-sanma"),
    Problem.BAD_VALUE: _one(f"{_READY} +8s", honba=10001),
    Problem.RIICHI_TWICE: _one(f"{_READY} +8s", "riichi", "double_riichi"),
    Problem.RIICHI_OPEN: _one(f"{_OPEN} +8s", "riichi"),
    Problem.IPPATSU_WITHOUT_RIICHI: _one(f"{_READY} +8s", "ippatsu"),
    Problem.IPPATSU_WITH_RINSHAN: _one(f"{_KAN} *8s", "riichi", "ippatsu", "rinshan"),
    Problem.RINSHAN_BY_RON: _one(f"{_KAN} +8s", "rinshan"),
    Problem.RINSHAN_WITHOUT_KAN: _one(f"{_READY} *8s", "rinshan"),
    Problem.CHANKAN_BY_TSUMO: _one(f"{_READY} *8s", "chankan"),
    Problem.CHANKAN_OF_HELD_TILE: _one("123m 678m 99s 88s 555z +8s", "chankan"),
    Problem.HAITEI_BY_RON: _one(f"{_READY} +8s", "haitei"),
    Problem.HAITEI_WITH_RINSHAN: _one(f"{_KAN} *8s", "haitei", "rinshan"),
    Problem.HOUTEI_BY_TSUMO: _one(f"{_READY} *8s", "houtei"),
    Problem.HOUTEI_WITH_CHANKAN: _one(f"{_READY} +8s", "houtei", "chankan"),
    Problem.TENHOU_BY_RON: _one(f"{_READY} +8s", "tenhou", **_EAST),
    Problem.TENHOU_NOT_DEALER: _one(f"{_READY} *8s", "tenhou"),
    Problem.CHIIHOU_BY_RON: _one(f"{_READY} +8s", "chiihou"),
    Problem.CHIIHOU_DEALER: _one(f"{_READY} *8s", "chiihou", **_EAST),
    Problem.RENHOU_BY_TSUMO: _one(f"{_READY} *8s", "renhou"),
    Problem.RENHOU_DEALER: _one(f"{_READY} +8s", "renhou", **_EAST),
    Problem.FIRST_TURN_WITH_MELD: _one(f"{_OPEN} +8s", "renhou"),
    Problem.FIRST_TURN_WITH_RIICHI: _one(f"{_READY} *8s", "chiihou", "double_riichi"),
    Problem.FIRST_TURN_TWICE: _one(f"{_READY} *8s", "tenhou", "chiihou", **_EAST),
    Problem.FIRST_TURN_LATE: _one(f"{_READY} +8s", "renhou", "houtei"),
    Problem.TSUBAME_BY_TSUMO: _one(f"{_READY} *8s", "tsubame_gaeshi"),
    Problem.KANBURI_BY_TSUMO: _one(f"{_READY} *8s", "kanburi"),
    Problem.DISCARD_WITH_CHANKAN: _one(f"{_READY} +8s", "chankan", "kanburi"),
    Problem.PAARENCHAN_NOT_DEALER: _one(f"{_READY} +8s", "paarenchan"),
    Problem.TOO_MANY_INDICATORS: _one(f"{_READY} +8s", dora_indicators=["1z", "2z", "3z", "4z", "5z", "6z"]),
    Problem.URA_MORE_THAN_DORA: _one(f"{_READY} +8s", "riichi", dora_indicators=["1z"], ura_indicators=["2z", "3z"]),
    Problem.CHIIHOU_BY_TSUMO: _one(f"{_READY} *8s", "chiihou", **_NINGBO),
    Problem.KONG_ON_KONG_WITHOUT_KONGS: _one("67s 99m 234p 678m [1111z] *8s", "rinshan", "kong_on_kong", **_NINGBO),
    Problem.EAST_STREAK_NOT_DEALER: _one(f"{_READY} +8s", "east_streak", **_NINGBO),
    Problem.FLAG_OF_A_WIN: _one(_LOST, "houtei", won=False, **_NINGBO),
    Problem.NOT_A_LOSER: _one("147m 258p 369s 666z +1z", won=False, **_NINGBO),
    Problem.NOT_DEALT: _one("27p157s16m123457z", won="dealt", **_NINGBO),
    Problem.MISSING_HAND: _four(hands={seat: hand for seat, hand in _TABLE.items() if seat != "N"}),
    Problem.NO_WINNER: _four(hands=_TABLE | {"S": "13p555p99s(666z)(234m)"}, **{"from": None}),
    Problem.TWO_WINNERS: _four(hands=_TABLE | {"N": "678m44z78s(789m)(123p)+9s"}),
    Problem.TWO_OUTCOMES: _four(draw=True),
    Problem.NO_DISCARDER: _four(**{"from": None}, rules="ar-sii-ar", round="E"),
    Problem.BAD_DISCARDER: _four(**{"from": "S"}),
    Problem.BAD_LIABLE: _four(liable="S"),
    Problem.NOT_ROBBED: _four(hands=_TABLE | {"S": {"hand": _TABLE["S"], "flags": ["chankan"]}}),
}


#: what no request can have: a meld is refused when it is made, and text that has a bad one is refused at its place
IN_PYTHON = {Problem.BAD_MELD: ("chouma.Meld.of('chi', [0, 1, 3])", lambda: chouma.Meld.of("chi", [0, 1, 3]))}


def answer(problem: Problem) -> dict[str, Any]:
    """What comes of the request of a problem."""
    if problem in IN_PYTHON:
        try:
            IN_PYTHON[problem][1]()
        except HandError as refused:
            return {"ok": False, "problems": [fault.to_dict() for fault in refused.faults]}
        return {"ok": True}
    request = REQUESTS[problem]
    return settle_request(request) if "hands" in request else score_request(request)


def pages() -> dict[str, str]:
    """The one page."""
    return {
        "problems": page(
            "# What may be refused",
            "A hand that can't be is refused with every reason at once: in Python a `HandError` with a `Fault` for each, on the "
            "[wire](../wire.md) an answer with `problems`, in columns a row whose `problems` names them. Each reason has an id, says what "
            "is wrong, names the tile or the flag, and tells the mend. Here is a request for each, and what is said then.",
            "## Of hands and tables",
            *(_entry(problem) for problem in Problem),
            "## Of requests",
            "These are about the form of a request, before there is a hand.",
            table(["id", "meaning"], [[code(id), plain(meaning)] for id, meaning in PROBLEMS.items()]),
        )
    }


def _entry(problem: Problem) -> str:
    said = next(one for one in answer(problem)["problems"] if one["id"] == problem.id)
    shown = IN_PYTHON[problem][0] if problem in IN_PYTHON else encode(REQUESTS[problem])
    return page(f"### {problem.id}", plain(said["message"]), block(shown)).rstrip()
