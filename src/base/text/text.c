/* Numbers as text; see text.h. */
#include "base/text/text.h"

#include "base/text/utf8.h"

#include <ctype.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* sets the C locale for the calling thread and returns the previous one, which the caller must set
 * again; (locale_t)0: the C locale is not available */
static locale_t enter_c_locale(locale_t *c) {
    *c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return *c ? uselocale(*c) : (locale_t)0;
}

static void leave_c_locale(locale_t c, locale_t before) {
    uselocale(before);
    freelocale(c);
}

tw_status tw_text_double(char *buf, size_t size, double x) {
    char text[TW_TEXT_DOUBLE];
    if (isnan(x)) {
        /* printf may write "-nan"; the sign of a NaN has no meaning, so it is left out */
        strcpy(text, "nan");
    } else {
        locale_t c, before = enter_c_locale(&c);
        if (!before) return tw_fail_memory();
        for (int digits = 1; digits <= 17; digits++) {
            snprintf(text, sizeof text, "%.*g", digits, x);
            if (strtod(text, NULL) == x) break;
        }
        leave_c_locale(c, before);
    }
    size_t n = strlen(text);
    if (n >= size)
        return tw_fail(TW_ARGUMENT, "a number needs %zu bytes of text, not %zu", n + 1, size);
    memcpy(buf, text, n + 1);
    return TW_OK;
}

/* false: the text begins with white space or is of the form nan(...), which strtod accepts but this
 * program does not */
static bool well_begun(const char *text) {
    return *text && !isspace((unsigned char)*text) && !strchr(text, '(');
}

bool tw_text_parse_double(const char *text, double *x) {
    if (!well_begun(text)) return false;
    locale_t c, before = enter_c_locale(&c);
    if (!before) return false;
    char *end;
    double value = strtod(text, &end);
    leave_c_locale(c, before);
    if (end == text || *end) return false;
    /* the number overflowed: the value is infinite, but the text does not say so */
    if (isinf(value) && !strpbrk(text, "iI")) return false;
    *x = value;
    return true;
}

size_t tw_text_append_whole(char *buf, size_t length, size_t n) {
    char digit[TW_TEXT_WHOLE];
    size_t k = 0;
    do digit[k++] = (char)('0' + n % 10);
    while (n /= 10);
    while (k > 0) buf[length++] = digit[--k];
    buf[length] = 0;
    return length;
}

void tw_text_json(const char **s, char piece[TW_TEXT_JSON]) {
    unsigned char c = (unsigned char)**s;
    int n = tw_utf8_length(*s);
    if (c == '"' || c == '\\')
        snprintf(piece, TW_TEXT_JSON, "\\%c", c);
    else if (c == '\n' || c == '\t')
        snprintf(piece, TW_TEXT_JSON, "\\%c", c == '\n' ? 'n' : 't');
    else if (c < 0x20)
        snprintf(piece, TW_TEXT_JSON, "\\u%04x", c);
    else
        snprintf(piece, TW_TEXT_JSON, "%.*s", n ? n : 3, n ? *s : "\xef\xbf\xbd");
    *s += n ? n : 1;
}
