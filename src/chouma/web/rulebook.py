"""Rule sets and names in JSON, for pages that show them and build forms of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..classical.booklet import booklet
from ..classical.names import ids as pattern_ids
from ..classical.names import name_of
from ..classical.rules import ClassicalRules
from ..errors import said_in, worded
from ..families import preset_names, rules
from ..forms import refused
from ..hand import BITS_OF, CLASSICAL_FLAGS, FLAGS
from ..messages import CLASSICAL, LANGUAGE_NAMES, Speaker, speaker
from ..riichi.names import YAKU_NAMES
from ..riichi.switches import NOT_IN_A_HAND
from ..rulesets import RuleSet
from ..seats import Wind
from ..settlement import SEAT_NAMES
from ..settling.fields import checked, missing, told_once
from ..switches import Switch, plain
from ..waits_text import LIMITS
from ..wire import FIELDS as SCORE_FIELDS
from ..wire import Field, Flaw, read_rules
from .wording import name_said, source_said, value_said

RULES, NAMES = "chouma.rules/1", "chouma.names/1"

#: every key of a request to check a rule set
CHECK_FIELDS = {
    "rules": SCORE_FIELDS["rules"],
    "against": Field("against", str | dict[str, Any] | None, worded("a name, or an object of a base and what differs"), "another rule set"),
}

#: the kinds of switch that have a range
_RANGED = ("number", "amount")


def rule_sets(lang: str = "en") -> dict[str, Any]:
    """Every rule set that comes with chouma."""
    return {"schema": RULES, "ok": True, "rules": [_head(rules(name), speaker(lang)) for name in preset_names()]}


def rule_set(found: RuleSet, lang: str = "en") -> dict[str, Any]:
    """One rule set: every switch with its meaning, its source, and what a form needs to know."""
    t = speaker(lang)
    base = rules(found.base) if found.base else found
    sections = booklet(found, lang) if isinstance(found, ClassicalRules) else None
    told = None if sections is None else [{"head": one.head, "lines": [line._asdict() for line in one.lines]} for one in sections]
    words = speaker(lang, CLASSICAL) if isinstance(found, ClassicalRules) else t
    switches = [
        {**_switch(found, base, name, t), **_form(found.switches[name], t), **_said(found, base, name, words)} for name in found.switches
    ]
    return {"schema": RULES, "ok": True, **_head(found, t), "wire": found.wire, "switches": switches, "booklet": told}


def _head(found: RuleSet, t: Speaker) -> dict[str, Any]:
    return {
        "name": found.name,
        "base": found.base,
        "family": found.family.name,
        "title": t(found.title) if found.title else "",
        "note": t(found.note) if found.note else "",
        "players": getattr(found, "players", 4),
        "is_preset": found.is_preset,
    }


def _switch(found: RuleSet, base: RuleSet, name: str, t: Speaker) -> dict[str, Any]:
    origin = found.origin(name)
    return {
        "switch": name,
        "value": plain(getattr(found, name)),
        "base_value": plain(getattr(base, name)),
        "doc": t(found.switches[name].doc),
        "source": source_said(origin.source, t),
        "unverified": origin.unverified,
        "differs": name in found.differences,
    }


def _said(found: RuleSet, base: RuleSet, name: str, t: Speaker) -> dict[str, Any]:
    """The values of a switch in words."""
    switch = found.switches[name]
    return {
        "value_text": value_said(switch, getattr(found, name), t),
        "base_text": value_said(switch, getattr(base, name), t),
        "choice_texts": None if switch.choices is None else [value_said(switch, choice, t) for choice in switch.choices],
        "name_texts": [name_said(id, t) for id in switch.names or _yaku_for(switch.kind.name)],
    }


def _form(switch: Switch, t: Speaker) -> dict[str, Any]:
    ranged = switch.kind.name in _RANGED
    return {
        "default": plain(switch.default),
        "stage": switch.stage,
        "kind": switch.kind.name,
        "choices": None if switch.choices is None else [plain(choice) for choice in switch.choices],
        "allowed": said_in(switch.allowed, t.lang),
        "least": switch.least if ranged else None,
        "most": switch.most - switch.most % switch.step if ranged else None,
        "step": switch.step if ranged else None,
        "names": list(switch.names or _yaku_for(switch.kind.name)),
    }


def _yaku_for(kind: str) -> list[str]:
    """The yaku that a switch of a kind may name."""
    if kind == "local_yaku":
        return [id for id, one in YAKU_NAMES.items() if one.category == "local" and id not in NOT_IN_A_HAND]
    return [id for id, one in YAKU_NAMES.items() if one.is_yakuman or one.category == "local"] if kind == "ids" else []


def check_rules(value: Any, lang: str = "en") -> dict[str, Any]:
    """A rule set as JSON: what is wrong with it, or all about it and how it differs from another.

    Examples
    --------
    >>> answer = check_rules({"rules": {"base": "tenhou", "name": "club", "red_fives": 0}})
    >>> answer["against"], [(row["switch"], row["mine"], row["theirs"]) for row in answer["diff"]]
    ('tenhou', [('red_fives', 0, 3)])
    >>> [problem["where"] for problem in check_rules({"rules": {"red_fives": 7, "honba": 1}})["problems"]]
    ['rules', 'rules.red_fives']
    """
    if not isinstance(value, Mapping):
        return refused(RULES, [Flaw("wrong_type", worded("the request is no object: it is one, {{…}}"))], lang)
    fields, flaws = checked(value, CHECK_FIELDS)
    if "rules" not in value:
        flaws.append(missing("rules", CHECK_FIELDS, ""))
    mine = read_rules(fields["rules"], flaws, default="general") if "rules" in fields else None
    theirs = None
    if fields.get("against") is not None:
        wrong: list[Flaw] = []
        theirs = read_rules(fields["against"], wrong, default="general")
        flaws += [flaw._replace(where=flaw.where.replace("rules", "against", 1)) for flaw in wrong]
    if mine is not None and theirs is not None and mine.family is not theirs.family:
        about = {"name": theirs.name, "family": theirs.family.name, "other": mine.family.name}
        told = worded("{name} is of the {family} rules: compare with one of the {other} rules", **about)
        flaws.append(Flaw("bad_value", told, "against"))
    if mine is None or flaws:
        return refused(RULES, told_once(flaws).flaws, lang)
    other = theirs or (rules(mine.base) if mine.base else mine)
    t = speaker(lang)
    diff = [{**row, "doc": t(row["doc"]) if row["doc"] else ""} for row in mine.diff(other).to_dict()["rows"]]
    return {**rule_set(mine, lang), "against": other.name, "diff": diff, "toml": mine.to_toml()}


def names(lang: str = "en") -> dict[str, Any]:
    """What yaku, patterns, flags, limits and seats are called."""
    t = speaker(lang)
    yaku = [
        {"id": id, "name": one.text(lang), "romaji": one.romaji, "ja": one.ja, "category": one.category, "is_yakuman": one.is_yakuman}
        for id, one in YAKU_NAMES.items()
    ]
    flags = [
        {"id": flag, "name": YAKU_NAMES[flag].text(lang) if flag in YAKU_NAMES else _pattern(flag, lang), "families": _families(flag)}
        for flag in BITS_OF
    ]
    return {
        "schema": NAMES,
        "ok": True,
        "lang": lang,
        "yaku": yaku,
        "patterns": [{"id": id, "name": name_of(id, lang)} for id in pattern_ids()],
        "flags": flags,
        "limits": [{"id": id, "name": t(told)} for id, told in LIMITS.items()],
        "seats": [{"id": seat.name, "name": t(told)} for seat, told in zip(Wind, SEAT_NAMES, strict=True)],
        "languages": [{"id": id, "name": told} for id, told in LANGUAGE_NAMES.items()],
    }


def _pattern(flag: str, lang: str) -> str:
    return name_of(flag, lang) if flag in pattern_ids() else flag.replace("_", " ")


def _families(flag: str) -> list[str]:
    return [family for family, known in (("riichi", FLAGS), ("classical", CLASSICAL_FLAGS)) if flag in known]
