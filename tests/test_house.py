"""The house keeps its own rules: small rooms, a light front door, documents that tell the truth."""

from __future__ import annotations

import ast
import importlib.metadata
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import chouma

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "chouma"
MODULES = sorted(SOURCE.rglob("*.py"))
MADE = {"_build", "reference", "decisions"}
#: what people wrote; not what is made of the declarations, nor the decisions, which tell of their day
PAGES = [
    *(ROOT / "README.md", ROOT / "CONTRIBUTING.md"),
    *(path for path in sorted((ROOT / "docs").rglob("*.md")) if path.relative_to(ROOT / "docs").parts[0] not in MADE),
]
MAX_MODULE, MAX_FUNCTION = 600, 60

Function = ast.FunctionDef | ast.AsyncFunctionDef


def run(*args: str, folder: Path | None = None, given: str = "") -> subprocess.CompletedProcess[str]:
    """A fresh interpreter, with a text on its standard input; no terminal, no colour."""
    env = {**os.environ, "NO_COLOR": "1", "COLUMNS": "100", "PYTHONIOENCODING": "utf8"}
    command = [sys.executable, *args]
    return subprocess.run(command, capture_output=True, text=True, env=env, cwd=folder, input=given, encoding="utf8", timeout=60)


def functions(path: Path) -> Iterator[Function]:
    yield from (node for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))) if isinstance(node, Function))


def lines_of(function: Function) -> int:
    """How long a function is, its docstring aside: a page of words makes nothing harder to follow."""
    page = function.body[0] if ast.get_docstring(function) else None
    words = (page.end_lineno or page.lineno) - page.lineno + 1 if page else 0
    return (function.end_lineno or function.lineno) - function.lineno + 1 - words


def public(body: list[ast.stmt], prefix: str = "") -> Iterator[tuple[str, Function | ast.ClassDef]]:
    """Public classes, functions and methods; a property, or a method that is one return, is as good as a value and needs no page."""
    for node in body:
        if not isinstance(node, Function | ast.ClassDef) or node.name.startswith("_"):
            continue
        decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
        # a yaku's page is made from its declaration, an overload's words stand at the function itself
        if any(re.match(r"(functools\.)?(cached_)?property$|\w+\.setter$|(\w+\.)?(yaku|overload)\b", d) for d in decorators):
            continue
        if prefix and isinstance(node.body[0], ast.Return):
            continue
        yield prefix + node.name, node
        if isinstance(node, ast.ClassDef):
            yield from public(node.body, f"{prefix}{node.name}.")


def console(page: Path) -> list[tuple[str, str]]:
    """Commands of a page's ``console`` blocks, each with the output that the page shows."""
    blocks = re.findall(r"^```console\n(.*?)^```$", page.read_text(encoding="utf8"), re.MULTILINE | re.DOTALL)
    found = []
    for block in blocks:
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


#: the pages that show commands
SHOWING = {str(page.relative_to(ROOT)): found for page in PAGES if (found := console(page))}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_rooms_are_small(path: Path) -> None:
    assert len(path.read_text(encoding="utf8").splitlines()) <= MAX_MODULE
    long = [f.name for f in functions(path) if lines_of(f) > MAX_FUNCTION]
    assert not long, f"over {MAX_FUNCTION} lines: {', '.join(long)}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_everything_public_has_a_docstring(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf8"))
    assert ast.get_docstring(tree) or not tree.body, "the module has none"
    bare = [name for name, node in public(tree.body) if not ast.get_docstring(node)]
    assert not bare, f"no docstring: {', '.join(bare)}"


@pytest.mark.parametrize("path", [*MODULES, *sorted((ROOT / "tests").rglob("*.py")), *PAGES], ids=lambda path: path.name)
def test_nothing_is_left_open(path: Path) -> None:
    marks = "|".join(("TO" + "DO", "FIX" + "ME", "X" * 3, "HA" + "CK"))
    assert not re.search(rf"\b({marks})\b", path.read_text(encoding="utf8"))


def test_the_front_door_needs_the_standard_library_alone() -> None:
    code = "import sys; before = set(sys.modules); import chouma; print(*sorted({m.partition('.')[0] for m in set(sys.modules) - before}))"
    result = run("-c", code)
    assert result.returncode == 0, result.stderr
    loaded = set(result.stdout.split())
    assert "chouma" in loaded
    # what compiled parts leave in the list of modules is no module of anyone's
    found = {name for name in loaded if name != "cython_runtime" and not name.startswith("_cython_")}
    assert found - {"chouma"} <= sys.stdlib_module_names


def test_the_front_door_is_sorted_and_opens() -> None:
    assert list(chouma.__all__) == sorted(chouma.__all__)
    assert len(chouma.__all__) <= 40, "some 30 names"
    missing = [name for name in chouma.__all__ if not hasattr(chouma, name)]
    assert not missing


def test_the_front_door_is_documented() -> None:
    text = "\n".join(page.read_text(encoding="utf8") for page in PAGES)
    absent = [name for name in chouma.__all__ if not name.startswith("__") and not re.search(rf"\b{name}\b", text)]
    assert not absent, f"neither README nor docs speak of {', '.join(absent)}"


def test_one_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf8"))["project"]
    assert chouma.__version__ == project["version"] == importlib.metadata.version("chouma")
    assert f"## {project['version']}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf8")


def test_the_commands_in_the_text_of_the_pages_exist() -> None:
    """Spans such as `chouma rules show wrc`: nothing that the command doesn't know."""
    spans = {span for page in PAGES for span in re.findall(r"`(chouma [^`…]+)`", page.read_text(encoding="utf8"))}
    assert spans
    for span in sorted(spans):
        words = shlex.split(span)[1:]
        serves = words[0] == "serve" and "--get" not in words  # it would go on for ever
        result = run("-m", "chouma", *words, *(["--help"] if serves else []))
        assert result.returncode == 0, f"{span}: {result.stderr}"


@pytest.mark.parametrize("commands", SHOWING.values(), ids=list(SHOWING))
def test_commands_of_the_pages_say_what_the_pages_show(commands: list[tuple[str, str]], tmp_path: Path) -> None:
    """One after another in one folder, so that a page can tell of an evening.

    ``cat`` shows a file. Before ``echo $?``, how a command ended, the page shows what it says on standard error too, as a terminal does.
    """
    endings = [output.strip() if command == "echo $?" else "" for command, output in [*commands[1:], ("", "")]]
    for (command, output), status in zip(commands, endings, strict=True):
        asked, _, file = command.partition(" < ")
        words = shlex.split(asked, comments=True)
        assert words[0] in {"chouma", "make", "cat", "echo"}
        if words[0] == "cat":
            readers = [other for other, _ in commands if other != command and words[1] in shlex.split(other)]
            assert readers, f"{command}: no command reads it"
            (tmp_path / words[1]).write_text(output, encoding="utf8")
        elif words[0] == "make":
            targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf8"), re.MULTILINE)
            assert set(words[1:]) <= set(targets), command
        elif words[0] == "chouma":
            given = (tmp_path / file).read_text(encoding="utf8") if file else ""
            result = run("-m", "chouma", *words[1:], folder=tmp_path, given=given)
            said = result.stdout + result.stderr if status else result.stdout
            assert str(result.returncode) == (status or "0"), f"{command}: {result.stderr}"
            assert said.strip() == output.strip(), command
        else:
            assert command == "echo $?"


def test_the_tree_of_the_house_is_the_tree() -> None:
    """CONTRIBUTING names every room, and marks those that are planned."""
    tree = re.search(r"^```\nsrc/chouma/\n(.*?)^```$", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf8"), re.MULTILINE | re.DOTALL)
    assert tree
    lines = [line.split(maxsplit=1) for line in tree[1].splitlines() if re.match(r"  \S", line)]
    told = {name.rstrip("/"): not words.startswith("(planned)") for name, words in lines}
    rooms = {path.name for path in SOURCE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert {name for name, built in told.items() if built} == rooms - {"__main__.py"}
    assert not {name for name, built in told.items() if not built} & rooms, "built, but marked as planned"


def test_make_clean_and_git_agree_on_what_is_made() -> None:
    ignored = (ROOT / ".gitignore").read_text(encoding="utf8").split()
    assert {".venv/", "build/", "dist/", "__pycache__/"} <= set(ignored)
