"""Rule sets of any family: the kinds of switch, with a toy family; several families under one roof."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

import chouma
from chouma.cli import words
from chouma.declaring import Declaring, Item, Refusal, collect, parameters, symbols
from chouma.errors import Problem, RuleError, UnknownNameError
from chouma.families import ALL, FAMILIES, Families, preset_names
from chouma.lang import evaluate, fold, leaves
from chouma.messages import speaker
from chouma.rulesets import CHANGED_BY_USER, Family, RuleSet, family
from chouma.switches import HAND, TABLE, Share, Worth, amount, flag, id_set, number, one_of, plain, shares, toml, value_text, worth

LIMIT_HANDS = ("heads_and_tails", "knitting", "lucky")

POND = """
name = "pond"
title = "Pond rules"
source = "the pond's own book"
[limit]
value = 200
source = "page 1"
[base_fu]
source = "page 2"
unverified = true
"""
LAKE = """
name = "lake"
base = "pond"
source = "the lake's own book"
limit = "none"
all_pungs = "1 fan"
pairs = ["round", "own"]
limit_hands = {lucky = "1/3", knitting = 0.5, heads_and_tails = 1}
"""


@pytest.fixture(scope="module")
def kind(tmp_path_factory: pytest.TempPathFactory) -> type[RuleSet]:
    folder = tmp_path_factory.mktemp("presets")
    (folder / "pond.toml").write_text(POND)
    (folder / "lake.toml").write_text(LAKE)

    @family("waters", folder=str(folder), default="pond", example={"base": "lake", "base_fu": 20})
    @dataclass(init=False, frozen=True, eq=False, repr=False)
    class Waters(RuleSet):
        family: ClassVar[Family[Waters]]

        limit: int | None = number(200, "the most that a hand scores", HAND, words=("none",))
        false_win: int | str = number("limit", "the penalty", step=1, words=("limit", "half_limit"))
        base_fu: int = amount(10, "fu for winning")
        double_pung: int = one_of(2, 0, doc="fu of a double pung wait")
        dragons: str = one_of("hand", "set", doc="what a dragon doubles")
        losers_settle: bool = flag(True, "losers settle", TABLE)
        pairs: tuple[str, ...] = id_set(("own", "round", "dragon"), ("dragon", "own"), doc="pairs that score")
        limit_hands: Mapping[str, Share] = shares(LIMIT_HANDS, doc="hands that score the limit or a part of it")
        all_pungs: Worth = worth("4 fu", "four pungs and a pair")
        flush: Worth = worth("10 fu + 3 fan", "one suit", units=("fu", "fan"))

    return Waters


def short(part: object) -> str:
    return "int" if type(part) is int else str(part)[:30]


def refusal(rules: RuleSet, **switches: Any) -> str:
    with pytest.raises(RuleError) as refused:
        rules.but(**switches)
    return str(refused.value)


# --- a family


def test_a_family_has_its_switches_and_presets(kind: Any) -> None:
    waters = kind.family
    assert (waters.name, waters.default, waters.names) == ("waters", "pond", ("pond", "lake"))
    assert list(waters.switches) == [
        *("limit", "false_win", "base_fu", "double_pung", "dragons"),
        *("losers_settle", "pairs", "limit_hands", "all_pungs", "flush"),
    ]
    pond, lake = waters.rules("pond"), waters.rules("lake")
    assert (pond.base, lake.base, lake.title) == (None, "pond", "")
    assert (pond.limit, lake.limit) == (200, None)
    assert set(lake.differences) == {"limit", "pairs", "all_pungs", "limit_hands"}
    assert (lake.source("limit"), lake.source("base_fu"), lake.source("flush")) == ("the lake's own book", "page 2", "the default")
    assert lake.unverified == ("base_fu",)
    assert waters.rules(waters.example).base_fu == 20
    assert kind(base_fu=20).name == "pond with base_fu=20" and kind(base_fu=20).source("base_fu") == CHANGED_BY_USER
    with pytest.raises(TypeError, match="bas_fu"):
        kind(bas_fu=20)


def test_a_rule_set_of_any_family_is_told_and_read_back(kind: Any, tmp_path: Path) -> None:
    club = kind.family.rules("lake").but(name="club", base_fu=20, all_pungs="half limit", flush="none", false_win=300, limit=500)
    assert club.wire == {
        **{"name": "club", "base": "lake", "limit": 500, "false_win": 300, "base_fu": 20},
        **{"all_pungs": "half limit", "flush": "none"},
    }
    assert kind.family.rules(json.loads(json.dumps(club.wire))) == club
    for made in (club, club.but(limit=None, false_win="half_limit"), kind.family.rules("pond").but(limit=None)):
        file = tmp_path / "club.toml"
        file.write_text(made.to_toml())
        assert kind.family.rules(file) == made and kind.family.rules(file).sources == made.sources
    assert repr(club.but(name="x", base_fu=10, flush="3 fan", all_pungs="1 fan", false_win="limit", limit=None)) == (
        "Waters('x', base='lake', flush='3 fan')"
    )
    assert str(kind.family.rules("lake").diff("pond")).splitlines() == [
        "switch       lake                                                     pond",
        "limit        none                                                     200",
        'pairs        ["own", "round"]                                         ["own", "dragon"]',
        'limit_hands  {"heads_and_tails": 1, "knitting": 0.5, "lucky": "1/3"}  {}',
        "all_pungs    1 fan                                                    4 fu",
    ]


def test_a_file_may_only_confirm_switches_that_exist(kind: Any, tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text('[base_fuu]\nsource = "the meeting of May"\n')
    with pytest.raises(UnknownNameError, match=r"club\.toml: .*did you mean base_fu"):
        kind.family.rules(file)


# --- kinds of switch


def test_a_number_or_none(kind: Any) -> None:
    pond = kind.family.rules("pond")
    limit = kind.family.switches["limit"]
    assert pond.but(limit=None).limit is None and pond.but(limit="none") == pond.but(limit=None)
    assert pond.but(limit=None).name == "pond with limit=none"
    assert (limit.read("none"), limit.read("null"), limit.read(" 300 ")) == (None, None, 300)
    assert refusal(pond, limit=250) == "limit is 250: it is a whole number from 0 to 1000000, a multiple of 100 or none"
    for wrong in (True, 200.0, "200", -100, "limit"):
        assert refusal(pond, limit=wrong).startswith("limit is ")
    assert pond.but(false_win="half_limit").false_win == "half_limit" and pond.but(false_win=7).false_win == 7
    assert refusal(pond, false_win=None).endswith("it is a whole number from 0 to 1000000, limit or half_limit")


def test_a_set_of_names_has_the_order_of_its_declaration(kind: Any) -> None:
    pond = kind.family.rules("pond")
    pairs = kind.family.switches["pairs"]
    assert pond.pairs == ("own", "dragon") == pairs.default
    assert pond.but(pairs={"dragon", "own"}) is pond and pond.but(pairs=[]).pairs == ()
    assert (pairs.read("round, own"), pairs.read("none"), pairs.read('["own"]')) == (("own", "round"), (), ("own",))
    assert refusal(pond, pairs=["own", "dragn", 3]) == (
        "pairs is ['own', 'dragn', 3]: unknown name 'dragn': did you mean dragon?; 3 is no name"
    )
    assert refusal(pond, pairs=["own", "own"]).endswith("it names something twice")
    assert refusal(pond, pairs="own").endswith("it is a list of any of own, round, dragon")


@pytest.mark.parametrize(
    ("given", "share", "written"),
    [
        *((1, (1, 1), 1), (0.5, (1, 2), 0.5), (0.4, (2, 5), 0.4), (0.7, (7, 10), 0.7), (1.0, (1, 1), 1)),
        *(("1/3", (1, 3), "1/3"), ("2/4", (1, 2), 0.5), ("3/3", (1, 1), 1), (Share(2, 4), (1, 2), 0.5)),
        *((wrong, None, None) for wrong in (0, 0.0, 2, -1, True, False, 0.33, 1.5, float("nan"), float("inf"), 10**5000)),
        *((wrong, None, None) for wrong in ("0.5", "1/0", "0/3", "4/3", None, [1], "x", Share(0), Share(3, 2))),
    ],
    ids=short,
)
def test_a_part_of_the_limit_is_exact(kind: Any, given: object, share: tuple[int, int] | None, written: object) -> None:
    pond = kind.family.rules("pond")
    if share is None:
        message = refusal(pond, limit_hands={"lucky": given})
        assert "lucky is " in message and 'tenths such as 0.5, or a fraction such as "1/3"' in message
    else:
        found = pond.but(limit_hands={"lucky": given})
        assert found.limit_hands["lucky"] == share and found.to_dict()["limit_hands"] == {"lucky": written}
        assert type(found.to_dict()["limit_hands"]["lucky"]) is type(written)
        assert kind.family.rules(found.wire) == found and hash(kind.family.rules(found.wire)) == hash(found)


def test_parts_of_the_limit_name_every_fault(kind: Any) -> None:
    pond = kind.family.rules("pond")
    message = refusal(pond, limit_hands={"knittin": 1, "lucky": 0, "heads_and_tails": 0.5})
    assert all(part in message for part in ("did you mean knitting", "lucky is 0", "leave it out"))
    assert 'such as {"heads_and_tails": 0.5}' in refusal(pond, limit_hands=["lucky"])
    assert list(pond.but(limit_hands={"lucky": 1, "knitting": 1}).limit_hands) == ["knitting", "lucky"]


@pytest.mark.parametrize(
    ("text", "value", "written"),
    [
        ("none", (0, 0, None), "none"),
        ("4 fu", (4, 0, None), "4 fu"),
        (" 1  fan ", (0, 1, None), "1 fan"),
        ("3 fan + 10 fu", (10, 3, None), "10 fu + 3 fan"),
        ("limit", (0, 0, (1, 1)), "limit"),
        ("half limit", (0, 0, (1, 2)), "half limit"),
        ("0.5 limit", (0, 0, (1, 2)), "half limit"),
        ("0.4 limit", (0, 0, (2, 5)), "0.4 limit"),
        ("1/3 limit", (0, 0, (1, 3)), "1/3 limit"),
    ],
)
def test_a_worth(kind: Any, text: str, value: tuple[Any, ...], written: str) -> None:
    switch = kind.family.switches["all_pungs"]
    assert switch.check(text) == value and isinstance(switch.check(text), Worth) and switch.read(text) == value
    assert (plain(switch.check(text)), value_text(switch.check(text)), toml(switch.check(text))) == (written, written, json.dumps(written))
    assert switch.check(written) == switch.check(switch.check(text)) == value


@pytest.mark.parametrize(
    "wrong",
    [
        *(4, True, None, "", "fu", "4", "4 han", "0 fu", "4fu", "21 fu", "11 fan", "4 fu + 2 fu", "1 fan + 2 fu + 3 fan", "4 fu +"),
        *("2 limit", "limit + 1 fan", "٤ fu", "x limit", ["4 fu"], {"fu": 4}, "9" * 10_000 + " fu"),
        *(Worth(fu=-1), Worth(fu=21), Worth(1, 0, Share(1))),
    ],
    ids=short,
)
def test_what_is_no_worth(kind: Any, wrong: object) -> None:
    message = refusal(kind.family.rules("pond"), all_pungs=wrong)
    assert message.startswith("all_pungs is ") and ("4 fu" in message or "at most 20 fu and 10 fan" in message) and len(message) < 300


def test_a_worth_may_be_told_in_some_units_only(kind: Any) -> None:
    message = refusal(kind.family.rules("pond"), flush="limit")
    assert message == (
        """flush is 'limit': it can't be told in limit: it is "none", fu such as "4 fu", fan such as "1 fan", or both, "10 fu + 3 fan\""""
    )


def test_a_wrong_default_is_told_when_it_is_declared() -> None:
    for declare in (
        lambda: worth("4 han", ""),
        lambda: worth("limit", "", units=("fu", "fan")),
        lambda: id_set(("own",), ("owm",), doc=""),
        lambda: amount(200, ""),
        lambda: shares(("a",), {"a": 2}, doc=""),
    ):
        with pytest.raises(RuleError, match=r"^the default is "):
            declare()


# --- formulas


def test_formulas_see_the_switches_of_a_hand(kind: Any) -> None:
    r = symbols(kind.family.switches)
    assert set(r._symbols) == {"base_fu", "double_pung", "dragons", "pairs", "all_pungs", "flush"}
    assert (r.base_fu.lo, r.base_fu.hi, r.all_pungs.fan.hi) == (0, 20, 10)
    with pytest.raises(UnknownNameError, match="did you mean dragon"):
        _ = r.pairs.dragn
    assert parameters(kind.family.rules("lake"), r) == {
        **{("rule", "base_fu"): 10, ("rule", "double_pung"): 2, ("rule", "dragons"): "hand"},
        **{("rule", "pairs.own"): True, ("rule", "pairs.round"): True, ("rule", "pairs.dragon"): False},
        **{("rule", "all_pungs.fu"): 0, ("rule", "all_pungs.fan"): 1, ("rule", "flush.fu"): 10, ("rule", "flush.fan"): 3},
    }


def test_a_family_declares_with_its_own_switches(kind: Any) -> None:
    declaring = Declaring(symbols(kind.family.switches))

    @declaring.item
    def winning(h: Any, r: Any) -> Any:
        "Fu of a won hand."
        return r.base_fu + r.all_pungs.fu + h.triplet_fu

    @declaring.item
    def sets(h: Any) -> Any:
        "Fu of the sets."
        return h.triplet_fu

    @declaring.refusal(Problem.BAD_VALUE, "tsumo")
    def own_pair(h: Any, r: Any) -> Any:
        "No."
        return h.tsumo & r.pairs.own

    assert (winning.id, winning.doc, winning.by_group, sets.by_group) == ("winning", "Fu of a won hand.", False, True)
    module = {"sets": sets, "own_pair": own_pair, "winning": winning, "other": 3}
    assert collect(module, Item) == (sets, winning) and collect(module, Refusal) == (own_pair,)
    assert set(leaves(winning.tree, "rule")) == {"base_fu", "all_pungs.fu"}
    pond, lake = (parameters(kind.family.rules(name), declaring.r) for name in ("pond", "lake"))
    assert fold(own_pair.tree, pond) == ("feature", "tsumo")
    # four exposed simple pungs are 8 fu; all pungs are 4 fu at the pond and 1 fan at the lake
    told = [evaluate(fold(winning.tree, known), lambda kind, name: {"triplet_fu": 8}[name]) for known in (pond, lake)]
    assert told == [10 + 4 + 8, 10 + 8]
    with pytest.raises(RuleError, match="switch 'kuitan'"):
        declaring.item(lambda h, r: r.kuitan)


# --- several families


HOUSE = """
import os
from dataclasses import dataclass
from chouma.rulesets import RuleSet, family
from chouma.switches import amount

FOLDER = os.path.join(os.path.dirname(__file__), "presets")

@family({name!r}, folder=FOLDER, default={default!r}, example={{"base": {default!r}, {switch!r}: 2}})
@dataclass(init=False, frozen=True, eq=False, repr=False)
class {kind}(RuleSet):
    {switch}: int = amount(1, "an amount")
"""


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two families in a package: sea (tide, wave) and land (hill)."""
    root = tmp_path_factory.mktemp("houses")
    for name, kind, switch, presets in (("sea", "Sea", "depth", ("wave", "tide")), ("land", "Land", "height", ("hill",))):
        folder = root / "twohouses" / name / "presets"
        folder.mkdir(parents=True)
        (folder.parent / "rules.py").write_text(HOUSE.format(name=name, kind=kind, switch=switch, default=presets[0]))
        (folder / f"{presets[0]}.toml").write_text('source = "a book"\n')
        for other in presets[1:]:
            (folder / f"{other}.toml").write_text(f'base = "{presets[0]}"\nsource = "a book"\n{switch} = 3\n')
    return root


ASK = """
import os, sys
from chouma.families import Families
both = Families({"sea": "Sea", "land": "Land"}, "twohouses", os.path.join(sys.argv[1], "twohouses"))
def loaded(): return sorted(name for name in sys.modules if name.startswith("twohouses.") and name.endswith(".rules"))
"""


def ask(houses: Path, root: Path, code: str) -> list[str]:
    env = {"PYTHONPATH": f"{root / 'src'}:{houses}", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", ASK + code, str(houses)], capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_family_is_imported_when_it_is_asked_for(houses: Path, root: Path) -> None:
    code = "print(both.rules('tide').depth, loaded()); print(both.rules('hill').height, loaded()); print(both.names)"
    assert ask(houses, root, code) == [
        "3 ['twohouses.sea.rules']",
        "1 ['twohouses.land.rules', 'twohouses.sea.rules']",
        "('wave', 'tide', 'hill')",
    ]


def test_the_base_tells_the_family(houses: Path, root: Path, tmp_path: Path) -> None:
    (tmp_path / "mount.toml").write_text('base = "hill"\nheight = 9\n')
    (tmp_path / "peak.toml").write_text('base = "mount.toml"\n')
    (tmp_path / "deep.toml").write_text("depth = 9\n")
    code = f"""
for spec in ({{"base": "hill", "height": 5}}, {{"depth": 5}}, *({str(tmp_path)!r} + "/" + name for name in ("peak.toml", "deep.toml"))):
    print(repr(both.rules(spec)))
for spec in ({{"base": "hill", "depth": 5}}, "hil", 3):
    try: both.rules(spec)
    except ValueError as refused: print(refused)
try: both.rules("hill").diff(both.rules("tide"))
except ValueError as refused: print(refused)
"""
    assert ask(houses, root, code) == [
        "Land('hill with height=5', base='hill', height=5)",
        "Sea('wave with depth=5', base='wave', depth=5)",
        "Land('peak', base='hill', height=9)",
        "Sea('deep', base='wave', depth=9)",
        "unknown switch 'depth'",
        "unknown rule set 'hil': did you mean hill?",
        'the rule set is 3: it is a name such as "wave", or a mapping such as {"base": "wave", "depth": 2}',
        "tide is of the sea rules: the land rules have other switches",
    ]


def test_rule_sets_are_listed_by_family(kind: Any) -> None:
    def told(found: list[Any]) -> list[str]:
        return ["".join(piece.text for piece in row).rstrip() for row in words.rules_rows(found, speaker())]

    pond, lake = kind.family.rules("pond"), kind.family.rules("lake")
    alone = told([pond, lake])
    assert [line.split()[0] for line in alone] == ["pond", "lake"]
    both = told([chouma.rules("tenhou-sanma"), pond, lake])
    assert (both[0], both[2], both[3]) == ("riichi", "", "waters") and "3 players" in both[1] and "4 players" in both[4] and len(both) == 6


# --- chouma's own families


def test_names_of_rule_sets_are_one_familys_alone() -> None:
    assert len(set(preset_names())) == len(preset_names()) == sum(len(preset_names(name)) for name in FAMILIES)
    assert chouma.rules() is chouma.rules("general") and preset_names()[0] == "general" == ALL.default
    assert all(chouma.rules(name).family.name == one for one in FAMILIES for name in preset_names(one))
    with pytest.raises(UnknownNameError, match="did you mean riichi"):
        preset_names("richi")


def test_a_rule_set_of_a_family_travels() -> None:
    made = chouma.rules({"base": "wrc", "red_fives": 3})
    assert pickle.loads(pickle.dumps(made)) == made and chouma.rules(made) is made


def test_a_family_takes_no_rule_set_of_another(kind: Any) -> None:
    with pytest.raises(RuleError, match="pond is of the waters rules: the riichi rules have other switches"):
        chouma.rules("tenhou").diff(kind.family.rules("pond"))
    assert kind.family.rules("pond") != chouma.rules("general")
    assert isinstance(ALL, Families)
