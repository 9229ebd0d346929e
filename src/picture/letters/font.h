/*
 * Faces of letters: the six of DejaVu, and for characters that they lack the Noto fonts that are
 * installed. A character that DejaVu has never looks otherwise because more fonts are there.
 *
 * A face's file is read when it is first asked for, and stays. Safe to call from several threads.
 */
#ifndef TW_PICTURE_LETTERS_FONT_H
#define TW_PICTURE_LETTERS_FONT_H

#include "base/status.h"
#include "frame/frame.h"

#include <stdbool.h>

struct stbtt_fontinfo;

/* a glyph to be drawn: pixels per unit of its outline, place within a pixel, 0 .. 1 */
typedef struct tw_font_place {
    const struct stbtt_fontinfo *info;
    int index;
    double scale, x, y;
} tw_font_place;

/* coverage [height][width] of a glyph, 0 .. 255; left, top: first pixel relative to the glyph's
 * place */
typedef struct tw_font_pixels {
    unsigned char *coverage; /* to be freed by tw_font_free; NULL: the outline is empty */
    int width, height, left, top;
} tw_font_pixels;

/* outline of a character: its face and place there */
typedef struct tw_glyph {
    const struct stbtt_fontinfo *info;
    int index;
    double factor; /* scale of this outline over the scale of the face; 1: the face's own */
    bool missing;  /* outline of the face's box, if no font has the character */
} tw_glyph;

/* the face itself; TW_IO names the file and its package */
tw_status tw_font_face(tw_font font, const struct stbtt_fontinfo **info);
/* TW_MEMORY when memory ended: never a part of a glyph */
tw_status tw_font_bitmap(const tw_font_place *place, tw_font_pixels *pixels);
void tw_font_free(void *coverage);
/* the character in this face, else in DejaVu Sans, else in the first Noto font that has it */
tw_status tw_font_glyph(tw_font font, int code, tw_glyph *glyph);

#endif
