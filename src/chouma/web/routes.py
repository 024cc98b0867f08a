"""Every address of the API in one table: what it takes, who answers, and an example that is run as a test."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .. import forms
from ..errors import RuleError
from ..families import rules
from ..settling import FIELDS as SETTLE_FIELDS
from ..wire import FIELDS as SCORE_FIELDS
from ..wire import Field, Flaw
from . import about, games, rulebook
from .problems import SCHEMA

Answer = dict[str, Any]


class Route(NamedTuple):
    """One address.

    Attributes
    ----------
    path : str
        Below ``/api``.
    id : str
        Its name in the OpenAPI document.
    answer : callable
        ``(value, lang)`` of a request with a body, ``(lang, **words of the path)`` of one without.
    doc : str
    schema : str
        Of the answer.
    fields : mapping, optional
        The keys of the body; None: there is none.
    needed : tuple of str
        Those that every body has.
    examples : tuple of mappings
        Bodies that are answered, or the words of a path.
    quick : bool
        Whether it answers at once, without a thread of its own.
    """

    path: str
    id: str
    answer: Callable[..., Answer]
    doc: str
    schema: str
    fields: Mapping[str, Field] | None = None
    needed: tuple[str, ...] = ()
    examples: tuple[Mapping[str, Any], ...] = ({},)
    quick: bool = False

    @property
    def method(self) -> str:
        """How it is asked."""
        return "GET" if self.fields is None else "POST"


def _rule_set(lang: str = "en", *, name: str) -> Answer:
    """One rule set that comes with chouma."""
    try:
        return rulebook.rule_set(rules(name, files=False), lang)
    except RuleError as unknown:
        return forms.refused(SCHEMA, [Flaw("not_found", str(unknown), "name")], lang)


_HAND = {"hand": "234m 345678p 6634s +5s", "seat": "S", "round": "E", "flags": ["riichi"], "dora_indicators": ["2p"], "rules": "tenhou"}
_CLUB = {"base": "tenhou", "red_fives": 0}
_CLASSICAL_TABLE = {
    "E": {"hand": "888s6779p(555m)(345s)"},
    "S": {"hand": "13p555p99s(666z)(234m)+2p"},
    "W": {"hand": "446p33z55z(777z)[1111z]"},
    "N": {"hand": "6778m44z6z(789m)(123p)"},
}

ROUTES = (
    Route(
        "/score",
        "score",
        forms.score_request,
        "Score a hand: its yaku, fu, limit, and who pays what.",
        "Score",
        SCORE_FIELDS,
        ("hand", "seat"),
        (
            _HAND,
            {"hand": "34m345p44s444z(555z)", "win": "2m", "by": "ron", "seat": "N", "round": "E", "rules": _CLUB},
            {"hand": "13p555p99s(666z)(234m)+2p", "seat": "S", "rules": "ningbo"},
            {"hand": "446p33z55z(777z)[1111z]", "seat": "W", "won": False, "rules": "ningbo"},
            {"hand": "66p 78s (222m) (333m) (444m) +9s", "seat": "S", "round": "E"},
        ),
        quick=True,
    ),
    Route(
        "/explain",
        "explain",
        forms.explain_request,
        "Score a hand and tell all about it: the other readings, why yaku are lacking, what one han more would bring.",
        "Explanation",
        forms.EXPLAIN_FIELDS,
        ("hand", "seat"),
        ({**_HAND, "why_not": ["iipeikou"]}, {**_HAND, "why_not": "all", "lang": "ja"}),
    ),
    Route(
        "/waits",
        "waits",
        forms.waits_request,
        "Tell what a hand of 13 tiles waits for with the price of each tile, or how far it is; what a hand of 14 could discard.",
        "Waits",
        forms.WAITS_FIELDS,
        ("hand", "seat"),
        (
            {"hand": "345m 22456p 45s (777z)", "seat": "S", "round": "E", "discards": ["1z", "9s"], "dora_indicators": ["4p"]},
            {"hand": "123m 456p 789s 11z 23m 9p", "seat": "S", "round": "E"},
            {"hand": "13p555p99s(666z)(234m)", "seat": "S", "rules": "ningbo"},
        ),
    ),
    Route(
        "/compare",
        "compare",
        forms.compare_request,
        "Compare what rule sets make of one hand, of one family or both, and tell which switches make the difference.",
        "Comparison",
        forms.COMPARE_FIELDS,
        ("hand", "seat", "round", "rules"),
        (
            {"hand": "13p 555p 99s (666z) (234m) +2p", "seat": "S", "round": "E", "rules": ["ningbo", "general"]},
            {**_HAND, "rules": ["tenhou", "mleague", _CLUB]},
        ),
    ),
    Route(
        "/settle",
        "settle",
        forms.settle_request,
        "Settle one hand: who pays whom. Four hands under classical rules; wins, a draw or a chombo under rules of riichi.",
        "Settlement",
        SETTLE_FIELDS,
        (),
        (
            {"rules": "ningbo", "hands": _CLASSICAL_TABLE, "from": "W"},
            {"rules": "tenhou", "wins": [{"hand": _HAND["hand"], "seat": "S", "round": "E", "from": "W"}], "honba": 1, "deposits": 2},
            {"rules": "tenhou", "wins": [{"seat": "S", "han": 3, "fu": 40, "by": "ron", "from": "W"}]},
            {"rules": "tenhou", "draw": {"kind": "exhaustive", "tenpai": ["E", "S"]}},
            {"rules": "tenhou", "chombo": {"seat": "W"}},
        ),
    ),
    Route(
        "/table",
        "table",
        forms.table_request,
        "The quick tables of a rule set: who pays what for han and fu, or for fu and fan.",
        "Tables",
        forms.TABLE_FIELDS,
        (),
        ({"rules": "tenhou", "dealer": False, "honba": 1}, {"rules": "ningbo"}),
    ),
    Route(
        "/read",
        "read",
        forms.read_request,
        "Read tiles in any notation, a whole hand or not, and write them in every one.",
        "Hand",
        forms.READ_FIELDS,
        ("hand",),
        ({"hand": "46m 22z (333p) [1111z] +0m"}, {"hand": "234m 34p"}),
        quick=True,
    ),
    Route(
        "/game",
        "game",
        games.game_request,
        "Play a game through and tell how it stands: scores, counters, the final count, what each player needs. Nothing is kept.",
        "Game",
        games.FIELDS,
        (),
        (
            {
                "rules": "tenhou",
                "players": ["Anna", "Bob", "Cleo", "Dan"],
                "events": [
                    {"draw": {"kind": "exhaustive", "tenpai": ["Anna", "Bob"]}, "riichi": ["Bob"]},
                    {"wins": [{"seat": "Bob", "han": 3, "fu": 40, "from": "Anna"}]},
                ],
                "needs": True,
            },
            {"rules": "ningbo", "length": "east", "events": []},
        ),
    ),
    Route("/rules", "rule_sets", rulebook.rule_sets, "Every rule set that comes with chouma.", "RuleSets"),
    Route(
        "/rules/check",
        "check_rules",
        rulebook.check_rules,
        "Check a rule set: what is wrong with it, or all about it and how it differs from another.",
        "CheckedRules",
        rulebook.CHECK_FIELDS,
        ("rules",),
        ({"rules": {"base": "tenhou", "name": "club", "red_fives": 0}, "against": "mleague"}, {"rules": "ningbo"}),
    ),
    Route(
        "/rules/{name}",
        "rule_set",
        _rule_set,
        "One rule set: every switch with its meaning, its source, and what a form needs to know.",
        "RuleSet",
        examples=({"name": "tenhou"}, {"name": "ningbo"}),
    ),
    Route("/names", "names", rulebook.names, "What yaku, patterns, flags, limits and seats are called.", "Names"),
    Route("/messages", "messages", about.messages, "The sentences of the page in a language; English says itself.", "Messages"),
    Route("/health", "health", about.health, "That the server is there.", "Health", quick=True),
    Route("/version", "version", about.version, "The version, its languages, and how much a request may hold.", "Version", quick=True),
)

