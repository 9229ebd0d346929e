/*
 * D' and D'' of every registered constraint kind against central differences, found by walking the
 * registry: a new kind is tested by existing.
 *
 * Per kind: random worlds (bodies with random inertia, random and time-varying parameters), moved
 * freely under gravity and a torque by small Runge-Kutta steps to t - 2h .. t + 2h; fourth-order
 * central differences of D must give D', those of D' must give J x'' + bias, both to 1e-6 relative.
 */
#include "base/math/elementary.h"
#include "dynamics/pass/pass.h"
#include "dynamics/rhs.h"
#include "model/field/formula.h"
#include "model/joint.h"
#include "model/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { STATES = 1000, ROWS = TW_TERMS_ROWS };

static uint64_t seed = 1;

static double uniform(void) { /* -1 .. 1 */
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) / 4503599627370496.0 - 1;
}

static vec3 random3(double scale) {
    return v3(scale * uniform(), scale * uniform(), scale * uniform());
}

/* c_i + b_i sin(w t), or c */
static tw_value value_around(int dim, const double *c, bool varying) {
    if (!varying) return tw_value_constant(c, dim);
    tw_tape_builder *b;
    tw_tape *tape;
    tw_node out[4];
    assert_int_equal(tw_tape_builder_create(1, &b), TW_OK);
    for (int i = 0; i < dim; i++) {
        tw_node t = tw_tape_input(b, 0);
        tw_node wt = tw_tape_apply(b, TW_TAPE_MUL, tw_tape_const(b, 1 + uniform()), t, 0);
        tw_node s = tw_tape_apply(b, TW_TAPE_SIN, wt, 0, 0);
        tw_node bs = tw_tape_apply(b, TW_TAPE_MUL, tw_tape_const(b, 0.3 * uniform()), s, 0);
        out[i] = tw_tape_apply(b, TW_TAPE_ADD, tw_tape_const(b, c[i]), bs, 0);
    }
    assert_int_equal(tw_tape_finish(b, out, dim, &tape), TW_OK);
    tw_tape_builder_destroy(b);
    return tw_value_from_tape(tape);
}

static tw_value random_value(int dim, double offset, bool varying) {
    double c[4] = {0};
    for (int i = 0; i < dim; i++) c[i] = offset + uniform();
    return value_around(dim, c, varying);
}

/* c(s), s = 0 .. 1: long, and bent so little that each point has one nearest place */
static tw_value random_curve(void) {
    tw_tape_builder *b;
    tw_tape *tape;
    tw_node out[3];
    assert_int_equal(tw_tape_builder_create(1, &b), TW_OK);
    tw_node s = tw_tape_input(b, 0);
    out[0] =
        tw_tape_apply(b, TW_TAPE_SUB, tw_tape_apply(b, TW_TAPE_MUL, tw_tape_const(b, 10), s, 0),
                      tw_tape_const(b, 5), 0);
    for (int i = 1; i < 3; i++) {
        tw_node ws = tw_tape_apply(b, TW_TAPE_MUL, tw_tape_const(b, 3 + uniform()), s, 0);
        out[i] = tw_tape_apply(b, TW_TAPE_MUL, tw_tape_const(b, 0.8 * uniform()),
                               tw_tape_apply(b, TW_TAPE_SIN, ws, 0, 0), 0);
    }
    assert_int_equal(tw_tape_finish(b, out, 3, &tape), TW_OK);
    tw_tape_builder_destroy(b);
    return tw_value_from_tape(tape);
}

/* a direction that stays well away from zero length */
static tw_value random_axis(bool varying) {
    vec3 v;
    do v = random3(1);
    while (v3_length(v) < 0.1);
    double c[4] = {0};
    v3_store(c, v3_scale(v3_normalized(v), 1.5));
    return value_around(3, c, varying);
}

static const tw_body_kind *body_kind(const char *name) {
    for (int i = 0; tw_body_kinds[i]; i++)
        if (strcmp(tw_body_kinds[i]->kind.name, name) == 0) return tw_body_kinds[i];
    fail_msg("no kind '%s'", name);
    return NULL;
}

static void put_number(tw_object *o, const char *name, double x) {
    void *base;
    const tw_param *p = tw_object_param(o, name, &base);
    if (p && p->type == TW_PARAM_NUMBER) *(double *)((char *)base + p->offset) = x;
}

/* constraints of surfaces need bodies that have one; the others get bodies of any inertia */
static const char *body_for(const tw_constraint_kind *kind) {
    static const char *const round[] = {"sphere", "torus", "cylinder"};
    if (!strcmp(kind->kind.name, "touch")) return "sphere";
    if (!strcmp(kind->kind.name, "rolling")) return round[(int)((uniform() + 1) * 1.4999)];
    return "body";
}

static tw_body *random_body(tw_world *w, const char *kind) {
    tw_body *b;
    assert_int_equal(tw_body_new(w, body_kind(kind), &b), TW_OK);
    void *base;
    put_number(&b->o, "mass", 1.5 + uniform());
    put_number(&b->o, "radius", 0.4 + 0.2 * uniform());
    put_number(&b->o, "height", 0.4 + 0.2 * uniform());
    put_number(&b->o, "major_radius", 0.4 + 0.2 * uniform());
    put_number(&b->o, "minor_radius", 0.1 + 0.05 * uniform());
    const tw_param *inertia = tw_object_param(&b->o, "inertia", &base);
    double s = 0.3 * uniform();
    if (!strcmp(kind, "body"))
        *(mat3 *)((char *)base + inertia->offset) =
            (mat3){{{1.2 + s, 0.1 * s, 0.05}, {0.1 * s, 1.4 - s, 0.1}, {0.05, 0.1, 1.3}}};
    b->position = random3(1);
    vec3 axis = random3(1);
    b->orientation = q_normalized((quat){uniform(), axis.x, axis.y, axis.z});
    b->velocity = random3(1);
    b->angular_velocity = random3(2);
    assert_int_equal(tw_world_add(w, &b->o, NULL, (tw_id){0, 0}, "test", 1), TW_OK);
    return b;
}

static tw_id random_point(tw_world *w, tw_body *const *bodies, int which) {
    tw_point *p;
    bool space = which > 0 && uniform() < 0;
    assert_int_equal(tw_point_new(w, space ? TW_POINT_SPACE : TW_POINT_LOCAL, &p), TW_OK);
    if (space) {
        tw_value_clear(&p->position);
        p->position = random_value(3, 0, uniform() < 0);
    } else {
        p->body = bodies[which % 3]->o.id;
        p->local = random3(1);
    }
    assert_int_equal(tw_world_add(w, &p->o, NULL, (tw_id){0, 0}, "test", 1), TW_OK);
    return p->o.id;
}

/* a joint with both coordinates between two of the bodies, or a body and the world */
static tw_id random_joint(tw_world *w, tw_body *const *bodies, int which) {
    const tw_constraint_kind *kind = NULL;
    for (int i = 0; tw_constraint_kinds[i]; i++)
        if (!strcmp(tw_constraint_kinds[i]->kind.name, "cylindrical"))
            kind = tw_constraint_kinds[i];
    assert_non_null(kind);
    tw_constraint *c;
    assert_int_equal(tw_constraint_new(w, kind, &c), TW_OK);
    const char *const names[] = {"at_a", "at_b", "axis_a", "axis_b"};
    void *base;
    for (int i = 0; i < 4; i++)
        *(vec3 *)((char *)c->o.own + tw_object_param(&c->o, names[i], &base)->offset) = random3(1);
    *(tw_id *)((char *)c->o.own + tw_object_param(&c->o, "a", &base)->offset) =
        bodies[which % 3]->o.id;
    if (uniform() < 0.5)
        *(tw_id *)((char *)c->o.own + tw_object_param(&c->o, "b", &base)->offset) =
            bodies[(which + 1) % 3]->o.id;
    c->enabled = false;
    if (tw_world_add(w, &c->o, NULL, (tw_id){0, 0}, "test", 1) != TW_OK)
        fail_msg("%s", tw_failure());
    return c->o.id;
}

static tw_id_list random_list(int count, const tw_id *from) {
    tw_id_list list = {calloc((size_t)count, sizeof(tw_id)), (size_t)count};
    assert_non_null(list.id);
    for (int i = 0; i < count; i++) list.id[i] = from[i];
    return list;
}

/* smooth everywhere, of every sort of operation */
static tw_node random_operation(tw_tape_builder *b, tw_node x, tw_node y) {
    static const tw_tape_op unary[] = {TW_TAPE_SIN, TW_TAPE_COS, TW_TAPE_TANH, TW_TAPE_ATAN,
                                       TW_TAPE_NEG};
    tw_node two = tw_tape_const(b, 2), yy = tw_tape_apply(b, TW_TAPE_MUL, y, y, 0);
    tw_node positive = tw_tape_apply(b, TW_TAPE_ADD, two, yy, 0);
    switch ((int)((uniform() + 1) * 5)) {
    case 0:
        return tw_tape_apply(b, TW_TAPE_ADD, x, y, 0);
    case 1:
        return tw_tape_apply(b, TW_TAPE_SUB, x, tw_tape_const(b, 0.3), 0);
    case 2:
        return tw_tape_apply(b, TW_TAPE_MUL, x, y, 0);
    case 3:
        return tw_tape_apply(b, TW_TAPE_DIV, x, positive, 0);
    case 4:
        return tw_tape_apply(b, TW_TAPE_SQRT, positive, 0, 0);
    case 5:
        return tw_tape_apply(b, TW_TAPE_ATAN2, x, positive, 0);
    case 6:
        return tw_tape_apply(b, TW_TAPE_POW, positive, tw_tape_const(b, -1.5), 0);
    case 7: /* the branch not taken has no value */
        return tw_tape_apply(b, TW_TAPE_SELECT, tw_tape_const(b, 1), x,
                             tw_tape_apply(b, TW_TAPE_LOG, tw_tape_const(b, -1), 0, 0));
    default:
        return tw_tape_apply(b, unary[(int)((uniform() + 1) * 2.499)], x, 0, 0);
    }
}

/* a sum of rates times nodes that depend on poses alone, in place of the node n - 1 - i */
static tw_node random_rate(tw_tape_builder *b, int points, int bodies, const tw_node *node, int n) {
    tw_node sum = 0;
    for (int k = 0; k < 5; k++) {
        bool point = uniform() < 0;
        int of = (int)((uniform() + 1) / 2 * (point ? points : bodies)),
            c = (int)((uniform() + 1) * 1.499);
        int at = point ? tw_formula_point(true, of) + 3
                       : tw_formula_body(points, true, of) +
                             (uniform() < 0 ? TW_FORMULA_V : TW_FORMULA_OMEGA);
        tw_node rate = tw_tape_input(b, at + c);
        tw_node term = tw_tape_apply(b, TW_TAPE_MUL, node[n - 1 - k], rate, 0);
        sum = k == 0 ? term : tw_tape_apply(b, TW_TAPE_ADD, sum, term, 0);
    }
    return sum;
}

/* is an input one of velocities? */
static bool is_rate(int points, int bodies, int input) {
    for (int i = 0; i < points; i++)
        if (input >= tw_formula_point(true, i) + 3 && input < tw_formula_point(true, i) + 6)
            return true;
    for (int k = 0; k < bodies; k++) {
        int at = tw_formula_body(points, true, k);
        if (input >= at + TW_FORMULA_V && input < at + TW_FORMULA_OMEGA + 3) return true;
    }
    return false;
}

/* velocities: each row is linear in them */
static tw_formula *random_formula(int points, int bodies, bool velocities) {
    enum { OPERATIONS = 14, OUTPUTS = 4 };
    int inputs = tw_formula_inputs(points, bodies, velocities), n = 0;
    tw_tape_builder *b;
    tw_tape *tape;
    tw_formula *f;
    tw_node node[96], out[OUTPUTS];
    assert_true(inputs + OPERATIONS <= 96);
    assert_int_equal(tw_tape_builder_create(inputs, &b), TW_OK);
    for (int i = 0; i < inputs; i++)
        if (!velocities || !is_rate(points, bodies, i)) node[n++] = tw_tape_input(b, i);
    int poses = n;
    for (int i = 0; i < OPERATIONS; i++, n++) {
        int x = (int)((uniform() + 1) / 2 * n), y = (int)((uniform() + 1) / 2 * n);
        node[n] = random_operation(b, node[x < n ? x : 0], node[y < n ? y : 0]);
    }
    /* the first row depends on an input in any case */
    node[n - 1] = tw_tape_apply(b, TW_TAPE_ADD, node[n - 1], node[1 + (poses - 2) / 2], 0);
    for (int i = 0; i < OUTPUTS; i++)
        out[i] = velocities ? random_rate(b, points, bodies, node, n - i) : node[n - OUTPUTS + i];
    assert_int_equal(tw_tape_finish(b, out, OUTPUTS, &tape), TW_OK);
    tw_tape_builder_destroy(b);
    assert_int_equal(tw_formula_create(tape, points, bodies, velocities, true, &f), TW_OK);
    return f;
}

enum { LISTED_POINTS = 3, LISTED_BODIES = 2 };

/* a random field; *varied: at most one of a kind's directions varies with time (orient needs that)
 */
static void fill(tw_world *w, const tw_param *p, void *own, tw_body *const *bodies, int *points,
                 int *used, bool *varied, int *level) {
    void *field = (char *)own + p->offset;
    bool vary = !*varied && uniform() < 0;
    switch (p->type) {
    case TW_PARAM_POINT:
        *(tw_id *)field = random_point(w, bodies, (*points)++);
        break;
    case TW_PARAM_BODY:
        if ((p->flags & TW_REQUIRED) || uniform() < 0)
            *(tw_id *)field = bodies[(*used)++ % 3]->o.id;
        break;
    case TW_PARAM_PLACE:
    case TW_PARAM_VALUE3:
        tw_value_clear(field);
        if (p->flags & TW_OF_PARAMETER) {
            *(tw_value *)field = random_curve();
            break;
        }
        *(tw_value *)field = random_value(3, 0, vary);
        break;
    case TW_PARAM_AXIS:
        if ((p->flags & TW_UNSET_OK) && uniform() < 0) break;
        tw_value_clear(field);
        *(tw_value *)field = random_axis(vary);
        *varied = *varied || vary;
        break;
    case TW_PARAM_JOINT:
        if ((p->flags & TW_UNSET_OK) && uniform() < 0) break;
        *(tw_id *)field = random_joint(w, bodies, (*used)++);
        break;
    case TW_PARAM_NUMBER:
        if (p->flags & TW_REQUIRED) *(double *)field = uniform();
        break;
    case TW_PARAM_VEC3: /* of joints: on both bodies, instead of in the world */
        if (p->carrier) *(vec3 *)field = random3(1);
        break;
    case TW_PARAM_VALUE:
        if ((p->flags & TW_UNSET_OK) && uniform() < 0) break;
        tw_value_clear(field);
        *(tw_value *)field =
            p->range == TW_UNIT_RANGE ? tw_value_scalar(0.5) : random_value(1, 2, vary);
        break;
    case TW_PARAM_POINTS: {
        tw_id id[LISTED_POINTS];
        for (int i = 0; i < LISTED_POINTS; i++) id[i] = random_point(w, bodies, (*points)++);
        *(tw_id_list *)field = random_list(LISTED_POINTS, id);
        break;
    }
    case TW_PARAM_BODIES:
        if (p->flags & TW_LISTED)
            *(tw_id_list *)field =
                random_list(LISTED_BODIES, (const tw_id[]){bodies[1]->o.id, bodies[0]->o.id});
        break;
    case TW_PARAM_FORMULA:
        *(tw_formula **)field =
            random_formula(LISTED_POINTS, LISTED_BODIES, *level == TW_VELOCITY_LEVEL);
        break;
    case TW_PARAM_VALUE4: {
        vec3 axis = random3(1);
        const double c[4] = {1.5, axis.x, axis.y, axis.z};
        tw_value_clear(field);
        *(tw_value *)field = value_around(4, c, vary);
        break;
    }
    case TW_PARAM_DIRECTION: {
        tw_direction *d = field;
        tw_value_clear(&d->v);
        d->v = random_axis(vary);
        *varied = *varied || vary;
        if (uniform() < 0) d->body = bodies[(*used)++ % 3]->o.id;
        break;
    }
    case TW_PARAM_TURN: {
        tw_turn *turn = field;
        vec3 axis = random3(1);
        const double c[4] = {1.5, axis.x, axis.y, axis.z};
        tw_value_clear(&turn->v);
        turn->v = value_around(4, c, vary);
        if ((p->flags & TW_OR_BODY) && uniform() < 0) turn->body = bodies[(*used)++ % 3]->o.id;
        break;
    }
    case TW_PARAM_CHOICE: {
        int n = 0;
        while (p->choices[n]) n++;
        *(int *)field = (int)((uniform() + 1) / 2 * n);
        if (*(int *)field == n) *(int *)field = n - 1;
        if (p->flags & TW_FORMULA_LEVEL) *level = *(int *)field;
        break;
    }
    default:
        break;
    }
}

/* sliders and hinges of a serial joint: as many as say something, at random places */
static void random_serial(tw_constraint *c) {
    int slides = (int)((uniform() + 1) * 1.999), turns = (int)((uniform() + 1) * 1.999);
    if (slides + turns == 0) turns = 2;
    if (slides + turns == 6) slides = 2;
    for (int i = 0; i < 3; i++) {
        static const char *const names[] = {"slide", "turn", "at"};
        for (int k = 0; k < 3; k++) {
            char name[16];
            void *base;
            snprintf(name, sizeof name, "%s%d", names[k], i + 1);
            const tw_param *p = tw_object_param(&c->o, name, &base);
            if (i >= (k == 0 ? slides : turns)) continue;
            vec3 *v = (vec3 *)(void *)((char *)base + p->offset);
            *v = random3(
                1); /* three turns: far from gimbal lock, where angles have no derivatives */
            if (k == 1 && turns == 3) *v = v3_add(v3(i == 0, i == 1, i == 2), random3(0.2));
        }
    }
}

/* the joint was made as its bodies stood; now they are somewhere else */
static void move_away(tw_body *const *bodies) {
    for (int i = 0; i < 3; i++) {
        quat q = bodies[i]->orientation;
        vec3 turn = random3(0.3);
        bodies[i]->position = v3_add(bodies[i]->position, random3(0.5));
        bodies[i]->orientation = q_mul(q_normalized((quat){1, turn.x, turn.y, turn.z}), q);
    }
}

static tw_constraint *random_constraint(tw_world *w, const tw_constraint_kind *kind) {
    tw_body *bodies[3];
    for (int i = 0; i < 3; i++) bodies[i] = random_body(w, body_for(kind));
    /* again when the random fields are not what the kind accepts together */
    for (int tries = 0; tries < 100; tries++) {
        tw_constraint *c;
        assert_int_equal(tw_constraint_new(w, kind, &c), TW_OK);
        int points = 0, used = 0, level = TW_POSITION_LEVEL;
        bool varied = false;
        for (int i = 0; i < kind->kind.param_count; i++)
            fill(w, &kind->kind.params[i], c->o.own, bodies, &points, &used, &varied, &level);
        c->enabled = false; /* the motion is free: D'' = J x'' + bias must hold for any motion */
        bool serial = !strcmp(kind->kind.name, "serial");
        if (serial) random_serial(c);
        if (tw_world_add(w, &c->o, NULL, (tw_id){0, 0}, "test", 1) == TW_OK) {
            if (serial) move_away(bodies);
            return c;
        }
        tw_object_discard(&c->o);
    }
    fail_msg("%s", tw_failure());
    return NULL;
}

static void rk4(tw_dynamics *d, double t, double *y, double h, int n) {
    double k[4][3 * TW_STATE], z[3 * TW_STATE];
    assert_true(n <= 3 * TW_STATE);
    assert_int_equal(tw_rhs(d, t, y, k[0]), TW_OK);
    for (int i = 0; i < n; i++) z[i] = y[i] + h / 2 * k[0][i];
    assert_int_equal(tw_rhs(d, t + h / 2, z, k[1]), TW_OK);
    for (int i = 0; i < n; i++) z[i] = y[i] + h / 2 * k[1][i];
    assert_int_equal(tw_rhs(d, t + h / 2, z, k[2]), TW_OK);
    for (int i = 0; i < n; i++) z[i] = y[i] + h * k[2][i];
    assert_int_equal(tw_rhs(d, t + h, z, k[3]), TW_OK);
    for (int i = 0; i < n; i++) y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

typedef struct sample {
    double D[ROWS], D1[ROWS], D2[ROWS];
} sample;

static sample look(tw_dynamics *d, double t, const double *y, int rows) {
    sample s;
    memset(&s, 0, sizeof s);
    assert_int_equal(tw_rhs_all(d, t, y), TW_OK);
    tw_bind *b = &d->constraint_bind[d->constraints - 1]; /* joints that it refers to come first */
    const tw_constraint_kind *kind = (const tw_constraint_kind *)b->o->kind;
    double bias[ROWS], *J = calloc((size_t)(rows + 6) * (size_t)b->slots * 6 + 1, sizeof(double));
    int f = kind->dof ? kind->dof(b->o->own) : 0;
    tw_terms terms = {
        rows, b->slots, s.D, s.D1, bias, J, f ? J + (size_t)rows * (size_t)b->slots * 6 : NULL};
    tw_bind_resolve(b, d->pass.motion, t);
    tw_terms_of(b, t, &terms);
    for (int i = 0; i < rows; i++) {
        s.D2[i] = bias[i];
        for (int k = 0; k < b->slots; k++) {
            const double *j = tw_row(&terms, i, k);
            s.D2[i] += v3_dot(v3_load(j), d->pass.linear[b->body[k]]) +
                       v3_dot(v3_load(j + 3), d->pass.angular[b->body[k]]);
        }
    }
    free(J);
    return s;
}

/* |a - b| relative to the sizes of the quantity and of what it is the derivative of */
static double error_of(double a, double b, double size) {
    return fabs(a - b) / (1 + fabs(b) + size);
}

/* fourth order, from f(-2h), f(-h), f(h), f(2h) */
static double difference(double a, double b, double c, double d, double h) {
    return (8 * (c - b) - (d - a)) / (12 * h);
}

typedef struct comparison {
    double d1[ROWS], d2[ROWS]; /* differences of D, of D' */
    double bend;               /* how much they change with their order */
    double jump;               /* of D between two looks */
} comparison;

static comparison compare(const sample at[5], int rows, bool velocity, double h) {
    comparison c;
    memset(&c, 0, sizeof c);
    for (int i = 0; i < rows; i++) {
        c.d1[i] = difference(at[0].D[i], at[1].D[i], at[3].D[i], at[4].D[i], h);
        c.d2[i] = difference(at[0].D1[i], at[1].D1[i], at[3].D1[i], at[4].D1[i], h);
        double low1 = (at[3].D[i] - at[1].D[i]) / (2 * h);
        double low2 = (at[3].D1[i] - at[1].D1[i]) / (2 * h);
        c.bend = fmax(c.bend, error_of(low1, c.d1[i], fabs(at[2].D[i])));
        if (!velocity) c.bend = fmax(c.bend, error_of(low2, c.d2[i], fabs(at[2].D1[i])));
        for (int k = 0; k < 4; k++) c.jump = fmax(c.jump, fabs(at[k + 1].D[i] - at[k].D[i]));
    }
    return c;
}

typedef struct record {
    double e1, e2; /* the worst where the differences are good */
    int good;      /* of how many states: to better than 2e-6 */
} record;

/* Where D bends sharply (charts near their far end) the differences are off themselves, by much
 * less than they change with their order. A half turn has two vectors: between them D may jump. */
static void check_state(const tw_constraint_kind *kind, const sample at[5], int rows, bool velocity,
                        double h, int n, record *r) {
    comparison c = compare(at, rows, velocity, h);
    double limit = 1e-6 + 0.2 * c.bend;
    bool good = limit < 2e-6;
    if (c.jump > 1) return;
    for (int i = 0; i < rows; i++) {
        double second = velocity ? c.d1[i] : c.d2[i];
        double e1 = velocity ? 0 : error_of(at[2].D1[i], c.d1[i], fabs(at[2].D[i]));
        double e2 = error_of(at[2].D2[i], second, fabs(at[2].D1[i]));
        if (good) r->e1 = fmax(r->e1, e1), r->e2 = fmax(r->e2, e2);
        if (!(e1 < limit && e2 < limit))
            fail_msg("%s, state %d, row %d: D = %g, D' = %.9g (differences %.9g), D'' = %.9g "
                     "(differences %.9g)",
                     kind->kind.name, n, i, at[2].D[i], at[2].D1[i], c.d1[i], at[2].D2[i], second);
    }
    r->good += good;
}

static void check_kind(const tw_constraint_kind *kind) {
    const double h = 3e-4;
    record worst = {0, 0, 0};
    for (int n = 0; n < STATES; n++) {
        tw_world *w;
        tw_dynamics *d;
        assert_int_equal(tw_world_create(&w), TW_OK);
        assert_int_equal(tw_dynamics_create(w, &d), TW_OK);
        w->set.gravity = tw_value_vector(v3(0, 0, -9.81));
        tw_constraint *c = random_constraint(w, kind);
        int states, rows = kind->rows(c->o.own);
        bool velocity = tw_level_of(kind, c->o.own) == TW_VELOCITY_LEVEL;
        assert_true(rows <= ROWS);
        assert_int_equal(tw_rhs_prepare(d, &states), TW_OK);
        double y0[3 * TW_STATE], y[3 * TW_STATE], t0 = uniform();
        tw_rhs_pack(d, y0);
        w->time = t0;
        tw_world_count_turns(w);
        sample at[5];
        for (int k = -2; k <= 2; k++) {
            memcpy(y, y0, sizeof y);
            if (k != 0) rk4(d, t0, y, k * h, states);
            at[k + 2] = look(d, t0 + k * h, y, rows);
        }
        check_state(kind, at, rows, velocity, h, n, &worst);
        tw_dynamics_destroy(d);
        tw_world_destroy(w);
    }
    print_message("%-16s worst relative error of D' %.1e, of D'' %.1e; %d states to 2e-6\n",
                  kind->kind.name, worst.e1, worst.e2, worst.good);
    assert_true(worst.good > STATES / 2);
}

static void every_kind(void **state) {
    (void)state;
    int n = 0;
    for (; tw_constraint_kinds[n]; n++)
        if (tw_constraint_kinds[n]->level != TW_ACCELERATION_LEVEL)
            check_kind(tw_constraint_kinds[n]);
    assert_true(n >= 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_kind)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
