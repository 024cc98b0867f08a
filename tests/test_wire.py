"""The wire form: what a request may hold, what is answered, and that nothing it is given makes it raise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chouma import wire
from chouma.errors import Problem
from chouma.hand import FLAGS

CASES = Path(__file__).resolve().parent.parent.parent / "shared" / "cases"
HAND = {"hand": "34m345p44s444z(555z)", "win": "2m", "by": "ron"}
REQUEST = {**HAND, "seat": "N", "round": "E", "dora_indicators": ["2p"], "rules": "tenhou"}


def ask(**changes: Any) -> dict[str, Any]:
    """The answer to the request with some keys changed; None takes a key away."""
    return wire.score_request({key: value for key, value in {**REQUEST, **changes}.items() if value is not None})


def problems(answer: dict[str, Any]) -> list[tuple[str, str]]:
    assert answer["ok"] is False
    assert all(problem["message"] for problem in answer["problems"])
    return [(problem["id"], problem["where"]) for problem in answer["problems"]]


def test_a_request_is_answered() -> None:
    # white dragon and seat wind north, dora 3p; 20 + 8 for the concealed norths + 4 for the called dragons, rounded up
    answer = ask()
    assert (answer["ok"], answer["win"], answer["han"], answer["fu"], answer["fu_raw"]) == (True, True, 3, 40, 32)
    assert {(hit["id"], hit["han"]) for hit in answer["yaku"]} == {("yakuhai_haku", 1), ("seat_wind", 1)}
    assert answer["dora"] == {"dora": 1, "ura": 0, "aka": 0, "kita": 0}
    assert (answer["base"], answer["points"], answer["payments"]) == (1280, 5200, {"discarder": 5200, "total": 5200})
    assert (answer["schema"], answer["rules"], answer["limit"], answer["yakuman"]) == ("chouma.score/1", "tenhou", "", 0)


def test_text_bytes_and_objects_are_the_same_request() -> None:
    text = json.dumps(REQUEST)
    assert wire.score_request(text) == wire.score_request(text.encode()) == wire.score_request(b"\xef\xbb\xbf" + text.encode()) == ask()
    backwards = dict(reversed(REQUEST.items()))
    assert wire.score_request(backwards) == ask()


def test_the_mark_in_the_hand_is_as_good_as_win_and_by() -> None:
    assert ask(hand="34m345p44s444z(555z)+2m", win=None, by=None) == ask()
    assert ask(hand="34m345p44s444z(555z)*2m", win=None, by=None) == ask(by="tsumo")


def test_norths_may_be_told_apart() -> None:
    three = {"hand": "123p456p789p11s23s", "win": "1s", "seat": "S", "by": "tsumo", "dora_indicators": [], "rules": "tenhou-sanma"}
    told = ask(**three, kita=2)
    assert told["dora"]["kita"] == 2
    in_hand = ask(**{**three, "hand": three["hand"] + "{44z}"})
    assert in_hand == told
    assert ask(**{**three, "hand": three["hand"] + "{44z}"}, kita=2) == told
    assert problems(ask(**{**three, "hand": three["hand"] + "{44z}"}, kita=1)) == [("bad_value", "kita")]
    assert problems(ask(**three, kita=5)) == [("bad_value", "kita")]
    assert problems(ask(kita=1))[0][0] == "north_with_four"


def test_a_hand_that_is_not_paid_is_an_answer() -> None:
    missed = ask(win="9m", dora_indicators=[])
    assert (missed["ok"], missed["win"], missed["reason"]) == (True, False, "not_a_win")
    poor = ask(hand="34m345p44s444z(555s)", seat="S", dora_indicators=[])
    assert (poor["ok"], poor["win"], poor["reason"], poor["shanten"]) == (True, False, "no_yaku", -1)


def test_a_hypothetical_hand_says_what_was_waived() -> None:
    assert problems(ask(flags=["riichi"]))[0][0] == "riichi_open"
    answer = ask(flags=["riichi"], strict=False)
    assert answer["ok"] and [fault["id"] for fault in answer["waived"]] == ["riichi_open"]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"hnad": "1m"}, [("unknown_key", "hnad")]),
        ({"hand": None}, [("missing_key", "hand")]),
        ({"seat": None}, [("missing_key", "seat")]),
        ({"round": None}, [("missing_key", "round")]),
        ({"seat": None, "round": None}, [("missing_key", "seat"), ("missing_key", "round")]),
        ({"by": None}, [("missing_key", "by")]),
        ({"win": None}, [("missing_key", "win")]),
        ({"hand": 5}, [("wrong_type", "hand")]),
        ({"hand": ["1m"]}, [("wrong_type", "hand")]),
        ({"honba": "1"}, [("wrong_type", "honba")]),
        ({"honba": True}, [("wrong_type", "honba")]),
        ({"honba": 1.0}, [("wrong_type", "honba")]),
        ({"honba": 1.5}, [("wrong_type", "honba")]),
        ({"honba": 10**5000}, [("wrong_type", "honba")]),
        ({"honba": float("nan")}, [("wrong_type", "honba")]),
        ({"honba": -1}, [("bad_value", "honba")]),
        ({"deposits": -1, "honba": -1}, [("bad_value", "honba"), ("bad_value", "deposits")]),
        ({"flags": "riichi"}, [("wrong_type", "flags")]),
        ({"flags": ["reach"]}, [("unknown_flag", "flags[0]")]),
        ({"flags": ["riichi", 1]}, [("wrong_type", "flags[1]")]),
        ({"flags": ["haitei"] * 65}, [("wrong_type", "flags")]),
        ({"dora_indicators": "2p"}, [("wrong_type", "dora_indicators")]),
        ({"dora_indicators": ["2p3p"]}, [("bad_value", "dora_indicators[0]")]),
        ({"dora_indicators": ["2p", "2x"]}, [("text", "dora_indicators[1]:2")]),
        ({"by": "discard"}, [("wrong_type", "by")]),
        ({"seat": "Q"}, [("bad_value", "seat")]),
        ({"strict": 0}, [("wrong_type", "strict")]),
        ({"rules": 3}, [("wrong_type", "rules")]),
        ({"rules": "tenho"}, [("unknown_rules", "rules")]),
        ({"rules": "/etc/passwd"}, [("unknown_rules", "rules")]),
        ({"rules": {"base": "tenho"}}, [("unknown_rules", "rules.base")]),
        ({"rules": {"base": "tenhou", "red_fivs": 0}}, [("unknown_switch", "rules")]),
        ({"rules": {"base": "tenhou", "red_fives": 7}}, [("bad_rules", "rules.red_fives")]),
        (
            {"rules": {"red_fives": 7, "kuitan": 1, "x": 1}},
            [("bad_rules", "rules.kuitan"), ("bad_rules", "rules.red_fives"), ("unknown_switch", "rules")],
        ),
        ({"rules": {f"switch{n}": n for n in range(5000)}}, [("bad_rules", "rules")]),
    ],
    ids=lambda value: "-".join(value)[:40] if isinstance(value, dict) else "",
)
def test_what_is_wrong_is_told_with_its_place(changes: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    found = problems(ask(**changes))
    assert found == expected


def test_names_that_are_nearly_right_are_told() -> None:
    assert "did you mean hand" in ask(hnad="1m")["problems"][0]["message"]
    assert "did you mean tenhou" in ask(rules="tenho")["problems"][0]["message"]
    assert "did you mean red_fives?" in ask(rules={"red_fivs": 0})["problems"][0]["message"]
    assert "did you mean riichi" in ask(flags=["richi"])["problems"][0]["message"]


def test_all_problems_come_at_once() -> None:
    answer = ask(hand="34m345p44s444z(555z)1z", flags=["reach"], seat="Q", honba="x", colour="red", dora_indicators=["5z", "5z"])
    found = {id for id, _ in problems(answer)}
    # three called 5z and two indicators are five of a kind; 15 tiles with the winning one
    assert found == {"unknown_key", "wrong_type", "unknown_flag", "bad_value", "fifth_copy", "tile_count"}


def test_problems_of_a_hand_keep_their_ids() -> None:
    found = {id for id, _ in problems(ask(flags=["ippatsu", "houtei", "rinshan"]))}
    assert found == {"ippatsu_without_riichi", "ippatsu_with_rinshan", "rinshan_by_ron", "rinshan_without_kan"}


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("", "json"),
        ("{", "json"),
        ("hello", "json"),
        ('{"hand": "1m"} {"hand": "2m"}', "json"),
        ('{"honba": NaN}', "json"),
        ('{"honba": -Infinity}', "json"),
        ('{"honba": ' + "9" * 5000 + "}", "json"),
        ('{"hand": "1m", "hand": "2m"}', "duplicate_key"),
        ('{"rules": {"base": "tenhou", "base": "wrc"}}', "duplicate_key"),
        ("[" * 500_000, "json"),
        ('{"a":' * 100_000, "json"),
        ("\0", "json"),
        (b"\xff\xfe", "json"),
        (" " * 1_000_001, "too_long"),
        ("[]", "wrong_type"),
        ("null", "wrong_type"),
        ("3", "wrong_type"),
        ('"hand"', "wrong_type"),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_text_that_is_no_request_is_one_problem(text: str | bytes, id: str) -> None:
    assert [found for found, _ in problems(wire.score_request(text))] == [id]


def test_a_flood_of_problems_is_cut_off() -> None:
    answer = wire.score_request({f"key{n}": n for n in range(100_000)})
    assert len(answer["problems"]) == wire.MOST_PROBLEMS + 1
    assert answer["problems"][-1]["id"] == "more"


def test_every_id_is_in_a_table() -> None:
    known = {problem.id for problem in Problem} | set(wire.PROBLEMS)
    assert len(known) == len(list(Problem)) + len(wire.PROBLEMS), "an id means two things"


WORDS = st.text(max_size=20) | st.sampled_from(["2m", "+5s", "E", "ron", "tenhou", "riichi"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*wire.FIELDS, "else"]), VALUES))
def test_no_request_makes_it_raise(changes: dict[str, Any]) -> None:
    answer = wire.score_request({**REQUEST, **changes})
    assert answer["ok"] in (True, False)
    known = {problem.id for problem in Problem} | set(wire.PROBLEMS)
    assert all(problem["id"] in known for problem in answer.get("problems", ()))
    json.loads(wire.encode(answer))


@given(st.text() | st.binary())
def test_no_text_makes_it_raise(text: str | bytes) -> None:
    assert wire.score_request(text)["ok"] is False


@given(st.permutations(list(REQUEST)), st.lists(st.sampled_from(FLAGS), unique=True), st.randoms())
def test_order_means_nothing(keys: list[str], flags: list[str], random: Any) -> None:
    shuffled = flags.copy()
    random.shuffle(shuffled)
    assert wire.score_request({key: REQUEST[key] for key in keys} | {"flags": shuffled}) == ask(flags=flags)


# ------------------------------------------------------------------------------- the worked examples, as they come

FILES = {"riichi_examples.jsonl": 56, "majsoul_examples.jsonl": 8, "riichi_edge_cases.jsonl": 40, "reported_faults_hands.jsonl": 65}


def agrees(key: str, expected: Any, got: dict[str, Any]) -> bool:
    """Whether one part of an answer is what is expected; dora may leave out what is 0, items of fu have loose words."""
    if key == "dora":
        return bool({id: n for id, n in got["dora"].items() if n} == {id: n for id, n in expected.items() if n})
    if key == "fu_items":
        return sorted(fu for _, fu in expected if fu) == sorted(item["fu"] for item in got["fu_items"])
    if key == "yaku":
        ids = [hit if isinstance(hit, str) else hit["id"] for hit in expected]
        worth = [(hit["id"], hit.get("han"), hit.get("yakuman")) for hit in expected if not isinstance(hit, str)]
        found = [(hit["id"], hit.get("han"), hit.get("yakuman")) for hit in got["yaku"]]
        return sorted(ids) == sorted(id for id, _, _ in found) and (not worth or sorted(worth, key=str) == sorted(found, key=str))
    if key == "payments":  # some rows leave out the total
        return all(got["payments"].get(payer) == amount for payer, amount in expected.items())
    return bool(got[key] == expected)


@pytest.mark.parametrize("file", FILES)
def test_worked_examples_pass_through_the_wire(file: str) -> None:
    if not (CASES / file).is_file():
        pytest.skip("the folder ../shared/cases is not here: the requests above stand alone")
    rows = [json.loads(line) for line in (CASES / file).read_text(encoding="utf8").splitlines()]
    assert len(rows) == FILES[file]
    wrong = []
    for row in rows:
        got = wire.score_request(json.dumps(row["request"]))
        told = row["expected"].items()
        wrong += [(row["id"], key, got.get(key, got)) for key, value in told if key not in got or not agrees(key, value, got)]
    assert not wrong
