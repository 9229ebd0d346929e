/*
 * The constraints of one island at given poses, and the linear algebra of a step:
 *
 *     z = A^T (A A^T + mu)^-1 b,   A = w J M^-1/2
 *
 * is the z that minimises |A z - b|^2 + mu |z|^2. A A^T couples only constraints that share a body;
 * it is stored as a band, with constraints in the order of order.c, in which the band of a chain is
 * narrow. A small mu causes a small relative error of z; each refinement with the same factors
 * multiplies the error by that small number again.
 */
#include "analysis/assembly/impl.h"

#include "base/math/turn.h"
#include "numeric/linear/qr.h"
#include "numeric/linear/symmetric.h"

#include <string.h>

enum { REFINEMENTS = 8 };
/* mu relative to the diagonal of A A^T. DAMPING: where rows may be redundant. LEAST: if mu must be
 * smaller than this, redundant rows are solved by QR factorisation instead */
static const double DAMPING = 1e-10, LEAST = 1e-14;

void tw_assembly_place(const tw_assembly *a, const double *pose) {
    const tw_dynamics *d = a->d;
    for (int i = 0; i < a->bodies; i++, pose += TW_POSE) {
        const tw_body *b = d->world->body.data[a->body[i]];
        tw_body_motion *m = &d->pass.motion[a->body[i]];
        *m = (tw_body_motion){.form = &b->form, .m = b->mass, .m_inv = 1 / b->mass};
        m->x = v3_load(pose);
        m->q = q_normalized(q_load(pose + 3));
        m->R = q_matrix(m->q);
        m->I_inv = m3_rotate(&m->R, &b->inertia_inv);
    }
}

/* out: the rows of A of one constraint, w J M^-1/2, from its J in the pass */
static void scale_rows(const tw_assembly *a, const tw_assembly_block *k, double *out) {
    const tw_block *b = k->b;
    for (int i = 0; i < b->rows; i++)
        for (int s = 0; s < k->slots; s++, out += 6) {
            int body = b->bind->body[k->slot[s]];
            const tw_body_motion *m = &a->d->pass.motion[body];
            const double *j = b->J + ((size_t)i * (size_t)b->bind->slots + (size_t)k->slot[s]) * 6;
            vec3 local = m3_tmul_v(&m->R, v3_load(j + 3));
            v3_store(out, v3_scale(v3_load(j), b->weight * sqrt(m->m_inv)));
            v3_store(out + 3, v3_scale(m3_tmul_v(&a->d->root[body], local), b->weight));
        }
}

/* Has poll asked to stop? Then no evaluation is left, which ends all loops of the assembly */
static bool stops(tw_assembly *a) {
    if (a->stopped.status == TW_OK) {
        tw_status s = tw_poll_ask(a->d->poll);
        if (s == TW_OK) return false;
        a->stopped = tw_failure_keep(s);
    }
    a->left = 0;
    return true;
}

bool tw_assembly_evaluate(tw_assembly *a, tw_linear *l) {
    if (stops(a)) return false;
    a->left--;
    a->report->evaluations++;
    l->cost = l->deviation = 0;
    l->worst = a->block[0].index;
    tw_assembly_place(a, l->pose);
    for (int n = 0; n < a->blocks; n++) {
        const tw_assembly_block *k = &a->block[n];
        tw_block *b = k->b;
        tw_terms terms = tw_block_terms(a->d, b, a->t);
        b->weight = tw_value1(&b->c->weight, a->t);
        scale_rows(a, k, l->A + k->at);
        double sum = 0, check = 0;
        for (int i = 0; i < b->rows; i++) {
            sum += terms.D[i] * terms.D[i];
            l->D[k->row + i] = b->weight * terms.D[i];
        }
        for (int i = 0; i < b->rows * k->slots * 6; i++) check += l->A[k->at + (size_t)i];
        if (!isfinite(sum + check)) {
            tw_object_label(&b->c->o, a->d->culprit, sizeof a->d->culprit);
            return false;
        }
        l->cost += 0.5 * b->weight * b->weight * sum;
        if (sqrt(sum) > l->deviation) {
            l->deviation = sqrt(sum);
            l->worst = k->index;
        }
    }
    return true;
}

/* adds to A A^T the products of the rows of the two constraints of the uses u and v, which act on
 * the same body */
static void add_pair(tw_assembly *a, const tw_linear *l, tw_assembly_use u, tw_assembly_use v) {
    const tw_assembly_block *k = &a->block[u.block], *o = &a->block[v.block];
    for (int i = 0; i < k->b->rows; i++) {
        const double *row = l->A + k->at + ((size_t)i * (size_t)k->slots + (size_t)u.slot) * 6;
        for (int j = 0; j < o->b->rows; j++) {
            if (o->row + j > k->row + i) break;
            const double *other =
                l->A + o->at + ((size_t)j * (size_t)o->slots + (size_t)v.slot) * 6;
            a->gram[tw_band_at(a->width, k->row + i, o->row + j)] += tw_dot6(row, other);
        }
    }
}

bool tw_assembly_factor(tw_assembly *a, const tw_linear *l, double mu) {
    size_t size = tw_band_size(a->rows, a->width);
    for (size_t i = 0; i < size; i++) a->gram[i] = 0;
    for (int body = 0; body < a->bodies; body++)
        for (int i = a->use_from[body]; i < a->use_from[body + 1]; i++)
            for (int j = a->use_from[body]; j <= i; j++) add_pair(a, l, a->use[i], a->use[j]);
    a->diagonal = 0;
    for (int i = 0; i < a->rows; i++)
        a->diagonal = fmax(a->diagonal, a->gram[tw_band_at(a->width, i, i)]);
    if (!(a->diagonal > 0)) return false;
    for (int i = 0; i < a->rows; i++) a->gram[tw_band_at(a->width, i, i)] += mu * a->diagonal;
    return tw_band_factor(a->rows, a->width, a->gram);
}

bool tw_assembly_factor_safe(tw_assembly *a, const tw_linear *l, double mu) {
    while (!tw_assembly_factor(a, l, mu)) {
        if (!(a->diagonal > 0) || mu > 1) return false;
        mu *= 10;
    }
    return true;
}

void tw_assembly_transposed(const tw_assembly *a, const tw_linear *l, const double *b, double *z) {
    for (int i = 0; i < a->columns; i++) z[i] = 0;
    for (int n = 0; n < a->blocks; n++) {
        const tw_assembly_block *k = &a->block[n];
        const double *row = l->A + k->at;
        for (int i = 0; i < k->b->rows; i++)
            for (int s = 0; s < k->slots; s++, row += 6) {
                double *out = z + 6 * k->place[s];
                for (int c = 0; c < 6; c++) out[c] += row[c] * b[k->row + i];
            }
    }
}

void tw_assembly_image(const tw_assembly *a, const tw_linear *l, const double *z, double *out) {
    for (int n = 0; n < a->blocks; n++) {
        const tw_assembly_block *k = &a->block[n];
        const double *row = l->A + k->at;
        for (int i = 0; i < k->b->rows; i++) {
            double sum = 0;
            for (int s = 0; s < k->slots; s++, row += 6) sum += tw_dot6(row, z + 6 * k->place[s]);
            out[k->row + i] = sum;
        }
    }
}

void tw_assembly_solve(tw_assembly *a, const tw_linear *l, const double *b, bool refine,
                       double *z) {
    double before = INFINITY;
    for (int i = 0; i < a->rows; i++) a->lambda[i] = b[i];
    tw_band_solve(a->rows, a->width, a->gram, a->lambda);
    tw_assembly_transposed(a, l, a->lambda, z);
    for (int k = 0; k < REFINEMENTS && refine; k++) {
        double size = 0, left = 0;
        tw_assembly_image(a, l, z, a->rest);
        for (int i = 0; i < a->rows; i++) {
            a->rest[i] = b[i] - a->rest[i];
            left += a->rest[i] * a->rest[i];
            size += b[i] * b[i];
        }
        /* convergence: the residual is rounding; or contradiction: it no longer becomes smaller */
        if (left <= 1e-20 * size || left > 0.25 * before) break;
        before = left;
        tw_band_solve(a->rows, a->width, a->gram, a->rest);
        for (int i = 0; i < a->rows; i++) a->lambda[i] += a->rest[i];
        tw_assembly_transposed(a, l, a->lambda, z);
    }
}

/* copies A into the dense matrix a->dense, column by column */
static void spread(tw_assembly *a, const tw_linear *l) {
    size_t m = (size_t)a->rows;
    memset(a->dense, 0, m * (size_t)a->columns * sizeof(double));
    for (int n = 0; n < a->blocks; n++) {
        const tw_assembly_block *k = &a->block[n];
        const double *row = l->A + k->at;
        for (int i = 0; i < k->b->rows; i++)
            for (int s = 0; s < k->slots; s++, row += 6)
                for (int c = 0; c < 6; c++)
                    a->dense[(size_t)(6 * k->place[s] + c) * m + (size_t)(k->row + i)] = row[c];
    }
}

bool tw_assembly_solve_exact(tw_assembly *a, const tw_linear *l, const double *b, double *z) {
    double size = 0, left = 0;
    for (int i = 0; i < a->rows; i++) size += b[i] * b[i];
    if (tw_assembly_factor(a, l, a->dense ? LEAST : DAMPING)) {
        tw_assembly_solve(a, l, b, true, z);
        tw_assembly_image(a, l, z, a->rest);
        for (int i = 0; i < a->rows; i++) left += (a->rest[i] - b[i]) * (a->rest[i] - b[i]);
        if (left <= 1e-16 * size || !a->dense) return isfinite(left);
    } else if (!(a->diagonal > 0)) {
        return false;
    }
    if (!a->dense) {
        if (!tw_assembly_factor_safe(a, l, 10 * DAMPING)) return false;
        tw_assembly_solve(a, l, b, true, z);
        return true;
    }
    spread(a, l);
    for (int i = 0; i < a->rows; i++) a->long_z[i] = b[i];
    if (tw_qr_solve(a->rows, a->columns, a->dense, a->long_z, TW_SINGULAR_CUTOFF, a->work) != TW_OK)
        return false;
    memcpy(z, a->long_z, (size_t)a->columns * sizeof *z);
    return true;
}

double tw_assembly_model(const tw_assembly *a, const tw_linear *l, const double *z) {
    double sum = 0;
    tw_assembly_image(a, l, z, a->rest);
    for (int i = 0; i < a->rows; i++) {
        double r = l->D[i] + a->rest[i];
        sum += 0.5 * r * r;
    }
    return sum;
}

void tw_assembly_velocity(const tw_assembly *a, int body, const double *p, const double *z, vec3 *v,
                          vec3 *omega) {
    const tw_body *b = a->d->world->body.data[a->body[body]];
    quat q = q_normalized(q_load(p + 3));
    *v = v3_scale(v3_load(z), 1 / sqrt(b->mass));
    *omega = q_rotate(q, m3_mul_v(&a->d->root[a->body[body]], v3_load(z + 3)));
}

void tw_assembly_pose_rate(const double *p, vec3 v, vec3 omega, double *out) {
    quat q = q_rate(q_load(p + 3), omega);
    v3_store(out, v);
    q_store(out + 3, q);
}

double tw_assembly_move(const tw_assembly *a, const double *from, const double *z, double *to) {
    double largest = 0;
    for (int i = 0; i < a->bodies; i++) {
        const double *p = from + TW_POSE * i;
        vec3 dx, theta;
        tw_assembly_velocity(a, i, p, z + 6 * i, &dx, &theta);
        largest = fmax(largest, v3_length(theta));
        if (!to) continue;
        double *o = to + TW_POSE * i;
        v3_store(o, v3_add(v3_load(p), dx));
        quat q = q_turned(theta, q_load(p + 3));
        q_store(o + 3, q);
    }
    return largest;
}

double tw_assembly_length(const tw_assembly *a, const double *z) {
    double sum = 0;
    for (int i = 0; i < a->columns; i++) sum += z[i] * z[i];
    return sqrt(sum);
}

double tw_assembly_gradient(tw_assembly *a, const tw_linear *l) {
    if (!(l->cost > 0)) return 0;
    double sum = 0;
    for (int n = 0; n < a->blocks; n++) {
        const tw_assembly_block *k = &a->block[n];
        size_t size = (size_t)k->b->rows * (size_t)k->slots * 6;
        for (size_t i = 0; i < size; i++) sum += l->A[k->at + i] * l->A[k->at + i];
    }
    tw_assembly_transposed(a, l, l->D, a->step);
    return sum > 0 ? tw_assembly_length(a, a->step) / sqrt(sum * 2 * l->cost) : 0;
}
