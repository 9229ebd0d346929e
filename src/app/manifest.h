/*
 * manifest.json beside the pictures: what made them, and a digest of everything that each depends
 * on, so that the next run draws only what is missing or out of date.
 *
 * One picture a line; lines of pictures that this run does not concern stay. A manifest that cannot
 * be read counts as empty: the pictures are then drawn again.
 *
 * While pictures are drawn their lines are appended to manifest.journal, so that a process that is
 * killed loses no finished picture. Who works in the folder holds a shared lock of the journal; who
 * ends last, and so can lock it alone, writes all into manifest.json and removes the journal.
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
    uint64_t digest;  /* of all that it depends on */
    uint64_t bytes;   /* of the file */
    uint64_t content; /* digest of the file's bytes */
    uint64_t bare;    /* as `digest`, without marks, captions and curves; 0: not known */
} tw_picture_record;

typedef struct tw_manifest {
    char *path, *journal;
    int fd;                              /* of the journal; -1: it is only read */
    TW_ARRAY(tw_picture_record) records; /* sorted by file */
} tw_manifest;

/* what is recorded in the folder, also in a journal that was left there */
tw_status tw_manifest_read(const char *folder, tw_manifest *m);
/* the same, to add to it; removes what killed processes left, if nobody else works there */
tw_status tw_manifest_open(const char *folder, tw_manifest *m);
/* is there a file of that digest, with the bytes that were written? */
bool tw_manifest_has(const tw_manifest *m, const char *folder, const char *file, uint64_t digest);
/* is there one that differs from what is wanted by marks, captions and curves at most? */
bool tw_manifest_has_bare(const tw_manifest *m, const char *folder, const char *file,
                          uint64_t bare);
/* a picture of that digest of an earlier run, whatever its frame; its record, or NULL */
const tw_picture_record *tw_manifest_like(const tw_manifest *m, uint64_t digest);
/* a finished picture, into the journal */
tw_status tw_manifest_note(tw_manifest *m, const tw_picture_record *record);
/* writes manifest.json, unless others still work in the folder: then the last one does. `facts`:
 * the lines that say what made the pictures, JSON members each ending with a comma */
tw_status tw_manifest_close(tw_manifest *m, const char *facts);
void tw_manifest_free(tw_manifest *m);

/* a hash of a file's contents, 0 when it cannot be read */
uint64_t tw_digest_file(const char *path);
/* bytes of a file, 0 when there is none */
uint64_t tw_file_size(const char *path);

#endif
