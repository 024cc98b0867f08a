"""The classical family as presets: what each source says, and a hand or a round for everything in which a preset differs from its base."""

from __future__ import annotations

import csv
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import chouma
from chouma.classical.engine import PATTERNS
from chouma.classical.examples import Example
from chouma.classical.rules import ClassicalRules
from chouma.classical.score import score
from chouma.errors import HandError
from chouma.switches import plain

FAMILY = ClassicalRules.family
SWITCHES = FAMILY.switches
HANDS = Path(__file__).resolve().parent / "data" / "classical_hands.tsv"

BASES = {
    "ningbo": None,
    "ningbo-1890s": "ningbo",
    "ningbo-setdouble": "ningbo-1890s",
    "babcock": "ningbo",
    "harr-1922": "babcock",
    "chinese-classical": "ningbo",
    "dmjl": "chinese-classical",
    "bmja": "chinese-classical",
    "ar-sii-ar": "ningbo",
}

# The family as a table: a row is what it is about, with the value of each
COLUMNS = ("ningbo", "babcock", "chinese-classical", "dmjl", "bmja", "ar-sii-ar")
_NONE, _FAN = "none", "1 fan"
TABLE: dict[str, tuple[Any, ...]] = {
    "flowers": (False, False, True, True, True, False),
    "flower_fu": (0, 0, 4, 4, 4, 0),
    "own_flower": (_NONE, _NONE, _NONE, _NONE, _FAN, _NONE),
    "own_season": (_NONE, _NONE, _NONE, _NONE, _FAN, _NONE),
    "own_flower_and_season": (_NONE, _NONE, _FAN, _FAN, _NONE, _NONE),
    "all_flowers": (_NONE, _NONE, _FAN, _FAN, "2 fan", _NONE),
    "all_seasons": (_NONE, _NONE, _FAN, _FAN, "2 fan", _NONE),
    "pairs": (["dragon", "own"], ["dragon", "own"], *([["dragon", "own", "round"]] * 4)),
    "loser_pairs": ("all",) * 6,
    "win_fu": (10, 20, 10, 20, 20, 20),
    "concealed_ron_fu": (0, 0, 0, 0, 0, 10),
    "self_draw": ("2 fu",) * 6,
    "self_draw_concealed": (_NONE, _NONE, _NONE, _NONE, _NONE, _FAN),
    "single_wait": ("2 fu", _NONE, _NONE, _NONE, _NONE, "2 fu"),
    "closed_wait": ("2 fu", _NONE, _NONE, _NONE, _NONE, "2 fu"),
    "edge_wait": ("2 fu", _NONE, _NONE, _NONE, _NONE, "2 fu"),
    "only_place": (_NONE, "2 fu", "2 fu", "2 fu", _NONE, _NONE),
    "pure_waits": (True, True, True, True, True, False),
    "double_pung_bonus": (2, 0, 0, 0, 0, 0),
    "pair_fill_minor": (0, 0, 2, 2, 0, 0),
    "pair_fill_major": (0, 0, 4, 4, 0, 0),
    "all_pungs": ("4 fu", "10 fu", _FAN, _FAN, _FAN, _FAN),
    "no_score": (_NONE, "10 fu", _FAN, _FAN, _NONE, _FAN),
    "kong_replacement": ("4 fu", "8 fu", _FAN, _FAN, _FAN, _FAN),
    "last_tile": ("4 fu", "10 fu", _FAN, _FAN, _FAN, _FAN),
    "last_discard": (_NONE, _NONE, _FAN, _FAN, _FAN, _NONE),
    "robbing": ("4 fu", "10 fu", _FAN, _FAN, _FAN, _FAN),
    "robbing_pure": (True, False, False, False, False, False),
    "original_call": (_NONE, "1/3 limit", _FAN, _FAN, _FAN, _NONE),
    "concealed_hand": (_NONE, _NONE, _FAN, _FAN, _FAN, _NONE),
    "half_flush": (_FAN,) * 6,
    "full_flush": ("3 fan", "3 fan", "3 fan", "3 fan", "3 fan", "10 fu + 3 fan"),
    "full_flush_no_chow": (False, False, False, False, True, False),
    "majors": (_NONE, _NONE, _FAN, _FAN, _FAN, _FAN),
    "three_concealed": (_NONE, _NONE, _FAN, _FAN, _NONE, _FAN),
    "round_wind": (False, False, True, True, True, True),
    "small_dragons": (_NONE, _NONE, _FAN, _FAN, _NONE, _FAN),
    "big_dragons": (_NONE, _NONE, "2 fan", "2 fan", _NONE, _NONE),
    "small_winds": (_NONE, _NONE, _FAN, _FAN, _NONE, _NONE),
    "big_winds": (_NONE, _NONE, "2 fan", "2 fan", _NONE, _NONE),
    "big_dragons_no_chow": (False, False, True, False, True, False),
    "own_wind_needed": (True, True, True, True, True, False),
    "nine_gates_pure": (True, True, True, True, True, False),
    "limit": (200, 300, 1000, 500, 1000, 500),
    "calling_share": (0, 0, 0, 0, 40, 0),
    "max_chows": (None, None, None, None, 1, None),
    "min_points": (0,) * 6,
    "payer": (*("all",) * 5, "discarder"),
    "losers_settle": (*(True,) * 5, False),
    "east_factor": (2,) * 6,
    "fu_rounding": (*(1,) * 5, 10),
}

#: what each part of the limit is paid for, where the rules have it
_MILLINGTON = [
    *("heavenly", "earthly", "plum_blossom", "moon", "carrying_pole", "kong_on_kong", "four_kongs", "four_concealed_pungs"),
    *("all_terminals", "imperial_jade", "nine_gates", "wriggling_snake", "concealed_full_flush", "thirteen_wonders", "east_streak"),
    *("big_three_dragons", "big_four_winds", "all_honours"),
]
_NINGBO = ["heavenly", "unconnected", "dealt_orphans", "big_three_dragons", "four_winds", "nine_gates"]
_BRITISH = [id for id in _MILLINGTON if id not in ("concealed_full_flush", "wriggling_snake", "east_streak", "four_concealed_pungs")]
LIMIT_HANDS: dict[str, dict[str, float]] = {
    "ningbo": {**dict.fromkeys(_NINGBO, 1), "earthly": 0.5},
    "babcock": {"heavenly": 1, "earthly": 0.5},
    "chinese-classical": dict.fromkeys(_MILLINGTON, 1),
    "dmjl": dict.fromkeys(_MILLINGTON, 1),
    "bmja": {**dict.fromkeys([*_BRITISH, "buried_treasure"], 1), "knitting": 0.5, "triple_knitting": 0.5, "all_pair_honours": 0.5},
    "ar-sii-ar": dict.fromkeys(
        [
            *("heavenly", "earthly", "thirteen_wonders", "big_three_dragons", "four_winds", "nine_gates"),
            *("four_concealed_pungs", "all_honours", "all_terminals"),
        ],
        1,
    ),
}

#: where the sources of ningbo are silent
NINGBO_UNVERIFIED = {
    *("limit_hand_value", "wait_excludes", "last_copy", "last_tile_with_replacement", "pheasant_stacks"),
    *("all_honours", "discard_pung_exposed", "earthly_floor", "multiple_winners"),
}

# ------------------------------------------------------------------------------- what the sources say


def test_the_presets_are_there() -> None:
    assert {name: chouma.rules(name).base for name in FAMILY.names} == BASES
    assert FAMILY.names[0] == "ningbo" == FAMILY.default
    assert chouma.preset_names("classical") == FAMILY.names


@pytest.mark.parametrize("switch", TABLE)
def test_the_table_of_the_family(switch: str) -> None:
    assert tuple(plain(getattr(chouma.rules(name), switch)) for name in COLUMNS) == TABLE[switch]


@pytest.mark.parametrize("name", LIMIT_HANDS)
def test_the_limit_hands_of_the_family(name: str) -> None:
    assert plain(chouma.rules(name).limit_hands) == LIMIT_HANDS[name]


@pytest.mark.parametrize("name", BASES)
def test_half_of_the_limit_is_half_of_it(name: str) -> None:
    found = chouma.rules(name)
    assert found.limit == found.limit_hand_value == 2 * found.half_limit


def test_ningbo_is_the_defaults() -> None:
    found = chouma.rules("ningbo")
    assert not found.differences and {name: getattr(found, name) for name in SWITCHES} == {
        name: switch.default for name, switch in SWITCHES.items()
    }


@pytest.mark.parametrize("name", BASES)
def test_a_preset_says_only_in_what_it_differs(name: str) -> None:
    """A value that its base has already is confirmed, and not repeated."""
    told = tomllib.loads((Path(FAMILY.folder) / f"{name}.toml").read_text(encoding="utf8"))
    said = {
        switch
        for switch, entry in told.items()
        if switch in SWITCHES and not (isinstance(entry, dict) and entry.keys() & {"source", "unverified"} and "value" not in entry)
    }
    assert said == set(chouma.rules(name).differences)
    assert told["base"] == BASES[name] if BASES[name] else "base" not in told


@pytest.mark.parametrize("name", BASES)
def test_every_value_has_a_source(name: str) -> None:
    found = chouma.rules(name)
    assert set(found.sources) == set(SWITCHES)
    assert all(len(source) > 5 and source != "the default" for source in found.sources.values())
    for text in (found.title, found.note):
        assert "\n" not in text and len(text) < 140 and not text.endswith(".")
    assert len(found.title) > 5


def test_what_no_source_says_is_unverified() -> None:
    assert set(chouma.rules("ningbo").unverified) == NINGBO_UNVERIFIED
    for name in set(BASES) - {"ningbo"}:
        assert "limit_hand_value" in chouma.rules(name).unverified, name
    assert "discard_pung_exposed" not in chouma.rules("babcock").unverified  # figure 18 shows it
    for name in ("babcock", "chinese-classical", "ar-sii-ar"):
        assert {"false_win", "settle_on_draw"} & set(chouma.rules(name).unverified), name
    assert {"limit", "all_honours", "liability"} <= set(chouma.rules("chinese-classical").unverified)
    assert {"kong_replacement", "half_flush"} <= set(chouma.rules("bmja").unverified)  # the association and kajongg differ
    assert {"limit_hands", "robbing", "last_tile"} <= set(chouma.rules("harr-1922").unverified)


@pytest.mark.parametrize("name", BASES)
def test_a_preset_reads_back_from_its_wire_form_and_its_file(name: str, tmp_path: Path) -> None:
    found = chouma.rules(name)
    assert chouma.rules(found.wire) is found
    again = tmp_path / "again.toml"
    again.write_text(found.to_toml(), encoding="utf8")
    assert not FAMILY.rules(str(again)).diff(found)


# -------------------------------------------------------------------------------- right values by hand

_BARE = "123m 678m 99s 234p 67s"
_EARTHLY = "123m 456p 789s 55s 23s +4s | chiihou"
_DRAGONS = "55p 67s (555z) (666z) (777z) +8s"
_DRAGONS_NO_CHOW = "5p (222p) (555z) (666z) (777z) +5p"
_PUNGS = "9m (222m) (444p) (666s) (888p) +9m"
_WHITE = "234s 67s 99m 678p (555z)"
_LOOSE = "55p 67s [6666z] (222m) (456p) *8s | rinshan"
_FLUSH_PUNGS = "33m 88m (222m) (444m) (666m) +8m"
_SMALL_DRAGONS = "67m 77z (555z) (666z) (234m) +8m"
_HONOURS = "55z 77z (111z) (333z) (444z) +7z"
_KONG_OF_ONES = "55m 68m [1111m] (234m) (567m) +7m"
_WINDS_OF_NORTH = "67s 44z (111z) (222z) (333z) +8s | seat=N"

# preset, hand, (fu, fan, score): South's in the East round unless said
BY_HAND: list[tuple[str, str, tuple[int, int, int]]] = [
    # 352, over the limit; half of the limit
    ("ningbo-1890s", _KONG_OF_ONES, (44, 3, 300)),
    ("ningbo-1890s", _EARTHLY, (10, 0, 150)),
    # 10, the sets of two dragons 8 each, the pair 2; small dragons 2, one suit 1
    ("ningbo-setdouble", _SMALL_DRAGONS, (28, 3, 224)),
    # 10 + 3 x 4 + red by a discard 4, doubled + the pair 2 + double pung 2; all pungs 1, honours 3: 544
    ("ningbo-setdouble", _HONOURS, (34, 4, 300)),
    ("ningbo-setdouble", "55p 67s [6666z] (222z) (456p) +8s", (82, 0, 82)),
    ("ningbo-setdouble", f"{_BARE} *8s | haitei", (12, 1, 24)),
    ("ningbo-setdouble", _WINDS_OF_NORTH, (24, 1, 300)),
    # nothing but the winning; two self-drawn, so not bare; the lucky thirteen, a third of 300
    ("babcock", f"{_BARE} +8s", (30, 0, 30)),
    ("babcock", f"{_BARE} *8s | haitei", (32, 0, 32)),
    ("babcock", f"{_WHITE} +8s | original_call", (24, 1, 100)),
    # 20 + 32 + 2 + 2 + 8: the loose tile makes ten of the self-draw
    ("babcock", _LOOSE, (64, 1, 128)),
    ("babcock", "234s 99s 67p (123m) (456p) +8p | chankan", (30, 0, 30)),
    ("babcock", f"{_WHITE} +8s | chankan", (34, 1, 68)),
    ("babcock", "11123456789m 22z | lost", (10, 1, 20)),
    ("babcock", "1112345678999m | lost", (16, 3, 128)),
    # 20 + 4 x 4 + the pair 2 + 10; red 1, honours 3
    ("babcock", _HONOURS, (48, 4, 300)),
    ("babcock", _DRAGONS, (32, 3, 256)),
    # 20 + 4 x 2 + 10 + the only place 2; a loose tile 10 beside the self-draw; white 1 and the original hand 3
    ("harr-1922", _PUNGS, (40, 0, 40)),
    ("harr-1922", _LOOSE, (66, 1, 132)),
    ("harr-1922", f"{_WHITE} +8s | original_call", (24, 4, 384)),
    ("harr-1922", _EARTHLY, (30, 0, 200)),
    ("harr-1922", _KONG_OF_ONES, (54, 3, 400)),
    # 10; bare and concealed
    ("chinese-classical", f"{_BARE} +8s", (10, 2, 40)),
    # 10 + 3 x 4; three dragons and two for all of them; with a chow that is no limit hand
    ("chinese-classical", _DRAGONS, (22, 5, 704)),
    # … + 2 + the only place 2 + a pair of simples filled 2; no chow 1, one suit 1
    ("chinese-classical", _DRAGONS_NO_CHOW, (28, 7, 1000)),
    ("chinese-classical", "222m 444p 666s 1s 5m 8p 1z | lost", (12, 1, 24)),
    # 10 + 4 + two flowers 8; white, and both of one's own
    ("chinese-classical", f"{_WHITE} 26f +8s", (22, 2, 88)),
    # 10 + 4 x 4 + the round's pair 2; white, no chow, terminals and honours
    ("chinese-classical", "99p 11z (111m) (999m) (555z) +9p", (28, 3, 224)),
    ("chinese-classical", "67s 11z (123m) (456p) (234s) +8s | seat=E", (14, 0, 14)),
    # 3s can't come: 10 + 4 + the only place 2 + a terminal pair filled 4
    ("chinese-classical", "1222s 678m (123m) (456p) +1s | seen=3333s", (20, 0, 20)),
    ("dmjl", f"{_WHITE} 26f +8s", (32, 2, 128)),
    ("dmjl", _DRAGONS, (32, 5, 500)),
    ("dmjl", "55z 66z 77z (123m) 9m 5p 3s 4s | lost", (6, 0, 6)),
    # 20 + 4 x 2; no chow 1, pure 3; with a chow it is not pure
    ("bmja", _FLUSH_PUNGS, (28, 4, 448)),
    ("bmja", "88m 67m (222m) (444m) (333m) +5m", (26, 0, 26)),
    # by 0.2 and 0.4 of the limit
    ("bmja", "1234567m 123456s | lost calling", (0, 0, 200)),
    ("bmja", "222p 5p (555z) (666z) (777z) | lost calling", (16, 3, 400)),
    ("bmja", "2222m 147p 258s 134z | lost", (16, 0, 16)),
    # 4 x 2 + two of simples and 16 for four flowers; own flower and the bouquet
    ("bmja", "222s 67s 99m 888p (444s) 1234f +8s", (46, 3, 368)),
    ("bmja", "222s 67s 99m 888p (444s) 5678f +8s", (46, 3, 368)),
    # 20 + 4 + 4 + 4 + 8; white, own flower, own season
    ("bmja", "222s 67s 99m 888p (555z) 26f +8s", (40, 3, 320)),
    # without winning: green and the own flower; a pure hand that was calling, and one that was not
    ("bmja", "147m258p369s6661z 2f | lost", (12, 2, 48)),
    ("bmja", "33m 88m (222m) (444m) (666m) | lost calling", (6, 3, 48)),
    ("bmja", "33m 88m (222m) (444m) (666m) | lost", (6, 0, 6)),
    # 20 + 10 + 2 for the closed wait; 32 fu
    ("ar-sii-ar", "12399m 46m (234m) (567m) +5m", (40, 3, 320)),
    # 20 + 4 + 4 + 2; green, white, one suit, small dragons
    ("ar-sii-ar", _SMALL_DRAGONS, (30, 4, 480)),
    # 20 + 4 for 222p + 2, though 1p and 4p would have won, too: 26 fu
    ("ar-sii-ar", "2223p (123m) (456p) (234s) +3p", (30, 0, 30)),
    # 22 fu; concealed self-draw, and no pinfu beside it
    ("ar-sii-ar", f"{_BARE} *8s", (30, 1, 60)),
    # 20 + 3 x 4 + 2: 34 fu; the round's wind and one suit
    ("ar-sii-ar", _WINDS_OF_NORTH, (40, 2, 500)),
    # the pair of the round: 22 fu, and so no pinfu
    ("ar-sii-ar", "67s 11z (123m) (456p) (234s) +8s", (30, 0, 30)),
    ("ar-sii-ar", "123m 456p 789s 55s 23s *4s | chiihou", (30, 1, 500)),
]


@pytest.mark.parametrize(("name", "text", "right"), BY_HAND, ids=[f"{name}: {text}" for name, text, _ in BY_HAND])
def test_hands_worked_out_under_a_preset(name: str, text: str, right: tuple[int, int, int]) -> None:
    assert worth(text, chouma.rules(name)) == right


def test_every_preset_has_a_hand_worked_out() -> None:
    assert {name for name, _, _ in BY_HAND} | {"ningbo"} == set(BASES)  # ningbo's are in the tests of the cases


@pytest.mark.parametrize("text", ["2345567s (123m) (456p) *8s", "13p 555p 99s (666z) (234m) +2p"])
def test_a_british_hand_has_one_chow_at_most(text: str) -> None:
    assert worth(text, chouma.rules("bmja")) is None


# ------------------------------------------------------------------------------------- every difference


@cache
def worth(text: str, rules: ClassicalRules) -> Any:
    """Fu, fan and score of an example, None where it is no win; a word where it is refused."""
    example = Example.read(text)
    keywords = {**example.keywords, "rules": rules}
    try:
        found = score(example.hand, **keywords)
    except HandError:
        return "refused"
    return (found.fu, found.fan, found.score) if found else None


def _pool() -> list[str]:
    """Every hand that some pattern, the table of known hands or this module shows, each once."""
    with HANDS.open(encoding="utf8", newline="") as file:
        known = [row["hand"] for row in csv.DictReader(file, delimiter="\t")]
    shown = [text for pattern in PATTERNS for text in (*pattern.hits, *pattern.misses)]
    return list(dict.fromkeys([*(text for _, text, _ in BY_HAND), *known, *shown]))


POOL = _pool()
#: what else is set where a switch bites only with something more
BESIDE: dict[str, dict[str, Any]] = {
    "limit_hand_value": {"limit": None},
    "half_limit": {"limit_hands": {"earthly": 0.5}, "earthly_on": "discard"},
}
#: … and in one preset: three dragons of DMJL count to the limit, too; four chows of the British are no win
BESIDE_IN = {("dmjl", "big_dragons_no_chow"): {"limit": None}, ("bmja", "no_score"): {"max_chows": None}}
DIFFERENCES = [
    (name, switch) for name in BASES for switch in chouma.rules(name).differences if SWITCHES[switch].stage == "hand"
]


@pytest.mark.parametrize(("name", "switch"), DIFFERENCES)
def test_every_difference_of_a_preset_has_a_hand(name: str, switch: str) -> None:
    found = chouma.rules(name)
    mine = found.but(**BESIDE_IN.get((name, switch), BESIDE.get(switch, {})))
    flipped = mine.but(**{switch: getattr(chouma.rules(found.base), switch)})
    assert any(worth(text, mine) != worth(text, flipped) for text in POOL)
