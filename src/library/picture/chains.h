/*
 * Tiles that pictures of one film leave to the next ones (picture/again/again.h), as many sets as
 * pictures are drawn at one time. Which set a picture gets does not matter for its bytes.
 */
#ifndef TW_LIBRARY_PICTURE_CHAINS_H
#define TW_LIBRARY_PICTURE_CHAINS_H

#include "picture/picture.h"

typedef struct tw_chains tw_chains;
struct tw_again;

/* bytes of one set for a film of so many pictures; 0: its pictures leave nothing (drafts, one
 * picture, very large ones) */
size_t tw_chains_memory(const tw_picture_options *o, int pictures);
/* makes so many sets; each takes the memory of tw_chains_memory, which is not 0 */
tw_status tw_chains_create(const tw_picture_options *o, int sets, tw_chains **chains);
void tw_chains_free(tw_chains *c); /* NULL is fine */
/* a set that no picture has, for tw_picture_options.again; NULL: none. By any thread; c may be NULL
 */
struct tw_again *tw_chains_take(tw_chains *c);
void tw_chains_give(tw_chains *c, struct tw_again *a);

#endif
