/* Man pages, in the macros of man(7): tauwerk.1 and one for each command. */
#include "app/base/whole.h"
#include "app/reference/api.h"
#include "app/reference/shell.h"
#include "app/version.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

/* writes text for roff: escapes backslashes, hyphens, and points and quotes at the beginning of a
 * line */
static void put_text(FILE *out, const char *text) {
    if (*text == '.' || *text == '\'') fputs("\\&", out);
    for (; *text; text++) {
        if (*text == '\\')
            fputs("\\e", out);
        else if (*text == '-')
            fputs("\\-", out);
        else
            fputc(*text, out);
    }
}

static void put_line(FILE *out, const char *text) {
    put_text(out, text);
    fputc('\n', out);
}

static void put_title(FILE *out, const char *name) {
    fputs(".TH TAUWERK", out);
    if (name) fputs("\\-", out);
    for (; name && *name; name++) fputc(*name >= 'a' && *name <= 'z' ? *name - 32 : *name, out);
    fprintf(out, " 1 \"\" \"tauwerk %s\" \"Tauwerk\"\n.SH NAME\n", TW_VERSION);
}

static void put_status(FILE *out) {
    static const struct {
        const char *code, *doc;
    } codes[] = {{"0", "done"},
                 {"1", "error of the script"},
                 {"2", "usage"},
                 {"3", "the simulation failed"},
                 {"4", "input or output"},
                 {"5", "memory"},
                 {"6", "a check failed"},
                 {"124", "time limit"},
                 {"130", "interrupted"}};
    fputs(".SH EXIT STATUS\n", out);
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        fprintf(out, ".TP\n.B %s\n%s\n", codes[i].code, codes[i].doc);
}

static void put_option(FILE *out, const tw_option *o) {
    fputs(".TP\n", out);
    if (o->letter) fprintf(out, "\\fB\\-%c\\fR, ", o->letter);
    fputs("\\fB\\-\\-", out);
    put_text(out, o->name);
    fputs("\\fR", out);
    if (o->argument) {
        fputs(" \\fI", out);
        put_text(out, o->argument);
        fputs("\\fR", out);
    }
    fputc('\n', out);
    put_line(out, o->doc);
}

static void put_see(FILE *out, const char *self) {
    fputs(".SH SEE ALSO\n", out);
    const char *between = "";
    if (self) {
        fputs(".BR tauwerk (1)", out);
        between = ",\n";
    }
    for (const tw_command *c = NULL; (c = tw_command_after(c));) {
        if (self && !strcmp(c->name, self)) continue;
        fprintf(out, "%s.BR tauwerk\\-%s (1)", between, c->name);
        between = ",\n";
    }
    fputs("\n.PP\nThe documents are in /usr/share/doc/tauwerk.\n", out);
}

static void put_command(FILE *out, const tw_command *c) {
    put_title(out, c->name);
    fprintf(out, "tauwerk\\-%s \\- ", c->name);
    put_line(out, c->doc);
    fprintf(out, ".SH SYNOPSIS\n.B tauwerk %s\n", c->name);
    if (*c->words) put_line(out, c->words);
    if (c->options && c->options->count) {
        fputs(".SH OPTIONS\n", out);
        for (int i = 0; i < c->options->count; i++) put_option(out, &c->options->option[i]);
    }
    put_status(out);
    put_see(out, c->name);
}

static void put_program(FILE *out) {
    put_title(out, NULL);
    fputs("tauwerk \\- models that assemble themselves and move, from Lua scripts to films\n"
          ".SH SYNOPSIS\n.B tauwerk\n.I COMMAND\n[\\fIOPTION\\fR]...\n"
          ".SH DESCRIPTION\n"
          "A Lua script makes rigid bodies, points, forces, constraints and a timeline of events; "
          "the\nprogram simulates the scene that it returns and draws it as a film.\n.SH "
          "COMMANDS\n",
          out);
    for (const tw_command *c = NULL; (c = tw_command_after(c));) {
        fprintf(out, ".TP\n\\fBtauwerk %s\\fR%s", c->name, *c->words ? " " : "");
        put_line(out, c->words);
        put_line(out, c->doc);
    }
    fputs(".SH HELP\n.B tauwerk help\n.I NAME\ntells of a command, a kind, or one of:\n", out);
    const char *name, *doc;
    for (int i = 0; (name = tw_help_topic_name(i, &doc)); i++) {
        fprintf(out, ".TP\n.B %s\n", name);
        put_line(out, doc);
    }
    const tw_api_part *p;
    for (int i = 0; (p = tw_api_part_at(i)); i++) {
        fprintf(out, ".TP\n.B %s\n", p->name);
        put_line(out, p->doc);
    }
    put_status(out);
    fputs(".SH ENVIRONMENT\n.TP\n.B TAUWERK_LUA\n"
          "a folder with the Lua part of the program, looked into first\n",
          out);
    put_see(out, NULL);
}

/* ---- the command ---------------------------------------------------------------------------- */

typedef struct man_options {
    const char *folder, *command;
} man_options;

static const tw_option options[] = {
    {"output", 'o', "DIR", "write all pages there: tauwerk.1, tauwerk-run.1, ...", tw_set_folder,
     offsetof(man_options, folder)},
};

const tw_option_table tw_man_table = {.command = "man",
                                      .option = options,
                                      .count = sizeof options / sizeof *options,
                                      .only_word = "command",
                                      .word_place = offsetof(man_options, command)};

/* writes the manual page of the command `of` (a tw_command); NULL: of the program */
static tw_status put_page(FILE *out, const void *of) {
    if (of)
        put_command(out, of);
    else
        put_program(out);
    return TW_OK;
}

static tw_status write_all(const char *folder) {
    char path[4096];
    TW_TRY(tw_folder_make(folder));
    snprintf(path, sizeof path, "%s/tauwerk.1", folder);
    TW_TRY(tw_write_whole(put_page, NULL, path));
    for (const tw_command *c = NULL; (c = tw_command_after(c));) {
        snprintf(path, sizeof path, "%s/tauwerk-%s.1", folder, c->name);
        TW_TRY(tw_write_whole(put_page, c, path));
    }
    return TW_OK;
}

tw_status tw_man_command(int argc, char *const *argv) {
    man_options o = {0};
    int used;
    TW_TRY(tw_options_read(&tw_man_table, argc, argv, &o, &used));
    if (o.folder && o.command)
        return tw_fail(TW_USAGE, "man: expected either a command or -o DIR, got both '%s' and -o",
                       o.command);
    if (o.folder) return write_all(o.folder);
    const tw_command *chosen = NULL;
    if (o.command) TW_TRY(tw_command_find(o.command, &chosen));
    return tw_write_whole(put_page, chosen, NULL);
}
