"""The pages that are made of the declarations: every yaku, pattern, switch, rule set, word, problem and command.

A Sphinx extension: before Sphinx looks for pages, they are written to ``docs/reference``, which git ignores. What is no page any
more is taken away, and what hasn't changed is left alone, so that Sphinx reads it once.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from . import classical, command, presets, problems, riichi, switches, words

FOLDER = "reference"


def pages() -> dict[str, str]:
    """Every generated page: its path in the folder, without the ending, and its text in Markdown."""
    made: dict[str, str] = {}
    for room in (riichi, classical, switches, presets, words, problems, command):
        made |= room.pages()
    return made


def write(folder: Path) -> None:
    """Bring a folder to the pages of today."""
    made = {folder / f"{path}.md": text for path, text in pages().items()}
    for path in set(folder.rglob("*.md")) - made.keys():
        path.unlink()
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf8") != text:
            path.write_text(text, encoding="utf8")


def _before_reading(app: Any) -> None:
    write(Path(app.srcdir) / FOLDER)


def _one_tree_at_the_side(app: Any, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Pages of one folder that aren't in the tree at the side have the same tree: it is made once, as it takes longer than the page."""
    if "orphan" not in app.env.metadata.get(name, ()) or "toctree" not in context:
        return
    made, make = _trees.setdefault(app, {}), context["toctree"]

    def tree(**how: Any) -> Any:
        key = (name.rpartition("/")[0], tuple(sorted(how.items())))
        if key not in made:
            made[key] = make(**how)
        return made[key]

    context["toctree"] = tree


_trees: WeakKeyDictionary[Any, dict[Any, Any]] = WeakKeyDictionary()


def setup(app: Any) -> dict[str, Any]:
    """What Sphinx calls."""
    app.connect("builder-inited", _before_reading)
    # before the theme asks for the tree
    app.connect("html-page-context", _one_tree_at_the_side, priority=100)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
