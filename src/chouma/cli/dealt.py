"""``chouma dealt``: what a player may ask of the tiles that were dealt."""

from __future__ import annotations

from ..classical.deal import dealt
from . import NOT_PAID, SCORED, words
from .commands import Parsed
from .streams import show, show_json
from .tongue import for_json, tongue


def run(parsed: Parsed) -> int:
    """Say what thirteen dealt tiles are; 1 if they neither win nor may be dealt again."""
    given = parsed.given
    lang = for_json(given) if given.get("json") else tongue(given).lang
    found = dealt(" ".join(parsed.words), rules=str(given.get("rules", "ningbo")), lang=lang)
    if given.get("json"):
        show_json(found.to_dict())
    else:
        show(words.table_rows(str(found)), not given.get("no-color"))
    return SCORED if found.wins or found.may_redeal else NOT_PAID
