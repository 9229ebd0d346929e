/*
 * A constraint that a script wrote: D(X_1, X_2, ..., q_1, ..., t) = 0, any number of rows, each a
 * recorded function of the world positions of points and of the positions and orientations of
 * bodies [BB88 sec. 3: any D with its derivatives will do].
 *
 *     D'  = sum dD/dX . X' + sum dD/dq . q' + dD/dt
 *     D'' = J x'' + bias
 *
 * D, D' and bias are the value and the two derivatives of the function along the motion in which no
 * body accelerates: X'' is then the point's own bias, q' = 1/2 omega q, q'' = 1/2 omega q', t' = 1.
 * J has the gradient g of each row, for points and centres as the row (g, b x g) of a force, and
 * for orientations, since a turn by d changes q by 1/2 d q, the torque row with the components 1/2
 * g . (e_i q).
 */
#include "model/field/formula.h"
#include "model/field/kind.h"

typedef struct own {
    tw_id_list points, bodies;
    tw_formula *deviation;
} own;

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
    double s = -0.25 * v3_dot(omega, omega); /* omega (omega q) = -|omega|^2 q */
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
    for (int i = 0; i < f->points; i++)
        if (f->uses[i])
            put3(&to, tw_formula_point(i), in->point[i].x, in->point[i].v, in->point[i].bias);
    for (int k = 0; k < f->bodies; k++) {
        const tw_body_motion *m = in->body[in->body_slot[k]];
        const bool *uses = f->uses + f->points + 3 * k;
        int at = tw_formula_body(f->points, false, k);
        if (uses[0]) put3(&to, at, m->x, m->v, v3_zero());
        if (uses[1]) put_q(&to, at + TW_FORMULA_Q, m->q, m->omega);
        if (uses[2]) put_axes(&to, at + TW_FORMULA_AXES, &m->R, m->omega);
    }
}

/* 1/2 g . (e_i q), i = x, y, z */
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

static void terms(const tw_terms_in *in, tw_terms *out) {
    const tw_formula *f = ((const own *)in->own)->deviation;
    put_inputs(in, f);
    tw_sweep_run(f->sweep, out->D, out->D1, out->bias);
    for (int i = 0, k = 0; i < out->rows; i++) {
        const double *g = tw_sweep_gradient(f->sweep, i).value;
        for (; k < f->part_end[i]; k++) put_part(in, &f->part[k], g + f->part[k].at, i, out);
    }
}

static tw_status begin(void *self, const struct tw_world *w) {
    (void)w;
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
    {.name = "deviation",
     .offset = offsetof(own, deviation),
     .type = TW_PARAM_FORMULA,
     .flags = TW_REQUIRED,
     .doc = "function(x, t): what shall be 0, one or more numbers or vectors; recorded once, so "
            "it may not compare values, and uses tw.math"},
};

const tw_constraint_kind tw_constraint_constraint = {
    .kind = {.name = "constraint",
             .doc = "your own: what a function of points and bodies returns is kept at 0",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_POSITION_LEVEL,
    .rows = rows,
    .terms = terms,
    .begin = begin,
};
