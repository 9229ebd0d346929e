/* The start of civetweb; see web.h. */
#include "app/view/server/web.h"

#include <civetweb.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- faults ---------------------------------------------------------------------------------- */

enum { NOWHERE = 1 << 16 }; /* addresses below it are members of what a null pointer points to */

static _Thread_local volatile bool inside; /* true: this thread runs code of civetweb */
static struct sigaction before;

/* A fault of civetweb at a null pointer: it is memory that the library did not get. Others end the
 * process as before: the instruction is repeated after the return, and a signal that was sent is
 * sent again */
static void on_fault(int number, siginfo_t *info, void *context) {
    static const char text[] = "tauwerk: out of memory\n";
    (void)context;
    if (inside && info->si_code == SEGV_MAPERR && (uintptr_t)info->si_addr < NOWHERE) {
        ssize_t told = write(STDERR_FILENO, text, sizeof text - 1);
        (void)told;
        _exit(tw_status_exit(TW_MEMORY));
    }
    sigaction(number, &before, NULL);
    if (info->si_code <= 0) raise(number);
}

static void guard(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, &before);
}

void tw_web_own(bool own) {
    inside = !own;
}

/* civetweb's callback at the start of each of its threads */
static void *begin_thread(const struct mg_context *web, int kind) {
    (void)web, (void)kind;
    inside = true;
    return NULL;
}

/* ---- start ----------------------------------------------------------------------------------- */

/* true: civetweb has taken over all options. An option for which it finds no memory gets its
 * default instead; that of listening_ports is a port that the whole network can reach */
static bool has_taken(const struct mg_context *web, const char *const *options) {
    for (; *options; options += 2) {
        const char *got = mg_get_option(web, options[0]);
        if (!got || strcmp(got, options[1]) != 0) return false;
    }
    return true;
}

/* *lacks: there was no memory, or no thread, for something, which mg_start does not always tell: it
 * may return a server that accepts connections and answers none */
static struct mg_context *start(const char **options, void *data, bool *lacks) {
    static const struct mg_callbacks callbacks = {.init_thread = begin_thread};
    inside = true;
    errno = 0;
    struct mg_context *web = mg_start(&callbacks, data, options);
    *lacks = errno == ENOMEM || errno == EAGAIN || (web && !has_taken(web, options));
    inside = false;
    return web;
}

tw_status tw_web_start(int port, void *data, struct mg_context **web, int *got) {
    char listen[32];
    struct mg_server_port ports[1];
    snprintf(listen, sizeof listen, "127.0.0.1:%d", port);
    const char *options[] = {"listening_ports", listen, "num_threads",
                             "20", /* each window has one */
                             "enable_directory_listing", "no", "request_timeout_ms",
                             /* this is also the time limit for writes, ms: the window of a
                              * suspended machine gets the rest of the data when it wakes */
                             "86400000", "websocket_timeout_ms", "3600000", "tcp_nodelay", "1",
                             "max_request_size", "16384", NULL};
    mg_init_library(MG_FEATURES_WEBSOCKET);
    guard();
    bool lacks;
    *web = start(options, data, &lacks);
    if (lacks) { /* the end of the process ends it: mg_stop waits for a thread that may not exist */
        *web = NULL;
        return tw_fail_memory();
    }
    if (!*web || mg_get_server_ports(*web, 1, ports) != 1) {
        tw_web_stop(*web);
        *web = NULL;
        return tw_fail(TW_IO, "view: cannot listen on 127.0.0.1:%d", port);
    }
    *got = ports[0].port;
    return TW_OK;
}

void tw_web_stop(struct mg_context *web) {
    inside = true;
    if (web) mg_stop(web);
    mg_exit_library();
    inside = false;
}
