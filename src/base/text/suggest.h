/*
 * "did you mean": the known word that is nearest to a mistyped one, by the number of letters to
 * insert, delete, replace or swap (optimal string alignment); the beginning of a known word counts
 * as near, too. Nearest of all is a known word with the same meaning: "height" for a user who types
 * "length".
 *
 *     tw_suggestion s = tw_suggestion_for(word);
 *     for (...) tw_suggestion_offer(&s, known);
 *     s.best is the nearest one, or NULL when none is near
 */
#ifndef TW_BASE_TEXT_SUGGEST_H
#define TW_BASE_TEXT_SUGGEST_H

typedef struct tw_suggestion {
    const char *word; /* the word as it was typed */
    const char *best; /* the nearest candidate so far; NULL: none was near */
    /* distance of `best`, in edits; 0: it has the same meaning. At the start: one more than the
     * largest distance that counts as near */
    int distance;
} tw_suggestion;

tw_suggestion tw_suggestion_for(const char *word);

/* offers a candidate; among equally near ones the first is kept */
void tw_suggestion_offer(tw_suggestion *s, const char *candidate);

#endif
