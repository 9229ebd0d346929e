/*
 * The file of the running program, as Linux gives it: for starting the program once more, for its
 * digest, and for finding files installed beside it.
 */
#ifndef TW_BASE_PROCESS_SELF_H
#define TW_BASE_PROCESS_SELF_H

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

enum { TW_SELF_PATH = 4096 };

/* path by which a copy of the program is started: "/proc/self/exe", valid also after its file was
 * replaced. If the program was installed from the tarball, /proc/self/exe is the loader
 * (cmake/tarball/launch.c); the path is then that of the launcher in bin. TW_IO: the path is too
 * long */
tw_status tw_self_program(char path[TW_SELF_PATH]);
/* *folder [size]: folder of the program, without a slash at its end; "" on a machine without /proc.
 * TW_IO: the path is too long */
tw_status tw_self_folder(char *folder, size_t size);
/* *digest: hash that identifies the build of the program: of the build id that the linker made, or
 * of the whole file where there is none. TW_IO, TW_MEMORY: the file cannot be read */
tw_status tw_self_digest(uint64_t *digest);

#endif
