/* The text of pages (page.h): as SVG's elements, as PDF's operators. */
#ifndef TW_IO_PAGE_TEXT_H
#define TW_IO_PAGE_TEXT_H

#include <stdio.h>

/* what stands in <text>, with tspan for what is set lower */
void tw_page_text_svg(FILE *to, double size, const char *utf8);
/* BT ... ET, on a page whose y is down; how many characters the standard fonts do not have */
int tw_page_text_pdf(FILE *to, double x, double y, double size, const char *utf8);

#endif
