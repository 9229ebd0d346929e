/* Parses names of flags into sets of bits; see flags.h. */
#include "base/text/flags.h"

#include "base/text/suggest.h"

#include <stdio.h>
#include <string.h>

/* size of the buffer for a name; longer names are cut off, which no known name needs */
enum { NAME = 64 };

static tw_status unknown(const tw_flags *known, const char *name) {
    char list[400] = "";
    size_t used = 0;
    for (int i = 0; i < known->count && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s",
                                 i == 0             ? ""
                                 : i == known->sets ? ", or some of "
                                                    : ", ",
                                 known->flag[i].name);
    return tw_fail(TW_ARGUMENT, "unknown %s '%s', expected %s", known->what, name, list);
}

tw_status tw_flags_add(const tw_flags *known, const char *name, unsigned *bits) {
    tw_suggestion s = tw_suggestion_for(name);
    for (int i = 0; i < known->count; i++) {
        const tw_flag *f = &known->flag[i];
        if (!strcmp(name, f->name)) {
            *bits |= f->bits;
            return TW_OK;
        }
        tw_suggestion_offer(&s, f->name);
    }
    if (!s.best) return unknown(known, name);
    return tw_fail(TW_ARGUMENT, "unknown %s '%s', did you mean '%s'?", known->what, name, s.best);
}

tw_status tw_flags_parse(const tw_flags *known, const char *text, unsigned *bits) {
    unsigned all = 0;
    for (const char *p = text;; p++) {
        size_t n = strcspn(p, ","), kept = n < NAME ? n : NAME - 1;
        char name[NAME];
        memcpy(name, p, kept);
        name[kept] = '\0';
        TW_TRY(tw_flags_add(known, name, &all));
        p += n;
        if (!*p) break;
    }
    *bits = all;
    return TW_OK;
}
