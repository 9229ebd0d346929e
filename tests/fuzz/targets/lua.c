/* Scene scripts as texts, in a sandbox with narrow bounds. */
#include "deadline.h"
#include "file.h"

#include "script/script.h"

static void quiet(void *context, const char *text, size_t length) {
    (void)context, (void)text, (void)length;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char folder[100], path[200];
    if (size > 4096) return 0;
    fuzz_folder(folder, "scene.lua", path);
    fuzz_file(path, data, size);
    tw_script *script;
    tw_script_options options = {.bounds = {.sandbox = true, .instructions = 1e5, .objects = 50},
                                 .output = quiet,
                                 .poll.ask = fuzz_poll,
                                 .memory = 1 << 24};
    fuzz_begin(1);
    if (tw_script_create(&options, &script) != TW_OK) return 0;
    if (tw_script_run_file(script, path, 0, NULL) == TW_OK)
        tw_script_checks(script, NULL, NULL, &(int){0}, &(int){0});
    tw_script_destroy(script);
    return 0;
}
