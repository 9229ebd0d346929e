/*
 * Output of a command whose text is its result: a file, or the standard output, gets all of it or
 * nothing.
 */
#ifndef TW_APP_BASE_WHOLE_H
#define TW_APP_BASE_WHOLE_H

#include "app/base/options.h"
#include "base/status.h"

#include <stdio.h>

/* put(out, of) writes into memory; when it succeeds, the file gets that (NULL: standard output) */
tw_status tw_write_whole(tw_status (*put)(FILE *out, const void *of), const void *of,
                         const char *file);

/* the row of the option that names the file; `value`: how help calls it */
#define TW_OPTION_OUTPUT(options, value, member)                                            \
    {                                                                                       \
        "output", 'o', value, "write there instead of to the standard output", tw_set_file, \
            offsetof(options, member)                                                       \
    }

#endif
