/*
 * From linear light to eight bits: exposure, tone curve, sRGB [IEC 61966-2-1], dither.
 *
 * The film curve leaves everything below 0.76 as it is, so that colours stay the material's own,
 * bends brighter values toward 1 and takes the colour out of it (Khronos PBR neutral, without its
 * toe).
 *
 * The filmic curve goes by the greatest of the three, p: a toe, a straight middle through 0.18, and
 * a shoulder, with one slope where they meet,
 *     y = 0.7 p + (20/9) p^2       p <= 0.09
 *     y = 0.18 + 1.1 (p - 0.18)    to y = 1/2, p = 0.18 + 0.32/1.1
 *     y = 1 - k / (p + c)          k = (1 - 1/2)^2 / 1.1,  c = (1 - 1/2) / 1.1 - p(1/2);
 * all three colours by y / p, and the shoulder's loss takes colour out, as above.
 *
 * The dither is an ordered pattern below one step of the result: gradients show no bands.
 */
#include "base/math/elementary.h"
#include "picture/rays/scene.h"
#include "shape/lanes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 4096, ROWS = 16 };

typedef struct curve {
    float gain;
    tw_tone tone;
    bool alpha;
    /* table over s = sqrt(x) in STEPS steps, x: linear light 0 .. 1. srgb: the sRGB value of x,
     * nearly a straight function of s; rise: its difference to the next entry */
    float srgb[STEPS + 2], rise[STEPS + 2];
} curve;

static void curve_make(const tw_frame *f, bool alpha, curve *c) {
    c->gain = (float)tw_pow(2, fmin(fmax(f->exposure, -60), 60));
    c->tone = f->tone;
    c->alpha = alpha;
    for (int i = 0; i < STEPS + 2; i++) {
        double s = (double)i / STEPS, x = s * s;
        double y = x <= 0.0031308 ? 12.92 * x : 1.055 * tw_pow(x, 1 / 2.4) - 0.055;
        c->srgb[i] = (float)y;
    }
    for (int i = 0; i <= STEPS; i++) c->rise[i] = c->srgb[i + 1] - c->srgb[i];
    c->rise[STEPS + 1] = 0;
}

static fv3 film(fv3 c) {
    const float start = 0.76f, fade = 0.15f, room = 1 - start;
    fv peak = fv_max(fv_max(c.x, c.y), c.z), one = fv_all(1);
    iv bright = peak > fv_all(start);
    if (!iv_any(bright)) return c;
    peak = fv_select(peak < fv_all(1e30f), peak, fv_all(1e30f));
    fv bent = one - fv_all(room * room) / (peak + fv_all(room) - fv_all(start));
    fv k = bent / peak, white = one - one / (fv_all(fade) * (peak - bent) + one);
    fv3 b = f3_all(0, 0, 0);
    b.x = c.x * k + (bent - c.x * k) * white;
    b.y = c.y * k + (bent - c.y * k) * white;
    b.z = c.z * k + (bent - c.z * k) * white;
    return f3_select(bright, b, c);
}

static fv3 filmic(fv3 c) {
    const float slope = 1.1f, start = 0.18f + 0.32f / slope, fade = 0.15f;
    const float k = 0.25f / slope, away = 0.5f / slope - start;
    fv one = fv_all(1), zero = fv_all(0), tiny = fv_all(1e-30f);
    fv peak = fv_max(fv_max(c.x, c.y), c.z);
    peak = fv_select(peak < fv_all(1e30f), fv_max(peak, tiny), fv_all(1e30f));
    fv toe = peak * (fv_all(0.7f) + fv_all(20.0f / 9) * peak);
    fv line = fv_all(0.18f) + fv_all(slope) * (peak - fv_all(0.18f));
    fv bent = one - fv_all(k) / (fv_max(peak, fv_all(start)) + fv_all(away));
    fv y = fv_select(peak < fv_all(0.09f), toe, fv_select(peak < fv_all(start), line, bent));
    fv lost = fv_max(line - bent, zero) * fv_all(fade);
    fv white = fv_select(peak > fv_all(start), lost / (lost + one), zero), scale = y / peak;
    c = f3_scale(c, scale);
    c.x += (y - c.x) * white;
    c.y += (y - c.y) * white;
    c.z += (y - c.z) * white;
    return c;
}

static fv look_up(const float *table, iv at) {
#if defined(TW_WIDE)
    return (fv)_mm256_i32gather_ps(table, (__m256i)at, 4);
#else
    fv v;
    for (int i = 0; i < TW_LANES; i++) v[i] = table[at[i]];
    return v;
#endif
}

static fv encode(const curve *c, fv x) {
    fv zero = fv_all(0), one = fv_all(1);
    /* clamped to 0 .. 1; a NaN becomes 0 */
    x = fv_select(x > zero, fv_select(x < one, x, one), zero);
    fv s = fv_sqrt(x) * fv_all(STEPS);
    iv i = iv_from(s);
    return look_up(c->srgb, i) + (s - fv_from_iv(i)) * look_up(c->rise, i);
}

/* thresholds in [0, 1) for TW_LANES pixels from (x, y) on, all in one 8 x 8 block: an ordered
 * pattern, shifted from block to block so that it shows no grid */
static fv dither(int x, int y) {
    uint32_t h = tw_scramble((uint32_t)(x >> 3) * 0x9e3779b9u + (uint32_t)(y >> 3) * 0x85ebca6bu);
    iv a, b = iv_all(y + (int)(h >> 3 & 7)), m = iv_all(0), one = iv_all(1);
    for (int i = 0; i < TW_LANES; i++) a[i] = x + i + (int)(h & 7);
    iv d = a ^ b;
    for (int k = 0; k < 3; k++) m |= ((d >> k & one) << 1 | (b >> k & one)) << (4 - 2 * k);
    return (fv_from_iv(m) + fv_all(0.5f)) * fv_all(1.0f / 64);
}

static iv byte(fv v, fv d) {
    fv s = v * fv_all(255) + d;
    return iv_from(fv_select(s > fv_all(255), fv_all(255), s));
}

/* *to: sRGB bytes of the TW_LANES pixels from (x, y) on; from: their linear light. Both must have
 * room for all lanes, even where the picture ends earlier */
static void resolve_some(const curve *c, int x, int y, const float *from, uint32_t *to) {
    fv3 rgb;
    fv alpha, k = fv_all(c->gain), zero = fv_all(0), one = fv_all(1);
    for (int i = 0; i < TW_LANES; i++) {
        rgb.x[i] = from[4 * i];
        rgb.y[i] = from[4 * i + 1];
        rgb.z[i] = from[4 * i + 2];
        alpha[i] = from[4 * i + 3];
    }
    /* the light is premultiplied by the coverage; divided by it here, it becomes straight */
    if (c->alpha) {
        iv some = alpha > zero;
        k = fv_select(some, k / fv_select(some, alpha, one), zero);
    }
    rgb = f3_scale(rgb, k);
    if (c->tone == TW_TONE_FILM) rgb = film(rgb);
    if (c->tone == TW_TONE_FILMIC) rgb = filmic(rgb);
    fv d = dither(x, y);
    iv a = c->alpha ? byte(alpha, fv_all(0.5f)) : iv_all(255);
    iv all = byte(encode(c, rgb.x), d) | byte(encode(c, rgb.y), d) << 8;
    all |= byte(encode(c, rgb.z), d) << 16 | a << 24;
    memcpy(to, &all, sizeof all);
}

static void resolve_row(const curve *c, const float *light, tw_image *image, int y) {
    const float *from = light + 4 * (size_t)y * (size_t)image->width;
    uint8_t *to = image->srgb + 4 * (size_t)y * (size_t)image->width;
    int x = 0;
    uint32_t out[TW_LANES];
    for (; x + TW_LANES <= image->width; x += TW_LANES) {
        resolve_some(c, x, y, from + 4 * x, out);
        memcpy(to + 4 * x, out, sizeof out);
    }
    if (x == image->width) return;
    size_t left = (size_t)(image->width - x);
    float rest[4 * TW_LANES] = {0};
    memcpy(rest, from + 4 * x, left * 4 * sizeof *rest);
    resolve_some(c, x, y, rest, out);
    memcpy(to + 4 * x, out, left * 4);
}

typedef struct work {
    const curve *curve;
    const float *light;
    tw_image *image;
} work;

static void rows_job(void *context, int job, int thread) {
    const work *w = context;
    (void)thread;
    for (int y = job * ROWS; y < (job + 1) * ROWS && y < w->image->height; y++)
        resolve_row(w->curve, w->light, w->image, y);
}

tw_status tw_resolve(const tw_frame *f, const tw_picture_options *o, tw_team *team,
                     const float *light, tw_image *image) {
    curve *c = malloc(sizeof *c);
    if (!c) return tw_fail_memory();
    curve_make(f, o->alpha, c);
    work w = {c, light, image};
    int jobs = (image->height + ROWS - 1) / ROWS;
    if (team)
        tw_team_run(team, jobs, rows_job, &w);
    else
        for (int i = 0; i < jobs; i++) rows_job(&w, i, 0);
    free(c);
    return TW_OK;
}
