"""A whole game of 20 rounds, played through from its events, beside as many rounds settled alone.

A game asks for its rounds to be settled, so that what it adds itself is the ratio of the two.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from chouma.families import rules
from chouma.game import Game
from chouma.settling import settle_fields

N_ROUNDS = 20
NAMES = ("Anna", "Bob", "Cleo", "Dan")
#: a long game: nobody can reach the target, and nobody goes bankrupt
RULES = rules("tenhou").but(name="long game", length="full", bankruptcy=False, dealer_stop=False)


class Found(NamedTuple):
    """What was measured: milliseconds of one game, one figure a round of measuring.

    Attributes
    ----------
    played : list of float
        From its events.
    settled : list of float
        The same hands, each settled alone.
    """

    played: list[float]
    settled: list[float]


def events() -> list[dict[str, Any]]:
    """The rounds of a game: wins by ron and by self-draw with riichi, a hand that is scored, draws."""
    hand = "234m 345678p 6634s +5s"
    four = (
        {"wins": [{"seat": "E", "from": "S", "han": 3, "fu": 40}], "riichi": ["S"]},
        {"draw": {"kind": "exhaustive", "tenpai": ["S", "W"]}, "riichi": ["W"]},
        {"wins": [{"seat": "W", "han": 2, "fu": 30}]},
        {"wins": [{"seat": "N", "from": "S", "hand": hand}], "riichi": ["N", "W"]},
    )
    return [four[i % len(four)] for i in range(N_ROUNDS)]


def measure(rounds: int) -> Found:
    """Time both, in turn."""
    game = Game.new(RULES, NAMES, events=events())
    requests = [_request(event) for event in events()]
    jobs: list[tuple[Callable[[], Any], list[float]]] = [
        (lambda: Game.new(RULES, NAMES, events=game.line), []),
        (lambda: [settle_fields(request) for request in requests], []),
    ]
    for turn in range(rounds + 1):
        gc.collect()
        for job, taken in jobs:
            start = time.process_time()
            job()
            if turn:  # the first fills the caches
                taken.append((time.process_time() - start) * 1e3)
    return Found(*(taken for _, taken in jobs))


def _request(event: dict[str, Any]) -> dict[str, Any]:
    """A round as it is settled without a game."""
    riichi = len(event.get("riichi", ()))
    asked = {name: value for name, value in event.items() if name != "riichi"}
    for win in asked.get("wins", ()):
        if "hand" in win:
            asked = {**asked, "wins": [{**win, "flags": ["riichi"]}]}
    return {**asked, "rules": RULES, "round": "E", "deposits": riichi}


def report(found: Found) -> Iterator[str]:
    """Lines of Markdown."""
    yield "## A whole game"
    yield ""
    yield f"A game of {N_ROUNDS} rounds played through from its events, all states kept, and the same rounds settled one by one."
    yield ""
    yield "| | ms a game | ratio |"
    yield "|:--|--:|--:|"
    alone = statistics.median(found.settled)
    ratio = statistics.median(a / b for a, b in zip(found.played, found.settled, strict=True))
    yield f"| the game, from its events | {statistics.median(found.played):.2f} | {ratio:.2f} |"
    yield f"| its rounds, settled alone | {alone:.2f} | 1 |"
    yield ""
