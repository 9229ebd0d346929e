/*
 * The server of `tauwerk view`: on the loopback only, with a token in its address. It gives the
 * page and a WebSocket, and no file. Windows that come later get all that was said of the present
 * film.
 */
#ifndef TW_APP_VIEW_SERVER_H
#define TW_APP_VIEW_SERVER_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cJSON;
typedef struct tw_server tw_server;

/* opens a server; port 0: any free one. TW_IO: the port is not free */
tw_status tw_server_open(int port, tw_server **server);
void tw_server_close(tw_server *s);
/* http://127.0.0.1:PORT/?token=... */
const char *tw_server_address(const tw_server *s);

/* To all windows; bytes are copied. Those that come later get it, too, unless `sort` is 0 or it has
 * been replaced: by a message of its sort whose `first` is not greater (letter.h) */
tw_status tw_server_say(tw_server *s, bool text, uint32_t sort, uint32_t first, const void *data,
                        size_t size);

/* To all windows, and first of all to each later one, whatever the film is then; replaces the
 * message of the same `name` (a literal) */
tw_status tw_server_keep(tw_server *s, const char *name, const void *data, size_t size);

/* Receiver of messages from windows, in threads of the server. `most`: greatest size of a message,
 * bytes. TW_SERVER_BAD ends the connection */
typedef enum tw_heard { TW_SERVER_NOT_MINE, TW_SERVER_TAKEN, TW_SERVER_BAD } tw_heard;
typedef struct tw_listener {
    tw_heard (*hear)(void *context, const char *type, const struct cJSON *message);
    void *context;
    size_t most;
} tw_listener;
/* before any window has come: tw_server_open gives the address to nobody */
void tw_server_listen(tw_server *s, tw_listener listener);

/* sliders that were moved since the last call: told as "NAME=VALUE", the last of each name */
void tw_server_settings(tw_server *s, void (*told)(void *context, const char *setting),
                        void *context);
bool tw_server_asked(tw_server *s); /* are there moved sliders? */

#endif
