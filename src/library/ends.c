/* Finds the bodies that a constraint joins, and where; see ends.h. */
#include "library/ends.h"

#include "model/object.h"

#include <math.h>

typedef struct ends {
    const tw_world *w;
    const tw_object *o;
    tw_constraint_end_list *list;
    size_t first; /* index in the list of the first end that belongs to this constraint */
    tw_status status;
} ends;

static void add(ends *e, tw_id id, const vec3 *x) {
    const tw_body *b = tw_world_body(e->w, id);
    if (!b || e->status != TW_OK) return;
    bool placed = x && isfinite(v3_dot(*x, *x));
    for (size_t k = e->first; k < e->list->count; k++) {
        tw_constraint_end *same = &e->list->data[k];
        if (same->body != b->o.serial) continue;
        if (placed && !same->placed) same->placed = true, same->x = *x;
        return;
    }
    tw_constraint_end one = {b->o.serial, placed, placed ? *x : v3_zero()};
    e->status = tw_push(e->list, one);
}

static void add_point(ends *e, tw_id id) {
    const tw_point *p = tw_world_point(e->w, id);
    vec3 x;
    if (p && p->source != TW_POINT_SPACE && tw_point_local(e->w, p, &x) == TW_OK)
        add(e, p->body, &x);
}

static void add_field(ends *e, const tw_param *p) {
    const void *field = (const char *)e->o->own + p->offset;
    const tw_id_list *list = field;
    vec3 x;
    switch (p->type) {
    case TW_PARAM_POINT:
        add_point(e, *(const tw_id *)field);
        break;
    case TW_PARAM_POINTS:
        for (size_t k = 0; k < list->count; k++) add_point(e, list->id[k]);
        break;
    case TW_PARAM_BODY:
        add(e, *(const tw_id *)field, NULL);
        break;
    case TW_PARAM_BODIES:
        for (size_t k = 0; k < list->count; k++) add(e, list->id[k], NULL);
        break;
    case TW_PARAM_TURN:
        add(e, ((const tw_turn *)field)->body, NULL);
        break;
    case TW_PARAM_DIRECTION:
        add(e, ((const tw_direction *)field)->body, NULL);
        break;
    case TW_PARAM_VEC3:
        if (p->flags & TW_CARRIED_POINT) add(e, tw_object_carrier(e->o, p), field);
        break;
    case TW_PARAM_PLACE:
        x = tw_value3(field, e->w->time);
        add(e, tw_object_carrier(e->o, p), &x);
        break;
    default:
        break;
    }
}

tw_status tw_constraint_ends(const tw_scene *scene, size_t i, tw_constraint_end_list *list) {
    const tw_world *w = tw_scene_world(scene);
    const tw_object *o = &w->constraint.data[i]->o;
    ends e = {.w = w, .o = o, .list = list, .first = list->count};
    for (int k = 0; k < o->kind->param_count; k++) add_field(&e, &o->kind->params[k]);
    return e.status;
}
