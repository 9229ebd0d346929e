#include "app/base/whole.h"

#include "base/file.h"
#include "base/text/memo.h"

#include <stdlib.h>

tw_status tw_write_whole(tw_status (*put)(FILE *out, const void *of), const void *of,
                         const char *file) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = tw_memo_open(&text, &size);
    if (!out) return tw_fail_memory();
    tw_status s = put(out, of);
    if (fclose(out) != 0 && s == TW_OK) s = tw_fail_memory();
    if (s == TW_OK && file)
        s = tw_file_write(file, text, size);
    else if (s == TW_OK && (fwrite(text, 1, size, stdout) < size || fflush(stdout) != 0))
        s = tw_fail(TW_IO, "cannot write to the standard output");
    free(text);
    return s;
}
