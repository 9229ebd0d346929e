/*
 * Small curves of |D(t)| beside the constraints that ask for them: the value of every frame while
 * the scene runs, and, when the film is there, the history up to each frame.
 */
#ifndef TW_FRAME_PLOTS_H
#define TW_FRAME_PLOTS_H

#include "dynamics/dynamics.h"
#include "frame/frame.h"

/* |D| at a sample's time and after it up to the next one, the cubic through values and rates */
double tw_plot_between(const tw_plot_sample *a, const tw_plot_sample *b, double t);

/* the closed form, `s` seconds after `begin`; p->lawful */
double tw_plot_law(const tw_plot *p, double s);

/* now: everything but what is chosen over the film. at: where it is drawn */
tw_status tw_plot_now(tw_dynamics *d, const tw_constraint *c, vec3 at, tw_plot *plot);

/* Gives the plots of all frames, in order of time, their axes and their samples. Of those that were
 * not asked for one by one, the six with the largest deviations of the film, unless they were
 * always met; others have no samples. */
tw_status tw_film_plots(tw_frame *const *frames, size_t count);

#endif
