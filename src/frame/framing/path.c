/* Smooth paths of cameras; see path.h. */
#include "frame/framing/path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* a quarter of the smoothing kernel's width, as a share of the film's length; SHORTEST, LONGEST:
 * its bounds, s */
#define PART 0.1
#define SHORTEST 0.4
#define LONGEST 3.0

void tw_path_settle(tw_path *p) {
    size_t n = p->way.count;
    p->reach = 0;
    if (n < 2) return;
    double whole = p->way.data[n - 1].time - p->way.data[0].time, step = whole / (double)(n - 1);
    double reach = fmin(fmax(PART * whole, SHORTEST), LONGEST);
    /* with a multiple of the samples' spacing the kernel reproduces straight lines exactly */
    p->reach = step * fmax(1, floor(reach / step + 0.5));
}

/* cubic B-spline at u, the distance from its middle in quarters of its width; 0 from u = 2 on */
static double kernel(double u) {
    u = fabs(u);
    if (u >= 2) return 0;
    double v = 2 - u;
    return u >= 1 ? v * v * v / 6 : 2.0 / 3 - u * u + 0.5 * u * u * u;
}

static void add(double weight, const tw_way *w, tw_way *sum, double *all) {
    sum->target = v3_madd(sum->target, weight, w->target);
    sum->size += weight * w->size;
    *all += weight;
}

/* sample w rotated by half a turn about the path's end `end`: its time, target and size as mirrored
 * in that point */
static tw_way turned(const tw_way *w, const tw_way *end) {
    return (tw_way){2 * end->time - w->time, v3_sub(v3_scale(end->target, 2), w->target),
                    2 * end->size - w->size};
}

/* index of the first sample with time >= t */
static size_t from(const tw_path *p, double t) {
    size_t lo = 0, hi = p->way.count;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (p->way.data[mid].time < t)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

tw_way tw_path_at(const tw_path *p, double t) {
    size_t n = p->way.count;
    const tw_way *w = p->way.data, *first = w, *last = w + n - 1;
    tw_way sum = {.time = t};
    double all = 0, wide = 2 * p->reach;
    if (n == 1 || !(p->reach > 0)) return *first;
    for (size_t i = from(p, t - wide); i < n && w[i].time < t + wide; i++)
        add(kernel((w[i].time - t) / p->reach), &w[i], &sum, &all);
    for (size_t i = 1; i < n && 2 * first->time - w[i].time > t - wide; i++) {
        tw_way v = turned(&w[i], first);
        add(kernel((v.time - t) / p->reach), &v, &sum, &all);
    }
    for (size_t i = n - 1; i-- > 0 && 2 * last->time - w[i].time < t + wide;) {
        tw_way v = turned(&w[i], last);
        add(kernel((v.time - t) / p->reach), &v, &sum, &all);
    }
    if (!(all > 0)) return t < first->time ? *first : *last;
    sum.target = v3_scale(sum.target, 1 / all);
    sum.size /= all;
    return sum;
}

tw_status tw_path_swell(const tw_path *p, double *value) {
    size_t n = p->way.count;
    double *most = malloc((n + 1) * sizeof *most), wide = 2 * p->reach;
    if (!most) return tw_fail_memory();
    for (size_t i = 0; i < n; i++) {
        double t = p->way.data[i].time;
        most[i] = value[i];
        for (size_t k = from(p, t - wide); k < n && p->way.data[k].time <= t + wide; k++)
            most[i] = fmax(most[i], value[k]);
    }
    memcpy(value, most, n * sizeof *value);
    free(most);
    return TW_OK;
}
