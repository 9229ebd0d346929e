/* The text of pages (page.h): as SVG elements, or as PDF operators. */
#ifndef TW_IO_TEXT_PAGE_TEXT_H
#define TW_IO_TEXT_PAGE_TEXT_H

#include "frame/frame.h"

#include <stdio.h>

/* writes the content of an SVG element <text>, subscripts as elements <tspan>; size: font size,
 * pixels */
void tw_page_text_svg(FILE *to, double size, const char *utf8);
/* attributes of the SVG element <text> for a font; "" for the sans-serif font, which is set for the
 * whole page */
const char *tw_page_face_svg(tw_font font);

/* number of fonts F1, F2, ... of a PDF page: one for each tw_font, in that order, and Symbol */
enum { TW_PAGE_FONTS = TW_FONT_COUNT + 1 };
/* names of the PDF fonts F1, F2, ...: standard fonts, as given after /BaseFont */
extern const char *const tw_page_fonts[TW_PAGE_FONTS];
/* writes PDF operators BT ... ET for a text whose baseline begins at (x, y) of a page with y down;
 * returns the number of characters that no PDF font has */
int tw_page_text_pdf(FILE *to, tw_font font, double x, double y, double size, const char *utf8);

#endif
