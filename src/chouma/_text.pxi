# How most canonical text is read, for both compiled parts. Whatever is unusual, right or wrong, is left to the careful reader.

from libc.stdint cimport uint8_t as byte_t
from libc.string cimport memset as _clear

cdef enum:
    NO_MELD = 255
    BY_NONE = 0
    BY_RON = 1
    BY_TSUMO = 2

ctypedef struct Told:
    byte_t counts[34]   # concealed, the winning tile among them
    byte_t reds[3]      # in the whole hand
    byte_t melds[4]     # numbers of groups
    byte_t n_melds
    byte_t norths
    byte_t n_closed     # concealed tiles
    byte_t win          # kind
    byte_t win_red
    byte_t by


cdef inline int _suit(int letter) noexcept nogil:
    return 0 if letter == 109 else 1 if letter == 112 else 2 if letter == 115 else 3 if letter == 122 else -1  # m p s z


cdef inline int _group(const int *kinds, int n, int opening) noexcept nogil:
    """The number of a group, -1 if its tiles are none."""
    cdef int low = kinds[0], high = kinds[0], total = 0, i
    for i in range(n):
        low = kinds[i] if kinds[i] < low else low
        high = kinds[i] if kinds[i] > high else high
        total += kinds[i]
    if low == high:
        if opening == 91:  # [
            return 89 + low if n == 4 else -1
        return 21 + low if n == 3 else 55 + low if n == 4 else -1
    if opening == 40 and n == 3 and high == low + 2 and total == 3 * low + 3 and low < 27 and low % 9 < 7:  # (
        return low // 9 * 7 + low % 9
    return -1


cdef int _read_hand(const byte_t *text, long n, Told *told) noexcept nogil:
    """Read a text; 0 if it is to be read with care."""
    cdef int kinds[16]
    cdef int reds[16]
    cdef int pending = 0, opening = 0, mark = 0, suit, c, i, kind, number, added = 0
    cdef long at
    _clear(told, 0, sizeof(Told))
    _clear(told.melds, NO_MELD, 4)
    if n > 64:
        return 0
    for at in range(n):
        c = text[at]
        if 48 <= c <= 57:  # a digit
            if pending >= 14 or told.by:
                return 0
            kinds[pending] = 4 if c == 48 else c - 49
            reds[pending] = c == 48
            pending += 1
            continue
        suit = _suit(c)
        if suit >= 0:
            if pending == 0:
                return 0
            for i in range(pending):
                if suit == 3 and (kinds[i] > 6 or reds[i]):
                    return 0
                kinds[i] += 9 * suit
                if reds[i]:
                    told.reds[suit] += 1
            if opening:
                if at + 1 >= n or (added and (pending != 4 or opening != 40)):
                    return 0
                if opening == 123:  # {
                    for i in range(pending):
                        if kinds[i] != 30:
                            return 0
                    if text[at + 1] != 125 or told.norths:
                        return 0
                    told.norths = pending
                else:
                    if text[at + 1] != (41 if opening == 40 else 93) or told.n_melds == 4:
                        return 0
                    number = _group(kinds, pending, opening)
                    if number < 0:
                        return 0
                    told.melds[told.n_melds] = number
                    told.n_melds += 1
                opening = -1  # the closing bracket is what follows
            else:
                for i in range(pending):
                    told.counts[kinds[i]] += 1
                told.n_closed += pending
                if mark:
                    if pending != 1:
                        return 0
                    told.win, told.win_red, told.by = kinds[0], reds[0], mark
            pending = added = 0
            continue
        if opening == -1:
            opening = 0
            continue
        if c == 32:
            if pending or opening or (mark and not told.by):
                return 0
        elif c == 43 and opening == 40 and pending == 3 and not added:  # the added tile of a kakan
            added = 1
        elif opening or pending or mark:
            return 0
        elif c == 43 or c == 42:
            mark = BY_RON if c == 43 else BY_TSUMO
        elif c == 40 or c == 91 or c == 123:
            opening = c
        else:
            return 0
    return not pending and opening == 0 and (mark == 0 or told.by != 0)
