/*
 * Materials in Lua: a preset by its name, a table of fields, or both; and their textures: a pattern
 * by its name, or a picture from a file beside the script. Equal files share one picture: a table
 * in the registry has the pictures in use by the hash of their bytes.
 */
#include "script/object/object.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/text/suggest.h"
#include "io/picture/lightmap.h"
#include "io/picture/pixmap.h"

#include <stdlib.h>
#include <string.h>

/* ---- textures -------------------------------------------------------------------------------- */

typedef struct holder {
    bool radiance; /* true: the file becomes a light map (`light`); false: a picture (`map`) */
    const tw_pixmap *map;
    const tw_lightmap *light;
    char *bytes; /* bytes of the file while it is being read */
    size_t size;
} holder;

static int holder_gc(lua_State *L) {
    holder *h = lua_touserdata(L, 1);
    tw_pixmap_release(h->map);
    tw_lightmap_release(h->light);
    free(h->bytes);
    *h = (holder){0};
    return 0;
}

static holder *push_holder(lua_State *L, bool radiance) {
    holder *h = lua_newuserdatauv(L, sizeof *h, 0);
    *h = (holder){.radiance = radiance};
    if (luaL_newmetatable(L, "tw.pixmap")) {
        lua_pushcfunction(L, holder_gc);
        lua_setfield(L, -2, "__gc");
    }
    lua_setmetatable(L, -2);
    return h;
}

static int references(const holder *h) {
    return h->light ? atomic_load(&h->light->references) : atomic_load(&h->map->references);
}

/* removes the pictures that nothing else refers to from the table */
static void sweep(lua_State *L, int table) {
    for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
        const holder *h = lua_touserdata(L, -1);
        if (references(h) > 1) continue;
        lua_pushvalue(L, -2);
        lua_pushnil(L);
        lua_rawset(L, table);
    }
}

static tw_status parse(holder *h) {
    tw_pixmap *map = NULL;
    tw_lightmap *light = NULL;
    tw_status s = h->radiance ? tw_lightmap_parse(h->bytes, h->size, &light)
                              : tw_pixmap_parse(h->bytes, h->size, &map);
    h->map = map;
    h->light = light;
    return s;
}

/* sets h's picture from the bytes of its file: to the known picture with equal bytes, or to a new
 * one; h is the userdata on top of the stack */
static tw_status intern(lua_State *L, holder *h) {
    int own = lua_gettop(L);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, h->radiance ? "tw.lightmaps" : "tw.pixmaps");
    int table = lua_gettop(L);
    sweep(L, table);
    lua_Integer key = (lua_Integer)tw_hash_end(tw_hash_bytes(tw_hash_begin(), h->bytes, h->size));
    tw_status s = TW_OK;
    if (lua_rawgeti(L, table, key) != LUA_TNIL) {
        const holder *known = lua_touserdata(L, -1);
        h->map = tw_pixmap_retain(known->map);
        h->light = tw_lightmap_retain(known->light);
    } else {
        s = parse(h);
        if (s == TW_OK) {
            lua_pushvalue(L, own);
            lua_rawseti(L, table, key);
        }
    }
    lua_settop(L, own);
    return s;
}

static bool read_file(tw_reader *r, const char *name, bool radiance, tw_texture_ref *ref) {
    lua_State *L = r->L;
    const char *path = tw_push_beside(L, name);
    if (!path) return tw_read_no_file(r, name);
    holder *h = push_holder(L, radiance);
    tw_status s = tw_file_read_bounded(path, &h->bytes, &h->size);
    /* the text of the failure names the file already */
    if (s != TW_OK) return tw_read_failed(r, NULL);
    s = intern(L, h);
    free(h->bytes);
    h->bytes = NULL;
    if (s != TW_OK) return tw_read_failed(r, name);
    ref->file = strdup(name);
    if (!ref->file) return tw_read_no_memory(r);
    ref->map = tw_pixmap_retain(h->map);
    ref->light = tw_lightmap_retain(h->light);
    return true;
}

bool tw_read_texture(tw_reader *r, int index, const tw_param *p, tw_texture_ref *ref) {
    lua_State *L = r->L;
    int top = lua_gettop(L);
    *ref = (tw_texture_ref){0};
    if (lua_type(L, index) != LUA_TSTRING)
        return tw_read_expected(r, index, tw_param_expectation(p));
    const char *name = lua_tostring(L, index);
    tw_suggestion near = tw_suggestion_for(name);
    for (int i = 0; p->choices[i]; i++) {
        if (!strcmp(p->choices[i], name)) {
            ref->pattern = i;
            return true;
        }
        tw_suggestion_offer(&near, p->choices[i]);
    }
    if (!strpbrk(name, "./"))
        return tw_read_fail(r, "expected %s, got '%s'%s%s%s", tw_param_expectation(p), name,
                            near.best ? "; did you mean '" : "", near.best ? near.best : "",
                            near.best ? "'?" : "");
    luaL_checkstack(L, 20, NULL);
    bool ok = read_file(r, name, (p->flags & TW_RADIANCE) != 0, ref);
    lua_settop(L, top);
    return ok;
}

/* ---- materials ------------------------------------------------------------------------------ */

/* reads the fields of the table at index into *fields; first_is_name: element 1 is a preset's name
 */
static bool read_material_fields(tw_reader *r, int index, tw_material_fields *fields,
                                 bool first_is_name) {
    lua_State *L = r->L;
    bool ok = true;
    tw_push_keys(L, index);
    int keys = lua_gettop(L);
    lua_Integer n = (lua_Integer)lua_rawlen(L, keys);
    for (lua_Integer i = 1; i <= n && ok; i++) {
        if (lua_rawgeti(L, keys, i) != LUA_TSTRING) {
            ok = first_is_name || tw_read_fail(r, "expected named fields of a material");
            lua_pop(L, 1);
            continue;
        }
        const char *key = lua_tostring(L, -1);
        const tw_param *p = tw_params_find(tw_material_params, tw_material_param_count, key);
        if (!p) {
            tw_suggestion s = tw_suggestion_for(key);
            for (int k = 0; k < tw_material_param_count; k++)
                tw_suggestion_offer(&s, tw_material_params[k].name);
            static const char listed[] = "'tauwerk help material' lists its fields";
            ok = s.best ? tw_read_fail(r, "unknown field '%s' of a material; did you mean '%s'?",
                                       key, s.best)
                        : tw_read_fail(r, "unknown field '%s' of a material; %s", key, listed);
        } else {
            tw_field_memory memory;
            lua_pushvalue(L, -1);
            lua_rawget(L, index);
            ok = tw_read_field(r, lua_gettop(L), p, NULL, &memory);
            if (ok) {
                tw_param_clear(p, fields);
                memcpy((char *)fields + p->offset, &memory, tw_param_size(p->type));
            } else {
                tw_reader inner = *r;
                tw_read_fail(r, "field '%s': %s", key, inner.error);
            }
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return ok;
}

/* when a picture replaces the pattern of a preset, it is fitted to the shape unless the table gives
 * texture_scale */
static void fit_picture(lua_State *L, int index, tw_material_fields *fields) {
    lua_getfield(L, index, "texture_scale");
    if (fields->texture.map && lua_isnil(L, -1)) {
        tw_value_clear(&fields->texture_scale);
        fields->texture_scale = tw_value_scalar(TW_UNSET);
    }
    lua_pop(L, 1);
}

bool tw_read_material(tw_reader *r, int index, void *memory) {
    lua_State *L = r->L;
    tw_material_fields *fields = memory;
    index = lua_absindex(L, index);
    int type = lua_type(L, index);
    if (type != LUA_TSTRING && type != LUA_TTABLE)
        return tw_read_expected(r, index, "a material's name or a table");
    bool named = false;
    tw_status s;
    if (type == LUA_TSTRING) {
        s = tw_material_preset(lua_tostring(L, index), fields);
    } else {
        named = lua_rawgeti(L, index, 1) == LUA_TSTRING;
        memset(fields, 0, sizeof *fields);
        s = named ? tw_material_preset(lua_tostring(L, -1), fields)
                  : tw_params_preset(tw_material_params, tw_material_param_count, fields);
        lua_pop(L, 1);
    }
    if (s != TW_OK) return tw_read_failed(r, NULL);
    if (type == LUA_TSTRING) return true;
    if (read_material_fields(r, index, fields, named)) {
        fit_picture(L, index, fields);
        return true;
    }
    tw_params_clear(tw_material_params, tw_material_param_count, fields);
    return false;
}
