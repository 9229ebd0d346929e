/*
 * One command, again and again, each time with another of its calls to the system failing. The loop
 * of campaign.sh, without a shell's processes at each turn.
 *
 *   drive VERB CLASS ON CALLS STEP VARIABLE LIBRARY COMMAND...
 *
 * VERB and CLASS are those of campaign.sh; ON: "1": later calls fail as well, else "". CALLS:
 * number of calls of the class; 0: none fails, and the calls of each class in the list CLASS are
 * counted in the file `count`. STEP: every STEP-th call fails, a number, or "/N": as many as give N
 * tries. LIBRARY, interpose.c, is loaded by the environment's VARIABLE. Works in the current
 * folder: the command writes into `out`, which is made anew each time; good.VERB has the finished
 * files, said.VERB the finished standard output.
 *
 * A try that ends with status 0 must have left the finished files and words; another must have an
 * allowed status, a reason, and no wrong file under a final name. Each one that is not so is a line
 * of the output. Status: 0; 1: there are findings.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <regex.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { PATH = 1024, PATIENCE = 60 /* s: longer is a hang */ };

static const char *verb, *class, *on;
static char good[PATH], good_words[PATH];

static void die(const char *what) {
    fprintf(stderr, "drive: %s: %s\n", what, strerror(errno));
    exit(2);
}

/* ---- files --------------------------------------------------------------------------------- */

typedef struct text {
    char *data;
    size_t size;
} text;

/* contents and a final zero; data NULL: there is no such file */
static text contents(const char *path) {
    text t = {0};
    int fd = open(path, O_RDONLY);
    struct stat s;
    if (fd < 0 || fstat(fd, &s) != 0) return t;
    t.data = malloc((size_t)s.st_size + 1);
    if (!t.data) die("memory");
    ssize_t n = read(fd, t.data, (size_t)s.st_size);
    if (n != s.st_size) die(path);
    t.size = (size_t)n;
    t.data[n] = 0;
    close(fd);
    return t;
}

/* removes durations, "12.3 s)", "12.3 s<" and time="12.3", as sed would */
static void remove_times(text *t) {
    char *to = t->data;
    for (char *s = t->data; *s;) {
        size_t n = strspn(s, "0123456789.");
        bool named = to - t->data >= 6 && !memcmp(to - 6, "time=\"", 6);
        if (!strncmp(s + n, " s)", 3) || !strncmp(s + n, " s<", 3))
            s += n + 2;
        else if (n && named)
            s += n;
        else if (n) {
            memmove(to, s, n);
            to += n, s += n;
            continue;
        }
        *to++ = *s;
        if (*s) s++;
    }
    *to = 0;
    t->size = (size_t)(to - t->data);
}

/* timed: but for durations */
static bool same_file(const char *a, const char *b, bool timed) {
    text x = contents(a), y = contents(b);
    bool same = x.data && y.data;
    if (same && timed) remove_times(&x), remove_times(&y);
    same = same && x.size == y.size && !memcmp(x.data, y.data, x.size);
    free(x.data);
    free(y.data);
    return same;
}

static int remove_entry(const char *path, const struct stat *s, int kind, struct FTW *place) {
    (void)s, (void)kind, (void)place;
    return remove(path);
}

static void empty_out(void) {
    nftw("out", remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    if (mkdir("out", 0777) != 0) die("out");
}

/*
 * name of a file that is not final: hidden, or with the ending of one that is being written, that
 * holds the state of a search, that is a log or a table which grows with the points of a sweep; or
 * of a folder in which an export draws a film
 */
static bool passing(const char *name) {
    static const char *const endings[] = {".part", ".journal", ".solved", "log.txt", "sweep.csv"};
    const char *folder = strstr(name, ".apng.");
    if (folder && strlen(folder) == strlen(".apng.XXXXXX")) return true;
    size_t n = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t m = strlen(endings[i]);
        if (n >= m && !strcmp(name + n - m, endings[i])) return true;
    }
    return name[0] == '.';
}

/*
 * The first file below `from` that is not the same below `to`; its path in `found`. `all`: files
 * with passing names as well, and a folder must be on both sides. false: there is none
 */
static bool differs(const char *from, const char *to, bool all, char found[PATH]) {
    DIR *folder = opendir(from);
    if (!folder) return snprintf(found, PATH, "%s", from) > 0;
    bool differ = false;
    for (struct dirent *e; !differ && (e = readdir(folder));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        if (!strcmp(e->d_name, "watch.log")) continue; /* has its lines in the order of threads */
        /* of a check that fails they say so */
        if (!all && (!strcmp(e->d_name, "junit.xml") || !strcmp(e->d_name, "report"))) continue;
        char a[PATH], b[PATH];
        struct stat s, t;
        snprintf(a, sizeof a, "%s/%s", from, e->d_name);
        snprintf(b, sizeof b, "%s/%s", to, e->d_name);
        if (lstat(a, &s) != 0) die(a);
        if (S_ISDIR(s.st_mode) && (all || !passing(e->d_name))) {
            differ = all && (lstat(b, &t) != 0 || !S_ISDIR(t.st_mode));
            if (!differ) {
                differ = differs(a, b, all, found);
                continue;
            }
        } else if (all || !(passing(e->d_name) || !strcmp(e->d_name, "manifest.json")))
            differ = !same_file(
                a, b, !strcmp(e->d_name, "junit.xml") || !strcmp(e->d_name, "index.html"));
        if (differ) snprintf(found, PATH, "%s", a);
    }
    closedir(folder);
    return differ;
}

/* ---- judgement ----------------------------------------------------------------------------- */

static bool reason_matches(const char *pattern) {
    regex_t r;
    text t = contents(".err");
    if (!t.data || regcomp(&r, pattern, REG_EXTENDED | REG_NOSUB) != 0) die(pattern);
    bool matches = regexec(&r, t.data, 0, NULL, 0) == 0;
    regfree(&r);
    free(t.data);
    return matches;
}

static bool is(const char *a, const char *b) {
    return !strcmp(a, b);
}

/* is the command a check, which has a status of its own for scenes that fail? */
static bool checks(void) {
    return is(verb, "check") || is(verb, "report");
}

/* a failure of this class may end this command with this status */
static bool allowed(int status) {
    if (is(class, "memory")) {
        if (status == 1 && is(verb, "script")) return reason_matches("Cannot allocate memory");
        return status == 5 || (status == 4 && is(verb, "view")); /* a window was told */
    }
    if (is(class, "map") && status == 5) return true;
    if (status == 4 || (checks() && status == 6)) return true;
    if (status == 5) return is(class, "start");
    if (status == 1 && is(verb, "script")) return reason_matches("^program\\.lua:"); /* its own */
    /* a file that a script names */
    if (status == 1 && (is(class, "look") || is(class, "read")))
        return reason_matches("field '|tw\\.import: ");
    return false;
}

/* what is wrong with a try, in `fault`; false: nothing */
static bool judge(int status, char fault[2 * PATH]) {
    char found[PATH];
    struct stat s;
    if (status == 0) {
        if (differs("out", good, true, found) || differs(good, "out", true, found))
            return snprintf(fault, 2 * PATH, "status 0, and not the finished %s", found) > 0;
        /* a tool that cannot be looked at in one folder may be found in the next one */
        bool other = is(verb, "doctor") && is(class, "look");
        if (!other && !same_file(good_words, ".out", true))
            return snprintf(fault, 2 * PATH, "status 0, and other words") > 0;
        return false;
    }
    if (!allowed(status)) return snprintf(fault, 2 * PATH, "status %d", status) > 0;
    bool silent = stat(".err", &s) != 0 || s.st_size == 0;
    if (silent && !*on && !checks())
        return snprintf(fault, 2 * PATH, "status %d without a reason", status) > 0;
    if (differs("out", good, false, found))
        return snprintf(fault, 2 * PATH, "status %d, and %s is not the finished one", status,
                        found) > 0;
    return false;
}

/* ---- tries --------------------------------------------------------------------------------- */

static pid_t child;

static void end_child(int signal) {
    (void)signal;
    kill(-child, SIGKILL);
}

/* runs the command with its at-th call failing (0: none); its status, 124 where it hangs */
static int try(char **command, int at) {
    char number[16];
    snprintf(number, sizeof number, "%d", at);
    setenv("TAUWERK_FAULT_AT", number, 1);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    int flags = O_WRONLY | O_CREAT | O_TRUNC;
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, ".out", flags, 0666);
    posix_spawn_file_actions_addopen(&files, 2, ".err", flags, 0666);
    if (posix_spawnp(&child, command[0], &files, &attributes, command, environ) != 0)
        die(command[0]);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    int status = 0;
    alarm(PATIENCE);
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) die("waitpid");
    bool hung = alarm(0) == 0;
    if (hung) return 124;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static void print_reason(void) {
    text t = contents(".err");
    if (t.data && t.size) printf("    %.600s%s", t.data, t.data[t.size - 1] == '\n' ? "" : "\n");
    free(t.data);
}

/* without a failing call the files and words are the finished ones; status of this program */
static int count_calls(char **command) {
    setenv("TAUWERK_FAULT_COUNT", "count", 1);
    remove("count");
    empty_out();
    char fault[2 * PATH] = "";
    int status = try(command, 0);
    if (status == 0 && !judge(0, fault)) return 0;
    printf("FAILED: %s: without a failing call: status %d, %s\n", verb, status, fault);
    print_reason();
    return 1;
}

int main(int argc, char **argv) {
    if (argc < 9) return 2;
    setvbuf(stdout, NULL, _IOLBF, 0); /* findings are seen as they come */
    verb = argv[1], class = argv[2], on = argv[3];
    const char *steps = argv[5];
    int calls = atoi(argv[4]);
    char **command = argv + 8;
    snprintf(good, sizeof good, "good.%s", verb);
    snprintf(good_words, sizeof good_words, "said.%s", verb);
    setenv("TAUWERK_FAULT_CLASS", class, 1);
    setenv("TAUWERK_FAULT_ON", on, 1);
    setenv(argv[6], argv[7], 1);
    struct sigaction late = {.sa_handler = end_child};
    sigaction(SIGALRM, &late, NULL);

    if (calls == 0) return count_calls(command);
    int tries = *steps == '/' ? atoi(steps + 1) : 1;
    int step = *steps == '/' ? (calls + tries - 1) / tries : atoi(steps);
    int tried = 0, ended = 0, findings = 0;
    for (int n = (step + 1) / 2; n <= calls; n += step) {
        char fault[2 * PATH];
        empty_out();
        int status = try(command, n);
        tried++;
        ended += status != 0;
        if (!judge(status, fault)) continue;
        findings++;
        printf("FAILED: %s: %s %s%d of %d: %s\n", verb, class, *on ? "from " : "", n, calls, fault);
        print_reason();
    }
    if (tried)
        printf("%s: %s%s: %d calls, %d tried, %d ended with a reason\n", verb, class,
               *on ? ", from then on" : "", calls, tried, ended);
    return findings > 0;
}
