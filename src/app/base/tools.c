/* Other programs; see tools.h. */
#include "app/base/tools.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool runs(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode) && access(path, X_OK) == 0;
}

bool tw_tool_find(const char *name, char *path, size_t size) {
    const char *p = getenv("PATH");
    for (bool more = p != NULL; more;) {
        size_t n = strcspn(p, ":");
        int used = snprintf(path, size, "%.*s%s%s", (int)n, p, n ? "/" : "./", name);
        if (used > 0 && (size_t)used < size && runs(path)) return true;
        more = p[n] == ':';
        p += n + 1;
    }
    if (size) path[0] = '\0';
    return false;
}

void tw_tool_quote(FILE *out, const char *text) {
    fputc('\'', out);
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", out);
        else
            fputc(*text, out);
    }
    fputc('\'', out);
}
