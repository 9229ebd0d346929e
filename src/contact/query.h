/*
 * Queries of the world at its present state: the first hit of a ray, and the distance between two
 * of bodies, points and the ground. All bodies with a shape and the ground are considered, also
 * bodies that do not collide or are invisible.
 */
#ifndef TW_CONTACT_QUERY_H
#define TW_CONTACT_QUERY_H

#include "contact/find.h"
#include "contact/nearest.h"

typedef struct tw_query_ray {
    vec3 from, direction; /* world; unit */
    double far;           /* length of the ray, m: hits further away are ignored */
    /* [bodies] 0: the ray passes through this body; NULL: it passes through none */
    const unsigned char *only;
    bool ground; /* can the ray hit the ground? */
} tw_query_ray;

typedef struct tw_query_hit {
    int body;           /* the body that is hit, as index in world.body, or TW_CONTACT_GROUND */
    int shape;          /* the shape that is hit, as index in the body's form; 0 for the ground */
    vec3 point, normal; /* place of the hit, and outward unit normal there; world */
    double distance;    /* m, from the ray's origin to the hit */
    bool inside; /* true: the ray begins inside the body, and the hit is where it leaves it */
} tw_query_hit;

/* finds the first hit of a ray; if two bodies are hit at the same distance, the one that was
 * created first. False: the ray hits nothing */
bool tw_query_first(const tw_world *w, const tw_query_ray *ray, tw_query_hit *hit);

/* one of two things whose distance is measured: a body; if `body` is NULL, the ground or a point */
typedef struct tw_query_side {
    const tw_body *body;
    bool ground;
    vec3 place; /* world */
} tw_query_side;

/* *nearest: the pair of a shape of a and a shape of b with the least distance; a and b must not
 * both be the ground. False: a or b has no shape */
bool tw_query_distance(const tw_world *w, const tw_query_side *a, const tw_query_side *b,
                       tw_nearest *nearest);

#endif
