/* Engines: life, objects, time, scripts; see include/tauwerk.h. */
#include "library/engine.h"

#include "script/regress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *tw_version(void) {
    return TAUWERK_VERSION;
}

tw_status tw_engine_done(tw_engine *e, tw_status s) {
    if (s != TW_OK)
        snprintf(e->error, sizeof e->error, "%s", *tw_failure() ? tw_failure() : tw_status_text(s));
    return s;
}

tw_status tw_engine_check(const tw_engine *e) {
    return e ? TW_OK : tw_fail(TW_ARGUMENT, "expected an engine, got NULL");
}

const char *tw_last_error(const tw_engine *e) {
    return e ? e->error : tw_failure();
}

bool tw_engine_calls(const tw_engine *e) {
    return e->calls > 0 || e->door.depth > 0;
}

/* ---- functions of the options; context: the engine ------------------------------------------ */

static void put_output(void *context, const char *text, size_t length) {
    tw_engine *e = context;
    if (!e->options.output) return;
    e->calls++;
    e->options.output(e->options.output_context, text, length);
    e->calls--;
}

static void put_notice(void *context, const char *text) {
    tw_engine *e = context;
    e->calls++;
    e->options.notice(e->options.notice_context, text);
    e->calls--;
}

static tw_status ask_poll(void *context) {
    tw_engine *e = context;
    e->calls++;
    tw_status s = e->options.poll(e->options.poll_context);
    e->calls--;
    return s;
}

/* ---- life ----------------------------------------------------------------------------------- */

/* copies the members that the caller's struct has; a program that was compiled with an older
 * version has a shorter struct, and the members that it lacks become zero */
static tw_status take_options(const tw_engine_options *given, tw_engine_options *o) {
    *o = (tw_engine_options){.size = sizeof *o};
    if (!given) return TW_OK;
    if (given->size < sizeof given->size || given->size > sizeof *o)
        return tw_fail(TW_ARGUMENT,
                       "tw_open: field 'size': expected sizeof(tw_engine_options), at most %zu in "
                       "this version, got %zu",
                       sizeof *o, given->size);
    memcpy(o, given, given->size);
    o->size = sizeof *o;
    if (o->threads < 0 || o->threads > 1024)
        return tw_fail(TW_ARGUMENT, "tw_open: field 'threads': expected 0 to 1024, got %d",
                       o->threads);
    return TW_OK;
}

tw_status tw_open(const tw_engine_options *options, tw_engine **engine) {
    if (!engine) return tw_fail(TW_ARGUMENT, "tw_open: expected room for the engine, got NULL");
    *engine = NULL;
    tw_engine *e = calloc(1, sizeof *e);
    if (!e) return tw_fail_memory();
    tw_status s = take_options(options, &e->options);
    const tw_engine_options *o = &e->options;
    tw_script_options script = {.bounds = {.sandbox = o->sandbox},
                                .memory = o->memory,
                                .output = put_output,
                                .output_context = e,
                                .notice = o->notice ? put_notice : NULL,
                                .notice_context = e,
                                .poll = {o->poll ? ask_poll : NULL, e}};
    if (s == TW_OK) s = tw_door_open(&e->door, &script, e);
    if (s != TW_OK) {
        free(e);
        return s;
    }
    *engine = e;
    return TW_OK;
}

void tw_close(tw_engine *e) {
    if (!e || tw_engine_calls(e)) return;
    tw_door_close(&e->door);
    if (e->team) tw_team_destroy(e->team);
    free(e);
}

tw_status tw_here(tw_engine *e, const char *file, int line) {
    TW_TRY(tw_engine_check(e));
    return tw_engine_done(e, tw_script_here(e->door.script, file, line));
}

/* ---- scenes and objects --------------------------------------------------------------------- */

tw_status tw_scene_new(tw_engine *e, const tw_entry *field, size_t count, tw_ref *scene) {
    TW_TRY(tw_engine_check(e));
    if (!scene)
        return tw_engine_done(e, tw_fail(TW_ARGUMENT, "tw_scene_new: expected room for the scene, "
                                                      "got NULL"));
    return tw_engine_done(e, tw_door_scene_new(&e->door, field, count, scene));
}

tw_status tw_make(tw_engine *e, tw_ref owner, const char *kind, const tw_entry *field, size_t count,
                  tw_ref *object) {
    TW_TRY(tw_engine_check(e));
    return tw_engine_done(e, tw_door_make(&e->door, owner, kind, field, count, object));
}

tw_status tw_get(tw_engine *e, tw_ref object, const char *field, tw_variant *value) {
    TW_TRY(tw_engine_check(e));
    return tw_engine_done(e, tw_door_get(&e->door, object, field, value));
}

/* reads a field whose value must be of the given kind; room: the caller's pointer to the result;
 * TW_ARGUMENT: that pointer is NULL */
static tw_status get_kind(tw_engine *e, tw_ref object, const char *field, tw_variant_kind kind,
                          const void *room, tw_variant *value) {
    static const char *const names[] = {"nothing",      "a truth value", "a number",    "a vector",
                                        "a quaternion", "a text",        "a reference", "a list",
                                        "a table",      "a function"};
    TW_TRY(tw_get(e, object, field, value));
    if (!room)
        return tw_engine_done(e, tw_fail(TW_ARGUMENT,
                                         "expected room for the value of '%s', got "
                                         "NULL",
                                         field));
    if (value->kind == kind) return TW_OK;
    return tw_engine_done(e, tw_fail(TW_ARGUMENT, "field '%s': expected %s, got %s", field,
                                     names[kind], names[value->kind]));
}

tw_status tw_get_number(tw_engine *e, tw_ref object, const char *field, double *number) {
    tw_variant v;
    TW_TRY(get_kind(e, object, field, TW_IS_NUMBER, number, &v));
    *number = v.is.number;
    return TW_OK;
}

tw_status tw_get_vector(tw_engine *e, tw_ref object, const char *field, double vector[3]) {
    tw_variant v;
    TW_TRY(get_kind(e, object, field, TW_IS_VECTOR, vector, &v));
    memcpy(vector, v.is.vector, sizeof v.is.vector);
    return TW_OK;
}

tw_status tw_get_ref(tw_engine *e, tw_ref object, const char *field, tw_ref *ref) {
    tw_variant v;
    TW_TRY(get_kind(e, object, field, TW_IS_REF, ref, &v));
    *ref = v.is.ref;
    return TW_OK;
}

tw_status tw_set(tw_engine *e, tw_ref object, const char *field, const tw_variant *value) {
    TW_TRY(tw_engine_check(e));
    return tw_engine_done(e, tw_door_set(&e->door, object, field, value));
}

tw_status tw_call(tw_engine *e, tw_ref object, const char *verb, const tw_variant *argument,
                  size_t count, tw_variant *result) {
    TW_TRY(tw_engine_check(e));
    return tw_engine_done(e, tw_door_call(&e->door, object, verb, argument, count, result));
}

tw_status tw_connect(tw_engine *e, tw_ref owner, tw_ref a, tw_ref b, tw_ref *joint) {
    const tw_variant points[] = {tw_reference(a), tw_reference(b)};
    tw_variant result;
    TW_TRY(tw_call(e, owner, "connect", points, 2, joint ? &result : NULL));
    if (joint) *joint = result.is.ref;
    return TW_OK;
}

tw_status tw_remove(tw_engine *e, tw_ref object) {
    TW_TRY(tw_call(e, object, "remove", NULL, 0, NULL));
    return tw_release(e, object);
}

tw_status tw_release(tw_engine *e, tw_ref ref) {
    TW_TRY(tw_engine_check(e));
    return tw_engine_done(e, tw_door_release(&e->door, ref));
}

/* ---- time ----------------------------------------------------------------------------------- */

tw_status tw_advance(tw_engine *e, tw_ref scene, double t) {
    const tw_variant to = tw_number(t);
    return tw_call(e, scene, "advance_to", &to, 1, NULL);
}

tw_status tw_snapshot(tw_engine *e, tw_ref scene, tw_ref *snapshot) {
    tw_variant result;
    TW_TRY(tw_engine_check(e));
    if (!snapshot)
        return tw_engine_done(e, tw_fail(TW_ARGUMENT, "tw_snapshot: expected room for the "
                                                      "snapshot, got NULL"));
    TW_TRY(tw_call(e, scene, "snapshot", NULL, 0, &result));
    *snapshot = result.is.ref;
    return TW_OK;
}

tw_status tw_restore(tw_engine *e, tw_ref scene, tw_ref snapshot) {
    const tw_variant to = tw_reference(snapshot);
    return tw_call(e, scene, "restore", &to, 1, NULL);
}

tw_status tw_hash(tw_engine *e, tw_ref scene, uint64_t *hash) {
    tw_scene *s;
    TW_TRY(tw_engine_check(e));
    if (!hash)
        return tw_engine_done(
            e, tw_fail(TW_ARGUMENT, "tw_hash: expected room for the hash, got NULL"));
    tw_status status = tw_door_scene(&e->door, scene, &s);
    if (status == TW_OK) *hash = tw_scene_hash(s);
    return tw_engine_done(e, status);
}

tw_status tw_explain(tw_engine *e, tw_ref scene, const char **text) {
    tw_variant report;
    TW_TRY(tw_engine_check(e));
    if (!text)
        return tw_engine_done(
            e, tw_fail(TW_ARGUMENT, "tw_explain: expected room for the text, got NULL"));
    *text = NULL;
    TW_TRY(tw_call(e, scene, "diagnose", NULL, 0, &report));
    for (size_t i = 0; i < report.count; i++)
        if (!strcmp(report.is.entry[i].name, "message")) *text = report.is.entry[i].value.is.text;
    return TW_OK;
}

/* ---- scripts -------------------------------------------------------------------------------- */

tw_status tw_set_param(tw_engine *e, const char *name, const char *value) {
    TW_TRY(tw_engine_check(e));
    if (!name || !value)
        return tw_engine_done(e, tw_fail(TW_ARGUMENT, "tw_set_param: expected a name and a value, "
                                                      "got NULL"));
    return tw_engine_done(e, tw_script_set(e->door.script, name, value));
}

tw_status tw_run_file(tw_engine *e, const char *path, tw_variant *scenes) {
    TW_TRY(tw_engine_check(e));
    if (!path || tw_engine_calls(e))
        return tw_engine_done(e, tw_fail(TW_ARGUMENT, path ? "tw_run_file: cannot be called by a "
                                                             "function that the engine calls"
                                                           : "tw_run_file: expected a path, got "
                                                             "NULL"));
    tw_status s = tw_script_run_file(e->door.script, path, 0, NULL);
    if (s == TW_OK && scenes) s = tw_door_scenes(&e->door, scenes);
    return tw_engine_done(e, s);
}

tw_status tw_run_text(tw_engine *e, const char *text, const char *name, tw_variant *result) {
    TW_TRY(tw_engine_check(e));
    return tw_engine_done(e, tw_door_run_text(&e->door, text, name, result));
}
