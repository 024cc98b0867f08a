"""Tables of hands to tables of scores: anything that speaks Arrow, and streams of record batches."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pyarrow as pa

from ..errors import Fault, HandError, Problem, RuleError, UnknownNameError, shorten
from ..riichi.fu import DORA
from ..rulesets import RuleSet
from .arrays import REFUSED, SCORED, STATES, Columns, any_engine, is_classical, score_given
from .intake import READ, Faulty, checked, plain, take_in
from .price import LIMITS

#: hands that are worked on at a time, whatever the size of what comes
MOST_ROWS = 1 << 16
#: hands that are worth a thread of their own
LEAST_ROWS = 1 << 13

_NAME = pa.dictionary(pa.int8(), pa.string())
_SMALL, _POINTS = pa.int16(), pa.int64()
_BY_DORA = tuple(item.id for item in DORA)

#: the columns of an answer
ANSWERS = {
    "state": _NAME,
    "problems": pa.list_(pa.string()),
    **dict.fromkeys(("han", "fu", "fu_raw"), _SMALL),
    "yaku": pa.list_(pa.dictionary(pa.int16(), pa.string())),
    "yakuman": _SMALL,
    "limit": _NAME,
    **dict.fromkeys(("base", "points", "discarder", "dealer", "each_nondealer", "total"), _POINTS),
    **dict.fromkeys(_BY_DORA, _SMALL),
}

#: the same under classical rules: ``paid_for`` is the limit hand that the score is paid for, ``hits`` are all patterns
CLASSICAL_ANSWERS = {
    "state": _NAME,
    "problems": pa.list_(pa.string()),
    **dict.fromkeys(("fu", "fu_raw", "fan"), _SMALL),
    "score": _POINTS,
    "limit": _NAME,
    "paid_for": _NAME,
    "hits": pa.list_(pa.dictionary(pa.int16(), pa.string())),
}


def score_table(
    table: Any,
    *,
    rules: RuleSet | str | Mapping[str, Any] | None = None,
    columns: Sequence[str] | None = None,
    threads: int | None = None,
) -> Any:
    """Score a table of hands.

    Parameters
    ----------
    table : pyarrow.Table, RecordBatch or RecordBatchReader, or any object that speaks Arrow
        A frame of Polars, pandas or DuckDB does. One row is one request of the wire form, its keys are the columns: ``hand`` (text in
        any notation, or lists of its parts), ``seat`` and ``round``, and as needed ``win`` and ``by``, ``flags`` (lists of text, text
        such as ``"riichi ippatsu"``, or a column of true and false by the name of each flag), ``dora_indicators`` and
        ``ura_indicators`` (lists of text, or text such as ``"2p 0s"``), ``honba``, ``deposits``, ``kita``. A null is what isn't given.
    rules : RuleSet, str or mapping, optional
        As for `chouma.rules`. Without it the column ``rules`` tells, which must be the same in all rows; ``general`` if there is none.
        Classical rules are named here; they read ``won`` (true, false, ``dealt``) and ``seen`` too, and ``round`` only where it counts.
    columns : sequence of str, optional
        What to give back, in this order: columns of the answer, or of `table`. Without it all columns of `table` that are none of
        the above, untouched, and all of the answer.
    threads : int, optional
        How many to use; all cores by default.

    Returns
    -------
    object of the same kind as `table`
        One row for each hand, in order. ``state``: ``scored``, ``not_a_win``, ``no_yaku`` or ``refused``; ``problems``: ids of what is
        wrong with a hand that is refused, which costs its own row only; ``han``, ``fu``, ``fu_raw`` (null where there are none),
        ``yaku`` (ids), ``yakuman`` (how many), ``limit``; ``base`` and ``points``; ``discarder``, ``dealer``, ``each_nondealer``,
        ``total``: points, counters and deposits included, null where nobody pays; ``dora``, ``ura``, ``aka``, ``kita``: han. Where a
        hand isn't scored all but ``state`` and ``problems`` is null. Classical rules answer as `CLASSICAL_ANSWERS` has it. What isn't
        of pyarrow, Polars, pandas or DuckDB comes back as a pyarrow.Table.

    Raises
    ------
    HandError
        If a column is missing, of another type, or has the name of one of the answer.
    RuleError
        If there is no such rule set or column, or the column ``rules`` holds several.

    Examples
    --------
    >>> table = pa.table({"hand": ["234m 345678p 6634s +5s", "123m"], "seat": ["S", "E"], "round": ["E", "E"], "id": [7, 8]})
    >>> found = score_table(table, rules="tenhou", columns=["id", "state", "problems", "han", "points", "yaku"])
    >>> found.to_pylist()[0]
    {'id': 7, 'state': 'scored', 'problems': [], 'han': 2, 'points': 2000, 'yaku': ['pinfu', 'tanyao']}
    >>> found.to_pylist()[1]["problems"]
    ['tile_count', 'no_winning_tile']
    """
    if isinstance(table, pa.RecordBatchReader):
        job = Job(table.schema, rules, columns, threads)
        return pa.RecordBatchReader.from_batches(job.schema, (found for batch in table for found in job.parts(batch)))
    known = _arrow(table)
    job = Job(known.schema, rules, columns, threads)
    batches = known.to_batches(max_chunksize=MOST_ROWS * (job.threads or os.cpu_count() or 1))
    found = pa.Table.from_batches([part for batch in batches for part in job.parts(batch)], job.schema)
    return _like(table, found, job)


def score_batches(
    batches: Iterable[Any],
    *,
    rules: RuleSet | str | Mapping[str, Any] | None = None,
    columns: Sequence[str] | None = None,
    threads: int | None = None,
    dictionaries: bool = True,
) -> Iterator[pa.RecordBatch]:
    """Score a stream of record batches, one after the other: memory stays flat.

    It is what ``mapInArrow`` of Spark asks for (there with ``dictionaries=False``). All batches have the same columns, and so have all
    answers: see `table_schema`. A large batch is answered in several.

    Parameters
    ----------
    batches : iterable of pyarrow.RecordBatch
        Or of objects that become one.
    rules, columns, threads
        As for `score_table`.
    dictionaries : bool
        False: names as plain text.

    Yields
    ------
    pyarrow.RecordBatch

    Examples
    --------
    >>> batch = pa.record_batch({"hand": ["234m 345678p 6634s +5s"], "seat": ["E"], "round": ["E"]})
    >>> [found.to_pylist() for found in score_batches(iter([batch, batch]), columns=["points"])]
    [[{'points': 2900}], [{'points': 2900}]]
    """
    job: Job | None = None
    for given in batches.to_batches() if isinstance(batches, pa.Table) else batches:
        batch = given if isinstance(given, pa.RecordBatch) else pa.record_batch(given)
        if job is None:
            job = Job(batch.schema, rules, columns, threads, dictionaries)
        elif batch.schema != job.source:
            raise HandError([Fault(Problem.BAD_VALUE, f"a batch has other columns than the first: {_described(batch.schema)}", "batches")])
        yield from job.parts(batch)


def table_schema(
    schema: pa.Schema,
    *,
    rules: RuleSet | str | Mapping[str, Any] | None = None,
    columns: Sequence[str] | None = None,
    dictionaries: bool = True,
) -> pa.Schema:
    """The columns of the answer to a table, known before a hand is scored.

    Parameters
    ----------
    schema : pyarrow.Schema
        Of the table.
    rules, columns, dictionaries
        As for `score_batches`.

    Examples
    --------
    >>> schema = pa.schema({"hand": pa.string(), "seat": pa.string(), "round": pa.string(), "id": pa.int32()})
    >>> table_schema(schema, columns=["id", "points"])
    id: int32
    points: int64
    """
    return Job(schema, rules, columns, None, dictionaries).schema


# ------------------------------------------------------------------------------------------ one table


class Job:
    """What is asked for, for every batch of one table.

    Parameters
    ----------
    source : pyarrow.Schema
        The columns that come.
    rules, columns, threads, dictionaries
        As for `score_batches`.

    Attributes
    ----------
    schema : pyarrow.Schema
        The columns of the answer.
    carried : tuple of str
        Columns that are carried along.
    """

    def __init__(
        self,
        source: pa.Schema,
        rules: RuleSet | str | Mapping[str, Any] | None = None,
        columns: Sequence[str] | None = None,
        threads: int | None = None,
        dictionaries: bool = True,
    ):
        self.asked = None if rules is None else any_engine(rules)
        self.classical = self.asked is not None and is_classical(self.asked.rules)
        checked(source, self.asked is None or getattr(self.asked.rules, "round_wind", True))
        self.source, self.threads, self.dictionaries = source, _threads(threads), dictionaries
        self.engine: Any = None
        told = CLASSICAL_ANSWERS if self.classical else ANSWERS
        self.names = _chosen(source, columns, told)
        self.carried = tuple(name for name in self.names if name not in told)
        fields = [source.field(name) if name in self.carried else pa.field(name, told[name]) for name in self.names]
        self.schema = pa.schema(fields if dictionaries else [_spelled_out(field) for field in fields])

    def narrowed(self) -> Job:
        """The same for a table that has only the columns that are read or carried along."""
        kept = [field for field in self.source if field.name in READ or field.name in self.carried]
        return Job(pa.schema(kept), self.asked.rules if self.asked else None, self.names, self.threads, self.dictionaries)

    def parts(self, batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
        """Score a batch, a few hands at a time."""
        for found, _ in self.answers(batch):
            yield found

    def answers(self, batch: pa.RecordBatch, faulty: Mapping[int, Faulty] | None = None) -> Iterator[tuple[pa.RecordBatch, np.ndarray]]:
        """Score a batch, a few hands at a time.

        Parameters
        ----------
        batch : pyarrow.RecordBatch
        faulty : mapping, optional
            Rows that are refused already.

        Yields
        ------
        answer : pyarrow.RecordBatch
        states : ndarray of shape (N,), uint8
            As in `Columns`, whether the answer has them or not.
        """
        faulty = faulty or {}
        engine = self._engine(batch, faulty)
        n_threads = self.threads or os.cpu_count() or 1
        n_rows = max(LEAST_ROWS, min(MOST_ROWS, -(-batch.num_rows // n_threads)))

        def part(first: int) -> tuple[pa.RecordBatch, np.ndarray]:
            known = {at - first: one for at, one in faulty.items() if first <= at < first + n_rows}
            return self._scored(batch.slice(first, n_rows), known, engine)

        starts = range(0, max(1, batch.num_rows), n_rows)
        if n_threads == 1 or len(starts) == 1:
            yield from map(part, starts)
            return
        with ThreadPoolExecutor(n_threads) as pool:
            yield from pool.map(part, starts)

    def _scored(self, batch: pa.RecordBatch, faulty: Mapping[int, Faulty], engine: Any) -> tuple[pa.RecordBatch, np.ndarray]:
        taken = take_in(batch, engine, faulty)
        found = score_given(taken.given, engine, threads=1)
        found.state[list(taken.refused)] = REFUSED
        answer = ClassicalAnswer(found, taken.refused) if self.classical else Answer(found, taken.refused)
        columns = []
        for name, field in zip(self.names, self.schema, strict=True):
            column = batch.column(name) if name in self.carried else answer.column(name)
            columns.append(column if column.type == field.type else column.cast(field.type))
        return pa.RecordBatch.from_arrays(columns, schema=self.schema), found.state

    def _engine(self, batch: pa.RecordBatch, faulty: Mapping[int, Faulty]) -> Any:
        """The rules of a batch: those asked for, those that the table tells, or the usual ones."""
        if "strict" in self.source.names and False in batch.column("strict").unique().to_pylist():
            told = "strict is false in some rows: columns refuse what can't be, so score these one by one"
            raise HandError([Fault(Problem.BAD_VALUE, told, "strict")])
        specs = _specs(batch.column("rules"), faulty) if "rules" in self.source.names else [None]
        engines = [self.asked or any_engine("general") if spec is None else any_engine(spec) for spec in specs]
        engine = self.engine or self.asked or (engines or [any_engine("general")])[0]
        if is_classical(engine.rules) != self.classical:
            name = shorten(str(engine.rules.name))
            raise RuleError(f"the column rules names {name!r}, whose answer has other columns: ask for these rules beside the table too")
        for one in engines:
            if one.rules != engine.rules:
                names = " and ".join(f"{shorten(str(rules.name))!r}" for rules in (engine.rules, one.rules))
                raise RuleError(f"the rows have several rule sets, {names}: score each part of the table by itself, grouped by rules")
        if engines:
            self.engine = engine
        return engine


def _threads(threads: int | None) -> int | None:
    if threads is not None and (isinstance(threads, bool) or not isinstance(threads, int) or threads < 1):
        raise HandError([Fault(Problem.BAD_VALUE, f"threads is {threads!r}: it is a whole number, 1 or more", "threads")])
    return threads


def _chosen(source: pa.Schema, columns: Sequence[str] | None, told: Mapping[str, Any]) -> tuple[str, ...]:
    """Names of the columns to give back, out of those of the table and those that are told."""
    if columns is None:
        carried = [name for name in source.names if name not in READ]
        for name in carried:
            if name in told:
                wrong = f"the table has a column {name} already, as the answer has: rename it, or say which columns to give back"
                raise HandError([Fault(Problem.BAD_VALUE, wrong, name)])
        return (*carried, *told)
    names = tuple(columns.replace(",", " ").split()) if isinstance(columns, str) else tuple(columns)
    for name in names:
        if name not in told and name not in source.names:
            raise UnknownNameError("column", name, (*told, *source.names))
        if names.count(name) > 1:
            raise HandError([Fault(Problem.BAD_VALUE, f"the column {name} is asked for twice: name it once", "columns")])
    if not names:
        raise HandError([Fault(Problem.BAD_VALUE, "no columns are asked for: name some, or leave it out for all", "columns")])
    return names


def _spelled_out(field: pa.Field) -> pa.Field:
    """A field without dictionaries."""
    kind = field.type
    if pa.types.is_dictionary(kind):
        return field.with_type(kind.value_type)
    if pa.types.is_list(kind) and pa.types.is_dictionary(kind.value_type):
        return field.with_type(pa.list_(kind.value_type.value_type))
    return field


def _specs(column: pa.Array, faulty: Mapping[int, Faulty]) -> list[Any]:
    """The different rule sets that a column names, None where it names none."""
    if faulty:
        column = column.filter(pa.array([at not in faulty for at in range(len(column))]))
    if not pa.types.is_struct(column.type):
        return [_spec(text) for text in plain(column).unique().to_pylist()]
    found: dict[str, Any] = {}
    for spec in column.to_pylist():
        spec = spec and {name: value for name, value in spec.items() if value is not None}
        found[json.dumps(spec, sort_keys=True, default=str)] = spec or None
    return list(found.values())


def _spec(text: str | None) -> Any:
    """A rule set as text: its name, or the JSON text of a base and what differs."""
    if text is None or not text.lstrip().startswith("{"):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise RuleError(f"the column rules holds {shorten(text)!r}, which is no JSON") from None


def _described(schema: pa.Schema) -> str:
    return shorten(", ".join(f"{field.name} {field.type}" for field in schema), 300)


# ------------------------------------------------------------------------------------------ the answer


class Answer:
    """Scores as columns of a table.

    Parameters
    ----------
    found : Columns
    refused : mapping
        Rows that were no hands, with the ids of their problems.
    """

    def __init__(self, found: Columns, refused: Mapping[int, tuple[str, ...]]):
        self.found, self.refused = found, refused
        self.unpaid = found.state != SCORED

    def column(self, name: str) -> pa.Array:
        """One of `ANSWERS`."""
        found, special = self.found, {"state": self._state, "problems": self._problems, "yaku": self._yaku, "limit": self._limit}
        if name in special:
            return special[name]()
        if name in _BY_DORA:
            values, missing = found.dora[:, _BY_DORA.index(name)], self.unpaid
        else:
            values, missing = getattr(found, name), self.unpaid
        if name == "han":
            missing = missing | (found.yakuman > 0)
        elif name in ("fu", "fu_raw", "discarder", "dealer", "each_nondealer"):
            missing = missing | (values == 0)
        elif name in ("base", "points", "total"):  # more than 64 bits hold
            missing = missing | (found.base < 0)
        return pa.array(values.astype(ANSWERS[name].to_pandas_dtype()), mask=missing)

    def _state(self) -> pa.Array:
        return pa.DictionaryArray.from_arrays(pa.array(self.found.state.astype(np.int8)), pa.array(STATES))

    def _limit(self) -> pa.Array:
        return pa.DictionaryArray.from_arrays(pa.array(self.found.limit.astype(np.int8), mask=self.unpaid), pa.array(LIMITS))

    def _problems(self) -> pa.Array:
        lengths = np.zeros(self.found.n, np.int32)
        ids: list[str] = []
        for at in map(int, np.flatnonzero(self.found.state == REFUSED)):
            told = self.refused.get(at) or self.found.problems_of(at)
            lengths[at] = len(told)
            ids += told
        return pa.ListArray.from_arrays(pa.array(_offsets(lengths)), pa.array(ids, pa.string()))

    def _yaku(self) -> pa.Array:
        return _ids(self.found.yaku, self.found.yaku_names, self.unpaid)


class ClassicalAnswer(Answer):
    """Scores of classical hands as columns of a table.

    Parameters
    ----------
    found : ClassicalColumns
    refused : mapping
        Rows that were no hands, with the ids of their problems.
    """

    found: Any

    def column(self, name: str) -> pa.Array:
        """One of `CLASSICAL_ANSWERS`."""
        from .classical import LIMITS as PARTS

        if name in ("state", "problems"):
            return super().column(name)
        if name == "limit":
            return pa.DictionaryArray.from_arrays(pa.array(self.found.limit.astype(np.int8), mask=self.unpaid), pa.array(PARTS))
        if name == "paid_for":
            places = pa.array(self.found.paid_for.astype(np.int8), mask=self.found.paid_for < 0)
            return pa.DictionaryArray.from_arrays(places, pa.array(self.found.hit_names, pa.string()))
        if name == "hits":
            return _ids(self.found.hits, self.found.hit_names, self.unpaid)
        values = getattr(self.found, name)
        missing = self.unpaid | (values < 0) if name == "score" else self.unpaid  # more than 64 bits hold
        return pa.array(values.astype(CLASSICAL_ANSWERS[name].to_pandas_dtype()), mask=missing)


def _ids(words: np.ndarray, names: Sequence[str], missing: np.ndarray) -> pa.Array:
    """Lists of ids out of words of bits."""
    words = np.ascontiguousarray(words).astype("<u8", copy=False)
    held = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little", count=len(names)).view(bool)  # none where nothing is paid
    rows, bits = np.nonzero(held)
    values = pa.DictionaryArray.from_arrays(pa.array(bits.astype(np.int16)), pa.array(names, pa.string()))
    return pa.ListArray.from_arrays(pa.array(_offsets(np.bincount(rows, minlength=len(words)))), values, mask=pa.array(missing))


def _offsets(lengths: np.ndarray) -> np.ndarray:
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)


# ----------------------------------------------------------------------------------- kinds of tables


def _arrow(table: Any) -> pa.Table:
    """Any table as one of pyarrow."""
    if isinstance(table, pa.Table):
        return table
    if isinstance(table, pa.RecordBatch):
        return pa.Table.from_batches([table])
    try:
        if _home(table) == "pandas":
            return pa.Table.from_pandas(table, preserve_index=False)
        if hasattr(table, "__arrow_c_stream__") or hasattr(table, "__arrow_c_array__"):
            return pa.table(table)
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError) as refused:
        told = shorten(str(refused).replace("\n", " "), 300)
        raise HandError([Fault(Problem.BAD_VALUE, f"the {type(table).__name__} doesn't become an Arrow table: {told}", "table")]) from None
    mend = "collect() it first" if hasattr(table, "collect") else "give one that is, such as pyarrow.table({'hand': [...], ...})"
    raise HandError([Fault(Problem.BAD_VALUE, f"a {type(table).__name__} is no table of Arrow: {mend}", "table")])


def _home(table: Any) -> str:
    return type(table).__module__.partition(".")[0].lstrip("_")


def _like(table: Any, found: pa.Table, job: Job) -> Any:
    """An answer as the same kind of table as the question."""
    if isinstance(table, pa.RecordBatch):
        return pa.RecordBatch.from_arrays([_whole(column) for column in found.columns], schema=found.schema)
    home = _home(table)
    module = sys.modules.get(home)
    if home == "pandas":
        return _like_pandas(table, found, job, module)
    if home in ("polars", "duckdb"):
        return module.from_arrow(found)  # type: ignore[union-attr]
    return found


def _whole(column: pa.ChunkedArray) -> pa.Array:
    found = column.combine_chunks()
    return found.chunk(0) if isinstance(found, pa.ChunkedArray) else found


def _like_pandas(table: Any, found: pa.Table, job: Job, pandas: Any) -> Any:
    """The answer as a DataFrame with the index of the question, and what is carried along exactly as it was."""
    whole = {pa.int16(): pandas.Int16Dtype(), pa.int64(): pandas.Int64Dtype()}
    answer = found.drop_columns(list(job.carried)).to_pandas(types_mapper=whole.get)
    answer.index = table.index
    return pandas.concat([table[list(job.carried)], answer], axis=1)[list(job.names)]
