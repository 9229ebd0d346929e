/*
 * Texts for a terminal. Names of files and scenes and texts of scripts may hold control characters,
 * which a terminal obeys: they could change its title, its colours, or earlier lines.
 */
#ifndef TW_BASE_TEXT_PLAIN_H
#define TW_BASE_TEXT_PLAIN_H

#include <stddef.h>

/* control characters of a text of `size` bytes become '?': all but tab and new line, among them
 * those that UTF-8 writes as two bytes */
void tw_text_plain(char *text, size_t size);

#endif
