/*
 * The pages that the build makes of src/page. An exported page holds all messages of a reel
 * (reel.h), each as u32 kind (0 JSON, 1 frames), u32 length, its bytes padded to 8; packed by
 * deflate, in base64.
 */
#ifndef TW_APP_VIEW_PAGE_H
#define TW_APP_VIEW_PAGE_H

#include "app/view/reel/reel.h"

/* HTML written by the build (cmake/Page.cmake), empty where the program was built without it. The
 * player has the place of a film in it; the modeller is the live page, with the editor */
extern const unsigned char tw_page_player[], tw_page_modeller[];
extern const size_t tw_page_player_size, tw_page_modeller_size;

/* TW_IO where the program was built without its page: the failure names the missing package */
tw_status tw_page_there(const char *command);
/* the player with `film` [size], a packed film, in it */
tw_status tw_page_put(FILE *out, const void *film, size_t size);

/* the page with the whole film as a file; TW_SCRIPT: it has no frames */
tw_status tw_page_save(tw_reel *r, const tw_reel_film *film, const char *path);

#endif
