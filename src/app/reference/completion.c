/* `tauwerk completion`, and writing what the program says of itself; see shell.h. */
#include "app/reference/shell.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

tw_status tw_write_whole(tw_status (*put)(FILE *out, const void *of), const void *of,
                         const char *file) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
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

typedef struct completion_options {
    const char *shell, *file;
} completion_options;

static const tw_option options[] = {
    {"output", 'o', "FILE", "write there instead of to the standard output", tw_set_file,
     offsetof(completion_options, file)},
};

const tw_option_table tw_completion_table = {.command = "completion",
                                             .option = options,
                                             .count = sizeof options / sizeof *options,
                                             .only_word = "shell",
                                             .word_place = offsetof(completion_options, shell)};

/* of: an index into the shells */
static tw_status put_shell(FILE *out, const void *of) {
    static tw_status (*const put[])(FILE *) = {tw_complete_bash, tw_complete_zsh, tw_complete_fish};
    return put[*(const int *)of](out);
}

tw_status tw_completion_command(int argc, char *const *argv) {
    static const char *const shells[] = {"bash", "zsh", "fish", NULL};
    completion_options o = {0};
    int used, which;
    TW_TRY(tw_options_read(&tw_completion_table, argc, argv, &o, &used));
    if (!o.shell) return tw_fail(TW_USAGE, "completion: for which shell? bash, zsh or fish");
    if (tw_option_choice(o.shell, shells, &which) != TW_OK)
        return tw_fail(TW_USAGE, "completion: expected bash, zsh or fish, got '%s'", o.shell);
    return tw_write_whole(put_shell, &which, o.file);
}
