"""Odd input to what is not one riichi hand: tables, comparisons, columns, files. It is refused in words, or read; nothing falls over."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chouma
from chouma.classical.rules import ClassicalRules
from chouma.classical.score import score as score_classical
from chouma.classical.table import settle as settle_classical
from chouma.cli import main
from chouma.settling import settle_request
from chouma.switches import Switch
from chouma.wire import score_request

WON = "13p555p99s(666z)(234m)+2p"
LOST = "446p33z55z(777z)[1111z]"
#: a list in a list in a list, deeper than Python writes
DEEP: Any = []
for _ in range(3000):
    DEEP = [DEEP]
#: what is no text at all
HALF_A_CHARACTER = "\ud800"

SWITCHES = ClassicalRules.family.switches


# ------------------------------------------------------------------------------- wrong types from Python

CALLS: dict[str, Callable[[], object]] = {
    "score: won": lambda: chouma.score(WON, rules="ningbo", won=DEEP),
    "score: seen": lambda: chouma.score(WON, rules="ningbo", seen=5),
    "classical score: flags": lambda: score_classical(WON, flags=3.5),  # type: ignore[arg-type]
    "settle: flags": lambda: chouma.settle(draw=True, flags=3.5),  # type: ignore[arg-type]
    "settle: a flag that is a list": lambda: chouma.settle(wins=[{"seat": "S", "han": 1, "fu": 30}], flags=[[]], rules="tenhou"),  # type: ignore[list-item]
    "settle: wins": lambda: chouma.settle(wins=3.5),  # type: ignore[arg-type]
    "settle: indicators": lambda: chouma.settle(wins=[{"seat": "S", "hand": WON}], ura_indicators=True),  # type: ignore[arg-type]
    "settle: who is liable": lambda: chouma.settle(wins=[{"seat": "S", "yakuman": ["daisangen"], "pao": {1}}]),
    "classical settle: flags": lambda: settle_classical(E=WON, flags=5),  # type: ignore[arg-type]
    "classical settle: flags of a hand": lambda: chouma.settle(E={"hand": WON, "flags": 5}, rules="ningbo"),
    "compare: rules": lambda: chouma.compare(WON, rules=3.5),  # type: ignore[arg-type]
    "write: no hand": lambda: chouma.write(5),  # type: ignore[arg-type]
    "write: text": lambda: chouma.write("123m"),  # type: ignore[arg-type]
    "preset_names": lambda: chouma.preset_names({}),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_wrong_types_are_refused_in_words(call: Callable[[], object]) -> None:
    with pytest.raises(chouma.ChoumaError) as caught:
        call()
    assert 0 < len(str(caught.value)) < 2000


@pytest.mark.parametrize("honba", [DEEP, "1", -1, 10**30, iter([1])])
def test_a_comparison_has_a_column_that_refuses_the_counters(honba: Any) -> None:
    found = chouma.compare(WON, rules="ningbo,general", honba=honba)
    assert [problem.where for problem in found.sides[1].problems] == ["honba"]
    assert str(found)


# --------------------------------------------------------------------------------------- on the wire

_INNER = st.sampled_from(["hand", "seat", "base", "limit", "kind"])
_JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(), max_size=8)
    | st.sampled_from([HALF_A_CHARACTER, WON, LOST, "E", "dealt", "2p", "ningbo", "tenhou", "none", 10**30]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_INNER, inner, max_size=3),
    max_leaves=5,
)
_HANDS = {"E": LOST, "S": WON, "W": LOST, "N": LOST}
_SCORED = {"hand": WON, "seat": "S", "round": "E", "rules": "ningbo"}
_SETTLED = [
    {"rules": "ningbo", "hands": {seat: {"hand": hand} for seat, hand in _HANDS.items()}, "from": "W"},
    {"rules": "tenhou", "wins": [{"seat": "S", "han": 3, "fu": 40, "from": "W"}], "honba": 1},
    {"rules": "tenhou", "draw": {"kind": "exhaustive", "tenpai": ["E"]}},
]
_KEYS = (
    *("hand", "win", "by", "seat", "round", "flags", "won", "seen", "rules", "lang", "strict", "honba", "hands", "wins", "from"),
    *("draw", "chombo", "liable", "false_win", "dora_indicators", "deposits", "kita", HALF_A_CHARACTER),
)


def assert_is_an_answer(answer: Mapping[str, Any]) -> None:
    json.dumps(answer, allow_nan=False)
    assert answer["ok"] or answer["problems"]
    assert all(problem["message"] for problem in answer.get("problems", ()))


@settings(max_examples=300)
@given(st.dictionaries(st.sampled_from(_KEYS), _JUNK, max_size=4))
def test_any_request_to_score_is_answered(changes: dict[str, Any]) -> None:
    assert_is_an_answer(score_request({**_SCORED, **changes}))


@settings(max_examples=300)
@given(st.sampled_from(_SETTLED), st.dictionaries(st.sampled_from(_KEYS), _JUNK, max_size=4))
def test_any_request_to_settle_is_answered(request: dict[str, Any], changes: dict[str, Any]) -> None:
    assert_is_an_answer(settle_request({**request, **changes}))


def test_half_a_character_is_a_wrong_value() -> None:
    found = score_request({**_SCORED, "strict": HALF_A_CHARACTER})
    assert [(problem["id"], problem["where"]) for problem in found["problems"]] == [("wrong_type", "strict")]


# ----------------------------------------------------------------------------------- odd rules, by hand


@pytest.mark.parametrize(("limit", "half", "paid"), [(50, 100, 50), (300, 100, 100), (None, 100, 100)])
def test_half_the_limit_is_no_more_than_the_limit(limit: int | None, half: int, paid: int) -> None:
    rules = chouma.rules("ningbo").but(limit=limit, half_limit=half, false_win="half_limit", limit_hands={"heavenly": 0.5})
    # East wins as dealt: all chows, 10 fu for winning and 2 for the self-draw, less than any of the limits
    found = chouma.score("123m456m789p234s5s*5s", seat="E", rules=rules, tenhou=True)
    assert (found.score, found.limit) == (paid, "half_limit")
    # the two who aren't East get it once from South, East twice
    assert chouma.settle(false_win="S", rules=rules).deltas == {"E": 2 * paid, "S": -4 * paid, "W": paid, "N": paid}


def test_a_hand_that_wins_as_dealt_has_no_count() -> None:
    """It pays its part of the limit, however much fu its flowers would be worth: 8 x 20 fu are more than 100."""
    rules = chouma.rules("ningbo").but(flowers=True, flower_fu=20, limit_hands={"unconnected": 0.5})
    found = chouma.score("27p159s16m123457z 1f2f3f4f5f6f7f8f", won="dealt", rules=rules)
    assert (found.score, found.limit, found.paid_for, found.fu, found.fan) == (100, "half_limit", "unconnected", 0, 0)


def _columns_say(one: chouma.Hand, rules: ClassicalRules, won: bool | str, flags: list[str]) -> tuple[int, tuple[str, ...]]:
    from chouma.batch import classical_hands, score_given
    from chouma.classical.engine import engine
    from chouma.hand import BITS_OF, Win

    how = Win(chouma.Wind.S, chouma.Wind.E, sum(BITS_OF[flag] for flag in flags))
    found = score_given(classical_hands.from_hands([(one, how, won)]), engine(rules))
    return int(found.score[0]), found.hits_of(0)


def test_columns_of_odd_rules_say_the_same() -> None:
    pytest.importorskip("numpy", reason="the extra chouma[batch] isn't installed")
    dealt = chouma.rules("ningbo").but(flowers=True, flower_fu=20, limit_hands={"unconnected": 0.5})
    assert _columns_say(chouma.read("27p159s16m123457z 1f2f3f4f5f6f7f8f"), dealt, "dealt", []) == (100, ("unconnected",))
    # a pattern that a hand counts which was calling, under rules that pay no share of a limit hand for that:
    # the pungs are 4 x 2 fu, doubled once for South's own flower
    calling = chouma.rules("ningbo").but(flowers=True, own_flower="1 fan", calling_hands=["own_flower"])
    hand = chouma.read("4s 2f (555s) (444m) (666s) (444p)")
    assert _columns_say(hand, calling, False, ["calling"]) == (16, ("own_flower",))
    assert _columns_say(hand, calling, False, []) == (8, ())


# --------------------------------------------------------------------------------- odd rules, at random


def _value(switch: Switch, random: Random) -> Any:
    if switch.choices:
        return random.choice(switch.choices)
    some = [name for name in switch.names if random.random() < 0.4]
    kind = switch.kind.name
    if kind == "id_set":
        return some
    if kind == "shares":
        return {name: random.choice((1, 0.5, "1/3", 0.1)) for name in some}
    if kind == "worth":
        told = {"fu": ["2 fu", f"{switch.most} fu"], "fan": ["1 fan", "10 fan"], "limit": ["limit", "half limit", "1/3 limit"]}
        return random.choice(["none", *(text for unit in switch.names for text in told[unit])])
    words = [None if name == "none" else name for name in switch.names]
    return random.choice([*words, switch.least, switch.most, random.randint(switch.least, min(switch.most, 40))])


def _house(random: Random) -> ClassicalRules:
    base = chouma.rules(random.choice(chouma.preset_names("classical")))
    changed = random.sample(list(SWITCHES), random.choice((0, 1, 2, 6, len(SWITCHES))))
    found: ClassicalRules = base.but(name="random", **{name: _value(SWITCHES[name], random) for name in changed})
    return found


_SOME = ((WON, True), (LOST, False), ("1112345678999m*5m", True), ("777z555z111z222z3z+3z", True), ("147m258p369s1234z", False))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_a_score_adds_up_under_any_rules(seed: int) -> None:
    random = Random(seed)
    rules = _house(random)
    for hand, won in _SOME:
        found = chouma.score(hand, seat=random.choice("ESWN"), won=won, rules=rules)
        if not found:
            continue
        assert sum(item.fu for item in found.fu_items) == found.fu_raw and all(item.fu > 0 for item in found.fu_items)
        assert sum(one.fan for one in found.fans) == found.fan and all(one.fan > 0 for one in found.fans)
        assert found.score >= 0 and (found.limit or found.score == found.fu << found.fan)
        if rules.limit is not None and (won or not rules.limit_on_difference):
            assert found.score <= rules.limit
        for line in found.explain().lines:
            if line.id in ("fu", "fan"):
                assert sum(one.amount or 0 for one in line.lines) == line.amount == getattr(found, line.id)


# -------------------------------------------------------------------------------------------- files


def _batch(path: Path, out: Path) -> int:
    return main(["batch", str(path), str(out), "--rules", "ningbo"])


_GOOD = '{"hand": "123m456p789s11z23m+1m", "seat": "E"}\n'
_FILES = {
    # Arrow's own reader of JSON dies of these, and takes the process with it
    "null.jsonl": ("null\n", 3),
    "null and more.jsonl": (_GOOD + " null\n" + _GOOD, 3),
    "nested.jsonl": (_GOOD + "[" * 100_000 + "\n", 3),
    "nested more.jsonl": (_GOOD + '{"a": ' * 100_000 + "\n" + _GOOD, 3),
    "half a name.jsonl": ('{"\\ud800": 1, "hand": "1m"}\n' + _GOOD, 3),
    "a long name.csv": ("a" * 200_000 + "\n", 2),
    "a long cell.csv": ("hand,seat\n" + "a" * 200_000 + ",E\nragged\n", 2),
}


@pytest.mark.parametrize("name", _FILES)
def test_odd_files_are_refused_in_words(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow", reason="the extra chouma[batch] isn't installed")
    text, status = _FILES[name]
    path = tmp_path / name
    path.write_text(text)
    assert _batch(path, tmp_path / "out.jsonl") == status
    assert "a fault of ours" not in capsys.readouterr().err
