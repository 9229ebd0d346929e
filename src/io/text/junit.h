/*
 * JUnit XML, the format from which continuous-integration services read test results. One suite
 * with a case for each test; only elements and attributes that Jenkins, GitLab and GitHub's report
 * actions all understand (tests/data/junit.xsd).
 */
#ifndef TW_IO_TEXT_JUNIT_H
#define TW_IO_TEXT_JUNIT_H

#include "base/status.h"

#include <stddef.h>

typedef enum tw_junit_outcome { TW_JUNIT_PASSED, TW_JUNIT_FAILED, TW_JUNIT_ERROR } tw_junit_outcome;

typedef struct tw_junit_case {
    const char *folder, *name; /* class name and name of the case */
    const char *file;
    double seconds;
    tw_junit_outcome outcome;
    const char *message; /* reason of the outcome, one line; not used if the case passed */
    const char *text;    /* whole text of the failure; NULL: none */
    const char *output;  /* output of the test; NULL: none */
} tw_junit_case;

/* writes the report, whole or not at all */
tw_status tw_junit_write(const char *path, const char *suite, const tw_junit_case *cases,
                         size_t count);

#endif
