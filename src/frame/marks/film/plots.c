/*
 * Curves of |D(t)| over a film; see plots.h.
 *
 * While D'' + (2/tau) D' + D/tau^2 = 0 holds from s = 0 on,
 *     D(s) = (D0 + E s) exp(-s/tau),   E = D0' + D0/tau,
 * for each row of D, so |D|^2 = (D0.D0 + 2 D0.E s + E.E s^2) exp(-2 s/tau): three numbers describe
 * it; from rest it is the paper's (1 + s/tau) exp(-s/tau) [BB88 fig. 12]. At velocity level V(s) =
 * V0 exp(-s/tau), which is the same with E = 0.
 *
 * A curve begins when its constraint is created, enabled, or disturbed at once (a nail jumps, tau
 * is changed). Its values are those of the frames with their derivatives, connected by cubics,
 * whose error is far smaller than the width of a line if a few frames fall into the time tau.
 */
#include "frame/marks/film/plots.h"

#include "base/array.h"
#include "base/math/elementary.h"
#include "dynamics/pass/pass.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    UNASKED = 6,
    SAMPLES = 128
    /* UNASKED: greatest number of curves that are shown without the script asking for them;
     * SAMPLES: about the greatest number of samples of a curve */
};
/* length of the time axis in units of tau, unless the film ends earlier */
static const double taus = 24;

double tw_plot_between(const tw_plot_sample *a, const tw_plot_sample *b, double t) {
    double h = b->t - a->t;
    if (!(h > 0)) return b->value;
    double u = (t - a->t) / h, w = 1 - u;
    double y = w * w * ((1 + 2 * u) * a->value + u * h * a->rate) +
               u * u * ((1 + 2 * w) * b->value - w * h * b->rate);
    return fmax(y, 0);
}

double tw_plot_law(const tw_plot *p, double s) {
    double square = p->law[0] + s * (p->law[1] + s * p->law[2]);
    return sqrt(fmax(square, 0)) * tw_exp(-s / p->tau);
}

/* ---- one instant ---------------------------------------------------------------------------- */

static void law_of(const tw_constraint_reading *r, tw_plot *p) {
    double dd = 0, de = 0, ee = 0;
    for (int i = 0; i < r->rows; i++) {
        double e = p->velocity ? 0 : r->rate[i] + r->deviation[i] / p->tau;
        dd += r->deviation[i] * r->deviation[i];
        de += r->deviation[i] * e;
        ee += e * e;
    }
    p->law[0] = dd, p->law[1] = 2 * de, p->law[2] = ee;
}

tw_status tw_plot_now(tw_dynamics *d, const tw_constraint *c, vec3 at, tw_plot *plot) {
    const tw_constraint_kind *kind = tw_constraint_kind_of(c);
    tw_constraint_reading r;
    TW_TRY(tw_read_constraint(d, c, &r));
    double k, damping, product = 0;
    plot->at = at;
    plot->tag = c->o.serial;
    plot->met = r.met;
    plot->angular = tw_constraint_turns_only(d->world, c);
    plot->velocity = tw_level_of(kind, c->o.own) == TW_VELOCITY_LEVEL;
    tw_rates(d->world, c, d->world->time, &plot->tau, &k, &damping);
    plot->value = tw_norm(r.deviation, r.rows);
    for (int i = 0; i < r.rows; i++) product += r.deviation[i] * r.rate[i];
    plot->rate = plot->value > 0 ? product / plot->value : 0;
    /* a constraint with a stiffness and a damping of its own does not follow the equation with tau,
     * so its curve has no closed form */
    bool own = !plot->velocity &&
               (fabs(k * plot->tau * plot->tau - 1) > 1e-9 || fabs(damping * plot->tau - 2) > 1e-9);
    plot->lawful = plot->tau > 0 && !own;
    if (plot->lawful) law_of(&r, plot);
    return TW_OK;
}

/* ---- over the film -------------------------------------------------------------------------- */

/* the curve of one constraint, while the frames of the film are read */
typedef struct course {
    uint32_t tag;
    size_t frame; /* index of the last frame so far that has the constraint */
    tw_plot first;
    /* asked: by plot = true; off: not met in some frame; shown: chosen to be shown without being
     * asked for */
    bool asked, off, shown;
    double top;
    /* samples of the deviation since the curve's beginning; their times are those of the film, s */
    TW_ARRAY(tw_plot_sample) samples;
    double begin;
} course;

typedef struct courses {
    TW_ARRAY(course) all;
} courses;

static course *find(const courses *c, uint32_t tag) {
    for (size_t i = 0; i < c->all.count; i++)
        if (c->all.data[i].tag == tag) return &c->all.data[i];
    return NULL;
}

static bool disturbed(const course *c, const tw_plot *p, double t) {
    const tw_plot_sample *last = &c->samples.data[c->samples.count - 1];
    double grown = last->value + fmax(last->rate, 0) * (t - last->t);
    return p->tau != c->first.tau || p->value > 2 * grown + 1e-3 * c->top;
}

static tw_status begin(courses *all, const tw_plot *p, size_t frame, double t, course **out) {
    course *c = find(all, p->tag);
    if (!c) {
        TW_TRY(tw_push(&all->all, ((course){.tag = p->tag})));
        c = &all->all.data[all->all.count - 1];
    }
    bool fresh = c->samples.count == 0 || c->frame + 1 != frame || disturbed(c, p, t);
    if (fresh) {
        c->samples.count = 0;
        c->first = *p;
        c->begin = t;
    }
    c->frame = frame;
    c->top = fmax(c->top, p->value);
    c->asked = c->asked || p->asked;
    c->off = c->off || !p->met;
    *out = c;
    return TW_OK;
}

/* sets p->sample: the samples of c that fall into the last p->span seconds; if there are too many,
 * every step-th of them, the first and the last */
static tw_status keep(tw_frame *f, const course *c, tw_plot *p) {
    size_t n = c->samples.count, from = 0;
    const tw_plot_sample *s = c->samples.data;
    while (from + 2 < n && s[from + 1].t <= f->time - p->span) from++;
    size_t room = n - from, step = (room + SAMPLES - 1) / SAMPLES;
    tw_plot_sample *kept = tw_frame_alloc(f, (room / step + 2) * sizeof *kept);
    if (!kept) return tw_fail_memory();
    /* counted from the curve's beginning, so that all frames keep the same samples */
    for (size_t i = from; i < n; i++)
        if (i % step == 0 || i == from || i + 1 == n) {
            if (p->count == room / step + 2) break;
            kept[p->count++] = s[i];
        }
    p->sample = kept;
    return TW_OK;
}

static tw_status follow(courses *all, tw_frame *f, size_t frame, double end) {
    for (size_t i = 0; i < f->plot_count; i++) {
        tw_plot *p = &f->plot[i];
        course *c;
        TW_TRY(begin(all, p, frame, f->time, &c));
        TW_TRY(tw_push(&c->samples, ((tw_plot_sample){f->time, p->value, p->rate})));
        p->begin = c->begin;
        p->span = taus * p->tau;
        if (end - c->begin > 0 && end - c->begin < p->span) p->span = end - c->begin;
        p->lawful = p->lawful && c->first.lawful;
        memcpy(p->law, c->first.law, sizeof p->law);
        TW_TRY(keep(f, c, p));
    }
    return TW_OK;
}

/* true: curve c is asked for, or is one of the few that are shown without being asked for */
static bool chosen(const courses *all, const course *c) {
    int before = 0;
    for (size_t i = 0; i < all->all.count; i++) {
        const course *o = &all->all.data[i];
        before += !o->asked && (o->top > c->top || (o->top == c->top && o < c));
    }
    return c->asked || (c->off && before < UNASKED);
}

/* sets, in the plots of one frame, the members that depend on the whole film */
static void finish(const courses *all, tw_frame *f) {
    for (size_t k = 0; k < f->plot_count; k++) {
        const course *c = find(all, f->plot[k].tag);
        f->plot[k].top = c->top;
        if (!c->shown) f->plot[k].count = 0;
    }
}

tw_status tw_film_plots(tw_frame *const *frames, size_t count) {
    courses all = {0};
    tw_status s = TW_OK;
    double end = count ? frames[count - 1]->time : 0;
    for (size_t i = 0; i < count && s == TW_OK; i++) s = follow(&all, frames[i], i, end);
    for (size_t i = 0; i < all.all.count; i++)
        all.all.data[i].shown = chosen(&all, &all.all.data[i]);
    for (size_t i = 0; i < count && s == TW_OK; i++) finish(&all, frames[i]);
    for (size_t i = 0; i < all.all.count; i++) tw_array_free(&all.all.data[i].samples);
    tw_array_free(&all.all);
    return s;
}
