/* Commands of the program; see cli.h. */
#include "app/cli.h"

#include "app/base/spawn.h"
#include "app/base/stop.h"
#include "app/help.h"
#include "base/text/path.h"
#include "base/text/suggest.h"

#include <stdio.h>
#include <string.h>

/* true: b comes after a in help; commands without a place come last */
static bool after(const tw_command *a, const tw_command *b) {
    unsigned p = (unsigned)a->place - 1u, q = (unsigned)b->place - 1u;
    return p != q ? p < q : strcmp(a->name, b->name) < 0;
}

const tw_command *tw_command_after(const tw_command *c) {
    const tw_command *next = NULL;
    for (int i = 0; tw_verb_kinds[i]; i++) {
        const tw_command *k = tw_verb_kinds[i];
        if ((!c || after(c, k)) && (!next || after(k, next))) next = k;
    }
    return next;
}

tw_status tw_command_find(const char *name, const tw_command **command) {
    tw_suggestion s = tw_suggestion_for(name);
    for (const tw_command *c = NULL; (c = tw_command_after(c));) {
        *command = c;
        if (!strcmp(c->name, name)) return TW_OK;
        tw_suggestion_offer(&s, c->name);
    }
    if (tw_ends_in(name, ".lua"))
        return tw_fail(TW_USAGE, "unknown command '%s', did you mean 'tauwerk run %s'?", name,
                       name);
    if (s.best) return tw_fail(TW_USAGE, "unknown command '%s', did you mean '%s'?", name, s.best);
    return tw_fail(TW_USAGE, "unknown command '%s' (see 'tauwerk help')", name);
}

static tw_status dispatch(int argc, char *const *argv) {
    const char *word = argv[1];
    const tw_command *command;
    if (!strcmp(word, "--version") || !strcmp(word, "-V")) word = "version";
    if (!strcmp(word, "--help") || !strcmp(word, "-h")) word = "help";
    TW_TRY(tw_command_find(word, &command));
    if (argc > 2 && (!strcmp(argv[2], "--help") || !strcmp(argv[2], "-h")))
        return tw_command_help(1, argv + 1);
    return command->run(argc - 2, argv + 2);
}

int tw_cli(int argc, char *const *argv) {
    if (argc < 2) {
        tw_help_overview(stderr);
        return tw_status_exit(TW_USAGE);
    }
    tw_stop_install();
    tw_spawn_follow();
    tw_status status = dispatch(argc, argv);
    if (status == TW_OK) return 0;
    /* an error of a script is printed without the program's name before it: its text begins with
     * file and line, to which editors can jump */
    bool script = tw_status_exit(status) == tw_status_exit(TW_SCRIPT);
    const char *text = *tw_failure() ? tw_failure() : tw_status_text(status);
    fprintf(stderr, "%s%s\n", script ? "" : "tauwerk: ", text);
    return tw_status_exit(status);
}
