/*
 * Starting programs, and waiting for their ends.
 *
 * A program gets the usual SIGPIPE, which this process ignores (stop.h), and the streams of its
 * redirections; it shares the other standard streams. This program as a child is asked to stop,
 * by SIGTERM, when the one that started it is gone.
 */
#ifndef TW_APP_BASE_SPAWN_H
#define TW_APP_BASE_SPAWN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* file `to` of the program */
typedef struct tw_redirect {
    int to;
    const char *path; /* NULL: a copy of `from` */
    int flags;        /* flags of open(2); a new file is for everybody, less the umask */
    int from;         /* descriptor, after the redirections before this one */
} tw_redirect;

typedef struct tw_program {
    const char *const *argv; /* NULL at the end */
    bool self;               /* runs this program again; false: argv[0], looked for in PATH */
    bool group;              /* in a group of its own: the terminal's Ctrl-C is not for it */
    const tw_redirect *redirect;
    size_t redirects;
} tw_program;

/* gives 0, or the error's number and *child = 0 */
int tw_spawn(const tw_program *program, pid_t *child);

/* to be called at the start of this program: such a child ends with its parent */
void tw_spawn_follow(void);

/* waits for the child's end; false: the child is lost. *how: status of waitpid */
bool tw_wait_for(pid_t child, int *how);

/* the exit status; 128 and the signal's number after a signal, as the shell has it */
int tw_exit_of(int how);

#endif
