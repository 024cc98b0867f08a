"""Local yaku (ローカル役): known to all rule sets and off in every preset, switched on by ``local_yaku``.

The worth declared here is the usual one; a rule set may give another.
"""

from __future__ import annotations

from ..declaring import collect
from ..groups import TANKI
from ..lang import Cond, any_suit
from .declare import Yaku, yaku

_MAJSOUL = "Mahjong Soul, matches with ancient yaku"
_LOCAL = "Japanese local rules"


@yaku(closed=2, source=_LOCAL, supersedes=["riichi"], hits=["123m 567m 99s 234p 67s +8s | open_riichi"], misses=["123m 567m 99s 234p 67s +8s | riichi"])
def open_riichi(h):
    """Riichi with the hand shown."""
    return h.open_riichi


@yaku(closed=1, open=1, source=_MAJSOUL, hits=["123m 567m 99s 234p 67s +8s | tsubame_gaeshi"], misses=["123m 567m 99s 234p 67s +8s"])
def tsubame_gaeshi(h):
    """Won on the discard with which another declares riichi."""
    return h.tsubame_gaeshi


@yaku(closed=1, open=1, source=_MAJSOUL, hits=["123m 567m 99s 234p 67s +8s | kanburi"], misses=["123m 567m 99s 234p 67s +8s"])
def kanburi(h):
    """Won on the discard that another makes after a quad."""
    return h.kanburi


@yaku(open=1, source=_MAJSOUL, hits=["5m (123m) (456p) (789s) (111z) +5m"], misses=["5m (123m) (456p) (789s) [1111z] +5m", "5m (123m) (456p) (789s) (111z) *5m"])
def shiiaru_raotai(h):
    """Four open melds, and the pair won by ron."""
    return h.ron & (h.n_calls == 4) & (h.wait == TANKI)


@yaku(closed=2, open=2, source=_MAJSOUL, hits=["123m 456p 78s 55z (111z) +9s"], misses=["123m 456p 78s 55z (666z) +9s"])
def uumensai(h):
    """All three suits, a wind and a dragon."""
    return h.suits.has(1, 2, 3) & h.has_wind & h.has_dragon & ~h.orphans


@yaku(closed=2, open=2, source=_MAJSOUL, hits=["222m 333m 44m 77p (123s) +4m"], misses=["222m 333m 55m 77p (123s) +5m"])
def sanrenkou(h):
    """Three triplets of one suit, in a row."""
    return any_suit(h.triplets.in_a_row(3))


@yaku(
    closed=3,
    open=2,
    source=_MAJSOUL,
    supersedes=["iipeikou", "ryanpeikou"],
    hits=["223344m 24m 77p 123s +3m", "22334m 77p (234m) (123s) *4m"],
    misses=["223344m 789p 77p 12s +3s"],
)
def isshoku_sanjun(h):
    """Three identical runs."""
    return h.run_tally.repeated(3)


@yaku(closed=5, open=5, source=_MAJSOUL, supersedes=["haitei"], hits=["123m 567m 99s 234p 23p *1p | haitei"], misses=["123m 567m 99s 234p 23p *4p | haitei"])
def iipin_mooyue(h):
    """Won on 1p, the last tile of the wall."""
    return h.haitei & (h.win_kind == 9)


@yaku(closed=5, open=5, source=_MAJSOUL, supersedes=["houtei"], hits=["123m 567m 99s 234p 78p +9p | houtei"], misses=["123m 567m 99s 234p 78p +6p | houtei"])
def chuupin_raoyui(h):
    """Won on 9p, the last discard."""
    return h.houtei & (h.win_kind == 17)


_WHEEL = ("chinitsu", "tanyao", "ryanpeikou", "chiitoitsu", "pinfu")


def _seven_simple_pairs(h) -> Cond:
    """22334455667788 of one suit: there are just seven simple kinds."""
    return h.seven_pairs & h.one_suit & ~h.has_terminal & ~h.honors


@yaku(yakuman=1, source=_MAJSOUL, supersedes=_WHEEL, hits=["2233445566778p +8p"], misses=["2233445566778s +8s", "1122334455667p +7p"])
def daisharin(h):
    """22334455667788 of dots."""
    return _seven_simple_pairs(h) & h.suits.has(2)


@yaku(yakuman=1, source=_MAJSOUL, supersedes=_WHEEL, hits=["2233445566778s +8s"], misses=["2233445566778m +8m"])
def daichikurin(h):
    """22334455667788 of bamboo."""
    return _seven_simple_pairs(h) & h.suits.has(3)


@yaku(yakuman=1, source=_MAJSOUL, supersedes=_WHEEL, hits=["2233445566778m +8m"], misses=["2233445566778p +8p"])
def daisuurin(h):
    """22334455667788 of characters."""
    return _seven_simple_pairs(h) & h.suits.has(1)


@yaku(
    yakuman=1,
    source=_MAJSOUL,
    hits=["123m 567m 99s 234p 67s *8s | double_riichi haitei"],
    misses=["123m 567m 99s 234p 67s *8s | riichi haitei", "123m 567m 99s 234p 67s *8s | double_riichi"],
)
def ishi_no_ue(h):
    """Double riichi, won on the last tile or the last discard."""
    return h.double_riichi & (h.haitei | h.houtei)


@yaku(yakuman=1, source=_MAJSOUL, supersedes=["tsuuiisou", "chiitoitsu"], hits=["1122334455667z +7z"], misses=["112233445566z 7m +7m"])
def daichisei(h):
    """The seven honours, each as a pair."""
    return h.seven_pairs & ~h.has_terminal & ~h.has_simple


@yaku(yakuman=1, open=0, source=_MAJSOUL, hits=["123m 567m 99s 234p 67s +8s | paarenchan seat=E"], misses=["123m 567m 99s 234p 67s +8s | seat=E"])
def paarenchan(h):
    """The dealer's eighth win in a row."""
    return h.paarenchan


@yaku(
    yakuman=1, open=0, source=_LOCAL, supersedes=["sanrenkou", "toitoi"], hits=["222m 333m 44m 77p (555m) +4m"], misses=["222m 333m 44m 77p (666m) +4m"]
)
def suurenkou(h):
    """Four triplets of one suit, in a row."""
    return any_suit(h.triplets.in_a_row(4))


@yaku(
    yakuman=1,
    open=0,
    source=_LOCAL,
    supersedes=["isshoku_sanjun", "ryanpeikou", "iipeikou"],
    hits=["222233334444m 5s +5s"],
    misses=["222333444m 234p 5s +5s"],
)
def isshoku_yonjun(h):
    """Four identical runs."""
    return h.run_tally.repeated(4)


@yaku(
    yakuman=1,
    source=_LOCAL,
    double=lambda h: h.sum_m == 100,
    hits=["6667777888899m +9m", "66778888m [9999m] 77m +6m"],
    misses=["1112345678999m +5m", "6667777888899p +9p"],
)
def hyakumangoku(h):
    """A closed hand of characters that add up to 100 or more; exactly 100 counts twice where the rules double it."""
    return (h.sum_m >= 100) & h.one_suit & ~h.honors


@yaku(yakuman=1, open=0, source=_LOCAL, hits=["111s 555s 77z 99s (777s) +7z"], misses=["111s 555s 66z 99s (777s) +6z"])
def beni_kujaku(h):
    """Only 1 5 7 9 of bamboo and red dragons."""
    return ~h.not_peacock & h.has_dragon


@yaku(yakuman=1, open=0, source=_LOCAL, hits=["222p 444p 11z 33z (888p) +1z"], misses=["222p 444p 11z 33z (666p) +1z"])
def koku_iisou(h):
    """Only 2 4 8 of dots and winds."""
    return ~h.not_black & h.suits.has(2) & h.has_wind


@yaku(yakuman=1, source=_LOCAL, hits=["123456789m 11z 44z +4z"], misses=["123456789m 11z 55z +5z"])
def toohoku_shinkansen(h):
    """123456789 of one suit with east and north."""
    return any_suit(h.runs.has(1, 4, 7)) & (h.pair_z | h.triplets_z).has(1, 4)


@yaku(yakuman=1, open=0, source=_LOCAL, hits=["123345567m 89m 55z +7m"], misses=["123345678m 89m 55z +7m"])
def kinmon_kyou(h):
    """123 345 567 789 of one suit."""
    return any_suit(h.runs.has(1, 3, 5, 7))


LOCAL: tuple[Yaku, ...] = collect(globals(), Yaku)
