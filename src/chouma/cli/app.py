"""Every command line that isn't plain, the help and the messages about options: by Cyclopts, from the table of `chouma.cli.commands`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Annotated, Any

from cyclopts import App, CycloptsError, Group, Parameter

from .. import __version__
from . import BAD_INPUT, help
from .commands import COMMANDS, Command, Parsed
from .options import BOTH, MARK, WORDS, Option, Words
from .start import start
from .streams import tell


def run(argv: Sequence[str]) -> int:
    """Read a command line with Cyclopts and do what it says.

    Returns
    -------
    int
        The exit status.
    """
    try:
        status = build()(list(argv))
    except CycloptsError as wrong:
        wrong.verbose = False
        tell(str(wrong).strip())
        return BAD_INPUT
    return status if isinstance(status, int) else 0


def build() -> App:
    """The commands as Cyclopts has them."""
    app = App(
        name="chouma",
        help=help.ABOUT,
        help_prologue=help.EXAMPLES,
        version=__version__,
        help_format="plaintext",
        version_format="plaintext",
        result_action="return_value",
        exit_on_error=False,
        print_error=False,
        suppress_keyboard_interrupt=False,
    )
    groups: dict[tuple[str, ...], App] = {(): app}
    for path, command in COMMANDS.items():
        if path[:-1] not in groups:
            groups[path[:-1]] = _group(path[0])
            app.command(groups[path[:-1]])
        page = {"help": command.doc, "help_prologue": command.examples, "help_epilogue": command.notes}
        groups[path[:-1]].command(_function(command), name=path[-1], **page)
    return app


def _group(name: str) -> App:
    about, examples = help.GROUPS[name]
    return App(name=name, help=about, help_prologue=examples)


def read(argv: Sequence[str]) -> Parsed:
    """Read a command line with Cyclopts, and do nothing.

    Raises
    ------
    CycloptsError
        If it is wrong.
    """
    function, bound, _ = build().parse_args(list(argv), exit_on_error=False, print_error=False)
    parsed: Parsed = function.parsed(*bound.args, **bound.kwargs)  # type: ignore[attr-defined]
    return parsed


def _function(command: Command) -> Callable[..., Any]:
    """A function whose signature is the command's words and options."""
    by_field = {option.field: option for option in command.options.values()}

    def parsed(*args: str | None, **kwargs: Any) -> Parsed:
        # a switch may be given as false; what else is false or empty was not given
        told = {by_field[field]: value for field, value in kwargs.items()}
        given = {one.name: value for one, value in told.items() if value or (value is False and one.takes == BOTH)}
        return Parsed(command, tuple(arg for arg in args if arg is not None), given)

    def function(*args: str | None, **kwargs: Any) -> int:
        return start(parsed(*args, **kwargs))

    groups = {name: Group(name, sort_key=i) for i, name in enumerate(dict.fromkeys(option.group for option in by_field.values()))}
    words = [_word(one) for one in command.words]
    options = [_option(option, groups[option.group]) for option in by_field.values()]
    function.__signature__ = inspect.Signature([*words, *options])  # type: ignore[attr-defined]
    function.__annotations__ = {one.name: one.annotation for one in (*words, *options)}
    function.parsed = parsed  # type: ignore[attr-defined]
    return function


def _word(one: Words) -> inspect.Parameter:
    about: dict[str, Any] = {"help": one.doc, "show_default": False, "allow_leading_hyphen": one.dash}
    annotation: Any = Annotated[str, Parameter(**about)]
    if one.most > 1:
        return inspect.Parameter(one.name, inspect.Parameter.VAR_POSITIONAL, annotation=annotation)
    default = inspect.Parameter.empty if one.least else None
    annotation = annotation if one.least else Annotated[str | None, Parameter(**about)]
    return inspect.Parameter(one.name, inspect.Parameter.POSITIONAL_ONLY, default=default, annotation=annotation)


def _option(option: Option, group: Group) -> inspect.Parameter:
    names = [f"--{option.name}", *([f"-{option.letter}"] if option.letter else [])]
    about: dict[str, Any] = {"name": names, "help": option.doc, "group": group, "show_default": False}
    about["metavar"] = option.metavar or None
    if option.takes == MARK:
        annotation: Any = Annotated[bool, Parameter(negative="", **about)]
        default: Any = False
    elif option.takes == BOTH:
        annotation, default = Annotated[bool | None, Parameter(negative=f"--no-{option.name}", **about)], None
    elif option.takes == WORDS:
        annotation, default = Annotated[tuple[str, ...], Parameter(negative="", consume_multiple=False, **about)], ()
    else:
        annotation, default = Annotated[str | None, Parameter(**about)], None
    return inspect.Parameter(option.field, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
