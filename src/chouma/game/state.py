"""The state of a game between two events: who has what, who deals, what lies on the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ..errors import OR, ChoumaError, HandError, listed, nearest, shorten, worded
from ..messages import says
from ..riichi.rules import RiichiRules
from ..riichi.settle import STICK
from ..rulesets import RuleSet
from ..seats import SPELLINGS, Wind, wind
from ..settlement import LETTERS
from ..wire import Flaw

#: how many play under rules that leave no choice
CLASSICAL_PLAYERS = 4
_SEATS = tuple(Wind)
_LONGEST_NAME = 40
_NO_NAME_HAS = ":,=\"'"


class GameError(ChoumaError, ValueError):
    """What can't have happened in a game.

    Attributes
    ----------
    flaws : tuple of Flaw
        Every reason at once.
    """

    def __init__(self, flaws: Iterable[Flaw]):
        self.flaws = tuple(dict.fromkeys(flaws))
        super().__init__("\n".join(flaw.message for flaw in self.flaws))

    def __reduce__(self) -> tuple[Any, ...]:
        return GameError, (self.flaws,)


class State(NamedTuple):
    """What a table looks like between two events. Players are numbered from 0, as they sat in the first hand, East first.

    Attributes
    ----------
    scores : tuple of int
        Points of each player.
    round : Wind
        The wind of the round.
    dealer : int
        Who deals.
    honba : int
        Counters.
    deposits : int
        Riichi sticks on the table, those of this hand too.
    riichi : tuple of int
        Who has declared riichi in this hand.
    chips : tuple of int
        Chips won or lost by each player.
    penalties : tuple of int
        Points that each player loses at the final count.
    hands : int
        How many hands are over.
    over : str
        Why the game is over: ``last_hand``, ``bankruptcy``, ``dealer_stop``, ``sudden_death``, ``stopped``; empty while it goes on.
    """

    scores: tuple[int, ...]
    round: Wind = Wind.E
    dealer: int = 0
    honba: int = 0
    deposits: int = 0
    riichi: tuple[int, ...] = ()
    chips: tuple[int, ...] = ()
    penalties: tuple[int, ...] = ()
    hands: int = 0
    over: str = ""

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.scores)

    @property
    def at(self) -> str:
        """The hand: ``S3`` is the third of the south round."""
        return f"{LETTERS[self.round]}{self.dealer + 1}"

    @property
    def total(self) -> int:
        """All points there are, those on the table too: the same at every moment of a game."""
        return sum(self.scores) + self.deposits * STICK

    def wind_of(self, player: int) -> Wind:
        """The seat of a player in this hand."""
        return _SEATS[(player - self.dealer) % len(self.scores)]

    def player_at(self, seat: Wind) -> int:
        """Who sits there in this hand."""
        return (seat + self.dealer) % self.players

    def with_riichi(self, declared: Sequence[int]) -> State:
        """The state with the sticks of players who declare riichi; who has declared already lays none."""
        new = [player for player in dict.fromkeys(declared) if player not in self.riichi]
        if not new:
            return self
        scores = tuple(points - STICK * (player in new) for player, points in enumerate(self.scores))
        return self._replace(scores=scores, deposits=self.deposits + len(new), riichi=(*self.riichi, *new))

    def by_player(self, by_seat: dict[str, int]) -> tuple[int, ...]:
        """Numbers by the letter of the seat, in the order of the players."""
        if not by_seat:
            return (0,) * self.players
        n, dealer = self.players, self.dealer
        return tuple([by_seat.get(LETTERS[(player - dealer) % n], 0) for player in range(n)])

    def to_dict(self, names: Sequence[str]) -> dict[str, Any]:
        """The state for JSON."""
        return {
            "scores": dict(zip(names, self.scores, strict=True)),
            "at": self.at,
            "dealer": names[self.dealer],
            "honba": self.honba,
            "deposits": self.deposits,
            "riichi": [names[player] for player in self.riichi],
            "chips": dict(zip(names, self.chips, strict=True)),
            "penalties": dict(zip(names, self.penalties, strict=True)),
            "hands": self.hands,
            "over": self.over,
        }


def first_state(rules: RuleSet) -> State:
    """The state before the first hand; classical games count from nothing.

    Examples
    --------
    >>> from chouma.families import rules
    >>> first_state(rules("tenhou-sanma")).scores, first_state(rules("ningbo")).scores
    ((35000, 35000, 35000), (0, 0, 0, 0))
    """
    players, points = (rules.players, rules.start_points) if isinstance(rules, RiichiRules) else (CLASSICAL_PLAYERS, 0)
    nothing = (0,) * players
    return State((points,) * players, chips=nothing, penalties=nothing)


def named_players(names: Iterable[str] | None, rules: RuleSet) -> tuple[str, ...]:
    """The names of the players, in the order in which they sat at first, East first.

    Parameters
    ----------
    names : iterable of str or None
        A, B, C and D if not given.
    rules : RuleSet

    Raises
    ------
    GameError
        If that are not so many, or two are alike, or one could be taken for a wind.
    """
    n = first_state(rules).players
    found = tuple("ABCD"[:n]) if names is None else tuple(str(name).strip() for name in names)
    flaws = list(_name_flaws(found))
    if len(found) != n:
        sentence = says("{n} players: under the rules {rules} {most} play, name them in turn, East first")
        told = worded(sentence, n=len(found), rules=rules.name, most=n)
        flaws.append(Flaw("bad_value", told, "players"))
    if flaws:
        raise GameError(flaws)
    return found


def _name_flaws(names: Sequence[str]) -> Iterator[Flaw]:
    for i, name in enumerate(names):
        shown, where = shorten(name), f"players[{i}]"
        if not name or len(name) > _LONGEST_NAME or not name.isprintable():
            told = worded("the name {name}: it has 1 to {most} characters, all of them visible", name=repr(shown), most=_LONGEST_NAME)
            yield Flaw("bad_value", told, where)
        elif marks := [mark for mark in _NO_NAME_HAS if mark in name]:
            yield Flaw(
                "bad_value", worded("the name {name} holds {marks}: choose one without", name=repr(shown), marks=" ".join(marks)), where
            )
        elif name in SPELLINGS or name.upper() in SPELLINGS or name.lower() in SPELLINGS:
            told = worded("the name {name} is a wind, and seats change their winds: choose another", name=repr(shown))
            yield Flaw("bad_value", told, where)
        elif name.casefold() in [other.casefold() for other in names[:i]]:
            yield Flaw("bad_value", worded("two players are called {name}: change one", name=repr(shown)), where)


def player_of(word: str, names: Sequence[str], state: State) -> int | str:
    """The number of a player who is called by the name, or by the wind of this hand; else what is wrong.

    Examples
    --------
    >>> names, state = ("Anna", "Bob", "Cleo", "Dan"), State((25000,) * 4, dealer=1)
    >>> player_of("cleo", names, state), player_of("East", names, state), player_of("Zoe", names, state)
    (2, 1, 'Zoe is no player and no wind: players are Anna, Bob, Cleo, Dan')
    """
    folded = word.strip().casefold()
    for player, name in enumerate(names):
        if name.casefold() == folded:
            return player
    try:
        seat = wind(word)
    except HandError:
        if near := nearest(word, names):
            return worded("{word} is no player and no wind: did you mean {nearest}?", word=shorten(word), nearest=listed(near, OR))
        return worded("{word} is no player and no wind: players are {names}", word=shorten(word) or "''", names=listed(names))
    if seat >= len(names):
        return worded("{word}: three play, and nobody sits {seat}", word=word, seat=LETTERS[seat])
    return state.player_at(seat)
