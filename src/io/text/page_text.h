/* The text of pages (page.h): as SVG's elements, as PDF's operators. */
#ifndef TW_IO_TEXT_PAGE_TEXT_H
#define TW_IO_TEXT_PAGE_TEXT_H

#include "frame/frame.h"

#include <stdio.h>

/* writes the content of <text>, with tspan for subscripts */
void tw_page_text_svg(FILE *to, double size, const char *utf8);
/* attributes of <text> for a font; "" for the page's default, sans */
const char *tw_page_face_svg(tw_font font);

/* number of fonts F1, F2, ... of a PDF page: one for each tw_font, in that order, and Symbol */
enum { TW_PAGE_FONTS = TW_FONT_COUNT + 1 };
/* names of the PDF fonts, as given after /BaseFont */
extern const char *const tw_page_fonts[TW_PAGE_FONTS];
/* writes PDF's operators BT ... ET for a text on a page whose y is down; returns the number of
 * characters that the fonts lack */
int tw_page_text_pdf(FILE *to, tw_font font, double x, double y, double size, const char *utf8);

#endif
