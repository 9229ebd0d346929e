/* A new command by one file: half of a number. */
#include "app/help.h"

#include <stdio.h>
#include <stdlib.h>

static tw_status halve(int argc, char *const *argv) {
    if (argc != 1) return tw_fail(TW_USAGE, "halve: expected one number");
    char *end;
    double x = strtod(argv[0], &end);
    if (end == argv[0] || *end)
        return tw_fail(TW_USAGE, "halve: expected a number, got '%s'", argv[0]);
    printf("%g\n", x / 2);
    return tw_help_flushed();
}

const tw_command tw_verb_halve = {
    .name = "halve",
    .words = "NUMBER",
    .doc = "half of a number",
    .run = halve,
};
