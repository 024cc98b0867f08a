"""What holds for every hand under every rule set; and the rules printed as Python equal to the rules as written."""

from __future__ import annotations

import json
import pickle
import sys
from collections.abc import Callable, Iterable
from copy import copy
from itertools import cycle
from random import Random
from types import FrameType
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import PRESETS, Case, cases, new_rule_sets, random_case, rule_sets

import chouma
from chouma.errors import ChoumaError, Problem
from chouma.facts import Facts
from chouma.features import ADDED, CLASSICAL, FEATURES, HAND_FEATURES
from chouma.hand import FLAGS
from chouma.lang import evaluate
from chouma.notation import NOTATIONS
from chouma.riichi.engine import Entry, engine_of
from chouma.riichi.fu import DORA, FU, ROUNDED_FU
from chouma.riichi.limits import COUNTED_HAN, hundred
from chouma.riichi.refusals import REFUSALS
from chouma.riichi.rules import rules
from chouma.score import score as careful_score
from chouma.shapes.rows import row_words, rows
from chouma.values import Values

# ------------------------------------------------------------------------- one formula, two ways to run it


def has(entry: Entry, entries: Iterable[Entry], values: Values, closed: bool) -> bool:
    """Whether a hand has a yaku: its formula holds, and no yaku that takes its place is there."""
    if entry.worth.han(closed) is None or not evaluate(entry.yaku.tree, values):
        return False
    above = [other for other in entries if entry.dropped_by & other.bit and other.limits >= entry.limits]
    return not any(has(other, entries, values, closed) for other in above)


def as_written(entries: tuple[Entry, ...], values: Values, closed: bool) -> tuple[int, int, int, int]:
    """Yaku, han, fu before rounding and fu, by evaluating every formula as it stands."""
    found = [entry for entry in entries if has(entry, entries, values, closed)]
    if any(entry.limits for entry in found):
        return sum(entry.bit for entry in found if entry.limits), 0, 0, 0
    if not found:
        return 0, 0, 0, 0
    fu_raw = sum(evaluate(item.tree, values) for item in FU)
    fu = evaluate(ROUNDED_FU, Values(values.sums, values.marks, values.facts, values.rules, fu_raw=fu_raw))
    dora = sum(evaluate(item.tree, values) for item in DORA)
    return sum(entry.bit for entry in found), sum(entry.worth.han(closed) or 0 for entry in found) + dora, fu_raw, fu


def assert_printed_is_written(case: Case) -> None:
    result = case.score()
    engine, facts = result.engine, result.facts
    closed = facts.n_calls == 0
    for sums, marks in row_words(case.hand):
        values = Values(sums, marks, facts, case.rules)
        printed = engine.printed[facts[:2]](sums, marks, facts)
        assert printed == as_written(engine.entries, values, closed)


@settings(max_examples=150)
@given(cases(new_rule_sets()))
def test_the_printed_rules_are_the_written_ones(case: Case) -> None:
    assert_printed_is_written(case)


@pytest.mark.parametrize("seed", range(4))
def test_the_printed_rules_are_the_written_ones_for_many_hands(seed: int) -> None:
    random = Random(seed)
    houses = [rules("tenhou"), rules("majsoul-sanma"), rules("general").but(aotenjou="all"), rules("ema2016")]
    for _ in range(600):
        assert_printed_is_written(random_case(random, houses[seed]))


@settings(max_examples=200)
@given(cases(rule_sets()), st.sets(st.sampled_from(FLAGS)))
def test_the_printed_refusals_are_the_written_ones(case: Case, flags: set[str]) -> None:
    result = case.score(flags=[], strict=False)
    bits = sum(1 << FLAGS.index(flag) for flag in flags)
    facts = result.facts._replace(flags=bits)
    values = Values(0, 0, facts, case.rules)
    assert result.engine.refused(facts) == sum({int(rule.problem) for rule in REFUSALS if evaluate(rule.tree, values)})


@settings(max_examples=200)
@given(cases(rule_sets()))
def test_features_from_groups_add_up(case: Case) -> None:
    """What the tables of suits say of a reading is what its groups say one by one, within the range that is declared."""
    result = case.score()
    for row in rows(case.hand):
        values = Values(row.sums, row.marks, result.facts, case.rules)
        for name, feature in FEATURES.items():
            if feature.origin == CLASSICAL:
                continue
            value = values[name]
            if hasattr(feature.symbol, "lo"):
                assert feature.symbol.lo <= value <= feature.symbol.hi, name
            if feature.of is None or feature.of_suit:
                continue
            parts = [int(feature.of(group)) for group in row.groups]
            told = sum(parts) if feature.origin == ADDED else 0
            if feature.origin != ADDED:
                for part in parts:
                    told |= part
            assert int(value) == told, name
    assert row_words(case.hand) == [row[:2] for row in rows(case.hand)]
    assert set(Facts._fields) == {*HAND_FEATURES, "flags"}


# ------------------------------------------------------------------------------------------ every score


@settings(max_examples=400)
@given(cases(rule_sets()))
def test_a_score_holds_together(case: Case) -> None:
    score = case.score()
    if not score:
        assert score.reason == ("no_yaku" if rows(case.hand) else "not_a_win")
        assert (score.shanten == -1) == (score.reason == "no_yaku")
        return
    assert score.yaku
    if score.fu:
        assert sum(item.fu for item in score.fu_items) == score.fu_raw <= score.fu
        assert score.fu % 10 == 0 or score.fu == 25
        assert 20 <= score.fu <= 170
    if score.yakuman:
        assert score.han is score.fu is score.fu_raw is None and not score.fu_items and not any(score.dora)
        assert sum(hit.yakuman for hit in score.yaku) == score.yakuman
        assert (score.limit, score.base) == ("yakuman", 8000 * score.yakuman)
    else:
        assert sum(hit.han for hit in score.yaku) + sum(score.dora) == score.han
        assert all(hit.han for hit in score.yaku)
        assert "yakuman" not in {score.limit}
    assert_payments_hold(case, score)
    assert len({hit.id for hit in score.yaku}) == len(score.yaku)


def assert_payments_hold(case: Case, score: chouma.Score) -> None:
    paid, players, dealer = score.payments, case.rules.players, case.keywords["seat"] == "E"
    n_honba, honba = case.keywords["honba"], case.rules.honba_points
    deposits = 1000 * case.keywords["deposits"]
    if case.hand.by == "ron":
        assert (paid.dealer, paid.each_nondealer) == (None, None)
        assert paid.points == hundred(score.base * (6 if dealer else 4))
        assert paid.discarder == paid.points + n_honba * (honba if players == 4 else 2 * honba // 3)
        assert paid.total == paid.discarder + deposits
        return
    assert paid.discarder is None
    payers = [paid.each_nondealer] * (players - 1) if dealer else [paid.dealer, *[paid.each_nondealer] * (players - 2)]
    assert sum(payers) + deposits == paid.total
    assert paid.points == sum(payers) - n_honba * honba // 3 * (players - 1)
    assert all((share - n_honba * honba // 3) % 100 == 0 for share in payers)
    if players == 4:
        single = [hundred(2 * score.base)] * 3 if dealer else [hundred(2 * score.base), hundred(score.base), hundred(score.base)]
        assert paid.points == sum(single)


@settings(max_examples=250)
@given(cases(rule_sets()))
def test_the_best_reading_is_taken(case: Case) -> None:
    """No other reading pays more; of those that pay the same a yakuman is taken, then more han, then more fu before rounding."""
    score = case.score()
    if not score:
        return
    mine = score.reading.price
    assert mine
    assert len(score.readings) == len(score.alternatives) + 1 == len(rows(case.hand))
    for other in score.alternatives:
        if other.price:
            order = [(one.base, one.yakuman, one.han, one.fu_raw) for one in (other.price, mine)]
            assert order[0] <= order[1]


@settings(max_examples=150)
@given(cases(rule_sets()))
def test_everything_can_be_told(case: Case) -> None:
    """Explanations, why-not of every yaku, the wire form and its JSON; asking changes nothing."""
    result = case.score()
    before = repr(result)
    told = result.to_dict()
    assert json.loads(json.dumps(told, ensure_ascii=False)) == told
    assert told["schema"] == "chouma.score/1" and told["ok"] is True and told["win"] is bool(result)
    for entry in result.engine.entries:
        why = result.why_not(entry.id)
        assert why.has == (bool(result) and entry.id in {hit.id for hit in result.yaku})
        assert why.text and json.dumps(why.to_dict())
    if result:
        text = str(result.explain())
        assert text and all(hit.id in text for hit in result.yaku) and f"{result.payments.total}" in text
        assert json.dumps(result.explain().to_dict())
    assert repr(result) == before == repr(case.score())


@settings(max_examples=150)
@given(cases(PRESETS), st.sets(st.sampled_from(FLAGS), max_size=4), st.lists(st.integers(0, 33), max_size=7))
def test_a_hypothetical_hand_is_scored_or_refused(case: Case, flags: set[str], indicators: list[int]) -> None:
    """With strict=False only hands that can't be counted are refused, and what was waived is what would have been refused."""
    given_ = {"flags": sorted(flags), "dora_indicators": indicators}
    try:
        strictly = case.score(**given_)
        refused = ()
    except chouma.HandError as error:
        strictly, refused = None, error.faults
    loosely = case.score(**given_, strict=False)
    assert loosely.waived == refused
    if strictly is not None:
        assert repr(strictly) == repr(loosely)
    assert json.dumps(loosely.to_dict())
    if loosely:
        assert all(fault.message in str(loosely.explain()) for fault in refused)


@settings(max_examples=100)
@given(cases(PRESETS), st.sets(st.sampled_from(FLAGS), max_size=5))
def test_flags_are_refused_only_with_a_reason_that_names_one(case: Case, flags: set[str]) -> None:
    try:
        case.score(flags=sorted(flags))
    except chouma.HandError as error:
        assert flags
        for fault in error.faults:
            assert fault.where.startswith("flags.") and fault.where.removeprefix("flags.") in flags
            assert fault.problem != Problem.TEXT


@settings(max_examples=60)
@given(cases(rule_sets()))
def test_a_score_does_not_change(case: Case) -> None:
    score = case.score()
    for name in ("han", "points", "reason", "anything"):
        with pytest.raises(AttributeError):
            setattr(score, name, 1)
    assert pickle.loads(pickle.dumps(case.hand)) == case.hand


@settings(max_examples=100)
@given(cases(rule_sets()))
def test_thirteen_han(case: Case) -> None:
    """A counted yakuman keeps han and fu and is no yakuman; where there are none, thirteen han are a sanbaiman."""
    score = case.score()
    if not score or score.yakuman or (score.han or 0) < COUNTED_HAN:
        return
    if case.rules.aotenjou != "off":
        assert score.limit == ""
    elif case.rules.counted_yakuman == "sanbaiman":
        assert (score.limit, score.base) == ("sanbaiman", 6000)
    else:
        assert score.limit == "counted_yakuman" and score.base % 8000 == 0 and score.fu


@pytest.mark.parametrize(
    ("hand", "flags", "yaku", "reason"),
    [
        ("223344m 556677p 8s +8s", [], "ryanpeikou", "has"),
        ("223344m 556677p 8s +8s", [], "iipeikou", "superseded"),
        ("223344m 556677p 8s +8s", [], "pinfu", "clause"),
        ("123m 67p 55z (678s) (111z) +8p", [], "pinfu", "closed_only"),
        ("123m 678m 99s 234p 67s +8s", ["riichi"], "sanrenkou", "not_in_rules"),
        ("123m 678m 99s 234p 67s +1s", ["riichi"], "pinfu", "not_a_win"),
        ("222m 555p 888s 11p 99m *1p", ["riichi"], "riichi", "yakuman"),
        ("222m 555p 888s 11p 99m *1p", ["riichi"], "toitoi", "yakuman"),
    ],
)
def test_reasons_why_not(hand: str, flags: list[str], yaku: str, reason: str) -> None:
    why = chouma.score(hand, flags=flags).why_not(yaku)
    assert (why.reason, why.has) == (reason, reason == "has")
    with pytest.raises(chouma.UnknownNameError):
        chouma.score(hand, flags=flags).why_not("no_such_yaku")


# --------------------------------------------------------------------------------------------- junk

_JUNK = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="0123456789mpszf()[]{}+*<^> ESWNPFCr", max_size=40),
    st.builds(
        lambda text, at, more, lost: text[:at] + more + text[at + lost :],
        st.sampled_from([notation.example for notation in NOTATIONS.values()]),
        st.integers(0, 40),
        st.text(max_size=3),
        st.integers(0, 3),
    ),
)


@settings(max_examples=600)
@given(_JUNK, st.sampled_from([None, *NOTATIONS]))
@example("\x00", None)
@example("1" * 400 + "m+1m", None)
@example("(" * 300, None)
@example("{" + "4z" * 100 + "}", "canonical")
@example("🀀" * 14, None)
def test_junk_is_scored_or_refused(text: str, notation: str | None) -> None:
    try:
        result = chouma.score(text, notation=notation, strict=False)
        assert json.dumps(result.to_dict())
    except ChoumaError as error:
        assert str(error)
    except RecursionError as error:  # pragma: no cover - it would be a fault
        raise AssertionError(text) from error


@pytest.mark.parametrize("text", ["m" * 1_000_000, "1m" * 500_000, "\x00" * 1000, "((((" * 100_000, "９" * 5000, "１" * 10 + "m"])
def test_a_megabyte_of_junk_is_refused_at_once(text: str) -> None:
    with pytest.raises(chouma.HandError) as caught:
        chouma.score(text)
    assert len(str(caught.value)) < 2000


_SCALARS = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.binary(max_size=4))
_VALUES = st.one_of(_SCALARS, st.lists(_SCALARS, max_size=3), st.dictionaries(st.text(max_size=4), _SCALARS, max_size=2))


@settings(max_examples=300)
@given(
    st.sampled_from(["seat", "round", "dora_indicators", "ura_indicators", "honba", "deposits", "win", "by", "notation", "flags", "rules"]),
    _VALUES,
)
def test_arguments_of_any_type_are_taken_or_refused(name: str, value: object) -> None:
    try:
        chouma.score("123m 678m 99s 234p 67s +8s", **{name: value})
    except ChoumaError as error:
        assert str(error)


# what is compiled leaves these to the careful path, which refuses them
@pytest.mark.parametrize(
    ("hand", "given"),
    [
        ("\ud800", {}),
        ("234m 345678p 6634s +5s\ud800", {}),
        ("234m 345678p 6634s +5s", {"dora_indicators": "1f"}),
        ("234m 345678p 6634s +5s", {"dora_indicators": ["1m", "8f"]}),
        ("234m 345678p 6634s +5s", {"dora_indicators": "1m", "ura_indicators": ("8f",)}),
    ],
)
def test_half_a_character_and_flowers_among_indicators_are_refused(hand: str, given: dict[str, Any]) -> None:
    with pytest.raises(chouma.HandError) as caught:
        chouma.score(hand, **given)
    with pytest.raises(chouma.HandError) as careful:
        careful_score(hand, **given)
    assert str(caught.value) == str(careful.value)


def test_what_another_thread_scores_meanwhile_changes_nothing() -> None:
    house = rules("tenhou")
    texts = [str(random_case(Random(seed), house).hand) for seed in range(1_000, 1_300)]
    wanted = [told(careful_score, text) for text in texts]
    meanwhile = cycle(reversed(texts))

    # wherever a thread can come between, as Python runs, one does
    def between(frame: FrameType, event: str, arg: object) -> None:
        if event == "call" and frame.f_code.co_name in ("split", "__missing__"):
            sys.setprofile(None)
            told(chouma.score, next(meanwhile))
            sys.setprofile(between)

    engine_of(house).tallies.clear()
    sys.setprofile(between)
    try:
        found = [told(chouma.score, text) for text in texts]
    finally:
        sys.setprofile(None)
    assert found == wanted == [told(chouma.score, text) for text in texts]


def told(score: Callable[..., Any], text: str) -> tuple[Any, ...]:
    """What came of a hand, in short."""
    found = score(text, rules="tenhou", seat="E")
    return (found.han, found.fu, found.points, [yaku.id for yaku in found.yaku]) if found else (found.reason,)


REFUSED = (lambda: chouma.score("1m"), lambda: chouma.score("x"), lambda: rules("nope"), lambda: rules({"players": 5}))


@pytest.mark.parametrize("refused", REFUSED)
def test_what_is_refused_can_be_told_to_another_process(refused: Callable[[], object]) -> None:
    with pytest.raises(ChoumaError) as caught:
        refused()
    for again in (pickle.loads(pickle.dumps(caught.value)), copy(caught.value)):
        assert type(again) is type(caught.value) and str(again) == str(caught.value)
        assert again.__dict__ == caught.value.__dict__


@pytest.mark.parametrize("hand", ["234m 345678p 6634s +5s", "66p 78s (222m) (333m) (444m) +9s", "19m 19p 19s 1234567z *2m"])
def test_a_score_can_be_told_to_another_process(hand: str) -> None:
    for house in ("tenhou", {"base": "tenhou", "red_fives": 0}):
        found = chouma.score(hand, rules=house)
        again = pickle.loads(pickle.dumps(found))
        assert again == found and again.to_dict() == found.to_dict() and again.rules == found.rules


@pytest.mark.parametrize("name", ["seat", "round", "flags", "notation", "honba", "deposits", "rules", "dora_indicators", "by"])
def test_a_number_too_long_to_be_written_is_refused(name: str) -> None:
    with pytest.raises(ChoumaError):
        chouma.score("234m 345678p 6634s +5s", **{name: 10**5000})
