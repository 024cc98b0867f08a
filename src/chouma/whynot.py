"""Why a hand doesn't have a yaku: the first clause of its formula that fails, said as a player would say it.

The formula is the rule itself. What is said of a clause hangs on its kind, the features in it and how they are compared; the phrases
below are declared with formulas of those kinds. A clause of another kind is said with the meanings of its features.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from .features import FEATURES, H, reads
from .groups import KANCHAN, PAIR, PENCHAN, QUAD, RUN, RYANMEN, SHANPON, SINGLE, TANKI, TRIPLET, Group
from .hand import FLAGS
from .lang import Tree, any_suit, clauses, describe, evaluate, leaves, same_rank_in_every_suit, trace
from .messages import Speaker, says, speaker
from .result import NoScore, Score
from .riichi.declare import R
from .riichi.engine import Entry
from .riichi.fu import pair as PAIR_FU
from .riichi.names import YAKU_NAMES
from .switches import value_text
from .tiles import NAMES, SUITS, name


class WhyNot(NamedTuple):
    """Why a hand doesn't have a yaku.

    Attributes
    ----------
    yaku : str
    has : bool
        Whether it has it after all.
    reason : str
        ``has``, ``not_in_rules``, ``closed_only``, ``open_only``, ``not_a_win``, ``clause``, ``superseded`` or ``yakuman``.
    text : str
    clause : str
        The first clause that fails, where that is the reason.
    values : tuple
        The features in it, with their values in words.
    """

    yaku: str
    has: bool
    reason: str
    text: str
    clause: str = ""
    values: tuple[tuple[str, str], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {**self._asdict(), "values": dict(self.values)}

    def __str__(self) -> str:
        return self.text


def why_not(result: Score | NoScore, yaku: str, lang: str = "en") -> WhyNot:
    """Why a hand doesn't have a yaku; see `Score.why_not`."""
    t = speaker(lang)
    entry = result.engine.entry(yaku)
    called = yaku if t.lang == "en" or yaku not in YAKU_NAMES else YAKU_NAMES[yaku].text(t.lang)
    if entry is None:
        return WhyNot(yaku, False, "not_in_rules", t("{yaku}: not in the rules {rules}", yaku=called, rules=result.rules.name))
    closed = result.facts.n_calls == 0
    if entry.worth.han(closed) is None:
        if closed:
            return WhyNot(yaku, False, "open_only", t("{yaku}: open hands only, and this one is closed", yaku=called))
        return WhyNot(yaku, False, "closed_only", t("{yaku}: closed hands only, and this one is open", yaku=called))
    n_readings = len(result._rows)
    if not n_readings:
        return WhyNot(yaku, False, "not_a_win", t("{yaku}: the hand doesn't win", yaku=called))
    if result.win and any(hit.id == yaku for hit in result.yaku):
        return WhyNot(yaku, True, "has", t("{yaku}: the hand has it", yaku=called))
    index = result._index if result.win else min(range(n_readings), key=lambda i: len(failed(result, entry, i)))
    missed = failed(result, entry, index)
    if not missed:
        return _taken(result, entry, called, t)
    asked = Asked(result, index, missed[0], t)
    read = tuple(dict.fromkeys(leaves(missed[0], "feature")))
    values = tuple((one, FEATURES[one].label(asked.values[one])) for one in read)
    return WhyNot(yaku, False, "clause", t("{yaku}: {why}", yaku=called, why=said(asked)), describe(missed[0], _label), values)


def failed(result: Score | NoScore, entry: Entry, index: int) -> list[Tree]:
    """The clauses of a yaku that fail in one reading, in order."""
    values = result._values(index)
    return [clause for clause in clauses(entry.yaku.tree) if not evaluate(clause, values)]


def _label(tree: Tree, value: Any) -> str:
    return FEATURES[tree[1]].label(value) if tree[0] == "feature" and tree[1] in FEATURES else str(value)


def _taken(result: Score | NoScore, entry: Entry, called: str, t: Speaker) -> WhyNot:
    """Why a yaku whose clauses all hold is not counted."""
    if result.win and result.yakuman and not entry.limits:
        return WhyNot(entry.id, False, "yakuman", t("{yaku}: beside a yakuman only yakuman count", yaku=called))
    above = [other.id for other in result.engine.in_order if entry.dropped_by & other.bit and result.win and result._price.hits & other.bit]
    if not above:
        return WhyNot(entry.id, False, "superseded", t("{yaku}: another yaku of this hand takes its place", yaku=called))
    other = above[0] if t.lang == "en" or above[0] not in YAKU_NAMES else YAKU_NAMES[above[0]].text(t.lang)
    return WhyNot(entry.id, False, "superseded", t("{yaku}: {other} takes its place", yaku=called, other=other))


def nearest_yaku(result: NoScore, most: int) -> tuple[str, ...]:
    """The yaku that a hand without one came nearest to: those with the fewest clauses that fail.

    What only luck gives (haitei, tenhou …) is left out; riichi is not, which a closed hand can declare.
    """
    closed = result.facts.n_calls == 0
    chance = set(FLAGS) - {"riichi"}
    near = []
    for entry in result.engine.in_order:
        wants = reads(entry.yaku.tree)
        if entry.worth.han(closed) is None or (wants <= chance | {"riichi"} and not wants & {"riichi"}) or entry.id == "double_riichi":
            continue
        least = min(len(failed(result, entry, i)) for i in range(len(result._rows)))
        near.append((least, entry.limits, entry.bit, entry.id))
    return tuple(id for _, _, _, id in sorted(near)[:most])


# ---------------------------------------------------------------------------------------------------------
# a clause, and what it asks of


class Asked:
    """A clause that fails in one reading of a hand, and what can be said of it.

    Parameters
    ----------
    result : Score or NoScore
    index : int
        The reading.
    clause : tuple
    t : Speaker
    """

    def __init__(self, result: Score | NoScore, index: int, clause: Tree, t: Speaker):
        self.result, self.index, self.clause, self.t = result, index, clause, t
        self.values = result._values(index)
        self.constants = tuple(_constants(clause))

    def of(self, clause: Tree) -> Asked:
        """The same of a part of the clause."""
        return Asked(self.result, self.index, clause, self.t)

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The groups of the reading."""
        return self.result._rows[self.index].groups

    @property
    def kinds(self) -> list[int]:
        """The kinds of the hand's tiles, each once."""
        return sorted({kind for group in self.groups for kind in group.kinds})

    def holds(self, feature: str, part: Group) -> bool:
        """Whether a group by itself gives a feature its value."""
        found = FEATURES[feature]
        if found.of is not None:
            return bool(found.of(part))
        return any(self.holds(below, part) for below in leaves(found.tree, "feature")) if found.tree else False

    def tiles(self, feature: str) -> str:
        """The tiles for which a feature holds."""
        return name(kind for kind in self.kinds if self.holds(feature, Group(SINGLE, kind)))

    def named(self, groups: Iterable[Group]) -> str:
        """Groups by their tiles."""
        return " ".join(name(group.kinds) for group in groups)

    def listed(self, words: Sequence[str], last: str = says("{one} and {other}")) -> str:
        """Words as a list, commas between them but for the last."""
        text = words[0] if words else ""
        for place, word in enumerate(words[1:], 2):
            text = self.t(last if place == len(words) else says("{one}, {other}"), one=text, other=word)
        return text

    def wanted(self, op: str, n: int) -> str:
        """What a comparison asks for, such as ``3 or more``."""
        return self.t(_WANTED[op], n=n)


_WANTED = {
    "eq": says("{n}"),
    "ne": says("another number than {n}"),
    "ge": says("{n} or more"),
    "gt": says("more than {n}"),
    "le": says("{n} at most"),
    "lt": says("fewer than {n}"),
}


def _constants(tree: Tree) -> Iterable[Any]:
    if tree[0] == "const":
        yield tree[1]
    elif tree[0] not in ("feature", "rule"):
        for part in tree[1:]:
            yield from _constants(part)


def _shape(tree: Tree) -> Tree:
    """The kind of a clause: the clause without its numbers."""
    if tree[0] == "const":
        return ("const",)
    return tree if tree[0] in ("feature", "rule") else (tree[0], *map(_shape, tree[1:]))


Phrase = Callable[[Asked], str | None]

#: what is said of a clause of each kind; None where a phrase has nothing to say of just this one
PHRASES: dict[Tree, Phrase] = {}


def phrase(*kinds: Callable[..., Any]) -> Callable[[Phrase], Phrase]:
    """Declare what is said of clauses of some kinds, each given as a formula of that kind."""

    def declare(function: Phrase) -> Phrase:
        for kind in kinds:
            PHRASES[_shape(trace(kind, H, R))] = function
        return function

    return declare


def said(asked: Asked) -> str:
    """Why the clause fails, in words."""
    clause = asked.clause
    found = PHRASES.get(_shape(clause))
    text = found(asked) if found else None
    if text is not None:
        return text
    if clause[0] == "or":
        return asked.listed([said(asked.of(part)) for part in clause[1:]], says("{one}, and {other}"))
    switches = list(leaves(clause, "rule"))
    if switches and not list(leaves(clause, "feature")):
        return _by_rules(asked, switches[0])
    return _by_meanings(asked)


def _by_rules(asked: Asked, switch: str) -> str:
    rules = asked.result.rules
    told = {"rules": rules.name, "switch": switch, "value": value_text(getattr(rules, switch))}
    return asked.t("the rules {rules} have {switch} = {value}", **told)


def _by_meanings(asked: Asked) -> str:
    """Any clause, by the meanings of its features."""
    t, clause = asked.t, asked.clause
    if clause[0] == "feature":
        return t("it takes this: {meaning}", meaning=t(FEATURES[clause[1]].meaning))
    if clause[0] == "not" and clause[1][0] == "feature":
        return t("it may not have this: {meaning}", meaning=t(FEATURES[clause[1][1]].meaning))
    if clause[0] in _WANTED and clause[1][0] == "feature" and clause[2][0] == "const" and not FEATURES[clause[1][1]].labels:
        about = {"meaning": t(FEATURES[clause[1][1]].meaning), "value": asked.values[clause[1][1]]}
        return t("{meaning}: {value} here, and it takes {wanted}", **about, wanted=asked.wanted(clause[0], clause[2][1]))
    read = dict.fromkeys(leaves(clause, "feature"))
    facts = [t("{meaning}: {value}", meaning=t(FEATURES[one].meaning), value=_value(asked, one)) for one in read]
    told = t("it needs {clause}; {facts}", clause=describe(clause, _label), facts=asked.listed(facts))
    switches = [_by_rules(asked, switch) for switch in leaves(clause, "rule")]
    return asked.listed([told, *switches], says("{one}, and {other}"))


def _value(asked: Asked, feature: str) -> str:
    label = FEATURES[feature].label(asked.values[feature])
    return asked.t(label) if label in (says("yes"), says("no"), says("none")) or FEATURES[feature].labels else label


# ---------------------------------------------------------------------------------------------------------
# phrases: how it was won

_NOT_SO = {
    "tsumo": says("won by ron, not by self-draw"),
    "ron": says("won by self-draw, not by ron"),
    "closed": says("the hand is open"),
    "riichi": says("riichi was not declared"),
    "open_riichi": says("the hand was not shown at riichi"),
    "double_riichi": says("riichi was not declared on the first turn"),
    "ippatsu": says("not won within a turn of riichi"),
    "haitei": says("not won on the last tile of the wall"),
    "houtei": says("not won on the last discard"),
    "rinshan": says("not won on a replacement tile"),
    "chankan": says("not won by robbing a kan"),
    "tenhou": says("not won with the dealt hand"),
    "chiihou": says("not won on the first draw"),
    "renhou": says("not won by ron before the first draw"),
    "seven_pairs": says("it does not read as seven pairs"),
    "orphans": says("it does not read as thirteen orphans"),
    "nine_gates": says("the tiles are not 1112345678999 and one more of the suit, all concealed"),
    "honors": says("it has no wind and no dragon"),
    "has_wind": says("it has no wind"),
    "has_dragon": says("it has no dragon"),
    "has_terminal": says("it has no 1 and no 9"),
}
for _feature, _sentence in _NOT_SO.items():
    PHRASES["feature", _feature] = lambda asked, sentence=_sentence: asked.t(sentence)  # type: ignore[misc]

_HAS = {
    "has_terminal": says("it has a 1 or 9: {tiles}"),
    "has_simple": says("it has tiles from 2 to 8: {tiles}"),
    "honors": says("it has honours: {tiles}"),
    "has_wind": says("it has winds: {tiles}"),
    "has_dragon": says("it has dragons: {tiles}"),
    "not_green": says("not all is green: {tiles}"),
}
for _feature, _sentence in _HAS.items():
    PHRASES["not", ("feature", _feature)] = lambda asked, sentence=_sentence, feature=_feature: asked.t(  # type: ignore[misc]
        sentence, tiles=asked.tiles(feature)
    )


@phrase(lambda h: h.riichi | h.open_riichi)
def _riichi(asked: Asked) -> str:
    return asked.t("riichi was not declared")


@phrase(lambda h: h.standard)
def _special(asked: Asked) -> str | None:
    """Where a hand is read as no groups at all, that is what keeps it from all that groups give."""
    if asked.values["seven_pairs"]:
        return asked.t("it reads as seven pairs, not as four groups and a pair")
    if asked.values["orphans"]:
        return asked.t("it reads as thirteen orphans, not as four groups and a pair")
    return None


@phrase(lambda h: ~h.orphans)
def _orphans(asked: Asked) -> str:
    return asked.t("it reads as thirteen orphans")


# ---------------------------------------------------------------------------------------------------------
# phrases: groups and the pair


def _not_of(asked: Asked, forms: tuple[str, ...]) -> list[Group]:
    return [group for group in asked.groups if group.form not in (*forms, PAIR)]


@phrase(lambda h: h.n_runs == 4)
def _four_runs(asked: Asked) -> str | None:
    others = _not_of(asked, (RUN,))
    if asked.constants != (4,) or (special := _special(asked)):
        return special if asked.constants == (4,) else None
    return asked.t.plural("{groups} is no run", "{groups} are no runs", len(others), groups=asked.named(others))


@phrase(lambda h: h.n_triplets == 4)
def _four_triplets(asked: Asked) -> str | None:
    others = _not_of(asked, (TRIPLET, QUAD))
    if asked.constants != (4,) or (special := _special(asked)):
        return special if asked.constants == (4,) else None
    return asked.t.plural("{groups} is no triplet", "{groups} are no triplets", len(others), groups=asked.named(others))


@phrase(lambda h: h.n_runs > 0)
def _a_run(asked: Asked) -> str | None:
    return asked.t("it has no run") if asked.constants == (0,) else None


@phrase(lambda h: h.n_same_runs > 0, lambda h: h.n_same_runs == 2)
def _same_runs(asked: Asked) -> str | None:
    if asked.values["n_same_runs"] == 0:
        return asked.t("no two concealed runs are the same")
    return asked.t("two concealed runs are the same, and the other two are not")


@phrase(lambda h: h.n_quads >= 3, lambda h: h.n_quads == 4)
def _quads(asked: Asked) -> str:
    n, wanted = asked.values["n_quads"], asked.wanted("eq", asked.constants[0])
    if n == 0:
        return asked.t("no quad, and it takes {wanted}", wanted=wanted)
    return asked.t.plural("{n} quad, and it takes {wanted}", "{n} quads, and it takes {wanted}", n, wanted=wanted)


@phrase(lambda h: h.n_concealed_triplets >= 3, lambda h: h.n_concealed_triplets == 4)
def _concealed_triplets(asked: Asked) -> str:
    t, n, wanted = asked.t, asked.values["n_concealed_triplets"], asked.wanted("eq", asked.constants[0])
    one, many = says("{n} concealed triplet, and it takes {wanted}"), says("{n} concealed triplets, and it takes {wanted}")
    text = t.plural(one, many, n, wanted=wanted) if n else t("no concealed triplet, and it takes {wanted}", wanted=wanted)
    opened = [group for group in asked.groups if group.form == TRIPLET and not group.concealed and not group.called]
    return t("{text}: {group} was completed by ron", text=text, group=asked.named(opened)) if opened else text


@phrase(lambda h: ~h.has_inside)
def _inside(asked: Asked) -> str:
    inside = [group for group in asked.groups if not group.is_outside]
    return asked.t.plural("{groups} has no 1, 9 or honour", "{groups} have no 1, 9 or honour", len(inside), groups=asked.named(inside))


#: east to red, as one says "the pair of east"
HONOURS = (
    *(says("east"), says("south"), says("west"), says("north")),
    *(says("white dragons"), says("green dragons"), says("red dragons")),
)
_WINDS, _DRAGONS = 0b0001111, 0b1110000


def _honours(asked: Asked, bits: int) -> str:
    return asked.listed([asked.t(word) for place, word in enumerate(HONOURS) if bits >> place & 1])


def _pair(asked: Asked) -> Group | None:
    return next((group for group in asked.groups if group.form == PAIR), None)


@phrase(lambda h: h.pair_fu == 0)
def _worthless_pair(asked: Asked) -> str | None:
    pair = _pair(asked)
    if asked.constants != (0,) or pair is None:
        return _special(asked)
    word = _honours(asked, asked.values["pair_z"])
    # as the rule set counts it: a double wind has 2 fu or 4
    return asked.t("the pair of {honour} is worth {fu} fu here", honour=word, fu=evaluate(PAIR_FU.tree, asked.values))


@phrase(lambda h: h.pair_z.any(5, 6, 7))
def _honour_pair(asked: Asked) -> str | None:
    pair, bits = _pair(asked), asked.constants[0]
    if pair is None:
        return _special(asked)
    told = {"pair": name(pair.kinds)}
    if bits == _DRAGONS:
        return asked.t("the pair is {pair}, not of dragons", **told)
    if bits == _WINDS:
        return asked.t("the pair is {pair}, not of winds", **told)
    return asked.t("the pair is {pair}, not of {honours}", **told, honours=_honours(asked, bits))


@phrase(lambda h: h.triplets_z.has(5))
def _honour_triplets(asked: Asked) -> str:
    return asked.t("no triplet of {honours}", honours=_honours(asked, asked.constants[0] & ~asked.values["triplets_z"]))


@phrase(lambda h: h.triplets_z.of(5, 6, 7).count() == 2)
def _so_many_honour_triplets(asked: Asked) -> str | None:
    t, (bits, wanted) = asked.t, asked.constants
    n = (asked.values["triplets_z"] & bits).bit_count()
    if bits == _DRAGONS:
        one, many = says("{n} triplet of dragons, and it takes {wanted}"), says("{n} triplets of dragons, and it takes {wanted}")
        return t.plural(one, many, n, wanted=wanted) if n else t("no triplet of dragons, and it takes {wanted}", wanted=wanted)
    if bits == _WINDS:
        one, many = says("{n} triplet of winds, and it takes {wanted}"), says("{n} triplets of winds, and it takes {wanted}")
        return t.plural(one, many, n, wanted=wanted) if n else t("no triplet of winds, and it takes {wanted}", wanted=wanted)
    return None


@phrase(lambda h: (h.triplets_z & h.seat_bit).any())
def _own_wind(asked: Asked) -> str:
    return asked.t("no triplet of {wind}, one's own wind", wind=_honours(asked, asked.values["seat_bit"]))


@phrase(lambda h: (h.triplets_z & h.round_bit).any())
def _round_wind(asked: Asked) -> str:
    return asked.t("no triplet of {wind}, the wind of the round", wind=_honours(asked, asked.values["round_bit"]))


# ---------------------------------------------------------------------------------------------------------
# phrases: the wait

WAITS = {
    RYANMEN: says("two-sided"),
    KANCHAN: says("closed"),
    PENCHAN: says("an edge wait"),
    TANKI: says("a pair wait"),
    SHANPON: says("on two pairs"),
}


@phrase(lambda h: h.wait == RYANMEN)
def _wait(asked: Asked) -> str | None:
    found, wanted = asked.values["wait"], asked.constants[0]
    if found not in WAITS or wanted not in WAITS:
        return _special(asked)
    return asked.t("the wait is {wait}, not {wanted}", wait=asked.t(WAITS[found]), wanted=asked.t(WAITS[wanted]))


@phrase(lambda h: h.n_win == 2, lambda h: (h.n_win == 2) | (h.n_win == 4))
def _n_win(asked: Asked) -> str:
    t, n = asked.t, asked.values["n_win"]
    wanted = asked.listed([str(one) for one in asked.constants], says("{one} or {other}"))
    told = {"n": n, "tile": NAMES[asked.values["win_kind"]], "wanted": wanted}
    return t("not a wait on every tile: with the winning tile the hand holds {n} x {tile}, and it takes {wanted}", **told)


# ---------------------------------------------------------------------------------------------------------
# phrases: suits

SUIT_WORDS = (says("characters"), says("dots"), says("bamboo"))


@phrase(lambda h: h.one_suit)
def _one_suit(asked: Asked) -> str:
    t, bits = asked.t, asked.values["suits"]
    if not bits:
        return t("it has no tile of a suit")
    suits = asked.listed([t(word) for place, word in enumerate(SUIT_WORDS) if bits >> place & 1])
    return t("it has tiles of {suits}, not of one suit", suits=suits)


def _run(rank: int) -> str:
    return f"{rank}{rank + 1}{rank + 2}"


def _ranks(bits: int) -> list[int]:
    return [place + 1 for place in range(9) if bits >> place & 1]


@phrase(lambda h: any_suit(h.runs.has(1, 4, 7)))
def _runs_of_a_suit(asked: Asked) -> str:
    wanted = asked.constants[0]
    missing = [(wanted & ~asked.values[f"runs_{suit}"], place) for place, suit in enumerate(SUITS[:3])]
    least, suit = min(missing, key=lambda one: one[0].bit_count())
    if least == wanted:
        return asked.t("no suit has any of {runs}", runs=" ".join(map(_run, _ranks(wanted))))
    told = {"runs": " ".join(map(_run, _ranks(wanted))), "suit": asked.t(SUIT_WORDS[suit])}
    return asked.t("no suit has all of {runs}: nearest is {suit}, without {missing}", **told, missing=" ".join(map(_run, _ranks(least))))


def _missing(asked: Asked, feature: str) -> tuple[int, int] | None:
    """A rank that two suits have, and the third; None if no two suits share one."""
    bits = [asked.values[f"{feature}_{suit}"] for suit in SUITS[:3]]
    for rank in range(1, 10):
        lacking = [place for place in range(3) if not bits[place] >> rank - 1 & 1]
        if len(lacking) == 1:
            return rank, lacking[0]
    return None


@phrase(lambda h: same_rank_in_every_suit(h.runs))
def _same_run(asked: Asked) -> str:
    found = _missing(asked, "runs")
    if found is None:
        return asked.t("no run is there in more than one suit")
    told = {"suit": asked.t(SUIT_WORDS[found[1]]), "run": _run(found[0])}
    return asked.t("no run is there in all three suits: nearest is {run}, missing in {suit}", **told)


@phrase(lambda h: same_rank_in_every_suit(h.triplets))
def _same_triplet(asked: Asked) -> str:
    found = _missing(asked, "triplets")
    if found is None:
        return asked.t("no triplet is there in more than one suit")
    told = {"suit": asked.t(SUIT_WORDS[found[1]]), "triplet": str(found[0]) * 3}
    return asked.t("no triplet is there in all three suits: nearest is {triplet}, missing in {suit}", **told)
