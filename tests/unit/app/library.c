/* The library as a program calls it: values, references, failures, functions, threads. */
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <tauwerk.h>

#define OK(e, call) assert_ok(e, call, __LINE__)

static void assert_ok(tw_engine *e, tw_status s, int line) {
    if (s != TW_OK) fail_msg("line %d: %s", line, tw_last_error(e));
}

static int set_up(void **state) {
    return tw_open(NULL, (tw_engine **)state) == TW_OK ? 0 : -1;
}

static int tear_down(void **state) {
    tw_close(*state);
    return 0;
}

static tw_ref scene_of(tw_engine *e) {
    const tw_entry field[] = {{"gravity", tw_vector(0, 0, -10)}, {"duration", tw_number(0.5)}};
    tw_ref scene;
    OK(e, tw_scene_new(e, field, 2, &scene));
    return scene;
}

static tw_ref ball_of(tw_engine *e, tw_ref scene, double z) {
    const tw_entry field[] = {{"radius", tw_number(0.1)}, {"position", tw_vector(0, 0, z)}};
    tw_ref ball;
    OK(e, tw_make(e, scene, "sphere", field, 2, &ball));
    return ball;
}

static double height_of(tw_engine *e, tw_ref ball) {
    tw_variant v;
    OK(e, tw_get(e, ball, "position", &v));
    assert_int_equal(v.kind, TW_IS_VECTOR);
    return v.is.vector[2];
}

static void values(void **state) {
    tw_engine *e = *state;
    tw_ref scene = scene_of(e), ball = ball_of(e, scene, 2), other;
    tw_variant v;
    const tw_variant item[] = {tw_number(3), tw_vector(1, 2, 3), tw_bool(true), tw_text("wort")};
    const tw_entry entry[] = {{NULL, tw_number(7)}, {"b", tw_list(item, 4)}, {"a", tw_nothing()}};
    const tw_variant given = tw_table(entry, 3);
    OK(e, tw_set(e, ball, "user", &given));
    OK(e, tw_get(e, ball, "user", &v));
    assert_int_equal(v.kind, TW_IS_TABLE);
    assert_int_equal(v.count, 2); /* nothing is no entry */
    assert_null(v.is.entry[0].name);
    assert_true(v.is.entry[0].value.is.number == 7);
    const tw_variant *list = &v.is.entry[1].value;
    assert_string_equal(v.is.entry[1].name, "b");
    assert_int_equal(list->kind, TW_IS_LIST);
    assert_int_equal(list->count, 4);
    assert_true(list->is.item[1].is.vector[2] == 3);
    assert_true(list->is.item[2].is.truth);
    assert_int_equal(list->is.item[3].count, 4);
    assert_string_equal(list->is.item[3].is.text, "wort");
    /* one thing, one reference */
    OK(e, tw_get(e, ball, "center", &v));
    tw_ref center = v.is.ref;
    OK(e, tw_get(e, ball, "center", &v));
    assert_memory_equal(&center, &v.is.ref, sizeof center);
    /* a quaternion, and a verb with one */
    const tw_variant angles[] = {tw_vector(0, 0, 1), tw_number(1)};
    OK(e, tw_call(e, tw_module(), "axis_angle", angles, 2, &v));
    assert_int_equal(v.kind, TW_IS_QUATERNION);
    assert_true(fabs(v.is.quaternion[0] - cos(0.5)) < 1e-15);
    OK(e, tw_set(e, ball, "orientation", &v));
    OK(e, tw_make(e, scene, "group", NULL, 0, &other));
    const tw_entry at[] = {{"position", tw_vector(0, 0, 1)}};
    OK(e, tw_make(e, other, "nail", at, 1, NULL));
}

static void refuses(tw_engine *e, tw_status s, tw_status expected, const char *part);

/* fields by their kind, and joints */
static void kinds_of_fields(void **state) {
    tw_engine *e = *state;
    tw_ref scene = scene_of(e), ball = ball_of(e, scene, 2), center, nail, joint, same;
    const tw_entry at[] = {{"position", tw_vector(0, 0, 2)}};
    double x = 0, v[3] = {0, 0, 0};
    OK(e, tw_get_number(e, ball, "radius", &x));
    OK(e, tw_get_vector(e, ball, "position", v));
    OK(e, tw_get_ref(e, ball, "center", &center));
    assert_true(x == 0.1 && v[0] == 0 && v[2] == 2);
    refuses(e, tw_get_number(e, ball, "position", &x), TW_ARGUMENT,
            "field 'position': expected a number, got a vector");
    refuses(e, tw_get_vector(e, ball, "radius", v), TW_ARGUMENT, "expected a vector, got a number");
    refuses(e, tw_get_ref(e, ball, "radius", &center), TW_ARGUMENT, "expected a reference");
    refuses(e, tw_get_ref(e, ball, "center", NULL), TW_ARGUMENT, "got NULL");
    refuses(e, tw_get_number(e, ball, "hight", &x), TW_SCRIPT, "unknown field 'hight'");
    assert_true(x == 0.1 && v[2] == 2);
    OK(e, tw_make(e, scene, "nail", at, 1, &nail));
    OK(e, tw_connect(e, scene, center, nail, &joint));
    OK(e, tw_get_ref(e, joint, "point", &same));
    assert_memory_equal(&same, &center, sizeof same);
    OK(e, tw_advance(e, scene, 0.5)); /* the ball hangs */
    assert_true(fabs(height_of(e, ball) - 2) < 1e-9);
    OK(e, tw_remove(e, joint));
    refuses(e, tw_get_ref(e, joint, "point", &same), TW_ARGUMENT, "");
    refuses(e, tw_connect(e, scene, center, ball, NULL), TW_SCRIPT, "connect");
}

static void refuses(tw_engine *e, tw_status s, tw_status expected, const char *part) {
    assert_int_equal(s, expected);
    if (!strstr(tw_last_error(e), part)) fail_msg("'%s' not in: %s", part, tw_last_error(e));
}

/* as a script is told: field, expected, got */
static void failures(void **state) {
    tw_engine *e = *state;
    tw_ref scene = scene_of(e), ball = ball_of(e, scene, 2);
    const tw_entry wrong[] = {{"radius", tw_number(-1)}}, misnamed[] = {{"radios", tw_number(1)}},
                   twice[] = {{"radius", tw_number(1)}, {"radius", tw_number(2)}};
    tw_variant v = tw_text("much");
    refuses(e, tw_make(e, scene, "sphere", wrong, 1, NULL), TW_SCRIPT,
            "scene:sphere: field 'radius': expected a positive number, got -1");
    refuses(e, tw_make(e, scene, "sphere", misnamed, 1, NULL), TW_SCRIPT, "did you mean 'radius'?");
    refuses(e, tw_make(e, scene, "sphere", twice, 2, NULL), TW_ARGUMENT, "given twice");
    refuses(e, tw_make(e, scene, "spere", NULL, 0, NULL), TW_SCRIPT, "did you mean 'sphere'?");
    refuses(e, tw_make(e, scene, "advance", NULL, 0, NULL), TW_ARGUMENT, "no kind of object");
    refuses(e, tw_make(e, ball, "sphere", NULL, 0, NULL), TW_ARGUMENT,
            "expected a scene or a group");
    refuses(e, tw_set(e, ball, "mass", &v), TW_SCRIPT, "got 'much'");
    refuses(e, tw_get(e, ball, "hight", &v), TW_SCRIPT, "unknown field 'hight'");
    refuses(e, tw_call(e, ball, "mass", NULL, 0, &v), TW_ARGUMENT, "expected a verb, got 'mass'");
    refuses(e, tw_advance(e, scene, -1), TW_SCRIPT, "scene:advance_to");
    refuses(e, tw_advance(e, ball, 1), TW_SCRIPT, "advance_to");
    refuses(e, tw_hash(e, ball, &(uint64_t){0}), TW_ARGUMENT, "expected a scene, got sphere");
    refuses(e, tw_run_file(e, "tests/data/none.lua", NULL), TW_IO, "none.lua");
    refuses(e, tw_run_text(e, "os.exit(3)", "text", NULL), TW_SCRIPT, "os.exit is not available");
    refuses(e, tw_run_text(e, "error('plain', 0)", "text", NULL), TW_SCRIPT, "plain");
    /* the place in the program */
    OK(e, tw_here(e, "program.c", 41));
    refuses(e, tw_make(e, scene, "sphere", wrong, 1, NULL), TW_SCRIPT,
            "program.c:41: scene:sphere");
    OK(e, tw_here(e, NULL, 0));
    /* what is wrong with the call itself */
    v.kind = (tw_variant_kind)99;
    refuses(e, tw_set(e, ball, "mass", &v), TW_ARGUMENT, "the kind 99");
    refuses(e, tw_make(e, scene, NULL, NULL, 0, NULL), TW_ARGUMENT, "got NULL");
    refuses(e, tw_make(e, scene, "sphere", NULL, 2, NULL), TW_ARGUMENT, "got NULL");
    assert_int_equal(tw_advance(NULL, scene, 1), TW_ARGUMENT);
    tw_engine *none = e;
    assert_int_equal(tw_open(&(tw_engine_options){.size = 1}, &none), TW_ARGUMENT);
    assert_null(none);
    assert_non_null(strstr(tw_last_error(NULL), "sizeof(tw_engine_options)"));
    tw_close(NULL);
}

/* a conflict names its constraints, with the place in the program where there is one */
static void conflicts(void **state) {
    tw_engine *e = *state;
    tw_ref scene = scene_of(e), center;
    const char *why;
    OK(e, tw_get_ref(e, ball_of(e, scene, 2), "center", &center));
    for (int i = 0; i < 2; i++) {
        const tw_entry at[] = {{"position", tw_vector(i, 0, 2)}};
        tw_ref nail;
        OK(e, tw_make(e, scene, "nail", at, 1, &nail));
        if (i == 1) OK(e, tw_here(e, "program.c", 7));
        OK(e, tw_connect(e, scene, center, nail, NULL));
    }
    OK(e, tw_explain(e, scene, &why));
    assert_non_null(strstr(why, "cannot all hold"));
    assert_non_null(strstr(
        why, "connect(sphere1.center, nail1), connect(sphere1.center, nail2) (program.c:7)"));
}

static void references(void **state) {
    tw_engine *e = *state;
    tw_ref scene = scene_of(e), ball = ball_of(e, scene, 2);
    tw_variant v;
    OK(e, tw_remove(e, ball));
    refuses(e, tw_get(e, ball, "mass", &v), TW_ARGUMENT, "stale");
    refuses(e, tw_remove(e, ball), TW_ARGUMENT, "stale");
    tw_ref fresh = ball_of(e, scene, 1);
    assert_int_equal(fresh.slot, ball.slot); /* used again, under a new generation */
    refuses(e, tw_get(e, ball, "mass", &v), TW_ARGUMENT, "stale");
    refuses(e, tw_get(e, (tw_ref){999, 1}, "mass", &v), TW_ARGUMENT, "that this engine gave");
    refuses(e, tw_get(e, (tw_ref){fresh.slot, 77}, "mass", &v), TW_ARGUMENT, "that this engine");
    refuses(e, tw_release(e, tw_module()), TW_ARGUMENT, "module");
    /* removed by a script: the object's own words */
    const tw_variant self = tw_reference(fresh);
    OK(e, tw_run_text(e, "return function(x) x:remove() end", "text", &v));
    OK(e, tw_call(e, v.is.ref, NULL, &self, 1, NULL));
    refuses(e, tw_get(e, fresh, "mass", &v), TW_SCRIPT, "was removed");
    /* a scene that nothing refers to goes; what refers to it keeps it */
    tw_ref kept = ball_of(e, scene, 3);
    OK(e, tw_release(e, scene));
    refuses(e, tw_advance(e, scene, 1), TW_ARGUMENT, "stale");
    OK(e, tw_run_text(e, "collectgarbage() collectgarbage()", "text", NULL));
    assert_true(height_of(e, kept) == 3);
}

/* ---- functions ------------------------------------------------------------------------------ */

typedef struct counter {
    int calls;
    double time;
    tw_ref scene, ball;
    bool fails;
} counter;

static tw_status lift(void *context, tw_engine *e, const tw_variant *argument, size_t count,
                      tw_variant *result) {
    counter *c = context;
    tw_variant now;
    (void)argument, (void)count, (void)result;
    c->calls++;
    OK(e, tw_get(e, c->scene, "time", &now));
    c->time = now.is.number;
    if (c->fails) return TW_INTERRUPTED;
    const tw_variant up = tw_vector(0, 0, 5);
    /* a failure in here is the function's to judge */
    assert_int_equal(tw_set(e, c->ball, "positon", &up), TW_SCRIPT);
    tw_close(e); /* does nothing in here */
    return tw_set(e, c->ball, "position", &up);
}

static tw_status height(void *context, tw_engine *e, const tw_variant *argument, size_t count,
                        tw_variant *result) {
    (void)argument, (void)count;
    *result = tw_number(height_of(e, ((counter *)context)->ball) - 1);
    return TW_OK;
}

static void functions(void **state) {
    tw_engine *e = *state;
    tw_ref scene = scene_of(e);
    counter c = {.scene = scene, .ball = ball_of(e, scene, 2)}, below = {.ball = c.ball};
    const tw_variant at[] = {tw_number(0.25), tw_callback(lift, &c)};
    OK(e, tw_call(e, scene, "at", at, 2, NULL));
    OK(e, tw_advance(e, scene, 0.25));
    assert_int_equal(c.calls, 1);
    assert_true(c.time == 0.25 && height_of(e, c.ball) == 5);
    /* a condition that asks the scene: the ball falls from 5 to 1 in sqrt(0.8) s, with what speed
     * it has */
    const tw_entry once = {"times", tw_number(1)};
    const tw_variant when[] = {tw_callback(height, &below), tw_callback(lift, &c),
                               tw_table(&once, 1)};
    OK(e, tw_call(e, scene, "when", when, 3, NULL));
    OK(e, tw_advance(e, scene, 1.2));
    assert_int_equal(c.calls, 2);
    double fall = (-2.5 + sqrt(2.5 * 2.5 + 2 * 10 * 4)) / 10;
    assert_true(fabs(c.time - 0.25 - fall) < 1e-6);
    /* its failure ends the call, with its status */
    c.fails = true;
    const tw_variant soon[] = {tw_number(1.3), tw_callback(lift, &c)};
    OK(e, tw_call(e, scene, "at", soon, 2, NULL));
    refuses(e, tw_advance(e, scene, 1.4), TW_INTERRUPTED, "a function of the program failed");
    /* functions of t are recorded, which C code cannot be */
    const tw_entry path[] = {{"position", tw_callback(height, &c)}};
    refuses(e, tw_make(e, scene, "path", path, 1, NULL), TW_SCRIPT, "at instants only");
}

/* ---- time ----------------------------------------------------------------------------------- */

typedef struct frames {
    int count;
    double last;
} frames;

static tw_status count_frames(void *context, int frame, double time) {
    frames *f = context;
    f->count++;
    assert_int_equal(frame, f->count);
    f->last = time;
    return TW_OK;
}

static void time_and_films(void **state) {
    tw_engine *e = *state;
    tw_ref scene = scene_of(e), ball = ball_of(e, scene, 2), then;
    uint64_t before, after, again;
    OK(e, tw_snapshot(e, scene, &then));
    OK(e, tw_hash(e, scene, &before));
    OK(e, tw_advance(e, scene, 0.3));
    OK(e, tw_hash(e, scene, &after));
    assert_true(before != after && fabs(height_of(e, ball) - (2 - 0.45)) < 1e-9);
    OK(e, tw_restore(e, scene, then));
    OK(e, tw_hash(e, scene, &again));
    assert_true(again == before);
    OK(e, tw_advance(e, scene, 0.3));
    OK(e, tw_hash(e, scene, &again));
    assert_true(again == after);
    tw_variant list;
    OK(e, tw_set_param(e, "shots", "1"));
    OK(e, tw_run_text(e, "return require('tauwerk').param('shots', 3)", "text", &list));
    assert_true(list.is.number == 1);
    frames f = {0};
    tw_ref film = scene_of(e);
    OK(e, tw_play(e, film, count_frames, &f, NULL, NULL));
    assert_int_equal(f.count, 15); /* half a second at 30 / s */
    assert_true(fabs(f.last - 14 / 30.0) < 1e-12);
    uint8_t *a = calloc(64 * 36, 4), *b = calloc(64 * 36, 4);
    tw_draw_options size = {.size = sizeof size, .width = 64, .height = 36};
    OK(e, tw_draw(e, scene, &size, a, NULL));
    OK(e, tw_draw(e, scene, &size, b, NULL));
    assert_memory_equal(a, b, 64 * 36 * 4);
    assert_int_equal(a[3], 255);
    size.look = "studoi";
    refuses(e, tw_draw(e, scene, &size, a, NULL), TW_ARGUMENT, "did you mean 'studio'?");
    free(a);
    free(b);
}

/* ---- threads -------------------------------------------------------------------------------- */

/* a heap of spheres, with contacts, and a picture of it: to a hash */
static void *run(void *out) {
    tw_engine *e;
    uint64_t *hash = out;
    uint8_t *pixels = calloc(48 * 27, 4);
    assert_int_equal(
        tw_open(&(tw_engine_options){.size = sizeof(tw_engine_options), .threads = 2}, &e), TW_OK);
    tw_ref scene = scene_of(e);
    OK(e, tw_call(e, scene, "ground", NULL, 0, NULL));
    for (int i = 0; i < 8; i++) {
        const tw_entry field[] = {
            {"radius", tw_number(0.1)},
            {"collide", tw_bool(true)},
            {"position", tw_vector(0.03 * i * (i % 3 - 1), 0.02 * i, 0.15 + 0.22 * i)}};
        OK(e, tw_make(e, scene, "sphere", field, 3, NULL));
    }
    OK(e, tw_advance(e, scene, 0.8));
    OK(e, tw_hash(e, scene, hash));
    tw_draw_options size = {
        .size = sizeof size, .width = 48, .height = 27, .quality = TW_DRAW_NORMAL};
    OK(e, tw_draw(e, scene, &size, pixels, NULL));
    for (int i = 0; i < 48 * 27 * 4; i++) *hash = (*hash ^ pixels[i]) * 1099511628211u;
    free(pixels);
    tw_close(e);
    return NULL;
}

static void threads(void **state) {
    (void)state;
    uint64_t alone, beside[3];
    pthread_t thread[3];
    run(&alone);
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, run, &beside[i]), 0);
    for (int i = 0; i < 3; i++) pthread_join(thread[i], NULL);
    for (int i = 0; i < 3; i++) assert_true(beside[i] == alone);
}

typedef struct caller {
    tw_engine *engine;
    int polls, pieces;
} caller;

static tw_status closes_in_poll(void *context) {
    caller *c = context;
    c->polls++;
    tw_close(c->engine);
    refuses(c->engine, tw_play(c->engine, (tw_ref){0}, NULL, NULL, NULL, NULL), TW_ARGUMENT,
            "cannot be called by a function that the engine calls");
    return TW_OK;
}

static void closes_in_output(void *context, const char *text, size_t length) {
    caller *c = context;
    (void)text;
    c->pieces += length > 0;
    tw_close(c->engine);
}

/* functions of the options cannot close the engine that calls them */
static void closed_within(void **state) {
    (void)state;
    caller c = {0};
    tw_engine_options o = {.size = sizeof o,
                           .output = closes_in_output,
                           .output_context = &c,
                           .poll = closes_in_poll,
                           .poll_context = &c};
    assert_int_equal(tw_open(&o, &c.engine), TW_OK);
    tw_ref scene = scene_of(c.engine), ball = ball_of(c.engine, scene, 0);
    OK(c.engine, tw_advance(c.engine, scene, 0.5));
    assert_true(height_of(c.engine, ball) < -1);
    assert_true(c.polls > 0);
    OK(c.engine, tw_run_text(c.engine, "print 'a line'", "line", NULL));
    assert_true(c.pieces > 0);
    tw_close(c.engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(values, set_up, tear_down),
        cmocka_unit_test_setup_teardown(kinds_of_fields, set_up, tear_down),
        cmocka_unit_test_setup_teardown(failures, set_up, tear_down),
        cmocka_unit_test_setup_teardown(conflicts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(references, set_up, tear_down),
        cmocka_unit_test_setup_teardown(functions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(time_and_films, set_up, tear_down),
        cmocka_unit_test(threads),
        cmocka_unit_test(closed_within),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
