/*
 * Names of files as texts: parts, endings, and words made from free texts, to be parts of names. No
 * file is accessed.
 */
#ifndef TW_BASE_TEXT_PATH_H
#define TW_BASE_TEXT_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* true: the path ends in `ending` (like ".svg"), with at least one character before it */
bool tw_ends_in(const char *path, const char *ending);

/* the part after the last slash; without a slash, the whole path */
const char *tw_path_name(const char *path);

/* the folder of a path, with its last slash; "./" if the path has no slash; malloc'ed, NULL: no
 * memory */
char *tw_path_folder(const char *path);

/* length of `name` without its ending `ending`; the whole length if it has another one */
size_t tw_path_stem(const char *name, const char *ending);

enum { TW_PATH_WORD = 200 }; /* largest size of the result of tw_path_word, bytes, with its NUL */

/* the name of a scene as a word for file names: / and \, double quotes, control characters, bytes
 * that are no UTF-8 and a leading point or dash become _; a name that is too long is cut off
 * between characters; an empty name becomes "scene" */
void tw_path_word(const char *name, char word[TW_PATH_WORD]);

/* true: tw_path_word would leave the name as it is. Names that were read from files must pass this
 * test before they are used in paths */
bool tw_path_is_word(const char *name);

/* inserts a word before the ending, FILE.WORD.svg; returns the length, like snprintf */
int tw_path_insert(const char *path, const char *word, char *out, size_t size);

#endif
