"""What the API says of itself: that it is there, its version and limits, and the sentences of the page."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from .. import __version__
from ..messages import LANGUAGE_NAMES, speaker
from ..wire import MOST_BYTES
from .speech import spoken
from .upload import MOST_ROWS, MOST_UPLOAD

HEALTH, VERSION, MESSAGES = "chouma.health/1", "chouma.version/1", "chouma.messages/1"
#: where the page is, once it is built
PAGE = Path(__file__).parent / "page"
#: the English sentences of the page, a list that is written when it is built
SENTENCES = "sentences.json"


def health(lang: str = "en") -> dict[str, Any]:
    """That somebody is there."""
    return {"schema": HEALTH, "ok": True}


def version(lang: str = "en") -> dict[str, Any]:
    """Which version this is, what it speaks and how much it takes."""
    limits = {"request_bytes": MOST_BYTES, "upload_bytes": MOST_UPLOAD, "upload_rows": MOST_ROWS}
    languages = [{"id": id, "name": LANGUAGE_NAMES[id]} for id in spoken()]
    return {"schema": VERSION, "ok": True, "version": __version__, "languages": languages, "limits": limits, "page": is_built()}


def is_built() -> bool:
    """Whether the page is there."""
    return (PAGE / "index.html").is_file()


def messages(lang: str = "en") -> dict[str, Any]:
    """The sentences of the page: English -> as they are said.

    Without a built page all sentences of the catalogue; English says itself, and has none.
    """
    wanted = _wanted(PAGE / SENTENCES)
    said = {text: sentence for text, sentence in speaker(lang).catalogue.items() if text and (not wanted or text in wanted)}
    return {"schema": MESSAGES, "ok": True, "lang": lang, "messages": said}


@cache
def _wanted(path: Path) -> frozenset[str]:
    try:
        listed = json.loads(path.read_text(encoding="utf8"))
    except FileNotFoundError:
        return frozenset()
    return frozenset(listed)
