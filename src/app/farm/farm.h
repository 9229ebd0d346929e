/*
 * `tauwerk farm`: a film on many machines, through Slurm or GNU parallel.
 *
 * Scripts are written into DIR/farm/ and started: tasks draw blocks of frames of a baked film into
 * DIR, a last job draws missing frames and encodes. A task draws only pictures that the manifest
 * does not have, so it can be killed and run again. All machines must have DIR under the same path
 * and run the same program (docs/farm.md).
 */
#ifndef TW_APP_FARM_FARM_H
#define TW_APP_FARM_FARM_H

#include "app/base/options.h"
#include "base/array.h"
#include "base/text/path.h"

#include <stdbool.h>

typedef enum tw_farm_by { TW_FARM_NONE, TW_FARM_SLURM, TW_FARM_PARALLEL } tw_farm_by;

enum { TW_FARM_PATH = 4096 };

typedef struct tw_farm {
    tw_farm_by by;
    const char *source;       /* FILE.twb or SCENE.lua, as the user gave it */
    tw_frame_range range;     /* range of the drawn frames */
    int tasks, threads, jobs; /* number of tasks; threads of a task; parallel jobs on a host, 0: as
                                 many as it has processors */
    bool dry_run, wait, quiet;
    const char *folder;                                              /* NULL: renders/NAME */
    const char *video, *hosts;                                       /* NULL: none */
    const char *size, *quality, *format, *samples, *layers, *ground; /* NULL: not asked for */
    const char *look;                                                /* NULL: the scene's */
    bool alpha;
    tw_words sbatch; /* further words for sbatch */
    tw_words sets;   /* NAME=VALUE, for a script */
    /* derived from the options */
    char name[TW_PATH_WORD]; /* name of the film */
    int frames;              /* number of frames of the whole film */
    char program[TW_FARM_PATH], film[TW_FARM_PATH],
        script[TW_FARM_PATH]; /* absolute paths; script "": the film is baked already */
    char pictures[TW_FARM_PATH], farm[TW_FARM_PATH]; /* DIR, DIR/farm */
    char video_path[TW_FARM_PATH], hosts_path[TW_FARM_PATH];
    char audio[TW_FARM_PATH]; /* file of the video's sound; "": none */
} tw_farm;

/* writes tasks and scripts into DIR/farm; *tasks: number of tasks */
tw_status tw_farm_write(const tw_farm *f, int *tasks);

extern const tw_option_table tw_farm_table;

tw_status tw_farm_command(int argc, char *const *argv);

#endif
