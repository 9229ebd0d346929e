/* The command `tauwerk lua`: runs a Lua program, or a prompt; see lua.h. */
#include "app/lua.h"

#include "app/base/report.h"
#include "app/base/stop.h"
#include "app/edit.h"
#include "app/help.h"
#include "app/run/run.h"
#include "library/scripts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct lua_options {
    const char *file; /* path of the program; NULL: a prompt is run */
    tw_words sets;
    double limit_time;
    tw_trust trust;
} lua_options;

static const tw_option options[] = {
    TW_OPTION_SETS(lua_options, sets),
    TW_OPTION_LIMIT_TIME(lua_options, limit_time),
    TW_OPTION_TRUST(lua_options, trust),
};

const tw_option_table tw_lua_table = {.command = "lua",
                                      .option = options,
                                      .count = sizeof options / sizeof options[0],
                                      .only_word = "file",
                                      .word_place = offsetof(lua_options, file),
                                      .word_ends = true};

static void check(void *context, const tw_check *c) {
    if (c->passed) return;
    char line[2048];
    snprintf(line, sizeof line, "%s:%d: check '%s' failed: %s", c->file, c->line, c->label,
             c->text);
    tw_report_line(context, "check", NULL, line);
}

static tw_status help(void *context, FILE *out, const char *name) {
    (void)context;
    if (*name) return tw_help_topic(out, name);
    fputs("help(scene.rod)    of a function of the module: scene.NAME, tw.NAME, tw.math.NAME\n"
          "help(body)         of an object: its kind\n"
          "help \"hinge\"       of a kind, a topic, a preset, or what a search finds\n\n",
          out);
    tw_help_overview(out);
    return TW_OK;
}

/* runs the prompt; on a terminal with line editing, history and completion */
static tw_status prompt(tw_script *script) {
    bool terminal = isatty(0) && isatty(1);
    const tw_prompt p = {.help = help,
                         .line = terminal ? tw_edit_line : NULL,
                         .again = terminal ? tw_edit_again : NULL};
    if (terminal) tw_edit_begin(script);
    tw_status s = tw_prompt_run(script, &p);
    tw_kept kept = tw_failure_keep(s);
    tw_edit_end();
    return s == TW_OK ? TW_OK : tw_failure_again(&kept);
}

/* a program with its arguments */
typedef struct program {
    const lua_options *o;
    tw_report *report;
    int argc;
    char *const *argv;
} program;

static tw_status work(void *context, tw_script *script) {
    const program *p = context;
    tw_tally checks = {.report = check, .context = p->report};
    TW_TRY(tw_script_sets(script, p->o->sets.data, p->o->sets.count));
    if (!p->o->file) return prompt(script);
    TW_TRY(tw_script_do_file(script, p->o->file, p->argc, p->argv));
    TW_TRY(tw_tally_script(&checks, script));
    return tw_tally_status(&checks);
}

tw_status tw_lua(int argc, char *const *argv) {
    lua_options o = {0};
    tw_report *report = NULL;
    int used = 0;
    tw_status status = tw_options_read(&tw_lua_table, argc, argv, &o, &used);
    if (status == TW_OK) status = tw_trust_settle(&o.trust, "lua", false);
    if (status == TW_OK) status = tw_report_create(true, false, &report);
    if (status == TW_OK) {
        tw_script_options script_options = {.output = tw_report_print,
                                            .output_context = report,
                                            .notice = tw_report_notice,
                                            .notice_context = report,
                                            .poll.ask = tw_stop_poll,
                                            .bounds = tw_trust_bounds(&o.trust, NULL),
                                            .memory = tw_trust_heap(&o.trust, 0)};
        status = tw_limits(o.limit_time, 0);
        if (status == TW_OK) status = tw_trust_memory(&o.trust, 0);
        program p = {&o, report, argc - used, argv + used};
        if (status == TW_OK) status = tw_script_with(&script_options, work, &p);
    }
    tw_kept kept = tw_failure_keep(status);
    tw_status closed = tw_report_close(report);
    tw_array_free(&o.sets);
    return status == TW_OK ? closed : tw_failure_again(&kept);
}
