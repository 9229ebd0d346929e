/* The tables of all kinds, what checks of values say, and presets of materials, lights and
 * settings. */
#include "model/prop.h"
#include "model/world.h"
#include "steppers/stepper.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/near.h"
#include "../../support/worlds.h"

/* ---- tables --------------------------------------------------------------------------------- */

/* every row is well formed and its preset passes its own check, unless it must be given */
static void check_table(const char *kind, const tw_param *p, int n, size_t size) {
    void *own = calloc(1, size ? size : 1);
    assert_non_null(own);
    assert_int_equal(tw_params_preset(p, n, own), TW_OK);
    for (int i = 0; i < n; i++) {
        if (!p[i].name || !p[i].doc || !*p[i].doc) fail_msg("%s: row %d says nothing", kind, i);
        if (p[i].offset + tw_param_size(p[i].type) > size)
            fail_msg("%s: '%s' lies outside of its struct", kind, p[i].name);
        if (p[i].type == TW_PARAM_CHOICE) assert_non_null(p[i].choices);
        if (p[i].carrier) assert_non_null(tw_params_find(p, n, p[i].carrier));
        assert_ptr_equal(tw_params_find(p, n, p[i].name), &p[i]); /* names are unique */
        if (!(p[i].flags & TW_REQUIRED) && tw_param_check(&p[i], own, 0) != TW_OK)
            fail_msg("%s: the preset of '%s': %s", kind, p[i].name, tw_failure());
    }
    void *copy = calloc(1, size ? size : 1);
    assert_non_null(copy);
    assert_int_equal(tw_params_copy(p, n, own, copy), TW_OK);
    tw_params_clear(p, n, own);
    tw_params_clear(p, n, copy);
    free(own);
    free(copy);
}

static void check_kind(const tw_kind *k) {
    assert_non_null(k->doc);
    check_table(k->name, k->params, k->param_count, k->size);
}

static void tables_of_all_kinds(void **state) {
    (void)state;
    int n = 0;
    for (int i = 0; tw_body_kinds[i]; i++, n++) check_kind(&tw_body_kinds[i]->kind);
    for (int i = 0; tw_force_kinds[i]; i++, n++) check_kind(&tw_force_kinds[i]->kind);
    for (int i = 0; tw_constraint_kinds[i]; i++, n++) check_kind(&tw_constraint_kinds[i]->kind);
    for (int i = 0; tw_prop_kinds[i]; i++, n++) check_kind(&tw_prop_kinds[i]->kind);
    const char *name;
    for (int i = 0; (name = tw_prop_solid_name(i)); i++, n++) {
        const tw_prop_kind *solid;
        assert_int_equal(tw_prop_solid(name, &solid), TW_OK);
        check_kind(&solid->kind);
    }
    assert_true(n >= 30);
    check_table("prop", tw_prop_params, tw_prop_param_count, sizeof(tw_prop));
    check_table("body", tw_body_params, tw_body_param_count, sizeof(tw_body));
    check_table("force", tw_force_params, tw_force_param_count, sizeof(tw_force));
    check_table("constraint", tw_constraint_params, tw_constraint_param_count,
                sizeof(tw_constraint));
    check_table("nail", tw_space_params, tw_space_param_count, sizeof(tw_point));
    check_table("settings", tw_settings_params, tw_settings_param_count, sizeof(tw_settings));
    check_table("look", tw_material_params, tw_material_param_count, sizeof(tw_material_fields));
    check_table("light", tw_light_params, tw_light_param_count, sizeof(tw_stage_light));
    check_table("camera", tw_camera_params, tw_camera_param_count, sizeof(tw_stage_camera));
    check_table("ground", tw_ground_params, tw_ground_param_count, sizeof(tw_stage_ground));
}

static void values_are_checked_at_their_time(void **state) {
    (void)state;
    tw_tape_builder *b;
    tw_tape *tape;
    assert_int_equal(tw_tape_builder_create(1, &b), TW_OK);
    tw_node t = tw_tape_input(b, 0);
    tw_node x = tw_tape_apply(b, TW_TAPE_SUB, tw_tape_const(b, 1), t, 0);
    assert_int_equal(tw_tape_finish(b, &x, 1, &tape), TW_OK);
    tw_tape_builder_destroy(b);
    tw_value v = tw_value_from_tape(tape);
    const tw_param p = {.name = "v", .type = TW_PARAM_VALUE, .range = TW_POSITIVE, .doc = "1 - t"};
    assert_int_equal(tw_param_check(&p, &v, 0.5), TW_OK);
    assert_failure(tw_param_check(&p, &v, 3), "expected a positive number, got -2 at t = 3 s");
    tw_value_clear(&v);
}

static void matrices_and_choices_are_checked(void **state) {
    (void)state;
    mat3 a = m3_identity();
    tw_param p = {.name = "m", .type = TW_PARAM_MAT3, .doc = "m"};
    assert_int_equal(tw_param_check(&p, &a, 0), TW_OK);
    a.m[1][2] = NAN;
    assert_failure(tw_param_check(&p, &a, 0), "finite");
    p.flags = TW_UNSET_OK;
    assert_failure(tw_param_check(&p, &a, 0), "finite"); /* unset altogether or not at all */
    for (int i = 0; i < 9; i++) a.m[i / 3][i % 3] = NAN;
    assert_int_equal(tw_param_check(&p, &a, 0), TW_OK);
    for (int i = 0; i < 9; i++) a.m[i / 3][i % 3] = INFINITY;
    assert_failure(tw_param_check(&p, &a, 0), "finite");
    static const char *const choices[] = {"yes", "no", NULL};
    p = (tw_param){.name = "c", .type = TW_PARAM_CHOICE, .choices = choices, .doc = "c"};
    for (int c = -1; c <= 2; c++)
        assert_int_equal(tw_param_check(&p, &c, 0), c >= 0 && c < 2 ? TW_OK : TW_ARGUMENT);
}

/* ---- the picture's part --------------------------------------------------------------------- */

static void materials_by_name(void **state) {
    (void)state;
    static const char *const promised[] = {"steel", "brass", "copper",  "gold",   "aluminium",
                                           "oak",   "pine",  "paper",   "rubber", "chalk",
                                           "flame", "glass", "plastic", "ceramic"};
    tw_material_fields look;
    for (size_t i = 0; i < sizeof promised / sizeof *promised; i++) {
        assert_int_equal(tw_material_preset(promised[i], &look), TW_OK);
        tw_params_clear(tw_material_params, tw_material_param_count, &look);
    }
    const char *name, *doc;
    int n = 0;
    for (; (name = tw_material_preset_name(n, &doc)); n++) {
        assert_true(*doc);
        assert_int_equal(tw_material_preset(name, &look), TW_OK);
        for (int k = 0; k < tw_material_param_count; k++)
            if (tw_param_check(&tw_material_params[k], &look, 0) != TW_OK)
                fail_msg("%s: '%s': %s", name, tw_material_params[k].name, tw_failure());
        vec3 c = tw_value3(&look.color, 0); /* no surface reflects more than it gets */
        assert_true(c.x <= 1 && c.y <= 1 && c.z <= 1);
        tw_params_clear(tw_material_params, tw_material_param_count, &look);
    }
    assert_null(tw_material_preset_name(-1, NULL));
    assert_failure(tw_material_preset("bras", &look), "did you mean 'brass'?");
}

static void lights_of_the_stage(void **state) {
    (void)state;
    tw_world *w = world();
    assert_int_equal(w->stage.light_count, 0);
    for (int i = 0; i < 3; i++) {
        tw_stage_light light = {0};
        assert_int_equal(tw_params_preset(tw_light_params, tw_light_param_count, &light), TW_OK);
        light.kind = i;
        if (i == 1) light.top = tw_value_vector(v3(1, 1, 1));
        assert_int_equal(tw_stage_add_light(&w->stage, &light), TW_OK);
    }
    assert_int_equal(w->stage.light_count, 3);
    assert_int_equal(w->stage.light[2].kind, 2);
    tw_world_destroy(w);
}

static void settings_as_documented(void **state) {
    (void)state;
    tw_world *w = world();
    const tw_settings *s = &w->set;
    assert_near(s->duration, 10, 0);
    assert_near(s->fps, 30, 0);
    assert_near(tw_value1(&s->tau, 0), 0.2, 0);
    assert_near(v3_length(tw_value3(&s->gravity, 0)), 0, 0);
    assert_near(s->rtol, 1e-8, 0);
    assert_near(s->atol, 1e-11, 0);
    assert_near(s->step, 1.0 / 600, 0);
    assert_string_equal(tw_stepper_choices[s->stepper], "auto");
    assert_int_equal(s->seed, 1);
    assert_int_equal(s->width, 1280);
    assert_int_equal(s->height, 720);
    const tw_param *p = tw_params_find(tw_settings_params, tw_settings_param_count, "tau");
    tw_value bad = tw_value_scalar(0), good = tw_value_scalar(0.5);
    assert_failure(tw_world_assign_setting(w, p, &w->set, &bad), "positive");
    assert_near(tw_value1(&s->tau, 0), 0.2, 0);
    assert_int_equal(tw_world_assign_setting(w, p, &w->set, &good), TW_OK);
    assert_near(tw_value1(&s->tau, 0), 0.5, 0);
    tw_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_of_all_kinds),
        cmocka_unit_test(values_are_checked_at_their_time),
        cmocka_unit_test(matrices_and_choices_are_checked),
        cmocka_unit_test(materials_by_name),
        cmocka_unit_test(lights_of_the_stage),
        cmocka_unit_test(settings_as_documented),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
