/*
 * Removal of objects. First all objects to remove are found: the given one, a group's members,
 * whatever depends on those found, and so on. Then references to them in the remaining objects are
 * replaced, and their ids and names become invalid. Once the index of references exists (users.h),
 * the cost depends on the number of removed objects and of those that refer to them, not on the
 * size of the world. The world's lists are swept once, before they are next read (tw_world_tidy).
 */
#include "model/field/names.h"
#include "model/field/param_type.h"
#include "model/object.h"
#include "model/side.h"
#include "model/users.h"

#include <stdlib.h>

typedef struct leavers {
    /* objects to be removed. Of the first `done` of them the dependent objects have been found, and
     * added */
    TW_ARRAY(tw_object *) all;
    /* objects that may remain: each has a list of bodies, and refers to an object that is to be
     * removed; it is removed only if all bodies of the list are, or another object that it needs */
    TW_ARRAY(tw_object *) doubtful;
    size_t done;
} leavers;

static bool leaves(const tw_world *w, tw_class c, tw_id id) {
    const tw_object *o = tw_world_get(w, c, id);
    return o && o->leaving;
}

static bool stays(const tw_world *w, tw_class c, tw_id id) {
    const tw_object *o = tw_world_get(w, c, id);
    return o && !o->leaving;
}

/* ---- who goes ------------------------------------------------------------------------------- */

static bool visit(void *context, int class_, tw_id id) {
    const tw_world *const *w = context;
    return leaves(*w, (tw_class)class_, id);
}

/* true: all bodies of the list are removed or to be removed. The search starts at the body that was
 * found to remain at the last call, so that removing all bodies of a long list one by one takes
 * time linear in its length. */
static bool all_leave(const tw_world *w, tw_object *o, const tw_id_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        size_t k = (o->witness + i) % list->count;
        if (!stays(w, TW_BODY, list->id[k])) continue;
        o->witness = (uint32_t)k;
        return false;
    }
    return list->count > 0;
}

/* true: the field is a list of bodies from which a removed body is taken out; its object is removed
 * only with the last of them */
static bool is_list(const tw_param *p) {
    return p->type == TW_PARAM_BODIES && !(p->flags & TW_LISTED);
}

/* true: the force, constraint or prop must be removed, since an object that it needs is */
static bool needs(const tw_world *w, tw_object *o) {
    for (int i = 0; i < o->kind->param_count; i++) {
        const tw_param *p = &o->kind->params[i];
        const tw_param_operations *type = &tw_param_types[p->type];
        const void *f = (const char *)o->own + p->offset;
        if (is_list(p) ? all_leave(w, o, f) : type->refer && type->refer(f, visit, &w)) return true;
    }
    return false;
}

static bool has_list(const tw_object *o) {
    for (int i = 0; i < o->kind->param_count; i++)
        if (is_list(&o->kind->params[i])) return true;
    return false;
}

static tw_status leave(leavers *l, tw_object *o) {
    TW_TRY(tw_push(&l->all, o));
    o->leaving = true;
    return TW_OK;
}

/* decides on u, which refers to the object o that is to be removed: u is added to the objects to be
 * removed, or to the doubtful ones, or neither */
static tw_status follow(const tw_world *w, leavers *l, const tw_object *o, tw_object *u) {
    if (o->class_ == TW_GROUP) return tw_id_equal(u->group, o->id) ? leave(l, u) : TW_OK;
    if (u->class_ == TW_POINT)
        return tw_id_equal(((const tw_point *)u)->body, o->id) ? leave(l, u) : TW_OK;
    if (u->class_ != TW_FORCE && u->class_ != TW_CONSTRAINT && u->class_ != TW_PROP) return TW_OK;
    if (!has_list(u)) return needs(w, u) ? leave(l, u) : TW_OK;
    /* u is doubtful already; whether all bodies of its list are removed is known only when `all` is
     * complete */
    if (u->doubtful) return TW_OK;
    TW_TRY(tw_push(&l->doubtful, u));
    u->doubtful = true;
    return TW_OK;
}

static tw_status find_all(const tw_world *w, leavers *l) {
    while (l->done < l->all.count) {
        while (l->done < l->all.count) {
            const tw_object *o = l->all.data[l->done++];
            const tw_user_list *users = tw_users_of(w, o->class_, o->id);
            for (uint32_t i = 0; i < users->count; i++) {
                tw_object *u = tw_world_get(w, users->data[i].class_, users->data[i].id);
                if (u && !u->leaving) TW_TRY(follow(w, l, o, u));
            }
        }
        for (size_t i = 0; i < l->doubtful.count; i++)
            if (!l->doubtful.data[i]->leaving && needs(w, l->doubtful.data[i]))
                TW_TRY(leave(l, l->doubtful.data[i]));
    }
    return TW_OK;
}

/* ---- mending -------------------------------------------------------------------------------- */

/* a camera's eye or target that follows an object to be removed stays where it is now */
static void stop_following(const tw_world *w, tw_id *follow_id, bool group, bool turn,
                           tw_value *offset) {
    tw_pose at;
    if (!leaves(w, group ? TW_GROUP : TW_BODY, *follow_id) ||
        !tw_world_followed(w, *follow_id, group, &at))
        return;
    vec3 arm = tw_value3(offset, w->time);
    if (isnan(arm.x)) arm = v3_zero();
    if (turn) arm = q_rotate(at.q, arm);
    tw_value_clear(offset);
    *offset = tw_value_vector(v3_add(at.x, arm));
    *follow_id = (tw_id){0, 0};
}

/* bodies that are driven along a path to be removed are no longer driven */
static void stop_driving(const tw_world *w, const tw_object *point) {
    const tw_user_list *users = tw_users_of(w, TW_POINT, point->id);
    for (uint32_t i = 0; i < users->count; i++) {
        if (users->data[i].class_ != TW_BODY) continue;
        tw_body *b = tw_world_body(w, users->data[i].id);
        if (b && tw_id_equal(b->motion, point->id)) b->motion = (tw_id){0, 0};
    }
}

static void mend(tw_world *w, const leavers *l) {
    for (size_t i = 0; i < l->all.count; i++)
        if (l->all.data[i]->class_ == TW_POINT) stop_driving(w, l->all.data[i]);
    tw_stage_camera *c = &w->stage.camera;
    stop_following(w, &c->eye_follow, c->eye_group, c->eye_turn, &c->eye);
    stop_following(w, &c->target_follow, c->target_group, c->target_turn, &c->target);
    if (leaves(w, c->focus_group ? TW_GROUP : TW_BODY, c->focus_follow))
        c->focus_follow = (tw_id){0, 0};
}

/* ---- going ---------------------------------------------------------------------------------- */

/* order of removal: by class, then by creation, so that ids and names become free in the same order
 * in every run */
static int compare(const void *a, const void *b) {
    const tw_object *x = *(tw_object *const *)a, *y = *(tw_object *const *)b;
    if (x->class_ != y->class_) return x->class_ < y->class_ ? -1 : 1;
    return (x->serial > y->serial) - (x->serial < y->serial);
}

/* makes the names and ids of the removed objects invalid, after the references to them are
 * replaced */
static void go(tw_world *w, leavers *l) {
    mend(w, l);
    qsort(l->all.data, l->all.count, sizeof *l->all.data, compare);
    for (size_t i = 0; i < l->all.count; i++) {
        tw_object *o = l->all.data[i];
        tw_names_remove(w->names, o);
        tw_users_go(w, o);
        tw_pool_remove(&w->pool[o->class_], o->id);
        w->gone[o->class_]++;
    }
    for (size_t i = 0; i < l->doubtful.count; i++)
        w->shortened = l->doubtful.data[i]->shortened = true;
}

tw_status tw_world_retire(tw_world *w, tw_class c, tw_id id) {
    TW_TRY(tw_world_writable(w, "remove objects"));
    tw_object *o = tw_world_get(w, c, id);
    if (!o) return tw_fail(TW_ARGUMENT, "it was removed already");
    TW_TRY(tw_users_build(w));
    leavers l = {0};
    tw_status s = leave(&l, o);
    if (s == TW_OK) s = find_all(w, &l);
    if (s == TW_OK)
        go(w, &l);
    else
        for (size_t i = 0; i < l.all.count; i++) l.all.data[i]->leaving = false;
    for (size_t i = 0; i < l.doubtful.count; i++) l.doubtful.data[i]->doubtful = false;
    tw_array_free(&l.all);
    tw_array_free(&l.doubtful);
    if (s == TW_OK && c != TW_PROP) tw_world_touch_topology(w);
    return s;
}

/* ---- sweeping ------------------------------------------------------------------------------- */

static void shorten(const tw_world *w, tw_object *o) {
    for (int i = 0; i < o->kind->param_count; i++) {
        if (o->kind->params[i].type != TW_PARAM_BODIES) continue;
        tw_id_list *list = (tw_id_list *)(void *)((char *)o->own + o->kind->params[i].offset);
        size_t k = 0;
        for (size_t j = 0; j < list->count; j++)
            if (tw_world_body(w, list->id[j])) list->id[k++] = list->id[j];
        list->count = k;
    }
    o->shortened = false;
    o->witness = 0;
}

static void sweep(tw_object_list *l) {
    size_t k = 0;
    for (size_t i = 0; i < l->count; i++) {
        tw_object *o = l->data[i];
        if (o->leaving) {
            tw_object_discard(o);
            continue;
        }
        tw_object_set_index(o, k);
        l->data[k++] = o;
    }
    l->count = k;
}

void tw_world_tidy(tw_world *w) {
    static const tw_class users[] = {TW_FORCE, TW_CONSTRAINT, TW_PROP};
    for (int c = 0; c < TW_CLASS_TOTAL; c++)
        if (w->gone[c]) sweep(tw_world_list(w, (tw_class)c));
    for (size_t k = 0; k < 3 && w->shortened; k++) {
        const tw_object_list *l = tw_world_list(w, users[k]);
        for (size_t i = 0; i < l->count; i++)
            if (l->data[i]->shortened) shorten(w, l->data[i]);
    }
    if (w->gone[TW_BODY] || w->gone[TW_GROUP]) tw_world_forget_rules(w);
    for (int c = 0; c < TW_CLASS_TOTAL; c++) w->gone[c] = 0;
    w->shortened = false;
}

tw_status tw_world_remove(tw_world *w, tw_class c, tw_id id) {
    TW_TRY(tw_world_retire(w, c, id));
    tw_world_tidy(w);
    return TW_OK;
}
