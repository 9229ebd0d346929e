/*
 * What pictures leave to the next ones (picture/again/again.h), as many as are drawn at one time.
 * Which of them a picture gets does not matter for its bytes.
 *
 * The environment variable TAUWERK_AGAIN=0 has every picture drawn anew, also those that equal
 * others (render/lane.h), for tests and measuring.
 */
#ifndef TW_APP_RENDER_CHAINS_H
#define TW_APP_RENDER_CHAINS_H

#include "app/render/render.h"
#include "picture/again/again.h"

typedef struct tw_chains tw_chains;

/* false: every picture is to be drawn anew */
bool tw_chains_wanted(void);
/* bytes that each takes; 0: these pictures leave nothing (drafts, one picture, very large ones) */
size_t tw_chains_memory(const tw_render *o);
/* NULL in *chains where they leave nothing */
tw_status tw_chains_create(const tw_render *o, int count, tw_chains **chains);
void tw_chains_free(tw_chains *c);
/* one that nobody has; NULL: none. By any thread */
tw_again *tw_chains_take(tw_chains *c);
void tw_chains_give(tw_chains *c, tw_again *a);

#endif
