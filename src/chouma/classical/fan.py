"""Fan: each doubles the fu."""

from __future__ import annotations

from ..declaring import Item, collect
from ..lang import at_most, when
from .declare import Pattern, item, pattern

_HAIBARA = "Haibara 1952; Kwan 2009, chapter 2"
_LATER = "Millington's Chinese Classical"

# ---------------------------------------------------------------------------------------- added up


@item
def dragons(h, r):
    """pungs and kongs of dragons"""
    return when(r.dragon_fan_mode == "hand", at_most(h.triplets_z.of(5, 6, 7).count(), 3))


@item
def own_wind(h, r):
    """a pung or kong of one's own wind"""
    return when(r.dragon_fan_mode == "hand", at_most((h.triplets_z & h.seat_bit).count(), 1))


@item
def round_wind(h, r):
    """a pung or kong of the wind of the round"""
    return when(r.round_wind & (r.dragon_fan_mode == "hand"), at_most((h.triplets_z & h.round_bit).count(), 1))


FAN: tuple[Item, ...] = collect(globals(), Item)

# ------------------------------------------------------------------------------------- as patterns


@pattern(
    source=_HAIBARA,
    hits=["67m 77z (555z) (666z) (234m) +8m", "55z 77z (111z) (333z) (444z) +7z | seat=S"],
    misses=["55m 68m (111m) (999m) (234m) +7m", "11123456789m 22z | lost"],
)
def half_flush(h, r):
    """One suit and honours."""
    return (h.one_suit & h.honors) | (~h.suits.any() & (r.all_honours == "half_flush"))


@pattern(source=_HAIBARA, hits=["12399m 46m (234m) (567m) +5m"], misses=["12399m 46m (234m) (555z) +5m"])
def full_flush(h, r):
    """One suit alone."""
    one = h.one_suit & ~h.honors & ((h.n_runs == 0) | ~r.full_flush_no_chow)
    return one | (~h.suits.any() & (r.all_honours == "full_flush"))


@pattern(
    source=_LATER,
    hits=["99p 11z (111m) (999m) (555z) +9p | rules=dmjl"],
    misses=["99p 11z (111m) (888m) (555z) +9p | rules=dmjl"],
)
def majors(h):
    """Terminals and honours alone."""
    return ~h.has_simple


@pattern(
    source=_LATER,
    hits=["222m 444p 666s 8s (123m) *8s | rules=dmjl", "222m 444p 666s 1s 5m 8p 1z | lost rules=dmjl"],
    misses=["222m 444p 66s 88s (123m) +6s | rules=dmjl"],
)
def three_concealed(h):
    """Three concealed pungs or kongs."""
    return h.n_concealed_triplets == 3


@pattern(source=_LATER, hits=["67m 77z (555z) (666z) (234m) +8m | rules=dmjl"], misses=["67m 77m (555z) (666z) (234m) +8m | rules=dmjl"])
def small_dragons(h):
    """Sets of two dragons and a pair of the third."""
    return (h.triplets_z.of(5, 6, 7).count() == 2) & h.pair_z.any(5, 6, 7)


@pattern(source=_LATER, hits=["55p 67s (555z) (666z) (777z) +8s | rules=dmjl"], misses=["67m 77z (555z) (666z) (234m) +8m | rules=dmjl"])
def big_dragons(h):
    """Sets of all three dragons."""
    return h.triplets_z.has(5, 6, 7)


@pattern(source=_LATER, hits=["67s 44z (111z) (222z) (333z) +8s | rules=dmjl"], misses=["67s 55z (111z) (222z) (333z) +8s | rules=dmjl"])
def small_winds(h):
    """Sets of three winds and a pair of the fourth."""
    return (h.triplets_z.of(1, 2, 3, 4).count() == 3) & h.pair_z.any(1, 2, 3, 4)


@pattern(source=_LATER, hits=["5s (111z) (222z) (333z) (444z) +5s | rules=dmjl"], misses=["67s 44z (111z) (222z) (333z) +8s | rules=dmjl"])
def big_winds(h):
    """Sets of all four winds."""
    return h.triplets_z.has(1, 2, 3, 4)


@pattern(source=_LATER, hits=["234s 67s 99m 555z 678p +8s | rules=dmjl"], misses=["234s 67s 99m 678p (555z) +8s | rules=dmjl"])
def concealed_hand(h):
    """Won without an exposed set."""
    return h.won & h.closed


@pattern(
    source="Japan Mahjong League",
    hits=["234s 67s 99m 555z 678p *8s | rules=ar-sii-ar"],
    misses=["234s 67s 99m 555z 678p +8s | rules=ar-sii-ar", "234s 67s 99m 678p (555z) *8s | rules=ar-sii-ar"],
)
def self_draw_concealed(h):
    """Won by self-draw without an exposed set."""
    return h.won & h.tsumo & h.closed


@pattern(
    source=_LATER,
    hits=["234s 67s 99m 678p (555z) +8s | original_call rules=dmjl"],
    misses=["234s 67s 99m 678p (555z) +8s | rules=dmjl"],
)
def original_call(h):
    """Ready since the first discard."""
    return h.won & h.original_call


@pattern(
    source="British usage",
    hits=["222s 67s 99m 888p (555z) 2f +8s | rules=bmja"],
    misses=["222s 67s 99m 888p (555z) 1f +8s | rules=bmja"],
)
def own_flower(h):
    """The flower of one's own seat."""
    return h.own_flower


@pattern(
    source="British usage",
    hits=["222s 67s 99m 888p (555z) 6f +8s | rules=bmja"],
    misses=["222s 67s 99m 888p (555z) 2f +8s | rules=bmja"],
)
def own_season(h):
    """The season of one's own seat."""
    return h.own_season


@pattern(source=_LATER, hits=["234s 67s 99m 678p (555z) 26f +8s | rules=dmjl"], misses=["234s 67s 99m 678p (555z) 25f +8s | rules=dmjl"])
def own_flower_and_season(h):
    """Flower and season of one's own seat."""
    return h.own_flower & h.own_season


@pattern(
    source=_LATER,
    hits=["234s 67s 99m 678p (555z) 1234f +8s | rules=dmjl"],
    misses=["234s 67s 99m 678p (555z) 1235f +8s | rules=dmjl"],
)
def all_flowers(h):
    """All four flowers."""
    return h.all_flowers


@pattern(
    source=_LATER,
    hits=["234s 67s 99m 678p (555z) 5678f +8s | rules=dmjl"],
    misses=["234s 67s 99m 678p (555z) 1567f +8s | rules=dmjl"],
)
def all_seasons(h):
    """All four seasons."""
    return h.all_seasons


FAN_PATTERNS: tuple[Pattern, ...] = collect(globals(), Pattern)
