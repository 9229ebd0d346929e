/*
 * run --video: the pictures of a film are encoded while the others are still being drawn.
 *
 * They are announced in the film's order, and become ready in any; a thread of its own hands each
 * to the encoder when those before it have been. A failure of the encoder is told at the end: the
 * pictures are worth having without it.
 */
#ifndef TW_APP_MOVIE_FEED_H
#define TW_APP_MOVIE_FEED_H

#include "app/movie/movie.h"

typedef struct tw_movie_feed tw_movie_feed;

/* movie->fps > 0; its texts are copied. Pictures of that size */
tw_status tw_movie_feed_open(const tw_movie *movie, int width, int height, tw_movie_feed **feed);
/* gives the next picture of the film */
tw_status tw_movie_feed_next(tw_movie_feed *f, int number, const char *path);
/* tells that the picture's file is complete; by any thread */
void tw_movie_feed_ready(tw_movie_feed *f, int number);
/* all have been announced and are ready: waits for the video. Frees in every case; without any
 * picture there is no video */
tw_status tw_movie_feed_close(tw_movie_feed *f);
void tw_movie_feed_drop(tw_movie_feed *f); /* discards the video; NULL is fine */

#endif
