/*
 * Names of files as texts: parts, endings, and words of names made from free texts. No file is
 * touched.
 */
#ifndef TW_BASE_TEXT_PATH_H
#define TW_BASE_TEXT_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* does the path have that ending (".svg") behind at least one character? */
bool tw_ends_in(const char *path, const char *ending);

/* the part after the last slash; the whole path where there is none */
const char *tw_path_name(const char *path);

/* the folder of a path with its last slash, "./" where it names none; malloc'ed, NULL: no memory */
char *tw_path_folder(const char *path);

/* the length of `name` without that ending, if it has it */
size_t tw_path_stem(const char *name, const char *ending);

enum { TW_PATH_WORD = 200 }; /* bytes of such a word, with the NUL byte */

/* the name of a scene as a word in names of files: slashes, quotes, control characters and bytes
 * that are no UTF-8, and a point or a dash at its beginning, become _; "scene" if it is empty */
void tw_path_word(const char *name, char word[TW_PATH_WORD]);

/* is it such a word already? Names read from files must be, before they become parts of a path */
bool tw_path_is_word(const char *name);

/* FILE.svg with a word in it, FILE.WORD.svg; the length of all, as snprintf */
int tw_path_insert(const char *path, const char *word, char *out, size_t size);

#endif
