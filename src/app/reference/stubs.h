/*
 * Stubs of the Lua module for editors, with annotations for LuaLS (LuaCATS): every kind, field,
 * method and function with type, unit and text, generated from the program's own tables.
 */
#ifndef TW_APP_REFERENCE_STUBS_H
#define TW_APP_REFERENCE_STUBS_H

#include "app/base/options.h"
#include "library/catalogue.h"

#include <stdio.h>

/* writes the whole file of stubs, tauwerk.lua */
tw_status tw_stubs_write(FILE *out);

/* text [size]: the type of a field as a LuaCATS annotation; in types.c */
void tw_stub_type(const tw_param *p, char *text, size_t size);

/* options of the command `tauwerk stubs [-o FILE]` */
extern const tw_option_table tw_stubs_table;
tw_status tw_stubs_command(int argc, char *const *argv);

/* path [size]: folder of the stubs: that of the installed program, or the one beside a program that
 * was built and not installed; *there: the stubs are in it; TW_IO: that cannot be determined */
tw_status tw_stubs_folder(char *path, size_t size, bool *there);

#endif
