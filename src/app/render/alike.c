/* Hash table of pictures' digests, with open addressing and linear probing; see alike.h. */
#include "app/render/alike.h"

#include <stdlib.h>

static tw_alike_entry *slot_of(const tw_alike *a, uint64_t digest) {
    uint64_t mixed = (digest ^ digest >> 32) * 0x9e3779b97f4a7c15u;
    size_t i = (size_t)(mixed >> 32) & (a->room - 1);
    while (a->slot[i].place && a->slot[i].digest != digest) i = (i + 1) & (a->room - 1);
    return &a->slot[i];
}

static tw_status grow(tw_alike *a) {
    tw_alike more = {.room = a->room ? 2 * a->room : 64};
    more.slot = calloc(more.room, sizeof *more.slot);
    if (!more.slot) return tw_fail_memory();
    for (size_t i = 0; i < a->room; i++)
        if (a->slot[i].place) *slot_of(&more, a->slot[i].digest) = a->slot[i];
    more.count = a->count;
    free(a->slot);
    *a = more;
    return TW_OK;
}

tw_status tw_alike_put(tw_alike *a, uint64_t digest, size_t place) {
    if (2 * (a->count + 1) > a->room) TW_TRY(grow(a));
    tw_alike_entry *e = slot_of(a, digest);
    a->count += !e->place;
    *e = (tw_alike_entry){digest, place + 1};
    return TW_OK;
}

bool tw_alike_find(const tw_alike *a, uint64_t digest, size_t *place) {
    if (!a->room) return false;
    const tw_alike_entry *e = slot_of(a, digest);
    if (e->place) *place = e->place - 1;
    return e->place != 0;
}

void tw_alike_free(tw_alike *a) {
    free(a->slot);
    *a = (tw_alike){0};
}
