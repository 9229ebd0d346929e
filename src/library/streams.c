/*
 * The C library's streams under names of our own. Debian's archive of Lua is not compiled for
 * shared libraries, and reaches `stdin` as a variable of the program that it is linked into; in
 * libtauwerk Lua is linked to the variables below instead (src/library.cmake).
 */
#include "library/streams.h"

FILE *tw_stream_in, *tw_stream_out, *tw_stream_error;

__attribute__((constructor)) static void find_streams(void) {
    tw_stream_in = stdin;
    tw_stream_out = stdout;
    tw_stream_error = stderr;
}
