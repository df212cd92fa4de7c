/* The engine's headers as a library, for tests/test_headers.py. */
#include "bits.h"
#include <stdint.h>
#include "lead_weights.h"
#include "network.h"
#include "scan.h"
#include "wide.h"

typedef n52_wide (*operation)(n52_wide, n52_wide);

static void put(n52_wide value, uint64_t *halves)
{
    halves[0] = n52_wide_low(value);
    halves[1] = n52_wide_high(value);
}

static const operation operations[] = {n52_wide_add, n52_wide_subtract, n52_wide_multiply};

/* Two numbers, as low and high half; the result of an operation: 0 add, 1 subtract, 2 multiply. */
void wide_operation(int which, const uint64_t *a, const uint64_t *b, uint64_t *result)
{
    put(operations[which](n52_wide_of(a[1], a[0]), n52_wide_of(b[1], b[0])), result);
}

int wide_less(const uint64_t *a, const uint64_t *b)
{
    return n52_wide_less(n52_wide_of(a[1], a[0]), n52_wide_of(b[1], b[0]));
}

int wide_is_zero(const uint64_t *a)
{
    return n52_wide_is_zero(n52_wide_of(a[1], a[0]));
}

/* sum += a * b; whether it overflowed. */
int wide_accumulate(uint64_t *sum, const uint64_t *a, const uint64_t *b)
{
    n52_wide total = n52_wide_of(sum[1], sum[0]);
    int overflow = n52_wide_accumulate(&total, n52_wide_of(a[1], a[0]), n52_wide_of(b[1], b[0]));
    put(total, sum);
    return overflow;
}

int count(uint64_t x) { return n52_count(x); }
int low_index(uint64_t x) { return n52_low_index(x); }
int high_index(uint64_t x) { return n52_high_index(x); }
int leading_ones(uint32_t x) { return n52_leading_ones(x); }
long long now(void) { return n52_now(); }
void prefetch(const uint64_t *address) { n52_prefetch(address); }

uint32_t fits(const uint32_t *tops, const uint32_t *cares, uint32_t n, uint32_t held)
{
    return n52_fits(tops, cares, n, held);
}

uint32_t within(const uint32_t *tops, const uint32_t *cares, uint32_t n, uint32_t held, uint32_t least)
{
    return n52_within(tops, cares, n, held, least);
}

int number_of_paths(void) { return N52_NUMBER; }

/* The name of a path, or nothing if this processor lacks it. */
const char *path_name(int path) { return n52_can(n52_paths[path].name) ? n52_paths[path].name : NULL; }

/* The scores of choices on a path; rows: those of the view, then those of each choice. */
void scores(int path, const n52_network *network, const int16_t *rows, const int *numbers, int64_t *found)
{
    const n52_rows all = {rows, rows + numbers[0], numbers[0], numbers[1], numbers[2]};
    n52_scores_used = n52_paths[path].scores;
    n52_scores_used(network, &all, found);
}

int lead_weight(int kind, int feature)
{
    return n52_lead_weights[kind][feature];
}
