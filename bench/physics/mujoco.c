/*
 * MuJoCo: joint coordinates along a spanning tree, loops closed by `connect` equalities.
 *
 * Settings: integrator = RK4, Euler or implicit; solver = Newton, CG or PGS (loops only), its
 * `iterations` and `tolerance`; stiff = time constant of a closure in steps (2 is the least that
 * MuJoCo allows), impedance = its d0 = dwidth (0.9999 is the greatest allowed).
 */
#include "run.h"

#include <mujoco/mujoco.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct text {
    char *data;
    size_t count, room;
} text;

static void add(text *t, const char *format, ...) {
    va_list list;
    if (t->room - t->count < 1024) {
        t->room = 2 * t->room + 4096;
        t->data = realloc(t->data, t->room);
        if (!t->data) bench_fail("no memory");
    }
    va_start(list, format);
    t->count += (size_t)vsnprintf(t->data + t->count, t->room - t->count, format, list);
    va_end(list);
}

typedef struct model {
    mjModel *m;
    mjData *d;
    int bodies, substeps;
    int *id; /* MuJoCo's number of each body */
    double steps;
} model;

static const double origin[3] = {0, 0, 0}, upright[4] = {1, 0, 0, 0};

static void open_body(text *t, const bench_scene *s, int body, const bench_joint *j) {
    const bench_body *b = &s->body[body];
    int parent = bench_joint_other(j, body);
    const double *px = parent < 0 ? origin : s->body[parent].x;
    const double *pq = parent < 0 ? upright : s->body[parent].q;
    double d[3], x[3], q[4], inertia[3];
    const double *at = j->a == body ? j->local_a : j->local_b;
    for (int i = 0; i < 3; i++) d[i] = b->x[i] - px[i];
    bench_rotate_back(pq, d, x);
    bench_relative(pq, b->q, q);
    bench_inertia(inertia);
    add(t, "<body name='b%d' pos='%.17g %.17g %.17g' quat='%.17g %.17g %.17g %.17g'>", body, x[0],
        x[1], x[2], q[0], q[1], q[2], q[3]);
    add(t, "<inertial pos='0 0 0' mass='%.17g' diaginertia='%.17g %.17g %.17g'/>", BENCH_MASS,
        inertia[0], inertia[1], inertia[2]);
    add(t, "<joint type='ball' pos='%.17g %.17g %.17g'/>\n", at[0], at[1], at[2]);
}

/* bodies nested by depth-first walk over the breadth-first tree */
static void nest(text *t, const bench_scene *s, const int *tree_joint, int parent) {
    for (int i = 0; i < s->bodies; i++) {
        const bench_joint *j = &s->joint[tree_joint[i]];
        if (bench_joint_other(j, i) != parent) continue;
        open_body(t, s, i, j);
        nest(t, s, tree_joint, i);
        add(t, "</body>\n");
    }
}

static void write_model(text *t, const bench_scene *s, const bench_settings *set, double h) {
    int *tree_joint = malloc((size_t)s->bodies * sizeof *tree_joint);
    int *order = malloc((size_t)s->bodies * sizeof *order);
    char *closing = malloc((size_t)s->joints);
    if (!tree_joint || !order || !closing) bench_fail("no memory");
    bench_scene_tree(s, tree_joint, order, closing);
    add(t, "<mujoco><compiler angle='radian' inertiafromgeom='false'/>\n");
    add(t, "<option timestep='%.17g' gravity='0 0 %.17g' integrator='%s' solver='%s'", h,
        -BENCH_GRAVITY, bench_text(set, "integrator", "RK4"), bench_text(set, "solver", "Newton"));
    add(t, " iterations='%.0f' tolerance='%.17g'><flag contact='disable'/></option>\n",
        bench_number(set, "iterations", 100), bench_number(set, "tolerance", 1e-12));
    add(t, "<size njmax='%d' nconmax='1' nstack='%s'/>\n", 3 * s->joints + 10,
        bench_text(set, "stack", "-1"));
    add(t, "<worldbody>\n");
    nest(t, s, tree_joint, -1);
    add(t, "</worldbody><equality>\n");
    double impedance = bench_number(set, "impedance", 0.9999);
    for (int i = 0; i < s->joints; i++) {
        const bench_joint *j = &s->joint[i];
        if (!closing[i]) continue;
        add(t, "<connect body1='b%d'", j->a);
        if (j->b >= 0) add(t, " body2='b%d'", j->b);
        add(t, " anchor='%.17g %.17g %.17g'", j->local_a[0], j->local_a[1], j->local_a[2]);
        add(t, " solref='%.17g 1' solimp='%.17g %.17g 0.001'/>\n",
            bench_number(set, "stiff", 2) * h, impedance, impedance);
    }
    add(t, "</equality></mujoco>\n");
    free(tree_joint);
    free(order);
    free(closing);
}

static void *create(const bench_scene *s, const bench_settings *set) {
    model *w = calloc(1, sizeof *w);
    mjVFS *files = malloc(sizeof *files);
    text t = {0};
    char error[1000] = "";
    if (!w || !files) bench_fail("no memory");
    w->substeps = (int)bench_number(set, "substeps", 1);
    write_model(&t, s, set, 1.0 / BENCH_FPS / w->substeps);
    mj_defaultVFS(files);
    if (mj_makeEmptyFileVFS(files, "scene.xml", (int)t.count)) bench_fail("scene too large");
    memcpy(files->filedata[0], t.data, t.count);
    w->m = mj_loadXML("scene.xml", files, error, sizeof error);
    if (!w->m) bench_fail("MuJoCo: %s", error);
    w->d = mj_makeData(w->m);
    if (!w->d) bench_fail("no memory");
    mj_deleteVFS(files);
    free(files);
    free(t.data);
    w->bodies = s->bodies;
    w->id = malloc((size_t)s->bodies * sizeof *w->id);
    if (!w->id) bench_fail("no memory");
    for (int i = 0; i < s->bodies; i++) {
        char name[32];
        snprintf(name, sizeof name, "b%d", i);
        w->id[i] = mj_name2id(w->m, mjOBJ_BODY, name);
    }
    return w;
}

/* it starts anew by itself when the state explodes */
static int frame(void *self) {
    model *w = self;
    for (int i = 0; i < w->substeps; i++) {
        mj_step(w->m, w->d);
        w->steps++;
        for (int j = 0; j < mjNWARNING; j++)
            if (w->d->warning[j].number) return 1;
    }
    return 0;
}

/* what follows from the positions is of the step's beginning until computed again */
static void state(void *self, bench_body *body) {
    model *w = self;
    mj_kinematics(w->m, w->d);
    mj_comPos(w->m, w->d);
    mj_comVel(w->m, w->d);
    for (int i = 0; i < w->bodies; i++) {
        double velocity[6]; /* rotation, translation; world axes */
        mj_objectVelocity(w->m, w->d, mjOBJ_BODY, w->id[i], velocity, 0);
        memcpy(body[i].x, w->d->xpos + 3 * w->id[i], sizeof body[i].x);
        memcpy(body[i].q, w->d->xquat + 4 * w->id[i], sizeof body[i].q);
        memcpy(body[i].omega, velocity, sizeof body[i].omega);
        memcpy(body[i].v, velocity + 3, sizeof body[i].v);
    }
}

static double steps(void *self) {
    return ((model *)self)->steps;
}

static void on_error(const char *message) {
    bench_fail("MuJoCo: %s", message);
}

static void on_warning(const char *message) {
    (void)message; /* counted in mjData */
}

int main(int argc, char **argv) {
    static const char *const settings[] = {"integrator", "solver",    "iterations", "tolerance",
                                           "stiff",      "impedance", "stack",      NULL};
    bench_engine engine = {
        .settings = settings, .create = create, .frame = frame, .state = state, .steps = steps};
    mju_user_error = on_error;
    mju_user_warning = on_warning;
    return bench_run(&engine, argc, argv);
}
