/*
 * Cryptomatte [Friedman and Jones 2015; specification 1.2.0]: mattes by names. The id of a thing is
 * its name's hash as the bits of a float, and a pixel's ranks are pairs of an id and the share of
 * the pixel that it covers, the greatest first.
 */
#ifndef TW_PICTURE_LAYERS_CRYPTO_H
#define TW_PICTURE_LAYERS_CRYPTO_H

#include "frame/frame.h"

#include <stdint.h>

/* MurmurHash3_32 (Appleby), with seed 0 */
uint32_t tw_murmur3(const char *text);

/* id of a name: the bits of its hash, of which one is flipped if they are not a normal float
 * (exponent 0 or 255) */
uint32_t tw_crypto_id(const char *name);

extern const char tw_crypto_ground[]; /* name of the ground in mattes, "ground" */
/* The name from which an item's id is made, in UTF-8: the item's own name, with \xNN in place of
 * bytes that are no UTF-8; "/ground" if the item is called as the ground is; "#" and the item's tag
 * if it has no name, which does not occur in films. *own: memory that the caller frees, or NULL.
 * Returns NULL: no memory. */
const char *tw_crypto_name(const tw_frame_item *item, char **own);
/* true: the item's id is made from another text than its own name */
bool tw_crypto_renames(const tw_frame_item *item);

extern const char tw_crypto_layer[]; /* "CryptoObject" */
/* size of the buffer for a metadata key. tw_crypto_key: sets key to "cryptomatte/KEY/MEMBER", where
 * KEY is the first seven hexadecimal digits of the hash of the layer's name */
enum { TW_CRYPTO_KEY = 48 };
void tw_crypto_key(const char *member, char key[TW_CRYPTO_KEY]);

/* *json, which the caller frees: {"name":"id in eight hexadecimal digits", ...} for all items of
 * the frame, each name once */
tw_status tw_crypto_manifest(const tw_frame *frame, char **json);

#endif
