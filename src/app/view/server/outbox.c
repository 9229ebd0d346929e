/* Queues of messages, and the threads that write them; see outbox.h. */
#include "app/view/server/outbox.h"

#include "base/array.h"

#include <civetweb.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const size_t MOST =
    (size_t)512 << 20; /* limit of waiting data, bytes: if more wait, the connection is closed */

typedef struct entry {
    tw_post *post; /* the message; the entry counts as one of its users */
    bool counts;
} entry;

struct tw_outbox {
    struct mg_connection *connection;
    pthread_t thread;
    pthread_mutex_t lock; /* guards the members below */
    pthread_cond_t more;
    TW_ARRAY(entry) queue;
    size_t waiting; /* sum of the sizes of the waiting entries that count for the limit, bytes */
    bool closed;    /* true: the connection is closed, so nothing is queued or written any more */
    bool full;      /* true: the limit was exceeded, so the connection must be closed */
};

/* ---- messages -------------------------------------------------------------------------------- */

/* guards the member `users` of all messages */
static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;

tw_post *tw_post_make(bool text, const void *data, size_t size) {
    tw_post *p = malloc(sizeof *p + size + 1);
    if (!p) return NULL;
    *p = (tw_post){.users = 1, .text = text, .size = size};
    memcpy(p->data, data, size);
    p->data[size] = '\0';
    return p;
}

/* adds a user to the message */
static void share(tw_post *p) {
    pthread_mutex_lock(&counting);
    p->users++;
    pthread_mutex_unlock(&counting);
}

void tw_post_drop(tw_post *p) {
    if (!p) return;
    pthread_mutex_lock(&counting);
    bool last = --p->users == 0;
    pthread_mutex_unlock(&counting);
    if (last) free(p);
}

/* ---- queues ---------------------------------------------------------------------------------- */

static void drop_all(tw_outbox *b) {
    for (size_t i = 0; i < b->queue.count; i++) tw_post_drop(b->queue.data[i].post);
    b->queue.count = 0;
    b->waiting = 0;
}

/* waits for the next message; NULL: the queue is closed. *full: the limit was exceeded, so the
 * connection must be closed */
static tw_post *next(tw_outbox *b, bool *full) {
    tw_post *p = NULL;
    pthread_mutex_lock(&b->lock);
    while (!b->closed && !b->full && !b->queue.count) pthread_cond_wait(&b->more, &b->lock);
    *full = b->full && !b->closed;
    if (!b->closed && !b->full) {
        const entry first = b->queue.data[0];
        p = first.post;
        b->queue.count--;
        memmove(b->queue.data, b->queue.data + 1, b->queue.count * sizeof *b->queue.data);
        b->waiting -= first.counts ? p->size : 0;
    }
    pthread_mutex_unlock(&b->lock);
    return p;
}

static void *write_all(void *box) {
    tw_outbox *b = box;
    bool good = true, full = false;
    for (tw_post *p; good && (p = next(b, &full));) {
        int kind = p->text ? MG_WEBSOCKET_OPCODE_TEXT : MG_WEBSOCKET_OPCODE_BINARY;
        /* after a message that was written only in part nothing more can be written. Such a write
         * means that the window is gone or the server ends; in both cases the thread that reads
         * from the window closes the connection */
        good = mg_websocket_write(b->connection, kind, p->data, p->size) >= (int)p->size;
        tw_post_drop(p);
    }
    if (full) mg_websocket_write(b->connection, MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE, "", 0);
    pthread_mutex_lock(&b->lock);
    b->closed = true;
    drop_all(b);
    pthread_mutex_unlock(&b->lock);
    return NULL;
}

tw_status tw_outbox_open(struct mg_connection *connection, tw_outbox **box) {
    tw_outbox *b = calloc(1, sizeof *b);
    *box = NULL;
    if (!b) return tw_fail_memory();
    b->connection = connection;
    bool lock = pthread_mutex_init(&b->lock, NULL) == 0;
    bool more = lock && pthread_cond_init(&b->more, NULL) == 0;
    if (more && pthread_create(&b->thread, NULL, write_all, b) == 0) {
        *box = b;
        return TW_OK;
    }
    if (more) pthread_cond_destroy(&b->more);
    if (lock) pthread_mutex_destroy(&b->lock);
    free(b);
    return tw_fail_memory();
}

void tw_outbox_put(tw_outbox *b, tw_post *p, bool counts) {
    pthread_mutex_lock(&b->lock);
    b->full |= b->waiting > MOST;
    if (!b->closed && !b->full) {
        if (tw_push(&b->queue, ((entry){p, counts})) == TW_OK) {
            share(p);
            b->waiting += counts ? p->size : 0;
        } else {
            /* memory ran out: the message is lost, and a part of the film would be missing, so
             * the connection is closed */
            b->full = true;
        }
    }
    if (b->full) drop_all(b);
    pthread_cond_signal(&b->more);
    pthread_mutex_unlock(&b->lock);
}

void tw_outbox_close(tw_outbox *b) {
    if (!b) return;
    pthread_mutex_lock(&b->lock);
    b->closed = true;
    pthread_cond_signal(&b->more);
    pthread_mutex_unlock(&b->lock);
    pthread_join(b->thread, NULL);
    drop_all(b);
    tw_array_free(&b->queue);
    pthread_cond_destroy(&b->more);
    pthread_mutex_destroy(&b->lock);
    free(b);
}
