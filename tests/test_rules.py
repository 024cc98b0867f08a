"""Rule sets: the table of switches, the presets and their sources, changing and telling them, the names of the yaku."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chouma.errors import RuleError, UnknownNameError
from chouma.riichi.names import CATEGORIES, LANGUAGES, YAKU_NAMES
from chouma.riichi.rules import SWITCHES, RiichiRules, preset_names, rules
from chouma.rulesets import CHANGED_BY_USER
from chouma.switches import Frozen, plain

DOUBLES = ["suuankou_tanki", "kokushi_13", "junsei_chuuren", "daisuushii"]
THREE_PAO = ["daisangen", "daisuushii", "suukantsu"]

# the table of switches: name -> (legal values, the default first, or None where they are no short list; the default; the stage)
YES, NO = (True, False), (False, True)
TABLE_OF_SWITCHES = {
    "players": ((4, 3), 4, "hand"),
    "red_fives": ((3, 0, 4), 3, "hand"),
    "kuitan": (YES, True, "hand"),
    "double_wind_pair_fu": ((4, 2), 4, "hand"),
    "pinfu_tsumo": (YES, True, "hand"),
    "rinshan_tsumo_fu": (YES, True, "hand"),
    "open_pinfu_ron_fu": ((30, 20), 30, "hand"),
    "chiitoitsu": (("25fu2han", "50fu1han"), "25fu2han", "hand"),
    "kiriage_mangan": (NO, False, "hand"),
    "counted_yakuman": (("yakuman", "sanbaiman", "unlimited"), "yakuman", "hand"),
    "double_yakuman": (None, [], "hand"),
    "yakuman_stacking": (YES, True, "hand"),
    "aotenjou": (("off", "all", "reduced"), "off", "hand"),
    "renhou": (("none", "mangan_fixed", "mangan_additive", "yakuman"), "none", "hand"),
    "ippatsu": (YES, True, "hand"),
    "ura_dora": (YES, True, "hand"),
    "kan_dora": (YES, True, "hand"),
    "kokushi_on_ankan": (NO, False, "hand"),
    "local_yaku": (None, {}, "hand"),
    "honba_points": (None, 300, "hand"),
    "tsumo_loss": (("loss", "split", "even"), "loss", "hand"),
    "multiple_ron": (("all", "double", "head_bump"), "all", "table"),
    "honba_on_multiple_ron": (("first", "each"), "first", "table"),
    "pao": (None, ["daisangen", "daisuushii"], "table"),
    "pao_scope": (("yakuman", "hand"), "yakuman", "table"),
    "pao_honba": (("liable", "discarder"), "liable", "table"),
    "noten_points": (None, 3000, "table"),
    "nagashi_mangan": (("draw", "win", "off"), "draw", "table"),
    "start_points": (None, 25000, "table"),
    "return_points": (None, 30000, "table"),
    "end_target": (None, 30000, "table"),
    "final_rounding": (("none", "thousands", "thousands_up"), "none", "table"),
    "length": (("half", "east", "full"), "half", "table"),
    "extension": (YES, True, "table"),
    "sudden_death": (YES, True, "table"),
    "bankruptcy": (YES, True, "table"),
    "dealer_stop": (YES, True, "table"),
    "deposits_before_target": (YES, True, "table"),
    "chombo": (("reverse_mangan", "points", "after_uma"), "reverse_mangan", "table"),
    "chips": (None, 0, "table"),
    "uma": (None, [20, 10, -10, -20], "table"),
    "ties": (("seat", "split"), "seat", "table"),
    "leftover_deposits": (("first", "lost", "dealer"), "first", "table"),
}

# base, and what differs from it
PRESETS = {
    "kansai": ("general", {"open_pinfu_ron_fu": 20}),
    "tenhou": ("general", {"multiple_ron": "double", "pao_scope": "hand", "deposits_before_target": False}),
    "tenhou-2021": ("tenhou", {"final_rounding": "thousands"}),
    "tenhou-sanma": (
        "tenhou",
        {"players": 3, "noten_points": 2000, "start_points": 35000, "return_points": 40000, "end_target": 40000, "uma": [20, 0, -20]},
    ),
    "majsoul": ("general", {"double_yakuman": DOUBLES, "kokushi_on_ankan": True, "return_points": 25000, "uma": [15, 5, -5, -15]}),
    "majsoul-sanma": (
        "majsoul",
        {"players": 3, "noten_points": 2000, "start_points": 35000, "return_points": 35000, "end_target": 40000, "uma": [15, 0, -15]},
    ),
    "mleague": (
        "general",
        {
            "double_wind_pair_fu": 2,
            "kiriage_mangan": True,
            "counted_yakuman": "sanbaiman",
            "multiple_ron": "head_bump",
            "pao": THREE_PAO,
            "nagashi_mangan": "off",
            "uma": [30, 10, -10, -30],
        },
    ),
    "wrc": (
        "general",
        {
            "red_fives": 0,
            "double_wind_pair_fu": 2,
            "kiriage_mangan": True,
            "renhou": "mangan_fixed",
            "multiple_ron": "head_bump",
            "pao": THREE_PAO,
            "nagashi_mangan": "off",
            "start_points": 30000,
            "uma": [15, 5, -5, -15],
            "ties": "split",
        },
    ),
    "ema": (
        "general",
        {
            "red_fives": 0,
            "double_wind_pair_fu": 2,
            "kiriage_mangan": True,
            "counted_yakuman": "sanbaiman",
            "renhou": "mangan_fixed",
            "yakuman_stacking": False,
            "kokushi_on_ankan": True,
            "honba_on_multiple_ron": "each",
            "pao_honba": "discarder",
            "nagashi_mangan": "off",
            "start_points": 30000,
            "uma": [15, 5, -5, -15],
        },
    ),
    "ema2016": ("ema", {"double_wind_pair_fu": 4, "kiriage_mangan": False}),
    "jpml": (
        "general",
        {
            "red_fives": 0,
            "ippatsu": False,
            "ura_dora": False,
            "kan_dora": False,
            "double_wind_pair_fu": 2,
            "counted_yakuman": "sanbaiman",
            "multiple_ron": "head_bump",
            "pao": THREE_PAO,
            "pao_honba": "discarder",
            "nagashi_mangan": "off",
            "start_points": 30000,
            "uma": {"1": [12, -1, -3, -8], "2": [8, 4, -4, -8], "3": [8, 3, 1, -12]},
        },
    ),
}

LEGAL = {
    "double_yakuman": [[], DOUBLES, ["daichisei"]],
    "local_yaku": [
        {},
        {"sanrenkou": True},
        {"isshoku_sanjun": {"closed": 3, "open": 2}, "shiiaru_raotai": {"open": 1}, "kanburi": {"yakuman": 2}},
    ],
    "honba_points": [0, 300, 1500],
    "pao": [[], THREE_PAO],
    "noten_points": [0, 2000, 3000],
    "start_points": [25000, 35000],
    "return_points": [25000, 30000],
    "end_target": [0, 40000],
    "chips": [0, 500],
    "uma": [[20, 10, -10, -20], [15, 0, -15], {"1": [12, -1, -3, -8], "3": [8, 3, 1, -12]}],
}

WRONG = [
    ("players", 2),
    ("players", True),
    ("red_fives", 1),
    ("kuitan", 1),
    ("kuitan", "true"),
    ("double_wind_pair_fu", 4.0),
    ("double_wind_pair_fu", "4"),
    ("double_wind_pair_fu", None),
    ("chiitoitsu", "25"),
    ("renhou", False),
    ("double_yakuman", "daisuushii"),
    ("double_yakuman", ["pinfu"]),
    ("double_yakuman", ["daisuushi"]),
    ("double_yakuman", [["daisuushii"]]),
    ("double_yakuman", ["daisuushii", "daisuushii"]),
    ("pao", {"daisangen": True}),
    ("local_yaku", ["sanrenkou"]),
    ("local_yaku", {"pinfu": True}),
    ("local_yaku", {"renhou": True}),
    ("local_yaku", {"nagashi_mangan": True}),
    ("local_yaku", {"shiisan_puutaa": True}),
    ("local_yaku", {"sanrenkou": 2}),
    ("local_yaku", {"sanrenkou": 1}),
    ("local_yaku", {"sanrenkou": False}),
    ("local_yaku", {"sanrenkou": {}}),
    ("local_yaku", {"sanrenkou": {"closed": None, "open": None}}),
    ("local_yaku", {"sanrenkou": {"closed": 2, "yakuman": 1}}),
    ("local_yaku", {"sanrenkou": {"closed": True}}),
    ("local_yaku", {"sanrenkou": {"yakuman": 0}}),
    ("local_yaku", {"sanrenkou": {"han": 2}}),
    ("honba_points", 100),
    ("honba_points", -300),
    ("honba_points", 10**5000),
    ("noten_points", 50),
    ("start_points", "25000"),
    ("chips", -1),
    ("uma", [20, 10, -10]),
    ("uma", [20, 10, -10, -20, 0]),
    ("uma", [20, -20]),
    ("uma", [7.5, 2.5, -2.5, -7.5]),
    ("uma", {"4": [20, 10, -10, -20]}),
    ("uma", {}),
    ("uma", 20),
]


def every_legal(name):
    return LEGAL.get(name) or list(SWITCHES[name].choices)


# --- the table of switches


def test_the_switches_are_those_of_the_table():
    assert list(SWITCHES) == list(TABLE_OF_SWITCHES)
    for name, (choices, default, stage) in TABLE_OF_SWITCHES.items():
        switch = SWITCHES[name]
        assert (switch.name, switch.choices, plain(switch.default), switch.stage) == (name, choices, default, stage)
        assert [type(choice) for choice in switch.choices or ()] == [type(choice) for choice in choices or ()]
        assert switch.doc and not switch.doc.endswith(".") and switch.allowed


def test_each_legal_value_is_taken_and_reads_back():
    for name in SWITCHES:
        for value in every_legal(name):
            made = rules("general").but(**{name: value})
            assert plain(SWITCHES[name].check(value)) == plain(getattr(made, name))
            assert rules(made.to_dict()) == made
            assert bool(made.diff("general")) == (value != TABLE_OF_SWITCHES[name][1])


@pytest.mark.parametrize(("name", "value"), WRONG, ids=lambda part: str(part)[:40] if type(part) is not int else "int")
def test_a_wrong_value_is_refused_with_its_switch_and_the_mend(name, value):
    for make in (
        lambda: rules("general").but(**{name: value}),
        lambda: RiichiRules(**{name: value}),
        lambda: rules({"base": "tenhou", name: value}),
    ):
        with pytest.raises(RuleError) as refused:
            make()
        message = str(refused.value)
        assert message.startswith(f"{name} is ") and len(message.split(": ", 1)[1]) > 10, message
        assert len(message) < 600


def test_messages_say_what_is_allowed():
    def refusal(**switches):
        with pytest.raises(RuleError) as refused:
            rules("general").but(**switches)
        return str(refused.value)

    assert refusal(kuitan=1) == "kuitan is 1: it is true or false"
    assert refusal(double_wind_pair_fu=True) == "double_wind_pair_fu is true: it is 4 or 2"
    assert "did you mean daisuushii" in refusal(double_yakuman=["daisuushi"])
    assert "draw" in refusal(local_yaku={"nagashi_mangan": True})
    assert "dealt" in refusal(local_yaku={"shiisan_puutaa": True})
    assert "add up to 0" in refusal(uma=[20, 10, -10, -10])
    assert "leave it out" in refusal(local_yaku={"sanrenkou": False})


def test_all_wrong_values_come_at_once():
    with pytest.raises(RuleError) as refused:
        rules({"kuitan": 0, "players": 5, "local_yaku": {"pinfu": True, "sanrenko": True}})
    message = str(refused.value)
    assert all(part in message for part in ("kuitan", "players", "pinfu", "did you mean sanrenkou"))


def test_an_unknown_switch_is_named_with_the_nearest():
    for make in (lambda: rules("general").but(kiriage=True), lambda: rules({"base": "general", "kiriage": True, "players": 5})):
        with pytest.raises(UnknownNameError, match="kiriage_mangan"):
            make()
    with pytest.raises(UnknownNameError, match="kuitan"):
        rules("general").source("kuitn")


def test_one_and_true_are_different_keys():
    assert rules({"kuitan": True}) == rules("general")
    with pytest.raises(RuleError):
        rules({"kuitan": 1})
    assert rules({"honba_points": 0}).honba_points == 0
    with pytest.raises(RuleError):
        rules({"honba_points": False})


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("kuitan", "false", False),
        ("kuitan", "ON", True),
        ("double_wind_pair_fu", " 2 ", 2),
        ("chiitoitsu", "50fu1han", "50fu1han"),
        ("renhou", "none", "none"),
        ("pao", "daisangen, suukantsu", ("daisangen", "suukantsu")),
        ("pao", '["daisangen"]', ("daisangen",)),
        ("double_yakuman", "none", ()),
        ("double_yakuman", "kokushi_13", ("kokushi_13",)),
        ("local_yaku", '{"sanrenkou": true}', {"sanrenkou": True}),
        ("uma", "[15, 5, -5, -15]", (15, 5, -5, -15)),
    ],
)
def test_a_value_can_be_read_from_text(name, text, value):
    read = SWITCHES[name].read(text)
    assert read == value and type(read) is type(SWITCHES[name].check(value))


@pytest.mark.parametrize(
    ("name", "text"), [("kuitan", "1"), ("players", "true"), ("pao", "pinfu"), ("uma", "x"), ("local_yaku", "[" * 100_000)]
)
def test_text_that_is_no_value_is_refused(name, text):
    with pytest.raises(RuleError, match=f"^{name} is "):
        SWITCHES[name].read(text)


# --- presets


def test_the_presets_are_there():
    assert preset_names()[0] == "general" and set(preset_names()) == {"general", *PRESETS}


def test_general_is_the_defaults():
    general = rules()
    assert general is rules("general") and general.base is None and general.is_preset
    for name, (_, default, _) in TABLE_OF_SWITCHES.items():
        assert plain(getattr(general, name)) == default, name
        assert plain(getattr(RiichiRules(), name)) == default, name


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_its_base_and_differences(preset):
    base, differences = PRESETS[preset]
    found = rules(preset)
    assert (found.name, found.base, found.is_preset) == (preset, base, True)
    assert {name: plain(value) for name, value in found.differences.items()} == differences
    for name in SWITCHES:
        assert plain(getattr(found, name)) == differences.get(name, plain(getattr(rules(base), name))), name
    assert {row.switch for row in found.diff(base).rows} == set(differences)
    assert found.title and found.for_table() is found


def test_the_presets_are_those_of_the_given_facts(root):
    facts = root.parent / "shared" / "spec" / "riichi_presets.json"
    if not facts.exists():
        pytest.skip(f"the given facts are not here: {facts.name}")
    given = json.loads(facts.read_text(encoding="utf-8"))["presets"]
    assert set(given) == set(preset_names())
    for preset, told in given.items():
        found = rules(preset)
        assert found.base == told["base"]
        for name, value in told["values"].items():
            assert plain(getattr(found, name)) == value, (preset, name)
        for name in told.get("unverified", []):
            assert name in found.unverified or name.startswith("all values"), (preset, name)


def test_every_value_has_a_source():
    for preset in preset_names():
        found = rules(preset)
        assert set(found.sources) == set(SWITCHES) and all(len(source) > 5 for source in found.sources.values())
        assert set(found.differences) <= set(found.origins)
    assert set(rules("general").origins) == set(SWITCHES)


def test_sources_are_looked_up_through_the_bases():
    sanma = rules("tenhou-sanma")
    assert sanma.source("players") == rules("tenhou-sanma").origins["players"].source
    assert sanma.source("pao_scope") == rules("tenhou").source("pao_scope") != rules("general").source("pao_scope")
    assert sanma.source("kuitan") == rules("general").source("kuitan")
    assert sanma.origin("kuitan").rules == "general" and sanma.origin("pao_scope").rules == "tenhou"


def test_unverified_values_say_so():
    assert set(rules("general").unverified) == {"uma", "ties", "chombo", "sudden_death"}
    assert "uma" not in rules("tenhou").unverified  # the finals show it
    assert {"uma", "honba_on_multiple_ron", "pao_honba"} <= set(rules("majsoul").unverified)
    assert {"uma", "start_points", "end_target"} <= set(rules("majsoul-sanma").unverified)
    assert "return_points" not in rules("majsoul-sanma").unverified
    assert "pao_honba" in rules("wrc").unverified and "uma" not in rules("wrc").unverified
    assert set(PRESETS["ema"][1]) <= set(rules("ema").unverified)
    assert "honba_on_multiple_ron" in rules("ema2016").unverified and "kiriage_mangan" not in rules("ema2016").unverified
    assert {"counted_yakuman", "uma"} <= set(rules("jpml").unverified)


def test_describe_lists_every_switch():
    rows = {row.switch: row for row in rules("jpml").describe()}
    assert list(rows) == list(SWITCHES)
    assert rows["uma"].unverified and rows["uma"].differs and rows["uma"].value == rules("jpml").uma
    assert not rows["kuitan"].differs and rows["kuitan"].value is True
    assert rows["kuitan"].doc == SWITCHES["kuitan"].doc and rows["kuitan"].source == rules("general").source("kuitan")


def test_the_stock_is_what_is_played_with():
    assert rules("tenhou-sanma").stock.available(1) == 0  # 2m
    assert (rules("tenhou").stock.available(34), rules("wrc").stock.available(34)) == (1, 0)


def test_uma_by_the_number_of_players_at_the_return():
    jpml = rules("jpml")
    assert [jpml.uma_of(n) for n in range(5)] == [(0,) * 4, (12, -1, -3, -8), (8, 4, -4, -8), (8, 3, 1, -12), (0,) * 4]
    assert rules("wrc").uma_of(2) == (15, 5, -5, -15)


def test_a_rule_set_that_no_table_can_settle_says_so():
    three = rules("general").but(players=3)
    with pytest.raises(RuleError, match=r"uma .*\[20, 10, -10, -20\].* 3 players"):
        three.for_table()
    with pytest.raises(RuleError, match=r"noten_points is 2000: with 4 players it is a multiple of 300"):
        rules("general").but(noten_points=2000).for_table()
    assert three.but(uma=[20, 0, -20]).for_table().players == 3


# --- changing


def test_but_makes_a_new_rule_set():
    tenhou = rules("tenhou")
    club = tenhou.but(name="club", red_fives=0, double_wind_pair_fu=2)
    assert (club.name, club.base, club.red_fives, club.double_wind_pair_fu, club.multiple_ron) == ("club", "tenhou", 0, 2, "double")
    assert (tenhou.red_fives, tenhou.double_wind_pair_fu) == (3, 4)
    assert club.source("red_fives") == CHANGED_BY_USER and club.source("pao_scope") == tenhou.source("pao_scope")
    more = club.but(kuitan=False)
    assert more.base == "tenhou" and more.to_dict() == {"base": "tenhou", "red_fives": 0, "kuitan": False, "double_wind_pair_fu": 2}
    assert more.but(kuitan=True, red_fives=3, double_wind_pair_fu=4) is tenhou
    assert club.but(name="other", red_fives=3).source("red_fives") == tenhou.source("red_fives")
    assert RiichiRules(red_fives=0).source("red_fives") == CHANGED_BY_USER


def test_a_rule_set_without_a_name_is_called_after_its_changes():
    assert rules({"base": "tenhou", "kuitan": False}).name == "tenhou with kuitan=false"
    assert rules("general").but(kuitan=False, ippatsu=False, ura_dora=False, kan_dora=False).name == "general with 4 changes"
    assert rules({"base": "tenhou", "kuitan": True}) is rules("tenhou")
    assert RiichiRules(kuitan=False).name == "general with kuitan=false"


@pytest.mark.parametrize("name", ["", "  ", "two\nlines", "a\0b", "x" * 101, 5, ["a"]])
def test_a_name_is_one_short_line(name):
    with pytest.raises(RuleError, match="the name of a rule set"):
        rules({"base": "tenhou", "name": name, "kuitan": False})


def test_a_changed_rule_set_cannot_pose_as_a_preset():
    with pytest.raises(RuleError, match="another name"):
        rules("general").but(name="tenhou")
    assert rules("general").but(name="tenhou", multiple_ron="double", pao_scope="hand", deposits_before_target=False) is rules("tenhou")


def test_diff_prints_a_table():
    club = rules("tenhou").but(name="club", red_fives=0, double_yakuman=["kokushi_13"])
    difference = club.diff("tenhou")
    assert str(difference).splitlines() == [
        "switch          club            tenhou",
        "red_fives       0               3",
        'double_yakuman  ["kokushi_13"]  []',
    ]
    assert difference and not club.diff(club) and "same rules" in str(club.diff(club))
    assert difference.to_dict() == {
        "mine": "club",
        "theirs": "tenhou",
        "rows": [
            {"switch": "red_fives", "mine": 0, "theirs": 3, "doc": SWITCHES["red_fives"].doc},
            {"switch": "double_yakuman", "mine": ["kokushi_13"], "theirs": [], "doc": SWITCHES["double_yakuman"].doc},
        ],
    }
    assert [(row.mine, row.theirs) for row in difference.rows] == [(row.theirs, row.mine) for row in rules("tenhou").diff(club).rows]


def test_a_list_of_yaku_has_no_order():
    one, other = (rules("general").but(name="x", double_yakuman=ids) for ids in (DOUBLES, DOUBLES[::-1]))
    assert one == other and hash(one) == hash(other) and not one.diff(other)
    assert rules("general").but(pao=["daisuushii", "daisangen"]) is rules("general")


class Yaku(SimpleNamespace):
    __hash__ = object.__hash__


def test_adding_a_yaku():
    mine, newer = Yaku(id="sanrenkou"), Yaku(id="sanrenkou", newer=True)
    club = rules("tenhou").but(name="club", red_fives=0)
    added = club.adding(mine)
    assert added.extra_yaku == (mine,) and club.extra_yaku == () and added != club and added.name == "club"
    assert added.adding(newer).extra_yaku == (newer,)
    assert rules("tenhou").adding(mine).name == "tenhou with sanrenkou" and rules("tenhou").extra_yaku == ()
    assert added.but(kuitan=False).extra_yaku == (mine,)
    assert [(row.switch, row.mine, row.theirs) for row in added.diff(club).rows] == [("extra_yaku", ("sanrenkou",), ())]
    with pytest.raises(RuleError, match="extra_yaku can't be read"):
        rules(added.to_dict())


@pytest.mark.parametrize("wrong", [Yaku(id="pinfu"), Yaku(id="kanburi"), Yaku(), Yaku(id=3), len])
def test_what_cannot_be_added(wrong):
    with pytest.raises(RuleError):
        rules({"local_yaku": {"kanburi": True}}).adding(wrong)


# --- keys, copies, and telling them


def test_a_rule_set_is_frozen_and_a_key():
    tenhou = rules("tenhou")
    with pytest.raises(AttributeError):
        tenhou.kuitan = False
    club = {"base": "tenhou", "local_yaku": {"sanrenkou": {"closed": 2, "open": 1}}, "name": "club"}
    one, other = rules(club), rules(dict(reversed(club.items())))
    assert {one: 1}[other] == 1 and one.local_yaku["sanrenkou"]["open"] == 1 and one.local == {"sanrenkou": {"closed": 2, "open": 1}}
    assert len({rules(name) for name in preset_names()}) == len(preset_names())
    assert rules("general").but(name="a") != rules("general").but(name="b") != "b"


def test_what_is_given_is_not_kept():
    given = {"base": "general", "uma": [15, 5, -5, -15], "local_yaku": {"sanrenkou": {"yakuman": 1}}}
    copy = json.loads(json.dumps(given))
    made = rules(given)
    given["uma"].append(1)
    given["local_yaku"]["sanrenkou"]["yakuman"] = 2
    assert made == rules(copy) and made.local["sanrenkou"]["yakuman"] == 1


def test_a_rule_set_travels_to_another_process(root):
    club = rules("jpml").but(name="club", local_yaku={"sanrenkou": {"closed": 2}}, pao=["daisangen"])
    assert pickle.loads(pickle.dumps(club)) == club
    hash(club)  # what is cached must not travel: texts hash differently there
    code = (
        "import pickle, sys; from chouma.riichi.rules import rules; club = pickle.load(sys.stdin.buffer);"
        "same = rules('jpml').but(name='club', local_yaku={'sanrenkou': {'closed': 2}}, pao=['daisangen']);"
        "print({club: 'found'}.get(same))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=pickle.dumps(club),
        capture_output=True,
        env={"PYTHONPATH": str(root / "src"), "PYTHONHASHSEED": "12345"},
        check=False,
    )
    assert done.stdout.strip() == b"found", done.stderr.decode()


def test_wire_forms():
    assert (rules("tenhou").wire, rules("tenhou").to_dict()) == ("tenhou", {"base": "tenhou"})
    assert rules({"base": "tenhou"}) is rules("tenhou")
    made = rules({"base": "tenhou", "kiriage_mangan": True})
    assert made.wire == {"base": "tenhou", "kiriage_mangan": True}
    club = rules("wrc").but(name="club", uma={"1": [12, -1, -3, -8]})
    assert json.loads(json.dumps(club.wire)) == {"name": "club", "base": "wrc", "uma": {"1": [12, -1, -3, -8]}}
    assert repr(club) == "RiichiRules('club', base='wrc', uma={'1': [12, -1, -3, -8]})"


@st.composite
def rule_sets(draw):
    names = draw(st.lists(st.sampled_from(list(SWITCHES)), unique=True, max_size=6))
    switches = {name: draw(st.sampled_from(every_legal(name))) for name in names}
    return rules(draw(st.sampled_from(preset_names()))).but(draw(st.sampled_from([None, "club", 'クラブ "x"'])), **switches)


@given(rule_sets())
def test_every_rule_set_reads_back_from_its_wire_form(made):
    assert rules(json.loads(json.dumps(made.to_dict()))) == made
    assert rules(made.wire) == made and hash(rules(made.wire)) == hash(made)
    assert rules(made) is made


@given(rule_sets(), rule_sets())
def test_diff_is_what_differs(one, other):
    changed = {row.switch: row.mine for row in one.diff(other).rows}
    assert bool(one.diff(other)) == bool(changed)
    assert not other.but(**changed).diff(one)


# --- files


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@given(made=rule_sets())
def test_every_rule_set_reads_back_from_toml(made, tmp_path_factory):
    path = write(tmp_path_factory.mktemp("rules"), "any.toml", made.to_toml())
    read = rules(path)
    assert read == made and read.sources == made.sources and read.unverified == made.unverified


def test_a_file_of_ones_own(tmp_path):
    path = write(
        tmp_path,
        "club.toml",
        'base = "tenhou"\ntitle = "Our club"\nred_fives = 0\numa = [30, 10, -10, -30]\n'
        '[double_wind_pair_fu]\nvalue = 2\nsource = "the meeting of May"\n[kuitan]\nsource = "the meeting of June"\nunverified = true\n'
        "[local_yaku]\nsanrenkou = true\nkanburi = {closed = 2, open = 1}\n",
    )
    for club in (rules(path), rules(str(path))):
        assert (club.name, club.base, club.title, club.red_fives, club.double_wind_pair_fu) == ("club", "tenhou", "Our club", 0, 2)
        assert club.local == {"sanrenkou": True, "kanburi": {"closed": 2, "open": 1}}
        assert club.source("double_wind_pair_fu") == "the meeting of May" and club.source("red_fives") == "the file club.toml"
        assert club.kuitan is True and club.source("kuitan") == "the meeting of June" and "kuitan" in club.unverified
        assert rules(club.to_dict()) == club


def test_a_file_may_stand_on_another_file(tmp_path):
    write(tmp_path, "club.toml", 'name = "club"\nbase = "wrc"\nred_fives = 3\nkuitan = false\n')
    night = rules(write(tmp_path, "night.toml", 'base = "club.toml"\nkuitan = true\nippatsu = false\n'))
    assert (night.name, night.base, night.red_fives, night.kuitan, night.ippatsu, night.renhou) == (
        "night",
        "wrc",
        3,
        True,
        False,
        "mangan_fixed",
    )
    assert night.source("red_fives") == "the file club.toml"
    assert rules(night.to_dict()) == night


BAD_FILES = {
    "not TOML": ("x = = 1", "not TOML"),
    "unknown switch": ("kuitann = true", "did you mean kuitan"),
    "unknown key": ("[kuitan]\nvalue = true\nsorce = 'x'", "did you mean source"),
    "wrong value": ("kuitan = 1\nplayers = 7", r"kuitan is 1.*\n.*players is 7|players is 7.*\n.*kuitan is 1"),
    "wrong source": ("[kuitan]\nvalue = true\nsource = 3", "source is text"),
    "no such base": ('base = "tenho"', "did you mean tenhou"),
    "no such base file": ('base = "nobody.toml"', "no such file"),
    "base is a number": ("base = 3", "base is 3"),
    "its own base": ('base = "bad.toml"', "break the circle"),
    "date": ("kuitan = 2020-01-01", "kuitan is"),
    "deep": ("uma = " + "[" * 30_000, "nested too deep|not TOML"),
    "huge": ("#" * 70_000, "larger than 64 KB"),
    "null": ("a\0b = 1", "not TOML"),
    "a preset's name": ('name = "tenhou"\nkuitan = false', "another name"),
    "empty name": ('name = " "\nkuitan = false', "the name of a rule set"),
}


@pytest.mark.parametrize("case", BAD_FILES)
def test_a_bad_file_is_refused_by_name(case, tmp_path):
    text, message = BAD_FILES[case]
    path = write(tmp_path, "bad.toml", text)
    with pytest.raises(RuleError, match=message) as refused:
        rules(path)
    assert "bad.toml" in str(refused.value) and len(str(refused.value)) < 1000


def test_files_that_cannot_be_read(tmp_path):
    (tmp_path / "latin.toml").write_bytes(b"title = '\xe9'")
    (tmp_path / "folder.toml").mkdir()
    for name, message in {
        "latin.toml": "not UTF-8",
        "folder.toml": "no such file",
        "none.toml": "no such file",
        "a\0b.toml": "no such file",
    }.items():
        with pytest.raises(RuleError, match=message):
            rules(str(tmp_path) + "/" + name)


def test_circles_and_towers_of_bases_are_refused(tmp_path):
    for one, other in pairwise([*(f"f{n}.toml" for n in range(3)), "f0.toml"]):
        write(tmp_path, one, f'base = "{other}"')
    with pytest.raises(RuleError, match="break the circle"):
        rules(tmp_path / "f0.toml")
    for n in range(40):
        write(tmp_path, f"t{n}.toml", f'base = "t{n + 1}.toml"')
    with pytest.raises(RuleError, match="more than 16 bases"):
        rules(tmp_path / "t0.toml")


def test_strangers_get_no_files(tmp_path):
    path = write(tmp_path, "club.toml", "kuitan = false")
    for spec in (path, str(path), {"base": str(path)}):
        with pytest.raises(RuleError):
            rules(spec, files=False)
    with pytest.raises(UnknownNameError):
        rules({"base": str(path)})


@pytest.mark.parametrize("spec", [None, 3, True, ["tenhou"], b"tenhou", {"base": 3}, {"base": None}, {"base": ["tenhou"]}])
def test_what_is_no_rule_set(spec):
    with pytest.raises(RuleError):
        rules(spec)


@pytest.mark.parametrize(
    ("name", "near"), [("tenho", "tenhou"), ("mleage", "mleague"), ("../general", "general"), ("", ""), ("x" * 1_000_000, "")]
)
def test_an_unknown_name_gives_the_nearest(name, near):
    with pytest.raises(UnknownNameError) as refused:
        rules(name)
    assert near in str(refused.value) and len(str(refused.value)) < 200


def test_hostile_mappings():
    deep: object = True
    for _ in range(100_000):
        deep = [deep]
    for spec in ({"uma": deep}, {"kuitan": "x" * 1_000_000}, {3: 4}, {"x" * 1_000_000: 1}, {"kuitan": object()}, {None: 1, "b": 2}):
        with pytest.raises(RuleError) as refused:
            rules(spec)
        assert len(str(refused.value)) < 400


# --- names of the yaku


def test_the_table_of_names():
    assert len(YAKU_NAMES) == 74
    assert [sum(name.category == category for name in YAKU_NAMES.values()) for category in CATEGORIES] == [45, 1, 4, 1, 23]
    for id, name in YAKU_NAMES.items():
        assert name.id == id and id.isascii() and name.category in CATEGORIES
        for lang in LANGUAGES:
            assert name.text(lang).strip() == name.text(lang) != ""
        assert name.en.isascii() and name.romaji.isascii() and not name.ja.isascii() and not name.zh_hans.isascii()
    for lang in LANGUAGES:
        assert len({name.text(lang) for name in YAKU_NAMES.values()}) == 74, lang


def test_the_numbers_of_the_platforms():
    tenhou = sorted(number for name in YAKU_NAMES.values() for number in name.tenhou)
    assert sorted(set(tenhou)) == list(range(55)) and len(tenhou) == 56  # a declared north counts as dora there
    majsoul = [name.majsoul for name in YAKU_NAMES.values() if name.majsoul is not None]
    assert len(majsoul) == len(set(majsoul)) and set(majsoul) == set(range(1, 65))
    assert (YAKU_NAMES["kokushi_13"].tenhou, YAKU_NAMES["kokushi_13"].majsoul) == ((48,), 49)
    assert YAKU_NAMES["seat_wind"].tenhou == (10, 11, 12, 13)


def test_names_in_their_languages():
    assert YAKU_NAMES["ryuuiisou"].text("zh-Hans") == "绿一色" and YAKU_NAMES["ryuuiisou"].text("zh-Hant") == "綠一色"
    assert YAKU_NAMES["ryuuiisou"].text("ja") == "緑一色" and YAKU_NAMES["ryuuiisou"].text("en") == "All green"
    hans = "".join(name.zh_hans for name in YAKU_NAMES.values())
    assert not set(hans) & set("門發嶺槍槓撈魚風場純帶對寶裏紅莊時單燈綠連國無雙鄰車輪開氣貫")
    hant = "".join(name.zh_hant for name in YAKU_NAMES.values())
    assert not set(hant) & set("门发岭枪杠捞鱼风场纯带对宝里红庄单灯绿连国无双邻车轮开气贯帯緑対単発")
    with pytest.raises(UnknownNameError):
        YAKU_NAMES["pinfu"].text("fr")


def test_an_unknown_yaku_gives_the_nearest():
    with pytest.raises(UnknownNameError, match="iipeikou"):
        YAKU_NAMES["iipeiko"]
    assert "iipeiko" not in YAKU_NAMES and YAKU_NAMES.get("iipeiko") is None and 3 not in YAKU_NAMES


def test_yakuman():
    assert {name.id for name in YAKU_NAMES.values() if name.is_yakuman} == {
        *("tenhou", "chiihou", "daisangen", "suuankou", "suuankou_tanki", "tsuuiisou", "ryuuiisou", "chinroutou"),
        *("chuuren", "junsei_chuuren", "kokushi", "kokushi_13", "daisuushii", "shousuushii", "suukantsu"),
    }


def test_the_names_are_those_of_the_given_facts(root):
    facts = root.parent / "shared" / "spec" / "riichi_yaku.json"
    if not facts.exists():
        pytest.skip(f"the given facts are not here: {facts.name}")
    given = json.loads(facts.read_text(encoding="utf-8"))["yaku"]
    assert [yaku["id"] for yaku in given] == list(YAKU_NAMES)
    for yaku in given:
        name = YAKU_NAMES[yaku["id"]]
        tenhou = yaku["tenhou_id"] if isinstance(yaku["tenhou_id"], list) else [yaku["tenhou_id"]]
        assert (name.category, name.majsoul) == (yaku["category"], yaku["majsoul_id"])
        assert list(name.tenhou) == [number for number in tenhou if number is not None]


def test_a_frozen_mapping_reads_like_a_dict():
    one = Frozen({"a": 1, "b": 2})
    assert one == {"b": 2, "a": 1} and hash(one) == hash(Frozen({"b": 2, "a": 1})) and list(one) == ["a", "b"] and len(one) == 2
    with pytest.raises(TypeError):
        one["a"] = 2  # type: ignore[index]


def test_looking_at_the_names_waits_for_the_first_use(root):
    code = (
        "import sys; from chouma.riichi import rules;"
        "print(sorted({'tomllib', 'numpy'} & set(sys.modules)), rules.RiichiRules.family.loaded, vars(rules.YAKU_NAMES))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={"PYTHONPATH": str(root / "src")}, check=False)
    assert done.stdout.strip() == "[] {} {}", done.stderr
