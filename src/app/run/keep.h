/*
 * Moments of a run that can be gone on from when the script is saved again (`tauwerk watch`).
 *
 * At every frame the process forks, and the copy waits. It goes when the next frame is reached and
 * no function of the script was called for the first time since; else it is kept, and the report
 * tells its number: a later edit of that function leaves the frames up to there as they are. When
 * the watcher asks (SIGUSR1), the copy reads the script and goes on from its frame, or ends with
 * the status TW_KEEP_NO.
 *
 * Only for a process without other threads: a copy has none of them.
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
    const char *log; /* file of the standard output */
    pid_t watcher, waiting;
    int frame;         /* frame of the waiting copy */
    int still, stills; /* the watcher shows this frame, or so many of the film; both 0: all */
    int kept;
    size_t called;
    bool off;
} tw_keep;

/* opens by the environment that `watch` gives its runs; without it *keep is off */
void tw_keep_open(tw_script *script, tw_report *report, tw_keep *keep);
/* sets *range to the frames that the watcher shows, of a film of so many: only they are drawn.
 * Without a watcher *range stays */
void tw_keep_choose(const tw_keep *keep, int frames, tw_frame_range *range);
/* notes that a frame is reached. Returns again in each copy that goes on */
tw_status tw_keep_frame(tw_keep *keep, int number);
/* the simulation has ended: the last copy is kept too */
void tw_keep_close(tw_keep *keep);

#endif
