/*
 * Everything that help can tell, one entry after the other: commands and their options, topics,
 * kinds and their fields, presets, and the Lua module. `tauwerk help WORD` searches in it.
 */
#ifndef TW_APP_REFERENCE_INDEX_H
#define TW_APP_REFERENCE_INDEX_H

#include "base/status.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct tw_index_entry {
    const char *name; /* key of the search: "stiffness", "frames" */
    /* the entry as a user writes it: "spring{stiffness =}", "run --frames A-B[:S]" */
    const char *text;
    const char *doc;
    const char *page; /* topic of help that describes it */
    bool row;         /* is it a row of the Lua module (api.h)? */
} tw_index_entry;

/* the texts live during the call only */
void tw_index_each(void (*visit)(void *context, const tw_index_entry *e), void *context);

/* entries that have all the words, as whole words, in name, text or doc; how many. Those with the
 * words in their names come first */
int tw_index_search(FILE *out, char *const *words, int count);
/* entries of exactly that name on other pages than `page`, with rows of the Lua module or without;
 * how many */
int tw_index_elsewhere(FILE *out, const char *name, const char *page, bool rows);
/* is the word in the text, not as a part of another one? "frames" is found by "frame", too */
bool tw_index_has_word(const char *text, const char *word);

#endif
