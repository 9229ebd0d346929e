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
    const char *output; /* path of the video, FILE.mp4, .mkv, .webm, .gif, .apng or .y4m; "-": y4m
                           on the standard output */
    double fps;         /* frame rate, 1/s; 0: from the pictures' times */
    /* duration of the cross-fade from one folder's pictures to the next folder's, s; 0: a cut */
    double fade;
    const char *audio; /* file of the sound; "clicks": made from the folders' impacts; NULL: none */
    double seconds;    /* length of the film, for the sound; set by tw_movie_write */
    /* true: `audio` is also allowed for formats without sound, since the sound is also kept as a
     * file of its own */
    bool beside;
    tw_codec codec;
    tw_chroma chroma;
    /* quality setting (CRF) of the encoder, a smaller one is better; -1: 18 for H.264, 30 for
     * AV1 */
    int crf;
    const char *title; /* name of the work in the progress report */
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
/* encodes a mix of two pictures, as in a fade: `share` of the picture `path`, 1 - share of
 * `under` */
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
