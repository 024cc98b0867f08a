"""The quick tables: every cell and every reason, as rule books print them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import chouma
from chouma.errors import RuleError, UnknownNameError
from chouma.hand import RON, TSUMO
from chouma.table import table
from chouma.table.classical import ClassicalTables
from chouma.table.riichi import Square, Tables

CASES = Path(__file__).resolve().parent.parent.parent / "shared" / "cases" / "riichi_tables.json"
ABSENT = "the folder ../shared/cases is not here"

# the tables of rule books (no counters, no rounding up to mangan): a column of fu, then by ron and by self-draw for 1 to 4 han;
# a letter is a reason, below
DEALER = """
20   a b         c 700       c 1300      c 2600
25   d d         2400 e      4800 1600   9600 3200
30   1500 500    2900 1000   5800 2000   11600 3900
40   2000 700    3900 1300   7700 2600   12000 4000
50   2400 800    4800 1600   9600 3200   12000 4000
60   2900 1000   5800 2000   11600 3900  12000 4000
70   3400 1200   6800 2300   12000 4000  12000 4000
80   3900 1300   7700 2600   12000 4000  12000 4000
90   4400 1500   8700 2900   12000 4000  12000 4000
100  4800 1600   9600 3200   12000 4000  12000 4000
110  5300 f      10600 3600  12000 4000  12000 4000
"""
NON_DEALER = """
20   a b           c 400/700       c 700/1300      c 1300/2600
25   d d           1600 e          3200 800/1600   6400 1600/3200
30   1000 300/500  2000 500/1000   3900 1000/2000  7700 2000/3900
40   1300 400/700  2600 700/1300   5200 1300/2600  8000 2000/4000
50   1600 400/800  3200 800/1600   6400 1600/3200  8000 2000/4000
60   2000 500/1000 3900 1000/2000  7700 2000/3900  8000 2000/4000
70   2300 600/1200 4500 1200/2300  8000 2000/4000  8000 2000/4000
80   2600 700/1300 5200 1300/2600  8000 2000/4000  8000 2000/4000
90   2900 800/1500 5800 1500/2900  8000 2000/4000  8000 2000/4000
100  3200 800/1600 6400 1600/3200  8000 2000/4000  8000 2000/4000
110  3600 f        7100 1800/3600  8000 2000/4000  8000 2000/4000
"""
#: han, the name of the limit, dealer by ron and by self-draw, the others by ron and by self-draw
LIMITS = """
5  mangan           12000 4000   8000 2000/4000
6  haneman          18000 6000   12000 3000/6000
7  haneman          18000 6000   12000 3000/6000
8  baiman           24000 8000   16000 4000/8000
9  baiman           24000 8000   16000 4000/8000
10 baiman           24000 8000   16000 4000/8000
11 sanbaiman        36000 12000  24000 6000/12000
12 sanbaiman        36000 12000  24000 6000/12000
13 counted_yakuman  48000 16000  32000 8000/16000
14 counted_yakuman  48000 16000  32000 8000/16000
"""
#: what each reason speaks of, in words that any wording of it has
REASONS = {
    "a": ("20 fu", "pinfu", "ron"),  # pinfu by self-draw alone has 20 fu, so no ron has them
    "b": ("pinfu", "self-draw", "2 han"),  # and that is 2 han with the self-draw
    "c": ("20 fu", "pinfu", "ron"),
    "d": ("seven pairs", "2 han"),
    "e": ("seven pairs", "self-draw", "3 han"),
    "f": ("110 fu", "1 han", "only", "ron"),
}


def shown(square: Square, by: str) -> str:
    """What a place pays, as the tables above write it."""
    paid = (square.ron if by == RON else square.tsumo).payments
    if paid is None:
        return "-"
    if by == RON:
        return str(paid.discarder)
    return str(paid.each_nondealer) if paid.dealer is None else f"{paid.each_nondealer}/{paid.dealer}"


def printed(text: str) -> Iterator[tuple[int, int, str, str]]:
    """(han, fu, by, what stands there) of each cell of a table above."""
    for line in text.strip().splitlines():
        fu, *cells = line.split()
        assert len(cells) == 8
        for i, cell in enumerate(cells):
            yield i // 2 + 1, int(fu), (RON, TSUMO)[i % 2], cell


@pytest.mark.parametrize(("dealer", "text"), [(True, DEALER), (False, NON_DEALER)])
def test_every_cell_and_every_reason(dealer: bool, text: str) -> None:
    quick = table("general", dealer=dealer)
    assert isinstance(quick, Tables)
    n = 0
    for han, fu, by, cell in printed(text):
        square = quick.cell(han, fu, dealer)
        if cell in REASONS:
            reason = (square.ron if by == RON else square.tsumo).reason
            assert shown(square, by) == "-" and all(word in reason for word in REASONS[cell]), (han, fu, by, reason)
        else:
            assert shown(square, by) == cell, (han, fu, by)
        n += 1
    assert n == 88


def test_every_limit() -> None:
    quick = table("general")
    assert isinstance(quick, Tables)
    for line in LIMITS.strip().splitlines():
        han, limit, *cells = line.split()
        for i, (dealer, by) in enumerate(((True, RON), (True, TSUMO), (False, RON), (False, TSUMO))):
            square = quick.cell(int(han), None, dealer)
            assert (square.limit, shown(square, by)) == (limit, cells[i])
    # the places of 4 han and fewer that reach mangan: 70 fu with 3 han, 40 fu with 4
    reached = {(row.least, square.fu) for row in quick.tables[0].rows[:4] for square in row.squares if square.limit}
    assert reached == {*((3, fu) for fu in range(70, 111, 10)), *((4, fu) for fu in range(40, 111, 10))}


def test_every_cell_of_the_shared_tables() -> None:
    if not CASES.is_file():
        pytest.skip(ABSENT)
    told = json.loads(CASES.read_text(encoding="utf8"))
    quick, n, reasons = table("general"), 0, {}
    assert isinstance(quick, Tables)
    for who, dealer in (("dealer", True), ("nondealer", False)):
        for han, columns in told[who].items():
            for fu, cell in columns.items():
                square = quick.cell(int(han), None if fu == "any" else int(fu), dealer)
                ron, drawn = cell["ron"], cell["tsumo_each"]
                assert shown(square, RON) == ("-" if ron is None else str(ron)), (han, fu)
                drawn = f"{drawn['nondealer']}/{drawn['dealer']}" if isinstance(drawn, dict) else drawn
                assert shown(square, TSUMO) == ("-" if drawn is None else str(drawn)), (han, fu)
                if "impossible" in cell:
                    reasons.setdefault((int(han), int(fu)), set()).add(square.ron.reason or square.tsumo.reason)
                n += 1
    # each has one reason, the same for both tables, and those without are none of the shared ones
    assert n == 2 * (4 * 11 + 9) and all(len(found) == 1 for found in reasons.values())
    assert set(reasons) == {(1, 20), (1, 25), (1, 110), (2, 20), (2, 25), (3, 20), (4, 20)}


def test_counters() -> None:
    # a mangan of a non-dealer with 0 to 3 counters: 300 a counter, a third from each by self-draw; and of 1500
    for points, drawn in ((300, "2300/4300"), (1500, "3500/5500")):
        quick = table({"base": "general", "honba_points": points}, dealer=False, honba=3)
        assert isinstance(quick, Tables)
        square = quick.cell(5, None, False)
        assert shown(square, TSUMO) == drawn and shown(square, RON) == str(8000 + 3 * points)
    assert "3 counters are in every payment" in str(table("general", honba=3))
    assert "1 counter is in every payment" in str(table("general", honba=1)) and "counter" not in str(table("general", dealer=True))[:200]


@pytest.mark.parametrize(
    ("loss", "dealer", "drawn"),
    [
        # 3 han 40 fu: base 1280. The absent north's share is lost: 2 x 1280 and 1 x 1280 from two, 2 x 1280 from each for the dealer
        ("loss", False, "1300/2600"),
        ("loss", True, "2600"),
        # it is split: half of 1280 more from each of the two; 3 x 1280 from each to the dealer
        ("split", False, "2000/3200"),
        ("split", True, "3900"),
        # both pay half of the ron price, 4 x 1280
        ("even", False, "2600/2600"),
        ("even", True, "3900"),
    ],
)
def test_three_players(loss: str, dealer: bool, drawn: str) -> None:
    quick = table({"base": "tenhou-sanma", "tsumo_loss": loss}, dealer=dealer)
    assert isinstance(quick, Tables)
    assert shown(quick.cell(3, 40, dealer), TSUMO) == drawn
    assert shown(quick.cell(3, 40, dealer), RON) == ("7700" if dealer else "5200")


def test_switches_change_the_tables() -> None:
    def place(han: int, fu: int | None, **switches: Any) -> Square:
        quick = table({"base": "general", **switches}, dealer=False)
        assert isinstance(quick, Tables)
        return quick.cell(han, fu, False)

    assert place(4, 30, kiriage_mangan=True).limit == "kiriage_mangan" and shown(place(4, 30, kiriage_mangan=True), RON) == "8000"
    assert place(13, None, counted_yakuman="sanbaiman").limit == "sanbaiman"
    assert shown(place(26, None, counted_yakuman="unlimited"), RON) == "64000"
    assert shown(place(2, 20, open_pinfu_ron_fu=20), RON) == "1300"  # 20 x 2^4 = 320, times 4
    assert "every self-draw" in place(2, 20, pinfu_tsumo=False).tsumo.reason
    assert "50 fu" in place(3, 25, chiitoitsu="50fu1han").ron.reason
    # without limits 13 han 30 fu are 30 x 2^15 x 4 = 3932160, rounded up
    assert shown(place(13, 30, aotenjou="all"), RON) == "3932200"
    assert "no limits" in str(table({"base": "general", "aotenjou": "all"}))
    assert "every 13 han" in str(table({"base": "general", "counted_yakuman": "unlimited"}))


@pytest.mark.parametrize("name", chouma.preset_names("riichi"))
def test_every_writing_says_the_same(name: str) -> None:
    quick = table(name, honba=1)
    assert isinstance(quick, Tables)
    told = quick.to_dict()
    assert json.loads(json.dumps(told)) == told and told["rules"] == name
    cells = {
        (one["dealer"], row.get("yakuman"), row.get("han"), cell["fu"], by): cell[by]
        for one in told["tables"]
        for row in one["rows"]
        for cell in row["cells"]
        for by in (RON, TSUMO)
    }
    lines = list(csv.DictReader(io.StringIO(quick.to_csv())))
    assert len(lines) == len(cells) > 190
    for line in lines:
        yakuman, han, fu = (int(line[key]) if line[key] else None for key in ("yakuman", "han", "fu"))
        cell = cells[line["winner"] == "dealer", yakuman, han, fu, line["by"]]
        if cell["possible"]:
            payers = {key: int(line[key]) for key in ("discarder", "dealer", "each_nondealer", "total") if line[key]}
            assert payers == cell["payments"] and int(line["points"]) == cell["points"]
        else:
            assert line["reason"] == cell["reason"] and not line["total"]
    written = (str(quick), quick.to_markdown())
    for cell in cells.values():
        paid = cell.get("payments", {})
        shown_figures = [str(paid[key]) for key in ("discarder", "each_nondealer") if key in paid]
        assert all(one in text for text in written for one in shown_figures or [cell["reason"]])


def test_text_stands_in_columns() -> None:
    quick = str(table("general"))
    assert max(map(len, quick.splitlines())) <= 90
    block = quick.split("\n\n")[2].splitlines()
    assert len(block) == 12 and len({line.rstrip().rfind(line.split()[-1]) + len(line.split()[-1]) for line in block}) == 1
    rows = [line for line in table("general", dealer=True).to_markdown().splitlines() if line.startswith("|")]  # type: ignore[union-attr]
    assert {line.replace("\\|", "").count("|") for line in rows} == {10, 5}


# ------------------------------------------------------------------------------------------------ classical


def test_the_classical_table() -> None:
    found = table("ningbo")
    assert isinstance(found, ClassicalTables)
    score = {(one.fu, one.fan): (one.score, one.limit) for row in found.rows for one in row.cells}
    # the worked example: South 20 fu 1 fan, West 40 fu 1 fan, East 6 and North 2 fu
    assert [score[at] for at in ((20, 1), (40, 1), (6, 0), (2, 0))] == [(40, ""), (80, ""), (6, ""), (2, "")]
    # 50 fu with two fan is the limit of 200 exactly, 52 with two is limited, and so are 10 with five
    assert [score[at] for at in ((48, 2), (50, 2), (52, 2), (10, 5))] == [(192, ""), (200, "limit"), (200, "limit"), (200, "limit")]
    # West's 200 at the limit: 400 from East, 200 each from the others, 800 in all; South's 40: 80 and 40, 160 in all
    assert found.paid(200, False).to_dict() == {"east": 400, "each": 200, "total": 800}
    assert found.paid(40, False).to_dict() == {"east": 80, "each": 40, "total": 160}
    assert found.paid(40, True).to_dict() == {"each": 80, "total": 240}
    assert "earthly hand: 100, or the count" in str(found) and "10 fu or more" in str(found)


def test_classical_rules_change_the_table() -> None:
    # the discarder pays all: four times the score of another, six times East's
    found = table({"base": "ningbo", "payer": "discarder", "limit": 500, "fu_rounding": 10}, dealer=False)
    assert isinstance(found, ClassicalTables)
    assert found.paid(500, False).discarder == 2000 and found.paid(500, True).discarder == 3000
    assert [row.fu for row in found.rows] == list(range(10, 101, 10))
    assert "discarder pays for all" in str(found) and "East wins" not in str(found)
    endless = table({"base": "ningbo", "limit": None})
    assert isinstance(endless, ClassicalTables)
    assert {one.limit for row in endless.rows for one in row.cells} == {""} and "without a limit" in str(endless)
    assert max(one.score for row in endless.rows for one in row.cells) == 100 * 2**6


def test_every_writing_of_the_classical_table_says_the_same() -> None:
    found = table("ningbo")
    assert isinstance(found, ClassicalTables)
    told = found.to_dict()
    assert json.loads(json.dumps(told)) == told
    cells = {(row["fu"], one["fan"]): one for row in told["rows"] for one in row["cells"]}
    lines = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert len(lines) == 2 * len(cells)
    for line in lines:
        one = cells[int(line["fu"]), int(line["fan"])]
        assert (int(line["score"]), line["limit"]) == (one["score"], one["limit"])
        paid = one["east_wins" if line["winner"] == "east" else "other_wins"]
        assert paid == {key: int(line[key]) for key in ("east", "each", "total", "discarder") if line[key]}
    assert "| 20 | 20 | 40 | 80 | 160 | 200 | 200 |" in found.to_markdown()


# ------------------------------------------------------------------------------------------------ refusals


def test_what_cannot_be_is_refused() -> None:
    for honba in (-1, 1.5, True, "1", 10**6):
        with pytest.raises(RuleError, match="honba is"):
            table("general", honba=honba)  # type: ignore[arg-type]
    with pytest.raises(RuleError, match="no counters"):
        table("ningbo", honba=1)
    with pytest.raises(UnknownNameError, match="language"):
        table("general", lang="fr")
    with pytest.raises(UnknownNameError, match="tenhou"):
        table("tenhuo")
    with pytest.raises(RuleError, match="no place"):
        table("general", dealer=True).cell(3, 35, True)  # type: ignore[union-attr]
    with pytest.raises(AttributeError):
        table("general").honba = 3  # type: ignore[misc, union-attr]
