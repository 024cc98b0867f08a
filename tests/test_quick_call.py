"""The compiled call stands before the careful one: whatever way a hand is told, both give the same answer or the same words."""

from __future__ import annotations

from typing import Any

import pytest

import chouma
from chouma.score import score as careful

HAND = "234m 345678p 6634s +5s"
Keywords = dict[str, Any]


class Text(str):
    """Text of a class of its own."""


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"riichi": True},
        {"riichi": True, "ippatsu": False},
        {"riichi": 1, "ippatsu": 0},
        {"flags": "riichi"},
        {"flags": ["riichi"], "ippatsu": True},
        {"seat": "E"},
        {"seat": "east", "round": "東"},
        {"seat": chouma.Wind.W},
        {"rules": "tenhou", "riichi": True, "dora_indicators": ["5s"], "ura_indicators": ["0p"]},
        {"riichi": True, "dora_indicators": "5s"},
        {"riichi": True, "dora_indicators": "5s 4s"},
        {"riichi": True, "dora_indicators": ("5s", "4s", "1z")},
        {"riichi": True, "dora_indicators": [22, "4s"]},
        {"riichi": True, "dora_indicators": []},
        {"honba": 2, "deposits": 3},
        {"honba": 8192},
        {"honba": 10_000},
        {"strict": False},
        {"strict": True},
        {"notation": None},
        {"rules": "ema", "riichi": True},
        {"rules": {"base": "tenhou"}, "riichi": True},
        {Text("riichi"): True},
        {"".join(("rii", "chi")): True},
    ],
    ids=repr,
)
def test_the_same_answer(told: Keywords) -> None:
    found, expected = chouma.score(HAND, **told), careful(HAND, **told)
    assert found == expected
    assert found.to_dict() == expected.to_dict()


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        (HAND, {"richi": True}),
        (HAND, {"ippatsu": True}),
        (HAND, {"seat": "X"}),
        (HAND, {"seat": 9}),
        (HAND, {"honba": True}),
        (HAND, {"honba": -1}),
        (HAND, {"deposits": 1 << 70}),
        (HAND, {"honba": 10_001, "deposits": -2}),
        (HAND, {"dora_indicators": ["1q"]}),
        (HAND, {"dora_indicators": ["1m"] * 6}),
        (HAND, {"dora_indicators": ["1m"] * 500}),
        (HAND, {"dora_indicators": ["5s", "5s", "5s", "5s"]}),
        (HAND, {"dora_indicators": 3}),
        (HAND, {"ura_indicators": ["1m"]}),
        (HAND, {"rules": "tenho"}),
        (HAND, {"rules": 3}),
        (HAND, {"by": "ron"}),
        ("\ud800", {}),
        ("", {}),
        ("1" * 100_000, {}),
        (b"123m", {}),
        (None, {}),
    ],
    ids=lambda it: repr(it)[:50],
)
def test_the_same_words(hand: Any, told: Keywords) -> None:
    with pytest.raises((chouma.ChoumaError, TypeError)) as found:
        chouma.score(hand, **told)
    with pytest.raises((chouma.ChoumaError, TypeError)) as expected:
        careful(hand, **told)
    assert (type(found.value), str(found.value)) == (type(expected.value), str(expected.value))


def test_not_one_hand_is_a_wrong_call() -> None:
    for wrong in ((), (HAND, "E")):
        with pytest.raises(TypeError):
            chouma.score(*wrong)  # type: ignore[call-overload]
    with pytest.raises(TypeError):
        chouma.score(HAND, hand=HAND)


def test_a_hand_by_name() -> None:
    assert chouma.score(hand=HAND, riichi=True) == careful(HAND, riichi=True)


def test_the_call_tells_of_itself() -> None:
    assert chouma.score.__doc__ == careful.__doc__
    assert chouma.score.__name__ == "score"


def test_what_was_given_may_change_afterwards() -> None:
    shown = ["5s"]
    found = chouma.score(HAND, riichi=True, dora_indicators=shown)
    shown.append("1m")
    assert found == careful(HAND, riichi=True, dora_indicators=["5s"])
