# The call itself, where all is given in the plainest way: keywords are told by identity, and the answer is made in place.
# Everything else goes on to `score`, which stands behind.

from cpython.object cimport PyObject, PyTypeObject

cdef extern from *:
    """
    #include <stddef.h>
    typedef PyObject *const *chouma_args;

    #define chouma_only_one(n_args) (PyVectorcall_NARGS(n_args) == 1)

    /* Have a function called by another C function from now on; 0 where this interpreter's functions aren't made so. */
    static int chouma_stand_before(PyObject *function, vectorcallfunc quick, vectorcallfunc *usual)
    {
    #if defined(PYPY_VERSION) || defined(Py_LIMITED_API)
        return 0;
    #else
        PyTypeObject *type = Py_TYPE(function);
        if (!PyType_HasFeature(type, Py_TPFLAGS_HAVE_VECTORCALL) || type->tp_vectorcall_offset != offsetof(PyCFunctionObject, vectorcall))
            return 0;
        *usual = ((PyCFunctionObject *)function)->vectorcall;
        if (*usual == NULL)
            return 0;
        ((PyCFunctionObject *)function)->vectorcall = quick;
        return 1;
    #endif
    }

    /* A tuple of a subclass of tuple, without a plain one first. */
    static PyObject *chouma_record(PyObject *type, Py_ssize_t n, PyObject *const *parts)
    {
        PyObject *made = ((PyTypeObject *)type)->tp_alloc((PyTypeObject *)type, n);
        if (made != NULL)
            for (Py_ssize_t i = 0; i < n; i++) {
                Py_INCREF(parts[i]);
                PyTuple_SET_ITEM(made, i, parts[i]);
            }
        return made;
    }

    /* Indicators as a new tuple of tiles, by their names; NULL without an error if they are written in an unusual way. */
    static PyObject *chouma_shown(PyObject *value, PyObject *tiles)
    {
        PyObject *const *names;
        PyObject *made;
        Py_ssize_t n, i;
        if (PyUnicode_CheckExact(value)) {
            names = &value;
            n = 1;
        }
        else if (PyList_CheckExact(value) || PyTuple_CheckExact(value)) {
            names = PySequence_Fast_ITEMS(value);
            n = PySequence_Fast_GET_SIZE(value);
        }
        else
            return NULL;
        made = PyTuple_New(n);
        for (i = 0; made != NULL && i < n; i++) {
            PyObject *tile = PyUnicode_CheckExact(names[i]) ? PyDict_GetItemWithError(tiles, names[i]) : NULL;
            if (tile == NULL)
                Py_CLEAR(made);
            else {
                Py_INCREF(tile);
                PyTuple_SET_ITEM(made, i, tile);
            }
        }
        return made;
    }
    """
    ctypedef PyObject **chouma_args
    ctypedef object (*vectorcallfunc)(object, chouma_args, size_t, PyObject *)
    bint chouma_only_one(size_t n_args)
    bint chouma_stand_before(object function, vectorcallfunc quick, vectorcallfunc *usual)
    object chouma_record(object type, Py_ssize_t n, PyObject **parts)
    PyObject *chouma_shown(PyObject *value, object tiles)

cdef extern from "Python.h":
    PyObject *Py_True
    PyObject *Py_False
    PyObject *PyTuple_GET_ITEM(PyObject *of, Py_ssize_t i)
    Py_ssize_t PyTuple_GET_SIZE(PyObject *of)
    PyObject *PyDict_GetItemWithError(object of, PyObject *key)
    bint PyUnicode_CheckExact(PyObject *it)
    bint PyLong_CheckExact(PyObject *it)
    long PyLong_AsLongAndOverflow(PyObject *it, int *overflow)

# keywords that aren't flags, by their place here
cdef enum:
    SEAT
    ROUND
    DORA_INDICATORS
    URA_INDICATORS
    HONBA
    DEPOSITS
    RULES
    N_PLAIN
    IS_FLAG = 1 << 20  # beside the bit of a flag
    N_NAMES = 128

cdef tuple _plain_names = ("seat", "round", "dora_indicators", "ura_indicators", "honba", "deposits", "rules")
cdef PyObject *_names[N_NAMES]
cdef int _codes[N_NAMES]
cdef PyObject *_defaults[N_PLAIN]
cdef vectorcallfunc _usual = NULL
cdef list _kept_names = []


cdef inline int _slot_of(PyObject *name) noexcept:
    """Where a name stands among those that are known, or the empty place where it belongs."""
    cdef size_t at = <size_t>name >> 4
    at = (at ^ at >> 6) & (N_NAMES - 1)
    while _names[at] != name and _names[at] != NULL:
        at = (at + 1) & (N_NAMES - 1)
    return at


cdef _know(str name, int code):
    cdef int at
    name = intern(name)
    _kept_names.append(name)
    at = _slot_of(<PyObject *>name)
    _names[at], _codes[at] = <PyObject *>name, code


cdef _stand_before(function, dict flag_bits, dict defaults):
    """Have the quick lane called first for `function`."""
    cdef int k
    memset(_names, 0, sizeof(_names))
    for k in range(N_PLAIN):
        _know(_plain_names[k], k)
        value = defaults[_plain_names[k]]
        _kept_names.append(value)
        _defaults[k] = <PyObject *>value
    for name, bit in flag_bits.items():
        assert bit < IS_FLAG
        _know(name, IS_FLAG | <int>bit)
    assert len(_kept_names) < N_NAMES
    chouma_stand_before(function, _quick, &_usual)


cdef object _quick(object function, chouma_args args, size_t n_args, PyObject *names):
    found = _at_once(args, names) if chouma_only_one(n_args) else None
    return _usual(function, args, n_args, names) if found is None else found


cdef inline int _counter(PyObject *value) noexcept:
    """Counters or sticks as they mostly are, -1 if they are to be looked at."""
    cdef int overflow = 0
    cdef long number
    if not PyLong_CheckExact(value):
        return -1
    number = PyLong_AsLongAndOverflow(value, &overflow)
    return number if not overflow and 0 <= number <= 8191 else -1


cdef object _at_once(chouma_args args, PyObject *names):
    """The score of a hand, None if anything about it is unusual."""
    cdef PyObject *given[N_PLAIN]
    cdef PyObject *value
    cdef PyObject *seat
    cdef PyObject *round_
    cdef PyObject *one
    cdef int k, at, code, flags = 0
    memcpy(given, _defaults, sizeof(_defaults))
    if names != NULL:
        for k in range(PyTuple_GET_SIZE(names)):
            at = _slot_of(PyTuple_GET_ITEM(names, k))
            if _names[at] == NULL:
                return None
            code, value = _codes[at], args[k + 1]
            if code < N_PLAIN:
                given[code] = value
            elif value == Py_True:
                flags |= code
            elif value != Py_False:
                return None
    if not (PyUnicode_CheckExact(args[0]) and PyUnicode_CheckExact(given[SEAT]) and PyUnicode_CheckExact(given[ROUND])):
        return None
    if not PyUnicode_CheckExact(given[RULES]) or _counter(given[HONBA]) < 0 or _counter(given[DEPOSITS]) < 0:
        return None
    one = PyDict_GetItemWithError(_presets, given[RULES])
    seat, round_ = PyDict_GetItemWithError(_winds, given[SEAT]), PyDict_GetItemWithError(_winds, given[ROUND])
    if one == NULL or seat == NULL or round_ == NULL or one == <PyObject *>None:
        return None
    return _answer(
        <One>one, <object>args[0], <object>seat, <object>round_, flags & ~IS_FLAG, given[DORA_INDICATORS], given[URA_INDICATORS],
        <object>given[HONBA], <object>given[DEPOSITS],
    )


cdef inline object _answer(One one, str text, seat, round_, int flags, PyObject *dora_given, PyObject *ura_given, honba, deposits):
    """The score of a hand of which all but text and indicators is known to be usual; None if they aren't."""
    cdef int index = 0
    cdef PyObject *parts[7]
    cdef object place
    dora, ura = _shown(dora_given), _shown(ura_given)
    if dora is None or ura is None:
        return None
    price = one._price(text, seat, round_, flags, <tuple>dora, <tuple>ura, &index)
    if price is None:
        return None
    how = (seat, round_, flags, dora, ura, honba, deposits)
    place = index
    parts[0], parts[1], parts[2], parts[3] = <PyObject *>text, <PyObject *>how, <PyObject *>one.engine, <PyObject *>None
    parts[4], parts[5], parts[6] = <PyObject *>_nothing, <PyObject *>price, <PyObject *>place
    return chouma_record(TextScore, 7, parts)


cdef tuple _nothing = ()


cdef inline object _shown(PyObject *given):
    """Indicators as tiles, None if they are written in an unusual way."""
    cdef PyObject *made
    if given == <PyObject *>_nothing:
        return _nothing
    made = chouma_shown(given, _tiles)
    if made == NULL:
        if PyErr_Occurred() != NULL:
            PyErr_Clear()  # told by the careful path, if it happens there too
        return None
    found = <object>made
    Py_DECREF(found)  # it was ours, and is counted once more
    return found
