/*
 * Detection of files that are saved in a folder: by inotify on Linux; on other systems, or if built
 * with TW_POSIX, each call compares the files of the folder with their last states. Only saves.c
 * has code for Linux alone.
 */
#ifndef TW_APP_WATCH_SAVES_H
#define TW_APP_WATCH_SAVES_H

#include "base/status.h"

typedef struct tw_saves tw_saves;

/* callback with the name of each file that was saved since the last tw_saves_wait */
typedef void (*tw_saves_report)(void *context, const char *name);

tw_status tw_saves_open(const char *folder, tw_saves **saves);
void tw_saves_close(tw_saves *saves); /* ends the watch; does nothing if the argument is NULL */
/* waits at most `ms` for a save, then reports all files saved so far */
void tw_saves_wait(tw_saves *saves, int ms, tw_saves_report report, void *context);

#endif
