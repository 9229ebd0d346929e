/*
 * Sets of drawn tiles (parts of a picture), which later pictures of a film reuse where nothing has
 * changed (picture/again/again.h), one set for each picture that is drawn at the same time. A
 * picture's bytes do not depend on which set it gets.
 */
#ifndef TW_LIBRARY_PICTURE_CHAINS_H
#define TW_LIBRARY_PICTURE_CHAINS_H

#include "picture/picture.h"

typedef struct tw_chains tw_chains;
struct tw_again;

/* memory of one set for a film of so many pictures, bytes; 0: no tiles are reused (drafts, a single
 * picture, very large pictures) */
size_t tw_chains_memory(const tw_picture_options *o, int pictures);
/* makes `sets` empty sets, each of tw_chains_memory bytes; that number must not be 0 */
tw_status tw_chains_create(const tw_picture_options *o, int sets, tw_chains **chains);
void tw_chains_free(tw_chains *c); /* does nothing if the argument is NULL */
/* takes a set that no other picture uses, for tw_picture_options.again; NULL: none is free, or c is
 * NULL. Any thread may call it
 */
struct tw_again *tw_chains_take(tw_chains *c);
void tw_chains_give(tw_chains *c, struct tw_again *a);

#endif
