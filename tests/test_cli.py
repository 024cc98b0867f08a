"""The command: what it prints, where, and how it ends. The right values come from the rules by hand, or from the tables of rule books."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chouma
from chouma import wire
from chouma.cli import app, main
from chouma.cli.commands import quick
from chouma.cli.options import BOTH, MARK, OPTIONS, SWITCH_OPTIONS, WORDS
from chouma.cli.streams import lines
from chouma.families import preset_names
from chouma.hand import FLAGS
from chouma.riichi.cells import POSSIBLE_FU, cell, possible, why_impossible, worth, yakuman_worth
from chouma.riichi.rules import SWITCHES, rules
from chouma.switches import plain

ROOT = Path(__file__).resolve().parent.parent
TABLES = ROOT.parent / "shared" / "cases" / "riichi_tables.json"
HAND = "234m 345678p 6634s +5s"
REQUEST = {"hand": HAND, "seat": "S", "round": "E", "flags": ["riichi"], "rules": "tenhou"}
EAST = ("--seat", "S", "--round", "E")


def run(*args: str, given: bytes | str = b"", **env: str) -> subprocess.CompletedProcess[str]:
    """The real command, with something piped into it; never a traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "chouma", *args],
        input=given if isinstance(given, bytes) else given.encode(),
        capture_output=True,
        env=environment(**env),
        timeout=60,
    )
    shown = subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in shown.stderr and "a fault of ours" not in shown.stderr, shown.stderr
    return shown


def shell(script: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """A line of bash."""
    return subprocess.run(["bash", "-c", script], input=given, capture_output=True, env=environment(), timeout=60)


def environment(**env: str) -> dict[str, str]:
    return {**os.environ, "PYTHONIOENCODING": "utf8", "COLUMNS": "100", **env}


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str]) -> Any:
    """The command in this process: its status, and what it printed on each stream."""

    def run_here(*args: str) -> tuple[int, str, str]:
        status = main(list(args))
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run_here


def amounts(text: str) -> dict[str, int]:
    """The amount of each line of a table of han and fu: ``dealer, ron`` -> 11600."""
    return {name: int(amount) for name, amount in re.findall(r"^  ((?:non-)?dealer, \S+) +(\d+)  ", text, re.MULTILINE)}


# ----------------------------------------------------------------------------------------------- a hand


def test_a_hand_is_explained(here: Any) -> None:
    status, out, err = here("score", HAND, "--riichi", *EAST, "--rules", "tenhou", "--dora", "2p", "--honba", "1", "--deposits", "2")
    assert (status, err) == (0, "")
    # riichi, pinfu, tanyao and the dora 3p: 30 fu x 2^6 = 1920, times 4 is 7680; 300 for the counter, 2000 for the sticks
    assert out.startswith("4 han 30 fu: 7700 points\n")
    for shown in ("riichi", "pinfu", "tanyao", "dora", "closed hand won by ron", "30 fu x 2^(4 + 2)", "8000 points", "10000 points"):
        assert shown in out
    assert "\x1b" not in out


def test_rounding_and_running_totals_are_shown(here: Any) -> None:
    # 20 + 2 self-draw + 4 concealed 333m + 2 pair of the seat wind: 28, rounded up to 30
    out = here("score", "22z 333m 123p 567s 34s *5s", *EAST)[1]
    assert re.search(r"concealed triplet  333m +4 fu +\(26\)", out)
    assert re.search(r"rounded up to ten +2 fu +\(30\)", out)
    assert "other readings" not in out
    assert "other readings" in here("score", "22z 333m 123p 567s 34s *5s", *EAST, "--explain")[1]


def test_words_of_a_hand_are_joined(here: Any) -> None:
    apart = here("score", *HAND.split(), *EAST, "--riichi")
    assert apart == here("score", "--riichi", HAND.replace(" ", ""), *EAST)
    assert apart[0] == 0


def test_what_was_assumed_is_said(here: Any) -> None:
    status, out, err = here("score", HAND)
    assert status == 0 and "seat S" in err and "round E" in err and "assumed" not in out
    assert "seat" not in here("score", HAND, "--seat", "S")[2].partition("(")[0]
    assert here("score", HAND, *EAST)[2] == ""


def test_switches_have_options_of_their_own(here: Any) -> None:
    # 4 han 30 fu: riichi, pinfu, tanyao, dora
    words = ("score", HAND, "--riichi", *EAST, "--dora", "2p")
    assert here(*words)[1].startswith("4 han 30 fu: 7700")
    for text in ("--kiriage-mangan", "--set kiriage_mangan=true", "--set=kiriage-mangan", "--kiriage-mangan=true", "--rules mleague"):
        assert here(*words, *text.split())[1].startswith("4 han 30 fu, kiriage mangan: 8000"), text
    assert here(*words, "--rules", "mleague", "--no-kiriage-mangan")[1].startswith("4 han 30 fu: 7700")
    refused = here("score", "340m 345678p 6634s +5s", *EAST, "--red-fives", "0")
    assert refused[0] == 2 and "red fives" in refused[2]
    assert here("score", "222m 345678p 6634s +5s", *EAST, "--local-yaku", '{"sanrenkou": true}')[0] == 0


def test_every_switch_of_a_hand_can_be_set(here: Any) -> None:
    assert set(SWITCH_OPTIONS) == {name for name, switch in SWITCHES.items() if switch.stage == "hand"} - set(FLAGS)
    for name, switch in SWITCHES.items():
        assert here("score", "4h30f", "--set", f"{name}={json.dumps(plain(switch.default))}")[0] == 0, name


def test_a_file_of_rules(here: Any, tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text('base = "tenhou"\nkiriage_mangan = true\n', encoding="utf8")
    assert here("score", "4h30f", "--rules", str(file), "--by", "ron", "--seat", "S")[1].startswith("4 han 30 fu, kiriage mangan")
    told = json.loads(here("score", HAND, *EAST, "--rules", str(file), "--json")[1])
    assert told["rules"] == {"name": "club", "base": "tenhou", "kiriage_mangan": True}
    status, out, err = here("score", HAND, *EAST, "--rules", str(tmp_path / "absent.toml"))
    assert (status, out) == (2, "") and "no such file" in err


def test_json_is_the_wire_form(here: Any) -> None:
    status, out, err = here("score", HAND, "--riichi", *EAST, "--rules", "tenhou", "--json")
    assert (status, err) == (0, "")
    assert out.count("\n") == 1
    assert json.loads(out) == wire.score_request(REQUEST)


def test_notation_can_be_forced(here: Any) -> None:
    assert here("score", "m234p345678s6634+s5", "--notation", "kobalab", *EAST)[0] == 0
    status, _, err = here("score", HAND, "--notation", "kobalb", *EAST)
    assert status == 2 and "kobalab" in err


def test_a_hypothetical_hand(here: Any) -> None:
    assert here("score", HAND, "--ippatsu", *EAST)[0] == 2
    status, out, _ = here("score", HAND, "--ippatsu", *EAST, "--no-strict")
    assert status == 0 and "waived" in out


@pytest.mark.parametrize(
    ("hand", "told"),
    [("22z 333m 123p (567s) 34s *9s", ["not a win", "waits for 2s 5s"]), ("22z 333m 123p (567s) 34s *5s", ["no yaku", "seat_wind"])],
)
def test_a_hand_that_is_not_paid(here: Any, hand: str, told: list[str]) -> None:
    status, out, _ = here("score", hand, *EAST)
    assert status == 1
    assert all(text in out for text in told)
    answer = here("score", hand, *EAST, "--json")
    assert answer[0] == 1 and json.loads(answer[1])["win"] is False


def test_a_bad_character_is_pointed_at(here: Any) -> None:
    status, out, err = here("score", "234m 345678p 6634s +5x", *EAST)
    assert (status, out) == (2, "")
    text, mark = err.splitlines()[1:3]
    assert text.index("x") == mark.index("^") and mark.strip() == "^"


def test_all_problems_are_told_at_once(here: Any) -> None:
    options = "--dora 9x --seat Q --red-fives 7 --rules tenho --honba x"
    status, out, err = here("score", "234m 345678p 6634s +5x", *options.split())
    assert (status, out) == (2, "")
    for told in ("'x' is not known", "dora_indicators", "seat is 'Q'", "red_fives is 7", "did you mean tenhou", "--honba is 'x'"):
        assert told in err
    status, out, err = here("score", HAND, "--seat", "Q", "--honba", "x", "--json")
    assert (status, err) == (2, "")
    assert {problem["where"] for problem in json.loads(out)["problems"]} == {"seat", "honba"}


# ------------------------------------------------------------------------------------------- han and fu


def test_han_and_fu_come_to_payments(here: Any) -> None:
    # 30 x 2^6 = 1920: ron 4 and 6 times, self-draw 1 and 2 times, each rounded up to a hundred
    expected = {"non-dealer, ron": 7700, "non-dealer, self-draw": 3900 + 2 * 2000, "dealer, ron": 11600, "dealer, self-draw": 3 * 3900}
    for text in ("4h30f", "4han30fu", "4H 30F", "4 han 30 fu"):
        status, out, _ = here("score", text)
        assert status == 0 and amounts(out) == expected
    assert "the dealer pays 3900, each non-dealer 2000" in out
    assert amounts(here("score", "4h30f", "--seat", "E", "--by", "ron")[1]) == {"dealer, ron": 11600}
    assert amounts(here("score", "4h30f", "--seat", "W", "--by", "tsumo")[1]) == {"non-dealer, self-draw": 7900}
    # a counter is 300 to a ron, 100 from each payer; sticks are 1000
    assert amounts(here("score", "4h30f", "--honba", "2", "--deposits", "1")[1]) == {name: n + 1600 for name, n in expected.items()}


@pytest.mark.parametrize(
    ("text", "dealer_ron"),
    [
        *(("5h", 12000), ("5h40f", 12000), ("6h", 18000), ("8h", 24000), ("11h", 36000), ("13h", 48000)),
        *(("y", 48000), ("yakuman", 48000), ("2y", 96000)),
    ],
)
def test_limits(here: Any, text: str, dealer_ron: int) -> None:
    assert amounts(here("score", text)[1])["dealer, ron"] == dealer_ron


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["1h20f"], "20 fu are pinfu by self-draw"),
        (["1h25f"], "seven pairs are 2 han already"),
        (["3h35f"], "rounded up to ten"),
        (["2h20f", "--by", "ron"], "20 fu are pinfu by self-draw"),
        (["2h25f", "--by", "tsumo"], "seven pairs by self-draw are 3 han"),
        (["1h110f", "--by", "tsumo"], "only be won by ron"),
        (["3h120f"], "three kans"),
        (["4h150f"], "four kans"),
        (["3h"], "below 5 han fu count"),
        (["0h30f"], "1 to 200"),
        (["999h30f"], "1 to 200"),
        (["0y"], "1 to 20"),
        (["4h30f", "--riichi"], "take --riichi away"),
        (["4h30f", "--by", "discard"], "ron or tsumo"),
        (["4h30f", "--seat", "Q"], "seat is 'Q'"),
        (["4h30f", "--seat", "N", "--rules", "tenhou-sanma"], "three players"),
        (["2y", "--aotenjou", "all"], "13 han each"),
    ],
    ids=lambda value: "_".join(value) if isinstance(value, list) else "",
)
def test_han_and_fu_that_cannot_be(here: Any, words: list[str], told: str) -> None:
    status, out, err = here("score", *words)
    assert (status, out) == (2, "") and told in err


def test_a_cell_that_cannot_be_stands_beside_one_that_can(here: Any) -> None:
    out = here("score", "2h20f")[1]
    # 20 x 2^4 = 320: 700 and twice 400; the dealer 700 from each
    assert amounts(out) == {"non-dealer, self-draw": 1500, "dealer, self-draw": 2100}
    assert out.count("by ron a hand has 30 or more") == 2
    cells = json.loads(here("score", "2h20f", "--json")[1])["cells"]
    assert [(one["dealer"], one["by"], one["possible"]) for one in cells] == [
        (False, "ron", False),
        (False, "tsumo", True),
        (True, "ron", False),
        (True, "tsumo", True),
    ]


def test_which_cells_can_be() -> None:
    general = rules("general")
    for han in range(1, 5):
        for fu in (*POSSIBLE_FU, 10, 35, 55, 180):
            ways = possible(han, fu, general)
            if fu not in POSSIBLE_FU:
                expected: tuple[str, ...] = ()
            elif fu == 20:
                expected = ("tsumo",) if han >= 2 else ()
            elif fu == 25:
                expected = (("ron",) if han >= 2 else ()) + (("tsumo",) if han >= 3 else ())
            elif fu > 140 or (fu > 110 and han < 4):
                expected = ()
            else:
                expected = ("ron",) if (han, fu) == (1, 110) else ("ron", "tsumo")
            assert ways == expected, (han, fu)
    # an open hand of four runs by ron, where it isn't counted as 30; pinfu that isn't counted by self-draw
    assert why_impossible(1, 20, "ron", rules("kansai")) == ""
    assert "20" in why_impossible(2, 20, "tsumo", general.but(pinfu_tsumo=False))
    assert "50 fu" in why_impossible(3, 25, "ron", general.but(chiitoitsu="50fu1han"))


def test_hands_that_stand_in_the_farthest_cells() -> None:
    # three concealed kans of terminals and a guest wind: 20 + 10 + 3 x 32 + 2 for the pair wait is 128, with a pair of 2 x east 132
    s = chouma.score("234s 1z [1111m] [9999p] [4444z] +1z", seat="E", round="E")
    assert (s.han, s.fu_raw, s.fu) == (4, 132, 140)
    # two concealed kans, a concealed triplet: 20 + 10 + 64 + 8 + 4 + 2 is 108, with sanankou
    s = chouma.score("234s 111s 1z [9999p] [4444z] +1z", seat="E", round="E")
    assert (s.han, s.fu_raw, s.fu) == (2, 108, 110)


def cells_of_the_tables() -> Iterator[tuple[int, int | None, bool, str, Any]]:
    told = json.loads(TABLES.read_text(encoding="utf8"))
    for who, dealer in (("dealer", True), ("nondealer", False)):
        for han, columns in told[who].items():
            for fu, expected in columns.items():
                for by, key in (("ron", "ron"), ("tsumo", "tsumo_each")):
                    yield int(han), None if fu == "any" else int(fu), dealer, by, expected[key]


def test_every_cell_of_the_quick_tables() -> None:
    if not TABLES.is_file():
        pytest.skip("the folder ../shared/cases is not here: the cells above stand alone")
    general, n = rules("general"), 0
    for han, fu, dealer, by, expected in cells_of_the_tables():
        n += 1
        if expected is None:
            assert by not in possible(han, fu or 0, general), (han, fu, dealer, by)
            continue
        paid = cell(worth(han, fu, general), dealer, by, general).payments
        assert paid is not None, (han, fu, dealer, by)
        drawn = paid.each_nondealer if dealer else {"nondealer": paid.each_nondealer, "dealer": paid.dealer}
        got: Any = paid.discarder if by == "ron" else drawn
        assert got == expected, (han, fu, dealer, by)
    assert n == 2 * 2 * (4 * 11 + 9)


def test_the_table_of_counters() -> None:
    # mangan, not the dealer: 300 a counter, or 1500; a third of it from each payer
    for points in (300, 1500):
        house = rules("general").but(honba_points=points)
        for honba in range(4):
            known = worth(5, None, house)
            assert cell(known, False, "ron", house, honba).payments.discarder == 8000 + points * honba  # type: ignore[union-attr]
            drawn = cell(known, False, "tsumo", house, honba).payments
            assert drawn and (drawn.each_nondealer, drawn.dealer) == (2000 + points // 3 * honba, 4000 + points // 3 * honba)
    assert yakuman_worth(2, rules("general")).base == 16000


# ------------------------------------------------------------------------------------------ rules and demo


def test_rules_are_listed(here: Any) -> None:
    status, out, err = here("rules", "list")
    assert (status, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines() if " " in line] == list(preset_names())  # the others are heads
    assert [one["name"] for one in json.loads(here("rules", "list", "--json")[1])["rules"]] == list(preset_names())


def test_rules_are_shown(here: Any) -> None:
    status, out, _ = here("rules", "show", "tenhou")
    assert status == 0
    for name in SWITCHES:
        assert re.search(rf"^[* ][? ]  {name} ", out, re.MULTILINE), name
    assert re.search(r"^\*   multiple_ron +double ", out, re.MULTILINE)
    assert "unverified" in out
    told = json.loads(here("rules", "show", "tenhou", "--json")[1])
    assert {one["switch"] for one in told["switches"] if one["unverified"]} == set(rules("tenhou").unverified)
    assert here("rules", "show")[1].startswith("general")


def test_rules_are_compared(here: Any) -> None:
    status, out, _ = here("rules", "diff", "tenhou", "mleague")
    assert status == 0
    assert re.search(r"^kiriage_mangan +false +true ", out, re.MULTILINE)
    told = json.loads(here("rules", "diff", "tenhou", "mleague", "--json")[1])
    assert {row["switch"] for row in told["rows"]} == {line.split()[0] for line in out.splitlines()[1:] if not line.startswith("?")}
    assert "the same rules" in here("rules", "diff", "wrc", "wrc")[1]
    status, out, err = here("rules", "diff", "wrc", "tenho")
    assert (status, out) == (2, "") and "tenhou" in err


def test_the_demo(here: Any) -> None:
    status, out, err = here("demo")
    assert status == 0
    for shown in (HAND, "3 han 30 fu: 3900 points", "pinfu", "tanyao", "closed hand won by ron", "the discarder pays"):
        assert shown in out
    for command in re.findall(r"^  (chouma [a-z]+ .*?)(?:   .*)?$", err, re.MULTILINE):
        assert command.split()[1] in ("score", "rules")


# ---------------------------------------------------------------------------------- options, help and version


def test_version_and_help() -> None:
    assert run("--version").stdout.strip() == chouma.__version__
    for words in ([], ["--help"], ["score", "--help"], ["rules", "--help"], ["rules", "diff", "-h"], ["demo", "--help"]):
        done = run(*words)
        assert (done.returncode, done.stderr) == (0, ""), words
        assert done.stdout.startswith("Examples:\n  chouma ")
    page = run("score", "--help").stdout
    assert [name for name in OPTIONS if f"--{name}" not in page] == []


def test_examples_of_the_help_run() -> None:
    examples = re.findall(r"^  (chouma score [^<\n]*)$", run("score", "--help").stdout, re.MULTILINE)
    assert len(examples) >= 5
    for example in examples:
        words = re.findall(r'"([^"]*)"|(\S+)', example)
        done = run(*(quoted or plain for quoted, plain in words[1:]))
        assert done.returncode == 0, (example, done.stderr)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["scor"], "score"),
        (["rules", "lst"], "list"),
        (["score", HAND, "--rnshan"], "--rinshan"),
        (["score", HAND, "--dorra", "2p"], "--dora"),
        (["score", HAND, "--dora"], "--dora"),
        (["score", HAND, "--seat", "E", "--seat", "S"], "seat"),
        (["rules", "diff", "tenhou"], "B"),
        (["rules", "show", "a", "b"], "b"),
        (["demo", "x"], "x"),
        (["score", HAND, "--kiriage-mangan=maybe"], "maybe"),
        (["score", "--set", "kiriage=true", HAND], "kiriage_mangan"),
        (["score", HAND, "--notation", "mjay"], "mjai"),
        (["score", HAND, "--by", "ron"], "by its mark"),
        (["score", "--jsonl", "--seat", "E"], "--seat"),
        (["score", "--jsonl", HAND], "the hand"),
    ],
    ids=lambda value: "_".join(value)[:40] if isinstance(value, list) else "",
)
def test_bad_usage(here: Any, words: list[str], told: str) -> None:
    status, out, err = here(*words)
    assert (status, out) == (2, "") and told in err and "Traceback" not in err


WORDS_OF_OPTIONS = st.sampled_from(list(OPTIONS.values()))
TEXTS = st.sampled_from(["123m", "+5s", "E", "2p0s", "kiriage_mangan=true", "(333p)", "*5s", "a b"])


@st.composite
def command_lines(draw: st.DrawFn) -> list[str]:
    """Plain command lines: words, and options that are given once."""
    parts = [[word] for word in draw(st.lists(TEXTS, max_size=4))]
    for option in draw(st.lists(WORDS_OF_OPTIONS, max_size=6, unique_by=lambda one: one.name)):
        if option.takes == MARK:
            parts.append([f"--{option.name}"])
        elif option.takes == BOTH:
            parts.append([draw(st.sampled_from([f"--{option.name}", f"--no-{option.name}"]))])
        else:
            for text in draw(st.lists(TEXTS, min_size=1, max_size=3 if option.takes == WORDS else 1)):
                parts.append(draw(st.sampled_from([[f"--{option.name}", text], [f"--{option.name}={text}"]])))
    return ["score", *(word for part in draw(st.permutations(parts)) for word in part)]


@given(command_lines())
def test_the_quick_reader_reads_what_cyclopts_reads(words: list[str]) -> None:
    fast = quick(words)
    assert fast is not None
    slow = app.read(words)
    assert (fast.words, fast.given) == (slow.words, slow.given)


# ------------------------------------------------------------------------------------- standard input and output


def test_hands_one_a_line() -> None:
    done = run("score", "--riichi", *EAST, given=f"# a comment\n\n{HAND}\n  4p\n{HAND.replace('+5s', '+2s')}\n")
    assert done.returncode == 3
    assert re.findall(r"^(\d han .*)$", done.stdout, re.MULTILINE) == ["3 han 30 fu: 3900 points", "3 han 30 fu: 3900 points"]
    assert "line 4: " in done.stderr and "1 of 3 lines failed" in done.stderr
    assert "4p" not in done.stdout


def test_what_many_lines_end_with() -> None:
    lost = "22z 333m 123p (567s) 34s *9s\n"
    assert run("score", given=HAND).returncode == 0
    assert run("score", given=f"{HAND}\n{lost}").returncode == 0
    assert run("score", given=lost).returncode == 1
    assert run("score", given="4p\n").returncode == 2
    assert run("score", given="4p\n5p\n").returncode == 3
    empty = run("score", given="\n# nothing\n")
    assert empty.returncode == 2 and "no hand" in empty.stderr
    assert run("score", "--jsonl", given="").returncode == 0


def test_lines_as_json() -> None:
    done = run("score", "--json", *EAST, given=f"{HAND}\n4p\n4h30f\n")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 3 and [answer["ok"] for answer in answers] == [True, False, True]


def test_one_request_over_many_lines() -> None:
    done = run("score", "--json", given=json.dumps(REQUEST, indent=2))
    assert done.returncode == 0 and json.loads(done.stdout)["points"] == 3900
    assert run("score", "--json", given='{\n"hand": 1}').returncode == 2
    plain = run("score", given=json.dumps(REQUEST))
    assert plain.returncode == 2 and "--json" in plain.stderr


def test_requests_one_a_line() -> None:
    lost = {**REQUEST, "hand": "22z 333m 123p (567s) 34s *9s", "flags": []}
    given = "\n".join(["", json.dumps(REQUEST), "not json", "  ", json.dumps(lost), json.dumps({**REQUEST, "honba": 1})])
    done = run("score", "--jsonl", given=given)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(one["ok"], one.get("win")) for one in answers] == [(True, True), (False, None), (True, False), (True, True)]
    assert answers[3]["payments"]["total"] == 3900 + 300
    assert done.returncode == 3 and "1 of 4 lines failed" in done.stderr


def test_a_peer_is_answered_at_once() -> None:
    """One line in, one line out, before the next is written."""
    command = [sys.executable, "-m", "chouma", "score", "--jsonl"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()) as peer:
        assert peer.stdin and peer.stdout
        for honba in range(3):
            peer.stdin.write(json.dumps({**REQUEST, "honba": honba}).encode() + b"\n")
            peer.stdin.flush()
            assert json.loads(peer.stdout.readline())["payments"]["total"] == 3900 + 300 * honba
        peer.stdin.close()
        assert peer.wait(timeout=30) == 0


def test_no_more_of_a_line_is_held_than_it_may_have() -> None:
    class Endless:
        """A stream of one line that ends after so many bytes."""

        def __init__(self, n: int) -> None:
            self.left, self.most_asked = n, 0

        def readline(self, size: int) -> bytes:
            self.most_asked = max(self.most_asked, size)
            n = min(size, self.left)
            self.left -= n
            return b"x" * n

    stream = Endless(10_000_000)
    assert list(lines(stream, 1000)) == [None]  # type: ignore[arg-type]
    assert stream.left == 0 and stream.most_asked <= 1 << 16


JUNK = {
    "a megabyte of junk": bytes(n * 7919 % 256 for n in range(1_000_000)),
    "a megabyte of brackets": b"[" * 999_999,
    "deep nesting": b'{"a":' * 150_000,
    "null bytes": b"\0" * 100 + b"\n",
    "a null in a hand": b'{"hand": "1m\\u0000", "seat": "E", "round": "E"}',
    "three megabytes in a line": b"1" * 3_000_000,
    "a lone surrogate": b'{"hand": "\\ud800", "seat": "\\udfff", "round": "E"}',
    "a huge number": b'{"honba": ' + b"9" * 4000 + b', "hand": "1m", "seat": "E", "round": "E"}',
    "a flood of keys": json.dumps({f"k{n}": n for n in range(50_000)}).encode(),
    "a flood of flags": json.dumps({**REQUEST, "flags": [f"k{n}" for n in range(50_000)]}).encode(),
    "a flood of switches": json.dumps({**REQUEST, "rules": {f"k{n}": n for n in range(50_000)}}).encode(),
}


@pytest.mark.parametrize("mode", ["--jsonl", "--json", "--explain"])
@pytest.mark.parametrize("junk", JUNK)
def test_junk(junk: str, mode: str) -> None:
    done = run("score", mode, given=JUNK[junk])
    assert done.returncode in (2, 3)
    assert done.stdout or done.stderr
    for line in done.stdout.splitlines():
        assert json.loads(line)["ok"] is False


@pytest.mark.parametrize(
    "words",
    [["score", "\udcff"], ["score", HAND, "--rules", "\udcff.toml"], ["\udcff"], ["score", "1m" * 40_000], ["score", "--\udcff"]],
    ids=["hand", "file", "command", "long", "option"],
)
def test_junk_on_the_command_line(words: list[str]) -> None:
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, "") and 0 < len(done.stderr) < 100_000


def test_a_closed_pipe_ends_quietly() -> None:
    given = (json.dumps(REQUEST) + "\n").encode() * 2000
    done = shell(f"{sys.executable} -m chouma score --jsonl | head -n 1; exit ${{PIPESTATUS[0]}}", given)
    assert done.stderr == b"" and done.returncode == 0
    assert json.loads(done.stdout)["points"] == 3900


@pytest.mark.parametrize("where", ["/dev/full", "&-"])
def test_an_output_that_takes_nothing(where: str) -> None:
    done = shell(f"{sys.executable} -m chouma score 4h30f >{where}")
    assert b"Traceback" not in done.stderr
    assert done.returncode == (2 if where == "/dev/full" else 0)


def test_an_interrupt_ends_quietly() -> None:
    command = [sys.executable, "-m", "chouma", "score", "--jsonl"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) as peer:
        assert peer.stdin and peer.stdout and peer.stderr
        peer.stdin.write(json.dumps(REQUEST).encode() + b"\n")
        peer.stdin.flush()
        assert json.loads(peer.stdout.readline())["ok"]
        time.sleep(0.1)  # back to waiting for a line
        peer.send_signal(signal.SIGINT)
        assert peer.wait(timeout=30) == 130
        assert peer.stderr.read() == b""


def test_colour_is_for_terminals_alone(monkeypatch: pytest.MonkeyPatch, here: Any) -> None:
    assert "\x1b" not in run("score", HAND, *EAST).stdout
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = here("score", HAND, *EAST)[1]
    assert "\x1b[" in coloured
    for quiet in (["--no-color"], []):
        monkeypatch.setenv("NO_COLOR", "" if quiet else "1")
        shown = here("score", HAND, *EAST, *quiet)[1]
        assert "\x1b" not in shown
        assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == shown


def test_a_hand_is_scored_without_what_it_needs_not() -> None:
    """Start-up is a feature: neither Cyclopts nor Rich nor msgspec for a plain command line."""
    code = "import sys; from chouma.cli import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code, "score", HAND, *EAST], capture_output=True, text=True, env=environment(), timeout=60)
    loaded = {name.partition(".")[0] for name in done.stderr.split()}
    assert "chouma" in loaded and not loaded & {"cyclopts", "rich", "msgspec", "numpy", "attrs", "asyncio"}
