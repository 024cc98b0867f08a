"""Standard input, output and error: lines in, rows and JSON out."""

from __future__ import annotations

import contextlib
import os
import signal
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from ..messages import Speaker
from .words import Row, plain, rate

_SKIPPED_AT_ONCE = 1 << 16


def prepare() -> None:
    """Let every text be written, whatever is in it; a closed stream swallows what is written."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - it stays open
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def quiet() -> None:
    """Throw away what couldn't be written, so that the interpreter doesn't try again at its end."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
        except (OSError, ValueError, AttributeError):
            pass


def show(rows: Iterable[Row], color: bool = True) -> None:
    """Print rows: in colour on a terminal that wants it, as plain text otherwise."""
    if color and sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb":
        from rich.console import Console
        from rich.text import Text

        console = Console(highlight=False, soft_wrap=True)
        for row in rows:
            line = Text.assemble(*((piece.text, piece.style) for piece in row))
            line.rstrip()
            console.print(line)
    else:
        print(plain(rows))


def show_json(answer: Mapping[str, Any]) -> None:
    """Print an answer as one line of JSON."""
    import json

    utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    print(json.dumps(answer, ensure_ascii=not utf8))


def tell(text: str) -> None:
    """Print what is no data."""
    print(text, file=sys.stderr)


def standard_input(terminal: bool = False) -> BinaryIO | None:
    """Standard input, if something is piped into it, or typed where that is meant."""
    if sys.stdin is None or (sys.stdin.isatty() and not terminal):
        return None
    return sys.stdin.buffer


def answers_at_once(stream: BinaryIO) -> bool:
    """Whether somebody may wait for each answer: standard input is no file."""
    try:
        return not stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):
        return False


def lines(stream: BinaryIO, most: int) -> Iterator[bytes | None]:
    """The lines of a stream; None for one that is longer than `most` bytes, of which no more than that is ever held."""
    while line := stream.readline(most + 1):
        if len(line) <= most or line.endswith(b"\n"):
            yield line
            continue
        yield None
        while (rest := stream.readline(_SKIPPED_AT_ONCE)) and not rest.endswith(b"\n"):
            pass


@contextlib.contextmanager
def progress(t: Speaker, total: int | None = None) -> Iterator[Callable[..., None]]:
    """A bar with rate and time left on standard error, where that is a terminal.

    Parameters
    ----------
    t : Speaker
    total : int, optional
        Where the bar ends; None where it isn't known, or not yet.

    Yields
    ------
    callable
        ``(done, n, total=None)``: how far it is, how many hands that are, and where it ends, if that is known by now.
    """
    if not sys.stderr.isatty():
        yield lambda done, n, total=None: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    look = (BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[rate]}"), TimeRemainingColumn())
    began = time.monotonic()
    with Progress(*look, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=total, rate="")

        def step(done: int, n: int, total: int | None = None) -> None:
            bar.update(task, total=total, completed=done, rate=rate(n, n / max(time.monotonic() - began, 1e-9), t))

        yield step


@contextlib.contextmanager
def whole_file(path: str) -> Iterator[BinaryIO]:
    """A file that is there whole or not at all: it is written beside its place, and put there at the end.

    What is no usual file, such as a pipe, is written as it stands.
    """
    place = Path(os.path.realpath(path))
    if place.exists() and not place.is_file():
        with open(place, "wb") as stream:
            yield stream
        return
    aside = place.with_name(f".{place.name}.{os.getpid()}.part")
    stream = open(aside, "wb")  # noqa: SIM115 - closed below, before it is moved
    try:
        with stream:
            yield stream
        os.replace(aside, place)
    except BaseException:
        with contextlib.suppress(OSError):
            aside.unlink()
        raise


@contextlib.contextmanager
def stopped_cleanly() -> Iterator[None]:
    """Let an end from outside clean up too."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGTERM"):
        yield
        return

    def stop(number: int, frame: object) -> None:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
