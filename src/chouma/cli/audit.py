"""``chouma audit``: game records, every figure in them computed again."""

from __future__ import annotations

import contextlib
import csv
import io
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..errors import ChoumaError, RuleError, shorten, worded
from ..lines import no_formula
from ..messages import Speaker
from ..riichi.rules import SWITCHES, RiichiRules
from ..riichi.rules import rules as riichi_rules
from . import SCORED, SOME_FAILED, words
from .commands import Parsed
from .options import read_switches, set_pairs
from .score import whole_number
from .streams import progress, show, show_json, standard_input, stopped_cleanly, tell, whole_file
from .tongue import for_json, tongue

if TYPE_CHECKING:
    from ..records.audit import Finding
    from ..records.jobs import Judged

FOUND = 1
TEXT, JSON, CSV, PARQUET = FORMATS = ("text", "json", "csv", "parquet")
COLUMNS = ("record", "round", "seat", "topic", "told", "computed", "why")
SPARK = "spark"


def run(parsed: Parsed) -> int:
    """Judge the records of some paths.

    Returns
    -------
    int
        The exit status: 1 where something differs, 3 where something can't be read.
    """
    given, t = parsed.given, tongue(parsed.given)
    engine = given.get("engine")
    if engine not in (None, SPARK):
        raise ChoumaError(words.bad_option("engine", str(engine), worded("one of {names}", names=SPARK)))
    if engine is None and "master" in given:
        raise ChoumaError(worded("--{option} goes with --engine spark", option="master"))
    format = str(given.get("format", TEXT))
    if format not in FORMATS:
        raise ChoumaError(words.bad_option("format", format, worded("one of {names}", names=" ".join(FORMATS))))
    rules = None if "rules" not in given else riichi_rules(str(given["rules"]))
    changes = _changes(given.get("set", ()))  # type: ignore[arg-type]
    with stopped_cleanly():
        n = _by_spark(parsed, rules, changes) if engine else _here(parsed, format, rules, changes, t)
    tell(words.audit_summary(n, t))
    if n["unreadable"]:
        return SOME_FAILED
    return FOUND if n["findings"] and not given.get("exit-zero") else SCORED


def _here(parsed: Parsed, format: str, rules: RiichiRules | None, changes: Mapping[str, Any], t: Speaker) -> dict[str, int]:
    """Judge them on this machine."""
    from ..records.formats import texts
    from ..records.jobs import Judge, judged
    from ..records.sources import documents

    given = parsed.given
    stdin = standard_input() if "-" in parsed.words else None
    if "-" in parsed.words and stdin is None:
        raise ChoumaError(worded("- reads standard input, and there is none: chouma audit - < game.mjlog"))
    found = judged(
        texts(documents(parsed.words, stdin)),
        Judge(rules, tuple(changes.items())),
        whole_number(given, "jobs"),
        lambda told: tell(told.text(t.lang)),
    )
    n = dict.fromkeys(("games", "wins", "draws", "findings", "unreadable"), 0)
    with contextlib.closing(found), _writer(format, given, t) as write, progress(t) as step:
        for one in found:
            n["games"] += bool(one.format)
            n["wins"], n["draws"] = n["wins"] + one.wins, n["draws"] + one.draws
            n["unreadable"] += one.unreadable
            n["findings"] += len(one.findings) - one.unreadable
            write(one)
            step(n["games"], n["wins"] + n["draws"])
    return n


def _by_spark(parsed: Parsed, rules: RiichiRules | None, changes: Mapping[str, Any]) -> dict[str, int]:
    """Judge them on the machines of a Spark cluster."""
    given = parsed.given
    for option in ("jobs", "games", "explain"):
        if option in given:
            raise ChoumaError(worded("--{option} doesn't go with --engine spark", option=option))
    if "out" not in given or given.get("format", PARQUET) != PARQUET:
        raise ChoumaError(worded("--engine spark writes Parquet into a new folder: --out FOLDER"))
    if "-" in parsed.words:
        raise ChoumaError(worded("--engine spark reads files that every machine sees, and no standard input"))
    if not shutil.which("java") and "JAVA_HOME" not in os.environ:
        raise ChoumaError(worded("Spark needs Java 17 or later, which isn't found: install it, such as the package default-jre-headless"))
    try:
        from .. import spark
    except ImportError as missing:
        raise ChoumaError(words.extra_missing(missing.name or "pyspark", "audit --engine spark", "spark")) from None
    from py4j.protocol import Py4JError  # type: ignore[import-untyped]
    from pyspark.errors import PySparkException

    out = str(given["out"])
    try:
        session = spark.session(None if "master" not in given else str(given["master"]), quiet=True)
        try:
            judged = spark.audit(session, parsed.words, rules=rules, changes=changes, lang=for_json(given))
            return spark.write(judged, out)._asdict()
        finally:
            spark.stop(session)
    except (PySparkException, Py4JError) as failed:
        raise ChoumaError(worded("Spark can't do it: {why}", why=shorten(" ".join(str(failed).split()), 300))) from None
    except FileExistsError as wrong:
        raise ChoumaError(worded("{file}: {message}", file=out, message=wrong.strerror or "")) from None


# ------------------------------------------------------------------------------------------------ what is written


@contextlib.contextmanager
def _writer(format: str, given: Mapping[str, Any], t: Speaker) -> Iterator[Callable[[Judged], None]]:
    """What writes a judged game where it is asked for: as rows or text, and one row a game beside it."""
    if format == PARQUET and "out" not in given:
        raise ChoumaError(worded("Parquet is no text: name a file for it with --out FILE"))
    with contextlib.ExitStack() as stack:
        writers: list[Callable[[Judged], None]] = []
        lang = for_json(given)
        if format == PARQUET:
            writers.append(stack.enter_context(_parquet(str(given["out"]), "findings", lang)))
        else:
            if "out" in given:
                stack.enter_context(_redirected(str(given["out"])))
            writers.append(_each(_teller(format, given, t)))
        if "games" in given:
            writers.append(stack.enter_context(_parquet(str(given["games"]), "games", lang)))

        def write(one: Judged) -> None:
            for each in writers:
                each(one)

        yield write


def _each(tell_one: Callable[[Finding], None]) -> Callable[[Judged], None]:
    def write(one: Judged) -> None:
        for finding in one.findings:
            tell_one(finding)

    return write


@contextlib.contextmanager
def _parquet(path: str, table: str, lang: str) -> Iterator[Callable[[Judged], None]]:
    """A Parquet file of one of the two tables, which is there whole at the end or not at all."""
    try:
        import pyarrow.parquet  # type: ignore[import-untyped]

        from ..records import columns
    except ImportError as missing:
        raise ChoumaError(words.extra_missing(missing.name or "numpy", "audit")) from None
    schema, part_of = (columns.FINDINGS, columns.findings_of) if table == "findings" else (columns.GAMES, columns.games_of)
    with _told_of(path), whole_file(path) as stream, pyarrow.parquet.ParquetWriter(stream, schema) as file:
        held: list[Judged] = []
        n = 0

        def flush() -> None:
            for batch in columns.rows(held, lang):
                file.write_batch(part_of(batch))
            held.clear()

        def write(one: Judged) -> None:
            nonlocal n
            held.append(one)
            n += 1 + len(one.findings)
            if n >= columns.MOST_FINDINGS:
                flush()
                n = 0

        yield write
        flush()


@contextlib.contextmanager
def _redirected(path: str) -> Iterator[None]:
    """Lets what is printed go to a file, which is there whole at the end or not at all."""
    with _told_of(path), whole_file(path) as stream:
        text = io.TextIOWrapper(stream, encoding="utf-8", errors="backslashreplace", newline="\n", write_through=True)
        with contextlib.redirect_stdout(text):
            yield
        text.detach()


@contextlib.contextmanager
def _told_of(path: str) -> Iterator[None]:
    """What is wrong with a file to write, in one line with its name."""
    try:
        yield
    except OSError as wrong:
        if isinstance(wrong, BrokenPipeError) or wrong.filename is None:
            raise
        raise ChoumaError(worded("{file}: {message}", file=path, message=wrong.strerror or str(wrong))) from None


def _teller(format: str, given: Mapping[str, Any], t: Speaker) -> Callable[[Finding], None]:
    """What prints a finding in a format."""
    whole, color = bool(given.get("explain")), not given.get("no-color")
    if format == JSON:
        lang = for_json(given)
        return lambda finding: show_json(finding.to_dict(lang, whole))
    if format == CSV:
        lang = for_json(given)
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(COLUMNS)

        def tell_row(finding: Finding) -> None:
            told = finding.to_dict(lang)
            writer.writerow([no_formula(told[name]) for name in COLUMNS])

        return tell_row

    def tell_text(finding: Finding) -> None:
        show(words.finding_rows(finding, t, whole), color)

    return tell_text


def _changes(told: Iterable[str]) -> dict[str, Any]:
    """Switches to set in the rules of every record.

    Raises
    ------
    RuleError
        If there is no such switch, or it can't be so.
    """
    found, wrong = read_switches(set_pairs(told), SWITCHES)
    if wrong:
        raise RuleError(*wrong)
    return found
