/*
 * Bloom by a pyramid of levels, each half as wide and high as the one before; see bloom.h.
 *
 * The light above white, B = c (1 - white / peak) where the greatest channel of the colour c, peak,
 * exceeds white (1 after exposure), is summed over 2 x 2 pixels, level by level. Each level is
 * blurred by (1 4 6 4 1)/16 along both axes and multiplied by its weight. Then, from coarse to
 * fine, the light of each pixel is distributed over its 2 x 2 finer pixels and their neighbours by
 * (1 3 3 1)/8. Light that would leave the picture is mirrored at its edge. So every step keeps the
 * sum, and the result, light + bloom (distributed B - B), has the total light of the picture. The
 * weights depend on the size of a level's pixels relative to the picture's height: a picture with
 * more pixels shows the same glow.
 */
#include "picture/light/bloom.h"

#include "base/math/elementary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 15, ROWS = 16 };

/* weights of levels whose pixels are 2^-j of the picture's height, j = 0, 1, ...; together a bright
 * narrow core and a faint wide veil */
static const double share[] = {0, 0, 0, 0.04, 0.08, 0.13, 0.20, 0.27, 0.28, 0, 0, 0, 0, 0, 0, 0};
enum { SHARES = sizeof share / sizeof *share };

typedef struct level {
    int width, height;
    /* [height][width][3] light above white, summed over all pixels of the picture that a pixel of
     * this level covers */
    float *sum;
    /* [height][width][3] `sum`, blurred and weighted; at the end also the light that coarser levels
     * give */
    float *blur;
    float *part; /* scratch: `sum` blurred along rows only */
    float weight;
} level;

/* along one axis: the coarse pixels that give light to one fine pixel, and the shares of their
 * light that it gets */
typedef struct tap {
    int count, at[4];
    float part[4];
} tap;

typedef struct bloom {
    level level[LEVELS];
    int levels;
    int now; /* index of the level that is being computed */
    const tw_image *image;
    float *light;
    tap *across; /* [width] taps of each pixel in a row of that level, or of the picture */
    float white, strength;
} bloom;

/* number, 0 .. n - 1, of the pixel that i is mirrored to at the edges 0 and n; -n - 2 <= i <= 2 n +
 * 1 */
static int mirrored(int i, int n) {
    while (i < 0 || i >= n) i = i < 0 ? -1 - i : 2 * n - 1 - i;
    return i;
}

/* out: the part of a pixel's light that is above white */
static void bright(const bloom *b, const float *c, float out[3]) {
    float peak = fmaxf(fmaxf(c[0], c[1]), c[2]);
    float k = peak > b->white && peak < 1e30f ? 1 - b->white / peak : 0;
    for (int i = 0; i < 3; i++) out[i] = k * c[i];
}

/* sets row y of the first level's `sum` from the picture */
static void gather_picture(const bloom *b, int y) {
    const level *l = &b->level[0];
    const tw_image *m = b->image;
    float *to = l->sum + 3 * (size_t)y * (size_t)l->width;
    for (int x = 0; x < l->width; x++, to += 3) {
        to[0] = to[1] = to[2] = 0;
        for (int j = 2 * y; j < 2 * y + 2 && j < m->height; j++)
            for (int i = 2 * x; i < 2 * x + 2 && i < m->width; i++) {
                float c[3];
                bright(b, m->linear + 4 * ((size_t)j * (size_t)m->width + (size_t)i), c);
                for (int k = 0; k < 3; k++) to[k] += c[k];
            }
    }
}

/* sets row y of the `sum` of the level that is being computed from the next finer level */
static void gather(const bloom *b, int y) {
    if (b->now == 0) {
        gather_picture(b, y);
        return;
    }
    const level *l = &b->level[b->now], *f = l - 1;
    float *to = l->sum + 3 * (size_t)y * (size_t)l->width;
    for (int x = 0; x < l->width; x++, to += 3) {
        to[0] = to[1] = to[2] = 0;
        for (int j = 2 * y; j < 2 * y + 2 && j < f->height; j++)
            for (int i = 2 * x; i < 2 * x + 2 && i < f->width; i++)
                for (int k = 0; k < 3; k++)
                    to[k] += f->sum[3 * ((size_t)j * (size_t)f->width + (size_t)i) + (size_t)k];
    }
}

static const float binomial[5] = {1.0f / 16, 4.0f / 16, 6.0f / 16, 4.0f / 16, 1.0f / 16};

static void blur_row(const bloom *b, int y) {
    const level *l = &b->level[b->now];
    const float *from = l->sum + 3 * (size_t)y * (size_t)l->width;
    float *to = l->part + 3 * (size_t)y * (size_t)l->width;
    for (int x = 0; x < l->width; x++)
        for (int k = 0; k < 3; k++) {
            float sum = 0;
            for (int i = 0; i < 5; i++) {
                int at = x + i - 2;
                if (at < 0 || at >= l->width) at = mirrored(at, l->width);
                sum += binomial[i] * from[3 * at + k];
            }
            to[3 * x + k] = sum;
        }
}

static void blur_column(const bloom *b, int y) {
    const level *l = &b->level[b->now];
    size_t stride = 3 * (size_t)l->width;
    float *to = l->blur + (size_t)y * stride;
    memset(to, 0, stride * sizeof *to);
    for (int i = 0; i < 5; i++) {
        const float *from = l->part + (size_t)mirrored(y + i - 2, l->height) * stride;
        float w = binomial[i] * l->weight;
        for (size_t x = 0; x < stride; x++) to[x] += w * from[x];
    }
}

/* coarse pixels along one axis that give light to fine pixel i of n. Coarse pixel c gives to the
 * fine ones 2 c - 1 .. 2 c + 2; what lies beyond the edge is mirrored into the picture */
static tap tap_of(int i, int n) {
    const int candidate[4] = {i, -1, n, n + 1};
    int coarse = (n + 1) / 2;
    tap t = {.count = 0};
    for (int k = 0; k < 4; k++) {
        int v = candidate[k], half = v >= 0 ? v / 2 : -1, next = v & 1 ? half + 1 : half - 1;
        if (k > 0 && mirrored(v, n) != i) continue;
        if (half >= 0 && half < coarse) t.at[t.count] = half, t.part[t.count++] = 3.0f / 8;
        if (next >= 0 && next < coarse) t.at[t.count] = next, t.part[t.count++] = 1.0f / 8;
    }
    return t;
}

static void find_taps(bloom *b, int width) {
    for (int x = 0; x < width; x++) b->across[x] = tap_of(x, width);
}

/* out: light that the pixels of level l give to the finer pixel whose taps are x (columns) and y
 * (rows) */
static void shared_out(const level *l, const tap *x, const tap *y, float out[3]) {
    out[0] = out[1] = out[2] = 0;
    for (int j = 0; j < y->count; j++)
        for (int i = 0; i < x->count; i++) {
            const float *from =
                l->blur + 3 * ((size_t)y->at[j] * (size_t)l->width + (size_t)x->at[i]);
            float part = x->part[i] * y->part[j];
            for (int k = 0; k < 3; k++) out[k] += part * from[k];
        }
}

/* adds the light that the next coarser level gives to row y of the `blur` of the level that is
 * being computed */
static void scatter(const bloom *b, int y) {
    const level *l = &b->level[b->now];
    float *to = l->blur + 3 * (size_t)y * (size_t)l->width, more[3];
    tap down = tap_of(y, l->height);
    for (int x = 0; x < l->width; x++, to += 3) {
        shared_out(l + 1, &b->across[x], &down, more);
        for (int k = 0; k < 3; k++) to[k] += more[k];
    }
}

/* sets row y of the result: light + strength (bloom - light above white) */
static void add_up(const bloom *b, int y) {
    const tw_image *m = b->image;
    const float *from = m->linear + 4 * (size_t)y * (size_t)m->width;
    float *to = b->light + 4 * (size_t)y * (size_t)m->width, own[3], spread[3];
    tap down = tap_of(y, m->height);
    for (int x = 0; x < m->width; x++, from += 4, to += 4) {
        bright(b, from, own);
        shared_out(&b->level[0], &b->across[x], &down, spread);
        for (int k = 0; k < 3; k++) to[k] = from[k] + b->strength * (spread[k] - own[k]);
        to[3] = from[3];
    }
}

typedef struct rows {
    const bloom *b;
    void (*row)(const bloom *b, int y);
    int height;
} rows;

static void rows_job(void *context, int job, int thread) {
    const rows *r = context;
    (void)thread;
    for (int y = job * ROWS; y < (job + 1) * ROWS && y < r->height; y++) r->row(r->b, y);
}

static void each_row(const bloom *b, tw_team *team, int height, void (*row)(const bloom *, int)) {
    rows r = {b, row, height};
    int jobs = (height + ROWS - 1) / ROWS;
    if (team)
        tw_team_run(team, jobs, rows_job, &r);
    else
        for (int i = 0; i < jobs; i++) rows_job(&r, i, 0);
}

/* sets sizes and weights of the levels; returns the number of floats in `sum` of all levels
 * together */
static size_t plan(bloom *b) {
    int width = b->image->width, height = b->image->height;
    double total = 0, weight[LEVELS];
    size_t room = 0;
    for (b->levels = 0; b->levels < LEVELS; b->levels++) {
        if (b->levels > 0 && width < 2 && height < 2) break;
        width = (width + 1) / 2;
        height = (height + 1) / 2;
        b->level[b->levels] = (level){.width = width, .height = height};
        room += 3 * (size_t)width * (size_t)height;
        /* interpolates the weight of a level between two entries of the table `share` */
        double j = tw_log2((double)b->image->height) - (b->levels + 1);
        int at = (int)floor(j);
        double part = j - at, lo = at >= 0 && at < SHARES ? share[at] : 0;
        double hi = at + 1 >= 0 && at + 1 < SHARES ? share[at + 1] : 0;
        weight[b->levels] = lo + part * (hi - lo);
        total += weight[b->levels];
    }
    /* in a picture too small for any weight the finest level gets all */
    if (!(total > 0)) total = weight[0] = 1;
    for (int i = 0; i < b->levels; i++) b->level[i].weight = (float)(weight[i] / total);
    return room;
}

tw_status tw_bloom(const tw_frame *f, tw_team *team, const tw_image *image, float **light) {
    bloom b = {.image = image, .strength = (float)fmin(fmax(f->bloom, 0), 1)};
    b.white = (float)tw_exp2(-fmin(fmax(f->exposure, -60), 60));
    size_t room = plan(&b), pixels = (size_t)image->width * (size_t)image->height;
    float *memory = malloc(3 * room * sizeof *memory);
    b.light = malloc(4 * pixels * sizeof *b.light);
    b.across = malloc((size_t)image->width * sizeof *b.across);
    if (!memory || !b.light || !b.across) {
        free(memory);
        free(b.light);
        free(b.across);
        return tw_fail_memory();
    }
    float *at = memory;
    for (int i = 0; i < b.levels; i++) {
        level *l = &b.level[i];
        size_t n = 3 * (size_t)l->width * (size_t)l->height;
        l->sum = at;
        l->blur = at + n;
        l->part = at + 2 * n;
        at += 3 * n;
    }
    for (b.now = 0; b.now < b.levels; b.now++) {
        each_row(&b, team, b.level[b.now].height, gather);
        each_row(&b, team, b.level[b.now].height, blur_row);
        each_row(&b, team, b.level[b.now].height, blur_column);
    }
    for (b.now = b.levels - 2; b.now >= 0; b.now--) {
        find_taps(&b, b.level[b.now].width);
        each_row(&b, team, b.level[b.now].height, scatter);
    }
    find_taps(&b, image->width);
    each_row(&b, team, image->height, add_up);
    free(memory);
    free(b.across);
    *light = b.light;
    return TW_OK;
}
