/*
 * Glowing solids as lamps.
 *
 * From a place outside the solid's bounding ball, rays are aimed at it in directions uniform over
 * the cone around the ball, whatever the solid's shape. A ray that misses the solid, or meets
 * something before it, brings no light. Rays that go on from surfaces meet the solid, too; the
 * power heuristic weights both kinds of rays (tile/path.c). From within the ball, and to solids
 * that are not among the brightest, no rays are aimed, and the rays that go on bring all the light.
 */
#include "picture/rays/glow.h"
#include "picture/rays/surface.h"

static const float pi2 = 6.28318531f;

static float strength(const tw_solid *b) {
    const float *e = b->paint.emission;
    return (e[0] + e[1] + e[2]) * b->radius * b->radius;
}

static bool around_the_eye(const tw_solid *b) {
    const float *c = b->center;
    return c[0] * c[0] + c[1] * c[1] + c[2] * c[2] < b->radius * b->radius;
}

/* sets s->glow: the brightest glowing solids, brightest first; of equal ones the lower number first
 */
void tw_glow_choose(tw_view *s) {
    s->glow_count = 0;
    if (s->bounces == 0) return;
    int all = 0;
    for (int i = 0; i < s->solid_count; i++) {
        const tw_solid *b = &s->solid[i];
        all += b->paint.glows;
        if (!b->paint.glows || around_the_eye(b)) continue;
        int at = s->glow_count < TW_GLOWS ? s->glow_count++ : TW_GLOWS;
        for (; at > 0 && strength(b) > strength(&s->solid[s->glow[at - 1]]); at--)
            if (at < TW_GLOWS) s->glow[at] = s->glow[at - 1];
        if (at < TW_GLOWS) s->glow[at] = i;
    }
    s->glow_more = all > s->glow_count || (s->has_ground && s->ground.glows);
}

/* Cone around the ball of solid b as seen from o: returns 1 - cosine of its half angle; *axis: its
 * axis. 0: o is in the ball, or o lies on the solid itself. own: item on which o lies; item: the
 * solid's */
static fv cone(const tw_solid *b, fv3 o, iv own, iv item, fv3 *axis) {
    fv3 to = f3_sub(f3_all(b->center[0], b->center[1], b->center[2]), o);
    fv rr = f3_dot(to, to), one = fv_all(1), r = fv_all(b->radius * 1.0001f), inside = r * r;
    iv out = (rr > inside * fv_all(1.0001f)) & (own != item);
    rr = fv_select(out, rr, fv_all(1));
    fv sine2 = fv_select(out, inside / rr, fv_all(0));
    *axis = f3_select(out, f3_scale(to, one / fv_sqrt(rr)), f3_all(0, 0, 1));
    return sine2 / (one + fv_root(one - sine2));
}

static fv density_of(fv k) {
    iv some = k > fv_all(0);
    return fv_select(some, fv_all(1) / (fv_all(pi2) * fv_select(some, k, fv_all(1))), fv_all(0));
}

fv3 tw_glow_toward(const tw_view *s, int index, fv3 x, iv own, fv u, fv v, fv *density) {
    const tw_solid *b = &s->solid[s->glow[index]];
    fv3 axis, across, along;
    fv a, c, one = fv_all(1), k = cone(b, x, own, iv_all(s->glow[index]), &axis);
    tw_across(axis, &across, &along);
    tw_disc(u, v, &a, &c);
    /* the direction is uniform over the cone under which the solid's ball is seen: a point of the
     * unit disc is mapped to the cap, as for the disc of a sun */
    fv rr = a * a + c * c, w = fv_root(k * (fv_all(2) - rr * k));
    *density = density_of(k);
    fv3 l = f3_madd(f3_scale(axis, one - rr * k), a * w, across);
    return f3_normalized(f3_madd(l, c * w, along));
}

fv tw_glow_density(const tw_view *s, const tw_packet *p, int g) {
    fv all = fv_all(0);
    for (int i = 0; i < s->glow_count; i++) {
        iv here = p->item[g] == iv_all(s->glow[i]);
        fv3 axis;
        if (!iv_any(here)) continue;
        fv k = cone(&s->solid[s->glow[i]], p->o[g], p->own[g], p->item[g], &axis);
        all = fv_select(here, density_of(k), all);
    }
    return all;
}

iv tw_glow_may_see(const tw_view *s, int index, iv own) {
    const tw_solid *b = &s->solid[s->glow[index]];
    bool convex = b->kind && b->kind->convex;
    return convex ? own != iv_all(s->glow[index]) : iv_all(-1);
}

fv3 tw_glow_of(const tw_view *s, iv item, iv on) {
    fv3 L = f3_all(0, 0, 0);
    for (int i = 0; i < TW_LANES; i++) {
        if (!on[i]) continue;
        const tw_paint *p = item[i] == TW_ITEM_GROUND ? &s->ground : &s->solid[item[i]].paint;
        if (!p->glows) continue;
        L.x[i] = p->emission[0];
        L.y[i] = p->emission[1];
        L.z[i] = p->emission[2];
    }
    return L;
}
