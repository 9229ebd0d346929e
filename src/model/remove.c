/*
 * How objects go. First all that goes is marked: what was asked for, a group's members, then what
 * depends on those that go, again until there is no more; then references of those that stay are
 * mended; then the lists are swept once. So a removal costs what the world is long, however much
 * goes with it.
 */
#include "model/names.h"
#include "model/object.h"

#include <stdlib.h>

static bool leaves(const tw_world *w, tw_class c, tw_id id) {
    const tw_object *o = tw_world_get(w, c, id);
    return o && o->leaving;
}

/* ---- marking -------------------------------------------------------------------------------- */

/* members; nested groups stand behind the groups that they are in */
static void mark_members(const tw_world *w) {
    static const tw_class order[] = {TW_GROUP, TW_BODY, TW_POINT, TW_FORCE, TW_CONSTRAINT};
    for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
        const tw_object_list *l = tw_world_list(w, order[k]);
        for (size_t i = 0; i < l->count; i++)
            if (leaves(w, TW_GROUP, l->data[i]->group)) l->data[i]->leaving = true;
    }
}

static bool any_leaves(const tw_world *w, tw_class c, const tw_id_list *list) {
    for (size_t i = 0; i < list->count; i++)
        if (leaves(w, c, list->id[i])) return true;
    return false;
}

static bool all_leave(const tw_world *w, const tw_id_list *list) {
    for (size_t i = 0; i < list->count; i++)
        if (!leaves(w, TW_BODY, list->id[i])) return false;
    return list->count > 0;
}

/* does a force or constraint need something that goes? */
static bool needs(const tw_world *w, const tw_object *o) {
    for (int i = 0; i < o->kind->param_count; i++) {
        const tw_param *p = &o->kind->params[i];
        const void *f = (const char *)o->own + p->offset;
        switch (p->type) {
        case TW_PARAM_POINT:
            if (leaves(w, TW_POINT, *(const tw_id *)f)) return true;
            break;
        case TW_PARAM_POINTS:
            if (any_leaves(w, TW_POINT, f)) return true;
            break;
        case TW_PARAM_JOINT:
            if (leaves(w, TW_CONSTRAINT, *(const tw_id *)f)) return true;
            break;
        case TW_PARAM_BODY:
            if (leaves(w, TW_BODY, *(const tw_id *)f)) return true;
            break;
        case TW_PARAM_DIRECTION:
            if (leaves(w, TW_BODY, ((const tw_direction *)f)->body)) return true;
            break;
        case TW_PARAM_TURN:
            if (leaves(w, TW_BODY, ((const tw_turn *)f)->body)) return true;
            break;
        case TW_PARAM_BODIES:
            if (p->flags & TW_LISTED ? any_leaves(w, TW_BODY, f) : all_leave(w, f)) return true;
            break;
        default:
            break;
        }
    }
    return false;
}

static void mark_dependents(const tw_world *w) {
    for (size_t i = 0; i < w->point.count; i++)
        if (leaves(w, TW_BODY, w->point.data[i]->body)) w->point.data[i]->o.leaving = true;
    static const tw_class users[] = {TW_FORCE, TW_CONSTRAINT};
    /* a joint takes its gears and motors along, which may stand before and behind it */
    for (bool more = true; more;) {
        more = false;
        for (size_t k = 0; k < 2; k++) {
            const tw_object_list *l = tw_world_list(w, users[k]);
            for (size_t i = 0; i < l->count; i++)
                if (!l->data[i]->leaving && needs(w, l->data[i])) l->data[i]->leaving = more = true;
        }
    }
}

/* ---- mending -------------------------------------------------------------------------------- */

/* what followed a body stays where it is */
static void stop_following(const tw_world *w, tw_id *follow, bool turn, tw_value *offset) {
    const tw_body *b = tw_world_body(w, *follow);
    if (!b || !b->o.leaving) return;
    vec3 arm = tw_value3(offset, w->time);
    if (isnan(arm.x)) arm = v3_zero();
    if (turn) arm = q_rotate(b->orientation, arm);
    tw_value_clear(offset);
    *offset = tw_value_vector(v3_add(b->position, arm));
    *follow = (tw_id){0, 0};
}

static void shorten(const tw_world *w, tw_id_list *list) {
    size_t k = 0;
    for (size_t i = 0; i < list->count; i++)
        if (!leaves(w, TW_BODY, list->id[i])) list->id[k++] = list->id[i];
    list->count = k;
}

static void mend(tw_world *w) {
    static const tw_class users[] = {TW_FORCE, TW_CONSTRAINT};
    for (size_t k = 0; k < 2; k++) {
        const tw_object_list *l = tw_world_list(w, users[k]);
        for (size_t i = 0; i < l->count; i++) {
            tw_object *o = l->data[i];
            for (int j = 0; j < o->kind->param_count && !o->leaving; j++)
                if (o->kind->params[j].type == TW_PARAM_BODIES)
                    shorten(w, (tw_id_list *)(void *)((char *)o->own + o->kind->params[j].offset));
        }
    }
    for (size_t i = 0; i < w->body.count; i++)
        if (leaves(w, TW_POINT, w->body.data[i]->motion)) w->body.data[i]->motion = (tw_id){0, 0};
    tw_stage_camera *c = &w->stage.camera;
    stop_following(w, &c->eye_follow, c->eye_turn, &c->eye);
    stop_following(w, &c->target_follow, c->target_turn, &c->target);
}

/* ---- sweeping ------------------------------------------------------------------------------- */

static void sweep(tw_world *w) {
    for (int c = 0; c < TW_CLASS_TOTAL; c++) {
        tw_object_list *l = tw_world_list(w, (tw_class)c);
        size_t k = 0;
        for (size_t i = 0; i < l->count; i++) {
            tw_object *o = l->data[i];
            if (!o->leaving) {
                l->data[k++] = o;
                continue;
            }
            tw_names_remove(w->names, o);
            tw_pool_remove(&w->pool[c], o->id);
            tw_object_discard(o);
        }
        l->count = k;
    }
    for (size_t i = 0; i < w->body.count; i++) w->body.data[i]->index = (int)i;
}

tw_status tw_world_remove(tw_world *w, tw_class c, tw_id id) {
    TW_TRY(tw_world_writable(w, "remove objects"));
    tw_object *o = tw_world_get(w, c, id);
    if (!o) return tw_fail(TW_ARGUMENT, "it was removed already");
    o->leaving = true;
    if (c == TW_GROUP) mark_members(w);
    mark_dependents(w);
    mend(w);
    sweep(w);
    tw_world_touch_topology(w);
    return TW_OK;
}
