/* The program. */
#include "app/cli.h"
#include "base/status.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/*
 * Opens closed standard streams in such a way that reading or writing them fails as before.
 * Otherwise files that the program opens could get the descriptors 0, 1 and 2 of closed streams,
 * and messages would be written into results. Returns false if a stream cannot be opened.
 */
static bool hold_standard_streams(void) {
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd ? O_RDONLY : O_WRONLY) != fd)
            return false;
    return true;
}

/*
 * Keeps freed memory, up to 256 MB for each heap, in the process. Each frame of a film takes and
 * frees the same tens of megabytes. By default glibc gives them back to the system in between, and
 * every page that is taken again costs a fault: a tenth to a sixth of the processor time of a film.
 */
static void keep_freed_memory(void) {
#ifdef __GLIBC__
    enum { MB = 1 << 20 };
    mallopt(M_TRIM_THRESHOLD, 256 * MB);
    /* blocks up to this size come from the heap, which keeps them; it is the greatest value that
     * glibc takes */
    mallopt(M_MMAP_THRESHOLD, 32 * MB);
#endif
}

int main(int argc, char **argv) {
    if (!hold_standard_streams()) return tw_status_exit(TW_IO);
    keep_freed_memory();
    return tw_cli(argc, argv);
}
