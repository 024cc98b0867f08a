"""Records judged and hands scored on many machines, with PySpark.

Each machine needs Python, chouma and the extra ``chouma[spark]``. What runs there are `chouma.records.columns.audit_arrow` and
`chouma.batch.score_batches`: from record batches of Arrow to record batches of Arrow. A machine that is lost costs nothing: Spark has
its part done again by another.
"""

from __future__ import annotations

import os
import shutil
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

try:
    import pyspark
    from pyspark.sql import functions
except ImportError:
    raise ImportError("chouma.spark works with PySpark, which isn't installed: pip install 'chouma[spark]'") from None

import pyarrow as pa  # type: ignore[import-untyped]

from .batch.tables import score_batches, table_schema
from .records.columns import DOCUMENTS, GAMES, JUDGED, Rules, audit_arrow
from .records.sources import files

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

#: tasks by core, so that a slow one doesn't keep all waiting
TASKS = 4
#: a file is shared by several tasks from this size on
LEAST_SHARED = 1 << 20
#: each task of a shared file reads all of it, but for a zip archive: more of them would read more than they judge
MOST_SHARES = 32


def audit(
    spark: SparkSession,
    source: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | DataFrame,
    *,
    rules: Rules | None = None,
    changes: Mapping[str, Any] | None = None,
    lang: str = "en",
    tasks: int | None = None,
) -> DataFrame:
    """Judge game records.

    Parameters
    ----------
    spark : SparkSession
    source : str, path, iterable of them, or DataFrame
        Files, folders and archives, which every machine must see under the same path. Or a frame with the columns ``path`` and
        ``content``, such as ``spark.read.format("binaryFile").load("s3a://records/")`` gives.
    rules : RuleSet, str or mapping, optional
        Riichi rules in place of those that the records tell.
    changes : mapping, optional
        Switches to set in the rules, whoever tells those.
    lang : str
        The language of what is told.
    tasks : int, optional
        Into how many tasks paths are cut; a few for each core by default.

    Returns
    -------
    DataFrame
        One row a game, as `chouma.records.columns.JUDGED` has it; `findings` and `games` make flat tables of it. Nothing is read yet.
    """
    frame = source if hasattr(source, "mapInArrow") else _frame(spark, source, tasks)

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return audit_arrow(batches, rules=rules, changes=changes, lang=lang)

    return frame.mapInArrow(work, _spark_schema(JUDGED))


def findings(judged: DataFrame) -> DataFrame:
    """What differs, one row a finding: of what `audit` gives."""
    return judged.select("record", functions.explode("found").alias("found")).select("record", "found.*")


def games(judged: DataFrame) -> DataFrame:
    """One row a game, with the number of its findings."""
    return judged.select(*GAMES.names)


def score(frame: DataFrame, *, rules: Rules | None = None, columns: Sequence[str] | None = None) -> DataFrame:
    """Score a frame of hands.

    Parameters
    ----------
    frame : DataFrame
        One row a hand, with the columns that `chouma.batch.score_table` reads.
    rules, columns
        As there.

    Returns
    -------
    DataFrame
    """
    from pyspark.sql.pandas.types import to_arrow_schema

    asked = {"rules": rules, "columns": columns}

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return score_batches(batches, threads=1, dictionaries=False, **asked)  # type: ignore[arg-type]

    told = table_schema(to_arrow_schema(frame.schema), dictionaries=False, **asked)  # type: ignore[arg-type]
    return frame.mapInArrow(work, _spark_schema(told))


class Counts(NamedTuple):
    """What a run came to."""

    games: int
    wins: int
    draws: int
    findings: int
    unreadable: int


def write(judged: DataFrame, folder: str | os.PathLike[str]) -> Counts:
    """Write ``findings`` and ``games``, two folders of Parquet, into a new folder.

    Parameters
    ----------
    judged : DataFrame
        What `audit` gives.
    folder : str or path
        Where none is yet. On this machine's disk it is there whole or not at all; elsewhere each of the two has a file ``_SUCCESS``
        when it is whole.

    Raises
    ------
    FileExistsError
        If there is such a folder.
    """
    target = os.fspath(folder)
    if "://" in target:
        return _write(judged, target)
    place = Path(os.path.abspath(target))
    if place.exists():
        raise FileExistsError(17, "it is there already: name a new folder", target)
    aside = place.with_name(f".{place.name}.{os.getpid()}.part")
    try:
        counts = _write(judged, aside.as_uri())
        os.replace(aside, place)
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise
    return counts


def _write(judged: DataFrame, folder: str) -> Counts:
    # both tables come out of one pass over the records
    kept = judged.persist(pyspark.StorageLevel.DISK_ONLY)
    try:
        games(kept).write.parquet(f"{folder}/games")
        findings(kept).write.parquet(f"{folder}/findings")
        sums = [functions.sum(name).alias(name) for name in Counts._fields[1:]]
        (row,) = kept.select(functions.count_if(functions.col("format") != "").alias("games"), *sums).collect()
    finally:
        kept.unpersist()
    return Counts(*(row[name] or 0 for name in Counts._fields))


def session(master: str | None = None, quiet: bool = False) -> SparkSession:
    """A session as chouma needs it; where one is at hand, that.

    Parameters
    ----------
    master : str, optional
        ``local[*]``, ``local-cluster[2,1,1024]`` (separate processes of this machine), ``spark://…``, ``yarn``, ``k8s://…``.
    quiet : bool
        Errors alone are logged.
    """
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.appName("chouma")
    if master is not None:
        builder = builder.master(master)
        if master.startswith("local"):
            os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
            for name in ("spark.driver.host", "spark.driver.bindAddress"):
                builder = builder.config(name, "127.0.0.1")
            builder = builder.config("spark.ui.enabled", "false").config("spark.executorEnv.PYTHONPATH", _here())
    if quiet:
        builder = builder.config("spark.ui.showConsoleProgress", str(sys.stderr.isatty()).lower()).config("spark.log.level", "ERROR")
    return builder.getOrCreate()


def _here() -> str:
    """Where this very package lies, for processes of this machine that are started elsewhere."""
    return os.pathsep.join([str(Path(__file__).resolve().parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])])


def stop(spark: SparkSession) -> None:
    """End a session, and remove what a cluster of this machine leaves inside PySpark's own folder."""
    left = Path(pyspark.__file__).parent / "work" / spark.sparkContext.applicationId
    spark.stop()
    shutil.rmtree(left, ignore_errors=True)
    if left.parent.is_dir() and not any(left.parent.iterdir()):
        left.parent.rmdir()


# ------------------------------------------------------------------------------------------------ files


def _frame(spark: SparkSession, source: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], tasks: int | None) -> DataFrame:
    """The files of some paths as a frame, cut into tasks of about the same size."""
    paths = (source,) if isinstance(source, str | os.PathLike) else source
    found = [(file, _size(file)) for path in paths for file in files(os.fspath(path))]
    n = tasks or TASKS * spark.sparkContext.defaultParallelism
    slices = _sliced(found, n)
    # each task brings its own rows, so that nothing is lost with a machine but what it was at
    rows = spark.sparkContext.parallelize(slices, len(slices)).flatMap(lambda one: one)
    return spark.createDataFrame(rows, _spark_schema(DOCUMENTS), verifySchema=False)


def _sliced(found: Sequence[tuple[str, int]], n: int) -> list[list[tuple[str, str, int, int]]]:
    """Rows of `DOCUMENTS` for files, in order, in at most `n` slices."""
    total = sum(size + 1 for _, size in found)  # an empty file is a file too
    slices: dict[int, list[tuple[str, str, int, int]]] = {}
    done = 0.0
    for file, size in found:
        parts = _parts(file, size, max(1, total // n), n)
        for part in range(parts):
            weight = (size + 1) / parts
            at = int((done + weight / 2) * n / total)  # where its middle lies
            done += weight
            slices.setdefault(at, []).append((os.path.abspath(file), file, part, parts))
    return [*slices.values()] or [[]]


def _parts(file: str, size: int, wanted: int, n: int) -> int:
    if size < LEAST_SHARED or size <= wanted:
        return 1
    parts = min(n, -(-size // wanted))
    return parts if zipfile.is_zipfile(file) else min(parts, MOST_SHARES)


def _size(file: str) -> int:
    try:
        return os.stat(file).st_size
    except OSError:  # whoever reads it tells why it can't
        return 0


def _spark_schema(schema: pa.Schema) -> Any:
    from pyspark.sql.pandas.types import from_arrow_schema

    return from_arrow_schema(schema)
