/* Objects: finds their fields by name, assigns them, frees drafts, writes labels. */
#include "model/object.h"

#include "model/joint.h"
#include "model/prop.h"
#include "model/users.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *tw_object_label(const tw_object *o, char *buf, size_t size) {
    static const char *const nouns[] = {"body", "point", "force", "constraint", "group", "prop"};
    int n = o->written ? snprintf(buf, size, "%s", o->written)
                       : snprintf(buf, size, "%s '%s'", nouns[o->class_], o->name ? o->name : "?");
    if (o->file && (size_t)n < size)
        snprintf(buf + n, size - (size_t)n, " (%s:%d)", o->file, o->line);
    return buf;
}

/* the table of the fields that all objects of a class have; *p NULL: the class has none */
static void common(const tw_object *o, const tw_param **p, int *n) {
    *p = NULL;
    *n = 0;
    switch (o->class_) {
    case TW_BODY:
        *p = tw_body_params, *n = tw_body_param_count;
        break;
    case TW_FORCE:
        *p = tw_force_params, *n = tw_force_param_count;
        break;
    case TW_CONSTRAINT:
        *p = tw_constraint_params, *n = tw_constraint_param_count;
        break;
    case TW_PROP:
        *p = tw_prop_params, *n = tw_prop_param_count;
        break;
    case TW_POINT:
        if (((const tw_point *)o)->source == TW_POINT_SPACE)
            *p = tw_space_params, *n = tw_space_param_count;
        break;
    default:
        break;
    }
}

void tw_object_params(const tw_object *o, const tw_param **params, int *count, void **base) {
    common(o, params, count);
    *base = (void *)o;
}

tw_id tw_object_carrier(const tw_object *o, const tw_param *p) {
    if (!p->carrier) return (tw_id){0, 0};
    const tw_param *c = tw_params_find(o->kind->params, o->kind->param_count, p->carrier);
    return c ? *(const tw_id *)((const char *)o->own + c->offset) : (tw_id){0, 0};
}

const tw_param *tw_object_param(const tw_object *o, const char *name, void **base) {
    const tw_param *p;
    int n;
    common(o, &p, &n);
    *base = o->own;
    const tw_param *found = tw_params_find(o->kind->params, o->kind->param_count, name);
    if (found) return found;
    *base = (void *)o;
    return tw_params_find(p, n, name);
}

void tw_object_set_index(tw_object *o, size_t i) {
    if (o->class_ == TW_BODY) ((tw_body *)o)->index = (int)i;
    if (o->class_ == TW_FORCE) ((tw_force *)o)->index = (int)i;
    if (o->class_ == TW_CONSTRAINT) ((tw_constraint *)o)->index = (int)i;
}

/* ---- drafts --------------------------------------------------------------------------------- */

static const size_t sizes[TW_CLASS_TOTAL] = {sizeof(tw_body),  sizeof(tw_point),
                                             sizeof(tw_force), sizeof(tw_constraint),
                                             sizeof(tw_group), sizeof(tw_prop)};

static tw_status draft(tw_class class_, const tw_kind *kind, tw_object **object) {
    tw_object *o = calloc(1, sizes[class_]);
    void *own = calloc(1, kind->size ? kind->size : 1);
    if (!o || !own) {
        free(o);
        free(own);
        return tw_fail_memory();
    }
    o->class_ = class_;
    o->kind = kind;
    o->own = own;
    const tw_param *p;
    int n;
    common(o, &p, &n);
    tw_status s = tw_params_preset(p, n, o);
    if (s == TW_OK) s = tw_params_preset(kind->params, kind->param_count, own);
    if (s != TW_OK) {
        tw_object_discard(o);
        return s;
    }
    *object = o;
    return TW_OK;
}

tw_status tw_body_new(tw_world *w, const tw_body_kind *kind, tw_body **body) {
    (void)w;
    return draft(TW_BODY, &kind->kind, (tw_object **)body);
}

tw_status tw_force_new(tw_world *w, const tw_force_kind *kind, tw_force **force) {
    (void)w;
    return draft(TW_FORCE, &kind->kind, (tw_object **)force);
}

tw_status tw_constraint_new(tw_world *w, const tw_constraint_kind *kind,
                            tw_constraint **constraint) {
    (void)w;
    TW_TRY(draft(TW_CONSTRAINT, &kind->kind, (tw_object **)constraint));
    return TW_OK;
}

tw_status tw_point_new(tw_world *w, tw_point_source source, tw_point **point) {
    (void)w;
    TW_TRY(draft(TW_POINT, &tw_point_kind_body, (tw_object **)point));
    (*point)->source = source;
    static const double zero[3] = {0, 0, 0};
    (*point)->position = tw_value_constant(zero, 3);
    if (source == TW_POINT_SPACE) (*point)->o.kind = &tw_point_kind_nail;
    return TW_OK;
}

tw_status tw_group_new(tw_world *w, tw_group **group) {
    (void)w;
    TW_TRY(draft(TW_GROUP, &tw_kind_group, (tw_object **)group));
    (*group)->pose = (tw_pose){{0, 0, 0}, {1, 0, 0, 0}};
    return TW_OK;
}

tw_status tw_prop_new(tw_world *w, const tw_prop_kind *kind, tw_prop **prop) {
    (void)w;
    TW_TRY(draft(TW_PROP, &kind->kind, (tw_object **)prop));
    if (!kind->look) return TW_OK;
    tw_material_fields look;
    tw_status s = tw_material_preset(kind->look, &look);
    if (s != TW_OK) {
        tw_object_discard(&(*prop)->o);
        return s;
    }
    tw_params_clear(tw_material_params, tw_material_param_count, &(*prop)->material);
    (*prop)->material = look;
    return TW_OK;
}

void tw_object_discard(tw_object *o) {
    if (!o) return;
    const tw_param *p;
    int n;
    common(o, &p, &n);
    tw_params_clear(p, n, o);
    if (o->own) tw_params_clear(o->kind->params, o->kind->param_count, o->own);
    if (o->class_ == TW_POINT) free((char *)((tw_point *)o)->argument.text);
    if (o->class_ == TW_BODY) tw_form_free(&((tw_body *)o)->form);
    free(o->own);
    free(o->name);
    free(o->written);
    free(o->file);
    free(o);
}

/* ---- checks and assignment ------------------------------------------------------------------ */

/* checks that the object to which a field refers exists, and is one that the row allows;
 * TW_ARGUMENT: it does not, or is not */
static tw_status check_reference(const tw_world *w, const tw_object *o, const tw_param *p,
                                 const void *base) {
    const void *f = (const char *)base + p->offset;
    if (p->type == TW_PARAM_POINT || p->type == TW_PARAM_BODY) {
        tw_id id = *(const tw_id *)f;
        const char *noun = p->type == TW_PARAM_POINT ? "point" : "body";
        if (tw_id_none(id))
            return p->flags & TW_REQUIRED ? tw_fail(TW_ARGUMENT, "expected a %s, got nil", noun)
                                          : TW_OK;
        if (!tw_world_get(w, p->type == TW_PARAM_POINT ? TW_POINT : TW_BODY, id))
            return tw_fail(TW_ARGUMENT, "this %s was removed", noun);
        if (o->class_ == TW_BODY && base == (const void *)o && p->type == TW_PARAM_POINT &&
            tw_world_point(w, id)->source != TW_POINT_SPACE)
            return tw_fail(TW_ARGUMENT, "expected a nail or a path, got a point of a body");
    }
    if (p->type == TW_PARAM_JOINT) {
        const char *noun = p->flags & TW_ANY_CONSTRAINT ? "constraint" : "joint";
        const tw_constraint *c = tw_world_constraint(w, *(const tw_id *)f);
        if (!c && !tw_id_none(*(const tw_id *)f))
            return tw_fail(TW_ARGUMENT, "this %s was removed", noun);
        if (c && !(p->flags & TW_ANY_CONSTRAINT) && !tw_world_joint(w, c->o.id))
            return tw_fail(TW_ARGUMENT, "expected a joint with an angle or a position, got %s '%s'",
                           c->o.kind->name, c->o.name);
        if (c && (p->flags & TW_ANY_CONSTRAINT) && tw_constraint_turns_only(w, c))
            return tw_fail(TW_ARGUMENT,
                           "expected a constraint with a force at a point, got %s '%s', which only "
                           "turns its bodies",
                           c->o.kind->name, c->o.name);
    }
    if (p->type == TW_PARAM_DIRECTION) {
        tw_id id = ((const tw_direction *)f)->body;
        if (!tw_id_none(id) && !tw_world_body(w, id))
            return tw_fail(TW_ARGUMENT, "this body was removed");
    }
    if (p->type == TW_PARAM_TURN) {
        tw_id id = ((const tw_turn *)f)->body;
        if (!tw_id_none(id) && !tw_world_body(w, id))
            return tw_fail(TW_ARGUMENT, "this body was removed");
    }
    if (p->type == TW_PARAM_BODIES) {
        const tw_id_list *list = f;
        for (size_t i = 0; i < list->count; i++)
            if (!tw_world_body(w, list->id[i]))
                return tw_fail(TW_ARGUMENT, "body %zu of the list was removed", i + 1);
    }
    if (p->type == TW_PARAM_POINTS) {
        const tw_id_list *list = f;
        for (size_t i = 0; i < list->count; i++)
            if (!tw_world_point(w, list->id[i]))
                return tw_fail(TW_ARGUMENT, "point %zu of the list was removed", i + 1);
    }
    if (p->type == TW_PARAM_STATIONS) {
        const tw_station_list *list = f;
        for (size_t i = 0; i < list->count; i++)
            if (!tw_id_none(list->station[i].point) && !tw_world_point(w, list->station[i].point))
                return tw_fail(TW_ARGUMENT, "point %zu of the list was removed", i + 1);
    }
    return TW_OK;
}

static bool missing(const tw_param *p, const void *base) {
    if (p->type == TW_PARAM_STATIONS)
        return (p->flags & TW_REQUIRED) &&
               !((const tw_station_list *)(const void *)((const char *)base + p->offset))->count;
    bool id = p->type == TW_PARAM_POINT || p->type == TW_PARAM_BODY || p->type == TW_PARAM_JOINT;
    return id && (p->flags & TW_REQUIRED) &&
           tw_id_none(*(const tw_id *)((const char *)base + p->offset));
}

tw_status tw_object_check(const tw_world *w, const tw_object *o) {
    const tw_param *p;
    int n;
    common(o, &p, &n);
    for (int i = 0; i < n + o->kind->param_count; i++) {
        const tw_param *row = i < n ? &p[i] : &o->kind->params[i - n];
        const void *base = i < n ? (const void *)o : o->own;
        if (missing(row, base)) return tw_fail(TW_ARGUMENT, "field '%s' is missing", row->name);
        tw_status s = tw_param_check(row, base, w->time);
        if (s == TW_OK) s = check_reference(w, o, row, base);
        if (s != TW_OK) return tw_fail(s, "field '%s': %s", row->name, tw_failure());
    }
    return TW_OK;
}

static bool changes_form(const tw_object *o, const tw_param *p, const void *base) {
    if (o->class_ != TW_BODY) return false;
    return base == o->own || strcmp(p->name, "density") == 0 || strcmp(p->name, "mass") == 0;
}

static void announce(tw_world *w, const tw_object *o, const tw_param *p, const void *base) {
    static const char *const state[] = {"position", "orientation", "velocity", "angular_velocity"};
    static const char *const looks[] = {"visible",  "opacity",   "color",
                                        "material", "tolerance", "plot"};
    if (o->class_ == TW_BODY && base != o->own) {
        for (size_t i = 0; i < sizeof state / sizeof *state; i++)
            if (strcmp(p->name, state[i]) == 0) {
                tw_world_touch_state(w);
                return;
            }
    }
    if (o->class_ == TW_PROP) return;
    /* fields of a body, force or constraint that only pictures and read-outs use: the motion does
     * not depend on them, so no count of changes is raised */
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (base != o->own && strcmp(p->name, looks[i]) == 0) return;
    if (p->type == TW_PARAM_BOOL || p->type == TW_PARAM_POINT || p->type == TW_PARAM_BODY ||
        p->type == TW_PARAM_POINTS || p->type == TW_PARAM_FORMULA || p->type == TW_PARAM_CHOICE ||
        p->type == TW_PARAM_BODIES || p->type == TW_PARAM_JOINT || p->type == TW_PARAM_DIRECTION ||
        p->type == TW_PARAM_TURN)
        tw_world_touch_topology(w);
    tw_world_touch_fields(w);
    /* momenta, which the simulation's state has in place of velocities, change with the mass */
    if (changes_form(o, p, base)) tw_world_touch_state(w);
}

static tw_pose pose_of(const tw_object *o) {
    return o->class_ == TW_BODY ? tw_body_pose((const tw_body *)o) : (tw_pose){0};
}

static bool same_pose(const tw_pose *a, const tw_pose *b) {
    return v3_length(v3_sub(a->x, b->x)) == 0 && a->q.w == b->q.w && a->q.x == b->q.x &&
           a->q.y == b->q.y && a->q.z == b->q.z;
}

/* computes the body's form and mass again. If a density was assigned, a given mass is discarded,
 * unless the body would have no valid mass without it. */
static tw_status set_up(tw_body *b, const tw_param *p, const void *base) {
    double given = b->mass_given;
    if (base != &b->o || strcmp(p->name, "density") != 0 || isnan(given))
        return tw_body_setup(b, false);
    b->mass_given = NAN;
    if (tw_body_setup(b, false) == TW_OK) return TW_OK;
    b->mass_given = given;
    return tw_body_setup(b, false);
}

static tw_status after_assign(const tw_world *w, tw_object *o, const tw_param *p, void *base) {
    if (p->type == TW_PARAM_QUAT)
        *(quat *)((char *)base + p->offset) = q_normalized(*(quat *)((char *)base + p->offset));
    if (changes_form(o, p, base)) return set_up((tw_body *)o, p, base);
    if (o->class_ == TW_CONSTRAINT) return tw_constraint_begin(w, (tw_constraint *)o);
    if (o->class_ == TW_FORCE) return tw_force_begin(w, (tw_force *)o);
    if (o->class_ == TW_PROP) return tw_prop_begin(w, (tw_prop *)o);
    if (o->class_ == TW_BODY) tw_body_place_driven(w, (tw_body *)o);
    return TW_OK;
}

/* fails with the message `reason`, without the field's name at its beginning, since the caller adds
 * that */
static tw_status bare_failure(tw_status s, const tw_param *p, const char *reason) {
    char prefix[96];
    int n = snprintf(prefix, sizeof prefix, "field '%s'", p->name);
    bool named = n > 0 && (size_t)n < sizeof prefix && strncmp(reason, prefix, (size_t)n) == 0;
    if (named) reason += (size_t)n + strspn(reason + n, ": ");
    return tw_fail(s, "%s", reason);
}

tw_status tw_world_assign(tw_world *w, tw_object *o, const tw_param *p, void *base, void *value) {
    TW_TRY(tw_world_writable(w, "assign a field"));
    if (p->flags & TW_READ_ONLY) return tw_fail(TW_ARGUMENT, "this field can only be read");
    if (p->flags & TW_AT_CREATION)
        return tw_fail(TW_ARGUMENT, "this field can be given at creation only");
    /* copy of the bytes of the old value, which are not cleared: they still own what the value
     * owns */
    unsigned char old[sizeof(tw_material_fields)];
    size_t size = tw_param_size(p->type);
    char *field = (char *)base + p->offset;
    tw_pose before = pose_of(o), after;
    memcpy(old, field, size);
    memcpy(field, value, size);
    tw_status s = tw_param_check(p, base, w->time);
    if (s == TW_OK) s = check_reference(w, o, p, base);
    if (s == TW_OK) s = after_assign(w, o, p, base);
    if (s != TW_OK) {
        /* a failure of after_assign has changed nothing, so only the field itself must be
         * restored */
        char reason[512];
        snprintf(reason, sizeof reason, "%s", tw_failure());
        memcpy(field, old, size);
        return bare_failure(s, p, reason);
    }
    /* tw_param_clear frees what the struct's field owns: the old value is put there for the call,
     * then the new one again */
    unsigned char now[sizeof(tw_material_fields)];
    memcpy(now, field, size);
    memcpy(field, old, size);
    tw_param_clear(p, base);
    memcpy(field, now, size);
    tw_users_field(w, o, p, base);
    after = pose_of(o);
    if (!same_pose(&before, &after) || (o->class_ == TW_PROP && tw_prop_moves(o, p))) o->jumps++;
    announce(w, o, p, base);
    return TW_OK;
}

/* true: the motion depends on the field, which is one of a struct that is no object (settings,
 * stage) */
static bool moves(const tw_world *w, const tw_param *p, const void *base) {
    return base == (const void *)&w->set ||
           (base == (const void *)&w->stage.ground && p->type != TW_PARAM_MATERIAL);
}

tw_status tw_world_assign_setting(tw_world *w, const tw_param *p, void *base, void *value) {
    TW_TRY(tw_world_writable(w, "assign a field"));
    unsigned char old[sizeof(tw_material_fields)], now[sizeof(tw_material_fields)];
    size_t size = tw_param_size(p->type);
    char *field = (char *)base + p->offset;
    memcpy(old, field, size);
    memcpy(field, value, size);
    tw_status s = tw_param_check(p, base, w->time);
    if (s != TW_OK) {
        memcpy(field, old, size);
        return s;
    }
    memcpy(now, field, size);
    memcpy(field, old, size);
    tw_param_clear(p, base);
    memcpy(field, now, size);
    tw_stage_assigned(&w->stage, p, base);
    if (moves(w, p, base)) tw_world_touch_fields(w);
    return TW_OK;
}
