/* The tags that occur in a film, numbered without gaps, so that arrays can be indexed by tag. */
#ifndef TW_FRAME_MARKS_FILM_TAGS_H
#define TW_FRAME_MARKS_FILM_TAGS_H

#include "base/array.h"

#include <stdint.h>

/* zeros: empty */
typedef struct tw_tags {
    TW_ARRAY(uint32_t) tag; /* in rising order and without repeats after tw_tags_settle */
    size_t settled;         /* number of tags when the list was last settled */
} tw_tags;

tw_status tw_tags_add(tw_tags *t, uint32_t tag);
/* sorts the tags and removes repeats; must be called after the last tw_tags_add */
void tw_tags_settle(tw_tags *t);
/* number, 0 .. t->tag.count - 1, of a tag that was added; requires tw_tags_settle */
size_t tw_tags_number(const tw_tags *t, uint32_t tag);
void tw_tags_free(tw_tags *t);

#endif
