/*
 * Fonts: the six faces of DejaVu, and, for characters that they lack, the Noto fonts that are
 * installed. A character that DejaVu has looks the same however many other fonts are installed. A
 * face's file is read when it is needed first, and is then kept. All functions may be called from
 * several threads.
 */
#ifndef TW_PICTURE_LETTERS_FONT_H
#define TW_PICTURE_LETTERS_FONT_H

#include "base/status.h"
#include "frame/frame.h"

#include <stdbool.h>

struct stbtt_fontinfo;

/* where and how large a glyph is drawn: glyph number `index` of the font `info`, scale in pixels
 * per font unit, offset (x, y) of its origin within a pixel, 0 .. 1 */
typedef struct tw_font_place {
    const struct stbtt_fontinfo *info;
    int index;
    double scale, x, y;
} tw_font_place;

/* a drawn glyph: coverage [height][width], 0 .. 255; left, top: its first pixel relative to the
 * pixel of the glyph's origin */
typedef struct tw_font_pixels {
    unsigned char *coverage; /* to be freed by tw_font_free; NULL: the outline is empty */
    int width, height, left, top;
} tw_font_pixels;

/* outline of a character: the font that has it, and the number of the outline in that font */
typedef struct tw_glyph {
    const struct stbtt_fontinfo *info;
    int index;
    /* scale of this font's outlines relative to those of the face that was asked for; 1 if it is
     * that face */
    double factor;
    bool missing; /* true: no font has the character, and the outline is an empty box */
} tw_glyph;

/* *info: the font of a face. TW_IO: the face's file is missing or no font; the error message names
 * the file and the package that has it */
tw_status tw_font_face(tw_font font, const struct stbtt_fontinfo **info);
/* draws a glyph to *pixels. TW_MEMORY: nothing is drawn */
tw_status tw_font_bitmap(const tw_font_place *place, tw_font_pixels *pixels);
void tw_font_free(void *coverage);
/* *glyph: outline of the character in this face, or else in DejaVu Sans, or else in the first Noto
 * font that has it */
tw_status tw_font_glyph(tw_font font, int code, tw_glyph *glyph);

#endif
