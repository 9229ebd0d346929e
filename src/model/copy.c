/*
 * Deep copies of objects and of worlds; see copy.h.
 *
 * A struct is first copied byte by byte, which covers derived members and those that only its kind
 * knows; then the fields that own memory are copied one by one by their parameter rows. Until all
 * rows are copied, memory that a field refers to may belong to the original, so if a copy fails
 * half-way, only the struct's own memory is freed.
 */
#include "model/copy.h"

#include "model/field/names.h"
#include "model/object.h"
#include "model/users.h"

#include <stdlib.h>
#include <string.h>

typedef struct contents {
    double time;
    uint32_t serial, prop_serial;
    tw_settings set;
    tw_stage stage;
    tw_collide_rules rule;
    tw_object_list list[TW_CLASS_TOTAL];
} contents;

struct tw_world_save {
    contents all;
};

/* ---- one object ----------------------------------------------------------------------------- */

static const size_t sizes[TW_CLASS_TOTAL] = {sizeof(tw_body),  sizeof(tw_point),
                                             sizeof(tw_force), sizeof(tw_constraint),
                                             sizeof(tw_group), sizeof(tw_prop)};

static void *duplicate(const void *from, size_t size) {
    void *to = malloc(size ? size : 1);
    if (to) memcpy(to, from, size);
    return to;
}

static tw_status copy_text(char **text) {
    if (!*text) return TW_OK;
    *text = duplicate(*text, strlen(*text) + 1);
    return *text ? TW_OK : tw_fail_memory();
}

/* replaces the texts of a copied object by copies of its own: `name`, `written`, `file` and the
 * text argument of a point. If memory runs out, all of them become NULL */
static tw_status copy_texts(tw_object *o) {
    char *argument = o->class_ == TW_POINT ? (char *)((tw_point *)o)->argument.text : NULL;
    char **const texts[] = {&o->name, &o->written, &o->file, &argument};
    enum { TEXTS = sizeof texts / sizeof *texts };
    tw_status s = TW_OK;
    for (size_t i = 0; i < TEXTS; i++) {
        if (s != TW_OK) *texts[i] = NULL;
        if (s == TW_OK) s = copy_text(texts[i]);
    }
    if (s != TW_OK)
        for (size_t i = 0; i < TEXTS; i++) {
            free(*texts[i]);
            *texts[i] = NULL;
        }
    if (o->class_ == TW_POINT) ((tw_point *)o)->argument.text = argument;
    return s;
}

tw_status tw_object_copy(const tw_object *from, tw_object **copy) {
    const tw_kind *kind = from->kind;
    const tw_param *p;
    int n;
    void *base;
    tw_object_params(from, &p, &n, &base);
    tw_object *o = duplicate(from, sizes[from->class_]);
    if (!o) return tw_fail_memory();
    tw_form *form = o->class_ == TW_BODY ? &((tw_body *)o)->form : NULL;
    tw_status s = form ? tw_form_own(form) : TW_OK;
    o->own = duplicate(from->own, kind->size);
    if (s == TW_OK) s = o->own ? copy_texts(o) : tw_fail_memory();
    if (s == TW_OK) {
        s = tw_params_copy(p, n, from, o);
        if (s == TW_OK) {
            s = tw_params_copy(kind->params, kind->param_count, from->own, o->own);
            if (s == TW_OK) {
                *copy = o;
                return TW_OK;
            }
            tw_params_clear(p, n, o);
        }
        free(o->name);
        free(o->written);
        free(o->file);
        if (o->class_ == TW_POINT) free((char *)((tw_point *)o)->argument.text);
    }
    if (form) tw_form_free(form);
    free(o->own);
    free(o);
    return s;
}

/* ---- all ------------------------------------------------------------------------------------ */

static void free_objects(tw_object_list *l) {
    for (size_t i = 0; i < l->count; i++) tw_object_discard(l->data[i]);
    tw_array_free(l);
}

static tw_status copy_objects(const tw_object_list *from, tw_object_list *to) {
    TW_TRY(tw_reserve(to, from->count));
    for (size_t i = 0; i < from->count; i++) {
        TW_TRY(tw_object_copy(from->data[i], &to->data[i]));
        to->count++;
    }
    return TW_OK;
}

static void free_contents(contents *c) {
    for (int k = 0; k < TW_CLASS_TOTAL; k++) free_objects(&c->list[k]);
    tw_params_clear(tw_settings_params, tw_settings_param_count, &c->set);
    tw_stage_free(&c->stage);
    tw_array_free(&c->rule);
}

/* a struct with copies of the world's pointers; the world still owns what they point to */
static contents view(const tw_world *w) {
    contents c = {.time = w->time,
                  .serial = w->serial,
                  .prop_serial = w->prop_serial,
                  .set = w->set,
                  .stage = w->stage,
                  .rule = w->rule};
    for (int k = 0; k < TW_CLASS_TOTAL; k++) c.list[k] = *tw_world_list(w, (tw_class)k);
    return c;
}

static tw_status copy(const contents *from, contents *to) {
    *to = (contents){.time = from->time,
                     .serial = from->serial,
                     .prop_serial = from->prop_serial,
                     .set = from->set};
    TW_TRY(tw_params_copy(tw_settings_params, tw_settings_param_count, &from->set, &to->set));
    tw_status s = tw_stage_copy(&from->stage, &to->stage);
    if (s != TW_OK) {
        tw_params_clear(tw_settings_params, tw_settings_param_count, &to->set);
        return s;
    }
    s = tw_reserve(&to->rule, from->rule.count);
    for (size_t i = 0; i < from->rule.count && s == TW_OK; i++)
        to->rule.data[to->rule.count++] = from->rule.data[i];
    for (int k = 0; k < TW_CLASS_TOTAL && s == TW_OK; k++)
        s = copy_objects(&from->list[k], &to->list[k]);
    if (s != TW_OK) free_contents(to);
    return s;
}

tw_status tw_world_save_create(const tw_world *w, tw_world_save **out) {
    tw_world_save *save = malloc(sizeof *save);
    if (!save) return tw_fail_memory();
    contents now = view(w);
    tw_status s = copy(&now, &save->all);
    if (s != TW_OK) {
        free(save);
        return s;
    }
    *out = save;
    return TW_OK;
}

void tw_world_save_free(tw_world_save *save) {
    if (!save) return;
    free_contents(&save->all);
    free(save);
}

tw_status tw_world_restore(tw_world *w, const tw_world_save *save) {
    TW_TRY(tw_world_writable(w, "restore the scene"));
    contents then, before = view(w);
    for (int k = 0; k < TW_CLASS_TOTAL; k++)
        TW_TRY(tw_names_reserve(w->names, (tw_class)k, save->all.list[k].count));
    TW_TRY(copy(&save->all, &then));
    tw_names_clear(w->names);
    w->time = then.time;
    w->serial = then.serial;
    w->prop_serial = then.prop_serial;
    w->set = then.set;
    w->stage = then.stage;
    w->rule = then.rule;
    for (int k = 0; k < TW_CLASS_TOTAL; k++) {
        tw_pool *pool = &w->pool[k];
        tw_object_list *l = &then.list[k];
        *tw_world_list(w, (tw_class)k) = *l;
        tw_pool_clear(pool);
        for (size_t i = 0; i < l->count; i++) {
            tw_pool_put(pool, l->data[i]->id, l->data[i]);
            tw_names_add(w->names, l->data[i]);
        }
        tw_pool_close(pool);
    }
    free_contents(&before);
    /* the index of users lists the objects that existed before the restore, so it is discarded */
    tw_users_drop(w);
    for (int k = 0; k < TW_CLASS_TOTAL; k++) w->gone[k] = 0;
    w->shortened = false;
    tw_world_touch_topology(w);
    tw_world_touch_state(w);
    tw_world_touch_fields(w);
    return TW_OK;
}

tw_status tw_world_twin(const tw_world *w, const tw_world_save *save, tw_world **twin) {
    tw_status s = tw_world_create(twin);
    for (int k = 0; k < TW_CLASS_TOTAL && s == TW_OK; k++)
        s = tw_pool_slots(&w->pool[k], &(*twin)->pool[k]);
    return s == TW_OK ? tw_world_restore(*twin, save) : s;
}
