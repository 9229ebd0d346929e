/*
 * Writing the output of a command whose result is a text: nothing is written before the whole text
 * is made, and a file gets all of it or nothing.
 */
#ifndef TW_APP_BASE_WHOLE_H
#define TW_APP_BASE_WHOLE_H

#include "app/base/options.h"
#include "base/status.h"

#include <stdio.h>

/* calls put(out, of), which writes to memory; if it succeeds, writes that to the file (NULL:
 * standard output) */
tw_status tw_write_whole(tw_status (*put)(FILE *out, const void *of), const void *of,
                         const char *file);

/* row of the option -o that names the file; value: name of its argument in help */
#define TW_OPTION_OUTPUT(options, value, member)                                            \
    {                                                                                       \
        "output", 'o', value, "write there instead of to the standard output", tw_set_file, \
            offsetof(options, member)                                                       \
    }

#endif
