/* Restitution that adds no energy: computes the energy that the impulses of a solution add, and
 * solves again with less restitution where that energy is positive. */
#include "dynamics/contact/impl.h"

#include <math.h>

/* Work, J, of the last solution's contact impulses on driven bodies and on moving bounds of joints;
 * with `all` also their work on free bodies, each impulse at the mean of the velocities before and
 * after it. v: velocities after the impulses */
static double work_at(const tw_dynamics *d, const tw_contact_set *s, const tw_contact_group *g,
                      const tw_twist *v, bool all) {
    double sum = 0;
    for (int i = g->first; i >= 0; i = s->touching.data[i].next) {
        const tw_touching *t = &s->touching.data[i];
        sum += t->lambda[0] * t->drift;
        for (int side = 0; side < 2; side++) {
            int body = side ? t->c->b : t->c->a;
            if (body < 0 || (d->free_body[body] && !all)) continue;
            tw_twist mean = v[body];
            if (d->free_body[body]) {
                tw_twist by = tw_contact_change(s, body);
                mean.v = v3_madd(mean.v, -0.5, by.v);
                mean.omega = v3_madd(mean.omega, -0.5, by.omega);
            }
            for (int row = 0; row < 3; row++)
                sum += t->lambda[row] * tw_twist_along(t->D[side][row], &mean) +
                       (side ? 1 : -1) * t->lambda[TW_TOUCH_FORCE + row] *
                           v3_dot(v3_load(t->frame[row]), mean.omega);
        }
    }
    return sum;
}

/* Do constraints of the group (motors, driven bodies, deviations that decay) move its bodies? Their
 * work depends on the contacts, so that energy is not conserved without them. v: velocities after
 * the impulses */
static bool constraints_move(const tw_dynamics *d, const tw_contact_set *s, const tw_twist *v) {
    static const double NOTABLE = 1e-3;
    for (int i = 0; i < s->project.part.blocks; i++) {
        const tw_block *b = &d->pass.block[s->project.part.block[i]];
        const double *J = b->J;
        for (int row = 0; row < b->rows; row++) {
            double sum = 0, all = 0;
            for (int k = 0; k < b->bind->slots; k++, J += 6) {
                int body = b->bind->body[k];
                if (!d->free_body[body]) continue;
                const tw_twist by = tw_contact_change(s, body);
                double x = v3_dot(v3_load(J), v[body].v), y = v3_dot(v3_load(J + 3), v[body].omega);
                sum += x + y;
                all += fabs(x) + fabs(y) + fabs(v3_dot(v3_load(J), by.v)) +
                       fabs(v3_dot(v3_load(J + 3), by.omega));
            }
            if (fabs(sum) > NOTABLE * all) return true;
        }
    }
    return false;
}

/* Kinetic energy, J, that the last solution's impulses add, less the work of driven bodies and
 * moving bounds of joints. Where constraints move the bodies (constraints_move), the energy they
 * add is allowed, so the work of the contacts on all bodies is returned instead. v: velocities
 * after the impulses; *size: twice the kinetic energy of the velocity change */
static double work(const tw_dynamics *d, const tw_contact_set *s, const tw_contact_group *g,
                   const tw_twist *v, double *size) {
    double sum = work_at(d, s, g, v, false);
    *size = 0;
    for (int i = 0; i < g->bodies; i++) {
        int body = s->members.body.data[g->body + i];
        const tw_body_motion *m = &d->pass.motion[body];
        const tw_twist by = tw_contact_change(s, body);
        vec3 a = by.v, b = by.omega;
        vec3 local = m3_mul_v(&d->world->body.data[body]->inertia, m3_tmul_v(&m->R, b));
        vec3 L = m3_mul_v(&m->R, local);
        sum += m->m * v3_dot(a, v3_madd(v[body].v, -0.5, a)) +
               v3_dot(L, v3_madd(v[body].omega, -0.5, b));
        *size += m->m * v3_dot(a, a) + v3_dot(L, b);
    }
    return g->islands > 0 && constraints_move(d, s, v) ? work_at(d, s, g, v, true) : sum;
}

/* subtracts the velocity changes of the last solution (an impact's impulses) from v */
static void undo(tw_contact_set *s, const tw_contact_group *g, tw_twist *v) {
    for (int i = 0; i < g->bodies; i++) {
        int body = s->members.body.data[g->body + i];
        const tw_twist by = tw_contact_change(s, body);
        v[body].v = v3_sub(v[body].v, by.v);
        v[body].omega = v3_sub(v[body].omega, by.omega);
    }
}

/* Scales the last solution by a factor x between 0 and 1. `added`: energy that it adds, J; size:
 * twice the kinetic energy of its velocity change, J. Scaled by x it adds x (added + (x - 1) size /
 * 2); the x chosen here makes this least, and so not positive */
static void hold_back(tw_contact_set *s, const tw_contact_group *g, double added, double size,
                      tw_twist *v) {
    double x = size > 0 ? fmax(0, fmin(1, 0.5 - added / size)) : 0;
    for (int i = g->first; i >= 0; i = s->touching.data[i].next)
        for (int row = 0; row < TW_TOUCH_ROWS; row++) s->touching.data[i].lambda[row] *= x;
    for (int i = 0; i < s->caps.count; i++) s->caps.row.data[i].lambda *= x;
    for (int i = 0; i < g->bodies; i++) {
        int body = s->members.body.data[g->body + i];
        const tw_twist by = tw_contact_change(s, body);
        v[body].v = v3_madd(v[body].v, x - 1, by.v);
        v[body].omega = v3_madd(v[body].omega, x - 1, by.omega);
    }
    s->stats.residual_u = fmax(s->stats.residual_u, tw_contact_largest_rate(s, g));
}

/* Sets the tangential biases of the group's contacts to 0; they only lead bodies along the chord of
 * a curved path (tw_contact_chord), and may add energy. Returns false if all were 0 already */
static bool straighten(tw_contact_set *s, const tw_contact_group *g) {
    bool bent = false;
    for (int i = g->first; i >= 0; i = s->touching.data[i].next) {
        double *bias = s->touching.data[i].bias;
        bent = bent || bias[1] != 0 || bias[2] != 0;
        bias[1] = bias[2] = 0;
    }
    return bent;
}

static bool any_rubs(const tw_contact_set *s, const tw_contact_group *g) {
    for (int i = g->first; i >= 0; i = s->touching.data[i].next)
        if (!s->touching.data[i].limit && s->touching.data[i].c->friction > 0) return true;
    return false;
}

/* sets the biases of the group's contacts for the next attempt, with `part` of the restitution, and
 * their lambda to 0 */
static void restart(tw_contact_set *s, const tw_contact_group *g, double part) {
    for (int i = g->first; i >= 0; i = s->touching.data[i].next) {
        tw_touching *t = &s->touching.data[i];
        if (t->bounce != 0) t->bias[0] = part * t->bounce + t->drift;
        for (int row = 0; row < TW_TOUCH_ROWS; row++) t->lambda[row] = 0;
    }
}

static bool any_bounces(const tw_contact_set *s, const tw_contact_group *g) {
    for (int i = g->first; i >= 0; i = s->touching.data[i].next)
        if (s->touching.data[i].bounce < 0) return true;
    return false;
}

tw_status tw_contact_solve_bouncing(tw_dynamics *d, const tw_contact_group *g,
                                    const tw_contact_task *task, tw_twist *v) {
    /* factors of the restitution in successive attempts. The last attempt also omits friction,
     * since the solver may fail with it */
    static const double PART[] = {1, 0.5, 0.25, 0, 0};
    enum { LAST = sizeof PART / sizeof *PART - 1 };
    /* Bounds on the added energy, relative to twice the kinetic energy of the velocity change.
     * ROUNDING: groups without constraints. HELD: groups with constraints, which are met only to
     * the stepper's tolerance. UNFINISHED: attempts without restitution, where only the solver's
     * residual can add energy */
    static const double ROUNDING = 1e-12, HELD = 1e-7, UNFINISHED = 1e-4;
    double none = g->islands > 0 ? HELD : ROUNDING;
    tw_contact_set *s;
    TW_TRY(tw_contact_set_of(d, &s));
    tw_contact_task now = *task;
    bool bounces = any_bounces(s, g);
    for (int n = 0;;) {
        double size;
        now.frictionless = n == LAST;
        TW_TRY(tw_contact_solve(d, g, &now, v));
        double added = work(d, s, g, v, &size);
        bool good = added <= (bounces && PART[n] > 0 ? none : UNFINISHED) * size;
        if (n == LAST) {
            s->stats.unfinished += !good || any_rubs(s, g);
            /* the energy that the solution adds when scaled by x is unknown where constraints do
             * work as well */
            if (!good && (g->islands == 0 || !constraints_move(d, s, v)))
                hold_back(s, g, added, size, v);
            return TW_OK;
        }
        if (good) return TW_OK;
        undo(s, g, v);
        now.warm = false;
        if (!straighten(s, g)) n = bounces ? n + 1 : LAST;
        restart(s, g, PART[n]);
    }
}
