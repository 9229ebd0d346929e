/*
 * Tauwerk, through its engine's own interface. Frames are looks inside steps, as in a film.
 *
 * Settings: stepper, solver; rtol and atol (rtol/1000 m) for adaptive steppers, substeps for fixed
 * steps; tau; projection.
 */
#include "world.h"

#include "timeline/sim.h"

#include <stdlib.h>
#include <string.h>

typedef struct engine {
    tw_world *w;
    tw_sim *sim;
    int (*look)(void *context, int k);
    void *context;
    bool stopped;
} engine;

static void set_up(tw_world *w, const bench_settings *set) {
    w->set.stepper = bench_choice("stepper", bench_text(set, "stepper", "auto"));
    w->set.solver = bench_choice("solver", bench_text(set, "solver", "auto"));
    w->set.rtol = bench_number(set, "rtol", 1e-8);
    w->set.atol = bench_number(set, "atol", w->set.rtol / 1000);
    w->set.step = 1.0 / BENCH_FPS / bench_number(set, "substeps", 1);
    w->set.tau = tw_value_scalar(bench_number(set, "tau", 0.2));
    w->set.projection = bench_number(set, "projection", 1) != 0;
}

static void *create(const bench_scene *s, const bench_settings *set) {
    engine *e = calloc(1, sizeof *e);
    if (!e) bench_fail("no memory");
    e->w = bench_world(s);
    set_up(e->w, set);
    bench_must(tw_sim_create(e->w, &e->sim));
    tw_dynamics *d;
    bench_must(tw_sim_pass(e->sim, &d)); /* all that follows from the topology is then there */
    return e;
}

static tw_status at_frame(void *context, int k, double t) {
    engine *e = context;
    (void)t;
    if (k == 0 || !e->look(e->context, k)) return TW_OK;
    e->stopped = true;
    return tw_fail(TW_INTERRUPTED, "told to stop");
}

static int run(void *self, int frames, int (*look)(void *context, int k), void *context) {
    engine *e = self;
    tw_id id;
    e->look = look, e->context = context;
    bench_must(tw_sim_watch(e->sim, 0, BENCH_FPS, frames + 1, at_frame, e, &id));
    return tw_sim_advance(e->sim, (double)frames / BENCH_FPS) != TW_OK && !e->stopped;
}

static void state(void *self, bench_body *body) {
    const tw_world *w = ((engine *)self)->w;
    for (size_t i = 0; i < w->body.count; i++) {
        const tw_body *b = w->body.data[i];
        v3_store(body[i].x, b->position);
        v3_store(body[i].v, b->velocity);
        v3_store(body[i].omega, b->angular_velocity);
        body[i].q[0] = b->orientation.w, body[i].q[1] = b->orientation.x;
        body[i].q[2] = b->orientation.y, body[i].q[3] = b->orientation.z;
    }
}

static double steps(void *self) {
    tw_sim_stats stats;
    tw_sim_statistics(((engine *)self)->sim, &stats);
    return (double)stats.steps;
}

int main(int argc, char **argv) {
    static const char *const settings[] = {"stepper", "solver",     "rtol", "atol",
                                           "tau",     "projection", NULL};
    bench_engine self = {
        .settings = settings, .create = create, .run = run, .state = state, .steps = steps};
    return bench_run(&self, argc, argv);
}
