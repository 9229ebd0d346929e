/*
 * What the user sees while the program works: a bar with the time left on a terminal, plain lines
 * elsewhere, JSON lines for programs, or nothing.
 *
 * The script's own output goes to standard output, everything else to standard error; they do not
 * interfere: the bar is erased before a line and drawn again after it. With JSON all but the bar is
 * also on standard output, where every line is one object. Several threads may call the functions
 * at the same time.
 */
#ifndef TW_APP_BASE_REPORT_H
#define TW_APP_BASE_REPORT_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct tw_report tw_report;

tw_status tw_report_create(bool quiet, bool json, tw_report **report);
/* erases the bar and frees r; TW_IO: the standard output could not be written */
tw_status tw_report_close(tw_report *r);

/* begins showing the progress of `work`, such as "pendulum: simulating", which has `total` units;
 * tw_report_at says how many are done, tw_report_end ends the work and erases the bar */
void tw_report_begin(tw_report *r, const char *work, double total, const char *unit);
void tw_report_at(tw_report *r, double done);
void tw_report_end(tw_report *r);

/* prints output of the script, which need not be whole lines; report: a tw_report */
void tw_report_print(void *report, const char *text, size_t length);

/* shows a line of kind "notice"; report: a tw_report (for tw_script_options.notice) */
void tw_report_notice(void *report, const char *text);
/* shows a line on the progress of a search; report: a tw_report (for tw_script_options.progress) */
void tw_report_progress(void *report, const char *text);
/* shows a line of kind "notice", "failure", "check", "done" or "solve" on standard error; "done" and
 * "solve" only if the report is neither quiet nor JSON. With JSON, quiet or not, also
 * {"event": KIND, "scene": ..., "text": ...}; scene may be NULL */
void tw_report_line(tw_report *r, const char *kind, const char *scene, const char *text);

/* JSON only */
void tw_report_scene(tw_report *r, const char *scene, int frames);
void tw_report_frame(tw_report *r, const char *scene, int frame, double time, const char *file,
                     bool drawn);
void tw_report_result(tw_report *r, const char *scene, tw_status status, int frames,
                      double seconds);

#endif
