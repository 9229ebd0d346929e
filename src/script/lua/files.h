/* The files of the folder lua/, compiled into the program (src/targets.cmake). */
#ifndef TW_SCRIPT_LUA_FILES_H
#define TW_SCRIPT_LUA_FILES_H

#include <stddef.h>

typedef struct tw_lua_file {
    const char *name; /* name of the module, like "tauwerk.models"; NULL ends the list */
    const unsigned char *text;
    size_t size;
} tw_lua_file;

extern const tw_lua_file tw_lua_files[];

#endif
