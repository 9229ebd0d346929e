/*
 * Queries of the world at its present state: first hit of a ray, distances of objects. All bodies
 * with a shape are included, also those that do not collide or are invisible, and the ground.
 */
#ifndef TW_CONTACT_QUERY_H
#define TW_CONTACT_QUERY_H

#include "contact/find.h"
#include "contact/nearest.h"

typedef struct tw_query_ray {
    vec3 from, direction; /* world; unit */
    double far;           /* greatest distance of a hit, m */
    /* [bodies] 0: the ray passes through this body; NULL: every body stops it */
    const unsigned char *only;
    bool ground; /* does the ground count? */
} tw_query_ray;

typedef struct tw_query_hit {
    int body;           /* index in world.body, or TW_CONTACT_GROUND */
    int shape;          /* index of the shape in the body's form; 0 for the ground */
    vec3 point, normal; /* world; outward, unit */
    double distance;    /* m, from the ray's origin */
    bool inside;        /* the ray begins inside the body and hits its far wall */
} tw_query_hit;

/* the first hit of a ray; of bodies at equal distance the one that was made first. False: no hit */
bool tw_query_first(const tw_world *w, const tw_query_ray *ray, tw_query_hit *hit);

/* what a distance is measured from or to: a body; if body is NULL, the ground or a point */
typedef struct tw_query_side {
    const tw_body *body;
    bool ground;
    vec3 place; /* world */
} tw_query_side;

/* the least distance over all pairs of shapes of a and b; not both may be the ground. False: one of
 * them has no shape */
bool tw_query_distance(const tw_world *w, const tw_query_side *a, const tw_query_side *b,
                       tw_nearest *nearest);

#endif
