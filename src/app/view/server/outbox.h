/*
 * Messages on their way to one window. They wait in a queue, and a thread writes them, so that a
 * window that reads slowly holds up nobody else.
 */
#ifndef TW_APP_VIEW_OUTBOX_H
#define TW_APP_VIEW_OUTBOX_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

struct mg_connection;

/* a message, shared by the queues that it waits in */
typedef struct tw_post {
    int users; /* count of users, which only tw_post_ functions read and write */
    bool text; /* the message is a text; false: binary */
    size_t size;
    char data[];
} tw_post;

/* a copy of data [size], with one user; NULL: no memory */
tw_post *tw_post_make(bool text, const void *data, size_t size);
tw_post *tw_post_share(tw_post *p); /* one user more */
void tw_post_drop(tw_post *p);      /* one user less: the last one frees it; NULL is fine */

typedef struct tw_outbox tw_outbox;

tw_status tw_outbox_open(struct mg_connection *connection, tw_outbox **box);
/* queues a message. `counts`: its bytes are part of the limit on unread data; false: the server
 * keeps the message anyway. Beyond the limit the whole queue is dropped and the connection is
 * closed as soon as the window reads: a page then opens another one, and gets everything anew */
void tw_outbox_put(tw_outbox *box, tw_post *p, bool counts);
/* waits for the write that is under way, drops the rest; NULL is fine */
void tw_outbox_close(tw_outbox *box);

#endif
