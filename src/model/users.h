/*
 * Who refers to an object: to a point its constraints and forces, to a body its points, to a group
 * its members. The index is made when it is first asked for and follows the world from then on; it
 * may name more than refer to an object at present (a field has changed), never fewer.
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
    tw_user_list *of[TW_CLASS_TOTAL]; /* [slots] by the id's index */
    size_t slots[TW_CLASS_TOTAL];
    /* tw_group_members: what it has found, and groups still to be looked into */
    TW_ARRAY(tw_member) found;
    TW_ARRAY(tw_id) open;
} tw_users;

/* makes the index where the world has none */
tw_status tw_users_build(tw_world *w);
/* drops the index, which is made anew when asked for again */
void tw_users_drop(tw_world *w);

/* Where there is an index: an object has come; its field has a new value; it has gone. None of them
 * fails: without memory the index is dropped. */
void tw_users_come(tw_world *w, const tw_object *o);
void tw_users_field(tw_world *w, const tw_object *o, const tw_param *p, const void *base);
void tw_users_go(tw_world *w, const tw_object *o);

/* users of an object; valid until the index changes */
const tw_user_list *tw_users_of(const tw_world *w, tw_class c, tw_id id);

/* the members of a group and of the groups in it that are of class c, in order of creation; memory
 * of the world, until the next call or change */
tw_status tw_group_members(tw_world *w, tw_id group, tw_class c, const tw_member **list,
                           size_t *count);

#endif
