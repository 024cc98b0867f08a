"""The other requests as JSON: explain, waits, compare, table, read. Scores are in `chouma.wire`, settling is in `chouma.settling`.

Each is one object in and one answer out, and none raises for what it is given: what can't be is answered with all its problems.

>>> answer = waits_request({"hand": "234m 345678p 6634s", "seat": "S", "round": "E"})
>>> [wait["tile"] for wait in answer["waits"]]
['2s', '5s', '0s']
>>> [(problem["id"], problem["where"]) for problem in table_request({"rules": "tenho", "honba": -1})["problems"]]
[('unknown_rules', 'rules'), ('bad_value', 'honba')]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from .compare import MOST_RULES, compare
from .compare import SCHEMA as COMPARE
from .errors import HandError, RuleError, UnknownNameError, show, worded
from .families import made_ready
from .hand import Hand, Meld
from .messages import speaker
from .notation import NOTATIONS, declares_riichi, detect, read
from .notation import write as written
from .result import NoScore, Score
from .riichi.cells import MOST_HAN, KnownWorth, cell, worth
from .riichi.limits import MANGAN_HAN
from .riichi.names import YAKU_NAMES
from .riichi.rules import RiichiRules
from .rulesets import RuleSet
from .seats import Wind
from .settlement import SCHEMA as SETTLEMENT
from .settling import check as check_table
from .settling import settle_fields
from .settling.fields import checked, missing, told_once
from .table import MOST_COUNTERS, table
from .table import SCHEMA as TABLE
from .tiles import NAMES, tiles_of
from .waits import SCHEMA as WAITS
from .waits import waits
from .wire import FIELDS as SCORE_FIELDS
from .wire import REQUIRED, Field, Flaw, Refusal, check, flaws_of, read_rules, score_fields

EXPLAIN, HAND = "chouma.explain/1", "chouma.hand/1"
#: what a list of yaku to be told of may be
ALL_YAKU = "all"

_TILES = worded('a list of tiles such as ["2p", "0s"]')
#: entries of a list: no table shows more tiles
_MOST_TILES = 136
_T = TypeVar("_T")


def _fields(*fields: Field | str) -> dict[str, Field]:
    """Fields by their names; those of a score by their names alone."""
    found = [SCORE_FIELDS[one] if isinstance(one, str) else one for one in fields]
    return {field.name: field for field in found}


_ONE_OF = worded("one of {names}", names=", ".join(NOTATIONS))
_NOTATION = Field("notation", str | None, _ONE_OF, "read the hand as this notation and no other")
_YAKU = worded('a list of yaku such as ["pinfu"], or "all"')
_RULE_SETS = worded("a list of 2 to {most} names or objects", most=MOST_RULES)

#: every key of a request to explain a hand
EXPLAIN_FIELDS = SCORE_FIELDS | _fields(
    Field("why_not", str | list[str] | None, _YAKU, "riichi: yaku to be told why they are lacking")
)

#: every key of a request for waits
WAITS_FIELDS = _fields(
    Field("hand", str, worded("text"), "13 tiles, a meld counting as three, without a winning tile; or 14, to see what to discard"),
    *("seat", "round", "flags", "dora_indicators", "ura_indicators", "honba", "deposits"),
    Field("discards", list[str], _TILES, "the player's own discards: a wait among them is furiten"),
    Field("seen", list[str], _TILES, "other tiles on the table: the others' discards and melds"),
    *("rules", _NOTATION),
)

#: every key of a request to compare rule sets
COMPARE_FIELDS = _fields(
    *("hand", "win", "by", "seat", "round", "flags", "won", "seen", "dora_indicators", "ura_indicators", "honba", "deposits", "strict"),
    Field("rules", list[str | dict[str, Any]], _RULE_SETS, "the rule sets, of one family or both"),
    _NOTATION,
)

#: every key of a request for quick tables
TABLE_FIELDS = _fields(
    "rules",
    Field("dealer", bool | None, worded("true or false"), "the dealer's table alone, or the others' alone; both if not given"),
    Field("honba", int, worded("a whole number from 0 to {most}", most=MOST_COUNTERS), "counters, which every payment includes"),
)

#: every key of a request to read a hand
READ_FIELDS = _fields(Field("hand", str, worded("text"), "tiles in any notation, as many as there are so far"), _NOTATION)


# ------------------------------------------------------------------------------------------------- refusing


def refused(schema: str, flaws: Sequence[Flaw], lang: str = "en") -> dict[str, Any]:
    """The answer to what can't be, in a language.

    Parameters
    ----------
    schema : str
        Of the answer that was asked for.
    flaws : sequence of Flaw
    lang : str
    """
    return {"schema": schema, "ok": False, "problems": [flaw.to_dict(lang) for flaw in flaws]}


def _typed(value: Any, known: Mapping[str, Field], needed: Iterable[str]) -> tuple[dict[str, Any], list[Flaw]]:
    """The fields of a request that have their type, and what is wrong with the others; null is what isn't given."""
    if not isinstance(value, Mapping):
        return {}, [Flaw("wrong_type", worded("the request is {kind}: it is an object, {{…}}", kind=show(value)))]
    fields, flaws = checked(value, known, most=_MOST_TILES)
    flaws += [missing(name, known, "") for name in needed if name not in value]
    return {name: one for name, one in fields.items() if one is not None}, flaws


def _is_not(name: str, value: str, known: Mapping[str, Field]) -> str:
    return worded("{field} is {value}: it is {allowed}", field=name, value=value, allowed=known[name].allowed)


def _tried(flaws: list[Flaw], call: Callable[[], _T], where: str = "") -> _T | None:
    """What a function of the library gives; None where it refuses, and the reasons go to `flaws`."""
    try:
        return call()
    except HandError as wrong:
        flaws += flaws_of(wrong, where)
    except UnknownNameError as unknown:
        flaws.append(Flaw("unknown_notation" if unknown.message.startswith("unknown notation") else "bad_value", unknown.message, where))
    except RuleError as wrong:
        flaws += [Flaw("bad_rules", reason, "rules") for reason in wrong.reasons]
    return None


# ------------------------------------------------------------------------------------------- scores, explained


def score_request(value: Any, lang: str = "en") -> dict[str, Any]:
    """Score one request of the wire form, its lines in a language; see `chouma.wire.score_request`."""
    answer = score_fields(*check(value))
    return answer.to_dict(lang)


def explain_request(value: Any, lang: str = "en") -> dict[str, Any]:
    """Score a hand and tell all about it: the other readings, why yaku are lacking, what one han more would bring.

    Examples
    --------
    >>> request = {"hand": "234m 345678p 6634s +5s", "seat": "S", "round": "E", "flags": ["riichi"], "why_not": ["iipeikou"]}
    >>> answer = explain_request(request)
    >>> answer["one_more"]["points"], answer["why_not"][0]["clause"]
    (7700, 'n_same_runs > 0')
    """
    if not isinstance(value, Mapping):
        return refused(EXPLAIN, check(value)[1], lang)
    own, flaws = _typed({name: value[name] for name in value if name == "why_not"}, EXPLAIN_FIELDS, ())
    fields, wrong = check({name: value[name] for name in value if name != "why_not"})
    answer = score_fields(fields, [*wrong, *flaws])
    if isinstance(answer, Refusal):
        return refused(EXPLAIN, answer.flaws, lang)
    asked = _yaku_asked(own.get("why_not"), answer, flaws)
    if flaws:
        return refused(EXPLAIN, flaws, lang)
    return {
        "schema": EXPLAIN,
        "ok": True,
        "score": answer.to_dict(lang),
        "hand": hand_dict(answer.hand),
        "alternatives": [_alternative(reading) for reading in getattr(answer, "alternatives", ())],
        "why_not": [_why_not(answer, id, lang) for id in asked],  # type: ignore[arg-type]
        "one_more": _one_more(answer),
    }


def _yaku_asked(asked: Any, answer: Any, flaws: list[Flaw]) -> list[str]:
    if asked is None:
        return []
    if not isinstance(answer, Score | NoScore):
        told = worded("the rules {rules} know no {field}: take it away", rules=answer.rules.name, field="why_not")
        flaws.append(Flaw("bad_value", told, "why_not"))
        return []
    here = [entry.id for entry in answer.engine.in_order]
    if asked == ALL_YAKU:
        return here
    if isinstance(asked, str):
        flaws.append(Flaw("wrong_type", _is_not("why_not", show(asked), EXPLAIN_FIELDS), "why_not"))
        return []
    for i, id in enumerate(asked):
        if id not in YAKU_NAMES and id not in here:
            flaws.append(Flaw("bad_value", UnknownNameError("yaku", id, (*YAKU_NAMES, *here)).message, f"why_not[{i}]"))
    return list(dict.fromkeys(asked))


def _why_not(answer: Score | NoScore, id: str, lang: str) -> dict[str, Any]:
    return {**_in_words(answer, id, lang), "name": YAKU_NAMES[id].text(lang) if id in YAKU_NAMES else id}


def _in_words(answer: Score | NoScore, id: str, lang: str) -> dict[str, Any]:
    try:
        return answer.why_not(id, lang).to_dict()
    except UnknownNameError:  # a name that no finished hand can show, such as nagashi mangan
        t = speaker(lang)
        return {"yaku": id, "has": False, "reason": "not_in_rules", "text": t("no finished hand can have it"), "clause": "", "values": {}}


def _alternative(reading: Any) -> dict[str, Any]:
    """Another reading, and what it would have been worth."""
    names = ("han", "fu", "fu_raw", "yakuman", "base", "fan", "score", "limit")
    price = reading.price
    told = {} if price is None else {name: getattr(price, name) for name in names if hasattr(price, name)}
    return {"reading": reading.to_dict(), "paid": price is not None, **told}


def _one_more(answer: Any) -> dict[str, Any] | None:
    """What a riichi hand would be worth with one han more; None where that says nothing."""
    if not isinstance(answer, Score) or answer.yakuman or not answer.han or answer.han >= MOST_HAN:
        return None
    rules, how = answer.rules, answer.how
    fu = answer.fu if answer.fu and (answer.han + 1 < MANGAN_HAN or rules.aotenjou != "off") else None
    try:
        known: KnownWorth = worth(answer.han + 1, fu, rules)
    except RuleError:  # no hand has so many: 20 fu with six han and no limits
        return None
    paid = cell(known, how.seat == Wind.E, str(answer.hand.by), rules, how.honba, how.deposits).payments
    if paid is None:
        return None
    worths = {"han": known.han, "fu": fu, "limit": known.limit, "base": known.base}
    return {**worths, "points": paid.points, "payments": paid.to_dict()}


# ------------------------------------------------------------------------------------------------- the others


def settle_request(value: Any, lang: str = "en") -> dict[str, Any]:
    """Settle one table of the wire form, its lines in a language; see `chouma.settling.settle_request`."""
    if not isinstance(value, Mapping):
        return refused(SETTLEMENT, check(value)[1], lang)
    answer = settle_fields(*check_table(value))
    if isinstance(answer, Refusal):
        return refused(SETTLEMENT, answer.flaws, lang)
    return answer.to_dict(lang)


def waits_request(value: Any, lang: str = "en") -> dict[str, Any]:
    """What a hand waits for, or what to discard; the answer in words is its ``text``."""
    fields, flaws = _typed(value, WAITS_FIELDS, REQUIRED)
    rules = _rules(fields.get("rules", "general"), flaws)
    if rules is not None and not getattr(rules, "round_wind", True):
        flaws = [flaw for flaw in flaws if (flaw.id, flaw.where) != ("missing_key", "round")]
    found = None
    if rules is not None and "hand" in fields:
        found = _tried(flaws, lambda: waits(**{**fields, "rules": rules}))
    if flaws or found is None:
        return refused(WAITS, told_once(flaws).flaws, lang)
    return {**found.to_dict(lang), "text": found.text(lang)}


def _rules(spec: Any, flaws: list[Flaw]) -> RuleSet | None:
    """A rule set that can score; files are no rule sets for strangers."""
    found = read_rules(spec, flaws, default=RiichiRules.family.default)
    if found is not None:
        made_ready(found)
    return found


def compare_request(value: Any, lang: str = "en") -> dict[str, Any]:
    """One hand under several rule sets."""
    fields, flaws = _typed(value, COMPARE_FIELDS, ("hand", "seat", "round", "rules"))
    specs = fields.pop("rules", None)
    if specs is not None and not 2 <= len(specs) <= MOST_RULES:
        flaws.append(Flaw("bad_value", _is_not("rules", show(specs), COMPARE_FIELDS), "rules"))
        specs = None
    houses = []
    for i, spec in enumerate(specs or ()):
        wrong: list[Flaw] = []
        houses.append(_rules(spec, wrong))
        flaws += [flaw._replace(where=flaw.where.replace("rules", f"rules[{i}]", 1)) for flaw in wrong]
    if flaws:
        return refused(COMPARE, told_once(flaws).flaws, lang)
    hand = fields.pop("hand")
    found = _tried(flaws, lambda: compare(hand, houses, **fields, lang=lang))  # type: ignore[arg-type]
    if found is None:
        return refused(COMPARE, told_once(flaws).flaws, lang)
    told = found.to_dict()
    if not told["ok"]:  # every one of them refuses the hand
        flaws = [flaw for side in found.sides for flaw in flaws_of(HandError(side.problems))]
        return {**told, **refused(COMPARE, told_once(flaws).flaws, lang)}
    return told


def table_request(value: Any, lang: str = "en") -> dict[str, Any]:
    """The quick tables of a rule set."""
    fields, flaws = _typed(value, TABLE_FIELDS, ())
    rules = _rules(fields.get("rules", "general"), flaws)
    honba = fields.get("honba", 0)
    if not 0 <= honba <= MOST_COUNTERS:
        flaws.append(Flaw("bad_value", _is_not("honba", show(honba), TABLE_FIELDS), "honba"))
    elif honba and rules is not None and not isinstance(rules, RiichiRules):
        told = worded("the rules {rules} know no {field}: take it away", rules=rules.name, field="honba")
        flaws.append(Flaw("bad_value", told, "honba"))
    if flaws or rules is None:
        return refused(TABLE, told_once(flaws).flaws, lang)
    return table(rules, dealer=fields.get("dealer"), honba=honba, lang=lang).to_dict()


# ---------------------------------------------------------------------------------------------------- reading


def read_request(value: Any, lang: str = "en") -> dict[str, Any]:
    """The tiles of a text, whole hand or not.

    Examples
    --------
    >>> read_request({"hand": "一二萬 (三三三筒)"})["text"]
    '12m (333p)'
    """
    fields, flaws = _typed(value, READ_FIELDS, ("hand",))
    notation = fields.get("notation")
    hand = None
    if not flaws:
        text = fields["hand"]
        hand = _tried(flaws, lambda: read(text, notation)) if text.strip() else Hand(0)
    if hand is None:
        return refused(HAND, _in_its_place(flaws), lang)
    riichi = bool(text.strip()) and declares_riichi(text, notation)
    found = notation or (detect(text) if text.strip() else "canonical")
    return {"schema": HAND, "ok": True, **hand_dict(hand), "notation": found, "riichi": riichi}


def _in_its_place(flaws: Iterable[Flaw]) -> list[Flaw]:
    return [flaw._replace(where="notation") if flaw.id == "unknown_notation" else flaw for flaw in flaws]


def hand_dict(hand: Hand) -> dict[str, Any]:
    """A hand in JSON: its tiles by name, its melds, and its text in every notation."""
    return {
        "text": str(hand),
        "size": hand.size,
        "closed": hand.closed,
        "tiles": [NAMES[tile] for tile in hand.concealed],
        "melds": [_meld(meld) for meld in hand.melds],
        "win": None if hand.win is None else NAMES[hand.win],
        "by": hand.by,
        "norths": hand.norths,
        "flowers": [NAMES[tile] for tile in tiles_of(hand.flowers)],
        "written": {name: _written(hand, name) for name in NOTATIONS},
    }


def _meld(meld: Meld) -> dict[str, Any]:
    called, added = (None if tile is None else NAMES[tile] for tile in (meld.called, meld.added))
    told = {"type": meld.type, "tiles": [NAMES[tile] for tile in meld.tiles], "called": called, "source": meld.source, "added": added}
    return {**told, "text": str(Hand(0, (meld,)))}


def _written(hand: Hand, notation: str) -> str | None:
    try:
        return written(hand, notation)
    except HandError:
        return None


