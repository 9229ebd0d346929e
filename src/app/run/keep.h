/*
 * Copies of a run from which it can continue when the script is saved again (`tauwerk watch`).
 *
 * At every frame the process forks, and the copy waits. If no function of the script was called for
 * the first time until the next frame, the copy is ended there. Otherwise it is kept and reported,
 * since a later edit of that function does not change the frames before the copy; after 24 kept
 * copies no more are made. On SIGUSR1 of the watcher the copy reads the script and continues from
 * its frame, or ends with the status TW_KEEP_NO.
 *
 * Only for a process without other threads, which a copy would not have.
 */
#ifndef TW_APP_RUN_KEEP_H
#define TW_APP_RUN_KEEP_H

#include "app/base/options.h"
#include "app/base/report.h"
#include "library/scripts.h"

#include <sys/types.h>

enum { TW_KEEP_NO = 75 };

typedef struct tw_keep {
    tw_script *script;
    tw_report *report;
    const char *log; /* path of the file to which the standard output of the process goes */
    pid_t watcher, waiting;
    int frame; /* frame at which this copy waits */
    int still,
        /* what the watcher shows: frame `still`, or `stills` frames spread over the film; both
         * 0: all frames */
        stills;
    int kept;
    size_t called;
    bool off;
} tw_keep;

/* initializes *keep from environment variables that `watch` sets for its runs; without these
 * variables, or if the watcher is not the parent process, keep->off is set, and no copies are made
 */
void tw_keep_open(tw_script *script, tw_report *report, tw_keep *keep);
/* sets *range to those of the film's `frames` frames that the watcher shows: only they are drawn.
 * Without a watcher *range stays as it is */
void tw_keep_choose(const tw_keep *keep, int frames, tw_frame_range *range);
/* to be called at each frame. Returns once in the process, and once more in each copy that
 * continues from this frame */
tw_status tw_keep_frame(tw_keep *keep, int number);
/* to be called at the simulation's end: keeps the copy at the last frame, too */
void tw_keep_close(tw_keep *keep);

#endif
