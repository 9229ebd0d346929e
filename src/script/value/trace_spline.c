/*
 * Splines in traced functions, as in function(t) return way(t) + { 0, 0, 1 } end. All pieces of the
 * spline are recorded, and its argument selects one. Beyond the first and last knots the spline is
 * constant and its derivatives are 0.
 */
#include "script/value/trace.h"

#include "numeric/value/spline.h"

static tw_node apply(const tw_tracer *tr, tw_tape_op op, tw_node x, tw_node y, tw_node z) {
    return tw_tape_apply(tr->builder, op, x, y, z);
}

void tw_node_spline(const tw_tracer *tr, const tw_spline *s, tw_node x, tw_node *out) {
    int dim = tw_spline_dim(s), last = tw_spline_count(s) - 1;
    x = apply(tr, TW_TAPE_MAX, x, tw_node_const(tr, tw_spline_knot(s, 0)), 0);
    x = apply(tr, TW_TAPE_MIN, tw_node_const(tr, tw_spline_knot(s, last)), x, 0);
    for (int i = 0; i < last; i++) {
        double c[4][TW_VALUE_MAX];
        tw_spline_piece(s, i, c);
        tw_node u = tw_node_sub(tr, x, tw_node_const(tr, tw_spline_knot(s, i)));
        for (int k = 0; k < dim; k++) {
            tw_node y = tw_node_const(tr, c[3][k]);
            for (int j = 2; j >= 0; j--)
                y = tw_node_add(tr, tw_node_mul(tr, y, u), tw_node_const(tr, c[j][k]));
            out[k] = i ? apply(tr, TW_TAPE_SELECT, u, y, out[k]) : y;
        }
    }
}
