/* Completion for bash: one function that knows each command's options and their arguments. */
#include "app/reference/shell.h"

#include <string.h>

static const char head[] =
    "# bash completion of tauwerk; written by `tauwerk completion bash`\n"
    "_tauwerk_files() { # FOLDERS_AND_ENDINGS...: files that end so, and folders\n"
    "    local ending name\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    while IFS= read -r name; do\n"
    "        [ -d \"$name\" ] && COMPREPLY+=(\"$name\") && continue\n"
    "        for ending in \"$@\"; do\n"
    "            [[ $name == *\"$ending\" ]] && COMPREPLY+=(\"$name\") && break\n"
    "        done\n"
    "    done < <(compgen -f -- \"$cur\")\n"
    "}\n"
    "_tauwerk_words() { # WORDS: of which one is wanted\n"
    "    COMPREPLY=($(compgen -W \"$1\" -- \"$cur\"))\n"
    "}\n"
    "_tauwerk() {\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} "
    "command=${COMP_WORDS[1]}\n"
    "    COMPREPLY=()\n"
    "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
    "        _tauwerk_words \"";

/* writes the branch "COMMAND:--option | COMMAND:-o) ...;;" of the shell's case that completes the
 * option's argument */
static void put_argument(FILE *out, const tw_command *c, const tw_option *o) {
    char values[1024];
    if (!o->argument) return;
    fprintf(out, "    %s:--%s", c->name, o->name);
    if (o->letter) fprintf(out, "|%s:-%c", c->name, o->letter);
    if (tw_option_values(o, values, sizeof values))
        fprintf(out, ") _tauwerk_words \"%s\"; return ;;\n", values);
    else if (tw_option_takes_folder(o))
        fputs(") _tauwerk_files; return ;;\n", out);
    else if (tw_option_takes_file(o))
        fputs(") _tauwerk_files \"\"; return ;;\n", out);
    else
        fputs(") return ;;\n", out);
}

static void put_options(FILE *out, const tw_command *c) {
    for (int i = 0; c->options && i < c->options->count; i++)
        fprintf(out, "%s--%s", i ? " " : "", c->options->option[i].name);
    fputs(c->options && c->options->count ? " --help" : "--help", out);
}

static tw_status put_command(FILE *out, const tw_command *c) {
    tw_command_words takes = tw_command_takes(c);
    fprintf(out, "    %s)\n        if [[ $cur == -* ]]; then\n            _tauwerk_words \"",
            c->name);
    put_options(out, c);
    fputs("\"\n        else\n            ", out);
    tw_status s = TW_OK;
    if (takes.help) {
        fputs("_tauwerk_words \"", out);
        s = tw_help_pages(out, " ");
        fputs("\"\n", out);
    } else if (takes.words) {
        fprintf(out, "_tauwerk_words \"%s\"\n", takes.words);
    } else if (takes.files) {
        fputs("_tauwerk_files", out);
        char *end = strtok(takes.endings, " ");
        if (!end) fputs(" \"\"", out);
        for (; end; end = strtok(NULL, " ")) fprintf(out, " %s", end);
        fputc('\n', out);
    } else {
        fputs(":\n", out);
    }
    fputs("        fi ;;\n", out);
    return s;
}

tw_status tw_complete_bash(FILE *out) {
    fputs(head, out);
    for (const tw_command *c = NULL; (c = tw_command_after(c));) fprintf(out, "%s ", c->name);
    fputs("--help --version\"\n        return\n    fi\n    case $command:$before in\n", out);
    for (const tw_command *c = NULL; (c = tw_command_after(c));)
        for (int i = 0; c->options && i < c->options->count; i++)
            put_argument(out, c, &c->options->option[i]);
    fputs("    esac\n    case $command in\n", out);
    for (const tw_command *c = NULL; (c = tw_command_after(c));) TW_TRY(put_command(out, c));
    fputs("    esac\n}\ncomplete -F _tauwerk tauwerk\n", out);
    return TW_OK;
}
