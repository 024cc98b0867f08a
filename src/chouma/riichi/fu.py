"""Fu and dora: rules that give a number."""

from __future__ import annotations

from ..declaring import Item, collect
from ..features import FEATURES
from ..lang import Names, Number, at_most, round_up, trace, when
from .declare import R, item

# ---------------------------------------------------------------------------------------- fu, added up


@item
def seven_pairs(h, r):
    """seven pairs, fixed"""
    return when(h.seven_pairs, when(r.chiitoitsu == "50fu1han", 50, 25))


@item
def base(h):
    """base"""
    return when(~h.seven_pairs, 20)


@item
def closed_ron(h):
    """closed hand won by ron"""
    return when(h.closed & h.ron & ~h.seven_pairs, 10)


@item
def tsumo(h, r):
    """self-draw; none for pinfu (its twenty fu are fixed), and perhaps none on a replacement tile"""
    free = (h.n_runs == 4) & (h.pair_fu == 0) & (h.wait_fu == 0) & h.closed
    return when(h.tsumo & ~h.seven_pairs & ~(free & r.pinfu_tsumo) & (~h.rinshan | r.rinshan_tsumo_fu), 2)


@item
def groups(h):
    """triplets and quads"""
    return h.triplet_fu


@item
def pair(h, r):
    """pair of a dragon, the seat wind or the round wind"""
    return when(r.double_wind_pair_fu == 2, at_most(h.pair_fu, 2), h.pair_fu)


@item
def wait(h):
    """kanchan, penchan or tanki"""
    return h.wait_fu


FU: tuple[Item, ...] = collect(globals(), Item)


def _rounded(h, r):
    bare_open_ron = h.open & h.ron & (h.fu_raw == 20)
    return when(h.seven_pairs, h.fu_raw, when(bare_open_ron, r.open_pinfu_ron_fu, round_up(h.fu_raw, 10)))


_SUMMED = Names("feature", {**{name: f.symbol for name, f in FEATURES.items()}, "fu_raw": Number(("feature", "fu_raw"), 0, 170)})

#: fu as they count: ``h.fu_raw``, the sum of the items, rounded up to ten. Seven pairs are not rounded, and an
#: open hand won by ron with nothing but its base counts 30 (a switch)
ROUNDED_FU = trace(_rounded, _SUMMED, R, sort=Number)

# ------------------------------------------------------------------------ han that are no yaku, added up


@item
def dora(h, r):
    """dora by the indicators"""
    return when(r.kan_dora, h.dora, h.first_dora)


@item
def ura(h, r):
    """ura dora, with riichi only"""
    return when(h.riichi_any & r.ura_dora, when(r.kan_dora, h.ura, h.first_ura))


@item
def aka(h):
    """red fives"""
    return h.aka


@item
def kita(h):
    """declared norths"""
    return h.norths


DORA: tuple[Item, ...] = (dora, ura, aka, kita)
