/* `tauwerk completion`; see shell.h. */
#include "app/reference/shell.h"

#include "app/base/whole.h"

typedef struct completion_options {
    const char *shell, *file;
} completion_options;

static const tw_option options[] = {
    TW_OPTION_OUTPUT(completion_options, "FILE", file),
};

const tw_option_table tw_completion_table = {.command = "completion",
                                             .option = options,
                                             .count = sizeof options / sizeof *options,
                                             .only_word = "shell",
                                             .word_place = offsetof(completion_options, shell)};

/* writes the completion of one shell; of: an int, the shell's index in the list of shells */
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
