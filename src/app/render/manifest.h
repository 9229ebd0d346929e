/*
 * manifest.json beside the pictures: what made them, and a digest of everything that each depends
 * on, so that the next run draws only what is missing or out of date.
 *
 * One picture a line. The manifest is the film: of each name it lists the pictures of one film, the
 * one that was drawn last. Pictures of other films that still lie in the folder are marked stale:
 * the next run may find them good again, `sheet` and `movie` leave them out. Lines that cannot be
 * understood count for nothing: their pictures are then drawn again.
 *
 * While pictures are drawn their lines are appended to manifest.journal, so that a process that is
 * killed loses no finished picture. Who works in the folder holds a shared lock of the journal; who
 * ends last, and so can lock it alone, writes all into manifest.json and removes the journal. A
 * line of the journal makes all pictures of that name stale that are of another film. Who begins
 * writes a line of its film there: processes may share the work on one film, and draw films of
 * several names, but not two films of one name.
 */
#ifndef TW_APP_RENDER_MANIFEST_H
#define TW_APP_RENDER_MANIFEST_H

#include "app/render/alike.h"
#include "base/array.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tw_picture_record {
    char *file; /* name in the folder; owned */
    int frame;
    double time;      /* s, of the scene */
    double at;        /* s, since the film began */
    uint64_t digest;  /* digest of all that the picture depends on */
    uint64_t bytes;   /* size of the file */
    uint64_t content; /* digest of the file's bytes */
    uint64_t bare;    /* like `digest`, without marks, captions and curves; 0: not known */
    uint64_t film;    /* that it was last known to be a picture of: a key; 0: not known */
    bool stale;       /* the film of that name has changed since */
    size_t serial;    /* in the order of reading; of a file the last record counts */
} tw_picture_record;

/* film that has been drawn, for the manifest's end */
typedef struct tw_manifest_film {
    const char *name, *ending; /* pictures NAME.0001.png: "NAME", ".png" */
    uint64_t key;              /* key of the film, as in its records */
    /* number of its frames, all of them known; 0: the film was broken off, and nothing is
     * removed */
    int frames;
    bool whole; /* every frame was drawn or there already: pictures beyond the last one are removed;
                   false: they are stale */
} tw_manifest_film;

/* numbers of other films' pictures: removed ones, and out-of-date ones */
typedef struct tw_manifest_rest {
    int removed, stale;
} tw_manifest_rest;

typedef struct tw_manifest {
    char *folder, *path, *journal;
    uint64_t name, film;                 /* digest of the film's name, and its key */
    int fd;                              /* file of the journal; -1: it is only read */
    bool there;                          /* the manifest or its journal had text when it was read */
    size_t read;                         /* records so far, for their serials */
    TW_ARRAY(tw_picture_record) records; /* sorted by file */
    tw_alike alike;                      /* equal pictures among the records that were read */
} tw_manifest;

/* reads the records of a folder's manifest, and of a journal left by an unfinished run */
tw_status tw_manifest_read(const char *folder, tw_manifest *m);
bool tw_manifest_there(const tw_manifest *m); /* does a manifest, or its journal, exist? */
/* Opens a manifest to add pictures NAME.0001.png of a film. Removes files left by killed processes,
 * if nobody else works there. TW_IO: another process draws a different film of that name there */
tw_status tw_manifest_open(const char *folder, const char *name, uint64_t film, tw_manifest *m);
/* is there a file of that digest, with the bytes that were written? */
bool tw_manifest_has(const tw_manifest *m, const char *folder, const char *file, uint64_t digest);
/* is there a picture that differs from the wanted one at most by marks, captions and curves? */
bool tw_manifest_has_bare(const tw_manifest *m, const char *folder, const char *file,
                          uint64_t bare);
/* the record of a file; NULL: none */
const tw_picture_record *tw_manifest_find(const tw_manifest *m, const char *file);
/* a picture of that digest of an earlier run, whatever its frame; its record, or NULL */
const tw_picture_record *tw_manifest_like(const tw_manifest *m, uint64_t digest);
/* a finished picture, into the journal */
tw_status tw_manifest_note(tw_manifest *m, const tw_picture_record *record);
/* writes manifest.json, unless others still work in the folder: then the last one does. `facts`:
 * the lines about the origin of the pictures, JSON members each ending with a comma. Removes files
 * only that are listed and have the bytes that were written. *rest may be NULL */
tw_status tw_manifest_close(tw_manifest *m, const char *facts, const tw_manifest_film *film,
                            tw_manifest_rest *rest);
void tw_manifest_free(tw_manifest *m);

/* *digest: hash of a file's contents. TW_IO, TW_MEMORY: it cannot be read */
tw_status tw_digest_file(const char *path, uint64_t *digest);
/* size of a file, 0 when there is none */
uint64_t tw_file_size(const char *path);

#endif
