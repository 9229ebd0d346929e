/*
 * Text of a page; see page_text.h. All fonts but Symbol are used with WinAnsiEncoding [ISO 32000-1,
 * annex D.2]; Greek letters and signs are in Symbol, which has its own encoding [annex D.5].
 */
#include "io/text/page_text.h"

#include "base/text/utf8.h"
#include "io/text/markup.h"

#include <stdbool.h>
#include <string.h>

enum { LOWER = 14, UPPER = 15, BYTES = 512 };

static const double small = 0.68,
                    /* subscripts: size of the letters, and distance by which they are lowered, as
                     * multiples of the text's size */
    drop = 0.22;

const char *tw_page_face_svg(tw_font font) {
#define SERIF " font-family=\"DejaVu Serif, Georgia, serif\""
#define MONO " font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\""
#define BOLD " font-weight=\"bold\""
    static const char *const faces[TW_FONT_COUNT] = {
        [TW_FONT_SANS] = "",   [TW_FONT_SERIF] = SERIF,           [TW_FONT_MONO] = MONO,
        [TW_FONT_BOLD] = BOLD, [TW_FONT_SERIF_BOLD] = SERIF BOLD, [TW_FONT_MONO_BOLD] = MONO BOLD};
    return faces[font];
#undef SERIF
#undef MONO
#undef BOLD
}

/* writes the whole characters of the text's first n < BYTES bytes; returns how many bytes they are
 */
static size_t put_part(FILE *to, const char *text, size_t n) {
    char part[BYTES];
    while (text[n] && n > 1 && ((unsigned char)text[n] & 0xc0) == 0x80) n--;
    memcpy(part, text, n);
    part[n] = '\0';
    tw_markup_text(to, part);
    return n;
}

void tw_page_text_svg(FILE *to, double size, const char *utf8) {
    bool lower = false;
    for (const char *p = utf8; *p;) {
        size_t n = 0;
        while (p[n] && p[n] != LOWER && p[n] != UPPER && n < BYTES - 5) n++;
        p += put_part(to, p, n);
        if (*p != LOWER && *p != UPPER) continue;
        bool now = *p++ == LOWER;
        if (now == lower) continue;
        lower = now;
        /* dy is relative to the present baseline: down for the subscript, and up again after it */
        if (lower)
            fprintf(to, "<tspan dy=\"%.2f\" font-size=\"%.2f\">", drop * size, small * size);
        else
            fprintf(to, "</tspan><tspan dy=\"%.2f\">", -drop * size);
        if (!lower) {
            n = strcspn(p, "\016");
            p += put_part(to, p, n < BYTES - 1 ? n : BYTES - 1);
            fputs("</tspan>", to);
        }
    }
    if (lower) fputs("</tspan>", to);
}

#define LATIN "/Encoding/WinAnsiEncoding"
const char *const tw_page_fonts[TW_PAGE_FONTS] = {[TW_FONT_SANS] = "/Helvetica" LATIN,
                                                  [TW_FONT_SERIF] = "/Times-Roman" LATIN,
                                                  [TW_FONT_MONO] = "/Courier" LATIN,
                                                  [TW_FONT_BOLD] = "/Helvetica-Bold" LATIN,
                                                  [TW_FONT_SERIF_BOLD] = "/Times-Bold" LATIN,
                                                  [TW_FONT_MONO_BOLD] = "/Courier-Bold" LATIN,
                                                  [TW_FONT_COUNT] = "/Symbol"};
#undef LATIN

typedef struct sign {
    int code;
    unsigned char at;
    bool symbol;
} sign;

static const sign signs[] = {
    {0x2013, 150, false}, {0x2014, 151, false}, {0x2018, 145, false}, {0x2019, 146, false},
    {0x201c, 147, false}, {0x201d, 148, false}, {0x2022, 149, false}, {0x2026, 133, false},
    {0x20ac, 128, false}, {0x2212, 45, true},   {0x2264, 163, true},  {0x2265, 179, true},
    {0x221e, 165, true},  {0x2260, 185, true},  {0x2248, 187, true},  {0x2192, 174, true},
    {0x2190, 172, true},  {0x2191, 173, true},  {0x2193, 175, true},  {0x2202, 182, true},
    {0x2207, 209, true},  {0x221a, 214, true},  {0x222b, 242, true},  {0x22c5, 215, true},
    {0x2032, 162, true},  {0x2033, 178, true},  {0x2211, 229, true},  {0x220f, 213, true},
};

/* bytes of the Greek letters in the font Symbol: alpha .. omega from U+03B1 on; capitals from
 * U+0391 on have the same bytes in upper case */
static const char greek[] = "abgdezhqiklmnxoprVstufcyw";
static const char capital[] = "ABGDEZHQIKLMNXOPR STUFCYW";

/* byte of the character `code`. *symbol: it is one of the font Symbol, otherwise of
 * WinAnsiEncoding. 0: neither has the character */
static unsigned char find(int code, bool *symbol) {
    *symbol = false;
    if ((code >= 32 && code < 127) || (code >= 160 && code < 256)) return (unsigned char)code;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (signs[i].code == code) {
            *symbol = signs[i].symbol;
            return signs[i].at;
        }
    *symbol = true;
    if (code >= 0x3b1 && code < 0x3b1 + 25) return (unsigned char)greek[code - 0x3b1];
    if (code >= 0x391 && code < 0x391 + 25 && code != 0x3a2)
        return (unsigned char)capital[code - 0x391];
    *symbol = false;
    return 0;
}

int tw_page_text_pdf(FILE *to, tw_font font, double x, double y, double size, const char *utf8) {
    int missing = 0;
    bool open = false, in_symbol = false, lower = false, fresh = true;
    fprintf(to, "BT\n1 0 0 -1 %.2f %.2f Tm\n", x, y);
    for (const char *p = utf8; *p;) {
        int code = tw_utf8_next(&p);
        bool symbol;
        if (code == LOWER || code == UPPER) {
            if (open) fputs(") Tj\n", to);
            open = false;
            fresh = true;
            lower = code == LOWER;
            continue;
        }
        unsigned char c = find(code < 32 ? 32 : code, &symbol);
        if (!c) c = '?', symbol = false, missing++;
        if (fresh || symbol != in_symbol) {
            if (open) fputs(") Tj\n", to);
            fprintf(to, "/F%d %.2f Tf %.2f Ts\n", 1 + (symbol ? TW_FONT_COUNT : (int)font),
                    lower ? small * size : size, lower ? -drop * size : 0.0);
            open = false;
            fresh = false;
            in_symbol = symbol;
        }
        if (!open) fputc('(', to);
        open = true;
        if (c == '(' || c == ')' || c == '\\')
            fprintf(to, "\\%c", c);
        else if (c < 127)
            fputc(c, to);
        else
            fprintf(to, "\\%03o", c);
    }
    if (open) fputs(") Tj\n", to);
    fputs("ET\n", to);
    return missing;
}
