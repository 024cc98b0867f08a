"""``chouma waits``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .. import wire
from ..errors import HandError, RuleError, UnknownNameError, worded
from ..families import rules
from ..hand import BITS_OF
from ..messages import says, speaker
from ..rulesets import RuleSet
from ..waits import SCHEMA, Discards, Waits, waits
from . import BAD_INPUT, NOT_PAID, SCORED, words
from .commands import Parsed
from .options import read_switches, set_pairs
from .score import each_line, each_request
from .streams import show, show_json, standard_input, tell
from .tongue import for_json, tongue

_MOST_LINE = 10_000
_SPACE = b" \t\r\n\v\f"


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

    return each_line(stream, _MOST_LINE, answer, t, comments=True)


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


def _requests(parsed: Parsed) -> int:
    """One request a line, one answer a line, in order."""
    lang = for_json(parsed.given)
    return each_request(parsed, "chouma waits --jsonl < requests.jsonl", lambda line: _answer(line, lang))


def _answer(line: bytes, lang: str) -> int:
    value = wire.decode(line)
    if isinstance(value, wire.Refusal):
        return _refused(value.flaws, True, lang)
    from ..forms import waits_request  # here: one hand of the command line doesn't wait for it

    answer = waits_request(value, lang)
    answer.pop("text", None)  # a line for programs
    show_json(answer)
    if not answer["ok"]:
        return BAD_INPUT
    return SCORED if "discards" in answer or any(_is_paid(one) for one in answer["waits"]) else NOT_PAID


def _is_paid(wait: Mapping[str, Any]) -> bool:
    return bool(wait["ron"]["win"] or wait["tsumo"]["win"])
