"""The benchmark measures what it says: the same hands in every form, and a report of all of it. How fast is never asserted."""

from __future__ import annotations

import re

import pytest

import chouma

np = pytest.importorskip("numpy", reason="columns need NumPy")
pytest.importorskip("pyarrow", reason="tables need PyArrow")
import columns  # noqa: E402 - these need both
import memory  # noqa: E402
import peers  # noqa: E402
import records  # noqa: E402
import run  # noqa: E402
import texts  # noqa: E402
import whole_games  # noqa: E402

from chouma.batch import score_given  # noqa: E402
from chouma.records.audit import audit_game  # noqa: E402
from chouma.records.mjlog import read  # noqa: E402
from chouma.riichi.engine import engine_of  # noqa: E402


def test_hands_written_out_keep_their_tiles() -> None:
    hands = columns.hands(20_000, seed=11)
    written = texts.hand_texts(hands).to_pylist()
    assert [text.count("0") for text in written] == hands.reds.sum(axis=1).tolist()
    for row in range(0, hands.n, 100):
        hand = chouma.read(written[row])
        assert [hand.counts >> 8 * kind & 255 for kind in range(34)] == hands.counts[row].tolist(), written[row]
        assert [meld.group for meld in hand.melds] == [group for group in hands.melds[row].tolist() if group != columns.NONE], written[row]


def test_cases_are_the_same_hands() -> None:
    hands = columns.hands(300, seed=12)
    found = score_given(hands, engine_of("tenhou"))
    scorer = peers.Chouma()
    for row, case in enumerate(texts.cases(hands)):
        alone = scorer.score(scorer.prepare(case))
        assert (alone.points if alone.win else 0) == found.points[row], case
        if alone.win:
            assert alone.payments.total == found.total[row], case


@pytest.fixture
def report(capsys: pytest.CaptureFixture[str]) -> str:
    """What a small run prints; it writes nothing."""
    before = run.RESULTS.read_bytes()
    status = run.main(["--hands", "50", "--rows", "50", "--rounds", "1", "--distances", "20", "--games", "3", "--seed", "3", "--dry"])
    assert run.RESULTS.read_bytes() == before
    told = capsys.readouterr()
    assert status == 0, told.err
    return told.out


def test_a_small_run_reports_everything(report: str) -> None:
    heads = ["One hand", "Cold start", "Columns", "2 threads", "How far from ready", "A whole game", "Game records", "Memory"]
    assert re.findall(r"^##+ (.*)$", report, re.MULTILINE) == heads
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in report.splitlines() if line.startswith("| ")]
    names = [row[0] for row in rows]
    ways = ("`mahjong`", "`riichienv`", "`mahjax`", "emitted C", "NumPy formulas", "text in Arrow", "nothing compiled")
    for way in ways:
        (measured,) = [row for row in rows if row[0].startswith(way) and len(row) == 8]
        # a scorer that isn't here says so; whatever is here has figures in all of its cells
        assert all(measured) or re.match("not installed|failed|the compiled part", measured[1]), measured
    assert {"`chouma` 0.1.0", "`chouma, as installed` 0.1.0"} <= {name.replace(chouma.__version__, "0.1.0") for name in names}
    assert f"chouma {chouma.__version__}" in report and "Load average" in report


def test_memory_is_that_of_the_process() -> None:
    small, large = memory.measure(200)
    assert (small.n, large.n) == (20, 200)
    # an interpreter with PyArrow needs some 50 MB, and two hundred hands next to nothing
    assert 20 < large.peak < 1000
    assert [line.split("|")[1].strip() for line in memory.report([small, large]) if re.match(r"\| \d", line)] == ["20", "200"]


def test_the_game_that_is_timed_is_played_to_its_last_round() -> None:
    game = whole_games.Game.new(whole_games.RULES, whole_games.NAMES, events=whole_games.events())
    assert game.state.hands == whole_games.N_ROUNDS and not game.over
    found = whole_games.measure(2)
    assert len(found.played) == len(found.settled) == 2
    assert [line.count("|") for line in whole_games.report(found) if "game" in line and "|" in line] == [4, 4]


def test_the_records_that_are_timed_are_right_and_all_different() -> None:
    texts = [records.game(seed) for seed in range(20)]
    assert len(set(texts)) == 20
    found = [audit_game(read(text)) for text in texts]
    assert [report.findings for report in found] == [()] * 20
    assert {report.wins for report in found} == {records.N_ROUNDS}
    told = [win for report in found if report.game for round in report.game.rounds for win in round.wins]
    assert {win.giver is None for win in told} == {True, False} and len({win.points for win in told}) > 5
    assert all(report.game and report.game.finals for report in found)
