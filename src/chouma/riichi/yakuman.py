"""The yakuman of every riichi rule set, in the order of the usual tables (which settles ties between them)."""

from __future__ import annotations

from ..declaring import collect
from ..groups import TANKI
from .declare import Worth, Yaku, yaku
from .rules import RiichiRules

_ALL = "every published riichi rule set"


def _renhou(rules: RiichiRules) -> Worth | None:
    return {
        "mangan_fixed": Worth(closed=0, fixed=True),
        "mangan_additive": Worth(closed=5),
        "yakuman": Worth(closed=0, yakuman=1),
    }.get(rules.renhou)


@yaku(
    closed=5,
    source="EMA 2016 and WRC 2025 (a mangan), WRC 2014 (five han), house rules (a yakuman); off in most",
    by_rules=_renhou,
    hits=["123m 678m 99s 234p 67s +8s | renhou rules.renhou=mangan_additive"],
    misses=["123m 678m 99s 234p 67s +8s | rules.renhou=mangan_additive", "123m 678m 99s 234p 67s +8s | renhou"],
)
def renhou(h):
    """Won by ron before one's first draw, with no call before."""
    return h.renhou


@yaku(yakuman=1, source=_ALL, hits=["123m 678m 99s 234p 67s *8s | tenhou seat=E"], misses=["123m 678m 99s 234p 67s *8s | seat=E"])
def tenhou(h):
    """The dealer's dealt fourteen tiles are a win."""
    return h.tenhou


@yaku(yakuman=1, source=_ALL, hits=["123m 678m 99s 234p 67s *8s | chiihou"], misses=["123m 678m 99s 234p 67s *8s"])
def chiihou(h):
    """A win on the first draw, with no call before."""
    return h.chiihou


@yaku(yakuman=1, open=0, source=_ALL, supersedes=["shousangen"], hits=["12m 99m 555z 666z (777z) +3m"], misses=["123m 67p 555z 77z (666z) +8p"])
def daisangen(h):
    """Triplets of all three dragons."""
    return h.triplets_z.has(5, 6, 7)


@yaku(
    yakuman=1,
    source=_ALL,
    supersedes=["sanankou", "toitoi"],
    hits=["222m 555p 888s 11p 99m *1p"],
    misses=["222m 555p 888s 11p 99m +1p"],
)
def suuankou(h):
    """Four concealed triplets."""
    return h.n_concealed_triplets == 4


@yaku(
    yakuman=1,
    source=_ALL,
    supersedes=["suuankou", "sanankou", "toitoi"],
    hits=["222m 555p 888s 111z 9m +9m", "111222333m 444p 5s +5s"],
    misses=["222m 555p 888s 11p 99m *1p"],
)
def suuankou_tanki(h):
    """Four concealed triplets, won on the pair."""
    return (h.n_concealed_triplets == 4) & (h.wait == TANKI)


@yaku(
    yakuman=1,
    open=0,
    source=_ALL,
    supersedes=["honroutou", "toitoi"],
    hits=["1122334455667z +7z", "333z 77z 22z (444z) (666z) +7z"],
    misses=["1122334455667z +7m", "111m 77z 22z (444z) (666z) +7z"],
)
def tsuuiisou(h):
    """Honours only, as triplets or as pairs."""
    return ~h.has_terminal & ~h.has_simple


@yaku(
    yakuman=1,
    open=0,
    source="every published riichi rule set; some old ones ask for green",
    hits=["2223344466688s +3s", "2222333344446s +6s", "234s 66z 88s (234s) (666s) +8s"],
    misses=["2223344466688s +5s", "234s 77z 88s (234s) (666s) +8s"],
)
def ryuuiisou(h):
    """Green tiles only: 2 3 4 6 8 of bamboo and green; green itself may be missing."""
    return ~h.not_green


@yaku(yakuman=1, open=0, source=_ALL, supersedes=["honroutou", "toitoi"], hits=["111m 99m 11p (999p) (111s) +1p"], misses=["111m 99m 11p (999p) (111z) +1p"])
def chinroutou(h):
    """Terminals only."""
    return ~h.has_simple & ~h.honors


@yaku(yakuman=1, source=_ALL, supersedes=["chinitsu"], hits=["1113345678999m +2m"], misses=["1112345678s [9999s] +8s", "1113345678999m +3m"])
def chuuren(h):
    """1112345678999 of one suit and one more tile of it; no quad."""
    return h.nine_gates


@yaku(
    yakuman=1,
    source=_ALL,
    supersedes=["chuuren", "chinitsu"],
    hits=["1112345678999m +1m", "1112345678999p *5p"],
    misses=["1113345678999m +2m"],
)
def junsei_chuuren(h):
    """Nine gates won on one of nine tiles: thirteen were 1112345678999."""
    return h.nine_gates & ((h.n_win == 2) | (h.n_win == 4))


@yaku(yakuman=1, source=_ALL, hits=["119m 19p 19s 123456z +7z"], misses=["1199m 19p 19s 12345z +6z"])
def kokushi(h):
    """One of each terminal and honour, and one more."""
    return h.orphans


@yaku(yakuman=1, source=_ALL, supersedes=["kokushi"], hits=["19m 19p 19s 1234567z +1m"], misses=["119m 19p 19s 123456z +7z"])
def kokushi_13(h):
    """Thirteen orphans won on one of thirteen tiles."""
    return h.orphans & (h.n_win == 2)


@yaku(
    yakuman=1,
    open=0,
    source=_ALL,
    supersedes=["shousuushii", "toitoi"],
    hits=["222333444z 5z (111z) +5z"],
    misses=["22333444z 55m (111z) +5m"],
)
def daisuushii(h):
    """Triplets of all four winds."""
    return h.triplets_z.has(1, 2, 3, 4)


@yaku(yakuman=1, open=0, source=_ALL, hits=["22333444z 23m (111z) +4m"], misses=["22333z 234m 23m (111z) +4m"])
def shousuushii(h):
    """Triplets of three winds and a pair of the fourth."""
    return (h.triplets_z.of(1, 2, 3, 4).count() == 3) & h.pair_z.any(1, 2, 3, 4)


@yaku(
    yakuman=1,
    open=0,
    source=_ALL,
    supersedes=["sankantsu", "toitoi"],
    hits=["4m (2222p) [7777s] (999+9m) [3333z] +4m"],
    misses=["4m (2222p) [7777s] (999m) [3333z] +4m"],
)
def suukantsu(h):
    """Four quads."""
    return h.n_quads == 4


YAKUMAN: tuple[Yaku, ...] = collect(globals(), Yaku)
