/*
 * Small curves of |D(t)| beside the constraints that ask for them: the value of every frame while
 * the scene runs, and, when the film is there, the history up to each frame.
 */
#ifndef TW_FRAME_MARKS_FILM_PLOTS_H
#define TW_FRAME_MARKS_FILM_PLOTS_H

#include "frame/frame.h"

struct tw_constraint;
struct tw_dynamics;

/* |D| between two samples: the cubic through their values and rates */
double tw_plot_between(const tw_plot_sample *a, const tw_plot_sample *b, double t);

/* closed form of |D| at `s` seconds after `begin`; requires p->lawful */
double tw_plot_law(const tw_plot *p, double s);

/* plot at the present time, without the choices for the whole film; at: its place */
tw_status tw_plot_now(struct tw_dynamics *d, const struct tw_constraint *c, vec3 at, tw_plot *plot);

/* Sets axes and samples of the plots of all frames, which are in order of time. Of the plots that
 * no constraint asks for, the six with the largest deviations get samples, unless always met. */
tw_status tw_film_plots(tw_frame *const *frames, size_t count);

#endif
