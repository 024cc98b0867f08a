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

include "../_formulas.pxi"

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
    INFO_BITS = 20
    N_TWINS = 512
    FU_STEPS = 36
    FIRST_YAKUMAN = 256 * 36
    RED_5M = 34
    MOST_COUNTERS = 10000
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
assert shapes.INFO_BITS == INFO_BITS

include "_reading.pxi"


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
        cdef const uint32_t[::1] starts, places, masks
        cdef int s
        for s, n_ranks in enumerate((9, 7)):
            index, found = shapes.index(n_ranks), shapes.suits(n_ranks)
            starts, places, masks = index.starts, index.places, found.masks
            self.kept += [starts, places, masks]
            self.t.starts[s], self.t.places[s], self.t.masks[s] = &starts[0], &places[0], &masks[0]
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
        cdef const int32_t[::1] honba = given.honba, deposits = given.deposits
        cdef long n = last - first
        if n > scratch.n_hands:
            n = scratch.n_hands
        if n <= 0:
            return 0
        inputs.counts, inputs.melds, inputs.dora = &counts[first, 0], &melds[first, 0], &dora[first, 0]
        inputs.ura, inputs.reds, inputs.win = &ura[first, 0], &reds[first, 0], &win[first]
        inputs.tsumo, inputs.norths, inputs.seat = &tsumo[first], &norths[first], &seat[first]
        inputs.round, inputs.flags = &round_[first], &flags[first]
        inputs.honba, inputs.deposits = &honba[first], &deposits[first]
        with nogil:
            n = _read(&self.t, &inputs, n, scratch.capacity, scratch.words, scratch.start, scratch.bad)
        scratch.n = n
        return n


include "../_text.pxi"
include "_partial.pxi"


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
