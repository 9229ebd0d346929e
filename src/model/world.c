/* The world: its objects by id and by name, and how they come and go; see world.h. */
#include "model/world.h"

#include "model/object.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

tw_object_list *tw_world_list(const tw_world *w, tw_class c) {
    tw_world *m = (tw_world *)w;
    switch (c) {
    case TW_BODY:
        return (tw_object_list *)&m->body;
    case TW_POINT:
        return (tw_object_list *)&m->point;
    case TW_FORCE:
        return (tw_object_list *)&m->force;
    case TW_CONSTRAINT:
        return (tw_object_list *)&m->constraint;
    default:
        return (tw_object_list *)&m->group;
    }
}

tw_status tw_world_create(tw_world **world) {
    tw_world *w = calloc(1, sizeof *w);
    if (!w) return tw_fail_memory();
    w->set.width = 1280;
    w->set.height = 720;
    tw_status s = tw_params_preset(tw_settings_params, tw_settings_param_count, &w->set);
    if (s == TW_OK) s = tw_stage_init(&w->stage);
    if (s != TW_OK) {
        tw_world_destroy(w);
        return s;
    }
    w->topology = w->state = w->fields = 1;
    *world = w;
    return TW_OK;
}

void tw_world_destroy(tw_world *w) {
    if (!w) return;
    for (int c = 0; c < TW_CLASS_TOTAL; c++) {
        tw_object_list *l = tw_world_list(w, (tw_class)c);
        for (size_t i = 0; i < l->count; i++) tw_object_discard(l->data[i]);
        tw_array_free(l);
        tw_pool_free(&w->pool[c]);
    }
    tw_params_clear(tw_settings_params, tw_settings_param_count, &w->set);
    tw_stage_free(&w->stage);
    free(w);
}

void tw_world_touch_state(tw_world *w) {
    w->state++;
}

void tw_world_touch_fields(tw_world *w) {
    w->fields++;
}

void tw_world_touch_topology(tw_world *w) {
    w->topology++;
}

tw_status tw_world_writable(const tw_world *w, const char *what) {
    if (!w->frozen) return TW_OK;
    return tw_fail(TW_ARGUMENT, "%s may only look: it cannot %s", w->frozen_by, what);
}

void *tw_world_get(const tw_world *w, tw_class c, tw_id id) {
    return tw_pool_get(&w->pool[c], id);
}

tw_body *tw_world_body(const tw_world *w, tw_id id) {
    return tw_pool_get(&w->pool[TW_BODY], id);
}

tw_point *tw_world_point(const tw_world *w, tw_id id) {
    return tw_pool_get(&w->pool[TW_POINT], id);
}

tw_force *tw_world_force(const tw_world *w, tw_id id) {
    return tw_pool_get(&w->pool[TW_FORCE], id);
}

tw_constraint *tw_world_constraint(const tw_world *w, tw_id id) {
    return tw_pool_get(&w->pool[TW_CONSTRAINT], id);
}

tw_group *tw_world_group(const tw_world *w, tw_id id) {
    return tw_pool_get(&w->pool[TW_GROUP], id);
}

/* ---- names ---------------------------------------------------------------------------------- */

static tw_object *named(const tw_world *w, tw_class c, const char *path) {
    const tw_object_list *l = tw_world_list(w, c);
    for (size_t i = 0; i < l->count; i++)
        if (l->data[i]->name && strcmp(l->data[i]->name, path) == 0) return l->data[i];
    return NULL;
}

tw_object *tw_world_find(const tw_world *w, const char *path) {
    static const tw_class order[] = {TW_BODY, TW_CONSTRAINT, TW_FORCE, TW_POINT, TW_GROUP};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        tw_object *o = named(w, order[i], path);
        if (o) return o;
    }
    return NULL;
}

static char *join(const tw_group *g, const char *name) {
    size_t n = (g ? strlen(g->o.name) + 1 : 0) + strlen(name) + 1;
    char *path = malloc(n);
    if (path) snprintf(path, n, "%s%s%s", g ? g->o.name : "", g ? "/" : "", name);
    return path;
}

static tw_status given_name(const tw_world *w, const tw_object *o, const tw_group *g,
                            const char *name, char **path) {
    if (!*name) return tw_fail(TW_ARGUMENT, "field 'name': expected a name, got an empty text");
    if (strchr(name, '/'))
        return tw_fail(TW_ARGUMENT, "field 'name': expected a name without '/', got '%s'", name);
    *path = join(g, name);
    if (!*path) return tw_fail_memory();
    const tw_object *other = named(w, o->class_, *path);
    if (!other) return TW_OK;
    tw_status s = tw_fail(TW_ARGUMENT, "field 'name': '%s' is used already (%s:%d)", *path,
                          other->file ? other->file : "?", other->line);
    free(*path);
    *path = NULL;
    return s;
}

/* n when the path is STEM<n> as we would write it, 1 <= n <= most; else 0 */
static size_t number_after(const char *path, const char *stem, size_t length, size_t most) {
    if (strncmp(path, stem, length) != 0 || path[length] == '0') return 0;
    size_t n = 0;
    for (const char *s = path + length; *s; s++) {
        if (*s < '0' || *s > '9') return 0;
        n = 10 * n + (size_t)(*s - '0');
        if (n > most) return 0;
    }
    return n;
}

/* KIND<n> with the smallest n >= 1 that is free: of count + 1 numbers one is */
static tw_status automatic_name(const tw_world *w, const tw_object *o, const tw_group *g,
                                char **path) {
    const tw_object_list *l = tw_world_list(w, o->class_);
    size_t most = l->count + 1, n = 1;
    char *stem = join(g, o->kind->name), *taken = calloc(most + 2, 1), name[96];
    if (!stem || !taken) {
        free(stem);
        free(taken);
        return tw_fail_memory();
    }
    size_t length = strlen(stem);
    for (size_t i = 0; i < l->count; i++)
        taken[number_after(l->data[i]->name, stem, length, most)] = 1;
    while (taken[n]) n++;
    free(stem);
    free(taken);
    snprintf(name, sizeof name, "%s%zu", o->kind->name, n);
    *path = join(g, name);
    return *path ? TW_OK : tw_fail_memory();
}

/* ---- coming --------------------------------------------------------------------------------- */

tw_status tw_constraint_begin(const tw_world *w, tw_constraint *c) {
    const tw_constraint_kind *kind = (const tw_constraint_kind *)c->o.kind;
    return kind->begin ? kind->begin(c->o.own, w) : TW_OK;
}

tw_status tw_force_begin(const tw_world *w, tw_force *f) {
    const tw_force_kind *kind = (const tw_force_kind *)f->o.kind;
    return kind->begin ? kind->begin(f->o.own, w) : TW_OK;
}

static tw_status prepare(const tw_world *w, tw_object *o) {
    TW_TRY(tw_object_check(w, o));
    for (int i = 0; i < o->kind->param_count; i++) {
        quat *q = (quat *)((char *)o->own + o->kind->params[i].offset);
        if (o->kind->params[i].type == TW_PARAM_QUAT) *q = q_normalized(*q);
    }
    if (o->class_ == TW_BODY) {
        tw_body *b = (tw_body *)o;
        const tw_body_kind *kind = (const tw_body_kind *)o->kind;
        b->orientation = q_normalized(b->orientation);
        if (kind->begin) TW_TRY(kind->begin(o->own));
        TW_TRY(tw_body_setup(b, true));
        tw_body_place_driven(w, b);
        return TW_OK;
    }
    if (o->class_ == TW_CONSTRAINT) return tw_constraint_begin(w, (tw_constraint *)o);
    if (o->class_ == TW_FORCE) return tw_force_begin(w, (tw_force *)o);
    if (o->class_ == TW_POINT && ((tw_point *)o)->source != TW_POINT_SPACE) {
        vec3 local;
        TW_TRY(tw_point_local(w, (tw_point *)o, &local));
        if (!isfinite(v3_dot(local, local)))
            return tw_fail(TW_ARGUMENT, "expected finite coordinates of a point");
    }
    return TW_OK;
}

tw_status tw_world_add(tw_world *w, tw_object *o, const char *name, tw_id group, const char *file,
                       int line) {
    TW_TRY(tw_world_writable(w, "create objects"));
    const tw_group *g = tw_world_group(w, group);
    if (!g && !tw_id_none(group)) return tw_fail(TW_ARGUMENT, "its group was removed");
    o->group = group;
    char *path = NULL, *where = file ? strdup(file) : NULL;
    if (file && !where) return tw_fail_memory();
    tw_status s = name ? given_name(w, o, g, name, &path) : automatic_name(w, o, g, &path);
    tw_object_list *l = tw_world_list(w, o->class_);
    if (s == TW_OK) s = tw_reserve(l, l->count + 1);
    if (s == TW_OK) s = prepare(w, o);
    if (s == TW_OK) s = tw_pool_add(&w->pool[o->class_], o, &o->id);
    if (s != TW_OK) {
        free(where);
        free(path);
        return s;
    }
    o->name = path;
    o->file = where;
    o->line = line;
    o->serial = ++w->serial;
    if (o->class_ == TW_BODY) ((tw_body *)o)->index = (int)l->count;
    l->data[l->count++] = o;
    /* a new point or group changes nothing that moves */
    if (o->class_ != TW_POINT && o->class_ != TW_GROUP) tw_world_touch_topology(w);
    return TW_OK;
}

/* ---- going ---------------------------------------------------------------------------------- */

static void forget(tw_world *w, tw_object *o) {
    tw_object_list *l = tw_world_list(w, o->class_);
    size_t k = 0;
    for (size_t i = 0; i < l->count; i++)
        if (l->data[i] != o) l->data[k++] = l->data[i];
    l->count = k;
    if (o->class_ == TW_BODY)
        for (size_t i = 0; i < w->body.count; i++) w->body.data[i]->index = (int)i;
    tw_pool_remove(&w->pool[o->class_], o->id);
    tw_object_discard(o);
}

/* takes the body out of a list; true when the list has become empty by it */
static bool drop_from_list(tw_id_list *list, tw_id id) {
    size_t k = 0, before = list->count;
    for (size_t i = 0; i < list->count; i++)
        if (!tw_id_equal(list->id[i], id)) list->id[k++] = list->id[i];
    list->count = k;
    return before > 0 && k == 0;
}

static bool listed(const tw_id_list *list, tw_id id) {
    for (size_t i = 0; i < list->count; i++)
        if (tw_id_equal(list->id[i], id)) return true;
    return false;
}

/* does a force or constraint depend on the object? */
static bool refers(tw_object *o, tw_class c, tw_id id) {
    for (int i = 0; i < o->kind->param_count; i++) {
        const tw_param *p = &o->kind->params[i];
        void *f = (char *)o->own + p->offset;
        if (p->type == TW_PARAM_POINT && c == TW_POINT && tw_id_equal(*(tw_id *)f, id)) return true;
        if (p->type == TW_PARAM_POINTS && c == TW_POINT && listed(f, id)) return true;
        if (p->type == TW_PARAM_JOINT && c == TW_CONSTRAINT && tw_id_equal(*(tw_id *)f, id))
            return true;
        if (c != TW_BODY) continue;
        if (p->type == TW_PARAM_BODY && tw_id_equal(*(tw_id *)f, id)) return true;
        if (p->type == TW_PARAM_DIRECTION && tw_id_equal(((tw_direction *)f)->body, id))
            return true;
        if (p->type != TW_PARAM_BODIES) continue;
        if (p->flags & TW_LISTED ? listed(f, id) : drop_from_list(f, id)) return true;
    }
    return false;
}

static void remove_dependents(tw_world *w, tw_class c, tw_id id) {
    static const tw_class users[] = {TW_FORCE, TW_CONSTRAINT};
    for (size_t k = 0; k < 2; k++) {
        tw_object_list *l = tw_world_list(w, users[k]);
        for (size_t i = l->count; i-- > 0;) {
            tw_object *o = l->data[i];
            if (!refers(o, c, id)) continue;
            /* a joint takes its gears and motors along, which may stand before and after it */
            if (o->class_ == TW_CONSTRAINT) remove_dependents(w, TW_CONSTRAINT, o->id);
            forget(w, o);
            i = l->count;
        }
    }
}

static void remove_point(tw_world *w, tw_point *p) {
    remove_dependents(w, TW_POINT, p->o.id);
    for (size_t i = 0; i < w->body.count; i++)
        if (tw_id_equal(w->body.data[i]->motion, p->o.id)) w->body.data[i]->motion = (tw_id){0, 0};
    forget(w, &p->o);
}

/* what followed the body stays where it is */
static void stop_following(const tw_world *w, const tw_body *b, tw_id *follow, bool turn,
                           tw_value *offset) {
    if (!tw_id_equal(*follow, b->o.id)) return;
    vec3 arm = tw_value3(offset, w->time);
    if (isnan(arm.x)) arm = v3_zero();
    if (turn) arm = q_rotate(b->orientation, arm);
    tw_value_clear(offset);
    *offset = tw_value_vector(v3_add(b->position, arm));
    *follow = (tw_id){0, 0};
}

static void remove_body(tw_world *w, tw_body *b) {
    tw_id id = b->o.id;
    for (size_t i = w->point.count; i-- > 0;)
        if (tw_id_equal(w->point.data[i]->body, id)) remove_point(w, w->point.data[i]);
    remove_dependents(w, TW_BODY, id);
    tw_stage_camera *c = &w->stage.camera;
    stop_following(w, b, &c->eye_follow, c->eye_turn, &c->eye);
    stop_following(w, b, &c->target_follow, c->target_turn, &c->target);
    forget(w, &b->o);
}

static void remove_object(tw_world *w, tw_object *o);

static void remove_group(tw_world *w, tw_group *g) {
    static const tw_class order[] = {TW_CONSTRAINT, TW_FORCE, TW_BODY, TW_POINT, TW_GROUP};
    tw_id id = g->o.id;
    for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
        tw_object_list *l = tw_world_list(w, order[k]);
        for (size_t i = 0; i < l->count;) {
            if (tw_id_equal(l->data[i]->group, id) && l->data[i] != &g->o) {
                remove_object(w, l->data[i]);
                i = 0; /* others may have gone along */
            } else {
                i++;
            }
        }
    }
    forget(w, &g->o);
}

static void remove_object(tw_world *w, tw_object *o) {
    switch (o->class_) {
    case TW_BODY:
        remove_body(w, (tw_body *)o);
        break;
    case TW_POINT:
        remove_point(w, (tw_point *)o);
        break;
    case TW_GROUP:
        remove_group(w, (tw_group *)o);
        break;
    case TW_CONSTRAINT:
        remove_dependents(w, TW_CONSTRAINT, o->id);
        forget(w, o);
        break;
    default:
        forget(w, o);
        break;
    }
}

tw_status tw_world_remove(tw_world *w, tw_class c, tw_id id) {
    TW_TRY(tw_world_writable(w, "remove objects"));
    tw_object *o = tw_world_get(w, c, id);
    if (!o) return tw_fail(TW_ARGUMENT, "it was removed already");
    remove_object(w, o);
    tw_world_touch_topology(w);
    return TW_OK;
}
