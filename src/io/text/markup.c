/* Escapes text for XML, HTML and CSV, and encodes base64; see markup.h. */
#include "io/text/markup.h"

#include "base/text/utf8.h"

#include <stdint.h>
#include <string.h>

/* number of bytes of the UTF-8 character at s, or 0 if it is invalid or XML forbids it (XML 1.0
 * section 2.2) */
static int allowed(const char *s) {
    const char *p = s;
    int n = tw_utf8_length(s), code = n ? tw_utf8_next(&p) : 0;
    if (code < 0x20) return code == '\t' || code == '\n' || code == '\r';
    return code == 0xfffe || code == 0xffff ? 0 : n;
}

void tw_markup_text(FILE *out, const char *text) {
    static const char special[] = "&<>\"'";
    static const char *const entity[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (const char *s = text; *s;) {
        const char *found = strchr(special, *s);
        int n = allowed(s);
        if (found)
            fputs(entity[found - special], out);
        else if (n)
            fwrite(s, 1, (size_t)n, out);
        else
            fputs("\xef\xbf\xbd", out);
        s += n ? n : 1;
    }
}

void tw_markup_csv(FILE *out, const char *s) {
    if (!strpbrk(s, ",\"\n")) {
        fputs(s, out);
        return;
    }
    fputc('"', out);
    for (; *s; s++) {
        if (*s == '"') fputc('"', out);
        fputc(*s, out);
    }
    fputc('"', out);
}

void tw_markup_base64(FILE *out, const void *data, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *p = data;
    for (size_t i = 0; i < size; i += 3) {
        size_t n = size - i < 3 ? size - i : 3;
        uint32_t v = (uint32_t)p[i] << 16;
        if (n > 1) v |= (uint32_t)p[i + 1] << 8;
        if (n > 2) v |= p[i + 2];
        for (unsigned k = 0; k < 4; k++) fputc(k <= n ? digits[v >> (18 - 6 * k) & 63] : '=', out);
    }
}
