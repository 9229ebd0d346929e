/*
 * Index of all entries of help: commands and their options, topics, kinds and their fields,
 * presets, and the Lua module. `tauwerk help WORD` searches in it.
 */
#ifndef TW_APP_REFERENCE_INDEX_H
#define TW_APP_REFERENCE_INDEX_H

#include "base/status.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct tw_index_entry {
    const char *name; /* name of the entry, which searches compare: "stiffness", "frames" */
    /* the entry as a user writes it, like "spring{stiffness =}" or "run --frames A-B[:S]" */
    const char *text;
    const char *doc;
    const char *page; /* name of the help page that describes the entry */
    bool row;         /* true: the entry is a row of the Lua module (api.h) */
} tw_index_entry;

/* calls `visit` for all entries; the entry's texts are valid during the call only */
void tw_index_each(void (*visit)(void *context, const tw_index_entry *e), void *context);

/* writes the entries that have all the words, as whole words, in name, text or doc, first those
 * with the words in their names; returns their number */
int tw_index_search(FILE *out, char *const *words, int count);
/* writes the entries of exactly that name on other pages than `page`; rows: also rows of the Lua
 * module; returns their number */
int tw_index_elsewhere(FILE *out, const char *name, const char *page, bool rows);
/* true: the text has the word as a whole word; case does not count, and "frame" also finds
 * "frames" */
bool tw_index_has_word(const char *text, const char *word);

#endif
