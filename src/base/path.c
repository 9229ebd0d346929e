/* Names of files; see path.h. */
#include "base/path.h"

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

size_t tw_path_stem(const char *name, const char *ending) {
    return strlen(name) - (tw_ends_in(name, ending) ? strlen(ending) : 0);
}

void tw_path_word(const char *name, char word[TW_PATH_WORD]) {
    size_t n = 0;
    for (; name[n] && n + 1 < TW_PATH_WORD; n++) {
        unsigned char c = (unsigned char)name[n];
        bool bad =
            c < 0x20 || c == 0x7f || strchr("/\\\"", c) || (n == 0 && (c == '.' || c == '-'));
        word[n] = bad ? '_' : (char)c;
    }
    word[n] = '\0';
    if (!n) snprintf(word, TW_PATH_WORD, "scene");
}

int tw_path_insert(const char *path, const char *word, char *out, size_t size) {
    /* the point of a hidden file's name, .svg, begins no ending */
    const char *name = tw_path_name(path), *dot = *name ? strrchr(name + 1, '.') : NULL;
    size_t stem = dot ? (size_t)(dot - path) : strlen(path);
    return snprintf(out, size, "%.*s.%s%s", (int)stem, path, word, path + stem);
}
