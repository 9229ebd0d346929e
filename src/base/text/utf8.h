/* Code points of UTF-8 texts. */
#ifndef TW_BASE_TEXT_UTF8_H
#define TW_BASE_TEXT_UTF8_H

#include <stdbool.h>

/* The next code point of a text that has not ended; *s moves behind it. A byte that belongs to no
 * valid code point is returned as its value. */
static inline int tw_utf8_next(const char **s) {
    const unsigned char *p = (const unsigned char *)*s;
    int n = *p >= 0xf0 ? 3 : *p >= 0xe0 ? 2 : *p >= 0xc0 ? 1 : 0, code = n ? *p & (0x3f >> n) : *p;
    for (int i = 1; i <= n; i++) {
        if ((p[i] & 0xc0) != 0x80) {
            *s += 1;
            return *p;
        }
        code = code << 6 | (p[i] & 0x3f);
    }
    *s += n + 1;
    return code;
}

/* Number of bytes, 1 to 4, of the valid sequence that begins at s [RFC 3629]; 0: the bytes are not
 * valid, or the text has ended. */
static inline int tw_utf8_length(const char *s) {
    static const int least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *p = (const unsigned char *)s;
    if (*p < 0x80) return *p ? 1 : 0;
    if (*p < 0xc0 || *p >= 0xf8) return 0;
    int n = *p >= 0xf0 ? 4 : *p >= 0xe0 ? 3 : 2, code = *p & (0xff >> (n + 1));
    for (int i = 1; i < n; i++) {
        if ((p[i] & 0xc0) != 0x80) return 0;
        code = code << 6 | (p[i] & 0x3f);
    }
    bool surrogate = code >= 0xd800 && code < 0xe000;
    return code < least[n] || code > 0x10ffff || surrogate ? 0 : n;
}

#endif
