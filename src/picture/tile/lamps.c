/*
 * Irradiance of lamps on ground, divided by pi, where nothing stands between them.
 *
 * Suns: the irradiance of the disc's centre, which is exact while the whole disc is above the
 * horizon. Points and spots: the inverse square of the distance. Discs: quadrature over the disc,
 * at three radii by Gauss's rule in the square of the radius and at eight angles, which is exact
 * for polynomials of degree 5 in the place on the disc; from 2.5 times the disc's radius on its
 * error is below 5e-4.
 */
#include "picture/draft/draft.h"
#include "picture/tile/open.h"

static const float inv_pi = 0.318309886f;

enum { RADII = 3, ANGLES = 8 };

/* [ring] radius of a ring of eight points, relative to the disc's, and weight of each of its points
 */
static const float ring[RADII][2] = {
    {0.335710687f, 0.0347222222f}, {0.707106781f, 0.0555555556f}, {0.941965145f, 0.0347222222f}};

/* cosines of the multiples of 1/16 turn */
static const float cosine[16] = {
    1,  0.923879533f,  0.707106781f,  0.382683432f,  0, -0.382683432f, -0.707106781f, -0.923879533f,
    -1, -0.923879533f, -0.707106781f, -0.382683432f, 0, 0.382683432f,  0.707106781f,  0.923879533f};

/* cosine at the ground x, divided by the squared distance of the point y on the lamp; for discs
 * also times the cosine at the lamp */
static fv form_factor(const tw_lamp *m, fv3 x, fv3 y, bool disc) {
    fv zero = fv_all(0), one = fv_all(1);
    fv3 l = f3_sub(y, x), to = f3_all(m->to[0], m->to[1], m->to[2]);
    fv rr = fv_max(f3_dot(l, l), fv_all(1e-12f)), up = fv_max(l.z, zero);
    fv r = fv_sqrt(rr), facing = -f3_dot(l, to);
    /* computed as products of 1/distance: with distances up to 1e12 m, their higher powers would
     * leave the range of a float */
    fv nearness = one / rr;
    if (disc) return up * nearness * (fv_max(facing, zero) * nearness);
    fv k = up / r * nearness;
    return m->kind == TW_LIGHT_SPOT ? k * tw_spot_edge(m, facing / r) : k * one;
}

fv3 tw_open_light(const tw_lamp *m, fv3 x) {
    fv k = fv_all(0);
    if (m->kind == TW_LIGHT_SUN) {
        float up = m->to[2] > 0 ? m->to[2] * inv_pi : 0;
        return f3_all(m->irradiance[0] * up, m->irradiance[1] * up, m->irradiance[2] * up);
    }
    fv3 c = f3_all(m->x[0], m->x[1], m->x[2]);
    if (m->kind == TW_LIGHT_AREA) {
        fv3 s = f3_all(m->s[0], m->s[1], m->s[2]), t = f3_all(m->t[0], m->t[1], m->t[2]);
        for (int i = 0; i < RADII; i++)
            for (int j = 0; j < ANGLES; j++) {
                int at = 2 * j + (i & 1);
                float r = ring[i][0] * m->radius, a = cosine[at], b = cosine[(at + 12) & 15];
                fv3 y = f3_madd(f3_madd(c, fv_all(r * a), s), fv_all(r * b), t);
                k += fv_all(ring[i][1]) * form_factor(m, x, y, true);
            }
    } else {
        k = form_factor(m, x, c, false);
    }
    k *= fv_all(inv_pi);
    return f3_scale(f3_all(m->power[0], m->power[1], m->power[2]), k);
}

bool tw_open_holds(const tw_lamp *m, const tw_open_rect *on) {
    float up = m->x[2] - on->z, low = INFINITY, high = -INFINITY, dd = up * up;
    if (m->kind == TW_LIGHT_SUN) return fabsf(m->to[2]) > sqrtf(2 * m->k) * 1.1f;
    for (int i = 0; i < 2; i++) {
        float gap = fmaxf(on->lo[i] - m->x[i], m->x[i] - on->hi[i]);
        dd += gap > 0 ? gap * gap : 0;
    }
    /* the light is computed at the centre of a pixel only, so it must not change much within the
     * pixel */
    float far = sqrtf(dd), size = m->radius * sqrtf(fmaxf(1 - m->to[2] * m->to[2], 0));
    if (far < on->radius) return false;
    if (m->kind != TW_LIGHT_AREA) return up > 0;
    for (int i = 0; i < 4; i++) {
        float x = i & 1 ? on->hi[0] : on->lo[0], y = i & 2 ? on->hi[1] : on->lo[1];
        float facing = (x - m->x[0]) * m->to[0] + (y - m->x[1]) * m->to[1] - up * m->to[2];
        low = fminf(low, facing);
        high = fmaxf(high, facing);
    }
    return far > 2.5f * m->radius && up > size && (low > 0 || high < 0);
}
