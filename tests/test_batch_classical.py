"""Columns of classical hands say what a single hand says, bit for bit: won, lost or dealt, good or bad, compiled or not."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import random_hand

import chouma
from chouma.classical.engine import PATTERNS, Engine, engine
from chouma.classical.examples import Example
from chouma.classical.rules import ClassicalRules
from chouma.classical.score import score_hand
from chouma.errors import HandError, Problem, RuleError
from chouma.hand import BITS_OF, CLASSICAL_FLAGS, Hand, Win
from chouma.seats import Wind
from chouma.shapes.partial import partial_row
from chouma.shapes.waits import standard_waits
from chouma.tiles import FIRST_FLOWER, ONE, ORPHANS, copies

np = pytest.importorskip("numpy", reason="the extra chouma[batch] isn't installed")

from chouma import batch  # noqa: E402 - it needs NumPy
from chouma.batch import classical, classical_hands, partial  # noqa: E402
from chouma.layout import N_SUMS, joined  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
NO_REDS = chouma.rules("general").but(name="no reds", red_fives=0)
WAYS = [pytest.param(True, id="compiled", marks=pytest.mark.skipif(not batch.compiled(), reason="nothing is compiled")), False]

#: rule sets whose switches no preset has together
HOUSES: dict[str, Mapping[str, Any]] = {
    "odd": {
        **{"base": "ningbo", "wait_excludes": "none", "discard_pung_exposed": False, "undeclared_four": "kong", "round_wind": True},
        **{"dragon_fan_mode": "set", "no_score": "10 fu", "min_points": 14, "all_honours": "full_flush", "loser_pairs": "one"},
    },
    "seen": {
        **{"base": "bmja", "wait_excludes": "table", "last_copy": 4, "fu_rounding": 10, "max_chows": 1, "calling_share": 40},
        "limit_hands": {
            **{"wriggling_snake": 1, "knitting": 0.5, "triple_knitting": 0.5, "all_pair_honours": 1},
            **{"unconnected": 0.5, "earthly": 1},
        },
    },
    "boundless": {
        **{"base": "dmjl", "limit": None, "full_flush": "10 fan", "half_flush": "10 fan", "concealed_hand": "10 fan"},
        "earthly_floor": "exactly",
    },
}
SPECS: dict[str, Any] = {**{name: name for name in chouma.preset_names("classical")}, **HOUSES}


class One(NamedTuple):
    """A hand, how and whether it won, and what lies on the table."""

    hand: Hand
    how: Win
    won: bool | str
    seen: tuple[int, ...]


def ready(spec: Any) -> Engine:
    return engine(ClassicalRules.family.rules(spec))


# ------------------------------------------------------------------------------------- hands at random


def _special(random: Random) -> list[int]:
    """Fourteen tiles that some rules have beside groups and a pair, or nearly."""
    suits = random.sample((0, 9, 18), 3)
    kind = random.choice(("snake", "pairs", "sets", "outside"))
    if kind == "snake":
        tiles = [suits[0] + rank for rank in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, random.choice((1, 4, 7, 2)))]
    elif kind == "pairs":
        tiles = [suit + rank for rank in random.choices(range(9), k=7) for suit in suits[:2]]
    elif kind == "sets":
        ranks = random.choices(range(9), k=5)
        tiles = [suit + rank for rank in ranks[:4] for suit in suits] + [suit + ranks[4] for suit in suits[:2]]
    else:
        tiles = random.sample(ORPHANS, 7) * 2
    if random.random() < 0.2:
        tiles[0] = random.randrange(34)
    random.shuffle(tiles)
    return tiles


def _dealt(random: Random) -> list[int]:
    tiles = [suit + rank for suit in (0, 9, 18) for rank in random.choice(((0, 3, 6), (1, 4, 8), (2, 5, 8), (0, 8), (4,), (1, 2)))]
    return (tiles + list(range(27, 34)))[-13:]


def _flags(random: Random, won: bool) -> int:
    some = random.sample(CLASSICAL_FLAGS if won else ("calling", "calling", "haitei"), random.choice((1, 1, 2)))
    return sum({BITS_OF[flag] for flag in some}) if random.random() < 0.25 else 0


def random_one(random: Random, rules: ClassicalRules) -> One:
    """A hand that won, lost or was dealt; a few can't be."""
    hand = random_hand(random, NO_REDS)
    flowers = sum(1 << 8 * (FIRST_FLOWER + i) for i in range(8) if rules.flowers and random.random() < 0.25)
    won: bool | str = random.choices((True, False, "dealt"), (50, 45, 5))[0]
    if won is True and random.random() < 0.08:
        first, *rest = _special(random)
        hand = Hand.of(rest, win=first, by=random.choice(("ron", "tsumo")))
    elif won is False:
        tiles = list(hand.concealed)
        for i in random.sample(range(len(tiles)), min(len(tiles), random.choice((0, 1, 2, 5, 9)))):
            tiles[i] = random.randrange(34)
        hand = Hand.of(tiles, hand.melds)
    elif won == "dealt":
        hand = Hand.of(_dealt(random))
    if random.random() < 0.02:  # what nobody asked for
        won = random.choice((True, False, "dealt"))
    how = Win(random.choice(tuple(Wind)), random.choice(tuple(Wind)), _flags(random, won is True))
    seen = _seen(random, hand) if rules.wait_excludes == "table" or rules.last_copy else (0,) * 34
    return One(hand._replace(flowers=flowers), how, won, seen)


def _seen(random: Random, hand: Hand) -> tuple[int, ...]:
    """Tiles on the table: of those that are left, but for a few hands."""
    room = [max(0, 4 - copies(hand.all_counts, kind)) for kind in range(34)]
    seen = [random.choice((0, left, random.randint(0, left))) for left in room]
    if random.random() < 0.03:
        seen[random.randrange(34)] += 1
    return tuple(seen)


def columns_of(hands: list[One]) -> classical_hands.ClassicalGiven:
    given = classical_hands.from_hands([(one.hand, one.how, one.won) for one in hands])
    seen = np.array([one.seen for one in hands], np.uint8)
    return given._replace(seen=seen) if seen.any() else given


def expected(one: One, house: Engine) -> tuple[Any, ...]:
    """What a single hand says."""
    try:
        found = score_hand(one.hand, one.how, house, won=one.won, seen=sum(n << 8 * kind for kind, n in enumerate(one.seen)))
    except HandError as error:
        return "refused", {problem.id for problem in Problem if error.problems & problem}
    if not found:
        return ("not_a_win",)
    return "scored", found.fu, found.fu_raw, found.fan, found.score, found.limit, found.paid_for, found.hits


def answer(found: Any, row: int) -> tuple[Any, ...]:
    """What the columns say."""
    state = batch.STATES[found.state[row]]
    if state == "refused":
        return state, set(found.problems_of(row))
    if state == "not_a_win":
        return (state,)
    figures = (int(column[row]) for column in (found.fu, found.fu_raw, found.fan, found.score))
    return (state, *figures, classical.LIMITS[found.limit[row]], found.paid_for_of(row), found.hits_of(row))


def check(hands: list[One], house: Engine, use_compiled: bool | None = None) -> None:
    found = batch.score_given(columns_of(hands), house, threads=1, use_compiled=use_compiled)
    for row, one in enumerate(hands):
        assert answer(found, row) == expected(one, house), (house.rules.name, str(one.hand), one.how, one.won)


# ------------------------------------------------------------------------------------------- one = N


@pytest.mark.parametrize("use_compiled", WAYS)
@pytest.mark.parametrize("spec", SPECS.values(), ids=SPECS)
def test_columns_say_what_one_hand_says(spec: Any, use_compiled: bool) -> None:
    house, random = ready(spec), Random(str(spec))
    check([random_one(random, house.rules) for _ in range(400)], house, use_compiled)


@given(st.integers(0, 2**32 - 1), st.sampled_from(list(SPECS)))
def test_any_columns_say_what_one_hand_says(seed: int, name: str) -> None:
    house, random = ready(SPECS[name]), Random(seed)
    check([random_one(random, house.rules) for _ in range(20)], house)


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS.values(), ids=SPECS)
def test_many_columns_say_what_one_hand_says(spec: Any) -> None:
    house, random = ready(spec), Random(f"many {spec}")
    check([random_one(random, house.rules) for _ in range(100_000 // len(SPECS) + 1)], house)


def test_compiled_and_uncompiled_are_equal() -> None:
    if not batch.compiled():
        pytest.skip("nothing is compiled")
    house, random = ready("dmjl"), Random(3)
    hands = columns_of([random_one(random, house.rules) for _ in range(3000)])
    fast, slow = (batch.score_given(hands, house, use_compiled=way) for way in (True, False))
    for name in classical.ClassicalColumns._fields[:-1]:
        np.testing.assert_array_equal(getattr(fast, name), getattr(slow, name), err_msg=name)


def _examples() -> list[Example]:
    with (ROOT / "tests" / "data" / "classical_hands.tsv").open(encoding="utf8", newline="") as file:
        ours = [row["hand"] for row in csv.DictReader(file, delimiter="\t")]
    return [Example.read(text) for text in (*ours, *(text for one in PATTERNS for text in (*one.hits, *one.misses)))]


def _as_one(example: Example) -> One:
    told = example.keywords
    hand = chouma.read(example.hand)
    how = Win(told.get("seat", Wind.S), told.get("round", Wind.E), sum(BITS_OF[flag] for flag in told.get("flags", ())))
    seen = [0] * 34
    for tile in chouma.read(told["seen"]).concealed if told.get("seen") else ():
        seen[tile] += 1
    return One(hand, how, told.get("won", True), tuple(seen))


@pytest.mark.parametrize("use_compiled", WAYS)
def test_every_hand_of_the_tables(use_compiled: bool) -> None:
    """Hands whose right values are known, and those that show each pattern: all are columns too, and of every pattern one has it."""
    by_rules: dict[str, list[One]] = {}
    for example in _examples():
        by_rules.setdefault(json.dumps(example.keywords.get("rules", "ningbo")), []).append(_as_one(example))
    shown = set()
    for spec, hands in by_rules.items():
        house = ready(json.loads(spec))
        check(hands, house, use_compiled)
        found = batch.score_given(columns_of(hands), house, use_compiled=use_compiled)
        shown |= {name for name in found.hit_names if found.has(name).any()}
    assert shown == {one.id for one in PATTERNS}


def test_known_values() -> None:
    """The worked example of the classical rules: four hands of one deal."""
    texts = ("888s6779p(555m)(345s)", "13p555p99s(666z)(234m)+2p", "446p33z55z(777z)[1111z]", "6778m44z6z(789m)(123p)")
    hands = [One(chouma.read(text), Win(Wind(seat)), seat == 1, (0,) * 34) for seat, text in enumerate(texts)]
    found = batch.score_given(columns_of(hands), ready("ningbo"))
    assert found.score.tolist() == [6, 40, 80, 2]


# --------------------------------------------------------------------------------- columns are columns


def test_ordinary_hands_are_not_scored_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*arguments: object) -> None:
        raise AssertionError("scored by itself")

    random, plain = Random(11), []
    house = ready("dmjl")
    while len(plain) < 500:
        one = random_one(random, house.rules)
        if expected(one, house)[0] == "scored":
            plain.append(one)
    monkeypatch.setattr(classical, "score_at", never)
    found = batch.score_given(columns_of(plain), house, threads=1)
    assert (found.state == 0).all()


def test_threads_and_chunks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    house, random = ready("bmja"), Random(12)
    hands = columns_of([random_one(random, house.rules) for _ in range(1000)])
    whole = batch.score_given(hands, house, threads=1)
    runner = classical._runner(house, batch.compiled())
    monkeypatch.setattr(runner, "chunk", 64)
    runner._kept.__dict__.clear()
    parts = batch.score_given(hands, house, threads=3)
    for name in classical.ClassicalColumns._fields[:-1]:
        np.testing.assert_array_equal(getattr(whole, name), getattr(parts, name), err_msg=name)


@pytest.mark.parametrize("use_compiled", WAYS)
def test_no_hands(use_compiled: bool) -> None:
    found = batch.score_arrays(np.zeros((0, 34)), [], rules="ningbo", use_compiled=use_compiled)
    assert found.n == 0 and found.hits.shape == (0, 1)


def test_given_columns_never_change() -> None:
    house, random = ready("ningbo"), Random(13)
    hands = columns_of([random_one(random, house.rules) for _ in range(200)])
    before = [column.copy() for column in hands if column is not None]
    batch.score_given(hands, house)
    for column, kept in zip((column for column in hands if column is not None), before, strict=True):
        np.testing.assert_array_equal(column, kept)


# --------------------------------------------------------------------------------------- what can't be

LOST = {"counts": [1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2] + [0] * 23, "win": 255, "won": 0}
WINS = {"counts": [1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 2] + [0] * 23, "win": 9, "won": 1}

REFUSED: dict[str, tuple[dict[str, Any], set[str]]] = {
    "won is 3": ({**LOST, "won": 3}, {"bad_value"}),
    "a loser with a winning tile": ({**LOST, "win": 0}, {"not_a_loser"}),
    "a winner without one": ({**WINS, "win": 255}, {"no_winning_tile", "tile_count"}),
    "a winning tile that is no kind": ({**WINS, "win": 34}, {"no_winning_tile"}),
    "a winning tile that isn't there": ({**WINS, "win": 33}, {"no_winning_tile"}),
    "14 tiles that lost": ({**LOST, "counts": WINS["counts"]}, {"tile_count"}),
    "five of a kind": ({**LOST, "counts": [5, 4, 4] + [0] * 31}, {"fifth_copy"}),
    "two hundred of a kind": ({**LOST, "counts": [200] + [0] * 33}, {"fifth_copy", "tile_count"}),
    "a fifth copy in a meld": ({**LOST, "counts": [2, 4, 4] + [0] * 31, "melds": [21, 255, 255, 255]}, {"fifth_copy"}),
    "no meld": ({**LOST, "melds": [200, 255, 255, 255]}, {"bad_meld"}),
    "a seat that nobody has": ({**LOST, "seat": 4}, {"bad_value"}),
    "a round that nobody plays": ({**WINS, "round": 9}, {"bad_value"}),
    "a flag of riichi": ({**WINS, "flags": BITS_OF["riichi"]}, {"bad_value"}),
    "a flag that nobody has": ({**LOST, "flags": 1 << 20}, {"bad_value"}),
    "a flag of a win": ({**LOST, "flags": BITS_OF["rinshan"]}, {"flag_of_a_win", "rinshan_by_ron", "rinshan_without_kan"}),
    "haitei by a discard": ({**WINS, "flags": BITS_OF["haitei"]}, {"haitei_by_ron"}),
    "a red five": ({**LOST, "reds": [1, 0, 0]}, {"red_fives"}),
    "more reds than fives": ({**LOST, "reds": [0, 1, 0]}, {"red_fives", "bad_value"}),
    "a flower": ({**LOST, "flowers": 4}, {"flowers"}),
    "a copy too many on the table": ({**LOST, "seen": [0] * 9 + [3] + [0] * 24}, {"fifth_copy"}),
    "dealt with a pair": ({**LOST, "won": 2}, {"not_dealt"}),
}


@pytest.mark.parametrize("use_compiled", WAYS)
@pytest.mark.parametrize(("row", "problems"), REFUSED.values(), ids=REFUSED)
def test_a_bad_row_costs_itself_only(row: dict[str, Any], problems: set[str], use_compiled: bool) -> None:
    names = {name for one in (row, LOST, WINS) for name in one}
    usual = {"seat": 1, "round": 0, "flags": 0, "flowers": 0, "reds": [0, 0, 0], "melds": [255] * 4, "seen": [0] * 34}
    columns = {name: [one.get(name, usual.get(name)) for one in (WINS, row, LOST)] for name in names}
    found = batch.score_arrays(columns.pop("counts"), columns.pop("win"), rules="ningbo", use_compiled=use_compiled, **columns)
    assert [batch.STATES[state] for state in found.state] == ["scored", "refused", "scored"]
    assert set(found.problems_of(1)) == problems
    assert found.score.tolist()[1] == found.fu[1] == found.fan[1] == 0 and found.hits_of(1) == ()


def test_columns_of_the_other_family_are_unknown() -> None:
    with pytest.raises(TypeError, match="honba"):
        batch.score_arrays(np.zeros((1, 34)), [0], rules="ningbo", honba=[1])
    with pytest.raises(TypeError, match="won"):
        batch.score_arrays(np.zeros((1, 34)), [0], rules="tenhou", won=[1])


def test_a_pattern_that_the_rules_lack() -> None:
    found = batch.score_arrays([LOST["counts"]], [255], won=0, rules="ningbo")
    with pytest.raises(RuleError, match="moon"):
        found.has("moon")


def test_hands_tile_by_tile() -> None:
    found = batch.score_arrays([[31, 31, 31, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 255]], 255, won=0, rules="ningbo")
    assert (found.fu.tolist(), found.fan.tolist(), found.score.tolist()) == ([8], [1], [16])


# ------------------------------------------------------------------------------------------ the tables


@given(st.integers(0, 2**32 - 1))
def test_waits_of_columns_are_those_of_the_reader(seed: int) -> None:
    random = Random(seed)
    kinds = [kind for kind in range(random.choice((9, 18, 34))) for _ in range(4)]
    win, *rest = random.sample(kinds, 14)
    drawn = Hand.of(rest, win=win)
    hands = [drawn, *(random_hand(random, NO_REDS, "standard") for _ in range(20))]
    given = classical_hands.from_hands([(hand, Win(), True) for hand in hands])
    told = partial.Told.empty(given.n)
    partial.look(given.counts, given.melds, given.win, 14, partial.EXCLUDES.index("none"), None, told)
    for row, hand in enumerate(hands):
        assert not told.bad[row] and told.n_waits[row] == standard_waits(hand.counts - ONE[hand.win]).bit_count()


@pytest.mark.parametrize("kongs", [False, True])
def test_words_of_columns_are_those_of_one_hand(kongs: bool) -> None:
    random, rows = Random(5), []
    for _ in range(300):
        hand = random_hand(random, NO_REDS)
        rows.append((hand, Win(), True))
    given = classical_hands.from_hands(rows)
    found = np.zeros((4, given.n), np.uint64)
    partial.words(given.counts, given.melds, kongs, found)
    for row, (hand, _, _) in enumerate(rows):
        words = [int(word) for word in found[:, row]]
        assert (joined(words[:N_SUMS]), joined(words[N_SUMS:])) == partial_row(hand.counts, hand.melds, kongs)[:2]


# ---------------------------------------------------------------------------------- tables and files

pa = pytest.importorskip("pyarrow", reason="the extra chouma[batch] isn't installed")

from chouma import wire  # noqa: E402
from chouma.batch.tables import CLASSICAL_ANSWERS  # noqa: E402
from chouma.tiles import NAMES  # noqa: E402

Row = dict[str, Any]


def told(row: Row, house: ClassicalRules) -> Row:
    """What a row of an answer holds, from the answer to a single request."""
    fields, flaws = wire.check({**{key: value for key, value in row.items() if value is not None}, "rules": house.name})
    found = wire.score_fields({**fields, "rules": house}, flaws)
    nothing: Row = dict.fromkeys(CLASSICAL_ANSWERS)
    if isinstance(found, wire.Refusal):
        return {**nothing, "state": "refused", "problems": sorted({flaw.id for flaw in found.flaws})}
    answer = found.to_dict()
    if not answer["win"]:
        return {**nothing, "state": "not_a_win", "problems": []}
    figures = {key: answer[key] for key in ("fu", "fu_raw", "fan", "score", "limit", "hits")}
    return {"state": "scored", "problems": [], **figures, "paid_for": answer.get("paid_for")}


def wire_row(random: Random, house: ClassicalRules) -> Row:
    """A hand as a row of a table; some have what the columns don't read at once."""
    one = random_one(random, house)
    seat, round_ = ("ESWN"[wind] for wind in (one.how.seat, one.how.round))
    row: Row = {"hand": str(one.hand), "won": one.won, "seat": seat, "round": round_, "flags": list(one.how.flag_names)}
    row["seen"] = [NAMES[kind] for kind, n in enumerate(one.seen) for _ in range(n)]
    if one.hand.win is not None and random.random() < 0.3:
        rest = one.hand._replace(counts=one.hand.counts - ONE[one.hand.win], win=None, by=None)
        row |= {"hand": str(rest), "win": NAMES[one.hand.win], "by": one.hand.by}
    if random.random() < 0.15:
        row |= random.choice(({"hand": "0m" + row["hand"]}, {"hand": "12x"}, {"flags": ["riichi"]}, {"honba": 1}, {"seat": "Q"}))
    return {"win": None, "by": None, "honba": None, **row}


TYPES = pa.schema({"hand": pa.string(), "won": pa.string(), "seat": pa.string(), "round": pa.string(), "flags": pa.list_(pa.string()),
                   "seen": pa.list_(pa.string()), "win": pa.string(), "by": pa.string(), "honba": pa.int64()})  # fmt: skip


def as_text(won: Any) -> str:
    return won if isinstance(won, str) else json.dumps(won)


@pytest.mark.parametrize("preset", chouma.preset_names("classical"))
def test_a_row_of_a_table_is_what_a_single_request_is(preset: str) -> None:
    random, house = Random(preset), chouma.rules(preset)
    rows = [wire_row(random, house) for _ in range(150)]
    table = pa.Table.from_pylist([{**row, "won": as_text(row["won"])} for row in rows], TYPES)
    found = batch.score_table(table, rules=preset).to_pylist()
    for row, given_back in zip(rows, found, strict=True):
        given_back["problems"] = sorted(given_back["problems"])
        assert given_back == told(row, house), row


def test_won_may_be_true_and_false() -> None:
    hands = ["888s6779p(555m)(345s)", "13p555p99s(666z)(234m)+2p", "13p555p99s(666z)(234m)+2p"]
    table = pa.table({"hand": hands, "won": pa.array([False, True, None]), "seat": ["E", "S", "S"]})
    assert batch.score_table(table, rules="ningbo", columns=["score"]).column("score").to_pylist() == [6, 40, 40]


def test_the_wind_of_the_round_is_asked_for_where_it_counts() -> None:
    table = pa.table({"hand": ["13p555p99s(666z)(234m)+2p"], "seat": ["S"]})
    assert batch.score_table(table, rules="ningbo", columns=["state"]).to_pylist() == [{"state": "scored"}]
    with pytest.raises(HandError, match="no column round"):
        batch.score_table(table, rules="dmjl")


def test_rules_of_another_family_in_the_table_are_refused() -> None:
    table = pa.table({"hand": ["13p555p99s(666z)(234m)+2p"], "seat": ["S"], "round": ["E"], "rules": ["ningbo"]})
    with pytest.raises(RuleError, match="ningbo"):
        batch.score_table(table)
    assert batch.score_table(table, rules="ningbo", columns=["score"]).to_pylist() == [{"score": 40}]
    with pytest.raises(RuleError, match="tenhou"):
        batch.score_table(table.set_column(3, "rules", pa.array(["tenhou"])), rules="ningbo")


def test_the_answer_is_known_before_a_hand_is_scored() -> None:
    schema = pa.schema({"hand": pa.string(), "seat": pa.string(), "id": pa.int32()})
    assert batch.table_schema(schema, rules="ningbo").names == ["id", *CLASSICAL_ANSWERS]


def test_riichi_knows_no_losers() -> None:
    rows = {"hand": ["234m 345678p 6634s +5s"] * 4, "seat": ["S"] * 4, "round": ["E"] * 4, "won": ["true", "false", None, "dealt"]}
    found = batch.score_table(pa.table(rows | {"seen": [[], [], [], []]}), columns=["state", "problems"]).to_pylist()
    assert [row["state"] for row in found] == ["scored", "refused", "scored", "refused"]
    assert "bad_value" in found[1]["problems"]


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_chouma_batch(ending: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    from pyarrow import csv as pa_csv
    from pyarrow import parquet

    from chouma.cli import main

    random, house = Random(ending), chouma.rules("ningbo")
    rows = [row for row in (wire_row(random, house) for _ in range(60)) if row["flags"] == [] and row["hand"] != "12x"]
    kept = [{key: row[key] for key in ("hand", "won", "seat")} for row in rows]
    into, out = tmp_path / f"hands.{ending}", tmp_path / f"scores.{ending}"
    table = pa.Table.from_pylist([{**row, "won": as_text(row["won"])} for row in kept])
    if ending == "csv":
        pa_csv.write_csv(table, into)
    elif ending == "parquet":
        parquet.write_table(table, into)
    else:
        into.write_text("\n".join(map(json.dumps, kept)), encoding="utf8")
    main(["batch", str(into), str(out), "--rules", "ningbo", "--columns", "state score"])
    if ending == "csv":
        cells = csv.DictReader(out.read_text(encoding="utf8").splitlines())
        found = [(row["state"], int(row["score"]) if row["score"] else None) for row in cells]
    else:
        lines = [] if ending == "parquet" else out.read_text(encoding="utf8").splitlines()
        answers = [json.loads(line) for line in lines] or parquet.read_table(out).to_pylist()
        found = [(row["state"], row.get("score")) for row in answers]
    wanted = [told(row, house) for row in kept]
    assert found == [(row["state"], row["score"]) for row in wanted]
    assert {state for state, _ in found} > {"scored"}
