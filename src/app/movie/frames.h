/*
 * Pictures of a film: makes from the words of a command line, folders and files, a list of PNG
 * files in the order of their numbers, with the times from the folder's manifest.
 *
 * A folder gives the pictures that its manifest lists, without those of other films; without a
 * manifest all files NAME.0001.png, NAME.0002.png, ... in it. They are sorted by name and number;
 * files that the user names keep the user's order.
 */
#ifndef TW_APP_MOVIE_FRAMES_H
#define TW_APP_MOVIE_FRAMES_H

#include "app/base/options.h"
#include "base/array.h"

#include <stdbool.h>

typedef struct tw_movie_frame {
    char *path; /* owned */
    /* length of the part of the path before ".0001.png", bytes; 0: the path has no number */
    int name;
    int number;   /* 0: none */
    bool timed;   /* true: the manifest lists the picture, so that `time` and `at` are known */
    double time;  /* time of the scene, s */
    double at;    /* time since the film began, s */
    bool scanned; /* true: found in a folder; false: named by the user */
    /* number of the folder that the picture was found in, counted from 1 in the order of the
     * command line; 0: the user named the picture */
    int group;
} tw_movie_frame;

typedef TW_ARRAY(tw_movie_frame) tw_movie_frames;

/* adds the pictures of a file or folder; TW_IO: it does not exist, or the folder has no pictures */
tw_status tw_movie_frames_add(tw_movie_frames *frames, const char *word);
/* adds the pictures of a folder; it is no failure if it has none */
tw_status tw_movie_frames_folder(tw_movie_frames *frames, const char *folder);
/* adds one picture, with its times */
tw_status tw_movie_frames_push(tw_movie_frames *frames, const char *path, double time, bool timed);
/* keeps only pictures whose numbers (without one: whose place in the list, from 1) are in the
 * range; TW_USAGE: none is left */
tw_status tw_movie_frames_choose(tw_movie_frames *frames, tw_frame_range range);
/* Iterates over the groups: pictures from .. end - 1, all of one folder or all named by the user,
 * between which there is no cut. Start with *end = 0. False: no more groups */
bool tw_movie_frames_group(const tw_movie_frames *frames, size_t *from, size_t *end);
/* *fps: frame rate, 1/s, from the pictures' times; 0: times are unknown or not equidistant.
 * TW_USAGE: folders have different rates */
tw_status tw_movie_frames_rate(const tw_movie_frames *frames, double *fps);
void tw_movie_frames_free(tw_movie_frames *frames);

#endif
