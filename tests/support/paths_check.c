/* Do all paths of the network's arithmetic that this processor has give the numbers of plain C?  For processors that
   Python does not run on here: `make test-arm` compiles it for ARM and runs it in an emulator. */
#include "network.h"
#include <stdio.h>
#include <stdlib.h>

enum { NETWORKS = 3000, HIDDEN = 64, SECOND = 32, VIEW = 15, EACH = 21, CHOICES = 17, TABLE_ROWS = 6 };

/* A number from -most to most; often one of the ends, where an overflow would show. */
static int number(int most)
{
    int one = rand() % 4;
    return one == 0 ? most : one == 1 ? -most : rand() % (2 * most + 1) - most;
}

static int differences(const n52_network *network, const n52_rows *rows, int path)
{
    int64_t plain[CHOICES], found[CHOICES];
    int i, wrong = 0;
    n52_scores_plain(network, rows, plain);
    n52_paths[path].scores(network, rows, found);
    for (i = 0; i < rows->number; i++)
        wrong += found[i] != plain[i];
    return wrong;
}

int main(void)
{
    static int16_t table[TABLE_ROWS * HIDDEN], weights[HIDDEN * SECOND], rows[VIEW + EACH * CHOICES];
    static int32_t bias[SECOND], output[SECOND];
    int path, tried, i, wrong = 0;
    for (path = 0; path < N52_NUMBER; path++) {
        if (!n52_can(n52_paths[path].name))
            continue;
        for (tried = 0; tried < NETWORKS; tried++) {
            int hidden = 16 * (1 + rand() % 4), second = 8 * (1 + rand() % 4);
            int view = rand() % (VIEW + 1), each = 1 + rand() % EACH, choices = 1 + rand() % CHOICES;
            int most = 32767 / (view + each), most_weight = (2147483647 - 16777216) / (32767 * hidden);
            n52_network network = {table, weights, bias, output, hidden, second};
            n52_rows lit = {rows, rows + view, view, each, choices};
            for (i = 0; i < TABLE_ROWS * hidden; i++)
                table[i] = (int16_t)number(most);
            for (i = 0; i < hidden * second; i++)
                weights[i] = (int16_t)number(most_weight);
            for (i = 0; i < second; i++)
                bias[i] = 256 * number(32767), output[i] = number(32767);
            for (i = 0; i < view + each * choices; i++)
                rows[i] = (int16_t)(rand() % TABLE_ROWS);
            wrong += differences(&network, &lit, path);
        }
        printf("%s: %d networks, %d wrong\n", n52_paths[path].name, NETWORKS, wrong);
    }
    return wrong != 0;
}
