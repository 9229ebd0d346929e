/*
 * Small curves of |D(t)| beside the constraints that ask for them: each frame gets the present
 * value when it is made, and the values before it when the film is complete.
 */
#ifndef TW_FRAME_MARKS_FILM_PLOTS_H
#define TW_FRAME_MARKS_FILM_PLOTS_H

#include "frame/frame.h"

struct tw_constraint;
struct tw_dynamics;

/* |D| at time t between two samples: the cubic through their values and rates, at least 0 */
double tw_plot_between(const tw_plot_sample *a, const tw_plot_sample *b, double t);

/* |D| by the closed form, s seconds after `begin`; requires p->lawful */
double tw_plot_law(const tw_plot *p, double s);

/* *plot: the plot of constraint c at the present time, without the members that depend on the whole
 * film; at: place of the curve, m */
tw_status tw_plot_now(struct tw_dynamics *d, const struct tw_constraint *c, vec3 at, tw_plot *plot);

/* Sets axes and samples of the plots in all frames, which must be in order of time. Of the
 * constraints without plot = true, only the six with the largest deviations get samples, and of
 * these only those that are not met in some frame. */
tw_status tw_film_plots(tw_frame *const *frames, size_t count);

#endif
