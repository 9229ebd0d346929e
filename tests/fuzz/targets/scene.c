/*
 * The grammar of scenes: the bytes choose what scene.lua, beside this folder, does with every kind
 * that is registered: fields that are NaN, infinite, huge, of a wrong kind, objects that were
 * removed. What it may not do is crash, hang, or leave callbacks behind.
 */
#include "deadline.h"
#include "file.h"

#include "model/field/kind.h"
#include "model/prop.h"
#include "script/script.h"

static char kinds[1 << 17];

static void quiet(void *context, const char *text, size_t length) {
    (void)context, (void)text, (void)length;
}

static void put(const tw_kind *k) {
    size_t n = strlen(kinds);
    n += (size_t)snprintf(kinds + n, sizeof kinds - n, "%s:", k->name);
    for (int i = 0; i < k->param_count && n < sizeof kinds; i++)
        n += (size_t)snprintf(kinds + n, sizeof kinds - n, "%s=%d,", k->params[i].name,
                              (int)k->params[i].type);
    snprintf(kinds + n, sizeof kinds - n, ";");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char hex[513];
    if (!*kinds) {
        for (int i = 0; tw_body_kinds[i]; i++) put(&tw_body_kinds[i]->kind);
        for (int i = 0; tw_force_kinds[i]; i++) put(&tw_force_kinds[i]->kind);
        for (int i = 0; tw_constraint_kinds[i]; i++) put(&tw_constraint_kinds[i]->kind);
        for (int i = 0; tw_prop_kinds[i]; i++) put(&tw_prop_kinds[i]->kind);
    }
    if (size > 256) size = 256;
    for (size_t i = 0; i < size; i++) snprintf(hex + 2 * i, 3, "%02x", data[i]);
    hex[2 * size] = '\0';
    char *words[] = {kinds, hex};
    tw_script *script;
    tw_script_options options = {.bounds = {.sandbox = true, .instructions = 1e6, .objects = 100},
                                 .output = quiet,
                                 .poll.ask = fuzz_poll,
                                 .memory = 1 << 26};
    fuzz_begin(1);
    if (tw_script_create(&options, &script) != TW_OK) return 0;
    tw_status s = tw_script_run_file(script, TW_FUZZ_FOLDER "/scene.lua", 2, words);
    /* the grammar itself has no errors: it catches those of what it does */
    if (s != TW_OK && s != TW_TIME_LIMIT && s != TW_MEMORY) {
        fprintf(stderr, "%s\n", tw_failure());
        abort();
    }
    tw_script_destroy(script);
    return 0;
}
