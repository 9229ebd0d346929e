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
#include "model/formula.h"
#include "model/kind.h"

typedef struct own {
    tw_id_list points, bodies;
    tw_formula *deviation;
} own;

static int rows(const void *o) {
    return tw_tape_outputs(((const own *)o)->deviation->tape);
}

static void put3(tw_jet1 *in, vec3 x, vec3 x1, vec3 x2) {
    in[0] = (tw_jet1){x.x, x1.x, x2.x};
    in[1] = (tw_jet1){x.y, x1.y, x2.y};
    in[2] = (tw_jet1){x.z, x1.z, x2.z};
}

static void put4(tw_jet1 *in, quat q, quat q1, quat q2) {
    in[0] = (tw_jet1){q.w, q1.w, q2.w};
    in[1] = (tw_jet1){q.x, q1.x, q2.x};
    in[2] = (tw_jet1){q.y, q1.y, q2.y};
    in[3] = (tw_jet1){q.z, q1.z, q2.z};
}

static void put_inputs(const tw_terms_in *in, const tw_formula *f) {
    tw_jet1 *x = tw_sweep_inputs(f->sweep);
    x[0] = (tw_jet1){in->t, 1, 0};
    for (int i = 0; i < f->points; i++)
        if (f->uses[i]) put3(x + 1 + 3 * i, in->point[i].x, in->point[i].v, in->point[i].bias);
    for (int k = 0; k < f->bodies; k++) {
        const tw_body_motion *m = in->body[in->body_slot[k]];
        tw_jet1 *at = x + tw_formula_body(f->points, false, k);
        if (f->uses[f->points + k]) put3(at, m->x, m->v, v3_zero());
        if (f->uses[f->points + f->bodies + k]) {
            quat q1 = q_rate(m->q, m->omega);
            put4(at + 3, m->q, q1, q_rate(q1, m->omega));
        }
    }
}

/* 1/2 g . (e_i q), i = x, y, z */
static vec3 torque_of(const double g[4], quat q) {
    return v3(0.5 * (-g[0] * q.x + g[1] * q.w - g[2] * q.z + g[3] * q.y),
              0.5 * (-g[0] * q.y + g[1] * q.z + g[2] * q.w - g[3] * q.x),
              0.5 * (-g[0] * q.z - g[1] * q.y + g[2] * q.x + g[3] * q.w));
}

/* the components of the gradient from *at on that belong to the `count` inputs from `from` */
static bool take(const tw_sweep_row *g, int *at, int from, int count, double *out) {
    int end = from + count;
    if (*at >= g->count || g->input[*at] >= end) return false;
    for (int i = 0; i < count; i++) out[i] = 0;
    for (; *at < g->count && g->input[*at] < end; ++*at) out[g->input[*at] - from] = g->value[*at];
    return true;
}

static void put_row(const tw_terms_in *in, const tw_formula *f, int row, tw_terms *out) {
    tw_sweep_row g = tw_sweep_gradient(f->sweep, row);
    int at = g.count > 0 && g.input[0] == 0 ? 1 : 0; /* t */
    double part[4];
    while (at < g.count) {
        int i = g.input[at] - 1;
        if (i < 3 * f->points) {
            const tw_point_motion *p = &in->point[i / 3];
            take(&g, &at, tw_formula_point(i / 3), 3, part);
            vec3 n = v3_load(part);
            tw_row_add(out, row, p->slot, n, v3_cross(p->b, n));
            continue;
        }
        int k = (i - 3 * f->points) / 7, from = tw_formula_body(f->points, false, k);
        int slot = in->body_slot[k];
        if (take(&g, &at, from, 3, part)) tw_row_add(out, row, slot, v3_load(part), v3_zero());
        if (take(&g, &at, from + 3, 4, part))
            tw_row_add(out, row, slot, v3_zero(), torque_of(part, in->body[slot]->q));
    }
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    const tw_formula *f = ((const own *)in->own)->deviation;
    put_inputs(in, f);
    tw_sweep_run(f->sweep, out->D, out->D1, out->bias);
    for (int i = 0; i < out->rows; i++) put_row(in, f, i, out);
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
    for (int i = 0; i < f->points + 2 * f->bodies; i++)
        if (f->uses[i]) return TW_OK;
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
