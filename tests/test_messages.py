"""Four languages, complete: every sentence has its words, the same brackets, and columns that stand under one another."""

from __future__ import annotations

import ast
import json
import os
import re
import string
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

import chouma
from chouma.cli.tongue import of_locale
from chouma.errors import Worded, worded
from chouma.lines import Line, aligned, width
from chouma.messages import CLASSICAL, LANGUAGES, again, known, speaker
from chouma.notation.respell import STYLES, respelt
from chouma.riichi.refusals import REFUSALS

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "chouma"
OTHERS = [lang for lang in LANGUAGES if lang != "en"]


@pytest.fixture(scope="module")
def tool() -> Any:
    """``tools/messages.py``, with the catalogues compiled as they stand."""
    pytest.importorskip("babel", reason="the catalogues are read by babel")
    spec = spec_from_file_location("messages_tool", ROOT / "tools" / "messages.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    module.build()
    return module


def brackets(sentence: str) -> set[str]:
    """The names in the brackets of a sentence; doubled ones are none."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


# ------------------------------------------------------------------------------------------------ the catalogues


def test_every_language_has_every_sentence(tool: Any) -> None:
    for language in tool.LANGUAGES:
        assert tool.lacking(language) == []
    assert {language.replace("_", "-") for language in tool.LANGUAGES} == set(OTHERS)


def test_no_catalogue_has_what_nobody_says(tool: Any) -> None:
    said = {(message.context, message.id) for message in tool.template() if message.id}
    for language in tool.LANGUAGES:
        catalogue = tool.catalogue_of(language)
        kept = {(message.context, message.id) for message in catalogue if message.id}
        assert kept == said, "python tools/messages.py update"
        assert not any(message.fuzzy for message in catalogue if message.id) and not catalogue.obsolete


def test_translations_have_the_brackets_of_the_english(tool: Any) -> None:
    wrong = []
    for language in tool.LANGUAGES:
        for message in tool.catalogue_of(language):
            # those with examples of JSON are said as they are
            if message.id and not re.search(r'\{"|\[\{', message.id) and brackets(message.id) != brackets(str(message.string)):
                wrong.append((language, message.id, message.string))
    assert not wrong


def test_whole_sentences_are_translated(tool: Any) -> None:
    """What has words in English has other ones elsewhere: nothing was left as it was."""
    kept = ("{", "E, S, W", "M.League", "E", "en, ", '"', "true", "n")
    for language in tool.LANGUAGES:
        for message in tool.catalogue_of(language):
            if message.id and re.search(r"[A-Za-z]{3}", message.id):
                assert message.string != message.id or message.id.startswith(kept), (language, message.id)


def test_the_chinese_catalogues_keep_to_their_characters(tool: Any) -> None:
    simple, full = "点杠听张东门风发无万饼龙对该这说", "點槓聽張東門風發無萬餅龍對該這說"
    for language, strange in (("zh_Hans", full), ("zh_Hant", simple)):
        for message in tool.catalogue_of(language):
            if message.id and not re.search("[一-鿿]", message.id):
                assert not set(str(message.string)) & set(strange), (language, message.string)


# --------------------------------------------------------------------------------------------------- the lint

#: what a sentence is said or marked with
MARKS = ("t", "says", "worded", "plural", "said")
#: modules whose every sentence a person reads
SAYING = ("explain.py", "whynot.py", "classical/explain.py", "classical/booklet.py", "settlement.py", "cli/words.py", "waits_text.py")


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_marks_stand_where_the_catalogues_find_them(path: Path) -> None:
    """A sentence within an f-string, or in a variable that is only marked, is lost to the catalogues."""
    tree = ast.parse(path.read_text(encoding="utf8"))
    lost = [
        ast.unparse(call)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and ast.unparse(call.func).split(".")[-1] in MARKS and isinstance(call.args[0], ast.Constant)
    ]
    bare = [
        ast.unparse(call)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "says" and not isinstance(call.args[0], ast.Constant)
    ]
    assert not lost and not bare


@pytest.mark.parametrize("name", SAYING)
def test_no_sentence_is_unmarked(name: str) -> None:
    tree = ast.parse((SOURCE / name).read_text(encoding="utf8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    said = [node for node in calls if isinstance(node.func, ast.Name | ast.Attribute) and ast.unparse(node.func).split(".")[-1] in MARKS]
    # what only a programmer can do wrong is told in English
    raised = [node for node in ast.walk(tree) if isinstance(node, ast.Raise)]
    marked = {id(inner) for node in (*said, *raised) for inner in ast.walk(node)}
    documents = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and node.body and isinstance(node.body[0], ast.Expr)
    }
    unmarked = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in marked | documents
        if re.search(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}", node.value) and "chouma" not in node.value
    ]
    assert not unmarked, unmarked


# ------------------------------------------------------------------------------------------- what is refused


def test_a_fault_is_raised_in_english_and_said_in_any_language(tool: Any) -> None:
    with pytest.raises(chouma.HandError) as caught:
        chouma.score("234m 345678p 6634s +5s", haitei=True)
    (fault,) = caught.value.faults
    assert fault.message == fault.text() == str(caught.value) == "haitei by ron: it is the last tile drawn, and the last discard is houtei"
    assert fault.text("ja").startswith("haitei（海底）はロンになりません") and caught.value.told("ja") == fault.text("ja")
    assert fault.to_dict("zh-Hant")["message"].startswith("haitei（海底）不能榮和")


def test_faults_with_values_and_sentences_within(tool: Any) -> None:
    with pytest.raises(chouma.HandError) as caught:
        chouma.score("11111m 345678p 66s +6s")
    assert str(caught.value) == "5 copies of 1m: there are only 4"
    assert caught.value.told("zh-Hans") == "1m 有 5 张：一共只有 4 张"
    with pytest.raises(chouma.TextError) as read:
        chouma.read("12x")
    assert read.value.told("ja").endswith("（3文字目）")


def test_every_refusal_has_words_in_every_language(tool: Any) -> None:
    for lang in OTHERS:
        assert all(again(refusal.message, lang) != refusal.message for refusal in REFUSALS)


def test_unknown_names_are_said_in_any_language(tool: Any) -> None:
    with pytest.raises(chouma.UnknownNameError) as caught:
        chouma.rules("tenhu")
    assert str(caught.value) == "unknown rule set 'tenhu': did you mean tenhou or tenhou-2021?"
    assert caught.value.told("ja") == "ルール 'tenhu' はありません：tenhou か tenhou-2021 のことですか？"
    with pytest.raises(chouma.RuleError) as several:
        chouma.rules({"base": "tenhou", "red_fives": 7, "kuitan": 3})
    assert len(several.value.reasons) == 2 and several.value.told("zh-Hans").count("应为") == 2


def test_a_worded_text_is_a_text_and_travels() -> None:
    import pickle

    text = worded("{n} copies of {tile}: there are only {most}", n=5, tile=worded("{tile}, indicators counted", tile="1m"), most=4)
    assert text == "5 copies of 1m, indicators counted: there are only 4" and isinstance(text, str)
    back = pickle.loads(pickle.dumps(text))
    assert isinstance(back, Worded) and (back, back.sentence, back.values) == (text, text.sentence, text.values)


# ------------------------------------------------------------------------------------------- languages and tiles


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "zh_CN.UTF-8"}, "zh-Hans"),
        ({"LANG": "ja_JP.UTF-8", "LC_MESSAGES": "zh_TW.UTF-8"}, "zh-Hant"),
        ({"LANG": "ja_JP.UTF-8", "LC_MESSAGES": "zh_TW.UTF-8", "LC_ALL": "zh_HK"}, "zh-Hant"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": ""}, "ja"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
    ],
)
def test_the_locale_tells_the_language(environment: dict[str, str], lang: str) -> None:
    assert of_locale(environment) == lang


def test_tags_of_systems_are_known() -> None:
    tags = ("zh", "zh-Hans-SG", "zh_HK.UTF-8", "ZH-hant", "ja", "en_GB.UTF-8", "C", "de", "")
    assert [known(tag) for tag in tags] == ["zh-Hans", "zh-Hans", "zh-Hant", "zh-Hant", "ja", "en", None, None, None]
    with pytest.raises(chouma.UnknownNameError, match="unknown language 'fr'"):
        speaker("fr")


def test_the_classical_rules_count_fu_in_words_of_their_own(tool: Any) -> None:
    assert speaker("zh-Hans")("{n} fu", n=20) == "20符" and speaker("zh-Hans", CLASSICAL)("{n} fu", n=20) == "20副"
    assert speaker("ja", CLASSICAL)("{n} fu", n=20) == "20符"
    assert speaker("zh-Hant", CLASSICAL)("nobody pays") == "無人付分", "all else as everywhere"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("tiles", STYLES)
def test_columns_stand_one_under_the_other(tool: Any, lang: str, tiles: str) -> None:
    """Also with wide characters and with tiles as pictures, of which the red dragon alone is wide."""
    score = chouma.score("123m 567p 22m 67s (777z) +8s", riichi=False, honba=1, deposits=1, seat="E")
    assert isinstance(score, chouma.Score)
    explanation = score.explain(lang).spelt(tiles)
    found = str(explanation).split("\n")
    rows = explanation.rows()
    edge = max(width(label) for _, label, _, _ in rows) + 2 + max(width(amount) for _, _, amount, _ in rows)
    for (_, label, amount, total), line in zip(rows, found, strict=True):
        assert line.startswith(label)
        assert not amount or width(line.removesuffix(f"  {total}") if total else line) == edge
    assert ("🀄" in str(explanation)) == (tiles == "unicode")


def test_the_width_of_tiles() -> None:
    assert [width(one) for one in ("🀄", "🀀", "🀆", "🀅", "🀇", "符", "fu", "；", "é")] == [2, 1, 1, 1, 1, 2, 2, 2, 1]
    assert aligned([("🀄", "1"), ("🀀🀀", "2"), ("fu", "30")], right={1}) == ["🀄   1", "🀀🀀   2", "fu  30"]


@pytest.mark.parametrize(
    ("text", "kanji"),
    [
        ("read as 123m 77z, won on 0p", "read as 一二三萬 中中, won on 赤五筒"),
        ("4h30f and 50fu, 2p5 and x3s", "4h30f and 50fu, 2p5 and x3s"),
        ("和了5s、聽1z", "和了五索、聽東"),
        ("8z 9f 0z", "8z 9f 0z"),
        ("12f", "梅蘭"),
    ],
)
def test_tiles_in_a_text(text: str, kanji: str) -> None:
    assert respelt(text, "kanji") == kanji and respelt(text, "mpsz") == text
    with pytest.raises(chouma.UnknownNameError):
        respelt(text, "braille")


# ------------------------------------------------------------------------------------------------ the command


def command(*words: str, text: str | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    env |= {"NO_COLOR": "1", "PYTHONIOENCODING": "utf8", **environment}
    given: dict[str, Any] = {"input": text} if text is not None else {"stdin": subprocess.DEVNULL}
    line = [sys.executable, "-m", "chouma", *words]
    return subprocess.run(line, capture_output=True, text=True, env=env, timeout=60, encoding="utf8", **given)


SETTLED = ("E:888s6779p(555m)(345s)", "S:13p555p99s(666z)(234m)+2p", "W:446p33z55z(777z)[1111z]", "N:6778m44z6z(789m)(123p)")
HAND = ("234m 345678p 6634s +5s", "--riichi", "--seat", "S", "--round", "E")


def test_the_command_speaks_the_language_of_the_locale(tool: Any) -> None:
    assert command("score", *HAND, LANG="ja_JP.UTF-8").stdout.startswith("3翻30符：3900点\n")
    assert command("score", *HAND, LANG="ja_JP.UTF-8", LC_ALL="zh_TW.UTF-8").stdout.startswith("3番30符：3900點\n")
    assert command("score", *HAND, "--lang", "zh-Hans", LANG="ja_JP.UTF-8").stdout.startswith("3番30符：3900点\n")
    assert command("score", *HAND, LANG="de_DE.UTF-8").stdout.startswith("3 han 30 fu: 3900 points\n")
    piped = command("score", text="234m 345678p 6634s +5s\n", LANG="ja_JP.UTF-8")
    assert piped.stderr == "仮定：南家、東場（--seat と --round で変えられます）\n"


def test_what_is_refused_is_said_in_that_language(tool: Any) -> None:
    wrong = command("score", "234m 345678p 6634s 5s", LANG="zh_CN.UTF-8")
    assert (wrong.returncode, wrong.stdout) == (2, "") and "没有和了牌" in wrong.stderr
    unknown = command("score", *HAND, "--rules", "tenhu", LANG="ja_JP.UTF-8")
    assert unknown.stderr == "ルール 'tenhu' はありません：tenhou か tenhou-2021 のことですか？\n"
    strange = command("score", *HAND, "--lang", "fr", LANG="ja_JP.UTF-8")
    assert (strange.returncode, strange.stderr) == (2, "言語 'fr' はありません\n")


def test_programs_get_english_unless_they_ask(tool: Any) -> None:
    plain = json.loads(command("score", *HAND, "--json", LANG="ja_JP.UTF-8").stdout)
    assert plain["lines"][1]["text"] == "yaku"
    asked = json.loads(command("score", *HAND, "--json", "--lang", "ja").stdout)
    assert asked["lines"][1]["text"] == "役" and asked["lines"][1]["unit"] == plain["lines"][1]["unit"]
    request = {"hand": "234m 345678p 6634s +5s", "seat": "S", "round": "E", "lang": "zh-Hant", "flags": ["haitei"]}
    assert json.loads(command("score", "--jsonl", text=json.dumps(request)).stdout)["problems"][0]["message"].startswith("haitei（海底）")
    wrong = json.loads(command("score", "--jsonl", text=json.dumps({**request, "lang": "xx"})).stdout)
    assert wrong["problems"][0]["id"] == "unknown_language"


def test_explain_tells_the_other_readings_and_why_not(tool: Any) -> None:
    asked = ("--why-not", "toitoi", "--why-not", "pinfu")
    told = command("explain", "222333444m 55p 67s +8s", "--riichi", "--seat", "S", "--round", "E", *asked)
    assert told.returncode == 0 and "other readings" in told.stdout and "lost: " in told.stdout
    assert told.stdout.rstrip().endswith("pinfu: 222m 333m 444m are no runs") or "pinfu: the hand has it" in told.stdout
    assert "toitoi: " in told.stdout
    no_yaku = command("explain", "234m 67s 55z 678p 123p +8s", "--seat", "S", "--round", "E")
    assert no_yaku.returncode == 1 and "pinfu: the pair of white dragons is worth 2 fu here" in no_yaku.stdout
    answer = json.loads(command("explain", *HAND, "--why-not", "tsumo,iipeikou", "--json").stdout)
    assert answer["problems"][0]["where"] == "why-not"
    answer = json.loads(command("explain", *HAND, "--why-not", "iipeikou", "--json", "--lang", "ja").stdout)
    assert answer["why_not"][0]["text"] == "一盃口：門前の同じ順子が2つない"
    classical = command("explain", "13p555p99s(666z)(234m)+2p", "--rules", "ningbo", "--why-not", "pinfu")
    assert classical.returncode == 2 and "have no yaku" in classical.stderr


@pytest.mark.parametrize("tiles", ["unicode", "kanji"])
def test_tiles_as_pictures_or_names(tool: Any, tiles: str) -> None:
    told = command("explain", "123m 567p 22m 67s (777z) +8s", "--seat", "S", "--round", "E", "--tiles", tiles).stdout
    assert ("🀄🀄🀄" if tiles == "unicode" else "中中中") in told and "777z" not in told
    settled = command("settle", "--tiles", tiles, "--from", "E", "S:234m 345678p 6634s +5s", "--rules", "tenhou", "--explain")
    assert settled.returncode == 0 and not re.search(r"[0-9][mpsz]\b", settled.stdout.split("\n")[1]), settled.stderr
    assert command("explain", "123m 567p 22m 67s (777z) +8s", "--tiles", "braille").returncode == 2


@pytest.mark.parametrize("lang", OTHERS)
def test_every_command_speaks(tool: Any, lang: str) -> None:
    """No sentence of English is left in what each prints; ids, names and tiles are as they are."""
    tables = [
        ("score", *HAND, "--explain"),
        ("explain", "222m 555p 88s 77s (123p) *8s", "--seat", "E", "--round", "E", "--honba", "2", "--deposits", "1"),
        ("score", "4h30f"),
        ("settle", "--rules", "ningbo", "--false-win", "N"),
        ("settle", *SETTLED, "--from", "W", "--explain"),
        ("compare", "88s 567m 22z 345s (777z) +2z", "--rules", "ningbo,general", "--seat", "S", "--round", "E"),
        ("compare", "22z 333m 123p 567s 34s *5s", "--rules", "tenhou,wrc,mleague", "--seat", "S", "--round", "E"),
        ("table", "--rules", "tenhou"),
        ("table", "--rules", "ningbo"),
        ("waits", "22z 333m 123p (567s) 34s", "--discards", "9m 5s 1z", "--seat", "S", "--round", "E"),
        ("rules", "show", "ningbo"),
        ("rules", "show", "tenhou"),
        ("demo",),
    ]
    for words in tables:
        told = command(*words, "--lang", lang)
        assert told.returncode in (0, 1), (words, told.stderr)
        # commands, and English names of things that have no other
        text = re.sub(r"(chouma|python) .*|\$ .*|wriggling snake|washing of heads", "", told.stdout + told.stderr)
        assert not (left := re.findall(r".*\b[a-z]{2,} (?:[a-z]{2,} )+[a-z]{2,}\b.*", text)), (words, left)


def test_english_does_not_wait_for_other_languages() -> None:
    """Who speaks English loads neither gettext nor the tables of wide characters."""
    code = f"import sys; from chouma.cli import main; main(['score', {HAND[0]!r}, '--explain']); print('gettext' in sys.modules)"
    env = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, timeout=60)
    assert told.stdout.rstrip().endswith("False"), told.stderr


def test_lines_of_the_wire_form_are_the_same_in_every_language(tool: Any) -> None:
    score = chouma.score("222m 555p 88s 77s (123p) *8s", seat="E", round="E", honba=2)
    assert isinstance(score, chouma.Score)

    def shape(line: Line) -> Any:
        return line.id, line.amount, line.unit, line.total, line.tiles, tuple(map(shape, line.lines))

    english = [shape(line) for line in score.explain().lines]
    for lang in OTHERS:
        assert [shape(line) for line in score.explain(lang).lines] == english
        assert score.to_dict(lang)["lines"] == score.explain(lang).to_dict()
