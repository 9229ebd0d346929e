/*
 * `tauwerk movie` and `run --video`: pictures to a video file, H.264 or AV1 through the program
 * ffmpeg, or YUV4MPEG2, which needs no other program.
 *
 * The colours are converted here (io/y4m.h), so that they are the same whatever takes them; ffmpeg
 * gets the planes and the tags that say what they are (BT.709, studio range). A file appears under
 * its name when it is whole.
 */
#ifndef TW_APP_MOVIE_H
#define TW_APP_MOVIE_H

#include "app/movie_frames.h"
#include "app/options.h"
#include "app/report.h"
#include "io/y4m.h"

typedef enum tw_codec { TW_CODEC_BY_FILE, TW_CODEC_H264, TW_CODEC_AV1 } tw_codec;

typedef struct tw_movie {
    const tw_movie_frames *frames;
    const char *output; /* FILE.mp4, .mkv, .webm, .y4m, or "-": y4m to the standard output */
    double fps;         /* 0: from the times of the pictures */
    tw_codec codec;
    tw_chroma chroma;
    int crf;           /* quality of the encoder, less is better; -1: 18 for H.264, 30 for AV1 */
    const char *title; /* of the work, for the report */
    tw_report *report;
} tw_movie;

tw_status tw_movie_write(const tw_movie *movie);

/* is it a name that tw_movie_write takes? TW_USAGE "expected FILE.mp4, ..." */
tw_status tw_movie_name(const char *output);
/* the setter of an option with such a name, a const char * */
tw_status tw_set_movie(void *place, const char *value);

/* run --video: these pictures; `name`: of the film */
tw_status tw_movie_of_run(const char *output, const tw_movie_frames *frames, const char *name,
                          tw_report *report);

extern const tw_option_table tw_movie_table;

tw_status tw_movie_command(int argc, char *const *argv);

#endif
