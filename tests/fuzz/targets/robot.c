/* Robots: MJCF, URDF and SDF read, built into a scene and written as a script. */
#include "file.h"

#include "script/script.h"

enum { TOGETHER = 200 }; /* inputs of one Lua state */

static void quiet(void *context, const char *text, size_t length) {
    (void)context, (void)text, (void)length;
}

static void quiet_notice(void *context, const char *text) {
    (void)context, (void)text;
}

static tw_script *script;

static void end(void) {
    if (script) tw_script_destroy(script);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static int inputs;
    char folder[100], path[200];
    if (size > 16384) return 0;
    fuzz_folder(folder, "robot.xml", path);
    fuzz_file(path, data, size);
    if (inputs == 0) atexit(end);
    if (inputs++ % TOGETHER == 0) {
        if (script) tw_script_destroy(script);
        tw_script_options options = {.output = quiet, .notice = quiet_notice, .memory = 1 << 27};
        if (tw_script_create(&options, &script) != TW_OK) abort();
    }
    tw_script_run_robot(script, path, "tauwerk.robot.write", 0, NULL);
    return 0;
}
