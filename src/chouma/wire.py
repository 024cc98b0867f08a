"""The wire form: a request that a program wrote, in; an answer that a program reads, out.

One request is one JSON object, and so is one answer; the command, the lines on its standard input and whatever comes
later speak the same form. `score_request` never raises for what it is given: bad input is answered with all its problems.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from .errors import Fault, HandError, Problem, RuleError, TextError, UnknownNameError, nearest, said_in, shorten, unknown_key, worded
from .families import ALL, FAMILIES, made_ready, rules
from .hand import BITS_OF, CLASSICAL_FLAGS, FLAGS, Hand, Win, tile_faults
from .messages import LANGUAGES, known
from .notation import read, read_tiles
from .result import SCHEMA, NoScore, Score
from .rulesets import RuleSet
from .score import score_hand, with_declared
from .seats import Wind, wind
from .switches import shown_value
from .tiles import count

if TYPE_CHECKING:
    from .classical.result import ClassicalNoScore, ClassicalScore

    Answer = Score | NoScore | ClassicalScore | ClassicalNoScore

#: the longest request that is read, in bytes
MOST_BYTES = 1_000_000
#: problems of one request that are told one by one
MOST_PROBLEMS = 20
#: entries of a list of a request
MOST_LISTED = 64
_MOST_RULES = 8192
_MOST_NUMBER = 10**12

#: problems that are not a hand's: those have the ids of `chouma.errors.Problem`
PROBLEMS = {
    "json": "the text is not one JSON value",
    "too_long": f"the request is longer than {MOST_BYTES} bytes",
    "duplicate_key": "an object names a key twice",
    "unknown_key": "a key that the form doesn't have",
    "missing_key": "a key that the form needs",
    "wrong_type": "a value of another type than the key has",
    "unknown_flag": "a flag that no hand has",
    "unknown_notation": "a notation that nobody reads",
    "unknown_language": "a language that chouma doesn't speak",
    "unknown_rules": "no rule set has that name",
    "unknown_switch": "no rule set has that switch",
    "bad_rules": "a switch can't have that value, or the rule set can't be read",
    "more": "there are more problems than are told one by one",
}


class Field(NamedTuple):
    """One key of a request.

    Attributes
    ----------
    name : str
    type : object
        What its value may be, as an annotation.
    allowed : str
        The same in words.
    doc : str
    """

    name: str
    type: Any
    allowed: str
    doc: str


#: every key of a request for one score
FIELDS = {
    field.name: field
    for field in (
        Field("hand", str, worded("text"), "the tiles; with its winning tile, unless `win` gives it"),
        Field("win", str | None, worded("text, one tile"), "the winning tile"),
        Field("by", Literal["ron", "tsumo"] | None, worded('"ron" or "tsumo"'), "how it was won"),
        Field("seat", str, worded("E, S, W or N"), "the winner's wind; E is the dealer"),
        Field("round", str, worded("E, S, W or N"), "the wind of the round"),
        Field("flags", list[str], worded("a list of flags"), f"any of {' '.join(BITS_OF)}; each family of rules has its own"),
        Field("won", bool | Literal["dealt"], worded('true, false or "dealt"'), "classical rules: whether the hand won, or won as dealt"),
        Field("seen", list[str], worded('a list of tiles such as ["2p", "0s"]'), "classical rules: tiles on the table beside the hand"),
        Field("dora_indicators", list[str], worded('a list of tiles such as ["2p", "0s"]'), "indicators as shown"),
        Field("ura_indicators", list[str], worded('a list of tiles such as ["2p", "0s"]'), "indicators under them"),
        Field("honba", int, worded("a whole number"), "counters on the table"),
        Field("deposits", int, worded("a whole number"), "riichi sticks on the table"),
        Field("kita", int, worded("a whole number from 0 to 4"), "declared norths, where the hand's text doesn't hold them"),
        Field("rules", str | dict[str, Any], worded('a name, or an object such as {"base": "tenhou", "red_fives": 0}'), "the rule set"),
        Field("lang", str | None, worded("en, zh-Hans, zh-Hant or ja"), "the language of what people read in the answer (en)"),
        Field("strict", bool, worded("true or false"), "false scores a hypothetical hand and says what was waived"),
    )
}
#: those that every request has; `round` only where the rules have a wind of the round
REQUIRED = ("hand", "seat", "round")

#: the fields that one family alone knows, with the value that says nothing
_OF_FAMILY: dict[str, dict[str, Any]] = {
    "riichi": {"dora_indicators": (), "ura_indicators": (), "honba": 0, "deposits": 0, "kita": 0},
    "classical": {"won": True, "seen": ()},
}
_FLAGS_OF = {"riichi": FLAGS, "classical": CLASSICAL_FLAGS}


class Flaw(NamedTuple):
    """One reason why a request is refused.

    Attributes
    ----------
    id : str
        Of `PROBLEMS`, or of `chouma.errors.Problem`.
    message : str
        What is wrong and how to mend it.
    where : str
        The key that it is about.
    picture : str
        The text with a mark under the character, where the problem is a character.
    """

    id: str
    message: str
    where: str = ""
    picture: str = ""

    def to_dict(self, lang: str = "en") -> dict[str, str]:
        """The problem as the wire form has it."""
        return {"id": self.id, "message": said_in(self.message, lang), "where": self.where}


class Refusal(NamedTuple):
    """The answer to what can't be: every reason at once.

    Attributes
    ----------
    flaws : tuple of Flaw
    """

    flaws: tuple[Flaw, ...]

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """The answer as the wire form has it."""
        return {"schema": SCHEMA, "ok": False, "problems": [flaw.to_dict(lang) for flaw in self.flaws]}


def score_request(request: Mapping[str, Any] | bytes | str, lang: str = "en") -> dict[str, Any]:
    """Score one request of the wire form.

    Parameters
    ----------
    request : mapping, bytes or str
        The request, or its JSON text.
    lang : str
        The language of lines and problems where the request names none.

    Returns
    -------
    dict
        The answer: a score, a hand that doesn't win or has no yaku, or ``{"ok": False, "problems": […]}``.

    Examples
    --------
    >>> answer = score_request('{"hand": "34m345p44s444z(555z)", "win": "2m", "by": "ron", "seat": "N", "round": "E"}')
    >>> answer["han"], answer["fu"], answer["payments"]
    (2, 40, {'discarder': 2600, 'total': 2600})
    >>> [problem["id"] for problem in score_request({"hand": "123m", "seet": "E"})["problems"]]
    ['unknown_key', 'missing_key', 'missing_key', 'no_winning_tile', 'tile_count']
    """
    value = decode(request) if isinstance(request, bytes | str) else request
    if isinstance(value, Refusal):
        return value.to_dict(lang)
    fields, flaws = check(value)
    spoken = language_of(fields, flaws, lang)
    return score_fields(fields, flaws).to_dict(spoken)


def language_of(fields: Mapping[str, Any], flaws: list[Flaw], lang: str = "en") -> str:
    """The language that a request asks for; what nobody speaks goes to `flaws`."""
    asked = fields.get("lang")
    found = lang if asked is None else known(asked)
    if found is None:
        flaws.append(Flaw("unknown_language", UnknownNameError("language", asked, LANGUAGES).message, "lang"))
    return found or lang


# ------------------------------------------------------------------------------------------------ JSON


class _Twice(ValueError):
    """An object names a key twice."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _Twice(key)
            seen.add(key)
    return found


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number of JSON")


def decode(text: bytes | str) -> Any:
    """The value of a JSON text, or the `Refusal` that answers it."""
    try:
        if len(text) > MOST_BYTES:
            return Refusal((too_long(),))
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        return json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_object, parse_constant=_no_number)
    except _Twice as twice:
        key = shorten(str(twice))
        return Refusal((Flaw("duplicate_key", worded("the key {key} stands twice: give it once", key=repr(key)), key),))
    except UnicodeDecodeError as wrong:
        return Refusal((Flaw("json", worded("not UTF-8: byte {n} is no character", n=wrong.start + 1)),))
    except RecursionError:
        return Refusal((Flaw("json", worded("nested too deep: a request holds one list or object in another, no more")),))
    except json.JSONDecodeError as wrong:
        return Refusal((Flaw("json", worded("not JSON: {why} (character {n})", why=wrong.msg, n=wrong.pos + 1)),))
    except ValueError as wrong:
        return Refusal((Flaw("json", worded("not JSON: {why}", why=shorten(str(wrong)))),))


def too_long() -> Flaw:
    """The problem of a request that is longer than `MOST_BYTES`."""
    return Flaw("too_long", worded("longer than {most} bytes: a request is one hand, a few hundred characters", most=MOST_BYTES))


def encode(answer: Mapping[str, Any]) -> str:
    """An answer as one line of JSON."""
    return json.dumps(answer, ensure_ascii=False, separators=(", ", ": "))


# ------------------------------------------------------------------------------------- keys and types


def check(value: object) -> tuple[dict[str, Any], list[Flaw]]:
    """The fields of a request that have their type, and what is wrong with the others."""
    if not isinstance(value, Mapping):
        return {}, [Flaw("wrong_type", worded("the request is {kind}: it is an object, {{…}}", kind=_kind(value)))]
    flaws: list[Flaw] = []
    for key in value:
        if key not in FIELDS and len(flaws) <= MOST_PROBLEMS:
            flaws.append(Flaw("unknown_key", unknown_key(key, nearest(str(key), FIELDS), FIELDS), shorten(str(key))))
    for key in REQUIRED:
        if key not in value and (key != "round" or _has_round_wind(value.get("rules", "general"))):
            flaws.append(Flaw("missing_key", worded("no {key}: it is {allowed}", key=key, allowed=FIELDS[key].allowed), key))
    fields = {}
    for key, field in FIELDS.items():
        if key in value:
            flaw = _mistyped(field, value[key])
            if flaw:
                flaws.append(flaw)
            else:
                fields[key] = value[key]
    return fields, flaws


def _has_round_wind(spec: Any) -> bool:
    """Whether a rule set asks for the wind of the round; if it can't be read, that is told elsewhere."""
    try:
        return getattr(rules(spec, files=False), "round_wind", True)
    except (RuleError, RecursionError, ValueError):
        return True


def _mistyped(field: Field, value: Any) -> Flaw | None:
    told: dict[str, Any] = {"field": field.name, "allowed": field.allowed}
    if type(value) is field.type:  # most are text or whole numbers
        if isinstance(value, int) and abs(value) > _MOST_NUMBER:
            return Flaw("wrong_type", worded("{field} is a huge number: it is {allowed}", **told), field.name)
        return None
    import msgspec  # here: the command scores a hand without it

    try:
        msgspec.convert(value, field.type)
    except (ValueError, RecursionError) as wrong:  # what is no text at all, such as half a character, is refused so too
        inner = re.search(r" - at `\$\[(\d+)\]", str(wrong))
        if inner and isinstance(value, list):
            value = value[int(inner[1])]
            where = f"{field.name}[{inner[1]}]"
            told |= {"where": where, "value": shown_value(value)}
            return Flaw("wrong_type", worded("{where} is {value}: {field} is {allowed}", **told), where)
        return Flaw("wrong_type", worded("{field} is {value}: it is {allowed}", **told, value=shown_value(value)), field.name)
    if isinstance(value, float):
        return Flaw("wrong_type", worded("{field} is {value}: it is {allowed}, without a point", **told, value=value), field.name)
    if isinstance(value, list) and len(value) > MOST_LISTED:
        many = worded("{field} has {n} entries: no hand has more than {most}", field=field.name, n=len(value), most=MOST_LISTED)
        return Flaw("wrong_type", many, field.name)
    return None


def _kind(value: object) -> str:
    a_number = worded("a number")
    names = {dict: worded("an object"), list: worded("a list"), str: worded("text"), bool: worded("true or false")}
    names |= {int: a_number, float: a_number}
    return "null" if value is None else names.get(type(value), worded("a {type}", type=type(value).__name__))


# --------------------------------------------------------------------------------- what the fields mean


class _Reader:
    """Reads fields one by one, and keeps what is wrong with each."""

    def __init__(self, fields: Mapping[str, Any], flaws: list[Flaw]):
        self.fields = fields
        self.flaws = flaws

    def get(self, name: str, default: Any, read_one: Any) -> Any:
        """The field as `read_one` reads it; the default where it is absent or wrong."""
        value = self.fields.get(name)
        if value is None:
            return default
        try:
            return read_one(value, name)
        except HandError as refused:
            self.flaws += flaws_of(refused, name)
            return default


def flaws_of(refused: HandError, where: str = "") -> list[Flaw]:
    """What a refused hand or text has wrong, as the wire form tells it."""
    picture = refused.picture if isinstance(refused, TextError) and refused.text else ""
    places = [fault.where if fault.where != "hand" else where or fault.where for fault in refused.faults]
    return [Flaw(fault.problem.id, fault.message, place, picture) for fault, place in zip(refused.faults, places, strict=True)]


def score_fields(
    fields: Mapping[str, Any], flaws: list[Flaw] | None = None, *, files: bool = False, notation: str | None = None
) -> Answer | Refusal:
    """Score what a request asks for, once its fields have their types.

    Parameters
    ----------
    fields : mapping
        See `FIELDS`. Where seat or round is absent, it is S or E; indicators may be one text; rules a `RiichiRules`.
    flaws : list of Flaw, optional
        What is wrong already.
    files : bool
        Whether `rules` may be a file: not for requests of strangers.
    notation : str, optional
        Read the hand as this notation and no other.

    Returns
    -------
    Score, NoScore, ClassicalScore, ClassicalNoScore or Refusal
    """
    reader = _Reader(fields, [] if flaws is None else flaws)
    found = reader.flaws
    rules_known = not any(flaw.where.partition(".")[0] == "rules" for flaw in found)
    asked = read_rules(fields.get("rules", "general"), found, files=files) if rules_known else None
    ready = made_ready(asked) if asked is not None else None
    hand = reader.get("hand", None, lambda text, where: _hand(text, where, notation, found))
    hand = _won(hand, reader)
    hand = hand if hand is None else _norths(hand, fields.get("kita"), found)
    family = "riichi" if ready is None else ready.rules.family.name
    known = BITS_OF if ready is None else _FLAGS_OF[family]
    win = Win(
        reader.get("seat", Wind.S, wind),
        reader.get("round", Wind.E, wind),
        with_declared(_flags(fields.get("flags", ()), known, found), hand and fields["hand"], notation),
        reader.get("dora_indicators", (), _indicators),
        reader.get("ura_indicators", (), _indicators),
        fields.get("honba", 0),
        fields.get("deposits", 0),
    )
    seen, won = reader.get("seen", (), _indicators), fields.get("won", True)
    if ready is not None:
        found += _strange(fields, ready.rules.name, family)
    if found:
        if hand is not None and ready is not None:  # the rest can't be judged, but the tiles can
            shown = {"dora_indicators": win.dora_indicators, "ura_indicators": win.ura_indicators}
            found += flaws_of(HandError(tile_faults(hand, shown, ready.rules.stock, won is True)))
        return _refuse(found)
    strict = fields.get("strict", True)
    try:
        if family == "riichi":
            return score_hand(hand, win, ready, strict=strict)  # type: ignore[arg-type]
        from .classical.score import score_hand as score_classical  # here: riichi hands don't wait for it

        return score_classical(hand, win, ready, won=won, seen=count(seen), strict=strict)  # type: ignore[arg-type]
    except HandError as refused:
        return _refuse(flaws_of(refused))


def _strange(fields: Mapping[str, Any], name: str, family: str) -> list[Flaw]:
    """Fields that say something which only the other family knows."""
    others = [(field, nothing) for other, known in _OF_FAMILY.items() if other != family for field, nothing in known.items()]
    return [
        Flaw(Problem.BAD_VALUE.id, worded("the rules {rules} know no {field}: take it away", rules=name, field=field), field)
        for field, nothing in others
        if (given := fields.get(field)) is not None and given != nothing and given not in ([], "")
    ]


def _refuse(flaws: list[Flaw]) -> Refusal:
    told = list(dict.fromkeys(flaws))
    if len(told) > MOST_PROBLEMS:
        rest = worded("and {n} more problems, which are not told: mend these first", n=len(told) - MOST_PROBLEMS)
        told[MOST_PROBLEMS:] = [Flaw("more", rest)]
    return Refusal(tuple(told))


def _hand(text: str, where: str, notation: str | None, flaws: list[Flaw]) -> Hand | None:
    try:
        return read(text, notation, where)
    except UnknownNameError as unknown:
        flaws.append(Flaw("unknown_notation", unknown.message, "notation"))
        return None


def _won(hand: Hand | None, reader: _Reader) -> Hand | None:
    """The hand with its winning tile, if `win` and `by` give it; None where that can't be."""
    tile, by = reader.get("win", None, _one_tile), reader.fields.get("by")
    wrong = {flaw.where for flaw in reader.flaws}  # given too, but not as it should be
    given = [name for name in ("win", "by") if reader.fields.get(name) is not None or name in wrong]
    if given == ["win"]:
        reader.flaws.append(Flaw("missing_key", worded("win without by: say whether it was won by ron or by tsumo"), "by"))
    elif given == ["by"]:
        told = worded("by without win: give win too, or leave by to the mark in the hand: +5s by ron, *5s by self-draw")
        reader.flaws.append(Flaw("missing_key", told, "win"))
    if hand is None or not given:
        return hand
    if tile is None or by is None:
        return hand if hand.win is not None else None
    try:
        return hand.winning(tile, by)
    except HandError as refused:
        reader.flaws += flaws_of(refused)
        return None


def _norths(hand: Hand, kita: int | None, flaws: list[Flaw]) -> Hand:
    if not kita:
        return hand
    if not 0 < kita <= 4:
        told = worded("{field} is {value}: it is {allowed}", field="kita", value=shown_value(kita), allowed=FIELDS["kita"].allowed)
        flaws.append(Flaw(Problem.BAD_VALUE.id, told, "kita"))
    elif hand.norths not in (0, kita):
        told = worded("kita is {kita}, and the hand's text declares {norths}: give them once", kita=kita, norths=hand.norths)
        flaws.append(Flaw(Problem.BAD_VALUE.id, told, "kita"))
    else:
        return hand._replace(norths=kita)
    return hand


def _one_tile(text: str, where: str) -> int:
    found = read_tiles(text, where)
    if len(found) != 1:
        told = worded("{where} is {text}: it is one tile", where=where, text=repr(shorten(text)))
        raise HandError([Fault(Problem.BAD_VALUE, told, where)])
    return found[0]


def _indicators(given: list[str] | str, where: str) -> tuple[int, ...]:
    if isinstance(given, str):  # from the command; on the wire they are a list
        return read_tiles(given, where)
    return tuple(_one_tile(text, f"{where}[{i}]") for i, text in enumerate(given))


def _flags(given: Any, known: Iterable[str], flaws: list[Flaw]) -> int:
    bits = 0
    for i, name in enumerate(given):
        if name in known:
            bits |= BITS_OF[name]
        else:
            flaws.append(Flaw("unknown_flag", UnknownNameError("flag", name, known).message, f"flags[{i}]"))
    return bits


def read_rules(spec: Any, flaws: list[Flaw], *, files: bool = False, default: str = "general") -> RuleSet | None:
    """The rule set that is meant; None where there is none, and what is wrong goes to `flaws`.

    Parameters
    ----------
    spec : str, mapping or RuleSet
    flaws : list of Flaw
    files : bool
        Whether it may be a file: not for requests of strangers.
    default : str
        The base of a mapping that names none.
    """
    try:
        if isinstance(spec, Mapping):
            if len(json.dumps(spec, default=str)) > _MOST_RULES:
                told = worded("the rule set is longer than {most} characters: give a base and what differs", most=_MOST_RULES)
                raise RuleError(told)
            spec = {"base": default, **spec}
        found: RuleSet = rules(spec, files=files)
        return found
    except RuleError as refused:
        flaws += _rule_flaws(spec, refused)
    except (RecursionError, ValueError):
        flaws.append(Flaw("bad_rules", worded("the rule set can't be read: it is a name, or an object of a base and switches"), "rules"))
    return None


def _rule_flaws(spec: Any, refused: RuleError) -> list[Flaw]:
    """One problem for each line of a refused rule set."""
    base = spec.get("base") if isinstance(spec, Mapping) else spec
    is_file = isinstance(base, str) and base.endswith(".toml")
    found = []
    for line in refused.reasons:
        if not is_file and isinstance(refused, UnknownNameError) and line.startswith("unknown rule set"):
            found.append(Flaw("unknown_rules", line, "rules" if isinstance(spec, str) else "rules.base"))
            continue
        switch = line.partition(" ")[0]
        id = "unknown_switch" if line.startswith("unknown switch") else "bad_rules"
        known = any(switch in ALL.family(name).switches for name in FAMILIES)
        found.append(Flaw(id, line, f"rules.{switch}" if known else "rules"))
    return found


__all__ = [
    "FIELDS",
    "MOST_BYTES",
    "MOST_LISTED",
    "PROBLEMS",
    "REQUIRED",
    "Field",
    "Flaw",
    "Refusal",
    "check",
    "decode",
    "encode",
    "flaws_of",
    "read_rules",
    "language_of",
    "score_fields",
    "score_request",
    "too_long",
]
