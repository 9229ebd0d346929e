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

/* where the outline of a character is */
typedef struct tw_glyph {
    const struct stbtt_fontinfo *info;
    int index;
    double factor; /* from the scale of the face to that of this outline; 1: the face's own */
    bool missing;  /* no font has it: the box of the face */
} tw_glyph;

/* the face itself; TW_IO names the file and its package */
tw_status tw_font_face(tw_font font, const struct stbtt_fontinfo **info);
/* the character in this face, else in DejaVu Sans, else in the first Noto font that has it */
tw_status tw_font_glyph(tw_font font, int code, tw_glyph *glyph);

#endif
