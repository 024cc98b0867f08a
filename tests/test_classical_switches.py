"""Every classical switch bites: a hand whose score changes when it alone is flipped, with the right values worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import pytest

from chouma.classical.examples import Example
from chouma.classical.rules import ClassicalRules
from chouma.classical.score import score
from chouma.errors import HandError

SWITCHES = ClassicalRules.family.switches
ON_A_HAND = {name for name, switch in SWITCHES.items() if switch.stage == "hand"}

#: fu, fan and score, or why there are none
Right = tuple[int, int, int] | str

NO_WIN, REFUSED = "no win", "refused"

_CLOSED = "234s 55s 79s (123m) (456p) +8s"  # 10 and a closed wait
_BARE = "123m 678m 99s 234p 67s"  # waits for 5s and 8s
_FLOWERS = "234s 67s 99m 678p (555z)"  # 10 and 4, 1 fan
_DRAGONS = "55p 67s (555z) (666z) (777z) +8s"  # 10 and three times 4, 3 fan
_WINDS = "67s 44z (111z) (222z) (333z)"
_ALL_WINDS = "5s (111z) (222z) (333z) (444z) +5s"
_PUNGS = "9m (222m) (444p) (666s) (888p) +9m"  # 10, four times 2, all pungs 4, the single wait 2
_PAIRS = "147m 55z 77z (222z) (666z) | lost"
_PHEASANT = "234s 99m 46p (123m) (678s) +5p | chankan"
_EARTHLY = "123m 456p 789s 55s 23s"
_KONG = "55p 67s [6666z] (456p) (234s) +8s"
_IN_PLAY = {"flowers": True}

# switch -> what else is set, a hand, and what it is worth under each value, ningbo's own first
WITNESSES: Mapping[str, list[tuple[Mapping[str, Any], str, list[tuple[Any, Right]]]]] = {
    # 10 + 32 + 2 for the closed wait, three fan: 352
    "limit": [({}, "55m 68m [1111m] (234m) (567m) +7m", [(200, (44, 3, 200)), (300, (44, 3, 300)), (None, (44, 3, 352))])],
    "half_limit": [({}, f"{_EARTHLY} +4s | chiihou", [(100, (10, 0, 100)), (150, (10, 0, 150))])],
    # 22 fu and 3 fan are 176
    "limit_hand_value": [({"limit": None}, _DRAGONS, [(200, (22, 3, 200)), (500, (22, 3, 500))])],
    # own wind and dragon, 10 + 4 + 4; a flower that gives nothing
    "flowers": [({}, "55p 67s (222z) (666z) (234m) 1f +8s", [(False, REFUSED), (True, (18, 2, 72))])],
    # 10 + 32; South in the East round
    "round_wind": [({}, "55p 67s [1111z] (456p) (234s) +8s", [(False, (42, 0, 42)), (True, (42, 1, 84))])],
    "win_fu": [({}, _CLOSED, [(10, (12, 0, 12)), (20, (22, 0, 22))])],
    "concealed_ron_fu": [
        ({}, f"{_BARE} +8s", [(0, (10, 0, 10)), (10, (20, 0, 20))]),
        ({}, f"{_BARE} *8s", [(0, (12, 0, 12)), (10, (12, 0, 12))]),
    ],
    "pairs": [
        (
            {},
            "67s 11z (123m) (456p) (234s) +8s",
            [(["dragon", "own"], (10, 0, 10)), (["dragon", "own", "round"], (12, 0, 12)), (["dragon", "round"], (12, 0, 12))],
        ),
        # the wind of both is two pairs
        (
            {},
            "67s 11z (123m) (456p) (234s) +8s | seat=E",
            [(["dragon", "own"], (12, 0, 12)), (["dragon", "own", "round"], (14, 0, 14)), (["dragon", "round"], (12, 0, 12))],
        ),
        ({}, "67s 55z (123m) (456p) (234s) +8s", [(["dragon", "own"], (12, 0, 12)), (["own"], (10, 0, 10))]),
    ],
    # 4 + 4, and two pairs of dragons; 2 fan
    "loser_pairs": [
        ({}, _PAIRS, [("all", (12, 2, 48)), ("one", (10, 2, 40)), ("none", (8, 2, 32))]),
        # the wind of East and of the round is the best pair, and is two
        (
            {"pairs": ["dragon", "own", "round"]},
            "147m 258p 36s 11z 55z 2z | lost seat=E",
            [("all", (6, 0, 6)), ("one", (4, 0, 4)), ("none", (0, 0, 0))],
        ),
    ],
    # 10 + 8 + 2 for the double pung wait
    "self_draw": [
        ({}, "77s 123m 66z (456p) (234s) *6z", [("2 fu", (22, 1, 44)), ("none", (20, 1, 40)), ("1 fan", (20, 2, 80))]),
    ],
    # 10 + 2 + 8; an exposed set, and a win by discard, make no difference
    "self_draw_concealed": [
        ({}, "234s 67s 99m 555z 678p *8s", [("none", (20, 1, 40)), ("1 fan", (20, 2, 80))]),
        ({}, "234s 67s 99m 678p (555z) *8s", [("none", (16, 1, 32)), ("1 fan", (16, 1, 32))]),
        ({}, "234s 67s 99m 555z 678p +8s", [("none", (18, 1, 36)), ("1 fan", (18, 1, 36))]),
    ],
    "single_wait": [({}, _PUNGS, [("2 fu", (24, 0, 24)), ("none", (22, 0, 22))])],
    "closed_wait": [({}, _CLOSED, [("2 fu", (12, 0, 12)), ("none", (10, 0, 10))])],
    "edge_wait": [({}, "234s 99s 89p (123m) (456p) +7p", [("2 fu", (12, 0, 12)), ("none", (10, 0, 10))])],
    "only_place": [
        ({}, _CLOSED, [("none", (12, 0, 12)), ("2 fu", (14, 0, 14))]),
        ({}, f"{_BARE} +8s", [("none", (10, 0, 10)), ("2 fu", (10, 0, 10))]),
    ],
    # 222p 33p, which 1p and 4p would have completed, too: 10 + 4
    "pure_waits": [({}, "2223p (123m) (456p) (234s) +3p", [(True, (14, 0, 14)), (False, (16, 0, 16))])],
    # 10 + 2 + 2 + 2 + 4 for 999m by a discard + all pungs 4
    "double_pung_bonus": [
        ({}, "88p 99m (222m) (444p) (666s) +9m", [(2, (26, 0, 26)), (0, (24, 0, 24))]),
        # a dealt hand has no wait: 10 + self-draw 2 + 4
        ({}, "123m 456p 789s 11s 55m *5m | tenhou seat=E", [(2, (16, 0, 200)), (0, (16, 0, 200))]),
    ],
    "pair_fill_minor": [({}, "8m (222m) (444p) (666s) (888p) +8m", [(0, (24, 0, 24)), (2, (26, 0, 26))]), ({}, _PUNGS, [(2, (24, 0, 24))])],
    "pair_fill_major": [
        ({}, _PUNGS, [(0, (24, 0, 24)), (4, (28, 0, 28))]),
        ({}, "8m (222m) (444p) (666s) (888p) +8m", [(4, (24, 0, 24))]),
        # 10 + self-draw 2 + the pair 2
        ({}, "123m 456p 789s 567s 5z *5z | tenhou seat=E", [(0, (14, 0, 200)), (4, (14, 0, 200))]),
    ],
    # 1222s waits for 1s, and for 3s by 12s: none of those is left in the first hand (10 + 4 + 16), nor on the table in the second
    "wait_excludes": [
        ({}, "1222s 678m (123m) [3333s] +1s", [("own", (32, 0, 32)), ("none", (30, 0, 30)), ("table", (32, 0, 32))]),
        ({}, "1222s 678m (123m) (456p) +1s | seen=3333s", [("own", (14, 0, 14)), ("none", (14, 0, 14)), ("table", (16, 0, 16))]),
        ({}, "1222s 678m (123m) (456p) +1s | seen=333s", [("own", (14, 0, 14)), ("table", (14, 0, 14))]),
    ],
    "last_copy": [
        ({}, f"{_CLOSED} | seen=888s", [(0, (12, 0, 12)), (4, (16, 0, 16))]),
        ({}, f"{_CLOSED} | seen=88s", [(0, (12, 0, 12)), (4, (12, 0, 12))]),
        # never beside the golden pheasant
        ({}, f"{_PHEASANT} seen=555p", [(0, (16, 0, 16)), (4, (16, 0, 16))]),
    ],
    "all_pungs": [({}, _PUNGS, [("4 fu", (24, 0, 24)), ("10 fu", (30, 0, 30)), ("1 fan", (20, 1, 40)), ("none", (20, 0, 20))])],
    "no_score": [({}, f"{_BARE} +8s", [("none", (10, 0, 10)), ("1 fan", (10, 1, 20)), ("10 fu", (20, 0, 20))])],
    # the self-draw is 2 fu, and no set or pair
    "no_score_means": [({"no_score": "1 fan"}, f"{_BARE} *8s", [("everything", (12, 0, 12)), ("sets", (12, 1, 24))])],
    # four times 32, the pair 2, single 2, self-draw 2, all pungs 4, 10
    "kong_replacement": [
        (
            {},
            "6z [1111p] [9999m] [3333z] [4444z] *6z | rinshan",
            [("4 fu", (152, 0, 152)), ("none", (148, 0, 148)), ("8 fu", (156, 0, 156)), ("1 fan", (148, 1, 200))],
        )
    ],
    "last_tile": [({}, f"{_BARE} *8s | haitei", [("4 fu", (16, 0, 16)), ("none", (12, 0, 12)), ("1 fan", (12, 1, 24))])],
    "last_discard": [({}, f"{_BARE} +8s | houtei", [("none", (10, 0, 10)), ("1 fan", (10, 1, 20))])],
    # 10 + 32 + 2 for 222m + 2 for the self-draw + 4 + 4
    "last_tile_with_replacement": [
        ({}, "55p 67s [6666z] (222m) (456p) *8s | haitei rinshan", [("refused", REFUSED), ("both", (54, 1, 108))]),
    ],
    "robbing": [({}, _PHEASANT, [("4 fu", (16, 0, 16)), ("none", (12, 0, 12)), ("1 fan", (12, 1, 24))])],
    "robbing_pure": [({}, "234s 99s 67p (123m) (456p) +8p | chankan", [(True, (10, 0, 10)), (False, (14, 0, 14))])],
    "pheasant_stacks": [
        ({}, _PHEASANT, [(True, (16, 0, 16)), (False, (14, 0, 14))]),
        # where any wait may rob, that is no golden pheasant, and takes no wait's place
        ({"robbing_pure": False}, _PHEASANT, [(True, (16, 0, 16)), (False, (16, 0, 16))]),
    ],
    # a third of 200 is 66 and two thirds
    "original_call": [
        (
            {},
            f"{_FLOWERS} +8s | original_call",
            [("none", (14, 1, 28)), ("1 fan", (14, 2, 56)), ("1/3 limit", (14, 1, 66)), ("half limit", (14, 1, 100))],
        )
    ],
    "concealed_hand": [
        ({}, "234s 67s 99m 555z 678p +8s", [("none", (18, 1, 36)), ("1 fan", (18, 2, 72))]),
        ({}, f"{_FLOWERS} +8s", [("none", (14, 1, 28)), ("1 fan", (14, 1, 28))]),
    ],
    # North has a pair of its own wind: 10 + three times 4 + 2
    "half_flush": [({}, f"{_WINDS} +8s | seat=N", [("1 fan", (24, 1, 48)), ("none", (24, 0, 24)), ("2 fan", (24, 2, 96))])],
    "full_flush": [
        (
            {},
            "12399m 46m (234m) (567m) +5m",
            [("3 fan", (12, 3, 96)), ("none", (12, 0, 12)), ("10 fu + 3 fan", (22, 3, 176)), ("half limit", (12, 0, 100))],
        )
    ],
    "full_flush_no_chow": [
        ({}, "12399m 46m (234m) (567m) +5m", [(False, (12, 3, 96)), (True, (12, 0, 12))]),
        # 10 + four times 2 + all pungs 4 + double pung 2
        ({}, "33m 88m (222m) (444m) (666m) +8m", [(False, (24, 3, 192)), (True, (24, 3, 192))]),
    ],
    # 10 + 4 + 4 + 4 + 777z by a discard 4 + 55z 2 + all pungs 4 + double pung 2, red 1 fan
    "all_honours": [
        (
            {},
            "55z 77z (111z) (333z) (444z) +7z",
            [("half_flush", (34, 2, 136)), ("none", (34, 1, 68)), ("full_flush", (34, 4, 200))],
        )
    ],
    # 10 + 4 + 4 + 4 + 999p by a discard 4 + all pungs 4 + double pung 2, white 1 fan
    "majors": [({}, "99p 11z (111m) (999m) (555z) +9p", [("none", (32, 1, 64)), ("1 fan", (32, 2, 128))])],
    # 10 + 2 + three times 4; 666s 8s waits for 7s, too
    "three_concealed": [({}, "222m 444p 666s 8s (123m) *8s", [("none", (24, 0, 24)), ("1 fan", (24, 1, 48))])],
    # 10 + 4 + 4 + 2, two dragons and one suit: 20 x 8, or 20 x 16 or more, which is over the limit
    "small_dragons": [
        ({"limit": 500}, "67m 77z (555z) (666z) (234m) +8m", [("none", (20, 3, 160)), ("1 fan", (20, 4, 320)), ("2 fan", (20, 5, 500))])
    ],
    "big_dragons": [({"limit_hands": {}, "limit": None}, _DRAGONS, [("none", (22, 3, 176)), ("2 fan", (22, 5, 704))])],
    "small_winds": [({}, f"{_WINDS} +8s | seat=N", [("none", (24, 1, 48)), ("1 fan", (24, 2, 96))])],
    # 10 + four times 4 + all pungs 4 + single 2; own wind and one suit
    "big_winds": [({"limit_hands": {}, "limit": None}, _ALL_WINDS, [("none", (32, 2, 128)), ("2 fan", (32, 4, 512))])],
    # 111m 8 and South's own wind 2; a tile of another suit lies loose in the second hand
    "every_hand": [
        ({}, "11123456789m 22z | lost", [([], (10, 0, 10)), (["half_flush"], (10, 1, 20))]),
        ({}, "1112345678m 4p 22z | lost", [([], (10, 0, 10)), (["half_flush"], (10, 0, 10))]),
    ],
    "calling_hands": [
        ({}, "11123456789m 22z | lost calling", [([], (10, 0, 10)), (["half_flush"], (10, 1, 20))]),
        ({}, "11123456789m 22z | lost", [([], (10, 0, 10)), (["half_flush"], (10, 0, 10))]),
    ],
    # 10 + 32, or 10 + 64; two sets: 10 + 32 + 4, or 10 + 64 + 8
    "dragon_fan_mode": [
        ({}, _KONG, [("hand", (42, 1, 84)), ("set", (74, 0, 74))]),
        ({}, "55p 67s [6666z] (222z) (456p) +8s", [("hand", (46, 2, 184)), ("set", (82, 0, 82))]),
        # own wind and the round's: twice doubled, 10 + 4 x 4
        ({"round_wind": True}, "99p 67s (111z) (456p) (234s) +8s | seat=E", [("hand", (14, 2, 56)), ("set", (26, 0, 26))]),
    ],
    "flower_fu": [(_IN_PLAY, f"{_FLOWERS} 15f +8s", [(0, (14, 1, 28)), (4, (22, 1, 44))])],
    "own_flower": [(_IN_PLAY, f"{_FLOWERS} 2f +8s", [("none", (14, 1, 28)), ("1 fan", (14, 2, 56))])],
    "own_season": [(_IN_PLAY, f"{_FLOWERS} 6f +8s", [("none", (14, 1, 28)), ("1 fan", (14, 2, 56))])],
    "own_flower_and_season": [
        (_IN_PLAY, f"{_FLOWERS} 26f +8s", [("none", (14, 1, 28)), ("1 fan", (14, 2, 56))]),
        (_IN_PLAY, f"{_FLOWERS} 27f +8s", [("none", (14, 1, 28)), ("1 fan", (14, 1, 28))]),
    ],
    "all_flowers": [(_IN_PLAY, f"{_FLOWERS} 1234f +8s", [("none", (14, 1, 28)), ("2 fan", (14, 3, 112))])],
    "all_seasons": [(_IN_PLAY, f"{_FLOWERS} 5678f +8s", [("none", (14, 1, 28)), ("2 fan", (14, 3, 112))])],
    # 10 + the double pung wait 2, and green 4 or 8
    "discard_pung_exposed": [({}, "77s 123m 66z (456p) (234s) +6z", [(True, (16, 1, 32)), (False, (20, 1, 40))])],
    "undeclared_four": [({}, "2222m 147p 258s 134z | lost", [("pung", (4, 0, 4)), ("kong", (16, 0, 16))])],
    # 22 x 8 is more than half of the limit
    "limit_hands": [
        ({}, _DRAGONS, [({"big_three_dragons": 1}, (22, 3, 200)), ({}, (22, 3, 176)), ({"big_three_dragons": 0.5}, (22, 3, 176))]),
        ({}, f"{_EARTHLY} *4s | tenhou seat=E", [({"heavenly": 1}, (12, 0, 200)), ({"heavenly": 0.5}, (12, 0, 100)), ({}, (12, 0, 12))]),
    ],
    "own_wind_needed": [
        ({}, f"{_WINDS} +8s | seat=N", [(True, (24, 1, 48)), (False, (24, 1, 200))]),
        ({}, f"{_WINDS} +8s | seat=S", [(True, (22, 2, 200)), (False, (22, 2, 200))]),
    ],
    # with a chow, and without one
    "big_dragons_no_chow": [
        ({}, _DRAGONS, [(False, (22, 3, 200)), (True, (22, 3, 176))]),
        # 10 + three times 4 + 222p 2 + all pungs 4 + single 2
        ({}, "5p (222p) (555z) (666z) (777z) +5p", [(False, (30, 4, 200)), (True, (30, 4, 200))]),
    ],
    # 111m by a discard 4, 999m 8, and 1m and 5m alone complete it: double pung 2
    "nine_gates_pure": [({}, "1123455678999m +1m", [(True, (24, 3, 192)), (False, (24, 3, 200))])],
    "earthly_on": [
        ({}, f"{_EARTHLY} +4s | chiihou", [("discard", (10, 0, 100)), ("draw", REFUSED)]),
        ({}, f"{_EARTHLY} *4s | chiihou", [("discard", REFUSED), ("draw", (12, 0, 100))]),
    ],
    # 10 + 8 + 8, white and one suit: 104
    "earthly_floor": [({}, "234m 67m 99m 111z 555z +8m | chiihou", [("at_least", (26, 2, 104)), ("exactly", (26, 2, 100))])],
    # three times 4, and South's own wind; four winds by 5s or 8s
    "calling_share": [
        ({}, f"{_WINDS} | lost calling", [(0, (12, 1, 24)), (40, (12, 1, 80)), (5, (12, 1, 24))]),
        ({}, f"{_WINDS} | lost", [(0, (12, 1, 24)), (40, (12, 1, 24))]),
    ],
    "max_chows": [({}, _CLOSED, [(None, (12, 0, 12)), (4, (12, 0, 12)), (3, NO_WIN), (1, NO_WIN)])],
    "min_points": [({}, _CLOSED, [(0, (12, 0, 12)), (12, (12, 0, 12)), (13, NO_WIN)])],
    "fu_rounding": [({}, _CLOSED, [(1, (12, 0, 12)), (10, (20, 0, 20))]), ({}, f"{_BARE} +8s", [(10, (10, 0, 10))])],
}


def worth(text: str, rules: Any) -> Right:
    """What a hand is worth under some rules."""
    example = Example.read(text).under(rules)
    try:
        found = score(example.hand, **example.keywords)
    except HandError:
        return REFUSED
    return (found.fu, found.fan, found.score) if found else NO_WIN


ROWS = [
    pytest.param({**others, name: value}, text, right, id=f"{name}={value}: {text}")
    for name, hands in WITNESSES.items()
    for others, text, rights in hands
    for value, right in rights
]


@pytest.mark.parametrize(("switches", "text", "right"), ROWS)
def test_what_a_switch_does_to_a_hand(switches: dict[str, Any], text: str, right: Right) -> None:
    assert worth(text, {"base": "ningbo", **switches}) == right


def test_every_switch_has_a_witness() -> None:
    assert set(WITNESSES) == ON_A_HAND


@pytest.mark.parametrize("name", sorted(WITNESSES))
def test_the_values_of_a_switch_differ_in_what_some_hand_is_worth(name: str) -> None:
    """Any two of the choices do, and of other switches at least two of the values that are told."""
    switch = SWITCHES[name]
    told = [(switch.check(value), place, right) for place, (_, _, rights) in enumerate(WITNESSES[name]) for value, right in rights]

    def differ(one: Any, other: Any) -> bool:
        seen = {place: right for value, place, right in told if switch.same(value, one)}
        return any(switch.same(value, other) and seen.get(place, right) != right for value, place, right in told)

    values = switch.choices or tuple(value for value, _, _ in told)
    differing = [differ(one, other) for one, other in combinations(values, 2)]
    assert all(differing) if switch.choices else any(differing)


@pytest.mark.parametrize("name", sorted(set(WITNESSES) - {"limit_hands"}))
def test_the_first_value_of_a_witness_is_that_of_ningbo(name: str) -> None:
    """Of the limit hands ningbo has more than the one that the witness names."""
    _, _, rights = WITNESSES[name][0]
    assert SWITCHES[name].same(SWITCHES[name].check(rights[0][0]), SWITCHES[name].default)
