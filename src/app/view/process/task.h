/*
 * The task of a process that simulates: values of sliders, and the text that runs instead of the
 * script's file. The file and all other options come from the command line.
 */
#ifndef TW_APP_VIEW_TASK_H
#define TW_APP_VIEW_TASK_H

#include "app/base/options.h"

typedef struct tw_view_task {
    tw_words moved;   /* NAME=VALUE of sliders; they override --set */
    const char *text; /* [text_size]; NULL: the file's */
    size_t text_size;
} tw_view_task;

/* writes the task as bytes, to be freed */
tw_status tw_task_write(const tw_view_task *t, char **bytes, size_t *size);
/* the texts are parts of `bytes`, which a NUL follows; `moved` is to be freed */
tw_status tw_task_read(const char *bytes, size_t size, tw_view_task *t);

#endif
