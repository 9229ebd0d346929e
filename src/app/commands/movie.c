/* Entry of `tauwerk movie` in the list of commands (tw_verb_kinds). */
#include "app/movie/movie.h"
#include "app/help.h"

const tw_command tw_verb_movie = {
    .name = "movie",
    .words = "DIR|FILE... -o FILE.mp4|.mkv|.webm|.gif|.apng|.y4m|-",
    .doc = "pictures to a video: H.264, AV1 or GIF through ffmpeg, or APNG, y4m",
    .options = &tw_movie_table,
    .run = tw_movie_command,
    .place = 4,
};
