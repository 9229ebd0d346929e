/* Completion for fish: a line for each command and each option. */
#include "app/reference/shell.h"

#include <string.h>

static void put_quoted(FILE *out, const char *text) {
    fputc('\'', out);
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\') fputc('\\', out);
        fputc(*text, out);
    }
    fputc('\'', out);
}

static void put_option(FILE *out, const tw_command *c, const tw_option *o) {
    char values[1024];
    fprintf(out, "complete -c tauwerk -n '__fish_seen_subcommand_from %s' -l %s", c->name, o->name);
    if (o->letter) fprintf(out, " -s %c", o->letter);
    if (tw_option_values(o, values, sizeof values))
        fprintf(out, " -x -a '%s'", values);
    else if (tw_option_takes_folder(o))
        fputs(" -x -a '(__fish_complete_directories)'", out);
    else if (tw_option_takes_file(o))
        fputs(" -r -F", out);
    else if (o->argument)
        fputs(" -x", out);
    fputs(" -d ", out);
    put_quoted(out, o->doc);
    fputc('\n', out);
}

static tw_status put_words(FILE *out, const tw_command *c) {
    tw_command_words takes = tw_command_takes(c);
    if (!takes.help && !takes.words && !takes.files) return TW_OK;
    fprintf(out, "complete -c tauwerk -n '__fish_seen_subcommand_from %s' ", c->name);
    tw_status s = TW_OK;
    if (takes.help) {
        fputs("-a '", out);
        s = tw_help_pages(out, " ");
        fputs("'\n", out);
    } else if (takes.words) {
        fprintf(out, "-a '%s'\n", takes.words);
    } else if (!*takes.endings) {
        fputs("-F\n", out);
    } else {
        fputs("-k -a '", out);
        for (char *end = strtok(takes.endings, " "); end; end = strtok(NULL, " "))
            fprintf(out, "(__fish_complete_suffix %s)", end);
        fputs("'\n", out);
    }
    return s;
}

tw_status tw_complete_fish(FILE *out) {
    fputs("# fish completion of tauwerk; written by `tauwerk completion fish`\ncomplete -c tauwerk "
          "-f\n",
          out);
    for (const tw_command *c = NULL; (c = tw_command_after(c));) {
        fprintf(out, "complete -c tauwerk -n __fish_use_subcommand -a %s -d ", c->name);
        put_quoted(out, c->doc);
        fputc('\n', out);
    }
    for (const tw_command *c = NULL; (c = tw_command_after(c));) {
        for (int i = 0; c->options && i < c->options->count; i++)
            put_option(out, c, &c->options->option[i]);
        TW_TRY(put_words(out, c));
    }
    return TW_OK;
}
