"""Classical hands whose right values are known: our own table, and what the books and programs of the later rules print."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from chouma.classical.examples import Example
from chouma.classical.score import score
from chouma.errors import HandError

ROOT = Path(__file__).resolve().parent.parent
OURS = ROOT / "tests" / "data" / "classical_hands.tsv"
SHARED = ROOT.parent / "shared" / "cases" / "classical_hands.jsonl"


class Row(NamedTuple):
    """A hand as `Example` reads it, and its right values, worked out by hand."""

    id: str
    hand: str
    fu: int
    fan: int
    score: int


with OURS.open(encoding="utf8", newline="") as file:
    ROWS = [Row(row["id"], row["hand"], *(int(row[n]) for n in ("fu", "fan", "score"))) for row in csv.DictReader(file, delimiter="\t")]


def answer(text: str, rules: Any = None) -> Any:
    example = Example.read(text)
    return score(example.hand, **(example if rules is None else example.under(rules)).keywords)


@pytest.mark.parametrize("row", ROWS, ids=[row.id for row in ROWS])
def test_our_hands(row: Row) -> None:
    found = answer(row.hand)
    assert (found.fu, found.fan, found.score) == (row.fu, row.fan, row.score)
    assert sum(item.fu for item in found.fu_items) == found.fu_raw
    assert sum(fan.fan for fan in found.fans) == found.fan


def test_our_table_is_whole() -> None:
    assert len(ROWS) == len({row.id for row in ROWS}) == 66
    assert len({row.hand for row in ROWS}) == 66


def test_our_table_is_the_shared_one() -> None:
    if not SHARED.exists():
        pytest.skip("the folder ../shared/cases is not here: the hands of tests/data/classical_hands.tsv stand alone")
    given = {case["id"]: case for case in map(json.loads, SHARED.read_text(encoding="utf8").splitlines())}
    assert given.keys() == {row.id for row in ROWS}
    for row in ROWS:
        request, expected = given[row.id]["request"], given[row.id]["expected"]
        assert (row.fu, row.fan, row.score) == (expected["fu"], expected["fan"], expected["score"]), row.id
        told = {name: value for name, value in request.items() if name != "hand"}
        assert score(request["hand"], **told) == answer(row.hand), row.id


# ------------------------------------------------------------------------------------ the worked example


def test_the_same_hand_is_worth_less_lost_than_won() -> None:
    """South's hand of the worked example, had West won: F 4 and 555p 4, 1 fan."""
    assert answer("13p 555p 99s (666z) (234m) | lost").score == 16


# ------------------------------------------------------------------------------------------- as dealt


@pytest.mark.parametrize("text", ["27p159s16m123457z | dealt", "19m19p19s1234567z | dealt", "27p159s16m123457z | dealt seat=E"])
def test_a_hand_that_wins_as_dealt_scores_the_limit(text: str) -> None:
    found = answer(text)
    assert (found.score, found.limit, found.won) == (200, "limit", True)


@pytest.mark.parametrize("hand", ["27p157s16m123457z", "19m19p19s11z3z258m2p", "19m19p19s123z258m2p"])
def test_any_other_does_not(hand: str) -> None:
    """5s and 7s are within two; a pair; 2m and 1m."""
    with pytest.raises(HandError, match="won=False"):
        answer(f"{hand} | dealt")


def test_the_later_rules_have_no_hand_that_wins_as_dealt() -> None:
    with pytest.raises(HandError, match="no hand that wins as dealt"):
        answer("27p159s16m123457z | dealt", "dmjl")


# ------------------------------------------------------------------------------------ printed: Babcock

_WITH_FOUR_WINDS = {"base": "babcock", "limit_hands": {"heavenly": 1, "earthly": 0.5, "four_winds": 1}}


class Printed(NamedTuple):
    """What a source prints for a hand."""

    text: str
    rules: Any
    fu: int
    fan: int
    score: int


def printed(*rows: tuple[str, Printed]) -> Any:
    return pytest.mark.parametrize("row", [row for _, row in rows], ids=[id for id, _ in rows])


def assert_holds(row: Printed) -> Any:
    found = answer(row.text, row.rules)
    assert (found.fu, found.fan, found.score) == (row.fu, row.fan, row.score)
    return found


# Figures 16 and 17 are told by their items alone, so the hands have just these. 17: pungs of West and 9p exposed, of 5m concealed
_FIGURE_17 = "555m 22s 67s (333z) (999p) +8s"
_FIGURE_17_DRAWN = "555m 22s 68s (333z) (999p) *7s"
# 18: E concealed 8, the pung of 9p by a discard 4, P concealed 8, a pair of dragons 2
_FIGURE_18 = "111z 555z 99p 66z (456s) +9p"
_FIGURE_27 = "67s 33z (111z) (222z) (444z) +8s"


@printed(
    ("16", Printed("333z 66z 67s (222m) (456p) +8s", "babcock", 32, 0, 32)),
    ("17", Printed(f"{_FIGURE_17} | seat=S", "babcock", 32, 0, 32)),
    ("17 self-drawn in the only place", Printed(f"{_FIGURE_17_DRAWN} | seat=S", "babcock", 36, 0, 36)),
    ("17 held by West", Printed(f"{_FIGURE_17} | seat=W", "babcock", 32, 1, 64)),
    ("17 self-drawn by West", Printed(f"{_FIGURE_17_DRAWN} | seat=W", "babcock", 36, 1, 72)),
    ("18", Printed(f"{_FIGURE_18} | seat=S", "babcock", 42, 1, 84)),
    ("18 held by East", Printed(f"{_FIGURE_18} | seat=E", "babcock", 42, 2, 168)),
    ("27", Printed(f"{_FIGURE_27} | seat=S", "babcock", 32, 2, 128)),
    ("27 with the option", Printed(f"{_FIGURE_27} | seat=S", _WITH_FOUR_WINDS, 32, 2, 300)),
    # West's own wind is only the pair: 2 fu, one suit and honours
    ("27 with the option, held by West", Printed(f"{_FIGURE_27} | seat=W", _WITH_FOUR_WINDS, 34, 1, 68)),
)
def test_the_figures_of_babcock(row: Printed) -> None:
    assert_holds(row)


# --------------------------------------------------------------------------- printed: Japan Mahjong League


def test_a_concealed_pinfu_of_the_japanese_league() -> None:
    """30 fu and 1 fan are 60: a discarder pays four of them, 240, and six to East, 360."""
    assert assert_holds(Printed("123m 678m 99s 234p 67s +8s", "ar-sii-ar", 30, 1, 60)).hits == ("no_score",)


def test_an_open_self_draw_of_the_japanese_league() -> None:
    assert assert_holds(Printed("678m 99s 234p 67s (123m) *8s", "ar-sii-ar", 30, 0, 30)).fu_raw == 22


# ------------------------------------------------------------------------------------ printed: kajongg

#: kajongg has no half flush for BMJA; the association's own table has
_KAJONGG_BMJA = {"base": "bmja", "half_flush": "none"}
_NO_WIN = None
_SOUTH, _WEST = "13p 555p 99s (666z) (234m) +2p", "446p 33z 55z (777z) [1111z] | lost seat=W"
_THREE_WINDS = "67s 44z (111z) (222z) (333z) *8s"

# hand, then (fu, fan, score) under DMJL and under BMJA; of a limit hand the score alone is told
KAJONGG: list[tuple[str, Any, Any]] = [
    (_SOUTH, (30, 1, 60), _NO_WIN),
    (f"{_WEST} round=E", (40, 2, 160), (40, 2, 160)),
    (f"{_WEST} round=S", (40, 1, 80), (40, 1, 80)),
    ("888s 6779p (555m) (345s) | lost seat=E", (6, 0, 6), (6, 0, 6)),
    ("6778m 44z 6z (789m) (123p) | lost seat=N", (2, 0, 2), (2, 0, 2)),
    ("12399m 46m (222m) (567m) +5m", (24, 3, 192), _NO_WIN),
    ("55p 67s (555z) (666z) (777z) *8s", 500, (34, 3, 272)),
    (_THREE_WINDS, (34, 4, 500), (34, 2, 136)),
    ("8m (2222m) (3333p) (5555s) (6666p) +8m", 500, 1000),
    ("2345567s (123m) (456p) *8s", (22, 1, 44), _NO_WIN),
    ("147m258p369s6661z | lost", (8, 1, 16), (8, 1, 16)),
    ("147m258p369s1z (6666z) | lost", (16, 1, 32), (16, 1, 32)),
]


def assert_as_printed(text: str, rules: Any, printed: Any) -> None:
    found = answer(text, rules)
    if printed is _NO_WIN:
        assert not found
    elif isinstance(printed, int):
        assert (found.score, found.limit) == (printed, "limit")
    else:
        assert (found.fu, found.fan, found.score) == printed


@pytest.mark.parametrize("row", KAJONGG, ids=[row[0] for row in KAJONGG])
def test_what_kajongg_prints(row: tuple[str, Any, Any]) -> None:
    assert_as_printed(row[0], "dmjl", row[1])
    assert_as_printed(row[0], _KAJONGG_BMJA, row[2])


def test_the_british_half_flush_is_one_fan_by_the_association() -> None:
    assert answer(_THREE_WINDS, "bmja").score == 34 << 3
