/*
 * Velocities that the constraints allow: with A = w J M^-1/2 the change of velocities, in the
 * coordinates sqrt(M) v,
 *
 *     z = -A^+ w u,   u = D' (position level) or V (velocity level),
 *
 * is the least in the mass metric after which u = 0 (in the sense of least squares if rows
 * contradict each other). One step suffices, as u is linear in the velocities.
 */
#include "analysis/assembly/assemble.h"
#include "dynamics/pass/pass.h"
#include "numeric/linear/lsq.h"

#include <string.h>

typedef struct projection {
    tw_dynamics *d;
    double t;
    const bool *skip;
    const tw_island *isl;
    tw_arena memory;
    int rows, columns;
    /* [bodies of the world] index of the body in the island; 0 for bodies that are not in it */
    int *place;
    double *A, *u, *z, *work;
} projection;

static bool takes_part(const projection *p, int index) {
    const tw_block *b = &p->d->pass.block[index];
    return tw_level_of(b->kind, b->c->o.own) != TW_ACCELERATION_LEVEL &&
           !(p->skip && p->skip[index]);
}

/* vector u of one constraint at the pass's motions: D' (position level) or V (velocity level) */
static const double *rates_of(const projection *p, tw_block *b) {
    tw_terms terms = tw_block_terms(p->d, b, p->t);
    return tw_level_of(b->kind, b->c->o.own) == TW_POSITION_LEVEL ? terms.D1 : terms.D;
}

static void fill(projection *p) {
    double *row = p->A, *u = p->u;
    for (int i = 0; i < p->isl->blocks; i++) {
        if (!takes_part(p, p->isl->block[i])) continue;
        tw_block *b = &p->d->pass.block[p->isl->block[i]];
        const double *rates = rates_of(p, b);
        double weight = tw_value1(&b->c->weight, p->t);
        for (int r = 0; r < b->rows; r++, row += p->columns) {
            *u++ = -weight * rates[r];
            for (int s = 0; s < b->bind->slots; s++) {
                int body = b->bind->body[s];
                if (!p->d->free_body[body]) continue;
                const tw_body_motion *m = &p->d->pass.motion[body];
                const double *j = b->J + ((size_t)r * (size_t)b->bind->slots + (size_t)s) * 6;
                double *out = row + 6 * p->place[body];
                vec3 local = m3_tmul_v(&m->R, v3_load(j + 3));
                v3_store(out, v3_scale(v3_load(j), weight * sqrt(m->m_inv)));
                v3_store(out + 3, v3_scale(m3_tmul_v(&p->d->root[body], local), weight));
            }
        }
    }
}

static tw_status prepare(projection *p) {
    p->columns = 6 * p->isl->bodies;
    for (int i = 0; i < p->isl->blocks; i++)
        if (takes_part(p, p->isl->block[i])) p->rows += p->d->pass.block[p->isl->block[i]].rows;
    p->A = tw_arena_new(&p->memory, double, (size_t)p->rows *(size_t)p->columns);
    p->u = tw_arena_new(&p->memory, double, p->rows);
    p->z = tw_arena_new(&p->memory, double, p->columns);
    p->work = tw_arena_new(&p->memory, double, tw_lsq_scratch(p->rows, p->columns));
    p->place = tw_arena_new(&p->memory, int, p->d->pass.bodies);
    if (!p->A || !p->u || !p->z || !p->work || !p->place) return tw_fail_memory();
    for (int i = 0; i < p->isl->bodies; i++) p->place[p->isl->body[i]] = i;
    return TW_OK;
}

/* adds the change z of velocities to the momenta in y: p += sqrt(m) z, L += I R C z */
static void change(projection *p, double *y) {
    for (int i = 0; i < p->isl->bodies; i++) {
        int body = p->isl->body[i];
        const tw_body *b = p->d->world->body.data[body];
        const tw_body_motion *m = &p->d->pass.motion[body];
        double *s = y + p->d->state_of[body];
        const double *z = p->z + 6 * i;
        vec3 local = m3_mul_v(&b->inertia, m3_mul_v(&p->d->root[body], v3_load(z + 3)));
        v3_store(s + 7, v3_madd(v3_load(s + 7), sqrt(b->mass), v3_load(z)));
        v3_store(s + 10, v3_add(v3_load(s + 10), m3_mul_v(&m->R, local)));
    }
}

static tw_status project(projection *p, double *y, double *squared) {
    TW_TRY(prepare(p));
    if (p->rows == 0) return TW_OK;
    fill(p);
    tw_lsq_info info;
    TW_TRY(tw_lsq_solve(p->rows, p->columns, p->A, p->u, TW_SINGULAR_CUTOFF, p->z, p->work, &info));
    for (int i = 0; i < p->columns; i++) *squared += p->z[i] * p->z[i];
    change(p, y);
    return TW_OK;
}

tw_status tw_assemble_velocities(tw_dynamics *d, double t, double *y, const bool *skip,
                                 double *changed, double *rest) {
    double squared = 0;
    TW_TRY(tw_dynamics_rebuild(d));
    d->evaluated = false;
    tw_pass_kinematics(d, &d->everything, t, y);
    for (int i = 0; i < d->islands; i++) {
        projection p = {.d = d, .t = t, .skip = skip, .isl = &d->island[i]};
        tw_status s = project(&p, y, &squared);
        tw_arena_free(&p.memory);
        TW_TRY(s);
    }
    *changed = sqrt(squared);
    *rest = 0;
    tw_pass_kinematics(d, &d->everything, t, y);
    projection p = {.d = d, .t = t, .skip = skip};
    for (int i = 0; i < d->pass.blocks; i++) {
        if (!takes_part(&p, i)) continue;
        tw_block *b = &d->pass.block[i];
        const double *u = rates_of(&p, b);
        double sum = 0;
        for (int r = 0; r < b->rows; r++) sum += u[r] * u[r];
        *rest = fmax(*rest, sqrt(sum));
    }
    return TW_OK;
}
