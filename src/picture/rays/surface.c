/* Surfaces at the hits of rays: normal, colour and reflectance; see surface.h. */
#include "picture/rays/surface.h"

static fv3 from3(const float *a) {
    return f3_all(a[0], a[1], a[2]);
}

static fv luminance(fv3 c) {
    return fv_all(0.2126f) * c.x + fv_all(0.7152f) * c.y + fv_all(0.0722f) * c.z;
}

/* half widths, along the local axes, of a sample's footprint on the plane with the normal n; w:
 * width of the sample at right angles to the ray d */
static fv3 footprint(fv3 n, fv3 d, fv w) {
    fv3 s, t;
    tw_across(d, &s, &t);
    fv nd = f3_dot(n, d), tiny = fv_all(1e-4f);
    nd = fv_select(fv_abs(nd) < tiny, fv_sign(tiny, nd), nd);
    fv3 a = f3_madd(s, -f3_dot(n, s) / nd, d), b = f3_madd(t, -f3_dot(n, t) / nd, d);
    return f3_scale(
        f3(fv_abs(a.x) + fv_abs(b.x), fv_abs(a.y) + fv_abs(b.y), fv_abs(a.z) + fv_abs(b.z)),
        w * fv_all(0.5f));
}

/* contrast 0 .. 1 of a pattern seen from the distance t: it falls with t, so that fine patterns
 * fade to their mean far away */
static fv contrast(const tw_paint *p, fv t) {
    fv s = fv_min(t * fv_all(p->fade), fv_all(1));
    return fv_all(1) - s * s * (fv_all(3) - fv_all(2) * s);
}

/* sets the reflectance of *at, in the lanes of the mask `on`, from the paint p. part: number of the
 * triangle, if the solid is a mesh; x, n, d: place, unit normal and direction of the ray in the
 * solid's axes; t: length of the ray, m; width: angle that a sample covers, rad, or, of parallel
 * rays, minus the width that it covers, m */
static void apply(const tw_paint *p, iv on, iv part, fv3 x, fv3 n, fv3 d, fv t, fv width,
                  tw_surface *at) {
    fv3 color = from3(p->color), zero = f3_all(0, 0, 0);
    width = fv_select(width < fv_all(0), -width, width * t);
    if (p->texture == TW_TEXTURE_PICTURE) {
        fv3 plain = color;
        color = tw_picture_color(p, on, part, x, n, footprint(n, d, width), color);
        if (p->fade > 0) {
            fv3 mean = tw_picture_mean(p, plain);
            color = f3_madd(mean, contrast(p, t), f3_sub(color, mean));
        }
    } else if (p->texture != TW_TEXTURE_NONE) {
        /* the pattern is evaluated slightly below the surface: a flat face that lies exactly on a
         * border of the pattern gets one colour and no noise */
        fv3 inside = f3_madd(x, fv_all(-1e-3f * p->period), n);
        fv k = tw_texture_weight(p, inside, n, footprint(n, d, width));
        if (p->fade > 0) {
            fv mean = fv_all(tw_texture_mean(p));
            k = mean + (k - mean) * contrast(p, t);
        }
        color = f3_madd(color, k, f3_sub(from3(p->other), color));
    }
    fv3 kd = color, f0 = zero, rise = zero;
    fv share = fv_all(0), one = fv_all(1);
    if (p->model == TW_SURFACE_GGX) {
        kd = zero;
        f0 = color;
        share = one;
    } else if (p->model == TW_SURFACE_STANDARD) {
        fv metal = fv_all(p->metallic), plain = one - metal, c = fv_all(0.04f);
        fv m = one - fv_min(fv_abs(f3_dot(n, d)), one), m2 = m * m, m5 = m2 * m2 * m;
        f0 = f3(c + metal * (color.x - c), c + metal * (color.y - c), c + metal * (color.z - c));
        rise = f3_sub(f3_all(1, 1, 1), f0);
        /* the base gets only light that the coat does not reflect; at grazing angles rough coats
         * reflect less */
        fv soft = one - fv_all(p->alpha);
        rise = f3_scale(rise, soft);
        fv coat = c + (one - c) * soft * m5;
        kd = f3_scale(color, plain * (one - coat));
        fv lobe = luminance(f3_madd(f0, m5, rise)), base = luminance(kd);
        share = fv_min(fv_max(lobe / (lobe + base + fv_all(1e-6f)), fv_all(0.2f)), one);
        share = fv_select(base > fv_all(1e-4f), share, one);
    }
    at->color = f3_select(on, color, at->color);
    at->kd = f3_select(on, kd, at->kd);
    at->f0 = f3_select(on, f0, at->f0);
    at->rise = f3_select(on, rise, at->rise);
    at->alpha = fv_select(on, fv_all(p->alpha), at->alpha);
    at->share = fv_select(on, share, at->share);
    at->emission = f3_select(on, from3(p->emission), at->emission);
}

/* *x, at->x: place of the hit on triangle `part` of a mesh, in the mesh's axes and relative to the
 * eye, for lanes `on`; returns the normal. at->x lies slightly above the surface, so that rays that
 * start there do not hit it again */
static fv3 on_mesh(const tw_solid *b, iv part, iv on, fv3 c, const fv3 r[3], fv3 d, fv3 *x,
                   tw_surface *at) {
    tw_mesh_surface m;
    fv scale = fv_all(b->p[0]);
    tw_mesh_surface_at(b->mesh, part, on, f3_scale(*x, fv_all(1 / b->p[0])), d, &m);
    *x = f3_scale(m.x, scale);
    /* the lift above the surface exceeds the rounding errors of single precision in the rotation
     * and in the distance from the eye */
    fv far = fv_abs(c.x) + fv_abs(c.y) + fv_abs(c.z);
    fv above = fv_all(4e-6f * b->radius) + fv_all(1e-6f) * far;
    fv3 y = f3_madd(f3_madd(*x, scale, m.lift), above, m.flat);
    fv3 out = f3(f3_dot(r[0], y), f3_dot(r[1], y), f3_dot(r[2], y));
    at->x = f3_select(on, f3_add(c, out), at->x);
    return m.n;
}

static void on_solid(const tw_view *s, const tw_packet *p, int g, int i, iv on, fv t, fv width,
                     tw_surface *at) {
    const tw_solid *b = &s->solid[i];
    fv3 c, r[3], w;
    tw_solid_pose(s, b, p->time[g], &c, r);
    w = f3_sub(at->x, c);
    fv3 x = f3_add(f3_add(f3_scale(r[0], w.x), f3_scale(r[1], w.y)), f3_scale(r[2], w.z));
    fv3 D = p->d[g];
    fv3 d = f3_add(f3_add(f3_scale(r[0], D.x), f3_scale(r[1], D.y)), f3_scale(r[2], D.z));
    fv3 n = b->mesh ? on_mesh(b, p->part[g], on, c, r, d, &x, at) : b->kind->normal(b->p, x);
    apply(&b->paint, on, p->part[g], x, n, d, t, width, at);
    at->n = f3_select(on, f3(f3_dot(r[0], n), f3_dot(r[1], n), f3_dot(r[2], n)), at->n);
}

void tw_surface_of(const tw_view *s, const tw_packet *p, int g, fv width, tw_surface *at) {
    fv3 d = p->d[g], up = f3_all(0, 0, 1), zero = f3_all(0, 0, 0);
    fv t = fv_select(p->active[g], p->t[g], fv_all(0));
    /* set member by member: gcc would clear the whole struct with slow string instructions first */
    at->x = f3_madd(p->o[g], t, d);
    at->n = up;
    at->v = f3_scale(d, fv_all(-1));
    at->color = at->kd = at->f0 = at->rise = at->emission = zero;
    at->alpha = fv_all(1);
    at->share = fv_all(0);
    iv left = p->active[g];
    iv ground = left & (p->item[g] == iv_all(TW_ITEM_GROUND));
    if (iv_any(ground)) {
        fv3 x = f3_add(at->x, f3_all(s->ground_offset[0], s->ground_offset[1], 0));
        x.z = fv_all(0);
        apply(&s->ground, ground, iv_all(0), x, up, d, t, width, at);
        left &= ~ground;
    }
    while (iv_any(left)) {
        int lane = 0;
        while (!left[lane]) lane++;
        int i = p->item[g][lane];
        iv on = left & (p->item[g] == iv_all(i));
        on_solid(s, p, g, i, on, t, width, at);
        left &= ~on;
    }
    /* the normal is turned to the side that the ray comes from */
    iv back = f3_dot(at->n, d) > fv_all(0);
    at->n = f3_select(back, f3_scale(at->n, fv_all(-1)), at->n);
}
