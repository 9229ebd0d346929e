/* Drives one engine through one scene and measures; see run.h. */
#include "run.h"

#include "measure.h"

#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

/* a run in progress: the clocks stand still while the motion is measured */
typedef struct course {
    const bench_engine *engine;
    const bench_scene *scene;
    void *self;
    bench_measure *measure;
    bench_body *first, *before, *now;
    double h, wall, cpu; /* s */
    double depth, balance;
    double *residual;
    int steps, residuals, contacts;
    const char *end;
} course;

static void look(course *c, bool frame) {
    const bench_contact *list;
    double balance;
    c->engine->state(c->self, c->now);
    c->contacts = c->engine->contacts(c->self, &list);
    c->residual[c->residuals++] = bench_measure_residual(c->scene, c->before, c->now, c->h, list,
                                                         c->contacts, c->engine->cone, &balance);
    c->balance = fmax(c->balance, balance);
    if (frame) c->depth = fmax(c->depth, bench_measure_depth(c->measure, c->now));
    if (!isfinite(c->depth) || !isfinite(balance)) c->end = "failed";
}

static void advance(course *c, const bench_settings *set) {
    int substeps = (int)bench_number(set, "substeps", 1);
    int looks = bench_number(set, "look", 1) > 0;
    double limit = bench_number(set, "limit", 60), from = bench_number(set, "from", 0);
    int steps = (int)lround(bench_number(set, "time", 2) * BENCH_FPS) * substeps;
    c->residual = calloc((size_t)steps + 1, sizeof *c->residual);
    if (!c->residual) bench_fail("no memory");
    for (c->steps = 0; c->steps < steps && !strcmp(c->end, "done"); c->steps++) {
        bool seen = looks && c->steps >= from * BENCH_FPS * substeps;
        if (seen) c->engine->state(c->self, c->before);
        if (seen && c->engine->begin) c->engine->begin(c->self);
        double wall = bench_clock(), cpu = bench_processor();
        int broken = c->engine->step(c->self);
        c->wall += bench_clock() - wall;
        c->cpu += bench_processor() - cpu;
        if (broken)
            c->end = "failed";
        else if (c->cpu > limit)
            c->end = "limit";
        else if (seen)
            look(c, (c->steps + 1) % substeps == 0);
    }
}

/* a step that never ends */
static void on_alarm(int signal) {
    static const char line[] = "wall=0 cpu=0 steps=0 depth=0 residual=0 worst=0 balance=0 "
                               "contacts=0 creep=0 kinetic=0 end=limit\n";
    (void)signal;
    _exit(write(STDOUT_FILENO, line, sizeof line - 1) < 0);
}

static void stop_after(double limit) {
    struct itimerval timer = {.it_value = {.tv_sec = (time_t)(3 * limit + 5)}};
    signal(SIGPROF, on_alarm);
    setitimer(ITIMER_PROF, &timer, NULL);
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print(course *c) {
    double creep = 0, kinetic = 0, some = 0, worst = 0;
    c->engine->state(c->self, c->now);
    for (int i = 0; i < c->scene->moving; i++) {
        const bench_body *b = &c->now[i];
        double way = 0;
        for (int k = 0; k < 3; k++) {
            way += (b->x[k] - c->first[i].x[k]) * (b->x[k] - c->first[i].x[k]);
            kinetic += c->scene->body[i].mass * b->v[k] * b->v[k] / 2;
        }
        creep += sqrt(way) / c->scene->moving;
    }
    if (c->residuals > 0) {
        qsort(c->residual, (size_t)c->residuals, sizeof *c->residual, compare);
        some = c->residual[(c->residuals - 1) * 95 / 100];
        worst = c->residual[c->residuals - 1];
    }
    double simulated = fmax(c->steps, 1) * c->h;
    printf("wall=%.6g cpu=%.6g steps=%d depth=%.3g residual=%.3g worst=%.3g balance=%.2g "
           "contacts=%d creep=%.3g kinetic=%.3g end=%s\n",
           c->wall / simulated, c->cpu / simulated, c->steps, c->depth, some, worst, c->balance,
           c->contacts, creep, kinetic, c->end);
}

int bench_run(const bench_engine *engine, int argc, char **argv) {
    static const char *const names[] = {"substeps", "time", "from", "look", "limit", NULL};
    if (argc < 3) bench_fail("usage: %s SCENE SIZE [SETTING=VALUE ...]", argv[0]);
    bench_settings settings = {argc - 3, argv + 3};
    bench_check_settings(&settings, names, engine->settings);
    bench_scene scene;
    if (bench_scene_create(argv[1], atoi(argv[2]), &scene))
        bench_fail("no scene '%s' of size %s", argv[1], argv[2]);
    course c = {.engine = engine, .scene = &scene, .end = "done"};
    size_t n = (size_t)scene.bodies;
    bench_body *room = malloc(3 * n * sizeof *room);
    if (!room) bench_fail("no memory");
    c.first = room, c.before = room + n, c.now = room + 2 * n;
    for (size_t i = 0; i < 3 * n; i++) room[i] = scene.body[i % n];
    c.h = 1.0 / BENCH_FPS / bench_number(&settings, "substeps", 1);
    stop_after(bench_number(&settings, "limit", 60));
    c.self = engine->create(&scene, &settings);
    c.measure = bench_measure_new(&scene);
    advance(&c, &settings);
    print(&c);
    bench_measure_free(c.measure);
    free(c.residual);
    free(room);
    bench_scene_free(&scene);
    return 0;
}
