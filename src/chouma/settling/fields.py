"""The keys of a request to settle: their types, and what is wrong with those that don't have them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import NoneType, UnionType
from typing import Any, Literal, get_args

from ..classical.rules import ClassicalRules
from ..errors import OR, HandError, listed, nearest, shorten, unknown_key, worded
from ..families import FAMILIES
from ..hand import CLASSICAL_FLAGS
from ..messages import says
from ..riichi.draws import KINDS
from ..riichi.rules import RiichiRules
from ..rulesets import RuleSet
from ..seats import Wind, wind
from ..settlement import SCHEMA
from ..switches import shown_value
from ..wire import FIELDS as SCORE_FIELDS
from ..wire import MOST_LISTED, Field, Flaw, Refusal, flaws_of

_MOST_PROBLEMS = 40
_SEAT = "E, S, W or N"
_SEATS = 'a list of seats such as ["E", "S"]'

CLASSICAL, RIICHI = ClassicalRules.family.name, RiichiRules.family.name

#: the rule set that is meant where none is named: for four hands, and for wins and draws of riichi
DEFAULT, RIICHI_DEFAULT = ClassicalRules.family.default, RiichiRules.family.default


def _table(*fields: Field) -> dict[str, Field]:
    return {field.name: field for field in fields}


#: every key of a request
FIELDS = _table(
    Field(
        "hands", dict[str, str | dict[str, Any]],
        worded('an object such as {"E": {"hand": "…"}, …}'),
        "classical: the hands; E is the dealer",
    ),
    Field(
        "wins", list[dict[str, Any]],
        worded('a list such as [{"hand": "…", "seat": "S", "from": "W"}]'),
        "riichi: the wins, one or several",
    ),
    Field("from", str | None, _SEAT, "who discarded the winning tile, or was robbed of it"),
    Field("liable", str | None, f"{_SEAT}, auto or none", "classical: who pays for all; worked out if not given"),
    Field("false_win", str | None, _SEAT, "classical: who claimed a win that was none"),
    Field(
        "chombo", str | dict[str, Any] | None,
        worded('a seat, or an object such as {"seat": "W"}'),
        "riichi: whose grave fault ended the hand",
    ),
    Field(
        "draw",
        bool | dict[str, Any] | None,
        'for riichi an object such as {"kind": "exhaustive", "tenpai": ["E"]}, for classical rules true or false',
        "nobody won",
    ),
    Field("round", str | None, _SEAT, "the wind of the round, where it counts"),
    Field("dealer", str | None, worded("E"), "riichi: seats are the winds of this hand, so that it is E"),
    Field("honba", int, worded("a whole number"), "riichi: counters on the table"),
    Field("deposits", int, worded("a whole number"), "riichi: sticks on the table, those of this hand too"),
    SCORE_FIELDS["dora_indicators"],
    SCORE_FIELDS["ura_indicators"],
    Field("rules", str | dict[str, Any], worded('a name, or an object such as {"base": "ningbo", "limit": 300}'), "the rule set"),
    SCORE_FIELDS["lang"],
)

#: the keys that one family alone knows
OF_FAMILY = {
    CLASSICAL: ("hands", "liable", "false_win"),
    RIICHI: ("wins", "chombo", "dealer", "honba", "deposits", "dora_indicators", "ura_indicators"),
}

#: every key of one hand of a classical table
HAND_FIELDS = _table(
    Field("hand", str, worded("text"), "its tiles, with the winning tile of the hand that won, unless `win` gives it"),
    Field("win", str | None, worded("text, one tile"), "the winning tile"),
    Field("by", Literal["ron", "tsumo"] | None, worded('"ron" or "tsumo"'), "how it was won"),
    Field("won", bool | Literal["dealt"] | None, worded('true, false or "dealt"'), "whether it won; `dealt` for a hand that wins as dealt"),
    Field("flags", list[str], worded("a list of flags"), f"any of {' '.join(CLASSICAL_FLAGS)}"),
)

#: the keys of a win that tell of its hand, as for one score
OF_A_HAND = ("hand", "win", "by", "round", "flags", "dora_indicators", "ura_indicators", "kita")

#: every key of one win of riichi
WIN_FIELDS = _table(
    *(SCORE_FIELDS[name] for name in ("seat", *OF_A_HAND)),
    Field("from", str | None, _SEAT, "who discarded the winning tile, or was robbed of it; absent on a self-draw"),
    Field("han", int | None, worded("a whole number"), "han with dora, in place of a hand"),
    Field("fu", int | None, worded("a whole number"), "fu, beside han"),
    Field("yakuman", int | list[str] | None, worded('a list such as ["daisangen"], or how many'), "its yakuman, in place of a hand"),
    Field(
        "pao",
        str | dict[str, Any] | list[dict[str, Any]] | None,
        'an object such as {"seat": "E", "yakuman": ["daisangen"]}, a seat, auto or none',
        "who is liable; read off the groups' sources if not given",
    ),
)

#: every key of one liability
PAO_FIELDS = _table(
    Field("seat", str, _SEAT, "who is liable"),
    Field("yakuman", list[str], worded('a list such as ["daisangen"]'), "for which yakuman; all that the rules know it for if not given"),
)

#: every key of a draw
DRAW_FIELDS = _table(
    Field("kind", str, f"one of {', '.join(KINDS)}", "how the hand ended"),
    Field("tenpai", list[str] | None, _SEATS, "who is tenpai at an exhaustive draw; nobody if not given"),
    Field("nagashi", list[str] | None, _SEATS, "who has nagashi mangan"),
)

#: every key of a chombo
CHOMBO_FIELDS = _table(
    Field("seat", str, _SEAT, "whose fault it was"),
    Field("points", int | None, worded("a whole number"), "what it costs, where the rules make it points"),
    Field("riichi", list[str] | None, _SEATS, "who declared riichi in this hand, and gets the stick back"),
)


def checked(
    value: Mapping[Any, Any], known: Mapping[str, Field], where: str = "", most: int = MOST_LISTED
) -> tuple[dict[str, Any], list[Flaw]]:
    """The fields of an object that have their type, and what is wrong with the others; `most` is how long a list may be."""
    fields, flaws = {}, []
    for key, one in value.items():
        shown = shorten(str(key))
        if key not in known:
            flaws.append(Flaw("unknown_key", unknown_key(key, nearest(str(key), known), known), where + shown))
            continue
        field = known[key]
        if not _has_type(one, field.type):
            told = worded("{field} is {value}: it is {allowed}", field=where + key, value=shown_value(one), allowed=field.allowed)
            flaws.append(Flaw("wrong_type", told, where + key))
            continue
        if isinstance(one, list) and len(one) > most:
            told = worded("{field} has {n} entries: no hand has more than {most}", field=where + key, n=len(one), most=most)
            flaws.append(Flaw("wrong_type", told, where + key))
            continue
        fields[key] = int(one) if isinstance(one, float) else one
    return fields, flaws


def _has_type(value: Any, wanted: Any) -> bool:
    """Whether a value is what an annotation says; plain ones are seen at once, and msgspec looks at the rest."""
    for one in get_args(wanted) if isinstance(wanted, UnionType) else (wanted,):
        if one in (bool, int, NoneType) and type(value) is one:
            return True
        texts = [value] if one is str else value if one == list[str] and type(value) is list else [None]
        if all(type(text) is str and text.isascii() for text in texts):
            return True
    import msgspec  # here: the command settles a table without it

    try:
        msgspec.convert(value, wanted)
    except (ValueError, RecursionError):  # what is no text at all, such as half a character, is refused so too
        return False
    return True


def missing(name: str, known: Mapping[str, Field], where: str) -> Flaw:
    """A key that isn't there."""
    return Flaw("missing_key", worded(
        "no {key}: it is {allowed}",
        key=name, allowed=known[name].allowed,
    ), f"{where}.{name}" if where else name)


def seat_in(value: Any, where: str, flaws: list[Flaw]) -> Wind | None:
    """A seat; None where there is none, and what is wrong goes to `flaws`."""
    try:
        return None if value is None else wind(value, where)
    except HandError as refused:
        flaws += flaws_of(refused)
        return None


def seats_in(value: Iterable[Any] | None, where: str, flaws: list[Flaw]) -> tuple[Wind, ...]:
    """Seats, each once."""
    found: list[Wind] = []
    for i, one in enumerate(value or ()):
        seat = seat_in(one, f"{where}[{i}]", flaws)
        if seat in found:
            flaws.append(Flaw("bad_value", worded("{field} names {seat} twice: once is enough", field=where, seat=one), f"{where}[{i}]"))
        elif seat is not None:
            found.append(seat)
    return tuple(found)


def told_once(flaws: Iterable[Flaw]) -> Refusal:
    """The answer to what can't be, each problem once."""
    told = list(dict.fromkeys(flaws))
    if len(told) > _MOST_PROBLEMS:
        n = len(told) - _MOST_PROBLEMS
        told[_MOST_PROBLEMS:] = [Flaw("more", worded("and {n} more problems, which are not told: mend these first", n=n))]
    return Refusal(tuple(told))


def refusal_of(flaws: tuple[Flaw, ...], lang: str = "en") -> dict[str, Any]:
    """The answer on the wire to a table that can't be."""
    return {**Refusal(flaws).to_dict(lang), "schema": SCHEMA}


# --------------------------------------------------------------------------------------------------- rules


def default_for(fields: Mapping[str, Any]) -> str:
    """The rule set that is meant where none is named: keys that riichi alone knows ask for riichi."""
    asks = any(fields.get(name) for name in OF_FAMILY[RIICHI]) or isinstance(fields.get("draw"), Mapping)
    return RIICHI_DEFAULT if asks else DEFAULT


def strange(fields: Mapping[str, Any], rules: RuleSet) -> list[Flaw]:
    """Keys that only the other family knows."""
    family = rules.family.name
    sentence = says("the rules {rules} are of the {family} family and know no {field}: give {known}")
    told = {"rules": rules.name, "family": worded(family), "known": listed((*OF_FAMILY[family][:1], "draw"), OR)}
    return [
        Flaw("bad_value", worded(sentence, **told, field=name), name)
        for other in FAMILIES
        if other != family
        for name in OF_FAMILY[other]
        if fields.get(name)
    ]
