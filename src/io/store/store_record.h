/* Records of a baked film, shared by its writer and reader; docs/film.md describes them. */
#ifndef TW_IO_STORE_STORE_RECORD_H
#define TW_IO_STORE_STORE_RECORD_H

#include "base/hash.h"
#include "io/store/store.h"

#include <string.h>

enum {
    TW_STORE_MAGIC = 16,
    TW_STORE_KEYS = 32
}; /* size of the magic bytes at the file's begin; number of frames from one key frame to the next
    */

typedef enum tw_record_kind {
    TW_RECORD_HEAD = 1,
    TW_RECORD_MESH,
    TW_RECORD_MAP,
    TW_RECORD_FRAME,
    TW_RECORD_END,
    TW_RECORD_EVENTS,
    TW_RECORD_LIGHT,
    /* the frame of a fade that fades out; the record of the frame that fades in follows, with the
     * same number */
    TW_RECORD_FADE
} tw_record_kind;

typedef struct tw_record {
    char mark[4]; /* "TWR\n" */
    uint32_t kind;
    uint64_t size; /* size of the contents, which follow, bytes */
    /* of a frame: its number from 1; of a record of events: how many events it has; of a mesh,
     * picture or light map: its digest */
    uint64_t id;
    /* flags of a frame (store.h); key: 1: the frame is a key frame */
    uint32_t flags, key;
    uint64_t content; /* checksum of the record's contents */
    uint64_t own;     /* checksum of the header: of the members before this one */
} tw_record;

_Static_assert(sizeof(tw_record) == 48, "a record's header has no gaps");

static inline uint64_t tw_record_sum(const void *data, size_t size) {
    return tw_hash_end(tw_hash_bytes(tw_hash_begin(), data, size));
}

static inline uint64_t tw_record_own(const tw_record *r) {
    return tw_record_sum(r, offsetof(tw_record, own));
}

static inline void tw_store_magic(char magic[TW_STORE_MAGIC]) {
    memcpy(magic, "TAUWERK-FILM\r\n\x1a", TW_STORE_MAGIC - 1);
    magic[TW_STORE_MAGIC - 1] = TW_STORE_VERSION;
}

/* first part of a record's contents: of a mesh, the numbers of vertices and triangles; of a picture
 * or light map, width and height */
typedef struct tw_record_counts {
    uint64_t a, b;
} tw_record_counts;

/* First part of the contents of the record HEAD; the texts scene, script, made_by and audio and the
 * names of the parts follow, each ended by a NUL */
typedef struct tw_record_head {
    double begin, fps;
    int64_t planned, width, height;
    uint64_t layers, program, source, parts;
} tw_record_head;

/* an event in a record of events; its texts file, a, b follow, each ended by a NUL */
typedef struct tw_record_event {
    uint32_t sort, line;
    uint64_t part;
    double time, point[3], normal[3], rate;
} tw_record_event;

_Static_assert(sizeof(tw_record_event) == 80, "an event has no gaps");

typedef struct tw_record_end {
    int64_t status;
    double time;
    uint64_t frames;
} tw_record_end;

#endif
