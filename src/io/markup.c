/* Escaping; see markup.h. */
#include "io/markup.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* the length of the UTF-8 sequence at s that XML allows, or 0: [RFC 3629], XML 1.0 section 2.2 */
static int allowed(const unsigned char *s) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (*s < 0x80) return *s >= 0x20 || *s == '\t' || *s == '\n' || *s == '\r';
    int n = *s >= 0xf0 && *s < 0xf8   ? 4
            : *s >= 0xe0 && *s < 0xf0 ? 3
            : *s >= 0xc0 && *s < 0xe0 ? 2
                                      : 0;
    if (!n) return 0;
    uint32_t c = *s & (0xffu >> (n + 1));
    for (int i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80) return 0;
        c = c << 6 | (s[i] & 0x3fu);
    }
    bool surrogate = c >= 0xd800 && c < 0xe000, none = c == 0xfffe || c == 0xffff;
    return c < least[n] || c > 0x10ffff || surrogate || none ? 0 : n;
}

void tw_markup_text(FILE *out, const char *text) {
    static const char special[] = "&<>\"'";
    static const char *const entity[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
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
