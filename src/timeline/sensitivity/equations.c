/* Evaluates the right-hand side of the variational equations by differences of f; see
 * sensitivity.h. */
#include "timeline/sensitivity/columns.h"
#include "timeline/sensitivity/impl.h"

#include "dynamics/held.h"
#include "dynamics/rhs.h"

#include <string.h>

/* size of the displacement for a difference of f, in natural units: MOVED for poses, MOVED_FAST for
 * momenta. Fast oscillations displace momenta by more than poses; if both had the same limit, the
 * displacement of the poses would be too small to show in f */
static const double MOVED = 1e-5, MOVED_FAST = 3e-4;
/* greatest displacement of the state, in natural units, for which own_column takes both terms from
 * the same evaluations */
static const double MOVED_WITH = 3e-4;

/* ---- groups of unknowns ---------------------------------------------------------------------- */

static bool same_places(const tw_differences_of *a, const tw_differences_of *b) {
    if (a->others || b->others || a->value.count != b->value.count) return false;
    for (size_t i = 0; i < a->value.count; i++)
        if (a->value.data[i].a != b->value.data[i].a) return false;
    return true;
}

static void find_weights(tw_unknown *u) {
    double a = u->offset[0], b = u->offset[1];
    u->weight[0] = b / (a * (b - a));
    u->weight[1] = a / (b * (a - b));
}

void tw_sensitivity_group(tw_sensitivity *s) {
    for (int j = 0; j < s->n; j++) {
        tw_unknown *u = &s->u[j];
        find_weights(u);
        u->leader = -1;
        if (!u->fields || !same_places(&u->at[0], &u->at[1])) continue;
        u->leader = j;
        for (int i = j - 1; i >= 0; i--)
            if (s->u[i].leader == i && same_places(&s->u[i].at[0], &u->at[0])) u->leader = i;
        if (u->at[0].value.count > s->most_fields) s->most_fields = u->at[0].value.count;
    }
    /* a group of one unknown is none: it shares its fields with no other */
    for (int j = 0; j < s->n; j++) {
        int members = 0;
        for (int i = j; i < s->n; i++) members += s->u[i].leader == j;
        if (s->u[j].leader == j && members == 1) s->u[j].leader = -1;
        if (s->u[j].leader < 0) continue;
        s->grouped = true;
        for (size_t i = 0; i < s->u[j].at[0].value.count; i++)
            s->bends = s->bends || s->u[j].at[0].value.data[i].b->kind == TW_VALUE_TAPE;
    }
}

double tw_sensitivity_slope(const tw_unknown *u, double a, double b, double base) {
    return u->weight[0] * (a - base) + u->weight[1] * (b - base);
}

/* number of time derivatives of a field v on which f depends: 0 for gravity and fields of forces,
 * otherwise 2 */
static int order_of(const tw_world *w, const tw_value *v) {
    for (size_t i = 0; i < w->force.count; i++) {
        const tw_object *o = &w->force.data[i]->o;
        for (int k = 0; k < o->kind->param_count; k++)
            if (tw_param_value(&o->kind->params[k], o->own) == v) return 0;
    }
    return v == &w->set.gravity ? 0 : 2;
}

/* z: differences of the values and time derivatives (jets) of the fields of unknown u at time t,
 * for a change of the unknown by its offset; returns the number of these differences */
static int jets_of(const tw_sensitivity *s, const tw_unknown *u, double t, double *z) {
    int n = 0;
    for (size_t i = 0; i < u->at[0].value.count; i++) {
        double a[3][TW_VALUE_MAX], b[3][TW_VALUE_MAX], base[3][TW_VALUE_MAX];
        const tw_value *x = u->at[0].value.data[i].b, *y = u->at[1].value.data[i].b;
        const tw_value *own = u->at[0].value.data[i].a;
        int order = order_of(s->base.world, own);
        tw_value_eval(x, t, order, a);
        tw_value_eval(y, t, order, b);
        tw_value_eval(own, t, order, base);
        for (int k = 0; k <= order; k++)
            for (int c = 0; c < x->dim; c++) {
                double by = tw_sensitivity_slope(u, a[k][c], b[k][c], base[k][c]);
                z[n++] = isfinite(by) ? by * u->offset[0] : 0;
            }
    }
    return n;
}

/* ---- the equations --------------------------------------------------------------------------- */

/* s->f[side]: f, computed by engine d, at the state s->moved[side]; if s->held (constraint forces
 * are held at their values in the base state, dynamics/held.h), also s->R[side]. *serves false:
 * they cannot be held here, and nothing was computed */
static tw_status rates(tw_sensitivity *s, double t, tw_dynamics *d, int side, bool *serves) {
    s->evaluations++;
    if (!s->held) return tw_rhs(d, t, s->moved[side], s->f[side]);
    return tw_held_rates(d, s->base.dynamics, t, s->moved[side], s->f[side], s->R[side], serves);
}

/* `rates` for both displaced states of a difference quotient: side 0 by the engine d0, side 1 by
 * d1. If constraint forces cannot be held on one side, clears s->held and computes both without */
static tw_status both(tw_sensitivity *s, double t, tw_dynamics *d0, tw_dynamics *d1) {
    bool serves = true;
    TW_TRY(rates(s, t, d0, 0, &serves));
    if (serves) TW_TRY(rates(s, t, d1, 1, &serves));
    if (serves) return TW_OK;
    s->held = false;
    TW_TRY(rates(s, t, d0, 0, &serves));
    return rates(s, t, d1, 1, &serves);
}

/* adds w0 (v[0] - base) + w1 (v[1] - base) to `out`; all are arrays of n numbers */
static void add_weighted(int n, double w0, double w1, double *const v[2], const double *base,
                         double *restrict out) {
    const double *a = v[0], *b = v[1];
    for (int i = 0; i < n; i++) out[i] += w0 * (a[i] - base[i]) + w1 * (b[i] - base[i]);
}

/* adds w0 f[0] + w1 f[1], differences from base_rate, to `out`, and if s->held the like of R to
 * s->change */
static void add_difference(tw_sensitivity *s, double w0, double w1, double *out) {
    int rows = s->held ? tw_held_room(s->base.dynamics) : 0;
    add_weighted(s->states, w0, w1, s->f, s->base_rate, out);
    add_weighted(rows, w0, w1, s->R, s->base_R, s->change);
}

/* begins a derivative of f */
static void clear(tw_sensitivity *s, double *out) {
    memset(out, 0, (size_t)s->states * sizeof *out);
    memset(s->change, 0, (size_t)tw_held_room(s->base.dynamics) * sizeof *s->change);
}

/* ends a derivative of f: if s->held, adds to `out` the effect of the constraint forces that
 * respond to s->change */
static tw_status answer(tw_sensitivity *s, double *out) {
    return s->held ? tw_held_answer(s->base.dynamics, s->change, s->forces, out) : TW_OK;
}

tw_status tw_sensitivity_stand(tw_sensitivity *s, double t) {
    TW_TRY(tw_course_at(s->course, t, s->y));
    tw_course_turns(s->course, s->probe.world);
    s->evaluations++;
    return tw_held_begin(s->base.dynamics, t, s->y, s->base_rate, s->base_R, &s->held);
}

double tw_sensitivity_part(const tw_sensitivity *s, const double *q, bool places) {
    double most = 0;
    for (size_t b = 0; b < (size_t)s->states; b += TW_STATE) {
        size_t from = b + (places ? 0 : 7), to = b + (places ? 7 : TW_STATE);
        for (size_t i = from; i < to; i++) most = tw_max(most, fabs(q[i]) / s->unit[i]);
    }
    return most;
}

double tw_sensitivity_greatest(const tw_sensitivity *s, const double *q) {
    return fmax(tw_sensitivity_part(s, q, true), tw_sensitivity_part(s, q, false));
}

/* moved = y + e q; all are arrays of n numbers */
static void move_along(int n, const double *y, double e, const double *q, double *restrict moved) {
    for (int i = 0; i < n; i++) moved[i] = y[i] + e * q[i];
}

/* adds df/dy q to `out` and s->change */
static tw_status along(tw_sensitivity *s, double t, const double *q, double *out) {
    double x = tw_sensitivity_part(s, q, true), p = tw_sensitivity_part(s, q, false);
    double e = 1 / fmax(x / MOVED, p / MOVED_FAST);
    if (x == 0 && p == 0) return TW_OK;
    move_along(s->states, s->y, e, q, s->moved[0]);
    move_along(s->states, s->y, -e, q, s->moved[1]);
    TW_TRY(both(s, t, s->probe.dynamics, s->probe.dynamics));
    add_difference(s, 1 / (2 * e), -1 / (2 * e), out);
    return TW_OK;
}

/* adds df/du_j + df/dy q at time t to `out` and s->change; q NULL: df/du_j alone */
static tw_status by_unknown(tw_sensitivity *s, double t, int j, const double *q, double *out) {
    const tw_unknown *u = &s->u[j];
    for (int side = 0; side < 2; side++) {
        if (q)
            move_along(s->states, s->y, u->offset[side], q, s->moved[side]);
        else
            memcpy(s->moved[side], s->y, (size_t)s->states * sizeof *s->y);
        tw_course_turns(s->course, u->side[side].world);
    }
    TW_TRY(both(s, t, u->side[0].dynamics, u->side[1].dynamics));
    add_difference(s, u->weight[0], u->weight[1], out);
    return TW_OK;
}

/* adds df/du_j to column j of `out` for each unknown j of the group whose first unknown is
 * `leader` */
static tw_status by_group(tw_sensitivity *s, double t, int leader, double *out) {
    size_t N = (size_t)s->states;
    int m = 0, rows = 0;
    for (int j = leader; j < s->n; j++) {
        if (s->u[j].leader != leader) continue;
        rows = jets_of(s, &s->u[j], t, s->jets + (size_t)m * (size_t)rows);
        s->group[m++] = j;
    }
    int rank = tw_columns_reduce(rows, m, false, s->jets, s->pivot, s->c, s->scratch);
    for (int k = 0; k < rank; k++) {
        int of = s->group[s->pivot[k]];
        clear(s, s->rate);
        TW_TRY(by_unknown(s, t, of, NULL, s->rate));
        TW_TRY(answer(s, s->rate));
        for (int j = 0; j < m; j++) {
            int own = s->group[j];
            /* column k of c expresses the jets of unknowns, each for its own offset, so the ratio
             * of the offsets is needed */
            double by = s->c[k * m + j] * s->u[of].offset[0] / s->u[own].offset[0];
            double *column = out + (size_t)own * N;
            for (size_t i = 0; i < N && by != 0; i++) column[i] += by * s->rate[i];
        }
    }
    return TW_OK;
}

/* adds df/du_j + df/dy q for an unknown that shares its fields with nobody. df/du_j takes two
 * evaluations of f. If these are made at states displaced along q, they give both terms at once;
 * that is done unless the displacement would be too large. */
static tw_status own_column(tw_sensitivity *s, double t, int j, const double *q, double *out) {
    const tw_unknown *u = &s->u[j];
    double h = fmax(fabs(u->offset[0]), fabs(u->offset[1]));
    bool near = h * tw_sensitivity_greatest(s, q) < MOVED_WITH;
    if (!near) TW_TRY(along(s, t, q, out));
    return by_unknown(s, t, j, near ? q : NULL, out);
}

/* rates of column k of Phi, which is q */
static tw_status column_rates(tw_sensitivity *s, double t, int k, const double *q, double *out) {
    int j = s->owner[k];
    bool held = s->held, fields = j >= 0 && s->u[j].fields && s->u[j].leader < 0;
    clear(s, out);
    TW_TRY(fields ? own_column(s, t, j, q, out) : along(s, t, q, out));
    /* forces were held for a part of the column only: again, without */
    if (held && !s->held) return column_rates(s, t, k, q, out);
    return answer(s, out);
}

tw_status tw_sensitivity_forcing(tw_sensitivity *s, double t, double *B) {
    memset(B, 0, (size_t)s->states * (size_t)s->n * sizeof *B);
    for (int j = 0; j < s->n; j++)
        if (s->u[j].fields && s->u[j].leader == j) TW_TRY(by_group(s, t, j, B));
    return TW_OK;
}

tw_status tw_sensitivity_rates(void *context, double t, const double *Phi, double *out) {
    tw_sensitivity *s = context;
    size_t N = (size_t)s->states;
    TW_TRY(tw_sensitivity_stand(s, t));
    for (int k = 0; k < s->columns; k++)
        TW_TRY(column_rates(s, t, k, Phi + (size_t)k * N, out + (size_t)k * N));
    if (!s->direct || !s->grouped) return TW_OK;
    /* s->direct: column k of Phi belongs to unknown k, so the columns of B can be added */
    TW_TRY(tw_sensitivity_forcing(s, t, s->B));
    for (size_t i = 0; i < N * (size_t)s->n; i++) out[i] += s->B[i];
    return TW_OK;
}
