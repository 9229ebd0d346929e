/* The C library's streams for Lua in a shared library; see streams.c. */
#ifndef TW_LIBRARY_STREAMS_H
#define TW_LIBRARY_STREAMS_H

#include <stdio.h>

/* the C library's streams stdin, stdout and stderr; set before main() begins, then constant */
extern FILE *tw_stream_in, *tw_stream_out, *tw_stream_error;

#endif
