/* Conversion of a file by a chunk of lua/tauwerk, whose output is written to another file, whole or
 * not at all: a robot's file to a script, a scene to a robot's file. */
#ifndef TW_APP_IMPORT_TEXT_H
#define TW_APP_IMPORT_TEXT_H

#include "app/base/options.h"
#include "app/base/trust.h"

typedef struct tw_robot_text {
    const char *command;      /* name of the command, for messages */
    const char *file, *chunk; /* name of the Lua program in lua/tauwerk that makes the text; its
                                 arguments are the path of the file, then argv */
    char *const *argv;        /* [argc] */
    int argc;
    const char *output; /* file to be written; NULL: standard output */
    tw_words sets;      /* parameters for tw.param, NAME=VALUE */
    double limit_time;  /* time limit, s; 0: none */
    tw_trust trust;
} tw_robot_text;

tw_status tw_robot_text_write(tw_robot_text *job);

#endif
