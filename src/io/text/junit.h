/*
 * JUnit XML: what continuous-integration services read test results from. One suite with a case for
 * each test; elements and attributes that Jenkins, GitLab and GitHub's report actions agree on
 * (tests/data/junit.xsd).
 */
#ifndef TW_IO_TEXT_JUNIT_H
#define TW_IO_TEXT_JUNIT_H

#include "base/status.h"

#include <stddef.h>

typedef enum tw_junit_outcome { TW_JUNIT_PASSED, TW_JUNIT_FAILED, TW_JUNIT_ERROR } tw_junit_outcome;

typedef struct tw_junit_case {
    const char *folder, *name; /* classname and name */
    const char *file;
    double seconds;
    tw_junit_outcome outcome;
    const char *message; /* one line; when not passed */
    const char *text;    /* the whole output; may be NULL */
    const char *output;  /* output of the test; may be NULL */
} tw_junit_case;

/* the file is written whole or not at all */
tw_status tw_junit_write(const char *path, const char *suite, const tw_junit_case *cases,
                         size_t count);

#endif
