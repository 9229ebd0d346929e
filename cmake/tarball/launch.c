/*
 * bin/tauwerk of the relocatable tarball: linked statically, it runs on any Linux. It starts
 * lib/tauwerk/tauwerk by the loader and the C library that stand beside it, so that the machine's
 * own may be older, or none.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

/* the folder lib/tauwerk, from where this program stands: /proc says it, or else the path that it
 * was started by */
static int find(char folder[PATH_MAX]) {
    char path[PATH_MAX];
    if (!realpath("/proc/self/exe", path)) {
        const char *started = (const char *)getauxval(AT_EXECFN);
        if (!started || !realpath(started, path)) return -1;
    }
    for (int i = 0; i < 2; i++) {
        char *slash = strrchr(path, '/');
        if (!slash) return -1;
        *slash = '\0';
    }
    return snprintf(folder, PATH_MAX, "%s/lib/tauwerk", path) < PATH_MAX ? 0 : -1;
}

int main(int argc, char **argv) {
    char folder[PATH_MAX], loader[PATH_MAX + 40], program[PATH_MAX + 40];
    char **all = malloc(((size_t)argc + 8) * sizeof *all);
    if (!all || find(folder) != 0) {
        fprintf(stderr, "tauwerk: cannot tell where the program stands\n");
        return 4;
    }
    /* the loader would take such a path for several, or put in others for its words */
    if (strpbrk(folder, ":;$")) {
        fprintf(stderr, "tauwerk: expected a folder without ':', ';' and '$', got '%s'\n", folder);
        return 4;
    }
    snprintf(loader, sizeof loader, "%s/%s", folder, LOADER);
    snprintf(program, sizeof program, "%s/tauwerk", folder);
    int n = 0;
    all[n++] = loader;
    all[n++] = "--inhibit-cache";
    all[n++] = "--library-path";
    all[n++] = folder;
    all[n++] = "--argv0";
    all[n++] = argc > 0 ? argv[0] : "tauwerk";
    all[n++] = program;
    for (int i = 1; i < argc; i++) all[n++] = argv[i];
    all[n] = NULL;
    execv(loader, all);
    perror(loader);
    return 4;
}
