/*
 * Stubs of the Lua module for editors, in the annotations of LuaLS (LuaCATS): every kind, field,
 * method and function with type, unit and text, written from the tables that the program itself
 * reads.
 */
#ifndef TW_APP_REFERENCE_STUBS_H
#define TW_APP_REFERENCE_STUBS_H

#include "app/base/options.h"
#include "library/catalogue.h"

#include <stdio.h>

/* the whole file, tauwerk.lua */
tw_status tw_stubs_write(FILE *out);

/* types.c: the type of a field, in LuaCATS, into text [size] */
void tw_stub_type(const tw_param *p, char *text, size_t size);

/* `tauwerk stubs [-o FILE]` */
extern const tw_option_table tw_stubs_table;
tw_status tw_stubs_command(int argc, char *const *argv);

/* the folder with the stubs, of the installed program or beside the built one; TW_IO: their
 * presence cannot be known */
tw_status tw_stubs_folder(char *path, size_t size, bool *there);

#endif
