/*
 * Engines of a part of the world: the free bodies are divided among several engines, so that each
 * part can be advanced by a stepper of its own (timeline/strand.h).
 *
 * An engine moves only its members. Fixed and driven bodies are members of all engines. Objects
 * that need a body of another engine do not exist for it, and its members collide with members
 * only.
 */
#ifndef TW_DYNAMICS_MEMBERS_H
#define TW_DYNAMICS_MEMBERS_H

#include "dynamics/dynamics.h"

/* selects the engine's members: member [count] is 1 for each body of the world that is a member;
 * NULL: all bodies are. If the members differ from before, bindings are rebuilt at the next use */
tw_status tw_dynamics_select(tw_dynamics *d, const unsigned char *member, size_t count);

/* root [bodies]: equal for bodies tied together by constraints, limits and forces, different for
 * others; -1: the body is not free. meets [bodies], valid at index root: some body of the component
 * collides, or a joint of it has limits. Only for an engine that moves all bodies */
tw_status tw_dynamics_components(tw_dynamics *d, int *root, bool *meets);

/* is the constraint world.constraint[i] part of this engine's equations? */
bool tw_dynamics_has(const tw_dynamics *d, int constraint);

/* index in this engine's state vector of the body's TW_STATE numbers; -1: it has none there */
int tw_dynamics_state_of(const tw_dynamics *d, int body);

#endif
