/* Computes the motion at u, and keeps its last steps; see course.h. */
#include "timeline/sensitivity/course.h"

#include "dynamics/rhs.h"
#include "timeline/breaks.h"

#include <stdlib.h>
#include <string.h>

/* number of nodes: a polynomial of degree 7, the dense output of `auto`, has as many
 * coefficients */
enum { NODES = 8 };

/* longest step: the larger of LONGEST_STEP, s, and LONGEST_PART times the length of the piece. A
 * longer step of a motion in which bodies rest could miss what an unknown does to them */
static const double LONGEST_STEP = 0.1, LONGEST_PART = 0.01;

typedef struct stretch {
    double begin, end;
    double *y; /* [NODES x states] states at the nodes of the step */
    /* [constraints] turns of joints counted up to the beginning of the step; NULL: no joint counts
     * turns */
    tw_turns *turns;
} stretch;

struct tw_course {
    tw_world *world;
    tw_dynamics *d;
    int states;
    const tw_stepper_kind *kind;
    tw_ode ode;
    void *stepper;
    double *y, *tolerance; /* [states] */
    double now, end;
    long most;
    /* [constraints] turns that joints have counted up to `now`; NULL: no joint counts turns */
    tw_turns *turns;
    /* the turns that the last tw_course_at has set, owned by `list`; NULL: there are none */
    const tw_turns *shown;
    TW_ARRAY(stretch) list;
    double node[NODES],
        /* node: places in a step, 0 .. 1; weight: their weights in Lagrange's interpolation
         * (barycentric form) */
        weight[NODES];
};

/* sets the nodes to cos(k pi / 8), mapped to 0 .. 1, without the middle one; computed only by
 * square roots, which are the same on every machine */
static void place_nodes(tw_course *c) {
    const double half = sqrt(0.5);
    const double at[NODES] = {
        -1,   -sqrt((1 + half) / 2), -half, -sqrt((1 - half) / 2), sqrt((1 - half) / 2),
        half, sqrt((1 + half) / 2),  1};
    for (int i = 0; i < NODES; i++) c->node[i] = (1 + at[i]) / 2;
    for (int i = 0; i < NODES; i++) {
        c->weight[i] = 1;
        for (int k = 0; k < NODES; k++)
            if (k != i) c->weight[i] /= c->node[i] - c->node[k];
    }
}

static bool counts_turns(const tw_world *w) {
    for (size_t i = 0; i < w->constraint.count; i++)
        if (tw_joint_turns_of(w->constraint.data[i])) return true;
    return false;
}

/* counts the joints' turns up to the time t at which a step ends; y: the state there */
static void count_turns(tw_course *c, double t, const double *y) {
    if (!c->turns) return;
    tw_rhs_unpack(c->d, t, y);
    tw_world_count_turns(c->world);
    tw_turns_read(c->world, c->turns);
}

static tw_status begin(tw_course *c, const double *y, tw_poll poll) {
    const tw_world *w = c->world;
    size_t n = (size_t)c->states;
    c->y = calloc(2 * n + 1, sizeof *c->y);
    if (!c->y) return tw_fail_memory();
    c->tolerance = c->y + n;
    memcpy(c->y, y, n * sizeof *y);
    place_nodes(c);
    tw_rhs_tolerances(c->d, w->set.atol, c->tolerance);
    c->kind = tw_stepper_find("auto");
    c->ode = (tw_ode){.n = c->states,
                      .rhs = tw_rhs_spare,
                      .rhs_along = tw_rhs_along,
                      .settle = tw_rhs_settle,
                      .context = c->d,
                      .rtol = w->set.rtol,
                      .atol = c->tolerance,
                      .block = TW_STATE,
                      .sizes = tw_rhs_sizes,
                      .noise = tw_rhs_noise,
                      .tries = tw_rhs_tries,
                      .jumps = tw_rhs_jumps,
                      .poll = poll};
    double longest = fmax(LONGEST_STEP, LONGEST_PART * (c->end - c->now));
    tw_stepper_options options = {w->set.step, longest};
    TW_TRY(c->kind->create(&c->ode, &options, &c->stepper));
    return c->kind->start(c->stepper, c->now, c->y, 0);
}

tw_status tw_course_create(tw_world *w, tw_dynamics *d, int states, const double *y, double end,
                           long most, tw_poll poll, tw_course **course) {
    tw_course *c = calloc(1, sizeof *c);
    if (!c) return tw_fail_memory();
    *c = (tw_course){.world = w, .d = d, .states = states, .end = end, .most = most};
    c->now = w->time;
    bool turns = counts_turns(w);
    if (turns) c->turns = calloc(w->constraint.count + 1, sizeof *c->turns);
    tw_turns_read(w, c->turns);
    tw_status status = turns && !c->turns ? tw_fail_memory() : TW_OK;
    if (status == TW_OK && states > 0) status = begin(c, y, poll);
    if (status == TW_OK)
        *course = c;
    else
        tw_course_free(c);
    return status;
}

void tw_course_free(tw_course *c) {
    if (!c) return;
    if (c->stepper) c->kind->destroy(c->stepper);
    tw_course_forget(c, INFINITY);
    tw_array_free(&c->list);
    free(c->y);
    free(c->turns);
    free(c);
}

static tw_status keep_step(tw_course *c, double from, double to) {
    size_t n = (size_t)c->states, joints = c->world->constraint.count;
    stretch s = {from, to, malloc(NODES * n * sizeof *s.y), NULL};
    if (c->turns) s.turns = malloc((joints + 1) * sizeof *s.turns);
    tw_status status = s.y && (s.turns || !c->turns) ? TW_OK : tw_fail_memory();
    if (status == TW_OK && s.turns) memcpy(s.turns, c->turns, joints * sizeof *s.turns);
    for (int i = 0; i < NODES && status == TW_OK; i++) {
        double t = i == NODES - 1 ? to : from + c->node[i] * (to - from);
        status = c->kind->dense(c->stepper, t, s.y + (size_t)i * n);
    }
    if (status == TW_OK) status = tw_push(&c->list, s);
    if (status == TW_OK) {
        count_turns(c, to, s.y + (NODES - 1) * n);
        return TW_OK;
    }
    free(s.y);
    free(s.turns);
    return status;
}

/* makes one step; if it is limited by a break of a function of time, it ends just before the break,
 * so that all its stages use the function before it */
static tw_status step(tw_course *c) {
    const tw_world *w = c->world;
    double brk = tw_world_next_break(w, c->now), limit = fmin(brk, c->end), to;
    double until = brk <= c->end ? nextafter(limit, -INFINITY) : limit, from = c->now;
    if (until <= c->now) until = limit;
    tw_stepper_stats stats;
    tw_turns_put(c->world, c->turns);
    TW_TRY(c->kind->step(c->stepper, until, &to));
    c->kind->stats(c->stepper, &stats);
    if (stats.steps + stats.rejected > (unsigned long)c->most)
        return tw_fail(TW_UNDERFLOW, "the motion is not smooth about t = %.9g s", to);
    TW_TRY(keep_step(c, from, to));
    c->now = to;
    if (nextafter(to, INFINITY) < brk || to >= c->end) return TW_OK;
    double hint = c->kind->next_step(c->stepper);
    TW_TRY(c->kind->dense(c->stepper, to, c->y));
    c->now = brk;
    return c->kind->start(c->stepper, brk, c->y, hint);
}

/* y [states]: state at t, by the polynomial of a step that is kept */
static void interpolate(const tw_course *c, const stretch *s, double t, double *y) {
    size_t n = (size_t)c->states;
    double x = (t - s->begin) / (s->end - s->begin), by[NODES], product = 1;
    x = fmin(fmax(x, 0), 1);
    for (int i = 0; i < NODES; i++)
        if (x == c->node[i]) {
            memcpy(y, s->y + (size_t)i * n, n * sizeof *y);
            return;
        }
    for (int i = 0; i < NODES; i++) product *= x - c->node[i];
    for (int i = 0; i < NODES; i++) by[i] = product * c->weight[i] / (x - c->node[i]);
    for (size_t k = 0; k < n; k++) {
        double sum = 0;
        for (int i = 0; i < NODES; i++) sum += by[i] * s->y[(size_t)i * n + k];
        y[k] = sum;
    }
}

tw_status tw_course_at(tw_course *c, double t, double *y) {
    while (c->states > 0 && c->now < t && c->now < c->end) TW_TRY(step(c));
    if (c->list.count == 0) {
        if (c->states > 0) memcpy(y, c->y, (size_t)c->states * sizeof *y);
        c->shown = c->turns;
    } else {
        size_t i = c->list.count - 1;
        while (i > 0 && c->list.data[i].begin >= t) i--;
        interpolate(c, &c->list.data[i], t, y);
        c->shown = c->list.data[i].turns;
    }
    tw_turns_put(c->world, c->shown);
    return TW_OK;
}

tw_status tw_course_reach(tw_course *c, double t) {
    while (c->states > 0 && c->now < t && c->now < c->end) {
        tw_course_forget(c, c->now);
        TW_TRY(step(c));
    }
    return TW_OK;
}

void tw_course_turns(const tw_course *c, tw_world *w) {
    tw_turns_put(w, c->shown);
}

void tw_course_forget(tw_course *c, double from) {
    size_t done = 0, left = c->list.count;
    while (done < left && c->list.data[done].end < from) {
        free(c->list.data[done].y);
        free(c->list.data[done++].turns);
    }
    for (size_t i = done; i < left; i++) c->list.data[i - done] = c->list.data[i];
    c->list.count -= done;
    if (done > 0) c->shown = NULL;
}

unsigned long tw_course_evaluations(const tw_course *c) {
    tw_stepper_stats stats = {0};
    if (c && c->stepper) c->kind->stats(c->stepper, &stats);
    return stats.evaluations;
}
