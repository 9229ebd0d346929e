/*
 * The page that the build makes of src/page, and what an exported one holds: all messages of a
 * reel (reel.h), each as u32 kind (0 JSON, 1 frames), u32 length, its bytes padded to 8; packed by
 * deflate, in base64.
 */
#ifndef TW_APP_VIEW_PAGE_H
#define TW_APP_VIEW_PAGE_H

#include "app/view/reel.h"

/* HTML with the place of the film in it, written by the build (cmake/page.mjs); empty: the program
 * was built without it */
extern const unsigned char tw_page_html[];
extern const size_t tw_page_size;

/* TW_IO where the program was built without its page: says what is missing and how to get it */
tw_status tw_page_there(const char *command);
/* the page with `film` [size], a packed film, in it; NULL: the live one */
tw_status tw_page_put(FILE *out, const void *film, size_t size);

/* the page with the whole film as a file; TW_SCRIPT: it has no frames */
tw_status tw_page_save(tw_reel *r, const tw_reel_film *film, const char *path);

#endif
