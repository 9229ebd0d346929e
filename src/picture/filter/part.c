/* The parts of a pixel, sample by sample; see filter.h. */
#include "picture/filter/filter.h"

#include <string.h>

void tw_parts_begin(tw_parts *p, int width, int height) {
    p->width = width;
    p->height = height;
    p->some = p->second = p->lobes = false;
    for (int k = 0; k < TW_PARTS; k++)
        memset(p->plane[k][TW_PLANE_ITEM], 0xff, sizeof p->plane[k][TW_PLANE_ITEM]); /* NONE: -1 */
}

static tw_quad columns(const fv a[TW_GROUPS]) {
    const tw_quad *q = (const tw_quad *)(const void *)a;
    return (q[0] + q[2]) + (q[1] + q[3]);
}

static float total(tw_quad q) {
    return (q[0] + q[2]) + (q[1] + q[3]);
}

void tw_pixel_slots(tw_pixel *p, const tw_lit *l, iv slot[TW_GROUPS]) {
    for (int g = 0; g < TW_GROUPS; g++) {
        slot[g] = iv_all(TW_PARTS);
        uint32_t left = (uint32_t)iv_bits(l->hit[g]);
        while (left) {
            int32_t item = l->item[g][__builtin_ctz(left)];
            int k = 0;
            while (k < p->parts && p->part[k].item != item) k++;
            if (k == p->parts && k < TW_PARTS) {
                p->part[k] = (tw_part){.item = item};
                p->parts++;
            }
            iv same = l->hit[g] & (l->item[g] == iv_all(item));
            slot[g] = iv_select(same, iv_all(k), slot[g]);
            left &= ~(uint32_t)iv_bits(same);
        }
    }
}

/* sums of one vector per lane over the lanes of a part; returns their luminance by column */
static tw_quad add3(const fv3 *a, const iv *on, bool all, float *sum) {
    fv x[3][TW_GROUPS], zero = fv_all(0);
    for (int g = 0; g < TW_GROUPS; g++) {
        x[0][g] = all ? a[g].x : fv_select(on[g], a[g].x, zero);
        x[1][g] = all ? a[g].y : fv_select(on[g], a[g].y, zero);
        x[2][g] = all ? a[g].z : fv_select(on[g], a[g].z, zero);
    }
    tw_quad c[3] = {columns(x[0]), columns(x[1]), columns(x[2])};
    for (int i = 0; i < 3; i++) sum[i] += total(c[i]);
    return (c[0] + c[1] + c[1] + c[2]) * 0.25f;
}

/* masks of the lanes of part k; are there any, is it all of them? */
static int lanes_of(const iv *slot, int k, iv *on) {
    int n = 0;
    for (int g = 0; g < TW_GROUPS; g++) {
        on[g] = slot[g] == iv_all(k);
        n += __builtin_popcount((unsigned)iv_bits(on[g]));
    }
    return n;
}

void tw_pixel_add(tw_pixel *p, const tw_lit *l, const iv slot[TW_GROUPS], bool alpha) {
    iv on[TW_GROUPS];
    fv one[TW_GROUPS];
    fv3 other[TW_GROUPS];
    for (int k = 0; k < p->parts; k++) {
        int n = lanes_of(slot, k, on);
        if (n == 0) continue;
        bool all = n == TW_PACKET;
        tw_part *to = &p->part[k];
        for (int g = 0; g < TW_GROUPS; g++) one[g] = fv_select(on[g], fv_all(1), fv_all(0));
        to->n += columns(one);
        add3(l->kd, on, all, to->sum + TW_PLANE_KD);
        add3(l->normal, on, all, to->sum + TW_PLANE_NORMAL);
        to->diffuse += add3(l->diffuse, on, all, to->sum + TW_PLANE_DIFFUSE);
        if (!l->lobes) continue;
        add3(l->tint, on, all, to->sum + TW_PLANE_TINT);
        to->lobe += add3(l->lobe, on, all, to->sum + TW_PLANE_LOBE);
    }
    for (int g = 0; g < TW_GROUPS; g++) {
        fv3 sum = f3_add(f3_mul(l->diffuse[g], l->kd[g]), f3_mul(l->lobe[g], l->tint[g]));
        iv third = l->hit[g] & (slot[g] == iv_all(TW_PARTS));
        fv3 none = f3_all(0, 0, 0);
        other[g] = f3_add(l->other[g], f3_select(third, sum, none));
        if (alpha) other[g] = f3_select(l->hit[g], other[g], none);
        on[g] = l->hit[g];
        one[g] = fv_select(on[g], fv_all(1), fv_all(0));
    }
    p->other[3] += total(columns(one));
    p->rest += add3(other, on, true, p->other);
    p->samples += TW_PACKET;
}

void tw_pixel_later(tw_pixel *p, const iv slot[TW_GROUPS], const fv3 *all, const fv3 *diffuse,
                    const fv3 *lobe) {
    iv on[TW_GROUPS];
    for (int k = 0; k < p->parts; k++) {
        int n = lanes_of(slot, k, on);
        if (n == 0) continue;
        tw_part *to = &p->part[k];
        to->diffuse += add3(diffuse, on, n == TW_PACKET, to->sum + TW_PLANE_DIFFUSE);
        to->lobe += add3(lobe, on, n == TW_PACKET, to->sum + TW_PLANE_LOBE);
    }
    if (lanes_of(slot, TW_PARTS, on)) p->rest += add3(all, on, false, p->other);
}

void tw_columns(const fv3 L[TW_GROUPS], tw_quad sum[3]) {
    fv x[3][TW_GROUPS];
    for (int g = 0; g < TW_GROUPS; g++) {
        x[0][g] = L[g].x;
        x[1][g] = L[g].y;
        x[2][g] = L[g].z;
    }
    for (int i = 0; i < 3; i++) sum[i] = columns(x[i]);
}

void tw_pixel_known(tw_pixel *p, const tw_quad light[4]) {
    for (int i = 0; i < 4; i++) p->other[i] += total(light[i]);
    p->rest += (light[0] + light[1] + light[1] + light[2]) * 0.25f;
    p->samples += TW_PACKET;
}

void tw_pixel_ground(tw_pixel *p, const float *kd, const tw_quad light[3]) {
    int k = 0;
    while (k < p->parts && p->part[k].item != TW_ITEM_GROUND) k++;
    p->other[3] += TW_PACKET;
    p->samples += TW_PACKET;
    if (k == TW_PARTS) {
        for (int i = 0; i < 3; i++) p->other[i] += total(light[i]);
        p->rest += (light[0] + light[1] + light[1] + light[2]) * 0.25f;
        return;
    }
    if (k == p->parts) p->part[p->parts++] = (tw_part){.item = TW_ITEM_GROUND};
    tw_part *to = &p->part[k];
    tw_quad in[3];
    for (int i = 0; i < 3; i++) {
        in[i] = kd[i] > 0 ? light[i] / kd[i] : light[i] * 0;
        to->sum[TW_PLANE_DIFFUSE + i] += total(in[i]);
        to->sum[TW_PLANE_KD + i] += kd[i] * TW_PACKET;
    }
    to->sum[TW_PLANE_NORMAL + 2] += TW_PACKET;
    to->diffuse += (in[0] + in[1] + in[1] + in[2]) * 0.25f;
    to->n += 4;
}

/* variance of the mean, from how far the columns are apart */
static float spread(tw_quad n, tw_quad sum) {
    typedef int32_t quad_mask __attribute__((vector_size(16)));
    const tw_quad one = {1, 1, 1, 1}, zero = {0, 0, 0, 0};
    float all = total(n), mean = total(sum) / all;
    quad_mask seen = n > zero;
    int others = -(seen[0] + seen[1] + seen[2] + seen[3]) - 1;
    if (others <= 0) return mean * mean;
    tw_quad by = (tw_quad)((seen & (quad_mask)n) | (~seen & (quad_mask)one));
    tw_quad d = sum / by - mean;
    return total(n * d * d) / (all * (float)others);
}

static float luminance(const float *c) {
    return (c[0] + 2 * c[1] + c[2]) * 0.25f;
}

/* light of the part, a sample */
static float brightness(const tw_part *a, float n) {
    float c[3];
    for (int i = 0; i < 3; i++)
        c[i] = (a->sum[TW_PLANE_KD + i] * a->sum[TW_PLANE_DIFFUSE + i] +
                a->sum[TW_PLANE_TINT + i] * a->sum[TW_PLANE_LOBE + i]) /
               (n * n);
    return luminance(c);
}

float tw_pixel_noise(const tw_pixel *p, float gain, const float equals[2]) {
    float k = 1 / (float)p->samples, left = 0, y = 0;
    tw_quad edge = p->rest;
    for (int i = 0; i < p->parts; i++) {
        const tw_part *a = &p->part[i];
        float n = total(a->n), b = brightness(a, n);
        float kd = luminance(a->sum + TW_PLANE_KD) * k,
              tint = luminance(a->sum + TW_PLANE_TINT) * k;
        left += kd * kd * spread(a->n, a->diffuse) / equals[0];
        if (tint > 0) left += tint * tint * spread(a->n, a->lobe) / equals[1];
        edge += a->n * b;
        y += n * b;
    }
    y = (y + total(p->rest)) * k * gain;
    /* the columns as they would be, were parts evenly lit */
    tw_quad some = {1, 1, 1, 1};
    edge *= 4 * k;
    left += spread(some, edge);
    /* of the square root */
    float bright = y < 0.0025f ? 0.0025f : y;
    if (bright > 1.44f) left *= 1.44f / bright;
    return left * gain * gain / (4 * bright);
}

static void store_part(const tw_pixel *p, int k, tw_parts *to, int x, int y) {
    const tw_part *a = &p->part[k];
    memcpy(tw_parts_at(to, k, TW_PLANE_ITEM, x, y), &a->item, sizeof a->item);
    float n = total(a->n), by = 1 / n;
    bool lobe = luminance(a->sum + TW_PLANE_TINT) > 0;
    *tw_parts_at(to, k, TW_PLANE_SHARE, x, y) = n / (float)p->samples;
    for (int i = TW_PLANE_KD; i < TW_PLANE_DIFFUSE_NOISE; i++)
        *tw_parts_at(to, k, i, x, y) = a->sum[i] * by;
    *tw_parts_at(to, k, TW_PLANE_DIFFUSE_NOISE, x, y) = spread(a->n, a->diffuse);
    *tw_parts_at(to, k, TW_PLANE_LOBE_NOISE, x, y) = lobe ? spread(a->n, a->lobe) : 0;
    to->some = true;
    to->second |= k > 0;
    to->lobes |= lobe;
}

void tw_pixel_store(const tw_pixel *p, tw_parts *to, int x, int y, float *c) {
    for (int k = 0; k < p->parts; k++) store_part(p, k, to, x, y);
    for (int i = 0; i < 4; i++) c[i] = p->other[i] / (float)p->samples;
}
