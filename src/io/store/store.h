/*
 * A baked film: all frames of a simulated scene in one file (FILE.twb), to be drawn later, in part,
 * or elsewhere. docs/film.md describes the bytes.
 *
 * The file only grows: records, each with a checksum of its own. Meshes and pictures are stored
 * once, before the first frame that shows them; a frame has the changes since the previous one, and
 * every 32nd frame is complete. Frames are stored as the simulation gives them: what is chosen for
 * the whole film (frame/film.h), such as cameras, is chosen when the film is drawn.
 *
 * A film of several scenes has its frames in the film's order. A frame of a fade is stored as the
 * two frames that it mixes.
 *
 * The film is written as FILE.twb.part, which can be read while it grows, and is renamed to
 * FILE.twb when it is complete. An incomplete record at the end of a file is ignored; a wrong
 * checksum is an error.
 */
#ifndef TW_IO_STORE_STORE_H
#define TW_IO_STORE_STORE_H

#include "frame/frame.h"

enum { TW_STORE_VERSION = 7 }; /* version of the format, the only one that can be read */

typedef struct tw_store_head {
    const char *scene;   /* name of the film, which is part of file names */
    const char *script;  /* path of the script */
    const char *made_by; /* version of the program */
    double begin, fps;   /* s, 1/s */
    int planned;         /* frames */
    int width, height;   /* size of the pictures, 1 .. 16384 pixels, from the scene */
    unsigned layers;     /* layers of the frames: bits of tw_layer */
    /* digests of the program that simulated the film, and of its script */
    uint64_t program, source;
    const char *audio; /* sound of the film: path of a file, or "clicks"; "": none */
    /* [parts] names of the scenes in a film of several, "" for a title card; `parts` 0: a film of
     * one scene. Frames and events have the index of their scene in this list */
    const char *const *part;
    int parts;
} tw_store_head;

typedef struct tw_store_end {
    /* tw_status of the simulation; not TW_OK: it failed, and the film has the frames before the
     * failure */
    int status;
    double time;         /* time of the scene at which the simulation stopped, s */
    const char *failure; /* text of the failure; "": none */
} tw_store_end;

/* sorts of events of the simulation */
typedef enum tw_store_sort {
    TW_STORE_AT, /* AT, EVERY, DURING, WHEN: events that the script has registered */
    TW_STORE_EVERY,
    TW_STORE_DURING,
    TW_STORE_WHEN,
    TW_STORE_CONTACT, /* CONTACT: two bodies begin to touch */
    TW_STORE_SORTS
} tw_store_sort;

typedef struct tw_store_event {
    tw_store_sort sort;
    int part;         /* index of the scene in a film of several, from 0 */
    double time;      /* s */
    const char *file; /* script that registered the event; "": none */
    int line;
    /* CONTACT: names of the two bodies; b "": the ground. Other events: both are "" */
    const char *a, *b;
    vec3 point;  /* CONTACT: point of contact, world, m */
    vec3 normal; /* CONTACT: unit normal, from b to a */
    double rate; /* CONTACT: rate of the gap when they touch, m/s; below 0: approaching */
} tw_store_event;

/* ---- writing ------------------------------------------------------------------------------- */

typedef struct tw_store_writer tw_store_writer;

/* creates the film at `path`. TW_IO: it cannot be written, or another process is writing it */
tw_status tw_store_create(const char *path, const tw_store_head *head, tw_store_writer **writer);
/* appends a frame, and, if it is part of a fade, the frame frame->fades that fades out */
tw_status tw_store_add(tw_store_writer *w, const tw_frame *frame);
/* appends an event; its texts are copied */
tw_status tw_store_note(tw_store_writer *w, const tw_store_event *event);
uint64_t tw_store_written(const tw_store_writer *w); /* bytes */
/* writes the end of the film and renames the file to FILE.twb. Frees w in every case; after a
 * failure FILE.twb.part is removed */
tw_status tw_store_commit(tw_store_writer *w, const tw_store_end *end);
/* discards the film and removes its file; does nothing if the argument is NULL */
void tw_store_discard(tw_store_writer *w);

/* ---- reading ------------------------------------------------------------------------------- */

typedef struct tw_store tw_store;

/* flags of a frame, known without reading it. A frame of a fade is ALONE if both frames of the fade
 * are, and has MARKS if one of them has */
enum {
    /* apart from marks and curves, the frame can be completed without the film's other frames
     * (tw_frame_alone) */
    TW_STORE_ALONE = 1,
    TW_STORE_MARKS = 2 /* the frame has marks or curves */
};

/* opens the film at `path`, or, if there is no such file, the unfinished one at `path`.part. TW_IO:
 * no such film, damaged, or of another version */
tw_status tw_store_open(const char *path, tw_store **store);
void tw_store_close(tw_store *s); /* closes the store; does nothing if the argument is NULL */
const tw_store_head *tw_store_head_of(const tw_store *s);
/* how the simulation ended; NULL: the file is cut off, or still growing */
const tw_store_end *tw_store_end_of(const tw_store *s);
/* digest of the frames in the file and of the script that made the film */
uint64_t tw_store_digest(const tw_store *s);
size_t tw_store_count(const tw_store *s); /* number of frames */
unsigned tw_store_flags(const tw_store *s, size_t index);
size_t tw_store_event_count(const tw_store *s);
/* event number `index`, from 0, in the order of the file */
const tw_store_event *tw_store_event_of(const tw_store *s, size_t index);
/* reads frame `index`, from 0, with its frame->fades. Reading frames in their order is quickest,
 * since each is stored as changes of the one before. The frame remains valid after the store is
 * closed */
tw_status tw_store_frame(tw_store *s, size_t index, tw_frame *frame);

#endif
