"""What commands are made of: options, words, and the commands themselves."""

from __future__ import annotations

from keyword import iskeyword
from typing import NamedTuple

#: what an option takes: nothing, a word, several words, or nothing with a ``--no-`` of its own
MARK, WORD, WORDS, BOTH = "mark", "word", "words", "both"


class Option(NamedTuple):
    """One option.

    Attributes
    ----------
    name : str
        Without the dashes before it.
    takes : str
        `MARK`, `WORD`, `WORDS` or `BOTH`.
    doc : str
    group : str
        The head under which the help lists it.
    metavar : str
        What it takes, in one word.
    """

    name: str
    takes: str
    doc: str
    group: str
    metavar: str = ""

    @property
    def field(self) -> str:
        """The name as Python has it; ``from`` is a word of its own there."""
        return self.name.replace("-", "_") + "_" * iskeyword(self.name)


HOW, CLASSICAL, PAID, RULES, OUTPUT = "How it was won", "Classical rules", "On the table", "Rules", "Input and output"
PRACTICE = "Questions"


class Words(NamedTuple):
    """Words that are no options.

    Attributes
    ----------
    name : str
    least, most : int
        How many there may be.
    doc : str
    dash : bool
        Whether it may be ``-``.
    """

    name: str
    least: int
    most: int
    doc: str
    dash: bool = False


MANY = 10_000


class Command(NamedTuple):
    """One command.

    Attributes
    ----------
    path : tuple of str
        The words that call it: ``("rules", "show")``.
    run : str
        The module of `chouma.cli` that does it, and the function: ``score:run``.
    doc : str
    examples, notes : str
        What the help opens with, and what it closes with.
    words : tuple of Words
    options : dict of str to Option
    """

    path: tuple[str, ...]
    run: str
    doc: str
    examples: str
    notes: str
    words: tuple[Words, ...]
    options: dict[str, Option]
