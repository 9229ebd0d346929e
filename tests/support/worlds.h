/* Worlds for tests, and what they refuse. */
#ifndef TW_TESTS_WORLDS_H
#define TW_TESTS_WORLDS_H

#include "model/world.h"

#include <string.h>

static inline tw_world *world(void) {
    tw_world *w;
    assert_int_equal(tw_world_create(&w), TW_OK);
    return w;
}

static inline void assert_failure(tw_status s, const char *text) {
    assert_int_equal(s, TW_ARGUMENT);
    if (!strstr(tw_failure(), text)) fail_msg("'%s' does not say '%s'", tw_failure(), text);
}

#endif
