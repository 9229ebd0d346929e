/*
 * All contacts of a world: which bodies touch where, with the numbers that a solver needs.
 *
 * Taken are bodies with `collide`, in pairs of which at least one moves freely (is neither fixed
 * nor driven along a path), and the ground of the stage under those that do. The boxes of all
 * shapes go through the broad phase, of each pair of shapes the manifold is found. Order and
 * numbers depend on the world alone. Memory is kept from call to call.
 */
#ifndef TW_CONTACT_FIND_H
#define TW_CONTACT_FIND_H

#include "contact/broad.h"
#include "contact/geometry.h"
#include "model/world.h"

enum { TW_CONTACT_GROUND = -1 };

struct tw_convex;

typedef struct tw_contact {
    int a, b;                 /* places in world.body; a < b, or b the ground */
    vec3 point, normal;       /* place and normal as in tw_touch: from b toward a */
    double gap;               /* m */
    double friction;          /* sqrt(mu_a mu_b) */
    double restitution;       /* the larger one */
    double rolling, spinning; /* m, arms of the normal force: the larger of both bodies' */
    uint64_t key;         /* key of bodies, shapes and feature, for warm starts; 0 is never one */
    int shape_a, shape_b; /* numbers of the shapes in the bodies' forms; of the ground 0 */
} tw_contact;

/* search options; zeros: touching bodies at their present places */
typedef struct tw_contact_query {
    const double *margin; /* m, per body [body.count]: contacts of a and b come up with gap <=
                             margin[a] + margin[b], of the ground <= margin[a] + ground */
    double ground;
    const unsigned char *only; /* per body: 0: its contacts are not looked for; NULL: all are */
    const tw_pose *pose;       /* pose of each body; NULL: the world's */
    bool (*skip)(void *ctx, int a, int b); /* true: not this pair (a < b, or b the ground) */
    void *ctx;
    /* asked every few pairs: a status other than TW_OK ends the search and becomes its own; NULL:
     * not */
    tw_status (*poll)(void *context);
    void *poll_context;
    double later; /* s after world.time: where the ground is then */
    /* the world and the pairs to skip are as in the search before: pairs that have not moved are
     * not searched again. The result is the same */
    bool again;
} tw_contact_query;

typedef struct tw_contact_item {
    int32_t body, shape;
    tw_pose pose;
    double margin; /* m */
} tw_contact_item;

typedef TW_ARRAY(tw_contact) tw_contact_list_of;

typedef struct tw_contacts {
    tw_contact_list_of list; /* by a, b, shapes; the ground's after those with bodies */
    bool varies;             /* a coefficient of friction depends on time */
    /* kept memory */
    tw_contact_list_of before; /* contacts of the search before */
    TW_ARRAY(tw_contact_item) item;
    TW_ARRAY(struct tw_convex) convex; /* [item] shape NULL: not convex */
    TW_ARRAY(unsigned char) stands;    /* [item] placed as in the search before */
    TW_ARRAY(tw_bounds) box;
    TW_ARRAY(int32_t) group;
    TW_ARRAY(struct tw_pair_bounds) bounds; /* bounds of pairs with a wire, in their order */
    size_t bounded;                         /* pairs with a wire so far in this search */
    tw_broad broad;
} tw_contacts;

/* `c` starts as zeros; TW_MEMORY */
tw_status tw_contacts_find(const tw_world *w, const tw_contact_query *query, tw_contacts *c);
void tw_contacts_free(tw_contacts *c);

/* does the body move freely? */
bool tw_contact_moves(const tw_world *w, const tw_body *b);

#endif
