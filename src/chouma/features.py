"""The vocabulary: every feature of a hand that rules are written in.

A feature is declared once, with its range, its meaning and where it comes from:

* from the **groups** of a reading. The function says what one group is worth to it (a few look at all
  concealed groups of one suit); the values are *added* or *or-ed*. So melds are just more groups, and what
  one suit is worth can be kept in a table. "Every group is …" is the *or* of its opposite: ``has_simple`` is
  true if one tile is simple, and a hand without it is all terminals and honours.
* from the **hand**: the winning tile, winds, flags, dora. The same for every reading.
* **derived**: a formula over the others.

The values from groups are kept in lanes of two numbers, the *sums* and the *marks*: adding two sums, or-ing
two marks, puts two parts of a hand together. Columns keep the same lanes in 64-bit words, and those of the
hand in words of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from . import groups as g
from .groups import KANCHAN, PENCHAN, TANKI, WAITS, Group
from .hand import FLAGS
from .lang import Bits, Cond, Names, Number, Suited, Symbol, Tallies, Tree, leaves, trace, when
from .tiles import DRAGONS, GREEN, ORPHANS, RED, SUITS, TERMINALS, WINDS, rank_of

Groups = tuple[Group, ...]

ADDED, ORED, HAND, CLASSICAL, DERIVED = "added", "or-ed", "hand", "classical", "derived"

#: the words that the lanes lie in, in bits; a lane never crosses a word
WORD = 64


class Lane(NamedTuple):
    """Where the values of a feature are kept: `width` bits from `shift` on, of the sums, the marks or (columns only) the hand's words."""

    shift: int
    width: int

    @property
    def mask(self) -> int:
        return (1 << self.width) - 1


@dataclass(frozen=True, eq=False)
class Feature:
    """One word of the vocabulary.

    Attributes
    ----------
    name : str
    symbol : Symbol
        What a formula sees: its sort and range.
    meaning : str
        For the reader of a rule.
    origin : str
        ``added`` or ``or-ed`` (from the groups), ``hand``, ``classical`` (of the hand too, but known to the classical rules alone)
        or ``derived``.
    of : callable or None
        What a group is worth to a feature that comes from groups.
    of_suit : bool
        Whether `of` takes all concealed groups of a suit together instead, as no single one tells.
    tree : tuple or None
        The formula of a derived feature.
    labels : sequence of str
        Names of its values, where they have names.
    lane : Lane or None
        Where a feature is kept; None if it is derived, and for classical ones, which are columns of their own.
    """

    name: str
    symbol: Symbol
    meaning: str
    origin: str
    of: Callable[[Any], int] | None = None
    of_suit: bool = False
    tree: Tree | None = None
    labels: tuple[str, ...] = ()
    lane: Lane | None = None

    @property
    def is_condition(self) -> bool:
        return isinstance(self.symbol, Cond)

    def label(self, value: Any) -> str:
        """A value in words."""
        if isinstance(value, bool) or self.is_condition:
            return "yes" if value else "no"
        if isinstance(self.symbol, Bits):
            return " ".join(str(i + 1) for i in range(self.symbol.width) if value >> i & 1) or "none"
        return self.labels[value] or "none" if value < len(self.labels) else str(value)


_declared: list[Feature] = []


def _from_groups(joined: str, symbol: Callable[[Tree], Symbol], labels: tuple[str, ...] = (), of_suit: bool = False) -> Callable[..., Any]:
    def declare(function: Callable[[Any], int]) -> Callable[[Any], int]:
        name = function.__name__
        meaning = (function.__doc__ or "").strip()
        _declared.append(Feature(name, symbol(("feature", name)), meaning, joined, of=function, of_suit=of_suit, labels=labels))
        return function

    return declare


def added(lo: int, hi: int, of_suit: bool = False) -> Callable[..., Any]:
    """Declare a number that adds up over the groups."""
    return _from_groups(ADDED, lambda tree: Number(tree, lo, hi), of_suit=of_suit)


_condition = _from_groups(ORED, Cond)

_GREENS = (19, 20, 21, 23, 25, GREEN)
_PEACOCK = (18, 22, 24, 26, RED)
_BLACKS = (10, 12, 16, *WINDS)


# ----------------------------------------------------------------------------------------- added up


@added(0, 4)
def n_runs(group: Group) -> int:
    """runs, called or not"""
    return group.form == g.RUN


@added(0, 4)
def n_triplets(group: Group) -> int:
    """triplets and quads"""
    return group.form in (g.TRIPLET, g.QUAD)


@added(0, 4)
def n_concealed_triplets(group: Group) -> int:
    """concealed triplets and quads; one completed by ron is not concealed"""
    return group.form in (g.TRIPLET, g.QUAD) and group.concealed


@added(0, 2, of_suit=True)
def n_same_runs(groups: Groups) -> int:
    """pairs of identical concealed runs"""
    runs = [group.kind for group in groups if group.form == g.RUN and not group.called]
    return len(runs) > 1 and sum(runs.count(kind) // 2 for kind in set(runs))


@added(0, 128)
def triplet_fu(group: Group) -> int:
    """fu of triplets and quads: 2 each, doubled for a terminal or honour, for being concealed, twice more for a quad"""
    if group.form not in (g.TRIPLET, g.QUAD):
        return 0
    return 2 << group.is_outside + group.concealed + 2 * (group.form == g.QUAD)


@added(0, 140)
def sum_m(group: Group) -> int:
    """the numbers on all character tiles, added up"""
    return sum(map(rank_of, group.kinds)) if group.suit == 0 else 0


# of honours each kind makes one triplet at most, so that sets of them can be added up


@_from_groups(ADDED, lambda tree: Bits(tree, 7))
def concealed_z(group: Group) -> int:
    """concealed triplets and quads of honours: 1 east to 4 north, 5 white, 6 green, 7 red"""
    return 1 << rank_of(group.kind) - 1 if group.suit == 3 and group.form in (g.TRIPLET, g.QUAD) and group.concealed else 0


@_from_groups(ADDED, lambda tree: Bits(tree, 7))
def quads_z(group: Group) -> int:
    """quads of honours: 1 east to 4 north, 5 white, 6 green, 7 red"""
    return 1 << rank_of(group.kind) - 1 if group.suit == 3 and group.form == g.QUAD else 0


@_from_groups(ADDED, lambda tree: Tallies(tree, 21))
def run_tally(group: Group) -> int:
    """how often each of the 21 runs occurs"""
    return 1 << Tallies.FIELD * (group.suit * 7 + rank_of(group.kind) - 1) if group.form == g.RUN else 0


# ------------------------------------------------------------------------------------------- or-ed


def _ranks(meaning: str, name: str, suit: int, *forms: str) -> None:
    """Declare a set of the ranks at which groups of some forms start in one suit."""

    def ranks(group: Group) -> int:
        return 1 << rank_of(group.kind) - 1 if group.form in forms and group.suit == suit else 0

    ranks.__name__, ranks.__doc__ = name, meaning
    _from_groups(ORED, lambda tree: Bits(tree, 7 if forms == (g.RUN,) or suit == 3 else 9))(ranks)


for _suit, _suit_name in enumerate(("characters", "dots", "bamboo")):
    _ranks(f"ranks at which runs of {_suit_name} start", f"runs_{SUITS[_suit]}", _suit, g.RUN)
    _ranks(f"ranks of triplets and quads of {_suit_name}", f"triplets_{SUITS[_suit]}", _suit, g.TRIPLET, g.QUAD)
_ranks("triplets and quads of honours: 1 east to 4 north, 5 white, 6 green, 7 red", "triplets_z", 3, g.TRIPLET, g.QUAD)
_ranks("the pair, if of honours: 1 east to 4 north, 5 white, 6 green, 7 red", "pair_z", 3, g.PAIR)


@_from_groups(ORED, lambda tree: Number(tree, 0, len(WAITS) - 1), labels=WAITS)
def wait(group: Group) -> int:
    """how the winning tile completed its group"""
    return group.wait


@_from_groups(ORED, lambda tree: Bits(tree, 3))
def suits(group: Group) -> int:
    """suits that it has tiles of: 1 characters, 2 dots, 3 bamboo"""
    return 1 << group.suit if group.suit < 3 else 0


@_condition
def has_wind(group: Group) -> int:
    """a wind"""
    return group.kind in WINDS


@_condition
def has_dragon(group: Group) -> int:
    """a dragon"""
    return group.kind in DRAGONS


@_condition
def has_terminal(group: Group) -> int:
    """a 1 or 9"""
    return any(kind in TERMINALS for kind in group.kinds)


@_condition
def has_simple(group: Group) -> int:
    """a tile from 2 to 8"""
    return any(kind not in ORPHANS for kind in group.kinds)


@_condition
def has_inside(group: Group) -> int:
    """a group or pair without a 1, 9 or honour"""
    return not group.is_outside


@_condition
def not_green(group: Group) -> int:
    """a tile other than 2 3 4 6 8 of bamboo and green"""
    return any(kind not in _GREENS for kind in group.kinds)


@_condition
def not_peacock(group: Group) -> int:
    """a tile other than 1 5 7 9 of bamboo and red"""
    return any(kind not in _PEACOCK for kind in group.kinds)


@_condition
def not_black(group: Group) -> int:
    """a tile other than 2 4 8 of dots and winds"""
    return any(kind not in _BLACKS for kind in group.kinds)


@_from_groups(ORED, Cond, of_suit=True)
def nine_gates(groups: Groups) -> int:
    """1112345678999 and one more tile, all concealed and of one suit"""
    if len(groups) != 5 or groups[0].kind % 9 or groups[0].suit == 3 or not any(group.kind % 9 in (6, 8) for group in groups):
        return False  # few suits get further, and this is asked of every one
    ranks = [rank_of(kind) for group in groups for kind in group.kinds]
    return all(ranks.count(rank) >= (3 if rank in (1, 9) else 1) for rank in range(1, 10))


@_condition
def seven_pairs(group: Group) -> int:
    """read as seven pairs"""
    return group.form == g.TWIN


@_condition
def orphans(group: Group) -> int:
    """read as thirteen orphans"""
    return group.form == g.SINGLE


# ------------------------------------------------------------------------------------ of the hand


def _hand(name: str, symbol: Callable[[Tree], Symbol], meaning: str) -> None:
    _declared.append(Feature(name, symbol(("feature", name)), meaning, HAND))


def _number(lo: int, hi: int) -> Callable[[Tree], Symbol]:
    return lambda tree: Number(tree, lo, hi)


def _set(width: int) -> Callable[[Tree], Symbol]:
    return lambda tree: Bits(tree, width)


_hand("tsumo", Cond, "won by self-draw")
_hand("n_calls", _number(0, 4), "open melds")
_hand("n_quads", _number(0, 4), "quads declared, open or concealed")
_hand("norths", _number(0, 4), "norths declared (three players)")
_hand("seat_bit", _set(7), "the winner's wind: 1 east to 4 north")
_hand("round_bit", _set(7), "the wind of the round: 1 east to 4 north")
_hand("win_kind", _number(0, 33), "the kind of the winning tile")
_hand("n_win", _number(1, 4), "concealed tiles of the winning tile's kind, itself counted")
_hand("win_in_meld", Cond, "a meld holds the winning tile's kind")
_hand("dora", _number(0, 20), "dora by every indicator")
_hand("first_dora", _number(0, 4), "dora by the first indicator alone")
_hand("ura", _number(0, 20), "ura dora by every indicator")
_hand("first_ura", _number(0, 4), "ura dora by the first indicator alone")
_hand("aka", _number(0, 4), "red fives")

_FLAG_MEANINGS = {
    "riichi": "riichi declared",
    "double_riichi": "riichi declared on the first turn",
    "ippatsu": "won within a turn of riichi, no call between",
    "haitei": "won on the last tile of the wall",
    "houtei": "won on the last discard",
    "rinshan": "won on the tile drawn after a kan or a declared north",
    "chankan": "won on a tile that another added to a triplet",
    "tenhou": "the dealer's dealt hand",
    "chiihou": "won on the first draw, no call before",
    "renhou": "won by ron before the first draw, no call before",
    "open_riichi": "riichi with the hand shown",
    "tsubame_gaeshi": "won on the discard that declares another's riichi",
    "kanburi": "won on the discard after another's kan",
    "paarenchan": "the dealer's eighth win in a row",
}
for _flag in FLAGS:
    _hand(_flag, Cond, _FLAG_MEANINGS[_flag])


def _classical(name: str, symbol: Callable[[Tree], Symbol], meaning: str, labels: tuple[str, ...] = ()) -> None:
    _declared.append(Feature(name, symbol(("feature", name)), meaning, CLASSICAL, labels=labels))


#: hands that are more than groups and a pair, by their tiles alone
SPECIAL = ("", "snake", "knitted_pairs", "knitted_sets", "outside_pairs", "unconnected")
NOTHING_SPECIAL, SNAKE, KNITTED_PAIRS, KNITTED_SETS, OUTSIDE_PAIRS, UNCONNECTED = range(len(SPECIAL))

_classical("won", Cond, "won; the hands of the others count too")
_classical("n_waits", _number(0, 13), "kinds that would have completed the concealed tiles")
_classical("special", _number(0, len(SPECIAL) - 1), "what its tiles make beside groups and a pair", SPECIAL)
_classical("seen_of_win", _number(0, 4), "other tiles of the winning kind that everybody sees on the table")
_classical("n_flowers", _number(0, 8), "flowers and seasons")
_classical("own_flower", Cond, "the flower of one's own seat")
_classical("own_season", Cond, "the season of one's own seat")
_classical("all_flowers", Cond, "all four flowers")
_classical("all_seasons", Cond, "all four seasons")
_classical("fu_other", _number(0, 255), "fu beside those for winning")
_CLASSICAL_MEANINGS = {
    "original_call": "ready since the first discard, and never changed",
    "calling": "ready, and said so",
    "kong_on_kong": "won on the replacement tile of a second kong, made with that of the first",
    "east_streak": "so many wins of East in a row that the rules pay the limit",
}
for _flag, _meaning in _CLASSICAL_MEANINGS.items():
    _classical(_flag, Cond, _meaning)


# ----------------------------------------------------------------------------------------- derived


def _symbols() -> dict[str, Any]:
    symbols: dict[str, Any] = {feature.name: feature.symbol for feature in _declared}
    for family in ("runs", "triplets"):
        symbols[family] = Suited(*(symbols[f"{family}_{suit}"] for suit in "mps"))
    return symbols


def derived(function: Callable[[Names], Symbol]) -> Callable[[Names], Symbol]:
    """Declare a feature that is a formula over the others."""
    name = function.__name__
    names = Names("feature", _symbols())
    symbol = function(names)
    tree = trace(function, names, sort=type(symbol))
    named: Symbol = Number(("feature", name), symbol.lo, symbol.hi) if isinstance(symbol, Number) else type(symbol)(("feature", name))
    _declared.append(Feature(name, named, (function.__doc__ or "").strip(), DERIVED, tree=tree))
    return function


@derived
def closed(h):
    """no open meld"""
    return h.n_calls == 0


@derived
def open(h):
    """one open meld at least"""
    return h.n_calls > 0


@derived
def ron(h):
    """won on another's tile"""
    return ~h.tsumo


@derived
def dealer(h):
    """the winner is east"""
    return h.seat_bit.has(1)


@derived
def riichi_any(h):
    """riichi of any sort"""
    return h.riichi | h.double_riichi | h.open_riichi


@derived
def first_turn(h):
    """tenhou, chiihou or renhou"""
    return h.tenhou | h.chiihou | h.renhou


@derived
def standard(h):
    """read as four groups and a pair"""
    return ~h.seven_pairs & ~h.orphans


@derived
def honors(h):
    """a wind or dragon"""
    return h.has_wind | h.has_dragon


@derived
def one_suit(h):
    """tiles of one suit, honours aside"""
    return h.suits.single()


@derived
def pair_fu(h):
    """fu of the pair: 2 for a dragon, the seat wind, the round wind; a double wind has both"""
    return when(h.pair_z.any(5, 6, 7), 2) + when((h.pair_z & h.seat_bit).any(), 2) + when((h.pair_z & h.round_bit).any(), 2)


@derived
def wait_fu(h):
    """fu of the wait: 2 for kanchan, penchan and tanki"""
    return when(h.standard & ((h.wait == KANCHAN) | (h.wait == PENCHAN) | (h.wait == TANKI)), 2)


# ------------------------------------------------------------------------------------------- lanes


def _width(feature: Feature) -> int:
    symbol = feature.symbol
    if isinstance(symbol, Cond):
        return 1
    return WORD if isinstance(symbol, Tallies) else 16 if isinstance(symbol, Bits) and symbol.width > 8 else 8


def _laid_out(features: list[Feature]) -> dict[str, Feature]:
    """Give every feature but the derived ones its lane: conditions a bit each, then bytes, then 16 bits, then whole words."""
    at = {ADDED: 0, ORED: 0, HAND: 0}
    lanes: dict[str, Lane] = {}
    for feature in sorted((f for f in features if f.origin in at), key=_width):
        width = _width(feature)
        shift = -(-at[feature.origin] // width) * width
        lanes[feature.name], at[feature.origin] = Lane(shift, width), shift + width
    return {feature.name: replace(feature, lane=lanes.get(feature.name)) for feature in features}


#: the whole vocabulary, by name
FEATURES: Mapping[str, Feature] = MappingProxyType(_laid_out(_declared))

#: ``h`` of every formula
H = Names("feature", _symbols())

#: the features of the hand, in the order in which compiled formulas take them
HAND_FEATURES = tuple(feature.name for feature in FEATURES.values() if feature.origin == HAND and feature.name not in FLAGS)

_OF_GROUPS = tuple(feature for feature in FEATURES.values() if feature.of and not feature.of_suit)
_OF_SUITS = tuple(feature for feature in FEATURES.values() if feature.of_suit)


@lru_cache(maxsize=4096)
def group_words(group: Group) -> tuple[int, int]:
    """The sums and the marks of one group: what it is worth to every feature."""
    return _words(_OF_GROUPS, group)


def worth_of(group: Group, feature: str) -> int:
    """What one group is worth to a feature that adds up over the groups."""
    lane = FEATURES[feature].lane
    assert lane is not None
    return group_words(group)[0] >> lane.shift & lane.mask


def suit_words(groups: Groups) -> tuple[int, int]:
    """What all concealed groups of one suit are worth together, beyond what each is alone."""
    return _words(_OF_SUITS, groups) if len(groups) > 1 else (0, 0)


def words(groups: Groups) -> tuple[int, int]:
    """The sums and the marks of all concealed groups of one suit, or of one meld."""
    sums, marks = suit_words(groups)
    for group in groups:
        more, or_more = group_words(group)
        sums += more
        marks |= or_more
    return sums, marks


def _words(features: tuple[Feature, ...], part: Any) -> tuple[int, int]:
    sums = marks = 0
    for feature in features:
        value = int(feature.of(part)) << feature.lane.shift  # type: ignore[misc, union-attr]
        if feature.origin == ADDED:
            sums += value
        else:
            marks |= value
    return sums, marks


def reads(tree: Tree) -> set[str]:
    """Every feature that a tree reads, those behind derived ones included."""
    found: set[str] = set()
    names = set(leaves(tree, "feature"))
    while names:
        name = names.pop()
        found.add(name)
        below = FEATURES[name].tree
        if below is not None:
            names |= set(leaves(below, "feature")) - found
    return found
