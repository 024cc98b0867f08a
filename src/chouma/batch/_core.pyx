# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Columns of hands to rows of words, and rows to the best of each hand: the compiled loops. They know shapes and no rule.

What a row is worth is worked out between the two, by the emitted C or by NumPy.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

import numpy as np

from ..tiles import KIND_OF, ORPHANS
from . import shapes
from .price import FIRST_YAKUMAN as PY_FIRST_YAKUMAN

cdef extern from * nogil:
    """
    #if !defined(__GNUC__)
    #define __builtin_prefetch(place)
    static int __builtin_ctz(unsigned x) { int n = 0; while (!(x & 1)) { x >>= 1; n++; } return n; }
    #endif
    """
    int __builtin_ctz(unsigned int)
    void __builtin_prefetch(const void *)

cdef extern from "formulas.h" nogil:
    enum: N_WORDS
    enum: N_SUMS
    enum: N_MARKS
    enum: N_PLANES
    enum: N_DORA
    enum: N_OUTPUTS
    enum: BLOCK
    const char *DIGEST
    enum: WORD_TSUMO
    enum: SHIFT_TSUMO
    enum: WORD_N_CALLS
    enum: SHIFT_N_CALLS
    enum: WORD_N_QUADS
    enum: SHIFT_N_QUADS
    enum: WORD_NORTHS
    enum: SHIFT_NORTHS
    enum: WORD_SEAT_BIT
    enum: SHIFT_SEAT_BIT
    enum: WORD_ROUND_BIT
    enum: SHIFT_ROUND_BIT
    enum: WORD_WIN_KIND
    enum: SHIFT_WIN_KIND
    enum: WORD_N_WIN
    enum: SHIFT_N_WIN
    enum: WORD_WIN_IN_MELD
    enum: SHIFT_WIN_IN_MELD
    enum: WORD_DORA
    enum: SHIFT_DORA
    enum: WORD_FIRST_DORA
    enum: SHIFT_FIRST_DORA
    enum: WORD_URA
    enum: SHIFT_URA
    enum: WORD_FIRST_URA
    enum: SHIFT_FIRST_URA
    enum: WORD_AKA
    enum: SHIFT_AKA
    enum: WORD_FLAGS
    enum: SHIFT_FLAGS
    ctypedef struct chouma_rules:
        pass
    void chouma_set_rules(chouma_rules *rules, const uint8_t *flat)
    void chouma_rows(uint64_t **words, long n, const chouma_rules *rules, uint8_t **planes, uint8_t **dora, uint8_t **outputs)

made_of = (<bytes>DIGEST).decode()

cdef enum:
    N_KINDS = 34
    MOST_INDICATORS = 5
    MOST_ROWS = 128  # no hand has nearly as many readings
    MOST_CHOICES = 24  # nor a suit as many
    NONE = 255
    AT_TRIPLET = 21
    AT_PAIR = 30
    N_PLACEMENTS = 39
    N_TWINS = 512
    FU_STEPS = 36
    FIRST_YAKUMAN = 256 * 36
    RED_5M = 34
    MOST_PLANES = 16  # of eight yaku each

# how a hand ends
cdef enum:
    SCORED = 0
    NOT_A_WIN = 1
    NO_YAKU = 2
    REFUSED = 3

cdef uint64_t HIGH_BITS = <uint64_t>0x8080808080808080
cdef uint64_t OVER_FOUR = <uint64_t>0x7b7b7b7b7b7b7b7b
cdef uint64_t ONES = <uint64_t>0x0101010101010101
cdef uint64_t NOT_TWO = <uint64_t>0x0505050505050505

assert PY_FIRST_YAKUMAN == FIRST_YAKUMAN and shapes.N_READ == N_SUMS + N_MARKS == 4

ctypedef struct Inputs:
    const uint8_t *counts      # (n, 34)
    const uint8_t *melds       # (n, 4), 255: none
    const uint8_t *dora        # (n, 5) tiles, 255: none
    const uint8_t *ura
    const uint8_t *reds        # (n, 3)
    const uint8_t *win
    const uint8_t *tsumo
    const uint8_t *norths
    const uint8_t *seat
    const uint8_t *round
    const uint16_t *flags

ctypedef struct Read:
    uint64_t w[4]

ctypedef struct Tables:
    const uint16_t *rows[2]    # of suits, of honours
    const uint16_t *patterns[2]
    const uint32_t *info[2]
    const uint32_t *masks[2]
    const uint64_t *words[4]
    const uint64_t *placed[4]
    const uint64_t *twins[4]
    const uint64_t *orphans
    const uint64_t *melds
    const uint8_t *meld_counts
    int orphan_kinds[13]
    uint8_t suit_of[34]
    uint8_t rank_of[34]
    uint32_t code[9][5]        # by rank: the placements in the run two below, one below, the triplet, the run from here, the pair
    uint8_t makes[40]          # the dora of each indicator
    uint8_t kind_of[40]
    uint8_t available[40]
    uint64_t room[5]           # added to counts, sets the high bit of each kind that there are too many of
    uint8_t red_most[3]
    int players

# one hand between the look-ups and the rows
ctypedef struct Half:
    uint32_t info[4]
    uint64_t hand[2]
    Read base
    uint8_t win
    uint8_t ron
    uint8_t bad
    uint8_t closed
    uint8_t twins

cdef enum:
    NO_READING = 2  # beside 1 for a hand that can't be
    AHEAD = 64  # hands whose tables are fetched together


cdef inline void _add(Read *into, const uint64_t *more) noexcept nogil:
    into.w[0] += more[0]
    into.w[1] += more[1]
    into.w[2] |= more[2]
    into.w[3] |= more[3]


cdef inline uint64_t _keys(uint64_t w) noexcept nogil:
    """Eight counts as two numbers in base 5, of the first four and of the other four, in the halves of a word."""
    w = (w + 5 * (w >> 8)) & <uint64_t>0x00ff00ff00ff00ff
    return (w + 25 * (w >> 16)) & <uint64_t>0x0000ffff0000ffff


cdef inline int _placements(const Tables *t, int suit, uint32_t info, int rank, int ron, Read *out) noexcept nogil:
    """Every reading of the suit where the winning tile fell, with every group that it can have completed, in order."""
    cdef int n = (info >> 1) & 7, first = info >> 4, d, found = 0
    cdef uint32_t mask, runs, may
    cdef const uint64_t *words = t.words[suit] + 4 * first
    cdef const uint32_t *masks = t.masks[suit == 3] + first
    cdef const uint64_t *placed = t.placed[suit] + 4 * ron * N_PLACEMENTS
    for d in range(n):
        mask = masks[d]
        runs = ((mask & 127) << 2) >> rank
        may = (runs & 3) | (((mask >> (7 + rank)) & 1) << 2) | ((runs & 4) << 1) | (((mask >> (16 + rank)) & 1) << 4)
        while may:
            memcpy(out[found].w, words + 4 * d, 32)
            _add(&out[found], placed + 4 * t.code[rank][__builtin_ctz(may)])
            may &= may - 1
            found += 1
    return found


cdef inline int _plain(const Tables *t, int suit, uint32_t info, Read *out) noexcept nogil:
    """Every reading of another suit."""
    cdef int n = (info >> 1) & 7, d
    for d in range(n):
        memcpy(out[d].w, t.words[suit] + 4 * ((info >> 4) + d), 32)
    return n


cdef int _combined(const Tables *t, const Half *half, Read *out) noexcept nogil:
    """Readings as four groups and a pair, where several suits have several: every combination, in order."""
    cdef Read choice[4][MOST_CHOICES]
    cdef Read first, second, third
    cdef int n[4]
    cdef int s, a, b, d, e, found = 0
    for s in range(4):
        if s == t.suit_of[half.win]:
            n[s] = _placements(t, s, half.info[s], t.rank_of[half.win], half.ron, choice[s])
        else:
            n[s] = _plain(t, s, half.info[s], choice[s])
    for a in range(n[0]):
        first = half.base
        _add(&first, choice[0][a].w)
        for b in range(n[1]):
            second = first
            _add(&second, choice[1][b].w)
            for d in range(n[2]):
                third = second
                _add(&third, choice[2][d].w)
                for e in range(n[3]):
                    out[found] = third
                    _add(&out[found], choice[3][e].w)
                    found += 1
    return found


cdef inline int _standard(const Tables *t, const Half *half, Read *out) noexcept nogil:
    """Readings as four groups and a pair."""
    cdef int s, k, n, suit = t.suit_of[half.win], several = 0
    cdef uint32_t pairs = 0
    cdef Read rest
    for s in range(4):
        if half.info[s] == 0:
            return 0
        pairs += half.info[s] & 1
        several |= s != suit and (half.info[s] >> 1 & 7) > 1
    if pairs != 1:
        return 0
    if several:
        return _combined(t, half, out)
    rest = half.base
    for s in range(4):
        if s != suit:
            _add(&rest, t.words[s] + 4 * (half.info[s] >> 4))
    n = _placements(t, suit, half.info[suit], t.rank_of[half.win], half.ron, out)
    for k in range(n):
        _add(&out[k], rest.w)
    return n


cdef int _special(const Tables *t, const uint8_t *c, const Half *half, Read *out) noexcept nogil:
    """The reading as seven pairs or as thirteen orphans."""
    cdef int s, k, mask, kinds = 0, pair = -1, total = 0, kind
    if half.twins:
        memset(out[0].w, 0, 32)
        for s in range(4):
            mask = 0
            for k in range(7 if s == 3 else 9):
                mask |= (c[9 * s + k] >> 1) << k
            _add(&out[0], t.twins[s] + 4 * mask)
        _add(&out[0], t.twins[t.suit_of[half.win]] + 4 * (N_TWINS + t.rank_of[half.win]))
        return 1
    for k in range(13):
        kind = t.orphan_kinds[k]
        if c[kind]:
            kinds += 1
            total += c[kind]
            if c[kind] == 2:
                pair = kind
    if kinds == 13 and total == 14:
        memcpy(out[0].w, t.orphans + 4 * pair, 32)
        return 1
    return 0


ctypedef struct Shown:
    int n
    uint8_t kinds[2 * MOST_INDICATORS]  # of the indicators so far


cdef inline int _indicators(const Tables *t, const uint8_t *given, const uint8_t *held, Shown *shown, int *red, uint8_t *first, uint8_t *every) noexcept nogil:
    """Count dora by some indicators, and each as a tile that is seen; how many there are, or -1 if they can't be."""
    cdef int j, k, tile, kind, copies, n = 0
    for j in range(MOST_INDICATORS):
        tile = given[j]
        if tile == NONE:
            break
        if tile >= RED_5M + 3:
            return -1
        n += 1
        kind = t.kind_of[tile]
        every[0] += held[t.makes[tile]]
        if j == 0:
            first[0] = held[t.makes[tile]]
        if tile >= RED_5M:
            red[tile - RED_5M] += 1
        copies = held[kind] + 1
        for k in range(shown.n):
            copies += shown.kinds[k] == kind
        if copies > t.available[kind]:
            return -1
        shown.kinds[shown.n] = kind
        shown.n += 1
    for j in range(n, MOST_INDICATORS):
        if given[j] != NONE:
            return -1
    return n


cdef inline void _look_up(const Tables *t, const Inputs *given, long i, Half *half) noexcept nogil:
    """Check one hand, find the patterns of its suits, and say what holds for all its readings."""
    cdef uint8_t held[40]
    cdef Shown shown
    cdef uint64_t h[5]
    cdef uint64_t wrong = 0, total, key
    cdef uint32_t four
    cdef int slots
    cdef const uint8_t *c = given.counts + N_KINDS * i
    cdef const uint8_t *meld
    cdef const uint64_t *meld_words
    cdef int j, k, g, n_dora, n_ura, n_calls = 0, n_quads = 0, n_melds = 0, strange = 0, chis = 0, win = given.win[i], norths = given.norths[i]
    cdef int red[3]
    cdef uint8_t dora = 0, first_dora = 0, ura = 0, first_ura = 0, aka
    memcpy(h, c, 32)
    h[4] = 0
    memcpy(&h[4], c + 32, 2)
    for k in range(5):
        wrong |= h[k] | (h[k] + OVER_FOUR)
    half.bad = 1
    if wrong & HIGH_BITS or win >= N_KINDS or given.seat[i] >= t.players or given.round[i] >= t.players or given.flags[i] >> 14:
        return
    total = ((h[0] + h[1] + h[2] + h[3] + h[4]) * ONES) >> 56
    half.twins = not ((h[0] | h[1] | h[2] | h[3] | h[4]) & NOT_TWO)
    memset(half.base.w, 0, 32)
    memcpy(&four, given.melds + 4 * i, 4)
    slots = 0 if four == <uint32_t>0xffffffff else 4
    for j in range(slots):
        g = given.melds[4 * i + j]
        meld = t.meld_counts + 40 * g
        meld_words = <const uint64_t *>meld
        for k in range(5):  # the last word ends in what the meld is: see below
            h[k] += meld_words[k]
        _add(&half.base, t.melds + 4 * g)
        n_melds += meld[N_KINDS]
        n_calls += meld[N_KINDS + 1]
        n_quads += meld[N_KINDS + 2]
        chis += meld[N_KINDS + 3]
        strange += meld[N_KINDS + 4]
    h[4] &= 0xffff
    if <int>total + 3 * n_melds != 14 or strange or (chis and t.players == 3):
        return
    if norths:
        if norths > 4 or t.players != 3:
            return
        h[3] += <uint64_t>norths << 48
    wrong = 0
    for k in range(5):
        wrong |= h[k] + t.room[k]
    memcpy(held, h, 40)
    shown.n = 0
    for k in range(3):
        red[k] = given.reds[3 * i + k]
    aka = <uint8_t>(red[0] + red[1] + red[2])
    if wrong & HIGH_BITS or c[win] == 0 or red[0] > held[4] or red[1] > held[13] or red[2] > held[22]:
        return
    n_dora = _indicators(t, given.dora + MOST_INDICATORS * i, held, &shown, red, &first_dora, &dora)
    n_ura = _indicators(t, given.ura + MOST_INDICATORS * i, held, &shown, red, &first_ura, &ura)
    if n_dora < 0 or n_ura < 0 or n_ura > n_dora or red[0] > t.red_most[0] or red[1] > t.red_most[1] or red[2] > t.red_most[2]:
        return
    half.bad = 0
    half.win = win
    half.ron = given.tsumo[i] == 0
    half.closed = n_melds == 0
    for k in range(4):
        if k < 3:
            memcpy(&key, c + 9 * k, 8)
            key = _keys(key)
            g = t.rows[0][(key >> 32) + 625 * c[9 * k + 8]]
            half.info[k] = t.info[0][t.patterns[0][625 * g + (key & 0xffff)]]
        else:
            memcpy(&key, c + 26, 8)
            key = _keys(key >> 8)
            half.info[k] = t.info[1][t.patterns[1][625 * t.rows[1][key >> 32] + (key & 0xffff)]]
        __builtin_prefetch(t.words[k] + 4 * (half.info[k] >> 4))
    __builtin_prefetch(t.masks[t.suit_of[win] == 3] + (half.info[t.suit_of[win]] >> 4))
    half.hand[0] = half.hand[1] = 0
    half.hand[WORD_TSUMO - 4] |= <uint64_t>(given.tsumo[i] != 0) << SHIFT_TSUMO
    half.hand[WORD_WIN_IN_MELD - 4] |= <uint64_t>(held[win] > c[win] + (norths if win == 30 else 0)) << SHIFT_WIN_IN_MELD
    half.hand[WORD_FLAGS - 4] |= <uint64_t>given.flags[i] << SHIFT_FLAGS
    half.hand[WORD_N_CALLS - 4] |= <uint64_t>n_calls << SHIFT_N_CALLS
    half.hand[WORD_N_QUADS - 4] |= <uint64_t>n_quads << SHIFT_N_QUADS
    half.hand[WORD_NORTHS - 4] |= <uint64_t>norths << SHIFT_NORTHS
    half.hand[WORD_SEAT_BIT - 4] |= <uint64_t>1 << (SHIFT_SEAT_BIT + given.seat[i])
    half.hand[WORD_ROUND_BIT - 4] |= <uint64_t>1 << (SHIFT_ROUND_BIT + given.round[i])
    half.hand[WORD_WIN_KIND - 4] |= <uint64_t>win << SHIFT_WIN_KIND
    half.hand[WORD_N_WIN - 4] |= <uint64_t>c[win] << SHIFT_N_WIN
    half.hand[WORD_DORA - 4] |= <uint64_t>dora << SHIFT_DORA
    half.hand[WORD_FIRST_DORA - 4] |= <uint64_t>first_dora << SHIFT_FIRST_DORA
    half.hand[WORD_URA - 4] |= <uint64_t>ura << SHIFT_URA
    half.hand[WORD_FIRST_URA - 4] |= <uint64_t>first_ura << SHIFT_FIRST_URA
    half.hand[WORD_AKA - 4] |= <uint64_t>aka << SHIFT_AKA


cdef long _read(const Tables *t, const Inputs *given, long n, long capacity, uint64_t **words, int32_t *start, uint8_t *bad) noexcept nogil:
    """Read hands until all are read or the rows are full; how many were read."""
    cdef long i, last, first = 0, r = 0
    cdef int j, found
    cdef Half halves[AHEAD]
    cdef Half *half
    cdef Read rows[MOST_ROWS]
    while first < n:
        last = first + AHEAD if first + AHEAD < n else n
        for i in range(first, last):
            _look_up(t, given, i, &halves[i - first])
        for i in range(first, last):
            start[i] = <int32_t>r
            if r + MOST_ROWS > capacity:
                return i
            half = &halves[i - first]
            bad[i] = half.bad
            if half.bad:
                continue
            found = _standard(t, half, rows)
            if half.closed and (found == 0 or half.twins):
                found += _special(t, given.counts + N_KINDS * i, half, rows + found)
            if found == 0:  # a row all the same, so that the flags are looked at
                bad[i] = NO_READING
                memset(rows[0].w, 0, 32)
                found = 1
            for j in range(found):
                words[0][r] = rows[j].w[0]
                words[1][r] = rows[j].w[1]
                words[2][r] = rows[j].w[2]
                words[3][r] = rows[j].w[3]
                words[4][r] = half.hand[0]
                words[5][r] = half.hand[1]
                r += 1
        first = last
    start[n] = <int32_t>r
    return n


cdef class Core:
    """The reading tables under one stock of tiles."""

    cdef Tables t
    cdef list kept

    def __init__(self, int players, red_most, available, makes):
        self.kept = []
        self.t.players = players
        cdef int at
        for at in range(13):
            self.t.orphan_kinds[at] = ORPHANS[at]
        self._suits()
        cdef int rank, k
        for rank in range(9):
            # in runs from two below, one below and here the tile is the third, second, first
            for k, code in enumerate((3 * rank - 4, 3 * rank - 2, AT_TRIPLET + rank, 3 * rank, AT_PAIR + rank)):
                self.t.code[rank][k] = max(code, 0)
        for k in range(N_KINDS):
            self.t.suit_of[k], self.t.rank_of[k] = k // 9, k % 9
        for k, kind in enumerate(makes):
            self.t.makes[k], self.t.kind_of[k] = kind, KIND_OF[k]
        for k in range(40):
            self.t.available[k] = available[k] if k < N_KINDS else 0
        cdef uint8_t room[40]
        for k in range(40):
            room[k] = 127 - available[k] if k < N_KINDS else 0
        memcpy(self.t.room, room, 40)
        for k in range(3):
            self.t.red_most[k] = red_most[k]

    cdef const uint64_t* _words(self, array):
        cdef const uint64_t[::1] flat = np.ascontiguousarray(array).reshape(-1)
        self.kept.append(flat)
        return &flat[0]

    def _suits(self):
        cdef const uint16_t[::1] rows, patterns
        cdef const uint32_t[::1] info, masks
        cdef int s
        for s, n_ranks in enumerate((9, 7)):
            index, found = shapes.index(n_ranks), shapes.suits(n_ranks)
            rows, patterns = index.rows, index.patterns.reshape(-1)
            info, masks = found.info, found.masks
            self.kept += [rows, patterns, info, masks]
            self.t.rows[s], self.t.patterns[s] = &rows[0], &patterns[0]
            self.t.info[s], self.t.masks[s] = &info[0], &masks[0]
        for s in range(4):
            self.t.words[s] = self._words(shapes.division_words(s))
            self.t.placed[s] = self._words(shapes.placement_words(s))
            self.t.twins[s] = self._words(shapes.twin_words(s))
        self.t.orphans = self._words(shapes.orphan_words())
        self.t.melds = self._words(shapes.meld_words())
        self.t.meld_counts = <const uint8_t *>self._words(shapes.meld_counts().view(np.uint64))

    def read(self, given, Scratch scratch, long first, long last):
        """Read hands `first` to `last` into rows; how many were read before the rows were full."""
        cdef Inputs inputs
        cdef const uint8_t[:, ::1] counts = given.counts
        cdef const uint8_t[:, ::1] melds = given.melds, dora = given.dora, ura = given.ura, reds = given.reds
        cdef const uint8_t[::1] win = given.win, tsumo = given.tsumo, norths = given.norths, seat = given.seat, round_ = given.round
        cdef const uint16_t[::1] flags = given.flags
        cdef long n = last - first
        if n > scratch.n_hands:
            n = scratch.n_hands
        if n <= 0:
            return 0
        inputs.counts, inputs.melds, inputs.dora = &counts[first, 0], &melds[first, 0], &dora[first, 0]
        inputs.ura, inputs.reds, inputs.win = &ura[first, 0], &reds[first, 0], &win[first]
        inputs.tsumo, inputs.norths, inputs.seat = &tsumo[first], &norths[first], &seat[first]
        inputs.round, inputs.flags = &round_[first], &flags[first]
        with nogil:
            n = _read(&self.t, &inputs, n, scratch.capacity, scratch.words, scratch.start, scratch.bad)
        scratch.n = n
        return n


include "../_text.pxi"


ctypedef fused offset_t:
    int32_t
    int64_t


def read_text(
    const uint8_t[::1] data, const offset_t[::1] offsets, uint8_t[:, ::1] counts, uint8_t[::1] win, uint8_t[::1] tsumo,
    uint8_t[:, ::1] melds, uint8_t[:, ::1] reds, uint8_t[::1] norths, uint8_t[::1] careful,
):
    """Read canonical texts that lie one behind the other, as columns of strings do.

    Parameters
    ----------
    data : ndarray of uint8
        The texts.
    offsets : ndarray of shape (N + 1,), int32 or int64
        Where each begins and ends.
    counts, win, tsumo, melds, reds, norths : ndarray
        To be filled, as in `chouma.batch.Given`; a hand without a winning tile has `win` 255.
    careful : ndarray of shape (N,), uint8
        Set to 1 where a text is unusual, or wrong, and is to be read with care.
    """
    cdef long i, n = offsets.shape[0] - 1
    cdef int k
    cdef Told told
    cdef const uint8_t *first = &data[0] if data.shape[0] else NULL
    with nogil:
        for i in range(n):
            if not _read_hand(first + offsets[i], offsets[i + 1] - offsets[i], &told):
                careful[i] = 1
                continue
            careful[i] = 0
            memcpy(&counts[i, 0], told.counts, N_KINDS)
            memcpy(&melds[i, 0], told.melds, 4)
            memcpy(&reds[i, 0], told.reds, 3)
            win[i] = told.win if told.by else NONE
            tsumo[i] = told.by == BY_TSUMO
            norths[i] = told.norths


cdef class Rules:
    """The parameters of one rule set for the emitted formulas."""

    cdef chouma_rules *rules
    cdef void *memory

    def __cinit__(self, const uint8_t[::1] flat):
        self.memory = malloc(sizeof(chouma_rules) + 64)
        if self.memory == NULL:
            raise MemoryError
        self.rules = <chouma_rules *>((<size_t>self.memory + 63) & ~<size_t>63)
        chouma_set_rules(self.rules, &flat[0])

    def __dealloc__(self):
        free(self.memory)


cdef class Scratch:
    """Room for the rows of some hands; one for each thread."""

    cdef readonly long n_hands, capacity
    cdef readonly long n
    cdef uint64_t *words[N_WORDS]
    cdef uint8_t *planes[MOST_PLANES]
    cdef uint8_t *dora[N_DORA]
    cdef uint8_t *outputs[N_OUTPUTS]
    cdef int32_t *start
    cdef uint8_t *bad
    cdef readonly object word_arrays, plane_arrays, dora_arrays, output_arrays, start_array, bad_array

    def __init__(self, long n_hands):
        cdef int k
        cdef uint64_t[:, ::1] words
        cdef uint8_t[:, ::1] some
        self.n_hands = n_hands
        self.capacity = 2 * n_hands + 4 * MOST_ROWS
        room = self.capacity + 2 * BLOCK
        self.word_arrays = np.zeros((N_WORDS, room), np.uint64)
        words = self.word_arrays
        for k in range(N_WORDS):
            self.words[k] = &words[k, 0]
        self.plane_arrays = np.zeros((MOST_PLANES, room), np.uint8)
        some = self.plane_arrays
        for k in range(MOST_PLANES):
            self.planes[k] = &some[k, 0]
        self.dora_arrays = np.zeros((N_DORA, room), np.uint8)
        some = self.dora_arrays
        for k in range(N_DORA):
            self.dora[k] = &some[k, 0]
        self.output_arrays = np.zeros((N_OUTPUTS, room), np.uint8)
        some = self.output_arrays
        for k in range(N_OUTPUTS):
            self.outputs[k] = &some[k, 0]
        self.start_array = np.zeros(n_hands + 1, np.int32)
        self.bad_array = np.zeros(n_hands, np.uint8)
        cdef int32_t[::1] start = self.start_array
        cdef uint8_t[::1] bad = self.bad_array
        self.start, self.bad = &start[0], &bad[0]

    @property
    def n_rows(self):
        return self.start[self.n]

    def formulas(self, Rules rules):
        """What each row is worth, by the emitted formulas."""
        with nogil:
            chouma_rows(self.words, self.start[self.n], rules.rules, self.planes, self.dora, self.outputs)

    def finish(self, prices, given, found, long first, const uint64_t[:, :, ::1] pack):
        """The best row of each hand that was read, and who pays what.

        Parameters
        ----------
        prices : chouma.batch.price.Prices
        given, found
            The columns given, and those to be filled.
        first : int
            The place of the first of these hands in the columns.
        pack : ndarray of shape (W, P, 256), uint64
            From planes to words of yaku.
        """
        _finish(
            self, prices.rank, prices.limit, prices.base, prices.pays, given, found, found.base, found.points, found.discarder, found.dealer,
            found.each_nondealer, found.total, first, pack, prices.ron_honba, prices.tsumo_honba, prices.players,
        )


ctypedef fused points_t:
    int32_t
    int64_t


def _finish(
    Scratch rows, const int32_t[::1] rank, const uint8_t[::1] limit, const points_t[::1] base, const points_t[:, :, ::1] pays, given, found,
    points_t[::1] base_out, points_t[::1] points, points_t[::1] discarder, points_t[::1] dealer, points_t[::1] each, points_t[::1] total,
    long first, const uint64_t[:, :, ::1] pack, long ron_honba, long tsumo_honba, int players,
):
    """See `Scratch.finish`; as wide as the points have to be."""
    cdef const int32_t[::1] honba = given.honba, deposits = given.deposits
    cdef const uint8_t[::1] tsumo = given.tsumo, seat = given.seat
    cdef uint8_t[::1] han = found.han, fu = found.fu, fu_raw = found.fu_raw, yakuman = found.yakuman, limits = found.limit
    cdef uint8_t[::1] state = found.state
    cdef uint8_t[:, ::1] dora = found.dora
    cdef uint64_t[:, ::1] yaku = found.yaku
    cdef int n_yaku_words = yaku.shape[1]
    cdef long i, at, r, best
    cdef points_t extra, one, two, three
    cdef int n_each[4]  # non-dealers who pay the same, by who won and how
    cdef int index, best_index, k, w, which, is_east
    cdef int64_t key, best_key
    cdef int n_planes = pack.shape[1]
    cdef uint64_t bits
    cdef uint8_t *o_han = rows.outputs[0]
    cdef uint8_t *o_raw = rows.outputs[1]
    cdef uint8_t *o_fu = rows.outputs[2]
    cdef uint8_t *o_units = rows.outputs[3]
    cdef uint8_t *o_limits = rows.outputs[4]
    cdef uint8_t *o_any = rows.outputs[6]
    cdef uint8_t *o_refused = rows.outputs[7]
    n_each[0], n_each[1], n_each[2], n_each[3] = 0, players - 2, 0, players - 1
    with nogil:
        for i in range(rows.n):
            at = first + i
            if rows.bad[i] == 1 or o_refused[rows.start[i]]:
                state[at] = REFUSED
                continue
            if rows.bad[i] == NO_READING:
                state[at] = NOT_A_WIN
                continue
            best = -1
            best_key = -1
            best_index = 0
            for r in range(rows.start[i], rows.start[i + 1]):
                if o_any[r] == 0:
                    continue
                if o_limits[r]:
                    index = FIRST_YAKUMAN + o_units[r]
                    key = (<int64_t>rank[index] << 17) | 0x10000
                else:
                    index = o_han[r] * FU_STEPS + o_fu[r] // 5
                    key = (<int64_t>rank[index] << 17) | (<int64_t>o_han[r] << 8) | o_raw[r]
                if key > best_key:
                    best, best_key, best_index = r, key, index
            if best < 0:
                state[at] = NO_YAKU
                continue
            state[at] = SCORED
            han[at] = o_han[best]
            fu[at] = 0 if o_limits[best] else o_fu[best]
            fu_raw[at] = 0 if o_limits[best] else o_raw[best]
            yakuman[at] = o_units[best] if o_limits[best] else 0
            limits[at] = limit[best_index]
            base_out[at] = base[best_index]
            if not o_limits[best]:
                for k in range(N_DORA):
                    dora[at, k] = rows.dora[k][best]
            for w in range(n_yaku_words):
                bits = 0
                for k in range(n_planes):
                    bits |= pack[w, k, rows.planes[k][best]]
                yaku[at, w] = bits
            is_east = seat[at] == 0
            which = 2 * is_east + (tsumo[at] != 0)
            points[at] = pays[which, best_index, 0]
            if points[at] < 0:
                continue
            # without branches, as nobody can guess who pays
            extra = honba[at] * (tsumo_honba if which & 1 else ron_honba)
            one = pays[which, best_index, 1]
            two = pays[which, best_index, 2]
            three = pays[which, best_index, 3]
            one += extra if one else 0
            two += extra if two else 0
            three += extra if three else 0
            discarder[at], dealer[at], each[at] = one, two, three
            total[at] = one + two + n_each[which] * three + <points_t>deposits[at] * 1000
