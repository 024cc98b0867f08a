"""Every classical pattern proves itself: its source, hands that have it and hands that just miss it."""

from __future__ import annotations

from typing import Any

import pytest

import chouma
from chouma.classical.declare import Pattern
from chouma.classical.engine import PATTERNS
from chouma.classical.examples import Example
from chouma.classical.rules import LIMIT_HANDS, ClassicalRules
from chouma.classical.score import score
from chouma.errors import ChoumaError, HandError, RuleError, UnknownNameError
from chouma.seats import Wind
from chouma.switches import WORTH

HITS = [(pattern.id, text) for pattern in PATTERNS for text in pattern.hits]
MISSES = [(pattern.id, text) for pattern in PATTERNS for text in pattern.misses]


def answer(text: str) -> Any:
    example = Example.read(text)
    return score(example.hand, **example.keywords)


def worth(id: str, text: str) -> Any:
    """What the example's rules give for a pattern."""
    rules = chouma.rules(Example.read(text).keywords.get("rules", "ningbo"))
    return rules.limit_hands.get(id) if id in LIMIT_HANDS else any(getattr(rules, id))


@pytest.mark.parametrize(("id", "text"), HITS)
def test_a_hit_has_the_pattern(id: str, text: str) -> None:
    found = answer(text)
    assert found.win and id in found.hits


@pytest.mark.parametrize(("id", "text"), MISSES)
def test_a_miss_has_it_not(id: str, text: str) -> None:
    assert worth(id, text), "the rules of the example don't have it at all, so the hand shows nothing"
    found = answer(text)
    assert id not in getattr(found, "hits", ())


def test_a_miss_is_one_by_its_tiles_and_not_by_its_rules() -> None:
    """Each pattern has a miss that scores, only without it; where the shape alone wins, none needs to."""
    without = {pattern.id for pattern in PATTERNS if not any(answer(text) for text in pattern.misses)}
    assert without == {"knitting", "triple_knitting", "all_pair_honours"}


@pytest.mark.parametrize("pattern", PATTERNS, ids=[pattern.id for pattern in PATTERNS])
def test_every_pattern_proves_itself(pattern: Pattern) -> None:
    assert len(pattern.source) > 5 and pattern.doc.endswith(".") and "\n" not in pattern.doc
    assert pattern.hits and pattern.misses and not set(pattern.hits) & set(pattern.misses)


def test_the_patterns_are_those_of_the_switches_and_the_limit_hands() -> None:
    worths = [name for name, switch in ClassicalRules.family.switches.items() if switch.kind is WORTH]
    assert sorted(pattern.id for pattern in PATTERNS) == sorted([*worths, *LIMIT_HANDS])


# ------------------------------------------------------------------------------------------- examples


def test_reading_an_example() -> None:
    told = Example.read('1m | lost seat=E round=S calling seen=1m1m rules={"base": "dmjl", "limit": 300}')
    assert told.hand == "1m"
    assert told.keywords == {
        "won": False,
        "seat": Wind.E,
        "round": Wind.S,
        "flags": ("calling",),
        "seen": (0, 0),
        "rules": {"base": "dmjl", "limit": 300},
    }
    assert Example.read("1m").keywords == {}
    assert Example.read("1m | dealt").keywords == {"won": "dealt"}
    assert Example.read("1m | rules=dmjl").under("bmja").keywords == {"rules": "bmja"}


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("1m | riichi", UnknownNameError, "riichi"),
        ("1m | seat", UnknownNameError, "seat"),
        ("1m | limit=300", UnknownNameError, "limit"),
        ("1m | lost lost", RuleError, "twice"),
        ("1m | lost dealt", RuleError, "twice"),
        ("1m | haitei haitei", RuleError, "twice"),
        ("1m | seat=E seat=S", RuleError, "twice"),
        ("1m | seat=X", HandError, "seat"),
        ("1m | rules={oops", RuleError, "JSON"),
        ("1q | lost", HandError, "q"),
        ("1m | seen=1q", HandError, "q"),
    ],
)
def test_an_example_with_a_slip_is_refused(text: str, error: type[ChoumaError], said: str) -> None:
    with pytest.raises(error, match=said):
        Example.read(text)
