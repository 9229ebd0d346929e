/*
 * Meshes in Lua: from a file beside the script, or from lists of vertices and triangles. Equal
 * meshes are shared, so that a mesh that is read a hundred times is checked once: a table in the
 * registry has the meshes in use by hash, and meshes with equal hashes are compared in full. Meshes
 * that are no longer in use are removed from the table when the next mesh is made.
 */
#include "script/object/object.h"

#include "base/file.h"
#include "io/mesh/mesh.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* userdata that owns the data being read, so that Lua frees them after an error; or an entry of the
 * table of meshes, which owns a mesh */
typedef struct holder {
    tw_mesh_data data;
    tw_mesh *mesh;
    char *bytes; /* bytes of the file while it is read */
} holder;

static void empty(holder *h) {
    tw_mesh_data_free(&h->data);
    tw_mesh_release(h->mesh);
    h->mesh = NULL;
    free(h->bytes);
    h->bytes = NULL;
}

static int holder_gc(lua_State *L) {
    empty(lua_touserdata(L, 1));
    return 0;
}

static holder *push_holder(lua_State *L) {
    holder *h = lua_newuserdatauv(L, sizeof *h, 0);
    *h = (holder){0};
    if (luaL_newmetatable(L, "tw.mesh")) {
        lua_pushcfunction(L, holder_gc);
        lua_setfield(L, -2, "__gc");
    }
    lua_setmetatable(L, -2);
    return h;
}

/* ---- one mesh for equal ones ---------------------------------------------------------------- */

static bool equal(const tw_mesh_data *d, const tw_mesh *m) {
    return m && d->vertex_count == m->vertex_count && d->triangle_count == m->triangle_count &&
           !memcmp(d->vertex, m->vertex, 3 * d->vertex_count * sizeof *d->vertex) &&
           !memcmp(d->triangle, m->triangle, 3 * d->triangle_count * sizeof *d->triangle) &&
           !d->spot == !m->spot &&
           (!d->spot || !memcmp(d->spot, m->spot, 6 * d->triangle_count * sizeof *d->spot));
}

static void sweep(lua_State *L, int table) {
    for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
        const holder *h = lua_touserdata(L, -1);
        if (atomic_load(&h->mesh->references) > 1) continue;
        lua_pushvalue(L, -2);
        lua_pushnil(L);
        lua_rawset(L, table);
    }
}

/* sets h's mesh from its data: to the known mesh that is equal, or to a new one; h is the userdata
 * on top of the stack */
static tw_status intern(lua_State *L, holder *h) {
    int own = lua_gettop(L);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, "tw.meshes");
    int table = lua_gettop(L);
    tw_mesh_data *d = &h->data;
    tw_hash hash = tw_mesh_data_hash(d);
    lua_pushinteger(L, (lua_Integer)hash);
    lua_rawget(L, table);
    const holder *known = lua_touserdata(L, -1);
    if (known && equal(d, known->mesh)) {
        h->mesh = tw_mesh_retain(known->mesh);
        lua_settop(L, own);
        return TW_OK;
    }
    tw_status s = tw_mesh_create(d, &h->mesh);
    if (s == TW_OK) {
        sweep(L, table);
        lua_pushinteger(L, (lua_Integer)hash);
        lua_pushvalue(L, own);
        lua_rawset(L, table);
    }
    lua_settop(L, own);
    return s;
}

/* ---- files ---------------------------------------------------------------------------------- */

/* true: something with the path on top of the stack exists (a folder counts, too), and the script
 * may read it; false: the path is popped. Raises an error if this cannot be determined */
static bool allowed(lua_State *L) {
    char *real;
    tw_status may = tw_script_may_read(tw_script_of(L), lua_tostring(L, -1), &real), look = TW_OK;
    tw_file_kind kind = TW_FILE_NONE;
    if (may == TW_OK) look = tw_file_look(real, true, &kind);
    free(real);
    if (may == TW_MEMORY || look != TW_OK) tw_raise(L, may == TW_OK ? look : may, "file");
    if (kind == TW_FILE_NONE) lua_pop(L, 1);
    return kind != TW_FILE_NONE;
}

/* pushes the path of `name` in the folder of `file`; false: no such file, nothing pushed */
static bool push_in_folder(lua_State *L, const char *file, const char *name) {
    const char *slash = file ? strrchr(file, '/') : NULL;
    if (!slash) return false;
    lua_pushlstring(L, file, (size_t)(slash - file) + 1);
    lua_pushstring(L, name);
    lua_concat(L, 2);
    return allowed(L);
}

const char *tw_push_beside(lua_State *L, const char *name) {
    /* the mesh may be named in another file that the script has loaded, and then lies beside that
     * file */
    tw_place here = tw_place_now(L);
    if (*name != '/' && (push_in_folder(L, tw_script_of(L)->file, name) ||
                         (here.line && push_in_folder(L, here.file, name))))
        return lua_tostring(L, -1);
    lua_pushstring(L, name);
    return allowed(L) ? lua_tostring(L, -1) : NULL;
}

bool tw_read_no_file(tw_reader *r, const char *name) {
    return tw_read_fail(r,
                        tw_script_of(r->L)->options.bounds.sandbox
                            ? "no such file '%s' below the script's folder, and a sandbox reads no "
                              "other (--trust)"
                            : "no such file '%s', nor beside the script",
                        name);
}

static bool read_file(tw_reader *r, int index, tw_mesh_ref *ref) {
    lua_State *L = r->L;
    if (lua_type(L, index) != LUA_TSTRING)
        return tw_read_expected(r, index, "the name of a file .obj, .stl or .ply");
    const char *name = lua_tostring(L, index), *path = tw_push_beside(L, name);
    if (!path) return tw_read_no_file(r, name);
    holder *h = push_holder(L);
    size_t size;
    tw_status s = tw_file_read_bounded(path, &h->bytes, &size);
    /* the text of the failure names the file already */
    if (s != TW_OK) return tw_read_failed(r, NULL);
    s = tw_mesh_parse(path, h->bytes, size, &h->data);
    free(h->bytes);
    h->bytes = NULL;
    if (s == TW_OK) s = intern(L, h);
    if (s != TW_OK) return tw_read_failed(r, name);
    ref->file = strdup(name);
    if (!ref->file) return tw_read_no_memory(r);
    ref->mesh = tw_mesh_retain(h->mesh);
    return true;
}

/* ---- lists ---------------------------------------------------------------------------------- */

static bool read_vertices(tw_reader *r, int index, tw_mesh_data *d) {
    lua_State *L = r->L;
    char what[64];
    size_t n = lua_rawlen(L, index);
    if (n > 3 * (size_t)TW_MESH_TRIANGLES) return tw_read_fail(r, "too many vertices");
    d->vertex = malloc((3 * n + 1) * sizeof *d->vertex);
    if (!d->vertex) return tw_read_no_memory(r);
    for (size_t i = 0; i < n; i++) {
        vec3 v;
        lua_rawgeti(L, index, (lua_Integer)i + 1);
        if (!tw_get_vec3(L, -1, &v)) {
            snprintf(what, sizeof what, "{x, y, z} for vertex %zu", i + 1);
            return tw_read_expected(r, lua_gettop(L), what);
        }
        lua_pop(L, 1);
        v3_store(d->vertex + 3 * i, v);
    }
    d->vertex_count = n;
    return true;
}

static bool read_triangles(tw_reader *r, int index, tw_mesh_data *d) {
    lua_State *L = r->L;
    char what[64];
    size_t n = lua_rawlen(L, index);
    if (n > TW_MESH_TRIANGLES) return tw_read_fail(r, "too many triangles");
    d->triangle = malloc((3 * n + 1) * sizeof *d->triangle);
    if (!d->triangle) return tw_read_no_memory(r);
    for (size_t i = 0; i < n; i++) {
        double v[3];
        lua_rawgeti(L, index, (lua_Integer)i + 1);
        bool ok =
            lua_type(L, -1) == LUA_TTABLE && lua_rawlen(L, -1) == 3 && tw_get_numbers(L, -1, 3, v);
        for (int k = 0; ok && k < 3; k++) {
            ok = v[k] == floor(v[k]) && fabs(v[k]) < 2e9;
            if (ok) d->triangle[3 * i + (size_t)k] = (int32_t)v[k] - 1;
        }
        if (!ok) {
            snprintf(what, sizeof what, "three numbers of vertices for triangle %zu", i + 1);
            return tw_read_expected(r, lua_gettop(L), what);
        }
        lua_pop(L, 1);
    }
    d->triangle_count = n;
    return true;
}

static bool read_lists(tw_reader *r, int index, tw_mesh_ref *ref) {
    lua_State *L = r->L;
    holder *h = push_holder(L);
    int own = lua_gettop(L);
    lua_pushstring(L, "vertices");
    lua_rawget(L, r->given);
    if (lua_type(L, -1) != LUA_TTABLE)
        return tw_read_expected(r, lua_gettop(L), "it together with a list 'vertices'");
    if (!read_vertices(r, lua_gettop(L), &h->data) || !read_triangles(r, index, &h->data))
        return false;
    lua_settop(L, own);
    if (intern(L, h) != TW_OK) return tw_read_failed(r, NULL);
    ref->mesh = tw_mesh_retain(h->mesh);
    return true;
}

/* -------------------------------------------------------------------------------------------- */

bool tw_read_mesh(tw_reader *r, int index, const tw_param *p, tw_mesh_ref *ref) {
    lua_State *L = r->L;
    int top = lua_gettop(L);
    index = lua_absindex(L, index);
    *ref = (tw_mesh_ref){0};
    luaL_checkstack(L, 20, NULL);
    bool ok = true;
    if (!strcmp(p->name, "file")) {
        ok = read_file(r, index, ref);
    } else if (lua_type(L, index) != LUA_TTABLE) {
        ok = tw_read_expected(r, index, "a list");
    } else if (!r->given) {
        ok = tw_read_fail(r, "can be given at creation only");
    } else if (!strcmp(p->name, "triangles")) {
        ok = read_lists(r, index, ref);
    } else { /* `vertices`: read together with the field `triangles` */
        lua_pushstring(L, "triangles");
        if (lua_rawget(L, r->given) == LUA_TNIL)
            ok = tw_read_fail(r, "expected it together with 'triangles'");
    }
    lua_settop(L, top);
    return ok;
}

static void push_vertices(lua_State *L, const tw_mesh *m) {
    lua_createtable(L, (int)m->vertex_count, 0);
    for (size_t i = 0; i < m->vertex_count; i++) {
        tw_push_vec3(L, tw_mesh_vertex(m, i));
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

static void push_triangles(lua_State *L, const tw_mesh *m) {
    lua_createtable(L, (int)m->triangle_count, 0);
    for (size_t i = 0; i < m->triangle_count; i++) {
        lua_createtable(L, 3, 0);
        for (size_t k = 0; k < 3; k++) {
            lua_pushinteger(L, (lua_Integer)m->triangle[3 * i + k] + 1);
            lua_rawseti(L, -2, (lua_Integer)k + 1);
        }
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

void tw_push_mesh(lua_State *L, const tw_param *p, const tw_mesh_ref *ref) {
    if (!ref->mesh)
        lua_pushnil(L);
    else if (!strcmp(p->name, "file"))
        lua_pushstring(L, ref->file);
    else if (!strcmp(p->name, "vertices"))
        push_vertices(L, ref->mesh);
    else
        push_triangles(L, ref->mesh);
}
