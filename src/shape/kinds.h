/* The shapes by name, for the tables in shape.c; one file each. */
#ifndef TW_SHAPE_KINDS_H
#define TW_SHAPE_KINDS_H

#include "shape/ray.h"
#include "shape/shape.h"

#define TW_SHAPE_PI 3.14159265358979323846

extern const tw_shape_kind tw_shape_sphere, tw_shape_capsule, tw_shape_cylinder, tw_shape_box,
    tw_shape_torus, tw_shape_cone, tw_shape_ellipsoid, tw_shape_stadium;
extern const tw_ray_kind tw_ray_sphere, tw_ray_capsule, tw_ray_cylinder, tw_ray_box, tw_ray_torus,
    tw_ray_cone, tw_ray_ellipsoid, tw_ray_stadium;

#endif
