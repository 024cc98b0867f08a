# Hands to rows of words: patterns of suits looked up, readings put together, flags and dora beside them. No rule is known here.

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
    const int32_t *honba
    const int32_t *deposits

ctypedef struct Tables:
    const uint32_t *starts[2]  # of suits, of honours
    const uint32_t *places[2]
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
    uint64_t counts[5]
    uint32_t place[4]          # where the patterns stand in the index
    uint32_t row[4]            # which of its rows they belong to
    uint32_t info[4]           # what `Suits.info` says of them
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


cdef inline int _indicators(const Tables *t, const uint8_t *given, const uint8_t *held, uint8_t *seen, int *red, uint8_t *every) noexcept nogil:
    """Count dora by some indicators, and each as a tile that is seen; how many there are, or -1 if they can't be."""
    cdef int tile, kind, wrong = 0, n = 0
    cdef uint64_t rest = ~<uint64_t>0
    while n < MOST_INDICATORS:
        tile = given[n]
        if tile >= RED_5M + 3:
            if tile == NONE:
                break
            return -1
        if tile >= RED_5M:
            red[tile - RED_5M] += 1
        kind = t.kind_of[tile]
        every[0] += held[t.makes[tile]]
        seen[kind] += 1
        wrong |= seen[kind] > t.available[kind]
        n += 1
    memcpy(&rest, given, MOST_INDICATORS)  # after the first 255 there are no others
    if wrong or rest >> 8 * n != ~<uint64_t>0 >> 8 * n:
        return -1
    return n


cdef inline void _find(const Tables *t, const uint8_t *c, Half *half) noexcept nogil:
    """Where the patterns of the four suits stand in the index; fetched ahead, as they lie far apart."""
    cdef int k
    cdef uint64_t key, wrong = 0
    memcpy(half.counts, c, 32)
    half.counts[4] = 0
    memcpy(&half.counts[4], c + 32, 2)
    for k in range(5):
        wrong |= half.counts[k] | (half.counts[k] + OVER_FOUR)
    half.bad = (wrong & HIGH_BITS) != 0
    if half.bad:
        return
    for k in range(3):
        memcpy(&key, c + 9 * k, 8)
        key = _keys(key)
        half.row[k] = <uint32_t>(key >> 32) + 625 * c[9 * k + 8]
        half.place[k] = t.starts[0][half.row[k]] + <uint32_t>(key & 0xffff)
        __builtin_prefetch(t.places[0] + half.place[k])
    memcpy(&key, c + 26, 8)
    key = _keys(key >> 8)
    half.row[3] = <uint32_t>(key >> 32)
    half.place[3] = t.starts[1][half.row[3]] + <uint32_t>(key & 0xffff)


cdef inline void _look_up(const Tables *t, const Inputs *given, long i, Half *half) noexcept nogil:
    """Check one hand, find the patterns of its suits, and say what holds for all its readings."""
    cdef uint8_t held[40]
    cdef uint8_t seen[40]
    cdef Facts facts
    cdef uint64_t h[5]
    cdef uint64_t wrong, total
    cdef uint32_t four, place
    cdef int slots
    cdef const uint8_t *c = given.counts + N_KINDS * i
    cdef const uint8_t *meld
    cdef const uint64_t *meld_words
    cdef int j, k, g, n_dora, n_ura, n_calls = 0, n_quads = 0, n_melds = 0, strange = 0, chis = 0, win = given.win[i], norths = given.norths[i]
    cdef int red[3]
    cdef uint8_t dora = 0, first_dora, ura = 0, first_ura, aka
    if half.bad:
        return
    half.bad = 1
    memcpy(h, half.counts, 40)
    if win >= N_KINDS or given.seat[i] >= t.players or given.round[i] >= t.players or given.flags[i] >> 14:
        return
    if <uint32_t>given.honba[i] > MOST_COUNTERS or <uint32_t>given.deposits[i] > MOST_COUNTERS:
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
    memcpy(seen, h, 40)
    for k in range(3):
        red[k] = given.reds[3 * i + k]
    aka = <uint8_t>(red[0] + red[1] + red[2])
    if wrong & HIGH_BITS or c[win] == 0 or red[0] > held[4] or red[1] > held[13] or red[2] > held[22]:
        return
    n_dora = _indicators(t, given.dora + MOST_INDICATORS * i, held, seen, red, &dora)
    n_ura = _indicators(t, given.ura + MOST_INDICATORS * i, held, seen, red, &ura)
    if n_dora < 0 or n_ura < 0 or n_ura > n_dora or red[0] > t.red_most[0] or red[1] > t.red_most[1] or red[2] > t.red_most[2]:
        return
    first_dora = held[t.makes[given.dora[MOST_INDICATORS * i]]] if n_dora else 0
    first_ura = held[t.makes[given.ura[MOST_INDICATORS * i]]] if n_ura else 0
    half.bad = 0
    half.win = win
    half.ron = given.tsumo[i] == 0
    half.closed = n_melds == 0
    for k in range(4):
        place = t.places[k == 3][half.place[k]]
        half.info[k] = place & ((1 << INFO_BITS) - 1) if place >> INFO_BITS == half.row[k] else 0
        __builtin_prefetch(t.words[k] + 4 * (half.info[k] >> 4))
    __builtin_prefetch(t.masks[t.suit_of[win] == 3] + (half.info[t.suit_of[win]] >> 4))
    facts.tsumo, facts.n_calls, facts.n_quads, facts.norths = given.tsumo[i] != 0, n_calls, n_quads, norths
    facts.seat, facts.round, facts.flags, facts.win, facts.n_win = given.seat[i], given.round[i], given.flags[i], win, c[win]
    facts.win_in_meld = held[win] > c[win] + (norths if win == 30 else 0)
    facts.dora, facts.first_dora, facts.ura, facts.first_ura, facts.aka = dora, first_dora, ura, first_ura, aka
    _hand_words(&facts, half.hand)


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
            _find(t, given.counts + N_KINDS * i, &halves[i - first])
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
