/* Completion and man pages for shells, from the tables of commands. */
#ifndef TW_APP_REFERENCE_SHELL_H
#define TW_APP_REFERENCE_SHELL_H

#include "app/help.h"

/* options of the command `tauwerk completion bash|zsh|fish` */
extern const tw_option_table tw_completion_table;
tw_status tw_completion_command(int argc, char *const *argv);

/* options of the command `tauwerk man [COMMAND]`, `tauwerk man -o DIR` */
extern const tw_option_table tw_man_table;
tw_status tw_man_command(int argc, char *const *argv);

/* text [size]: the values that an option can have, separated by spaces; false: any value is
 * allowed; in values.c */
bool tw_option_values(const tw_option *o, char *text, size_t size);
/* words that a command takes besides options: files, or names */
typedef struct tw_command_words {
    bool files;
    char endings[64];  /* endings of the files, like ".lua .twb"; "": any file */
    bool help;         /* true: the words are topics of help, kinds and commands */
    const char *words; /* NULL: none */
} tw_command_words;
tw_command_words tw_command_takes(const tw_command *c);
/* true: the option's argument is a folder (first function), or a file (second) */
bool tw_option_takes_folder(const tw_option *o);
bool tw_option_takes_file(const tw_option *o);
/* writes the names of all pages of help, each once, with the text `between` between them */
tw_status tw_help_pages(FILE *out, const char *between);

/* write the completion script of a shell; in bash.c, zsh.c, fish.c */
tw_status tw_complete_bash(FILE *out);
tw_status tw_complete_zsh(FILE *out);
tw_status tw_complete_fish(FILE *out);

#endif
