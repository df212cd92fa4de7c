/* Scans the filters of the transposition table, sixteen at a time.

A filter is two words for an entry: the owners of the highest cards of each suit (`tops`), and the cards whose owner
matters (`cares`). A scan returns a word with a bit for each entry that passes, so the calling code branches only on
entries that pass. GCC and Clang compile their vector types for any processor; with other compilers, the filters are
scanned one by one.

All sixteen filters are read, even if there are only n < 16 entries; the results beyond n are ignored. */
#ifndef N52_SCAN_H
#define N52_SCAN_H
#include <stdint.h>

#define N52_SCANNED 16

#if defined(__GNUC__) && !defined(N52_PLAIN_C)

typedef uint32_t n52_four __attribute__((vector_size(16), aligned(4), may_alias));
typedef uint64_t n52_two __attribute__((vector_size(16)));

/* Returns a word with a bit for each of the sixteen entries whose MISSES(tops, cares) is 0. */
#define N52_FOUND(MISSES)                                                                                             \
    const n52_four *t = (const n52_four *)tops, *c = (const n52_four *)cares;                                         \
    const n52_four bit = {1, 2, 4, 8};                                                                                \
    n52_four bits = {0, 0, 0, 0};                                                                                     \
    n52_two halves;                                                                                                   \
    for (int k = 0; k < N52_SCANNED / 4; k++)                                                                         \
        bits |= (n52_four)(MISSES(t[k], c[k]) == 0) & bit << 4 * k;                                                   \
    halves = (n52_two)bits;                                                                                           \
    halves[0] |= halves[1];                                                                                           \
    return (uint32_t)(halves[0] | halves[0] >> 32) & n52_first(n);

#else

#define N52_FOUND(MISSES)                                                                                             \
    uint32_t bits = 0;                                                                                                \
    for (int k = 0; k < N52_SCANNED; k++)                                                                             \
        bits |= (uint32_t)(MISSES(tops[k], cares[k]) == 0) << k;                                                      \
    return bits & n52_first(n);

#endif

/* Returns a word with a bit for each of the first n entries, at most sixteen. */
static inline uint32_t n52_first(uint32_t n) { return n < N52_SCANNED ? (1u << n) - 1 : 0xFFFF; }

/* Returns those of the next n entries, at most sixteen, that may apply if the top cards have the owners `held`. */
static inline uint32_t n52_fits(const uint32_t *tops, const uint32_t *cares, uint32_t n, uint32_t held)
{
#define N52_DIFFERS(t, c) (((t) ^ held) & (c))
    N52_FOUND(N52_DIFFERS)
#undef N52_DIFFERS
}

/* Returns the entries that may be implied by an entry with the relevant bits `least` and the owners `held`. */
static inline uint32_t n52_within(const uint32_t *tops, const uint32_t *cares, uint32_t n, uint32_t held,
                                  uint32_t least)
{
#define N52_LACKS(t, c) ((((t) ^ held) | ~(c)) & least)
    N52_FOUND(N52_LACKS)
#undef N52_LACKS
}

#endif
