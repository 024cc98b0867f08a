"""The site tells what the declarations tell: a page for each, links that lead somewhere, examples of what is refused.

The examples of the pages run as doctests of their own.
"""

from __future__ import annotations

import importlib.util
import posixpath
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pages
import pytest
from pages import command, problems, riichi
from test_house import run

import chouma
from chouma.classical.engine import PATTERNS
from chouma.cli.commands import COMMANDS
from chouma.errors import Problem
from chouma.families import ALL, FAMILIES
from chouma.features import FEATURES
from chouma.records.audit import TOPIC_WORDS
from chouma.riichi.engine import DECLARED
from chouma.riichi.names import YAKU_NAMES

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
SWITCHES = {name: switch for family in FAMILIES for name, switch in ALL.family(family).switches.items()}


@cache
def made() -> dict[str, str]:
    """Every generated page, by its path in the folder."""
    return pages.pages()


@cache
def site() -> dict[str, str]:
    """Every page of the site, written and generated, by its path."""
    found = {path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf8") for path in written()}
    return found | {f"{pages.FOLDER}/{path}.md": text for path, text in made().items()}


def written() -> list[Path]:
    """The pages that people wrote."""
    return [path for path in sorted(DOCS.rglob("*.md")) if path.relative_to(DOCS).parts[0] not in ("_build", pages.FOLDER)]


def folder(name: str) -> set[str]:
    """The pages of a folder of generated ones, but for its list."""
    return {path.removeprefix(f"{name}/") for path in made() if path.startswith(f"{name}/")} - {"index"}


# -------------------------------------------------------------------------------------- a page for each


def test_every_yaku_has_its_page() -> None:
    assert folder("yaku") == set(YAKU_NAMES) >= {yaku.id for yaku in DECLARED}


def test_every_pattern_has_its_page() -> None:
    assert folder("patterns") == {pattern.id for pattern in PATTERNS}


def test_every_switch_has_its_page() -> None:
    assert folder("switches") == set(SWITCHES)
    assert len(SWITCHES) == sum(len(ALL.family(family).switches) for family in FAMILIES), "two families have a switch of one name"


def test_every_rule_set_has_its_page() -> None:
    assert folder("presets") == set(chouma.preset_names())


def test_the_lists_name_all() -> None:
    for name in ("yaku", "patterns", "presets"):
        linked = set(re.findall(r"\]\((\w[\w-]*)\.md\)", made()[f"{name}/index"]))
        assert linked == folder(name)


@pytest.mark.parametrize("word", FEATURES)
def test_every_word_is_told(word: str) -> None:
    assert f"| `{word}` | " in made()["words"]


def test_every_command_is_told_as_it_tells_itself() -> None:
    page = made()["command"]
    assert {f"## chouma {' '.join(path)}" for path in COMMANDS} <= set(page.splitlines())
    said = run("-m", "chouma", "rules", "diff", "--help").stdout
    assert [line.split() for line in said.split("Usage:")[0].splitlines()] == [
        line.split() for line in command.help_of(("rules", "diff")).split("Usage:")[0].splitlines()
    ]


# -------------------------------------------------------------------------------- what stands on the pages


@pytest.mark.parametrize("yaku", DECLARED, ids=[yaku.id for yaku in DECLARED])
def test_the_page_of_a_yaku_shows_its_declaration(yaku: Any) -> None:
    text, name = made()[f"yaku/{yaku.id}"], YAKU_NAMES[yaku.id]
    assert all(f"| {said} |" in text for said in (name.en, name.ja, name.zh_hans, name.zh_hant))
    assert all(f"`{example.partition('|')[0].strip()}`" in text for example in (*yaku.hits, *yaku.misses))
    hits, misses = text.split("## Hands that have it")[1].split("## Hands that just miss it")
    assert len(re.findall(rf"points, .*\b{yaku.id}\b", hits.replace("\\", ""))) >= len(yaku.hits)
    assert not re.search(rf"points, .*\b{yaku.id}\b", misses.replace("\\", ""))


@pytest.mark.parametrize("pattern", PATTERNS, ids=[pattern.id for pattern in PATTERNS])
def test_the_page_of_a_pattern_shows_its_declaration(pattern: Any) -> None:
    text = made()[f"patterns/{pattern.id}"]
    assert all(f"`{example.partition('|')[0].strip()}`" in text for example in (*pattern.hits, *pattern.misses))
    assert "refused" not in text


def test_worths_by_the_rule_books() -> None:
    """Pinfu is a han in closed hands; chinitsu six, and five in open ones; renhou is a mangan in WRC alone of the two."""
    assert riichi._worth_rows("pinfu") == [["[`general`](../presets/general.md)", "1 han", "–"]]
    assert riichi._worth_rows("chinitsu") == [["[`general`](../presets/general.md)", "6 han", "5 han"]]
    renhou = {row[0].split("`")[1]: row[1] for row in riichi._worth_rows("renhou")}
    assert renhou["general"] == "not played" and renhou["wrc"] == "a mangan, unless the hand is worth more"


@pytest.mark.parametrize("name", SWITCHES)
def test_the_page_of_a_switch_has_every_rule_set_of_its_family(name: str) -> None:
    family = next(family for family in FAMILIES if name in ALL.family(family).switches)
    rows = re.findall(r"^\| \[`([\w-]+)`\]\(\.\./presets", made()[f"switches/{name}"], re.MULTILINE)
    assert tuple(rows) == chouma.preset_names(family)


@pytest.mark.parametrize("problem", Problem, ids=[problem.id for problem in Problem])
def test_every_problem_is_shown_by_a_request_that_has_it(problem: Problem) -> None:
    """A new problem needs a request in ``docs/pages/problems.py``."""
    told = {one["id"]: one for one in problems.answer(problem)["problems"]}
    assert problem.id in told, f"the request has {', '.join(told)}"
    # a pair of first turns is never without a second reason
    assert len(told) == 1 or problem is Problem.FIRST_TURN_TWICE
    assert f"### {problem.id}\n" in made()["problems"]


def test_every_finding_is_explained() -> None:
    """The guide says of each topic what a finding about it means, by its word and as files name it."""
    rows = re.findall(r"^\| (.*?) \| (`.*?`) \| .+ \|$", (DOCS / "guide" / "records.md").read_text(encoding="utf8"), re.MULTILINE)
    told = [pair for words, ids in rows for pair in zip(words.split(", "), re.findall(r"`(\w+)`", ids), strict=True)]
    assert told == [(words, topic) for topic, words in TOPIC_WORDS.items()]


# ------------------------------------------------------------------------------------------------- links


def test_every_link_leads_somewhere() -> None:
    lost = []
    for path, text in site().items():
        text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r"\]\(([^)#:\s]+\.md)(?:#[^)]*)?\)", text):
            place = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
            if place not in site() and not (ROOT / posixpath.normpath(f"docs/{place}")).exists():
                lost.append(f"{path}: {target}")
    assert not lost


def test_every_page_is_in_the_tree_or_stands_alone() -> None:
    listed = {"index.md"}
    for path, text in site().items():
        here = posixpath.dirname(path)
        for tree in re.findall(r"^```\{toctree\}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            for entry in [line for line in tree.splitlines() if line and not line.startswith(":")]:
                found = [one for one in site() if Path(one).match(posixpath.join(here, entry) + ".md")]
                assert found, f"{path}: no page {entry}"
                listed |= set(found)
    alone = {path for path, text in site().items() if text.startswith("---\norphan: true\n")}
    assert set(site()) - listed - alone == {"decisions/README.md"}
    assert not listed & alone


def test_nothing_generated_is_kept() -> None:
    ignored = (ROOT / ".gitignore").read_text(encoding="utf8").split()
    assert {f"docs/{pages.FOLDER}/", "docs/_build/"} <= set(ignored)


def test_writing_takes_away_what_is_no_page_any_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "pages", made)
    (tmp_path / "yaku").mkdir()
    (tmp_path / "yaku" / "gone.md").write_text("old", encoding="utf8")
    pages.write(tmp_path)
    there = {path.relative_to(tmp_path).as_posix().removesuffix(".md"): path for path in tmp_path.rglob("*.md")}
    assert there.keys() == made().keys()
    before = {path: path.stat().st_mtime_ns for path in there.values()}
    pages.write(tmp_path)
    assert {path: path.stat().st_mtime_ns for path in there.values()} == before


def test_examples_are_brought_to_today() -> None:
    spec = importlib.util.spec_from_file_location("examples", ROOT / "tools" / "examples.py")
    assert spec and spec.loader
    examples = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(examples)
    before = "A *page*.\n\n>>> n = 1\n>>> n + 1\n3\n>>> for i in range(2):\n...     print(i, end='\\n\\n')\n\nMore.\n"
    after = "A *page*.\n\n>>> n = 1\n>>> n + 1\n2\n>>> for i in range(2):\n...     print(i, end='\\n\\n')\n0\n<BLANKLINE>\n1\n\nMore.\n"
    assert examples.refreshed(before) == after == examples.refreshed(after)


@pytest.mark.slow
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    """As ``make docs`` does, which the checks of every change run; it takes the extra ``docs``."""
    extra = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf8"))["project"]["optional-dependencies"]["docs"]
    build = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", str(DOCS), str(tmp_path)]
    result = subprocess.run(build, capture_output=True, text=True, timeout=1800)
    assert result.returncode == 0, f"{result.stderr}\n(it takes {' '.join(extra)})"
    assert (tmp_path / pages.FOLDER / "yaku" / "pinfu.html").exists()
