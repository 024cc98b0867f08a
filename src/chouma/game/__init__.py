"""A whole game: rounds, undo, the final count; and what a player still needs."""

from .events import Event
from .placing import Final, final_count, thousands
from .play import Game, Step
from .state import GameError, State

__all__ = ["Event", "Final", "Game", "GameError", "State", "Step", "final_count", "thousands"]
