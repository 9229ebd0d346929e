/*
 * Visibility of curves; see impl.h.
 *
 * A place of a curve is hidden if the straight line from the eye to it (its line of sight) goes
 * through a solid. For the place's own solid, if it is convex, no ray is needed: a contour is never
 * behind it, an edge is if both faces face away, a meeting is if one of the two surfaces faces
 * away. If the own solid is not convex, the place is first moved outward by `graze` pixels, so that
 * the ray does not graze the surface that it lies on; and the contour of a ring is hidden where the
 * ring bends toward the eye, so that cusps end exactly. A solid less than `bias` pixels in front of
 * a place counts as touching it: solids at rest sink a little into what carries them.
 */
#include "figure/impl.h"

#include "base/math/whole.h"

#include <stdlib.h>
#include <string.h>

static const double graze = 0.01; /* pixels */
static const double bias = 0.1;   /* pixels */
static const double fine = 0.005; /* tolerance of the places at which runs end, pixels */
/* length below which a run is merged with the one before it, pixels */
static const double least = 0.1;

/* ---- cells ---------------------------------------------------------------------------------- */

static int column(double v, int most) {
    return tw_whole((v + FIG_MARGIN) / FIG_CELL, 0, most - 1);
}

static bool misses(const fig_scene *s, const fig_solid *o) {
    const double m = FIG_MARGIN;
    return !o->blocks || o->box[2] < -m || o->box[3] < -m || o->box[0] > s->eye.width + m ||
           o->box[1] > s->eye.height + m;
}

static void file(fig_scene *s, bool count) {
    for (size_t i = 0; i < s->solid.count; i++) {
        const fig_solid *o = &s->solid.data[i];
        if (misses(s, o)) continue;
        int x0 = column(o->box[0], s->columns), x1 = column(o->box[2], s->columns);
        int y0 = column(o->box[1], s->rows), y1 = column(o->box[3], s->rows);
        for (int y = y0; y <= y1; y++)
            for (int x = x0; x <= x1; x++) {
                size_t *n = &s->cell[y * s->columns + x];
                if (count)
                    n[1]++;
                else
                    s->cell_solid[(*n)++] = (int)i;
            }
    }
}

tw_status fig_cells_make(fig_scene *s) {
    s->columns = (int)((s->eye.width + 2 * FIG_MARGIN) / FIG_CELL) + 1;
    s->rows = (int)((s->eye.height + 2 * FIG_MARGIN) / FIG_CELL) + 1;
    size_t cells = (size_t)s->columns * (size_t)s->rows;
    s->cell = calloc(cells + 2, sizeof *s->cell);
    if (!s->cell) return tw_fail_memory();
    file(s, true);
    for (size_t i = 0; i < cells; i++) s->cell[i + 1] += s->cell[i];
    s->cell_solid = malloc((s->cell[cells] + 1) * sizeof *s->cell_solid);
    if (!s->cell_solid) return tw_fail_memory();
    file(s, false);
    for (size_t i = cells; i > 0; i--) s->cell[i] = s->cell[i - 1];
    s->cell[0] = 0;
    return TW_OK;
}

/* ---- one place ------------------------------------------------------------------------------ */

/* true: solid o blocks the line of sight from the eye to p, not counting its last `free` metres
 * before p. to: unit vector from the eye to p; distance: that from the eye to p, m */
static bool between(const fig_scene *s, const fig_solid *o, vec3 p, vec3 to, double distance,
                    double free) {
    vec3 from = v3_madd(p, -distance, to), mid = v3_sub(o->x, from);
    double along = v3_dot(mid, to), far = distance - free, near = s->eye.near;
    if (o->type != FIG_GROUND) {
        vec3 off = v3_madd(mid, -along, to);
        if (v3_dot(off, off) > o->radius * o->radius || along - o->radius > far) return false;
    }
    vec3 at = fig_to_local(o, from), d = m3_tmul_v(&o->R, to);
    if (o->type == TW_SHAPE_MESH)
        return fig_mesh_meets(o->mesh, v3_scale(at, 1 / o->scale), d, near / o->scale,
                              far / o->scale);
    double span[FIG_SPANS][2];
    int n = fig_spans(o, at, d, span);
    for (int i = 0; i < n; i++) {
        /* an eye below the ground looks out through it: the ground does not block its line of
         * sight */
        if (o->type == FIG_GROUND && span[i][0] < near) continue;
        double lo = fmax(span[i][0], near), hi = fmin(span[i][1], far);
        if (hi - lo > 1e-9 * s->unit) return true;
    }
    return false;
}

/* true: at point p of its contour the ring bends toward the eye: F'' < 0 along the line of sight,
 * with F of spans.c */
static bool bent(const fig_solid *o, const fig_curve *c, vec3 p, vec3 sight) {
    vec3 x = fig_to_local(o, p), d = m3_tmul_v(&o->R, sight);
    double R = o->p[o->type == TW_SHAPE_STADIUM ? 1 : 0];
    x.x -= c->shift;
    double rho = sqrt(x.x * x.x + x.y * x.y), across = x.x * d.y - x.y * d.x;
    return R * across * across > rho * rho * rho;
}

/* true: the curve's own solids hide it at p, in the cases that are decided without rays */
static bool turned_away(const fig_scene *s, const fig_curve *c, vec3 p, vec3 sight) {
    const fig_solid *o = &s->solid.data[c->own];
    if (c->back) return true;
    if (c->role == FIG_CONTOUR) return c->form == FIG_RING && bent(o, c, p, sight);
    if (c->role != FIG_MEETING) return false;
    vec3 m = c->n1, n = c->n2;
    if (c->form == FIG_CHAIN) {
        fig_gap(o, p, &m);
        fig_gap(&s->solid.data[c->other], p, &n);
    }
    return v3_dot(m, sight) <= 0 || v3_dot(n, sight) <= 0;
}

bool fig_seen(const fig_scene *s, const fig_curve *c, double u, vec3 p) {
    double distance, away;
    vec3 sight = fig_to_eye(&s->eye, p, &distance);
    if (turned_away(s, c, p, sight)) return false;
    fig_spot at = fig_project(&s->eye, p);
    double pixel = fig_pixel(&s->eye, at.z);
    vec3 out = v3_madd(p, graze * pixel, fig_curve_normal(s, c, u, p));
    vec3 to = v3_neg(sight), to_out = v3_neg(fig_to_eye(&s->eye, out, &away));
    size_t cell =
        (size_t)column(at.y, s->rows) * (size_t)s->columns + (size_t)column(at.x, s->columns);
    for (size_t i = s->cell[cell]; i < s->cell[cell + 1]; i++) {
        int k = s->cell_solid[i];
        const fig_solid *o = &s->solid.data[k];
        bool own = k == c->own || k == c->other;
        if (own && o->convex) continue;
        if (own ? between(s, o, out, to_out, away, bias * pixel)
                : between(s, o, p, to, distance, bias * pixel))
            return false;
    }
    return true;
}

/* ---- runs ----------------------------------------------------------------------------------- */

typedef enum state { ABSENT, SEEN, HIDDEN } state;

/* state of a curve from parameter u on, up to the next change */
typedef struct change {
    double u;
    state state;
} change;

typedef struct walk {
    fig_scene *s;
    const fig_curve *c;
    TW_ARRAY(change) change;
} walk;

static fig_sample place_at(const fig_scene *s, const fig_curve *c, double u) {
    fig_sample a = {.u = u, .p = fig_curve_at(s, c, u)};
    a.s = fig_project(&s->eye, a.p);
    return a;
}

static double apart(const fig_spot *a, const fig_spot *b) {
    double x = b->x - a->x, y = b->y - a->y;
    return sqrt(x * x + y * y);
}

static state state_at(const walk *w, const fig_sample *a) {
    if (!fig_in_picture(&w->s->eye, &a->s)) return ABSENT;
    return fig_seen(w->s, w->c, a->u, a->p) ? SEEN : HIDDEN;
}

/* finds by bisection where the state changes between sample a, with state `last`, and b, with state
 * `next`, and adds the change */
static tw_status change_between(walk *w, fig_sample a, fig_sample b, state last, state next) {
    for (int i = 0; i < 60 && (apart(&a.s, &b.s) > fine || a.s.z < w->s->eye.near); i++) {
        fig_sample m = place_at(w->s, w->c, 0.5 * (a.u + b.u));
        if (!(m.u > a.u && m.u < b.u)) break;
        state now = state_at(w, &m);
        if (now == last) {
            a = m;
        } else {
            b = m;
            next = now;
        }
    }
    return tw_push(&w->change, ((change){0.5 * (a.u + b.u), next}));
}

/* finds the state at u, and the place of the change if it is another one than that of *last, the
 * place tested before */
static tw_status probe(walk *w, double u, fig_sample *last, state *now) {
    fig_sample a = place_at(w->s, w->c, u);
    state here = state_at(w, &a);
    size_t n = w->change.count;
    if (n == 0) TW_TRY(tw_push(&w->change, ((change){w->c->u0, here})));
    /* between the two places there may be a third state: then the rest is searched, too */
    while (n > 0 && here != *now) {
        TW_TRY(change_between(w, *last, a, *now, here));
        *now = w->change.data[w->change.count - 1].state;
        *last = place_at(w->s, w->c, w->change.data[w->change.count - 1].u);
        if (w->change.count - n > 8) break;
    }
    *last = a;
    *now = here;
    return TW_OK;
}

static tw_status gone(walk *w, double u, state *now) {
    if (!w->change.count) {
        TW_TRY(tw_push(&w->change, ((change){u, ABSENT})));
    } else if (*now != ABSENT) {
        TW_TRY(tw_push(&w->change, ((change){u, ABSENT})));
    }
    *now = ABSENT;
    return TW_OK;
}

/* finds the changes of a curve's state: tests a place in every interval between neighbouring
 * samples or crossings x [count] */
static tw_status find_changes(walk *w, const fig_crossing *x, size_t count) {
    const fig_sample *a = w->s->sample.data + w->c->sample;
    fig_sample last = a[0];
    state now = ABSENT;
    w->change.count = 0;
    for (size_t i = 0, k = 0; i + 1 < w->c->samples; i++) {
        if (a[i].gap) {
            TW_TRY(gone(w, a[i].u, &now));
            while (k < count && x[k].u <= a[i + 1].u) k++;
            last = a[i + 1];
            continue;
        }
        double from = a[i].u;
        fig_spot at = a[i].s;
        while (k < count && x[k].u <= a[i + 1].u) {
            fig_sample b = place_at(w->s, w->c, x[k].u);
            if (apart(&at, &b.s) > fine) {
                TW_TRY(probe(w, 0.5 * (from + b.u), &last, &now));
                from = b.u;
                at = b.s;
            }
            k++;
        }
        if (from == a[i].u || apart(&at, &a[i + 1].s) > fine)
            TW_TRY(probe(w, 0.5 * (from + a[i + 1].u), &last, &now));
    }
    return tw_push(&w->change, ((change){w->c->u1, ABSENT}));
}

static double length_of(const walk *w, double u0, double u1) {
    const fig_sample *a = w->s->sample.data + w->c->sample;
    fig_sample last = place_at(w->s, w->c, u0), end = place_at(w->s, w->c, u1);
    double l = 0;
    for (size_t i = 0; i < w->c->samples; i++) {
        if (!(a[i].u > u0 && a[i].u < u1)) continue;
        l += apart(&last.s, &a[i].s);
        last = a[i];
    }
    return l + apart(&last.s, &end.s);
}

/* removes changes that begin runs shorter than `least`, so that the run before extends over it */
static void drop_short(walk *w) {
    change *c = w->change.data;
    size_t n = w->change.count, kept = 0;
    for (size_t i = 0; i + 1 < n; i++) {
        bool middle = i > 0 && i + 2 < n && c[i].state != ABSENT;
        if (middle && length_of(w, c[i].u, c[i + 1].u) < least) continue;
        if (kept > 0 && c[kept - 1].state == c[i].state) continue;
        c[kept++] = c[i];
    }
    c[kept++] = c[n - 1];
    w->change.count = kept;
}

static tw_status add_run(walk *w, double u0, double u1, bool hidden) {
    fig_scene *s = w->s;
    fig_run r = {.curve = (int)(w->c - s->curve.data),
                 .hidden = hidden,
                 .u0 = u0,
                 .u1 = u1,
                 .first = s->place.count};
    TW_TRY(tw_push(&s->place, place_at(s, w->c, u0)));
    for (size_t i = 0; i < w->c->samples; i++) {
        const fig_sample *a = &s->sample.data[w->c->sample + i];
        if (a->u > u0 && a->u < u1) TW_TRY(tw_push(&s->place, *a));
    }
    TW_TRY(tw_push(&s->place, place_at(s, w->c, u1)));
    r.count = s->place.count - r.first;
    return tw_push(&s->run, r);
}

static tw_status curve_runs(walk *w, const fig_crossing *x, size_t count) {
    if (w->c->back && !w->s->o->hidden) return TW_OK;
    TW_TRY(find_changes(w, x, count));
    drop_short(w);
    const change *c = w->change.data;
    for (size_t i = 0; i + 1 < w->change.count; i++) {
        if (c[i].state == ABSENT || !(c[i + 1].u > c[i].u)) continue;
        if (c[i].state == HIDDEN && !w->s->o->hidden) continue;
        TW_TRY(add_run(w, c[i].u, c[i + 1].u, c[i].state == HIDDEN));
    }
    return TW_OK;
}

tw_status fig_runs(fig_scene *s) {
    walk w = {.s = s};
    tw_status st = TW_OK;
    const fig_crossing *x = s->crossing.data;
    for (size_t i = 0, k = 0; i < s->curve.count && st == TW_OK; i++) {
        size_t from = k;
        while (k < s->crossing.count && x[k].curve == (int)i) k++;
        w.c = &s->curve.data[i];
        if (i % 64 == 0) st = tw_poll_ask(s->o->poll);
        if (st == TW_OK) st = curve_runs(&w, x ? x + from : x, k - from);
    }
    tw_array_free(&w.change);
    return st;
}
