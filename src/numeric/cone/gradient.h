/* Contact problem of bodies that bilateral rows (a projection P) or caps join as well; see
 * gradient.c. */
#ifndef TW_NUMERIC_CONE_GRADIENT_H
#define TW_NUMERIC_CONE_GRADIENT_H

#include "numeric/cone/impl.h"

/* tw_cone_bodies_solve (cone.h) by projected gradients, for checked arguments; `tolerance` replaces
 * options->tolerance_u */
tw_status tw_cone_gradient(tw_cone *c, const tw_cone_rows *rows, const tw_cone_bodies *bodies,
                           const tw_cone_options *options, double tolerance, double *lambda,
                           double *v, tw_cone_result *result);

#endif
