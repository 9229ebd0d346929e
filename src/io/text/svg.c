/* Writes drawings as SVG; see svg.h. Coordinates are written with two decimals: a hundredth of a
 * pixel. */
#include "io/text/svg.h"

void tw_svg_begin(FILE *out, double width, double height, unsigned paper) {
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"%.0f\" "
            "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
            "font-family=\"DejaVu Sans, Verdana, sans-serif\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#%06x\"/>\n",
            width, height, width, height, paper);
}

void tw_svg_end(FILE *out) {
    fputs("</svg>\n", out);
}

void tw_svg_path(FILE *out, const double *xy, size_t n, tw_svg_ink ink) {
    fprintf(out,
            "<polyline fill=\"none\" stroke=\"#%06x\" stroke-width=\"%.2f\" "
            "stroke-linejoin=\"round\" stroke-linecap=\"%s\"%s points=\"",
            ink.rgb, ink.width, ink.dashed ? "butt" : "round",
            ink.dashed ? " stroke-dasharray=\"6 4\"" : "");
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%s%.2f,%.2f", i ? " " : "", xy[2 * i], xy[2 * i + 1]);
    fputs("\"/>\n", out);
}

/* escapes text for XML; control characters become spaces */
static void put_text(FILE *out, const char *s) {
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '<')
            fputs("&lt;", out);
        else if (c == '>')
            fputs("&gt;", out);
        else if (c == '&')
            fputs("&amp;", out);
        else
            fputc(c < 0x20 || c == 0x7f ? ' ' : c, out);
    }
}

void tw_svg_text(FILE *out, double x, double y, double size, tw_svg_anchor anchor, unsigned rgb,
                 const char *utf8) {
    static const char *const anchors[] = {"start", "middle", "end"};
    fprintf(out,
            "<text x=\"%.2f\" y=\"%.2f\" font-size=\"%.2f\" text-anchor=\"%s\" fill=\"#%06x\">", x,
            y, size, anchors[anchor], rgb);
    put_text(out, utf8);
    fputs("</text>\n", out);
}
