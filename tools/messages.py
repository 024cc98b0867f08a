"""The catalogues of what chouma says: ``python tools/messages.py update`` after a sentence changed, ``check`` in the tests.

Sentences come from the code, ``t("…")``, ``t.plural("…", "…", n)`` and ``says("…")``, from the page's code, which says them in the
same way, and from the declarations: what a feature, a switch, a pattern means, and why something is refused.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "chouma"
LOCALE = SOURCE / "locale"
DOMAIN = "chouma"
PAGE = ROOT / "page" / "src"
# t("…") and t.plural("…", "…", n) in the page's code: Babel's own reader loses its way at an apostrophe in what stands around them
_SAID = re.compile(r'\bt(?P<plural>\.plural)?\(\s*(?P<one>"(?:[^"\\\n]|\\.)*")(?:\s*,\s*(?P<many>"(?:[^"\\\n]|\\.)*"))?')
# sentences with variables are written whole where they stand: an f-string has none
KEYWORDS = {"t": None, "says": None, "worded": None, "plural": (1, 2)}
LANGUAGES = ("zh_Hans", "zh_Hant", "ja")


#: sentences that classical rules say in words of their own: in Chinese their fu are 副, those of riichi 符
OF_CLASSICAL = ("fu", "{n} fu")


def declared() -> Iterator[tuple[str, str]]:
    """Sentences that stand on declarations, each with where it stands."""
    sys.path.insert(0, str(SOURCE.parent))
    from chouma.classical import engine as classical
    from chouma.classical.fan import FAN as CLASSICAL_FAN
    from chouma.classical.fu import FU as CLASSICAL_FU
    from chouma.classical.refusals import REFUSALS as CLASSICAL_REFUSALS
    from chouma.families import ALL, FAMILIES
    from chouma.features import FEATURES
    from chouma.riichi.engine import DECLARED
    from chouma.riichi.fu import DORA, FU
    from chouma.riichi.refusals import REFUSALS

    for feature in FEATURES.values():
        yield "features", feature.meaning
        yield from (("features", label) for label in feature.labels if label)
    for rules in (*DECLARED, *classical.PATTERNS, *FU, *DORA, *CLASSICAL_FU, *CLASSICAL_FAN):
        yield "rules", rules.doc
    for refusal in (*REFUSALS, *CLASSICAL_REFUSALS):
        yield "refusals", refusal.message
    for family in FAMILIES:
        found = ALL.family(family)
        yield from (("switches", switch.doc) for switch in found.switches.values())
        for name in found.names:
            yield from (("presets", told) for told in (found.preset(name).title, found.preset(name).note))


def of_the_page() -> Iterator[tuple[str, str]]:
    """The sentences of the page, each with the file that it stands in."""
    for path in sorted([*PAGE.rglob("*.ts"), *PAGE.rglob("*.svelte")]):
        for said in _SAID.finditer(path.read_text(encoding="utf-8")):
            where = path.relative_to(ROOT).as_posix()
            yield where, json.loads(said["one"])
            if said["plural"]:
                yield where, json.loads(said["many"])


def template() -> Catalog:
    """Every sentence, in English."""
    catalogue = Catalog(domain=DOMAIN, project="chouma", fuzzy=False)
    found = extract_from_dir(SOURCE, method_map=[("**.py", "python")], keywords=KEYWORDS)
    for file, line, message, comments, context in sorted(found, key=lambda one: (one[0], one[1])):
        for one in message if isinstance(message, tuple) else (message,):
            if one:
                catalogue.add(one, None, [(file, line)], auto_comments=comments, context=context)
    for sentence in OF_CLASSICAL:
        catalogue.add(sentence, None, [("classical", 0)], context="classical")
    for where, sentence in (*declared(), *of_the_page()):
        if sentence:
            catalogue.add(sentence, None, [(where, 0)])
    return catalogue


def path_of(language: str) -> Path:
    """Where the catalogue of a language is."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def catalogue_of(language: str) -> Catalog:
    """The catalogue of a language as it stands."""
    if not path_of(language).exists():
        return Catalog(locale=language, domain=DOMAIN, project="chouma", fuzzy=False)
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def update() -> None:
    """Bring every catalogue to the sentences of today; those that are gone are dropped."""
    today = template()
    for language in LANGUAGES:
        catalogue = catalogue_of(language)
        catalogue.update(today, no_fuzzy_matching=True, update_creation_date=False)
        catalogue.obsolete.clear()
        path_of(language).parent.mkdir(parents=True, exist_ok=True)
        with path_of(language).open("wb") as file:
            write_po(file, catalogue, width=0, include_lineno=False, sort_output=True)
        print(f"{language}: {len(lacking(language))} of {len(today)} sentences lack a translation")


def lacking(language: str) -> list[str]:
    """The sentences that a catalogue lacks, or that it only guesses."""
    catalogue, found = catalogue_of(language), []
    for message in template():
        if message.id:
            said = catalogue.get(message.id, message.context)
            if said is None or said.fuzzy or not said.string:
                found.append(str(message.id))
    return found


def build() -> None:
    """Compile the catalogues, so that gettext can read them."""
    for language in LANGUAGES:
        if path_of(language).exists():
            with path_of(language).with_suffix(".mo").open("wb") as file:
                write_mo(file, catalogue_of(language))


if __name__ == "__main__":
    {"update": update, "build": build}[sys.argv[1]]()
