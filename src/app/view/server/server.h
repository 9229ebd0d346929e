/*
 * The server of `tauwerk view`, on the loopback interface only, with a token in its address. It
 * serves the page and a WebSocket, but no files. Windows that connect later get all messages about
 * the present film.
 */
#ifndef TW_APP_VIEW_SERVER_H
#define TW_APP_VIEW_SERVER_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cJSON;
typedef struct tw_server tw_server;

/* opens a server on a port; 0: any free one. TW_IO: the port is in use */
tw_status tw_server_open(int port, tw_server **server);
void tw_server_close(tw_server *s);
/* http://127.0.0.1:PORT/?token=... */
const char *tw_server_address(const tw_server *s);

/* Sends a message, which is copied, to all windows. Windows that connect later get it, too, unless
 * `sort` is 0, or a later message of the same sort, whose `first` is not greater, has replaced it
 * (letter.h) */
tw_status tw_server_say(tw_server *s, bool text, uint32_t sort, uint32_t first, const void *data,
                        size_t size);

/* Sends a message to all windows, and to each later window before all other messages, also while
 * later films are shown. It replaces the message with the same `name` (a string literal) */
tw_status tw_server_keep(tw_server *s, const char *name, const void *data, size_t size);

/* Answer of a listener to a message from a window. Listeners are called in threads of the server.
 * TW_SERVER_BAD ends the connection */
typedef enum tw_heard { TW_SERVER_NOT_MINE, TW_SERVER_TAKEN, TW_SERVER_BAD } tw_heard;
typedef struct tw_listener {
    tw_heard (*hear)(void *context, const char *type, const struct cJSON *message);
    void *context;
    size_t most;
} tw_listener;
/* adds a listener; to be called before any window can connect, that is, before the server's address
 * is given out */
void tw_server_listen(tw_server *s, tw_listener listener);

/* calls `told` with "NAME=VALUE" for each slider that was moved since the last call, with its last
 * value. False: none was moved */
bool tw_server_settings(tw_server *s, void (*told)(void *context, const char *setting),
                        void *context);
bool tw_server_asked(tw_server *s); /* true: sliders were moved since the last tw_server_settings */

#endif
