/*
 * Which pictures a film consists of: the words of a command line, folders and files, to a list of
 * PNG files in the order of their numbers, with the times that the folder's manifest knows.
 *
 * A folder stands for the pictures that its manifest lists, without those of other films; where it
 * has no manifest, for all NAME.0001.png, NAME.0002.png, ... in it. They come by name and number;
 * files stand for themselves, in the order in which they were given.
 */
#ifndef TW_APP_MOVIE_FRAMES_H
#define TW_APP_MOVIE_FRAMES_H

#include "app/base/options.h"
#include "base/array.h"

#include <stdbool.h>

typedef struct tw_movie_frame {
    char *path;   /* owned */
    int name;     /* bytes of the path before ".0001.png"; 0: no number in it */
    int number;   /* 0: none */
    bool timed;   /* the manifest knows it */
    double time;  /* s, of the scene */
    double at;    /* s, since the film began */
    bool scanned; /* found in a folder, not named by the user */
    int group;    /* serial of its folder, from 1; 0: named by the user */
} tw_movie_frame;

typedef TW_ARRAY(tw_movie_frame) tw_movie_frames;

/* adds the pictures that `word` names; TW_IO when it is not there or a folder has no pictures */
tw_status tw_movie_frames_add(tw_movie_frames *frames, const char *word);
/* adds one picture */
tw_status tw_movie_frames_push(tw_movie_frames *frames, const char *path, double time, bool timed);
/* keeps those whose numbers are in the range; TW_USAGE when none is left */
tw_status tw_movie_frames_choose(tw_movie_frames *frames, tw_frame_range range);
/* pictures [from, end) of the list that follow each other without a cut; the first group: end = 0
 * before. False: there is no more */
bool tw_movie_frames_group(const tw_movie_frames *frames, size_t *from, size_t *end);
/* pictures a second from their times, 0: these are not known, or not equally far apart. TW_USAGE:
 * folders have different ones */
tw_status tw_movie_frames_rate(const tw_movie_frames *frames, double *fps);
void tw_movie_frames_free(tw_movie_frames *frames);

#endif
