"""Which tiles of a hand a rule speaks of: its own formula tells.

A rule that looks at groups speaks of those without which its formula would come to something else: in 222m 222p 222s 456p 99p
the same triplet in every suit speaks of the three triplets. A rule that says something of every tile, such as ``~h.has_simple``,
speaks of the whole hand; one that says how the hand was won, of the winning tile; a declared riichi, of none.

Tiles are told group by group, ``222m 222p 222s``, the winning tile by itself with its mark, ``+5s`` or ``*5s``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from .features import ADDED, FEATURES, ORED, group_words, reads, suit_words
from .groups import QUAD, Group
from .hand import RON, Hand
from .lang import Tree, evaluate
from .tiles import FIRST_FLOWER, NAMES, RED_5M, RED_5P, RED_5S, RED_OF, copies, name
from .values import Values

Groups = tuple[Group, ...]

#: features that every tile of a hand has a say in: what is true of one group alone says nothing of them
_OF_ALL = frozenset(
    ["suits", "sum_m", "pair_fu", "special", "fu_other"]
    + [name for name, one in FEATURES.items() if one.is_condition and one.origin == ORED]
)
_OF_GROUPS = frozenset({name for name, one in FEATURES.items() if one.of is not None} | {"n_quads"})
#: what was said or counted before the hand was won
_OF_NONE = frozenset(
    ("riichi", "double_riichi", "open_riichi", "paarenchan", "original_call", "calling", "east_streak", "won", "seat_bit", "dealer")
)
#: the flowers that a feature looks at, n of them from a first; those of the seat are told apart by whoever knows it
_OF_FLOWERS = {"n_flowers": (0, 8), "all_flowers": (0, 4), "all_seasons": (4, 4), "own_flower": (0, 1), "own_season": (4, 1)}

WHOLE, PARTS, WIN, FLOWERS, NONE = range(5)


@lru_cache(maxsize=1024)
def _sort(tree: Tree) -> int:
    """What a formula speaks of, by the features that it reads."""
    read = reads(tree)
    if read & _OF_FLOWERS.keys():
        return FLOWERS
    if "n_waits" in read:
        return WIN
    if read & _OF_ALL:
        return WHOLE
    if read & _OF_GROUPS:
        return PARTS
    if read <= _OF_NONE:
        return NONE
    return WHOLE if "n_calls" in read else WIN


def tiles_about(tree: Tree, hand: Hand, groups: Groups, facts: Any, rules: Any) -> str:
    """The tiles that a rule speaks of, in a hand that has it.

    Parameters
    ----------
    tree : tuple
        Its formula, a condition or a number.
    hand : Hand
    groups : tuple of Group
        The reading that counts.
    facts : Facts
        Of either family.
    rules : object
        Has the switches as attributes.
    """
    sort = _sort(tree)
    if sort == FLOWERS:
        return name(_flowers(hand, reads(tree), facts.seat_bit))
    if sort == WIN:
        return winning_tile(hand)
    if sort == NONE:
        return ""
    return whole(_needed(tree, groups, facts, rules) if sort == PARTS else groups)


def whole(groups: Sequence[Group]) -> str:
    """All tiles of some groups, group by group."""
    return " ".join(name(group.kinds) for group in groups)


def winning_tile(hand: Hand) -> str:
    """The winning tile with its mark; nothing where none was won on."""
    return "" if hand.win is None else ("+" if hand.by == RON else "*") + NAMES[hand.win]


def tiles_of_kind(hand: Hand, kind: int) -> str:
    """Every tile of a kind in a hand, red ones first."""
    held = hand.all_counts
    reds = [RED_OF[kind]] * copies(held, RED_OF[kind]) if kind in RED_OF else []
    return name(reds + [kind] * (copies(held, kind) - len(reds)))


def red_fives(hand: Hand) -> str:
    """The red fives of a hand, one by one."""
    return " ".join(NAMES[tile] for tile in (RED_5M, RED_5P, RED_5S) for _ in range(copies(hand.all_counts, tile)))


def _needed(tree: Tree, groups: Groups, facts: Any, rules: Any) -> Groups:
    """The groups without which the formula would come to something else; all of them where none is."""
    kept = tuple(group for group in groups if _bears_on(tree, group))  # the others needn't be tried
    if len(kept) < 2:
        return kept or groups
    value = _value(tree, kept, facts, rules)
    for group in kept:
        at = kept.index(group)
        without = kept[:at] + kept[at + 1 :]
        if _value(tree, without, facts, rules) == value:
            kept = without
    return kept or groups


@lru_cache(maxsize=1024)
def _lanes(tree: Tree) -> tuple[int, int, bool, bool]:
    """Where what a formula reads of groups is kept, in the sums and in the marks; whether it looks at several at once, at melds."""
    read = reads(tree)
    sums = marks = 0
    for feature in map(FEATURES.__getitem__, read & _OF_GROUPS - {"n_quads"}):
        if feature.lane is not None:
            bits = feature.lane.mask << feature.lane.shift
            sums, marks = (sums | bits, marks) if feature.origin == ADDED else (sums, marks | bits)
    return sums, marks, any(FEATURES[name].of_suit for name in read), not read.isdisjoint(("n_quads", "n_calls"))


def _bears_on(tree: Tree, group: Group) -> bool:
    sums, marks, several, melds = _lanes(tree)
    of_group = group_words(group)
    return bool(of_group[0] & sums or of_group[1] & marks) or several or (melds and (group.called or group.form == QUAD))


def _value(tree: Tree, groups: Groups, facts: Any, rules: Any) -> Any:
    """What a formula comes to if the hand were these groups alone."""
    # concealed groups of a suit may be worth something together
    together = [[group for group in groups if group.suit == suit and not group.called] for suit in range(4)] if _lanes(tree)[2] else ()
    sums = sum(group_words(group)[0] for group in groups) + sum(suit_words(tuple(part))[0] for part in together)
    marks = 0
    for group in groups:
        marks |= group_words(group)[1]
    n_quads, n_calls = sum(group.form == QUAD for group in groups), sum(group.called for group in groups)
    return evaluate(tree, Values(sums, marks, facts._replace(n_quads=n_quads, n_calls=n_calls), rules))


def _flowers(hand: Hand, read: set[str], seat_bit: int) -> list[int]:
    """The flowers of a hand that some features look at."""
    seat = seat_bit.bit_length() - 1
    wanted: set[int] = set()
    for feature, (first, n) in _OF_FLOWERS.items():
        if feature in read:
            start = first + (seat if n == 1 else 0)
            wanted |= set(range(start, start + n))
    return sorted(FIRST_FLOWER + n for n in wanted if copies(hand.flowers, FIRST_FLOWER + n))
