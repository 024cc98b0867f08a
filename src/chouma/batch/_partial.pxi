# Hands kind by kind, and what suits lack: the loops of `chouma.batch.partial`, compiled.

cdef extern from * nogil:
    """
    #if !defined(__GNUC__)
    static int __builtin_ctzll(unsigned long long x) { int n = 0; while (!(x & 1)) { x >>= 1; n++; } return n; }
    #endif
    """
    int __builtin_ctzll(unsigned long long)

assert N_SUMS == N_MARKS == 2

cdef inline int _held(const uint8_t *c, const uint8_t *melds, const uint8_t *meld_counts, uint64_t *held, uint8_t *what) noexcept nogil:
    """Counts of all tiles, eight kinds a word, and what the melds are; the number of tiles, or -1 where a kind has too many."""
    cdef int j, k, total
    cdef uint64_t wrong = 0, own
    cdef const uint64_t *meld
    cdef uint32_t four
    memset(what, 0, 8)
    memcpy(held, c, 32)
    held[4] = 0
    memcpy(&held[4], c + 32, 2)
    for k in range(5):
        wrong |= held[k] | (held[k] + OVER_FOUR)
    if wrong & HIGH_BITS:
        return -1
    total = ((held[0] + held[1] + held[2] + held[3] + held[4]) * ONES) >> 56
    memcpy(&four, melds, 4)
    if four == <uint32_t>0xffffffff:
        return total
    own = 0
    for j in range(4):
        meld = <const uint64_t *>(meld_counts + 40 * melds[j])
        for k in range(4):
            held[k] += meld[k]
        held[4] += meld[4] & 0xffff
        own += meld[4] >> 16
    memcpy(what, &own, 8)
    for k in range(5):
        wrong |= held[k] | (held[k] + OVER_FOUR)
    return -1 if wrong & HIGH_BITS else total + 3 * what[0]


cdef inline uint64_t _key_of(uint64_t eight, int ninth) noexcept nogil:
    """Nine counts as one number in base 5."""
    eight = _keys(eight)
    return (eight & 0xffff) + 625 * (eight >> 32) + 390625 * ninth


cdef inline void _suit_keys(const uint8_t *c, uint32_t *keys) noexcept nogil:
    cdef uint64_t eight
    cdef int k
    for k in range(3):
        memcpy(&eight, c + 9 * k, 8)
        keys[k] = <uint32_t>_key_of(eight, c[9 * k + 8])
    memcpy(&eight, c + 26, 8)
    keys[3] = <uint32_t>_key_of(eight >> 8, 0)


cdef enum:
    LOOK_AHEAD = 32


def look(
    const uint8_t[:, ::1] counts, const uint8_t[:, ::1] melds, const uint8_t[::1] win, int size, int excludes, seen, told, meld_counts, lacks,
):
    """See `chouma.batch.partial.look`."""
    cdef const uint8_t[:, ::1] table_of_melds = meld_counts
    cdef const uint16_t[::1] suit = lacks.suit, honors = lacks.honors
    cdef const uint8_t[:, ::1] on_table
    cdef const uint8_t *others = NULL
    cdef uint8_t[::1] bad = told.bad, n_calls = told.n_calls, n_quads = told.n_quads, n_melds = told.n_melds, n_waits = told.n_waits
    cdef uint32_t[:, ::1] keys = told.keys
    cdef long i, first, last, n = counts.shape[0]
    cdef int k, s, total, pairs, wholes, rest, whole, found
    cdef uint8_t what[8]
    cdef uint8_t before[40]
    cdef uint8_t held[LOOK_AHEAD][40]
    cdef uint32_t key[4]
    cdef uint32_t at[LOOK_AHEAD][4]
    cdef uint16_t lack[4]
    cdef uint32_t ranks
    if n == 0:
        return
    if excludes == 2 and seen is not None:
        on_table = seen
        others = &on_table[0, 0]
    with nogil:
        first = 0
        while first < n:
            last = first + LOOK_AHEAD if first + LOOK_AHEAD < n else n
            for i in range(first, last):
                total = _held(&counts[i, 0], &melds[i, 0], &table_of_melds[0, 0], <uint64_t *>held[i - first], what)
                bad[i] = total != size or what[4] != 0
                n_melds[i], n_calls[i], n_quads[i], n_waits[i] = what[0], what[1], what[2], 0
                if bad[i]:
                    continue
                _suit_keys(held[i - first], key)
                for s in range(4):
                    keys[s, i] = key[s]
                if size != 14:
                    continue
                if win[i] >= N_KINDS or counts[i, win[i]] == 0:
                    bad[i] = 1
                    continue
                memcpy(before, &counts[i, 0], N_KINDS)
                before[win[i]] -= 1
                held[i - first][win[i]] -= 1
                _suit_keys(before, at[i - first])
                for s in range(3):
                    __builtin_prefetch(&suit[at[i - first][s]])
            if size == 14:
                for i in range(first, last):
                    if bad[i]:
                        continue
                    pairs = wholes = found = 0
                    for s in range(4):
                        lack[s] = suit[at[i - first][s]] if s < 3 else honors[at[i - first][3]]
                        pairs += (lack[s] & 3) == 2
                        wholes += (lack[s] >> 2) & 1
                    for s in range(4):
                        rest, whole = lack[s] & 3, (lack[s] >> 2) & 1
                        if rest == 0 or wholes - whole != 3 or pairs - (rest == 2) != rest - 1:
                            continue
                        ranks = lack[s] >> 3
                        while ranks:
                            k = 9 * s + __builtin_ctz(ranks)
                            ranks &= ranks - 1
                            total = held[i - first][k]
                            if others != NULL:
                                total += others[N_KINDS * i + k]
                            found += excludes == 0 or total < 4
                    n_waits[i] = found
            first = last


def partial_words(
    const uint8_t[:, ::1] counts, const uint8_t[:, ::1] melds, const uint64_t[:, :, ::1] kinds, const uint64_t[:, ::1] meld_words,
    uint64_t[:, ::1] found,
):
    """See `chouma.batch.partial.words`; `kinds` and `meld_words` are its tables."""
    cdef long i, n = counts.shape[0]
    cdef int k, j, at
    cdef uint64_t a, b, c, d, eight
    cdef const uint64_t *one
    cdef const uint8_t *held
    with nogil:
        for i in range(n):
            a = b = c = d = 0
            held = &counts[i, 0]
            for k in range(5):
                eight = 0
                memcpy(&eight, held + 8 * k, 8 if k < 4 else 2)
                while eight:  # from one kind that is there to the next
                    at = __builtin_ctzll(eight) >> 3
                    j = (eight >> 8 * at) & 255
                    eight &= ~(<uint64_t>255 << 8 * at)
                    one = &kinds[8 * k + at, j if j < 4 else 4, 0]
                    a += one[0]
                    b += one[1]
                    c |= one[2]
                    d |= one[3]
            for j in range(4):
                if melds[i, j] != NONE:
                    one = &meld_words[melds[i, j], 0]
                    a += one[0]
                    b += one[1]
                    c |= one[2]
                    d |= one[3]
            found[0, i], found[1, i], found[2, i], found[3, i] = a, b, c, d
