"""Tables of hands: a row is what a single request is, whatever brought it, and a bad one costs itself only."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import PRESETS, cases, random_case

import chouma
from chouma import wire
from chouma.errors import HandError, Problem, RuleError, UnknownNameError
from chouma.riichi.examples import Example
from chouma.riichi.rules import RiichiRules, rules
from chouma.tiles import NAMES, name

pa = pytest.importorskip("pyarrow", reason="the extra chouma[batch] isn't installed")

from chouma.batch import score_batches, score_table, table_schema  # noqa: E402 - it needs PyArrow
from chouma.batch.tables import ANSWERS, MOST_ROWS  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
HANDS = [json.loads(line) for line in (ROOT / "tests" / "data" / "hands.jsonl").read_text(encoding="utf8").splitlines()]
PINFU = {"hand": "234m 345678p 6634s +5s", "seat": "S", "round": "E"}

Row = dict[str, Any]


def expected(row: Mapping[str, Any], house: RiichiRules) -> Row:
    """What a row of an answer holds, from the answer to a single request."""
    fields, flaws = wire.check(dict(row))
    answer = wire.score_fields({**fields, "rules": house}, flaws)
    nothing = dict.fromkeys(ANSWERS)
    if isinstance(answer, wire.Refusal):
        return {**nothing, "state": "refused", "problems": sorted({flaw.id for flaw in answer.flaws})}
    told = answer.to_dict()
    if not told["win"]:
        return {**nothing, "state": told["reason"], "problems": []}
    payments = {key: told["payments"].get(key) for key in ("discarder", "dealer", "each_nondealer", "total")}
    figures = {key: told[key] for key in ("han", "fu", "fu_raw", "yakuman", "limit", "base", "points")}
    return {"state": "scored", "problems": [], **figures, **payments, **told["dora"], "yaku": sorted(hit["id"] for hit in told["yaku"])}


def rows_of(table: Any) -> list[Row]:
    """Rows of an answer, names without their order."""
    found = table.to_pylist()
    for row in found:
        for key in ("yaku", "problems"):
            if row.get(key) is not None:
                row[key] = sorted(row[key])
    return found


def request_of(case: Any) -> Row:
    """A case of `strategies` as the wire form."""
    shown = {key: [NAMES[tile] for tile in case.keywords[key]] for key in ("dora_indicators", "ura_indicators")}
    return {"hand": chouma.write(case.hand), **case.keywords, **shown}


def our_requests() -> Iterator[tuple[Row, RiichiRules]]:
    for line in HANDS:
        example = Example.read(line["hand"])
        keywords = dict(example.keywords)
        house = rules({"base": line.get("rules", "general"), **keywords.pop("rules", {})})
        for key in ("seat", "round"):
            keywords[key] = keywords[key].name if key in keywords else {"seat": "S", "round": "E"}[key]
        for key in ("dora_indicators", "ura_indicators"):
            keywords[key] = [NAMES[tile] for tile in keywords.get(key, ())]
        yield {"hand": example.hand, **keywords, "flags": list(keywords.get("flags", ()))}, house


def sample(n: int, house: str = "tenhou", seed: int = 1) -> list[Row]:
    random = Random(seed)
    return [request_of(random_case(random, rules(house))) for _ in range(n)]


TYPES = {
    **{key: pa.string() for key in ("hand", "win", "by", "seat", "round")},
    **{key: pa.list_(pa.string()) for key in ("flags", "dora_indicators", "ura_indicators")},
    **{key: pa.int64() for key in ("honba", "deposits", "kita")},
}


def table_of(rows: Sequence[Mapping[str, Any]], **types: Any) -> Any:
    """Rows as a table; every column of the wire form is there."""
    kinds = {**TYPES, **types}
    names = [*kinds, *dict.fromkeys(key for row in rows for key in row if key not in kinds)]
    return pa.table({key: pa.array([row.get(key) for row in rows], kinds.get(key)) for key in names})


# ------------------------------------------------------------------------------------------------ equal


def test_our_hands_in_a_table_are_as_our_hands_one_by_one() -> None:
    by_house: dict[RiichiRules, list[Row]] = {}
    for row, house in our_requests():
        by_house.setdefault(house, []).append(row)
    assert sum(map(len, by_house.values())) == len(HANDS)
    for house, rows in by_house.items():
        assert rows_of(score_table(table_of(rows), rules=house)) == [expected(row, house) for row in rows]


@given(st.lists(cases(st.just(rules("tenhou"))), max_size=12))
def test_random_hands(found: list[Any]) -> None:
    rows = [request_of(case) for case in found]
    assert rows_of(score_table(table_of(rows), rules="tenhou")) == [expected(row, rules("tenhou")) for row in rows]


@given(PRESETS.flatmap(lambda house: cases(st.just(house))))
def test_one_row_under_any_preset(case: Any) -> None:
    row = request_of(case)
    assert rows_of(score_table(table_of([row]), rules=case.rules)) == [expected(row, case.rules)]


_JUNK = {
    "hand": (
        *(None, "", "123m", "+5s", "234m 345678p 66634s +5s", "1f 234m 345678p 6634s +5s", "(111m)(222m)(333m)(444m)(555m)1z+1z"),
        *("x" * 600, "東"),
    ),
    "win": ("5s", "0s", "5s 5s", "", "1f", "9z"),
    "by": ("ron", "tsumo", "RON", ""),
    "seat": (None, "E", "Q", "east", ""),
    "round": (None, "N", "南", "?"),
    "flags": (["riichi", "double_riichi"], ["haitei"], ["no_such"], ["riichi", "no_such"], ["riichi"] * 3, ["tenhou"], ["rinshan"]),
    "dora_indicators": (["5s"] * 4, ["1m", "2m", "3m", "4m", "6m", "7m"], ["1f"], ["xx"], ["1m2m"], ["0m", "0m"]),
    "ura_indicators": (["1m", "2m"], [""], ["9p"]),
    "honba": (-1, 10_000, 10_001, 2**40),
    "deposits": (-5, 10**15, 3),
    "kita": (1, 4, 5, -1),
}


@st.composite
def spoilt(draw: st.DrawFn) -> tuple[Row, RiichiRules]:
    """A row with something strange in one to three places."""
    case = draw(cases())
    row = request_of(case)
    for key in draw(st.lists(st.sampled_from(list(_JUNK)), min_size=1, max_size=3)):
        row[key] = draw(st.sampled_from(_JUNK[key]))
    return {key: value for key, value in row.items() if value is not None}, case.rules


@given(spoilt())
def test_a_spoilt_row_has_the_problems_of_a_request_and_costs_itself_only(found: tuple[Row, RiichiRules]) -> None:
    row, house = found
    got = rows_of(score_table(table_of([PINFU, row, PINFU]), rules=house))
    assert got == [expected(PINFU, house), expected(row, house), expected(PINFU, house)]


def test_known_values() -> None:
    """Riichi, pinfu, tanyao and two dora (3p, 6p): 5 han, mangan; the dealer's 4000 all; a bare yakuman; no yaku; junk."""
    rows = [
        {**PINFU, "flags": ["riichi"], "dora_indicators": ["2p", "5p"], "honba": 1, "deposits": 2},
        {"hand": "234m 345678p 6634s *5s", "seat": "E", "round": "S", "flags": ["riichi", "ippatsu"]},
        {"hand": "19m19p19s1234566z*7z", "seat": "S", "round": "E"},
        {"hand": "66p 78s (222m) (333m) (444m) +9s", "seat": "S", "round": "E"},
        {"hand": "123m", "seat": "S"},
    ]
    got = rows_of(score_table(table_of(rows), rules="tenhou"))
    assert [row["state"] for row in got] == ["scored", "scored", "scored", "no_yaku", "refused"]
    mangan = {"han": 5, "fu": 30, "limit": "mangan", "base": 2000, "points": 8000, "dora": 2, "ura": 0, "aka": 0, "kita": 0}
    assert mangan.items() <= got[0].items()
    assert [got[0][key] for key in ("discarder", "dealer", "each_nondealer", "total")] == [8300, None, None, 10300]
    # riichi, ippatsu, menzen tsumo, pinfu, tanyao: 5 han, and 4000 of each
    assert (got[1]["han"], got[1]["discarder"], got[1]["dealer"], got[1]["each_nondealer"], got[1]["total"]) == (5, None, None, 4000, 12000)
    assert (got[2]["han"], got[2]["fu"], got[2]["yakuman"], got[2]["limit"]) == (None, None, 1, "yakuman")
    assert (got[2]["dealer"], got[2]["each_nondealer"]) == (16000, 8000)
    assert got[2]["yaku"] == ["kokushi"]
    assert {key: value for key, value in got[3].items() if value is not None} == {"state": "no_yaku", "problems": []}
    assert got[4]["problems"] == ["missing_key", "no_winning_tile", "tile_count"]


# ------------------------------------------------------------------------------------- forms of columns


ROWS = sample(60)
RIGHT = [expected(row, rules("tenhou")) for row in ROWS]


def encoded(table: Any) -> Any:
    """Texts as dictionaries, with some nulls put in and taken out again."""
    for key in ("hand", "seat", "round"):
        table = table.set_column(table.schema.get_field_index(key), key, table[key].dictionary_encode())
    return table


def chunked(table: Any) -> Any:
    """Columns cut at different places."""
    columns = []
    for i, column in enumerate(table.columns):
        whole, cut = column.combine_chunks(), 1 + i
        columns.append(pa.chunked_array([whole.slice(0, cut), whole.slice(cut, 0), whole.slice(cut)], whole.type))
    return pa.Table.from_arrays(columns, names=table.column_names)


def sliced(table: Any) -> Any:
    """The same rows out of the middle of a larger table."""
    return pa.concat_tables([table, table, table]).combine_chunks().slice(len(table), len(table))


def cast(table: Any, **types: Any) -> Any:
    for key, kind in types.items():
        table = table.set_column(table.schema.get_field_index(key), key, table[key].cast(kind))
    return table


def as_text(table: Any) -> Any:
    """Lists as texts."""
    for key in ("flags", "dora_indicators", "ura_indicators"):
        texts = [" ".join(value) if value is not None else None for value in table[key].to_pylist()]
        table = table.set_column(table.schema.get_field_index(key), key, pa.array(texts, pa.string()))
    return table


def marked(table: Any) -> Any:
    """A column for each flag."""
    flags = table["flags"].to_pylist()
    table = table.drop_columns(["flags"])
    for flag in chouma.hand.FLAGS:
        table = table.append_column(flag, pa.array([True if flag in (told or ()) else None for told in flags], pa.bool_()))
    return table


def apart(table: Any) -> Any:
    """The winning tile in a column of its own."""
    hands = [chouma.read(text) for text in table["hand"].to_pylist()]
    rest = [chouma.write(hand._replace(counts=hand.counts - chouma.tiles.ONE[hand.win], win=None, by=None)) for hand in hands]
    table = table.set_column(0, "hand", pa.array(rest))
    table = table.set_column(1, "win", pa.array([name([hand.win]) for hand in hands]))
    return table.set_column(2, "by", pa.array([hand.by for hand in hands]).dictionary_encode())


def in_parts(table: Any) -> Any:
    """Hands as lists of their parts."""
    return table.set_column(0, "hand", pa.array([text.split() for text in table["hand"].to_pylist()]))


def nulls(table: Any) -> Any:
    """Columns that hold nothing, of no type."""
    for key in ("win", "by", "kita"):
        table = table.set_column(table.schema.get_field_index(key), key, pa.nulls(len(table)))
    return table


def in_kanji(table: Any) -> Any:
    return table.set_column(0, "hand", pa.array([chouma.write(chouma.read(text), "kanji") for text in table["hand"].to_pylist()]))


def viewed(table: Any) -> Any:
    """Lists as views."""
    for key in ("flags", "dora_indicators"):
        views = pa.array([*table[key].to_pylist(), ["9z"]], pa.list_view(pa.string()))
        table = table.set_column(table.schema.get_field_index(key), key, views.slice(0, len(table)))
    return table


FORMS: dict[str, Callable[[Any], Any]] = {
    "as it is": lambda table: table,
    "dictionaries": encoded,
    "chunks": chunked,
    "a slice": sliced,
    "a slice of dictionaries": lambda table: sliced(encoded(table)),
    "chunks of slices": lambda table: chunked(sliced(table)),
    "large text": lambda table: cast(table, hand=pa.large_string(), seat=pa.large_string(), flags=pa.large_list(pa.large_string())),
    "views": lambda table: cast(table, hand=pa.string_view(), seat=pa.string_view(), dora_indicators=pa.list_(pa.string_view())),
    "views of lists": viewed,
    "lists as text": as_text,
    "flags as columns": marked,
    "small numbers": lambda table: cast(table, honba=pa.uint8(), deposits=pa.int16()),
    "numbers with a point": lambda table: cast(table, honba=pa.float64(), deposits=pa.decimal128(22, 1)),
    "the winning tile apart": apart,
    "hands in parts": in_parts,
    "nulls": nulls,
    "no columns but the needed": lambda table: table.drop_columns(["win", "by", "kita"]),
    "kanji": in_kanji,
}


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_columns(form: str) -> None:
    assert rows_of(score_table(FORMS[form](table_of(ROWS)), rules="tenhou")) == RIGHT


def test_no_rows() -> None:
    empty = table_of(ROWS).slice(0, 0)
    found = score_table(empty, rules="tenhou")
    assert found.num_rows == 0 and found.schema == table_schema(empty.schema)
    assert score_table(chunked(table_of(ROWS)).slice(3, 0)).num_rows == 0
    assert score_table(empty.to_batches()[0] if empty.to_batches() else pa.RecordBatch.from_pylist([], empty.schema)).num_rows == 0
    assert list(score_batches([])) == []


def test_what_comes_in_is_not_changed() -> None:
    table = table_of(ROWS)
    before = table.to_pylist()
    score_table(table, rules="tenhou")
    assert table.to_pylist() == before


def test_more_rows_than_are_held_at_a_time() -> None:
    n = MOST_ROWS + 1000
    few = table_of(ROWS[:7])
    table = few.take(pa.array(np.arange(n) % 7)).append_column("at", pa.array(np.arange(n)))
    found = score_table(table, rules="tenhou", columns=["at", "state", "points"], threads=1)
    assert found["at"].to_pylist() == list(range(n))
    right = [(row["state"], row["points"]) for row in RIGHT[:7]]
    assert list(zip(found["state"].to_pylist(), found["points"].to_pylist(), strict=True)) == [right[i % 7] for i in range(n)]
    assert found.equals(score_table(table, rules="tenhou", columns=["at", "state", "points"], threads=2))


# ------------------------------------------------------------------------------------------ kinds of tables


class Stream:
    """An object that speaks Arrow, and nothing else."""

    def __init__(self, table: Any):
        self.table = table

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.table.__arrow_c_stream__(requested_schema)


class Single:
    """An object that is one batch."""

    def __init__(self, batch: Any):
        self.batch = batch

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        return self.batch.__arrow_c_array__(requested_schema)


def test_pyarrow_comes_back_as_it_came() -> None:
    table = table_of(ROWS)
    batch = table.combine_chunks().to_batches()[0]
    assert isinstance(score_table(table), pa.Table)
    found = score_table(batch, rules="tenhou")
    assert isinstance(found, pa.RecordBatch) and rows_of(found) == RIGHT
    reader = score_table(pa.RecordBatchReader.from_batches(table.schema, chunked(table).to_batches()), rules="tenhou")
    assert isinstance(reader, pa.RecordBatchReader) and rows_of(reader.read_all()) == RIGHT


def test_whatever_speaks_arrow() -> None:
    table = table_of(ROWS)
    assert rows_of(score_table(Stream(table), rules="tenhou")) == RIGHT
    assert rows_of(score_table(Single(table.combine_chunks().to_batches()[0]), rules="tenhou")) == RIGHT


def test_what_does_not_speak_arrow_is_refused() -> None:
    for thing in ([PINFU], {"hand": ["123m"]}, "hands.parquet", None, 5):
        with pytest.raises(HandError, match="no table of Arrow"):
            score_table(thing)


def test_polars_comes_back() -> None:
    polars = pytest.importorskip("polars", reason="Polars isn't installed")
    frame = polars.from_arrow(table_of(ROWS)).with_columns(id=polars.int_range(len(ROWS)))
    found = score_table(frame, rules="tenhou")
    assert isinstance(found, polars.DataFrame)
    assert found["id"].to_list() == list(range(len(ROWS)))
    assert rows_of(found.drop("id").to_arrow()) == RIGHT
    with pytest.raises(HandError, match="collect"):
        score_table(frame.lazy())


def test_duckdb_comes_back() -> None:
    duckdb = pytest.importorskip("duckdb", reason="DuckDB isn't installed")
    with duckdb.connect() as connection:
        found = score_table(connection.from_arrow(table_of(ROWS)), rules="tenhou", columns=["state", "points", "yaku"])
        assert isinstance(found, duckdb.DuckDBPyRelation)
        told = [(state, points, sorted(yaku) if yaku is not None else None) for state, points, yaku in found.fetchall()]
        assert told == [(row["state"], row["points"], row["yaku"]) for row in RIGHT]


def test_pandas_comes_back() -> None:
    pandas = pytest.importorskip("pandas", reason="pandas isn't installed")
    frame = table_of(ROWS).to_pandas()
    frame["odd"] = pandas.date_range("2024-01-01", periods=len(frame), tz="Asia/Tokyo")
    frame.index = [f"row {i}" for i in range(len(frame))]
    found = score_table(frame, rules="tenhou")
    assert isinstance(found, pandas.DataFrame) and list(found.index) == list(frame.index)
    assert found["odd"].dtype == frame["odd"].dtype and (found["odd"] == frame["odd"]).all()
    assert [None if pandas.isna(n) else n for n in found["han"]] == [row["han"] for row in RIGHT]
    assert list(found["state"]) == [row["state"] for row in RIGHT]


# ------------------------------------------------------------------------------------------ what is asked for


def test_other_columns_are_carried_along() -> None:
    ids = pa.array([{"game": i, "of": ["a", None]} for i in range(len(ROWS))])
    table = table_of(ROWS).append_column("id", ids)
    found = score_table(table, rules="tenhou")
    assert found.column_names == ["id", *ANSWERS]
    assert found["id"].combine_chunks().equals(ids)


def test_columns_are_picked_in_order() -> None:
    table = table_of(ROWS).append_column("id", pa.array(range(len(ROWS))))
    found = score_table(table, rules="tenhou", columns=["points", "id", "hand", "kita"])
    assert found.column_names == ["points", "id", "hand", "kita"]
    assert found["hand"].equals(table["hand"])
    assert found["kita"].to_pylist() == [row["kita"] for row in RIGHT]  # of the answer: north dora
    assert found.schema == table_schema(table.schema, columns=["points", "id", "hand", "kita"])
    for wrong, error in (("pionts", UnknownNameError), ("han han", HandError), ([], HandError)):
        with pytest.raises(error):
            score_table(table, columns=wrong)


def test_a_column_of_the_answer_is_not_overwritten() -> None:
    table = table_of([PINFU]).append_column("points", pa.array([7]))
    with pytest.raises(HandError, match="a column points already"):
        score_table(table)
    assert score_table(table, columns=["points"])["points"].to_pylist() == [2000]


def test_every_type_of_the_answer_is_as_told() -> None:
    found = score_table(table_of(ROWS), rules="tenhou")
    assert {field.name: field.type for field in found.schema} == ANSWERS
    assert found.validate(full=True) is None
    spelled = next(score_batches([table_of(ROWS).combine_chunks().to_batches()[0]], rules="tenhou", dictionaries=False))
    assert not any("dictionary" in str(field.type) for field in spelled.schema)
    assert spelled.schema == table_schema(table_of(ROWS).schema, dictionaries=False)
    assert rows_of(spelled) == RIGHT


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ({"seat": ["S"], "round": ["E"]}, "no column hand"),
        ({"hand": ["123m"]}, "no column seat(.|\n)*no column round"),
        ({"hand": [1], "seat": ["S"], "round": ["E"]}, "the column hand is int64: it is text"),
        ({"hand": ["1m"], "seat": [0], "round": ["E"]}, "the column seat is int64: it is text"),
        ({"hand": ["1m"], "seat": ["E"], "round": ["E"], "honba": ["1"]}, "the column honba is string: it is whole numbers"),
        ({"hand": ["1m"], "seat": ["E"], "round": ["E"], "riichi": ["yes"]}, "riichi is string: it is true or false"),
        ({"hand": ["1m"], "seat": ["E"], "round": ["E"], "flags": [1]}, "flags is int64: it is text, or lists of text"),
        ({"hand": ["1m"], "seat": ["E"], "round": ["E"], "strict": [False]}, "strict is false"),
    ],
)
def test_tables_that_cannot_be_read(columns: dict[str, list[Any]], told: str) -> None:
    with pytest.raises(HandError, match=told):
        score_table(pa.table(columns))


def test_two_columns_of_one_name() -> None:
    table = pa.Table.from_arrays([pa.array([text]) for text in ("1m", "E", "E", "2m")], names=["hand", "seat", "round", "hand"])
    with pytest.raises(HandError, match="2 columns 'hand'"):
        score_table(table)


def test_threads_are_a_number() -> None:
    for wrong in (0, -1, 1.5, True, "2"):
        with pytest.raises(HandError, match="threads"):
            score_table(table_of([PINFU]), threads=wrong)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------ rules


def with_rules(*names: Any) -> Any:
    # 20 + 2 for the self-draw + 4 for the pair of a double wind at Tenhou, 2 with the WRC
    rows = [{"hand": "22z 234m 345p 678s 67p *8p", "seat": "S", "round": "S", "rules": name} for name in names]
    return table_of(rows)


def test_the_table_tells_its_rules() -> None:
    def raw_fu(table: Any, **asked: Any) -> list[int]:
        return score_table(table, columns=["fu_raw"], **asked)["fu_raw"].to_pylist()

    spec = {"base": "tenhou", "double_wind_pair_fu": 2}
    assert raw_fu(with_rules("tenhou", "tenhou")) == raw_fu(with_rules(None, None), rules="tenhou") == [26, 26]
    assert raw_fu(with_rules("wrc")) == raw_fu(with_rules(None), rules="wrc") == [24]
    assert raw_fu(with_rules(spec)) == raw_fu(with_rules(json.dumps(spec))) == raw_fu(with_rules(None), rules=spec) == [24]
    assert raw_fu(with_rules(None)) == [26]  # general


def test_several_rule_sets_are_refused() -> None:
    several = ((with_rules("wrc", "tenhou"), None), (with_rules("wrc", None), None), (with_rules("wrc"), "tenhou"))
    for table, asked in several:
        with pytest.raises(RuleError, match="several rule sets"):
            score_table(table, rules=asked)
    with pytest.raises(RuleError, match="several rule sets"):
        list(score_batches([*with_rules("wrc").to_batches(), *with_rules("tenhou").to_batches()]))
    assert score_table(with_rules("tenhou", None), rules="tenhou").num_rows == 2
    with pytest.raises(UnknownNameError):
        score_table(with_rules("no_such"))
    with pytest.raises(RuleError, match="JSON"):
        score_table(with_rules("{base"))


# ------------------------------------------------------------------------------------------------ streams


def test_streams_are_lazy() -> None:
    taken = []

    def batches() -> Iterator[Any]:
        for i in range(3):
            taken.append(i)
            yield table_of(ROWS[i : i + 2]).combine_chunks().to_batches()[0]

    found = score_batches(batches(), rules="tenhou")
    assert taken == []
    assert rows_of(next(found)) == RIGHT[:2] and taken == [0]
    assert rows_of(next(found)) == RIGHT[1:3] and taken == [0, 1]


def test_batches_are_alike() -> None:
    one, other = table_of([PINFU]).to_batches()[0], pa.record_batch({"hand": ["123m"], "seat": ["E"], "round": ["E"]})
    found = score_batches([one, other])
    next(found)
    with pytest.raises(HandError, match="other columns than the first"):
        next(found)


def test_problems_have_the_ids_of_a_request() -> None:
    known = {*wire.PROBLEMS, *(problem.id for problem in Problem)}
    rows = [{**PINFU, "seat": "S", key: value} for key, values in _JUNK.items() for value in values]
    got = score_table(table_of(rows), rules="tenhou")
    assert {id for row in rows_of(got) for id in row["problems"]} <= known
    assert sum(state == "refused" for state in got["state"].to_pylist()) > 20


def test_nulls_inside_of_lists_and_strange_flags() -> None:
    table = pa.table({
        "hand": [PINFU["hand"]] * 4,
        "seat": ["S"] * 4,
        "round": ["E"] * 4,
        "flags": [["riichi", None], ["riichi"], None, []],
        "ippatsu": [0, 1, 2, None],
        "honba": [0.0, 1.0, 0.5, None],
    })
    got = rows_of(score_table(table, rules="tenhou"))
    assert [row["state"] for row in got] == ["refused", "scored", "refused", "scored"]
    assert got[1]["yaku"] == ["ippatsu", "pinfu", "riichi", "tanyao"] and got[1]["total"] == got[1]["points"] + 300
    assert got[2]["problems"] == ["wrong_type"]
