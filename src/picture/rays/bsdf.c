/* The reflection function of a surface: its value, the probability density of sampled directions,
 * and the sampling itself; see surface.h. */
#include "picture/rays/surface.h"

static const float inv_pi = 0.318309886f;

/* Smith's Lambda for GGX with roughness alpha, for a direction with the cosine c to the normal:
 * (sqrt(1 + alpha^2 tan^2) - 1)/2 */
static fv lambda(fv alpha, fv c) {
    fv cc = c * c, tan2 = fv_max(fv_all(1) - cc, fv_all(0)) / fv_max(cc, fv_all(1e-12f));
    return (fv_sqrt(fv_all(1) + alpha * alpha * tan2) - fv_all(1)) * fv_all(0.5f);
}

fv3 tw_bsdf(const tw_surface *a, fv3 l, fv *density) {
    fv zero = fv_all(0), one = fv_all(1);
    fv nl = f3_dot(a->n, l), nv = fv_max(f3_dot(a->n, a->v), fv_all(1e-4f));
    iv front = nl > zero;
    nl = fv_max(nl, zero);
    fv cosine = nl * fv_all(inv_pi);
    fv3 f = f3_scale(a->kd, cosine);
    *density = cosine * (one - a->share);
    if (iv_any(a->share > zero)) {
        fv3 h = f3_normalized(f3_add(a->v, l));
        fv nh = f3_dot(a->n, h), vh = fv_max(f3_dot(a->v, h), zero), aa = a->alpha * a->alpha;
        /* 1 - (n.h)^2 computed as |n x h|^2: for sharp lobes n.h is so close to 1 that the
         * difference would have no correct digits */
        fv cx = a->n.y * h.z - a->n.z * h.y, cy = a->n.z * h.x - a->n.x * h.z;
        fv cz = a->n.x * h.y - a->n.y * h.x, sin2 = cx * cx + cy * cy + cz * cz;
        fv q = sin2 + aa * nh * nh;
        fv D = aa * fv_all(inv_pi) / (q * q);
        fv lv_ = lambda(a->alpha, nv), ll = lambda(a->alpha, nl);
        fv m = one - vh, m2 = m * m, m5 = m2 * m2 * m;
        fv base = D / (fv_all(4) * nv);
        fv G = one / ((one + lv_) * (one + ll));
        fv3 F = f3_madd(a->f0, m5, a->rise);
        iv lobe = a->share > zero;
        f = f3_select(lobe, f3_madd(f, base * G, F), f);
        *density += fv_select(lobe, a->share * base / (one + lv_), zero);
    }
    f = f3_select(front, f, f3_all(0, 0, 0));
    *density = fv_select(front, *density, zero);
    return f;
}

/* half vector sampled from the distribution of visible normals [Heitz 2018]; x, y: point of the
 * disc */
static fv3 sample_lobe(const tw_surface *a, fv x, fv y, fv3 s, fv3 t) {
    fv zero = fv_all(0), one = fv_all(1);
    fv3 v = f3(f3_dot(a->v, s), f3_dot(a->v, t), fv_max(f3_dot(a->v, a->n), fv_all(1e-4f)));
    fv3 vh = f3_normalized(f3(a->alpha * v.x, a->alpha * v.y, v.z));
    fv len2 = vh.x * vh.x + vh.y * vh.y;
    iv up = len2 < fv_all(1e-12f);
    fv inv = one / fv_sqrt(fv_select(up, one, len2));
    fv3 t1 = f3(fv_select(up, one, -vh.y * inv), fv_select(up, zero, vh.x * inv), zero);
    fv3 t2 = f3(-vh.z * t1.y, vh.z * t1.x, vh.x * t1.y - vh.y * t1.x);
    fv half = fv_all(0.5f) * (one + vh.z);
    fv y1 = (one - half) * fv_root(one - x * x) + half * y;
    fv z1 = fv_root(one - x * x - y1 * y1);
    fv3 n = f3_madd(f3_madd(f3_scale(t1, x), y1, t2), z1, vh);
    n = f3_normalized(f3(a->alpha * n.x, a->alpha * n.y, fv_max(n.z, fv_all(1e-6f))));
    fv3 h = f3_madd(f3_madd(f3_scale(s, n.x), n.y, t), n.z, a->n);
    return f3_sub(f3_scale(h, fv_all(2) * f3_dot(a->v, h)), a->v);
}

fv3 tw_bsdf_sample(const tw_surface *a, fv u, fv v, fv c) {
    fv x, y, one = fv_all(1);
    tw_disc(u, v, &x, &y);
    fv3 s, t;
    tw_across(a->n, &s, &t);
    /* cosine-weighted direction: a point of the disc, lifted to the hemisphere */
    fv z = fv_root(one - x * x - y * y);
    fv3 l = f3_madd(f3_madd(f3_scale(s, x), y, t), z, a->n);
    iv lobe = c < a->share;
    if (iv_any(lobe)) l = f3_select(lobe, f3_normalized(sample_lobe(a, x, y, s, t)), l);
    return l;
}
