"""Files of hands to files of scores: Parquet, CSV and JSON lines, a block at a time, and never half a file."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.json
import pyarrow.parquet

from ..errors import ChoumaError, shorten
from ..hand import BITS_OF
from ..wire import Flaw, Refusal, check, decode
from .intake import LISTS, NUMBERS, READ, TEXTS, Faulty, is_text, is_texts, plain

PARQUET, CSV, JSONL = FORMATS = ("parquet", "csv", "jsonl")
_ENDINGS = {".parquet": PARQUET, ".csv": CSV, ".jsonl": JSONL, ".ndjson": JSONL}

_BYTES_A_ROW = 100
_MOST_BLOCK = 1 << 26
_GROUP_ROWS = 1 << 18
#: rows that tell which columns there are, if the rest of the first block agrees
_HEAD = 1000

_WIRE = {
    **dict.fromkeys(TEXTS, pa.string()),
    **dict.fromkeys(LISTS, pa.list_(pa.string())),
    **dict.fromkeys(NUMBERS, pa.int64()),
    "won": pa.string(),  # true and false, as JSON writes them, or dealt
    "rules": pa.string(),
    "strict": pa.bool_(),
}
# what Arrow lets pass in JSON, and the wire form doesn't
_LENIENT = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|NaN|Inf|/[/*]|\\u[dD]").search
# more brackets than any row has
_DEEP = 200
_UNFIT = (pa.ArrowException, OverflowError, UnicodeEncodeError)
_TRUE, _FALSE = ("true", "1"), ("false", "0")


class UnreadableError(ChoumaError):
    """A file that can't be read."""


class Block(NamedTuple):
    """Some rows of a file.

    Attributes
    ----------
    batch : pyarrow.RecordBatch
    faulty : dict of int to Faulty
        Rows that are refused already.
    done : int
        How far the file is read, in the unit of `Source.total`.
    """

    batch: pa.RecordBatch
    faulty: dict[int, Faulty]
    done: int


class Source(NamedTuple):
    """A file that is read.

    Attributes
    ----------
    schema : pyarrow.Schema
    total : int or None
        Its length, in rows or in bytes; None where nobody knows.
    blocks : callable
        ``(schema) -> iterator of Block``: the columns of a schema that is part of its own.
    """

    schema: pa.Schema
    total: int | None
    blocks: Callable[[pa.Schema], Iterator[Block]]


def format_of(path: str, named: str | None = None) -> str:
    """The format of a file: by its ending, or as it is named.

    Raises
    ------
    ChoumaError
        If neither tells.
    """
    known = _ENDINGS.get(Path(path).suffix.lower())
    if path == "-" and named == PARQUET:
        raise ChoumaError("Parquet can't be piped: name a file, or choose csv or jsonl")
    if known is None and named is None:
        unnamed = f"{shorten(path)} has none of the endings {' '.join(_ENDINGS)}: name its format with --format"
        raise ChoumaError("- takes --format csv or jsonl" if path == "-" else unnamed)
    return known or str(named)


def source(stream: BinaryIO, format: str, n_rows: int) -> Source:
    """Open a stream of hands.

    Parameters
    ----------
    stream : binary file
    format : str
        Of `FORMATS`.
    n_rows : int
        About how many rows a block has.

    Raises
    ------
    ChoumaError
        If it can't be read.
    """
    return {PARQUET: _parquet, CSV: _csv, JSONL: _jsonl}[format](stream, n_rows)


# ------------------------------------------------------------------------------------------------ reading


def _parquet(stream: BinaryIO, n_rows: int) -> Source:
    with _readable():
        file = pyarrow.parquet.ParquetFile(stream)

    def blocks(schema: pa.Schema) -> Iterator[Block]:
        done = 0
        with _readable():
            for batch in file.iter_batches(batch_size=n_rows, columns=schema.names):
                done += batch.num_rows
                yield Block(batch.select(schema.names), {}, done)

    return Source(file.schema_arrow, file.metadata.num_rows, blocks)


@contextlib.contextmanager
def _readable() -> Iterator[None]:
    """A file that can't be read is told of in one line."""
    try:
        yield
    except (pa.ArrowException, OSError) as wrong:
        raise UnreadableError(f"can't be read: {shorten(str(wrong).replace(chr(10), ' '), 200)}") from None


def _size(stream: BinaryIO) -> int | None:
    try:
        return os.fstat(stream.fileno()).st_size or None
    except (OSError, ValueError):
        return None


def _lines(stream: BinaryIO, n_bytes: int, quoted: bool) -> Iterator[bytes]:
    """Whole lines, about `n_bytes` at a time; with `quoted`, no line ends inside of quotes."""
    rest = b""
    while more := stream.read(n_bytes):
        rest += more
        cut = rest.rfind(b"\n") + 1
        while quoted and cut and rest.count(b'"', 0, cut) % 2:
            cut = rest.rfind(b"\n", 0, rest.rfind(b'"', 0, cut)) + 1
        if cut:
            yield rest[:cut]
            rest = rest[cut:]
        elif len(rest) > _MOST_BLOCK:
            guess = "a quote is never closed" if quoted else "are these JSON lines?"
            raise UnreadableError(f"a line is longer than {_MOST_BLOCK} bytes: {guess}")
    if rest:
        yield rest


def _read_plainly(lines: Iterable[str]) -> list[list[str]]:
    """Rows of CSV as Python reads them, which takes no cell longer than 131072 characters."""
    try:
        return list(csv.reader(lines))
    except csv.Error as wrong:
        raise UnreadableError(f"can't be read as CSV: {wrong}") from None


def _csv(stream: BinaryIO, n_rows: int) -> Source:
    head = stream.readline(_MOST_BLOCK)
    names = next(iter(_read_plainly([head.decode("utf-8-sig", "replace").rstrip("\r\n")])), [])
    if not names:
        raise UnreadableError("can't be read: the first line of a CSV file names its columns, and it is empty")
    kinds = {**dict.fromkeys((*BITS_OF, "strict"), pa.bool_()), **dict.fromkeys(NUMBERS, pa.int64())}
    schema = pa.schema([(name, kinds.get(name, pa.string())) for name in names])

    def blocks(wanted: pa.Schema) -> Iterator[Block]:
        done = len(head)
        for data in _lines(stream, n_rows * _BYTES_A_ROW, True):
            done += len(data)
            columns, flaws = _cells(data, names)
            yield Block(_typed(columns, wanted, flaws), {at: Faulty(tuple(told)) for at, told in flaws.items()}, done)

    return Source(schema, _size(stream), blocks)


def _cells(data: bytes, names: Sequence[str]) -> tuple[dict[str, pa.Array], dict[int, list[Flaw]]]:
    """Every cell as text, and the rows that have too many or too few."""
    odd: list[Any] = []

    def skipped(row: Any) -> str:
        odd.append(row)
        return "skip"

    try:
        found = pyarrow.csv.read_csv(
            io.BytesIO(data),
            pyarrow.csv.ReadOptions(column_names=names, block_size=len(data) + 1),
            pyarrow.csv.ParseOptions(newlines_in_values=True, invalid_row_handler=skipped),
            pyarrow.csv.ConvertOptions(
                column_types=dict.fromkeys(names, pa.string()), null_values=[""], strings_can_be_null=True, quoted_strings_can_be_null=False
            ),
        ).combine_chunks()
        if not odd:
            return {name: _one(found.column(name)) for name in names}, {}
    except pa.ArrowException:
        pass
    rows = [row for row in _read_plainly(io.StringIO(data.decode("utf-8", "replace"), newline="")) if row]
    flaws = {at: [_ragged(len(row), len(names))] for at, row in enumerate(rows) if len(row) != len(names)}
    columns = zip(*((*row, *[""] * len(names)) for row in rows), strict=False) if rows else ([] for _ in names)
    return {name: pa.array([cell or None for cell in cells], pa.string()) for name, cells in zip(names, columns, strict=False)}, flaws


def _ragged(n: int, wanted: int) -> Flaw:
    return Flaw("missing_key" if n < wanted else "unknown_key", f"{n} cells, and the first line has {wanted}: write as many")


def _one(column: pa.ChunkedArray) -> pa.Array:
    found = column.combine_chunks()
    return found if isinstance(found, pa.Array) else found.chunk(0) if found.num_chunks else pa.array([], column.type)


def _typed(columns: Mapping[str, pa.Array], wanted: pa.Schema, flaws: dict[int, list[Flaw]]) -> pa.RecordBatch:
    """Cells as their columns have them; what isn't so is refused."""
    found = []
    for field in wanted:
        cells = columns[field.name]
        if field.type != pa.string():
            values = cells.dictionary_encode()
            read = [_cell(text, field.type) for text in values.dictionary.to_pylist()]
            wrong = pa.array([value is None for value in read], pa.bool_()).take(values.indices).fill_null(False)
            for at in pc.indices_nonzero(wrong).to_pylist():
                flaws.setdefault(at, []).append(Flaw("wrong_type", f"{field.name} is no {field.type}", field.name))
            cells = pa.array(read, field.type).take(values.indices)
        found.append(cells)
    return pa.RecordBatch.from_arrays(found, schema=wanted)


def _cell(text: str, kind: pa.DataType) -> int | bool | None:
    text = text.strip()
    if pa.types.is_boolean(kind):
        return True if text.lower() in _TRUE else False if text.lower() in _FALSE else None
    return int(text) if len(text) < 10 and text.lstrip("-").isdecimal() and text.isascii() and "-" not in text[1:] else None


def _jsonl(stream: BinaryIO, n_rows: int) -> Source:
    lines = _lines(stream, n_rows * _BYTES_A_ROW, False)
    first = next(lines, b"").removeprefix(b"\xef\xbb\xbf")
    schema = _inferred(_decoded(b"\n".join(first.split(b"\n", _HEAD)[:_HEAD])))
    begun = _quick_rows(first, schema)
    if begun is None:  # a row further on has another column, or another type
        schema = _inferred(_decoded(first))

    def blocks(wanted: pa.Schema) -> Iterator[Block]:
        done, data = len(first), first
        yield _rows(_decoded(first), schema, wanted, done) if begun is None else Block(begun.select(wanted.names), {}, done)
        for data in lines:
            done += len(data)
            batch = _quick_rows(data, schema)
            yield _rows(_decoded(data), schema, wanted, done) if batch is None else Block(batch.select(wanted.names), {}, done)

    return Source(schema, _size(stream), blocks)


def _decoded(data: bytes) -> list[Any]:
    """The values of some lines, blank ones apart; a `Refusal` where a line is none."""
    return [decode(line) for line in data.split(b"\n") if line.strip()]


def _inferred(rows: Sequence[Any]) -> pa.Schema:
    """The columns of a file, from its first rows: those of the wire form, and whatever else there is."""
    others = dict.fromkeys(key for row in rows if isinstance(row, dict) for key in row if key not in _WIRE and _is_text(key))
    fields = dict(_WIRE)
    for name in others:
        if name in BITS_OF:
            fields[name] = pa.bool_()
            continue
        try:
            kind = pa.array([row.get(name) for row in rows if isinstance(row, dict)]).type
            fields[name] = pa.string() if pa.types.is_null(kind) else kind
        except _UNFIT:
            fields[name] = pa.string()  # of several types: as JSON text
    return pa.schema(list(fields.items()))


def _is_text(name: str) -> bool:
    """Whether a name can be written: JSON can hold half a character, and no column is called so."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _fells_arrow(line: bytes) -> bool:
    """Whether Arrow could crash on a line: on ``null`` alone, and on what is nested so deep that its stack ends."""
    return line[:1] != b"{" or (len(line) > _DEEP and line.count(b"[") + line.count(b"{") > _DEEP)


def _quick_rows(data: bytes, schema: pa.Schema) -> pa.RecordBatch | None:
    """Rows as Arrow reads them; None if it can't, or one isn't as it should be."""
    told = [line for line in map(bytes.strip, data.split(b"\n")) if line]
    if _LENIENT(data) or any(map(_fells_arrow, told)):
        return None
    # hands that won as dealt are rare: a block of them is read one by one
    as_written = pa.schema([field.with_type(pa.bool_()) if field.name == "won" else field for field in schema])
    try:
        data.decode("utf-8")
        found = pyarrow.json.read_json(
            io.BytesIO(data),
            pyarrow.json.ReadOptions(block_size=len(data) + 1),
            pyarrow.json.ParseOptions(explicit_schema=as_written, unexpected_field_behavior="error"),
        ).combine_chunks()
    except (pa.ArrowException, UnicodeDecodeError):
        return None
    if found.num_rows != len(told):
        return None
    return pa.RecordBatch.from_arrays([_one(found.column(field.name)).cast(field.type) for field in schema], schema=schema)


def _rows(rows: Sequence[Any], schema: pa.Schema, wanted: pa.Schema, done: int) -> Block:
    """Rows one by one: whatever is wrong with one is refused there."""
    values: dict[str, list[Any]] = {name: [None] * len(rows) for name in wanted.names}
    faulty: dict[int, Faulty] = {}
    known = set(schema.names)
    for at, row in enumerate(rows):
        if isinstance(row, Refusal) or not isinstance(row, dict):
            faulty[at] = Faulty(row.flaws if isinstance(row, Refusal) else tuple(check(row)[1]), alone=True)
            continue
        request = _request(row)
        unknown = [Flaw("unknown_key", f"the first rows have no {shorten(name)}", name) for name in row.keys() - known]
        if unknown or check({"round": "E", **request})[1]:  # not all rules have a wind of the round: who reads the row knows
            faulty[at] = Faulty(tuple(unknown), request)
        for name in row.keys() & values.keys():
            if at not in faulty or name not in READ:
                values[name][at] = _cell_of(name, row[name], schema)
    arrays = []
    for field in wanted:
        try:
            arrays.append(pa.array(values[field.name], field.type))
        except _UNFIT:
            arrays.append(_fitting(values[field.name], field, rows, faulty))
    return Block(pa.RecordBatch.from_arrays(arrays, schema=wanted), faulty, done)


def _request(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name in _WIRE and value is not None}


def _cell_of(name: str, value: Any, schema: pa.Schema) -> Any:
    """A value as its column has it: what isn't text is JSON in a column of text."""
    as_text = value is not None and not isinstance(value, str) and schema.field(name).type == pa.string()
    return json.dumps(value, ensure_ascii=False, default=str) if as_text else value


def _fitting(values: Sequence[Any], field: pa.Field, rows: Sequence[Any], faulty: dict[int, Faulty]) -> pa.Array:
    """What of a column fits it; the rows with the rest are refused."""
    kept = list(values)
    for at, value in enumerate(values):
        try:
            pa.array([value], field.type)
        except _UNFIT:
            kept[at] = None
            known = faulty.get(at, Faulty((), _request(rows[at])))
            # a text that is none, such as half a character, is judged by whoever reads the request
            flaw = Flaw("wrong_type", f"{field.name} is no {field.type}, as in the first rows", field.name)
            faulty[at] = known if field.name in _WIRE else known._replace(flaws=(*known.flaws, flaw))
    return pa.array(kept, field.type)


# ------------------------------------------------------------------------------------------------ writing


class Sink:
    """A file that is written.

    Parameters
    ----------
    stream : binary file
    format : str
        Of `FORMATS`.
    schema : pyarrow.Schema
        Of what will be written.
    """

    def __init__(self, stream: BinaryIO, format: str, schema: pa.Schema):
        self.stream, self.format, self.schema = stream, format, schema
        self._waiting: list[pa.RecordBatch] = []
        self._writer: Any = None
        if format == PARQUET:
            self._writer = pyarrow.parquet.ParquetWriter(stream, schema, compression="zstd")
        elif format == CSV:
            self._writer = pyarrow.csv.CSVWriter(stream, pa.schema([(field.name, _cell_type(field.type)) for field in schema]))

    def write(self, batch: pa.RecordBatch) -> None:
        """Write a batch, now or later."""
        if self.format == JSONL:
            self.stream.write(json_lines(batch))
        elif self.format == CSV:
            columns = [column if _cell_type(column.type) == column.type else _as_cells(column) for column in batch.columns]
            self._writer.write_batch(pa.RecordBatch.from_arrays(columns, names=batch.schema.names))
        else:
            self._waiting.append(batch)
            if sum(one.num_rows for one in self._waiting) >= _GROUP_ROWS:
                self._flush()

    def _flush(self) -> None:
        if self._waiting:
            self._writer.write_table(pa.Table.from_batches(self._waiting, self.schema))
            self._waiting.clear()

    def __enter__(self) -> Sink:
        return self

    def __exit__(self, kind: object, *fault: object) -> None:
        """Write what waits, and the end of the file."""
        if self._writer is None:
            return
        if kind is None:
            self._flush()
            self._writer.close()
        else:
            with contextlib.suppress(Exception):  # what went wrong before is what counts
                self._writer.close()


def _cell_type(kind: pa.DataType) -> pa.DataType:
    """The type of a column in CSV."""
    return pa.string() if pa.types.is_nested(kind) or pa.types.is_dictionary(kind) or is_text(kind) else kind


def _as_cells(column: pa.Array) -> pa.Array:
    """A column as CSV can have it: names of a list side by side, anything else nested as JSON."""
    if is_text(column.type):
        return plain(column).cast(pa.string())
    if is_texts(column.type):
        column = plain(column)
        return pc.binary_join(column.cast(pa.list_(pa.string())), " ")
    return plain(column) if not pa.types.is_nested(plain(column).type) else _fragments(column)


def json_lines(batch: pa.RecordBatch) -> bytes:
    """Rows as JSON, a line each.

    Examples
    --------
    >>> json_lines(pa.record_batch({"id": [1, None], "yaku": [["riichi", "pinfu"], []], "limit": ["", "mangan"]}))
    b'{"id": 1, "yaku": ["riichi", "pinfu"], "limit": ""}\\n{"id": null, "yaku": [], "limit": "mangan"}\\n'
    """
    if not batch.num_rows:
        return b""
    parts: list[Any] = []
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        key = json.dumps(name, ensure_ascii=False)
        parts += [f"{', ' if parts else '{'}{key}: ", _fragments(column).cast(pa.large_string()).fill_null("null")]
    scalars = [pa.scalar(part, pa.large_string()) if isinstance(part, str) else part for part in (*parts, "}\n", "")]
    found = pc.binary_join_element_wise(*scalars)
    _, ends, data = found.buffers()
    first, last = (int.from_bytes(ends[8 * at : 8 * at + 8], "little") for at in (found.offset, found.offset + len(found)))
    return data[first:last].to_pybytes()


def _fragments(column: pa.Array) -> pa.Array:
    """Values as JSON texts, null where there is none."""
    if is_text(column.type):
        encoded = column if pa.types.is_dictionary(column.type) else plain(column).dictionary_encode()
        texts = [None if text is None else json.dumps(text, ensure_ascii=False) for text in encoded.dictionary.to_pylist()]
        return pa.array(texts, pa.string()).take(encoded.indices)
    if pa.types.is_integer(column.type) or pa.types.is_boolean(column.type):
        return column.cast(pa.string())
    if is_texts(column.type) and not pa.types.is_fixed_size_list(column.type):
        column = column if pa.types.is_list(column.type) else plain(column)
        flat = _fragments(column.flatten()).fill_null("null")
        lengths = column.value_lengths().fill_null(0)
        ends = pa.concat_arrays([pa.array([0], pa.int32()), pc.cumulative_sum(lengths).cast(pa.int32())])
        joined = pc.binary_join(pa.ListArray.from_arrays(ends, flat), ", ")
        return pc.if_else(column.is_valid(), pc.binary_join_element_wise("[", joined, "]", ""), pa.scalar(None, pa.string()))
    return pa.array([None if one is None else json.dumps(one, ensure_ascii=False, default=str) for one in column.to_pylist()], pa.string())


__all__ = ["FORMATS", "PARQUET", "Block", "Sink", "Source", "UnreadableError", "format_of", "json_lines", "source"]
