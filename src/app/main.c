/* The program. */
#include "app/cli.h"
#include "base/status.h"

#include <fcntl.h>
#include <stdbool.h>

/*
 * Files that the program opens must not get the numbers of the standard streams, or messages would
 * go into results: a stream that is closed becomes one that fails as a closed one does.
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
