/* Completion for zsh: a list of specifications for _arguments for each command. */
#include "app/reference/shell.h"

#include <string.h>

/* writes text for use within '...' and [...], with escapes for quotes, brackets and colons */
static void put_quoted(FILE *out, const char *text) {
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", out);
        else if (strchr("[]:\\", *text))
            fprintf(out, "\\%c", *text);
        else
            fputc(*text, out);
    }
}

/* :what:action */
static void put_argument(FILE *out, const tw_option *o) {
    char values[1024];
    if (!o->argument) return;
    fputc(':', out);
    put_quoted(out, o->argument);
    if (tw_option_values(o, values, sizeof values))
        fprintf(out, ":(%s)", values);
    else if (tw_option_takes_folder(o))
        fputs(":_files -/", out);
    else if (tw_option_takes_file(o))
        fputs(":_files", out);
    else
        fputs(": ", out);
}

/* writes the specification '*--name=[doc]:what:action', and the same for the option's letter; the
 * star allows repetition */
static void put_option(FILE *out, const tw_option *o) {
    for (int k = 0; k < (o->letter ? 2 : 1); k++) {
        fputs(" \\\n            '*", out);
        if (k)
            fprintf(out, "-%c%s", o->letter, o->argument ? "+" : "");
        else
            fprintf(out, "--%s%s", o->name, o->argument ? "=" : "");
        fputc('[', out);
        put_quoted(out, o->doc);
        fputc(']', out);
        put_argument(out, o);
        fputc('\'', out);
    }
}

static tw_status put_words(FILE *out, const tw_command *c) {
    tw_command_words takes = tw_command_takes(c);
    if (takes.help) {
        fputs(" \\\n            '*:page:(", out);
        TW_TRY(tw_help_pages(out, " "));
        fputs(")'", out);
    } else if (takes.words) {
        fprintf(out, " \\\n            '1:word:(%s)'", takes.words);
    } else if (takes.files && !*takes.endings) {
        fputs(" \\\n            '*:file:_files'", out);
    } else if (takes.files) {
        char *endings = takes.endings + 1;
        for (char *p = endings; (p = strstr(p, " .")); p++) memmove(p + 1, p + 2, strlen(p + 1));
        for (char *p = endings; *p; p++)
            if (*p == ' ') *p = '|';
        fprintf(out, " \\\n            '*:file:_files -g \"*.(%s)\"'", endings);
    }
    return TW_OK;
}

tw_status tw_complete_zsh(FILE *out) {
    fputs("#compdef tauwerk\n# zsh completion of tauwerk; written by `tauwerk completion zsh`\n"
          "_tauwerk() {\n    local -a commands\n    commands=(\n",
          out);
    for (const tw_command *c = NULL; (c = tw_command_after(c));) {
        fprintf(out, "        '%s:", c->name);
        put_quoted(out, c->doc);
        fputs("'\n", out);
    }
    fputs("    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n"
          "        return\n    fi\n    local command=$words[2]\n    shift words\n    (( CURRENT-- "
          "))\n"
          "    case $command in\n",
          out);
    for (const tw_command *c = NULL; (c = tw_command_after(c));) {
        fprintf(out, "    %s)\n        _arguments -s \\\n            '--help[what it takes]'",
                c->name);
        for (int i = 0; c->options && i < c->options->count; i++)
            put_option(out, &c->options->option[i]);
        TW_TRY(put_words(out, c));
        fputs(" ;;\n", out);
    }
    fputs("    esac\n}\nif [ \"$funcstack[1]\" = _tauwerk ]; then\n    _tauwerk \"$@\"\nelse\n"
          "    compdef _tauwerk tauwerk\nfi\n",
          out);
    return TW_OK;
}
