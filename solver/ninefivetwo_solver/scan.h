/* Scans the filters of the transposition table, eight at a time.

A filter is two words for an entry: who holds the highest cards of each suit (`tops`), and for which of them that matters
(`cares`).  GCC and Clang compile their vector types for any processor; without them the filters are scanned one by one. */
#ifndef N52_SCAN_H
#define N52_SCAN_H
#include <stdint.h>

#if defined(__GNUC__) && !defined(N52_PLAIN_C)

typedef uint32_t n52_four __attribute__((vector_size(16), aligned(4), may_alias));
typedef uint64_t n52_two __attribute__((vector_size(16)));

/* Moves i on while none of the next eight entries fits: while MISSES(tops, cares) is not 0 for any of them. */
#define N52_SKIP_EIGHTS(MISSES)                                                                                       \
    for (; i + 8 <= n; i += 8) {                                                                                      \
        const n52_four *t = (const n52_four *)(tops + i), *c = (const n52_four *)(cares + i);                         \
        n52_two fits = (n52_two)((MISSES(t[0], c[0]) == 0) | (MISSES(t[1], c[1]) == 0));                              \
        if (fits[0] | fits[1])                                                                                        \
            break;                                                                                                    \
    }

#else
#define N52_SKIP_EIGHTS(MISSES)
#endif

/* From i on, the first of n entries that fits; n if there is none. */
#define N52_FIRST_FIT(MISSES)                                                                                         \
    N52_SKIP_EIGHTS(MISSES)                                                                                           \
    while (i < n && MISSES(tops[i], cares[i]))                                                                        \
        i++;                                                                                                          \
    return i;

/* The next entry that may apply to a position whose highest cards have the owners in `held`. */
static inline uint32_t n52_next_fit(const uint32_t *tops, const uint32_t *cares, uint32_t i, uint32_t n, uint32_t held)
{
#define N52_DIFFERS(t, c) (((t) ^ held) & (c))
    N52_FIRST_FIT(N52_DIFFERS)
#undef N52_DIFFERS
}

/* The next entry that may be implied by one that cares for the bits of `least` and has the owners in `held`. */
static inline uint32_t n52_next_within(const uint32_t *tops, const uint32_t *cares, uint32_t i, uint32_t n,
                                       uint32_t held, uint32_t least)
{
#define N52_LACKS(t, c) ((((t) ^ held) | ~(c)) & least)
    N52_FIRST_FIT(N52_LACKS)
#undef N52_LACKS
}

#endif
