"""Game records in Tenhou's XML judged: read, played again, every figure recomputed; beside `mahjong`, which scores one hand.

The games are written here, eight hands each that are dealt at random and played to a win, so that nothing of others is needed.
"""

from __future__ import annotations

import gc
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import memory
import peers
import workload
from one_hand import same_packages

import chouma
from chouma.game.placing import final_count
from chouma.hand import FLAG_BITS, RON, TSUMO, Hand, Win
from chouma.records.audit import audit_game
from chouma.records.mjlog import read
from chouma.riichi.engine import engine
from chouma.riichi.names import YAKU_NAMES
from chouma.riichi.settle import Won, settle_wins
from chouma.score import score_hand
from chouma.seats import Wind
from chouma.tiles import NAMES

N_ROUNDS, N_TURNS, RIICHI_AT = 8, 13, 5
RULES = chouma.rules("tenhou")
#: thirteen tiles and the one that wins, as ranks of three suits that are dealt anew
SHAPES = (
    ((2, 3, 4, 3, 4), (3, 4, 5, 6, 7, 8), (6, 6), 0, 5),
    ((1, 2, 3, 2, 2), (4, 5, 6, 2, 3), (7, 8, 9), 1, 4),
    ((2, 2, 2, 5, 5), (3, 4, 6, 7, 8), (7, 8, 9), 1, 5),
    ((1, 1, 4, 4, 6, 6), (2, 2, 8, 8), (3, 3, 9), 2, 9),
)
_REDS = (16, 52, 88)
_LIMITS = ("", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")


class Found(NamedTuple):
    """What was measured: microseconds of CPU a game, one figure a round of measuring.

    Attributes
    ----------
    read, audited : list of float
        Text to a game, and that judged.
    mahjong : list of float
        One hand of `mahjong`; empty where it isn't installed.
    clock : dict of int to (float, float)
        By processes: games a second by the clock, and megabytes at the peak of the one that hands out, for `few` and `many` games.
    few, many : int
    """

    read: list[float]
    audited: list[float]
    mahjong: list[float]
    clock: dict[int, tuple[tuple[float, float], ...]]
    few: int
    many: int


# ------------------------------------------------------------------------------------------------ games


def game(seed: int) -> str:
    """One game, as Tenhou writes it."""
    luck = random.Random(seed)
    scores = [25000] * 4
    hands = []
    for i in range(N_ROUNDS):
        text, deltas = _hand(luck, i, scores)
        scores = [score + delta for score, delta in zip(scores, deltas, strict=True)]
        hands.append(text)
    rows = sorted(final_count(scores, RULES, deposits=0, dealer=3).rows)
    ends = ",".join(f"{row.score // 100},{row.total / 1000:.1f}" for row in rows)
    names = " ".join(f'n{seat}="P{seat}"' for seat in range(4))
    told = "".join(hands)
    return f'<mjloggm ver="2.3"><GO type="9" lobby="0"/><UN {names}/><TAIKYOKU oya="0"/>{told.replace("OWARI", ends)}</mjloggm>'


def _hand(luck: random.Random, index: int, scores: list[int]) -> tuple[str, list[int]]:
    """One hand: whoever sits after the dealer declares riichi and wins, by ron or by self-draw."""
    dealer = index % 4
    who, drawn = (dealer + 1) % 4, luck.random() < 0.4
    held, won = _ready(luck)
    wall = [tile for tile in range(136) if tile not in {*held, won}]
    luck.shuffle(wall)
    dora, ura = wall.pop(), wall.pop()
    deal = [sorted(wall.pop() for _ in range(13)) if seat != who else sorted(held) for seat in range(4)]
    dealt = " ".join(f'hai{seat}="{",".join(map(str, tiles))}"' for seat, tiles in enumerate(deal))
    tags = [f'<INIT seed="{index},0,0,1,2,{dora}" ten="{",".join(str(score // 100) for score in scores)}" oya="{dealer}" {dealt}/>']
    for turn in range(N_TURNS):
        for seat in ((dealer + i) % 4 for i in range(4)):
            tile, last = wall.pop(), turn == N_TURNS - 1
            if last and seat == (who if drawn else dealer):
                tags.append(f"<{'TUVW'[seat]}{won}/>" + ("" if drawn else f"<{'DEFG'[seat]}{won}/>"))
                break
            riichi = seat == who and turn == RIICHI_AT
            tags.append(f"<{'TUVW'[seat]}{tile}/>" + f'<REACH who="{seat}" step="1"/>' * riichi + f"<{'DEFG'[seat]}{tile}/>")
            tags += [f'<REACH who="{seat}" ten="0,0,0,0" step="2"/>'] * riichi
    end, deltas = _win(index, who, drawn, held, won, (dora, ura), scores)
    return "".join(tags) + end, deltas


def _ready(luck: random.Random) -> tuple[list[int], int]:
    """Thirteen physical tiles that are ready, and the one that wins; none of them red."""
    *groups, suit, rank = luck.choice(SHAPES)
    order = luck.sample(range(3), 3)
    left = {kind: [4 * kind + i for i in range(4) if 4 * kind + i not in _REDS] for kind in range(34)}
    held = [left[9 * order[i] + one - 1].pop() for i, ranks in enumerate(groups) for one in ranks]  # type: ignore[arg-type]
    return held, left[9 * order[suit] + rank - 1].pop()  # type: ignore[index, operator]


def _win(
    index: int, who: int, drawn: bool, held: list[int], won: int, indicators: tuple[int, int], scores: list[int]
) -> tuple[str, list[int]]:
    """How a hand ends, with what it is worth, and what everyone gets in the whole of it."""
    dealer = index % 4
    by, (dora, ura) = TSUMO if drawn else RON, indicators
    hand = Hand.of([_tile(one) for one in held], (), win=_tile(won), by=by, norths=0)
    how = Win(Wind.S, Wind(index // 4), FLAG_BITS["riichi"], (_tile(dora),), (_tile(ura),))
    score = score_hand(hand, how, engine(RULES))
    settled = settle_wins([Won(Wind.S, by, score.base, None if drawn else Wind.E)], RULES, honba=0, deposits=1)
    deltas = [0] * 4
    for one in settled.transfers:
        deltas[(dealer + one.receiver) % 4] += one.amount
        if one.payer is not None:
            deltas[(dealer + one.payer) % 4] -= one.amount
    before = [points - 1000 * (seat == who) for seat, points in enumerate(scores)]
    paid = ",".join(f"{points // 100},{delta // 100}" for points, delta in zip(before, deltas, strict=True))
    found = [(YAKU_NAMES[hit.id].tenhou[0], hit.han) for hit in score.yaku]
    found += [(id, han) for id, han in zip((52, 53), score.dora, strict=False) if han]
    limit = _LIMITS.index(score.limit.removeprefix("counted_"))
    tags = (
        f'<AGARI ba="0,1" hai="{",".join(map(str, sorted([*held, won])))}" machi="{won}" ten="{score.fu},{score.points},{limit}"'
        f' yaku="{",".join(f"{id},{han}" for id, han in found)}" doraHai="{dora}" doraHaiUra="{ura}" who="{who}"'
        f' fromWho="{who if drawn else dealer}" sc="{paid}"{" owari=" + chr(34) + "OWARI" + chr(34) if index == N_ROUNDS - 1 else ""}/>'
    )
    return tags, [delta - 1000 * (seat == who) for seat, delta in enumerate(deltas)]


def _tile(physical: int) -> int:
    return NAMES.index(f"0{'mps'[_REDS.index(physical)]}") if physical in _REDS else physical // 4


# ------------------------------------------------------------------------------------------------ measured


def measure(games: int, rounds: int) -> Found:
    """Time all in turn; then ``chouma audit`` with one process and two, over so many games and four times as many."""
    texts = [game(seed) for seed in range(games)]
    found = Found([], [], [], {}, games, 4 * games)
    scorer, prepared = _mahjong()
    for turn in range(rounds + 1):
        gc.collect()
        clock = [time.process_time()]
        played = [read(text) for text in texts]
        clock.append(time.process_time())
        wrong = [finding for one in played for finding in audit_game(one).findings]
        clock.append(time.process_time())
        for one in prepared:
            scorer.score(one)
        clock.append(time.process_time())
        if wrong:
            raise AssertionError(f"a game that was written here isn't right: {wrong[0]}")
        if turn:  # the first fills the caches
            counts = (games, games, len(prepared))
            for taken, began, ended, n in zip(found[:3], clock, clock[1:], counts, strict=False):
                if n:
                    taken.append((ended - began) / n * 1e6)  # type: ignore[union-attr]
    for jobs in (1, 2):
        found.clock[jobs] = tuple(_command(texts * n, jobs) for n in (1, 4))
    return found


def _mahjong() -> tuple[peers.Scorer, list[object]]:
    scorer = peers.Mahjong
    try:
        here = scorer()
    except ImportError:
        return None, []  # type: ignore[return-value]
    return here, [here.prepare(case) for case in workload.generate(200, seed=3)]


def audit(source: str, jobs: str) -> None:
    """``chouma audit`` in this process, then print its seconds and its peak."""
    from chouma.cli import main

    began = time.perf_counter()
    status = main(["audit", source, "--jobs", jobs])
    if status:
        sys.exit(f"chouma audit ended with {status}")
    print(time.perf_counter() - began, memory.peak_here())


def _command(texts: list[str], jobs: int) -> tuple[float, float]:
    """Games a second by the clock, and megabytes."""
    out = memory.BENCH / "out"
    out.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out) as folder:
        source = Path(folder, "games.mjlog")
        source.write_text("".join(texts), encoding="utf8")
        command = [sys.executable, "-c", "import records, sys; records.audit(*sys.argv[1:])", str(source), str(jobs)]
        done = subprocess.run(command, cwd=memory.BENCH, check=True, capture_output=True, text=True, env=same_packages())
    seconds, peak = map(float, done.stdout.split()[-2:])
    return len(texts) / seconds, peak


def report(found: Found) -> Iterator[str]:
    """Lines of Markdown."""
    yield "## Game records"
    yield ""
    yield f"{found.few} games in Tenhou's XML that the benchmark writes, {N_ROUNDS} hands each with some hundred events, all won: they are"
    yield "read, played again, and every figure is recomputed; nothing differs. Microseconds a game, CPU time of one process: median and"
    yield "range of the rounds; the ratio to one hand of `mahjong`, round by round (median)."
    yield ""
    yield "| | µs a game | range | hands of `mahjong` | games/s a core |"
    yield "|:--|--:|--:|--:|--:|"
    whole = [a + b for a, b in zip(found.read, found.audited, strict=True)]
    for name, taken in (("read", found.read), ("played again and recomputed", found.audited), ("both", whole)):
        ratio = f"{statistics.median(a / b for a, b in zip(taken, found.mahjong, strict=True)):.1f}" if found.mahjong else "not installed"
        middle = statistics.median(taken)
        yield f"| {name} | {middle:.0f} | {min(taken):.0f} – {max(taken):.0f} | {ratio} | {1e6 / middle:.0f} |"
    yield ""
    yield "`chouma audit` over one stream, by the clock, its start included; the peak of the process that hands the games out."
    yield ""
    yield f"| processes | games/s, {found.few} games | games/s, {found.many} games | MB, {found.few} games | MB, {found.many} games |"
    yield "|--:|--:|--:|--:|--:|"
    for jobs, ((slow, low), (fast, high)) in found.clock.items():
        yield f"| {jobs} | {slow:.0f} | {fast:.0f} | {low:.0f} | {high:.0f} |"
    yield ""
