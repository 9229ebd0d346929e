/* Record of the contact forces of a step: they are the first guess of the next step's solution.
 * That solution depends on the guess to the last bit, so the record is part of the engine's state
 * and of saved states. */
#include "dynamics/contact/impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Keys of contacts are hashes, spread evenly. So a stable radix sort by their PASSES highest bytes
 * (DIGITS values each) brings the list almost in order, and the insertion sort that follows is
 * short. Lists of up to SHORT entries are sorted by insertion alone */
enum { PASSES = 3, DIGITS = 256, SHORT = 64 };

static void insert(tw_contact_memory *list, size_t n) {
    for (size_t i = 1; i < n; i++) {
        const tw_contact_memory x = list[i];
        size_t k = i;
        for (; k > 0 && list[k - 1].key > x.key; k--) list[k] = list[k - 1];
        list[k] = x;
    }
}

/* sorts by key; spare [n]: scratch. Returns the sorted list: `list` or `spare` */
static tw_contact_memory *sort(tw_contact_memory *list, tw_contact_memory *spare, size_t n) {
    for (int pass = 0; pass < PASSES && n > SHORT; pass++) {
        size_t at[DIGITS + 1] = {0};
        int shift = 64 - 8 * (PASSES - pass);
        for (size_t i = 0; i < n; i++) at[((list[i].key >> shift) & 255) + 1]++;
        for (int d = 0; d < DIGITS; d++) at[d + 1] += at[d];
        for (size_t i = 0; i < n; i++) spare[at[(list[i].key >> shift) & 255]++] = list[i];
        tw_contact_memory *other = list;
        list = spare;
        spare = other;
    }
    insert(list, n);
    return list;
}

const tw_contact_memory *tw_contact_recall(const tw_contact_keep *k, uint64_t key) {
    const tw_contact_memory *list = k->list.data;
    size_t n = k->list.count;
    if (n == 0) return NULL;
    while (n > 1) { /* bisection for the last entry whose key is at most `key` */
        size_t half = n / 2;
        list += list[half].key <= key ? half : 0;
        n -= half;
    }
    return list->key == key ? list : NULL;
}

/* stores the world's counters, by which the record of forces is later recognised as that of the
 * world's present state */
static void know_world(const tw_dynamics *d, tw_contact_set *s) {
    s->keep.state = d->world->state;
    s->keep.fields = d->world->fields;
    s->keep.topology = d->world->topology;
}

/* has only time changed in the world since the last step? */
static bool goes_on(const tw_dynamics *d, const tw_contact_set *s) {
    const tw_world *w = d->world;
    return s->keep.follows && s->keep.state == w->state && s->keep.fields == w->fields &&
           s->keep.topology == w->topology;
}

/* stores the forces of s->touching in `to`, sorted by key */
static tw_status list_forces(const tw_contact_set *s, double t, double h, tw_contact_keep *to) {
    size_t n = s->touching.count;
    to->list.count = 0;
    to->time = t;
    to->step = h;
    to->open = 0;
    TW_TRY(tw_reserve(&to->list, 4 * n));
    for (size_t i = 0; i < n; i++) {
        const tw_touching *k = &s->touching.data[i];
        vec3 sum = v3_zero();
        for (int row = 0; row < 3; row++)
            sum = v3_madd(sum, k->lambda[row] / h, v3_load(k->frame[row]));
        double u[3];
        tw_contact_rates(k, s->twist.data, u);
        if (k->lambda[0] > 0 && !k->limit)
            to->open = fmax(to->open, k->gap + h * (u[0] + k->drift));
        to->list.data[to->list.count++] = (tw_contact_memory){k->c->key, sum};
        if (tw_contact_turns(k->c))
            to->list.data[to->list.count++] = (tw_contact_memory){
                tw_contact_turn_key(k->c), v3_scale(tw_contact_torque(k), 1 / h)};
    }
    n = to->list.count;
    if (n > 0) {
        const tw_contact_memory *sorted = sort(to->list.data, to->list.data + n, n);
        if (sorted != to->list.data) memcpy(to->list.data, sorted, n * sizeof *sorted);
    }
    return TW_OK;
}

tw_status tw_contact_remember(const tw_dynamics *d, tw_contact_set *s, double t, double h) {
    TW_TRY(list_forces(s, t, h, &s->keep.before));
    s->keep.before.goes_on = goes_on(d, s);
    TW_TRY(tw_contact_tell(&s->keep.last, &s->keep.before));
    tw_contact_keep last = s->keep.last;
    s->keep.last = s->keep.before;
    s->keep.before = last;
    s->keep.known = s->keep.follows = true;
    know_world(d, s);
    return TW_OK;
}

tw_status tw_contact_remember_try(tw_contact_set *s, double h) {
    return list_forces(s, 0, h, &s->keep.tried);
}

/* adds the impulses of a part of a divided step to the sum over its parts */
static tw_status add_part(tw_contact_set *s) {
    const tw_contact_keep *k = &s->keep.last;
    /* at the first part the record from before the whole step is set aside */
    if (s->keep.taken++ == 0) {
        tw_contact_keep other = s->keep.before_parts;
        s->keep.before_parts = s->keep.before;
        s->keep.before = other;
        s->keep.parts.count = 0;
        s->keep.go_on = k->goes_on;
    }
    for (size_t i = 0; i < k->list.count; i++) {
        tw_contact_memory m = k->list.data[i];
        m.force = v3_scale(m.force, k->step);
        TW_TRY(tw_push(&s->keep.parts, m));
    }
    s->keep.open = fmax(s->keep.taken == 1 ? 0 : s->keep.open, k->open);
    return TW_OK;
}

/* turns the sum over all parts into the record of one step of length h that ends at time t */
static tw_status add_up(tw_contact_set *s, double t, double h) {
    tw_contact_keep *k = &s->keep.last;
    size_t n = s->keep.parts.count, count = 0;
    TW_TRY(tw_reserve(&s->keep.parts, 2 * n));
    const tw_contact_memory *from =
        n > 0 ? sort(s->keep.parts.data, s->keep.parts.data + n, n) : NULL;
    TW_TRY(tw_reserve(&k->list, 2 * n));
    for (size_t i = 0; i < n; i++) {
        tw_contact_memory *to = k->list.data + count;
        if (count > 0 && to[-1].key == from[i].key)
            to[-1].force = v3_madd(to[-1].force, 1 / h, from[i].force);
        else
            *to = (tw_contact_memory){from[i].key, v3_scale(from[i].force, 1 / h)}, count++;
    }
    k->list.count = count;
    k->time = t;
    k->step = h;
    k->open = s->keep.open;
    tw_contact_keep other = s->keep.before;
    s->keep.before = s->keep.before_parts;
    s->keep.before_parts = other;
    k->goes_on = s->keep.go_on;
    return tw_contact_tell(&s->keep.before, k);
}

void tw_contact_begin(tw_dynamics *d) {
    tw_contact_set *s = d->contact;
    if (!s) return;
    s->keep.taken = 0;
    tw_contact_forget_pace(s);
}

tw_status tw_contact_part(tw_dynamics *d) {
    tw_contact_set *s = d->contact;
    return s && tw_contact_wanted(d->world) ? add_part(s) : TW_OK;
}

tw_status tw_contact_whole(tw_dynamics *d, double t, double h) {
    tw_contact_set *s = d->contact;
    if (!s || s->keep.taken == 0) return TW_OK;
    s->stats.divided++;
    return add_up(s, t, h);
}

static tw_status copy(const tw_contact_keep *from, tw_contact_keep *to) {
    size_t n = from->list.count;
    TW_TRY(tw_reserve(&to->list, n));
    if (n > 0) memcpy(to->list.data, from->list.data, n * sizeof *to->list.data);
    to->list.count = n;
    TW_TRY(tw_reserve(&to->told, from->told.count));
    to->told.count = from->told.count;
    for (size_t i = 0; i < from->told.count; i++) to->told.data[i] = from->told.data[i];
    to->time = from->time;
    to->step = from->step;
    to->open = from->open;
    return TW_OK;
}

tw_status tw_contact_keep_copy(const tw_dynamics *d, bool before, tw_contact_keep *to) {
    const tw_contact_set *s = d->contact;
    if (!s) return TW_OK;
    to->holds = !before && s->keep.known && s->keep.state == d->world->state;
    to->goes_on = before ? s->keep.last.goes_on : goes_on(d, s);
    return copy(before ? &s->keep.before : &s->keep.last, to);
}

tw_status tw_contact_make_room(tw_dynamics *d, size_t bodies, size_t held,
                               const tw_contact_keep *keep) {
    tw_contact_set *s;
    TW_TRY(tw_contact_set_of(d, &s));
    TW_TRY(tw_reserve(&s->hold.now, held));
    TW_TRY(tw_reserve(&s->hold.before, held));
    TW_TRY(tw_reserve(&s->range.among, bodies));
    TW_TRY(tw_reserve(&s->keep.last.list, keep->list.count));
    return tw_reserve(&s->keep.last.told, keep->told.count);
}

tw_status tw_contact_keep_restore(tw_dynamics *d, const tw_contact_keep *from) {
    tw_contact_set *s;
    if (!d->contact && from->list.count == 0) return TW_OK;
    TW_TRY(tw_contact_set_of(d, &s));
    TW_TRY(copy(from, &s->keep.last));
    s->keep.before.list.count = s->keep.before.told.count = 0;
    s->keep.before.step = 0;
    s->keep.known = s->keep.follows = false;
    return TW_OK;
}

void tw_contact_keep_holds(tw_dynamics *d, const tw_contact_keep *from) {
    tw_contact_set *s = d->contact;
    if (!s) return;
    s->keep.known = s->keep.known || from->holds;
    s->keep.follows = from->goes_on;
    if (from->holds || from->goes_on) know_world(d, s);
}

void tw_contact_keep_free(tw_contact_keep *keep) {
    tw_array_free(&keep->list);
    tw_array_free(&keep->told);
}

bool tw_contact_pair_in(const tw_held_list *list, int a, int b) {
    for (size_t i = 0; i < list->count; i++)
        if (list->data[i].a == a && list->data[i].b == b) return true;
    return false;
}

bool tw_contact_holds_pair(const tw_contact_set *s, int a, int b) {
    return tw_contact_pair_in(&s->hold.now, a, b);
}
