/* One code path of network.h, for compiler vectors of N52_BYTES bytes. The file is included once for each path, so it
   has no include guard.

   N52_PAIRS multiplies two vectors of 16-bit numbers and adds the products of adjacent elements. */
typedef int16_t N52_PATH(n52_short) __attribute__((vector_size(N52_BYTES)));
typedef int32_t N52_PATH(n52_long) __attribute__((vector_size(N52_BYTES)));

/* Computes the scores for a network of `wide` by `high` vectors. If these sizes are constants, the compiler keeps all
   sums in registers. */
N52_TARGET __attribute__((always_inline)) static inline void N52_PATH(n52_sized)(const n52_network *network,
    const n52_rows *rows, int64_t *found, const int wide, const int high)
{
    enum { SHORTS = N52_BYTES / 2, LONGS = N52_BYTES / 4 };
    const int width = wide * SHORTS;
    const int16_t *row = rows->choices, *weights;
    N52_PATH(n52_short) shared[N52_MOST_HIDDEN / SHORTS], sums[N52_MOST_HIDDEN / SHORTS], units, pair;
    N52_PATH(n52_long) layer[N52_MOST_SECOND / LONGS];
    int32_t pairs[N52_MOST_HIDDEN / 2], last[LONGS];
    int64_t score;
    int i, j, k;
    for (j = 0; j < wide; j++)
        shared[j] = (N52_PATH(n52_short)){0};
    for (i = 0; i < rows->of_view; i++)
        for (j = 0; j < wide; j++) {
            memcpy(&units, network->table + rows->view[i] * width + j * SHORTS, sizeof units);
            shared[j] += units;
        }
    for (k = 0; k < rows->number; k++) {
        for (j = 0; j < wide; j++)
            sums[j] = shared[j];
        for (i = 0; i < rows->of_choice; i++, row++)
            for (j = 0; j < wide; j++) {
                memcpy(&units, network->table + *row * width + j * SHORTS, sizeof units);
                sums[j] += units;
            }
        for (j = 0; j < wide; j++) {
            sums[j] &= sums[j] > 0;
            memcpy(pairs + j * LONGS, &sums[j], sizeof units);
        }
        for (i = 0; i < high; i++)
            memcpy(&layer[i], network->bias + i * LONGS, sizeof units);
        for (j = 0, weights = network->weights; j < wide * LONGS; j++) {
            pair = (N52_PATH(n52_short))((N52_PATH(n52_long)){0} + pairs[j]);
            for (i = 0; i < high; i++, weights += SHORTS) {
                memcpy(&units, weights, sizeof units);
                layer[i] += N52_PAIRS(pair, units);
            }
        }
        for (i = 0, score = 0; i < high; i++) {
            layer[i] = (layer[i] & (layer[i] > 0)) >> 8;
            memcpy(last, &layer[i], sizeof last);
            for (j = 0; j < LONGS; j++)
                score += (int64_t)last[j] * network->output[i * LONGS + j];
        }
        found[k] = score;
    }
}

N52_TARGET static void N52_PATH(n52_scores)(const n52_network *network, const n52_rows *rows, int64_t *found)
{
    enum { WIDE = 32 / (N52_BYTES / 2), HIGH = 16 / (N52_BYTES / 4) };
    if (network->hidden == 32 && network->second == 16)     /* the sizes of the bundled policy */
        N52_PATH(n52_sized)(network, rows, found, WIDE, HIGH);
    else
        N52_PATH(n52_sized)(network, rows, found, network->hidden / (N52_BYTES / 2), network->second / (N52_BYTES / 4));
}

#undef N52_PATH
#undef N52_TARGET
#undef N52_BYTES
#undef N52_PAIRS
