/*
 * The pages that the build makes of src/page. An exported page holds all messages of a reel
 * (reel.h), each as u32 kind (0 JSON, 1 frames), u32 length, its bytes padded to 8; packed by
 * deflate, in base64.
 */
#ifndef TW_APP_VIEW_PAGE_H
#define TW_APP_VIEW_PAGE_H

#include "app/view/reel/reel.h"

/* HTML made by the build (cmake/Page.cmake); empty if the program was built without it.
 * tw_page_player has a place for a film, for exports; tw_page_modeller is the page of `tauwerk
 * view`, with the editor */
extern const unsigned char tw_page_player[], tw_page_modeller[];
extern const size_t tw_page_player_size, tw_page_modeller_size;

/* TW_OK if the program was built with the pages; otherwise TW_IO, with a text that names the
 * missing package */
tw_status tw_page_there(const char *command);

/* writes a file: the player with the whole film; TW_SCRIPT: the film has no frames */
tw_status tw_page_save(tw_reel *r, const tw_reel_film *film, const char *path);

#endif
