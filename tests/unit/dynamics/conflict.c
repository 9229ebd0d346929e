/* Constraints that are not met, and whether they come nearer (analysis/conflict.h). */
#include "analysis/conflict.h"

#include "dynamics/dynamics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/objects.h"

/* constraints that are not met, of a ball one metre from its nail with this velocity; away: of
 * those only the ones that go away from it */
static int coming(vec3 velocity, bool away) {
    tw_world *w;
    tw_dynamics *d;
    tw_constraint *list[4];
    int count, rows;
    assert_int_equal(tw_world_create(&w), TW_OK);
    tw_body *ball = add_sphere(w, 0.1);
    tw_point *centre = add_local(w, ball, v3_zero()), *nail = add_nail(w, v3(1, 0, 0));
    tw_constraint *pull;
    assert_int_equal(tw_constraint_new(w, constraint_kind("point_to_nail"), &pull), TW_OK);
    put_id(pull, "point", centre->o.id);
    put_id(pull, "nail", nail->o.id);
    add(w, pull);
    ball->velocity = velocity;
    tw_world_touch_state(w);
    assert_int_equal(tw_dynamics_create(w, &d), TW_OK);
    assert_int_equal(tw_conflicts_coming(d, away, list, 4, &count, &rows), TW_OK);
    assert_int_equal(rows, 3);
    if (count) assert_ptr_equal(list[0], pull);
    tw_dynamics_destroy(d);
    tw_world_destroy(w);
    return count;
}

static void the_way_of_deviations(void **state) {
    (void)state;
    assert_int_equal(coming(v3(0, 0, 0), false), 1);
    assert_int_equal(coming(v3(1, 0, 0), false), 1);
    assert_int_equal(coming(v3(-1, 0, 0), true), 1);
    assert_int_equal(coming(v3(1, 0, 0), true), 0);
    assert_int_equal(coming(v3(0, 1, 0), true), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_way_of_deviations)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
