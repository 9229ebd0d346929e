/*
 * Functions of scenes and of the module with their help texts: one table in each file of this
 * folder, found by the build. `tauwerk help`, the stubs for editors and the reference are generated
 * from the tables.
 */
#ifndef TW_SCRIPT_FUNCTIONS_FUNCTION_H
#define TW_SCRIPT_FUNCTIONS_FUNCTION_H

struct luaL_Reg;

typedef struct tw_api {
    const char *owner; /* classes that have the member, separated by spaces */
    const char *name;
    /* type in the notation of LuaCATS: "(t: number): tauwerk.vec3" and "<T>(t: T)" are functions,
     * anything else is the type of a field */
    const char *type;
    const char *use; /* how it is written in a script, for help; NULL: owner.name */
    const char *doc;
} tw_api;

/* rows under one title of `tauwerk help`; name NULL: members of classes that have no page of help
 * of their own */
typedef struct tw_api_part {
    const char *name, *doc;
    const tw_api *row;
    int count;
} tw_api_part;

#define TW_API_PART(name, doc, rows) \
    { name, doc, rows, sizeof(rows) / sizeof *(rows) }

typedef struct tw_function_table {
    tw_api_part help;              /* help for the functions, and for members of their results */
    const struct luaL_Reg *scene;  /* functions that scenes get as methods; NULL: none */
    const struct luaL_Reg *module; /* functions that the module tauwerk gets; NULL: none */
} tw_function_table;

/* the tables of all files of this folder; the last element is NULL */
extern const tw_function_table *const tw_function_kinds[];

#endif
