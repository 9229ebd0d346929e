/* The table of the Lua module (app/reference/api.h) against the module itself: all that scripts can
 * reach has a row, and the stubs for editors hold every kind and every field. */
#include "app/reference/api.h"
#include "app/reference/stubs.h"
#include "model/prop.h"
#include "model/world.h"
#include "script/object/object.h"
#include "script/scene/scene.h"
#include "script/script.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- rows ----------------------------------------------------------------------------------- */

static void rows_are_whole(void **state) {
    (void)state;
    const tw_api_part *p;
    int n = 0;
    for (int i = 0; (p = tw_api_part_at(i)); i++)
        for (int k = 0; k < p->count; k++, n++) {
            const tw_api *row = &p->row[k];
            if (!row->type || !*row->type || !row->doc || !*row->doc)
                fail_msg("%s.%s says nothing", row->owner, row->name);
            if (tw_api_is_function(row) && !row->use)
                fail_msg("%s.%s: not said how it is called", row->owner, row->name);
            char owners[200];
            snprintf(owners, sizeof owners, "%s", row->owner);
            for (char *o = strtok(owners, " "); o; o = strtok(NULL, " ")) {
                if (!tw_api_class_named(o)) fail_msg("%s: no such class", o);
                assert_ptr_equal(tw_api_find(o, row->name), row); /* once in each class */
            }
        }
    assert_true(n > 200);
}

/* ---- the module ----------------------------------------------------------------------------- */

static bool is_kind(const char *name) {
    for (int i = 0; tw_body_kinds[i]; i++)
        if (!strcmp(tw_body_kinds[i]->kind.name, name)) return true;
    for (int i = 0; tw_force_kinds[i]; i++)
        if (!strcmp(tw_force_kinds[i]->kind.name, name)) return true;
    for (int i = 0; tw_constraint_kinds[i]; i++)
        if (!strcmp(tw_constraint_kinds[i]->kind.name, name)) return true;
    for (int i = 0; tw_prop_kinds[i]; i++)
        if (!strcmp(tw_prop_kinds[i]->kind.name, name)) return true;
    return false;
}

/* every key of the table on top, which goes, has a row in the class, or is a kind where those may
 * be; how many there were */
static int check_keys(lua_State *L, const char *class_) {
    int n = 0;
    assert_true(lua_istable(L, -1));
    lua_pushnil(L);
    while (lua_next(L, -2)) {
        lua_pop(L, 1);
        const char *name = lua_tostring(L, -1);
        bool maker = !strcmp(class_, "maker");
        if (!tw_api_find(class_, name) && !(maker && is_kind(name)))
            fail_msg("%s.%s has no row in src/app/reference", class_, name);
        n++;
    }
    lua_pop(L, 1);
    return n;
}

static void check_getters(const tw_getter *g, const char *class_) {
    for (; g->name; g++)
        if (!tw_api_find(class_, g->name))
            fail_msg("%s.%s has no row in src/app/reference", class_, g->name);
}

static void check_methods(const luaL_Reg *m, const char *class_) {
    for (; m->name; m++)
        if (!tw_api_find(class_, m->name))
            fail_msg("%s:%s has no row in src/app/reference", class_, m->name);
}

static void ignore(void *context, const tw_script_model *m) {
    (void)context;
    (void)m;
}

static void all_that_is_reached_has_a_row(void **state) {
    (void)state;
    tw_script *s;
    assert_int_equal(tw_script_create(NULL, &s), TW_OK);
    assert_int_equal(tw_script_models(s, ignore, NULL), TW_OK); /* so that they are loaded */
    lua_State *L = s->L;
    int top = lua_gettop(L);
    lua_getfield(L, LUA_REGISTRYINDEX, "tw.scene.methods");
    assert_true(check_keys(L, "scene") > 25);
    lua_getfield(L, LUA_REGISTRYINDEX, "tw.makers");
    assert_true(check_keys(L, "maker") > 60);
    luaL_getmetatable(L, "tw.random");
    lua_getfield(L, -1, "__index");
    assert_int_equal(check_keys(L, "random"), 3);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    lua_getfield(L, -1, "tauwerk");
    lua_getfield(L, -1, "math");
    assert_true(check_keys(L, "tw.math") > 20);
    assert_true(check_keys(L, "tw") > 15);
    lua_settop(L, top);
    static const char *const classes[] = {"body", "point", "force", "constraint", "group", "prop"};
    for (int c = 0; c < TW_CLASS_TOTAL; c++) {
        luaL_getmetatable(L, tw_handle_metatables[c]);
        lua_getfield(L, -1, "methods");
        assert_true(check_keys(L, classes[c]) >= 2);
        lua_settop(L, top);
    }
    check_getters(tw_body_getters, "body");
    check_getters(tw_point_getters, "point");
    check_getters(tw_force_getters, "force");
    check_getters(tw_constraint_getters, "constraint");
    check_getters(tw_group_getters, "group");
    check_getters(tw_prop_getters, "prop");
    check_getters(tw_scene_getters, "scene");
    check_methods(tw_vec3_methods, "vec3");
    check_methods(tw_quat_methods, "quat");
    tw_script_destroy(s);
}

/* ---- stubs ---------------------------------------------------------------------------------- */

/* the line of a field below "---@class tauwerk.CLASS" has a type and a text */
static void check_field(const char *text, const char *class_, const char *name) {
    char head[120], field[120];
    snprintf(head, sizeof head, "---@class tauwerk.%s:", class_);
    const char *at = strstr(text, head);
    if (!at) fail_msg("no class %s in the stubs", class_);
    const char *end = strstr(at, "\n\n");
    for (int optional = 0; optional < 2; optional++) {
        snprintf(field, sizeof field, "\n---@field %s%s ", name, optional ? "?" : "");
        const char *row = strstr(at, field);
        if (!row || row > end) continue;
        const char *line = strchr(row + 1, '\n'), *doc = strstr(row, " # ");
        size_t n = strlen(field);
        if (!doc || doc > line || doc == row + n - 1 || doc + 3 == line)
            fail_msg("%s.%s has no type or no text", class_, name);
        return;
    }
    fail_msg("%s.%s is not in the stubs", class_, name);
}

static void check_kind(const char *text, const tw_kind *k) {
    char class_[80], line[120];
    snprintf(class_, sizeof class_, "%s.fields", k->name);
    for (int i = 0; i < k->param_count; i++) check_field(text, class_, k->params[i].name);
    snprintf(line, sizeof line, "\nfunction c:%s(fields) end\n", k->name);
    if (!strstr(text, line)) fail_msg("scene:%s is not in the stubs", k->name);
}

static void stubs_hold_everything(void **state) {
    (void)state;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(tw_stubs_write(out), TW_OK);
    assert_int_equal(fclose(out), 0);
    for (int i = 0; tw_body_kinds[i]; i++) {
        const tw_body_kind *k = tw_body_kinds[i];
        char class_[80];
        check_kind(text, &k->kind);
        snprintf(class_, sizeof class_, "%s%s", k->kind.name,
                 strcmp(k->kind.name, "body") ? "" : "_kind");
        for (const tw_point_field *f = k->fields; f && f->name; f++)
            check_field(text, class_, f->name);
        for (const tw_number_field *f = k->numbers; f && f->name; f++)
            check_field(text, class_, f->name);
    }
    for (int i = 0; tw_force_kinds[i]; i++) check_kind(text, &tw_force_kinds[i]->kind);
    for (int i = 0; tw_constraint_kinds[i]; i++) check_kind(text, &tw_constraint_kinds[i]->kind);
    for (int i = 0; tw_prop_kinds[i]; i++) check_kind(text, &tw_prop_kinds[i]->kind);
    const tw_api_part *p;
    for (int i = 0; (p = tw_api_part_at(i)); i++)
        for (int k = 0; k < p->count; k++) {
            char line[120];
            const tw_api *row = &p->row[k];
            const char *local = !strcmp(row->owner, "tw")        ? "tw."
                                : !strcmp(row->owner, "tw.math") ? "c."
                                                                 : "c:";
            snprintf(line, sizeof line, tw_api_is_function(row) ? "\nfunction %s%s(" : "%s%s",
                     tw_api_is_function(row) ? local : "---@field ", row->name);
            if (!strstr(text, line)) fail_msg("%s.%s is not in the stubs", row->owner, row->name);
        }
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_whole),
        cmocka_unit_test(all_that_is_reached_has_a_row),
        cmocka_unit_test(stubs_hold_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
