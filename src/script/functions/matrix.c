/*
 * scene:matrix{"mass" | "jacobian" | "delassus"}: the matrices of the equation of motion at the
 * present state, as tables of numbers with names for their rows and columns.
 *
 * Velocities are those of the bodies that move freely, in the order of the scene, six each: of the
 * centre of mass (x, y, z; m/s) and angular (rx, ry, rz; rad/s), in world axes. Constraint rows are
 * those of the enabled constraints, in the order of the scene.
 *
 *   mass      M           velocities x velocities, kg and kg m^2
 *   jacobian  J           constraint rows x velocities: J v is the rate of the deviations, at
 *                         velocity level the deviations themselves
 *   delassus  J M^-1 J^T  constraint rows x constraint rows: accelerations of the deviations by
 *                         unit constraint forces [BB88 eq. 7]
 *
 * The numbers stand at [i] of the result and of its field `rows`.
 */
#include "script/functions/function.h"
#include "script/scene/scene.h"

#include "dynamics/pass/pass.h"

#include <string.h>

enum { PER_BODY = 6 };

typedef struct matrix {
    const tw_dynamics *d;
    /* [bodies] number of the column of each body's first velocity; -1: the body does not move
     * freely and has none */
    int *column;
    int columns; /* number of columns: one for each velocity */
    double *row; /* [columns] scratch */
} matrix;

static void find_columns(matrix *m) {
    m->columns = 0;
    for (int i = 0; i < m->d->pass.bodies; i++) {
        m->column[i] = m->d->free_body[i] ? m->columns : -1;
        if (m->d->free_body[i]) m->columns += PER_BODY;
    }
}

/* ---- rows of constraints -------------------------------------------------------------------- */

/* the six numbers of row i of block b's (a constraint's) Jacobian J for the body in slot s */
static const double *part_of(const tw_block *b, int i, int s) {
    return b->J + (i * b->bind->slots + s) * PER_BODY;
}

static void load_row(matrix *m, const tw_block *b, int i) {
    memset(m->row, 0, (size_t)m->columns * sizeof *m->row);
    for (int s = 0; s < b->bind->slots; s++) {
        int at = m->column[b->bind->body[s]];
        for (int j = 0; at >= 0 && j < PER_BODY; j++) m->row[at + j] += part_of(b, i, s)[j];
    }
}

static double times_row(const matrix *m, const tw_block *b, int i) {
    double sum = 0;
    for (int s = 0; s < b->bind->slots; s++) {
        int at = m->column[b->bind->body[s]];
        for (int j = 0; at >= 0 && j < PER_BODY; j++) sum += part_of(b, i, s)[j] * m->row[at + j];
    }
    return sum;
}

/* multiplies m->row by M^-1 */
static void divide_by_mass(matrix *m) {
    for (int i = 0; i < m->d->pass.bodies; i++) {
        const tw_body *b = m->d->world->body.data[i];
        if (m->column[i] < 0) continue;
        double *own = m->row + m->column[i];
        mat3 R = q_matrix(b->orientation), inverse = m3_rotate(&R, &b->inertia_inv);
        v3_store(own, v3_scale(v3_load(own), 1 / b->mass));
        v3_store(own + 3, m3_mul_v(&inverse, v3_load(own + 3)));
    }
}

/* ---- tables --------------------------------------------------------------------------------- */

/* pushes the list of the velocities' names */
static void push_velocity_names(lua_State *L, const matrix *m) {
    static const char *const part[PER_BODY] = {"x", "y", "z", "rx", "ry", "rz"};
    lua_createtable(L, m->columns, 0);
    int n = 0;
    for (int i = 0; i < m->d->pass.bodies; i++)
        for (int k = 0; m->column[i] >= 0 && k < PER_BODY; k++) {
            lua_pushfstring(L, "%s.%s", m->d->world->body.data[i]->o.name, part[k]);
            lua_rawseti(L, -2, ++n);
        }
}

/* pushes the list of the constraint rows' names */
static void push_row_names(lua_State *L, const matrix *m) {
    lua_createtable(L, m->d->pass.rows, 0);
    int n = 0;
    for (int k = 0; k < m->d->pass.blocks; k++) {
        const tw_block *b = &m->d->pass.block[k];
        for (int i = 0; i < b->rows; i++) {
            if (b->rows == 1)
                lua_pushstring(L, b->c->o.name);
            else
                lua_pushfstring(L, "%s[%d]", b->c->o.name, i + 1);
            lua_rawseti(L, -2, ++n);
        }
    }
}

/* appends the table on top of the stack, a row, to the table below it; pops the row */
static void append(lua_State *L) {
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
}

static void append_scratch(lua_State *L, const matrix *m) {
    lua_createtable(L, m->columns, 0);
    for (int i = 0; i < m->columns; i++) {
        lua_pushnumber(L, m->row[i]);
        lua_rawseti(L, -2, i + 1);
    }
    append(L);
}

/* ---- the matrices: each appends its rows to the table on top -------------------------------- */

static void mass(lua_State *L, matrix *m) {
    for (int i = 0; i < m->d->pass.bodies; i++) {
        const tw_body *b = m->d->world->body.data[i];
        mat3 R = q_matrix(b->orientation), I = m3_rotate(&R, &b->inertia);
        for (int k = 0; m->column[i] >= 0 && k < PER_BODY; k++) {
            memset(m->row, 0, (size_t)m->columns * sizeof *m->row);
            double *own = m->row + m->column[i];
            if (k < 3)
                own[k] = b->mass;
            else
                for (int j = 0; j < 3; j++) own[3 + j] = I.m[k - 3][j];
            append_scratch(L, m);
        }
    }
}

static void jacobian(lua_State *L, matrix *m) {
    for (int k = 0; k < m->d->pass.blocks; k++) {
        const tw_block *b = &m->d->pass.block[k];
        for (int i = 0; i < b->rows; i++) {
            load_row(m, b, i);
            append_scratch(L, m);
        }
    }
}

/* appends the row of scalar products of m->row with all constraint rows */
static void append_products(lua_State *L, const matrix *m) {
    lua_createtable(L, m->d->pass.rows, 0);
    int n = 0;
    for (int k = 0; k < m->d->pass.blocks; k++) {
        const tw_block *b = &m->d->pass.block[k];
        for (int i = 0; i < b->rows; i++) {
            lua_pushnumber(L, times_row(m, b, i));
            lua_rawseti(L, -2, ++n);
        }
    }
    append(L);
}

static void delassus(lua_State *L, matrix *m) {
    for (int k = 0; k < m->d->pass.blocks; k++) {
        const tw_block *b = &m->d->pass.block[k];
        for (int i = 0; i < b->rows; i++) {
            load_row(m, b, i);
            divide_by_mass(m);
            append_products(L, m);
            tw_script_work(L, m->d->pass.rows + m->columns);
        }
    }
}

/* ---- the verb ------------------------------------------------------------------------------- */

typedef void push_names(lua_State *L, const matrix *m);

static const struct kind {
    const char *name;
    void (*rows)(lua_State *L, matrix *m);
    push_names *names, *columns;
} kinds[] = {{"mass", mass, push_velocity_names, push_velocity_names},
             {"jacobian", jacobian, push_row_names, push_velocity_names},
             {"delassus", delassus, push_row_names, push_row_names}};

/* kind of matrix that is named by element [1] of the argument */
static const struct kind *which(lua_State *L) {
    char got[64];
    if (lua_type(L, 2) != LUA_TTABLE)
        tw_error(L, "scene:matrix: expected a table, as in scene:matrix{\"mass\"}, got %s",
                 tw_describe(L, 2, got, sizeof got));
    lua_rawgeti(L, 2, 1);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        lua_pushstring(L, kinds[i].name);
        if (lua_rawequal(L, -1, 3)) return &kinds[i];
        lua_pop(L, 1);
    }
    tw_error(L, "scene:matrix: expected \"mass\", \"jacobian\" or \"delassus\", got %s",
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
    matrix m;
    lua_settop(L, 2);
    const struct kind *kind = which(L);
    check_alone(L);
    tw_world_tidy(scene->world);
    m.d = tw_evaluate(L, scene, "matrices");
    m.column = lua_newuserdatauv(L, ((size_t)m.d->pass.bodies + 1) * sizeof *m.column, 0);
    find_columns(&m);
    m.row = lua_newuserdatauv(L, ((size_t)m.columns + 1) * sizeof *m.row, 0);
    lua_newtable(L);
    kind->rows(L, &m);
    lua_Integer n = (lua_Integer)lua_rawlen(L, -1);
    lua_createtable(L, (int)n, 3);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_rawgeti(L, -2, i);
        lua_rawseti(L, -2, i);
    }
    lua_pushvalue(L, -2);
    lua_setfield(L, -2, "rows");
    kind->columns(L, &m);
    lua_setfield(L, -2, "columns");
    kind->names(L, &m);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, "names");
    return 2;
}

static const tw_api rows[] = {
    {"scene", "matrix", "(t: { [1]: \"mass\"|\"jacobian\"|\"delassus\" }): number[][], string[]",
     "scene:matrix{\"mass\"|\"jacobian\"|\"delassus\"}",
     "of the equation of motion now: rows of numbers; names, columns: of rows and columns"},
};

static const luaL_Reg methods[] = {{"matrix", scene_matrix}, {NULL, NULL}};

const tw_function_table tw_function_matrix = {
    TW_API_PART("matrices", "the equation of motion as matrices", rows), .scene = methods};
