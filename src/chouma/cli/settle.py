"""``chouma settle``: four hands under classical rules, or the wins of a riichi hand."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO

from .. import wire
from ..errors import ChoumaError, RuleError, said_in, shorten, worded
from ..hand import BITS_OF, CLASSICAL_FLAGS, FLAGS
from ..lines import Line, padded, width
from ..messages import Speaker, says
from ..riichi.rules import RiichiRules
from ..rulesets import RuleSet
from ..seats import SEAT_WORDS, SPELLINGS, Wind, wind
from ..settlement import Ledger
from ..settling import DEFAULT, RIICHI_DEFAULT, refusal_of, settle_fields, settle_request
from ..settling.wins import with_flags
from . import BAD_INPUT, SCORED, words
from .commands import Parsed
from .options import read_switches, set_pairs
from .score import HAN_FU, Count
from .streams import answers_at_once, lines, show, show_json, standard_input, tell
from .tongue import for_json, tiles_of, tongue
from .words import FAINT, HEAD, NAME, NUMBER, Piece, Row

#: what each hand counts, as its derivation has it
_UNITS = ("fu", "fan", "han", "yakuman")
#: lines that add nothing and tell what a hand comes to
_WHOLE = ("score", "worth", "limit")
#: options that only riichi knows: where one is given and no rules are named, riichi is meant
_OF_RIICHI = ("winner", "han", "fu", "yakuman", "pao", "honba", "deposits", "dora", "ura")
_OF_CLASSICAL = ("dealt", "calling", "liable", "false-win")
MARKED = re.compile(r"[+*＋＊](?![^(\[]*[)\]])")

_NO_HANDS = says(
    "no hands: {example}, a hand for each seat (chouma settle --help); or the same on standard input, over as many lines as it likes"
)
_EXAMPLE = "chouma settle E:… S:… W:…+2p N:… --from E"


def run(parsed: Parsed) -> int:
    """Settle the table that the command line holds, or that stands on standard input.

    Returns
    -------
    int
        The exit status.
    """
    given = parsed.given
    if given.get("jsonl"):
        return _requests(parsed)
    told = parsed.words
    if not told and not any(given.get(name) for name in ("false-win", "draw", "winner", "han", "yakuman")):
        stream = standard_input()
        text = stream.read(wire.MOST_BYTES + 1) if stream else b""
        if len(text) > wire.MOST_BYTES:
            return _refuse([wire.too_long()], given)
        if text.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
            if not given.get("json"):
                raise RuleError(words.request_unasked())
            return _answer(text, for_json(given))
        told = tuple(_words_of(text.decode("utf-8-sig", "replace")))
        if not told:
            tell(tongue(given)(_NO_HANDS, example=_EXAMPLE))
            return BAD_INPUT
    return _settle(told, given)


def _words_of(text: str) -> Iterator[str]:
    """The words of a text; what stands after # is a comment."""
    for line in text.splitlines():
        yield from line.partition("#")[0].split()


def _settle(told: Sequence[str], given: Mapping[str, Any]) -> int:
    flaws: list[wire.Flaw] = []
    hands = _hands(told, flaws)
    riichi = "rules" not in given and _means_riichi(hands, given)
    rules = rules_of(given, flaws, RIICHI_DEFAULT if riichi else DEFAULT)
    if riichi and rules is not None:
        tell(tongue(given)("assumed: the rules {rules} (say otherwise with --rules)", rules=rules.name))
    if isinstance(rules, RiichiRules) or (rules is None and riichi):
        return _settle_wins(hands, rules, given, flaws)
    flaws += _strange(given, (*_OF_RIICHI, *(name.replace("_", "-") for name in FLAGS if name not in CLASSICAL_FLAGS)), rules)
    fields: dict[str, Any] = {"hands": hands, "rules": rules, "draw": bool(given.get("draw"))}
    fields |= {"false_win": given.get("false-win"), "from": given.get("from"), "liable": given.get("liable"), "round": given.get("round")}
    fields["flags"] = [name for name in CLASSICAL_FLAGS if given.get(name.replace("_", "-")) is True]
    _mark(hands, given, flaws)
    if getattr(rules, "round_wind", False) and not given.get("round"):
        fields["round"] = "E"
        tell(tongue(given)("assumed: round E (say otherwise with --round)"))
    return answer_fields(fields, flaws, given)


def answer_fields(fields: Mapping[str, Any], flaws: list[wire.Flaw], given: Mapping[str, Any]) -> int:
    """Settle what was read from a command line, and show it.

    Returns
    -------
    int
        The exit status.
    """
    answer = settle_fields(fields, flaws, files=True, notation=given.get("notation"))
    if isinstance(answer, wire.Refusal):
        return _refuse(answer.flaws, given)
    if given.get("json"):
        show_json(answer.to_dict(for_json(given)))
    else:
        rows = ledger_rows(answer, tongue(given), bool(given.get("explain")), tiles_of(given))
        show(rows, not given.get("no-color"))
    return SCORED


def _strange(given: Mapping[str, Any], names: Iterable[str], rules: RuleSet | None) -> list[wire.Flaw]:
    """Options that the other family knows alone."""
    if rules is None:
        return []
    told = {name: worded("the rules {rules} know no {field}: take it away", rules=rules.name, field=f"--{name}") for name in names}
    return [wire.Flaw("bad_value", told[name], name) for name in names if given.get(name)]


# ------------------------------------------------------------------------------------------------ wins of riichi


def _means_riichi(hands: Mapping[str, Mapping[str, Any]], given: Mapping[str, Any]) -> bool:
    """Whether riichi is meant where no rules are named: by its options, or as every hand is marked as a win."""
    if any(given.get(name) is not None for name in _OF_RIICHI):
        return True
    texts = [hand["hand"] for hand in hands.values()]
    return bool(texts) and all(HAN_FU.fullmatch(text.strip()) or MARKED.search(text) for text in texts)


def _settle_wins(
    hands: Mapping[str, Mapping[str, Any]], rules: RiichiRules | None, given: Mapping[str, Any], flaws: list[wire.Flaw]
) -> int:
    flaws += _strange(given, _OF_CLASSICAL, rules)
    if given.get("draw"):
        flaws.append(wire.Flaw("bad_value", worded("a draw of riichi has a command of its own: chouma draw --tenpai E,S"), "draw"))
    wins = [win_of(seat, hand["hand"]) for seat, hand in hands.items()]
    wins += _winner(given, flaws)
    flags = [name for name in BITS_OF if given.get(name.replace("_", "-")) is True]
    wins = with_flags(wins, flags, flaws) if flags else wins
    if "pao" in given:
        wins = _with_pao(wins, given["pao"], flaws)
    fields: dict[str, Any] = {"wins": wins, "from": given.get("from"), "round": given.get("round"), "rules": rules}
    fields |= {name: number(given, name, flaws) for name in ("honba", "deposits")}
    fields |= {f"{name}_indicators": " ".join(given[name]) for name in ("dora", "ura") if given.get(name)}
    if any("hand" in win for win in wins) and not given.get("round"):
        fields["round"] = "E"
        tell(tongue(given)("assumed: round E (say otherwise with --round)"))
    return answer_fields(fields, flaws, given)


def win_of(seat: str, text: str) -> dict[str, Any]:
    """A win as the wire form has it: a hand, or han and fu such as ``3h40f``, or yakuman such as ``1y``."""
    found = HAN_FU.fullmatch(text.strip())
    if not found:
        return {"seat": seat, "hand": text}
    han, fu, yakuman = found.groups()
    if han is None:
        return {"seat": seat, "yakuman": int(yakuman or 1)}
    return {"seat": seat, "han": int(han), **({"fu": int(fu)} if fu else {})}


def _winner(given: Mapping[str, Any], flaws: list[wire.Flaw]) -> list[dict[str, Any]]:
    """The win that ``--winner`` tells of."""
    seat, worth = given.get("winner"), [name for name in ("han", "fu", "yakuman") if given.get(name)]
    if seat is None:
        if worth:
            told = worded("--{option} says nothing without --winner: who won?", option=worth[0])
            flaws.append(wire.Flaw("missing_key", told, "winner"))
        return []
    win: dict[str, Any] = {"seat": seat}
    win |= {name: number(given, name, flaws) for name in ("han", "fu") if name in worth}
    if "yakuman" in worth:
        named = [id for text in given["yakuman"] for id in text.replace(",", " ").split()]
        win["yakuman"] = int(named[0]) if len(named) == 1 and named[0].isdecimal() else named
    return [win]


def _with_pao(wins: list[dict[str, Any]], told: Sequence[str], flaws: list[wire.Flaw]) -> list[dict[str, Any]]:
    """The win with who is liable: ``E``, ``E:daisangen``, ``none``."""
    if len(wins) != 1:
        several = worded("--pao is of one win, and {n} hands win: write it with the win in a request (--json)", n=len(wins))
        nobody = worded("--pao is of one win, and nobody wins: write it with the win in a request (--json)")
        flaws.append(wire.Flaw("bad_value", several if wins else nobody, "pao"))
        return wins
    found: list[dict[str, Any]] = []
    for text in told:
        seat, _, yakuman = re.sub("[：=]", ":", text).partition(":")
        if seat in ("none", "auto") and len(told) == 1:
            return [{**wins[0], "pao": seat}]
        found.append({"seat": seat, **({"yakuman": yakuman.replace(",", " ").split()} if yakuman else {})})
    return [{**wins[0], "pao": found}]


def number(given: Mapping[str, Any], option: str, flaws: list[wire.Flaw]) -> int:
    """The whole number that an option gives; 0 where it isn't given or is none, which goes to `flaws`."""
    text = given.get(option, "0")
    if re.fullmatch(r"\d{1,9}", text, re.ASCII):
        return int(text)
    flaws.append(wire.Flaw("bad_value", words.bad_option(option, text, worded("a whole number, such as 1")), option))
    return 0


def _refuse(flaws: Iterable[wire.Flaw], given: Mapping[str, Any]) -> int:
    if given.get("json"):
        show_json(refusal_of(tuple(flaws), for_json(given)))
    else:
        tell("\n".join(refusal_lines(flaws, tongue(given).lang)))
    return BAD_INPUT


def refusal_lines(flaws: Iterable[wire.Flaw], lang: str = "en") -> Iterator[str]:
    """Every problem with the text that it points at; the hands name their seats themselves."""
    for flaw in flaws:
        yield said_in(flaw.message, lang)
        yield from (f"  {line}" for line in flaw.picture.split("\n") if flaw.picture)


# ------------------------------------------------------------------------------------------------ what is given


def rules_of(given: Mapping[str, Any], flaws: list[wire.Flaw], default: str) -> Any:
    """The rule set that the options name, with their switches; None where there is none."""
    found = wire.read_rules(given.get("rules", default), flaws, files=True)
    if found is None:
        return None
    changes, wrong = read_switches(set_pairs(given.get("set", ())), found.switches)
    flaws += [wire.Flaw("bad_rules", reason, "rules") for reason in wrong]
    try:
        return found.but(**changes) if changes else found
    except RuleError as refused:
        flaws += [wire.Flaw("bad_rules", reason, "rules") for reason in refused.reasons]
        return None


def _hands(told: Sequence[str], flaws: list[wire.Flaw]) -> dict[str, dict[str, Any]]:
    """The hands by seat: a word such as ``E:888s6779p`` begins one, and words without a seat go on with it."""
    texts: dict[str, list[str]] = {}
    current: list[str] | None = None
    for word in told:
        head, colon, rest = re.sub("[：=]", ":", word, count=1).partition(":")
        seat = _spelt(head) if colon else None
        if seat is None and current is None:
            shown = repr(shorten(word))
            wrong = worded("{text} is the hand of no seat: write the seat before each hand, E:… S:… W:… N:…", text=shown)
            flaws.append(wire.Flaw("bad_value", wrong, "hands"))
        elif seat is None:
            current.append(word)  # type: ignore[union-attr]
        elif seat.name in texts:
            wrong = worded("two hands for {seat}: each seat has one", seat=SEAT_WORDS[seat])
            flaws.append(wire.Flaw("bad_value", wrong, f"hands.{seat.name}"))
        else:
            current = texts[seat.name] = [rest]
    return {seat: {"hand": " ".join(parts)} for seat, parts in texts.items()}


def _spelt(text: str) -> Wind | None:
    return next((SPELLINGS[one] for one in (text, text.upper(), text.lower()) if one in SPELLINGS), None)


def _mark(hands: dict[str, dict[str, Any]], given: Mapping[str, Any], flaws: list[wire.Flaw]) -> None:
    """What options say of one hand: that it wins as dealt, that it was calling."""
    for option, key, value in (("dealt", "won", "dealt"), ("calling", "flags", ["calling"])):
        seats = given.get(option, ())
        for text in (seats,) if isinstance(seats, str) else seats:
            try:
                hand = hands.get(wind(text, option).name)
            except ChoumaError as refused:
                flaws.append(wire.Flaw("bad_value", refused.parts[0], option))
                continue
            if hand is None:
                told = worded("{option}: there is no hand for that seat", option=f"--{option} {text}")
                flaws.append(wire.Flaw("missing_hand", told, option))
            else:
                hand[key] = value


# ------------------------------------------------------------------------------------------------ what is shown


def ledger_rows(ledger: Ledger, t: Speaker, whole: bool = False, tiles: str = "mpsz") -> list[Row]:
    """The hands item by item, who pays whom, the totals; `whole` tells the derivation of every hand and payment too."""
    told = ledger.explain(t.lang).spelt(tiles)
    hands = [line for line in told.lines if line.id == "hand"]
    shown = hands if whole else [line._replace(lines=tuple(_items(line.lines))) for line in hands]
    rows = words.derivation_rows(told._replace(lines=tuple(shown)))
    rows += [(Piece(""),)] if rows else []
    rows += _matrix(ledger, t)
    if whole and ledger.transfers:
        rows += [(Piece(""),), *((Piece(one.explain(t.lang)),) for one in ledger.transfers)]
    notes = [line for line in told.lines if line.id == "note"]
    return [*rows, (Piece(""),), *((Piece(line.text, FAINT),) for line in notes)]


def _items(told: Iterable[Line]) -> Iterator[Line]:
    """The items that a hand counts, and what they come to: lines that add something and are made of nothing else."""
    for line in told:
        if line.lines and line.id != "alternatives":
            yield from _items(line.lines)
        elif line.id in _WHOLE or (line.amount and line.unit in _UNITS):
            yield line


def _matrix(ledger: Ledger, t: Speaker) -> list[Row]:
    cells = ledger.cells(t.lang)
    name, *wide = (max(map(width, column)) for column in zip(*cells, strict=True))
    rows: list[Row] = []
    for i, row in enumerate(cells):
        styles = [HEAD] * len(wide) if i == 0 else [FAINT if cell in "-0" else NUMBER for cell in row[1:]]
        numbers = [Piece(f"  {padded(cell, w, right=True)}", style) for cell, w, style in zip(row[1:], wide, styles, strict=True)]
        rows.append((Piece(padded(row[0], name), HEAD if i == 0 else NAME), *numbers))
    return rows


# ----------------------------------------------------------------------------------------- many on standard input


def _answer(text: bytes, lang: str) -> int:
    answer = settle_request(text, lang)
    show_json(answer)
    return SCORED if answer["ok"] else BAD_INPUT


def _requests(parsed: Parsed) -> int:
    """One request a line, one answer a line, in order."""
    strange = [f"--{name}" for name in parsed.given if name not in ("jsonl", "json", "no-color", "lang")]
    if strange or parsed.words:
        raise RuleError(words.says_itself(strange, worded("the hands") if parsed.words else None))
    stream: BinaryIO | None = standard_input(terminal=True)
    if stream is None:
        raise RuleError(words.no_requests("chouma settle --jsonl < tables.jsonl"))
    count, lang = Count(tongue(parsed.given)), for_json(parsed.given)
    at_once = answers_at_once(stream)
    for line in lines(stream, wire.MOST_BYTES):
        if line is None:
            show_json(refusal_of((wire.too_long(),), lang))
            count.add(BAD_INPUT)
        elif line.strip():
            count.add(_answer(line, lang))
        else:
            continue
        if at_once:
            sys.stdout.flush()
    return count.status()
