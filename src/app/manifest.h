/*
 * manifest.json beside the pictures: what made them, and a digest of everything that each depends
 * on, so that the next run draws only what is missing or out of date.
 *
 * One picture a line; lines of pictures that this run does not concern stay. A manifest that cannot
 * be read counts as empty: the pictures are then drawn again.
 */
#ifndef TW_APP_MANIFEST_H
#define TW_APP_MANIFEST_H

#include "base/array.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct tw_picture_record {
    char *file; /* in the folder; owned */
    int frame;
    double time;
    uint64_t digest; /* of all that it depends on */
    uint64_t bytes;  /* of the file */
} tw_picture_record;

typedef struct tw_manifest {
    char *path;
    TW_ARRAY(tw_picture_record) records; /* sorted by file */
} tw_manifest;

tw_status tw_manifest_read(const char *folder, tw_manifest *m);
/* is there a file of that digest, as long as it was when written? */
bool tw_manifest_has(const tw_manifest *m, const char *folder, const char *file, uint64_t digest);
/* adds or replaces the records [count] (their texts are copied) */
tw_status tw_manifest_update(tw_manifest *m, const tw_picture_record *records, size_t count);
/* `facts`: the lines that say what made the pictures, JSON members each ending with a comma */
tw_status tw_manifest_write(const tw_manifest *m, const char *facts);
void tw_manifest_free(tw_manifest *m);

/* a hash of a file's contents, 0 when it cannot be read */
uint64_t tw_digest_file(const char *path);
/* bytes of a file, 0 when there is none */
uint64_t tw_file_size(const char *path);

#endif
