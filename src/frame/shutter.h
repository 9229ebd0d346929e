/*
 * The shutter of a film: where everything is while a frame is exposed.
 *
 * Frame k shows the second u_k = from + (k - 1)/fps of the film and is exposed from u_k - s/(2 fps)
 * to u_k + s/(2 fps), with s the camera's `shutter` at the frame's time, at most 1, as its function
 * stands when the exposure before ends; the film's pace tells to which times of the scene these
 * seconds belong. Poses are taken at nine evenly spaced seconds of the film, from the interpolation
 * of the simulation's steps; before the scene's film they are extrapolated by the first velocities.
 * From the middle of the exposure outward, a thing follows these samples up to an event at which
 * the script creates, removes or moves it; beyond the event it stands still, so that nothing is
 * drawn moving across it. The camera is sampled likewise; members that the scene leaves open, and
 * jumps of the camera, are settled when the film is framed (frame/marks/sweep.h).
 */
#ifndef TW_FRAME_SHUTTER_H
#define TW_FRAME_SHUTTER_H

#include "frame/film/pace.h"
#include "frame/marks/items.h"

typedef struct tw_shutter tw_shutter;

/* times of the pictures 1 .. count of a take */
typedef struct tw_moments {
    const tw_pace *pace;
    double from; /* second of the film that picture 1 shows */
    double fps;  /* 1/s */
    int count;
} tw_moments;

/* time of the scene, s, that the film shows `later` seconds after its picture `number` */
double tw_moment(const tw_moments *m, int number, double later);

/* Registers the samples of all exposures with the simulation; must be called before hooks at the
 * frames themselves are registered. The pace must live as long as the shutter. motion: frames of
 * cameras without exposure are sampled over the whole time between frames, though their pictures
 * stay sharp (tw_frame). */
tw_status tw_shutter_open(tw_sim *sim, const tw_moments *moments, bool motion,
                          tw_shutter **shutter);

/* Gives frame `number` to the shutter at its time, the middle of its exposure, while the world
 * shows it. The shutter takes over the list *roots, which is empty afterwards. It completes the
 * frame when its exposure ends; until then the frame's owner must keep it. */
tw_status tw_shutter_frame(tw_shutter *shutter, int number, tw_frame *frame, tw_root_list *roots);

/* completes the last frame after the film's end; the simulation goes on as long as its exposure
 * lasts */
tw_status tw_shutter_close(tw_shutter *shutter);
void tw_shutter_free(tw_shutter *shutter);

#endif
