/*
 * Finds objects by their names, in hash tables with open addressing and linear probing, at most
 * half full; the slot of a removed entry is filled at once by moving later entries [Knuth 6.4,
 * algorithm R].
 *
 * Automatic names are a stem with a number. For each stem a number is kept below which all numbers
 * are in use; when a name is removed, it is lowered.
 */
#include "model/field/names.h"

#include "base/hash.h"
#include "base/text/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct slot {
    uint64_t hash;
    void *item; /* NULL: free */
} slot;

typedef struct table {
    slot *slot;
    /* count: number of entries; capacity: number of slots, a power of two or 0 */
    size_t count, capacity;
} table;

typedef struct stem {
    size_t from; /* all names STEM1 .. STEM<from - 1> are in use */
    char text[];
} stem;

struct tw_names {
    table object[TW_CLASS_TOTAL];
    table stem[TW_CLASS_TOTAL];
};

static uint64_t hash_of(const char *text, size_t length) {
    return tw_hash_end(tw_hash_bytes(tw_hash_begin(), text, length));
}

static void put(table *t, uint64_t hash, void *item) {
    size_t i = hash & (t->capacity - 1);
    while (t->slot[i].item) i = (i + 1) & (t->capacity - 1);
    t->slot[i] = (slot){hash, item};
    t->count++;
}

static tw_status reserve(table *t, size_t count) {
    size_t n = t->capacity ? t->capacity : 16;
    if (count > SIZE_MAX / 4 / sizeof(slot)) return tw_fail_memory();
    while (n < 2 * count) n *= 2;
    if (n == t->capacity) return TW_OK;
    table more = {calloc(n, sizeof(slot)), 0, n};
    if (!more.slot) return tw_fail_memory();
    for (size_t i = 0; i < t->capacity; i++)
        if (t->slot[i].item) put(&more, t->slot[i].hash, t->slot[i].item);
    free(t->slot);
    *t = more;
    return TW_OK;
}

/* returns the slot that holds the text, or a free slot in which to put it; the table must have a
 * free slot */
static slot *find(const table *t, uint64_t hash, const char *text, size_t length,
                  const char *(*text_of)(const void *item)) {
    for (size_t i = hash & (t->capacity - 1);; i = (i + 1) & (t->capacity - 1)) {
        slot *s = &t->slot[i];
        if (!s->item) return s;
        const char *own = s->hash == hash ? text_of(s->item) : NULL;
        if (own && strncmp(own, text, length) == 0 && own[length] == 0) return s;
    }
}

static const char *name_of(const void *item) {
    return ((const tw_object *)item)->name;
}

static const char *text_of(const void *item) {
    return ((const stem *)item)->text;
}

static stem *find_stem(const table *t, const char *text, size_t length) {
    return t->capacity ? find(t, hash_of(text, length), text, length, text_of)->item : NULL;
}

/* ---- life ----------------------------------------------------------------------------------- */

tw_status tw_names_create(tw_names **names) {
    *names = calloc(1, sizeof **names);
    return *names ? TW_OK : tw_fail_memory();
}

void tw_names_destroy(tw_names *names) {
    if (!names) return;
    for (int c = 0; c < TW_CLASS_TOTAL; c++) {
        table *t = &names->stem[c];
        for (size_t i = 0; i < t->capacity; i++) free(t->slot[i].item);
        free(t->slot);
        free(names->object[c].slot);
    }
    free(names);
}

/* ---- objects -------------------------------------------------------------------------------- */

tw_object *tw_names_find(const tw_names *names, tw_class c, const char *path) {
    const table *t = &names->object[c];
    size_t length = strlen(path);
    return t->capacity ? find(t, hash_of(path, length), path, length, name_of)->item : NULL;
}

tw_status tw_names_reserve(tw_names *names, tw_class c, size_t count) {
    return reserve(&names->object[c], count);
}

void tw_names_add(tw_names *names, tw_object *o) {
    put(&names->object[o->class_], hash_of(o->name, strlen(o->name)), o);
}

/* called after a name was removed. If it ends in digits, they are a free number for the stem before
 * them */
static void lower_stems(const table *t, const char *name) {
    size_t length = strlen(name), n = 0, place = 1;
    for (size_t i = length; i-- > 1 && name[i] >= '0' && name[i] <= '9' && length - i < 18;) {
        n += (size_t)(name[i] - '0') * place;
        place *= 10;
        stem *s = name[i] != '0' ? find_stem(t, name, i) : NULL;
        if (s && n < s->from) s->from = n;
    }
}

void tw_names_remove(tw_names *names, const tw_object *o) {
    table *t = &names->object[o->class_];
    size_t length = strlen(o->name), mask = t->capacity - 1;
    slot *s = find(t, hash_of(o->name, length), o->name, length, name_of);
    if (s->item != o) return;
    size_t hole = (size_t)(s - t->slot);
    for (size_t i = (hole + 1) & mask; t->slot[i].item; i = (i + 1) & mask) {
        /* the entry at i is moved into the hole, unless it was reached by a search that starts
         * after the hole */
        size_t home = t->slot[i].hash & mask;
        if (((i - home) & mask) < ((i - hole) & mask)) continue;
        t->slot[hole] = t->slot[i];
        hole = i;
    }
    t->slot[hole].item = NULL;
    t->count--;
    lower_stems(&names->stem[o->class_], o->name);
}

void tw_names_clear(tw_names *names) {
    for (int c = 0; c < TW_CLASS_TOTAL; c++) {
        table *t = &names->object[c], *s = &names->stem[c];
        if (t->capacity) memset(t->slot, 0, t->capacity * sizeof *t->slot);
        t->count = 0;
        for (size_t i = 0; i < s->capacity; i++)
            if (s->slot[i].item) ((stem *)s->slot[i].item)->from = 1;
    }
}

/* ---- automatic names ------------------------------------------------------------------------ */

static tw_status known_stem(table *t, const char *text, stem **out) {
    size_t length = strlen(text);
    *out = find_stem(t, text, length);
    if (*out) return TW_OK;
    TW_TRY(reserve(t, t->count + 1));
    stem *s = malloc(sizeof *s + length + 1);
    if (!s) return tw_fail_memory();
    s->from = 1;
    memcpy(s->text, text, length + 1);
    put(t, hash_of(text, length), s);
    *out = s;
    return TW_OK;
}

tw_status tw_names_number(tw_names *names, tw_class c, const char *text, size_t *n) {
    stem *s;
    TW_TRY(known_stem(&names->stem[c], text, &s));
    size_t length = strlen(text);
    char *path = malloc(length + TW_TEXT_WHOLE);
    if (!path) return tw_fail_memory();
    memcpy(path, text, length);
    for (;; s->from++) {
        tw_text_append_whole(path, length, s->from);
        if (!tw_names_find(names, c, path)) break;
    }
    free(path);
    *n = s->from;
    return TW_OK;
}
