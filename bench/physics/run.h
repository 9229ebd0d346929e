/*
 * One run of one engine: what an engine's program gives (bench_engine), and the main function that
 * drives it, times the stepping and measures the motion.
 *
 *     bench_physics_ENGINE SCENE SIZE [SETTING=VALUE ...]
 *
 * Settings of all programs: substeps (steps per frame of 1/60 s), time (simulated seconds, 2),
 * limit (processor seconds of stepping before it gives up, 60), gap (gives up beyond that joint
 * gap, m), state (a file for the last positions). Prints one line of NAME=VALUE words:
 *
 *     startup   seconds to build the scene in the engine
 *     wall cpu  seconds of stepping per simulated second
 *     steps     of the integrator
 *     gap       largest distance of two joined points at any frame, m
 *     drift     largest |E - E0| at any frame over the largest kinetic energy at any frame
 *     end       done | limit | gap | failed
 */
#ifndef BENCH_PHYSICS_RUN_H
#define BENCH_PHYSICS_RUN_H

#include "../common/settings.h"
#include "scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bench_engine {
    const char *const *settings; /* the names that it knows, NULL at the end */
    void *(*create)(const bench_scene *scene, const bench_settings *settings);
    /* on by one frame; nonzero: it broke down */
    int (*frame)(void *self);
    /* instead of `frame`: engines whose steps do not end at frames. Calls look when `state` gives
     * frame k = 1 .. frames; nonzero from there: stop. */
    int (*run)(void *self, int frames, int (*look)(void *context, int k), void *context);
    /* positions and velocities now [bodies] */
    void (*state)(void *self, bench_body *body);
    double (*steps)(void *self);
} bench_engine;

enum { BENCH_FPS = 60 };

int bench_run(const bench_engine *engine, int argc, char **argv);

#ifdef __cplusplus
}
#endif
#endif
