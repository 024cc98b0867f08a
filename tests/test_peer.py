"""Beside another scorer: `mahjong` from PyPI, under Tenhou's rules, on hands with melds, flags, dora and red fives."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest
from strategies import Case, random_case

from chouma.hand import ANKAN, CHI, FLAG_BITS, FLAGS, KAKAN, MINKAN, PON, Hand, Win
from chouma.riichi.engine import engine_of
from chouma.riichi.names import YAKU_NAMES
from chouma.riichi.rules import RiichiRules, rules
from chouma.seats import wind
from chouma.tiles import KIND_OF, RED_OF, REDS, copies

pytest.importorskip("mahjong.hand_calculating.hand", reason="the scorer mahjong is not installed")
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.yaku_config import YAKU_ID_TO_TENHOU_ID
from mahjong.meld import Meld as TheirMeld

pytestmark = pytest.mark.peer

N_HANDS, N_SLOW = 20_000, 200_000
TYPES = {CHI: TheirMeld.CHI, PON: TheirMeld.PON, MINKAN: TheirMeld.KAN, ANKAN: TheirMeld.KAN, KAKAN: TheirMeld.SHOUMINKAN}
#: flags of local yaku, which neither scores here
LOCAL_FLAGS = ("open_riichi", "tsubame_gaeshi", "kanburi", "paarenchan", "renhou")
ID_OF = {number: id for id, name in YAKU_NAMES.items() for number in name.tenhou}
DORA = {52: "dora", 53: "ura", 54: "aka"}

Worth = tuple[dict[str, int], int | None, int | None, tuple[int, int], int]


def is_physical(case: Case) -> bool:
    """Not all four of a five without its red one: theirs asks for tiles that exist."""
    counts = case.hand.all_counts
    return all(copies(counts, kind) < 4 or copies(counts, red) for kind, red in RED_OF.items())


class Copies:
    """Physical tiles 0 to 135: four of each kind, the first of a five is the red one."""

    def __init__(self) -> None:
        self._given: Counter[int] = Counter()

    def of(self, tile: int) -> int:
        kind = KIND_OF[tile]
        if tile in REDS:
            return 4 * kind
        self._given[kind] += 1
        return 4 * kind + self._given[kind] - (kind not in (4, 13, 22))

    def shown(self, tile: int) -> int:
        """An indicator: which copy it is doesn't matter."""
        return 4 * KIND_OF[tile] + 1


def ours(case: Case) -> Worth | None:
    score = case.score()
    if not score:
        return None
    found = {hit.id: hit.yakuman or hit.han for hit in score.yaku} | {id: n for id, n in score.dora._asdict().items() if n}
    paid = score.payments
    # theirs has the dealer's payment first, or the one payment, then the others'
    shares = (paid.discarder or paid.dealer or paid.each_nondealer or 0, 0 if paid.discarder else paid.each_nondealer or 0)
    return found, score.han, score.fu, shares, paid.total


def theirs(case: Case) -> Worth | None:
    hand, told, given = case.hand, case.keywords, Copies()
    melds = [TheirMeld(TYPES[m.type], [given.of(tile) for tile in m.tiles], opened=m.type != ANKAN) for m in hand.melds]
    win = given.of(hand.win)  # type: ignore[arg-type]
    tiles = [*(given.of(tile) for tile in hand.concealed), win, *(tile for meld in melds for tile in meld.tiles)]
    flags: dict[str, Any] = {f"is_{flag}": True for flag in told["flags"] if flag != "double_riichi"}
    if "double_riichi" in told["flags"]:
        flags |= {"is_riichi": True, "is_daburu_riichi": True}
    config = HandConfig(
        is_tsumo=hand.by == "tsumo",
        player_wind=27 + "ESWN".index(told["seat"]),
        round_wind=27 + "ESWN".index(told["round"]),
        tsumi_number=told["honba"],
        kyoutaku_number=told["deposits"],
        options=OptionalRules(has_open_tanyao=True, has_aka_dora=True, has_double_yakuman=False),
        **flags,
    )
    dora, ura = ([given.shown(tile) for tile in told[name]] for name in ("dora_indicators", "ura_indicators"))
    found = HandCalculator.estimate_hand_value(tiles, win, melds=melds, dora_indicators=dora, ura_dora_indicators=ura, config=config)
    if found.error:
        return None
    cost, is_open = found.cost, any(meld.opened for meld in melds)
    named: Counter[str] = Counter()
    for one in found.yaku:
        number = YAKU_ID_TO_TENHOU_ID[one.yaku_id]
        han = one.han_open if is_open else one.han_closed
        named[DORA.get(number) or ID_OF[number]] += han // 13 if one.is_yakuman else han
    yakuman = any(one.is_yakuman for one in found.yaku)
    # what a single payer pays, counters included; by ron there is one
    shares = (cost["main"] + cost["main_bonus"], cost["additional"] + cost["additional_bonus"] if hand.by == "tsumo" else 0)
    return dict(named), None if yakuman else found.han, None if yakuman else found.fu, shares, cost["total"]


def by_columns(cases: list[Case]) -> list[Worth | None]:
    """The same as `ours`, by columns."""
    from chouma.batch import from_hands, score_given

    pairs = []
    for case in cases:
        told = case.keywords
        flags = sum(FLAG_BITS[flag] for flag in told["flags"])
        shown = (tuple(told[name]) for name in ("dora_indicators", "ura_indicators"))
        pairs.append((case.hand, Win(wind(told["seat"]), wind(told["round"]), flags, *shown, told["honba"], told["deposits"])))
    engine = engine_of("tenhou")
    found = score_given(from_hands(pairs), engine)
    # without red fives, double yakuman and the like a yaku's han hangs on the openness alone
    worth = {entry.id: entry.worth for entry in engine.in_order}
    answers: list[Worth | None] = []
    for at, (hand, _) in enumerate(pairs):
        if found.state[at]:
            answers.append(None)
            continue
        named = {id: worth[id].yakuman or worth[id].han(hand.closed) for id in found.yaku_of(at)}
        named |= {name: int(n) for name, n in zip(("dora", "ura", "aka", "kita"), found.dora[at], strict=True) if n}
        discarder, dealer, each = (int(column[at]) for column in (found.discarder, found.dealer, found.each_nondealer))
        # fu are there, and 0, for a yakuman alone
        han, fu = (None, None) if found.yakuman[at] else (int(found.han[at]), int(found.fu[at]))
        answers.append((named, han, fu, (discarder or dealer or each, 0 if discarder else each), int(found.total[at])))
    return answers


def playable(random: Random, house: RiichiRules) -> Case:
    """A hand that both can score."""
    while True:
        case = random_case(random, house)
        flags = [flag for flag in case.keywords["flags"] if flag not in LOCAL_FLAGS]
        if "ippatsu" in flags and not {"riichi", "double_riichi"} & set(flags):
            flags.remove("ippatsu")
        case = case._replace(keywords={**case.keywords, "flags": flags})
        if is_physical(case):
            return case


def nine_gates(house: RiichiRules) -> list[Case]:
    """Nine gates of each suit, with each tile twice, won on each: they are rare, so all of them."""
    told = {"seat": "S", "round": "E", "flags": [], "dora_indicators": [], "ura_indicators": [], "honba": 0, "deposits": 0}
    found = []
    for first in (0, 9, 18):
        for again, win in product(range(first, first + 9), repeat=2):
            tiles = [first, first, *range(first, first + 9), first + 8, first + 8, again]
            tiles.remove(win)
            found.append(Case(Hand.of(tiles, win=win, by="ron"), told, house))
    return [case for case in found if is_physical(case)]


def check_same_worth(n: int, seed: int, columns: bool = False) -> Counter[str]:
    """Hold some hands against theirs; what was met in them."""
    random, house = Random(seed), rules("tenhou")
    compared: Counter[str] = Counter()
    wrong = []
    while compared["hands"] < n:
        cases = [] if compared else nine_gates(house)
        cases += [playable(random, house) for _ in range(min(2_000, n - compared["hands"]) - len(cases))]
        together = by_columns(cases) if columns else [None] * len(cases)
        for case, columned in zip(cases, together, strict=True):
            mine, other = ours(case), theirs(case)
            compared["hands"] += 1
            compared["hands with melds"] += bool(case.hand.melds)
            compared.update(mine[0] if mine else ["no win or no yaku"])
            if mine != other or (columns and columned != other):
                wrong.append((str(case.hand), case.keywords, mine, columned, other))
    print(f"{compared['hands']} hands compared ({compared['hands with melds']} with melds), {len(wrong)} different: {dict(compared)}")
    assert not wrong, wrong[:5]
    # the hands were worth comparing
    met = {id for id, n in compared.items() if n >= 3}
    assert {*FLAGS[:7], "pinfu", "chiitoitsu", "ryanpeikou", "chinitsu", "chuuren", "tsuuiisou", "suuankou", "kokushi", "ura", "aka"} <= met
    assert compared["hands with melds"] > n / 4
    return compared


def test_twenty_thousand_hands_are_worth_the_same() -> None:
    check_same_worth(N_HANDS, 11)


@pytest.mark.slow
def test_two_hundred_thousand_hands_are_worth_the_same() -> None:
    """One by one and in columns."""
    compared = check_same_worth(N_SLOW, 12, columns=True)
    every = {entry.id for entry in engine_of("tenhou").entries}
    assert every <= compared.keys(), every - compared.keys()
