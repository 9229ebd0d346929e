/*
 * From linear light to eight bits: exposure, tone curve, sRGB [IEC 61966-2-1], dither.
 *
 * The film curve leaves everything below 0.76 as it is, so that colours stay the material's own,
 * bends what is brighter toward 1 and takes the colour out of it (Khronos PBR neutral, without its
 * toe). The dither is an ordered pattern below one step of the result: gradients show no bands.
 */
#include "base/elementary.h"
#include "picture/scene.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS = 4096 };

typedef struct curve {
    float gain;
    bool film, alpha;
    float srgb[STEPS + 2]; /* over sqrt(x), where it is nearly straight */
} curve;

static void curve_make(const tw_frame *f, bool alpha, curve *c) {
    c->gain = (float)tw_pow(2, fmin(fmax(f->exposure, -60), 60));
    c->film = f->tone_film;
    c->alpha = alpha;
    for (int i = 0; i < STEPS + 2; i++) {
        double s = (double)i / STEPS, x = s * s;
        double y = x <= 0.0031308 ? 12.92 * x : 1.055 * tw_pow(x, 1 / 2.4) - 0.055;
        c->srgb[i] = (float)y;
    }
}

static void film(float c[3]) {
    const float start = 0.76f, fade = 0.15f, room = 1 - start;
    float peak = c[0] > c[1] ? c[0] : c[1];
    peak = peak > c[2] ? peak : c[2];
    if (peak <= start) return;
    if (!(peak < 1e30f)) peak = 1e30f;
    float bent = 1 - room * room / (peak + room - start);
    float k = bent / peak, white = 1 - 1 / (fade * (peak - bent) + 1);
    for (int i = 0; i < 3; i++) c[i] = c[i] * k + (bent - c[i] * k) * white;
}

static float encode(const curve *c, float x) {
    x = x > 0 ? (x < 1 ? x : 1) : 0; /* not a number: 0 */
    float s = sqrtf(x) * STEPS;
    int i = (int)s;
    return c->srgb[i] + (s - (float)i) * (c->srgb[i + 1] - c->srgb[i]);
}

/* 8 x 8 ordered pattern, shifted block by block so that it does not show as a grid; [0, 1) */
static float dither(int x, int y) {
    uint32_t h = tw_scramble((uint32_t)(x >> 3) * 0x9e3779b9u + (uint32_t)(y >> 3) * 0x85ebca6bu);
    uint32_t a = (uint32_t)x + (h & 7), b = (uint32_t)y + (h >> 3 & 7), m = 0;
    uint32_t d = a ^ b;
    for (uint32_t k = 0; k < 3; k++) m |= ((d >> k & 1) << 1 | (b >> k & 1)) << (4 - 2 * k);
    return ((float)m + 0.5f) / 64;
}

static uint8_t byte(float v, float d) {
    float s = v * 255 + d;
    return (uint8_t)(s > 255 ? 255 : s);
}

static void resolve_row(const curve *c, tw_image *image, int y) {
    const float *from = image->linear + 4 * (size_t)y * (size_t)image->width;
    uint8_t *to = image->srgb + 4 * (size_t)y * (size_t)image->width;
    for (int x = 0; x < image->width; x++, from += 4, to += 4) {
        /* with transparency the light is weighted with coverage: take that off */
        float k = c->gain;
        if (c->alpha) k = from[3] > 0 ? k / from[3] : 0;
        float rgb[3] = {from[0] * k, from[1] * k, from[2] * k}, d = dither(x, y);
        if (c->film) film(rgb);
        for (int i = 0; i < 3; i++) to[i] = byte(encode(c, rgb[i]), d);
        to[3] = c->alpha ? byte(from[3], 0.5f) : 255;
    }
}

tw_status tw_resolve(const tw_frame *f, const tw_picture_options *o, tw_image *image) {
    curve *c = malloc(sizeof *c);
    if (!c) return tw_fail_memory();
    curve_make(f, o->alpha, c);
    for (int y = 0; y < image->height; y++) resolve_row(c, image, y);
    free(c);
    return TW_OK;
}
