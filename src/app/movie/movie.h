/*
 * `tauwerk movie` and `run --video`: make a video of pictures: H.264, AV1 or GIF by the program
 * ffmpeg, or animated PNG or YUV4MPEG2, which need no other program.
 *
 * Colours are converted here (io/picture/y4m.h), so that all formats get the same; ffmpeg gets the
 * planes and tags that describe them (BT.709, studio range). A file appears under its name when it
 * is complete.
 */
#ifndef TW_APP_MOVIE_MOVIE_H
#define TW_APP_MOVIE_MOVIE_H

#include "app/base/options.h"
#include "app/base/report.h"
#include "app/movie/frames.h"
#include "io/picture/y4m.h"

typedef enum tw_codec { TW_CODEC_BY_FILE, TW_CODEC_H264, TW_CODEC_AV1 } tw_codec;

typedef struct tw_movie {
    const tw_movie_frames *frames;
    const char
        *output; /* FILE.mp4, .mkv, .webm, .gif, .apng, .y4m, or "-": y4m to the standard output */
    double fps;  /* pictures a second; 0: from their times */
    double fade; /* duration of fades between folders, s; 0: cuts */
    const char *audio; /* file of the sound; "clicks": made from the folders' impacts; NULL: none */
    double seconds;    /* length of the film, for the sound; set by tw_movie_write */
    bool beside; /* true: `audio` may be given for formats without sound too, since it also remains
                    as a file */
    tw_codec codec;
    tw_chroma chroma;
    int crf;           /* quality of the encoder, less is better; -1: 18 for H.264, 30 for AV1 */
    const char *title; /* title of the work, for the report */
    tw_report *report;
} tw_movie;

tw_status tw_movie_write(const tw_movie *movie);

/* ---- one picture after the other: encode.c -------------------------------------------------- */

typedef struct tw_encoder tw_encoder;

/* begins a video; movie->fps > 0; movie->frames is not used. The movie's texts must live as long as
 * the encoder */
tw_status tw_encoder_open(const tw_movie *movie, int width, int height, tw_encoder **encoder);
/* encodes the next picture, a PNG file */
tw_status tw_encoder_put(tw_encoder *encoder, const char *path);
/* encodes a mix of two pictures: `share` of `path`, the rest of `under` */
tw_status tw_encoder_put_fade(tw_encoder *encoder, const char *path, const char *under,
                              double share);
/* ends the film, or, if `status` is a failure, discards it; frees the encoder in every case */
tw_status tw_encoder_close(tw_encoder *encoder, tw_status status);

/* TW_OK if tw_movie_write can write that output; otherwise TW_USAGE "expected FILE.mp4, ..." */
tw_status tw_movie_name(const char *output);
/* setter for an option whose value is the name of a video, as tw_movie_name accepts it (const char
 * *) */
tw_status tw_set_movie(void *place, const char *value);

extern const tw_option_table tw_movie_table;

tw_status tw_movie_command(int argc, char *const *argv);

#endif
