/* Which bytes are UTF-8 [RFC 3629]: no overlong forms, no surrogates, nothing above U+10FFFF. */
#ifndef TW_IO_UTF8_H
#define TW_IO_UTF8_H

#include <stddef.h>

/* bytes of the character at s, of which n >= 1 are readable; 0 when they are not UTF-8 */
static inline size_t tw_utf8_length(const char *s, size_t n) {
    const unsigned char *u = (const unsigned char *)s;
    if (u[0] < 0x80) return 1;
    size_t length = u[0] < 0xc2 ? 0 : u[0] < 0xe0 ? 2 : u[0] < 0xf0 ? 3 : u[0] < 0xf5 ? 4 : 0;
    if (length > n) return 0;
    for (size_t i = 1; i < length; i++)
        if ((u[i] & 0xc0) != 0x80) return 0;
    if (u[0] == 0xe0 && u[1] < 0xa0) return 0; /* overlong */
    if (u[0] == 0xed && u[1] > 0x9f) return 0; /* half of a surrogate pair */
    if (u[0] == 0xf0 && u[1] < 0x90) return 0; /* overlong */
    if (u[0] == 0xf4 && u[1] > 0x8f) return 0; /* beyond the last character */
    return length;
}

#endif
