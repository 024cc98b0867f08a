"""Records judged by several processes at once, and told in the order of the input.

One process cuts the records out of their files and hands them on a few at a time; the others read and judge them. No more than a few
parts are under way, so that the memory is the same for ten games and for ten million.
"""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple

from ..errors import ChoumaError, Worded, worded
from ..riichi.rules import RiichiRules
from .audit import Finding, Report, judge, unreadable
from .formats import Text
from .sources import Unread

#: a part: so many records or so many bytes of them
MOST_TEXTS, MOST_BYTES = 32, 1 << 18
#: so many records are judged before other processes are started, unless their number is given: for fewer it doesn't pay
FEW = 24
_AHEAD = 4  # parts that are cut, by process
_FAILED_STARTS = 3

Notice = Callable[[Worded], None]


class Judged(NamedTuple):
    """What was found in one game, or in a part that can't be read, without the game itself.

    Attributes
    ----------
    record : str
    format : str
        Empty where nothing could be read.
    players, rounds, wins, draws : int
    findings : tuple of Finding
    """

    record: str
    format: str
    players: int
    rounds: int
    wins: int
    draws: int
    findings: tuple[Finding, ...]

    @property
    def unreadable(self) -> int:
        """How many parts couldn't be read."""
        return sum(one.is_unreadable for one in self.findings)

    @classmethod
    def of(cls, report: Report) -> Judged:
        """A report without its game."""
        game = report.game
        about = ("", 0, 0) if game is None else (game.format, game.rules.players, len(game.rounds))
        return cls(report.record, *about, report.wins, report.draws, report.findings)

    @classmethod
    def unread(cls, name: str, why: str) -> Judged:
        """A part that can't be read."""
        return cls(name, "", 0, 0, 0, 0, (unreadable(name, why),))


class Judge(NamedTuple):
    """By which rules records are judged; it can be handed to another process.

    Attributes
    ----------
    house : RiichiRules or None
        In place of those that a record tells.
    changes : tuple of (str, object)
        Switches to set in the rules, whoever tells those.
    """

    house: RiichiRules | None = None
    changes: tuple[tuple[str, Any], ...] = ()

    def __call__(self, one: Text | Unread) -> Judged:
        """Judge one record."""
        return Judged.of(judge(one if isinstance(one, Unread) else one.read(), self.house, self.changes))


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def judged(texts: Iterable[Text | Unread], by: Judge, jobs: int | None = 1, notice: Notice | None = None) -> Generator[Judged, None, None]:
    """Judge records, one after another.

    Parameters
    ----------
    texts : iterable of Text or Unread
    by : Judge
    jobs : int, optional
        How many processes judge; None: one for each core, once there are more than a few records.
    notice : callable, optional
        Is told when a process ended before its time.

    Yields
    ------
    Judged
        In the order of the records.

    Raises
    ------
    ChoumaError
        If no process can be started.
    """
    found = iter(texts)
    if jobs is None:
        jobs = cores()
        yield from (by(one) for one in (itertools.islice(found, FEW) if jobs > 1 else found))
    first = next(found, None)
    if first is None:
        return
    found = itertools.chain((first,), found)
    if jobs == 1:
        yield from (by(one) for one in found)
        return
    with contextlib.closing(_Crew(by, jobs, notice or (lambda told: None))) as crew:
        yield from crew.judged(_parts(found))


class _Part:
    """Some records, and what was found in those that are done."""

    def __init__(self, texts: list[Text | Unread]):
        self.texts = texts
        self.found: list[Judged] = []
        self.deaths = 0

    @property
    def done(self) -> bool:
        return len(self.found) == len(self.texts)

    def next(self) -> list[Text | Unread]:
        """What is to be judged: all that is left, or one by one, where two processes ended over it."""
        first = len(self.found)
        return self.texts[first : first + 1] if self.deaths > 1 else self.texts[first:]

    def died(self, how: Worded) -> None:
        """A process ended over it: of one record alone it is told, and that record left out."""
        self.deaths += 1
        if self.deaths > 2:
            self.found.append(Judged.unread(self.texts[len(self.found)].name, how))


def _parts(texts: Iterable[Text | Unread]) -> Iterator[_Part]:
    held: list[Text | Unread] = []
    size = 0
    for one in texts:
        held.append(one)
        size += 0 if isinstance(one, Unread) else len(one.data)
        if len(held) >= MOST_TEXTS or size >= MOST_BYTES:
            yield _Part(held)
            held, size = [], 0
    if held:
        yield _Part(held)


class _Worker:
    """A process, and the part that it is at."""

    def __init__(self, by: Judge):
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, by), daemon=True)
        self.ready = False
        self.part: _Part | None = None
        with _uninterrupted():
            self.process.start()
        theirs.close()

    def how(self) -> Worded:
        """How it ended."""
        self.process.join(1)
        code = self.process.exitcode or 0
        if code < 0:
            return worded("the process that read it was ended by signal {n}", n=-code)
        return worded("the process that read it ended with status {n}", n=code)

    def stop(self) -> None:
        self.pipe.close()
        self.process.terminate()
        self.process.join(5)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()


class _Crew:
    """Processes that judge."""

    def __init__(self, by: Judge, jobs: int, notice: Notice):
        self._by, self._notice, self._jobs = by, notice, jobs
        self._workers: list[_Worker] = []
        self._failed_starts = 0
        self._again: deque[_Part] = deque()  # parts over which a process ended
        self._cut: deque[_Part] = deque()  # parts that wait for a process

    def close(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.stop()
        self._workers.clear()

    def judged(self, parts: Iterator[_Part]) -> Iterator[Judged]:
        """What is found in all parts, in their order."""
        for _ in range(self._jobs):
            self._workers.append(_Worker(self._by))
        order: deque[_Part] = deque()
        more = True
        while more or order:
            self._hand_out()
            room = more and len(order) < _AHEAD * self._jobs
            busy = {worker.pipe: worker for worker in self._workers if worker.part is not None or not worker.ready}
            heard: list[Any] = wait(busy, 0 if room else None) if busy else []
            for pipe in heard:
                self._hear(busy[pipe])
            if room and not heard:
                part = next(parts, None)
                more = part is not None
                if part is not None:
                    order.append(part)
                    self._cut.append(part)
            while order and order[0].done:
                yield from order.popleft().found

    def _hand_out(self) -> None:
        for worker in list(self._workers):
            waiting = self._again or self._cut
            if worker.ready and worker.part is None and waiting:
                worker.part = waiting.popleft()
                self._give(worker)

    def _give(self, worker: _Worker) -> None:
        assert worker.part is not None
        try:
            worker.pipe.send(worker.part.next())
        except OSError:
            self._ended(worker)

    def _hear(self, worker: _Worker) -> None:
        try:
            told = worker.pipe.recv()
        except (EOFError, OSError):
            self._ended(worker)
            return
        if isinstance(told, Exception):
            raise told
        if worker.part is None:
            worker.ready = True
            return
        worker.part.found += told
        if worker.part.done:
            worker.part = None
        else:
            self._give(worker)

    def _ended(self, worker: _Worker) -> None:
        """A process ended before its time: another takes its place, and its part."""
        how, part = worker.how(), worker.part
        self._workers.remove(worker)
        worker.stop()
        if part is not None:
            part.died(how)
            self._notice(worded("{why}: what it was at is read again", why=how))
            if not part.done:
                self._again.append(part)
        elif not worker.ready:
            self._failed_starts += 1
            if self._failed_starts > _FAILED_STARTS:
                raise ChoumaError(worded("no process can be started to read records ({why}): --jobs 1 does without", why=how))
        self._workers.append(_Worker(self._by))


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """What is started here isn't interrupted from the terminal: whoever started it ends it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(pipe: Connection, by: Judge) -> None:
    """Judge what comes, until nothing does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pipe.send([])
    with contextlib.suppress(EOFError, OSError):
        while True:
            texts = pipe.recv()
            try:
                answer: Any = [by(one) for one in texts]
            except Exception as wrong:
                answer = wrong
            pipe.send(answer)
