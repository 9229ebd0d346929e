/* The files of lua/ as they were when the engine was compiled (src/targets.cmake). */
#ifndef TW_SCRIPT_LUA_FILES_H
#define TW_SCRIPT_LUA_FILES_H

#include <stddef.h>

typedef struct tw_lua_file {
    const char *name; /* "tauwerk.models"; NULL ends the list */
    const unsigned char *text;
    size_t size;
} tw_lua_file;

extern const tw_lua_file tw_lua_files[];

#endif
