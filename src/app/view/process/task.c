/* Tasks as bytes: the settings, each ended by a NUL, then an empty one; then 't' and the text to
 * run, or 'f' if the file runs. See task.h. */
#include "app/view/process/task.h"

#include "base/array.h"
#include "base/text/memo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_RUNS = 'f', TEXT_RUNS = 't' };

tw_status tw_task_write(const tw_view_task *t, char **bytes, size_t *size) {
    FILE *out = tw_memo_open(bytes, size);
    if (!out) return tw_fail_memory();
    for (size_t i = 0; i < t->moved.count; i++)
        fwrite(t->moved.data[i], 1, strlen(t->moved.data[i]) + 1, out);
    fputc('\0', out);
    fputc(t->text ? TEXT_RUNS : FILE_RUNS, out);
    if (t->text) fwrite(t->text, 1, t->text_size, out);
    if (fclose(out) == 0) return TW_OK;
    free(*bytes);
    return tw_fail_memory();
}

tw_status tw_task_read(const char *bytes, size_t size, tw_view_task *t) {
    const char *p = bytes, *end = bytes + size;
    *t = (tw_view_task){.text = NULL};
    for (size_t n; p < end && (n = strlen(p)) > 0; p += n + 1) TW_TRY(tw_push(&t->moved, p));
    if (end - p < 2) return tw_fail(TW_IO, "view: a task of %zu bytes has no end", size);
    if (p[1] == TEXT_RUNS) {
        t->text = p + 2;
        t->text_size = (size_t)(end - t->text);
    }
    return TW_OK;
}
