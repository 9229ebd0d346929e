/*
 * What the user sees while the program works: a bar with the time left on a terminal, plain lines
 * elsewhere, JSON lines for programs, or nothing.
 *
 * The script's own output goes to standard output, everything else to standard error, and neither
 * tears the other: the bar is taken away before a line and drawn again after it. With JSON every
 * line of standard output is one object. Safe to call from several threads.
 */
#ifndef TW_APP_BASE_REPORT_H
#define TW_APP_BASE_REPORT_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct tw_report tw_report;

tw_status tw_report_create(bool quiet, bool json, tw_report **report);
/* takes the bar away; TW_IO when the standard output could not be written */
tw_status tw_report_close(tw_report *r);

/* a piece of work of `total` units: "pendulum: simulating" */
void tw_report_begin(tw_report *r, const char *work, double total, const char *unit);
void tw_report_at(tw_report *r, double done);
void tw_report_end(tw_report *r);

/* the script's output, not necessarily whole lines */
void tw_report_print(void *report, const char *text, size_t length);

/* one line "notice" to the user; context: the report (tw_script_options.notice) */
void tw_report_notice(void *report, const char *text);
/* one line on how far a search is (tw_script_options.progress); context: the report */
void tw_report_progress(void *report, const char *text);
/* one line of text to the user: "notice", "failure", "done", "solve"; the last two not when quiet.
 * In JSON:
 * {"event": KIND, "scene": ..., "text": ...}; scene may be NULL */
void tw_report_line(tw_report *r, const char *kind, const char *scene, const char *text);

/* JSON only */
void tw_report_scene(tw_report *r, const char *scene, int frames);
void tw_report_frame(tw_report *r, const char *scene, int frame, double time, const char *file,
                     bool drawn);
void tw_report_result(tw_report *r, const char *scene, tw_status status, int frames,
                      double seconds);

#endif
