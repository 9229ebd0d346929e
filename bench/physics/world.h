/* A scene as a world of Tauwerk; whatever fails ends the program. */
#ifndef BENCH_PHYSICS_WORLD_H
#define BENCH_PHYSICS_WORLD_H

#include "../common/tauwerk.h"
#include "run.h"

tw_world *bench_world(const bench_scene *s);

#endif
