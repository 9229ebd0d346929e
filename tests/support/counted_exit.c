/* _exit and SIGKILL of counted builds: a process writes its counts of lines before it ends
 * (tests/cmake/coverage.cmake). */
#include <signal.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>

void __gcov_dump(void);
_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);
int __real_kill(pid_t pid, int number);
int __wrap_kill(pid_t pid, int number);

void __wrap__exit(int status) {
    __gcov_dump();
    __real__exit(status);
}

/* has the child ended? It stays a zombie for whoever waits for it */
static int has_ended(pid_t pid) {
    siginfo_t info = {.si_pid = 0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

/* a child that is to be killed may end by SIGTERM first, for three seconds */
int __wrap_kill(pid_t pid, int number) {
    if (number == SIGKILL && pid > 0 && __real_kill(pid, SIGTERM) == 0)
        for (int i = 0; i < 60 && !has_ended(pid); i++)
            nanosleep(&(struct timespec){0, 50 * 1000000L}, NULL);
    return __real_kill(pid, number);
}
