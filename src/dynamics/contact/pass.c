/*
 * Does the solution of a step's problem carry a body through another one? That has three causes.
 *
 * 1. Contacts are searched within margins from the velocities that bodies have without contacts. A
 * body that is hit may be faster than that and leave its margin. For such bodies the search is
 * repeated with margins from their new velocities, and the paths of newly found pairs are followed
 * (contact/sweep.h). If two bodies would meet, both bodies keep the larger margins for the rest of
 * the step, since the one that is hit may become as fast.
 *
 * 2. The solution may be inexact: the solver's iterations end before many bodies in a row agree, or
 * a contact was added in the last round. The gap left at the step's end shows this.
 *
 * 3. Gaps are measured along the normal at the step's start, which is no longer right for bodies
 * that slide or turn far. The paths of bodies that may come nearer by turning or sliding are
 * followed, too.
 */
#include "contact/mesh.h"
#include "contact/sweep.h"
#include "dynamics/contact/impl.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Depths beyond which a body counts as having passed into another, in thicknesses of the thinner
 * body. THROUGH: at contacts in the step's problem. MET: at contacts that the step's search did not
 * find. TURNED: by rotation, which gaps along fixed normals do not show */
static const double THROUGH = 0.25, MET = 0.25, TURNED = 0.5;

/* enlarged margins are the length of the path times this factor, so that the next search, after a
 * slightly different solution, finds the same contacts */
static const double MORE = 1.01;

void tw_contact_forget_pace(tw_contact_set *s) {
    s->outrun.pace.count = 0;
}

/* upper bound on the path, m, of any point of a body's surface in the step, by the velocities after
 * the impulses and the shifts of depth correction */
static double way_of(const tw_contact_set *s, int body, double h) {
    return h * tw_contact_fastest(s, body, s->miss.path.data[body]) +
           tw_contact_fastest(s, body, s->depth.shift.data[body]);
}

/* Sets s->outrun.grown to the margins s->range.margin, enlarged to MORE paths for each body whose
 * path is longer than its margin by half a depth that counts as passing: if two bodies sink into
 * each other that deep without being found, at least one of them has such a path. Returns true if
 * any margin was enlarged */
static bool grow(const tw_dynamics *d, tw_contact_set *s, double h) {
    bool any = false;
    double more = 0.5 * MET * s->size.thinnest;
    for (int i = 0; i < d->pass.bodies; i++) {
        double way = 0, margin = s->range.margin.data[i];
        if (d->free_body[i] && tw_member_collides(d, i)) way = way_of(s, i, h);
        bool outruns = way > margin + more;
        s->outrun.grown.data[i] = outruns ? (float)fmin(MORE * way, FLT_MAX) : margin;
        any = any || outruns;
    }
    return any;
}

/* box of shape `item` of the search, widened by its body's margin in s->outrun.grown */
static tw_bounds grown_box(const tw_contact_set *s, size_t item) {
    int body = s->search.found.item.data[item].body;
    double by = s->outrun.grown.data[body] - s->range.margin.data[body];
    const tw_bounds *b = &s->search.found.box.data[item];
    return (tw_bounds){v3_sub(b->lo, v3(by, by, by)), v3_add(b->hi, v3(by, by, by))};
}

/* Sets s->outrun.reached for bodies near a body with an enlarged margin. Mostly few bodies have
 * one, so each box is tested against these few, and the search can leave most bodies out; if more
 * than FEW have one, all members of the engine are reached */
static tw_status know_reached(tw_dynamics *d, tw_contact_set *s) {
    enum { FEW = 40 };
    size_t n = (size_t)d->pass.bodies, items = s->search.found.item.count, fast = 0;
    TW_TRY(tw_reserve(&s->outrun.reached, n));
    for (size_t i = 0; i < n; i++) fast += s->outrun.grown.data[i] > s->range.margin.data[i];
    for (size_t i = 0; i < n; i++)
        s->outrun.reached.data[i] = fast > FEW && tw_is_member(d, (int)i);
    for (size_t i = 0; i < items && fast <= FEW; i++) {
        int a = s->search.found.item.data[i].body;
        if (!(s->outrun.grown.data[a] > s->range.margin.data[a])) continue;
        tw_bounds box = grown_box(s, i);
        s->outrun.reached.data[a] = 1;
        for (size_t k = 0; k < items; k++) {
            tw_bounds other = grown_box(s, k);
            if (tw_bounds_meet(&box, &other))
                s->outrun.reached.data[s->search.found.item.data[k].body] = 1;
        }
    }
    return TW_OK;
}

static bool hollow(const tw_dynamics *d, int body, int shape) {
    const tw_shape *s = &d->world->body.data[body]->form.shape[shape];
    return tw_shape_is_hollow(s);
}

/* is the contact's gap within the margins of the step's search? */
static bool was_found(const tw_contact_set *s, const tw_contact *c) {
    const double *m = s->range.margin.data;
    return c->gap <= m[c->a] + (c->b < 0 ? s->range.fall : m[c->b]);
}

/* gap, m, at the end of the step, of a contact that is not in the problem */
static double gap_after(const tw_dynamics *d, const tw_contact_set *s, const tw_contact *c,
                        double h) {
    tw_touching t;
    tw_contact_form(d, c, &t);
    double shifted = s->depth.shifted ? tw_contact_rate(&t, s->depth.shift.data, 0) : 0;
    return c->gap + shifted + h * (tw_contact_rate(&t, s->miss.path.data, 0) + t.drift);
}

/* rotation of a body in the step, rad; 0 for centred balls, since their spin does not move the
 * surface */
static double turn_of(const tw_contact_set *s, int body, double h) {
    return s->size.swing.data[body] > 0 ? h * v3_length(s->miss.path.data[body].omega) : 0;
}

/* motion of one shape of a body, beginning `at` seconds after the begin of the step; the shape's
 * reference point goes around the body's centre of mass */
static tw_sweep sweep_from(const tw_dynamics *d, const tw_contact_set *s, int body, int shape,
                           double at) {
    const tw_twist *v = &s->miss.path.data[body];
    const tw_sweep whole = {s->search.pose.data[body], v->v, v->omega};
    tw_pose of_body = tw_sweep_pose(&whole, at);
    tw_pose pose = tw_pose_compose(&of_body, &d->world->body.data[body]->form.pose[shape]);
    vec3 arm = v3_sub(pose.x, of_body.x);
    return (tw_sweep){pose, v3_add(v->v, v3_cross(v->omega, arm)), v->omega};
}

/* Do the two shapes of a contact overlap by `most` (m) at some time of the step? Their motion is
 * followed in pieces, each with so little rotation that it counts as straight */
static bool comes_through(const tw_dynamics *d, const tw_contact_set *s, const tw_contact *c,
                          double most, double h) {
    static const double LITTLE = 0.1, PIECES = 64;
    double turn = fmax(turn_of(s, c->a, h), turn_of(s, c->b, h)), when;
    int pieces = (int)fmax(1, fmin(PIECES, ceil(turn / LITTLE)));
    for (int i = 0; i < pieces; i++) {
        tw_sweep a = sweep_from(d, s, c->a, c->shape_a, h * i / pieces),
                 b = sweep_from(d, s, c->b, c->shape_b, h * i / pieces);
        if (tw_touch_sweep(&d->world->body.data[c->a]->form.shape[c->shape_a], &a,
                           &d->world->body.data[c->b]->form.shape[c->shape_b], &b, h / pieces,
                           -most, &when))
            return true;
    }
    return false;
}

/* Would the step carry bodies through each other at a contact that the search did not find? If the
 * search found another contact of the pair (`near`), or one of the shapes is not convex, the shapes
 * may touch in one place and pass in another, so the gap along the normal is tested. Paths are
 * followed for pairs without other contacts */
static bool passes(const tw_dynamics *d, const tw_contact_set *s, const tw_contact *c, bool near,
                   double h) {
    double most = MET * tw_contact_thinner(s, c);
    if (c->b < 0) return gap_after(d, s, c, h) < -most;
    if (near || hollow(d, c->a, c->shape_a) || hollow(d, c->b, c->shape_b)) {
        if (gap_after(d, s, c, h) < -most) return true;
        if (near) return false;
        most = 0;
    }
    return comes_through(d, s, c, most, h);
}

static void quicken(const tw_dynamics *d, tw_contact_set *s, int body, double speed) {
    if (body >= 0 && d->free_body[body] && tw_member_collides(d, body))
        s->outrun.pace.data[body] = fmax(s->outrun.pace.data[body], speed);
}

/* Raises s->outrun.pace, the assumed speed, of both bodies of a contact that would be passed: to
 * the larger of the speeds of those of the two that outrun their margins */
static void know_pace(const tw_dynamics *d, tw_contact_set *s, const tw_contact *c, double h) {
    double most = 0;
    for (int side = 0; side < 2; side++) {
        int body = side ? c->b : c->a;
        if (body >= 0 && s->outrun.grown.data[body] > s->range.margin.data[body])
            most = fmax(most, s->outrun.grown.data[body] / h);
    }
    quicken(d, s, c->a, most);
    quicken(d, s, c->b, most);
}

static tw_status make_pace(const tw_dynamics *d, tw_contact_set *s, double h) {
    size_t n = (size_t)d->pass.bodies;
    TW_TRY(tw_reserve(&s->outrun.pace, n));
    for (size_t i = s->outrun.pace.count; i < n; i++) s->outrun.pace.data[i] = 0;
    s->outrun.pace.count = n;
    for (size_t i = 0; i < n; i++)
        if (s->outrun.grown.data[i] > s->range.margin.data[i])
            quicken(d, s, (int)i, s->outrun.grown.data[i] / h);
    return TW_OK;
}

tw_status tw_contact_outrun(tw_dynamics *d, tw_contact_set *s, double h, bool *any) {
    *any = false;
    TW_TRY(tw_reserve(&s->outrun.grown, (size_t)d->pass.bodies));
    if (!grow(d, s, h)) return TW_OK;
    TW_TRY(know_reached(d, s));
    TW_TRY(tw_contact_find_wider(d, s));
    const tw_contact *list = s->outrun.wider.list.data;
    size_t count = s->outrun.wider.list.count;
    for (size_t i = 0, next; i < count; i = next) {
        bool near = false;
        for (next = i; next < count && tw_contact_same_shapes(&list[next], &list[i]); next++)
            near = near || was_found(s, &list[next]);
        for (size_t k = i; k < next; k++) {
            if (was_found(s, &list[k]) || !passes(d, s, &list[k], near, h)) continue;
            if (!*any) TW_TRY(make_pace(d, s, h));
            *any = true;
            know_pace(d, s, &list[k], h);
            break;
        }
    }
    return TW_OK;
}

/* Upper bound, m, on how much nearer the bodies of a contact come in the step than their motion
 * along the normal alone would bring them, because they turn while they slide; terms up to second
 * order */
static double bend_of(const tw_contact_set *s, const tw_touching *t, double h) {
    double turn[2] = {turn_of(s, t->c->a, h), turn_of(s, t->c->b, h)}, u[3];
    tw_contact_rates(t, s->miss.path.data, u);
    double slide = h * sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    return (turn[0] + turn[1]) * slide + 0.5 * turn[0] * turn[0] * s->size.swing.data[t->c->a] +
           0.5 * turn[1] * turn[1] * s->size.swing.data[t->c->b];
}

/* Sets s->outrun.moves to the length of path and the rotation of each body in the step. Returns
 * false if rotation cannot cause depths of `most` (m) anywhere */
static bool know_moves(const tw_dynamics *d, tw_contact_set *s, double most, double h) {
    double turn = 0, way = 0, swing = 0;
    for (int i = 0; i < d->pass.bodies; i++) {
        double *m = &s->outrun.moves.data[2 * (ptrdiff_t)i];
        m[0] = m[1] = 0;
        if (!tw_member_collides(d, i)) continue;
        m[0] = way_of(s, i, h);
        m[1] = turn_of(s, i, h);
        way = fmax(way, m[0]);
        turn = fmax(turn, m[1]);
        swing = fmax(swing, s->size.swing.data[i]);
    }
    return 4 * turn * way + turn * turn * swing > most;
}

/* are the paths and rotations of both bodies too short to reach a depth of `most` (m) at the
 * contact? */
static bool stays(const tw_contact_set *s, const tw_touching *t, double most) {
    const double *a = &s->outrun.moves.data[2 * (ptrdiff_t)t->c->a],
                 *b = &s->outrun.moves.data[2 * (ptrdiff_t)t->c->b];
    double way = a[0] + b[0];
    return t->gap + most > way * (1 + a[1] + b[1]) +
                               0.5 * a[1] * a[1] * s->size.swing.data[t->c->a] +
                               0.5 * b[1] * b[1] * s->size.swing.data[t->c->b];
}

/* Does the step carry a body through another one at any of these contacts (ground and joint limits
 * do not count)? in_problem: they are in the step's problem, so a depth of THROUGH at the end
 * proves it. Bodies of other contacts may fly past each other, so their paths are followed */
static bool any_through(const tw_dynamics *d, const tw_contact_set *s, const tw_touching *t,
                        size_t count, bool in_problem, double h) {
    const tw_contact *last = NULL;
    for (size_t i = 0; i < count; i++, t++) {
        if (t->limit || t->c->b < 0) continue;
        double most = THROUGH * tw_contact_thinner(s, t->c);
        if (stays(s, t, most)) continue;
        double by = h * (tw_contact_rate(t, s->miss.path.data, 0) + t->drift);
        if (in_problem && by < -most && t->gap + by < -most) return true;
        /* the contact was more than half that deep before the step, so that the step did not cause
         * it */
        bool deep = t->gap < -0.5 * most;
        most = TURNED * tw_contact_thinner(s, t->c);
        if (deep || t->gap + by - bend_of(s, t, h) > -most) continue;
        if (last && tw_contact_same_shapes(t->c, last)) continue;
        last = t->c;
        if (comes_through(d, s, t->c, most, h)) return true;
    }
    return false;
}

tw_status tw_contact_passed(const tw_dynamics *d, tw_contact_set *s, double h, bool *passed) {
    double most = THROUGH * s->size.thinnest;
    TW_TRY(tw_reserve(&s->outrun.moves, 2 * (size_t)d->pass.bodies));
    bool turns = know_moves(d, s, most, h);
    *passed = s->miss.left_out;
    if (*passed || (h * s->stats.residual_u <= most && !turns)) return TW_OK;
    *passed = any_through(d, s, s->touching.data, s->touching.count, true, h) ||
              any_through(d, s, s->miss.list.data, s->miss.list.count, false, h);
    return TW_OK;
}
