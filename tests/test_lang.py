"""The language of rules: slips are refused with their mend, and a formula means the same in every form."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chouma
from chouma.errors import RuleError, UnknownNameError
from chouma.features import CLASSICAL, FEATURES, H
from chouma.groups import RYANMEN
from chouma.lang import (
    Bits,
    Choice,
    Cond,
    Number,
    any_suit,
    at_most,
    clauses,
    const,
    describe,
    evaluate,
    fold,
    leaves,
    python,
    round_up,
    same_rank_in_every_suit,
    trace,
    when,
)
from chouma.riichi.declare import R
from chouma.riichi.engine import DECLARED
from chouma.riichi.fu import DORA, FU
from chouma.riichi.refusals import REFUSALS

# ------------------------------------------------------------------------------------------- slips


def no_return(h):
    h.tsumo  # noqa: B018 - the slip


def chained(h):
    return 1 < h.n_runs < 4


def three_arguments(h, r, more):
    return h.tsumo


SLIPS: list[tuple[str, Callable[..., Any], str]] = [
    ("and", lambda h: h.tsumo and h.closed, "join conditions with & | ~"),
    ("or", lambda h: h.tsumo or h.closed, "join conditions with & | ~"),
    ("not", lambda h: not h.tsumo, "join conditions with & | ~"),
    ("if", lambda h: h.tsumo if h.closed else h.ron, "choose numbers with when"),
    ("chained comparison", chained, "chained comparison"),
    ("no brackets round the first", lambda h: h.n_runs == 4 & h.tsumo, "brackets"),
    ("no brackets round either", lambda h: h.tsumo & h.n_runs == 4, "brackets"),
    ("a number as a condition", lambda h: h.tsumo & h.n_runs, "brackets"),
    ("a set as a condition", lambda h: h.tsumo & h.runs_m, "brackets"),
    ("and of a number", lambda h: h.n_runs & h.tsumo, "brackets"),
    ("or of a number", lambda h: h.n_runs | h.tsumo, "brackets"),
    ("plain True", lambda h: h.tsumo & True, "only conditions can be joined"),
    ("~ of a number", lambda h: ~h.n_runs, "~ turns a condition round"),
    ("unknown feature", lambda h: h.n_run == 4, "did you mean n_runs"),
    ("unknown switch", lambda h, r: h.tsumo & r.kuitann, "did you mean kuitan"),
    ("a switch of the table", lambda h, r: h.tsumo & r.bankruptcy, "unknown switch"),
    ("below 0", lambda h: h.n_runs - h.n_triplets > 0, "don't go below 0"),
    ("below 0, the number first", lambda h: 3 - h.n_runs > 0, "don't go below 0"),
    ("a negative number", lambda h: h.n_runs > -1, "don't go below 0"),
    ("over 255", lambda h: h.triplet_fu + h.sum_m > 3, "go up to 255"),
    ("over 255 by product", lambda h: h.n_runs * 100 > 3, "go up to 255"),
    ("never holds", lambda h: h.n_runs == 5, "never holds"),
    ("always holds", lambda h: h.n_runs < 5, "always holds"),
    ("always holds, other way", lambda h: h.n_runs >= 0, "always holds"),
    ("never holds, two numbers", lambda h: h.n_runs > h.n_quads + 4, "never holds"),
    ("a constant", lambda h: True, "reads no feature"),
    ("a number", lambda h: h.n_runs, "must give a condition, and gives a number"),
    ("a set", lambda h: h.runs_m, "must give a condition, and gives a set of ranks"),
    ("no return", no_return, "is a return missing"),
    ("is None", lambda h: h.n_runs is None, "reads no feature"),
    ("three arguments", three_arguments, "a formula takes h"),
    ("no arguments", lambda: H.tsumo, "a formula takes h"),
    ("a condition compared", lambda h: h.tsumo == True, "a condition is not compared"),  # noqa: E712 - the slip
    ("a condition compared by !=", lambda h: h.tsumo != h.closed, "a condition is not compared"),
    ("conditions added", lambda h: h.tsumo + h.closed > 1, "when(condition, number)"),
    ("a number of a condition", lambda h: h.n_runs + h.tsumo > 1, "when(condition, number)"),
    ("conditions in order", lambda h: h.tsumo < h.closed, "can't be compared in size"),
    ("a half", lambda h: h.n_runs > 1.5, "a number goes with a number"),
    ("a text", lambda h: h.wait == "ryanmen", "a number goes with a number"),
    ("a set compared", lambda h: h.runs_m == 3, ".has()"),
    ("a rank that isn't", lambda h: h.runs_m.has(8), "ranks 1 to 7"),
    ("rank 0", lambda h: h.triplets_m.any(0), "ranks 1 to 9"),
    ("tallies compared", lambda h: h.run_tally == 3, "can't be compared"),
    ("repeated once", lambda h: h.run_tally.repeated(1), "2, 3 or 4"),
    ("a value that a switch hasn't", lambda h, r: h.tsumo & (r.chiitoitsu == "25fu"), "25fu2han, 50fu1han"),
    ("when without a condition", lambda h: when(h.n_runs, 1) == 1, "the first thing is a condition"),
    ("something set", lambda h: setattr(h, "tsumo", 1), "changes nothing"),
    ("a builtin", lambda h: max(h.n_runs, h.n_triplets) == 2, "used with and, or, not, if"),
    ("len", lambda h: len(h.runs_m) == 2, "formulas are made of"),
    ("calling a feature", lambda h: h.tsumo(), "formulas are made of"),
    ("indexing a set", lambda h: h.runs_m[1], "formulas are made of"),
]


@pytest.mark.parametrize(("formula", "mend"), [slip[1:] for slip in SLIPS], ids=[slip[0] for slip in SLIPS])
def test_a_slip_is_refused_with_its_mend(formula: Callable[..., Any], mend: str) -> None:
    with pytest.raises(RuleError) as caught:
        chouma.yaku(id="slip", closed=1, source="a test")(formula)
    message = str(caught.value)
    assert mend in message
    assert formula.__name__ in message, "the message names the formula"
    assert "test_lang.py:" in message, "and its place"


def test_an_unknown_feature_is_an_unknown_name() -> None:
    with pytest.raises(UnknownNameError) as caught:
        H.tsumoo  # noqa: B018 - asking is the slip
    assert caught.value.nearest == ["tsumo"]


@pytest.mark.parametrize(
    ("worth", "mend"),
    [
        ({}, "is worth nothing"),
        ({"closed": 0}, "is worth nothing"),
        ({"closed": -1}, "whole number from 0"),
        ({"closed": 1.5}, "whole number from 0"),
        ({"closed": True}, "whole number from 0"),
        ({"yakuman": 5}, "whole number from 0 to 4"),
        ({"closed": 1, "source": ""}, "has no source"),
        ({"closed": 1, "id": "San Renkou"}, "small letters"),
        ({"closed": 1, "id": "x" * 50}, "small letters"),
    ],
)
def test_a_yaku_with_a_slip_is_refused(worth: dict[str, Any], mend: str) -> None:
    with pytest.raises(RuleError) as caught:
        chouma.yaku(**{"id": "slip", "source": "a test", **worth})(lambda h: h.tsumo)
    assert mend in str(caught.value)


def test_what_is_no_slip() -> None:
    """Comparisons that some hands pass and some don't, at the edges of the ranges."""
    for formula in (
        lambda h: (h.n_runs == 4) & (h.pair_fu == 0) & (h.wait == RYANMEN),
        lambda h: (h.n_runs >= 4) | ~h.tsumo,
        lambda h: h.n_runs + h.n_triplets == 8,
        lambda h: 4 - h.n_runs == h.n_triplets,
        lambda h: (h.n_runs == h.n_triplets) & any_suit(h.runs.has(1, 4, 7)),
        lambda h: h.runs_m.none() & h.runs_p.any(1, 7) & (h.runs_s.count() > 1),
        lambda h: same_rank_in_every_suit(h.triplets),
    ):
        assert trace(formula, H)[0] in ("and", "or", "eq", "any")


def test_conditions_stay_flat_and_doubles_cancel() -> None:
    tree = trace(lambda h: h.tsumo & h.riichi & ~~h.haitei, H)
    assert tree == ("and", ("feature", "tsumo"), ("feature", "riichi"), ("feature", "haitei"))
    assert clauses(tree) == tree[1:]
    assert clauses(tree[1]) == (tree[1],)


def test_sums_and_sets_by_hand() -> None:
    sets = {"runs_m": 0b1001001, "runs_p": 0b0000111, "runs_s": 0, "suits": 0b010}
    values = {**sets, "n_runs": 3, "triplet_fu": 12, "tsumo": True, "riichi": False}

    def value(formula: Callable[..., Any], sort: type = Cond) -> Any:
        return evaluate(trace(formula, H, sort=sort), lambda _, name: values[name])

    assert value(lambda h: h.runs_m.has(1, 4, 7)) and not value(lambda h: h.runs_m.has(1, 2))
    assert value(lambda h: h.runs_p.in_a_row(3)) and not value(lambda h: h.runs_m.in_a_row(2))
    assert value(lambda h: h.runs_s.none()) and value(lambda h: h.runs_m.any(7)) and not value(lambda h: h.runs_m.any(2, 3))
    assert value(lambda h: h.runs_m.count(), Number) == 3
    assert value(lambda h: (h.runs_m | h.runs_p).count(), Number) == 5
    assert value(lambda h: (h.runs_m & h.runs_p).has(1))
    assert value(lambda h: h.suits.single()) and not value(lambda h: h.runs_m.single()) and not value(lambda h: h.runs_s.single())
    assert value(lambda h: round_up(h.triplet_fu + 20, 10), Number) == 40
    assert value(lambda h: at_most(h.triplet_fu, 8), Number) == 8
    assert value(lambda h: when(h.tsumo, h.n_runs, 9) + when(h.riichi, 1), Number) == 3
    assert value(lambda h: 4 - h.n_runs, Number) == 1


@pytest.mark.parametrize(("tally", "most"), [(0b001_000_010, 2), (0b011, 3), (0b100_001, 4), (0b001_001_001, 1)])
def test_tallies(tally: int, most: int) -> None:
    for n in (2, 3, 4):
        assert evaluate(H.run_tally.repeated(n).tree, lambda *_: tally) == (most >= n)


# ----------------------------------------------------------- one formula, every form: random trees

_NUMBERS = {f"n{i}": Number(("feature", f"n{i}"), 0, most) for i, most in enumerate((1, 4, 20, 60))}
_CONDS = {f"c{i}": Cond(("feature", f"c{i}")) for i in range(3)}
_BITS = {f"b{i}": Bits(("feature", f"b{i}"), width) for i, width in enumerate((7, 9))}
_CHOICE = {"choice": Choice(("rule", "choice"), ("one", "two"))}
_SWITCH = {"switch": Cond(("rule", "switch"))}
_LEAVES = {**_NUMBERS, **_CONDS, **_BITS, **_CHOICE, **_SWITCH}


def _tried(make: Callable[..., Any], *parts: Any) -> Any:
    """What the language makes of some parts, or the first part where it refuses them."""
    try:
        return make(*parts)
    except RuleError:
        return parts[0]


_OF_TWO = [lambda a, b: a + b, lambda a, b: a * b, lambda a, b: a - b, at_most]
_OF_ONE = [lambda a, n: n - a, lambda a, n: a + n, round_up]
_COMPARED = [
    *(lambda a, b: a == b, lambda a, b: a != b, lambda a, b: a < b),
    *(lambda a, b: a <= b, lambda a, b: a > b, lambda a, b: a >= b),
]
_SMALL = st.integers(1, 9)


@st.composite
def formulas(draw: st.DrawFn, depth: int = 3) -> Any:
    """A condition built with the operators of the language."""

    def number(level: int) -> Any:
        pick = draw(st.integers(0, 3)) if level else 0
        if pick == 0:
            return draw(st.sampled_from([*_NUMBERS.values(), bits(0).count()]))
        if pick == 1:
            return _tried(draw(st.sampled_from(_OF_TWO)), number(level - 1), number(level - 1))
        if pick == 2:
            return _tried(draw(st.sampled_from(_OF_ONE)), number(level - 1), draw(_SMALL))
        return when(cond(level - 1), number(level - 1), draw(_SMALL))

    def bits(level: int) -> Any:
        one = draw(st.sampled_from(list(_BITS.values())))
        if not level:
            return one
        return draw(st.sampled_from([one & bits(0), one | bits(0), one.of(1, 3, 7)]))

    def cond(level: int) -> Any:
        pick = draw(st.integers(0, 7)) if level else draw(st.integers(0, 2))
        if pick == 0:
            return draw(st.sampled_from([*_CONDS.values(), *_SWITCH.values()]))
        if pick == 1:
            return draw(st.sampled_from([_CHOICE["choice"] == "one", _CHOICE["choice"] != "two"]))
        if pick == 2:
            some = bits(min(level, 1))
            return draw(st.sampled_from([some.any(), some.has(1, 2), some.any(2, 5), some.none(), some.single(), some.in_a_row(2)]))
        if pick in (3, 4):
            other = draw(st.integers(0, 30)) if draw(st.booleans()) else number(level - 1)
            made = _tried(draw(st.sampled_from(_COMPARED)), number(level - 1), other)
            return made if isinstance(made, Cond) else cond(0)
        if pick == 5:
            return ~cond(level - 1)
        one, other = cond(level - 1), cond(level - 1)
        return one & other if pick == 6 else one | other

    return cond(depth)


@st.composite
def environments(draw: st.DrawFn) -> dict[tuple[str, str], Any]:
    """A value for every leaf, within its range."""
    found: dict[tuple[str, str], Any] = {("feature", name): draw(st.integers(number.lo, number.hi)) for name, number in _NUMBERS.items()}
    found |= {("feature", name): draw(st.booleans()) for name in _CONDS}
    found |= {("feature", name): draw(st.integers(0, 2**bits.width - 1)) for name, bits in _BITS.items()}
    return found | {("rule", "choice"): draw(st.sampled_from(("one", "two"))), ("rule", "switch"): draw(st.booleans())}


def _as_python(tree: Any, values: dict[tuple[str, str], Any]) -> bool:
    return bool(eval(python(tree, lambda kind, name: f"({values[kind, name]!r})"), {"__builtins__": {"min": min}}))


@settings(max_examples=400)
@given(formulas(), environments(), st.data())
def test_every_form_of_a_formula_agrees(formula: Cond, values: dict[tuple[str, str], Any], data: st.DataObject) -> None:
    tree = formula.tree
    meant = bool(evaluate(tree, lambda kind, name: values[kind, name]))
    assert _as_python(tree, values) == meant
    known = {leaf: value for leaf, value in values.items() if data.draw(st.booleans())}
    folded = fold(tree, known)
    assert bool(evaluate(folded, lambda kind, name: values[kind, name])) == meant
    assert _as_python(folded, values) == meant
    assert not {(kind, name) for kind in ("feature", "rule") for name in leaves(folded, kind)} & set(known)
    assert fold(tree, values) in (const(True), const(False), const(meant))
    assert all(bool(evaluate(clause, lambda kind, name: values[kind, name])) for clause in clauses(tree)) == meant


@settings(max_examples=200)
@given(formulas(), environments())
def test_numbers_stay_in_their_range(formula: Cond, values: dict[tuple[str, str], Any]) -> None:
    """No number in a formula leaves 0 to 255, so that columns of bytes hold it."""

    def look(tree: Any) -> None:
        if tree[0] in ("feature", "rule", "const"):
            return
        for part in tree[1:]:
            look(part)
        value = evaluate(tree, lambda kind, name: values[kind, name])
        assert 0 <= value <= 511 if tree[0] in ("meet", "join", "shift") else 0 <= value <= 255

    look(formula.tree)


@given(formulas())
def test_a_formula_is_readable(formula: Cond) -> None:
    told = describe(formula.tree)
    assert all(name in told for name in leaves(formula.tree, "feature"))
    assert not any(mark in told for mark in ("('", "feature", "const", "None", "{", "lambda"))


# ---------------------------------------------------------------- the vocabulary and what is written in it


def test_the_formulas_of_the_house_are_readable() -> None:
    for rule in (*DECLARED, *FU, *DORA, *REFUSALS):
        told = describe(rule.tree)
        assert told and "('" not in told and set(leaves(rule.tree, "feature")) <= set(FEATURES)


def test_the_words_of_pinfu() -> None:
    pinfu = next(yaku for yaku in DECLARED if yaku.id == "pinfu")
    told = describe(pinfu.tree, lambda tree, value: FEATURES[tree[1]].label(value))
    assert told == "(n_runs = 4 and pair_fu = 0 and wait = ryanmen and (ron or pinfu_tsumo))"


def test_every_feature_has_a_meaning_and_some_formula_or_the_user_can_read_it() -> None:
    for name, feature in FEATURES.items():
        assert feature.meaning and not feature.meaning.endswith("."), name
        assert getattr(H, name).tree == ("feature", name)
    # how many words there are to learn for riichi, the flags of a win aside; the classical rules add a few of their own
    alone = sum(feature.origin == CLASSICAL for feature in FEATURES.values())
    assert 40 <= len(FEATURES) - alone - len(chouma.hand.FLAGS) <= 60
    assert alone <= 20


def test_lanes_do_not_overlap_nor_cross_words() -> None:
    for origin in ("added", "or-ed"):
        lanes = sorted(feature.lane for feature in FEATURES.values() if feature.origin == origin and feature.lane)
        for one, other in pairwise(lanes):
            assert one.shift + one.width <= other.shift
        assert all(lane.shift // 64 == (lane.shift + lane.width - 1) // 64 for lane in lanes)


def test_a_yaku_of_the_user_is_a_yaku() -> None:
    @chouma.yaku(id="all_runs_low", closed=2, open=1, source="a test", hits=["123m 123p 234s 34m 55p +2m"], misses=[])
    def all_runs_low(h):
        "Four runs that start at 1 to 4."
        return (h.n_runs == 4) & h.runs_m.none(5, 6, 7) & h.runs_p.none(5, 6, 7) & h.runs_s.none(5, 6, 7)

    house = chouma.rules("general").adding(all_runs_low)
    score = chouma.score("123m 123p 234s 34m 55p +2m", rules=house)
    assert score and ("all_runs_low", 2) in [(hit.id, hit.han) for hit in score.yaku]
    open_score = chouma.score("123m (123p) 234s 34m 55p +2m", rules=house)
    assert open_score and [(hit.id, hit.han) for hit in open_score.yaku] == [("all_runs_low", 1)]
    missed = chouma.score("123m 123p 567s 34m 55p +2m", rules=house)
    assert "runs_s" in str(missed.why_not("all_runs_low"))
    assert "all_runs_low" in json.dumps(score.to_dict()) and "all_runs_low" in str(score.explain())
    assert R.kuitan.tree == ("rule", "kuitan")
