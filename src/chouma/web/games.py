"""A whole game as one request: everything that happened in, the table as it stands out. Nothing is kept: who asks keeps the events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import RuleError, show, worded
from ..forms import refused
from ..game import Game, GameError
from ..game.needs import needs
from ..game.play import SCHEMA
from ..game.sheet import to_dict, told
from ..riichi.rules import RiichiRules
from ..settling.fields import checked, told_once
from ..wire import FIELDS as SCORE_FIELDS
from ..wire import Field, Flaw, read_rules

#: more events than any game has
MOST_EVENTS = 400

#: every key of a request
FIELDS = {
    field.name: field
    for field in (
        SCORE_FIELDS["rules"],
        Field("players", list[str], worded("a list of names"), "the players as they sat at first, East first; A, B, C, D if not given"),
        Field("length", str | None, worded("east, half or full"), "how long the game is; as the rules have it if not given"),
        Field("events", list[dict[str, Any]], worded("a list of events"), "what happened, one after the other, as for chouma game"),
        Field("needs", bool, worded("true or false"), "riichi: tell what each player needs for each place"),
    )
}


def game_request(value: Any, lang: str = "en") -> dict[str, Any]:
    """Play a game through, and tell how it stands.

    Examples
    --------
    >>> draw = {"draw": {"kind": "exhaustive", "tenpai": ["Anna", "Bob"]}}
    >>> answer = game_request({"rules": "tenhou", "players": ["Anna", "Bob", "Cleo", "Dan"], "events": [draw]})
    >>> answer["state"]["scores"], answer["state"]["honba"]
    ({'Anna': 26500, 'Bob': 26500, 'Cleo': 23500, 'Dan': 23500}, 1)
    """
    if not isinstance(value, Mapping):
        message = worded("the request is {kind}: it is an object, {{…}}", kind=show(value))
        return refused(SCHEMA, [Flaw("wrong_type", message)], lang)
    fields, flaws = checked(value, FIELDS, most=MOST_EVENTS)
    rules = read_rules(fields.get("rules", "general"), flaws, default="general")
    game = None
    if rules is not None and not flaws:
        try:
            game = Game.new(rules, fields.get("players"), length=fields.get("length"), events=fields.get("events", ()))
        except GameError as wrong:
            flaws += wrong.flaws
        except RuleError as wrong:
            flaws += [Flaw("bad_value", reason, "length") for reason in wrong.reasons]
    if game is None:
        return refused(SCHEMA, told_once(flaws).flaws, lang)
    answer = to_dict(game)
    events = [{**told_event, "text": told(step, game, lang)} for told_event, step in zip(answer["events"], game.steps, strict=True)]
    about = {"family": game.rules.family.name, "chips": getattr(game.rules, "chips", 0)}
    final = game.final().to_dict(game.names)
    return {**answer, **about, "events": events, "final": final, "needs": _needs(game) if fields.get("needs") else None}


def _needs(game: Game) -> list[dict[str, Any]] | None:
    """What each player needs; None where that isn't told: for classical rules, and when the game is over."""
    if not isinstance(game.rules, RiichiRules) or game.over:
        return None
    return [needs(game.state, player, game.rules).to_dict(game.names) for player in range(len(game.names))]
