/* Bit operations and the clock, using compiler built-ins and system calls, or plain C where they are not available.
   Defining N52_PLAIN_C selects plain C everywhere, also in scan.h and wide.h; tests/test_headers.py tests both. */
#ifndef N52_BITS_H
#define N52_BITS_H
#include <stdint.h>

/* The compiler's built-in is a function call if the target processor may lack the instruction. */
static inline int n52_count(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (int)(x * 0x0101010101010101u >> 56);
}

#if defined(__GNUC__) && !defined(N52_PLAIN_C)

static inline int n52_low_index(uint64_t x) { return __builtin_ctzll(x); }
static inline int n52_high_index(uint64_t x) { return 63 - __builtin_clzll(x); }
#define n52_prefetch(address) __builtin_prefetch(address)

#else

static inline int n52_low_index(uint64_t x) { return n52_count(~x & (x - 1)); }

static inline int n52_high_index(uint64_t x)
{
    int shift;
    for (shift = 1; shift < 64; shift *= 2)
        x |= x >> shift;
    return n52_count(x) - 1;
}

#define n52_prefetch(address) ((void)(address))

#endif

/* The number of leading ones of a 32-bit word; at least one bit of the word must be 0. */
static inline int n52_leading_ones(uint32_t x) { return 31 - n52_high_index((uint32_t)~x); }

/* The time of a monotonic clock in nanoseconds. */
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
static inline long long n52_now(void)
{
    LARGE_INTEGER ticks, frequency;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&frequency);
    return (long long)((double)ticks.QuadPart / (double)frequency.QuadPart * 1e9);
}
#else
#include <time.h>
static inline long long n52_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}
#endif

#endif
