/* `tauwerk stubs`, and where the stubs are; see stubs.h. */
#include "app/reference/stubs.h"

#include "app/reference/shell.h"
#include "base/file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

typedef struct stubs_options {
    const char *file;
} stubs_options;

static const tw_option options[] = {
    {"output", 'o', "FILE", "write there instead of to the standard output", tw_set_file,
     offsetof(stubs_options, file)},
};

const tw_option_table tw_stubs_table = {
    .command = "stubs", .option = options, .count = sizeof options / sizeof *options};

tw_status tw_stubs_folder(char *path, size_t size, bool *there) {
    static const char *const places[] = {"../share/tauwerk/library", "library"};
    char exe[3000], file[3200];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    if (n < 0 && errno != ENOENT) /* ENOENT: a machine without /proc */
        return tw_fail_system("cannot tell where the program stands");
    exe[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(exe, '/');
    *there = false;
    if (!slash) return TW_OK;
    *slash = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(file, sizeof file, "%s/%s/tauwerk.lua", exe, places[i]);
        tw_file_kind kind;
        TW_TRY(tw_file_look(file, true, &kind));
        if (kind == TW_FILE_NONE) continue;
        /* beside the program it is written without the way back: it stands in files */
        bool up = i == 0 && (slash = strrchr(exe, '/'));
        if (up) *slash = '\0';
        *there = snprintf(path, size, "%s/%s", exe, places[i] + (up ? 3 : 0)) < (int)size;
        return TW_OK;
    }
    return TW_OK;
}

static tw_status put_stubs(FILE *out, const void *of) {
    (void)of;
    return tw_stubs_write(out);
}

tw_status tw_stubs_command(int argc, char *const *argv) {
    stubs_options o = {0};
    int used;
    TW_TRY(tw_options_read(&tw_stubs_table, argc, argv, &o, &used));
    return tw_write_whole(put_stubs, NULL, o.file);
}
