/*
 * What a step knows of the one before: the forces of its contacts, by which the next step's
 * solution begins. It is part of the state in so far as bits depend on it; saves keep it.
 */
#include "dynamics/contact_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
    uint64_t x = ((const tw_contact_memory *)a)->key, y = ((const tw_contact_memory *)b)->key;
    return x < y ? -1 : x > y;
}

const tw_contact_memory *tw_contact_recall(const tw_contact_keep *k, uint64_t key) {
    const tw_contact_memory wanted = {.key = key};
    if (k->list.count == 0) return NULL;
    return bsearch(&wanted, k->list.data, k->list.count, sizeof wanted, compare);
}

tw_status tw_contact_remember(tw_contact_set *s, double t, double h) {
    tw_contact_keep next = s->before;
    next.list.count = 0;
    next.time = t;
    next.step = h;
    next.open = 0;
    tw_status status = tw_reserve(&next.list, s->touching.count);
    s->before = next;
    TW_TRY(status);
    for (size_t i = 0; i < s->touching.count; i++) {
        const tw_touching *k = &s->touching.data[i];
        vec3 sum = v3_zero();
        for (int row = 0; row < 3; row++)
            sum = v3_madd(sum, k->lambda[row] / h, v3_load(k->frame[row]));
        double u[3];
        tw_contact_rates(k, s->twist.data, u);
        if (k->lambda[0] > 0 && !k->limit)
            next.open = fmax(next.open, k->gap + h * (u[0] + k->drift));
        next.list.data[next.list.count++] = (tw_contact_memory){k->c->key, sum};
    }
    if (next.list.count > 0)
        qsort(next.list.data, next.list.count, sizeof *next.list.data, compare);
    s->before = s->memory;
    s->memory = next;
    s->memory_known = true;
    return TW_OK;
}

static tw_status copy(const tw_contact_keep *from, tw_contact_keep *to) {
    size_t n = from->list.count;
    TW_TRY(tw_reserve(&to->list, n));
    if (n > 0) memcpy(to->list.data, from->list.data, n * sizeof *to->list.data);
    to->list.count = n;
    to->time = from->time;
    to->step = from->step;
    to->open = from->open;
    return TW_OK;
}

tw_status tw_contact_keep_copy(const tw_dynamics *d, bool before, tw_contact_keep *to) {
    const tw_contact_set *s = d->contact;
    if (!s) return TW_OK;
    to->holds = !before && s->memory_known && s->memory_state == d->world->state;
    return copy(before ? &s->before : &s->memory, to);
}

tw_status tw_contact_keep_restore(tw_dynamics *d, const tw_contact_keep *from) {
    tw_contact_set *s;
    if (!d->contact && from->list.count == 0) return TW_OK;
    TW_TRY(tw_contact_set_of(d, &s));
    TW_TRY(copy(from, &s->memory));
    s->before.list.count = 0;
    s->before.step = 0;
    s->memory_known = false;
    return TW_OK;
}

void tw_contact_keep_holds(tw_dynamics *d, const tw_contact_keep *from) {
    tw_contact_set *s = d->contact;
    if (!s || !from->holds) return;
    s->memory_known = true;
    s->memory_state = d->world->state;
}

void tw_contact_keep_free(tw_contact_keep *keep) {
    tw_array_free(&keep->list);
}
