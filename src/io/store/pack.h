/*
 * Compression of frames, without loss.
 *
 * A frame becomes nine lists of 64-bit words (stage, solids, poses, ...). Each word is stored as
 * its difference (exclusive or) from the same word of the frame before, so that what did not change
 * becomes zeros; then the words' bytes are rearranged, all first bytes, all second bytes, and so
 * on, and deflated. A frame can be read after all frames since the last key frame were read: a key
 * frame does not refer to frames before it.
 *
 * Meshes and pictures, which many frames share, are stored separately; a packed frame has only
 * their digests. In a fade the old frame (`fades`) is packed separately, by the caller.
 */
#ifndef TW_IO_STORE_PACK_H
#define TW_IO_STORE_PACK_H

#include "base/array.h"
#include "frame/frame.h"
#include "shape/map/lightmap.h"
#include "shape/map/pixmap.h"
#include "shape/mesh/mesh.h"

/* meshes, pictures and light maps that frames share, to be found by their digests */
typedef struct tw_shared {
    TW_ARRAY(const tw_mesh *) meshes;     /* retained */
    TW_ARRAY(const tw_pixmap *) maps;     /* retained */
    TW_ARRAY(const tw_lightmap *) lights; /* light maps that come from files; references are held */
} tw_shared;

/* mesh, picture or light map with the digest `hash`, without a reference for the caller; NULL: *l
 * has none
 */
const tw_mesh *tw_shared_mesh(const tw_shared *l, uint64_t hash);
const tw_pixmap *tw_shared_map(const tw_shared *l, uint64_t hash);
const tw_lightmap *tw_shared_light(const tw_shared *l, uint64_t hash);
tw_status tw_shared_add_light(tw_shared *l, const tw_lightmap *map);
/* adds a mesh (a light map, a picture), to which *l then holds a reference */
tw_status tw_shared_add_mesh(tw_shared *l, const tw_mesh *mesh);
tw_status tw_shared_add_map(tw_shared *l, const tw_pixmap *map);
void tw_shared_free(tw_shared *l);

typedef struct tw_pack tw_pack;

/* makes a compressor of frames (tw_pack_frame), or a reader of compressed ones (tw_unpack_frame).
 * `shared` must outlive it; before a frame is read, the meshes, pictures and light maps in it must
 * be in `shared` */
tw_status tw_pack_create(const tw_shared *shared, tw_pack **pack);
void tw_pack_free(tw_pack *pack);
void tw_pack_key(tw_pack *pack); /* makes the next frame that is packed a key frame */
/* compresses faster from now on, though to more bytes; for frames that are only kept in memory */
void tw_pack_quickly(tw_pack *pack);

/* compresses the next frame to *bytes [*size], malloc'ed */
tw_status tw_pack_frame(tw_pack *pack, const tw_frame *frame, unsigned char **bytes, size_t *size);
/* restores the next frame of a series from bytes of tw_pack_frame. TW_IO: the bytes are not valid;
 * after a failure *frame is empty */
tw_status tw_unpack_frame(tw_pack *pack, const unsigned char *bytes, size_t size, tw_frame *frame);

/* tw_deflate, tw_deflate_at: *bytes [*packed], malloc'ed: the size of the data, then the compressed
 * data. tw_inflate: *data [*size], malloc'ed, from such bytes; TW_IO: they are not valid */
tw_status tw_deflate(const void *data, size_t size, unsigned char **bytes, size_t *packed);
enum {
    TW_DEFLATE_QUICK = 1,
    TW_DEFLATE_STORED = 3
}; /* compression levels of libdeflate; tw_deflate uses TW_DEFLATE_STORED */
tw_status tw_deflate_at(int level, const void *data, size_t size, unsigned char **bytes,
                        size_t *packed);
tw_status tw_inflate(const unsigned char *bytes, size_t packed, void **data, size_t *size);

#endif
