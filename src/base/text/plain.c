/* Replaces control characters in texts for a terminal; see plain.h. */
#include "base/text/plain.h"

void tw_text_plain(char *text, size_t size) {
    unsigned char *s = (unsigned char *)text;
    for (size_t i = 0; i < size; i++) {
        if ((s[i] < 0x20 && s[i] != '\n' && s[i] != '\t') || s[i] == 0x7f) s[i] = '?';
        /* in UTF-8 the control characters U+0080 to U+009F have two bytes */
        if (s[i] == 0xc2 && i + 1 < size && s[i + 1] >= 0x80 && s[i + 1] < 0xa0)
            s[i] = s[i + 1] = '?';
    }
}
