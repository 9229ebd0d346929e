/*
 * Engines of a part of the world: several of them share the bodies that move freely, so that each
 * part can be advanced by a stepper of its own (timeline/strand.h).
 *
 * An engine moves its members alone. Bodies that are fixed or driven are members of all. Objects
 * that need a body of another engine are not there for it, and its members collide with members.
 */
#ifndef TW_DYNAMICS_MEMBERS_H
#define TW_DYNAMICS_MEMBERS_H

#include "dynamics/dynamics.h"

/* the members, one byte per body of the world; NULL: all bodies. Everything is built anew at the
 * next use, where they are others than before */
tw_status tw_dynamics_select(tw_dynamics *d, const unsigned char *member, size_t count);

/* root [bodies]: the same for bodies that constraints, limits and forces between them tie together,
 * and no other; -1: it does not move freely. meets [bodies], at the roots: some body collides, or a
 * joint has limits. Of an engine that moves all */
tw_status tw_dynamics_components(tw_dynamics *d, int *root, bool *meets);

/* is the constraint of world.constraint[i] in the equation? */
bool tw_dynamics_has(const tw_dynamics *d, int constraint);

/* place of the body's 13 numbers in the state vector; -1: the body has none */
int tw_dynamics_state_of(const tw_dynamics *d, int body);

#endif
