/* Pages of line drawing as SVG or PDF; see page.h. Coordinates are written with two decimals: a
 * hundredth of a pixel. */
#include "io/text/page.h"

#include "base/file.h"
#include "base/text/memo.h"
#include "io/text/page_text.h"

#include <libdeflate.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tw_page {
    bool pdf;
    double width, height;
    char *out;  /* finished content */
    char *path; /* text of the path that has begun and not ended */
    size_t size, path_size;
    FILE *to, *path_to;
    double x, y; /* last point of the path, pixels */
    int missing;
    bool failed; /* true: memory ran out, and a path was lost */
};

/* writes a number with two decimals, without trailing zeros, and never as -0 */
static void number(FILE *to, double v) {
    char text[48];
    if (!isfinite(v)) v = 0;
    snprintf(text, sizeof text, "%.2f", fmin(fmax(v, -1e9), 1e9));
    size_t n = strlen(text);
    while (n > 0 && text[n - 1] == '0') n--;
    if (n > 0 && text[n - 1] == '.') n--;
    text[n] = '\0';
    fputs(!strcmp(text, "-0") ? "0" : text, to);
}

static void place(tw_page *p, double x, double y) {
    number(p->path_to, x);
    fputc(p->pdf ? ' ' : ',', p->path_to);
    number(p->path_to, y);
    p->x = x, p->y = y;
}

static void rgb_pdf(FILE *to, unsigned rgb, const char *op) {
    fprintf(to, "%.3g %.3g %.3g %s\n", (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0,
            (rgb & 255) / 255.0, op);
}

tw_status tw_page_create(double width, double height, unsigned paper, bool pdf, tw_page **page) {
    tw_page *p = calloc(1, sizeof *p);
    *page = p;
    if (!p) return tw_fail_memory();
    *p = (tw_page){.pdf = pdf, .width = width, .height = height};
    p->to = tw_memo_open(&p->out, &p->size);
    p->path_to = tw_memo_open(&p->path, &p->path_size);
    if (!p->to || !p->path_to) {
        tw_page_discard(p);
        *page = NULL;
        return tw_fail_memory();
    }
    if (!pdf) {
        fprintf(p->to,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"%.0f\" "
                "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" font-family=\"DejaVu Sans, Verdana, "
                "sans-serif\" fill=\"none\" stroke-linejoin=\"round\">\n"
                "<rect width=\"100%%\" height=\"100%%\" fill=\"#%06x\"/>\n",
                width, height, width, height, paper);
    } else {
        /* PDF's matrix for coordinates in pixels, y down; PDF itself clips the content at the
         * border of the page */
        fputs("0.75 0 0 -0.75 0 ", p->to);
        number(p->to, 0.75 * height);
        fputs(" cm\n1 j\n", p->to);
        rgb_pdf(p->to, paper, "rg");
        fprintf(p->to, "0 0 %.0f %.0f re f\n", width, height);
    }
    return TW_OK;
}

void tw_page_move(tw_page *p, double x, double y) {
    if (!p->pdf) fputc('M', p->path_to);
    place(p, x, y);
    if (p->pdf) fputs(" m\n", p->path_to);
}

void tw_page_line(tw_page *p, double x, double y) {
    if (!p->pdf) fputc('L', p->path_to);
    place(p, x, y);
    if (p->pdf) fputs(" l\n", p->path_to);
}

void tw_page_curve(tw_page *p, double x1, double y1, double x2, double y2, double x, double y) {
    if (!p->pdf) fputc('C', p->path_to);
    place(p, x1, y1);
    fputc(' ', p->path_to);
    place(p, x2, y2);
    fputc(' ', p->path_to);
    place(p, x, y);
    if (p->pdf) fputs(" c\n", p->path_to);
}

void tw_page_close(tw_page *p) {
    fputs(p->pdf ? "h\n" : "Z", p->path_to);
}

void tw_page_circle(tw_page *p, double x, double y, double r) {
    /* control points for a quarter of a circle as a cubic Bezier curve; it differs from the circle
     * by at most 3e-4 r */
    const double k = 0.5522847498 * r;
    tw_page_move(p, x + r, y);
    tw_page_curve(p, x + r, y + k, x + k, y + r, x, y + r);
    tw_page_curve(p, x - k, y + r, x - r, y + k, x - r, y);
    tw_page_curve(p, x - r, y - k, x - k, y - r, x, y - r);
    tw_page_curve(p, x + k, y - r, x + r, y - k, x + r, y);
    tw_page_close(p);
}

/* appends the path that has begun to the content of the page; the next path is empty */
static void take_path(tw_page *p) {
    fflush(p->path_to);
    /* the error must be stored, since rewind clears it */
    p->failed = p->failed || ferror(p->path_to);
    fwrite(p->path, 1, p->path_size, p->to);
    rewind(p->path_to);
}

void tw_page_stroke(tw_page *p, tw_pen_ink ink) {
    bool dashed = ink.on > 0;
    if (p->pdf) {
        rgb_pdf(p->to, ink.rgb, "RG");
        number(p->to, ink.width);
        fputs(" w\n", p->to);
        fputs(dashed ? "0 J [" : "1 J [", p->to);
        if (dashed) number(p->to, ink.on), fputc(' ', p->to), number(p->to, ink.off);
        fputs("] 0 d\n", p->to);
        take_path(p);
        fputs("S\n", p->to);
        return;
    }
    fputs("<path d=\"", p->to);
    take_path(p);
    fprintf(p->to, "\" stroke=\"#%06x\" stroke-width=\"", ink.rgb);
    number(p->to, ink.width);
    if (dashed) {
        fputs("\" stroke-dasharray=\"", p->to);
        number(p->to, ink.on), fputc(' ', p->to), number(p->to, ink.off);
    } else {
        fputs("\" stroke-linecap=\"round", p->to);
    }
    fputs("\"/>\n", p->to);
}

void tw_page_fill(tw_page *p, unsigned rgb) {
    if (p->pdf) {
        rgb_pdf(p->to, rgb, "rg");
        take_path(p);
        fputs("f\n", p->to);
        return;
    }
    fputs("<path d=\"", p->to);
    take_path(p);
    fprintf(p->to, "\" fill=\"#%06x\"/>\n", rgb);
}

void tw_page_text(tw_page *p, tw_font font, double x, double y, double size, unsigned rgb,
                  const char *utf8) {
    if (p->pdf) {
        rgb_pdf(p->to, rgb, "rg");
        p->missing += tw_page_text_pdf(p->to, font, x, y, size, utf8);
        return;
    }
    fprintf(p->to, "<text%s x=\"", tw_page_face_svg(font));
    number(p->to, x);
    fputs("\" y=\"", p->to);
    number(p->to, y);
    fputs("\" font-size=\"", p->to);
    number(p->to, size);
    fprintf(p->to, "\" fill=\"#%06x\">", rgb);
    tw_page_text_svg(p->to, size, utf8);
    fputs("</text>\n", p->to);
}

int tw_page_missing(const tw_page *p) {
    return p->missing;
}

/* ---- files ---------------------------------------------------------------------------------- */

/* *data [*size], malloc'ed: the content of the page as a deflated PDF stream */
static tw_status packed(const tw_page *p, unsigned char **data, size_t *size) {
    struct libdeflate_compressor *c = libdeflate_alloc_compressor(9);
    size_t bound = libdeflate_zlib_compress_bound(c, p->size);
    *data = c ? malloc(bound) : NULL;
    *size = *data ? libdeflate_zlib_compress(c, p->out, p->size, *data, bound) : 0;
    if (c) libdeflate_free_compressor(c);
    if (*size > 0) return TW_OK;
    free(*data);
    *data = NULL;
    return tw_fail_memory();
}

/* [ISO 32000-1, 7.5]: writes the PDF file: the page with its fonts, then the offsets of all
 * objects. `to` must be a stream to memory, whose position gives the offsets */
static tw_status pdf(const tw_page *p, FILE *to) {
    enum { FIRST_FONT = 5, OBJECTS = FIRST_FONT + TW_PAGE_FONTS };
    unsigned char *data;
    size_t size;
    long at[OBJECTS];
    TW_TRY(packed(p, &data, &size));
    fputs("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", to);
    at[1] = ftell(to);
    fputs("1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n", to);
    at[2] = ftell(to);
    fputs("2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n", to);
    at[3] = ftell(to);
    fputs("3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 ", to);
    number(to, 0.75 * p->width), fputc(' ', to), number(to, 0.75 * p->height);
    fputs("]/Contents 4 0 R/Resources<</Font<<", to);
    for (int i = 0; i < TW_PAGE_FONTS; i++) fprintf(to, "/F%d %d 0 R", i + 1, FIRST_FONT + i);
    fputs(">>>>>>\nendobj\n", to);
    at[4] = ftell(to);
    fprintf(to, "4 0 obj\n<</Length %zu/Filter/FlateDecode>>\nstream\n", size);
    fwrite(data, 1, size, to);
    fputs("\nendstream\nendobj\n", to);
    free(data);
    for (int i = 0; i < TW_PAGE_FONTS; i++) {
        at[FIRST_FONT + i] = ftell(to);
        fprintf(to, "%d 0 obj\n<</Type/Font/Subtype/Type1/BaseFont%s>>\nendobj\n", FIRST_FONT + i,
                tw_page_fonts[i]);
    }
    long table = ftell(to);
    fprintf(to, "xref\n0 %d\n0000000000 65535 f \n", OBJECTS);
    for (int i = 1; i < OBJECTS; i++) fprintf(to, "%010ld 00000 n \n", at[i]);
    fprintf(to, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%ld\n%%%%EOF\n", OBJECTS, table);
    return TW_OK;
}

static tw_status write_pdf(const tw_page *p, const char *path) {
    char *data = NULL;
    size_t size = 0;
    FILE *to = tw_memo_open(&data, &size);
    if (!to) return tw_fail_memory();
    tw_status s = pdf(p, to);
    bool bad = ferror(to) != 0;
    if (fclose(to) != 0 || bad) s = s == TW_OK ? tw_fail_memory() : s;
    if (s == TW_OK) s = tw_file_write(path, data, size);
    free(data);
    return s;
}

tw_status tw_page_write(tw_page *p, const char *path) {
    if (!p->pdf) fputs("</svg>\n", p->to);
    bool bad = fflush(p->to) != 0 || ferror(p->to) || p->failed;
    tw_status s = bad ? tw_fail_memory()
                      : (p->pdf ? write_pdf(p, path) : tw_file_write(path, p->out, p->size));
    tw_page_discard(p);
    return s;
}

void tw_page_discard(tw_page *p) {
    if (!p) return;
    if (p->to) fclose(p->to);
    if (p->path_to) fclose(p->path_to);
    free(p->out);
    free(p->path);
    free(p);
}
