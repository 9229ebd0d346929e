/* The tags that occur in a film, each with a number, so that lists can be kept by tag. */
#ifndef TW_FRAME_MARKS_FILM_TAGS_H
#define TW_FRAME_MARKS_FILM_TAGS_H

#include "base/array.h"

#include <stdint.h>

/* zeros: empty */
typedef struct tw_tags {
    TW_ARRAY(uint32_t) tag; /* rising and without repeats after tw_tags_settle */
    size_t settled;         /* number of tags at the last settling */
} tw_tags;

tw_status tw_tags_add(tw_tags *t, uint32_t tag);
/* to be called after the last tw_tags_add */
void tw_tags_settle(tw_tags *t);
/* number of a tag that was added, 0 .. t->tag.count - 1; settled */
size_t tw_tags_number(const tw_tags *t, uint32_t tag);
void tw_tags_free(tw_tags *t);

#endif
