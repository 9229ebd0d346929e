/*
 * All contacts of a world: which bodies touch where, with the numbers that a solver needs.
 *
 * Considered are bodies with `collide`, in pairs of which at least one moves freely (is neither
 * fixed nor driven along a path), and freely moving bodies against the ground of the stage. The
 * boxes of all shapes go through the broad phase, then each pair of shapes gets its manifold. Order
 * and numbers depend on the world alone. Memory is kept from call to call.
 */
#ifndef TW_CONTACT_FIND_H
#define TW_CONTACT_FIND_H

#include "contact/broad.h"
#include "contact/geometry.h"
#include "model/world.h"

enum { TW_CONTACT_GROUND = -1 };

struct tw_convex;

typedef struct tw_contact {
    int a, b;                 /* indices in world.body, a < b; b = TW_CONTACT_GROUND: the ground */
    vec3 point, normal;       /* as in tw_touch; the normal points from b toward a */
    double gap;               /* m */
    double friction;          /* sqrt(mu_a mu_b) */
    double restitution;       /* the larger one */
    double rolling, spinning; /* m, arms of the normal force: the larger of a's and b's */
    uint64_t key; /* of bodies, shapes, feature: matches contacts of two searches; never 0 */
    int shape_a, shape_b; /* indices of the shapes in the bodies' forms; 0 for the ground */
} tw_contact;

/* search options; all zero: bodies that touch or overlap at their present poses */
typedef struct tw_contact_query {
    const double *margin; /* m, per body [body.count], NULL: 0: contacts of a and b have gap <=
                             margin[a] + margin[b], with the ground gap <= margin[a] + ground */
    double ground;
    const unsigned char *only;             /* [bodies] 0: leaves the body out; NULL: none */
    const tw_pose *pose;                   /* pose of each body; NULL: the world's */
    bool (*skip)(void *ctx, int a, int b); /* true: leaves this pair out; as a, b of tw_contact */
    void *ctx;
    /* called every few pairs: a status other than TW_OK ends the search, which returns it; NULL:
     * none */
    tw_status (*poll)(void *context);
    void *poll_context;
    double later; /* s after world.time: time of the ground and coefficients */
    /* the world and the skipped pairs are as in the search before: contacts of pairs that have not
     * moved since are reused. The result is the same */
    bool again;
} tw_contact_query;

typedef struct tw_contact_item {
    int32_t body, shape;
    tw_pose pose;
    double margin; /* m */
} tw_contact_item;

typedef TW_ARRAY(tw_contact) tw_contact_list_of;

typedef struct tw_contacts {
    tw_contact_list_of list; /* sorted by a, b, shapes; contacts with the ground last */
    bool varies;             /* a coefficient (friction, restitution, ..) depends on time */
    /* kept memory */
    tw_contact_list_of before; /* list of the search before */
    TW_ARRAY(tw_contact_item) item;
    TW_ARRAY(struct tw_convex) convex; /* [item] shape NULL: wire or mesh, not convex */
    TW_ARRAY(unsigned char) stands;    /* [item] same pose as in the search before */
    TW_ARRAY(tw_bounds) box;
    TW_ARRAY(int32_t) group;
    TW_ARRAY(struct tw_pair_bounds) bounds; /* [bounded] of pairs with a wire or mesh */
    size_t bounded;                         /* number of pairs with a wire or mesh in this search */
    tw_broad broad;
} tw_contacts;

/* finds the contacts; `c` must be zeros before the first search; TW_MEMORY: out of memory */
tw_status tw_contacts_find(const tw_world *w, const tw_contact_query *query, tw_contacts *c);
void tw_contacts_free(tw_contacts *c);

/* is the body free, that is, neither fixed nor driven along a path? */
bool tw_contact_moves(const tw_world *w, const tw_body *b);

#endif
