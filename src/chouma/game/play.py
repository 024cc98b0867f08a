"""A whole game: events, the state after each, and what can't have happened.

>>> game = Game.new("tenhou", ["Anna", "Bob", "Cleo", "Dan"])
>>> game = game.add({"wins": [{"seat": "Bob", "from": "Anna", "han": 3, "fu": 40}], "riichi": ["Bob"]})
>>> game.state.scores, game.state.at
((19800, 30200, 25000, 25000), 'E2')
>>> game.undo().state.scores, game.undo().redo() == game
((25000, 25000, 25000, 25000), True)
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..errors import worded
from ..families import rules as rules_named
from ..messages import says
from ..riichi.rules import RiichiRules
from ..riichi.settle import CHOMBO, STICK
from ..rulesets import RuleSet
from ..seats import Wind
from ..settlement import LETTERS, Ledger
from ..settling.door import settle_fields
from ..settling.hands import check_hands
from ..wire import Flaw, Refusal
from .checks import declared_flaws, own_flaws, place_flaws
from .course import STOPPED, Course, after_hand, course_of
from .events import FIELDS, KNOWN, Event, event_of, lost_keys, read_event, renamed
from .needs import Needs, needs
from .placing import Final, final_count
from .state import GameError, State, first_state, named_players, player_of

SCHEMA = "chouma.game/1"

_RIICHI_FLAGS = frozenset(("riichi", "double_riichi", "open_riichi"))


class Step(NamedTuple):
    """One event and what came of it.

    Attributes
    ----------
    event : Event
    before, after : State
    ledger : Ledger or None
        Who paid whom, where a hand ended.
    """

    event: Event
    before: State
    after: State
    ledger: Ledger | None = None

    @property
    def deltas(self) -> tuple[int, ...]:
        """What each player gained or lost, riichi sticks too."""
        return tuple(now - then for now, then in zip(self.after.scores, self.before.scores, strict=True))

    @property
    def to_table(self) -> int:
        """Points that went to the table, less those that it paid: with the players' they sum to 0."""
        return (self.after.deposits - self.before.deposits) * STICK


Line = tuple[Event, ...]


@dataclass(frozen=True, repr=False)
class Game:
    """A game: frozen; what changes it gives another.

    Attributes
    ----------
    rules : RuleSet
    names : tuple of str
        The players as they sat in the first hand, East first.
    course : Course
    line : tuple of Event
        What happened.
    back, forth : tuple of tuple of Event
        What `undo` and `redo` go to: the line before each change, and the lines that were undone.
    steps : tuple of Step
        The events with the states before and after them.
    """

    rules: RuleSet
    names: tuple[str, ...]
    course: Course
    line: Line = ()
    back: tuple[Line, ...] = ()
    forth: tuple[Line, ...] = ()
    steps: tuple[Step, ...] = field(default=(), compare=False)

    @classmethod
    def new(
        cls,
        rules: RuleSet | str | os.PathLike[str] | Mapping[str, Any] = "general",
        players: Iterable[str] | None = None,
        *,
        length: str | None = None,
        events: Iterable[Mapping[str, Any] | Event] = (),
    ) -> Game:
        """A game that begins, or one that is played through.

        Parameters
        ----------
        rules : RuleSet, str, path or mapping
            Riichi or classical.
        players : iterable of str, optional
            Their names as they sit at first, East first; A, B, C and D if not given.
        length : str, optional
            ``east``, ``half`` or ``full``; as the rules have it if not given, all four rounds under classical ones.
        events : iterable of mapping or Event
            What happened.

        Raises
        ------
        GameError, RuleError
            If that can't be: every reason at once.
        """
        found = rules_named(rules)
        if isinstance(found, RiichiRules):
            found = (found if length in (None, found.length) else found.but(length=length)).for_table()
        game = cls(found, named_players(players, found), course_of(found, length))
        given = tuple(events)
        if not given:
            return game
        steps = game._played((), given)
        return game._with(steps, (), ())

    # ------------------------------------------------------------------------------------------- what is the case

    @property
    def state(self) -> State:
        """The state after the last event."""
        return self.steps[-1].after if self.steps else first_state(self.rules)

    @property
    def over(self) -> str:
        """Why the game is over; empty while it goes on."""
        return self.state.over

    def final(self) -> Final:
        """The final count, as if the game ended here if it goes on."""
        state = self.state
        about = {"deposits": state.deposits, "dealer": state.dealer, "chips": state.chips, "penalties": state.penalties}
        return final_count(state.scores, self.rules, **about)  # type: ignore[arg-type]

    def needs(self, seat: str, *, riichi: bool = False) -> Needs:
        """What a player needs to win in this hand, for each place; see `chouma.game.needs.needs`.

        Parameters
        ----------
        seat : str
            A player's name, or a wind of this hand.
        riichi : bool
            The player declares riichi first.

        Raises
        ------
        GameError
            If there is no such player, the game is over, or its rules are classical.
        """
        player = player_of(seat, self.names, self.state)
        if not isinstance(player, int):
            raise GameError([Flaw("unknown_player", player, "seat")])
        if not isinstance(self.rules, RiichiRules):
            told = worded("the rules {rules} are classical: what a player needs is told for riichi", rules=self.rules.name)
            raise GameError([Flaw("bad_value", told, "rules")])
        return needs(self.state, player, self.rules, riichi=riichi)

    # ------------------------------------------------------------------------------------------- what changes it

    def add(self, event: Mapping[str, Any] | Event) -> Game:
        """The game with one event more.

        Parameters
        ----------
        event : mapping or Event
            See `chouma.game.events.FIELDS`.

        Raises
        ------
        GameError
            If it can't have happened: every reason at once.

        Examples
        --------
        >>> Game.new("tenhou").add({"draw": {"kind": "exhaustive", "tenpai": ["A", "B"]}, "riichi": ["C"], "dealer": "D"})
        Traceback (most recent call last):
        chouma.game.state.GameError: D is said to deal, and in E1 A does
        C declared riichi and isn't among the tenpai: add C, or give the hand as a chombo
        """
        return self._with((*self.steps, self._step(self.state, event)), (*self.back, self.line), ())

    def undo(self) -> Game:
        """The game before its last change, whatever that was.

        Raises
        ------
        GameError
            If there is nothing to undo.
        """
        if not self.back:
            raise GameError([Flaw("nothing_to_undo", worded("nothing to undo: the game has just begun"))])
        return self._with(self._played(*self._shared(self.back[-1])), self.back[:-1], (*self.forth, self.line))

    def redo(self) -> Game:
        """The game with its last undone change.

        Raises
        ------
        GameError
            If nothing was undone since the last change.
        """
        if not self.forth:
            raise GameError([Flaw("nothing_to_redo", worded("nothing to redo: nothing was undone since the last change"))])
        return self._with(self._played(*self._shared(self.forth[-1])), (*self.back, self.line), self.forth[:-1])

    def corrected(self, number: int, event: Mapping[str, Any] | Event) -> Game:
        """The game with another event in place of an earlier one; everything after it is played again.

        Parameters
        ----------
        number : int
            Which event; the first is 1.
        event : mapping or Event

        Raises
        ------
        GameError
            If it can't have happened there, or what came after it can't.
        """
        i = self._index(number)
        return self._changed(self.steps[:i], (event, *self.line[i + 1 :]))

    def removed(self, number: int) -> Game:
        """The game without an event; everything after it is played again. What can go wrong is as in `corrected`."""
        i = self._index(number)
        return self._changed(self.steps[:i], self.line[i + 1 :])

    def _index(self, number: int) -> int:
        if not 1 <= number <= len(self.line):
            sentence = (
                says("there is no event {number}: they are 1 to {n}") if self.line else says("there is no event {number}: the game begins")
            )
            raise GameError([Flaw("bad_value", worded(sentence, number=number, n=len(self.line)), "number")])
        return number - 1

    def _changed(self, kept: tuple[Step, ...], rest: Sequence[Mapping[str, Any] | Event]) -> Game:
        return self._with(self._played(kept, rest), (*self.back, self.line), ())

    def _with(self, steps: tuple[Step, ...], back: tuple[Line, ...], forth: tuple[Line, ...]) -> Game:
        return Game(self.rules, self.names, self.course, tuple([step.event for step in steps]), back, forth, steps)

    def _shared(self, line: Line) -> tuple[tuple[Step, ...], Line]:
        """The steps that another line begins with too, and its other events."""
        n = 0
        for mine, theirs in zip(self.line, line, strict=False):
            if mine != theirs:
                break
            n += 1
        return self.steps[:n], line[n:]

    def _played(self, kept: tuple[Step, ...], rest: Iterable[Mapping[str, Any] | Event]) -> tuple[Step, ...]:
        """Steps with more events; what is wrong with one of them is told with its number."""
        steps = list(kept)
        for event in rest:
            try:
                steps.append(self._step(steps[-1].after if steps else first_state(self.rules), event))
            except GameError as refused:
                raise GameError(_numbered(flaw, len(steps) + 1) for flaw in refused.flaws) from None
        return tuple(steps)

    # ------------------------------------------------------------------------------------------- one event

    def _step(self, state: State, told: Mapping[str, Any] | Event) -> Step:
        """One event in a state, or every reason why it can't be."""
        flaws: list[Flaw] = []
        fields, kind = read_event(told.fields if isinstance(told, Event) else told, self.rules, flaws)
        if state.over and not flaws:
            raise GameError([Flaw("game_over", worded("the game is over: undo its last event, or correct one"), kind)])
        if isinstance(told, Event):  # its seats are names already
            by_name = fields
        else:
            by_name = renamed(fields, self._namer(state, flaws))
            flaws += lost_keys(fields, by_name)
        flaws += place_flaws(by_name, state, self.names)
        declared = tuple(self.names.index(name) for name in by_name.get("riichi", ()) if name in self.names)
        flaws += declared_flaws(by_name, declared, state, self.names, self.rules)
        flaws += own_flaws(by_name, self.names, self.rules)
        event = told if isinstance(told, Event) and not flaws else None
        laid = state.with_riichi(declared)
        ledger = None
        if kind in ("wins", "draw", "chombo", "hands", "false_win"):
            ledger = self._settled(by_name, laid, flaws)
        if flaws:
            raise GameError(flaws)
        after = self._after(by_name, kind, laid, ledger)
        return Step(event or event_of(by_name, kind), state, after, ledger)

    def _namer(self, state: State, flaws: list[Flaw]) -> Any:
        def rename(word: str, where: str) -> str:
            found = player_of(word, self.names, state)
            if isinstance(found, int):
                return self.names[found]
            flaws.append(Flaw("unknown_player", worded("{where}: {message}", where=where, message=found), where))
            return word

        return rename

    def _settled(self, by_name: Mapping[str, Any], laid: State, flaws: list[Flaw]) -> Ledger | None:
        """Who pays whom, by the rules of the table; what is wrong goes to `flaws`."""
        letters = {name: LETTERS[laid.wind_of(player)] for player, name in enumerate(self.names)}
        asked = {name: value for name, value in by_name.items() if name in FIELDS and name not in _OF_GAME}
        request = renamed(asked, lambda word, _: letters.get(word, word))
        request["round"] = LETTERS[laid.round]
        if isinstance(self.rules, RiichiRules):
            request |= {"honba": laid.honba, "deposits": laid.deposits}
            _with_riichi(request, {letters[self.names[player]] for player in laid.riichi}, flaws, by_name)
        places = {flaw.where for flaw in flaws}
        wrong: list[Flaw] = []
        if "hands" in request:
            request["hands"], wrong = check_hands(request["hands"])
        answer = settle_fields({**request, "rules": self.rules}, wrong)
        if isinstance(answer, Refusal):
            flaws += [flaw for flaw in answer.flaws if flaw.where not in places]
            return None
        return answer

    def _after(self, by_name: Mapping[str, Any], kind: str, laid: State, ledger: Ledger | None) -> State:
        """The state after an event in which nothing is wrong."""
        state = laid
        if "chips" in by_name:
            state = state._replace(chips=self._added(state.chips, by_name["chips"]))
        if kind == "adjust":
            return state._replace(scores=self._added(state.scores, by_name["adjust"]))
        if kind == "penalty":
            return state._replace(penalties=self._added(state.penalties, {by_name["penalty"]["seat"]: by_name["penalty"]["points"]}))
        if kind == "stop":
            return state._replace(over=STOPPED)
        if ledger is None:
            return state
        gains, off = state.by_player(ledger.deltas), state.by_player(dict(ledger.penalties))
        paid = state._replace(
            scores=tuple(map(sum, zip(state.scores, gains, strict=True))),
            penalties=tuple(map(sum, zip(state.penalties, off, strict=True))),
            honba=ledger.next_honba or 0,
            deposits=ledger.deposits_left or 0,
        )
        return after_hand(paid, ledger.next_dealer is Wind.E, ledger.outcome, self.rules, self.course)

    def _added(self, numbers: Sequence[int], more: Mapping[str, int]) -> tuple[int, ...]:
        return tuple(number + more.get(name, 0) for name, number in zip(self.names, numbers, strict=True))

    def __repr__(self) -> str:
        scores = ", ".join(f"{name} {points}" for name, points in zip(self.names, self.state.scores, strict=True))
        where = f"over ({self.over})" if self.over else self.state.at
        return f"<Game {self.rules.name} {where}: {scores}>"


#: keys that settling doesn't know
_OF_GAME = frozenset(("riichi", "adjust", "penalty", "chips", "stop", "note", "at", *KNOWN))


def _numbered(flaw: Flaw, number: int) -> Flaw:
    return flaw._replace(
        message=worded("event {number}: {message}", number=number, message=flaw.message), where=f"events[{number}].{flaw.where}"
    )


def _with_riichi(request: dict[str, Any], declared: set[str], flaws: list[Flaw], by_name: Mapping[str, Any]) -> None:
    """What the game knows of riichi goes into the request: the flag of a hand, and the sticks that go back after a chombo."""
    if isinstance(request.get("wins"), list):
        for i, win in enumerate(request["wins"]):
            # what has another type is told by settling
            if not isinstance(win, dict) or not isinstance(win.get("seat"), str) or not isinstance(flags := win.get("flags", []), list):
                continue
            said = bool(_RIICHI_FLAGS & {flag for flag in flags if isinstance(flag, str)})
            if win.get("seat") in declared and not said and "hand" in win:
                win["flags"] = [*flags, "riichi"]
            elif said and win.get("seat") not in declared:
                who = by_name["wins"][i].get("seat")
                told = worded(
                    "{seat} wins with riichi and hasn't declared it: add {key} to the event", seat=who, key=f'"riichi": ["{who}"]'
                )
                flaws.append(Flaw("not_declared", told, f"wins[{i}].flags"))
    chombo = request.get(CHOMBO)
    if isinstance(chombo, str):
        request[CHOMBO] = {"seat": chombo, "riichi": sorted(declared)}
    elif isinstance(chombo, dict) and _are_texts(more := chombo.get("riichi") or []):
        request[CHOMBO] = {**chombo, "riichi": sorted({*declared, *more})}


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)
