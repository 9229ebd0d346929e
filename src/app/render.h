/*
 * Frames to picture files, several at a time.
 *
 * Which thread draws which frame does not matter: a picture depends on its frame alone. As many
 * frames are drawn side by side as there are threads and memory for; threads beyond that share the
 * tiles of a frame.
 */
#ifndef TW_APP_RENDER_H
#define TW_APP_RENDER_H

#include "app/report.h"
#include "frame/film.h"
#include "picture/picture.h"

typedef enum tw_format { TW_FORMAT_PNG, TW_FORMAT_PFM, TW_FORMAT_EXR } tw_format;

typedef struct tw_render {
    tw_frame *const *frame; /* [count] those to draw */
    size_t count;
    const char *folder, *name; /* FOLDER/NAME.0001.png */
    const char *facts;         /* for the manifest */
    uint64_t program;          /* digest of what draws, part of every picture's digest */
    tw_format format;
    tw_picture_options picture;
    int threads;
    tw_report *report;
} tw_render;

/* draws what is missing or out of date and writes the manifest; *drawn: how many were drawn */
tw_status tw_render_film(const tw_render *render, int *drawn);

#endif
