/* Characters from a terminal; see keys.h. */
#define _GNU_SOURCE /* SIGWINCH */
#include "app/keys.h"

#include "app/base/stop.h"

/* libedit's header needs FILE and has old-style declarations */
#include <editline/readline.h>

#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

enum { REST = 50 }; /* longest time in which a signal is not noticed, ms */

/* ---- signals --------------------------------------------------------------------------------- */

static const int caught[] = {SIGTSTP, SIGQUIT, SIGCONT, SIGWINCH};
enum { CAUGHT = sizeof caught / sizeof caught[0] };

static struct sigaction before[CAUGHT]; /* what the signals did before the line */
static volatile sig_atomic_t came[CAUGHT];

static void on_signal(int number) {
    for (int i = 0; i < CAUGHT; i++)
        if (caught[i] == number) came[i] = 1;
}

static void catch (int i) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(caught[i], &action, NULL);
}

/* the terminal as a line needs it, and the line on it */
static void show_again(void) {
    rl_prep_terminal(1);
    rl_forced_update_display();
}

/* lets signal i do what it did before the line, with the terminal as it was then */
static void pass_on(int i) {
    rl_deprep_terminal();
    sigaction(caught[i], &before[i], NULL);
    raise(caught[i]);
    catch (i);
    show_again();
}

static void answer_signals(void) {
    for (int i = 0; i < CAUGHT; i++) {
        if (!came[i]) continue;
        came[i] = 0;
        if (caught[i] == SIGWINCH) {
            rl_resize_terminal();
        } else if (caught[i] == SIGCONT) { /* another program may have changed the terminal */
            rl_deprep_terminal();
            show_again();
        } else {
            pass_on(i);
        }
    }
}

/* ---- characters ------------------------------------------------------------------------------ */

/* waits for a byte; false: there will be none */
static bool next_byte(int fd, char *byte) {
    for (;;) {
        struct pollfd p = {.fd = fd, .events = POLLIN};
        if (tw_stop_poll(NULL) != TW_OK) return false;
        answer_signals();
        int n = poll(&p, 1, REST);
        if (n < 0 && errno != EINTR) return false;
        if (n <= 0) continue;
        ssize_t got = read(fd, byte, 1);
        if (got == 1) return true;
        if (got == 0 || (errno != EINTR && errno != EAGAIN)) return false;
    }
}

int tw_keys_next(FILE *in) {
    mbstate_t state;
    char byte;
    memset(&state, 0, sizeof state);
    while (next_byte(fileno(in), &byte)) {
        wchar_t c = 0;
        size_t used = mbrtowc(&c, &byte, 1, &state);
        if (used == (size_t)-1) { /* not UTF-8: what came before is dropped, this may begin anew */
            memset(&state, 0, sizeof state);
            used = mbrtowc(&c, &byte, 1, &state);
            if (used == (size_t)-1) memset(&state, 0, sizeof state);
        }
        if (used <= 1) return (int)c;
    }
    return -1;
}

/* ---- a line ---------------------------------------------------------------------------------- */

static locale_t utf8, around; /* (locale_t)0: none */

void tw_keys_begin(void) {
    /* of this thread alone, and not while a script runs, whose results may not depend on it */
    if (!utf8) utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    around = utf8 ? uselocale(utf8) : (locale_t)0;
    for (int i = 0; i < CAUGHT; i++) {
        came[i] = 0;
        sigaction(caught[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN) catch (i);
    }
}

void tw_keys_end(void) {
    for (int i = 0; i < CAUGHT; i++) sigaction(caught[i], &before[i], NULL);
    if (around) uselocale(around);
}
