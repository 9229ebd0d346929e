/*
 * A target without libFuzzer: all files of a folder, and then COUNT inputs that are made of them by
 * changing, inserting, removing and joining bytes, the same in each run.
 *
 *     fuzz_NAME FOLDER COUNT
 */
#include "file.h"

#include <dirent.h>

enum { SEEDS = 256, MOST = 1 << 14 };

static uint8_t *seed[SEEDS];
static size_t length[SEEDS];
static int seeds;

static uint64_t state = 88172645463325252u;

static size_t below(size_t n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return n ? (size_t)(state % n) : 0;
}

static int by_name(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void read_seed(const char *path) {
    FILE *in = fopen(path, "rb");
    if (!in || seeds == SEEDS) abort();
    seed[seeds] = malloc(1 << 20);
    if (!seed[seeds]) abort();
    length[seeds] = fread(seed[seeds], 1, 1 << 20, in);
    fclose(in);
    seeds++;
}

static void change(uint8_t *x, size_t *n) {
    static const uint8_t odd[] = {0, 1, 0x7f, 0x80, 0xff, '0', '9', '-', '.', 'e', '"', '\n'};
    size_t at = below(*n + 1), many = 1 + below(8);
    switch (below(6)) {
    case 0:
        if (at < *n) x[at] = (uint8_t)below(256);
        break;
    case 1:
        if (at < *n) x[at] = odd[below(sizeof odd)];
        break;
    case 2:
        if (at < *n) x[at] ^= (uint8_t)(1u << below(8));
        break;
    case 3: /* less */
        if (many > *n - at) many = *n - at;
        memmove(x + at, x + at + many, *n - at - many);
        *n -= many;
        break;
    case 4: /* more: bytes of its own */
        if (*n + many > MOST || *n < many) break;
        memmove(x + at + many, x + at, *n - at);
        memmove(x + at, x + below(*n - many + 1), many);
        *n += many;
        break;
    default: { /* the rest of another one */
        int other = (int)below((size_t)seeds);
        size_t from = below(length[other] + 1), rest = length[other] - from;
        if (at + rest > MOST) rest = MOST - at;
        memcpy(x + at, seed[other] + from, rest);
        *n = at + rest;
    }
    }
}

int main(int argc, char **argv) {
    static uint8_t x[MOST];
    struct dirent **names;
    if (argc != 3) return 2;
    int n = scandir(argv[1], &names, NULL, by_name);
    for (int i = 0; i < n; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", argv[1], names[i]->d_name);
        if (names[i]->d_name[0] != '.') read_seed(path);
        free(names[i]);
    }
    if (n >= 0) free(names);
    if (!seeds) {
        fprintf(stderr, "no seeds in %s\n", argv[1]);
        return 1;
    }
    for (int i = 0; i < seeds; i++) LLVMFuzzerTestOneInput(seed[i], length[i]);
    long count = atol(argv[2]);
    for (long k = 0; k < count; k++) {
        int from = (int)below((size_t)seeds);
        size_t size = length[from] < MOST ? length[from] : MOST;
        memcpy(x, seed[from], size);
        for (size_t i = 1 + below(6); i > 0; i--) change(x, &size);
        LLVMFuzzerTestOneInput(x, size);
    }
    printf("%d seeds, %ld inputs\n", seeds, count);
    for (int i = 0; i < seeds; i++) free(seed[i]);
    return 0;
}
