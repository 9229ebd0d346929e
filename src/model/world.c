/* The world: finds objects by id and by name, adds and removes them. */
#include "model/world.h"

#include "base/text/text.h"
#include "model/field/names.h"
#include "model/object.h"
#include "model/prop.h"
#include "model/users.h"

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
    case TW_PROP:
        return (tw_object_list *)&m->prop;
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
    if (s == TW_OK) s = tw_names_create(&w->names);
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
    tw_array_free(&w->rule);
    tw_names_destroy(w->names);
    tw_users_drop(w);
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

tw_prop *tw_world_prop(const tw_world *w, tw_id id) {
    return tw_pool_get(&w->pool[TW_PROP], id);
}

/* ---- names ---------------------------------------------------------------------------------- */

tw_object *tw_world_find(const tw_world *w, const char *path) {
    static const tw_class order[] = {TW_BODY, TW_CONSTRAINT, TW_FORCE, TW_POINT, TW_GROUP, TW_PROP};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        tw_object *o = tw_names_find(w->names, order[i], path);
        if (o) return o;
    }
    return NULL;
}

/* returns the path "group/name" in new memory, with room for `more` bytes after it; NULL: no
 * memory */
static char *join(const tw_group *g, const char *name, size_t more) {
    size_t outer = g ? strlen(g->o.name) + 1 : 0, n = strlen(name) + 1;
    char *path = malloc(outer + n + more);
    if (!path) return NULL;
    if (g) {
        memcpy(path, g->o.name, outer - 1);
        path[outer - 1] = '/';
    }
    memcpy(path + outer, name, n);
    return path;
}

static tw_status given_name(const tw_world *w, const tw_object *o, const tw_group *g,
                            const char *name, char **path) {
    if (!*name) return tw_fail(TW_ARGUMENT, "field 'name': expected a name, got an empty text");
    if (strchr(name, '/'))
        return tw_fail(TW_ARGUMENT, "field 'name': expected a name without '/', got '%s'", name);
    *path = join(g, name, 0);
    if (!*path) return tw_fail_memory();
    const tw_object *other = tw_names_find(w->names, o->class_, *path);
    if (!other) return TW_OK;
    const char *file = other->file ? other->file : "?";
    tw_status s = other->automatic
                      ? tw_fail(TW_ARGUMENT,
                                "field 'name': '%s' is the automatic name of the %s made at %s:%d",
                                *path, other->kind->name, file, other->line)
                      : tw_fail(TW_ARGUMENT, "field 'name': '%s' is used already (%s:%d)", *path,
                                file, other->line);
    free(*path);
    *path = NULL;
    return s;
}

/* *path: the path of KIND<n> with the smallest n >= 1 for which the name is free */
static tw_status automatic_name(const tw_world *w, const tw_object *o, const tw_group *g,
                                char **path) {
    char *stem = join(g, o->kind->name, TW_TEXT_WHOLE);
    if (!stem) return tw_fail_memory();
    size_t n;
    tw_status s = tw_names_number(w->names, o->class_, stem, &n);
    if (s != TW_OK) {
        free(stem);
        return s;
    }
    tw_text_append_whole(stem, strlen(stem), n);
    *path = stem;
    return TW_OK;
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
    if (o->class_ == TW_PROP) return tw_prop_begin(w, (tw_prop *)o);
    if (o->class_ == TW_POINT && ((tw_point *)o)->source != TW_POINT_SPACE) {
        vec3 local;
        TW_TRY(tw_point_local(w, (tw_point *)o, &local));
        if (!isfinite(v3_dot(local, local)))
            return tw_fail(TW_ARGUMENT, "expected finite coordinates of a point");
    }
    return TW_OK;
}

/* *text: how a script writes this connection of two points, "connect(p, q)", in new memory; NULL:
 * its kind has no verb */
static tw_status written(const tw_world *w, const tw_object *o, char **text) {
    const char *points[2] = {"?", "?"};
    *text = NULL;
    if (!o->kind->verb) return TW_OK;
    for (int i = 0, n = 0; i < o->kind->param_count && n < 2; i++) {
        const tw_param *p = &o->kind->params[i];
        if (p->type != TW_PARAM_POINT) continue;
        tw_id id;
        memcpy(&id, (const char *)o->own + p->offset, sizeof id);
        points[n++] = tw_world_point(w, id)->o.name;
    }
    size_t size = strlen(o->kind->verb) + strlen(points[0]) + strlen(points[1]) + sizeof "(, )";
    *text = malloc(size);
    if (!*text) return tw_fail_memory();
    snprintf(*text, size, "%s(%s, %s)", o->kind->verb, points[0], points[1]);
    return TW_OK;
}

tw_status tw_world_add(tw_world *w, tw_object *o, const char *name, tw_id group, const char *file,
                       int line) {
    TW_TRY(tw_world_writable(w, "create objects"));
    const tw_group *g = tw_world_group(w, group);
    if (!g && !tw_id_none(group)) return tw_fail(TW_ARGUMENT, "its group was removed");
    o->group = group;
    char *path = NULL, *text = NULL, *where = file ? strdup(file) : NULL;
    if (file && !where) return tw_fail_memory();
    tw_status s = name ? given_name(w, o, g, name, &path) : automatic_name(w, o, g, &path);
    tw_object_list *l = tw_world_list(w, o->class_);
    if (s == TW_OK) s = tw_reserve(l, l->count + 1);
    if (s == TW_OK) s = tw_names_reserve(w->names, o->class_, l->count + 1);
    if (s == TW_OK) s = prepare(w, o);
    if (s == TW_OK && !name) s = written(w, o, &text);
    if (s == TW_OK) s = tw_pool_add(&w->pool[o->class_], o, &o->id);
    if (s != TW_OK) {
        free(where);
        free(text);
        free(path);
        return s;
    }
    o->name = path;
    o->automatic = !name;
    o->written = text;
    o->file = where;
    o->line = line;
    o->serial = o->class_ == TW_PROP ? ++w->prop_serial : ++w->serial;
    /* one serial number can mark TW_SERIAL_SHAPES items of the picture; a body with more
     * shapes takes several */
    if (o->class_ == TW_BODY && ((tw_body *)o)->form.count)
        w->serial += (uint32_t)(((tw_body *)o)->form.count - 1) / TW_SERIAL_SHAPES;
    tw_object_set_index(o, l->count);
    l->data[l->count++] = o;
    tw_names_add(w->names, o);
    tw_users_come(w, o);
    /* points, groups and props do not change the equations of motion */
    if (o->class_ != TW_POINT && o->class_ != TW_GROUP && o->class_ != TW_PROP)
        tw_world_touch_topology(w);
    return TW_OK;
}
