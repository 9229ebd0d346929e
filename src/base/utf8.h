/* Code points of UTF-8 texts. */
#ifndef TW_BASE_UTF8_H
#define TW_BASE_UTF8_H

/* The next code point of a text that has not ended; *s moves behind it. A byte that begins or
 * continues no code point stands for itself. */
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

#endif
