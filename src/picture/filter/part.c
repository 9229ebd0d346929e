/* The parts of a pixel, sample by sample; see filter.h. */
#include "picture/draft/draft.h"
#include "picture/filter/filter.h"
#include "picture/light/back.h"

#include <string.h>

void tw_parts_begin(tw_parts *p, int width, int height) {
    p->width = width;
    p->height = height;
    p->strength = 1;
    p->some = p->second = p->lobes = false;
}

/* clears part number k of all pixels. It runs when the first pixel gets such a part: most tiles
 * have no second parts, and many have none at all */
static void clear_part(tw_parts *p, int k) {
    /* bytes 0xff make the integer -1, TW_ITEM_NONE */
    memset(p->plane[k][TW_PLANE_ITEM], 0xff, sizeof p->plane[k][TW_PLANE_ITEM]);
    /* pixels without a part have the weight 0; all values are set because arbitrary numbers could
     * be denormal, which makes arithmetic slow */
    memset(p->plane[k][TW_PLANE_SHARE], 0, sizeof p->plane[k][TW_PLANE_SHARE]);
    memset(p->plane[k][TW_PLANE_NORMAL], 0, 3 * sizeof p->plane[k][TW_PLANE_NORMAL]);
}

static float luminance(const float *c) {
    return (c[0] + 2 * c[1] + c[2]) * 0.25f;
}

static tw_quad columns(const fv a[TW_GROUPS]) {
    const tw_quad *q = (const tw_quad *)(const void *)a;
    return (q[0] + q[2]) + (q[1] + q[3]);
}

static float total(tw_quad q) {
    return (q[0] + q[2]) + (q[1] + q[3]);
}

/* number of the pixel's part that shows the item; a new part is made if there is room, otherwise
 * TW_PARTS is returned */
static int part_of(tw_pixel *p, int32_t item) {
    int k = 0;
    while (k < p->parts && p->part[k].item != item) k++;
    if (k == p->parts && k < TW_PARTS) p->part[p->parts++] = (tw_part){.item = item};
    return k;
}

void tw_pixel_slots(tw_pixel *p, const tw_lit *l, iv slot[TW_GROUPS]) {
    for (int g = 0; g < TW_GROUPS; g++) {
        slot[g] = iv_all(TW_PARTS);
        uint32_t left = (uint32_t)iv_bits(l->hit[g]);
        while (left) {
            int32_t item = l->item[g][__builtin_ctz(left)];
            int k = part_of(p, item);
            iv same = l->hit[g] & (l->item[g] == iv_all(item));
            slot[g] = iv_select(same, iv_all(k), slot[g]);
            left &= ~(uint32_t)iv_bits(same);
        }
    }
}

/* adds the vectors a of the lanes `on` (all: of every lane) to sum [3]; returns their luminance,
 * summed by column */
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

/* on: mask of the lanes that belong to part k; returns their number */
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
        tw_quad each = columns(one);
        to->n += each;
        to->lit += each;
        to->kd += add3(l->kd, on, all, to->sum + TW_PLANE_KD);
        add3(l->normal, on, all, to->sum + TW_PLANE_NORMAL);
        to->light[tw_kind(TW_PLANE_DIFFUSE)] +=
            add3(l->diffuse, on, all, to->sum + TW_PLANE_DIFFUSE);
        if (!l->lobes) continue;
        to->tint += add3(l->tint, on, all, to->sum + TW_PLANE_TINT);
        to->light[tw_kind(TW_PLANE_LOBE)] += add3(l->lobe, on, all, to->sum + TW_PLANE_LOBE);
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
        to->light[tw_kind(TW_PLANE_FOUND_DIFFUSE)] +=
            add3(diffuse, on, n == TW_PACKET, to->sum + TW_PLANE_FOUND_DIFFUSE);
        to->light[tw_kind(TW_PLANE_FOUND_LOBE)] +=
            add3(lobe, on, n == TW_PACKET, to->sum + TW_PLANE_FOUND_LOBE);
    }
    if (lanes_of(slot, TW_PARTS, on)) p->rest += add3(all, on, false, p->other);
}

/* reorders a mask of lanes: bit 4 r + c becomes bit 4 c + r, the order of columns */
static uint32_t by_column(uint32_t lanes) {
    uint32_t out = 0;
    for (int i = 0; i < TW_PACKET; i++) out |= (lanes >> i & 1) << (4 * (i % 4) + i / 4);
    return out;
}

bool tw_pixel_sort(tw_pixel *p, const tw_packet *eye, uint32_t mask[TW_PARTS]) {
    for (int k = 0; k < TW_PARTS; k++) mask[k] = 0;
    for (int g = 0; g < TW_GROUPS; g++) {
        uint32_t left = (uint32_t)iv_bits(eye->item[g] != iv_all(TW_ITEM_NONE));
        while (left) {
            int32_t item = eye->item[g][__builtin_ctz(left)];
            int k = part_of(p, item);
            if (k == TW_PARTS) return false;
            uint32_t same = left & (uint32_t)iv_bits(eye->item[g] == iv_all(item));
            mask[k] |= same << (g * TW_LANES);
            left &= ~same;
        }
    }
    for (int k = 0; k < TW_PARTS; k++) mask[k] = mask[k] == 0xffff ? 0xffff : by_column(mask[k]);
    return true;
}

void tw_pixel_see(tw_pixel *p, const tw_view *s, const tw_packet *eye, bool alpha,
                  const uint32_t mask[TW_PARTS]) {
    uint32_t all = 0;
    for (int k = 0; k < TW_PARTS; k++) {
        all |= mask[k];
        for (int c = 0; c < 4 && mask[k]; c++)
            p->part[k].n[c] += (float)__builtin_popcount(mask[k] >> 4 * c & 15);
    }
    p->other[3] += (float)__builtin_popcount(all);
    p->samples += TW_PACKET;
    if (alpha || all == 0xffff) return;
    fv3 L[TW_GROUPS];
    iv missed[TW_GROUPS];
    for (int g = 0; g < TW_GROUPS; g++) {
        missed[g] = eye->item[g] == iv_all(TW_ITEM_NONE);
        L[g] = f3_select(missed[g], tw_background(s, eye->d[g]), f3_all(0, 0, 0));
    }
    p->rest += add3(L, missed, true, p->other);
}

/* Sums of the vectors a of four pixels, whose lanes are those of tw_pixel_add_quarters: sum[c][j]
 * is component c over the lanes j, j + 4, ... of pixel j; y, if not NULL: y[j][r] is the luminance
 * of lane 4 r + j */
static void add_quarters(const fv3 *a, tw_quad sum[3], tw_quad y[4]) {
    fv x[3][TW_GROUPS];
    for (int g = 0; g < TW_GROUPS; g++) {
        x[0][g] = a[g].x;
        x[1][g] = a[g].y;
        x[2][g] = a[g].z;
    }
    for (int k = 0; k < 3; k++) sum[k] = columns(x[k]);
    if (!y) return;
    const tw_quad *r = (const tw_quad *)(const void *)x[0],
                  *g = (const tw_quad *)(const void *)x[1];
    const tw_quad *b = (const tw_quad *)(const void *)x[2];
    for (int i = 0; i < 4; i++) {
        tw_quad row = (r[i] + g[i] + g[i] + b[i]) * 0.25f;
        for (int j = 0; j < 4; j++) y[j][i] = row[j];
    }
}

/* adds vectors a of four pixels to the sums of the planes plane .. plane + 2 of their parts k, and
 * their luminance to the sums by column of the same quantity */
static void put_quarters(tw_pixel *const pixel[4], int k, int plane, const fv3 *a) {
    tw_quad sum[3], y[4];
    add_quarters(a, sum, plane == TW_PLANE_NORMAL ? NULL : y);
    for (int j = 0; j < 4; j++) {
        if (!pixel[j]) continue;
        tw_part *to = &pixel[j]->part[k];
        for (int i = 0; i < 3; i++) to->sum[plane + i] += sum[i][j];
        if (plane == TW_PLANE_KD) to->kd += y[j];
        if (plane == TW_PLANE_TINT) to->tint += y[j];
        if (plane >= TW_PLANE_DIFFUSE) to->light[tw_kind(plane)] += y[j];
    }
}

void tw_pixel_add_quarters(tw_pixel *const pixel[4], int k, const float seen[4], const tw_lit *l) {
    tw_quad sum[3], y[4], lit[4];
    fv3 one[TW_GROUPS];
    for (int g = 0; g < TW_GROUPS; g++) {
        fv on = fv_select(l->hit[g], fv_all(1), fv_all(0));
        one[g] = f3(on, on, on);
    }
    add_quarters(one, sum, lit);
    add_quarters(l->other, sum, y);
    for (int j = 0; j < 4; j++) {
        if (!pixel[j]) continue;
        pixel[j]->part[k].lit += lit[j];
        /* light that is not filtered is averaged over all samples of the pixel that show the part,
         * for which these few stand */
        float each = seen[j] / total(lit[j]);
        for (int i = 0; i < 3; i++) pixel[j]->other[i] += sum[i][j] * each;
        pixel[j]->rest += y[j] * each;
    }
    put_quarters(pixel, k, TW_PLANE_KD, l->kd);
    put_quarters(pixel, k, TW_PLANE_NORMAL, l->normal);
    put_quarters(pixel, k, TW_PLANE_DIFFUSE, l->diffuse);
    if (!l->lobes) return;
    put_quarters(pixel, k, TW_PLANE_TINT, l->tint);
    put_quarters(pixel, k, TW_PLANE_LOBE, l->lobe);
}

void tw_pixel_later_quarters(tw_pixel *const pixel[4], int k, const fv3 *diffuse, const fv3 *lobe) {
    put_quarters(pixel, k, TW_PLANE_FOUND_DIFFUSE, diffuse);
    put_quarters(pixel, k, TW_PLANE_FOUND_LOBE, lobe);
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

void tw_pixel_known(tw_pixel *p, int samples, const tw_quad light[4]) {
    for (int i = 0; i < 4; i++) p->other[i] += total(light[i]);
    p->rest += (light[0] + light[1] + light[1] + light[2]) * 0.25f;
    p->samples += samples;
}

/* adds the sum of the four columns of each quad a[0] .. a[2] to sum [3] */
static void add_totals(tw_quad a[4], float sum[3]) {
    tw_quad_transpose(a);
    tw_quad all = (a[0] + a[2]) + (a[1] + a[3]);
    for (int i = 0; i < 3; i++) sum[i] += all[i];
}

void tw_pixel_ground(tw_pixel *p, const float *kd, int samples, const tw_quad light[3],
                     const tw_quad found[3]) {
    int k = part_of(p, TW_ITEM_GROUND);
    float n = (float)samples, each = n / 4;
    p->other[3] += n;
    p->samples += samples;
    if (k == TW_PARTS) {
        for (int i = 0; i < 3; i++) p->other[i] += total(light[i]);
        p->rest += (light[0] + light[1] + light[1] + light[2]) * 0.25f;
        return;
    }
    tw_part *to = &p->part[k];
    tw_quad lamps[4] = {{0}}, paths[4] = {{0}};
    for (int i = 0; i < 3; i++) {
        float by = kd[i] > 0 ? 1 / kd[i] : 0, y = i == 1 ? 0.5f : 0.25f;
        lamps[i] = (light[i] - found[i]) * by;
        paths[i] = found[i] * by;
        to->light[tw_kind(TW_PLANE_DIFFUSE)] += lamps[i] * y;
        to->light[tw_kind(TW_PLANE_FOUND_DIFFUSE)] += paths[i] * y;
        to->sum[TW_PLANE_KD + i] += kd[i] * n;
    }
    add_totals(lamps, to->sum + TW_PLANE_DIFFUSE);
    add_totals(paths, to->sum + TW_PLANE_FOUND_DIFFUSE);
    to->sum[TW_PLANE_NORMAL + 2] += n;
    to->n += each;
    to->lit += each;
    to->kd += luminance(kd) * each;
}

/* numbers of samples by column, prepared for variances */
typedef struct shares {
    tw_quad n;     /* samples */
    tw_quad by[4]; /* [column] number of the column's samples, at least 1, repeated in all lanes */
    tw_quad all;   /* number of samples of all columns together, repeated in all lanes */
    /* `all` times (number of columns with samples - 1), the denominator of the variance; <= 0: only
     * one column has samples */
    tw_quad freedom;
} shares;

static inline shares shares_of(tw_quad n) {
    shares c = {.n = n, .all = tw_quad_all(total(n))};
    float others = -1;
    for (int i = 0; i < 4; i++) {
        c.by[i] = tw_quad_all(n[i] > 0 ? n[i] : 1);
        others += n[i] > 0 ? 1 : 0;
    }
    c.freedom = c.all * tw_quad_all(others);
    return c;
}

/* Variances of the means of four quantities, estimated from the differences between the columns of
 * samples. sum[i]: sums of quantity i by column; lane i of the result: variance of its mean. With a
 * single column, the square of the mean */
static inline tw_quad spread(const shares *c, tw_quad sum[4]) {
    tw_quad d[4];
    tw_quad_transpose(sum);
    tw_quad mean = ((sum[0] + sum[2]) + (sum[1] + sum[3])) / c->all;
    if (!(c->freedom[0] > 0)) return mean * mean;
    for (int i = 0; i < 4; i++) {
        d[i] = sum[i] / c->by[i] - mean;
        d[i] = tw_quad_all(c->n[i]) * d[i] * d[i];
    }
    return ((d[0] + d[2]) + (d[1] + d[3])) / c->freedom;
}

/* variance of the part's mean luminance for each kind of light */
static inline tw_quad spread_of_light(const shares *c, const tw_part *a) {
    tw_quad light[4] = {a->light[0], a->light[1], a->light[2], a->light[3]};
    return spread(c, light);
}

/* luminance of the light that the part sends to the eye, from sums over n samples */
static float brightness(const tw_part *a, float n) {
    float c[3];
    for (int i = 0; i < 3; i++)
        c[i] = (a->sum[TW_PLANE_KD + i] *
                    (a->sum[TW_PLANE_DIFFUSE + i] + a->sum[TW_PLANE_FOUND_DIFFUSE + i]) +
                a->sum[TW_PLANE_TINT + i] *
                    (a->sum[TW_PLANE_LOBE + i] + a->sum[TW_PLANE_FOUND_LOBE + i])) /
               (n * n);
    return luminance(c);
}

float tw_pixel_noise(const tw_pixel *p, float gain, const float equals[TW_KINDS]) {
    float k = 1 / (float)p->samples, left = 0, y = 0;
    tw_quad edge = p->rest;
    for (int i = 0; i < p->parts; i++) {
        const tw_part *a = &p->part[i];
        float n = total(a->n), lit = total(a->lit), b = brightness(a, lit), share = n * k / lit;
        float kd = luminance(a->sum + TW_PLANE_KD) * share;
        float tint = luminance(a->sum + TW_PLANE_TINT) * share;
        float diffuse = luminance(a->sum + TW_PLANE_DIFFUSE);
        float lobe = luminance(a->sum + TW_PLANE_LOBE);
        shares lit_of = shares_of(a->lit);
        tw_quad light = spread_of_light(&lit_of, a);
        for (int j = 0; j < TW_KINDS; j++) {
            float albedo = j % 2 ? tint : kd;
            if (albedo > 0) left += albedo * albedo * light[j] / equals[j];
        }
        /* variance of the albedos, by textures and changing reflectance, which the filter does not
         * average */
        tw_quad seen[4] = {a->kd, a->tint, a->kd, a->tint}, own = spread(&lit_of, seen);
        diffuse = (diffuse + luminance(a->sum + TW_PLANE_FOUND_DIFFUSE)) * (n * k) / lit;
        lobe = (lobe + luminance(a->sum + TW_PLANE_FOUND_LOBE)) * (n * k) / lit;
        left += diffuse * diffuse * own[0] + (lobe > 0 ? lobe * lobe * own[1] : 0);
        edge += a->n * b;
        y += n * b;
    }
    y = (y + total(p->rest)) * k * gain;
    /* variance by edges: differences between columns if every sample of a part had the part's mean
     * light, so that they come only from how many samples show which part */
    edge *= 4 * k;
    edge -= total(edge) / 4;
    left += total(edge * edge) / 12;
    /* the error in light becomes one in perceived brightness, sqrt(y), by the slope 1/(2 sqrt(y))
     */
    float bright = y < 0.0025f ? 0.0025f : y;
    if (bright > 1.44f) left *= 1.44f / bright;
    return left * gain * gain / (4 * bright);
}

/* true: some part of the pixel has a lobe */
static bool pixel_lobes(const tw_pixel *p) {
    for (int k = 0; k < p->parts; k++)
        if (luminance(p->part[k].sum + TW_PLANE_TINT) > 0) return true;
    return false;
}

static void store_part(const tw_pixel *p, int k, tw_parts *to, int x, int y) {
    const tw_part *a = &p->part[k];
    static const struct {
        int plane;
        bool lobe;
    } kept[] = {{TW_PLANE_KD, false},  {TW_PLANE_DIFFUSE, false}, {TW_PLANE_FOUND_DIFFUSE, false},
                {TW_PLANE_TINT, true}, {TW_PLANE_LOBE, true},     {TW_PLANE_FOUND_LOBE, true}};
    if (k == 0 ? !to->some : !to->second) clear_part(to, k);
    to->some = true;
    to->second |= k > 0;
    float by = 1 / total(a->lit);
    shares lit = shares_of(a->lit);
    tw_quad noise = spread_of_light(&lit, a);
    memcpy(tw_parts_at(to, k, TW_PLANE_ITEM, x, y), &a->item, sizeof a->item);
    *tw_parts_at(to, k, TW_PLANE_SHARE, x, y) = total(a->n) / (float)p->samples;
    for (size_t i = 0; i < sizeof kept / sizeof *kept && (to->lobes || !kept[i].lobe); i++)
        for (int j = kept[i].plane; j < kept[i].plane + 3; j++)
            *tw_parts_at(to, k, j, x, y) = a->sum[j] * by;
    /* a division, not a product with 1/n, so that normals that are equal in all samples stay so to
     * the bit */
    for (int j = TW_PLANE_NORMAL; j < TW_PLANE_NORMAL + 3; j++)
        *tw_parts_at(to, k, j, x, y) = a->sum[j] / total(a->lit);
    bool lobe = to->lobes && luminance(a->sum + TW_PLANE_TINT) > 0;
    for (int i = 0; i < TW_KINDS; i++)
        if (to->lobes || i % 2 == 0)
            *tw_parts_at(to, k, TW_PLANE_NOISE + i, x, y) = lobe || i % 2 == 0 ? noise[i] : 0;
}

void tw_parts_store(const tw_pixel *p, tw_parts *to, float *c, size_t stride) {
    for (int y = 0; y < to->height; y++)
        for (int x = 0; x < to->width; x++)
            to->lobes = to->lobes || pixel_lobes(&p[y * TW_TILE + x]);
    for (int y = 0; y < to->height; y++)
        for (int x = 0; x < to->width; x++) {
            const tw_pixel *from = &p[y * TW_TILE + x];
            float *pixel = c + (size_t)y * stride + 4 * (size_t)x;
            for (int k = 0; k < from->parts; k++) store_part(from, k, to, x, y);
            for (int i = 0; i < 4; i++) pixel[i] = from->other[i] / (float)from->samples;
        }
}
