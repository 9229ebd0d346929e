/*
 * Draws frames to picture files, several at a time, while more frames are still being simulated. A
 * picture depends on its frame alone, not on the thread that draws it. As many frames are drawn in
 * parallel as threads and memory allow; further threads share the tiles of a frame. Frames wait in
 * a short queue: tw_renderer_give waits until there is room. With one thread the frame is drawn
 * before tw_renderer_give returns.
 *
 * The pictures are those of one film: pictures of another film under that name are no longer listed
 * when this one has been drawn (manifest.h).
 *
 * Pictures that the manifest records with the same digest are not drawn again, nor those drawn
 * ahead of time; a frame that equals another one gets a copy of its file. If several frames fail,
 * the failure of the earliest is reported.
 */
#ifndef TW_APP_RENDER_RENDER_H
#define TW_APP_RENDER_RENDER_H

#include "app/base/report.h"
#include "library/picture/picture.h"

/* file formats of pictures; ANY: the user gave none */
typedef enum tw_format { TW_FORMAT_PNG, TW_FORMAT_PFM, TW_FORMAT_EXR, TW_FORMAT_ANY } tw_format;

typedef struct tw_render {
    int count;                 /* number of pictures that will be given */
    const char *folder, *name; /* FOLDER/NAME.0001.png */
    /* members for the manifest's file that describe the origin of the pictures (facts.c) */
    const char *facts;
    /* digest of the program that draws, which is part of every picture's digest */
    uint64_t program;
    /* key of the film to which the pictures belong, the same for all runs that draw parts of it */
    uint64_t film;
    double fps; /* frame rate of the film, 1/s */
    tw_format format;
    tw_picture_options picture;
    int threads;
    /* callback, called by any thread when a picture is complete; NULL: none */
    void (*ready)(void *context, int number);
    void *context;
    tw_report *report;
} tw_render;

typedef struct tw_renderer tw_renderer;

/* reads the manifest and starts the threads; render's texts must live as long as the renderer */
tw_status tw_renderer_open(const tw_render *render, tw_renderer **renderer);
/* draws a complete frame, which it takes over in every case. Fails if drawing an earlier frame has
 * failed */
tw_status tw_renderer_give(tw_renderer *r, tw_frame *frame);

/* For a frame of the film that is not to be drawn in this run: its picture, if there is one, is
 * kept as a picture of the film if it shows this frame, and is marked stale otherwise. Takes over
 * the frame, which must be complete, in every case */
tw_status tw_renderer_pass(tw_renderer *r, tw_frame *frame);
/* true: a picture with that number is recorded, whatever its film; tw_renderer_give or
 * tw_renderer_pass must decide whether it stays */
bool tw_renderer_has(const tw_renderer *r, int number);
/* true: a picture with that number is recorded, but belongs to another film or is stale */
bool tw_renderer_doubts(const tw_renderer *r, int number);
/* to be called when all `frames` frames of the film were given or passed; whole: all of them were
 * given, none was passed */
void tw_renderer_ends(tw_renderer *r, int frames, bool whole);

/* Guesses: pictures drawn ahead of time, of frames as they will probably be. They are drawn while
 * threads would be idle, into temporary files; tw_renderer_give of a frame with the same digest
 * makes such a file the picture. Others are removed. bare: drawn without the overlay, which is not
 * yet known; it is drawn over the file's picture when the frame is given. */
bool tw_renderer_spare(tw_renderer *r); /* true: another guess can be taken now */
/* Draws a guessed frame, unless its picture exists already, or it is bare and has the layer of
 * forces, which cannot be drawn ahead. Takes over the frame in every case */
tw_status tw_renderer_guess(tw_renderer *r, tw_frame *frame, bool bare);
void tw_renderer_forget(tw_renderer *r); /* discards all guesses whose frames were not given yet */

/* to be called after the last frame: from now on the progress bar shows the number of pictures
 * drawn, not of frames simulated */
void tw_renderer_rest(tw_renderer *r);
typedef struct tw_drawn {
    int pictures; /* number of the film's pictures that exist at the end */
    int drawn;    /* number of pictures that this run drew */
    int removed;  /* number of pictures beyond this film's end that were removed */
    int stale; /* number of another film's pictures that remain, marked as stale in the manifest */
} tw_drawn;

/* waits until all pictures are drawn (drop: only those begun), writes the manifest and frees r in
 * every case. result may be NULL */
tw_status tw_renderer_close(tw_renderer *r, bool drop, tw_drawn *result);
/* text: summary like "5 pictures in FOLDER, 3 of them there already (0.1 s); 2 of another film
 * removed" */
void tw_drawn_words(const tw_drawn *d, const char *folder, double seconds, char *text, size_t size);

#endif
