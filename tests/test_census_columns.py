"""Every complete hand as columns, and what all are worth: numbers that combinatorics alone tell, and golden ones that must not move.

The golden numbers in tests/data/census are our own; what makes them right is all the rest that is tested here and elsewhere.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from operator import mul
from pathlib import Path
from random import Random
from typing import Any

import pytest
from test_census import readable, slow_readings, winning

from chouma.cli import main
from chouma.hand import Hand, Win
from chouma.result import NoScore, Score
from chouma.riichi.engine import engine_of
from chouma.riichi.rules import preset_names, rules
from chouma.riichi.yakuman import YAKUMAN
from chouma.score import score_hand
from chouma.seats import Wind
from chouma.tiles import ORPHANS

np = pytest.importorskip("numpy", reason="columns need NumPy")
from chouma.batch import LIMITS, STATES, compiled, given, score_given  # noqa: E402
from chouma.batch.census import WAYS, census, differences, hands, sample_numbers, winning_kinds  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "data" / "census"
N_SAMPLE, SEED = 100_000, 1

N_STANDARD, N_PAIRS, N_ORPHANS = 11_498_658, comb(34, 7), 13
GREENS, DRAGONS, WINDS = (19, 20, 21, 23, 25, 32), (31, 32, 33), (27, 28, 29, 30)
SIMPLE = tuple(kind for kind in range(34) if kind not in ORPHANS)
SUITS = (range(9), range(9, 18), range(18, 27))

Tiles = tuple[int, ...]


# ----------------------------------------------------------------------- hands made of groups, slow and simple


def runs_of(kinds: Iterable[int]) -> list[Tiles]:
    there = set(kinds)
    return [(kind, kind + 1, kind + 2) for kind in there if kind < 27 and kind % 9 < 7 and {kind + 1, kind + 2} <= there]


@cache
def standard(kinds: Tiles) -> frozenset[Tiles]:
    """Every hand of four groups and a pair out of some kinds, as sorted tiles."""
    groups = [*runs_of(kinds), *((kind,) * 3 for kind in kinds)]
    found = set()
    for four in combinations_with_replacement(groups, 4):
        body = Counter(tile for group in four for tile in group)
        if max(body.values()) > 4:
            continue
        tiles = sorted(body.elements())
        found.update(tuple(sorted([*tiles, kind, kind])) for kind in kinds if body[kind] <= 2)
    return frozenset(found)


def pairs(kinds: Iterable[int]) -> set[Tiles]:
    """Every seven pairs out of some kinds."""
    return {tuple(sorted(seven * 2)) for seven in combinations(sorted(kinds), 7)}


@cache
def pairs_and_groups() -> frozenset[Tiles]:
    """Every seven pairs that is four groups and a pair too: two runs twice, and a pair, all of different kinds."""
    found = set()
    for one, other in combinations(runs_of(range(34)), 2):
        if not set(one) & set(other):
            found.update(tuple(sorted((*one, *other, kind) * 2)) for kind in range(34) if kind not in (*one, *other))
    return frozenset(found)


def is_four_triplets(tiles: Tiles) -> bool:
    return sorted(Counter(tiles).values()) == [2, 3, 3, 3, 3]


def is_yakuman(tiles: Tiles) -> bool:
    """Any yakuman that a closed hand drawn by its owner can have, quads apart."""
    counts = Counter(tiles)
    nine_gates = any(all(counts[kind] >= (3 if kind % 9 in (0, 8) else 1) for kind in suit) and set(tiles) <= set(suit) for suit in SUITS)
    return (
        is_four_triplets(tiles)
        or nine_gates
        or set(tiles) <= set(GREENS)
        or set(tiles) <= set(range(27, 34))
        or all(counts[dragon] >= 3 for dragon in DRAGONS)
        or (all(counts[wind] >= 2 for wind in WINDS) and sum(counts[wind] for wind in WINDS) >= 11)
    )


# ------------------------------------------------------------------------------------------ which hands


def put_together(*suits: Counter[int]) -> Counter[int]:
    """How many hands of each size some suits make, of which one at the most has the pair."""
    sizes: Counter[int] = Counter({0: 1})
    for suit in suits:
        more: Counter[int] = Counter()
        for size, n in sizes.items():
            for tiles, ways in suit.items():
                if size + tiles <= 14 and (size % 3 == 2) + (tiles % 3 == 2) < 2:
                    more[size + tiles] += n * ways
        sizes = more
    return sizes


def test_how_many_hands_there_are() -> None:
    assert hands().n == N_STANDARD + N_PAIRS + N_ORPHANS - len(pairs_and_groups())
    # three players have 1m and 9m alone of the characters: a suit of two kinds that make no runs
    ends = {0: 1, 2: 2, 3: 2, 5: 2, 6: 1}
    sizes = put_together(Counter(ends), readable(9, 0), readable(9, 0), readable(7, 27))
    both = sum(not any(0 < tile < 8 for tile in tiles) for tiles in pairs_and_groups())
    assert hands(3).n == sizes[14] + comb(27, 7) + N_ORPHANS - both


def test_every_one_is_complete_and_a_hand() -> None:
    """A sample is read by the slow reader, which knows no tables."""
    numbers = np.array(Random(5).sample(range(hands().n), 1_500))
    counts = hands().counts(numbers)
    assert counts.dtype == np.uint8 and (counts.sum(axis=1) == 14).all() and counts.max() <= 4
    for row in counts:
        assert slow_readings(winning([kind for kind in range(34) for _ in range(row[kind])]))


@pytest.mark.parametrize("players", [3, 4])
def test_no_hand_comes_twice(players: int) -> None:
    every = hands(players)
    n = every.n if players == 3 else 2_000_000
    # random sums: that two different hands have the same is as good as impossible
    weights = np.random.default_rng(1).integers(0, 2**63, 34, dtype=np.uint64)
    numbers = np.arange(n) if players == 3 else sample_numbers(n, every.n, 3)
    steps = range(0, n, 1 << 18)
    keys = np.concatenate([(every.counts(numbers[first : first + (1 << 18)]) * weights).sum(axis=1) for first in steps])
    assert len(keys) == n and (np.diff(np.sort(keys)) != 0).all()


def test_the_winning_tile_is_told_by_the_tiles() -> None:
    counts = hands().counts(sample_numbers(2_000, hands().n, 8))
    for row, win in zip(counts, winning_kinds(counts), strict=True):
        tiles = [kind for kind in range(34) for _ in range(row[kind])]
        assert win == tiles[sum(tiles) % 14]


def test_samples_are_of_different_hands_and_always_the_same() -> None:
    assert sample_numbers(5, 100, 0).tolist() == [0, 22, 44, 61, 83]  # 61 has no factor with 100: 0, 61, 22, 83, 44
    for n, total, seed in ((hands(3).n, hands(3).n, 4), (1_000, hands().n, 9), (1, 1, 0)):
        found = sample_numbers(n, total, seed)
        assert len(found) == n and (np.diff(found) > 0).all() and found[0] >= 0 and found[-1] < total


# ------------------------------------------------------------------------- what combinatorics alone tell


@cache
def golden(preset: str, sample: bool = False) -> Mapping[str, Any]:
    folder = GOLDEN / "sample" if sample else GOLDEN
    return json.loads((folder / f"{preset}.json").read_text(encoding="utf8"))


FOUR = [name for name in preset_names() if rules(name).players == 4]


STACKING = [name for name in FOUR if rules(name).yakuman_stacking]


@pytest.mark.parametrize("preset", [name for name in FOUR if name not in STACKING])
def test_where_the_highest_yakuman_counts_alone(preset: str) -> None:
    """As many hands have one as elsewhere, and each has one alone."""
    ids = {yaku.id for yaku in YAKUMAN}
    for way in WAYS:
        found = golden(preset)[way]
        n = found["limits"]["yakuman"]
        assert n == golden("general")[way]["limits"]["yakuman"]
        assert sum(found["yaku"].get(id, 0) for id in ids) == n
        assert set(found["yakuman"]) == {"1"}


@pytest.mark.parametrize("preset", STACKING)
def test_yakuman_by_combinatorics(preset: str) -> None:
    found = golden(preset)
    drawn, called = found["tsumo"]["yaku"], found["ron"]["yaku"]
    assert found["hands"] == hands().n

    def n(*ids: str, way: Mapping[str, int] = drawn) -> int:
        return sum(way.get(id, 0) for id in ids)

    # four triplets of any kinds, and a pair of another: by ron they are concealed only where the pair took the tile
    assert n("suuankou", "suuankou_tanki") == comb(34, 4) * 30
    assert "suuankou" not in called and n("suuankou_tanki", way=called) == n("suuankou_tanki")
    for way in (drawn, called):
        assert n("kokushi", "kokushi_13", way=way) == 13
        assert n("kokushi_13", way=way) == sum(sorted([*ORPHANS, pair])[(sum(ORPHANS) + pair) % 14] == pair for pair in ORPHANS)
        assert n("chuuren", "junsei_chuuren", way=way) == 3 * 9
        assert n("chinroutou", way=way) == comb(6, 4) * 2
        assert n("tsuuiisou", way=way) == comb(7, 4) * 3 + 1
        assert n("daisuushii", way=way) == 30
        assert n("shousuushii", way=way) == 4 * (30 + 21)  # a pair of any wind; a triplet of any other kind, or a run
        assert n("daisangen", way=way) == 31 * 30 + 21 * 31  # a triplet or a run, and a pair
        assert n("ryuuiisou", way=way) == len(standard(GREENS))
        assert not n("suukantsu", "tenhou", "chiihou", "renhou", way=way)


@pytest.mark.parametrize("preset", FOUR)
def test_yaku_by_combinatorics(preset: str) -> None:
    """Of hands drawn by their owner, beside no yakuman."""
    found = golden(preset)
    drawn, called = found["tsumo"], found["ron"]
    assert drawn["states"] == {"scored": hands().n}  # a closed hand drawn by its owner always has a yaku
    assert sum(called["states"].values()) == hands().n and set(called["states"]) == {"scored", "no_yaku"}
    n_yakuman = drawn["limits"]["yakuman"]
    assert sum(drawn["yakuman"].values()) == n_yakuman
    assert drawn["yaku"]["menzen_tsumo"] == hands().n - n_yakuman
    # seven pairs that are no two twin runs, and not all honours
    for way in (drawn, called):
        assert way["yaku"]["chiitoitsu"] == N_PAIRS - len(pairs_and_groups()) - 1
    for way in (drawn, called):
        assert sum(way["han"].values()) == way["states"]["scored"] - way["limits"]["yakuman"]
        assert sum(way["points"].values()) == way["states"]["scored"]


@pytest.mark.parametrize("preset", FOUR)
def test_flushes_by_combinatorics(preset: str) -> None:
    drawn = golden(preset)["tsumo"]["yaku"]
    one_suit = {tiles for tiles in standard(tuple(SUITS[2])) | pairs(SUITS[2]) if not is_yakuman(tiles)}
    of_other_suits = {tiles for tiles in standard(tuple(SUITS[0])) | pairs(SUITS[0]) if not is_yakuman(tiles)}
    # characters and dots hold no greens
    assert drawn["chinitsu"] == len(one_suit) + 2 * len(of_other_suits)


@cache
def half_flushes() -> int:
    """Of characters and honours, no yakuman."""
    kinds = (*SUITS[0], *range(27, 34))
    every = standard(kinds) | pairs(kinds)
    return sum(tiles[0] < 27 <= tiles[-1] and not is_yakuman(tiles) for tiles in every)


@pytest.mark.parametrize("preset", FOUR)
def test_half_flushes_by_combinatorics(preset: str) -> None:
    """Each suit has as many, but that bamboo and green dragons alone are a yakuman, with runs among them too."""
    green = sum(tiles[0] < 27 <= tiles[-1] and not is_four_triplets(tiles) for tiles in standard(GREENS))
    assert golden(preset)["tsumo"]["yaku"]["honitsu"] == 3 * half_flushes() - green


@pytest.mark.parametrize("preset", FOUR)
def test_tanyao_by_combinatorics(preset: str) -> None:
    """Three suits of seven ranks, from the reader's patterns of a suit; seven pairs; less what is a yakuman."""
    suit = readable_simples()
    sizes = put_together(suit, suit, suit)
    both = sum(set(tiles) <= set(SIMPLE) for tiles in pairs_and_groups())
    greens = standard(tuple(kind for kind in GREENS if kind != 32))
    triplets = comb(21, 4) * 17
    n_yakuman = triplets + len(greens) - sum(is_four_triplets(tiles) for tiles in greens)
    assert golden(preset)["tsumo"]["yaku"]["tanyao"] == sizes[14] + comb(21, 7) - both - n_yakuman


@cache
def readable_simples() -> Counter[int]:
    """How many patterns of seven ranks in a row make groups and perhaps the pair, by the number of tiles: made, not read."""
    kinds = range(7)
    groups = [*runs_of(kinds), *((kind,) * 3 for kind in kinds)]
    found: set[Tiles] = set()
    for n in range(5):
        for some in combinations_with_replacement(groups, n):
            body = Counter(tile for group in some for tile in group)
            if body and max(body.values()) > 4:
                continue
            tiles = sorted(body.elements())
            found.add(tuple(tiles))
            found.update(tuple(sorted([*tiles, kind, kind])) for kind in kinds if body[kind] <= 2)
    return Counter(map(len, found))


@pytest.mark.parametrize("preset", [name for name in preset_names() if rules(name).players == 3])
def test_three_players_by_combinatorics(preset: str) -> None:
    found = golden(preset)
    drawn = found["tsumo"]
    assert found["hands"] == hands(3).n == drawn["states"]["scored"]
    assert drawn["yaku"]["suuankou"] + drawn["yaku"]["suuankou_tanki"] == comb(27, 4) * 23
    both = sum(not any(0 < tile < 8 for tile in tiles) for tiles in pairs_and_groups())
    assert drawn["yaku"]["chiitoitsu"] == comb(27, 7) - both - 1
    assert drawn["yaku"]["tsuuiisou"] == comb(7, 4) * 3 + 1
    assert drawn["yaku"]["daisangen"] == 24 * 23 + 14 * 24
    assert drawn["yaku"]["menzen_tsumo"] == hands(3).n - drawn["limits"]["yakuman"]


# ------------------------------------------------------------------------------------------ golden numbers


def test_there_is_a_golden_file_for_every_preset() -> None:
    for sample in (False, True):
        folder = GOLDEN / "sample" if sample else GOLDEN
        assert {path.stem for path in folder.glob("*.json")} == set(preset_names())
        for preset in preset_names():
            found = golden(preset, sample)
            n = hands(rules(preset).players).n
            assert (found["rules"], found["players"]) == (preset, rules(preset).players)
            assert found["sample"] == ({"hands": N_SAMPLE, "seed": SEED} if sample else None)
            assert found["hands"] == (N_SAMPLE if sample else n)


@pytest.mark.skipif(not compiled(), reason="the compiled part isn't built: without it this takes minutes")
@pytest.mark.parametrize("preset", preset_names())
def test_the_sample_of_every_preset(preset: str) -> None:
    found = json.loads(json.dumps(census(preset, sample=N_SAMPLE, seed=SEED)))
    assert not differences(golden(preset, sample=True), found)


@pytest.mark.slow
@pytest.mark.skipif(not compiled(), reason="the compiled part isn't built: without it this takes an hour")
@pytest.mark.parametrize("preset", preset_names())
def test_all_hands_of_every_preset(preset: str) -> None:
    assert not differences(golden(preset), json.loads(json.dumps(census(preset))))


def check_one_by_one(preset: str, n: int, seed: int) -> None:
    """A sample in columns, and each of its hands alone."""
    engine = engine_of(preset)
    counts = hands(engine.players).counts(sample_numbers(n, hands(engine.players).n, seed))
    wins, shifts = winning_kinds(counts).tolist(), [1 << 8 * kind for kind in range(34)]
    packed = [sum(map(mul, row, shifts)) for row in counts.tolist()]
    how = Win(Wind.S, Wind.E)
    for way in WAYS:
        found = score_given(given(counts, wins, tsumo=way == "tsumo"), engine)
        numbers = (found.state, found.limit, found.han, found.fu, found.fu_raw, found.yakuman, found.base, found.points)
        paid = (found.discarder, found.dealer, found.each_nondealer, found.total, found.yaku[:, 0])
        assert found.yaku.shape[1] == 1 and not found.dora.any()
        together = zip(*(column.tolist() for column in (*numbers, *paid)), strict=True)
        for counted, win, row in zip(packed, wins, together, strict=True):
            assert row == worth(score_hand(Hand(counted, (), 0, 0, win, way), how, engine)), (counted, win, way)


def worth(score: Score | NoScore) -> tuple[int | None, ...]:
    """One hand as a row of columns has it."""
    if not score:
        return STATES.index(score.reason), *(0,) * 12
    # the price itself, as the public figures are made anew each time they are asked for
    base, han, fu_raw, fu, hits, limit, yakuman, _ = score._price
    paid = score.payments
    shares = (score.points, paid.discarder or 0, paid.dealer or 0, paid.each_nondealer or 0, paid.total)
    return 0, LIMITS.index(limit), han, fu, fu_raw, yakuman, base, *shares, hits


@pytest.mark.parametrize("preset", preset_names())
def test_a_sample_one_by_one(preset: str) -> None:
    check_one_by_one(preset, 500, 21)


@pytest.mark.slow
@pytest.mark.parametrize("preset", preset_names())
def test_a_million_scores_one_by_one(preset: str) -> None:
    """Half a million hands, each by self-draw and by ron."""
    check_one_by_one(preset, 500_000, 22)


def test_a_census_without_the_compiled_part() -> None:
    with_it, without = (census("tenhou", sample=1_500, seed=6, use_compiled=way) for way in (None, False))
    assert with_it == without


def test_a_changed_rule_shows() -> None:
    """Doubled 4-han hands of 30 fu become mangan and nothing else moves, but for points: exactly as many as had 30 fu and 4 han."""
    n = 30_000 if compiled() else 4_000
    plain, rounded = (census(rules("tenhou").but(name="x", kiriage_mangan=on), sample=n) for on in (False, True))
    for way in WAYS:
        moved = rounded[way]["limits"]["kiriage_mangan"]
        assert moved and "kiriage_mangan" not in plain[way]["limits"]
        # South's 7700 by ron, 7900 by self-draw, become 8000
        before = plain[way]["points"].get("7700" if way == "ron" else "7900", 0)
        assert moved == before == rounded[way]["points"]["8000"] - plain[way]["points"]["8000"]
    paths = {path.split(".")[1] for path, _, _ in differences(plain, rounded)}
    assert paths == {"limits", "points"}


# ---------------------------------------------------------------------------------------------- the command


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    def run_here(*args: str) -> tuple[int, str, str]:
        status = main(list(args))
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run_here


def test_the_command_prints_a_table(here: Any) -> None:
    status, out, err = here("census", "--sample", "3000", "--rules", "ema")
    assert status == 0
    assert out.startswith("ema: 3,000 of all complete hands (seed 0), each by self-draw and by ron\n")
    told = census("ema", sample=3000)
    line = next(line.split() for line in out.splitlines() if line.split()[:1] == ["chiitoitsu"])
    assert line[1:] == [f"{told[way]['yaku']['chiitoitsu']:,}" for way in WAYS]
    assert "6,000 hands" in err and "\r" not in err


def test_the_command_answers_in_json_and_checks(here: Any, tmp_path: Path) -> None:
    status, out, _ = here("census", "--sample", "3000", "--seed", "5", "--json", "--threads", "1")
    assert status == 0 and json.loads(out) == json.loads(json.dumps(census("general", sample=3000, seed=5)))
    path = tmp_path / "before.json"
    path.write_text(out)
    status, out, _ = here("census", "--check", str(path))  # rules and sample are the file's
    assert (status, out.splitlines()[0]) == (0, f"general: the same as {path}")
    status, out, _ = here("census", "--check", str(path), "--set", "chiitoitsu=50fu1han")
    assert status == 1 and "tsumo.fu.25" in out
    status, out, _ = here("census", "--check", str(path), "--sample", "2999", "--json")
    assert status == 1 and ["hands", 3000, 2999] in json.loads(out)["differences"]
    changed = json.loads(path.read_text())
    changed["ron"]["yaku"]["pinfu"] += 1
    path.write_text(json.dumps(changed))
    status, out, _ = here("census", "--check", str(path))
    assert status == 1 and out.splitlines()[0].endswith(f"1 number unlike {path}") and "ron.yaku.pinfu" in out


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("--sample", "0"), "--sample is '0': it is a whole number, 1 or more"),
        (("--sample", "many"), "--sample is 'many'"),
        (("--sample", "99999999"), "there are 16873619 hands"),
        (("--seed", "1.5"), "--seed"),
        (("--threads", "0"), "--threads"),
        (("--rules", "nowhere"), "nowhere"),
        (("--check", "/nowhere/at/all.json"), "/nowhere/at/all.json: No such file"),
        (("--check", str(ROOT / "README.md")), "is no census"),
        (("--check", str(ROOT)), "Is a directory"),
    ],
)
def test_what_the_command_refuses(here: Any, args: tuple[str, ...], told: str) -> None:
    status, out, err = here("census", *args)
    assert (status, out) == (2, "") and told in err


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "null", '{"schema": "chouma.census/1"}', '{"schema": "chouma.census/2", "rules": "ema"}', "[" * 10_000]
)
def test_files_that_are_no_census(here: Any, tmp_path: Path, text: str) -> None:
    path = tmp_path / "some.json"
    path.write_text(text)
    status, out, err = here("census", "--check", str(path))
    assert (status, out) == (2, "") and "is no census" in err


def test_an_interrupted_census_ends_quietly() -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, "-m", "chouma", "census", "--json"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
    time.sleep(3)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert (running.returncode, out) == (130, b"") and b"Traceback" not in err
