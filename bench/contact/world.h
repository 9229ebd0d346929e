/* A scene as a world of Tauwerk: for the engine, and for the measurement of all engines. */
#ifndef BENCH_CONTACT_WORLD_H
#define BENCH_CONTACT_WORLD_H

#include "../common/tauwerk.h"
#include "run.h"

tw_world *bench_world(const bench_scene *scene);

#endif
