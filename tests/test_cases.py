"""Hands whose right values are known: our own table, and the worked examples and traps of the rule books where they are at hand."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import chouma
from chouma.errors import HandError
from chouma.hand import RON, TSUMO
from chouma.riichi.engine import BY_ID
from chouma.riichi.examples import Example
from chouma.riichi.limits import base_points, payments
from chouma.riichi.rules import SWITCHES, rules

ROOT = Path(__file__).resolve().parent.parent
OURS = ROOT / "tests" / "data" / "hands.jsonl"
SHARED = ROOT.parent / "shared" / "cases"
SHARED_HANDS = {"riichi_examples.jsonl": 56, "majsoul_examples.jsonl": 8, "riichi_edge_cases.jsonl": 40, "reported_faults_hands.jsonl": 65}
ABSENT = "the folder ../shared/cases is not here: the hands of tests/data/hands.jsonl stand alone"


def lines(path: Path) -> Iterator[dict[str, Any]]:
    return map(json.loads, path.read_text(encoding="utf8").splitlines())


def answer(hand: str, **keywords: Any) -> dict[str, Any]:
    """The wire form, whether the hand is scored or refused."""
    try:
        return chouma.score(hand, **keywords).to_dict()
    except HandError as error:
        return {"ok": False, "problems": [fault.to_dict() for fault in error.faults]}


def hits_of(got: Mapping[str, Any]) -> dict[str, int]:
    return {hit["id"]: hit.get("han") for hit in got["yaku"]}


# ------------------------------------------------------------------------------------------- our own hands

HANDS = list(lines(OURS))
_TAKEN_AS_IT_IS = ("han", "fu", "fu_raw", "limit", "base", "points")
_KEYS = {"id", "hand", "rules", "refused", "reason", "yaku", "yakuman", "fu_items", "dora", "pays", *_TAKEN_AS_IT_IS}


def our_answer(row: Mapping[str, Any]) -> dict[str, Any]:
    example = Example.read(row["hand"])
    return answer(example.hand, **{**example.keywords, "rules": {"base": row.get("rules", "general"), **example.keywords.get("rules", {})}})


@pytest.mark.parametrize("row", HANDS, ids=[row["id"] for row in HANDS])
def test_our_hands(row: dict[str, Any]) -> None:
    assert set(row) <= _KEYS
    got = our_answer(row)
    if row.get("refused"):
        assert not got["ok"] and got["problems"]
        return
    assert got["ok"]
    if "reason" in row:
        assert (got["win"], got["reason"]) == (False, row["reason"])
        return
    assert got["win"]
    assert {key: got[key] for key in _TAKEN_AS_IT_IS if key in row} == {key: row[key] for key in _TAKEN_AS_IT_IS if key in row}
    assert got["yakuman"] == row.get("yakuman", 0)
    if isinstance(row.get("yaku"), list):  # yakuman have no han
        assert sorted(hits_of(got)) == row["yaku"]
        assert got["han"] is got["fu"] is None
    elif "yaku" in row:
        assert hits_of(got) == row["yaku"]
    if "fu_items" in row:
        assert sorted((item["fu"] for item in got["fu_items"]), reverse=True) == row["fu_items"]
    if "dora" in row:
        assert {id: han for id, han in got["dora"].items() if han} == row["dora"]
    if "pays" in row:
        assert {key: got["payments"].get(key) for key in row["pays"]} == row["pays"]


def test_our_hands_cover_every_yaku() -> None:
    shown = Counter(id for row in HANDS for id in row.get("yaku", ()))
    assert not set(BY_ID) - set(shown)
    assert {id for row in HANDS for id in row.get("dora", ())} == {"dora", "ura", "aka", "kita"}


def test_our_hands_cover_limits_and_ways_to_lose() -> None:
    limits = {row["limit"] for row in HANDS if "limit" in row}
    assert limits == {"", "kiriage_mangan", "mangan", "haneman", "baiman", "sanbaiman", "counted_yakuman", "yakuman"}
    assert {row["reason"] for row in HANDS if "reason" in row} == {"not_a_win", "no_yaku"}
    assert any(row.get("refused") for row in HANDS)
    assert len({row["id"] for row in HANDS}) == len(HANDS)


# ------------------------------------------------------------------------------------------- the shared cases


def shared_rows() -> list[Any]:
    return [
        pytest.param(row["request"], row["expected"], id=row["id"])
        for name in SHARED_HANDS
        if (SHARED / name).exists()
        for row in lines(SHARED / name)
    ]


@pytest.fixture(scope="module")
def shared() -> Path:
    if not SHARED.exists():
        pytest.skip(ABSENT)
    return SHARED


def test_the_shared_cases_are_all_there(shared: Path) -> None:
    assert {name: len(list(lines(shared / name))) for name in SHARED_HANDS} == SHARED_HANDS
    assert len(shared_rows()) == 169


@pytest.mark.parametrize(("request_", "expected"), shared_rows() or [pytest.param(None, None, marks=pytest.mark.skip(ABSENT))])
def test_shared_hands(request_: dict[str, Any], expected: dict[str, Any]) -> None:
    got = answer(request_["hand"], **{key: value for key, value in request_.items() if key != "hand"})
    for key, value in expected.items():
        if key == "yaku":
            found = hits_of(got)
            if value and isinstance(value[0], dict):
                assert found == {hit["id"]: hit["han"] for hit in value}
            else:
                assert sorted(found) == sorted(value)
        elif key == "fu_items":
            assert sorted(item["fu"] for item in got["fu_items"]) == sorted(fu for _, fu in value)
        elif key == "dora":
            assert {id: han for id, han in got["dora"].items() if han} == value
        elif key == "payments":
            assert {payer: got["payments"].get(payer) for payer in value} == value
        else:
            assert got[key] == value, key


def cells(table: Mapping[str, Any]) -> Iterator[tuple[str, int, int, str, Any]]:
    """(who wins, han, fu, by, what is paid) of every cell of the quick tables; "any" stands for all fu."""
    for who in ("dealer", "nondealer"):
        for han, row in table[who].items():
            for fu, cell in row.items():
                for number in (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110) if fu == "any" else (int(fu),):
                    yield who, int(han), number, RON, cell["ron"]
                    yield who, int(han), number, TSUMO, cell["tsumo_each"]


def test_every_cell_of_the_quick_tables(shared: Path) -> None:
    general, n_compared = rules("general"), 0
    for who, han, fu, by, paid in cells(json.loads((shared / "riichi_tables.json").read_text(encoding="utf8"))):
        if paid is None:  # a cell that no hand can have
            continue
        got = payments(base_points(han, fu, general).value, who == "dealer", by, general)
        if by == RON:
            assert got.discarder == paid, (who, han, fu)
        elif who == "dealer":
            assert got.each_nondealer == paid, (who, han, fu)
        else:
            assert (got.each_nondealer, got.dealer) == (paid["nondealer"], paid["dealer"]), (who, han, fu)
        n_compared += 1
    print(f"{n_compared} cells compared")
    assert n_compared > 380


def test_every_limit_of_the_quick_tables(shared: Path) -> None:
    table = json.loads((shared / "riichi_tables.json").read_text(encoding="utf8"))
    for who in ("dealer", "nondealer"):
        for han, row in table[who].items():
            for fu, cell in row.items():
                limit = base_points(int(han), 30 if fu == "any" else int(fu), rules("general")).limit
                told = cell.get("limit", "")
                assert told == limit or (limit == "counted_yakuman" and "counted yakuman" in told), (who, han, fu)


def test_cells_that_no_hand_can_have(shared: Path) -> None:
    """20 fu by ron, 1 han 20 and 25 fu, 25 fu 2 han by self-draw, 110 fu 1 han by self-draw: each is empty and told why."""
    table = json.loads((shared / "riichi_tables.json").read_text(encoding="utf8"))
    empty = {
        (int(han), int(fu), by)
        for who in ("dealer", "nondealer")
        for han, row in table[who].items()
        for fu, cell in row.items()
        if fu != "any"
        for by, key in ((RON, "ron"), (TSUMO, "tsumo_each"))
        if cell[key] is None and cell["impossible"]
    }
    others = {(1, 20, TSUMO), (1, 25, RON), (1, 25, TSUMO), (2, 25, TSUMO), (1, 110, TSUMO)}
    assert empty == {(han, 20, RON) for han in range(1, 5)} | others


def test_counters_of_the_quick_tables(shared: Path) -> None:
    table = json.loads((shared / "riichi_tables.json").read_text(encoding="utf8"))["honba_table"]
    for honba_points in (300, 1500):
        house = rules("general").but(honba_points=honba_points)
        row = table[str(honba_points)]
        for honba, (drawn, discarded) in enumerate(zip(row["tsumo"], row["ron"], strict=True)):
            by_draw, by_ron = (payments(2000, False, by, house, honba=honba) for by in (TSUMO, RON))
            assert f"{by_draw.each_nondealer}-{by_draw.dealer}" == drawn
            assert by_ron.discarder == by_ron.total == discarded


# ------------------------------------------------------- questions about one hand, answered by hand

_PINFU = "123m 678m 99s 234p 67s"


@pytest.mark.parametrize(
    ("value", "yaku", "points"),
    [
        ("none", ["pinfu"], 1000),
        ("mangan_fixed", ["renhou"], 8000),
        ("mangan_additive", ["pinfu", "renhou"], 12000),
        ("yakuman", ["renhou"], 32000),
    ],
)
def test_renhou_as_each_rule_book_has_it(value: str, yaku: list[str], points: int) -> None:
    score = chouma.score(f"{_PINFU} +8s", flags=["renhou"], rules={"base": "general", "renhou": value})
    assert score and ([hit.id for hit in score.yaku], score.points) == (yaku, points)


def test_four_quads_under_aotenjou() -> None:
    """20 base, 8 for 2222p, 16 for 7777s, 16 for 9999m, 32 for 3333z, 2 for the pair wait: 94 fu, rounded to 100."""
    hand = "4m (2222p) [7777s] (999+9m) [3333z] +4m"
    kept = chouma.score(hand, rules={"base": "general", "aotenjou": "all"})
    assert kept and (kept.han, kept.fu_raw, kept.fu, kept.base) == (17, 94, 100, 100 << 19)
    assert kept.points == 209_715_200
    dropped = chouma.score(hand, rules={"base": "general", "aotenjou": "reduced"})
    assert dropped and (dropped.han, dropped.points) == (13, 13_107_200)


def test_orphans_may_rob_a_quad() -> None:
    """The yaku chankan is nothing beside a yakuman; whether a concealed quad may be robbed is told, and the price is the same."""
    told = {}
    for allowed in (False, True):
        house = rules("general").but(kokushi_on_ankan=allowed)
        score = chouma.score("119m 19p 19s 123456z +7z", flags=["chankan"], rules=house)
        assert score and ([hit.id for hit in score.yaku], score.points) == (["kokushi"], 32000)
        told[allowed] = str(score.explain())
    assert told[False] != told[True]
    assert "concealed kan" in told[False] and "concealed kan" in told[True]


def test_readings_that_pay_the_same_are_chosen_by_rule() -> None:
    """111222333m 7899p +9p: as triplets 6 han-less, as runs junchan, iipeikou, pinfu; the order of writing never chooses."""
    texts = ("111222333m 7899p +9p", "99p 78p 333222111m +9p", "123m 123m 123m 9987p +9p")
    shown = {(repr(chouma.score(text)), str(chouma.score(text).explain())) for text in texts}
    assert len(shown) == 1
    score = chouma.score(texts[0])
    assert score and score.han == 5 and {hit.id for hit in score.yaku} == {"pinfu", "iipeikou", "junchan"}


def test_a_yakuman_is_taken_before_a_counted_one() -> None:
    """2233344455888s +2s by self-draw: four concealed triplets, or riichi, tanyao, iipeikou, chinitsu and dora of 13 han."""
    score = chouma.score("2233344455888s *2s", flags=["riichi"], seat="N", dora_indicators="7s")
    assert score and ([hit.id for hit in score.yaku], score.limit, score.points) == (["suuankou"], "yakuman", 32000)
    other = score.alternatives[0].price
    assert other and (other.limit, other.han, other.base) == ("counted_yakuman", 13, 8000)
    # where every thirteen han are a yakuman, what pays more is taken: 11 han, 15 dora and 8 ura are 34, twice thirteen
    house = rules("general").but(counted_yakuman="unlimited")
    indicators = {"dora_indicators": "7777s1s", "ura_indicators": "234s"}
    more = chouma.score("2233344455888s *2s", flags=["riichi", "ippatsu"], rules=house, **indicators)
    assert more and (more.limit, more.han, more.points) == ("counted_yakuman", 34, 64000)


def test_equal_prices_go_to_more_han_then_more_fu() -> None:
    """1112356777s 234m +4s... two readings of one han and 30 fu: the one with 8 fu of a terminal triplet is shown."""
    score = chouma.score("234m 1112356777s *4s")
    assert score and score.points == 1100
    assert sorted(item.fu for item in score.fu_items) == [2, 8, 20]
    assert any(other.price and other.price.base == score.base for other in score.alternatives)


@pytest.mark.parametrize(("indicator", "han"), [("3z", 5), ("4z", 3), ("9p", 7)])
def test_declared_norths_are_dora_beside_the_indicators(indicator: str, han: int) -> None:
    """Two norths declared count 2, and 2 more where the indicator is west; 9p turns 1p, four in the hand."""
    score = chouma.score("123p 456p 78s 99s 111p {44z} *9s", seat="S", dora_indicators=indicator, rules="tenhou-sanma")
    assert score and score.dora.kita == 2
    assert score.han == han


def test_every_switch_of_the_hands_is_one() -> None:
    named = {name for row in HANDS for name in Example.read(row["hand"]).keywords.get("rules", {})}
    assert named <= set(SWITCHES)
