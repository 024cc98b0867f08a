"""Columns: what a million hands are worth together is what each of them is worth alone, bit for bit, in every way of working it out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import PRESETS, Case, new_rule_sets, random_case, rule_sets

import chouma
from chouma.errors import HandError, Problem, RuleError
from chouma.hand import CLOSED_QUAD, FLAG_BITS, N_GROUPS, Hand, Meld, Win
from chouma.notation import read, read_tiles
from chouma.riichi.engine import Engine, engine_of
from chouma.riichi.local import LOCAL
from chouma.riichi.rules import RiichiRules, preset_names, rules
from chouma.score import score_hand
from chouma.seats import wind
from chouma.tiles import REDS

np = pytest.importorskip("numpy", reason="columns need NumPy")
import columns as bench_columns  # noqa: E402 - bench/columns.py needs NumPy too

from chouma.batch import LIMITS, STATES, Columns, Given, compiled, from_hands, score_arrays, score_given  # noqa: E402
from chouma.batch.hands import hand_at, win_at  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
SCORED, NOT_A_WIN, NO_YAKU, REFUSED = range(4)

Pair = tuple[Hand, Win]
#: each way of working: with the compiled part, if it is there, and without
WAYS = (True, False) if compiled() else (False,)

needs_compiled = pytest.mark.skipif(not compiled(), reason="the compiled part isn't built: there is only one way to compare")


# ------------------------------------------------------------------------------------- one hand alone


class Alone(NamedTuple):
    """What one hand is worth, as a row of columns has it."""

    state: str
    status: int = 0
    han: int = 0
    fu: int = 0
    fu_raw: int = 0
    yakuman: int = 0
    limit: str = ""
    base: int = 0
    points: int = 0
    discarder: int = 0
    dealer: int = 0
    each_nondealer: int = 0
    total: int = 0
    dora: tuple[int, ...] = (0, 0, 0, 0)
    yaku: frozenset[str] = frozenset()


def alone(hand: Hand, win: Win, engine: Engine) -> Alone:
    """What the one-hand path makes of a hand."""
    try:
        score = score_hand(hand, win, engine)
    except HandError as error:
        return Alone("refused", int(error.problems))
    if not score:
        return Alone(score.reason)
    paid, ids = score.payments, frozenset(hit.id for hit in score.yaku)
    worth = (score.han or 0, score.fu or 0, score.fu_raw or 0, score.yakuman, score.limit)
    if score.base * 6 >= 9 * 10**18:  # aotenjou alone: it fits no column, which then says -1 and pays nobody
        return Alone("scored", 0, *worth, -1, -1, dora=tuple(score.dora), yaku=ids)
    shares = (paid.discarder or 0, paid.dealer or 0, paid.each_nondealer or 0, paid.total)
    return Alone("scored", 0, *worth, score.base, score.points, *shares, tuple(score.dora), ids)


def row(found: Columns, at: int) -> Alone:
    """One row of columns."""
    numbers = {name: int(getattr(found, name)[at]) for name in Alone._fields if name not in ("state", "limit", "dora", "yaku")}
    dora = tuple(int(n) for n in found.dora[at])
    return Alone(STATES[found.state[at]], limit=LIMITS[found.limit[at]], dora=dora, yaku=frozenset(found.yaku_of(at)), **numbers)


def same(one: Columns, other: Columns) -> bool:
    """Whether two sets of columns are the same to the last bit."""
    return one.yaku_names == other.yaku_names and all(
        a.dtype == b.dtype and a.shape == b.shape and np.array_equal(a, b) for a, b in zip(one[:-1], other[:-1], strict=True)
    )


def check(pairs: list[Pair], house: RiichiRules | str, ways: Iterable[bool] = WAYS) -> Counter[str]:
    """Score hands together in every way and each alone, and hold them equal; how many came out how."""
    engine, columns = engine_of(house), from_hands(pairs)
    wanted = [alone(hand, win, engine) for hand, win in pairs]
    for way in ways:
        found = score_given(columns, engine, use_compiled=way)
        for at, (pair, want) in enumerate(zip(pairs, wanted, strict=True)):
            assert row(found, at) == want, (str(pair[0]), pair[1], engine.rules, f"compiled: {way}")
    return Counter(want.limit or want.state for want in wanted)


def pair_of(case: Case) -> Pair:
    told = case.keywords
    flags = sum(FLAG_BITS[flag] for flag in told["flags"])
    indicators = (tuple(told[name]) for name in ("dora_indicators", "ura_indicators"))
    return case.hand, Win(wind(told["seat"]), wind(told["round"]), flags, *indicators, told["honba"], told["deposits"])


def some_pairs(seed: int, house: RiichiRules, n: int, form: str | None = None) -> list[Pair]:
    random = Random(seed)
    return [pair_of(random_case(random, house, form)) for _ in range(n)]


SEEDS = st.integers(0, 2**32 - 1)
bounded = settings(suppress_health_check=[HealthCheck.too_slow])


@given(house=PRESETS, seed=SEEDS)
@settings(bounded, max_examples=40)
def test_presets(house: RiichiRules, seed: int) -> None:
    check(some_pairs(seed, house, 25), house)


@given(house=rule_sets(), seed=SEEDS)
@settings(bounded, max_examples=50)
def test_switches_at_random(house: RiichiRules, seed: int) -> None:
    check(some_pairs(seed, house, 25), house)


@given(house=new_rule_sets(), seed=SEEDS)
@settings(bounded, max_examples=20)
def test_rule_sets_that_nobody_has_seen(house: RiichiRules, seed: int) -> None:
    check(some_pairs(seed, house, 25), house)


@pytest.mark.parametrize("preset", preset_names())
def test_every_preset_and_every_end(preset: str) -> None:
    """Two thousand hands by the compiled part, and 200 without: hands of every sort, and hands that come to nothing."""
    house = rules(preset)
    pairs = some_pairs(5, house, 2_000)
    met = check(pairs, house, WAYS[:1])
    check(pairs[:200], house, WAYS[1:])
    assert {"scored", "not_a_win", "no_yaku", "mangan", "haneman", "baiman", "yakuman"} <= met.keys()


# ----------------------------------------------------------------------------------- hands of real games


def records_pairs() -> dict[RiichiRules, list[Pair]]:
    """The wins of real games, by the rules that they were played under."""
    import test_records as records

    found: dict[RiichiRules, list[Pair]] = {}
    for one in records.wins():
        try:
            result = records.score(one)
        except chouma.ChoumaError:  # records made by hand, of hands that can't be
            continue
        found.setdefault(result.engine.rules, []).append((result.hand, result.how))
    return found


@pytest.mark.skipif(not (SHARED / "records").exists(), reason="the folder ../shared/records is not here: no real games to compare with")
def test_every_win_of_the_records() -> None:
    by_rules = records_pairs()
    for house, pairs in by_rules.items():
        check(pairs, house, WAYS[:1])
        check(pairs[:300], house, WAYS[1:])
    assert sum(map(len, by_rules.values())) > 8_000 and len(by_rules) > 8


def workload_pair(told: Mapping[str, Any]) -> Pair:
    """A hand in the neutral form of the benchmark."""
    melds = [Meld.of(one["type"], read_tiles(one["tiles"])) for one in told["melds"]]
    tiles, win = list(read_tiles(told["closed"])), read_tiles(told["win"])[0]
    tiles.remove(win)
    names = [name for name in ("ippatsu", "haitei", "houtei", "rinshan", "chankan", "tenhou", "chiihou") if told[name]]
    names += [("riichi", "double_riichi")[told["riichi"] - 1]] if told["riichi"] else []
    hand = Hand.of(tiles, melds, win=win, by="tsumo" if told["tsumo"] else "ron")
    seats = [wind("ESWN"[int(told[name][0]) - 1]) for name in ("seat", "round")]
    shown = [tuple(tile for text in told[name] for tile in read_tiles(text)) for name in ("dora", "ura")]
    return hand, Win(*seats, sum(FLAG_BITS[name] for name in names), *shown, told["honba"], told["kyoutaku"])


@pytest.mark.skipif(not (SHARED / "bench").exists(), reason="the folder ../shared/bench is not here")
@pytest.mark.parametrize("house", ["general", "tenhou", "jpml"])
def test_the_hands_of_the_benchmark(house: str) -> None:
    lines = (SHARED / "bench" / "workload.jsonl").read_text(encoding="utf8").splitlines()
    met = check([workload_pair(json.loads(line)) for line in lines], house)
    assert sum(met.values()) == 2_000


# ---------------------------------------------------------------------------------------- a million hands


@cache
def many(n: int) -> Given:
    """Hands of the benchmark: complete, a third with melds, with indicators, red fives, flags and counters."""
    return bench_columns.hands(n, seed=7)


def without_reds(hands: Given) -> Given:
    return hands._replace(reds=np.zeros_like(hands.reds))


@chouma.yaku(closed=1, open=1, source="a test", hits=[], misses=["123m 123p 234s 34m 55p +2m"])
def never_here(h):  # type: ignore[no-untyped-def]
    "Four declared norths, which four players have not."
    return h.norths == 4


@needs_compiled
@pytest.mark.parametrize(("house", "n"), [("tenhou", 1_000_000), ("ema", 200_000), ("majsoul", 200_000)])
def test_a_million_hands_by_c_and_by_numpy(house: str, n: int) -> None:
    """A rule set with a yaku of the user's is worked out by NumPy: with one that no hand has, all the rest is as the emitted C has it."""
    hands = without_reds(many(1_000_000).part(0, n)) if house == "ema" else many(1_000_000).part(0, n)
    by_c = score_given(hands, engine_of(house))
    by_numpy = score_given(hands, engine_of(rules(house).adding(never_here)))
    assert by_numpy.yaku_names == (*by_c.yaku_names, "never_here") and not by_numpy.has("never_here").any()
    assert same(by_c, by_numpy._replace(yaku_names=by_c.yaku_names))
    met = np.bincount(by_c.state, minlength=len(STATES))
    assert met[SCORED] > 0.6 * n and met[NO_YAKU] and not met[NOT_A_WIN] and not met[REFUSED]


@needs_compiled
def test_twenty_thousand_of_them_one_by_one() -> None:
    engine = engine_of("tenhou")
    some = Given(*(np.ascontiguousarray(column[::50]) for column in many(1_000_000)))
    assert some.n == 20_000
    by_c, by_hand = (score_given(some, engine, use_compiled=way) for way in WAYS)
    assert same(by_c, by_hand)
    for at in range(some.n):
        assert row(by_c, at) == alone(hand_at(some, at), win_at(some, at), engine)


# ------------------------------------------------------------------------------------------ rarer rules


@chouma.yaku(closed=2, open=1, source="a test", supersedes=["tanyao"], hits=["234m 567p 444s 34m 55p +2m"], misses=[])
def fours(h):  # type: ignore[no-untyped-def]
    "A triplet of fours, instead of tanyao."
    return h.triplets_m.has(4) | h.triplets_p.has(4) | h.triplets_s.has(4)


@chouma.yaku(yakuman=1, source="a test", hits=["123m 123p 123s 99s 78p +9p"], misses=["123m 123p 123s 99s 78p *9p"])
def nine_at_last(h):  # type: ignore[no-untyped-def]
    "Four runs, closed, the last by ron on 9p."
    return (h.n_runs == 4) & (h.win_kind == 17) & ~h.tsumo


def test_yaku_of_the_user() -> None:
    house = rules("tenhou").adding(fours, nine_at_last)
    pairs = some_pairs(3, house, 1_500)
    check(pairs, house)
    found = score_given(from_hands(pairs), engine_of(house))
    assert found.yaku_names[-2:] == ("fours", "nine_at_last")
    assert found.has("fours").sum() > 20 and found.has("nine_at_last").any()
    assert not (found.has("fours") & found.has("tanyao")).any()
    assert (found.yakuman[found.has("nine_at_last")] > 0).all()


@chouma.yaku(
    id="hyakumangoku",
    yakuman=1,
    source="a test",
    hits=["111m 222p 333s 99s 77p *7p"],
    misses=["123m 222p 333s 99s 77p *7p"],
    double=lambda h: h.riichi | (h.dora > 2),
)
def of_triplets(h):  # type: ignore[no-untyped-def]
    "Four triplets; twice after riichi, or with three dora. It takes the name of a local yakuman, so that rules can double it."
    return h.n_triplets == 4


@pytest.mark.parametrize("stacking", [False, True])
@pytest.mark.parametrize("turned", [False, True], ids=["once first", "twice first"])
def test_a_yakuman_of_the_user_that_counts_twice_by_the_situation(stacking: bool, turned: bool) -> None:
    """Beside suuankou: of two that tie the first of the table counts, and what counts twice is the highest, whatever came before."""
    house = rules("general").but(name=f"twice {turned}", yakuman_stacking=stacking, double_yakuman=["hyakumangoku"]).adding(of_triplets)
    hand = read("111m 222p 333s 99s 77p *7p")
    hows = [Win(), Win(flags=FLAG_BITS["riichi"]), Win(dora_indicators=read_tiles("9m")), Win(dora_indicators=read_tiles("9m 9p"))]
    by_hand = [1, 2, 2, 2]  # 1m is dora three times
    pairs = [(hand, how) for how in (reversed(hows) if turned else hows)]
    told = [n + stacking for n in (reversed(by_hand) if turned else by_hand)]
    assert [score_hand(*pair, engine_of(house)).yakuman for pair in pairs] == told  # type: ignore[union-attr]
    for way in WAYS:
        assert score_given(from_hands(pairs), engine_of(house), use_compiled=way).yakuman.tolist() == told
    check(pairs, house)


def test_all_local_yaku_at_once() -> None:
    """More than 64 yaku: their bits take a second word."""
    house = rules("general").but(name="all", local_yaku={yaku.id: True for yaku in LOCAL})
    pairs = some_pairs(4, house, 3_000)
    check(pairs, house, WAYS[:1])
    check(pairs[:500], house, WAYS[1:])
    found = score_given(from_hands(pairs), engine_of(house))
    assert found.yaku.shape == (3_000, 2) and len(found.yaku_names) > 64
    assert found.yaku[:, 1].any()


def test_aotenjou_beyond_what_a_column_holds() -> None:
    """Four winds and four quads with twenty dora: 30 fu and more x 2^(han + 2) is no 64-bit number, and the column says -1."""
    house = rules("general").but(name="sky", aotenjou="all", double_yakuman=["daisuushii", "suuankou_tanki"])
    hand = read("5z [1111z] [2222z] [3333z] [4444z] *5z")
    told = [(hand, Win(seat=wind("E"), dora_indicators=read_tiles(shown) if shown else ())) for shown in ("", "5z", "5z 5z", "1s")]
    check([*told, *some_pairs(6, house, 1_000)], house)
    engine = engine_of(house)
    for way in WAYS:
        found = score_given(from_hands(told), engine, use_compiled=way)
        exact = score_hand(*told[0], engine)
        assert exact and exact.base > 2**63 and exact.yaku
        assert found.state[0] == SCORED and found.base[0] == found.points[0] == -1
        assert found.discarder[0] == found.dealer[0] == found.each_nondealer[0] == found.total[0] == 0
        assert found.han[0] == exact.han and found.fu[0] == exact.fu
    small = score_given(from_hands(some_pairs(6, house, 1_000)), engine)
    assert (small.base > 8_000).sum() > 50  # and where it fits it is there, whatever its size


# ------------------------------------------------------------------------------------------- bad rows


def refused_alone(columns: Given, at: int, engine: Engine) -> int:
    """The problems of a row, as the one-hand path has them; 0 if it has none. What no `Hand` can say is a bad value."""
    try:
        hand, win = hand_at(columns, at), win_at(columns, at)
    except HandError as error:
        return int(error.problems)
    found = int(alone(hand, win, engine).status)
    fives = [hand.all_counts >> 8 * kind & 255 for kind in (4, 13, 22)]
    if any(int(red) > five for red, five in zip(columns.reds[at], fives, strict=True)) or int(columns.flags[at]) >= 1 << len(FLAG_BITS):
        found |= Problem.BAD_VALUE
    return found


def broken(columns: Given, random: Random, n: int) -> tuple[Given, list[int]]:
    """Some rows with one cell that holds anything."""
    changed = Given(*(column.copy() for column in columns))
    rows = random.sample(range(columns.n), n)
    for at in rows:
        name = random.choice(Given._fields)
        cells = getattr(changed, name).reshape(columns.n, -1)
        info = np.iinfo(cells.dtype)
        low, high = max(info.min, -20), min(info.max, 70_000)
        near = random.choice((0, 1, 2, 3, 4, 5, 14, 34, 37, N_GROUPS - 1, N_GROUPS, 254, 255, high, low))
        cells[at, random.randrange(cells.shape[1])] = min(max(near if random.random() < 0.7 else random.randint(low, high), low), high)
    return changed, rows


@pytest.mark.parametrize("house", ["tenhou", "majsoul-sanma", "wrc"])
@given(seed=SEEDS)
@settings(bounded, max_examples=12)
def test_a_bad_row_costs_itself_alone(house: str, seed: int) -> None:
    engine = engine_of(house)
    columns = from_hands(some_pairs(seed, engine.rules, 60))
    changed, rows = broken(columns, Random(seed), 30)
    whole = score_given(columns, engine)
    untouched = np.setdiff1d(np.arange(columns.n), rows)
    answers = [score_given(changed, engine, use_compiled=way) for way in WAYS]
    for found in answers:
        assert same(found, answers[0])
        for before, after in zip(whole[:-1], found[:-1], strict=True):
            assert np.array_equal(before[untouched], after[untouched])
        for at in rows:
            problems = refused_alone(changed, at, engine)
            told = {name: getattr(changed, name)[at] for name in Given._fields}
            assert int(found.status[at]) == problems, told
            assert (found.state[at] == REFUSED) == bool(problems), told
            if problems:
                assert row(found, at) == Alone("refused", problems)


def test_every_problem_by_its_name() -> None:
    """Rows with one thing wrong each, and what it is called; between them a good one."""
    counts = as_counts("234m 345678p 345s 66s")
    wrong: dict[str, dict[str, Any]] = {
        "tile_count": {"counts": as_counts("234m 345678p 345s 66s 1z")},
        "fifth_copy": {"counts": as_counts("22222m 678p 345s 666s")},
        "red_fives": {"reds": [0, 2, 0], "counts": as_counts("234m 345567p 345s 66s")},
        "no_winning_tile": {"win": 0},
        "bad_meld": {"melds": [CLOSED_QUAD + 34, 255, 255, 255], "counts": as_counts("345678p 345s 66s")},
        "north_with_four": {"norths": 1},
        "bad_value": {"seat": 4},
        "riichi_twice": {"flags": FLAG_BITS["riichi"] | FLAG_BITS["double_riichi"]},
        "riichi_open": {"flags": FLAG_BITS["riichi"], "melds": [7, 255, 255, 255], "counts": as_counts("234m 345p 345s 66s")},
        "ippatsu_without_riichi": {"flags": FLAG_BITS["ippatsu"]},
        "haitei_by_ron": {"flags": FLAG_BITS["haitei"]},
        "chankan_by_tsumo": {"flags": FLAG_BITS["chankan"], "tsumo": 1},
        "ura_more_than_dora": {"ura": [0, 255, 255, 255, 255]},
    }
    names = [name for one in wrong for name in (one, "")]
    rows = [{"counts": counts, "win": 22, **wrong.get(name, {})} for name in names]
    told = {name: [one.get(name, plain) for one in rows] for name, plain in PLAIN.items()}
    for way in WAYS:
        found = score_arrays(**told, rules="tenhou", use_compiled=way)
        assert [found.problems_of(at) for at in range(found.n)] == [(name,) if name else () for name in names]
        good = np.flatnonzero([not name for name in names])
        assert (found.state[good] == SCORED).all() and len({row(found, at) for at in good}) == 1


PLAIN: dict[str, Any] = {
    **{"counts": None, "win": 22, "tsumo": 0, "melds": [255] * 4, "seat": 1, "flags": 0, "reds": [0, 0, 0], "norths": 0},
    "ura": [255] * 5,
}


def as_counts(text: str) -> list[int]:
    tiles = read_tiles(text)
    return [tiles.count(kind) for kind in range(34)]


def test_several_problems_at_once() -> None:
    found = score_arrays([as_counts("22222m 345678p 345s 66s")], 22, flags=FLAG_BITS["haitei"], rules="tenhou")
    assert set(found.problems_of(0)) == {"tile_count", "fifth_copy", "haitei_by_ron"}


# ----------------------------------------------------------------------------- what columns may look like


def tanyao(n: int = 1, **more: Any) -> Columns:
    counts = np.tile(np.array(as_counts("234m 345678p 345s 66s"), np.uint8), (n, 1))
    return score_arrays(counts, np.full(n, 22, np.uint8), rules="tenhou", **{"flags": FLAG_BITS["riichi"], **more})


def test_no_hands_and_one() -> None:
    for way in WAYS:
        none = tanyao(0, use_compiled=way)
        assert none.n == 0 and none.yaku.shape[0] == 0 and none.dora.shape == (0, 4)
        one = tanyao(1, use_compiled=way)
        # riichi, pinfu, tanyao: 3 han 30 fu, 3900 from the discarder
        assert (one.n, one.han[0], one.fu[0], one.discarder[0], one.total[0]) == (1, 3, 30, 3900, 3900)
        assert one.yaku_of(0) == ("riichi", "pinfu", "tanyao")
    assert score_arrays(np.zeros((0, 34), np.uint8), []).n == 0
    assert score_arrays([], []).n == 0


@pytest.mark.parametrize("house", ["tenhou", "tenhou-sanma"])
def test_any_memory_will_do_and_none_is_written_to(house: str) -> None:
    pairs = some_pairs(8, rules(house), 300)
    columns = from_hands(pairs)
    wanted = score_given(columns, engine_of(house))

    def spread(column: Any) -> Any:
        wide = np.zeros((2 * len(column), *column.shape[1:]), column.dtype)
        wide[::2] = column
        return wide[::2]

    variants = {
        "every other row": [spread(column) for column in columns],
        "backwards in memory": [np.ascontiguousarray(column[::-1])[::-1] for column in columns],
        "by columns": [np.asfortranarray(column) for column in columns],
        "wider numbers": [column.astype(np.int64) for column in columns],
        "big-endian numbers": [column.astype(">i8") for column in columns],
        "lists": [column.tolist() for column in columns],
    }
    for name, variant in variants.items():
        before = [np.array(column) for column in variant]
        for column in variant:
            if isinstance(column, np.ndarray):
                column.flags.writeable = False
        told = dict(zip(Given._fields, variant, strict=True))
        for way in WAYS:
            assert same(score_arrays(**told, rules=house, use_compiled=way), wanted), name
        assert all(np.array_equal(a, b) for a, b in zip(before, variant, strict=True))


@pytest.mark.parametrize("way", WAYS)
def test_columns_put_together_by_hand_are_looked_at(way: bool) -> None:
    columns = from_hands(some_pairs(8, rules("tenhou"), 3))
    engine = engine_of("tenhou")
    wanted = score_given(columns, engine, use_compiled=way)
    for right in (columns._replace(win=columns.win.tolist()), columns._replace(counts=np.asfortranarray(columns.counts))):
        assert same(score_given(right, engine, use_compiled=way), wanted)
    wrong: list[dict[str, Any]] = [
        {"counts": columns.counts[:, :3]},
        {"melds": columns.melds[:, :1]},
        {"dora": columns.dora[:1]},
        {"win": np.zeros(9, np.uint8)},
        {"honba": columns.honba * 1.0},
    ]
    for change in wrong:
        with pytest.raises(HandError):
            score_given(columns._replace(**change), engine, use_compiled=way)


def test_a_single_hand_is_one() -> None:
    assert score_arrays(as_counts("234m 345678p 345s 66s"), 22, rules="tenhou").n == 1
    for wrong in (None, "abc"):
        with pytest.raises(HandError):
            score_arrays(wrong, wrong)
    with pytest.raises(HandError, match="5 x 14"):
        score_arrays(np.zeros((5, 14), np.uint8), [1, 2, 3])


def test_hands_tile_by_tile() -> None:
    """The closed tiles themselves, red fives among them, in any order, 255 where there are fewer than 14."""
    pairs = some_pairs(12, rules("tenhou"), 500)
    columns = from_hands(pairs)
    closed = [sorted([*hand.concealed, hand.win], key=lambda tile: tile * 7 % 37) for hand, _ in pairs]
    called = [[sum(tile == red for meld in hand.melds for tile in meld.tiles) for red in REDS] for hand, _ in pairs]
    told = {**columns._asdict(), "counts": [[*tiles, *[255] * (14 - len(tiles))] for tiles in closed], "reds": called}
    assert same(score_arrays(**told, rules="tenhou"), score_given(columns, engine_of("tenhou")))
    assert score_arrays(np.zeros((0, 14), np.uint8), []).n == score_arrays(np.zeros((0, 14)), []).n == 0
    tiles = [[1, 2, 3, 11, 12, 35, 14, 15, 16, 20, 21, 22, 23, 23]]
    for reds, problem in ((0, ()), (254, ("red_fives", "bad_value")), (255, ("red_fives", "bad_value"))):
        assert score_arrays(tiles, [22], reds=[[0, reds, 0]], rules="tenhou").problems_of(0) == problem
    for wrong in ([[0, 37]], [[0, -1]], [[0.5, 1.0]], [["1m", "2m"]]):
        with pytest.raises(HandError, match="tiles"):
            score_arrays(wrong, [0])


def test_a_number_stands_for_all_hands() -> None:
    columns = many(2_000)._replace(honba=np.full(2_000, 2, np.int32), seat=np.zeros(2_000, np.uint8))
    columns = columns._replace(reds=np.tile(np.array([0, 0, 0], np.uint8), (2_000, 1)))
    told = columns._asdict()
    short = score_arrays(**{**told, "honba": 2, "seat": 0, "reds": [0, 0, 0]}, rules="tenhou")
    assert same(short, score_arrays(**told, rules="tenhou"))
    assert same(short, score_arrays(**{**told, "honba": np.int64(2), "seat": False, "reds": 0}, rules="tenhou"))
    one_tile = score_arrays([as_counts("234m 345678p 345s 66s")] * 3, 22, tsumo=True, rules="tenhou")
    assert one_tile.n == 3 and (one_tile.each_nondealer == one_tile.each_nondealer[0]).all()


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("counts", np.zeros((3, 33), np.uint8)),
        ("counts", np.zeros((2, 34), np.uint8)),
        ("counts", np.zeros((3, 34), np.float64)),
        ("counts", np.full((3, 34), 256)),
        ("counts", np.full((3, 34), -1)),
        ("win", np.zeros(3, np.float32)),
        ("win", np.array([1, 2, 300])),
        ("win", np.array(["2m", "3m", "4m"])),
        ("tsumo", np.zeros(2, np.uint8)),
        ("tsumo", np.zeros((3, 1), np.uint8)),
        ("melds", np.zeros((3, 5), np.uint8)),
        ("melds", np.full((3, 4), np.nan)),
        ("seat", np.array([0, 1, None])),
        ("round", "E"),
        ("flags", np.array([0, 0, 70_000])),
        ("dora", np.zeros((3, 4), np.uint8)),
        ("ura", np.zeros((4, 5), np.uint8)),
        ("reds", [[0, 0], [0, 0], [0, 0]]),
        ("norths", [-1, 0, 0]),
        ("honba", [2**31, 0, 0]),
        ("deposits", [0.5, 0, 0]),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_a_wrong_column_is_named(name: str, values: Any) -> None:
    told = {"counts": np.tile(as_counts("234m 345678p 345s 66s"), (3, 1)), "win": np.full(3, 22), name: values}
    with pytest.raises(HandError) as caught:
        score_arrays(**told)
    assert caught.value.problems & Problem.BAD_VALUE
    assert str(caught.value).startswith(name) or f"{name} " in str(caught.value)


def test_an_unknown_column_or_rule_set_is_named() -> None:
    with pytest.raises(TypeError, match="dealer"):
        tanyao(dealer=1)
    with pytest.raises(RuleError, match="nowhere"):
        score_arrays([as_counts("1m")], [0], rules="nowhere")
    with pytest.raises(RuleError, match="nine_gates"):
        tanyao().has("nine_gates")


def test_however_many_threads() -> None:
    n = 300_000 if compiled() else 3_000
    hands = many(1_000_000 if compiled() else 2_000) if compiled() else many(2_000)
    hands = hands.part(0, n)
    one = score_given(hands, engine_of("tenhou"), threads=1)
    for threads in (2, 3, 4, 64, None):
        assert same(one, score_given(hands, engine_of("tenhou"), threads=threads)), threads
    own = engine_of(rules("tenhou").adding(fours))
    assert same(score_given(hands, own, threads=1), score_given(hands, own, threads=4))


def test_parts_are_what_the_whole_is() -> None:
    """Wherever a chunk begins and ends."""
    hands, engine = many(10_000) if compiled() else many(300), engine_of("general")
    whole = score_given(hands, engine)
    for size in (1, 7, 4095, 4096, 4097):
        for first in range(0, min(hands.n, 20 * size), size):
            part = score_given(Given(*map(np.ascontiguousarray, hands.part(first, first + size))), engine)
            assert all(np.array_equal(a, b[first : first + size]) for a, b in zip(part[:-1], whole[:-1], strict=True))


def test_names_of_states_and_limits() -> None:
    assert STATES == ("scored", "not_a_win", "no_yaku", "refused")
    assert LIMITS == ("", "kiriage_mangan", "mangan", "haneman", "baiman", "sanbaiman", "counted_yakuman", "yakuman")
    hands = ["234m 345678p 34s 66s +5s", "234m 345678p 34s 66s +9s", "123m 345678p 34s 66s +5s", "234m 345678p 34s 66s +5s"]
    hows = [Win(), Win(), Win(), Win(flags=FLAG_BITS["haitei"])]
    pairs = [(read(text), how) for text, how in zip(hands, hows, strict=True)]
    pairs[2] = (read("123m 345678p 34s 66z +5s"), Win())
    found = score_given(from_hands(pairs), engine_of("tenhou"))
    assert [STATES[state] for state in found.state] == ["scored", "not_a_win", "no_yaku", "refused"]


# -------------------------------------------------------------------------------- without the compiled part

_MASKED = """
import sys


class Masked:
    def find_spec(self, name, path=None, target=None):
        if name.rpartition(".")[2].startswith("_") and name.startswith("chouma."):
            raise ImportError(f"{name} isn't built")


sys.meta_path.insert(0, Masked())
import chouma.batch
import numpy as np

assert not chouma.batch.compiled()
counts = np.zeros((1, 34), np.uint8)
counts[0, [1, 2, 3, 11, 12, 13, 14, 15, 16, 20, 21, 22]] = 1
counts[0, 23] = 2
found = chouma.batch.score_arrays(counts, [22], flags=[1], rules="tenhou")
print(found.han[0], found.fu[0], found.points[0], *found.yaku_of(0))
print(chouma.score("234m 345678p 6634s +5s", riichi=True, rules="tenhou"))
same = chouma.batch.score_arrays(counts, [22], flags=[1], rules="tenhou", use_compiled=True)
print(all(np.array_equal(a, b) for a, b in zip(found[:-1], same[:-1])))
"""


def test_without_the_compiled_part() -> None:
    """Where nothing could be compiled all the rest works, and says so."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run([sys.executable, "-c", _MASKED], capture_output=True, text=True, env=env, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["3 30 3900 riichi pinfu tanyao", "<Score 3 han 30 fu: 3900 points, riichi pinfu tanyao>", "True"]
