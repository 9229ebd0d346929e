/* The contact problem of bodies that bilateral rows (a projection) or caps hold as well; see
 * gradient.c. */
#ifndef TW_NUMERIC_CONE_GRADIENT_H
#define TW_NUMERIC_CONE_GRADIENT_H

#include "numeric/cone/impl.h"

/* like tw_cone_bodies_solve (cone.h), for checked arguments; `tolerance` replaces
 * options->tolerance_u */
tw_status tw_cone_gradient(tw_cone *c, const tw_cone_rows *rows, const tw_cone_bodies *bodies,
                           const tw_cone_options *options, double tolerance, double *lambda,
                           double *v, tw_cone_result *result);

#endif
