/*
 * Makes words unique; see unique.h. The words are sorted, so that equal ones are neighbours. A word
 * with its number may equal another word ("a", "a", "a__1"); then larger numbers are tried until
 * all words differ.
 */
#include "base/text/unique.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_word(const void *a, const void *b) {
    char *const *const *p = a, *const *const *q = b;
    int order = strcmp(**p, **q);
    return order ? order : (*p > *q) - (*p < *q);
}

/* appends a number to each word that equals an earlier one of the sorted words; *any: set if there
 * were such words */
static tw_status number_equals(char ***sorted, size_t n, size_t *number, bool *any) {
    *any = false;
    qsort(sorted, n, sizeof *sorted, by_word);
    for (size_t i = 1, first = 0; i < n; i++) {
        if (strcmp(*sorted[first], *sorted[i])) {
            first = i;
            continue;
        }
        size_t length = strlen(*sorted[i]);
        char *longer = realloc(*sorted[i], length + 32);
        if (!longer) return tw_fail_memory();
        snprintf(longer + length, 32, "__%zu", ++*number);
        *sorted[i] = longer;
        *any = true;
    }
    return TW_OK;
}

tw_status tw_text_unique(char **word, size_t n) {
    char ***sorted = malloc((n + 1) * sizeof *sorted);
    if (!sorted) return tw_fail_memory();
    for (size_t i = 0; i < n; i++) sorted[i] = &word[i];
    tw_status s = TW_OK;
    size_t number = 0;
    for (bool any = n > 0; s == TW_OK && any;) s = number_equals(sorted, n, &number, &any);
    free(sorted);
    return s;
}
