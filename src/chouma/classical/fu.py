"""Fu: numbers that add up, and patterns that most rule sets give fu for."""

from __future__ import annotations

from ..declaring import Item, collect
from ..groups import KANCHAN, PENCHAN, SHANPON, TANKI
from ..lang import Bits, Cond, Number, at_most, when
from ..tiles import ORPHANS
from .declare import Pattern, item, pattern

_HAIBARA = "Haibara 1952; Kwan 2009, chapter 2"
_LATER = "Millington's Chinese Classical"

# ---------------------------------------------------------------------------------------- added up


@item
def win(h, r):
    """winning"""
    return when(h.won, r.win_fu + when(h.ron & h.closed, r.concealed_ron_fu))


@item
def sets(h):
    """pungs and kongs"""
    return h.triplet_fu


def scoring_pairs(h, r) -> Number:
    """How many pairs are worth fu; one of a wind that is one's own and the round's counts twice."""
    return (
        when(r.pairs.dragon, at_most(h.pair_z.of(5, 6, 7).count(), 3))
        + when(r.pairs.own, at_most((h.pair_z & h.seat_bit).count(), 1))
        + when(r.pairs.round, at_most((h.pair_z & h.round_bit).count(), 1))
    )


@item
def pairs(h, r):
    """pairs of dragons and of winds that count"""
    double = r.pairs.own & r.pairs.round & (h.pair_z & h.seat_bit & h.round_bit).any()
    best = at_most(scoring_pairs(h, r), when(double, 2, 1))
    others = when(r.loser_pairs == "all", scoring_pairs(h, r), when(r.loser_pairs == "one", best))
    return 2 * when(h.won, scoring_pairs(h, r), others)


def _fu_of(kinds: Bits, h, most: int) -> Number:
    """Fu of the sets of some honours: 4 exposed, 8 concealed, four times as many for a kong."""

    def number(bits: Bits) -> Number:
        return at_most(bits.count(), most)

    return 4 * (number(kinds) + number(kinds & h.concealed_z)) + 12 * (
        number(kinds & h.quads_z) + number(kinds & h.concealed_z & h.quads_z)
    )


@item
def doubled_sets(h, r):
    """the sets of fan tiles once more, where a fan doubles its own set alone"""
    own, round_ = h.triplets_z & h.seat_bit, h.triplets_z & h.round_bit
    both = own & h.round_bit  # a wind that is one's own and the round's: two fan, four times the fu
    extra = _fu_of(h.triplets_z.of(5, 6, 7), h, 3) + _fu_of(own, h, 1)
    of_round = _fu_of(round_, h, 1) + _fu_of(both, h, 1)
    return when(r.dragon_fan_mode == "set", extra + when(r.round_wind, of_round))


@item
def double_pung_wait(h, r):
    """one of two pairs completed to a pung, and nothing else would have won"""
    return when(h.won & ~h.tenhou & (h.wait == SHANPON) & (h.n_waits == 2), r.double_pung_bonus)


def _win_is_major(h) -> Cond:
    first, *others = ORPHANS
    found = h.win_kind == first
    for kind in others:
        found = found | (h.win_kind == kind)
    return found


@item
def pair_fill(h, r):
    """the pair completed by the winning tile"""
    fu = when(_win_is_major(h), r.pair_fill_major, r.pair_fill_minor)
    return when(h.won & ~h.tenhou & (h.wait == TANKI) & h.standard, fu)


@item
def last_copy(h, r):
    """a pure closed or edge wait for the last copy, the other three lying on the table"""
    pure = (h.n_waits == 1) & ((h.wait == KANCHAN) | (h.wait == PENCHAN))
    return when(h.won & pure & ~h.chankan & (h.seen_of_win == 3), r.last_copy)


@item
def flowers(h, r):
    """flowers and seasons"""
    return at_most(r.flower_fu, 4) * h.n_flowers


FU: tuple[Item, ...] = collect(globals(), Item)

# ------------------------------------------------------------------------------------- as patterns


def _waits_for(h, r, wait: int) -> Cond:
    """Whether the winning tile completed such a wait, and, where that is asked, no other kind would have won."""
    counts = ~h.chankan | r.pheasant_stacks | ~r.robbing_pure  # else the golden pheasant stands in its place
    return h.won & ~h.tenhou & h.standard & (h.wait == wait) & ((h.n_waits == 1) | ~r.pure_waits) & counts


@pattern(
    source=_HAIBARA,
    hits=["234s 55s 79s (123m) (456p) *8s", "234s 55s 78s (123m) (456p) *9s"],
    misses=["234s 55s 79s (123m) (456p) +8s"],
)
def self_draw(h):
    """Won by self-draw."""
    return h.won & h.tsumo


@pattern(
    source=_HAIBARA,
    hits=["5z (123m) (456p) (234s) (678s) +5z", "9m (222m) (444p) (666s) (888p) +9m"],
    misses=["123m 456p 789s 567s 5z *5z | tenhou seat=E", "2223p (123m) (456p) (234s) +3p", "4567s 99m 9m (123m) (456p) +4s"],
)
def single_wait(h, r):
    """Won on the tile of the pair, and no other kind would have won."""
    return _waits_for(h, r, TANKI)


@pattern(
    source=_HAIBARA,
    hits=["234s 55s 79s (123m) (456p) +8s"],
    misses=["234s 55s 78s (123m) (456p) +9s", "3335s 678s (123m) (456p) +4s"],
)
def closed_wait(h, r):
    """Won on the middle of a chow, and no other kind would have won."""
    return _waits_for(h, r, KANCHAN)


@pattern(source=_HAIBARA, hits=["234s 99s 89p (123m) (456p) +7p"], misses=["12399m 78m (234m) (567m) +9m"])
def edge_wait(h, r):
    """Won on 3 for 12, or on 7 for 89, and no other kind would have won."""
    return _waits_for(h, r, PENCHAN)


@pattern(
    source="Babcock 1923; Millington",
    hits=["234s 55s 79s (123m) (456p) +8s | rules=babcock", "5z (123m) (456p) (234s) (678s) +5z | rules=chinese-classical"],
    misses=["234s 55s 78s (123m) (456p) +9s | rules=babcock", "123m 456p 789s 55s 24s *3s | tenhou seat=E rules=babcock"],
)
def only_place(h):
    """Won on the only kind that completes the hand."""
    return h.won & ~h.tenhou & h.standard & (h.n_waits == 1)


@pattern(source=_HAIBARA, hits=["88p 99m (222m) (444p) (666s) +9m"], misses=["55p 67s [6666z] (222m) (456p) +8s"])
def all_pungs(h):
    """Four pungs or kongs."""
    return h.won & (h.n_triplets == 4)


@pattern(source=_HAIBARA, hits=["6z [1111p] [9999m] [3333z] [4444z] *6z | rinshan"], misses=["6z [1111p] [9999m] [3333z] [4444z] *6z"])
def kong_replacement(h):
    """Won on the tile drawn after a kong."""
    return h.won & h.rinshan


@pattern(source=_HAIBARA, hits=["23455s 67s (123m) (456p) *8s | haitei"], misses=["23455s 67s (123m) (456p) *8s"])
def last_tile(h):
    """Won on the last tile of the wall."""
    return h.won & h.haitei


@pattern(source=_LATER, hits=["23455s 67s (123m) (456p) +8s | houtei rules=dmjl"], misses=["23455s 67s (123m) (456p) +8s | rules=dmjl"])
def last_discard(h):
    """Won on the last discard."""
    return h.won & h.houtei


@pattern(
    source="Haibara 1952: the golden pheasant",
    hits=["234s 99m 46p (123m) (678s) +5p | chankan", "234s 99s 89p (123m) (456p) +7p | chankan"],
    misses=["234s 99s 67p (123m) (456p) +8p | chankan"],
)
def robbing(h, r):
    """Won on a tile that another adds to a pung."""
    pure = (h.n_waits == 1) & ((h.wait == KANCHAN) | (h.wait == PENCHAN))
    return h.won & h.chankan & (~r.robbing_pure | pure)


@pattern(
    source="Babcock 1923; Millington",
    hits=["234s 678p 99m 67s (123m) +8s | rules=babcock", "123m 234p 456s 678s 9s *9s | rules=chinese-classical"],
    misses=["234s 678p 55z 67s (123m) +8s | rules=babcock", "234s 678p 99m 67s (123m) *8s | rules=babcock"],
)
def no_score(h, r):
    """Nothing but the winning itself is worth fu."""
    bare = (h.n_runs == 4) & (scoring_pairs(h, r) == 0)
    return h.won & bare & ((r.no_score_means == "sets") | (h.fu_other == 0))


#: patterns in the order in which they print
FU_PATTERNS: tuple[Pattern, ...] = collect(globals(), Pattern)
