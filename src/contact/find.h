/*
 * All contacts of a world: which bodies touch where, with the numbers that a solver needs.
 *
 * Only bodies with `collide` are considered: pairs of them of which at least one moves freely (is
 * neither fixed nor driven along a path), and each freely moving body against the ground of the
 * stage. Pairs of shapes whose boxes overlap are found first (broad.h), then the touches of each
 * such pair. Order and numbers depend on the world alone. Memory is kept for the next call.
 */
#ifndef TW_CONTACT_FIND_H
#define TW_CONTACT_FIND_H

#include "base/poll.h"
#include "contact/broad.h"
#include "contact/geometry.h"
#include "model/world.h"

enum { TW_CONTACT_GROUND = -1 };

struct tw_convex;

typedef struct tw_contact {
    /* indices in world.body, a < b; b = TW_CONTACT_GROUND: the contact is with the ground */
    int a, b;
    /* world: place midway between the surfaces, m; unit normal from b toward a */
    vec3 point, normal;
    double gap;         /* m */
    double friction;    /* sqrt(mu_a mu_b) */
    double restitution; /* the larger of the coefficients of a and b */
    /* m: friction torque about the tangents and about the normal is at most this times the normal
     * force; the larger of the values of a and b */
    double rolling, spinning;
    /* a hash of bodies, shapes and feature (tw_touch), by which contacts of two searches are
     * matched; never 0 */
    uint64_t key;
    /* indices of the shapes in the forms of a and b; shape_b is 0 for the ground */
    int shape_a, shape_b;
} tw_contact;

/* options of a search; if all are zero it finds bodies that touch or overlap at their present
 * poses */
typedef struct tw_contact_query {
    /* [body.count] m; NULL: all 0. Found are contacts of bodies a and b with gap <= margin[a] +
     * margin[b], and contacts with the ground with gap <= margin[a] + ground */
    const double *margin;
    double ground;
    const unsigned char *only; /* [bodies] 0: the body is left out; NULL: no body is left out */
    const tw_pose *pose;       /* [bodies] pose of each body; NULL: their poses in the world */
    /* true: the pair of bodies is left out; a, b as in tw_contact; NULL: no pair is left out */
    bool (*skip)(void *ctx, int a, int b);
    void *ctx;
    /* asked after every few pairs; a status other than TW_OK ends the search, which returns it */
    tw_poll poll;
    /* time in s, counted from world.time, for which the ground's height and the coefficients are
     * taken */
    double later;
    /* the world and the pairs left out are the same as in the last search, so that the contacts of
     * pairs that have not moved may be copied from it, with the same result */
    bool again;
} tw_contact_query;

typedef struct tw_contact_item {
    int32_t body, shape;
    tw_pose pose;
    double margin; /* m */
} tw_contact_item;

typedef TW_ARRAY(tw_contact) tw_contact_list_of;

typedef struct tw_contacts {
    /* sorted by a, shape_a, b, shape_b; contacts with the ground are last */
    tw_contact_list_of list;
    /* does a coefficient (friction, restitution, ...) of some contact depend on time? */
    bool varies;
    /* kept memory */
    tw_contact_list_of before; /* the contacts that the last search found */
    TW_ARRAY(tw_contact_item) item;
    /* [item] convex body of the shape; shape NULL: it is a wire or a mesh that is not convex */
    TW_ARRAY(struct tw_convex) convex;
    /* [item] 1: shape, pose and margin have not changed since the last search */
    TW_ARRAY(unsigned char) stands;
    TW_ARRAY(tw_bounds) box;
    TW_ARRAY(int32_t) group;
    /* [bounded] of each pair with a wire or a mesh that is not convex: bounds of its gaps, for the
     * next search */
    TW_ARRAY(struct tw_pair_bounds) bounds;
    size_t bounded; /* number of pairs with a wire or a mesh that is not convex, in this search */
    tw_broad broad;
} tw_contacts;

/* finds the contacts, in c->list; `c` must be zeros before the first search. TW_ARGUMENT: a
 * coefficient is out of range at that time; TW_MEMORY; or the status of `poll` */
tw_status tw_contacts_find(const tw_world *w, const tw_contact_query *query, tw_contacts *c);
void tw_contacts_free(tw_contacts *c);

/* does the body move freely, that is, is it neither fixed nor driven along a path? */
bool tw_contact_moves(const tw_world *w, const tw_body *b);

#endif
