/* The picture of a frame, drawn by any number of threads. */
#ifndef TW_TESTS_DRAWING_H
#define TW_TESTS_DRAWING_H

#include "picture/picture.h"

/* to be freed by tw_image_free */
static inline tw_image draw_frame(const tw_frame *f, tw_picture_options o, int threads) {
    tw_image image;
    tw_team *team = NULL;
    assert_int_equal(tw_image_create_for(&o, &image), TW_OK);
    assert_int_equal(tw_team_create(threads, &team), TW_OK);
    if (tw_picture_draw(f, &o, team, &image) != TW_OK) fail_msg("%s", tw_failure());
    tw_team_destroy(team);
    return image;
}

#endif
