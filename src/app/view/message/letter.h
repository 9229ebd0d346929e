/*
 * The line between `tauwerk view` and a process that simulates for it: letters over a pair of
 * sockets, in order, each a head, its bytes, and perhaps a line to another process.
 *
 * A process ends when the other end of its line is closed.
 */
#ifndef TW_APP_VIEW_LETTER_H
#define TW_APP_VIEW_LETTER_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum tw_letter_kind {
    /* letters of a process that simulates */
    TW_LETTER_SAY,    /* message to the windows: sort, first; bytes: the message */
    TW_LETTER_READ,   /* a file is read: saved, size; bytes: its path */
    TW_LETTER_UNREAD, /* a slider whose parameter the script has not: bytes: its name */
    TW_LETTER_DRAW,   /* a process draws, on the line that comes with it */
    TW_LETTER_COPY,   /* a copy waits at frame `first`, on the line that comes with it */
    TW_LETTER_STAND,  /* the process stands at frame `first` and takes orders there */
    TW_LETTER_GO,     /* the process goes on from frame `first` */
    TW_LETTER_END,    /* the film has ended, with status `sort`; bytes: the failure's text */
    /* letters to a process that simulates */
    TW_LETTER_ORDER, /* bytes: a message of a window */
    /* to a copy: a process like it goes on to frame `first`, on the line that comes with the
     * letter, and stands there */
    TW_LETTER_WAKE,
    /* letters to the launcher (launch.h), and from it */
    TW_LETTER_LAUNCH,  /* bytes: the task of a process on the line that comes with it */
    TW_LETTER_LAUNCHED /* the new process's pid; 0: the fork failed */
} tw_letter_kind;

/* sorts of messages to the windows: one replaces the earlier ones of its sort whose `first` is not
 * less */
typedef enum tw_say_sort {
    TW_SAY_ONCE, /* message that is not kept for later windows */
    TW_SAY_FILM, /* all */
    TW_SAY_STAGE,
    TW_SAY_THINGS,
    TW_SAY_OBJECTS,
    TW_SAY_EVENTS,
    TW_SAY_FRAMES,
    TW_SAY_STATE,
    TW_SAY_LIVE,
    TW_SAY_PACE,
    TW_SAY_POSTER,
    TW_SAY_NOTICE
} tw_say_sort;

typedef struct tw_letter {
    uint32_t kind, sort, first, text; /* text: the message is text, not binary */
    int64_t saved, size;              /* ns, bytes: of a file */
    int32_t pid;                      /* process at the other end of `line` */
    uint32_t bytes;                   /* length of data */
    char *data;                       /* followed by a NUL; owned by the taker */
    int line;                         /* -1: none */
} tw_letter;

/* two ends of a new line */
tw_status tw_line_make(int end[2]);
/* in a process that has just begun: all other files but the standard streams are closed */
void tw_line_alone(int line);
/* sends all of the letter but `data`, which is given apart; waits until it has gone. TW_IO: the
 * other end is gone. at_once: where there is no room for it now, it is lost: *lost */
tw_status tw_letter_send(int line, const tw_letter *letter, const void *data);
tw_status tw_letter_try(int line, const tw_letter *letter, const void *data, bool *lost);
/* the next letter, after at most `ms` (-1: any time); *came false: none yet. TW_IO: the other end
 * is gone */
tw_status tw_letter_take(int line, int ms, tw_letter *letter, bool *came);

#endif
