/* Starting programs; see spawn.h. */
#include "app/spawn.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/wait.h>

extern char **environ;

static int put_redirects(const tw_program *p, posix_spawn_file_actions_t *actions) {
    int e = 0;
    for (size_t i = 0; !e && i < p->redirects; i++) {
        const tw_redirect *r = &p->redirect[i];
        e = r->path ? posix_spawn_file_actions_addopen(actions, r->to, r->path, r->flags, 0666)
                    : posix_spawn_file_actions_adddup2(actions, r->from, r->to);
    }
    return e;
}

static int put_attributes(const tw_program *p, posix_spawnattr_t *attributes) {
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    int e = posix_spawnattr_setsigdefault(attributes, &usual);
    if (!e && p->group) e = posix_spawnattr_setpgroup(attributes, 0);
    int flags = POSIX_SPAWN_SETSIGDEF | (p->group ? POSIX_SPAWN_SETPGROUP : 0);
    return e ? e : posix_spawnattr_setflags(attributes, (short)flags);
}

int tw_spawn(const tw_program *p, pid_t *child) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    *child = 0;
    int e = posix_spawn_file_actions_init(&actions);
    if (e) return e;
    e = posix_spawnattr_init(&attributes);
    if (e) {
        posix_spawn_file_actions_destroy(&actions);
        return e;
    }
    e = put_redirects(p, &actions);
    if (!e) e = put_attributes(p, &attributes);
    char *const *argv = (char *const *)(uintptr_t)p->argv; /* posix_spawn leaves them as they are */
    if (!e && p->self)
        e = posix_spawn(child, "/proc/self/exe", &actions, &attributes, argv, environ);
    else if (!e)
        e = posix_spawnp(child, argv[0], &actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (e) *child = 0;
    return e;
}

bool tw_wait_for(pid_t child, int *how) {
    while (waitpid(child, how, 0) < 0)
        if (errno != EINTR) return false;
    return true;
}

int tw_exit_of(int how) {
    return WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
}
