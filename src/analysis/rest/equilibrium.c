/* The nearest pose at rest; see rest.h. */
#include "analysis/rest/rest.h"

#include "analysis/assembly/assemble.h"
#include "dynamics/limit.h"
#include "dynamics/pass/pass.h"
#include "dynamics/rhs.h"
#include "numeric/linear/spectrum.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bounds on the motion of a body in one step. TURN: rotation, rad. Displacement, relative to the
 * model's extent: WAY at first, FARTHEST at most */
static const double TURN = 0.25, WAY = 0.25, FARTHEST = 1e3;
/* smallest fraction of a step that is tried */
static const double SHORTEST = 1e-12;
/* an eigenvalue of K below this part of the largest one counts as 0: no stiffness */
static const double NOTHING = 1e-9;

/* Accelerations that count as rest: the smaller of REST (m/s^2, rad/s^2) and REST_PART times the
 * larger of gravity and the largest acceleration, without constraints, of a body's centre of mass
 * by its external force */
static const double REST = 1e-8, REST_PART = 1e-9;
/* tolerance of |D|: the larger of MET (m, rad) and MET_PART of the largest coordinate */
static const double MET = 1e-12, MET_PART = 4 * DBL_EPSILON;
/* a step below this part of the largest coordinate is only rounding */
static const double ROUNDING = 8 * DBL_EPSILON;

typedef struct search {
    tw_dynamics *d;
    double t;
    double *y, *next; /* [states] */
    /* present bounds on a body's motion in one step: rotation, rad; displacement, m */
    double turn, way;
    /* the larger of the model's extent and the largest distance of a body from the origin, m */
    double far;
    double rest; /* accelerations up to this count as rest, m/s^2 and rad/s^2 */
} search;

/* sets r->acceleration to the largest acceleration of a body along the freedoms, N g, and r->body
 * to that body's index */
static void accelerations(tw_small *s, const double *g, tw_rest *r) {
    r->acceleration = 0;
    r->body = -1;
    tw_small_motion(s, g, s->z);
    for (int i = 0; i < s->bodies; i++) {
        vec3 a, alpha;
        tw_small_body(s, s->z, i, &a, &alpha);
        double most = fmax(v3_length(a), v3_length(alpha));
        if (most <= r->acceleration) continue;
        r->acceleration = most;
        r->body = s->body[i];
    }
}

/* spectrum of K: eigenvectors V; eigenvalues w [freedoms]; least: smallest |eigenvalue| that counts
 * as stiffness */
typedef struct spectrum {
    double *V, *w, least;
} spectrum;

/* If the force g acts mostly along directions without stiffness: sets r->loose to the direction in
 * which these move the body r->body, or, with r->turns = true, to the axis about which they turn
 * it; otherwise r->loose = 0 */
static void look_loose(tw_small *s, const spectrum *K, const double *g, double *xi, tw_rest *r) {
    size_t n = (size_t)s->freedoms;
    double all = 0, loose = 0;
    r->loose = v3_zero();
    memset(xi, 0, n * sizeof *xi);
    for (size_t k = 0; k < n; k++) {
        double along = 0;
        for (size_t i = 0; i < n; i++) along += K->V[k * n + i] * g[i];
        all += along * along;
        if (fabs(K->w[k]) > K->least) continue;
        loose += along * along;
        for (size_t i = 0; i < n; i++) xi[i] += along * K->V[k * n + i];
    }
    if (loose < 0.9 * all) return;
    tw_small_motion(s, xi, s->z);
    for (int i = 0; i < s->bodies; i++) {
        vec3 dx, dtheta;
        if (s->body[i] != r->body) continue;
        tw_small_body(s, s->z, i, &dx, &dtheta);
        r->turns = v3_length(dx) < 1e-6 * tw_small_size(s, i) * v3_length(dtheta);
        vec3 u = r->turns ? dtheta : dx;
        if (v3_length(u) > 0) r->loose = v3_scale(u, 1 / v3_length(u));
    }
}

/* is the step z only rounding of the bodies' coordinates? */
static bool is_rounding(const search *f, const tw_small *s, const double *z) {
    for (int i = 0; i < s->bodies; i++) {
        vec3 dx, dtheta;
        tw_small_body(s, z, i, &dx, &dtheta);
        if (v3_length(dx) > ROUNDING * f->far ||
            v3_length(dtheta) > ROUNDING * fmax(1, f->far / tw_small_size(s, i)))
            return false;
    }
    return true;
}

/* z = N (|K| + mu)^-1 g, a step in the direction of the force; returns true if it moves no body
 * beyond the bounds f->way and f->turn. K: its spectrum */
static bool damped(const search *f, tw_small *s, const spectrum *K, double mu, const double *g,
                   double *xi, double *z) {
    size_t n = (size_t)s->freedoms;
    bool near = true;
    memset(xi, 0, n * sizeof *xi);
    for (size_t k = 0; k < n; k++) {
        double along = 0, by = fmax(fabs(K->w[k]), K->least) + mu;
        for (size_t i = 0; i < n; i++) along += K->V[k * n + i] * g[i];
        for (size_t i = 0; i < n; i++) xi[i] += along / (by > 0 ? by : 1) * K->V[k * n + i];
    }
    tw_small_motion(s, xi, z);
    for (int i = 0; i < s->bodies; i++) {
        vec3 dx, dtheta;
        tw_small_body(s, z, i, &dx, &dtheta);
        near = near && v3_length(dx) <= f->way && v3_length(dtheta) <= f->turn;
    }
    return near;
}

/* z: Newton's step downhill, |K|^-1 g. If that moves a body beyond the bounds of f, z = (|K| +
 * mu)^-1 g instead, which shortens the motion of freedoms without stiffness but hardly that of
 * stiff ones */
static tw_status step_of(const search *f, tw_small *s, const double *g, double *z, tw_rest *r) {
    size_t n = (size_t)s->freedoms;
    double *V = malloc((n * n + 2 * n + 1) * sizeof *V), asymmetry;
    if (!V) return tw_fail_memory();
    double *w = V + n * n, *xi = w + n;
    tw_status status = tw_small_stiffness(s, V, &asymmetry);
    if (status == TW_OK) status = tw_eigenvectors(s->freedoms, V, w);
    double largest = 0;
    for (size_t k = 0; k < n; k++) largest = fmax(largest, fabs(w[k]));
    spectrum K = {V, w, NOTHING * largest};
    if (status == TW_OK) look_loose(s, &K, g, xi, r);
    if (status == TW_OK && !damped(f, s, &K, 0, g, xi, z)) {
        double low, high = largest > 0 ? largest : 1;
        for (int i = 0; i < 200 && damped(f, s, &K, high, g, xi, z); i++) high /= 4;
        for (int i = 0; i < 400 && !damped(f, s, &K, high, g, xi, z); i++) high *= 4;
        low = high / 4;
        for (int i = 0; i < 6; i++) {
            double middle = 0.5 * (low + high);
            if (damped(f, s, &K, middle, g, xi, z))
                high = middle;
            else
                low = middle;
        }
        damped(f, s, &K, high, g, xi, z);
    }
    free(V);
    return status;
}

/* sets r->stable: has K no negative eigenvalue beyond rounding? */
static tw_status judge(tw_small *s, tw_rest *r) {
    size_t n = (size_t)s->freedoms;
    double *w = malloc((2 * n + 1) * sizeof *w), asymmetry;
    tw_status status = w ? tw_small_spectrum(s, w, w + n, &asymmetry) : tw_fail_memory();
    if (status == TW_OK) {
        r->least = n > 0 ? w[0] : 0;
        r->stable = r->least >= 0;
    }
    free(w);
    return status;
}

static tw_status meet(search *f, double *y, int restarts, double *deviation) {
    tw_assembly_report report;
    tw_assembly_options options = {.tolerance = fmax(MET, MET_PART * f->far), .restarts = restarts};
    TW_TRY(tw_assemble_state(f->d, f->t, y, NULL, &options, &report));
    *deviation = report.deviation;
    return TW_OK;
}

/* *good: does the force at the end of the step z, taken along z, still point downhill, or uphill
 * with at most half the size that it had at the start? */
static tw_status good_step(search *f, const double *z, const double *g, const tw_small *s,
                           bool *good) {
    tw_small there;
    TW_TRY(tw_small_begin(f->d, f->next, &there));
    double *g1 = malloc(((size_t)there.freedoms + 1) * sizeof *g1);
    tw_status status = g1 ? tw_small_forces(&there, NULL, NULL, g1) : tw_fail_memory();
    double before = 0, after = 0;
    for (int i = 0; i < s->n; i++) {
        for (int k = 0; k < s->freedoms; k++)
            before += z[i] * g[k] * s->N[(size_t)k * (size_t)s->n + (size_t)i];
        for (int k = 0; k < there.freedoms && status == TW_OK; k++)
            after += z[i] * g1[k] * there.N[(size_t)k * (size_t)there.n + (size_t)i];
    }
    *good = after >= -0.5 * before;
    free(g1);
    tw_small_free(&there);
    return status;
}

/* makes one step to the poses f->next, shortened until good_step() accepts it; *moved = false: no
 * length is accepted, or the step is only rounding (then r->found) */
static tw_status advance(search *f, tw_small *s, const double *g, double *z, tw_rest *r,
                         bool *moved) {
    double deviation;
    TW_TRY(step_of(f, s, g, z, r));
    *moved = false;
    r->found = is_rounding(f, s, z);
    if (r->found) return TW_OK;
    for (double by = 1; *moved = by > SHORTEST, *moved; by /= 4) {
        bool good;
        double *shorter = s->z;
        for (int i = 0; i < s->n; i++) shorter[i] = by * z[i];
        tw_small_move(s, shorter, f->next);
        TW_TRY(meet(f, f->next, -1, &deviation));
        TW_TRY(good_step(f, z, g, s, &good));
        if (!good) continue;
        f->turn = by == 1 ? fmin(2 * f->turn, TURN) : fmax(f->turn / 4, SHORTEST * TURN);
        f->way = by == 1 ? fmin(2 * f->way, FARTHEST * r->extent)
                         : fmax(f->way / 4, SHORTEST * r->extent);
        r->deviation = deviation;
        return TW_OK;
    }
    return TW_OK;
}

/* accelerations up to which a body is at rest, see REST */
static double tolerance_of(const search *f, const tw_small *s) {
    double most = v3_length(tw_value3(&f->d->world->set.gravity, f->t));
    for (int i = 0; i < s->bodies; i++) {
        double mass = f->d->world->body.data[s->body[i]]->mass;
        most = fmax(most, v3_length(f->d->pass.external[s->body[i]].force) / mass);
    }
    return fmin(REST, REST_PART * most);
}

/* judges whether the poses in f->y are at rest, and if not makes a step; *moved: f->next has new
 * poses. tolerance: of accelerations; most: see tw_rest_find; g [freedoms + n]: scratch */
static tw_status look(search *f, tw_small *s, double *g, double tolerance, int most, tw_rest *r,
                      bool *moved) {
    *moved = false;
    TW_TRY(tw_small_forces(s, NULL, NULL, g));
    accelerations(s, g, r);
    r->found = r->acceleration <= (tolerance > 0 ? tolerance : f->rest);
    if (r->iterations == 0) TW_TRY(tw_small_bar(s, &r->bar, &r->barred));
    /* a constraint at its bound is no reason yet, since the pose is not at rest along its
     * freedoms */
    if (r->bar == TW_BAR_YIELDS && !r->found) r->bar = TW_BAR_NONE;
    if (r->bar != TW_BAR_NONE) r->found = false;
    bool may = r->bar == TW_BAR_NONE && !r->found && s->freedoms > 0 && r->iterations < most;
    if (may) TW_TRY(advance(f, s, g, g + s->freedoms, r, moved));
    if (!r->found) return TW_OK;
    TW_TRY(tw_small_bar(s, &r->bar, &r->barred));
    r->found = r->bar == TW_BAR_NONE;
    return r->found ? judge(s, r) : TW_OK;
}

static tw_status begin(search *f, tw_rest *r) {
    tw_small s;
    TW_TRY(tw_small_begin(f->d, f->y, &s));
    r->extent = tw_small_extent(&s);
    f->way = WAY * r->extent;
    f->far = tw_small_far(&s);
    f->rest = tolerance_of(f, &s);
    tw_small_free(&s);
    return meet(f, f->y, 0, &r->deviation);
}

static tw_status iterate(search *f, size_t states, double tolerance, int most, tw_rest *r) {
    TW_TRY(begin(f, r));
    for (bool moved = true; moved;) {
        tw_small s;
        TW_TRY(tw_small_begin(f->d, f->y, &s));
        double *g = malloc(((size_t)(s.freedoms + s.n) + 1) * sizeof *g);
        tw_status status = g ? TW_OK : tw_fail_memory();
        if (status == TW_OK) status = look(f, &s, g, tolerance, most, r, &moved);
        if (moved && status == TW_OK) memcpy(f->y, f->next, states * sizeof *f->y);
        if (moved) r->iterations++;
        free(g);
        tw_small_free(&s);
        TW_TRY(status);
    }
    r->stable = r->found && r->stable;
    return TW_OK;
}

tw_status tw_rest_find(tw_dynamics *d, double tolerance, int most, tw_rest *r) {
    int n;
    *r = (tw_rest){.body = -1};
    tw_limits_leave(d);
    TW_TRY(tw_rhs_prepare(d, &n));
    search f = {.d = d, .t = d->world->time, .turn = TURN};
    f.y = malloc((2 * (size_t)n + 1) * sizeof *f.y);
    if (!f.y) return tw_fail_memory();
    f.next = f.y + n;
    tw_rhs_pack(d, f.y);
    tw_status status = iterate(&f, (size_t)n, tolerance, most, r);
    if (status == TW_OK && r->found) {
        for (int i = 0; i < d->pass.bodies; i++) {
            if (!d->free_body[i]) continue;
            memset(f.y + d->state_of[i] + 7, 0, 6 * sizeof *f.y);
            d->world->body.data[i]->o.jumps++;
        }
        tw_rhs_unpack(d, f.t, f.y);
        tw_world_touch_state(d->world);
    }
    d->evaluated = false;
    free(f.y);
    return status;
}
