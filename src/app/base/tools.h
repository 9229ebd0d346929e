/* Finding other programs on PATH, and quoting for the shell. */
#ifndef TW_APP_BASE_TOOLS_H
#define TW_APP_BASE_TOOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* path [size]: path of the program `name` that PATH gives; false: there is none */
bool tw_tool_find(const char *name, char *path, size_t size);

/* writes `text` as one word of a POSIX shell, in single quotes */
void tw_tool_quote(FILE *out, const char *text);

#endif
