"""The yaku of every riichi rule set, in the order of the usual tables. A new yaku is one declaration."""

from __future__ import annotations

from ..declaring import collect
from ..groups import RYANMEN
from ..lang import any_suit, same_rank_in_every_suit
from .declare import Worth, Yaku, yaku

_ALL = "every published riichi rule set"
_MOST = "most published riichi rule sets"


@yaku(closed=1, source=_ALL, hits=["123m 567m 99s 234p 67s *8s"], misses=["123m 567m 99s 234p 67s +8s", "567m 99s 234p 67s (123m) *8s"])
def menzen_tsumo(h):
    """A closed hand won by self-draw."""
    return h.tsumo


@yaku(closed=1, source=_ALL, hits=["123m 567m 99s 234p 67s +8s | riichi", "123m 567m 99s 234p 67s +8s | open_riichi"], misses=["123m 567m 99s 234p 67s +8s"])
def riichi(h):
    """Riichi declared; open riichi counts as plain where it is not played."""
    return h.riichi | h.open_riichi


@yaku(closed=1, source=_ALL, hits=["123m 567m 99s 234p 67s +8s | riichi ippatsu"], misses=["123m 567m 99s 234p 67s +8s | riichi"])
def ippatsu(h, r):
    """Won within one turn of riichi, with no call between."""
    return h.ippatsu & r.ippatsu


@yaku(closed=1, open=1, source=_ALL, hits=["123m 678m 99p 456s 34p +5p | chankan"], misses=["123m 678m 99p 456s 34p +5p"])
def chankan(h):
    """Won on the tile with which another makes a quad of a called triplet."""
    return h.chankan


@yaku(closed=1, open=1, source=_ALL, hits=["234m 67s 666p 99m [3333p] *8s | rinshan"], misses=["234m 67s 666p 99m [3333p] *8s"])
def rinshan(h):
    """Won on the tile drawn after one's own quad, or after a declared north."""
    return h.rinshan


@yaku(closed=1, open=1, source=_ALL, hits=["123m 567m 99s 234p 67s *8s | haitei"], misses=["123m 567m 99s 234p 67s *8s"])
def haitei(h):
    """Won by self-draw on the last tile of the wall."""
    return h.haitei


@yaku(closed=1, open=1, source=_ALL, hits=["567m 99s 234p 67s (123m) +8s | houtei"], misses=["123m 567m 99s 234p 67s +8s"])
def houtei(h):
    """Won by ron on the last discard."""
    return h.houtei


@yaku(
    closed=1,
    source=_ALL,
    hits=["45567m 234p 678s 99p +6m", "123m 567m 99s 234p 67s *8s"],
    misses=["2345m 678p 123s 567s +5m | riichi", "123m 678m 11z 234p 67s +8s | seat=E", "234m 67s 55z 678p 123p +8s"],
)
def pinfu(h, r):
    """Four runs, a pair worth nothing, a two-sided wait."""
    return (h.n_runs == 4) & (h.pair_fu == 0) & (h.wait == RYANMEN) & (h.ron | r.pinfu_tsumo)


@yaku(closed=1, open=1, source=_ALL, hits=["345m 678m 22p 67s (456p) +8s", "2233m 4455p 6677s 8s +8s"], misses=["345m 678m 22p 67s (789p) +8s"])
def tanyao(h, r):
    """Tiles from 2 to 8 only; in open hands by agreement (kuitan)."""
    return ~h.has_terminal & ~h.honors & (h.closed | r.kuitan)


@yaku(closed=1, source=_ALL, hits=["223344p 67s 99m 666z +8s"], misses=["223344p 67s 99m (666z) +8s", "1133m 5577p 2288s 6z +6z"])
def iipeikou(h):
    """Two identical runs."""
    return h.n_same_runs > 0


@yaku(closed=1, open=1, source=_ALL, hits=["123m 567p 22z 67s (333z) +8s | seat=W"], misses=["123m 567p 22z 67s (333z) +8s | seat=S"])
def seat_wind(h):
    """A triplet of one's own wind."""
    return (h.triplets_z & h.seat_bit).any()


@yaku(closed=1, open=1, source=_ALL, hits=["123m 567p 33z 67s (222z) +8s | seat=W round=S"], misses=["123m 567p 33z 67s (222z) +8s | seat=W round=E"])
def round_wind(h):
    """A triplet of the wind of the round; one of a double wind counts as both."""
    return (h.triplets_z & h.round_bit).any()


@yaku(closed=1, open=1, source=_ALL, hits=["123m 567p 22m 67s (555z) +8s"], misses=["123m 567p 55z 67s (111p) +8s"])
def yakuhai_haku(h):
    """A triplet of white dragons."""
    return h.triplets_z.has(5)


@yaku(closed=1, open=1, source=_ALL, hits=["123m 567p 22m 67s (6666z) +8s"], misses=["123m 567p 66z 67s (111p) +8s"])
def yakuhai_hatsu(h):
    """A triplet of green dragons."""
    return h.triplets_z.has(6)


@yaku(closed=1, open=1, source=_ALL, hits=["123m 567p 22m 67s [7777z] +8s"], misses=["123m 567p 77z 67s (111p) +8s"])
def yakuhai_chun(h):
    """A triplet of red dragons."""
    return h.triplets_z.has(7)


@yaku(closed=2, source=_ALL, supersedes=["riichi"], hits=["123m 567m 99s 234p 67s +8s | double_riichi"], misses=["123m 567m 99s 234p 67s +8s | riichi"])
def double_riichi(h):
    """Riichi on the first turn, with no call before it."""
    return h.double_riichi


@yaku(
    closed=2,
    source=_ALL,
    by_rules=lambda rules: Worth(closed=1 if rules.chiitoitsu == "50fu1han" else 2),
    hits=["1133m 5577p 2288s 6z +6z"],
    misses=["223344m 556677p 8s +8s", "1111m 5577p 2288s 6z +6z"],
)
def chiitoitsu(h):
    """Seven different pairs."""
    return h.seven_pairs


@yaku(closed=2, open=1, source=_ALL, hits=["13789s 55777z (123s) +2s", "12m 789p 99s (111z) (789s) +3m"], misses=["45m 123789p 11199s +6m", "12m 789p 99s (111s) (789s) +3m"])
def chanta(h):
    """A 1, 9 or honour in every group and the pair, with a run and an honour."""
    return ~h.has_inside & (h.n_runs > 0) & h.honors & h.standard


@yaku(closed=2, open=1, source=_ALL, hits=["123456m 34s 99p (789m) +2s"], misses=["123m 345m 34s 99p (789m) +2s", "123m 456p 789s 99p 34s +2s"])
def ittsuu(h):
    """123 456 789 of one suit."""
    return any_suit(h.runs.has(1, 4, 7))


@yaku(closed=2, open=1, source=_ALL, hits=["123m 123p 123s 99s 67s +8s"], misses=["123m 123p 234s 99s 67s +8s"])
def sanshoku_doujun(h):
    """The same run in all three suits."""
    return same_rank_in_every_suit(h.runs)


@yaku(closed=2, open=2, source=_ALL, hits=["222m 222p 456p 9p (2222s) +9p"], misses=["222m 222p 456p 9p (3333s) +9p"])
def sanshoku_doukou(h):
    """The same triplet in all three suits; quads count."""
    return same_rank_in_every_suit(h.triplets)


@yaku(closed=2, open=2, source=_ALL, hits=["23m 99p (1111p) [2222s] (3333z) +4m"], misses=["23m 99p (111p) [2222s] (3333z) +4m"])
def sankantsu(h):
    """Three quads."""
    return h.n_quads >= 3


@yaku(closed=2, open=2, source=_ALL, hits=["444m 44s 99p (4444p) (333z) +4s"], misses=["444m 23s 99p (4444p) (333z) +4s"])
def toitoi(h):
    """Four triplets or quads."""
    return h.n_triplets == 4


@yaku(
    closed=2,
    open=2,
    source=_ALL,
    hits=["222m 555p 88s 77s (123p) *8s", "222m 555p 888s 11p 99m +1p"],
    misses=["222m 555p 88s 77s (123p) +8s | houtei"],
)
def sanankou(h):
    """Three concealed triplets; one completed by ron is not concealed."""
    return h.n_concealed_triplets >= 3


@yaku(closed=2, open=2, source=_ALL, hits=["123m 67p 555z 77z (666z) +8p"], misses=["123m 678p 55z 77m 666z +7m"])
def shousangen(h):
    """Two triplets of dragons and a pair of the third."""
    return (h.triplets_z.of(5, 6, 7).count() == 2) & h.pair_z.any(5, 6, 7)


@yaku(
    closed=2,
    open=2,
    source=_ALL,
    supersedes=["chanta"],
    hits=["111m 99m 11p (999s) (222z) +9m", "1199m 1199p 1199s 5z +5z"],
    misses=["111m 99m 11p (789s) (222z) +9m | seat=S"],
)
def honroutou(h):
    """Terminals and honours only, as triplets or as pairs."""
    return ~h.has_simple & h.has_terminal & h.honors & ((h.n_triplets == 4) | h.seven_pairs)


@yaku(closed=3, source=_ALL, supersedes=["iipeikou"], hits=["223344m 556677p 8s +8s"], misses=["223344m 567p 678p 8s +8s"])
def ryanpeikou(h):
    """Two times two identical runs."""
    return h.n_same_runs == 2


@yaku(closed=3, open=2, source=_ALL, supersedes=["chanta"], hits=["111222333m 99p 78p +9p", "12m 789p 99s (123p) (789s) +3m"], misses=["12m 789p 99s (111z) (789s) +3m"])
def junchan(h):
    """A 1 or 9 in every group and the pair, with a run."""
    return ~h.has_inside & (h.n_runs > 0) & ~h.honors & h.standard


@yaku(closed=3, open=2, source=_ALL, hits=["5699m (7777z) (111m) (678m) +7m", "1133557799m 11z 5z +5z"], misses=["5699m (7777z) (111p) (678m) +7m"])
def honitsu(h):
    """One suit and honours."""
    return h.one_suit & h.honors & ~h.orphans


@yaku(closed=6, open=5, source=_ALL, supersedes=["honitsu"], hits=["4446667788m [2222m] +7m", "1122334455667p +7p"], misses=["4446667788m [2222z] +7m"])
def chinitsu(h):
    """One suit, no honours."""
    return h.one_suit & ~h.honors


YAKU: tuple[Yaku, ...] = collect(globals(), Yaku)
