/*
 * Which contacts that were found do not come about in the step? Those stay out of its problem whose
 * gaps do not close as bodies move without contacts. Contacts may move bodies otherwise: what was
 * left out is looked at again after the solution, and comes in where its gap would be passed.
 *
 * A gap counts along the normal of where the step begins, as if there were a plane: what flies past
 * an edge would hit that. Of wide gaps that close those come about whose shapes come close on their
 * way (contact/sweep.h).
 */
#include "contact/sweep.h"
#include "dynamics/contact_impl.h"

#include <math.h>

/* of the size of the smaller body: wider gaps are looked into; gaps that are closed; a gap that may
 * be left at the end of the step; a depth that may be left there for the next one */
static const double WIDE = 0.02, CLOSED = 1e-3, LEFT = 5e-3, PASSED = 5e-3;

double tw_contact_size(const tw_contact_set *s, const tw_contact *c) {
    if (tw_contact_is_limit(s, c)) return TW_LIMIT_SIZE;
    double a = s->reach.data[c->a];
    return c->b < 0 ? a : fmin(a, s->reach.data[c->b]);
}

/* one of its shapes in the step */
static tw_sweep sweep_of(const tw_dynamics *d, const tw_contact_set *s, int body, int shape) {
    const tw_form *form = &d->world->body.data[body]->form;
    tw_pose pose = tw_pose_compose(&s->pose.data[body], &form->pose[shape]);
    const tw_twist *v = &s->twist.data[body];
    vec3 arm = v3_sub(pose.x, s->pose.data[body].x);
    return (tw_sweep){pose, v3_add(v->v, v3_cross(v->omega, arm)), v->omega};
}

/* the gap at the end of the step */
static double gap_after(const tw_contact_set *s, const tw_touching *t, double h) {
    return t->gap + h * (tw_contact_rate(t, s->twist.data, 0) + t->drift);
}

/* do the shapes of a contact come close in the step? */
static bool meet(const tw_dynamics *d, const tw_contact_set *s, const tw_touching *touching,
                 double h) {
    const tw_contact *c = touching->c;
    const tw_shape *shape_a = &d->world->body.data[c->a]->form.shape[c->shape_a],
                   *shape_b = &d->world->body.data[c->b]->form.shape[c->shape_b];
    tw_sweep a = sweep_of(d, s, c->a, c->shape_a), b = sweep_of(d, s, c->b, c->shape_b);
    double near = CLOSED * tw_contact_size(s, c), t, after = gap_after(s, touching, h);
    /* the likely time: no proof if they are not, as they may turn */
    double gap = touching->gap, likely = after < gap ? h * fmin(1, gap / (gap - after)) : h;
    if (tw_touch_there(shape_a, &a, shape_b, &b, likely, near)) return true;
    return tw_touch_sweep(shape_a, &a, shape_b, &b, h, near, &t);
}

static bool same_pair(const tw_contact *a, const tw_contact *b) {
    return a->a == b->a && a->b == b->b && a->shape_a == b->shape_a && a->shape_b == b->shape_b;
}

/* the first contact after i that is of other shapes */
static size_t run_of(const tw_contact_set *s, const tw_touching *t, size_t count, size_t i) {
    size_t next = i + 1;
    while (next < count && same_pair(t[next].c, t[i].c) && !tw_contact_is_limit(s, t[next].c))
        next++;
    return next;
}

static bool pressed_before(const tw_contact_set *s, const tw_contact *c) {
    const tw_contact_memory *m = tw_contact_recall(&s->memory, c->key);
    return m && v3_dot(m->force, m->force) > 0;
}

/* all contacts of two shapes, of which one that is closed decides; bias is 1 where a contact stays
 * out */
static void look(const tw_dynamics *d, const tw_contact_set *s, tw_touching *t, size_t count,
                 double h) {
    double small = tw_contact_size(s, t->c), widest = 0;
    size_t soonest = 0;
    bool limit = tw_contact_is_limit(s, t->c), closed = limit || t->c->b < 0;
    for (size_t i = 0; i < count; i++) {
        double gap = t[i].gap;
        closed = closed || gap <= CLOSED * small;
        bool out = !limit && gap > CLOSED * small && gap_after(s, &t[i], h) > LEFT * small &&
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
    s->missed.count = 0;
    for (size_t i = 0; i < s->touching.count; i = next) {
        next = run_of(s, s->touching.data, s->touching.count, i);
        look(d, s, &s->touching.data[i], next - i, h);
        for (size_t k = i; k < next; k++) {
            tw_touching *t = &s->touching.data[k];
            bool out = t->bias[0] > 0;
            t->bias[0] = 0;
            if (out)
                TW_TRY(tw_push(&s->missed, *t));
            else if (count++ != k)
                s->touching.data[count - 1] = *t;
        }
    }
    tw_contact_shorten(s, count);
    return TW_OK;
}

tw_status tw_contact_take_back(const tw_dynamics *d, tw_contact_set *s, double h, bool *any) {
    size_t left = 0, next;
    *any = false;
    for (size_t i = 0; i < s->missed.count; i = next) {
        next = run_of(s, s->missed.data, s->missed.count, i);
        const tw_contact *c = s->missed.data[i].c;
        double small = tw_contact_size(s, c);
        bool passed = false;
        for (size_t k = i; k < next; k++)
            passed = passed || gap_after(s, &s->missed.data[k], h) < -PASSED * small;
        passed = passed && (s->missed.data[i].gap < WIDE * small || c->b < 0 ||
                            meet(d, s, &s->missed.data[i], h));
        *any = *any || passed;
        for (size_t k = i; k < next; k++) {
            const tw_touching *t = &s->missed.data[k];
            if (passed)
                TW_TRY(tw_push(&s->touching, *t));
            else if (left++ != k)
                s->missed.data[left - 1] = *t;
        }
    }
    s->missed.count = left;
    return TW_OK;
}
