/*
 * One run of one engine: what an engine's program gives (bench_engine), and the main function that
 * drives it, times the stepping and measures the motion.
 *
 *     bench_contact_ENGINE SCENE SIZE [SETTING=VALUE ...]
 *
 * Settings of all programs: substeps (steps per 1/60 s), time (simulated seconds, 2), from (seconds
 * that are not measured, 0), look (1: measures, 0: only times), limit (processor seconds of
 * stepping before it gives up, 60). Prints one line of NAME=VALUE words:
 *
 *     wall cpu   seconds of stepping per simulated second
 *     steps      of the engine
 *     depth      largest penetration of two bodies at any frame, m: of the same geometry for all
 *     residual   complementarity residual: at each step the largest of its contacts, m/s; of the
 *     worst      steps the 95th percentile, and the largest; see measure.h
 *     balance    largest momentum of a body, over its mass, that gravity and the impulses that the
 *                engine reports leave unexplained, m/s
 *     contacts   in the last step
 *     creep      mean way of the bodies from the first look to the last, m
 *     kinetic    energy at the end, J
 *     end        done | limit | failed
 */
#ifndef BENCH_CONTACT_RUN_H
#define BENCH_CONTACT_RUN_H

#include "../common/settings.h"
#include "scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* a contact of the last step, as the engine had it */
typedef struct bench_contact {
    int a, b;           /* bodies of the scene */
    double point[3];    /* world, m */
    double frame[3][3]; /* normal from a to b, tangents; world */
    double gap;         /* m, as the step began, or what the engine made of it before it solved */
    double lambda[3];   /* N s, along the frame on b */
} bench_contact;

typedef struct bench_engine {
    const char *const *settings; /* the names that it knows, NULL at the end */
    int cone;                    /* friction within a cone; 0: within a pyramid, too */
    void *(*create)(const bench_scene *scene, const bench_settings *settings);
    /* on by one step; nonzero: it broke down */
    int (*step)(void *self);
    /* positions and velocities now, of the moving bodies */
    void (*state)(void *self, bench_body *body);
    /* a step that is looked at begins; NULL: nothing to do */
    void (*begin)(void *self);
    /* contacts of the last step with their impulses; the engine's, until the next step */
    int (*contacts)(void *self, const bench_contact **list);
} bench_engine;

enum { BENCH_FPS = 60 };

int bench_run(const bench_engine *engine, int argc, char **argv);

#ifdef __cplusplus
}
#endif
#endif
