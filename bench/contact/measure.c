/* See measure.h. */
#include "measure.h"
#include "world.h"

#include "contact/find.h"
#include "numeric/cone/cone.h"

#include <math.h>
#include <stdlib.h>

struct bench_measure {
    tw_world *world;
    tw_contacts found;
};

bench_measure *bench_measure_new(const bench_scene *scene) {
    bench_measure *m = calloc(1, sizeof *m);
    if (!m) bench_fail("no memory");
    m->world = bench_world(scene);
    return m;
}

void bench_measure_free(bench_measure *m) {
    tw_contacts_free(&m->found);
    tw_world_destroy(m->world);
    free(m);
}

double bench_measure_depth(bench_measure *m, const bench_body *now) {
    double depth = 0;
    for (size_t i = 0; i < m->world->body.count; i++) {
        tw_body *b = m->world->body.data[i];
        if (b->fixed) continue;
        b->position = v3_load(now[i].x);
        b->orientation = (quat){now[i].q[0], now[i].q[1], now[i].q[2], now[i].q[3]};
        if (!(v3_length(b->position) < 1e6)) return INFINITY;
    }
    tw_contact_query query = {0};
    if (tw_contacts_find(m->world, &query, &m->found) != TW_OK) bench_fail("%s", tw_failure());
    for (size_t i = 0; i < m->found.list.count; i++)
        depth = fmax(depth, -m->found.list.data[i].gap);
    return depth;
}

/* ---- the residual --------------------------------------------------------------------------- */

/* M^-1 d of one row, d: linear, angular */
static void respond(const bench_body *b, const double *d, double out[6]) {
    quat q = {b->q[0], b->q[1], b->q[2], b->q[3]};
    vec3 local = q_rotate(q_conj(q), v3_load(d + 3));
    local = v3(local.x / b->inertia[0], local.y / b->inertia[1], local.z / b->inertia[2]);
    for (int i = 0; i < 3; i++) out[i] = d[i] / b->mass;
    v3_store(out + 3, q_rotate(q, local));
}

/* u of the three rows, and N's diagonal */
static void rates(const bench_scene *s, const bench_body *before, const bench_body *now,
                  const bench_contact *c, double u[3], double w[3]) {
    double D[2][3][6], arm[2][3];
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 3; i++) arm[side][i] = c->point[i] - before[side ? c->b : c->a].x[i];
    tw_cone_contact((const double(*)[3])c->frame, arm[0], arm[1], &D[0][0][0]);
    for (int row = 0; row < 3; row++) {
        u[row] = w[row] = 0;
        for (int side = 0; side < 2; side++) {
            int body = side ? c->b : c->a;
            const double *d = D[side][row];
            double m[6];
            if (body >= s->moving) continue;
            respond(&before[body], d, m);
            for (int i = 0; i < 3; i++)
                u[row] += d[i] * now[body].v[i] + d[3 + i] * now[body].omega[i];
            for (int i = 0; i < 6; i++) w[row] += d[i] * m[i];
        }
    }
}

static double residual(const bench_contact *c, const double u[3], const double w[3], int cone) {
    double residual_u, residual_lambda, pyramid = 0, mu = BENCH_FRICTION;
    tw_cone_rows rows = {.contacts = 1, .mu = &mu, .r = u};
    tw_cone_residual(&rows, w, c->lambda, u, &residual_u, &residual_lambda);
    if (cone) return residual_u;
    double most = mu * fmax(c->lambda[0], 0);
    const double lo[3] = {0, -most, -most}, hi[3] = {INFINITY, most, most};
    rows = (tw_cone_rows){.bounded = 3, .lo = lo, .hi = hi, .r = u};
    tw_cone_residual(&rows, w, c->lambda, u, &pyramid, &residual_lambda);
    return fmin(residual_u, pyramid);
}

/* of linear momentum */
static double unexplained(const bench_scene *s, const bench_body *before, const bench_body *now,
                          double h, const bench_contact *list, int count) {
    double worst = 0, *sum = calloc(3 * (size_t)s->bodies, sizeof *sum);
    if (!sum) bench_fail("no memory");
    for (int i = 0; i < count; i++)
        for (int row = 0; row < 3; row++)
            for (int k = 0; k < 3; k++) {
                double p = list[i].lambda[row] * list[i].frame[row][k];
                sum[3 * list[i].b + k] += p;
                sum[3 * list[i].a + k] -= p;
            }
    for (int i = 0; i < s->moving; i++) {
        double off = 0;
        for (int k = 0; k < 3; k++) {
            double dv = now[i].v[k] - before[i].v[k] - sum[3 * i + k] / s->body[i].mass;
            if (k == 2) dv += h * BENCH_GRAVITY;
            off += dv * dv;
        }
        worst = fmax(worst, sqrt(off));
    }
    free(sum);
    return worst;
}

double bench_measure_residual(const bench_scene *scene, const bench_body *before,
                              const bench_body *now, double h, const bench_contact *list, int count,
                              int cone, double *balance) {
    double most = 0;
    for (int i = 0; i < count; i++) {
        double u[3], w[3], gap = list[i].gap;
        rates(scene, before, now, &list[i], u, w);
        if (gap >= 0)
            u[0] += gap / h;
        else if (u[0] > 0)
            u[0] = fmax(u[0] + gap / h, 0);
        most = fmax(most, residual(&list[i], u, w, cone));
    }
    *balance = unexplained(scene, before, now, h, list, count);
    return most;
}
