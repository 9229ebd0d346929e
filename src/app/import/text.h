/* Conversion of a file by a chunk of lua/tauwerk, whose output is written to another file, whole or
 * not at all: a robot's file to a script, a scene to a robot's file. */
#ifndef TW_APP_IMPORT_TEXT_H
#define TW_APP_IMPORT_TEXT_H

#include "app/base/options.h"
#include "app/base/trust.h"

typedef struct tw_robot_text {
    const char *command; /* name of the command, for messages */
    const char *file,
        *chunk; /* chunk of lua/tauwerk; its arguments are the file's path and the words below */
    char *const *argv; /* [argc] */
    int argc;
    const char *output; /* NULL: the standard output */
    tw_words sets;      /* NAME=VALUE of tw.param */
    double limit_time;  /* s; 0: none */
    tw_trust trust;
} tw_robot_text;

tw_status tw_robot_text_write(tw_robot_text *job);

#endif
