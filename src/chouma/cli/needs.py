"""``chouma needs``: what a player needs to win for each place."""

from __future__ import annotations

import re
from typing import Any

from ..errors import worded
from ..game import GameError, State
from ..game.course import course_of
from ..game.needs import needs
from ..game.sheet import needs_lines
from ..game.state import first_state, player_of
from ..game.store import StoreError
from ..messages import says
from ..riichi.rules import RiichiRules
from ..riichi.settle import STICK
from ..rulesets import RuleSet
from ..seats import Wind
from ..settlement import LETTERS
from ..wire import Flaw
from . import SCORED, words
from .commands import Parsed
from .game import open_game, refuse
from .settle import number, rules_of
from .streams import show, show_json
from .tongue import tongue
from .words import Piece

SCHEMA = "chouma.needs/1"
_AT = re.compile(r"([ESWN])([1-4])", re.IGNORECASE)


def run(parsed: Parsed) -> int:
    """Say what the players of a game need, or those with the scores of the options.

    Returns
    -------
    int
        The exit status.
    """
    given: dict[str, Any] = dict(parsed.given)
    lang = tongue(given).lang
    try:
        state, rules, names = _told(given) if "scores" in given else _played(parsed)
        players = _players(given, state, names)
        found = [needs(state, player, rules, riichi=bool(given.get("riichi"))) for player in players]
    except GameError as refused:
        return refuse(refused.flaws, given, SCHEMA)
    except StoreError as refused:
        return refuse([Flaw("bad_value", one) for one in refused.args], given, SCHEMA)
    if given.get("json"):
        told = {"schema": SCHEMA, "ok": True, "rules": rules.wire, "state": state.to_dict(names)}
        show_json({**told, "players": [one.to_dict(names) for one in found]})
    else:
        lines = [line for i, one in enumerate(found) for line in ([""] * bool(i) + needs_lines(one, names, lang))]
        show([(Piece(line),) for line in lines], not given.get("no-color"))
    return SCORED


def _players(given: dict[str, Any], state: State, names: tuple[str, ...]) -> list[int]:
    if "seat" not in given:
        return [state.player_at(Wind(seat)) for seat in range(state.players)]
    found = player_of(str(given["seat"]), names, state)
    if isinstance(found, str):
        raise GameError([Flaw("unknown_player", worded("{where}: {message}", where="--seat", message=found), "seat")])
    return [found]


def _played(parsed: Parsed) -> tuple[State, RiichiRules, tuple[str, ...]]:
    """The table of a game that is kept."""
    strange = [name for name in ("honba", "deposits", "at", "rules", "set") if name in parsed.given]
    if strange:
        raise GameError(
            [Flaw("bad_value", worded("--{option} goes with --scores: a game tells it itself", option=name), name) for name in strange]
        )
    game = open_game(parsed)
    if not isinstance(game.rules, RiichiRules):
        raise GameError([_classical(game.rules)])
    return game.state, game.rules, game.names


def _classical(rules: RuleSet) -> Flaw:
    told = worded("the rules {rules} are classical: what a player needs is told for riichi", rules=rules.name)
    return Flaw("bad_value", told, "rules")


def _told(given: dict[str, Any]) -> tuple[State, RiichiRules, tuple[str, ...]]:
    """The table that the options tell, or every reason why it can't be."""
    flaws: list[Flaw] = []
    rules = rules_of(given, flaws, "general")
    if rules is not None and not isinstance(rules, RiichiRules):
        flaws.append(_classical(rules))
    if flaws or not isinstance(rules, RiichiRules):
        raise GameError(flaws)
    honba, deposits = (number(given, name, flaws) for name in ("honba", "deposits"))
    start = first_state(rules)
    scores = [text.strip() for text in str(given["scores"]).split(",")]
    if len(scores) != start.players or not all(re.fullmatch(r"[+-]?\d{1,9}", text, re.ASCII) for text in scores):
        wanted = worded("{n} whole numbers with commas between them, East first", n=start.players)
        flaws.append(Flaw("bad_value", words.bad_option("scores", str(given["scores"]), wanted), "scores"))
    course = course_of(rules)
    at = _AT.fullmatch(str(given.get("at", f"{LETTERS[course.last]}{start.players}")).strip())
    if at is None or int(at[2]) > start.players:
        flaws.append(
            Flaw(
                "bad_value",
                words.bad_option("at", str(given.get("at")), worded("a hand such as {example}", example=f"S{start.players}")),
                "at",
            )
        )
    if flaws or at is None:
        raise GameError(flaws)
    dealer, n = int(at[2]) - 1, start.players
    by_seat = [int(text) for text in scores]
    by_player = tuple(by_seat[(player - dealer) % n] for player in range(n))
    state = start._replace(scores=by_player, round=Wind(LETTERS.index(at[1].upper())), dealer=dealer, honba=honba, deposits=deposits)
    if state.total != start.total:
        sentence = says("the scores and {n} deposits of {stick} come to {total}, and a game has {right}: mend one, or the rules")
        told = worded(sentence, n=deposits, stick=STICK, total=state.total, right=start.total)
        raise GameError([Flaw("not_zero_sum", told, "scores")])
    return state, rules, tuple(LETTERS[state.wind_of(player)] for player in range(n))
