/*
 * `tauwerk sheet`: the pictures of a film side by side in one picture, with their numbers and
 * times.
 */
#ifndef TW_APP_MOVIE_SHEET_H
#define TW_APP_MOVIE_SHEET_H

#include "app/base/options.h"
#include "app/movie/frames.h"

typedef struct tw_sheet {
    const tw_movie_frames *frames;
    const char *const *labels; /* [frames->count] texts below the pictures; NULL: the pictures'
                                  numbers and times, or else the names of their files */
    /* number of columns; 0: chosen such that there are about as many columns as rows */
    int columns;
    /* largest width of the sheet, pixels; 0: TW_SHEET_WIDTH. Pictures are never enlarged, so a
     * sheet of small pictures is narrower */
    int width;
} tw_sheet;

enum { TW_SHEET_WIDTH = 1920 };

/* writes the sheet as PNG, whole or not at all */
tw_status tw_sheet_write(const tw_sheet *sheet, const char *path);

/* keeps only `count` pictures, evenly spread, with the first and the last among them (1: the first
 * alone) */
void tw_sheet_thin(tw_movie_frames *frames, size_t count);

extern const tw_option_table tw_sheet_table;

tw_status tw_sheet_command(int argc, char *const *argv);

#endif
