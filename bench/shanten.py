"""How far hands are from ready and what brings them nearer, beside `mahjong`, which has no tables and tries every kind.

Both get the counts of random hands of 13 tiles and are timed in turn, round by round. The first pass of chouma finds its tables
empty; each further round has new hands, and only the tables stay.
"""

from __future__ import annotations

import importlib
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from chouma.hand import Hand
from chouma.shapes.distance import improving, shanten

KINDS = 34
Counts = tuple[int, ...]


@dataclass(frozen=True)
class Row:
    """One question: microseconds a hand, round by round, the first with empty tables; and theirs, if they are here."""

    what: str
    ours: tuple[float, ...]
    theirs: tuple[float, ...]


@dataclass(frozen=True)
class Found:
    """What was measured, and on how many hands the answers differ."""

    n: int
    rows: tuple[Row, ...]
    differ: int


def deal(random: Random) -> Counts:
    """A hand of 13 of the 136 tiles."""
    held = [0] * KINDS
    for tile in random.sample(range(4 * KINDS), 13):
        held[tile // 4] += 1
    return tuple(held)


def hand_of(held: Counts) -> Hand:
    """The same as chouma has it."""
    return Hand(int.from_bytes(bytes(held), "little"))


def their_improving(calculate: Callable[[Sequence[int]], int], held: Counts) -> int:
    """The kinds that bring a hand nearer, tried one by one, as bits."""
    away, tiles, found = calculate(held), list(held), 0
    for kind in range(KINDS):
        if tiles[kind] < 4:
            tiles[kind] += 1
            found |= (calculate(tiles) < away) << kind
            tiles[kind] -= 1
    return found


def timed(function: Callable[[Any], Any], hands: Sequence[Any]) -> tuple[float, list[Any]]:
    """Microseconds of CPU time a hand, and the answers."""
    start = time.process_time()
    answers = [function(hand) for hand in hands]
    return (time.process_time() - start) * 1e6 / len(hands), answers


def measure(n: int, rounds: int, seed: int = 1) -> Found:
    """Ask both the same, round by round, new hands each; one round more, as the first is told apart."""
    try:
        calculate = importlib.import_module("mahjong.shanten").Shanten.calculate_shanten
    except ImportError:
        calculate = None
    random, differ = Random(seed), 0
    times: dict[str, tuple[list[float], list[float]]] = {}
    questions = (
        ("shanten", shanten, calculate),
        ("shanten and improving tiles", lambda hand: (shanten(hand), improving(hand)), lambda held: their_improving(calculate, held)),
    )
    for _ in range(rounds + 1):
        held = [deal(random) for _ in range(n)]
        hands = [hand_of(one) for one in held]
        for what, ours, theirs in questions:
            own, other = times.setdefault(what, ([], []))
            taken, answers = timed(ours, hands)
            own.append(taken)
            if calculate is not None:
                taken, said = timed(theirs, held)
                other.append(taken)
                plain = answers if what == "shanten" else [bits for _, bits in answers]
                differ += sum(one != two for one, two in zip(plain, said, strict=True))
    return Found(n, tuple(Row(what, tuple(own), tuple(other)) for what, (own, other) in times.items()), differ)


def report(found: Found) -> Iterator[str]:
    """Lines of Markdown."""
    yield from (
        "## How far from ready",
        "",
        f"{found.n:,} random hands of 13 tiles a round, new ones each: microseconds a hand, CPU time. In the first pass chouma finds its",
        f"tables empty; then the median of the other {len(found.rows[0].ours) - 1} rounds. `mahjong` has to try every kind to find those",
        f"that improve. Answers that differ: {found.differ}.",
        "",
        "| what | first pass | chouma | `mahjong` | ratio | first pass's ratio |",
        "|---|--:|--:|--:|--:|--:|",
    )
    for row in found.rows:
        first, own = row.ours[0], statistics.median(row.ours[1:])
        if row.theirs:
            ratio = statistics.median(theirs / ours for theirs, ours in zip(row.theirs[1:], row.ours[1:], strict=True))
            told = f"{statistics.median(row.theirs[1:]):.1f} | x{ratio:.1f} | x{row.theirs[0] / first:.1f}"
        else:
            told = "not installed | - | -"
        yield f"| {row.what} | {first:.1f} | {own:.1f} | {told} |"
    yield ""
