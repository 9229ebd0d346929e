/*
 * scene:matrix{"mass"} and scene:matrix{"jacobian"}: the matrices of the equation of motion at the
 * present state, as tables of numbers with names for their rows and columns.
 *
 * Columns are the velocities of the bodies that move freely, in the order of the scene, six each:
 * of the centre of mass (x, y, z; m/s) and angular (rx, ry, rz; rad/s), in world axes. Rows of the
 * mass matrix are the same; rows of the Jacobian are those of the enabled constraints, in the order
 * of the scene: J v is the rate of their deviations, or of their velocities' accelerations.
 */
#include "script/scene/scene.h"

#include "dynamics/pass/pass.h"

enum { PER_BODY = 6 };

/* first column of each body [bodies]; -1: it has none; how many columns */
static int columns_of(const tw_dynamics *d, int *column) {
    int n = 0;
    for (int i = 0; i < d->pass.bodies; i++) {
        column[i] = d->free_body[i] ? n : -1;
        if (d->free_body[i]) n += PER_BODY;
    }
    return n;
}

/* the table of the matrix is on top */
static void set_columns(lua_State *L, const tw_dynamics *d, int columns, const char *field) {
    static const char *const part[PER_BODY] = {"x", "y", "z", "rx", "ry", "rz"};
    lua_createtable(L, columns, 0);
    int n = 0;
    for (int i = 0; i < d->pass.bodies; i++)
        for (int k = 0; d->free_body[i] && k < PER_BODY; k++) {
            lua_pushfstring(L, "%s.%s", d->world->body.data[i]->o.name, part[k]);
            lua_rawseti(L, -2, ++n);
        }
    lua_setfield(L, -2, field);
}

/* pushes a row of zeros but for six numbers each at some columns */
static void push_row(lua_State *L, int columns, double *row) {
    lua_createtable(L, columns, 0);
    for (int i = 0; i < columns; i++) {
        lua_pushnumber(L, row[i]);
        lua_rawseti(L, -2, i + 1);
        row[i] = 0;
    }
}

static void push_mass(lua_State *L, const tw_dynamics *d, const int *column, int columns,
                      double *row) {
    lua_createtable(L, columns, 2);
    for (int i = 0; i < d->pass.bodies; i++) {
        const tw_body *b = d->world->body.data[i];
        mat3 R = q_matrix(b->orientation), I = m3_rotate(&R, &b->inertia);
        for (int k = 0; column[i] >= 0 && k < PER_BODY; k++) {
            double *own = row + column[i];
            if (k < 3)
                own[k] = b->mass;
            else
                for (int j = 0; j < 3; j++) own[3 + j] = I.m[k - 3][j];
            push_row(L, columns, row);
            lua_rawseti(L, -2, column[i] + k + 1);
        }
    }
    set_columns(L, d, columns, "rows");
    set_columns(L, d, columns, "columns");
}

static void push_jacobian(lua_State *L, const tw_dynamics *d, const int *column, int columns,
                          double *row) {
    int n = 0;
    lua_createtable(L, d->pass.rows, 2);
    lua_createtable(L, d->pass.rows, 0); /* names of the rows */
    for (int k = 0; k < d->pass.blocks; k++) {
        const tw_block *b = &d->pass.block[k];
        const double *J = b->J;
        for (int i = 0; i < b->rows; i++) {
            for (int s = 0; s < b->bind->slots; s++, J += PER_BODY) {
                int at = column[b->bind->body[s]];
                for (int j = 0; at >= 0 && j < PER_BODY; j++) row[at + j] += J[j];
            }
            push_row(L, columns, row);
            lua_rawseti(L, -3, ++n);
            if (b->rows == 1)
                lua_pushstring(L, b->c->o.name);
            else
                lua_pushfstring(L, "%s[%d]", b->c->o.name, i + 1);
            lua_rawseti(L, -2, n);
        }
    }
    lua_setfield(L, -2, "rows");
    set_columns(L, d, columns, "columns");
}

/* the text at [1] */
static bool wants_mass(lua_State *L) {
    static const char *const which[] = {"mass", "jacobian"};
    char got[64];
    if (lua_type(L, 2) != LUA_TTABLE)
        tw_error(L, "scene:matrix: expected a table, as in scene:matrix{\"mass\"}, got %s",
                 tw_describe(L, 2, got, sizeof got));
    lua_rawgeti(L, 2, 1);
    for (int i = 0; i < 2; i++) {
        lua_pushstring(L, which[i]);
        if (lua_rawequal(L, -1, 3)) return i == 0;
        lua_pop(L, 1);
    }
    tw_error(L, "scene:matrix: expected \"mass\" or \"jacobian\", got %s",
             tw_describe(L, 3, got, sizeof got));
}

static void check_alone(lua_State *L) {
    char got[64];
    lua_pushnil(L);
    while (lua_next(L, 2)) {
        if (lua_type(L, -2) != LUA_TNUMBER || lua_tonumber(L, -2) != 1)
            tw_error(L,
                     "scene:matrix: expected one name alone, as in scene:matrix{\"mass\"}, got "
                     "also field %s",
                     tw_describe(L, -2, got, sizeof got));
        lua_pop(L, 1);
    }
}

static int scene_matrix(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "matrix");
    lua_settop(L, 2);
    bool mass = wants_mass(L);
    check_alone(L);
    tw_world_tidy(scene->world);
    const tw_dynamics *d = tw_evaluate(L, scene, "matrices");
    int *column = lua_newuserdatauv(L, ((size_t)d->pass.bodies + 1) * sizeof *column, 0);
    int columns = columns_of(d, column);
    double *row = lua_newuserdatauv(L, ((size_t)columns + 1) * sizeof *row, 0);
    for (int i = 0; i < columns; i++) row[i] = 0;
    (mass ? push_mass : push_jacobian)(L, d, column, columns, row);
    return 1;
}

const luaL_Reg tw_matrix_functions[] = {{"matrix", scene_matrix}, {NULL, NULL}};
