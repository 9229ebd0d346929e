#include "contact/wire_bounds.h"

#include "shape/mesh/mesh.h"

#include <math.h>

/* allowance for rounding in the rotation's share of a displacement, relative to the wire's size */
static const double ROUNDING = 1e-9;

/* are the shapes equal? Their meshes are not compared here, but by their hashes */
static bool same_shape(const tw_shape *a, const tw_shape *b) {
    if (a->type != b->type) return false;
    for (int i = 0; i < TW_SHAPE_PARAMETERS; i++)
        if (a->p[i] != b->p[i]) return false;
    return true;
}

/* hash of the shape's mesh; 0: it has no mesh. The address of a mesh would not identify it, since
 * another mesh may later be at the same address */
static tw_hash content(const tw_shape *s) {
    return s->mesh ? s->mesh->hash : 0;
}

void tw_pair_bounds_begin(tw_pair_bounds *p, const tw_shape *a, const tw_shape *b) {
    tw_hash ca = content(a), cb = content(b);
    if (same_shape(&p->a, a) && same_shape(&p->b, b) && ca == p->content[0] && cb == p->content[1])
        return;
    *p = (tw_pair_bounds){.a = *a, .b = *b, .content = {ca, cb}};
}

void tw_wire_bounds_move(tw_wire_bounds *b, double size, vec3 x, const mat3 *R) {
    double way = INFINITY;
    if (b->known) {
        /* upper bound on how far a place of the wire has moved: as far as the centre, plus `size`
         * times the norm of the rotation matrix's change */
        double turn = 0;
        for (int k = 0; k < 3; k++) {
            vec3 d = v3_sub(m3_column(R, k), m3_column(&b->R, k));
            turn += v3_dot(d, d);
        }
        way = v3_length(v3_sub(x, b->x)) + size * (sqrt(turn) + ROUNDING);
    }
    /* if `way` is not finite, because a pose is not, no bounds are known any more */
    for (int i = 0; i < TW_WIRE_SAMPLES; i++)
        b->gap[i] = way < INFINITY ? b->gap[i] - way : -INFINITY;
    b->known = true;
    b->x = x;
    b->R = *R;
}

void tw_wire_bounds_learn(tw_wire_bounds *b, int i, double gap, double step) {
    b->gap[i] = gap;
    /* the gap at a neighbouring place is less than this one by at most the distance along the
     * curve */
    for (int k = 1; k <= TW_WIRE_SAMPLES / 2 && gap > k * step; k++) {
        int before = (i + TW_WIRE_SAMPLES - k) % TW_WIRE_SAMPLES, after = (i + k) % TW_WIRE_SAMPLES;
        double least = gap - k * step;
        if (b->gap[before] >= least && b->gap[after] >= least) break;
        b->gap[before] = fmax(b->gap[before], least);
        b->gap[after] = fmax(b->gap[after], least);
    }
}
