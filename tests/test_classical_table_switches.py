"""Every classical switch of the table bites: rounds with what each seat gains, and one for every difference of a preset."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import combinations
from typing import Any

import pytest

import chouma
from chouma.classical.rules import ClassicalRules
from chouma.classical.settle import next_dealer, transfers
from chouma.classical.table import settle
from chouma.seats import Wind
from chouma.settlement import Ledger

FAMILY = ClassicalRules.family
SWITCHES = FAMILY.switches
ON_THE_TABLE = {name for name, switch in SWITCHES.items() if switch.stage == "table"}
E, S, W, N = Wind

#: what each seat gains, E S W N, or who deals next
Right = tuple[int, ...] | Wind
Round = Callable[[Any], Right]


def four(*scores: int, winner: Wind | None = S, **how: Any) -> Round:
    """Four scores, E S W N, that are settled."""

    def settled(rules: Any) -> Right:
        return tuple(Ledger(transfers(dict(zip(Wind, scores, strict=True)), winner, rules, **how)).deltas.values())

    return settled


def table(**given: Any) -> Round:
    """Four hands that are scored and settled, in the East round."""
    return lambda rules: tuple(settle(rules=rules, round=E, **given).deltas.values())


def deals(winner: Wind | None) -> Round:
    """Who deals next."""
    return partial(next_dealer, winner)


_EXAMPLE = partial(four, 6, 40, 80, 2)
_BY_WEST = _EXAMPLE(discarder=W)
_DRAWN = _EXAMPLE(by="tsumo")
_LIABLE = four(6, 200, 80, 2, discarder=W, liable=W)
_DRAW = four(6, 16, 80, 2, winner=None)
_FALSE_WIN = four(0, 0, 0, 0, winner=None, false_win=S)
_UNEQUAL = four(0, 10, 600, 100)
_TABLE = {"E": "1245578p 124578s", "N": "1245578s 124578p", "W": "36p 36s 258m 123456z"}  # worth nothing, all three
_FLUSH = table(**_TABLE, S="55m 68m (111m) (999m) (222m) +7m", discarder=W)  # 10 + 4 + 4 + 2 + 2, 3 fan: 176

# switch -> a round and what comes of it under each value, ningbo's own first
WITNESSES: Mapping[str, list[tuple[Round, list[tuple[Any, Right]]]]] = {
    # 40 each, twice from East; then East pays West 148, North pays East 8 and West 78. Or West pays all four shares
    "payer": [
        (_BY_WEST, [("all", (-220, 160, 186, -126)), ("discarder", (-140, 160, 66, -86))]),
        (_DRAWN, [("all", (-220, 160, 186, -126)), ("discarder", (-220, 160, 186, -126))]),
    ],
    "losers_settle": [(_BY_WEST, [(True, (-220, 160, 186, -126)), (False, (-80, 160, -40, -40))])],
    # without a factor East pays 40 and 74, and is paid 4
    "east_factor": [(_BY_WEST, [(2, (-220, 160, 186, -126)), (1, (-110, 120, 112, -122))])],
    "liability": [
        (_FLUSH, [(["full_flush", "four_winds", "big_three_dragons"], (0, 704, -704, 0)), ([], (-352, 704, -176, -176))]),
        (_FLUSH, [(["four_winds", "big_three_dragons"], (-352, 704, -176, -176))]),
    ],
    # West pays 800; then East pays West 148, North pays East 8 and West 78, or not
    "liable_losers_settle": [(_LIABLE, [(True, (-140, 800, -574, -86)), (False, (0, 800, -800, 0))])],
    # E - S 20, E - W 148, N - E 8, S - W 64, N - S 14, N - W 78
    "settle_on_draw": [(_DRAW, [(False, (0, 0, 0, 0)), (True, (-160, -30, 290, -100))])],
    "draw_keeps_dealer": [(deals(None), [(False, S), (True, E)]), (deals(E), [(False, E), (True, E)]), (deals(N), [(False, S), (True, S)])],
    "false_win": [
        (_FALSE_WIN, [("limit", (400, -800, 200, 200)), ("half_limit", (200, -400, 100, 100)), (300, (600, -1200, 300, 300))])
    ],
    # S wins 10. E - W 600 or 200, twice; E - N 100, twice; N - W 500 or 200
    "limit_on_difference": [(_UNEQUAL, [(False, (-1420, 40, 1690, -310)), (True, (-620, 40, 590, -10))])],
}

#: one legal value: there is nothing to flip
FIXED = {name for name in ON_THE_TABLE if SWITCHES[name].choices and len(SWITCHES[name].choices or ()) == 1}

ROWS = [
    pytest.param({"base": "ningbo", name: value}, round, right, id=f"{name}={value}-{place}")
    for name, rounds in WITNESSES.items()
    for place, (round, rights) in enumerate(rounds)
    for value, right in rights
]


@pytest.mark.parametrize(("spec", "round", "right"), ROWS)
def test_what_a_switch_does_to_a_round(spec: dict[str, Any], round: Round, right: Right) -> None:
    assert round(chouma.rules(spec)) == right


def test_every_switch_of_the_table_has_a_witness() -> None:
    assert set(WITNESSES) | FIXED == ON_THE_TABLE
    assert len(FIXED) == 1


@pytest.mark.parametrize("name", WITNESSES)
def test_the_values_of_a_switch_differ_in_what_some_round_comes_to(name: str) -> None:
    (_, rights), *_ = WITNESSES[name]
    assert SWITCHES[name].same(SWITCHES[name].check(rights[0][0]), SWITCHES[name].default)
    assert all(one[1] != other[1] for one, other in combinations(rights, 2))


# ------------------------------------------------------------------------------------------ the presets

# what sources print, and rounds worked out: preset, round, what each seat gains
BY_HAND: list[tuple[str, Round, Right]] = [
    # figure 18: East has 168, and is paid 336 by each
    ("babcock", four(168, 0, 0, 0, winner=E), (1008, -336, -336, -336)),
    # 20 + 4 + 4 + 2 + the only place 2, 3 fan: 256, and nobody is liable
    ("babcock", _FLUSH, (-512, 1024, -256, -256)),
    ("babcock", deals(None), E),
    ("chinese-classical", _LIABLE, (0, 800, -800, 0)),
    ("chinese-classical", deals(None), E),
    # a dangerous game costs four times the score, six times if East wins
    ("dmjl", four(0, 100, 7, 0, liable=W, discarder=W), (0, 400, -400, 0)),
    ("dmjl", four(100, 0, 7, 0, winner=E, liable=W, discarder=W), (600, 0, -600, 0)),
    ("dmjl", _FALSE_WIN, (600, -1200, 300, 300)),
    ("bmja", _FALSE_WIN, (1000, -2000, 500, 500)),
    # the concealed pinfu of 30 fu and 1 fan: 240, to East 360; self-drawn 2 : 1 : 1; the limits
    ("ar-sii-ar", four(9, 60, 8, 7, discarder=W), (0, 240, -240, 0)),
    ("ar-sii-ar", four(60, 9, 8, 7, winner=E, discarder=W), (360, 0, -360, 0)),
    ("ar-sii-ar", four(9, 60, 8, 7, by="tsumo"), (-120, 240, -60, -60)),
    ("ar-sii-ar", four(0, 500, 0, 0, discarder=W), (0, 2000, -2000, 0)),
    ("ar-sii-ar", four(500, 0, 0, 0, winner=E, discarder=W), (3000, 0, -3000, 0)),
    ("ar-sii-ar", table(**{**_TABLE, "S": "123m 678m 99s 234p 67s +8s"}, discarder="W"), (0, 240, -240, 0)),
    # E - W 400, twice; E - N 100, twice; N - W 400
    ("harr-1922", _UNEQUAL, (-1020, 40, 1190, -210)),
]


@pytest.mark.parametrize(("name", "round", "right"), BY_HAND, ids=[f"{name}-{place}" for place, (name, _, _) in enumerate(BY_HAND)])
def test_rounds_worked_out_under_a_preset(name: str, round: Round, right: Right) -> None:
    assert round(chouma.rules(name)) == right


ROUNDS = [round for _, round, _ in BY_HAND] + [round for rounds in WITNESSES.values() for round, _ in rounds]
#: where the discarder pays for all anyhow, who is liable shows by other rules alone
BESIDE_IN: dict[tuple[str, str], dict[str, Any]] = {("ar-sii-ar", "liability"): {"payer": "all"}}
DIFFERENCES = [(name, switch) for name in FAMILY.names for switch in chouma.rules(name).differences if switch in ON_THE_TABLE]


@pytest.mark.parametrize(("name", "switch"), DIFFERENCES)
def test_every_difference_of_a_preset_has_a_round(name: str, switch: str) -> None:
    found = chouma.rules(name)
    mine = found.but(**BESIDE_IN.get((name, switch), {}))
    flipped = mine.but(**{switch: getattr(chouma.rules(found.base), switch)})
    assert any(round(mine) != round(flipped) for round in ROUNDS)
