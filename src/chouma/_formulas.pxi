# What both compiled parts share: the emitted formulas, the words of a reading, and the words of a hand.

from libc.stdint cimport uint8_t, uint64_t

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

# the words of one reading, or of a part of one: two of sums, two of marks
ctypedef struct Read:
    uint64_t w[4]

# what a hand tells whatever its reading: the features of origin "hand"
ctypedef struct Facts:
    int tsumo, n_calls, n_quads, norths, seat, round, win, n_win, win_in_meld, dora, first_dora, ura, first_ura, aka, flags


cdef inline void _add(Read *into, const uint64_t *more) noexcept nogil:
    into.w[0] += more[0]
    into.w[1] += more[1]
    into.w[2] |= more[2]
    into.w[3] |= more[3]


cdef inline void _hand_words(const Facts *f, uint64_t *hand) noexcept nogil:
    """The words of a hand, its features in their lanes."""
    hand[0] = hand[1] = 0
    hand[WORD_TSUMO - 4] |= <uint64_t>f.tsumo << SHIFT_TSUMO
    hand[WORD_WIN_IN_MELD - 4] |= <uint64_t>f.win_in_meld << SHIFT_WIN_IN_MELD
    hand[WORD_FLAGS - 4] |= <uint64_t>f.flags << SHIFT_FLAGS
    hand[WORD_N_CALLS - 4] |= <uint64_t>f.n_calls << SHIFT_N_CALLS
    hand[WORD_N_QUADS - 4] |= <uint64_t>f.n_quads << SHIFT_N_QUADS
    hand[WORD_NORTHS - 4] |= <uint64_t>f.norths << SHIFT_NORTHS
    hand[WORD_SEAT_BIT - 4] |= <uint64_t>1 << (SHIFT_SEAT_BIT + f.seat)
    hand[WORD_ROUND_BIT - 4] |= <uint64_t>1 << (SHIFT_ROUND_BIT + f.round)
    hand[WORD_WIN_KIND - 4] |= <uint64_t>f.win << SHIFT_WIN_KIND
    hand[WORD_N_WIN - 4] |= <uint64_t>f.n_win << SHIFT_N_WIN
    hand[WORD_DORA - 4] |= <uint64_t>f.dora << SHIFT_DORA
    hand[WORD_FIRST_DORA - 4] |= <uint64_t>f.first_dora << SHIFT_FIRST_DORA
    hand[WORD_URA - 4] |= <uint64_t>f.ura << SHIFT_URA
    hand[WORD_FIRST_URA - 4] |= <uint64_t>f.first_ura << SHIFT_FIRST_URA
    hand[WORD_AKA - 4] |= <uint64_t>f.aka << SHIFT_AKA
