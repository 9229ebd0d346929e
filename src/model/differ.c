/* Compares two worlds: their settings, the ground, and the fields of their objects by the parameter
 * rows. */
#include "model/differ.h"

#include "model/field/formula.h"
#include "model/object.h"

#include <string.h>

static bool same_bytes(const void *a, const void *b, size_t size) {
    /* the pointers of empty lists are NULL, and memcmp must not be called with NULL */
    return size == 0 || memcmp(a, b, size) == 0;
}

/* true: the values are equal. Tapes, splines and ramps are shared and never change, so two of them
 * count as equal only if they are the same object. */
static bool same_value(const tw_value *a, const tw_value *b) {
    if (a->kind != b->kind || a->dim != b->dim) return false;
    return a->kind == TW_VALUE_CONSTANT ? same_bytes(a->c, b->c, sizeof a->c)
                                        : a->of.tape == b->of.tape;
}

static tw_status compare_values(const tw_value *a, const tw_value *b, tw_differences_of *list) {
    return same_value(a, b) ? TW_OK : tw_push(&list->value, ((tw_differing){a, b}));
}

static bool same_lists(const tw_id_list *a, const tw_id_list *b) {
    return a->count == b->count && same_bytes(a->id, b->id, a->count * sizeof *a->id);
}

/* compares a field that is not a function of time; of a direction or turn, only its body is
 * compared here */
static bool same_row(const tw_param *p, const void *a, const void *b) {
    switch (p->type) {
    case TW_PARAM_TEXT:
    case TW_PARAM_MATERIAL:
    case TW_PARAM_TEXTURE:
    case TW_PARAM_STATIONS:
        return true;
    case TW_PARAM_BODIES:
    case TW_PARAM_POINTS:
        return same_lists(a, b);
    case TW_PARAM_FORMULA: {
        const tw_formula *f = *(tw_formula *const *)a, *g = *(tw_formula *const *)b;
        return f == g || (f && g && f->tape == g->tape);
    }
    case TW_PARAM_MESH:
        return ((const tw_mesh_ref *)a)->mesh == ((const tw_mesh_ref *)b)->mesh;
    case TW_PARAM_DIRECTION:
        return tw_id_equal(((const tw_direction *)a)->body, ((const tw_direction *)b)->body);
    case TW_PARAM_TURN:
        return tw_id_equal(((const tw_turn *)a)->body, ((const tw_turn *)b)->body);
    case TW_PARAM_VALUE:
    case TW_PARAM_VALUE3:
    case TW_PARAM_VALUE4:
    case TW_PARAM_PLACE:
    case TW_PARAM_AXIS:
        return same_value(a, b);
    default:
        return same_bytes(a, b, tw_param_size(p->type));
    }
}

static tw_status compare_rows(const tw_param *p, int n, const void *a, const void *b,
                              tw_differences_of *list) {
    for (int i = 0; i < n; i++) {
        const tw_value *x = tw_param_value(&p[i], a), *y = tw_param_value(&p[i], b);
        if (x && y) TW_TRY(compare_values(x, y, list));
        bool body = p[i].type == TW_PARAM_DIRECTION || p[i].type == TW_PARAM_TURN;
        if ((x && y && !body) || p[i].flags & TW_READ_ONLY) continue;
        if (!same_row(&p[i], (const char *)a + p[i].offset, (const char *)b + p[i].offset))
            list->others = true;
    }
    return TW_OK;
}

static bool same_body(const tw_body *a, const tw_body *b) {
    return a->mass == b->mass && same_bytes(&a->inertia, &b->inertia, sizeof a->inertia) &&
           a->fixed == b->fixed && tw_id_equal(a->motion, b->motion) && a->collide == b->collide;
}

static tw_status compare_objects(const tw_object *a, const tw_object *b, tw_differences_of *list) {
    if (a->kind != b->kind || !tw_id_equal(a->id, b->id)) {
        /* in each of two motions an event may make an object: the two then have different ids, but
         * the same kind and script line, so they count as the same object */
        list->objects = list->objects || a->kind != b->kind || a->line != b->line;
        list->others = true;
        return TW_OK;
    }
    switch (a->class_) {
    case TW_BODY: {
        const tw_body *x = (const tw_body *)a, *y = (const tw_body *)b;
        list->others = list->others || !same_body(x, y);
        TW_TRY(compare_values(&x->friction, &y->friction, list));
        TW_TRY(compare_values(&x->restitution, &y->restitution, list));
        TW_TRY(compare_values(&x->rolling_friction, &y->rolling_friction, list));
        TW_TRY(compare_values(&x->spinning_friction, &y->spinning_friction, list));
        break;
    }
    case TW_POINT: {
        const tw_point *x = (const tw_point *)a, *y = (const tw_point *)b;
        if (x->source == TW_POINT_SPACE) return compare_values(&x->position, &y->position, list);
        list->others = list->others || !same_bytes(&x->local, &y->local, sizeof x->local);
        return TW_OK;
    }
    case TW_FORCE:
        list->others =
            list->others || ((const tw_force *)a)->enabled != ((const tw_force *)b)->enabled;
        break;
    case TW_CONSTRAINT:
        list->others = list->others ||
                       ((const tw_constraint *)a)->enabled != ((const tw_constraint *)b)->enabled;
        TW_TRY(compare_rows(tw_constraint_params, tw_constraint_param_count, a, b, list));
        break;
    default:
        return TW_OK;
    }
    return compare_rows(a->kind->params, a->kind->param_count, a->own, b->own, list);
}

static tw_status compare_grounds(const tw_stage_ground *a, const tw_stage_ground *b,
                                 tw_differences_of *list) {
    list->others = list->others || a->present != b->present;
    TW_TRY(compare_values(&a->friction, &b->friction, list));
    TW_TRY(compare_values(&a->restitution, &b->restitution, list));
    TW_TRY(compare_values(&a->rolling_friction, &b->rolling_friction, list));
    TW_TRY(compare_values(&a->spinning_friction, &b->spinning_friction, list));
    return compare_values(&a->height, &b->height, list);
}

tw_status tw_worlds_differ(const tw_world *a, const tw_world *b, tw_differences_of *list) {
    static const tw_class classes[] = {TW_BODY, TW_POINT, TW_FORCE, TW_CONSTRAINT};
    *list = (tw_differences_of){0};
    TW_TRY(compare_values(&a->set.gravity, &b->set.gravity, list));
    TW_TRY(compare_values(&a->set.tau, &b->set.tau, list));
    TW_TRY(compare_grounds(&a->stage.ground, &b->stage.ground, list));
    for (size_t k = 0; k < sizeof classes / sizeof *classes; k++) {
        const tw_object_list *x = tw_world_list(a, classes[k]);
        const tw_object_list *y = tw_world_list(b, classes[k]);
        if (x->count != y->count) {
            list->others = list->objects = true;
            continue;
        }
        for (size_t i = 0; i < x->count; i++) TW_TRY(compare_objects(x->data[i], y->data[i], list));
    }
    return TW_OK;
}
