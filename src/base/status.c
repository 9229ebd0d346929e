/* Status codes and the failure text of a thread; see status.h. */
#include "base/status.h"

#include "base/text/plain.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static _Thread_local char failure[TW_FAILURE_TEXT];
static _Thread_local tw_status failed;

/* a valid status: callbacks of a host program may return any number; those that are no status
 * become TW_ARGUMENT */
static tw_status known(tw_status s) {
    return (unsigned)s < TW_STATUS_COUNT ? s : TW_ARGUMENT;
}

int tw_status_exit(tw_status s) {
    static const int exits[] = {
#define X(name, exit_status, text) exit_status,
        TW_STATUS_LIST(X)
#undef X
    };
    return exits[known(s)];
}

const char *tw_status_text(tw_status s) {
    static const char *const texts[] = {
#define X(name, exit_status, text) text,
        TW_STATUS_LIST(X)
#undef X
    };
    return texts[known(s)];
}

tw_status tw_fail(tw_status s, const char *format, ...) {
    /* the arguments may quote the previous failure's text, so the new one is built in a buffer of
     * its own */
    char text[sizeof failure];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    snprintf(failure, sizeof failure, "%s", text);
    /* control characters in the text (names of files and scripts may contain some) become '?' */
    tw_text_plain(failure, strlen(failure));
    failed = s;
    return s;
}

tw_status tw_fail_system(const char *format, ...) {
    /* 200 bytes shorter than the failure's text, so that the reason can be appended */
    char text[sizeof failure - 200];
    int e = errno;
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (n >= (int)sizeof text) memcpy(text + sizeof text - 4, "...", 4);
    return tw_fail(e == ENOMEM ? TW_MEMORY : TW_IO, "%s: %s", text, strerror(e));
}

tw_status tw_fail_memory(void) {
    return tw_fail(TW_MEMORY, "out of memory");
}

const char *tw_failure(void) {
    return failure;
}

tw_status tw_failure_status(void) {
    return failed;
}

tw_kept tw_failure_keep(tw_status s) {
    tw_kept kept = {.status = s};
    if (s != TW_OK) snprintf(kept.text, sizeof kept.text, "%s", failure);
    return kept;
}

tw_status tw_failure_again(const tw_kept *kept) {
    return kept->status == TW_OK ? TW_OK : tw_fail(kept->status, "%s", kept->text);
}
