/*
 * Index of references: which objects refer to an object, e.g. constraints to a point, points to a
 * body, members to a group. It is built when it is first needed, and kept up to date from then on.
 * A list contains all objects that refer to its object, and may contain objects that did so
 * earlier, before a field was changed.
 */
#ifndef TW_MODEL_USERS_H
#define TW_MODEL_USERS_H

#include "model/world.h"

typedef struct tw_user {
    tw_id id; /* id of the object that refers; the object may have been removed */
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
    /* for each class: [slots] the list of users of each object, by the index in the object's id */
    tw_user_list *of[TW_CLASS_TOTAL];
    size_t slots[TW_CLASS_TOTAL];
    /* memory of tw_group_members: the members found, and the groups that are still to be
     * searched */
    TW_ARRAY(tw_member) found;
    TW_ARRAY(tw_id) open;
} tw_users;

/* builds the index, unless it exists; TW_MEMORY: memory ran out */
tw_status tw_users_build(tw_world *w);
/* frees the index; it is built again when it is needed next */
void tw_users_drop(tw_world *w);

/* Three functions that update the index, if it exists (tw_users_come, tw_users_field, tw_users_go):
 * after an object was added, after a field was assigned, after an object was removed. If memory
 * runs out they free the index instead of failing. */
void tw_users_come(tw_world *w, const tw_object *o);
void tw_users_field(tw_world *w, const tw_object *o, const tw_param *p, const void *base);
void tw_users_go(tw_world *w, const tw_object *o);

/* the list of the objects that refer to an object; empty if there is no index; valid until the
 * index changes */
const tw_user_list *tw_users_of(const tw_world *w, tw_class c, tw_id id);

/* *list: the members of class c of a group and of the groups in it, in order of creation; memory of
 * the world, valid until the next call or change of the index */
tw_status tw_group_members(tw_world *w, tw_id group, tw_class c, const tw_member **list,
                           size_t *count);

#endif
