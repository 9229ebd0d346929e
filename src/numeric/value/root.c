/* Locates a crossing by the ITP method, in few evaluations and never in many: the point that regula
 * falsi gives (interpolate) is moved a little toward the middle of the bracket (truncate), and kept
 * so near to the middle that the bracket is never wider than bisection would leave it with one
 * evaluation less (project). Convergence is superlinear for smooth functions. [Oliveira & Takahashi
 * 2021, An enhancement of the bisection method average performance preserving minmax optimality,
 * ACM TOMS 47(1); kappa1 = 0.2/|b - a|, kappa2 = 2, n0 = 1] */
#include "numeric/value/root.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

/* next point of the ITP method between a and b, where f is ya and yb; radius: its largest distance
 * from the middle */
static double itp_point(double a, double ya, double b, double yb, double kappa1, double radius) {
    double w = b - a, middle = a + w / 2;
    double falsi = (yb * a - ya * b) / (yb - ya);
    if (!(fabs(falsi - middle) <= fabs(w) / 2))
        /* the middle is also taken if ya or yb is infinite, because regula falsi then gives NaN */
        return middle;
    double delta = kappa1 * w * w, toward = falsi <= middle ? 1 : -1;
    double x = delta <= fabs(middle - falsi) ? falsi + toward * delta : middle;
    if (fabs(x - middle) > radius) x = middle - toward * radius;
    return x;
}

static bool between(double a, double x, double b) {
    return (a < x && x < b) || (b < x && x < a);
}

tw_status tw_root(tw_root_function *f, void *ctx, double a, double ya, double b, double yb,
                  double tolerance, double *t) {
    bool up = yb > 0 || (yb == 0 && ya < 0), zero_is_b = ya != 0;
    if (!(isfinite(a) && isfinite(b)) || !(up ? ya <= 0 && yb >= 0 : ya >= 0 && yb <= 0) ||
        (ya == 0 && yb == 0))
        return tw_fail(TW_ARGUMENT, "no sign change between f(%g) = %g and f(%g) = %g", a, ya, b,
                       yb);

    double spacing = DBL_EPSILON * fmax(fabs(a), fabs(b));
    double width = fabs(b - a), goal = fmax(fmax(tolerance, spacing), DBL_MIN);
    double kappa1 = 0.2 / width;

    /* half width of the bracket that bisection, begun one evaluation later, would have reached now;
     * slightly reduced, so that after the last evaluation rounding does not leave the bracket too
     * wide */
    double reach = fmax(goal - 4 * spacing, goal / 2);
    for (double w = goal; w < width; w *= 2) reach *= 2;

    while (fabs(b - a) > goal) {
        double radius = fmax(reach - fabs(b - a) / 2, 0);
        double x = itp_point(a, ya, b, yb, kappa1, radius), y;
        if (!between(a, x, b)) x = a + (b - a) / 2;
        /* a and b are adjacent doubles, so no point lies between them */
        if (!between(a, x, b)) break;
        TW_TRY(f(ctx, x, &y));
        if (isnan(y)) return tw_fail(TW_NONFINITE, "function is not a number at t = %.17g", x);
        bool side_b = y == 0 ? zero_is_b : (y > 0) == up;
        if (side_b) {
            b = x;
            yb = y;
        } else {
            a = x;
            ya = y;
        }
        reach /= 2;
    }
    *t = b;
    return TW_OK;
}
