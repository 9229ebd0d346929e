#include "base/process/self.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

tw_status tw_self_folder(char *folder, size_t size) {
    ssize_t n = readlink(TW_SELF, folder, size);
    if (n <= 0) folder[0] = '\0';
    if (n == 0 || (n < 0 && errno == ENOENT)) return TW_OK;
    if (n < 0) return tw_fail_system("cannot tell where the program stands");
    if ((size_t)n == size) { /* cut off */
        folder[0] = '\0';
        return tw_fail(TW_IO, "the path of the program is too long");
    }
    folder[n] = '\0';
    *strrchr(folder, '/') = '\0';
    return TW_OK;
}
