/* Scanning the table's filters eight at a time.

An entry's filter is two words: who holds the highest cards of each suit (`tops`), and for which of them that
matters (`cares`).  The compiler's vector types do the same on every processor it knows. */
#ifndef N52_SCAN_H
#define N52_SCAN_H
#include <stdint.h>

typedef uint32_t n52_four __attribute__((vector_size(16), aligned(4), may_alias));
typedef uint64_t n52_two __attribute__((vector_size(16)));

/* From i on, the first of n entries whose MISSES(tops, cares) is nothing; n if there is none. */
#define N52_FIRST_FIT(MISSES)                                                                                         \
    for (; i + 8 <= n; i += 8) {                                                                                      \
        const n52_four *t = (const n52_four *)(tops + i), *c = (const n52_four *)(cares + i);                         \
        n52_two hits = (n52_two)((MISSES(t[0], c[0]) == 0) | (MISSES(t[1], c[1]) == 0));                              \
        if (hits[0] | hits[1])                                                                                        \
            break;                                                                                                    \
    }                                                                                                                 \
    while (i < n && MISSES(tops[i], cares[i]))                                                                        \
        i++;                                                                                                          \
    return i;

/* The next entry that may speak for a position whose highest cards are held as `held` says. */
static inline uint32_t n52_next_fit(const uint32_t *tops, const uint32_t *cares, uint32_t i, uint32_t n, uint32_t held)
{
#define N52_DIFFERS(t, c) (((t) ^ held) & (c))
    N52_FIRST_FIT(N52_DIFFERS)
#undef N52_DIFFERS
}

/* The next entry that may be contained in one which cares for `least`, held as `held` says. */
static inline uint32_t n52_next_within(const uint32_t *tops, const uint32_t *cares, uint32_t i, uint32_t n,
                                       uint32_t held, uint32_t least)
{
#define N52_LACKS(t, c) ((((t) ^ held) | ~(c)) & least)
    N52_FIRST_FIT(N52_LACKS)
#undef N52_LACKS
}

#endif
