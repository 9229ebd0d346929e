/*
 * Index of references: which objects refer to an object, e.g. to a point its constraints, to a body
 * its points, to a group its members. It is built at its first use and kept up to date from then
 * on; it may list objects that no longer refer (a field has changed), but misses none.
 */
#ifndef TW_MODEL_USERS_H
#define TW_MODEL_USERS_H

#include "model/world.h"

typedef struct tw_user {
    tw_id id; /* id of the user; may be stale */
    tw_class class_;
} tw_user;

typedef struct tw_user_list {
    tw_user *data;
    uint32_t count, capacity;
} tw_user_list;

typedef struct tw_member {
    uint32_t serial;
    tw_id id;
} tw_member;

typedef struct tw_users {
    tw_user_list *of[TW_CLASS_TOTAL]; /* [slots] users of each object, by the index of its id */
    size_t slots[TW_CLASS_TOTAL];
    /* scratch of tw_group_members: members found, and inner groups still to be searched */
    TW_ARRAY(tw_member) found;
    TW_ARRAY(tw_id) open;
} tw_users;

/* builds the index if the world has none */
tw_status tw_users_build(tw_world *w);
/* frees the index; it is built again at its next use */
void tw_users_drop(tw_world *w);

/* Update the index, if there is one, after an object was added, a field changed, an object was
 * removed. They cannot fail: without memory the index is dropped. */
void tw_users_come(tw_world *w, const tw_object *o);
void tw_users_field(tw_world *w, const tw_object *o, const tw_param *p, const void *base);
void tw_users_go(tw_world *w, const tw_object *o);

/* the objects that refer to an object; empty without an index; valid until the index changes */
const tw_user_list *tw_users_of(const tw_world *w, tw_class c, tw_id id);

/* the members of class c of a group and its inner groups, in order of creation; the list is the
 * world's memory, valid until the next call or change */
tw_status tw_group_members(tw_world *w, tw_id group, tw_class c, const tw_member **list,
                           size_t *count);

#endif
