/*
 * What MuJoCo makes of a robot's file, as a table of Lua: masses and principal moments of inertia, the
 * passive fall by RK4. Limits, contacts, dry friction, actuators and fluids are off.
 *
 *   bench_robots_mujoco FILE [seed=N] [step=S] [seconds=S] [armature=0|1] [equality=0|1]
 *
 * seed: joints begin at small random values, 0: at the reference pose. Bodies are in the file's order.
 */
#include <mujoco/mujoco.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    const char *file;
    double step, seconds;
    int seed, armature, equality;
} settings;

static void fail(const char *what) {
    fprintf(stderr, "bench_robots_mujoco: %s\n", what);
    exit(1);
}

static settings read_settings(int argc, char **argv) {
    settings s = {.step = 1e-4, .seconds = 1, .armature = 1, .equality = 1};
    for (int i = 1; i < argc; i++) {
        char *value = strchr(argv[i], '=');
        if (!value) {
            s.file = argv[i];
            continue;
        }
        *value++ = '\0';
        if (!strcmp(argv[i], "seed")) s.seed = atoi(value);
        else if (!strcmp(argv[i], "step")) s.step = atof(value);
        else if (!strcmp(argv[i], "seconds")) s.seconds = atof(value);
        else if (!strcmp(argv[i], "armature")) s.armature = atoi(value);
        else if (!strcmp(argv[i], "equality")) s.equality = atoi(value);
        else fail("unknown setting");
    }
    if (!s.file) fail("which file?");
    return s;
}

/* -0.3 .. 0.3, the same everywhere */
static double chance(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return 0.6 * ((*state >> 8) / 16777216.0 - 0.5);
}

static void turn_off(mjModel *m, const settings *s) {
    m->opt.disableflags |= mjDSBL_CONTACT | mjDSBL_LIMIT | mjDSBL_FRICTIONLOSS | mjDSBL_ACTUATION;
    if (!s->equality) m->opt.disableflags |= mjDSBL_EQUALITY;
    m->opt.density = m->opt.viscosity = 0;
    m->opt.integrator = mjINT_RK4;
    m->opt.timestep = s->step;
    if (!s->armature)
        for (int i = 0; i < m->nv; i++) m->dof_armature[i] = 0;
}

/* the values of hinges and sliders from their references, by name or number */
static void begin(const mjModel *m, mjData *d, int seed) {
    uint32_t state = (uint32_t)seed * 2654435761u;
    printf("  pose = {");
    for (int i = 0; seed && i < m->njnt; i++) {
        int at = m->jnt_qposadr[i];
        if (m->jnt_type[i] != mjJNT_HINGE && m->jnt_type[i] != mjJNT_SLIDE) continue;
        double x = chance(&state);
        d->qpos[at] += x;
        const char *name = m->names + m->name_jntadr[i];
        if (*name) printf(" [\"%s\"] = %.17g,", name, x);
        else printf(" [%d] = %.17g,", i + 1, x);
    }
    printf(" },\n");
}

static void tell_bodies(const mjModel *m) {
    printf("  bodies = {\n");
    for (int i = 1; i < m->nbody; i++) {
        const double *p = m->body_inertia + 3 * i;
        printf("    { \"%s\", %.17g, { %.17g, %.17g, %.17g } },\n", m->names + m->name_bodyadr[i],
               m->body_mass[i], p[0], p[1], p[2]);
    }
    printf("  },\n");
}

static void tell_sample(const mjModel *m, const mjData *d, double t) {
    printf("    { %.17g,", t);
    for (int i = 1; i < m->nbody; i++) {
        const double *x = d->xipos + 3 * i;
        printf(" { %.15g, %.15g, %.15g },", x[0], x[1], x[2]);
    }
    printf(" },\n");
}

int main(int argc, char **argv) {
    settings s = read_settings(argc, argv);
    char why[1000] = "";
    mjModel *m = mj_loadXML(s.file, NULL, why, sizeof why);
    if (!m) fail(why);
    turn_off(m, &s);
    if (m->opt.disableflags & mjDSBL_GRAVITY) memset(m->opt.gravity, 0, sizeof m->opt.gravity);
    mjData *d = mj_makeData(m);
    printf("return {\n  gravity = { %.17g, %.17g, %.17g }, equalities = %d, freedoms = %d,\n",
           m->opt.gravity[0], m->opt.gravity[1], m->opt.gravity[2], m->neq, m->nv);
    tell_bodies(m);
    begin(m, d, s.seed);
    printf("  samples = {\n");
    int parts = 10, steps = (int)(s.seconds / parts / s.step + 0.5);
    for (int k = 0; k <= parts; k++) {
        if (k > 0)
            for (int i = 0; i < steps; i++) mj_step(m, d);
        if (d->warning[mjWARN_BADQACC].number || d->warning[mjWARN_BADQPOS].number)
            fail("its steps are not stable for this robot");
        mj_kinematics(m, d);
        mj_comPos(m, d);
        tell_sample(m, d, k * steps * s.step);
    }
    printf("  },\n}\n");
    mj_deleteData(d);
    mj_deleteModel(m);
    return 0;
}
