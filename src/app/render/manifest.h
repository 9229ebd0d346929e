/*
 * manifest.json beside the pictures: what made them, and a digest of everything that each depends
 * on, so that the next run draws only what is missing or out of date.
 *
 * One picture a line. For each name of films, the manifest lists as present the pictures of one
 * film, the one that was drawn last. Pictures of other films that still lie in the folder are
 * marked stale (out of date): the next run may find them good again, `sheet` and `movie` leave them
 * out. Lines that cannot be parsed are ignored: their pictures are then drawn again.
 *
 * While pictures are drawn their lines are appended to manifest.journal, so that a process that is
 * killed loses no finished picture. Processes that work in the folder hold a shared lock of the
 * journal; the last one, recognized by its success in locking the journal exclusively, writes all
 * into manifest.json and removes the journal. A line of the journal makes all pictures of its name
 * stale that belong to another film. A process that begins writes a line with its film: processes
 * may share the work on one film, and draw films of several names, but not two films of one name.
 */
#ifndef TW_APP_RENDER_MANIFEST_H
#define TW_APP_RENDER_MANIFEST_H

#include "app/render/alike.h"
#include "base/array.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tw_picture_record {
    char *file; /* name of the file in the folder; owned */
    int frame;
    double time;      /* time of the scene, s */
    double at;        /* time since the film began, s */
    uint64_t digest;  /* digest of everything that the picture depends on */
    uint64_t bytes;   /* size of the file, bytes */
    uint64_t content; /* digest of the file's bytes */
    uint64_t bare;    /* digest like `digest`, but without marks, captions and curves; 0: unknown */
    uint64_t film; /* key of the film to which the picture was last known to belong; 0: unknown */
    bool stale;    /* true: the picture belongs to another, earlier drawn film of that name */
    /* number of the record in the order of reading; of several records of one file the last is
     * valid */
    size_t serial;
} tw_picture_record;

/* data of a film that has been drawn, which tw_manifest_close needs */
typedef struct tw_manifest_film {
    /* first and last part of the pictures' file names, NAME.0001.png: "NAME", ".png" */
    const char *name, *ending;
    uint64_t key; /* key of the film, as in its records */
    /* number of the film's frames; 0: the film was interrupted, so no picture is removed */
    int frames;
    /* true: every frame has a picture, so pictures with numbers beyond the last frame are
     * removed; false: those pictures are only marked stale */
    bool whole;
} tw_manifest_film;

/* numbers of pictures of other films with the same name: removed ones, and those kept as stale */
typedef struct tw_manifest_rest {
    int removed, stale;
} tw_manifest_rest;

typedef struct tw_manifest {
    char *folder, *path, *journal;
    uint64_t name, film; /* name: digest of the film's name; film: key of the film */
    int fd;      /* descriptor of the journal; -1: the manifest was opened for reading only */
    bool there;  /* true: the manifest or its journal existed when it was read */
    size_t read; /* number of records read so far, from which the next one gets its serial */
    TW_ARRAY(tw_picture_record) records; /* the records, sorted by file name */
    tw_alike alike; /* finds records of earlier runs by their digest, so that equal pictures can be
                       copied */
} tw_manifest;

/* reads the records of a folder's manifest, and of a journal left by an unfinished run */
tw_status tw_manifest_read(const char *folder, tw_manifest *m);
bool tw_manifest_there(const tw_manifest *m); /* true: the folder had a manifest or a journal */
/* Opens a manifest to add pictures NAME.0001.png of a film. Removes files left by killed processes,
 * if no other process works in the folder. TW_IO: another process is drawing a different film of
 * that name in the folder */
tw_status tw_manifest_open(const char *folder, const char *name, uint64_t film, tw_manifest *m);
/* true: a record lists the file with that digest, and the file has the bytes that were written */
bool tw_manifest_has(const tw_manifest *m, const char *folder, const char *file, uint64_t digest);
/* like tw_manifest_has, for the digest without marks, captions and curves
 * (tw_picture_record.bare) */
bool tw_manifest_has_bare(const tw_manifest *m, const char *folder, const char *file,
                          uint64_t bare);
/* record of a file; NULL: there is none */
const tw_picture_record *tw_manifest_find(const tw_manifest *m, const char *file);
/* record of a picture of an earlier run that has that digest, whatever its frame; NULL: there is
 * none */
const tw_picture_record *tw_manifest_like(const tw_manifest *m, uint64_t digest);
/* writes the record of a finished picture into the journal */
tw_status tw_manifest_note(tw_manifest *m, const tw_picture_record *record);
/* writes manifest.json, unless other processes still work in the folder: then the last one does.
 * facts: lines about the origin of the pictures, JSON members each ending with a comma. Removes
 * only files that are listed and have the bytes that were written. rest may be NULL */
tw_status tw_manifest_close(tw_manifest *m, const char *facts, const tw_manifest_film *film,
                            tw_manifest_rest *rest);
void tw_manifest_free(tw_manifest *m);

/* *digest: hash of a file's contents. TW_IO, TW_MEMORY: it cannot be read */
tw_status tw_digest_file(const char *path, uint64_t *digest);
/* size of a file, bytes; 0: there is no such file */
uint64_t tw_file_size(const char *path);

#endif
