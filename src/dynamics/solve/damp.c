/*
 * Forces where a deviation that cannot vanish drives its bodies into a singular pose (a chain
 * stretched between points too far apart). There a singular value sigma of w J M^-1/2 goes to 0
 * while w r (weights times right side) stays finite, so that A^+ asks for accelerations without
 * bound.
 *
 * A number added to A's diagonal (the shift) bounds |sqrt(M) x''| by the sum of two parts: GREATEST
 * times the acceleration that each row would need by itself, |r_i| / |J_i M^-1/2|, if all bodies
 * were as heavy as the heaviest; and twice the free acceleration, of which the acceleration that
 * stops the free motion is a projection. Consistent motion through a singular pose needs no more.
 *
 * With bounded accelerations alone such a model would oscillate for ever about the pose where |D|
 * is least: across the stretch its constraints act as a spring without a damper. So where the shift
 * is used, all motion of the island is slowed, too, with the least rate d of its rows, x'' -= d v:
 * it comes to rest within some 1/d. v is taken relative to the fixed or driven body that the
 * island is joined to; if there is none, to the rigid motion that has its momenta, which are
 * conserved.
 *
 * The parts of a force are damped like the whole.
 */
#include "dynamics/solve/impl.h"

#include "numeric/linear/lsq.h"

/* norm |sqrt(M) a| of the island's accelerations a without constraint forces */
static double free_size(const tw_dynamics *d, const tw_island *isl) {
    double sum = 0;
    for (int k = 0; k < isl->bodies; k++) {
        int body = isl->body[k];
        const tw_body_motion *m = &d->pass.motion[body];
        const tw_wrench *w = &d->pass.external[body];
        vec3 T = v3_add(w->torque, v3_cross(m->L, m->omega));
        vec3 turn = m3_tmul_v(&d->root[body], m3_tmul_v(&m->R, T));
        sum += m->m_inv * v3_dot(w->force, w->force) + v3_dot(turn, turn);
    }
    return sqrt(sum);
}

static double limit_of(const tw_dynamics *d, const tw_island *isl, double reach) {
    static const double GREATEST = 100;
    double each = GREATEST * tw_sparse_each(d, isl);
    /* the part of the limit computed so far suffices; the full limit, computed next, is larger
     * still */
    if (reach <= each) return each;
    double light = HUGE_VAL, heavy = 0, slim = HUGE_VAL, stout = 0; /* masses, moments */
    for (int k = 0; k < isl->bodies; k++) {
        const tw_body *own = d->world->body.data[isl->body[k]];
        double moment = m3_largest(&own->inertia);
        light = fmin(light, own->mass);
        heavy = fmax(heavy, own->mass);
        slim = fmin(slim, moment);
        stout = fmax(stout, moment);
    }
    return each * sqrt(fmax(heavy / light, stout / slim)) + 2 * free_size(d, isl);
}

double tw_damp_rate(const tw_dynamics *d, const tw_island *isl) {
    double least = HUGE_VAL;
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        double tau, stiffness, damping;
        tw_rates(d->world, b->c, d->pass.t, &tau, &stiffness, &damping);
        switch (tw_level_of(b->kind, b->c->o.own)) {
        case TW_POSITION_LEVEL:
            least = fmin(least, damping);
            break;
        case TW_VELOCITY_LEVEL:
            least = fmin(least, 1 / tau);
            break;
        default:
            return 0;
        }
    }
    return fmax(least, 0);
}

void tw_damp_choose(tw_dynamics *d, tw_island *isl, const tw_solve_info *info) {
    double share;
    isl->shift = tw_lsq_shift(info->reach, info->range, limit_of(d, isl, info->reach), &share);
    if (isl->strained) share = 1;
    isl->slowing = share > 0 ? share * tw_damp_rate(d, isl) : 0;
}

tw_status tw_damp(tw_dynamics *d, tw_island *isl, bool moves, bool sparse, tw_solve_info *info) {
    if (moves && isl->slowing > 0) tw_slow_rows(d, isl, d->rhs);
    if (sparse && tw_sparse_damp(d, isl)) return TW_OK;
    if (sparse) TW_TRY(tw_solve_by_svd(d, isl, info));
    tw_dense_damp(d, isl, isl->shift);
    return TW_OK;
}
