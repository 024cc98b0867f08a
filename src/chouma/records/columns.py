"""Findings as columns: record batches of Arrow, a few thousand rows at a time, whatever the number of games."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from ..errors import ChoumaError, worded
from ..riichi.rules import rules as riichi_rules
from ..rulesets import RuleSet
from .audit import Finding
from .formats import texts
from .jobs import Judge, Judged, judged
from .sources import Document, Share, Unread, documents, shared, unpacked

Rules = RuleSet | str | Mapping[str, Any]

MOST_GAMES, MOST_FINDINGS = 1024, 8192

_SMALL, _TEXT = pa.int32(), pa.string()
_ABOUT = ("round", "seat", "topic", "told", "computed", "why")

#: one row a finding
FINDINGS = pa.schema([("record", _TEXT), *((name, _TEXT) for name in _ABOUT)])
#: one row a game, or a part that can't be read, which has no format: ``findings`` and ``unreadable`` are how many
GAMES = pa.schema(
    [("record", _TEXT), ("format", _TEXT), *((name, _SMALL) for name in ("players", "rounds", "wins", "draws", "findings", "unreadable"))]
)
#: the same, with what was found
JUDGED = GAMES.append(pa.field("found", pa.list_(pa.struct([(name, _TEXT) for name in _ABOUT]))))

#: what is read: ``path``, called ``record`` if that is there; ``part`` of ``parts`` where several share one file
PATH, RECORD, PART, PARTS = "path", "record", "part", "parts"
DOCUMENTS = pa.schema([(PATH, _TEXT), (RECORD, _TEXT), (PART, _SMALL), (PARTS, _SMALL)])
#: what stands in the place of a file that isn't read
CONTENTS = ("content", "bytes")


def audit_batches(
    source: str | os.PathLike[str] | Iterable[str | os.PathLike[str] | Document],
    *,
    rules: Rules | None = None,
    changes: Mapping[str, Any] | None = None,
    jobs: int | None = 1,
    lang: str = "en",
) -> Iterator[pa.RecordBatch]:
    """Judge game records: what differs, as record batches.

    Parameters
    ----------
    source : str, path, Document, or iterable of them
        Files, folders, archives; or streams with their names.
    rules : RuleSet, str or mapping, optional
        Riichi rules in place of those that the records tell.
    changes : mapping, optional
        Switches to set in the rules, whoever tells those.
    jobs : int, optional
        Processes; None: one for each core. More than one needs a program that can be imported, as `multiprocessing` has it.
    lang : str
        The language of what is told.

    Yields
    ------
    pyarrow.RecordBatch
        As `FINDINGS` has it, one row a finding.

    Examples
    --------
    >>> for batch in audit_batches("nowhere.mjlog"): print(batch.to_pylist()[0]["why"])
    No such file or directory
    """
    for batch in game_batches(source, rules=rules, changes=changes, jobs=jobs, lang=lang):
        yield findings_of(batch)


def game_batches(
    source: str | os.PathLike[str] | Iterable[str | os.PathLike[str] | Document],
    *,
    rules: Rules | None = None,
    changes: Mapping[str, Any] | None = None,
    jobs: int | None = 1,
    lang: str = "en",
) -> Iterator[pa.RecordBatch]:
    """The same, one row a game, with what was found in it: `JUDGED`.

    `findings_of` and `games_of` make the two flat tables of it.
    """
    given = (source,) if isinstance(source, str | os.PathLike | Document) else source
    yield from rows(judged(texts(_documents(given)), _judge(rules, changes), jobs), lang)


def audit_arrow(
    batches: Iterable[pa.RecordBatch], *, rules: Rules | None = None, changes: Mapping[str, Any] | None = None, lang: str = "en"
) -> Iterator[pa.RecordBatch]:
    """Judge records that are named by a stream of record batches: what Spark, Ray Data and Dask run on their machines.

    Parameters
    ----------
    batches : iterable of pyarrow.RecordBatch
        With a column ``path``: files that this machine can read. With ``content`` or ``bytes`` beside it that is read, and the path is
        no more than its name. If they are there, ``record`` says what to call it, and of ``parts`` of a file only ``part`` is judged,
        the first being 0.
    rules, changes, lang
        As for `audit_batches`.

    Yields
    ------
    pyarrow.RecordBatch
        As `JUDGED` has it, one row a game.

    Examples
    --------
    >>> batch = pa.record_batch({"path": ["club/7"], "content": [b"no record"]})
    >>> [found["why"] for part in audit_arrow([batch]) for found in findings_of(part).to_pylist()]
    ["no record of a known format: it begins with 'no record'"]
    """
    by = _judge(rules, changes)
    yield from rows(judged(texts(one for batch in batches for one in _named(batch)), by), lang)


def findings_of(batch: pa.RecordBatch) -> pa.RecordBatch:
    """What was found, one row a finding.

    Parameters
    ----------
    batch : pyarrow.RecordBatch
        Of games: `JUDGED`.
    """
    found = batch.column("found")
    records = batch.column("record").take(pc.list_parent_indices(found))
    parts = pc.list_flatten(found)
    return pa.RecordBatch.from_arrays([records, *(pc.struct_field(parts, name) for name in _ABOUT)], schema=FINDINGS)


def games_of(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The games without what was found in them."""
    return batch.select(GAMES.names)


def rows(found: Iterable[Judged], lang: str = "en") -> Iterator[pa.RecordBatch]:
    """Judged games as record batches: `JUDGED`."""
    held: list[dict[str, Any]] = []
    n = 0
    for one in found:
        held.append(_row(one, lang))
        n += len(one.findings)
        if len(held) >= MOST_GAMES or n >= MOST_FINDINGS:
            yield pa.RecordBatch.from_pylist(held, JUDGED)
            held, n = [], 0
    if held:
        yield pa.RecordBatch.from_pylist(held, JUDGED)


def _row(one: Judged, lang: str) -> dict[str, Any]:
    found = one._asdict()
    found |= {"findings": len(one.findings) - one.unreadable, "unreadable": one.unreadable}
    return {**found, "record": _encodable(one.record), "found": [_finding(finding, lang) for finding in one.findings]}


def _finding(one: Finding, lang: str) -> dict[str, str]:
    told = one.to_dict(lang)
    return {name: _encodable(told[name]) for name in _ABOUT}


def _encodable(text: str) -> str:
    """A text that UTF-8 can hold, whatever is in the name of a file."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _judge(rules: Rules | None, changes: Mapping[str, Any] | None) -> Judge:
    return Judge(None if rules is None else riichi_rules(rules), tuple((changes or {}).items()))  # type: ignore[arg-type]


def _documents(given: Iterable[str | os.PathLike[str] | Document]) -> Iterator[Document | Unread]:
    for one in given:
        if isinstance(one, Document):
            yield from unpacked(one.name, one.stream, one.share)
        else:
            yield from documents([one])


def _named(batch: pa.RecordBatch) -> Iterator[Document | Unread]:
    """The documents that a batch names or holds."""
    names = batch.schema.names
    if PATH not in names:
        raise ChoumaError(worded("the table has the columns {names}, and no {path}", names=", ".join(names), path=PATH))
    contents = next((batch.column(name) for name in CONTENTS if name in names), None)
    paths = batch.column(PATH).to_pylist()
    records = batch.column(RECORD).to_pylist() if RECORD in names else paths
    whole = [Share()] * len(paths)
    parts = list(map(Share, *(batch.column(name).to_pylist() for name in (PART, PARTS)))) if {PART, PARTS} <= set(names) else whole
    for i, (path, record, share) in enumerate(zip(paths, records, parts, strict=True)):
        if contents is None:
            yield from shared(path, share, record)
        else:
            yield from unpacked(record, io.BytesIO(contents[i].as_py() or b""), share)


__all__ = [
    *("DOCUMENTS", "FINDINGS", "GAMES", "JUDGED"),
    *("audit_arrow", "audit_batches", "findings_of", "game_batches", "games_of", "rows"),
]
