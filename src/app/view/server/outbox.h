/*
 * Queue of messages to one window. A thread of its own writes them, so that a window that reads
 * slowly does not delay the others.
 */
#ifndef TW_APP_VIEW_OUTBOX_H
#define TW_APP_VIEW_OUTBOX_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

struct mg_connection;

/* a message, shared by the queues in which it waits */
typedef struct tw_post {
    /* number of users: queues, and the server's list of kept messages; only the functions
     * tw_post_... access it */
    int users;
    bool text; /* true: a text message; false: a binary one */
    size_t size;
    char data[];
} tw_post;

/* makes a message with a copy of data [size] and one user; NULL: no memory */
tw_post *tw_post_make(bool text, const void *data, size_t size);
void tw_post_drop(tw_post *p); /* removes a user; the last one frees the message; p may be NULL */

typedef struct tw_outbox tw_outbox;

tw_status tw_outbox_open(struct mg_connection *connection, tw_outbox **box);
/* queues a message. counts: its bytes count for the limit of unread data; false: the server keeps
 * the message anyway. If the limit is exceeded, the whole queue is discarded, and the connection is
 * closed as soon as the window reads again: the page then opens another connection and gets
 * everything again */
void tw_outbox_put(tw_outbox *box, tw_post *p, bool counts);
/* waits until the message that is being written is finished, discards the others and frees the
 * queue; box may be NULL */
void tw_outbox_close(tw_outbox *box);

#endif
