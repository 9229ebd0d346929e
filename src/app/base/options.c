/* Reads a command's options and words by its table; see options.h. */
#include "app/base/options.h"

#include "base/text/suggest.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* text: the option as the user wrote it, --name or -n, for messages */
static void spelled(const tw_option *o, bool by_letter, char *text, size_t size) {
    if (by_letter)
        snprintf(text, size, "-%c", o->letter);
    else
        snprintf(text, size, "--%s", o->name);
}

static tw_status unknown(const tw_option_table *t, const char *word) {
    char name[64];
    const char *bare = word + strspn(word, "-");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(bare, "="), bare);
    tw_suggestion s = tw_suggestion_for(name);
    for (int i = 0; i < t->count; i++) tw_suggestion_offer(&s, t->option[i].name);
    if (s.best)
        return tw_fail(TW_USAGE, "%s: unknown option '%s', did you mean '--%s'?", t->command, word,
                       s.best);
    return tw_fail(TW_USAGE, "%s: unknown option '%s' (see 'tauwerk help %s')", t->command, word,
                   t->command);
}

static const tw_option *find(const tw_option_table *t, const char *word, const char **value) {
    *value = NULL;
    for (int i = 0; i < t->count; i++) {
        const tw_option *o = &t->option[i];
        size_t n = strlen(o->name);
        if (word[1] == '-' && !strncmp(word + 2, o->name, n) &&
            (word[2 + n] == '\0' || word[2 + n] == '=')) {
            if (word[2 + n] == '=') *value = word + 3 + n;
            return o;
        }
        if (word[1] != '-' && o->letter && word[1] == o->letter) {
            if (word[2] && !o->argument) continue;
            if (word[2]) *value = word + 2;
            return o;
        }
    }
    return NULL;
}

/* reads the option at argv[*i] and its argument, and moves *i to the last word that was read */
static tw_status read_option(const tw_option_table *t, int argc, char *const *argv, int *i,
                             void *target) {
    const char *word = argv[*i], *value;
    char name[64];
    const tw_option *o = find(t, word, &value);
    if (!o) return unknown(t, word);
    spelled(o, word[1] != '-', name, sizeof name);
    if (!o->argument && value)
        return tw_fail(TW_USAGE, "%s: option '%s' takes no argument", t->command, name);
    if (o->argument && !value) {
        if (*i + 1 >= argc)
            return tw_fail(TW_USAGE, "%s: option '%s' needs an argument, %s", t->command, name,
                           o->argument);
        value = argv[++*i];
    }
    tw_status s = o->set((char *)target + o->place, value);
    if (s != TW_OK && s != TW_MEMORY)
        return tw_fail(TW_USAGE, "%s: option '%s': %s", t->command, name, tw_failure());
    return s;
}

/* handles a word that is no option: gives it to table->word, or stores it as the single word */
static tw_status read_word(const tw_option_table *t, const char *word, void *target) {
    void *place = (char *)target + t->word_place;
    if (t->word) return t->word(place, word);
    const char **only = place;
    if (*only)
        return tw_fail(TW_USAGE, "%s: one %s at a time, got '%s' and '%s'", t->command,
                       t->only_word, *only, word);
    *only = word;
    return TW_OK;
}

tw_status tw_options_read(const tw_option_table *t, int argc, char *const *argv, void *target,
                          int *used) {
    bool ended = false;
    int i = 0;
    for (; i < argc; i++) {
        const char *word = argv[i];
        if (!ended && !strcmp(word, "--")) {
            ended = true;
        } else if (!ended && word[0] == '-' && word[1]) {
            TW_TRY(read_option(t, argc, argv, &i, target));
        } else if (!t->word && !t->only_word) {
            return tw_fail(TW_USAGE, "%s: unexpected argument '%s'", t->command, word);
        } else {
            TW_TRY(read_word(t, word, target));
            if (t->word_ends) {
                i++;
                break;
            }
        }
    }
    *used = i;
    return TW_OK;
}

/* ---- readers ------------------------------------------------------------------------------- */

/* reads a whole number at *text, and moves *text behind it; false: no digit is there, or the number
 * exceeds an int */
static bool whole(const char **text, int *value) {
    if (**text < '0' || **text > '9') return false;
    char *end;
    errno = 0;
    long n = strtol(*text, &end, 10);
    if (errno || n > INT_MAX) return false;
    *value = (int)n;
    *text = end;
    return true;
}

tw_status tw_option_count(const char *text, int least, int *value) {
    const char *p = text;
    int n;
    if (!whole(&p, &n) || *p || n < least)
        return tw_fail(TW_USAGE, "expected a whole number from %d on, got '%s'", least, text);
    *value = n;
    return TW_OK;
}

tw_status tw_option_positive(const char *text, double *value) {
    char *end;
    double x = strtod(text, &end);
    if (end == text || *end || !isfinite(x) || !(x > 0))
        return tw_fail(TW_USAGE, "expected a positive number, got '%s'", text);
    *value = x;
    return TW_OK;
}

tw_status tw_option_size(const char *text, int *width, int *height) {
    const char *p = text;
    int w = 0, h = 0;
    bool ok = whole(&p, &w) && *p++ == 'x' && whole(&p, &h) && !*p;
    if (!ok || w < 1 || h < 1 || w > 16384 || h > 16384)
        return tw_fail(TW_USAGE, "expected WIDTHxHEIGHT, each 1 to 16384, got '%s'", text);
    *width = w;
    *height = h;
    return TW_OK;
}

tw_status tw_option_range(const char *text, tw_frame_range *range) {
    const char *p = text;
    int a = 0, b = 0, s = 1;
    bool ok = whole(&p, &a);
    b = a;
    if (ok && *p == '-') {
        p++;
        b = 0;
        if (*p && *p != ':') ok = whole(&p, &b) && b >= a;
    }
    if (ok && *p == ':') {
        p++;
        ok = whole(&p, &s) && s >= 1;
    }
    if (!ok || *p || a < 1)
        return tw_fail(TW_USAGE, "expected A, A-B, A- or A-B:STEP with 1 <= A <= B, got '%s'",
                       text);
    *range = (tw_frame_range){.first = a, .last = b, .step = s};
    return TW_OK;
}

int tw_spread(int k, int count, int of) {
    if (count >= of) return k;
    return count == 1 ? 0 : (k * (of - 1) + (count - 1) / 2) / (count - 1);
}

static bool is_spread(int number, tw_frame_range r) {
    for (int k = 0; k < r.spread; k++)
        if (tw_spread(k, r.spread, r.of) == number - 1) return true;
    return false;
}

bool tw_frame_chosen(int number, tw_frame_range r) {
    if (r.spread) return is_spread(number, r);
    if (!r.first) return true;
    return number >= r.first && (!r.last || number <= r.last) && (number - r.first) % r.step == 0;
}

int tw_frames_chosen(int planned, tw_frame_range r) {
    if (r.spread) return r.spread < planned ? r.spread : planned;
    if (!r.first) return planned;
    int end = r.last && r.last < planned ? r.last : planned;
    return end < r.first ? 0 : (end - r.first) / r.step + 1;
}

tw_status tw_option_choice(const char *text, const char *const *names, int *index) {
    char all[160] = "";
    size_t used = 0;
    tw_suggestion s = tw_suggestion_for(text);
    for (int i = 0; names[i]; i++) {
        if (!strcmp(names[i], text)) {
            *index = i;
            return TW_OK;
        }
        tw_suggestion_offer(&s, names[i]);
        int n = snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "", names[i]);
        if (n > 0 && used + (size_t)n < sizeof all) used += (size_t)n;
    }
    if (s.best)
        return tw_fail(TW_USAGE, "expected one of %s, got '%s', did you mean '%s'?", all, text,
                       s.best);
    return tw_fail(TW_USAGE, "expected one of %s, got '%s'", all, text);
}

/* ---- setters ------------------------------------------------------------------------------- */

tw_status tw_set_switch(void *place, const char *value) {
    (void)value;
    *(bool *)place = true;
    return TW_OK;
}

tw_status tw_set_word(void *place, const char *value) {
    *(const char **)place = value;
    return TW_OK;
}

tw_status tw_set_folder(void *place, const char *value) {
    if (!*value) return tw_fail(TW_USAGE, "expected a folder, got ''");
    return tw_set_word(place, value);
}

tw_status tw_set_file(void *place, const char *value) {
    if (!*value) return tw_fail(TW_USAGE, "expected a file, got ''");
    return tw_set_word(place, value);
}

tw_status tw_add_word(void *place, const char *value) {
    return tw_push((tw_words *)place, value);
}

tw_status tw_add_setting(void *place, const char *value) {
    const char *equals = strchr(value, '=');
    if (!equals || equals == value)
        return tw_fail(TW_USAGE, "expected NAME=VALUE, got '%s'", value);
    return tw_add_word(place, value);
}

tw_status tw_set_count(void *place, const char *value) {
    return tw_option_count(value, 1, place);
}

tw_status tw_set_threads(void *place, const char *value) {
    int n = 0;
    TW_TRY(tw_option_count(value, 1, &n));
    if (n > 1024) return tw_fail(TW_USAGE, "expected at most 1024, got '%s'", value);
    *(int *)place = n;
    return TW_OK;
}

tw_status tw_set_positive(void *place, const char *value) {
    return tw_option_positive(value, place);
}

tw_status tw_set_range(void *place, const char *value) {
    return tw_option_range(value, place);
}
