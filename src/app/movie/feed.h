/*
 * run --video: the pictures of a film are encoded while the others are still being drawn.
 *
 * They are announced in the film's order and become ready in any order; a separate thread hands
 * each to the encoder after the ones before it. A failure of the encoder is reported at the end:
 * the pictures are worth having without a video.
 */
#ifndef TW_APP_MOVIE_FEED_H
#define TW_APP_MOVIE_FEED_H

#include "app/movie/movie.h"

typedef struct tw_movie_feed tw_movie_feed;

/* movie->fps > 0; its texts are copied. width, height: of every picture */
tw_status tw_movie_feed_open(const tw_movie *movie, int width, int height, tw_movie_feed **feed);
/* announces the next picture of the film and its path; it need not be drawn yet */
tw_status tw_movie_feed_next(tw_movie_feed *f, int number, const char *path);
/* reports the picture's file as complete; may be called by any thread */
void tw_movie_feed_ready(tw_movie_feed *f, int number);
/* waits for the video, once all pictures have been announced and are ready. Frees the feed in every
 * case; without any picture no video is made */
tw_status tw_movie_feed_close(tw_movie_feed *f);
void tw_movie_feed_drop(tw_movie_feed *f); /* discards the video; NULL is fine */

#endif
