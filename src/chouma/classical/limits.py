"""Limit hands: whoever wins with one scores the limit, or a part of it."""

from __future__ import annotations

from ..declaring import collect
from ..features import KNITTED_PAIRS, KNITTED_SETS, OUTSIDE_PAIRS, SNAKE, UNCONNECTED
from .declare import Pattern, pattern

_HAIBARA = "Haibara 1952; Kwan 2009, chapter 2"
_LATER = "Millington's Chinese Classical, M 122"
_GERMAN = "DMJL, as kajongg has it"
_BRITISH = "BMJA, as kajongg has it"
_JAPANESE = "Japan Mahjong League"

#: kinds that a few limit hands are won on
_ONE_OF_DOTS, _FIVE_OF_DOTS, _TWO_OF_BAMBOO = 9, 13, 19


@pattern(source=_HAIBARA, hits=["123m 456p 78955s 23s *4s | tenhou seat=E"], misses=["123m 456p 78955s 23s *4s | seat=E"])
def heavenly(h):
    """East wins with the hand as dealt."""
    return h.won & h.tenhou


@pattern(source=_HAIBARA, hits=["123m 456p 78955s 23s +4s | chiihou"], misses=["123m 456p 78955s 23s +4s"])
def earthly(h):
    """Won on East's first discard, or on one's own first draw, as the rules have it."""
    return h.won & h.chiihou


@pattern(source=_HAIBARA, hits=["27p159s16m123457z | dealt"], misses=["27p157s16m123457z | lost"])
def unconnected(h):
    """Thirteen dealt tiles without a pair, and in no suit two that are less than three apart."""
    return h.special == UNCONNECTED


@pattern(source=_HAIBARA, hits=["19m19p19s1234567z | dealt"], misses=["27p159s16m123457z | dealt"])
def dealt_orphans(h):
    """The thirteen different terminals and honours, as dealt."""
    return (h.special == UNCONNECTED) & ~h.has_simple


@pattern(
    source=_LATER,
    hits=["19m19p19s1234567z +7z | rules=dmjl"],
    misses=["19m19p19s1123456z +6z | rules=dmjl", "99m 77z (111m) (999p) (111s) +7z | rules=dmjl"],
)
def thirteen_wonders(h):
    """The thirteen different terminals and honours, one of them twice."""
    return h.won & h.orphans


@pattern(source=_HAIBARA, hits=["55p 67s (555z) (666z) (777z) +8s"], misses=["67m 77z (555z) (666z) (234m) +8m"])
def big_three_dragons(h, r):
    """Sets of all three dragons."""
    return h.won & h.triplets_z.has(5, 6, 7) & ((h.n_runs == 0) | ~r.big_dragons_no_chow)


@pattern(source=_HAIBARA, hits=["67s 44z (111z) (222z) (333z) +8s | seat=S"], misses=["67s 44z (111z) (222z) (333z) +8s | seat=N"])
def four_winds(h, r):
    """All four winds, three of them sets and the fourth a set or the pair."""
    own = (h.triplets_z & h.seat_bit).any() | ~r.own_wind_needed
    small = (h.triplets_z.of(1, 2, 3, 4).count() == 3) & h.pair_z.any(1, 2, 3, 4)
    return h.won & own & (small | h.triplets_z.has(1, 2, 3, 4))


@pattern(source=_LATER, hits=["5s (111z) (222z) (333z) (444z) +5s | rules=dmjl"], misses=["67s 44z (111z) (222z) (333z) +8s | rules=dmjl"])
def big_four_winds(h):
    """Sets of all four winds."""
    return h.won & h.triplets_z.has(1, 2, 3, 4)


@pattern(source=_HAIBARA, hits=["1112345678999m +5m"], misses=["1123455678999m +1m", "12399m 46m (234m) (567m) +5m"])
def nine_gates(h, r):
    """1112345678999 of one suit, concealed, and won on any of the nine."""
    return h.won & h.nine_gates & ((h.n_waits == 9) | ~r.nine_gates_pure)


@pattern(
    source=_LATER,
    hits=["8m (2222m) (3333p) (5555s) (6666p) +8m | rules=dmjl"],
    misses=["8m (2222m) (3333p) (5555s) (666p) +8m | rules=dmjl"],
)
def four_kongs(h):
    """Four kongs."""
    return h.won & (h.n_quads == 4)


@pattern(
    source=f"{_LATER}; {_JAPANESE}",
    hits=["222m 444p 666s 88s 11z *8s | rules=ar-sii-ar"],
    misses=["222m 444p 666s 88s 11z +8s | rules=ar-sii-ar"],
)
def four_concealed_pungs(h):
    """Four concealed pungs or kongs."""
    return h.won & (h.n_concealed_triplets == 4)


@pattern(
    source=_BRITISH,
    hits=["222m 444m 666m 88m 11z *8m | rules=bmja"],
    misses=["222m 444m 666m 88m 11z +8m | rules=bmja", "222m 444p 666m 88m 11z *8m | rules=bmja"],
)
def buried_treasure(h):
    """Four concealed pungs or kongs of one suit and honours."""
    return h.won & (h.n_concealed_triplets == 4) & h.one_suit


@pattern(
    source=_LATER,
    hits=["55z 77z (111z) (333z) (444z) +7z | rules=ar-sii-ar"],
    misses=["99m 77z (111z) (333z) (444z) +7z | rules=ar-sii-ar"],
)
def all_honours(h):
    """Honours alone."""
    return h.won & ~h.suits.any()


@pattern(source=_LATER, hits=["99m 11p (111m) (999p) (111s) +1p | rules=dmjl"], misses=["99m 77z (111m) (999p) (111s) +7z | rules=dmjl"])
def all_terminals(h):
    """Terminals alone."""
    return h.won & ~h.has_simple & ~h.honors


@pattern(
    source="Babcock 1923, by agreement",
    hits=['99p 11z (111m) (999m) (555z) +9p | rules={"base":"babcock","limit_hands":{"all_majors":1}}'],
    misses=['99p 11z (111m) (888m) (555z) +9p | rules={"base":"babcock","limit_hands":{"all_majors":1}}'],
)
def all_majors(h):
    """Terminals and honours alone."""
    return h.won & ~h.has_simple


@pattern(
    source=_LATER,
    hits=["22s 88s (333s) (444s) (666z) +8s | rules=dmjl"],
    misses=["22s 99s (333s) (444s) (666z) +9s | rules=dmjl", "22s 88s (333s) (444s) (666s) +8s | rules=dmjl"],
)
def imperial_jade(h):
    """A set of green dragons, the rest of 2 3 4 6 8 of bamboo."""
    return h.won & ~h.not_green & h.triplets_z.has(6)


@pattern(source=_LATER, hits=["123m 456m 789m 2233m +3m | rules=dmjl"], misses=["12399m 46m (234m) (567m) +5m | rules=dmjl"])
def concealed_full_flush(h):
    """One suit alone, and no exposed set."""
    return h.won & h.one_suit & ~h.honors & h.closed


@pattern(source=_LATER, hits=["111m 22m 345m 678m 99m +9m | rules=dmjl"], misses=["111m 33m 345m 678m 99m +9m | rules=dmjl"])
def wriggling_snake(h):
    """1 to 9 of one suit, 1 and 9 as pungs, and 2, 5 or 8 as the pair."""
    return h.won & h.standard & (h.special == SNAKE)


@pattern(
    source=_LATER,
    hits=["55p 67s [6666z] [2222m] (456p) *8s | rinshan kong_on_kong rules=dmjl"],
    misses=["55p 67s [6666z] [2222m] (456p) *8s | rinshan rules=dmjl"],
)
def kong_on_kong(h):
    """Won on the replacement tile of a second kong, made with that of the first."""
    return h.won & h.kong_on_kong


@pattern(
    source=_LATER,
    hits=["234s 67s 99m 678p (555z) +8s | east_streak seat=E rules=dmjl"],
    misses=["234s 67s 99m 678p (555z) +8s | seat=E rules=dmjl"],
)
def east_streak(h):
    """So many wins of East in a row that they pay the limit."""
    return h.won & h.east_streak


@pattern(
    source=_LATER,
    hits=["46p 99m 234s (123m) [1111z] *5p | rinshan rules=dmjl"],
    misses=["46p 99m 234s (123m) [1111z] *5p | rules=dmjl"],
)
def plum_blossom(h):
    """Won on the 5 of dots, drawn after a kong."""
    return h.won & h.rinshan & (h.win_kind == _FIVE_OF_DOTS)


@pattern(
    source=_LATER,
    hits=["23p 99m 234s (123m) (678p) *1p | haitei rules=dmjl"],
    misses=["23p 99m 234s (123m) (678p) *4p | haitei rules=dmjl", "23p 99m 234s (123m) (678p) *1p | rules=dmjl"],
)
def moon(h):
    """Won on the 1 of dots as the last tile of the wall."""
    return h.won & h.haitei & (h.win_kind == _ONE_OF_DOTS)


@pattern(
    source=_LATER,
    hits=["13s 99m 234p (123m) (678p) +2s | chankan rules=dmjl"],
    misses=["24s 99m 234p (123m) (678p) +3s | chankan rules=dmjl", "13s 99m 234p (123m) (678p) +2s | rules=dmjl"],
)
def carrying_pole(h):
    """Won on the 2 of bamboo that another adds to a pung."""
    return h.won & h.chankan & (h.win_kind == _TWO_OF_BAMBOO)


@pattern(source=_BRITISH, hits=["1234567m 123456s +7s | rules=bmja"], misses=["1234567m 123456s +8s | rules=bmja"])
def knitting(h):
    """Seven pairs, each of one rank in the same two suits."""
    return h.won & (h.special == KNITTED_PAIRS)


@pattern(source=_BRITISH, hits=["1357m 1357p 13579s +9p | rules=bmja"], misses=["1357m 1357p 13579s +8p | rules=bmja"])
def triple_knitting(h):
    """Four sets, each of one rank in the three suits, and a pair of one rank in two of them."""
    return h.won & (h.special == KNITTED_SETS)


@pattern(source=_BRITISH, hits=["1199m 1199p 55z 66z 7z +7z | rules=bmja"], misses=["1199m 1188p 55z 66z 7z +7z | rules=bmja"])
def all_pair_honours(h):
    """Seven pairs of terminals and honours."""
    return h.won & (h.special == OUTSIDE_PAIRS)


LIMITS: tuple[Pattern, ...] = collect(globals(), Pattern)
