/* Drives one engine through one scene and measures; see run.h. */
#include "run.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

/* J: 1/2 m v^2 + 1/2 omega . I omega, m g z */
static void energy(const bench_body *b, int bodies, double *kinetic, double *potential) {
    double inertia[3];
    bench_inertia(inertia);
    *kinetic = *potential = 0;
    for (int i = 0; i < bodies; i++) {
        double w[3];
        bench_rotate_back(b[i].q, b[i].omega, w);
        for (int k = 0; k < 3; k++)
            *kinetic += (BENCH_MASS * b[i].v[k] * b[i].v[k] + inertia[k] * w[k] * w[k]) / 2;
        *potential += BENCH_MASS * BENCH_GRAVITY * b[i].x[2];
    }
}

static void point(const bench_body *b, int body, const double local[3], double out[3]) {
    if (body < 0) {
        memcpy(out, local, 3 * sizeof *out);
        return;
    }
    bench_rotate(b[body].q, local, out);
    for (int i = 0; i < 3; i++) out[i] += b[body].x[i];
}

/* the largest; not a number counts as infinite */
static double gap(const bench_scene *s, const bench_body *b) {
    double most = 0;
    for (int j = 0; j < s->joints; j++) {
        double p[3], q[3], d = 0;
        point(b, s->joint[j].a, s->joint[j].local_a, p);
        point(b, s->joint[j].b, s->joint[j].local_b, q);
        for (int i = 0; i < 3; i++) d += (p[i] - q[i]) * (p[i] - q[i]);
        if (!(d <= 1e300)) return INFINITY;
        most = fmax(most, sqrt(d));
    }
    return most;
}

typedef struct measure {
    double start, most_kinetic, most_off, gap;
} measure;

static void look(measure *m, const bench_scene *s, const bench_body *b, int first) {
    double kinetic, potential;
    energy(b, s->bodies, &kinetic, &potential);
    if (first) m->start = kinetic + potential;
    m->most_kinetic = fmax(m->most_kinetic, kinetic);
    double off = fabs(kinetic + potential - m->start);
    if (!(off <= 1e300)) off = INFINITY;
    m->most_off = fmax(m->most_off, off);
    m->gap = fmax(m->gap, gap(s, b));
}

static void write_state(const char *path, const bench_scene *s, const bench_body *b) {
    FILE *f = fopen(path, "w");
    if (!f) bench_fail("%s: cannot be written", path);
    for (int i = 0; i < s->bodies; i++)
        fprintf(f, "%.17g %.17g %.17g\n", b[i].x[0], b[i].x[1], b[i].x[2]);
    if (fclose(f)) bench_fail("%s: cannot be written", path);
}

/* a run in progress: the clocks stand still while the motion is measured */
typedef struct course {
    const bench_engine *engine;
    const bench_scene *scene;
    void *self;
    bench_body *body;
    measure m;
    double wall, cpu, wall_from, cpu_from; /* s */
    double limit, most_gap;
    int frames;
    const char *end;
} course;

static void start_clocks(course *c) {
    c->cpu_from = bench_processor();
    c->wall_from = bench_clock();
}

static void stop_clocks(course *c) {
    c->wall += bench_clock() - c->wall_from;
    c->cpu += bench_processor() - c->cpu_from;
}

static int at_frame(void *context, int k) {
    course *c = context;
    stop_clocks(c);
    c->frames = k;
    c->engine->state(c->self, c->body);
    look(&c->m, c->scene, c->body, 0);
    if (!isfinite(c->m.gap) || !isfinite(c->m.most_off))
        c->end = "failed";
    else if (c->m.gap > c->most_gap)
        c->end = "gap";
    else if (c->cpu > c->limit)
        c->end = "limit";
    start_clocks(c);
    return strcmp(c->end, "done") != 0;
}

static void step_frames(course *c, int frames) {
    int broken = 0, stop = 0;
    start_clocks(c);
    if (c->engine->run) {
        broken = c->engine->run(c->self, frames, at_frame, c);
    } else {
        for (int k = 1; k <= frames && !broken && !stop; k++) {
            broken = c->engine->frame(c->self);
            if (!broken) stop = at_frame(c, k);
        }
    }
    if (broken && !strcmp(c->end, "done")) c->end = "failed";
}

/* a step or a start-up that never ends */
static void on_alarm(int signal) {
    static const char line[] = "startup=0 wall=0 cpu=0 steps=0 gap=0 drift=0 kinetic=0 end=limit\n";
    (void)signal;
    _exit(write(STDOUT_FILENO, line, sizeof line - 1) < 0);
}

/* in processor time, and should it sleep in real time */
static void stop_after(double limit) {
    struct itimerval timer = {.it_value = {.tv_sec = (time_t)(1.2 * limit + 2)}};
    signal(SIGPROF, on_alarm);
    signal(SIGALRM, on_alarm);
    setitimer(ITIMER_PROF, &timer, NULL);
    alarm((unsigned)(8 * limit + 2));
}

static void print(const course *c, double startup) {
    double simulated = fmax(c->frames, 1) / BENCH_FPS;
    printf("startup=%.6g wall=%.6g cpu=%.6g steps=%.0f gap=%.3g drift=%.3g kinetic=%.6g end=%s\n",
           startup, c->wall / simulated, c->cpu / simulated, c->engine->steps(c->self), c->m.gap,
           c->m.most_kinetic > 0 ? c->m.most_off / c->m.most_kinetic : INFINITY, c->m.most_kinetic,
           c->end);
}

int bench_run(const bench_engine *engine, int argc, char **argv) {
    static const char *const names[] = {"substeps", "time", "limit", "gap", "state", NULL};
    if (argc < 3) bench_fail("usage: %s SCENE SIZE [SETTING=VALUE ...]", argv[0]);
    bench_settings settings = {argc - 3, argv + 3};
    bench_check_settings(&settings, names, engine->settings);
    bench_scene scene;
    if (bench_scene_create(argv[1], atoi(argv[2]), &scene))
        bench_fail("no scene '%s' of size %s", argv[1], argv[2]);
    course c = {.engine = engine, .scene = &scene, .end = "done"};
    c.body = calloc((size_t)scene.bodies, sizeof *c.body);
    if (!c.body) bench_fail("no memory");
    c.limit = bench_number(&settings, "limit", 60);
    c.most_gap = bench_number(&settings, "gap", INFINITY);
    stop_after(c.limit);

    double begin = bench_clock();
    c.self = engine->create(&scene, &settings);
    double startup = bench_clock() - begin;
    engine->state(c.self, c.body);
    look(&c.m, &scene, c.body, 1);
    step_frames(&c, (int)lround(bench_number(&settings, "time", 2) * BENCH_FPS));
    print(&c, startup);
    const char *path = bench_text(&settings, "state", NULL);
    if (path) write_state(path, &scene, c.body);
    free(c.body);
    bench_scene_free(&scene);
    return 0;
}
