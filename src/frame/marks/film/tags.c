/* The set of tags that occur in a film, and their numbers; see tags.h. */
#include "frame/marks/film/tags.h"

#include <stdlib.h>

/* when the list may contain more than about this many repeats, it is settled (tw_tags_settle) */
enum { REPEATS = 4096 };

static int by_value(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

tw_status tw_tags_add(tw_tags *t, uint32_t tag) {
    if (t->tag.count > 2 * t->settled + REPEATS) tw_tags_settle(t);
    return tw_push(&t->tag, tag);
}

void tw_tags_settle(tw_tags *t) {
    uint32_t *tag = t->tag.data;
    size_t kept = 0;
    if (t->tag.count) qsort(tag, t->tag.count, sizeof *tag, by_value);
    for (size_t i = 0; i < t->tag.count; i++)
        if (!kept || tag[kept - 1] != tag[i]) tag[kept++] = tag[i];
    t->tag.count = t->settled = kept;
}

size_t tw_tags_number(const tw_tags *t, uint32_t tag) {
    const uint32_t *found = bsearch(&tag, t->tag.data, t->tag.count, sizeof *t->tag.data, by_value);
    return (size_t)(found - t->tag.data);
}

void tw_tags_free(tw_tags *t) {
    tw_array_free(&t->tag);
    t->settled = 0;
}
