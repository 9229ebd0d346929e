/*
 * Frames as few bytes, and back, bit by bit.
 *
 * A frame becomes nine lists of 64-bit words (stage, solids, poses, ...). Each word is stored as
 * its difference (exclusive or) from the same word of the frame before, so that what did not change
 * becomes zeros; bytes of the same rank stand together, and the whole is deflated. A frame can be
 * read when all frames since the last key have been: a key knows of no frame before it.
 *
 * Meshes and pictures stand in a frame as their digests; the things themselves, which many
 * frames share, are given beside them. The frame that goes in a fade (`fades`) is a frame of its
 * own, packed by whoever keeps both.
 */
#ifndef TW_IO_STORE_PACK_H
#define TW_IO_STORE_PACK_H

#include "base/array.h"
#include "frame/frame.h"
#include "shape/map/lightmap.h"
#include "shape/map/pixmap.h"
#include "shape/mesh/mesh.h"

/* meshes and maps that frames share, found by digest */
typedef struct tw_shared {
    TW_ARRAY(const tw_mesh *) meshes;     /* retained */
    TW_ARRAY(const tw_pixmap *) maps;     /* retained */
    TW_ARRAY(const tw_lightmap *) lights; /* maps from files; retained */
} tw_shared;

/* the mesh of that digest; NULL: not there */
const tw_mesh *tw_shared_mesh(const tw_shared *l, uint64_t hash);
const tw_pixmap *tw_shared_map(const tw_shared *l, uint64_t hash);
const tw_lightmap *tw_shared_light(const tw_shared *l, uint64_t hash);
tw_status tw_shared_add_light(tw_shared *l, const tw_lightmap *map);
/* adds a mesh and retains it */
tw_status tw_shared_add_mesh(tw_shared *l, const tw_mesh *mesh);
tw_status tw_shared_add_map(tw_shared *l, const tw_pixmap *map);
void tw_shared_free(tw_shared *l);

typedef struct tw_pack tw_pack;

/* `shared` is borrowed; it must hold the meshes and maps of frames before these are read */
tw_status tw_pack_create(const tw_shared *shared, tw_pack **pack);
void tw_pack_free(tw_pack *pack);
void tw_pack_key(tw_pack *pack); /* makes the next frame a key frame */
/* from now on packs for memory, not for a file: in less time, into some more bytes */
void tw_pack_quickly(tw_pack *pack);

/* *bytes is malloc'ed. The frame is not changed */
tw_status tw_pack_frame(tw_pack *pack, const tw_frame *frame, unsigned char **bytes, size_t *size);
/* TW_IO: the bytes are no frame of tw_pack_frame; *frame is then empty */
tw_status tw_unpack_frame(tw_pack *pack, const unsigned char *bytes, size_t size, tw_frame *frame);

/* deflated bytes, malloc'ed, the length in front; and back */
tw_status tw_deflate(const void *data, size_t size, unsigned char **bytes, size_t *packed);
enum { TW_DEFLATE_QUICK = 1, TW_DEFLATE_STORED = 3 }; /* libdeflate's levels; the latter above */
tw_status tw_deflate_at(int level, const void *data, size_t size, unsigned char **bytes,
                        size_t *packed);
tw_status tw_inflate(const unsigned char *bytes, size_t packed, void **data, size_t *size);

#endif
