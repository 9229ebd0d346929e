/* The record of drawn pictures; see manifest.h. */
#include "app/manifest.h"

#include "base/file.h"
#include "base/hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

uint64_t tw_digest_file(const char *path) {
    char *data;
    size_t size;
    if (tw_file_read(path, &data, &size) != TW_OK) return 0;
    uint64_t h = tw_hash_bytes(tw_hash_begin(), data, size);
    free(data);
    return h;
}

uint64_t tw_file_size(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode) ? (uint64_t)s.st_size : 0;
}

/* "a/b" in fresh memory */
static char *joined(const char *a, const char *b) {
    size_t n = strlen(a) + strlen(b) + 2;
    char *s = malloc(n);
    if (s) snprintf(s, n, "%s/%s", a, b);
    return s;
}

static int by_file(const void *a, const void *b) {
    const tw_picture_record *x = a, *y = b;
    return strcmp(x->file, y->file);
}

static void sort(tw_manifest *m) {
    if (m->records.count)
        qsort(m->records.data, m->records.count, sizeof *m->records.data, by_file);
}

static tw_picture_record *find(const tw_manifest *m, size_t among, const char *file) {
    if (!among) return NULL;
    tw_picture_record key = {.file = (char *)(uintptr_t)file};
    return bsearch(&key, m->records.data, among, sizeof key, by_file);
}

static tw_status add(tw_manifest *m, const tw_picture_record *r) {
    tw_picture_record copy = *r;
    copy.file = malloc(strlen(r->file) + 1);
    if (!copy.file) return tw_fail_memory();
    memcpy(copy.file, r->file, strlen(r->file) + 1);
    if (tw_push(&m->records, copy) == TW_OK) return TW_OK;
    free(copy.file);
    return TW_MEMORY;
}

/* a line as tw_manifest_write writes it */
static bool parse(const char *line, char file[300], tw_picture_record *r) {
    *r = (tw_picture_record){.file = file};
    return sscanf(line,
                  " {\"file\": \"%299[^\"\\]\", \"frame\": %d, \"time\": %lf, \"bytes\": %" SCNu64
                  ", \"digest\": \"%" SCNx64,
                  file, &r->frame, &r->time, &r->bytes, &r->digest) == 5;
}

tw_status tw_manifest_read(const char *folder, tw_manifest *m) {
    *m = (tw_manifest){.path = joined(folder, "manifest.json")};
    if (!m->path) return tw_fail_memory();
    char *text;
    size_t size;
    if (tw_file_size(m->path) == 0 || tw_file_read(m->path, &text, &size) != TW_OK) return TW_OK;
    tw_status s = TW_OK;
    for (char *line = text; s == TW_OK && *line;) {
        char *end = line + strcspn(line, "\n");
        bool last = !*end;
        *end = '\0';
        tw_picture_record r;
        char file[300];
        if (parse(line, file, &r)) s = add(m, &r);
        line = last ? end : end + 1;
    }
    free(text);
    sort(m);
    return s;
}

bool tw_manifest_has(const tw_manifest *m, const char *folder, const char *file, uint64_t digest) {
    const tw_picture_record *r = find(m, m->records.count, file);
    if (!r || r->digest != digest || !r->bytes) return false;
    char *path = joined(folder, file);
    bool same = path && tw_file_size(path) == r->bytes;
    free(path);
    return same;
}

tw_status tw_manifest_update(tw_manifest *m, const tw_picture_record *records, size_t count) {
    size_t old = m->records.count;
    for (size_t i = 0; i < count; i++) {
        tw_picture_record *r = find(m, old, records[i].file);
        if (r) {
            char *file = r->file;
            *r = records[i];
            r->file = file;
        } else {
            TW_TRY(add(m, &records[i]));
        }
    }
    sort(m);
    return TW_OK;
}

tw_status tw_manifest_write(const tw_manifest *m, const char *facts) {
    tw_file *file;
    TW_TRY(tw_file_open(m->path, &file));
    FILE *out = tw_file_stream(file);
    fprintf(out, "{\n%s  \"pictures\": [\n", facts);
    for (size_t i = 0; i < m->records.count; i++) {
        const tw_picture_record *r = &m->records.data[i];
        fprintf(out,
                "    {\"file\": \"%s\", \"frame\": %d, \"time\": %.17g, \"bytes\": %" PRIu64
                ", \"digest\": \"%016" PRIx64 "\"}%s\n",
                r->file, r->frame, r->time, r->bytes, r->digest,
                i + 1 < m->records.count ? "," : "");
    }
    fputs("  ]\n}\n", out);
    return tw_file_commit(file);
}

void tw_manifest_free(tw_manifest *m) {
    for (size_t i = 0; i < m->records.count; i++) free(m->records.data[i].file);
    tw_array_free(&m->records);
    free(m->path);
    m->path = NULL;
}
