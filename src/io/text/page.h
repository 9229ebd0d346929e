/*
 * One page of line drawing as SVG 1.1 or PDF 1.4: paths, circles and text in plain colours. Units
 * are pixels, y down (in PDF 1 px = 3/4 pt, as CSS has it). The file appears whole or not at all.
 *
 * Text in SVG uses the DejaVu fonts, or similar ones where these are not installed. In
 * PDF it is in Helvetica, Times and Courier, with Greek letters and signs in Symbol: standard fonts
 * that every reader has. Other characters become '?', and are counted (tw_page_missing).
 */
#ifndef TW_IO_TEXT_PAGE_H
#define TW_IO_TEXT_PAGE_H

#include "base/status.h"
#include "frame/frame.h"

#include <stdbool.h>

typedef struct tw_page tw_page;

typedef struct tw_pen_ink {
    unsigned rgb;   /* 0xrrggbb */
    double width;   /* width of strokes, pixels */
    double on, off; /* lengths of dashes (on) and gaps (off), pixels; on = 0: the line is solid */
} tw_pen_ink;

/* begins a page of width x height pixels; paper: colour of the page, 0xrrggbb; pdf: PDF, otherwise
 * SVG */
tw_status tw_page_create(double width, double height, unsigned paper, bool pdf, tw_page **page);
/* a path begins with tw_page_move and ends with tw_page_stroke or tw_page_fill */
void tw_page_move(tw_page *p, double x, double y);
void tw_page_line(tw_page *p, double x, double y);
void tw_page_curve(tw_page *p, double x1, double y1, double x2, double y2, double x, double y);
void tw_page_close(tw_page *p);
void tw_page_circle(tw_page *p, double x, double y, double r);
void tw_page_stroke(tw_page *p, tw_pen_ink ink);
void tw_page_fill(tw_page *p, unsigned rgb);
/* writes a text whose baseline begins at (x, y); size: font size (em), pixels. Text between
 * the control characters 14 and 15 is a subscript */
void tw_page_text(tw_page *p, tw_font font, double x, double y, double size, unsigned rgb,
                  const char *utf8);
/* number of characters in the page's texts so far that the PDF fonts do not have; 0 for SVG */
int tw_page_missing(const tw_page *p);
/* writes the page; frees p in every case */
tw_status tw_page_write(tw_page *p, const char *path);
void tw_page_discard(tw_page *p); /* discards the page; does nothing if the argument is NULL */

#endif
