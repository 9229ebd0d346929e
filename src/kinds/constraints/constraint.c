/*
 * A constraint that a script wrote: D(X_1, X_2, ..., q_1, ..., t) = 0 with any number of rows, each
 * of which is a recorded function of the world positions X of points and of the positions and
 * orientations q of bodies [BB88 sec. 3: any D with its derivatives will do].
 *
 *     D'  = sum dD/dX . X' + sum dD/dq . q' + dD/dt
 *     D'' = J x'' + bias
 *
 * D, D' and bias are the value and the two derivatives of the function along the motion in which no
 * body accelerates. In it X'' is the bias of the point (its acceleration if the body's are 0), q' =
 * 1/2 omega q, q'' = 1/2 omega q', t' = 1. J has the gradient g of each row. For a point at b from
 * the centre of mass it is the row (g, b x g), as for a force. For an orientation, a small rotation
 * by d changes q by 1/2 d q, so the row for the torque has the components 1/2 g . (e_i q).
 *
 * At velocity level the function is a V that also depends on velocities, linearly; D is V then, and
 * bias is its derivative along the same motion, in which the velocity of a point changes by the
 * point's bias. J has the gradients by velocities: (g, b x g) for points, and for bodies the
 * gradients by v and omega.
 */
#include "model/field/formula.h"
#include "model/world.h"

#include <math.h>
#include <stdlib.h>

typedef struct own {
    tw_id_list points, bodies;
    tw_formula *deviation;
    int level; /* tw_level */
} own;

static const char *const levels[] = {"position", "velocity", NULL};

static int rows(const void *o) {
    return tw_tape_outputs(((const own *)o)->deviation->tape);
}

static void put3(const tw_sweep_inputs *in, int at, vec3 x, vec3 x1, vec3 x2) {
    in->at[in->slot[at]] = (tw_jet){x.x, x1.x, x2.x, 0};
    in->at[in->slot[at + 1]] = (tw_jet){x.y, x1.y, x2.y, 0};
    in->at[in->slot[at + 2]] = (tw_jet){x.z, x1.z, x2.z, 0};
}

static void put_q(const tw_sweep_inputs *in, int at, quat q, vec3 omega) {
    quat q1 = q_rate(q, omega);
    /* -|omega|^2 / 4: omega (omega q) = -|omega|^2 q, and q'' has the factor 1/4 */
    double s = -0.25 * v3_dot(omega, omega);
    in->at[in->slot[at]] = (tw_jet){q.w, q1.w, s * q.w, 0};
    put3(in, at + 1, v3(q.x, q.y, q.z), v3(q1.x, q1.y, q1.z), v3(s * q.x, s * q.y, s * q.z));
}

static void put_axes(const tw_sweep_inputs *in, int at, const mat3 *R, vec3 omega) {
    for (int j = 0; j < 3; j++) {
        vec3 r = m3_column(R, j), r1 = v3_cross(omega, r);
        put3(in, at + 3 * j, r, r1, v3_cross(omega, r1));
    }
}

static void put_inputs(const tw_terms_in *in, const tw_formula *f) {
    tw_sweep_inputs to = tw_sweep_begin(f->sweep);
    to.at[to.slot[0]] = (tw_jet){in->t, 1, 0, 0};
    for (int i = 0; i < f->points; i++) {
        const tw_point_motion *p = &in->point[i];
        const bool *uses = f->uses + tw_formula_point_group(f->velocities, i);
        int at = tw_formula_point(f->velocities, i);
        if (uses[0]) put3(&to, at, p->x, p->v, p->bias);
        if (f->velocities && uses[1]) put3(&to, at + 3, p->v, p->bias, v3_zero());
    }
    for (int k = 0; k < f->bodies; k++) {
        const tw_body_motion *m = in->body[in->body_slot[k]];
        const bool *uses = f->uses + tw_formula_body_group(f->points, f->velocities, k);
        int at = tw_formula_body(f->points, f->velocities, k);
        if (uses[0]) put3(&to, at, m->x, m->v, v3_zero());
        if (uses[1]) put_q(&to, at + TW_FORMULA_Q, m->q, m->omega);
        if (uses[2]) put_axes(&to, at + TW_FORMULA_AXES, &m->R, m->omega);
        if (!f->velocities) continue;
        if (uses[3]) put3(&to, at + TW_FORMULA_V, m->v, v3_zero(), v3_zero());
        if (uses[4]) put3(&to, at + TW_FORMULA_OMEGA, m->omega, v3_zero(), v3_zero());
    }
}

/* a constraint row's three coefficients for the rotation of the body with the orientation q: 1/2 g
 * . (e_i q), i = x, y, z; e_i: unit quaternions i, j, k; g: gradient of the formula by q */
static vec3 torque_of(const double g[4], quat q) {
    return v3(0.5 * (-g[0] * q.x + g[1] * q.w - g[2] * q.z + g[3] * q.y),
              0.5 * (-g[0] * q.y + g[1] * q.z + g[2] * q.w - g[3] * q.x),
              0.5 * (-g[0] * q.z - g[1] * q.y + g[2] * q.x + g[3] * q.w));
}

static vec3 torque_of_axes(const double *g, const mat3 *R) {
    vec3 torque = v3_cross(m3_column(R, 0), v3_load(g));
    torque = v3_add(torque, v3_cross(m3_column(R, 1), v3_load(g + 3)));
    return v3_add(torque, v3_cross(m3_column(R, 2), v3_load(g + 6)));
}

static void put_part(const tw_terms_in *in, const tw_formula_part *part, const double *g, int row,
                     tw_terms *out) {
    if (part->sort == TW_FORMULA_OF_POINT) {
        const tw_point_motion *p = &in->point[part->index];
        vec3 n = v3_load(g);
        tw_row_add(out, row, p->slot, n, v3_cross(p->b, n));
        return;
    }
    int slot = in->body_slot[part->index];
    const tw_body_motion *m = in->body[slot];
    if (part->sort == TW_FORMULA_OF_POSITION)
        tw_row_add(out, row, slot, v3_load(g), v3_zero());
    else
        tw_row_add(out, row, slot, v3_zero(),
                   part->sort == TW_FORMULA_OF_Q ? torque_of(g, m->q) : torque_of_axes(g, &m->R));
}

/* for a formula of velocities, adds to J its gradient by velocities, which is also the gradient of
 * V' by accelerations */
static void put_rate(const tw_terms_in *in, const tw_formula_part *part, const double *g, int row,
                     tw_terms *out) {
    vec3 n = v3_load(g);
    if (part->sort == TW_FORMULA_OF_POINT_VELOCITY) {
        const tw_point_motion *p = &in->point[part->index];
        tw_row_add(out, row, p->slot, n, v3_cross(p->b, n));
    } else if (part->sort == TW_FORMULA_OF_VELOCITY) {
        tw_row_add(out, row, in->body_slot[part->index], n, v3_zero());
    } else if (part->sort == TW_FORMULA_OF_OMEGA) {
        tw_row_add(out, row, in->body_slot[part->index], v3_zero(), n);
    }
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    const tw_formula *f = ((const own *)in->own)->deviation;
    put_inputs(in, f);
    tw_sweep_run(f->sweep, out->D, out->D1, out->bias);
    for (int i = 0, k = 0; i < out->rows; i++) {
        const double *g = tw_sweep_gradient(f->sweep, i).value;
        for (; k < f->part_end[i]; k++)
            (f->velocities ? put_rate : put_part)(in, &f->part[k], g + f->part[k].at, i, out);
        if (!f->velocities) continue;
        out->bias[i] = out->D1[i];
        out->D1[i] = 0;
    }
}

/* ---- velocity level -------------------------------------------------------------------------- */

/* pseudo-random vector with components in -1 .. 1; *state: state of the generator, which is
 * advanced */
static vec3 next_vector(unsigned *state) {
    double x[3];
    for (int i = 0; i < 3; i++) {
        *state = *state * 1664525u + 1013904223u;
        x[i] = (double)(*state >> 8) / 8388608.0 - 1;
    }
    return v3_load(x);
}

/* sets the inputs for the test of linearity: the present poses, kept constant, and random
 * velocities that grow at constant random rates. A formula that is linear in the velocities then
 * has the second derivative 0 */
static void put_straight(const own *o, const tw_world *w, unsigned *state) {
    const tw_formula *f = o->deviation;
    const vec3 zero = v3_zero();
    tw_sweep_inputs to = tw_sweep_begin(f->sweep);
    to.at[to.slot[0]] = (tw_jet){w->time, 0, 0, 0};
    for (int i = 0; i < f->points; i++) {
        vec3 x, v;
        int at = tw_formula_point(true, i);
        tw_point_now(w, tw_world_point(w, o->points.id[i]), &x, &v);
        v = next_vector(state);
        put3(&to, at, x, zero, zero);
        put3(&to, at + 3, v, next_vector(state), zero);
    }
    for (int k = 0; k < f->bodies; k++) {
        const tw_body *b = tw_world_body(w, o->bodies.id[k]);
        const mat3 R = q_matrix(b->orientation);
        int at = tw_formula_body(f->points, true, k);
        put3(&to, at, b->position, zero, zero);
        put_q(&to, at + TW_FORMULA_Q, b->orientation, zero);
        put_axes(&to, at + TW_FORMULA_AXES, &R, zero);
        for (int i = TW_FORMULA_V; i <= TW_FORMULA_OMEGA; i += 3) {
            vec3 v = next_vector(state);
            put3(&to, at + i, v, next_vector(state), zero);
        }
    }
}

static tw_status check_linear(const own *o, const tw_world *w) {
    enum { TRIES = 4 };
    int rows = tw_tape_outputs(o->deviation->tape);
    unsigned state = 1;
    bool linear = true;
    double *y = calloc(3 * (size_t)rows, sizeof *y);
    if (!y) return tw_fail_memory();
    for (int k = 0; k < TRIES; k++) {
        put_straight(o, w, &state);
        tw_sweep_run(o->deviation->sweep, y, y + rows, y + 2 * rows);
        for (int i = 0; i < rows; i++)
            linear = linear && !(fabs(y[2 * rows + i]) > 1e-9 * (fabs(y[rows + i]) + fabs(y[i])));
    }
    free(y);
    if (linear) return TW_OK;
    return tw_fail(TW_ARGUMENT, "field 'deviation': expected a function that is linear in "
                                "velocities at level = \"velocity\", got one that is not");
}

static tw_status begin_velocity(const own *o, const tw_world *w) {
    const tw_formula *f = o->deviation;
    bool any = false;
    for (int i = 0; i < f->part_end[tw_tape_outputs(f->tape) - 1]; i++)
        any = any || f->part[i].sort >= TW_FORMULA_OF_POINT_VELOCITY;
    if (any) return check_linear(o, w);
    return tw_fail(TW_ARGUMENT, "field 'deviation': expected a function that depends on velocities "
                                "of x at level = \"velocity\"");
}

static tw_level level_of(const void *o) {
    return (tw_level)((const own *)o)->level;
}

static tw_status begin(void *self, const struct tw_world *w) {
    const own *o = self;
    const tw_formula *f = o->deviation;
    if (!f) return tw_fail(TW_ARGUMENT, "field 'deviation' is missing: expected a function");
    if ((size_t)f->points != o->points.count)
        return tw_fail(
            TW_ARGUMENT,
            "field 'points': expected %d points, which 'deviation' was made for, got %zu",
            f->points, o->points.count);
    if ((size_t)f->bodies != o->bodies.count)
        return tw_fail(
            TW_ARGUMENT,
            "field 'bodies': expected %d bodies, which 'deviation' was made for, got %zu",
            f->bodies, o->bodies.count);
    if (f->velocities != (o->level == TW_VELOCITY_LEVEL))
        return tw_fail(TW_ARGUMENT, "field 'level': expected that which 'deviation' was made for");
    if (f->velocities) return begin_velocity(o, w);
    if (f->part_end[tw_tape_outputs(f->tape) - 1] > 0) return TW_OK;
    return tw_fail(TW_ARGUMENT, "field 'deviation': expected a function that depends on x, the "
                                "points and bodies of the constraint");
}

static const tw_param params[] = {
    {.name = "points",
     .offset = offsetof(own, points),
     .type = TW_PARAM_POINTS,
     .flags = TW_UNSET_OK | TW_LISTED,
     .doc = "points; x[i] is the world position of the i-th"},
    {.name = "bodies",
     .offset = offsetof(own, bodies),
     .type = TW_PARAM_BODIES,
     .flags = TW_UNSET_OK | TW_LISTED,
     .doc = "bodies; x.body[k] has position and orientation of the k-th"},
    {.name = "level",
     .offset = offsetof(own, level),
     .type = TW_PARAM_CHOICE,
     .flags = TW_AT_CREATION | TW_FORMULA_LEVEL,
     .choices = levels,
     .preset = {TW_POSITION_LEVEL},
     .doc = "position; or velocity: the function is one of velocities, too, x.velocity[i] and "
            "x.body[k].velocity and .angular_velocity, and linear in them"},
    {.name = "deviation",
     .offset = offsetof(own, deviation),
     .type = TW_PARAM_FORMULA,
     .flags = TW_REQUIRED,
     .doc = "function(x, t): deviations to keep at 0, one or more numbers or vectors; recorded "
            "once, so "
            "it may not compare values, and uses tw.math"},
};

const tw_constraint_kind tw_constraint_constraint = {
    .kind = {.name = "constraint",
             .doc = "your own: keeps the results of a function of points and bodies at 0",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_POSITION_LEVEL,
    .rows = rows,
    .terms = terms,
    .begin = begin,
    .choose_level = level_of,
};
