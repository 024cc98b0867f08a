"""Every switch bites: a hand whose price changes when it is flipped, and somebody who reads it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import pytest

import chouma
from chouma.errors import HandError, Problem
from chouma.explain import notes
from chouma.hand import FLAG_BITS, RON, TSUMO, Win
from chouma.lang import leaves
from chouma.notation import read
from chouma.riichi import engine as engines
from chouma.riichi.declare import R
from chouma.riichi.engine import DECLARED, entries
from chouma.riichi.examples import Example
from chouma.riichi.fu import DORA, FU, ROUNDED_FU
from chouma.riichi.limits import payments
from chouma.riichi.refusals import REFUSALS
from chouma.riichi.rules import SWITCHES, RiichiRules, rules
from chouma.score import score_hand

ON_A_HAND = {name for name, switch in SWITCHES.items() if switch.stage == "hand"}

Paid = tuple[int, ...] | str


def ron(points: int, total: int | None = None) -> Paid:
    return (points, points if total is None else total)


NO_YAKU, REFUSED = "no yaku", "refused"

_PINFU = "123m 678m 99s 234p 67s"  # waits for 5s and 8s
_THREE = "99s 123p 456p 78p 111s"  # three players, waits for 6p and 9p
_CHIITOITSU = "1133557799m 11z 5z +5z | riichi"
_RED_1, _RED_2 = "99s 123m 678m 24s 055p *3s", "99s 123m 678m 24s 005p *3s"
_TWENTY_SEVEN = "1111223377889m +9m | dora=9m9m6m6m6m"
_QUADS = "4m (2222p) [7777s] (999+9m) [3333z] +4m"
_UUMENSAI = "123m 456p 78s 55z (111z) +9s"

# switch -> hands, each with what is paid under each value: by ron (discarder, total), by self-draw (dealer, each non-dealer, total)
# or (each, total) to a dealer. Worked out by hand: base = fu x 2^(han + 2), each share rounded up to a hundred.
WITNESSES: Mapping[str, list[tuple[str, list[tuple[Any, Paid]]]]] = {
    # four: self-draw and the round wind, 30 fu: 480. Three: 9m is dora after 1m, two more: 1920, two payers
    "players": [("99m 123p 456p 78s 111z *9s | dora=1m", [(4, (1000, 500, 2000)), (3, (3900, 2000, 5900))])],
    # self-draw, one or two red fives, 28 fu
    "red_fives": [
        (_RED_1, [(3, (1000, 500, 2000)), (4, (1000, 500, 2000)), (0, REFUSED)]),
        (_RED_2, [(3, REFUSED), (4, (2000, 1000, 4000)), (0, REFUSED)]),
    ],
    "kuitan": [("345m 678m 22p 67s (456p) +8s", [(True, ron(1000)), (False, NO_YAKU)])],
    # 20 + 10 + 8 for 999p + the pair: 42 or 40 fu, the dealer's
    "double_wind_pair_fu": [("123m 999p 67s 567m 11z +8s | seat=E riichi", [(4, ron(2400)), (2, ron(2000))])],
    # 2 han 20 fu, or 1 han 22 fu
    "pinfu_tsumo": [(f"{_PINFU} *8s", [(True, (700, 400, 1500)), (False, (500, 300, 1100))])],
    # 20 + 2 + 4 for 666p + 16 for 3333p: 42, or 40
    "rinshan_tsumo_fu": [("234m 67s 666p 99m [3333p] *8s | rinshan", [(True, (1600, 800, 3200)), (False, (1300, 700, 2700))])],
    "open_pinfu_ron_fu": [("345m 678m 22p 67s (456p) +8s", [(30, ron(1000)), (20, ron(700))])],
    # with honitsu and riichi 6 han or 5; 25 fu and one han more are the same below the limits
    "chiitoitsu": [(_CHIITOITSU, [("25fu2han", ron(12000)), ("50fu1han", ron(8000))])],
    "kiriage_mangan": [
        # riichi pinfu sanshoku, 4 han 30 fu
        ("123m 123p 123s 99s 67s +8s | riichi", [(False, ron(7700)), (True, ron(8000))]),
        # riichi and two dora, 20 + 10 + 16 for 2222p + 8 for 111m = 54: 3 han 60 fu, the dealer's
        ("111m 67s 789m 99s [2222p] +8s | seat=E riichi dora=8s", [(False, ron(11600)), (True, ron(12000))]),
        # 3 han 50 fu stays
        ("111m 67s 789m 99s 222p +8s | seat=E riichi dora=8s", [(False, ron(9600)), (True, ron(9600))]),
    ],
    "counted_yakuman": [
        # chinitsu 6, ryanpeikou 3, junchan 3, pinfu 1: 13 han
        ("1111223377889m +9m", [("yakuman", ron(32000)), ("sanbaiman", ron(24000)), ("unlimited", ron(32000))]),
        # and 14 dora (9m turns 1m, four in the hand, twice; 6m turns 7m, two, three times): 27 han
        (_TWENTY_SEVEN, [("yakuman", ron(32000)), ("sanbaiman", ron(24000)), ("unlimited", ron(64000))]),
    ],
    "double_yakuman": [
        ("19m 19p 19s 1234567z +1m", [([], ron(32000)), (["kokushi_13"], ron(64000)), (["daisuushii"], ron(32000))]),
        ("222m 555p 888s 111z 9m +9m", [([], ron(32000)), (["suuankou_tanki"], ron(64000))]),
        ("1112345678999m +1m", [([], ron(32000)), (["junsei_chuuren"], ron(64000))]),
        # daisuushii and honours only
        ("222333444z 5z (111z) +5z", [([], ron(64000)), (["daisuushii"], ron(96000))]),
    ],
    "yakuman_stacking": [("666777z 111z 2z (555z) +2z", [(True, ron(64000)), (False, ron(32000))])],
    # 94 fu: 100 x 2^19 x 4, or 100 x 2^15 x 4
    "aotenjou": [(_QUADS, [("off", ron(32000)), ("all", ron(209_715_200)), ("reduced", ron(13_107_200))])],
    "renhou": [
        (
            f"{_PINFU} +8s | renhou",
            [("none", ron(1000)), ("mangan_fixed", ron(8000)), ("mangan_additive", ron(12000)), ("yakuman", ron(32000))],
        ),
        # worth more than a mangan without it: chinitsu 6 and seven pairs 2
        ("1122446688m 557m +7m | renhou", [("none", ron(16000)), ("mangan_fixed", ron(16000)), ("mangan_additive", ron(32000))]),
    ],
    "ippatsu": [(f"{_PINFU} +8s | riichi ippatsu", [(True, ron(3900)), (False, ron(2000))])],
    "ura_dora": [(f"{_PINFU} +8s | riichi dora=1z ura=8s", [(True, ron(7700)), (False, ron(2000))])],
    "kan_dora": [
        (f"{_PINFU} +8s | riichi dora=8s8s", [(True, ron(12000)), (False, ron(7700))]),
        (f"{_PINFU} +8s | riichi dora=1z1z ura=8s8s", [(True, ron(12000)), (False, ron(7700))]),
    ],
    "local_yaku": [
        (
            _UUMENSAI,  # the round wind and 26 fu; uumensai by the table 2 han, or what the rule set says
            [
                ({}, ron(1000)),
                ({"uumensai": True}, ron(3900)),
                ({"uumensai": {"closed": 2, "open": 1}}, ron(2000)),
                ({"uumensai": {"closed": 2}}, ron(1000)),
                ({"uumensai": {"yakuman": 1}}, ron(32000)),
                ({"uumensai": {"yakuman": 2}}, ron(64000)),
            ],
        )
    ],
    "honba_points": [
        (f"{_PINFU} +8s | honba=2", [(300, ron(1600)), (1500, ron(4000)), (0, ron(1000))]),
        (f"{_PINFU} *8s | honba=1 deposits=1", [(300, (800, 500, 2800)), (1500, (1200, 900, 4000)), (0, (700, 400, 2500))]),
    ],
    # three players: self-draw and white, 30 fu: 480, times 2 and 1, 2.5 and 1.5, 2 and 2; with two dora 1920
    "tsumo_loss": [
        (
            "99s 123p 456p 678s 55z *5z | rules.players=3 seat=S",
            [("loss", (1000, 500, 1500)), ("split", (1200, 800, 2000)), ("even", (1000, 1000, 2000))],
        ),
        (
            "99s 123p 456p 678s 55z *5z | rules.players=3 seat=E",
            [("loss", (1000, 2000)), ("split", (1500, 3000)), ("even", (1500, 3000))],
        ),
        (
            "99s 123p 456p 678s 55z *5z | rules.players=3 seat=S dora=8s4z",
            [("loss", (3900, 2000, 5900)), ("split", (4800, 2900, 7700)), ("even", (3900, 3900, 7800))],
        ),
    ],
}

#: a switch that decides whether a win may be declared, and so is told and not priced: see `test_robbing_a_concealed_kan_is_told`
NOT_PRICED = {"kokushi_on_ankan"}


def paid(text: str, **switches: Any) -> Paid:
    example = Example.read(text).under(**switches)
    try:
        score = chouma.score(example.hand, **example.keywords)
    except HandError as error:
        assert error.problems == Problem.RED_FIVES
        return REFUSED
    return tuple(score.payments.to_dict().values()) if score else NO_YAKU


WITNESS_ROWS = [
    pytest.param(name, text, value, price, id=f"{name}={value}: {text}")
    for name, hands in WITNESSES.items()
    for text, prices in hands
    for value, price in prices
]


@pytest.mark.parametrize(("name", "text", "value", "price"), WITNESS_ROWS)
def test_what_a_switch_does_to_a_price(name: str, text: str, value: Any, price: Paid) -> None:
    assert paid(text, **{name: value}) == price


def test_every_switch_has_a_witness() -> None:
    assert set(WITNESSES) | NOT_PRICED == ON_A_HAND


@pytest.mark.parametrize("name", sorted(set(WITNESSES)))
def test_every_value_of_a_switch_has_a_witness(name: str) -> None:
    """Any two values of a choice differ in what some hand is paid."""
    told: dict[str, dict[str, Paid]] = {}
    for text, prices in WITNESSES[name]:
        for value, price in prices:
            told.setdefault(repr(value), {})[text] = price
    for one, other in combinations(map(repr, SWITCHES[name].choices or ()), 2):
        assert any(told[one][text] != told[other].get(text, told[one][text]) for text in told[one]), (one, other)
    assert len({repr(sorted(prices.items(), key=repr)) for prices in told.values()}) > 1


def test_the_default_of_every_switch_is_that_of_the_witness() -> None:
    for name, hands in WITNESSES.items():
        text, prices = hands[0]
        switch = SWITCHES[name]
        price = next(price for value, price in prices if switch.same(switch.check(value), switch.default))
        assert paid(text) == price, name


@pytest.mark.parametrize(
    ("how", "base", "non_dealer", "dealer"),
    [
        ("loss", 2000, (4000, 2000), 4000),
        ("split", 2000, (5000, 3000), 6000),
        ("even", 2000, (4000, 4000), 6000),
        ("loss", 240, (500, 300), 500),
        ("split", 240, (600, 400), 800),
        ("even", 240, (500, 500), 800),
    ],
)
def test_self_draw_of_three_players(how: str, base: int, non_dealer: tuple[int, int], dealer: int) -> None:
    """A mangan, and 30 fu 1 han."""
    house = rules("tenhou-sanma").but(tsumo_loss=how)
    drawn = payments(base, False, TSUMO, house)
    assert (drawn.dealer, drawn.each_nondealer) == non_dealer and drawn.total == sum(non_dealer)
    drawn = payments(base, True, TSUMO, house)
    assert (drawn.dealer, drawn.each_nondealer, drawn.total) == (None, dealer, 2 * dealer)


@pytest.mark.parametrize(("honba_points", "by_ron", "each"), [(300, 200, 100), (1500, 1000, 500), (0, 0, 0)])
def test_counters_of_three_players(honba_points: int, by_ron: int, each: int) -> None:
    house = rules("tenhou-sanma").but(honba_points=honba_points)
    assert payments(2000, False, RON, house, honba=1).discarder == 8000 + by_ron
    drawn = payments(2000, False, TSUMO, house, honba=1)
    assert (drawn.dealer, drawn.each_nondealer, drawn.total) == (4000 + each, 2000 + each, 6000 + 2 * each)


def test_robbing_a_concealed_kan_is_told() -> None:
    """A hand robs added and concealed kans alike; which may be robbed is said in its explanation."""
    told = set()
    for allowed in SWITCHES["kokushi_on_ankan"].choices or ():
        score = chouma.score("119m 19p 19s 123456z +7z", flags=["chankan"], rules=rules("general").but(kokushi_on_ankan=allowed))
        assert score and score.points == 32000
        told |= {note for note in notes(score) if "concealed kan" in note}
    assert len(told) == 2


# ------------------------------------------------------------------------------ who reads which switch


class Watched:
    """A rule set that remembers which switches were asked for."""

    def __init__(self, real: RiichiRules, asked: set[str]):
        self.real, self.asked = real, asked

    @property
    def stock(self) -> Any:
        return type(self.real).stock.func(self)  # asks again, where the rule set itself would remember

    def __getattr__(self, name: str) -> Any:
        if name in SWITCHES:
            self.asked.add(name)
        return getattr(self.real, name)


def read_by_formulas() -> set[str]:
    trees = [yaku.tree for yaku in DECLARED] + [yaku.double for yaku in DECLARED if yaku.double]
    trees += [rule.tree for rule in (*FU, *DORA, *REFUSALS)] + [ROUNDED_FU]
    return {name for tree in trees for name in leaves(tree, "rule")}


#: hands that lead to everything but formulas that asks a rule set
_EVERYWHERE = [
    f"{_PINFU} *8s | seat=S riichi honba=1",
    f"{_PINFU} +8s | riichi ippatsu honba=1",
    f"{_THREE} *9p | seat=S rules.players=3",
    "666777z 111z 2z (555z) +2z",
    "119m 19p 19s 123456z +7z | chankan",
    _TWENTY_SEVEN,
]


def read_by_code(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """What worths, limits, payments, the tiles in play and the explanation ask for, when hands are scored."""
    # formulas take all switches at once; they are not what is watched here
    monkeypatch.setattr(engines, "switches", lambda house: {("rule", name): getattr(house.real, name) for name in R._symbols})
    asked: set[str] = set()
    for text in _EVERYWHERE:
        example = Example.read(text)
        house = Watched(rules({"base": "general", **example.keywords.get("rules", {})}), asked)
        engine = engines.Engine(house, entries(house))
        given = {name: value for name, value in example.keywords.items() if name in ("seat", "honba")}
        flags = sum(FLAG_BITS[flag] for flag in example.keywords.get("flags", ()))
        indicators = example.keywords.get("dora_indicators", ())
        score = score_hand(read(example.hand), Win(flags=flags, dora_indicators=indicators, **given), engine)
        assert score and score.payments and score.explain()
    return asked


def test_every_switch_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    by_formulas, by_code = read_by_formulas(), read_by_code(monkeypatch)
    assert by_formulas | by_code == ON_A_HAND


def test_formulas_see_the_switches_of_a_hand_and_no_others() -> None:
    """What has neither two values nor named ones can't stand in a formula: lists, tables, and the counters' points."""
    assert set(R._symbols) == ON_A_HAND - {"double_yakuman", "local_yaku", "honba_points"}
