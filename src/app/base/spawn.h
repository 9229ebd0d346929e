/*
 * Starting programs, and waiting for their ends.
 *
 * A started program has the default action for SIGPIPE, which this process ignores (stop.h), the
 * files of its redirections, and otherwise this process's standard streams. If it is this program
 * again, it gets SIGTERM when the process that started it ends.
 */
#ifndef TW_APP_BASE_SPAWN_H
#define TW_APP_BASE_SPAWN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* redirection of the file descriptor `to` of the program that is started */
typedef struct tw_redirect {
    int to;
    const char *path; /* path of the file to open; NULL: `to` becomes a copy of descriptor `from` */
    int flags;        /* flags of open(2); a new file has mode 0666 less the umask */
    /* if path is NULL: descriptor to duplicate, in the state after the redirections before this
     * one */
    int from;
} tw_redirect;

typedef struct tw_program {
    const char *const *argv; /* arguments of the program, argv[0] its name; NULL after the last */
    bool self;               /* true: runs this program again; false: argv[0], looked for in PATH */
    bool group; /* true: the program gets a process group of its own, so that the terminal's Ctrl-C
                   does not reach it */
    const tw_redirect *redirect;
    size_t redirects;
} tw_program;

/* starts a program; returns 0, or the errno of the failure, with *child = 0 */
int tw_spawn(const tw_program *program, pid_t *child);

/* to be called at the start of this program: if a tw_spawn with `self` started it, it will end with
 * its parent */
void tw_spawn_follow(void);

/* waits for the child's end; *how: its status as from waitpid; false: there is no such child */
bool tw_wait_for(pid_t child, int *how);

/* exit status of `how`; after a signal 128 plus its number, as shells give it */
int tw_exit_of(int how);

#endif
