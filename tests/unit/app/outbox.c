/* Queues of messages to windows: order, windows that do not read, the limit on unread data. */
#include "app/view/server/outbox.h"

#include <civetweb.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SENDERS = 3, EACH = 400, MEGABYTE = 1 << 20 };

/* a window in place of a connection: it reads while its gate is open */
typedef struct window {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool open, gone;   /* gone: writing to it fails */
    int writing;       /* writers that wait at the gate */
    size_t count;      /* messages that it has read */
    int last[SENDERS]; /* number of the last message of each sender */
    bool disordered, closed;
} window;

static window windows[2];

int __wrap_mg_websocket_write(struct mg_connection *connection, int opcode, const char *data,
                              size_t size);

int __wrap_mg_websocket_write(struct mg_connection *connection, int opcode, const char *data,
                              size_t size) {
    window *w = (window *)(void *)connection;
    pthread_mutex_lock(&w->lock);
    w->writing++;
    pthread_cond_broadcast(&w->changed);
    while (!w->open) pthread_cond_wait(&w->changed, &w->lock);
    w->writing--;
    int written = w->gone ? -1 : (int)size;
    if (opcode == MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE) {
        w->closed = true;
    } else if (!w->gone) {
        int message[2];
        if (size == sizeof message) {
            memcpy(message, data, sizeof message);
            w->disordered |= message[1] != w->last[message[0]] + 1;
            w->last[message[0]] = message[1];
        }
        w->count++;
    }
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
    return written;
}

static int set_up(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        windows[i] = (window){.open = true};
        pthread_mutex_init(&windows[i].lock, NULL);
        pthread_cond_init(&windows[i].changed, NULL);
    }
    return 0;
}

static tw_outbox *box_of(window *w) {
    tw_outbox *b;
    assert_int_equal(tw_outbox_open((struct mg_connection *)(void *)w, &b), TW_OK);
    return b;
}

static void open_gate(window *w, bool open) {
    pthread_mutex_lock(&w->lock);
    w->open = open;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
}

/* until a writer waits at the gate */
static void await_writer(window *w) {
    pthread_mutex_lock(&w->lock);
    while (!w->writing) pthread_cond_wait(&w->changed, &w->lock);
    pthread_mutex_unlock(&w->lock);
}

static void await_count(window *w, size_t count) {
    pthread_mutex_lock(&w->lock);
    while (w->count < count) pthread_cond_wait(&w->changed, &w->lock);
    pthread_mutex_unlock(&w->lock);
}

static tw_outbox *boxes[2];

static void *send_all(void *sender) {
    for (int i = 1; i <= EACH; i++) {
        const int message[2] = {(int)(intptr_t)sender, i};
        tw_post *p = tw_post_make(i % 2, message, sizeof message);
        if (!p) return NULL;
        for (int k = 0; k < 2; k++) tw_outbox_put(boxes[k], p, true);
        tw_post_drop(p);
    }
    return sender;
}

/* every message of every thread, each thread's in its order, also to a window that reads late; the
 * one that reads has them all before */
static void order(void **state) {
    (void)state;
    pthread_t thread[SENDERS];
    open_gate(&windows[1], false);
    for (int k = 0; k < 2; k++) boxes[k] = box_of(&windows[k]);
    for (intptr_t i = 0; i < SENDERS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, send_all, (void *)i), 0);
    for (int i = 0; i < SENDERS; i++) {
        void *same;
        pthread_join(thread[i], &same);
        assert_int_equal((intptr_t)same, i);
    }
    await_count(&windows[0], SENDERS * EACH);
    await_writer(&windows[1]);
    assert_int_equal(windows[1].count, 0);
    open_gate(&windows[1], true);
    await_count(&windows[1], SENDERS * EACH);
    for (int k = 0; k < 2; k++) {
        tw_outbox_close(boxes[k]);
        assert_int_equal(windows[k].count, SENDERS * EACH);
        assert_false(windows[k].disordered || windows[k].closed);
    }
}

/* beyond 512 MB unread the queue is dropped, and the connection closed when the window reads */
static void limit(void **state) {
    (void)state;
    char *data = calloc(1, MEGABYTE);
    assert_non_null(data);
    tw_post *p = tw_post_make(false, data, MEGABYTE), *small = tw_post_make(true, "x", 1);
    free(data);
    assert_true(p && small);
    open_gate(&windows[0], false);
    tw_outbox *b = box_of(&windows[0]);
    /* what the server keeps anyway does not count */
    tw_outbox_put(b, p, false);
    await_writer(&windows[0]);
    for (int i = 0; i < 600; i++) tw_outbox_put(b, p, false);
    for (int i = 0; i < 513; i++) tw_outbox_put(b, p, true);
    assert_int_equal(p->users, 1 + 1 + 600 + 513);
    tw_outbox_put(b, small, true); /* more than 512 MB wait before it */
    assert_int_equal(p->users, 2); /* mine, and the one that is written */
    tw_outbox_put(b, small, true);
    assert_int_equal(small->users, 1);
    open_gate(&windows[0], true);
    pthread_mutex_lock(&windows[0].lock);
    while (!windows[0].closed) pthread_cond_wait(&windows[0].changed, &windows[0].lock);
    pthread_mutex_unlock(&windows[0].lock);
    tw_outbox_close(b);
    assert_int_equal(windows[0].count, 1);
    assert_int_equal(p->users, 1);
    tw_post_drop(p);
    tw_post_drop(small);
}

/* a window that is gone ends the writing; what is put later is dropped */
static void gone(void **state) {
    (void)state;
    tw_post *p = tw_post_make(true, "x", 1);
    assert_non_null(p);
    windows[0].open = false;
    windows[0].gone = true;
    tw_outbox *b = box_of(&windows[0]);
    for (int i = 0; i < 5; i++) tw_outbox_put(b, p, true);
    open_gate(&windows[0], true);
    tw_outbox_close(b);
    assert_int_equal(windows[0].count, 0);
    assert_false(windows[0].closed);
    assert_int_equal(p->users, 1);
    tw_post_drop(p);
    tw_outbox_close(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(order, set_up),
        cmocka_unit_test_setup(limit, set_up),
        cmocka_unit_test_setup(gone, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
