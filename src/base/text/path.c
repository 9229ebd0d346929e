/* Takes names of files apart, and makes words for them; see path.h. */
#include "base/text/path.h"

#include "base/text/utf8.h"

#include <stdio.h>
#include <string.h>

bool tw_ends_in(const char *path, const char *ending) {
    size_t n = strlen(path), k = strlen(ending);
    return n > k && !strcmp(path + n - k, ending);
}

const char *tw_path_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

char *tw_path_folder(const char *path) {
    size_t n = (size_t)(tw_path_name(path) - path);
    return n ? strndup(path, n) : strdup("./");
}

size_t tw_path_stem(const char *name, const char *ending) {
    return strlen(name) - (tw_ends_in(name, ending) ? strlen(ending) : 0);
}

void tw_path_word(const char *name, char word[TW_PATH_WORD]) {
    size_t n = 0;
    for (const char *p = name; *p;) {
        unsigned char c = (unsigned char)*p;
        size_t length = (size_t)tw_utf8_length(p), used = length ? length : 1;
        if (n + used >= TW_PATH_WORD) break;
        bool bad = !length || c < 0x20 || c == 0x7f || strchr("/\\\"", c) ||
                   (n == 0 && (c == '.' || c == '-'));
        if (bad)
            word[n] = '_';
        else
            memcpy(word + n, p, used);
        n += used;
        p += used;
    }
    word[n] = '\0';
    if (!n) snprintf(word, TW_PATH_WORD, "scene");
}

bool tw_path_is_word(const char *name) {
    char word[TW_PATH_WORD];
    tw_path_word(name, word);
    return !strcmp(name, word);
}

int tw_path_insert(const char *path, const char *word, char *out, size_t size) {
    /* a point at the begin of a hidden file's name, .svg, begins no ending */
    const char *name = tw_path_name(path), *dot = *name ? strrchr(name + 1, '.') : NULL;
    size_t stem = dot ? (size_t)(dot - path) : strlen(path);
    return snprintf(out, size, "%.*s.%s%s", (int)stem, path, word, path + stem);
}
