/* Rows of the learned policy's table added up, sixteen units at a time: by the compiler's vectors, or in plain C. */
#ifndef N52_ROWS_H
#define N52_ROWS_H
#include <stdint.h>
#include <string.h>

/* To each of `width` sums, a multiple of sixteen, add its unit of each of these rows. */
#if defined(__GNUC__) && !defined(N52_PLAIN_C)

typedef int16_t n52_units __attribute__((vector_size(32)));

static inline void n52_add_rows(const int16_t *table, int width, const int16_t *rows, int number, int16_t *sums)
{
    int i, j;
    n52_units sum, row;
    for (j = 0; j < width; j += 16) {
        memcpy(&sum, sums + j, sizeof sum);
        for (i = 0; i < number; i++) {
            memcpy(&row, table + rows[i] * width + j, sizeof row);
            sum += row;
        }
        memcpy(sums + j, &sum, sizeof sum);
    }
}

#else

static inline void n52_add_rows(const int16_t *table, int width, const int16_t *rows, int number, int16_t *sums)
{
    int i, j;
    for (i = 0; i < number; i++)
        for (j = 0; j < width; j++)
            sums[j] = (int16_t)(sums[j] + table[rows[i] * width + j]);
}

#endif

#endif
