/*
 * run --video: pictures of a film are encoded while later ones are still being drawn.
 *
 * They are announced in the film's order and become ready in any order; a separate thread gives
 * them to the encoder in the film's order. A failure of the encoder is reported at the end, since
 * the pictures are useful without a video.
 */
#ifndef TW_APP_MOVIE_FEED_H
#define TW_APP_MOVIE_FEED_H

#include "app/movie/movie.h"

typedef struct tw_movie_feed tw_movie_feed;

/* begins a video; movie->fps > 0; the movie's texts are copied. width, height: size of all pictures
 */
tw_status tw_movie_feed_open(const tw_movie *movie, int width, int height, tw_movie_feed **feed);
/* announces the next picture of the film and its path; it need not be drawn yet */
tw_status tw_movie_feed_next(tw_movie_feed *f, int number, const char *path);
/* reports that the file of the picture is complete; any thread may call it */
void tw_movie_feed_ready(tw_movie_feed *f, int number);
/* to be called when all pictures were announced and are ready: waits for the video, and frees the
 * feed in every case. If no picture was announced, no video is made */
tw_status tw_movie_feed_close(tw_movie_feed *f);
/* discards the video; does nothing if the argument is NULL */
void tw_movie_feed_drop(tw_movie_feed *f);

#endif
