"""``chouma waits``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any, BinaryIO

from .. import wire
from ..errors import ChoumaError, HandError, RuleError, UnknownNameError, nearest, unknown_key, worded
from ..families import rules
from ..hand import BITS_OF
from ..messages import Speaker, says, speaker
from ..rulesets import RuleSet
from ..switches import shown_value
from ..waits import SCHEMA, Discards, Waits, waits
from . import BAD_INPUT, NOT_PAID, SCORED, words
from .commands import Parsed
from .options import read_switches, set_pairs
from .score import Count
from .streams import answers_at_once, lines, show, show_json, standard_input, tell
from .tongue import for_json, tongue

_MOST_LINE = 10_000
_SPACE = b" \t\r\n\v\f"

#: every key of a request: what its value may be, in types and in words
_KEYS: Mapping[str, tuple[tuple[type, ...], str]] = {
    **dict.fromkeys(("hand", "seat", "round"), ((str,), worded("text"))),
    **dict.fromkeys(("flags", "dora_indicators", "ura_indicators", "discards", "seen"), ((list,), worded("a list of text"))),
    **dict.fromkeys(("honba", "deposits"), ((int,), worded("a whole number"))),
    "rules": ((str, dict), worded("a name, or an object of a base and switches")),
}


def run(parsed: Parsed) -> int:
    """Tell what the hand of the command line waits for, or those on standard input.

    Returns
    -------
    int
        The exit status: 1 where no hand is ready, or none is paid.
    """
    given = parsed.given
    if given.get("jsonl"):
        return _requests(parsed)
    as_json = bool(given.get("json"))
    t = tongue(given)
    lang = for_json(given) if as_json else t.lang
    fields, flaws = _fields(given)
    if parsed.words:
        _assume(given)
        return _one({**fields, "hand": " ".join(parsed.words)}, flaws, as_json, not given.get("no-color"), lang)
    stream = standard_input()
    if stream is None:
        sentence = says("no hand: {example}, or hands on standard input, one a line (chouma waits --help)")
        tell(t(sentence, example='chouma waits "234m 345678p 6634s"'))
        return BAD_INPUT
    _assume(given)
    n_told = 0

    def answer(line: bytes | None) -> int:
        nonlocal n_told
        if line is None:
            return _refused([wire.Flaw("too_long", words.line_too_long(_MOST_LINE))], as_json, lang)
        text = line.decode("utf-8-sig", "replace").strip()
        if not as_json:
            show(words.line_head(text, not n_told, t), not given.get("no-color"))
        n_told += 1
        return _one({**fields, "hand": text}, flaws, as_json, not given.get("no-color"), lang)

    return _each(stream, _MOST_LINE, answer, t, comments=True)


def _assume(given: Mapping[str, Any]) -> None:
    if not {"seat", "round"} <= given.keys():
        tell(words.assumed("seat" in given, "round" in given, tongue(given)))


def _fields(given: Mapping[str, Any]) -> tuple[dict[str, Any], list[wire.Flaw]]:
    """What the options say, as `chouma.waits` takes it, and what is wrong with them."""
    flaws: list[wire.Flaw] = []
    fields: dict[str, Any] = {name: given[name] for name in ("seat", "round", "notation") if name in given}
    fields["flags"] = [name for name in BITS_OF if given.get(name.replace("_", "-"))]
    for option, name in {"dora": "dora_indicators", "ura": "ura_indicators", "discards": "discards", "seen": "seen"}.items():
        if option in given:
            fields[name] = " ".join(given[option])
    for option in ("honba", "deposits"):
        if option in given:
            text = str(given[option])
            if text.isascii() and text.isdecimal() and len(text) < 9:
                fields[option] = int(text)
            else:
                flaws.append(wire.Flaw("bad_value", words.bad_option(option, text, worded("a whole number, such as 1")), option))
    try:
        fields["rules"] = _rules(str(given.get("rules", "general")), given.get("set", ()))
    except RuleError as refused:
        flaws += [wire.Flaw("bad_rules", reason, "rules") for reason in refused.reasons]
    return fields, flaws


def _rules(name: str, changes: Iterable[str]) -> RuleSet:
    """A rule set of any family with some switches changed.

    Raises
    ------
    RuleError
        If there is none of that name, or a switch can't be so: every reason.
    """
    found: RuleSet = rules(name)
    values, wrong = read_switches(set_pairs(changes), found.switches)
    if wrong:
        raise RuleError(*wrong)
    return found.but(**values) if values else found


def _find(fields: Mapping[str, Any], flaws: list[wire.Flaw]) -> Waits | Discards | list[wire.Flaw]:
    """The answer, or everything that is wrong."""
    try:
        found = waits(**fields)
    except HandError as refused:
        return [*flaws, *wire.flaws_of(refused)]
    except UnknownNameError as unknown:
        id, where = ("unknown_notation", "notation") if unknown.name == fields.get("notation") else ("unknown_rules", "rules")
        return [*flaws, wire.Flaw(id, unknown.message, where)]
    except RuleError as refused:
        return [*flaws, *(wire.Flaw("bad_rules", reason, "rules") for reason in refused.reasons)]
    return flaws or found


def _one(fields: Mapping[str, Any], flaws: list[wire.Flaw], as_json: bool, color: bool, lang: str = "en") -> int:
    found = _find(fields, flaws)
    if isinstance(found, list):
        return _refused(found, as_json, lang)
    if as_json:
        show_json(found.to_dict(lang))
    else:
        head, *rest = found.text(lang).split("\n")
        show([(words.Piece(head, words.HEAD),), *((words.Piece(line),) for line in rest)], color)
    return _status(found)


def _status(found: Waits | Discards) -> int:
    if isinstance(found, Discards):
        return SCORED
    return SCORED if any(one.ron or one.tsumo for one in found.waits) else NOT_PAID


def _refused(flaws: Iterable[wire.Flaw], as_json: bool, lang: str) -> int:
    if as_json:
        show_json({"schema": SCHEMA, "ok": False, "problems": [flaw.to_dict(lang) for flaw in flaws]})
    else:
        tell(words.refusal(flaws, speaker(lang)))
    return BAD_INPUT


# --------------------------------------------------------------------------------------------------- many


def _each(stream: BinaryIO, most: int, answer: Callable[[bytes | None], int], t: Speaker, comments: bool = False) -> int:
    count, at_once = Count(t), answers_at_once(stream)
    for line in lines(stream, most):
        if line is not None and (not line.strip(_SPACE) or (comments and line.lstrip(_SPACE).startswith(b"#"))):
            continue
        count.add(answer(line))
        if at_once:
            sys.stdout.flush()
    return count.status()


def _requests(parsed: Parsed) -> int:
    """One request a line, one answer a line, in order."""
    strange = [f"--{name}" for name in parsed.given if name not in ("jsonl", "json", "no-color", "lang")]
    if strange or parsed.words:
        raise RuleError(words.says_itself(strange, worded("the hand") if parsed.words else None))
    stream = standard_input(terminal=True)
    if stream is None:
        raise ChoumaError(words.no_requests("chouma waits --jsonl < requests.jsonl"))
    lang = for_json(parsed.given)
    return _each(stream, wire.MOST_BYTES, lambda line: _answer(line, lang), tongue(parsed.given))


def _answer(line: bytes | None, lang: str) -> int:
    value = wire.Refusal((wire.too_long(),)) if line is None else wire.decode(line)
    if isinstance(value, wire.Refusal):
        return _refused(value.flaws, True, lang)
    flaws = list(_flaws(value))
    if flaws:
        return _refused(flaws, True, lang)
    try:
        fields = {**value, "rules": rules(value.get("rules", "general"), files=False)}  # no files for requests of strangers
    except RuleError as refused:
        flaws = [wire.Flaw("bad_rules", reason, "rules") for reason in refused.reasons]
        fields = {**value, "rules": "general"}
    return _one(fields, flaws, as_json=True, color=False, lang=lang)


def _flaws(value: Any) -> Iterable[wire.Flaw]:
    """What is wrong with the keys of a request and the types of their values."""
    if not isinstance(value, dict):
        yield wire.Flaw("wrong_type", worded("the request is no object: it is one, {example}", example="{…}"))
        return
    for key in value:
        if key not in _KEYS:
            yield wire.Flaw("unknown_key", unknown_key(key, nearest(str(key), _KEYS), _KEYS), str(key)[:60])
    for key in wire.REQUIRED:
        if key not in value:
            yield wire.Flaw("missing_key", worded("no {key}: it is {allowed}", key=key, allowed=wire.FIELDS[key].allowed), key)
    for key, (types, told) in _KEYS.items():
        if key not in value:
            continue
        one = value[key]
        fits = isinstance(one, types) and not isinstance(one, bool)
        if not fits or (isinstance(one, list) and not (len(one) <= _MOST_TILES and all(isinstance(entry, str) for entry in one))):
            yield wire.Flaw("wrong_type", worded(
                "{field} is {value}: it is {allowed}",
                field=key, value=shown_value(one), allowed=told,
            ), key)


#: entries of a list: no table shows more tiles
_MOST_TILES = 136
