"""What all notations share: characters become tokens, and tokens become a hand.

A notation brings an `Alphabet` (how it spells tiles) or a lexer of its own; brackets, marks and every
check of how a hand hangs together live here once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from .. import tiles
from ..errors import Fault, HandError, Problem, TextError, shorten, worded
from ..hand import ANKAN, CHI, KAKAN, MINKAN, PON, RON, TSUMO, Hand, Meld
from ..tiles import FIRST_FLOWER, KIND_OF, NAMES, NORTH, NUMBERS, RED_OF

MAX_TEXT = 500  # characters: the longest hand, spelt out, needs some 200
# Counts keep a byte for each tile and `Stock.room` needs head-room in it: hand and both lists of
# indicators together stay below 132 copies of one tile.
MAX_TILES, MAX_LIST = 64, 30

TILE, OPEN, CLOSE, MARK, SOURCE = "tile", "open", "close", "mark", "source"
CLOSING = {"(": ")", "[": "]", "{": "}"}
MARKS = {"+": RON, "*": TSUMO}
SOURCES = "<^>"
#: no-break and ideographic spaces come with pasted text
SPACES = " \t\r\n\u00a0\u3000"

_STRUCTURE = {
    **dict.fromkeys(CLOSING, OPEN),
    **dict.fromkeys(CLOSING.values(), CLOSE),
    **dict.fromkeys(MARKS, MARK),
    **dict.fromkeys(SOURCES, SOURCE),
}


class Token(NamedTuple):
    """A tile, a bracket or a mark, and where it stands.

    Attributes
    ----------
    kind : str
        `TILE`, `OPEN`, `CLOSE`, `MARK` or `SOURCE`.
    value : int or str
        The tile's number, or the character.
    at : int
        Index in the whole text, from 0.
    """

    kind: str
    value: int | str
    at: int


class Alphabet(NamedTuple):
    """How a notation spells tiles, where digits stand before their suit.

    Attributes
    ----------
    name : str
    digits, suits : mapping of str to str
        What each character means as a digit or a suit of MPSZ.
    singles : mapping of str to int
        Characters that are a whole tile.
    mend : str
        What to write instead of a character that the notation doesn't know.
    red_before : str
        Characters that make the five after them red.
    red_after : str
        Characters that make the five before them red.
    ignored : str
        Characters without a meaning.
    """

    name: str
    digits: Mapping[str, str]
    suits: Mapping[str, str]
    singles: Mapping[str, int]
    mend: str
    red_before: str = ""
    red_after: str = ""
    ignored: str = ""


class Piece(NamedTuple):
    """A tile to write, with the marks before and after it."""

    before: str
    tile: int
    after: str = ""


def check_text(text: object, where: str = "hand") -> str:
    """Refuse what is no text of a hand's length, before anything looks at its characters."""
    if not isinstance(text, str):
        message = worded("{where} is {type}, not text: write tiles such as '234m 345678p 6634s +5s'", where=where, type=type(text).__name__)
        raise HandError([Fault(Problem.BAD_VALUE, message, where)])
    if len(text) > MAX_TEXT:
        told = worded("{n} characters: a hand needs no more than {most}", n=len(text), most=MAX_TEXT)
        raise TextError(told, text, MAX_TEXT, where)
    return text


def unknown(text: str, at: int, where: str, mend: str) -> TextError:
    """The error for a character that a notation doesn't know."""
    char = text[at]
    if not char.isprintable():
        return TextError(worded("character {code} can't be seen: take it away", code=f"U+{ord(char):04X}"), text, at, where)
    if "\uff01" <= char <= "\uff5e":
        return TextError(worded("full-width {char}: write {plain}", char=char, plain=chr(ord(char) - 0xFEE0)), text, at, where)
    return TextError(worded("{char} is not known here: {mend}", char=repr(char), mend=mend), text, at, where)


def structure(char: str, at: int) -> Token | None:
    """The token of a bracket or a mark, None for any other character."""
    kind = _STRUCTURE.get(char)
    return Token(kind, char, at) if kind else None


def tile_of(digit: str, suit: str, text: str, at: int, where: str) -> int:
    """The number of a tile such as ``5`` ``m``."""
    tile = NUMBERS.get(digit + suit)
    if tile is None:
        mend = worded("honours are 1z to 7z (east south west north white green red)")
        if suit == "f":
            mend = worded("flowers and seasons are 1f to 8f")
        told = {"tile": digit + suit, "mend": mend}
        if digit == "0":
            raise TextError(worded("{tile} is no tile: only fives of m, p and s are red, {mend}", **told), text, at, where)
        raise TextError(worded("{tile} is no tile: {mend}", **told), text, at, where)
    return tile


class _Lexer:
    """One pass over a text; tiles wait in `waiting` until their suit is read."""

    def __init__(self, alphabet: Alphabet, text: str, where: str):
        self.alphabet, self.text, self.where = alphabet, text, where
        self.tokens: list[Token] = []
        self.waiting: list[tuple[int, str, int]] = []  # place among the tokens, digit, index in the text
        self.inside = False
        self.red: int | None = None  # where a red mark waits for its five

    def fail(self, message: str, at: int) -> TextError:
        return TextError(message, self.text, at, self.where)

    def flush(self) -> None:
        """Nothing may wait any more."""
        if self.red is not None:
            raise self.fail(worded("{char} without a five: write the five after it", char=self.text[self.red]), self.red)
        if self.waiting:
            digits = "".join(digit for _, digit, _ in self.waiting)
            letters = " ".join(dict.fromkeys(self.alphabet.suits))
            told = worded("{digits} has no suit: write one of {letters} after it", digits=shorten(digits, 16), letters=letters)
            raise self.fail(told, self.waiting[0][2])

    def red_five(self, five: bool, at: int) -> bool:
        """Whether a red mark waits for this tile."""
        if self.red is None:
            return False
        if not five:
            raise self.fail(worded("only fives are red: take the mark away"), self.red)
        self.red = None
        return True

    def digit(self, digit: str, at: int) -> None:
        if self.red_five(digit == "5", at):
            digit = "0"
        self.waiting.append((len(self.tokens), digit, at))
        self.tokens.append(Token(TILE, 0, at))

    def suit(self, suit: str, at: int) -> None:
        if self.red is not None:
            self.flush()
        if not self.waiting:
            char = self.text[at]
            told = worded("suit {suit} without a digit: write it before, such as {tile}", suit=char, tile=self._example() + char)
            raise self.fail(told, at)
        for place, digit, digit_at in self.waiting:
            self.tokens[place] = Token(TILE, tile_of(digit, suit, self.text, digit_at, self.where), digit_at)
        self.waiting.clear()

    def _example(self) -> str:
        return next(char for char, digit in self.alphabet.digits.items() if digit == "5")

    def single(self, tile: int, at: int) -> None:
        if self.waiting:
            self.flush()
        self.tokens.append(Token(TILE, RED_OF[tile] if self.red_five(tile in RED_OF, at) else tile, at))

    def redden(self, at: int) -> None:
        """A red mark after its five."""
        last = self.tokens[-1] if self.tokens and not self.waiting else None
        if last is None or last.kind != TILE or last.value not in RED_OF:
            raise self.fail(worded("{char} without a five before it: only fives are red", char=self.text[at]), at)
        self.tokens[-1] = last._replace(value=RED_OF[int(last.value)])

    def structure(self, token: Token) -> None:
        # In brackets a mark may stand among the digits (555+0s); outside it ends the tiles before it,
        # or a forgotten suit would take the winning tile's.
        if self.red is not None or not (self.inside and token.kind in (MARK, SOURCE)):
            self.flush()
        self.inside = token.kind == OPEN or (self.inside and token.kind != CLOSE)
        self.tokens.append(token)

    def run(self, chars: str, start: int, end: int) -> list[Token]:
        alphabet = self.alphabet
        for at in range(start, end):
            char = chars[at]
            if char in alphabet.digits:
                self.digit(alphabet.digits[char], at)
            elif char in alphabet.suits:
                self.suit(alphabet.suits[char], at)
            elif char in alphabet.singles:
                self.single(alphabet.singles[char], at)
            elif char in SPACES or char in alphabet.ignored:
                continue
            elif char in alphabet.red_before:
                if self.red is not None:
                    self.flush()
                self.red = at
            elif char in alphabet.red_after:
                self.redden(at)
            elif token := structure(char, at):
                self.structure(token)
            else:
                raise unknown(self.text, at, self.where, alphabet.mend)
        self.flush()
        return self.tokens


def lex(
    alphabet: Alphabet, text: str, where: str = "hand", *, chars: str | None = None, span: tuple[int, int] | None = None
) -> list[Token]:
    """Tokens of a text, or of a `span` of it.

    Parameters
    ----------
    chars : str, optional
        What to read instead of `text`, character for character at the same places (an address with its
        escapes undone); errors still show `text`.
    """
    start, end = span or (0, len(text))
    return _Lexer(alphabet, text, where).run(text if chars is None else chars, start, end)


def assemble(tokens: Sequence[Token], text: str, where: str = "hand") -> Hand:
    """Put tokens together as a hand.

    Raises
    ------
    TextError
        If brackets or marks don't hang together, or a bracket holds no meld.
    """
    _check_number(tokens, text, where, MAX_TILES)
    if not tokens:
        raise TextError(worded("no tiles: write some, such as 234m 345678p 6634s +5s"), text, 0, where)
    closed: list[int] = []
    flowers: list[int] = []
    melds: list[Meld] = []
    norths, win, place = 0, None, 0
    by = None
    while place < len(tokens):
        kind, value, at = tokens[place]
        place += 1
        if kind == OPEN:
            end = _closing(tokens, place, text, where)
            if value == "{":
                norths += _norths(tokens[place:end], text, where)
            else:
                melds.append(_meld(str(value), tokens[place - 1 : end], text, where))
            place = end + 1
        elif kind == MARK:
            if win is not None:
                raise TextError(worded("two winning tiles: mark only one with + or *"), text, at, where)
            win, by = _winning(tokens, place, text, where), MARKS[str(value)]
            place += 1
        elif kind == CLOSE:
            raise TextError(worded("{char} closes nothing: take it away, or open a bracket before it", char=value), text, at, where)
        elif kind == SOURCE:
            told = worded("{char} stands in round brackets only, after the claimed tile: (5{char}55p)", char=value)
            raise TextError(told, text, at, where)
        elif int(value) >= FIRST_FLOWER:
            flowers.append(int(value))
        elif win is not None:
            told = worded("{tile} after the winning tile {win}: write the winning tile last", tile=NAMES[int(value)], win=NAMES[win])
            raise TextError(told, text, at, where)
        else:
            closed.append(int(value))
    return Hand.of(closed, melds, win=win, by=by, norths=norths, flowers=flowers)


def listed(tokens: Sequence[Token], text: str, where: str) -> tuple[int, ...]:
    """Tokens that are nothing but tiles, such as indicators."""
    _check_number(tokens, text, where, MAX_LIST)
    for token in tokens:
        if token.kind != TILE:
            told = worded("{char} has no place among tiles: write them only, such as 2p 0s", char=token.value)
            raise TextError(told, text, token.at, where)
    return tuple(int(token.value) for token in tokens)


def with_drawn(tokens: Sequence[Token]) -> list[Token]:
    """Mark the last tile, flowers apart, as drawn by oneself."""
    last = max(i for i, token in enumerate(tokens) if is_concealed(token))
    return [*tokens[:last], Token(MARK, "*", tokens[last].at), *tokens[last:]]


def is_concealed(token: Token) -> bool:
    """Whether a token outside brackets is a tile in hand, no flower."""
    return token.kind == TILE and int(token.value) < FIRST_FLOWER


def _check_number(tokens: Sequence[Token], text: str, where: str, most: int) -> None:
    if len(tokens) > most:  # seldom, so that most texts are not counted at all
        found = [token for token in tokens if token.kind == TILE]
        if len(found) > most:
            raise TextError(worded("{n} tiles: no more than {most} are read", n=len(found), most=most), text, found[most].at, where)


def _closing(tokens: Sequence[Token], start: int, text: str, where: str) -> int:
    """The place of the token that closes the bracket before `start`."""
    opened = tokens[start - 1]
    want = CLOSING[str(opened.value)]
    for place in range(start, len(tokens)):
        kind, value, at = tokens[place]
        if kind == OPEN:
            told = worded(
                "{char} inside {opened}: brackets don't nest, close with {want} first",
                char=value, opened=opened.value, want=want,
            )
            raise TextError(told, text, at, where)
        if kind == CLOSE:
            if value != want:
                raise TextError(worded(
                    "{opened} is closed by {char}: write {want}",
                    opened=opened.value, char=value, want=want,
                ), text, at, where)
            if place == start:
                told = worded("{brackets} is empty: write the tiles of the meld, or take it away", brackets=f"{opened.value}{want}")
                raise TextError(told, text, opened.at, where)
            return place
    raise TextError(worded(
        "{opened} is never closed: write {want} after its tiles",
        opened=opened.value, want=want,
    ), text, opened.at, where)


def _winning(tokens: Sequence[Token], place: int, text: str, where: str) -> int:
    """The tile after a mark."""
    mark = tokens[place - 1]
    if place == len(tokens) or tokens[place].kind != TILE:
        raise TextError(worded("{mark} without a tile: write the winning tile right after it", mark=mark.value), text, mark.at, where)
    tile = int(tokens[place].value)
    if tile >= FIRST_FLOWER:
        raise TextError(worded("{tile} is a flower: it can't be the winning tile", tile=NAMES[tile]), text, tokens[place].at, where)
    return tile


def _norths(group: Sequence[Token], text: str, where: str) -> int:
    for token in group:
        if token.kind != TILE:
            told = worded("{char} in curly brackets: they hold declared norths only, such as {{44z}}", char=token.value)
            raise TextError(told, text, token.at, where)
        if token.value != NORTH:
            told = worded("{tile} in curly brackets: only norths are declared, 4z", tile=NAMES[int(token.value)])
            raise TextError(told, text, token.at, where)
    return len(group)


def _meld(opening: str, group: Sequence[Token], text: str, where: str) -> Meld:
    """The meld of a bracket; `group` begins with the opening token."""
    plain: list[int] = []
    called: int | None = None
    added: int | None = None
    source, adding = "", False
    for before, (kind, value, at) in pairwise(group):
        if kind == TILE and adding:
            if added is not None:
                raise TextError(worded("two tiles after +: a kakan adds one"), text, at, where)
            added = int(value)
        elif kind == TILE:
            plain.append(int(value))
        elif opening == "[":
            told = worded("{char} in a closed kan: nobody gave or added a tile; an open one takes ( )", char=value)
            raise TextError(told, text, at, where)
        elif value == "*" or adding:
            one, before_it = worded("a meld takes one +, before the added tile"), worded("it belongs before the +, after the claimed tile")
            mend = one if value in MARKS else before_it
            raise TextError(worded("{char} is out of place: {mend}", char=value, mend=mend), text, at, where)
        elif kind == MARK:
            adding = True
        elif source or before.kind != TILE:
            told = worded("{char} is out of place: one of < ^ > stands after the claimed tile", char=value)
            raise TextError(told, text, at, where)
        else:
            called, source = plain[-1], str(value)
    return _checked_meld(opening, plain, called, source, added if adding else None, adding, text, group[0].at, where)


def _checked_meld(
    opening: str, plain: list[int], called: int | None, source: str, added: int | None, adding: bool, text: str, at: int, where: str
) -> Meld:
    if adding and added is None:
        raise TextError(worded("+ without a tile: write the added tile right after it"), text, at, where)
    given = [*plain, added] if added is not None else plain
    type_ = ANKAN if opening == "[" else _open_type(plain, adding)
    try:
        meld = Meld.of(type_, given, called, source, added)
    except HandError:
        shown = f"{opening}{shorten(tiles.name(given), 24)}{CLOSING[opening]}"
        want = worded("( ) hold a run, a triplet, four of a kind, or a triplet and + its fourth")
        if opening == "[":
            want = worded("[ ] hold four of a kind")
        raise TextError(worded("{shown} is no meld: {want}", shown=shown, want=want), text, at, where) from None
    if meld.type == CHI and source not in ("", "<"):
        told = worded("the chi {meld} is marked {source}: a run is claimed from the left only, <", meld=meld, source=source)
        raise TextError(told, text, at, where)
    return meld


def _open_type(plain: list[int], adding: bool) -> str:
    if adding:
        return KAKAN
    if len(plain) == 4:
        return MINKAN
    return PON if len({KIND_OF[tile] for tile in plain}) == 1 else CHI


def parted(hand: Hand) -> list[int]:
    """The concealed tiles in order, without the winning tile.

    Raises
    ------
    HandError
        If the winning tile is not among them.
    """
    found = list(tiles.tiles_of(hand.counts))
    if hand.win is not None:
        if hand.win not in found:
            told = worded("the winning tile {tile} is not among the tiles", tile=NAMES[hand.win])
            raise HandError([Fault(Problem.NO_WINNING_TILE, told, "win")])
        found.remove(hand.win)
    return found


def meld_pieces(meld: Meld) -> list[Piece]:
    """The tiles of a meld with their marks, the added tile last."""
    added = meld.added
    if meld.type == KAKAN and added is None:
        added = meld.tiles[-1]  # a kakan needs its +; the plain copy is the likely one
    rest = list(meld.tiles)
    if added is not None:
        rest.remove(added)
    called = rest.index(meld.called) if meld.source and meld.called in rest else -1
    pieces = [Piece("", tile, meld.source if place == called else "") for place, tile in enumerate(rest)]
    return pieces if added is None else [*pieces, Piece("+", added)]


def suits_of(found: Iterable[int]) -> list[list[Piece]]:
    """Tiles in order, as pieces, a list for each suit."""
    groups: dict[str, list[Piece]] = {}
    for tile in found:
        groups.setdefault(NAMES[tile][1], []).append(Piece("", tile))
    return list(groups.values())


def compose(hand: Hand, spell: Callable[[Sequence[Piece]], str]) -> str:
    """Write a hand in canonical order; `spell` writes tiles of one suit in a row.

    A claimed tile is marked where its source is known. The order of tiles within a suit is that of kinds.
    """
    parts = [spell(group) for group in suits_of([*parted(hand), *tiles.tiles_of(hand.flowers)])]
    for meld in hand.melds:
        opening = "(" if meld.open else "["
        parts.append(opening + spell(meld_pieces(meld)) + CLOSING[opening])
    if hand.norths:
        parts.append("{" + spell([Piece("", NORTH)] * hand.norths) + "}")
    if hand.win is not None:
        parts.append(("+" if hand.by == RON else "*") + spell([Piece("", hand.win)]))
    return " ".join(parts)
