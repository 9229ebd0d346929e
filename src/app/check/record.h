/*
 * Recording a run of a script as a golden, in a process of its own.
 */
#ifndef TW_APP_CHECK_RECORD_H
#define TW_APP_CHECK_RECORD_H

#include "app/base/trust.h"
#include "base/status.h"

#include <stdbool.h>

/* largest size of a picture of a golden, bytes of its PNG */
enum { TW_GOLDEN_PICTURE_MOST = 64 << 10 };

/* Runs `script`, its parameters set as its line "-- as a test: --set NAME=VALUE" says, and writes
 * FOLDER/record and its pictures, FOLDER/STEM.0001.png or, for a named scene of several,
 * FOLDER/STEM.SCENE.0001.png. TW_MISMATCH: checks of the script failed; they are reported on
 * standard output. A script that returns no scene is a test: then there is no record, and TW_OK
 * means that it had checks and all of them passed. look: the name of the pictures' look; NULL: the
 * scenes' own. *film: it returned scenes. */
tw_status tw_check_record(const char *script, const char *folder, const char *stem,
                          const char *look, const tw_trust *trust, bool *film);

#endif
