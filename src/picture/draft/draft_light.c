/* Light from sky, lamps and shadow maps at the places that a draft shows; see draft.h. */
#include "base/math/elementary.h"
#include "picture/draft/draft.h"
#include "picture/light/back.h"

static const double pi = 3.14159265358979323846;

/* ---- the sky -------------------------------------------------------------------------------- */

/* integral of max(0, n . d) over the ring of directions d with height z; c: height of the normal n
 */
static double around(double z, double c) {
    double level = sqrt(fmax(1 - z * z, 0)) * sqrt(fmax(1 - c * c, 0)), up = z * c;
    if (up >= level) return 2 * pi * up;
    if (up <= -level) return 0;
    double angle = tw_acos(-up / level);
    return 2 * (level * tw_sin(angle) + up * angle);
}

/* part: weights of the sky's three colours (zenith, horizon, nadir) in the irradiance divided by pi
 * of a surface whose normal has the z component c. ground: true: the whole lower half of the sky
 * has the nadir's colour */
static void parts(double c, bool ground, double part[3]) {
    enum { STEPS = 64 };
    part[0] = part[1] = part[2] = 0;
    for (int i = 0; i < STEPS; i++) {
        double z = (i + 0.5) / STEPS, k = z * (2 - z), w = 1 / (pi * STEPS);
        double above = around(z, c) * w, below = around(-z, c) * w;
        part[0] += k * above;
        part[1] += (1 - k) * above;
        if (ground) {
            part[2] += below;
        } else {
            part[1] += (1 - k) * below;
            part[2] += k * below;
        }
    }
}

static void set_normal(tw_draft *w, int i, const float bottom[3]) {
    const tw_view *s = w->view;
    double part[3];
    parts(2.0 * i / TW_DRAFT_NORMALS - 1, s->has_ground, part);
    const float top[3] = {s->top.r, s->top.g, s->top.b};
    const float horizon[3] = {s->horizon.r, s->horizon.g, s->horizon.b};
    for (int k = 0; k < 3; k++)
        w->sky[i][k] =
            (float)part[0] * top[k] + (float)part[1] * horizon[k] + (float)part[2] * bottom[k];
}

void tw_draft_sky(tw_draft *w) {
    const tw_view *s = w->view;
    const float none[3] = {0, 0, 0}, bottom[3] = {s->bottom.r, s->bottom.g, s->bottom.b};
    const float *below = s->has_ground ? none : bottom;
    if (s->has_ground && s->bounces > 0) {
        /* w->below: radiance of the ground in the light of the whole sky and of the suns */
        set_normal(w, TW_DRAFT_NORMALS, none);
        fv3 far = tw_env_on(s, f3_all(0, 0, 1));
        const float env[3] = {far.x[0], far.y[0], far.z[0]};
        for (int k = 0; k < 3; k++) {
            float light = w->sky[TW_DRAFT_NORMALS][k] + env[k];
            for (int i = 0; i < s->lamp_count; i++)
                if (s->lamp[i].kind == TW_LIGHT_SUN && s->lamp[i].to[2] > 0)
                    light += s->lamp[i].power[k] * s->lamp[i].to[2] * (float)(1 / pi);
            w->below[k] = s->ground.color[k] * light;
        }
        below = w->below;
    }
    for (int i = 0; i <= TW_DRAFT_NORMALS; i++) set_normal(w, i, below);
    for (int k = 0; k < 3; k++) w->sky[TW_DRAFT_NORMALS + 1][k] = w->sky[TW_DRAFT_NORMALS][k];
}

/* irradiance of the sky, divided by pi, on surfaces whose normals have the z component z:
 * interpolated in the table w->sky */
static fv3 sky_on(const tw_draft *w, fv z) {
    fv at = (z + fv_all(1)) * fv_all(TW_DRAFT_NORMALS / 2);
    at = fv_min(fv_max(at, fv_all(0)), fv_all(TW_DRAFT_NORMALS));
    fv cell = fv_floor(at), k = at - cell;
    fv3 a, b;
    for (int i = 0; i < TW_LANES; i++) {
        const float(*p)[3] = &w->sky[(int)cell[i]];
        a.x[i] = p[0][0], a.y[i] = p[0][1], a.z[i] = p[0][2];
        b.x[i] = p[1][0], b.y[i] = p[1][1], b.z[i] = p[1][2];
    }
    return f3_madd(a, k, f3_sub(b, a));
}

/* irradiance of sky and environment maps, divided by pi, on surfaces with the normal n; nothing is
 * hidden by solids */
static fv3 far_on(const tw_draft *w, fv3 n) {
    fv3 L = sky_on(w, n.z);
    return w->view->env_count ? f3_add(L, tw_env_on(w->view, n)) : L;
}

/* light of the sky and the ground reflected by a lobe: Fresnel's reflectance times the radiance in
 * the mirrored direction r, blended by a->alpha with the cosine-weighted mean over the half space
 * about r */
static fv3 mirrored(const tw_draft *w, const tw_surface *a) {
    fv nv = f3_dot(a->n, a->v), one = fv_all(1);
    fv3 r = f3_sub(f3_scale(a->n, nv + nv), a->v), sharp = tw_sky(w->view, r);
    if (w->view->has_ground) {
        fv3 ground = f3_all(w->below[0], w->below[1], w->below[2]);
        sharp = f3_select(r.z < fv_all(0), ground, sharp);
    }
    fv3 soft = far_on(w, r);
    fv m = one - fv_min(fv_max(nv, fv_all(0)), one), m2 = m * m;
    fv3 F = f3_madd(a->f0, m2 * m2 * m, a->rise);
    return f3_mul(F, f3_madd(sharp, a->alpha, f3_sub(soft, sharp)));
}

/* ---- what is of one colour ------------------------------------------------------------------ */

void tw_draft_plain(tw_draft *w) {
    const tw_view *s = w->view;
    const tw_paint *g = &s->ground;
    w->plain = s->has_ground && s->mapped && !w->solids && g->model == TW_SURFACE_LAMBERT &&
               g->texture == TW_TEXTURE_NONE && !s->has_fog;
    if (!w->plain) return;
    /* shaded by the same functions as any other place of the ground, so that pixels filled with
     * this colour have the same bytes as pixels shaded one by one */
    tw_packet p = {.salt = 0};
    p.d[0] = f3_all(0, 0, s->ground_z < 0 ? -1 : 1);
    p.t[0] = fv_all(1);
    p.active[0] = iv_all(-1);
    p.item[0] = iv_all(TW_ITEM_GROUND);
    tw_surface a;
    tw_surface_of(s, &p, 0, fv_all(0), &a);
    fv3 L = f3_add(a.emission, f3_mul(a.kd, far_on(w, a.n)));
    for (int i = 0; i < s->lamp_count; i++) {
        const tw_lamp *m = &s->lamp[i];
        fv density;
        fv3 f = tw_bsdf(&a, f3_all(m->to[0], m->to[1], m->to[2]), &density);
        L = f3_add(L, f3_mul(f, f3_all(m->power[0], m->power[1], m->power[2])));
    }
    w->plain_color[0] = L.x[0];
    w->plain_color[1] = L.y[0];
    w->plain_color[2] = L.z[0];
}

bool tw_draft_one_color(const tw_draft *w, int x, int y, int side, bool ground, float color[3]) {
    const tw_view *s = w->view;
    if (!ground) {
        const tw_rgbf *c = s->has_background ? &s->back.bottom : &s->horizon;
        color[0] = c->r, color[1] = c->g, color[2] = c->b;
        return s->has_background ? s->back.flat : s->flat_sky;
    }
    if (!w->plain) return false;
    float corner[4][3];
    for (int i = 0; i < 4; i++) {
        const tw_eye *e = &s->eye;
        float px = (float)(x + (i & 1) * side), py = (float)(y + (i >> 1) * side);
        float a = px * (2 / (float)e->width) - 1, b = 1 - py * (2 / (float)e->height);
        float o[3], d[3];
        for (int k = 0; k < 3; k++) {
            float across = a * e->r[k] + b * e->u[k];
            o[k] = e->parallel ? across : 0;
            d[k] = e->parallel ? e->f[k] : e->f[k] + a * e->r[k] + b * e->u[k];
        }
        float t = (s->ground_z - o[2]) / d[2];
        for (int k = 0; k < 3; k++) corner[i][k] = o[k] + t * d[k];
    }
    const float up[3] = {0, 0, s->ground_z < 0 ? 1 : -1};
    for (int i = 0; w->map && i < s->lamp_count; i++)
        if (!tw_shadow_map_clear(&w->map[i], corner, up)) return false;
    for (int k = 0; k < 3; k++) color[k] = w->plain_color[k];
    return true;
}

/* ---- lamps ---------------------------------------------------------------------------------- */

/* surfaces that a packet hit, and the light summed on them so far */
typedef struct places {
    tw_surface at[TW_GROUPS];
    iv on[TW_GROUPS];
} places;

static void add_lamp(const tw_draft *w, const tw_packet *p, const places *q, int index,
                     fv3 *radiance) {
    const tw_lamp *m = &w->view->lamp[index];
    const tw_shadow_map *map = w->map ? &w->map[index] : NULL;
    fv3 light[TW_GROUPS];
    tw_packet shadow;
    shadow.salt = p->salt;
    iv any = iv_all(0);
    for (int g = 0; g < TW_GROUPS; g++) {
        shadow.active[g] = iv_all(0);
        light[g] = f3_all(0, 0, 0);
        if (!iv_any(q->on[g])) continue;
        const tw_surface *a = &q->at[g];
        fv3 power;
        fv far, density, zero = fv_all(0), half = fv_all(0.5f);
        fv3 l;
        if (m->kind == TW_LIGHT_SUN) {
            l = f3_all(m->to[0], m->to[1], m->to[2]);
            power = f3_all(m->power[0], m->power[1], m->power[2]);
            far = fv_all(INFINITY);
        } else {
            l = tw_toward(m, a->x, half, half, &power, &far);
        }
        light[g] = f3_mul(tw_bsdf(a, l, &density), power);
        iv lit = q->on[g] & (light[g].x + light[g].y + light[g].z > zero);
        if (map && iv_any(lit)) {
            light[g] = f3_scale(light[g], tw_shadow_map_light(map, a->x, a->n, lit));
            lit &= light[g].x + light[g].y + light[g].z > zero;
        }
        shadow.o[g] = a->x;
        shadow.d[g] = l;
        shadow.t[g] = far;
        shadow.time[g] = p->time[g];
        shadow.own[g] = p->item[g];
        shadow.active[g] = lit;
        any |= lit;
    }
    if (!iv_any(any)) return;
    if (w->exact) tw_unoccluded(w->view, &shadow);
    for (int g = 0; g < TW_GROUPS; g++) {
        if (!iv_any(shadow.active[g])) continue;
        radiance[g] = f3_add(radiance[g], f3_select(shadow.active[g], light[g], f3_all(0, 0, 0)));
    }
}

void tw_draft_shade(const tw_draft *w, tw_packet *p, fv3 radiance[TW_GROUPS]) {
    const tw_view *s = w->view;
    places q;
    fv width = fv_all(s->eye.pixel);
    iv any = iv_all(0);
    for (int g = 0; g < TW_GROUPS; g++) {
        iv hit = p->active[g] & (p->item[g] != iv_all(TW_ITEM_NONE)),
           sees_sky = p->active[g] & ~hit;
        radiance[g] = f3_all(0, 0, 0);
        if (iv_any(sees_sky)) {
            fv3 back = tw_background(s, p->d[g]);
            radiance[g] = f3_select(sees_sky, back, radiance[g]);
        }
        p->active[g] = q.on[g] = hit;
        any |= hit;
        if (!iv_any(hit)) continue;
        tw_surface *a = &q.at[g];
        tw_surface_of(s, p, g, width, a);
        fv3 L = f3_add(a->emission, f3_mul(a->kd, far_on(w, a->n)));
        if (iv_any(hit & (a->share > fv_all(0)))) {
            fv3 lobe = mirrored(w, a);
            L = f3_select(a->share > fv_all(0), f3_add(L, lobe), L);
            /* With one sample per pixel, a narrower highlight of a lamp would flicker from picture
             * to picture. */
            a->alpha = fv_max(a->alpha, fv_all(0.02f));
        }
        radiance[g] = f3_select(hit, L, radiance[g]);
    }
    if (!iv_any(any)) return;
    for (int i = 0; i < s->lamp_count; i++) add_lamp(w, p, &q, i, radiance);
    for (int g = 0; s->has_fog && g < TW_GROUPS; g++)
        if (iv_any(q.on[g]))
            radiance[g] =
                f3_select(q.on[g], tw_fogged(s, p->d[g], p->t[g], radiance[g]), radiance[g]);
}
