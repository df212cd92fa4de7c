/* The learned policy's arithmetic, with several code paths that give the same numbers. The fastest path for the
   processor is chosen when the module is loaded.

    avx2     x86-64 with AVX2, if the compiler is GCC or Clang
    sse2     any x86-64, if the compiler is GCC or Clang
    neon     64-bit ARM, if the compiler is GCC or Clang
    plain    any processor, any compiler; the only path with N52_PLAIN_C

All numbers are integers, and playout.pyx rejects weights whose sums could overflow, so the order of the additions does
not matter. The second layer's weights are stored in pairs: for each pair of hidden units, the two weights of each
second-layer unit in turn. Vector instructions multiply such pairs and add the products at once. Each second-layer unit
keeps its place in a vector, so the elements of a vector are added up only at the end. */
#ifndef N52_NETWORK_H
#define N52_NETWORK_H
#include <stdint.h>
#include <string.h>

#define N52_MOST_HIDDEN 64 /* maximum number of units; a multiple of 16 */
#define N52_MOST_SECOND 32 /* maximum number of units; padded to a multiple of 8 with weights of 0 */

typedef struct {
    const int16_t *table;   /* [rows][hidden] */
    const int16_t *weights; /* [hidden / 2][second][2] */
    const int32_t *bias;    /* [second] */
    const int32_t *output;  /* [second] */
    int hidden, second;
} n52_network;

/* The table rows selected by the features of a view, and those selected by the features of each choice. */
typedef struct {
    const int16_t *view, *choices;
    int of_view, of_choice, number;
} n52_rows;

/* Computes the score of each choice, multiplied by SCALE squared. */
typedef void (*n52_scores)(const n52_network *network, const n52_rows *rows, int64_t *found);

static void n52_scores_plain(const n52_network *network, const n52_rows *rows, int64_t *found)
{
    const int width = network->hidden, second = network->second;
    const int16_t *row = rows->choices, *units;
    int16_t shared[N52_MOST_HIDDEN] = {0}, sums[N52_MOST_HIDDEN];
    int32_t layer[N52_MOST_SECOND];
    int i, j, k;
    for (i = 0; i < rows->of_view; i++)
        for (j = 0, units = network->table + rows->view[i] * width; j < width; j++)
            shared[j] = (int16_t)(shared[j] + units[j]);
    for (k = 0; k < rows->number; k++) {
        memcpy(sums, shared, sizeof sums);
        for (i = 0; i < rows->of_choice; i++, row++)
            for (j = 0, units = network->table + *row * width; j < width; j++)
                sums[j] = (int16_t)(sums[j] + units[j]);
        memcpy(layer, network->bias, sizeof(int32_t) * (size_t)second);
        for (j = 0, units = network->weights; j < width; j += 2)
            for (i = 0; i < second; i++, units += 2)
                layer[i] += units[0] * (sums[j] > 0 ? sums[j] : 0) + units[1] * (sums[j + 1] > 0 ? sums[j + 1] : 0);
        for (i = 0, found[k] = 0; i < second; i++)
            found[k] += layer[i] > 0 ? (int64_t)(layer[i] >> 8) * network->output[i] : 0;
    }
}

#if defined(__GNUC__) && !defined(N52_PLAIN_C) && defined(__x86_64__)
#include <immintrin.h>

#define N52_PATH(name) name##_avx2
#define N52_TARGET __attribute__((target("avx2")))
#define N52_BYTES 32
#define N52_PAIRS(a, b) (N52_PATH(n52_long))_mm256_madd_epi16((__m256i)(a), (__m256i)(b))
#include "network_path.h"

#define N52_PATH(name) name##_sse2
#define N52_TARGET
#define N52_BYTES 16
#define N52_PAIRS(a, b) (N52_PATH(n52_long))_mm_madd_epi16((__m128i)(a), (__m128i)(b))
#include "network_path.h"

#define N52_PATHS {"avx2", n52_scores_avx2}, {"sse2", n52_scores_sse2},

/* Returns nonzero if this processor supports a path. */
static inline int n52_can(const char *path) { return strcmp(path, "avx2") || __builtin_cpu_supports("avx2"); }

#else

#if defined(__GNUC__) && !defined(N52_PLAIN_C) && defined(__aarch64__)
#include <arm_neon.h>

#define N52_PATH(name) name##_neon
#define N52_TARGET
#define N52_BYTES 16
#define N52_PAIRS(a, b)                                                                                               \
    (N52_PATH(n52_long))vpaddq_s32(vmull_s16(vget_low_s16((int16x8_t)(a)), vget_low_s16((int16x8_t)(b))),            \
                                   vmull_high_s16((int16x8_t)(a), (int16x8_t)(b)))
#include "network_path.h"

#define N52_PATHS {"neon", n52_scores_neon},
#else
#define N52_PATHS
#endif

static inline int n52_can(const char *path) { return path != NULL; }

#endif

/* The compiled paths, fastest first, and the path in use. */
static const struct n52_path {
    const char *name;
    n52_scores scores;
} n52_paths[] = {N52_PATHS{"plain", n52_scores_plain}};
enum { N52_NUMBER = sizeof n52_paths / sizeof *n52_paths };
static n52_scores n52_scores_used = n52_scores_plain;

#endif
