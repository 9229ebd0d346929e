/* Corrects the deviations of a long chain back to their law after a step. The equations are in
 * dynamics/step/settle.c; settle.c in this folder does the same for other islands on the fast path.
 * Here A is computed again for each correction, which costs no more than solving with it. */
#include "dynamics/points/chain.h"

#include "dynamics/step/project_impl.h"
#include "dynamics/step/settle.h"

#include <math.h>

/* MOST: largest number of corrections of the poses in a step */
enum { MOST = 4 };

/* component k of D (k = 0 .. 2) or D' (k = 3 .. 5) of joint number `join` among the joints before,
 * between and behind the segments; 0 if there is no such joint */
static double deviation(const tw_points *f, const tw_points_batch *b, const tw_chain_tips *tips,
                        int join, int k) {
    const int *ground = b->chain->ground;
    const tw_points_motion *m = NULL;
    if (join == 0 || join == TW_LANES) {
        int g = ground[join > 0];
        if (g < 0) return 0;
        m = &f->ground[b->ground + g].motion;
    }
    double of_ground = !m ? 0 : k < 3 ? m->x[k] : m->v[k - 3];
    double left = join < TW_LANES ? tips->first[k][join] : of_ground;
    double right = join > 0 ? tips->last[k][join - 1] : of_ground;
    return left - right;
}

void tw_chain_aim(const tw_points *f, const tw_points_batch *b, const double *y, double h) {
    tw_points_chain *c = b->chain;
    /* numbers of the solution D(h), D'(h) of D'' + d D' + k D = 0, which is linear in D and D' at
     * the time 0 */
    double of_D = tw_project_decay(c->k, c->d, 1, 0, h),
           of_D1 = tw_project_decay(c->k, c->d, 0, 1, h);
    const double law[4] = {of_D, of_D1, -of_D1 * c->k, of_D - of_D1 * c->d};
    tw_chain_tips tips;
    tw_chain_kernel_of(f)->aim(f, c, y, law, &tips);
    for (int i = 0; i < TW_CHAIN_JOINS; i++)
        for (int k = 0; k < 3; k++) {
            double D = deviation(f, b, &tips, i, k), D1 = deviation(f, b, &tips, i, k + 3);
            c->aim_join[i][k] = law[0] * D + law[1] * D1;
            c->aim_join[i][k + 3] = law[2] * D + law[3] * D1;
        }
}

/* Largest differences of a chain's D (pose, m) and D' (rate, m/s) from their goals, and largest
 * angular speed (turning, rad/s). Differences above `close` are corrected, unless they are above
 * `allowed` */
typedef struct offset {
    double pose, rate, turning;
    double close, allowed;
} offset;

static double greatest(tw_lanes a) {
    return fmax(fmax(a[0], a[1]), fmax(a[2], a[3]));
}

static double sum(tw_lanes a) {
    return (a[0] + a[1]) + (a[2] + a[3]);
}

/* forward sweep at y for a correction of D, or with `rate` of D'; returns the differences from the
 * goals at y */
static offset look(const tw_dynamics *d, const tw_points_batch *b, const double *y, bool rate,
                   tw_chain_ends *ends, tw_chain_known *known) {
    const tw_points *f = d->points;
    const tw_settings *set = &d->world->set;
    tw_chain_tips tips;
    tw_chain_off off;
    tw_chain_kernel_of(f)->towards(f, b->chain, y, rate, ends, known, &tips, &off);
    offset is = {.pose = greatest(off.pose), .rate = greatest(off.rate)};
    for (int i = 0; i < TW_CHAIN_JOINS; i++)
        for (int k = 0; k < 3; k++) {
            const double *aim = b->chain->aim_join[i];
            is.pose = fmax(is.pose, fabs(aim[k] - deviation(f, b, &tips, i, k)));
            is.rate = fmax(is.rate, fabs(aim[k + 3] - deviation(f, b, &tips, i, k + 3)));
        }
    double extent = greatest(off.extent);
    is.turning = sqrt(greatest(off.turning2));
    is.close = tw_settle_close(set, extent);
    is.allowed = tw_settle_allowed(set, extent);
    return is;
}

/* last: lambda of a correction; *moves: its effect on the bodies. Returns false if A is too nearly
 * singular, or if the effect is larger than `allowed` or not finite */
static bool weigh(const tw_points *f, const tw_points_batch *b, tw_chain_side side,
                  const tw_chain_ends *ends, const tw_chain_known *known, double allowed,
                  tw_lanes last[3], tw_chain_moves *moves) {
    tw_chain_pivots pivots;
    tw_lanes first[3];
    if (!tw_chain_join(f, b, side, ends, known, first, last, &pivots)) return false;
    tw_chain_kernel_of(f)->moves(f, b->chain, first, last, moves);
    return sqrt(greatest(moves->most2)) <= allowed;
}

/* corrects the poses in y once; false: no correction is possible, y is unchanged */
static bool approach(const tw_points *f, const tw_points_batch *b, const offset *is,
                     const tw_chain_ends *ends, const tw_chain_known *known, double *y) {
    tw_chain_moves moves;
    tw_lanes last[3];
    if (!weigh(f, b, TW_CHAIN_POSES, ends, known, is->allowed, last, &moves)) return false;
    bool carries = tw_settle_carries(sum(moves.carried), is->turning, sum(moves.moved));
    tw_chain_kernel_of(f)->displace(f, b->chain, last, carries, y);
    return true;
}

void tw_chain_settle(const tw_dynamics *d, const tw_points_batch *b, double *y, bool *changed) {
    const tw_points *f = d->points;
    tw_chain_ends ends;
    tw_chain_known known;
    if (f->island[b->island].general) return;
    offset is = look(d, b, y, false, &ends, &known);
    double off = fmax(is.pose, is.rate);
    if (!(off > is.close && off <= is.allowed) || !approach(f, b, &is, &ends, &known, y)) return;
    *changed = true;
    is = look(d, b, y, true, &ends, &known);
    for (int i = 1; i < MOST && is.pose > is.close; i++) {
        is = look(d, b, y, false, &ends, &known);
        bool nearer = approach(f, b, &is, &ends, &known, y);
        is = look(d, b, y, true, &ends, &known);
        if (!nearer) break;
    }
    tw_chain_moves moves;
    tw_lanes last[3];
    if (weigh(f, b, TW_CHAIN_VELOCITIES, &ends, &known, is.allowed, last, &moves))
        tw_chain_kernel_of(f)->push(f, b->chain, last, y);
}
