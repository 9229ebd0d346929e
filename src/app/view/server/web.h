/*
 * The start of civetweb. The library uses memory that it asks for without a look at whether it got
 * any, in threads of its own as well. Where there was none, the process ends with the status of
 * missing memory, and not by a signal.
 */
#ifndef TW_APP_VIEW_SERVER_WEB_H
#define TW_APP_VIEW_SERVER_WEB_H

#include "base/status.h"

#include <stdbool.h>

struct mg_context;

/* Starts it on 127.0.0.1, to be ended by mg_stop; port 0: any free one. *got: the port. TW_IO: the
 * port is in use */
tw_status tw_web_start(int port, void *data, struct mg_context **web, int *got);
void tw_web_stop(struct mg_context *web);

/* own true: the calling thread, which belongs to civetweb, now runs code of the program itself,
 * whose faults are faults; false: the library again */
void tw_web_own(bool own);

#endif
