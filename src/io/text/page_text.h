/* The text of pages (page.h): as SVG's elements, as PDF's operators. */
#ifndef TW_IO_TEXT_PAGE_TEXT_H
#define TW_IO_TEXT_PAGE_TEXT_H

#include "frame/frame.h"

#include <stdio.h>

/* writes the content of <text>, with tspan for subscripts */
void tw_page_text_svg(FILE *to, double size, const char *utf8);
/* attributes of <text> for the face; "" for the page's own, sans */
const char *tw_page_face_svg(tw_font font);

/* the fonts F1, F2, ... of a page: those of the faces, in their order, and Symbol */
enum { TW_PAGE_FONTS = TW_FONT_COUNT + 1 };
/* names of the fonts after /BaseFont */
extern const char *const tw_page_fonts[TW_PAGE_FONTS];
/* BT ... ET, on a page whose y is down; how many characters the standard fonts do not have */
int tw_page_text_pdf(FILE *to, tw_font font, double x, double y, double size, const char *utf8);

#endif
