"""Reading and writing hands: every notation, every error, and the quick path against the careful one."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chouma import score, tiles, wire
from chouma.errors import HandError, Problem, TextError, UnknownNameError
from chouma.hand import ANKAN, CHI, KAKAN, MINKAN, PON, RON, TSUMO, Hand, Meld
from chouma.notation import NOTATIONS, canonical, detect, kobalab, read, read_tiles, write
from chouma.tiles import KIND_OF, NAMES, NUMBERS, RED_OF, copies, count

CARRY_ALL = [name for name in NOTATIONS if name != "mpsz"]


def t(*names: str) -> list[int]:
    return [NUMBERS[name] for name in names]


class Wall:
    """A wall of 136 tiles with one red five a suit, to draw legal hands from."""

    def __init__(self, rng: random.Random):
        self.tiles = [RED_OF[kind] if n == 0 and kind in RED_OF else kind for kind in range(34) for n in range(4)]
        rng.shuffle(self.tiles)

    def take(self, kind: int) -> int | None:
        for place, tile in enumerate(self.tiles):
            if KIND_OF[tile] == kind:
                return self.tiles.pop(place)
        return None

    def take_all(self, kinds: list[int]) -> list[int] | None:
        got = [self.take(kind) for kind in kinds]
        if None in got:
            self.tiles += [tile for tile in got if tile is not None]
            return None
        return got  # type: ignore[return-value]


def random_meld(rng: random.Random, wall: Wall) -> Meld | None:
    type_ = rng.choice((CHI, PON, MINKAN, KAKAN, ANKAN))
    if type_ == CHI:
        lowest = 9 * rng.randrange(3) + rng.randrange(7)
        kinds = [lowest, lowest + 1, lowest + 2]
    else:
        kinds = [rng.randrange(34)] * (3 if type_ == PON else 4)
    got = wall.take_all(kinds)
    if got is None:
        return None
    added = got[-1] if type_ == KAKAN else None
    claimable = got[:3] if type_ == KAKAN else got
    source = "" if type_ == ANKAN else rng.choice(["", "<"] if type_ == CHI else ["", "<", "^", ">"])
    return Meld.of(type_, got, rng.choice(claimable) if source else None, source, added)


@st.composite
def hands(draw: st.DrawFn, melds: bool = True) -> Hand:
    """Hands of legal tiles: with or without melds, norths, flowers and a winning tile."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    wall = Wall(rng)
    found = [random_meld(rng, wall) for _ in range(draw(st.integers(0, 4)) if melds else 0)]
    called = [meld for meld in found if meld is not None]
    n_norths = draw(st.integers(0, 4)) if melds else 0
    norths = sum(wall.take(tiles.NORTH) is not None for _ in range(n_norths))
    stage = draw(st.sampled_from([1, 2, 2, 2, 3])) if melds else 1
    concealed = [wall.tiles.pop() for _ in range(13 - 3 * len(called) + stage - 1)]
    flowers = rng.sample(range(37, 45), draw(st.sampled_from([0, 0, 1, 4, 8])))
    by = draw(st.sampled_from([None, RON, TSUMO]))
    win = wall.tiles.pop() if by else None
    return Hand.of(concealed, called, win=win, by=by, norths=norths, flowers=flowers)


# ---------------------------------------------------------------- right values, by hand


@pytest.mark.parametrize(
    "text",
    [
        "46m 22z (333p) (55<5+0s) [1111z] +0m",
        "22z 6m 4m (333p) (55<5+0s) [1111z] + 0m",
        "https://tenhou.net/2/?q=46m22z(333p)(55%3C5%2B0s)%5B1111z%5D%2B0m",
        "q=46m22z(333p)(55<5+0s)[1111z]+0m",
        "tenhou.net/2/?lang=en&q=46m22z(333p)(55<5+0s)[1111z]%2B0m&x=1#top",
        "m46z22+m0,(333p),s555-0,z1111",
        "4m 6m S S (3p 3p 3p) (5s 5s< 5s +5sr) [E E E E] +5mr",
        "🀊🀌🀁🀁 (🀛🀛🀛) (🀔🀔<🀔+赤🀔) [🀀🀀🀀🀀] +赤🀋",
        "🀊\ufe0e🀌\ufe0f🀁🀁(🀛🀛🀛)(🀔🀔<🀔+赤🀔)[🀀🀀🀀🀀]+赤🀋",
        "四六萬南南(三三三筒)(五五<五+赤五索)[東東東東]+赤五萬",
        "四万六万南南(三三三饼)(五五<五+红五条)[东东东东]+赤五万",
        "4萬6萬南南(333餅)(伍5<5+紅5條)[東東東東]+赤伍萬",
    ],
)
def test_one_hand_in_every_notation(text: str) -> None:
    hand = read(text)
    assert hand.counts == count(t("4m", "6m", "0m", "2z", "2z"))
    assert [(m.type, m.tiles, m.called, m.source, m.added) for m in hand.melds] == [
        (PON, tuple(t("3p", "3p", "3p")), None, "", None),
        (KAKAN, tuple(t("0s", "5s", "5s", "5s")), NUMBERS["5s"], "<", NUMBERS["0s"]),
        (ANKAN, tuple(t("1z", "1z", "1z", "1z")), None, "", None),
    ]
    assert (hand.win, hand.by, hand.norths, hand.flowers) == (NUMBERS["0m"], RON, 0, 0)


def test_dragons_are_told_apart() -> None:
    # U+1F004 is the red dragon, U+1F006 the white one; mjai's P is white and C red
    for text in ("🀆🀅🀄", "P F C", "白發中", "白发中", "白発中", "z567", "567z", "q=567z"):
        assert read_tiles(text) == (31, 32, 33), text
        assert sorted(read(text).concealed) == [31, 32, 33], text


def test_unicode_pictures_by_their_names() -> None:
    import unicodedata

    digits = ["ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE"]
    suits = {"CHARACTERS": "m", "CIRCLES": "p", "BAMBOOS": "s"}
    honours = {"EAST WIND": "1z", "SOUTH WIND": "2z", "WEST WIND": "3z", "NORTH WIND": "4z"}
    honours |= {"WHITE DRAGON": "5z", "GREEN DRAGON": "6z", "RED DRAGON": "7z"}
    honours |= {"PLUM": "1f", "ORCHID": "2f", "CHRYSANTHEMUM": "3f", "BAMBOO": "4f"}
    honours |= {"SPRING": "5f", "SUMMER": "6f", "AUTUMN": "7f", "WINTER": "8f"}
    for code in range(0x1F000, 0x1F02A):
        name = unicodedata.name(chr(code)).removeprefix("MAHJONG TILE ")
        digit, _, suit = name.partition(" OF ")
        want = f"{digits.index(digit) + 1}{suits[suit]}" if suit in suits else honours[name]
        assert NAMES[read_tiles(chr(code))[0]] == want, name


def test_kobalab_melds_and_drawn_tile() -> None:
    # examples of the format's own description: 7z just drawn; a call just made; riichi; a closed kan with a red five
    hand = read("m055z7z7,m78-9,z5555,z666=")
    assert (hand.win, hand.by) == (NUMBERS["7z"], TSUMO)
    assert [(m.type, m.called, m.source) for m in hand.melds] == [(CHI, 7, "<"), (ANKAN, None, ""), (PON, 32, "^")]
    assert read("m055z77,m78-9,z5555,z666=,").win is None
    assert read("m123p055s789z1117*").win is None and kobalab.declares_riichi("m123p055s789z1117*")
    assert read("m123s789z1117*,p5550").melds[0].tiles == tuple(t("0p", "5p", "5p", "5p"))
    kakan = read("m123p456z1122,s340-,z111=1").melds[1]
    assert (kakan.type, kakan.called, kakan.source, kakan.added) == (KAKAN, 27, "^", 27)
    minkan = read("m1,s5550+").melds[0]
    assert (minkan.type, minkan.called, minkan.source) == (MINKAN, NUMBERS["0s"], ">")
    assert not kobalab.declares_riichi("m123p055s789z111*z7")


def test_plain_mpsz_draws_its_fourteenth_tile() -> None:
    assert (read("234m345678p66345s", "mpsz").win, read("234m345678p66345s", "mpsz").by) == (NUMBERS["5s"], TSUMO)
    assert read("234m345678p66345s1f", "mpsz").win == NUMBERS["5s"]  # a flower is never the drawn tile
    assert read("234m345678p6634s", "mpsz").win is None
    assert read("234m345678p6634s+5s", "mpsz").by == RON
    with pytest.raises(TextError, match="has no melds"):
        read("46m22z(333p)+0m", "mpsz")
    assert read("234m345678p66345s").win is None  # canonical text marks it or has none


def test_mjai_json_list() -> None:
    assert read('["1m", "5mr", "E", "C"]') == read("1m 0m 17z")
    assert read_tiles('["P"]') == (31,)


def test_tiles_keep_their_order() -> None:
    assert read_tiles("2p 0s") == (10, 36)
    assert read_tiles("9m1m") == (8, 0)
    assert read_tiles("东") == read_tiles("E") == read_tiles("🀀") == read_tiles("z1") == (27,)
    assert read_tiles("") == ()


# ---------------------------------------------------------------- round trips


@settings(max_examples=300, deadline=None)
@given(hands())
def test_every_notation_carries_every_hand(hand: Hand) -> None:
    for name in CARRY_ALL:
        text = write(hand, name)
        assert read(text, name) == hand, text
        assert read(text) == hand, text
        for other in CARRY_ALL:
            assert read(write(read(text, name), other), other) == hand


@settings(max_examples=200, deadline=None)
@given(hands(melds=False))
def test_plain_mpsz_carries_every_hand_without_melds(hand: Hand) -> None:
    text = write(hand, "mpsz")
    assert read(text, "mpsz") == hand
    if hand.by != TSUMO:
        assert read(text) == hand


def test_plain_mpsz_refuses_what_a_row_cannot_say() -> None:
    with pytest.raises(HandError) as caught:
        write(read("46m 22z (333p) [1111z] {44z} +0m"), "mpsz")
    assert [fault.problem for fault in caught.value.faults] == [Problem.BAD_MELD, Problem.NORTH_WITH_FOUR]
    assert "333p, 1111z" in caught.value.faults[0].message and "canonical" in caught.value.faults[0].message
    with pytest.raises(HandError) as caught:
        write(read("234m345678p66345s"), "mpsz")
    assert caught.value.problems == Problem.NO_WINNING_TILE


@settings(max_examples=200, deadline=None)
@given(hands())
def test_detection_names_the_notation(hand: Hand) -> None:
    for name in CARRY_ALL:
        text = write(hand, name)
        tokens_alone = name == "mjai" and not any(char in text for char in "ESWNPFCr")
        assert detect(text) == ("canonical" if tokens_alone else name), text


def test_detection_prefers_canonical() -> None:
    assert detect("1m 2m 3m") == detect("123m") == detect("") == detect("123M") == detect("junk") == "canonical"
    assert read("1m 2m 3m (4p 4p 4p) +5s") == read("1m 2m 3m (4p 4p 4p) +5s", "mjai")


@settings(max_examples=100, deadline=None)
@given(hands(), st.randoms())
def test_order_of_tiles_never_matters(hand: Hand, rng: random.Random) -> None:
    concealed = list(hand.concealed)
    rng.shuffle(concealed)
    row = [NAMES[tile] for tile in [*concealed, *tiles.tiles_of(hand.flowers)]]
    rng.shuffle(row)
    rest = write(hand._replace(counts=count([hand.win]) if hand.win is not None else 0, flowers=0))
    assert read(" ".join(row) + rest) == read("".join(row) + " " + rest) == hand


def test_str_of_a_hand_reads_back() -> None:
    hand = read("[1111z](5055p)42z31m{44z}1f+0m")
    assert str(hand) == "13m 24z 1f [1111z] (0555p) {44z} +0m" and read(str(hand)) == hand


def test_half_known_melds_are_written_as_far_as_text_can() -> None:
    kakan = Meld.of(KAKAN, t("5s", "5s", "0s", "5s"))
    assert write(Hand.of(t("1m"), [kakan])) == "1m (055+5s)"
    assert read(write(Hand.of(t("1m"), [kakan]), "kobalab")).melds[0].type == KAKAN
    claimed = Meld.of(PON, t("5s", "5s", "0s"), called=NUMBERS["0s"])
    assert write(Hand.of(t("1m"), [claimed])) == "1m (055s)"


# ---------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("text", "position", "mend"),
    [
        ("", 0, "no tiles"),
        ("   ", 0, "no tiles"),
        ("123x", 3, "suits are m p s"),
        ("234M", 3, "suits are m p s"),
        ("11b", 2, "honours are 1z to 7z"),
        ("11h", 2, "honours are 1z to 7z"),
        ("234m 56", 5, "write one of m p s z f after it"),
        ("234m 12 +5s", 5, "12 has no suit"),
        ("234m 12 (333p)", 5, "12 has no suit"),
        ("m", 0, "without a digit"),
        ("23mm", 3, "without a digit"),
        ("123m18z", 5, "8z is no tile: honours are 1z to 7z"),
        ("9z", 0, "honours are 1z to 7z"),
        ("10z", 1, "only fives of m, p and s are red"),
        ("19f", 1, "1f to 8f"),
        ("234m (333p", 5, "write )"),
        ("234m 333p)", 9, "closes nothing"),
        ("234m (333p]", 10, "write )"),
        ("234m [1111z)", 11, "write ]"),
        ("234m ()", 5, "is empty"),
        ("234m {}", 5, "is empty"),
        ("234m ((333p))", 6, "don't nest"),
        ("234m ([1111z])", 6, "don't nest"),
        ("234m (124p)", 5, "(124p) is no meld"),
        ("234m (33p)", 5, "(33p) is no meld"),
        ("234m (33333p)", 5, "(33333p) is no meld"),
        ("234m (333+4p)", 5, "(3334p) is no meld"),
        ("234m (33+3p)", 5, "(333p) is no meld"),
        ("234m (3333+3p)", 5, "(33333p) is no meld"),
        ("234m (+3p)", 5, "(3p) is no meld"),
        ("234m (89m1p)", 5, "(89m1p) is no meld"),
        ("234m (567z)", 5, "(567z) is no meld"),
        ("234m (111f)", 5, "is no meld"),
        ("234m [111z]", 5, "[111z] is no meld: [ ] hold four of a kind"),
        ("234m [1112z]", 5, "[1112z] is no meld"),
        ("234m [111+1z]", 9, "closed kan"),
        ("234m [11<11z]", 8, "closed kan"),
        ("234m (333+33p)", 11, "a kakan adds one"),
        ("234m (333p+)", 5, "+ without a tile"),
        ("234m (333+3+p)", 11, "one +"),
        ("234m (333*3p)", 9, "out of place"),
        ("234m (<333p)", 6, "after the claimed tile"),
        ("234m (3<3>3p)", 9, "after the claimed tile"),
        ("234m (333+3<p)", 11, "belongs before the +"),
        ("234m (3^45p)", 5, "from the left only"),
        ("234m<", 4, "round brackets only"),
        ("234m {33z}", 6, "only norths"),
        ("234m {4<4z}", 7, "declared norths only"),
        ("234m +5s +6s", 9, "two winning tiles"),
        ("234m +5s *5s", 9, "two winning tiles"),
        ("234m +", 5, "+ without a tile"),
        ("234m *", 5, "* without a tile"),
        ("234m +(333p)", 5, "+ without a tile"),
        ("234m +55s", 7, "write the winning tile last"),
        ("234m +5s 6s", 9, "write the winning tile last"),
        ("234m +5s 6m 1f", 9, "write the winning tile last"),
        ("234m +1f", 6, "can't be the winning tile"),
        ("12\x003m", 2, "U+0000"),
        ("123m\x1b[2J", 4, "U+001B"),
        ("123m\x1c456p", 4, "U+001C"),
        ("1２3m", 1, "write 2"),
        ("123ｍ", 3, "write m"),
        ("（333p）", 0, "write ("),
        ("١23m", 0, "not known here"),
        ("\ud800", 0, "U+D800"),
        ("1m" * 65, 128, "no more than 64"),
        ("[" * 400, 1, "don't nest"),
        ("1" * 501, 500, "no more than 500"),
    ],
)
def test_errors_point_at_the_character(text: str, position: int, mend: str) -> None:
    for reader in (canonical.read, canonical.parse, read):
        with pytest.raises(TextError) as caught:
            reader(text)
        assert mend in str(caught.value)
        assert caught.value.position == position
        assert caught.value.problems == Problem.TEXT


@pytest.mark.parametrize(
    ("text", "position", "mend"),
    [
        ("m12x", 3, "the suit stands first"),
        ("m12,s34", 4, "is no meld"),
        ("m12s,s345-", 3, "suit s without a digit"),
        ("m12,s345", 4, "or (345s) where it is not known"),
        ("m12,,s345-", 4, "between two commas"),
        ("m12_", 3, "face down"),
        ("m12,s345=", 4, "from the left only"),
        ("m12,m1s23-", 6, "a meld is one suit"),
        ("m12,(333p", 4, "write )"),
        ("m8z8", 3, "8z is no tile"),
        ("m12+", 3, "+ without a tile"),
        ("m12+s5s6", 7, "write the winning tile last"),
        ("m12+5", 4, "without a suit"),
        ("1m 2m ? E", 6, "tokens are"),
        ("1m 3mr", 5, "only fives are red"),
        ("r 5mr", 0, "without a five before it"),
        ("0m E", 0, "tokens are"),
        ("🀇🀫", 1, "pictures"),
        ("🀇2m", 1, "pictures"),
        ("赤🀇", 0, "only fives are red"),
        ("🀇赤", 1, "write the five after it"),
        ("🀇 (🀛🀛🀛", 2, "write )"),
        ("一二三萬四", 4, "has no suit"),
        ("一二三m", 3, "numerals"),
        ("赤四萬", 0, "only fives are red"),
        ("赤萬東", 0, "write the five after it"),
        ("赤赤五萬", 0, "write the five after it"),
        ("萬東", 0, "without a digit"),
        ("https://tenhou.net/2/?q=12x", 26, "suits are m p s"),
        ("https://tenhou.net/2/?q=12m%2B", 27, "+ without a tile"),
        ("https://tenhou.net/2/?q=12m%E4", 27, "not known here"),
        ("https://tenhou.net/0/?log=1", 0, "no q="),
    ],
)
def test_errors_of_the_other_notations(text: str, position: int, mend: str) -> None:
    with pytest.raises(TextError) as caught:
        read(text)
    assert mend in str(caught.value)
    assert caught.value.position == position


@pytest.mark.parametrize("value", [None, 5, b"123m", ["1m"], {"hand": "1m"}, object()])
def test_what_is_no_text_says_its_type(value: object) -> None:
    for reader in (read, canonical.read, read_tiles, detect, *(notation.read for notation in NOTATIONS.values())):
        with pytest.raises(HandError) as caught:
            reader(value)  # type: ignore[arg-type]
        assert type(value).__name__ in str(caught.value)
        assert caught.value.problems == Problem.BAD_VALUE


def test_unknown_notation_names_the_nearest() -> None:
    for call in (lambda: read("1m", "tenho"), lambda: write(read("1m"), "tenho"), lambda: read_tiles("1m", notation="tenho")):
        with pytest.raises(UnknownNameError, match="tenhou"):
            call()
    with pytest.raises(UnknownNameError):
        read("1m", [])  # type: ignore[arg-type]


def test_tile_lists_hold_tiles_only() -> None:
    for text, position in [("1m+2p", 2), ("(333p)", 0), ("1m<", 2)]:
        with pytest.raises(TextError) as caught:
            read_tiles(text, "dora_indicators")
        assert caught.value.position == position
        assert caught.value.faults[0].where.startswith("dora_indicators")
    with pytest.raises(TextError, match="no more than 30"):
        read_tiles("1m" * 31)


def test_a_megabyte_is_refused_at_once() -> None:
    for junk in ("1" * 10**6, "(" * 10**6, "q=" * 10**6, "東" * 10**6, "m1," * 10**6):
        start = time.perf_counter()
        for reader in (read, read_tiles, detect, *(notation.read for notation in NOTATIONS.values())):
            with pytest.raises(TextError, match="no more than 500"):
                reader(junk)
        assert time.perf_counter() - start < 2


def test_the_longest_texts_do_not_hang() -> None:
    for junk in ("q=" * 250, "a=b&" * 125, "%5B" * 166, "tenhou.net/2/?" * 35, "[" * 500, '["' * 250, "m1," * 166, "赤" * 500):
        start = time.perf_counter()
        for notation in NOTATIONS.values():
            with pytest.raises(TextError):
                notation.read(junk, "hand")
        assert time.perf_counter() - start < 2


def test_writing_a_winning_tile_that_is_not_there() -> None:
    for name in NOTATIONS:
        with pytest.raises(HandError) as caught:
            write(Hand(count(t("1m", "2m")), win=NUMBERS["3m"], by=RON), name)
        assert caught.value.problems == Problem.NO_WINNING_TILE


# ---------------------------------------------------------------- the quick path, and junk

PIECES = (
    *("234m", "5", "05p", "+", "*", "+5s", "*0m", "(", ")", "[", "]", "{", "}", "(333p)", "[1111z]", "(55<5+0s)", "{44z}", "{4z}"),
    *("1f", "12f", "<", "m", "z", " ", "  ", "\t", "\x1c", "8z", "\u3000", "(34<5s)", "0z", "１", "東", "(333 p)", "+ 5s"),
    *("( 333p )", "\x00"),
)


def outcome(reader, text: str):
    try:
        return reader(text)
    except TextError as error:
        return (error.position, str(error))


@settings(max_examples=1500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=9).map("".join))
@example("+5s 5m 1f")
@example("+5s+5s")
@example("+5s +5s")
@example("5s +5s 5s")
@example("12 )3m")
@example("1m" * 32 + "1m")
@example("")
def test_quick_path_equals_the_careful_one(text: str) -> None:
    careful = outcome(canonical.parse, text)
    assert outcome(canonical.read, text) == careful  # perhaps learning its pieces
    assert outcome(canonical.read, text) == careful  # with its pieces known
    if isinstance(careful, Hand):
        assert read(text) == careful
    quick = canonical.read_quick(text)
    assert quick is None or quick == careful


@settings(max_examples=100, deadline=None)
@given(hands())
def test_ordinary_hands_take_the_quick_path(hand: Hand) -> None:
    text = write(hand)
    if len(text) <= 64:
        assert canonical.read_quick(text) == canonical.parse(text) == hand
        if not hand.flowers:
            assert canonical.read_quick(text.replace(" ", "")) == hand


def test_a_riichi_that_the_text_declares_counts() -> None:
    """m123p456s789z11s56 and 7s drawn, with the * of a declared riichi: `score` honours it, a `Hand` can't hold it."""
    declared, silent = "m123p456s789z11s56s7*", "m123p456s789z11s56s7"
    assert read(declared) == read(silent)
    scores = score(declared), score(silent), score(declared, double_riichi=True)
    found = [{hit.id for hit in one.yaku} for one in scores]  # type: ignore[union-attr]
    assert found == [{"menzen_tsumo", "riichi"}, {"menzen_tsumo"}, {"menzen_tsumo", "double_riichi"}]
    assert wire.score_fields({"hand": declared}).yaku == score(declared).yaku  # type: ignore[union-attr]


def test_quick_path_forgets_and_learns_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canonical, "_KNOWN", {})
    monkeypatch.setattr(canonical, "_MOST_KNOWN", 3)
    for text in ("123m456p +7s", "234m567p (333p) *8s", "123m456p +7s"):
        assert canonical.read(text) == canonical.parse(text)
    assert len(canonical._KNOWN) <= 8


JUNK = st.one_of(
    st.text(max_size=40),
    st.text(alphabet="0123456789mpszf+*<^>()[]{} ,-=_rESWNPFC?q%\x00", max_size=60),
    st.text(alphabet="一五九萬筒索東中赤🀀🀄🀋🀫+*()[]<>五m1", max_size=30),
    st.text(alphabet="q=tenhou./?&#%2B1m", max_size=40),
)


@settings(max_examples=1500, deadline=None)
@given(JUNK)
def test_junk_meets_a_clear_error_or_reads(text: str) -> None:
    name = detect(text)
    for notation in (None, name, *NOTATIONS):
        try:
            hand = read(text, notation)
        except HandError as error:
            assert str(error) and error.faults
        else:
            assert read(write(hand)) == hand
            assert all(copies(hand.counts, tile) <= 64 for tile in range(34))
        try:
            assert all(0 <= tile < tiles.N_TILES for tile in read_tiles(text, notation=notation))
        except HandError as error:
            assert str(error) and error.faults


def test_every_example_is_written_as_it_stands() -> None:
    for name, notation in NOTATIONS.items():
        assert notation.name == name
        assert write(read(notation.example, name), name) == notation.example


# ---------------------------------------------------------------- real records


def records(root: Path, folder: str) -> list[Path]:
    """Files of a folder of real records, which may stand beside the project."""
    found = sorted(path for path in (root.parent / "shared" / "records" / folder).rglob("*") if path.is_file())
    if not found:
        pytest.skip(f"no real records here: ../shared/records/{folder} is absent")
    return found


def test_kobalab_hands_of_real_records_come_back_to_the_letter(root: Path) -> None:
    compared = 0
    for path in records(root, "majiang"):
        for moves in json.loads(path.read_text())["log"]:
            for move in moves:
                dealt = move.get("qipai", move.get("pingju", {})).get("shoupai", [])
                won = [move["hule"]["shoupai"]] if "hule" in move else []
                for text in filter(None, [*dealt, *won]):
                    hand = read(text)
                    assert write(hand, "kobalab") == text.replace("*", "")
                    assert not won or (hand.size, hand.by) == (14, TSUMO)
                    compared += 1
    print(f"{compared} hands compared")
    assert compared > 1000


def test_mjai_hands_of_real_records_come_back_to_the_letter(root: Path) -> None:
    compared = 0
    for path in records(root, "mjai"):
        for line in path.read_text().splitlines():
            event = json.loads(line)
            for tokens in event.get("tehais", []):
                if "?" in tokens:
                    continue
                assert sorted(write(read(json.dumps(tokens)), "mjai").split()) == sorted(tokens)
                assert read(" ".join(tokens)) == read(json.dumps(tokens))
                compared += 1
    print(f"{compared} hands compared")
    assert compared > 100
