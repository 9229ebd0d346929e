/*
 * What is measured of a run, by the same formulas for every engine.
 *
 * Penetration: the shapes at the engine's poses, by Tauwerk's contact geometry, whichever contacts
 * the engine itself saw.
 *
 * Complementarity residual of a step: the engine's own contacts and impulses lambda with the
 * velocities v' that the step ended with, u = D v', in the units of u,
 *
 *     w |lambda - P(lambda - F / w)|        (numeric/cone/cone.h, tw_cone_residual)
 *
 * with P the projection on what the law of friction allows: the cone, or the pyramid along the
 * engine's tangents; the smaller of both for engines that work with pyramids. Of the normal rate,
 * u_n + gap/h counts for gaps that are open: what closes within the step may do so. For overlapping
 * bodies, any rate from 0 to depth/h counts as 0: engines may take depth out by velocities.
 */
#ifndef BENCH_CONTACT_MEASURE_H
#define BENCH_CONTACT_MEASURE_H

#include "run.h"

typedef struct bench_measure bench_measure;

bench_measure *bench_measure_new(const bench_scene *scene);
/* largest penetration at the poses `now` of the moving bodies, m */
double bench_measure_depth(bench_measure *m, const bench_body *now);
/* residual of a step from `before` to `now` of h seconds, m/s; *balance: see run.h */
double bench_measure_residual(const bench_scene *scene, const bench_body *before,
                              const bench_body *now, double h, const bench_contact *list, int count,
                              int cone, double *balance);
void bench_measure_free(bench_measure *m);

#endif
