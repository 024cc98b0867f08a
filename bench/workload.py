"""The hands that the benchmark scores.

A case is a plain dict: ``closed`` (concealed tiles in MPSZ, the winning one among them), ``win``, ``melds`` (``type`` and ``tiles``),
``tsumo``, ``riichi`` (0, 1 or 2 for a double one), the situational flags, ``round`` and ``seat`` (``1z`` … ``4z``), ``dora``, ``ura``,
``honba``, ``kyoutaku``. Every generated hand is legal and has a yaku, so that no scorer is timed on its way out.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Case = dict[str, Any]

SITUATIONS = ("ippatsu", "haitei", "houtei", "rinshan", "chankan", "tenhou", "chiihou")
ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))
SIMPLES = tuple(kind for kind in range(27) if 0 < kind % 9 < 8)
FIVES = (4, 13, 22)


def name(tile: int) -> str:
    """MPSZ name of a kind 0..33, or of a red five -1, -2, -3 (m, p, s)."""
    return f"0{'mps'[-tile - 1]}" if tile < 0 else f"{tile % 9 + 1}{'mpsz'[tile // 9]}"


def text(tiles: list[int]) -> str:
    """MPSZ text, one suit letter a suit.

    >>> text([0, 1, -2, 12, 33])
    '12m40p7z'
    """
    names = [name(tile) for tile in sorted(tiles, key=lambda tile: (tile if tile >= 0 else FIVES[-tile - 1], tile))]
    return "".join(n[0] if i + 1 < len(names) and names[i + 1][1] == n[1] else n for i, n in enumerate(names))


def load(path: Path) -> list[Case]:
    """Cases of a file, one JSON object a line."""
    return [json.loads(line) for line in path.read_text(encoding="utf8").splitlines()]


def generate(n: int, seed: int = 1) -> list[Case]:
    """`n` legal winning hands with a yaku, the same for the same seed; rare ones come more often than at a table.

    >>> generate(50) == generate(50), generate(50) == generate(50, seed=2)
    (True, False)
    """
    rng = random.Random(seed)
    cases: list[Case] = []
    while len(cases) < n:
        case = _draw(rng)
        if case:
            cases.append({"id": len(cases), **case})
    return cases


def _draw(rng: random.Random) -> Case | None:
    """One hand, None where the draw came out impossible."""
    form = rng.choices(("standard", "pairs", "orphans"), (90, 8, 2))[0]
    if form == "pairs":
        groups = [("pair", [kind] * 2) for kind in rng.sample(range(34), 7)]
    elif form == "orphans":
        groups = [("pair", [*ORPHANS, rng.choice(ORPHANS)])]
    else:
        groups = _standard(rng)
    used = Counter(tile for _, tiles in groups for tile in tiles)
    if max(used.values()) > 4:
        return None
    closed = [tile for type, tiles in groups if type in ("pair", "group") for tile in tiles]
    melds = [(type, tiles) for type, tiles in groups if type not in ("pair", "group")]
    return _dress(rng, closed, melds, used, rng.choice(closed))


def _standard(rng: random.Random) -> list[tuple[str, list[int]]]:
    """Four groups and a pair, with some groups declared; the theme gives an open hand its yaku."""
    open_hand = rng.random() < 0.35
    theme = rng.choice(("tanyao", "dragon", "flush", "toitoi") if open_hand else ("any", "any", "any", "tanyao", "dragon", "flush"))
    kinds: tuple[int, ...] = tuple(range(34))
    if theme == "tanyao":
        kinds = SIMPLES
    elif theme == "flush":
        suit = 9 * rng.randrange(3)
        kinds = (*range(suit, suit + 9), *range(27, 34))
    runs = [] if theme == "toitoi" else [k for k in kinds if k < 27 and k % 9 < 7 and k + 2 in kinds]
    groups = []
    for i in range(4):
        if theme == "dragon" and i == 0:
            tiles = [rng.randrange(31, 34)] * 3
        elif runs and rng.random() < 0.7:
            first = rng.choice(runs)
            tiles = [first, first + 1, first + 2]
        else:
            tiles = [rng.choice(kinds)] * 3
        groups.append(_declared(rng, tiles, open_hand))
    if open_hand and all(type in ("group", "ankan") for type, _ in groups):
        tiles = groups[0][1][:3]
        groups[0] = ("chi" if tiles[0] != tiles[1] else "pon", tiles)
    return [*groups, ("pair", [rng.choice(kinds)] * 2)]


def _declared(rng: random.Random, tiles: list[int], open_hand: bool) -> tuple[str, list[int]]:
    """A group as it lies: concealed, called, or made a kan."""
    triplet = tiles[0] == tiles[1]
    if triplet and rng.random() < 0.06:
        return "ankan", [*tiles, tiles[0]]
    if not open_hand or rng.random() < 0.5:
        return "group", tiles
    if triplet and rng.random() < 0.15:
        return rng.choice(("minkan", "kakan")), [*tiles, tiles[0]]
    return "pon" if triplet else "chi", tiles


def _dress(rng: random.Random, closed: list[int], melds: list[tuple[str, list[int]]], used: Counter[int], win: int) -> Case:
    """The hand with its winds, flags, indicators and red fives."""
    is_open = any(type != "ankan" for type, _ in melds)
    kans = sum(len(tiles) == 4 for _, tiles in melds)
    seat, tsumo = rng.randrange(4), rng.random() < 0.45
    case: Case = dict.fromkeys(SITUATIONS, False)
    first_turn = tsumo and not melds and rng.random() < 0.01
    # a closed hand always declares, so that it has a yaku
    riichi = 0 if is_open or first_turn else 2 if rng.random() < 0.03 else 1
    if first_turn:
        case["chiihou" if seat else "tenhou"] = True
    elif kans and tsumo and rng.random() < 0.3:
        case["rinshan"] = True
    elif not tsumo and used[win] == 1 and rng.random() < 0.03:
        case["chankan"] = True
    elif rng.random() < 0.03:
        case["haitei" if tsumo else "houtei"] = True
    if riichi and not case["rinshan"]:
        case["ippatsu"] = rng.random() < 0.2
    n_dora = 1 + kans
    # a robbed kan holds all four copies
    in_sight = used + Counter({win: 3 if case["chankan"] else 0})
    shown = list(_indicators(rng, in_sight, n_dora * (2 if riichi else 1)))
    red = _redden(rng, [closed, *(tiles for _, tiles in melds)], shown)
    if win in FIVES and win not in closed:
        win = -1 - FIVES.index(win)
    elif win in FIVES and red[win] in closed and rng.random() < 0.3:
        win = red[win]
    case.update(
        closed=text(closed), win=name(win), melds=[{"type": type, "tiles": text(tiles)} for type, tiles in melds], tsumo=tsumo,
        riichi=riichi, round=name(27 + rng.randrange(2)), seat=name(27 + seat), dora=[name(kind) for kind in shown[:n_dora]],
        ura=[name(kind) for kind in shown[n_dora:]], honba=rng.choice((0, 0, 0, 1, 2)), kyoutaku=rng.choice((0, 0, 1, 2)),
    )  # fmt: skip
    return case


def _indicators(rng: random.Random, used: Counter[int], n: int) -> Iterator[int]:
    left = used.copy()
    for _ in range(n):
        kind = rng.choice([kind for kind in range(34) if left[kind] < 4])
        left[kind] += 1
        yield kind


def _redden(rng: random.Random, places: list[list[int]], shown: list[int]) -> dict[int, int]:
    """Make some fives red, at most one a suit, always where all four are in sight; the red of each five."""
    reds = {five: -1 - i for i, five in enumerate(FIVES)}
    for five, red in reds.items():
        spots = [(tiles, i) for tiles in places for i, tile in enumerate(tiles) if tile == five]
        in_sight = len(spots) + shown.count(five)
        if spots and (in_sight == 4 or rng.random() < 0.35):
            tiles, i = rng.choice(spots)
            tiles[i] = red
    return reds
