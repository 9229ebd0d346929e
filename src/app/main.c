/* The program. */
#include "app/cli.h"
#include "base/status.h"

#include <fcntl.h>
#include <stdbool.h>

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

int main(int argc, char **argv) {
    if (!hold_standard_streams()) return tw_status_exit(TW_IO);
    return tw_cli(argc, argv);
}
