/*
 * `tauwerk check`: runs scenes and tests side by side, each in a process of its own, and compares
 * their records with goldens.
 */
#ifndef TW_APP_CHECK_CHECK_H
#define TW_APP_CHECK_CHECK_H

#include "app/base/options.h"
#include "app/base/trust.h"
#include "app/check/compare.h"
#include "base/array.h"

typedef struct tw_check_options {
    tw_words paths;             /* scripts and folders to check; empty: the current folder */
    const char *golden;         /* folder of the goldens; NULL: golden/ beside each script */
    const char *report, *junit; /* paths of the HTML report and the JUnit file; NULL: not written */
    const char *look;           /* look of the pictures; NULL: the scenes' own */
    bool update;
    int jobs;          /* number of parallel processes; 0: as many as there are processors */
    double limit_time; /* time limit of each script, s */
    tw_trust trust;
} tw_check_options;

/* a script to be checked, and its results */
typedef struct tw_check_case {
    char *script;        /* path of the script for reports */
    char *golden_folder; /* GOLDEN_FOLDER/STEM.golden */
    char *stem;          /* name of the script's file without .lua */
    char *golden_path;
    char *work; /* working folder of the run, with its output and pictures */
    /* members below: results of the run */
    tw_status status;
    /* text of the failure, with a line for each difference; used if status is not TW_OK */
    char *failure;
    char *output; /* output of the run, for reports */
    double seconds;
    bool missing; /* true: the script has no golden */
    bool test;    /* true: the script returns no scene, so only its checks count */
    tw_golden golden, fresh;
    TW_ARRAY(tw_comparison) comparisons; /* a comparison for each of its scenes */
} tw_check_case;

typedef TW_ARRAY(tw_check_case) tw_check_cases;

extern const tw_option_table tw_check_table;

tw_status tw_check_command(int argc, char *const *argv);

/* fills `cases` with the scripts that o->paths names, sorted within each folder; in find.c */
tw_status tw_check_find(const tw_check_options *o, tw_check_cases *cases);
/* runs the cases in parallel, each in a folder of its own in `work`; calls done(context, c) in the
 * order of the cases; in pool.c */
tw_status tw_check_run(const tw_check_options *o, const char *work, tw_check_cases *cases,
                       tw_status (*done)(void *context, tw_check_case *c), void *context);
/* writes new and changed goldens, all or none; *written: number of goldens written; in update.c */
tw_status tw_check_update(tw_check_cases *cases, size_t *written);
/* report.c: FOLDER/index.html */
tw_status tw_check_report_write(const char *folder, const tw_check_cases *cases);

#endif
