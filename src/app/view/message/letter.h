/*
 * The line between `tauwerk view` and a process that simulates for it: letters (messages) over a
 * pair of sockets, in order, each a head, data, and perhaps a line to another process (a passed
 * descriptor).
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
    /* letters from a process that simulates. The comment of each says what it reports, and which
     * members of tw_letter it uses */
    TW_LETTER_SAY,  /* a message to the windows: sort, first, text; data: the message */
    TW_LETTER_READ, /* a file was read: saved, size; data: its path */
    /* the script has no parameter for a slider that was moved; data: the parameter's name */
    TW_LETTER_UNREAD,
    TW_LETTER_DRAW,  /* a process that draws was started; its line comes with the letter */
    TW_LETTER_COPY,  /* a copy waits at frame `first`; its line comes with the letter */
    TW_LETTER_STAND, /* the process has stopped at frame `first` and waits for orders */
    TW_LETTER_GO,    /* the motion continues from frame `first` */
    /* a fork of a copy has taken over the text that came with TW_LETTER_WAKE */
    TW_LETTER_CHANGED,
    TW_LETTER_AGAIN, /* the script is to be run from its start: lines in messages may be wrong */
    TW_LETTER_END,   /* the film has ended with status `sort`; data: text of the failure */
    /* letters to a process that simulates */
    TW_LETTER_ORDER, /* an order to the live scene; data: the message of a window */
    /* for a copy: it is to fork, and the fork is to continue to frame `first` and wait there; the
     * fork's line comes with the letter; data: another text of the script, or nothing */
    TW_LETTER_WAKE,
    /* letters to the launcher (launch.h), and the launcher's answer */
    /* asks the launcher to start a process; data: its task; the process's end of a line comes
     * with the letter */
    TW_LETTER_LAUNCH,
    /* the launcher's answer; pid: process id of the new process; 0: the fork failed */
    TW_LETTER_LAUNCHED
} tw_letter_kind;

/* sorts of messages to the windows. The server keeps messages for windows that connect later; a new
 * message replaces the kept ones of its sort whose `first` is not less than its own */
typedef enum tw_say_sort {
    TW_SAY_ONCE, /* not kept for windows that connect later */
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
    /* kind: a tw_letter_kind, which says what the other members mean; sort, first: of TW_LETTER_SAY
     * as for tw_server_say, of other kinds as in the comments of tw_letter_kind; text: of
     * TW_LETTER_SAY: 1: the message is text; 0: it is binary */
    uint32_t kind, sort, first, text;
    /* of TW_LETTER_READ: time of the file's last change, ns, and its size, bytes */
    int64_t saved, size;
    int32_t pid;    /* process at the other end of `line` */
    uint32_t bytes; /* length of `data`, bytes */
    char *data;     /* [bytes] data and a NUL; the receiver owns it */
    int line;       /* -1: none */
} tw_letter;

/* makes a line: end [0] and end [1] become its two ends */
tw_status tw_line_make(int end[2]);
/* to be called in a new process: closes all inherited descriptors except `line` and the standard
 * streams */
void tw_line_alone(int line);
/* sends a letter with data [letter->bytes], given separately, and waits until it is sent;
 * tw_letter_try does not wait: *lost: there was no room. TW_IO: the other end is closed */
tw_status tw_letter_send(int line, const tw_letter *letter, const void *data);
tw_status tw_letter_try(int line, const tw_letter *letter, const void *data, bool *lost);
/* receives the next letter, waiting at most `ms` (-1: without limit); *came false: none came.
 * TW_IO: the other end is closed */
tw_status tw_letter_take(int line, int ms, tw_letter *letter, bool *came);

#endif
