/* `tauwerk stubs`, and where the stubs are; see stubs.h. */
#include "app/reference/stubs.h"

#include "app/reference/shell.h"
#include "base/file.h"

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

bool tw_stubs_folder(char *path, size_t size) {
    static const char *const places[] = {"../share/tauwerk/library", "library"};
    char exe[3000], file[3200];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    exe[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(exe, '/');
    if (!slash) return false;
    *slash = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(file, sizeof file, "%s/%s/tauwerk.lua", exe, places[i]);
        if (tw_file_absent(file)) continue;
        /* beside the program it is written without the way back: it stands in files */
        bool up = i == 0 && (slash = strrchr(exe, '/'));
        if (up) *slash = '\0';
        return snprintf(path, size, "%s/%s", exe, places[i] + (up ? 3 : 0)) < (int)size;
    }
    return false;
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
