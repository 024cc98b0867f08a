"""``chouma convert``: game records of one format written in another."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

from ..errors import ChoumaError, said_in, shorten, worded
from . import SCORED, SOME_FAILED, words
from .commands import Parsed
from .streams import progress, standard_input, tell
from .tongue import tongue

if TYPE_CHECKING:
    from ..records.model import Game

_STDIN = "-"
_ENDINGS = {"mjlog": ".mjlog", "mjai": ".jsonl"}
_ENDING = ".json"
_MOST_LETTERS = 100
#: names that Windows has given away
_TAKEN = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_KNOWN_ENDINGS = re.compile(r"(\.(mjlog|json|jsonl|xml|log|txt|gz))+$", re.IGNORECASE)


def run(parsed: Parsed) -> int:
    """Write the games of some paths in another format.

    Returns
    -------
    int
        The exit status: 3 where a game can't be read, carried or written.
    """
    from ..records.formats import WRITERS, games
    from ..records.sources import Unread

    given, t = parsed.given, tongue(parsed.given)
    to = str(given.get("to", ""))
    if to not in WRITERS:
        if not to:
            raise ChoumaError(worded("name the format with --to: {names}", names=" ".join(WRITERS)))
        raise ChoumaError(words.bad_option("to", to, worded("one of {names}", names=" ".join(WRITERS))))
    stdin = standard_input() if _STDIN in parsed.words else None
    if _STDIN in parsed.words and stdin is None:
        raise ChoumaError(worded("- reads standard input, and there is none: chouma convert - --to tenhou6 < game.mjlog"))
    found = games(parsed.words, stdin)
    # one game goes to a file or to standard output, several to a folder
    first, second = next(found, None), next(found, None)
    out = _out(parsed, second is not None, _ENDINGS.get(to, _ENDING))
    n = dict.fromkeys(("written", "failed"), 0)
    with progress(t) as step:
        for one in chain([game for game in (first, second) if game is not None], found):
            name, why = (one.name, one.why) if isinstance(one, Unread) else (one.id, _written(one, WRITERS[to], out))
            n["failed" if why else "written"] += 1
            if why:
                tell(t("{record}: {why}", record=name, why=said_in(why, t.lang)))
            step(sum(n.values()), sum(n.values()))
    if second is not None or n["failed"]:
        tell(words.convert_summary(n, t))
    return SOME_FAILED if n["failed"] else SCORED


def _written(game: Game, write: Callable[[Game], str], out: _Out) -> str:
    """Write a game; why it isn't written, or nothing."""
    try:
        out.put(game.id, write(game))
    except ChoumaError as refused:
        return refused.parts[0]
    return ""


def _out(parsed: Parsed, several: bool, ending: str) -> _Out:
    """Where the games go.

    Raises
    ------
    ChoumaError
        If it is no place for them.
    """
    out, force = parsed.given.get("out"), bool(parsed.given.get("force"))
    folders = [path for path in parsed.words if path != _STDIN and os.path.isdir(path)]
    if out is None:
        if several:
            raise ChoumaError(worded("there are several games, and standard output takes one: --out FOLDER writes a file for each"))
        return _Out("", "", ending, force)
    path = str(out)
    for folder in folders:
        if os.path.commonpath([os.path.realpath(path), os.path.realpath(folder)]) == os.path.realpath(folder):
            raise ChoumaError(worded("{file} lies in {folder}, which is read: name a folder outside of it", file=path, folder=folder))
    if several or folders or len(parsed.words) > 1 or os.path.isdir(path) or path.endswith(("/", os.sep)):
        if os.path.exists(path) and not os.path.isdir(path):
            raise ChoumaError(worded("{file} is a file, and there are several games: name a folder", file=path))
        return _Out(path, "", ending, force)
    return _Out(os.path.dirname(path) or os.curdir, os.path.basename(path), ending, force)


class _Out:
    """A folder that games are written to, one file of it, or standard output.

    Parameters
    ----------
    folder : str
        Empty for standard output.
    file : str
        Empty where each game gets a name of its own.
    ending : str
    force : bool
        Whether a file that is there already is written over.
    """

    def __init__(self, folder: str, file: str, ending: str, force: bool):
        self.folder, self.file, self.ending, self.force = folder, file, ending, force
        self.names: set[str] = set()

    def put(self, record: str, text: str) -> None:
        """Write one game.

        Raises
        ------
        ChoumaError
            If its file is there already, or can't be written.
        """
        written = (text.rstrip("\n") + "\n").encode("utf-8", "backslashreplace")
        if not self.folder:
            sys.stdout.flush()
            sys.stdout.buffer.write(written)
            sys.stdout.buffer.flush()
            return
        path = os.path.join(self.folder, self.file or self._own_name(record))
        try:
            if not self.file:
                os.makedirs(self.folder, exist_ok=True)
            self._write(path, written)
        except FileExistsError:
            raise ChoumaError(worded("{file} is there already: --force writes over it", file=path)) from None
        except OSError as wrong:
            raise ChoumaError(worded("{file}: {message}", file=path, message=wrong.strerror or str(wrong))) from None

    def _write(self, path: str, written: bytes) -> None:
        if not self.force:
            # a link that is there already isn't followed
            with open(path, "xb") as stream:
                stream.write(written)
            return
        with _beside(path) as stream:
            stream.write(written)

    def _own_name(self, record: str) -> str:
        stem = safe_name(record)
        for i in range(1, len(self.names) + 2):
            name = (stem if i == 1 else f"{stem}-{i}") + self.ending
            if name.lower() not in self.names:
                break
        self.names.add(name.lower())
        return name


@contextlib.contextmanager
def _beside(path: str) -> Iterator[tempfile._TemporaryFileWrapper[bytes]]:
    """A file that takes its place once it is whole, also where a link stood."""
    with tempfile.NamedTemporaryFile(dir=os.path.dirname(path) or os.curdir, delete=False) as stream:
        try:
            yield stream
            stream.close()
            os.chmod(stream.name, 0o666 & ~_umask())
            os.replace(stream.name, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(stream.name)
            raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def safe_name(record: str) -> str:
    """A name for the file of a game, without an ending: of what a record is called no more than is harmless anywhere.

    Examples
    --------
    >>> safe_name("games/2019.mjlog"), safe_name("more.zip:../../x.json#2"), safe_name("-"), safe_name("con.json")
    ('2019', 'x_2', 'game', '_con')
    """
    file, _, number = re.split(r"[/\\:]", record)[-1].partition("#")
    stem = _KNOWN_ENDINGS.sub("", file)
    name = re.sub(r"[^\w.-]+", "_", f"{stem}#{number}" if number else stem).strip("._-")
    name = shorten(name, _MOST_LETTERS).rstrip(".…") if len(name) > _MOST_LETTERS else name
    name = name.encode("utf-8", "ignore")[: 2 * _MOST_LETTERS].decode("utf-8", "ignore") or "game"
    return f"_{name}" if _TAKEN.fullmatch(name) else name
