/* Starting programs; see spawn.h. */
#include "app/base/spawn.h"

#include "base/process/kin.h"
#include "base/process/self.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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

static const char parent_is[] = "TAUWERK_PARENT=";

/* this process's environment with TAUWERK_PARENT=PID; only the list and its first entry are
 * malloc'ed */
static char **with_parent(void) {
    size_t n = 0, kept = 1;
    while (environ[n]) n++;
    char **all = malloc((n + 2) * sizeof *all + 40);
    if (!all) return NULL;
    all[0] = (char *)(all + n + 2);
    snprintf(all[0], 40, "%s%ld", parent_is, (long)getpid());
    for (size_t i = 0; i < n; i++)
        if (strncmp(environ[i], parent_is, sizeof parent_is - 1) != 0) all[kept++] = environ[i];
    all[kept] = NULL;
    return all;
}

static int start_self(pid_t *child, posix_spawn_file_actions_t *actions,
                      posix_spawnattr_t *attributes, char *const *argv) {
    char self[TW_SELF_PATH];
    if (tw_self_program(self) != TW_OK) return ENOENT;
    char **environment = with_parent();
    if (!environment) return ENOMEM;
    int e = posix_spawn(child, self, actions, attributes, argv, environment);
    free(environment);
    return e;
}

void tw_spawn_follow(void) {
    const char *parent = getenv("TAUWERK_PARENT");
    if (!parent) return;
    long number = strtol(parent, NULL, 10);
    unsetenv("TAUWERK_PARENT"); /* child processes do not inherit the variable */
    /* if the parent ended before this process asked for the signal, getppid() is no longer the
     * number in the variable, and no signal will come */
    if (tw_end_with_parent(SIGTERM) && (long)getppid() != number) raise(SIGTERM);
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
    /* the cast is safe: posix_spawn does not change the arguments */
    char *const *argv = (char *const *)(uintptr_t)p->argv;
    if (!e && p->self)
        e = start_self(child, &actions, &attributes, argv);
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
