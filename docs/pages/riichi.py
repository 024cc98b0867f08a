"""A page for every yaku, and one for fu and dora."""

from __future__ import annotations

from collections.abc import Iterator

from chouma.families import preset_names
from chouma.families import rules as rule_set
from chouma.lang import clauses
from chouma.riichi.engine import BY_ID, DECLARED, worths
from chouma.riichi.examples import Example
from chouma.riichi.fu import DORA, FU, ROUNDED_FU
from chouma.riichi.local import LOCAL
from chouma.riichi.names import YAKU_NAMES, YakuName
from chouma.riichi.rules import RiichiRules
from chouma.riichi.switches import NOT_IN_A_HAND

from .text import alone, answer, block, code, formula, link, page, plain, prose, shown_hand, table

PRESETS = preset_names("riichi")
_IDS_OF_DORA = {"dora": "dora", "ura_dora": "ura", "aka_dora": "aka", "kita_dora": "kita"}
_CATEGORIES = {
    "standard": "Yaku of every rule set",
    "optional": "By agreement",
    "bonus": "Bonuses, which are no yaku",
    "draw": "At a draw",
    "local": "Local yaku, off unless a rule set switches them on",
}


def pages() -> dict[str, str]:
    """One page for each yaku that has a name, the list of them, and fu."""
    found = {f"yaku/{id}": _yaku_page(name) for id, name in YAKU_NAMES.items()}
    return found | {"yaku/index": _index(), "riichi-fu": _fu_page()}


def _names(name: YakuName) -> str:
    head = ["English", "rōmaji", "日本語", "简体中文", "繁體中文", "Tenhou", "Mahjong Soul"]
    tenhou = ", ".join(map(str, name.tenhou)) or "–"
    row = [name.en, name.romaji, name.ja, name.zh_hans, name.zh_hant, tenhou, "–" if name.majsoul is None else str(name.majsoul)]
    return table(head, [row])


def _yaku_page(name: YakuName) -> str:
    head = f"# {name.romaji.capitalize()} · {name.ja}\n\n{link('All yaku', 'index')} · its name in chouma is {code(name.id)}"
    if name.id not in BY_ID:
        return alone(head, _names(name), _no_yaku(name.id))
    yaku = BY_ID[name.id]
    local = yaku in LOCAL
    return alone(
        head,
        prose(yaku.doc),
        _names(name),
        "## What it is worth",
        table(["rule set", "closed hand", "open hand"], _worth_rows(name.id)),
        _places(name.id),
        f"A rule set that plays it names it in the switch {link(code('local_yaku'), '../switches/local_yaku')}." if local else "",
        "## When a hand has it",
        formula(yaku.tree, "../"),
        "Where a rule set counts it twice, it does so when:\n\n" + formula(yaku.double, "../") if yaku.double else "",
        "## Hands that have it",
        *(_hit(text, name.id, first=i == 0) for i, text in enumerate(yaku.hits)),
        "## Hands that just miss it",
        *(_miss(text, name.id) for text in yaku.misses),
        f"Source: {plain(yaku.source)}.",
    )


def _no_yaku(id: str) -> str:
    """A name of the table that is no yaku of a finished hand."""
    if id in _IDS_OF_DORA:
        item = next(item for item in DORA if item.id == _IDS_OF_DORA[id])
        return page("A bonus: it adds han to a hand that has a yaku, and is none itself.", prose(item.doc), formula(item.tree, "../"))
    said = f"It is no yaku of a finished hand: {plain(NOT_IN_A_HAND[id])}."
    return said + (f" The switch is {link(code(id), f'../switches/{id}')}." if id in RiichiRules.family.switches else "")


def _worth_rows(id: str) -> list[list[str]]:
    """The worth in the first rule set, and in every other that differs."""
    usual = _worth(rule_set(PRESETS[0]), id)
    if BY_ID[id] in LOCAL:
        worth = BY_ID[id].worth
        return [["as usual, where it is played", *_said(worth.closed, worth.open, worth.yakuman)]]
    rows = [[link(code(PRESETS[0]), f"../presets/{PRESETS[0]}"), *usual]]
    for name in PRESETS[1:]:
        worth = _worth(rule_set(name), id)
        if worth != usual:
            rows.append([link(code(name), f"../presets/{name}"), *worth])
    return rows


def _worth(rules: RiichiRules, id: str) -> list[str]:
    found = next((worth for yaku, worth in worths(rules) if yaku.id == id), None)
    if found is None:
        return ["not played", "not played"]
    if found.fixed:
        return ["a mangan, unless the hand is worth more", "–"]
    if id in rules.double_yakuman:
        return _said(found.closed, found.open, found.yakuman * 2)
    return _said(found.closed, found.open, found.yakuman)


def _said(closed: int | None, open: int | None, yakuman: int) -> list[str]:
    if yakuman:
        n = "yakuman" if yakuman == 1 else f"{yakuman} yakuman"
        return [n, "–" if open is None else n]
    return ["–" if han is None else f"{han} han" for han in (closed, open)]


def _places(id: str) -> str:
    above = [yaku.id for yaku in DECLARED if id in yaku.supersedes]
    lines = [
        f"{said} {', '.join(link(code(other), other) for other in others)}."
        for said, others in (("It takes the place of", BY_ID[id].supersedes), ("It gives way to", above))
        if others
    ]
    return " ".join(lines)


def example(text: str, id: str) -> Example:
    """An example as its yaku's page shows it: a local yaku is switched on."""
    read = Example.read(text)
    return read.under(local_yaku={id: True}) if BY_ID[id] in LOCAL else read


def _hit(text: str, id: str, first: bool) -> str:
    one = example(text, id)
    found = answer(one)
    return shown_hand(one, found) + (f"\n\n{block(found.explain())}" if first else "")


def _miss(text: str, id: str) -> str:
    one = example(text, id)
    found = answer(one)
    return shown_hand(one, found, plain(str(found.why_not(id))) if hasattr(found, "why_not") else "")


# ------------------------------------------------------------------------------------------- the list, and fu


def _index() -> str:
    parts = []
    for category, said in _CATEGORIES.items():
        rows = list(_rows(category))
        parts += [f"## {said}", table(["", "English", "日本語", "中文", "closed", "open"], rows)] if rows else []
    return page(
        "# All yaku",
        f"What each is worth in {link(code(PRESETS[0]), f'../presets/{PRESETS[0]}')}; its page tells which rule sets differ, what a hand "
        "needs for it, and shows hands that have it and hands that just miss it.",
        *parts,
    )


def _rows(category: str) -> Iterator[list[str]]:
    general = rule_set(PRESETS[0])
    for id, name in YAKU_NAMES.items():
        if name.category != category:
            continue
        worth = ["", ""]
        if id in BY_ID:
            usual = BY_ID[id].worth
            worth = _said(usual.closed, usual.open, usual.yakuman) if BY_ID[id] in LOCAL else _worth(general, id)
        yield [link(code(id), id), name.en, name.ja, name.zh_hans, *worth]


def _fu_page() -> str:
    parts = []
    for item in FU:
        parts += [f"## {prose(item.doc).rstrip('.')}", formula(item.tree, "")]
    assert all(len(clauses(item.tree)) == 1 for item in FU), "an item is a number, not conditions"
    return page(
        "# Fu of riichi hands",
        "Fu are added up from these, one by one. The [guide](../guide/index.md) teaches them with hands; here are the formulas themselves.",
        *parts,
        "## What counts in the end",
        formula(ROUNDED_FU, ""),
        "`fu_raw` are the items above, added up.",
    )
