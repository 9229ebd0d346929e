/*
 * Frames to picture files, several at a time, while more frames are still being made.
 *
 * Which thread draws which frame does not matter: a picture depends on its frame alone. As many
 * frames are drawn side by side as there are threads and memory for; threads beyond that share the
 * tiles of a frame. Frames wait in a short queue: who gives one more waits until there is room.
 * With one thread the frame is drawn before tw_renderer_give returns.
 *
 * The pictures are those of one film: what the folder has of another film under that name is no
 * longer listed when this one has been drawn (manifest.h).
 *
 * What the manifest records with the same digest is not drawn again, nor what was
 * drawn ahead of time; a frame that equals another one gets a copy of that one's file. Of frames
 * that fail the earliest is the one that is told.
 */
#ifndef TW_APP_RENDER_RENDER_H
#define TW_APP_RENDER_RENDER_H

#include "app/base/report.h"
#include "library/picture/picture.h"

/* ANY: the user gave no format */
typedef enum tw_format { TW_FORMAT_PNG, TW_FORMAT_PFM, TW_FORMAT_EXR, TW_FORMAT_ANY } tw_format;

typedef struct tw_render {
    int count;                 /* pictures to expect */
    const char *folder, *name; /* FOLDER/NAME.0001.png */
    const char *facts;         /* facts for the manifest */
    uint64_t program;          /* digest of the drawing program, part of every picture's digest */
    uint64_t film;             /* key of the film: parts of one film have the same */
    double fps;                /* frame rate of the film, 1/s */
    tw_format format;
    tw_picture_options picture;
    int threads;
    /* hook when a picture is complete; by any thread; NULL: none */
    void (*ready)(void *context, int number);
    void *context;
    tw_report *report;
} tw_render;

typedef struct tw_renderer tw_renderer;

/* reads the manifest, starts the threads; render's texts must live as long */
tw_status tw_renderer_open(const tw_render *render, tw_renderer **renderer);
/* takes a complete frame, in every case. Fails when the drawing of any frame before has failed */
tw_status tw_renderer_give(tw_renderer *r, tw_frame *frame);

/* A frame of the film that is not to be drawn: a picture of it that is there stays one of the
 * film's if it shows the same, and does not if it shows anything else. Takes the frame, which is
 * complete, in every case */
tw_status tw_renderer_pass(tw_renderer *r, tw_frame *frame);
/* is there a picture with that number, of whatever film, that only tw_renderer_give or
 * tw_renderer_pass can judge? */
bool tw_renderer_has(const tw_renderer *r, int number);
/* the same of another film or set aside */
bool tw_renderer_doubts(const tw_renderer *r, int number);
/* the film has `frames` frames, and all have been given or passed. `whole`: all were given */
void tw_renderer_ends(tw_renderer *r, int frames, bool whole);

/* A picture ahead of time: the frame as it may come to be. It is drawn where a thread would be idle
 * and kept aside under a temporary name; tw_renderer_give of a frame with the same digest then
 * makes it the picture. What is never given is removed. `bare`: what the overlay shows may come to
 * be anything; it is drawn when the frame is given, over what is kept aside. */
bool tw_renderer_spare(tw_renderer *r); /* is there room for one more? */
/* guesses a frame; takes it in every case */
tw_status tw_renderer_guess(tw_renderer *r, tw_frame *frame, bool bare);
void tw_renderer_forget(tw_renderer *r); /* all that was guessed and has not been given */

/* ends the frames: progress counts drawn pictures from now on */
void tw_renderer_rest(tw_renderer *r);
typedef struct tw_drawn {
    int pictures; /* pictures that exist at the end */
    int drawn;    /* number of these drawn now */
    int removed;  /* number of another film's pictures behind this one's end */
    int stale;    /* number of another film's pictures that remain; the manifest says so */
} tw_drawn;

/* waits for the drawing (`drop`: only of pictures begun), writes the manifest, frees r in every
 * case. *result may be NULL */
tw_status tw_renderer_close(tw_renderer *r, bool drop, tw_drawn *result);
/* "5 pictures in FOLDER, 3 of them there already (0.1 s); 2 of another film removed" */
void tw_drawn_words(const tw_drawn *d, const char *folder, double seconds, char *text, size_t size);

#endif
