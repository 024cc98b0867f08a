"""The scorers that the benchmark times, behind one small face.

Each takes a case apart beforehand (`prepare`, not timed: what a caller would have in hand), builds its own hand and scores it
(`score`, timed), and says what it found in common terms (`points`).
"""

from __future__ import annotations

import importlib
import importlib.metadata
from typing import Any, Protocol

from workload import Case

SUIT_START = {"m": 0, "p": 9, "s": 18, "z": 27}
RED_COPY = {(0, "m"): 16, (0, "p"): 52, (0, "s"): 88}
FIVES = (4, 13, 22)
FLAGS = ("ippatsu", "haitei", "houtei", "rinshan", "chankan")


class Scorer(Protocol):
    """What the benchmark asks of a scorer."""

    name: str

    def version(self) -> str: ...

    def prepare(self, case: Case) -> Any: ...

    def score(self, prepared: Any) -> Any: ...

    def points(self, result: Any, case: Case) -> int | None:
        """What the others pay for the hand, without counters and deposits; None where the scorer finds no win."""


def split(mpsz: str) -> list[tuple[int, str]]:
    """Ranks and suits of MPSZ text.

    >>> split("10m7z")
    [(1, 'm'), (0, 'm'), (7, 'z')]
    """
    found: list[tuple[int, str]] = []
    digits = ""
    for char in mpsz:
        if char.isdigit():
            digits += char
        else:
            found += [(int(digit), char) for digit in digits]
            digits = ""
    return found


class Copies:
    """Hands out the physical copies 0..135 of tiles; the first copy of a five is the red one."""

    def __init__(self) -> None:
        self._next: dict[int, int] = {}

    def take(self, mpsz: str) -> list[int]:
        """Copies of some tiles, none given twice."""
        return [self._one(rank, suit) for rank, suit in split(mpsz)]

    def _one(self, rank: int, suit: str) -> int:
        if not rank:
            return RED_COPY[rank, suit]
        kind = SUIT_START[suit] + rank - 1
        copy = self._next.get(kind, int(kind in FIVES))
        self._next[kind] = copy + 1
        return 4 * kind + copy


def physical(case: Case) -> tuple[list[int], int, list[tuple[str, list[int]]], list[int], list[int]]:
    """Concealed copies, the winning one among them, melds, dora and ura indicators."""
    copies = Copies()
    concealed = copies.take(case["closed"])
    melds = [(meld["type"], copies.take(meld["tiles"])) for meld in case["melds"]]
    (wanted,) = Copies().take(case["win"])
    reds = RED_COPY.values()
    win = next(copy for copy in concealed if copy // 4 == wanted // 4 and (copy in reds) == (wanted in reds))
    dora, ura = (copies.take("".join(case[key])) for key in ("dora", "ura"))
    return concealed, win, melds, dora, ura


def wind(tile: str) -> int:
    """0 to 3 of ``1z`` to ``4z``."""
    return int(tile[0]) - 1


class Chouma:
    """This project, from text, in plain Python: what there is where nothing was compiled."""

    name = "chouma"

    def __init__(self) -> None:
        self._score = importlib.import_module("chouma.score").score

    def version(self) -> str:
        return importlib.metadata.version("chouma")

    def prepare(self, case: Case) -> tuple[str, dict[str, Any]]:
        return canonical(case), keywords(case)

    def score(self, prepared: tuple[str, dict[str, Any]]) -> Any:
        text, options = prepared
        return self._score(text, **options)

    def points(self, result: Any, case: Case) -> int | None:
        return result.points if result.win else None


def canonical(case: Case) -> str:
    """A case's tiles as canonical text.

    >>> melds = [{"type": "ankan", "tiles": "7777z"}, {"type": "kakan", "tiles": "5505p"}]
    >>> canonical({"closed": "22m", "win": "2m", "tsumo": True, "melds": melds})
    '2m[7777z](550+5p)*2m'
    """
    tiles = split(case["closed"])
    (win,) = split(case["win"])
    tiles.remove(win)
    parts = []
    for i, (rank, suit) in enumerate(tiles):
        parts.append(f"{rank}" if i + 1 < len(tiles) and tiles[i + 1][1] == suit else f"{rank}{suit}")
    for meld in case["melds"]:
        tiles_text = meld["tiles"]
        if meld["type"] == "kakan":
            tiles_text = f"{tiles_text[:3]}+{tiles_text[3:]}"
        parts.append(f"[{tiles_text}]" if meld["type"] == "ankan" else f"({tiles_text})")
    return "".join(parts) + ("*" if case["tsumo"] else "+") + case["win"]


def keywords(case: Case) -> dict[str, Any]:
    """Everything else about a case, as `chouma.score` takes it: what is the default stays away, as a caller would have it."""
    options: dict[str, Any] = {"seat": "ESWN"[wind(case["seat"])], "round": "ESWN"[wind(case["round"])], "rules": "tenhou"}
    if case["riichi"]:
        options["double_riichi" if case["riichi"] == 2 else "riichi"] = True
    options.update({flag: True for flag in (*FLAGS, "tenhou", "chiihou") if case[flag]})
    options["dora_indicators"] = case["dora"]
    if case["ura"]:
        options["ura_indicators"] = case["ura"]
    if case["honba"]:
        options["honba"] = case["honba"]
    if case["kyoutaku"]:
        options["deposits"] = case["kyoutaku"]
    return options


class ChoumaCompiled(Chouma):
    """The same through the public call, which is compiled where the package was built with a compiler."""

    name = "chouma, as installed"

    def __init__(self) -> None:
        self._score = importlib.import_module("chouma").score


class ChoumaRead(Chouma):
    """Plain Python, with what it left for later: its payments and its yaku by name."""

    name = "chouma, yaku and payments read"

    def score(self, prepared: tuple[str, dict[str, Any]]) -> Any:
        result = super().score(prepared)
        if result.win:
            _ = result.payments, result.yaku
        return result


class Mahjong:
    """`mahjong`, pure Python, the scorer that most projects use."""

    name = "mahjong"

    def __init__(self) -> None:
        from mahjong.hand_calculating.hand import HandCalculator
        from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
        from mahjong.meld import Meld

        self._config, self._meld = HandConfig, Meld
        self._calculator = HandCalculator()
        self._rules = OptionalRules(has_open_tanyao=True, has_aka_dora=True, has_double_yakuman=False)
        self._types = {"chi": Meld.CHI, "pon": Meld.PON, "minkan": Meld.KAN, "ankan": Meld.KAN, "kakan": Meld.SHOUMINKAN}

    def version(self) -> str:
        return importlib.metadata.version(self.name)

    def prepare(self, case: Case) -> Any:
        concealed, win, melds, dora, ura = physical(case)
        options = {f"is_{flag}": case[flag] for flag in (*FLAGS, "tenhou", "chiihou")}
        options.update(is_tsumo=case["tsumo"], is_riichi=case["riichi"] > 0, is_daburu_riichi=case["riichi"] == 2)
        options.update(player_wind=27 + wind(case["seat"]), round_wind=27 + wind(case["round"]))
        options.update(tsumi_number=case["honba"], kyoutaku_number=case["kyoutaku"])
        return concealed + [tile for _, tiles in melds for tile in tiles], win, melds, dora, ura, options

    def score(self, prepared: Any) -> Any:
        tiles, win, melds, dora, ura, options = prepared
        built = [self._meld(self._types[type], tiles, opened=type != "ankan") for type, tiles in melds]
        config = self._config(options=self._rules, **options)
        return self._calculator.estimate_hand_value(tiles, win, melds=built, dora_indicators=dora, ura_dora_indicators=ura, config=config)

    def points(self, result: Any, case: Case) -> int | None:
        if result.error:
            return None
        main, additional = result.cost["main"], result.cost["additional"]
        return main + 2 * additional if case["tsumo"] else main


class RiichiEnv:
    """`riichienv`, a Rust engine with a Python face."""

    name = "riichienv"

    def __init__(self) -> None:
        import riichienv

        self._env, meld = riichienv, riichienv.MeldType
        self._types = {"chi": meld.Chi, "pon": meld.Pon, "minkan": meld.Daiminkan, "ankan": meld.Ankan, "kakan": meld.Kakan}

    def version(self) -> str:
        return importlib.metadata.version(self.name)

    def prepare(self, case: Case) -> Any:
        concealed, win, melds, dora, ura = physical(case)
        options = {flag: case[flag] for flag in (*FLAGS, "tsumo", "honba")}
        options.update(riichi=case["riichi"] > 0, double_riichi=case["riichi"] == 2, riichi_sticks=case["kyoutaku"])
        options.update(tsumo_first_turn=case["tenhou"] or case["chiihou"])
        options.update(player_wind=wind(case["seat"]), round_wind=wind(case["round"]))
        return sorted(concealed), win, melds, dora, ura, options

    def score(self, prepared: Any) -> Any:
        concealed, win, melds, dora, ura, options = prepared
        env = self._env
        built = [env.Meld(self._types[type], tiles, type != "ankan") for type, tiles in melds]
        return env.HandEvaluator(concealed, built).calc(win, dora, env.Conditions(**options), ura)

    def points(self, result: Any, case: Case) -> int | None:
        if not result.is_win:
            return None
        counter = 100 * case["honba"]
        if not case["tsumo"]:
            return result.ron_agari - 3 * counter
        if wind(case["seat"]) == 0:
            return 3 * (result.tsumo_agari_ko - counter)
        return result.tsumo_agari_oya - counter + 2 * (result.tsumo_agari_ko - counter)


#: the first is what the others are compared with
SCORERS = (Chouma, ChoumaRead, ChoumaCompiled, Mahjong, RiichiEnv)


def present() -> tuple[list[Scorer], dict[str, str]]:
    """The scorers that can be run here, and why the others can't."""
    found: list[Scorer] = []
    absent = {}
    for scorer in SCORERS:
        try:
            found.append(scorer())
        except ImportError:
            absent[scorer.name] = "not installed"
    return found, absent
