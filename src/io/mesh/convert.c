/* Converts meshes by the program assimp; see convert.h. */
#include "io/mesh/convert.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* limits of assimp's process: memory, and size of the written file, MiB; processor time (BUSY) and
 * real time (PATIENCE), s. MISSING: exit code of the process if there is no program assimp */
enum { MEMORY_MIB = 2048, FILE_MIB = 256, BUSY = 30, PATIENCE = 60, MISSING = 127 };

static void limit(int what, rlim_t most) {
    setrlimit(what, &(struct rlimit){most, most});
}

_Noreturn static void become_assimp(const char *from, const char *to) {
    int nothing = open("/dev/null", O_RDWR);
    for (int i = 0; nothing >= 0 && i < 3; i++) dup2(nothing, i);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_AS, (rlim_t)MEMORY_MIB << 20);
    limit(RLIMIT_FSIZE, (rlim_t)FILE_MIB << 20);
    limit(RLIMIT_CPU, BUSY);
    limit(RLIMIT_NOFILE, 64);
    alarm(PATIENCE);
    execlp("assimp", "assimp", "export", from, to, "-fobjnomtl", "-ptv", "-tri", "-jiv",
           (char *)NULL);
    _exit(errno == ENOENT ? MISSING : 126);
}

static tw_status run(const char *path, const char *to) {
    int how = 0;
    pid_t child = fork();
    if (child < 0) return tw_fail_system("cannot start the program assimp");
    if (child == 0) become_assimp(path, to);
    while (waitpid(child, &how, 0) < 0)
        if (errno != EINTR) return tw_fail_system("the program assimp is lost");
    if (WIFSIGNALED(how))
        return tw_fail(TW_ARGUMENT, "the program assimp ended by signal %d; it has %d MiB and %d s",
                       WTERMSIG(how), MEMORY_MIB, BUSY);
    if (WEXITSTATUS(how) == MISSING)
        return tw_fail(TW_IO,
                       "meshes of this format are read by the program assimp (Debian's "
                       "assimp-utils), which is not there; or convert it to .obj, .stl or .ply");
    if (WEXITSTATUS(how)) return tw_fail(TW_ARGUMENT, "assimp cannot read it");
    return TW_OK;
}

tw_status tw_mesh_convert(const char *path, char **obj, size_t *size) {
    char folder[TW_TEMPORARY], to[TW_TEMPORARY + 16];
    TW_TRY(tw_temporary_path("tauwerk-mesh", folder));
    if (!mkdtemp(folder)) return tw_fail_system("cannot make the folder '%s'", folder);
    snprintf(to, sizeof to, "%s/mesh.obj", folder);
    tw_status s = run(path, to);
    if (s == TW_OK) s = tw_file_read_bounded(to, obj, size);
    /* an assimp that was killed may have left other files than the mesh, so the whole folder is
     * removed */
    tw_kept kept = tw_failure_keep(s);
    (void)tw_folder_remove(folder);
    return s == TW_OK ? TW_OK : tw_failure_again(&kept);
}
