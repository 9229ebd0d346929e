/*
 * Contacts that are found but do not touch during the step. A contact is left out of the problem if
 * its gap does not close while the bodies move as without contacts, and if it had no force in the
 * last step. The contacts in the problem change that motion, so those left out are checked after
 * the solution, and added if the bodies would overlap there.
 *
 * A gap is measured along the normal at the step's start, as if to an infinite plane, which would
 * even catch a body that flies past an edge. So wide gaps that close count only if the shapes come
 * close along their paths (contact/sweep.h).
 */
#include "dynamics/contact/impl.h"

#include <math.h>

/* WIDE, CLOSED: gaps, relative to the smaller body's size (tw_contact_size). WIDE: a wider contact
 * is left out, unless the two shapes meet along their paths or another contact of theirs is closed.
 * CLOSED: a contact up to this gap counts as closed, and swept shapes up to it as meeting.
 * LEFT, PASSED: relative to tw_contact_fine (for thin bodies at most THIN thicknesses), predicted
 * for the step's end. LEFT: gap above which a contact may be left out. PASSED: depth above which a
 * contact that was left out counts as passed */
static const double WIDE = 0.02, CLOSED = 1e-3, LEFT = 5e-3, PASSED = 5e-3;

/* ratio of gaps above which a passed contact of a thin body lies behind the nearest passed contact
 * of each of its free bodies (lies_behind) */
static const double BEHIND = 1.5;

/* upper bound on the size of a thin body that tolerances refer to, in thicknesses of the body */
static const double THIN = 10;

double tw_contact_size(const tw_contact_set *s, const tw_contact *c) {
    if (tw_contact_is_limit(s, c)) return TW_LIMIT_SIZE;
    double a = s->size.reach.data[c->a];
    return c->b < 0 ? a : fmin(a, s->size.reach.data[c->b]);
}

double tw_contact_band(const tw_contact_set *s, const tw_contact *c) {
    return 0.5 * TW_CONTACT_SLOP * tw_contact_size(s, c);
}

double tw_contact_fine(const tw_contact_set *s, const tw_contact *c) {
    if (tw_contact_is_limit(s, c)) return TW_LIMIT_SIZE;
    return fmin(tw_contact_size(s, c), THIN * tw_contact_thinner(s, c));
}

tw_sweep tw_contact_sweep(const tw_dynamics *d, const tw_contact_set *s, int body, int shape) {
    const tw_form *form = &d->world->body.data[body]->form;
    tw_pose pose = tw_pose_compose(&s->search.pose.data[body], &form->pose[shape]);
    const tw_twist *v = &s->miss.path.data[body];
    vec3 arm = v3_sub(pose.x, s->search.pose.data[body].x);
    return (tw_sweep){pose, v3_add(v->v, v3_cross(v->omega, arm)), v->omega};
}

tw_status tw_contact_know_path(const tw_dynamics *d, tw_contact_set *s) {
    TW_TRY(tw_reserve(&s->miss.path, (size_t)d->pass.bodies));
    for (int i = 0; i < d->pass.bodies; i++)
        s->miss.path.data[i] = s->blows.struck.data[i] ? s->blows.way.data[i] : s->twist.data[i];
    return TW_OK;
}

/* gap at the end of the step, m, along the present normal */
static double gap_after(const tw_contact_set *s, const tw_touching *t, double h) {
    return t->gap + h * (tw_contact_rate(t, s->miss.path.data, 0) + t->drift);
}

/* do the two shapes of a contact come near each other within the step, along their paths? */
static bool meet(const tw_dynamics *d, const tw_contact_set *s, const tw_touching *touching,
                 double h) {
    const tw_contact *c = touching->c;
    const tw_shape *shape_a = &d->world->body.data[c->a]->form.shape[c->shape_a],
                   *shape_b = &d->world->body.data[c->b]->form.shape[c->shape_b];
    tw_sweep a = tw_contact_sweep(d, s, c->a, c->shape_a),
             b = tw_contact_sweep(d, s, c->b, c->shape_b);
    double near = CLOSED * tw_contact_size(s, c), t, after = gap_after(s, touching, h);
    /* looks at the time at which the gap would close first: if the shapes meet then, no sweep is
     * needed; only the sweep can prove that they do not meet */
    double gap = touching->gap, likely = after < gap ? h * fmin(1, gap / (gap - after)) : h;
    if (tw_touch_there(shape_a, &a, shape_b, &b, likely, near)) return true;
    return tw_touch_sweep(shape_a, &a, shape_b, &b, h, near, &t);
}

/* index after the last contact of the same two shapes as contact i */
static size_t run_of(const tw_contact_set *s, const tw_touching *t, size_t count, size_t i) {
    size_t next = i + 1;
    while (next < count && tw_contact_same_shapes(t[next].c, t[i].c) &&
           !tw_contact_is_limit(s, t[next].c))
        next++;
    return next;
}

static bool pressed_before(const tw_contact_set *s, const tw_contact *c) {
    const tw_contact_memory *m = tw_contact_recall(&s->keep.last, c->key);
    return m && v3_dot(m->force, m->force) > 0;
}

/* Sets bias[0], used as a mark here, to 1 for those contacts of a pair of shapes that may be left
 * out of the problem, and to 0 for others. If one contact of the pair is closed, wide ones are not
 * left out for being wide */
static void look(const tw_dynamics *d, const tw_contact_set *s, tw_touching *t, size_t count,
                 double h) {
    double small = tw_contact_size(s, t->c), fine = tw_contact_fine(s, t->c), widest = 0;
    size_t soonest = 0;
    bool limit = tw_contact_is_limit(s, t->c), closed = limit || t->c->b < 0;
    for (size_t i = 0; i < count; i++) {
        double gap = t[i].gap;
        closed = closed || gap <= CLOSED * small;
        bool out = !limit && gap > CLOSED * small && gap_after(s, &t[i], h) > LEFT * fine &&
                   !pressed_before(s, t[i].c);
        t[i].bias[0] = out;
        if (!out) widest = fmax(widest, gap);
        if (t[i].bias[0] < t[soonest].bias[0] ||
            (!out && gap_after(s, &t[i], h) < gap_after(s, &t[soonest], h)))
            soonest = i;
    }
    if (closed || widest < WIDE * small || meet(d, s, &t[soonest], h)) return;
    for (size_t i = 0; i < count; i++)
        if (t[i].gap >= WIDE * small) t[i].bias[0] = 1;
}

tw_status tw_contact_drop_missed(const tw_dynamics *d, tw_contact_set *s, double h) {
    size_t count = 0, next;
    s->miss.list.count = 0;
    TW_TRY(tw_contact_know_path(d, s));
    for (size_t i = 0; i < s->touching.count; i = next) {
        next = run_of(s, s->touching.data, s->touching.count, i);
        look(d, s, &s->touching.data[i], next - i, h);
        for (size_t k = i; k < next; k++) {
            tw_touching *t = &s->touching.data[k];
            bool out = t->bias[0] > 0;
            t->bias[0] = 0;
            if (out)
                TW_TRY(tw_push(&s->miss.list, *t));
            else if (count++ != k)
                s->touching.data[count - 1] = *t;
        }
    }
    tw_contact_shorten(s, count);
    return TW_OK;
}

/* would the bodies overlap at the step's end at a contact of this pair of shapes? t [count]:
 * contacts of the pair in `missed` */
static bool passed(const tw_dynamics *d, const tw_contact_set *s, const tw_touching *t,
                   size_t count, double h) {
    const tw_contact *c = t->c;
    double most = -PASSED * tw_contact_fine(s, c);
    bool any = false;
    for (size_t k = 0; k < count; k++) any = any || gap_after(s, &t[k], h) < most;
    return any && (t->gap < WIDE * tw_contact_size(s, c) || c->b < 0 || meet(d, s, t, h));
}

/* Sets bias[0], used as a mark here, to 1 for the first contact in `missed` of each pair of shapes
 * that would overlap at the step's end, else to 0. Sets s->miss.nearest [bodies] to the smallest
 * gap, m, of such contacts of each body. *any: there are some */
static tw_status know_nearest(const tw_dynamics *d, tw_contact_set *s, double h, bool *any) {
    TW_TRY(tw_reserve(&s->miss.nearest, (size_t)d->pass.bodies));
    for (int i = 0; i < d->pass.bodies; i++) s->miss.nearest.data[i] = INFINITY;
    *any = false;
    for (size_t i = 0, next; i < s->miss.list.count; i = next) {
        tw_touching *t = &s->miss.list.data[i];
        next = run_of(s, s->miss.list.data, s->miss.list.count, i);
        t->bias[0] = passed(d, s, t, next - i, h);
        if (!(t->bias[0] > 0)) continue;
        *any = true;
        double *a = &s->miss.nearest.data[t->c->a],
               *b = t->c->b < 0 ? a : &s->miss.nearest.data[t->c->b];
        *a = fmin(*a, t->gap);
        *b = fmin(*b, t->gap);
    }
    return TW_OK;
}

/* Has each free body of a passed contact a much nearer passed contact (BEHIND)? Then this one may
 * no longer be passed once the nearer ones are in the problem: in a row of thin bodies only
 * neighbours are added. False if no body is thin, or the gap is below WIDE times tw_contact_fine */
static bool lies_behind(const tw_dynamics *d, const tw_contact_set *s, const tw_touching *t) {
    const tw_contact *c = t->c;
    double far = 0, fine = tw_contact_fine(s, c);
    if (fine == tw_contact_size(s, c) || t->gap < WIDE * fine) return false;
    if (d->free_body[c->a]) far = fmax(far, s->miss.nearest.data[c->a]);
    if (c->b >= 0 && d->free_body[c->b]) far = fmax(far, s->miss.nearest.data[c->b]);
    return t->gap > BEHIND * far;
}

tw_status tw_contact_take_back(const tw_dynamics *d, tw_contact_set *s, double h, bool *any) {
    size_t left = 0, next;
    TW_TRY(tw_contact_know_path(d, s));
    TW_TRY(know_nearest(d, s, h, any));
    for (size_t i = 0; i < s->miss.list.count && *any; i = next) {
        next = run_of(s, s->miss.list.data, s->miss.list.count, i);
        bool in = s->miss.list.data[i].bias[0] > 0 && !lies_behind(d, s, &s->miss.list.data[i]);
        s->miss.list.data[i].bias[0] = 0;
        for (size_t k = i; k < next; k++) {
            const tw_touching *t = &s->miss.list.data[k];
            if (in)
                TW_TRY(tw_push(&s->touching, *t));
            else if (left++ != k)
                s->miss.list.data[left - 1] = *t;
        }
    }
    if (*any) s->miss.list.count = left;
    return TW_OK;
}
