/*
 * Functions of scenes and of the module with their help: one file of this folder for each table,
 * found by the build. `tauwerk help`, the stubs for editors and the reference are written from it.
 */
#ifndef TW_SCRIPT_FUNCTIONS_FUNCTION_H
#define TW_SCRIPT_FUNCTIONS_FUNCTION_H

struct luaL_Reg;

typedef struct tw_api {
    const char *owner; /* classes that have it, with spaces between */
    const char *name;
    /* in LuaCATS: "(t: number): tauwerk.vec3" and "<T>(t: T)" are functions, anything else a
     * field's type */
    const char *type;
    const char *use; /* use in a script; NULL: owner.name */
    const char *doc;
} tw_api;

/* rows under a title of `tauwerk help`; a NULL name: members of classes that have no topic */
typedef struct tw_api_part {
    const char *name, *doc;
    const tw_api *row;
    int count;
} tw_api_part;

#define TW_API_PART(name, doc, rows) \
    { name, doc, rows, sizeof(rows) / sizeof *(rows) }

typedef struct tw_function_table {
    tw_api_part help;              /* a row for each function, and for members of what it returns */
    const struct luaL_Reg *scene;  /* methods of scenes; NULL: none */
    const struct luaL_Reg *module; /* functions of the module; NULL: none */
} tw_function_table;

extern const tw_function_table *const tw_function_kinds[]; /* NULL at the end */

#endif
