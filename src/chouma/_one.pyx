# cython: language_level=3, binding=True, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""One hand from text to its price, compiled: the same reading of shapes and the same emitted formulas as for columns.

Whatever is unusual (odd text, a hand that can't be or doesn't win, rare rules) is left to the Python path, which also says why.
Suits are learnt from that path as hands come; nothing here knows a rule, and nothing needs NumPy.
"""

import warnings
from sys import intern

cimport cython
from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cpython.object cimport PyObject
from cpython.ref cimport Py_DECREF
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from .layout import N_MARKS as PY_N_MARKS, N_SUMS as PY_N_SUMS, N_WORDS as PY_N_WORDS, split
from .hand import FLAG_BITS
from .result import TextScore
from .riichi.engine import engine_of
from .riichi.limits import YAKUMAN as PY_YAKUMAN
from .riichi.rules import preset_names
from .score import score as careful_score
from .seats import SPELLINGS
from .shapes.rows import meld_words, orphan_words, suit_rows
from .tiles import FIRST_FLOWER, NUMBERS, ORPHANS, REDS, dora_of

cdef extern from *:
    """
    #define BLOCK 32  /* few rows: what they are worked on with stays close together */
    """

include "_text.pxi"

include "_formulas.pxi"

cdef enum:
    MOST_ROWS = 32
    ROOM = 64  # rows of words, and what is read beyond them
    SLOTS = 1 << 15
    MOST_SUITS = 20000
    YAKUMAN = 8000
    FU_STEPS = 52  # fu by fives, as far as a byte goes
    N_TALLIES = 32 * FU_STEPS

assert (PY_N_SUMS, PY_N_MARKS, PY_N_WORDS) == (2, 2, N_WORDS) and N_WORDS == 6 and PY_YAKUMAN == YAKUMAN

# what the concealed tiles of a suit read as, a line of the cache each
ctypedef struct Suit:
    uint64_t key     # and 1, so that 0 is an empty slot
    uint32_t first
    uint8_t n
    uint8_t pairs
    Read only        # where there is one reading, as mostly
    uint64_t unused[2]


cdef extern from * nogil:
    """
    #if !defined(__GNUC__)
    #define __builtin_prefetch(place)
    static int __builtin_ctz(unsigned x) { int n = 0; while (!(x & 1)) { x >>= 1; n++; } return n; }
    #endif
    """
    int __builtin_ctz(unsigned int)
    void __builtin_prefetch(const void *)


@cython.final
cdef class Suits:
    """Readings of suits by their counts and the winning tile, learnt as hands come."""

    cdef void *memory
    cdef Suit *slots
    cdef Read *rows
    cdef uint32_t n_rows, room, n_suits, cleared

    def __cinit__(self):
        self.memory = PyMem_Calloc(SLOTS * sizeof(Suit) + 64, 1)
        self.room = 4096
        self.rows = <Read *>PyMem_Malloc(self.room * sizeof(Read))
        if self.memory == NULL or self.rows == NULL:
            raise MemoryError
        self.slots = <Suit *>((<size_t>self.memory + 63) & ~<size_t>63)
        self.cleared = self.n_rows = self.n_suits = 0

    def __dealloc__(self):
        PyMem_Free(self.memory)
        PyMem_Free(self.rows)

    cdef void _clear(self):
        memset(self.slots, 0, SLOTS * sizeof(Suit))
        self.cleared += 1
        self.n_rows = self.n_suits = 0

    cdef Suit *find(self, uint64_t key):
        """The suit of a key: three bits a count, then the rank of the winning tile from 1, ron, the suit, and pairs of seven pairs."""
        cdef Suit *found = self._look(key)
        return found if found.key else self._learn(key)

    cdef uint64_t home(self, uint64_t key) noexcept:
        return (key * <uint64_t>0x9E3779B97F4A7C15) >> 49

    cdef Suit *_look(self, uint64_t key) noexcept:
        """The suit of a key, or the empty slot where it belongs."""
        cdef uint64_t at = self.home(key)
        while self.slots[at].key != key + 1 and self.slots[at].key:
            at = (at + 1) & (SLOTS - 1)
        return &self.slots[at]

    cdef Suit *_learn(self, uint64_t key):
        cdef int suit = key >> 32 & 3, win = (key >> 27 & 15) - 1, ron = key >> 31 & 1, n = 0, pairs
        cdef Read known[MOST_ROWS]
        cdef Read *grown
        cdef Suit *found
        cdef int i
        counts = bytes([key >> 3 * i & 7 for i in range(7 if suit == 3 else 9)])
        rows = suit_rows(suit, counts, win if win >= 0 else None, bool(ron), bool(key >> 34 & 1))
        assert len(rows) <= MOST_ROWS
        for sums, marks in rows:
            _set_words(&known[n], sums, marks)
            n += 1
        pairs = sum(counts) % 3 == 2
        # no Python from here on: another thread can have learnt meanwhile, and none can come between
        if self.n_suits >= MOST_SUITS:
            self._clear()
        found = self._look(key)
        if found.key:
            return found
        if self.n_rows + n > self.room:
            grown = <Read *>PyMem_Realloc(self.rows, 2 * self.room * sizeof(Read))
            if grown == NULL:
                raise MemoryError
            self.rows, self.room = grown, 2 * self.room
        found.key, found.first, found.n, found.pairs = key + 1, self.n_rows, n, pairs
        if n == 1:
            found.only = known[0]
        memcpy(&self.rows[self.n_rows], known, n * sizeof(Read))
        self.n_rows += n
        self.n_suits += 1
        return found


cdef void _set_words(Read *row, sums, marks):
    cdef int k
    for k, word in enumerate((*split(sums, 2), *split(marks, 2))):
        row.w[k] = word


cdef Suits _suits = Suits()
cdef Read _melds[123]
cdef uint8_t _meld_known[123]
memset(_meld_known, 0, 123)


@cython.final
cdef class One:
    """A rule set made ready for single hands.

    Parameters
    ----------
    engine : chouma.riichi.engine.Engine
    """

    cdef chouma_rules *rules
    cdef void *memory
    cdef readonly object engine
    cdef object tallies  # a dict that fills itself
    cdef list kept
    cdef PyObject *known[N_TALLIES]
    cdef uint8_t available[34]
    cdef uint8_t red_most[3]
    cdef uint8_t makes[40]
    cdef int players
    cdef uint64_t bits[8 * N_PLANES]
    cdef uint64_t block[N_WORDS][ROOM]
    cdef uint8_t some[32][BLOCK]
    cdef uint64_t *words[N_WORDS]
    cdef uint8_t *planes[N_PLANES]
    cdef uint8_t *dora[N_DORA]
    cdef uint8_t *outputs[N_OUTPUTS]

    def __cinit__(self, engine):
        from .riichi.emit import parameters, plane_bits

        cdef bytes flat = parameters(engine)
        cdef int k
        self.memory = PyMem_Malloc(sizeof(chouma_rules) + 64)
        if self.memory == NULL:
            raise MemoryError
        self.rules = <chouma_rules *>((<size_t>self.memory + 63) & ~<size_t>63)
        chouma_set_rules(self.rules, <const uint8_t *><const char *>flat)
        self.engine, self.tallies, self.kept = engine, engine.tallies, []
        memset(self.known, 0, sizeof(self.known))
        stock = engine.rules.stock
        self.players = stock.players
        for k in range(34):
            self.available[k] = stock.available(k)
        for k in range(3):
            self.red_most[k] = stock.available(REDS[k])
        for k in range(37):
            self.makes[k] = dora_of(k, self.players)
        memset(self.bits, 0, sizeof(self.bits))
        for place, bit in plane_bits(engine):
            self.bits[<int>place] = <uint64_t>1 << <int>bit
        memset(self.block, 0, sizeof(self.block))
        for k in range(N_WORDS):
            self.words[k] = self.block[k]
        for k in range(N_PLANES):
            self.planes[k] = self.some[k]
        for k in range(N_DORA):
            self.dora[k] = self.some[N_PLANES + k]
        for k in range(N_OUTPUTS):
            self.outputs[k] = self.some[N_PLANES + N_DORA + k]

    def __dealloc__(self):
        PyMem_Free(self.memory)

    cdef tuple _price(self, str text, int seat, int round_, int flags, tuple dora_indicators, tuple ura_indicators, int *index):
        """The price of the best reading of a hand as `chouma.riichi.pricing.price` gives it; None if the Python path is to look.

        Parameters
        ----------
        text : str
        seat, round_ : int
            0 east to 3 north.
        flags : int
            Or of `chouma.hand.FLAG_BITS`.
        dora_indicators, ura_indicators : tuple of int
            Tiles.
        index : int *
            Set to the place of that reading among all.
        """
        cdef Told told
        cdef Py_ssize_t length = 0
        cdef const char *raw = PyUnicode_AsUTF8AndSize(text, &length)
        cdef Read rows[MOST_ROWS]
        cdef int found, k
        if raw == NULL:  # half a pair of surrogates
            PyErr_Clear()
            return None
        if length > 64 or not _read_hand(<const uint8_t *>raw, length, &told) or not told.by:
            return None
        found = self._rows(&told, seat, round_, flags, dora_indicators, ura_indicators, rows)
        if found <= 0:
            return None
        for k in range(found):
            self.words[0][k] = rows[k].w[0]
            self.words[1][k] = rows[k].w[1]
            self.words[2][k] = rows[k].w[2]
            self.words[3][k] = rows[k].w[3]
        chouma_rows(self.words, found, self.rules, self.planes, self.dora, self.outputs)
        return self._best(found, index)

    cdef tuple _best(self, int found, int *index):
        """The best of some rows."""
        cdef uint64_t every[MOST_ROWS]
        cdef int han[MOST_ROWS]
        cdef int raw[MOST_ROWS]
        cdef int fu[MOST_ROWS]
        cdef int units[MOST_ROWS]
        cdef int place[MOST_ROWS]
        cdef int r, k, n = 0, best = 0
        cdef unsigned int plane
        cdef int64_t worth, rank, best_worth = -1, best_rank = -1
        if self.outputs[7][0]:  # flags that can't be
            return None
        # taken out before any Python runs, as another thread may then score by the same rules
        for r in range(found):
            if self.outputs[6][r]:  # any yaku
                every[n] = 0
                for k in range(N_PLANES):
                    plane = self.planes[k][r]
                    while plane:
                        every[n] |= self.bits[8 * k + __builtin_ctz(plane)]
                        plane &= plane - 1
                han[n], raw[n], fu[n] = self.outputs[0][r], self.outputs[1][r], self.outputs[2][r]
                units[n] = self.outputs[3][r] if self.outputs[4][r] else 0
                place[n] = r
                n += 1
        if n == 0:
            return None
        for k in range(n):
            if units[k]:
                han[k] = raw[k] = fu[k] = 0
            if n == 1:  # of most hands, and nothing to compare
                break
            worth = YAKUMAN * units[k] if units[k] else (<tuple>self._tally(han[k], fu[k]))[0]
            rank = (<int64_t>units[k] << 16) | (han[k] << 8) | raw[k]
            if worth > best_worth or (worth == best_worth and rank > best_rank):
                best, best_worth, best_rank = k, worth, rank
        index[0] = place[best]
        if units[best]:
            return YAKUMAN * units[best], 0, 0, 0, every[best], "yakuman", units[best], False
        tally = <tuple>self._tally(han[best], fu[best])
        return tally[0], han[best], raw[best], fu[best], every[best], tally[1], 0, False

    cdef object _tally(self, int han, int fu):
        """Base points and limit, kept where they are found quicker than in a dict."""
        cdef int at = FU_STEPS * han + fu // 5
        if at >= N_TALLIES:
            return self.tallies[han, fu]
        if self.known[at] == NULL:
            found = self.tallies[han, fu]
            self.kept.append(found)
            self.known[at] = <PyObject *>found
        return <object>self.known[at]

    cdef int _rows(self, Told *told, int seat, int round_, int flags, tuple dora_indicators, tuple ura_indicators, Read *rows) except -2:
        """Check a hand and read it; how many readings there are, 0 if it doesn't win, -1 if something may be wrong."""
        cdef uint8_t held[40]
        cdef uint8_t seen[34]
        cdef int red[3]
        cdef int k, g, n_calls = 0, n_quads = 0, kind, n = 0, dora = 0, first_dora = 0, ura = 0, first_ura = 0, at_most_four = 1
        cdef Read base
        cdef Facts facts
        cdef uint64_t hand[2]
        cdef uint64_t keys[4]
        if told.n_closed + 3 * told.n_melds != 14 or self.players == 3 or told.norths or flags >> 14:
            return -1
        _keys(told, keys)
        for k in range(4):  # they lie far apart
            __builtin_prefetch(_suits.slots + _suits.home(keys[k]))
        memcpy(held, told.counts, 34)
        memset(base.w, 0, 32)
        for k in range(told.n_melds):
            g = told.melds[k]
            if not _meld_known[g]:
                meld_sums, meld_marks = meld_words(g)
                _set_words(&_melds[g], meld_sums, meld_marks)
                _meld_known[g] = 1
            _add(&base, _melds[g].w)
            if g < 21:
                kind = g // 7 * 9 + g % 7
                held[kind] += 1
                held[kind + 1] += 1
                held[kind + 2] += 1
                n_calls += 1
            elif g < 55:
                held[g - 21] += 3
                n_calls += 1
            elif g < 89:
                held[g - 55] += 4
                n_calls += 1
                n_quads += 1
            else:
                held[g - 89] += 4
                n_quads += 1
        memcpy(seen, held, 34)
        for k in range(3):
            red[k] = told.reds[k]
        if len(dora_indicators) > 5 or len(ura_indicators) > len(dora_indicators):
            return -1
        for tile in dora_indicators:
            kind = self._seen(tile, seen, red)
            dora += held[kind]
            first_dora = held[kind] if n == 0 else first_dora
            n += 1
        n = 0
        for tile in ura_indicators:
            kind = self._seen(tile, seen, red)
            ura += held[kind]
            first_ura = held[kind] if n == 0 else first_ura
            n += 1
        for k in range(34):
            at_most_four &= seen[k] <= self.available[k]
        for k in range(3):
            at_most_four &= red[k] <= self.red_most[k]
        if not at_most_four:
            return -1
        facts.tsumo, facts.n_calls, facts.n_quads, facts.norths = told.by == BY_TSUMO, n_calls, n_quads, 0
        facts.seat, facts.round, facts.flags, facts.win, facts.n_win = seat, round_, flags, told.win, told.counts[told.win]
        facts.win_in_meld = held[told.win] > told.counts[told.win]
        facts.dora, facts.first_dora, facts.ura, facts.first_ura = dora, first_dora, ura, first_ura
        facts.aka = told.reds[0] + told.reds[1] + told.reds[2]
        _hand_words(&facts, hand)
        n = self._read(told, keys, &base, rows)
        for k in range(n):
            self.words[4][k] = hand[0]
            self.words[5][k] = hand[1]
        return n

    cdef int _seen(self, tile, uint8_t *seen, int *red) except -1:
        """The kind that an indicator makes dora; it is itself a tile that is seen."""
        cdef int number = tile
        if number >= 34:
            red[number - 34] += 1
            seen[4 + 9 * (number - 34)] += 1
        else:
            seen[number] += 1
        return self.makes[number]

    cdef int _read(self, Told *told, const uint64_t *keys, const Read *base, Read *rows) except -2:
        """Every reading, in the order of `chouma.shapes.rows.rows`; -1 if the suits were forgotten meanwhile."""
        cdef const Read *found_rows[4]
        cdef int ways[4]
        cdef int s, k, a, b, d, e, pairs = 0, n = 1, found = 0, odd = 0
        cdef uint32_t cleared = _suits.cleared
        cdef Suit *suits[4]
        cdef Suit *suit
        cdef Read one, two, three
        for s in range(4):
            suits[s] = suit = _suits.find(keys[s])
            pairs += suit.pairs
            n *= suit.n
        if told.n_melds == 0:
            for k in range(34):
                odd |= told.counts[k] & 5
        if cleared != _suits.cleared or n >= MOST_ROWS:
            return -1
        for s in range(4):  # not before the last is found: learning moves rows
            suit = suits[s]
            found_rows[s], ways[s] = &suit.only if suit.n == 1 else _suits.rows + suit.first, suit.n
        if pairs == 1 and n:
            for a in range(ways[0]):
                one = base[0]
                _add(&one, found_rows[0][a].w)
                for b in range(ways[1]):
                    two = one
                    _add(&two, found_rows[1][b].w)
                    for d in range(ways[2]):
                        three = two
                        _add(&three, found_rows[2][d].w)
                        for e in range(ways[3]):
                            rows[found] = three
                            _add(&rows[found], found_rows[3][e].w)
                            found += 1
        if told.n_melds == 0 and not odd:
            memset(rows[found].w, 0, 32)
            for s in range(4):
                suit = _suits.find((keys[s] & ~(<uint64_t>1 << 31)) | <uint64_t>1 << 34)
                if cleared != _suits.cleared:
                    return -1
                _add(&rows[found], _suits.rows[suit.first].w)
            found += 1
        elif found == 0 and told.n_melds == 0:
            found = _orphans(told, rows)
        return found


cdef inline void _keys(const Told *told, uint64_t *keys) noexcept:
    """The keys of the four suits, see `Suits.find`."""
    cdef int s, k
    for s in range(4):
        keys[s] = <uint64_t>s << 32
        for k in range(7 if s == 3 else 9):
            keys[s] |= <uint64_t>told.counts[9 * s + k] << 3 * k
    s = told.win // 9
    keys[s] |= <uint64_t>(told.win % 9 + 1) << 27 | <uint64_t>(told.by == BY_RON) << 31


cdef int _orphans(Told *told, Read *rows) except -2:
    """The reading as thirteen orphans."""
    cdef int kind, kinds = 0, total = 0, pair = 0
    for orphan in ORPHANS:
        kind = orphan
        kinds += told.counts[kind] > 0
        total += told.counts[kind]
        pair = kind if told.counts[kind] == 2 else pair
    if kinds < 13 or total != 14:
        return 0
    sums, marks = orphan_words(pair)
    _set_words(&rows[0], sums, marks)
    return 1


cdef extern from "Python.h":
    const char *PyUnicode_AsUTF8AndSize(object text, Py_ssize_t *size) noexcept
    PyObject *PyErr_Occurred() noexcept
    void PyErr_Clear() noexcept


# what keywords may hold, as plain numbers
cdef dict _flag_bits = dict(FLAG_BITS)
cdef dict _winds = {spelling: int(wind) for spelling, wind in SPELLINGS.items()}
cdef dict _tiles = {name: tile for name, tile in NUMBERS.items() if tile < FIRST_FLOWER}
# presets made ready; what has more than han, fu and yakuman to say is left to the Python path
cdef dict _presets = {}

made_of = (<bytes>DIGEST).decode()
OLD = "the compiled part of chouma is older than its rules and is not used: install the package again"


def _made_ready(rules):
    """A preset for single hands, None where the Python path is to look."""
    from .riichi.emit import digest

    if rules not in preset_names():
        return None
    if made_of != digest():
        warnings.warn(OLD, stacklevel=2)
        _presets[rules] = None
        return None
    engine = engine_of(rules)
    rules_ = engine.rules
    usual = not engine.fixed_bits and rules_.yakuman_stacking and rules_.players == 4 and len(engine.in_order) <= 64
    usual = usual and rules_.aotenjou == "off"  # else base points outgrow 64 bits
    _presets[rules] = One(engine) if usual else None
    return _presets[rules]


include "_quick.pxi"


def score(
    hand, *, win=None, by=None, seat="S", round="E", dora_indicators=(), ura_indicators=(), honba=0, deposits=0, rules="general",
    flags=(), strict=True, notation=None, **named,
):
    """See `chouma.score.score`, which this stands before."""
    cdef int bits = 0
    seat_number = _winds.get(seat) if type(seat) is str else None
    round_number = _winds.get(round) if type(round) is str else None
    one = _presets.get(rules) if type(rules) is str else None
    if one is None and type(rules) is str and rules not in _presets:
        one = _made_ready(rules)
    usual = one is not None and type(hand) is str and seat_number is not None and round_number is not None and strict is True
    if usual and win is None and by is None and notation is None and not flags:
        for name in named:
            bit = _flag_bits.get(name)
            if bit is None:
                usual = False
            elif named[name]:
                bits |= <int>bit
        if usual and _counter(<PyObject *>honba) >= 0 and _counter(<PyObject *>deposits) >= 0:
            dora, ura = dora_indicators or _nothing, ura_indicators or _nothing
            found = _answer(one, hand, seat_number, round_number, bits, <PyObject *>dora, <PyObject *>ura, honba, deposits)
            if found is not None:
                return found
    return careful_score(
        hand, win=win, by=by, seat=seat, round=round, dora_indicators=dora_indicators, ura_indicators=ura_indicators, honba=honba,
        deposits=deposits, rules=rules, flags=flags, strict=strict, notation=notation, **named,
    )


score.__doc__ = careful_score.__doc__
score.__wrapped__ = careful_score
score.__module__ = careful_score.__module__
score.__qualname__ = careful_score.__qualname__
_stand_before(score, _flag_bits, careful_score.__kwdefaults__)
