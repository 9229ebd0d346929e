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
    const char *source;   /* FILE.twb or SCENE.lua, as the user gave it */
    tw_frame_range range; /* range of the frames that the farm draws */
    /* number of tasks; threads of each task; tasks that run in parallel on a host, 0: as many as
     * the host has processors */
    int tasks, threads, jobs;
    bool dry_run, wait, quiet;
    const char *folder;        /* NULL: renders/NAME */
    const char *video, *hosts; /* NULL: none */
    /* options for drawing, as the user gave them; NULL: not given */
    const char *size, *quality, *format, *samples, *layers, *ground;
    const char *look; /* look of the pictures; NULL: the scene's */
    bool alpha;
    tw_words sbatch; /* additional words for the command sbatch */
    tw_words sets;   /* parameters of the script, NAME=VALUE */
    /* members below are derived from the options */
    char name[TW_PATH_WORD]; /* name of the film */
    int frames;              /* number of frames of the whole film */
    char program[TW_FARM_PATH], film[TW_FARM_PATH],
        /* absolute paths of this program, of the baked film, and of the script; script "": the
         * film is baked already */
        script[TW_FARM_PATH];
    char pictures[TW_FARM_PATH], farm[TW_FARM_PATH]; /* DIR, DIR/farm */
    char video_path[TW_FARM_PATH], hosts_path[TW_FARM_PATH];
    char audio[TW_FARM_PATH]; /* path of the sound for the video; "": none */
} tw_farm;

/* writes the list of tasks and the shell scripts into DIR/farm; *tasks: number of tasks */
tw_status tw_farm_write(const tw_farm *f, int *tasks);

extern const tw_option_table tw_farm_table;

tw_status tw_farm_command(int argc, char *const *argv);

#endif
