/*
 * Procedural textures, averaged over the sample's footprint, so that they do not flicker far away:
 * a square wave averaged over a box is a difference of triangle waves.
 */
#include "picture/rays/surface.h"

/* integral over u of the square wave of period 1 that is 1 in [0, 1/2) and -1 in [1/2, 1) */
static fv triangle(fv u) {
    fv f = u - fv_floor(u), half = fv_all(0.5f);
    return half - fv_abs(f - half);
}

/* mean over u - w .. u + w of the square wave whose integral is `triangle` */
static fv wave(fv u, fv w) {
    w = fv_min(fv_max(w, fv_all(5e-4f)), fv_all(64));
    return (triangle(u + w) - triangle(u - w)) / (w + w);
}

static fv checker(fv3 x, fv3 w, fv k) {
    fv half = fv_all(0.5f);
    return half - half * wave(x.x * k, w.x * k) * wave(x.y * k, w.y * k) * wave(x.z * k, w.z * k);
}

/* share of u - w .. u + w covered by lines of width `line` that are centred on the integers */
static fv lines(fv u, fv w, fv line) {
    w = fv_min(fv_max(w, fv_all(5e-4f)), fv_all(64));
    fv at[2] = {u - w + line * fv_all(0.5f), u + w + line * fv_all(0.5f)};
    /* at[i]: integral of the indicator of the lines up to the interval's end i, minus `line` times
     * its length, which keeps it small */
    for (int i = 0; i < 2; i++) {
        fv f = at[i] - fv_floor(at[i]);
        at[i] = fv_min(f, line) - line * f;
    }
    return line + (at[1] - at[0]) / (w + w);
}

/* weight of grid lines along both axes of the coordinate plane closest to the surface; k: lines per
 * metre */
static fv grid(const tw_paint *p, fv3 x, fv3 n, fv3 w, fv k) {
    fv one = fv_all(1), line = fv_all(p->line), ax = fv_abs(n.x), ay = fv_abs(n.y);
    iv z = (fv_abs(n.z) >= ax) & (fv_abs(n.z) >= ay), across_x = ~z & (ax >= ay);
    fv a = fv_select(across_x, x.y, x.x), b = fv_select(z, x.y, x.z);
    fv wa = fv_select(across_x, w.y, w.x), wb = fv_select(z, w.y, w.z);
    return one - (one - lines(a * k, wa * k, line)) * (one - lines(b * k, wb * k, line));
}

static uv uv_all(uint32_t a) {
    return a - (uv){0};
}

/* tw_scramble of every lane */
static uv scrambled(uv a) {
    a ^= a >> 16;
    a *= uv_all(0x7feb352du);
    a ^= a >> 15;
    a *= uv_all(0x846ca68bu);
    return a ^ a >> 16;
}

/* smooth random numbers 0 .. 1, interpolated between hashes at whole coordinates */
static fv noise(fv x, fv y, fv z) {
    fv fx = fv_floor(x), fy = fv_floor(y), fz = fv_floor(z), value[8];
    iv ix = iv_from(fx), iy = iv_from(fy), iz = iv_from(fz);
    for (int c = 0; c < 8; c++) {
        uv h = (uv)(ix + iv_all(c & 1)) * uv_all(73856093u);
        h ^= (uv)(iy + iv_all(c >> 1 & 1)) * uv_all(19349663u);
        h ^= (uv)(iz + iv_all(c >> 2)) * uv_all(83492791u);
        value[c] = fv_from_iv((iv)(scrambled(h) >> 8)) * fv_all(0x1p-24f);
    }
    fv u[3] = {x - fx, y - fy, z - fz}, three = fv_all(3), two = fv_all(2);
    for (int i = 0; i < 3; i++) u[i] = u[i] * u[i] * (three - two * u[i]);
    for (int i = 0, n = 4; i < 3; i++, n /= 2)
        for (int c = 0; c < n; c++)
            value[c] = value[2 * c] + u[i] * (value[2 * c + 1] - value[2 * c]);
    return value[0];
}

/* weight of the second colour in wood: annual rings around local z, slightly irregular, with fine
 * fibres along z; k: rings per metre */
static fv wood(fv3 x, fv3 w, fv k) {
    fv one = fv_all(1), half = fv_all(0.5f);
    fv3 p = f3_scale(x, k);
    fv waver = noise(p.x * fv_all(0.45f), p.y * fv_all(0.45f), p.z * fv_all(0.12f)) - half;
    /* the pith, the centre of the rings, lies outside the piece, as in most boards */
    fv px = p.x + fv_all(1.7f), py = p.y + fv_all(0.9f);
    fv ring = fv_sqrt(px * px + py * py) + fv_all(1.1f) * waver;
    fv f = ring - fv_floor(ring);
    /* over one ring the colour darkens slowly (early wood), then ends in a dark edge (late wood) */
    fv late = f * f * f, fade = fv_max(one - k * fv_max(w.x, fv_max(w.y, w.z)), fv_all(0));
    late = fv_all(0.25f) + fade * (late * (one - f * f * f * f) * fv_all(2.6f) - fv_all(0.25f));
    fv fibre = noise(p.x * fv_all(9), p.y * fv_all(9), p.z * fv_all(0.35f)) - half;
    fv mix = late + fv_all(0.35f) * fade * fibre;
    return fv_min(fv_max(mix, fv_all(0)), one);
}

float tw_texture_mean(const tw_paint *p) {
    switch (p->texture) {
    case TW_TEXTURE_CHECKER:
    case TW_TEXTURE_STRIPES:
        return 0.5f;
    case TW_TEXTURE_WOOD:
        return 0.25f; /* mean weight, shown where rings are too fine to be seen */
    case TW_TEXTURE_GRID:
        return 1 - (1 - p->line) * (1 - p->line);
    case TW_TEXTURE_PICTURE:
    case TW_TEXTURE_NONE:
        break;
    }
    return 0;
}

fv tw_texture_weight(const tw_paint *p, fv3 x, fv3 n, fv3 w) {
    fv k = fv_all(1 / p->period);
    switch (p->texture) {
    case TW_TEXTURE_CHECKER:
        return checker(x, w, k);
    case TW_TEXTURE_STRIPES:
        return fv_all(0.5f) - fv_all(0.5f) * wave(x.x * k, w.x * k);
    case TW_TEXTURE_WOOD:
        return wood(x, w, k);
    case TW_TEXTURE_GRID:
        return grid(p, x, n, w, k);
    case TW_TEXTURE_PICTURE:
    case TW_TEXTURE_NONE:
        break;
    }
    return fv_all(0);
}
