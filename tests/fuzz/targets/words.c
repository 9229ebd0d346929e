/* Command lines: words between NUL bytes, for the commands whose options are structs of headers. */
#include "file.h"

#include "app/check/check.h"
#include "app/run/run.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { WORDS = 64 };
    static const tw_option_table *const tables[] = {&tw_run_table, &tw_bake_table, &tw_render_table,
                                                    &tw_check_table};
    if (size < 2 || size > 4096) return 0;
    char *text = fuzz_text(data + 1, size - 1), *words[WORDS];
    int count = 0, used;
    for (size_t at = 0; at < size - 1 && count < WORDS; at += strlen(text + at) + 1)
        words[count++] = text + at;
    const tw_option_table *table = tables[data[0] % 4];
    if (table == &tw_check_table) {
        tw_check_options o = {.limit_time = 600};
        if (tw_options_read(table, count, words, &o, &used) == TW_OK)
            tw_trust_settle(&o.trust, "check", true);
        tw_array_free(&o.paths);
    } else {
        tw_run_options o = {.format = TW_FORMAT_ANY, .ground = TW_CATCH_UNSAID};
        if (tw_options_read(table, count, words, &o, &used) == TW_OK &&
            tw_check_pictures(table, &o) == TW_OK)
            tw_trust_settle(&o.trust, "run", false);
        tw_array_free(&o.sets);
        tw_array_free(&o.sweeps);
    }
    free(text);
    return 0;
}
