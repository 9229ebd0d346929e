/*
 * The shutter of a film: where everything is while a frame is exposed.
 *
 * Frame k shows the second u_k = from + (k - 1)/fps of the film and is exposed from u_k - s/(2 fps)
 * to u_k + s/(2 fps), with s the camera's `shutter` when the exposure begins; the film's pace tells
 * which times of the scene these are. Poses are taken there at nine even seconds of the film, from
 * the dense output; before the scene's film they follow from the first velocities. What was
 * created, removed or put somewhere else meanwhile stands still on that side of the event: nothing
 * is drawn across it. The camera is looked at likewise; what the scene leaves open of it, and where
 * it jumps, is found when the film is framed (frame/marks/sweep.h).
 */
#ifndef TW_FRAME_SHUTTER_H
#define TW_FRAME_SHUTTER_H

#include "frame/film/pace.h"
#include "frame/marks/items.h"

typedef struct tw_shutter tw_shutter;

/* times of the pictures 1 .. count of a part of a film */
typedef struct tw_moments {
    const tw_pace *pace;
    double from; /* second of the film that picture 1 shows */
    double fps;  /* 1/s */
    int count;
} tw_moments;

/* time of the scene, s, that the film shows `later` seconds after its picture `number` */
double tw_moment(const tw_moments *m, int number, double later);

/* Registers the samples of all exposures with the simulation; to be called before looks at the
 * frames themselves are registered. The pace must live as long as the shutter. motion: frames of
 * cameras without exposure are sampled over the whole time between frames, and stay sharp
 * (tw_frame). */
tw_status tw_shutter_open(tw_sim *sim, const tw_moments *moments, bool motion,
                          tw_shutter **shutter);

/* Hands over frame `number` at its time, the middle of its exposure, while the world shows it. The
 * shutter takes the list *roots, which is then empty, and completes the frame, which its owner must
 * keep so long, when its exposure ends. */
tw_status tw_shutter_frame(tw_shutter *shutter, int number, tw_frame *frame, tw_root_list *roots);

/* completes the last frame after the film's end; if its exposure lasts longer, the simulation runs
 * on for it */
tw_status tw_shutter_close(tw_shutter *shutter);
void tw_shutter_free(tw_shutter *shutter);

#endif
