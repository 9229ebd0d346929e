/* Command lines: words between NUL bytes, the first one is the command's name. Their options are
 * read, not carried out. */
#include "file.h"

#include "app/help.h"
#include "app/run/run.h"

enum { WORDS = 64, LARGEST = 4096 }; /* words of a line; bytes of the options of any command */

/* member of an option's row */
static void *place(void *options, const tw_option *row) {
    return (char *)options + row->place;
}

/* texts point into the line, but what can be repeated is an array */
static void free_arrays(const tw_option_table *t, void *options) {
    for (int i = 0; i < t->count; i++)
        if (strstr(t->option[i].doc, "repeatable") || !strcmp(t->option[i].name, "sweep"))
            tw_array_free((tw_words *)place(options, &t->option[i]));
    if (t->word == tw_add_word) tw_array_free((tw_words *)((char *)options + t->word_place));
}

static void settle(const tw_option_table *t, void *options) {
    bool draws = t == &tw_run_table || t == &tw_bake_table || t == &tw_render_table;
    if (draws && tw_check_pictures(t, options) != TW_OK) return;
    for (int i = 0; i < t->count; i++)
        if (!strcmp(t->option[i].name, "sandbox"))
            tw_trust_settle(
                (tw_trust *)((char *)place(options, &t->option[i]) - offsetof(tw_trust, sandbox)),
                t->command, !strcmp(t->command, "check"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static _Alignas(max_align_t) char options[LARGEST];
    const tw_command *command;
    int count = 0, used;
    if (size < 2 || size > 4096) return 0;
    char *text = fuzz_text(data, size), *words[WORDS];
    for (size_t at = 0; at < size && count < WORDS; at += strlen(text + at) + 1)
        words[count++] = text + at;
    if (tw_command_find(words[0], &command) == TW_OK && command->options) {
        const tw_option_table *t = command->options;
        memset(options, 0, sizeof options);
        if (t == &tw_run_table || t == &tw_bake_table || t == &tw_render_table)
            *(tw_run_options *)options =
                (tw_run_options){.format = TW_FORMAT_ANY, .ground = TW_CATCH_UNSAID};
        if (tw_options_read(t, count - 1, words + 1, options, &used) == TW_OK) settle(t, options);
        free_arrays(t, options);
    }
    free(text);
    return 0;
}
