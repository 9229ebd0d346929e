/*
 * Names of files as texts: parts, endings, and words of names made from free texts. No file is
 * touched.
 */
#ifndef TW_BASE_TEXT_PATH_H
#define TW_BASE_TEXT_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* does the path end in `ending` (".svg") behind at least one character? */
bool tw_ends_in(const char *path, const char *ending);

/* the part after the last slash; the whole path where there is none */
const char *tw_path_name(const char *path);

/* the folder of a path with its last slash, "./" where it names none; malloc'ed, NULL: no memory */
char *tw_path_folder(const char *path);

/* length of `name` without `ending`; the whole length if it does not end so */
size_t tw_path_stem(const char *name, const char *ending);

enum { TW_PATH_WORD = 200 }; /* bytes of the word of tw_path_word, with the NUL byte */

/* the name of a scene as a word for file names: slashes, quotes, control characters, bytes that are
 * no UTF-8 and a leading point or dash become _; an empty name becomes "scene" */
void tw_path_word(const char *name, char word[TW_PATH_WORD]);

/* would tw_path_word leave the name as it is? Names read from files must, to be used in paths */
bool tw_path_is_word(const char *name);

/* inserts a word before the ending, FILE.WORD.svg; returns the length, like snprintf */
int tw_path_insert(const char *path, const char *word, char *out, size_t size);

#endif
