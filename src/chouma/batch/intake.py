"""Columns of the wire form to columns of hands, and the rows that can't be.

Most rows are read a column at a time. Whatever looks doubtful goes, row by row, the way of a single request (`chouma.wire`), which alone
decides and names the problems: so a row means the same here as there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..errors import Fault, HandError, Problem, shorten
from ..hand import BITS_OF, CLASSICAL_FLAGS, FLAGS, RON, TSUMO, Hand, Win
from ..notation import read_tiles
from ..score import MOST_COUNTERS, MOST_INDICATORS
from ..seats import wind
from ..tiles import KIND_OF, N_KINDS, REDS
from ..wire import FIELDS, MOST_LISTED, PROBLEMS, REQUIRED, Flaw, Refusal, check, score_fields
from .arrays import is_classical
from .hands import NONE, Given, given, rows_of
from .text import Told, read_texts

TEXTS = ("hand", "win", "by", "seat", "round")
LISTS = ("flags", "dora_indicators", "ura_indicators", "seen")
NUMBERS = ("honba", "deposits", "kita")
#: what is read, and not carried along
READ = (*(name for name in FIELDS if name != "lang"), *BITS_OF)

_ORDER = {id: i for i, id in enumerate((*PROBLEMS, *(problem.id for problem in Problem)))}
_MOST_NORTHS = 4


class Intake(NamedTuple):
    """Hands, and what is wrong with those that aren't.

    Attributes
    ----------
    given : Given or ClassicalGiven
        A row for each; rows that are refused mean nothing.
    refused : dict of int to tuple of str
        Ids of the problems, by row.
    """

    given: Any
    refused: dict[int, tuple[str, ...]]


class Faulty(NamedTuple):
    """A row that is refused before it is read.

    Attributes
    ----------
    flaws : tuple of Flaw
        What is wrong.
    request : dict or None
        What it asks for, where the batch doesn't hold that.
    alone : bool
        Whether there is nothing more to be said of it.
    """

    flaws: tuple[Flaw, ...]
    request: dict[str, Any] | None = None
    alone: bool = False


def in_order(ids: Iterable[str]) -> tuple[str, ...]:
    """Ids of problems, each once, in one order whoever found them."""
    return tuple(sorted(set(ids), key=lambda id: _ORDER.get(id, len(_ORDER))))


# ------------------------------------------------------------------------------------------------ types


def plain(column: pa.Array) -> pa.Array:
    """A column in one of few forms: text, lists of text, numbers, booleans."""
    if isinstance(column, pa.ExtensionArray):
        column = column.storage
    kind = column.type
    if pa.types.is_dictionary(kind):
        return plain(column.dictionary_decode())
    if pa.types.is_string_view(kind) or pa.types.is_null(kind):
        return column.cast(pa.string())
    if pa.types.is_fixed_size_list(kind) or pa.types.is_list_view(kind) or pa.types.is_large_list_view(kind):
        return plain(column.cast(pa.large_list(kind.value_type)))
    return column


def is_text(kind: pa.DataType) -> bool:
    """Whether a column of a type holds text, or nothing at all."""
    if pa.types.is_dictionary(kind):
        return is_text(kind.value_type)
    return any(is_one(kind) for is_one in (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view, pa.types.is_null))


def is_texts(kind: pa.DataType) -> bool:
    """Whether a column of a type holds lists of text."""
    of = ("is_list", "is_large_list", "is_fixed_size_list", "is_list_view", "is_large_list_view")
    return any(getattr(pa.types, one)(kind) for one in of) and is_text(kind.value_type)


def is_number(kind: pa.DataType) -> bool:
    """Whether a column of a type holds numbers, or nothing at all."""
    if pa.types.is_dictionary(kind):
        return is_number(kind.value_type)
    return any(getattr(pa.types, one)(kind) for one in ("is_integer", "is_floating", "is_decimal", "is_null"))


def _wanted(name: str, kind: pa.DataType) -> str:
    """What a column should hold, empty if it does."""
    if isinstance(kind, pa.BaseExtensionType):
        return _wanted(name, kind.storage_type)
    if name == "hand" or name in LISTS:
        return "" if is_text(kind) or is_texts(kind) else "text, or lists of text"
    if name in TEXTS:
        return "" if is_text(kind) else "text"
    if name in NUMBERS:
        return "" if is_number(kind) else "whole numbers"
    if name == "won":
        return "" if is_text(kind) or pa.types.is_boolean(kind) else "true or false, or text: true, false or dealt"
    if name in BITS_OF:
        good = pa.types.is_boolean(kind) or pa.types.is_integer(kind) or pa.types.is_null(kind)
        return "" if good else "true or false, as it is named after a flag"
    if name == "strict":
        return "" if pa.types.is_boolean(kind) or pa.types.is_null(kind) else "true or false"
    return "" if is_text(kind) or pa.types.is_struct(kind) else "text, a rule set's name"


def checked(schema: pa.Schema, round_wind: bool = True) -> None:
    """Refuse a table whose columns can't be read.

    Parameters
    ----------
    schema : pyarrow.Schema
    round_wind : bool
        Whether it needs the wind of the round.

    Raises
    ------
    HandError
        If a column is missing, twice there, or of another type than the wire form has.
    """
    faults = []
    for name in REQUIRED:
        if name not in schema.names and (name != "round" or round_wind):
            faults.append(Fault(Problem.BAD_VALUE, f"no column {name}: it is {FIELDS[name].allowed} ({FIELDS[name].doc})", name))
    for name in dict.fromkeys(schema.names):
        if schema.names.count(name) > 1:
            faults.append(Fault(Problem.BAD_VALUE, f"{schema.names.count(name)} columns {shorten(name)!r}: give each its own name", name))
        elif name in READ and (wanted := _wanted(name, schema.field(name).type)):
            faults.append(Fault(Problem.BAD_VALUE, f"the column {name} is {schema.field(name).type}: it is {wanted}", name))
    if faults:
        raise HandError(faults)


# ------------------------------------------------------------------------------------- a column at a time


class _Rows:
    """The rows of one batch, and which of them are doubtful."""

    def __init__(self, batch: pa.RecordBatch):
        self.n = batch.num_rows
        self.columns = {name: batch.column(name) for name in READ if name in batch.schema.names}
        self.columns |= {name: plain(column) for name, column in self.columns.items() if name != "hand"}
        self.doubtful = np.zeros(self.n, bool)

    def each(
        self, column: pa.Array, read_one: Callable[[str], Any], absent: Any, shape: tuple[int, ...] = (), dtype: Any = np.uint8
    ) -> tuple[np.ndarray, np.ndarray]:
        """Every distinct text read once; where it can't be, the second array says so."""
        encoded = column.dictionary_encode()
        texts = encoded.dictionary.to_pylist()
        found, wrong = np.empty((len(texts) + 1, *shape), dtype), np.zeros(len(texts) + 1, bool)
        for i, text in enumerate(texts):
            try:
                found[i] = read_one(text)
            except (HandError, KeyError):
                found[i], wrong[i] = absent, True
        found[len(texts)] = absent
        rows = encoded.indices.fill_null(len(texts)).to_numpy(zero_copy_only=False)
        return found[rows], wrong[rows]

    def text(self, name: str, read_one: Callable[[str], int]) -> np.ndarray:
        """A column of single texts; `NONE` where there is none."""
        if name not in self.columns:
            return np.full(self.n, NONE, np.uint8)
        found, wrong = self.each(self.columns[name], read_one, NONE)
        self.doubtful |= wrong
        return found

    def entries(self, name: str, read_one: Callable[[str], int], dtype: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Entries of a column of lists: what each is, its row and its place there."""
        column = self.columns[name]
        lengths = column.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
        values = plain(column.flatten())
        found, wrong = self.each(values, read_one, 0, (), dtype)
        rows = np.repeat(np.arange(self.n), lengths)
        places = np.arange(len(rows)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        wrong |= values.is_null().to_numpy(zero_copy_only=False) | (places >= MOST_LISTED)
        self.doubtful[rows[wrong]] = True
        return found, rows, places

    def flags(self) -> np.ndarray:
        """Flags, from their column and from those that bear a flag's name."""
        bits = np.zeros(self.n, np.uint32)
        if "flags" in self.columns:
            if is_text(self.columns["flags"].type):
                bits, wrong = self.each(self.columns["flags"], _flag_bits, 0, (), np.uint32)
                self.doubtful |= wrong
            else:
                found, rows, _ = self.entries("flags", BITS_OF.__getitem__, np.uint32)
                np.bitwise_or.at(bits, rows, found)
        for name in BITS_OF.keys() & self.columns.keys():
            values = self.columns[name]
            if not pa.types.is_string(values.type):  # of nulls alone
                ones = values.cast(pa.int64(), safe=False).fill_null(0).to_numpy(zero_copy_only=False)
                bits |= ones.astype(bool) * np.uint32(BITS_OF[name])
                self.doubtful |= (ones != 0) & (ones != 1)
        return bits

    def indicators(self, name: str) -> np.ndarray:
        """Indicators as tiles, `NONE` behind the last."""
        found = np.full((self.n, MOST_INDICATORS), NONE, np.uint8)
        if name not in self.columns:
            return found
        if is_text(self.columns[name].type):
            found, wrong = self.each(self.columns[name], _shown, NONE, (MOST_INDICATORS,))
            self.doubtful |= wrong
            return found
        tiles, rows, places = self.entries(name, _tile, np.uint8)
        self.doubtful[rows[places >= MOST_INDICATORS]] = True
        kept = places < MOST_INDICATORS
        found[rows[kept], places[kept]] = tiles[kept]
        return found

    def won(self) -> np.ndarray:
        """Whether hands won: `LOST`, `WON` or `DEALT`."""
        if "won" not in self.columns:
            return np.ones(self.n, np.uint8)
        column = self.columns["won"]
        if pa.types.is_boolean(column.type):
            return column.fill_null(True).to_numpy(zero_copy_only=False).astype(np.uint8)
        found, wrong = self.each(column, _WON.__getitem__, 1)
        self.doubtful |= wrong
        return found

    def seen(self) -> np.ndarray | None:
        """Counts of the tiles on the table, None where no hand has any."""
        if "seen" not in self.columns:
            return None
        found = np.zeros((self.n, N_KINDS), np.uint8)
        if is_text(self.columns["seen"].type):
            found, wrong = self.each(self.columns["seen"], _counted, 0, (N_KINDS,))
            self.doubtful |= wrong
        else:
            tiles, rows, _ = self.entries("seen", _tile, np.uint8)
            np.add.at(found, (rows, np.array(KIND_OF[: REDS[-1] + 1])[tiles]), 1)
            self.doubtful |= (found > 4).any(axis=1)
        return found if found.any() else None

    def numbers(self, name: str, most: int) -> np.ndarray:
        """Numbers, 0 where there is none."""
        if name not in self.columns or pa.types.is_string(self.columns[name].type):  # of nulls alone
            return np.zeros(self.n, np.int32)
        column = self.columns[name]
        if not pa.types.is_integer(column.type):
            column = column.cast(pa.float64(), safe=False)
        values = column.fill_null(0).to_numpy(zero_copy_only=False)
        good = (values >= 0) & (values <= most) & (values == np.floor(values) if values.dtype.kind == "f" else True)
        self.doubtful |= ~good
        return np.where(good, values, 0).astype(np.int32)

    def row(self, at: int) -> tuple[dict[str, Any], list[Flaw]]:
        """One row as the fields of a request, and flags that are neither true nor false."""
        found = {name: value for name, column in self.columns.items() if (value := column[at].as_py()) is not None and name in FIELDS}
        if isinstance(found.get("hand"), list):
            found["hand"] = _joined(found["hand"])
        if isinstance(found.get("flags"), str):
            found["flags"] = _names(found["flags"])
        for name in NUMBERS:
            if name in found and not isinstance(found[name], int) and float(found[name]).is_integer():
                found[name] = int(found[name])
        if isinstance(found.get("won"), str):
            found["won"] = _TRUTHS.get(found["won"], found["won"])
        named = {name: self.columns[name][at].as_py() for name in BITS_OF if name in self.columns}
        wrong = [(name, value) for name, value in named.items() if value not in (None, 0, 1)]
        flaws = [Flaw("wrong_type", f"{name} is {value}: it is true or false", name) for name, value in wrong]
        if any(named.values()):
            found["flags"] = [*found.get("flags", ()), *(name for name, value in named.items() if value)]
        return found, flaws


#: what ``won`` is, by its text, as the columns of hands have it
_WON = {"false": 0, "true": 1, "dealt": 2}
_TRUTHS = {"false": False, "true": True}


def _counted(text: str) -> list[int]:
    found = [0] * N_KINDS
    for tile in read_tiles(text) if text.strip() else ():
        if tile > REDS[-1]:
            raise KeyError(text)
        found[KIND_OF[tile]] += 1
    if max(found) > 4:
        raise KeyError(text)
    return found


def _names(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _joined(parts: list[str | None]) -> str:
    return " ".join("?" if part is None else part for part in parts)


def _flag_bits(text: str) -> int:
    bits = 0
    for name in _names(text):
        bits |= BITS_OF[name]
    return bits


def _tile(text: str) -> int:
    found = read_tiles(text)
    if len(found) != 1 or found[0] > REDS[-1]:
        raise KeyError(text)
    return found[0]


def _shown(text: str) -> list[int]:
    found = read_tiles(text) if text.strip() else ()
    if len(found) > MOST_INDICATORS or any(tile > REDS[-1] for tile in found):
        raise KeyError(text)
    return [*found, *[NONE] * (MOST_INDICATORS - len(found))]


def take_in(batch: pa.RecordBatch, engine: Any, faulty: Mapping[int, Faulty] | None = None) -> Intake:
    """Read a batch of the wire form.

    Parameters
    ----------
    batch : pyarrow.RecordBatch
        Its schema is `checked`.
    engine : Engine
        The rules.
    faulty : mapping of int to Faulty, optional
        Rows that are refused already.

    Returns
    -------
    Intake
    """
    rows = _Rows(batch)
    told = read_texts(_hand_texts(batch.column("hand")))
    tile, by = rows.text("win", _tile), rows.text("by", {RON: 0, TSUMO: 1}.__getitem__)
    counts, reds, win, tsumo = told.counts, told.reds, told.win, told.tsumo
    apart = (tile != NONE) & (by != NONE) & (win == NONE)
    at, tiles = np.flatnonzero(apart), tile[apart]
    kinds = np.array(KIND_OF, np.uint8)[tiles]
    counts[at, kinds] += 1
    for i, red in enumerate(REDS):
        reds[at, i] += tiles == red
    win[at], tsumo[at] = kinds, by[at]
    rows.doubtful |= told.unread | (~apart & ((tile != NONE) | (by != NONE)))
    hands = _classical(rows, told, engine) if is_classical(engine.rules) else _riichi(rows, told)
    return Intake(hands, _settled(rows, hands, engine, faulty or {}))


def _riichi(rows: _Rows, told: Told) -> Given:
    seat, round_, flags = rows.text("seat", wind), rows.text("round", wind), rows.flags()
    norths = rows.numbers("kita", _MOST_NORTHS).astype(np.uint8)
    rows.doubtful |= (told.win == NONE) | (seat == NONE) | (round_ == NONE) | (told.flowers != 0)
    rows.doubtful |= (norths != 0) & (told.norths != 0) & (told.norths != norths)
    rows.doubtful |= (flags >> len(FLAGS) != 0) | (rows.won() != 1)
    if (seen := rows.seen()) is not None:
        rows.doubtful |= seen.any(axis=1)
    return given(
        *(told.counts, told.win),
        tsumo=told.tsumo,
        melds=told.melds,
        seat=seat,
        round=round_,
        flags=(flags & (1 << len(FLAGS)) - 1).astype(np.uint16),
        dora=rows.indicators("dora_indicators"),
        ura=rows.indicators("ura_indicators"),
        reds=told.reds,
        norths=np.where(norths, norths, told.norths),
        honba=rows.numbers("honba", MOST_COUNTERS),
        deposits=rows.numbers("deposits", MOST_COUNTERS),
    )


_CLASSICAL_BITS = sum(BITS_OF[flag] for flag in CLASSICAL_FLAGS)


def _classical(rows: _Rows, told: Told, engine: Any) -> Any:
    from .classical_hands import given as classical_given  # here: riichi hands don't wait for it

    seat, round_, flags, won = rows.text("seat", wind), rows.text("round", wind), rows.flags(), rows.won()
    rows.doubtful |= seat == NONE
    if engine.rules.round_wind:
        rows.doubtful |= round_ == NONE
    rows.doubtful |= ((told.win == NONE) == (won == 1)) | (flags & ~np.uint32(_CLASSICAL_BITS) != 0)
    rows.doubtful |= (told.norths != 0) | told.reds.any(axis=1)
    for name in ("dora_indicators", "ura_indicators"):
        rows.doubtful |= rows.indicators(name)[:, 0] != NONE
    for name, most in (("honba", MOST_COUNTERS), ("deposits", MOST_COUNTERS), ("kita", _MOST_NORTHS)):
        rows.doubtful |= rows.numbers(name, most) != 0
    return classical_given(
        *(told.counts, told.win),
        won=won,
        tsumo=told.tsumo,
        melds=told.melds,
        seat=seat,
        round=np.where(round_ == NONE, 0, round_),
        flags=flags,
        flowers=told.flowers,
        reds=told.reds,
        seen=rows.seen(),
    )


def _hand_texts(column: pa.Array) -> pa.Array:
    """Hands as text, plain or as a dictionary."""
    if isinstance(column, pa.ExtensionArray):
        column = column.storage
    if is_texts(column.type):
        column = plain(column)
        return pc.binary_join(column.cast(pa.large_list(column.type.value_type)), " ")
    return column if pa.types.is_dictionary(column.type) else plain(column)


def _settled(rows: _Rows, hands: Any, engine: Any, faulty: Mapping[int, Faulty]) -> dict[int, tuple[str, ...]]:
    """Settle the doubtful rows: those that are good after all go among the hands."""
    refused: dict[int, tuple[str, ...]] = {}
    for at, fault in faulty.items():
        request, flaws = (fault.request, []) if fault.request is not None or fault.alone else rows.row(at)
        found = () if fault.alone else decided(request or {}, [*fault.flaws, *flaws], engine)
        refused[at] = in_order([*(flaw.id for flaw in fault.flaws), *(id for id in found if isinstance(id, str))])
    for at in map(int, np.flatnonzero(rows.doubtful)):
        if at not in refused:
            found = decided(*rows.row(at), engine)
            if isinstance(found[0], Hand):
                _put(hands, at, found)
            else:
                refused[at] = found
    if refused:
        _blank(hands, np.fromiter(refused, np.intp, len(refused)))
    return refused


def decided(request: dict[str, Any], flaws: list[Flaw], engine: Any) -> tuple[Any, ...]:
    """What a single request says of one row: the hand, how it was won, and under classical rules whether; or the ids of its problems.

    Parameters
    ----------
    request : dict
        Fields of the wire form; indicators may be one text.
    flaws : list of Flaw
        What is wrong with it already.
    engine : Engine
        The rules.
    """
    shown = {name: value for name in LISTS if isinstance(value := request.get(name), str)}
    asked = {name: value for name, value in request.items() if name not in shown and name != "rules"}
    if not getattr(engine.rules, "round_wind", True):
        asked.setdefault("round", "E")
    fields, found = check(asked)
    fields |= {name: value for name, value in shown.items() if value.strip()}
    answer: Any = score_fields({**fields, "rules": engine.rules}, [*flaws, *found])
    if isinstance(answer, Refusal):
        return in_order(flaw.id for flaw in answer.flaws)
    return (answer.hand, answer.how, fields.get("won", True)) if is_classical(engine.rules) else (answer.hand, answer.how)


def _put(hands: Any, at: Any, found: tuple[Any, ...]) -> None:
    """Put a hand that was read by itself into its row, or into several."""
    if isinstance(hands, Given):
        row = next(rows_of([found]))
    else:
        from .classical_hands import rows_of as classical_rows_of

        row = classical_rows_of([found])[0]
    for name, value in row.items():
        getattr(hands, name)[at] = value


def _blank(hands: Any, rows: np.ndarray) -> None:
    """Put a hand that nobody can fault where there is none, as faults are looked for one by one."""
    _put(hands, rows, (_ANY, Win()) if isinstance(hands, Given) else (_ANY, Win(), True))


_ANY = Hand.of([0, 1, 2, 3, 4, 5, 6, 7, 8, 27, 27, 27, 28], win=28, by="ron")
