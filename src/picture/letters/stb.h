/*
 * Includes stb_truetype with the project's own arithmetic functions, so that outlines have the same
 * bits on all machines. Its functions are compiled in font.c; other files that include this header
 * get their declarations only.
 */
#ifndef TW_PICTURE_LETTERS_STB_H
#define TW_PICTURE_LETTERS_STB_H

#include "base/math/elementary.h"
#include "picture/letters/font.h"

#include <math.h>
#include <stdlib.h>

/* memory for stb_truetype while a glyph is drawn; see tw_font_bitmap */
void *tw_font_alloc(size_t size);

#define STBTT_malloc(size, context) ((void)(context), tw_font_alloc(size))
#define STBTT_free(memory, context) ((void)(context), tw_font_free(memory))
/* assertions of stb_truetype are off: they fail for broken files and missing memory, which are no
 * errors of this program */
#define STBTT_assert(x) ((void)sizeof(x))
#define STBTT_ifloor(x) ((int)floor(x))
#define STBTT_iceil(x) ((int)ceil(x))
#define STBTT_sqrt(x) sqrt(x)
#define STBTT_pow(x, y) tw_pow(x, y)
#define STBTT_fmod(x, y) fmod(x, y)
#define STBTT_cos(x) tw_cos(x)
#define STBTT_acos(x) tw_acos(x)
#define STBTT_fabs(x) fabs(x)
#include <stb_truetype.h>

#endif
