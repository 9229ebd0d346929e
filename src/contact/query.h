/*
 * Queries of the world at its present state: first hit of a ray, distances of objects. Bodies with
 * a shape count, also those that do not collide or are not seen, and so does the ground.
 */
#ifndef TW_CONTACT_QUERY_H
#define TW_CONTACT_QUERY_H

#include "contact/find.h"
#include "contact/nearest.h"

typedef struct tw_query_ray {
    vec3 from, direction; /* world; unit */
    double far;           /* greatest distance of a hit, m */
    /* [bodies] 0: the ray passes through it; NULL: through none */
    const unsigned char *only;
    bool ground; /* does the ground count? */
} tw_query_ray;

typedef struct tw_query_hit {
    int body;           /* place in world.body, or TW_CONTACT_GROUND */
    int shape;          /* number of the shape in the body's form; of the ground 0 */
    vec3 point, normal; /* world; outward, unit */
    double distance;    /* m, from the ray's origin */
    bool inside;        /* the ray begins within it: this is the far wall */
} tw_query_hit;

/* the first hit; of equal ones the body that was made first. False: none */
bool tw_query_first(const tw_world *w, const tw_query_ray *ray, tw_query_hit *hit);

/* a body; or, NULL, the ground or a place */
typedef struct tw_query_side {
    const tw_body *body;
    bool ground;
    vec3 place; /* world */
} tw_query_side;

/* over all pairs of their shapes; not the ground twice. False: one of them has no shape */
bool tw_query_distance(const tw_world *w, const tw_query_side *a, const tw_query_side *b,
                       tw_nearest *nearest);

#endif
