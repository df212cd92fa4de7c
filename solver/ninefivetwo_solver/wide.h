/* Unsigned 128-bit integers: the compiler's own type, or two 64-bit halves for compilers without one (MSVC).
   Defining N52_PLAIN_C selects the halves everywhere; tests/test_headers.py tests both against Python's integers. */
#ifndef N52_WIDE_H
#define N52_WIDE_H
#include <stdint.h>

#if defined(__SIZEOF_INT128__) && !defined(N52_PLAIN_C)

__extension__ typedef unsigned __int128 n52_wide;

static inline n52_wide n52_wide_of(uint64_t high, uint64_t low) { return (n52_wide)high << 64 | low; }
static inline uint64_t n52_wide_high(n52_wide a) { return (uint64_t)(a >> 64); }
static inline uint64_t n52_wide_low(n52_wide a) { return (uint64_t)a; }
static inline n52_wide n52_wide_add(n52_wide a, n52_wide b) { return a + b; }
static inline n52_wide n52_wide_subtract(n52_wide a, n52_wide b) { return a - b; }
static inline n52_wide n52_wide_multiply(n52_wide a, n52_wide b) { return a * b; }

static inline int n52_wide_multiply_overflows(n52_wide a, n52_wide b)
{
    n52_wide product;
    return __builtin_mul_overflow(a, b, &product);
}

#else

typedef struct {
    uint64_t high, low;
} n52_wide;

static inline n52_wide n52_wide_of(uint64_t high, uint64_t low)
{
    n52_wide a;
    a.high = high;
    a.low = low;
    return a;
}

static inline uint64_t n52_wide_high(n52_wide a) { return a.high; }
static inline uint64_t n52_wide_low(n52_wide a) { return a.low; }

static inline n52_wide n52_wide_add(n52_wide a, n52_wide b)
{
    uint64_t low = a.low + b.low;
    return n52_wide_of(a.high + b.high + (low < a.low), low);
}

static inline n52_wide n52_wide_subtract(n52_wide a, n52_wide b)
{
    return n52_wide_of(a.high - b.high - (a.low < b.low), a.low - b.low);
}

/* The full product of two 64-bit numbers, from products of their 32-bit halves. */
static inline n52_wide n52_wide_product(uint64_t a, uint64_t b)
{
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t cross = a0 * b1, other = a1 * b0, low = a0 * b0;
    uint64_t middle = (low >> 32) + (uint32_t)cross + (uint32_t)other;
    return n52_wide_of(a1 * b1 + (cross >> 32) + (other >> 32) + (middle >> 32), middle << 32 | (uint32_t)low);
}

static inline n52_wide n52_wide_multiply(n52_wide a, n52_wide b)
{
    n52_wide low = n52_wide_product(a.low, b.low);
    return n52_wide_of(low.high + a.high * b.low + a.low * b.high, low.low);
}

static inline int n52_wide_multiply_overflows(n52_wide a, n52_wide b)
{
    n52_wide cross = a.high ? n52_wide_product(a.high, b.low) : n52_wide_product(a.low, b.high);
    return (a.high && b.high) || cross.high || cross.low + n52_wide_product(a.low, b.low).high < cross.low;
}

#endif

static inline int n52_wide_less(n52_wide a, n52_wide b)
{
    uint64_t high = n52_wide_high(a), other = n52_wide_high(b);
    return high != other ? high < other : n52_wide_low(a) < n52_wide_low(b);
}

static inline int n52_wide_is_zero(n52_wide a) { return (n52_wide_high(a) | n52_wide_low(a)) == 0; }

/* Adds a * b to the sum; returns nonzero on overflow. */
static inline int n52_wide_accumulate(n52_wide *sum, n52_wide a, n52_wide b)
{
    n52_wide product = n52_wide_multiply(a, b);
    *sum = n52_wide_add(*sum, product);
    return n52_wide_multiply_overflows(a, b) || n52_wide_less(*sum, product);
}

#endif
