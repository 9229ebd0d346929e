/* Levenberg-Marquardt in the mass metric: damped Newton steps z = -A^T (A A^T + mu)^-1 w D where mu
 * follows from the ratio of the gain to the gain that the linear model predicts (Nielsen's rule,
 * but mu falls to a thousandth where that ratio is above 0.9).
 * Near a solution mu goes to 0, so that convergence is quadratic, and a step is the least movement
 * that meets the linearised constraints. No step turns a body by more than about 1 rad. */
#include "analysis/assembly/impl.h"

/* Values of mu relative to the largest diagonal entry of A A^T. LEAST, MOST: its bounds; FIRST: its
 * first value; UNDAMPED: up to this mu the step is a plain Newton step */
static const double LEAST = 1e-11, UNDAMPED = 1e-9, FIRST = 1e-6, MOST = 1e6;
static const double TURN = 1; /* rad */
/* WATCH: progress is too slow if after this many steps more than SLOW times the cost is left */
enum { WATCH = 8 };
static const double SLOW = 0.5;

typedef struct watch {
    double cost[WATCH];
    int n;
} watch;

static bool is_slow(watch *w, double cost) {
    double before = w->cost[w->n % WATCH];
    w->cost[w->n % WATCH] = cost;
    return ++w->n > WATCH && cost > SLOW * before;
}

/* a->z: the damped step from a->now, shortened until no body turns by more than TURN; *part: the
 * fraction of the step that remains; *mu is increased if necessary; false: there is no step */
static bool propose(tw_assembly *a, double *mu, double *part) {
    for (int i = 0; i < a->rows; i++) a->right[i] = -a->now.D[i];
    if (*mu <= UNDAMPED) {
        if (!tw_assembly_solve_exact(a, &a->now, a->right, a->z)) return false;
    } else {
        while (!tw_assembly_factor(a, &a->now, *mu)) {
            if (!(a->diagonal > 0) || *mu > MOST) return false;
            *mu *= 10;
        }
        tw_assembly_solve(a, &a->now, a->right, false, a->z);
    }
    double angle = tw_assembly_move(a, a->now.pose, a->z, NULL);
    if (!isfinite(angle)) return false;
    *part = angle > TURN ? TURN / angle : 1;
    if (*part < 1)
        for (int i = 0; i < a->columns; i++) a->z[i] *= *part;
    tw_assembly_move(a, a->now.pose, a->z, a->trial.pose);
    return true;
}

bool tw_assembly_steps(tw_assembly *a) {
    double mu = FIRST, grow = 2;
    watch w = {{0}, 0};
    while (a->left > 0) {
        if (a->now.deviation <= a->tolerance) return true;
        double part;
        if (!propose(a, &mu, &part)) return false;
        a->report->iterations++;
        double promised = a->now.cost - tw_assembly_model(a, &a->now, a->z);
        bool finite = tw_assembly_evaluate(a, &a->trial);
        double gain = finite && promised > 0 ? (a->now.cost - a->trial.cost) / promised : -1;
        if (gain > 1e-3) {
            a->report->movement += tw_assembly_length(a, a->z);
            tw_assembly_accept(a);
            double r = 2 * gain - 1;
            mu = fmax(LEAST, gain > 0.9 ? 1e-3 * mu : mu * fmax(1.0 / 3, 1 - r * r * r));
            grow = 2;
            if (part < 0.5 && gain > 0.5)
                /* steps that were shortened to TURN do not count: the solution is just far away */
                w.n = 0;
            else if (a->now.deviation > a->tolerance && is_slow(&w, a->now.cost))
                return false;
        } else {
            mu = fmax(mu, FIRST) * grow;
            grow *= 2;
            if (mu > MOST) return false;
        }
    }
    return false;
}
