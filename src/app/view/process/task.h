/*
 * Task of a process that simulates: values of moved sliders, and the text to run instead of the
 * script's file. The file's name and all other options come from the command line.
 */
#ifndef TW_APP_VIEW_TASK_H
#define TW_APP_VIEW_TASK_H

#include "app/base/options.h"

typedef struct tw_view_task {
    tw_words moved;   /* settings NAME=VALUE of moved sliders, which take precedence over --set */
    const char *text; /* text to be run, [text_size]; NULL: the text of the script's file */
    size_t text_size;
} tw_view_task;

/* *bytes [*size]: the task in the form that task.c describes, to be freed */
tw_status tw_task_write(const tw_view_task *t, char **bytes, size_t *size);
/* reads a task; its texts are parts of `bytes`, which must be followed by a NUL; t->moved must be
 * freed */
tw_status tw_task_read(const char *bytes, size_t size, tw_view_task *t);

#endif
