"""What a player may ask of the tiles that were dealt."""

from __future__ import annotations

import json

import pytest

import chouma
from chouma.classical.deal import dealt
from chouma.cli import main
from chouma.errors import HandError


@pytest.mark.parametrize(
    ("hand", "wins", "score", "may_redeal"),
    [
        # 2 7 of dots, 1 5 9 of bamboo, 1 6 of characters: all three apart at the least, and no pair
        ("27p159s16m123457z", "unconnected", 200, True),
        ("19m19p19s1234567z", "dealt_orphans", 200, True),
        ("27p157s16m123457z", "", 0, False),  # 5 and 7 of bamboo are two apart; 1s, 1m and six honours are eight
        ("19m19p19s123z258m2p", "", 0, True),  # nine different ones, none of them paired
        ("19m19p19s1123z258m", "", 0, False),  # east is a pair: eight alone
    ],
)
def test_dealt(hand: str, wins: str, score: int, may_redeal: bool) -> None:
    found = dealt(hand, rules="ningbo")
    assert (found.wins, found.score, found.may_redeal) == (wins, score, may_redeal)


def test_rules_that_pay_nothing_for_it() -> None:
    assert dealt("27p159s16m123457z", rules="dmjl").score == 0
    with pytest.raises(HandError, match="no hand that wins as dealt"):
        chouma.score("27p159s16m123457z", rules="dmjl", won="dealt")


@pytest.mark.parametrize("hand", ["27p159s16m12345z", "27p159s16m123457z +1z", "27p159s (123m) 13457z", "11111m159s12345z"])
def test_what_was_not_dealt(hand: str) -> None:
    with pytest.raises(HandError):
        dealt(hand)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dealt", "27p159s16m123457z"]) == 0
    assert "wins as dealt, 200 points" in capsys.readouterr().out
    assert main(["dealt", "147m258p369s1123z", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["wins"], told["may_redeal"], told["singles"]) == ("", False, ["1m", "9s", "2z", "3z"])
    assert main(["dealt", "147m"]) == 2
