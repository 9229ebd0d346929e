/*
 * For each object, the list of objects that refer to it.
 *
 * An entry is appended without a search for an earlier one. When a list is full, repeated entries
 * and those of removed objects are first taken out, and only then the list is enlarged. So a list
 * has room for at most about four times as many entries as there were, at one time, existing
 * objects that had referred to its object, and adding an entry takes O(log n) on average.
 */
#include "model/users.h"

#include "model/field/param_type.h"
#include "model/object.h"

#include <stdlib.h>
#include <string.h>

/* ---- lists ---------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b) {
    const tw_user *x = a, *y = b;
    if (x->class_ != y->class_) return x->class_ < y->class_ ? -1 : 1;
    if (x->id.index != y->id.index) return x->id.index < y->id.index ? -1 : 1;
    return (x->id.generation > y->id.generation) - (x->id.generation < y->id.generation);
}

static void prune(const tw_world *w, tw_user_list *l) {
    qsort(l->data, l->count, sizeof *l->data, compare);
    uint32_t n = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        if (n > 0 && compare(&l->data[n - 1], &l->data[i]) == 0) continue;
        if (tw_world_get(w, l->data[i].class_, l->data[i].id)) l->data[n++] = l->data[i];
    }
    l->count = n;
}

static bool push(const tw_world *w, tw_user_list *l, tw_user u) {
    if (l->count == l->capacity) {
        if (l->count > 0) prune(w, l);
        if (l->count >= l->capacity / 2) {
            uint32_t more = l->capacity ? 2 * l->capacity : 2;
            tw_user *data = realloc(l->data, more * sizeof *data);
            if (!data) return false;
            l->data = data;
            l->capacity = more;
        }
    }
    l->data[l->count++] = u;
    return true;
}

static void clear(tw_user_list *l) {
    free(l->data);
    *l = (tw_user_list){0};
}

/* ---- references ----------------------------------------------------------------------------- */

/* context of `refer` while references are collected; failed: memory ran out */
typedef struct filler {
    tw_world *w;
    tw_user user;
    bool failed;
} filler;

static bool make_room(tw_users *u, tw_class c, size_t slots) {
    if (slots <= u->slots[c]) return true;
    size_t n = slots > 2 * u->slots[c] ? slots : 2 * u->slots[c];
    tw_user_list *of = realloc(u->of[c], n * sizeof *of);
    if (!of) return false;
    memset(of + u->slots[c], 0, (n - u->slots[c]) * sizeof *of);
    u->of[c] = of;
    u->slots[c] = n;
    return true;
}

/* adds the filler's user to the list of the object (class_, id); sets `failed` if memory runs out.
 * Returns false, so that the visits of the field's references continue */
static bool refer(void *context, int class_, tw_id id) {
    filler *f = context;
    tw_class c = (tw_class)class_;
    if (f->failed || !tw_world_get(f->w, c, id)) return false;
    tw_users *u = f->w->users;
    f->failed = !make_room(u, c, (size_t)id.index + 1) || !push(f->w, &u->of[c][id.index], f->user);
    return false;
}

static void refer_field(filler *f, const tw_param *p, const void *base) {
    const tw_param_operations *type = &tw_param_types[p->type];
    if (type->refer) type->refer((const char *)base + p->offset, refer, f);
}

static bool fill(tw_world *w, const tw_object *o) {
    filler f = {w, {o->id, o->class_}, false};
    const tw_param *p;
    int n;
    void *base;
    tw_object_params(o, &p, &n, &base);
    for (int i = 0; i < n; i++) refer_field(&f, &p[i], base);
    for (int i = 0; i < o->kind->param_count; i++) refer_field(&f, &o->kind->params[i], o->own);
    if (o->class_ == TW_POINT) refer(&f, TW_BODY, ((const tw_point *)o)->body);
    refer(&f, TW_GROUP, o->group);
    return !f.failed;
}

/* ---- the index ------------------------------------------------------------------------------ */

void tw_users_drop(tw_world *w) {
    tw_users *u = w->users;
    if (!u) return;
    for (int c = 0; c < TW_CLASS_TOTAL; c++) {
        for (size_t i = 0; i < u->slots[c]; i++) free(u->of[c][i].data);
        free(u->of[c]);
    }
    tw_array_free(&u->found);
    tw_array_free(&u->open);
    free(u);
    w->users = NULL;
}

tw_status tw_users_build(tw_world *w) {
    if (w->users) return TW_OK;
    w->users = calloc(1, sizeof *w->users);
    bool good = w->users != NULL;
    for (int c = 0; c < TW_CLASS_TOTAL && good; c++) {
        const tw_object_list *l = tw_world_list(w, (tw_class)c);
        for (size_t i = 0; i < l->count && good; i++)
            good = l->data[i]->leaving || fill(w, l->data[i]);
    }
    if (good) return TW_OK;
    tw_users_drop(w);
    return tw_fail_memory();
}

void tw_users_come(tw_world *w, const tw_object *o) {
    if (w->users && !fill(w, o)) tw_users_drop(w);
}

void tw_users_field(tw_world *w, const tw_object *o, const tw_param *p, const void *base) {
    if (!w->users) return;
    filler f = {w, {o->id, o->class_}, false};
    refer_field(&f, p, base);
    if (f.failed) tw_users_drop(w);
}

void tw_users_go(tw_world *w, const tw_object *o) {
    if (w->users && o->id.index < w->users->slots[o->class_])
        clear(&w->users->of[o->class_][o->id.index]);
}

const tw_user_list *tw_users_of(const tw_world *w, tw_class c, tw_id id) {
    static const tw_user_list none = {0};
    const tw_users *u = w->users;
    return u && id.index < u->slots[c] ? &u->of[c][id.index] : &none;
}

/* ---- groups --------------------------------------------------------------------------------- */

static int by_serial(const void *a, const void *b) {
    const tw_member *x = a, *y = b;
    return (x->serial > y->serial) - (x->serial < y->serial);
}

/* appends the objects of class c that are directly in one group to `found`, and the groups in it to
 * `open`, to be searched later */
static tw_status collect(tw_world *w, tw_id group, tw_class c) {
    const tw_user_list *l = tw_users_of(w, TW_GROUP, group);
    for (uint32_t i = 0; i < l->count; i++) {
        const tw_object *o = tw_world_get(w, l->data[i].class_, l->data[i].id);
        if (!o || !tw_id_equal(o->group, group)) continue;
        if (o->class_ == c) TW_TRY(tw_push(&w->users->found, ((tw_member){o->serial, o->id})));
        if (o->class_ == TW_GROUP) TW_TRY(tw_push(&w->users->open, o->id));
    }
    return TW_OK;
}

tw_status tw_group_members(tw_world *w, tw_id group, tw_class c, const tw_member **list,
                           size_t *count) {
    TW_TRY(tw_users_build(w));
    tw_users *u = w->users;
    u->found.count = u->open.count = 0;
    TW_TRY(collect(w, group, c));
    while (u->open.count > 0) TW_TRY(collect(w, u->open.data[--u->open.count], c));
    if (u->found.count > 0) qsort(u->found.data, u->found.count, sizeof *u->found.data, by_serial);
    *list = u->found.data;
    *count = u->found.count;
    return TW_OK;
}
