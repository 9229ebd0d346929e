/* HTTP and WebSocket on the loopback interface, by civetweb; see server.h. */
#include "app/view/server/server.h"

#include "app/view/message/heard.h"
#include "app/view/message/letter.h"
#include "app/view/reel/page.h"
#include "app/view/server/outbox.h"
#include "app/view/server/web.h"
#include "base/array.h"

#include <civetweb.h>
#include <cjson/cJSON.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum {
    TOKEN = 32,
    WINDOWS = 16,
    /* largest message, bytes, that the server accepts, unless a listener allows a larger one */
    MESSAGE = 4096,
    LONGEST = 8 << 20, /* largest message, bytes, that any listener can allow */
    SETTINGS = 256,
    LISTENERS = 4,
    KEPT = 8
};

/* a message that is kept for later windows; this entry counts as one of its users */
typedef struct message {
    uint32_t sort, first;
    tw_post *post;
} message;

typedef struct kept {
    const char *name; /* name of the message, a string literal; NULL: the slot is free */
    tw_post *post;
} kept;

/* a window: its connection, and the part of a message from it that was received so far */
typedef struct window {
    struct mg_connection *connection; /* NULL: nobody */
    tw_outbox *out;
    char *part; /* owned */
    size_t size;
} window;

typedef struct setting {
    char name[TW_HEARD_NAME];
    double value;
} setting;

struct tw_server {
    struct mg_context *context;
    char token[TOKEN + 1], host[32], origin[48], address[128];
    pthread_mutex_t lock; /* guards the members below */
    TW_ARRAY(message) said;
    kept kept[KEPT];
    window window[WINDOWS];
    tw_listener listener[LISTENERS];
    int listeners;
    setting moved[SETTINGS];
    int moves;
};

/* ---- permission ---------------------------------------------------------------------------------
 * The token excludes other users and pages; the check of the header Host excludes foreign names
 * that resolve to this machine; the check of Origin excludes other pages from the WebSocket. */

static bool same_token(const tw_server *s, const char *query) {
    char got[TOKEN + 2];
    if (!query || mg_get_var(query, strlen(query), "token", got, sizeof got) != TOKEN) return false;
    int off = 0;
    for (int i = 0; i < TOKEN; i++) off |= got[i] ^ s->token[i];
    return off == 0;
}

static bool may(const tw_server *s, const struct mg_connection *c, bool socket) {
    const struct mg_request_info *i = mg_get_request_info(c);
    const char *host = mg_get_header(c, "Host"), *origin = mg_get_header(c, "Origin");
    if (!host || strcmp(host, s->host) != 0) return false;
    if (socket && (!origin || strcmp(origin, s->origin) != 0)) return false;
    return same_token(s, i->query_string);
}

static int give_page(struct mg_connection *c, void *data) {
    const tw_server *s = data;
    const struct mg_request_info *i = mg_get_request_info(c);
    if (strcmp(i->local_uri, "/") != 0) return mg_send_http_error(c, 404, "nothing here"), 404;
    if (strcmp(i->request_method, "GET") != 0) return mg_send_http_error(c, 405, "only GET"), 405;
    if (!may(s, c, false))
        return mg_send_http_error(c, 403, "the address that tauwerk view has printed has a token"),
               403;
    mg_printf(c,
              "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %zu\r\n"
              "Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nX-Frame-Options: DENY\r\n"
              "X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
              tw_page_modeller_size);
    mg_write(c, tw_page_modeller, tw_page_modeller_size);
    return 200;
}

/* ---- windows --------------------------------------------------------------------------------- */

static int greet(const struct mg_connection *c, void *data) {
    return may(data, c, true) ? 0 : 1;
}

static void come(struct mg_connection *c, void *data) {
    tw_server *s = data;
    window w = {.connection = c};
    tw_web_own(true);
    pthread_mutex_lock(&s->lock);
    int place = 0;
    while (place < WINDOWS && s->window[place].connection) place++;
    if (place < WINDOWS && tw_outbox_open(c, &w.out) == TW_OK) {
        for (int i = 0; i < KEPT && s->kept[i].name; i++)
            tw_outbox_put(w.out, s->kept[i].post, false);
        for (size_t i = 0; i < s->said.count; i++)
            tw_outbox_put(w.out, s->said.data[i].post, false);
        s->window[place] = w;
    }
    pthread_mutex_unlock(&s->lock);
    tw_web_own(false);
    if (!w.out) mg_websocket_write(c, MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE, "", 0);
}

/* civetweb's callback for a closed connection, which is valid until this function returns */
static void leave(const struct mg_connection *c, void *data) {
    tw_server *s = data;
    window gone = {.connection = NULL};
    tw_web_own(true);
    pthread_mutex_lock(&s->lock);
    for (int i = 0; i < WINDOWS; i++) {
        if (s->window[i].connection != c) continue;
        gone = s->window[i];
        s->window[i] = (window){.connection = NULL};
    }
    pthread_mutex_unlock(&s->lock);
    tw_outbox_close(gone.out);
    free(gone.part);
    tw_web_own(false);
}

static void move(tw_server *s, const char *name, double value) {
    int i = 0;
    pthread_mutex_lock(&s->lock);
    while (i < s->moves && strcmp(s->moved[i].name, name) != 0) i++;
    if (i < SETTINGS) {
        snprintf(s->moved[i].name, TW_HEARD_NAME, "%s", name);
        s->moved[i].value = value;
        if (i == s->moves) s->moves++;
    }
    pthread_mutex_unlock(&s->lock);
}

static bool hear_setting(tw_server *s, const cJSON *m) {
    const char *name;
    double value;
    if (!tw_heard_setting(m, &name, &value)) return false;
    move(s, name, value);
    return true;
}

/* passes a complete message to the listeners; false: none of them accepts it, and the connection
 * must be closed */
static bool hear_whole(tw_server *s, const char *data, size_t size) {
    const char *type;
    cJSON *m = tw_heard_parse(data, size, &type);
    if (!m) return false;
    tw_heard heard = TW_SERVER_NOT_MINE;
    if (!strcmp(type, "set") && size <= MESSAGE)
        heard = hear_setting(s, m) ? TW_SERVER_TAKEN : TW_SERVER_BAD;
    for (int i = 0; heard == TW_SERVER_NOT_MINE && i < s->listeners; i++)
        if (size <= s->listener[i].most)
            heard = s->listener[i].hear(s->listener[i].context, type, m);
    cJSON_Delete(m);
    return heard == TW_SERVER_TAKEN;
}

/* appends a WebSocket frame to the window's message; *whole: the complete message, to be freed, or
 * NULL; false: too large or no memory */
static bool join(tw_server *s, const struct mg_connection *c, const char *data, size_t size,
                 bool first, bool last, char **whole, size_t *length) {
    bool good = false;
    pthread_mutex_lock(&s->lock);
    for (int i = 0; i < WINDOWS; i++) {
        window *w = &s->window[i];
        if (w->connection != c || first != !w->part || w->size + size > LONGEST) continue;
        char *more = realloc(w->part, w->size + size + 1);
        if (!more) continue;
        memcpy(more + w->size, data, size);
        w->part = more;
        w->size += size;
        good = true;
        if (!last) continue;
        *whole = w->part;
        *length = w->size;
        w->part = NULL;
        w->size = 0;
    }
    pthread_mutex_unlock(&s->lock);
    return good;
}

static int hear(struct mg_connection *c, int bits, char *data, size_t size, void *context) {
    int code = bits & 0xf;
    char *whole = NULL;
    size_t length = 0;
    if (code != MG_WEBSOCKET_OPCODE_TEXT && code != MG_WEBSOCKET_OPCODE_CONTINUATION)
        return code != MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE && code != MG_WEBSOCKET_OPCODE_BINARY;
    if (!join(context, c, data, size, code == MG_WEBSOCKET_OPCODE_TEXT, bits & 0x80, &whole,
              &length))
        return 0;
    tw_web_own(true);
    bool good = !whole || hear_whole(context, whole, length);
    tw_web_own(false);
    free(whole);
    return good;
}

/* ---- saying ---------------------------------------------------------------------------------- */

static void forget(tw_server *s) {
    for (size_t i = 0; i < s->said.count; i++) tw_post_drop(s->said.data[i].post);
    s->said.count = 0;
}

/* removes the kept messages that a new one of this sort replaces */
static void replace(tw_server *s, uint32_t sort, uint32_t first) {
    size_t left = 0;
    for (size_t i = 0; i < s->said.count; i++) {
        message *m = &s->said.data[i];
        if (sort == TW_SAY_FILM || (m->sort == sort && m->first >= first))
            tw_post_drop(m->post);
        else
            s->said.data[left++] = *m;
    }
    s->said.count = left;
}

/* locked */
static void send_all(tw_server *s, tw_post *p) {
    for (int i = 0; i < WINDOWS; i++)
        if (s->window[i].connection) tw_outbox_put(s->window[i].out, p, true);
}

tw_status tw_server_say(tw_server *s, bool text, uint32_t sort, uint32_t first, const void *data,
                        size_t size) {
    message m = {.sort = sort, .first = first, .post = tw_post_make(text, data, size)};
    if (!m.post) return tw_fail_memory();
    pthread_mutex_lock(&s->lock);
    if (sort) replace(s, sort, first);
    tw_status status = sort ? tw_push(&s->said, m) : TW_OK;
    if (status == TW_OK) send_all(s, m.post);
    pthread_mutex_unlock(&s->lock);
    if (status != TW_OK || !sort) tw_post_drop(m.post);
    return status;
}

tw_status tw_server_keep(tw_server *s, const char *name, const void *data, size_t size) {
    tw_post *p = tw_post_make(true, data, size);
    if (!p) return tw_fail_memory();
    pthread_mutex_lock(&s->lock);
    int i = 0;
    while (i < KEPT - 1 && s->kept[i].name && strcmp(s->kept[i].name, name) != 0) i++;
    tw_post_drop(s->kept[i].post);
    s->kept[i] = (kept){name, p};
    send_all(s, p);
    pthread_mutex_unlock(&s->lock);
    return TW_OK;
}

void tw_server_listen(tw_server *s, tw_listener listener) {
    pthread_mutex_lock(&s->lock);
    if (s->listeners < LISTENERS) s->listener[s->listeners++] = listener;
    pthread_mutex_unlock(&s->lock);
}

bool tw_server_settings(tw_server *s, void (*told)(void *context, const char *setting),
                        void *context) {
    pthread_mutex_lock(&s->lock);
    for (int i = 0; i < s->moves; i++) {
        char text[TW_HEARD_NAME + 40];
        snprintf(text, sizeof text, "%s=%.17g", s->moved[i].name, s->moved[i].value);
        told(context, text);
    }
    bool some = s->moves > 0;
    s->moves = 0;
    pthread_mutex_unlock(&s->lock);
    return some;
}

bool tw_server_asked(tw_server *s) {
    pthread_mutex_lock(&s->lock);
    bool asked = s->moves > 0;
    pthread_mutex_unlock(&s->lock);
    return asked;
}

/* ---- opening --------------------------------------------------------------------------------- */

static tw_status make_token(tw_server *s) {
    unsigned char bytes[TOKEN / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return tw_fail(TW_IO, "view: cannot get random numbers for the token: %s", strerror(errno));
    for (int i = 0; i < TOKEN / 2; i++) snprintf(s->token + 2 * i, 3, "%02x", (unsigned)bytes[i]);
    return TW_OK;
}

static tw_status start(tw_server *s, int port) {
    int got;
    TW_TRY(tw_web_start(port, s, &s->context, &got));
    snprintf(s->host, sizeof s->host, "127.0.0.1:%d", got);
    snprintf(s->origin, sizeof s->origin, "http://%s", s->host);
    snprintf(s->address, sizeof s->address, "%s/?token=%s", s->origin, s->token);
    errno = 0; /* these do not say that they had no memory, without which no window would come */
    mg_set_websocket_handler(s->context, "/live$", greet, come, hear, leave, s);
    mg_set_request_handler(s->context, "/", give_page, s);
    return errno == ENOMEM ? tw_fail_memory() : TW_OK;
}

tw_status tw_server_open(int port, tw_server **server) {
    tw_server *s = calloc(1, sizeof *s);
    *server = s;
    if (!s) return tw_fail_memory();
    if (pthread_mutex_init(&s->lock, NULL) != 0) {
        free(s);
        *server = NULL;
        return tw_fail_memory();
    }
    tw_status status = make_token(s);
    if (status == TW_OK) status = start(s, port);
    if (status == TW_OK) return TW_OK;
    tw_server_close(s);
    *server = NULL;
    return status;
}

const char *tw_server_address(const tw_server *s) {
    return s->address;
}

void tw_server_close(tw_server *s) {
    if (s->context) tw_web_stop(s->context);
    forget(s);
    tw_array_free(&s->said);
    for (int i = 0; i < KEPT; i++) tw_post_drop(s->kept[i].post);
    pthread_mutex_destroy(&s->lock);
    free(s);
}
