"""What happens in a game: one event after the other, each a mapping that could have been written by hand.

An event that ends a hand is a request to settle it, without what the game knows itself (rules, round, counters, deposits); other
keys are the game's own. Seats are players' names, or winds of the hand; they are kept as names, so that an event means the same
player wherever the deal has gone after an earlier round was corrected.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from ..errors import AND, listed, shorten, worded
from ..messages import says
from ..rulesets import RuleSet
from ..settling.fields import CLASSICAL, OF_FAMILY, RIICHI, checked
from ..settling.fields import FIELDS as SETTLE_FIELDS
from ..wire import Field, Flaw

#: what the game knows itself, or checks when it is told
KNOWN = ("rules", "round", "dealer", "honba", "deposits")

_NAME = "a player's name, or a wind of this hand"
_BY_NAME = 'an object such as {"Anna": 2000, "Bob": -2000}'

#: the keys that only a game has
OWN_FIELDS = (
    Field("riichi", list[str], 'a list of players such as ["Anna"]', "who declared riichi; beside a hand's end, or alone"),
    Field("adjust", dict[str, int], _BY_NAME, "points that change hands by agreement"),
    Field("penalty", dict[str, Any], 'an object such as {"seat": "Anna", "points": 2000}', "points off at the final count"),
    Field("chips", dict[str, int], _BY_NAME.replace("000", ""), "chips that change hands; beside a hand's end, or alone"),
    Field("stop", bool, "true", "the game is over, as the players agree"),
    Field("note", str | None, "text", "whatever shall be remembered with the event"),
    Field("at", str | None, "a hand such as S3", "where the event belongs: refused where the game is in another hand"),
    Field("dealer", str | None, _NAME, "who deals: refused if another does"),
    Field("honba", int | None, "a whole number", "counters: refused if there are others"),
    Field("deposits", int | None, "a whole number", "riichi sticks, those of this hand too: refused if there are others"),
)

#: every key of an event
FIELDS = {name: field for name, field in SETTLE_FIELDS.items() if name not in KNOWN} | {field.name: field for field in OWN_FIELDS}

#: every key of a penalty
PENALTY_FIELDS = {
    field.name: field
    for field in (Field("seat", str, _NAME, "who is punished"), Field("points", int, "a whole number above 0", "what it costs"))
}

#: what an event is, by the key that says so; of several of one group the first
_HAND_ENDS = {RIICHI: ("wins", "draw", "chombo"), CLASSICAL: ("hands", "draw", "false_win")}
_OTHERS = ("adjust", "penalty", "stop")
_BESIDE = ("riichi", "chips")
#: words that stand where a seat could, and name none
_NO_SEATS = frozenset(("auto", "none"))


class Event(NamedTuple):
    """One event, as it is kept.

    Attributes
    ----------
    kind : str
        ``wins``, ``draw``, ``chombo``, ``hands``, ``false_win``, ``riichi``, ``adjust``, ``penalty``, ``chips`` or ``stop``.
    text : str
        All that was told, as JSON.
    """

    kind: str
    text: str

    @property
    def fields(self) -> dict[str, Any]:
        """All that was told."""
        found: dict[str, Any] = json.loads(self.text)
        return found


def event_of(fields: Mapping[str, Any], kind: str) -> Event:
    """An event from checked fields, whose seats are names."""
    return Event(kind, json.dumps(fields, ensure_ascii=False, separators=(",", ":")))


def read_event(told: Any, rules: RuleSet, flaws: list[Flaw]) -> tuple[dict[str, Any], str]:
    """The fields of an event that have their type, and what kind it is; what is wrong goes to `flaws`.

    Parameters
    ----------
    told : object
        The event as it was given.
    rules : RuleSet
    flaws : list of Flaw
    """
    if not isinstance(told, Mapping):
        flaws.append(Flaw("wrong_type", worded("an event is an object, such as {example}", example='{"riichi": ["Anna"]}'), ""))
        return {}, ""
    # what is said to be nothing isn't said
    fields, wrong = checked({key: value for key, value in told.items() if value is not None}, FIELDS)
    flaws += wrong
    return fields, _kind(fields, rules, flaws, complete=not wrong)


def _kind(fields: Mapping[str, Any], rules: RuleSet, flaws: list[Flaw], complete: bool) -> str:
    ends = [name for name in _HAND_ENDS[rules.family.name] if name in fields and fields[name] is not False]
    others = [name for name in _OTHERS if name in fields and fields[name] is not False]
    others_know = [name for family in OF_FAMILY if family != rules.family.name for name in OF_FAMILY[family] if name not in KNOWN]
    strange = [name for name in others_know if name in fields]
    if "riichi" in fields and rules.family.name != RIICHI:
        strange.append("riichi")
    if strange:
        sentence = says("the rules {rules} are of the {family} family and don't know {keys}: take that away")
        told = worded(sentence, rules=rules.name, family=rules.family.name, keys=listed(strange, AND))
        flaws.append(Flaw("bad_value", told, strange[0]))
    if len(others) > 1 or (ends and others):
        several = [*ends[:1], *others]
        told = worded("one event is {things}: give one after the other", things=listed(several, AND))
        flaws.append(Flaw("two_outcomes", told, several[1]))
    if others and (beside := [name for name in _BESIDE if name in fields]):
        told = worded("{things} beside {event}: give one after the other", things=listed(beside, AND), event=others[0])
        flaws.append(Flaw("two_outcomes", told, beside[0]))
    if rules.family.name == CLASSICAL and "draw" in fields and not isinstance(fields["draw"], bool):
        flaws.append(Flaw("bad_value", worded("draw is an object: under classical rules a draw is true"), "draw"))
    found = [*ends, *others, *(name for name in _BESIDE if name in fields)]
    if not found and complete and not strange:
        known = listed((*_HAND_ENDS[rules.family.name], *_OTHERS, *_BESIDE))
        flaws.append(Flaw("missing_key", worded("nothing happens: an event has one of {keys}", keys=known), ""))
    return found[0] if found else ""


Renamer = Callable[[str, str], str]
Place = Callable[[Any, str], Any]


def renamed(fields: Mapping[str, Any], rename: Renamer) -> dict[str, Any]:
    """The fields with every seat renamed; nothing that was given is changed.

    Parameters
    ----------
    fields : mapping
    rename : callable
        ``(word, where)``: the new word for a seat.
    """

    def one(value: Any, where: str) -> Any:
        return rename(value, where) if isinstance(value, str) and value not in _NO_SEATS else value

    def many(value: Any, where: str) -> Any:
        return [one(seat, f"{where}[{i}]") for i, seat in enumerate(value)] if isinstance(value, list) else value

    def keys(value: Any, where: str) -> Any:
        return {one(key, f"{where}.{shorten(str(key))}"): amount for key, amount in value.items()} if isinstance(value, Mapping) else value

    def record(value: Any, where: str) -> Any:
        if isinstance(value, list):
            return [record(part, f"{where}[{i}]") for i, part in enumerate(value)]
        if not isinstance(value, Mapping):
            return one(value, where)
        return {key: places[key](part, f"{where}.{key}") if key in places else part for key, part in value.items()}

    places: dict[str, Place] = {"seat": one, "from": one, "tenpai": many, "nagashi": many, "riichi": many, "pao": record}
    top: dict[str, Place] = {
        **{"wins": record, "draw": record, "chombo": record, "penalty": record},
        **{"from": one, "liable": one, "false_win": one, "dealer": one},
        **{"hands": keys, "adjust": keys, "chips": keys, "riichi": many},
    }
    return {key: top[key](value, key) if key in top else value for key, value in fields.items()}


def lost_keys(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Flaw]:
    """Players who were named twice, by name and by wind."""
    for name in ("hands", "adjust", "chips"):
        told, kept = before.get(name), after.get(name)
        if isinstance(told, Mapping) and isinstance(kept, Mapping) and len(kept) < len(told):
            yield Flaw("duplicate_key", worded("{name} names a player twice: once is enough", name=name), name)
