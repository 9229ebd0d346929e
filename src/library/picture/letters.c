/* Finds characters of a film's texts that no font has; see letters.h. */
#include "library/picture/letters.h"

#include "picture/drawing/canvas.h"

#include <stdio.h>

static tw_status look_at(tw_font font, const char *text, bool *missing, char *line, size_t size) {
    int code;
    *missing = false;
    TW_TRY(tw_text_missing(font, text, &code));
    if (!code) return TW_OK;
    *missing = true;
    snprintf(line, size,
             "no font has the character U+%04X of the text '%.100s': an empty box stands for it "
             "(the package fonts-noto-core has most letters, fonts-noto-cjk has Chinese, Japanese "
             "and Korean)",
             (unsigned)code, text);
    return TW_OK;
}

static bool is_ascii(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text >= 0x80) return false;
    return true;
}

tw_status tw_letters_missing(const tw_frame *f, bool *missing, char *line, size_t size) {
    *missing = false;
    for (size_t i = 0; i < f->caption_count && !*missing; i++) {
        const tw_caption *c = &f->caption[i];
        if (c->opacity > 0) TW_TRY(look_at(c->font, c->text, missing, line, size));
    }
    /* texts are many and almost always ASCII, so that is tested first */
    for (size_t i = 0; i < f->mark_count && !*missing; i++) {
        const char *text = f->mark[i].text;
        if (text && !is_ascii(text)) TW_TRY(look_at(TW_FONT_SANS, text, missing, line, size));
    }
    return TW_OK;
}
