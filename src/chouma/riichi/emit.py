"""The formulas as C: written when the package is built, from the traces of the rules, and never by hand.

One emission serves every rule set: switches, han and who takes whose place are parameters of the call. Conditions are bytes of
0 or 255 and numbers are bytes, in vectors of 16 or 32 rows where the compiler has them (GCC and Clang do, whatever the processor),
of one where not. Only tallies are wider; what asks for them is worked out in loops of its own.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence

from ..features import CLASSICAL, FEATURES, reads
from ..hand import FLAG_BITS
from ..lang import Tree
from ..layout import N_MARKS, N_SUMS, N_WORDS, place
from .declare import R
from .engine import DECLARED, Engine
from .fu import DORA, FU, ROUNDED_FU
from .local import LOCAL
from .refusals import REFUSALS

#: rows that are worked on at a time: their columns stay in the first cache
BLOCK = 512
N_YAKU = len(DECLARED)
N_PLANES = -(-N_YAKU // 8)

#: who takes whose place, as places in the table of yaku: (the one dropped, the one that drops it)
DROPS: tuple[tuple[int, int], ...] = tuple(
    (i, j) for i, yaku in enumerate(DECLARED) for j, other in enumerate(DECLARED) if yaku.id in other.supersedes
)

#: the switches that formulas read, as parameters of the emitted functions
SWITCH_NAMES: tuple[str, ...] = tuple(R._symbols)

#: what the emitted function gives for each row, beside planes of yaku and dora by kind
OUTPUTS = ("han", "fu_raw", "fu", "units", "limits", "fixed", "any", "refused")


class Writer:
    """Writes trees as C statements on vectors of bytes, each part once.

    Attributes
    ----------
    statements : list of str
    words : set of int
        The words of a row whose bytes are read.
    tallies : dict
        Conditions on tallies, with the names of their columns.
    """

    def __init__(self, own: Sequence[str] = ()):
        self.own = set(own)
        self.statements: list[str] = []
        self.words: set[int] = set()
        self.tallies: dict[Tree, str] = {}
        self._known: dict[Tree, str] = {}

    def __call__(self, tree: Tree) -> str:
        """The C expression of a condition or number; what it needs is added to `statements`."""
        if tree[0] == "const":
            return f"ALL({int(tree[1]) * 255 if isinstance(tree[1], bool) else tree[1]})"
        if tree not in self._known:
            self._known[tree] = self._written(tree)
        return self._known[tree]

    def _named(self, expression: str) -> str:
        name = f"t{len(self.statements)}"
        self.statements.append(f"const V {name} = {expression};")
        return name

    def _written(self, tree: Tree) -> str:
        op = tree[0]
        if op == "feature":
            return self._feature(tree[1])
        if op == "rule":
            return f"ALL(r_{tree[1]})"
        if op in ("has", "any", "single", "count"):
            return self._of_set(tree)
        if op == "eq" and tree[1][0] == "rule" and isinstance(tree[2][1], str):
            return self._named(f"ALL(MASK(r_{tree[1][1]} == {R._symbols[tree[1][1]].choices.index(tree[2][1])}))")
        if op == "ceil":
            return self._named(f"CEIL({self(tree[1])}, {tree[2][1]})")
        parts = [self(part) for part in tree[1:]]
        if op in ("and", "or"):
            return self._named((" & " if op == "and" else " | ").join(parts))
        return self._named(_C[op].format(*parts))

    def _byte(self, word: int, byte: int) -> str:
        self.words.add(word)
        return f"LOAD(c{word}[{byte}])"

    def _feature(self, name: str) -> str:
        if name in self.own:
            return name
        feature = FEATURES[name]
        if feature.tree is not None:
            return self(feature.tree)
        word, byte, _, bit = place(feature)
        loaded = self._byte(word, byte)
        return self._named(loaded if bit is None else f"NE({loaded} & ALL({bit}), ALL(0))")

    def _set(self, tree: Tree) -> list[str]:
        """The bytes of a set of ranks, lowest first."""
        op = tree[0]
        if op == "const":
            return [f"ALL({tree[1] >> 8 * i & 255})" for i in range(2)]
        if op == "feature":
            word, byte, n_bytes, _ = place(FEATURES[tree[1]])
            return [self._byte(word, byte + i) for i in range(n_bytes)]
        if op == "shift":
            bytes_, n = self._set(tree[1]), tree[2][1]
            above = [*bytes_[1:], "ALL(0)"]
            return [self._named(f"({low} >> {n}) | ({high} << {8 - n})") for low, high in zip(bytes_, above, strict=True)]
        sides = [self._set(part) for part in tree[1:]]
        sign = {"meet": "&", "join": "|"}[op]
        return [self._named(f"{a} {sign} {b}") for a, b in zip(*sides, strict=False)]

    def _of_set(self, tree: Tree) -> str:
        op, of = tree[0], tree[1]
        if any(place(FEATURES[name]).n_bytes > 2 for name in reads(tree)):
            return f"LOAD({self.tallies.setdefault(tree, f'w{len(self.tallies)}')})"
        held = self._set(of)
        if op == "has":
            wanted = self._set(tree[2])[: len(held)]
            return self._named(" & ".join(f"EQ({byte} & {mask}, {mask})" for byte, mask in zip(held, wanted, strict=True)))
        if op == "any":
            return self._named(f"NE({' | '.join(held)}, ALL(0))")
        (byte,) = held  # sets that are counted have one byte
        return self._named(f"COUNT({byte})" if op == "count" else f"NE({byte}, ALL(0)) & EQ({byte} & ({byte} - ALL(1)), ALL(0))")


_COMPARED = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_C = {
    **{op: f"COMPARED({{}}, {sign}, {{}})" for op, sign in _COMPARED.items()},
    "not": "~{}",
    "add": "{} + {}",
    "sub": "{} - {}",
    "mul": "{} * {}",
    "min": "({0} & LT({0}, {1})) | ({1} & ~LT({0}, {1}))",
    "when": "({0} & {1}) | (~{0} & {2})",
}


def _word_source(tree: Tree) -> str:
    """A condition on tallies as one C expression for a single row."""
    op = tree[0]
    if op == "const":
        return f"{tree[1]}ull"
    if op == "feature":
        return f"words[{place(FEATURES[tree[1]]).word}][b + i]"
    parts = [_word_source(part) for part in tree[1:]]
    return {"meet": "({} & {})", "join": "({} | {})", "shift": "({} >> {})", "any": "({} != 0)"}[op].format(*parts)


def _holds(tree: Tree, part: Tree) -> bool:
    return tree == part or (tree[0] not in ("feature", "rule", "const") and any(_holds(one, part) for one in tree[1:]))


def _tally_lines(write: Writer) -> Iterator[str]:
    """The loops over tallies, each only where the rule set has a yaku that asks for it."""
    for tree, name in write.tallies.items():
        asking = " | ".join(f"r->on[{i}]" for i, yaku in enumerate(DECLARED) if _holds(yaku.tree, tree))
        yield f"if ({asking}) for (i = 0; i < m; i++) {name}[i] = MASK({_word_source(tree)});"
        yield f"else for (i = 0; i < m; i++) {name}[i] = 0;"


def _in_order(group: Sequence[int], done: Sequence[int]) -> list[int]:
    """Some yaku, those that take another's place before it."""
    ordered: list[int] = []
    while len(ordered) < len(group):
        ordered += [
            i
            for i in group
            if i not in ordered and all(j in ordered or j in done for dropped, j in DROPS if dropped == i and j in (*group, *done))
        ]
    return ordered


def _yaku_lines(i: int, hit: str, twice: str | None) -> Iterator[str]:
    """Whether a row has a yaku, its han and yakuman."""
    above = [(k, j) for k, (dropped, j) in enumerate(DROPS) if dropped == i]
    kept = "".join(f" & ~(y{j} & ALL(r->drop[{k}]))" for k, j in above)
    yield f"y{i} = {hit} & (ALL(r->in_closed[{i}]) ^ (opened & ALL(r->in_turns[{i}]))){kept};"
    yield f"han += y{i} & (ALL(r->closed[{i}]) ^ (opened & ALL(r->turns[{i}])));"
    if DECLARED[i].worth.yakuman or DECLARED[i].by_rules or DECLARED[i] in LOCAL:  # rules can make a local yaku a yakuman
        units = f"(ALL(r->units[{i}]) + ({twice} & ALL(r->twice[{i}])))" if twice else f"ALL(r->units[{i}])"
        yield f"limits |= y{i} & ALL(r->limits[{i}]); units += y{i} & {units}; fixed |= y{i} & ALL(r->fixed[{i}]);"


_COMMON = """\
#include <stdint.h>
#include <string.h>
#define MASK(condition) ((uint8_t)-(uint8_t)(condition))
#define ALL(x) ((V){0} + (uint8_t)(x))
#define LOAD(column) (*(const V_anywhere *)((column) + i))
#define STORE(column, value) (*(V_anywhere *)((column) + b + i) = (V_anywhere)(value))
#define EQ(a, b) COMPARED(a, ==, b)
#define NE(a, b) COMPARED(a, !=, b)
#define LT(a, b) COMPARED(a, <, b)
#define COUNT(x) COUNT_4(COUNT_2(x))
#define COUNT_2(x) (((x) & ALL(0x55)) + (((x) >> 1) & ALL(0x55)))
#define COUNT_4(x) ((((x) & ALL(0x03)) + (((x) >> 2) & ALL(0x03))) + ((((x) >> 4) & ALL(0x03)) + (((x) >> 6) & ALL(0x03))))
#define JOINED_(a, b) a##b
#define JOINED(a, b) JOINED_(a, b)
#define V JOINED(V_, LANES)
#define V_anywhere JOINED(V_anywhere_, LANES)
#define V_wide JOINED(V_wide_, LANES)
#if defined(__GNUC__)
/* else hundreds of parameters are spread to vectors and put by before the first row, which costs more than a few rows themselves */
#define READ_ANEW __asm__ volatile("" ::: "memory")
#define COMPARED(a, sign, b) ((V)((a) sign (b)))
#define CEIL(x, step) __builtin_convertvector((__builtin_convertvector(x, V_wide) + (step - 1)) / step * step, V)
typedef uint8_t B16 __attribute__((vector_size(16)));
#if defined(__clang__)
#define LOW(a, b) __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define HIGH(a, b) __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#else
#define LOW(a, b) __builtin_shuffle(a, b, (B16){0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23})
#define HIGH(a, b) __builtin_shuffle(a, b, (B16){8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31})
#endif
typedef uint8_t B16_anywhere __attribute__((vector_size(16), aligned(1)));
/* Sixteen words to eight columns of sixteen bytes: four perfect shuffles turn the bits of (row, byte) into those of (byte, row). */
static inline void columns_of_16(const uint64_t *words, uint8_t *columns)
{
    B16 v[8], u[8];
    for (int k = 0; k < 8; k++) v[k] = ((const B16_anywhere *)words)[k];
    for (int stage = 0; stage < 4; stage++) {
        for (int k = 0; k < 4; k++) {
            u[2 * k] = LOW(v[k], v[k + 4]);
            u[2 * k + 1] = HIGH(v[k], v[k + 4]);
        }
        for (int k = 0; k < 8; k++) v[k] = u[k];
    }
    for (int k = 0; k < 8; k++) *(B16_anywhere *)(columns + k * BLOCK) = v[k];
}
#else
#define READ_ANEW
#define COMPARED(a, sign, b) MASK((a) sign (b))
#define CEIL(x, step) ((uint8_t)(((x) + (step - 1)) / step * step))
static inline void columns_of_16(const uint64_t *words, uint8_t *columns)
{
    for (int i = 0; i < 16; i++)
        for (int k = 0; k < 8; k++) columns[k * BLOCK + i] = (uint8_t)(words[i] >> 8 * k);
}
#endif"""

# the formulas stand there twice where the processor may have wider vectors than every processor has: the program asks when it runs
_TWICE = """\
#if defined(__GNUC__)
#define LANES 16
#else
#define LANES 1
#endif
#include "formulas_body.h"
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#define HAS_WIDE
#pragma GCC push_options
#pragma GCC target("avx2")
#undef LANES
#define LANES 32
#include "formulas_body.h"
#pragma GCC pop_options
#undef LANES
#define LANES 16
#endif
/* Rows of words to what each is worth; all have room for a multiple of 32 rows. */
static void chouma_rows(uint64_t *const *words, long n, const chouma_rules *r, uint8_t *const *planes, uint8_t *const *dora,
                        uint8_t *const *outputs)
{
#ifdef HAS_WIDE
    if (__builtin_cpu_supports("avx2")) {
        rows_32(words, n, r, planes, dora, outputs);
        return;
    }
#endif
    JOINED(rows_, LANES)(words, n, r, planes, dora, outputs);
}"""

_BODY = """\
/* Written by chouma.riichi.emit from the traces of the rules, included once for each width of vectors: don't edit. */
#if defined(__GNUC__)
typedef uint8_t V __attribute__((vector_size(LANES)));
typedef uint8_t V_anywhere __attribute__((vector_size(LANES), aligned(1)));
typedef uint16_t V_wide __attribute__((vector_size(2 * LANES)));
#else
typedef uint8_t V;
typedef uint8_t V_anywhere;
#endif"""


#: what a rule set gives the emitted function, as bytes one after the other: han in closed hands, the bits by which an open hand
#: turns them, in which hands a yaku exists at all, and so on (masks are 0 or 255)
PARAMETERS = {
    **dict.fromkeys(("closed", "turns", "in_closed", "in_turns", "limits", "units", "twice", "fixed"), N_YAKU),
    **{"drop": len(DROPS), "limit_plane": N_PLANES, "switches": len(SWITCH_NAMES), "on": N_YAKU, "local": 1},
}


def _struct() -> Iterator[str]:
    yield "typedef struct {"
    yield from (f"    uint8_t {name}[{n}];" for name, n in PARAMETERS.items())
    yield "} chouma_rules;"
    yield "static void chouma_set_rules(chouma_rules *r, const uint8_t *flat) { memcpy(r, flat, sizeof *r); }"


def _header() -> Iterator[str]:
    yield "/* Written by chouma.riichi.emit from the traces of the rules: don't edit. */"
    sizes = {"N_WORDS": N_WORDS, "N_SUMS": N_SUMS, "N_MARKS": N_MARKS, "N_YAKU": N_YAKU, "N_PLANES": N_PLANES, "N_DORA": len(DORA)}
    for name, size in {**sizes, "N_OUTPUTS": len(OUTPUTS)}.items():
        yield f"#define {name} {size}"
    yield f"#ifndef BLOCK\n#define BLOCK {BLOCK}\n#endif"
    for name, feature in FEATURES.items():
        if feature.origin == "hand" and name not in FLAG_BITS:
            yield f"#define WORD_{name.upper()} {place(feature).word}"
            yield f"#define SHIFT_{name.upper()} {place(feature).shift}"
    yield f'#define DIGEST "{digest()}"'
    first = place(FEATURES[next(iter(FLAG_BITS))])
    yield f"#define WORD_FLAGS {first.word}\n#define SHIFT_FLAGS {first.shift}"
    yield from (_COMMON, *_struct(), _TWICE)


def _formulas(write: Writer) -> Iterator[str]:
    """The statements that work out some rows: yaku, han, yakuman, fu, dora, refusals."""
    local = [i for i, yaku in enumerate(DECLARED) if yaku in LOCAL]
    usual = [i for i, yaku in enumerate(DECLARED) if yaku not in LOCAL]
    opened = write(("feature", "open"))
    hits = {i: write(DECLARED[i].tree) for i in usual}
    fu, dora = [write(item.tree) for item in FU], [write(item.tree) for item in DORA]
    refused = write(("or", *(refusal.tree for refusal in REFUSALS)))
    shared = len(write.statements)
    hits |= {i: write(DECLARED[i].tree) for i in local}
    twice = {i: write(yaku.double) for i, yaku in enumerate(DECLARED) if yaku.double is not None}
    only_local = len(write.statements)
    yield from write.statements[:shared]
    yield f"const V opened = {opened};"
    yield "V han = ALL(0), units = ALL(0), limits = ALL(0), fixed = ALL(0);"
    yield f"V {', '.join(f'y{i} = ALL(0)' for i in range(N_YAKU))};"
    yield "if (r->local[0]) {"
    yield from (f"    {line}" for line in write.statements[shared:only_local])
    for i in _in_order(local, []):
        yield from (f"    {line}" for line in _yaku_lines(i, hits[i], twice.get(i)))
    yield "}"
    for i in _in_order(usual, local):
        yield from _yaku_lines(i, hits[i], twice.get(i))
    for plane in range(N_PLANES):
        bits = " | ".join(f"(y{i} & ALL({1 << i % 8}))" for i in range(8 * plane, min(8 * plane + 8, N_YAKU)))
        yield f"STORE(plane{plane}, ({bits}) & (ALL(r->limit_plane[{plane}]) | ~limits));"
    yield f"const V fu_raw = {' + '.join(fu)};"
    rounded = write(ROUNDED_FU)
    yield from write.statements[only_local:]
    yield "const V any = NE(han, ALL(0)) | limits | fixed;"
    yield from (f"const V dora_{k} = {part}; STORE(dora{k}, dora_{k});" for k, part in enumerate(dora))
    with_dora = f"(han + {' + '.join(f'dora_{k}' for k in range(len(DORA)))}) & any & ~limits"
    values = dict(zip(OUTPUTS, (with_dora, "fu_raw", rounded, "units", "limits", "fixed", "any", refused), strict=True))
    yield from (f"STORE({name}_out, {value});" for name, value in values.items())


def digest() -> str:
    """A digest of all that the emitted C is made of: compiled parts that are older than the rules are told by it, and left alone."""
    told = [(yaku.tree, yaku.double, yaku.supersedes, yaku.worth.yakuman) for yaku in DECLARED]
    items = [*(item.tree for item in FU), *(item.tree for item in DORA), *(item.tree for item in REFUSALS)]
    places = {name: feature.tree or place(feature) for name, feature in FEATURES.items() if feature.origin != CLASSICAL}
    return hashlib.sha256(repr((told, items, ROUNDED_FU, places, SWITCH_NAMES, N_WORDS)).encode()).hexdigest()[:16]


def sources() -> dict[str, str]:
    """The C files, by name."""
    write = Writer(own=["fu_raw"])
    formulas = list(_formulas(write))
    words = sorted(write.words)
    body = [
        _BODY,
        "static void JOINED(rows_, LANES)(uint64_t *const *words, long n, const chouma_rules *r, uint8_t *const *planes,",
        "                                 uint8_t *const *dora, uint8_t *const *outputs)",
        "{",
        *(f"    uint8_t *restrict {name}_out = outputs[{k}];" for k, name in enumerate(OUTPUTS)),
        *(f"    uint8_t *restrict plane{k} = planes[{k}];" for k in range(N_PLANES)),
        *(f"    uint8_t *restrict dora{k} = dora[{k}];" for k in range(len(DORA))),
        *(f"    const uint8_t r_{name} = r->switches[{k}];" for k, name in enumerate(SWITCH_NAMES)),
        *(f"    uint8_t c{word}[8][BLOCK];" for word in words),
        *(f"    uint8_t {name}[BLOCK];" for name in write.tallies.values()),
        *(f"    (void)r_{name};" for name in SWITCH_NAMES),
        "    for (long b = 0; b < n; b += BLOCK) {",
        "        const long m = n - b < BLOCK ? n - b : BLOCK;",
        "        long i;",
        *(f"        for (i = 0; i < m; i += 16) columns_of_16(words[{word}] + b + i, c{word}[0] + i);" for word in words),
        *(f"        {line}" for line in _tally_lines(write)),
        "        for (i = 0; i < m; i += LANES) {",
        "            READ_ANEW;",
        *(f"            {line}" for line in formulas),
        "        }",
        "    }",
        "}",
    ]
    return {"formulas.h": "\n".join(_header()) + "\n", "formulas_body.h": "\n".join(body) + "\n"}


def write_sources(folder: str | os.PathLike[str]) -> list[str]:
    """Write the C files into a folder; their paths."""
    os.makedirs(folder, exist_ok=True)
    paths = []
    for name, text in sources().items():
        paths.append(os.path.join(folder, name))
        with open(paths[-1], "w", encoding="utf8") as file:
            file.write(text)
    return paths


def parameters(engine: Engine) -> bytes:
    """A rule set as the emitted formulas take it: see `PARAMETERS`."""
    flat = {name: bytearray(n) for name, n in PARAMETERS.items()}
    place_of = {entry.bit: DECLARED.index(entry.yaku) for entry in engine.entries if entry.yaku in DECLARED}
    for entry in engine.entries:
        i, worth = place_of[entry.bit], entry.worth
        flat["closed"][i], flat["turns"][i] = worth.closed or 0, (worth.closed or 0) ^ (worth.open or 0)
        in_closed, in_open = 255 * (worth.closed is not None), 255 * (worth.open is not None)
        flat["in_closed"][i], flat["in_turns"][i], flat["on"][i] = in_closed, in_closed ^ in_open, 1
        flat["limits"][i], flat["fixed"][i] = 255 * entry.limits, 255 * worth.fixed
        always = entry.doubled and entry.yaku.double is None
        flat["units"][i] = worth.yakuman * (2 if always else 1)
        flat["twice"][i] = worth.yakuman * (entry.doubled and not always)
        flat["local"][0] |= entry.yaku in LOCAL
    entry_at = {place_of[entry.bit]: entry for entry in engine.entries}
    for k, (dropped, by) in enumerate(DROPS):
        flat["drop"][k] = 255 * (dropped in entry_at and by in entry_at and bool(entry_at[dropped].dropped_by & entry_at[by].bit))
    for i in range(N_YAKU):
        flat["limit_plane"][i // 8] |= (flat["limits"][i] & 1) << i % 8
    for k, name in enumerate(SWITCH_NAMES):
        value = getattr(engine.rules, name)
        number = value if isinstance(value, int) else R._symbols[name].choices.index(value)
        flat["switches"][k] = 255 * number if isinstance(value, bool) else number
    return b"".join(flat.values())


def plane_bits(engine: Engine) -> list[tuple[int, int]]:
    """Where the planes of the emitted formulas hold each yaku of a rule set: (its place in `DECLARED`, its bit in the engine)."""
    return [(DECLARED.index(entry.yaku), entry.bit.bit_length() - 1) for entry in engine.entries]
