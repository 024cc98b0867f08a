"""``chouma audit``: game records, every figure in them computed again."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from ..errors import ChoumaError, RuleError, worded
from ..messages import Speaker
from ..riichi.rules import SWITCHES
from . import SCORED, SOME_FAILED, words
from .commands import Parsed
from .options import read_switches, set_pairs
from .streams import progress, show, show_json, standard_input, tell
from .tongue import for_json, tongue

if TYPE_CHECKING:
    from ..records.audit import Finding

FOUND = 1
TEXT, JSON, CSV = FORMATS = ("text", "json", "csv")
COLUMNS = ("record", "round", "seat", "topic", "told", "computed", "why")


def run(parsed: Parsed) -> int:
    """Judge the records of some paths.

    Returns
    -------
    int
        The exit status: 1 where something differs, 3 where something can't be read.
    """
    from ..records.audit import reports

    given, t = parsed.given, tongue(parsed.given)
    format = str(given.get("format", TEXT))
    if format not in FORMATS:
        raise ChoumaError(words.bad_option("format", format, worded("one of {names}", names=" ".join(FORMATS))))
    stdin = standard_input() if "-" in parsed.words else None
    if "-" in parsed.words and stdin is None:
        raise ChoumaError(worded("- reads standard input, and there is none: chouma audit - < game.mjlog"))
    tell_one = _teller(format, given, t)
    n = dict.fromkeys(("games", "wins", "draws", "findings", "unreadable"), 0)
    rules = given.get("rules")
    with progress(t) as step:
        for report in reports(parsed.words, None if rules is None else str(rules), _changes(given.get("set", ())), stdin):  # type: ignore[arg-type]
            n["games"] += report.game is not None
            n["wins"], n["draws"] = n["wins"] + report.wins, n["draws"] + report.draws
            n["unreadable"] += report.unreadable
            n["findings"] += len(report.findings) - report.unreadable
            for finding in report.findings:
                tell_one(finding)
            step(n["games"], n["wins"] + n["draws"])
    tell(words.audit_summary(n, t))
    if n["unreadable"]:
        return SOME_FAILED
    return FOUND if n["findings"] and not given.get("exit-zero") else SCORED


def _teller(format: str, given: dict[str, Any], t: Speaker) -> Callable[[Finding], None]:
    """What prints a finding in a format."""
    whole, color = bool(given.get("explain")), not given.get("no-color")
    if format == JSON:
        lang = for_json(given)
        return lambda finding: show_json(finding.to_dict(lang, whole))
    if format == CSV:
        lang = for_json(given)
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(COLUMNS)

        def tell_row(finding: Finding) -> None:
            told = finding.to_dict(lang)
            writer.writerow([_no_formula(told[name]) for name in COLUMNS])

        return tell_row

    def tell_text(finding: Finding) -> None:
        show(words.finding_rows(finding, t, whole), color)

    return tell_text


def _no_formula(text: str) -> str:
    """A cell that no spreadsheet takes for a formula: names of files are anybody's; points such as +1000 stay."""
    risky = text[:1] in ("=", "@", "\t", "\r") or (text[:1] in ("+", "-") and not text[1:2].isdigit())
    return f"'{text}" if risky else text


def _changes(told: Iterable[str]) -> dict[str, Any]:
    """Switches to set in the rules of every record.

    Raises
    ------
    RuleError
        If there is no such switch, or it can't be so.
    """
    found, wrong = read_switches(set_pairs(told), SWITCHES)
    if wrong:
        raise RuleError(*wrong)
    return found
